"""API views of games and challenges."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.drafts.queries.drafts import find_match_draft
from league.games import list_games
from league.lobby import challenges, invitations, rematches, serializers
from league.lobby.challenge_options import ChallengeOptions
from league.lobby.queries import get_lobby
from league.people.sessions import require_player
from league.quotas import get_origin
from league.time_controls.presets import PRESETS
from matches.api.idempotency import creates
from matches.api.serializers import NonceSerializer, SitSerializer
from matches.api.validation import validate_input
from matches.server_time import now


class GamesView(APIView):
    """The available games."""

    @extend_schema(responses=serializers.GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the available games: seats, bots, and options with their defaults."""
        return Response(serializers.GameSerializer(list_games(), many=True).data)


class ChallengesView(APIView):
    """Challenges in the lobby."""

    @extend_schema(responses=serializers.LobbySerializer)
    def get(self, request: Request) -> Response:
        """Open challenges, challenges to you, and your own."""
        return Response(serializers.LobbySerializer(get_lobby(request.user.pk)).data)

    @extend_schema(request=serializers.ChallengeSerializer, responses={201: serializers.OpenedSerializer})
    @creates("matches/{match_id}/")
    def post(self, request: Request) -> Response:
        """Create a challenge. The match starts when all seats are taken; against bots, immediately."""
        person = require_player(request)
        offer = ChallengeOptions(
            **{"control": PRESETS["standard"], **validate_input(serializers.ChallengeSerializer, request.data)}
        )
        match_id = challenges.create_challenge(by=person.pk, offer=offer, at=now(), origin=get_origin(request.META))
        return Response(_dump_opened(match_id), status=201)


class AcceptView(APIView):
    """Accepting a challenge."""

    @extend_schema(request=SitSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take an open seat of a challenge, or the one reserved for you."""
        person = require_player(request)
        challenges.accept_challenge(
            match_id=match_id, player_id=person.pk, at=now(), **validate_input(SitSerializer, request.data)
        )
        return Response(_dump_opened(match_id))


class CancelView(APIView):
    """Cancelling or declining a challenge."""

    @extend_schema(request=serializers.DeclineSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Cancel or decline a challenge, or leave its seat."""
        person, data = require_player(request), validate_input(serializers.DeclineSerializer, request.data)
        challenges.withdraw_challenge(match_id=match_id, by=person.pk, at=now(), **data)
        return Response(_dump_opened(match_id))


class LinksView(APIView):
    """Invite links of a challenge."""

    @extend_schema(responses=serializers.LinkSerializer(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """Return the active invite links of your own challenge."""
        links = invitations.list_own_links(match_id=match_id, by=require_player(request).pk, at=now())
        return Response(serializers.LinkSerializer(links, many=True).data)

    @extend_schema(request=serializers.LinkSeatSerializer, responses={201: serializers.LinkSerializer})
    @creates("challenges/{match_id}/links/")
    def post(self, request: Request, match_id: int) -> Response:
        """Create a new invite link to a seat. The previous link stops working."""
        person, data = require_player(request), validate_input(serializers.LinkSeatSerializer, request.data)
        link = invitations.create_link(match_id=match_id, by=person.pk, **data, at=now())
        return Response(serializers.LinkSerializer(link).data, status=201)

    @extend_schema(request=serializers.LinkSeatSerializer, responses={204: None})
    def delete(self, request: Request, match_id: int) -> Response:
        """Revoke the link to a seat."""
        person, data = require_player(request), validate_input(serializers.LinkSeatSerializer, request.data)
        invitations.revoke_link(match_id=match_id, by=person.pk, **data, at=now())
        return Response(status=204)


class InvitationView(APIView):
    """Taking the seat of an invite link."""

    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, token: str) -> Response:
        """Take the seat of an invite link. Guests open the link's page instead."""
        person, data = require_player(request), validate_input(NonceSerializer, request.data)
        match_id = invitations.accept_invitation(token=token, player_id=person.pk, at=now(), **data)
        return Response(_dump_opened(match_id))


class RematchView(APIView):
    """Offering or accepting a rematch."""

    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Offer a rematch of a finished match with the sides swapped, or accept the offer."""
        person, data = require_player(request), validate_input(NonceSerializer, request.data)
        origin = get_origin(request.META)
        rematch_id = rematches.request_rematch(match_id=match_id, by=person.pk, at=now(), **data, origin=origin)
        return Response(_dump_opened(rematch_id))


def _dump_opened(match_id: int) -> dict[str, Any]:
    return {"match_id": match_id, "url": f"/matches/{match_id}/", "draft_id": find_match_draft(match_id)}
