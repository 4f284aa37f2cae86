"""Freeze, File, Group, Lock and Hide, and how holds end (ZO-9, ZO-10, ZO-15)."""

from tests.engines.zero_order.scenes import do, held, legal, may, refused, scene, seen, units
from tests.engines.zero_order.test_shift_functions import acting


def test_freeze_immobilizes_and_deactivates_two_or_more() -> None:
    state = acting("C4 FR, A1 PU", "C5 DE, D5 SW, B4 TO, E9 TW")
    assert may(state, "freeze C4: ") == {"C5 D5", "B4 C5", "B4 D5", "B4 C5 D5"}
    after = do(state, "freeze C4: C5 D5", "end")
    assert seen(after, "states") == {"C5": "ID", "D5": "ID"}
    assert {text[:2] for text in legal(after)} == {"B4", "E9"}


def test_nothing_is_frozen_beside_an_opponents_freeze_in_any_state() -> None:
    state = acting("C4 FR, A1 GR, B3 LO", "C5 FR, D5 SW")
    assert may(state, "freeze") == set()
    assert refused(state, "freeze C4: C5 D5") == "beside-freeze"
    held_freeze = acting("C4 FR, D6 GR", "C5 FR, D5 SW, B4 PU", holds=[[12, 12, 0, 1 << 22]])
    assert may(held_freeze, "freeze") == set()


def test_a_hold_ends_unit_by_unit_when_they_part() -> None:
    state = do(acting("C4 FR, C6 PU, A1 SW", "C5 DE, D5 SW, E9 TW"), "freeze C4: C5 D5", "end", "E9-E8", "end")
    assert held(state) == {"C4": ["C5", "D5"]}
    parted = do(state, "C4-D4")
    assert held(parted) == {"D4": ["D5"]}
    assert seen(parted, "states") == {"D5": "ID"}


def test_a_hold_ends_when_its_holder_is_defeated_or_deactivated_and_by_release_instead_of_an_action() -> None:
    frozen = [[4, 4, 0, 1 << 18 | 1 << 23]]  # White's Freeze holds Grey's Delete and Switch
    state = scene("C4 FR, A1 PU", "C5 DE, D5 SW, D4 PU, D9 GR", turn=1, phase="act", mover=19, holds=frozen)
    assert held(do(state, "push D4: C4-off")) == {}
    group = scene("C4 FR, B3 PU", "C5 DE, D5 SW, C3 GR", turn=1, phase="act", mover=30, holds=frozen)
    assert held(do(group, "group C3: B3 C4")) == {"C3": ["B3", "C4"]}
    acted = acting("C4 FR, A1 PU", "C5 DE, D5 SW", holds=frozen)
    assert legal(do(acted, "release C4")) == {"end"}
    moving = scene("C4 FR, A1 PU", "C5 DE, D5 SW", holds=frozen)
    after = do(moving, "release C4")
    assert (held(after), legal(after)) == ({}, {"end"})
    assert refused(moving, "release A1") == "holds-nothing"


def test_a_new_hold_replaces_the_old_and_must_hold_somebody_new_who_may_be_held_by_others_too() -> None:
    state = acting("C4 FR, A1 PU", "C5 DE, D5 SW, B4 TO, E9 TW", holds=[[4, 4, 0, 1 << 18 | 1 << 23]])
    assert may(state, "freeze C4: ") == {"B4 C5", "B4 D5", "B4 C5 D5"}
    assert refused(state, "freeze C4: C5 D5") == "held-already"
    assert held(do(state, "freeze C4: B4 C5")) == {"C4": ["B4", "C5"]}
    state = acting("C4 FR, C6 GR", "C5 DE, D5 SW, E9 TW", holds=[[12, 12, 0, 1 << 18]])
    assert held(do(state, "freeze C4: C5 D5")) == {"C4": ["C5", "D5"], "C6": ["C5"]}


def test_file_sets_units_in_its_column_in_any_order_and_the_line_breaks_when_one_goes() -> None:
    state = acting("C4 FI, A1 PU", "B4 DE, D4 SW, E9 TW", tiles="C2 C3 C4 C5 C6 B4 D4 A1 E9")
    lines = may(state, "file C4: ")
    assert {"B4-C3 D4-C5", "B4-C5 D4-C3", "B4-C5 D4-C6", "B4-C6 D4-C5", "B4-C2 D4-C3", "B4-C3 D4-C2"} == lines
    after = do(state, "file C4: B4-C6 D4-C5")
    assert units(after) == {"C4": "FI", "A1": "PU", "C6": "de", "C5": "sw", "E9": "tw"}
    assert held(after) == {"C4": ["C5", "C6"]}  # C6 counts as adjacent along the line
    state = acting("B4 PU, C4 FI, A1 SW", "C5 SW, C6 DE, E9 TW", holds=[[7, 7, 0, 1 << 18 | 1 << 23]])
    assert held(state) == {"C4": ["C5", "C6"]}
    assert held(do(state, "push B4: C5-D6")) == {}


def test_a_filed_unit_may_stay_if_another_moves_and_only_moved_ones_have_landed() -> None:
    state = acting("C5 FI, A1 PU", "C6 DE, D5 SW, E9 TW", tiles="C4 C5 C6 D5 A1 E9")
    assert "C6-C6 D5-C4" in may(state, "file C5: ")
    after = do(state, "file C5: C6-C6 D5-C4")
    assert seen(after, "landed") == ["C4"]
    state = acting("C5 FI, A1 PU", "C6 DE, C4 SW, E9 TW", holds=[[7, 7, 0, 1 << 18 | 1 << 23]])
    assert refused(state, "file C5: C4-C4 C6-C6") == "held-already"
    assert "C4-C6 C6-C4" in may(state, "file C5: ")


def test_a_selected_unit_without_a_place_is_left_and_counts_for_the_two() -> None:
    walled = acting("C5 FI, C6 PU, A1 SW", "C4 DE, D5 SW, E9 TW", tiles="C4 C5 C6 D5 A1 E9")
    assert may(walled, "file C5: ") == {"C4-C4"}
    assert may(acting("C5 FI, A1 SW", "C4 DE, E9 TW"), "file") == set()
    state = acting("C4 FI, A1 PU", "B4 DE, D4 SW, E9 TW", tiles="C4 C5 B4 D4 A1 E9")
    assert may(state, "file C4: ") == {"B4-C5", "D4-C5"}
    after = do(state, "file C4: B4-C5")
    assert units(after) == {"C4": "FI", "A1": "PU", "C5": "de", "D4": "sw", "E9": "tw"}
    assert held(after) == {"C4": ["C5"]}
    assert seen(after, "landed") == ["C5"]
    state = acting("C4 FI, A1 PU", "B4 DE, D4 SW, E9 TW", tiles="C3 C4 C5 B4 D4 A1 E9")
    assert refused(state, "file C4: B4-C5") == "too-few"
    assert refused(acting("C4 FI, A1 PU", "B4 DE, E9 TW"), "file C4: B4-C5") == "too-few"


def test_a_unit_that_stands_in_the_way_is_not_moved_for_another() -> None:
    """C3 stands in the line south of File: filed itself it makes room, not selected it takes the place."""
    state = acting("C4 FI, A1 PU", "B4 DE, D4 SW, C3 TO, E9 TW", tiles="C3 C4 C5 B4 D4 A1 E9")
    assert {"B4-C5", "D4-C5", "B4-C3 C3-C5", "B4-C5 C3-C3"} <= may(state, "file C4: ")
    assert refused(state, "file C4: C3-C5") == "too-few"  # with B4 or D4 it has a place


def test_group_and_its_units_move_as_one_body_that_needs_room_for_every_member() -> None:
    state = scene("C4 GR, A1 PU", "C5 DE, D5 SW, E9 TW", holds=[[12, 12, 0, 1 << 18 | 1 << 23]])
    after = do(state, "C4-B3")
    assert units(after) == {"B3": "GR", "A1": "PU", "B4": "de", "C4": "sw", "E9": "tw"}
    assert held(after) == {"B3": ["B4", "C4"]}
    assert seen(after, "formations") == {"B3": ["B4", "C4"]}
    state = scene("C4 GR, A1 PU", "C5 DE, D5 SW, E9 TW, C6 PU", holds=[[12, 12, 0, 1 << 18 | 1 << 23]])
    assert "C5" not in may(state, "C4-")
    assert refused(state, "C4-C5") == "formation"
    both = [[7, 7, 0, 1 << 18 | 1 << 19], [12, 12, 0, 1 << 18 | 1 << 23]]
    state = scene("C4 GR, B5 FI, A1 TW", "C5 DE, D5 SW, B6 PU, E9 TW", holds=both)
    assert held(state) == {"B5": ["B6", "C5"], "C4": ["C5", "D5"]}
    after = do(state, "C4-B3")
    assert held(after) == {"B5": ["B6"], "B3": ["B4", "C4"]}


def test_lock_immobilizes_and_immunizes_allies_that_neither_move_nor_act() -> None:
    state = acting("C4 LO, C3 PU, B3 SW", "B4 DE, E9 TW")
    after = do(state, "lock C4: B3 C3", "end")
    assert seen(after, "states") == {"B3": "IM", "C3": "IM"}
    after = do(after, "B4-A3")
    assert may(after, "delete A3: ") == set()
    assert refused(after, "delete A3: B3") == "immune"
    locked = [[13, 13, 0, 1 << 1 | 1 << 5]]
    state = scene("C4 LO, C3 PU, B3 SW", "B4 DE, E9 TW", holds=locked)
    assert may(state, "C3-") == may(state, "B3-") == set()
    assert refused(state, "C3-C2") == "immobilized"


def test_hide_deactivates_and_immunizes_one_ally_and_moves_with_it_but_ends_no_hold_in_play() -> None:
    state = do(acting("C4 HI, C3 PU, A1 SW", "E9 TW, E8 DE"), "hide C4: C3", "end", "E8-E7", "end")
    assert seen(state, "states") == {"C3": "DM"}
    after = do(state, "C4-D4")
    assert units(after)["D3"] == "PU"
    assert held(after) == {"D4": ["D3"]}
    state = acting("C4 HI, C3 PU, A1 SW", "B2 GR, E9 TW", holds=[[30, 30, 0, 1 << 1]])
    assert held(do(state, "hide C4: C3")) == {"C4": ["C3"], "B2": ["C3"]}


def test_a_hidden_unit_moves_alone_and_stays_hidden_while_it_touches() -> None:
    hidden = [[14, 14, 0, 1 << 1]]
    state = scene("C4 HI, C3 PU, A1 SW", "D5 DE, D4 TW", holds=hidden)
    near = do(state, "C3-B3")
    assert held(near) == {"C4": ["B3"]}
    assert legal(near) == {"end"}
    free = do(state, "C3-D3")
    assert held(free) == {}
    assert "D4-D5" not in may(free, "push D3: ")
    assert refused(near, "push B3: C4-D5") == "not-active"


def test_hidden_and_immobilized_it_does_not_move_and_neither_does_its_formation() -> None:
    both = [[14, 14, 0, 1 << 1], [30, 30, 0, 1 << 1]]
    state = scene("C4 HI, C3 PU, A1 SW", "B2 GR, E9 TW", holds=both)
    assert seen(state, "states") == {"C3": "IDM"}
    assert may(state, "C3-") == may(state, "C4-") == set()
    assert refused(state, "C4-C5") == "formation"
    assert may(state, "A1-")


def test_shifts_may_select_held_units_of_either_side() -> None:
    state = acting("B4 PU, C4 FR, A1 SW", "C5 DE, D5 SW, E9 TW", holds=[[4, 4, 0, 1 << 18 | 1 << 23]])
    assert "C5-D6" in may(state, "push B4: ")
    assert "C4-D5" in may(acting("B3 PU, C4 FR, A1 SW", "E9 TW, C3 GR", holds=[[30, 30, 0, 16]]), "push B3: ")
