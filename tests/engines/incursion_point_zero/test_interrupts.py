"""Cooldowns and interrupts outside of the dice: hold, ambush, jam, heal, range, early return."""

import pytest

from tests.engines.incursion_point_zero.scenes import asked, do, hurt, legal, now, refused, rolling, scene, see, soldier


def test_cling_holds_a_leaving_enemy_before_any_free_attack() -> None:
    state = do(scene("Sniper:Vantage Z2-3", "Gunner:FragMom Z2-3"), "move Sniper Z2-3 Z2-2")
    assert asked(state) == ("Gunner", "cling")
    held = do(state, "interrupt yes")
    assert (soldier(held, "Sniper")["at"], asked(held), now(held)) == ("Z2-3", None, "Sniper")
    assert refused(held, "move Sniper Z2-3 Z2-2") == "movement-over"
    assert "attack Sniper Gunner" in legal(held)
    assert asked(do(state, "interrupt no")) == ("Gunner", "free")


def test_ambush_asks_when_an_enemy_arrives_next_to_the_guerrilla() -> None:
    state = do(scene("Sniper Z2-2", "Guerrilla Z2-4"), "move Sniper Z2-2 Z2-3")
    assert asked(state) == ("Guerrilla", "ambush")
    assert hurt(do(state, "interrupt yes", "roll 1 0 0"), "Sniper") == 3
    assert "move Sniper Z2-3 Z1-3" in legal(do(state, "interrupt no"))


def test_tripwire_is_an_ambush_without_base_damage_and_also_for_strike() -> None:
    state = do(scene("Heavy:JungleJane Z2-3", "Gunner:Vantage Z3-4", active="Gunner"), "move Gunner Z3-4 Z3-3")
    assert asked(state) == ("Heavy", "tripwire")
    assert hurt(do(state, "interrupt yes", "roll 1 1 0 0"), "Gunner") == 1


BEHIND = "Guerrilla ?Z3-4"


def test_a_terrorist_that_this_step_uncovered_does_not_ambush() -> None:
    """By the arrival itself, by a Booby Trap, or by what a Location let the revealer turn up."""
    step, crate = "move Breacher Z2-3 Z3-3", {"Z3-3": "Crate"}
    found = [do(scene("Breacher Z2-3", "Guerrilla ?Z3-3"), step)]
    found += [do(scene("Breacher Z2-3", BEHIND, cards={"Z3-3": "Trap"}), step)]
    for place in ("ControlRoom", "Helipad"):
        found += [do(scene("Breacher Z2-3", BEHIND, cards=crate, places={"Z3-3": place}), step, "reveal Z3-4")]
    for after in found:
        assert (soldier(after, "Guerrilla")["state"], asked(after), rolling(after)) == ("map", None, 0)


def test_one_that_came_to_light_before_the_step_does_ambush_but_not_who_died_of_the_card() -> None:
    state = do(scene("Scout Z2-4", BEHIND), "skill Scout drone Z3-4", "move Scout Z2-4 Z3-4")
    assert asked(state) == ("Guerrilla", "ambush")
    state = scene("Sniper Z2-3", "Guerrilla Z3-4", cards={"Z3-3": "Mines"}, damage={"Sniper": 2})
    state = do(state, "move Sniper Z2-3 Z3-3")
    assert (soldier(state, "Sniper")["state"], asked(state)) == ("dead", None)


def test_an_ambush_on_a_soldier_that_enters_the_map() -> None:
    assert asked(do(scene("Sniper", "Guerrilla Z2-3"), "enter Sniper Z1-3")) == ("Guerrilla", "ambush")


def test_point_blank_strikes_an_enemy_that_was_already_revealed() -> None:
    state = do(scene("Breacher:Gankenstein Z2-3", "Enforcer:Vantage Z2-4"), "move Breacher Z2-3 Z2-4")
    assert rolling(state) == 5
    state = do(state, "roll 1 1 0 0 0")
    assert hurt(state, "Enforcer") == 2
    assert "attack Breacher Enforcer" in legal(state)
    rush = do(scene("Sniper Z2-3", "Enforcer Z2-4", active="Enforcer"), "move Enforcer Z2-4 Z2-3", "roll 1 1 0")
    assert hurt(rush, "Sniper") == 2, "a Bull Rush is the same"
    hidden = scene("Breacher:Gankenstein Z2-3", "Enforcer:Vantage ?Z2-4")
    assert rolling(do(hidden, "move Breacher Z2-3 Z2-4")) == 0


def test_point_blank_is_not_struck_by_one_that_an_ambush_killed_on_arrival() -> None:
    state = scene("Breacher:Gankenstein Z2-3", "Guerrilla:Vantage Z2-4", damage={"Breacher": 6})
    state = do(state, "move Breacher Z2-3 Z2-4", "interrupt yes", "roll 1 1 1")
    assert (soldier(state, "Breacher")["state"], rolling(state), now(state)) == ("dead", 0, "Guerrilla")


def test_point_blank_chooses_between_two() -> None:
    state = scene("Heavy:Gankenstein Z2-3", "Enforcer:Vantage Z2-4, Gunner:Kestrel Z2-4")
    state = do(state, "move Heavy Z2-3 Z2-4")
    assert legal(state) == {"attack Heavy Enforcer", "attack Heavy Gunner"}
    assert see(state)["question"]["others"] == ["Enforcer", "Gunner"]
    assert refused(state, "pass Heavy") == "question-open"
    assert hurt(do(state, "attack Heavy Gunner", "roll 1 1 1 1 1"), "Gunner") == 4


def test_dead_air_spends_a_cooldown_without_effect() -> None:
    state = do(scene("Assault:Vantage Z2-3", "Gunner:SideboardSal Z4-4"), "skill Assault sprint")
    assert asked(state) == ("Gunner", "dead-air")
    assert see(state)["question"]["announced"] == "sprint"
    jammed = do(state, "interrupt yes")
    assert see(jammed)["turn"]["moves"] == 2
    assert refused(jammed, "skill Assault sprint") == "spent"
    assert see(do(state, "interrupt no"))["turn"]["moves"] == 4
    assert asked(do(scene("Assault Z2-3", "Saboteur Z4-4"), "skill Assault sprint")) == ("Saboteur", "jammer")


def test_a_hidden_soldier_is_never_asked() -> None:
    state = do(scene("Assault:Vantage Z2-3", "Gunner:SideboardSal ?Z4-4"), "skill Assault sprint")
    assert asked(state) is None
    assert asked(do(scene("Sniper Z2-2", "Guerrilla ?Z2-4"), "move Sniper Z2-2 Z2-3")) is None


def test_field_dressing_heals_oneself_or_an_adjacent_ally_with_damage() -> None:
    state = scene("Medic Z2-3, Scout Z2-4, Heavy Z4-4", damage={"Scout": 4, "Heavy": 3})
    assert hurt(do(state, "skill Medic field-dressing Scout"), "Scout") == 0
    for target, code in (("Medic", "nothing-to-heal"), ("Heavy", "nothing-to-heal"), ("Gunner", "skill-target")):
        assert refused(state, f"skill Medic field-dressing {target}") == code
    assert refused(state, "skill Medic field-dressing") == "skill-target"
    assert "skill Medic field-dressing Medic" in legal(scene("Medic Z2-3", damage={"Medic": 1}))


def test_second_wind_heals_oneself_and_an_infirmary_whoever_begins_its_activation_there() -> None:
    assert hurt(do(scene("Heavy:LastMag Z2-3", damage={"Heavy": 3}), "skill Heavy second-wind"), "Heavy") == 1
    assert refused(scene("Heavy:LastMag Z2-3"), "skill Heavy second-wind") == "nothing-to-heal"
    wounds, places = {"Heavy": 3}, {"Z2-3": "Infirmary"}
    state = scene("Sniper Z1-1, Heavy Z2-3", "Gunner ?Z4-4", active="Gunner", damage=wounds, places=places)
    assert hurt(do(state, "pass Gunner"), "Heavy") == 2


def test_long_eye_remote_charges_and_a_watchtower_give_range() -> None:
    state = scene("Breacher:Kestrel Z2-3", "Gunner:Vantage Z2-5")
    assert refused(state, "attack Breacher Gunner") == "out-of-range"
    assert "attack Breacher Gunner" in legal(do(state, "skill Breacher long-eye"))
    tower = scene("Breacher Z2-3", "Gunner Z2-5", places={"Z2-3": "Watchtower"})
    assert "attack Breacher Gunner" in legal(tower)
    remote = scene("Sniper Z2-3", "Saboteur ?Z4-4", active="Saboteur")
    assert "attack Saboteur Sniper" in legal(remote)


def test_a_cooldown_may_be_used_before_entering_and_uncovers_a_hidden_soldier() -> None:
    assert "enter Assault Z1-1" in legal(do(scene("Assault"), "skill Assault sprint"))
    hidden = scene("Sniper Z1-1", "Gunner:Peekaboo ?Z3-3", active="Gunner")
    assert soldier(do(hidden, "skill Gunner quick-feet"), "Gunner")["state"] == "map"


def test_early_riser_returns_a_round_before_its_side() -> None:
    state = scene("Sniper Z1-1", "Gunner:Backdoor dead, Enforcer:Vantage dead", round_=2)
    while see(state)["round"] == 2:
        state = do(state, f"pass {now(state)}")
    assert (soldier(state, "Gunner")["state"], soldier(state, "Enforcer")["state"]) == ("off", "dead")


@pytest.mark.parametrize(
    ("strike", "terrorists", "did", "text", "code"),
    [
        ("Assault Z2-3", "", 0, "skill Assault drone Z2-2", "no-such-skill"),
        ("Assault Z2-3", "", 0, "skill Assault sprint Medic", "skill-target"),
        ("Breacher Z2-3", "", 0, "skill Breacher belt-fed", "no-such-skill"),
        ("Sniper:Panzord Z2-3", "Gunner:Vantage", 0, "skill Sniper clutch", "no-cooldown"),
        ("Breacher Z2-3", "", 0, "skill Breacher flashbang", "no-cooldown"),
        ("Heavy Z2-3", "Gunner Z2-4", 2, "skill Heavy belt-fed", "too-late"),
    ],
)
def test_what_cannot_be_announced(strike: str, terrorists: str, did: int, text: str, code: str) -> None:
    assert refused(scene(strike, terrorists, did=did), text) == code
