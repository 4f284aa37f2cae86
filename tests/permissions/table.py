"""The table of permissions, as `permissions.toml` has it."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.permissions.addresses import Address, addresses
from tests.permissions.asking import NO, NOT_THERE, SIGN_IN, SIGN_UP, YES
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


def endpoints() -> Iterator[tuple[str, Address, dict[str, str]]]:
    """Each endpoint or variant of the table, with its address and its cells."""
    found = {one.endpoint: one for one in addresses()}
    for rule in rules():
        for name in rule.endpoints:
            yield name, found[name.partition(":")[0]], rule.cells


def _read(tables: list[dict[str, str]]) -> Iterator[Rule]:
    group = ""
    for one in tables:
        group = one.get("group", group)
        words = one["cells"].split()
        assert len(words) == len(ROLES), f"{one['what']}: a cell for each of {', '.join(ROLES)}"
        assert set(words) <= {YES, NO, SIGN_IN, SIGN_UP, NOT_THERE}, f"{one['what']}: {words}"
        endpoints = tuple(endpoint.strip() for endpoint in one["endpoints"].strip().splitlines() if endpoint.strip())
        yield Rule(group, one["what"], endpoints, dict(zip(ROLES, words, strict=True)), one.get("note", ""))
