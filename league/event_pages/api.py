"""API views of events."""

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from engines.words import say
from league.event_console.serializers import NewEventSerializer
from league.event_files.exports import public_event
from league.event_pages import serializers
from league.event_pages.pages import FORECAST_S
from league.event_pages.queries.bracket_data import bracket_of_stage, drawn
from league.event_pages.queries.continuous_panels import parts
from league.event_pages.queries.event import decided
from league.event_pages.queries.explanations import figure_page, why_page
from league.event_pages.queries.standing import marks_of
from league.event_pages.queries.view import seen_by
from league.events.actions import event_lifecycle
from league.events.actions.event_lifecycle import Plan
from league.events.models import Entrant, Event
from league.events.queries import card, counted, events, get_visible, manages
from league.leagues.queries.leagues import named_league
from league.people.sessions import reader, signed_in
from league.quotas import within_quota
from league.ratings.queries.players import values
from league.registration.actions import continuous_entries, entries, waiting_list
from league.registration.queries import told
from league.results.actions import event_start
from league.standings.forecast import forecast_page
from matches.api.caching import cached_answer
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.shapes import plain
from matches.api.validation import validated
from matches.clock import Control
from matches.moment import now
from matches.refusals import Refused


def _organises(request: Request, event_id: int) -> bool:
    """Return whether the viewer may see unpublished rounds and the event before it is public."""
    person = reader(request._request)
    event = Event.objects.filter(pk=event_id).first() if person else None
    return event is not None and manages(event, person)


def _has_part(request: Request, event_id: int) -> bool:
    """Return whether the viewer organises the event or has an entry in it."""
    entered = Entrant.objects.filter(event=event_id, player=request.user.pk)
    return bool(request.user.is_authenticated) and (entered.exists() or _organises(request, event_id))


class EventsView(APIView):
    """List of public events and creation of new ones."""

    @extend_schema(operation_id="v1_events_list", responses=serializers.EVENTS, parameters=[serializers.EventsParams])
    @cached_answer("home")
    def get(self, request: Request) -> Response:
        """List public events, newest first."""
        params = validated(serializers.EventsParams, request.query_params)
        limit, status = params.pop("limit"), params.pop("status", None)
        cards = events(*filter(None, [status]), limit=limit + 1, **params)
        shown = cards[:limit]
        following = shown[-1].event_id if len(cards) > limit else None
        return listed(request, {"events": plain(shown)}, before=following)

    @extend_schema(operation_id="v1_event_create", request=NewEventSerializer, responses={201: serializers.CARD})
    @creates("events/{event_id}/")
    def post(self, request: Request) -> Response:
        """Create an event that you organise; omitted settings have defaults. With `draft`, only you can see it.

        `league` is the slug of a league that you organise.
        """
        person = signed_in(request)
        if person.is_guest:
            raise Refused(
                "account-needed", say("Guests can't organise events. Create an account first; you keep your matches.")
            )
        data = validated(NewEventSerializer, request.data)
        if "league" in data:
            data["league"] = named_league(data["league"], "league")
        plan = Plan(**{"control": Control(), **data})
        with within_quota("events", request.META):
            made = event_lifecycle.create_event(by=person.pk, plan=plan, at=now())
        return _card(request, made, status=201)


class EventView(APIView):
    """A single event with entrants, rounds and standings."""

    @extend_schema(responses=serializers.EVENT)
    @cached_answer("event.{event_id}", unless=_organises)
    def get(self, request: Request, event_id: int) -> Response:
        """Return an event with its settings, entrants, rounds, pairings, matches and standings."""
        found = public_event(event_id, reader(request._request), drafts=True)
        people = found.people.values()
        ratings = values([one.player_id for one in people], found.event.game)
        return Response(
            {
                **plain(found.card),
                **plain(decided(found.event)),
                "entrants": [{**plain(one), "rating": round(ratings[one.player_id])} for one in people],
                "rounds": plain(found.rounds),
                "standings": plain(found.tables),
            }
        )


class StandingsView(APIView):
    """The standings of an event with clinching marks."""

    @extend_schema(responses=serializers.STANDINGS)
    @cached_answer("event.{event_id}", unless=_organises)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the standings of every stage of an event, best first, and their columns.

        `outlook` marks entrants as qualified or eliminated, in stages where that is known; `about` explains the marks.
        """
        person = reader(request._request)
        seen, tables = seen_by(event_id, person), public_event(event_id, person, drafts=True).tables
        found = [(rows.stage.number, *marks_of(rows, seen.lines(rows))) for rows in seen.stages]
        outlook = [
            {"stage": number, "about": about, "marks": {key: plain(mark) for key, mark in marks.items()}}
            for number, marks, about in found
            if marks
        ]
        return Response({"event_id": event_id, "standings": plain(tables), "outlook": outlook})


class BracketView(APIView):
    """The bracket of an elimination stage."""

    @extend_schema(responses=OpenApiTypes.OBJECT, parameters=[serializers.BracketParams])
    @cached_answer("event.{event_id}", unless=_has_part)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the bracket of an elimination stage: each match with its position, sides, sources and result."""
        seen = seen_by(event_id, reader(request._request))
        stage = validated(serializers.BracketParams, request.query_params).get("stage")
        rows = bracket_of_stage(seen, stage)
        if rows is None:
            raise Refused("not-found", say("Bracket not found."))
        return Response(drawn(seen, rows))


class OwnView(APIView):
    """The viewer's own entry."""

    @extend_schema(responses=serializers.OWN)
    def get(self, request: Request, event_id: int) -> Response:
        """Return your own entry: status, deadline of a spot offer, and warnings or a ban for no-shows."""
        player_id = _player(request, event_id)
        seen = seen_by(event_id, reader(request._request))
        at = now()
        about = told(seen.event, seen.reader, at)
        own = seen.own
        return Response(
            {
                "player_id": player_id,
                "status": own.status if own else None,
                "checked_in": own is not None and own.checked_in_at is not None,
                "answer_by": own.answer_by if own and own.answer_by and own.answer_by > at else None,
                "no_shows": plain(about) if about else None,
            }
        )


def _player(request: Request, event_id: int) -> int:
    """Return the id of the signed-in viewer of an event that they may see."""
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    get_visible(Event.objects.filter(pk=event_id), person)
    return int(person.pk)


def _card(_: Request, event_id: int, status: int = 200) -> Response:
    return Response(plain(card(counted(Event.objects.filter(pk=event_id)).get())), status=status)


class ArenaView(APIView):
    """The state of an arena."""

    @extend_schema(responses=serializers.ARENA)
    def get(self, request: Request, event_id: int) -> Response:
        """Return an arena: its end, the numbers of playing and waiting players, and your own match."""
        return _arena(request, event_id)


class ChallengesView(APIView):
    """The state of a ladder and its challenges."""

    @extend_schema(responses=serializers.LADDER)
    def get(self, request: Request, event_id: int) -> Response:
        """Return a ladder: its ranks from the top, which players you can challenge, and the open challenges."""
        return _ladder(request, event_id)

    @extend_schema(request=serializers.LadderChallengeSerializer, responses={201: serializers.CHALLENGED})
    @creates("events/{event_id}/challenges/")
    def post(self, request: Request, event_id: int) -> Response:
        """Challenge a higher-ranked entrant of a ladder (`entrant_id`)."""
        by = _player(request, event_id)
        data = validated(serializers.LadderChallengeSerializer, request.data)
        number = continuous_entries.challenge(event_id=event_id, player_id=by, **data, at=now())
        return Response({"number": number}, status=201)


def _arena(request: Request, event_id: int) -> Response:
    part = parts(seen_by(event_id, reader(request._request)), now()).get("arena")
    if part is None:
        raise Refused("not-found", say("Arena not found, or it hasn't started yet."))
    return Response(asdict(part))


def _ladder(request: Request, event_id: int) -> Response:
    part = parts(seen_by(event_id, reader(request._request)), now()).get("ladder")
    if part is None:
        raise Refused("not-found", say("Ladder not found, or it hasn't started yet."))
    return Response(asdict(part))


def _action(
    action: Callable[..., object],
    about: str,
    *,
    person: str = "player_id",
    answer: Callable[[Request, int], Response] = _card,
    shown: type[Serializer[Any]] = serializers.CARD,
) -> type[APIView]:
    """Return the view of a signed-in player's action, which takes their id as `player_param`."""

    class ActionView(APIView):
        @extend_schema(request=None, responses=shown, description=about)
        def post(self, request: Request, event_id: int, **parts: int) -> Response:
            action(event_id=event_id, **{person: _player(request, event_id)}, at=now(), **parts)
            return answer(request, event_id)

    return ActionView


JoinView = _action(entries.join, "Join an event that is open for registration.")
LeaveView = _action(entries.leave, "Leave an event before it starts.")
PlaceAcceptView = _action(waiting_list.accept, "Accept a spot offered from the waiting list.")
PlaceDeclineView = _action(
    waiting_list.decline, "Decline an offered spot and leave the waiting list."
)
CheckInView = _action(entries.check_in, "Check in. From the waiting list, you then get the first free spot.")
StartView = _action(event_start.start_event, "Start an event that you organise.", person="by")
_ON_ARENA: dict[str, Any] = {"answer": _arena, "shown": serializers.ARENA}
_ON_LADDER: dict[str, Any] = {"answer": _ladder, "shown": serializers.LADDER}
ArenaPauseView = _action(
    continuous_entries.rest, "Pause your pairing in an arena. A running match continues.", **_ON_ARENA
)
ArenaComeBackView = _action(continuous_entries.come_back, "Resume your pairing in an arena.", **_ON_ARENA)
ChallengeAcceptView = _action(
    continuous_entries.accept, "Accept a challenge. Its match opens immediately.", **_ON_LADDER
)
ChallengeDeclineView = _action(continuous_entries.decline, "Decline a challenge.", **_ON_LADDER)


class DryRunView(APIView):
    """Simulation of an event."""

    @extend_schema(responses=serializers.DRY_RUN)
    def get(self, request: Request, event_id: int) -> Response:
        """Simulate an event: rounds, matches and each entrant's chances in percent.

        `runs` is the number of simulations within the time limit; `trouble` is the reason if it can't be simulated.
        """
        get_visible(Event.objects.filter(pk=event_id), reader(request._request))
        until = time.monotonic() + FORECAST_S
        return Response(asdict(forecast_page(event_id, lambda: time.monotonic() < until)))


class FigureView(APIView):
    """The derivation of a tie-break figure."""

    @extend_schema(responses=serializers.FIGURE)
    def get(self, request: Request, event_id: int, entrant_id: int, key: str) -> Response:
        """Explain a tie-break score term by term. `key` is a tie-break from the columns of the standings."""
        found = figure_page(seen_by(event_id, reader(request._request)), entrant_id, key)
        return Response({**asdict(found), "column": {name: getattr(found.column, name) for name in serializers.COLUMN}})


class WhyView(APIView):
    """Explanations of the pairings of a Swiss round."""

    @extend_schema(responses=serializers.WHY, parameters=[serializers.WhyParams])
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Explain the pairings of a Swiss round; with `one` and `other`, why these two players do not meet."""
        params = validated(serializers.WhyParams, request.query_params)
        seen = seen_by(event_id, reader(request._request))
        return Response(asdict(why_page(seen, number, params.get("one"), params.get("other"))))
