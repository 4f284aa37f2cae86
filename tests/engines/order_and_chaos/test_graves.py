"""The dead and their return (OC-6)."""

from tests.engines.order_and_chaos.scenes import CHAOS, do, dominator, graves, men, note, scene, seen


def test_the_dead_lie_in_the_order_of_their_deaths() -> None:
    closed = scene("W5 ssb, W6 b, W1 b", "B1 s, W5 b, S5 s", graves=("", "s"))
    assert graves(do(closed, "W6-W5")) == ("", "sb")


def test_the_dead_come_back_at_the_end_of_their_own_sides_turn() -> None:
    state = scene("S1 s, W1 b", "B6 s, B4 b", graves=("", "sb"))
    after = do(state, "W1-B1")
    assert graves(after) == ("", "sb"), "not at the end of the opponent's"
    back = do(after, "B4-W4")
    assert graves(back) == ("", "")
    assert men(back, "W5") == ("", "sb")
    assert note(after, "B4-W4") == "B4-W4+s+b"


def test_order_comes_back_at_w2_and_chaos_at_w5_until_the_territories_turn() -> None:
    assert men(do(scene("S1 s", "S5 s", graves=("b", "")), "S1-B1"), "W2") == ("b", "")
    assert men(do(scene("S1 s", "S5 s", graves=("b", ""), south=CHAOS), "S1-B1"), "W5") == ("b", "")
    turned = do(scene("W5 s", "B6 s", graves=("", "sb")), "W5-B5")
    assert (graves(turned), seen(turned)["revive"]) == (("", "sb"), ["W5", "W2"]), "the dead belong to the side"
    assert men(do(turned, "B6-S6"), "W2") == ("", "sb")


def test_one_that_may_not_enter_stays_in_the_grave() -> None:
    state = scene("S1 s", "W2 ssb, S5 s", graves=("sb", ""))
    assert note(state, "S1-B1") == "S1-B1"
    assert graves(do(state, "S1-B1")) == ("sb", "")


def test_one_that_comes_back_may_kill() -> None:
    state = scene("S1 s, W2 sbb", "W2 b, S5 s", graves=("s", ""))
    assert note(state, "S1-B1") == "S1-B1+sxb"
    after = do(state, "S1-B1")
    assert men(after, "W2") == ("ssbb", "")
    assert graves(after) == ("", "b")


def test_each_tries_once_and_finds_what_the_one_before_has_made_of_it() -> None:
    """Two and two: the small one kills the small one, the big one then the big one; the area is full for the third."""
    state = scene("S1 s, W2 sb", "W2 sb, S5 s", graves=("sbs", ""))
    assert note(state, "S1-B1") == "S1-B1+sxs+bxb"
    after = do(state, "S1-B1")
    assert men(after, "W2") == ("ssbb", "")
    assert graves(after) == ("s", "sb")


def test_who_comes_back_alone_dominates_and_who_outnumbers_takes_over() -> None:
    assert dominator(do(scene("S1 s", "S5 s", graves=("b", "")), "S1-B1"), "W2") == "order"
    assert dominator(do(scene("S1 s", "W2 s, S5 s", graves=("b", "")), "S1-B1"), "W2") == "chaos"
    assert dominator(do(scene("S1 s", "W2 s, S5 s", graves=("bs", "")), "S1-B1"), "W2") == "order"
