"""The sizes at which brackets are proven: in `make prove` each from 2 to 1,024."""

from __future__ import annotations

from tests.thorough import WHOLE

MOST = 1024


def _near_a_power_of_two(size: int) -> bool:
    return any(abs(size - power) <= 2 for power in (512, 1024))


SIZES = [size for size in range(2, MOST + 1) if WHOLE or size <= 132 or size % 9 == 0 or _near_a_power_of_two(size)]
