"""Custom time controls, in forms and in the API."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from engines.i18n import mark, translate as _
from league.time_controls.presets import PRESETS, preset_choices
from matches.clock import DAY_MS, TimeControl, TimeControlKind
from matches.errors import ActionError

CUSTOM = "own"
CUSTOM_FIELDS = ("own_kind", "own_turn_s", "own_min", "own_days", "own_vacation")
MAX_MS = 14 * DAY_MS
MIN_MS = 1_000
MAX_VACATION_DAYS = 60
_KINDS = [
    (TimeControlKind.DELAY, gettext_lazy("Per turn + time bank")),
    (TimeControlKind.FISCHER, gettext_lazy("Increment (Fischer)")),
    (TimeControlKind.ABSOLUTE, gettext_lazy("Sudden death (no increment)")),
    (TimeControlKind.DAYS, gettext_lazy("Correspondence (days per turn)")),
]
_REQUIRED_FIELDS = {
    TimeControlKind.DELAY: ("own_turn_s", "own_min"),
    TimeControlKind.FISCHER: ("own_turn_s", "own_min"),
    TimeControlKind.ABSOLUTE: ("own_min",),
    TimeControlKind.DAYS: ("own_days", "own_vacation"),
}
_MISSING_MESSAGE = mark("This time control needs a number here.")


def preset_field(*more: tuple[str, str]) -> forms.ChoiceField:
    """Return the field of time controls; `more` choices come before the presets."""

    def choices() -> list[tuple[str, str]]:
        return [*more, *preset_choices(), (CUSTOM, _("Custom (set below)"))]

    return forms.ChoiceField(
        choices=choices, initial="standard", label=gettext_lazy("Time control"),
        help_text=gettext_lazy("With two times, the first is per turn, the second is the time bank for the whole match."),
    )  # fmt: skip


def custom_fields() -> dict[str, forms.Field]:
    """Return the fields of a custom time control, used only if `preset` is "own"."""
    return {
        "own_kind": forms.ChoiceField(choices=_KINDS, required=False, label=_("Time control type")),
        "own_turn_s": forms.IntegerField(
            min_value=1, max_value=DAY_MS // 1000 - 1, required=False, initial=60, label=_("Seconds per turn"),
            help_text=_("With a time bank: the time for each turn. With an increment: the time added after "
                          "each turn."),
        ),
        "own_min": forms.IntegerField(
            min_value=0, max_value=MAX_MS // 60_000, required=False, initial=10, label=_("Minutes for the match"),
            help_text=_("The time bank, or all the time for the match."),
        ),
        "own_days": forms.IntegerField(
            min_value=1, max_value=MAX_MS // DAY_MS, required=False, initial=3, label=_("Days per turn"),
            help_text=_("Correspondence only."),
        ),
        "own_vacation": forms.IntegerField(
            min_value=0, max_value=MAX_VACATION_DAYS, required=False, initial=0, label=_("Vacation days"),
            help_text=_("Correspondence only. Days per player on which the clock is stopped."),
        ),
    }  # fmt: skip


class CustomControlMixin(forms.BaseForm):
    """The rows of a form's custom time control."""

    @property
    def own_rows(self) -> list[Any]:
        return [self[name] for name in CUSTOM_FIELDS if name in self.fields]

    @property
    def has_own_errors(self) -> bool:
        return any(row.errors for row in self.own_rows)


def check_custom(form: forms.Form) -> None:
    """In a form's `clean`, add errors for missing parts of a custom time control."""
    data = form.cleaned_data
    if data.get("preset") != CUSTOM:
        return
    kind = TimeControlKind(data.get("own_kind") or TimeControlKind.DELAY)
    for name in _REQUIRED_FIELDS[kind]:
        if data.get(name) is None and name not in form.errors:
            form.add_error(name, _(_MISSING_MESSAGE))
    if kind in (TimeControlKind.FISCHER, TimeControlKind.ABSOLUTE) and data.get("own_min") == 0:
        form.add_error("own_min", _("Set at least 1 minute for the match."))


def parse_control(data: Mapping[str, Any]) -> TimeControl:
    """Return the time control of a valid form."""
    if data["preset"] != CUSTOM:
        return PRESETS[data["preset"]]
    kind = TimeControlKind(data.get("own_kind") or TimeControlKind.DELAY)
    seconds, minutes = data.get("own_turn_s") or 0, data.get("own_min") or 0
    if kind == TimeControlKind.DELAY:
        return TimeControl(seconds * 1000, minutes * 60_000)
    if kind == TimeControlKind.DAYS:
        return TimeControl(data["own_days"] * DAY_MS, 0, 0, data["own_vacation"])
    return TimeControl(0, minutes * 60_000, seconds * 1000 if kind == TimeControlKind.FISCHER else 0)


def parse_time_control(value: Any, field: str = "time") -> TimeControl:
    """Return the time control of an API request: a preset, or its parts in ms and days. Raises ActionError("bad-time")."""
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    limits = {"turn_ms": MAX_MS, "reserve_ms": MAX_MS, "increment_ms": MAX_MS, "vacation_days": MAX_VACATION_DAYS}
    if not isinstance(value, Mapping) or not all(
        name in limits and type(number) is int and 0 <= number <= limits[name] for name, number in value.items()
    ):
        message = _(
            "`{field}` must be one of {presets}, or turn_ms, reserve_ms and increment_ms (at most 14 days "
            "each) and vacation_days (at most {max_vacation}), all whole numbers.",
            field=field,
            presets=", ".join(PRESETS),
            max_vacation=MAX_VACATION_DAYS,
        )
        raise ActionError("bad-time", message, field)
    try:
        control = TimeControl(**{"turn_ms": 0, "reserve_ms": 0, **value})
    except ValueError as error:
        raise ActionError("bad-time", str(error), field) from error
    if control.turn_ms + control.reserve_ms < MIN_MS:
        raise ActionError("bad-time", _("Time per turn and time bank must total at least 1 second."), field)
    return control


class ControlField(serializers.JSONField):
    """A time control: the name of a preset, or its parts."""

    def to_internal_value(self, data: Any) -> Any:
        return parse_time_control(data, str(self.field_name))
