"""The kinds of notifications, their channels and texts. No queries."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engines.i18n import StoredMessage, mark, translate as _, translate_stored

_TIME = '<time datetime="{}" data-local="weekday">{}</time>'
TextParams = Mapping[str, StoredMessage]
"""Placeholders of a notification: names visible to its reader, as messages (`engines.i18n.to_stored`) or user text.

Those of `MOMENTS` are in ISO 8601.
"""
MOMENTS = ("time", "until")


class Kind(models.TextChoices):
    """The kinds of notifications, which players can switch."""

    YOUR_TURN = "your-turn", gettext_lazy("Your turn in a match")
    ROUND = "round", gettext_lazy("A round is published or your match opens")
    CHECK_IN = "check-in", gettext_lazy("Check-in for an event opens")
    PICK = "pick", gettext_lazy("You're on the clock in a draft")
    TRADE = "trade", gettext_lazy("You receive a trade offer")
    ASKED = "asked", gettext_lazy("You're challenged, invited to an event or entered in it, or a spot is reserved for you")
    RULING = "ruling", gettext_lazy("A referee ruled on your match")
    MATCH_TIME = "match-time", gettext_lazy("You agree on a match time, or your match is about to start")
    REPORT = "report", gettext_lazy("A result is reported, disputed or confirmed")
    FOLLOWED = "followed", gettext_lazy("A player you follow starts a rated match")
    WEBHOOK = "webhook", gettext_lazy("One of your webhooks was disabled")
    HELD = "held", gettext_lazy("A draft or event you run is under review")


class Channel(models.TextChoices):
    """The ways to deliver notifications."""

    PAGE = "page", gettext_lazy("On the site")
    EMAIL = "email", gettext_lazy("By email")
    PUSH = "push", gettext_lazy("By push notification")


TEXTS: Mapping[str, str] = {
    "your-turn": mark("It's your turn: {match}"),
    "round": mark("{round} of {event}: you play {opponents}"),
    "round.lineup": mark("{round} of {event} against {opponents}: hand in your line-up"),
    "round.bye": mark("{round} of {event} is published: you have a bye"),
    "check-in": mark("Check-in for {event} is open. Check in, or you won't play"),
    "pick": mark("You're on the clock: {draft}"),
    "trade": mark("{franchise} offers {yours} a trade"),
    "asked.match": mark("{challenger} challenges you: {game}"),
    "asked.declined": mark("{player} declined your challenge: {game}"),
    "asked.declined-why": mark("{player} declined your challenge: {game}. Reason: {reason}"),
    "asked.rematch": mark("{player} declined the rematch: {game}"),
    "asked.rematch-why": mark("{player} declined the rematch: {game}. Reason: {reason}"),
    "asked.ladder": mark("{challenger} challenges you in {event}"),
    "asked.team": mark("{captain} invites you to play for {team} in {event}"),
    "asked.alternate": mark("{round} of {event}: {team} needs a player on board {board}. The first to accept plays"),
    "asked.event": mark("{player} invites you to {event}. Accept or decline"),
    "asked.entered": mark("{player} entered you in {event}. If you don't want to play, leave it on its page"),
    "asked.place": mark("A spot in {event} is reserved for you. Accept or decline it"),
    "ruling.pause": mark("A referee paused your match: {match}"),
    "ruling.resume": mark("A referee resumed your match: {match}"),
    "ruling.add-time": mark("A referee added time in your match: {match}"),
    "ruling.result": mark("A referee set the result of your match: {match}"),
    "ruling.disqualify": mark("A referee disqualified a player of your match: {match}"),
    "ruling.annul": mark("A referee annulled your match: {match}"),
    "ruling.reinstate": mark("A referee reinstated your match: {match}"),
    "ruling.play-again": mark("Your annulled match is replayed: {match}"),
    "ruling.overturned": mark("The result of your pairing was changed: {round} of {event}"),
    "ruling.restored": mark("A ruling on your pairing was reverted: {round} of {event}"),
    "ruling.report": mark("A referee decided the result of your match: {round} of {event}"),
    "report.made": mark("{player} reported a result: {round} of {event}. Confirm or dispute it"),
    "report.disputed": mark("{player} disputes your result: {round} of {event}. A referee will decide"),
    "report.confirmed": mark("Your reported result is confirmed: {round} of {event}"),
    "report.auto": mark("The reported result counts, because it wasn't disputed in time: {round} of {event}"),
    "report.replay": mark("Play your match again: {round} of {event}. The reported result wasn't confirmed"),
    "report.withdrawn": mark("{player} withdrew the reported result: {round} of {event}"),
    "report.referee": mark("A reported result needs a referee: {round} of {event}"),
    "match-time.open": mark("Agree with {opponents} on a time by {until}: {round} of {event}"),
    "match-time.proposed": mark("{player} proposes times for your match. Accept one by {until}: {round} of {event}"),
    "match-time.change": mark("{player} asks to move your match, which is on {time}. Answer before then: {round} of {event}"),
    "match-time.declined": mark("{player} declined your times. Propose others: {round} of {event}"),
    "match-time.reminder": mark("Your match with {opponents} has no time yet. Answer by {until}: {round} of {event}"),
    "match-time.nudge": mark("An organiser asks you to agree with {opponents} on a time: {round} of {event}"),
    "match-time.agreed": mark("Your match with {opponents} is on {time}: {round} of {event}"),
    "match-time.default": mark("The time of your match with {opponents} was set automatically to {time}: {round} of {event}"),
    "match-time.organiser": mark("An organiser set the time of your match with {opponents} to {time}: {round} of {event}"),
    "match-time.removed": mark(
        "Your match with {opponents} has no time of its own any more. It opens with its round: {round} of {event}"
    ),
    "match-time.soon": mark("Your match with {opponents} starts soon, on {time}: {round} of {event}"),
    "match-time.referee": mark("{opponents} haven't agreed on a time. Set one: {round} of {event}"),
    "followed": mark("{player} started a rated match. {match}"),
    "webhook": mark("The webhook to {host} was disabled after {failures} failures in a row"),
    "webhook.gone": mark("The webhook to {host} was disabled, because it no longer exists or refuses access"),
    "held.event": mark("The event {event} is under review. Resume it to try again"),
    "held.draft": mark("The draft {draft} is under review. Resume it or cancel it"),
    "held.match": mark("The draw of Gamers for your match is under review. You can cancel the match"),
}
"""Texts by kind and, after the dot, case."""

EMAIL_DELAYS: Mapping[str, timedelta] = {
    Kind.YOUR_TURN: timedelta(minutes=5),
    Kind.ROUND: timedelta(minutes=2),
    Kind.PICK: timedelta(minutes=1),
}
"""How long an email is delayed; it is dropped if its reader has reacted by then."""


def format_text(kind: str, case: str, params: TextParams, zone: str = "UTC") -> str:
    """Return the sentence of a notification in the active language, with times in a zone, which it names."""
    values = {
        name: f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})" if moment else translate_stored(value)
        for name, value, moment in _iter_params(params)
    }
    return _(TEXTS[f"{kind}.{case}" if case else kind], **values)


def format_as_html(kind: str, case: str, params: TextParams) -> SafeString:
    """Return the sentence of a notification for a page, which shows its times in the zone of the reader's browser."""
    values = {
        name: format_html(_TIME, moment.isoformat(), f"{moment:%Y-%m-%d %H:%M} (UTC)") if moment else translate_stored(value)
        for name, value, moment in _iter_params(params)
    }
    return format_html(str(_(TEXTS[f"{kind}.{case}" if case else kind])), **values)


def _iter_params(params: TextParams) -> Iterator[tuple[str, StoredMessage, datetime | None]]:
    """Yield the name and value of each placeholder, with its moment in UTC if it is one."""
    for name, value in params.items():
        try:
            moment = datetime.fromisoformat(value).astimezone(UTC) if name in MOMENTS and isinstance(value, str) else None
        except ValueError:  # empty, or a text from before moments were stored
            moment = None
        yield name, value, moment
