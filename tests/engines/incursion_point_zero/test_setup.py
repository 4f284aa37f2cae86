"""Options, Gamers, squads, the map and the Incursion cards."""

from random import Random
from typing import Any

import pytest

from engines import play
from engines.contract import BadOption
from tests.engines.incursion_point_zero.scenes import IDS, do, legal, number, refused, see
from tests.engines.incursion_point_zero.worlds import ENGINE, FOUR, MORE

STRIKE_SQUAD = "squad Assault Medic Scout Heavy"
TERROR_SQUAD = "squad Gunner Marksman Enforcer Warlord"
PLAIN = "Gatehouse Chapel Canteen Barracks Armory Pillbox"
REST = "Warehouse ColdStore MotorPool ParadeGround ControlRoom Workshop RelayMast"


def begun(**options: Any) -> Any:
    return play.begin(ENGINE, options, 2).state


def referee(state: Any, text: str) -> Any:
    return ENGINE.apply(state, None, ENGINE.decode(text))


def hands(strike: str = PLAIN) -> Any:
    """The map about to be built, with these Locations in Strike's hand."""
    state = do(begun(gamers=False), STRIKE_SQUAD, TERROR_SQUAD)
    return referee(referee(state, f"deal strike {strike}"), f"deal terrorists {REST}")


def held(state: Any, strike: str = "", terrorists: str = "", **others: Any) -> Any:
    """Only these Locations are left in the hands."""
    masks = [sum(1 << IDS.index(card) for card in hand.split()) for hand in (strike, terrorists)]
    return state._replace(setup=state.setup._replace(hands=tuple(masks), **others))


def mapped(state: Any, **locations: str) -> Any:
    """Locations already placed, as Z1_5="Chapel"."""
    map_ = bytearray(20)
    for space, location in locations.items():
        map_[number(space.replace("_", "-"))] = 1 + IDS.index(location)
    return state._replace(setup=state.setup._replace(map=bytes(map_)))


def test_a_wrong_option_is_named_and_the_game_is_for_two() -> None:
    for name, value in (("colour", 1), ("gamers", 1), ("rosters", []), ("rosters", {"strike": FOUR})):
        with pytest.raises(BadOption) as caught:
            ENGINE.options({name: value})  # type: ignore[dict-item]
        assert caught.value.name == name
    with pytest.raises(BadOption):
        ENGINE.start(ENGINE.options({}), 3)


def test_without_rosters_each_side_is_dealt_one_gamer_of_each_salary_deck_and_nobody_twice() -> None:
    for seed in range(6):
        moves = play.play_randomly(ENGINE, {}, 2, Random(seed))
        state = [next(moves)[2].state for _ in range(2)][-1]
        strike, terrorists = see(state)["gamers"]
        assert not set(strike) & set(terrorists)
        assert len(strike) == len(terrorists) == 4
        assert state.phase == "squad"


def test_squads_are_secret_until_both_are_in() -> None:
    state = do(begun(gamers=False), STRIKE_SQUAD)
    assert ENGINE.to_act(state) == {1}
    assert ENGINE.view(state, 0)["squad"] == [[name, None] for name in ("Assault", "Medic", "Scout", "Heavy")]
    assert ENGINE.view(state, 1)["squad"] is None
    assert ENGINE.view(state, 1)["ready"] == [True, False]
    assert refused(state, STRIKE_SQUAD, 0) == "already-submitted"
    both = do(state, TERROR_SQUAD)
    assert (ENGINE.view(both, 0)["squad"], ENGINE.view(both, 1)["order"][:3]) == (None, ["Assault", "Gunner", "Medic"])


ALONE = {"gamers": False}
ROSTERS = {"rosters": {"strike": FOUR, "terrorists": MORE}}


@pytest.mark.parametrize(
    ("options", "text", "code"),
    [
        (ALONE, "squad Assault Medic Scout", "malformed"),
        (ALONE, "squad Assault Medic Scout Cook", "malformed"),
        (ALONE, "squad Assault Medic Scout Gunner", "squad-side"),
        (ALONE, "squad Assault Medic Scout Scout", "squad-twice"),
        (ALONE, "squad Assault:Panzord Medic Scout Heavy", "squad-gamers"),
        (ALONE, "place Chapel Z1-5", "wrong-phase"),
        (ROSTERS, "squad Assault Medic Scout Heavy", "squad-gamers"),
    ],
)
def test_what_is_no_squad(options: Any, text: str, code: str) -> None:
    assert refused(begun(**options), text) == code


def test_the_referee_deals_six_and_seven_different_locations() -> None:
    state = do(begun(gamers=False), STRIKE_SQUAD, TERROR_SQUAD)
    assert ENGINE.to_act(state) == frozenset()
    for text in ("deal terrorists Chapel", "deal strike Chapel", "roll 1 0", "gamers strike Panzord"):
        with pytest.raises(Exception, match=r"doesn't match the rules|referee"):
            referee(state, text)
    assert ENGINE.view(hands(), 0)["hand"] == sorted(PLAIN.split(), key=IDS.index)
    assert ENGINE.view(hands(), 1)["hands"] == [6, 7]


def test_the_first_card_goes_to_the_bottom_right_corner_if_it_may_stand_there() -> None:
    state = hands("Gatehouse Helipad LaunchSilo Infirmary Checkpoint RailSpur")
    assert legal(state) == {f"place {card} Z1-5" for card in ("Gatehouse", "Checkpoint", "RailSpur")}
    assert refused(state, "place Gatehouse Z1-4") == "first-space"
    assert refused(state, "place Helipad Z1-5") == "first-card"
    assert refused(state, "place Chapel Z1-5") == "not-in-hand"


def test_if_no_card_may_be_first_the_restriction_is_ignored_for_it() -> None:
    state = held(hands(), "Helipad LaunchSilo Infirmary", REST)  # only three such cards can be in a hand of six
    assert legal(state) == {f"place {card} Z1-5" for card in ("Helipad", "LaunchSilo", "Infirmary")}


def test_each_later_card_touches_another_also_diagonally_and_sides_alternate() -> None:
    state = do(hands(), "place Chapel Z1-5")
    assert ENGINE.to_act(state) == {1}
    assert {text.split()[2] for text in legal(state)} == {"Z1-4", "Z2-4", "Z2-5"}
    assert refused(state, "place Workshop Z1-5") == "space-taken"
    assert refused(state, "place Workshop Z1-3") == "not-touching"
    assert ENGINE.to_act(do(state, "place Workshop Z2-4")) == {0}


def test_strike_never_places_in_zone_4() -> None:
    state = mapped(hands(), Z1_5="Workshop", Z2_5="RelayMast", Z3_5="ColdStore")
    assert refused(state, "place Chapel Z4-5") == "not-zone-four"
    assert not {text for text in legal(state) if "Z4" in text}


@pytest.mark.parametrize(
    ("card", "space", "good"),
    [
        *(("Gatehouse", "Z3-4", False), ("Gatehouse", "Z2-4", True), ("Helipad", "Z2-4", False), ("Helipad", "Z3-4", True)),
        *(("Watchtower", "Z1-4", False), ("Watchtower", "Z2-5", True), ("Infirmary", "Z1-4", True)),
        *(("Infirmary", "Z2-4", False), ("FuelDepot", "Z1-4", False), ("FuelDepot", "Z2-4", True)),
        *(("Checkpoint", "Z3-4", False), ("Checkpoint", "Z1-4", True)),
    ],
)
def test_a_restriction_is_kept(card: str, space: str, good: bool) -> None:
    state = mapped(hands(f"{card} Chapel Canteen Barracks Armory Pillbox"), Z1_5="Chapel", Z3_5="Pillbox")
    text = f"place {card} {space}"
    assert (text in legal(state)) == good
    assert good or refused(state, text) == "restriction"


def test_who_can_place_a_card_must_and_who_cannot_discards_one() -> None:
    state = mapped(hands("Helipad Chapel Canteen Barracks Armory Pillbox"), Z1_5="Workshop")
    assert refused(state, "discard Helipad") == "must-place"
    state = held(state, "Helipad", REST)
    assert legal(state) == {"discard Helipad"}
    after = do(state, "discard Helipad")
    assert see(after)["discarded"] == ["Helipad"]
    assert ENGINE.to_act(after) == {1}


def test_the_last_cards_of_the_terrorists_go_to_the_lowest_zone_without_a_location() -> None:
    state = held(mapped(hands(), Z1_5="Chapel", Z1_4="Canteen"), "", "Warehouse ColdStore", turn=11)
    assert {text.split()[2][:2] for text in legal(state)} == {"Z2"}
    assert refused(state, "place Warehouse Z1-3") == "zone-first"
    free = mapped(state, Z1_5="Chapel", Z2_5="Canteen", Z3_5="Armory")
    assert {text.split()[2][:2] for text in legal(free)} == {"Z1", "Z2", "Z3", "Z4"}
    waived = held(mapped(state, Z1_5="Chapel", Z3_4="Canteen"), "", "LaunchSilo")
    assert {text.split()[2][:2] for text in legal(waived)} == {"Z3", "Z4"}


def laying(missing: int = 0) -> Any:
    """All but `missing` Locations are placed, from Z1-1 on (zone 3 ends with Z3-3)."""
    map_ = bytes([at + 1 for at in range(13 - missing)]) + bytes(7 + missing)
    return held(hands(), map=map_)._replace(phase="drop" if missing else "lay")


def test_for_missing_locations_blanks_are_dropped_first_then_others_but_never_the_missile() -> None:
    state = laying(4)
    assert legal(state) == {"drop Crate", "drop Deserted"}
    assert refused(state, "drop Mines") == "drop-blanks"
    assert refused(state, "drop Missile") == "drop-missile"
    assert refused(state, "lay Crate Z1-1") == "wrong-phase"
    state = do(state, "drop Crate", "drop Crate")
    assert refused(state, "drop Crate") == "card-gone"
    state = do(state, "drop Deserted")
    assert legal(state) == {f"drop {card}" for card in ("Mines", "Trap", "MedKit", "Armour", "Scope")}
    assert do(state, "drop Trap").phase == "lay"


def test_cards_are_laid_under_locations_one_under_each() -> None:
    state = laying()
    assert len(legal(state)) == 13 * 12 - 5  # twelve different cards; the missile not in zone 1
    state = do(state, "lay Gunner Z1-1")
    assert refused(state, "lay Crate Z1-1") == "card-there"
    assert refused(state, "lay Crate Z4-4") == "no-location"
    assert refused(state, "lay Gunner Z1-2") == "card-gone"
    assert refused(state, "lay Saboteur Z1-2") == "not-in-squad"
    assert refused(state, "lay Missile Z1-2") == "missile-zone"
    assert refused(state, "drop Crate") == "wrong-phase"


def test_the_missile_keeps_a_place_outside_of_zone_1() -> None:
    state = laying()
    outside = ["Z2-1", "Z2-2", "Z2-3", "Z2-4", "Z2-5", "Z3-1", "Z3-2"]
    cards = ["Mines", "Trap", "MedKit", "Armour", "Scope", "Crate", "Crate"]
    state = do(state, *(f"lay {card} {space}" for card, space in zip(cards, outside, strict=True)))
    assert refused(state, "lay Gunner Z3-3") == "missile-place"
    assert "lay Gunner Z1-1" in legal(state)
    assert "lay Gunner Z1-1" in legal(do(state, "lay Missile Z3-3"))
    alone = held(laying(), map=bytes([1, 2, 3, 4, 5]) + bytes(15))
    assert "lay Missile Z1-2" in legal(alone), "on a map of zone 1 alone it lies there"


def test_the_last_card_laid_begins_round_1_with_strikes_first_soldier() -> None:
    state = laying()
    while state.phase == "lay":
        state = ENGINE.apply(state, 1, ENGINE.sample(state, 1, Random(1)))
    seen = see(state)
    assert (seen["round"], seen["turn"]["soldier"], seen["phase"]) == (1, "Assault", "play")
    assert {one["state"] for one in seen["soldiers"].values()} == {"off", "hidden"}
    assert len([space for space in seen["spaces"].values() if space["card"] == "down"]) == 13
