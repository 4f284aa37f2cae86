"""API views of webhooks: the user's own, and those of leagues that they organise."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.leagues.queries.leagues import named_league
from league.leagues.queries.roles import may_organise
from league.outgoing_http.url_validation import LONGEST
from league.people.sessions import signed_in
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import OF_LEAGUES, OF_PEOPLE
from league.webhooks.models import DeliveryStatus, Hook
from league.webhooks.queries import deliveries_of, hook_of, hooks
from matches.api.idempotency import creates
from matches.api.paging import PageParams, listed
from matches.api.shapes import inline
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, validated
from matches.moment import now
from matches.refusals import Refused

KINDS = sorted({*OF_LEAGUES, *OF_PEOPLE})


class NewHookSerializer(InputSerializer):
    """A new webhook."""

    codes = {"kinds": "unknown-kind"}
    url = CharField(max_length=LONGEST, help_text="https, on the public internet.")
    kinds = serializers.ListField(child=ChoiceField(KINDS), min_length=1, max_length=len(KINDS))


class EditHookSerializer(NewHookSerializer):
    """Changes of a webhook."""

    on = BooleanField()


class HookSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A webhook without its secret."""

    id = serializers.UUIDField(source="uid")
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    league = serializers.CharField(
        source="league.slug", allow_null=True, help_text="The league whose it is; null: your own."
    )
    made_at = serializers.DateTimeField()
    on = serializers.BooleanField()
    off_why = serializers.CharField(source="reason_off", help_text="Why it is switched off.")
    failures = serializers.IntegerField(help_text="Tries in a row that failed.")


class MadeHookSerializer(HookSerializer):
    """A webhook with its secret."""

    secret = serializers.CharField(help_text="With it you check the signatures. It is shown this once.")


HOOKS = inline("Hooks", webhooks=HookSerializer(many=True))


class DeliverySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A delivery with its last attempt."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.CharField()
    made_at = serializers.DateTimeField()
    status = serializers.ChoiceField(DeliveryStatus.choices)
    tries = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_at = serializers.DateTimeField(source="due_at", allow_null=True)
    code = serializers.IntegerField(allow_null=True, help_text="The status of the last answer.")
    answer = serializers.CharField(
        source="answer_text", help_text="The beginning of the last answer, or why none came."
    )
    took_ms = serializers.IntegerField(allow_null=True)


DELIVERIES = inline(
    "Deliveries",
    deliveries=DeliverySerializer(many=True),
    next=serializers.IntegerField(allow_null=True, help_text="`page` of the next page."),
)
ASKED = inline("Asked", id=serializers.UUIDField(help_text="Of the delivery."))


class HooksView(APIView):
    """The user's webhooks."""

    @extend_schema(operation_id="v1_webhooks_list", responses=HOOKS)
    def get(self, request: Request) -> Response:
        """Your own webhooks."""
        return Response({"webhooks": HookSerializer(hooks(player_id=signed_in(request).pk), many=True).data})

    @extend_schema(request=NewHookSerializer, responses={201: MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request) -> Response:
        """Create a webhook for events that concern you. The response has its secret, which is shown only once."""
        return _make(request, None)


class LeagueHooksView(APIView):
    """A league's webhooks."""

    @extend_schema(operation_id="v1_leagues_webhooks_list", responses=HOOKS)
    def get(self, request: Request, slug: str) -> Response:
        """The webhooks of a league, for its organisers."""
        person, league_id = signed_in(request), named_league(slug)
        if not may_organise(person.pk, league_id):
            raise Refused("not-allowed", say("Only an organiser of the league can do this."))
        return Response({"webhooks": HookSerializer(hooks(league_id=league_id), many=True).data})

    @extend_schema(request=NewHookSerializer, responses={201: MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request, slug: str) -> Response:
        """Create a webhook for a league's events. The response has its secret, which is shown only once."""
        signed_in(request)
        return _make(request, named_league(slug))


class HookView(APIView):
    """A webhook."""

    @extend_schema(responses=HookSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """A webhook."""
        return Response(HookSerializer(hook_of(id, signed_in(request).pk)).data)

    @extend_schema(request=EditHookSerializer, responses=HookSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Change, disable or enable a webhook. Omitted fields keep their values."""
        person = signed_in(request)
        hook = hook_of(id, person.pk)
        kept = {"url": hook.url, "kinds": hook.kinds, "on": hook.on}
        data = validated(EditHookSerializer, request.data, partial=True)
        subscriptions.edit_hook(uid=id, by=person.pk, **{**kept, **data}, at=now())
        return Response(HookSerializer(hook_of(id, person.pk)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Delete a webhook and its log."""
        subscriptions.remove_hook(uid=id, by=signed_in(request).pk, at=now())
        return Response(status=204)


class SecretView(APIView):
    """The secret of a webhook."""

    @extend_schema(request=None, responses=MadeHookSerializer)
    def post(self, request: Request, id: UUID) -> Response:
        """Replace the secret. Deliveries are signed with the new and the old one for a day."""
        return _shown(subscriptions.new_secret(uid=id, by=signed_in(request).pk, at=now()), 200)


class TestView(APIView):
    """Test deliveries."""

    @extend_schema(request=None, responses={202: ASKED})
    def post(self, request: Request, id: UUID) -> Response:
        """Send a test delivery. The log shows the outcome."""
        made = subscriptions.test_hook(uid=id, by=signed_in(request).pk, at=now())
        return Response({"id": str(made)}, status=202)


class DeliveriesView(APIView):
    """The delivery log of a webhook."""

    @extend_schema(responses=DELIVERIES, parameters=[PageParams])
    def get(self, request: Request, id: UUID) -> Response:
        """Deliveries of the last 30 days, newest first, a page at a time."""
        hook = hook_of(id, signed_in(request).pk)
        shown = deliveries_of(hook, validated(PageParams, request.query_params)["page"])
        return listed(request, {"deliveries": DeliverySerializer(shown.lines, many=True).data}, page=shown.next)


class AgainView(APIView):
    """Redeliveries."""

    @extend_schema(request=None, responses={202: ASKED})
    def post(self, request: Request, id: UUID, delivery: UUID) -> Response:
        """Redeliver with the same id and body."""
        subscriptions.send_again(uid=id, delivery_uid=delivery, by=signed_in(request).pk, at=now())
        return Response({"id": str(delivery)}, status=202)


def _make(request: Request, league_id: int | None) -> Response:
    person = signed_in(request)
    data = validated(NewHookSerializer, request.data)
    return _shown(subscriptions.make_hook(by=person.pk, **data, league_id=league_id, at=now()), 201)


def _shown(made: Hook, status: int) -> Response:
    return Response(MadeHookSerializer(made).data, status=status, headers={"Cache-Control": "no-store"})
