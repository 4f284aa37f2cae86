"""Rematches with the sides swapped."""

from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.models import SeriesMatch
from league.lobby.challenge_options import check_rated_bot_control
from league.lobby.challenges import accept_challenge, check_bot_match_limit, check_challenge_limit, open_challenge
from league.lobby.models import Challenge
from league.people.models import Player
from league.ratings.models import RatedMatch
from matches.actions.creation import SeatPlan
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Match, Seat, Status


@transaction.atomic
def request_rematch(*, match_id: int, by: int, at: datetime, nonce: str = "", origin: str = "") -> int:
    """Offer a rematch of a finished match, or accept the offer; return the new match.

    Each player moves on by a seat, so two swap sides. Game, options, time, delay and rating stay; Gamers are drawn
    again. The old match is locked, so two simultaneous requests make one rematch. `nonce` is the accepting player's
    client seed; the player who offers sends one while the match waits.
    """
    old = _lock_finished_match(match_id, by)
    Player.objects.select_for_update().get(pk=by)
    last = Challenge.objects.filter(again=old).select_related("match").first()
    if last is not None and last.match.status == Status.VOID:
        Challenge.objects.filter(pk=last.pk).update(again=None)
        last = None
    if last is None:
        return _create_rematch(old, by, at, origin)
    if last.match.status == Status.CLOSED:
        raise ActionError("no-rematch", _("This match has already had a rematch. Request the next one on its page."))
    if last.match.status == Status.OPEN and Seat.objects.filter(match=last.match, player=by, ready_at=None).exists():
        accept_challenge(match_id=last.match_id, player_id=by, at=at, nonce=nonce)
    return last.match_id


def _lock_finished_match(match_id: int, by: int) -> Match:
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise ActionError("not-found", _("Match not found."))
    if not Seat.objects.filter(match=match, player=by, bot="").exists():
        raise ActionError("not-your-seat", _("You didn't play in this match."))
    raise_refusal(find_refusal(MatchAction.REMATCH, match.status))
    if SeriesMatch.objects.filter(match=match).exists():
        raise ActionError("no-rematch", _("Rematches aren't available in events. Challenge the player in the lobby instead."))
    return match


def _create_rematch(old: Match, by: int, at: datetime, origin: str) -> int:
    check_challenge_limit(by)
    with_bots = Seat.objects.filter(match=old).exclude(bot="").exists()
    if with_bots:
        check_bot_match_limit(origin)
    draws = Challenge.objects.filter(match=old, draws_gamers=True).exists()
    rated = RatedMatch.objects.filter(match=old, casual=False).exists()
    if rated and with_bots:
        check_rated_bot_control(old.control_value)
    seats = list(Seat.objects.filter(match=old).order_by("number"))
    plans = [
        SeatPlan(seat.player_id, bot=seat.bot, pace_ms=seat.pace_ms, ready=seat.player_id == by)
        for seat in [*seats[1:], seats[0]]
    ]
    challenge = open_challenge(
        by=by, at=at, rated=rated, origin=origin if with_bots else "", again=old, game=old.game,
        options={**old.options, "rosters": None} if draws else old.options, seats=plans, control=old.control_value,
        title=old.title, learn=old.learn, delay_ms=old.delay_ms, prepared=draws,
    )  # fmt: skip
    return challenge.match_id
