"""The rules of an event between teams, chosen by its organiser. No queries."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from engines.contract import Json
from engines.i18n import translate as _
from matches.errors import ActionError

MAX_BOARDS = 20


class BoardOrder(StrEnum):
    """Whether line-ups must follow the board order of the roster."""

    FIXED = "fixed"
    FREE = "free"


class NoShowRule(StrEnum):
    """What happens to the board of a player who doesn't appear."""

    ALTERNATE = "alternate"
    """Alternates are asked; without one, the board is forfeited."""
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The rules of team matches. Match points are whole points, minutes count from the start of the round or the call."""

    boards: int = 4
    alternates: int = 2
    """The most alternates on a roster."""
    order: str = BoardOrder.FIXED
    lineup_min: int = 60
    """Minutes from the start of a round to the deadline of its line-ups; 0: the default line-ups play at once."""
    answer_min: int = 10
    """Minutes after which the next alternate is asked too."""
    no_show: str = NoShowRule.ALTERNATE
    win: int = 2
    draw: int = 1
    loss: int = 0

    def dump(self) -> dict[str, Json]:
        return asdict(self)

    @property
    def roster_most(self) -> int:
        """Return the most regular players on a roster: as many again as there are boards."""
        return 2 * self.boards


RANGES = {
    "boards": (1, MAX_BOARDS), "alternates": (0, 10), "lineup_min": (0, 10_080), "answer_min": (1, 1_440), "win": (1, 10),
    "draw": (0, 10), "loss": (0, 10),
}  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {"order": tuple(BoardOrder), "no_show": tuple(NoShowRule)}


def parse_rules(data: object) -> TeamRules | None:
    """Return the validated rules with defaults, None for an event between players. Raises ActionError on `teams`."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise _refuse(_("Enter the rules of the teams by name, such as boards."))
    known = [field.name for field in fields(TeamRules)]
    for key in data:
        if key not in known:
            raise _refuse(_("Unknown rule {key}. Choose one of {known}.", key=repr(key), known=", ".join(known)))
    for name, (least, most) in RANGES.items():
        value = data.get(name, least)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            text = _("{name}: enter a whole number from {least} to {most}.", name=name, least=least, most=most)
            raise _refuse(text)
    for name, allowed in CHOICES.items():
        if data.get(name, allowed[0]) not in allowed:
            raise _refuse(_("{name}: choose one of {known}.", name=name, known=", ".join(allowed)))
    rules = TeamRules(**{str(key): value for key, value in data.items()})
    if not rules.win > rules.draw > rules.loss:
        raise _refuse(_("A win must score more than a draw, and a draw more than a loss."))
    return rules


def get_rules(data: Any) -> TeamRules:
    """Return the stored rules of an event between teams."""
    return TeamRules(**data)


def scale_points(rules: TeamRules | None, halves: tuple[int, ...]) -> tuple[int, ...]:
    """Return the half points of a result between teams: twice its match points. Unchanged for players.

    >>> scale_points(TeamRules(), (2, 0)), scale_points(TeamRules(win=3), (1, 1)), scale_points(None, (2, 0))
    ((4, 0), (2, 2), (2, 0))
    """
    if rules is None:
        return halves
    if not any(halves):
        return halves  # Both sides have lost by forfeit.
    worth = {2: rules.win, 1: rules.draw, 0: rules.loss}
    return tuple(2 * worth[half] for half in halves)


def score_walkover(rules: TeamRules | None) -> tuple[int, int]:
    """Return the half points of a side whose opponent is absent, and of that opponent."""
    return (2 if rules is None else 2 * rules.win), 0


def _refuse(text: str) -> ActionError:
    return ActionError("bad-teams", text, "teams")
