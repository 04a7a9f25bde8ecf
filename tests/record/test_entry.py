import msgspec
import pytest

from tapete.record.entry import BadEntryError, Entry, read_entry
from tests.support.record.tables import TIME, TableActor, play


def entry(**fields: object) -> Entry:
    base = {"table": "t", "game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    return Entry(**{**base, **fields})


def test_body_round_trips_byte_for_byte() -> None:
    for made in play(TableActor()).made:
        assert read_entry(made.entry.body()) == made.entry
        assert made.entry.hash() == made.hash


@pytest.mark.parametrize("time", ["2026-01-02T03:04:05", "2026-01-02", "now", ""])
def test_time_has_an_offset(time: str) -> None:
    with pytest.raises(BadEntryError):
        entry(time=time)


@pytest.mark.parametrize("wrong", [{"version": 0}, {"epoch": 0}, {"format": 2}])
def test_impossible_entries_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadEntryError):
        entry(**wrong)


def test_other_spellings_of_the_same_entry_are_refused() -> None:
    body = entry().body()
    for other in (body + b" ", body.replace(b'"act":{}', b'"act": {}'), msgspec.json.encode(entry())):
        with pytest.raises(BadEntryError):
            read_entry(other)


@pytest.mark.parametrize(
    "change", [(b'"version":1', b'"version":"1"'), (b'"version":1', b'"version":1,"x":1'), (b'"epoch":1,', b"")]
)
def test_entries_are_read_strictly(change: tuple[bytes, bytes]) -> None:
    body = entry().body()
    assert change[0] in body
    with pytest.raises(BadEntryError):
        read_entry(body.replace(*change))
