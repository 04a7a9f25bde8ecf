"""The check code of a card: its rank in thirteen signs and one that is checked against them.

It names the **numbers** of a card and nothing else. It proves no card genuine: every card with a rank has one, and
whoever can read can compute it. What wins is the card of a series under its number, as registered.

The signs are Crockford's thirty-two, without I, L, O and U. The last one follows the hybrid system of ISO 7064 with
the moduli 33 and 32, so that it is one of the same signs: it finds every single wrong sign.
"""

from __future__ import annotations

from typing import Final

from tapete.cartones.ranks import card_count
from tapete.clauses import Fault, fault

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 13
"""Signs of a rank: sixty-five bits, of which a rank uses sixty-two."""
GROUPS: Final = ((0, 5), (5, 10), (10, 14))
READ_AS: Final = str.maketrans("OIL", "011", "- ")


def check_code(rank: int) -> str:
    """Return the check code of a rank: ``2PMWQ-DKQWM-2360``."""
    signs = "".join(SIGNS[rank >> 5 * place & 31] for place in reversed(range(LENGTH)))
    whole = signs + _check_sign(signs)
    return "-".join(whole[start:end] for start, end in GROUPS)


def read_code(text: str) -> int | Fault:
    """Return the rank of a check code, or a Fault; case, spaces and hyphens do not count, O is 0, I and L are 1."""
    signs = text.upper().translate(READ_AS)
    if len(signs) != LENGTH + 1 or any(sign not in SIGNS for sign in signs):
        return fault("code-malformed")
    if _check_sign(signs[:-1]) != signs[-1]:
        return fault("code-mistyped")
    rank = 0
    for sign in signs[:-1]:
        rank = rank << 5 | SIGNS.index(sign)
    return rank if rank < card_count() else fault("no-such-rank", most=card_count() - 1)


def _check_sign(signs: str) -> str:
    product = 32
    for sign in signs:
        product = ((product + SIGNS.index(sign)) % 32 or 32) * 2 % 33
    return SIGNS[(33 - product) % 32]
