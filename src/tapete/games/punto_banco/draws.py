"""Cards that come out: chance answers a draw, or a person keys the face of a real card when it is shown."""

from __future__ import annotations

from tapete.cards import is_card
from tapete.chance import CardOut, ChanceKind, Draw, SealShoe
from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat import pack
from tapete.games.baccarat.pack import CardDealt, DueCard
from tapete.games.punto_banco.corrections import require_face_of
from tapete.games.punto_banco.coup import after_draw, after_showing
from tapete.games.punto_banco.course import resume
from tapete.games.punto_banco.evolve import evolve
from tapete.games.punto_banco.shoe import BURN, burn_and_offer, require_card_may_leave, seal_shoe, stop_card
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId, fold
from tapete.table.staff import Role, require_post


def draw_awaited(state: State) -> Draw | None:
    """Return what the table waits for from chance, or from the person who keys the cards."""
    return pack.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.due_cards), None))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Decide a fresh shoe: only chance brings one."""
    return require_chance(who) or seal_shoe(state, what)


def require_chance(who: PersonId) -> Fault | None:
    """Return a Fault if a person's act brings what only chance brings."""
    return None if who == CHANCE else fault("only-chance")


def require_card_author(state: State, who: PersonId, due: DueCard) -> Fault | None:
    """Return a Fault unless chance brings the card, or the croupier keys one of a real shoe when it is shown."""
    if state.settings.shoe is ChanceKind.KEYED and due.face_up:
        return require_post(state.staff, who, Role.CROUPIER)
    return require_chance(who)


def require_valid_face(state: State, due: DueCard, face: str | None) -> Fault | None:
    """Return a Fault if the face is no card, is missing where it must be known, or is in the shoe no more."""
    if face is None:
        hidden = state.settings.shoe is ChanceKind.KEYED and not due.face_up
        return None if hidden else fault("face-missing", position=due.position)
    if state.settings.shoe is ChanceKind.KEYED and not due.face_up and is_card(face):
        return fault("face-not-shown", position=due.position)
    return require_face_of(state, due.position, face)


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    """Decide a card that came out, and what follows when it was the last one awaited."""
    if not state.due_cards:
        return fault("no-card-awaited")
    due = state.due_cards[0]
    wrong = first_fault(
        require_card_author(state, who, due),
        fault("wrong-position", position=what.position, due=due.position) if what.position != due.position else None,
        require_valid_face(state, due, what.face),
        None if due.on_table else require_card_may_leave(state, due.position),
    )
    if wrong:
        return wrong
    seen = () if due.on_table else stop_card(state, due.position)
    dealt = (*seen, CardDealt(due.position, due.place, what.face, due.face_up))
    after = fold(evolve, state, dealt)
    return dealt if after.due_cards else (*dealt, *follows(after, due))


def follows(state: State, last: DueCard) -> tuple[Event, ...]:
    """Return what follows when every awaited card is there; ``last`` was the last of them."""
    if last.place == BURN:
        return burn_and_offer(state, state.layout[-1].face)
    if last.on_table:
        return after_showing(state, Hand(last.place))
    if last.place in tuple(Hand) and state.phase is not Phase.DEAL:
        return resume(state, said_before=False)
    if last.place == third(Hand.PUNTO) and state.third_face(Hand.BANCA):
        return resume(state, said_before=True)
    return after_draw(state)
