"""Somebody who reads German."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE
_LANGUAGE = "return document.documentElement.lang"
_COLOURS = "return document.querySelector('[data-theme-toggle]').title"
_HEAD = "return document.querySelector('.site-head').offsetHeight"
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
    visitor.until(lambda: visitor.ask(_COLOURS) == "Farben: wie das Gerät", "the words of the scripts")
    visitor.until(lambda: visitor.ask(_FETCHED), "the browser's list of what was fetched")
    assert visitor.ask(_FETCHED) == 1, "the page has asked for them once, before the scripts did"
    visitor.all("[data-theme-toggle]")[0].click()
    assert visitor.ask(_COLOURS) == "Farben: hell"
    visitor.press("English")
    visitor.until(lambda: visitor.ask(_LANGUAGE) == "en", "English")


def test_the_head_of_a_page_is_one_row_in_every_language_on_a_small_laptop(person: NewPerson) -> None:
    reader = person(width=1100)
    for sign_in in (False, True):
        if sign_in:
            reader.sign_in("olivia")
        for language, name in (("en", "English"), ("de", "Deutsch")):
            reader.visit("/rules/")
            reader.press(name)
            reader.until(lambda language=language: reader.ask(_LANGUAGE) == language, name)
            assert reader.ask(_HEAD) < 70, (sign_in, language)
