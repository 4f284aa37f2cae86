"""Serializers of the leagues API."""

from typing import Any

from django.core.validators import validate_slug
from rest_framework import serializers

from engines.i18n import translate as _
from league.leagues.models import BanUnit, Role
from league.leagues.queries.leagues import LeagueCard, SeasonLine
from league.leagues.queries.log import MAX_PAGE_SIZE
from league.leagues.rules import MAX_ABOUT, MAX_BAN_LENGTH, MAX_WARNINGS
from matches.api.dataclass_schemas import extend_serializer, get_serializer_class, inline_serializer
from matches.api.pagination import BeforeParams
from matches.api.validation import BooleanField, CharField, ChoiceField, DateField, InputSerializer, IntegerField
from matches.errors import ActionError

MAX_SLUG_LENGTH = 40


class LeaguesParams(InputSerializer):
    """The query of the list of leagues."""

    after = CharField(default="", max_length=MAX_SLUG_LENGTH)


class LogParams(BeforeParams):
    """The filters of an activity log."""

    codes = dict.fromkeys(("act", "by", "kind", "subject_id", "since", "until"), "bad-filter")
    limit = IntegerField(default=50, min_value=1, max_value=MAX_PAGE_SIZE, help_text="Entries per page.")
    act = CharField(required=False, max_length=60)
    by = CharField(required=False, max_length=150, help_text="A username.")
    kind = CharField(required=False, max_length=20, help_text="Kind of the affected object: league, season, player, event.")
    subject_id = IntegerField(required=False, min_value=1)
    since = DateField(required=False, help_text="First day, in UTC.")
    until = DateField(required=False, help_text="Last day, in UTC.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "since" in attrs and "until" in attrs and attrs["until"] < attrs["since"]:
            raise ActionError("bad-filter", _("The last day is before the first day."), "until")
        return attrs


class WhySerializer(InputSerializer):
    """An optional reason for the audit log."""

    why = CharField(default="", max_length=500, help_text="Recorded in the audit log.")


class NewLeagueSerializer(InputSerializer):
    """A new league."""

    name = CharField(max_length=60)
    codes = {"slug": "bad-slug"}
    slug = CharField(
        default="", max_length=MAX_SLUG_LENGTH, validators=[validate_slug], help_text="Default: made from the name."
    )
    about = CharField(default="", max_length=MAX_ABOUT)


class EditLeagueSerializer(WhySerializer):
    """Changes of a league and its no-show policy."""

    codes = {"no_show_warnings": "out-of-range", "ban_length": "out-of-range", "ban_unit": "unknown-choice"}
    name = CharField(required=False, max_length=60)
    about = CharField(required=False, allow_blank=True, max_length=MAX_ABOUT)
    no_show_warnings = IntegerField(
        required=False, allow_null=True, max_value=MAX_WARNINGS, source="policy.warnings",
        help_text="Number of no-show warnings before a ban. Null = no policy.",
    )  # fmt: skip
    ban_length = IntegerField(required=False, min_value=1, max_value=MAX_BAN_LENGTH, source="policy.length")
    ban_unit = ChoiceField(BanUnit.choices, required=False, source="policy.unit")
    required_provider = CharField(
        required=False, allow_blank=True, max_length=30,
        help_text="The site of which players need a linked account to enter the league's events. Empty = none.",
    )  # fmt: skip


class PolicySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The no-show policy of a league."""

    warnings = serializers.IntegerField(allow_null=True)
    ban_length = serializers.IntegerField(source="length")
    ban_unit = serializers.ChoiceField(BanUnit.choices, source="unit")


class NewStaffSerializer(WhySerializer):
    """A new member of the staff."""

    codes = {"player": "unknown-player", "role": "unknown-role"}
    player = CharField(max_length=150, source="username", help_text="A username.")
    role = ChoiceField(Role.choices)


class RoleSerializer(InputSerializer):
    """A new role of a staff member, with the reason."""

    codes = {"role": "unknown-role"}
    role = ChoiceField(Role.choices)
    why = CharField(allow_blank=True, max_length=500)


class SeasonSerializer(WhySerializer):
    """A new season."""

    name = CharField(max_length=60)
    starts_on = DateField()
    ends_on = DateField()


class EditSeasonSerializer(SeasonSerializer):
    """Changes of a season, or its archiving."""

    archived = BooleanField(help_text="Archive or restore the season; no other field allowed.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "archived" in attrs and set(attrs) - {"archived", "why"}:
            raise ActionError("malformed", _("Send `archived` on its own, optionally with `why`."), "archived")
        return attrs


class MemberSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A member of the staff."""

    player = serializers.CharField(source="username")
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    since = serializers.DateTimeField()


PlannedSerializer = get_serializer_class(SeasonLine, "Planned")
SeasonsSerializer = inline_serializer("Seasons", seasons=PlannedSerializer(many=True))
SeasonHeadSerializer = extend_serializer(
    "SeasonHead",
    SeasonLine,
    url=serializers.CharField(),
    league=serializers.SlugField(source="slug"),
    franchised=serializers.BooleanField(help_text="Whether the season has franchises."),
    phase=serializers.CharField(allow_null=True, help_text="Null without franchises."),
    your_franchise_id=serializers.IntegerField(source="yours", allow_null=True),
)


class LeagueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A league with its staff and seasons."""

    slug = serializers.SlugField()
    url = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    created_at = serializers.DateTimeField()
    no_shows = PolicySerializer(source="policy")
    required_provider = serializers.CharField()
    your_role = serializers.ChoiceField(Role.choices, allow_null=True)
    staff = MemberSerializer(many=True)
    seasons = PlannedSerializer(many=True)


LeagueCardSerializer = extend_serializer("LeagueCard", LeagueCard, slug=serializers.SlugField())
LeaguesSerializer = inline_serializer(
    "Leagues", leagues=LeagueCardSerializer(many=True), next=serializers.CharField(allow_null=True)
)
SubjectSerializer = inline_serializer("Subject", kind=serializers.CharField(), subject_id=serializers.IntegerField())


class EntrySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """An entry of the audit log."""

    entry_id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="A username.")
    league = serializers.SlugField(allow_null=True)
    act = serializers.CharField()
    subject = SubjectSerializer()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    why = serializers.CharField()


AuditLogSerializer = inline_serializer(
    "AuditLog", entries=EntrySerializer(many=True), next=serializers.IntegerField(allow_null=True)
)
