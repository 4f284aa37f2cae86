"""Reading the data files that lie beside an engine."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def load_toml(path: Path, wrong: type[Exception]) -> dict[str, Any]:
    """A TOML file's contents; `wrong`, with the file's name and the reason, where it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise wrong(f"{path.name}: {fault}") from None
