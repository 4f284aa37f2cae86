"""Entering, moving, stopping, and the space that is full."""

from __future__ import annotations

from tests.engines.incursion_point_zero.scenes import asked, at, do, legal, now, refused, rolling, scene, see, soldier


def test_strike_enters_on_any_location_of_zone_1_and_the_entry_is_one_of_the_two_moves() -> None:
    state = scene()
    assert {text for text in legal(state) if text.startswith("enter")} == {f"enter Assault Z1-{c}" for c in range(1, 6)}
    state = do(state, "enter Assault Z1-3", "move Assault Z1-3 Z2-3", "skill Assault sprint")
    assert at(state, "Assault") == "Z2-3"
    assert "move Assault Z2-3 Z2-2" in legal(state)


def test_a_soldier_moves_two_spaces_up_down_left_or_right() -> None:
    state = scene("Sniper Z2-3")
    steps = {text for text in legal(state) if text.startswith("move")}
    assert steps == {f"move Sniper Z2-3 {goal}" for goal in ("Z1-3", "Z3-3", "Z2-2", "Z2-4")}
    state = do(state, "move Sniper Z2-3 Z2-2", "move Sniper Z2-2 Z2-1")
    assert not {text for text in legal(state) if text.startswith("move")}


def test_an_activation_with_nothing_left_but_to_pass_ends_itself() -> None:
    state = do(scene("Breacher Z2-3", "Gunner Z4-5"), "move Breacher Z2-3 Z2-2", "move Breacher Z2-2 Z2-1")
    assert now(state) == "Gunner"


def test_a_soldier_may_stand_on_an_empty_space_that_touches_a_location() -> None:
    state = scene("Breacher Z2-3", gaps="Z2-2 Z3-3")
    assert {"move Breacher Z2-3 Z2-2", "move Breacher Z2-3 Z3-3"} <= legal(state)
    lonely = scene(
        "Breacher Z2-4", gaps="Z1-1 Z2-1 Z3-1 Z1-2 Z2-2 Z3-2 Z1-3 Z2-3 Z3-3 Z4-1 Z4-2 Z4-3", cards={"Z4-5": "Missile"}
    )
    lonely = do(lonely, "move Breacher Z2-4 Z2-3")
    assert refused(lonely, "move Breacher Z2-3 Z2-2") == "no-ground"


def test_strike_stops_on_an_unrevealed_card() -> None:
    state = do(scene("Sniper Z2-3", cards={"Z3-3": "Crate"}), "move Sniper Z2-3 Z3-3")
    assert refused(state, "move Sniper Z3-3 Z3-2") == "movement-over"


def test_both_sides_stop_for_an_enemy() -> None:
    state = do(scene("Breacher Z2-3", "Gunner Z2-4"), "move Breacher Z2-3 Z2-4")
    assert "attack Breacher Gunner" in legal(state)
    assert refused(state, "move Breacher Z2-4 Z2-3") == "movement-over"
    state = do(scene("Breacher Z2-3", "Gunner Z2-4", active="Gunner"), "move Gunner Z2-4 Z2-3")
    assert refused(state, "move Gunner Z2-3 Z2-2") == "movement-over"


def test_terrorists_walk_over_face_down_cards() -> None:
    state = do(scene("", "Gunner Z4-2", active="Gunner"), "move Gunner Z4-2 Z4-1")
    assert "move Gunner Z4-1 Z3-1" in legal(state)
    assert at(state, "Gunner") == "Z4-1"


def test_two_soldiers_fill_a_space_whatever_their_side() -> None:
    state = scene("Sniper Z2-3, Scout Z2-4", "Gunner Z2-4")
    assert refused(state, "move Sniper Z2-3 Z2-4") == "full"


def test_a_warehouse_and_a_broad_soldier_make_room_for_a_third_but_never_a_fourth() -> None:
    crowd = "Sniper Z2-3, Scout Z2-4"
    assert "move Sniper Z2-3 Z2-4" in legal(scene(crowd, "Gunner Z2-4", places={"Z2-4": "Warehouse"}))
    assert "move Heavy Z2-3 Z2-4" in legal(scene("Heavy Z2-3, Scout Z2-4", "Gunner Z2-4"))
    full = scene("Heavy Z2-3, Scout Z2-4, Medic Z2-4", "Gunner Z2-4", places={"Z2-4": "Warehouse"})
    assert refused(full, "move Heavy Z2-3 Z2-4") == "full"
    talent = scene("Assault:LaneBaron Z2-3, Scout:Papercut Z2-4", "Gunner:Vantage Z2-4")
    assert "move Assault Z2-3 Z2-4" in legal(talent)


def test_who_stands_in_a_warehouse_does_not_squeeze_in_elsewhere() -> None:
    state = scene("Sniper Z2-3, Scout Z2-4", "Gunner Z2-4", places={"Z2-3": "Warehouse"})
    assert refused(state, "move Sniper Z2-3 Z2-4") == "full"
    hidden = scene("Sniper Z2-4, Scout Z2-4", "Gunner ?Z2-3", active="Gunner", places={"Z2-3": "Warehouse"})
    assert refused(hidden, "move Gunner Z2-3 Z2-4") == "full"
    assert "move Heavy Z2-3 Z2-4" in legal(scene("Heavy Z2-3, Scout Z2-4", "Gunner Z2-4", places={"Z2-3": "Warehouse"}))


def test_who_stands_in_a_warehouse_is_stopped_by_the_hidden_one_that_fills_the_goal() -> None:
    state = scene("Sniper Z2-3", "Gunner Z3-3, Enforcer ?Z3-3", places={"Z2-3": "Warehouse"})
    state = do(state, "move Sniper Z2-3 Z3-3")
    assert at(state, "Sniper") == "Z2-3"
    assert soldier(state, "Enforcer")["state"] == "map"


def test_a_hidden_terrorist_beside_a_shown_one_is_uncovered_and_the_mover_stays() -> None:
    state = scene("Breacher Z2-3, Scout Z2-3", "Gunner Z3-3, Enforcer ?Z3-3")
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert at(state, "Breacher") == "Z2-3"
    assert soldier(state, "Enforcer")["state"] == "map"
    assert rolling(state) == 0
    assert asked(state) is None
    assert refused(state, "move Breacher Z2-3 Z2-2") == "movement-over"
    assert {"attack Breacher Gunner", "attack Breacher Enforcer"} <= legal(state)


def test_the_same_on_entering_leaves_the_soldier_off_the_map_until_a_later_activation() -> None:
    state = scene("Sniper", "Gunner Z1-1, Enforcer ?Z1-1")
    state = do(state, "enter Sniper Z1-1")
    assert soldier(state, "Sniper")["state"] == "off"
    assert now(state) == "Gunner"


def test_a_third_soldier_is_not_stopped_by_the_hidden_one() -> None:
    state = scene("Heavy Z2-3", "Gunner Z3-3, Enforcer ?Z3-3")
    state = do(state, "move Heavy Z2-3 Z3-3")
    assert at(state, "Heavy") == "Z3-3"
    assert soldier(state, "Enforcer")["state"] == "map"
    assert rolling(state) == 3


def test_hidden_terrorists_take_up_room_for_their_own_side_only() -> None:
    state = scene("Breacher Z3-2", "Gunner Z4-3, Enforcer ?Z3-3, Saboteur Z3-3", active="Gunner")
    assert refused(state, "move Gunner Z4-3 Z3-3") == "full"
    state = scene("Sniper Z3-2", "Enforcer ?Z3-3, Saboteur Z3-3")
    assert "move Sniper Z3-2 Z3-3" in legal(state)


def test_with_every_location_of_the_zone_full_one_enters_an_empty_space_that_touches_one() -> None:
    crowd = "Breacher, Sniper Z1-5, Medic Z1-5"
    state = scene(crowd, "Gunner Z4-1", gaps="Z1-1 Z1-2 Z1-3 Z1-4")
    assert {text for text in legal(state) if text.startswith("enter")} == {f"enter Breacher Z1-{n}" for n in range(1, 5)}
    state = scene("Breacher, Sniper Z1-5", "Gunner Z4-1", gaps="Z1-1 Z1-2 Z1-3 Z1-4")
    assert refused(state, "enter Breacher Z1-4") == "location-first"


def test_respawned_terrorists_enter_in_zone_4_also_over_face_down_cards() -> None:
    state = scene("Sniper Z1-1", "Gunner", active="Gunner", round_=4)
    assert {text for text in legal(state) if text.startswith("enter")} == {f"enter Gunner Z4-{n}" for n in range(1, 6)}
    assert refused(state, "enter Gunner Z1-1") == "entry-zone"


def test_a_hidden_terrorist_that_acts_replaces_its_card_and_a_passing_one_stays_hidden() -> None:
    state = scene("Sniper Z1-1", "Gunner ?Z3-3, Enforcer ?Z3-5", active="Gunner")
    moved = do(state, "move Gunner Z3-3 Z3-2")
    assert soldier(moved, "Gunner")["state"] == "map"
    assert "Z3-3" not in {space for space, shown in see(moved)["spaces"].items() if shown["card"]}
    assert soldier(do(state, "pass Gunner"), "Gunner")["state"] == "hidden"


def test_light_kit_motor_pool_and_sprint_give_more_spaces() -> None:
    def spaces(state: object) -> int:
        moves: int = see(state)["turn"]["moves"]
        return moves

    before = scene("Sniper Z1-1, Scout Z2-3", "Gunner ?Z4-4", active="Gunner")
    assert spaces(do(before, "pass Gunner")) == 3
    before = scene("Sniper Z1-1, Breacher Z2-3", "Gunner ?Z4-4", active="Gunner", places={"Z2-3": "MotorPool"})
    assert spaces(do(before, "pass Gunner")) == 3
    assert spaces(do(scene("Assault Z2-3"), "skill Assault sprint")) == 4
    assert spaces(do(scene("Heavy:Peekaboo Z2-3"), "skill Heavy quick-feet")) == 4


def test_sprint_is_too_late_once_the_movement_has_ended() -> None:
    state = do(scene("Assault Z2-3", cards={"Z3-3": "Crate"}), "move Assault Z2-3 Z3-3")
    assert now(state) != "Assault" or refused(state, "skill Assault sprint") == "too-late"
    state = scene("Assault Z2-3", "Gunner Z2-4", did=4)
    assert refused(state, "skill Assault sprint") == "too-late"


def test_relocate_and_hit_and_run_move_one_space_after_the_attack() -> None:
    state = scene("Sniper Z1-3", "Gunner Z3-3")
    state = do(state, "skill Sniper relocate", "attack Sniper Gunner", "roll 1 1 1")
    assert {text for text in legal(state) if text.startswith("move")} >= {"move Sniper Z1-3 Z1-2"}
    state = do(state, "move Sniper Z1-3 Z1-2")
    assert now(state) == "Gunner"
    talent = do(scene("Breacher:Sidewinder Z2-3", "Gunner:Vantage Z2-4"), "attack Breacher Gunner", "roll 1 1 1 0 0")
    assert "move Breacher Z2-3 Z2-2" in legal(talent)
    assert refused(talent, "attack Breacher Gunner") == "attacked"


def test_moving_after_the_attack_onto_a_card_reveals_it() -> None:
    state = scene("Sniper Z1-3", "Gunner Z3-3", cards={"Z1-2": "Scope"})
    state = do(state, "skill Sniper relocate", "attack Sniper Gunner", "roll 1 0 0", "interrupt no", "move Sniper Z1-3 Z1-2")
    assert soldier(state, "Sniper")["gear"] == ["Scope"]
