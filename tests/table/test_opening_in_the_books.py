"""What the opening of a table leaves in its books: each limit, place and choice of the house, where it belongs."""

from __future__ import annotations

import pytest

from tapete.chance import ChanceKind
from tapete.games.dos_panos import events as dp
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.evolve import evolve as dp_evolve
from tapete.games.dos_panos.state import Settings as DpSettings, State as DpState
from tapete.games.dos_panos.terms import BankMode
from tapete.games.punto_banco import events as pb
from tapete.games.punto_banco.evolve import evolve as pb_evolve
from tapete.games.punto_banco.state import Settings as PbSettings, State as PbState
from tapete.games.punto_banco.terms import Bet, Variant
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.table.conduct import Conduct
from tests.support.changes import changes


@pytest.mark.parametrize("is_so", [True, False])
def test_two_cloths_open_with_what_the_house_chose(is_so: bool) -> None:
    book = house_library().by_id("dos-panos", "asturias-2011")
    award = StandingAward(PersonId("rosa"), 900)
    chosen = {
        "name": "salon", "minimum": 3, "decks": 5, "shoe": ChanceKind.KEYED, "conduct": Conduct.OBSERVED,
        "mode": BankMode.OPEN, "maximum": 70, "bank_minimum": 11, "bank_maximum": 90, "needs_director": is_so,
        "banco_freedom": not is_so, "session": 2, "session_shoes": 4, "is_in_house": is_so,
    }  # fmt: skip
    event = dp.TableOpened(rulebook=book.id, sha256=book.sha256, places=(4, 5), award=award, **chosen)  # type: ignore[arg-type]
    after = dp_evolve(DpState(), event, house_library())
    assert after.settings == DpSettings(**chosen)  # type: ignore[arg-type]
    assert (after.sha256, after.seats.labels, after.standing_award) == (book.sha256, (4, 5), award)
    assert after.book.id == book.id
    assert {one.split(".")[0] for one in changes(DpState(), after)} == {
        "settings", "sha256", "seats", "standing_award", "rules",
    }  # fmt: skip


@pytest.mark.parametrize("is_so", [True, False])
def test_punto_y_banca_opens_with_what_the_house_chose(is_so: bool) -> None:
    book = house_library().by_id("punto-y-banca", "asturias-2011")
    chosen = {
        "name": "mesa", "variant": Variant.MINI, "minimum": 3, "maximum": 70, "authorised_minimum": 2, "decks": 5,
        "shoe": ChanceKind.KEYED, "conduct": Conduct.OBSERVED, "standing_allowed": is_so, "multiples_only": not is_so,
        "players_deal": is_so, "side_bets": (Bet.TIE,),
    }  # fmt: skip
    event = pb.TableOpened(rulebook=book.id, sha256=book.sha256, places=(4, 5), **chosen)  # type: ignore[arg-type]
    after = pb_evolve(PbState(), event)
    assert after.settings == PbSettings(**chosen)  # type: ignore[arg-type]
    assert (after.sha256, after.seats.labels, after.book.id) == (book.sha256, (4, 5), book.id)
    assert {one.split(".")[0] for one in changes(PbState(), after)} == {"settings", "sha256", "seats", "rules"}
