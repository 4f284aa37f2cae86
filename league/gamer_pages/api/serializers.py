"""The shapes of the API of Gamers, for its schema."""

from rest_framework import serializers

from league.gamers.models import Genre


class StatsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    wisdom = serializers.IntegerField()
    awareness = serializers.IntegerField()
    synergy = serializers.IntegerField()
    dexterity = serializers.IntegerField()
    xfactor = serializers.IntegerField()


class GamerCardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamer_id = serializers.IntegerField(help_text="Its number in the season.")
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.ChoiceField(Genre.choices)
    salary = serializers.IntegerField(help_text="In thousands.")
    stats = StatsSerializer()
    total = serializers.IntegerField()
    talent = serializers.CharField(help_text="Its id; empty: none.")
    talent_name = serializers.CharField()
    talent_kind = serializers.CharField()
    talent_text = serializers.CharField()
    flavour = serializers.CharField()
    franchise_name = serializers.CharField(help_text="Who has it; empty: free.")
    franchise_id = serializers.IntegerField(allow_null=True)


class CardsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamers = GamerCardSerializer(many=True)
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    total = serializers.IntegerField()
    next = serializers.IntegerField(allow_null=True, help_text="The next page, null on the last.")


class SeasonSalarySerializer(serializers.Serializer):  # type: ignore[type-arg]
    season_id = serializers.IntegerField()
    season_name = serializers.CharField()
    gamer_id = serializers.IntegerField(help_text="Its number in that season.")
    salary = serializers.IntegerField()


class HeldSerializer(serializers.Serializer):  # type: ignore[type-arg]
    season_id = serializers.IntegerField()
    season_name = serializers.CharField()
    franchise_id = serializers.IntegerField()
    franchise_name = serializers.CharField()
    salary = serializers.IntegerField()
    how = serializers.CharField()
    signed_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    ending = serializers.CharField()


class GamerPlayedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    acts = serializers.IntegerField()
    attacks = serializers.IntegerField()


class GamerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    card = GamerCardSerializer()
    seasons = SeasonSalarySerializer(many=True)
    contracts = HeldSerializer(many=True)
    played = GamerPlayedSerializer(allow_null=True, help_text="In counted matches of the league's events.")


class OwnGamerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    own_gamer_id = serializers.IntegerField()
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.ChoiceField(Genre.choices)
    salary = serializers.IntegerField(help_text="In thousands.")
    talent = serializers.CharField()
    stats = StatsSerializer()
    text = serializers.CharField()
    seasons = serializers.IntegerField(help_text="How many seasons have it.")


class OwnGamersSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamers = OwnGamerSerializer(many=True)
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    total = serializers.IntegerField()
    next = serializers.IntegerField(allow_null=True, help_text="The next page, null on the last.")


class ImportSerializer(serializers.Serializer):  # type: ignore[type-arg]
    text = serializers.CharField(help_text="A CSV or TOML file as the template has it.")
    dry_run = serializers.BooleanField(required=False)
    why = serializers.CharField(required=False, max_length=500, help_text="Kept in the audit log.")


class FaultSerializer(serializers.Serializer):  # type: ignore[type-arg]
    row = serializers.IntegerField(help_text="The line of a CSV file, or which Gamer of a TOML file.")
    handle = serializers.CharField()
    field = serializers.CharField()
    code = serializers.CharField()
    text = serializers.CharField()


class ImportedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamers = serializers.IntegerField(help_text="In the file.")
    imported = serializers.IntegerField()
    faults = FaultSerializer(many=True)
