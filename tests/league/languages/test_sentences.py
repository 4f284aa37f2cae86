"""Words inside sentences, pages that are wholly marked, and emails in the language that their reader chose."""

import re

import pytest
from django.core.mail import EmailMessage
from django.template import Context, Template
from django.test import Client
from django.utils.translation import gettext, override

from engines.i18n import to_stored, translate as _, translate_n
from league.gamers.template_filters import stat_name, talent_kind, talent_name
from league.languages.sentences import status_word, within
from league.notifications.actions.create import NewNotification, _build_data, notify
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.kinds import format_text
from league.notifications.models import Notification
from league.people.models import Player
from matches.catalogues import use_language
from tests.factories import NOON, PlayerFactory
from tests.messages.pseudo import leftovers, pseudo

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


@pytest.mark.django_db
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


@pytest.mark.django_db
@pytest.mark.usefixtures("german")
def test_an_email_is_in_its_readers_language_and_what_programs_are_told_is_english(mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(username="ada", email="ada@example.org", language="de")
    ben = PlayerFactory(username="ben", email="ben@example.org")
    with use_language("de"):
        assert _build_data(told(ada), "ruling")["text"] == "A referee paused your match: Final"
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
