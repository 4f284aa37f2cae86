"""The search in the head of every page."""

from __future__ import annotations

from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE


def test_a_key_leads_to_the_search_unless_it_was_switched_off(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/events/")
    visitor.keys("/", "magpie", Keys.ENTER)
    visitor.sees("bot-magpie, a bot")
    visitor.press("Magpie")
    visitor.sees("Ratings")
    visitor.visit("/search/")
    visitor.all("[data-search-key]")[0].click()
    visitor.visit("/events/")
    visitor.keys("/")
    assert visitor.focused("name") != "q"


def test_a_players_name_is_completed_by_keyboard_where_it_is_typed(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/players/bot-magpie/")
    box = visitor.all("[data-players=any]")[0]
    box.click()
    visitor.keys("sapp")
    visitor.until(lambda: box.get_attribute("aria-expanded") == "true", "the list of names")
    visitor.keys(Keys.ARROW_DOWN)
    [option] = visitor.all("[role=option][aria-selected=true]")
    assert box.get_attribute("aria-activedescendant") == option.get_attribute("id")
    visitor.keys(Keys.ENTER)
    assert (box.get_attribute("value"), box.get_attribute("aria-expanded")) == ("bot-sapper", "false")
    visitor.keys(Keys.ENTER)
    visitor.sees("Side by side")
