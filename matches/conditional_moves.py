"""The rules of conditional moves: which lines a player may store, and what follows an opponent's move.

A line alternates moves of the opponent with the player's own answers, and ends with an answer.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines import play
from engines.common import bounded_steps
from engines.contract import Engine, IllegalAction, Seat
from engines.i18n import mark, translate as _
from engines.referee_notation import parse_word
from matches.errors import ActionError

MAX_LINES = 10
MAX_ANSWERS = 10
"""The most answers in a line."""
MAX_REFEREE_ACTIONS = 100

Line = Sequence[str]
Lines = list[list[str]]


class Reply(NamedTuple):
    """The answer to an opponent's move, None if there is none, and the lines that remain after it."""

    answer: str | None
    lines: Lines


class _NoDraws:
    """A source of draws for positions that are only imagined: it has none."""

    def below(self, n: int) -> int:
        raise IllegalAction("random", mark("A draw follows, so the line can't go on."))


def check_lines(engine: Engine[Any, Any], position: play.Position[Any], seat: Seat, lines: Sequence[Line]) -> Lines:
    """Return the lines in canonical notation, without those that another one contains.

    Raises ActionError for an illegal move, and for lines that answer the same move differently.
    """
    answers: dict[tuple[str, ...], str] = {}
    checked = []
    for number, line in enumerate(lines, start=1):
        if len(line) % 2:
            raise ActionError("bad-lines", _("Line {line} must end with a move of yours.", line=number), "lines")
        moves = _replay_line(engine, position, seat, line, number)
        for at in range(1, len(moves), 2):
            if answers.setdefault(moves[:at], moves[at]) != moves[at]:
                text = _("Line {line} answers {move} with another move than an earlier line.", line=number, move=moves[at - 1])
                raise ActionError("different-answers", text, "lines")
        checked.append(moves)
    unique = dict.fromkeys(checked)
    return [[*moves] for moves in unique if not any(moves == other[: len(moves)] for other in unique if other != moves)]


def _replay_line(
    engine: Engine[Any, Any], position: play.Position[Any], seat: Seat, line: Line, number: int
) -> tuple[str, ...]:
    moves: list[str] = []
    for at, move in enumerate(line):
        try:
            step = _play_move(engine, position, seat, move, is_answer=at % 2 == 1)
            moves.append(step.do)
            position = step.position if at == len(line) - 1 else _play_referee(engine, step.position)
        except IllegalAction as refusal:
            text = _("Line {line}, move {n}: {reason}", line=number, n=at + 1, reason=refusal.text)
            raise ActionError(refusal.code, text, "lines") from None
    return tuple(moves)


def _play_move(engine: Engine[Any, Any], position: play.Position[Any], seat: Seat, move: str, *, is_answer: bool) -> play.Step:
    if position.outcome is not None:
        raise IllegalAction("match-over", mark("The match would be over."))
    acting = play.to_act(engine, position)
    by = seat if is_answer else min(acting - {seat}, default=None)
    if by is None or by not in acting or (seat in acting) != is_answer:
        raise IllegalAction("not-the-turn", mark("The turns don't alternate here."))
    if parse_word(by, move) is not None:
        raise IllegalAction("not-a-move", mark("Only moves of the game can be conditional."))
    return play.step(engine, position, by, move)


def _play_referee(engine: Engine[Any, Any], position: play.Position[Any]) -> play.Position[Any]:
    """Return the position after the referee's actions that follow from the rules alone."""
    for _unused in bounded_steps(MAX_REFEREE_ACTIONS, "a conditional line"):
        action = play.referee_action(engine, position, _NoDraws())
        if action is None:
            break
        position = play.advance(engine, position, None, action)
    return position


def follow_lines(lines: Lines, move: str) -> Reply:
    """Return the answer to the opponent's move, and what remains of the lines that begin with it.

    >>> follow_lines([["a", "b", "c", "d"], ["x", "y"]], "a")
    Reply(answer='b', lines=[['c', 'd']])
    """
    followed = [line[1:] for line in lines if line[0] == move]
    return Reply(followed[0][0] if followed else None, [line[1:] for line in followed if len(line) > 1])
