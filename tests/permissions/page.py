"""`docs/permissions.md`, made of the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from league.api_tokens.rules import READ
from league.api_tokens.scopes import EITHER, OF_HOOK, READING, WRITING
from tests.permissions.addresses import Address, addresses
from tests.permissions.asking import NO, NOT_THERE, SIGN_IN, SIGN_UP, WORDS, YES
from tests.permissions.table import Rule, rules
from tests.permissions.world import ROLES

FILE = Path("docs/permissions.md")
SHOWN = {YES: "**yes**", NO: "no", SIGN_IN: "sign in", SIGN_UP: "sign up", NOT_THERE: "404"}
SCOPES = {EITHER: "`play`, on the staff `organise` too", OF_HOOK: "`account`, a league's `organise`"}
HEAD = """\
# Who may do what

Every address of the site, pages and API, by who asks. The table is `tests/permissions/permissions.toml`; each of its
cells is tried on the site by `tests/permissions/test_cells.py`, which asks as each of these people, and holds that a
refusal has changed nothing. An address that has no row fails the tests. After a change of the table,
`make permissions` writes this page anew.

"""
FOOT = """
A person may be several of these at once, and then may do what any of them may, with one exception: nobody rules on
matches of an event that they play in. A program that bears a token is its owner, as far as the token's scopes reach;
the scope is named behind the API's addresses, and a token without it is refused with 403 `scope-missing`. Streams
(`/stream`) show each topic to whoever may read it on the pages. `/admin/` is for the staff of the site, and of it for
those to whom an administrator has given the right; everybody else is asked to sign in.
"""


def render() -> str:
    """The page as it has to stand in the docs."""
    return HEAD + _legend() + "".join(_groups()) + FOOT


def _legend() -> str:
    people = "".join(f"| {role} | {words} |\n" for role, words in ROLES.items())
    cells = "".join(f"| {SHOWN[word]} | {words} |\n" for word, words in WORDS.items())
    return f"| who | is |\n| --- | --- |\n{people}\n| cell | whoever asks |\n| --- | --- |\n{cells}"


def _groups() -> Iterator[str]:
    known = {one.door: one for one in addresses()}
    for group, members in groupby(rules(), lambda rule: rule.group):
        found = list(members)
        yield f"\n## {group}\n\n| what | {' | '.join(ROLES)} |\n| --- |{' --- |' * len(ROLES)}\n"
        for rule in found:
            yield f"| {rule.what} | {' | '.join(SHOWN[word] for word in rule.cells.values())} |\n"
        yield "\n"
        for rule in found:
            yield f"- {rule.what}: {'; '.join(_shown(rule, known))}{f'. {rule.note}' if rule.note else ''}\n"


def _shown(rule: Rule, known: dict[str, Address]) -> Iterator[str]:
    for name in rule.doors:
        door, _, variant = name.partition(":")
        address = known[door]
        scope = f" ({_scope(address)})" if address.api and address.name.startswith("api-") else ""
        yield f"`{address.method} /{address.path}`{f' {variant}' if variant else ''}{scope}"


def _scope(address: Address) -> str:
    scope = READING.get(address.name, READ) if address.method == "GET" else WRITING.get(address.name)
    if scope is None:
        return "no token"
    return SCOPES.get(scope, f"`{scope}`")
