"""A broker of our own for the length of a test run."""

from collections.abc import Iterator
from contextlib import contextmanager

from deploy.run import broker
from deploy.run.children import Children


@contextmanager
def running() -> Iterator[str]:
    """Start it; yield its URL."""
    children = Children()
    try:
        yield broker.start(children)
    finally:
        children.stop()
