"""Tutorials: a scripted line of moves from a fixed position, each explained, played by the engine (`engines.lessons`)."""

import itertools
from typing import Any, TypedDict

from engines import play
from engines.contract import AnyEngine, Seat
from engines.i18n import translate as _
from engines.lessons import list_positions
from matches.engine_limits import get_engine
from matches.models import Status
from matches.queries.lessons import get_lesson

CANNOT = ("undo", "resign", "take_seat", "ready", "hint", "vacation", "draw", "takeback", "pause", "abort", "claim", "berserk")


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
    tutorial = get_lesson(game).tutorial
    if tutorial is None:
        return None
    engine = get_engine(game)
    first, *later = list_positions(engine, tutorial)
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
