"""An organiser opens an event, fills it with bots and starts it; its bracket by keyboard, and as a list on a phone."""

from __future__ import annotations

from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE


def test_an_event_is_opened_filled_and_started_and_its_bracket_is_read_by_keyboard_and_on_a_phone(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.fill_in_to_sign_in("olivia")
    olivia.visit("/events/")
    olivia.press("Create event")
    olivia.fill(name="Drawn Cup", game="Field Tactics")
    olivia.all(".format-card:has([value=double-elimination])")[0].click()
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="4")
    olivia.press("Publish event")
    olivia.sees("Drawn Cup", "h1")
    olivia.sees("Open for registration")
    for count, kind in enumerate(("level-1", "level-1", "level-5"), 1):
        olivia.fill(kind=kind)
        olivia.press("Add bot")
        olivia.sees(f"{count} of 4", ".facts")
    olivia.press("Join")
    olivia.sees("4 of 4", ".facts")
    olivia.press("Start event")
    olivia.sees("Take seat")
    olivia.until(lambda: len(olivia.all("[data-mini-match] .ft-piece")) > 10, "the live boards of its matches", 60)
    olivia.press("Bracket")
    olivia.until(lambda: olivia.all("[data-drawn] .bracket-match"), "the drawing")
    olivia.ask("document.getElementById('bracket').focus()")
    olivia.keys(Keys.ARROW_RIGHT)
    first = olivia.until(lambda: olivia.ask("return document.getElementById('bracket').dataset.chosen"), "a match")
    assert first.startswith("W1.")
    assert olivia.ask("return document.querySelector('.bracket-lit').getAttribute('d')")
    olivia.sees("Winners round 1", "#bracket [role=status]")
    olivia.keys(Keys.ARROW_RIGHT)
    assert olivia.ask("return document.getElementById('bracket').dataset.chosen") == "W2.1"
    wide = _width(olivia)
    olivia.keys("+")
    olivia.until(lambda: _width(olivia) < wide, "a nearer look")
    path = olivia.path()

    visitor = person(width=360, height=740, touch=True)
    visitor.visit(path)
    visitor.sees("Winners round 1")
    assert len(visitor.all(".bracket-round")) >= 5
    assert "olivia" in visitor.text(".bracket-round[open]").lower()
    assert visitor.ask("return document.documentElement.scrollWidth") <= 360


def _width(one: Person) -> float:
    """Of the part of the drawing that is in sight, in its own units."""
    return float(one.ask("return document.querySelector('.bracket-picture').viewBox.baseVal.width"))
