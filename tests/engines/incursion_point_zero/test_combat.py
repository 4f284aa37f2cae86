"""Attacks, counterattacks, Free Attacks, dice and damage."""

from tests.engines.incursion_point_zero.scenes import asked, do, end, hurt, legal, now, refused, rolling, scene, see, soldier

CLOSE = ("Breacher Z2-3", "Gunner Z2-4")


def test_range_counts_rows_plus_columns_and_nothing_blocks_it() -> None:
    state = scene("Sniper Z1-3, Scout Z1-4", "Gunner Z2-5, Enforcer Z3-4, Guerrilla Z4-4", gaps="Z2-4 Z1-5")
    assert {text for text in legal(state) if text.startswith("attack")} == {"attack Sniper Gunner", "attack Sniper Enforcer"}
    assert refused(state, "attack Sniper Guerrilla") == "out-of-range"


def test_damage_is_successes_plus_base_damage() -> None:
    assert hurt(do(scene("Breacher Z2-3", "Marksman Z2-4"), "attack Breacher Marksman", "roll 1 0 0"), "Marksman") == 3


def test_both_attack_at_once_if_both_are_in_range_and_the_killed_counters_too() -> None:
    state = scene("Heavy Z2-3", "Guerrilla Z2-4", damage={"Guerrilla": 4, "Heavy": 6})
    state = do(state, "skill Heavy belt-fed", "attack Heavy Guerrilla", "roll 1 1 1 0")
    assert rolling(state) == 3
    state = do(state, "roll 1 0 0")
    heavy = soldier(state, "Heavy")
    assert (heavy["state"], soldier(state, "Guerrilla")["state"]) == ("dead", "dead")
    assert heavy["damage"] == 0
    assert ["belt-fed", "cooldown", True] in heavy["abilities"], "spent is spent"
    distant = do(scene("Heavy Z2-3", "Guerrilla Z2-5"), "attack Heavy Guerrilla", "roll 0 0 0")
    assert now(distant) == "Guerrilla", "out of its range the defender does not counter"


def test_attacking_first_gives_up_the_move() -> None:
    state = do(scene("Sniper Z2-3", "Gunner Z2-5"), "attack Sniper Gunner", "roll 1 1 1")
    assert now(state) == "Gunner"
    stays = scene("Medic Z2-3, Scout Z2-3", "Gunner Z2-4", damage={"Scout": 2})
    stays = do(stays, "attack Medic Gunner", "roll 1 1 1", "roll 0 0 0")  # and takes 2 itself
    assert refused(stays, "move Medic Z2-3 Z2-2") == refused(stays, "attack Medic Gunner") == "attacked"
    assert legal(stays) == {*(f"skill Medic field-dressing {one}" for one in ("Medic", "Scout")), "pass Medic"}


def test_an_attack_from_hiding_uncovers_the_attacker() -> None:
    state = do(scene("Sniper Z2-3", "Gunner ?Z2-4", active="Gunner"), "attack Gunner Sniper", "roll 1 0 0", "roll 1 1 1")
    assert (hurt(state, "Sniper"), soldier(state, "Gunner")["state"]) == (2, "map")


def test_leaving_an_enemy_lets_it_make_a_free_attack_if_it_wants_to() -> None:
    state = do(scene("Sniper Z2-3", "Gunner Z2-3"), "move Sniper Z2-3 Z2-2")
    assert asked(state) == ("Gunner", "free")
    assert legal(state) == {"free yes", "free no"}
    assert soldier(do(state, "free no"), "Sniper")["at"] == "Z2-2"
    hit = do(state, "free yes", "roll 1 1 0")
    assert (hurt(hit, "Sniper"), soldier(hit, "Sniper")["at"]) == (2, "Z2-2")


def test_a_mover_that_a_free_attack_kills_goes_nowhere_and_two_enemies_are_asked_in_their_order() -> None:
    state = scene("Sniper Z2-3", "Gunner Z2-3, Enforcer Z2-3", damage={"Sniper": 4}, places={"Z2-3": "Warehouse"})
    state = do(state, "move Sniper Z2-3 Z2-2")
    assert (asked(state), asked(do(state, "free no"))) == (("Gunner", "free"), ("Enforcer", "free"))
    killed = do(state, "free yes", "roll 1 0 0")
    assert (soldier(killed, "Sniper")["state"], now(killed)) == ("dead", "Gunner")


def test_break_off_ghost_step_and_a_parade_ground_draw_no_free_attack_for_leaving() -> None:
    for state in (
        scene("Assault Z2-3", "Gunner Z2-3"),
        scene("Sniper:QuietRiot77 Z2-3", "Gunner:Vantage Z2-3"),
        scene("Sniper Z2-3", "Gunner Z2-3", places={"Z2-3": "ParadeGround"}),
    ):
        name = now(state)
        assert soldier(do(state, f"move {name} Z2-3 Z2-2"), name)["at"] == "Z2-2"
    assert rolling(do(scene("Assault Z2-3", "Gunner ?Z3-3"), "move Assault Z2-3 Z3-3")) == 3, "a revealed enemy attacks"


def test_no_counterattack_on_flashbang_low_blow_or_blindside() -> None:
    blow = do(scene("Sniper Z2-3", "Enforcer Z2-4", active="Enforcer"), "skill Enforcer low-blow", "attack Enforcer Sniper")
    assert hurt(do(blow, "roll 0 0 0"), "Enforcer") == 0
    state = do(scene(*CLOSE), "attack Breacher Gunner", "roll 1 0 0")
    assert (hurt(state, "Gunner"), hurt(state, "Breacher")) == (2, 0)
    state = scene("Heavy:Curvestone Z2-3", "Gunner:Vantage Z2-4")
    state = do(state, "skill Heavy blindside", "attack Heavy Gunner", "roll 0 0 0 0 0")
    assert hurt(state, "Heavy") == 0


def test_the_focus_of_the_soldier_says_which_stat_of_its_gamer_rolls() -> None:
    state = scene("Assault:TopDeckTara Z2-3, Heavy:LaneBaron Z2-2", "Gunner:Vantage Z2-4")
    assert rolling(do(state, "attack Assault Gunner")) == 3  # her dexterity, not her wisdom of 5
    assert soldier(state, "Heavy")["dice"] == 5


def test_without_gamers_every_roll_is_three_dice_and_belt_fed_clutch_and_a_relay_mast_add_some() -> None:
    assert {one["dice"] for one in see(scene(*CLOSE))["soldiers"].values()} == {3}
    assert rolling(do(scene("Heavy Z2-3", "Gunner Z2-4"), "skill Heavy belt-fed", "attack Heavy Gunner")) == 4
    assert rolling(do(scene(*CLOSE, places={"Z2-3": "RelayMast"}), "attack Breacher Gunner")) == 4
    panzord = do(scene("Breacher:Panzord Z2-3", "Gunner:Vantage Z2-4"), "attack Breacher Gunner")
    assert asked(panzord) == ("Breacher", "clutch")
    assert (rolling(do(panzord, "interrupt yes")), rolling(do(panzord, "interrupt no"))) == (6, 4)


def test_an_armory_first_blood_full_auto_grudge_and_finishing_shot_add_damage_that_is_not_base_damage() -> None:
    assert hurt(do(scene(*CLOSE, places={"Z2-3": "Armory"}), "attack Breacher Gunner", "roll 0 0 0"), "Gunner") == 2
    bea = scene("Breacher:BluffingBea Z2-3", "Gunner:Vantage Z2-4")
    bea = do(bea, "skill Breacher first-blood", "attack Breacher Gunner", "roll 0 0 0 0")
    assert hurt(bea, "Gunner") == 2
    grudge = scene("Breacher:Sawtooth Z2-3", "Enforcer:Vantage Z2-4, Gunner:Kestrel Z2-3", damage={"Enforcer": 1})
    assert hurt(do(grudge, "attack Breacher Enforcer", "roll 0 0 0 0 0"), "Enforcer") == 4
    assert hurt(do(grudge, "attack Breacher Gunner", "roll 0 0 0 0 0"), "Gunner") == 1
    auto = do(scene("Sniper Z2-3", "Gunner Z2-4", active="Gunner"), "skill Gunner full-auto", "attack Gunner Sniper")
    assert hurt(do(auto, "roll 0 0 0", "roll 1 1 1"), "Sniper") == 4
    for before, after in ((0, 2), (1, 4)):
        shot = scene("Scout Z2-3", "Marksman Z2-5", active="Marksman", damage={"Scout": before})
        assert hurt(do(shot, "attack Marksman Scout", "roll 0 0 0"), "Scout") == after
    free = scene("Sniper Z2-3", "Gunner ?Z3-3", places={"Z3-3": "Armory"})
    assert hurt(do(free, "move Sniper Z2-3 Z3-3", "roll 0 0 0"), "Sniper") == 1


def test_a_workshop_and_steady_aim_reroll_blanks_at_once() -> None:
    state = do(scene(*CLOSE, places={"Z2-3": "Workshop"}), "attack Breacher Gunner", "roll 0 1 0")
    assert rolling(state) == 1
    assert hurt(do(state, "roll 1"), "Gunner") == 3
    steady = scene("Breacher:StackTrace Z2-3", "Gunner:Vantage Z2-4", places={"Z2-3": "Workshop"})
    assert rolling(do(steady, "attack Breacher Gunner", "roll 0 0 0 0 1")) == 2
    assert hurt(do(scene(*CLOSE, places={"Z2-3": "Workshop"}), "attack Breacher Gunner", "roll 1 1 1"), "Gunner") == 4


def test_second_look_and_cold_hands_ask_when_a_die_is_blank() -> None:
    state = do(scene("Sniper Z2-3", "Gunner Z2-5"), "attack Sniper Gunner", "roll 0 0 1")
    assert asked(state) == ("Sniper", "second-look")
    assert see(state)["question"]["faces"] == [0, 0, 1]
    assert hurt(do(state, "interrupt yes", "roll 1"), "Gunner") == 3, "the first is rolled again"
    assert asked(do(scene("Sniper Z2-3", "Gunner Z2-5"), "attack Sniper Gunner", "roll 1 1 1")) is None
    talent = scene("Sniper:NoScopeNan Z2-3", "Gunner:Vantage Z2-5")
    talent = do(talent, "attack Sniper Gunner", "roll 0 0 0 1 1", "interrupt no")
    assert asked(talent) == ("Sniper", "cold-hands")
    assert rolling(do(talent, "interrupt yes")) == 2


def test_shields_add_up_damage_never_falls_below_nothing_and_an_aura_does_not_help_oneself() -> None:
    assert hurt(do(scene(*CLOSE, places={"Z2-4": "Pillbox"}), "attack Breacher Gunner", "roll 0 0 0"), "Gunner") == 0
    smoke = scene("Sniper Z2-3, Medic Z2-2", "Gunner Z2-4", active="Gunner", gear={"Sniper": "Armour"})
    assert hurt(do(smoke, "attack Gunner Sniper", "roll 1 1 0", "roll 1 1 1"), "Sniper") == 1
    oneself = scene("Medic Z2-3, Scout Z2-2", "Gunner Z2-4", active="Gunner")
    assert hurt(do(oneself, "attack Gunner Medic", "roll 1 0 0", "roll 0 0 0"), "Medic") == 2
    far = scene("Sniper Z2-3, Medic Z1-2", "Gunner Z2-4", active="Gunner")
    assert hurt(do(far, "attack Gunner Sniper", "roll 1 0 0", "roll 1 1 1"), "Sniper") == 2


def test_before_damage_is_placed_the_victim_is_asked_first_and_then_its_team() -> None:
    state = scene("Breacher:Vantage Z2-3", "Warlord:Kestrel Z2-5, Marksman:Brickwork Z2-4")
    state = do(state, "attack Breacher Marksman", "roll 1 1 1")
    assert asked(state) == ("Marksman", "thick-skin")
    assert see(state)["question"]["amount"] == 5
    state = do(state, "interrupt no")
    assert asked(state) == ("Warlord", "bodyguard")
    assert hurt(do(state, "interrupt yes"), "Marksman") == 2
    assert soldier(do(state, "interrupt no"), "Marksman")["state"] == "dead"


def test_nobody_is_asked_once_no_damage_is_left() -> None:
    state = scene("Breacher:Vantage Z2-3", "Warlord:Kestrel Z2-5, Marksman:Brickwork Z2-4")
    state = do(state, "attack Breacher Marksman", "roll 0 0 0", "interrupt yes")
    assert (asked(state), hurt(state, "Marksman")) == (None, 0)
    skin = scene("Sniper:Brickwork Z2-3", "Gunner:Vantage Z2-4", active="Gunner")
    skin = do(skin, "attack Gunner Sniper", "roll 1 1", "roll 1 1")
    assert asked(skin) == ("Sniper", "thick-skin")
    assert hurt(do(skin, "interrupt yes"), "Sniper") == 1, "it takes two off"


def test_a_spent_ability_is_not_offered_again() -> None:
    state = scene("Breacher Z2-3", "Warlord Z2-4", spent=["bodyguard"])
    assert asked(do(state, "attack Breacher Warlord", "roll 1 1 0")) is None
    assert refused(scene("Assault Z2-3", spent=["sprint"]), "skill Assault sprint") == "spent"


def test_strike_also_wins_if_its_last_soldier_dies_in_the_same_combat() -> None:
    strike, wounds = "Heavy Z2-3, Sniper dead, Scout dead, Medic dead", {"Heavy": 6, "Guerrilla": 4}
    state = scene(strike, "Guerrilla Z2-3", cards={"Z2-3": "Missile"}, shown=True, damage=wounds)
    assert end(do(state, "attack Heavy Guerrilla", "roll 1 1 1", "roll 1 0 0")) == (0, "secured")
