"""Finding the puzzles of a match: screen its critical positions, confirm the clear ones, and grade them."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play
from engines.contract import AnyEngine, Seat
from engines.hash_chain import canonical_json
from engines.puzzle_files import Puzzle
from engines.puzzle_mining.first_ratings import BUDGETS, SOLVERS, rate
from engines.puzzle_mining.judgement import GAP, judge
from engines.puzzle_mining.position_search import PositionSearch, search_position
from engines.search_adapter import SearchAdapter

_SCREENED_GAP = 0.04  # The first iterations are coarse, so they let more through.
FEWEST_ACTIONS = 3
_MOST_PER_MATCH = 6
_MOST_EASY = 1  # Of them, those that all weak solvers find.
_MOST_CONFIRMED = 14
_DISTANCE = 4  # Entries between two puzzles of a match.
_PARTS = (4, 2)  # Parts of the iterations after which a search is checked.


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
    answer, view = first.best.do, engine.view(position.state, seat)
    judged = judge(engine, adapter, seat, view, legal, first, iterations, named)
    if judged is None:
        return None
    again = search_position(engine, adapter, position, seat, Random(f"{named} 4"), BUDGETS[:-1])
    searches = [search for search in (first, again) if search is not None]
    return Puzzle(
        id=hashlib.sha256(named.encode()).hexdigest()[:12],
        entry=candidate.entry,
        seat=seat,
        answer=answer,
        value=judged.best.value,
        second=judged.candidates[1].value,
        rating=rate(_try_solvers(engine, position, seat, legal, answer, searches)),
    )


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


def hash_position(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    """Return a hash of what a seat sees."""
    return hashlib.sha256(canonical_json(engine.view(position.state, seat)).encode()).hexdigest()
