"""The types of a Field Tactics view. Seat 0 is Red, seat 1 Blue."""

from typing import Annotated, Any, Literal, TypedDict

from engines.common import ViewOutcome

Phase = Literal["choose", "setup", "play", "duel", "over"]
Result = Literal["o", "x", "="]
Piece = Annotated[list[Any], tuple[int, str | None]]

FieldTacticsRevealed = TypedDict(
    "FieldTacticsRevealed",
    {
        "0": Annotated[str | None, "Code of Red's destroyed piece, null if none was."],
        "1": Annotated[str | None, "Code of Blue's destroyed piece, null if none was."],
    },
)
"""Pieces that a battle destroyed, by seat."""

FieldTacticsLast = TypedDict(
    "FieldTacticsLast",
    {
        "by": Annotated[int, "Seat that moved."],
        "from": Annotated[str, "Square that the piece left."],
        "to": Annotated[str, "Square that it moved to, or attacked."],
        "battle": Annotated[Result | None, "Result for the attacker: `o` won, `x` lost, `=` both destroyed; null: no battle."],
        "revealed": Annotated[FieldTacticsRevealed, "Pieces that the battle destroyed."],
    },
)
"""The last move on the board."""


class FieldTacticsDuel(TypedDict):
    """A past duel. Its pieces are given by their squares."""

    red: Annotated[str, "Square of Red's piece."]
    blue: Annotated[str, "Square of Blue's piece."]
    result: Annotated[Result, "Result for Red: `o` won, `x` lost, `=` both destroyed."]
    revealed: Annotated[FieldTacticsRevealed, "Pieces that the duel destroyed."]


class FieldTacticsOptions(TypedDict):
    """The options of the match."""

    advantage: Annotated[str | None, "Side with the advantage, `red` or `blue`; null if drawn at random."]
    tank_beats_engineer: Annotated[bool, "Whether a tank beats an engineer."]
    quiet_turn_limit: Annotated[int, "Limit of turns in a row without a battle."]


class FieldTacticsView(TypedDict):
    """A match of Field Tactics as one viewer sees it. Seat 0 is Red, seat 1 Blue."""

    game: Annotated[Literal["field-tactics"], "Key of the game, which distinguishes the views of the games."]
    phase: Phase
    """`choose`: who moves first; `setup`: both set up in secret; `play`; `duel`: both choose a piece; `over`."""
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee acts and after the end."]
    advantage: Annotated[int | None, "Seat that has the advantage; null until it is drawn."]
    first: Annotated[int | None, "Seat that moves first; null until it is chosen."]
    turn: Annotated[int, "Turns played on the board."]
    squares: dict[str, Piece]
    """Occupied squares: [seat, code of the piece]. The code is null if hidden from you."""
    ready: Annotated[list[bool], "By seat: whether its secret set-up or duel piece is submitted."]
    choice: Annotated[str | None, "Square of your own piece for the coming duel."]
    lost: Annotated[list[list[str]], "By seat: codes of its destroyed pieces, oldest first."]
    last: Annotated[FieldTacticsLast | None, "The last move on the board; null before the first."]
    quiet: Annotated[int, "Turns since the last battle."]
    quiet_limit: Annotated[int, "Limit of turns in a row without a battle."]
    duels: Annotated[list[FieldTacticsDuel], "Past duels, oldest first."]
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
    options: Annotated[FieldTacticsOptions, "The options of the match."]
