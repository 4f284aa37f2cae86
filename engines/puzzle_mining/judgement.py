"""Whether an answer is clearly the best: an analysis apart from the search that found it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines import analysis
from engines.analysis import analyse
from engines.contract import AnyEngine, Seat
from engines.puzzle_mining.position_search import SEEN, PositionSearch
from engines.search_adapter import SearchAdapter

GAP = 0.06
"""By how much of a win the answer must be worth more than any other action."""
FINALISTS = 5
_MOST_SIMILAR = 4
_FIRST_PART = 4  # The part of the iterations that a first analysis gets.
_MOST_WORTH = 0.9
"""An action that is worth more wins too, so that no other one is clearly better."""


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
        judged = analyse(engine, adapter, seat, view, legal, rng, budget, include=similar, finalists=FINALISTS)
        if judged.best.action != answer or len(judged.candidates) < 2 or judged.candidates[1].loss < least:
            return None
    others = judged.candidates[1:]
    return judged if is_only_answer(others, others[0].value) else None


def list_similar(answer: str, legal: Sequence[str], found: PositionSearch) -> list[str]:
    """Return actions that begin like the answer and that the search hardly tried: they may be worth as much.

    Adapters leave out most of the actions that are alike, such as one of several cards of the same use.
    """
    tried = {action.do for action in found.tried if action.visits >= SEEN}
    words = answer.split(" ")
    similar = [do for do in legal if do not in tried and do != answer and do.split(" ")[0] == words[0]]
    return sorted(similar, key=lambda do: (len(set(words) - set(do.split(" "))), do))[:_MOST_SIMILAR]


def is_only_answer(others: Sequence[analysis.Candidate], second: float) -> bool:
    """Return whether all other actions are worth clearly less than the best, and the second, with this value, won't win too."""
    return second < _MOST_WORTH and all(other.loss >= GAP and other.is_clearly_worse for other in others)
