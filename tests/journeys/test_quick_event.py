"""An evening of sixteen players without accounts, from the first page to a link to share."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivan", "Jo", "Kim", "Lea", "Max", "Nora", "Otto", "Pia"]


def test_sixteen_names_become_a_bracket_with_a_link_in_ten_clicks(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit("/")
    olivia.press("Events")
    olivia.press("Create event")
    fields = {"name": "Chess evening", "game": "Chess", "names": "\n".join(NAMES)}
    olivia.fill(**fields)
    olivia.all(".format-card:has([value=single-elimination])")[0].click()
    olivia.press("Publish and start")
    olivia.sees("Chess evening", "h1")
    link = olivia.until(lambda: olivia.all("#share"), "the link")[0].get_attribute("value")
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
