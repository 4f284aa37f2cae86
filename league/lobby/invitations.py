"""Invitation links: whoever has one may take the seat, once, until it is revoked or has expired."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet

from engines.words import say
from league.lobby.models import Challenge, Invitation
from league.people.models import Player
from matches.actions.creation import take_seat
from matches.lifecycle import Message, refusal
from matches.models import Seat
from matches.refusals import Refused, raise_refusal

LASTS = timedelta(days=7)
LARGEST = 1 << 63
_signer = Signer(salt="invitation", sep=".")


@dataclass(frozen=True, slots=True)
class Link:
    """`token` is what the link ends with; `over` says why it leads nowhere any more, empty while it does."""

    match_id: int
    seat: int
    token: str
    expires_at: datetime
    over: str = ""

    @property
    def url(self) -> str:
        return f"/invitations/{self.token}/"


def links_of(match_id: int, at: datetime) -> list[Link]:
    """The links that lead to seats of a match now, by seat. Only for its challenger to see."""
    live = Invitation.objects.filter(
        challenge__match=match_id, used_at=None, revoked_at=None, expires_at__gt=at
    ).order_by("seat")
    return [Link(match_id, one.seat, _token(one), one.expires_at) for one in live]


def own_links(*, match_id: int, by: int, at: datetime) -> list[Link]:
    """The same, for its challenger. Refused to everybody else."""
    with transaction.atomic():
        _own(match_id, by)
    return links_of(match_id, at)


def make_links(challenge: Challenge, at: datetime) -> None:
    """A link for each seat of a new challenge that is kept for one."""
    for seat in Seat.objects.filter(match=challenge.match_id, by_link=True).values_list("number", flat=True):
        Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LASTS)


@transaction.atomic
def make_link(*, match_id: int, by: int, seat: int, at: datetime) -> Link:
    """A new link to a seat that is kept for one; the one before leads nowhere from now on."""
    challenge = _own(match_id, by)
    raise_refusal(refusal(Message.SIT, challenge.match.status))
    if not Seat.objects.filter(match=match_id, number=seat, by_link=True, player=None).exists():
        raise Refused("bad-seat", say("This seat is not kept for somebody with a link."), "seat")
    _live(challenge, seat).update(revoked_at=at)
    made = Invitation.objects.create(challenge=challenge, seat=seat, made_at=at, expires_at=at + LASTS)
    return Link(match_id, seat, _token(made), made.expires_at)


@transaction.atomic
def revoke_link(*, match_id: int, by: int, seat: int, at: datetime) -> None:
    """The link to this seat leads nowhere any more. The seat stays kept for another one."""
    if not _live(_own(match_id, by), seat).update(revoked_at=at):
        raise Refused("no-link", say("There is no link to this seat that could be revoked."), "seat")


def read_link(token: str, at: datetime) -> Link:
    """Where a link leads. Refused where it is none of ours."""
    one = _found(token)
    over = ""
    if one.used_at is not None:
        over = say("Somebody has taken the seat with this link already.")
    elif one.revoked_at is not None:
        over = say("Who made this link has taken it back.")
    elif one.expires_at <= at:
        over = say("This link has expired. Ask for a new one.")
    elif refusal(Message.SIT, one.challenge.match.status) is not None:
        over = say("The match no longer waits for players.")
    return Link(one.challenge.match_id, one.seat, token, one.expires_at, over)


def check_link(token: str, player_id: int | None, at: datetime) -> Link:
    """Where the link leads; Refused where the player (None: somebody who would be a guest) cannot take the seat."""
    link, one = read_link(token, at), _found(token)
    if link.over:
        raise Refused("link-over", link.over)
    guest = player_id is None or Player.objects.filter(pk=player_id, is_guest=True).exists()
    if one.challenge.rated and guest:
        text = say("Rated matches need an account. Sign up or sign in, and open the link again.")
        raise Refused("account-needed", text)
    return link


@transaction.atomic
def use_link(*, token: str, player_id: int, at: datetime, nonce: str = "") -> int:
    """Take the seat that a link leads to and return the match. Of many who try at once one gets it.

    `nonce` is the player's share of the match's chance.
    """
    link, one = check_link(token, player_id, at), _found(token)
    fresh = Invitation.objects.filter(pk=one.pk, used_at=None, revoked_at=None, expires_at__gt=at)
    if not fresh.update(used_at=at):
        raise Refused("link-over", say("Somebody else was faster, or the link has just been taken back."))
    take_seat(match_id=link.match_id, player_id=player_id, at=at, seat=link.seat, by_link=True, nonce=nonce)
    return link.match_id


def _own(match_id: int, by: int) -> Challenge:
    """The challenge, locked: of two links made at once the second takes the first one's place."""
    if match_id >= LARGEST:
        raise Refused("not-found", say("There is no such challenge."))
    rows = Challenge.objects.select_related("match").select_for_update(of=("self",))
    challenge = rows.filter(match=match_id).first()
    if challenge is None:
        raise Refused("not-found", say("There is no such challenge."))
    if challenge.challenger_id != by:
        raise Refused("not-allowed", say("Only who offered the match makes and revokes its links."))
    return challenge


def _live(challenge: Challenge, seat: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(challenge=challenge, seat=seat, used_at=None, revoked_at=None)


def _found(token: str) -> Invitation:
    try:
        number = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        raise Refused("not-found", say("This is no invitation of ours. Ask for the link again.")) from None
    found = Invitation.objects.select_related("challenge__match").filter(pk=number).first()
    if found is None:
        raise Refused("not-found", say("This invitation is no longer there. Ask for a new one."))
    return found


def _token(one: Invitation) -> str:
    return _signer.sign(str(one.pk))
