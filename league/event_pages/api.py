"""API views of events."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.event_console.serializers import NewEventSerializer
from league.event_files.exports import get_event
from league.event_pages import serializers
from league.event_pages.queries.bracket_data import build_bracket, find_bracket_stage
from league.event_pages.queries.continuous_panels import build_panels
from league.event_pages.queries.event import get_event_settings
from league.event_pages.queries.explanations import explain_figure, explain_round
from league.event_pages.queries.standings import compute_marks
from league.event_pages.queries.viewer_event import get_viewer_event
from league.events.actions.event_lifecycle import Plan
from league.events.models import Entrant, Event
from league.events.queries import annotate_counts, build_card, can_manage, get_visible_event, list_events
from league.leagues.queries.leagues import get_league_id
from league.people.sessions import find_viewer, require_player
from league.quotas import within_quota
from league.ratings.queries.players import get_rating_values
from league.registration.actions import continuous_entries, entries, waiting_list
from league.registration.queries import find_no_show_notice
from league.results.actions import event_start
from league.results.actions.quick_events import create_event_with_players
from league.standings.forecast import get_forecast
from matches.api.caching import cache_response
from matches.api.dataclass_schemas import to_primitive
from matches.api.idempotency import creates
from matches.api.pagination import build_page_response
from matches.api.validation import validate_input
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.rate_limits import consume, raise_if_exceeded
from matches.server_time import now


def _can_see_unpublished(request: Request, event_id: int) -> bool:
    """Return whether the viewer may see unpublished rounds and the event before it is public."""
    viewer = find_viewer(request._request)
    event = Event.objects.filter(pk=event_id).first() if viewer else None
    return event is not None and can_manage(event, viewer)


def _is_involved(request: Request, event_id: int) -> bool:
    """Return whether the viewer organises the event or has an entry in it."""
    entered = Entrant.objects.filter(event=event_id, player=request.user.pk)
    return bool(request.user.is_authenticated) and (entered.exists() or _can_see_unpublished(request, event_id))


class EventsView(APIView):
    """The public events, and the creation of new ones."""

    @extend_schema(operation_id="v1_events_list", responses=serializers.EVENTS, parameters=[serializers.EventsParams])
    @cache_response("home")
    def get(self, request: Request) -> Response:
        """List public events, newest first."""
        params = validate_input(serializers.EventsParams, request.query_params)
        limit, status = params.pop("limit"), params.pop("status", None)
        cards = list_events(*filter(None, [status]), limit=limit + 1, **params)
        shown = cards[:limit]
        following = shown[-1].event_id if len(cards) > limit else None
        return build_page_response(request, {"events": to_primitive(shown)}, before=following)

    @extend_schema(operation_id="v1_event_create", request=NewEventSerializer, responses={201: serializers.CARD})
    @creates("events/{event_id}/")
    def post(self, request: Request) -> Response:
        """Create an event that you organise; omitted settings have defaults. With `draft`, only you can see it.

        `league` is the slug of a league that you organise. `names` enters players, of whom those without `@` need no
        account; `start` begins the first round.
        """
        person = require_player(request)
        if person.is_guest:
            raise ActionError(
                "account-needed", _("Guests can't organise events. Create an account first; you keep your matches.")
            )
        data = validate_input(NewEventSerializer, request.data)
        if "league" in data:
            data["league"] = get_league_id(data["league"], "league")
        names, starts = data.pop("names", ()), data.pop("start", False)
        plan = Plan(**{"control": TimeControl(), **data})
        with within_quota("events", request.META):
            event_id = create_event_with_players(by=person.pk, plan=plan, names=names, starts=starts, at=now())
        return _card_response(request, event_id, status=201)


class EventView(APIView):
    """A single event with entrants, rounds and standings."""

    @extend_schema(responses=serializers.EVENT)
    @cache_response("event.{event_id}", unless=_can_see_unpublished)
    def get(self, request: Request, event_id: int) -> Response:
        """Return an event with its settings, entrants, rounds, pairings, matches and standings."""
        data = get_event(event_id, find_viewer(request._request), unpublished=True)
        people = data.people.values()
        ratings = get_rating_values([person.player_id for person in people], data.event.seeding_pool)
        return Response(
            {
                **to_primitive(data.card),
                **to_primitive(get_event_settings(data.event)),
                "entrants": [{**to_primitive(person), "rating": round(ratings[person.player_id])} for person in people],
                "rounds": to_primitive(data.rounds),
                "standings": to_primitive(data.tables),
            }
        )


class StandingsView(APIView):
    """The standings of an event with clinching marks."""

    @extend_schema(responses=serializers.STANDINGS)
    @cache_response("event.{event_id}", unless=_can_see_unpublished)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the standings of every stage of an event, best first, and their columns.

        `outlook` marks entrants as qualified or eliminated, in stages where that is known; `about` explains the marks.
        """
        viewer = find_viewer(request._request)
        view, tables = get_viewer_event(event_id, viewer), get_event(event_id, viewer, unpublished=True).tables
        marked = [(rows.stage.number, *compute_marks(rows, view.lines(rows))) for rows in view.stages]
        outlook = [
            {"stage": number, "about": subject, "marks": {key: to_primitive(mark) for key, mark in marks.items()}}
            for number, marks, subject in marked
            if marks
        ]
        return Response({"event_id": event_id, "standings": to_primitive(tables), "outlook": outlook})


class BracketView(APIView):
    """The bracket of an elimination stage."""

    @extend_schema(responses=OpenApiTypes.OBJECT, parameters=[serializers.BracketParams])
    @cache_response("event.{event_id}", unless=_is_involved)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the bracket of an elimination stage: each match with its position, sides, sources and result."""
        view = get_viewer_event(event_id, find_viewer(request._request))
        stage = validate_input(serializers.BracketParams, request.query_params).get("stage")
        rows = find_bracket_stage(view, stage)
        if rows is None:
            raise ActionError("not-found", _("Bracket not found."))
        return Response(build_bracket(view, rows))


class OwnEntryView(APIView):
    """The viewer's own entry."""

    @extend_schema(responses=serializers.OWN_ENTRY)
    def get(self, request: Request, event_id: int) -> Response:
        """Return your own entry: status, deadline of a spot offer, and warnings or a ban for no-shows."""
        player_id = _get_player_id(request, event_id)
        view = get_viewer_event(event_id, find_viewer(request._request))
        at = now()
        notice = find_no_show_notice(view.event, view.reader, at)
        entrant = view.own
        return Response(
            {
                "player_id": player_id,
                "status": entrant.status if entrant else None,
                "checked_in": entrant is not None and entrant.checked_in_at is not None,
                "answer_by": entrant.answer_by if entrant and entrant.answer_by and entrant.answer_by > at else None,
                "no_shows": to_primitive(notice) if notice else None,
            }
        )


def _get_player_id(request: Request, event_id: int) -> int:
    """Return the id of the signed-in viewer of an event that they may see."""
    person = find_viewer(request._request)
    if person is None:
        raise ActionError("sign-in-needed", _("Sign in first."))
    get_visible_event(Event.objects.filter(pk=event_id), person)
    return int(person.pk)


def _card_response(_: Request, event_id: int, status: int = 200) -> Response:
    return Response(to_primitive(build_card(annotate_counts(Event.objects.filter(pk=event_id)).get())), status=status)


class ArenaView(APIView):
    """The state of an arena."""

    @extend_schema(responses=serializers.ARENA)
    def get(self, request: Request, event_id: int) -> Response:
        """Return an arena: its end, the numbers of playing and waiting players, and your own match."""
        return _arena_response(request, event_id)


class ChallengesView(APIView):
    """The state of a ladder and its challenges."""

    @extend_schema(responses=serializers.LADDER)
    def get(self, request: Request, event_id: int) -> Response:
        """Return a ladder: its ranks from the top, which players you can challenge, and the open challenges."""
        return _ladder_response(request, event_id)

    @extend_schema(request=serializers.LadderChallengeSerializer, responses={201: serializers.CHALLENGED})
    @creates("events/{event_id}/challenges/")
    def post(self, request: Request, event_id: int) -> Response:
        """Challenge a higher-ranked entrant of a ladder (`entrant_id`)."""
        by = _get_player_id(request, event_id)
        data = validate_input(serializers.LadderChallengeSerializer, request.data)
        number = continuous_entries.create_challenge(event_id=event_id, player_id=by, **data, at=now())
        return Response({"number": number}, status=201)


def _arena_response(request: Request, event_id: int) -> Response:
    part = build_panels(get_viewer_event(event_id, find_viewer(request._request)), now()).get("arena")
    if part is None:
        raise ActionError("not-found", _("Arena not found, or it hasn't started yet."))
    return Response(asdict(part))


def _ladder_response(request: Request, event_id: int) -> Response:
    part = build_panels(get_viewer_event(event_id, find_viewer(request._request)), now()).get("ladder")
    if part is None:
        raise ActionError("not-found", _("Ladder not found, or it hasn't started yet."))
    return Response(asdict(part))


def _action_view(
    action: Callable[..., object],
    description: str,
    *,
    player_param: str = "player_id",
    answer: Callable[[Request, int], Response] = _card_response,
    shown: type[Serializer[Any]] = serializers.CARD,
) -> type[APIView]:
    """Return the view of a signed-in player's action, which takes their id as `player_param`."""

    class ActionView(APIView):
        @extend_schema(request=None, responses=shown, description=description)
        def post(self, request: Request, event_id: int, **parts: int) -> Response:
            action(event_id=event_id, **{player_param: _get_player_id(request, event_id)}, at=now(), **parts)
            return answer(request, event_id)

    return ActionView


JoinView = _action_view(entries.join_event, "Join an event that is open for registration, or accept an invitation.")
LeaveView = _action_view(entries.leave_event, "Leave an event before it starts.")
SpotAcceptView = _action_view(waiting_list.accept_spot, "Accept a spot offered from the waiting list.")
SpotDeclineView = _action_view(waiting_list.decline_spot, "Decline an offered spot and leave the waiting list.")
CheckInView = _action_view(entries.check_in, "Check in. From the waiting list, you then get the first free spot.")
StartView = _action_view(event_start.start_event, "Start an event that you organise.", player_param="by")
_ARENA: dict[str, Any] = {"answer": _arena_response, "shown": serializers.ARENA}
_LADDER: dict[str, Any] = {"answer": _ladder_response, "shown": serializers.LADDER}
ArenaPauseView = _action_view(
    continuous_entries.pause_entry, "Pause your pairing in an arena. A running match continues.", **_ARENA
)
ArenaResumeView = _action_view(continuous_entries.resume_entry, "Resume your pairing in an arena.", **_ARENA)
ChallengeAcceptView = _action_view(
    continuous_entries.accept_challenge, "Accept a challenge. Its match opens immediately.", **_LADDER
)
ChallengeDeclineView = _action_view(continuous_entries.decline_challenge, "Decline a challenge.", **_LADDER)


class SimulationView(APIView):
    """Simulation of an event."""

    @extend_schema(responses=serializers.SIMULATION)
    def get(self, request: Request, event_id: int) -> Response:
        """Simulate an event that you organise or have entered: rounds, matches and each entrant's chances in percent.

        `runs` is the number of simulations within the time limit; `trouble` is the reason if it can't be simulated.
        """
        player = require_player(request)
        if not get_viewer_event(event_id, player).may_simulate:
            raise ActionError("not-allowed", _("Only the organiser and the entrants of an event can simulate it."))
        raise_if_exceeded(consume([("simulations", str(player.pk))]))
        return Response(get_forecast(event_id))


class TieBreakFigureView(APIView):
    """The derivation of a tie-break figure."""

    @extend_schema(responses=serializers.FIGURE)
    def get(self, request: Request, event_id: int, entrant_id: int, key: str) -> Response:
        """Explain a tie-break score term by term. `key` is a tie-break from the columns of the standings."""
        page = explain_figure(get_viewer_event(event_id, find_viewer(request._request)), entrant_id, key)
        return Response({**asdict(page), "column": {name: getattr(page.column, name) for name in serializers.COLUMN}})


class PairingExplanationView(APIView):
    """Explanations of the pairings of a Swiss round."""

    @extend_schema(responses=serializers.PAIRING_EXPLANATION, parameters=[serializers.ExplanationParams])
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Explain the pairings of a Swiss round; with `one` and `other`, why these two players do not meet."""
        params = validate_input(serializers.ExplanationParams, request.query_params)
        view = get_viewer_event(event_id, find_viewer(request._request))
        return Response(asdict(explain_round(view, number, params.get("one"), params.get("other"))))
