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
    from matches.queries.service_health import ServiceMetrics

process_registry = CollectorRegistry()
ProcessCollector(registry=process_registry)
GCCollector(registry=process_registry)
BUCKETS = (0.01, 0.025, 0.05, 0.08, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
_responses = Histogram(
    "league_zero_request_seconds", "Time in Django, by method and status", ("method", "status"),
    registry=process_registry, buckets=BUCKETS,
)  # fmt: skip
_errors = Counter("league_zero_errors", "Log lines at ERROR or above", ("logger",), registry=process_registry)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def count_response(method: str, status: str, seconds: float) -> None:
    """Count a response. Unknown methods share one label, so that clients cannot create new ones."""
    _responses.labels(method if method in METHODS else "other", f"{status[:1]}xx").observe(seconds)


class CountErrors(logging.Handler):
    """Log handler that counts records of its level by logger."""

    def emit(self, record: logging.LogRecord) -> None:
        _errors.labels(record.name).inc()


def render_text(service: ServiceMetrics | None, streams: int) -> bytes:
    """Return all metrics in Prometheus' text format. Without a pulse (database down), only those of this process."""
    service_registry = CollectorRegistry()
    service_registry.register(
        _ComputedMetrics([*_service_metrics(service), _gauge("streams", "Open streams in this process", streams)])
    )
    return generate_latest(process_registry) + generate_latest(service_registry)


def serve(address: str) -> None:
    """Serve the counters of a worker at host:port if an address is set. They contain nothing secret."""
    host, _, port = address.rpartition(":")
    if port:
        start_http_server(int(port), addr=host or "127.0.0.1", registry=process_registry)


class _ComputedMetrics:
    """A collector of metrics that have already been computed."""

    def __init__(self, metrics: list[Metric]) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return iter(self.metrics)


def _service_metrics(service: ServiceMetrics | None) -> Iterator[Metric]:
    yield _gauge("database_up", "Whether the database is reachable", int(service is not None))
    if service is None:
        return
    matches = GaugeMetricFamily("league_zero_matches", "Unfinished matches", labels=["status"])
    for status, count in service.matches.items():
        matches.add_metric([status], count)
    yield matches
    yield _gauge("submissions_waiting", "Submissions waiting for adjudication", service.waiting)
    yield _gauge("oldest_wait_seconds", "Age of the oldest waiting submission", service.oldest_wait_s)
    yield _gauge("flags_due", "Matches whose deadline has passed", service.flags_due)
    yield _gauge("flag_late_seconds", "Delay of the most overdue match", service.latest_flag_s)
    yield _gauge("bot_late_seconds", "Delay of the most overdue bot", service.bot_late_s)
    yield CounterMetricFamily("league_zero_submissions", "Submissions stored in total", value=service.submissions)
    adjudicated = GaugeMetricFamily("league_zero_judging_seconds", "Arrival to verdict, last minute", labels=["quantile"])
    for name, share in (("0.5", 0.5), ("0.99", 0.99), ("1", 1.0)):
        if service.judged:
            adjudicated.add_metric([name], service.judged[int(share * (len(service.judged) - 1))])
    yield adjudicated
    silent = GaugeMetricFamily("league_zero_silent_seconds", "Time since the last heartbeat", labels=["kind"])
    for kind, seconds in service.silent_s.items():
        silent.add_metric([kind], seconds)
    yield silent


def _gauge(name: str, description: str, value: float) -> Metric:
    return GaugeMetricFamily(f"league_zero_{name}", description, value=value)
