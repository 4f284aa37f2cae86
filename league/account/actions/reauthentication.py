"""That it is the owner who asks: the password in force and, where it is on, a code of the second factor."""

from __future__ import annotations

from django.db import transaction

from league.people.actions import second_factor
from league.people.actions.credentials import owner
from league.people.actions.login_throttling import asks_password
from league.people.known_browsers import UNKNOWN, Source


@asks_password
def prove(*, player_id: int, password: str, code: str, source: Source = UNKNOWN) -> str:
    """The password's digest, by which a later lock knows that it is still in force; Refused unless both are right.

    A code is taken once, whatever becomes of the request.

    Codes: account-needed, wrong-password, wrong-code, too-many. Not in a transaction: a wrong code is to be counted.
    """
    with transaction.atomic():
        digest = owner(player_id, password).password
    if second_factor.is_on(player_id):
        second_factor.check(player_id=player_id, code=code, source=source)
    return digest
