"""Tutorials: a scripted line of moves from a fixed position, each explained, played by the engine.

A tutorial is the `[tutorial]` table of a game's file of lessons: `seat` (the learner's), `seats`, `options`, `goal`,
`position` (what differs from the engine's first state, as its `dump` writes it) and a list of `[[tutorial.move]]` with
`title`, `text` (why), `mark` (names on the board), `do` (the move to find), `wrong` and `done` (the answers to another
move and to this one) and `answer` (the entries that follow: lines of a seat number, or `referee`, and notation).
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypedDict

from engines import play, registry
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.i18n import translate as _
from matches.engine_limits import get_engine
from matches.models import Status
from matches.queries.lessons import FILE, BadLesson, load_file

Entry = tuple[Seat | None, str]
FIELDS: Mapping[str, type] = {"seat": int, "seats": int, "options": dict, "goal": str, "position": dict, "move": list}
MOVE_FIELDS: Mapping[str, type] = {
    "id": str, "title": str, "text": str, "mark": list, "do": str, "wrong": str, "done": str, "answer": str,
}  # fmt: skip
CANNOT = ("undo", "resign", "take_seat", "ready", "hint", "vacation", "draw", "takeback", "pause", "abort", "claim", "berserk")


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

    game: str
    seat: Seat
    seats: int
    options: Mapping[str, Any]
    goal: str
    position: Mapping[str, Any]
    moves: Sequence[TutorialMove]


class TutorialStep(TypedDict):
    """A move to find, with its texts translated. `boards` are those after it and after each answer."""

    title: str
    text: str
    mark: list[str]
    do: str
    wrong: str
    done: str
    boards: list[dict[str, Any]]


class TutorialData(TypedDict):
    """A tutorial for its page: the board at the beginning, and the moves."""

    goal: str
    board: dict[str, Any]
    steps: list[TutorialStep]


def render_tutorial(game: str) -> TutorialData | None:
    """Return a game's tutorial in the reader's language; None if the game has none."""
    tutorial = get_tutorial(game)
    if tutorial is None:
        return None
    engine, (first, *later) = get_engine(game), list_positions(tutorial)
    entries = itertools.count(2)

    def render(position: play.Position[Any], entry: int) -> dict[str, Any]:
        return render_free_board(engine, position, tutorial.seat, tutorial.seats, entry=entry)

    return {
        "goal": _(tutorial.goal),
        "board": render(first[0], 1),
        "steps": [
            {
                "title": _(move.title), "text": _(move.text), "mark": list(move.mark), "do": move.do,
                "wrong": _(move.wrong), "done": _(move.done),
                "boards": [render(position, next(entries)) for position in positions],
            }
            for move, positions in zip(tutorial.moves, later, strict=True)
        ],
    }  # fmt: skip


def render_free_board(engine: AnyEngine, position: play.Position[Any], seat: Seat, seats: int, *, entry: int) -> dict[str, Any]:
    """Return the board of a position outside any match, in the shape of a match's board, for one seat."""
    to_act = sorted(play.to_act(engine, position))
    is_to_act = seat in to_act
    legal = engine.legal(position.state, seat) if is_to_act else None
    return {
        "match_id": 0, "entry": entry, "hash": "", "game": engine.key, "game_name": engine.name, "title": "",
        "status": Status.CLOSED if position.outcome else Status.PLAYING,
        "viewer": {"seat": seat, "turn": entry},
        "seats": [
            {"number": number, "name": _(name), "player": "", "url": "", "bot": "", "ready": True, "by_link": False,
             "berserk": False}
            for number, name in enumerate(engine.seat_names[:seats])
        ],
        "clock": None, "asked": [], "outcome": None, "to_act": to_act, "view": engine.view(position.state, seat),
        "legal": None if legal is None else [engine.encode(action) for action in legal],
        "gone": [], "paused_until": None, "ruling": None, "log": [], "lesson": None,
        "can": {"submit": is_to_act, **dict.fromkeys(CANNOT, False)},
    }  # fmt: skip


def list_positions(tutorial: Tutorial) -> list[list[play.Position[Any]]]:
    """Return the first position alone, then for each move those after it and its answers. Raises IllegalAction."""
    engine = get_engine(tutorial.game)
    start: Any = engine.dump(engine.start(engine.options(tutorial.options), tutorial.seats))
    state = engine.load(_merge(start, tutorial.position))
    positions = [[play.Position(state, engine.outcome(state))]]
    for move in tutorial.moves:
        entries = [(tutorial.seat, move.do), *move.answer]
        played = itertools.accumulate(entries, lambda at, entry: play.advance(engine, at, *entry), initial=positions[-1][-1])
        positions.append(list(played)[1:])
    return positions


@cache
def get_tutorial(game: str) -> Tutorial | None:
    """Return the tutorial of a game; None if it has none. Raises BadLesson."""
    raw = (load_file(game) or {}).get("tutorial")
    return None if raw is None else parse_tutorial(raw, game, f"{game}/{FILE}")


def load_tutorials() -> None:
    """Play the tutorials of all games. Raises BadLesson. Called by the system check, so that no page fails by it."""
    for game in registry.keys():  # noqa: SIM118
        tutorial = get_tutorial(game)
        try:
            if tutorial is not None:
                list_positions(tutorial)
        except IllegalAction as error:
            raise BadLesson(f"{game}/{FILE}: tutorial: {error.text}") from error


def parse_tutorial(raw: Mapping[str, Any], game: str, source: str) -> Tutorial:
    """Return the tutorial of a file's table. Raises BadLesson."""
    _check(raw, FIELDS, f"{source}: tutorial")
    moves = [_parse_move(row, f"{source}: tutorial: move {number}") for number, row in enumerate(raw["move"], start=1)]
    if not moves or len({move.id for move in moves}) != len(moves):
        raise BadLesson(f"{source}: tutorial: must have moves with different ids")
    return Tutorial(game, raw["seat"], raw["seats"], raw["options"], _join_lines(raw["goal"]), raw["position"], moves)


def _parse_entries(text: str, where: str) -> list[Entry]:
    """Return the entries of lines such as `0 E4-E5` or `referee roll 1 0 1`. Raises BadLesson."""
    entries: list[Entry] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        by, space, do = line.partition(" ")
        if not space or not (by.isdigit() or by == "referee"):
            raise BadLesson(f"{where}: {line}: must be a seat or `referee`, and an action")
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
            raise BadLesson(f"{where}: {name}: must be {'a text' if kind is str else f'a value of type {kind.__name__}'}")
    if unknown := sorted(set(row) - set(fields)):
        raise BadLesson(f"{where}: {unknown[0]}: unknown field")


def _merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with these changes, made inside tables too."""
    return {**base, **{key: _merge(base[key], value) if isinstance(value, dict) else value for key, value in changes.items()}}


def _join_lines(text: str) -> str:
    return " ".join(text.split())
