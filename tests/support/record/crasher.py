"""A hall in a process of its own: appends entries without end and prints each version once it is acknowledged."""

import sys

from tapete.kernel import HOUSE
from tapete.record.canonical import canonical, sha256
from tapete.record.replay import restore
from tapete.record.source import StoreSource
from tapete.record.store import Append, StaleWriterError, open_store
from tests.support.record import toy
from tests.support.record.tables import GAME, TableActor


def main(url: str) -> None:
    with open_store(url) as store:
        actors = [TableActor(store.take_over(table), table) for table in ("t1", "t2")]
        print("ready", flush=True)
        for actor in actors:
            again = restore(GAME, StoreSource(store), actor.table, actor.sealer)
            actor.state, actor.head, actor.watch = again.state, again.head, again.watch
        number = actors[0].head.version
        try:
            while True:
                number += 1
                group = []
                for actor in actors:
                    what, by = (toy.Open(), HOUSE) if number == 1 else (toy.Stake(number), "ana")
                    turn, made = actor.compose(what, by, f"c{number}", f"answer {number}".encode())
                    actor.state, actor.head = turn.state, made.head
                    digest = sha256(canonical(made.entry.act))
                    group.append(Append(actor.writer, made, digest, actor.laid(made)))
                store.append_many(group)
                print(number, flush=True)
        except StaleWriterError:
            print("stale", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
