"""Delete, Push, Toss, Twist and Split (ZO-10, ZO-11)."""

from tests.engines.zero_order.scenes import CODES, GREY, WHITE, do, end, may, refused, scene, seen, units


def acting(white: str, grey: str, **more: object) -> object:
    """White's first unit has moved and may act."""
    code = white.split(", ")[0].split()[1]
    return scene(white, grey, phase="act", mover=CODES.index(code), **more)  # type: ignore[arg-type]


def test_delete_defeats_one_adjacent_opponent_unit_and_wins_by_a_glitch_also_under_a_stack() -> None:
    state = acting("C4 DE, C3 PU", "C5 FR, D5 SW, A1 PU")
    assert may(state, "delete C4: ") == {"C5", "D5"}
    after = do(state, "delete C4: C5")
    assert units(after) == {"C4": "DE", "C3": "PU", "D5": "sw", "A1": "pu"}
    assert seen(after, "fallen") == ["FR"]
    assert end(do(acting("C4 DE", "C5 GL, D5 SW"), "delete C4: C5")) == (WHITE, "glitch-deleted")
    assert end(do(acting("C4 DE", "C5 ST, D5 SW", beneath=("", "GL PU")), "delete C4: C5")) == (WHITE, "glitch-deleted")


def test_an_error_may_not_be_deleted_nor_a_stack_over_it() -> None:
    assert refused(acting("C4 DE", "C5 ER, D5 SW"), "delete C4: C5") == "error-inside"
    assert refused(acting("C4 DE", "C5 ST, D5 SW", beneath=("", "ER")), "delete C4: C5") == "error-inside"
    assert refused(acting("C4 DE", "C5 ST, D5 SW", beneath=("", "GL ER")), "delete C4: C5") == "error-inside"


def test_a_deleted_stack_falls_with_all_beneath_it_and_each_is_built() -> None:
    state = do(acting("C4 DE", "C5 ST, D9 SW", beneath=("", "PU FR"), tiles="C4 C6 D9"), "delete C4: C5", "end")
    assert seen(state, "phase") == "build"
    assert seen(state, "fallen") == ["PU", "FR", "ST"]
    state = do(state, "build ST A4", "build PU E6", "build FR A1")
    assert [seen(state, "tiles")[name] for name in ("A4", "E6", "A1")] == [[1, "ST"], [1, "PU"], [1, "FR"]]
    assert seen(state, "to_act") == [GREY]


def test_push_slides_one_unit_along_the_axis_before_the_first_unit_and_over_no_gap() -> None:
    assert may(acting("C4 PU", "C5 FR, A1 SW"), "push C4: ") == {"C5-C6", "C5-C7", "C5-C8", "C5-C9", "C5-off"}
    assert may(acting("C4 PU", "C5 FR, C8 SW"), "push C4: ") == {"C5-C6", "C5-C7"}
    assert may(acting("C4 PU", "C5 FR, A1 SW", tiles="C4 C6 C8"), "push C4: ") == {"C5-C6", "C5-off"}
    assert may(acting("C4 PU", "C5 FR, C6 SW"), "push C4: ") == set()


def test_an_opponent_unit_pushed_off_the_map_is_defeated_and_an_own_one_is_never() -> None:
    state = acting("C4 PU, C5 FR", "A1 SW")
    assert may(state, "push C4: ") == {"C5-C6", "C5-C7", "C5-C8", "C5-C9"}
    assert refused(state, "push C4: C5-off") == "own-off-map"
    assert refused(acting("C4 PU", "C5 FR, C8 SW"), "push C4: C5-off") == "blocked"
    after = do(acting("C4 PU", "C5 FR, A1 SW", tiles="C4 A1"), "push C4: C5-off")
    assert units(after) == {"C4": "PU", "A1": "sw"}
    assert seen(after, "fallen") == ["FR"]
    assert seen(after, "last")["gone"] == [[1, "FR"]]


def test_toss_throws_a_unit_over_to_the_other_side() -> None:
    state = acting("C4 TO", "C5 FR, A1 SW")
    assert may(state, "toss C4: ") == {"C5-C3", "C5-C2", "C5-C1", "C5-off"}
    assert units(do(state, "toss C4: C5-C2")) == {"C4": "TO", "C2": "fr", "A1": "sw"}
    assert may(acting("C4 TO", "C5 FR, C3 SW"), "toss C4: C5") == set()
    assert may(acting("C4 TO, C5 FR", "A1 SW", tiles="C4"), "toss C4: ") == set()
    assert may(acting("C4 TO", "C5 FR, A1 SW", tiles="C4 C2"), "toss C4: ") == {"C5-off"}


def test_twist_goes_around_the_ring_either_way_past_no_unit_and_leaves_at_the_first_gap() -> None:
    state = acting("C4 TW", "C5 FR, A1 SW")
    ring = ["D5", "D4", "C3", "B3", "B4"]
    assert may(state, "twist C4: ") == {f"C5-{name} {way}" for name in ring for way in ("cw", "ccw")}
    state = acting("C4 TW", "C5 FR, D4 SW", tiles="C4 D5 D4 B4")
    assert may(state, "twist C4: C5-") == {"D5 cw", "B4 ccw", "off ccw"}
    assert may(acting("C4 TW, C5 FR", "D4 SW", tiles="C4 D5 D4 B4"), "twist C4: C5-") == {"D5 cw", "B4 ccw"}
    assert units(do(state, "twist C4: C5-off ccw")) == {"C4": "TW", "D4": "sw"}


def test_split_shifts_two_or_more_units_of_either_side_away_along_their_own_axes() -> None:
    state = acting("C4 SP", "C5 FR, C3 SW, A1 PU", tiles="C2 C3 C4 C5 C6 A1")
    assert may(state, "split C4: ") == {"C3-C2 C5-C6", "C3-C2 C5-off", "C3-off C5-C6", "C3-off C5-off"}
    assert units(do(state, "split C4: C3-off C5-C6")) == {"C4": "SP", "C6": "fr", "A1": "pu"}
    state = acting("C4 SP, C5 PU", "C3 FR, A1 SW", tiles="C2 C3 C4 C5 C6 A1")
    assert may(state, "split C4: ") == {"C3-C2 C5-C6", "C3-off C5-C6"}


def test_split_needs_two_touching_units_though_one_may_be_stuck() -> None:
    assert may(acting("C4 SP", "C5 FR, A1 SW"), "split") == set()
    stuck = acting("C4 SP", "C5 FR, C6 SW, C3 PU", tiles="C2 C3 C4 C5 C6")
    assert may(stuck, "split C4: ") == {"C3-C2", "C3-off"}
    three = acting("C4 SP", "C5 FR, C3 PU, D5 SW", tiles="C2 C3 C4 C5 C6 D5 E6")
    assert "C3-C2" not in may(three, "split C4: ")
    assert "C3-C2 C5-C6 D5-E6" in may(three, "split C4: ")
    assert refused(three, "split C4: C3-C2") == "too-few"
