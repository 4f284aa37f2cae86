"""The matches from which puzzles are mined: played by bots for it, or read from records."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play, record, record_packing
from engines.common import compute_shares
from engines.contract import AnyEngine, Seat
from engines.puzzle_files import PuzzleMatch
from engines.puzzle_mining.candidates import FEWEST_ACTIONS, find_puzzles, screen
from engines.puzzle_mining.first_ratings import BUDGETS
from engines.puzzle_mining.position_search import has_choice, search_position
from engines.puzzle_mining.wrong_actions import judge_all
from engines.search_adapter import SearchAdapter

_OPENING = 4
"""At most so many random actions at the start."""
_BLUNDERS = 0.15
"""Share of random actions after it: the answer to a blunder is often clear."""
_LONGEST = 400
"""Entries after which positions of a match are no longer searched."""
_SWING = 8
"""Choices within which a decision shows in the evaluation."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """Positions of a match that are searched, and iterations to screen one of them and to confirm a candidate."""

    positions: int
    screen: int
    confirm: int

    @classmethod
    def of(cls, adapter: SearchAdapter) -> "Budgets":
        """Return the budgets of a game, as multiples of what its search bot uses for a move."""
        iterations = adapter.settings.iterations
        return cls(24, max(100, iterations // 8), 2 * iterations)

    @property
    def screen_steps(self) -> tuple[int, ...]:
        """Return the iterations after which a screen notes what it would take: those of weak solvers, then all."""
        return (*(budget for budget in BUDGETS if budget < self.screen), self.screen)


@dataclass(frozen=True, slots=True)
class Choice:
    """A position of a match in which a seat has a choice, and its values by seat, from the game's evaluation."""

    entry: int
    seat: Seat
    position: play.Position[Any]
    values: Sequence[float]


def mine_bot_match(engine: AnyEngine, adapter: SearchAdapter, seed: str, number: int, budgets: Budgets) -> PuzzleMatch:
    """Play a match of greedy bots that blunder now and then, and return it with its puzzles."""
    counts = tuple(engine.seat_counts)
    opening = Random(f"{seed} opening").randrange(_OPENING + 1)
    made = 0

    def choose(engine: AnyEngine, position: play.Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        nonlocal made
        made += 1
        is_random = made <= opening or rng.random() < _BLUNDERS
        return bots.bot_action(engine, position, seat, "random" if is_random else policy, rng)

    policies = ["greedy"] * counts[number % len(counts)]
    text = "".join(record.format_lines(bots.simulate(engine, {}, policies, seed, choose)))
    return mine_record(record.parse_record(text), record_packing.pack(text), adapter, budgets)


def mine_record(parsed: record.Record, packed: str, adapter: SearchAdapter, budgets: Budgets) -> PuzzleMatch:
    """Return a finished match with its puzzles."""
    engine, match = parsed.engine, str(parsed.header["match"])
    candidates = []
    choices, result = _read_choices(parsed, adapter)
    for choice in list_critical(choices, result, budgets.positions):
        found = search_position(
            engine, adapter, choice.position, choice.seat, Random(f"{match} {choice.entry} {choice.seat}"), budgets.screen_steps
        )
        if (candidate := screen(engine, choice.entry, choice.seat, choice.position, found)) is not None:
            candidates.append(candidate)
    puzzles = tuple(find_puzzles(engine, adapter, candidates, budgets.confirm, f"{engine.key} {match}"))
    return judge_all(PuzzleMatch(packed, puzzles), adapter, budgets.confirm)


def list_critical(choices: Sequence[Choice], result: Sequence[float], count: int) -> list[Choice]:
    """Return the choices after which the value for their seat soon changes most, in the order of the match.

    `result` are the values by seat of the end of the match.
    """

    def swing(at: int) -> float:
        seat, now = choices[at].seat, choices[at].values
        later = [*(choice.values for choice in choices[at + 1 : at + 1 + _SWING]), result][:_SWING]
        return max(abs(values[seat] - now[seat]) for values in later)

    critical = sorted(range(len(choices)), key=lambda at: (-swing(at), at))[:count]
    return [choices[at] for at in sorted(critical)]


def _read_choices(parsed: record.Record, adapter: SearchAdapter) -> tuple[list[Choice], Sequence[float]]:
    """Return the choices that can be searched, and the values by seat of the end of the match."""
    engine = parsed.engine
    choices: list[Choice] = []
    for entry, position in enumerate(parsed.positions()):
        if position.outcome is not None:
            return choices, compute_shares(position.outcome.ranks)
        if entry >= _LONGEST:
            break
        for seat in sorted(play.to_act(engine, position)):
            if has_choice(engine, adapter, position, seat, FEWEST_ACTIONS):
                choices.append(Choice(entry, seat, position, adapter.evaluate(position.state)))
    return choices, choices[-1].values if choices else ()
