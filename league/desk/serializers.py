"""Serializers of the referee's API, and its response schemas."""

from rest_framework import serializers

from league.desk.actions.rulings import DEEDS, EVENT_DEEDS
from league.desk.queries.cases import Case, DeskOutage
from league.desk.queries.match_panel import OnMatch
from matches.api.serializers import MOST_SEATS
from matches.api.shapes import inline, of, parts_of, shape
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

REASON = {"why": "reason-needed"}


class LookSerializer(InputSerializer):
    """The reason for revealing hidden information."""

    codes = REASON
    why = CharField(min_length=3, max_length=300, help_text="Everybody reads it.")


class RulingSerializer(LookSerializer):
    """A ruling on a match, with its reason and the fields of its type."""

    codes = {**REASON, "ruling": "unknown-ruling", "seconds": "out-of-range", "seat": "bad-seat"}
    ruling = ChoiceField(list(DEEDS), source="deed")
    seats = serializers.ListField(
        child=IntegerField(max_value=MOST_SEATS), max_length=MOST_SEATS, required=False, help_text="For `add-time`."
    )
    seconds = IntegerField(required=False, min_value=1, max_value=86_400, help_text="For `add-time`.")
    ranks = serializers.ListField(
        child=IntegerField(max_value=MOST_SEATS),
        max_length=MOST_SEATS,
        required=False,
        help_text="For `result`: places by seat; `[2, 2]`: nobody wins.",
    )
    seat = IntegerField(required=False, max_value=MOST_SEATS, help_text="For `disqualify`.")


class SentenceSerializer(InputSerializer):
    """A short message to or from a referee."""

    text = CharField(min_length=3, max_length=300)


class HoldSerializer(LookSerializer):
    """Pausing or resuming all matches of an event."""

    codes = {**REASON, "do": "unknown-ruling"}
    do = ChoiceField(EVENT_DEEDS)


CASE = inline("DeskCase", **parts_of(Case))
DESK = inline(
    "Desk",
    matches=CASE(many=True),
    watched=serializers.IntegerField(),
    plays_in=of(list[str]),
    outages=shape(DeskOutage)(many=True),
)
JUDGED = inline("JudgedCase", **parts_of(Case), can=of(list[str]))
TOLD = shape(OnMatch)
ANSWERED = inline("AnsweredCall", call_id=serializers.IntegerField(), answered=serializers.BooleanField())
RULED = inline("DeskRuled", overturn_id=serializers.IntegerField())
