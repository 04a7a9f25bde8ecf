"""Banks that were awarded for days: kept when their table closes, counted down with each day, carried on by the next
table of the game.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.house.acts import CarryAward, EndAward, KeepAward
from tapete.house.admission import require_open_table
from tapete.house.banks import require_no_other_bank
from tapete.house.events import AwardCarried, AwardEnded, AwardExpired, AwardKept, AwardReplaced
from tapete.house.posts import require_house_post
from tapete.house.state import KeptAward, State
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role


def award_for(state: State, game: str, name: str, terms: str = "") -> KeptAward | None:
    """Return the bank that somebody keeps of the table of a game that had a name, awarded under the same terms; nothing
    while its owner has, or may be given, another bank.
    """
    found = next((one for one in state.awards if one.key == (game, name, terms)), None)
    return None if found is None or require_no_other_bank(state, found.person, kept=found) is not None else found


def keep_award(state: State, who: PersonId, what: KeepAward) -> Decision:
    """Decide that somebody keeps the bank of a table that closes, for the days that are left."""
    if wrong := require_open_table(state, what.table):
        return wrong
    rest_on(cite("HP.HS.bank-days"))
    game = state.tables[what.table].game
    kept = AwardKept(game, what.name, what.person, what.amount, what.days, what.is_begun, what.terms, what.coups)
    return (*replaced_award(state, game, what), kept)


def replaced_award(state: State, game: str, what: KeepAward) -> tuple[AwardReplaced, ...]:
    """Return that somebody keeps the bank of a table no more, because it was awarded for days to another one since."""
    found = next((one for one in state.awards if one.key == (game, what.name, what.terms)), None)
    if found is None or found.person == what.person:
        return ()
    return (AwardReplaced(game, found.name, found.person, what.person, found.terms),)


@rule("HP.HS.bank-days", neutral=None)
def require_kept(found: KeptAward | None, what: CarryAward) -> Fault | None:
    """Return a Fault unless a bank of earlier days is carried on as the house has kept it."""
    if found is None:
        return fault("award-not-kept", person=what.person) if what.is_begun or what.is_kept else None
    kept = (found.person, found.amount, found.days, found.is_begun, found.coups)
    same = kept == (what.person, what.amount, what.days, what.is_begun, what.coups)
    return None if same else fault("award-not-kept", person=what.person)


def kept_award(state: State, game: str, what: CarryAward) -> KeptAward | None:
    """Return the bank that the house keeps for a table that was opened: that of its name, and of its banker where the
    name was not noted.
    """
    of_terms = (one for one in state.awards if (one.game, one.terms) == (game, what.terms))
    return next((one for one in of_terms if (one.name == what.name if what.name else one.person == what.person)), None)


def carry_award(state: State, who: PersonId, what: CarryAward) -> Decision:
    """Decide that a table opens with whoever keeps its bank. One that is given beforehand was kept by nobody."""
    if wrong := require_open_table(state, what.table):
        return wrong
    game = state.tables[what.table].game
    found = kept_award(state, game, what)
    wrong = require_kept(found, what)
    if wrong or found is None:
        return wrong or ()
    return (AwardCarried(game, found.name, found.person, what.table, found.terms),)


def end_award(state: State, who: PersonId, what: EndAward) -> Decision:
    """Decide that somebody no longer keeps a bank, by the director, who says why."""
    named = [one for one in state.awards if (one.game, one.name) == (what.game, what.name)]
    of_terms = [one for one in named if one.terms == what.terms]
    found = of_terms[0] if of_terms else named[0] if len(named) == 1 and not what.terms else None
    wrong = first_fault(
        require_house_post(state, who, Role.DIRECTOR),
        None if found is not None else fault("no-award-kept", name=what.name[:60]),
    )
    if wrong or found is None:
        return wrong or ()
    return (AwardEnded(found.game, found.name, found.person, what.reason, found.terms),)


def expired_awards(state: State) -> tuple[AwardExpired, ...]:
    """Return the banks whose last day is over with the day of the house."""
    return tuple(AwardExpired(one.game, one.name, one.person, one.terms) for one in state.awards if one.days <= 1)
