"""People who draft: two of four franchises, by snake and by auction  from start to recap."""

from typing import Any

import pytest
from selenium.webdriver.common.by import By

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
OWNERS = ["ada", "ben", "bot-magpie", "bot-sapper"]
_STEP = """
const turn = document.getElementById("own-turn");
const act = turn?.dataset.acting && !turn.querySelector(":disabled") && (turn.dataset.act || "bid");
if (!act) return "";
if (act === "bid") {
  const raise = window.raised ? null : turn.querySelector("[data-act=bid] button");
  window.raised = true;
  (raise ?? turn.querySelector("[data-act=pass] button")).click();
} else {
  const button = [...document.querySelectorAll(`#pool-rows tr:not([hidden]) [data-do=${act}]`)].at(-1);
  const price = button?.closest("tr").querySelector("input");
  if (price) price.value = button.closest("tr").dataset.salary;
  window.raised = false;
  button?.click();
}
return act;
"""
"""What a person in a hurry does on the clock: takes or nominates the cheapest Gamer, raises once, then passes."""
_ON_SCREEN = """
return [...document.querySelectorAll(arguments[0])].every((one) => {
  const box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
});
"""


def test_two_people_draft_a_season_by_snake(person: NewPerson) -> None:
    ada, ben = _drafters(person, kind="snake")
    ada.sees("Your turn: pick a Gamer.")
    assert ada.ask(_ON_SCREEN, "#room-status, #own-turn, #part-board, #part-pool, #part-desk, #part-chat")
    ben.sees("You pick next.")
    ada.fill(text="Swans are mine.")
    ada.press("Send")
    ben.tap_on("Gamers")
    card = ben.all("#pool-rows tr:not([hidden])")[1]
    handle = card.find_element(By.CSS_SELECTOR, ".pool-handle").text
    ben.tap(card.find_element(By.CSS_SELECTOR, "[data-do=queue]"))
    ben.tap(ben.all("#tab-desk")[0])
    ben.sees(handle, "#own-queue")
    assert handle not in ada.text("#part-desk")
    ben.until(lambda: ben.all("#tab-chat[data-unread]"), "a sign of the message")
    ben.tap(ben.all("#tab-chat")[0])
    ben.sees("Swans are mine.", "#chat-lines")
    ada.press("Pick")
    ben.sees("Your turn: pick a Gamer.")
    assert ben.ask(_ON_SCREEN, "#room-status [data-deadline], .room-tabs")
    ben.tap(ben.all("#tab-desk")[0])
    ben.tap_on("Pick")
    ada.sees(handle, "#room-rows")
    _draft_to_the_end(ada, ben)


@pytest.mark.prove
def test_two_people_draft_a_season_by_auction(person: NewPerson) -> None:
    ada, ben = _drafters(person, kind="auction", bid_seconds=1, extend_seconds=1)
    ada.sees("Your turn: nominate a Gamer with an opening bid.")
    ben.sees("You nominate next.")
    ada.until(lambda: ada.ask(_STEP), "a nomination")
    ben.sees("Awareness", ".room-lot")
    _draft_to_the_end(ada, ben)


def _drafters(person: NewPerson, **draft: Any) -> tuple[Person, Person]:
    """Ada at a desk and Ben with a phone, in the room of a draft that the organiser has begun.

    They bid in such a hurry that some bids come too late, which the console calls an error.
    """
    ada = person("ada", clumsy=True, width=1400, height=900)
    ben = person("ben", clumsy=True, width=390, height=844, touch=True)
    room = f"/drafts/{ada.site.do(acts.open_draft, owners=OWNERS, terms={'roster_max': 4}, **draft)}/"
    ada.sign_in("olivia")
    ada.visit(room)
    ada.press("Start now")
    ada.sees("is on the clock")
    for one in (ada, ben):
        one.sign_in(one.name)
        one.visit(room)
    return ada, ben


def _draft_to_the_end(*people: Person) -> None:
    def over() -> bool:
        for one in people:
            one.ask(_STEP)
        return all("View recap" in one.text() for one in people)

    people[0].until(over, "the end of the draft", seconds=300)
    for one in people:
        one.press("View recap")
        one.sees("16 picks for")
