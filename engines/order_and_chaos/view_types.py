"""The types of an Order & Chaos view. Seat 0 is Order, seat 1 Chaos."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypedDict

from engines.common import ViewOutcome

Kind = Literal["s", "b"]
Man = Annotated[list[Any], tuple[int, Kind, bool]]
Point = Annotated[list[int], tuple[int, int]]
Box = Annotated[list[int], tuple[int, int, int, int]]
Territory = Literal["south", "north"]


class OrderAndChaosArea(TypedDict):
    """The chessmen in an area and their effect on moves."""

    men: Annotated[Sequence[Man], "Chessmen: [seat, `s` small or `b` big, whether it has moved in this match]."]
    dominator: Annotated[int | None, "Seat that dominates the battle area; null for an empty one and for a triangle."]
    frozen: Annotated[int | None, "Seat whose chessmen in the battle area cannot move now."]
    closed: Annotated[list[int], "Seats that cannot enter the battle area now."]


class OrderAndChaosRevived(TypedDict):
    """A chessman revived from the grave."""

    kind: Annotated[Kind, "`s` small, `b` big."]
    at: Annotated[str, "Area where it was revived."]
    killed: Annotated[Kind | None, "Kind that it killed there; null for none."]


OrderAndChaosLast = TypedDict(
    "OrderAndChaosLast",
    {
        "by": Annotated[int, "Seat that took the turn."],
        "do": Annotated[str, "The action in the game's notation."],
        "from": Annotated[str | None, "Area that the chessman left; null for a pass."],
        "to": Annotated[str | None, "Area that it entered; null for a pass."],
        "kind": Annotated[Kind | None, "Kind of the chessman that moved: `s` small, `b` big; null for a pass."],
        "through": Annotated[list[str], "Triangles it passed through, one with its own big chessman; empty for a step."],
        "killed": Annotated[Kind | None, "Kind killed in `to`; null for none."],
        "turned": Annotated[bool, "Whether the territories changed owners."],
        "revived": Annotated[list[OrderAndChaosRevived], "The mover's revived chessmen, in order."],
        "note": Annotated[str, "The turn's effects in the notation of the record; empty for a plain step."],
    },
)
"""The last turn."""


class OrderAndChaosBoardArea(TypedDict):
    """The shape of an area."""

    kind: Annotated[Literal["small", "big", "battle"], "Small or big triangle, or battle area."]
    territory: Annotated[Territory | None, "Territory that it belongs to; null for none."]
    core: Annotated[bool, "Whether it is one of the two cores."]
    revive: Annotated[Territory | None, "Territory whose owner's dead are revived here; null for none."]
    centre: Annotated[Point, "[x, y] of its middle."]
    shape: Annotated[list[Point], "Polygon: [x, y] of each corner."]


class OrderAndChaosGraves(TypedDict):
    """Where the graves are drawn, by territory."""

    south: Annotated[Box, "[left, top, width, height]."]
    north: Annotated[Box, "[left, top, width, height]."]


class OrderAndChaosBoard(TypedDict):
    """The constant part of the board: areas and their shapes. Coordinates are whole numbers, y downward."""

    size: Annotated[Point, "[width, height] of the drawing."]
    hexagon: Annotated[list[Point], "Polygon in the middle, which can't be entered."]
    link: Annotated[list[Point], "Line between the two cores."]
    areas: Annotated[dict[str, OrderAndChaosBoardArea], "Every area by name."]
    graves: Annotated[OrderAndChaosGraves, "Where the graves are drawn."]


class OrderAndChaosOwners(TypedDict):
    """Owners of the two territories."""

    south: Annotated[int, "Seat that owns the southern territory now."]
    north: Annotated[int, "Seat that owns the northern territory now."]


class OrderAndChaosOptions(TypedDict):
    """The options of the match."""

    classroom: Annotated[bool, "Whether the classroom model is used."]
    quiet_turn_limit: Annotated[int, "Quiet turns in a row after which points decide."]
    repetition_limit: Annotated[int, "No move may make a position occur this often; in rules versions 1 and 2, points decide."]
    rules: Annotated[str, "`tuned` or `printed`: without OC-18 and OC-20. Before rules version 5 always `tuned`."]


class OrderAndChaosView(TypedDict):
    """A match of Order & Chaos. Nothing is hidden: views differ only in `viewer`. Seat 0 is Order, seat 1 Chaos."""

    game: Annotated[Literal["order-and-chaos"], "Key of the game, which distinguishes the views of the games."]
    phase: Annotated[Literal["play", "over"], "`play` or `over`."]
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee acts and after the end."]
    seat: Annotated[int, "Seat on turn; after the end, the seat that would be."]
    turn: Annotated[int, "Turns played."]
    areas: Annotated[dict[str, OrderAndChaosArea], "Every area of the board by name, empty ones too."]
    owners: Annotated[OrderAndChaosOwners, "Current owners of the territories."]
    revive: Annotated[list[str], "By seat: area where its dead are revived now."]
    graves: list[list[Kind]]
    """By seat: its dead, longest dead first. Drawn at `board.graves` of the territory that the seat owns."""
    occupation: Annotated[list[int], "By seat: moved chessmen in matching triangles of the opponent's territory."]
    occupation_to_win: Annotated[int, "Number of such chessmen that wins the match."]
    dead_to_lose: Annotated[int, "Number of dead after the side's own turn that loses the match."]
    points: Annotated[list[float], "By seat: points for the occupation (classroom model, or if the match stalls)."]
    penalty: float
    """Classroom: points that the side on turn loses if it is ahead when the match ends now (OC-19); 0 at the last
    turn of a match that no clock has ended, and in other matches."""
    held: list[float] | None
    """Classroom: by seat, the points after every turn, added up; they decide between equal points (OC-20). Null in rules
    versions 1 to 3, by the printed rules, and in other matches."""
    quiet: Annotated[int, "Turns since a kill or a change of territories or occupation."]
    quiet_limit: Annotated[int, "Number of such turns after which points decide."]
    stood: int
    """How often this position has occurred, including now; 0 in the classroom model of rules versions 1 and 2 and of the
    printed rules."""
    stood_limit: int | None
    """No move may make a position occur this often. In rules versions 1 and 2, points decide when one does. Null by the
    printed rules."""
    repeats: dict[str, int]
    """By move: how often the position after it has occurred. Moves of the seat on turn, also those in `barred`; a move
    that is missing leads to a new position."""
    barred: list[str] | None
    """Moves of the seat on turn that are illegal only because they would repeat a position too often. Null in rules
    versions 1 and 2 and by the printed rules, where such moves are legal."""
    time_ms: int | None
    """Classroom: length of the match in milliseconds from the first turn; otherwise null."""
    last: Annotated[OrderAndChaosLast | None, "The last turn; null before the first."]
    board: Annotated[OrderAndChaosBoard, "The constant part of the board: areas and their shapes."]
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
    options: Annotated[OrderAndChaosOptions, "The options of the match."]
