"""Make the sounds of the match page: `python -m docs.sounds.make_sounds`.

Each is a sum of fading tones, written as 16 bit mono WAV. The files are committed; a test compares them.
"""

from __future__ import annotations

import wave
from array import array
from math import exp, pi, sin
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "matches/static/matches/sounds"
RATE = 11_025
LOUD = 0.6


class Tone(NamedTuple):
    """A tone: begin and length in seconds, pitch in Hz at begin and end, and loudness from 0 to 1."""

    begin: float
    length: float
    pitch: float
    end_pitch: float
    loudness: float = 1.0


def _knocks(pitch: int, *begins: float) -> tuple[Tone, ...]:
    return tuple(Tone(begin, 0.05, pitch + 130 * n, pitch / 2, 0.9) for n, begin in enumerate(begins))


SOUNDS: dict[str, tuple[Tone, ...]] = {
    "move": (Tone(0, 0.09, 320, 180), Tone(0, 0.03, 1400, 700, 0.3)),
    "battle": (Tone(0, 0.22, 160, 60), Tone(0, 0.12, 900, 200, 0.5), Tone(0.07, 0.15, 240, 90, 0.8)),
    "dice": _knocks(700, 0, 0.06, 0.11, 0.17, 0.25),
    "turn": (Tone(0, 0.18, 660, 660, 0.7), Tone(0.11, 0.25, 880, 880, 0.7)),
    "low": (Tone(0, 0.12, 980, 980, 0.6), Tone(0.18, 0.12, 980, 980, 0.6)),
    "end": (Tone(0, 0.3, 523, 523, 0.5), Tone(0.12, 0.3, 659, 659, 0.5), Tone(0.24, 0.4, 784, 784, 0.6)),
}


def synthesise(tones: tuple[Tone, ...]) -> array[int]:
    """Return the samples of tones that fade out and begin and end without a click."""
    samples = [0.0] * round(RATE * max(tone.begin + tone.length for tone in tones))
    for tone in tones:
        start, count, phase = round(RATE * tone.begin), int(RATE * tone.length), 0.0
        for n in range(count):
            at = n / count
            phase += 2 * pi * (tone.pitch + (tone.end_pitch - tone.pitch) * at) / RATE
            fade = min(1.0, n / 30) * exp(-4 * at) * (1 - at)
            samples[start + n] += tone.loudness * fade * (sin(phase) + 0.25 * sin(2 * phase))
    highest = max(map(abs, samples))
    return array("h", [round(LOUD * 32_767 * sample / highest) for sample in samples])


def main(folder: Path = FOLDER) -> None:
    for name, tones in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
            file.writeframes(synthesise(tones).tobytes())


if __name__ == "__main__":
    main()
