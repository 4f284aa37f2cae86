"""The preset time controls."""

from engines.words import marked_in, told_in
from matches.clock import DAY_MS, Control
from matches.time_control import short_control_text

_NAMED = {
    "standard": (marked_in("time of a match", "Standard"), Control(180_000, 300_000)),
    "quick": (marked_in("time of a match", "Quick"), Control(30_000, 120_000)),
    "blitz": (marked_in("time of a match", "Blitz"), Control(10_000, 60_000)),
    "long": (marked_in("time of a match", "Long"), Control(3_600_000, 3_600_000)),
    "fischer": (marked_in("time of a match", "Fischer"), Control(0, 600_000, 5_000)),
    "absolute": (marked_in("time of a match", "Sudden death"), Control(0, 1_200_000)),
    "days": (marked_in("time of a match", "Correspondence"), Control(3 * DAY_MS, 0, 0, 10)),
}
PRESETS = {key: control for key, (_, control) in _NAMED.items()}
LONG = PRESETS["long"]
"""The slow control of lessons."""


def is_preset(control: Control) -> bool:
    """Return whether this is a preset, the only controls of rated matches against bots."""
    return control in PRESETS.values()


def preset_choices() -> list[tuple[str, str]]:
    """Return the presets as choices of a form field."""
    return [
        (key, f"{told_in('time of a match', name)}: {short_control_text(control)}")
        for key, (name, control) in _NAMED.items()
    ]
