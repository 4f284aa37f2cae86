"""A real view of each game for the schema and docs/views: of a match that bots played, cut short."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("view_examples")


@cache
def example(key: str) -> Any:
    """Return the example of a game. Nobody may change it."""
    return json.loads((FOLDER / f"{key}.json").read_text())
