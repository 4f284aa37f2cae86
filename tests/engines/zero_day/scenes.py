"""Positions for the tests: a match that has begun, and changes to it in the words of the game."""

from collections.abc import Mapping
from typing import Any

import pytest

from engines import play, registry
from engines.contract import IllegalAction

ENGINE = registry.get("zero-day")
ADMIN, ONE, TWO, THREE = range(4)
PLACES = ["C", *(f"R{n}" for n in range(1, 7)), *(f"T{n}" for n in range(1, 7))]
TILES = ["Central", "Entertainment", "Business", "Residential", "Slum", "Maritime", "Nature", "Industrial", "Void"]
OPERATIONS = [
    *("Invest", "Progress", "Scramble", "Booster", "Eject", "Scan", "Purge", "Singularity"),
    *("Protection", "Shell", "Optimize", "Tax", "Toll"),
]
VIRUSES = ["Alice", "Carol", "Matilda", "Dave", "Eve", "Mallory", "Oscar", "Trudy", "Bob", "Walter", "Victor", "Sybil"]
FACES = [
    *("gain 2", "pay 3", "gain 2 again", "pay 2", "gain 1", "pay 1", "pay 2 bonus", "bonus pay 2"),
    *("pay 3 gain", "gain 3", "pay 3 gain 1", "gain 1 pay 3", "admin", "blank", "pointer", "pointer back"),
    *("bonus", "pay 3 behind", "pay 2 gain", "gain 2 behind"),
]
BOARDS = {
    2: "Entertainment Business Residential Residential Slum Maritime Nature Industrial",
    3: "Entertainment Business Residential Residential Slum Maritime Nature Industrial Residential Entertainment",
    4: "Entertainment Business Residential Residential Slum Maritime Void Industrial Residential Entertainment Business Nature",
}


def bits(cards: str) -> int:
    """A set of cards from a text such as "1 3 X"."""
    return sum(1 << (10 if card == "X" else int(card)) for card in cards.split())


def begun(seats: int = 2, viruses: str = "Alice Eve Bob", **options: Any) -> Any:
    """Round 1 is about to begin: the Admin on spot 0, Hackers on 1, 2, 3; the tiles R1.. as in BOARDS; credentials
    0 1 2 3; Eject and Scan open; no tokens on the board."""
    state = ENGINE.start(ENGINE.options(options), seats)
    if options.get("first_game"):
        viruses = ""
    draws = [f"board {BOARDS[seats]}", "initiative 0 1 2 3 4 5 6 7 8 9", "operations Eject Scan"]
    draws += [f"viruses {viruses}"] if viruses else []
    draws += [f"personal {' '.join(['Victor', 'Trudy', 'Sybil'][: seats - 1])}"] if options.get("advanced") else []
    for text in [*draws, "first admin"]:
        state = ENGINE.apply(state, None, ENGINE.decode(text))
    state = do(state, "credentials 0 1 2 3", *(f"init {seat}" for seat in range(seats)))
    return do(state, "token Defense R1", "token Econ R2", "token Util R3")


def change(state: Any, **changes: Any) -> Any:
    """The state with some of its parts changed, given as `dump` writes them."""
    saved = ENGINE.dump(state)
    unknown = set(changes) - set(saved)
    assert not unknown, unknown
    return ENGINE.load({**saved, **changes})


def turn_of(seat: int, at: str | None = None, *, phase: str = "free", seats: int = 2, **given: Any) -> Any:
    """The seat is on turn with its initiative tile resolved: an Admin in "act", a Hacker (in "free") on a tile.

    Given: `credits`, `proxies`, `score` of that seat, `installed` such as {"Bob": "3 4"}, `stacks` such as
    {"Invest": "4 5"}, `open` such as "Tax Toll", `tokens` such as {"Econ": "R2"}, `viruses`, `flags`, `protection`,
    `credentials`; all else are options of the match.
    """
    scene = {key: given.pop(key) for key in tuple(given) if key in _SETTERS}
    viruses = given.pop("viruses", "Alice Eve Bob")
    state = begun(seats, viruses, **given)
    turn = [False, (0, 0, 0, 0), 0 if seat else 2, 0, 0, 0]
    marker = state.spots[seat]
    state = change(state, seat=seat, marker=marker, phase=phase if seat else "act", turn=turn)
    if at is not None:
        state = change(state, at=_put(state.at, seat, PLACES.index(at)))
        state = without_pawns(state, at) if at != "C" else change(state, central=3)
    for key, value in scene.items():
        state = _SETTERS[key](state, seat, value)
    return state


def _put(values: Any, at: int, value: Any) -> list[Any]:
    changed = list(values)
    changed[at] = value
    return changed


def install(state: Any, seat: int, installed: Mapping[str, str]) -> Any:
    keys, hand = state.installed[seat], state.hands[seat]
    for name, on in installed.items():
        keys |= bits(on) << 10 * VIRUSES.index(name)
        hand &= ~bits(on)
    return change(state, installed=_put(state.installed, seat, keys), hands=_put(state.hands, seat, hand))


def _stack(state: Any, _: int, stacks: Mapping[str, str]) -> Any:
    return change(state, stacks=[bits(stacks.get(name, "")) for name in OPERATIONS])


def _open(state: Any, _: int, names: str) -> Any:
    """Exactly these operations are open beside the basic ones."""
    numbers = [OPERATIONS.index(name) for name in names.split()]
    closed = sum(1 << number for number in range(3, 13) if number not in numbers)
    return change(state, open=numbers, pool=closed, bottom=[])


def without_pawns(state: Any, names: str) -> Any:
    places = [PLACES.index(name) for name in names.split()]
    central = 0 if 0 in places else state.central
    return change(state, neutral=state.neutral & ~sum(1 << place for place in places), central=central)


def _tokens(state: Any, _: int, placed: Mapping[str, str]) -> Any:
    return change(state, tokens=[PLACES.index(placed[kind]) if kind in placed else -1 for kind in ("Defense", "Econ", "Util")])


_SETTERS: dict[str, Any] = {
    "credits": lambda state, seat, value: change(state, credits=_put(state.credits, seat, value)),
    "proxies": lambda state, seat, value: change(state, proxies=_put(state.proxies, seat, value)),
    "score": lambda state, seat, value: change(state, score=_put(state.score, seat, value)), "installed": install,
    "stacks": _stack, "open": _open, "tokens": _tokens,
    "flags": lambda state, _, value: change(state, turn=state.turn._replace(flags=value)),
    "protection": lambda state, _, value: change(state, protection=value),
    "credentials": lambda state, _, value: change(state, credentials=bits(value)),
    "round": lambda state, _, value: change(state, round=value),
}  # fmt: skip


def start_of(seat: int, spot: int = 1, tile: str = "gain 2", **given: Any) -> Any:
    """The seat's turn begins on a spot whose tile shows a face (see FACES; the other tiles stay in order)."""
    state = turn_of(seat, **given)
    spots = list(state.spots)
    spots[seat] = spot
    faces = list(state.tiles)
    face = FACES.index(tile)
    home = next(at for at, other in enumerate(faces) if other // 2 == face // 2)
    faces[home], faces[spot] = faces[spot], face
    state = change(state, spots=spots, tiles=faces, marker=spot, phase="start")
    counts = [
        (state.installed[seat] >> 10 * VIRUSES.index(name) & 1023).bit_count() for name in ("Alice", "Bob", "Carol", "Matilda")
    ]
    return change(state, turn=state.turn._replace(tile=True, effects=tuple(counts)))


def do(state: Any, *texts: str) -> Any:
    """The state after actions of whoever is to act; the referee's begin with "-"."""
    for text in texts:
        seat = None if text.startswith("-") else min(ENGINE.to_act(state), default=None)
        state = ENGINE.apply(state, seat, ENGINE.decode(text.removeprefix("-").strip()))
    return state


def refusal(state: Any, text: str, seat: int | None = -1) -> IllegalAction:
    """The refusal of an action of whoever is to act, or of a named seat."""
    by = min(ENGINE.to_act(state), default=None) if seat == -1 else seat
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, play.Position(state, ENGINE.outcome(state)), by, text)
    return caught.value


def legal(state: Any, verb: str = "") -> set[str]:
    """The legal actions of whoever is to act, of one verb where it is named."""
    listed = ENGINE.legal(state, min(ENGINE.to_act(state)))
    texts = {ENGINE.encode(action) for action in listed}
    return {text for text in texts if not verb or text.split()[0] == verb}


def end(state: Any) -> tuple[tuple[int, ...], str]:
    outcome = ENGINE.outcome(state)
    assert outcome is not None, "the match is not over"
    return tuple(outcome.ranks), outcome.reason


def view(state: Any, viewer: int | None = None) -> Any:
    return ENGINE.view(state, viewer)
