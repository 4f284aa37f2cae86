"""What can be read of a whole draft: the proof of its draws, and a look back at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.drafts.models import Draft
from league.drafts.queries.current_draft import standing_draft
from league.drafts.queries.proof import proof_of
from league.drafts.queries.recap import recap_of
from league.drafts.queries.room import Room, room_of
from league.drafts.serializers import ProofSerializer, RecapSerializer
from league.people.sessions import reader
from league.seasons.api import head_of
from league.tables import Table
from matches.refusals import Refused


class ProofView(APIView):
    @extend_schema(responses=ProofSerializer, operation_id="v1_draft_proof")
    def get(self, request: Request, draft_id: int) -> Response:
        """The fingerprint of a draft's seed; once it is over the seed, and every draw made again from it."""
        return Response(_proof(*_found(request, draft_id)))


class SeasonProofView(APIView):
    @extend_schema(responses=ProofSerializer, operation_id="v1_season_draft_proof")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The proof of the season's draft."""
        return Response(_proof(*_of_season(request, slug, season_id)))


class RecapView(APIView):
    @extend_schema(responses=RecapSerializer, operation_id="v1_draft_recap")
    def get(self, request: Request, draft_id: int) -> Response:
        """A finished draft looked back at: what prices bought, grades, bargains, needs, budgets, every pick."""
        return Response(_recap(*_found(request, draft_id)))


class SeasonRecapView(APIView):
    @extend_schema(responses=RecapSerializer, operation_id="v1_season_draft_recap")
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The recap of the season's draft."""
        return Response(_recap(*_of_season(request, slug, season_id)))


def _recap(room: Room, row: Draft) -> Mapping[str, Any]:
    recap = recap_of(row)
    rate = {"start": recap.rate.start, "slope": recap.rate.slope, "spread": recap.spread}
    return {**_head(room), "picks": recap.picks, "spent": recap.spent, "rate": rate, **_tables(recap.tables)}


def _proof(room: Room, row: Draft) -> Mapping[str, Any]:
    proof = proof_of(room, row)
    checks = [
        {"key": one.key, "title": one.title, "agrees": one.agrees, "fault": one.fault, "first_text": one.text}
        for one in proof.checks
    ]
    return {
        **_head(room), "committed_at": proof.committed_at, "commitment": room.commitment, "seed": room.seed or None,
        "nonces": room.nonces, "agrees": proof.agrees if room.over else None, "ordering": proof.ordering,
        "checks": checks, **_tables(proof.tables),
    }  # fmt: skip


def _head(room: Room) -> dict[str, Any]:
    names = ("draft_id", "name", "kind", "status", "season_id")
    return {name: getattr(room, name) for name in names}


def _found(request: Request, draft_id: int) -> tuple[Room, Draft]:
    seen = room_of(draft_id, reader(request._request))
    if seen is None:
        raise Refused("not-found", say("There is no such draft."))
    return seen


def _of_season(request: Request, slug: str, season_id: int) -> tuple[Room, Draft]:
    head_of(request, slug, season_id)
    draft = standing_draft(season_id)
    if draft is None:
        raise Refused("not-found", say("This season has no draft."))
    return _found(request, draft)


def _tables(tables: Sequence[Table]) -> dict[str, Any]:
    return {"tables": [table.dump() for table in tables]}
