"""An organiser at the console of a cup."""

from __future__ import annotations

from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE


def names(person: Person) -> list[str]:
    return [one.text for one in person.all("ol.order > li .order-main")]


def test_an_organiser_seeds_by_keyboard_and_by_dragging_starts_and_overturns_a_result(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit("/events/new/?format=single-elimination")
    olivia.fill(name="Night Cup", game="Field Tactics")
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="4")
    olivia.press("Publish event")
    olivia.press("Manage")
    olivia.press("Entrants")
    for count in range(1, 5):
        olivia.press("Add bot")
        olivia.sees(f"{count} of 4 spots taken")
    olivia.press("Seeding")
    olivia.sees("Seeding method")
    before = olivia.until(lambda: found if len(found := names(olivia)) == 4 else [], "four entrants")

    last = olivia.all("ol.order > li")[3].find_element(By.CSS_SELECTOR, "button[value^=up]")
    last.send_keys(Keys.ENTER)
    last.send_keys(Keys.ENTER)
    by_keys = [before[0], before[3], before[1], before[2]]
    assert names(olivia) == by_keys
    olivia.sees("is now number 2", "[data-order-said]")

    handle, first = olivia.all(".order-handle")[2], olivia.all("ol.order > li")[0]
    ActionChains(olivia.driver).click_and_hold(handle).move_to_element_with_offset(
        first, 0, -first.size["height"] // 2 + 2
    ).release().perform()
    ordered = [by_keys[2], by_keys[0], by_keys[1], by_keys[3]]
    assert names(olivia) == ordered
    olivia.press("Save order")
    olivia.sees("In the order below")
    assert names(olivia) == ordered

    olivia.press("Start event")
    olivia.sees("Event started.")
    rule(olivia, "0F-1F", "The first one did not come")
    rule(olivia, "1-0", "He came after all", sees="Final, match 1")
    olivia.press("Activity log")
    olivia.sees("Result overridden")


def rule(olivia: Person, result: str, why: str, sees: str = "2. Changes caused by") -> None:
    """Rule on the first board, after a look at what it would change."""
    olivia.press("Results")
    olivia.ask("document.querySelector('#main a.btn-small').click()")
    olivia.sees("1. Result")
    olivia.ask(f"document.querySelector('[name=result][value=\"{result}\"]').click()")
    olivia.press("Preview changes")
    olivia.sees(sees, "#preview")
    olivia.fill(why=why)
    olivia.press("Confirm ruling")
    olivia.sees("Ruling saved.")
    olivia.sees(why)
