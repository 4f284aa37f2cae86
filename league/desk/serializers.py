"""Serializers of the referee's API, and its response schemas."""

from rest_framework import serializers

from league.desk.actions.rulings import EVENT_RULINGS, RULINGS
from league.desk.queries.cases import Case, DeskOutage
from league.desk.queries.match_panel import RefereePanel
from league.result_reports.serializers import REPORT
from matches.api.dataclass_schemas import build_field, get_serializer_class, get_serializer_fields, inline_serializer
from matches.api.serializers import MAX_SEAT
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

REASON_CODES = {"why": "reason-needed"}


class LookSerializer(InputSerializer):
    """The reason for revealing hidden information."""

    codes = REASON_CODES
    why = CharField(min_length=3, max_length=300, help_text="Public reason.")


class RulingSerializer(LookSerializer):
    """A ruling on a match, with its reason and the fields of its type."""

    codes = {**REASON_CODES, "ruling": "unknown-ruling", "seconds": "out-of-range", "seat": "bad-seat"}
    ruling = ChoiceField(list(RULINGS), source="kind")
    seats = serializers.ListField(
        child=IntegerField(max_value=MAX_SEAT), max_length=MAX_SEAT, required=False, help_text="For `add-time`."
    )
    seconds = IntegerField(required=False, min_value=1, max_value=86_400, help_text="For `add-time`.")
    ranks = serializers.ListField(
        child=IntegerField(max_value=MAX_SEAT),
        max_length=MAX_SEAT,
        required=False,
        help_text="For `result`: ranks by seat. `[2, 2]` means no winner.",
    )
    seat = IntegerField(required=False, max_value=MAX_SEAT, help_text="For `disqualify`.")


class SentenceSerializer(InputSerializer):
    """A short message to or from a referee."""

    text = CharField(min_length=3, max_length=300)


class HoldSerializer(LookSerializer):
    """Pausing or resuming all matches of an event."""

    codes = {**REASON_CODES, "do": "unknown-ruling"}
    do = ChoiceField(EVENT_RULINGS)


CASE = inline_serializer("DeskCase", **get_serializer_fields(Case))
DESK = inline_serializer(
    "Desk",
    matches=CASE(many=True),
    watched=serializers.IntegerField(),
    plays_in=build_field(list[str]),
    outages=get_serializer_class(DeskOutage)(many=True),
    results=REPORT(many=True),
)
JUDGED = inline_serializer("JudgedCase", **get_serializer_fields(Case), can=build_field(list[str]))
PANEL = get_serializer_class(RefereePanel)
ANSWERED = inline_serializer("AnsweredCall", call_id=serializers.IntegerField(), answered=serializers.BooleanField())
RULED = inline_serializer("DeskRuled", overturn_id=serializers.IntegerField())
