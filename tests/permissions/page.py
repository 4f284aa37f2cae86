"""`docs/permissions.md`, made of the table."""

import re
import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from league.api_tokens.rules import READ
from league.api_tokens.scopes import EITHER, LEAGUE_WEBHOOKS, ONE_WEBHOOK, READ_SCOPES, WRITE_SCOPES
from tests.permissions.addresses import Address, addresses
from tests.permissions.asking import NO, NOT_THERE, SIGN_IN, SIGN_UP, YES
from tests.permissions.table import Rule, rules
from tests.permissions.world import ROLES

FILE = Path("docs/permissions.md")
WIDTH = 98
PEOPLE = {
    "nobody": ("visitors", "people who are not signed in"), "guest": ("guests", "people who play without an account"),
    "member": ("members", "people with an account and no relation to the object"),
    "player": ("players", "players in the match or event; owners of the webhook, token, notification or challenge"),
    "owner": ("franchise owners", "owners of a franchise in the season"), "scorer": ("scorers", "scorers of the league"),
    "referee": ("referees", "referees of the league"), "organiser": ("organisers", "owners and organisers of the league"),
    "elsewhere": ("other organisers", "organisers of another league"),
    "staff": ("site staff", "members of the site's staff"), "operator": ("administrators", "administrators of the site"),
}  # fmt: skip
"""The roles on the page: name and meaning."""
ANSWERS = {
    YES: ("Allowed", "it is done"), SIGN_IN: ("Must sign in", "asked to sign in (API: 401)"),
    SIGN_UP: ("Needs an account", "asked to create an account"), NO: ("Refused", "403, or a message on the page"),
    NOT_THERE: ("Not found", "404, as if it did not exist"),
}  # fmt: skip
"""The cells on the page, in their order: name and meaning."""
FEWEST_OTHERS = 3
"""So many people with the same answer, after others, are called "everyone else"."""
SCOPES = {
    EITHER: "`play`, league staff also `organise`", ONE_WEBHOOK: "`webhooks`, a league's also `organise`",
    LEAGUE_WEBHOOKS: "`webhooks` and `organise`",
}  # fmt: skip
HEAD = """\
# Who may do what

This page lists every address of the site, pages and API, with the people who may use it. It is for operators,
organisers and developers who need to know exactly who may see or change what.

## How to read it

Each rule names the answers that people get, and then the addresses for which it holds:

"""
AFTER = """
If an address is in several rules, a word in *italics* says which case is meant.

Tests compare this page with the site. The table is `tests/permissions/permissions.toml`. To every address,
`tests/permissions/test_endpoints.py` sends a request as each of these people. It checks that a refusal changes nothing.
An address without a rule fails the tests. After you change the table, run `make permissions` to write this page again.

### Several roles

If you have several of these roles, you may do what any of them may. There is one exception: you cannot rule on matches
of an event in which you play.

### API tokens

A program with a token may do what its owner may do, within the scopes of the token. The scope that an address of the
API needs is in brackets. Without that scope, the program is refused with 403, `scope-missing`.

### Streams and admin pages

- A stream (`/stream`) shows a topic to everyone who may read it on the pages.
- `/admin/` is for site staff who got the right from an administrator. Everyone else is asked to sign in.
"""


def render() -> str:
    return f"{wrapped(HEAD)}\n\n{_legend()}\n{wrapped(AFTER)}\n{''.join(_groups())}"


def wrapped(text: str) -> str:
    """Return paragraphs and items of lists in lines. Headings are short, and code stays on one line."""
    found: list[str] = []
    for block in re.split(r"\n\n|\n(?=- )", text.strip()):
        kept = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), " ".join(block.split()))
        hanging = "  " if kept.startswith("- ") else ""
        lines = textwrap.wrap(kept, WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
        close = found and hanging and found[-1].lstrip("\n").startswith("- ")
        found.append(("\n" if close else "\n\n" if found else "") + "\n".join(lines).replace("\0", " "))
    return "".join(found)


def _legend() -> str:
    cells = "".join(f"| {name} | {meaning} |\n" for name, meaning in ANSWERS.values())
    people = "".join(f"| {name} | {meaning} |\n" for name, meaning in PEOPLE.values())
    return f"| answer | meaning |\n| --- | --- |\n{cells}\n| people | who they are |\n| --- | --- |\n{people}"


def _groups() -> Iterator[str]:
    known = {one.endpoint: one for one in addresses()}
    for group, members in groupby(rules(), lambda rule: rule.group):
        yield f"\n## {group}\n"
        for rule in members:
            note = f"{wrapped(rule.note)}\n\n" if rule.note else ""
            yield f"\n### {rule.what}\n\n{wrapped(_answers(rule))}\n\n{note}"
            yield "".join(f"{wrapped(f'- {line}')}\n" for line in _addresses(rule, known))


def _answers(rule: Rule) -> str:
    """Return who gets which answer, the largest group that is not allowed last."""
    groups = {word: [role for role in ROLES if rule.cells[role] == word] for word in ANSWERS}
    groups = {word: roles for word, roles in groups.items() if roles}
    if len(groups) == 1:
        return f"**{ANSWERS[next(iter(groups))][0]}**: everyone."
    others = max((word for word in groups if word != YES), key=lambda word: len(groups[word]))
    if len(groups[others]) < FEWEST_OTHERS:
        others = max(groups, key=lambda word: len(groups[word]))
    named = [
        f"**{ANSWERS[word][0]}**: {', '.join(PEOPLE[role][0] for role in roles)}."
        for word, roles in groups.items()
        if word != others
    ]
    return " ".join([*named, f"**{ANSWERS[others][0]}**: everyone else."])


def _addresses(rule: Rule, known: dict[str, Address]) -> Iterator[str]:
    """Yield each path with its methods, those of another scope apart, in the order in which the rule names them."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for name in rule.endpoints:
        endpoint, _, variant = name.partition(":")
        address = known[endpoint]
        scope = _scope(address) if address.api and address.name.startswith("api-") else ""
        path = re.sub(r"<\w+:(\w+)>", r"<\1>", address.path)
        found.setdefault((path, variant, scope), []).append(address.method)
    for (path, variant, scope), methods in found.items():
        more = f" *{variant.replace('-', ' ')}*" * bool(variant) + f" ({scope})" * bool(scope)
        yield f"`{', '.join(methods)} /{path}`{more}"


def _scope(address: Address) -> str:
    scope = READ_SCOPES.get(address.name, READ) if address.method == "GET" else WRITE_SCOPES.get(address.name)
    if scope is None:
        return "no token"
    return SCOPES.get(scope, f"`{scope}`")
