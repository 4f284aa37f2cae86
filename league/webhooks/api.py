"""Webhooks for programs: one's own, and those of leagues that one organises."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.leagues.queries.leagues import named_league
from league.leagues.queries.roles import may_organise
from league.people.sessions import signed_in
from league.webhooks import serializers
from league.webhooks.actions import subscriptions
from league.webhooks.queries.lists import DeliveryLine, HookLine, hook_page, hooks
from matches.api.idempotency import creates
from matches.api.paging import PageParams, listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class HooksView(APIView):
    @extend_schema(operation_id="v1_webhooks_list", responses=serializers.HooksSerializer)
    def get(self, request: Request) -> Response:
        """Your own webhooks."""
        return Response({"webhooks": [_hook(one) for one in hooks(player_id=signed_in(request).pk)]})

    @extend_schema(request=serializers.NewHookSerializer, responses={201: serializers.MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request) -> Response:
        """Make a webhook for what concerns you. The answer has its secret, which is not shown again."""
        return _make(request, None)


class LeagueHooksView(APIView):
    @extend_schema(operation_id="v1_leagues_webhooks_list", responses=serializers.HooksSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The webhooks of a league, for its organisers."""
        person, league_id = signed_in(request), named_league(slug)
        if not may_organise(person.pk, league_id):
            raise Refused("not-allowed", say("Only an organiser of the league may do this."))
        return Response({"webhooks": [_hook(one) for one in hooks(league_id=league_id)]})

    @extend_schema(request=serializers.NewHookSerializer, responses={201: serializers.MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request, slug: str) -> Response:
        """Make a webhook for the events of a league. The answer has its secret, which is not shown again."""
        signed_in(request)
        return _make(request, named_league(slug))


class HookView(APIView):
    @extend_schema(responses=serializers.HookSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """A webhook."""
        return Response(_hook(hook_page(id, signed_in(request).pk).hook))

    @extend_schema(request=serializers.EditHookSerializer, responses=serializers.HookSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Change it, or switch it off and on: what you leave out stays."""
        person = signed_in(request)
        stands = hook_page(id, person.pk).hook
        kept = {"url": stands.url, "kinds": stands.kinds, "on": stands.on}
        data = validated(serializers.EditHookSerializer, request.data, partial=True)
        subscriptions.edit_hook(uid=id, by=person.pk, **{**kept, **data}, at=now())
        return Response(_hook(hook_page(id, person.pk).hook))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Take it away, with its log."""
        subscriptions.remove_hook(uid=id, by=signed_in(request).pk, at=now())
        return Response(status=204)


class SecretView(APIView):
    @extend_schema(request=None, responses=serializers.MadeHookSerializer)
    def post(self, request: Request, id: UUID) -> Response:
        """Replace the secret. Deliveries are signed with the new and the old one for a day."""
        return _shown(subscriptions.new_secret(uid=id, by=signed_in(request).pk, at=now()), request, 200)


class TestView(APIView):
    @extend_schema(request=None, responses={202: serializers.AskedSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Have a test delivered; the log tells what came of it."""
        made = subscriptions.test_hook(uid=id, by=signed_in(request).pk, at=now())
        return Response({"id": str(made)}, status=202)


class DeliveriesView(APIView):
    @extend_schema(responses=serializers.DeliveriesSerializer, parameters=[PageParams])
    def get(self, request: Request, id: UUID) -> Response:
        """What was delivered in the last thirty days, newest first, a page at a time."""
        page = validated(PageParams, request.query_params)["page"]
        shown = hook_page(id, signed_in(request).pk, page=page)
        lines = [_delivery(one) for one in shown.deliveries]
        return listed(request, {"deliveries": lines}, page=page + 1 if shown.more else None)


class AgainView(APIView):
    @extend_schema(request=None, responses={202: serializers.AskedSerializer})
    def post(self, request: Request, id: UUID, delivery: UUID) -> Response:
        """Have it sent once more, with the same id and body."""
        subscriptions.send_again(uid=id, delivery_uid=delivery, by=signed_in(request).pk, at=now())
        return Response({"id": str(delivery)}, status=202)


def _make(request: Request, league_id: int | None) -> Response:
    person = signed_in(request)
    data = validated(serializers.NewHookSerializer, request.data)
    made = subscriptions.make_hook(by=person.pk, **data, league_id=league_id, at=now())
    return _shown(made, request, 201)


def _shown(made: subscriptions.Made, request: Request, status: int) -> Response:
    page = hook_page(made.uid, signed_in(request).pk)
    answer = Response({**_hook(page.hook), "secret": made.secret}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _hook(one: HookLine) -> dict[str, Any]:
    return {
        "id": str(one.uid), "url": one.url, "kinds": list(one.kinds), "league": one.league, "made_at": one.made_at,
        "on": one.on, "off_why": one.off_why, "failures": one.failures,
    }  # fmt: skip


def _delivery(one: DeliveryLine) -> dict[str, Any]:
    return {
        "id": str(one.uid), "kind": one.kind, "made_at": one.made_at, "status": one.status, "tries": one.tries,
        "tried_at": one.tried_at, "next_at": one.next_at, "code": one.code, "answer": one.answer,
        "took_ms": one.took_ms,
    }  # fmt: skip
