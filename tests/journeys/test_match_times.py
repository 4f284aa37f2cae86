"""Two players in different time zones agree on a time on their phones; their organiser sees it."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
WIDE = "return document.documentElement.scrollWidth <= innerWidth"
SLOTS = "return [...document.querySelectorAll('.slots time')].map((time) => time.textContent)"


def at_match(person: NewPerson, name: str, zone: str, event: int) -> Person:
    """The player on the page of the match's time, with a phone in this zone."""
    player = person(name, width=390, height=844)
    player.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    player.sign_in(name)
    player.visit("/account/availability/")
    player.fill(zone=zone)
    for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"):
        player.fill(**{day: "7-23"})
    assert player.ask(WIDE)
    player.press("Save")
    player.sees("Saved.", "body")
    player.visit(f"/events/{event}/")
    player.sees("Your match times")
    player.ask("document.querySelector('#own-times ~ ul a').click()")
    player.sees("Propose times")
    assert player.ask(WIDE)
    return player


def test_two_zones_agree_with_taps(person: NewPerson) -> None:
    first = person("ada", width=390, height=844)
    event = first.site.timed("ada", "ben")
    ada = at_match(person, "ada", "America/New_York", event)
    ben = at_match(person, "ben", "Asia/Kolkata", event)
    ours, theirs = ada.ask(SLOTS), ben.ask(SLOTS)
    assert len(ours) == len(theirs) > 3
    assert not set(ours) & set(theirs), "each reads the same moments in their own zone"
    for label in ada.all(".slots label")[:3]:
        ada.tap(label)
    ada.tap_on("Propose")
    ada.sees("You proposed")
    ben.visit(ben.path())
    ben.sees("Your opponent proposes")
    assert ben.ask(WIDE)
    ben.tap(ben.all("[value=accept]")[0])
    ben.sees("You both agreed on this time.")
    olivia = person("olivia", width=390, height=844)
    olivia.sign_in("olivia")
    olivia.visit(f"/events/{event}/manage/times/")
    olivia.sees("Reschedule")
    assert olivia.ask(WIDE)
