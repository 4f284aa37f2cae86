"""What lies under the Locations, and what the Locations do when it is turned up."""

from tests.engines.incursion_point_zero.scenes import asked, do, end, hurt, legal, now, refused, rolling, scene, see, soldier


def test_a_revealed_soldier_makes_a_free_attack_without_base_damage_and_is_not_asked() -> None:
    state = do(scene("Sniper Z2-3", "Gunner ?Z3-3"), "move Sniper Z2-3 Z3-3")
    assert rolling(state) == 3
    state = do(state, "roll 1 1 0")
    assert hurt(state, "Sniper") == 2
    assert "attack Sniper Gunner" in legal(state)
    first_through = do(scene("Breacher Z2-3", "Gunner ?Z3-3"), "move Breacher Z2-3 Z3-3")
    assert rolling(first_through) == 0
    assert "attack Breacher Gunner" in legal(first_through)
    assert asked(do(scene("Breacher Z2-3", "Gunner Z2-3"), "move Breacher Z2-3 Z2-2")) == ("Gunner", "free")


def test_equipment_stays_with_the_soldier_that_reveals_it_and_is_lost_with_it() -> None:
    state = do(scene("Sniper Z2-3", "Gunner Z3-2", cards={"Z3-3": "Armour"}), "move Sniper Z2-3 Z3-3")
    assert soldier(state, "Sniper")["gear"] == ["Armour"]
    dying = scene("Sniper Z2-3", "Gunner Z2-4", active="Gunner", gear={"Sniper": "Armour"}, damage={"Sniper": 3})
    dying = do(dying, "attack Gunner Sniper", "roll 1 1 1", "roll 1 1 1")
    assert (soldier(dying, "Sniper")["state"], soldier(dying, "Sniper")["gear"]) == ("dead", [])


def test_a_med_kit_heals_three_once_in_the_own_activation_also_after_the_attack() -> None:
    state = scene("Breacher Z2-3", "Gunner Z2-4", gear={"Breacher": "MedKit"}, damage={"Breacher": 4})
    assert legal(do(state, "attack Breacher Gunner", "roll 0 0 0")) == {"use Breacher MedKit", "pass Breacher"}
    used = do(state, "use Breacher MedKit")
    assert (hurt(used, "Breacher"), soldier(used, "Breacher")["gear"]) == (1, [])
    assert refused(used, "use Breacher MedKit") == "not-carried"
    assert refused(scene("Breacher Z2-3", gear={"Breacher": "MedKit"}), "use Breacher MedKit") == "nothing-to-heal"


def test_body_armour_takes_one_off_and_a_target_scope_gives_range() -> None:
    state = scene("Sniper Z2-3", "Gunner Z2-4", active="Gunner", gear={"Sniper": "Armour"})
    assert hurt(do(state, "attack Gunner Sniper", "roll 1 1 0", "roll 1 1 1"), "Sniper") == 2
    assert "attack Breacher Gunner" in legal(scene("Breacher Z2-3", "Gunner Z2-5", gear={"Breacher": "Scope"}))


def test_a_mine_field_does_three_damage_to_the_revealer() -> None:
    state = do(scene("Breacher Z2-3, Scout Z3-2", cards={"Z3-3": "Mines"}), "move Breacher Z2-3 Z3-3")
    assert (hurt(state, "Breacher"), hurt(state, "Scout")) == (3, 0)
    dead = do(scene("Sniper Z2-3", cards={"Z3-3": "Mines"}, damage={"Sniper": 2}), "move Sniper Z2-3 Z3-3")
    assert soldier(dead, "Sniper")["state"] == "dead"
    assert now(dead) == "Gunner"


def test_a_booby_trap_hits_everyone_there_and_adjacent_and_uncovers_the_hidden() -> None:
    state = scene("Breacher Z2-3, Scout Z3-2, Heavy Z2-2", "Gunner ?Z4-3, Enforcer Z3-4", cards={"Z3-3": "Trap"})
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert [hurt(state, name) for name in ("Breacher", "Scout", "Heavy", "Gunner", "Enforcer")] == [2, 2, 0, 2, 2]
    assert soldier(state, "Gunner")["state"] == "map"


def test_a_pillbox_shields_a_hidden_terrorist_but_one_damage_uncovers_it() -> None:
    state = scene("Breacher Z2-3", "Gunner ?Z4-3", cards={"Z3-3": "Trap"}, places={"Z4-3": "Pillbox"})
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert (soldier(state, "Gunner")["state"], hurt(state, "Gunner")) == ("map", 1)


def test_a_hidden_terrorist_is_uncovered_before_it_is_asked_about_its_damage() -> None:
    state = scene("Breacher:Vantage Z2-3", "Marksman:Brickwork ?Z4-3", cards={"Z3-3": "Trap"})
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert asked(state) == ("Marksman", "thick-skin")
    state = do(state, "interrupt yes")
    assert (soldier(state, "Marksman")["state"], hurt(state, "Marksman")) == ("map", 0)


def test_barracks_heal_the_revealer_unless_the_card_is_a_terrorist() -> None:
    places, wounds = {"Z3-3": "Barracks"}, {"Breacher": 3}
    blank = scene("Breacher Z2-3", cards={"Z3-3": "Deserted"}, places=places, damage=wounds)
    found = scene("Breacher Z2-3", "Gunner ?Z3-3", places=places, damage=wounds)
    assert [hurt(do(state, "move Breacher Z2-3 Z3-3"), "Breacher") for state in (blank, found)] == [1, 3]


def test_a_control_room_lets_the_revealer_look_at_a_card_in_range() -> None:
    state = scene("Breacher Z2-3", "Gunner ?Z4-3", cards={"Z3-3": "Crate", "Z3-2": "Crate"}, places={"Z3-3": "ControlRoom"})
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert legal(state) == {"reveal Z4-3", "reveal Z3-2", "reveal no"}
    assert refused(state, "reveal Z1-1") == "no-card-in-range"
    assert refused(state, "pass Breacher") == "question-open"
    looked = do(state, "reveal Z4-3")
    assert (soldier(looked, "Gunner")["state"], rolling(looked)) == ("map", 0)
    assert soldier(do(state, "reveal no"), "Gunner")["state"] == "hidden"
    alone = scene("Breacher Z2-3", cards={"Z3-3": "Crate"}, places={"Z3-3": "Helipad"})
    assert asked(do(alone, "move Breacher Z2-3 Z3-3")) is None


def test_from_afar_equipment_waits_for_the_next_strike_soldier() -> None:
    state = do(scene("Scout Z2-3", cards={"Z3-3": "Scope"}), "skill Scout drone Z3-3")
    assert see(state)["spaces"]["Z3-3"] == {"location": "Chapel", "card": None, "under": None, "loot": ["Scope"]}
    state = do(state, "move Scout Z2-3 Z3-3")
    assert soldier(state, "Scout")["gear"] == ["Scope"]
    assert see(state)["turn"]["moving"]


def test_from_afar_mines_harm_nobody_a_trap_goes_off_and_blanks_are_removed() -> None:
    mines = do(scene("Scout Z2-3", cards={"Z3-3": "Mines"}), "skill Scout drone Z3-3")
    blank = do(scene("Scout Z2-3", cards={"Z3-3": "Crate"}, places={"Z3-3": "Barracks"}), "skill Scout drone Z3-3")
    for state in (mines, blank):
        assert (hurt(state, "Scout"), see(state)["spaces"]["Z3-3"]["card"]) == (0, None)
    trap = do(scene("Scout Z2-3", "Gunner ?Z4-3", cards={"Z3-3": "Trap"}), "skill Scout drone Z3-3")
    assert (hurt(trap, "Scout"), hurt(trap, "Gunner")) == (2, 2)


def test_the_missile_found_from_afar_counts_as_revealed() -> None:
    state = scene("Scout Z2-3", cards={"Z3-3": "Missile"})
    assert end(do(state, "skill Scout drone Z3-3")) == (0, "secured")
    guarded = do(scene("Scout Z2-3", "Gunner Z3-3", cards={"Z3-3": "Missile"}), "skill Scout drone Z3-3")
    assert (see(guarded)["missile"], see(guarded)["outcome"]) == ("Z3-3", None)


def test_a_drone_needs_a_card_in_range_and_a_place_on_the_map() -> None:
    assert refused(scene("Scout Z2-3", cards={"Z4-3": "Crate"}), "skill Scout drone Z4-3") == "no-card-in-range"
    assert refused(scene("Scout", cards={"Z1-1": "Crate"}), "skill Scout drone Z1-1") == "off-the-map"
