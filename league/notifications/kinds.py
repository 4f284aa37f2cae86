"""The kinds of notifications, their channels and texts. No queries."""

from collections.abc import Mapping
from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy

from engines.words import Stored, marked, retell, told

About = Mapping[str, Stored]
"""Placeholders of a notification: names visible to its reader, as messages (`engines.words.stored`) or user text."""


class Kind(models.TextChoices):
    """The kinds of notifications, which players can switch."""

    YOUR_TURN = "your-turn", gettext_lazy("Your turn in a match")
    ROUND = "round", gettext_lazy("A round is published, or your match is open")
    CHECK_IN = "check-in", gettext_lazy("Check-in of an event opens")
    PICK = "pick", gettext_lazy("Your pick is due in a draft")
    TRADE = "trade", gettext_lazy("A trade is offered to you")
    ASKED = "asked", gettext_lazy("Somebody challenges you, or a place is kept for you")
    RULING = "ruling", gettext_lazy("A referee ruled on your match")
    WEBHOOK = "webhook", gettext_lazy("A webhook of yours was switched off")
    HELD = "held", gettext_lazy("A draft or an event that you run is held for review")


class Channel(models.TextChoices):
    """The ways to deliver notifications."""

    PAGE = "page", gettext_lazy("On the site")
    EMAIL = "email", gettext_lazy("By e-mail")
    PUSH = "push", gettext_lazy("Pushed to browsers")


WORDS: Mapping[str, str] = {
    "your-turn": marked("It is your turn: {match}"),
    "round": marked("{round} of {event}: you meet {opponents}"),
    "round.bye": marked("{round} of {event} is published: you have a bye"),
    "check-in": marked("Check-in of {event} is open: who does not check in does not play"),
    "pick": marked("Your turn in the draft {draft}"),
    "trade": marked("{franchise} offers {yours} a trade"),
    "asked.match": marked("{challenger} challenges you: {game}"),
    "asked.ladder": marked("{challenger} challenges you in {event}"),
    "asked.place": marked("A place in {event} is kept for you: accept or decline it"),
    "ruling.pause": marked("A referee paused your match: {match}"),
    "ruling.resume": marked("A referee let your match go on: {match}"),
    "ruling.add-time": marked("A referee added time in your match: {match}"),
    "ruling.result": marked("A referee ruled on the result of your match: {match}"),
    "ruling.disqualify": marked("A referee disqualified a player of your match: {match}"),
    "ruling.annul": marked("A referee annulled your match: {match}"),
    "ruling.reinstate": marked("A referee took back a ruling on your match: {match}"),
    "ruling.play-again": marked("Your annulled match is played again: {match}"),
    "ruling.overturned": marked("The result of your pairing was changed: {round} of {event}"),
    "ruling.restored": marked("A ruling on your pairing was taken back: {round} of {event}"),
    "webhook": marked("The webhook to {host} was switched off: it failed {failures} times in a row"),
    "held.event": marked("The event {event} is held for review. Resume it to try again"),
    "held.draft": marked("The draft {draft} is held for review. Resume it or cancel it"),
    "held.match": marked("The draw of Gamers for your match is held for review. You can cancel the match"),
}
"""Texts by kind and, after the dot, case."""

MAIL_WAITS: Mapping[str, timedelta] = {
    Kind.YOUR_TURN: timedelta(minutes=5),
    Kind.ROUND: timedelta(minutes=2),
    Kind.PICK: timedelta(minutes=1),
}
"""How long an email is delayed; it is dropped if its reader has reacted by then."""


def words(kind: str, case: str, about: About) -> str:
    """Return the sentence of a notification in the active language."""
    named = {name: retell(value) for name, value in about.items()}
    return told(WORDS[f"{kind}.{case}" if case else kind], **named)
