"""What is refused, and with which code."""

from typing import Any

import pytest

from tests.engines.zero_day.scenes import ADMIN, BOARDS, ENGINE, FACES, ONE, TWO, begun, change, do, refusal, start_of, turn_of

MOVE: Any = {"phase": "move"}
TABLE = [
    # (state, text, code)
    (begun(), "stack Invest 4", "wrong-phase"),
    (begun(), "hack 0 1 2 3", "wrong-phase"),
    (begun(), "credentials 4 5 6 7", "wrong-phase"),
    (begun(), "protect no", "wrong-phase"),
    (do(begun(), "tile"), "tile", "wrong-phase"),
    (start_of(ONE, 1, installed={"Alice": "1"}), "virus Eve", "no-start-effect"),
    (do(start_of(ONE, 1, installed={"Alice": "1"}), "tile"), "tile", "tile-done"),
    (turn_of(ONE, "R1", **MOVE), "jack-in T1", "jacked-in"),
    (turn_of(ONE, "R1", **MOVE), "credits", "jacked-in"),
    (turn_of(ONE, **MOVE), "jump R1", "jacked-out"),
    (turn_of(ONE, **MOVE), "jack-out", "jacked-out"),
    (turn_of(ONE, **MOVE), "jack-in T2", "no-such-place"),
    (turn_of(ONE, "T1", **MOVE), "jump T2", "no-such-place"),
    (turn_of(ONE, **MOVE), "jack-in R1", "not-at-the-edge"),
    (turn_of(ONE, credits=1, **MOVE), "jack-in T1", "not-enough-credits"),
    (change(turn_of(ONE, **MOVE), neutral=0), "jack-in T1", "no-neutral-pawn"),
    (turn_of(ONE, "T1", **MOVE), "jump R4", "out-of-reach"),
    (turn_of(ONE, "T1", **MOVE), "jump R1 sybil 4", "not-installed"),
    (turn_of(ONE, "R1"), "tile-action +credit", "no-exchange"),
    (turn_of(ONE, "R1"), "tile-action 1 credits +credit", "no-exchange"),
    (turn_of(ONE, "R5"), "tile-action", "say-what"),
    (turn_of(ONE, "R5", credits=2), "tile-action 3 credits +proxy", "not-enough-credits"),
    (turn_of(ONE, "R5", proxies=2), "tile-action 3 proxies +proxy", "not-enough-proxies"),
    (turn_of(ONE, "T1", seats=4), "tile-action", "no-tile-action"),
]
MALFORMED = [
    *("", "x", "init", "init 10", "init -1", "init 1 2", "stack Invest", "stack Invest 11", "stack 4 Invest"),
    *("credentials 0 1 2", "credentials 0 1 2 2", "credentials 0 1 2 3 4", "credentials 0 1 2 ?"),
    *("token Econ", "token All R1", "token Econ R7", "tile x", "virus", "virus Matilda", "virus Alice credits"),
    *("jump", "jump R1 sybil", "jump R1 sybil 10", "jack-in", "jack-out R1", "credits 2", "end now"),
    *("tile-action 2", "tile-action 0 credits +proxy", "tile-action 2 credits", "tile-action -1 credits +proxy"),
    *("tile-action 2 info +proxy", "tile-action 9999 credits +proxy", "install Bob", "install Nobody 1"),
    *("uninstall Bob X", "deny", "deny All", "hack", "hack unused", "hack 1 1 2 3", "hack 1 2 3 X", "hack 1 2 trudy"),
    *("hack 1 2 trudy 3 3", "hack trudy 1", "repeat", "repeat 10", "protect", "protect 2", "protect yes"),
    *("swap 1", "swap 1 1", "swap 1 10", "swap 1 2 3", "scan", "purge", "purge All", "resolve", "resolve X"),
    *("board", "board Park", "initiative 10", "operations", "viruses Zed", "personal", "peek", "peek admin q"),
    *("peek nobody 1", "first", "first nobody", "hack \u0660 1 2 3", "init\0 1", "init 1" + " " * 2000),
]


def test_a_refusal_has_a_code_and_a_sentence() -> None:
    for state, text, code in (*TABLE, *((begun(), text, "malformed") for text in MALFORMED)):
        refused = refusal(state, text)
        assert (refused.code, refused.text[-1], "\n" in refused.text) == (code, ".", False), text


def test_a_pointer_cannot_fetch_another() -> None:
    state = change(begun(), tiles=[FACES.index("pointer") if at in (0, 4) else 2 * at for at in range(10)])
    assert refusal(state, "tile 4").code == "pointer"
    assert refusal(state, "tile 0").code == "same-spot"


@pytest.mark.parametrize(
    ("loose", "text"),
    [
        (" INIT   5 ", "init 5"), ("Stack invest x", "stack Invest X"), ("credentials 3 2 1 0", "credentials 0 1 2 3"),
        ("HACK Unused 4 3 2 1 TRUDY 9 8", "hack unused 1 2 3 4 trudy 8 9"), ("swap 7 2", "swap 2 7"),
        ("tile-action 02 CREDITS +Proxy", "tile-action 2 credits +proxy"), ("jump r3 SYBIL 4", "jump R3 sybil 4"),
        ("Protect +1", "protect +1"), ("peek HACKER2 7 3 x", "peek hacker2 3 7 X"),
    ],
)  # fmt: skip
def test_capitals_spaces_and_order_do_not_matter(loose: str, text: str) -> None:
    assert ENGINE.encode(ENGINE.decode(loose)) == text


def test_seats_act_in_turn_and_not_for_the_referee() -> None:
    state = turn_of(ONE, "R1", seats=3)
    assert refusal(state, "init 5", TWO).code == "not-your-turn"
    assert refusal(state, "init 5", ADMIN).code == "not-your-turn"
    assert refusal(state, "init 5", 3).code == "not-a-seat"
    assert refusal(state, "init 5", 9).code == "not-a-seat"
    asked = do(turn_of(ONE, "C", credits=9), "hack 0 1 2 3")
    assert refusal(asked, "init 5", ONE).code == "not-your-turn"
    assert refusal(ENGINE.start(ENGINE.options({}), 2), "first admin", ONE).code == "not-your-turn"


def test_the_referee_does_only_what_is_due() -> None:
    texts = ("first admin", "operations Tax Toll", "peek hacker1 3", "init 5", "board Slum")
    assert {refusal(begun(), text, None).code for text in texts} == {"not-the-referees"}


def test_the_referees_draws_must_be_possible() -> None:
    state = ENGINE.start(ENGINE.options({"advanced": True}), 2)
    refused = {
        f"board {BOARDS[2]}": ("board Void Business Residential Residential Slum Maritime Nature Industrial", "board Slum"),
        "initiative 9 8 7 6 5 4 3 2 1 0": ("initiative 0 1 2 3 4 5 6 7 8 8",),
        "operations Eject Tax": ("operations Eject", "operations Eject Eject", "operations Eject Invest"),
        "viruses Alice Eve Bob": ("viruses Alice Bob Eve", "viruses Alice Eve"),
        "personal Victor": ("personal Alice", "personal Victor Sybil"),
        "first hacker1": ("first hacker2",),
    }
    for possible, others in refused.items():
        assert {refusal(state, text, None).code for text in others} == {"not-the-referees"}
        state = do(state, f"- {possible}")
    assert state.phase == "credentials"
