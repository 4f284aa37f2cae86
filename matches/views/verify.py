"""The public page that verifies a record and shows the findings in words."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engines.i18n import translate as _
from matches.api.errors import STATUS
from matches.errors import ActionError
from matches.queries.record_verification import (
    MAX_BYTES,
    Verification,
    build_too_long_error,
    list_keys,
    verify_file,
    verify_match,
)
from matches.rate_limits import address_bucket, consume, raise_if_exceeded

PAGE = "matches/verify.html"
FORM_OVERHEAD_BYTES = 20_000
"""Bytes of a form in addition to its record."""
STATUS_BY_CODE = {**STATUS, "busy": 503}


@csrf_exempt  # Changes nothing, and the CSRF check would parse a form of any size before its size is checked.
@require_http_methods(["GET", "HEAD", "POST"])
def verify_page(request: HttpRequest) -> HttpResponse:
    """Ask for a match or a record; if a record was sent, show its findings."""
    if request.method == "POST":
        return _render_result(request, lambda: verify_file(_read_upload(request), request.user.pk))
    number = request.GET.get("match", "").strip()
    if not number:
        return render(request, PAGE, {"keys": list_keys()})
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        text = _("Enter the match number from the address of its page.")
        return _render_refusal(request, ActionError("bad-match", text, "match"), number[:40])
    return redirect("verify-match", int(number))


@require_safe
@cache_control(no_store=True)  # With a spectator delay, the match's players see it before others.
def verify_match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the findings on a finished match of this site."""
    return _render_result(request, lambda: verify_match(match_id, request.user.pk))


def _render_result(request: HttpRequest, verify: Callable[[], Verification]) -> HttpResponse:
    """Show the findings, or the refusal. Each address has a limit of verifications per minute."""
    try:
        raise_if_exceeded(consume([address_bucket(request.META, "verify")]))
        result = verify()
    except ActionError as refusal:
        return _render_refusal(request, refusal)
    return render(request, PAGE, {"found": result, "keys": list_keys()})


def _read_upload(request: HttpRequest) -> bytes:
    """Return the record of a form. Raises ActionError if it is too long or the form cannot be parsed."""
    length = str(request.META.get("CONTENT_LENGTH") or "")
    if not (length.isascii() and length.isdigit()):
        text = _("Nothing was sent. Choose a file or paste a record.")
        raise ActionError("malformed", text, "record")
    if int(length) > MAX_BYTES + FORM_OVERHEAD_BYTES:
        raise build_too_long_error()
    try:
        upload = request.FILES.get("file")
        if upload:
            return bytes(upload.read())
        # Add the final newline, which is easily lost when lines are copied.
        pasted = str(request.POST.get("record", "")).rstrip()
        return f"{pasted}\n".encode("utf-8", "surrogatepass") if pasted else b""
    except (MultiPartParserError, SuspiciousOperation, UnreadablePostError):
        raise ActionError("malformed", _("The form could not be read. Choose the file again."), "record") from None


def _render_refusal(request: HttpRequest, refusal: ActionError, number: str = "") -> HttpResponse:
    context = {"refusal": refusal, "keys": list_keys(), "number": number}
    return render(request, PAGE, context, status=STATUS_BY_CODE.get(refusal.code, 422))
