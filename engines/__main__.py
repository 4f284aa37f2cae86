"""The command line of the engines: games, records, and matches between bots.

What is asked for goes to standard output as JSON, one object a line. Errors are one line on standard error: exit 2 for
bad usage or an unreadable record, exit 1 for a fault that `verify` or `check` found.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from engines import bots, play, receipts, record, record_packing, registry
from engines.bot_matches import command as arena, level_command
from engines.bot_matches.arguments import UsageError
from engines.bot_matches.results_files import BadResultsFile
from engines.bot_training import command as training
from engines.common import render_outcome
from engines.contract import AnyEngine, BadOption, Json
from engines.fair_play import command as fair_play
from engines.hash_chain import BadKeys, Keyring, read_keyring, to_keyring
from engines.puzzle_mining import command as puzzles
from engines.record import to_one_line
from engines.verification import checks
from engines.verification.report import examine_record

_USAGE_ERRORS = (UsageError, BadResultsFile, record.BadRecord, registry.UnknownGame, bots.UnknownPolicy, BadOption)
NO_KEY = "No key given: who signed was not checked. Pass the site's public keys with --key PUBLIC_KEY or --keys FILE."
REST = "The rest was checked and is sound: file, hash chain, server seed, moves, result, clocks and signature (if it has them)"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    try:
        args = _build_parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except _USAGE_ERRORS as error:
        sys.stderr.write(" ".join(str(error).split()) + "\n")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engines", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=text, description=text)
        subparser.set_defaults(run=run)
        return subparser

    command("list", _list_games, "list the games with key, version, name, seats and options")
    suite = command("check", _check_games, "check that a game keeps the contract of engines; print what fails and where")
    suite.add_argument("game", metavar="GAME|PACKAGE", help="a game's key, or an installed package: all of its games")
    suite.add_argument("--matches", type=int, default=30, help="random matches to play (default: 30)")
    simulate = command("simulate", _simulate, "simulate matches between bots and print their records")
    simulate.add_argument("game")
    simulate.add_argument("--options", default="{}", metavar="JSON")
    simulate.add_argument("--seats", type=int)
    simulate.add_argument("--seed", default="0")
    simulate.add_argument("--games", type=int, default=1)
    simulate.add_argument("--bots", default="random", help="one bot for all seats, or one per seat: random,greedy")
    legal = command("legal", _print_legal, "print the seats to act and their legal actions")
    replay = command("replay", _replay, "print a position as a viewer sees it")
    check = command("verify", _verify, "verify a record; with --key, prints nothing if it is valid")
    pack = command("pack", partial(_convert, record_packing.pack), "pack a record into one short line per action")
    unpack = command("unpack", partial(_convert, record_packing.unpack), "restore a packed record byte for byte")
    for subparser in (legal, replay, check, pack, unpack):
        subparser.add_argument("record", help="file, or - for standard input")
    for subparser in (legal, replay):
        selection = subparser.add_mutually_exclusive_group()
        selection.add_argument("--at", type=int, metavar="N", help="position after N entries (default: the last one)")
        selection.add_argument("--every", action="store_true", help="every position, one per line")
    replay.add_argument("--viewer", default="spectator", metavar="SEAT|spectator|all")
    key_help = "public key in hex, repeatable; one of them must have signed the record"
    check.add_argument("--key", metavar="PUBLIC_KEY", action="append", help=key_help)
    check.add_argument("--keys", metavar="FILE", help="a site's keys, saved from its /api/v1/record-keys/")
    receipts_help = "receipts saved by a player, one per line, to check against the record"
    check.add_argument("--receipts", metavar="FILE", help=receipts_help)
    check.add_argument("--explain", action="store_true", help="explain each check (one record only)")
    play_command = command("play", _play, "play against a bot in this terminal")
    play_command.add_argument("game")
    play_command.add_argument("--bot", default="greedy")
    play_command.add_argument("--seat", default="0")
    play_command.add_argument("--seats", type=int, help="number of players; bots take the other seats")
    play_command.add_argument("--seed", default=None)
    bench = command("bench", _bench, "measure the speed of a game's engine")
    bench.add_argument("game", nargs="?")
    bench.add_argument("--seconds", type=float, default=3.0, help="CPU seconds per measurement")
    arena.add_commands(command)
    training.add_command(command)
    level_command.add_command(command)
    puzzles.add_command(command)
    fair_play.add_command(command)
    return parser


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")


def _list_games(args: argparse.Namespace) -> int:
    for engine in map(registry.get, registry.keys()):
        _print_json(
            {
                "key": engine.key,
                "version": engine.version,
                "name": engine.name,
                "seats": list(engine.seat_names),
                "seat_counts": list(engine.seat_counts),
                "options": dict(engine.options({})),
                "bots": list(bots.policies(engine.key)),
            }
        )
    for refusal in registry.REFUSALS:
        sys.stderr.write(f"{refusal}\n")
    return 0


def _check_games(args: argparse.Namespace) -> int:
    keys, refusals = registry.find_installed(args.game)
    if not keys and not refusals:
        known = ", ".join(registry.keys())
        raise UsageError(f"no game and no installed package with games is named {args.game!r}. Games: {known}")
    if args.matches < 1:
        raise UsageError("--matches: must be 1 or more")
    for refusal in refusals:
        sys.stdout.write(f"{refusal}\n")
    failed = [key for key in keys if not _is_sound(registry.get(key), args.matches)]
    return 1 if failed or refusals else 0


def _is_sound(engine: AnyEngine, matches: int) -> bool:
    """Print what breaks the contract in a game, and in a terminal also progress; return whether nothing does."""
    from engines.contract_checks.suite import check_game

    def show(line: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    count = 0
    for finding in check_game(engine, matches, begin=lambda number: show(f"{engine.key}: match {number + 1} of {matches}")):
        count += 1
        show("")
        sys.stdout.write(f"{engine.key}: {finding}\n")
    show("")
    if not count:
        sys.stdout.write(f"{engine.key}: every check passed in {matches} random matches\n")
    return not count


def _simulate(args: argparse.Namespace) -> int:
    try:
        options = json.loads(args.options)
    except (ValueError, RecursionError):
        raise UsageError("--options: invalid JSON") from None
    if not isinstance(options, dict):
        raise UsageError("--options: must be a JSON object")
    engine, seats = _get_engine_and_seats(args, options)
    policies = args.bots.split(",")
    policies = policies * seats if len(policies) == 1 else policies
    if len(policies) != seats:
        raise UsageError(f"--bots: expected 1 or {seats} bots, got {len(policies)}")
    _check_bots("--bots", policies, engine)
    if args.games < 0:
        raise UsageError("--games: must be 0 or more")
    for game in range(args.games):
        seed = args.seed if args.games == 1 else f"{args.seed}.{game}"
        sys.stdout.writelines(record.format_lines(bots.simulate(engine, options, policies, seed)))
    return 0


def _get_engine_and_seats(args: argparse.Namespace, options: Mapping[str, Json]) -> tuple[AnyEngine, int]:
    """Return the named game and its number of players. Raises BadOption if they do not fit."""
    engine = registry.get(args.game)
    seats = engine.seat_counts[0] if args.seats is None else args.seats
    play.begin(engine, options, seats)
    return engine, seats


def _check_bots(argument: str, policies: Sequence[str], engine: AnyEngine) -> None:
    for policy in policies:
        try:
            bots.get_setting(engine.key, policy)
        except bots.UnknownPolicy:
            known = ", ".join(bots.policies(engine.key))
            raise UsageError(f"{argument}: unknown bot {policy!r}; use one of {known}") from None


def _print_legal(args: argparse.Namespace) -> int:
    parsed = record.parse_record(_read_input(args.record))
    for n, position in _select_positions(parsed, args):
        acting = sorted(play.to_act(parsed.engine, position))
        legal = {str(seat): bots.list_legal_actions(parsed.engine, position.state, seat) for seat in acting}
        _print_json({"n": n, "to_act": acting, "legal": legal, "outcome": render_outcome(position.outcome)})
    return 0


def _replay(args: argparse.Namespace) -> int:
    parsed = record.parse_record(_read_input(args.record))
    engine = parsed.engine
    everything = args.viewer.lower() == "all"
    viewer = None if everything or args.viewer.lower() == "spectator" else _parse_seat(engine, args.viewer, parsed.seats)
    for _, position in _select_positions(parsed, args):
        _print_json(engine.open_view(position.state) if everything else engine.view(position.state, viewer))
    return 0


def _parse_seat(engine: AnyEngine, text: str, seats: int) -> int:
    names = {name.lower(): seat for seat, name in enumerate(engine.seat_names[:seats])}
    numbers = {str(seat): seat for seat in range(seats)}
    seat = {**names, **numbers}.get(text.lower())
    if seat is None:
        raise UsageError(f"unknown seat: {text!r}; use one of {', '.join([*numbers, *names])}")
    return seat


def _select_positions(parsed: record.Record, args: argparse.Namespace) -> Iterator[tuple[int, play.Position[Any]]]:
    """Yield the positions selected by --at or --every with their numbers; without either, the last one."""
    last = len(parsed.entries)
    selected = last if args.at is None else args.at
    if not 0 <= selected <= last:
        raise UsageError(f"--at: must be from 0 to {last}, not {selected}")
    for n, position in enumerate(parsed.positions()):
        if args.every or n == selected:
            yield n, position
        if n == selected:
            return


def _read_input(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(record.MAX_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(record.MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None


def _verify(args: argparse.Namespace) -> int:
    """Verify a record and, if it is sound, the receipts against it."""
    text, keys = _read_input(args.record), _load_keyring(args)
    lines: list[str] = []
    fault, is_sound = None, False
    if args.explain:
        report = examine_record(text, keys or Keyring())
        lines = [f"{finding.title} ({finding.state}): {finding.text}" for finding in report.findings]
        closing = None if report.record is None else report.record.closing
        is_sound = report.sound and (keys is None or (closing is not None and closing["public_key"] in keys))
    else:
        fault = checks.find_fault(text, keys, lines)
    if keys is None:  # The first lines say what cannot be verified without a known key, and what was.
        rest = [] if args.explain or fault else [f"{REST}{', except for this:' if lines else '.'}"]
        lines = [NO_KEY, *rest, *lines]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    if fault is not None:
        sys.stderr.write(" ".join(fault.split()) + "\n")
    return _check_receipts(args, text, keys) if is_sound or not (args.explain or fault) else 1


def _check_receipts(args: argparse.Namespace, text: bytes, keys: Keyring | None) -> int:
    """Verify receipts against a sound record and return the exit status."""
    if not args.receipts:
        return 0
    matching, message = 0, "None of the receipts belongs to this match."
    try:
        rows = receipts.parse_receipts(_read_input(args.receipts))
        matching = sum(receipts.verify_receipts(item, rows, keys) for item in record.parse_records(text))
    except receipts.BadReceipt as error:
        message = str(error)
    if not matching:
        sys.stderr.write(to_one_line(message) + "\n")
    elif args.explain:
        sys.stdout.write(f"Receipts (verified): {matching} receipts match the record.\n")
    return 0 if matching else 1


def _load_keyring(args: argparse.Namespace) -> Keyring | None:
    """Return the pinned keys, None if there are none. Keys from `--key` are trusted without an end."""
    if not args.key and not args.keys:
        return None
    try:
        published = read_keyring(_read_input(args.keys)) if args.keys else Keyring()
    except BadKeys as error:
        raise UsageError(f"--keys: {error}") from None
    return Keyring({**to_keyring(args.key).ends, **published.ends})


def _convert(convert: Callable[[bytes], str], args: argparse.Namespace) -> int:
    sys.stdout.write(convert(_read_input(args.record)))
    return 0


def _play(args: argparse.Namespace) -> int:
    from engines.terminal import play_in_terminal

    engine, seats = _get_engine_and_seats(args, {})
    _check_bots("--bot", [args.bot], engine)
    return play_in_terminal(engine, args.bot, _parse_seat(engine, args.seat, seats), args.seed, seats)


def _bench(args: argparse.Namespace) -> int:
    from engines.bench import run_benchmarks

    for key in registry.keys() if args.game is None else (args.game,):
        for line in run_benchmarks(registry.get(key), args.seconds):
            _print_json(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
