"""What an attack is, and what it is aimed at."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property

from tests.load import site as running_site
from tests.load.site import Site

TIME_UNITS = ("ms", "s")
"""Of figures that are measured only in the full form."""


class Target:
    """The site under attack, started on PostgreSQL and a broker of its own when an attack first asks for it.

    Request and stream limits are those of production. After `site` was read, Django in this process uses its database.
    """

    def __init__(self, stack: ExitStack, *, full: bool) -> None:
        self.full = full
        """False in `make test`: the same attack, with fewer requests."""
        self._stack = stack

    @cached_property
    def site(self) -> Site:
        return self._stack.enter_context(running_site.running(durable=False, bots=True, limits=True, quick=not self.full))

    def times(self, small: int, full: int) -> int:
        """Return how often to repeat something in this form of the suite."""
        return full if self.full else small


@dataclass(frozen=True)
class Attack:
    """One attack: a script and the figure that it must hold."""

    name: str
    unit: str
    before: str
    """The figure before the defence was built, as measured."""
    limit: float
    """The figure may be at most this."""
    run: Callable[[Target], float]
