"""Which tests keep to one worker: journeys share a site and its browsers, scripts a browser, others a count of games.

pytest-xdist's own `loadgroup` marks a group in the name of a test, which pytest no longer lets it change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    import pytest

OPTIONS = ("-n", "3", "--dist", "loadgroup", "--durations=10")
"""Of pytest, for whoever runs many tests."""
TOGETHER = (
    "tests/journeys/", "tests/permissions/", "tests/scripts/", "tests/engines/order_and_chaos/test_coverage.py",
)  # fmt: skip


def together(nodeid: str) -> str:
    """The group of a test; most are a group of their own."""
    return next((group for group in TOGETHER if nodeid.startswith(group)), nodeid)


class Groups(LoadScopeScheduling):
    """Gives out groups of tests, the largest first: the journeys begin at once and the rest fills the time."""

    def _split_scope(self, nodeid: str) -> str:
        return together(nodeid)


def scheduler(config: pytest.Config, log: object) -> Groups | None:
    return Groups(config, log) if config.getvalue("dist") == "loadgroup" else None  # type: ignore[arg-type]
