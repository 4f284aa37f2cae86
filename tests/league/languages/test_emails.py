"""Letters go in the language that their reader chose, whoever causes them."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage

from engines.i18n import to_stored, translate as _
from league.notifications.actions.create import NewNotification, _build_data, notify
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.kinds import format_text
from league.notifications.models import Notification
from league.people.models import Player
from matches.catalogues import use_language
from tests.factories import NOON, PlayerFactory

pytestmark = pytest.mark.django_db


def told(player: Player) -> NewNotification:
    return NewNotification(player.pk, "one", {"match": to_stored(_("Final"))}, "/matches/1/", case="pause")


@pytest.mark.usefixtures("german")
def test_an_email_is_in_its_readers_language(mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(username="ada", email="ada@example.org", language="de")
    ben = PlayerFactory(username="ben", email="ben@example.org")
    notify([told(ada), told(ben)], kind="ruling", at=NOON)
    with use_language("de"):
        send_due_emails(lambda: NOON)
    subjects = {email.to[0]: email.subject for email in mailoutbox}
    assert subjects == {
        "ada@example.org": "Ein Schiedsrichter hat deine Partie unterbrochen: Finale",
        "ben@example.org": "A referee paused your match: Final",
    }
    german = next(str(email.body) for email in mailoutbox if email.to == ["ada@example.org"])
    assert german.startswith("Hallo ada,")
    assert "Ein Schiedsrichter hat über deine Partie entschieden" in german


@pytest.mark.usefixtures("german")
def test_what_programs_are_told_is_english_whoever_causes_it() -> None:
    ada = PlayerFactory(username="ada")
    with use_language("de"):
        data = _build_data(told(ada), "ruling")
        notify([told(ada)], kind="ruling", at=NOON)
        assert Notification.objects.get().text == "Ein Schiedsrichter hat deine Partie unterbrochen: Finale"
    assert data["text"] == "A referee paused your match: Final"


def test_the_names_of_the_others_at_a_match_stay_as_they_are() -> None:
    match = to_stored(_("{game} against {others}", game="Zero Day", others="Lobby Lion, Referee"))
    with use_language("de"):
        assert format_text("your-turn", "", {"match": match}) == "Du bist am Zug: Zero Day gegen Lobby Lion, Referee"
