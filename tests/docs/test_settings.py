"""What a site is started with is told to its operator, and nothing is told that no process reads."""

import os
import re
import subprocess
import sys

import pytest

from deploy.settings.env import ROOT
from deploy.settings.limits import DEFAULT_QUOTAS, DEFAULT_RATES
from tests.docs.blocks import blocks, code

READ = re.compile(r"""(?:\benv(?:\.[a-z_]+)?\(|\bos\.environ(?:\.get\(|\[))\s*["']([A-Z][A-Z_]+)["']""")
IN_FILES = re.compile(r"\{?\$\{?([A-Z][A-Z_]+)[:}]")
SET = re.compile(r"^([A-Z][A-Z_]+)=")
NAMED = re.compile(r"\b([A-Z]{2,}(?:_[A-Z]+)+)\b|`([A-Z]{4,})`|\b([A-Z]{4,})=")
"""A name of one word is told as code or with a value: HTTPS alone is a word of prose."""
NOBODY_SETS = {"DJANGO_SETTINGS_MODULE", "NOTIFY_SOCKET"}
"""Ours or the supervisor's to set."""
OF_OTHERS = {
    "PGOPTIONS", "FORWARDED_ALLOW_IPS", "FIDE_DUTCH", "NO_INSTALL", "SITE_NAME", "ARENA", "ARGS", "BALANCE", "RATINGS", "WHOLE",
    "LEAGUE_ZERO_TOKEN",
}  # fmt: skip
"""PostgreSQL's, the web server's, words of other kinds, what the Makefile and the tests read, and players' programs."""
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


def test_the_quotas_and_rates_that_are_told_are_those_that_hold() -> None:
    assert {name: int(number.replace(",", "")) for name, number in defaults("Quotas").items()} == DEFAULT_QUOTAS
    assert defaults("Rate limits") == DEFAULT_RATES


def defaults(heading: str) -> dict[str, str]:
    """Return names and defaults of the table below this heading of the operator's guide."""
    section = OPERATING.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    return dict(re.findall(r"^\| `([a-z_]+)` \| (\S+) \|", section, re.M))


def started(rates: str) -> subprocess.CompletedProcess[str]:
    shown = "limits.RATE_LIMITS['person'], limits.RATE_LIMITS['token'], 'reading' in limits.RATE_LIMITS"
    start = [sys.executable, "-c", f"from deploy.settings import limits; print({shown})"]
    return subprocess.run(
        start, env={**os.environ, "RATE_LIMITS": rates}, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("given", ["person=lots", "person=0/m", "persons=10/m", "person=10/w", "password_here=10"])
def test_a_rate_that_cannot_be_read_is_refused_at_the_start(given: str) -> None:
    done = started(given)
    assert (done.returncode, given.partition("=")[0] in done.stderr) == (1, True)


def test_rates_that_are_not_named_keep_their_numbers() -> None:
    assert started("person=5/30s;reading=off").stdout.strip() == "(5, 30) (600, 60) False"
