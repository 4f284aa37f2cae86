"""Finding the puzzles of a match: screen every position, confirm the clear ones, grade them, and explain wrong actions."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.hash_chain import canonical_json
from engines.mcts import choose
from engines.puzzle_mining.analysis import Analysis, Tried, analyse
from engines.puzzle_mining.grading import BUDGETS, SOLVERS, rate
from engines.puzzles import Puzzle, WrongAction
from engines.randomness import UnverifiedRandom
from engines.search_adapter import IterationBudget, SearchAdapter

GAP = 0.06
"""By how much of a win the answer must be worth more than any other action, in both confirmations."""
_SCREENED_GAP = 0.04  # The screen is coarse, so it lets more through.
_FEWEST_ACTIONS = 3
_MOST_PER_MATCH = 4
_MOST_CONFIRMED = 9
_DISTANCE = 4  # Entries between two puzzles of a match.
_MOST_WRONG = 3
_REPLY_ITERATIONS = 120
_SURPRISE = 0.1
"""Added to the gap of a candidate that the greedy bot gets wrong, so that not all puzzles are easy."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that the screen found clear."""

    entry: int
    seat: Seat
    position: play.Position[Any]
    rank: float


def screen(
    engine: AnyEngine, entry: int, seat: Seat, position: play.Position[Any], analysis: Analysis | None
) -> Candidate | None:
    """Return the candidate that a coarse analysis of a position makes it; None if it is not clear."""
    if analysis is None or analysis.gap < _SCREENED_GAP:
        return None
    is_surprise = bots.bot_action(engine, position, seat, "greedy", Random(0)) != analysis.best.do
    return Candidate(entry, seat, position, analysis.gap + _SURPRISE * is_surprise)


def find_puzzles(
    engine: AnyEngine, adapter: SearchAdapter, candidates: Sequence[Candidate], iterations: int, match: str
) -> Iterator[Puzzle]:
    """Yield the puzzles among the candidates of a match, the clearest of neighbours."""
    taken: list[int] = []
    answers: set[tuple[str, ...]] = set()
    ranked = sorted(candidates, key=lambda candidate: -candidate.rank)[:_MOST_CONFIRMED]
    for candidate in ranked:
        if len(taken) == _MOST_PER_MATCH:
            return
        if any(abs(candidate.entry - entry) < _DISTANCE for entry in taken):
            continue
        puzzle = confirm(engine, adapter, candidate, iterations, match)
        if puzzle is None:
            continue
        legal = bots.list_legal_actions(engine, candidate.position.state, candidate.seat) or []
        key = (puzzle.answer, *sorted(legal))
        if key in answers:
            continue
        answers.add(key)
        taken.append(candidate.entry)
        yield puzzle


def confirm(engine: AnyEngine, adapter: SearchAdapter, candidate: Candidate, iterations: int, match: str) -> Puzzle | None:
    """Return the puzzle of a candidate that two independent searches agree on; None if they do not."""
    position, seat = candidate.position, candidate.seat
    legal = bots.list_legal_actions(engine, position.state, seat)
    if legal is None or len(legal) < _FEWEST_ACTIONS:
        return None
    both = []
    for stream in (1, 2):
        analysis = analyse(
            engine,
            adapter,
            position,
            seat,
            Random(f"{match} {candidate.entry} {stream}"),
            (*BUDGETS, iterations),
            least_gap=GAP / 2,
        )
        if analysis is None or analysis.gap < GAP or (both and analysis.best.do != both[0].best.do):
            return None
        both.append(analysis)
    answer = both[0].best.do
    results = _try_solvers(engine, position, seat, legal, answer, both)
    second = max(value for analysis in both if analysis.second for value in (analysis.second.value,))
    return Puzzle(
        id=hashlib.sha256(f"{match} {candidate.entry}".encode()).hexdigest()[:12],
        entry=candidate.entry,
        seat=seat,
        answer=answer,
        value=round(sum(analysis.best.value for analysis in both) / 2, 3),
        second=round(second, 3),
        rating=rate(results),
        wrong=tuple(_explain(engine, adapter, candidate, both, match)),
    )


def _try_solvers(
    engine: AnyEngine, position: play.Position[Any], seat: Seat, legal: Sequence[str], answer: str, both: Sequence[Analysis]
) -> list[tuple[int, float]]:
    """Return by solver its rating and its share of right answers."""
    results = [(SOLVERS["random"], 1 / len(legal))]
    if "greedy" in bots.policies(engine.key):
        greedy = bots.bot_action(engine, position, seat, "greedy", Random(0))
        results.append((SOLVERS["greedy"], float(greedy == answer)))
    for number, budget in enumerate(BUDGETS):
        results.append((SOLVERS[budget], sum(analysis.early[number] == answer for analysis in both) / len(both)))
    return results


def _explain(
    engine: AnyEngine, adapter: SearchAdapter, candidate: Candidate, both: Sequence[Analysis], match: str
) -> Iterator[WrongAction]:
    """Yield the wrong actions that a player is likeliest to take, with the opponent's best answer."""
    others: dict[str, list[Tried]] = {}
    for analysis in both:
        for action in analysis.tried[1:]:
            others.setdefault(action.do, []).append(action)
    plausible = sorted(others.items(), key=lambda item: -sum(tried.visits for tried in item[1]))[:_MOST_WRONG]
    for do, tried in plausible:
        visits = sum(action.visits for action in tried)
        value = round(sum(action.value * action.visits for action in tried) / visits, 3)
        rng = Random(f"{match} {candidate.entry} {do}")
        yield WrongAction(do, value, *_find_reply(engine, adapter, candidate, do, rng))


def _find_reply(engine: AnyEngine, adapter: SearchAdapter, candidate: Candidate, do: str, rng: Random) -> tuple[str, Seat]:
    """Return what the next player answers to an action in the match's position, and who; ("", 0) if nobody else is to act."""
    try:
        after = play.advance(engine, candidate.position, candidate.seat, do)
        while after.outcome is None and not play.to_act(engine, after):
            drawn = play.referee_action(engine, after, UnverifiedRandom(rng))
            if drawn is None:
                return "", 0
            after = play.advance(engine, after, None, drawn)
    except IllegalAction:
        return "", 0
    if after.outcome is not None or candidate.seat in play.to_act(engine, after):
        return "", 0
    by = min(play.to_act(engine, after))
    legal, view = bots.list_legal_actions(engine, after.state, by), engine.view(after.state, by)
    if legal is None:
        return "", 0
    return choose(engine, adapter, by, view, legal, rng, IterationBudget(_REPLY_ITERATIONS)) or "", by


def hash_position(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    """Return a hash of what a seat sees."""
    return hashlib.sha256(canonical_json(engine.view(position.state, seat)).encode()).hexdigest()
