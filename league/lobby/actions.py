"""Offering, taking and withdrawing matches outside events."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from league.lobby.models import Challenge
from league.people.actions.bots import KINDS, house_bot
from league.people.models import Player
from league.ratings.actions import rate
from league.ratings.models import RatedMatch
from matches.actions.calling_off import call_off
from matches.actions.opening import SeatPlan, make_ready, open_match, take_seat
from matches.clock import Control
from matches.models import Match, Status
from matches.refusals import Refused

MOST_OPEN = 5
MOST_PLAYING = 10
BOT_PACE_MS = 1200


@dataclass(frozen=True, slots=True)
class Offer:
    """What a challenger wants to play. `side` is a seat, or None for a random one."""

    game: str
    control: Control
    side: int | None = None
    rated: bool = False
    bot: str = ""
    """A kind of bot to play at once."""
    invited: str = ""
    """The username of the only player who may take the seat."""


@transaction.atomic
def challenge(*, by: int, offer: Offer, at: datetime) -> int:
    """Open the match that is offered and return its id. Against a bot it starts at once."""
    challenger = Player.objects.select_for_update().get(pk=by)
    if offer.rated and challenger.is_guest:
        raise Refused("account-needed", "Rated matches need an account. Sign up, or play a casual one.", "rated")
    _check_room(by)
    opponent = _opponent(offer, by, at)
    match_id = _open(by, opponent, offer, at)
    if offer.rated:
        rate(match_id=match_id, game=offer.game)
    Challenge.objects.create(
        match_id=match_id, challenger=challenger, invited=opponent, rated=offer.rated, created_at=at
    )
    return match_id


def quick_play(*, player_id: int, bot: str, at: datetime) -> int:
    """Open a casual match of Field Tactics against a bot, on a random side; return its id."""
    return challenge(by=player_id, offer=Offer("field-tactics", Control(), bot=bot), at=at)


@transaction.atomic
def accept(*, match_id: int, player_id: int, at: datetime) -> None:
    """Take the free seat of a challenge, or the one kept for an invited player."""
    offered = _offered(match_id)
    if offered.rated and Player.objects.filter(pk=player_id, is_guest=True).exists():
        raise Refused("account-needed", "Rated matches need an account. Sign up first; your matches stay with you.")
    if offered.invited_id is None:
        take_seat(match_id=match_id, player_id=player_id, at=at)
    else:
        make_ready(match_id=match_id, player_id=player_id, at=at)


@transaction.atomic
def withdraw(*, match_id: int, by: int, at: datetime) -> None:
    """Call off a challenge that nobody has taken: its challenger takes it back, or the invited player declines."""
    offered = _offered(match_id)
    if by not in (offered.challenger_id, offered.invited_id):
        raise Refused("not-allowed", "This is not your challenge.")
    call_off(match_id=match_id, at=at)
    RatedMatch.objects.filter(match=match_id).delete()


def _offered(match_id: int) -> Challenge:
    offered = Challenge.objects.filter(match=match_id).first()
    if offered is None:
        raise Refused("not-found", "There is no such challenge.")
    return offered


def _check_room(player_id: int) -> None:
    """One player cannot fill the lobby or the workers. The challenger's lock makes the count hold."""
    open_ones = Challenge.objects.filter(challenger=player_id, match__status=Status.OPEN).count()
    if open_ones >= MOST_OPEN:
        raise Refused("too-many", f"You have {MOST_OPEN} open challenges. Cancel one first.")
    if Match.objects.filter(seats__player=player_id, status=Status.PLAYING).count() >= MOST_PLAYING:
        raise Refused("too-many", f"You are playing {MOST_PLAYING} matches. Finish one first.")


def _opponent(offer: Offer, by: int, at: datetime) -> Player | None:
    if offer.bot:
        if offer.bot not in KINDS:
            raise Refused("unknown-bot", "There is no such bot.", "opponent")
        return Player.objects.get(pk=house_bot(kind=offer.bot, at=at))
    if not offer.invited:
        return None
    invited = Player.objects.filter(username__iexact=offer.invited, is_active=True, is_guest=False).first()
    if invited is None:
        raise Refused("unknown-player", "There is no player of this name.", "player")
    if invited.pk == by:
        raise Refused("yourself", "You cannot challenge yourself.", "player")
    return invited


def _open(by: int, opponent: Player | None, offer: Offer, at: datetime) -> int:
    challenger = Player.objects.get(pk=by)
    own = secrets.randbelow(2) if offer.side is None else offer.side
    seats = [_seat(challenger, ready=True), _seat(opponent, ready=False)]
    return open_match(
        game=offer.game, options={}, seats=seats if own == 0 else seats[::-1], control=offer.control, at=at
    )


def _seat(player: Player | None, *, ready: bool) -> SeatPlan:
    if player is None:
        return SeatPlan(None)
    return SeatPlan(player.pk, bot=player.bot, pace_ms=BOT_PACE_MS if player.bot else 0, ready=ready)
