"""What comes before an act; cloths and turns; who sits, waits, comes, goes, is silent or away, or takes over a post."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from tapete.clauses import Fault, Sourced, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, Said
from tapete.games.banked import people
from tapete.games.banked.acts import StandIn
from tapete.games.banked.events import CardsCarried, CroupierStoodIn
from tapete.games.banked.priority import Rank, rank
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import AnnulAward, SitBehind
from tapete.games.dos_panos.events import AwardAnnulled, BankOffered, PhaseOpened, SatBehind
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.placing import stake_of
from tapete.games.dos_panos.rules import AwardWay, Callers, Order, PriorityRules, TurnRules
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, WORD_OF, Hand, Phase
from tapete.kernel import CLOCK, HOUSE, Decision, Event, PersonId
from tapete.table import acts as table, people as waiting
from tapete.table.phases import require_phase
from tapete.table.seats import Seat, Seats
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_post

# The checks that say, where a clause states the order, what is still to be done before an act. They are asked where the
# table does not stand in a phase of the act, so that a refusal names the clause and the step that is missing.


def require_step(state: State, phases: tuple[Phase, ...], *first: Callable[[State], Fault | None]) -> Fault | None:
    """Return a Fault unless the table stands in one of the phases; a check of ``first`` says what comes first."""
    if state.phase in phases:
        return None
    missing = (found for check in first if (found := check(state)) is not None)
    return next(missing, None) or require_phase(state, *phases)


def require_window(state: State, clause: str, *phases: Phase) -> Fault | None:
    """Return a Fault, by the clause that says when an act is done, unless the table stands in one of these phases."""
    wrong = require_phase(state, *phases)
    return None if wrong is None else with_clauses(wrong, clause)


@rule("DP.B.08", neutral=None, names_a_pass=False)
def require_bank_awarded(state: State) -> Fault | None:
    """The bank is awarded before the betting of the first coup opens."""
    return fault("no-banker") if state.bank is None and state.award is None else None


@rule("DP.E1.09", neutral=None, names_a_pass=False)
def require_bank_deposited(state: State) -> Fault | None:
    """The amount of the bank is deposited at the cash desk before the play begins."""
    return fault("deposit-first", banker=state.depositor) if state.phase is Phase.DEPOSIT else None


STEPS = {
    Phase.SHOE: "not-counted",
    Phase.SHUFFLE: "not-shuffled",
    Phase.CUT: "not-cut",
    Phase.STOP_CARD: "no-stop-card",
}
"""What is missing of a shoe in each phase of its preparation."""


@rule("DP.B.03", neutral=None, names_a_pass=False)
def require_shoe_prepared(state: State) -> Fault | None:
    """Before the play the packs are counted, shuffled and cut, in that order, and then the stop card goes in."""
    missing = STEPS.get(state.phase)
    return fault(missing) if missing else None


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_bank_handed_over(state: State) -> Fault | None:
    """Before bets are placed the chips of the bank lie with the croupier."""
    bank = state.bank
    if bank is None or (state.phase is not Phase.CUSTODY and bank.is_in_custody):
        return None
    return fault("bank-not-in-custody", needs=state.bank_chips + bank.deposit, found=0)


def require_bank_unbroken(state: State) -> Fault | None:
    least = state.book.bank.redeposit_least
    return against(least, "bank-is-broken", banker=state.banker) if state.phase is Phase.BROKEN else None


def require_banco_over(state: State) -> Fault | None:
    again, banco = state.book.banco.repeats_when_void, state.coup.banco
    if state.phase is not Phase.REPEAT or banco is None:
        return None
    return against(again, "banco-may-repeat", caller=banco.person)


def require_ready_for_coup(state: State) -> Fault | None:
    return first_fault(
        require_bank_awarded(state),
        require_bank_deposited(state),
        require_bank_unbroken(state),
        require_shoe_prepared(state),
        require_banco_over(state),
        require_bank_handed_over(state),
    )


def require_calls_over(state: State) -> Fault | None:
    alone = state.book.banco.excludes_stakes
    return against(alone, "calls-open") if state.phase is Phase.BANCO and alone.weigh() else None


@rule("DP.B.17", neutral=None, names_a_pass=False)
def require_dealt(state: State) -> Fault | None:
    """When the betting has closed, the banker deals until each hand has two cards."""
    return fault("deal-first") if state.phase in (Phase.BANCO, Phase.BETS, Phase.DEAL) else None


@rule("DP.B.19", neutral=None, names_a_pass=False)
def require_carried(state: State) -> Fault | None:
    """The hand players receive the cards of their cloths before they look and speak."""
    return fault("not-carried") if state.phase is Phase.CARRY else None


@rule("DP.B.21", neutral=None, names_a_pass=False)
def require_cloths_spoken(state: State) -> Fault | None:
    """The first cloth speaks, then the second, and only then the banker."""
    early = state.phase in (Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD)
    return fault("cloths-speak-first") if early else None


@rule("DP.B.23", neutral=None, names_a_pass=False)
def require_play_over(state: State) -> Fault | None:
    """When the play is over the croupier parts the cards and announces the scores."""
    playing = state.phase in COUP and state.phase not in (Phase.SHOW, Phase.SETTLE)
    return fault("play-goes-on") if playing else None


@rule("DP.B.24", neutral=None, names_a_pass=False)
def require_hands_shown(state: State) -> Fault | None:
    """The hands are shown to both cloths before they are paid and collected."""
    return fault("hands-not-shown") if state.phase is Phase.SHOW else None


def places_of(seats: Seats, cloth: Hand) -> tuple[Seat, ...]:
    """Return the numbered places of a cloth, outward from the banker: half of the labels each."""
    half = len(seats.labels) // 2
    return seats.labels[:half] if cloth is Hand.PRIMERO else seats.labels[half:]


def cloth_of_place(seats: Seats, place: Seat) -> Hand:
    return next(cloth for cloth in CLOTHS if place in places_of(seats, cloth))


def cloth_of(seats: Seats, person: PersonId) -> Hand | None:
    """Return the cloth at which a person sits or stands; ``None`` for the banker and for whoever is not there."""
    place = seats.place_of(person)
    return None if place is None else cloth_of_place(seats, place)


def require_among(state: State, who: PersonId, callers: Sourced[Callers]) -> Fault | None:
    if callers.use() is Callers.SEATED and state.seats.seat_of(who) is None:
        return against(callers, "seated-only")
    return people.require_at_table(state.seats, who)


def punters(seats: Seats, cloth: Hand, playing: Collection[PersonId] = ()) -> tuple[PersonId, ...]:
    """Return who plays at a cloth and has not gone away, and those ``playing``, whose stakes lie there."""
    here = (who for who in seats.people() if cloth_of(seats, who) is cloth)
    return tuple(who for who in here if who not in seats.away or who in playing)


def ranks(seats: Seats, rules: PriorityRules, cloth: Hand | None = None) -> dict[PersonId, Rank]:
    """Return the rank of everybody at the table on a cloth: its numbered places outward from the banker, then its
    second row and those on their feet, each by their place and their arrival; after them the people of the other cloth
    in the same order. Without a cloth, each within their own. A comparison rests on the order.
    """
    order = rules.order
    match order.weigh():
        case Order.ARRIVAL:
            return {who: rank((n, 0, 0, 0), *[order] * 4) for n, who in enumerate(reversed(seats.people()))}
        case Order.PLACES_THEN_REST:
            found = {}
            for number, who in enumerate(seats.people()):
                place = seats.place_of(who)
                row = 0 if seats.seat_of(who) is not None else 1 if seats.second_row_of(who) is not None else 2
                guest = int(cloth is not None and cloth_of(seats, who) is not cloth)
                parts = (guest, row, -1 if place is None else seats.labels.index(place), number)
                found[who] = rank(parts, *[order] * 4)
            return found


def ranks_by_cloth(seats: Seats, rules: PriorityRules) -> dict[Hand, dict[PersonId, Rank]]:
    return {cloth: ranks(seats, rules, cloth) for cloth in CLOTHS}


def require_punters(seats: Seats, least: int, playing: Collection[PersonId] = ()) -> Fault | None:
    """Return a Fault unless each cloth has as many punters as the rulebook asks for; see :func:`punters`."""
    counts = {cloth: len(punters(seats, cloth, playing)) for cloth in CLOTHS}
    if min(counts.values()) >= least:
        return None
    return fault("too-few-punters", least=least, primero=counts[Hand.PRIMERO], segundo=counts[Hand.SEGUNDO])


def require_enough_punters(state: State) -> Fault | None:
    """Return a Fault unless each cloth has its punters, as long as the bank lasts. What is dealt is finished."""
    least = state.book.cloths.least_players
    in_play = {*(one.person for one in state.coup.laid), *state.coup.banco_calls}
    found = require_punters(state.seats, least.weigh(), in_play)
    return None if found is None else against(least, found.code, **found.facts)


@rule("DP.D.01", neutral=None, names_a_pass=False)
def require_one_place(seats: Seats, who: PersonId) -> Fault | None:
    """A player takes one numbered place and no second one."""
    place = seats.seat_of(who)
    return None if place is None else fault("already-seated", seat=place)


def eligible_places(
    seats: Seats, cloth: Hand, stakers: Collection[PersonId], rules: TurnRules, barred: Collection[PersonId] = ()
) -> tuple[Seat, ...]:
    """Return the places of a cloth whose player may hold its cards: they are there, are not ``barred``, and have a
    stake on the cloth.

    Where nobody who may hold them has staked the turn goes on without that condition: the cloth is played all the same.
    So it is where everybody is barred.
    """
    present = tuple(place for place in places_of(seats, cloth) if player_of(seats, place, rules) is not None)
    there = tuple(place for place in present if player_of(seats, place, rules) not in barred) or present
    staked = tuple(place for place in there if player_of(seats, place, rules) in stakers)
    return staked if staked and rules.needs_stake.use() else there


def player_of(seats: Seats, place: Seat, rules: TurnRules) -> PersonId | None:
    """Return who plays the cards in the turn of a place: whoever sits there, or where others may, stands behind it."""
    sitting = seats.occupants.get(place)
    if sitting is not None and sitting not in seats.away:
        return sitting
    people = (seats.second_row.get(place), *(one.person for one in seats.standing if one.behind == place))
    behind = next((who for who in people if who is not None and who not in seats.away), None)
    return None if behind is None or rules.numbered_only.use() else behind


@rule("DP.D.08", neutral=lambda places, turn: places[0] if places else None)
def place_in_turn(places: tuple[Seat, ...], turn: Seat | None) -> Seat | None:
    """The cards of a cloth go round by the numbers of its places, to the next one that may hold them."""
    if not places:
        return None
    return next((place for place in places if turn is not None and place >= turn), places[0])


@rule("DP.D.09", neutral=lambda place, places: place)
def place_after(place: Seat, places: tuple[Seat, ...]) -> Seat:
    """When the bank has won, the cards are handed on to the next number; after the last comes the first."""
    return next((one for one in places if one > place), places[0])


@rule("DP.D.11", neutral=None, names_a_pass=False)
def require_turn_for_place(state: State, who: PersonId) -> Fault | None:
    """Whoever wants a place is entered on the waiting list, and vacant places go to it in order of entry."""
    order = state.seats.waiting_list
    first = waiting.first_to_come(state.seats, who, order, partial(is_held_up, state), partial(who_can_come, state))
    return None if first is None else fault("place-for-the-list", first=first)


def is_held_up(state: State, person: PersonId) -> bool:
    return person in state.seats.away or (state.award is not None and person == state.award.person)


@rule("HP.DP.list-turn", neutral=lambda state: state.seats.waiting_list)
def who_can_come(state: State) -> tuple[PersonId, ...]:
    """Whoever can take no place when one is vacant is passed over, and keeps their turn."""
    return tuple(one for one in state.seats.waiting_list if not is_held_up(state, one))


def keeper(state: State) -> Role:
    return state.book.waiting_list.kept_by.use()


def keeper_on_duty(state: State) -> PersonId:
    return state.staff.get(keeper(state), HOUSE)


@acts.decides(acts.JoinList)
def join_list(state: State, who: PersonId, what: waiting.JoinList) -> Decision:
    person = what.person or who
    return first_fault(
        with_clauses(fault("chair-is-taken", person=person), "HP.DP.list-turn") if person == state.banker else None,
        waiting.require_may_join(state.seats, state.staff, who, person, keeper(state)),
    ) or (waiting.ListJoined(person, keeper_on_duty(state)),)


@acts.decides(acts.LeaveList)
def leave_list(state: State, who: PersonId, what: waiting.LeaveList) -> Decision:
    person = what.person or who
    return waiting.require_may_go_off(state.seats, state.staff, who, person, keeper(state)) or (
        waiting.ListLeft(person, keeper_on_duty(state)),
    )


POSTS: Final = CARD_TABLE_POSTS | {Role.CHANGER, Role.ASSISTANT}


@acts.decides(table.Relieve)
def relieve(state: State, who: PersonId, what: table.Relieve) -> Decision:
    rest_on(cite("HP.DP.relief"))
    here = (state.seats, state.staff, who, what)
    asking = (*state.proofs, *(one.person for one in state.seekers))
    drawing = () if state.lots is None else state.lots.tie.people
    wrong = waiting.require_may_relieve(
        *here,
        posts=POSTS,
        senders=(Role.INSPECTOR, Role.DIRECTOR),
        accounts=state.ledger,
        claimants=(*state.bank_claimants, *asking, *drawing),
    )
    if wrong:
        return wrong
    outgoing = state.croupier() if what.role is Role.CROUPIER else None
    holders: dict[str, PersonId | None] = {cloth: state.holder(cloth) for cloth in CLOTHS}
    cards = () if outgoing is None else people.cards_handed_over(state.coup, holders, outgoing, what.person, HANDS)
    return (table.StaffAssigned(what.role, what.person), *cards)


def require_uncommitted(state: State, who: PersonId) -> Fault | None:
    has_bank = who == state.banker or (state.award is not None and state.award.person == who)
    if has_bank and state.seats.is_at_table(who):
        return with_clauses(fault("bank-is-yours"), "HP.DP.in-play")
    in_play = state.phase in COUP and stake_of(state.coup.stakes, who) > 0
    laid = any(one.person == who for one in state.coup.laid)
    banco = state.coup.banco is not None and state.coup.banco.person == who and state.phase in (*COUP, Phase.REPEAT)
    bids = state.auction is not None and state.auction.bid_of(who) > 0
    holds = state.phase in COUP and any(state.holder(cloth) == who for cloth in CLOTHS)
    reasons = {
        "bid-in-play": bids,
        "banco-in-play": banco or is_calling(state, who),
        "money-on-table": in_play or laid,
        "cards-are-yours": holds,
    }
    code = next((one for one, holds_them in reasons.items() if holds_them), None)
    return None if code is None else with_clauses(fault(code), "HP.DP.in-play")


def is_calling(state: State, who: PersonId) -> bool:
    return who in state.coup.banco_calls and state.phase in (Phase.BANCO, Phase.LOTS)


@acts.decides(table.Sit)
def sit(state: State, who: PersonId, what: table.Sit) -> Decision:
    return first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        require_one_place(state.seats, who),
        people.require_free_place(state.seats, who, what.seat),
        require_turn_for_place(state, who),
    ) or (table.Seated(who, what.seat),)


@acts.decides(SitBehind)
def sit_behind(state: State, who: PersonId, what: SitBehind) -> Decision:
    row = state.book.seats.second_row
    taken = state.seats.second_row.get(what.seat)
    return first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        None if row.use() else against(row, "no-second-row"),
        fault("seat-taken", seat=what.seat) if taken is not None and taken != who else None,
        fault("nothing-changes") if taken == who else None,
    ) or (SatBehind(who, what.seat),)


@acts.decides(table.StandBehind)
def stand(state: State, who: PersonId, what: table.StandBehind) -> Decision:
    standing = state.book.seats.standing
    return first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        None if standing.use() else against(standing, "standing-not-admitted"),
        people.require_another_place(state.seats, who, what.seat),
    ) or (table.StoodBehind(who, what.seat),)


@acts.decides(table.Leave)
def leave(state: State, who: PersonId, _what: table.Leave) -> Decision:
    here = None if state.seats.is_at_table(who) else fault("not-at-table", person=who)
    wrong = first_fault(here, require_uncommitted(state, who))
    if wrong is None:
        rest_on(cite("HP.DP.in-play"))
    return wrong or (table.PersonLeft(who, people.chips_of(state.ledger, who)),)


@acts.decides(table.BuyIn)
def buy_in(state: State, who: PersonId, what: table.BuyIn) -> Decision:
    return people.require_player(state.staff, who) or people.buy_in(state, who, what)


@acts.decides(table.CashOut)
def cash_out(state: State, who: PersonId, what: table.CashOut) -> Decision:
    """Decide that somebody changes chips back; whoever has called banco keeps what it takes."""
    kept = state.bank_chips if is_calling(state, who) else 0
    if kept and people.chips_of(state.ledger, who) - what.amount < kept:
        return with_clauses(fault("banco-in-play"), "HP.DP.in-play")
    return people.cash_out(state, who, what)


# The texts give nobody a time but at the cards. So the croupier calls a silent player once; from then on, as for
# somebody who is away, the croupier deals, plays and hands over for them, but takes no bank, stake or bid for anybody.


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff."""
    found = people.awaited_player(state.docket, state.coup, (), PHASES[state.phase].waits_for(state))
    return None if found == state.croupier() else found


@acts.decides(CallPerson)
def call(state: State, who: PersonId, _what: CallPerson) -> Decision:
    silent = person_to_call(state)
    wrong = procedure.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.DP.silent-player"))
    return (PersonCalled(silent), *words_of_call(state, silent))


def person_to_call(state: State) -> PersonId | None:
    """Return the awaited player if they can be called: they are there, or were awarded the bank from elsewhere."""
    awaited = awaited_player(state)
    if state.phase is Phase.DEPOSIT and awaited is not None and not state.seats.is_at_table(awaited):
        return awaited
    return procedure.person_to_call(state.seats, awaited)


def words_of_call(state: State, person: PersonId) -> tuple[Event, ...]:
    place = state.seats.place_of(person)
    if place is not None:
        return (Said("person-called", {"seat": str(place)}),)
    return () if state.seats.is_at_table(person) else (Said("banker-called", {"person": person}),)


def is_left_to_croupier(state: State, person: PersonId | None) -> bool:
    silent = state.called_person == awaited_player(state) and state.called_person == person
    return person is not None and (person in state.seats.away or silent)


def may_stand_for(state: State, who: PersonId, person: PersonId | None) -> bool:
    """Return True if the croupier acts for somebody: one who is away, or who was called and says nothing."""
    called_person = state.called_person
    silent = called_person if called_person is not None and called_person == awaited_player(state) else None
    away, called = cite("HP.DP.absent-player"), cite("HP.DP.silent-player")
    return procedure.may_stand_for(state.seats, state.staff, who, person, silent, away=away, called=called)


def require_banker(state: State, who: PersonId) -> Fault | None:
    if state.banker is None:
        return fault("no-banker")
    return None if state.may_act_for(who, state.banker) else fault("not-the-banker", banker=state.banker)


def require_bank_player(state: State, who: PersonId) -> Fault | None:
    wrong = require_banker(state, who)
    return None if wrong is None or may_stand_for(state, who, state.banker) else wrong


def plays_bank(state: State, who: PersonId) -> PersonId | None:
    """Return who sees and plays the bank's cards: the croupier where acting for an absent or silent banker."""
    return state.banker if state.may_act_for(who, state.banker) else who


def require_banker_there(state: State) -> Fault | None:
    """Return a Fault if the banker is away: no coup is opened on their money but the first, to which they are bound."""
    begins = state.phase in (Phase.BETWEEN, Phase.REPEAT)
    away = begins and state.banker in state.seats.away and not state.is_observed
    if not away or is_first_coup_owed(state):
        return None
    return with_clauses(fault("banker-away", person=state.banker), "HP.DP.absent-player")


def is_first_coup_owed(state: State) -> bool:
    """Return True if the banker may not give their bank up yet: its first coup is dealt, whether present or not."""
    after, bank = state.book.bank.leave_after, state.bank
    is_owed = bank is not None and bank.coups_of_award < after.weigh()
    if is_owed:
        after.rest()
    return is_owed


@acts.decides(table.Away, table.Back)
def away(state: State, who: PersonId, what: table.Away | table.Back) -> Decision:
    staff = None if who in (CLOCK, what.person) else require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR)
    wrong = first_fault(staff, waiting.require_presence_changes(state.seats, what))
    if wrong is None:
        rest_on(cite("HP.DP.in-play"))
    return wrong or (waiting.presence(what),)


@acts.decides(table.LeadOut)
def lead_out(state: State, who: PersonId, what: table.LeadOut) -> Decision:
    if wrong := waiting.require_long_absence(state.seats, who, what.person):
        return wrong
    rest_on(cite("HP.DP.led-out"))
    return leave(state, what.person, table.Leave())


@acts.decides(StandIn)
def stand_in(state: State, who: PersonId, _what: StandIn) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_step(state, tuple(WORD_OF.values()), require_dealt, require_carried),
        fault("card-awaited") if state.coup.due_cards else None,
    ):
        return wrong
    cloth = next(cloth for cloth in CLOTHS if WORD_OF[cloth] is state.phase)
    holder = state.holder(cloth)
    if holder is None or not is_left_to_croupier(state, holder):
        return fault("holder-is-there", holder=holder)
    rest_on(cite("HP.DP.absent-holder"))
    return (CroupierStoodIn(holder, who, cloth), CardsCarried(who, cloth))


@acts.decides(AnnulAward)
def annul_award(state: State, who: PersonId, _what: AnnulAward) -> Decision:
    award = state.award
    if award is None:
        return require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT) or fault("no-award")
    by_himself = state.may_act_for(who, award.person)
    is_gone = is_left_to_croupier(state, award.person)
    if wrong := first_fault(
        require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT),
        None if by_himself else require_post(state.staff, who, Role(state.book.award.held_by.use())),
        None if by_himself or is_gone else fault("award-stands", person=award.person),
    ):
        return wrong
    rest_on(cite("HP.DP.no-deposit"))
    after: tuple[Event, ...] = (PhaseOpened(Phase.OPENING),)
    if award.way in (AwardWay.OFFERED, AwardWay.STANDING):
        after = (BankOffered(award.amount), PhaseOpened(Phase.REOFFER))
    return (AwardAnnulled(award.person), *after)
