"""Serializers of what an organiser's acts take, from forms and from programs."""

from __future__ import annotations

from typing import Any

from django.utils.functional import lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines.words import marked, say, told
from league.events.models import Seeding
from league.events.rules.rulings import FORFEIT, PLAYED, RESULTS, EnteredRow, read_sides
from league.leagues.serializers import WhySerializer
from league.registration.entrants_file import MOST_BYTES
from matches.api.validation import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    InputSerializer,
    IntegerField,
)

MOST_LISTED, MOST_TEXT, MOST_SIDES = 2_000, 3_000, 100
ONE_TEXT = {"type": "string", "maxLength": MOST_TEXT}


def needed(what: str) -> dict[str, Any]:
    """Return error messages for people who leave a field of a form out; `what` is a marked text."""
    sentence = lazy(lambda: say("Give {what}.", what=told(what)), str)()
    return {"error_messages": {"required": sentence, "blank": sentence}}


AN_ENTRANT, A_REASON = needed(marked("an entrant")), needed(marked("the reason"))


def _ids(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=IntegerField(min_value=1), max_length=MOST_LISTED, **options)


@extend_schema_field({"anyOf": [ONE_TEXT, {"type": "array", "items": {"type": "integer"}}]})
class SidesField(serializers.Field[Any, Any, Any, Any]):
    """A number for each side, as a text (`2-0`) or a list."""

    def to_internal_value(self, data: Any) -> tuple[int, ...]:
        return read_sides("-".join(map(str, data if isinstance(data, list) else [data])), str(self.field_name))


@extend_schema_field({"anyOf": [ONE_TEXT, {"type": "array", "items": {"type": "string", "format": "date"}}]})
class DaysField(serializers.Field[Any, Any, Any, Any]):
    """Days such as 2026-12-25: a list, or one text with commas or spaces between."""

    default_error_messages = {"invalid": marked("Give a list of days, each as 2026-12-25.")}

    def to_internal_value(self, data: Any) -> list[str]:
        days = data[:MOST_TEXT].replace(",", " ").split() if isinstance(data, str) else data
        if not isinstance(days, list) or not all(isinstance(day, str) for day in days[:MOST_LISTED]):
            self.fail("invalid")
        return days[:MOST_LISTED]


class SaySerializer(InputSerializer):
    text = CharField(default="", max_length=MOST_TEXT)


class NextSeasonSerializer(InputSerializer):
    winners = _ids(required=False, help_text="Entrants who have won their play-offs.")
    name = CharField(required=False, allow_blank=True, max_length=80)


class UsernameSerializer(InputSerializer):
    codes = {"username": "unknown-player"}
    username = CharField(max_length=150, **needed(marked("the name of a player")))


class BotSerializer(InputSerializer):
    kind = CharField(max_length=40, **needed(marked("a kind of bot")))


class EntrantSerializer(InputSerializer):
    entrant_id = IntegerField(min_value=1, **AN_ENTRANT)


class LeaverSerializer(EntrantSerializer, WhySerializer):
    """An entrant, and why it leaves."""


class ClubSerializer(EntrantSerializer):
    club = CharField(default="", max_length=60)


class RoundSerializer(InputSerializer):
    number = IntegerField(min_value=1, help_text="Of a round.", **needed(marked("the number of a round")))


class ByeSerializer(EntrantSerializer, RoundSerializer):
    codes = {"halves": "out-of-range"}
    halves = IntegerField(default=None, allow_null=True, max_value=1, help_text="Half points; none to take it back.")


class LiftSerializer(InputSerializer):
    no_show_id = IntegerField(min_value=1, **needed(marked("a no-show")))
    why = CharField(max_length=500, **A_REASON)


class PairSerializer(InputSerializer):
    one_id = IntegerField(min_value=1, **AN_ENTRANT)
    other_id = IntegerField(min_value=1, **needed(marked("another entrant")))


class ExclusionSerializer(PairSerializer):
    how = CharField(required=False, max_length=20, help_text="must or should")
    first = IntegerField(required=False, min_value=1, help_text="The first round for which it holds.")
    last = IntegerField(required=False, min_value=1, help_text="The last round for which it holds.")


class ExchangeSerializer(RoundSerializer, PairSerializer):
    anyway = BooleanField(default=False, help_text="Though they have met, or are to be kept apart.")


class EntrantRowsSerializer(InputSerializer):
    codes = {"rows.max_length": "too-long"}
    rows = CharField(
        allow_blank=True, max_length=MOST_BYTES, trim_whitespace=False, help_text="CSV with a header.",
        **needed(marked("the rows of the file")),
    )  # fmt: skip


class SeedingSerializer(InputSerializer):
    codes = {"how": "unknown-choice"}
    how = ChoiceField(Seeding.choices, **needed(marked("the way of seeding")))


class SeedOrderSerializer(InputSerializer):
    entrant_ids = _ids(**needed(marked("the entrants in order")))


class PlanRoundSerializer(RoundSerializer):
    starts_at = DateTimeField(default=None, allow_null=True)


class CalendarSerializer(InputSerializer):
    first = DateTimeField(default=None, allow_null=True, help_text="None takes it away.")
    days_between = IntegerField(default=7, max_value=366)
    blackouts = DaysField(required=False, help_text="Days without a round.")


class PairingSerializer(InputSerializer):
    pairing_id = IntegerField(min_value=1, **needed(marked("a pairing")))


class PairingResultSerializer(InputSerializer):
    codes = dict.fromkeys(("result", "halves", "places"), "bad-result")
    result = ChoiceField(list(RESULTS), required=False, help_text="F is a forfeit, 1F-0F a walkover.")
    how = ChoiceField([PLAYED, FORFEIT], required=False, help_text="With halves: how it came about.")
    score = CharField(required=False, allow_blank=True, max_length=20, help_text="Such as 2-1, by side.")
    halves = SidesField(required=False, help_text="Half points by side, such as 2-0 or [2, 0].")
    places = SidesField(required=False, help_text="At a table: places by side, 0 for none.")
    why = CharField(max_length=500, **A_REASON)
    keep = _ids(required=False, help_text="Later pairings that stay as they are.")


class OverturnSerializer(PairingSerializer, PairingResultSerializer):
    """A pairing and its other result."""


class TakeBackSerializer(InputSerializer):
    overturn_id = IntegerField(min_value=1, **needed(marked("a ruling")))


class EnteredRowSerializer(PairingSerializer):
    result = CharField(required=False, allow_blank=True, max_length=20)
    score = CharField(required=False, allow_blank=True, max_length=20)
    places = SidesField(required=False)

    def validate(self, attrs: dict[str, Any]) -> Any:
        return EnteredRow(**attrs)


class EnterResultsSerializer(RoundSerializer):
    results = serializers.ListField(
        child=EnteredRowSerializer(), max_length=MOST_LISTED, **needed(marked("the results"))
    )
