"""Ways into a match and back: quick pairing, and the bar that leads to a running match."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
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
