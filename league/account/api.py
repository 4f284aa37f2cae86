"""API views of the account as a whole: sessions, calendar, export and deletion."""

from dataclasses import asdict
from uuid import UUID

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.account.calendar_feed import calendar_address, set_calendar
from league.account.decisions import told_decisions
from league.account.deletion import delete_account
from league.account.deletion_blockers import Hindrance, hindrances, to_resign
from league.account.sessions import Browser, browsers_of, end_browser, end_others
from league.account.views import packed_answer
from league.people.known_browsers import source_of
from league.people.sessions import account_holder
from matches.api.files import FileView
from matches.api.shapes import inline, many, of
from matches.api.validation import BooleanField, CharField, InputSerializer, validated
from matches.moment import now

BROWSERS = inline("SignedIn", browsers=many(Browser))
ENDED = inline("EndedBrowsers", ended=serializers.IntegerField())
CALENDAR = inline("Calendar", address=serializers.CharField(help_text="Whoever knows it reads your calendar."))
DELETION = inline(
    "AccountDeletion",
    hindrances=many(Hindrance),
    to_resign=serializers.ListField(child=serializers.IntegerField(), help_text="Matches."),
    goes=of(list[str]),
    stays=of(list[str]),
    out_of_reach=of(list[str]),
)
DELETED = inline("DeletedAccount", name=serializers.CharField(help_text="Under which what stays is shown."))


class OwnerProofSerializer(InputSerializer):
    """Proof that the request is the owner's: the password, and a code if two-factor authentication is on."""

    password = CharField(max_length=4096, allow_blank=True, trim_whitespace=False)
    code = CharField(default="", max_length=40, help_text="Where the second factor is on.")


class DeleteAccountSerializer(OwnerProofSerializer):
    """Confirmation and options of an account's deletion."""

    resigning = BooleanField(default=False, help_text="Resign the matches that run.")
    without_chat = BooleanField(default=False, help_text="Take the text of your chat lines away.")


class BrowsersView(APIView):
    """Active sessions."""

    @extend_schema(responses=BROWSERS)
    def get(self, request: Request) -> Response:
        """Your active sessions, the current one first. Tokens need the scope `account`."""
        person = account_holder(request)
        found = browsers_of(person, session_key=_session_key(request), at=now())
        return Response({"browsers": [asdict(one) for one in found]})


class BrowserView(APIView):
    """One active session."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """End one of your sessions."""
        end_browser(player_id=account_holder(request).pk, uid=id)
        return Response(status=204)


class OtherBrowsersView(APIView):
    """All other sessions."""

    @extend_schema(request=None, responses=ENDED)
    def post(self, request: Request) -> Response:
        """End all your other sessions; with a token, all sessions."""
        return Response({"ended": end_others(player_id=account_holder(request).pk, but=_session_key(request))})


class CalendarView(APIView):
    """The secret calendar URL."""

    @extend_schema(responses=CALENDAR)
    def get(self, request: Request) -> Response:
        """Your secret calendar URL; empty if there is none. Tokens need the scope `account`."""
        return Response({"address": calendar_address(account_holder(request))})

    @extend_schema(request=None, responses=CALENDAR)
    def post(self, request: Request) -> Response:
        """Create a new calendar URL. The old one stops working."""
        return Response({"address": calendar_address(set_calendar(player_id=account_holder(request).pk, on=True))})

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Remove the calendar URL."""
        set_calendar(player_id=account_holder(request).pk, on=False)
        return Response(status=204)


class ExportView(FileView):
    """The data export."""

    @extend_schema(request=OwnerProofSerializer, responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def post(self, request: Request) -> FileResponse:
        """Export your data as a ZIP of JSON files, at most every 10 minutes. Needs your password,
        and a code if two-factor authentication is on."""
        person = account_holder(request)
        proof = validated(OwnerProofSerializer, request.data)
        return packed_answer(person, **proof, source=source_of(request._request, person.pk))


class DeletionView(APIView):
    """Deletion of the account."""

    @extend_schema(responses=DELETION)
    def get(self, request: Request) -> Response:
        """What deleting your account would remove and keep, and what blocks the deletion."""
        person = account_holder(request)
        found = [asdict(one) for one in hindrances(person.pk)]
        return Response({"hindrances": found, "to_resign": to_resign(person.pk), **told_decisions()})

    @extend_schema(request=DeleteAccountSerializer, responses=DELETED)
    def post(self, request: Request) -> Response:
        """Delete your account permanently. Needs your password, and a code if two-factor authentication is on."""
        person = account_holder(request)
        data = validated(DeleteAccountSerializer, request.data)
        source = source_of(request._request, person.pk)
        name = delete_account(player_id=person.pk, **data, at=now(), source=source)
        return Response({"name": name})


def _session_key(request: Request) -> str | None:
    """Return the key of the request's session; None for a token."""
    return request._request.session.session_key if request.auth is None else None
