"""The forger's tools: he has the database or a file, knows the formats, and puts everything back as it should look."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.catalogue import house_games
from tapete.house.acts import SellChips
from tapete.kernel import Accepted, Act, PersonId, fold
from tapete.live import Keys
from tapete.record.checkpoints import Authority, Checkpoint, sign_checkpoint
from tapete.record.codec import to_tree
from tapete.record.entry import GENESIS, canonical, sha256
from tapete.record.private import KeySealer
from tapete.record.recompute import replay
from tapete.record.source import open_source, write_export
from tapete.record.store import WriterRow, open_store
from tapete.record.store.rows import signed_writer
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.acts import BuyIn, Sit
from tests.support.databases import unguarded
from tests.support.house import ANA, CASHIER
from tests.support.live.evening import do
from tests.support.record.tampering.small_hall import TABLE, Copy, started

STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PRIZE = 1_000_000
Tree = dict[str, Any]
Change = Callable[[list[Tree]], object]
"""Changes the entries of a table, as trees, in place."""


def sql(copy: Copy, *statements: str, guards: bool = True) -> None:
    with unguarded(copy.db, guards=guards) as connection:
        for one in statements:
            assert connection.execute(one).rowcount, one


def declare_anew(copy: Copy, table: str, old: str, new: str) -> None:
    """Make a table anew with something declared otherwise, and put its rows back."""
    ((made,),) = rows(copy, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", table)
    changed = made.replace(old, new)
    assert changed != made, made
    columns = ", ".join(f'"{name}"' for (name,) in rows(copy, "SELECT name FROM pragma_table_info(?)", table))
    put = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM before"
    renamed = ("PRAGMA legacy_alter_table = ON", f"ALTER TABLE {table} RENAME TO before")
    sql(copy, *renamed, changed, put, "DROP TABLE before")


KEPT = ("checkpoints", "commands", "shoes", "entries", "writers")
"""Where rows of a table of the hall are kept."""


def forget_in_witness(copy: Copy, table: str = TABLE) -> None:
    lines = [line for line in copy.witness.read_text("utf-8").splitlines() if json.loads(line)["table"] != table]
    copy.witness.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def forget_house(copy: Copy) -> None:
    for name in KEPT:
        if rows(copy, f"SELECT 1 FROM {name} WHERE table_id = 'house'"):
            sql(copy, f"DELETE FROM {name} WHERE table_id = 'house'")
    forget_in_witness(copy, "house")


def forget_said(copy: Copy, table: str, where: str) -> None:
    """Delete checkpoints of a table, those ``where`` a condition holds, beside the record and in the witness."""
    here = f"table_id = '{table}' AND {where}"
    gone = {one for (one,) in rows(copy, f"SELECT signature FROM checkpoints WHERE {here}")}
    sql(copy, f"DELETE FROM checkpoints WHERE {here}")
    kept = [line for line in witness_lines(copy) if checkpoint_of(line).signature not in gone]
    copy.witness.write_bytes(b"".join(kept))


def rows(copy: Copy, query: str, *values: Any) -> list[Any]:
    connection = sqlite3.connect(copy.db)
    found = connection.execute(query, values).fetchall()
    connection.close()
    return found


def entries_of(copy: Copy, table: str = TABLE) -> list[Tree]:
    found = rows(copy, "SELECT body FROM entries WHERE table_id = ? ORDER BY version", table)
    return [json.loads(body) for (body,) in found]


def rechain(entries: list[Tree]) -> list[tuple[int, bytes, str]]:
    made = []
    prev = entries[0].get("continues", {}).get("hash", GENESIS) if entries else GENESIS
    for version, one in enumerate(entries, start=1):
        one["version"], one["prev"] = version, prev
        body = canonical(one)
        prev = sha256(body)
        made.append((version, body, prev))
    return made


def rewrite(copy: Copy, change: Change, table: str = TABLE) -> None:
    entries = entries_of(copy, table)
    change(entries)
    with unguarded(copy.db) as connection:
        kept = connection.execute("SELECT version, private, tag FROM entries WHERE table_id = ?", (table,))
        beside = {version: rest for version, *rest in kept}
        connection.execute("DELETE FROM entries WHERE table_id = ?", (table,))
        for version, body, digest in rechain(entries):
            entry = json.loads(body)
            private, tag = beside.get(version, (None, None))
            if entry["private"] and private is None:
                private = b"nothing that opens"
            row = (table, version, body, digest, private, tag)
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)
            order = "UPDATE commands SET version = ?, body_digest = ? WHERE table_id = ? AND command_id = ?"
            connection.execute(order, (version, sha256(canonical(entry["act"])), table, entry["command"]))


def append(copy: Copy, *, requests: bool = False, tag: str | None = None) -> None:
    """Let a stranger sit down and buy in for 10,000, in good order, as the engine decides it, and without any key."""
    source = open_source(str(copy.db))
    game = house_games()["punto-y-banca"]
    state = replay(game, source, TABLE, KeySealer(Keys.load(copy.key).sealing))
    source.close()
    last = entries_of(copy)[-1]
    version, prev = last["version"], sha256(canonical(last))
    for what in (Sit(9), BuyIn(PRIZE)):
        version += 1
        outcome = game.decide(state, Act(PersonId("eve"), what, game.step(state)))
        assert isinstance(outcome, Accepted)
        state = fold(game.evolve, state, outcome.events)
        act = to_tree(Act(PersonId("eve"), what))
        entry = {
            **last, "version": version, "prev": prev, "by": "eve", "act": act, "rests_on": list(outcome.rests_on),
            "events": [to_tree(event) for event in outcome.events], "chance": [], "openings": [], "private": None,
            "command": f"eve-{version}" if requests else None, "answer": sha256(b"") if requests else None,
        }  # fmt: skip
        body = canonical(entry)
        prev = sha256(body)
        kept = "NULL" if tag is None else f"'{tag}'"
        sql(copy, f"INSERT INTO entries VALUES ('{TABLE}', {version}, x'{body.hex()}', '{prev}', NULL, {kept})")
        if requests:
            digest = sha256(canonical(act))
            sql(copy, f"INSERT INTO commands VALUES ('{TABLE}', 'eve-{version}', {version}, '{digest}', x'')")


def sign_as_stranger(copy: Copy, table: str = TABLE) -> None:
    """Sign where the table stands now with a key of one's own."""
    with open_store(str(copy.db)) as store:
        head = store.head(table)
        time = entries_of(copy, table)[-1]["time"]
        writer = store.writer(table)
        epoch = 1 if writer is None else writer.epoch
        said = Checkpoint(table, head.version, head.hash, time, "", epoch=epoch, is_closed=True)
        store.put_checkpoint(sign_checkpoint(STRANGER, said))


def won_lines(entry: Tree) -> list[Tree]:
    settled = (event for event in entry["events"] if event["event"] == "coup-settled@1")
    return [line for event in settled for line in event["lines"] if line["outcome"] == "won"]


def raise_prize(entries: list[Tree]) -> None:
    next(line for one in entries for line in won_lines(one))["won"] += PRIZE


def purchases(entries: list[Tree]) -> list[int]:
    kinds = ({"bought-in@1", "chips-brought@1"} & {event["event"] for event in one["events"]} for one in entries)
    return [number for number, found in enumerate(kinds) if found]


def without_twin(entries: list[Tree]) -> None:
    entries.pop(purchases(entries)[-1])


def raise_amount(entries: list[Tree], by: int) -> None:
    """Raise the amount of the last purchase, as far as the entry goes: in its act and in its event."""
    one = entries[purchases(entries)[-1]]
    what = one["act"]["what"]
    for tree in (*one["events"], *what.get("moves", (what,))):
        tree["amount"] += by


def take_unnamed(entries: list[Tree]) -> None:
    """Let somebody take chips off a table, told to the house by nobody."""
    last = entries[purchases(entries)[-1]]
    (move,) = last["act"]["what"]["moves"]
    taken = {"person": move["person"], "table": move["table"], "amount": 100}
    act = {**last["act"], "what": {"act": "take-chips", **taken}}
    entries.append({**last, "act": act, "events": [{"event": "chips-taken@1", **taken}], "rests_on": []})


def open_early(entries: list[Tree]) -> None:
    """Publish what opens the second ball with the first one."""
    first, second, *_ = (one for one in entries if one["openings"])
    (of_first,), (of_second,) = first["openings"], second["openings"]
    of_first["cards"] = [*of_first["cards"], *of_second["cards"]]


def openings_of_days(entries: list[Tree]) -> list[int]:
    return [number for number, one in enumerate(entries) if one["act"]["what"]["act"] == "open-day"]


def raise_balance(entries: list[Tree]) -> None:
    """Let somebody begin the second day with 100 € more in his purse, and the safe with as much less."""
    carried = entries[openings_of_days(entries)[1]]["events"][0]["balances"]
    carried["person:ana"] += 10_000
    carried["safe-chips"] -= 10_000


def without_day(entries: list[Tree]) -> None:
    _, second, third = openings_of_days(entries)
    del entries[second:third]


def swap_days(entries: list[Tree]) -> None:
    _, second, third = openings_of_days(entries)
    entries[second:] = [*entries[third:], *entries[second:third]]


def go_on_elsewhere(entries: list[Tree]) -> None:
    entries[0]["continues"] |= {"hash": "ab" * 32}


def blind(entries: list[Tree]) -> None:
    """Make a coup that somebody won blind: no face, no opening, private parts that nobody opens. Raise its prize."""
    settled = next(number for number, one in enumerate(entries) if won_lines(one))
    kinds = [{event["event"] for event in one["events"]} for one in entries[:settled]]
    opened = max(number for number, found in enumerate(kinds) if "bets-opened@1" in found)
    for one in entries[opened : settled + 1]:
        one["openings"] = []
        dealt = [event for event in one["events"] if "face" in event] + [act["what"] for act in one["chance"]]
        for tree in dealt:
            tree["face"] = None
        for event in one["events"]:
            if "faces" in event:
                event["faces"] = []
        if dealt or one["private"]:
            one["private"] = sha256(b"nothing")
    raise_prize(entries)


def buy_unseen(entries: list[Tree]) -> None:
    """Make a coup blind, end the record before it is settled, and let somebody buy chips for nothing in the midst."""
    settled = next(number for number, one in enumerate(entries) if won_lines(one))
    blind(entries)
    del entries[settled:]
    entries[-1]["events"].append({"event": "bought-in@1", "person": "eve", "amount": PRIZE})


def put_out(copy: Copy, *, private: bool = False) -> None:
    source = open_source(str(copy.db))
    sealer = KeySealer(Keys.load(copy.key).sealing) if private else None
    write_export(source, TABLE, copy.export, sealer)
    source.close()


def edit_export(copy: Copy, change: Callable[[Tree, list[Tree]], object], *, private: bool = False) -> None:
    put_out(copy, private=private)
    head, *lines = (json.loads(line) for line in copy.export.read_text("utf-8").splitlines())
    change(head, lines)
    copy.export.write_bytes(b"".join(canonical(one) + b"\n" for one in (head, *lines)))


def as_of_before(head: Tree, lines: list[Tree]) -> None:
    """Leave of an export what it held when the hall had signed for the first time after it was opened."""
    said = sorted(one["version"] for one in head["checkpoints"])
    last = next(one for one in said if 0 < one < said[-1])
    head["checkpoints"] = [one for one in head["checkpoints"] if one["version"] <= last]
    del lines[last + 1 :]


def rewrite_export(copy: Copy, change: Change, *, strip: bool = True) -> None:
    """Change the entries of an export and chain them anew; strip signatures and tags, which would not fit."""

    def both(head: Tree, lines: list[Tree]) -> None:
        entries = [line["entry"] for line in lines]
        change(entries)
        del lines[len(entries) :]
        for line, (_, body, digest) in zip(lines, rechain(entries), strict=True):
            line["entry"], line["hash"] = json.loads(body), digest
            if strip:
                line.pop("tag", None)
        if strip:
            head["checkpoints"] = []

    edit_export(copy, both)


def witness_lines(copy: Copy) -> list[bytes]:
    return copy.witness.read_bytes().splitlines(keepends=True)


def checkpoint_of(line: bytes) -> Checkpoint:
    return msgspec.json.decode(line, type=Checkpoint)


def signed_line(line: bytes) -> bytes:
    """Return a line of the witness as a stranger would write it, of a later writer."""
    said = msgspec.structs.replace(checkpoint_of(line), epoch=9)
    return canonical(msgspec.to_builtins(sign_checkpoint(STRANGER, said))) + b"\n"


def change_key(copy: Copy) -> None:
    copy.key.unlink()
    Keys.load(copy.key)


def break_line(copy: Copy) -> None:
    put_out(copy)
    lines = copy.export.read_bytes().splitlines(keepends=True)
    copy.export.write_bytes(b"".join([*lines[:5], b"not json\n", *lines[6:]]))


def cut_day(copy: Copy, *, witness: bool) -> None:
    for table, last in rows(copy, "SELECT table_id, max(version) FROM checkpoints WHERE epoch = 1 GROUP BY table_id"):
        here = f"WHERE table_id = '{table}'"
        later = (f"DELETE FROM {one} {here} AND version > {last}" for one in ("commands", "entries"))
        sql(copy, f"DELETE FROM checkpoints {here} AND epoch > 1", *later)
    if witness:
        copy.witness.write_bytes(b"".join(line for line in witness_lines(copy) if checkpoint_of(line).epoch == 1))


def forge_hall(copy: Copy) -> None:
    """Tag, sign and witness everything anew, as a hall with another key would have done it."""
    other = Authority(bytes(32), STRANGER)
    for version, table, digest in rows(copy, "SELECT version, table_id, hash FROM entries"):
        tag = other.tag(digest)
        sql(copy, f"UPDATE entries SET tag = '{tag}' WHERE table_id = '{table}' AND version = {version}")
    for table, epoch in rows(copy, "SELECT table_id, epoch FROM writers"):
        row = signed_writer(WriterRow(table, epoch), other)
        sql(copy, f"UPDATE writers SET key = '{row.key}', signature = '{row.signature}' WHERE table_id = '{table}'")
    said = [sign_checkpoint(STRANGER, checkpoint_of(line)) for line in witness_lines(copy)]
    sql(copy, "DELETE FROM checkpoints")
    with open_store(str(copy.db)) as store:
        store.put_checkpoints(said)
    copy.witness.write_bytes(b"".join(canonical(msgspec.to_builtins(one)) + b"\n" for one in said))


async def _start_again(copy: Copy, *, sign: bool) -> None:
    hall = await started(copy.folder, 2)
    assert not hall.parked_tables
    await hall.stop(sign=sign)


def start_again(copy: Copy, *, sign: bool = True) -> None:
    """Let the hall start on its store once more, and close; or die once more."""
    asyncio.run(_start_again(copy, sign=sign))


async def _go_on_in_house(copy: Copy) -> None:
    hall = await started(copy.folder, 1)
    await do(hall.house, CASHIER, SellChips(ANA, 10_000))
    await do(hall.house, CASHIER, SellChips(ANA, 20_000))
    await do(hall.tables[TABLE], ANA, BuyIn(10_000))
    await hall.stop(sign=False)


def kill_in_house(copy: Copy) -> None:
    """Let a hall with a house start, sell chips, change some at the table, and die without a signature."""
    asyncio.run(_go_on_in_house(copy))


def cut_tail(copy: Copy, count: int, *tables: str) -> None:
    for table in tables:
        ((last,),) = rows(copy, "SELECT max(version) FROM entries WHERE table_id = ?", table)
        where = f"WHERE table_id = '{table}' AND version > {last - count}"
        asked = rows(copy, f"SELECT 1 FROM commands {where}")
        sql(copy, *([f"DELETE FROM commands {where}"] if asked else []), f"DELETE FROM entries {where}")


def say_closed(copy: Copy, *, signer: Ed25519PrivateKey | None = None) -> None:
    """Let the second writer say that he closed, beside the record and in the witness; or a ``signer`` says it anew."""
    lines = [checkpoint_of(line) for line in witness_lines(copy)]
    for at, one in enumerate(lines):
        if one.table == TABLE and one.epoch == 2:
            lines[at] = msgspec.structs.replace(one, is_closed=True)
            lines[at] = lines[at] if signer is None else sign_checkpoint(signer, lines[at])
    copy.witness.write_bytes(b"".join(canonical(msgspec.to_builtins(one)) + b"\n" for one in lines))
    sql(copy, f"DELETE FROM checkpoints WHERE table_id = '{TABLE}' AND epoch = 2")
    with open_store(str(copy.db)) as store:
        store.put_checkpoints([one for one in lines if one.table == TABLE and one.epoch == 2])
