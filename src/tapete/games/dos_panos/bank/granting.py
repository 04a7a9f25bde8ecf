"""How the house gives somebody the bank: announced, auctioned, drawn by lots, kept from before, and deposited."""

from __future__ import annotations

from tapete.chance import ChanceKind, LotDrawn, LotOut, SealUrn, UrnSealed
from tapete.clauses import Fault, Sourced, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.procedure import Said
from tapete.games.banked import priority
from tapete.games.banked.coup import Share
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.dos_panos import acts as a, events as e, people as places
from tapete.games.dos_panos.bank import ending
from tapete.games.dos_panos.betting import award_banco
from tapete.games.dos_panos.phases import is_repetition_held_up
from tapete.games.dos_panos.rules import Amount, AwardWay, LimitSource, Rules, Term
from tapete.games.dos_panos.state import Lots, Span, State
from tapete.games.dos_panos.terms import CLOTHS, BankMode, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.table.staff import Role, require_post

ONE_SHOE = Span()


def require_amount(state: State, amount: Cents) -> Fault | None:
    return require_within(state.book.limits.bank, amount, state.settings.bank_minimum, state.settings.bank_maximum)


def require_within(limit: Sourced[LimitSource], amount: Cents, least: Cents, most: Cents) -> Fault | None:
    """Return a Fault if an amount is outside of the limits of a bank, where it has some; a most of 0 is none."""
    if limit.use() is LimitSource.NONE:
        return None
    if amount < least:
        return against(limit, "bank-below-minimum", minimum=least, amount=amount)
    if most and amount > most:
        return against(limit, "bank-above-maximum", maximum=most, amount=amount)
    return None


def require_not_barred(state: State, person: PersonId) -> Fault | None:
    if person not in state.barred_now:
        return None
    return against(state.book.bank.winner_barred, "winner-barred", person=person)


def require_not_annulled(state: State, person: PersonId) -> Fault | None:
    if person not in state.annulled:
        return None
    return with_clauses(fault("award-went-back", person=person), "HP.DP.no-deposit")


def require_candidate(state: State, person: PersonId, amount: Cents) -> Fault | None:
    return first_fault(
        require_player(state.staff, person),
        require_not_barred(state, person),
        require_amount(state, amount),
        ending.require_proof(state, person),
    )


def require_way(state: State, way: AwardWay) -> Fault | None:
    ways = state.book.award.ways
    return None if ways.has_member(str(way)) else against(ways, "no-such-award", way=str(way))


def require_shoe_first(state: State) -> Fault | None:
    first = state.book.award.after_shoe
    return None if not first.weigh() or state.shoe.is_loaded else against(first, "shoe-first")


def award_to(
    person: PersonId, amount: Cents, way: AwardWay, span: Span = ONE_SHOE, coups: int = 0
) -> tuple[Event, ...]:
    """Return the award of the bank; ``coups`` were settled on it on earlier days."""
    awarded = e.BankAwarded(person, amount, way, span.shoes, span.days, way is AwardWay.STANDING, coups)
    return (*announced_bank(person, amount), awarded, e.PhaseOpened(Phase.DEPOSIT))


def require_awarder(state: State, who: PersonId, post: Role, days: int) -> Fault | None:
    return require_post(state.staff, who, *((post, Role.DIRECTOR) if days else (post,)))


def span_of(what: a.AnnounceBank | a.OpenAuction | a.DrawLots | a.StandingAward) -> Span:
    return Span(0 if what.days else what.shoes, what.days)


@rule("DP.E1.02", neutral=())
def announced_bank(person: PersonId, amount: Cents) -> tuple[Event, ...]:
    """With the banker's name the amount of the bank is announced; what an open bank has proven is not."""
    return (Said("bank-announced", {"person": person, "amount": euros(amount)}),)


def require_term(
    state: State, who: PersonId, what: a.AnnounceBank | a.OpenAuction | a.DrawLots, *, anew: bool = True
) -> Fault | None:
    """Return a Fault unless the rulebook and the session have the term; ``anew``: not of a bank that is taken up."""
    if wrong := require_known_term(state.book.award.term, what.shoes, what.days):
        return wrong
    return (
        require_director_for_days(state, who) if what.days else ending.require_shoes_left(state, what.shoes, anew=anew)
    )


def require_known_term(terms: Sourced[tuple[Term, ...]], shoes: int, days: int) -> Fault | None:
    """Return a Fault unless a bank has one term that the rulebook knows; said nothing, it is one shoe."""
    if not (days or shoes):
        return fault("term-missing")
    if days and shoes > 1:
        return against(terms, "two-terms", shoes=shoes, days=days)
    term = Term.DAYS if days else Term.SHOES
    return None if terms.has_member(str(term)) else against(terms, "no-such-term", term=str(term))


@rule("DP.E1.08", neutral=None, names_a_pass=False)
def require_director_for_days(state: State, who: PersonId) -> Fault | None:
    """A bank is awarded for one day or several at the director's discretion: only the director may announce it."""
    director = state.staff.get(Role.DIRECTOR)
    return None if director is not None and who == director else fault("director-decides-days")


@a.decides(a.AnnounceBank)
def announce(state: State, who: PersonId, what: a.AnnounceBank) -> Decision:
    if state.phase is Phase.REOFFER:
        return give_on(state, who, what)
    opens = Role(state.book.opening.announced_by.use())
    bought = Share(what.person, what.amount) in state.seekers
    way = AwardWay.BOUGHT if bought else AwardWay.ANNOUNCED
    return first_fault(
        require_awarder(state, who, opens, what.days),
        require_shoe_first(state),
        places.require_window(state, "DP.B.08", Phase.OPENING),
        require_asked(state, what) if way is AwardWay.ANNOUNCED else None,
        require_way(state, way),
        ending.require_shoe_left(state, anew=True),
        require_candidate(state, what.person, what.amount),
        require_term(state, who, what),
    ) or award_to(what.person, what.amount, way, span_of(what))


def require_asked(state: State, what: a.AnnounceBank) -> Fault | None:
    ways = state.book.award.ways
    known = ways.weigh()
    if AwardWay.ANNOUNCED in known or AwardWay.BOUGHT not in known:
        return None
    wanted = next((one.amount for one in state.seekers if one.person == what.person), None)
    if wanted is None:
        return against(ways, "bank-not-wanted", person=what.person)
    return against(ways, "bank-wanted-at", person=what.person, amount=wanted, found=what.amount)


@a.decides(a.BuyBank)
def buy(state: State, who: PersonId, what: a.BuyBank) -> Decision:
    return first_fault(
        require_shoe_first(state),
        places.require_window(state, "DP.B.08", Phase.OPENING),
        require_way(state, AwardWay.BOUGHT),
        ending.require_shoe_left(state, anew=True),
        require_candidate(state, who, what.amount),
        require_new_wish(state, who, what.amount),
    ) or (e.BankSought(who, what.amount),)


def require_new_wish(state: State, who: PersonId, amount: Cents) -> Fault | None:
    return fault("nothing-changes") if Share(who, amount) in state.seekers else None


@a.decides(a.WithdrawWish)
def withdraw_wish(state: State, who: PersonId, _what: a.WithdrawWish) -> Decision:
    """Decide that somebody withdraws their request for the bank: until it is theirs, nobody holds them to it."""
    wrong = first_fault(
        places.require_window(state, "HP.DP.no-deposit", Phase.OPENING, Phase.REOFFER, Phase.DEPOSIT),
        require_wish(state, who),
    )
    rest_on(cite("HP.DP.no-deposit"))
    return wrong or (e.WishWithdrawn(who),)


def require_wish(state: State, who: PersonId) -> Fault | None:
    if who in {one.person for one in state.seekers}:
        return None
    return with_clauses(fault("bank-not-wanted", person=who), "HP.DP.no-deposit")


@a.decides(a.AcceptBank)
def accept(state: State, who: PersonId, _what: a.AcceptBank) -> Decision:
    return first_fault(
        places.require_window(state, "DP.E1.18", Phase.REOFFER),
        ending.require_shoe_left(state),
        require_successor(state, who),
        require_new_wish(state, who, state.offered_amount),
    ) or (e.BankSought(who, state.offered_amount),)


def require_successor(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        require_player(state.staff, who),
        require_at_table(state.seats, who),
        require_not_barred(state, who),
        ending.require_proof(state, who),
        against(state.book.bank.reoffered_at, "bank-was-yours") if who == state.gave_up else None,
        require_not_annulled(state, who),
    )


def give_on(state: State, who: PersonId, what: a.AnnounceBank) -> Decision:
    return first_fault(
        require_awarder(state, who, Role(state.book.award.held_by.use()), what.days),
        ending.require_shoe_left(state),
        require_sought(state, what.person),
        require_successor(state, what.person),
        require_first_amount(state, what.amount),
        require_first_in_priority(state, what.person),
        require_term(state, who, what, anew=False),
    ) or award_to(what.person, what.amount, AwardWay.OFFERED, span_of(what))


@rule("DP.E1.18", neutral=None, names_a_pass=False)
def require_sought(state: State, who: PersonId) -> Fault | None:
    """A bank that was given up is offered, and goes to nobody who did not ask for it."""
    return None if who in {one.person for one in state.seekers} else fault("bank-not-wanted", person=who)


def require_first_amount(state: State, amount: Cents) -> Fault | None:
    offered = state.offered_amount
    if amount == offered:
        return None
    return against(state.book.bank.reoffered_at, "bank-offered-at", amount=offered, found=amount)


def require_first_in_priority(state: State, who: PersonId) -> Fault | None:
    first = first_seeker(state)
    if first in (None, who):
        return None
    return against(state.book.priority.order, "another-comes-first", person=first)


@rule("DP.E1.18", neutral=lambda state: next((one.person for one in state.seekers), None))
def first_seeker(state: State) -> PersonId | None:
    """A bank that was given up is offered in the order of priority, the first cloth before the second."""
    order = places.ranks(state.seats, state.book.priority)
    wanting = (one.person for one in state.seekers if one.person not in state.seats.away)
    there = [who for who in wanting if require_successor(state, who) is None]
    cloths = {who: CLOTHS.index(places.cloth_of(state.seats, who) or Hand.SEGUNDO) for who in there}
    return min(there, key=lambda who: (cloths[who], order[who]), default=None)


def require_standing_award(what: a.OpenTable, rules: Rules) -> Fault | None:
    """Return a Fault unless whoever has the bank before the table opens may have it: a player, for an amount and a term
    that a bank can have. Nobody to whom none was awarded has an open bank beforehand: their deposit is not proven. One
    that was, at an earlier table, is theirs, and they prove a deposit again before they make it.
    """
    award = what.award
    if award is None:
        return None
    least = what.bank_minimum or what.minimum
    is_open = what.mode is BankMode.OPEN and rules.bank.free_answers_all.use() and not is_awarded(award)
    return first_fault(
        against(rules.free.deposit_at, "deposit-not-proven") if is_open else None,
        require_player(what.staff, award.person),
        require_within(rules.limits.bank, award.amount, least, what.bank_maximum),
        require_known_term(rules.award.term, award.shoes, award.days),
    )


@rule("DP.E1.08", neutral=False)
def is_awarded(award: a.StandingAward) -> bool:
    """A bank that was awarded for days at an earlier table is its winner's on the next of them, deposited or not."""
    return award.is_begun or award.is_kept


def first_award(award: a.StandingAward | None, ways: Sourced[tuple[AwardWay, ...]]) -> tuple[Event, ...]:
    if award is None:
        return (e.PhaseOpened(Phase.OPENING),)
    if award.is_begun:
        return goes_on(award)
    ways.rest()
    way = AwardWay.ANNOUNCED if AwardWay.ANNOUNCED in ways.value else AwardWay.BOUGHT
    return award_to(award.person, award.amount, way, span_of(award))


@rule("DP.E1.08", neutral=(e.PhaseOpened(Phase.OPENING),))
def goes_on(award: a.StandingAward) -> tuple[Event, ...]:
    """A bank that was awarded for days is its banker's on the next of them too; they deposit it again."""
    return award_to(award.person, award.amount, AwardWay.STANDING, span_of(award), award.coups)


def award_kept(state: State) -> tuple[Event, ...]:
    found = award_for_days(state)
    return () if found is None else stands(found)


@rule("DP.E1.08", neutral=())
def stands(award: a.StandingAward) -> tuple[Event, ...]:
    """An award for one day or several ends with its last day, and not with the table."""
    return (e.AwardStands(award.person, award.amount, award.days, award.is_begun, award.coups),)


def award_for_days(state: State) -> a.StandingAward | None:
    bank, award, found = state.bank, state.award, state.standing_award
    if award is not None:
        found = a.StandingAward(award.person, award.amount, award.days, is_begun=award.is_begun, coups=award.coups)
    elif bank is not None:
        days, coups = bank.award.days, bank.coups_of_award
        found = a.StandingAward(bank.banker, bank.initial, days, is_begun=True, coups=coups)
    return found if found is not None and found.days else None


def require_depositor(state: State, who: PersonId) -> Fault | None:
    owner = state.depositor
    if owner is not None and state.may_act_for(who, owner):
        return require_player(state.staff, owner)  # an award that was kept for days may be an official's by now
    return fault("not-your-bank", banker=owner)


def require_form(state: State, form: str) -> Fault | None:
    forms = state.book.deposit.forms
    known = forms.use()
    return None if not known or form in known else against(forms, "deposit-form", form=form[:40])


def require_deposit_enough(state: State, amount: Cents) -> Fault | None:
    if state.phase is Phase.BROKEN:
        return require_redeposit(state, amount)
    before, award, most = state.book.deposit.before_play, state.award, state.settings.bank_maximum
    if most and amount > most:
        return against(state.book.limits.bank, "bank-above-maximum", maximum=most, amount=amount)
    if award is None or not before.use() or amount >= award.amount:
        return None
    return against(before, "deposit-too-small", needs=award.amount, found=amount)


def require_redeposit(state: State, amount: Cents) -> Fault | None:
    least, bank, most = state.book.bank.redeposit_least, state.bank, state.settings.bank_maximum
    if over := ending.require_shoe_left(state):
        return over
    if bank is not None and least.use() is Amount.INITIAL and amount < bank.initial:
        return against(least, "deposit-too-small", needs=bank.initial, found=amount)
    if most and amount > most:
        return against(state.book.limits.bank, "bank-above-maximum", maximum=most, amount=amount)
    return None


@a.decides(a.DepositBank)
def deposit(state: State, who: PersonId, what: a.DepositBank) -> Decision:
    owner = state.depositor
    wrong = first_fault(
        places.require_window(state, "DP.E1.09", Phase.DEPOSIT, Phase.BROKEN),
        require_depositor(state, who),
        require_form(state, what.form),
        require_deposit_enough(state, what.amount),
        ending.require_proof(state, owner),
    )
    if wrong or owner is None:
        return wrong or fault("no-banker")
    made = e.BankDeposited(owner, what.amount, what.form)
    taken = () if state.phase is Phase.BROKEN else (e.BankTaken(owner),)
    opens = phase_before_play(state)
    changed = ending.shoe_changed(state) if opens is Phase.SHOE else ()
    return (made, *taken, *changed, e.PhaseOpened(opens))


def phase_before_play(state: State) -> Phase:
    """Return where the table goes with the bank: on with an unready shoe, to a new one where due, or to the chips."""
    if state.shoe.left_at is not None:
        return state.shoe.left_at
    asked = state.bank is not None and state.bank.wants_new_shoe
    due = not state.shoe.is_loaded or state.shoe.has_ended or is_new_shoe_due(state) or asked
    return Phase.SHOE if due else Phase.CUSTODY


@rule("DP.E1.20", neutral=False)
def is_new_shoe_due(state: State) -> bool:
    """After a bank was auctioned or drawn anew a new shoe is started; one that is taken up goes on with the old."""
    return state.is_shoe_owed


def require_custody(state: State) -> Fault | None:
    return places.require_window(state, "DP.B.09", Phase.CUSTODY)


@a.decides(a.DeliverBank)
def deliver(state: State, who: PersonId, what: a.DeliverBank) -> Decision:
    bank = state.bank
    again = (Phase.REPEAT,) if is_repetition_held_up(state) else ()
    wrong = first_fault(
        places.require_bank_player(state, who),
        places.require_step(state, (Phase.CUSTODY, *again), places.require_bank_unbroken, require_custody),
    )
    if wrong or bank is None:
        return wrong or fault("no-banker")
    chips = state.bank_chips
    whole = chips + bank.deposit
    wrong = ending.require_whole_bank(state, what.amount, whole)
    said = Said("bank-amount", {"amount": euros(whole)})
    opens = () if again else (e.PhaseOpened(Phase.BETWEEN),)
    return wrong or (e.BankDelivered(bank.banker, bank.deposit, whole), said, *opens)


OF_BIDS, OF_BANK, OF_CLOTHS = "equal-bids", "bank", "cloths"


@a.decides(a.OpenAuction)
def open_auction(state: State, who: PersonId, what: a.OpenAuction) -> Decision:
    by = state.book.award.held_by
    if wrong := first_fault(
        require_awarder(state, who, Role(by.use()), what.days),
        require_shoe_first(state),
        places.require_window(state, "DP.E1.03", Phase.OPENING, *new_award(state)),
        ending.require_shoe_left(state, anew=True),
        require_nobody_follows(state),
        require_way(state, AwardWay.AUCTION),
        require_term(state, who, what),
    ):
        return wrong
    barred = tuple(sorted(state.barred_now | state.annulled))
    span = span_of(what)
    opened = e.AuctionOpened(state.settings.bank_minimum, barred, span.shoes, span.days)
    return (opened, e.PhaseOpened(Phase.AUCTION))


def new_award(state: State) -> tuple[Phase, ...]:
    return phases_of_new_award.where(state.phase is Phase.REOFFER) or ()


@rule("DP.E1.19", neutral=None, names_a_pass=False)
def require_nobody_follows(state: State) -> Fault | None:
    """Return a Fault if somebody would take up a bank that was given up, and may: then it is not awarded again."""
    first = first_seeker(state) if state.phase is Phase.REOFFER else None
    return None if first is None else fault("bank-taken-up", person=first)


@rule("DP.E1.19", neutral=())
def phases_of_new_award() -> tuple[Phase, ...]:
    """A bank that was given up and that nobody takes up is auctioned, or drawn by lots, again."""
    return (Phase.REOFFER,)


@a.decides(a.Bid)
def bid(state: State, who: PersonId, what: a.Bid) -> Decision:
    auction = state.auction
    if auction is None:
        return places.require_window(state, "DP.E1.05", Phase.AUCTION) or fault("no-auction")
    return first_fault(
        places.require_window(state, "DP.E1.05", Phase.AUCTION),
        require_player(state.staff, who),
        places.require_among(state, who, state.book.award.bidders),
        require_not_barred(state, who),
        require_not_annulled(state, who),
        require_amount(state, what.amount),
        ending.require_proof(state, who),
        priority.require_valid_bid(auction, who, what.amount),
    ) or (e.BidMade(who, what.amount),)


@a.decides(a.CloseAuction)
def close_auction(state: State, who: PersonId, _what: a.CloseAuction) -> Decision:
    auction = state.auction
    wrong = first_fault(
        require_post(state.staff, who, Role(state.book.award.held_by.use())),
        places.require_window(state, "DP.E1.04", Phase.AUCTION),
    )
    if wrong or auction is None:
        return wrong or fault("no-auction")
    match priority.winner(auction, state.book.auction, priority.by_lots):
        case priority.LotsAwaited(people=people):
            return (e.AuctionClosed(), *lots_between(state, people))
        case None:
            return (e.AuctionClosed(), *ending.nobody_bids(state))
        case won:
            return (e.AuctionClosed(), *award_to(won.person, won.amount, AwardWay.AUCTION, state.span))


def lots_between(state: State, people: tuple[PersonId, ...]) -> tuple[Event, ...]:
    """Return what follows equal highest bids: a lot decides; without that clause the first by name has it."""
    auction = state.auction
    if state.book.award.ties_by_lots.use():
        return (e.LotsWanted(OF_BIDS, tuple(map(str, people))), e.PhaseOpened(Phase.LOTS))
    return award_to(people[0], 0 if auction is None else auction.bid_of(people[0]), AwardWay.AUCTION, state.span)


@a.decides(a.DrawLots)
def draw_lots(state: State, who: PersonId, what: a.DrawLots) -> Decision:
    there = tuple(sorted(set(state.seats.people()) - state.barred_now - state.annulled - state.seats.away))
    people = tuple(who for who in there if ending.require_proof(state, who) is None)
    wrong = first_fault(
        require_awarder(state, who, Role(state.book.award.held_by.use()), what.days),
        require_shoe_first(state),
        places.require_window(state, "DP.E1.06", Phase.OPENING, *new_award(state)),
        ending.require_shoe_left(state, anew=True),
        require_nobody_follows(state),
        require_way(state, AwardWay.LOTS),
        require_amount(state, what.amount),
        require_term(state, who, what),
        None if there else fault("nobody-at-table"),
        None if people or not there else ending.require_proof(state, there[0]),
    )
    span = span_of(what)
    wanted = e.LotsWanted(OF_BANK, tuple(map(str, people)), what.amount, span.shoes, span.days)
    return wrong or (wanted, e.PhaseOpened(Phase.LOTS))


@a.decides(SealUrn)
def seal_urn(state: State, who: PersonId, what: SealUrn) -> Decision:
    lots = state.lots
    if who != CHANCE:
        return fault("only-chance")
    if lots is None or lots.is_filled or what.urn != lots.urn:
        return fault("no-lots-wanted")
    if state.settings.shoe is ChanceKind.SEALED and len(what.commitments) != len(lots.tie.people):
        return fault("commitments-missing", size=len(lots.tie.people), found=len(what.commitments))
    tokens = tuple(map(str, lots.tie.people))
    return (UrnSealed(lots.urn, state.settings.shoe, tokens, what.commitments),)


@a.decides(LotOut)
def lot_out(state: State, who: PersonId, what: LotOut) -> Decision:
    lots = state.lots
    by_person = state.is_keyed
    if lots is None or not lots.is_filled or (what.urn, what.position) != (lots.urn, 0):
        return fault("no-lots-wanted")
    wrong = require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR) if by_person else None
    if wrong or (not by_person and who != CHANCE):
        return wrong or fault("only-chance")
    if PersonId(what.token) not in lots.tie.people:
        return fault("no-such-lot", token=what.token[:40])
    return (LotDrawn(lots.urn, 0, what.token), *_decided_by(state, lots, what.token))


def _decided_by(state: State, lots: Lots, token: str) -> tuple[Event, ...]:
    match lots.about:
        case "cloths":
            return award_banco(state, Hand(token))
        case "bank":
            return award_to(PersonId(token), lots.amount, AwardWay.LOTS, state.span)
        case _:
            auction = state.auction
            amount = 0 if auction is None else auction.bid_of(PersonId(token))
            return award_to(PersonId(token), amount, AwardWay.AUCTION, state.span)
