"""Two troubles in one coup that are about the same card, hand, word or cloth: each pair is played, or cannot be.

``python -m tests.support.dos_panos.pairs`` plays every pair anew and writes ``tests/tables/dos-panos-pairs.toml``; it
stops at a pair that cannot be and has no reason in ``REASONS``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE, BASKET
from tapete.games.banked.acts import DrawCard, Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.cells import require_lawful_decision, require_lawful_word
from tapete.games.dos_panos.coup.flow import asked_cloths, next_hand
from tapete.games.dos_panos.terms import COUP, WORD_OF, Hand, Phase
from tests.support.dos_panos.observed import Observed, first_cards, table
from tests.support.dos_panos.pair_reasons import REASONS
from tests.support.dos_panos.table import BANKER
from tests.support.dos_panos.troubles import CARD, CLOTH, OBJECTS, OF_THE_BANK, TROUBLES, Object, happened, picked_up

FILE: Final = Path(__file__).parents[2] / "tables" / "dos-panos-pairs.toml"
SHOE: Final = f"{first_cards('As 2s', '2h 3h', '2c 3c')} 5d 4d 6d 7d 2s 2h 4c 4h"
"""The first cloth has three, the others five; the first third card is one on which the banker's table has him draw."""
STEPS: Final = ("between", "bets", "deal", "carry", "first-word", "looked", "second-word", "answer", "banker", "show")
SHOWN_AS: Final = {
    "wrong-word": {"wrong-word"},
    "against-table": {"against-table", "banker-must-draw", "bound-by-ruling"},
}
"""Troubles that show when the cards lie open, and the faults as which they are found."""
APART: Final = "cannot be: "


class Row(NamedTuple):
    """A pair, in the order in which it happens, and the kind of object that it shares."""

    kind: str
    first: str
    second: str

    @property
    def name(self) -> str:
        return f"{self.first} + {self.second}"


class Met(NamedTuple):
    """A pair that was played: where the first happened, whether one ruling closed both, and the table at its end."""

    row: Row
    step: str
    together: bool
    made: Observed

    @property
    def told(self) -> str:
        """How it went, in words."""
        how = "one ruling closes both" if self.together else "the second after the ruling of the first"
        end = "annulled" if self.made.state.coup.cards.marks.void else "settled"
        unfound = (name for name in SHOWN_AS if name in self.row[1:] and not SHOWN_AS[name] & self.codes)
        silent = "".join(f"; nobody finds {name}" for name in unfound)
        return f"{self.step}: {how}; {end}{silent}"

    @property
    def codes(self) -> set[str]:
        """The faults of every incident of the table."""
        events = (event for turn in self.made.turns for event in turn.events)
        return {one.code for event in events if hasattr(event, "incident") for one in event.incident.faults}


def rows() -> list[Row]:
    """Return every pair of troubles that are about the same kind of object."""
    found = []
    for kind in OBJECTS:
        names = [one.name for one in TROUBLES.values() if kind in one.objects]
        found += [Row(kind, *pair) for pair in product(names, names)]
    return found


# --- a coup -----------------------------------------------------------------------------------------------------------


@cache
def steps(shoe: str = SHOE) -> dict[str, Observed]:
    """Return a table at each step of one coup."""
    made = table(shoe)
    found = {"between": made.fork()}
    made.bets().staked(ana=100_00, bea=50_00, carla=100_00, dani=50_00)
    found["bets"] = made.fork()
    made.closed()
    for _ in range(60):
        cards = made.state.coup.cards.layout
        step = "looked" if made.phase is Phase.FIRST_WORD and any(card.seen_by for card in cards) else made.phase
        if step in STEPS and step not in found and (step != Phase.DEAL or len(cards) == 4):
            found[step] = made.fork()
        if len(found) == len(STEPS):
            break
        go_on(made)
    return found


def go_on(made: Observed) -> None:
    """Do what is next: a ruling as proposed, or the next step of the coup, spoken and decided as the rules have it."""
    if made.state.docket.open:
        ruled(made)
        return
    for who, what in next_acts(made):
        if made.accepts(who, what):
            made.do(who, what)
            return
    raise AssertionError(f"nobody can go on at {made.state.step}")


def next_acts(made: Observed) -> Iterator[tuple[str, object]]:
    """Yield what may be the next step."""
    state, phase = made.state, made.phase
    if phase is Phase.BETWEEN:
        yield "croupier", a.OpenBets()
    if phase is Phase.BANCO:
        yield "croupier", a.CloseCalls()
    if phase is Phase.BETS and not state.coup.laid:
        yield "ana", a.Stake(100_00, Hand.PRIMERO)
    if phase is Phase.BETS:
        yield "croupier", a.CloseBets()
    if phase is Phase.DEAL:
        yield BANKER, a.DealCard(next_hand(state) or Hand.PRIMERO)
    if phase is Phase.CARRY:
        yield "croupier", a.CarryCards()
    for cloth, word in WORD_OF.items():
        holder = str(state.holder(cloth))
        if phase is word:
            if not any(holder in card.seen_by for card in state.coup.cards.layout if card.place == cloth):
                yield holder, a.Lift(cloth)
            stands = require_lawful_word(state, cloth, Word.NO) is None
            yield from ((holder, one) for one in map(Say, (Word.NO, Word.CARTA) if stands else (Word.CARTA, Word.NO)))
            yield holder, a.LayDown(cloth)
    if phase in (Phase.ANSWER, Phase.BANKER):
        if not any(BANKER in card.seen_by for card in state.coup.cards.layout if card.place == Hand.BANCA):
            yield BANKER, a.Lift(Hand.BANCA)
        yield from ((BANKER, a.GiveCard(cloth)) for cloth in asked_cloths(state))
        stands = require_lawful_decision(state, Cell.STAND) is None
        yield from ((BANKER, one) for one in ((Stand(), DrawCard()) if stands else (DrawCard(), Stand())))
    if phase is Phase.SHOW:
        yield from (("croupier", a.ShowHand(hand)) for hand in Hand)
    if phase is Phase.SETTLE:
        yield "croupier", a.Settle()


def ruled(made: Observed) -> Observed:
    """Close the open incident as it is proposed; where nothing is, or it cannot be, the coup is void."""
    picked_up(made)
    found = made.incident
    lost = any(card.place in (BASKET, ASIDE) for card in made.state.coup.cards.layout)
    void = (VoidCoup(),) if made.phase in (*COUP, Phase.BETS) else ()
    aside = tuple(Discard(card.position) for card in made.state.coup.cards.layout if card.place == ASIDE)
    let_be = () if lost or not found.open_to_judgement else (NoteOnly("as it lies"),)
    for effects in (found.proposed_effects or let_be or void or aside, void, aside):
        given = GiveRuling(found.serial, effects, "seen by all") if effects else None
        for official in ("inspector", "director"):
            if given is not None and made.accepts(official, given):
                made.do(official, given)
                return made
    raise AssertionError(f"nothing closes {found}")


def is_over(made: Observed) -> bool:
    """Return True if the coup of a pair is over, and nothing is open."""
    return made.phase not in (Phase.BANCO, Phase.BETS, *COUP) and not made.state.docket.open


def played_out(made: Observed) -> Observed:
    """Play a coup to its end."""
    for _ in range(80):
        if is_over(made) and (made.state.coup.is_settled or made.state.coup.cards.marks.void):
            return made
        go_on(made)
    raise AssertionError("the coup comes to no end")


# --- a pair -----------------------------------------------------------------------------------------------------------


def met(row: Row, step: str, *, together: bool) -> Met | None:
    """Play a pair that begins at a step: the second while the first is open, or after its ruling. ``None`` where it
    cannot be so.
    """
    began = happened(steps()[step], row.first, row.kind, Hand.BANCA if row.second in OF_THE_BANK else None)
    if began is None:
        return None
    made, about = began
    if together:
        second = happened(made, row.second, row.kind, about)
        return None if second is None else Met(row, step, True, played_out(second[0]))
    second = happened_later(row, made, about)
    return None if second is None else Met(row, step, False, played_out(second))


def happened_later(row: Row, made: Observed, about: Object) -> Observed | None:
    """Return the table after the second trouble of a pair, as soon as it can happen once the first has been ruled."""
    for _ in range(60):
        if not made.state.docket.open:
            found = happened(made, row.second, row.kind, about)
            if found is not None:
                return found[0]
            if is_over(made) and row.first != "early-draw":
                return None
        if is_over(made) and made.state.coup.is_settled:
            return None
        go_on(made)
    return None


def play(row: Row) -> Met | None:
    """Return the first way in which a pair plays out: in one ruling where it can."""
    for together in (True, False):
        for step in STEPS:
            found = met(row, step, together=together)
            if found is not None:
                return found
    return None


def reason(row: Row) -> str:
    """Return why a pair cannot be."""
    return next((why for why, pairs in REASONS.items() if is_among(row, pairs)), "")


def is_among(row: Row, pairs: tuple[tuple[str, str, str], ...]) -> bool:
    """Return True if one of the patterns means a pair; words of a pattern stand apart, ``*`` stands for all."""
    said = ((kind.split(), first.split(), second.split()) for kind, first, second in pairs)
    return any(all(one in meant or meant == ["*"] for one, meant in zip(row, pattern, strict=True)) for pattern in said)


# --- the file ---------------------------------------------------------------------------------------------------------

HEAD: Final = """\
# Two troubles that are about one card, hand, word or cloth of a two-cloth table, in the order in which they happen:
# where the first happens, how the two are ruled, and how the coup ends; or why it cannot be.
# Written by `python -m tests.support.dos_panos.pairs`; every line is played by tests/dos_panos/test_pairs.py.
"""


def written() -> dict[str, dict[str, str]]:
    """Return what the file says of each pair, by the kind of object."""
    return tomllib.loads(FILE.read_text("utf-8"))


def main() -> None:
    """Play every pair and write the file."""
    lines, kind = [HEAD.rstrip()], ""
    missing = []
    for row in rows():
        if row.kind != kind:
            kind = row.kind
            lines += ["", f"[{kind}]"]
        found = play(row)
        why = reason(row)
        told = found.told if found is not None else f"{APART}{why}"
        if (found is None) != bool(why):
            missing.append((row, told))
        lines.append(f'"{row.name}" = "{told}"')
    FILE.write_text("\n".join((*lines, "")), "utf-8")
    for row, told in missing:
        print("no reason" if told == APART else "a reason, and it can be", *row, told)


if __name__ == "__main__":
    main()


__all__ = ["APART", "CARD", "CLOTH", "Row", "main", "met", "play", "rows", "written"]
