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

from league.account.calendar_feed import calendar_url, set_calendar_url
from league.account.deletion import delete_account
from league.account.deletion_blockers import DeletionBlocker, list_blockers, list_resignable
from league.account.deletion_policy import describe_decisions
from league.account.sessions import ActiveSession, end_others, end_session, list_sessions
from league.account.views import export_response
from league.people.known_browsers import get_source
from league.people.sessions import require_account
from matches.api.dataclass_schemas import build_field, inline_serializer, list_serializer
from matches.api.files import FileView
from matches.api.validation import BooleanField, CharField, InputSerializer, validate_input
from matches.server_time import now

BROWSERS = inline_serializer("SignedIn", browsers=list_serializer(ActiveSession))
ENDED = inline_serializer("EndedBrowsers", ended=serializers.IntegerField())
CALENDAR = inline_serializer("Calendar", address=serializers.CharField(help_text="Secret URL of your calendar."))
DELETION = inline_serializer(
    "AccountDeletion",
    hindrances=list_serializer(DeletionBlocker),
    to_resign=serializers.ListField(child=serializers.IntegerField(), help_text="Ids of matches."),
    goes=build_field(list[str]),
    stays=build_field(list[str]),
    out_of_reach=build_field(list[str]),
)
DELETED = inline_serializer("DeletedAccount", name=serializers.CharField(help_text="Your new name in what remains."))


class OwnerProofSerializer(InputSerializer):
    """Proof that the request is the owner's: the password, and a code if two-factor authentication is on."""

    password = CharField(max_length=4096, allow_blank=True, trim_whitespace=False)
    code = CharField(default="", max_length=40, help_text="With two-factor authentication.")


class DeleteAccountSerializer(OwnerProofSerializer):
    """Confirmation and options of an account's deletion."""

    resigning = BooleanField(default=False, help_text="Resign your running matches.")
    without_chat = BooleanField(default=False, help_text="Delete the text of your chat messages.")


class SessionsView(APIView):
    """Active sessions."""

    @extend_schema(responses=BROWSERS)
    def get(self, request: Request) -> Response:
        """Return your active sessions, the current one first. Tokens need the scope `account`."""
        person = require_account(request)
        sessions = list_sessions(person, session_key=_session_key(request), at=now())
        return Response({"browsers": [asdict(session) for session in sessions]})


class SessionView(APIView):
    """One active session."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """End one of your sessions."""
        end_session(player_id=require_account(request).pk, uid=id)
        return Response(status=204)


class OtherSessionsView(APIView):
    """All other sessions."""

    @extend_schema(request=None, responses=ENDED)
    def post(self, request: Request) -> Response:
        """End all your other sessions; with a token, all sessions."""
        return Response({"ended": end_others(player_id=require_account(request).pk, keep=_session_key(request))})


class CalendarView(APIView):
    """The secret calendar URL."""

    @extend_schema(responses=CALENDAR)
    def get(self, request: Request) -> Response:
        """Return your secret calendar URL; empty if there is none. Tokens need the scope `account`."""
        return Response({"address": calendar_url(require_account(request))})

    @extend_schema(request=None, responses=CALENDAR)
    def post(self, request: Request) -> Response:
        """Create a new calendar URL. The old one stops working."""
        return Response({"address": calendar_url(set_calendar_url(player_id=require_account(request).pk, on=True))})

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Remove the calendar URL."""
        set_calendar_url(player_id=require_account(request).pk, on=False)
        return Response(status=204)


class ExportView(FileView):
    """The data export."""

    @extend_schema(request=OwnerProofSerializer, responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def post(self, request: Request) -> FileResponse:
        """Export your data as a ZIP of JSON files, at most every 10 minutes.

        Needs your password, and a code if two-factor authentication is on.
        """
        person = require_account(request)
        proof = validate_input(OwnerProofSerializer, request.data)
        return export_response(person, **proof, source=get_source(request._request, person.pk))


class DeletionView(APIView):
    """Deletion of the account."""

    @extend_schema(responses=DELETION)
    def get(self, request: Request) -> Response:
        """Preview the deletion of your account: what is removed, what is kept, and what blocks it."""
        person = require_account(request)
        blockers = [asdict(blocker) for blocker in list_blockers(person.pk)]
        return Response({"hindrances": blockers, "to_resign": list_resignable(person.pk), **describe_decisions()})

    @extend_schema(request=DeleteAccountSerializer, responses=DELETED)
    def post(self, request: Request) -> Response:
        """Delete your account permanently. Needs your password, and a code if two-factor authentication is on."""
        person = require_account(request)
        data = validate_input(DeleteAccountSerializer, request.data)
        source = get_source(request._request, person.pk)
        name = delete_account(player_id=person.pk, **data, at=now(), source=source)
        return Response({"name": name})


def _session_key(request: Request) -> str | None:
    """Return the key of the request's session; None for a token."""
    return request._request.session.session_key if request.auth is None else None
