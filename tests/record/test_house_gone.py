"""A store that says it is a house's has the record of the house; one that has lost it is told apart from any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tapete.house.terms import KEY
from tapete.record.source import StoreSource
from tapete.record.store import open_store

HOUSE = "INSERT INTO houses VALUES (1, 'Casino de prueba', '2026-01-02T20:00:00+00:00')"


@pytest.mark.parametrize(
    ("is_house", "tables", "faults"),
    [
        (False, (), ()),
        (False, ("mesa-1",), ()),
        (True, (), (("house-gone", {}),)),
        (True, ("mesa-1",), (("house-gone", {}),)),
        (True, ("mesa-1", KEY), ()),
    ],
)
def test_of_a_house_s_store_its_own_record_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_house: bool, tables: tuple[str, ...], faults: object
) -> None:
    url = f"sqlite:///{tmp_path}/hall.db"
    open_store(url).close()
    if is_house:
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.exec_driver_sql(HOUSE)
        engine.dispose()
    monkeypatch.setattr(StoreSource, "tables", lambda _: tables)
    with open_store(url) as store:
        assert StoreSource(store).guard_faults() == faults
