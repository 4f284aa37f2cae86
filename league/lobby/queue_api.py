"""API views of quick pairing."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.lobby import queue
from league.lobby.queue_rules import BOT_AFTER_S, PRESENT_FOR
from league.lobby.queue_state import find_wait, list_queues
from league.people.sessions import require_player
from league.ratings.speeds import Speed
from matches.api.validation import CharField, InputSerializer, validate_input
from matches.server_time import now


class JoinQueueSerializer(InputSerializer):
    """A queue to wait in."""

    codes = {"game": "unknown-game", "speed": "bad-speed"}
    game = CharField(max_length=40)
    speed = CharField(max_length=14, help_text=", ".join(Speed))


class PairingQueueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A queue of quick pairing."""

    game = serializers.CharField()
    speed = serializers.ChoiceField(list(Speed))
    time = serializers.CharField(source="preset", help_text="The preset time control.")
    waiting = serializers.IntegerField(help_text="How many players wait in it.")


class QueueWaitSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Your wait in a queue."""

    queue = PairingQueueSerializer()
    waited_s = serializers.IntegerField()
    max_difference = serializers.IntegerField(
        source="window", allow_null=True, help_text="How far an opponent's rating may be from yours now; null: any rating."
    )


class QuickPairingSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The state of your quick pairing."""

    match_id = serializers.IntegerField(allow_null=True, help_text="The match that has begun. It is named once.")
    wait = QueueWaitSerializer(allow_null=True, help_text="Null if you aren't waiting.")


class QueuesView(APIView):
    """Quick pairing: the queues, and waiting in one."""

    @extend_schema(responses=PairingQueueSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The queues of quick pairing: one per game and speed."""
        return Response(PairingQueueSerializer([entry for _, row in list_queues(now()) for entry in row], many=True).data)

    @extend_schema(request=JoinQueueSerializer, responses=QuickPairingSerializer)
    def post(self, request: Request) -> Response:
        """Wait for an opponent in a queue; any other queue is left."""
        player = require_player(request)
        match_id = queue.join_queue(player_id=player.pk, at=now(), **validate_input(JoinQueueSerializer, request.data))
        return Response(_dump_pairing(player.pk, match_id))

    @extend_schema(request=None, responses={200: QuickPairingSerializer})
    def delete(self, request: Request) -> Response:
        """Stop waiting. If a match has just begun, it is returned."""
        player = require_player(request)
        return Response(_dump_pairing(player.pk, queue.leave_queue(player_id=player.pk)))


class HeartbeatView(APIView):
    """The heartbeat of a waiting player."""

    @extend_schema(
        request=None,
        responses=QuickPairingSerializer,
        description=f"Keep waiting, and learn of your match. Send it every few seconds: after {PRESENT_FOR.seconds} s without "
        f"one you are not paired. The site's pages offer a bot after {BOT_AFTER_S} s.",
    )
    def post(self, request: Request) -> Response:
        player = require_player(request)
        return Response(_dump_pairing(player.pk, queue.record_heartbeat(player_id=player.pk, at=now())))


def _dump_pairing(player_id: int, match_id: int | None) -> dict[str, Any]:
    wait = find_wait(player_id, now())
    return {"match_id": match_id, "wait": QueueWaitSerializer(wait).data if wait else None}
