"""Two people: how they find each other and draw their Gamers, and what each of them, and whoever watches, sees."""

import pytest

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
SOON_S = 2.0


def test_a_challenge_is_taken_by_a_guest_and_each_side_sees_only_its_own_ranks(person: NewPerson) -> None:
    host, guest, watcher = person("host"), person("guest"), person("watcher")
    _sign_up(host, "harriet")
    host.visit("/lobby/")
    host.fill(seat_0="me", seat_1="anyone", preset="quick")
    host.all("[name=random_seats]")[0].click()
    host.press("Create challenge")
    red, blue, gallery = Table(host), Table(guest), Table(watcher)
    red.waits_for("Waiting for a player")
    red.sends_its_seed(1)
    guest.visit("/lobby/")
    guest.press("Take seat", within="harriet")
    watcher.visit(f"/matches/{red.match_id()}/")
    host.until(lambda: "Guest" in host.text("h1"), "the name of who took the seat")
    _set_up(red, blue)
    watcher.until(lambda: len(gallery.pieces()) == 46, "both armies", 5)
    _sees_only(red, "0")
    _sees_only(blue, "1")
    _sees_only(gallery, "")
    for _ in range(4):
        _one_move_is_told_to_all(red, blue, gallery)
    _sees_only(red, "0")
    _sees_only(blue, "1")
    _sees_only(gallery, "")
    _a_refusal_is_told_until_it_was_read(host, guest)
    for one in (host, guest, watcher):
        one.driver.refresh()
    _sees_only(blue, "1")
    _sees_only(gallery, "")


def _a_refusal_is_told_until_it_was_read(host: Person, guest: Person) -> None:
    host.press("Request pause")
    guest.sees("harriet requests a pause")
    guest.press("Decline")
    guest.sees("You declined harriet’s pause request.")
    host.sees("declined your pause request.")
    host.driver.refresh()
    host.sees("declined your pause request.")
    host.press("Dismiss")
    host.until(lambda: "declined your" not in host.text("main [data-part='talks']"), "the end of what was read")


def _sign_up(one: Person, username: str) -> None:
    one.visit("/")
    one.press("Create account")
    one.fill(username=username, password="a-quiet-river-4", again="a-quiet-river-4")
    one.submit()
    one.sees(username, "header")


def _set_up(red: Table, blue: Table) -> None:
    def asked() -> Table | None:
        return next((one for one in (red, blue) if "You have the advantage" in one.status()), None)

    red.person.until(asked, "the question who moves first").person.press("Move first")
    red.hand_in("Fortress")
    red.waits_for("Set-up submitted.")
    assert not any(piece[0] == "0" for piece in blue.pieces().values())
    blue.hand_in("Left hook")


def _sees_only(table: Table, seat: str) -> None:
    """Neither the board, nor the page as it was sent, nor the API holds a rank of another living piece."""
    pieces = table.person.until(table.pieces, "the board").values()
    assert all((piece[0] == seat) == (len(piece) == 3) for piece in pieces)
    assert bool(table.drawn_codes()) == bool(seat)
    sent = table.person.ask("return JSON.parse(document.getElementById('board').textContent)")
    for board in (sent, table.board()):
        for owner, code in (board["view"] or {"squares": {}})["squares"].values():
            assert (str(owner) == seat) == (code is not None)


def _one_move_is_told_to_all(red: Table, blue: Table, gallery: Table) -> None:
    def due() -> Table | None:
        return next((one for one in (red, blue) if one.my_turn()), None)

    mover = red.person.until(due, "somebody's turn")
    tables = [one for one in (red, blue, gallery) if one is not mover]
    before = len(mover.log())
    mover.move()
    for one in tables:
        one.person.until(lambda one=one: len(one.log()) > before, "the move in the log", SOON_S)
        one.person.until(lambda one=one: one.log() == mover.log(), "the same words on all pages")


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


@pytest.mark.prove
def test_two_people_draw_in_turn_and_are_led_to_their_match(person: NewPerson) -> None:
    ada, ben = person("ada", signed_in=True, width=1400), person("ben", signed_in=True, width=390, height=844)
    ada.site.do(acts.resign_all, "ada", "ben")
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
    assert [len(one) for one in Table(ada).board()["view"]["gamers"]] == [4, 4]


def _due(*people: Person) -> tuple[Person, str] | None:
    """Whose turn it is, with the label of the button that draws."""
    return next(((one, str(label)) for one in people if (label := one.ask(_DRAW))), None)
