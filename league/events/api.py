"""Events for programs."""

from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.events.actions import entering, running, substituting
from league.events.models import EventStatus
from league.events.queries.lists import card_of, events
from league.events.queries.no_shows import told
from league.events.queries.page import EventPage, event_page
from league.events.queries.reading.drawn import brackets_of, drawn
from league.events.queries.reading.outlook import marks_of
from league.events.queries.reading.view import view
from league.people.sessions import reader
from matches.moment import now
from matches.refusals import Refused


class EventsView(APIView):
    @extend_schema(
        responses=OpenApiTypes.OBJECT, parameters=[OpenApiParameter("status", str, enum=list(EventStatus.values))]
    )
    def get(self, request: Request) -> Response:
        """Events, newest first; at most 100."""
        status = request.query_params.get("status")
        if status is not None and status not in EventStatus.values:
            raise Refused("unknown-status", f"`status` is one of {', '.join(EventStatus.values)}.", "status")
        return Response({"events": [asdict(card) for card in events(*filter(None, [status]), limit=100)]})


class EventView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """An event: entrants, rounds with their pairings and matches, and standings."""
        page = _page(request, event_id)
        return Response(
            {
                **asdict(page.card),
                "entrants": [{**asdict(line.person), "rating": line.rating} for line in page.entrants],
                "rounds": [asdict(block) for block in page.rounds],
                "standings": [asdict(table) for table in page.tables],
                "next_round_at": page.next_round_at,
            }
        )


class StandingsView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """The standings of every stage of an event, best first, with what each column means.

        `outlook` says who is through or out, by entrant, in stages where that is known, and what it is said of.
        """
        page = _page(request, event_id)
        tables = [asdict(table) for table in page.tables]
        return Response({"event": event_id, "standings": tables, "outlook": _outlook(request, event_id)})


class BracketView(APIView):
    @extend_schema(
        responses=OpenApiTypes.OBJECT,
        parameters=[OpenApiParameter("stage", int, description="The newest elimination stage if none is named.")],
    )
    def get(self, request: Request, event_id: int) -> Response:
        """The bracket of an elimination stage: every match with its place, its sides, what feeds it and its result."""
        seen = view(event_id, reader(request._request))
        stages = brackets_of(seen) if seen else []
        asked = request.query_params.get("stage")
        found = [rows for rows in stages if asked in (None, str(rows.stage.number))]
        if seen is None or not found:
            raise Refused("not-found", "There is no such bracket.")
        return Response(drawn(seen, found[-1]))


class JoinView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Join an event that is open for registration."""
        entering.join(event_id=event_id, player_id=_player(request), at=now())
        return _card(event_id)


class LeaveView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Leave an event before it starts."""
        entering.leave(event_id=event_id, player_id=_player(request), at=now())
        return _card(event_id)


class PlaceAcceptView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Take the place that was offered to you from the waiting list."""
        substituting.accept(event_id=event_id, player_id=_player(request), at=now())
        return _card(event_id)


class PlaceDeclineView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Decline the place that was offered to you, and leave the waiting list."""
        substituting.decline(event_id=event_id, player_id=_player(request), at=now())
        return _card(event_id)


class CheckInView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Check in. On the waiting list: have the first place that gets free."""
        entering.check_in(event_id=event_id, player_id=_player(request), at=now())
        return _card(event_id)


class OwnView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """Your own entry: its status, until when a place is kept for you, and warnings or a ban for no-shows."""
        player_id = _player(request)
        seen = view(event_id, reader(request._request))
        if seen is None:
            raise Refused("not-found", "There is no such event.")
        at = now()
        about = told(seen.event, seen.reader, at)
        own = seen.own
        return Response(
            {
                "player": player_id,
                "status": own.status if own else None,
                "checked_in": own is not None and own.checked_in_at is not None,
                "answer_by": own.answer_by if own and own.answer_by and own.answer_by > at else None,
                "no_shows": asdict(about) if about else None,
            }
        )


class StartView(APIView):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Start an event that you organise."""
        running.start_event(event_id=event_id, by=_player(request), at=now())
        return _card(event_id)


def _player(request: Request) -> int:
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", "Sign in first.")
    return int(person.pk)


def _outlook(request: Request, event_id: int) -> list[dict[str, object]]:
    seen = view(event_id, reader(request._request))
    found = [(rows.stage.number, *marks_of(rows, seen.lines(rows))) for rows in seen.stages] if seen else []
    return [
        {"stage": number, "about": about, "marks": {key: asdict(mark) for key, mark in marks.items()}}
        for number, marks, about in found
        if marks
    ]


def _card(event_id: int) -> Response:
    card = card_of(event_id)
    return Response(asdict(card) if card else None)


def _page(request: Request, event_id: int) -> EventPage:
    page = event_page(event_id, reader(request._request))
    if page is None:
        raise Refused("not-found", "There is no such event.")
    return page
