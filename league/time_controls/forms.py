"""Custom time controls, in forms and in the API."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from engines.words import marked, say, told
from league.time_controls.presets import PRESETS, preset_choices
from matches.clock import DAY_MS, Control, Kind
from matches.refusals import Refused

OWN = "own"
OWN_FIELDS = ("own_kind", "own_turn_s", "own_min", "own_days", "own_vacation")
LONGEST_MS = 14 * DAY_MS
SHORTEST_MS = 1_000
MOST_VACATION = 60
_KINDS = [
    (Kind.DELAY, gettext_lazy("Per turn + time bank")),
    (Kind.FISCHER, gettext_lazy("Increment (Fischer)")),
    (Kind.ABSOLUTE, gettext_lazy("Sudden death (no increment)")),
    (Kind.DAYS, gettext_lazy("Correspondence (days per turn)")),
]
_NEEDS = {
    Kind.DELAY: ("own_turn_s", "own_min"), Kind.FISCHER: ("own_turn_s", "own_min"), Kind.ABSOLUTE: ("own_min",),
    Kind.DAYS: ("own_days", "own_vacation"),
}  # fmt: skip
_MISSING = marked("This time control needs a number here.")


def preset_field(*more: tuple[str, str]) -> forms.ChoiceField:
    """Return the field of time controls; `more` choices come before the presets."""

    def choices() -> list[tuple[str, str]]:
        return [*more, *preset_choices(), (OWN, say("Custom (set below)"))]

    return forms.ChoiceField(
        choices=choices, initial="standard", label=gettext_lazy("Time control"),
        help_text=gettext_lazy("Two times: per turn, then the time bank for the whole match."),
    )  # fmt: skip


def own_fields() -> dict[str, forms.Field]:
    """Return the fields of a custom time control, used only if `preset` is "own"."""
    return {
        "own_kind": forms.ChoiceField(choices=_KINDS, required=False, label=say("Time control type")),
        "own_turn_s": forms.IntegerField(
            min_value=1, max_value=DAY_MS // 1000 - 1, required=False, initial=60, label=say("Seconds per turn"),
            help_text=say("With a time bank: the time for each turn. With an increment: the time added after "
                          "each turn."),
        ),
        "own_min": forms.IntegerField(
            min_value=0, max_value=LONGEST_MS // 60_000, required=False, initial=10, label=say("Minutes for the match"),
            help_text=say("The time bank, or all the time for the match."),
        ),
        "own_days": forms.IntegerField(
            min_value=1, max_value=LONGEST_MS // DAY_MS, required=False, initial=3, label=say("Days per turn"),
            help_text=say("Correspondence only."),
        ),
        "own_vacation": forms.IntegerField(
            min_value=0, max_value=MOST_VACATION, required=False, initial=0, label=say("Vacation days"),
            help_text=say("Correspondence only. Days per player on which the clock is stopped."),
        ),
    }  # fmt: skip


def check_own(form: forms.Form) -> None:
    """In a form's `clean`, add errors for missing parts of a custom time control."""
    given = form.cleaned_data
    if given.get("preset") != OWN:
        return
    kind = Kind(given.get("own_kind") or Kind.DELAY)
    for name in _NEEDS[kind]:
        if given.get(name) is None and name not in form.errors:
            form.add_error(name, told(_MISSING))
    if kind in (Kind.FISCHER, Kind.ABSOLUTE) and given.get("own_min") == 0:
        form.add_error("own_min", say("Set at least 1 minute for the match."))


def control_in(given: Mapping[str, Any]) -> Control:
    """Return the time control of a valid form."""
    if given["preset"] != OWN:
        return PRESETS[given["preset"]]
    kind = Kind(given.get("own_kind") or Kind.DELAY)
    seconds, minutes = given.get("own_turn_s") or 0, given.get("own_min") or 0
    if kind == Kind.DELAY:
        return Control(seconds * 1000, minutes * 60_000)
    if kind == Kind.DAYS:
        return Control(given["own_days"] * DAY_MS, 0, 0, given["own_vacation"])
    return Control(0, minutes * 60_000, seconds * 1000 if kind == Kind.FISCHER else 0)


def read_time(value: Any, field: str = "time") -> Control:
    """Return the time control of an API request: a preset, or its parts in ms and days. Code: bad-time."""
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    most = {"turn_ms": LONGEST_MS, "reserve_ms": LONGEST_MS, "increment_ms": LONGEST_MS, "vacation_days": MOST_VACATION}
    if not isinstance(value, Mapping) or not all(
        name in most and type(number) is int and 0 <= number <= most[name] for name, number in value.items()
    ):
        text = say(
            "`{field}` must be one of {presets}, or turn_ms, reserve_ms and increment_ms (at most 14 days "
            "each) and vacation_days (at most {most_vacation}), all whole numbers.",
            field=field,
            presets=", ".join(PRESETS),
            most_vacation=MOST_VACATION,
        )
        raise Refused("bad-time", text, field)
    try:
        control = Control(**{"turn_ms": 0, "reserve_ms": 0, **value})
    except ValueError as bad:
        raise Refused("bad-time", str(bad), field) from bad
    if control.turn_ms + control.reserve_ms < SHORTEST_MS:
        raise Refused("bad-time", say("Time per turn and time bank must total at least 1 second."), field)
    return control


class ControlField(serializers.JSONField):
    """A time control: the name of a preset, or its parts."""

    def to_internal_value(self, data: Any) -> Any:
        return read_time(data, str(self.field_name))
