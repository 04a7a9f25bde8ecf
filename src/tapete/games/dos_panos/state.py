"""The state of a two-cloth table: its bank, its coup, its settings, and what follows from them."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.accounts import BANK, balance
from tapete.clauses import Sourced, trace
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.incident import Authority
from tapete.games.baccarat.points import Winner
from tapete.games.banked import coup as banked, shoe, state as banked_state
from tapete.games.banked.priority import LotsAwaited
from tapete.games.banked.shoe import is_undealt
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.placing import ClothStakes, on_cloth, parts_at_risk
from tapete.games.dos_panos.rules import AwardWay, Rules
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, BankMode, Cover, Hand, Phase, Spot, award_terms
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.houses import ProofNeeded, SessionClauses, TableSession
from tapete.table.seats import Position, Seat, Seats
from tapete.table.staff import Role


class Award(msgspec.Struct, frozen=True):
    """To whom the bank was given, at which amount, how, and for how long.

    ``shoes``: shoes of the award, 0 where it lasts ``days``; of these they have held it before where it ``is_begun``,
    and ``coups`` were settled on it then.
    """

    person: PersonId
    amount: Cents
    way: AwardWay
    shoes: int = 1
    days: int = 0
    is_begun: bool = False
    coups: int = 0


class Span(msgspec.Struct, frozen=True):
    """For how many shoes, or days, the bank is that is auctioned or drawn."""

    shoes: int = 1
    days: int = 0


class Bank(banked_state.Bank, frozen=True):
    """The bank that is held.

    ``initial`` is what it began with, ``put_in`` all that its banker has put into it. ``deposit`` lies at the cash
    desk and is not in play; ``proven_deposit`` is what they have proven for an open bank, known to them, the house and
    the director alone, ``None`` where it ``is_proven`` and the table does not know the sum; ``called_deposit`` was
    drawn on it. ``came_from``: where its banker was before they took the chair, if they were at the table.
    ``is_in_custody``: its chips lie with the croupier. ``coups`` counts the coups that were settled;
    ``shoes_begun`` those of its award. ``may_change_shoe``: it was broken, and no coup has been opened since;
    ``wants_new_shoe``: its banker makes use of that.
    """

    award: Award
    initial: Cents = 0
    put_in: Cents = 0
    deposit: Cents = 0
    is_proven: bool = False
    proven_deposit: Cents | None = None
    called_deposit: Cents = 0
    came_from: Position | None = None
    is_in_custody: bool = False
    coups: int = 0
    shoes_begun: int = 0
    may_change_shoe: bool = False
    wants_new_shoe: bool = False

    @property
    def coups_of_award(self) -> int:
        return self.award.coups + self.coups


class Lots(msgspec.Struct, frozen=True):
    """Lots that are to decide: between equal bids, for the bank itself at ``amount``, or between the cloths of bancos.

    ``urn`` is the number of the urn; ``is_filled``: chance has fixed the order of its lots.
    """

    about: str
    tie: LotsAwaited
    urn: int
    amount: Cents = 0
    is_filled: bool = False


class LaidStake(msgspec.Struct, frozen=True):
    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot = Spot.CLOTH


class Banco(msgspec.Struct, frozen=True):
    person: PersonId
    repeats: int = 0


class Testimony(msgspec.Struct, frozen=True):
    person: PersonId
    hand: Hand
    total: int


def with_statement(testimonies: tuple[Testimony, ...], heard: Testimony) -> tuple[Testimony, ...]:
    """Return what witnesses say with what one of them says now: of a hand each has one word, their last."""
    others = (one for one in testimonies if (one.person, one.hand) != (heard.person, heard.hand))
    return (*others, heard)


class Coup(banked.Coup, frozen=True):
    """The coup in progress: its sides are the two cloths.

    ``laid`` are the stakes while the betting is open; ``stakes`` what plays on each cloth once it has closed.
    ``in_play``: what the bank had then, in cents. ``is_cover_short``: the closing words were said, the bank did not
    cover the stakes, and nothing has changed since. ``has_asked_table``: the banker plays by their table in this coup;
    ``is_settled``: it was paid and collected. ``early_cards``: positions of the cards that were drawn before the
    betting was over and that are played. ``is_handed_over``: since it was settled the bank has been handed over
    for the banco that may be played once more. ``is_let_be``: whoever called a banco does not play it once more.
    """

    rulings: tuple[banked.RulingGiven[Coup], ...] = ()
    sides: Map[str, banked.Side] = Map({str(cloth): banked.NEW_SIDE for cloth in CLOTHS})
    laid: tuple[LaidStake, ...] = ()
    stakes: ClothStakes = ()
    cover: Cover = Cover.STAKES
    is_cover_short: bool = False
    banco: Banco | None = None
    banco_calls: tuple[PersonId, ...] = ()
    in_play: Cents = 0
    has_asked_table: bool = False
    is_settled: bool = False
    testimonies: tuple[Testimony, ...] = ()
    early_cards: frozenset[int] = frozenset()
    is_handed_over: bool = False
    is_let_be: bool = False


class SettledCoup(banked.SettledCoup, frozen=True, kw_only=True):
    coup: Coup
    banker: PersonId
    seats: Seats

    @property
    def is_won_or_lost(self) -> bool:
        decided = (cloth for cloth in CLOTHS if self.winners.get(str(cloth)) in (Winner.PUNTO, Winner.BANCA))
        return any(on_cloth(self.coup.stakes, cloth) for cloth in decided)


class Settings(procedure.Settings, frozen=True):
    """What the house chose when it opened the table. Amounts in cents; a maximum of 0 is none.

    ``needs_director``: a banco player is free of the scheme only by the director's word, ``banco_freedom``.
    ``session``: which one of an open bank it is in its day; ``session_shoes``: shoes that are left of it.
    ``institutions``: where its deposit may lie besides the cash desk. ``is_in_house``: a house keeps what is proven for
    the bank, and tells the table whether it is enough. ``is_dinner_begun``: it has said that the dinner hour has begun,
    before which the session of an open bank did.
    """

    mode: BankMode = BankMode.LIMITED
    maximum: Cents = 0
    bank_minimum: Cents = 0
    bank_maximum: Cents = 0
    needs_director: bool = False
    banco_freedom: bool = False
    session: int = 1
    session_shoes: int = 0
    institutions: tuple[str, ...] = ()
    is_in_house: bool = False
    is_dinner_begun: bool = False


class Shoe(shoe.Shoe, frozen=True):
    """The shoe in use. ``is_shown``, ``is_counted``: the packs were laid out, and counted; ``coups`` were dealt from
    it. ``left_at``: at which step of its preparation the bank was given up; it goes on there.
    """

    is_shown: bool = False
    is_counted: bool = False
    coups: int = 0
    left_at: Phase | None = None


class State(banked_state.State[Rules], frozen=True):
    settings: Settings = Settings()
    phase: Phase = Phase.CLOSED
    shoe: Shoe = Shoe()
    standing_award: StandingAward | None = None
    """Who has the bank before it is announced here; at a table that was closed, who keeps it for days."""
    award: Award | None = None
    """The bank as it was given to somebody who has still to deposit it."""
    offered_amount: Cents = 0
    """At what a bank that was given up is offered again."""
    proofs: Map[PersonId, Cents | None] = Map()
    """Who has proven a sufficient deposit for an open bank that they do not hold yet, and its sum where it is known."""
    seekers: banked.Shares = ()
    """Who would have the bank, for which amount: buy it, or take it up after it was given up."""
    gave_up: PersonId | None = None
    """Who gave up the bank that is offered again: it is offered to another player."""
    annulled: frozenset[PersonId] = frozenset()
    """Whose awards went back undeposited since the bank was last deposited: they are asked for it no more."""
    is_shoe_owed: bool = False
    """The bank was auctioned or drawn again: a new shoe is started for it."""
    span: Span = Span()
    """For how long the bank is that is auctioned or drawn."""
    lots: Lots | None = None
    urns: int = 0
    """How many urns of lots the table has had."""
    bank: Bank | None = None
    barred_winners: frozenset[PersonId] = frozenset()
    """Bankers who left as winners and may not be banker again in this shoe."""
    broken_seals: frozenset[str] = frozenset()
    """The seals of packs that have been in a shoe."""
    turns: Map[Hand, Seat] = Map()
    """For each cloth the place whose turn the cards are."""
    coup: Coup = Coup()
    history: tuple[SettledCoup, ...] = ()

    @property
    def is_open_bank(self) -> bool:
        return self.settings.mode is BankMode.OPEN

    @property
    def proof_needed(self) -> ProofNeeded | None:
        """Return of whom the table asks a proof, and for how much above the chips of the bank."""
        bank = self.bank if self.bank is not None and self.bank.is_proven else None
        people = frozenset((*self.proofs, *(() if bank is None else (bank.banker,))))
        if self.rules is None or not people:
            return None
        asked, enough = self.rules.free.deposit_at.clauses, self.rules.bank.free_answers_all.clauses
        if bank is None:
            return ProofNeeded(people, None, 0, asked, enough)
        short = self.coup.is_cover_short
        above = max(0, self.at_risk - self.bank_chips) if short or self.phase in COUP else 0
        is_broken = self.phase is Phase.BROKEN and self.settings.is_in_house
        return ProofNeeded(people, bank.banker, above, asked, enough, short, self.is_left_to_proof, is_broken)

    @property
    def bank_claimants(self) -> frozenset[PersonId]:
        bids = () if self.auction is None else tuple(one.person for one in self.auction.window.claims)
        successors = tuple(one.person for one in self.seekers) if self.phase is Phase.REOFFER else ()
        owner = () if self.depositor is None else (self.depositor,)
        standing = None if self.phase is Phase.CLOSED else self.standing_award
        before = () if standing is None else (standing.person,)
        return frozenset((*owner, *before, *bids, *successors))

    @property
    def award_terms(self) -> str:
        return "" if self.rules is None else award_terms(self.rules.id, self.settings.mode)

    @property
    def at_risk(self) -> Cents:
        """Return what plays against the bank, in cents; while the betting is open, what would play."""
        coup = self.coup
        if not coup.laid:
            return 0 if coup.is_settled else sum(one.amount for one in coup.stakes)
        with trace():
            lying = parts_at_risk(self.book.stakes, coup.laid, self.settings.minimum)
        return sum(one.amount for one in lying)

    @property
    def is_left_to_proof(self) -> bool:
        """Return True if a coup has left the bank without chips: what a house keeps is all that may be left of it."""
        bank = self.bank
        if bank is None or not (bank.is_proven and bank.coups and self.settings.is_in_house):
            return False
        return self.phase in (Phase.BETWEEN, Phase.SHOE) and self.bank_chips + bank.deposit == 0

    @property
    def session(self) -> TableSession | None:
        if self.rules is None or not self.is_open_bank:
            return None
        free = self.rules.free
        clauses = SessionClauses(free.sessions.clauses, free.tables.clauses)
        now, is_begun = self.settings, self.coup.number > 0
        return TableSession(now.session, now.session_shoes, self.banker, clauses, is_begun, now.is_dinner_begun)

    @property
    def depositor(self) -> PersonId | None:
        """Return who deposits: whoever was awarded the bank, or the banker whose bank was broken."""
        return self.banker if self.award is None else self.award.person

    @property
    def barred_now(self) -> frozenset[PersonId]:
        """Return who may not be banker: a winner's bar ends with the shoe in which they left."""
        return frozenset() if self.shoe.has_ended else self.barred_winners

    @property
    def barred_from_cards(self) -> frozenset[PersonId]:
        bars = (*self.bars.bars, *self.coup.cards.marks.bars)
        return frozenset(one.person for one in bars if one.action is BarredAction.CARDS)

    @property
    def bank_chips(self) -> Cents:
        return balance(self.ledger, BANK)

    @property
    def coups_of_bank(self) -> tuple[SettledCoup, ...]:
        """Return the settled coups that were dealt from the bank that stands."""
        return self.history[-self.bank.coups :] if self.bank is not None and self.bank.coups else ()

    @property
    def coups_of_banco(self) -> tuple[SettledCoup, ...]:
        """Return the settled coups in which the banco of this one was played, with those before it was repeated."""
        banco = self.coup.banco
        played = 0 if banco is None else banco.repeats + self.coup.is_settled
        return self.history[len(self.history) - played :]

    @property
    def is_banco_decided(self) -> bool:
        return any(one.is_won_or_lost for one in self.coups_of_banco)

    @property
    def is_undealt(self) -> bool:
        """Return True if no card has come to a hand: whatever is out of the shoe was drawn too early."""
        return self.phase not in COUP or is_undealt(self.coup, HANDS)

    def holder(self, cloth: Hand) -> PersonId | None:
        return self.coup.holder(cloth)

    @property
    def authority(self) -> Authority:
        rules, by = self.book.authority, self.book.unforeseen.decided_by
        neutral = None if by.neutral is None else (by.neutral,)
        decided_by: tuple[Role, ...] = (by.value,)
        decide = Sourced(decided_by, by.clauses, neutral, by.practice, by.provenance)
        return Authority(rules.report, rules.pronounce, decide)
