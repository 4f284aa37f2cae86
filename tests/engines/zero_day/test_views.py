"""What each viewer sees, and that nothing else gets out."""

from typing import Any

import pytest

from engines import play, registry
from engines.zero_day.state import Hack, ShownCards, remember
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, TWO, change, do, turn_of, view


def test_credentials_and_stacked_cards_are_the_admins_alone() -> None:
    state = turn_of(ADMIN, stacks={"Invest": "4 5"}, seats=3)
    shown = view(state, ADMIN)
    assert shown["credentials"] == ["0", "1", "2", "3"]
    assert shown["unused"] == ["6", "7", "8", "9"]
    assert shown["operations"][0]["cards"] == ["4", "5"]
    for viewer in (None, ONE, TWO):
        other = view(state, viewer)
        assert other["credentials"] is other["unused"] is None
        assert {kind["cards"] for kind in other["operations"]} == {None}
        assert other["operations"][0]["stack"] == 2


def test_keys_handed_over_are_for_their_hacker_and_the_admin_and_the_match_for_the_admin() -> None:
    asked = do(turn_of(ONE, "C", credits=9, seats=3, protection=1), "hack 0 1 5 7")
    answered, viewers = do(asked, "protect -1"), (None, ADMIN, ONE, TWO)
    pending, hacks = ([view(asked, who)["pending"] for who in viewers], [view(answered, who)["hacks"][0] for who in viewers])
    for shown in (pending, hacks):
        assert [hack["keys"] for hack in shown] == [None, [0, 1, 5, 7], [0, 1, 5, 7], None]
        assert [hack["match"] for hack in shown] == [None, 2, None, None]
    public = {"by": 1, "keys": None, "count": 4, "unused": False, "match": None, "told": 1, "token": True, "era": 1}
    assert hacks[0] == public


def test_how_a_token_was_used_is_sealed_but_that_it_was_spent_is_not() -> None:
    asked = do(turn_of(ONE, "C", credits=9, protection=2), "hack 0 1 5 7")
    other = change(asked, credentials=(1 << 0) + (1 << 2) + (1 << 3) + (1 << 4), pending=asked.pending._replace(match=1))
    one, two = do(asked, "protect -1"), do(other, "protect 0")
    assert view(one, ONE) == view(two, ONE)
    assert view(one) == view(two)
    assert [text for _, text in view(one)["events"]][-1] == "protect ?"


def test_events_are_masked() -> None:
    state = do(
        turn_of(ADMIN, credits=5, stacks={"Scramble": "4 5"}), "stack Invest 6", "resolve Scramble", "credentials 4 5 6 7"
    )
    assert {"stack Invest ?", "credentials ? ? ? ?"} <= {text for by, text in view(state)["events"] if by == ADMIN}


def hacked(times: int, seat: int = ONE, **changed: Any) -> Any:
    """The position after so many hacks of one Hacker."""
    state = turn_of(seat, "C", seats=3, credits=999, protection=0, **changed)
    for _ in range(times):
        state = change(do(state, "hack 4 5 6 7"), turn=state.turn, score=(0, 0, 0), phase=state.phase)
    return state


def keys_of(state: Any, viewer: int | None) -> list[tuple[int, bool]]:
    """By whom each hack of a view was made, and whether its keys are open."""
    return [(made["by"], made["keys"] is not None) for made in view(state, viewer)["hacks"]]


def test_a_hacker_keeps_all_own_hacks_of_the_present_era_and_others_see_the_last_dozen() -> None:
    state = hacked(20)
    assert keys_of(state, ONE) == 20 * [(ONE, True)]
    assert keys_of(state, ADMIN) == 20 * [(ONE, True)]
    assert keys_of(state, TWO) == keys_of(state, None) == 12 * [(ONE, False)]


def test_the_hacks_of_others_push_none_of_the_own_out() -> None:
    theirs = hacked(20)
    own = Hack(TWO, 0b1111, False, 1, 1, False, theirs.era)
    state = change(theirs, hacks=(own, *theirs.hacks))
    state = change(do(state, "hack 4 5 6 7"), turn=state.turn)
    assert keys_of(state, TWO) == [(TWO, True), *12 * [(ONE, False)]]


def test_what_is_shown_in_the_present_era_is_kept_and_of_earlier_ones_the_last_dozen() -> None:
    state = turn_of(ONE, "C", seats=3)
    cards = [ShownCards(seat, 0, 1 << number % 10, False, state.era, 1) for number in range(15) for seat in (ONE, TWO)]
    for shown in cards:
        state = change(state, seen=remember(state.seen, shown))
    assert len(view(state, ONE)["seen"]) == len(view(state, TWO)["seen"]) == 15
    assert view(state, ADMIN)["seen"] == view(state)["seen"] == []
    for version, kept in ((5, [*11 * [1], 2]), (6, [*12 * [1], 2])):
        engine, state = registry.get("zero-day", version), hacked(20)
        naming = change(state, phase="scramble", seat=ADMIN, choice=(2, 1, 0), seen=cards)
        named = engine.apply(engine.load(ENGINE.dump(naming)), ADMIN, engine.decode("credentials 4 5 6 7"))
        hacking = {name: getattr(state, name) for name in ("phase", "seat", "turn")}
        later = engine.apply(engine.load({**engine.dump(named), **hacking}), ONE, engine.decode("hack 4 5 6 7"))
        shown: Any = engine.view(later, ONE)
        assert [made["era"] for made in shown["hacks"]] == kept
        assert [entry["era"] for entry in shown["seen"]] == (15 if version == 5 else 12) * [1]


def test_describe_tells_the_same_to_everybody_and_no_secret() -> None:
    state = turn_of(ADMIN)
    told = play.describe(ENGINE, play.Position(state, None), ADMIN, "stack Invest 7", ONE)
    assert told == "Admin stacks a card on Invest."
    hack = play.describe(ENGINE, play.Position(turn_of(ONE, "C", credits=9), None), ONE, "hack 0 1 5 7", None)
    assert hack == "Hacker 1 hacks with 4 keys."


@pytest.mark.parametrize(
    ("place", "action", "told"),
    [
        ("R2", "tile-action", "Business (+1 credit, +1 proxy)"), ("R1", "tile-action", "Entertainment (+3 credits)"),
        ("R3", "tile-action", "Residential (+2 proxies)"),
        ("R5", "tile-action 1 credits +proxy", "Slum (-1 credit, +2 proxies)"),
        ("R5", "tile-action 2 proxies +credit", "Slum (+3 credits, -2 proxies)"),
    ],
)  # fmt: skip
def test_one_credit_or_proxy_is_told_as_one(place: str, action: str, told: str) -> None:
    state = turn_of(ONE, place, credits=3, proxies=3)
    line = play.describe(ENGINE, play.Position(state, None), ONE, action, None)
    assert line == f"Hacker 1 uses the tile {told}."
