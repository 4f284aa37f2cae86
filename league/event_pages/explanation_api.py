"""How figures of the standings and pairings of a Swiss came about, for programs; and how an event might go."""

from __future__ import annotations

import time
from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.event_pages import serializers
from league.event_pages.pages import FORECAST_S
from league.event_pages.queries.pairing_explanation import why_page
from league.event_pages.queries.tie_break_detail import figure_page
from league.event_pages.queries.view import seen_by
from league.events.queries.managing import check_there
from league.people.sessions import reader
from league.standings.queries.forecast import forecast_page
from matches.api.validation import validated
from matches.refusals import Refused


class DryRunView(APIView):
    @extend_schema(responses=serializers.DRY_RUN)
    def get(self, request: Request, event_id: int) -> Response:
        """An event played out with made-up results: rounds, matches and chances in per cent.

        `runs` says how often, as many as there is time for; `trouble` why it cannot be played, if so.
        """
        check_there(event_id, reader(request._request))
        until = time.monotonic() + FORECAST_S
        return Response(asdict(forecast_page(event_id, lambda: time.monotonic() < until)))


class FigureView(APIView):
    @extend_schema(responses=serializers.FIGURE)
    def get(self, request: Request, event_id: int, entrant_id: int, key: str) -> Response:
        """How a figure of the standings came about, term by term. `key` is that of a tie-break, as in the columns."""
        found = figure_page(seen_by(event_id, reader(request._request)), entrant_id, key)
        if found is None:
            raise Refused("not-found", say("There is no such figure."))
        return Response({**asdict(found), "column": {name: getattr(found.column, name) for name in serializers.COLUMN}})


class WhyView(APIView):
    @extend_schema(responses=serializers.WHY, parameters=[serializers.WhyParams])
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """What the pairing of a Swiss round counts; with `one` and `other`, why these two do not meet."""
        params = validated(serializers.WhyParams, request.query_params)
        seen = seen_by(event_id, reader(request._request))
        found = why_page(seen, number, params.get("one"), params.get("other"))
        if found is None:
            raise Refused("not-found", say("There is no such published round of a Swiss."))
        return Response(asdict(found))
