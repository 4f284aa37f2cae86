"""Invitation links: each lets one person take a seat, once, until it is revoked or expires."""

from datetime import datetime, timedelta

from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import QuerySet

from engines.words import say
from league.lobby.models import SIGNER, Challenge, Invitation
from league.people.models import Player
from matches.actions.creation import take_seat
from matches.lifecycle import Message, refusal
from matches.models import Seat
from matches.refusals import Refused, raise_refusal

LASTS = timedelta(days=7)


def links_of(match_id: int, at: datetime) -> list[Invitation]:
    """Return the active links to seats of a match, by seat. Only the challenger may see them."""
    rows = Invitation.objects.filter(challenge__match=match_id, used_at=None, revoked_at=None, expires_at__gt=at)
    return list(rows.select_related("challenge").order_by("seat"))


@transaction.atomic
def own_links(*, match_id: int, by: int, at: datetime) -> list[Invitation]:
    """Return the active links for the challenger. Raises Refused for other users."""
    _own(match_id, by)
    return links_of(match_id, at)


def make_links(challenge: Challenge, at: datetime) -> None:
    """Create a link for each seat of a new challenge that is reserved for one."""
    for seat in Seat.objects.filter(match=challenge.match_id, by_link=True).values_list("number", flat=True):
        Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LASTS)


@transaction.atomic
def make_link(*, match_id: int, by: int, seat: int, at: datetime) -> Invitation:
    """Create a new link to a seat reserved for one, and revoke the previous link."""
    challenge = _own(match_id, by)
    raise_refusal(refusal(Message.SIT, challenge.match.status))
    if not Seat.objects.filter(match=match_id, number=seat, by_link=True, player=None).exists():
        raise Refused("bad-seat", say("This seat isn't reserved for an invite link."), "seat")
    _live(challenge, seat).update(revoked_at=at)
    return Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LASTS)


@transaction.atomic
def revoke_link(*, match_id: int, by: int, seat: int, at: datetime) -> None:
    """Revoke the link to this seat. The seat stays reserved for a new link."""
    if not _live(_own(match_id, by), seat).update(revoked_at=at):
        raise Refused("no-link", say("This seat has no link to revoke."), "seat")


def read_link(token: str, at: datetime) -> Invitation:
    """Return the invitation, and in `over` why it no longer works. Raises Refused if the token is invalid."""
    try:
        number = int(SIGNER.unsign(token))
    except (BadSignature, ValueError):
        raise Refused("not-found", say("This invite link is invalid. Ask for a new one.")) from None
    one = Invitation.objects.select_related("challenge__match").filter(pk=number).first()
    if one is None:
        raise Refused("not-found", say("This invitation no longer exists. Ask for a new one."))
    if one.used_at is not None:
        one.over = say("This link has been used. The seat is taken.")
    elif one.revoked_at is not None:
        one.over = say("This link was revoked. Ask for a new one.")
    elif one.expires_at <= at:
        one.over = say("This link has expired. Ask for a new one.")
    elif refusal(Message.SIT, one.challenge.match.status) is not None:
        one.over = say("This match is no longer waiting for players.")
    return one


def check_link(token: str, player_id: int | None, at: datetime) -> Invitation:
    """Return the invitation. Raises Refused if the player (None: a future guest) cannot take the seat."""
    one = read_link(token, at)
    if one.over:
        raise Refused("link-over", one.over)
    guest = player_id is None or Player.objects.filter(pk=player_id, is_guest=True).exists()
    if one.challenge.rated and guest:
        text = say("Rated matches need an account. Create one or sign in, then open the link again.")
        raise Refused("account-needed", text)
    return one


@transaction.atomic
def use_link(*, token: str, player_id: int, at: datetime, nonce: str = "") -> int:
    """Take the seat of a link and return the match. Only the first of several simultaneous attempts succeeds.

    `nonce` is the player's client seed.
    """
    one = check_link(token, player_id, at)
    fresh = Invitation.objects.filter(pk=one.pk, used_at=None, revoked_at=None, expires_at__gt=at)
    if not fresh.update(used_at=at):
        raise Refused("link-over", say("This seat was just taken, or the link was revoked."))
    take_seat(match_id=one.match_id, player_id=player_id, at=at, seat=one.seat, by_link=True, nonce=nonce)
    return one.match_id


def _own(match_id: int, by: int) -> Challenge:
    """Return the challenge, locked: of two links created at once, the second replaces the first."""
    rows = Challenge.objects.select_related("match").select_for_update(of=("self",))
    challenge = rows.filter(match__id=match_id).first()
    if challenge is None:
        raise Refused("not-found", say("Challenge not found."))
    if challenge.challenger_id != by:
        raise Refused("not-allowed", say("Only the challenger can create and revoke invite links."))
    return challenge


def _live(challenge: Challenge, seat: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(challenge=challenge, seat=seat, used_at=None, revoked_at=None)
