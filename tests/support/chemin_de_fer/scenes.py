"""Scenes of chemin de fer in which somebody is about to go, fall silent or be away: a role in a window."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tapete.bots.bot import act_kinds, build_act
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Hand, Phase, Stage
from tapete.kernel import CLOCK, Refused
from tests.support.absence import Deed

ACTS = act_kinds(CHEMIN_DE_FER.act_types)
STAFF = ("croupier", "inspector")
PEOPLE = ("carla", "ana", "luis", "eva", "pau", "rosa")
LOST = "2s 9h 4d Kc "
"""A coup in which the banker wins with a natural."""
SHOE = "2c 3h 2d 2h 6s 7s  9s Ad Kd 4c  3c 4h 5h 6h 7h 9d  8d 3d Kh 5c  7c 6c Qd Jd  5d 4s 3s Ah Qs Qc Ts Tc Td Th"
"""The first coup goes through every window: the punto asks for a card on 4, the banker holds 5."""
CALLERS: dict[str, Any] = {
    "bettor": a.Stake(100_00),
    "banco": a.CallBanco(),
    "con-la-mesa": a.CallConLaMesa(),
    "seguido": a.CallSeguido(),
    "completer": a.CallUltimoCompleto(),
    "leader": a.JoinBanco("ana", 200_00),
    "passer": a.Stake(50_00),
}
"""Each of these calls gives ana the cards."""
BESIDE: dict[str, Any] = {
    "completer": a.CallConLaMesa(),
    "leader": a.JoinBanco("ana", 100_00),
    "passer": a.Stake(90_00),
}
"""What luis calls beside her."""
IN_COUP = (Phase.BETS, *COUP)
ROLES = {
    "cutter": (Phase.CUT,),
    "offered": (Phase.BANK,),
    "asked-with-associates": (Phase.BANK,),
    "asked-to-take-it-back": (Phase.BANK,),
    "asked-to-go-on": (Phase.BANK,),
    "last-in-duty": (Phase.BANK,),
    "passer-at-the-auction": (Phase.AUCTION,),
    "bidder": (Phase.AUCTION,),
    "banker": (Phase.BETWEEN, *IN_COUP, *PREPARING),
    "owing-banker": (Phase.BETWEEN,),
    "associate": (Phase.BETWEEN, *IN_COUP, *PREPARING),
    "second-bettor": IN_COUP,
    "partner": IN_COUP,
    **dict.fromkeys(CALLERS, IN_COUP),
    "bystander": (*PREPARING, Phase.BANK, Phase.AUCTION, Phase.VACANT, Phase.BETWEEN, *IN_COUP),
}
ASKED = {
    "offered": Stage.SEATED,
    "asked-with-associates": Stage.JOINT,
    "asked-to-take-it-back": Stage.RECOVERY,
    "asked-to-go-on": Stage.CONTINUE,
    "last-in-duty": Stage.FORCED,
}
CELLS = [(role, window) for role, windows in ROLES.items() for window in windows]


def step_of_the_shoe(table, window: Phase) -> Any:
    """Prepare a shoe up to a step."""
    steps: dict[Phase, Any] = {
        Phase.SHOE: a.ShufflePack(),
        Phase.SHUFFLED: a.OfferCards(),
        Phase.OFFERED: a.ShufflePack(),
        Phase.CUT: a.CutPack(100),
    }
    while table.state.phase is not window:
        by = table.state.shoe.cut_to if table.state.phase is Phase.CUT else "croupier"
        table.do(by, steps[table.state.phase])
    return table


def last_coup_won(table) -> Any:
    """Lay the stop card before the next coup and let the banker win that: the shoe is over."""
    play, state = table.play, table.state
    shoe = msgspec.structs.replace(state.shoe, stop=state.shoe.position)
    table.play = type(play)(play.game, msgspec.structs.replace(state, shoe=shoe), play.source, play.last)
    table.bets().do("ana", a.Stake(20_00)).closed().dealt().looked().said("no")
    return table.do("bea", a.LayDown(Hand.BANCA)).settled()


def before_the_bank(make, role: str, window: Phase) -> tuple[Any, str]:
    if window in PREPARING:
        table = step_of_the_shoe(make(SHOE, prepared=False), window)
        return table, table.state.shoe.cut_to or "eva"
    if role == "asked-to-go-on":
        return last_coup_won(make(LOST + SHOE).bank(300_00)).shoe(), "bea"
    if role in ("asked-with-associates", "asked-to-take-it-back", "passer-at-the-auction"):
        table = make(LOST + SHOE).bank(300_00).bets().do("ana", a.Stake(20_00)).closed().dealt().looked().said("no")
        table.do("bea", a.LayDown(Hand.BANCA)).settled().do("bea", a.PassHand())
        if role == "asked-with-associates":
            table.do("luis", a.PledgeShare("carla", 200_00)).declined("carla", "ana", "luis", "eva", "pau", "rosa")
            return table, "carla"
        return (table.declined() if window is Phase.AUCTION else table.declined(*PEOPLE)), "bea"
    table = make(SHOE)
    if role == "offered" or (role == "bystander" and window is Phase.BANK):
        return table, "bea"
    table.declined()
    assert table.state.phase is Phase.AUCTION
    if window is Phase.AUCTION:
        return table.do("luis", a.Bid(50_00)), "luis"
    table.do("croupier", a.CloseAuction())
    return (table, "bea") if role == "last-in-duty" else (table.declined(), "luis")


def with_a_bank(make, role: str, window: Phase) -> tuple[Any, str]:
    if role == "owing-banker":
        return make(SHOE).do("bea", a.TakeBank(300_00, 100_00)), "bea"
    before = role in ("seguido", "passer") or window in PREPARING
    table = make((LOST if before else "") + SHOE).bank(300_00)
    if role == "associate":
        table.do("carla", a.OfferShare(100_00)).do("bea", a.AcceptShare("carla"))
    if role in ("seguido", "passer"):
        table.bets().do("luis" if role == "passer" else "ana", a.CallBanco()).closed().dealt().looked().said("no")
        table.do("bea", a.LayDown(Hand.BANCA)).settled()
    if role == "passer":
        table.do("bea", a.PassHand()).declined("carla").do("ana", a.DeclineBank()).do("luis", a.TakeBank(700_00))
    actors = {"banker": "bea", "associate": "carla", "second-bettor": "luis", "partner": "luis", "bystander": "eva"}
    who = actors.get(role, "bea" if role == "passer" else "ana")
    if window in PREPARING:
        return step_of_the_shoe(last_coup_won(table), window), who
    if window is Phase.BETWEEN:
        return table, who
    caller = "bea" if role == "passer" else "ana"
    other = "ana" if role == "passer" else "luis"
    table.bets().do(caller, CALLERS["leader"] if role == "partner" else CALLERS.get(role, a.Stake(100_00)))
    if role == "second-bettor":
        table.do("luis", a.Stake(50_00))
    if role in BESIDE or role == "partner":
        table.do(other, BESIDE.get(role, BESIDE["leader"]))
    if window is not Phase.BETS:
        table.closed()
        assert table.state.holder == caller
    for _ in range(30):
        if table.state.phase is window:
            return table, who
        one_step(table, ())
    raise AssertionError(f"the coup does not come to {window}")


def scene(make, role: str, window: Phase) -> tuple[Any, str]:
    """Return a table in a window, and the person in a role."""
    early = (*PREPARING, Phase.BANK, Phase.AUCTION, Phase.VACANT)
    held = window in PREPARING and role in ("banker", "associate")
    with_bank = held or window not in early
    table, who = with_a_bank(make, role, window) if with_bank else before_the_bank(make, role, window)
    assert table.state.phase is window
    assert role not in ASKED or table.state.offer.stage is ASKED[role]
    return table, "eva" if role == "bystander" else who


def offers(table, who: str) -> Iterator[Any]:
    """Yield what somebody may do that the table waits for; looking comes last, refusing too."""
    last = ("lift", "decline-bank", "decline-cut", "cut-pack", "pass-hand")
    awaited = dict(table.play.game.main_offers(table.state, [who])).get(who, ())
    for one in sorted(awaited, key=lambda one: one.act in last):
        ruling = one.act == "give-ruling"
        act = GiveRuling(one.fixed_value("serial"), reason="so") if ruling else build_act(ACTS, one, Random(1))
        if isinstance(act, a.TakeBank):
            act = a.TakeBank(max(one.bounds("amount")[0], 300_00))
        if getattr(table.play.attempt(act, who).outcome, "events", ()):
            yield act


def deed(table, by: str, act: Any) -> Deed:
    return Deed(by, act.__struct_config__.tag, table.do(by, act).play.last.rests_on)


def one_step(table, missing: tuple[str, ...]) -> Deed:
    """Let the table take one step without the missing: first the staff, then the people, then a call."""
    state = table.state
    people = {state.banker, state.holder, state.offer.candidate, state.shoe.cut_to} - {None, *STAFF, *missing}
    for who in (*STAFF, *sorted(people)):
        for act in offers(table, who):
            if not (isinstance(act, a.Lift) and seen(table, who, act.hand)):
                return deed(table, who, act)
    for who, act in (("croupier", a.CallPerson()), (str(CLOCK), a.TimeUp())):
        if not isinstance(table.play.attempt(act, who).outcome, Refused):
            return deed(table, who, act)
    raise AssertionError(f"nobody moves {state.step} on")


def seen(table, who: str, hand: Hand) -> bool:
    cards = [card for card in table.state.coup.cards.layout if card.place == str(hand)]
    return all(who in card.seen_by or card.face_up for card in cards)
