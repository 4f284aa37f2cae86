"""Lessons: steps of a tutorial, chosen at each moment by what the player sees.

A lesson is a file `docs/learn/<game>.toml` with a list of `[[step]]` with `id`, `title`, `text` and `when`. All
conditions in `when` must hold (see `Step.holds`). They only test the seat's own view, so a lesson cannot reveal
secrets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engines import bots, registry
from engines.action_previews import preview_action
from engines.contract import View
from engines.data_files import load_toml
from engines.words import say, told
from matches.lifecycle import Message, refusal
from matches.queries.board_types import BoardLesson, BoardStep
from matches.queries.position import legal_of, position_of
from matches.queries.seating import get_match, get_seat, seating
from matches.refusals import Refused, raise_refusal

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "learn"
FIELDS = {"id": str, "title": str, "text": str, "when": dict}
TEXTS = list, (str,)
CONDITIONS: dict[str, tuple[type, tuple[type, ...]]] = {
    "phase": TEXTS, "seat": (list, (int,)), "mine": (bool, ()), "some": TEXTS, "none": TEXTS,
    "least": (dict, (int, float)), "equal": (dict, ()),
}  # fmt: skip
"""By condition: its type, and the types of the elements of a list or table; an empty tuple allows any."""
ADVISER = "greedy"


class BadLesson(ValueError):
    """A lesson is invalid: the message names file, step, field and reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson."""

    id: str
    title: str
    text: str
    when: Mapping[str, Any]

    def holds(self, view: Mapping[str, Any], seat: int, acts: bool) -> bool:
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
            and when.get("mine", acts) == acts
            and all(_at(view, path, seat) for path in when.get("some", ()))
            and not any(_at(view, path, seat) for path in when.get("none", ()))
            and all((_at(view, path, seat) or 0) >= least for path, least in when.get("least", {}).items())
            and all(_at(view, path, seat) == value for path, value in when.get("equal", {}).items())
        )


def lesson(game: str, view: View | None, seat: int | None, acts: bool) -> BoardLesson | None:
    """Return the steps for this moment of the seat's match, in order; None for a spectator."""
    if seat is None or view is None:
        return None
    known = steps(game)
    now: list[BoardStep] = [
        {"id": s.id, "title": told(s.title), "text": told(s.text)} for s in known if s.holds(view, seat, acts)
    ]
    return {"steps": now, "of": sum(seat in s.when.get("seat", (seat,)) for s in known)}


@cache
def steps(game: str) -> tuple[Step, ...]:
    """Return the lesson of a game; empty if there is none."""
    file = FOLDER / f"{game}.toml"
    if not file.is_file():
        return ()
    return read(load_toml(file, BadLesson), file.name)


def load() -> None:
    """Load the lessons of all games. Raises BadLesson. Called at startup, so that pages cannot fail because of it."""
    for game in registry.keys():  # noqa: SIM118
        steps(game)


def read(raw: Mapping[str, Any], source: str) -> tuple[Step, ...]:
    """Return the steps of a file's contents. Raises BadLesson."""
    if unknown := sorted(set(raw) - {"step"}):
        raise BadLesson(f"{source}: {unknown[0]}: unknown field")
    listed = raw.get("step")
    if not isinstance(listed, list) or not listed:
        raise BadLesson(f"{source}: step: a list of steps is needed")
    made = [_step(one, f"{source}: step {at}") for at, one in enumerate(listed, start=1)]
    if len({one.id for one in made}) != len(made):
        raise BadLesson(f"{source}: two steps have the same id")
    return tuple(made)


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested action: `text` in notation, `words` what it would do, and the turn it is meant for."""

    turn: int
    text: str
    words: str


def hint(match_id: int, player_id: int) -> Hint:
    """Return what the greedy bot would do now in the seat of the only player. Raises Refused outside lessons."""
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if not match.learn or sum(not holder.bot for holder in seating(match)) != 1:
        raise Refused("no-hints", say("Hints are only available in tutorials."))
    raise_refusal(refusal(Message.HINT, match.status))
    if seat not in match.to_act:
        raise Refused("not-your-turn", say("It's not your turn. Ask for a hint when it is."))
    engine = registry.get(match.game, match.engine_version)
    position = position_of(match)
    view, legal = engine.view(position.state, seat), legal_of(match, position, seat)
    # The bot gets nothing secret: neither the match's seed nor a sample of the true position.
    rng = Random(f"{match.pk} {seat} {match.last_entry}")
    text = bots.choose(ADVISER, match.game, seat, view, legal, str, rng)
    return Hint(match.turns[seat], text, preview_action(engine, position.state, seat, text))


def _step(one: Any, where: str) -> Step:
    if not isinstance(one, Mapping):
        raise BadLesson(f"{where}: a table is needed")
    for name, kind in FIELDS.items():
        if name not in one:
            raise BadLesson(f"{where}: {name}: is missing")
        if not isinstance(one[name], kind) or one[name] == "":
            raise BadLesson(f"{where}: {name}: {'a text' if kind is str else 'a table'} is needed")
    if unknown := sorted(set(one) - set(FIELDS)):
        raise BadLesson(f"{where}: {unknown[0]}: unknown field")
    for name, value in one["when"].items():
        wanted, parts = CONDITIONS.get(name, (type(None), ()))
        inside = value.values() if isinstance(value, dict) else value
        if not isinstance(value, wanted) or (parts and not all(type(part) in parts for part in inside)):
            raise BadLesson(f"{where} ({one['id']}): when.{name}: not a condition, or not in its form")
    return Step(one["id"], one["title"], " ".join(one["text"].split()), one["when"])


def _at(view: Any, path: str, seat: int) -> Any:
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
