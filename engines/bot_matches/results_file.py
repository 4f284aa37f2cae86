"""Finished games, one JSON line each. What was written stays; a line cut short by an interruption is played again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from engines.bot_matches.runner import Contest, play_out


class BadLedger(ValueError):
    """A line of a ledger is not one; the message names file and line."""


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a ledger, none where there is no file. A last line without its end does not count."""
    if not path.exists():
        return []
    *whole, _ = path.read_text("utf-8").split("\n")
    return [_line(text, f"{path}:{number}") for number, text in enumerate(whole, 1)]


_NEEDED = ("game", "version", "options", "bots", "seed", "ranks", "reason", "length", "moves", "cpu")


def _line(text: str, where: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        raise BadLedger(f"{where}: this is not JSON") from None
    if not isinstance(line, dict) or not set(_NEEDED) <= set(line):
        raise BadLedger(f"{where}: an object with {', '.join(_NEEDED)} is needed")
    return line


def key(line: dict[str, Any]) -> tuple[Any, ...]:
    """The same as the key of the game that the line tells of."""
    options = tuple(sorted((name, repr(value)) for name, value in line["options"].items()))
    return (
        *(line["game"], line["version"], options, tuple(line["bots"]), line["seed"]),
        *(line.get("seconds"), line.get("iterations")),
    )


def complete(path: Path, wanted: Sequence[Contest], jobs: int) -> list[dict[str, Any]]:
    """The lines of all wanted games, in their order; those that are missing are played and written first."""
    found = {key(line): line for line in read(path)}
    missing = [one for one in wanted if one.key not in found]
    if missing:
        path.parent.mkdir(parents=True, exist_ok=True)
        _mend(path)
        done = len(wanted) - len(missing)
        with path.open("a", encoding="utf-8") as file:
            for line in _played(missing, jobs):
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
                found[key(line)] = line
                done += 1
                _tell(done, len(wanted), line)
    return [found[one.key] for one in wanted]


def _mend(path: Path) -> None:
    """Cut off a last line without its end."""
    if path.exists():
        raw = path.read_bytes()
        if raw and not raw.endswith(b"\n"):
            path.write_bytes(raw[: raw.rfind(b"\n") + 1])


def _played(missing: Sequence[Contest], jobs: int) -> Iterable[dict[str, Any]]:
    """The games as they finish."""
    if jobs == 1:
        yield from map(play_out, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(play_out, one) for one in missing]
        try:
            for game in as_completed(waiting):
                yield game.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _tell(done: int, wanted: int, line: dict[str, Any]) -> None:
    versus = " v ".join(line["bots"])
    ranks = "-".join(map(str, line["ranks"]))
    sys.stderr.write(f"{line['game']} {done}/{wanted}: {versus} {ranks} {line['reason']} after {line['length']}\n")
