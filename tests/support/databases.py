"""Empty databases of both sorts; and what somebody does to one of SQLite who takes its guards away."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tapete.record.store.sqlite import library as sqlite3


def fresh_database(server: str, seed: str, *options: str) -> str:
    """Create a database on a PostgreSQL server, named after the seed, and return its address."""
    import psycopg
    from sqlalchemy import make_url

    name = "t" + hashlib.sha256(seed.encode()).hexdigest()[:20]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(" ".join((f'CREATE DATABASE "{name}"', *options)))
    return make_url(server).set(database=name).render_as_string(hide_password=False)


class Databases:
    """Makes empty databases of one sort; those of SQLite lie in a folder."""

    def __init__(self, sort: str, folder: Path, server: str) -> None:
        self.sort, self.folder, self.server, self.count = sort, folder, server, 0

    def fresh(self) -> str:
        self.count += 1
        if self.sort == "sqlite":
            return f"sqlite:///{self.folder}/hall{self.count}.db"
        return fresh_database(self.server, f"{self.folder}{self.count}")


@contextmanager
def unguarded(file: Path, *, guards: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a store of SQLite without its triggers and foreign keys; put the triggers back unless told otherwise."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA synchronous = OFF")  # it outlives no power cut
    with connection:
        kept = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in kept:
            connection.execute(f'DROP TRIGGER "{name}"')
        yield connection
        for _, made in kept if guards else ():
            connection.execute(made)
    connection.close()
