"""Players for programs."""

from dataclasses import asdict

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.people.actions.profile import edit_profile, set_bot_account
from league.people.queries import players
from league.people.sessions import signed_in
from league.player_pages.queries import head_to_head, player_page
from league.player_pages.serializers import (
    PLAYER,
    PLAYERS,
    HeadToHeadSerializer,
    MatchesParams,
    MatchesSerializer,
    PlayedSerializer,
    PlayersParams,
    ProfileSerializer,
)
from matches.api.paging import BeforeParams, listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class PlayersView(APIView):
    @extend_schema(responses=PLAYERS, parameters=[PlayersParams])
    def get(self, request: Request) -> Response:
        """Players with an account, and bots, by username; a page at a time."""
        params = validated(PlayersParams, request.query_params)
        limit = params["limit"]
        found = players(params["text"], after=params["after"], limit=limit + 1)
        following = found[limit - 1].username if len(found) > limit else None
        return listed(request, {"players": [asdict(one) for one in found[:limit]]}, after=following)


class PlayerView(APIView):
    @extend_schema(responses=PLAYER)
    def get(self, request: Request, username: str) -> Response:
        """A player: ratings, rated record, matches being played and the last ones played."""
        return Response(PLAYER(player_page(username, at=now())).data)

    @extend_schema(request=ProfileSerializer, responses=PLAYER)
    def patch(self, request: Request, username: str) -> Response:
        """Change your own display name, what you tell about yourself and, before the first match, `is_bot_account`.

        A bot account is rated in pools of its own (`GAME/bots`) and enters only events that allow bot accounts.
        """
        person = signed_in(request)
        if person.username.lower() != username.lower():
            raise Refused("not-allowed", say("You can change your own profile only."))
        data = validated(ProfileSerializer, request.data)
        profile = {"display_name": person.display_name, "about": person.about}
        with transaction.atomic():
            if "is_bot_account" in data:
                set_bot_account(player_id=person.pk, is_bot_account=data.pop("is_bot_account"))
            edit_profile(player_id=person.pk, **{**profile, **data})
        return Response(PLAYER(player_page(username, at=now())).data)


class MatchesView(APIView):
    @extend_schema(responses=MatchesSerializer, parameters=[MatchesParams])
    def get(self, request: Request, username: str) -> Response:
        """A player's finished matches, newest first, a page at a time."""
        page = player_page(username, **validated(MatchesParams, request.query_params), at=now(), limit=50)
        return listed(request, {"matches": PlayedSerializer(page.recent, many=True).data}, before=page.next)


class AgainstView(APIView):
    @extend_schema(responses=HeadToHeadSerializer, parameters=[BeforeParams])
    def get(self, request: Request, username: str, other: str) -> Response:
        """Two players against each other, from the first one's side: score by game and side, and the matches."""
        page = head_to_head(username, other, **validated(BeforeParams, request.query_params), limit=50)
        return listed(request, HeadToHeadSerializer(page).data, before=page.next)
