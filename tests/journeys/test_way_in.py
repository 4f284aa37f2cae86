"""Ways into a match and back: quick pairing, the bar that leads to a running match, and Gamers drawn in turn."""

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
BAR = ".live-bar"


def test_two_guests_are_paired_and_find_back_from_another_page(person: NewPerson) -> None:
    ada, ben = person("ada"), person("ben")
    ada.visit("/")
    ada.ask("document.querySelector('#pair-field-tactics button').click()")
    ada.sees("Finding an opponent…")
    ada.sees("± 100")
    ben.visit("/lobby/")
    ben.sees("1", css="#quick-pairing .badge")
    ben.ask("document.querySelector('#quick-pairing [value=\"field-tactics fast\"]').click()")
    first, second = Table(ada), Table(ben)
    for player in (ada, ben):
        player.sees("Request pause")
    assert second.match_id() == first.match_id()
    ada.visit("/rules/")
    ada.sees("Your match against Guest", css=BAR)
    ada.until(lambda: ":" in ada.text(f"{BAR} [data-part=clock]"), "the clock")
    ben.press("Resign")
    ben.until(lambda: ben.all("dialog[open] .btn-danger"), "the question")[0].click()
    ada.sees("Match over", css=BAR)
    ada.press("View result")
    ada.until(lambda: f"/matches/{first.match_id()}/" in ada.path(), "the match")
    assert not ada.all(BAR)


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
