"""Openings, moves, combos, builds and ends (ZO-1 to ZO-8, ZO-16, ZO-17)."""

from typing import Any

import pytest

from engines.contract import BadOption, Outcome
from engines.randomness import CommittedRandom
from engines.zero_order.state import digest
from tests.engines.zero_order.scenes import ENGINE, GREY, GRIDS, WHITE, do, end, legal, may, refused, scene, seen
from tests.engines.zero_order.test_shift_functions import acting

TEAM = "team DE PU TO TW SP FR"
LOW = {f"{c}{r}" for c, most in zip("ABCDE", (3, 4, 4, 5, 5), strict=True) for r in range(1, most + 1)} & set(GRIDS)


def begun(**options: Any) -> Any:
    state = ENGINE.start(ENGINE.options(options), 2)
    for seat in (WHITE, GREY):
        state = ENGINE.apply(state, seat, ENGINE.decode(TEAM))
    return state


def laid(**options: Any) -> Any:
    """All tiles laid, each on the first grid that is open."""
    state = begun(**options)
    while seen(state, "phase") == "map":
        state = do(state, min(legal(state)))
    return state


def test_the_board_has_39_grids_in_five_slanting_columns() -> None:
    grids = seen(begun(), "grids")
    assert len(grids) == 39
    assert [name for name, (_, twice) in grids.items() if twice == 8] == ["A4", "C5", "E6"]
    assert {name for name, (_, twice) in grids.items() if twice < 8} == LOW
    assert len(LOW) == 18


def test_teams_are_chosen_in_secret_and_shown_together() -> None:
    state = ENGINE.start(ENGINE.options({}), 2)
    assert ENGINE.to_act(state) == {WHITE, GREY}
    one = ENGINE.apply(state, GREY, ENGINE.decode(TEAM))
    assert ENGINE.to_act(one) == {WHITE}
    for viewer, sees in ((WHITE, None), (None, None), (GREY, ["DE", "PU", "TO", "TW", "FR", "SP"])):
        shown = ENGINE.view(one, viewer)
        assert (shown["teams"], shown["ready"]) == ([None, sees], [False, True])
    assert ENGINE.secret(state, GREY, ENGINE.decode(TEAM))
    assert ENGINE.describe(state, GREY, ENGINE.decode(TEAM), WHITE) == "Grey submits a team."
    assert "Delete" in ENGINE.describe(state, GREY, ENGINE.decode(TEAM), GREY)
    both = ENGINE.apply(one, WHITE, ENGINE.decode(TEAM))
    assert None not in seen(both, "teams")


def test_a_drawn_team_is_the_referees_and_open() -> None:
    state = ENGINE.start(ENGINE.options({"start": "luck_of_the_draw"}), 2)
    for n in (1, 2):
        action = ENGINE.chance(state, CommittedRandom(b"seed", "match", (), n))
        assert not ENGINE.secret(state, None, action)
        assert "team is drawn" in ENGINE.describe(state, None, action, None)
        state = ENGINE.apply(state, None, action)
    assert seen(state, "phase") == "map"
    assert [len(hand) for hand in seen(state, "hands")] == [12, 12]


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"start": "chess"}, "start"), ({"levels": 4}, "levels"), ({"levels": True}, "levels"),
        ({"levels": 2, "start": "kill_the_king"}, "levels"), ({"levels": 1, "start": "capture_the_flag"}, "levels"),
        ({"joined_map": 1}, "joined_map"), ({"turn_limit": "9"}, "turn_limit"), ({"rules": None}, "rules"),
        ({"speed": 1}, "speed"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption) as caught:
        ENGINE.options(options)
    assert caught.value.name == name


def test_tiles_are_laid_1_2_2_and_so_on_in_the_own_territory_a_joined_map_from_the_centre() -> None:
    state = begun()
    assert {text.split()[2] for text in legal(state)} == LOW
    order = []
    while seen(state, "phase") == "map":
        order += seen(state, "to_act")
        state = do(state, min(legal(state)))
    assert order == [0, *[1, 1, 0, 0] * 5, 1, 1, 0]
    assert len(seen(state, "tiles")) == 25
    state = begun(joined_map=True)
    assert {text.split()[2] for text in legal(state)} == {"C4", "B4", "D5"}
    state = do(state, "tile GL C4")
    state = do(state, "tile GL C6", "tile ER C7")
    assert {text.split()[2] for text in legal(state)} == {"C3", "B3", "B4", "D4", "D5"}


def test_units_are_deployed_1_2_2_2_2_2_1_on_own_tiles_away_from_opponents() -> None:
    state, order = laid(), []
    while seen(state, "phase") == "deploy":
        order += seen(state, "to_act")
        assert "C5" not in {text.split()[2] for text in legal(state)}
        state = do(state, min(legal(state)))
    assert order == [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0]
    assert len(seen(state, "units")) == 12


def test_at_least_two_grids_lie_between_opposing_units_that_are_deployed_in_capture_the_flag_one() -> None:
    state = scene("", "C6 SW", tiles="C6 C4 C3 B4 B3 A3 A4 E5", phase="deploy", slot=3, spare=1 << 1)
    assert {text.split()[2] for text in legal(state)} == {"C3", "B3", "A3", "E5"}
    assert refused(state, "unit PU C4") == "too-near"  # one grid between, here with a tile
    assert refused(state, "unit PU B4") == "too-near"  # and here without
    place = {"tiles": "C6 C5 C4 C3 B5", "phase": "deploy", "slot": 3, "spare": 1 << 1}
    state = scene("", "C6 SW", start="capture_the_flag", **place)
    assert {text.split()[2] for text in legal(state)} == {"C4", "C3"}
    assert {text.split()[2] for text in legal(scene("", "C6 SW", start="kill_the_king", **place))} == {"C3"}


def test_only_own_tiles_take_units_and_those_without_a_place_are_set_aside() -> None:
    state = scene("B4 DE", "B8 SW", tiles="B4 B5 B8", phase="deploy", slot=3, spare=1 << 1 | 1 << 18)
    assert refused(state, "unit PU B5") == "not-your-tile"
    state = scene("", "", tiles="C4 C8 B8", phase="deploy", turn=0, slot=0, spare=3 | 3 << 18)
    after = do(state, "unit DE C4")
    assert seen(after, "to_act") == [GREY]
    after = do(after, "unit DE B8")
    assert ENGINE.note(after, 1, ENGINE.decode("unit PU C8")) == "aside white PU"
    assert "PU" in seen(do(after, "unit PU C8"), "aside")[0]


def test_lock_and_hide_may_be_put_in_play_before_the_battle() -> None:
    white = "A1 LO, A2 PU, B2 SW, B1 HI, C1 DE"
    state = scene(white, "C9 HI, C8 TO", phase="deploy", slot=11, spare=1 << 2, tiles="A1 A2 B2 B1 C1 D2 C9 C8")
    state = do(state, "unit TO D2")
    assert (seen(state, "phase"), seen(state, "to_act")) == ("support", [WHITE])
    assert "end" in legal(state)
    locked = do(state, "lock A1: A2 B2")
    assert refused(locked, "lock A1: A2 B1") == "acted"
    assert refused(locked, "push A2: A1-A3") == "not-yet"
    assert not may(locked, "lock")
    done = do(locked, "hide B1: C1", "end")
    assert seen(done, "to_act") == [GREY]
    assert legal(done) == {"hide C9: C8", "end"}
    assert seen(do(done, "end"), "phase") == "move"


def test_support_before_the_battle_is_skipped_where_there_is_none_and_a_hidden_lock_is_not_active() -> None:
    state = scene("A1 LO, A2 PU, B2 SW, B1 HI", "C9 TW", phase="support")
    hidden = do(state, "hide B1: A1")
    assert refused(hidden, "lock A1: A2 B2") == "not-active"
    assert refused(state, "lock B1: A2 B2") == "no-function"
    state = laid()
    while seen(state, "phase") == "deploy":
        state = do(state, min(legal(state)))
    assert (seen(state, "phase"), seen(state, "turn")) == ("move", 0)


def test_a_turn_begins_with_a_move_and_where_none_exists_an_active_unit_may_act() -> None:
    state = scene("C4 PU, A1 SW", "D5 DE", tiles="C4 D4 A1 D5 B3", laid="B3 grey FR")
    assert legal(state) == {"C4-C5", "C4-D4", "C4-B3"}
    assert refused(state, "end") == "must-move"
    assert refused(state, "push C4: D5-E6") == "must-move"
    state = scene("C4 PU, A1 SW", "C5 DE, E9 TW", tiles="C4 A1 E9")
    assert legal(state) == {"push C4: C5-off", "switch A1: C4", "end"}
    assert end(do(scene("C4 PU", "C5 DE", tiles="C4"), "push C4: C5-off")) == (WHITE, "decimation")


def test_a_combo_goes_on_with_a_unit_beside_one_that_landed_and_each_acts_once() -> None:
    state = acting("C3 PU, D6 TW, E9 SW", "C4 DE, A7 TO")
    after = do(state, "push C3: C4-C5")
    assert seen(after, "landed") == ["C5"]
    assert {text.split()[0] for text in legal(after)} == {"twist", "end"}
    twisted = do(after, "twist D6: C5-C6 cw")
    assert seen(twisted, "acted") == ["C3", "D6"]
    assert legal(twisted) == {"end"}
    state = do(acting("C3 PU, C6 TO", "C4 DE, A7 TW"), "push C3: C4-C5", "toss C6: C5-C7")
    assert refused(state, "toss C6: C7-C5") == "acted"


def test_a_combo_must_select_a_unit_that_landed_and_no_landed_ally_acts_on_itself() -> None:
    state = do(acting("C3 PU, C6 TO", "C4 DE, D7 TW, A7 SW"), "push C3: C4-C5")
    assert {text[:2] for text in may(state, "toss C6: ")} == {"C5"}
    assert refused(state, "toss C6: D7-C5") == "blocked"
    assert refused(state, "toss C6: D7-B5") == "not-landed"
    state = do(acting("C4 SP, C5 PU, C3 TO", "A7 DE", tiles="C4 C5 C6 C3 C2 A7"), "split C4: C3-C2 C5-C6")
    assert legal(state) == {"end"}
    assert refused(state, "push C6: C4-C3") == "no-combo"


def test_import_unstacking_and_release_give_no_combo_and_are_none() -> None:
    state = acting("C4 IM, C6 SW", "E9 TW", laid="C5 white TW")
    state = do(acting("B4 IM, C6 SW", "E9 TW", laid="C4 white TW"), "import B4: C4")
    assert legal(state) == {"end"}
    assert refused(state, "release B4") == "no-combo"
    state = acting("D4 PU, B3 IM, B5 ST", "C4 DE, A7 TW", laid="B2 white SW", beneath=("SW", ""))
    pushed = do(state, "push D4: C4-B4")
    assert refused(pushed, "import B3: B2") == "not-landed"
    assert refused(pushed, "unstack B5: SW-B6") == "not-landed"


def test_the_defeated_are_built_anywhere_without_a_tile_unless_a_side_has_no_units_left() -> None:
    state = do(acting("C4 SP, A1 PU", "C5 DE, C3 SW, E9 TW", tiles="C4 A1 E9 C3"), "split C4: C3-off C5-off", "end")
    assert "build DE A4" in legal(state)
    assert refused(state, "build TW A4") == "not-fallen"
    assert refused(state, "build SW C5") == "grid-taken"
    after = do(state, "build SW A4", "build DE E6")
    assert seen(after, "tiles")["E6"] == [1, "DE"]
    assert seen(after, "to_act") == [GREY]
    assert end(do(acting("C4 PU", "C5 DE", tiles="C4"), "push C4: C5-off")) == (WHITE, "decimation")


def test_a_side_whose_units_are_all_held_by_the_other_is_disarmed() -> None:
    state = do(acting("C4 FR, A1 PU", "C5 DE, D5 SW"), "freeze C4: C5 D5")
    assert end(do(state, "end")) == (WHITE, "disarmament")
    own = scene("A1 PU", "C5 LO, D5 SW, C6 TW", phase="act", mover=1, holds=[[31, 31, 0, 1 << 23 | 1 << 21]])
    assert seen(do(own, "end"), "phase") == "move"


def test_the_third_time_of_a_position_is_a_draw_and_the_view_tells_which_have_stood_twice() -> None:
    state = scene("A1 PU", "E9 SW")
    assert (seen(state, "stood"), seen(state, "repeated")) == (0, [])
    there_and_back = ("A1-A2", "end", "E9-E8", "end", "A2-A1", "end", "E8-E9", "end")
    once = do(state, *there_and_back)
    assert (seen(once, "stood"), seen(once, "repeated")) == (1, [])
    twice = do(once, *there_and_back)
    assert seen(twice, "stood") == 2
    assert len(seen(twice, "repeated")) == 4
    assert digest(do(once, "A1-A2", "end").board, GREY) in seen(twice, "repeated")
    assert seen(do(twice, "A1-B1"), "stood") == 2
    assert ENGINE.outcome(twice) is None
    assert end(do(twice, "A1-A2", "end")) == (None, "repetition")


def test_quiet_turns_the_turn_limit_and_two_sides_that_can_do_nothing_are_draws() -> None:
    assert end(do(acting("A1 PU", "E9 SW", quiet=59), "end")) == (None, "quiet")
    assert end(do(acting("A1 PU", "E9 SW", turn=0, quiet=3, quiet_turn_limit=4), "end")) == (None, "quiet")
    assert end(do(acting("A1 PU", "E9 SW", turn_limit=1), "end")) == (None, "turn-limit")
    state = scene("A1 ER", "E9 ER", tiles="A1 E9")
    once = do(state, "end")
    assert seen(once, "phase") == "move"
    assert end(do(once, "end")) == (None, "stuck")


def test_a_new_hold_on_an_opponent_is_no_quiet_turn_but_a_lock_is() -> None:
    frozen = do(acting("C4 FR, A1 PU", "C5 DE, D5 SW, E9 TW", quiet=5), "freeze C4: C5 D5", "end")
    assert seen(frozen, "quiet") == 0
    locked = do(acting("C4 LO, C3 PU, B3 TO", "E9 TW", quiet=5), "lock C4: B3 C3", "end")
    assert seen(locked, "quiet") == 6


def test_a_seat_that_falls_loses_and_two_forfeit_both() -> None:
    for seats, reason, ranks in (({WHITE}, "time", (2, 1)), ({GREY}, "resigned", (1, 2)), ({WHITE, GREY}, "time", (2, 2))):
        expected = Outcome(ranks, reason if len(seats) == 1 else "double-forfeit")
        assert ENGINE.outcome(ENGINE.forfeit(begun(), frozenset(seats), reason)) == expected
