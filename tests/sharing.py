"""Which tests keep to one worker: those of a file share rows, journeys share a site and its browsers, scripts a browser.

pytest-xdist's own `loadgroup` marks a group in the name of a test, which pytest no longer lets it change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    import pytest
    from xdist.workermanage import WorkerController

OPTIONS = ("-n", "3", "--dist", "loadgroup", "--durations=10")
"""Of pytest, for whoever runs many tests."""
TOGETHER = ("tests/journeys/", "tests/permissions/", "tests/scripts/")
"""Folders that share more than a file does."""
LONG = ("tests/journeys/", "tests/permissions/", "tests/faults/", "tests/attacks/", "tests/scripts/", "tests/deploy/")
"""What takes long for its number of tests, so that it has to begin early."""


class Groups(LoadScopeScheduling):
    """Gives out groups of tests, the long ones first, then the largest, so that small ones fill the time at the end."""

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid.partition("::")[0])

    def _assign_work_unit(self, node: WorkerController) -> None:
        longest = next((scope for start in LONG for scope in self.workqueue if scope.startswith(start)), None)
        if longest is not None:
            self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)


def scheduler(config: pytest.Config, log: object) -> Groups | None:
    return Groups(config, log) if config.getvalue("dist") == "loadgroup" else None  # type: ignore[arg-type]
