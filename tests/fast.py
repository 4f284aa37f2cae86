"""`make test-fast`: what a change breaks most often, in two minutes, on SQLite and without a browser.

Everything else, and all of this again on PostgreSQL, is in `make test`.
"""

from __future__ import annotations

import sys

import pytest

PATHS = (
    "tests/engines",
    "tests/league/formats",
    "tests/league/drafts",
    "tests/league/event_pages/test_event_pages.py",
    "tests/league/test_page_queries.py",
    "tests/league/formats/test_standings.py",
    "tests/league/ratings/test_elo.py",
    "tests/league/ratings/test_glicko2.py",
    "tests/matches/test_api.py",
    "tests/matches/test_clock.py",
    "tests/matches/test_judging.py",
    "tests/matches/test_lifecycle.py",
    "tests/names",
)
LEFT_OUT = "not thorough and not browser and not processes and not postgres"


def main() -> int:
    return int(pytest.main(["-n", "2", "--dist", "loadgroup", "-m", LEFT_OUT, *PATHS, *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
