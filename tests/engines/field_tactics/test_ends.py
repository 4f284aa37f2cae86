"""How a match ends: base, last pieces, duels, stalling, passes, forfeits, and which of them comes first (FT-14)."""

from typing import Any

import pytest

from engines.contract import Outcome
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, do, end, legal, pieces, refusal, scene

both_sides = pytest.mark.parametrize("advantage", [RED, BLUE])


@pytest.mark.parametrize("leader", ["G3", "G2", "G1", "F3", "F2", "F1"])
def test_a_leader_on_the_enemy_base_wins_at_once(leader: str) -> None:
    assert end(do(scene(f"C7 {leader}, A1 C1", "F8 C1"), "C7-CD8")) == (RED, "base")
    assert end(do(scene("F1 C1", f"E1 {leader}, A8 C1", turn=BLUE), "E1-CD1")) == (BLUE, "base")


@pytest.mark.parametrize("code", ["C3", "PL", "TK", "CV", "EN", "SP"])
def test_other_pieces_enter_the_base_and_win_nothing(code: str) -> None:
    after = do(scene(f"C7 {code}, A1 G1", "F8 C1"), "C7-CD8")
    assert (ENGINE.outcome(after), pieces(after)["CD8"]) == (None, (RED, code))


def test_a_leader_wins_on_the_enemys_base_alone_and_must_survive_the_battle_for_it() -> None:
    assert ENGINE.outcome(do(scene("C2 G1", "F8 C1"), "C2-CD1")) is None
    assert end(do(scene("C7 G2, A1 C1", "CD8 C1, A8 C1"), "C7-CD8")) == (RED, "base")
    for holder in ("MN", "G3"):
        assert ENGINE.outcome(do(scene("C7 G2, A1 G1", f"CD8 {holder}, A8 C1"), "C7-CD8")) is None


def test_the_base_comes_before_the_last_piece_and_before_stalling() -> None:
    assert end(do(scene("C7 G2", "CD8 C1"), "C7-CD8")) == (RED, "base")
    assert end(do(scene("C7 F1", "F8 G3, F7 G2", quiet=99), "C7-CD8")) == (RED, "base")


def test_the_last_movable_piece_loses_the_match() -> None:
    assert end(do(scene("B3 G2", "C3 C1, A8 MN, F8 FL"), "B3-C3")) == (RED, "last-piece")
    assert end(do(scene("B3 C1, A1 MN", "C3 G1, A8 MN"), "B3-C3")) == (BLUE, "last-piece")


@both_sides
def test_last_pieces_that_fall_together_leave_it_to_the_advantage(advantage: int) -> None:
    assert end(do(scene("B3 G2", "C3 G2", advantage=advantage), "B3-C3")) == (advantage, "both-last-pieces")


def test_the_tie_breaker_begins_without_leaders_and_with_three_pieces_each() -> None:
    after = do(scene("B3 C2, A1 C1, A2 C1", "C3 C1, F8 C1, F7 C1, E8 C1"), "B3-C3")
    assert (after.phase, ENGINE.to_act(after)) == ("duel", {RED, BLUE})
    assert legal(after, RED) == {"C3", "A1", "A2"}


@pytest.mark.parametrize(
    ("red", "blue"), [("E1 G1", "F7 C1"), ("E1 C1", "F7 G1"), ("A2 C1, A3 C1", "F7 C1"), ("A2 C1", "F7 C1, F6 C1, E8 C1")]
)
def test_a_leader_or_a_fourth_piece_keeps_the_board_in_play(red: str, blue: str) -> None:
    assert do(scene(f"B3 C2, A1 C1, {red}", f"C3 C1, F8 C1, {blue}"), "B3-C3").phase == "play"


def duel(red: str, blue: str, advantage: int = RED, **options: bool) -> Any:
    return scene(red, blue, phase="duel", advantage=advantage, **options)


@pytest.mark.parametrize(
    ("red", "blue", "choices", "winner"),
    [
        ("A1 C3, A2 C1", "F8 C2, F7 C1", ("red:A1", "blue:F8"), RED),
        ("A1 C3, A2 C1", "F8 C2, F7 C1", ("blue:F8", "red:A2"), BLUE),
        ("A1 C3", "F8 C3, F7 C2", ("red:A1", "blue:F8"), BLUE),  # who runs out loses
        ("A1 C3, A2 C1", "F8 C3", ("red:A1", "blue:F8"), RED),
    ],
)
def test_the_winner_of_the_duel_wins_the_match(red: str, blue: str, choices: tuple[str, str], winner: int) -> None:
    assert end(do(duel(red, blue), *choices)) == (winner, "duel")


def test_a_tied_duel_is_fought_again_with_what_is_left() -> None:
    tied = do(duel("A1 C3, A2 C1", "F8 C3, F7 C2"), "red:A1", "blue:F8")
    assert (ENGINE.outcome(tied), legal(tied, RED)) == (None, {"A2"})
    assert end(do(tied, "red:A2", "blue:F7")) == (BLUE, "duel")


@both_sides
def test_when_all_duels_tie_the_advantage_wins(advantage: int) -> None:
    state = duel("A1 C3, A2 C1", "F8 C3, F7 C1", advantage)
    assert end(do(state, "red:A1", "blue:F8", "blue:F7", "red:A2")) == (advantage, "duel-all-tied")


def test_a_duel_goes_by_the_option_too() -> None:
    assert end(do(duel("A1 TK", "F8 EN"), "red:A1", "blue:F8"))[0] == BLUE
    assert end(do(duel("A1 TK", "F8 EN", tank_beats_engineer=True), "red:A1", "blue:F8"))[0] == RED


def test_a_duel_is_shown_when_both_have_chosen_and_not_before() -> None:
    state, choice = do(duel("A1 C3, A2 C1", "F8 C3, F7 C1"), "red:A1"), ENGINE.decode("F8")
    assert ENGINE.note(duel("A1 C3", "F8 C3"), BLUE, choice) == ""
    assert ENGINE.note(state, BLUE, choice) == "duel A1xF8= C3,C3"
    assert "A1" not in ENGINE.describe(duel("A1 C3", "F8 C3"), RED, ENGINE.decode("A1"), BLUE)
    told = "Duel between Red's A1 and Blue's F8: a tie, Red's Captain and Blue's Captain are destroyed."
    assert ENGINE.describe(state, BLUE, choice, None) == told


@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        ("A1 G1, A2 F1", "F8 G3", RED), ("A1 F1", "F8 F1, F7 G1", BLUE), ("A1 F1, A2 SP", "F8 G3", RED),
        ("A1 G1, A2 F1", "F8 G3, F7 C1, E7 C1", RED), ("A1 C1", "F8 C1, F7 C1, E7 C1, E6 C1", BLUE),
    ],
)  # fmt: skip
def test_a_stalled_game_goes_to_more_leaders_then_more_pieces(red: str, blue: str, winner: int) -> None:
    assert ENGINE.outcome(do(scene(red, blue, quiet=98), "A1-B1")) is None, "the ninety-ninth quiet turn"
    assert end(do(scene(red, blue, quiet=99), "A1-B1")) == (winner, "stalled")


def test_a_stalled_game_with_equal_forces_is_decided_by_duels_of_all_pieces() -> None:
    after = do(scene("A1 G1, A2 C1, A3 MN", "F8 F1, F7 C2", quiet=99), "A1-B1")
    assert (after.phase, legal(after, RED)) == ("duel", {"B1", "A2"})
    assert end(do(after, "red:B1", "blue:F8")) == (RED, "duel")


def test_a_battle_starts_the_quiet_turns_anew() -> None:
    after = do(scene("B3 G2, A1 C1", "C3 C1, F8 G3", quiet=99), "B3-C3")
    assert (ENGINE.outcome(after), after.quiet) == (None, 0)


def test_the_limit_of_quiet_turns_is_an_option() -> None:
    assert end(do(scene("A1 G1, A2 F1", "F8 G3", quiet_turn_limit=2), "A1-B1", "F8-F7")) == (RED, "stalled")


WALLED_IN = "A8 C1, B8 MN, A7 MN"


def test_a_side_without_a_move_passes_by_the_referee() -> None:
    stuck = do(scene("F1 G1, F2 F1", WALLED_IN), "F1-E1")
    act = ENGINE.chance(stuck, None)  # type: ignore[arg-type]
    assert (ENGINE.to_act(stuck), ENGINE.encode(act)) == (frozenset(), "pass")
    after = ENGINE.apply(stuck, None, act)
    assert (ENGINE.to_act(after), after.quiet, after.turn) == ({RED}, 2, stuck.turn + 1)
    assert ENGINE.describe(stuck, None, act, None) == "Blue has no legal move and passes."
    stuck = do(scene("F1 G1, F2 F1", WALLED_IN, quiet=98), "F1-E1")
    assert end(ENGINE.apply(stuck, None, act)) == (RED, "stalled")
    assert refusal(scene("A1 G1", "F8 G1"), "pass", None).code == "not-the-referees"
    assert refusal(scene("A1 G1", "F8 G1"), "pass", RED).code == "wrong-phase"


def test_when_neither_side_can_move_the_game_is_stalled_at_once() -> None:
    red = "A1 G1, B1 MN, A2 MN, C3 SP"
    assert end(do(scene(red, f"{WALLED_IN}, D3 MN"), "C3-D3")) == (RED, "stalled")
    assert do(scene(red, "A8 F1, B8 MN, A7 MN, D3 MN"), "C3-D3").phase == "duel", "with equal forces"


@pytest.mark.parametrize("reason", ["time", "resigned", "disqualified", "no-show"])
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_a_seat_that_forfeits_loses(seat: int, reason: str) -> None:
    assert end(ENGINE.forfeit(scene("A1 G1", "F8 G1"), frozenset({seat}), reason)) == (1 - seat, reason)


@both_sides
@pytest.mark.parametrize("phase", ["play", "duel"])
def test_both_clocks_at_once_leave_a_begun_match_to_the_advantage(phase: str, advantage: int) -> None:
    state = scene("A1 G1", "F8 G1", phase=phase, advantage=advantage)
    assert end(ENGINE.forfeit(state, frozenset({RED, BLUE}), "time")) == (advantage, "time")


def test_two_seats_that_fall_in_the_set_up_or_for_another_reason_are_a_double_forfeit() -> None:
    set_up = do(ENGINE.start(ENGINE.options({"advantage": "red"}), 2), "first red")
    in_play = scene("A1 G1", "F8 G1")
    for state, reason in ((set_up, "time"), (in_play, "disqualified"), (in_play, "no-show")):
        assert ENGINE.outcome(ENGINE.forfeit(state, frozenset({RED, BLUE}), reason)) == Outcome((2, 2), "double-forfeit")
