"""Who plays on when the player with the cards takes his stake back: the highest stake that stays, before the hand has
spoken.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.banked.events import CardsPassedOn
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.coup.withdrawals import cards_passed_on
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.lying import ANA, BEA, LUIS, lying


@pytest.mark.parametrize(
    ("left", "stays", "side", "changes", "goes_to"),
    [
        (ANA, (LUIS,), {}, {}, LUIS),
        (ANA, (LUIS,), {"word": Word.NO}, {}, None),  # the hand has spoken
        (ANA, (LUIS,), {}, {"naturals": (Hand.PUNTO,)}, None),  # and so it has when it was laid down as a natural
        (ANA, (LUIS,), {}, {"naturals": (Hand.BANCA,)}, LUIS),
        (ANA, (ANA, LUIS), {}, {}, None),  # a part of his stays
        (LUIS, (ANA,), {}, {}, None),  # the cards are another's
        (LUIS, (ANA,), {"holder": LUIS}, {}, ANA),
        (BEA, (ANA, LUIS), {}, {}, None),
    ],
)
def test_the_cards_pass_on_from_a_holder_with_nothing_at_stake_who_has_not_spoken(
    left: PersonId, stays: tuple[PersonId, ...], side: dict[str, Any], changes: dict[str, Any], goes_to: PersonId | None
) -> None:
    state = lying(side=side, **changes)
    award = replace(state.coup.award, stakes=tuple(Share(one, 50_00) for one in stays))
    state = replace(state, coup=replace(state.coup, award=award))
    assert cards_passed_on(state, left) == (() if goes_to is None else (CardsPassedOn(left, goes_to),))
    assert cards_passed_on(lying(cover=None), left) == ()
