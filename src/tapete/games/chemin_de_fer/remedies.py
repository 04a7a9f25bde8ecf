"""Faults of banker, croupier and players, cards that left the shoe wrongly, and what open cards show: the remedies."""

from __future__ import annotations

from typing import Final

import msgspec

from tapete.clauses import Fault, cite, fault, rule
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, Remedy, joint_proposal, propose
from tapete.games.baccarat.incident import IncidentOpened, judgement_clauses
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open, two_card_total
from tapete.games.banked import reports, rulings
from tapete.games.banked.coup import DENY, GIVE, Word
from tapete.games.banked.shoe import with_cards_at_home
from tapete.games.chemin_de_fer import cards
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import HANDS, THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import Event, PersonId

MISDEAL = "misdeal"
"""Kind of the incident of cards dealt out of order."""
TOO_MANY = "banker-more-than-two"
FIFTH = "fifth-card"
FORGOTTEN = "natural-forgotten"
NO_MORE = "card-to-deemed-natural"

DEALING = (Phase.DEAL, Phase.CARRY)


def extra_card(state: State, hand: Hand, due: Hand | None) -> tuple[Fault, Proposal | None]:
    """Return the fault of a card that should not come to ``hand``, and its remedy; a sixth the inspector judges."""
    served = len(fx.at(state.coup.cards.layout, hand))
    position = state.shoe.position
    if hand is Hand.PUNTO and state.coup.cards.marks.of(hand).is_deemed_natural:
        out = Proposal((fx.Discard(position),), judgement_clauses(state.authority), open_to_judgement=True)
        return Fault(NO_MORE, {"position": position}, (cite("CF.C3.06"), cite("CF.A.08"))), out
    if due is None and FIFTH in state.coup.found_faults:
        out = Proposal((fx.Discard(position),), judgement_clauses(state.authority), open_to_judgement=True)
        return fault("deal-order", due=due, hand=str(hand)), out
    if due is None:
        made = propose(lambda: fifth_card(position))
        return Fault(FIFTH, {"position": position}, made.clauses), made
    if hand is Hand.BANCA and served >= 2:
        made = propose(lambda: right_kept(deemed_bacarra()))
        return Fault(TOO_MANY, {"position": position}, made.clauses), made
    return fault("deal-order", due=due, hand=str(hand)), None


@rule("CF.C3.01", neutral=())
def fifth_card(position: int) -> tuple[fx.Effect, ...]:
    """A fifth card after two to each is the punto's who asks for one; otherwise the banker must take it."""
    return (fx.SetAside(position, Hand.BANCA),)


@rule("CF.C3.02", neutral=())
def deemed_bacarra() -> tuple[fx.DeemTotal, ...]:
    """A banker who gives themselves more than two cards in the deal counts 0, whatever the cards are."""
    return (fx.DeemTotal(Hand.BANCA, 0),)


@rule("CF.C3.03", neutral=lambda deemed: deemed)
def right_kept(deemed: tuple[fx.DeemTotal, ...]) -> tuple[fx.Effect, ...]:
    """They keep their right to one more card, which counts with the deemed 0."""
    return tuple(fx.DeemTotal(one.hand, one.total, one_more=True) for one in deemed)


@rule("CF.C3.04", neutral=())
def better_for_the_punto() -> tuple[fx.Effect, ...]:
    """Of two third cards the punto keeps the one that makes their higher total."""
    return (fx.KeepOne(Hand.PUNTO, higher=True),)


@rule("CF.C3.05", neutral=())
def worse_for_the_banker() -> tuple[fx.Effect, ...]:
    """Of two third cards the banker keeps the one that makes their lower total."""
    return (fx.KeepOne(Hand.BANCA, higher=False),)


def basket(state: State, card: fx.LaidCard) -> Proposal | None:
    """Return what the rules make of a card that the banker drops; the punto's in the deal is a case of its own."""
    if card.place == Hand.PUNTO and state.phase in DEALING:
        return Proposal(punto_lays_down_nine())
    if card.place == third(Hand.PUNTO) and state.coup.decision is None:
        return Proposal((*punto_counts_nine(), *banker_after_lost_third()))
    return None if card.face_up else Proposal(banker_loses())


@rule("CF.C3.06", neutral=())
def punto_lays_down_nine() -> tuple[fx.Effect, ...]:
    """If the banker drops one of the punto's first two cards into the basket, the punto is deemed to lay down a 9."""
    return (fx.DeemNatural(Hand.PUNTO, 9),)


@rule("CF.C3.07", neutral=())
def punto_counts_nine() -> tuple[fx.Effect, ...]:
    """If it is the punto's third card, their total is deemed to be 9."""
    return (fx.DeemTotal(Hand.PUNTO, 9),)


@rule("CF.C3.08", neutral=())
def banker_after_lost_third() -> tuple[fx.Effect, ...]:
    """The banker may then take a third card, except with 7; no column of the table is for an unseen card."""
    return (fx.Unbind(Hand.BANCA), fx.Oblige(Hand.BANCA, fx.Cell.STAND, (7,)))


@rule("CF.C3.15", neutral=())
def banker_loses() -> tuple[fx.Effect, ...]:
    """A banker who puts any other card into the basket before the players have plainly seen it loses the coup."""
    return (fx.LoseCoup(Hand.BANCA),)


def turned_by_banker(state: State, card: fx.LaidCard) -> Proposal | None:
    layout = with_cards_at_home(state.coup, state.docket).cards.layout
    hands = [one.position for one in fx.at(layout, Hand.PUNTO)[:2]]
    if card.position not in hands:
        return None
    ordinal = (
        1 if card.position == min(one.position for one in layout if one.place not in (fx.DISCARD, fx.ASIDE)) else 2
    )
    by = {state.coup.uncovered_cards.get(position) for position in hands if position != card.position} - {None}
    if not by:
        return Proposal(same_card_of_banker(ordinal))
    both = (*both_cards_of_banker(), *banker_bound_by_own_fault())
    if by == {fx.Party.BANKER}:
        return Proposal(both)
    alternative = Remedy(both, (cite("CF.C3.10"), cite("CF.C3.11")))
    return Proposal(same_card_of_banker(ordinal), open_to_judgement=True, alternatives=(alternative,))


@rule("CF.C3.09", neutral=())
def same_card_of_banker(ordinal: int) -> tuple[fx.Effect, ...]:
    """A banker who uncovers the punto's first or second card uncovers their own first or second too."""
    return (fx.Expose(Hand.BANCA, (ordinal,)),)


@rule("CF.C3.10", neutral=())
def both_cards_of_banker() -> tuple[fx.Effect, ...]:
    """If they uncover both, they uncover both of their own."""
    return (fx.Expose(Hand.BANCA, (1, 2)),)


@rule("CF.C3.11", neutral=())
def banker_bound_by_own_fault() -> tuple[fx.Effect, ...]:
    """They must then follow the table; its optional cells stay free, as only the croupier's fault binds them."""
    return (fx.BindToTable(Hand.BANCA, fault_of=fx.Party.BANKER),)


@rule("CF.C3.13", neutral=())
def players_may_withdraw() -> tuple[fx.Effect, ...]:
    """If the banker lays down their hand before the punto has spoken, each player may take their stake back."""
    return (fx.OfferWithdrawal(),)


@rule("CF.C3.14", neutral=(fx.NoteOnly("natural-offered-cards"),))
def natural_offered_cards() -> tuple[fx.Effect, ...]:
    """A banker with 8 or 9 who gives or offers a card loses the right to lay it down."""
    return (fx.LoseNatural(Hand.BANCA),)


def require_no_fifth_card(state: State) -> Fault | None:
    return require_right_before_fifth_card() if FIFTH in state.coup.found_faults else None


@rule("CF.C3.14", neutral=None)
def require_right_before_fifth_card() -> Fault | None:
    """A banker who drew the fifth card before their turn has dealt a card: they lay nothing down any more."""
    return fault("natural-right-lost")


def turned_by_croupier(state: State, card: fx.LaidCard) -> Proposal:
    layout = with_cards_at_home(state.coup, state.docket).cards.layout
    hands = [one.position for one in fx.at(layout, Hand.PUNTO)[:2]]
    uncovered = state.coup.uncovered_cards.set(card.position, fx.Party.CROUPIER)
    by = [uncovered[position] for position in hands if position in uncovered]
    if len(by) < 2:
        return Proposal(all_follow_the_rules())
    both = (*all_follow_the_rules(), *options_are_draws(banker_bound_by_croupier()))
    if by == [fx.Party.CROUPIER, fx.Party.CROUPIER]:
        return Proposal(both)
    alternative = Remedy(both, (cite("CF.C2.02"), cite("CF.C2.03")))
    return Proposal(all_follow_the_rules(), open_to_judgement=True, alternatives=(alternative,))


@rule("CF.C2.01", neutral=())
def all_follow_the_rules() -> tuple[fx.Effect, ...]:
    """The coup goes on and everybody keeps to the rules of play: the punto to the scheme, the banker to the table."""
    return (fx.BindToScheme(Hand.PUNTO), fx.BindToTable(Hand.BANCA, fault_of=fx.Party.CROUPIER))


@rule("CF.C2.02", neutral=())
def banker_bound_by_croupier() -> tuple[fx.BindToTable, ...]:
    """If both cards of the punto were uncovered the banker follows their table."""
    return (fx.BindToTable(Hand.BANCA, fault_of=fx.Party.CROUPIER),)


@rule("CF.C2.03", neutral=lambda bound: bound)
def options_are_draws(bound: tuple[fx.BindToTable, ...]) -> tuple[fx.BindToTable, ...]:
    """The two cells of the table that leave a choice are then played as draws."""
    return tuple(msgspec.structs.replace(one, optional_as=fx.Cell.DRAW) for one in bound)


def other_fault(mended: tuple[fx.Effect, ...], harmless: bool) -> Proposal:
    """Return what follows from another fault in the distribution; ``harmless``: nobody has seen or touched anything."""
    void, right = annulment(), put_right(mended)
    if harmless and right:
        return Proposal(right[0].effects, open_to_judgement=True, alternatives=(Remedy(void, (cite("CF.C2.04"),)),))
    return Proposal(void, open_to_judgement=True, alternatives=right)


@rule("CF.C2.04", neutral=())
def annulment() -> tuple[fx.Effect, ...]:
    """Any other fault of the croupier in the distribution annuls the coup."""
    return (fx.VoidCoup(),)


@rule("CF.C2.05", neutral=())
def put_right(mended: tuple[fx.Effect, ...]) -> tuple[Remedy, ...]:
    """If it can be corrected without harm to banker and punto, it is corrected and the coup stands."""
    return (Remedy(mended, (cite("CF.C2.05"),)),)


def carta_call(drawn: tuple[int, ...]) -> Proposal:
    """Return what follows when the croupier called «carta» after «no»: the first card waits for the banker's total."""
    first = first_card_is_third(drawn[0]) if drawn else ()
    others = tuple(effect for position in drawn[1:] for effect in second_is_discarded(position))
    return Proposal((*play_by_table(), *first, *others))


@rule("CF.C2.06", neutral=())
def play_by_table() -> tuple[fx.Effect, ...]:
    """The play is restored by the banker's table, in the column of a punto who stood."""
    return (fx.BindToTable(Hand.BANCA, fault_of=fx.Party.CROUPIER),)


@rule("CF.C2.06", neutral=())
def banker_draws_third() -> tuple[fx.Effect, ...]:
    """A banker who stood where their table draws takes their card after all: the play is restored by the table."""
    return (fx.Oblige(Hand.BANCA, fx.Cell.DRAW), fx.GoBack(Phase.BANKER))


@rule("CF.C2.07", neutral=())
def first_card_is_third(position: int) -> tuple[fx.Effect, ...]:
    """A banker with 0 to 5 who has drawn a card keeps it as their third."""
    return (fx.SetAside(position),)


@rule("CF.C2.07", neutral=())
def card_becomes_third(position: int) -> tuple[fx.Effect, ...]:
    """It is their third card even if they stood against their table."""
    return (fx.AssignCard(position, third(Hand.BANCA)),)


@rule("CF.C2.08", neutral=())
def second_is_discarded(position: int) -> tuple[fx.Effect, ...]:
    """If they have drawn two, the second is discarded."""
    return (fx.Discard(position),)


@rule("CF.C2.09", neutral=())
def useless_draws(waiting: tuple[fx.SetAside, ...]) -> tuple[int, ...]:
    """A banker with 6 or 7 stands, and what was drawn is discarded; so it is with 8 or 9: the fault was not theirs."""
    return tuple(one.position for one in waiting)


@rule("CF.C4.01", neutral=None)
def held_too_long(state: State) -> PersonId | None:
    """It is forbidden to look slowly at one's cards or to keep them long in the hand; a croupier is not timed."""
    watched = state.phase in (Phase.LIFT, Phase.WORD) and not state.coup.punto.is_warned
    return state.holder if watched and state.holder != state.croupier() else None


@rule("CF.C4.02", neutral=())
def plays_no_more(state: State) -> tuple[fx.Effect, ...]:
    """Who is too slow to announce holds no cards until the shoe ends; the croupier finishes by the scheme, on 5."""
    slow, croupier = state.holder, state.croupier()
    if slow is None or croupier is None or slow == croupier:
        return ()
    hand = (fx.GiveCards(Hand.PUNTO, croupier), fx.BindToScheme(Hand.PUNTO, fx.Cell.STAND))
    return (*hand, fx.BarPerson(slow, fx.BarredAction.CARDS, fx.Until.SHOE))


@rule("CF.C4.03", neutral=None, names_a_pass=False)
def require_adviser(state: State, hand: Hand, person: PersonId) -> Fault | None:
    """The croupier may advise, and to think about one's own cards is no advice."""
    if person == state.croupier():
        return fault("croupier-may-advise")
    plays = state.holder if hand is Hand.PUNTO else state.coup.holder(hand) or state.banker
    return fault("advice-own", person=person) if person == plays else None


@rule("CF.C4.04", neutral=())
def played_by_the_tables(_state: State, hand: Hand) -> tuple[fx.Effect, ...]:
    """The coup is then played by the tables of play: the punto's scheme, standing on 5, or the banker's table."""
    return (
        (fx.BindToScheme(hand, fx.Cell.STAND),)
        if hand is Hand.PUNTO
        else (fx.BindToTable(hand, fault_of=fx.Party.PLAYER),)
    )


def is_banco(state: State) -> bool:
    return state.coup.award is not None and state.coup.award.kind.is_whole


def wrong_announcement(state: State) -> Proposal:
    """Return what follows when the punto reports a wrong word: the cards tell which, but of who plays banco."""
    if own := punto_bears_mistake.where(is_banco(state)):
        in_time = rulings.can_be_given_or_denied(with_cards_at_home(state.coup, state.docket), Hand.PUNTO)
        return Proposal((show_cards_of_punto() if in_time else ()) or own)
    out = third_cards(state)
    cards = cards_of_the_mistake.where(bool(out), out) or ()
    again = (*cards, *new_announcement())
    if not (shown := show_cards_of_punto()):
        return Proposal(again, open_to_judgement=bool(cards))
    cited = (cite("CF.C4.11"), *((cite("CF.C4.12"),) if cards else ()))
    return Proposal(shown, open_to_judgement=True, alternatives=(Remedy(again, cited),))


def laid_down_wrongly(state: State) -> Proposal:
    own = propose(lambda: punto_bears_mistake.where(is_banco(state)) or ())
    if not own.effects:
        return propose(new_announcement)
    zero = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points) == 0
    if zero and may_always_ask():
        return Proposal((fx.GoBack(Phase.WORD),), (*own.clauses, cite("CF.C4.14")))
    return Proposal((fx.GoBack(Phase.BANKER), fx.Oblige(Hand.PUNTO, fx.Cell.STAND)), own.clauses)


@rule("CF.C4.11", neutral=(fx.NoteOnly("wrong-announcement"),))
def new_announcement() -> tuple[fx.Effect, ...]:
    """Any other mistake of the punto in announcing their game is corrected: they announce it again."""
    return (fx.GoBack(Phase.WORD),)


@rule("CF.C4.12", neutral=())
def cards_of_the_mistake(cards: fx.Layout) -> tuple[fx.Effect, ...]:
    """Cards that came into play because of the mistake are discarded, if that is right."""
    return tuple(fx.Discard(card.position) for card in cards)


def third_cards(state: State) -> fx.Layout:
    """Return the third cards, also one that waits by an open case to be dealt again."""
    dealt, layout = state.coup.cards.layout, with_cards_at_home(state.coup, state.docket).cards.layout
    cards = tuple(zip(layout, dealt, strict=True))
    return tuple(card for hand in Hand for card, was in cards if third(hand) in (card.place, was.at_home.place))


@rule("CF.C4.13", neutral=())
def punto_bears_mistake() -> tuple[fx.Effect, ...]:
    """Who plays banco is not corrected: they bear their own mistake."""
    return (fx.NoteOnly("bears-own-mistake"),)


@rule("HP.CF.mistaken-word", neutral=())
def show_cards_of_punto() -> tuple[fx.Effect, ...]:
    """They show their cards, free or bound: what they show of their word is followed, and nothing else."""
    return (fx.Expose(Hand.PUNTO),)


@rule("CF.C4.14", neutral=False)
def may_always_ask() -> bool:
    """A banco player with 0 may ask for their third card all the same."""
    return True


def thrown_card(card: fx.LaidCard) -> Proposal | None:
    return Proposal(punto_loses()) if card.place == Hand.PUNTO and not card.face_up else None


@rule("CF.C4.15", neutral=())
def punto_loses() -> tuple[fx.Effect, ...]:
    """A player who throws their cards into the basket before they were seen loses the coup."""
    return (fx.LoseCoup(Hand.PUNTO),)


def drawn_early(who: PersonId, positions: tuple[int, ...], before: tuple[int, ...] = ()) -> Proposal:
    """Return what follows from early cards: first of the coup, or discarded with those ``before`` not ruled on."""
    return Proposal(goes_through(who, positions), alternatives=inspector_relaxes((*before, *positions)))


require_not_into_shoe: Final = rule("CF.C1.02", neutral=None)(rulings.require_not_into_shoe)
require_played_or_discarded: Final = rule("CF.C1.02", neutral=None)(rulings.require_played_or_discarded)
goes_through: Final = rule("CF.C1.03", neutral=())(reports.goes_through)
require_drawer: Final = rule("CF.C1.03", neutral=None)(reports.require_named_rightly)
require_not_discarded: Final = rule("CF.C1.05", neutral=None)(rulings.require_not_discarded)
unusable: Final = rule("CF.C1.06", neutral=())(reports.unusable)
stuck_cards: Final = rule("CF.C1.08", neutral=())(reports.stuck_cards)
require_staff_at_floor: Final = rule("CF.C1.09", neutral=None)(reports.require_staff_at_floor)
keeps_its_value: Final = rule("CF.C1.10", neutral=())(reports.keeps_its_value)
require_no_advice: Final = rule("CF.C4.03", neutral=None)(reports.require_no_advice)


@rule("CF.C1.04", neutral=())
def inspector_relaxes(positions: tuple[int, ...]) -> tuple[Remedy, ...]:
    """The inspector may relax that, as an exception; the cards drawn are then discarded."""
    return (Remedy(tuple(fx.Discard(position) for position in positions), (cite("CF.C1.04"),)),)


@rule("CF.C1.04", neutral=False)
def is_relaxed_for_banker(state: State) -> bool:
    """A banker who drew early and was let off need not go through with the coup: they may give the bank up undealt."""
    return any(
        fault.code == Accident.EARLY_DRAW and fault.facts.get("by") == fx.Party.BANKER
        for ruling in state.coup.rulings
        for fault in ruling.faults
        if not any(isinstance(one, fx.BarPerson) and one.action is fx.BarredAction.PASS for one in ruling.effects)
    )


@rule("CF.C1.07", neutral=None)
def require_stakes_free(state: State) -> Fault | None:
    """The removal of such a card gives nobody the right to lower or take back their stake."""
    return fault("stakes-stand") if "exposed-in-shoe" in state.coup.found_faults else None


def require_card_left(state: State) -> Fault | None:
    return require_cards_in_shoe() if state.shoe.is_empty else None


@rule("CF.A.36", neutral=None)
def require_cards_in_shoe() -> Fault | None:
    """A shoe that runs out in the middle of a coup is foreseen by nobody: the coup waits for the inspector."""
    return fault("shoe-exhausted")


def found_incident(state: State) -> tuple[Event, ...]:
    """Return the incident of new faults that open cards show; at the end of the coup it waits for both hands."""
    if state.phase is Phase.SHOW and not all(is_open(state.coup.cards, hand) for hand in HANDS):
        return ()
    shown = ((Hand.PUNTO, punto_faults(state)), (Hand.BANCA, banker_faults(state)))
    found = tuple(
        with_public_facts(state, hand, one)
        for hand, faults in shown
        for one in faults
        if one.code not in state.coup.found_faults
    )
    return rulings.incident_of_open_cards(state, found, lambda one: proposal(state, one))


def with_public_facts(state: State, hand: Hand, found: Fault) -> Fault:
    total = two_card_total(state.coup.cards, hand, state.book.points)
    return rulings.with_public_facts(state.coup, found, hand, total)


def punto_faults(state: State) -> tuple[Fault, ...]:
    coup = state.coup
    if (
        coup.punto.word is None
        or Hand.PUNTO in coup.naturals
        or not rulings.is_two_cards_open(state.coup.cards, Hand.PUNTO)
    ):
        return ()
    wrong = cards.require_lawful_word(state, coup.punto.word)
    if coup.punto.has_spoken_again and two_card_total(coup.cards, Hand.PUNTO, state.book.points) != 0:
        return (Fault("asked-again", {}, (cite("CF.C4.13"), cite("CF.C4.14"))),)
    if wrong is None:
        return ()
    return (rulings.renamed_fault(FORGOTTEN if wrong.code == cards.NATURAL else "wrong-word", wrong),)


def banker_faults(state: State) -> tuple[Fault, ...]:
    coup = state.coup
    if Hand.BANCA in coup.naturals or not rulings.is_two_cards_open(state.coup.cards, Hand.BANCA):
        return ()
    gave = bool(fx.at(coup.cards.layout, third(Hand.PUNTO)))
    if cards.require_no_natural(state, Hand.BANCA) and (gave or coup.decision is not None):
        return (rulings.renamed_fault("natural-offered-cards", cards.require_no_natural(state, Hand.BANCA)),)
    # the fifth card was theirs to take, whatever their two cards were
    forced = FIFTH in coup.found_faults and not gave
    wrong = None if coup.decision is None or forced else cards.require_lawful_decision(state, coup.decision)
    return () if wrong is None else (wrong,)


def can_be_given_or_denied(state: State) -> bool:
    return rulings.can_be_given_or_denied(state.coup, Hand.PUNTO)


def proposal(state: State, found: Fault) -> Proposal | None:
    match found.code:
        case "wrong-word":
            return wrong_word(state, found)
        case "natural-forgotten":
            return forgotten_natural(state)
        case "natural-offered-cards":
            return propose(natural_offered_cards)
        case "laid-down-no-natural" if found.facts.get("hand") == Hand.PUNTO:
            return laid_down_wrongly(state)
        case "against-table" if Accident.CARTA_CALLED in state.coup.found_faults:
            return restored_play(state)
        case _:
            return None


def restored_play(state: State) -> Proposal | None:
    layout, waiting = state.coup.cards.layout, state.coup.cards.marks.aside
    if state.coup.decision is fx.Cell.STAND:
        return propose(lambda: card_becomes_third(waiting[0].position) if waiting else banker_draws_third())
    taken = tuple(fx.SetAside(one.position) for one in fx.at(layout, third(Hand.BANCA)))
    return propose(lambda: tuple(fx.Discard(one) for one in useless_draws(taken)))


def wrong_word(state: State, found: Fault) -> Proposal:
    """Return what a wrong word leads to; found too late it stands, but for who plays banco, who bears the mistake."""
    if not can_be_given_or_denied(state):
        own = propose(punto_bears_mistake) if is_banco(state) else None
        if own is not None and own.effects:
            return own
        return Proposal((fx.NoteOnly("wrong-word-found-late"),), judgement_clauses(state.book.authority))
    total = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points)
    if total == 0:
        return propose(card_on_bacarra)
    if total in state.book.punto.chooses_on.value:
        return Proposal(
            (fx.Oblige(Hand.PUNTO, fx.Cell.STAND if state.coup.punto.word is Word.CARTA else fx.Cell.DRAW),),
            found.clauses,
        )
    return propose(lambda: banker_gives_or_denies(state))


@rule("CF.C4.05", neutral=(fx.NoteOnly("wrong-word"),))
def banker_gives_or_denies(state: State) -> tuple[fx.Effect, ...]:
    """When the punto said one word instead of the other, the banker may give them the card or deny it."""
    return () if state.banker is None else (fx.OfferChoice(state.banker, THIRD_CARD, (GIVE, DENY)),)


@rule("CF.C4.06", neutral=(fx.NoteOnly("wrong-word"),))
def card_on_bacarra() -> tuple[fx.Effect, ...]:
    """A punto with 0 is not at the banker's mercy: they get their card."""
    return (fx.Oblige(Hand.PUNTO, fx.Cell.DRAW),)


def forgotten_natural(state: State) -> Proposal:
    asked = state.coup.punto.word is Word.CARTA and can_be_given_or_denied(state)
    lost = propose(right_is_lost)
    return joint_proposal(lost, propose(lambda: card_is_for_the_banker_to_decide(state))) if asked else lost


@rule("CF.C4.08", neutral=(fx.NoteOnly("natural-forgotten"),))
def right_is_lost() -> tuple[fx.Effect, ...]:
    """A punto who does not lay down their 8 or 9 in time loses the right to."""
    return (fx.LoseNatural(Hand.PUNTO),)


@rule("CF.C4.09", neutral=())
def card_is_for_the_banker_to_decide(state: State) -> tuple[fx.Effect, ...]:
    """If they asked for a card, the banker gives it or denies it."""
    return () if state.banker is None else (fx.OfferChoice(state.banker, THIRD_CARD, (GIVE, DENY)),)


def mistaken_natural_incident(state: State, hand: Hand) -> IncidentOpened | None:
    if (
        cards.has_natural(state, hand) is True
        or "laid-down-no-natural" in state.coup.found_faults
        or not is_open(state.coup.cards, hand)
    ):
        return None
    found = Fault("laid-down-no-natural", {"hand": str(hand)}, (cite("CF.A.08"),))
    return rulings.case(state, found, proposal(state, found))


def faults_shown(state: State) -> tuple[Fault, ...]:
    laid = [mistaken_natural_incident(state, Hand(hand)) for hand in state.coup.naturals[-1:]]
    return (
        *(with_public_facts(state, Hand.PUNTO, one) for one in punto_faults(state)),
        *(with_public_facts(state, Hand.BANCA, one) for one in banker_faults(state)),
        *(fault for one in laid if one is not None for fault in one.incident.faults),
    )
