"""What matters about each player of an unpublished Swiss round: points, sides and floats so far, and what a swap breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.i18n import mark, translate as _
from league.formats.registry import get_format
from league.formats.swiss.format import build_tournament
from league.formats.swiss.tournament import BLACK, WHITE, PlayerState, list_player_states
from league.formats.tables import format_halves
from league.standings.history import to_entrants, to_history
from league.standings.rows import RoundRow, StageRows

SIGNS = {WHITE: "○", BLACK: "●"}
SIDE_TEXTS = {WHITE: mark("first"), BLACK: mark("second")}
FLOAT_TEXTS = {"down": mark("floated down"), "up": mark("floated up")}
ARROWS = {"down": "↓", "up": "↑"}


@dataclass(frozen=True, slots=True)
class DraftState:
    """A player before the round."""

    halves: int
    """The points so far, without acceleration."""
    state: PlayerState

    @property
    def points(self) -> str:
        return format_halves(self.halves)

    @property
    def sides(self) -> str:
        """Return the sides so far, as signs."""
        return "".join(SIGNS[side] for side in self.state.colours)

    @property
    def floats(self) -> str:
        """Return the floats of the last round and the one before, as arrows."""
        return "".join(ARROWS[way] for way in self.state.floats if way)

    @property
    def words(self) -> str:
        """Return sides and floats as words."""
        sides = ", ".join(_(SIDE_TEXTS[side]) for side in self.state.colours)
        floats = ", ".join(_(FLOAT_TEXTS[way]) for way in self.state.floats if way)
        return "; ".join(filter(None, (sides, floats)))


def list_draft_states(rows: StageRows, row: RoundRow) -> dict[int, DraftState]:
    """Return the state of every entrant in this round of a stage; empty where the format has none."""
    traits = rows.stage.traits
    if not traits.explained:
        return {}
    before = tuple(item for item in rows.rounds if item.number < row.number)
    entrants = to_entrants(rows)
    ready = {side.entrant for pairing in row.pairings for side in pairing.sides if side.entrant}
    format: Any = get_format(rows.stage.format)
    settings = format.check(rows.stage.settings, len(entrants))
    history = to_history(StageRows(rows.stage, rows.before, rows.places, before))
    tournament = build_tournament(settings, entrants, ready, history)
    made = {player.number: sum(entry.points for entry in player.rounds) for player in tournament.players}
    return {entrants[state.number - 1].id: DraftState(made[state.number], state) for state in list_player_states(tournament)}


def find_draft_states(stages: Sequence[StageRows]) -> dict[int, DraftState]:
    """Return the state of every entrant in the next unpublished round; empty without one, or where it has none."""
    rows = next((rows for rows in stages if rows.stage.finished_at is None), None)
    row = next((row for row in rows.rounds if row.started_at is None), None) if rows else None
    return list_draft_states(rows, row) if rows and row else {}


def list_side_and_score_faults(
    states: Mapping[int, DraftState], names: Mapping[int, str], before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]
) -> list[str]:
    """Return a sentence for each side a player should not have again, and each wider gap of points, that a swap makes.

    `before` and `after` are the entrants of the changed boards, by side.
    """
    old_sides = {entrant: side for board in before for side, entrant in enumerate(board) if len(board) == 2}
    faults: list[str] = []
    for board in (board for board in after if len(board) == 2):
        for side, entrant in enumerate(board):
            due = states[entrant].state.preference if states[entrant].state.absolute else ""
            if due and due != (WHITE, BLACK)[side] and due == (WHITE, BLACK)[old_sides.get(entrant, 1 - side)]:
                faults.append(_("{one} should have the other side.", one=names[entrant]))
    widest = max((_gap(states, board) for board in before), default=0)
    for board in after:
        if _gap(states, board) > widest:
            one, other = board
            faults.append(
                _(
                    "{one} ({points}) and {other} ({other_points}) are in different score groups.",
                    one=names[one], points=states[one].points, other=names[other], other_points=states[other].points,
                )
            )  # fmt: skip
    return faults


def _gap(states: Mapping[int, DraftState], board: Sequence[int]) -> int:
    return abs(states[board[0]].state.score - states[board[1]].state.score) if len(board) == 2 else 0
