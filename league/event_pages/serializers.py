"""Serializers of the API of events."""

from rest_framework import serializers

from engines.i18n import mark
from league.event_pages.queries.continuous_panels import ArenaPanel, LadderPanel
from league.event_pages.queries.event import EventSettings
from league.event_pages.queries.explanations import FigurePage, PairingExplanation
from league.events.actions.event_lifecycle import MAX_ENTRANTS
from league.events.models import EntrantStatus, EventStatus
from league.events.queries import EventCard
from league.pairings.queries.rounds import RoundBlock
from league.registration.queries import NoShowNotice
from league.standings.forecast import ForecastPage
from league.standings.tables import Person, Table
from matches.api.dataclass_schemas import get_serializer_class, get_serializer_fields, inline_serializer, list_serializer
from matches.api.pagination import BeforeParams
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

_TEXT, _NUMBER = serializers.CharField, serializers.IntegerField
MAX_EVENTS = 100


class EventsParams(BeforeParams):
    """Query parameters of the event list."""

    codes = {"status": "unknown-status"}
    status = ChoiceField(EventStatus.values, required=False)
    game = CharField(default="", max_length=40, help_text="Key of a game.")
    league = CharField(default="", max_length=40, help_text="Slug of a league.")
    season_id = IntegerField(required=False, min_value=1, source="season", help_text="Id of a season with franchises.")
    limit = IntegerField(default=MAX_EVENTS, min_value=1, max_value=MAX_EVENTS, help_text="Events per page.")


class BracketParams(InputSerializer):
    """Query parameters of the bracket."""

    codes = {"stage": "not-found"}
    stage = IntegerField(required=False, help_text="An elimination stage (default: the newest).")


class ExplanationParams(InputSerializer):
    """Query parameters of the pairing explanation."""

    one = IntegerField(required=False, min_value=1, max_value=MAX_ENTRANTS, help_text="Seed of a player.")
    other = IntegerField(required=False, max_value=MAX_ENTRANTS, help_text="Seed of another player, or 0 for the bye.")


class LadderChallengeSerializer(InputSerializer):
    """The entrant to challenge."""

    codes = dict.fromkeys(("entrant_id", "entrant_id.required"), "unknown-entrant")
    entrant_id = IntegerField(
        min_value=1, error_messages=dict.fromkeys(("invalid", "required"), mark("Enter an entrant's ID."))
    )


CARD = get_serializer_class(EventCard)
SIMULATION = get_serializer_class(ForecastPage, "DryRun")
PAIRING_EXPLANATION = get_serializer_class(PairingExplanation, "PairingExplained")
COLUMN = ("key", "name", "text", "article")
FIGURE = inline_serializer(
    "FigureExplained",
    **{
        **get_serializer_fields(FigurePage),
        "column": inline_serializer("FigureColumn", **{name: _TEXT() for name in COLUMN})(),
    },
)
EVENTS = inline_serializer("Events", events=list_serializer(EventCard), next=_NUMBER(allow_null=True))
_ENTRANT = inline_serializer("Entrant", **get_serializer_fields(Person), rating=_NUMBER())
_SETTINGS = {**get_serializer_fields(EventSettings), "standings": list_serializer(Table), "rounds": list_serializer(RoundBlock)}
EVENT = inline_serializer("Event", **{**get_serializer_fields(EventCard), **_SETTINGS, "entrants": _ENTRANT(many=True)})


OUTLOOK = inline_serializer("Outlook", stage=_NUMBER(), about=_TEXT(), marks=serializers.DictField(help_text="By entrant."))
STANDINGS = inline_serializer("Standings", event_id=_NUMBER(), standings=list_serializer(Table), outlook=OUTLOOK(many=True))
OWN_ENTRY = inline_serializer(
    "OwnEntry",
    player_id=_NUMBER(),
    status=serializers.ChoiceField(EntrantStatus.choices, allow_null=True),
    checked_in=serializers.BooleanField(),
    answer_by=serializers.DateTimeField(allow_null=True),
    no_shows=get_serializer_class(NoShowNotice)(allow_null=True),
)
ARENA, LADDER = get_serializer_class(ArenaPanel), get_serializer_class(LadderPanel)
CHALLENGED = inline_serializer("Challenged", number=_NUMBER())
