"""What a viewer may do now, with the values that each act may take, and the clauses that bind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from tapete import kernel
from tapete.accounts import balance, person
from tapete.cards import Card
from tapete.chance import LotOut
from tapete.clauses import Cite, rule
from tapete.clauses.register import Clause
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import VoidCoup, at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.marks import hand_cards
from tapete.games.banked import offers, reports
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts, phases
from tapete.games.dos_panos.bank.ending import is_liable_for_all, require_proof, shoes_of_bank
from tapete.games.dos_panos.betting import lying, lying_in_all
from tapete.games.dos_panos.coup.dealing import cards_of_packs, require_holder
from tapete.games.dos_panos.coup.flow import asked_cloths, next_hand
from tapete.games.dos_panos.errors.reports import ACCIDENTS
from tapete.games.dos_panos.people import require_bank_player
from tapete.games.dos_panos.rules import GAME, AwardWay, DepositForm, DepositPlace, OddTest
from tapete.games.dos_panos.state import State, Testimony
from tapete.games.dos_panos.terms import CLOTHS, COUP, PREPARING, Hand, Phase, Spot
from tapete.table.staff import is_on_duty

MOST: Final = 99
"""Shoes or days that a term may have, where no session limits its shoes."""
FOR_DAYS: Final[Mapping[str, kernel.Field]] = {"shoes": kernel.FixedValue(0), "days": kernel.Count(1, MOST)}


def terms(state: State, *, anew: bool) -> tuple[tuple[tuple[int, int], Mapping[str, kernel.Field]], ...]:
    left = shoes_of_bank(state, anew=anew)
    return (((1, 0), {"shoes": kernel.Count(1, MOST if left is None else max(left, 1))}), ((0, 1), FOR_DAYS))


def bank_bounds(state: State, least: int = 0, standing: int | None = None) -> kernel.Amount:
    return kernel.Amount(max(state.settings.bank_minimum, least), state.settings.bank_maximum or None, None, standing)


def award_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    least = state.settings.bank_minimum
    for term, fields in terms(state, anew=state.phase is not Phase.REOFFER):
        yield from announcements(state, term, fields)
    for term, fields in terms(state, anew=True):
        yield acts.OpenAuction(*term), {**fields}
        yield acts.DrawLots(least, *term), {"amount": bank_bounds(state), **fields}
    bought = bank_bounds(state, standing=next((one.amount for one in state.seekers if one.person == viewer), None))
    yield acts.BuyBank(bought.first() or least), {"amount": bought}
    yield from offers.plain(acts.AcceptBank(), acts.WithdrawWish())
    if state.auction is not None:
        floor = max(state.auction.floor, state.auction.bid_of(viewer) + 1)
        yield acts.Bid(floor), {"amount": bank_bounds(state, floor)}
    yield acts.CloseAuction(), {}
    yield from first_proofs(state)


def announcements(state: State, term: tuple[int, int], fields: Mapping[str, kernel.Field]) -> offers.Candidates:
    """Return whom the house may announce: who asked for the bank, or anybody where it is not only sold."""
    for one in state.seekers:
        asked = offers.fixed_fields(person=one.person, amount=one.amount)
        yield acts.AnnounceBank(one.person, one.amount, *term), {**asked, **fields}
    there = (one for one in state.seats.people() if one not in state.barred_now)
    people = tuple(one for one in there if require_proof(state, one) is None)
    if people and state.phase is Phase.OPENING and AwardWay.ANNOUNCED in state.book.award.ways.value:
        least = state.settings.bank_minimum
        anybody: dict[str, kernel.Field] = {"person": kernel.People(people), "amount": bank_bounds(state)}
        yield acts.AnnounceBank(people[0], least, *term), {**anybody, **fields}


def first_proofs(state: State) -> offers.Candidates:
    people = tuple(who for who in state.seats.people() if require_proof(state, who) is not None)
    if people and state.settings.is_in_house:
        yield acts.ProveDeposit(people[0], is_of_house=True), {"person": kernel.People(people)}
    elif people:
        yield (
            acts.ProveDeposit(people[0], 1),
            {"person": kernel.People(people), "amount": kernel.Amount(1), **where_it_lies(state)},
        )


def where_it_lies(state: State) -> dict[str, kernel.Field]:
    known = state.settings.institutions
    places = tuple(str(one) for one in state.book.free.deposit_at.value)
    if DepositPlace.CREDIT_INSTITUTION not in places or not known:
        return {"place": kernel.FixedValue(str(DepositPlace.CASH_DESK))}
    return {"place": kernel.Choice(places), "institution": kernel.Choice(("", *known))}


FACE_TRIED: Final = Card("As")
"""A face with which keying is tried: which faces the shoe still holds is asked when one is keyed."""

NAME_TRIED: Final = "?"
"""A name with which an acceptance is tried: which names were accepted already is asked when one is typed."""


def table_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    yield from offers.free_seats(state)
    behind = [seat for seat in state.seats.labels if seat not in state.seats.second_row]
    if behind:
        yield acts.SitBehind(behind[0]), {"seat": kernel.Choice(tuple(behind))}
    yield from offers.standing_and_chips(state, viewer)
    yield acts.AskCardCheck(), {}
    size = cards_of_packs(state)
    yield acts.CheckCards(size), {"found": kernel.Count(0, size)}
    yield from offers.plain(acts.JoinList(), acts.LeaveList(), acts.CallPerson(), acts.CloseTable())
    yield from house_acts(state)


def house_acts(state: State) -> offers.Candidates:
    if state.settings.needs_director:
        yield acts.SetOptions(free := not state.settings.banco_freedom), {"banco_freedom": kernel.FixedValue(free)}
    if not state.settings.is_in_house:
        yield acts.SetOptions(institution=NAME_TRIED), {"institution": kernel.Text()}


def keyed_acts(state: State) -> offers.Candidates:
    yield from offers.keyed_card(state, lambda: FACE_TRIED)
    lots = state.lots
    if state.is_keyed and lots is not None and lots.is_filled:
        tokens = tuple(map(str, lots.tie.people))
        yield (
            LotOut(lots.urn, 0, tokens[0]),
            {**offers.fixed_fields(urn=lots.urn, position=0), "token": kernel.Choice(tokens)},
        )


def incident_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    people = list(state.seats.people())
    keyed = (None, *people) if state.is_real and viewer == state.croupier() else (None,)
    for incident in state.docket.open:
        listed = (one.effects for one in incident.alternatives)
        for effects in (None, (VoidCoup(),), *listed):  # what is proposed may be nothing, and nothing may not do
            yield GiveRuling(incident.serial, effects, "?"), {"serial": kernel.FixedValue(incident.serial)}
        for hand in Hand:
            for witness in keyed:
                named = offers.fixed_fields(hand=str(hand), **({} if witness is None else {"person": witness}))
                told = state.coup.testimonies
                totals = tuple(one for one in range(10) if Testimony(witness or viewer, hand, one) not in told)
                yield acts.Testify(hand, totals[0], witness), {**named, "total": kernel.Choice(totals)}
    yield from offers.fallen_cards(state, viewer)
    for one in reports.reportable(ACCIDENTS, state, viewer):
        yield from one.offers


def bank_acts(state: State, _viewer: kernel.PersonId) -> offers.Candidates:
    least = state.award.amount if state.award is not None else 0 if state.bank is None else state.bank.initial
    if least:
        forms = kernel.Choice(tuple(str(one) for one in DepositForm))
        yield acts.DepositBank(least), {"amount": bank_bounds(state, least), "form": forms}
    yield from proof_acts(state)
    yield from offers.plain(acts.AnnulAward(), acts.WithdrawWish())
    yield from deliveries(state)
    yield from offers.plain(acts.LeaveBank(), acts.AskNewShoe(), acts.OpenBets())


def deliveries(state: State) -> offers.Candidates:
    if state.bank is not None:
        whole = state.bank_chips + state.bank.deposit
        yield acts.DeliverBank(max(whole, 1)), {"amount": kernel.FixedValue(whole)}


def proof_acts(state: State) -> offers.Candidates:
    owner = state.depositor
    if owner is not None and is_liable_for_all(state):
        bank = state.bank if state.award is None else None
        known = (bank.proven_deposit or 0) if bank is not None else 0
        least = known if bank is not None and bank.called_deposit else known + 1
        if state.settings.is_in_house:
            yield acts.ProveDeposit(owner, is_of_house=True), {"person": kernel.FixedValue(owner)}
        else:
            fields: dict[str, kernel.Field] = {
                "person": kernel.FixedValue(owner),
                "amount": kernel.Amount(least),
                **where_it_lies(state),
            }
            yield acts.ProveDeposit(owner, least), fields


def shoe_acts(state: State, _viewer: kernel.PersonId) -> offers.Candidates:
    size = cards_of_packs(state)
    yield acts.LayOutPacks(), {}
    yield acts.CountPack(size), {"count": kernel.Count(0, size)}
    yield acts.ShufflePack(), {}
    yield acts.CutPack(size // 2), {"depth": procedure.cut_bounds(size, state.settings.shoe)}
    below = state.book.pack.cards_below_stop_card.value
    most = size - 1 if state.book.pack.below_is_least.value or not below else below
    yield acts.InsertStopCard(below), {"below": kernel.Count(below, most)}
    yield acts.LeaveBank(), {}


def stake_bounds(state: State, viewer: kernel.PersonId, cloth: Hand, spot: Spot) -> kernel.Amount:
    unit, standing = state.settings.minimum, lying(state, viewer, cloth, spot)
    most = balance(state.ledger, person(viewer)) + standing
    if state.settings.maximum:
        most = min(most, state.settings.maximum - (lying_in_all(state, viewer) - standing))
    parted = spot is Spot.ACROSS and state.book.stakes.across_odd_test.value is OddTest.WHOLE
    return (
        kernel.Amount(2 * unit, most, unit, standing or None)
        if parted
        else kernel.Amount(unit, most, None, standing or None)
    )


def betting_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    yield from offers.plain(acts.CallBanco(), acts.CloseCalls())
    for spot in (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH):
        for cloth in CLOTHS:
            amount = stake_bounds(state, viewer, cloth, spot)
            least = amount.first()
            if least is not None:
                yield acts.Stake(least, cloth, spot), {"amount": amount, **offers.fixed_fields(cloth=cloth, spot=spot)}
    for one in state.coup.laid:
        if one.person == viewer:
            yield acts.TakeStake(one.cloth, one.spot), offers.fixed_fields(cloth=one.cloth, spot=one.spot)
    partners = tuple(one for one in state.seats.people() if one not in (viewer, state.banker))
    if partners:
        yield acts.Associate(partners[0], 1), {"partner": kernel.People(partners), "amount": kernel.Amount(1)}
    yield from offers.plain(acts.CloseBets(), acts.CallOff())
    yield from proof_acts(state)


def repetition_acts(state: State, _viewer: kernel.PersonId) -> offers.Candidates:
    yield from deliveries(state)
    yield from proof_acts(state)
    for again in (True, False):
        yield acts.RepeatBanco(again), {"again": kernel.FixedValue(again)}


OF_CLOTH: Final[tuple[Any, ...]] = (
    *(
        one
        for word in Word
        for one in (
            (acts.Say(word), offers.fixed_fields(word=word)),
            (acts.PlaceCards(word is Word.NO), offers.fixed_fields(crossed=word is Word.NO)),
        )
    ),
    *offers.plain(acts.AskAdvice()),
)
OF_BANK: Final = tuple(offers.plain(acts.DrawCard(), acts.Stand(), acts.AskTable()))
AT_CARDS: Final = tuple(offers.plain(acts.StandIn(), acts.CarryCards(), acts.Settle()))
tried_with_cards: Final = offers.tried_with_cards(
    Hand, (acts.DealCard, acts.Lift, acts.ShowHand, acts.LayDown, acts.GiveCard), OF_CLOTH, OF_BANK, AT_CARDS
)


def own_hands(state: State, viewer: kernel.PersonId) -> frozenset[Hand]:
    """Return the hands that somebody plays, for themselves or for a person who does not answer."""
    bank = (Hand.BANCA,) if require_bank_player(state, viewer) is None else ()
    return frozenset((*bank, *(cloth for cloth in CLOTHS if require_holder(state, viewer, cloth) is None)))


def kinds_of_hand(
    state: State, viewer: kernel.PersonId, hand: Hand, own: frozenset[Hand]
) -> Iterator[type[kernel.ActBody]]:
    is_own, is_of_bank = hand in own, Hand.BANCA in own
    if is_of_bank:
        yield acts.DealCard
    if is_own or viewer == state.croupier():
        if any(not card.face_up for card in hand_cards(state.coup.cards.layout, hand)):
            if is_own:
                yield acts.Lift
            yield acts.ShowHand
        if is_own and not state.coup.cards.marks.of(hand).is_natural_lost:
            yield acts.LayDown
    if is_of_bank and hand in CLOTHS:
        yield acts.GiveCard


def card_acts(state: State, viewer: kernel.PersonId, awaited: tuple[str, ...] | None) -> offers.Candidates:
    of_hands, of_cloth, of_bank, besides = tried_with_cards(awaited)
    own = own_hands(state, viewer)
    for hand, tried in of_hands:
        for kind in kinds_of_hand(state, viewer, hand, own) if tried else ():
            if kind in tried:
                yield tried[kind]
    yield from of_cloth if IN_TURN.get(state.phase) in own else ()
    yield from besides
    yield from of_bank if Hand.BANCA in own else ()


CANDIDATES: Final[Mapping[Phase, Callable[[State, kernel.PersonId], offers.Candidates]]] = {
    **dict.fromkeys((Phase.OPENING, Phase.REOFFER, Phase.AUCTION), award_acts),
    **dict.fromkeys((Phase.DEPOSIT, Phase.CUSTODY, Phase.BETWEEN, Phase.BROKEN), bank_acts),
    **dict.fromkeys(PREPARING, shoe_acts),
    **dict.fromkeys((Phase.BANCO, Phase.BETS), betting_acts),
    Phase.REPEAT: repetition_acts,
}
"""What is tried in each phase but those of a coup, beside what may be done in every one."""


# An act is offered when :func:`decide` would not refuse it. Whoever decides on hidden cards has looked at them first,
# so an offer tells its viewer nothing that they have not seen, and others nothing.


def explain(state: State, _viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
    return phases.clauses_in_force(state)


@rule("DP.A.36", neutral=())
def ask_rule(state: State, viewer: kernel.PersonId | None, about: str = "") -> tuple[Clause, ...]:
    """Any player may ask for the rules: ``about`` a clause or topic of the register, else those in force."""
    return offers.asked_rules(GAME, about, lambda: explain(state, viewer))


OF_STAFF: Final[frozenset[type[kernel.ActBody]]] = frozenset(
    {
        *(acts.CallPerson, acts.CloseTable, acts.SetOptions, acts.CheckCards, acts.LayOutPacks, acts.CountPack),
        *(acts.ShufflePack, acts.InsertStopCard, acts.AnnounceBank, acts.OpenAuction, acts.CloseAuction, acts.DrawLots),
        *(acts.ProveDeposit, acts.OpenBets, acts.CloseCalls, acts.CloseBets, acts.CallOff, acts.CarryCards),
        acts.Settle,
    }
)
"""What somebody on a post does, or the house: with anybody else it is not even tried."""


@cache
def plain_acts() -> Mapping[str, kernel.ActBody]:
    return offers.acts_without_fields(acts.DECIDERS)


class Awaited(NamedTuple):
    """What a table waits for, which is the same whoever asks, and who is at the cards."""

    acts: tuple[str, ...]
    at_cards: tuple[kernel.PersonId | None, ...]

    @classmethod
    def at(cls, state: State) -> Awaited:
        acts = ("give-ruling",) if state.docket.open else phases.PHASES[state.phase].awaited_acts
        return cls(acts, (state.banker, state.croupier(), *(state.holder(cloth) for cloth in CLOTHS)))

    def people(self, state: State, people: Sequence[kernel.PersonId]) -> Sequence[kernel.PersonId]:
        if state.docket.open or state.coup.due_cards or state.lots is not None:
            return people
        if offers.tags_of(OF_STAFF).issuperset(self.acts):
            return [one for one in people if is_on_duty(state.staff, one)]
        if state.phase not in COUP:
            return people
        one_person = phases.PHASES[state.phase].waits_for(state)
        asked = self.at_cards if one_person is None else offers.asked_people(state, one_person)
        return [one for one in people if one in asked]


def offered(
    state: State, viewer: kernel.PersonId, accepts: offers.Accepts, awaited: Awaited, *, is_main_only: bool = False
) -> tuple[kernel.Offer, ...]:
    others = frozenset() if is_on_duty(state.staff, viewer) else OF_STAFF

    def is_main(tag: str, fields: dict[str, kernel.Field]) -> bool:
        return tag == "card-out" or (tag in awaited.acts and is_next_step(state, tag, fields))

    is_step_only = is_main_only and not state.docket.open
    steps = offers.plain_steps(awaited.acts, plain_acts()) if is_step_only else None
    if steps is not None:
        tried: Iterable[Any] = steps
    elif state.phase in COUP:
        tried = card_acts(state, viewer, awaited.acts if is_step_only else None) if viewer in awaited.at_cards else ()
    else:
        tried = CANDIDATES[state.phase](state, viewer) if state.phase in CANDIDATES else ()
    aside = () if is_step_only else (*incident_acts(state, viewer), *table_acts(state, viewer))
    step = state.step
    return offers.offers(
        (*keyed_acts(state), *tried, *aside),
        lambda what: type(what) not in others and accepts(state, kernel.Act(viewer, what, step)),
        is_main,
        lambda: explain(state, viewer),
        is_main_only=is_main_only,
    )


IN_TURN: Final = {Phase.FIRST_WORD: Hand.PRIMERO, Phase.SECOND_WORD: Hand.SEGUNDO}
"""The cloth whose player is to look at its cards; elsewhere it is the bank."""


def is_next_step(state: State, tag: str, fields: dict[str, kernel.Field]) -> bool:
    hand = kernel.fixed_value(fields, "hand")
    match tag:
        case "deal-card":
            return hand == next_hand(state)
        case "give-card":
            return hand in asked_cloths(state)[:1]
        case "lay-out-packs":
            return state.book.pack.shown_to_players.value
        case "lay-down":
            return hand == IN_TURN.get(state.phase, Hand.BANCA)
        case "lift":
            return not at(state.coup.cards.layout, f"{hand}-3") and hand == IN_TURN.get(state.phase, Hand.BANCA)
        case _:
            return True
