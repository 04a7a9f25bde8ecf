"""The shoe prepared, and the acts at the cards: dealt, carried, looked at, the words and the advice, the bank."""

from __future__ import annotations

from functools import partial

from tapete.chance import CardOut, SealShoe
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import AssignCard, Cell, SetAside, at
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import CutPack, DrawAwaited, DueCard, PackCut, ShufflePack, say
from tapete.games.baccarat.reckoning import final_total
from tapete.games.banked import events as banked, reconsideration, rulings, shoe as shared
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.coup import ABATIR, Word
from tapete.games.banked.dealing import card_out
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.dos_panos import acts as a, people
from tapete.games.dos_panos.bank.ending import is_session_over, session_over
from tapete.games.dos_panos.bank.granting import first_award
from tapete.games.dos_panos.coup import flow, hands
from tapete.games.dos_panos.errors.deal import mislaid
from tapete.games.dos_panos.errors.words import (
    OTHERS_CARD,
    UNWANTED,
    WITHHELD,
    card_of_other_cloth,
    card_withheld,
    unwanted_card,
)
from tapete.games.dos_panos.events import PackCounted, PacksShown, PhaseOpened
from tapete.games.dos_panos.people import plays_bank, require_bank_player
from tapete.games.dos_panos.phases import is_custody_due
from tapete.games.dos_panos.rules import AdvisedOnFive
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, MISDEAL, WORD_OF, Cover, Hand, Phase, other_cloth
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


@rule("DP.C1.01", neutral=None, names_a_pass=False)
def require_betting_closed(state: State) -> Fault | None:
    """No card leaves the shoe before the betting is over."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BANCO, Phase.BETS) else None


def require_no_card_awaited(state: State) -> Fault | None:
    return fault("card-awaited") if state.coup.due_cards else None


@a.decides(a.DealCard)
def deal(state: State, who: PersonId, what: a.DealCard) -> Decision:
    deals = (Phase.DEAL, *(EARLY_THIRD if state.is_observed else ()))
    if wrong := first_fault(
        require_betting_closed(state),
        require_bank_player(state, who),
        require_no_card_awaited(state),
        people.require_step(state, deals, people.require_ready_for_coup, people.require_cloths_spoken),
    ):
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
        return flow.with_consequences(state, banked.CardMoved(waiting[0].position, str(hand)))
    if state.shoe.is_empty:
        return flow.exhausted(state)
    due = DueCard(state.shoe.position, str(hand), is_dealt_face_up())
    return (*shared.stop_card(state.shoe), DrawAwaited((due,)))


def misdeal(state: State, hand: Hand, found: Fault) -> Decision:
    """Return a card that came wrong, and its incident: the order of the draws shows where it belongs."""
    waiting = state.coup.cards.marks.aside
    position = waiting[0].position if waiting and state.phase is Phase.DEAL else state.shoe.position
    due = flow.next_hand(state)
    back = SetAside(position) if due is None else AssignCard(position, str(due))
    dealt = Fault(MISDEAL, {"hand": str(hand), "position": position}, found.clauses)
    wrong, made = rulings.fault_and_remedy(dealt, lambda: mislaid((back,), evident=True))
    return Irregular((*card_face_down(state, hand), rulings.case(state, wrong, made)), (wrong,))


@rule("DP.A.06", neutral=True)
def is_dealt_face_up() -> bool:
    """The first two cards of every hand are dealt face down."""
    return False


def require_dealing_order(state: State, hand: Hand) -> Fault | None:
    due = flow.next_hand(state)
    return None if hand is due else Fault("deal-order", {"due": due, "hand": str(hand)}, flow.dealing_order.clauses)


a.decides(CardOut)(partial(card_out, flow.with_consequences))


@a.decides(a.CarryCards)
def carry(state: State, who: PersonId, _what: a.CarryCards) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER), people.require_step(state, (Phase.CARRY,), people.require_dealt)
    ):
        return wrong
    rest_on(cite("DP.B.19"))
    holders = ((cloth, state.holder(cloth)) for cloth in CLOTHS if not hands.is_decided(state, cloth))
    carried = tuple(banked.CardsCarried(person, cloth) for cloth, person in holders if person is not None)
    return flow.with_consequences(state, *carried, PhaseOpened(flow.next_word(state)))


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
    """Decide that somebody at the table saw the bank's cards beside its banker and can be asked for them (DP.C5.09)."""
    hidden = tuple(one for one in at(state.coup.cards.layout, Hand.BANCA) if not one.face_up)
    return first_fault(
        people.require_dealt(state),
        None if state.seats.is_at_table(person) else fault("not-at-table", person=person),
        fault("nothing-changes") if all(person in one.seen_by for one in hidden) else None,
    ) or tuple(banked.CardSeen(one.position, person) for one in hidden)


@a.decides(a.Lift)
def lift(state: State, who: PersonId, what: a.Lift) -> Decision:
    """Decide that somebody looks at the cards of their hand; the croupier may note that another one saw the bank's."""
    hand = what.hand
    if hand is Hand.BANCA and what.person not in (None, state.banker) and state.is_observed and who == state.croupier():
        return seen_by_bystander(state, what.person)
    owner = plays_bank(state, who) if hand is Hand.BANCA else state.holder(hand)
    mine = require_bank_player(state, who) if hand is Hand.BANCA else require_holder(state, who, hand)
    words = (Phase.FIRST_WORD, Phase.SECOND_WORD)
    carried = () if hand is Hand.BANCA else (people.require_carried,)
    return first_fault(
        mine,
        require_no_card_awaited(state),
        people.require_step(state, (*words, Phase.ANSWER, Phase.BANKER), people.require_dealt, *carried),
        require_first_played(state, hand),
        None if owner is None else reconsideration.require_not_looked(state.coup.cards, hand, owner),
    ) or ((banked.CardsLifted(owner, hand),) if owner is not None else ())


CARDS_OF_A_PACK = 52


def cards_of_packs(state: State) -> int:
    return state.settings.decks * CARDS_OF_A_PACK


def require_croupier(state: State, who: PersonId) -> Fault | None:
    return require_post(state.staff, who, Role.CROUPIER)


@a.decides(a.LayOutPacks)
def lay_out(state: State, who: PersonId, _what: a.LayOutPacks) -> Decision:
    return first_fault(
        require_croupier(state, who),
        require_phase(state, Phase.SHOE),
        shared.require_card_check_done(state.shoe),
        require_shoe_of_session(state),
        fault("nothing-changes") if state.shoe.is_shown else None,
    ) or (PacksShown(),)


def require_packs_shown(state: State) -> Fault | None:
    shown = state.book.pack.shown_to_players
    return against(shown, "packs-not-shown") if shown.use() and not state.shoe.is_shown else None


def require_shoe_of_session(state: State) -> Fault | None:
    return session_over(state) if is_session_over(state) else None


@a.decides(a.CountPack)
def count(state: State, who: PersonId, what: a.CountPack) -> Decision:
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


@a.decides(ShufflePack)
def shuffle(state: State, who: PersonId, _what: ShufflePack) -> Decision:
    return first_fault(
        require_croupier(state, who),
        people.require_shoe_prepared(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLE),
        require_shoe_of_session(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    ) or (banked.PackShuffled(who), banked.ShoeWanted(state.shoe.number + 1, cards_of_packs(state)))


@a.decides(SealShoe)
def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    if who != CHANCE:
        return fault("only-chance")
    ready = procedure.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, PhaseOpened(Phase.CUT))


@a.decides(CutPack)
def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    """Decide the cut, by anybody at the table or by the croupier: the texts do not say whose it is."""
    return first_fault(
        None if who == state.croupier() else require_player(state.staff, who) or require_at_table(state.seats, who),
        people.require_shoe_prepared(state) if state.phase in (Phase.SHOE, Phase.SHUFFLE) else None,
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


@a.decides(a.InsertStopCard)
def insert_stop_card(state: State, who: PersonId, what: shared.InsertStopCard) -> Decision:
    if wrong := first_fault(
        require_croupier(state, who),
        None if state.phase is Phase.STOP_CARD else people.require_shoe_prepared(state),
        require_phase(state, Phase.STOP_CARD),
    ):
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
    return (shared.StopCardIn(state.shoe.size - below), *after_loading(state))


def after_loading(state: State) -> tuple[Event, ...]:
    bank = state.bank
    if bank is None:
        return first_award(state.standing_award, state.book.award.ways)
    return (PhaseOpened(Phase.BETWEEN if bank.is_in_custody and not is_custody_due(state) else Phase.CUSTODY),)


def shoe_in_use(state: State) -> Fault:
    """Return the Fault of what is done between shoes; where there has been none yet, that there is none."""
    return fault("shoe-in-use", shoe=state.shoe.number) if state.shoe.number else fault("no-shoe")


@a.decides(a.AskCardCheck)
def ask_check(state: State, who: PersonId, _what: shared.AskCardCheck) -> Decision:
    late = state.phase in (Phase.SHUFFLE, Phase.CUT, Phase.STOP_CARD)
    asked = state.book.pack.checked_on_request
    return first_fault(
        require_player(state.staff, who), shared.require_check_possible(state.shoe, state.seats, who, late)
    ) or ((shared.CheckAsked(who),) if asked.use() else fault("no-card-check"))


@a.decides(a.CheckCards)
def check(state: State, who: PersonId, what: shared.CheckCards) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.shoe.has_ended else shoe_in_use(state),
        shared.require_check_asked(state.shoe),
    ):
        return wrong
    rest_on(cite("DP.B.30"))
    return (shared.check_result(state.shoe, who, what),)


@rule("DP.B.21", neutral=None)
def require_turn_to_speak(state: State, cloth: Hand) -> Fault | None:
    """The first cloth speaks, then the second, then the banker."""
    return None if state.phase is WORD_OF[cloth] else fault("not-your-word", window=str(state.phase))


def cloth_of_speaker(state: State, who: PersonId) -> Hand:
    """Return the cloth for which somebody speaks: whose word it is, if it is theirs; else the one that is theirs."""
    now = next((cloth for cloth in CLOTHS if state.phase is WORD_OF[cloth]), None)
    if now is not None and state.may_act_for(who, state.holder(now)):
        return now
    return next((cloth for cloth in CLOTHS if state.holder(cloth) == who), now or Hand.PRIMERO)


def require_seen(state: State, hand: Hand, owner: PersonId | None) -> Fault | None:
    return None if state.is_observed else reconsideration.require_looked(state.coup.cards, hand, owner)


def after_word_of(state: State, cloth: Hand) -> Phase:
    other = other_cloth(cloth)
    return Phase.ANSWER if flow.has_spoken(state, other) else WORD_OF[other]


@a.decides(Say)
def say_word(state: State, who: PersonId, what: Say) -> Decision:
    """Decide a cloth's word. The clauses of its duty stay private: they would tell its total."""
    cloth = cloth_of_speaker(state, who)
    if wrong := first_fault(
        people.require_step(state, (Phase.FIRST_WORD, Phase.SECOND_WORD), people.require_dealt, people.require_carried),
        require_holder(state, who, cloth),
        require_turn_to_speak(state, cloth),
        require_no_card_awaited(state),
        require_seen(state, cloth, state.holder(cloth)),
    ):
        return wrong
    bad, duty = reconsideration.privately(state, lambda: hands.require_lawful_word(state, cloth, what.word))
    if bad:
        return bad
    said = banked.WordSaid(what.word, duty, cloth)
    return flow.with_consequences(state, said, *say(state, what.word), PhaseOpened(after_word_of(state, cloth)))


@a.decides(a.LayDown)
def lay_down(state: State, who: PersonId, what: a.LayDown) -> Decision:
    """Decide that a hand is turned up as a natural: a cloth at its word, the bank when both cloths have spoken."""
    hand = what.hand
    owner = plays_bank(state, who) if hand is Hand.BANCA else state.holder(hand)
    if hand is Hand.BANCA:
        time = require_time_of_bank_natural(state)
        mine = require_bank_player(state, who)
    else:
        time = first_fault(
            people.require_dealt(state), people.require_carried(state), require_turn_to_speak(state, hand)
        )
        mine = require_holder(state, who, hand)
    if wrong := first_fault(mine, require_no_card_awaited(state), time, require_seen(state, hand, owner)):
        return wrong
    none, _ = reconsideration.privately(state, lambda: hands.require_natural(state, hand))
    if none:
        return none
    after = Phase.SHOW if hand is Hand.BANCA else after_word_of(state, hand)
    return flow.with_consequences(
        state, banked.LaidDown(hand), *shared.turn_hands(state.coup.cards, hand), PhaseOpened(after)
    )


def require_time_of_bank_natural(state: State) -> Fault | None:
    """Return a Fault unless the bank may turn a natural up: both cloths have spoken, and no third card was given."""
    late = reconsideration.require_natural_in_time(state.coup)
    return first_fault(
        people.require_step(state, (Phase.ANSWER, Phase.BANKER), people.require_dealt, people.require_cloths_spoken),
        late and with_clauses(late, "DP.A.07"),
    )


def require_no_bank_natural(state: State) -> Fault | None:
    if hands.has_natural(state, Hand.BANCA) is not True or is_natural_kept_back(state):
        return None
    return against(state.book.outcome.naturals, "natural-to-lay-down")


def is_natural_kept_back(state: State) -> bool:
    """Return True if the bank has a natural that it may turn up no more: a ruling has let its play go on without it."""
    return (
        hands.has_natural(state, Hand.BANCA) is True and reconsideration.require_natural_in_time(state.coup) is not None
    )


@a.decides(a.GiveCard)
def give(state: State, who: PersonId, what: a.GiveCard) -> Decision:
    late = (Phase.BANKER,) if state.is_observed and state.coup.decision is None else ()
    if wrong := first_fault(
        require_bank_player(state, who),
        require_no_card_awaited(state),
        people.require_step(state, (Phase.ANSWER, *late), people.require_dealt, people.require_cloths_spoken),
        require_seen(state, Hand.BANCA, plays_bank(state, who)),
    ):
        return wrong
    waiting = flow.asked_cloths(state)
    if what.hand not in waiting:
        if not state.is_observed:
            return fault("no-card-asked", hand=str(what.hand))
        return unlawful_card(state, what.hand, fault(UNWANTED, hand=str(what.hand)))
    if what.hand is not waiting[0]:
        if not state.is_observed:
            return Fault("first-cloth-first", {}, require_turn_to_speak.clauses)
        return unlawful_card(
            state, what.hand, Fault(OTHERS_CARD, {"hand": str(what.hand)}, require_turn_to_speak.clauses)
        )
    bad, _ = reconsideration.privately(state, lambda: require_no_bank_natural(state))
    return bad or flow.with_consequences(state, *flow.draw_third_card(state, what.hand))


def unlawful_card(state: State, hand: Hand, found: Fault) -> Decision:
    waiting = state.coup.cards.marks.aside
    position = waiting[0].position if waiting else state.shoe.position
    remedy = {UNWANTED: unwanted_card, OTHERS_CARD: card_of_other_cloth, WITHHELD: card_withheld}[found.code]
    drawn = Fault(found.code, {**found.facts, "position": position}, found.clauses)
    wrong, made = rulings.fault_and_remedy(drawn, lambda: remedy(state, hand, position))
    return Irregular((*flow.draw_third_card(state, hand), rulings.case(state, wrong, made)), (wrong,))


def decide(state: State, who: PersonId, cell: Cell) -> Decision:
    waits = state.book.banker.waits_for_third_cards
    early = state.phase is Phase.ANSWER and waits.weigh()
    wrong = first_fault(require_bank_player(state, who), require_no_card_awaited(state))
    if wrong is None and early and state.is_observed and cell is Cell.DRAW:
        return unlawful_card(state, Hand.BANCA, against(waits, WITHHELD))
    if wrong := first_fault(
        wrong,
        against(waits, "cloths-first")
        if early
        else people.require_step(state, (Phase.BANKER,), people.require_dealt, people.require_cloths_spoken),
        reconsideration.require_undecided(state.coup),
        require_seen(state, Hand.BANCA, plays_bank(state, who)),
    ):
        return wrong
    bad, duty = reconsideration.privately(state, lambda: require_duty_done(state, who, cell))
    return bad or flow.with_consequences(state, banked.BankerDecided(cell, duty))


def require_duty_done(state: State, who: PersonId, cell: Cell) -> Fault | None:
    if not state.is_observed and is_natural_kept_back(state):
        return hands.require_stood(state, cell)
    return hands.require_lawful_decision(state, cell, by_table=not state.may_act_for(who, state.banker))


@a.decides(DrawCard)
def banker_draws(state: State, who: PersonId, _what: DrawCard) -> Decision:
    return decide(state, who, Cell.DRAW)


@a.decides(Stand)
def banker_stands(state: State, who: PersonId, _what: Stand) -> Decision:
    return decide(state, who, Cell.STAND)


@a.decides(AskTable)
def ask_table(state: State, who: PersonId, _what: AskTable) -> Decision:
    if wrong := first_fault(
        require_bank_player(state, who),
        people.require_step(state, (Phase.ANSWER, Phase.BANKER), people.require_dealt, people.require_cloths_spoken),
        reconsideration.require_undecided(state.coup),
        fault("nothing-changes") if state.coup.has_asked_table else None,
    ):
        return wrong
    state.book.banker.table_binds.use()
    return (banked.TableAsked(),)


@a.decides(a.ShowHand)
def show(state: State, who: PersonId, what: a.ShowHand) -> Decision:
    hand = what.hand
    hidden = shared.turn_hands(state.coup.cards, hand)
    return first_fault(
        None if who == state.croupier() else require_shows_own(state, who, hand),
        people.require_step(state, (Phase.SHOW,), people.require_dealt, people.require_play_over),
        require_no_card_awaited(state),
        None if hidden else fault("nothing-changes"),
    ) or flow.with_consequences(state, *hidden, *announced_by_banker(state, hand))


def require_shows_own(state: State, who: PersonId, hand: Hand) -> Fault | None:
    return require_bank_player(state, who) if hand is Hand.BANCA else require_holder(state, who, hand)


def announced_by_banker(state: State, hand: Hand) -> tuple[Event, ...]:
    if hand is not Hand.BANCA:
        return ()
    total = final_total(state.coup.cards, Hand.BANCA, hands.card_points(state))
    if isinstance(total, Unknown) or not state.book.banker.announces_score.use():
        return ()
    return say(state, "bank-score", total=total)


@a.decides(a.PlaceCards)
def place_cards(state: State, who: PersonId, what: a.PlaceCards) -> Decision:
    custom = state.book.punto.crossed_cards_speak
    if not custom.use():
        return against(custom, "cards-say-nothing")
    return say_word(state, who, Say(Word.NO if what.crossed else Word.CARTA))


@a.decides(a.AskAdvice)
def ask_advice(state: State, who: PersonId, _what: a.AskAdvice) -> Decision:
    cloth = cloth_of_speaker(state, who)
    if wrong := first_fault(
        people.require_step(state, (Phase.FIRST_WORD, Phase.SECOND_WORD), people.require_dealt, people.require_carried),
        require_holder(state, who, cloth),
        require_turn_to_speak(state, cloth),
        require_seen(state, cloth, state.holder(cloth)),
        fault("nothing-changes") if state.coup.side(cloth).advice is not None else None,
        None if state.book.advice.croupier_explains.use() else fault("no-advice"),
    ):
        return wrong
    with trace() as private:
        answer = advised_word(state, cloth)
    return (banked.AdviceAsked(state.holder(cloth) or who, answer, private.weighed, cloth),)


def advised_word(state: State, cloth: Hand) -> str:
    if hands.has_natural(state, cloth) is True:
        return ABATIR
    lawful = [word for word in (Word.CARTA, Word.NO) if hands.require_lawful_word(state, cloth, word) is None]
    if len(lawful) < 2:
        return str(lawful[0]) if lawful else ABATIR
    stands = state.book.advice.asked_on_five.use() is AdvisedOnFive.STAND
    return str(Word.NO) if stands else ""
