"""The contract suite finds what is broken: each of these games breaks one rule, and must be found by that rule's check."""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines.__main__ import main
from engines.contract import IllegalAction, Outcome
from engines.contract_checks.subjects import Limits
from engines.contract_checks.suite import Finding, check_game
from engines.i18n import translate as _
from engines.packages import GamePackage
from engines.randomness import UnverifiedRandom
from tests import sample_games

MATCHES = 5
KUHN: Any = type(sample_games.packages()["kuhn-poker"].latest)
FOUR: Any = type(sample_games.packages()["connect-four"].latest)


def findings(engine: Any, matches: int = MATCHES, **limits: Any) -> list[Finding]:
    with sample_games.installed(**{engine.key: GamePackage(engines=(engine,))}):
        return list(check_game(engine, matches, Limits(**limits)))


class ListsTooMuch(FOUR):
    def legal(self, state: Any, seat: int) -> Any:
        return [*super().legal(state, seat), "z"] if seat in self.to_act(state) else ()

    def encode(self, action: str) -> str:
        return action

    def decode(self, text: str) -> str:
        return text if text == "z" else str(super().decode(text))

    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        if action == "z":
            raise IllegalAction("no", "There is no such column.")
        return super().apply(state, actor, action)

    def sample(self, state: Any, seat: int, rng: Random) -> str:
        return rng.choice(list(super().legal(state, seat)))


class ListsTooLittle(FOUR):
    def legal(self, state: Any, seat: int) -> Any:
        listed = [*super().legal(state, seat)]
        return [text for text in listed if text != state.last] or listed


class Repeats(FOUR):
    def legal(self, state: Any, seat: int) -> Any:
        return 2 * [*super().legal(state, seat)]


class ActsOutOfTurn(FOUR):
    def check_turn(self, state: Any, actor: int | None) -> None:
        if state.outcome is not None:
            super().check_turn(state, actor)


class WritesUnreadably(FOUR):
    def encode(self, action: str) -> str:
        return f"{action}{action}"


class Forgets(FOUR):
    def dump(self, state: Any) -> Any:
        return {**super().dump(state), "last": ""}


class Remembers(FOUR):
    calls = 0

    def sample(self, state: Any, seat: int, rng: Random) -> str:
        Remembers.calls += 1
        return Random(Remembers.calls).choice(list(self.legal(state, seat)))


class Draws(KUHN):
    unseeded = UnverifiedRandom(Random(7))

    def chance(self, state: Any, stream: Any) -> Any:
        return super().chance(state, self.unseeded)


class ShowsTheOtherCard(KUHN):
    def view(self, state: Any, viewer: int | None) -> Any:
        return self.render(state, {0, 1} if viewer == 1 else {viewer})


class RefusesByTheOtherCard(KUHN):
    def legal(self, state: Any, seat: int) -> Any:
        listed = super().legal(state, seat)
        return listed[:1] if listed and "K" in state.cards[1 - seat : 2 - seat] else listed


class TellsTheOtherCard(KUHN):
    def describe(self, state: Any, actor: int | None, action: str, viewer: int | None) -> Any:
        told = super().describe(state, actor, action, viewer)
        return _("Red has {card}.", card=state.cards[:1] or "nothing") if viewer == 1 else told


class DealsUnsealed(KUHN):
    def secret(self, state: Any, actor: int | None, action: str) -> bool:
        return False


class SaysNothing(FOUR):
    def describe(self, state: Any, actor: int | None, action: str, viewer: int | None) -> Any:
        return ""


class IsSlow(FOUR):
    def legal(self, state: Any, seat: int) -> Any:
        ends = time.process_time() + 0.1
        while time.process_time() < ends:
            pass
        return super().legal(state, seat)


class Hangs(FOUR):
    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        while True:
            pass


class IsLarge(FOUR):
    def view(self, state: Any, viewer: int | None) -> Any:
        return {**super().view(state, viewer), "history": ["x" * 100] * 1000}

    def open_view(self, state: Any) -> Any:
        return self.view(state, None)


class TakesMemory(FOUR):
    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        bytearray(8_000_000)
        return super().apply(state, actor, action)


class DrawsAnUnknownCell(FOUR):
    def view(self, state: Any, viewer: int | None) -> Any:
        view = super().view(state, viewer)
        return {"board": {**view["board"], "last": ["z9"]}}


class NeverEnds(FOUR):
    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        self.check_turn(state, actor)
        return state._replace(columns=(*state.columns[1:], str(state.seat)), last=action)


class EndsForNoReason(FOUR):
    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        after = super().apply(state, actor, action)
        return after._replace(outcome=after.outcome and Outcome(after.outcome.ranks, "because"))


class Raises(FOUR):
    def view(self, state: Any, viewer: int | None) -> Any:
        return 1 // 0


class AcceptsAnyOption(FOUR):
    def options(self, data: Any) -> Any:
        return dict(data)


class HasNoWorlds(KUHN):
    another: Any = property()


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (ListsTooMuch, "legal list"), (ListsTooLittle, "legal list"), (Repeats, "legal list"), (ActsOutOfTurn, "legal list"),
        (WritesUnreadably, "notation"), (Forgets, "dump and load"), (Remembers, "chance"), (Draws, "chance"),
        (ShowsTheOtherCard, "secrecy"), (RefusesByTheOtherCard, "secrecy"), (TellsTheOtherCard, "secrecy"),
        (DealsUnsealed, "secrecy"), (HasNoWorlds, "secrecy"), (SaysNothing, "descriptions"), (IsLarge, "memory"),
        (TakesMemory, "memory"), (DrawsAnUnknownCell, "board"), (NeverEnds, "end"), (EndsForNoReason, "end"),
        (Raises, "exceptions"), (AcceptsAnyOption, "options"),
    ],
)  # fmt: skip
def test_a_broken_game_is_found_by_the_check_of_what_it_breaks(game: Callable[[], Any], check: str) -> None:
    assert check in [finding.check for finding in findings(game(), actions=60, call_bytes=4_000_000)]


@pytest.mark.parametrize("game", [IsSlow, Hangs])
def test_a_game_that_is_slow_or_never_returns_is_found_and_interrupted(game: Callable[[], Any]) -> None:
    assert "time" in [finding.check for finding in findings(game(), 1, call_s=0.05)]


def test_a_finding_tells_where_and_the_command_prints_it_with_progress_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    finding = next(finding for finding in findings(ShowsTheOtherCard()) if finding.check == "secrecy")
    assert (finding.entry, finding.seat) == (1, 1)
    assert str(finding).endswith(f"(seed {finding.seed}, entry 1, seat 1)")
    with sample_games.installed(**{"connect-four": GamePackage(engines=(Raises(),))}):
        code = main(["check", "connect-four", "--matches", "1"])
    assert code == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("connect-four: exceptions: ZeroDivisionError")
    assert "connect-four: match 1 of 1" in printed.err
