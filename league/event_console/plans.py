"""The settings of an event as programs send them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engines import registry
from league.events.actions.event_lifecycle import MOST_ENTRANTS, SLOWEST_BOT_MS
from league.events.models import Registration, Seeding
from league.events.rules.declaring import MOST_STAGES, StagePlan
from league.leagues.policy import MOST_LENGTH, MOST_WARNINGS, Unit
from league.time_controls.presets import PRESETS
from league.time_controls.serializers import ControlField
from matches.api.validation import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    InputSerializer,
    IntegerField,
)
from matches.queries.spectator_delay import LONGEST_DELAY_MS

MOST_RATING, WEEK_MIN, WEEK_S = 5_000, 10_080, 604_800
RANGES = (
    "max_entrants", "least_rating", "most_rating", "check_in_min", "round_gap_s", "start_by_min", "delay_s",
    "bot_pace_ms", "answer_min", "repeat_days", "no_show_warnings", "ban_length",
)  # fmt: skip


class StageSerializer(InputSerializer):
    format = CharField(
        max_length=40, help_text="Such as round-robin, swiss, single-elimination, groups, arena, ladder."
    )
    settings = serializers.DictField(required=False, help_text="By name, as the format has them.")
    takes = IntegerField(required=False, allow_null=True, help_text="How many a later stage takes over.")

    def validate(self, attrs: dict[str, Any]) -> Any:
        return StagePlan(**attrs)


class EventPlanSerializer(InputSerializer):
    codes = {
        **dict.fromkeys(RANGES, "out-of-range"),
        **dict.fromkeys(("registration", "seeding", "ban_unit"), "unknown-choice"),
        "game": "unknown-game", "options": "bad-option", "control": "bad-time",
        "preset": "unknown-setting", "stages.not_a_list": "not-a-list",
    }  # fmt: skip
    name = CharField(required=False, min_length=3, max_length=80)
    game = ChoiceField(sorted(registry.keys()), required=False)
    season_id = IntegerField(
        required=False, allow_null=True, min_value=1,
        help_text="A season of the league: only its franchises take part, and it pays them for the matches.",
    )  # fmt: skip
    stages = serializers.ListField(child=StageSerializer(), max_length=MOST_STAGES, required=False)
    options = serializers.DictField(required=False)
    about = CharField(required=False, allow_blank=True, max_length=4_000)
    max_entrants = IntegerField(required=False, min_value=2, max_value=MOST_ENTRANTS)
    registration = ChoiceField(Registration.choices, required=False)
    least_rating = IntegerField(required=False, allow_null=True, max_value=MOST_RATING)
    most_rating = IntegerField(required=False, allow_null=True, max_value=MOST_RATING)
    check_in_min = IntegerField(required=False, max_value=1_440)
    seeding = ChoiceField(Seeding.choices, required=False)
    tie_breaks = serializers.ListField(child=CharField(max_length=40), max_length=20, required=False)
    rated = BooleanField(required=False)
    rate_entered = BooleanField(required=False, help_text="Whether results that staff enter change ratings, too.")
    pool = CharField(required=False, allow_blank=True, max_length=60)
    auto_advance = BooleanField(required=False)
    round_gap_s = IntegerField(required=False, max_value=WEEK_S)
    start_by_min = IntegerField(required=False, min_value=1, max_value=WEEK_MIN)
    delay_s = IntegerField(required=False, max_value=LONGEST_DELAY_MS // 1000)
    bot_pace_ms = IntegerField(required=False, max_value=SLOWEST_BOT_MS)
    bot_accounts = BooleanField(required=False)
    starts_at = DateTimeField(required=False, allow_null=True)
    repeat_days = IntegerField(required=False, max_value=366)
    answer_min = IntegerField(required=False, max_value=WEEK_MIN)
    no_show_warnings = IntegerField(required=False, allow_null=True, max_value=MOST_WARNINGS)
    ban_length = IntegerField(required=False, min_value=1, max_value=MOST_LENGTH)
    ban_unit = ChoiceField(Unit.choices, required=False)
    draw_offers = BooleanField(required=False)
    player_pauses = BooleanField(required=False)
    preset = ChoiceField(list(PRESETS), required=False, help_text="A time control by its name.")
    control = ControlField(required=False, help_text="Or a time control in parts, as in a challenge.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "preset" in attrs:
            attrs["control"] = PRESETS[attrs.pop("preset")]
        return attrs


class NewEventSerializer(EventPlanSerializer):
    name = CharField(min_length=3, max_length=80)
    game = ChoiceField(sorted(registry.keys()))
    league = CharField(required=False, max_length=40, help_text="The slug of a league that you organise.")
    draft = BooleanField(required=False, help_text="Only you see it until you open registration.")
