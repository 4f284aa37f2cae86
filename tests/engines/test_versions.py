"""Matches that began by an older version of the rules go on by it; new ones are played by the newest."""

from itertools import product
from random import Random
from typing import Any

import pytest

from engines import registry
from engines.bots import simulate
from engines.contract import BadOption, IllegalAction
from tests.engines.incursion_point_zero import scenes as incursion
from tests.engines.order_and_chaos import scenes as order_and_chaos
from tests.engines.zero_order import scenes as zero_order
from tests.engines.zero_order.scenes import ENGINE as ZERO_ORDER
from tests.engines.zero_order.test_shift_functions import acting


def older(engine: Any, state: Any) -> Any:
    """The position as a match of version 1 has it: stored positions do not name the version."""
    return registry.get(engine.key, 1).load(engine.dump(state))


def legal(state: Any, key: str, version: int) -> set[str]:
    engine = registry.get(key, version)
    return {engine.encode(action) for action in engine.legal(state, min(engine.to_act(state))) or ()}


def do(state: Any, key: str, *texts: str) -> Any:
    """The state after actions of whoever is to act, by version 1."""
    engine = registry.get(key, 1)
    for text in texts:
        state = engine.apply(state, min(engine.to_act(state)), engine.decode(text))
    return state


@pytest.mark.parametrize("key", registry.keys())
def test_the_newest_version_is_played(key: str) -> None:
    versions = registry.versions(key)
    assert versions == tuple(range(1, len(versions) + 1))
    assert [registry.get(key, version).version for version in versions] == list(versions)
    assert registry.get(key).version == versions[-1]
    head = next(iter(simulate(registry.get(key), {}, ("random",) * registry.get(key).seat_counts[0], "1")))
    assert head["version"] == versions[-1]


@pytest.mark.parametrize(("key", "before"), [("zero-day", 5), ("zero-order", 3), ("order-and-chaos", 4)])
def test_older_versions_have_no_printed_rules(key: str, before: int) -> None:
    with pytest.raises(BadOption):
        registry.get(key, before).options({"rules": "printed"})
    assert registry.get(key).options({}) == {**registry.get(key, before).options({}), "rules": "tuned"}


def test_version_1_of_incursion_lets_who_stands_in_a_warehouse_squeeze_in_anywhere() -> None:
    scene = incursion.scene("Sniper Z2-3, Scout Z2-4", "Gunner Z2-4", places={"Z2-3": "Warehouse"})
    key = incursion.ENGINE.key
    assert "move Sniper Z2-3 Z2-4" not in legal(scene, key, 2)
    assert "move Sniper Z2-3 Z2-4" in legal(older(incursion.ENGINE, scene), key, 1)


def test_version_1_of_incursion_asks_a_terrorist_that_a_booby_trap_has_just_uncovered() -> None:
    scene = incursion.scene("Breacher Z2-3", "Guerrilla ?Z3-4", cards={"Z3-3": "Trap"})
    after = do(older(incursion.ENGINE, scene), incursion.ENGINE.key, "move Breacher Z2-3 Z3-3")
    assert incursion.asked(after) == ("Guerrilla", "ambush")
    under = incursion.scene("Breacher Z2-3", "Guerrilla ?Z3-3")
    after = do(older(incursion.ENGINE, under), incursion.ENGINE.key, "move Breacher Z2-3 Z3-3")
    assert incursion.asked(after) is None


def test_version_2_of_incursion_has_its_soldiers_and_its_bots_know_them() -> None:
    scene, key = incursion.scene("Breacher Z2-3", "Gunner Z2-4", active="Gunner"), incursion.ENGINE.key
    for version, skill, may_use, dice in ((2, "suppress", False, 0), (3, "full-auto", True, 3)):
        engine: Any = registry.get(key, version)
        state = engine.load(engine.dump(scene))
        view = engine.view(state, 1)
        assert [one[0] for one in view["soldiers"]["Gunner"]["abilities"]] == [skill, "vest"]
        assert ("skill Gunner full-auto" in legal(state, key, version)) == may_use
        imagined = registry.get_package(key).search.determinizer(1, view, sorted(legal(state, key, version)))(Random(1))
        for position in (state, imagined):
            for seat, text in ((1, "attack Gunner Breacher"), (None, "roll 0 0 0")):
                position = engine.apply(position, seat, engine.decode(text))
            assert position.rolling == dice, "the Breacher strikes back"


def test_version_1_of_order_and_chaos_takes_a_point_at_the_cap_of_turns() -> None:
    engine = registry.get("order-and-chaos", 1)
    capped = order_and_chaos.scene("S4 s", "W1 s", classroom=True, turns=1200)
    assert engine.view(capped, None)["penalty"] == 1.0
    ended = engine.outcome(engine.apply(capped, None, engine.decode("time")))
    assert ended.ranks == (1, 1)


def test_version_1_of_zero_order_refuses_to_file_where_there_is_one_place_for_two() -> None:
    scene = acting("C4 FI, A1 PU", "B4 DE, D4 SW, E9 TW", tiles="C4 C5 B4 D4 A1 E9")
    assert "file C4: B4-C5" in legal(scene, ZERO_ORDER.key, 2)
    state = older(ZERO_ORDER, scene)
    assert not any(text.startswith("file") for text in legal(state, ZERO_ORDER.key, 1))
    with pytest.raises(IllegalAction):
        do(state, ZERO_ORDER.key, "file C4: B4-C5")


def test_version_2_of_zero_order_and_the_printed_rules_deploy_units_with_one_grid_between_opponents() -> None:
    def deploying(**options: str) -> Any:
        return zero_order.scene("", "C6 SW", tiles="C6 C4 C3 B5 B4", phase="deploy", slot=3, spare=1 << 1, **options)

    assert legal(deploying(), ZERO_ORDER.key, 4) == {"unit PU C3"}
    older_state = registry.get(ZERO_ORDER.key, 2).load(ZERO_ORDER.dump(deploying()))
    assert legal(older_state, ZERO_ORDER.key, 2) == {"unit PU C3", "unit PU C4", "unit PU B4"}
    assert legal(deploying(rules="printed"), ZERO_ORDER.key, 4) == legal(older_state, ZERO_ORDER.key, 2)


def test_version_1_of_zero_order_files_one_where_the_other_has_no_place_in_any_line() -> None:
    scene = acting("C5 FI, A1 SW", "C4 DE, D5 SW, E9 TW", tiles="C4 C5 D5 A1 E9")
    assert "file C5: C4-C4" in legal(older(ZERO_ORDER, scene), ZERO_ORDER.key, 1)


def test_version_1_of_zero_day_and_the_printed_rules_begin_alike_with_any_number_of_players() -> None:
    old, new = registry.get("zero-day", 1), registry.get("zero-day")
    games = product(((old, {}), (new, {"rules": "printed"})), (False, True), (False, True), new.seat_counts)
    for (engine, rules), advanced, first_game, seats in games:
        options = engine.options({"advanced": advanced, "first_game": first_game, **rules})
        shown = engine.view(engine.start(options, seats), None)
        assert shown["protection"] == seats
        assert [(seat["credits"], seat["score"]) for seat in shown["seats"]] == [(5, 0)] * seats
    for seats, credits in ((2, 7), (3, 10), (4, 5)):
        first = new.view(new.start(new.options({"first_game": True, "advanced": True}), seats), None)
        others = [(5, 0)] * (seats - 1)
        assert [(seat["credits"], seat["score"]) for seat in first["seats"]] == [(credits, 0), *others]
    for seats, credits in ((2, 3), (3, 3), (4, 2)):
        advanced_game = new.view(new.start(new.options({"advanced": True}), seats), None)
        assert [seat["credits"] for seat in advanced_game["seats"]] == [credits, *[5] * (seats - 1)]


INFO = {
    (2, 3, False): 0, (2, 4, False): 3, (2, 4, True): 3, (3, 2, False): 0, (3, 3, False): 3, (3, 3, True): 2, (3, 4, False): 2,
    (4, 2, True): 0, (4, 3, False): 1, (4, 3, True): 1, (4, 4, True): 1,
}  # fmt: skip
"""By version, seats and whether the game is advanced: what info Hackers of Zero Day begin with."""


def test_what_hackers_and_the_admin_begin_with_depends_on_the_version() -> None:
    def begun(version: int, seats: int, advanced: bool, what: str) -> list[int]:
        engine = registry.get("zero-day", version)
        shown: Any = engine.view(engine.start(engine.options({"advanced": advanced}), seats), None)
        return [seat[what] for seat in shown["seats"]]

    for (version, seats, advanced), info in INFO.items():
        assert begun(version, seats, advanced, "score") == [0, *[info] * (seats - 1)]
    assert begun(4, 4, True, "credits") == [5, 5, 5, 5]
    assert begun(5, 4, True, "credits") == [2, 5, 5, 5]
