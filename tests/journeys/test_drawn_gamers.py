"""Two people who draw their Gamers in turn, and play with them."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
_DRAW = "return [...document.querySelectorAll('#own-turn [data-act=draw] button')].map((one) => one.textContent)[0] ?? ''"


def test_two_people_draw_in_turn_and_are_led_to_their_match(person: NewPerson) -> None:
    ada, ben = person("ada", width=1400), person("ben", width=390, height=844)
    ada.site.resign_all("ada", "ben")
    ada.sign_in("ada")
    ben.sign_in("ben")
    ada.visit("/lobby/?game=incursion-point-zero")
    ada.press("Create challenge")
    ada.sees("Your Gamers are drawn first.")
    ben.visit("/lobby/")
    ben.press("Take seat", within="Gamers are drawn in turn")
    for one in (ada, ben):
        one.until(lambda one=one: one.path().startswith("/drafts/"), "the room of the draw")
        one.sees("draw four Gamers each")
    ben.press("Match")
    ben.sees("Before the match, you draw your Gamers in turn.")
    ben.press("Draw Gamers")
    for _ in range(8):
        drawing, draw = ada.until(lambda: _due(ada, ben), "somebody's turn")
        drawing.press(draw)
        ada.until(lambda draw=draw, drawing=drawing: _due(ada, ben) != (drawing, draw), "the draw")
    for one in (ada, ben):
        one.until(lambda one=one: one.path().startswith("/matches/"), "the match")
        one.until(lambda one=one: one.all("[data-part=board] *"), "the board")
    match = int(ada.path().strip("/").split("/")[-1])
    board = ada.fetch(f"/api/v1/matches/{match}/")
    assert [len(one) for one in board["view"]["gamers"]] == [4, 4]


def _due(*people: Person) -> tuple[Person, str] | None:
    """Whose turn it is, with the label of the button that draws."""
    return next(((one, str(label)) for one in people if (label := one.ask(_DRAW))), None)
