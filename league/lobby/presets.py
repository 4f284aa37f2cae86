"""The time controls that people choose from."""

from dataclasses import dataclass

from matches.clock import Control


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    control: Control


PRESETS = {
    "standard": Preset("Standard: 3 min a turn, 5 min reserve", Control(180_000, 300_000)),
    "quick": Preset("Quick: 30 s a turn, 2 min reserve", Control(30_000, 120_000)),
    "blitz": Preset("Blitz: 10 s a turn, 1 min reserve", Control(10_000, 60_000)),
}
CHOICES = [(key, preset.name) for key, preset in PRESETS.items()]
