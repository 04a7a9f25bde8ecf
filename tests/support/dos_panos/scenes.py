"""A table of the two-cloth game in every phase, with somebody in every role that he can have there; and the way on."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from tapete.games.baccarat.procedure import CallPerson
from tapete.games.banked.acts import DrawCard, Say, Stand, StandIn
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import asked_cloths, next_hand
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId, Refused
from tapete.table import acts as t
from tests.support.absence import Deed
from tests.support.dos_panos.coups import LOST, coup
from tests.support.dos_panos.table import SEATS, Table, opened

PLAYERS: Final = ("rosa", *SEATS.values(), "eva", "luis")
"""Everybody who plays: two cloths of three, and the banker."""
SHOE: Final = "2s 2h Kd 2c 2d 3h 3s 4s 5s 2s 2h Kd 2c 2d 3h 3s 4s 5s"
"""Both cloths have four and ask for a card, the banker three."""
TIES: Final = "3s 3h Kd 3c 3d 6h 3s 3h Kd 3c 3d 6h"
"""Everybody has six: a banco is void."""


def begun(shoe: str = SHOE) -> Table:
    """A table with three people on each cloth."""
    made = opened(shoe).do("rosa", t.StandBehind(10), t.BuyIn(9_000_00))
    return made.do("eva", t.StandBehind(1), t.BuyIn(9_000_00)).do("luis", a.SitBehind(7), t.BuyIn(9_000_00))


def ordinary() -> Iterator[Table]:
    """The table after each step from its opening into a coup, to its settlement, and to a bank that is left."""
    made = begun()
    yield made.fork()
    auction = made.fork().do("inspector", a.OpenAuction()).do("ana", a.Bid(3_000_00))
    yield auction
    yield made.announced(1_000_00).fork()
    made.deposited(1_000_00)
    for act in (a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard()):
        yield made.fork()
        made.do("croupier", act)
    yield made.fork()
    yield made.delivered().fork()
    yield made.do("croupier", a.OpenBets()).fork()
    made.do("croupier", a.CloseCalls()).staked(ana=200_00, bea=100_00, carla=200_00, dani=100_00)
    yield made.fork()
    yield made.closed().fork()
    yield made.dealt().fork()
    yield made.carried().fork()
    yield made.said("1", "carta").fork()
    yield made.said("2", "carta").fork()
    yield made.looked().given().fork()
    yield made.do("rosa", Stand()).fork()
    yield made.shown().fork()
    left = made.settled().fork().do("rosa", a.LeaveBank())
    yield left


def of_a_banco() -> Iterator[Table]:
    """The table at each step of a banco, to the question whether a void one is repeated."""
    made = begun(TIES).ready(1_000_00).do("croupier", a.OpenBets())
    yield made.do("eva", a.CallBanco()).fork()
    yield made.do("croupier", a.CloseCalls()).fork()
    yield made.dealt().fork()
    yield made.carried().fork()
    yield made.said("1", "no").fork()
    yield made.said("2", "no").fork()
    yield made.looked().do("rosa", Stand()).fork()
    yield made.shown().fork()
    yield made.settled().fork()


def of_a_broken_bank() -> Iterator[Table]:
    """The table where the bank is broken."""
    yield coup(begun(LOST).ready(1_000_00))


def of_an_offered_bank() -> Iterator[Table]:
    """The table where a bank that was given up was taken up and is to be deposited."""
    *_, left = ordinary()
    yield left.taken_up("ana")


SCENES: Final = (ordinary, of_a_banco, of_a_broken_bank, of_an_offered_bank)
ROLES: Final[dict[str, Callable[[State], PersonId | None]]] = {
    "banker": lambda state: state.banker,
    "depositor": lambda state: None if state.award is None else state.award.person,
    "bidder": lambda state: PersonId("ana") if state.phase is Phase.AUCTION else None,
    "caller": lambda state: next(iter(state.coup.banco_calls), None) if state.phase is Phase.BANCO else None,
    "banco-player": lambda state: None if state.coup.banco is None else state.coup.banco.person,
    "hand-1": lambda state: of_stakes(state, state.holder(Hand.PRIMERO)),
    "hand-2": lambda state: of_stakes(state, state.holder(Hand.SEGUNDO)),
    "punter": lambda state: PersonId("bea") if has_stake(state, "bea") else None,
    "bystander": lambda state: PersonId("luis"),
}
"""Each role, and who has it; nobody where it does not occur."""


def of_stakes(state: State, holder: PersonId | None) -> PersonId | None:
    return holder if state.coup.banco is None and not state.coup.is_settled else None


def has_stake(state: State, who: str) -> bool:
    lying = any(one.person == who for one in state.coup.laid)
    return lying or (any(one.person == who for one in state.coup.stakes) and not state.coup.is_settled)


@cache
def scenes() -> dict[tuple[str, Phase], Table]:
    """Return a table for each role in each phase in which it occurs."""
    found: dict[tuple[str, Phase], Table] = {}
    for walk in SCENES:
        for made in walk():
            for role, of in ROLES.items():
                if of(made.state) is not None:
                    found.setdefault((role, made.phase), made)
    return found


def scene(role: str, phase: Phase) -> tuple[Table, PersonId]:
    """Return the table of a cell, to go on with, and who has the role."""
    made = scenes()[role, phase].fork()
    who = ROLES[role](made.state)
    return made, who


def acts_of(state: State, phase: Phase, free: PersonId) -> tuple[Any, ...]:
    """Return what may move a phase on. ``free`` is somebody who may have the bank."""
    hand = {Phase.FIRST_WORD: Hand.PRIMERO, Phase.SECOND_WORD: Hand.SEGUNDO}.get(phase, Hand.BANCA)
    amount = 1_000_00 if state.award is None else state.award.amount
    whole = state.bank_chips + (0 if state.bank is None else state.bank.deposit)
    look = (a.Lift(hand),)
    cards: dict[Phase, tuple[Any, ...]] = {
        Phase.OPENING: (a.AnnounceBank(free, 1_000_00),),
        Phase.REOFFER: (
            a.AcceptBank(),
            *(a.AnnounceBank(one.person, one.amount) for one in state.seekers),
            a.OpenAuction(),
        ),
        Phase.AUCTION: (a.CloseAuction(),),
        Phase.DEPOSIT: (a.DepositBank(amount), a.AnnulAward()),
        Phase.SHOE: (a.CountPack(312),),
        Phase.SHUFFLE: (a.ShufflePack(),),
        Phase.CUT: (a.CutPack(100),),
        Phase.STOP_CARD: (a.InsertStopCard(),),
        Phase.CUSTODY: (a.DeliverBank(max(whole, 1)),),
        Phase.BETWEEN: (a.OpenBets(), a.LeaveBank()),
        Phase.BANCO: (a.CloseCalls(),),
        Phase.BETS: (a.CloseBets(), a.Stake(100_00, Hand.PRIMERO)),
        Phase.DEAL: (a.DealCard(next_hand(state) or Hand.PRIMERO),),
        Phase.CARRY: (a.CarryCards(),),
        Phase.FIRST_WORD: (*look, a.LayDown(hand), Say(Word.NO), Say(Word.CARTA), StandIn()),
        Phase.SECOND_WORD: (*look, a.LayDown(hand), Say(Word.NO), Say(Word.CARTA), StandIn()),
        Phase.ANSWER: (*look, a.LayDown(hand), *map(a.GiveCard, asked_cloths(state)[:1])),
        Phase.BANKER: (*look, a.LayDown(hand), Stand(), DrawCard()),
        Phase.SHOW: tuple(map(a.ShowHand, Hand)),
        Phase.SETTLE: (a.Settle(),),
        Phase.REPEAT: (a.RepeatBanco(again=False),),
        Phase.BROKEN: (a.DepositBank(1_000_00), a.LeaveBank()),
    }
    return cards[phase]


def deed(table: Table, by: str, act: Any) -> Deed:
    return Deed(by, act.__struct_config__.tag, table.do(by, act).turns[-1].rests_on)


def one_step(table: Table, missing: str) -> Deed:
    """Let the table take one step without the missing: the person it waits for, the staff, somebody; then a call."""
    state = table.state
    others = [PersonId(one) for one in PLAYERS if one != missing and state.seats.is_at_table(PersonId(one))]
    free = next(one for one in others if one not in state.barred_winners and one != state.banker)
    waited = [one for one in (state.depositor, state.holder(Hand.PRIMERO), state.holder(Hand.SEGUNDO)) if one in others]
    for act in (*acts_of(state, state.phase, free), CallPerson()):
        for who in (*waited, "croupier", "inspector", *others):
            if not isinstance(table.play.attempt(act, who).outcome, Refused):
                return deed(table, who, act)
    raise AssertionError(f"nobody moves {state.step} on")
