"""The accidents of this table: when each can be reported, by whose hand it can have happened, with which facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.layout import ASIDE, at
from tapete.games.baccarat.marks import third
from tapete.games.banked import named_people, reports
from tapete.games.banked.accidents import About, Accidents, Kind
from tapete.games.banked.cards import is_third_just_drawn
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.acts import Report
from tapete.games.chemin_de_fer.errors.outcomes import DECIDING, DRAWN, finding, is_undealt
from tapete.games.chemin_de_fer.errors.remedies_player import require_adviser
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_drawer, require_staff_at_floor
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Accident, Hand, Phase

ANYBODY = (Party.PLAYER, Party.BANKER, Party.CROUPIER, Party.BYSTANDER)
NOT_THE_CROUPIER = (Party.PLAYER, Party.BANKER, Party.BYSTANDER)

LOADED = (Phase.BANK, Phase.AUCTION, Phase.VACANT, Phase.BETWEEN, Phase.BETS)
"""A shoe lies ready and no cards are dealt."""
PLAYED = (*DECIDING, Phase.SHOW)
ANYWHERE = tuple(one for one in Phase if one is not Phase.CLOSED)

KINDS: Mapping[Accident, Kind] = {
    Accident.EARLY_DRAW: Kind(
        (*LOADED, Phase.DEAL),
        (Party.BANKER, Party.PLAYER),
        ("count",),
        by_whom=True,
        named_for=frozenset({Party.PLAYER}),
        uncounted=True,
    ),
    Accident.EXPOSED_IN_SHOE: Kind(
        COUP, (None, Party.BANKER), about=About.JUST_DRAWN, takes_card=True, early_phases=LOADED
    ),
    Accident.STUCK: Kind(PLAYED, (None, Party.BANKER), uncounted=True, early_phases=LOADED),
    Accident.FLOOR: Kind(COUP, (None, *ANYBODY), ("position",), About.NOT_ON_FLOOR, early_phases=LOADED),
    Accident.EXPOSED: Kind(
        DECIDING, (*ANYBODY, None), ("position",), About.NOT_FACE_UP, by_whom=True, early_phases=LOADED
    ),
    Accident.BASKET: Kind(PLAYED, ANYBODY, ("position",), About.IN_PLAY, by_whom=True, early_phases=LOADED),
    Accident.MISPLACED: Kind(DECIDING, (Party.CROUPIER,)),
    Accident.CARTA_CALLED: Kind((Phase.BANKER, Phase.SHOW, Phase.SETTLE), (Party.CROUPIER,), uncounted=True),
    Accident.TWO_THIRDS: Kind((Phase.BANKER, Phase.SHOW, Phase.SETTLE), (Party.BANKER,), ("hand",), takes_card=True),
    Accident.CARD_OFFERED: Kind((Phase.CARRY, Phase.LIFT, Phase.WORD, *DRAWN), (Party.BANKER,)),
    Accident.TOO_SLOW: Kind((Phase.LIFT, Phase.WORD), (Party.PLAYER,), among_people=True),
    Accident.ADVICE: Kind(DECIDING, NOT_THE_CROUPIER, ("hand",), among_people=True, by_whom=True),
    Accident.MISSPOKEN: Kind((*DRAWN, Phase.SHOW), (Party.PLAYER,)),
    Accident.OTHER: Kind(ANYWHERE, (None, *ANYBODY), among_people=True),
}
"""What staff can report, at every step at which it can be seen. Cards too many, a hand laid down early and cards lifted
by another are acts of the table.
"""


OF_THE_HOLDER = frozenset({Accident.TOO_SLOW, Accident.MISSPOKEN})
"""What nobody does but the player who holds the cards."""


def latest_places(state: State) -> tuple[str, ...]:
    """Return the places whose cards came out of the shoe last."""
    match state.phase:
        case Phase.ANSWER | Phase.BANKER | Phase.SHOW | Phase.SETTLE:
            return tuple(third(hand) for hand in HANDS)
        case _ if is_undealt(state):
            return (ASIDE,)
        case _:
            return tuple(map(str, HANDS))


def is_drawing(state: State) -> bool:
    """Return True if another card can come out of the shoe before the coup is over."""
    return state.phase in DECIDING


def require_possible(state: State, accident: Accident, party: Party | None, hand: str | None) -> Fault | None:
    """Return a Fault if an accident cannot have happened as the coup has gone so far."""
    match accident:
        case Accident.EARLY_DRAW if state.phase is Phase.DEAL and not is_undealt(state):
            return fault("report-not-now", window=str(state.phase))
        case Accident.EARLY_DRAW if state.banker is None and party is Party.BANKER:
            return fault("no-bank")
        case Accident.STUCK if state.phase is Phase.SHOW and not is_third_just_drawn(state.coup, Hand.BANCA, HANDS):
            return fault("report-not-now", window=str(state.phase))
        case Accident.CARTA_CALLED if state.coup.punto.word is not Word.NO:
            return fault("carta-was-said")
        case Accident.MISSPOKEN if state.coup.punto.word is None:
            return fault("no-word-said")
        case Accident.ADVICE if party is Party.BANKER and state.banker is not None and hand is not None:
            return require_adviser(state, Hand(hand), state.banker)
        case Accident.TWO_THIRDS if hand is not None and not at(state.coup.cards.layout, third(hand)):
            return fault("no-third-card", hand=str(hand))
        case _:
            return None


def require_fit_person(state: State, what: Report) -> Fault | None:
    """Return a Fault if whoever is named is not what the report calls him; who is said to have seen a card may be
    anybody.
    """
    person, party = what.person, what.fault_of
    if person is None or party is None:
        return None
    own = require_adviser(state, what.hand or Hand.PUNTO, person) if what.accident is Accident.ADVICE else None
    if own:
        return own
    by_clause = require_drawer if what.accident is Accident.EARLY_DRAW else require_named_rightly
    if what.accident in OF_THE_HOLDER and person != state.holder:
        return by_clause(named_people.unfit_person(state, party, person))
    return named_people.require_fit(state, party, person, (state.holder,) if state.phase in COUP else (), by_clause)


@rule("HP.CF.named-person", neutral=None)
def require_named_rightly(wrong: Fault) -> Fault | None:
    """Whoever is named in a report is what the report calls him."""
    return wrong


ACCIDENTS: Accidents[State, Report] = Accidents(
    KINDS, Report, HANDS, COUP, latest_places, is_drawing, require_possible, finding, require_fit_person
)
"""What this game declares to the shared room of reports."""


reportable = partial(reports.reportable, ACCIDENTS)
"""What a viewer can report now; nothing for somebody without authority to."""

report = partial(reports.report, ACCIDENTS)
"""Decide a report: the coup stands still until somebody has ruled."""

preview = partial(reports.preview, ACCIDENTS)
"""The incident that a report would open or widen, or why it cannot be made."""

pick_up = partial(reports.pick_up, require_staff_at_floor)
"""Decide who picks a card up: staff; a player who does it all the same is a case for the inspector."""
