"""Rows of names, as anybody writes and reads them who has the database alone."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from tapete.record.store import Reader, Store, schema


def name_person(store: Store, pseudonym: str, name: str = "") -> None:
    """Put a name in place of the one behind a pseudonym; an empty one is none."""
    with store.writing() as connection:
        connection.execute(delete(schema.people).where(schema.people.c.pseudonym == pseudonym))
        if name:
            connection.execute(insert(schema.people).values(pseudonym=pseudonym, name=name))


def name_of(store: Reader, pseudonym: str) -> str | None:
    """Return the name behind a pseudonym."""
    with store.reading() as connection:
        found: str | None = connection.scalar(
            select(schema.people.c.name).where(schema.people.c.pseudonym == pseudonym)
        )
    return found
