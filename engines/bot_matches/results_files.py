"""Results files: JSON Lines with one finished match each, so that a run that was stopped can go on where it stopped."""

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any


class BadResultsFile(ValueError):
    """An invalid line of a results file; the message names file and line."""


def load_lines(path: Path, required: Collection[str], expected: str) -> list[dict[str, Any]]:
    """Return the lines of a results file, [] if there is none. A last line that an interruption cut off is ignored.

    Raises BadResultsFile for a line without the required keys; `expected` completes "must be …".
    """
    texts = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    return [_parse_line(text, f"{path}:{number}", required, expected) for number, text in enumerate(texts, 1)]


def _parse_line(text: str, location: str, required: Collection[str], expected: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        raise BadResultsFile(f"{location}: invalid JSON") from None
    if not isinstance(line, dict) or not set(required) <= set(line):
        raise BadResultsFile(f"{location}: must be {expected}")
    return line


def append_lines(path: Path, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines as they come, each once it is in the file. A last line that was cut off is removed first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.write_bytes(b"".join(line for line in path.read_bytes().splitlines(True) if line.endswith(b"\n")))
    with path.open("a", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            yield line
