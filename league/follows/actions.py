"""Follow and unfollow players, and notify followers of rated matches."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse

from engines import registry
from engines.i18n import StoredMessage, to_stored, translate as _
from league.follows.models import Follow
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.people.models import Player
from league.people.queries import get_player, lock_account
from matches.errors import ActionError
from matches.models import Match, Mute, Seat, Status

MAX_FOLLOWS = 200
NEWS_PERIOD = timedelta(minutes=2)
"""Followers are notified of matches that started at most so long ago."""
MAX_SEATS = 200


@transaction.atomic
def follow(*, by: int, username: str, at: datetime, notifies: bool | None = None) -> None:
    """Follow a player; `notifies` switches the notifications, by default leaving them as they are (at first off).

    Raises ActionError("account-needed") for a guest, and "not-found", "yourself", "not-followed" or "limit-reached".
    """
    lock_account(by)
    player = get_player(username)
    if player.pk == by:
        raise ActionError("yourself", _("You can't follow yourself."))
    if player.is_guest or player.bot:
        raise ActionError("not-followed", _("Only players with an account can be followed."))
    others = Follow.objects.filter(by=by).exclude(player=player)
    if others.count() >= MAX_FOLLOWS:
        raise ActionError("limit-reached", _("You've reached the limit of {most} followed players.", most=MAX_FOLLOWS))
    values = {} if notifies is None else {"notifies": notifies}
    Follow.objects.update_or_create(by_id=by, player=player, defaults=values, create_defaults={**values, "since": at})


def unfollow(*, by: int, username: str) -> None:
    """Stop following a player. Does nothing if the player isn't followed."""
    Follow.objects.filter(by=by, player__username__iexact=username).delete()


@transaction.atomic
def notify_followers(*, at: datetime) -> int:
    """Notify followers of rated matches that have just started, each once; return their number.

    Players who have muted the follower are left out.
    """
    followed = Follow.objects.filter(player=OuterRef("player"), notifies=True)
    started = Seat.objects.filter(
        Exists(followed), match__status=Status.PLAYING, match__started_at__gt=at - NEWS_PERIOD, match__rated__casual=False
    )
    matches: dict[int, list[int]] = {}
    for match_id, player_id in started.values_list("match", "player")[:MAX_SEATS]:
        matches.setdefault(player_id, []).append(match_id)
    muted = Mute.objects.filter(by=OuterRef("player"), player=OuterRef("by"))
    follows = Follow.objects.filter(~Exists(muted), player__in=matches, notifies=True) if matches else ()
    titles = {match_id: _describe(match_id) for match_id in {pk for ids in matches.values() for pk in ids}} if follows else {}
    names = {player.pk: str(player) for player in Player.objects.filter(pk__in=matches)} if follows else {}
    notices = [
        NewNotification(
            row.by_id, f"match.{match_id}.{row.player_id}", {"player": names[row.player_id], "match": titles[match_id]},
            reverse("match", args=[match_id]), subject=match_id,
        )
        for row in follows
        for match_id in matches[row.player_id]
    ]  # fmt: skip
    return notify(notices, kind=Kind.FOLLOWED, at=at)


def _describe(match_id: int) -> StoredMessage:
    match = Match.objects.only("game", "engine_version", "title").get(pk=match_id)
    seats = Seat.objects.filter(match=match).select_related("player").order_by("number")
    players = " – ".join(str(seat.player) for seat in seats if seat.player)
    name = registry.get_or_missing(match.game, match.engine_version).name
    return to_stored(_("{game}: {players}", game=name, players=players))
