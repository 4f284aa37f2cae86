"""The time controls that people choose from."""

from league.times import short_control_text
from matches.clock import Control

PRESETS = {
    "standard": Control(180_000, 300_000),
    "quick": Control(30_000, 120_000),
    "blitz": Control(10_000, 60_000),
    "long": Control(3_600_000, 3_600_000),
}
LONG = PRESETS["long"]
"""For lessons, and for those who want no hurry."""
CHOICES = [
    (key, f"{key.capitalize()}: {short_control_text(control.turn_ms, control.reserve_ms)}")
    for key, control in PRESETS.items()
]
HINT = "For each turn, and a reserve for the whole match."
