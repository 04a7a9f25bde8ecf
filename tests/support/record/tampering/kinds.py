"""Every kind of tampering: where, what is done, and what is found with key, witness and trusted key; without codes
it cannot be shown by the record itself, and docs/audit.md says so.
"""

import shutil
import tomllib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from tests.support import ROOT
from tests.support.record.tampering import tools
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy
from tests.support.record.tampering.tools import edit_export, rewrite, rewrite_export, sql

Doing = Callable[[Copy], object]


class Tampering(NamedTuple):
    """One kind. ``base`` is the hall that is tampered with; ``export`` says that a file is audited, not the store."""

    name: str
    place: str
    does: str
    doing: Doing
    codes: frozenset[str]
    base: str = "closed"
    export: bool = False


KINDS: list[Tampering] = []
HERE = f"table_id = '{TABLE}'"
LAST = f"(SELECT max(version) FROM entries WHERE {HERE})"
SIGNED = f"(SELECT max(version) FROM checkpoints WHERE {HERE})"
SECRET = f"(SELECT min(version) FROM entries WHERE {HERE} AND private IS NOT NULL)"
ASKED = f"(SELECT max(version) FROM commands WHERE {HERE})"
PLACES_OF = {"last": LAST, "signed": SIGNED, "secret": SECRET, "asked": ASKED, "here": HERE, "table": TABLE}
PLACES_OF |= {"other": OTHER}


def kind(place: str, name: str, does: str, codes: str, doing: Doing, *, base: str = "closed") -> None:
    export = place == "export"
    KINDS.append(Tampering(name, place, does, doing, frozenset(codes.split()), base, export))


def _statement(text: str) -> str:
    for name, meant in PLACES_OF.items():
        text = text.replace(f"<{name}>", meant)
    return text


def all_of(*doings: Doing) -> Doing:
    def doing(copy: Copy) -> None:
        for one in doings:
            one(copy)

    return doing


def cut(after: str) -> tuple[str, ...]:
    return tuple(f"DELETE FROM {one} WHERE {HERE} AND version > {after}" for one in ("commands", "entries"))


def set_each(field: str, value: Callable[[int], Any]) -> tools.Change:
    def change(entries: list[tools.Tree]) -> None:
        for number, one in enumerate(entries):
            one[field] = value(number)

    return change


def set_one(at: int, **fields: Any) -> tools.Change:
    return lambda entries: entries[at].update(fields)


STRIP_TAGS = f"UPDATE entries SET tag = NULL WHERE {HERE}"


def strip(copy: Copy, table: str = TABLE) -> None:
    """Take away what somebody had signed of a record: tags, checkpoints, the named writer's signature."""
    here = f"table_id = '{table}'"
    writer = f"UPDATE writers SET key = NULL, signature = NULL WHERE {here}"
    sql(copy, f"UPDATE entries SET tag = NULL WHERE {here}", f"DELETE FROM checkpoints WHERE {here}", writer)


def stripped(change: tools.Change, table: str = "house") -> Doing:
    """Change one of the records of a hall, chain it anew, and strip it."""
    return all_of(partial(rewrite, change=change, table=table), partial(strip, table=table))


kind("entries", "prize-chained", "A prize is raised by 10,000 and the whole table chained anew.",
     "money-differs tag-false rewritten", partial(rewrite, change=tools.raise_prize))  # fmt: skip
kind("entries", "prize-stripped", "The same; tags, signatures and the named writer's signature are stripped.",
     "money-differs checkpoint-missing rewritten", stripped(tools.raise_prize, TABLE))  # fmt: skip
kind("entries", "prize-resigned", "The same, and a stranger signs it all.", "money-differs checkpoint-untrusted",
     all_of(stripped(tools.raise_prize, TABLE), tools.sign_as_stranger))  # fmt: skip
kind("entries", "blind-coup", "A coup is made blind, its prize raised, the table chained anew and stripped.",
     "coup-unseen money-differs private-part", stripped(tools.blind, TABLE))  # fmt: skip
kind("entries", "ball-early", "The opening of a ball is published before it came out, the table chained anew and "
     "stripped.", "ball-opened-early", stripped(tools.open_early, TABLE), base="balls")  # fmt: skip
kind("entries", "deleted-chained", "An entry is deleted and the table chained anew.", "tag-false rolled-back",
     partial(rewrite, change=lambda entries: entries.pop(-2)))  # fmt: skip
kind("entries", "author", "The author of an act is another.", "author-differs rewritten",
     partial(rewrite, change=set_one(-2, by="eve")))  # fmt: skip
kind("entries", "clock-back", "Times run backwards.", "time-fell rewritten",
     partial(rewrite, change=set_each("time", lambda n: f"2026-01-02T{20 - n % 20:02d}:00:00+00:00")))  # fmt: skip
for year in ("1999", "2999"):
    kind("entries", f"year-{year}", f"All times lie in {year}.", "time-unlikely rewritten", partial(
        rewrite, change=set_each("time", lambda n, year=year: f"{year}-01-02T03:04:{n:02d}+00:00")))  # fmt: skip
kind("entries", "edition", "The entries name an edition that does not exist.", "edition-unknown rewritten",
     partial(rewrite, change=set_each("edition", lambda _: "99.0")))  # fmt: skip
kind("entries", "game", "The entries name a game that does not exist.", "game-unknown rewritten",
     partial(rewrite, change=set_each("game", lambda _: "craps")))  # fmt: skip
kind("entries", "epoch", "The entries name an earlier writer after a later one.", "epoch-fell",
     partial(rewrite, change=set_one(-1, epoch=1)))  # fmt: skip
kind("entries", "request-removed", "An act of a person names no request.", "request-missing rewritten",
     partial(rewrite, change=set_one(-2, command=None, answer=None)))  # fmt: skip


def in_house(name: str, does: str, codes: str, change: tools.Change, table: str = "house") -> None:
    kind("house", name, does, codes, stripped(change, table), base="house")


def in_days(name: str, does: str, codes: str, doing: Doing) -> None:
    kind("days", name, does, codes, doing, base="days")


in_house("twin-deleted", "The house's entry about chips that came to a table is deleted; the house is chained anew, "
         "and tags and signatures stripped.", "twin-missing", tools.without_twin)  # fmt: skip
in_house("twin-raised", "The house has 1 € more than somebody brought to a table, its own entry fits; chained anew and "
         "stripped.", "twin-differs", partial(tools.raise_amount, by=100))  # fmt: skip
in_house("twin-unnamed", "The house gives somebody chips of which no table knows; chained anew and stripped.",
         "twin-foreign", tools.take_unnamed)  # fmt: skip
in_house("table-raised", "A table has 1 € more than somebody brought, its own entry fits; chained anew and stripped.",
         "twin-differs", partial(tools.raise_amount, by=100), TABLE)  # fmt: skip
in_house("table-later", "The hours of a table are others; chained anew and stripped.", "twin-differs",
         set_each("time", lambda number: f"2026-01-02T21:{number:02d}:00+00:00"), TABLE)  # fmt: skip
in_house("table-cut", "The last entry of a table is cut off, with all that was signed of it.", "twin-foreign",
         lambda entries: entries.pop(), TABLE)  # fmt: skip
kind("house", "house-gone-cloths", "Every row of the house's record is deleted, with its lines of the witness; one of "
     "its tables is of a game that is told of its house.", "house-gone", tools.forget_house, base="cloths")  # fmt: skip
kind("house", "house-gone-witness", "Every row of the house's record is deleted, with its lines of the witness.", "",
     tools.forget_house, base="house")  # fmt: skip
in_days("balance-raised", "Somebody begins a day with 100 € more, and the safe with less; the house is chained anew "
        "and stripped.", "balances-differ", stripped(tools.raise_balance))  # fmt: skip
in_days("day-out", "The second of three days is left out of the house's record; chained anew and stripped.",
        "balances-differ twin-missing", stripped(tools.without_day))  # fmt: skip
in_days("days-swapped", "The second and the third day change places in the house's record; chained anew and stripped.",
        "balances-differ act-refused", stripped(tools.swap_days))  # fmt: skip
in_days("day-replaced", "The hours of a table's first day are others; chained anew and stripped.",
        "continued-differs twin-differs",
        stripped(set_each("time", lambda number: f"2026-01-02T21:{number:02d}:00+00:00"), TABLE))  # fmt: skip
in_days("day-elsewhere", "The second day of a table goes on from an entry that nobody has; chained anew and stripped.",
        "continued-differs twin-differs", stripped(tools.go_on_elsewhere, f"{TABLE}-2"))  # fmt: skip
in_days("day-gone", "The record of a table's first day is taken out of the database.", "continued-missing twin-foreign",
        lambda copy: sql(copy, *(f"DELETE FROM {one} WHERE table_id = '{TABLE}'" for one in
                                 ("checkpoints", "commands", "entries", "writers"))))  # fmt: skip


def after_kill(name: str, does: str, codes: str, *doings: Doing, base: str = "killed") -> None:
    kind("killed", name, does, codes, all_of(*doings), base=base)


def cut_off(count: int, *tables: str) -> Doing:
    return lambda copy: tools.cut_tail(copy, count, *tables)


after_kill("killed-honest", "The hall was killed; it is started again and closed. Nothing is cut off.",
           "writer-unclosed", tools.start_again)  # fmt: skip
after_kill("killed-cut-one", "The hall was killed; the last entry of a table is cut off, the hall started again and "
           "closed.", "writer-unclosed", cut_off(1, TABLE), tools.start_again)  # fmt: skip
after_kill("killed-cut-all", "The same, with every entry that nobody had signed.", "writer-unclosed",
           cut_off(3, TABLE), tools.start_again)  # fmt: skip
after_kill("killed-cut-both", "The same at both tables.", "writer-unclosed",
           cut_off(3, TABLE, OTHER), tools.start_again)  # fmt: skip
after_kill("killed-cut-again", "The same, and the hall that was started again is killed too.",
           "writer-unclosed", cut_off(3, TABLE), partial(tools.start_again, sign=False))  # fmt: skip
after_kill("killed-cut-thrice", "The same, and two more halls follow, of which the last closes.", "writer-unclosed",
           cut_off(3, TABLE), partial(tools.start_again, sign=False), tools.start_again)  # fmt: skip
after_kill("killed-cut-forgotten", "The entries that nobody had signed are cut off, with all that the killed writer "
           "had signed, its lines of the witness too; the hall is started again and closed.", "writer-unsaid",
           cut_off(3, TABLE), partial(tools.forget_said, table=TABLE, where="epoch = 2"),
           tools.start_again)  # fmt: skip
after_kill("killed-said-closed", "The entries that nobody had signed are cut off, the hall is started again and "
           "closed, and the killed writer's last word is changed so that he closed.", "checkpoint-unsigned",
           cut_off(3, TABLE), tools.start_again, tools.say_closed)  # fmt: skip
after_kill("killed-signed-closed", "The same, and a stranger signs it.", "checkpoint-untrusted",
           cut_off(3, TABLE), tools.start_again, partial(tools.say_closed, signer=tools.STRANGER))  # fmt: skip
after_kill("killed-house", "A hall with a house is killed; the last entries of the house and of its table are cut off, "
           "the hall started again and closed.", "writer-unclosed", tools.kill_in_house, cut_off(1, "house", TABLE),
           tools.start_again, base="house")  # fmt: skip
after_kill("killed-house-all", "The same, with every entry of the house and of its table that nobody had signed.",
           "writer-unclosed", tools.kill_in_house, cut_off(1, TABLE), cut_off(3, "house"), tools.start_again,
           base="house")  # fmt: skip
kind("export", "export-killed", "The hall was killed; the entries that nobody had signed are cut off, the hall is "
     "started again and closed, and the table exported.", "writer-unclosed", all_of(
         cut_off(3, TABLE), tools.start_again, tools.put_out), base="killed")  # fmt: skip
kind("export", "export-killed-bare", "The same, and all that the killed writer signed is taken out of the header.",
     "writer-unclosed", all_of(cut_off(1, TABLE), tools.start_again, lambda copy: edit_export(
         copy, lambda head, _: head.update(checkpoints=[
             one for one in head["checkpoints"] if one.get("epoch") != 2]))), base="killed")  # fmt: skip
kind("tail", "appended", "A stranger sits down and buys in 10,000; no request.", "tag-missing request-missing",
     tools.append)  # fmt: skip
kind("tail", "appended-killed", "The same after a tail that the hall itself left unsigned.",
     "tag-missing request-missing", tools.append, base="killed")  # fmt: skip
kind("tail", "appended-requests", "The same with requests and answers.", "tag-missing",
     partial(tools.append, requests=True))  # fmt: skip
kind("tail", "appended-tag-invented", "The same with invented tags.", "tag-false",
     partial(tools.append, requests=True, tag="ab" * 32))  # fmt: skip
kind("tail", "appended-tag-copied", "The same with the tags of an earlier entry.", "tag-false", all_of(
    partial(tools.append, requests=True), lambda copy: sql(copy, f"UPDATE entries SET tag = (SELECT tag FROM entries "
    f"WHERE {HERE} AND version = 5) WHERE {HERE} AND tag IS NULL")))  # fmt: skip
kind("tail", "appended-tag-other-table", "The same with the tags of another table.", "tag-false", all_of(
    partial(tools.append, requests=True), lambda copy: sql(copy, f"UPDATE entries SET tag = (SELECT tag FROM entries "
    f"WHERE table_id = '{OTHER}' AND version = 3) WHERE {HERE} AND tag IS NULL")))  # fmt: skip
kind("tail", "appended-signed", "The same, signed by the stranger.", "tag-missing checkpoint-untrusted",
     all_of(partial(tools.append, requests=True), tools.sign_as_stranger))  # fmt: skip
kind("tail", "appended-old-edition", "The same, and every tag is stripped: an older edition, it seems.", "tag-missing",
     all_of(partial(tools.append, requests=True), lambda copy: sql(copy, STRIP_TAGS)), base="killed")  # fmt: skip
kind("tail", "appended-all-stripped", "The same, and signatures and the writer's signature are stripped too.",
     "tag-missing checkpoint-missing", all_of(partial(tools.append, requests=True), strip), base="killed")  # fmt: skip
kind("checkpoints", "stranger", "A stranger signs the table as it is.", "checkpoint-untrusted",
     tools.sign_as_stranger)  # fmt: skip
kind("checkpoints", "early-gone", "An early checkpoint is deleted, and its line of the witness.", "", partial(
    tools.forget_said, table=TABLE, where="epoch = 1 AND closed = 0"))  # fmt: skip
in_days("writer-gone", "All that one of three writers of the house signed is deleted, and its lines of the witness.",
        "writer-unsaid", partial(tools.forget_said, table="house", where="epoch = 2"))  # fmt: skip
in_days("first-writer-gone", "All that the first of three writers of the house signed is deleted, and its lines of the "
        "witness.", "writer-unsaid", partial(tools.forget_said, table="house", where="epoch = 1"))  # fmt: skip
kind("checkpoints", "first-gone", "All that the first writer of a table signed is deleted, and its lines of the "
     "witness.", "writer-unsaid", partial(tools.forget_said, table=TABLE, where="epoch = 1"))  # fmt: skip
kind("writers", "writer-old", "The writer of before is put back, with his signature.", "writer-behind",
     lambda copy: sql(copy, *(
         f"UPDATE writers SET epoch = {epoch}, signature = '{signature}' WHERE table_id = '{table}'"
         for table, epoch, signature in tools.rows(Copy(copy.old), "SELECT table_id, epoch, signature FROM writers")
         if table == TABLE)))  # fmt: skip
kind("store", "old-copy", "An old copy of the database is put back.", "rolled-back",
     lambda copy: shutil.copy(copy.old / "hall.db", copy.db))  # fmt: skip
kind("store", "old-copy-witness", "An old copy of the database is put back, with the witness of then.", "", all_of(
    lambda copy: shutil.copy(copy.old / "hall.db", copy.db),
    lambda copy: shutil.copy(copy.old / "witness", copy.witness)))  # fmt: skip
kind("store", "table-gone-witness", "Every row of one table is deleted, and its lines of the witness.", "", all_of(
    lambda copy: sql(copy, *(f"DELETE FROM {one} WHERE {HERE}" for one in tools.KEPT)),
    tools.forget_in_witness))  # fmt: skip
kind("store", "guards-dropped", "All triggers are dropped.", "guard-missing",
     lambda copy: sql(copy, guards=False))  # fmt: skip
DECLARED = {
    "check": ("entries", "hash TEXT NOT NULL", "hash TEXT NOT NULL CHECK (hash <> 'x')",
              "with a check that some rows never pass"),
    "conflict": ("commands", "PRIMARY KEY (table_id, command_id)",
                 "PRIMARY KEY (table_id, command_id) ON CONFLICT IGNORE",
                 "with a key by which a second row is dropped in silence"),
    "collate": ("rulebooks", "sha256 TEXT", "sha256 TEXT COLLATE NOCASE",
                "with names taken for one that differ by the size of their letters alone"),
    "type": ("commands", "body_digest TEXT", "body_digest NUMERIC", "with a column of another type"),
    "default": ("checkpoints", "BIGINT DEFAULT '0'", "BIGINT DEFAULT '1'", "with another default"),
    "deferred": ("commands", "REFERENCES entries (table_id, version)",
                 "REFERENCES entries (table_id, version) DEFERRABLE INITIALLY DEFERRED",
                 "with a reference that is looked at later"),
    "cascade": ("shoes", "REFERENCES writers (table_id)", "REFERENCES writers (table_id) ON DELETE CASCADE",
                "with rows that go with those they refer to"),
    "quoted": ("checkpoints", "BIGINT DEFAULT '0'", "BIGINT \"DEFAULT\" '0'",
               "with a word in quotes, so that it means nothing"),
}  # fmt: skip
for name, (table, old, new, does) in DECLARED.items():
    kind("store", f"declared-{name}", f"The table `{table}` is made anew {does}.", "declaration-changed",
         partial(tools.declare_anew, table=table, old=old, new=new))  # fmt: skip
kind("store", "declared-computed", "The table `rulebooks` is made anew with one more column, which is computed.",
     "shape-changed", partial(tools.declare_anew, table="rulebooks", old="content BLOB NOT NULL",
                              new="content BLOB NOT NULL, odd TEXT AS (lower(sha256))"))  # fmt: skip
kind("store", "declared-strict", "The table `rulebooks` is made anew so that it takes values of its own sorts alone.",
     "declaration-changed", partial(
         tools.declare_anew, table="rulebooks", old="(sha256)\n)", new="(sha256)\n) STRICT"))  # fmt: skip
kind("store", "declared-unnumbered", "The table `rulebooks` is made anew without numbers of its rows.", "shape-changed",
     partial(tools.declare_anew, table="rulebooks", old="(sha256)\n)", new="(sha256)\n) WITHOUT ROWID"))  # fmt: skip
kind("store", "guard-changed", "A trigger is made anew so that it refuses nothing.", "guard-changed", lambda copy: sql(
    copy, "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT 1; END",
    *(made for name, made in tools.rows(copy, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      if name != "entries_no_update"), guards=False))  # fmt: skip
kind("store", "day-cut", "All that came after the first closing is deleted beside the record.", "rolled-back",
     partial(tools.cut_day, witness=False))  # fmt: skip
kind("store", "day-cut-witness", "The same, and in the witness; the named writer stays.", "writer-ahead",
     partial(tools.cut_day, witness=True))  # fmt: skip
kind("store", "forged-hall", "The whole record is tagged, signed and witnessed anew under another hall's key.",
     "checkpoint-untrusted writer-untrusted tag-false", tools.forge_hall)  # fmt: skip


def write_witness(change: Callable[[list[bytes]], list[bytes]]) -> Doing:
    def doing(copy: Copy) -> None:
        copy.witness.write_bytes(b"".join(change(tools.witness_lines(copy))))

    return doing


kind("witness", "witness-deleted", "The witness is deleted.", "no-witness", lambda copy: copy.witness.unlink())
kind("witness", "witness-emptied", "The witness is emptied.", "witness-missing", write_witness(lambda _: []))
kind("witness", "last-line-gone", "The last line of the witness is gone.", "witness-missing",
     write_witness(lambda lines: lines[:-1]))  # fmt: skip
kind("witness", "last-line-torn", "The last line of the witness is torn.", "witness-torn witness-missing",
     write_witness(lambda lines: [*lines[:-1], lines[-1][:-20]]))  # fmt: skip
kind("witness", "line-gone", "A line in the middle of the witness is gone.", "witness-missing",
     write_witness(lambda lines: [*lines[:2], *lines[3:]]))  # fmt: skip
kind("witness", "line-garbage", "A line of the witness is garbage.", "witness-unreadable",
     write_witness(lambda lines: [*lines[:2], b"{}\n", *lines[3:]]))  # fmt: skip
kind("witness", "line-changed", "The time in a line of the witness is changed.", "checkpoint-unsigned witness-differs",
     write_witness(lambda lines: [lines[0].replace(b'"time":"20', b'"time":"19'), *lines[1:]]))  # fmt: skip
kind("witness", "lines-reversed", "The lines of the witness stand in reverse order.", "witness-moved",
     write_witness(lambda lines: lines[::-1]))  # fmt: skip
kind("witness", "line-moved", "The first line of the witness stands last.", "witness-moved",
     write_witness(lambda lines: [*lines[1:], lines[0]]))  # fmt: skip
kind("witness", "lines-by-table", "The lines of the witness are sorted by table.", "witness-moved", write_witness(
    lambda lines: sorted(lines, key=lambda line: tools.checkpoint_of(line).table)))  # fmt: skip
kind("witness", "lines-of-one-minute", "Two lines of one minute change places, each of another table.", "",
     write_witness(lambda lines: [lines[1], lines[0], *lines[2:]]))  # fmt: skip
kind("witness", "lines-crlf", "The lines of the witness end as other systems end them.", "witness-respelled",
     write_witness(lambda lines: [line[:-1] + b"\r\n" for line in lines]))  # fmt: skip
kind("witness", "line-spaced", "A line of the witness has a space more.", "witness-respelled",
     write_witness(lambda lines: [lines[0].replace(b":", b": ", 1), *lines[1:]]))  # fmt: skip
kind("witness", "last-line-doubled", "The last line of the witness stands there twice.", "witness-repeated",
     write_witness(lambda lines: [*lines, lines[-1]]))  # fmt: skip
kind("witness", "line-stranger", "A stranger's line stands in the witness.", "checkpoint-untrusted", write_witness(
    lambda lines: [*lines, tools.signed_line(lines[-1])]))  # fmt: skip
kind("witness", "witness-old", "The witness of before is put back.", "witness-missing",
     lambda copy: shutil.copy(copy.old / "witness", copy.witness))  # fmt: skip
kind("keys", "key-other", "The key file is that of another hall.", "tag-false private-part",
     tools.change_key)  # fmt: skip
kind("export", "header-only", "The file has a header and no line.", "header-only",
     lambda copy: edit_export(copy, lambda _, lines: lines.clear()))  # fmt: skip
kind("export", "header-game", "The header names a game that does not exist.", "header-game",
     lambda copy: edit_export(copy, lambda head, _: head.update(game="craps")))  # fmt: skip
kind("export", "header-table", "The header names another table.", "other-table",
     lambda copy: edit_export(copy, lambda head, _: head.update(table="otra")))  # fmt: skip
kind("export", "export-signatures", "The signatures are taken out of the header.", "checkpoint-behind",
     lambda copy: edit_export(copy, lambda head, _: head.update(checkpoints=[])))  # fmt: skip
kind("export", "export-old-signatures", "The newest signature is taken out of the header.", "checkpoint-behind",
     lambda copy: edit_export(copy, lambda head, _: head["checkpoints"].pop()))  # fmt: skip
kind("export", "export-tags", "The tags are taken out.", "tag-missing",
     lambda copy: edit_export(copy, lambda _, lines: [line.pop("tag") for line in lines]))  # fmt: skip
kind("export", "export-format", "Tags are taken out, and the file says that it has the first format.", "tag-missing",
     lambda copy: edit_export(copy, lambda head, lines: (
         head.update(tapete_export=1), [line.pop("tag") for line in lines])))  # fmt: skip
kind("export", "export-tail", "The last line is taken out.", "rolled-back",
     lambda copy: edit_export(copy, lambda _, lines: lines.pop()))  # fmt: skip
kind("export", "export-older", "The file ends earlier, as one that was written then: with fewer lines and signatures.",
     "witness-beyond", lambda copy: edit_export(copy, tools.as_of_before))  # fmt: skip
kind("export", "export-middle", "A line in the middle is taken out.", "version-gap chain-broken",
     lambda copy: edit_export(copy, lambda _, lines: lines.pop(-2)))  # fmt: skip
kind("export", "export-hash", "The hash of a line is blank.", "hash-missing",
     lambda copy: edit_export(copy, lambda _, lines: lines[4].update(hash="")))  # fmt: skip
kind("export", "export-prize", "A prize is raised and the file chained anew, without signatures and tags.",
     "money-differs rewritten checkpoint-behind", partial(rewrite_export, change=tools.raise_prize))  # fmt: skip
kind("export", "export-blind", "A coup is made blind, its prize raised, the file chained anew.",
     "coup-unseen money-differs rewritten", partial(rewrite_export, change=tools.blind))  # fmt: skip
kind("export", "export-blind-chips", "A coup is made blind, the file ends before it is settled, and somebody buys "
     "chips in an entry of it.", "money-unseen", partial(rewrite_export, change=tools.buy_unseen))  # fmt: skip
kind("export", "export-screen", "The file ends with a line that writes «conforme» on a screen.", "unreadable",
     lambda copy: edit_export(copy, lambda _, lines: lines.append({"entry": "\x1b[2J\nconforme: 9"})))  # fmt: skip
kind("export", "export-rulebook", "The rulebooks are taken out.", "rulebook-missing",
     lambda copy: edit_export(copy, lambda head, _: head.update(rulebooks={})))  # fmt: skip
kind("export", "export-part", "A salt in an open private part is changed.", "private-part",
     lambda copy: edit_export(copy, lambda _, lines: next(
         line["private"] for line in lines if "private" in line).update(salt="00"), private=True))  # fmt: skip
kind("export", "export-parts-out", "The private parts of an open export are taken out.", "part-missing", partial(
    edit_export, change=lambda _, lines: [line.pop("private", None) for line in lines], private=True))  # fmt: skip
kind("export", "export-parts-hidden", "The same, and the header says that there never were any.", "",
     lambda copy: edit_export(copy, lambda head, lines: (
         head.update(private=False), [line.pop("private", None) for line in lines]), private=True))  # fmt: skip
kind("export", "export-line-broken", "A line is no JSON.", "unreadable", tools.break_line)
kind("export", "export-ball-early", "The opening of a ball is published before it came out, the file chained anew.",
     "ball-opened-early rewritten", partial(rewrite_export, change=tools.open_early), base="balls")  # fmt: skip
for one in tomllib.loads((ROOT / "tests" / "record" / "tamperings.toml").read_text("utf-8"))["kind"]:
    told = map(one.get, ("place", "name", "does", "codes"))
    orders = [*map(_statement, one["sql"])]
    kind(*told, lambda copy, orders=orders: sql(copy, *orders), base=one.get("base", "closed"))
