"""API views of reported messages, for a league's or the site's staff."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.leagues.queries.leagues import named_league
from league.leagues.serializers import WhySerializer
from league.moderation.actions import dismiss, remove_message
from league.moderation.queries import ReportLine, may_moderate, open_reports
from league.people.sessions import signed_in
from matches.api.shapes import inline, many
from matches.api.validation import ChoiceField, validated
from matches.moment import now
from matches.refusals import Refused

DECISIONS = ("remove", "keep")
REPORTS = inline("MessageReports", reports=many(ReportLine))
DECIDED = inline("MessageDecided", message_id=serializers.IntegerField(), decision=serializers.ChoiceField(DECISIONS))


class DecisionSerializer(WhySerializer):
    """A decision about a reported message."""

    decision = ChoiceField(DECISIONS)


class LeagueReportsView(APIView):
    """Open reports of a league."""

    @extend_schema(responses=REPORTS)
    def get(self, request: Request, slug: str) -> Response:
        """Messages with open reports in a league's matches, newest first."""
        return _waiting(request, named_league(slug))


class LeagueReportView(APIView):
    """A reported message of a league."""

    @extend_schema(request=DecisionSerializer, responses=DECIDED)
    def post(self, request: Request, slug: str, message_id: int) -> Response:
        """Remove a reported message or dismiss its reports, as staff of a league."""
        return _decide(request, named_league(slug), message_id)


class ReportsView(APIView):
    """All open reports."""

    @extend_schema(responses=REPORTS)
    def get(self, request: Request) -> Response:
        """All messages with open reports, for the site's admins."""
        return _waiting(request, None)


class ReportView(APIView):
    """A reported message."""

    @extend_schema(request=DecisionSerializer, responses=DECIDED)
    def post(self, request: Request, message_id: int) -> Response:
        """Remove a reported message or dismiss its reports, as an admin of the site."""
        return _decide(request, None, message_id)


def _waiting(request: Request, league_id: int | None) -> Response:
    by = _moderator(request, league_id)
    return Response({"reports": [asdict(one) for one in open_reports(league_id, by)]})


def _decide(request: Request, league_id: int | None, message_id: int) -> Response:
    by = _moderator(request, league_id)
    data = validated(DecisionSerializer, request.data)
    act = remove_message if data["decision"] == "remove" else dismiss
    act(message_id=message_id, by=by, why=data["why"], at=now())
    return Response({"message_id": message_id, "decision": data["decision"]})


def _moderator(request: Request, league_id: int | None) -> int:
    by = signed_in(request).pk
    if not may_moderate(by, league_id):
        raise Refused("not-allowed", say("Only staff can view and handle reports."))
    return by
