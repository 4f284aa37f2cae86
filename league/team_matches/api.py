"""API views of teams."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.events.models import Event
from league.events.queries import get_visible_event
from league.people.models import Player
from league.people.sessions import find_viewer, require_player
from league.team_matches.serializers import TEAMS
from league.team_matches.team_actions import ACTIONS, run_team_action
from league.teams.actions.lineups import get_team_rules
from league.teams.queries.pages import list_matches, list_teams
from matches.api.dataclass_schemas import inline_serializer
from matches.api.validation import InputSerializer
from matches.errors import ActionError
from matches.server_time import now


class TeamActionSerializer(InputSerializer):
    """The parameters of all actions of teams. Each action takes some of them; see the description of the operation."""

    def get_fields(self) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for action in ACTIONS.values():
            merged |= action.takes().get_fields()
        for field in merged.values():
            field.required = False
        return merged


DONE = inline_serializer("TeamActionDone", done=serializers.CharField())


class TeamsView(APIView):
    """The teams of an event."""

    @extend_schema(responses=TEAMS)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the rules, the teams with rosters, and their matches with boards; line-ups after their deadline."""
        event = _get_team_event(event_id, find_viewer(request._request))
        boards = Event.objects.filter(boards_of=event).values_list("pk", flat=True).first()
        return Response({
            "rules": get_team_rules(event).dump(), "teams": [asdict(team) for team in list_teams(event)],
            "boards_event_id": boards, "matches": [asdict(match) for match in list_matches(event)],
        })  # fmt: skip


class TeamActionView(APIView):
    """Actions of captains, players and organisers."""

    @extend_schema(
        request=TeamActionSerializer, responses=DONE, parameters=[OpenApiParameter("action", str, "path", enum=list(ACTIONS))]
    )
    def post(self, request: Request, event_id: int, team_id: int, action: str) -> Response:
        """Run an action of a team.

        Parameters by action: rename: name. add: username, alternate. remove, captain: member_id. order: members (all, in
        board order), alternates. join, decline: none, answers your own invitation. line-up: pairing_id, members (by
        board, 0 for an empty one; none for the default line-up). close: pairing_id (ends the time for line-ups; organisers
        only). absent: board_id, side (for organisers). play, not-play: call_id, answers a call for an alternate.
        """
        player = require_player(request)
        _get_team_event(event_id, player)
        done = run_team_action(action, event_id=event_id, team_id=team_id, by=player.pk, data=request.data, at=now())
        return Response({"done": done})


def _get_team_event(event_id: int, viewer: Player | None) -> Event:
    event = get_visible_event(Event.objects.filter(pk=event_id).select_related("league"), viewer)
    if event.teams is None:
        raise ActionError("not-found", _("This event has no teams."))
    return event
