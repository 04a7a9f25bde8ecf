"""Counts of a hall in the text format of Prometheus.

No label names a table, a person, an amount or a card, and nothing is timed by table: what a monitor keeps for months
must not tell who played, or what somebody held. ``LABELS`` are all labels and values there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from litestar.datastructures import State
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

import tapete
from tapete.catalogue import entries
from tapete.house.terms import KEY
from tapete.live.hall import READINESS_CODES
from tapete.live.security_log import CODES, EVENTS
from tapete.live.telemetry import BOUNDS, NAMED_REFUSALS, RULES, Durations

CONTENT_TYPE: Final = "text/plain; version=0.0.4"

LABELS: Final[dict[str, frozenset[str]]] = {
    "game": frozenset((*entries(), KEY, "other")),
    "outcome": frozenset(("accepted", "ruled", "refused", "repeated")),
    "refusal": NAMED_REFUSALS | {RULES},
    "event": CODES | {"other"},
    "state": frozenset(("open", "set-aside", "lost")),
    "whose": frozenset(("public", "place")),
    "code": READINESS_CODES,
    "version": frozenset((tapete.__version__,)),
}
"""Every label with every value that it may have; ``le`` of a histogram is a bound."""


class HallCollector(Collector):
    """Reads the counts of a hall, and of the application over it, whenever somebody asks."""

    def __init__(self, state: State) -> None:
        self._state = state

    def collect(self) -> Iterable[Metric]:
        version = {(tapete.__version__,): 1}
        yield _counted("tapete_build_info", "What runs here.", GaugeMetricFamily, ("version",), version)
        yield from self._readiness()
        yield from self._play()
        yield from self._record()
        yield from self._edge()
        events = {(code,): count for code, count in EVENTS.counts.items()}
        yield _counted("tapete_security_events", "Security events.", CounterMetricFamily, ("event",), events)

    def _readiness(self) -> Iterator[Metric]:
        found, free = self._state.readiness, self._state.free_bytes
        if found is not None:
            wrong = {(code,): int(code in found.codes) for code in READINESS_CODES}
            yield _counted("tapete_not_ready", "1 where this is wrong.", GaugeMetricFamily, ("code",), wrong)
        if free is not None:
            yield _number("tapete_disk_free_bytes", "Room on the disk of the record.", GaugeMetricFamily, free)

    def _play(self) -> Iterator[Metric]:
        counts = self._state.hall.telemetry
        acts: dict[tuple[str, ...], float] = {}
        for (game, outcome), count in counts.acts.items():
            name = (game if game in LABELS["game"] else "other", outcome)
            acts[name] = acts.get(name, 0) + count
        yield _counted("tapete_acts", "Acts that were answered.", CounterMetricFamily, ("game", "outcome"), acts)
        refused = {(code,): count for code, count in counts.refusals.items()}
        yield _counted("tapete_refusals", "Acts that were refused.", CounterMetricFamily, ("refusal",), refused)
        lost = len(counts.lost_tables)
        tables = {
            ("open",): len(self._state.hall.tables) - sum(one in self._state.hall.tables for one in counts.lost_tables),
            ("set-aside",): len(self._state.hall.parked_tables),
            ("lost",): lost,
        }
        yield _counted("tapete_tables", "Tables by what becomes of them.", GaugeMetricFamily, ("state",), tables)

    def _record(self) -> Iterator[Metric]:
        hall = self._state.hall
        now, writer = hall.clock.monotonic(), hall.writer
        yield _number("tapete_entries", "Entries stored.", CounterMetricFamily, writer.stored)
        yield _histogram("tapete_commit_seconds", "Time of a commit.", writer.commit_times)
        if writer.committed_at is not None:
            age = now - writer.committed_at
            yield _number("tapete_commit_age_seconds", "Time since the last commit.", GaugeMetricFamily, age)
        signed = now - hall.signer.signed_at
        yield _number("tapete_signature_age_seconds", "Time since all was signed.", GaugeMetricFamily, signed)

    def _edge(self) -> Iterator[Metric]:
        streams, connections = self._state.streams, self._state.connections
        shown = {("public",): streams.public, ("place",): streams.open - streams.public}
        yield _counted("tapete_streams", "Pages that follow a table.", GaugeMetricFamily, ("whose",), shown)
        sessions = self._state.sessions.count
        yield _number("tapete_sessions", "Sessions at tables.", GaugeMetricFamily, sessions)
        if connections is not None:
            there = {("public",): connections.public, ("place",): len(connections) - connections.public}
            yield _counted("tapete_connections", "Connections.", GaugeMetricFamily, ("whose",), there)
            away = connections.turned_away
            yield _number("tapete_refused_connections", "Connections without room.", CounterMetricFamily, away)


def registry_of(state: State) -> CollectorRegistry:
    """Return a registry of one hall, with what the process itself uses."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(HallCollector(state))
    ProcessCollector(registry=registry)
    return registry


def text_of(registry: CollectorRegistry) -> bytes:
    return generate_latest(registry)


def _counted(name: str, about: str, kind: Any, labels: tuple[str, ...], counts: Mapping[Any, float]) -> Metric:
    family = kind(name, about, labels=labels)
    for values, count in sorted(counts.items()):
        family.add_metric(values, count)
    made: Metric = family
    return made


def _number(name: str, about: str, kind: Any, value: float) -> Metric:
    made: Metric = kind(name, about, value=value)
    return made


def _histogram(name: str, about: str, times: Durations) -> Metric:
    running, buckets = 0, list[tuple[str, float]]()
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), times.counts, strict=True):
        running += count
        buckets.append((bound, running))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=times.total)
