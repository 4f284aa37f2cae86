"""The engine against an implementation that shares no code with it: every position of whole games, and perft."""

from random import Random
from typing import Any

from tests.engines.order_and_chaos import slow
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, scene, seen, start
from tests.engines.perft import perft
from tests.thorough import WHOLE

SIDES = ("order", "chaos")


def same(state: Any, game: slow.Game) -> None:
    view = seen(state)
    shown = slow.from_view(view)
    assert shown.picture() == game.picture()
    assert (view["quiet"], view["stood"]) == (game.quiet, game.stood.count(game.stood[-1]))
    assert view["occupation"] == [len(slow.counting(game, side)) for side in SIDES]
    assert view["points"] == [sum(slow.POINTS[kind] for kind in slow.counting(game, side)) for side in SIDES]
    outcome = ENGINE.outcome(state)
    if game.result is None:
        assert outcome is None
        listed = ENGINE.legal(state, state.seat)
        texts = [ENGINE.encode(action) for action in listed]
        assert len(set(texts)) == len(texts)
        assert set(texts) == slow.turns(game)
        assert view["repeats"] == {move: times for move, times in slow.repeats(game).items() if times}
        assert set(view["barred"] or ()) == slow.moves(game, game.turn) - set(texts)
    else:
        winner, reason = game.result
        ranks = (1, 1) if winner is None else (1, 2) if winner == "order" else (2, 1)
        assert (outcome.ranks, outcome.reason) == (ranks, reason)


def test_whole_random_games_agree_turn_by_turn() -> None:
    compared = 0
    for number in range(48 if WHOLE else 5):
        rng = Random(f"slow {number}")
        limits = rng.choice([{}, {"quiet_turn_limit": 12}, {"repetition_limit": 2}, {"rules": "printed"}])
        state = start(**limits)
        game = slow.from_view(seen(state))
        while game.result is None:
            same(state, game)
            text = rng.choice(sorted(slow.turns(game)))
            state, game = ENGINE.apply(state, state.seat, ENGINE.decode(text)), slow.play(game, text)
            compared += 1
        same(state, game)
    assert compared > 150


def random_scene(rng: Random) -> Any:
    """Any position that the rules could come to, crowded where the fighting is."""
    order: dict[str, str] = {}
    chaos: dict[str, str] = {}
    graves = ["", ""]
    room = {area: 4 if area[0] == "W" else 1 for area in slow.AREAS}
    for seat, placed in enumerate((order, chaos)):
        for kind in "sssbbb":
            if rng.random() < 0.12:
                graves[seat] += kind
                continue
            fit = [a for a in slow.AREAS if room[a] and not (a[0] == "S" and kind == "b")]
            busy = [a for a in fit if a in ("W1", "W2", "W3", "B2", "B5")] or fit
            area = rng.choice(busy if rng.random() < 0.6 else fit)
            placed[area] = placed.get(area, "") + kind
            room[area] -= 1
    texts = [", ".join(f"{area} {kinds}" for area, kinds in placed.items()) for placed in (order, chaos)]
    turn, south = rng.randrange(2), rng.randrange(2)
    dominated = {f"W{i}": rng.randrange(2) for i in range(1, 7)}
    mixed = ["".join(rng.sample(grave, len(grave))) for grave in graves]
    return scene(texts[0], texts[1], turn=turn, south=south, graves=(mixed[0][:4], mixed[1][:4]), dominated=dominated)


def test_the_lines_from_the_start_are_known() -> None:
    known = [8, 66, 598, 5518, 53228]
    depths = range(1, 6 if WHOLE else 5)
    assert [perft(ENGINE, start(), depth) for depth in depths] == known[: len(depths)]


CROWDED = (
    scene("W1 sb, B2 b, S3 s, W3 b, S5 s", "B5 b, W1 s, W4 sb, B6 b, S6 s", turn=CHAOS),
    scene("W1 ssb, W2 bb, S4 s", "W1 s, W2 bb, W3 ssb", dominated={"W2": CHAOS}, turn=CHAOS),
    scene("W1 s, W2 b", "W1 ssb, W2 bb, B1 s", graves=("sb", "")),  # Order must pass
    scene("B2 b, B5 b, S2 s", "B3 s, W5 b, S5 s, B1 s"),
)


def test_crowded_and_random_positions_agree_after_every_move() -> None:
    compared = 0
    for state in [*CROWDED, *(random_scene(Random(f"scene {number}")) for number in range(600 if WHOLE else 40))]:
        game = slow.from_view(seen(state))
        same(state, game)
        for text in sorted(slow.turns(game)):
            same(ENGINE.apply(state, state.seat, ENGINE.decode(text)), slow.play(game, text))
            compared += 1
    assert compared > 200
