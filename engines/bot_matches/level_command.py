"""The command `levels`: play the tournament of a game's levels, print their ratings or save them for the site."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines import bots, registry
from engines.bot_matches import runner
from engines.bot_matches.arguments import check_arguments, results_path, select_games
from engines.bot_matches.level_tournament import Line, Tournament, rate_levels
from engines.levels import LevelRating, measured_seconds

RESULTS = Path("docs/levels")
_HEADINGS = ("Level", "Bot", "Rating", "Above the level before", "Matches", "CPU s per move")
BATCH = 16
"""Matches between two looks at the ratings."""


def build_tournament(game: str, seed: str = "1", version: int | None = None) -> Tournament:
    """Return the tournament of a game's levels by a version of its rules, the newest by default."""
    ladder = tuple(level.setting for level in bots.list_levels(game))
    rules = registry.get(game).version if version is None else version
    return Tournament(game, ladder, rules, seed, measured_seconds(registry.get_package(game)))


def play_tournament(tournament: Tournament, path: Path, games: int, jobs: int) -> None:
    """Play until the results file has `games` lines that count."""
    while True:
        lines = tournament.select_lines(runner.load_results(path))
        matches = tournament.plan(lines, min(BATCH * jobs, games - len(lines)))
        if not matches:
            return
        runner.complete_results(path, matches, jobs)


def levels_report(tournament: Tournament, lines: Sequence[Line]) -> str:
    """Return the table of a game's levels by these lines; empty if they don't rate all levels."""
    game, levels = tournament.game, bots.list_levels(tournament.game)
    ratings = tournament.fit(lines)
    if ratings is None:
        return ""
    rows = [f"| {' | '.join(_HEADINGS)} |", f"|{' --- |' * len(_HEADINGS)}"]
    before = ""
    for level, rating in zip(levels, rate_levels(tournament, levels, lines), strict=True):
        step = "{:.0f} ({:.0f} to {:.0f})".format(*ratings.difference(rating.bot, before)) if before else "-"
        interval = f" ({rating.low}-{rating.high})" if rating.low < rating.high else " (fixed)"
        limit = f", {rating.seconds:g} s per move" if rating.seconds else ""
        cells = [str(level.number), rating.bot + limit, f"{rating.rating}{interval}", step, str(rating.games)]
        rows.append(f"| {' | '.join([*cells, f'{_mean_cpu(rating.bot, lines):.4f}'])} |")
        before = rating.bot
    names = registry.get(game).seat_names
    seats = ", ".join(f"{name} {value:+.0f}" for name, value in zip(names, ratings.seats, strict=False))
    return "\n".join([*rows, "", f"Advantage of the seats, in points: {seats}.", ""])


def _mean_cpu(bot: str, lines: Sequence[Line]) -> float:
    seats = [(line, seat) for line in lines for seat, name in enumerate(line["bots"]) if name == bot]
    cpu, moves = (sum(line[key][seat] for line, seat in seats) for key in ("cpu", "moves"))
    return float(cpu / max(1, moves))


def format_ratings(rules_version: int, ratings: Sequence[LevelRating]) -> str:
    """Return the contents of a game's `level_ratings.toml`."""
    parts = ["# Measured by `make levels`; docs/arena.md shows the matches.", f"rules_version = {rules_version}", ""]
    for rating in ratings:
        parts += ["[[rating]]", f'bot = "{rating.bot}"']
        parts += [f"{name} = {getattr(rating, name)}" for name in ("rating", "low", "high", "games")]
        parts += [f"seconds = {rating.seconds}", ""] if rating.seconds else [""]
    return "\n".join(parts)


def add_command(command: Any) -> None:
    """Define the command; `command(name, run, text)` returns a parser."""
    levels = command("levels", run_levels, "play a game's levels against each other and rate them")
    levels.add_argument("game", nargs="?", help="only this game (default: all games)")
    levels.add_argument("--games", type=int, default=400, help="games that the results file of a game will have")
    levels.add_argument("--seed", default="1")
    levels.add_argument("--ledger", help="JSON Lines file of finished games (default: one per game in docs/levels)")
    levels.add_argument("--jobs", type=int, default=1, help="number of parallel processes")
    levels.add_argument("--save", action="store_true", help="write the ratings to the files that the site reads")


def run_levels(args: argparse.Namespace) -> int:
    """Play the missing games, then print the tables, and write the ratings if wanted."""
    check_arguments(args)
    for game in select_games(args.game):
        tournament, package = build_tournament(game, args.seed), registry.get_package(game)
        path = results_path(args, RESULTS, game)
        play_tournament(tournament, path, args.games, args.jobs)
        tournament, lines = load_newest(game, path)
        sys.stdout.write(f"## {registry.get(game).name}\n\n{levels_report(tournament, lines)}\n")
        ratings = rate_levels(tournament, bots.list_levels(game), lines)
        if args.save and package.level_ratings is not None and ratings:
            package.level_ratings.write_text(format_ratings(tournament.version, ratings), "utf-8")
    return 0


def levels_page() -> str:
    """Return the section of each game's levels, from all finished matches."""
    sections = []
    for game in select_games(None):
        tournament, lines = load_newest(game, RESULTS / f"{game}.jsonl")
        if table := levels_report(tournament, lines):
            current = registry.get(game).version
            newer = "" if tournament.version == current else f" (current: {current})"
            about = f"{len(lines)} matches by version {tournament.version}{newer} of the rules."
            sections.append(f"### {registry.get(game).name}\n\n{about}\n\n{table}")
    return "\n".join(sections)


def load_newest(game: str, path: Path) -> tuple[Tournament, list[Line]]:
    """Return the lines that count of a results file, and their tournament: by the newest rules that were played."""
    results = runner.load_results(path)
    tournament = build_tournament(game, version=max((line["version"] for line in results), default=None))
    return tournament, tournament.select_lines(results)
