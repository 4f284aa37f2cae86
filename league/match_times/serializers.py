"""Serializers of availability and match times, for pages and the API."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from league.match_times.queries import KnownWeek, TimeView
from league.match_times.rules.availability import MAX_EXCEPTIONS, WEEKDAYS, ExceptionDays, Range, format_ranges, parse_ranges
from league.match_times.rules.negotiation import MAX_SLOTS
from matches.api.dataclass_schemas import get_serializer_class, inline_serializer, list_serializer
from matches.api.validation import CharField, DateTimeField, InputSerializer

MAX_TEXT = 120


class HoursField(CharField):
    """Ranges of hours in a day, as a text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            default="", allow_blank=True, max_length=MAX_TEXT,
            help_text="Such as 18:00-22:00, 8-9. Blank: not available.", **options,
        )  # fmt: skip


WeekSerializer = type(
    "WeekSerializer",
    (InputSerializer,),
    {"__doc__": "The hours of each weekday, in the player's time zone.", **{day: HoursField() for day in WEEKDAYS}},
)


class ExceptionSerializer(InputSerializer):
    """Days with other hours than in every week."""

    codes = {"first": "bad-days", "last": "bad-days"}
    first = serializers.DateField()
    last = serializers.DateField(required=False, allow_null=True, help_text="The same day if left out.")
    hours = HoursField()


class AvailabilitySerializer(InputSerializer):
    """When a player can play."""

    zone = CharField(required=False, max_length=60, help_text="Time zone such as Europe/Berlin, for all your times.")
    weekly = WeekSerializer()
    exceptions = serializers.ListField(child=ExceptionSerializer(), max_length=MAX_EXCEPTIONS, required=False)


class ProposalSerializer(InputSerializer):
    """Times that a player proposes."""

    codes = {"slots": "bad-slots"}
    slots = serializers.ListField(child=DateTimeField(), max_length=MAX_SLOTS, help_text="One to three times.")


class AcceptanceSerializer(InputSerializer):
    """The proposed time that a player accepts."""

    slot = DateTimeField()


AVAILABILITY = inline_serializer(
    "OwnAvailability",
    zone=serializers.CharField(),
    declared=serializers.BooleanField(help_text="False: you haven't said when you can play, and these hours are assumed."),
    weekly=WeekSerializer(),
    exceptions=ExceptionSerializer(many=True),
)
MATCH_TIME = get_serializer_class(TimeView, "MatchTime")
MATCH_TIMES = inline_serializer("MatchTimes", times=list_serializer(TimeView))


def parse_weekly(data: Mapping[str, str]) -> list[tuple[Range, ...]]:
    """Return the hours of each weekday from texts by day. Raises ActionError with the day as its field."""
    return [parse_ranges(data.get(day, ""), day) for day in WEEKDAYS]


def parse_exception(data: Mapping[str, Any]) -> ExceptionDays:
    """Return the exception of validated data."""
    return ExceptionDays(data["first"], data.get("last") or data["first"], parse_ranges(data["hours"]))


def dump_availability(known: KnownWeek) -> dict[str, Any]:
    """Return a player's own availability for the API."""
    week = known.week
    return {
        "zone": week.zone, "declared": known.declared,
        "weekly": {day: format_ranges(hours) for day, hours in zip(WEEKDAYS, week.days, strict=True)},
        "exceptions": [{**row.to_json(), "hours": format_ranges(row.hours)} for row in week.exceptions],
    }  # fmt: skip
