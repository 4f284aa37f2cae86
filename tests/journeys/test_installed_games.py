"""Two games that were installed with pip: rated matches and events of them, by mouse, keys and on a phone."""

import pytest
from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table
from tests.services import axe

pytestmark = ON_THE_SITE
_OWN = "return document.querySelector('[data-part=board] [data-mark=own]')"
_FOCUS = "document.querySelector('[data-part=board] [tabindex=\"0\"]').focus()"
_AT = "return document.activeElement.dataset.place"


def column_of(person: Person, column: str) -> None:
    """Choose a column of Connect Four by keys: the arrows go there, Enter chooses."""
    person.until(lambda: person.ask(_OWN), "a place to choose")
    person.ask(_FOCUS)
    while (at := person.ask(_AT))[0] != column:
        person.keys(Keys.ARROW_RIGHT if at[0] < column else Keys.ARROW_LEFT)
    person.keys(Keys.ENTER)


def say(person: Person, word: str) -> None:
    """Press a button of Kuhn poker."""
    person.press({"check": "Check", "bet": "Bet 1", "call": "Call", "fold": "Fold"}[word])


ENTER = {"connect-four": column_of, "kuhn-poker": say}
NAMES = {"connect-four": "Connect Four", "kuhn-poker": "Kuhn poker"}
FORMATS = {"connect-four": "single-elimination", "kuhn-poker": "swiss"}
"""Cards may make a draw of poker, after which a knock-out would go on."""


def finish(key: str, players: list[Person]) -> None:
    """Play the match that both look at: a move each by hand, the rest as bots would, the last one by hand again."""
    match = Table(players[0]).match_id()
    for word in {"connect-four": ("d", "d"), "kuhn-poker": ("check", "check")}[key]:
        acting = players[players[0].until(lambda: Table(players[0]).board()["to_act"], "a player to act")[0]]
        Table(acting).logs(word, lambda acting=acting, word=word: ENTER[key](acting, word))  # type: ignore[misc]
    last = players[0].site.do(acts.play_on, match)
    acting = players[players[0].until(lambda: Table(players[0]).board()["to_act"], "a player to act")[0]]
    acting.driver.refresh()
    acting.until(lambda: acting.all(".match-ready"), "the board")
    ENTER[key](acting, last)
    for player in players:
        player.sees("Four in a row" if key == "connect-four" else "chips decide")


@pytest.mark.parametrize("key", ["connect-four", pytest.param("kuhn-poker", marks=pytest.mark.prove)])
def test_an_installed_game_is_played_rated_and_in_an_event(person: NewPerson, key: str) -> None:
    ada, ben = person("ada", signed_in=True), person("ben", signed_in=True, width=390, height=844)
    ada.site.do(acts.resign_all, "ada", "ben")
    ada.visit(f"/lobby/?game={key}")
    ada.all("#offer [name=random_seats]")[0].click()
    ada.all("#offer [name=rated]")[0].click()
    assert ada.all("#offer [name=rated]")[0].is_selected()
    ada.press("Create challenge")
    ada.sees("Waiting for a player")
    Table(ada).sends_its_seed(1)
    ben.visit("/lobby/")
    ben.press("Take seat", within="Ada")
    for player in (ada, ben):
        player.until(lambda player=player: player.all(".match-ready :is(.gb-cell, .gb-card)"), "the board")
        axe.bring(player.driver)
        assert axe.violations(player.driver, frame=False) == []
        player.driver.refresh()
    finish(key, [ada, ben])
    ada.sees(" → ")
    olivia = person("olivia", signed_in=True)
    olivia.site.do(acts.agree, "olivia", "ada", "ben")
    olivia.visit("/events/new/")
    olivia.fill(name=f"{NAMES[key]} night", game=NAMES[key], names="@ada\n@ben")
    olivia.all(f".format-card:has([value={FORMATS[key]}])")[0].click()
    if FORMATS[key] == "swiss":
        olivia.press("More")
        olivia.fill(setting_rounds="1")
    olivia.press("Publish and start")
    olivia.sees("Round 1")
    event = olivia.path()
    for player in (ada, ben):
        player.visit(event)
        player.until(lambda player=player: player.all("main a[href*='/matches/']"), "the match")[0].click()
        player.until(lambda player=player: player.all(".match-ready"), "the match page")
    Table(ada).sends_its_seed(2)
    for player in (ada, ben):
        player.press("Ready")
    seats = ada.until(lambda: (board := Table(ada).board())["status"] == "playing" and board["seats"], "the start")
    finish(key, [ada, ben] if seats[0]["player"] == "Ada" else [ben, ada])
    olivia.until(lambda: (olivia.visit(event), "Finished" in olivia.text())[1], "the end of the event")
