"""Why an answer is right, and why another action is not, in words."""

from engines import play
from engines.contract import IllegalAction
from engines.i18n import translate as _
from engines.puzzle_files import WrongAction
from league.puzzles.queries.puzzle_sets import OpenedPuzzle, advance


def explain_answer(opened: OpenedPuzzle) -> str:
    """Return why the answer is right."""
    outcome = advance(opened, opened.puzzle.answer).outcome
    if outcome is not None and outcome.ranks[opened.puzzle.seat] == 1:
        return _("It wins the match at once.")
    return _(
        "The analysis gives you {value} of 100 points after this move, and at most {second} after any other that it compared.",
        value=_to_points(opened.puzzle.value), second=_to_points(opened.puzzle.second),
    )  # fmt: skip


def explain_wrong(opened: OpenedPuzzle, do: str) -> str:
    """Return why another action than the answer is wrong, without giving the answer away."""
    best, second = _to_points(opened.puzzle.value), _to_points(opened.puzzle.second)
    wrong = opened.puzzle.find_wrong(do)
    if wrong is None:
        return _(
            "The analysis found nothing in this move: it did not compare it with the best ones. With the best move you get"
            " {best} of 100 points, and at most {second} with any other that it compared.",
            best=best, second=second,
        )  # fmt: skip
    text = _(
        "After this move the analysis gives you {value} of 100 points, and after the best one {best}.",
        value=_to_points(wrong.value), best=best,
    )  # fmt: skip
    reply = _describe_reply(opened, wrong)
    return f"{text} {_('The best answer in this match:')} {reply}" if reply else text


def describe_last(opened: OpenedPuzzle) -> str:
    """Return what happened last, as the puzzle's seat could see it; "" at the start of the match."""
    found = opened.found
    if found.before is None or found.last is None:
        return ""
    return str(play.describe(opened.engine, found.before, *found.last, opened.puzzle.seat))


def _describe_reply(opened: OpenedPuzzle, wrong: WrongAction) -> str:
    if not wrong.reply:
        return ""
    try:
        after = advance(opened, wrong.do)
        if wrong.by not in play.to_act(opened.engine, after):
            return ""
        return str(play.describe(opened.engine, after, wrong.by, wrong.reply, opened.puzzle.seat))
    except IllegalAction:
        return ""


def _to_points(value: float) -> int:
    return round(100 * value)
