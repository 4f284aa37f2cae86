"""Somebody who drafts in German."""

from __future__ import annotations

import re

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
_SAID = "return document.querySelector('#room').innerText"


def test_a_draft_is_drafted_in_german(person: NewPerson) -> None:
    ada = person("ada")
    ada.sign_in("ada")
    ada.visit("/drafts/")
    english(ada)
    ada.fill(bots="1", places="1", pace_ms="400")
    ada.press("Begin")
    ada.sees("Your turn: pick a Gamer.")
    told = sentences(ada)
    assert "Your turn: pick a Gamer." in told
    ada.press("Deutsch")
    ada.sees("Du bist am Zug: Wähle einen Gamer.")
    assert sentences(ada) & told == {"R\tAda\tAnvil"}, "but for names nothing is told alike in both languages"
    ada.press("Gamer")
    pick = next(one for one in ada.all("main button") if one.is_displayed() and one.text == "Wählen")
    handle = str(pick.get_attribute("aria-label")).removesuffix(" wählen")
    pick.click()
    ada.press("Picks")
    ada.sees(f"{handle} an Ada für ", "#room-picks")
    ada.sees("Beendet")


def english(one: Person) -> None:
    one.press("English")
    one.until(lambda: one.ask("return document.documentElement.lang") == "en", "English")


def sentences(one: Person) -> set[str]:
    """What all the tabs of the room say in two words or more."""
    said = []
    for tab in one.all("#room [role=tab]"):
        tab.click()
        said += str(one.ask(_SAID)).split("\n")
    return {line.strip() for line in said if len(re.findall(r"[^\W\d_]{2,}", line)) > 1}
