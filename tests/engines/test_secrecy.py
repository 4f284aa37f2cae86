"""The proof of secrecy finds leaks: each of these is put in, and must be found in a few matches."""

from typing import Any

import pytest

from engines.contract import IllegalAction
from engines.contract_checks import secrecy
from engines.field_tactics.actions import PASS
from engines.field_tactics.engine import FieldTactics
from engines.incursion_point_zero import move_generation
from engines.zero_day import admin_actions
from engines.zero_day.engine import ZeroDay
from tests.engines.games import random_match

MATCHES = 150


def found(key: str, first: int = 0) -> str:
    for number in range(first, MATCHES):
        try:
            secrecy.check_match(random_match(key, number), every=5, most=60)
        except AssertionError as fault:
            return str(fault)
        except IllegalAction:  # what was put in breaks the match itself
            continue
    return ""


def test_a_turn_that_ends_itself_where_others_hide_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced skip that depends on what lies face down (the kind that IP-19 forbids)."""
    listed = move_generation.list_activation

    def hasty(state: Any) -> Any:
        return () if state.hidden(state.active) and state.where(state.active) % 2 else listed(state)

    monkeypatch.setattr(move_generation, "list_activation", hasty)
    assert found("incursion-point-zero")


def test_an_operation_that_ends_by_itself_because_of_the_credentials_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timing of a forced end."""
    possible = dict(admin_actions._POSSIBLE)
    monkeypatch.setitem(admin_actions._POSSIBLE, "scan", lambda state: possible["scan"](state) and bool(state.credentials & 1))
    assert found("zero-day", 65), "in the first matches the Admin resolves no Scan"


def test_a_pass_that_only_one_world_needs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's act: here it would depend on what the pieces are, not on whether they can move."""
    chance = FieldTactics.chance

    def hasty(self: FieldTactics, state: Any, stream: Any) -> Any:
        told = chance(self, state, stream)
        return PASS if told is None and state.phase == "play" and state.board[44] % 2 else told

    monkeypatch.setattr(FieldTactics, "chance", hasty)
    assert "the referee acts in one world only" in found("field-tactics")


def test_hidden_set_ups_that_are_not_sealed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FieldTactics, "secret", lambda self, state, actor, action: False)
    assert "aren't sealed" in found("field-tactics")


def test_an_action_that_is_played_by_itself_in_one_world_only_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timing of a forced move."""
    monkeypatch.setattr(ZeroDay, "is_forced", lambda self, state, seat, only: bool(state.credentials & 1))
    assert "by itself" in found("zero-day")
