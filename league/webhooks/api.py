"""API views of webhooks: the user's own, and those of leagues that they organise."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.leagues.queries.leagues import get_league_id
from league.leagues.queries.roles import can_organise
from league.outgoing_http.url_validation import MAX_URL_LENGTH
from league.people.sessions import require_player
from league.webhooks.actions import subscriptions
from league.webhooks.actions.subscriptions import MAX_NAME_LENGTH
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, PLAYER_EVENT_TYPES
from league.webhooks.models import DeliveryStatus, Webhook
from league.webhooks.queries import get_webhook, list_deliveries, list_webhooks
from league.webhooks.services.registry import Service
from matches.api.dataclass_schemas import inline_serializer
from matches.api.idempotency import creates
from matches.api.pagination import PageParams, build_page_response
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, validate_input
from matches.errors import ActionError
from matches.server_time import now

KINDS = sorted({*LEAGUE_EVENT_TYPES, *PLAYER_EVENT_TYPES})


class WebhookFields(InputSerializer):
    """Fields of a webhook that can be changed."""

    codes = {"kinds": "unknown-kind"}
    url = CharField(max_length=MAX_URL_LENGTH, help_text="Public https URL; of a Matrix room, its homeserver.")
    kinds = serializers.ListField(child=ChoiceField(KINDS), min_length=1, max_length=len(KINDS))
    name = CharField(max_length=MAX_NAME_LENGTH, required=False, allow_blank=True)
    room = CharField(max_length=255, required=False, help_text="Matrix only: the internal room ID.")
    token = CharField(max_length=1000, required=False, help_text="Matrix only: the access token. No response contains it.")
    language = CharField(max_length=10, required=False, help_text="Of messages to a chat service.")


class NewHookSerializer(WebhookFields):
    """A new webhook."""

    service = ChoiceField(Service.values, default=Service.PROGRAM, help_text="Only leagues' webhooks can be for chat services.")


class EditHookSerializer(WebhookFields):
    """Changes of a webhook."""

    on = BooleanField()


class HookSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A webhook without its secret."""

    id = serializers.UUIDField(source="uid")
    service = serializers.ChoiceField(Service.choices)
    name = serializers.CharField()
    url = serializers.CharField(help_text="For a chat service, without its secret part.")
    room = serializers.CharField()
    language = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    league = serializers.CharField(source="league.slug", allow_null=True, help_text="Its league; null for your own webhook.")
    made_at = serializers.DateTimeField()
    on = serializers.BooleanField()
    off_why = serializers.CharField(source="reason_off", help_text="Why the webhook was disabled.")
    failures = serializers.IntegerField(help_text="Consecutive failed attempts.")


class MadeHookSerializer(HookSerializer):
    """A webhook with its secret."""

    secret = serializers.CharField(help_text="Secret for verifying signatures. Shown only once. Empty for chat services.")


HOOKS = inline_serializer("Hooks", webhooks=HookSerializer(many=True))


class DeliverySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A delivery with its last attempt."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.CharField()
    made_at = serializers.DateTimeField()
    status = serializers.ChoiceField(DeliveryStatus.choices)
    tries = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_at = serializers.DateTimeField(source="due_at", allow_null=True)
    code = serializers.IntegerField(allow_null=True, help_text="HTTP status of the last response.")
    answer = serializers.CharField(source="answer_text", help_text="Start of the last response, or the error.")
    took_ms = serializers.IntegerField(allow_null=True)


DELIVERIES = inline_serializer(
    "Deliveries",
    deliveries=DeliverySerializer(many=True),
    next=serializers.IntegerField(allow_null=True, help_text="Value of `page` for the next page."),
)
QUEUED = inline_serializer("Asked", id=serializers.UUIDField(help_text="Id of the delivery."))


class WebhooksView(APIView):
    """The user's webhooks."""

    @extend_schema(operation_id="v1_webhooks_list", responses=HOOKS)
    def get(self, request: Request) -> Response:
        """Return your own webhooks."""
        return Response({"webhooks": HookSerializer(list_webhooks(player_id=require_player(request).pk), many=True).data})

    @extend_schema(request=NewHookSerializer, responses={201: MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request) -> Response:
        """Create a webhook for events that concern you. The response has its secret, which is shown only once."""
        return _create_webhook(request, None)


class LeagueWebhooksView(APIView):
    """A league's webhooks."""

    @extend_schema(operation_id="v1_leagues_webhooks_list", responses=HOOKS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the webhooks of a league, for its organisers."""
        person, league_id = require_player(request), get_league_id(slug)
        if not can_organise(person.pk, league_id):
            raise ActionError("not-allowed", _("Only an organiser of the league can do this."))
        return Response({"webhooks": HookSerializer(list_webhooks(league_id=league_id), many=True).data})

    @extend_schema(request=NewHookSerializer, responses={201: MadeHookSerializer})
    @creates("webhooks/{id}/")
    def post(self, request: Request, slug: str) -> Response:
        """Create a webhook for a league's events. The response has its secret, which is shown only once."""
        require_player(request)
        return _create_webhook(request, get_league_id(slug))


class WebhookView(APIView):
    """A webhook."""

    @extend_schema(responses=HookSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Return a webhook."""
        return Response(HookSerializer(get_webhook(id, require_player(request).pk)).data)

    @extend_schema(request=EditHookSerializer, responses=HookSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Change, disable or enable a webhook. Omitted fields keep their values."""
        person = require_player(request)
        webhook = get_webhook(id, person.pk)
        current = {"url": webhook.url, "kinds": webhook.kinds, "on": webhook.on}
        data = validate_input(EditHookSerializer, request.data, partial=True)
        subscriptions.update_webhook(uid=id, by=person.pk, **{**current, **data}, at=now())
        return Response(HookSerializer(get_webhook(id, person.pk)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Delete a webhook and its log."""
        subscriptions.delete_webhook(uid=id, by=require_player(request).pk, at=now())
        return Response(status=204)


class SecretView(APIView):
    """The secret of a webhook."""

    @extend_schema(request=None, responses=MadeHookSerializer)
    def post(self, request: Request, id: UUID) -> Response:
        """Replace the secret. Deliveries are signed with the new and the old one for a day."""
        return _secret_response(subscriptions.replace_secret(uid=id, by=require_player(request).pk, at=now()), 200)


class TestView(APIView):
    """Test deliveries."""

    @extend_schema(request=None, responses={202: QUEUED})
    def post(self, request: Request, id: UUID) -> Response:
        """Send a test delivery. The log shows the outcome."""
        delivery_id = subscriptions.queue_test(uid=id, by=require_player(request).pk, at=now())
        return Response({"id": str(delivery_id)}, status=202)


class DeliveriesView(APIView):
    """The delivery log of a webhook."""

    @extend_schema(responses=DELIVERIES, parameters=[PageParams])
    def get(self, request: Request, id: UUID) -> Response:
        """Return deliveries of the last 30 days, newest first, paginated."""
        webhook = get_webhook(id, require_player(request).pk)
        page = list_deliveries(webhook, validate_input(PageParams, request.query_params)["page"])
        return build_page_response(request, {"deliveries": DeliverySerializer(page.lines, many=True).data}, page=page.next)


class RedeliveryView(APIView):
    """Redeliveries."""

    @extend_schema(request=None, responses={202: QUEUED})
    def post(self, request: Request, id: UUID, delivery: UUID) -> Response:
        """Redeliver with the same id and body."""
        subscriptions.redeliver(uid=id, delivery_uid=delivery, by=require_player(request).pk, at=now())
        return Response({"id": str(delivery)}, status=202)


def _create_webhook(request: Request, league_id: int | None) -> Response:
    person = require_player(request)
    data = validate_input(NewHookSerializer, request.data)
    return _secret_response(subscriptions.create_webhook(by=person.pk, **data, league_id=league_id, at=now()), 201)


def _secret_response(webhook: Webhook, status: int) -> Response:
    return Response(MadeHookSerializer(webhook).data, status=status, headers={"Cache-Control": "no-store"})
