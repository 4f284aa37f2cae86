"""Stats for programs: the tables of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.games import game
from league.stats import shapes
from league.stats.queries.event import event_stats
from league.stats.queries.game import game_stats
from league.stats.queries.player import Wanted, player_stats
from league.stats.queries.seasons import season_stats
from league.tables import Table
from matches.api.validation import validated
from matches.refusals import Refused


class PlayerStatsView(APIView):
    @extend_schema(responses=shapes.PLAYER, parameters=[shapes.StatsParams])
    def get(self, request: Request, username: str) -> Response:
        """A player's ratings over time, results by side and opponent, form, streaks and use of time."""
        page = player_stats(username, Wanted(**validated(shapes.StatsParams, request.query_params)))
        if page is None:
            raise Refused("not-found", say("There is no such player."))
        runs = {name: getattr(page.streaks, name) for name in ("now", "word", "won", "unbeaten", "lost")}
        return Response(
            {"player": page.username, "matches": page.matches, "streaks": runs, "form": page.form}
            | _tables(page.tables)
        )


class GameStatsView(APIView):
    @extend_schema(responses=shapes.GAME)
    def get(self, request: Request, key: str) -> Response:
        """A game's results by side and option, lengths, ways of ending, use of its pieces and places."""
        found = game(key)
        if found is None:
            raise Refused("not-found", say("There is no such game."))
        page = game_stats(found)
        return Response({"game": key, "matches": page.matches} | _tables(page.tables))


class EventStatsView(APIView):
    @extend_schema(responses=shapes.EVENT)
    def get(self, request: Request, event_id: int) -> Response:
        """An event's results by side, upsets, scores against the ratings, lengths and ways of ending."""
        page = event_stats(event_id)
        if page is None:
            raise Refused("not-found", say("There is no such event."))
        return Response({"event_id": event_id, "matches": page.matches} | _tables(page.tables))


class SeasonStatsView(APIView):
    @extend_schema(responses=shapes.SEASON)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """A season's events and the points made in them."""
        page = season_stats(slug, season_id)
        if page is None:
            raise Refused("not-found", say("There is no such season."))
        return Response(
            {"season_id": season_id, "event_ids": [one.event_id for one in page.events]} | _tables(page.tables)
        )


def _tables(tables: Sequence[Table]) -> dict[str, Any]:
    return {"tables": [table.dump() for table in tables]}
