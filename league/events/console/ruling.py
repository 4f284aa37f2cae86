"""A ruling that an organiser is about to make: which there are, and what one of them would change."""

from __future__ import annotations

from dataclasses import dataclass

from league.events.actions.overturning import POSSIBLE
from league.events.console.reading import halves as read_halves
from league.events.models import Pairing
from league.events.queries.consequences import Consequences, consequences
from league.events.rules.brackets import FORMATS as BRACKETS
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Ruling:
    """`choices` are (value, words); `found` is None until one is `chosen`. `drops` says that drafted rounds go."""

    choices: tuple[tuple[str, str], ...]
    chosen: str = ""
    words: str = ""
    found: Consequences | None = None
    drops: bool = False


def ruling(event_id: int, pairing_id: int, halves: str = "") -> Ruling:
    """What may be ruled on a pairing, and what `halves` (`2-0`) would bring. Refused where it cannot be ruled on."""
    rows = Pairing.objects.select_related("round__stage__event").prefetch_related("sides__entrant__player")
    pairing = rows.filter(round__event=event_id, pk=pairing_id).first()
    if pairing is None:
        raise Refused("not-found", "There is no such pairing in this event.")
    names = [str(side.entrant.player) for side in pairing.sides.all() if side.entrant]
    if pairing.round.started_at is None or len(names) != 2:
        raise Refused("no-contest", "Only a pairing of a published round between two entrants can be ruled on.")
    stage = pairing.round.stage
    knock_out = stage.format in BRACKETS
    played = pairing.series.filter(match__started_at__isnull=False).exists()
    choices = tuple(
        (f"{one}-{other}", _words((one, other), names, played=played))
        for one, other in POSSIBLE
        if not (knock_out and one == other == 1)
    )
    if not halves:
        return Ruling(choices)
    if halves not in dict(choices):
        raise Refused("bad-result", "Choose one of the results that there are.", "halves")
    found = consequences(stage, pairing_id, read_halves(halves, "halves"))
    drops = not knock_out and stage.rounds.filter(started_at=None).exists() and stage.format in ("swiss", "heats")
    return Ruling(choices, halves, dict(choices)[halves], found, drops)


def _words(halves: tuple[int, int], names: list[str], *, played: bool) -> str:
    match halves:
        case (2, 0) | (0, 2):
            winner, loser = names if halves[0] else names[::-1]
            return f"{winner} wins" if played else f"{winner} wins by walk-over: {loser} is not there"
        case (1, 1):
            return "A draw"
        case _:
            return "Both lose" if played else "Both lose: nobody is there"
