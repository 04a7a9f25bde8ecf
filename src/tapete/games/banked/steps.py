"""Going back: what of a coup is forgotten when a ruling takes play up again at an earlier step."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, TypeVar

import msgspec

from tapete.games.banked.coup import Coup, with_side

C = TypeVar("C", bound=Coup)


UNTIMED: Final[dict[str, Any]] = {"is_warned": False, "is_word_late": False}
"""Nobody has been warned: the time begins anew."""


def without_words(coup: C, hands: Collection[str]) -> C:
    """Return the coup in which these sides have not spoken, and nothing was chosen about their cards."""
    return _changed(coup, hands, word=None, chosen_option="", has_spoken_again=False, **UNTIMED)


def without_cards(coup: C, hands: Collection[str]) -> C:
    """Return the coup in which the cards of these sides lie before nobody, and nobody has lifted them."""
    return _changed(coup, hands, before=None, is_lifted=False)


def without_decision(coup: C, findable: Collection[str]) -> C:
    """Return the coup in which the banker has not decided and no hand is laid down; the faults whose codes are
    ``findable`` can be found once more.
    """
    return msgspec.structs.replace(
        coup, naturals=(), decision=None, found_faults=coup.found_faults - frozenset(findable)
    )


def _changed(coup: C, hands: Collection[str], **changes: Any) -> C:
    for hand in hands:
        coup = with_side(coup, hand, **changes)
    return coup
