"""A ruling that an organiser is about to make: which there are, and what one of them would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Prefetch

from engines.words import marked, say, say_in, told
from league.events.console.reading import halves as read_numbers
from league.events.models import Pairing, SeriesMatch, Side, Stage
from league.events.queries.consequences import Consequences, consequences
from league.events.rules.brackets import FORMATS as BRACKETS
from league.events.rules.rulings import BY_PLACES, POSSIBLE, ruled
from matches.refusals import Refused

NO_PLACE = marked("No place: disqualified, or not there")
ORDINALS = (marked("1st"), marked("2nd"), marked("3rd"), marked("4th"))


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A side of a table, and the place that is chosen for it."""

    name: str
    chosen: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """`choices` are (value, words) of a result between two, or of the place of each of `table`; `found` is None until
    one is `chosen`. `drops` says that drafted rounds go."""

    choices: tuple[tuple[str, str], ...]
    table: tuple[SeatChoice, ...] = ()
    chosen: str = ""
    words: str = ""
    found: Consequences | None = None
    drops: bool = False


def ruling(event_id: int, pairing_id: int, halves: str = "", places: str = "") -> Ruling:
    """What may be ruled on a pairing, and what `halves` (`2-0`), or `places` at a table of heats (`1-2-2-0`), would
    bring. Refused where it cannot be ruled on."""
    sides = Prefetch("sides", Side.objects.select_related("entrant__player"))
    rows = Pairing.objects.select_related("round__stage__event").prefetch_related(sides)
    begun = SeriesMatch.objects.filter(pairing=OuterRef("pk"), match__started_at__isnull=False)
    pairing = rows.filter(round__event=event_id, pk=pairing_id).annotate(played=Exists(begun)).first()
    if pairing is None:
        raise Refused("not-found", say("There is no such pairing in this event."))
    names = [str(side.entrant.player) for side in pairing.sides.all() if side.entrant]
    if pairing.round.started_at is None or len(names) < 2:
        raise Refused("no-contest", say("Only a pairing of a published round between entrants can be ruled on."))
    if pairing.round.stage.format in BY_PLACES:
        return _at_table(pairing, names, places)
    return _between_two(pairing, names, halves)


def _between_two(pairing: Pairing, names: Sequence[str], halves: str) -> Ruling:
    stage, played = pairing.round.stage, _played(pairing)
    choices = tuple(
        (f"{one}-{other}", _words((one, other), names, played=played))
        for one, other in POSSIBLE
        if not (stage.format in BRACKETS and one == other == 1)
    )
    if not halves:
        return Ruling(choices)
    if halves not in dict(choices):
        raise Refused("bad-result", say("Choose one of the results that there are."), "halves")
    asked = Ruling(choices, chosen=halves, words=dict(choices)[halves])
    return _looked_at(asked, pairing, halves=read_numbers(halves, "halves"))


def _at_table(pairing: Pairing, names: Sequence[str], places: str) -> Ruling:
    choices = (*((str(at), told(ORDINALS[at - 1])) for at in range(1, len(names) + 1)), ("0", told(NO_PLACE)))
    if not places:
        return Ruling(choices, tuple(SeatChoice(name, place) for name, place in zip(names, _now(pairing), strict=True)))
    given = read_numbers(places, "places")
    table = tuple(SeatChoice(name, place) for name, place in zip(names, given, strict=False))
    said = {**dict(choices), "0": say("no place")}
    words = ", ".join(f"{one.name} {said.get(str(one.chosen), '')}" for one in table)
    return _looked_at(Ruling(choices, table, places, words), pairing, places=given)


def _looked_at(asked: Ruling, pairing: Pairing, halves: Sequence[int] = (), places: Sequence[int] = ()) -> Ruling:
    stage: Stage = pairing.round.stage
    sides, forfeit = pairing.sides.all(), not _played(pairing)
    made = ruled(stage.format, stage.settings, len(sides), halves=halves, places=places, forfeit=forfeit)
    drops = stage.format in ("swiss", "heats") and stage.rounds.filter(started_at=None).exists()
    return replace(asked, found=consequences(stage, pairing.pk, made), drops=drops)


def _now(pairing: Pairing) -> list[int]:
    """The places as they stand; before there is a result, everybody's in the order of the seats."""
    made = [side.halves for side in pairing.sides.all()]
    if None in made:
        return list(range(1, len(made) + 1))
    return [1 + sum((other or 0) > (one or 0) for other in made) for one in made]


def _played(pairing: Pairing) -> bool:
    return bool(vars(pairing)["played"])


def _words(halves: tuple[int, int], names: Sequence[str], *, played: bool) -> str:
    match halves:
        case (2, 0) | (0, 2):
            winner, loser = names if halves[0] else names[::-1]
            return (
                say_in("part", "{winner} wins", winner=winner)
                if played
                else say("{winner} wins by walk-over: {loser} is not there", winner=winner, loser=loser)
            )
        case (1, 1):
            return say("A draw")
        case _:
            return say("Both lose") if played else say("Both lose: nobody is there")
