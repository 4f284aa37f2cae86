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
from league.event_console.organiser_actions import ACTIONS, CREATING_ACTIONS, get_permission, run_action
from league.event_console.override_preview import Preview, preview_override
from league.event_console.queries import build_console
from league.event_console.serializers import MAX_SIDES, EntrantRowsSerializer, EventPlanSerializer, StageSerializer
from league.events.actions.event_copies import get_event_plan
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event
from league.events.queries import RULE, get_managed_event
from league.people.sessions import find_viewer
from league.quotas import within_quota
from league.registration.actions import entrant_import
from league.registration.actions.entrant_import import preview_import
from matches.api.dataclass_schemas import (
    build_field,
    get_serializer_class,
    get_serializer_fields,
    inline_serializer,
    json_field,
)
from matches.api.validation import CharField, InputSerializer, validate_input
from matches.server_time import now

_TEXT = serializers.CharField


class OrganiserActionSerializer(InputSerializer):
    """The parameters of all organiser actions. Each action takes some of them; see the description of the operation."""

    def get_fields(self) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for name, field in (part for action in ACTIONS.values() for part in action.takes().get_fields().items()):
            is_same = repr(merged.get(name, field)) == repr(field)
            merged[name] = field if is_same else json_field()
            merged[name].required = False
        return merged


class OverridePreviewParams(InputSerializer):
    """Query parameters of the override preview."""

    result = CharField(default="", max_length=20)
    halves = CharField(default="", max_length=MAX_SIDES)
    places = CharField(default="", max_length=MAX_SIDES)


_PLAN_PARTS = {name: part for name, part in get_serializer_fields(Plan).items() if name not in ("demo", "draft")}
PLAN = inline_serializer(
    "PlannedEvent",
    **{
        **_PLAN_PARTS, "league": _TEXT(allow_null=True, help_text="Its slug."),
        "stages": StageSerializer(many=True), "control": serializers.JSONField(),
    },
)  # fmt: skip
CONSOLE = inline_serializer("Console", **{**get_serializer_fields(console.Console), "can": build_field(list[str])})
DONE = inline_serializer("OrganiserActionDone", done=_TEXT(), made=json_field())
NEWCOMERS = inline_serializer("Newcomers", newcomers=serializers.ListField(child=serializers.DictField()))
RULING = get_serializer_class(Preview, "PairingRuling")


class ConsoleView(APIView):
    """An event as its organiser sees it."""

    @extend_schema(responses=CONSOLE)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the console: entrants, rounds (also unpublished), overrides, the log and the available actions."""
        event, _ = get_managed_event(event_id, find_viewer(request._request))
        data = build_console(event, now())
        return Response({**asdict(data), "can": sorted(data.can)})


class PlanView(APIView):
    """The plan of an event."""

    @extend_schema(responses=PLAN)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the settings of an event."""
        return Response(_serialize_plan(get_managed_event(event_id, find_viewer(request._request))[0]))

    @extend_schema(request=EventPlanSerializer, responses=PLAN)
    def patch(self, request: Request, event_id: int) -> Response:
        """Change the given settings of an event that has not started."""
        event, by = get_managed_event(event_id, find_viewer(request._request))
        plan = replace(get_event_plan(event), **validate_input(EventPlanSerializer, request.data))
        change_event(event_id=event_id, by=by.pk, plan=plan, at=now())
        return Response(_serialize_plan(get_managed_event(event_id, by)[0]))


class OrganiserActionView(APIView):
    """Execution of an organiser action."""

    @extend_schema(
        request=OrganiserActionSerializer,
        responses=DONE,
        parameters=[OpenApiParameter("action", str, "path", enum=list(ACTIONS))],
    )
    def post(self, request: Request, event_id: int, action: str) -> Response:
        """Run an organiser action. `made` is the id or number of what it created, if anything.

        Parameters by action: say: text. cancel: why. enter: username (who hasn't agreed to an event of the league
        before is invited). enter-names: names (a text with one per line; @username enters or invites an account).
        claim-link (made is its path), claim-link-revoke: entrant_id. enter-late: username, halves (for each round
        missed). enter-names-late: names, halves. check-in: entrant_id, present. add-bot: kind. admit: entrant_id.
        put-out, withdraw: entrant_id, why. club: entrant_id, club. bye: entrant_id, number, halves (0, 1, 2; null
        removes it). import: rows (CSV). import-report: report (TRF). fill-ratings: list (of FIDE), kind. seed: how.
        seed-order: entrant_ids. drop-draft, publish, unpublish: number. exchange: number, one_id, other_id, anyway
        (allow excluded or repeated pairs). plan: number, starts_at. match-time: pairing_id, starts_at. calendar:
        first (null removes all dates), days_between, blackouts (days). lift: no_show_id, why. enter-results:
        number, results (a list of pairing_id, result, score; in heats pairing_id and places; if a row is invalid,
        none is saved). list-results: number, rows (CSV of board and result). remove-result: pairing_id. overturn:
        pairing_id, result (1-0, 0-1, 1/2-1/2, 0-0; by forfeit 1F-0F, 0F-1F, 0F-0F; in heats places, 0 for none),
        score, why, keep. take-back: overturn_id. next-season: winners (of play-offs), name. keep-apart: one_id,
        other_id, how (must, should), first, last (rounds). let-meet: one_id, other_id.
        """
        _, by = get_managed_event(event_id, find_viewer(request._request), get_permission(action))
        with within_quota("events", request.META) if action in CREATING_ACTIONS else nullcontext():
            result = run_action(action, event_id=event_id, by=by.pk, data=request.data, at=now())
        return Response({"done": action, "made": result})


class ImportPreviewView(APIView):
    """Preview of an entrant import."""

    @extend_schema(request=EntrantRowsSerializer, responses=NEWCOMERS)
    def post(self, request: Request, event_id: int) -> Response:
        """Preview which players `rows` (CSV) would enter. The error names every invalid line. Nothing is saved."""
        _, by = get_managed_event(event_id, find_viewer(request._request))
        rows = entrant_import.parse_rows(validate_input(EntrantRowsSerializer, request.data)["rows"])
        newcomers = preview_import(event_id=event_id, by=by.pk, rows=rows, at=now())
        return Response({"newcomers": [asdict(newcomer) for newcomer in newcomers]})


class OverridePreviewView(APIView):
    """Preview of an override."""

    @extend_schema(responses=RULING, parameters=[OverridePreviewParams])
    def get(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Return the possible results of a pairing, and which matches and ranks a `result` (such as 1-0) would change.

        In heats, pass `places` by side instead (such as 1-2-2-0; 0 for no place).
        """
        get_managed_event(event_id, find_viewer(request._request), RULE)
        params = validate_input(OverridePreviewParams, request.query_params)
        return Response(asdict(preview_override(event_id, pairing_id, **params)))


def _serialize_plan(event: Event) -> dict[str, Any]:
    plan, league = get_event_plan(event), event.league.slug if event.league else None
    values = {**asdict(plan), "league": league, "control": plan.control.dump()}
    return {name: values[name] for name in _PLAN_PARTS}
