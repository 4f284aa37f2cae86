"""What every other action of a puzzle is worth, and what answers it; puzzles that this shows not to be clear are dropped."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engines import bots, play
from engines.analysis import Analysis, analyse
from engines.contract import IllegalAction, Seat
from engines.mcts import choose
from engines.puzzle_files import MAX_WRONG, Puzzle, PuzzleMatch, WrongAction
from engines.puzzle_mining.judgement import FINALISTS, is_only_answer
from engines.puzzles import PuzzlePosition, find_position
from engines.search_adapter import IterationBudget, SearchAdapter

_DOUBTFUL = 0.15
"""An action that loses less than this is compared with the answer again, by so many times the iterations:"""
_AGAIN = 4
_REPLY_ITERATIONS = 60


def judge_all(match: PuzzleMatch, adapter: SearchAdapter, iterations: int) -> PuzzleMatch:
    """Return a match with all wrong actions of its puzzles judged, without the puzzles that have no clear answer then."""
    judged = (_judge(find_position(match, puzzle), puzzle, adapter, iterations) for puzzle in match.puzzles)
    return PuzzleMatch(match.record, tuple(puzzle for puzzle in judged if puzzle is not None))


def _judge(found: PuzzlePosition, puzzle: Puzzle, adapter: SearchAdapter, iterations: int) -> Puzzle | None:
    if len(found.legal) > MAX_WRONG + 1:
        return None

    def compare(actions: Sequence[str], budget: int, number: int) -> Analysis:
        view, rng = found.engine.view(found.position.state, puzzle.seat), Random(f"{puzzle.id} {number}")
        return analyse(found.engine, adapter, puzzle.seat, view, found.legal, rng, budget, include=actions, finalists=FINALISTS)

    # Each action gets as many rounds as a finalist of an analysis of a few.
    first = compare(found.legal, iterations * max(FINALISTS, len(found.legal)) // FINALISTS, 1)
    candidates = {candidate.action: candidate for candidate in first.candidates}
    doubtful = [other.action for other in first.candidates if other.loss < _DOUBTFUL and other.action != puzzle.answer]
    if doubtful:
        again = compare([puzzle.answer, *doubtful], _AGAIN * iterations, 2)
        candidates |= {candidate.action: candidate for candidate in again.candidates}
    best = candidates.pop(puzzle.answer)
    others = sorted(candidates.values(), key=lambda other: (other.loss, other.action))
    if best.loss > 0 or not is_only_answer(others, best.value - others[0].loss):
        return None
    wrong = tuple(
        WrongAction(other.action, _to_share(best.value - other.loss), *_find_reply(found, puzzle, other.action, adapter))
        for other in others
    )
    return replace(puzzle, value=_to_share(best.value), second=wrong[0].value, wrong=wrong)


def _to_share(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)


def _find_reply(found: PuzzlePosition, puzzle: Puzzle, do: str, adapter: SearchAdapter) -> tuple[str, Seat]:
    """Return what the next player answers to an action in the match's position, and who; ("", 0) if nobody else is to act."""
    engine, seat = found.engine, puzzle.seat
    try:
        after = play.advance(engine, found.position, seat, do)
    except IllegalAction:
        return "", 0
    to_act = play.to_act(engine, after)
    if after.outcome is not None or seat in to_act or not to_act:  # Nobody: the referee draws first, and that is unknown.
        return "", 0
    by = min(to_act)
    legal, view = bots.list_legal_actions(engine, after.state, by), engine.view(after.state, by)
    if legal is None:
        return "", 0
    rng = Random(f"{puzzle.id} {do}")
    return choose(engine, adapter, by, view, legal, rng, IterationBudget(_REPLY_ITERATIONS)) or "", by
