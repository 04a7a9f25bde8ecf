"""A small game with all that the record must cope with, and tables of it that play themselves into a store."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from sqlalchemy import delete, insert

from tapete.accounts import EMPTY, Ledger, Posting, move, person, post, problems
from tapete.cards import Card, packs, rank
from tapete.chance import CardDraw, CardOut, ChanceKind, SealShoe, ShoeDraw, ShoeSealed, TokenProof, commitment
from tapete.house.terms import KEY as HOUSE_KEY
from tapete.kernel import HOUSE, Accepted, Act, ActBody, Breach, Event, Offer, Outcome, PersonId, Refused, Step
from tapete.play import ActResult, transition
from tapete.record.card_proofs import LaidShoe, ShoeWatch, committed_shoes, seal_shoe, shoe_name
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import Head, canonical, sha256
from tapete.record.private import KeySealer, PrivatePart, Sealer
from tapete.record.store import AppendResult, Store, Writer, schema

SIZE = 12


class Open(ActBody, frozen=True, tag="open"):
    is_timeless: ClassVar[bool] = True
    shoe: ChanceKind = ChanceKind.SEALED
    cut: int = 5
    note: str = ""

    def chance_kind(self) -> ChanceKind:
        return self.shoe


class Stake(ActBody, frozen=True, tag="stake"):
    amount: int


class Deal(ActBody, frozen=True, tag="deal"):
    pass


class Show(ActBody, frozen=True, tag="show"):
    position: int


class Settle(ActBody, frozen=True, tag="settle"):
    to: PersonId


class Opened(Event, frozen=True, tag="opened@1"):
    shoe: ChanceKind
    cut: int


class Wants(Event, frozen=True, tag="wants@1"):
    kind: str


class Staked(Event, frozen=True, tag="staked@1"):
    person: PersonId
    amount: int


class Laid(Event, frozen=True, tag="laid@1"):
    position: int
    face: Card | None
    face_up: bool

    def private(self) -> tuple[str, ...]:
        return () if self.face_up else ("face",)


class Turned(Event, frozen=True, tag="turned@1"):
    position: int
    face: Card
    court: bool


class Paid(Event, frozen=True, tag="paid@1"):
    person: PersonId
    amount: int


class OnTable(msgspec.Struct, frozen=True):
    position: int
    face: Card | None
    face_up: bool
    place: str = "table"
    seen_by: frozenset[str] = frozenset()


class Table(msgspec.Struct, frozen=True):
    kind: ChanceKind = ChanceKind.SEALED
    cut: int = 0
    shoe: int = 0
    position: int = 0
    wants: str = ""
    coup: int = 0
    layout: tuple[OnTable, ...] = ()
    ledger: Ledger = EMPTY


class Toy:
    key = "toy"
    act_types = Open | Stake | Deal | Show | Settle | SealShoe | CardOut
    event_types = Opened | Wants | Staked | Laid | Turned | Paid | ShoeSealed
    court_counts = True
    """A variant of the engine that the audit must notice."""

    def blank(self) -> Table:
        return Table()

    def decide(self, state: Table, act: Act[Any]) -> Outcome:
        match act.body:
            case Open(shoe=kind, cut=cut):
                return Accepted((Opened(kind, cut), Wants("shoe")))
            case SealShoe(shoe=shoe, commitments=commitments):
                return Accepted((ShoeSealed(shoe, state.kind, SIZE, commitments),))
            case Stake(amount=amount):
                return Accepted((Staked(act.by, amount),)) if amount > 0 else Refused("nothing-staked")
            case Deal():
                return Accepted((Wants("card"),)) if state.position < SIZE else Refused("shoe-empty")
            case CardOut(position=position, face=face):
                return Accepted((Laid(position, face, face_up=False),))
            case Show(position=position):
                for card in state.layout:
                    if card.position == position and not card.face_up:
                        if card.face is None:
                            return Refused("face-unknown")
                        return Accepted((Turned(position, card.face, self.court_counts and rank(card.face) in "JQK"),))
                return Refused("no-such-card", {"position": position})
            case Settle(to=to):
                return Accepted((Paid(to, state.ledger.get("stakes", 0)),))
        return Refused("unknown-act")

    def evolve(self, state: Table, event: Any) -> Table:
        change = msgspec.structs.replace
        match event:
            case Opened():
                return change(state, kind=event.shoe, cut=event.cut)
            case Wants():
                return change(state, wants=event.kind)
            case ShoeSealed():
                return change(state, wants="", shoe=event.shoe)
            case Laid():
                card = OnTable(event.position, event.face, event.face_up)
                return change(state, wants="", position=state.position + 1, layout=(*state.layout, card))
            case Turned():
                shown = OnTable(event.position, event.face, True)
                return change(
                    state, layout=tuple(shown if one.position == shown.position else one for one in state.layout)
                )
            case Staked() | Paid():
                ledger = post(state.ledger, self.postings(event))
                return change(state, ledger=ledger, coup=state.coup + isinstance(event, Paid))
        raise AssertionError(event)

    def step(self, state: Table) -> Step:
        return Step(state.shoe, state.coup, "play", 1)

    def draw_awaited(self, state: Table) -> ShoeDraw | CardDraw | None:
        if state.wants == "shoe":
            return ShoeDraw(1, SIZE)
        if state.wants == "card":
            where = (state.position + state.cut) % SIZE
            return CardDraw(state.shoe, SIZE, state.position, where, "table")
        return None

    def cards_on_table(self, state: Table) -> tuple[OnTable, ...]:
        return state.layout

    def view(self, state: Table, viewer: PersonId | None) -> Any:
        return {"cards": [card.face if card.face_up else None for card in state.layout]}

    def legal(self, state: Table, viewer: PersonId | None) -> tuple[Offer, ...]:
        return (Offer("stake"), Offer("deal"), Offer("show"))

    def explain(self, state: Table, viewer: PersonId | None) -> tuple[Any, ...]:
        return ()

    def postings(self, event: Any) -> tuple[Posting, ...]:
        match event:
            case Staked():
                own = person(event.person)
                return (*move(event.amount, "cash-desk", own), *move(event.amount, own, "stakes"))
            case Paid():
                return move(event.amount, "stakes", person(event.person))
        return ()

    def problems(self, state: Table) -> tuple[Breach, ...]:
        return problems(state.ledger)


GAME = Toy()
KEY = bytes(range(32))
TIME = "2026-01-02T03:04:05+01:00"


class Vault:
    """A sealed shoe whose order and salts are given."""

    kind = ChanceKind.SEALED

    def __init__(self, table: str, order: tuple[Card, ...] = packs(1)[:SIZE]) -> None:
        self.table, self.order = table, order

    def salt(self, committed: int) -> str:
        return f"{committed:032x}"

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        name = shoe_name(self.table, shoe)
        return tuple(commitment(name, at, face, self.salt(at)) for at, face in enumerate(self.order))

    def card(self, shoe: int, committed: int) -> Card:
        return self.order[committed]

    def open(self, shoe: int, committed: int) -> TokenProof:
        return TokenProof(committed, self.order[committed], self.salt(committed))


class FixedSealer(KeySealer):
    """Salts and digests that never differ, to see what else does."""

    def salt(self) -> str:
        return "00" * 32

    def digest(self, part: PrivatePart) -> str:
        return "11" * 32


class TableActor:
    """What a live table does: decide, compose, append, only then be in the new state."""

    def __init__(
        self, writer: Writer | None = None, table: str = "t1", vault: Any = None, sealer: Sealer | None = None
    ):
        self.writer, self.table = writer, table
        self.vault = vault or Vault(table)
        self.sealer = sealer or KeySealer(KEY)
        self.state, self.head, self.watch = GAME.blank(), Head(), ShoeWatch()
        self.made: list[ComposedEntry] = []
        self.digests: dict[tuple[str | None, str], str] = {}

    def compose(
        self, what: Any, by: str = "ana", command: str | None = None, answer: bytes = b""
    ) -> tuple[ActResult[Any], ComposedEntry]:
        made = transition(GAME, self.state, Act(PersonId(by), what, GAME.step(self.state)), self.vault)
        assert made.acts, made.outcome
        openings = self.watch.openings(GAME, made.states, made.events, self.vault.open)
        return made, compose(
            GAME, made, self.head, self.sealer, table=self.table, epoch=self.writer.epoch if self.writer else 1,
            time=TIME, command=command, answer=answer, openings=openings,
        )  # fmt: skip

    def laid(self, composed: ComposedEntry) -> dict[int, bytes]:
        """Return the orders, sealed, of the shoes to which an entry commits."""
        order = self.vault.order
        laid = LaidShoe(tuple(order), tuple(self.vault.salt(at) for at in range(len(order))))
        found = (one.shoe for one in committed_shoes(composed.entry))
        return {shoe: seal_shoe(self.sealer, laid, self.table, shoe) for shoe in found}

    def do(self, what: Any, by: str = "ana", command: str | None = None, answer: bytes = b"") -> AppendResult | None:
        made, composed = self.compose(what, by, command, answer)
        # A repeat is the same request, with the window that it was meant for.
        digest = self.digests.setdefault((command, str(what)), sha256(canonical(composed.entry.act)))
        stored = self.writer.append(composed, digest, self.laid(composed)) if self.writer else None
        if stored is None or not stored.is_repeated:
            self.state, self.head = made.state, composed.head
            self.made.append(composed)
        return stored


SCRIPT: tuple[tuple[Any, str], ...] = (
    (Open(note="señal"), HOUSE),
    (Stake(1000), "ana"),
    (Deal(), "ana"),
    (Deal(), "bea"),
    (Show(0), "ana"),
    (Stake(250), "bea"),
    (Settle(PersonId("bea")), "ana"),
    (Deal(), "ana"),
)


def play(actor: TableActor, script: tuple[tuple[Any, str], ...] = SCRIPT) -> TableActor:
    for number, (what, by) in enumerate(script, start=1):
        actor.do(what, by, command=f"c{number}")
    return actor


def changed(composed: ComposedEntry, **fields: Any) -> ComposedEntry:
    entry = msgspec.structs.replace(composed.entry, **fields)
    return msgspec.structs.replace(composed, entry=entry, hash=entry.hash())


def name_person(store: Store, pseudonym: str, name: str = "") -> None:
    """Put a name in place of the one behind a pseudonym; an empty one is none."""
    with store.writing() as connection:
        connection.execute(delete(schema.people).where(schema.people.c.pseudonym == pseudonym))
        if name:
            connection.execute(insert(schema.people).values(pseudonym=pseudonym, name=name))


def books_of_house(store: Path) -> dict[str, str]:
    """Return what each account of a house and its tables holds in the end; the tool finds nothing wrong with them."""
    from typer.testing import CliRunner

    from tapete.cli import app

    file = store.with_name("casa.beancount")
    assert CliRunner().invoke(app, ["accounts", str(store), HOUSE_KEY, str(file), "--with-tables"]).exit_code == 0
    program = [str(Path(sys.executable).with_name("bean-check")), str(file)]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    ends = [line.split(" balance ")[1] for line in file.read_text("utf-8").splitlines() if " balance " in line]
    return {line.split()[0]: line.split()[1] for line in ends}


def balances_told(text: str) -> dict[str, int]:
    """Return what each account holds at the end of a file, in cents, by our own name of it."""
    ours = {name: json.loads(own) for name, own in re.findall(r" open (\S+) EUR\n  account: (.+)", text)}
    ends = re.findall(r" balance (\S+) (-?)(\d+)\.(\d\d) ~ 0\.00 EUR", text)
    return {ours[name]: int(f"{sign}{units}{cents}") for name, sign, units, cents in ends}
