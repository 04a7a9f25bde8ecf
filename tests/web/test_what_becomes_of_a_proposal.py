"""What becomes of a correction of two officials, step by step: what the table is asked and told, what both of them
read, and which of them may take it away.
"""

from __future__ import annotations

from typing import Any, cast

import anyio
import pytest

from tapete.cards import Card
from tapete.games.baccarat.corrections import CardCorrected, CorrectCard, CorrectPayment
from tapete.kernel import Accepted, Act, PersonId, Refused
from tapete.live.answer import Answer
from tapete.live.proposals import CorrectionProposal, CorrectionProposals, Fate
from tapete.table.acts import Sit
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.coup_cards import CoupCards
from tapete.web.second_official import (
    FateModel,
    ProposalModel,
    drop_proposal,
    fate_model,
    may_drop_proposal,
    proposal_models,
    propose_or_confirm,
)

LUZ, JULIO, PILAR, ANA = PersonId("luz"), PersonId("julio"), PersonId("pilar"), PersonId("ana")
CARD = CorrectCard(coup=2, position=8, face=Card("3d"), second=JULIO, reason="lo ve la cámara")
PAYMENT = CorrectPayment(coup=1, person=ANA, second=JULIO, reason="se pagó mal", paid=-100)
EVENT = CardCorrected(2, 8, Card("8s"), Card("3d"), LUZ, JULIO, CARD.reason)
NO = Refused("no-such-coup", {})
DONE = Answer(Accepted((EVENT,)), 8)


class Table:
    """A table that notes what it is asked to do."""

    id, version = "mesa", 7

    def __init__(self, answer: Answer = DONE, refused: Refused | None = None) -> None:
        self.proposals = CorrectionProposals()
        self.done: list[object] = []
        self._answer, self._refused = answer, refused

    async def act(self, made: Act[Any], command: str) -> Answer:
        self.done.append((made, command))
        return self._answer

    def would_refuse(self, made: Act[Any]) -> Refused | None:
        return self._refused

    def events_of(self, made: Act[Any]) -> tuple[Any, ...]:
        return (EVENT,) if isinstance(made.body, CorrectCard) else ()

    def redraw(self) -> None:
        self.done.append("redraw")


def asked(table: Table, by: PersonId, what: Any, command: str = "k2") -> Answer | None:
    return anyio.run(propose_or_confirm, cast(Any, table), Act(by, what, 3), command)


def waiting(by: PersonId = LUZ, what: Any = CARD, **how: Any) -> Table:
    table = Table(**how)
    table.proposals.put(CorrectionProposal(Act(by, what, 3), "k1"))
    return table


def left(table: Table) -> tuple[list[PersonId], dict[PersonId, Fate]]:
    """Return whose corrections wait, and what became of the others."""
    closed = {who: found.fate for who in (LUZ, JULIO, PILAR) if (found := table.proposals.closed(who)) is not None}
    return [one.act.by for one in table.proposals], closed


def test_any_other_act_is_not_asked_of_two() -> None:
    table = waiting()
    assert (asked(table, LUZ, Sit(1)), table.done, left(table)) == (None, [], ([LUZ], {}))


def test_the_first_word_is_kept_and_every_page_shows_it() -> None:
    table = Table()
    assert asked(table, LUZ, CARD) == Answer(Refused("awaits-second", {"person": JULIO}), 7)
    assert table.done == ["redraw"]
    assert list(table.proposals) == [CorrectionProposal(Act(LUZ, CARD, 3), "k2")]


def test_what_the_rules_refuse_is_refused_at_once_and_nothing_waits() -> None:
    table = Table(refused=NO)
    assert asked(table, LUZ, CARD) == Answer(NO, 7)
    assert (table.done, left(table)) == ([], ([], {}))


@pytest.mark.parametrize(("answer", "fate"), [(DONE, Fate.DONE), (Answer(NO, 7), Fate.TOO_LATE)])
def test_the_second_word_makes_it_an_act_of_the_first_and_he_is_told(answer: Answer, fate: Fate) -> None:
    table = waiting(answer=answer)
    agreed = CorrectCard(coup=2, position=8, face=Card("3d"), second=LUZ, reason="")
    assert asked(table, JULIO, agreed) is answer
    assert table.done == [(Act(LUZ, CARD, 3), "k1"), "redraw"]
    closed = table.proposals.closed(LUZ)
    assert closed is not None
    assert (closed.fate, closed.events, left(table)) == (fate, (EVENT,), ([], {LUZ: fate}))


@pytest.mark.parametrize("what", [
    CorrectCard(coup=3, position=8, face=Card("3d"), second=LUZ, reason=""),
    CorrectCard(coup=2, position=7, face=Card("3d"), second=LUZ, reason=""),
    CorrectCard(coup=2, position=8, face=Card("3h"), second=LUZ, reason=""),
    CorrectCard(coup=2, position=8, face=Card("3d"), second=PILAR, reason=""),
])  # fmt: skip
def test_something_else_is_no_agreement_but_a_proposal_of_its_own(what: CorrectCard) -> None:
    table = waiting()
    assert asked(table, JULIO, what) == Answer(Refused("awaits-second", {"person": what.second}), 7)
    assert (table.done, left(table)) == (["redraw"], ([LUZ, JULIO], {}))


@pytest.mark.parametrize(
    ("person", "while_it_waits", "once_answered", "when_nothing_is_left"),
    [(LUZ, True, True, False), (JULIO, True, False, False), (PILAR, False, False, False)],
)
def test_who_may_take_a_proposal_away(
    person: PersonId, while_it_waits: bool, once_answered: bool, when_nothing_is_left: bool
) -> None:
    table: Any = waiting()
    assert may_drop_proposal(table, LUZ, person) is while_it_waits
    table.proposals.close(next(iter(table.proposals)), Fate.DONE)
    assert may_drop_proposal(table, LUZ, person) is once_answered
    table.proposals.drop(LUZ)
    assert may_drop_proposal(table, LUZ, person) is when_nothing_is_left


def test_the_first_takes_back_what_he_said_and_the_second_says_no_to_it() -> None:
    table: Any = waiting()
    drop_proposal(table, LUZ, LUZ)
    assert (table.done, left(table)) == (["redraw"], ([], {}))
    table = waiting()
    table.proposals.put(CorrectionProposal(Act(PILAR, PAYMENT, 3), "k3"))
    drop_proposal(table, LUZ, JULIO)
    assert (table.done, left(table)) == (["redraw"], ([PILAR], {LUZ: Fate.NOT_AGREED}))
    assert table.proposals.closed(LUZ).events == (EVENT,)
    drop_proposal(table, LUZ, LUZ)
    assert (table.done, left(table)) == (["redraw"] * 2, ([PILAR], {}))


CARDS = CoupCards()
CARDS.read("bets-opened", {"coup": 2})
CARDS.read("card-dealt", {"position": 8, "place": "segundo", "face": "8s"})
TOLD = (
    "Corregir una carta tecleada. Jugada 2, n.º 9, segundo paño: de 8 de picas a 3 de diamantes"
    " · Motivo: lo ve la cámara"
)
UNPLACED = TOLD.replace(", segundo paño", "")
PAID = (
    "Corregir un pago. Jugada: 1 · Persona: ana · Motivo: se pagó mal"
    " · Lo que la jugada le dejó de verdad (neto, en euros; vacío: lo que consta): −1\xa0€"
)


def test_both_read_what_waits_and_the_second_alone_has_the_button() -> None:
    table: Any = waiting()
    table.proposals.put(CorrectionProposal(Act(PILAR, PAYMENT, 3), "k3"))
    card = ProposalModel("luz", TOLD, ("luz", "julio"), None)
    paid = ProposalModel("pilar", PAID, ("pilar", "julio"), None)
    assert proposal_models(table, LUZ, "es", CARDS) == (card,)
    assert proposal_models(table, LUZ, "es") == (ProposalModel("luz", UNPLACED, ("luz", "julio"), None),)
    assert proposal_models(table, PILAR, "es", CARDS) == (paid,)
    assert proposal_models(table, ANA, "es", CARDS) == ()

    def button(tag: str, word: str, fixed: dict[str, str]) -> Action:
        command = action_buttons.command("mesa", JULIO, 7, word)
        return Action(tag, "Lo vi: confirmar la corrección", "", False, fixed, (), (), command)

    face = {"coup": "2", "position": "8", "face": "3 de diamantes", "second": "luz", "reason": "lo ve la cámara"}
    sum_ = {"coup": "1", "person": "ana", "second": "pilar", "reason": "se pagó mal", "paid": "-100"}
    assert proposal_models(table, JULIO, "es", CARDS) == (
        ProposalModel("luz", TOLD, ("luz", "julio"), button("correct-card", "confirm.k1", face)),
        ProposalModel("pilar", PAID, ("pilar", "julio"), button("correct-payment", "confirm.k3", sum_)),
    )


def test_what_was_left_empty_is_neither_told_nor_sent() -> None:
    table: Any = waiting(what=CorrectPayment(coup=1, person=ANA, second=JULIO, reason="se pagó mal"))
    (found,) = proposal_models(table, JULIO, "es")
    assert found.text == "Corregir un pago. Jugada: 1 · Persona: ana · Motivo: se pagó mal"
    assert found.confirm is not None
    assert found.confirm.fixed_fields == {"coup": "1", "person": "ana", "second": "luz", "reason": "se pagó mal"}


@pytest.mark.parametrize(
    ("fate", "said"),
    [
        (Fate.DONE, "julio la ha confirmado: queda hecha y consta con los dos nombres."),
        (Fate.NOT_AGREED, "julio no está conforme: no se ha corregido nada."),
        (Fate.TOO_LATE, "julio la ha confirmado, pero ya no se podía hacer: no se ha corregido nada."),
    ],
)
def test_the_first_reads_what_became_of_it_and_nobody_else_does(fate: Fate, said: str) -> None:
    table: Any = waiting()
    table.proposals.close(next(iter(table.proposals)), fate, (EVENT,))
    assert fate_model(table, LUZ, "es", CARDS) == FateModel("luz", TOLD, said, fate is Fate.DONE)
    found = fate_model(table, LUZ, "es")
    assert found is not None
    assert found.text == UNPLACED
    assert fate_model(table, JULIO, "es", CARDS) is None
