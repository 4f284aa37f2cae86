"""`make test-fast`: what a change breaks most often, in a minute, on SQLite and without a browser.

Everything else, and all of this again on PostgreSQL, is in `make test`.
"""

import sys

import pytest

from tests import sharing

PATHS = (
    "tests/engines", "tests/league/formats", "tests/league/drafts", "tests/league/event_pages/test_event_pages.py",
    "tests/league/ratings/test_elo.py", "tests/league/ratings/test_glicko2.py", "tests/matches/api/test_api.py",
    "tests/matches/test_clock.py", "tests/matches/actions/test_judging.py", "tests/matches/test_lifecycle.py", "tests/lint",
)  # fmt: skip
LEFT_OUT = "not browser and not processes and not postgres"


if __name__ == "__main__":
    sys.exit(pytest.main([*sharing.OPTIONS, "-n", "2", "--nomigrations", "-m", LEFT_OUT, *PATHS, *sys.argv[1:]]))
