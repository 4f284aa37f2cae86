"""What a site is started with is told to its operator, and nothing is told that no process reads."""

from __future__ import annotations

import ast
import re

from deploy.settings.env import ROOT
from tests.docs.blocks import blocks, code

READ = re.compile(r"""(?:\benv(?:\.[a-z_]+)?\(|\bos\.environ(?:\.get\(|\[))\s*["']([A-Z][A-Z_]+)["']""")
IN_FILES = re.compile(r"\{?\$\{?([A-Z][A-Z_]+)[:}]")
SET = re.compile(r"^([A-Z][A-Z_]+)=")
NAMED = re.compile(r"\b([A-Z]{2,}(?:_[A-Z]+)+)\b|`([A-Z]{4,})`|\b([A-Z]{4,})=")
"""A name of one word is told as code or with a value: HTTPS alone is a word of prose."""
NOBODY_SETS = {"DJANGO_SETTINGS_MODULE", "NOTIFY_SOCKET"}
"""Ours or the supervisor's to set."""
OF_OTHERS = {"PGOPTIONS", "FORWARDED_ALLOW_IPS", "FIDE_DUTCH", "SITE_NAME", "ARENA", "ARGS", "BALANCE", "RATINGS"}
"""PostgreSQL's, the web server's, words of other kinds, and what the Makefile hands on."""
BASE = (ROOT / "deploy" / "settings" / "base.py").read_text()
OPERATING = (ROOT / "docs" / "operating.md").read_text()
EXAMPLE = (ROOT / "deploy" / "production.env.example").read_text()


def read() -> set[str]:
    """By the processes and commands of a site."""
    sources = [*ROOT.glob("deploy/**/*.py"), *ROOT.glob("league/**/*.py"), *ROOT.glob("matches/**/*.py")]
    found = {name for file in sources for name in READ.findall(file.read_text())}
    assert len(found) > 25
    return found


def test_every_setting_is_told_in_the_readme_the_operators_guide_or_the_example() -> None:
    pages = [ROOT / "README.md", ROOT / "docs" / "operating.md"]
    text = "\n".join([*(page.read_text() for page in pages), EXAMPLE])
    told = {name for names in NAMED.findall(text) for name in names}
    assert not read() - told - NOBODY_SETS, "say in docs/operating.md what it is."


def test_every_setting_that_is_told_is_read() -> None:
    files = [(ROOT / "deploy" / name).read_text() for name in ("Caddyfile", "compose.yaml")]
    known = read() | OF_OTHERS | {name for text in files for name in IN_FILES.findall(text)}
    told = [(one.where, name) for one in code() for name in SET.findall(one.words)]
    told += [(block.where, name) for block in blocks("sh") for name in re.findall(r"\b([A-Z_]{4,})=", block.text)]
    told += [("the example", name) for name in re.findall(r"^([A-Z_]+)=", EXAMPLE, re.M)]
    assert len(told) > 30
    for where, name in told:
        assert name in known, f"{where}: nothing reads {name}."


def test_the_quotas_that_are_told_are_those_that_hold() -> None:
    row = next(line for line in OPERATING.splitlines() if line.startswith("| `QUOTAS` |"))
    told = {name: int(number.replace(",", "")) for name, number in re.findall(r"`([a-z_]+)` ([\d,]+)", row)}
    (usual,) = re.findall(r"^QUOTAS: .*? = (\{.*?\}) \|", BASE, re.M | re.S)
    assert told == ast.literal_eval(usual)


def test_the_limits_that_are_shown_are_those_that_hold() -> None:
    (limits,) = re.findall(r'"API_LIMITS",\s+cast=.*?,\s+default=(\{.*?\})', BASE, re.S)
    shown = [one for one in code() if one.words.startswith("API_LIMITS=")]
    assert shown
    for one in shown:
        given = dict(part.split("=") for part in one.words.partition("=")[2].strip('"').split(";"))
        assert {name: int(number) for name, number in given.items()} == ast.literal_eval(limits), one.where
