"""Which tests keep to one worker: those of a file share rows, journeys share a site and its browsers, scripts a browser.

pytest-xdist's own `loadgroup` marks a group in the name of a test, which pytest no longer lets it change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    import pytest

OPTIONS = ("-n", "3", "--dist", "loadgroup", "--durations=10")
"""Of pytest, for whoever runs many tests."""
TOGETHER = ("tests/journeys/", "tests/permissions/", "tests/scripts/")
"""Folders that share more than a file does."""


class Groups(LoadScopeScheduling):
    """Gives out groups of tests, the largest first: the journeys begin at once and the rest fills the time."""

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid.partition("::")[0])


def scheduler(config: pytest.Config, log: object) -> Groups | None:
    return Groups(config, log) if config.getvalue("dist") == "loadgroup" else None  # type: ignore[arg-type]
