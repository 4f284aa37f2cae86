"""Lessons of a game, read from the file `lesson.toml` of its site files: steps of practice matches, and a tutorial.

Steps are a list of `[[step]]` with `id`, `title`, `text` and `when`, and `hint` if a certain action is to be suggested.
All conditions in `when` must hold (see `Step.holds`). They only test the seat's own view, so a lesson cannot reveal
secrets.

A tutorial is the `[tutorial]` table: `seat` (the learner's), `seats`, `options`, `goal`, `position` (what differs from
the engine's first state, as its `dump` writes it) and a list of `[[tutorial.move]]` with `title`, `text` (why), `mark`
(names on the board), `do` (the move to find), `wrong` and `done` (the answers to another move and to this one) and
`answer` (the entries that follow: lines of a seat number, or `referee`, and notation).
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines import play
from engines.contract import AnyEngine, Seat
from engines.data_files import BadData, load_toml

FILE = "lesson.toml"
Entry = tuple[Seat | None, str]
TUTORIAL_FIELDS: Mapping[str, type] = {"seat": int, "seats": int, "options": dict, "goal": str, "position": dict, "move": list}
MOVE_FIELDS: Mapping[str, type] = {
    "id": str, "title": str, "text": str, "mark": list, "do": str, "wrong": str, "done": str, "answer": str,
}  # fmt: skip
STEP_FIELDS = {"id": str, "title": str, "text": str, "when": dict, "hint": str}
TEXTS = list, (str,)
CONDITIONS: dict[str, tuple[type, tuple[type, ...]]] = {
    "phase": TEXTS, "seat": (list, (int,)), "mine": (bool, ()), "some": TEXTS, "none": TEXTS,
    "least": (dict, (int, float)), "equal": (dict, ()),
}  # fmt: skip
"""By condition: its type, and the types of the elements of a list or table; an empty tuple allows any."""


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


@dataclass(frozen=True, slots=True)
class TutorialMove:
    """A move of a tutorial, with what is said before and after it."""

    id: str
    title: str
    text: str
    mark: Sequence[str]
    do: str
    wrong: str
    done: str
    answer: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial of a game for one seat. `position` changes the engine's first state."""

    seat: Seat
    seats: int
    options: Mapping[str, Any]
    goal: str
    position: Mapping[str, Any]
    moves: Sequence[TutorialMove]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The contents of a game's file."""

    steps: tuple[Step, ...] = ()
    tutorial: Tutorial | None = None


def load_lesson(file: Path, game: str) -> Lesson:
    """Return the lesson of a file. Raises BadData, which names file, step, field and reason."""
    raw, source = load_toml(file), f"{game}/{FILE}"
    tutorial = raw.get("tutorial")
    return Lesson(parse_lesson(raw, source), None if tutorial is None else parse_tutorial(tutorial, source))


def parse_lesson(raw: Mapping[str, Any], source: str) -> tuple[Step, ...]:
    """Return the steps of a file's contents. Raises BadData."""
    if unknown := sorted(set(raw) - {"step", "tutorial"}):
        raise BadData(f"{source}: {unknown[0]}: unknown field")
    rows = raw.get("step")
    if not isinstance(rows, list) or not rows:
        raise BadData(f"{source}: step: must be a list of steps")
    parsed = [_parse_step(row, f"{source}: step {number}") for number, row in enumerate(rows, start=1)]
    if len({row.id for row in parsed}) != len(parsed):
        raise BadData(f"{source}: two steps have the same id")
    return tuple(parsed)


def _parse_step(row: Any, where: str) -> Step:
    if not isinstance(row, Mapping):
        raise BadData(f"{where}: must be a table")
    row = {"hint": "", **row}
    for name, kind in STEP_FIELDS.items():
        if name not in row:
            raise BadData(f"{where}: {name}: missing key")
        if not isinstance(row[name], kind) or (row[name] == "" and name != "hint"):
            raise BadData(f"{where}: {name}: must be {'a text' if kind is str else 'a table'}")
    if unknown := sorted(set(row) - set(STEP_FIELDS)):
        raise BadData(f"{where}: {unknown[0]}: unknown field")
    for name, value in row["when"].items():
        expected, element_types = CONDITIONS.get(name, (type(None), ()))
        elements = value.values() if isinstance(value, dict) else value
        if not isinstance(value, expected) or (
            element_types and not all(type(element) in element_types for element in elements)
        ):
            raise BadData(f"{where} ({row['id']}): when.{name}: unknown condition or invalid value")
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


def list_positions(engine: AnyEngine, tutorial: Tutorial) -> list[list[play.Position[Any]]]:
    """Return the first position alone, then for each move those after it and its answers. Raises IllegalAction."""
    start: Any = engine.dump(engine.start(engine.options(tutorial.options), tutorial.seats))
    state = engine.load(_merge(start, tutorial.position))
    positions = [[play.Position(state, engine.outcome(state))]]
    for move in tutorial.moves:
        entries = [(tutorial.seat, move.do), *move.answer]
        played = itertools.accumulate(entries, lambda at, entry: play.advance(engine, at, *entry), initial=positions[-1][-1])
        positions.append(list(played)[1:])
    return positions


def parse_tutorial(raw: Any, source: str) -> Tutorial:
    """Return the tutorial of a file's table. Raises BadData."""
    raw = raw if isinstance(raw, Mapping) else {}
    _check(raw, TUTORIAL_FIELDS, f"{source}: tutorial")
    moves = [_parse_move(row, f"{source}: tutorial: move {number}") for number, row in enumerate(raw["move"], start=1)]
    if not moves or len({move.id for move in moves}) != len(moves):
        raise BadData(f"{source}: tutorial: must have moves with different ids")
    return Tutorial(raw["seat"], raw["seats"], raw["options"], _join_lines(raw["goal"]), raw["position"], moves)


def _parse_entries(text: str, where: str) -> list[Entry]:
    """Return the entries of lines such as `0 E4-E5` or `referee roll 1 0 1`. Raises BadData."""
    entries: list[Entry] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        by, space, do = line.partition(" ")
        if not space or not (by.isdigit() or by == "referee"):
            raise BadData(f"{where}: {line}: must be a seat or `referee`, and an action")
        entries.append((None if by == "referee" else int(by), do))
    return entries


def _parse_move(row: Any, where: str) -> TutorialMove:
    row = {"answer": "", **row} if isinstance(row, Mapping) else {}
    _check(row, MOVE_FIELDS, where)
    texts = {name: _join_lines(row[name]) for name in ("id", "title", "text", "do", "wrong", "done")}
    return TutorialMove(**texts, mark=row["mark"], answer=_parse_entries(row["answer"], f"{where}: answer"))


def _check(row: Mapping[str, Any], fields: Mapping[str, type], where: str) -> None:
    for name, kind in fields.items():
        if not isinstance(row.get(name), kind):
            raise BadData(f"{where}: {name}: must be {'a text' if kind is str else f'a value of type {kind.__name__}'}")
    if unknown := sorted(set(row) - set(fields)):
        raise BadData(f"{where}: {unknown[0]}: unknown field")


def _merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with these changes, made inside tables too."""
    return {**base, **{key: _merge(base[key], value) if isinstance(value, dict) else value for key, value in changes.items()}}


def _join_lines(text: str) -> str:
    return " ".join(text.split())
