"""The command `fair-play`: play the matches of the measurement, calibrate a game, and write the page of results.

Each finished match is a line in `docs/fair-play/`, and a run that was stopped continues where it stopped.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from engines import registry
from engines.bot_matches.arguments import UsageError
from engines.bot_matches.results_files import append_lines, load_lines
from engines.fair_play import page
from engines.fair_play.adapter import FairPlay
from engines.fair_play.line_ups import LineUp, list_line_ups, play_line_up
from engines.fair_play.report import calibrate_game, select_lines

LEDGERS = Path("docs/fair-play")


def add_command(command: Any) -> None:
    """Define the command; `command(name, run, text)` returns a parser."""
    parser = command("fair-play", run, "measure how well planted cheaters can be told from honest bots")
    parser.add_argument("game", nargs="?", help="only this game (default: all games with hidden information)")
    parser.add_argument("--measure", action="store_true", help="play the matches that are missing")
    parser.add_argument("--only", metavar="LINE-UP", help="measure only line-ups that begin with this")
    parser.add_argument("--matches", type=int, default=None, help="play at most this many matches, then stop")
    parser.add_argument("--calibrate", action="store_true", help="write the calibration of the game from its matches")
    parser.add_argument("--ledger", help="JSON Lines file of finished matches (default: one per game in docs)")
    parser.add_argument("--write", metavar="FILE", help="write the page instead of printing the tables")


def list_games() -> dict[str, FairPlay]:
    """Return the games with hidden information that declare how choices are compared with it."""
    packages = {key: registry.get_package(key) for key in registry.keys()}  # noqa: SIM118
    return {key: package.fair_play for key, package in packages.items() if package.fair_play is not None}


def run(args: argparse.Namespace) -> int:
    """Play what is missing, calibrate, and print or write the results."""
    games = list_games()
    if args.game is not None:
        if args.game not in games:
            raise UsageError(f"{args.game!r} does not declare fair play; games that do: {', '.join(games)}")
        games = {args.game: games[args.game]}
    if args.matches is not None and args.matches < 1:
        raise UsageError("--matches: must be 1 or more")
    if args.ledger is not None and len(games) > 1:
        raise UsageError("--ledger: name a game too")
    sections = []
    for game, adapter in games.items():
        path = Path(args.ledger) if args.ledger else LEDGERS / f"{game}.jsonl"
        lines = load_ledger(path)
        if args.measure:
            _measure(game, adapter, path, lines, args)
        version = max((line["version"] for line in lines), default=registry.get(game).version)
        chosen = select_lines(lines, version)
        if args.calibrate and adapter.calibration is not None:
            adapter.calibration.write_text(calibrate_game(adapter, chosen, version), "utf-8")
        if not args.measure or args.write:
            sections.append(page.build_section(game, adapter, chosen, version))
    if args.write:
        Path(args.write).write_text(page.build_page(sections), "utf-8")
    else:
        sys.stdout.write("\n".join(sections))
    return 0


def load_ledger(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a results file. Raises BadResultsFile."""
    keys = ("line_up", "number", "version", "seats", "pairs")
    return load_lines(path, keys, "a match of the measurement of fair play")


def _measure(game: str, adapter: FairPlay, path: Path, lines: list[dict[str, Any]], args: argparse.Namespace) -> None:
    """Play missing matches and append their lines to the ledger and to `lines`."""
    version = registry.get(game).version
    done = {(line["line_up"], line["number"]) for line in lines if line["version"] == version}
    missing: list[tuple[LineUp, int]] = [
        (line_up, number)
        for line_up in list_line_ups(adapter)
        for number in range(line_up.matches)
        if line_up.name.startswith(args.only or "") and (line_up.name, number) not in done
    ]
    lines += append_lines(path, (play_line_up(game, adapter, line_up, number) for line_up, number in missing[: args.matches]))
    sys.stderr.write(f"{game}: {len(missing[args.matches :]) if args.matches else 0} matches are missing\n")
