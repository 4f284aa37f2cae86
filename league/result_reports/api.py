"""API views of result reports."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.events.models import Event
from league.events.queries import get_visible_event
from league.people.models import Player
from league.people.sessions import require_player
from league.result_reports.actions import reports
from league.result_reports.actions.evidence import Evidence, attach_image, check_owner
from league.result_reports.actions.rulings import rule
from league.result_reports.images import MAX_BYTES
from league.result_reports.models import ResultReport
from league.result_reports.queries import get_report, list_reports, view_report
from league.result_reports.serializers import (
    REPORT,
    REPORT_IMAGE,
    REPORTS,
    ConfirmationSerializer,
    ImageSerializer,
    NewReportSerializer,
    ReportListParams,
    ReportRulingSerializer,
    build_claim,
)
from matches.api.idempotency import creates
from matches.api.validation import validate_input
from matches.server_time import now


class EventReportsView(APIView):
    """The reported results of an event."""

    @extend_schema(responses=REPORTS, parameters=[ReportListParams])
    def get(self, request: Request, event_id: int) -> Response:
        """Return the newest 200 reports: referees of the event see all, players those of their own pairings."""
        player = require_player(request)
        event = _get_event(event_id, player)
        status = validate_input(ReportListParams, request.query_params).get("status", "")
        rows = list_reports(event, player, [status] if status else [])
        return Response({"reports": [asdict(row) for row in rows]})


class PairingReportsView(APIView):
    """Reports of a pairing."""

    @extend_schema(request=NewReportSerializer, responses={201: REPORT})
    @creates("result-reports/{report_id}/")
    def post(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Report the result of your pairing. If the other side reported the same, its report is confirmed."""
        player = require_player(request)
        _get_event(event_id, player)
        data = validate_input(NewReportSerializer, request.data)
        report_id = reports.report_result(
            event_id=event_id, pairing_id=pairing_id, player_id=player.pk, claim=build_claim(data),
            evidence=Evidence(data["text"], data["link"]), at=now(),
        )  # fmt: skip
        return _respond(report_id, player, status=201)


class ReportView(APIView):
    """A report."""

    @extend_schema(responses=REPORT)
    def get(self, request: Request, report_id: int) -> Response:
        """Return a report of your pairing, or of an event that you referee."""
        return _respond(report_id, require_player(request))

    @extend_schema(request=NewReportSerializer, responses=REPORT)
    def put(self, request: Request, report_id: int) -> Response:
        """Change your report while nobody has answered it."""
        player = require_player(request)
        data = validate_input(NewReportSerializer, request.data)
        reports.change_report(
            report_id=report_id,
            player_id=player.pk,
            claim=build_claim(data),
            evidence=Evidence(data["text"], data["link"]),
            at=now(),
        )
        return _respond(report_id, player)


class ConfirmView(APIView):
    """Confirmation of a report."""

    @extend_schema(request=ConfirmationSerializer, responses=REPORT)
    def post(self, request: Request, report_id: int) -> Response:
        """Confirm another side's report. Once all other sides have, its result counts."""
        player = require_player(request)
        data = validate_input(ConfirmationSerializer, request.data)
        reports.confirm(report_id=report_id, player_id=player.pk, **data, at=now())
        return _respond(report_id, player)


class DisputeView(APIView):
    """Dispute of a report."""

    @extend_schema(request=NewReportSerializer, responses={201: REPORT})
    @creates("result-reports/{report_id}/")
    def post(self, request: Request, report_id: int) -> Response:
        """Dispute another side's report with your result, or with a text that says what is wrong; return your report."""
        player = require_player(request)
        data = validate_input(NewReportSerializer, request.data)
        own_id = reports.dispute(
            report_id=report_id,
            player_id=player.pk,
            claim=build_claim(data),
            evidence=Evidence(data["text"], data["link"]),
            at=now(),
        )
        return _respond(own_id, player, status=201)


class WithdrawView(APIView):
    """Withdrawal of a report."""

    @extend_schema(request=None, responses=REPORT)
    def post(self, request: Request, report_id: int) -> Response:
        """Withdraw your report."""
        player = require_player(request)
        reports.withdraw(report_id=report_id, player_id=player.pk, at=now())
        return _respond(report_id, player)


class ImagesView(APIView):
    """Images of a report."""

    parser_classes = (MultiPartParser,)

    @extend_schema(request={"multipart/form-data": ImageSerializer}, responses=REPORT_IMAGE)
    def post(self, request: Request, report_id: int) -> Response:
        """Attach an image of at most 5 MB to your undecided report. It is stored anew, without metadata."""
        player = require_player(request)
        check_owner(ResultReport.objects.filter(pk=report_id).first(), player.pk)
        image = validate_input(ImageSerializer, request.data)["image"]
        row = attach_image(report_id=report_id, player_id=player.pk, content=image.read(MAX_BYTES + 1), at=now())
        return Response({"url": row})


class PairingRulingView(APIView):
    """Decision of a reported result by a referee."""

    @extend_schema(request=ReportRulingSerializer, responses=REPORTS)
    def post(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Decide the result of a pairing: by `report_id`, or by another result. Return its reports."""
        player = require_player(request)
        event = _get_event(event_id, player)
        data = validate_input(ReportRulingSerializer, request.data)
        rule(
            event_id=event_id, pairing_id=pairing_id, by=player.pk, why=data["why"], report_id=data.get("report_id"),
            claim=build_claim(data), at=now(),
        )  # fmt: skip
        rows = [row for row in list_reports(event, player) if row.pairing_id == pairing_id]
        return Response({"reports": [asdict(row) for row in rows]})


def _get_event(event_id: int, player: Player) -> Event:
    return get_visible_event(Event.objects.filter(pk=event_id).select_related("league"), player)


def _respond(report_id: int, player: Player, status: int = 200) -> Response:
    """Return a report as its reader sees it."""
    return Response(asdict(view_report(get_report(report_id, player))), status=status)
