"""The review of a lost match: asked for beside the board, computed meanwhile, and read move by move on the board."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
COMPUTED_S = 240.0
MOVES = ["B2-W2", "S5-W6", "S2-B2", "S4-W5", "S1-W1", "W6-W5"]
"""Order leaves its territory open with the first of them."""
PHONE = {"width": 390, "height": 844}


def lost(site: RunningSite, person: Person) -> int:
    """A match that the person resigns while the page is open: it shows the result, not yet the replay."""
    match = site.open_match(game="order-and-chaos", seats=["ada", "ben"], moves=MOVES)
    person.visit(f"/matches/{match}/")
    person.until(lambda: person.all(".match-ready"), "the match")
    site.resign_all("ada")
    person.until(lambda: person.text("[data-part=reason]"), "the end of the match")
    return match


def opens_review(person: Person) -> None:
    person.until(lambda: person.ask("return !document.getElementById('tab-review').hidden"), "the tab of the review")
    person.ask("document.getElementById('tab-review').focus()")
    person.keys(Keys.ENTER)


def is_shown(person: Person, at: int) -> bool:
    return bool(person.ask("return document.querySelector('[data-match-page]').dataset.step === arguments[0]", str(at)))


def test_a_lost_match_is_reviewed_and_its_better_moves_are_shown_on_the_board(person: NewPerson, site: RunningSite) -> None:
    player = person()
    player.sign_in("ada")
    match = lost(site, player)
    opens_review(player)
    player.press("Review match")
    player.sees("You can leave this page meanwhile.", "#panel-review")
    found = "return document.querySelector('#panel-review [data-review-at]')"
    link = player.awaits(found, what="the review", seconds=COMPUTED_S)
    at, better = int(link.get_attribute("data-review-at") or 0), link.get_attribute("data-review-better")
    words = link.get_attribute("data-review-words")
    player.ask("arguments[0].focus()", link)
    player.keys(Keys.ENTER)
    player.until(lambda: is_shown(player, at), "the position before the move")
    player.until(lambda: player.all(".board-pointer span"), "rings around the places of the better move")
    player.sees(f"Better than move {at + 1}: {words}", "[data-part=hint]")
    assert player.ask("return document.querySelector('.review-now').getAttribute('visibility')") == "visible"
    player.ask("document.querySelector('[data-replay=next]').click()")
    player.until(lambda: not player.all(".board-pointer span"), "the board without rings")
    assert player.text("[data-part=hint]") == ""
    rows = len(player.all("#panel-review tbody tr"))
    assert rows == len(player.read(f"/api/v1/matches/{match}/review/").split('"chances":[')) - 1 > 2
    reader = person("reader", **PHONE)
    reader.visit(f"/matches/{match}/?at={at}&better={better}")
    reader.until(lambda: reader.all(".board-pointer span"), "the better move on the board of a link")
    reader.visit(f"/matches/{match}/review/")
    assert reader.all("main [data-review-at]")
    assert reader.ask("return document.documentElement.scrollWidth") <= PHONE["width"]
