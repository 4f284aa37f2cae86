"""The types of a Zero Order view. Seat 0 is White, seat 1 Grey."""

from typing import Annotated, Any, Literal, TypedDict

from engines.common import ViewOutcome

Phase = Literal["draw", "team", "map", "deploy", "support", "move", "act", "combo", "build", "over"]
Via = Literal["own", "copied", "stacked", "copied-beneath"]
Place = Annotated[list[int], tuple[int, int]]
Tile = Annotated[list[Any], tuple[int | None, str | None]]
Unit = Annotated[list[Any], tuple[int, str]]
Step = Annotated[list[Any], tuple[str | None, str | None]]


class ZeroOrderHold(TypedDict):
    """A hold in play."""

    by: Annotated[str, "Grid of the holder."]
    kind: Annotated[str, "Code of the hold's function."]
    source: Annotated[str, "Code of the token whose function it is."]
    via: Via
    """How the holder has the function: its own, copied, of the unit stacked beneath, or copied from beneath."""
    held: Annotated[list[str], "Grids of the held units."]


class ZeroOrderLast(TypedDict):
    """The last action."""

    by: Annotated[int | None, "Seat that acted; null for the referee."]
    do: Annotated[str, "The action in the game's notation."]
    moves: list[Step]
    """Units that changed grid: [from, to]; null for off the map. A stacked unit goes to its Stack's grid."""
    gone: Annotated[list[Unit], "Tokens that left the map: [seat, code]."]


class ZeroOrderOptions(TypedDict):
    """The options of the match."""

    start: Annotated[str, "Start variant: `best_team_wins`, `capture_the_flag`, `kill_the_king` or `luck_of_the_draw`."]
    levels: Annotated[int, "Functions up to this level are in play: 1 to 3."]
    joined_map: Annotated[bool, "Whether all tiles must be connected."]
    quiet_turn_limit: Annotated[int, "Uneventful turns in a row after which the match is drawn."]
    turn_limit: Annotated[int, "Turns after which the match is drawn."]
    rules: Annotated[str, "`tuned` or `printed`: without ZO-29. Before rules version 4 always `tuned`."]


class ZeroOrderView(TypedDict):
    """A match of Zero Order. Only a chosen team is hidden until both are submitted. Seat 0 is White, seat 1 Grey."""

    game: Annotated[Literal["zero-order"], "Key of the game, which distinguishes the views of the games."]
    phase: Phase
    """`draw` (of teams, by the referee), `team`, `map`, `deploy`, `support`; in a turn `move`, `act`, `combo`, `build`;
    `over`."""
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee acts and after the end."]
    turn: Annotated[int, "Completed turns."]
    grids: dict[str, Place]
    """All 39 places: [column from the left, 0 to 4; twice the height, from White's side]. Neighbours differ by 0,±2 or
    ±1,±1; the Battle Line is at 8."""
    tiles: dict[str, Tile]
    """Every tile by grid: [seat, code of its token]; both null for the centre, which has no owner."""
    units: Annotated[dict[str, Unit], "Every unit on the map by grid: [seat, code]."]
    states: dict[str, str]
    """Units that are not simply active, by grid: letters of `I` immobilized, `D` deactivated, `M` immunized."""
    stacks: Annotated[list[list[str]], "By seat: codes of the units under its Stack."]
    holds: Annotated[list[ZeroOrderHold], "Holds in play."]
    formations: Annotated[dict[str, list[str]], "Holders that move together with the units on these grids, by grid."]
    hands: Annotated[list[list[str]], "By seat: codes of tokens still to be placed as tiles or units."]
    teams: list[list[str] | None]
    """By seat: codes of its team; null if not chosen yet or hidden from you."""
    ready: Annotated[list[bool], "By seat: whether its team is chosen."]
    aside: Annotated[list[list[str]], "By seat: codes of tokens permanently off the grid."]
    mover: Annotated[str | None, "Grid of the unit that moved this turn."]
    acted: Annotated[list[str], "Grids of units that have acted this turn, or in `support` were put in play."]
    landed: Annotated[list[str], "Grids of units that the last action moved; a combo must select one of them."]
    fallen: Annotated[list[str], "Codes of the opponent's defeated units, which the seat on turn builds as tiles."]
    last: Annotated[ZeroOrderLast | None, "The last action; null before the first."]
    stood: int
    """How often the position at the start of this turn has stood since the map last changed; the third time is a draw. 0
    in the set-up, and in the rest of a turn that changes the map."""
    repeated: list[str]
    """Positions that have stood twice, with the seat to move: the match is drawn if one stands again. They are named by
    their digest (`engines.zero_order.state.digest`)."""
    quiet: Annotated[int, "Uneventful turns in a row."]
    quiet_limit: Annotated[int, "Number of such turns after which the match is drawn."]
    turn_limit: Annotated[int, "Turns after which the match is drawn."]
    grids_between: Annotated[int, "How many grids must lie between opposing units that are deployed: 1 or 2 (ZO-29)."]
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
    options: Annotated[ZeroOrderOptions, "The options of the match."]
