"""The commands `arena` and `balance`: which games they need, and tables of results with confidence intervals.

The arena plays one bot against another, alternating sides; the balance plays equal bots at every seat, by game and
option set (data/option_sets.toml). Missing games are played, then the tables are printed or the pages
written.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from engines import bots, registry
from engines.bot_matches import runner
from engines.bot_matches.runner import Contest
from engines.contract import BadOption
from engines.data_files import BadData, load_toml
from engines.data_files import read as read_data

Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = (("greedy", "random"), ("search", "greedy"))
FILE = Path(__file__).parent / "data" / "option_sets.toml"
Z = 1.959964  # 95 %
ARENA, BALANCE = Path("docs/arena"), Path("docs/balance")
_ARENA_PAGE = """# How good the bots are

This page shows how often each of the site's bots beats the next weaker one. [Bots](bots.md)
explains how the bots choose their moves.

- Rules version is the version of the game's rules with which the bots played.
- Won, drawn, lost and share are those of the bot that is named first. A draw is half a win.
- The bots take turns at the seats. "Share as" is the share at one seat.
- The 95 % Wilson interval is in brackets.
- Length is the mean number of log entries, including the referee's.
- CPU s per move is the CPU time of the first bot in seconds. It depends on the processor.

{tables}
## How the figures are made

`make arena` plays the matches that are missing and writes this page. Each finished match is a line
in `docs/arena/`. To write the page again without playing, run
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
- The last rows show why the matches ended. A dash: no match ended this way.
- The search bot has the given number of iterations per move.

{tables}
## How the figures are made

`make balance` plays the matches that are missing and writes this page. Each finished match is a
line in `docs/balance/`. To write the page again without playing, run
`.venv/bin/python -m engines balance --games 0 --search-games 0 --write docs/balance.md`.

You can play a match again from its line, if its rules version is current. The search bot's budget
is a number of iterations, so it plays the same on every machine.
"""
Column = tuple[str, Mapping[str, str]]
"""A column of a table: its heading, and its cells by the label of their row."""


@dataclass(frozen=True)
class OptionSet:
    """An entry of the file: the options that differ from the defaults, and the seats if not the game's minimum."""

    name: str
    seats: int = 0
    options: Mapping[str, Any] | None = None
    game: str = ""


def read_option_sets(raw: Mapping[str, Any], source: str) -> tuple[OptionSet, ...]:
    """Return the option sets of a file's contents, preceded by the defaults of every game. Raises BadData."""
    if unknown := sorted(set(raw) - set(registry.keys())):
        raise BadData(f"{source}: {unknown[0]}: there is no such game")
    found, listed = [], read_data(dict[str, tuple[OptionSet, ...]], raw, source)
    for key in registry.keys():  # noqa: SIM118
        engine = registry.get(key)
        for at, entry in enumerate((OptionSet("defaults"), *listed.get(key, ())), -1):
            options, seats = entry.options or {}, entry.seats or engine.seat_counts[0]
            try:
                engine.start(engine.options(options), seats)
            except BadOption as fault:
                raise BadData(f"{source}: {key}[{at}].{fault.name}: {fault}") from None
            found.append(replace(entry, game=key, options=options, seats=seats))
    return tuple(found)


def load_option_sets() -> tuple[OptionSet, ...]:
    """Return the option sets of the file."""
    return read_option_sets(load_toml(FILE), FILE.name)


def balance_games(option_set: OptionSet, policy: str, number: int, seed: str, iterations: int) -> list[Contest]:
    """Return games of equal bots. The search bot's budget is in iterations, so results are equal on every machine."""
    players, options = (policy,) * option_set.seats, option_set.options or {}
    return [
        Contest(option_set.game, options, players, f"{seed}.balance.{n}", iterations=iterations)
        for n in range(number)
        if policy in bots.policies(option_set.game)
    ]


def arena_games(game: str, pair: Pair, number: int, seed: str, seconds: float) -> list[Contest]:
    """Return the games of a pair: the first bot takes every seat in turn, the second the others."""
    seats = registry.get(game).seat_counts[0]
    one, other = pair
    players = [tuple(one if seat == first else other for seat in range(seats)) for first in range(seats)]
    return [Contest(game, {}, players[n % seats], f"{seed}.{one}-{other}.{n}", seconds=seconds) for n in range(number)]


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share. With draws as half a point it is slightly too wide."""
    if not games:
        return 0.0, 1.0
    share, square = points / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def format_share(points: float, games: int) -> str:
    """Return `55.0 % (45.2-64.4)`, or a dash for no games."""
    low, high = wilson(points, games)
    return f"{100 * points / games:.1f} % ({100 * low:.1f}-{100 * high:.1f})" if games else "-"


def score(ranks: Sequence[int], seat: int) -> float:
    """Return a seat's share of a win: winners who tie for first place share it; a double forfeit has none."""
    return 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0


def _table(columns: Sequence[Column]) -> str:
    """Return a Markdown table with a row for each label that a column has, and dashes where others lack it."""
    labels = dict.fromkeys(label for _, cells in columns for label in cells)
    head = ["", *(heading for heading, _ in columns)]
    rows = [[label, *(cells.get(label, "-") for _, cells in columns)] for label in labels]
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, ["---"] * len(head), *rows))


def balance_columns(option_set: OptionSet, lines: Sequence[Mapping[str, Any]]) -> list[Column]:
    """Return a column for each bot and budget with an option set's games among these, greedy before search."""
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    wanted = option_set.game, option_set.options, option_set.seats
    for line in lines:
        if (line["game"], line["options"], len(line["bots"])) == wanted:
            groups.setdefault((line["bots"][0], line.get("iterations", 0)), []).append(line)
    return [_balance_column(option_set, policy, thought, groups[policy, thought]) for policy, thought in sorted(groups)]


def _balance_column(option_set: OptionSet, policy: str, iterations: int, lines: Sequence[Mapping[str, Any]]) -> Column:
    names, count = registry.get(option_set.game).seat_names, len(lines)
    ends = Counter(line["reason"] for line in lines)
    return policy + (f", {iterations} iterations" if iterations else ""), {
        "Rules version": _rules(option_set.game, lines),
        "Matches": str(count),
        **{
            f"Won by {names[seat]}": format_share(sum(score(line["ranks"], seat) == 1 for line in lines), count)
            for seat in range(option_set.seats)
        },
        "Drawn": format_share(sum(line["ranks"].count(1) != 1 for line in lines), count),
        "Length": f"{mean(line['length'] for line in lines):.0f}",
        **{f"Ended: `{reason}`": f"{100 * times / count:.0f} %" for reason, times in ends.most_common()},
    }


def balance_report(tables: Mapping[str, Sequence[tuple[str, Sequence[Column]]]]) -> str:
    """Return a section for every game, with a heading and a table for each of its option sets."""
    return "\n".join(
        f"## {registry.get(game).name}\n\n"
        + "\n".join(f"### {name.capitalize()}\n\n{_table(columns)}" for name, columns in found)
        for game, found in tables.items()
    )


def arena_report(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return a section for each game: a column for each pair (named by the seeds) and budget, as they first appear."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for line in lines:
        groups.setdefault((line["game"], line["seed"].split(".")[-2], line.get("seconds")), []).append(line)
    columns: dict[str, list[Column]] = {}
    for (game, pair, seconds), group in groups.items():
        columns.setdefault(game, []).append(_arena_column(game, pair, seconds, group))
    return "\n".join(f"## {registry.get(game).name}\n\n{_table(found)}" for game, found in columns.items())


def _arena_column(game: str, pair: str, seconds: float | None, lines: Sequence[Mapping[str, Any]]) -> Column:
    engine = registry.get(game)
    seats = [int(line["seed"].rsplit(".", 1)[1]) % len(line["bots"]) for line in lines]  # The seat of the first bot.
    points = [score(line["ranks"], seat) for line, seat in zip(lines, seats, strict=True)]
    by_seat = {}
    for seat in sorted(set(seats)):
        own = [point for point, at in zip(points, seats, strict=True) if at == seat]
        by_seat[f"Share as {engine.seat_names[seat]}"] = format_share(sum(own), len(own))
    won, drawn = points.count(1.0), sum(0 < point < 1 for point in points)
    cpu, moves = (sum(line[key][seat] for line, seat in zip(lines, seats, strict=True)) for key in ("cpu", "moves"))
    return pair.replace("-", " v ") + ("" if seconds is None else f", {seconds:g} s per move"), {
        "Rules version": _rules(game, lines),
        "Matches": str(len(lines)),
        "Won": str(won),
        "Drawn": str(drawn),
        "Lost": str(len(lines) - drawn - won),
        "Share": format_share(sum(points), len(points)),
        **by_seat,
        "Length": f"{mean(line['length'] for line in lines):.0f}",
        "CPU s per move": f"{cpu / max(1, moves):.4f}",
    }


class Mistake(Exception):
    """A usage error; the message is the line to print."""


def add_to(command: Any) -> None:
    """Define both commands; `command(name, run, text)` returns a parser."""
    arena = command("arena", run_arena, "bots against bots, sides alternating, and who is better")
    arena.add_argument("--pairs", default=",".join(":".join(pair) for pair in PAIRS), metavar="ONE:OTHER,...")
    arena.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a move for the search bot")
    arena.add_argument("--games", type=int, default=100, help="games of a pair")
    even = command("balance", run_balance, "equal bots against each other, and which side wins")
    even.add_argument("--games", type=int, default=400, help="games of the greedy bot for each option set")
    even.add_argument("--search-games", type=int, default=100, help="games of the search bot for each option set")
    even.add_argument("--iterations", type=int, default=300, help="of the search bot, a move")
    for made in (arena, even):
        made.add_argument("game", nargs="?", help="all games without it")
        made.add_argument("--seed", default="1")
        made.add_argument("--ledger", help="a JSON Lines file of finished games (default: one a game in docs)")
        made.add_argument("--jobs", type=int, default=1, help="processes at a time")
        made.add_argument("--write", metavar="FILE", help="write the page from all ledgers, instead of printing")


def run_arena(asked: argparse.Namespace) -> int:
    """Play the missing games of the pairs, then print the table or write the page of all results."""
    chosen = [_pair(text) for text in asked.pairs.split(",") if text]
    _check(asked, seconds=asked.seconds)
    shown = []
    for game in _games(asked.game):
        known = [pair for pair in chosen if set(pair) <= set(bots.policies(game))]
        games = []
        for pair in known:
            games += arena_games(game, pair, asked.games, asked.seed, asked.seconds)
        shown += runner.complete(_ledger(asked, ARENA, game), games, asked.jobs)
    if asked.write is not None:
        shown = [line for game in _games(None) for line in _finished(_ledger(asked, ARENA, game))]
    report = arena_report(shown)
    return _publish(asked, report, _ARENA_PAGE.format(tables=report))


def run_balance(asked: argparse.Namespace) -> int:
    """Play the missing games of the option sets, then print the tables or write the page of all results."""
    _check(asked, iterations=asked.iterations, **{"search-games": asked.search_games + 1})
    tables: dict[str, list[tuple[str, Sequence[Column]]]] = {}
    for option_set in load_option_sets():
        lines = []
        ledger = _ledger(asked, BALANCE, option_set.game)
        if option_set.game in _games(asked.game):
            for policy, number in (("greedy", asked.games), ("search", asked.search_games)):
                games = balance_games(option_set, policy, number, asked.seed, asked.iterations)
                lines += runner.complete(ledger, games, asked.jobs)
        if found := balance_columns(option_set, lines if asked.write is None else _finished(ledger)):
            tables.setdefault(option_set.game, []).append((option_set.name, found))
    report = balance_report(tables)
    return _publish(asked, report, _BALANCE_PAGE.format(tables=report))


def _publish(asked: argparse.Namespace, report: str, page: str) -> int:
    if asked.write is None:
        sys.stdout.write(report)
    else:
        Path(asked.write).write_text(page, "utf-8")
    return 0


def _pair(text: str) -> Pair:
    one, colon, other = text.partition(":")
    if not colon or not {one, other} <= set(bots.POLICIES):
        raise Mistake(f"--pairs: {text!r} is not two of {', '.join(bots.POLICIES)} with a colon between")
    return one, other


def _check(asked: argparse.Namespace, **above_zero: float) -> None:
    for name, value in {"jobs": asked.jobs, "games": asked.games + 1, **above_zero}.items():
        if value <= 0:
            raise Mistake(f"--{name}: a greater number is needed")
    if "." in asked.seed or not asked.seed:
        raise Mistake("--seed: a text without dots is needed")


def _games(game: str | None) -> tuple[str, ...]:
    return registry.keys() if game is None else (registry.get(game).key,)


def _ledger(asked: argparse.Namespace, folder: Path, game: str) -> Path:
    return folder / f"{game}.jsonl" if asked.ledger is None else Path(asked.ledger)


def _finished(ledger: Path) -> list[dict[str, Any]]:
    """Return every game of a results file once: of those that differ only in the version of the rules, the newest."""
    lines = {runner.key(line): line for line in runner.read(ledger)}.values()
    newest: dict[tuple[Any, ...], int] = {}
    for line in lines:
        newest[_setting(line)] = max(line["version"], newest.get(_setting(line), 0))
    return [line for line in lines if line["version"] == newest[_setting(line)]]


def _setting(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what the games of one column have in common, but for the version of the rules."""
    options = tuple(sorted((name, repr(value)) for name, value in line["options"].items()))
    return line["game"], options, tuple(sorted(line["bots"])), line.get("seconds"), line.get("iterations")


def _rules(game: str, lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the version of the rules by which these games were played, and the present one where it is another."""
    played, present = lines[0]["version"], registry.get(game).version
    return str(played) if played == present else f"{played} (current: {present})"
