"""Serializers of the API of events."""

from rest_framework import serializers

from engines.words import marked
from league.event_pages.queries.continuous_panels import ArenaPart, LadderPart
from league.event_pages.queries.event import Decided
from league.event_pages.queries.explanations import FigurePage, WhyPage
from league.events.actions.event_lifecycle import MOST_ENTRANTS
from league.events.models import EntrantStatus, EventStatus
from league.events.queries import EventCard
from league.pairings.queries.rounds import RoundBlock
from league.registration.queries import Told
from league.standings.forecast import ForecastPage
from league.standings.tables import Person, Table
from matches.api.paging import BeforeParams
from matches.api.shapes import inline, many, parts_of, shape
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

_TEXT, _NUMBER = serializers.CharField, serializers.IntegerField
MOST = 100


class EventsParams(BeforeParams):
    """Query parameters of the event list."""

    codes = {"status": "unknown-status"}
    status = ChoiceField(EventStatus.values, required=False)
    game = CharField(default="", max_length=40, help_text="A game by its key.")
    league = CharField(default="", max_length=40, help_text="A league by its slug.")
    season_id = IntegerField(
        required=False, min_value=1, source="season", help_text="The season whose franchises play them."
    )
    limit = IntegerField(default=MOST, min_value=1, max_value=MOST, help_text="Events a page.")


class BracketParams(InputSerializer):
    """Query parameters of the bracket."""

    codes = {"stage": "not-found"}
    stage = IntegerField(required=False, help_text="The newest elimination stage if none is named.")


class WhyParams(InputSerializer):
    """Query parameters of the pairing explanation."""

    one = IntegerField(required=False, min_value=1, max_value=MOST_ENTRANTS, help_text="The seed of a player.")
    other = IntegerField(
        required=False, max_value=MOST_ENTRANTS, help_text="The seed of another one, or 0 for the bye."
    )


class LadderChallengeSerializer(InputSerializer):
    """The entrant to challenge."""

    codes = dict.fromkeys(("entrant_id", "entrant_id.required"), "unknown-entrant")
    entrant_id = IntegerField(
        min_value=1, error_messages=dict.fromkeys(("invalid", "required"), marked("Enter an entrant's ID."))
    )


CARD = shape(EventCard)
DRY_RUN = shape(ForecastPage, "DryRun")
WHY = shape(WhyPage, "PairingExplained")
COLUMN = ("key", "name", "text", "article")
FIGURE = inline(
    "FigureExplained",
    **{**parts_of(FigurePage), "column": inline("FigureColumn", **{name: _TEXT() for name in COLUMN})()},
)
EVENTS = inline("Events", events=many(EventCard), next=_NUMBER(allow_null=True))
_ENTRANT = inline("Entrant", **parts_of(Person), rating=_NUMBER())
_DECIDED = {**parts_of(Decided), "standings": many(Table), "rounds": many(RoundBlock)}
EVENT = inline("Event", **{**parts_of(EventCard), **_DECIDED, "entrants": _ENTRANT(many=True)})


OUTLOOK = inline("Outlook", stage=_NUMBER(), about=_TEXT(), marks=serializers.DictField(help_text="By entrant."))
STANDINGS = inline("Standings", event_id=_NUMBER(), standings=many(Table), outlook=OUTLOOK(many=True))
OWN = inline(
    "OwnEntry",
    player_id=_NUMBER(),
    status=serializers.ChoiceField(EntrantStatus.choices, allow_null=True),
    checked_in=serializers.BooleanField(),
    answer_by=serializers.DateTimeField(allow_null=True),
    no_shows=shape(Told)(allow_null=True),
)
ARENA, LADDER = shape(ArenaPart), shape(LadderPart)
CHALLENGED = inline("Challenged", number=_NUMBER())
