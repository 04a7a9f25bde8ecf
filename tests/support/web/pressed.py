"""What people at tables are answered when they fill in the forms of their pages and send them: an evening of each game,
keyed with real cards and balls, kept line by line. So no answer to an act, no form and no page after it changes without
somebody having read it.

    python -m tests.support.web.pressed          write down what is answered now; read the difference
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from unittest.mock import patch

import anyio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.chance import ChanceKind
from tapete.live import Keys, ManualClock, security_log
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.web.house import House, house
from tests.support.web.pressing import Presser
from tests.support.web.ways_in import KEY, _without_luck

KEPT: Final = ROOT / "tests" / "web" / "pressed"
KEYED: Final = ChanceKind.KEYED

PUNTO_Y_BANCA: Final = """
ana do-sit seat=1
bea do-sit seat=2 en
eva do-sit seat=4 plain
eva /hacer act=sit seat=1 command=x
ana do-buy-in amount-euros=300
bea do-buy-in amount-euros=300,5 fr
bea do-buy-in amount-euros=0
marta do-count-pack
marta do-shuffle-pack
marta do-cut-pack depth=100
marta do-insert-cut-card
marta do-burn-cards
marta do-card-out-0 face=2h
ana do-take-shoe
marta do-open-bets
ana betting bet=punto amount=2000
bea betting bet=banca amount=1000
ana back-punto en
ana betting bet=empate amount=500
ana betting bet=punto amount=2500
ana looks
bea looks en
marta looks fr
julio looks
publico looks en
marta more-time
bea /mas-tiempo
marta do-close-bets
ana do-deal
marta do-show-hand-punto
marta do-card-out-3 face=4c
marta do-card-out-3 face=4 suit=c
marta do-card-out-5 face=3d
ana do-show-hand-banca
marta do-card-out-4 face=10h
marta do-card-out-6 "face=rey de picas"
ana do-draw-card-banca
marta do-card-out-7 face=5s
marta do-settle
ana looks en
bea looks
marta looks
julio looks en
publico looks
ana ask-rule about=empate
bea ask-rule about=xyz en
marta do-record-claim person=bea coup=1 "note=Pagan mal"
julio do-record-claim person=ana coup=7 note=x
marta do-correct-payment coup=1 person=ana paid-euros=-1 second=julio "reason=se pagó mal"
marta do-correct-payment coup=1 person=ana paid-euros=-1 second=marta "reason=se pagó mal"
marta looks
julio looks
julio drop-marta
marta looks
marta do-correct-card coup=1 card-number=8 "face=6 de picas" second=julio "reason=se leyó mal"
marta do-correct-card known-card=1:8 "face=6 de picas" second=julio "reason=se leyó mal" plain
julio looks en
julio confirm-marta
marta looks
marta drop-marta
ana looks
marta do-open-bets
ana repeat
bea repeat
eva /repetir at= command=k
marta do-report-incident kind=other "note=algo raro"
marta looks en
julio looks
julio ruling effect.1=
julio ruling effect.1=void-coup reason=raro
marta looks
ana looks
julio do-close-table
marta looks
ana looks
"""

CHEMIN_DE_FER: Final = """
luz-real do-note-act new-person=Ana noted=sit seat=1
luz-real do-note-act new-person=Eva noted=sit seat=7 en
luz-real do-note-act noted=stake person=bea-real amount-euros=1
luz-real do-note-act noted=otra
luz-real do-take-bank amount-euros=200
luz-real do-note-act person=ana-real noted=take-bank amount-euros=200 fr
luz-real looks
luz-real do-open-bets
luz-real do-note-act noted=stake person=bea-real amount-euros=100
luz-real looks en
fermin-real do-report-early-draw fault_of=player count=2 person=carla-real
fermin-real do-report-early-draw fault_of=player count=
luz-real player-link
luz-real /enlace player=luz-real
luz-real /enlace player=nadie
bea-real /enlace player=ana-real
luz-real do-close-bets
ana-real do-deal-card-punto
luz-real do-deal-card-banca
luz-real do-deal-card-punto
luz-real do-deal-card-banca en
fermin-real do-report-advice fault_of=bystander hand=punto
fermin-real confirm-report
luz-real looks
fermin-real looks en
bea-real looks fr
luz-real pronounce-1
luz-real looks
bea-real looks
luz-real do-carry-cards
bea-real do-lift-punto
bea-real do-say-carta en
fermin-real do-report-exposed fault_of=banker position=2
luz-real do-ask-table
luz-real do-give-card
luz-real looks
fermin-real confirm-report
luz-real do-card-out-2 "face=siete de corazones"
luz-real do-card-out-2 face=2p
luz-real looks
fermin-real looks en
ana-real looks
fermin-real pronounce-2
luz-real do-card-out-3 face=As
luz-real looks
luz-real do-show-hand-punto
luz-real do-card-out-0 face=4p
luz-real looks en
luz-real pronounce-3
luz-real do-choose-third-card-give fr
luz-real do-give-card
luz-real do-card-out-4 face=8t
luz-real looks
ana-real do-stand
luz-real looks
ana-real do-show-hand-banca
luz-real do-card-out-1 face=Kd
luz-real looks
fermin-real looks en
fermin-real ruling effect.1=void-coup reason=visto
luz-real looks
ana-real looks
luz-real do-correct-card coup=1 card-number=5 face=9t second=fermin-real reason=mal
fermin-real looks
fermin-real confirm-luz-real
luz-real do-record-claim person=bea-real coup=1 against=banker note=x
luz-real do-record-stake-claim person=bea-real amount-euros=50 uncovered=true watched=false note=x
ana-real do-ask-card-check
publico looks
"""

DOS_PANOS: Final = """
croupier-panos do-close-bets
rosa-panos do-deal-card-primero
rosa-panos do-deal-card-segundo
rosa-panos do-deal-card-banca en
inspector-panos do-report-advice hand=primero
rosa-panos do-deal-card-primero
rosa-panos do-deal-card-segundo
rosa-panos do-deal-card-banca fr
croupier-panos do-carry-cards
ana-panos do-lift-primero
carla-panos do-lift-segundo
rosa-panos do-lift-banca
croupier-panos looks
rosa-panos looks
ana-panos looks en
ana-panos do-ask-advice
ana-panos do-say-carta fr
carla-panos do-say-no
rosa-panos looks en
rosa-panos do-ask-table
rosa-panos do-give-card-primero
croupier-panos do-card-out-6 face=Ad
rosa-panos do-stand
rosa-panos looks
croupier-panos looks en
croupier-panos do-show-hand-primero
croupier-panos do-card-out-0 face=2d
croupier-panos do-card-out-3 face=Jp
croupier-panos do-show-hand-segundo
croupier-panos do-card-out-1 face=5d
croupier-panos do-card-out-4 face=2p
croupier-panos do-show-hand-banca
croupier-panos do-card-out-2 face=9d
croupier-panos do-card-out-5 face=8p
croupier-panos do-settle
croupier-panos looks
rosa-panos looks
ana-panos looks
carla-panos looks fr
inspector-panos looks
publico looks
croupier-panos do-correct-payment coup=1 person=ana-panos paid-euros=−10,50 second=inspector-panos reason=mal
inspector-panos looks
inspector-panos confirm-croupier-panos
croupier-panos do-record-claim person=ana-panos coup=1 note=x
ana-panos do-stand-behind seat=2
bea-panos do-leave
dani-panos do-sit-behind seat=3
"""

BINGO: Final = """
caller-sala looks
table-chief-sala looks en
cashier-sala looks fr
hall-manager-sala looks
caller-sala do-show-ball token=5
caller-sala do-show-ball token=05
caller-sala do-show-ball token=91 en
caller-sala looks
caller-sala do-call-for-player-linea-linea card=4 en
caller-sala looks
table-chief-sala looks
table-chief-sala do-show-master-B-1047/4
table-chief-sala looks fr
caller-sala looks
caller-sala do-hand-in-card-B-1047/4
table-chief-sala do-check-card-linea-B-1047/4
table-chief-sala looks
caller-sala do-show-ball token=6
table-chief-sala open-post person=Nuria
table-chief-sala open-post person=caller-sala en
hall-manager-sala open-post person=bot-x
table-chief-sala do-write-entry "text=Queja de mesa 3"
cashier-sala do-hand-over-takings-caller-sala-12000
ana do-buy-in amount-euros=20
ana looks
table-chief-sala do-void-game---None-None cause=other "reason=sin bolas"
table-chief-sala looks en
caller-sala looks
cashier-sala looks
hall-manager-sala looks
publico looks fr
table-chief-sala /devolver role=caller
table-chief-sala /puesto role=caller
table-chief-sala /puesto role=otra
table-chief-sala /examinar act=x
cashier-sala do-return-cards-B-1047-1-1-60
hall-manager-sala player-link
cashier-sala /enlace player=ana
cashier-sala do-pay-refund-B-1047-1-1-60
table-chief-sala player-link player=caller-sala en
table-chief-sala do-end-game
ana looks en

"""


class Evening(NamedTuple):
    """The table, its staff, how it comes about, and what is done there."""

    table: str
    staff: tuple[str, ...]
    prepared: Callable[[House], Awaitable[None]]
    text: str


async def _nothing(_: House) -> None:
    """Begin with an empty table."""


EVENINGS: Final = {
    "punto-y-banca": Evening("mesa", ("marta", "julio"), _nothing, PUNTO_Y_BANCA),
    "chemin-de-fer": Evening("real", ("luz-real", "fermin-real"), lambda here: here.circle("real"), CHEMIN_DE_FER),
    "dos-panos": Evening(
        "panos",
        tuple(f"{one}-panos" for one in ("croupier", "inspector", "changer", "assistant")),
        lambda here: here.stake_on_two_cloths("panos", shoe=KEYED),
        DOS_PANOS,
    ),
    "bingo": Evening(
        "sala",
        tuple(f"{one}-sala" for one in ("caller", "table-chief", "cashier", "hall-manager")),
        lambda here: here.start_bingo("sala", KEYED),
        BINGO,
    ),
}
"""By game."""


def answers(name: str) -> list[str]:
    """Return what is answered on an evening, line by line."""
    evening = EVENINGS[name]

    async def main() -> list[str]:
        keys = Keys(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(32)))
        access = StaffAccess(key=KEY)
        with TemporaryDirectory() as folder:
            async with house(Path(folder), KEYED, access, keys, ManualClock()) as here:
                presser = Presser(here)
                with patch.object(security_log, "tell", presser.log):
                    await evening.prepared(here)
                    for person in evening.staff:
                        presser.at(evening.table, person, staff=True)
                    await presser.play(evening.table, evening.text)
                await presser.aclose()
        return presser.lines

    with _without_luck():
        return anyio.run(main)


def kept(name: str) -> list[str]:
    """Return what is kept of an evening."""
    return (KEPT / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for one in EVENINGS:
        (KEPT / f"{one}.txt").write_text("\n".join(answers(one)) + "\n", "utf-8")
