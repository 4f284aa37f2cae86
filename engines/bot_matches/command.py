"""The commands `arena` and `balance`: which games they need, and tables of results with confidence intervals.

The arena plays one bot against another, alternating sides; the balance plays equal bots at every seat, by game and
option set (`option_sets` of its package). Missing games are played, then the tables are printed or the pages
written.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from engines import bots, registry
from engines.bot_matches import level_command, runner
from engines.bot_matches.arguments import UsageError, check_arguments, results_path, select_games
from engines.bot_matches.runner import BotMatch
from engines.contract import BadOption
from engines.data_files import BadData, load_toml, parse as read_data
from engines.levels import can_play, find_setting

Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = (("greedy", "random"), ("search", "greedy"))
Z = 1.959964  # 95 %
_OPENING = 4  # Random actions, or one more, at the start of balance matches between search bots in games without chance.
HEAD_TO_HEAD, BALANCE = Path("docs/arena"), Path("docs/balance")
_HEAD_TO_HEAD_PAGE = """# How good the bots are

This page shows how strong the levels of the site's bots are, and how often each policy beats the
next weaker one. [Bots](bots.md) explains how the bots choose their moves.

## The levels

- The ratings of a game are one scale: 400 points more are odds of ten to one. They are the ratings
  that make all results most likely (Bradley and Terry, 1952), with a draw as half a win.
- Random legal moves have a fixed rating of 400 in every game. Ratings of different games can't be
  compared, nor those of bots with the ratings of players on the site.
- The 95 % interval is in brackets. That of a rating is relative to random moves, so it grows with
  the level. "Above the level before" is what separates two levels.
- `greedy+40%` plays a random move in two of five. `search@100` makes at most 100 iterations a move.
- CPU s per move is the mean CPU time in seconds. It depends on the processor.

{levels}
## One policy against another

- Rules version is the version of the game's rules with which the bots played.
- Won, drawn, lost and share are those of the bot that is named first. A draw is half a win.
- The bots take turns at the seats. "Share as" is the share at one seat.
- The 95 % Wilson interval is in brackets.
- Length is the mean number of log entries, including the referee's.
- CPU s per move is the CPU time of the first bot in seconds. It depends on the processor.

{tables}
## How the figures are made

`make levels` plays the matches of the levels, each a line in `docs/levels/`, and saves the ratings
for the site. `make arena` plays the matches that are missing between policies, each a line in
`docs/arena/`, and writes this page. To write the page again without playing, run
`.venv/bin/python -m engines arena --games 0 --write docs/arena.md`.

You can play a match again from its line, if its rules version is current and the search bot did not
take part: `python -m engines simulate GAME --bots ONE,OTHER --seed SEED`. The search bot has a
budget of CPU time here, so its moves depend on the speed of the machine.
"""
_BALANCE_PAGE = """# Is every side worth playing?

This page shows how often each side wins when the same bot plays at every seat, for each game and
each set of options. [Bots](bots.md) explains how the bots choose their moves.

- Rules version is the version of the game's rules with which the bots played.
- The 95 % Wilson interval is in brackets.
- Length is the mean number of log entries, including the referee's.
- A match is drawn if no side takes first place alone.
- The last rows show why the matches ended, by the code in the game record. A dash: no match ended
  this way.
- The search bot has the given number of iterations, or seconds of CPU time, per move. In Order &
  Chaos, which has no chance, its matches begin with random moves: without them it would play one
  match again and again. Each opening is played twice, with four and with five random moves, so that
  each side is as often the first to choose.

{tables}
## How the figures are made

`make balance` plays the matches that are missing and writes this page. Each finished match is a
line in `docs/balance/`. To write the page again without playing, run
`.venv/bin/python -m engines balance --games 0 --search-games 0 --write docs/balance.md`.

You can play a match again from its line, if its rules version is current. Where the search bot's
budget is a number of iterations, it plays the same on every machine.
"""
Column = tuple[str, Mapping[str, str]]
"""A column of a table: its heading, and its cells by the label of their row."""


@dataclass(frozen=True)
class OptionSet:
    """An entry of a game's file: the options that differ from the defaults, and the seats if not the game's minimum."""

    name: str
    seats: int = 0
    options: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class OptionSetsFile:
    """The contents of a game's file. `about` is the text above its tables: what was tried, and what came of it."""

    about: str = ""
    option_set: tuple[OptionSet, ...] = ()


@dataclass(frozen=True)
class Setting:
    """A game as it is measured."""

    game: str
    name: str
    seats: int
    options: Mapping[str, Any]


def parse_option_sets(key: str, raw: Mapping[str, Any], source: str) -> list[Setting]:
    """Return the option sets of a file's contents, preceded by the defaults of the game. Raises BadData."""
    engine, settings = registry.get(key), []
    entries = (OptionSet("defaults"), *read_data(OptionSetsFile, raw, source).option_set)
    for index, entry in enumerate(entries, -1):
        setting = Setting(key, entry.name, entry.seats or engine.seat_counts[0], entry.options or {})
        try:
            engine.start(engine.options(setting.options), setting.seats)
        except BadOption as error:
            raise BadData(f"{source}: option_set[{index}].{error.name}: {error}") from None
        settings.append(setting)
    return settings


def load_about(key: str) -> str:
    """Return the text above the tables of a game; "" for none. Raises BadData."""
    file = registry.get_package(key).option_sets
    return read_data(OptionSetsFile, load_toml(file), key).about.strip() if file else ""


def load_option_sets() -> list[Setting]:
    """Return the option sets of all games. Raises BadData."""
    files = [(key, registry.get_package(key).option_sets) for key in registry.keys()]  # noqa: SIM118
    return [setting for key, file in files for setting in parse_option_sets(key, load_toml(file) if file else {}, key)]


def balance_matches(
    option_set: Setting, policy: str, number: int, seed: str, iterations: int | None, seconds: float | None = None
) -> list[BotMatch]:
    """Return `number` matches of equal bots. A budget in iterations makes results that don't depend on the machine.

    Where nothing is hidden or drawn they would play the same match again and again, so matches begin with random
    actions: each opening twice, once with one more, so that each side is as often the first to choose.
    """
    players, options = (policy,) * option_set.seats, option_set.options or {}
    if policy not in bots.policies(option_set.game):
        return []
    random_first = policy == "search" and registry.get(option_set.game).is_open
    openings = [(n // 2, _OPENING + n % 2) if random_first else (n, 0) for n in range(number)]
    return [
        BotMatch(option_set.game, options, players, f"{seed}.balance.{n}", seconds, iterations, opening)
        for n, opening in openings
    ]


def head_to_head_matches(game: str, pair: Pair, number: int, seed: str, seconds: float) -> list[BotMatch]:
    """Return `number` matches of a pair: the first bot takes every seat in turn, the second the others."""
    seats = registry.get(game).seat_counts[0]
    first, second = pair
    players = [tuple(first if seat == start else second for seat in range(seats)) for start in range(seats)]
    return [BotMatch(game, {}, players[n % seats], f"{seed}.{first}-{second}.{n}", seconds=seconds) for n in range(number)]


def wilson_interval(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share. With draws as half a point it is slightly too wide."""
    if not games:
        return 0.0, 1.0
    share, square = points / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def format_share(points: float, games: int) -> str:
    """Return `55.0 % (45.2-64.4)`, or a dash for no games."""
    low, high = wilson_interval(points, games)
    return f"{100 * points / games:.1f} % ({100 * low:.1f}-{100 * high:.1f})" if games else "-"


def win_share(ranks: Sequence[int], seat: int) -> float:
    """Return a seat's share of a win: winners who tie for first place share it; a double forfeit has none."""
    return 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0


def _format_table(columns: Sequence[Column]) -> str:
    """Return a Markdown table with a row for each label that a column has, and dashes where others lack it."""
    labels = dict.fromkeys(label for _, cells in columns for label in cells)
    header = ["", *(heading for heading, _ in columns)]
    rows = [[label, *(cells.get(label, "-") for _, cells in columns)] for label in labels]
    return "".join(f"| {' | '.join(line)} |\n" for line in (header, ["---"] * len(header), *rows))


def balance_columns(option_set: Setting, lines: Sequence[Mapping[str, Any]]) -> list[Column]:
    """Return a column for each bot and budget with an option set's games among these, greedy before search."""
    groups: dict[tuple[str, int, float], list[Mapping[str, Any]]] = {}
    setting = option_set.game, option_set.options, option_set.seats
    for line in lines:
        if (line["game"], line["options"], len(line["bots"])) == setting:
            groups.setdefault((line["bots"][0], line.get("iterations", 0), line.get("seconds", 0.0)), []).append(line)
    return [_balance_column(option_set, *key, groups[key]) for key in sorted(groups)]


def _balance_column(
    option_set: Setting, policy: str, iterations: int, seconds: float, lines: Sequence[Mapping[str, Any]]
) -> Column:
    names, count = registry.get(option_set.game).seat_names, len(lines)
    ends = Counter(line["reason"] for line in lines)
    budget = f", {iterations} iterations" if iterations else f", {seconds:g} s per move" if seconds else ""
    return policy + budget, {
        "Rules version": _format_rules_version(option_set.game, lines),
        "Matches": str(count),
        **{
            f"Won by {names[seat]}": format_share(sum(win_share(line["ranks"], seat) == 1 for line in lines), count)
            for seat in range(option_set.seats)
        },
        "Drawn": format_share(sum(line["ranks"].count(1) != 1 for line in lines), count),
        "Length": f"{mean(line['length'] for line in lines):.0f}",
        **{f"Ended: `{reason}`": f"{100 * times / count:.0f} %" for reason, times in ends.most_common()},
    }


def balance_report(tables: Mapping[str, Sequence[tuple[str, Sequence[Column]]]]) -> str:
    """Return a section for every game, with its text and a heading and a table for each of its option sets."""
    return "\n".join(
        f"## {registry.get(game).name}\n\n"
        + (f"{about}\n\n" if (about := load_about(game)) else "")
        + "\n".join(f"### {name.capitalize()}\n\n{_format_table(columns)}" for name, columns in sections)
        for game, sections in tables.items()
    )


def head_to_head_report(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return a section for each game: a column for each pair (named by the seeds) and budget, as they first appear."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for line in lines:
        groups.setdefault((line["game"], line["seed"].split(".")[-2], line.get("seconds")), []).append(line)
    columns: dict[str, list[Column]] = {}
    for (game, pair, seconds), group in groups.items():
        columns.setdefault(game, []).append(_head_to_head_column(game, pair, seconds, group))
    return "\n".join(f"## {registry.get(game).name}\n\n{_format_table(table)}" for game, table in columns.items())


def _head_to_head_column(game: str, pair: str, seconds: float | None, lines: Sequence[Mapping[str, Any]]) -> Column:
    engine = registry.get(game)
    seats = [int(line["seed"].rsplit(".", 1)[1]) % len(line["bots"]) for line in lines]  # The seat of the first bot.
    points = [win_share(line["ranks"], seat) for line, seat in zip(lines, seats, strict=True)]
    by_seat = {}
    for seat in sorted(set(seats)):
        seat_points = [point for point, at in zip(points, seats, strict=True) if at == seat]
        by_seat[f"Share as {engine.seat_names[seat]}"] = format_share(sum(seat_points), len(seat_points))
    won, drawn = points.count(1.0), sum(0 < point < 1 for point in points)
    cpu, moves = (sum(line[key][seat] for line, seat in zip(lines, seats, strict=True)) for key in ("cpu", "moves"))
    return pair.replace("-", " v ") + ("" if seconds is None else f", {seconds:g} s per move"), {
        "Rules version": _format_rules_version(game, lines),
        "Matches": str(len(lines)),
        "Won": str(won),
        "Drawn": str(drawn),
        "Lost": str(len(lines) - drawn - won),
        "Share": format_share(sum(points), len(points)),
        **by_seat,
        "Length": f"{mean(line['length'] for line in lines):.0f}",
        "CPU s per move": f"{cpu / max(1, moves):.4f}",
    }


def add_commands(command: Any) -> None:
    """Define both commands; `command(name, run, text)` returns a parser."""
    head_to_head = command("arena", run_head_to_head, "compare bots by playing them against each other")
    head_to_head.add_argument("--pairs", default=",".join(":".join(pair) for pair in PAIRS), metavar="ONE:OTHER,...")
    head_to_head.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per move for bots that search")
    head_to_head.add_argument("--games", type=int, default=100, help="games per pair")
    balance = command("balance", run_balance, "play equal bots against each other and count wins by side")
    balance.add_argument("--games", type=int, default=400, help="greedy bot games per option set")
    balance.add_argument("--search-games", type=int, default=100, help="search bot games per option set")
    balance.add_argument("--iterations", type=int, default=300, help="search bot iterations per move")
    balance.add_argument("--seconds", type=float, help="CPU seconds per move for the search bot, instead of iterations")
    balance.add_argument("--options", metavar="NAME", help="only the option set of this name")
    for subparser in (head_to_head, balance):
        subparser.add_argument("game", nargs="?", help="only this game (default: all games)")
        subparser.add_argument("--seed", default="1")
        subparser.add_argument("--ledger", help="JSON Lines file of finished games (default: one per game in docs)")
        subparser.add_argument("--jobs", type=int, default=1, help="number of parallel processes")
        subparser.add_argument("--write", metavar="FILE", help="write the page from all ledgers instead of printing")


def run_head_to_head(args: argparse.Namespace) -> int:
    """Play the missing games of the pairs, then print the table or write the page of all results."""
    chosen = [_parse_pair(text) for text in args.pairs.split(",") if text]
    check_arguments(args, seconds=args.seconds)
    lines = []
    for game in select_games(args.game):
        pairs = [pair for pair in chosen if all(can_play(registry.get_package(game), bot) for bot in pair)]
        games = []
        for pair in pairs:
            games += head_to_head_matches(game, pair, args.games, args.seed, args.seconds)
        lines += runner.complete_results(results_path(args, HEAD_TO_HEAD, game), games, args.jobs)
    if args.write is not None:
        lines = [line for game in select_games(None) for line in _load_results(results_path(args, HEAD_TO_HEAD, game))]
    report = head_to_head_report(lines)
    if args.write is None:
        return _publish(args, report, "")
    return _publish(args, report, _HEAD_TO_HEAD_PAGE.format(levels=level_command.levels_page(), tables=report))


def run_balance(args: argparse.Namespace) -> int:
    """Play the missing games of the option sets, then print the tables or write the page of all results."""
    seconds = 1.0 if args.seconds is None else args.seconds
    check_arguments(args, iterations=args.iterations, seconds=seconds, **{"search-games": args.search_games + 1})
    iterations = args.iterations if args.seconds is None else None
    tables: dict[str, list[tuple[str, Sequence[Column]]]] = {}
    for option_set in load_option_sets():
        lines = []
        path = results_path(args, BALANCE, option_set.game)
        if option_set.game in select_games(args.game) and args.options in (None, option_set.name):
            for policy, number in (("greedy", args.games), ("search", args.search_games)):
                games = balance_matches(option_set, policy, number, args.seed, iterations, args.seconds)
                lines += runner.complete_results(path, games, args.jobs)
        if columns := balance_columns(option_set, lines if args.write is None else _load_results(path)):
            tables.setdefault(option_set.game, []).append((option_set.name, columns))
    report = balance_report(tables)
    return _publish(args, report, _BALANCE_PAGE.format(tables=report))


def _publish(args: argparse.Namespace, report: str, page: str) -> int:
    if args.write is None:
        sys.stdout.write(report)
    else:
        Path(args.write).write_text(page, "utf-8")
    return 0


def _parse_pair(text: str) -> Pair:
    first, colon, second = text.partition(":")
    if not colon or find_setting(first) is None or find_setting(second) is None:
        raise UsageError(f"--pairs: {text!r} must be ONE:OTHER, using {', '.join(bots.POLICIES)} or settings of them")
    return first, second


def _load_results(path: Path) -> list[dict[str, Any]]:
    """Return every game of a results file once: of those that differ only in the version of the rules, the newest."""
    lines = {runner.match_key(line): line for line in runner.load_results(path)}.values()
    newest: dict[tuple[Any, ...], int] = {}
    for line in lines:
        newest[_setting_key(line)] = max(line["version"], newest.get(_setting_key(line), 0))
    return [line for line in lines if line["version"] == newest[_setting_key(line)]]


def _setting_key(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of a game's column: game, options, bots and limits, without the version of the rules."""
    options = tuple(sorted((name, repr(value)) for name, value in line["options"].items()))
    return line["game"], options, tuple(sorted(line["bots"])), line.get("seconds"), line.get("iterations")


def _format_rules_version(game: str, lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the rules version with which these games were played, and the current one if it is different."""
    played, present = lines[0]["version"], registry.get(game).version
    return str(played) if played == present else f"{played} (current: {present})"
