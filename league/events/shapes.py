"""The shapes of the API of events, for its schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.events.actions.organising import MOST_ENTRANTS, Plan
from league.events.console import queries as console
from league.events.console.deeds import DEEDS
from league.events.console.plans import StageSerializer
from league.events.console.reading import halves
from league.events.console.ruling import Ruling
from league.events.exchange.entrants_file import MOST_BYTES
from league.events.models import EntrantStatus, EventStatus
from league.events.queries.forecast import ForecastPage
from league.events.queries.lists import EventCard
from league.events.queries.no_shows import Told
from league.events.queries.page import EventPage
from league.events.queries.parts import ArenaPart, LadderPart
from league.events.queries.reading.figure import FigurePage
from league.events.queries.reading.why import WhyPage
from league.events.queries.tables import Person
from league.events.rules.rulings import FORFEIT, PLAYED, RESULTS
from matches.api.paging import BeforeParams
from matches.api.shapes import anything, inline, many, of, parts_of, shape
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

_TEXT, _NUMBER = serializers.CharField, serializers.IntegerField
_PAGE = parts_of(EventPage)
MOST, MOST_SIDES, MOST_KEPT = 100, 100, 1_000


class EventsParams(BeforeParams):
    codes = {"status": "unknown-status"}
    status = ChoiceField(EventStatus.values, required=False)
    game = CharField(default="", max_length=40, help_text="A game by its key.")
    league = CharField(default="", max_length=40, help_text="A league by its slug.")
    season_id = IntegerField(
        required=False, min_value=1, source="season", help_text="The season whose franchises play them."
    )
    limit = IntegerField(default=MOST, min_value=1, max_value=MOST, help_text="Events a page.")


class BracketParams(InputSerializer):
    codes = {"stage": "not-found"}
    stage = IntegerField(required=False, help_text="The newest elimination stage if none is named.")


class WhyParams(InputSerializer):
    one = IntegerField(required=False, min_value=1, max_value=MOST_ENTRANTS, help_text="The seed of a player.")
    other = IntegerField(
        required=False, max_value=MOST_ENTRANTS, help_text="The seed of another one, or 0 for the bye."
    )


class LadderChallengeSerializer(InputSerializer):
    codes = dict.fromkeys(("entrant_id", "entrant_id.required"), "unknown-entrant")
    entrant_id = IntegerField(min_value=1)


class RulingParams(InputSerializer):
    result = CharField(default="", max_length=20)
    halves = CharField(default="", max_length=MOST_SIDES)
    places = CharField(default="", max_length=MOST_SIDES)


_DECISIONS = {name: part for name, part in parts_of(Plan).items() if name not in ("demo", "draft")}
PLANNED = inline(
    "PlannedEvent",
    **{
        **_DECISIONS, "league": _TEXT(allow_null=True, help_text="Its slug."),
        "stages": StageSerializer(many=True), "control": serializers.JSONField(),
    },
)  # fmt: skip
CARD = shape(EventCard)
DRY_RUN = shape(ForecastPage, "DryRun")
WHY = shape(WhyPage, "PairingExplained")
COLUMN = ("key", "name", "text", "article")
FIGURE = inline(
    "FigureExplained",
    **{**parts_of(FigurePage), "column": inline("FigureColumn", **{name: _TEXT() for name in COLUMN})()},
)
EVENTS = inline("Events", events=many(EventCard), next=_NUMBER(allow_null=True))
DECIDED = (
    "league", "season_id", "about", "announcement", "announced_at", "registration", "bot_accounts", "start_by_min",
    "delay_s", "check_in_min", "auto_advance", "paused", "next_round_at", "time", "control", "options", "least_rating",
    "most_rating", "stages",
)  # fmt: skip
"""What its page tells of an event besides its card: parts of `EventPage`, told as they are."""
_ENTRANT = inline("Entrant", **parts_of(Person), rating=_NUMBER())
EVENT = inline(
    "Event",
    **{
        **parts_of(EventCard), **{name: _PAGE[name] for name in DECIDED}, "entrants": _ENTRANT(many=True),
        "rounds": _PAGE["rounds"], "standings": _PAGE["tables"],
    },
)  # fmt: skip


class OutlookSerializer(serializers.Serializer):  # type: ignore[type-arg]
    stage = serializers.IntegerField()
    about = serializers.CharField()
    marks = serializers.DictField(help_text="By entrant.")


STANDINGS = inline(
    "Standings", event_id=_NUMBER(), standings=parts_of(EventPage)["tables"], outlook=OutlookSerializer(many=True)
)
OWN = inline(
    "OwnEntry",
    player_id=_NUMBER(),
    status=serializers.ChoiceField(EntrantStatus.choices, allow_null=True),
    checked_in=serializers.BooleanField(),
    answer_by=serializers.DateTimeField(allow_null=True),
    no_shows=shape(Told)(allow_null=True),
)
CONSOLE = inline("Console", **{**parts_of(console.Desk), "can": of(list[str])})
DONE = inline("DeedDone", done=_TEXT(), made=anything())
NEWCOMERS = inline("Newcomers", newcomers=serializers.ListField(child=serializers.DictField()))
RULING = shape(Ruling, "PairingRuling")
DEED = inline(
    "Deed",
    **{
        ask.name: IntegerField(required=False) if ask.name.endswith("_id") else serializers.JSONField(required=False)
        for deed in DEEDS.values()
        for ask in deed.asks
    },
)
ARENA, LADDER = shape(ArenaPart), shape(LadderPart)
CHALLENGED = inline("Challenged", number=_NUMBER())


class SidesField(serializers.JSONField):
    """A number for each side, as a text (`2-0`) or a list."""

    def to_internal_value(self, data: Any) -> Any:
        return halves(data, str(self.field_name))


class PairingResultSerializer(InputSerializer):
    result = ChoiceField(list(RESULTS), required=False, help_text="F is a forfeit, 1F-0F a walkover.")
    how = ChoiceField([PLAYED, FORFEIT], required=False, help_text="With halves: how it came about.")
    score = CharField(required=False, max_length=20, help_text="Such as 2-1, by side.")
    halves = SidesField(required=False, help_text="Half points by side, such as 2-0 or [2, 0].")
    places = SidesField(required=False, help_text="At a table: places by side, 0 for none.")
    why = CharField(max_length=500)
    keep = serializers.ListField(
        child=IntegerField(min_value=1), max_length=MOST_KEPT, required=False,
        help_text="Later pairings that stay as they are.",
    )  # fmt: skip


class EntrantRowsSerializer(InputSerializer):
    codes = {"rows.max_length": "too-long"}
    rows = CharField(max_length=MOST_BYTES, trim_whitespace=False, help_text="CSV with a header.")
