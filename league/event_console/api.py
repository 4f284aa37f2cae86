"""API views for organisers: the same actions as on the console."""

from contextlib import nullcontext
from dataclasses import asdict, replace
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.event_console import queries as console
from league.event_console.organiser_actions import DEEDS, MAKING, do
from league.event_console.override_preview import Ruling, ruling
from league.event_console.queries import desk
from league.event_console.serializers import MOST_SIDES, EntrantRowsSerializer, EventPlanSerializer, StageSerializer
from league.events.actions.event_copies import plan_of
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event
from league.events.queries import get_managed
from league.people.sessions import reader
from league.quotas import within_quota
from league.registration.actions import entrant_import
from league.registration.actions.entrant_import import look_at_entrants
from matches.api.shapes import anything, inline, of, parts_of, shape
from matches.api.validation import CharField, InputSerializer, validated
from matches.moment import now

_TEXT = serializers.CharField


class DeedSerializer(InputSerializer):
    """The parameters of all organiser actions. Each action takes some of them; see the description of the operation."""

    def get_fields(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, field in (part for deed in DEEDS.values() for part in deed.takes().get_fields().items()):
            alike = repr(found.get(name, field)) == repr(field)
            found[name] = field if alike else anything()
            found[name].required = False
        return found


class RulingParams(InputSerializer):
    """Query parameters of the override preview."""

    result = CharField(default="", max_length=20)
    halves = CharField(default="", max_length=MOST_SIDES)
    places = CharField(default="", max_length=MOST_SIDES)


_DECISIONS = {name: part for name, part in parts_of(Plan).items() if name not in ("demo", "draft")}
PLANNED = inline(
    "PlannedEvent",
    **{
        **_DECISIONS, "league": _TEXT(allow_null=True, help_text="Its slug."),
        "stages": StageSerializer(many=True), "control": serializers.JSONField(),
    },
)  # fmt: skip
CONSOLE = inline("Console", **{**parts_of(console.Desk), "can": of(list[str])})
DONE = inline("DeedDone", done=_TEXT(), made=anything())
NEWCOMERS = inline("Newcomers", newcomers=serializers.ListField(child=serializers.DictField()))
RULING = shape(Ruling, "PairingRuling")


class ConsoleView(APIView):
    """An event as its organiser sees it."""

    @extend_schema(responses=CONSOLE)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the console: entrants, rounds (also unpublished), overrides, the log and the available actions."""
        event, _ = get_managed(event_id, reader(request._request))
        found = desk(event, now())
        return Response({**asdict(found), "can": sorted(found.can)})


class PlanView(APIView):
    """The plan of an event."""

    @extend_schema(responses=PLANNED)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the settings of an event."""
        return Response(_shown(get_managed(event_id, reader(request._request))[0]))

    @extend_schema(request=EventPlanSerializer, responses=PLANNED)
    def patch(self, request: Request, event_id: int) -> Response:
        """Change the given settings of an event that has not started."""
        event, by = get_managed(event_id, reader(request._request))
        plan = replace(plan_of(event), **validated(EventPlanSerializer, request.data))
        change_event(event_id=event_id, by=by.pk, plan=plan, at=now())
        return Response(_shown(get_managed(event_id, by)[0]))


class DeedView(APIView):
    """Execution of an organiser action."""

    @extend_schema(
        request=DeedSerializer, responses=DONE, parameters=[OpenApiParameter("deed", str, "path", enum=list(DEEDS))]
    )
    def post(self, request: Request, event_id: int, deed: str) -> Response:
        """Run an organiser action. `made` is the id or number of what it created, if anything.

        Parameters by action: say: text. cancel: why. enter, enter-late: username. add-bot: kind. admit: entrant_id.
        put-out, withdraw: entrant_id, why. club: entrant_id, club. bye: entrant_id, number, halves (0, 1; null
        removes it). import: rows (CSV). seed: how. seed-order: entrant_ids. drop-draft, publish: number. exchange:
        number, one_id, other_id, anyway (allow excluded or repeated pairs). plan: number, starts_at. calendar: first
        (null removes all dates), days_between, blackouts (days). lift: no_show_id, why. enter-results: number,
        results (a list of pairing_id, result, score; in heats pairing_id and places; if a row is invalid, none is
        saved). remove-result: pairing_id. overturn: pairing_id, result (1-0, 0-1, 1/2-1/2, 0-0; by forfeit 1F-0F,
        0F-1F, 0F-0F; in heats places, 0 for none), score, why, keep. take-back: overturn_id. next-season: winners (of
        play-offs), name. keep-apart: one_id, other_id, how (must, should), first, last (rounds). let-meet: one_id,
        other_id.
        """
        _, by = get_managed(event_id, reader(request._request))
        with within_quota("events", request.META) if deed in MAKING else nullcontext():
            made = do(deed, event_id=event_id, by=by.pk, given=request.data, at=now())
        return Response({"done": deed, "made": made})


class ImportPreviewView(APIView):
    """Preview of an entrant import."""

    @extend_schema(request=EntrantRowsSerializer, responses=NEWCOMERS)
    def post(self, request: Request, event_id: int) -> Response:
        """Preview which players `rows` (CSV) would enter. The error names every invalid line. Nothing is saved."""
        _, by = get_managed(event_id, reader(request._request))
        rows = entrant_import.read(validated(EntrantRowsSerializer, request.data)["rows"])
        found = look_at_entrants(event_id=event_id, by=by.pk, rows=rows, at=now())
        return Response({"newcomers": [asdict(one) for one in found]})


class ConsequencesView(APIView):
    """Preview of an override."""

    @extend_schema(responses=RULING, parameters=[RulingParams])
    def get(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Return the possible results of a pairing, and which matches and ranks a `result` (such as 1-0) would change.

        In heats, pass `places` by side instead (such as 1-2-2-0; 0 for no place).
        """
        get_managed(event_id, reader(request._request))
        params = validated(RulingParams, request.query_params)
        return Response(asdict(ruling(event_id, pairing_id, **params)))


def _shown(event: Event) -> dict[str, Any]:
    plan, league = plan_of(event), event.league.slug if event.league else None
    decided = {**asdict(plan), "league": league, "control": plan.control.dump()}
    return {name: decided[name] for name in _DECISIONS}
