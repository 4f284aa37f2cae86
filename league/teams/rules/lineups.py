"""Which members of a team may be named for a match, and who plays if the captain names nobody. No queries."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engines.i18n import translate as _
from league.events.team_rules import BoardOrder, TeamRules
from matches.errors import ActionError


class Place(NamedTuple):
    """A place on a roster, in board order; alternates follow the regular players."""

    id: int
    alternate: bool = False
    accepted: bool = True


def build_default_lineup(rules: TeamRules, roster: Sequence[Place]) -> list[int | None]:
    """Return the line-up of a silent captain: the first players of the roster, then alternates; None for an empty board.

    >>> build_default_lineup(TeamRules(boards=3), [Place(7), Place(8, accepted=False), Place(9, alternate=True)])
    [7, 9, None]
    """
    ready = [place.id for place in sorted(roster, key=lambda place: place.alternate) if place.accepted][: rules.boards]
    return [*ready, *[None] * (rules.boards - len(ready))]


def check_lineup(rules: TeamRules, roster: Sequence[Place], members: Sequence[int | None]) -> None:
    """Raise ActionError unless the members may play in this order.

    Codes: boards, not-on-roster, not-accepted, twice, nobody, board-order.
    """
    if len(members) != rules.boards:
        raise ActionError("boards", _("Name a player for each of the {boards} boards, or leave a board empty.",
                                      boards=rules.boards), "members")  # fmt: skip
    places = {place.id: place for place in roster}
    named = [member for member in members if member is not None]
    for member in named:
        if member not in places:
            raise ActionError("not-on-roster", _("A player isn't on the roster of your team."), "members")
        if not places[member].accepted:
            raise ActionError("not-accepted", _("A player hasn't accepted your invitation to the team yet."), "members")
    if len(set(named)) < len(named):
        raise ActionError("twice", _("A player can't play on two boards. Name each player once."), "members")
    if not named:
        raise ActionError("nobody", _("Name at least one player."), "members")
    if any(member is None for member in members[: len(named)]):
        raise ActionError("board-order", _("Leave the last boards empty, not boards in between."), "members")
    order = [place.id for place in sorted(roster, key=lambda place: place.alternate)]
    positions = [order.index(member) for member in named]
    if rules.order == BoardOrder.FIXED and positions != sorted(positions):
        text = _("In this event, players must play in the board order of the roster. Change their order.")
        raise ActionError("board-order", text, "members")


def find_next_alternate(roster: Sequence[Place], busy: Collection[int], asked: Collection[int]) -> int | None:
    """Return the next member to ask: alternates first, then other players without a board in this match.

    >>> find_next_alternate([Place(1), Place(2), Place(3, alternate=True)], busy=[1], asked=[])
    3
    """
    free = [place for place in roster if place.accepted and place.id not in busy and place.id not in asked]
    return min(free, key=lambda place: not place.alternate).id if free else None


def first_side(board: int, home: int) -> int:
    """Return the side that moves first on a board: the home side on odd boards.

    >>> [first_side(board, home=1) for board in (1, 2, 3)]
    [1, 0, 1]
    """
    return home if board % 2 else 1 - home
