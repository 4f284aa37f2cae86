"""Two players report and dispute a result on their phones; a referee rules on it."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
WIDE = "return document.documentElement.scrollWidth <= innerWidth"
CHOOSE = "[...document.querySelectorAll('.report-choice')].find((one) => one.textContent.trim() === arguments[0]).click()"


def at_event(person: NewPerson, name: str, event: int) -> Person:
    player = person(name, width=390, height=844)
    player.sign_in(name)
    player.visit(f"/events/{event}/")
    player.sees("Report result")
    return player


def test_a_dispute_is_ruled_with_one_click(person: NewPerson) -> None:
    first = person("ada", width=390, height=844)
    event = first.site.reported("ada", "ben")
    ada, ben = at_event(person, "ada", event), at_event(person, "ben", event)
    ada.ask(CHOOSE, "I won")
    ada.ask("document.querySelector('.report-panel .btn-primary').click()")
    ada.sees("Result reported.", "body")
    ada.sees("Withdraw report")
    ben.sees("Confirm:")
    assert ada.ask(WIDE)
    assert ben.ask(WIDE)
    ben.press("Dispute")
    ben.ask(CHOOSE, "Draw")
    ben.ask("document.querySelector('.report-panel .btn-danger').click()")
    ben.sees("Result disputed.", "body")
    ada.sees("A referee will decide the result.")
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit(f"/events/{event}/manage/results/")
    olivia.sees("Disputed results")
    olivia.ask("document.querySelector('#disputes-title ~ ul a').click()")
    olivia.sees("Decide result", "body")
    olivia.all("#why")[0].send_keys("The score sheet says so", Keys.ENTER)
    olivia.press("Rule: Draw")
    olivia.sees("Ruling saved.", "body")
    ada.sees("drawn", ".own")
