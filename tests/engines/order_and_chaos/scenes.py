"""Positions for the tests: a few chessmen on the board, and what a turn makes of them."""

from collections.abc import Mapping
from typing import Any

import pytest

from engines import play, registry
from engines.contract import IllegalAction
from engines.order_and_chaos.board import AREA_OF, AREAS
from engines.order_and_chaos.occupancy import CODE_OF, GRAVE_CODE, AreaOccupancy, build_occupancy
from engines.order_and_chaos.state import encode_mark

ENGINE = registry.get("order-and-chaos")
ORDER, CHAOS = 0, 1
SIDES = ("order", "chaos")


def scene(
    order: str,
    chaos: str,
    *,
    turn: int = ORDER,
    graves: tuple[str, str] = ("", ""),
    south: int = ORDER,
    fresh: str = "",
    dominated: Mapping[str, int] | None = None,
    quiet: int = 0,
    turns: int = 40,
    **options: Any,
) -> Any:
    """A state in play from texts such as "B1 b, W2 ssb". `south` owns the south; `fresh` names areas whose chessman has
    not moved yet; `dominated` says whose a battle area with as many of both sides is (Order's if not said)."""
    men = [[0] * 4 for _ in range(AREAS)]
    for seat, text in enumerate((order, chaos)):
        for group in filter(None, text.split(", ")):
            area, kinds = group.split()
            for kind in kinds:
                men[AREA_OF[area]][2 * seat + "sb".index(kind)] += 1
    codes = [_code(name, men[area], (dominated or {}).get(name, ORDER)) for name, area in AREA_OF.items()]
    place = bytes([*codes, encode_mark(turn, south), *(GRAVE_CODE[grave] for grave in graves)]).decode()
    bits = sum(1 << AREA_OF[name] for name in fresh.split())
    start = ENGINE.dump(ENGINE.start(ENGINE.options(options), 2))
    changed = {"place": place, "fresh": bits, "turn": turns, "quiet": quiet, "history": place}
    return ENGINE.load({**start, **changed})


def _code(name: str, counts: list[int], dominator: int) -> int:
    tie = sum(counts) > 0 and counts[0] + counts[1] == counts[2] + counts[3]
    crowd = build_occupancy(tuple(counts), dominator if tie else None)
    assert name[0] == "W" or sum(counts) <= 1, "a triangle holds one"
    return CODE_OF[AreaOccupancy(*crowd)]


def do(state: Any, *actions: str) -> Any:
    """The state after actions of whoever is to act; `time` is the referee's."""
    for text in actions:
        seat = None if text == "time" else state.seat
        state = ENGINE.apply(state, seat, ENGINE.decode(text))
    return state


def seen(state: Any) -> dict[str, Any]:
    return ENGINE.view(state, None)


def men(state: Any, area: str) -> tuple[str, str]:
    """The kinds of Order's and of Chaos's chessmen in an area, small ones first: ("sb", "")."""
    found = seen(state)["areas"][area]["men"]
    return tuple("".join(kind for owner, kind, _ in found if owner == seat) for seat in (0, 1))  # type: ignore[return-value]


def dominator(state: Any, area: str) -> str | None:
    seat = seen(state)["areas"][area]["dominator"]
    return None if seat is None else SIDES[seat]


def graves(state: Any) -> tuple[str, str]:
    order, chaos = seen(state)["graves"]
    return "".join(order), "".join(chaos)


def south(state: Any) -> str:
    return SIDES[seen(state)["owners"]["south"]]


def note(state: Any, text: str) -> str:
    """What the record says of an action of the side to move; its plain notation where nothing came of it."""
    return ENGINE.note(state, state.seat, ENGINE.decode(text)) or text


def legal(state: Any, start: str = "") -> set[str]:
    """The legal notations of the side to move, those that begin with a text."""
    listed = ENGINE.legal(state, state.seat)
    assert listed is not None
    return {text for text in map(ENGINE.encode, listed) if text.startswith(start)}


def refusal(state: Any, text: str, seat: int | None = -1) -> IllegalAction:
    """Why an action is refused; of the side to move if no seat is named."""
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, play.Position(state, ENGINE.outcome(state)), state.seat if seat == -1 else seat, text)
    return caught.value


def end(state: Any) -> tuple[str | None, str]:
    """The winner (None: a draw) and the reason."""
    outcome = ENGINE.outcome(state)
    assert outcome is not None, "the match is not over"
    return (None if outcome.ranks == (1, 1) else SIDES[outcome.ranks.index(1)]), outcome.reason


def start(**options: Any) -> Any:
    return ENGINE.start(ENGINE.options(options), 2)
