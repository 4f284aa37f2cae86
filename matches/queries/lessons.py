"""Lessons: steps of a tutorial, chosen at each moment by what the player sees (`engines.lessons`)."""

from dataclasses import dataclass
from functools import cache
from random import Random

from engines import bots, registry
from engines.action_previews import preview_action
from engines.contract import View
from engines.i18n import translate as _
from engines.lessons import FILE, Lesson, load_lesson
from matches.engine_limits import get_engine, limit_call
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.queries.board_types import BoardLesson, BoardStep
from matches.queries.position import list_legal_actions, load_position
from matches.queries.seats import get_match, get_seat, get_seats

HINT_BOT = "greedy"


def find_lesson(game: str, view: View | None, seat: int | None, is_to_act: bool) -> BoardLesson | None:
    """Return the steps for this moment of the seat's match, in order; None for a spectator."""
    if seat is None or view is None:
        return None
    lesson_steps = get_lesson(game).steps
    current: list[BoardStep] = [
        {"id": s.id, "title": _(s.title), "text": _(s.text)} for s in lesson_steps if s.holds(view, seat, is_to_act)
    ]
    return {"steps": current, "of": sum(seat in s.when.get("seat", (seat,)) for s in lesson_steps)}


@cache
def get_lesson(game: str) -> Lesson:
    """Return the lesson of a game; an empty one if its package has none."""
    package = registry.find_package(game)
    file = None if package is None else package.find_site_file(FILE)
    return Lesson() if file is None else load_lesson(file, game)


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested action: `text` in notation, `words` what it would do, and the turn it is meant for."""

    turn: int
    text: str
    words: str


def get_hint(match_id: int, player_id: int) -> Hint:
    """Return what the lesson, else the greedy bot, would do now in the seat of the only player.

    Raises ActionError outside lessons.
    """
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if not match.learn or sum(not holder.bot for holder in get_seats(match)) != 1:
        raise ActionError("no-hints", _("Hints are only available in tutorials."))
    raise_refusal(find_refusal(MatchAction.HINT, match.status))
    if seat not in match.to_act:
        raise ActionError("not-your-turn", _("It's not your turn. Ask for a hint when it is."))
    engine = get_engine(match.game, match.engine_version)
    position = load_position(match)
    view, legal = engine.view(position.state, seat), list_legal_actions(match, position, seat)
    # The bot gets nothing secret: neither the match's seed nor a sample of the true position.
    rng = Random(f"{match.pk} {seat} {match.last_entry}")
    scripted = (step.hint for step in get_lesson(match.game).steps if step.hint and step.holds(view, seat, is_to_act=True))
    text = next(scripted, "") or limit_call(bots.choose_action, HINT_BOT, match.game, seat, view, legal, str, rng)
    return Hint(match.turns[seat], text, limit_call(preview_action, engine, position.state, seat, text))
