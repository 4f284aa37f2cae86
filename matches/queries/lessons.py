"""Lessons: steps of a tutorial, chosen at each moment by what the player sees.

A lesson is the file `lesson.toml` of a game's site files, with a list of `[[step]]` with `id`, `title`, `text` and
`when`, and `hint` if a certain action is to be suggested. All conditions in `when` must hold (see `Step.holds`). They
only test the seat's own view, so a lesson cannot reveal secrets. The file's other part, the tutorial, is read by
`matches.queries.tutorials`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engines import bots, registry
from engines.action_previews import preview_action
from engines.contract import View
from engines.data_files import load_toml
from engines.i18n import translate as _
from matches.engine_limits import get_engine, limit_call
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.queries.board_types import BoardLesson, BoardStep
from matches.queries.position import list_legal_actions, load_position
from matches.queries.seats import get_match, get_seat, get_seats

FILE = "lesson.toml"
FIELDS = {"id": str, "title": str, "text": str, "when": dict, "hint": str}
TEXTS = list, (str,)
CONDITIONS: dict[str, tuple[type, tuple[type, ...]]] = {
    "phase": TEXTS, "seat": (list, (int,)), "mine": (bool, ()), "some": TEXTS, "none": TEXTS,
    "least": (dict, (int, float)), "equal": (dict, ()),
}  # fmt: skip
"""By condition: its type, and the types of the elements of a list or table; an empty tuple allows any."""
HINT_BOT = "greedy"


class BadLesson(ValueError):
    """A lesson is invalid: the message names file, step, field and reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson."""

    id: str
    title: str
    text: str
    when: Mapping[str, Any]
    hint: str = ""

    def holds(self, view: Mapping[str, Any], seat: int, is_to_act: bool) -> bool:
        """Return whether the step applies to this moment.

        `phase`: the view's phase is one of these. `seat`: the player's seat is one of these. `mine`: whether the seat
        is to act. `some`, `none`: paths into the view to a non-empty or empty value. `least`: minimum numbers at paths.
        `equal`: values at paths. Paths are separated by dots; `me` is the own seat, `other` the other of two, `#`
        counts the elements.
        """
        when = self.when
        return (
            view.get("phase") in when.get("phase", (view.get("phase"),))
            and seat in when.get("seat", (seat,))
            and when.get("mine", is_to_act) == is_to_act
            and all(_get_path(view, path, seat) for path in when.get("some", ()))
            and not any(_get_path(view, path, seat) for path in when.get("none", ()))
            and all((_get_path(view, path, seat) or 0) >= minimum for path, minimum in when.get("least", {}).items())
            and all(_get_path(view, path, seat) == value for path, value in when.get("equal", {}).items())
        )


def find_lesson(game: str, view: View | None, seat: int | None, is_to_act: bool) -> BoardLesson | None:
    """Return the steps for this moment of the seat's match, in order; None for a spectator."""
    if seat is None or view is None:
        return None
    lesson_steps = get_steps(game)
    current: list[BoardStep] = [
        {"id": s.id, "title": _(s.title), "text": _(s.text)} for s in lesson_steps if s.holds(view, seat, is_to_act)
    ]
    return {"steps": current, "of": sum(seat in s.when.get("seat", (seat,)) for s in lesson_steps)}


@cache
def get_steps(game: str) -> tuple[Step, ...]:
    """Return the lesson of a game; empty if there is none."""
    raw = load_file(game)
    return () if raw is None else parse_lesson(raw, f"{game}/{FILE}")


def load_file(game: str) -> Mapping[str, Any] | None:
    """Return the contents of a game's file of lessons; None if it has none. Raises BadLesson."""
    package = registry.find_package(game)
    file = None if package is None else package.find_site_file(FILE)
    return None if file is None else load_toml(file, BadLesson)


def load_lessons() -> None:
    """Load the lessons of all games. Raises BadLesson. Called at startup, so that pages cannot fail because of it."""
    for game in registry.keys():  # noqa: SIM118
        get_steps(game)


def parse_lesson(raw: Mapping[str, Any], source: str) -> tuple[Step, ...]:
    """Return the steps of a file's contents. Raises BadLesson."""
    if unknown := sorted(set(raw) - {"step", "tutorial"}):
        raise BadLesson(f"{source}: {unknown[0]}: unknown field")
    rows = raw.get("step")
    if not isinstance(rows, list) or not rows:
        raise BadLesson(f"{source}: step: must be a list of steps")
    parsed = [_parse_step(row, f"{source}: step {number}") for number, row in enumerate(rows, start=1)]
    if len({row.id for row in parsed}) != len(parsed):
        raise BadLesson(f"{source}: two steps have the same id")
    return tuple(parsed)


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
    scripted = (step.hint for step in get_steps(match.game) if step.hint and step.holds(view, seat, is_to_act=True))
    text = next(scripted, "") or limit_call(bots.choose_action, HINT_BOT, match.game, seat, view, legal, str, rng)
    return Hint(match.turns[seat], text, preview_action(engine, position.state, seat, text))


def _parse_step(row: Any, where: str) -> Step:
    if not isinstance(row, Mapping):
        raise BadLesson(f"{where}: must be a table")
    row = {"hint": "", **row}
    for name, kind in FIELDS.items():
        if name not in row:
            raise BadLesson(f"{where}: {name}: missing key")
        if not isinstance(row[name], kind) or (row[name] == "" and name != "hint"):
            raise BadLesson(f"{where}: {name}: must be {'a text' if kind is str else 'a table'}")
    if unknown := sorted(set(row) - set(FIELDS)):
        raise BadLesson(f"{where}: {unknown[0]}: unknown field")
    for name, value in row["when"].items():
        expected, element_types = CONDITIONS.get(name, (type(None), ()))
        elements = value.values() if isinstance(value, dict) else value
        if not isinstance(value, expected) or (
            element_types and not all(type(element) in element_types for element in elements)
        ):
            raise BadLesson(f"{where} ({row['id']}): when.{name}: unknown condition or invalid value")
    return Step(row["id"], row["title"], " ".join(row["text"].split()), row["when"], row["hint"])


def _get_path(view: Any, path: str, seat: int) -> Any:
    for name in path.split("."):
        key = {"me": str(seat), "other": str(1 - seat)}.get(name, name)
        if key == "#":
            view = len(view) if view is not None else 0
        elif isinstance(view, Mapping):
            view = view.get(key)
        elif isinstance(view, list | tuple) and key.isdigit() and int(key) < len(view):
            view = view[int(key)]
        else:
            return None
    return view
