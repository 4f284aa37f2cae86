"""The search in the head of every page, and somebody who reads German."""

import re

import pytest
from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
_LANGUAGE = "return document.documentElement.lang"
_COLOURS = "return document.querySelector('[data-theme-toggle]').title"
_HEAD = "return document.querySelector('.site-head').offsetHeight"
_NAME = "const name = document.querySelector('.account-name'); return [name.clientWidth, name.scrollWidth]"
_TIMES = "return [...document.querySelectorAll('time[data-local=both]')].map((one) => one.textContent)"
_LOGGED = "return [...document.querySelectorAll('[data-part=log] time')].map((one) => one.textContent)"
_FETCHED = """
return performance.getEntriesByType('resource').filter((one) => one.name.includes('/words/')).length
"""


def test_a_language_that_is_chosen_holds_for_pages_and_scripts_and_the_way_back_is_there(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/rules/")
    assert (visitor.ask(_LANGUAGE), visitor.ask(_FETCHED)) == ("en", 0)
    visitor.press("Deutsch")
    visitor.until(lambda: visitor.ask(_LANGUAGE) == "de", "German")
    assert visitor.path() == "/rules/"
    visitor.sees("Anmelden", "header")
    visitor.until(lambda: visitor.ask(_COLOURS) == "Darstellung: System", "the words of the scripts")
    visitor.until(lambda: visitor.ask(_FETCHED), "the browser's list of what was fetched")
    assert visitor.ask(_FETCHED) == 1, "the page has asked for them once, before the scripts did"
    visitor.all("[data-theme-toggle]")[0].click()
    assert visitor.ask(_COLOURS) == "Darstellung: Hell"
    visitor.press("English")
    visitor.until(lambda: visitor.ask(_LANGUAGE) == "en", "English")


@pytest.mark.prove
def test_the_head_of_a_page_is_one_row_in_every_language_on_a_laptop_with_the_whole_name_of_a_guest(person: NewPerson) -> None:
    olivia, guest = person("olivia", signed_in=True, width=1100), person(width=1400)
    guest.visit("/")
    guest.press("Play a bot")
    guest.until(lambda: "/matches/" in guest.path(), "the match")
    for reader in (olivia, guest):
        for language, name in (("en", "English"), ("de", "Deutsch")):
            reader.visit("/rules/")
            reader.press(name)
            reader.until(lambda reader=reader, language=language: reader.ask(_LANGUAGE) == language, name)
            shown, whole = reader.ask(_NAME)
            assert (shown >= whole > 0, reader.ask(_HEAD) < 70) == (True, True), (reader.name, language, shown, whole)


def _times(reader: Person, language: str, script: str, path: str) -> list[str]:
    """What the page of this address has of moments, once it is in the language."""
    reader.visit(path)
    if reader.ask(_LANGUAGE) != language:
        reader.press({"en": "English", "de": "Deutsch"}[language])
        reader.until(lambda: reader.ask(_LANGUAGE) == language, language)
    return list(reader.until(lambda: reader.ask(script), "moments"))


def test_moments_are_written_in_the_pages_language_and_not_in_the_browsers(person: NewPerson, site: RunningSite) -> None:
    """A German page is German in any browser; an English page in an English browser is of that browser's country."""
    reader = person("olivia", signed_in=True)
    match = site.do(acts.open_match, seats=["ada", "ben"], moves=["resign"])
    american, british = r"[A-Z]\w+ \d+, \d{4}, \d+:\d\d\s[AP]M", r"\d+ [A-Z]\w+ \d{4}, \d\d:\d\d"
    for browser, english in (("en-US", american), ("en-GB", british)):
        reader.speaks(browser)
        for language, path, script, written in (
            ("de", "/leagues/demo-league/log/", _TIMES, r"\d\d\.\d\d\.\d{4}, \d\d:\d\d"),
            ("de", f"/matches/{match}/", _LOGGED, r"\d\d:\d\d:\d\d"),
            ("en", "/leagues/demo-league/log/", _TIMES, english),
        ):
            found = _times(reader, language, script, path)
            assert all(re.fullmatch(written, one) for one in found), (browser, path, found[:3])


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
