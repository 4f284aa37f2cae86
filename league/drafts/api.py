"""API views of drafts: season and mock drafts, their actions, fairness proofs and recaps."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.drafts import serializers
from league.drafts.actions.draft_actions import act, attend, set_queue
from league.drafts.actions.lifecycle import cancel_draft, create_draft, start_draft
from league.drafts.actions.mock_drafts import mock_draft
from league.drafts.actions.review import resume_held
from league.drafts.formats.visibility import offers, view
from league.drafts.models import Draft
from league.drafts.queries.drafts import drafts_of, mocks_of, standing_draft
from league.drafts.queries.proof import proof_of
from league.drafts.queries.recap import recap_of
from league.drafts.queries.room import cards_of, log_of, result_rows, room_of
from league.drafts.queries.states import state_of
from league.leagues.serializers import WhySerializer
from league.people.sessions import reader, signed_in
from league.seasons.api import actor, head_of
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused

MOST_LOG = 500
HEAD = ("draft_id", "name", "kind", "status", "season_id")


def _room(request: Request, draft_id: int) -> tuple[dict[str, Any], Draft]:
    return room_of(draft_id, reader(request._request))


def _of_season(request: Request, slug: str, season_id: int) -> tuple[dict[str, Any], Draft]:
    head_of(request, slug, season_id)
    draft_id = standing_draft(season_id)
    if draft_id is None:
        raise Refused("not-found", say("This season has no draft."))
    return _room(request, draft_id)


def _shown(request: Request, draft_id: int, status: int = 200) -> Response:
    room, row = _room(request, draft_id)
    yours, begun = room["yours"], row.status in ("running", "paused")
    able = offers(state_of(row), yours) if begun and yours is not None else {}
    names = ("status_name", "mark", "match_id", "commitment", "seed", "nonces", "starts_at", "yours")
    return Response(
        {
            **{name: room[name] for name in (*HEAD, *names)}, "now": now(),
            "view": None if row.started_at is None else view(state_of(row), yours),
            "offers": {str(card): most for card, most in able.items()},
            "cards": cards_of(row),
        },
        status=status,
    )  # fmt: skip


class SeasonDraftsView(APIView):
    """The drafts of a season."""

    @extend_schema(operation_id="v1_season_drafts", responses=serializers.DraftsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The drafts of a season, the newest first."""
        head_of(request, slug, season_id)
        return Response({"drafts": drafts_of(season_id)})

    @extend_schema(
        request=serializers.NewSeasonDraftSerializer, responses={201: serializers.DraftSerializer},
        operation_id="v1_season_draft_create",
    )  # fmt: skip
    @creates("drafts/{draft_id}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Create the season's draft. Omitted settings use their defaults."""
        by = actor(request, slug, season_id)
        data = validated(serializers.NewSeasonDraftSerializer, request.data)
        starts_at = data.pop("starts_at")
        made = create_draft(season_id=season_id, by=by, given=data, starts_at=starts_at, at=now())
        return _shown(request, made, status=201)


class DraftsView(APIView):
    """Your mock drafts."""

    @extend_schema(operation_id="v1_mock_drafts", responses=serializers.DraftsSerializer)
    def get(self, request: Request) -> Response:
        """Your mock drafts, the newest first."""
        return Response({"drafts": mocks_of(signed_in(request).pk)})

    @extend_schema(
        request=serializers.MockDraftSerializer, responses={201: serializers.DraftSerializer},
        operation_id="v1_mock_draft_create",
    )  # fmt: skip
    @creates("drafts/{draft_id}/")
    def post(self, request: Request) -> Response:
        """Create and start a mock draft against bots. No contracts are signed."""
        by = signed_in(request).pk
        data = validated(serializers.MockDraftSerializer, request.data)
        return _shown(request, mock_draft(by=by, given=data, at=now()), status=201)


class DraftView(APIView):
    """One draft."""

    @extend_schema(responses=serializers.DraftSerializer)
    def get(self, request: Request, draft_id: int) -> Response:
        """A draft as you may see it."""
        return _shown(request, draft_id)


class ActsView(APIView):
    """The actions of a draft."""

    @extend_schema(responses=serializers.ActsSerializer, parameters=[serializers.ActsParams])
    def get(self, request: Request, draft_id: int) -> Response:
        """The actions after number `after`, without those hidden from you."""
        room, row = _room(request, draft_id)
        after = validated(serializers.ActsParams, request.query_params)["after"]
        acts, end = log_of(row, room["yours"], after, MOST_LOG)
        return listed(request, {"acts": acts}, after=end)

    @extend_schema(request=serializers.ActSerializer, responses={201: serializers.DoneSerializer})
    @creates("drafts/{draft_id}/")
    def post(self, request: Request, draft_id: int) -> Response:
        """Apply an action for your franchise (pick, bid, pass), or manage the draft as an organiser."""
        at = now()
        by = signed_in(request).pk
        done = act(draft_id=draft_id, by=by, **validated(serializers.ActSerializer, request.data), at=at)
        return Response({"n": done}, status=201)


class QueueView(APIView):
    """Your autopick queue."""

    @extend_schema(request=serializers.QueueSerializer, responses=serializers.QueueSerializer)
    def put(self, request: Request, draft_id: int) -> Response:
        """Set the Gamers that autopick tries first for you. Only you can see them."""
        by = signed_in(request).pk
        data = validated(serializers.QueueSerializer, request.data)
        set_queue(draft_id=draft_id, by=by, **data, at=now())
        return Response({"cards": data["cards"]})


class StartView(APIView):
    """Start a draft."""

    @extend_schema(request=None, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Start a draft now, as an organiser."""
        start_draft(draft_id=draft_id, by=signed_in(request).pk, at=now())
        return _shown(request, draft_id)


class ResumeView(APIView):
    """Resume a draft that is under review."""

    @extend_schema(request=WhySerializer, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Resume a draft that is under review, as an organiser. A season draft needs `why`."""
        why = validated(WhySerializer, request.data)["why"]
        resume_held(draft_id=draft_id, by=signed_in(request).pk, why=why, at=now())
        return _shown(request, draft_id)


class CancelView(APIView):
    """Cancel a draft."""

    @extend_schema(request=WhySerializer, responses=serializers.DraftSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Cancel a draft. No contracts are signed. A running season draft needs `why`."""
        why = validated(WhySerializer, request.data)["why"]
        cancel_draft(draft_id=draft_id, by=signed_in(request).pk, why=why, at=now())
        return _shown(request, draft_id)


class HereView(APIView):
    """Presence in the draft room."""

    @extend_schema(request=None, responses=serializers.CreditedSerializer)
    def post(self, request: Request, draft_id: int) -> Response:
        """Report that you are connected. Time lost to a disconnection in your turn is credited back."""
        return Response({"credited_ms": attend(draft_id=draft_id, by=signed_in(request).pk, at=now())})


class ResultView(APIView):
    """The picks of a draft."""

    @extend_schema(responses=serializers.PicksSerializer)
    def get(self, request: Request, draft_id: int) -> Response:
        """The picks that were not undone, with their prices."""
        _, row = _room(request, draft_id)
        return Response({"picks": result_rows(row)})


class ProofView(APIView):
    """The fairness proof of a draft."""

    @extend_schema(responses=serializers.ProofSerializer, operation_id="v1_draft_proof")
    def get(self, request: Request, draft_id: int) -> Response:
        """The hash of a draft's seed. Once the draft is over, also the seed and the verification of every draw."""
        return Response(_proof(*_room(request, draft_id)))


class SeasonProofView(APIView):
    """The fairness proof of a season's draft."""

    @extend_schema(responses=serializers.ProofSerializer, operation_id="v1_season_draft_proof")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The proof of the season's draft."""
        return Response(_proof(*_of_season(request, slug, season_id)))


class RecapView(APIView):
    """The recap of a draft."""

    @extend_schema(responses=serializers.RecapSerializer, operation_id="v1_draft_recap")
    def get(self, request: Request, draft_id: int) -> Response:
        """The recap of a finished draft: prices, grades, bargains, roster needs, budgets and every pick."""
        return Response(_recap(*_room(request, draft_id)))


class SeasonRecapView(APIView):
    """The recap of a season's draft."""

    @extend_schema(responses=serializers.RecapSerializer, operation_id="v1_season_draft_recap")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The recap of the season's draft."""
        return Response(_recap(*_of_season(request, slug, season_id)))


def _recap(room: Mapping[str, Any], row: Draft) -> Mapping[str, Any]:
    recap = recap_of(row)
    return {
        **{name: room[name] for name in HEAD},
        "picks": recap.picks,
        "spent": recap.spent,
        "rate": {**asdict(recap.rate), "spread": recap.spread},
        "tables": [one.dump() for one in recap.tables],
    }


def _proof(room: Mapping[str, Any], row: Draft) -> Mapping[str, Any]:
    proof = proof_of(row)
    checks = [
        {"key": one.key, "title": one.title, "agrees": one.agrees, "fault": one.fault, "first_text": one.text}
        for one in proof.checks
    ]
    return {
        **{name: room[name] for name in (*HEAD, "commitment", "nonces")}, "seed": room["seed"] or None,
        "committed_at": proof.committed_at,
        "agrees": proof.agrees if room["over"] else None, "ordering": proof.ordering,
        "checks": checks, "tables": [one.dump() for one in proof.tables],
    }  # fmt: skip
