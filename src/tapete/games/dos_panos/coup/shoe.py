"""Preparing the shoe: packs laid out and counted, shuffled, cut, the stop card, loaded; the check at its end."""

from __future__ import annotations

from tapete.chance import SealShoe
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat import pack
from tapete.games.baccarat.pack import CutPack, PackCut, ShufflePack
from tapete.games.banked import shoe as shared
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.banked.shoe import AskCardCheck, CheckAsked, CheckCards, InsertStopCard, StopCardIn
from tapete.games.dos_panos.acts import CountPack, LayOutPacks
from tapete.games.dos_panos.bank.custody import is_custody_due
from tapete.games.dos_panos.bank.ending import session_over
from tapete.games.dos_panos.bank.standing import first_award
from tapete.games.dos_panos.events import PackCounted, PackShuffled, PacksShown, PhaseOpened, ShoeWanted
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

CARDS_OF_A_PACK = 52


def cards_of_packs(state: State) -> int:
    """Return how many cards the packs of the table have."""
    return state.settings.decks * CARDS_OF_A_PACK


def require_croupier(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody is the croupier on duty."""
    return require_post(state.staff, who, Role.CROUPIER)


def lay_out(state: State, who: PersonId, what: LayOutPacks) -> Decision:
    """Decide that the packs are laid out for the players."""
    del what
    wrong = first_fault(
        require_croupier(state, who),
        require_phase(state, Phase.SHOE),
        shared.require_card_check_done(state.shoe),
        require_shoe_of_session(state),
        fault("nothing-changes") if state.shoe.is_shown else None,
    )
    return wrong or (PacksShown(),)


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
    wrong = first_fault(
        require_croupier(state, who),
        require_phase(state, Phase.SHOE),
        shared.require_card_check_done(state.shoe),
        require_shoe_of_session(state),
        require_packs_shown(state),
        require_whole(what.count, whole),
        require_new_packs(state, what.seals),
    )
    return wrong or (PackCounted(what.count, what.seals), PhaseOpened(Phase.SHUFFLE))


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


def shuffle(state: State, who: PersonId, what: ShufflePack) -> Decision:
    """Decide the croupier's shuffle; chance then fixes the order."""
    del what
    wrong = first_fault(
        require_croupier(state, who),
        require_counted(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLE),
        require_shoe_of_session(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    )
    return wrong or (PackShuffled(who), ShoeWanted(state.shoe.number + 1, cards_of_packs(state)))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Take up the order that chance fixed; the pack is cut next."""
    if who != CHANCE:
        return fault("only-chance")
    ready = pack.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, PhaseOpened(Phase.CUT))


def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    """Decide the cut, by anybody at the table or by the croupier: the texts do not say whose it is."""
    wrong = first_fault(
        None if who == state.croupier() else require_player(state.staff, who) or require_at_table(state.seats, who),
        require_counted(state) if state.phase in (Phase.SHOE, Phase.SHUFFLE) else None,
        require_phase(state, Phase.CUT),
        pack.require_valid_cut(cards_of_packs(state), what.depth, state.settings.shoe),
    )
    return wrong or (PackCut(what.depth), PhaseOpened(Phase.STOP_CARD))


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


# --- the check of the cards -------------------------------------------------------------------------------------------


def shoe_in_use(state: State) -> Fault:
    """Return the Fault of what is done between shoes; where there has been none yet, that there is none."""
    return fault("shoe-in-use", shoe=state.shoe.number) if state.shoe.number else fault("no-shoe")


def ask_check(state: State, who: PersonId, what: AskCardCheck) -> Decision:
    """Decide that a player asks for the check of the cards at the end of the shoe."""
    del what
    late = state.phase in (Phase.SHUFFLE, Phase.CUT, Phase.STOP_CARD)
    asked = state.book.pack.checked_on_request
    wrong = first_fault(
        require_player(state.staff, who), shared.require_check_possible(state.shoe, state.seats, who, late)
    )
    return wrong or ((CheckAsked(who),) if asked.use() else fault("no-card-check"))


def check(state: State, who: PersonId, what: CheckCards) -> Decision:
    """Decide the check of the cards at the end of a shoe."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.shoe.has_ended else shoe_in_use(state),
        shared.require_check_asked(state.shoe),
    )
    if wrong:
        return wrong
    rest_on(cite("DP.B.30"))
    return (shared.check_result(state.shoe, who, what),)
