"""The commands `arena` and `balance`: play what is missing in the ledgers, then show the tables or write the pages."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engines import bots, registry
from engines.bench import cpu_name
from engines.bot_matches import runner, tables

ARENA, BALANCE = Path("docs/arena"), Path("docs/balance")


class BadAsking(ValueError):
    """An argument that cannot be; the message is a sentence."""


def add_to(command: Any) -> None:
    """Declare both commands; `command(name, run, text)` makes a parser."""
    arena = command("arena", run_arena, "bots against bots, sides alternating, and who is better")
    arena.add_argument("--pairs", default=",".join(":".join(pair) for pair in tables.PAIRS), metavar="ONE:OTHER,...")
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
    """Play the missing games of the pairs, then print the table or write the page of all ledgers."""
    chosen = [_pair(text) for text in asked.pairs.split(",") if text]
    _check(asked, seconds=asked.seconds)
    shown = []
    for game in _games(asked.game):
        known = [pair for pair in chosen if set(pair) <= set(bots.policies(game))]
        games = []
        for pair in known:
            games += tables.arena_games(game, pair, asked.games, asked.seed, asked.seconds)
        shown += runner.complete(_ledger(asked, ARENA, game), games, asked.jobs)
    if asked.write is not None:
        shown = [line for game in _games(None) for line in _finished(_ledger(asked, ARENA, game))]
    report = tables.arena_report(shown)
    return _publish(asked, report, _ARENA_PAGE.format(cpu=cpu_name(), table=report))


def run_balance(asked: argparse.Namespace) -> int:
    """Play the missing games of the option sets, then print the tables or write the page of all ledgers."""
    _check(asked, iterations=asked.iterations, **{"search-games": asked.search_games + 1})
    rows: dict[str, list[list[str]]] = {}
    for option_set in tables.load_option_sets():
        lines = []
        ledger = _ledger(asked, BALANCE, option_set.game)
        if option_set.game in _games(asked.game):
            for policy, number in (("greedy", asked.games), ("search", asked.search_games)):
                games = tables.balance_games(option_set, policy, number, asked.seed, asked.iterations)
                lines += runner.complete(ledger, games, asked.jobs)
        if found := tables.balance_rows(option_set, lines if asked.write is None else _finished(ledger)):
            rows.setdefault(option_set.game, []).extend(found)
    report = tables.balance_report(rows)
    return _publish(asked, report, _BALANCE_PAGE.format(tables=report))


def _publish(asked: argparse.Namespace, report: str, page: str) -> int:
    if asked.write is None:
        sys.stdout.write(report)
    else:
        Path(asked.write).write_text(page, "utf-8")
    return 0


def _pair(text: str) -> tables.Pair:
    one, colon, other = text.partition(":")
    if not colon or not {one, other} <= set(bots.POLICIES):
        raise BadAsking(f"--pairs: {text!r} is not two of {', '.join(bots.POLICIES)} with a colon between")
    return one, other


def _check(asked: argparse.Namespace, **above_zero: float) -> None:
    for name, value in {"jobs": asked.jobs, "games": asked.games + 1, **above_zero}.items():
        if value <= 0:
            raise BadAsking(f"--{name}: a greater number is needed")
    if "." in asked.seed or not asked.seed:
        raise BadAsking("--seed: a text without dots is needed")


def _games(game: str | None) -> tuple[str, ...]:
    return registry.keys() if game is None else (registry.get(game).key,)


def _ledger(asked: argparse.Namespace, folder: Path, game: str) -> Path:
    return folder / f"{game}.jsonl" if asked.ledger is None else Path(asked.ledger)


def _finished(ledger: Path) -> list[dict[str, Any]]:
    """Return every game of a ledger once, those of the engines' present versions."""
    now = [line for line in runner.read(ledger) if registry.get(line["game"]).version == line["version"]]
    return list({runner.key(line): line for line in now}.values())


_ARENA_PAGE = """# How good the bots are

Made by `make arena`; [how each bot thinks](bots.md). Sides alternate. A draw counts half a win. In brackets stands the
95 % Wilson interval; length is in log entries, the referee's included; the last column is the first bot's. One line for
every game is in `docs/arena/`: a game without the search bot can be played again with
`python -m engines simulate GAME --bots ONE,OTHER --seed SEED`. The search bot's games depend on the machine: {cpu}.

{table}"""
_BALANCE_PAGE = """# Is every side worth playing?

Made by `make balance`: the same bot at every seat. In brackets stands the 95 % Wilson interval; length is in log
entries, the referee's included. One line for every game is in `docs/balance/`. Every game can be played again: the
search bot's budget is in iterations, so it plays the same on every machine.

{tables}"""
