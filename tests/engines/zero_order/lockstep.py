"""Engine and slow implementation side by side: the same legal actions, the same positions, the same ends."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engines.randomness import UnverifiedRandom
from tests.engines.zero_order import slow, slow_turns
from tests.engines.zero_order.scenes import ENGINE, GRIDS, scene

PARTS = ("phase", "turn", "quiet", "tiles", "units", "stacks", "hands", "mover")


def shown(state: Any) -> dict[str, Any]:
    """The parts of the engine's view that `slow.shown` has too."""
    seen: Any = ENGINE.open_view(state)
    ended = seen["outcome"]
    won = ended and (None if ended["ranks"] == [1, 1] else ended["ranks"].index(1), ended["reason"])
    holds = sorted((hold["by"], hold["source"], hold["via"], hold["held"]) for hold in seen["holds"])
    return {part: seen[part] for part in PARTS} | {"holds": holds, "fallen": sorted(seen["fallen"]), "won": won}


def read(state: Any) -> slow.Game:
    """The slow game of a position, without its past."""
    view: Any = ENGINE.open_view(state)
    game = slow.Game(dict(view["options"]), phase=view["phase"], seat=state.seat, slot=state.slot)
    game.tiles = {slow.grid_of(name): None if seat is None else (seat, code) for name, (seat, code) in view["tiles"].items()}
    game.units = {slow.grid_of(name): (seat, code) for name, (seat, code) in view["units"].items()}
    game.stacks, game.hands = [set(stack) for stack in view["stacks"]], [set(hand) for hand in view["hands"]]
    game.teams = [team and set(team) for team in view["teams"]]
    for hold in view["holds"]:
        seat, code = view["units"][hold["by"]]
        held = frozenset(tuple(view["units"][name]) for name in hold["held"])
        game.holds.append(slow.Hold((seat, code), (seat, hold["source"]), hold["via"], held))
    return game


def walk(state: Any, game: slow.Game, rng: Random, steps: int) -> Iterator[tuple[Any, str]]:
    """Play both to the end or for some actions, functions before moves; every position and what was done there."""
    for _ in range(steps):
        if ENGINE.outcome(state) is not None:
            return
        options = slow_turns.legal(game)
        assert game.seat == state.seat
        assert {ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()} == set(options)
        texts = sorted(options)
        functions = [text for text in texts if ":" in text]
        text = rng.choice(functions if functions and rng.random() < 0.8 else texts)
        yield state, text
        state, game = ENGINE.apply(state, state.seat, ENGINE.decode(text)), options[text]()
        assert shown(state) == slow.shown(game)


def begin(options: Mapping[str, Any], rng: Random) -> tuple[Any, slow.Game]:
    full = ENGINE.options(options)
    state, game = ENGINE.start(full, 2), slow.Game(dict(full))
    valid = ENGINE.start(ENGINE.options({**options, "start": full["start"]}), 2)
    for seat in (0, 1):
        drawn = full["start"] == "luck_of_the_draw"
        action = ENGINE.chance(state, UnverifiedRandom(rng)) if drawn else ENGINE.sample(valid, seat, rng)
        assert action is not None
        state = ENGINE.apply(state, None if drawn else seat, action)
        game = slow_turns.with_team(game, seat, ENGINE.encode(action).split()[1:])
    return state, game


def crowd(rng: Random) -> Any:
    """Two teams close together in the middle of a map with a few gaps: where functions meet."""
    middle = [name for name in GRIDS if name[0] in "BCD" and name[1] in "34567"]
    places = rng.sample(middle, 10)
    white, grey = (rng.sample(slow.CODES, 8) for _ in range(2))
    if rng.random() < 0.5:
        white = ["ST", *(code for code in white if code != "ST")][:8]
    under = " ".join(white[5:]) if white[0] == "ST" else ""
    density = rng.choice((0.1, 0.5))
    tiles = [name for name in GRIDS if name in places or rng.random() < density]
    laid = [(name, side) for name in tiles if name not in places and rng.random() < 0.6 for side in ("white", "grey")]
    teams = {"white": white, "grey": grey}
    spare = {side: [code for code in slow.CODES if code not in team] for side, team in teams.items()}
    named = {name: f"{name} {side} {spare[side].pop()}" for name, side in laid if spare[side]}
    return scene(
        ", ".join(f"{name} {code}" for name, code in zip(places, white[:5], strict=False)),
        ", ".join(f"{name} {code}" for name, code in zip(places[5:], grey[:5], strict=False)),
        tiles=" ".join(name for name in tiles if name != "C5"),
        laid=", ".join(text for name, text in named.items() if name != "C5"), turn=rng.randrange(2), beneath=(under, ""),
    )  # fmt: skip
