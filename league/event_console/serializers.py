"""Serializers of organiser actions and event settings, for forms and the API."""

from typing import Any

from django.utils.functional import lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines.i18n import mark, translate as _
from league.events.actions.event_lifecycle import RANGES
from league.events.models import Registration, ReportPolicy, Seeding, SilencePolicy
from league.events.rulings import FORFEIT, PLAYED, RESULTS, parse_sides
from league.events.stage_plans import MAX_STAGES, StagePlan
from league.formats.rating_list import KINDS
from league.leagues.models import BanUnit
from league.leagues.rules import MAX_BAN_LENGTH, MAX_WARNINGS
from league.leagues.serializers import WhySerializer
from league.registration.actions.entrant_import import MAX_BYTES
from league.results.actions.trf_import import MAX_REPORT_LENGTH
from league.time_controls.forms import ControlField
from league.time_controls.presets import PRESETS
from matches.api.validation import BooleanField, CharField, ChoiceField, DateTimeField, GameField, InputSerializer, IntegerField

MAX_LISTED, MAX_TEXT, MAX_SIDES = 2_000, 3_000, 100
TEXT_SCHEMA = {"type": "string", "maxLength": MAX_TEXT}


class StageSerializer(InputSerializer):
    """A stage of an event: its format, settings and number of entrants."""

    format = CharField(max_length=40, help_text="Such as round-robin, swiss, single-elimination, groups, arena, ladder.")
    settings = serializers.DictField(required=False, help_text="Settings of the format by name.")
    takes = IntegerField(required=False, allow_null=True, help_text="Number of entrants who advance to this stage.")

    def validate(self, attrs: dict[str, Any]) -> Any:
        return StagePlan(**attrs)


def _number_field(name: str, **options: Any) -> IntegerField:
    minimum, maximum = RANGES[name]
    return IntegerField(required=False, min_value=minimum, max_value=maximum, **options)


class EventPlanSerializer(InputSerializer):
    """The settings of an event."""

    codes = {
        **dict.fromkeys((*RANGES, "no_show_warnings", "ban_length"), "out-of-range"),
        **dict.fromkeys(("registration", "seeding", "ban_unit", "report_policy", "time_policy"), "unknown-choice"),
        "game": "unknown-game", "options": "bad-option", "teams": "bad-teams", "control": "bad-time",
        "preset": "unknown-setting", "stages.not_a_list": "not-a-list",
    }  # fmt: skip
    name = CharField(required=False, min_length=3, max_length=80)
    game = GameField(required=False)
    season_id = IntegerField(
        required=False, allow_null=True, min_value=1,
        help_text="A season of the league. Only its franchises can play, and they are paid for matches.",
    )  # fmt: skip
    stages = serializers.ListField(child=StageSerializer(), max_length=MAX_STAGES, required=False)
    options = serializers.DictField(required=False)
    teams = serializers.DictField(
        required=False, allow_null=True,
        help_text="Rules of an event between teams, such as boards, lineup_min, win; null: players enter on their own.",
    )  # fmt: skip
    about = CharField(required=False, allow_blank=True, max_length=4_000)
    max_entrants = _number_field("max_entrants")
    registration = ChoiceField(Registration.choices, required=False)
    least_rating = _number_field("least_rating", allow_null=True)
    most_rating = _number_field("most_rating", allow_null=True)
    check_in_min = _number_field("check_in_min")
    seeding = ChoiceField(Seeding.choices, required=False)
    tie_breaks = serializers.ListField(child=CharField(max_length=40), max_length=20, required=False)
    rated = BooleanField(required=False)
    rate_entered = BooleanField(required=False, help_text="Whether results entered by staff change ratings.")
    pool = CharField(required=False, allow_blank=True, max_length=60)
    auto_advance = BooleanField(required=False)
    round_gap_s = _number_field("round_gap_s")
    start_by_min = _number_field("start_by_min")
    delay_s = _number_field("delay_s")
    bot_pace_ms = _number_field("bot_pace_ms")
    bot_accounts = BooleanField(required=False)
    bots_only = BooleanField(required=False, help_text="Only bot accounts and the site's bots can enter.")
    duplicate = BooleanField(
        required=False, help_text="Each match is played twice at once, with the same draws and the sides swapped."
    )
    starts_at = DateTimeField(required=False, allow_null=True)
    repeat_days = _number_field("repeat_days")
    answer_min = _number_field("answer_min")
    no_show_warnings = IntegerField(required=False, allow_null=True, max_value=MAX_WARNINGS)
    ban_length = IntegerField(required=False, min_value=1, max_value=MAX_BAN_LENGTH)
    ban_unit = ChoiceField(BanUnit.choices, required=False)
    draw_offers = BooleanField(required=False)
    player_pauses = BooleanField(required=False)
    report_policy = ChoiceField(
        ReportPolicy.choices, required=False,
        help_text="If a result that a player reported isn't answered in time: confirm, referee or replay.",
    )  # fmt: skip
    report_hours = _number_field("report_hours", help_text="Hours in which a reported result has to be answered.")
    play_days = _number_field(
        "play_days", help_text="Days in which players agree on the time of their match. 0: it opens at once."
    )
    time_hours = _number_field(
        "time_hours", help_text="Hours until players are reminded, and again until `time_policy` applies."
    )
    time_policy = ChoiceField(
        SilencePolicy.choices, required=False, help_text="If players don't agree in time: slot (a time is set) or referee."
    )
    slot_day = _number_field("slot_day", help_text="Weekday of the default time: 0 is Monday.")
    slot_time = CharField(required=False, max_length=5, help_text="Default time, such as 18:00.")
    slot_zone = CharField(required=False, max_length=60, help_text="Time zone of the default time, such as Europe/Berlin.")
    preset = ChoiceField(list(PRESETS), required=False, help_text="Name of a time control.")
    control = ControlField(required=False, help_text="Custom time control, as in a challenge.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "preset" in attrs:
            attrs["control"] = PRESETS[attrs.pop("preset")]
        return attrs


class NewEventSerializer(EventPlanSerializer):
    """The settings of a new event."""

    name = CharField(min_length=3, max_length=80)
    game = GameField()
    league = CharField(required=False, max_length=40, help_text="The slug of a league that you organise.")
    draft = BooleanField(required=False, help_text="Only you can see it until you open registration.")
    names = serializers.ListField(
        child=CharField(max_length=150), max_length=MAX_LISTED, required=False,
        help_text="Players to enter, in order: @username enters or invites an account.",
    )  # fmt: skip
    start = BooleanField(required=False, help_text="Whether to start it at once.")


def required(label: str) -> dict[str, Any]:
    """Return error messages for a missing form field; `label` is a marked text."""
    sentence = lazy(lambda: _("Enter {what}.", what=_(label)), str)()
    return {"error_messages": {"required": sentence, "blank": sentence}}


REASON_REQUIRED = required(mark("a reason"))


def _id_field(label: str) -> IntegerField:
    return IntegerField(min_value=1, **required(label))


def _ids_field(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=IntegerField(min_value=1), max_length=MAX_LISTED, **options)


@extend_schema_field({"anyOf": [TEXT_SCHEMA, {"type": "array", "items": {"type": "integer"}}]})
class SidesField(serializers.Field[Any, Any, Any, Any]):
    """A number for each side, as a text (`2-0`) or a list."""

    def to_internal_value(self, data: Any) -> tuple[int, ...]:
        return parse_sides("-".join(map(str, data if isinstance(data, list) else [data])), str(self.field_name))


@extend_schema_field({"anyOf": [TEXT_SCHEMA, {"type": "array", "items": {"type": "string", "format": "date"}}]})
class DaysField(serializers.Field[Any, Any, Any, Any]):
    """Days such as 2026-12-25: a list, or one text with commas or spaces between."""

    default_error_messages = {"invalid": mark("Enter a list of dates, such as 2026-12-25.")}

    def to_internal_value(self, data: Any) -> list[str]:
        days = data[:MAX_TEXT].replace(",", " ").split() if isinstance(data, str) else data
        if not isinstance(days, list) or not all(isinstance(day, str) for day in days[:MAX_LISTED]):
            self.fail("invalid")
        return days[:MAX_LISTED]


class EntrantRowsSerializer(InputSerializer):
    """Entrants to import, as CSV."""

    codes = {"rows.max_length": "too-long"}
    rows = CharField(
        allow_blank=True, max_length=MAX_BYTES, trim_whitespace=False, help_text="CSV with a header.",
        **required(mark("the rows to import")),
    )  # fmt: skip


class ReportSerializer(InputSerializer):
    """A tournament report to import."""

    codes = {"report.max_length": "too-long"}
    report = CharField(
        max_length=MAX_REPORT_LENGTH, trim_whitespace=False, help_text="The text of a TRF file.",
        **required(mark("the report to import")),
    )  # fmt: skip


class RatingListSerializer(InputSerializer):
    """A rating list of FIDE, or a part of one."""

    codes = {"list.max_length": "too-long", "kind": "unknown-choice"}
    list = CharField(
        max_length=MAX_REPORT_LENGTH, trim_whitespace=False, help_text="Text or XML, as of ratings.fide.com.",
        **required(mark("the rating list")),
    )  # fmt: skip
    kind = ChoiceField(KINDS, default="standard")


class ListedResultsSerializer(EntrantRowsSerializer):
    """The results of a round as lines of text."""

    rows = CharField(
        allow_blank=True, max_length=MAX_BYTES, trim_whitespace=False, help_text="Lines of board and result, as CSV.",
        **required(mark("the results")),
    )  # fmt: skip
    number = IntegerField(min_value=1, help_text="Round number.", **required(mark("a round number")))


class PairingSerializer(InputSerializer):
    """A pairing."""

    pairing_id = _id_field(mark("a pairing"))


class PairingResultSerializer(InputSerializer):
    """A result with the reason for it."""

    codes = dict.fromkeys(("result", "halves", "places"), "bad-result")
    result = ChoiceField(list(RESULTS), required=False, help_text="F marks a forfeit; 1F-0F is a walkover.")
    how = ChoiceField([PLAYED, FORFEIT], required=False, help_text="With `halves`: whether it was played or forfeited.")
    score = CharField(required=False, allow_blank=True, max_length=20, help_text="Such as 2-1, by side.")
    halves = SidesField(required=False, help_text="Half points by side, such as 2-0 or [2, 0].")
    places = SidesField(required=False, help_text="In heats: places by side, 0 for none.")
    why = CharField(max_length=500, **REASON_REQUIRED)
    keep = _ids_field(required=False, help_text="Ids of later pairings to keep unchanged.")


class ResultOverrideSerializer(PairingSerializer, PairingResultSerializer):
    """The new result of a pairing."""


class EnteredRowSerializer(PairingSerializer):
    """The result of one pairing of a round."""

    result = CharField(required=False, allow_blank=True, max_length=20)
    score = CharField(required=False, allow_blank=True, max_length=20)
    places = SidesField(required=False)


FIELDS: dict[str, Any] = {
    "text": CharField(default="", max_length=MAX_TEXT),
    "why": WhySerializer().get_fields()["why"],
    "lift.why": CharField(max_length=500, **REASON_REQUIRED),
    "winners": _ids_field(required=False, help_text="Ids of the entrants who won their play-offs."),
    "name": CharField(required=False, allow_blank=True, max_length=80),
    "names": CharField(
        max_length=MAX_BYTES,
        trim_whitespace=False,
        help_text="One per line. @username enters or invites an account.",
        **required(mark("the names of the players")),
    ),
    "username": CharField(max_length=150, **required(mark("a username"))),
    "kind": CharField(max_length=40, **required(mark("a bot type"))),
    "entrant_id": _id_field(mark("an entrant")),
    "club": CharField(default="", max_length=60),
    "number": IntegerField(min_value=1, help_text="Round number.", **required(mark("a round number"))),
    "bye.halves": IntegerField(default=None, allow_null=True, max_value=2, help_text="Half points; none to take it back."),
    "late.halves": IntegerField(default=0, min_value=0, max_value=2, help_text="Half points for each round missed."),
    "pairing_id": _id_field(mark("a pairing")),
    "present": BooleanField(default=True, help_text="False undoes the check-in."),
    "no_show_id": _id_field(mark("a no-show")),
    "one_id": _id_field(mark("an entrant")),
    "other_id": _id_field(mark("another entrant")),
    "apart.how": CharField(required=False, max_length=20, help_text="must or should"),
    "apart.first": IntegerField(required=False, min_value=1, help_text="The first round for which it holds."),
    "apart.last": IntegerField(required=False, min_value=1, help_text="Last round to which it applies."),
    "anyway": BooleanField(default=False, help_text="Allow a repeated or excluded pairing."),
    "seeding.how": ChoiceField(Seeding.choices, **required(mark("a seeding method"))),
    "entrant_ids": _ids_field(**required(mark("all entrants in order"))),
    "starts_at": DateTimeField(default=None, allow_null=True),
    "calendar.first": DateTimeField(default=None, allow_null=True, help_text="None takes it away."),
    "days_between": IntegerField(default=7, max_value=366),
    "blackouts": DaysField(required=False, help_text="Days without a round."),
    "overturn_id": _id_field(mark("a ruling")),
    "results": serializers.ListField(child=EnteredRowSerializer(), max_length=MAX_LISTED, **required(mark("the results"))),
}
"""Fields of the actions by name, prefixed with the action where a name has different meanings."""
CODES = {"username": "unknown-player", "bye.halves": "out-of-range", "seeding.how": "unknown-choice"}


def with_fields(*keys: str) -> type[InputSerializer]:
    """Return a serializer class with these entries of FIELDS, named by what follows the dot in their keys, if any."""
    names = {key: key.rpartition(".")[2] for key in keys}
    codes = {name: CODES[key] for key, name in names.items() if key in CODES}
    return type("ActSerializer", (InputSerializer,), {"codes": codes, **{names[key]: FIELDS[key] for key in keys}})
