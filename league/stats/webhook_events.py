"""What the end of a match tells webhooks, once everybody may know it."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from engines.contract import Json
from engines.words import retell
from league.events.models import Event
from league.people.models import Player
from league.stats.rules.match_tallies import Finished
from league.webhooks.actions.outbox import emit
from league.webhooks.models import Hook
from matches.models import Match
from matches.wording import in_english


def tell_end(match: Finished) -> None:
    """To the webhooks of its event's league, and of its players: what the public page of a match that is over says."""
    event = Event.objects.filter(pk=match.event).first() if match.event else None
    league_id = event.league_id if event else None
    people = Player.objects.in_bulk([one for one in match.players if one is not None])
    players = [one.pk for one in people.values() if one.is_active]
    if not Hook.objects.filter(Q(player__in=players) | Q(league=league_id, league__isnull=False), off_at=None).exists():
        return
    names: list[Json] = [people[one].username if one in people else None for one in match.players]
    data: dict[str, Json] = {
        "match_id": match.match_id, "game": match.game, "players": names, "ranks": list(match.ranks),
        "reason": match.reason, "ended_at": match.closed_at.isoformat(), "event_id": match.event or None,
        "title": _title(match.match_id),
        "path": reverse("match", args=[match.match_id]),
    }  # fmt: skip
    key = f"match.{match.match_id}"
    emit(kind="match.closed", key=key, data=data, players=players, league_id=league_id, at=match.closed_at)


def _title(match_id: int) -> str:
    with in_english():  # programs read it
        return retell(Match.objects.values_list("title", flat=True).get(pk=match_id))
