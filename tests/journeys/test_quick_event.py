"""An evening of sixteen players without accounts, from the first page to a link to share."""

from __future__ import annotations

import time

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivan", "Jo", "Kim", "Lea", "Max", "Nora", "Otto", "Pia"]


def press_card(someone: Person, format: str) -> None:
    someone.all(f".format-card:has([value={format}])")[0].click()


def test_sixteen_names_become_a_bracket_with_a_link_in_ten_clicks_and_half_a_minute(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit("/")
    began = time.monotonic()
    olivia.press("Events")
    olivia.press("Create event")
    fields = {"name": "Chess evening", "game": "Chess", "names": "\n".join(NAMES)}
    olivia.fill(**fields)
    press_card(olivia, "single-elimination")
    olivia.press("Publish and start")
    olivia.sees("Chess evening", "h1")
    link = olivia.until(lambda: olivia.all("#share"), "the link")[0].get_attribute("value")
    assert time.monotonic() - began < 30
    clicks = 2 + len(fields) + 2  # into each field, the format, and the button
    assert clicks <= 10
    assert len(fields) <= 3
    assert link
    assert link.startswith(olivia.address)
    visitor = person(width=390, height=844)
    visitor.visit(str(link).removeprefix(olivia.address))
    visitor.sees("Round 1 of 4", "main")
    visitor.press("Bracket")
    visitor.sees("Anna", "main")
    visitor.sees("Pia", "main")


def test_another_format_shows_its_own_settings_and_keeps_what_was_entered(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit("/events/new/")
    olivia.fill(name="Open Swiss", game="Go")
    olivia.press("More")
    press_card(olivia, "swiss")
    olivia.fill(setting_rounds="3", names="Anna\nBen")
    olivia.press("Publish event")
    olivia.sees("Open Swiss", "h1")
    olivia.sees("2 of 8", ".facts")
