"""Create, accept and withdraw challenges, within the limits on matches with bots."""

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.i18n import translate as _
from league.drafts.actions.match_drafts import cancel_with_match
from league.drafts.queries.drafts import find_match_draft
from league.lobby.challenge_options import BOT_PACE_MS, ME, ChallengeOptions, SeatKind, bot_seat, check, no_draft_reason
from league.lobby.declines import check_reason, notify_declined
from league.lobby.invitations import create_links
from league.lobby.models import CANCELLED, DECLINED, Challenge
from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.read_state import mark_done
from league.notifications.kinds import Kind
from league.notifications.models import Notification
from league.people.actions.bots import get_house_bot
from league.people.models import Player
from league.ratings.actions.rating_updates import mark_rated
from league.ratings.models import RatedMatch
from league.ratings.pools import get_speed_pool
from league.ratings.speeds import get_match_speed
from league.time_controls.presets import LESSON_CONTROL, PRESETS
from matches.actions.creation import SeatPlan, create_match, leave_seat, set_ready, take_seat
from matches.actions.endings import cancel_open_match
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import RUNNING, Match, Seat, Status
from matches.offers import CASUAL_POLICY, RATED_POLICY

MAX_OPEN = 5
MAX_PLAYING = 10
_random = random.SystemRandom()


@transaction.atomic
def create_challenge(*, by: int, offer: ChallengeOptions, at: datetime, origin: str = "") -> int:
    """Create a challenge and return its match. With bots as the only opponents it starts at once.

    `origin` is a digest of the client's address (`league.quotas`), which limits matches with bots.
    """
    check(offer)
    challenger = Player.objects.select_for_update().get(pk=by)
    if offer.rated and challenger.is_guest:
        raise ActionError("account-needed", _("Rated matches need an account. Create one, or play a casual match."), "rated")
    check_challenge_limit(by)
    with_bots = any(seat.who == SeatKind.BOT for seat in offer.seats)
    if with_bots:
        check_bot_match_limit(origin)
    plans = _build_plans(challenger, offer, at)
    if offer.random_seats:
        _random.shuffle(plans)
    draws = _should_draft_gamers(offer, plans)
    challenge = open_challenge(
        by=by, at=at, rated=offer.rated, origin=origin if with_bots else "", game=offer.game, options=offer.options,
        seats=plans, control=offer.control, learn=offer.learn, delay_ms=offer.delay_s * 1000, prepared=draws,
    )  # fmt: skip
    create_links(challenge, at)
    notify_invited(challenge.match_id, challenger, at)
    return challenge.match_id


def open_challenge(*, by: int, at: datetime, rated: bool, origin: str, again: Match | None = None, **plan: Any) -> Challenge:
    """Open a match from this `plan` (fields of MatchPlan) as a challenge; `again` is the match it is a rematch of."""
    match_id = create_match(at=at, terms=RATED_POLICY if rated else CASUAL_POLICY, served_for=by, **plan)
    if rated:
        speed = get_match_speed(plan["game"], plan["options"], plan["control"])
        mark_rated(match_id=match_id, game=plan["game"], pool=get_speed_pool(plan["game"], speed))
    return Challenge.objects.create(
        match_id=match_id, challenger_id=by, rated=rated, created_at=at, draws_gamers=plan["prepared"], origin=origin,
        again=again,
    )  # fmt: skip


def quick_play(
    *, player_id: int, game: str, kind: str, at: datetime, seats: int = 2, side: int | None = None,
    learn: bool = False, control: TimeControl = PRESETS["standard"], origin: str = "",
) -> int:  # fmt: skip
    """Open a casual match against bots of a kind and return its id; on a random side unless `side` is set.

    With `learn` the match has hints and a slow clock.
    """
    if side is not None and not 0 <= side < seats:
        raise ActionError("bad-side", _("This side isn't available with this number of players. Choose another side."), "side")
    own_seat = 0 if side is None else side
    wanted_seats = tuple(ME if seat == own_seat else bot_seat(kind) for seat in range(seats))
    offer = ChallengeOptions(game, LESSON_CONTROL if learn else control, wanted_seats, random_seats=side is None, learn=learn)
    return create_challenge(by=player_id, offer=offer, at=at, origin=origin)


@transaction.atomic
def accept_challenge(*, match_id: int, player_id: int, at: datetime, seat: int | None = None, nonce: str = "") -> None:
    """Take a seat of a challenge: the first free one, the one in `seat`, or the one reserved for this player.

    Once all players have accepted, the match starts, or first the draw of its Gamers. `nonce` is the player's client
    seed.
    """
    challenge = _get_challenge(match_id)
    if challenge.rated and Player.objects.filter(pk=player_id, is_guest=True).exists():
        message = _("Rated matches need an account. Create one first; you keep your matches.")
        raise ActionError("account-needed", message)
    seats = Seat.objects.filter(match_id=match_id)
    if seats.filter(player_id=player_id, ready_at=None).exists():
        set_ready(match_id=match_id, player_id=player_id, at=at, nonce=nonce)
    elif challenge.match.status == Status.OPEN and not seats.filter(player=None, by_link=False).exists():
        raise ActionError("not-your-seat", _("The open seats of this match are reserved for other players."))
    else:
        take_seat(match_id=match_id, player_id=player_id, at=at, seat=seat, nonce=nonce)


@transaction.atomic
def withdraw_challenge(*, match_id: int, by: int, at: datetime, reason: str = "") -> None:
    """Cancel or decline a challenge, or leave one of its seats, before the match starts.

    The match is aborted if the challenger withdraws or a duel is declined; at a larger table the seat is freed. A
    running draw of Gamers is cancelled with it; in a rated match only before the first Gamer is drawn. The challenger
    is told of a declined challenge, with the `reason` (a key of `declines.REASONS`) if there is one.
    """
    check_reason(reason)
    challenge = _get_challenge(match_id)
    seat = Seat.objects.filter(match_id=match_id, bot="", player_id=by).first()
    if by != challenge.challenger_id and seat is None:
        raise ActionError("not-allowed", _("This isn't your challenge."))
    _withdraw(challenge, by, at)
    if by != challenge.challenger_id and seat is not None and not seat.ready:
        notify_declined(challenge, by=by, reason=reason, at=at)
        asked = Notification.objects.filter(player=by, kind=Kind.ASKED, case="match", subject=match_id)
        mark_done(ids=asked.values_list("pk", flat=True), at=at)


def _withdraw(challenge: Challenge, by: int, at: datetime) -> None:
    match_id = challenge.match_id
    if by != challenge.challenger_id and Seat.objects.filter(match_id=match_id).count() > 2:
        leave_seat(match_id=match_id, player_id=by, at=at)
        return
    cancelled_draft = cancel_with_match(match_id=match_id, at=at)
    cancel_open_match(match_id=match_id, at=at)
    if not cancelled_draft and find_match_draft(match_id) is not None:
        raise ActionError("accepted", _("The other player has just accepted. Reload the page before you decide."))
    RatedMatch.objects.filter(match=match_id).delete()
    Challenge.objects.filter(pk=challenge.pk).update(withdrawn=CANCELLED if by == challenge.challenger_id else DECLINED)


def _get_challenge(match_id: int) -> Challenge:
    challenge = Challenge.objects.filter(match=match_id).select_related("match").first()
    if challenge is None:
        raise ActionError("not-found", _("Challenge not found."))
    return challenge


def check_challenge_limit(player_id: int) -> None:
    """Raise ActionError("limit-reached") if a player has the maximum of open challenges. The challenger must be locked."""
    open_count = Challenge.objects.filter(challenger=player_id, match__status=Status.OPEN).count()
    if open_count >= MAX_OPEN:
        raise ActionError(
            "limit-reached", _("You've reached the limit of {limit} open challenges. Cancel one first.", limit=MAX_OPEN)
        )
    check_playing_limit(player_id)


def check_playing_limit(player_id: int) -> None:
    """Raise ActionError("limit-reached") if a player has the maximum of running matches. The player must be locked."""
    if Match.objects.filter(seats__player=player_id, status__in=RUNNING).count() >= MAX_PLAYING:
        message = _("You've reached the limit of {limit} running matches. Finish one first.", limit=MAX_PLAYING)
        raise ActionError("limit-reached", message)


def _should_draft_gamers(offer: ChallengeOptions, plans: Sequence[SeatPlan]) -> bool:
    """Return whether Gamers are drawn: if possible and wanted. By default not against bot accounts."""
    if offer.draws_gamers is False or no_draft_reason(offer) or any(plan.bot for plan in plans):
        return False
    player_ids = [plan.player_id for plan in plans if plan.player_id is not None]
    return bool(offer.draws_gamers) or not Player.objects.filter(pk__in=player_ids, is_bot_account=True).exists()


def _build_plans(challenger: Player, offer: ChallengeOptions, at: datetime) -> list[SeatPlan]:
    plans: list[SeatPlan] = []
    wanted = offer.seats
    for number, seat in enumerate(wanted):
        kinds = [earlier.name for earlier in wanted[:number] if earlier.who == SeatKind.BOT]
        match seat.who:
            case SeatKind.ME:
                pace_ms = BOT_PACE_MS if challenger.bot else 0
                plans.append(SeatPlan(challenger.pk, bot=challenger.bot, pace_ms=pace_ms, ready=True))
            case SeatKind.ANYONE:
                plans.append(SeatPlan(None))
            case SeatKind.LINK:
                plans.append(SeatPlan(None, by_link=True))
            case SeatKind.PLAYER:
                plans.append(SeatPlan(_get_invited_player(seat.name, challenger, f"player_{number}")))
            case SeatKind.BOT:
                account = get_house_bot(kind=seat.name, at=at, number=kinds.count(seat.name) + 1)
                plans.append(SeatPlan(account, bot=seat.name, pace_ms=offer.bot_pace_ms))
    return plans


def _get_invited_player(username: str, challenger: Player, field: str) -> int:
    invited = Player.objects.filter(username__iexact=username, is_active=True, is_guest=False).first()
    if invited is None:
        raise ActionError("unknown-player", _("Player not found."), field)
    if invited.pk == challenger.pk:
        raise ActionError("yourself", _("You can't challenge yourself."), field)
    if invited.bot:
        raise ActionError("is-a-bot", _("This is a bot. Choose its level for the seat instead of its name."), field)
    return int(invited.pk)


def notify_invited(match_id: int, challenger: Player, at: datetime) -> None:
    """Notify invited players who have neither accepted yet nor muted the challenger."""
    match = Match.objects.only("game", "engine_version", "status").get(pk=match_id)
    if match.status != Status.OPEN:
        return
    params = {"challenger": str(challenger), "game": registry.get_or_missing(match.game, match.engine_version).name}
    seats = Seat.objects.filter(match=match_id, player__isnull=False, ready_at=None, bot="").exclude(player=challenger)
    seats = seats.exclude(player__mutes__player=challenger)
    path, key = reverse("match", args=[match_id]), f"match.{match_id}"
    players = seats.values_list("player", flat=True)
    notifications = [NewNotification(player, key, params, path, case="match", subject=match_id) for player in players if player]
    notify(notifications, kind=Kind.ASKED, at=at, waits=True)


def check_bot_match_limit(origin: str) -> None:
    """Raise ActionError("limit-reached") if this address or the site has its maximum of matches with bots."""
    from_origin = Challenge.objects.filter(origin=origin, match__status__in=(Status.OPEN, *RUNNING))
    if origin and from_origin.count() >= settings.QUOTAS["bot_matches_per_address"]:
        raise ActionError("limit-reached", _("Too many bot matches are running from your network. Finish one first."))
    running = Match.objects.filter(status__in=RUNNING, bots_only=False, seats__bot__gt="").distinct()
    if running.count() >= settings.QUOTAS["bot_matches"]:
        raise ActionError("limit-reached", _("All bots are busy. Try again in a few minutes, or challenge a player."))


def clear_origins(*, at: datetime) -> None:
    """Delete the origins of finished matches."""
    Challenge.objects.exclude(origin="").filter(match__status__in=(Status.CLOSED, Status.VOID)).update(origin="")
