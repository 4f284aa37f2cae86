"""Prometheus metrics: counters of this process, and gauges of adjudication read from the database.

Prometheus scrapes every process. Gauges from the database are the same for all of them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, generate_latest, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from matches.queries.service_health import Pulse

own = CollectorRegistry()
ProcessCollector(registry=own)
GCCollector(registry=own)
BUCKETS = (0.01, 0.025, 0.05, 0.08, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
_answers = Histogram(
    "league_zero_request_seconds", "Time in Django, by method and status", ("method", "status"),
    registry=own, buckets=BUCKETS,
)  # fmt: skip
_errors = Counter("league_zero_errors", "Lines of the log at ERROR or above", ("logger",), registry=own)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def answered(method: str, status: str, seconds: float) -> None:
    """Count a response. Unknown methods share one label, so that clients cannot create new ones."""
    _answers.labels(method if method in METHODS else "other", f"{status[:1]}xx").observe(seconds)


class CountErrors(logging.Handler):
    """Counts log records of its level by logger."""

    def emit(self, record: logging.LogRecord) -> None:
        _errors.labels(record.name).inc()


def text(pulse: Pulse | None, streams: int) -> bytes:
    """Return all metrics in Prometheus' text format. Without a pulse (database down), only those of this process."""
    rows = CollectorRegistry()
    rows.register(_Told([*_of(pulse), _gauge("streams", "Open streams of this process", streams)]))
    return generate_latest(own) + generate_latest(rows)


def serve(address: str) -> None:
    """Serve the counters of a worker at host:port if an address is set. They contain nothing secret."""
    host, _, port = address.rpartition(":")
    if port:
        start_http_server(int(port), addr=host or "127.0.0.1", registry=own)


class _Told:
    """A collector of metrics that have already been computed."""

    def __init__(self, metrics: list[Metric]) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return iter(self.metrics)


def _of(pulse: Pulse | None) -> Iterator[Metric]:
    yield _gauge("database_up", "Whether the database answered this question", int(pulse is not None))
    if pulse is None:
        return
    matches = GaugeMetricFamily("league_zero_matches", "Matches that have not ended", labels=["status"])
    for status, count in pulse.matches.items():
        matches.add_metric([status], count)
    yield matches
    yield _gauge("submissions_waiting", "Submissions that are not judged yet", pulse.waiting)
    yield _gauge("oldest_wait_seconds", "How long the oldest of them has waited", pulse.oldest_wait_s)
    yield _gauge("flags_due", "Matches whose deadline has passed", pulse.flags_due)
    yield _gauge("flag_late_seconds", "How late the most overdue of them is", pulse.latest_flag_s)
    yield _gauge("bot_late_seconds", "How late the most overdue bot is", pulse.bot_late_s)
    yield CounterMetricFamily("league_zero_submissions", "Submissions stored, ever", value=pulse.submissions)
    judged = GaugeMetricFamily("league_zero_judging_seconds", "Arrival to judgement, last minute", labels=["quantile"])
    for name, share in (("0.5", 0.5), ("0.99", 0.99), ("1", 1.0)):
        if pulse.judged:
            judged.add_metric([name], pulse.judged[int(share * (len(pulse.judged) - 1))])
    yield judged
    silent = GaugeMetricFamily("league_zero_silent_seconds", "Time since a process of a kind beat", labels=["kind"])
    for kind, seconds in pulse.silent_s.items():
        silent.add_metric([kind], seconds)
    yield silent


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"league_zero_{name}", words, value=value)
