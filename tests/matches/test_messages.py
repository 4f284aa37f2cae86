"""A message is stored as its id and parameters, and said in the language of whoever reads it."""

from __future__ import annotations

import json

import pytest

from engines.common import join_with_and, format_list
from engines.order_and_chaos.validation import SIDE_NAMES
from engines.i18n import Message, join, marked, translate_stored, say, say_in, say_many, to_stored, told
from matches.catalogues import use_language

MOVED = "{side} moves a small chessman from {src} to {dst}"
WRITTEN = "Time is up. {side} {0.__class__}"
"""What somebody wrote, which looks like messages."""


def moved(side: str) -> Message:
    return say(MOVED, side=side, src="A1", dst="B2")


def kept(message: str) -> object:
    """What comes back from the database."""
    return json.loads(json.dumps(to_stored(message)))


def test_in_english_everything_stands_as_it_is() -> None:
    assert say("There is no chessman in {src}.", src="A1") == "There is no chessman in A1."
    assert say("{as it stands}") == "{as it stands}"
    assert say_many("{n} match of {who}", "{n} matches of {who}", 1, who="Ada") == "1 match of Ada"
    assert say_many("{n} match", "{n} matches", 0) == "0 matches"
    assert told(marked("Time is up.")) == "Time is up."
    assert say("") == ""


@pytest.mark.usefixtures("german")
def test_a_message_is_said_in_the_active_language() -> None:
    with use_language("de"):
        assert say("There is no chessman in {src}.", src="A1") == "Auf A1 steht keine Figur."
        assert told(marked("Time is up.")) == "Die Zeit ist um."
        assert told(SIDE_NAMES[0]) == "Ordnung"
        assert say("Nobody marked {this}.", this="it") == "Nobody marked it."
        assert say("") == ""
    assert say("Time is up.") == "Time is up."


def test_what_is_stored_is_one_json_shape() -> None:
    assert to_stored(say("Time is up.")) == {"id": "Time is up."}
    assert to_stored(say_in("versus", "v")) == {"id": "v", "context": "versus"}
    assert to_stored(say_many("{n} match", "{n} matches", 2)) == {
        "id": "{n} match", "plural": "{n} matches", "params": {"n": 2},
    }  # fmt: skip
    assert to_stored(moved(told("Order"))) == {
        "id": MOVED, "params": {"side": {"id": "Order"}, "src": "A1", "dst": "B2"},
    }  # fmt: skip
    assert to_stored(join([say("Board"), "Ada"], ": ")) == {"join": [{"id": "Board"}, "Ada"], "between": ": "}
    assert to_stored("Ada") == "Ada"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("message", "german"),
    [
        (lambda: say("Time is up."), "Die Zeit ist um."),
        (lambda: moved(told("Order")), "Ordnung zieht eine kleine Figur von A1 nach B2"),
        (lambda: moved(WRITTEN), f"{WRITTEN} zieht eine kleine Figur von A1 nach B2"),
        (lambda: join([say("Time is up."), WRITTEN]), f"Die Zeit ist um. {WRITTEN}"),
        (lambda: join_with_and(["Order", told("Order"), told("Chaos")]), "Order und Ordnung und Chaos"),
        (lambda: format_list([told("Order"), "Order", told("Chaos")]), "Ordnung, Order und Chaos"),
        (lambda: format_list([told("Order")]), "Ordnung"),
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
