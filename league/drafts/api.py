"""API views of drafts: season and mock drafts, their actions, fairness proofs and recaps."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.drafts import serializers
from league.drafts.actions.chat import post_message, remove_message, report_message
from league.drafts.actions.draft_actions import apply_action, record_presence, set_queue
from league.drafts.actions.lifecycle import cancel_draft, create_draft, start_draft
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.actions.review import resume_held_draft
from league.drafts.formats.visibility import build_view, list_offers
from league.drafts.models import Draft
from league.drafts.queries.cards import list_cards
from league.drafts.queries.chat import get_chat
from league.drafts.queries.drafts import find_current_draft, list_mock_drafts, list_season_drafts
from league.drafts.queries.proof import build_proof
from league.drafts.queries.recap import get_recap
from league.drafts.queries.room import get_room, list_log, list_results
from league.drafts.queries.states import get_state
from league.leagues.serializers import WhySerializer
from league.people.sessions import find_viewer, require_player
from league.seasons.api import get_actor_id, get_header
from matches.api.idempotency import creates
from matches.api.pagination import build_page_response
from matches.api.serializers import REPORTED
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.server_time import now

MAX_LOG_PAGE = 500
HEAD_FIELDS = ("draft_id", "name", "kind", "status", "season_id")


def _get_room(request: Request, draft_id: int) -> tuple[dict[str, Any], Draft]:
    return get_room(draft_id, find_viewer(request._request))


def _get_season_draft(request: Request, slug: str, season_id: int) -> tuple[dict[str, Any], Draft]:
    get_header(request, slug, season_id)
    draft_id = find_current_draft(season_id)
    if draft_id is None:
        raise ActionError("not-found", _("This season has no draft."))
    return _get_room(request, draft_id)


def _build_response(request: Request, draft_id: int, status: int = 200) -> Response:
    room, row = _get_room(request, draft_id)
    yours, begun = room["yours"], row.status in ("running", "paused")
    prices = list_offers(get_state(row), yours) if begun and yours is not None else {}
    names = ("status_name", "mark", "match_id", "commitment", "seed", "nonces", "starts_at", "yours")
    return Response(
        {
            **{name: room[name] for name in (*HEAD_FIELDS, *names)}, "now": now(),
            "view": None if row.started_at is None else build_view(get_state(row), yours),
            "offers": {str(card): price for card, price in prices.items()},
            "cards": list_cards(row),
        },
        status=status,
    )  # fmt: skip


class SeasonDraftsView(APIView):
    """The drafts of a season."""

    @extend_schema(operation_id="v1_season_drafts", responses=serializers.DraftsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the drafts of a season, the newest first."""
        get_header(request, slug, season_id)
        return Response({"drafts": list_season_drafts(season_id)})

    @extend_schema(
        request=serializers.NewSeasonDraftSerializer, responses={201: serializers.DraftSerializer},
        operation_id="v1_season_draft_create",
    )  # fmt: skip
    @creates("drafts/{draft_id}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Create the season's draft. Omitted settings use their defaults."""
        by = get_actor_id(request, slug, season_id)
        data = validate_input(serializers.NewSeasonDraftSerializer, request.data)
        starts_at = data.pop("starts_at")
        new_id = create_draft(season_id=season_id, by=by, data=data, starts_at=starts_at, at=now())
        return _build_response(request, new_id, status=201)


class DraftsView(APIView):
    """Your mock drafts."""

    @extend_schema(operation_id="v1_mock_drafts", responses=serializers.DraftsSerializer)
    def get(self, request: Request) -> Response:
        """Return your mock drafts, the newest first."""
        return Response({"drafts": list_mock_drafts(require_player(request).pk)})

    @extend_schema(
        request=serializers.MockDraftSerializer, responses={201: serializers.DraftSerializer},
        operation_id="v1_mock_draft_create",
    )  # fmt: skip
    @creates("drafts/{draft_id}/")
    def post(self, request: Request) -> Response:
        """Create and start a mock draft against bots. No contracts are signed."""
        by = require_player(request).pk
        data = validate_input(serializers.MockDraftSerializer, request.data)
        return _build_response(request, create_mock_draft(by=by, data=data, at=now()), status=201)


class DraftView(APIView):
    """One draft."""

    @extend_schema(responses=serializers.DraftSerializer)
    def get(self, request: Request, draft_id: int) -> Response:
        """Return a draft with the information visible to you."""
        return _build_response(request, draft_id)


class ActionsView(APIView):
    """The actions of a draft."""

    @extend_schema(responses=serializers.ActsSerializer, parameters=[serializers.ActsParams])
    def get(self, request: Request, draft_id: int) -> Response:
        """Return the actions after number `after`, without those hidden from you."""
        room, row = _get_room(request, draft_id)
        after = validate_input(serializers.ActsParams, request.query_params)["after"]
        actions, end = list_log(row, room["yours"], after, MAX_LOG_PAGE)
        return build_page_response(request, {"acts": actions}, after=end)

    @extend_schema(request=serializers.ActSerializer, responses={201: serializers.DoneSerializer})
    @creates("drafts/{draft_id}/")
    def post(self, request: Request, draft_id: int) -> Response:
        """Apply an action for your franchise (pick, bid, pass), or manage the draft as an organiser."""
        at = now()
        by = require_player(request).pk
        done = apply_action(draft_id=draft_id, by=by, **validate_input(serializers.ActSerializer, request.data), at=at)
        return Response({"n": done}, status=201)


class QueueView(APIView):
    """Your autopick queue."""

    @extend_schema(request=serializers.QueueSerializer, responses=serializers.QueueSerializer)
    def put(self, request: Request, draft_id: int) -> Response:
        """Set the Gamers that autopick tries first for you. Only you can see them."""
        by = require_player(request).pk
        data = validate_input(serializers.QueueSerializer, request.data)
        set_queue(draft_id=draft_id, by=by, **data, at=now())
        return Response({"cards": data["cards"]})


class StartView(APIView):
    """Start a draft."""

    @extend_schema(request=None, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Start a draft now, as an organiser."""
        start_draft(draft_id=draft_id, by=require_player(request).pk, at=now())
        return _build_response(request, draft_id)


class ResumeView(APIView):
    """Resume a draft that is under review."""

    @extend_schema(request=WhySerializer, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Resume a draft that is under review, as an organiser. A season draft needs `why`."""
        reason = validate_input(WhySerializer, request.data)["why"]
        resume_held_draft(draft_id=draft_id, by=require_player(request).pk, why=reason, at=now())
        return _build_response(request, draft_id)


class CancelView(APIView):
    """Cancel a draft."""

    @extend_schema(request=WhySerializer, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Cancel a draft. No contracts are signed. A running season draft needs `why`."""
        reason = validate_input(WhySerializer, request.data)["why"]
        cancel_draft(draft_id=draft_id, by=require_player(request).pk, why=reason, at=now())
        return _build_response(request, draft_id)


class PresenceView(APIView):
    """Presence in the draft room."""

    @extend_schema(request=None, responses=serializers.CreditedSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Report that you are connected. Time lost to a disconnection in your turn is credited back."""
        return Response({"credited_ms": record_presence(draft_id=draft_id, by=require_player(request).pk, at=now())})


class ChatView(APIView):
    """The chat of a season's draft."""

    @extend_schema(responses=serializers.DraftChatSerializer)
    def get(self, request: Request, draft_id: int) -> Response:
        """The newest messages. Follow the topic `draft-chat.{draft_id}` at `/stream` for new ones."""
        _, row = _get_room(request, draft_id)
        viewer = find_viewer(request._request)
        return Response(get_chat(row, viewer.pk if viewer else None, now()))

    @extend_schema(request=serializers.DraftSaySerializer, responses={201: serializers.DoneSerializer})
    @creates("drafts/{draft_id}/")
    def post(self, request: Request, draft_id: int) -> Response:
        """Send a chat message to everybody in the draft, as the owner of a franchise or an organiser."""
        by = require_player(request).pk
        data = validate_input(serializers.DraftSaySerializer, request.data)
        return Response({"n": post_message(draft_id=draft_id, by=by, **data, at=now())}, status=201)


class ChatRemoveView(APIView):
    """Removing a chat message of a draft."""

    @extend_schema(request=serializers.DraftRemoveSerializer, responses=serializers.DoneSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Remove a chat message, as an organiser."""
        by = require_player(request).pk
        data = validate_input(serializers.DraftRemoveSerializer, request.data)
        remove_message(draft_id=draft_id, by=by, **data, at=now())
        return Response(data)


class ChatReportView(APIView):
    """Reporting a chat message of a draft."""

    @extend_schema(request=serializers.DraftReportSerializer, responses=REPORTED)
    def post(self, request: Request, draft_id: int) -> Response:
        """Report a chat message to the league's staff."""
        by = require_player(request).pk
        data = validate_input(serializers.DraftReportSerializer, request.data)
        report_message(draft_id=draft_id, by=by, **data, at=now())
        return Response({"reported": True})


class ResultView(APIView):
    """The picks of a draft."""

    @extend_schema(responses=serializers.PicksSerializer)
    def get(self, request: Request, draft_id: int) -> Response:
        """Return the picks that were not undone, with their prices."""
        _, row = _get_room(request, draft_id)
        return Response({"picks": list_results(row)})


class ProofView(APIView):
    """The fairness proof of a draft."""

    @extend_schema(responses=serializers.ProofSerializer, operation_id="v1_draft_proof")
    def get(self, request: Request, draft_id: int) -> Response:
        """Return the hash of a draft's seed. Once the draft is over, also the seed and the verification of every draw."""
        return Response(_build_proof(*_get_room(request, draft_id)))


class SeasonProofView(APIView):
    """The fairness proof of a season's draft."""

    @extend_schema(responses=serializers.ProofSerializer, operation_id="v1_season_draft_proof")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the proof of the season's draft."""
        return Response(_build_proof(*_get_season_draft(request, slug, season_id)))


class RecapView(APIView):
    """The recap of a draft."""

    @extend_schema(responses=serializers.RecapSerializer, operation_id="v1_draft_recap")
    def get(self, request: Request, draft_id: int) -> Response:
        """Return the recap of a finished draft: prices, grades, bargains, roster needs, budgets and every pick."""
        return Response(_build_recap(*_get_room(request, draft_id)))


class SeasonRecapView(APIView):
    """The recap of a season's draft."""

    @extend_schema(responses=serializers.RecapSerializer, operation_id="v1_season_draft_recap")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the recap of the season's draft."""
        return Response(_build_recap(*_get_season_draft(request, slug, season_id)))


def _build_recap(room: Mapping[str, Any], row: Draft) -> Mapping[str, Any]:
    recap = get_recap(row)
    return {
        **{name: room[name] for name in HEAD_FIELDS},
        "picks": recap.picks,
        "spent": recap.spent,
        "rate": {**asdict(recap.rate), "spread": recap.spread},
        "tables": [table.dump() for table in recap.tables],
    }


def _build_proof(room: Mapping[str, Any], row: Draft) -> Mapping[str, Any]:
    proof = build_proof(row)
    checks = [
        {"key": item.key, "title": item.title, "agrees": item.agrees, "fault": item.fault, "first_text": item.text}
        for item in proof.checks
    ]
    return {
        **{name: room[name] for name in (*HEAD_FIELDS, "commitment", "nonces")}, "seed": room["seed"] or None,
        "committed_at": proof.committed_at,
        "agrees": proof.agrees if room["over"] else None, "ordering": proof.ordering,
        "checks": checks, "tables": [item.dump() for item in proof.tables],
    }  # fmt: skip
