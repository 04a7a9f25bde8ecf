"""Scenes of punto y banca in which somebody is about to go, fall silent or be away: a role in a phase."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tapete import punto_banco as pb
from tapete.bots.bot import act_kinds, build_act
from tapete.games.punto_banco.game import PuntoBanco
from tapete.kernel import Offer, Refused
from tests.support.absence import Deed
from tests.support.punto_banco.tables import BANCA, PUNTO, Table, burned, opened, seated

ACTS = act_kinds(PuntoBanco.act_types)
STAFF = ("croupier", "chief")
PEOPLE = {1: "ana", 2: "bea", 3: "carl"}
COUP = "As 2d 2h 3c 4s 9h"
"""Both hands draw a third card: the coup goes through every phase."""
PREPARING = (pb.Phase.COUNT, pb.Phase.SHUFFLE, pb.Phase.CUT, pb.Phase.CUT_CARD, pb.Phase.BURN)
DEALT = (pb.Phase.DEAL, pb.Phase.PLAYER_SHOWS, pb.Phase.BANK_SHOWS, pb.Phase.PLAYER_DRAWS, pb.Phase.BANK_DRAWS)
DEALT += (pb.Phase.SETTLE,)
ROLES = {
    "offered": (pb.Phase.BETWEEN, pb.Phase.BETS),
    "shoe-holder": (pb.Phase.BETWEEN, pb.Phase.BETS, *DEALT),
    "hand-holder": (pb.Phase.BETS, *DEALT),
    "bettor": (pb.Phase.BETS, *DEALT),
    "bystander": (*PREPARING, pb.Phase.BETWEEN, pb.Phase.BETS, *DEALT),
}
"""``shoe-holder``: ana, with a stake on the bank; ``hand-holder``: bea, with the highest stake on the punto;
``bettor``: carl, with a smaller one; ``bystander``: carl without one.
"""
CELLS = [(role, phase) for role, phases in ROLES.items() for phase in phases]


def done(table: Table, by: str, what: Any) -> tuple[Table, Deed]:
    after = table.do(what, by=by)
    assert after.last is not None
    return after, Deed(by, what.__struct_config__.tag, after.last.rests_on)


def any_act(offer: Offer) -> Any:
    return build_act(ACTS, offer, Random(1))


def next_acts(table: Table, missing: str) -> Iterator[tuple[str, Any]]:
    for who in (*STAFF, *(one for one in PEOPLE.values() if one != missing)):
        for offer in table.legal(who):
            if offer.main and offer.act not in ("place-bet", "pass-shoe"):
                yield who, any_act(offer)
    if any(offer.act == "pass-shoe" for offer in table.legal("croupier")):
        yield "croupier", pb.PassShoe()
    if table.view().waits_for == missing:
        yield "croupier", ACTS["call-person"]()


def one_step(table: Table, missing: str = "") -> tuple[Table, Deed]:
    for who, what in next_acts(table, missing):
        if not isinstance(table.attempt(what, who).outcome, Refused):
            return done(table, who, what)
    raise AssertionError(f"nobody moves {table.view().phase} on")


def scene(role: str, phase: pb.Phase, **options: Any) -> tuple[Table, str]:
    table = seated(opened(COUP, **options), PEOPLE)
    if phase in PREPARING:
        while table.view().phase is not phase:
            table, _ = one_step(table)
        return table, "carl"
    table = burned(table)
    if role != "offered":
        table = table.do(pb.TakeShoe(), by="ana")
    if phase is not pb.Phase.BETWEEN:
        table = table.do(pb.OpenBets(), by="croupier")
        stakes = {"bea": (PUNTO, 3000)} | ({} if role == "offered" else {"ana": (BANCA, 1000)})
        stakes |= {"carl": (PUNTO, 1000)} if role == "bettor" else {}
        for who, (bet, amount) in stakes.items():
            table = table.do(pb.PlaceBet(bet, amount), by=who)
    while table.view().phase is not phase:
        table, _ = one_step(table)
    return table, {"offered": "ana", "shoe-holder": "ana", "hand-holder": "bea"}.get(role, "carl")
