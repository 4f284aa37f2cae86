"""The shapes of the API of events, for its schema."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from engines import registry
from league.event_console import queries as console
from league.event_console.organiser_actions import DEEDS
from league.event_console.override_preview import Ruling
from league.event_pages.queries.continuous_panels import ArenaPart, LadderPart
from league.event_pages.queries.event import EventPage
from league.event_pages.queries.pairing_explanation import WhyPage
from league.event_pages.queries.tie_break_detail import FigurePage
from league.events.actions.event_lifecycle import Plan
from league.events.models import EntrantStatus
from league.events.queries.lists import EventCard
from league.events.rules.rulings import FORFEIT, PLAYED, RESULTS
from league.registration.queries.no_shows import Told
from league.standings.queries.forecast import ForecastPage
from league.standings.queries.tables import Person
from league.time_controls.presets import PRESETS
from matches.api.shapes import anything, inline, many, of, parts_of, shape

_TEXT, _NUMBER = serializers.CharField, serializers.IntegerField
_PAGE = parts_of(EventPage)


class StageSerializer(serializers.Serializer):  # type: ignore[type-arg]
    format = serializers.CharField(help_text="Such as round-robin, swiss, single-elimination, groups, arena, ladder.")
    settings = serializers.DictField(required=False, help_text="By name, as the format has them.")
    takes = serializers.IntegerField(required=False, allow_null=True, help_text="How many a later stage takes over.")


def _planned(*, required: bool) -> dict[str, Any]:
    """What can be decided about an event: in an answer all of it is there, and whoever decides may leave it out."""
    hidden = ("demo", "draft", "league", "stages", "control")
    parts = parts_of(Plan, required=required)
    return {
        **{one.name: parts[one.name] for one in fields(Plan) if one.name not in hidden},
        "stages": serializers.ListField(child=StageSerializer(), required=False),
        "preset": serializers.ChoiceField(list(PRESETS), required=False, help_text="A time control by its name."),
        "control": serializers.JSONField(required=False, help_text="Or a time control in parts, as in a challenge."),
    }


PLAN = inline("EventPlan", **_planned(required=False))
NEW_PLAN = inline(
    "NewEvent",
    **{
        **_planned(required=False),
        "name": _TEXT(min_length=3, max_length=80),
        "game": serializers.ChoiceField(sorted(registry.keys())),
        "league": _TEXT(required=False, help_text="The slug of a league that you organise."),
        "draft": serializers.BooleanField(required=False, help_text="Only you see it until you open registration."),
    },
)
PLANNED = inline("PlannedEvent", **_planned(required=True), league=_TEXT(allow_null=True, help_text="Its slug."))
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
        ask.name: _NUMBER(required=False) if ask.name.endswith("_id") else serializers.JSONField(required=False)
        for deed in DEEDS.values()
        for ask in deed.asks
    },
)
RESULT = inline(
    "PairingResult",
    result=serializers.ChoiceField(list(RESULTS), required=False, help_text="F is a forfeit, 1F-0F a walkover."),
    how=serializers.ChoiceField([PLAYED, FORFEIT], required=False, help_text="With halves: how it came about."),
    score=_TEXT(required=False, help_text="Such as 2-1, by side."),
    halves=serializers.JSONField(required=False, help_text="Half points by side, such as 2-0 or [2, 0]."),
    places=serializers.JSONField(required=False, help_text="At a table: places by side, 0 for none."),
    why=_TEXT(),
    keep=serializers.ListField(child=_NUMBER(), required=False, help_text="Later pairings that stay as they are."),
)
ARENA, LADDER = shape(ArenaPart), shape(LadderPart)
CHALLENGED = inline("Challenged", number=_NUMBER())
ROWS = inline("EntrantRows", rows=_TEXT(help_text="CSV with a header."))
