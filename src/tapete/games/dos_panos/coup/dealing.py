"""The shoe prepared, and the first acts at the cards: dealt, carried, looked at."""

from __future__ import annotations

from tapete.chance import CardOut, SealShoe
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import AssignCard, SetAside, at
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.procedure import CutPack, DrawAwaited, DueCard, PackCut, ShufflePack
from tapete.games.banked import reconsideration, shoe as shared
from tapete.games.banked.dealing import card_drawn
from tapete.games.banked.events import (
    CardMoved,
    CardsCarried,
    CardSeen,
    CardsLifted,
    PackShuffled,
    ShoeWanted,
)
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.banked.shoe import (
    AskCardCheck,
    CheckAsked,
    CheckCards,
    InsertStopCard,
    StopCardIn,
    stop_card,
)
from tapete.games.dos_panos.acts import CarryCards, CountPack, DealCard, LayOutPacks, Lift
from tapete.games.dos_panos.bank.ending import session_over
from tapete.games.dos_panos.bank.granting import first_award
from tapete.games.dos_panos.bank.proof import is_custody_due
from tapete.games.dos_panos.coup.flow import dealing_order, exhausted, next_hand, next_word, with_consequences
from tapete.games.dos_panos.coup.hands import is_decided
from tapete.games.dos_panos.errors.deal import mislaid
from tapete.games.dos_panos.errors.findings import reporter
from tapete.games.dos_panos.events import PackCounted, PacksShown, PhaseOpened
from tapete.games.dos_panos.order import (
    require_carried,
    require_cloths_spoken,
    require_dealt,
    require_ready_for_coup,
    require_step,
)
from tapete.games.dos_panos.people.silence import plays_bank, require_bank_player
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, MISDEAL, Cover, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("DP.C1.01", neutral=None, names_a_pass=False)
def require_betting_closed(state: State) -> Fault | None:
    """No card leaves the shoe before the betting is over."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BANCO, Phase.BETS) else None


def require_no_card_awaited(state: State) -> Fault | None:
    return fault("card-awaited") if state.coup.due_cards else None


def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    deals = (Phase.DEAL, *(EARLY_THIRD if state.is_observed else ()))
    wrong = first_fault(
        require_betting_closed(state),
        require_bank_player(state, who),
        require_no_card_awaited(state),
        require_step(state, deals, require_ready_for_coup, require_cloths_spoken),
    )
    if wrong:
        return wrong
    turn = require_dealing_order(state, what.hand)
    if turn is None:
        return card_face_down(state, what.hand)
    return misdeal(state, what.hand, turn) if state.is_observed else turn


EARLY_THIRD = (Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD)
"""The deal is over, and the cloths have not both spoken: a card that comes now is a third one too early."""


def card_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a card that comes out face down: one that was drawn too early comes first."""
    waiting = state.coup.cards.marks.aside
    if waiting and state.phase is Phase.DEAL:
        return with_consequences(state, CardMoved(waiting[0].position, str(hand)))
    if state.shoe.is_empty:
        return exhausted(state)
    due = DueCard(state.shoe.position, str(hand), is_dealt_face_up())
    return (*stop_card(state.shoe), DrawAwaited((due,)))


def misdeal(state: State, hand: Hand, found: Fault) -> Decision:
    """Return a card that came wrong, and its incident: the order of the draws shows where it belongs."""
    waiting = state.coup.cards.marks.aside
    position = waiting[0].position if waiting and state.phase is Phase.DEAL else state.shoe.position
    due = next_hand(state)
    with trace() as trail:
        made = mislaid((SetAside(position) if due is None else AssignCard(position, str(due)),), evident=True)
    trail.hand_on()
    wrong = Fault(MISDEAL, {"hand": str(hand), "position": position}, (*found.clauses, *trail.rests_on))
    opened = incident(state.docket, MISDEAL, reporter(state), (wrong,), (made,))
    return Irregular((*card_face_down(state, hand), IncidentOpened(opened)), (wrong,))


@rule("DP.A.06", neutral=True)
def is_dealt_face_up() -> bool:
    """The first two cards of every hand are dealt face down."""
    return False


def require_dealing_order(state: State, hand: Hand) -> Fault | None:
    """Return a Fault if a card would go to another hand than the next in order."""
    due = next_hand(state)
    return None if hand is due else Fault("deal-order", {"due": due, "hand": str(hand)}, dealing_order.clauses)


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    came = card_drawn(state, who, what)
    return came if isinstance(came, Fault) else with_consequences(state, came)


def carry(state: State, who: PersonId, _what: CarryCards) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_step(state, (Phase.CARRY,), require_dealt)
    )
    if wrong:
        return wrong
    rest_on(cite("DP.B.19"))
    holders = ((cloth, state.holder(cloth)) for cloth in CLOTHS if not is_decided(state, cloth))
    carried = tuple(CardsCarried(person, cloth) for cloth, person in holders if person is not None)
    return with_consequences(state, *carried, PhaseOpened(next_word(state)))


@rule("DP.B.19", neutral=None)
def require_holder(state: State, who: PersonId, cloth: Hand) -> Fault | None:
    """The hand players by the turn have the cards of their cloths: the others share the result and touch nothing."""
    holder = state.holder(cloth)
    if holder is None:
        return fault("nobody-has-cards")
    return None if state.may_act_for(who, holder) else fault("not-your-cards", holder=holder)


def require_first_played(state: State, cloth: Hand) -> Fault | None:
    rules = state.book.banco
    waits = cloth is Hand.SEGUNDO and state.coup.cover is Cover.BANCO and rules.second_hand_after_first.use()
    if not waits or state.phase is not Phase.FIRST_WORD:
        return None
    return against(rules.second_hand_after_first, "first-cloth-first")


def seen_by_bystander(state: State, person: PersonId) -> Decision:
    """Decide that somebody at the table saw the bank's cards beside its banker: he can be asked for them (DP.C5.09)."""
    hidden = tuple(one for one in at(state.coup.cards.layout, Hand.BANCA) if not one.face_up)
    return first_fault(
        require_dealt(state),
        None if state.seats.is_at_table(person) else fault("not-at-table", person=person),
        fault("nothing-changes") if all(person in one.seen_by for one in hidden) else None,
    ) or tuple(CardSeen(one.position, person) for one in hidden)


def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody looks at the cards of his hand; the croupier may note that another one saw the bank's."""
    hand = what.hand
    if hand is Hand.BANCA and what.person not in (None, state.banker) and state.is_observed and who == state.croupier():
        return seen_by_bystander(state, what.person)
    owner = plays_bank(state, who) if hand is Hand.BANCA else state.holder(hand)
    mine = require_bank_player(state, who) if hand is Hand.BANCA else require_holder(state, who, hand)
    words = (Phase.FIRST_WORD, Phase.SECOND_WORD)
    carried = () if hand is Hand.BANCA else (require_carried,)
    return first_fault(
        mine,
        require_no_card_awaited(state),
        require_step(state, (*words, Phase.ANSWER, Phase.BANKER), require_dealt, *carried),
        require_first_played(state, hand),
        None if owner is None else reconsideration.require_not_looked(state.coup.cards, hand, owner),
    ) or ((CardsLifted(owner, hand),) if owner is not None else ())


# --- shoe -------------------------------------------------------------------------------------------------------------
# Preparing the shoe: packs laid out and counted, shuffled, cut, the stop card, loaded; the check at its end.

CARDS_OF_A_PACK = 52


def cards_of_packs(state: State) -> int:
    return state.settings.decks * CARDS_OF_A_PACK


def require_croupier(state: State, who: PersonId) -> Fault | None:
    return require_post(state.staff, who, Role.CROUPIER)


def lay_out(state: State, who: PersonId, _what: LayOutPacks) -> Decision:
    return first_fault(
        require_croupier(state, who),
        require_phase(state, Phase.SHOE),
        shared.require_card_check_done(state.shoe),
        require_shoe_of_session(state),
        fault("nothing-changes") if state.shoe.is_shown else None,
    ) or (PacksShown(),)


def require_packs_shown(state: State) -> Fault | None:
    """Return a Fault if the packs are counted before the players could see them, where the rulebook asks for it."""
    shown = state.book.pack.shown_to_players
    return against(shown, "packs-not-shown") if shown.use() and not state.shoe.is_shown else None


def require_shoe_of_session(state: State) -> Fault | None:
    """Return a Fault if a session of an open bank has had all its shoes, or the dinner hour has begun."""
    if not state.is_open_bank or state.settings.session_shoes:
        return None
    return session_over(state)


def count(state: State, who: PersonId, what: CountPack) -> Decision:
    """Decide the count of the packs: every card has to be there."""
    whole = cards_of_packs(state)
    return first_fault(
        require_croupier(state, who),
        require_phase(state, Phase.SHOE),
        shared.require_card_check_done(state.shoe),
        require_shoe_of_session(state),
        require_packs_shown(state),
        require_whole(what.count, whole),
        require_new_packs(state, what.seals),
    ) or (PackCounted(what.count, what.seals), PhaseOpened(Phase.SHUFFLE))


@rule("DP.B.03", neutral=None, names_a_pass=False)
def require_whole(found: int, whole: int) -> Fault | None:
    """The packs are counted before they are shuffled: each card of them is there."""
    return None if found == whole else fault("wrong-count", needs=whole, found=found)


@rule("DP.F.07", neutral=None, names_a_pass=False)
def require_new_packs(state: State, seals: tuple[str, ...]) -> Fault | None:
    """Packs are always brand new: each shoe is made of packs whose seals are broken for it."""
    used = sorted({one for one in seals if one in state.broken_seals or seals.count(one) > 1})
    return fault("pack-used", seals=used) if used else None


@rule("DP.B.03", neutral=None, names_a_pass=False)
def require_counted(state: State) -> Fault | None:
    """The packs are counted, shuffled and cut, in that order, and only then the stop card goes in."""
    missing = {Phase.SHOE: "not-counted", Phase.SHUFFLE: "not-shuffled", Phase.CUT: "not-cut"}.get(state.phase)
    return fault(missing) if missing else None


def shuffle(state: State, who: PersonId, _what: ShufflePack) -> Decision:
    """Decide the croupier's shuffle; chance then fixes the order."""
    return first_fault(
        require_croupier(state, who),
        require_counted(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLE),
        require_shoe_of_session(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    ) or (PackShuffled(who), ShoeWanted(state.shoe.number + 1, cards_of_packs(state)))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Take up the order that chance fixed; the pack is cut next."""
    if who != CHANCE:
        return fault("only-chance")
    ready = procedure.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, PhaseOpened(Phase.CUT))


def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    """Decide the cut, by anybody at the table or by the croupier: the texts do not say whose it is."""
    return first_fault(
        None if who == state.croupier() else require_player(state.staff, who) or require_at_table(state.seats, who),
        require_counted(state) if state.phase in (Phase.SHOE, Phase.SHUFFLE) else None,
        require_phase(state, Phase.CUT),
        procedure.require_valid_cut(cards_of_packs(state), what.depth, state.settings.shoe),
    ) or (PackCut(what.depth), PhaseOpened(Phase.STOP_CARD))


def cards_below(state: State, found: int | None) -> int | Fault:
    """Return how many cards lie below the stop card: as many as the rulebook says, or more where it names the least."""
    asked, least = state.book.pack.cards_below_stop_card, state.book.pack.below_is_least
    below = asked.use()
    if found is None or found == below or not below:
        return found or below
    if found > below and least.use():
        return found
    return against(asked, "stop-card-depth", below=below, found=found)


def insert_stop_card(state: State, who: PersonId, what: InsertStopCard) -> Decision:
    """Decide where the stop card goes; then the shoe is loaded."""
    wrong = first_fault(require_croupier(state, who), require_counted(state), require_phase(state, Phase.STOP_CARD))
    if wrong:
        return wrong
    below = cards_below(state, what.below)
    if isinstance(below, Fault):
        return below
    if below >= state.shoe.size:
        return fault("cut-too-deep", size=state.shoe.size, depth=below)
    return loaded(state, below)


@rule("DP.B.07", neutral=lambda state, _below: after_loading(state))
def loaded(state: State, below: int) -> tuple[Event, ...]:
    """The prepared pack goes into the shoe, the stop card with it."""
    return (StopCardIn(state.shoe.size - below), *after_loading(state))


def after_loading(state: State) -> tuple[Event, ...]:
    """Return where the table goes with a loaded shoe: to the award, to the chips of the bank, or on with the play."""
    bank = state.bank
    if bank is None:
        return first_award(state.standing_award, state.book.award.ways)
    return (PhaseOpened(Phase.BETWEEN if bank.is_in_custody and not is_custody_due(state) else Phase.CUSTODY),)


def shoe_in_use(state: State) -> Fault:
    """Return the Fault of what is done between shoes; where there has been none yet, that there is none."""
    return fault("shoe-in-use", shoe=state.shoe.number) if state.shoe.number else fault("no-shoe")


def ask_check(state: State, who: PersonId, _what: AskCardCheck) -> Decision:
    late = state.phase in (Phase.SHUFFLE, Phase.CUT, Phase.STOP_CARD)
    asked = state.book.pack.checked_on_request
    return first_fault(
        require_player(state.staff, who), shared.require_check_possible(state.shoe, state.seats, who, late)
    ) or ((CheckAsked(who),) if asked.use() else fault("no-card-check"))


def check(state: State, who: PersonId, what: CheckCards) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.shoe.has_ended else shoe_in_use(state),
        shared.require_check_asked(state.shoe),
    )
    if wrong:
        return wrong
    rest_on(cite("DP.B.30"))
    return (shared.check_result(state.shoe, who, what),)
