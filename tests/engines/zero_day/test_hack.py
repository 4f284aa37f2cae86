"""The hack, the Admin's answer, and the viruses that change a hack."""

from typing import Any

import pytest

from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, change, do, end, legal, refusal, turn_of, view


def at_central(**given: Any) -> Any:
    """Hacker 1 on the Central with nine credits; the credentials are 0 1 2 3."""
    return turn_of(ONE, "C", **{"credits": 9, "protection": 0, **given})


def test_a_hack_is_the_tile_action_of_the_central_costs_three_credits_and_gives_an_info_for_each_match() -> None:
    after = do(at_central(), "hack 0 1 5 7")
    assert (after.credits[ONE], after.score[ONE]) == (6, 2)
    assert after.hands[ONE] == 1023, "the keys come back"
    assert refusal(after, "hack 0 1 5 7").code == "tile-action-used"
    assert refusal(at_central(), "tile-action").code == "use-hack"
    assert refusal(turn_of(ONE, "R1", credits=9), "hack 0 1 2 3").code == "not-on-central"
    assert refusal(at_central(credits=2), "hack 0 1 2 3").code == "not-enough-credits"


def test_a_hack_takes_exactly_four_keys() -> None:
    assert refusal(at_central(), "hack 0 1 2").code == refusal(at_central(), "hack 0 1 2 3 4").code == "key-count"
    assert len(legal(at_central(), "hack")) == 210


def test_keys_on_viruses_are_not_in_hand_and_a_small_hand_hacks_with_all_of_it() -> None:
    state = at_central(installed={"Bob": "0 1 2 3 4 5 6"})
    assert legal(state, "hack") == {"hack 7 8 9"}
    assert refusal(state, "hack 0 7 8").code == "key-not-in-hand"
    assert legal(at_central(installed={"Bob": "0 1 2 3 4 5 6 7 8 9"}), "hack") == set()


@pytest.mark.parametrize(("answer", "told", "left"), [("no", 2, 2), ("0", 2, 1), ("+1", 3, 1), ("-1", 1, 1)])
def test_the_admin_may_spend_a_token_and_tell_one_more_or_less(answer: str, told: int, left: int) -> None:
    state = do(at_central(protection=2), "hack 0 1 5 7")
    assert state.phase == "protect"
    assert legal(state) == {"protect no", "protect 0", "protect +1", "protect -1"}
    after = do(state, f"protect {answer}")
    assert (after.score[ONE], after.protection, after.phase, after.seat) == (told, left, "free", ONE)


def test_the_number_never_goes_below_none_but_above_four_and_without_a_token_nobody_asks() -> None:
    assert do(at_central(protection=1), "hack 5 6 7 8", "protect -1").score[ONE] == 0
    assert do(at_central(protection=1), "hack 0 1 2 3", "protect +1").score[ONE] == 5
    assert do(at_central(), "hack 0 1 5 7").phase == "free"


def test_a_hack_that_reaches_the_goal_wins_at_once() -> None:
    assert end(do(at_central(score=9), "hack 0 1 2 7")) == ((2, 1), "info")
    assert end(do(at_central(score=9, protection=1), "hack 0 1 7 8", "protect +1")) == ((2, 1), "info")


@pytest.mark.parametrize(("keys", "size"), [("9", 5), ("8 9", 6), ("7 8 9", 7), ("5 6 7 8 9", 5)])
def test_each_eve_takes_one_key_more_as_far_as_the_hand_goes(keys: str, size: int) -> None:
    state = at_central(installed={"Eve": keys})
    assert {len(text.split()) - 1 for text in legal(state, "hack")} == {size}


def test_trudys_leave_first_and_their_keys_are_in_hand_for_the_hack_or_its_repeat() -> None:
    state = at_central(installed={"Trudy": "8 9"}, viruses="Alice Trudy Bob")
    sizes = {(len(text.split(" trudy ")[0].split()) - 1, text.partition(" trudy ")[2]) for text in legal(state, "hack")}
    assert sizes == {(4, ""), (5, "8"), (5, "9"), (6, "8 9")}
    after = do(state, "hack 0 1 2 4 9 trudy 9")
    assert after.score[ONE] == 3
    assert view(after)["seats"][ONE]["installed"] == [["Trudy", 8]]
    assert refusal(state, "hack 0 1 2 4 5 trudy 5").code == "no-trudy"
    state = do(at_central(installed={"Oscar": "9", "Trudy": "0"}), "hack 1 2 5 6")
    assert refusal(state, "repeat 0 1 2 3 trudy 0").code == "key-count"
    assert do(state, "repeat 0 1 2 trudy 0").score[ONE] == 5


def test_mallory_may_aim_at_the_unused_cards_that_are_not_stacked() -> None:
    state = at_central(installed={"Mallory": "9"}, stacks={"Invest": "4 5"})
    after = do(state, "hack unused 0 4 6 7")
    assert after.score[ONE] == 2
    assert view(after)["hacks"][0]["unused"] is True
    assert refusal(at_central(), "hack unused 4 5 6 7").code == "no-mallory"


def test_oscar_repeats_with_one_key_fewer_for_three_credits_at_any_target() -> None:
    state = at_central(installed={"Oscar": "8 9"})
    assert refusal(state, "repeat 0 1 2").code == "no-hack-yet"
    state = do(state, "hack 0 5 6 7")
    assert refusal(state, "repeat 0 1 2 3").code == "key-count"
    state = do(state, "repeat 0 1 5")
    assert (state.score[ONE], state.credits[ONE]) == (3, 3)
    assert legal(state, "repeat") == {text for text in legal(state) if len(text.split()) == 3 and text[:3] == "rep"}
    state = do(state, "repeat 0 1")
    assert (state.score[ONE], state.credits[ONE]) == (5, 0)
    assert refusal(change(state, credits=[5, 9]), "repeat 0").code == "oscar-used"
    state = do(at_central(installed={"Mallory": "9"}, proxies=4, viruses="Alice Oscar Bob"), "hack 0 1 2 3")
    assert refusal(state, "repeat 0 1 2").code == "no-oscar"
    assert do(state, "install Oscar 8", "repeat unused 4 5 6").score[ONE] == 7
    state = at_central(installed={"Oscar": "1", "Bob": "2 3 4 5 6 7 8 9"})
    assert refusal(do(state, "hack 0"), "repeat 0").code == "no-fewer-keys"


def test_the_remote_hack_is_for_the_advanced_game_where_no_key_matches_x() -> None:
    state = turn_of(ONE, "R1", credits=9, proxies=6, protection=0, advanced=True)
    after = do(state, "hack 0 1 2 7")
    assert (after.score[ONE], after.credits[ONE], after.proxies[ONE]) == (3, 6, 3)
    assert refusal(after, "hack 0 1 2 7").code == "remote-used"
    assert "tile-action" in legal(after), "the tile action is another matter"
    poor = turn_of(ONE, "R1", credits=9, proxies=2, advanced=True)
    assert refusal(poor, "hack 0 1 2 7").code == "not-enough-proxies"
    state = at_central(advanced=True, credentials="0 1 2 X")
    assert do(state, "hack 0 1 2 3").score[ONE] == 3


def test_the_record_masks_keys_and_notes_the_number_told() -> None:
    state = at_central(protection=1, installed={"Trudy": "9"})
    hack = ENGINE.decode("hack 0 1 2 5 9 trudy 9")
    assert ENGINE.secret(state, ONE, hack)
    assert ENGINE.note(state, ONE, hack) == "hack ? ? ? ? ? trudy 9"
    asked = do(state, hack.text)
    assert ENGINE.note(asked, ADMIN, ENGINE.decode("protect -1")) == "protect ? = 2"
    assert ENGINE.note(asked, ADMIN, ENGINE.decode("protect no")) == "= 3"
    assert not ENGINE.secret(asked, ADMIN, ENGINE.decode("protect no"))
    assert ENGINE.note(at_central(), ONE, ENGINE.decode("hack 0 1 2 5")) == "hack ? ? ? ? = 3"
