"""An organiser enters the results of a round that was played over the board."""

from __future__ import annotations

import pytest

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_a_round_is_entered_in_the_grid(person: NewPerson, width: int, height: int) -> None:
    olivia = person("olivia", width=width, height=height)
    olivia.sign_in("olivia")
    olivia.visit("/events/new/?format=swiss")
    olivia.fill(name="Club Evening", game="field-tactics", preset="quick", max_entrants="8", setting_rounds="2")
    olivia.press("Publish event")
    olivia.press("Manage")
    olivia.press("Entrants")
    for number, username in enumerate(("olivia", "ada", "ben"), start=1):
        olivia.fill(username=username)
        olivia.press("Add player")
        olivia.sees(f"{number} of 8 spots taken")
    olivia.press("Add Random bot")
    olivia.sees("4 of 8 spots taken")
    olivia.press("Seeding")
    olivia.press("Start event")
    olivia.sees("Event started.")
    olivia.press("Results")
    olivia.sees("Rows you leave blank stay open.")
    assert olivia.ask("return document.documentElement.scrollWidth <= innerWidth")
    assert len(olivia.all(".grid-fields select")) == 2

    olivia.ask("document.querySelectorAll('.grid-fields select')[0].value = '1/2-1/2'")
    olivia.ask("document.querySelectorAll('.grid-fields select')[1].value = '1F-0F'")
    olivia.press("Enter results")
    olivia.sees("2 results saved.")
    olivia.sees("walkover", ".grid-results")
    olivia.press("Activity log")
    olivia.sees("Result entered")
