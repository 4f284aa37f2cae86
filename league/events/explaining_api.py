"""How figures of the standings and pairings of a Swiss came about, for programs; and how an event might go."""

from __future__ import annotations

import time
from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.events import shapes
from league.events.pages import FORECAST_S
from league.events.queries.forecast import forecast_page
from league.events.queries.managing import check_there
from league.events.queries.reading.figure import figure_page
from league.events.queries.reading.view import seen_by
from league.events.queries.reading.why import why_page
from league.people.sessions import reader
from matches.api.validation import validated
from matches.refusals import Refused


class DryRunView(APIView):
    @extend_schema(responses=shapes.DRY_RUN)
    def get(self, request: Request, event_id: int) -> Response:
        """An event played out with made-up results: rounds, matches and chances in per cent.

        `runs` says how often, as many as there is time for; `trouble` why it cannot be played, if so.
        """
        check_there(event_id, reader(request._request))
        until = time.monotonic() + FORECAST_S
        return Response(asdict(forecast_page(event_id, lambda: time.monotonic() < until)))


class FigureView(APIView):
    @extend_schema(responses=shapes.FIGURE)
    def get(self, request: Request, event_id: int, entrant_id: int, key: str) -> Response:
        """How a figure of the standings came about, term by term. `key` is that of a tie-break, as in the columns."""
        found = figure_page(seen_by(event_id, reader(request._request)), entrant_id, key)
        if found is None:
            raise Refused("not-found", say("There is no such figure."))
        return Response({**asdict(found), "column": {name: getattr(found.column, name) for name in shapes.COLUMN}})


class WhyView(APIView):
    @extend_schema(responses=shapes.WHY, parameters=[shapes.WhyParams])
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """What the pairing of a Swiss round counts; with `one` and `other`, why these two do not meet."""
        params = validated(shapes.WhyParams, request.query_params)
        seen = seen_by(event_id, reader(request._request))
        found = why_page(seen, number, params.get("one"), params.get("other"))
        if found is None:
            raise Refused("not-found", say("There is no such published round of a Swiss."))
        return Response(asdict(found))
