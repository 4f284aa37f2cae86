"""The table of permissions, as `permissions.toml` has it."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.permissions.asking import WORDS
from tests.permissions.world import ROLES

FILE = Path(__file__).with_name("permissions.toml")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule for all of its endpoints; `cells` by role."""

    group: str
    what: str
    endpoints: tuple[str, ...]
    """As `POST event-join`, or with a variant of it, as `POST franchise-deed:rename`."""
    cells: dict[str, str]
    note: str = ""


@cache
def rules() -> tuple[Rule, ...]:
    return tuple(_read(tomllib.loads(FILE.read_text(encoding="utf-8"))["rule"]))


def cells() -> Iterator[tuple[str, str, str]]:
    """(endpoint, role, word) of every cell."""
    for rule in rules():
        for endpoint in rule.endpoints:
            for role, word in rule.cells.items():
                yield endpoint, role, word


def _read(tables: list[dict[str, str]]) -> Iterator[Rule]:
    group = ""
    for one in tables:
        group = one.get("group", group)
        words = one["cells"].split()
        assert len(words) == len(ROLES), f"{one['what']}: a cell for each of {', '.join(ROLES)}"
        assert set(words) <= set(WORDS), f"{one['what']}: cells are {', '.join(WORDS)}"
        endpoints = tuple(endpoint.strip() for endpoint in one["endpoints"].strip().splitlines() if endpoint.strip())
        yield Rule(group, one["what"], endpoints, dict(zip(ROLES, words, strict=True)), one.get("note", ""))
