"""Create, accept and withdraw challenges, within the limits on matches with bots."""

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.words import say
from league.drafts.actions.match_drafts import cancel_with_match
from league.drafts.queries.drafts import draft_of_match
from league.lobby.challenge_options import BOT_PACE_MS, ME, Offer, Who, bot, check, why_not_draw
from league.lobby.invitations import make_links
from league.lobby.models import Challenge
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.people.actions.bots import house_bot
from league.people.models import Player
from league.ratings.actions.rating_updates import rate
from league.ratings.models import RatedMatch
from league.time_controls.presets import LONG
from matches.actions.creation import SeatPlan, leave_seat, make_ready, open_match, take_seat
from matches.actions.endings import call_off
from matches.clock import Control
from matches.models import RUNNING, Match, Seat, Status
from matches.offers import CASUAL, RATED
from matches.refusals import Refused

MOST_OPEN = 5
MOST_PLAYING = 10
_lots = random.SystemRandom()


@transaction.atomic
def challenge(*, by: int, offer: Offer, at: datetime, origin: str = "") -> int:
    """Create a challenge and return its match. With bots as the only opponents it starts at once.

    `origin` is a digest of the client's address (`league.quotas`), which limits matches with bots.
    """
    check(offer)
    challenger = Player.objects.select_for_update().get(pk=by)
    if offer.rated and challenger.is_guest:
        raise Refused(
            "account-needed", say("Rated matches need an account. Create one, or play a casual match."), "rated"
        )
    check_room(by)
    with_bots = any(one.who == Who.BOT for one in offer.seats)
    if with_bots:
        check_bot_matches(origin)
    plans = _plans(challenger, offer, at)
    if offer.lot:
        _lots.shuffle(plans)
    draws = _draws_gamers(offer, plans)
    made = open_challenge(
        by=by, at=at, rated=offer.rated, origin=origin if with_bots else "", game=offer.game, options=offer.options,
        seats=plans, control=offer.control, learn=offer.learn, delay_ms=offer.delay_s * 1000, prepared=draws,
    )  # fmt: skip
    make_links(made, at)
    tell_challenged(made.match_id, challenger, at)
    return made.match_id


def open_challenge(
    *, by: int, at: datetime, rated: bool, origin: str, again: Match | None = None, **plan: Any
) -> Challenge:
    """Open a match from this `plan` (fields of MatchPlan) as a challenge; `again` is the match it is a rematch of."""
    match_id = open_match(at=at, terms=RATED if rated else CASUAL, served_for=by, **plan)
    if rated:
        rate(match_id=match_id, game=plan["game"])
    return Challenge.objects.create(
        match_id=match_id, challenger_id=by, rated=rated, created_at=at, draws_gamers=plan["prepared"], origin=origin,
        again=again,
    )  # fmt: skip


def quick_play(
    *, player_id: int, game: str, kind: str, at: datetime, seats: int = 2, side: int | None = None,
    learn: bool = False, origin: str = "",
) -> int:  # fmt: skip
    """Open a casual match against bots of a kind and return its id; on a random side unless `side` is set.

    With `learn` the match has hints and a slow clock.
    """
    if side is not None and not 0 <= side < seats:
        raise Refused(
            "bad-side", say("This side isn't available with this number of players. Choose another side."), "side"
        )
    own = 0 if side is None else side
    wanted = tuple(ME if seat == own else bot(kind) for seat in range(seats))
    control = LONG if learn else Control()
    return challenge(
        by=player_id, offer=Offer(game, control, wanted, lot=side is None, learn=learn), at=at, origin=origin
    )


@transaction.atomic
def accept(*, match_id: int, player_id: int, at: datetime, seat: int | None = None, nonce: str = "") -> None:
    """Take a seat of a challenge: the first free one, the one in `seat`, or the one reserved for this player.

    Once all players have accepted, the match starts, or first the draw of its Gamers. `nonce` is the player's client
    seed.
    """
    offered = _offered(match_id)
    if offered.rated and Player.objects.filter(pk=player_id, is_guest=True).exists():
        text = say("Rated matches need an account. Create one first; you keep your matches.")
        raise Refused("account-needed", text)
    seats = Seat.objects.filter(match_id=match_id)
    if seats.filter(player_id=player_id, ready_at=None).exists():
        make_ready(match_id=match_id, player_id=player_id, at=at, nonce=nonce)
    elif offered.match.status == Status.OPEN and not seats.filter(player=None, by_link=False).exists():
        raise Refused("not-your-seat", say("The open seats of this match are reserved for other players."))
    else:
        take_seat(match_id=match_id, player_id=player_id, at=at, seat=seat, nonce=nonce)


@transaction.atomic
def withdraw(*, match_id: int, by: int, at: datetime) -> None:
    """Cancel or decline a challenge, or leave one of its seats, before the match starts.

    The match is aborted if the challenger withdraws or a duel is declined; at a larger table the seat is freed. A
    running draw of Gamers is cancelled with it; in a rated match only before the first Gamer is drawn.
    """
    offered = _offered(match_id)
    seats = Seat.objects.filter(match_id=match_id, bot="")
    if by != offered.challenger_id and not seats.filter(player_id=by).exists():
        raise Refused("not-allowed", say("This isn't your challenge."))
    if by != offered.challenger_id and Seat.objects.filter(match_id=match_id).count() > 2:
        leave_seat(match_id=match_id, player_id=by, at=at)
        return
    drawing = cancel_with_match(match_id=match_id, at=at)
    call_off(match_id=match_id, at=at)
    if not drawing and draft_of_match(match_id) is not None:
        raise Refused("accepted", say("The other player has just accepted. Reload the page before you decide."))
    RatedMatch.objects.filter(match=match_id).delete()


def _offered(match_id: int) -> Challenge:
    offered = Challenge.objects.filter(match=match_id).select_related("match").first()
    if offered is None:
        raise Refused("not-found", say("Challenge not found."))
    return offered


def check_room(player_id: int) -> None:
    """Refuse another challenge beyond a player's limit. The challenger must be locked."""
    open_ones = Challenge.objects.filter(challenger=player_id, match__status=Status.OPEN).count()
    if open_ones >= MOST_OPEN:
        raise Refused(
            "too-many",
            say("You've reached the limit of {most_open} open challenges. Cancel one first.", most_open=MOST_OPEN),
        )
    if Match.objects.filter(seats__player=player_id, status__in=RUNNING).count() >= MOST_PLAYING:
        text = say(
            "You've reached the limit of {most_playing} running matches. Finish one first.", most_playing=MOST_PLAYING
        )
        raise Refused("too-many", text)


def _draws_gamers(offer: Offer, plans: Sequence[SeatPlan]) -> bool:
    """Return whether Gamers are drawn: if possible and wanted. By default not against bot accounts."""
    if offer.draws_gamers is False or why_not_draw(offer) or any(one.bot for one in plans):
        return False
    named = [one.player_id for one in plans if one.player_id is not None]
    return bool(offer.draws_gamers) or not Player.objects.filter(pk__in=named, is_bot_account=True).exists()


def _plans(challenger: Player, offer: Offer, at: datetime) -> list[SeatPlan]:
    plans: list[SeatPlan] = []
    wanted = offer.seats
    for at_seat, one in enumerate(wanted):
        kinds = [before.name for before in wanted[:at_seat] if before.who == Who.BOT]
        match one.who:
            case Who.ME:
                pace_ms = BOT_PACE_MS if challenger.bot else 0
                plans.append(SeatPlan(challenger.pk, bot=challenger.bot, pace_ms=pace_ms, ready=True))
            case Who.ANYONE:
                plans.append(SeatPlan(None))
            case Who.LINK:
                plans.append(SeatPlan(None, by_link=True))
            case Who.PLAYER:
                plans.append(SeatPlan(_invited(one.name, challenger, f"player_{at_seat}")))
            case Who.BOT:
                account = house_bot(kind=one.name, at=at, number=kinds.count(one.name) + 1)
                plans.append(SeatPlan(account, bot=one.name, pace_ms=offer.bot_pace_ms))
    return plans


def _invited(username: str, challenger: Player, where: str) -> int:
    invited = Player.objects.filter(username__iexact=username, is_active=True, is_guest=False).first()
    if invited is None:
        raise Refused("unknown-player", say("Player not found."), where)
    if invited.pk == challenger.pk:
        raise Refused("yourself", say("You can't challenge yourself."), where)
    if invited.bot:
        raise Refused("is-a-bot", say("This is a bot. Choose its level for the seat instead of its name."), where)
    return int(invited.pk)


def tell_challenged(match_id: int, challenger: Player, at: datetime) -> None:
    """Notify invited players who have not accepted yet."""
    match = Match.objects.only("game", "engine_version", "status").get(pk=match_id)
    if match.status != Status.OPEN:
        return
    about = {"challenger": str(challenger), "game": registry.get(match.game, match.engine_version).name}
    seats = Seat.objects.filter(match=match_id, player__isnull=False, ready_at=None, bot="").exclude(player=challenger)
    here, key = reverse("match", args=[match_id]), f"match.{match_id}"
    players = seats.values_list("player", flat=True)
    told = [Told(one, key, about, here, case="match", subject=match_id) for one in players if one]
    tell(told, kind=Kind.ASKED, at=at, waits=True)


def check_bot_matches(origin: str) -> None:
    """Refuse another match with bots beyond the limit of this address or of the site."""
    own = Challenge.objects.filter(origin=origin, match__status__in=(Status.OPEN, *RUNNING))
    if origin and own.count() >= settings.QUOTAS["bot_matches_per_address"]:
        raise Refused("too-many", say("Too many bot matches are running from your network. Finish one first."))
    running = Match.objects.filter(status__in=RUNNING, bots_only=False, seats__bot__gt="").distinct()
    if running.count() >= settings.QUOTAS["bot_matches"]:
        raise Refused("too-many", say("All bots are busy. Try again in a few minutes, or challenge a player."))


def forget_origins(*, at: datetime) -> None:
    """Delete the origins of finished matches."""
    Challenge.objects.exclude(origin="").filter(match__status__in=(Status.CLOSED, Status.VOID)).update(origin="")
