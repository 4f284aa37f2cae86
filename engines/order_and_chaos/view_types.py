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
    """What stands in an area, and what that means for moves now."""

    men: Annotated[Sequence[Man], "Chessmen: [seat, `s` small or `b` big, whether it has moved in this match]."]
    dominator: Annotated[int | None, "Seat that dominates the battle area; null for an empty one and for a triangle."]
    frozen: Annotated[int | None, "Seat whose chessmen in the battle area cannot move now."]
    closed: Annotated[list[int], "Seats that cannot enter the battle area now."]


class OrderAndChaosRevived(TypedDict):
    """A chessman that came back from the grave."""

    kind: Annotated[Kind, "`s` small, `b` big."]
    at: Annotated[str, "Area where it came back."]
    killed: Annotated[Kind | None, "Kind that it killed there; null for none."]


OrderAndChaosLast = TypedDict(
    "OrderAndChaosLast",
    {
        "by": Annotated[int, "Seat that took the turn."],
        "do": Annotated[str, "The action in the game's notation."],
        "from": Annotated[str | None, "Area that the chessman left; null for a pass."],
        "to": Annotated[str | None, "Area that it entered; null for a pass."],
        "kind": Annotated[Kind | None, "Kind of the chessman that moved: `s` small, `b` big; null for a pass."],
        "through": Annotated[list[str], "Triangles that it passed, one of them with the own big chessman; empty for a step."],
        "killed": Annotated[Kind | None, "Kind that was killed in `to`; null for none."],
        "turned": Annotated[bool, "Whether the territories changed owners."],
        "revived": Annotated[list[OrderAndChaosRevived], "The mover's dead that came back, in order."],
        "note": Annotated[str, "All of this as the record writes it; empty for a plain step."],
    },
)
"""The last turn."""


class OrderAndChaosBoardArea(TypedDict):
    """An area as it is drawn."""

    kind: Annotated[Literal["small", "big", "battle"], "Small or big triangle, or battle area."]
    territory: Annotated[Territory | None, "Territory that it belongs to; null for none."]
    core: Annotated[bool, "Whether it is one of the two cores."]
    revive: Annotated[Territory | None, "Territory whose owner's dead come back here; null for none."]
    centre: Annotated[Point, "[x, y] of its middle."]
    shape: Annotated[list[Point], "Polygon: [x, y] of each corner."]


class OrderAndChaosGraves(TypedDict):
    """Where the graves are drawn, by territory."""

    south: Annotated[Box, "[left, top, width, height]."]
    north: Annotated[Box, "[left, top, width, height]."]


class OrderAndChaosBoard(TypedDict):
    """What never changes: areas and how they are drawn. Coordinates are whole numbers, y downward."""

    size: Annotated[Point, "[width, height] of the drawing."]
    hexagon: Annotated[list[Point], "Polygon in the middle, which nobody enters."]
    link: Annotated[list[Point], "Line by which the two cores touch."]
    areas: Annotated[dict[str, OrderAndChaosBoardArea], "Every area by name."]
    graves: Annotated[OrderAndChaosGraves, "Where the graves are drawn."]


class OrderAndChaosOwners(TypedDict):
    """Owners of the two territories."""

    south: Annotated[int, "Seat that owns the southern territory now."]
    north: Annotated[int, "Seat that owns the northern territory now."]


class OrderAndChaosOptions(TypedDict):
    """The options of the match."""

    classroom: Annotated[bool, "Whether it is played by the classroom model."]
    quiet_turn_limit: Annotated[int, "Quiet turns in a row after which points decide."]
    repetition_limit: Annotated[int, "How often a position stands until points decide."]


class OrderAndChaosView(TypedDict):
    """A match of Order & Chaos. All is open: only `viewer` differs. Seat 0 is Order, seat 1 Chaos."""

    game: Annotated[Literal["order-and-chaos"], "Key of the game: tells the views of the five games apart."]
    phase: Annotated[Literal["play", "over"], "`play` or `over`."]
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee acts and after the end."]
    seat: Annotated[int, "Seat on turn; after the end, the seat that would be."]
    turn: Annotated[int, "Turns made."]
    areas: Annotated[dict[str, OrderAndChaosArea], "Every area of the board by name, empty ones too."]
    owners: Annotated[OrderAndChaosOwners, "Who owns the territories now."]
    revive: Annotated[list[str], "By seat: area where its dead come back now."]
    graves: list[list[Kind]]
    """By seat: its dead, longest dead first. Drawn at `board.graves` of the territory that the seat owns."""
    occupation: Annotated[list[int], "By seat: moved chessmen in matching triangles of the other's territory."]
    occupation_to_win: Annotated[int, "Such chessmen that win the match."]
    dead_to_lose: Annotated[int, "Dead in the grave after the side's own turn that lose the match."]
    points: Annotated[list[float], "By seat: what the occupation is worth (classroom, and where the match stalls)."]
    penalty: float
    """Classroom: points that the side on turn loses if it is ahead when the match ends now (OC-19); 0 at the last
    turn of a match that no clock has ended, and in other matches."""
    quiet: Annotated[int, "Turns since a kill, a change of territories or of an occupation."]
    quiet_limit: Annotated[int, "Such turns after which points decide."]
    stood: Annotated[int, "How often this position has stood, this time included; 0 in the classroom model."]
    stood_limit: Annotated[int, "How often a position stands until points decide."]
    time_ms: int | None
    """Classroom: length of the match in milliseconds from the first turn; otherwise null."""
    last: Annotated[OrderAndChaosLast | None, "The last turn; null before the first."]
    board: Annotated[OrderAndChaosBoard, "What never changes: areas and how they are drawn."]
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
    options: Annotated[OrderAndChaosOptions, "The options of the match."]
