"""Invitation links: each lets one person take a seat, once, until it is revoked or expires."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from engines.i18n import translate as _
from league.lobby.models import Challenge, Invitation
from league.people.models import Player
from league.signed_links import get_link
from matches.actions.creation import take_seat
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Seat

LIFETIME = timedelta(days=7)


def list_links(match_id: int, at: datetime) -> list[Invitation]:
    """Return the active links to seats of a match, by seat. Only the challenger may see them."""
    rows = Invitation.objects.working(at).filter(challenge__match=match_id)
    return list(rows.select_related("challenge").order_by("seat"))


@transaction.atomic
def list_own_links(*, match_id: int, by: int, at: datetime) -> list[Invitation]:
    """Return the active links for the challenger. Raises ActionError for other users."""
    _lock_own_challenge(match_id, by)
    return list_links(match_id, at)


def create_links(challenge: Challenge, at: datetime) -> None:
    """Create a link for each seat of a new challenge that is reserved for one."""
    for seat in Seat.objects.filter(match=challenge.match_id, by_link=True).values_list("number", flat=True):
        Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LIFETIME)


@transaction.atomic
def create_link(*, match_id: int, by: int, seat: int, at: datetime) -> Invitation:
    """Create a new link to a seat reserved for one, and revoke the previous link."""
    challenge = _lock_own_challenge(match_id, by)
    raise_refusal(find_refusal(MatchAction.SIT, challenge.match.status))
    if not Seat.objects.filter(match=match_id, number=seat, by_link=True, player=None).exists():
        raise ActionError("bad-seat", _("This seat isn't reserved for an invite link."), "seat")
    _active_invitations(challenge, seat).update(revoked_at=at)
    return Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LIFETIME)


@transaction.atomic
def revoke_link(*, match_id: int, by: int, seat: int, at: datetime) -> None:
    """Revoke the link to this seat. The seat stays reserved for a new link."""
    if not _active_invitations(_lock_own_challenge(match_id, by), seat).update(revoked_at=at):
        raise ActionError("no-link", _("This seat has no link to revoke."), "seat")


def get_invitation(token: str, at: datetime) -> Invitation:
    """Return the invitation as `get_link` does; it is over, too, if the match is no longer waiting for players."""
    invitation = get_link(Invitation.objects.select_related("challenge__match"), token, at)
    if not invitation.over and find_refusal(MatchAction.SIT, invitation.challenge.match.status) is not None:
        invitation.over = _("This match is no longer waiting for players.")
    return invitation


def check_link(token: str, player_id: int | None, at: datetime) -> Invitation:
    """Return the invitation. Raises ActionError if the player (None: a future guest) cannot take the seat."""
    invitation = get_invitation(token, at)
    if invitation.over:
        raise ActionError("link-over", invitation.over)
    is_guest = player_id is None or Player.objects.filter(pk=player_id, is_guest=True).exists()
    if invitation.challenge.rated and is_guest:
        message = _("Rated matches need an account. Create one or sign in, then open the link again.")
        raise ActionError("account-needed", message)
    return invitation


@transaction.atomic
def accept_invitation(*, token: str, player_id: int, at: datetime, nonce: str = "") -> int:
    """Take the seat of a link and return the match id. Only the first of several simultaneous attempts succeeds.

    `nonce` is the player's client seed.
    """
    invitation = check_link(token, player_id, at)
    if not Invitation.objects.working(at).filter(pk=invitation.pk).update(used_at=at):
        raise ActionError("link-over", _("This seat was just taken, or the link was revoked."))
    take_seat(match_id=invitation.match_id, player_id=player_id, at=at, seat=invitation.seat, by_link=True, nonce=nonce)
    return invitation.match_id


def _lock_own_challenge(match_id: int, by: int) -> Challenge:
    """Return the challenge, locked: of two links created at once, the second replaces the first."""
    rows = Challenge.objects.select_related("match").select_for_update(of=("self",))
    challenge = rows.filter(match__id=match_id).first()
    if challenge is None:
        raise ActionError("not-found", _("Challenge not found."))
    if challenge.challenger_id != by:
        raise ActionError("not-allowed", _("Only the challenger can create and revoke invite links."))
    return challenge


def _active_invitations(challenge: Challenge, seat: int) -> QuerySet[Invitation]:
    return Invitation.objects.live().filter(challenge=challenge, seat=seat)
