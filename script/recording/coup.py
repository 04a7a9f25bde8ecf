"""A coup that plays itself by the rules, with irregularities where they belong: see ``compose.py``."""

from functools import cache
from typing import Any

import msgspec

from tapete import play as turns
from tapete.cards import Card
from tapete.chance import CardDraw, ChanceKind
from tapete.games.baccarat.conflicts import is_conflict
from tapete.games.baccarat.effects import ASIDE, FLOOR, Cell, Discard, Effect, GoBack, VoidCoup, at
from tapete.games.baccarat.incident import GiveRuling, Incident, IncidentRuled
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer.cards import has_natural, require_lawful_decision, require_lawful_word
from tapete.games.chemin_de_fer.flow import next_hand
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import Act, Refused
from tapete.record.notation import Notation, verbs_of
from tapete.record.notation.play import person
from tapete.record.notation.text import Action, format_action, parse_action

VERBS = verbs_of(CHEMIN_DE_FER)
PEOPLE = {"i": "inspector"}
BEFORE = [line for seat in (1, 2, 5, 8) for line in (f"p{seat} sit {seat}", f"p{seat} buy 1000000")]
BEFORE += ["c shuffle", "c present", "c shuffle", "p8 cut 26", "c stopcard", "p1 bank 20000", "c bets"]
STAKES = {
    "one": ["p5 stake 4000"],
    "two": ["p5 stake 4000", "p8 stake 2000"],
    "banco": ["p5 banco"],
    "half": ["p5 line 5000"],
    "line": ["p5 line 5000 playing=3000"],
}
OPEN = {"name": "mesa-1", "rulebook": "asturias-2011", "minimum": 1000, "shoe": "seeded"}
OPEN |= {"staff": {"croupier": "croupier", "inspector": "inspector"}}
TOTALS = ["Q K", "K A", "K 2", "K 3", "A 3", "2 3", "3 3", "3 4", "4 4", "4 5"]
"""Two ranks for each total of two cards."""
OTHERS = ["2h", "4h", "9h", "3h", "Jh", "5h", "8h", "6h", "Th", "7h", "2h", "4h", "9h", "3h", "Jh", "5h"]
LONGEST = 60


class StuckError(Exception):
    """The coup does not come to its end this way, or the irregularity cannot happen in it."""


class Shoe:
    kind = ChanceKind.SEEDED

    def __init__(self, punto: int, banca: int) -> None:
        self.hands = {"punto": [f"{rank}s" for rank in TOTALS[punto].split()]}
        self.hands["banca"] = [f"{rank}c" for rank in TOTALS[banca].split()]
        self.others, self.place, self.out = list(OTHERS), "", list[Card]()

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card:
        first = self.place == ASIDE and len(self.hands["punto"]) == 2
        own = self.hands.get("punto" if first else self.place)  # what is drawn too early is the punto's first card
        self.out.append(Card(own.pop(0) if own else self.others.pop(0)))
        return self.out[-1]


def prevailing(found: Incident) -> tuple[Effect, ...]:
    if any(one.startswith("outcome") for one in found.conflicts):
        return (VoidCoup(),)
    kept = list[Effect]()
    for effect in sorted(found.proposed_effects, key=lambda one: isinstance(one, Discard)):
        kept = [*(one for one in kept if not is_conflict(effect, one)), effect]
    return tuple(kept)


class Watched(type(CHEMIN_DE_FER)):  # type: ignore[misc]
    def __init__(self, shoe: Shoe) -> None:
        super().__init__()
        self.shoe = shoe

    def draw_awaited(self, state: State) -> Any:
        found = super().draw_awaited(state)
        self.shoe.place = found.place if isinstance(found, CardDraw) else ""
        return found


@cache
def staked(conduct: str, stakes: str) -> tuple[State, tuple[Action, ...]]:
    coup = Coup.__new__(Coup)
    coup.begin(conduct, Shoe(0, 0))
    coup.state, coup.actions, coup.word, coup.dealt = CHEMIN_DE_FER.blank(), [], "", 0
    opening = Act(person("h", {}), VERBS.make("open-table", coup.open), coup.state.step)
    coup.state = turns.transition(CHEMIN_DE_FER, coup.state, opening, coup.shoe).state
    for line in (*BEFORE, *STAKES[stakes]):
        coup.key(line)
    assert coup.shoe.out == []
    return coup.state, tuple(coup.actions)


class Coup:
    def __init__(self, conduct: str, punto: int, banca: int, word: str, stakes: str) -> None:
        self.begin(conduct, Shoe(punto, banca))
        self.state, actions = staked(conduct, stakes)
        self.actions, self.word, self.dealt = list(actions), word, 0

    def begin(self, conduct: str, shoe: Shoe) -> None:
        self.open, self.shoe, self.game = {**OPEN, "conduct": conduct}, shoe, Watched(shoe)

    @property
    def refusals(self) -> set[str]:
        results = [one.result for one in self.actions]
        return {one.removeprefix("refused ") for one in results if one.startswith("refused ")}

    def key(self, line: str, refused: bool = False) -> None:
        names = {"THIRD": "punto-3", "PUNTO": "punto", "BANCA": "banca"}
        for name, place in names.items():
            line = line.replace(name, str(self.card(place))) if name in line else line
        action = parse_action(line)
        what = VERBS.read(action, PEOPLE)
        if self.state.phase is Phase.DEAL and action.verb == "deal":
            self.dealt += 1
        made = self.turn(action, what)
        if isinstance(made.outcome, Refused):
            if not refused:
                raise StuckError(f"{line}: {made.outcome.code}")
            action = msgspec.structs.replace(action, result=f"refused {made.outcome.code}")
        said = self.state.coup.punto.word
        if said and any(GoBack(Phase.WORD) in one.effects for one in made.events if isinstance(one, IncidentRuled)):
            self.word = next(one for one in Word if one is not said)  # he meant the other
        self.state = made.state
        self.actions.append(action)

    def turn(self, action: Action, what: Any) -> turns.ActResult[State]:
        return turns.transition(
            self.game, self.state, Act(person(action.actor, PEOPLE), what, self.state.step), self.shoe
        )

    def card(self, place: str) -> int:
        cards = [one for one in self.state.coup.cards.layout if one.place in (place, FLOOR)]
        hidden = [one.position for one in cards if not one.face_up] or [one.position for one in cards]
        if not hidden:
            raise StuckError(f"no card at {place}")
        return hidden[-1] if place == Hand.BANCA else hidden[0]

    def point(self) -> str:
        state = self.state
        match state.phase:
            case Phase.DEAL:
                return f"deal{self.dealt}"
            case Phase.CARRY:
                return "carry"
            case Phase.LIFT:
                return "lift"
            case Phase.ANSWER:
                return "carta"
            case Phase.BANKER:
                return "no" if state.coup.punto.word is Word.NO else "given"
            case Phase.SHOW:
                return "drew" if at(state.coup.cards.layout, "banca-3") else "show"
            case Phase.BETWEEN | Phase.BANK if state.history:
                return "paid"
            case other:
                return str(other)

    def main(self) -> str:
        state, layout = self.state, self.state.coup.cards.layout
        holder = f"{state.holder}" if state.holder != "croupier" else "c"
        match state.phase:
            case Phase.BETS:
                return "c close"
            case Phase.DEAL:
                return f"p1 deal {next_hand(state)}"
            case Phase.CARRY:
                return "c carry"
            case Phase.LIFT | Phase.WORD | Phase.ANSWER | Phase.BANKER if not self.looked():
                return "p1 lift banca"
            case Phase.LIFT:
                return f"{holder} lift punto"
            case Phase.WORD:
                if has_natural(state, Hand.PUNTO) is True:
                    return f"{holder} abate punto"
                lawful = [one for one in Word if require_lawful_word(state, one) is None]
                return f"{holder} say {self.word if self.word in lawful or not lawful else lawful[-1]}"
            case Phase.ANSWER:
                return "p1 abate banca" if has_natural(state, Hand.BANCA) is True else "p1 give"
            case Phase.BANKER:
                if has_natural(state, Hand.BANCA) is True and not at(layout, "punto-3"):
                    return "p1 abate banca"
                forced = any(one.falls_to == Hand.BANCA for one in state.coup.cards.marks.aside)
                stands = not forced and require_lawful_decision(state, Cell.STAND, by_table=True) is None
                return "p1 stand" if stands else "p1 draw"
            case Phase.SHOW:
                hands = [hand for hand in Hand if any(not card.face_up for card in at(layout, hand))]
                return f"c show {hands[0] if hands else Hand.PUNTO}"
            case Phase.SETTLE:
                return "c settle"
            case _:
                raise StuckError(str(state.phase))

    def looked(self) -> bool:
        own = at(self.state.coup.cards.layout, Hand.BANCA)
        return all(card.face_up or "p1" in card.seen_by for card in own)

    def rule(self) -> None:
        found = self.state.docket.open[0]
        given = [f"i rule {found.serial}"]
        if found.open_to_judgement:
            given = [f'i rule {found.serial} reason="decide el inspector"']
        if found.conflicts:
            given = [self.ruling(found.serial, prevailing(found), "las dos faltas se contradicen")]
        given.append(self.ruling(found.serial, (VoidCoup(),), "no queda mano que jugar"))
        for number, line in enumerate(given, start=1):
            try:
                self.key(line)
                return
            except StuckError:
                if number == len(given):
                    raise

    @staticmethod
    def ruling(serial: int, effects: tuple[Any, ...], reason: str) -> str:
        verb, args, named = VERBS.write(GiveRuling(serial, effects, reason), {})
        return format_action(Action("i", verb, args, named))

    def go_on(self) -> None:
        state = self.state
        fallen = [card.position for card in state.coup.cards.layout if card.place == FLOOR]
        if fallen:
            self.key(f"c pickup {fallen[0]}")
        elif state.docket.open:
            self.rule()
        elif state.coup.cards.marks.choices:
            choice = state.coup.cards.marks.choices[0]
            self.key(f"{choice.person} choose {choice.choice} {choice.options[0]}")
        else:
            try:
                self.key(self.main())
            except StuckError as stuck:
                if "withdrawals-first" not in str(stuck):
                    raise
                self.key("c goon")

    def to_the_end(self, plan: list[tuple[str, tuple[str, ...]]], joined: bool = False, refused: bool = False) -> None:
        left = list(plan)
        while left or self.state.phase in (*COUP, Phase.BETS) or self.state.docket.open:
            if len(self.actions) > LONGEST:
                raise StuckError("no end")
            busy = self.state.docket.open or any(one.place == FLOOR for one in self.state.coup.cards.layout)
            if left and not busy and self.at(left[0][0]):
                self.lines(left.pop(0)[1], refused)
                while joined and left and self.at(left[0][0]):
                    self.lines(left.pop(0)[1], refused)
            else:
                self.go_on()

    def at(self, point: str) -> bool:
        ready = point != "word" or self.looked()
        return self.point() == point and ready

    def lines(self, lines: tuple[str, ...], refused: bool) -> None:
        for line in lines:
            while line == "!" and self.state.docket.open:
                self.rule()
            needless = line.endswith(" ~") and self.state.docket.open
            if line != "!" and not needless:
                self.key(line.rstrip("?~ "), refused or line.endswith(" ?"))

    def notation(self, title: str, note: str) -> Notation:
        info = {"title": title, "note": note}
        shoe = tuple(str(card) for card in self.shoe.out)
        return Notation(CHEMIN_DE_FER.key, tuple(self.actions), self.open, (shoe,), 6, PEOPLE, info)
