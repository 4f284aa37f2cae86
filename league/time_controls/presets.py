"""The preset time controls."""

from engines.i18n import mark_in, translate_in
from matches.clock import DAY_MS, TimeControl
from matches.time_control import format_short_time_control

_NAMED_PRESETS = {
    "standard": (mark_in("time of a match", "Standard"), TimeControl(180_000, 300_000)),
    "quick": (mark_in("time of a match", "Quick"), TimeControl(30_000, 120_000)),
    "blitz": (mark_in("time of a match", "Blitz"), TimeControl(10_000, 60_000)),
    "long": (mark_in("time of a match", "Long"), TimeControl(3_600_000, 3_600_000)),
    "fischer": (mark_in("time of a match", "Fischer"), TimeControl(0, 600_000, 5_000)),
    "absolute": (mark_in("time of a match", "Sudden death"), TimeControl(0, 1_200_000)),
    "days": (mark_in("time of a match", "Correspondence"), TimeControl(3 * DAY_MS, 0, 0, 10)),
}
PRESETS = {key: control for key, (_, control) in _NAMED_PRESETS.items()}
LESSON_CONTROL = PRESETS["long"]
"""The slow control of lessons."""


def is_preset(control: TimeControl) -> bool:
    """Return whether this is a preset, the only controls of rated matches against bots."""
    return control in PRESETS.values()


def find_preset(control: TimeControl) -> str | None:
    """Return the key of the preset with this control, or None."""
    return next((key for key, preset in PRESETS.items() if preset == control), None)


def preset_choices() -> list[tuple[str, str]]:
    """Return the presets as choices of a form field."""
    return [
        (key, f"{translate_in('time of a match', name)}: {format_short_time_control(control)}")
        for key, (name, control) in _NAMED_PRESETS.items()
    ]
