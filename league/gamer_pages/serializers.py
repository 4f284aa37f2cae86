"""Serializers of the Gamers API."""

from typing import Any

from rest_framework import serializers

from league.gamer_pages import queries
from league.gamer_pages.queries import MAX_PAGE_SIZE, MAX_TEXT_LENGTH, NO_TALENT, PAGE_SIZE, SORTS, STATES, SeasonSalary
from league.gamers.files import MAX_BYTES, Fault
from league.gamers.models import STATS, Genre
from league.gamers.queries import OwnGamer, talents
from league.leagues.serializers import WhySerializer
from league.seasons.rules.settings import MAX_MONEY
from matches.api.dataclass_schemas import extend_serializer, get_serializer_class, inline_serializer
from matches.api.pagination import PageParams
from matches.api.validation import BooleanField, CharField, ChoiceField, IntegerField


def _build_page_serializer(name: str, gamer: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a page of Gamers."""
    return inline_serializer(
        name,
        gamers=gamer(many=True),
        **{count: serializers.IntegerField() for count in ("page", "pages", "total")},
        next=serializers.IntegerField(allow_null=True, help_text="The next page, null on the last."),
    )


class CardsParams(PageParams):
    """Filters, sorting and page of a season's Gamers."""

    codes = dict.fromkeys(("genre", "talent", "state", "text", "sort"), "bad-filter")
    genre = ChoiceField(Genre.values, required=False)
    talent = ChoiceField([NO_TALENT, *talents()], required=False, help_text=f"A Talent's id, or `{NO_TALENT}`.")
    state = ChoiceField([state for state in STATES if state], required=False)
    text = CharField(required=False, max_length=MAX_TEXT_LENGTH, help_text="Text in the handle, name or card text.")
    least = IntegerField(required=False, max_value=MAX_MONEY, help_text="Lowest salary.")
    most = IntegerField(required=False, max_value=MAX_MONEY, help_text="Highest salary.")
    sort = ChoiceField(list(SORTS), required=False)
    limit = IntegerField(default=PAGE_SIZE, min_value=1, max_value=MAX_PAGE_SIZE, help_text="Gamers per page.")


class OwnGamersParams(PageParams):
    """The page of a league's own Gamers."""

    limit = IntegerField(default=100, min_value=1, max_value=500, help_text="Gamers per page.")


StatsSerializer = inline_serializer("Stats", **{stat: serializers.IntegerField() for stat in STATS})
GamerCardSerializer = extend_serializer(
    "GamerCard",
    queries.Card,
    gamer_id=serializers.IntegerField(help_text="Id of the Gamer in the season."),
    genre=serializers.ChoiceField(Genre.choices),
    salary=serializers.IntegerField(help_text="In thousands."),
    stats=StatsSerializer(),
    talent=serializers.CharField(help_text="Id of the Talent; empty if none."),
    franchise_name=serializers.CharField(help_text="Its franchise; empty for a free agent."),
)
CardsSerializer = _build_page_serializer("Cards", GamerCardSerializer)
SeasonSalarySerializer = extend_serializer(
    "SeasonSalary", SeasonSalary, gamer_id=serializers.IntegerField(help_text="Id of the Gamer in that season.")
)
GamerSerializer = inline_serializer(
    "Gamer",
    card=GamerCardSerializer(),
    seasons=SeasonSalarySerializer(many=True),
    contracts=get_serializer_class(queries.GamerContract, "Held")(many=True),
    played=get_serializer_class(queries.GamerRecord, "GamerPlayed")(
        allow_null=True, help_text="Matches played in the league's events that count."
    ),
)
OwnGamerSerializer = extend_serializer(
    "OwnGamer",
    OwnGamer,
    genre=serializers.ChoiceField(Genre.choices),
    salary=serializers.IntegerField(help_text="In thousands."),
    stats=StatsSerializer(),
    seasons=serializers.IntegerField(help_text="Number of seasons that use it."),
)
OwnGamersSerializer = _build_page_serializer("OwnGamers", OwnGamerSerializer)


class ImportSerializer(WhySerializer):
    """A file of Gamers to import."""

    codes = {"text.max_length": "too-long"}
    text = CharField(max_length=MAX_BYTES, trim_whitespace=False, help_text="A CSV or TOML file, as in the template.")
    dry_run = BooleanField(default=False)


class RemoveSerializer(WhySerializer):
    """The Gamer to remove, and the reason."""

    own_gamer_id = IntegerField(required=False, min_value=1, source="gamer", help_text="Left out: all unused.")


FaultSerializer = extend_serializer(
    "Fault", Fault, row=serializers.IntegerField(help_text="CSV line, or number of the Gamer in a TOML file.")
)
ImportedSerializer = inline_serializer(
    "Imported",
    gamers=serializers.IntegerField(help_text="Number of Gamers in the file."),
    imported=serializers.IntegerField(),
    faults=FaultSerializer(many=True),
)
