"""Preview of an override: the possible results, and what one of them would change."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from django.http import QueryDict

from engines.words import marked, say, told
from league.events.models import SeriesMatch, Stage
from league.events.rulings import ENTERED, FORFEIT, POSSIBLE, RESULTS, is_forfeit, read_sides, result_code, ruled
from league.results.result_impact import Consequences, consequences, names_of
from league.standings.rows import PairingRow, StageRows, rows_of
from matches.refusals import Refused

NO_PLACE = marked("Unplaced (disqualified or absent)")
Known = tuple[StageRows, Mapping[int, str], Sequence[SeriesMatch]]
ORDINALS = (marked("1st"), marked("2nd"), marked("3rd"), marked("4th"))


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A side of a table with its chosen place."""

    name: str
    chosen: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """An override preview; `found` is None until a result is `chosen`.

    `choices` are (value, label) of a result between two, or of the place of each side of `table`. `drops`: unpublished
    rounds would be deleted.
    """

    choices: tuple[tuple[str, str], ...]
    table: tuple[SeatChoice, ...] = ()
    chosen: str = ""
    words: str = ""
    found: Consequences | None = None
    drops: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """A pairing with its sides' names and half points, and its stage with all names."""

    pairing: PairingRow
    sides: Sequence[str]
    halves: Sequence[int | None]
    rows: StageRows
    names: Mapping[int, str]
    series: Sequence[SeriesMatch]

    @property
    def played(self) -> bool:
        return self.pairing.reason == ENTERED or any(one.was_played for one in self.series)


def ruling(
    event_id: int, pairing_id: int, halves: str = "", places: str = "", *, result: str = "", known: Known | None = None
) -> Ruling:
    """Return the possible overrides of a pairing, and what a `result` (a code such as `1-0`) would change.

    At a table of heats it is `places` (`1-2-2-0`). `halves` (`2-0`) is a result without how it came about. `data`
    saves queries if the caller has it. Raises Refused if the pairing can't be overridden.
    """
    rows, names, series = known or read_known(event_id, pairing_id)
    round_, pairing = next((row, one) for row in rows.rounds for one in row.pairings if one.id == pairing_id)
    said = [names[side.entrant] for side in pairing.sides if side.entrant]
    if round_.started_at is None or len(said) < 2:
        raise Refused("no-contest", say("Only published pairings between entrants can be ruled on."))
    read = _Read(pairing, said, [side.halves for side in pairing.sides], rows, names, series)
    if rows.stage.traits.by_places:
        return _at_table(read, places)
    return _between_two(read, result or _as_code(halves, read))


def read_known(event_id: int, pairing_id: int) -> Known:
    """Read a pairing's stage, the names of its entrants and the pairing's matches. Raises Refused("not-found")."""
    stages = Stage.objects.select_related("event").filter(event=event_id, rounds__pairings=pairing_id)
    if (stage := stages.first()) is None:
        raise Refused("not-found", say("Pairing not found in this event."))
    rows = rows_of(stage)
    return rows, names_of(rows), matches_of(pairing_id)


def matches_of(pairing_id: int) -> list[SeriesMatch]:
    """Return the matches of a pairing in order."""
    return list(SeriesMatch.objects.filter(pairing=pairing_id).select_related("match").order_by("number"))


def asked_ruling(
    event_id: int, pairing_id: int, asked: QueryDict, known: Known | None = None
) -> tuple[Ruling | None, str]:
    """Return the preview that a page's query asks for, and the error message, if any, with the choices."""
    places, result = "-".join(asked.getlist("places")), asked.get("result", "")
    try:
        return ruling(event_id, pairing_id, asked.get("halves", ""), places, result=result, known=known), ""
    except Refused as refusal:
        with suppress(Refused):  # the pairing may not be overridable at all
            return ruling(event_id, pairing_id, known=known), refusal.text
        return None, refusal.text


def _as_code(halves: str, read: _Read) -> str:
    """Return the code of a result given by half points only; empty without one."""
    if not halves:
        return ""
    points = read_sides(halves, "halves")
    if points not in POSSIBLE:
        raise Refused("bad-result", say("Choose one of the listed results."), "halves")
    return result_code(points, forfeit=is_forfeit("", points, begun=read.played))


def _between_two(read: _Read, code: str) -> Ruling:
    stage = read.rows.stage
    choices = tuple(
        (key, _words(key, read.sides))
        for key, (points, _) in RESULTS.items()
        if stage.traits.can_draw or points != (1, 1)
    )
    if not code:
        return Ruling(choices)
    if code not in dict(choices):
        raise Refused("bad-result", say("Choose one of the listed results."), "result")
    points, how = RESULTS[code]
    asked = Ruling(choices, chosen=code, words=dict(choices)[code])
    return _looked_at(asked, read, halves=points, forfeit=how == FORFEIT)


def _at_table(read: _Read, places: str) -> Ruling:
    names = read.sides
    choices = (*((str(at), told(ORDINALS[at - 1])) for at in range(1, len(names) + 1)), ("0", told(NO_PLACE)))
    if not places:
        made = [half for half in read.halves if half is not None]
        now = [1 + sum(other > one for other in made) for one in made]
        if len(made) < len(read.halves):  # without a result, all sides in seat order
            now = list(range(1, len(names) + 1))
        return Ruling(choices, tuple(SeatChoice(name, place) for name, place in zip(names, now, strict=True)))
    numbers = read_sides(places, "places")
    table = tuple(SeatChoice(name, place) for name, place in zip(names, numbers, strict=False))
    said = {**dict(choices), "0": say("unplaced")}
    words = ", ".join(f"{one.name} {said.get(str(one.chosen), '')}" for one in table)
    return _looked_at(Ruling(choices, table, places, words), read, places=numbers, forfeit=not read.played)


def _looked_at(
    asked: Ruling, read: _Read, halves: Sequence[int] = (), places: Sequence[int] = (), *, forfeit: bool
) -> Ruling:
    rows, stage = read.rows, read.rows.stage
    made = ruled(stage.format, stage.settings, len(read.halves), halves=halves, places=places, forfeit=forfeit)
    drops = stage.traits.drafted and any(row.started_at is None for row in rows.rounds)
    counted = [one for one in read.series if one.counted_at]
    found = consequences(rows, read.pairing.id, made, read.names, counted[0] if len(counted) == 1 else None)
    return replace(asked, found=found, drops=drops)


def _words(code: str, names: Sequence[str]) -> str:
    points, how = RESULTS[code]
    forfeit = how == FORFEIT
    match points:
        case (2, 0) | (0, 2):
            winner, loser = names if points[0] else names[::-1]
            if forfeit:
                return say("{winner} wins by walkover ({loser} was absent)", winner=winner, loser=loser)
            return say("{winner} wins", winner=winner)
        case (1, 1):
            return say("Draw")
        case _:
            return say("Both lose (double forfeit)") if forfeit else say("Both lose")
