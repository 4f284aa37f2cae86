"""How much one person, one address and all together may set going: guests, matches with bots, events, leagues.

What runs is counted in its rows (`settings.QUOTAS`), what is made within a time in buckets (`settings.RATE_LIMITS`).
An address is that of a household (`matches.addresses.network`), and only a digest of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from engines.words import say
from league.events.models import Entrant, Event, EventStatus
from league.leagues.models import League, Role, Staff
from league.lobby.models import Challenge
from league.people.models import Player
from matches.addresses import network
from matches.models import RUNNING, Match, Status
from matches.rate_limits import address_bucket, find_exceeded
from matches.refusals import Refused

OVER = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)


def origin_of(meta: Mapping[str, Any]) -> str:
    """Return what stands for the address of a request: a digest under the site's key; empty without an address."""
    place = network(str(meta.get("REMOTE_ADDR", "")))
    return salted_hmac("league.quotas", place, algorithm="sha256").hexdigest()[:32] if place else ""


def count_guest(meta: Mapping[str, Any]) -> None:
    """Count a guest that is about to be made. Raises Refused("too-many")."""
    _count("guests", meta)


def count_event(meta: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Count the event that is made inside. Raises Refused("too-many"), and takes the event back, over the limit."""
    return _counted("events", meta)


def count_league(meta: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Count the league that is made inside. Raises Refused("too-many"), and takes the league back, over the limit."""
    return _counted("leagues", meta)


@contextmanager
def _counted(what: str, meta: Mapping[str, Any]) -> Iterator[None]:
    with transaction.atomic():
        yield
        _count(what, meta)


def check_bot_matches(origin: str) -> None:
    """Refuse another match with bots where as many wait or are played from this address, or in all."""
    going = (Status.OPEN, *RUNNING)
    if origin and Challenge.objects.filter(origin=origin, match__status__in=going).count() >= _most(
        "bot_matches_per_address"
    ):
        raise Refused("too-many", say("Too many matches with bots are going on from your network. Finish one first."))
    running = Match.objects.filter(status__in=RUNNING, bots_only=False, seats__bot__gt="").distinct()
    if running.count() >= _most("bot_matches"):
        raise Refused("too-many", say("All bots are busy. Try again in a few minutes, or challenge a player."))


def check_events(by: int) -> None:
    """Refuse another event to somebody who has as many that are not over. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by)
    if Event.objects.filter(organiser=by, demo=False).exclude(status__in=OVER).count() >= _most("events_per_person"):
        raise Refused("too-many", say("You've reached the limit of unfinished events. Finish or cancel one first."))


def check_leagues(by: int) -> None:
    """Refuse another league to somebody who organises as many. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by)
    own = Staff.objects.filter(player=by, role=Role.ORGANISER).values("league")
    if League.objects.filter(pk__in=own).count() >= _most("leagues_per_person"):
        raise Refused("too-many", say("You've reached the limit of leagues."))


def check_event_bots(organiser: int) -> None:
    """Refuse another bot in an organiser's unfinished events where there are as many, or in all events together."""
    bots = Entrant.objects.filter(player__bot__gt="", event__demo=False).exclude(event__status__in=OVER)
    if bots.filter(event__organiser=organiser).count() >= _most("event_bots_per_person"):
        raise Refused("too-many", say("You've reached the limit of bots in events. Finish or cancel an event first."))
    if bots.count() >= _most("event_bots"):
        raise Refused("too-many", say("Too many bots play in events. Try again later."))


def _count(what: str, meta: Mapping[str, Any]) -> None:
    """Count one of the address, then of all: so one address alone cannot use up what is there for all."""
    of_address = address_bucket(meta, f"{what}_per_address")
    status = find_exceeded([*([of_address] if of_address[1] else []), (what, "all")])
    if status is None:
        return
    if status.kind == what:
        raise Refused("too-many", say("Too many people have just done this. Try again later."))
    raise Refused("too-many", say("Too many attempts from your network. Try again later."))


def _most(name: str) -> int:
    return settings.QUOTAS[name]


def forget_origins(*, at: datetime) -> None:
    """Forget where matches that are over were made from."""
    Challenge.objects.exclude(origin="").filter(match__status__in=(Status.CLOSED, Status.VOID)).update(origin="")
