"""Tables of chemin de fer at which everybody tries everything, and what is answered, kept in short.

    python -m tests.support.chemin_de_fer.tried            write down what is answered now
    python -m tests.support.chemin_de_fer.tried NAME ...   print it in full, to lay it beside what it was before

Each table begins at a scene (``scenes.py``), in a house that settles some points of its rulebook otherwise, and goes on
for some acts that a number decides. Between them the people who have most to do with the step try every act of the
game, those with an amount at the sums on which something depends and a cent beside them. Of all answers a digest is
kept for each side; before a new one is, read what became of it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import immutables
import msgspec

from tapete.bots.act_builder import act_kinds, build_act
from tapete.cards import packs
from tapete.chance import CardOut
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling, IncidentOpened
from tapete.games.baccarat.layout import at
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer import candidates, phases
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.options import awaited_acts
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import CLOCK, HOUSE, Accepted, Act, PersonId, Refused, fold
from tapete.money import Rounding
from tapete.play import Play
from tapete.record.codec import to_tree
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tests.support import ROOT
from tests.support.chemin_de_fer.scenes import CELLS, scene
from tests.support.chemin_de_fer.table import Table, as_house, opened, shoe_for

KEPT: Final = ROOT / "tests" / "chemin_de_fer" / "tried.txt"
SIDES: Final = ("decisions", "offers", "candidates", "explained", "events")
KINDS: Final = act_kinds(CHEMIN_DE_FER.act_types)
SEATED: Final = ("bea", "carla", "ana", "luis", "eva", "pau", "rosa")
OFFICIALS: Final = ("croupier", "inspector")
STEPS: Final = 3
OTHERWISE: Final[tuple[tuple[str, str, Any], ...]] = (
    ("betting", "small_completion", True),
    ("betting", "remainder_accepted", False),
    ("betting", "seguido_first", True),
    ("betting", "seguido_after_pass", True),
    ("betting", "late_stakes_admitted", True),
    ("betting", "half_rounding", Rounding.UP),
    ("bank", "matches_passed", True),
    ("bank", "auction_matches", True),
    ("bank", "lasting_garage", True),
    ("bank", "players", 6),
    ("bank", "garage_multiple", 0),
    ("seats", "standing_count", True),
    ("seats", "moving_owes_salute", True),
    ("seats", "arriving_owes_salute", True),
    ("seats", "unsaluted_last_for_bank", True),
    ("seats", "unsaluted_last_for_banco", True),
    ("auction_bars", "passer", True),
)
"""Points that a house may settle otherwise; where the rulebook has the value already, its reverse."""


def plain(value: Any) -> Any:
    """Return what holds names as a list in their order, and anything else as its text."""
    return sorted(value.items()) if isinstance(value, immutables.Map) else str(value)


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=plain)


def otherwise(table: Table, chance: Random) -> Table:
    """Settle some points of the house otherwise."""
    for part, name, value in chance.sample(OTHERWISE, chance.randrange(4)):
        is_so = getattr(getattr(table.state.book, part), name).value
        as_house(table, part, **{name: not value if is_so is value else value})
    return table


# --- what is tried ----------------------------------------------------------------------------------------------------


def sums(state: State, who: PersonId) -> list[int]:
    """Return the sums on which something may depend, with a cent more and less."""
    bank, offer, auction = state.bank, state.offer, state.auction
    found = {1, state.settings.minimum, 2 * state.settings.minimum, state.settings.bank_minimum}
    found |= {state.coup.in_play, state.coup.in_play // 2, offer.floor, offer.amount}
    found |= {state.ledger.get(f"person:{who}", 0), 100 * state.settings.minimum}
    found |= {one.amount for one in state.calls.claims}
    if state.calls.claims:
        found |= {state.coup.in_play - sum(one.amount for one in state.calls.claims)}
    if bank is not None:
        found |= {bank.total, bank.debt, bank.winnings, bank.winnings - bank.excluded_winnings}
        found |= {bank.total + state.ledger.get(f"person:{bank.banker}", 0), *bank.join_offers.values()}
    if auction is not None:
        found |= {auction.floor, *(one.amount for one in auction.window.claims)}
    found |= {one.amount for one in offer.pledges.values()}
    return sorted({near for one in found for near in (one - 1, one, one + 1) if near > 0})


def with_amounts(state: State, who: PersonId) -> Iterator[Any]:
    """Yield the acts with an amount: at all sums where their phase is open, at one where it is not."""
    whole = sums(state, who)
    one = [state.settings.minimum]
    others = [person for person in SEATED if person != who][:2]
    offered = state.phase in (Phase.BANK, Phase.AUCTION)
    for amount in whole if state.phase is Phase.BETS else one:
        yield from (a.Stake(amount), a.StakeOnLine(amount), a.CallConLaMesa(amount), a.JoinBanco(who, amount))
        yield from (a.JoinBanco(PersonId(other), amount) for other in others)
    for amount in whole if offered else one:
        yield from (a.TakeBank(amount), a.TakeBank(amount, max(amount - 1, 0)), a.Bid(amount))
        yield from (a.TakeBank(amount, max(state.offer.floor, 1)), a.TakeBank(amount, 0))
        yield a.PledgeShare(state.offer.candidate or PersonId("carla"), amount)
    for amount in whole if state.phase is Phase.BETWEEN else one:
        yield from (a.OfferShare(amount), a.RaiseBank(amount), a.DeliverBank(amount), a.GarageWinnings(amount))
    yield a.NoteLateStake(who, state.settings.minimum)
    yield from (a.Stake(state.settings.minimum, on_table=False), a.Stake(state.settings.minimum, joined_to=who))
    yield from (a.PledgeShare(PersonId(one), 50_00) for one in (*others, who))


def at_the_cards(state: State, chance: Random) -> Iterator[Any]:
    """Yield the acts at the cards of a coup."""
    for hand in Hand:
        yield from (a.DealCard(hand), a.Lift(hand), a.LayDown(hand), a.ShowHand(hand))
        yield from (a.Lift(hand, PersonId(one)) for one in ("ana", "bea", "croupier"))
    yield from (a.Say(word) for word in Word)
    yield from (a.GiveCard(), a.DrawCard(), a.Stand(), a.AskTable(), a.AskAdvice(), a.StandIn(), a.Settle())
    yield from (a.CarryCards(), a.CarryCards(PersonId("ana")), a.CarryCards(PersonId("luis")), a.CloseWithdrawals())
    for one in ("ana", "luis"):
        person = PersonId(one)
        yield from (a.RemoveLateStake(person), a.AdmitLateStake(person), a.WithdrawStake(person), a.KeepStake(person))
    yield from (a.WithdrawStake(), a.KeepStake(), a.Choose("third-card", "give"), a.Choose("third-card", "deny"))
    for due in state.coup.due_cards:
        yield CardOut(due.position, chance.choice(packs(1)))
    for incident in state.docket.open:
        yield from (GiveRuling(incident.serial, None, "seen"), GiveRuling(incident.serial, (VoidCoup(),), "seen"))


def tried(state: State, who: PersonId, chance: Random) -> list[Any]:
    """Return every act that somebody tries at a step."""
    found: list[Any] = [
        *(a.CallBanco(), a.CallSeguido(), a.CallUltimoCompleto(), a.WithdrawCall(), a.CloseBets(), a.CallOff()),
        *(a.OpenBets(), a.PassHand(), a.RefuseToDeal(), a.DeclineBank(), a.WithdrawShare(), a.AllGoes()),
        *(a.OfferBank(), a.CloseAuction(), a.CallPerson(), t.TimeUp(), t.Leave(), a.CloseTable()),
        *(a.ShufflePack(), a.OfferCards(), a.CutPack(26), a.DeclineCut(), a.InsertStopCard(), a.CheckCards(312)),
        *(a.SetOptions(banco_freedom=True), a.SetOptions(no_bank_max=True), a.SetOptions(False, False)),
        *(a.SetOptions(banco_freedom=False), a.SetOptions(no_bank_max=False), a.SetOptions()),
        *(t.Away(PersonId("ana")), t.Back(PersonId("ana")), t.Away(who), t.Back(who), t.LeadOut(PersonId("pau"))),
        *(kind(PersonId(one)) for one in ("carla", "luis", "eva") for kind in (a.AcceptShare, a.TakeOverShare)),
        *(t.Sit(3), t.Sit(1), t.StandBehind(3), t.BuyIn(100_00), t.CashOut(1)),
        *(a.JoinList(), a.LeaveList(), a.AskSeatChange(), a.AskCardCheck()),
        *with_amounts(state, who),
        *at_the_cards(state, chance),
    ]
    return found


# --- what is answered -------------------------------------------------------------------------------------------------


def told(outcome: Any) -> list[Any]:
    """Return an answer in plain values."""
    if isinstance(outcome, Refused):
        return [outcome.code, outcome.facts, outcome.clauses, sorted(outcome.rests_on)]
    events = [to_tree(event) for event in outcome.events]
    return [type(outcome).__name__, events, sorted(outcome.rests_on), getattr(outcome, "faults", ())]


class Trying:
    """One table at which everybody tries everything, and the answers by side."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table, self.chance = table, chance
        self.lines: dict[str, list[str]] = {side: [] for side in SIDES}
        self.stood: list[tuple[PersonId, Any]] = []

    @property
    def state(self) -> State:
        return self.table.state

    def keep(self, side: str, *value: Any) -> None:
        self.lines[side].append(_encoder.encode(value).decode())

    def asked(self, side: str, who: PersonId, question: Callable[[], Any]) -> None:
        """Keep the answer to a question; one that ends in an error is kept as that."""
        try:
            self.keep(side, who, question())
        except Exception as error:
            self.keep(side, who, type(error).__name__)

    def people(self) -> list[PersonId]:
        """Return who tries something: those with most to do at this step, and one of the others."""
        state = self.state
        busy = {state.banker, state.holder, state.offer.candidate, state.shoe.cut_to, state.coup.punto.before}
        busy |= {one.person for one in (*state.calls.claims[:1], *state.coup.late[:1])}
        busy |= {*sorted(state.carried_over.seguido)[:1]}
        if state.bank is not None:
            busy |= {*sorted(state.bank.join_offers)[:1], *(part.person for part in state.bank.parts[1:2])}
        named = sorted({one for one in busy if one is not None} - set(OFFICIALS))
        others = [PersonId(one) for one in SEATED if one not in named]
        return [*named, *self.chance.sample(others, 1), *map(PersonId, OFFICIALS)]

    def look(self) -> None:
        """Let people be told what they may do, and try everything."""
        state, game = self.state, CHEMIN_DE_FER
        self.stood = []
        people = self.people()
        for who in people:
            self.asked("offers", who, lambda who=who: game.legal(state, who))
            self.asked("explained", who, lambda who=who: game.explain(state, who))
            for listed in (candidates.phase_acts, candidates.table_acts):
                self.asked("candidates", who, lambda who=who, listed=listed: [*listed(state, who)])
            for what in tried(state, who, self.chance):
                self.tries(who, what)
        for who, what in (
            *((CLOCK, one) for one in (t.Away(people[0]), t.Back(people[0]), t.LeadOut(people[0]), t.TimeUp())),
            *((PersonId("inspector"), one) for one in (t.Away(people[0]), a.CallPerson(), a.CloseTable())),
            *((HOUSE, one) for one in (a.CloseTable(), a.SetOptions(True, True), a.SetOptions(False, False))),
            *((PersonId("stranger"), one) for one in (a.Stake(10_00), t.Leave(), a.Bid(10_00), a.OfferShare(1))),
        ):
            self.tries(who, what)
        self.asked("explained", HOUSE, lambda: [awaited_acts(state), game.problems(state), game.time_limit(state)])
        self.asked("explained", HOUSE, lambda: phases.PHASES[state.phase].waits_for(state))

    def tries(self, who: PersonId, what: Any) -> None:
        """Keep the answer to an act, which is not done."""
        state = self.state
        try:
            outcome = CHEMIN_DE_FER.decide(state, Act(who, what, state.step))
            self.keep("decisions", who, to_tree(what), told(outcome))
            if isinstance(outcome, Refused) or not outcome.events:
                return
            after = fold(CHEMIN_DE_FER.evolve, state, outcome.events)
            coup = after.coup
            self.keep("events", after.phase, after.offer, after.bank, after.calls, after.carried_over)
            self.keep("events", coup.number, coup.in_play, coup.award, coup.late, coup.cards.layout, coup.due_cards)
            self.stood.append((who, what))
        except Exception as error:
            self.keep("decisions", who, to_tree(what), type(error).__name__)

    def next(self) -> tuple[PersonId, Any] | None:
        """Return the act that is done: what the table waits for, or anything that stood."""
        kept_out = (t.Leave, a.CloseTable, t.Away, t.CashOut, a.SetOptions)
        stood = [one for one in self.stood if not isinstance(one[1], kept_out) or self.chance.random() < 0.1]
        if self.chance.random() < 0.5:
            mains = [
                (who, offer) for who in self.people() for offer in CHEMIN_DE_FER.legal(self.state, who) if offer.main
            ]
            if mains:
                who, offer = self.chance.choice(mains)
                if offer.act not in ("card-out", "give-ruling"):
                    return who, build_act(KINDS, offer, self.chance)
        kinds = sorted({type(what).__name__ for _, what in stood})
        if not kinds:
            return None
        kind = self.chance.choice(kinds)
        return self.chance.choice([one for one in stood if type(one[1]).__name__ == kind])

    def done(self, who: PersonId, what: Any) -> None:
        """Do an act, if it stands."""
        try:
            made = self.table.play.attempt(what, who)
            self.keep("events", who, to_tree(what), [to_tree(event) for event in made.events])
            if not isinstance(made.outcome, Refused):
                self.table.play = self.table.play.after(made)
        except Exception as error:
            self.keep("events", who, type(error).__name__)

    def moved(self) -> None:
        """Let somebody do one of the things that he may do; nobody leaves, and the table is not closed."""
        offers = [
            (who, offer)
            for who in self.people()
            for offer in CHEMIN_DE_FER.legal(self.state, who)
            if offer.act not in ("leave", "close-table", "cash-out", "set-options", "report", "give-ruling", "card-out")
        ]
        mains = [one for one in offers if one[1].main]
        if offers:
            who, offer = self.chance.choice(mains if mains and self.chance.random() < 0.6 else offers)
            self.done(who, build_act(KINDS, offer, self.chance))

    def step_of_coup(self) -> None:
        """Let the coup take a step, as far as its people may: what is open is ruled first."""
        state, people = self.state, (self.state.banker, self.state.holder, PersonId("croupier"), PersonId("inspector"))
        acts: list[Any] = [GiveRuling(one.serial, None, "seen") for one in state.docket.open]
        acts += [GiveRuling(one.serial, (VoidCoup(),), "seen") for one in state.docket.open]
        acts += [a.Choose(one.choice, option) for one in state.coup.cards.marks.choices for option in one.options]
        acts += [a.CloseWithdrawals(), *(a.DealCard(hand) for hand in Hand), a.CarryCards()]
        unseen = [hand for hand in Hand if any(not one.seen_by for one in at(state.coup.cards.layout, hand))]
        acts += [
            *(a.Lift(hand) for hand in unseen),
            *(a.LayDown(hand) for hand in Hand),
            *(a.Say(word) for word in Word),
        ]
        acts += [a.GiveCard(), a.DrawCard(), a.Stand(), *(a.ShowHand(hand) for hand in Hand), a.Settle()]
        acts += [CardOut(one.position, self.chance.choice(packs(1))) for one in state.coup.due_cards]
        for what in acts:
            for who in people:
                found = None if who is None else self.decided(who, what)
                if isinstance(found, Accepted) and not any(isinstance(one, IncidentOpened) for one in found.events):
                    self.done(who or HOUSE, what)
                    return

    def decided(self, who: PersonId, what: Any) -> Any:
        return CHEMIN_DE_FER.decide(self.state, Act(who, what, self.state.step))

    def go(self, steps: int) -> Trying:
        """Look, and go on by a step, so many times."""
        for _ in range(steps):
            self.look()
            if (found := self.next()) is None:
                return self
            self.done(*found)
        self.look()
        return self

    def digests(self) -> dict[str, str]:
        """Return a digest of each side."""
        return {side: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8] for side, lines in self.lines.items()}


# --- where the tables begin -------------------------------------------------------------------------------------------


def of_scene(role: str, window: Phase, number: int) -> Trying:
    """Begin at a scene: at a strict table, or at one where what happens is noted."""
    chance = Random(f"{role} {window} {number}")
    table, _ = scene(opened, role, window)
    state = table.state
    if number % 2:
        settings = msgspec.structs.replace(state.settings, conduct=Conduct.OBSERVED)
        table.play = Play(table.play.game, msgspec.structs.replace(state, settings=settings), table.play.source)
    return Trying(otherwise(table, chance), chance).go(STEPS)


def shuffled(chance: Random) -> str:
    """Return some cards in an order by chance."""
    return " ".join(str(card) for card in chance.sample(packs(1), 40))


BANKS: Final = (10_00, 19_99, 20_00, 20_01, 29_99, 30_00, 55_55, 300_01, 999_99, 1000_00)
"""Banks at whose size something begins or ends for parts and halves of them."""


def with_people(chance: Random, shoe: str = "", **options: Any) -> Trying:
    """Return a table of people of whom some have few chips, in a house that settles some points otherwise."""
    table = opened(shoe or shuffled(chance), **options)
    for who in chance.sample(SEATED[1:], 4):
        table.do(who, t.CashOut(table.chips(who) - chance.choice((9_99, 10_00, 10_01, 25_00, 150_00, 700_00))))
    return Trying(otherwise(table, chance), chance)


def of_betting(number: int) -> Trying:
    """Begin when the betting opens on a bank of some size, and close it after some calls of all kinds."""
    chance = Random(f"betting {number}")
    trying = with_people(chance, no_bank_max=number % 5 == 4)
    bea, eva, croupier = PersonId("bea"), PersonId("eva"), PersonId("croupier")
    trying.done(bea, a.TakeBank(BANKS[number % len(BANKS)]))
    if chance.random() < 0.3:
        for who, what in ((eva, t.BuyIn(10_00)), (eva, a.OfferShare(10_00)), (bea, a.AcceptShare(eva))):
            trying.done(who, what)
    trying.done(croupier, a.OpenBets())
    for _ in range(chance.randrange(1, 11)):
        who = PersonId(chance.choice(SEATED[1:]))
        whole, half = trying.state.coup.in_play, trying.state.coup.in_play // 2
        sums = (10_00, 10_01, half, half + 1, whole - 10_00, whole - 10_01, whole, whole - 1, 12_34, 100_00, whole // 3)
        amount = max(chance.choice(sums), 1)
        called: Any = chance.choice(
            (
                *(a.Stake(amount), a.Stake(min(amount, 100_00)), a.StakeOnLine(amount), a.StakeOnLine(2 * amount)),
                *(a.CallConLaMesa(), a.CallConLaMesa(), a.CallUltimoCompleto(), a.CallUltimoCompleto()),
                *(a.JoinBanco(PersonId("ana"), amount), a.JoinBanco(PersonId("luis"), amount)),
                *(a.JoinBanco(who, amount), a.CallBanco() if chance.random() < 0.2 else a.Stake(10_00)),
                *(a.WithdrawCall(), a.CallConLaMesa(amount)),
            )
        )
        trying.done(who, called)
        trying.tries(croupier, a.CloseBets())
        trying.tries(croupier, a.CallOff())
    trying.look()
    trying.done(croupier, a.CloseBets())
    return trying.go(STEPS - 1)


def of_round(number: int) -> Trying:
    """Begin where a bank is offered, and go on for some acts: it is taken, shared, lost, passed and sold."""
    chance = Random(f"round {number}")
    conduct = "observed" if number % 2 else "strict"
    trying = with_people(chance, no_bank_max=number % 3 == 0, conduct=conduct)
    for _ in range(number % 40):
        trying.moved()
    return trying.go(STEPS)


def of_cards(number: int) -> Trying:
    """Begin at the cards of a coup that two people have staked on, known cards or real ones."""
    chance = Random(f"cards {number}")
    trying = with_people(chance, conduct="observed" if number % 3 else "strict", real=number % 4 == 3)
    bea, croupier = PersonId("bea"), PersonId("croupier")
    trying.done(bea, a.TakeBank(chance.choice((100_00, 300_00))))
    trying.done(croupier, a.OpenBets())
    for who in map(PersonId, ("ana", "luis", "pau")):
        trying.done(who, t.BuyIn(300_00))
        trying.done(who, chance.choice((a.Stake(20_00), a.StakeOnLine(30_00), a.Stake(50_00), a.CallBanco())))
    trying.done(croupier, a.CloseBets())
    for _ in range(chance.randrange(0, 14)):
        trying.moved()
    return trying.go(STEPS)


def called(chance: Random, state: State) -> tuple[PersonId, Any]:
    """Return a call of somebody; whoever may repeat his banco often does."""
    repeats = sorted(state.carried_over.seguido)
    if repeats and chance.random() < 0.4:
        return repeats[0], a.CallSeguido()
    who, whole = PersonId(chance.choice(SEATED)), max(state.coup.in_play, 1)
    amount = chance.choice((10_00, 20_00, 30_00, whole // 2, max(whole - 10_00, 1), whole))
    kinds: tuple[Any, ...] = (a.Stake(amount), a.Stake(20_00), a.StakeOnLine(amount), a.CallBanco(), a.CallConLaMesa())
    joint = tuple(a.JoinBanco(PersonId(one), amount) for one in ("ana", "luis"))
    return who, chance.choice((*kinds, *joint, a.CallUltimoCompleto(), a.CallSeguido()))


def around_the_bank(chance: Random, state: State) -> list[tuple[PersonId, Any]]:
    """Return what people may do with the bank between coups, or while it goes round."""
    banker, croupier = state.banker or PersonId("bea"), PersonId("croupier")
    some = [PersonId(one) for one in chance.sample(SEATED, 3)]
    bank, asked = state.bank, state.offer.candidate
    if state.phase is Phase.BANK and asked is not None:
        pledged = [(one, a.PledgeShare(PersonId(chance.choice(SEATED)), 40_00)) for one in some[:2]]
        least = max(state.offer.floor, 1)
        taken = [a.TakeBank(least), a.TakeBank(max(least, 200_00)), a.TakeBank(max(least, 60_00), 10_00)]
        return [*pledged, (asked, chance.choice((*taken, a.DeclineBank(), a.DeclineBank())))]
    if state.phase is Phase.AUCTION:
        bids = [(one, a.Bid(chance.choice((10_00, 50_00, 200_00, 201_00)))) for one in some]
        return [*bids, (croupier, a.CloseAuction())]
    if state.phase is Phase.VACANT:
        return [(croupier, a.OfferBank())]
    if bank is None:
        return []
    offered = [deed for one in some[:2] for deed in ((one, a.OfferShare(33_33)), (banker, a.AcceptShare(one)))]
    leaving = [deed for one in bank.parts[1:] for deed in ((one.person, a.WithdrawShare()),)]
    taken_over = [(banker, a.TakeOverShare(one)) for one in sorted(bank.leavers)]
    own: list[tuple[PersonId, Any]] = [
        *((banker, one) for one in (a.RaiseBank(bank.total + 12_34), a.GarageWinnings(10_00), a.AllGoes())),
        *((banker, one) for one in (a.DeliverBank(max(bank.debt, 1)), a.PassHand(), a.RefuseToDeal())),
    ]
    return [*chance.sample([*offered, *own], 4), *chance.sample(leaving, min(1, len(leaving))), *taken_over]


def of_coups(number: int) -> Trying:
    """Begin with a bank and play some coups that end as they should, with what people do with the bank between them."""
    chance = Random(f"coups {number}")
    results = [chance.choice(("banca", "banca", "punto", "tie") if number % 4 else ("banca",)) for _ in range(4)]
    conduct = "observed" if number % 2 else "strict"
    trying = with_people(chance, shoe_for(*results), no_bank_max=number % 3 == 0, conduct=conduct)
    trying.done(PersonId("bea"), a.TakeBank(chance.choice((60_00, 100_01, 300_00))))
    looks = chance.sample(range(24), 4)
    for moment in range(24):
        state = trying.state
        if moment in looks:
            trying.look()
        if state.phase is Phase.BETS:
            for _ in range(chance.randrange(1, 5)):
                trying.done(*called(chance, trying.state))
            trying.tries(PersonId("croupier"), a.CloseBets())
            trying.done(PersonId("croupier"), a.CloseBets())
            for one in chance.sample(SEATED, 2) if number % 2 else ():
                trying.done(PersonId("croupier"), a.NoteLateStake(PersonId(one), 15_00))
            if moment % 3 == 0:
                trying.look()
        elif state.phase in COUP:
            for _ in range(chance.randrange(1, 9)):
                trying.step_of_coup()
            if trying.state.phase is Phase.SETTLE:
                trying.tries(PersonId("croupier"), a.Settle())
        else:
            for deed in around_the_bank(chance, state):
                trying.done(*deed)
            trying.tries(PersonId("bea"), a.PassHand())
            trying.done(PersonId("croupier"), a.OpenBets())
    return trying


BEGINNINGS: Final[Mapping[str, Callable[[], Trying]]] = {
    **{
        f"{role}/{window}/{number}": (lambda role=role, window=window, number=number: of_scene(role, window, number))
        for turn, (role, window) in enumerate(CELLS)
        for number in (turn % 2,)
    },
    **{f"coups/{number}": (lambda number=number: of_coups(number)) for number in range(100)},
    **{f"betting/{number}": (lambda number=number: of_betting(number)) for number in range(100)},
    **{f"round/{number}": (lambda number=number: of_round(number)) for number in range(90)},
    **{f"cards/{number}": (lambda number=number: of_cards(number)) for number in range(50)},
}
"""The tables, by name."""


# --- what is kept -----------------------------------------------------------------------------------------------------


def digests(name: str) -> dict[str, str]:
    """Return the digests of a table; of one that does not come to its end, in which error."""
    try:
        return BEGINNINGS[name]().digests()
    except Exception as error:
        return {"stopped": type(error).__name__}


def line(name: str, found: Mapping[str, str]) -> str:
    """Return the line that is kept of a table."""
    return " ".join((name, *(f"{side}={digest}" for side, digest in found.items())))


@cache
def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by name and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {name: dict(one.split("=") for one in sides) for name, *sides in rows}


if __name__ == "__main__":
    if sys.argv[1:]:
        for asked in sys.argv[1:]:
            for side, rows in BEGINNINGS[asked]().lines.items():
                print(*(f"{side} {row}" for row in rows), sep="\n")
    else:
        KEPT.write_text("".join(f"{line(name, digests(name))}\n" for name in BEGINNINGS), "utf-8")
