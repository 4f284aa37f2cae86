"""What people are told, by which way, and in which words. Pure: nothing here fetches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import models

About = Mapping[str, str]
"""What a notification is about, by name: only names, titles and labels that its reader may see anywhere."""


class Kind(models.TextChoices):
    YOUR_TURN = "your-turn", "Your turn in a match"
    ROUND = "round", "A round is published, or your match is open"
    CHECK_IN = "check-in", "Check-in of an event opens"
    PICK = "pick", "Your pick is due in a draft"
    TRADE = "trade", "A trade is offered to you"
    ASKED = "asked", "Somebody challenges you, or a place is kept for you"
    RULING = "ruling", "A referee ruled on your match"
    WEBHOOK = "webhook", "A webhook of yours was switched off"


class Channel(models.TextChoices):
    PAGE = "page", "On the site"
    EMAIL = "email", "By e-mail"
    PUSH = "push", "Pushed to browsers"


WORDS: Mapping[str, str] = {
    "your-turn": "It is your turn: {match}",
    "round": "{round} of {event}: you meet {opponents}",
    "round.bye": "{round} of {event} is published: you have a bye",
    "check-in": "Check-in of {event} is open: who does not check in does not play",
    "pick": "Your turn in the draft {draft}",
    "trade": "{franchise} offers {yours} a trade",
    "asked.match": "{challenger} challenges you: {game}",
    "asked.ladder": "{challenger} challenges you in {event}",
    "asked.place": "A place in {event} is kept for you: accept or decline it",
    "ruling.pause": "A referee paused your match: {match}",
    "ruling.resume": "A referee let your match go on: {match}",
    "ruling.add-time": "A referee added time in your match: {match}",
    "ruling.result": "A referee ruled on the result of your match: {match}",
    "ruling.disqualify": "A referee disqualified a player of your match: {match}",
    "ruling.annul": "A referee annulled your match: {match}",
    "ruling.reinstate": "A referee took back a ruling on your match: {match}",
    "ruling.play-again": "Your annulled match is played again: {match}",
    "ruling.overturned": "The result of your pairing was changed: {round} of {event}",
    "ruling.restored": "A ruling on your pairing was taken back: {round} of {event}",
    "webhook": "The webhook to {host} was switched off: it failed {failures} times in a row",
}
"""By kind and, behind the dot, case."""

MAIL_WAITS: Mapping[str, timedelta] = {
    Kind.YOUR_TURN: timedelta(minutes=5),
    Kind.ROUND: timedelta(minutes=2),
    Kind.PICK: timedelta(minutes=1),
}
"""So long a letter waits for its reader to come by; whoever has seen to it by then gets none."""


def words(kind: str, case: str, about: About) -> str:
    """The sentence of a notification."""
    return WORDS[f"{kind}.{case}" if case else kind].format_map(about)


def wanted(switches: Mapping[str, bool], kind: str, channel: str) -> bool:
    """Whether somebody is told of this kind in this way; everything is on until it is switched off."""
    return switches.get(f"{kind}:{channel}", True)
