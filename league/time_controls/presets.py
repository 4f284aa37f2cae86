"""The time controls that people choose from."""

from engines.words import marked_in, told_in
from matches.clock import DAY_MS, Control
from matches.time_control import short_control_text

PRESETS = {
    "standard": Control(180_000, 300_000),
    "quick": Control(30_000, 120_000),
    "blitz": Control(10_000, 60_000),
    "long": Control(3_600_000, 3_600_000),
    "fischer": Control(0, 600_000, 5_000),
    "absolute": Control(0, 1_200_000),
    "days": Control(3 * DAY_MS, 0, 0, 10),
}
LONG = PRESETS["long"]
"""For lessons, and for those who want no hurry."""
NAMES = {
    "standard": marked_in("time of a match", "Standard"),
    "quick": marked_in("time of a match", "Quick"),
    "blitz": marked_in("time of a match", "Blitz"),
    "long": marked_in("time of a match", "Long"),
    "fischer": marked_in("time of a match", "Fischer"),
    "absolute": marked_in("time of a match", "Absolute"),
    "days": marked_in("time of a match", "Days"),
}


def is_preset(control: Control) -> bool:
    """Return whether this is one of the presets: the only times in which matches against bots are rated."""
    return control in PRESETS.values()


def preset_choices() -> list[tuple[str, str]]:
    return [
        (key, f"{told_in('time of a match', NAMES[key])}: {short_control_text(control)}")
        for key, control in PRESETS.items()
    ]
