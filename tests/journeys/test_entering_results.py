"""An organiser enters the results of a round that was played over the board."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_a_round_is_entered_in_the_grid(person: NewPerson, width: int, height: int) -> None:
    olivia = person("olivia", clumsy=True, width=width, height=height)
    olivia.sign_in("olivia")
    olivia.visit("/events/new/?format=swiss")
    olivia.fill(name="Club Evening", game="Field Tactics")
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="8", setting_rounds="2")
    olivia.press("Publish event")
    olivia.press("Manage")
    olivia.press("Entrants")
    for number, username in enumerate(("olivia", "ada", "ben"), start=1):
        olivia.fill(username=username)
        olivia.press("Add player")
        olivia.sees(f"{number} of 8 spots taken")
    olivia.press("Add bot")
    olivia.sees("4 of 8 spots taken")
    olivia.press("Seeding")
    olivia.press("Start event")
    olivia.sees("Event started.")
    olivia.press("Results")
    olivia.sees("Rows you leave blank stay open.")
    assert olivia.ask("return document.documentElement.scrollWidth <= innerWidth")
    fields = olivia.all(".grid-fields input")
    assert len(fields) == 2
    if width > 1000:
        fields[0].send_keys("=", Keys.ENTER, "king", Keys.ARROW_UP)
        assert olivia.ask("return document.activeElement.id") == fields[0].get_attribute("id")
        olivia.press("Enter results")
        olivia.sees("must be one of", ".grid-fields .error")
        assert olivia.ask("return document.activeElement.value") == "king"
        olivia.ask("return document.activeElement").send_keys(Keys.CONTROL, "a")
        olivia.ask("return document.activeElement").send_keys("+", Keys.ENTER)
        assert olivia.ask("return document.activeElement.textContent") == "Enter results"
    else:
        fields[0].click()
        olivia.press("½")
        olivia.press("+")
    olivia.sees("Draw", ".grid-results")
    olivia.sees("Walkover", ".grid-results")
    assert olivia.ask("return document.documentElement.scrollWidth <= innerWidth")
    olivia.press("Enter results")
    olivia.sees("2 results saved.")
    olivia.sees("walkover", ".grid-results")
    olivia.press("Activity log")
    olivia.sees("Result entered")
