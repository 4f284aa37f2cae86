"""The shapes of the leagues' API, for its schema."""

from rest_framework import serializers

from league.leagues.models import Role
from league.leagues.policy import Unit


class WhySerializer(serializers.Serializer):  # type: ignore[type-arg]
    why = serializers.CharField(required=False, max_length=500, help_text="Kept in the audit log.")


class EditLeagueSerializer(WhySerializer):
    name = serializers.CharField(required=False, max_length=60)
    about = serializers.CharField(required=False, max_length=2000)

    no_show_warnings = serializers.IntegerField(
        required=False, allow_null=True, help_text="No-shows that only warn before the next one bans; null: no policy."
    )
    ban_length = serializers.IntegerField(required=False, min_value=1)
    ban_unit = serializers.ChoiceField(Unit.choices, required=False)


class PolicySerializer(serializers.Serializer):  # type: ignore[type-arg]
    warnings = serializers.IntegerField(allow_null=True)
    ban_length = serializers.IntegerField()
    ban_unit = serializers.ChoiceField(Unit.choices)


class NewLeagueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    name = serializers.CharField(max_length=60)
    slug = serializers.SlugField(required=False, max_length=40, help_text="Left out, it is made of the name.")
    about = serializers.CharField(required=False, max_length=2000)


class NewStaffSerializer(WhySerializer):
    player = serializers.CharField(help_text="A username.")
    role = serializers.ChoiceField(Role.choices)


class RoleSerializer(serializers.Serializer):  # type: ignore[type-arg]
    role = serializers.ChoiceField(Role.choices)
    why = serializers.CharField(max_length=500)


class SeasonSerializer(WhySerializer):
    name = serializers.CharField(max_length=60)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class EditSeasonSerializer(WhySerializer):
    name = serializers.CharField(required=False, max_length=60)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)
    archived = serializers.BooleanField(required=False, help_text="On its own: into the archive, or back.")


class MemberSerializer(serializers.Serializer):  # type: ignore[type-arg]
    player = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    since = serializers.DateTimeField()


class PlannedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    season_id = serializers.IntegerField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    archived = serializers.BooleanField()


class SeasonsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    seasons = PlannedSerializer(many=True)


class SeasonHeadSerializer(PlannedSerializer):
    url = serializers.CharField()
    league = serializers.SlugField()
    franchised = serializers.BooleanField(help_text="Whether it is played with franchises.")
    phase = serializers.CharField(allow_null=True, help_text="Null without franchises.")
    your_franchise_id = serializers.IntegerField(allow_null=True)


class LeagueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    slug = serializers.SlugField()
    url = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    created_at = serializers.DateTimeField()
    no_shows = PolicySerializer()
    your_role = serializers.ChoiceField(Role.choices, allow_null=True)
    staff = MemberSerializer(many=True)
    seasons = PlannedSerializer(many=True)


class LeagueCardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    league_id = serializers.IntegerField()
    slug = serializers.SlugField()
    url = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    staff = serializers.IntegerField()
    seasons = serializers.IntegerField()


class LeaguesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    leagues = LeagueCardSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class SubjectSerializer(serializers.Serializer):  # type: ignore[type-arg]
    kind = serializers.CharField()
    subject_id = serializers.IntegerField()


class EntrySerializer(serializers.Serializer):  # type: ignore[type-arg]
    entry_id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="A username.")
    league = serializers.SlugField(allow_null=True)
    act = serializers.CharField()
    subject = SubjectSerializer()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    why = serializers.CharField()


class AuditLogSerializer(serializers.Serializer):  # type: ignore[type-arg]
    entries = EntrySerializer(many=True)
    next = serializers.IntegerField(allow_null=True)
