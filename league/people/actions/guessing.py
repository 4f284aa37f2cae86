"""Guessing at passwords: each wrong one is counted, and after too many even the right one has to wait.

A guess is counted before the password is looked at and given back if that was right, so that guesses which are sent
all at once count as well. Nothing says whether there is such an account. Like that of the second factor, this counter
reads the clock itself, and stays outside the transaction of what is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from engines.words import say
from league.people.models import Guesses
from league.people.rules import ACCOUNT, ADDRESS, HERE, OWN, Allowed
from matches.addresses import network
from matches.moment import now
from matches.refusals import Refused

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
Counted = tuple[Allowed, str]
"""What is counted, and whose."""
COUNT = """
INSERT INTO "league_guesses" AS g ("key", "count", "until") VALUES (%s, 1, %s)
ON CONFLICT ("key") DO UPDATE SET
    "count" = CASE WHEN g."until" <= %s THEN 1 ELSE g."count" + 1 END,
    "until" = CASE WHEN g."until" <= %s THEN excluded."until" ELSE g."until" END
RETURNING "count"
"""


def at_sign_in(username: str, address: str) -> list[Counted]:
    """What a password for this name, from this address, is counted in."""
    name, place = username.strip().lower(), network(address)
    return [(HERE, f"{name} {place}"), (ACCOUNT, name), (ADDRESS, place)]


def guess(counted: Sequence[Counted]) -> None:
    """Count a guess that is about to be made. Refused if there were too many: then it must not be made."""
    at = now()
    over = [one for one in counted if _count(*one, at) > one[0].most]
    if over:
        until = max(Guesses.objects.filter(key__in=[_key(*one) for one in over]).values_list("until", flat=True))
        logger.warning("too many wrong passwords (%s)", ", ".join(allowed.what for allowed, _ in over))
        text = say("Too many wrong passwords. Try again after {until} UTC.", until=f"{until:%H:%M:%S}")
        raise Refused("too-many", text, "password")


def was_right(counted: Sequence[Counted]) -> None:
    """Give the guess back, and forget those before it of the same account. Those of an address stay, for it may be
    that of somebody who has an account besides and guesses at others.
    """
    for allowed, whose in counted:
        rows = Guesses.objects.filter(key=_key(allowed, whose))
        if allowed is ADDRESS:
            rows.filter(count__gt=0).update(count=F("count") - 1)
        else:
            rows.delete()


def asks_password(act: Callable[P, T]) -> Callable[P, T]:
    """Of an action that needs its player's password: wrong ones are counted. Outside of its transaction."""

    @wraps(act)
    def counting(*given: P.args, **named: P.kwargs) -> T:
        counted = [(OWN, str(named["player_id"]))]
        guess(counted)
        try:
            done = act(*given, **named)
        except Refused as refusal:
            if refusal.code != "wrong-password":
                was_right(counted)
            raise
        was_right(counted)
        return done

    return counting


def may_send(allowed: Allowed, whose: str) -> bool:
    """Whether one more letter may be sent; it is counted."""
    return _count(allowed, whose.lower(), now()) <= allowed.most


def forget_guesses(*, at: datetime) -> None:
    """Throw away what counts no more."""
    Guesses.objects.filter(until__lt=at).delete()


def _key(allowed: Allowed, whose: str) -> str:
    """A digest under the site's key: names and addresses are not kept."""
    return salted_hmac("league.people.guesses", f"{allowed.what} {whose}", algorithm="sha256").hexdigest()


def _count(allowed: Allowed, whose: str, at: datetime) -> int:
    moment = Guesses._meta.get_field("until").get_db_prep_value
    then, since = moment(at + allowed.window, connection), moment(at, connection)
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [_key(allowed, whose), then, since, since])
        return int(cursor.fetchone()[0])
