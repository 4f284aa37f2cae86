"""API views of reported messages, for a league's or the site's staff."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.leagues.queries.leagues import get_league_id
from league.leagues.serializers import WhySerializer
from league.moderation.actions import dismiss_reports, remove_message
from league.moderation.queries import KINDS, MATCH, ReportLine, can_moderate, open_reports
from league.people.sessions import require_player
from matches.api.dataclass_schemas import inline_serializer, list_serializer
from matches.api.validation import ChoiceField, validate_input
from matches.errors import ActionError
from matches.server_time import now

DECISIONS = ("remove", "keep")
REPORTS = inline_serializer("MessageReports", reports=list_serializer(ReportLine))
DECIDED = inline_serializer(
    "MessageDecided", message_id=serializers.IntegerField(), decision=serializers.ChoiceField(DECISIONS)
)


class DecisionSerializer(WhySerializer):
    """A decision about a reported message."""

    decision = ChoiceField(DECISIONS)
    kind = ChoiceField(KINDS, default=MATCH, help_text="`draft` for a message with a `draft_id`.")


class LeagueReportsView(APIView):
    """Open reports of a league."""

    @extend_schema(responses=REPORTS)
    def get(self, request: Request, slug: str) -> Response:
        """Return messages with open reports in a league's matches and drafts, newest first."""
        return _list_reports(request, get_league_id(slug))


class LeagueReportView(APIView):
    """A reported message of a league."""

    @extend_schema(request=DecisionSerializer, responses=DECIDED)
    def post(self, request: Request, slug: str, message_id: int) -> Response:
        """Remove a reported message or dismiss its reports, as staff of a league."""
        return _decide(request, get_league_id(slug), message_id)


class ReportsView(APIView):
    """All open reports."""

    @extend_schema(responses=REPORTS)
    def get(self, request: Request) -> Response:
        """Return all messages with open reports, for the site's admins."""
        return _list_reports(request, None)


class ReportView(APIView):
    """A reported message."""

    @extend_schema(request=DecisionSerializer, responses=DECIDED)
    def post(self, request: Request, message_id: int) -> Response:
        """Remove a reported message or dismiss its reports, as an admin of the site."""
        return _decide(request, None, message_id)


def _list_reports(request: Request, league_id: int | None) -> Response:
    by = _get_moderator_id(request, league_id)
    return Response({"reports": [asdict(report) for report in open_reports(league_id, by)]})


def _decide(request: Request, league_id: int | None, message_id: int) -> Response:
    by = _get_moderator_id(request, league_id)
    data = validate_input(DecisionSerializer, request.data)
    action = remove_message if data["decision"] == "remove" else dismiss_reports
    action(message_id=message_id, by=by, why=data["why"], kind=data["kind"], at=now())
    return Response({"message_id": message_id, "decision": data["decision"]})


def _get_moderator_id(request: Request, league_id: int | None) -> int:
    by = require_player(request).pk
    if not can_moderate(by, league_id):
        raise ActionError("not-allowed", _("Only staff can view and handle reports."))
    return by
