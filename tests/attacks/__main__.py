"""`make attacks`: run every attack and print what it achieved beside what it may achieve.

    python -m tests.attacks [--small] [--only WORD ...]

Exit 1 if a limit is missed. `--small` is the form that runs with the tests.
"""

import argparse
import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import ExitStack

import tests.attacks
from tests.attacks.attack import TIME_UNITS, Attack, Target

NO_ATTACKS = {"attack", "__main__"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("--small", action="store_true", help="fewer requests, and no figures of time, which busy machines miss")
    parser.add_argument("--only", nargs="+", type=str.lower, help="attacks with one of these words in their name")
    params = parser.parse_args()
    missed = 0
    print("| attack | before | now | limit |\n| --- | --- | --- | --- |", flush=True)
    with ExitStack() as stack:
        target = Target(stack, full=not params.small)
        for attack in attacks():
            if params.only and not any(word in attack.name.lower() for word in params.only):
                continue
            if params.small and attack.unit in TIME_UNITS:
                continue
            figure = _figure(attack, target)
            is_held = figure <= attack.limit
            missed += not is_held
            print(
                f"| {attack.name} | {attack.before} | {figure:g} {attack.unit} | {attack.limit:g} {attack.unit} |"
                + ("" if is_held else " MISSED"),
                flush=True,
            )
    return 1 if missed else 0


def attacks() -> Iterator[Attack]:
    """Yield the `ATTACKS` of every module of this package, in the order of the modules' names."""
    for module in sorted(info.name for info in pkgutil.iter_modules(tests.attacks.__path__)):
        if module not in NO_ATTACKS and not module.startswith("test_"):
            yield from importlib.import_module(f"tests.attacks.{module}").ATTACKS


def _figure(attack: Attack, target: Target) -> float:
    """Run one attack; an attack that breaks off has held nothing."""
    try:
        return attack.run(target)
    except Exception:
        traceback.print_exc()
        return float("inf")


if __name__ == "__main__":
    sys.exit(main())
