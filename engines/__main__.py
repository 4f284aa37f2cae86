"""The command line of the engines: list, simulate, legal, replay, verify, pack, unpack, play, bench, arena, balance.

What is asked for goes to standard output as JSON, one object a line. Errors are one line on standard error: exit 2 for
bad usage or an unreadable record, exit 1 for a fault that `verify` found.
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
from engines.bot_matches import command as arena
from engines.bot_matches.command import Mistake
from engines.bot_matches.runner import BadLedger
from engines.common import shown_outcome
from engines.contract import BadOption, Json
from engines.hash_chain import BadKeys, Keyring, pinned, read_keyring
from engines.record import quotable
from engines.registry import AnyEngine
from engines.verification import checks
from engines.verification.report import examine

_FAULTS = (Mistake, BadLedger, record.BadRecord, registry.UnknownGame, bots.UnknownPolicy, BadOption)
NO_KEY = (
    "No key is pinned: this cannot tell who made and signed the record. "
    "Name the site's public keys with --key PUBLIC_KEY or --keys FILE."
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Mistake(f"{self.prog}: {message}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    try:
        asked = _parser().parse_args(argv)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except _FAULTS as fault:
        sys.stderr.write(" ".join(str(fault).split()) + "\n")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engines", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    command("list", _list, "the games: key, version, name, seats, options")
    simulate = command("simulate", _simulate, "records of matches between bots")
    simulate.add_argument("game")
    simulate.add_argument("--options", default="{}", metavar="JSON")
    simulate.add_argument("--seats", type=int)
    simulate.add_argument("--seed", default="0")
    simulate.add_argument("--games", type=int, default=1)
    simulate.add_argument("--bots", default="random", help="one for all seats, or one a seat: random,greedy")
    legal = command("legal", _legal, "who is to act, and what is legal")
    replay = command("replay", _replay, "what a viewer sees")
    check = command("verify", _verify, "check a record; with --key, silent when all of it is sound")
    pack = command("pack", partial(_convert, record_packing.pack), "a record with one short line an action")
    unpack = command("unpack", partial(_convert, record_packing.unpack), "the record, byte for byte")
    for made in (legal, replay, check, pack, unpack):
        made.add_argument("record", help="a file, or - for standard input")
    for made in (legal, replay):
        where = made.add_mutually_exclusive_group()
        where.add_argument("--at", type=int, metavar="N", help="after N entries (default: the last position)")
        where.add_argument("--every", action="store_true", help="every position, one a line")
    replay.add_argument("--viewer", default="spectator", metavar="SEAT|spectator|all")
    several = "hex, once or more often; one must have signed"
    check.add_argument("--key", metavar="PUBLIC_KEY", action="append", help=several)
    check.add_argument("--keys", metavar="FILE", help="keys of a site, as saved from its /api/v1/record-keys/")
    kept = "receipts of moves that a player has kept, one a line: they must fit"
    check.add_argument("--receipts", metavar="FILE", help=kept)
    check.add_argument("--explain", action="store_true", help="say in words what was checked, of one record")
    table = command("play", _play, "play against a bot in this terminal")
    table.add_argument("game")
    table.add_argument("--bot", default="greedy")
    table.add_argument("--seat", default="0")
    table.add_argument("--seats", type=int, help="how many play; the others are bots")
    table.add_argument("--seed", default=None)
    bench = command("bench", _bench, "speed of a game's engine")
    bench.add_argument("game", nargs="?")
    bench.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each figure")
    arena.add_to(command)
    return parser


def _print(value: Any) -> None:
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")


def _list(asked: argparse.Namespace) -> int:
    for engine in map(registry.get, registry.keys()):
        _print(
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
    return 0


def _simulate(asked: argparse.Namespace) -> int:
    try:
        options = json.loads(asked.options)
    except (ValueError, RecursionError):
        raise Mistake("--options: this is not JSON") from None
    if not isinstance(options, dict):
        raise Mistake("--options: a JSON object is needed")
    engine, seats = _table(asked, options)
    policies = asked.bots.split(",")
    policies = policies * seats if len(policies) == 1 else policies
    if len(policies) != seats:
        raise Mistake(f"--bots: {len(policies)} bots are named for {seats} seats")
    _check_bots("--bots", policies, engine)
    if asked.games < 0:
        raise Mistake("--games: a number from 0 is needed")
    for game in range(asked.games):
        seed = asked.seed if asked.games == 1 else f"{asked.seed}.{game}"
        sys.stdout.writelines(record.write(bots.simulate(engine, options, policies, seed)))
    return 0


def _table(asked: argparse.Namespace, options: Mapping[str, Json]) -> tuple[AnyEngine, int]:
    """Return the named game and its number of players. Raises BadOption if they do not fit."""
    engine = registry.get(asked.game)
    seats = engine.seat_counts[0] if asked.seats is None else asked.seats
    play.begin(engine, options, seats)
    return engine, seats


def _check_bots(argument: str, policies: Sequence[str], engine: AnyEngine) -> None:
    known = bots.policies(engine.key)
    if unknown := sorted(set(policies) - set(known)):
        raise Mistake(f"{argument}: there is no {unknown[0]!r}; there is {', '.join(known)}")


def _legal(asked: argparse.Namespace) -> int:
    read = record.read(_text(asked.record))
    for n, position in _asked_for(read, asked):
        acting = sorted(play.to_act(read.engine, position))
        legal = {str(seat): bots.list_legal(read.engine, position.state, seat) for seat in acting}
        _print({"n": n, "to_act": acting, "legal": legal, "outcome": shown_outcome(position.outcome)})
    return 0


def _replay(asked: argparse.Namespace) -> int:
    read = record.read(_text(asked.record))
    engine = read.engine
    everything = asked.viewer.lower() == "all"
    viewer = None if everything or asked.viewer.lower() == "spectator" else _seat(engine, asked.viewer, read.seats)
    for _, position in _asked_for(read, asked):
        _print(engine.open_view(position.state) if everything else engine.view(position.state, viewer))
    return 0


def _seat(engine: AnyEngine, text: str, seats: int) -> int:
    names = {name.lower(): seat for seat, name in enumerate(engine.seat_names[:seats])}
    numbers = {str(seat): seat for seat in range(seats)}
    seat = {**names, **numbers}.get(text.lower())
    if seat is None:
        raise Mistake(f"there is no seat {text!r}; there is {', '.join([*numbers, *names])}")
    return seat


def _asked_for(read: record.Record, asked: argparse.Namespace) -> Iterator[tuple[int, play.Position[Any]]]:
    """Yield the positions selected by --at or --every with their numbers; without either, the last one."""
    last = len(read.entries)
    wanted = last if asked.at is None else asked.at
    if not 0 <= wanted <= last:
        raise Mistake(f"--at {wanted}: the record has the positions 0 to {last}")
    for n, position in enumerate(read.positions()):
        if asked.every or n == wanted:
            yield n, position
        if n == wanted:
            return


def _text(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(record.LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(record.LARGEST + 1)
    except OSError as fault:
        raise Mistake(f"{name}: {fault.strerror}") from None


def _verify(asked: argparse.Namespace) -> int:
    """Verify a record and, if it is sound, the receipts against it."""
    text, keys = _text(asked.record), _keyring(asked)
    report: list[str] = []
    fault, explained = None, False
    if asked.explain:
        found = examine(text, keys or Keyring())
        report = [f"{one.title} ({one.state}): {one.text}" for one in found.findings]
        closing = None if found.record is None else found.record.closing
        explained = found.sound and (keys is None or (closing is not None and closing["public_key"] in keys))
    else:
        fault = checks.find_fault(text, keys, report)
    if keys is None:  # The first line says what cannot be verified without a known key.
        report.insert(0, NO_KEY)
    sys.stdout.writelines(f"{line}\n" for line in report)
    if fault is not None:
        sys.stderr.write(" ".join(fault.split()) + "\n")
    return _check_receipts(asked, text, keys) if explained or not (asked.explain or fault) else 1


def _check_receipts(asked: argparse.Namespace, text: bytes, keys: Keyring | None) -> int:
    """Verify receipts against a sound record and return the exit status."""
    if not asked.receipts:
        return 0
    found, wrong = 0, "none of the receipts is of this match"
    try:
        kept = receipts.read(_text(asked.receipts))
        found = sum(receipts.check(one, kept, keys) for one in record.read_all(text))
    except receipts.BadReceipt as fault:
        wrong = str(fault)
    if not found:
        sys.stderr.write(quotable(f"receipts: {wrong}") + "\n")
    elif asked.explain:
        sys.stdout.write(f"Receipts (sound): {found} receipts fit the record.\n")
    return 0 if found else 1


def _keyring(asked: argparse.Namespace) -> Keyring | None:
    """Return the pinned keys, None if there are none. Keys from `--key` are trusted without an end."""
    if not asked.key and not asked.keys:
        return None
    try:
        published = read_keyring(_text(asked.keys)) if asked.keys else Keyring()
    except BadKeys as fault:
        raise Mistake(f"--keys: {fault}") from None
    return Keyring({**pinned(asked.key).ends, **published.ends})


def _convert(convert: Callable[[bytes], str], asked: argparse.Namespace) -> int:
    sys.stdout.write(convert(_text(asked.record)))
    return 0


def _play(asked: argparse.Namespace) -> int:
    from engines.terminal import sit_down

    engine, seats = _table(asked, {})
    _check_bots("--bot", [asked.bot], engine)
    return sit_down(engine, asked.bot, _seat(engine, asked.seat, seats), asked.seed, seats)


def _bench(asked: argparse.Namespace) -> int:
    from engines.bench import figures

    for key in registry.keys() if asked.game is None else (asked.game,):
        for line in figures(registry.get(key), asked.seconds):
            _print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
