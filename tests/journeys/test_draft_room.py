"""Somebody who drafts in German."""

from __future__ import annotations

import re

from engines.incursion_point_zero.cards import GENRES
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
GAMER = re.compile(rf".+ (?:{'|'.join(GENRES)}) \d+")
"""A Gamer who has been drafted, by handle, genre and salary."""
WORD = re.compile(r"[^\W\d_]{2,}")
_SAID = "return document.querySelector('#room').innerText"


def test_a_draft_is_drafted_in_german(person: NewPerson) -> None:
    ada = person("ada")
    ada.sign_in("ada")
    ada.visit("/drafts/")
    english(ada)
    ada.fill(bots="1", places="1", pace_ms="400", pick_seconds="600")
    ada.press("Start draft")
    ada.sees("Your turn: pick a Gamer.")
    told = sentences(ada)
    assert "Your turn: pick a Gamer." in told
    ada.press("Deutsch")
    ada.sees("Du bist am Zug: Wähle einen Gamer.")
    alike = sentences(ada) & told
    ada.press("Gamer")
    picks = [one for one in ada.all("main button") if one.is_displayed() and one.text == "Wählen"]
    handles = [str(one.get_attribute("aria-label")).removesuffix(" wählen") for one in picks]
    left = {line: WORD.findall(without(GAMER.sub("", line), "Ada", "Anvil")) for line in alike}
    assert not {line for line, words in left.items() if words}, "but for names nothing is told alike in both languages"
    handle = handles[0]
    picks[0].click()
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
    return {line.strip() for line in said if len(WORD.findall(line)) > 1}


def without(line: str, *names: str) -> str:
    return re.sub("|".join(map(re.escape, names)), "", line)
