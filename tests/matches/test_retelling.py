"""What is stored is English; it is told again in the language of whoever reads it."""

from __future__ import annotations

import pytest

from engines.order_and_chaos.engine import OrderAndChaos
from engines.words import english, marked, say, say_many, told
from matches.retelling import retold
from matches.wording import speaking

MOVED = "Order moves a small chessman from A1 to B2"


def test_in_english_everything_stands_as_it_is() -> None:
    assert say("There is no chessman in {src}.", src="A1") == "There is no chessman in A1."
    assert say("{as it stands}") == "{as it stands}"
    assert say_many("{n} match of {who}", "{n} matches of {who}", 1, who="Ada") == "1 match of Ada"
    assert say_many("{n} match", "{n} matches", 0) == "0 matches"
    assert told(marked("The time is over.")) == "The time is over."
    assert retold(f"{MOVED}.") == f"{MOVED}."


@pytest.mark.usefixtures("german")
def test_a_sentence_is_said_in_the_active_language_and_stored_in_english() -> None:
    with speaking("de"):
        assert say("There is no chessman in {src}.", src="A1") == "Auf A1 steht keine Figur."
        assert told(marked("The time is over.")) == "Die Zeit ist um."
        assert english("There is no chessman in {src}.", src="A1") == "There is no chessman in A1."
        assert say("Nobody marked {this}.", this="it") == "Nobody marked it."
    assert say("The time is over.") == "The time is over."


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("stored", "german"),
    [
        ("The time is over.", "Die Zeit ist um."),
        ("There is no chessman in A1.", "Auf A1 steht keine Figur."),
        (f"{MOVED}.", "Ordnung zieht eine kleine Figur von A1 nach B2."),
        (
            f"{MOVED}; Chaos has no move and passes.",
            "Ordnung zieht eine kleine Figur von A1 nach B2; Chaos kann nicht ziehen und passt.",
        ),
        ("The time is over. There is no chessman in A1.", "Die Zeit ist um. Auf A1 steht keine Figur."),
        ("It is your turn: Ada", "Du bist am Zug: Ada"),
        ("what people wrote: my chessman", "what people wrote: my chessman"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_stored_sentence_is_told_again(stored: str, german: str) -> None:
    with speaking("de"):
        assert retold(stored) == german
    assert retold(stored) == stored


@pytest.mark.usefixtures("german")
def test_an_engine_speaks_the_active_language() -> None:
    engine = OrderAndChaos()
    assert engine.key == "order-and-chaos"
    from engines.order_and_chaos.validation import SIDE_NAMES

    assert SIDE_NAMES == ("Order", "Chaos")
    with speaking("de"):
        assert told(SIDE_NAMES[0]) == "Ordnung"
