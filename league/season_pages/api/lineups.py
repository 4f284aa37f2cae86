"""Line-ups for programs."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import lineup_page
from league.season_pages import serializers
from league.seasons.api.common import actor, terms_of
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class LineupView(APIView):
    @extend_schema(responses=serializers.LineupSerializer)
    def get(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """The roster of your franchise with the line-up that it plans for an event; nobody else sees it."""
        return self._shown(request, slug, season_id, event_id)

    @extend_schema(request=serializers.PlanLineupSerializer, responses=serializers.LineupSerializer)
    def put(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """Plan your line-up for the next matches of an event that open: four Gamers or more."""
        by = actor(request, slug, season_id)
        data = validated(serializers.PlanLineupSerializer, request.data)
        plan_lineup(season_id=season_id, event_id=event_id, by=by, **data, at=now())
        return self._shown(request, slug, season_id, event_id)

    @extend_schema(responses={200: serializers.LineupSerializer})
    def delete(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """Plan nothing: the four best who are free are sent (highest sum of stats, then salary)."""
        drop_lineup(season_id=season_id, event_id=event_id, by=actor(request, slug, season_id))
        return self._shown(request, slug, season_id, event_id)

    def _shown(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        terms_of(request, slug, season_id)
        page = lineup_page(season_id, event_id, actor(request, slug, season_id))
        if page is None:
            raise Refused("not-found", say("You have no line-up to choose here."))
        return Response(asdict(page))
