"""Every game speaks the reader's language, and what is stored is said again in the very same words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from engines import play, registry
from engines.action_previews import preview_action
from engines.contract import IllegalAction
from engines.i18n import Message, join, to_stored, translate_stored, use_translator
from matches.catalogues import use_language
from tests.engines.test_action_previews import positions

BY_THE_REFEREE = (
    "flag 0", "flag 0,1", "disqualify 1", "no-show 0,1", "gone 1", "berserk 0", "stop", "continue", "annul",
    "reinstate", "credit 0,1 60000", "credit 1 65000", "rule 1,2", "rule 1,1", "rule 2,2", "outage 1000-99999",
    "vacation 0 1",
    "vacation 0 3", "offer-draw 0", "agree-takeback 1", "decline-pause 0", "withdraw-resume 1", "draw", "pause",
    "resume", "takeback 0", "gone-draw 1", "abort 0",
)  # fmt: skip
WRONG = ("", "é", "foo", "A1", "end", "pass", "time", "first red", "team DE", "push B4: B5-B7", "A9-A1", "hack 1", "undo")


class Brackets:
    """Whoever knows what is looked up sees what is not."""

    def translate(self, message: str, context: str = "") -> str:
        return f"⟦{message}⟧"

    def translate_plural(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


def lines(key: str) -> Iterator[Callable[[], Message]]:
    """Log lines and refusals of a match, each made anew whenever it is asked for."""
    for engine, at, seat, do, _ in positions(key, 1):
        for viewer in (seat, None):
            yield lambda e=engine, at=at, s=seat, do=do, v=viewer: play.describe(e, at, s, do, v)  # type: ignore[misc]
        for wrong in WRONG:
            yield lambda e=engine, at=at, s=seat, do=wrong: _refusal(e, at, s, do)  # type: ignore[misc]
    engine = registry.get(key)
    start = play.begin(engine, {}, engine.seat_counts[0])
    for do in BY_THE_REFEREE:
        yield lambda do=do: play.describe(engine, start, None, do, None)  # type: ignore[misc]
    yield lambda: play.append_note(play.describe(engine, start, None, "stop", None), None, "stop", "Tea. Then on.")


def _refusal(engine: registry.AnyEngine, at: play.Position[object], seat: int, do: str) -> Message:
    try:
        play.advance(engine, at, seat, do)
    except IllegalAction as refusal:
        return refusal.text
    return join([])


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("key", registry.keys())
def test_what_is_stored_is_told_again_in_the_same_words(key: str) -> None:
    seen: set[str] = set()
    for line in lines(key):
        said = line()
        if not said or said in seen:
            continue
        seen.add(said)
        kept = json.loads(json.dumps(to_stored(said)))
        with use_language("de"):
            assert translate_stored(kept) == line()
    assert len(seen) > 30


@pytest.mark.parametrize("key", registry.keys())
def test_nothing_that_a_game_says_stays_unmarked(key: str) -> None:
    with use_translator(Brackets()):
        told = {line() for line in lines(key)}
        told |= {preview_action(engine, at.state, seat, do) for engine, at, seat, do, _unused in positions(key, 2)}
    assert not {bare for bare in map(_unmarked, told) if re.search("[A-Za-z]{3}", bare.removesuffix("Tea. Then on."))}


def _unmarked(text: str) -> str:
    """What stands outside all brackets."""
    inner = re.sub("⟦[^⟦⟧]*⟧", "", text)
    return text if inner == text else _unmarked(inner)
