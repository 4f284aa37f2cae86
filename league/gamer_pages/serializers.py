"""Serializers of the API of Gamers."""

from rest_framework import serializers

from league.gamer_pages.queries import LONGEST_TEXT, MOST, NO_TALENT, PAGE, SORTS, STATES
from league.gamers.files import MOST_BYTES
from league.gamers.models import Genre
from league.gamers.talents import talents
from league.leagues.serializers import WhySerializer
from league.seasons.rules.terms import MOST_MONEY
from matches.api.paging import PageParams
from matches.api.validation import BooleanField, CharField, ChoiceField, IntegerField


class CardsParams(PageParams):
    codes = dict.fromkeys(("genre", "talent", "state", "text", "sort"), "bad-filter")
    genre = ChoiceField(Genre.values, required=False)
    talent = ChoiceField([NO_TALENT, *talents()], required=False, help_text=f"A Talent's id, or `{NO_TALENT}`.")
    state = ChoiceField([state for state in STATES if state], required=False)
    text = CharField(required=False, max_length=LONGEST_TEXT, help_text="In handle, name or text.")
    least = IntegerField(required=False, max_value=MOST_MONEY, help_text="Lowest salary.")
    most = IntegerField(required=False, max_value=MOST_MONEY, help_text="Highest salary.")
    sort = ChoiceField(list(SORTS), required=False)
    limit = IntegerField(default=PAGE, min_value=1, max_value=MOST, help_text="Gamers a page.")


class OwnGamersParams(PageParams):
    limit = IntegerField(default=100, min_value=1, max_value=500, help_text="Gamers a page.")


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


class ImportSerializer(WhySerializer):
    codes = {"text.max_length": "too-long"}
    text = CharField(
        max_length=MOST_BYTES, trim_whitespace=False, help_text="A CSV or TOML file as the template has it."
    )
    dry_run = BooleanField(default=False)


class RemoveSerializer(WhySerializer):
    own_gamer_id = IntegerField(required=False, min_value=1, source="gamer", help_text="Left out: all unused.")


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
