"""What a viewer may do now, with the values that each act may take, and the clauses that bind them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from tapete import kernel
from tapete.accounts import balance, person
from tapete.clauses import Cite, cite, rule, trace
from tapete.clauses.register import Clause
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BarredAction, Effect, NoteOnly, VoidCoup, at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.marks import hand_cards
from tapete.games.banked import offers, reports
from tapete.games.banked.coup import Word, share_of
from tapete.games.banked.dealing import keyable_face
from tapete.games.chemin_de_fer import acts, phases
from tapete.games.chemin_de_fer.bank import greatest_bank, least_bank
from tapete.games.chemin_de_fer.calls import require_enough_players, require_room_beside
from tapete.games.chemin_de_fer.cards import pending_withdrawals, require_holder, require_lawful_word
from tapete.games.chemin_de_fer.flow import next_hand
from tapete.games.chemin_de_fer.people import is_bank_left_alone, require_bank_player
from tapete.games.chemin_de_fer.reports import ACCIDENTS
from tapete.games.chemin_de_fer.rotation import own_part_bounds
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.stakes import live_half
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Accident, Call, Hand, Phase
from tapete.money import Cents
from tapete.table.staff import is_on_duty

# The bounds of an amount are what its viewer really can do: both ends are accepted, and nothing above is. Where nothing
# lies between them the act is not tried.


def chips_of(state: State, viewer: kernel.PersonId) -> Cents:
    return balance(state.ledger, person(viewer))


def least_of(*bounds: Cents | None) -> Cents | None:
    return min((one for one in bounds if one is not None), default=None)


def bank_offer_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    own = bank_to_take(state)
    if (tried := own.first()) is not None:
        yield acts.TakeBank(tried), {"amount": own}
    yield acts.DeclineBank(), {}
    if state.offer.candidate is not None:
        others = [one for one in state.seats.people() if one not in (viewer, state.offer.former_banker)]
        pledged = state.offer.pledges.get(viewer)
        most = least_of(greatest_bank(state), chips_of(state, viewer))
        amount = kernel.Amount(least_bank(state), most, standing=None if pledged is None else pledged.amount)
        if (tried := amount.first()) is not None:
            yield (
                acts.PledgeShare(state.offer.candidate, tried),
                {"leader": kernel.People(tuple(others)), "amount": amount},
            )
    yield acts.WithdrawShare(), {}


def bank_to_take(state: State) -> kernel.Amount:
    """Return what the person asked may put up, besides what is pledged to them or in their bank already."""
    least, most = own_part_bounds(state)
    if state.bank is not None:
        return kernel.Amount(least, least_of(most, reach_of_bank(state, state.bank)))
    asked = state.offer.candidate
    return kernel.Amount(least, least_of(most, 0 if asked is None else chips_of(state, asked)))


def auction_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    if state.auction is None:
        return
    before = state.auction.bid_of(viewer)
    most = least_of(greatest_bank(state), chips_of(state, viewer) + before)
    amount = kernel.Amount(max(state.auction.floor, before + 1), most)
    if (tried := amount.first()) is not None:
        yield acts.Bid(tried), {"amount": amount}
    yield acts.CloseAuction(), {}


def share_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    bank, usual = state.bank, max(least_bank(state), 1)
    if bank is None:
        return
    most = greatest_bank(state)
    room = None if most is None else most - bank.total - bank.debt
    share = kernel.Amount(1, least_of(room, chips_of(state, viewer)), standing=bank.join_offers.get(viewer))
    tried = usual if share.may_be(usual) else share.first()
    if tried is not None:
        yield acts.OfferShare(tried), {"amount": share}


def banker_acts(state: State) -> offers.Candidates:
    bank = state.bank
    if bank is None:
        return
    raised = kernel.Amount(bank.total + 1, least_of(greatest_bank(state), reach_of_bank(state, bank)))
    if (tried := raised.first()) is not None:
        yield acts.RaiseBank(tried), {"amount": raised}
    able = min(bank.debt, chips_of(state, bank.banker))
    if able:
        yield acts.DeliverBank(able), {"amount": kernel.Amount(1, able)}
    if bank.winnings > bank.excluded_winnings:
        yield acts.GarageWinnings(1), {"amount": kernel.Amount(1, bank.winnings - bank.excluded_winnings)}
    yield acts.AllGoes(), {}
    for one in sorted(bank.leavers):
        yield acts.TakeOverShare(one), {"person": kernel.FixedValue(one)}


def reach_of_bank(state: State, bank: Bank) -> Cents:
    aside = share_of(bank.aside, bank.banker) if state.book.bank.lasting_garage.value else 0
    return bank.total + aside + chips_of(state, bank.banker)


def stake_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    """Return what a viewer may lay in place of what they have called; amounts that stand already are left out."""
    least, whole, called = state.settings.minimum, state.coup.in_play, state.calls.by(viewer)
    reach = chips_of(state, viewer) + sum(one.amount for one in called)
    standing = {called[0].kind.partition(":")[0]: called[0].amount} if len(called) == 1 else {}
    banco = standing.get(Call.BANCO)
    most = whole - 1 if state.bars.is_barred(viewer, BarredAction.BANCO) else whole
    stake = kernel.Amount(least, min(most, reach), standing=standing.get(Call.STAKE, banco))
    if (tried := stake.first()) is not None:
        yield acts.Stake(tried), {"amount": stake}
    part = kernel.Amount(least, min(greatest_part(state), reach), standing=standing.get(Call.JOINT, banco))
    if (tried := part.first()) is not None:
        led = {one.kind.partition(":")[2] for one in state.calls.claims if one.kind.startswith(f"{Call.JOINT}:")}
        yield (
            acts.JoinBanco(viewer, tried),
            {"leader": kernel.People((viewer, *sorted(led - {viewer}))), "amount": part},
        )
    playing = most if banco is None else whole - 1
    line = kernel.Amount(2 * least, min(laid_for(state, playing), reach), standing=standing.get(Call.LINE))
    if (tried := line.first()) is not None:
        yield acts.StakeOnLine(tried), {"amount": line}


def greatest_part(state: State) -> Cents:
    """Return the greatest part of a joint banco: the whole bank, or what leaves a partner room for a part."""
    whole = state.coup.in_play
    return whole if require_room_beside(state, whole - 1) is None else whole - state.settings.minimum


def laid_for(state: State, playing: Cents) -> Cents:
    return 2 * playing + (1 if live_half(state, 2 * playing + 1) <= playing else 0)


def table_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    yield from offers.free_seats(state)
    yield from offers.standing_and_chips(state, viewer)
    yield from offers.plain(acts.AskCardCheck(), acts.JoinList(), acts.LeaveList(), acts.AskSeatChange())
    yield from offers.plain(acts.CallPerson(), acts.CloseTable())
    for option in ("banco_freedom", "no_bank_max"):  # one by one, so that none is offered as it stands
        other = not getattr(state.settings, option)
        yield acts.SetOptions(**{option: other}), {option: kernel.FixedValue(other)}


def incident_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    for incident in state.docket.open:
        serial = kernel.FixedValue(incident.serial)
        own: dict[str, kernel.Field] = {"effects": kernel.Effects(), "reason": kernel.Text()}
        asked: dict[str, kernel.Field] = {"reason": kernel.Text()} if incident.open_to_judgement else {}
        yield GiveRuling(incident.serial, None, "?" if asked else ""), {"serial": serial, **asked}
        anywhere: tuple[tuple[Effect, ...], ...] = ((VoidCoup(),), (NoteOnly(incident.kind),))
        for effects in (*anywhere, *(one.effects for one in incident.alternatives)):
            yield GiveRuling(incident.serial, effects, "?"), {"serial": serial, **own}
    yield from offers.fallen_cards(state, viewer)
    for one in reports.reportable(ACCIDENTS, state, viewer):
        yield from one.offers


def between_coups_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    yield from offers.plain(acts.OpenBets(), acts.PassHand(), acts.RefuseToDeal())
    yield from share_acts(state, viewer)
    yield acts.WithdrawShare(), {}
    yield from banker_acts(state)
    for offering in sorted(state.bank.join_offers) if state.bank else ():
        yield acts.AcceptShare(offering), {"person": kernel.FixedValue(offering)}


def betting_acts(state: State, viewer: kernel.PersonId) -> offers.Candidates:
    yield from stake_acts(state, viewer)
    yield acts.CallBanco(), {}
    if viewer in state.carried_over.seguido:  # of anybody else it is an ordinary banco at most
        yield acts.CallSeguido(), {}
    yield acts.CallConLaMesa(), {}
    if any(one.kind == Call.PARTIAL for one in state.calls.claims):  # without one it comes to nothing
        yield acts.CallUltimoCompleto(), {}
    yield from offers.plain(acts.WithdrawCall(), acts.PassHand(), acts.CloseBets(), acts.CallOff())


def shoe_acts(state: State, _viewer: kernel.PersonId) -> offers.Candidates:
    size = state.settings.decks * 52
    yield from offers.plain(acts.ShufflePack(), acts.OfferCards())
    yield acts.CutPack(size // 2), {"depth": procedure.cut_bounds(size, state.settings.shoe)}
    yield from offers.plain(acts.DeclineCut(), acts.InsertStopCard())
    yield acts.CheckCards(size), {"found": kernel.Count(0, size)}


OF_PUNTO: Final = (
    *((acts.Say(word), offers.fixed_fields(word=str(word))) for word in Word),
    *offers.plain(acts.AskAdvice()),
)
OF_BANK: Final = tuple(offers.plain(acts.GiveCard(), acts.DrawCard(), acts.Stand(), acts.AskTable()))
AT_CARDS: Final = tuple(
    offers.plain(
        *(acts.WithdrawStake(), acts.KeepStake(), acts.CloseWithdrawals(), acts.StandIn(), acts.CallSeguido()),
        *(acts.CarryCards(), acts.Settle()),
    )
)
tried_with_cards: Final = offers.tried_with_cards(
    Hand, (acts.DealCard, acts.Lift, acts.LayDown, acts.ShowHand), OF_PUNTO, OF_BANK, AT_CARDS
)


def kinds_of_hand(
    state: State, viewer: kernel.PersonId, hand: Hand, at_cards: AtCards
) -> Iterator[type[kernel.ActBody]]:
    is_croupier = viewer == state.croupier()
    if at_cards.is_bank:
        yield acts.DealCard
    is_own = at_cards.is_bank if hand is Hand.BANCA else at_cards.is_punto
    if is_own or is_croupier or viewer == state.coup.punto.before:
        down = any(not card.face_up for card in hand_cards(state.coup.cards.layout, hand))
        if down or hand is Hand.PUNTO:  # the punto takes their cards up before they speak, open or not
            yield acts.Lift
        if is_own:
            yield acts.LayDown
        if down and (is_own or is_croupier):
            yield acts.ShowHand


class AtCards(NamedTuple):
    """What somebody is at the cards; whoever is neither is not asked for what only they do."""

    is_bank: bool
    is_punto: bool

    @classmethod
    def of(cls, state: State, viewer: kernel.PersonId) -> AtCards:
        return cls(require_bank_player(state, viewer) is None, require_holder(state, viewer) is None)


def card_acts(state: State, viewer: kernel.PersonId, awaited: tuple[str, ...] | None) -> offers.Candidates:
    of_hands, of_punto, of_bank, besides = tried_with_cards(awaited)
    at_cards = AtCards.of(state, viewer)
    for hand, tried in of_hands:
        for kind in kinds_of_hand(state, viewer, hand, at_cards) if tried else ():
            if kind in tried:
                yield tried[kind]
            owner = state.holder if hand is Hand.PUNTO else state.banker
            if kind is acts.Lift and state.is_observed and owner not in (None, viewer) and viewer == state.croupier():
                yield acts.Lift(hand, owner), offers.fixed_fields(hand=str(hand), person=owner)
    yield from of_punto if at_cards.is_punto else ()
    asked = pending_withdrawals(state) if state.is_real and viewer == state.croupier() else ()
    for choice in state.coup.cards.marks.choices:
        for option in choice.options:
            yield acts.Choose(choice.choice, option), offers.fixed_fields(choice=choice.choice, option=option)
    for what in (
        *(late(one.person) for one in state.coup.late for late in (acts.RemoveLateStake, acts.AdmitLateStake)),
        *(kind(one) for one in asked for kind in (acts.WithdrawStake, acts.KeepStake)),
    ):
        yield what, offers.fixed_fields(person=what.person)
    yield from besides
    yield from of_bank if at_cards.is_bank else ()


CANDIDATES: Final[Mapping[Phase, Callable[[State, kernel.PersonId], offers.Candidates]]] = {
    **dict.fromkeys(PREPARING, shoe_acts),
    Phase.BANK: bank_offer_acts,
    Phase.AUCTION: auction_acts,
    Phase.VACANT: lambda _state, _viewer: offers.plain(acts.OfferBank()),
    Phase.BETWEEN: between_coups_acts,
    Phase.BETS: betting_acts,
}
"""What is tried in each phase but those of a coup, beside what may be done in every one."""


# An act is offered when :func:`decide` would not refuse it, so the offer never disagrees with the decision. Whoever
# decides on hidden cards has looked at them first, so an offer tells its viewer nothing that they have not seen, and
# others nothing.


def clauses_in_force(state: State) -> tuple[Cite, ...]:
    """Return the clauses that govern the window, and the one by which a choice comes first while one is waiting."""
    choice = (cite("CF.C4.07"),) if state.coup.cards.marks.choices else ()
    return (*phases.PHASES[state.phase].clauses, *choice)


def explain(state: State, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
    cards = at(state.coup.cards.layout, Hand.PUNTO)
    mine = state.phase is Phase.WORD and viewer == state.holder and all(viewer in card.seen_by for card in cards)
    if not mine:
        return clauses_in_force(state)
    with trace() as trail:
        for word in Word:
            require_lawful_word(state, word)
    return trail.rests_on


@rule("CF.A.22", neutral=())
def ask_rule(state: State, viewer: kernel.PersonId | None, about: str = "") -> tuple[Clause, ...]:
    """Any player may ask for a rule at any moment, and is answered.

    ``about`` is the id of a clause or a topic of the register; anything else is answered with the clauses in force, as
    far as the viewer may know, and before a table is open with all of them. It is no act: nobody else learns of it.
    """
    return offers.asked_rules(GAME, about, lambda: explain(state, viewer))


OF_HANDS: Final[frozenset[type[kernel.ActBody]]] = frozenset(
    {
        *(acts.DealCard, acts.LayDown, acts.ShowHand, acts.Say, acts.AskAdvice, acts.GiveCard, acts.DrawCard),
        *(acts.Stand, acts.AskTable, acts.StandIn, acts.Lift, acts.LayDown),
        *(acts.TakeBank, acts.DeclineBank, acts.DeliverBank),
    }
)
"""What only banker, holder, croupier and whoever is offered the bank do: for anybody else it is not even tried."""


OF_STAFF: Final[frozenset[type[kernel.ActBody]]] = frozenset(
    {
        *(acts.CallPerson, acts.CloseTable, acts.SetOptions, acts.OpenBets, acts.CloseBets, acts.CallOff),
        *(acts.CarryCards, acts.Settle),
    }
)
"""What somebody on a post does, or the house: with anybody else it is not even tried."""


AT_THE_TABLE: Final = {"buy-in", "close-table"}
"""What may be done at any time and is, now and then, what the table waits for."""


def at_the_cards(state: State) -> tuple[kernel.PersonId | None, ...]:
    return state.banker, state.holder, state.croupier(), state.coup.punto.before, state.offer.candidate


def is_time_up(state: State) -> bool:
    return state.coup.punto.is_warned and state.holder != state.croupier()


@cache
def plain_acts() -> Mapping[str, kernel.ActBody]:
    return offers.acts_without_fields(acts.DECIDERS)


class Awaited(msgspec.Struct, frozen=True):
    """What a table waits for, which is the same whoever asks. ``is_aside``: the step may be one of any phase."""

    acts: tuple[str, ...]
    at_cards: tuple[kernel.PersonId | None, ...]
    is_late: bool
    is_aside: bool

    @classmethod
    def at(cls, state: State) -> Awaited:
        acts, is_late = awaited_acts(state), is_time_up(state)
        is_aside = bool(state.docket.open) or is_late or not AT_THE_TABLE.isdisjoint(acts)
        return cls(acts, at_the_cards(state), is_late, is_aside)

    def people(self, state: State, people: Sequence[kernel.PersonId]) -> Sequence[kernel.PersonId]:
        """Return those of ``people`` of whom the next step may come."""
        waited, of_hands, of_staff = set(self.acts), offers.tags_of(OF_HANDS), offers.tags_of(OF_STAFF)
        if self.is_aside or waited - of_hands - of_staff or (state.bank is not None and state.bank.debt):
            return people
        one_person = phases.PHASES[state.phase].waits_for(state) if state.phase in COUP else None
        asked: Collection[kernel.PersonId | None] = () if waited.isdisjoint(of_hands) else self.at_cards
        if one_person is not None and self.acts == phases.PHASES[state.phase].awaited_acts:
            asked = offers.asked_people(state, one_person)
        is_of_staff = not waited.isdisjoint(of_staff)
        return [one for one in people if one in asked or (is_of_staff and is_on_duty(state.staff, one))]


def offered(
    state: State, viewer: kernel.PersonId, accepts: offers.Accepts, awaited: Awaited, *, is_main_only: bool = False
) -> tuple[kernel.Offer, ...]:
    others = frozenset() if viewer in awaited.at_cards else OF_HANDS
    others |= frozenset() if is_on_duty(state.staff, viewer) else OF_STAFF
    waited, step = (*awaited.acts, *acts_of_debtor(state, viewer)), state.step
    is_step_only = is_main_only and not (awaited.is_aside or not AT_THE_TABLE.isdisjoint(waited))
    steps = offers.plain_steps(waited, plain_acts()) if is_step_only else None
    if steps is not None:
        tried: Iterable[Any] = steps
    elif state.phase in COUP:
        tried = card_acts(state, viewer, waited if is_step_only else None)
    else:
        tried = CANDIDATES[state.phase](state, viewer) if state.phase in CANDIDATES else ()
    keyed = offers.keyed_card(state, lambda: keyable_face(state))

    def is_main(tag: str, fields: dict[str, kernel.Field]) -> bool:
        slow = awaited.is_late and kernel.fixed_value(fields, "accident") == Accident.TOO_SLOW
        return slow or (tag in waited and is_next_step(state, viewer, tag, fields))

    aside = () if is_step_only else (*incident_acts(state, viewer), *table_acts(state, viewer))
    return offers.offers(
        (*keyed, *tried, *aside),
        lambda what: type(what) not in others and accepts(state, kernel.Act(viewer, what, step)),
        is_main,
        lambda: clauses_in_force(state),
        is_main_only=is_main_only,
    )


def is_next_step(state: State, viewer: kernel.PersonId, tag: str, fields: dict[str, kernel.Field]) -> bool:
    match tag:
        case "deal-card":
            return kernel.fixed_value(fields, "hand") == next_hand(state)
        case "lift" if kernel.fixed_value(fields, "hand") == Hand.PUNTO:
            return (kernel.fixed_value(fields, "person") or viewer) == state.coup.punto.before
        case "lay-down" if kernel.fixed_value(fields, "hand") == Hand.BANCA:
            return state.phase is not Phase.WORD  # before the punto has spoken it is an irregularity
        case _:
            return True


def awaited_acts(state: State) -> tuple[str, ...]:
    """Return the acts of which the table waits for one: a ruling, a face, an answer, or the next step of the coup."""
    if state.docket.open:
        return ("give-ruling",)
    if state.coup.due_cards:
        return ("card-out",)
    if pending_withdrawals(state):
        return ("withdraw-stake", "keep-stake", "close-withdrawals")
    if state.holder in state.seats.away and state.phase in (Phase.LIFT, Phase.WORD):
        return ("stand-in",)
    if state.coup.cards.marks.choices:
        return ("choose",)
    return (*phases.PHASES[state.phase].awaited_acts, *acts_of_short_table(state))


def acts_of_debtor(state: State, viewer: kernel.PersonId) -> tuple[str, ...]:
    """Return what a banker does who owes part of the bank they announced and has no chips left to hand over."""
    owes = state.phase is Phase.BETWEEN and viewer == phases.banker_in_debt(state)
    return ("buy-in",) if owes and not balance(state.ledger, person(viewer)) else ()


def acts_of_short_table(state: State) -> tuple[str, ...]:
    gone = state.phase is Phase.VACANT and not set(state.seats.people()) - state.seats.away
    if gone or (state.phase is Phase.BETWEEN and require_enough_players(state)):
        return ("pass-hand", "close-table")
    silent = state.phase is Phase.BETWEEN and state.called_person is not None
    return ("pass-hand", "refuse-to-deal") if silent or is_bank_left_alone(state) else ()
