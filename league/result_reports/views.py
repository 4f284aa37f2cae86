"""Pages of result reports: a pairing's panel, the answers to it, a referee's decision, and images."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import translate as _
from league.events.rulings import RESULTS
from league.forms import errors_as_404, errors_as_messages
from league.leagues.views import current_player
from league.result_reports.actions import reports
from league.result_reports.actions.evidence import Evidence, check_room
from league.result_reports.actions.rulings import rule
from league.result_reports.images import MAX_BYTES, StoredImage, reencode_image
from league.result_reports.models import ResultReport
from league.result_reports.queries import Panel, find_image, find_panel, get_report
from league.result_reports.serializers import ConfirmationSerializer, NewReportSerializer, ReportRulingSerializer, build_claim
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.server_time import now

REPORT_PAGE, RULING_PAGE = "league/result_reports/report.html", "league/result_reports/ruling.html"


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def report_page(request: HttpRequest, event_id: int, pairing_id: int) -> HttpResponse:
    """Show the panel of a pairing, and report its result or change the viewer's report."""
    panel = _get_panel(request, event_id, pairing_id)
    if request.method == "GET":
        return render(request, REPORT_PAGE, {"panel": panel})
    player_id = current_player(request).pk
    try:
        data = validate_input(NewReportSerializer, request.POST)
        evidence = Evidence(data["text"], data["link"], _read_image(request, panel.own.report_id if panel.own else None))
        if panel.own is not None:
            reports.change_report(
                report_id=panel.own.report_id, player_id=player_id, claim=build_claim(data), evidence=evidence, at=now()
            )
            messages.success(request, _("Report changed."))
        else:
            reports.report_result(
                event_id=event_id,
                pairing_id=pairing_id,
                player_id=player_id,
                claim=build_claim(data),
                evidence=evidence,
                at=now(),
            )
            messages.success(request, _("Result reported."))
    except ActionError as error:
        return _refuse(request, panel, error)
    return redirect("event", event_id)


@require_POST
@login_required
def confirm(request: HttpRequest, report_id: int) -> HttpResponse:
    """Confirm a report and return to the event."""
    report = _get_report(request, report_id)
    with errors_as_messages(request, even_missing=True):
        data = validate_input(ConfirmationSerializer, request.POST)
        reports.confirm(report_id=report_id, player_id=current_player(request).pk, **data, at=now())
        messages.success(request, _("Result confirmed."))
    return redirect("event", report.pairing.round.event_id)


@require_POST
@login_required
def dispute(request: HttpRequest, report_id: int) -> HttpResponse:
    """Dispute a report and return to the event; show the panel again if refused."""
    report, player = _get_report(request, report_id), current_player(request)
    event_id = report.pairing.round.event_id
    panel = _get_panel(request, event_id, report.pairing_id)
    try:
        data = validate_input(NewReportSerializer, request.POST)
        reports.dispute(
            report_id=report_id, player_id=player.pk, claim=build_claim(data),
            evidence=Evidence(data["text"], data["link"], _read_image(request)), at=now(),
        )  # fmt: skip
    except ActionError as error:
        return _refuse(request, panel, error)
    messages.success(request, _("Result disputed."))
    return redirect("event", event_id)


@require_POST
@login_required
def withdraw(request: HttpRequest, report_id: int) -> HttpResponse:
    """Withdraw a report and return to the event."""
    report = _get_report(request, report_id)
    with errors_as_messages(request, even_missing=True):
        reports.withdraw(report_id=report_id, player_id=current_player(request).pk, at=now())
        messages.success(request, _("Report withdrawn."))
    return redirect("event", report.pairing.round.event_id)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def ruling_page(request: HttpRequest, event_id: int, pairing_id: int) -> HttpResponse:
    """Show all reports of a pairing side by side, and decide its result."""
    panel, error = _get_panel(request, event_id, pairing_id), None
    if not panel.may_rule:
        raise PermissionDenied
    if request.method == "POST":
        try:
            data = validate_input(ReportRulingSerializer, request.POST)
            rule(
                event_id=event_id, pairing_id=pairing_id, by=current_player(request).pk, why=data["why"],
                report_id=data.get("report_id"), claim=build_claim(data), at=now(),
            )  # fmt: skip
            messages.success(request, _("Ruling saved."))
            return redirect("event", event_id)
        except ActionError as raised:
            error = raised
    context = {"panel": panel, "codes": list(RESULTS), "refusal": error, "why": request.POST.get("why", "")}
    return render(request, RULING_PAGE, context, status=422 if error else 200)


@require_GET
@login_required
@never_cache
def image(request: HttpRequest, report_id: int, key: str) -> HttpResponseBase:
    """Return an image of a report to those who may see it."""
    with errors_as_404():
        row = find_image(report_id, key, current_player(request))
    try:
        file = row.file.open("rb")
    except FileNotFoundError:
        raise Http404(_("Image not found.")) from None
    response = FileResponse(file, content_type="image/webp")
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _get_panel(request: HttpRequest, event_id: int, pairing_id: int) -> Panel:
    panel = find_panel(pairing_id, current_player(request))
    if panel is None or panel.event_id != event_id:
        raise Http404(_("Pairing not found in this event."))
    return panel


def _get_report(request: HttpRequest, report_id: int) -> ResultReport:
    with errors_as_404():
        return get_report(report_id, current_player(request))


def _read_image(request: HttpRequest, report_id: int | None = None) -> StoredImage | None:
    """Return the uploaded image, re-encoded, or None without one. Raises ActionError, also if the report has enough of them."""
    upload = request.FILES.get("image")
    if not upload:
        return None
    if report_id is not None:
        check_room(report_id)
    return reencode_image(upload.read(MAX_BYTES + 1))


def _refuse(request: HttpRequest, panel: Panel, error: ActionError) -> HttpResponse:
    """Show the panel with the error and what was filled in."""
    context = {"panel": panel, "refusal": error, "filled": request.POST}
    return render(request, REPORT_PAGE, context, status=422)
