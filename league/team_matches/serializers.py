"""Serializers of the actions of captains and players, for pages and the API."""

from typing import Any

from rest_framework import serializers

from engines.i18n import mark
from league.event_console.serializers import required
from league.events.team_rules import MAX_BOARDS, TeamRules
from league.teams.models import MAX_NAME_LENGTH
from league.teams.queries.pages import TeamMatchView, TeamView
from matches.api.dataclass_schemas import get_serializer_class, inline_serializer, list_serializer
from matches.api.validation import BooleanField, CharField, InputSerializer, IntegerField

MAX_ROSTER = 50


class NameSerializer(InputSerializer):
    """A new name."""

    name = CharField(max_length=MAX_NAME_LENGTH, **required(mark("a name")))


class NewMemberSerializer(InputSerializer):
    """A player to invite."""

    username = CharField(max_length=150, **required(mark("a username")))
    alternate = BooleanField(default=False, help_text="Whether they play only when somebody else can't.")


class MemberSerializer(InputSerializer):
    """A member of the roster."""

    member_id = IntegerField(min_value=1)


class RosterSerializer(InputSerializer):
    """The whole roster in board order."""

    codes = {"members": "not-the-roster", "alternates": "not-the-roster"}
    members = serializers.ListField(
        child=IntegerField(min_value=1), max_length=MAX_ROSTER, help_text="Every member, top board first."
    )
    alternates = serializers.ListField(
        child=IntegerField(min_value=1), max_length=MAX_ROSTER, required=False, help_text="Those of them who are alternates."
    )


class LineupSerializer(InputSerializer):
    """A line-up. In forms, an empty field leaves a board empty."""

    codes = {"members": "not-on-roster"}
    pairing_id = IntegerField(min_value=1, help_text="The match.")
    members = serializers.ListField(
        child=IntegerField(min_value=0), max_length=MAX_BOARDS, required=False,
        help_text="A member for each board from board 1, 0 for an empty one; none at all for the default line-up.",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        members = [member or None for member in attrs.get("members", [])]
        return {**attrs, "members": members if any(members) else []}


class AbsenceSerializer(InputSerializer):
    """A board whose player can't play."""

    board_id = IntegerField(min_value=1)
    side = IntegerField(required=False, min_value=0, max_value=1, help_text="0 or 1; only for organisers.")


class CallSerializer(InputSerializer):
    """A call for an alternate."""

    call_id = IntegerField(min_value=1)


class PairingSerializer(InputSerializer):
    """A team match."""

    pairing_id = IntegerField(min_value=1)


TEAMS = inline_serializer(
    "Teams", rules=get_serializer_class(TeamRules, "TeamRules")(), teams=list_serializer(TeamView),
    boards_event_id=serializers.IntegerField(allow_null=True, help_text="The event of the boards."),
    matches=list_serializer(TeamMatchView),
)  # fmt: skip
