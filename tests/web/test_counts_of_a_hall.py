"""The counts of a hall as a monitor reads them: every line of them, of a hall whose numbers are all different."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

import tapete
from tapete.live import security_log
from tapete.live.telemetry import BOUNDS, Durations
from tapete.web.operations.metrics import CONTENT_TYPE, registry_of, text_of


class Door:
    """A door with seven connections, three of them the public's."""

    public, turned_away = 3, 11

    def __len__(self) -> int:
        return 7


def state(**changes: Any) -> Any:
    times = Durations()
    times.counts[:] = [*range(1, len(BOUNDS) + 2)]
    times.total = 12.5
    hall = SimpleNamespace(
        telemetry=SimpleNamespace(
            acts={("bingo", "accepted"): 5, ("parchís", "refused"): 2, ("ludo", "refused"): 4, ("house", "ruled"): 1},
            refusals={"rules": 6},
            lost_tables={"una", "otra"},
        ),
        tables={"una": None, "dos": None, "tres": None, "cuatro": None},
        parked_tables={"rota": None},
        clock=SimpleNamespace(monotonic=lambda: 100.0),
        writer=SimpleNamespace(stored=42, commit_times=times, committed_at=90.0),
        signer=SimpleNamespace(signed_at=75.0),
    )
    fields = {"hall": hall, "streams": SimpleNamespace(open=9, public=5), "door": Door()}
    return SimpleNamespace(**{**fields, "sessions": SimpleNamespace(count=8), **changes})


def told(of: Any) -> list[str]:
    """Return the lines about a hall, without what is said of its process and when a count began."""
    lines = text_of(registry_of(of)).decode().splitlines()
    return [one for one in lines if "process_" not in one and "_created" not in one]


BUCKETS = [
    f'tapete_commit_seconds_bucket{{le="{bound}"}} {float(sum(range(1, number + 2)))}'
    for number, bound in enumerate((*map(str, BOUNDS), "+Inf"))
]


def counted(name: str, about: str, kind: str, *lines: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *(f"{name}{one}" for one in lines)]


WHOLE = [
    *counted("tapete_build", "What runs here.", "gauge", f'{{version="{tapete.__version__}"}} 1.0'),
    *counted(
        "tapete_acts_total",
        "Acts that were answered.",
        "counter",
        '{game="bingo",outcome="accepted"} 5.0',
        '{game="house",outcome="ruled"} 1.0',
        '{game="other",outcome="refused"} 6.0',
    ),
    *counted("tapete_refusals_total", "Acts that were refused.", "counter", '{refusal="rules"} 6.0'),
    *counted(
        "tapete_tables",
        "Tables by what becomes of them.",
        "gauge",
        '{state="lost"} 2.0',
        '{state="open"} 3.0',
        '{state="set-aside"} 1.0',
    ),
    *counted("tapete_entries_total", "Entries stored.", "counter", " 42.0"),
    "# HELP tapete_commit_seconds Time of a commit.",
    "# TYPE tapete_commit_seconds histogram",
    *BUCKETS,
    f"tapete_commit_seconds_count {float(sum(range(1, len(BOUNDS) + 2)))}",
    "tapete_commit_seconds_sum 12.5",
    *counted("tapete_commit_age_seconds", "Time since the last commit.", "gauge", " 10.0"),
    *counted("tapete_signature_age_seconds", "Time since all was signed.", "gauge", " 25.0"),
    *counted("tapete_streams", "Pages that follow a table.", "gauge", '{whose="place"} 4.0', '{whose="public"} 5.0'),
    *counted("tapete_sessions", "Sessions at tables.", "gauge", " 8.0"),
    *counted("tapete_connections", "Connections.", "gauge", '{whose="place"} 4.0', '{whose="public"} 3.0'),
    *counted("tapete_refused_connections_total", "Connections without room.", "counter", " 11.0"),
    *counted("tapete_security_events_total", "Security events.", "counter", '{event="door-full"} 3.0'),
]


@pytest.fixture(autouse=True)
def events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the door have been full three times, and nothing else have happened."""
    monkeypatch.setattr(security_log, "EVENTS", SimpleNamespace(counts=Counter({"door-full": 3})))


def test_every_count_of_a_hall_is_told_with_its_name_and_its_labels() -> None:
    assert told(state()) == WHOLE
    assert CONTENT_TYPE == "text/plain; version=0.0.4; charset=utf-8"


def test_a_hall_without_a_door_of_its_own_tells_of_no_connections() -> None:
    assert told(state(door=None)) == [one for one in WHOLE if "connections" not in one.lower()]


def test_before_its_first_commit_a_hall_tells_no_age_of_it() -> None:
    new = state()
    new.hall.writer.committed_at = None
    assert told(new) == [one for one in WHOLE if "commit_age" not in one]
