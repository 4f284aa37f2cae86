"""The Hackers' actions: in, over the board and out, tile actions, viruses, deny."""

from typing import Any

import pytest

from tests.engines.zero_day.scenes import ADMIN, ONE, change, do, legal, refusal, start_of, turn_of, view, without_pawns

# By BOARDS[2]: R1 Entertainment, R2 Business, R3 and R4 Residential, R5 Slum, R6 Maritime, T1 Nature, T4 Industrial.


def moving(at: str | None = None, **given: Any) -> Any:
    """Hacker 1 is about to jack in or to jump."""
    return turn_of(ONE, at, phase="move", **given)


def seat(state: Any, number: int = ONE) -> Any:
    return view(state)["seats"][number]


def test_jacking_in_costs_two_credits_and_takes_the_neutral_pawn_of_a_tip_with_walter_one_tile_further() -> None:
    state = moving(credits=5)
    assert legal(state, "jack-in") == {"jack-in T1", "jack-in T4"}
    after = do(state, "jack-in T1")
    assert (after.credits[ONE], seat(after)["at"], view(after)["board"]["T1"]["neutral"]) == (3, "T1", 0)
    state = moving(credits=5, installed={"Walter": "1"})
    assert legal(state, "jack-in") == {f"jack-in {at}" for at in ("T1", "T4", "R1", "R2", "R4", "R5")}


def test_who_cannot_jack_in_takes_two_credits_and_the_turn_is_over() -> None:
    assert legal(moving(credits=1)) == {"credits"}
    assert legal(without_pawns(moving(credits=5), "T1 T4")) == {"credits"}
    after = do(moving(credits=1), "credits")
    assert after.credits[ONE] == 3
    assert {text.split()[0] for text in legal(after)} == {"init"}


def test_a_jump_goes_to_a_neighbour_with_a_neutral_pawn_and_never_back_to_the_central() -> None:
    state = without_pawns(moving("R1"), "R2")
    assert legal(state, "jump") == {"jump C", "jump R6", "jump T1"}
    after = do(state, "jump C")
    assert (seat(after)["at"], view(after)["board"]["C"]["neutral"], view(after)["board"]["R1"]["neutral"]) == ("C", 3, 0)
    assert refusal(moving("C"), "jump C").code == "same-place"


def test_who_cannot_jump_must_jack_out_and_the_turn_is_over() -> None:
    state = without_pawns(moving("T1"), "R1 R2")
    assert legal(state) == {"jack-out"}
    after = do(state, "jack-out")
    assert seat(after)["at"] is None
    assert {text.split()[0] for text in legal(after)} == {"init"}


@pytest.mark.parametrize("given", [{"flags": 1}, {"installed": {"Walter": "1"}}, {"flags": 1, "installed": {"Walter": "1 2"}}])
def test_maritime_and_walter_allow_two_tiles_and_do_not_add_up(given: Any) -> None:
    state = without_pawns(moving("T1", **given), "R1 R2")
    assert legal(state, "jump") == {"jump C", "jump R3", "jump R6"}, "what lies between does not matter"


def test_maritime_and_industrial_count_for_the_next_turn_only() -> None:
    state = do(turn_of(ONE, "R6", credits=5), "tile-action")
    assert seat(state)["next"] == ["far"]
    state = do(state, "init 4")
    assert (state.seat, state.marker, state.turn.flags & 1) == (ONE, 4, 1)
    assert seat(state)["next"] == []
    state = do(turn_of(ONE, "T4"), "tile-action", "init 3")
    assert view(state)["turn"]["waived"] is True
    assert seat(state)["next"] == []


def test_sybil_lets_a_jump_but_no_jack_in_end_on_a_pawn_or_none_and_in_the_void() -> None:
    state = without_pawns(moving("R1", installed={"Sybil": "4 5"}), "R2")
    assert refusal(state, "jump R2").code == "no-neutral-pawn"
    after = do(state, "jump R2 sybil 5")
    assert seat(after)["at"] == "R2"
    assert seat(after)["installed"] == [["Sybil", 4]]
    assert 5 in seat(after)["hand"]
    after = do(moving("R1", installed={"Sybil": "4"}), "jump R2 sybil 4")
    assert view(after)["board"]["R2"]["neutral"] == 0
    state = moving("R1", seats=4, installed={"Sybil": "4"})
    state = without_pawns(change(state, at=[-1, 1, 2, -1]), "R2")
    assert {"jump R2 sybil 4", "jump T1 sybil 4"} <= legal(state)
    assert view(do(state, "jump R2 sybil 4"))["board"]["R2"]["pawns"] == [1, 2]
    assert refusal(state, "jump T1").code == "no-neutral-pawn"
    state = without_pawns(moving(credits=5, installed={"Sybil": "4"}), "T1 T4")
    assert legal(state) == {"credits"}


# Tile actions, once a turn


@pytest.mark.parametrize(
    ("at", "credits", "proxies"), [("R1", 8, 0), ("R2", 6, 1), ("R3", 5, 2), ("R6", 7, 0), ("T4", 5, 1), ("T1", 5, 0)]
)
def test_a_tile_gives_what_the_rulebook_says(at: str, credits: int, proxies: int) -> None:
    after = do(turn_of(ONE, at, credits=5), "tile-action")
    assert (after.credits[ONE], after.proxies[ONE]) == (credits, proxies)
    assert refusal(after, "tile-action").code == "tile-action-used"


def test_the_nature_reserve_fills_up_to_five_credits() -> None:
    assert [do(turn_of(ONE, "T1", credits=n), "tile-action").credits[ONE] for n in (0, 4, 5, 8)] == [5, 5, 5, 8]


@pytest.mark.parametrize(
    ("text", "credits", "proxies"),
    [
        ("tile-action +credit", 5, 3), ("tile-action +proxy", 4, 4), ("tile-action 3 credits +proxy", 1, 7),
        ("tile-action 3 proxies +credit", 8, 0), ("tile-action 4 credits +credit", 1, 7),
    ],
)  # fmt: skip
def test_the_slum_exchanges_in_one_direction_and_gives_one_of_either(text: str, credits: int, proxies: int) -> None:
    after = do(turn_of(ONE, "R5", credits=4, proxies=3), text)
    assert (after.credits[ONE], after.proxies[ONE]) == (credits, proxies)


@pytest.mark.parametrize(
    ("at", "text", "bonus"),
    [
        ("R1", "tile-action", 4), ("R2", "tile-action", 4), ("R3", "tile-action", 0), ("R5", "tile-action +credit", 4),
        ("R5", "tile-action +proxy", 0), ("R5", "tile-action 1 credits +proxy", 0),
        ("R5", "tile-action 1 proxies +proxy", 4), ("T1", "tile-action", 0),
    ],
)  # fmt: skip
def test_dave_adds_two_credits_a_copy_when_a_tile_action_gave_credits(at: str, text: str, bonus: int) -> None:
    given: Any = {"credits": 6, "proxies": 2, "viruses": "Dave Eve Bob"}
    plain = do(turn_of(ONE, at, **given), text)
    helped = do(turn_of(ONE, at, installed={"Dave": "1 2"}, **given), text)
    assert helped.credits[ONE] - plain.credits[ONE] == bonus


# Viruses


def test_installing_costs_credits_and_proxies_and_shows_a_key_and_a_personal_virus_is_its_owners() -> None:
    state = do(turn_of(ONE, "R1", credits=5, proxies=4), "install Alice 7", "install Alice 2")
    assert (state.credits[ONE], state.proxies[ONE]) == (3, 0)
    assert seat(state)["installed"] == [["Alice", 2], ["Alice", 7]]
    assert seat(state)["hand"] == [0, 1, 3, 4, 5, 6, 8, 9]
    assert refusal(state, "install Bob 7").code == "key-not-in-hand"
    assert refusal(state, "install Bob 1").code == "not-enough-proxies"
    assert refusal(state, "install Carol 1").code == "not-available"
    state = turn_of(ONE, "R1", credits=9, proxies=9, advanced=True, seats=3)
    assert "install Victor 0" in legal(state)
    assert refusal(state, "install Trudy 0").code == "not-available"


def test_uninstalling_costs_a_credit_and_returns_the_key() -> None:
    state = do(turn_of(ONE, "R1", credits=5, installed={"Bob": "3"}), "uninstall Bob 3")
    assert (state.credits[ONE], 3 in seat(state)["hand"]) == (4, True)
    assert refusal(turn_of(ONE, "R1", credits=0, installed={"Bob": "3"}), "uninstall Bob 3").code == "not-enough-credits"
    assert refusal(state, "uninstall Bob 3").code == "not-installed"


def test_alice_and_bob_give_once_a_copy_at_the_start_in_any_order_from_the_next_turn_on() -> None:
    state = start_of(ONE, 1, installed={"Alice": "1 2", "Bob": "3"}, credits=5)
    assert legal(state) == {"tile", "virus Alice", "virus Bob"}
    state = do(state, "tile", "virus Alice", "virus Bob")
    assert refusal(state, "jack-in T1").code == "wrong-phase"
    state = do(state, "virus Alice")
    assert (state.phase, state.credits[ONE], state.proxies[ONE]) == ("move", 9, 1)
    state = start_of(ONE, 1, "pay 2", installed={"Alice": "1"}, credits=1)
    assert do(state, "virus Alice", "tile").phase == "move"
    assert do(state, "tile").seat == ADMIN, "it cannot pay, and the turn is over"
    state = do(turn_of(ONE, "R3", credits=5, proxies=3), "install Alice 1", "init 5")
    assert view(state)["turn"]["effects"] == {"Alice": 1}, "the next turn counts it"


def test_carol_takes_an_info_for_three_credits_before_the_first_act() -> None:
    state = do(start_of(ONE, 1, installed={"Carol": "1 2"}, credits=5, score=1), "tile")
    assert state.phase == "move"
    after = do(state, "virus Carol")
    assert (after.score[ONE], after.credits[ONE]) == (0, 10)
    assert refusal(after, "virus Carol").code == "no-info"
    gone = do(state, "jack-in T1")
    assert refusal(gone, "virus Carol").code == "wrong-phase"


def test_matilda_trades_either_way_before_the_first_act() -> None:
    state = start_of(ONE, 1, installed={"Matilda": "1 2"}, credits=5, proxies=3)
    after = do(state, "virus Matilda credits")
    assert (after.credits[ONE], after.proxies[ONE]) == (11, 0)
    assert refusal(after, "virus Matilda credits").code == "not-enough-proxies"
    after = do(after, "virus Matilda proxies")
    assert (after.credits[ONE], after.proxies[ONE]) == (6, 4)
    assert refusal(after, "virus Matilda credits").code == "nothing-pending"
    poor = start_of(ONE, 1, installed={"Matilda": "1"}, credits=4)
    assert refusal(poor, "virus Matilda proxies").code == "not-enough-credits"


# Deny


def denying(token: str = "Econ", **given: Any) -> Any:
    stacks = {"Invest": "4 5", "Progress": "6", "Booster": "7", **given.pop("stacks", {})}
    return turn_of(ONE, "R2", credits=5, tokens={token: "R2"}, stacks=stacks, open="Booster Tax", **given)


def test_deny_pays_the_admin_shows_the_cards_and_sends_them_back_or_below_the_deck() -> None:
    after = do(denying(), "deny Invest")
    assert (after.credits[ONE], after.credits[ADMIN]) == (3, 7)
    shown = {"by": 1, "how": "deny", "operation": "Invest", "cards": ["4", "5"], "round": 1, "era": 1}
    assert (view(after, ONE)["seen"], view(after)["seen"]) == ([shown], [])
    assert view(after)["operations"][0]["stack"] == 0
    assert view(after)["tokens"]["Econ"] is None
    assert refusal(after, "deny Booster").code == "no-token"
    below = [view(state)["deck"]["bottom"] for state in (after, do(denying(), "deny Booster"))]
    assert below == [[], ["Booster"]]


def test_a_token_works_on_its_type_and_on_booster_and_is_paid_by_real_cards() -> None:
    state = denying()
    assert legal(state, "deny") == {"deny Invest", "deny Booster"}
    assert refusal(state, "deny Progress").code == "wrong-type"
    assert refusal(state, "deny Tax").code == "no-stack"
    assert refusal(state, "deny Toll").code == "not-open"
    assert legal(denying("Util"), "deny") == {"deny Progress", "deny Booster"}
    assert legal(denying("Defense"), "deny") == {"deny Booster"}
    state = change(denying(), credits=[5, 1])
    assert refusal(state, "deny Invest").code == "not-enough-credits"
    assert "deny Booster" in legal(state)


def test_what_comes_after_the_jump_comes_in_any_order() -> None:
    state = denying(installed={"Bob": "9"})
    one = do(state, "tile-action", "deny Invest", "uninstall Bob 9")
    other = do(state, "uninstall Bob 9", "deny Invest", "tile-action")
    assert (one.credits, one.proxies, one.at) == (other.credits, other.proxies, other.at)
