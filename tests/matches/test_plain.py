"""Without JavaScript every act at a match is a button of a form, and the answer is a page."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.test import Client

from matches.actions.judging import adjudicate
from matches.actions.opening import SeatPlan, open_match
from matches.clock import Control
from matches.models import Match, Message, Mute, Report, Seat, Status, Submission
from matches.moment import now
from matches.terms import CASUAL
from matches.views import plain
from tests.factories import PlayerFactory
from tests.matches.conftest import Sat

Sit = Callable[..., Sat]
FORM = "application/x-www-form-urlencoded"


class Forms(HTMLParser):
    """The forms of a page: where they go, what they hold, and their buttons by the words on them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str], dict[str, tuple[str, str]]]] = []
        self.button: tuple[str, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            assert given["method"] == "post"
            self.found.append((given["action"], {}, {}))
        elif tag == "input":
            self.found[-1][1][given["name"]] = given.get("value", "")
        elif tag == "button":
            self.button = given.get("name", ""), given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.button is not None:
            self.found[-1][2][data.strip()] = self.button
            self.button = None


class Reader:
    """A browser without JavaScript on a match's page in words."""

    def __init__(self, match_id: int, player: object = None) -> None:
        self.address = f"/matches/{match_id}/plain/"
        self.client = Client(enforce_csrf_checks=True)
        if player is not None:
            self.client.force_login(player)  # type: ignore[arg-type]

    def page(self) -> str:
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        return str(answer.content.decode()).partition("<main")[2].partition("</main>")[0]

    def buttons(self) -> set[str]:
        return {words for _, _, buttons in Forms(self.page()).found for words in buttons}

    def press(self, words: str, **filled: str) -> str:
        """Press a button of the page, its form filled in; the page that comes."""
        action, fields, buttons = next(one for one in Forms(self.page()).found if words in one[2])
        name, value = buttons[words]
        sent = {**fields, **filled, **({name: value} if name else {})}
        answer = self.client.post(action, urlencode(sent), FORM, follow=True)
        assert (answer.status_code, len(answer.redirect_chain)) == (200, 1)
        return str(answer.content.decode())


@pytest.fixture
def casual(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> Sat:
    """A casual match of people, Red to move; forms arrive when its clock says."""
    table = sit().begin()
    monkeypatch.setattr(plain, "arrival", lambda _: table.at)
    Match.objects.filter(pk=table.id).update(terms=CASUAL.dump())
    return table


def test_a_seat_is_taken_by_a_guest_and_the_match_starts_when_all_are_ready(db: None) -> None:
    host = PlayerFactory()
    seats = [SeatPlan(host.pk), SeatPlan(None)]
    made = open_match(game="order-and-chaos", options={}, seats=seats, control=Control(), at=now())
    visitor, owner = Reader(made), Reader(made, host)
    assert "A seat is free" in visitor.page()
    assert "The seat is yours." in visitor.press("Play Chaos")
    guest = Seat.objects.get(match=made, number=1)
    assert guest.player is not None
    assert guest.ready_at is not None
    assert "It is your turn" in owner.press("I am ready")
    assert Match.objects.get(pk=made).status == Status.PLAYING


def test_a_move_is_typed_and_the_page_says_what_became_of_it(casual: Sat) -> None:
    red = Reader(casual.id, casual.red)
    assert "has not judged it yet" in red.press("Send", move="B4-B5")
    sent = Submission.objects.get(match=casual.id, text="B4-B5")
    adjudicate(match_id=casual.id, at=sent.received_at)
    assert "It is the turn of" in red.page()
    blue = Reader(casual.id, casual.blue)
    blue.press("Send", move="A1-A9")
    wrong = Submission.objects.get(match=casual.id, text="A1-A9")
    adjudicate(match_id=casual.id, at=wrong.received_at)
    told = blue.client.get(f"{blue.address}?sent={wrong.key}").content.decode()
    wrong.refresh_from_db()
    assert wrong.code
    assert wrong.refusal in unescape(told)
    assert "A1-A9" not in Client().get(f"{blue.address}?sent={wrong.key}").content.decode()


def test_players_ask_answer_and_withdraw(casual: Sat) -> None:
    red, blue = Reader(casual.id, casual.red), Reader(casual.id, casual.blue)
    assert "You have asked for a pause" in red.press("Ask for a pause")
    assert "Withdraw" in red.buttons()
    red.press("Withdraw")
    assert "Agree to the pause" not in blue.buttons()
    casual.say(0, "B4-B5")
    blue.press("Ask for a pause")
    assert "The match is paused" in red.press("Agree to the pause")
    blue.press("I am back: go on")
    assert "Decline" not in red.buttons()
    red.press("Go on")
    assert casual.row.status == Status.PLAYING


def test_a_match_is_resigned_behind_a_question(casual: Sat) -> None:
    Reader(casual.id, casual.red).press("Resign this match")
    sent = Submission.objects.get(match=casual.id, text="resign")
    adjudicate(match_id=casual.id, at=sent.received_at)
    page = Reader(casual.id).page()
    assert f"{casual.blue} won." in page
    assert "Verify it" in page


def test_words_are_said_muted_heard_again_and_reported(casual: Sat) -> None:
    red, blue = Reader(casual.id, casual.red), Reader(casual.id, casual.blue)
    names = [form for form in Forms(red.page()).found if form[1].get("room") == "players"]
    assert len(names) == 1
    action, fields, _ = names[0]
    red.client.post(action, {**fields, "act": "say", "text": "Good luck!"})
    assert Message.objects.get(match=casual.id).text == "Good luck!"
    assert "Thank you" in blue.press("Report", why="too kind")
    assert Report.objects.get().why == "too kind"
    blue.press("Mute")
    assert "Good luck!" not in blue.page()
    blue.press(f"Hear {casual.red.username} again")
    assert not Mute.objects.exists()


REFUSED = [
    ({"act": "move", "turn": "x", "move": "B4-B5", "key": "k"}, "is a whole number"),
    ({"act": "move", "turn": "9" * 30, "move": "B4-B5", "key": "k"}, "is a whole number"),
    ({"act": "move", "turn": "2", "move": "", "key": "k"}, "Write your action"),
    ({"act": "move", "turn": "2", "move": "B4-B5"}, "Give the submission a key"),
    ({"act": "dance"}, "does not know"),
    ({}, "does not know"),
    ({"act": "abort"}, "Two moves have been made"),
    ({"act": "claim", "seat": "1", "what": "all"}, "Claim a win or a draw"),
    ({"act": "vacation", "days": "-1"}, "is a whole number"),
    ({"act": "berserk"}, "go berserk here"),
    ({"act": "hint"}, "on your own"),
    ({"act": "draw", "do": "dance"}, ""),
]
"""What is sent, and words of the answer."""


def test_what_cannot_be_done_is_answered_in_words_and_changes_nothing(casual: Sat) -> None:
    client, before = Client(), casual.row
    client.force_login(casual.red)
    for sent, words in REFUSED:
        answer = client.post(f"/matches/{casual.id}/plain/", sent, follow=True)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "notice-error" in page or "notice-bad" in page
        assert words in page
        after = casual.row
        assert (after.last_hash, after.asked, after.status) == (before.last_hash, before.asked, "playing")
    assert not Submission.objects.filter(match=casual.id, judged_at=None).exists()


def test_a_visitor_is_asked_to_sign_in_and_a_spectator_has_no_buttons_of_players(casual: Sat) -> None:
    visitor = Reader(casual.id)
    assert visitor.buttons() == set()
    answer = Client().post(visitor.address, {"act": "resign"}, follow=True).content.decode()
    assert "Sign in first" in answer
    assert Reader(casual.id, PlayerFactory()).buttons() == {"Send"}
    assert Client().get("/matches/987654/plain/").status_code == 404
    assert Client().post("/matches/987654/plain/", {"act": "resign"}).status_code == 404


def test_without_javascript_the_match_page_leads_to_its_page_in_words(casual: Sat) -> None:
    page = Client().get(f"/matches/{casual.id}/").content.decode()
    assert f'href="/matches/{casual.id}/plain/"' in page.partition("<noscript>")[2]
