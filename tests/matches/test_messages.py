"""A message of any game is stored as its id and parameters, and said in the language of whoever reads it."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engines import play, registry
from engines.action_previews import preview_action
from engines.common import format_list, join_with_and
from engines.contract import IllegalAction
from engines.i18n import (
    Message,
    join,
    mark,
    to_stored,
    translate as _,
    translate_in,
    translate_n,
    translate_stored,
    use_translator,
)
from engines.order_and_chaos.validation import SIDE_NAMES
from matches.catalogues import use_language
from tests.engines.games import GAMES
from tests.engines.test_action_previews import positions

MOVED = "{side} moves a small chessman from {src} to {dst}"
WRITTEN = "Time is up. {side} {0.__class__}"
"""What somebody wrote, which looks like messages."""


def moved(side: str) -> Message:
    return _(MOVED, side=side, src="A1", dst="B2")


def kept(message: str) -> object:
    """What comes back from the database."""
    return json.loads(json.dumps(to_stored(message)))


@pytest.mark.usefixtures("german")
def test_a_message_is_said_in_the_active_language() -> None:
    assert _("There is no chessman in {src}.", src="A1") == "There is no chessman in A1."
    assert _("{as it stands}") == "{as it stands}"
    assert translate_n("{n} match of {who}", "{n} matches of {who}", 1, who="Ada") == "1 match of Ada"
    assert translate_n("{n} match", "{n} matches", 0) == "0 matches"
    with use_language("de"):
        assert _("There is no chessman in {src}.", src="A1") == "Auf A1 steht keine Figur."
        assert _(mark("Time is up.")) == "Die Zeit ist um."
        assert _(SIDE_NAMES[0]) == "Ordnung"
        assert _("Nobody marked {this}.", this="it") == "Nobody marked it."
        assert _("") == ""
    assert _("Time is up.") == "Time is up."


def test_what_is_stored_is_one_json_shape() -> None:
    assert to_stored(_("Time is up.")) == {"id": "Time is up."}
    assert to_stored(translate_in("versus", "v")) == {"id": "v", "context": "versus"}
    assert to_stored(translate_n("{n} match", "{n} matches", 2)) == {
        "id": "{n} match", "plural": "{n} matches", "params": {"n": 2},
    }  # fmt: skip
    assert to_stored(moved(_("Order"))) == {
        "id": MOVED, "params": {"side": {"id": "Order"}, "src": "A1", "dst": "B2"},
    }  # fmt: skip
    assert to_stored(join([_("Board"), "Ada"], ": ")) == {"join": [{"id": "Board"}, "Ada"], "between": ": "}
    assert to_stored("Ada") == "Ada"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("message", "german"),
    [
        (lambda: _("Time is up."), "Die Zeit ist um."),
        (lambda: moved(_("Order")), "Ordnung zieht eine kleine Figur von A1 nach B2"),
        (lambda: moved(WRITTEN), f"{WRITTEN} zieht eine kleine Figur von A1 nach B2"),
        (lambda: join([_("Time is up."), WRITTEN]), f"Die Zeit ist um. {WRITTEN}"),
        (lambda: join_with_and(["Order", _("Order"), _("Chaos")]), "Order und Ordnung und Chaos"),
        (lambda: format_list([_("Order"), "Order", _("Chaos")]), "Ordnung, Order und Chaos"),
        (lambda: format_list([_("Order")]), "Ordnung"),
        (lambda: WRITTEN, WRITTEN),
        (lambda: "", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("said_in", ["en", "de"])
def test_a_message_is_said_again_in_any_language(message: object, german: str, said_in: str) -> None:
    assert callable(message)
    with use_language(said_in):
        again = kept(message())
    with use_language("de"):
        assert translate_stored(again) == german  # type: ignore[arg-type]
        assert kept(translate_stored(again)) == again or isinstance(again, str)  # type: ignore[arg-type]
    assert translate_stored(again) == message()  # type: ignore[arg-type]


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
    for engine, at, seat, do, _unused in positions(key, 1):
        for viewer in (seat, None):
            yield lambda e=engine, at=at, s=seat, do=do, v=viewer: play.describe(e, at, s, do, v)  # type: ignore[misc]
        for wrong in WRONG:
            yield lambda e=engine, at=at, s=seat, do=wrong: _refusal(e, at, s, do)  # type: ignore[misc]
    yield from draws(key)
    engine = registry.get(key)
    start = play.begin(engine, {}, engine.seat_counts[0])
    for do in BY_THE_REFEREE:
        yield lambda do=do: play.describe(engine, start, None, do, None)  # type: ignore[misc]
    yield lambda: play.append_note(play.describe(engine, start, None, "stop", None), None, "stop", "Tea. Then on.")


def draws(key: str) -> Iterator[Callable[[], Message]]:
    """What the referee draws in a random match, as it is told."""
    engine, rng = registry.get(key), Random(3)
    position = play.begin(engine, GAMES[key].options[-1], engine.seat_counts[0])
    for by, do, after in play.play_randomly(engine, GAMES[key].options[-1], engine.seat_counts[0], rng):
        if by is None:
            yield lambda at=position, do=do: play.describe(engine, at, None, do, None)  # type: ignore[misc]
        position = after


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
