"""Files of code: none is too long; one script writes dates; acts of logs have a text."""

import re
from collections.abc import Iterator
from pathlib import Path

from league.leagues.log_words import ACTS

ROOT = Path(__file__).resolve().parents[2]
TOP = ("deploy", "docs", "engines", "league", "matches", "templates", "tests")
KINDS = (".py", ".js", ".css", ".html")
NOT_OURS = ("/migrations/", "/vendor/", "docs/examples/league_zero/", "/catalogues/")
"""Made by programs, or by others."""
MOST_LINES = 400
DATES = re.compile(r"\.toLocale(Date|Time)?String\(|Intl\.DateTimeFormat")
KIND_OF_DATE = re.compile(r'data-local="(?!(?:both|date|time|weekday|relative)")')
"""Those that templates may ask of site/dates.js are in brackets."""
ACT = re.compile(r'\blog_action\(\s*event, by, "([a-z.-]+)"')
WRITES_DATES = "matches/static/site/dates.js"


def find_faults() -> Iterator[str]:
    for file in (file for top in TOP for file in sorted((ROOT / top).rglob("*.*"))):
        name = str(file.relative_to(ROOT))
        if file.suffix in KINDS and not any(part in f"/{name}" for part in NOT_OURS):
            yield from _faults(name, file.read_text(encoding="utf-8"))


def _faults(name: str, text: str) -> Iterator[str]:
    if text.count("\n") > MOST_LINES:
        yield f"{name}: has more than {MOST_LINES} lines. Divide it."
    if "/static/" in name and name != WRITES_DATES and DATES.search(text):
        yield f"{name}: writes a date. Let site/dates.js write it."
    if name.startswith("templates/") and KIND_OF_DATE.search(text):
        yield f"{name}: asks for a kind of date that site/dates.js does not know."
    if name.startswith("league/"):
        yield from (f"{name}: {act} has no text in league/leagues/log_words.py." for act in set(ACT.findall(text)) - set(ACTS))
