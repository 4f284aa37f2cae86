"""What each viewer sees: the wire form, and nothing of the other side's living ranks."""

from typing import Any

from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, SETUP, do, scene

STATE = scene("B3 G2, A1 C1, CD1 MN", "C3 C1, F8 G1, A8 FL", quiet=3)


def squares(state: Any, viewer: int | None) -> dict[str, Any]:
    view: Any = ENGINE.view(state, viewer)
    return dict(view["squares"])


def test_a_seat_sees_its_own_ranks_and_where_the_others_stand() -> None:
    own = {"B3": [0, "G2"], "A1": [0, "C1"], "CD1": [0, "MN"]}
    assert squares(STATE, RED) == {**own, "C3": [1, None], "F8": [1, None], "A8": [1, None]}
    assert {code for _, code in squares(STATE, None).values()} == {None}, "a spectator sees no rank"
    assert None not in {code for _, code in ENGINE.open_view(STATE)["squares"].values()}  # type: ignore[index, call-overload]


def test_the_view_has_the_form_of_the_contract() -> None:
    view = ENGINE.view(do(STATE, "B3-C3"), BLUE)
    assert view == {
        "game": "field-tactics", "phase": "play", "viewer": 1, "to_act": [1], "advantage": 0, "first": 0, "turn": 41,
        "squares": {"A1": [0, None], "CD1": [0, None], "C3": [0, None], "A8": [1, "FL"], "F8": [1, "G1"]},
        "ready": [False, False], "choice": None, "lost": [[], ["C1"]],
        "last": {"by": 0, "from": "B3", "to": "C3", "battle": "o", "revealed": {"0": None, "1": "C1"}}, "quiet": 0,
        "quiet_limit": 100, "duels": [], "outcome": None,
        "options": {"advantage": "red", "tank_beats_engineer": False, "quiet_turn_limit": 100},
    }  # fmt: skip


def test_the_revealed_pieces_are_given_by_seat_also_when_blue_attacks() -> None:
    tied: Any = ENGINE.view(do(scene("B3 C1, A1 G1", "C3 MN, C4 C2, F8 G1"), "B3-C3"), None)
    assert tied["last"] == {"by": 0, "from": "B3", "to": "C3", "battle": "=", "revealed": {"0": "C1", "1": "MN"}}
    blue: Any = ENGINE.view(do(scene("B3 G2, A1 G1", "C3 C1, F8 G1", turn=BLUE), "C3-B3"), None)
    assert blue["last"] == {"by": 1, "from": "C3", "to": "B3", "battle": "x", "revealed": {"0": None, "1": "C1"}}


def test_in_the_set_up_only_the_owner_sees_what_is_handed_in() -> None:
    state = do(ENGINE.start(ENGINE.options({"advantage": "red"}), 2), "first blue", f"red:{SETUP}")
    assert squares(state, BLUE) == {}
    assert squares(state, None) == {}
    assert squares(state, RED)["CD1"] == [0, "G2"]
    assert len(squares(state, RED)) == 23
    views: list[Any] = [ENGINE.view(state, viewer) for viewer in (RED, BLUE, None)]
    assert [(view["phase"], view["ready"], view["to_act"]) for view in views] == 3 * [("setup", [True, False], [1])]


def test_a_duel_choice_is_seen_by_its_owner_and_a_fought_duel_by_all() -> None:
    state = do(scene("A1 C3, A2 C1", "F8 C3, F7 C1", phase="duel"), "red:A1")
    seen: list[Any] = [ENGINE.view(state, viewer) for viewer in (RED, BLUE, None)]
    assert [(view["choice"], view["ready"]) for view in seen] == [(choice, [True, False]) for choice in ("A1", None, None)]
    fought: list[Any] = [ENGINE.view(do(state, "blue:F8"), viewer) for viewer in (RED, BLUE, None)]
    duel = {"red": "A1", "blue": "F8", "result": "=", "revealed": {"0": "C3", "1": "C3"}}
    assert [view["duels"] for view in fought] == 3 * [[duel]]


def test_after_the_end_everything_is_open() -> None:
    over = do(scene("C7 G1, CD1 MN", "F8 F1"), "C7-CD8")
    assert squares(over, None) == {"CD8": [0, "G1"], "CD1": [0, "MN"], "F8": [1, "F1"]}
    view: Any = ENGINE.view(over, BLUE)
    assert view["outcome"] == {"ranks": [1, 2], "reason": "base"}


def test_changing_a_view_changes_no_state() -> None:
    view: Any = ENGINE.view(STATE, RED)
    view["squares"]["B3"][1] = "C1"
    view["options"]["quiet_turn_limit"] = 5
    view["lost"][0].append("G1")
    again: Any = ENGINE.view(STATE, RED)
    assert (again["squares"]["B3"], again["options"]["quiet_turn_limit"], again["lost"][0]) == ([0, "G2"], 100, [])
