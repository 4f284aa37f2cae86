"""The Admin's actions and what each operation does."""

from typing import Any

import pytest

from tests.engines.zero_day.scenes import ADMIN, ONE, OPERATIONS, TWO, bits, change, do, install, legal, refusal, turn_of, view


def resolving(name: str, cards: str, **given: Any) -> Any:
    """The state once the Admin resolved an operation with these cards on it."""
    basic = name in ("Invest", "Progress", "Scramble")
    given = {"credits": 5, "stacks": {name: cards}, "open": "Booster Eject" if basic else f"Booster {name}", **given}
    return do(turn_of(ADMIN, **given), f"resolve {name}")


CARDS = ["", "4", "4 5", "4 5 6", "4 5 6 7", "4 5 6 7 8", "4 5 6 7 8 9"]


def test_the_admin_does_none_to_two_actions_a_turn() -> None:
    state = do(turn_of(ADMIN), "stack Invest 4", "stack Invest 5")
    assert {text.split()[0] for text in legal(state)} == {"init"}
    assert refusal(state, "resolve Invest").code == "no-actions-left"
    assert refusal(state, "stack Invest 6").code == "no-actions-left"
    assert "init 5" in legal(turn_of(ADMIN))


def test_only_unused_cards_are_stacked_x_in_the_advanced_game_and_each_lies_once() -> None:
    state = do(turn_of(ADMIN), "stack Progress 4")
    assert refusal(state, "stack Invest 4").code == "card-stacked"
    assert refusal(state, "stack Invest 3").code == "is-credential"
    assert refusal(state, "stack Invest X").code == "no-x"
    assert refusal(state, "stack Tax 5").code == "not-open"
    assert "stack Invest X" in legal(turn_of(ADMIN, advanced=True))


@pytest.mark.parametrize(("name", "limit"), [("Invest", 4), ("Progress", 6), ("Scramble", 4), ("Eject", 1), ("Scan", 3)])
def test_a_stack_ends_at_the_last_column(name: str, limit: int) -> None:
    state = turn_of(ADMIN, stacks={name: CARDS[limit]})
    assert not [text for text in legal(state, "stack") if text.split()[1] == name]
    assert refusal(state, f"stack {name} 9").code == "stack-full"


@pytest.mark.parametrize(
    ("name", "cost", "gains"),
    [
        ("Invest", 0, {1: 2, 2: 4, 3: 7, 4: 9}), ("Progress", 3, {3: 1, 4: 2, 5: 3, 6: 4}),
        ("Singularity", 4, {2: 1, 3: 3, 4: 4}),
    ],
)  # fmt: skip
def test_invest_gives_credits_progress_and_singularity_cost_some_and_give_progress(
    name: str, cost: int, gains: dict[int, int]
) -> None:
    at = OPERATIONS.index(name)
    for count, gain in gains.items():
        after = resolving(name, CARDS[count])
        told = (5 + gain, 0) if name == "Invest" else (5 - cost, gain)
        assert (after.credits[ADMIN], after.score[ADMIN], after.stacks[at]) == (*told, 0)
        assert len(view(after, ADMIN)["unused"]) == 6, "the cards return"
        assert (after.bottom, at in after.operations) == (((at,), False) if name == "Singularity" else ((), True))


@pytest.mark.parametrize("name", ["Progress", "Singularity"])
def test_too_few_cards_or_credits_cannot_resolve(name: str) -> None:
    state = turn_of(ADMIN, credits=9, stacks={name: "4"}, open="Singularity Tax")
    assert refusal(state, f"resolve {name}").code == "too-few-cards"
    assert refusal(state, "resolve Invest").code == "no-stack"
    assert refusal(state, "resolve Toll").code == "not-open"
    state = turn_of(ADMIN, credits=2, stacks={name: "4 5 6"}, open="Singularity Tax")
    assert refusal(state, f"resolve {name}").code == "not-enough-credits"


@pytest.mark.parametrize(("boost", "real", "gain"), [("5", "4 6", 1), ("5 6", "4 7", 2)])
def test_booster_counts_as_more_cards_on_operations_with_a_real_one(boost: str, real: str, gain: int) -> None:
    state = turn_of(ADMIN, credits=5, open="Booster Tax", stacks={"Booster": boost, "Progress": real})
    assert do(state, "resolve Progress").score[ADMIN] == gain
    assert refusal(state, "resolve Tax").code == "no-stack"
    assert refusal(state, "resolve Booster").code == "never-resolved"


def test_booster_keeps_its_cards_never_goes_past_the_last_column_and_does_not_move_the_limit() -> None:
    state = turn_of(ADMIN, credits=5, open="Booster Tax", stacks={"Booster": "8 9", "Invest": "4 5 6"})
    assert "stack Invest 7" in legal(state)
    assert do(state, "resolve Invest").credits[ADMIN] == 5 + 9
    state = turn_of(ADMIN, credits=5, open="Booster Tax", stacks={"Booster": "8 9", "Invest": "4"})
    assert do(state, "resolve Invest").stacks[OPERATIONS.index("Booster")] == bits("8 9")


def test_scramble_returns_all_stacks_and_names_four_others_which_may_be_earlier_ones() -> None:
    state = turn_of(ADMIN, credits=5, stacks={"Scramble": "4 5", "Invest": "6 7"})
    state = do(state, "resolve Scramble")
    assert not any(state.stacks)
    assert len(legal(state)) == 15
    assert refusal(state, "credentials 3 4 5 6").code == "is-credential"
    assert refusal(state, "end").code == "wrong-phase"
    after = do(state, "credentials 4 5 6 7")
    assert after.credentials == bits("4 5 6 7")
    assert after.phase == "act"
    state = do(turn_of(ADMIN, credits=5, stacks={"Scramble": "4 5 6"}), "resolve Scramble", "credentials 4 5 6 7")
    assert state.phase == "scramble"
    assert do(state, "credentials 0 1 2 3").credentials == bits("0 1 2 3")


def test_x_may_become_a_credential_by_scramble() -> None:
    state = turn_of(ADMIN, credits=5, stacks={"Scramble": "4 5"}, advanced=True)
    after = do(state, "resolve Scramble", "credentials 4 5 6 X")
    assert after.credentials == bits("4 5 6 X")
    plain = do(turn_of(ADMIN, credits=5, stacks={"Scramble": "4 5"}), "resolve Scramble")
    assert refusal(plain, "credentials 4 5 6 X").code == "no-x"


def test_eject_jacks_every_hacker_out() -> None:
    state = turn_of(ADMIN, open="Eject", stacks={"Eject": "4"}, seats=3)
    after = do(change(state, at=[-1, 0, 5]), "resolve Eject")
    assert after.at == (-1, -1, -1)


def test_scan_removes_neutral_pawns_even_from_the_central() -> None:
    after = resolving("Scan", "4")
    assert (after.phase, after.choice.left, after.credits[ADMIN]) == ("choice", 4, 3)
    after = do(after, "scan C", "scan R1")
    assert (after.central, after.neutral & 3) == (3, 1)
    assert refusal(after, "scan R1").code == "no-neutral-pawn"
    assert do(after, "end").phase == "act"
    assert do(after, "scan C", "scan C").phase == "act"


def test_purge_takes_every_copy_of_a_virus_of_the_table_but_no_personal_one_until_nothing_is_left() -> None:
    state = turn_of(ADMIN, credits=5, open="Purge", stacks={"Purge": "4"}, advanced=True, seats=3)
    state = install(install(state, ONE, {"Bob": "1 2", "Victor": "3"}), TWO, {"Bob": "4", "Eve": "5"})
    state = do(state, "resolve Purge", "- peek hacker1 4")
    assert legal(state) == {"purge Bob", "purge Eve", "end"}
    assert refusal(state, "purge Victor").code == "not-on-the-table"
    assert refusal(state, "purge Alice").code == "not-installed"
    after = do(state, "purge Bob")
    assert view(after)["seats"][ONE]["installed"] == [["Victor", 3]]
    assert view(after)["seats"][TWO]["installed"] == [["Eve", 5]]
    assert 4 in view(after)["seats"][TWO]["hand"]
    assert resolving("Purge", "4").phase == "act"
    assert do(resolving("Purge", "4 5", installed={}), "init 5").phase == "start"


@pytest.mark.parametrize(("before", "cards", "after"), [(0, "4", 2), (1, "4 5", 4), (4, "4 5 6", 5)])
def test_protection_gives_tokens_up_to_five(before: int, cards: str, after: int) -> None:
    assert resolving("Protection", cards, protection=before).protection == after


def test_shell_stacks_up_to_n_cards_as_long_as_there_are_any() -> None:
    state = resolving("Shell", "4")
    assert (state.choice.left, state.credits[ADMIN]) == (2, 3)
    assert refusal(state, "scan C").code == "another-choice"
    assert refusal(state, "swap 3 4").code == "another-choice"
    assert refusal(state, "stack Shell 4").code == "not-open"
    after = do(state, "stack Progress 4", "stack Progress 5")
    assert (after.phase, after.turn.left) == ("act", 1)
    assert after.stacks[OPERATIONS.index("Progress")] == bits("4 5")
    state = resolving("Shell", "4", stacks={"Shell": "4", "Progress": "5 6 7 8", "Invest": "9"})
    assert do(state, "stack Progress 4").phase == "act"


def test_optimize_swaps_free_initiative_tiles() -> None:
    state = resolving("Optimize", "4")
    tiles = state.tiles
    assert refusal(state, "swap 0 5").code == "occupied"
    assert refusal(state, "swap 1 5").code == "occupied"
    after = do(state, "swap 4 5", "swap 5 4", "swap 9 2")
    assert (after.phase, after.choice.left) == ("choice", 1)
    after = do(after, "end")
    assert (after.tiles[4], after.tiles[2], after.tiles[9]) == (tiles[4], tiles[9], tiles[2])
    assert after.phase == "act"


@pytest.mark.parametrize(("name", "gain"), [("Tax", 0), ("Toll", 4)])
def test_tax_and_toll_take_what_the_hackers_have_and_toll_gives_n_once(name: str, gain: int) -> None:
    state = turn_of(ADMIN, credits=5, open=name, stacks={name: "4 5"}, seats=3)
    after = do(change(state, credits=[5, 2, 9]), f"resolve {name}")
    assert after.credits == (5 + gain, 0, 9 - {"Tax": 6, "Toll": 4}[name])


def test_victors_peek_before_the_cards_return_and_an_operation_goes_below_the_deck() -> None:
    state = turn_of(ADMIN, open="Tax", stacks={"Tax": "4 5 6"}, seats=3, viruses="Alice Eve Victor")
    state = install(install(state, ONE, {"Victor": "1 2"}), TWO, {"Victor": "3"})
    state = do(state, "resolve Tax")
    assert state.phase == "peek"
    assert state.stacks[OPERATIONS.index("Tax")] == bits("4 5 6")
    assert refusal(state, "peek hacker1 4", None).code == "not-the-referees"
    assert refusal(state, "peek hacker1 4 7", None).code == "not-the-referees"
    state = do(state, "- peek hacker1 4 6", "- peek hacker2 5")
    assert state.phase == "act"
    assert state.bottom == (OPERATIONS.index("Tax"),)
    assert [shown["cards"] for shown in view(state, ONE)["seen"]] == [["4", "6"]]
    assert [shown["cards"] for shown in view(state, TWO)["seen"]] == [["5"]]
    assert view(state, ADMIN)["seen"] == view(state)["seen"] == []
    state = turn_of(ADMIN, stacks={"Invest": "4"}, viruses="Alice Eve Victor")
    state = do(install(state, ONE, {"Victor": "1 2 3"}), "resolve Invest", "- peek hacker1 4")
    assert state.credits[ADMIN] == 7
