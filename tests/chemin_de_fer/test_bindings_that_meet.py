"""A ruling that binds a hand gives back no choice that an earlier one has taken from it (C.2 and C.4)."""

from itertools import product

import pytest

from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tests.support.chemin_de_fer.observed import at
from tests.support.chemin_de_fer.table import opened

SHOWN = tuple(a.Report(Accident.EXPOSED, Party.CROUPIER, position=one) for one in (0, 2))
OF_BANK = Hand.BANCA, "2h Kc 2s 3s 9h 8h", SHOWN, "against-table"
OF_PUNTO = Hand.PUNTO, "5h 4c Js Ks 2h 8h", SHOWN[1:], "wrong-word"


@pytest.mark.clause("CF.C2.01", "CF.C2.03", "CF.C4.04")
def test_advice_and_uncovered_cards_bind_alike_whichever_was_ruled_first() -> None:
    """A bank of three draws against a nine where its options are draws; an advised punto stands on five."""
    for (advised, shoe, shown, code), is_first in product((OF_BANK, OF_PUNTO), (True, False)):
        made, advice = at(opened, "carry", shoe), (a.Report(Accident.ADVICE, Party.BYSTANDER, hand=advised),)
        for reports in (advice, shown) if is_first else (shown, advice):
            case = made.do("croupier", *reports).incident
            made.do("inspector", GiveRuling(case.serial, case.proposed_effects, "seen"))
        made.carried().do("ana", a.Lift(Hand.PUNTO), a.Say(Word.CARTA))
        made.do("bea", a.Lift(Hand.BANCA), a.GiveCard(), a.Stand()).shown()
        assert code in [one.code for one in made.incident.faults], (advised, is_first)
