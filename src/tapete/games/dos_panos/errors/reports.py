"""The accidents of this table: when each can be reported, by whose hand it can have happened, with which facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.layout import ASIDE, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import named_people, reports
from tapete.games.banked.accidents import About, Accidents, Kind
from tapete.games.banked.cards import is_third_just_drawn
from tapete.games.dos_panos.acts import Report
from tapete.games.dos_panos.errors.outcomes import DECIDING, finding
from tapete.games.dos_panos.errors.remedies_banker import require_new_score
from tapete.games.dos_panos.errors.remedies_conduct import require_adviser
from tapete.games.dos_panos.errors.remedies_deal import require_staff_at_floor
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, WORD_OF, Accident, Hand, Phase

ANYBODY = (Party.PLAYER, Party.BANKER, Party.CROUPIER, Party.BYSTANDER)
NOT_THE_CROUPIER = (Party.PLAYER, Party.BANKER, Party.BYSTANDER)

LOADED = (Phase.CUSTODY, Phase.BETWEEN, Phase.BANCO, Phase.BETS)
"""A shoe lies ready and no cards are dealt."""
PLAYED = (*DECIDING, Phase.SHOW)
BEFORE_WORDS = (Phase.DEAL, Phase.CARRY, Phase.FIRST_WORD)
SPOKEN = (Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER)
ANYWHERE = tuple(one for one in Phase if one is not Phase.CLOSED)

KINDS: Mapping[Accident, Kind] = {
    Accident.EARLY_DRAW: Kind((*LOADED, Phase.DEAL), (Party.BANKER,), ("count",), uncounted=True),
    Accident.EXPOSED_IN_SHOE: Kind(
        BEFORE_WORDS, (None, Party.BANKER), about=About.JUST_DRAWN, takes_card=True, early_phases=LOADED
    ),
    Accident.STUCK: Kind(PLAYED, (None, Party.BANKER), uncounted=True, early_phases=LOADED),
    Accident.FLOOR: Kind(COUP, (None, *ANYBODY), ("position",), About.NOT_ON_FLOOR, early_phases=LOADED),
    Accident.EXPOSED: Kind(DECIDING, (*ANYBODY, None), ("position",), About.NOT_FACE_UP, by_whom=True),
    Accident.MISPLACED: Kind(DECIDING, (Party.BANKER, Party.CROUPIER), about=About.IN_PLAY),
    Accident.BASKET: Kind(PLAYED, (None, *ANYBODY), ("position",), About.IN_PLAY),
    Accident.THROWN: Kind(PLAYED, (Party.PLAYER, Party.BANKER, Party.CROUPIER), ("hand",)),
    Accident.WRONG_HOLDER: Kind(
        (*WORD_OF.values(), Phase.CARRY, Phase.ANSWER, Phase.BANKER, Phase.SHOW),
        (Party.PLAYER, Party.BYSTANDER),
        ("hand",),
        by_whom=True,
        named_for=frozenset({Party.PLAYER, Party.BYSTANDER}),
    ),
    Accident.TWO_WORDS: Kind(SPOKEN, (Party.PLAYER,), ("hand",)),
    Accident.MISSPOKEN: Kind((*SPOKEN, Phase.SHOW), (Party.PLAYER,), ("hand",)),
    Accident.MISANNOUNCED: Kind((Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE), (Party.BANKER,)),
    Accident.TOO_SLOW: Kind(tuple(WORD_OF.values()), (Party.PLAYER,), among_people=True),
    Accident.ADVICE: Kind(DECIDING, NOT_THE_CROUPIER, ("hand",), among_people=True, by_whom=True),
    Accident.OTHER: Kind(ANYWHERE, (None, *ANYBODY), among_people=True),
}
"""What staff can report, at every step at which it can be seen. A card dealt or given to the wrong hand, and a hand
turned up that holds no natural, are acts of the table.
"""

OF_A_CLOTH = frozenset({Accident.WRONG_HOLDER, Accident.TWO_WORDS, Accident.MISSPOKEN})
"""What cannot happen to the bank's hand."""


def latest_places(state: State) -> tuple[str, ...]:
    """Return the places whose cards came out of the shoe last."""
    return (ASIDE,) if state.is_undealt else tuple(map(str, HANDS))


def is_drawing(state: State) -> bool:
    """Return True if another card can come out of the shoe before the coup is over."""
    return state.phase in DECIDING


def require_possible(state: State, accident: Accident, party: Party | None, hand: str | None) -> Fault | None:
    """Return a Fault if an accident cannot have happened as the coup has gone so far."""
    if accident in OF_A_CLOTH and hand not in CLOTHS:
        return fault("not-of-the-bank")
    match accident:
        case Accident.EARLY_DRAW if state.phase is Phase.DEAL and not state.is_undealt:
            return fault("report-not-now", window=str(state.phase))
        case Accident.EARLY_DRAW if state.banker is None:
            return fault("no-bank")
        case Accident.STUCK if state.phase is Phase.SHOW and not is_third_just_drawn(state.coup, Hand.BANCA, HANDS):
            return fault("report-not-now", window=str(state.phase))
        case Accident.TWO_WORDS if hand is not None and is_unspoken(state, hand):
            return fault("no-word-said")
        case Accident.TWO_WORDS if any(at(state.coup.cards.layout, third(cloth)) for cloth in CLOTHS):
            return fault("report-not-now", window=str(state.phase))
        case Accident.MISSPOKEN if hand is not None and is_unspoken(state, hand):
            return fault("no-word-said")
        case Accident.MISSPOKEN if hand is not None and is_open(state.coup.cards, hand):
            return fault("hand-is-open", hand=hand)
        case Accident.MISANNOUNCED:
            return require_new_score(state)
        case Accident.THROWN:
            return require_thrown(state, party, hand)
        case Accident.ADVICE if party is Party.BANKER and state.banker is not None and hand is not None:
            return require_adviser(state, Hand(hand), state.banker)
        case _:
            return None


def is_unspoken(state: State, hand: str) -> bool:
    """Return True if a cloth has not said its word."""
    return state.coup.side(hand).word is None


def require_thrown(state: State, party: Party | None, hand: str | None) -> Fault | None:
    """Return a Fault if a hand cannot have been thrown in by somebody: its own player does that, or the croupier; and
    there is nothing to throw before its cards are dealt, or once they have been shown.
    """
    own = Party.BANKER if hand == Hand.BANCA else Party.PLAYER
    if hand is None or party not in (own, Party.CROUPIER):
        return fault("party-unfit", parties=[str(own), str(Party.CROUPIER)])
    if is_open(state.coup.cards, hand):
        return require_unshown_bank() if hand == Hand.BANCA else require_unshown_cloth(hand)
    return None if len(at(state.coup.cards.layout, hand)) == 2 else fault("too-few-cards", hand=hand)


@rule("DP.C5.06", neutral=None)
def require_unshown_bank() -> Fault | None:
    """A bank that was shown keeps its score, wherever its cards go."""
    return fault("hand-is-open", hand=Hand.BANCA)


@rule("DP.C5.07", neutral=None)
def require_unshown_cloth(hand: str) -> Fault | None:
    """So does a cloth."""
    return fault("hand-is-open", hand=hand)


def require_fit_person(state: State, what: Report) -> Fault | None:
    """Return a Fault if whoever is named is not what the report calls him; who is said to have seen a card may be
    anybody.
    """
    person, party = what.person, what.fault_of
    if person is None or party is None:
        return None
    if what.accident is Accident.ADVICE and (own := require_adviser(state, what.hand or Hand.PRIMERO, person)):
        return own
    if what.accident is Accident.WRONG_HOLDER and what.hand in CLOTHS:
        entitled = state.coup.side(what.hand).holder
        if person in (entitled, state.banker, state.croupier()):
            return require_named_rightly(fault("person-unfit", person=person, party=str(party)))
    players = tuple(state.holder(cloth) for cloth in CLOTHS) if state.phase in COUP else ()
    return named_people.require_fit(state, party, person, players, require_named_rightly)


@rule("HP.DP.named-person", neutral=None)
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
