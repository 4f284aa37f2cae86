"""Whether an answer is clearly the best: an analysis apart from the search that found it, and for doubts a longer one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines import analysis
from engines.analysis import analyse
from engines.contract import AnyEngine, Seat
from engines.puzzle_files import Puzzle, PuzzleMatch
from engines.puzzle_mining.position_search import SEEN, PositionSearch
from engines.puzzles import find_position
from engines.search_adapter import SearchAdapter

GAP = 0.06
"""By how much of a win the answer must be worth more than any other action."""
_FINALISTS = 5
_MOST_SIMILAR = 4
_FIRST_PART = 4  # The part of the iterations that a first analysis gets.
_WON = 0.9
"""An action that is worth more wins too, so that no other one is clearly better."""
_DOUBTFUL = 0.15
"""A puzzle with a smaller gap is judged again, by so many times the iterations:"""
_AGAIN = 4


def judge(
    engine: AnyEngine,
    adapter: SearchAdapter,
    seat: Seat,
    view: Any,
    legal: Sequence[str],
    found: PositionSearch,
    iterations: int,
    named: str,
) -> analysis.Analysis | None:
    """Return the independent analysis of a position if it clearly prefers the action that a search found; otherwise None.

    A part of the iterations comes first, so that a position on which they don't agree costs little.
    """
    answer = found.best.do
    similar = list_similar(answer, legal, found)
    for number, budget, least in ((2, iterations // _FIRST_PART, GAP / 2), (3, iterations, GAP)):
        rng = Random(f"{named} {number}")
        judged = analyse(engine, adapter, seat, view, legal, rng, budget, include=similar, finalists=_FINALISTS)
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
