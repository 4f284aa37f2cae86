"""The arguments that the commands of bot matches share."""

import argparse
from pathlib import Path

from engines import registry


class UsageError(Exception):
    """A usage error; the message is the line to print."""


def check_arguments(args: argparse.Namespace, **above_zero: float) -> None:
    """Raise UsageError for a number that is too small or a seed that is no part of a match's seed."""
    for name, value in {"jobs": args.jobs, "games": args.games + 1, **above_zero}.items():
        if value <= 0:
            raise UsageError(f"--{name}: number too small")
    if "." in args.seed or not args.seed:
        raise UsageError("--seed: must not be empty or contain dots")


def select_games(game: str | None) -> tuple[str, ...]:
    """Return the keys of the named game, or of all. Raises UnknownGame."""
    return registry.keys() if game is None else (registry.get(game).key,)


def results_path(args: argparse.Namespace, folder: Path, game: str) -> Path:
    """Return the results file of a game: `--ledger`, or the one in the folder."""
    return folder / f"{game}.jsonl" if args.ledger is None else Path(args.ledger)
