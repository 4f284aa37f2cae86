"""A message is stored as its id and parameters, and said in the language of whoever reads it."""

from __future__ import annotations

import json

import pytest

from engines.common import format_list, join_with_and
from engines.i18n import Message, join, mark, to_stored, translate as _, translate_in, translate_n, translate_stored
from engines.order_and_chaos.validation import SIDE_NAMES
from matches.catalogues import use_language

MOVED = "{side} moves a small chessman from {src} to {dst}"
WRITTEN = "Time is up. {side} {0.__class__}"
"""What somebody wrote, which looks like messages."""


def moved(side: str) -> Message:
    return _(MOVED, side=side, src="A1", dst="B2")


def kept(message: str) -> object:
    """What comes back from the database."""
    return json.loads(json.dumps(to_stored(message)))


def test_in_english_everything_stands_as_it_is() -> None:
    assert _("There is no chessman in {src}.", src="A1") == "There is no chessman in A1."
    assert _("{as it stands}") == "{as it stands}"
    assert translate_n("{n} match of {who}", "{n} matches of {who}", 1, who="Ada") == "1 match of Ada"
    assert translate_n("{n} match", "{n} matches", 0) == "0 matches"
    assert _(mark("Time is up.")) == "Time is up."
    assert _("") == ""


@pytest.mark.usefixtures("german")
def test_a_message_is_said_in_the_active_language() -> None:
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
