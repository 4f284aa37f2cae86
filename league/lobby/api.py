"""API views of games and challenges."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.drafts.queries.drafts import draft_of_match
from league.games import games
from league.lobby import challenges, invitations, rematches, serializers
from league.lobby.challenge_options import Offer
from league.lobby.queries import lobby
from league.people.sessions import signed_in
from league.quotas import origin_of
from league.time_controls.presets import PRESETS
from matches.api.idempotency import creates
from matches.api.serializers import NonceSerializer, SitSerializer
from matches.api.validation import validated
from matches.moment import now


class GamesView(APIView):
    """The available games."""

    @extend_schema(responses=serializers.GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The available games: seats, bots, and options with their defaults."""
        return Response(serializers.GameSerializer(games(), many=True).data)


class ChallengesView(APIView):
    """Challenges in the lobby."""

    @extend_schema(responses=serializers.LobbySerializer)
    def get(self, request: Request) -> Response:
        """Open challenges, challenges to you, and your own."""
        return Response(serializers.LobbySerializer(lobby(request.user.pk)).data)

    @extend_schema(request=serializers.ChallengeSerializer, responses={201: serializers.OpenedSerializer})
    @creates("matches/{match_id}/")
    def post(self, request: Request) -> Response:
        """Create a challenge. The match starts when all seats are taken; against bots, immediately."""
        person = signed_in(request)
        offer = Offer(**{"control": PRESETS["standard"], **validated(serializers.ChallengeSerializer, request.data)})
        match_id = challenges.challenge(by=person.pk, offer=offer, at=now(), origin=origin_of(request.META))
        return Response(_opened(match_id), status=201)


class AcceptView(APIView):
    """Accepting a challenge."""

    @extend_schema(request=SitSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take an open seat of a challenge, or the one reserved for you."""
        person = signed_in(request)
        challenges.accept(match_id=match_id, player_id=person.pk, at=now(), **validated(SitSerializer, request.data))
        return Response(_opened(match_id))


class CancelView(APIView):
    """Cancelling or declining a challenge."""

    @extend_schema(request=None, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Cancel or decline a challenge, or leave its seat."""
        challenges.withdraw(match_id=match_id, by=signed_in(request).pk, at=now())
        return Response(_opened(match_id))


class LinksView(APIView):
    """Invite links of a challenge."""

    @extend_schema(responses=serializers.LinkSerializer(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """The active invite links of your own challenge."""
        links = invitations.own_links(match_id=match_id, by=signed_in(request).pk, at=now())
        return Response(serializers.LinkSerializer(links, many=True).data)

    @extend_schema(request=serializers.LinkSeatSerializer, responses={201: serializers.LinkSerializer})
    @creates("challenges/{match_id}/links/")
    def post(self, request: Request, match_id: int) -> Response:
        """Create a new invite link to a seat. The previous link stops working."""
        person, data = signed_in(request), validated(serializers.LinkSeatSerializer, request.data)
        made = invitations.make_link(match_id=match_id, by=person.pk, **data, at=now())
        return Response(serializers.LinkSerializer(made).data, status=201)

    @extend_schema(request=serializers.LinkSeatSerializer, responses={204: None})
    def delete(self, request: Request, match_id: int) -> Response:
        """Revoke the link to a seat."""
        person, data = signed_in(request), validated(serializers.LinkSeatSerializer, request.data)
        invitations.revoke_link(match_id=match_id, by=person.pk, **data, at=now())
        return Response(status=204)


class InvitationView(APIView):
    """Taking the seat of an invite link."""

    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, token: str) -> Response:
        """Take the seat of an invite link. Guests open the link's page instead."""
        person, data = signed_in(request), validated(NonceSerializer, request.data)
        match_id = invitations.use_link(token=token, player_id=person.pk, at=now(), **data)
        return Response(_opened(match_id))


class RematchView(APIView):
    """Offering or accepting a rematch."""

    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Offer a rematch of a finished match with the sides swapped, or accept the offer."""
        person, data = signed_in(request), validated(NonceSerializer, request.data)
        origin = origin_of(request.META)
        made = rematches.rematch(match_id=match_id, by=person.pk, at=now(), **data, origin=origin)
        return Response(_opened(made))


def _opened(match_id: int) -> dict[str, Any]:
    return {"match_id": match_id, "url": f"/matches/{match_id}/", "draft_id": draft_of_match(match_id)}
