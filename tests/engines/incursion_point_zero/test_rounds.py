"""The order of activations, respawns, the ends of a match, and who may act at all."""

from typing import Any

import pytest

from engines.contract import IllegalAction, Outcome
from tests.engines.incursion_point_zero.scenes import do, end, hurt, legal, now, refused, scene, see, soldier
from tests.engines.incursion_point_zero.worlds import ENGINE

HIDDEN = "Gunner ?Z4-4, Marksman ?Z4-5, Enforcer ?Z3-1, Guerrilla ?Z3-5"
SPREAD = "Sniper Z1-1, Scout Z1-2, Heavy Z1-3, Medic Z1-4"


def until(state: Any, round_: int) -> Any:
    while see(state)["round"] < round_:
        state = do(state, f"pass {now(state)}")
    return state


def test_the_sides_alternate_through_both_orders() -> None:
    state, seen = scene(SPREAD, HIDDEN), []
    for _ in range(9):
        seen.append(now(state))
        state = do(state, f"pass {now(state)}")
    assert seen == ["Sniper", "Gunner", "Scout", "Marksman", "Heavy", "Enforcer", "Medic", "Guerrilla", "Sniper"]
    assert see(state)["round"] == 3


def test_respawns_come_in_rounds_3_and_5_for_strike_and_4_for_the_terrorists() -> None:
    sides = ("Sniper Z1-1, Scout dead", "Gunner ?Z4-4, Marksman dead")
    returned = {}
    for round_ in (3, 4, 5):
        state = until(scene(*sides, round_=round_ - 1), round_)
        returned[round_] = (soldier(state, "Scout")["state"], soldier(state, "Marksman")["state"])
    assert returned == {3: ("off", "dead"), 4: ("dead", "off"), 5: ("off", "dead")}
    skipped = do(scene(*sides, round_=1), "pass Sniper", "pass Gunner")
    assert now(skipped) not in ("Scout", "Marksman"), "the dead are passed over"


def test_the_terrorists_win_at_the_end_of_round_6() -> None:
    state = scene("Sniper Z1-1, Scout dead, Heavy dead, Medic dead", HIDDEN, round_=6, active="Guerrilla")
    assert end(do(state, "pass Guerrilla")) == (1, "held")


def test_strike_wins_as_soon_as_the_missile_is_shown_and_no_terrorist_stands_there() -> None:
    state = scene("Sniper Z2-3", HIDDEN, cards={"Z3-3": "Missile"})
    assert end(do(state, "move Sniper Z2-3 Z3-3")) == (0, "secured")
    guarded, there = ("Breacher Z2-3", "Gunner Z3-3"), {"Z3-3": "Missile"}
    found = scene(*guarded, cards=there, places={"Z3-3": "Barracks"}, damage={"Breacher": 3})
    found = do(found, "move Breacher Z2-3 Z3-3")
    assert (see(found)["outcome"], ENGINE.view(found, 0)["missile"], hurt(found, "Breacher")) == (None, "Z3-3", 1)
    wounded = scene(*guarded, cards=there, shown=True, damage={"Gunner": 4})
    assert end(do(wounded, "attack Breacher Gunner", "roll 1 0 1")) == (0, "secured")
    leaving = scene(*guarded, cards=there, shown=True, active="Gunner")
    assert end(do(leaving, "move Gunner Z3-3 Z3-4")) == (0, "secured")


def test_wiping_out_a_side_ends_nothing_and_with_all_dead_the_match_runs_on_to_the_respawn() -> None:
    state = scene("Breacher Z2-3", "Gunner Z2-4, Marksman dead, Enforcer dead, Guerrilla dead", damage={"Gunner": 5})
    state = do(state, "attack Breacher Gunner", "roll 1 1 1")
    assert (see(state)["outcome"], soldier(state, "Gunner")["state"]) == (None, "dead")
    strike = "Heavy Z2-3, Sniper dead, Scout dead, Medic dead"
    state = scene(strike, "Guerrilla Z2-4, Gunner dead, Marksman dead, Enforcer dead", damage={"Heavy": 6, "Guerrilla": 4})
    state = do(state, "attack Heavy Guerrilla", "roll 1 1 1", "roll 1 1 1")
    assert (see(state)["round"], now(state)) == (3, "Heavy")


def test_a_terrorists_turn_never_ends_itself_where_that_would_tell_who_hides() -> None:
    state = scene("Sniper Z1-1", "Gunner ?Z4-5, Marksman ?Z4-4", active="Gunner", moves=0, spent=["full-auto"])
    assert legal(state) == {"pass Gunner"}
    crowded = scene("Sniper Z1-1", "Gunner Z4-1, Marksman ?Z4-2, Enforcer Z4-2, Saboteur Z3-1", active="Gunner")
    assert now(do(crowded, "move Gunner Z4-1 Z3-1")) == "Gunner"


REFUSED = {
    "not-active": ("pass Gunner",), "not-in-match": ("pass Saboteur",), "on-the-map": ("enter Sniper Z1-1",),
    "not-there": ("move Sniper Z1-2 Z1-3",), "not-adjacent": ("move Sniper Z1-1 Z2-2",),
    "own-soldier": ("attack Sniper Scout",), "not-in-sight": ("attack Sniper Gunner", "attack Sniper Saboteur"),
    "not-carried": ("use Sniper MedKit",), "no-question": ("interrupt yes", "free no", "reveal no"),
    "wrong-phase": ("place Chapel Z1-5", "roll 1 0 1", "squad Assault Medic Scout Heavy"),
    "malformed": ("move Sniper", "fly Sniper Z1-2", "pass Snipér", "squad Assault Medic", "deal strike"),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_refused_in_play(code: str) -> None:
    for text in REFUSED[code]:
        assert refused(scene(SPREAD, HIDDEN), text) == code, text


def test_what_is_refused_to_a_soldier_off_the_map() -> None:
    state = scene("Sniper, Medic Z1-1, Scout Z1-1", HIDDEN, gaps="Z1-3")
    assert refused(state, "move Sniper Z1-1 Z1-2") == "off-the-map"
    assert refused(state, "attack Sniper Gunner") == "off-the-map"
    assert refused(state, "enter Sniper Z1-1") == "full"
    assert refused(state, "enter Sniper Z2-1") == "entry-zone"
    assert refused(state, "enter Sniper Z1-3") == "location-first"
    empty = scene("Sniper", HIDDEN, gaps="Z1-1 Z1-2 Z2-1 Z2-2 Z2-3 Z1-3")
    assert refused(empty, "enter Sniper Z1-1") == "no-ground"


def test_nobody_else_may_act() -> None:
    state = scene(SPREAD, HIDDEN)
    assert refused(state, "pass Sniper", 1) == "not-your-turn"
    assert refused(state, "pass Sniper", 2) == "not-a-seat"
    fighting = do(scene("Breacher Z2-3", "Gunner Z2-4"), "attack Breacher Gunner")
    assert ENGINE.to_act(fighting) == frozenset()
    for at, text in ((state, "roll 1 0 1"), (fighting, "roll 1 0")):
        with pytest.raises(IllegalAction) as caught:
            ENGINE.apply(at, None, ENGINE.decode(text))
        assert caught.value.code == "not-the-referees"


@pytest.mark.parametrize(("seats", "ranks"), [({0}, (2, 1)), ({1}, (1, 2)), ({0, 1}, (2, 2))])
def test_who_falls_loses_and_both_at_once_are_a_double_forfeit(seats: set[int], ranks: tuple[int, int]) -> None:
    after = ENGINE.forfeit(scene(SPREAD, HIDDEN), frozenset(seats), "time")
    reason = "time" if len(seats) == 1 else "double-forfeit"
    assert ENGINE.outcome(after) == Outcome(ranks, reason)
