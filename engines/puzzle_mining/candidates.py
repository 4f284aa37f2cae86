"""Finding the puzzles of a match: screen its critical positions, confirm the clear ones, grade and explain them."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import analysis, bots, play
from engines.analysis import analyse
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.hash_chain import canonical_json
from engines.mcts import choose
from engines.puzzle_files import Puzzle, PuzzleMatch, WrongAction
from engines.puzzle_mining.first_ratings import BUDGETS, SOLVERS, rate
from engines.puzzle_mining.position_search import SEEN, PositionSearch, search_position
from engines.puzzles import find_position
from engines.search_adapter import IterationBudget, SearchAdapter

GAP = 0.06
"""By how much of a win the answer must be worth more than any other action, in both confirmations."""
_SCREENED_GAP = 0.04  # The first iterations are coarse, so they let more through.
FEWEST_ACTIONS = 3
_MOST_PER_MATCH = 6
_MOST_EASY = 1  # Of them, those that all weak solvers find.
_MOST_CONFIRMED = 14
_DISTANCE = 4  # Entries between two puzzles of a match.
_FINALISTS = 5
_MOST_SIMILAR = 4
_WON = 0.9
"""An action that is worth more wins too, so that no other one is clearly better."""
_DOUBTFUL = 0.15
"""A puzzle with a smaller gap is judged again, by so many times the iterations:"""
_AGAIN = 4
_PARTS = (4, 2)
"""Parts of the iterations after which a search is checked; the first is also the size of a first analysis."""
_MOST_WRONG = 3
_REPLY_ITERATIONS = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that the screen found clear."""

    entry: int
    seat: Seat
    position: play.Position[Any]
    answer: str
    misses: int
    """How many of the weak solvers take another action: smaller searches and the greedy bot."""
    gap: float


def screen(
    engine: AnyEngine, entry: int, seat: Seat, position: play.Position[Any], found: PositionSearch | None
) -> Candidate | None:
    """Return the candidate that a coarse search of a position makes it; None if it is not clear."""
    if found is None or found.gap < _SCREENED_GAP:
        return None
    weak = (*found.early[:-1], bots.bot_action(engine, position, seat, "greedy", Random(0)))
    misses = sum(do != found.best.do for do in weak)
    return Candidate(entry, seat, position, found.best.do, misses, found.gap)


def find_puzzles(
    engine: AnyEngine, adapter: SearchAdapter, candidates: Sequence[Candidate], iterations: int, match: str
) -> Iterator[Puzzle]:
    """Yield the puzzles among the candidates of a match, the hardest of neighbours and then the clearest."""
    taken: list[int] = []
    easy = 0
    answers: set[tuple[Seat, str]] = set()
    ranked = sorted(candidates, key=lambda candidate: (-candidate.misses, -candidate.gap))[:_MOST_CONFIRMED]
    for candidate in ranked:
        if len(taken) == _MOST_PER_MATCH:
            return
        if easy == _MOST_EASY and not candidate.misses:
            return
        if (candidate.seat, candidate.answer) in answers or any(abs(candidate.entry - entry) < _DISTANCE for entry in taken):
            continue
        puzzle = confirm(engine, adapter, candidate, iterations, match)
        if puzzle is None or (puzzle.seat, puzzle.answer) in answers:
            continue
        answers.add((puzzle.seat, puzzle.answer))
        taken.append(candidate.entry)
        easy += not candidate.misses
        yield puzzle


def confirm(engine: AnyEngine, adapter: SearchAdapter, candidate: Candidate, iterations: int, match: str) -> Puzzle | None:
    """Return the puzzle of a candidate that a search and an independent analysis agree on; None if they do not."""
    position, seat = candidate.position, candidate.seat
    legal = bots.list_legal_actions(engine, position.state, seat)
    if legal is None or len(legal) < FEWEST_ACTIONS:
        return None
    named = f"{match} {candidate.entry}"
    steps = (*BUDGETS, *(iterations // parts for parts in _PARTS if iterations // parts > BUDGETS[-1]), iterations)
    first = search_position(engine, adapter, position, seat, Random(f"{named} 1"), steps, least_gap=_SCREENED_GAP)
    if first is None or first.gap < GAP:
        return None
    answer = first.best.do
    judged = judge(engine, adapter, candidate, legal, first, iterations, named)
    if judged is None:
        return None
    again = search_position(engine, adapter, position, seat, Random(f"{named} 4"), BUDGETS[:-1])
    searches = [search for search in (first, again) if search is not None]
    others = judged.candidates[1:]
    return Puzzle(
        id=hashlib.sha256(named.encode()).hexdigest()[:12],
        entry=candidate.entry,
        seat=seat,
        answer=answer,
        value=_to_share(judged.best.value),
        second=_to_share(others[0].value),
        rating=rate(_try_solvers(engine, position, seat, legal, answer, searches)),
        wrong=tuple(
            WrongAction(other.action, _to_share(other.value), *_find_reply(engine, adapter, candidate, other.action, named))
            for other in others[:_MOST_WRONG]
        ),
    )


def judge(
    engine: AnyEngine,
    adapter: SearchAdapter,
    candidate: Candidate,
    legal: Sequence[str],
    found: PositionSearch,
    iterations: int,
    named: str,
) -> analysis.Analysis | None:
    """Return the independent analysis of a candidate if it prefers the same action clearly; otherwise None.

    A part of the iterations comes first, so that a candidate on which they don't agree costs little.
    """
    view, answer = engine.view(candidate.position.state, candidate.seat), found.best.do
    similar = list_similar(answer, legal, found)
    for number, budget, least in ((2, iterations // _PARTS[0], GAP / 2), (3, iterations, GAP)):
        rng = Random(f"{named} {number}")
        judged = analyse(engine, adapter, candidate.seat, view, legal, rng, budget, include=similar, finalists=_FINALISTS)
        if judged.best.action != answer or len(judged.candidates) < 2 or judged.candidates[1].loss < least:
            return None
    others = judged.candidates[1:]
    return judged if others[0].value < _WON and all(is_clear(other) for other in others) else None


def drop_doubtful(match: PuzzleMatch, adapter: SearchAdapter, iterations: int) -> PuzzleMatch:
    """Return a match without the puzzles with a small gap that a much longer analysis does not find as clear."""
    return PuzzleMatch(match.record, tuple(puzzle for puzzle in match.puzzles if _holds(match, puzzle, adapter, iterations)))


def _holds(match: PuzzleMatch, puzzle: Puzzle, adapter: SearchAdapter, iterations: int) -> bool:
    if puzzle.value - puzzle.second >= _DOUBTFUL:
        return True
    found = find_position(match, puzzle)
    view, rng = found.engine.view(found.position.state, puzzle.seat), Random(f"{puzzle.id} again")
    known = [puzzle.answer, *(wrong.do for wrong in puzzle.wrong)]
    budget = _AGAIN * iterations
    judged = analyse(found.engine, adapter, puzzle.seat, view, found.legal, rng, budget, include=known, finalists=_FINALISTS)
    return judged.best.action == puzzle.answer and all(is_clear(other) for other in judged.candidates[1:])


def list_similar(answer: str, legal: Sequence[str], found: PositionSearch) -> list[str]:
    """Return actions that begin like the answer and that the search hardly tried: they may be worth as much.

    Adapters leave out most of the actions that are alike, such as one of several cards of the same use.
    """
    tried = {action.do for action in found.tried if action.visits >= SEEN}
    words = answer.split(" ")
    similar = [do for do in legal if do not in tried and do != answer and do.split(" ")[0] == words[0]]
    return sorted(similar, key=lambda do: (len(set(words) - set(do.split(" "))), do))[:_MOST_SIMILAR]


def is_clear(other: analysis.Candidate) -> bool:
    """Return whether another action than the answer is worth so much less that the answer is the only one."""
    return other.loss >= GAP and other.is_clearly_worse


def _to_share(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)


def _try_solvers(
    engine: AnyEngine,
    position: play.Position[Any],
    seat: Seat,
    legal: Sequence[str],
    answer: str,
    searches: Sequence[PositionSearch],
) -> list[tuple[int, float]]:
    """Return by solver its rating and its share of right answers."""
    results = [(SOLVERS["random"], 1 / len(legal))]
    if "greedy" in bots.policies(engine.key):
        greedy = bots.bot_action(engine, position, seat, "greedy", Random(0))
        results.append((SOLVERS["greedy"], float(greedy == answer)))
    for number, budget in enumerate(BUDGETS):
        found = [search.early[number] == answer for search in searches if number < len(search.early)]
        results.append((SOLVERS[budget], sum(found) / len(found)))
    return results


def _find_reply(engine: AnyEngine, adapter: SearchAdapter, candidate: Candidate, do: str, named: str) -> tuple[str, Seat]:
    """Return what the next player answers to an action in the match's position, and who; ("", 0) if nobody else is to act."""
    try:
        after = play.advance(engine, candidate.position, candidate.seat, do)
    except IllegalAction:
        return "", 0
    if after.outcome is not None or candidate.seat in play.to_act(engine, after):
        return "", 0
    if not play.to_act(engine, after):  # The referee draws first, and what it will draw is unknown.
        return "", 0
    by = min(play.to_act(engine, after))
    legal, view = bots.list_legal_actions(engine, after.state, by), engine.view(after.state, by)
    if legal is None:
        return "", 0
    return choose(engine, adapter, by, view, legal, Random(f"{named} {do}"), IterationBudget(_REPLY_ITERATIONS)) or "", by


def hash_position(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    """Return a hash of what a seat sees."""
    return hashlib.sha256(canonical_json(engine.view(position.state, seat)).encode()).hexdigest()
