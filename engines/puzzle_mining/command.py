"""The command `puzzles`: mine puzzles of a game into a ledger, and write the best of them to the game's package.

The ledger has the form of the file in the package (`engines.puzzle_files`), with all matches and all puzzles. A run that was
stopped goes on with the first match that is missing.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines import record, record_packing, registry
from engines.bot_matches.arguments import UsageError
from engines.contract import AnyEngine
from engines.data_files import BadData
from engines.puzzle_files import PuzzleMatch, format_puzzles, parse_puzzles
from engines.puzzle_mining.matches import Budgets, mine_bot_match, mine_record
from engines.puzzle_mining.selection import select
from engines.puzzle_mining.wrong_actions import judge_all
from engines.search_adapter import SearchAdapter

SHIPPED = 200


def add_command(command: Any) -> None:
    """Define the command; `command(name, run, text)` returns a parser."""
    parser = command("puzzles", run, "mine puzzles from finished matches")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=0, help="bot matches to play (default: none)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--records", metavar="FILE", action="append", default=[], help="finished matches to read, repeatable")
    parser.add_argument("--ledger", metavar="FILE", help="file of what was mined (default: GAME.puzzles.jsonl)")
    parser.add_argument("--again", action="store_true", help="judge the puzzles of the ledger again, and drop the unclear ones")
    parser.add_argument("--write", action="store_true", help=f"write the best {SHIPPED} to the package of the game")


def run(args: argparse.Namespace) -> int:
    """Mine the matches that the ledger lacks, then print how many puzzles there are or write the package's file."""
    package = registry.get_package(args.game)
    if package.search is None:
        raise UsageError(f"{args.game} has no search bot, so its positions can't be analysed")
    if args.games < 0:
        raise UsageError("--games: must be 0 or more")
    ledger = Path(args.ledger or f"{args.game}.puzzles.jsonl")
    try:
        matches = _load_ledger(ledger)
    except BadData as error:
        raise UsageError(str(error)) from None
    if args.again:
        iterations = Budgets.of(package.search).confirm
        matches = [judge_all(match, package.search, iterations) for match in matches]
    ledger.write_text(format_puzzles(matches), "utf-8")
    known = {_read_name(match) for match in matches}
    with ledger.open("a", encoding="utf-8") as file:
        for mined in _mine_missing(args, package.latest, package.search, known):
            file.write(format_puzzles([mined]))
            file.flush()
            matches.append(mined)
    count = sum(len(match.puzzles) for match in matches)
    sys.stdout.write(f"{args.game}: {count} puzzles from {len(matches)} matches\n")
    if args.write:
        if package.puzzles is None:
            raise UsageError(f"the package of {args.game} names no file of puzzles")
        chosen = select(package.latest, matches, SHIPPED)
        package.puzzles.write_text(format_puzzles(chosen), "utf-8")
        sys.stdout.write(f"{args.game}: {sum(len(match.puzzles) for match in chosen)} puzzles written\n")
    return 0


def _load_ledger(path: Path) -> list[PuzzleMatch]:
    """Return the matches of a ledger without an unfinished last one. Raises BadData."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    return list(parse_puzzles(text[: text.rfind("\n") + 1], str(path)).matches)


def _read_name(match: PuzzleMatch) -> str:
    return str(record.parse_record(record_packing.unpack(match.record)).header["match"])


def _mine_missing(
    args: argparse.Namespace, engine: AnyEngine, adapter: SearchAdapter, known: set[str]
) -> Iterator[PuzzleMatch]:
    """Yield the wanted matches that are not known, as they are mined."""
    budgets = Budgets.of(adapter)
    for number in range(args.games):
        seed = f"{args.seed}.puzzles.{number}"
        if f"simulated-{seed}" not in known:
            yield mine_bot_match(engine, adapter, seed, number, budgets)
    for name in args.records:
        try:
            records = record.parse_records(Path(name).read_bytes())
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from None
        for parsed in records:
            if parsed.engine.key != engine.key or parsed.closing is None:
                raise UsageError(f"{name}: must hold finished matches of {engine.key}")
            if str(parsed.header["match"]) not in known:
                lines = [parsed.header, *parsed.entries, parsed.closing]
                packed = record_packing.pack("".join(record.format_lines(lines)))
                yield mine_record(parsed, packed, adapter, budgets)
