import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, override

from engines.i18n import to_stored, translate as _, translate_n
from league.gamers.template_filters import stat_name, talent_kind, talent_name
from league.languages.scripts import get_translation_urls
from league.languages.sentences import status_word, within
from league.notifications.actions.create import NewNotification, _build_data, notify
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.kinds import format_text
from league.notifications.models import Notification
from league.people.models import Player
from matches.catalogues import choose_language, use_language
from tests.factories import NOON, PASSWORD, PlayerFactory, started_event
from tests.messages.pseudo import leftovers, pseudo

pytestmark = pytest.mark.django_db
GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def test_what_was_chosen_comes_before_what_the_browser_asks_for() -> None:
    for chosen, accepted, language in (
        ("", "", "en"), ("de", "", "de"), ("de", "en", "de"), ("en", "de", "en"), ("fr", "de", "de"), ("<b>", "", "en"),
        ("", "de", "de"), ("", "de-CH", "de"), ("", "DE", "de"), ("", "fr, de;q=0.3", "de"), ("", "en;q=0.4, de;q=0.5", "de"),
        ("", "de;q=0", "en"), ("", "fr", "en"), ("", "*", "en"), ("", "fr, *;q=0.1, de;q=0.05", "en"),
        ("", ";;q=,,=de;q=x", "en"),
    ):  # fmt: skip
        assert choose_language(chosen, accepted, ["en", "de"]) == language, (chosen, accepted)


def test_where_one_language_is_offered_nothing_is_chosen_and_nothing_varies(client: Client, settings: Any) -> None:
    settings.LANGUAGES_OFFERED = ["en"]
    answer = client.get("/verify/", headers=GERMAN)
    assert '<html lang="en">' in answer.content.decode()
    assert "Deutsch" not in answer.content.decode()
    assert "Accept-Language" not in answer.get("Vary", "")
    assert "Content-Language" not in answer


@pytest.mark.usefixtures("german")
def test_a_page_speaks_as_the_browser_asks_and_says_so(client: Client) -> None:
    answer = client.get("/verify/", headers=GERMAN)
    page = answer.content.decode()
    assert '<html lang="de">' in page
    assert "Zum Inhalt springen" in page
    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in answer["Vary"].split(",")}
    english = client.get("/verify/").content.decode()
    assert "Skip to content" in english
    assert '<html lang="en">' in english
    assert 'id="words"' not in english, "English pages fetch no words"
    assert translation.get_language() == "en", "nothing is left behind"
    assert "Accept-Language" in client.get("/api/v1/games", headers=GERMAN)["Vary"], "programs too"


@pytest.mark.usefixtures("german")
def test_the_choice_at_the_end_of_the_page_holds_for_the_browser_and_needs_no_token() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "de", "next": "/verify/?a=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/verify/?a=1")
    assert client.cookies["language"]["samesite"] == "Lax"
    assert '<html lang="de">' in client.get("/verify/").content.decode()
    client.post("/language/", {"language": "en"})
    assert '<html lang="en">' in client.get("/verify/", headers=GERMAN).content.decode()
    assert client.post("/language/", {"language": "fr"}).status_code == 404
    assert client.cookies["language"].value == "en"
    for back in ("https://example.org/", "//example.org/", "javascript:alert(1)", ""):
        assert client.post("/language/", {"language": "de", "next": back})["Location"] == "/", back


@pytest.mark.usefixtures("german")
def test_who_is_signed_in_chooses_for_emails_too(client: Client) -> None:
    player: Player = PlayerFactory(username="ada")
    client.login(username="ada", password=PASSWORD)
    client.post("/language/", {"language": "de"})
    player.refresh_from_db()
    assert player.language == "de"
    client.post("/accounts/profile/", {"display_name": "Ada", "about": "", "language": "en"})
    player.refresh_from_db()
    assert (player.language, client.cookies["language"].value) == ("en", "en")


@pytest.mark.usefixtures("german")
def test_a_framed_page_goes_by_the_browser_alone(client: Client) -> None:
    made = started_event(PlayerFactory(), PlayerFactory())
    client.cookies["language"] = "de"
    path = f"/events/{made.pk}/embed/"
    answer = client.get(path)
    assert '<html lang="en">' in answer.content.decode()
    assert "Cookie" not in answer["Vary"]
    assert '<html lang="de">' in client.get(path, headers=GERMAN).content.decode()


@pytest.mark.usefixtures("german")
def test_scripts_find_their_words_under_an_address_that_changes_with_them(client: Client) -> None:
    address = get_translation_urls("de")["site"]
    assert address in client.get("/rules/", headers=GERMAN).content.decode()
    answer: Any = client.get(address, headers=GERMAN)
    assert answer.json()["just now"] == "gerade eben"
    assert "immutable" in answer["Cache-Control"]
    assert "Accept-Language" not in answer.get("Vary", "")
    assert client.get("/words/de/site/00.json")["Cache-Control"] == "no-cache"
    assert client.get("/words/de/passwords/0.json").status_code == 404
    assert client.get("/words/en/site/0.json").status_code == 404


NAMES = frozenset({"League Zero", "English", "Deutsch"})


def test_names_and_codes_inside_a_sentence_are_told_in_the_language_of_the_reader() -> None:
    talent = stat_name("xfactor"), talent_kind("interrupt"), talent_name("dead-air")
    assert talent == ("X-factor", "interrupt", "Dead Air")
    assert within("Round robin") == "round robin", "a name begins small in English alone"
    assert [status_word(one) for one in ("playing", "void", "unheard-of")] == ["playing", "void", "unheard-of"]
    match = to_stored(_("{game} against {others}", game="Zero Day", others="Lobby Lion, Referee"))
    with use_language("de"):
        assert within("Rundenturnier") == "Rundenturnier"
        assert [status_word(one) for one in ("playing", "void", "unheard-of")] == ["läuft", "annulliert", "unheard-of"]
        talent = stat_name("xfactor"), talent_kind("interrupt"), talent_name("dead-air")
        assert talent == ("X-Faktor", "Unterbrechung", "Funkstille")
        assert (stat_name("luck"), talent_kind("none"), talent_name("unheard-of")) == ("Luck", "none", "unheard-of")
        assert format_text("your-turn", "", {"match": match}) == "Du bist am Zug: Zero Day gegen Lobby Lion, Referee"


def test_what_we_have_not_marked_is_not_told_though_the_framework_knows_it() -> None:
    with use_language("de"):
        assert gettext("Delete") == "Löschen", "else this says nothing"
        assert _("Delete") == "Delete", "a unit of Zero Order"
        assert _("It is not your turn.") == "Du bist nicht am Zug."
        assert translate_n("{n} day", "{n} days", 2) == "2 Tage"


def test_numbers_have_a_decimal_point_in_every_language_with_or_without_a_catalogue() -> None:
    for language in ("en", "de", "nl", "pt-br"):
        with override(language):
            assert Template("{{ number }} {{ number|floatformat:2 }}").render(Context({"number": 2.5})) == "2.5 2.50"


def test_in_the_language_of_brackets_the_frame_of_a_page_is_wholly_marked(client: Client) -> None:
    with pseudo():
        page = client.get("/verify/", headers={"accept-language": "de"}).content.decode()
    frame = re.sub(r"<main.*?</main>|<title>.*?</title>", "", page, flags=re.DOTALL)
    assert "⟦Skip to content⟧" in frame
    assert leftovers(frame, allowed=NAMES) == []
    page = '<p>⟦Rules of ⟦Order⟧⟧ 12:30</p><p title="Left">⟦a⟧ over</p><code>x = yes</code><p lang="en">as it is</p>'
    assert leftovers(page) == ["Left", "⟦a⟧ over"], "what is not marked is found"


def told(player: Player) -> NewNotification:
    return NewNotification(player.pk, "one", {"match": to_stored(_("Final"))}, "/matches/1/", case="pause")


@pytest.mark.usefixtures("german")
def test_an_email_is_in_its_readers_language_and_what_programs_are_told_is_english(mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(username="ada", email="ada@example.org", language="de")
    ben = PlayerFactory(username="ben", email="ben@example.org")
    with use_language("de"):
        assert _build_data(told(ada), "ruling", "UTC")["text"] == "A referee paused your match: Final"
        notify([told(ada), told(ben)], kind="ruling", at=NOON)
        assert {one.text for one in Notification.objects.all()} == {"Ein Schiedsrichter hat deine Partie unterbrochen: Finale"}
        send_due_emails(lambda: NOON)
    emails = {email.to[0]: email for email in mailoutbox}
    assert {address: email.subject for address, email in emails.items()} == {
        "ada@example.org": "Ein Schiedsrichter hat deine Partie unterbrochen: Finale",
        "ben@example.org": "A referee paused your match: Final",
    }
    german = str(emails["ada@example.org"].body)
    assert german.startswith("Hallo ada,")
    assert "Ein Schiedsrichter hat über deine Partie entschieden" in german
