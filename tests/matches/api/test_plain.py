"""What the API makes of values is what `asdict` makes of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from matches.api.dataclass_schemas import to_primitive


class Pair(NamedTuple):
    one: int
    other: str


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    at: datetime | None


@dataclass
class Whole:
    parts: tuple[Part, ...]
    named: dict[str, Part]
    pairs: list[Pair]
    numbers: dict[int, float]
    day: date
    yes: bool = True
    nothing: Any = None


def test_a_value_comes_out_the_same_whatever_lies_in_it() -> None:
    part = Part("ä", datetime(2026, 3, 1, tzinfo=UTC))
    value = Whole((part, Part("", None)), {"x": part}, [Pair(1, "a")], {3: 0.5}, date(2026, 3, 1))
    assert json.dumps(to_primitive(value), default=str) == json.dumps(asdict(value), default=str)
    assert to_primitive([value, "text", 4]) == [to_primitive(value), "text", 4]
