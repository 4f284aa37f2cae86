"""Guessing at passwords and codes: each wrong one is counted, and after too many even the right one has to wait.

A guess is counted before the password is looked at and given back if that was right, so that guesses which are sent
all at once count as well. The limits of a list are counted in order, up to the first that is used up: what an address
has no right to try is not counted against the account, so one address locks only itself out. A browser in which the
account has signed in before has a limit of its own and none of the others. Nothing says whether there is such an
account. The counter reads the clock itself, and stays outside the transaction of what is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from engines.words import say
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Guesses
from league.people.rules import ACCOUNT, ADDRESS, BROWSER, CODE, CODE_BROWSER, CODE_HERE, HERE, OWN, OWN_HERE, Allowed
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


def at_sign_in(username: str, source: Source) -> list[Counted]:
    """Return the limits that a password for this name counts in."""
    if source.browser:
        return [(BROWSER, source.browser)]
    name, place = username.strip().lower(), network(source.address)
    return [(HERE, f"{name} {place}"), (ADDRESS, place), (ACCOUNT, name)]


def at_question(player_id: int, source: Source) -> list[Counted]:
    """Return the limits for the password of a player who is signed in and asked for it again."""
    if source.browser:
        return [(BROWSER, source.browser)]
    return [(OWN_HERE, f"{player_id} {network(source.address)}"), (OWN, str(player_id))]


def at_code(player_id: int, source: Source) -> list[Counted]:
    """Return the limits for a code of the player's second factor."""
    if source.browser:
        return [(CODE_BROWSER, source.browser)]
    return [(CODE_HERE, f"{player_id} {network(source.address)}"), (CODE, str(player_id))]


def guess(counted: Sequence[Counted]) -> None:
    """Count a password that is about to be checked. Refused if there were too many: then it must not be checked."""
    until = _used_up(counted, "passwords")
    if until:
        text = say("Too many wrong passwords. Try again after {until} UTC.", until=f"{until:%H:%M:%S}")
        raise Refused("too-many", text, "password")


def guess_code(counted: Sequence[Counted]) -> None:
    """Do the same for a code of the second factor."""
    until = _used_up(counted, "codes")
    if until:
        text = say("Too many wrong codes. Try again after {until} UTC.", until=f"{until:%H:%M:%S}")
        raise Refused("too-many", text, "code")


def _used_up(counted: Sequence[Counted], what: str) -> datetime | None:
    """Count in each limit, up to the first that is used up; return when that one ends."""
    at = now()
    for one in counted:
        if _count(*one, at) > one[0].most:
            logger.warning("too many wrong %s (%s)", what, one[0].what)
            return Guesses.objects.get(key=_key(*one)).until
    return None


def forgive_owner(*, player_id: int, username: str, source: Source) -> None:
    """Forget what was guessed at this account: its owner has shown that the mailbox is theirs."""
    for known in (source, Source(source.address)):
        limits = [*at_sign_in(username, known), *at_question(player_id, known), *at_code(player_id, known)]
        was_right([one for one in limits if one[0] is not ADDRESS])


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
    """Of an action that needs its player's password: wrong ones are counted. Outside of its transaction.

    Its arguments `player_id` and `source` say whose, and where they come from.
    """

    @wraps(act)
    def counting(*given: P.args, **named: P.kwargs) -> T:
        source = named.get("source", UNKNOWN)
        counted = at_question(cast(int, named["player_id"]), cast(Source, source))
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
