"""Switch, Copy, Mirror, Stack, Import, Export, Glitch and Error."""

from tests.engines.zero_order.scenes import GREY, WHITE, do, end, held, legal, may, refused, scene, seen, units
from tests.engines.zero_order.test_shift_functions import acting


def test_switch_swaps_with_an_ally_anywhere_even_a_held_one() -> None:
    state = acting("C4 SW, A1 PU, E3 FR", "E4 GR, E9 TW", holds=[[30, 30, 0, 16]])
    assert may(state, "switch C4: ") == {"A1", "E3"}
    after = do(state, "switch C4: E3")
    assert units(after) == {"E3": "SW", "A1": "PU", "C4": "FR", "E4": "gr", "E9": "tw"}
    assert held(after) == {}
    assert seen(after, "landed") == ["C4"]
    assert seen(after, "mover") == "E3"


def test_copy_applies_the_function_of_an_adjacent_ally_but_no_stack_and_no_error() -> None:
    state = acting("C4 CO, C3 PU, B3 DE", "C5 FR, B2 GR, E9 TW", holds=[[30, 30, 0, 1]])
    assert may(state, "delete C4: ") == {"C5"}
    assert "C5-C6" in may(state, "push C4: ")
    assert may(state, "switch") == set()
    assert refused(state, "switch C4: C3") == "no-function"
    state = acting("C4 CO, C3 ST, B3 ER, B4 SW", "E9 TW")
    assert may(state, "stack") == may(state, "unstack") == set()
    assert may(state, "switch C4: ") == {"C3", "B3", "B4"}


def test_a_hold_by_copy_ends_when_copy_leaves_the_copied_unit() -> None:
    state = do(acting("C4 CO, C3 FR, A1 SW", "C5 DE, D5 SW, E9 TW"), "freeze C4: C5 D5")
    assert seen(state, "holds") == [{"by": "C4", "kind": "FR", "source": "FR", "via": "copied", "held": ["C5", "D5"]}]
    after = do(state, "end", "E9-E8", "end")
    assert held(do(after, "C3-B3")) == {"C4": ["C5", "D5"]}
    assert held(do(after, "C3-C2")) == {}


def test_mirror_sends_an_ally_to_the_mirrored_position_and_defeats_an_opponent_there() -> None:
    state = acting("C4 MI, B3 PU, C5 SW, D4 DE", "E9 TW", tiles="C4 C5 B3 B6 D4 E9")
    assert may(state, "mirror C4: ") == {"B3"}
    assert seen(do(state, "mirror C4: B3"), "landed") == ["B6"]
    assert refused(state, "mirror C4: C5") == "on-the-line"
    assert refused(state, "mirror C4: D4") == "no-tile"
    after = do(acting("C4 MI, B3 PU", "B6 GL, E9 TW"), "mirror C4: B3")
    assert units(after) == {"C4": "MI", "B6": "PU", "E9": "tw"}
    assert seen(after, "fallen") == ["GL"]
    guarded = acting("C4 MI, B3 PU", "B6 GL, B7 HI", holds=[[32, 32, 0, 1 << 34]])
    assert refused(guarded, "mirror C4: B3") == "immune"
    assert refused(acting("C4 MI, B3 PU, B6 SW", "E9 TW"), "mirror C4: B3") == "occupied"


def test_stack_takes_two_or_more_adjacent_allies_under_it() -> None:
    state = acting("C4 ST, C3 PU, B3 FR, D4 SW", "C2 DE, E9 TW", holds=[[4, 4, 0, 1 << 18]])
    assert may(state, "stack C4: ") == {"B3 C3", "C3 D4", "B3 D4", "B3 C3 D4"}
    after = do(state, "stack C4: B3 C3")
    assert units(after) == {"C4": "ST", "D4": "SW", "C2": "de", "E9": "tw"}
    assert seen(after, "stacks") == [["PU", "FR"], []]
    assert held(after) == {}
    assert legal(after) == {"end"}


def test_stack_applies_one_stacked_function_as_its_own_and_copies_by_a_copy_beneath() -> None:
    state = acting("C4 ST, A1 SW", "C5 DE, D5 SW, E9 TW", beneath=("PU FR", ""))
    assert "C5-C6" in may(state, "push C4: ")
    after = do(state, "freeze C4: C5 D5")
    assert seen(after, "holds")[0]["via"] == "stacked"
    later = do(after, "end", "E9-E8", "end", "A1-A2", "end", "E8-E9", "end")
    assert held(later) == {"C4": ["C5", "D5"]}
    moved = acting("C4 ST, A1 SW", "C5 DE, D5 SW", beneath=("PU FR", ""), holds=[[15, 4, 2, 1 << 18]])
    assert held(do(moved, "unstack C4: FR-C3")) == {}
    assert held(do(moved, "unstack C4: PU-C3")) == {"C4": ["C5"]}
    state = acting("C4 ST, C3 FR, A1 SW", "C5 DE, D5 SW, E9 TW", beneath=("CO", ""))
    after = do(state, "freeze C4: C5 D5")
    assert seen(after, "holds")[0]["via"] == "copied-beneath"
    assert held(do(acting("C4 ST, C3 FR", "C5 DE", beneath=("CO", ""), holds=[[15, 4, 3, 1 << 18]]), "unstack C4: CO-B3")) == {}


def test_any_number_is_unstacked_to_adjacent_available_tiles_without_a_combo() -> None:
    state = acting("C4 ST, A1 SW", "C5 DE, E9 TW", beneath=("PU FR", ""), tiles="C4 C3 B3 A1 E9")
    assert may(state, "unstack C4: ") == {"FR-B3", "FR-C3", "PU-B3", "PU-C3", "FR-B3 PU-C3", "FR-C3 PU-B3"}
    after = do(state, "unstack C4: PU-B3 FR-C3")
    assert units(after) == {"C4": "ST", "B3": "PU", "C3": "FR", "A1": "SW", "C5": "de", "E9": "tw"}
    assert legal(after) == {"end"}
    assert refused(state, "unstack C4: FR-B3 PU-B3") == "occupied"
    assert refused(state, "unstack C4: TW-B3") == "not-beneath"


def test_import_puts_a_tiles_token_of_the_matchs_levels_in_its_own_place() -> None:
    state = acting("C4 IM, A1 SW", "E9 TW", laid="C3 white TW, B3 grey PU")
    assert may(state, "import C4: ") == {"C3"}
    after = do(state, "import C4: C3")
    assert units(after)["C4"] == "TW"
    assert seen(after, "tiles")["C3"] == [0, "IM"]
    assert legal(after) == {"end"}
    assert refused(state, "import C4: B3") == "not-your-tile"
    assert refused(state, "import C4: C5") == "not-your-tile"
    state = acting("C4 IM, A1 SW", "E9 TW", laid="C3 white GL, B3 white SP", levels=2)
    assert may(state, "import C4: ") == {"B3"}
    assert refused(state, "import C4: C3") == "level"


def test_import_and_export_by_copy_and_stack_use_up_that_token() -> None:
    copied = do(acting("C4 CO, B4 IM", "E9 TW", laid="C3 white TW"), "import C4: C3")
    assert (units(copied), seen(copied, "tiles")["C3"]) == ({"C4": "TW", "B4": "IM", "E9": "tw"}, [0, "CO"])
    stacked = do(acting("C4 ST, B4 SW", "E9 TW", laid="C3 white TW", beneath=("IM", "")), "import C4: C3")
    assert (seen(stacked, "stacks"), seen(stacked, "tiles")["C3"]) == ([["TW"], []], [0, "IM"])
    copied = do(acting("C4 CO, C3 EX", "C5 DE, E9 SW"), "export C4: C5")
    assert units(copied) == {"C3": "EX", "E9": "sw"}
    stacked = do(acting("C4 ST", "C5 DE, E9 SW", beneath=("EX PU", "")), "export C4: C5")
    assert (units(stacked), seen(stacked, "stacks")) == ({"C4": "ST", "E9": "sw"}, [["PU"], []])


def test_export_takes_any_number_and_itself_off_the_grid_the_last_unit_only_with_the_last_opponents() -> None:
    state = acting("C4 EX, A1 SW", "C5 DE, D5 SW, E9 TW")
    assert may(state, "export C4: ") == {"C5", "D5", "C5 D5"}
    after = do(state, "export C4: C5 D5")
    assert units(after) == {"A1": "SW", "E9": "tw"}
    assert seen(after, "fallen") == []
    assert {"EX"} <= set(seen(after, "aside")[0])
    assert refused(acting("C4 EX", "C5 DE, D5 SW"), "export C4: C5") == "last-unit"
    assert may(acting("C4 EX", "C5 DE, D5 SW"), "export C4: ") == {"C5 D5"}
    assert end(do(acting("C4 EX", "C5 DE, D5 SW"), "export C4: C5 D5")) == (None, "both-empty")
    assert end(do(acting("C4 EX, A1 PU", "C5 DE, D5 SW"), "export C4: C5 D5")) == (WHITE, "decimation")


def test_glitch_beside_an_opponents_delete_wins_at_once_unless_it_is_beneath_or_immunized() -> None:
    assert end(do(acting("C4 GL", "C5 DE, D5 SW"), "glitch C4: C5")) == (WHITE, "glitched-out")
    assert end(do(acting("C4 CO, C3 GL", "C5 DE"), "glitch C4: C5")) == (WHITE, "glitched-out")
    assert end(do(acting("C4 ST", "C5 DE", beneath=("GL", "")), "glitch C4: C5")) == (WHITE, "glitched-out")
    assert refused(acting("C4 GL", "C5 SW, E9 DE"), "glitch C4: C5") == "not-delete"
    assert refused(acting("C4 GL", "C5 ST", beneath=("", "DE")), "glitch C4: C5") == "not-delete"
    assert refused(acting("C4 GL", "C5 DE, C6 HI", holds=[[32, 32, 0, 1 << 18]]), "glitch C4: C5") == "immune"


def test_an_error_without_a_function_loses_beside_an_active_delete_at_the_end_of_the_own_turn() -> None:
    assert end(do(acting("C4 ER, A1 PU", "C5 DE"), "end")) == (GREY, "404-ed")
    assert end(do(acting("C4 PU, C3 ER", "B3 DE"), "end")) == (GREY, "404-ed")
    state = do(scene("C4 ER, A1 PU", "C6 DE, E9 SW", turn=1), "C6-C5", "end")
    assert end(do(state, "A1-A2", "end")) == (GREY, "404-ed")
    assert seen(do(state, "C4-C3", "end"), "phase") == "move"
    assert legal(acting("C4 ER, C3 PU", "C5 SW")) == {"end"}


def test_an_immunized_error_or_a_delete_that_is_not_active_is_no_404() -> None:
    hidden = acting("A1 PU, C4 ER, C3 HI", "C5 DE", holds=[[14, 14, 0, 1 << 17]])
    frozen = acting("A1 PU, C4 ER, D5 GR", "C5 DE, E9 SW", holds=[[12, 12, 0, 1 << 18]])
    stacked = acting("C4 ST, A1 PU", "C5 DE", beneath=("ER", ""))
    assert {seen(do(state, "end"), "phase") for state in (hidden, frozen, stacked)} == {"move"}
