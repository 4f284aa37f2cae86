from collections.abc import Callable, Iterator
from typing import Any

import pytest

from matches import pubsub, server_time
from tests.wire.streams import Exchange
from tests.wire.table import START, Hand, Table

Lay = Callable[..., Table]


@pytest.fixture
def lay(db: None, unlimited: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Lay]:
    """Lay a table of a game; the clock of the site moves by hand, and hints go straight to the streams."""
    settings.MATCH_CLOCK = "host"
    exchange = Exchange()
    monkeypatch.setattr(Hand, "at", START)
    monkeypatch.setattr(server_time, "datetime", Hand)
    monkeypatch.setattr(pubsub, "publish", exchange.publish)
    monkeypatch.setattr(pubsub, "_enqueue_now", lambda *_: None)
    for place in ("stream.hub", "stream.heartbeat", "stream.in_flight"):  # streams read in the test's own transaction
        monkeypatch.setattr(f"matches.{place}.close_old_connections", lambda: None)
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)

    def make(key: str, options: dict[str, Any] | None = None, seats: int = 2, **more: Any) -> Table:
        return Table(key, options or {}, seats, exchange, **more)

    yield make
    exchange.close()
