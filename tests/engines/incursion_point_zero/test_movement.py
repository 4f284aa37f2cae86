"""Entering, moving, stopping, and the space that is full."""

from typing import Any

from tests.engines.incursion_point_zero.scenes import asked, at, do, legal, now, refused, rolling, scene, see, soldier

CORNER = "Z1-1 Z2-1 Z3-1 Z1-2 Z2-2 Z3-2 Z1-3 Z2-3 Z3-3 Z4-1 Z4-2 Z4-3"
CROWD = "Sniper Z2-3, Scout Z2-4"
HALL = {"Z2-3": "Warehouse"}


def goals(state: Any, verb: str) -> set[str]:
    """Where the active Soldier may enter or move."""
    return {text.split()[-1] for text in legal(state) if text.startswith(verb)}


def test_each_side_enters_in_its_zone_on_locations_first() -> None:
    assert goals(scene(), "enter") == {f"Z1-{n}" for n in range(1, 6)}
    respawned = scene("Sniper Z1-1", "Gunner", active="Gunner", round_=4)
    assert goals(respawned, "enter") == {f"Z4-{n}" for n in range(1, 6)}, "also over face-down cards"
    assert refused(respawned, "enter Gunner Z1-1") == "entry-zone"
    gaps = "Z1-1 Z1-2 Z1-3 Z1-4"
    assert refused(scene("Breacher, Sniper Z1-5", "Gunner Z4-1", gaps=gaps), "enter Breacher Z1-4") == "location-first"
    full = scene("Breacher, Sniper Z1-5, Medic Z1-5", "Gunner Z4-1", gaps=gaps)
    assert goals(full, "enter") == set(gaps.split()), "with every Location full, on empty spaces beside one"


def test_a_soldier_moves_up_down_left_or_right_also_onto_an_empty_space_that_touches_a_location() -> None:
    assert goals(scene("Sniper Z2-3"), "move") == {"Z1-3", "Z3-3", "Z2-2", "Z2-4"}
    assert goals(scene("Breacher Z2-3", gaps="Z2-2 Z3-3"), "move") == {"Z1-3", "Z3-3", "Z2-2", "Z2-4"}
    lonely = do(scene("Breacher Z2-4", gaps=CORNER, cards={"Z4-5": "Missile"}), "move Breacher Z2-4 Z2-3")
    assert refused(lonely, "move Breacher Z2-3 Z2-2") == "no-ground"


def test_two_soldiers_fill_a_space_but_a_warehouse_or_a_broad_soldier_makes_room_for_a_third() -> None:
    assert refused(scene(CROWD, "Gunner Z2-4"), "move Sniper Z2-3 Z2-4") == "full"
    assert "move Sniper Z2-3 Z2-4" in legal(scene(CROWD, "Gunner Z2-4", places={"Z2-4": "Warehouse"}))
    assert "move Heavy Z2-3 Z2-4" in legal(scene("Heavy Z2-3, Scout Z2-4", "Gunner Z2-4", places=HALL))
    assert "move Heavy Z2-3 Z2-4" in legal(scene("Heavy Z2-3, Scout Z2-4", "Gunner Z2-4"))
    talent = scene("Assault:LaneBaron Z2-3, Scout:Papercut Z2-4", "Gunner:Vantage Z2-4")
    assert "move Assault Z2-3 Z2-4" in legal(talent)
    fourth = scene("Heavy Z2-3, Scout Z2-4, Medic Z2-4", "Gunner Z2-4", places={"Z2-4": "Warehouse"})
    assert refused(fourth, "move Heavy Z2-3 Z2-4") == "full"


def test_who_stands_in_a_warehouse_does_not_squeeze_in_elsewhere() -> None:
    assert refused(scene(CROWD, "Gunner Z2-4", places=HALL), "move Sniper Z2-3 Z2-4") == "full"
    hidden = scene("Sniper Z2-4, Scout Z2-4", "Gunner ?Z2-3", active="Gunner", places=HALL)
    assert refused(hidden, "move Gunner Z2-3 Z2-4") == "full"


def test_hidden_terrorists_take_up_room_for_their_own_side_only() -> None:
    state = scene("Breacher Z3-2", "Gunner Z4-3, Enforcer ?Z3-3, Saboteur Z3-3", active="Gunner")
    assert refused(state, "move Gunner Z4-3 Z3-3") == "full"
    assert "move Sniper Z3-2 Z3-3" in legal(scene("Sniper Z3-2", "Enforcer ?Z3-3, Saboteur Z3-3"))


def test_a_soldier_moves_two_spaces_and_the_entry_is_one_of_them() -> None:
    state = do(scene("Breacher Z2-3", "Gunner Z4-5"), "move Breacher Z2-3 Z2-2", "move Breacher Z2-2 Z2-1")
    assert now(state) == "Gunner", "an activation with nothing left but to pass ends itself"
    entered = do(scene("Sniper", "Gunner Z4-5"), "enter Sniper Z1-3", "move Sniper Z1-3 Z2-3")
    assert (at(entered, "Sniper"), goals(entered, "move Sniper")) == ("Z2-3", set())
    sprinted = do(scene(), "enter Assault Z1-3", "move Assault Z1-3 Z2-3", "skill Assault sprint")
    assert "move Assault Z2-3 Z2-2" in legal(sprinted)


def test_strike_stops_on_an_unrevealed_card_and_terrorists_walk_over_it() -> None:
    state = do(scene("Sniper Z2-3", cards={"Z3-3": "Crate"}), "move Sniper Z2-3 Z3-3")
    assert refused(state, "move Sniper Z3-3 Z3-2") == "movement-over"
    state = do(scene("", "Gunner Z4-2", active="Gunner"), "move Gunner Z4-2 Z4-1")
    assert "move Gunner Z4-1 Z3-1" in legal(state)


def test_both_sides_stop_for_an_enemy() -> None:
    state = do(scene("Breacher Z2-3", "Gunner Z2-4"), "move Breacher Z2-3 Z2-4")
    assert "attack Breacher Gunner" in legal(state)
    assert refused(state, "move Breacher Z2-4 Z2-3") == "movement-over"
    state = do(scene("Breacher Z2-3", "Gunner Z2-4", active="Gunner"), "move Gunner Z2-4 Z2-3")
    assert refused(state, "move Gunner Z2-3 Z2-2") == "movement-over"


def test_a_hidden_terrorist_beside_a_shown_one_is_uncovered_and_the_mover_stays() -> None:
    state = do(scene("Breacher Z2-3, Scout Z2-3", "Gunner Z3-3, Enforcer ?Z3-3"), "move Breacher Z2-3 Z3-3")
    assert (at(state, "Breacher"), soldier(state, "Enforcer")["state"]) == ("Z2-3", "map")
    assert (rolling(state), asked(state)) == (0, None)
    assert refused(state, "move Breacher Z2-3 Z2-2") == "movement-over"
    assert {"attack Breacher Gunner", "attack Breacher Enforcer"} <= legal(state)
    from_a_warehouse = do(scene("Sniper Z2-3", "Gunner Z3-3, Enforcer ?Z3-3", places=HALL), "move Sniper Z2-3 Z3-3")
    assert (at(from_a_warehouse, "Sniper"), soldier(from_a_warehouse, "Enforcer")["state"]) == ("Z2-3", "map")


def test_the_same_on_entering_leaves_the_soldier_off_the_map_until_a_later_activation() -> None:
    state = do(scene("Sniper", "Gunner Z1-1, Enforcer ?Z1-1"), "enter Sniper Z1-1")
    assert (soldier(state, "Sniper")["state"], now(state)) == ("off", "Gunner")


def test_a_third_soldier_is_not_stopped_by_the_hidden_one() -> None:
    state = do(scene("Heavy Z2-3", "Gunner Z3-3, Enforcer ?Z3-3"), "move Heavy Z2-3 Z3-3")
    assert (at(state, "Heavy"), soldier(state, "Enforcer")["state"], rolling(state)) == ("Z3-3", "map", 3)


def test_a_hidden_terrorist_that_acts_replaces_its_card_and_a_passing_one_stays_hidden() -> None:
    state = scene("Sniper Z1-1", "Gunner ?Z3-3, Enforcer ?Z3-5", active="Gunner")
    moved = do(state, "move Gunner Z3-3 Z3-2")
    assert (soldier(moved, "Gunner")["state"], see(moved)["spaces"]["Z3-3"]["card"]) == ("map", None)
    assert soldier(do(state, "pass Gunner"), "Gunner")["state"] == "hidden"


def test_light_kit_motor_pool_sprint_and_quick_feet_give_more_spaces() -> None:
    def spaces(state: Any, text: str) -> int:
        moves: int = see(do(state, text))["turn"]["moves"]
        return moves

    assert spaces(scene("Sniper Z1-1, Scout Z2-3", "Gunner ?Z4-4", active="Gunner"), "pass Gunner") == 3
    pool = scene("Sniper Z1-1, Breacher Z2-3", "Gunner ?Z4-4", active="Gunner", places={"Z2-3": "MotorPool"})
    assert spaces(pool, "pass Gunner") == 3
    assert spaces(scene("Assault Z2-3"), "skill Assault sprint") == 4
    assert spaces(scene("Heavy:Peekaboo Z2-3"), "skill Heavy quick-feet") == 4
    assert refused(scene("Assault Z2-3", "Gunner Z2-4", did=4), "skill Assault sprint") == "too-late"


def test_relocate_melt_away_and_hit_and_run_move_one_space_after_the_attack() -> None:
    gone = do(scene("Medic Z2-3", "Guerrilla Z2-4", active="Guerrilla"), "attack Guerrilla Medic", "roll 0 0 0", "roll 0 0 0")
    assert "move Guerrilla Z2-4 Z2-5" in legal(gone)
    state = scene("Sniper Z1-3", "Gunner Z3-3", cards={"Z1-2": "Scope"})
    state = do(state, "skill Sniper relocate", "attack Sniper Gunner", "roll 1 1 1", "move Sniper Z1-3 Z1-2")
    assert (soldier(state, "Sniper")["gear"], now(state)) == (["Scope"], "Gunner"), "and reveals a card there"
    talent = do(scene("Breacher:Sidewinder Z2-3", "Gunner:Vantage Z2-4"), "attack Breacher Gunner", "roll 1 1 1 0 0")
    assert "move Breacher Z2-3 Z2-2" in legal(talent)
    assert refused(talent, "attack Breacher Gunner") == "attacked"
