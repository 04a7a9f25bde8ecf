"""What can be written of an effect, a correction, a claim and a ruling: how long its words are, how far numbers go."""

from typing import Any

import msgspec

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer.acts import RecordClaim, RecordStakeClaim, Report

OF_A_HAND: dict[str, dict[str, Any]] = {
    **{name: {} for name in ("lose-coup", "expose", "lose-natural", "bind-to-scheme", "bind-to-table", "unbind")},
    "keep-one": {"higher": True},
    "deem-total": {"total": 0},
    "deem-natural": {"total": 9},
    "oblige": {"cell": "T"},
    "give-cards": {"person": "ana"},
}
OF_A_CARD: dict[str, dict[str, Any]] = {"discard": {}, "set-aside": {}, "assign-card": {"place": "punto"}}
PUNTO, CHOICE = {"hand": "punto"}, {"person": "ana", "options": ["give"]}
FAR, REASONS, NOTES = 10**13, (("x", "x" * 400), ("", "x" * 401)), (("", "x" * 400), ("x" * 401,))
NAMES = (("n", "n" * 40), ("", "n" * 41))
NOTE = {"effect": "note-only", "code": "so"}
CARD = {"coup": 1, "position": 0, "face": "2s", "second": "ana", "reason": "so"}
PAYMENT = {"coup": 1, "person": "ana", "second": "bea", "reason": "so", "paid": 0}
CLAIM = {"person": "ana", "coup": 1, "against": "banker", "note": "so"}
STAKE = {"person": "ana", "amount": 5, "uncovered": True, "watched": True, "note": "so"}
RULING = {"serial": 1, "reason": "so"}
REPORT = {"accident": "other", "note": "so", "count": 0, "position": 0}
WRITTEN: list[tuple[Any, dict[str, Any], str, tuple[Any, ...], tuple[Any, ...]]] = [
    # an effect or an act, its other facts, a field; what may stand there, and what not
    *((name, facts, "hand", ("h", "h" * 20), ("", "h" * 21)) for name, facts in OF_A_HAND.items()),
    *((name, facts, "position", (0, 1, 311), (-1,)) for name, facts in OF_A_CARD.items()),
    *((name, PUNTO, "total", (0, 9), (-1, 10)) for name in ("deem-total", "deem-natural")),
    ("oblige", PUNTO | {"cell": "T"}, "on", ([0], [9]), ([-1], [10])),
    ("oblige", PUNTO, "cell", ("T", "P"), ("O",)),
    ("expose", PUNTO, "cards", ([1], [2], [3]), ([0], [4])),
    ("offer-choice", CHOICE, "choice", *NAMES),
    ("go-back", {}, "window", *NAMES),
    ("void-coup", {}, "hand", ("punto",), ()),
    ("void-coup", {}, "hands", (), ("punto",)),
    ("offer-withdrawal", {}, "person", (), ("ana",)),
    (CorrectCard, CARD, "reason", *REASONS),
    (CorrectCard, CARD, "coup", (1, 999), (0, -1)),
    (CorrectCard, CARD, "position", (0, 311), (-1,)),
    (CorrectPayment, PAYMENT, "reason", *REASONS),
    (CorrectPayment, PAYMENT, "coup", (1,), (0,)),
    (CorrectPayment, PAYMENT, "paid", (None, 0, FAR, -FAR), (FAR + 1, -FAR - 1)),
    (RecordClaim, CLAIM, "note", *REASONS),
    (RecordClaim, CLAIM, "coup", (1,), (0,)),
    (RecordStakeClaim, STAKE, "note", *NOTES),
    (RecordStakeClaim, STAKE, "amount", (1,), (0, -1)),
    (GiveRuling, RULING, "reason", *NOTES),
    (GiveRuling, RULING, "effects", (None, [], [NOTE] * 16), ([NOTE] * 17,)),
    (Report, REPORT, "note", *NOTES),
    (Report, REPORT, "count", (0, 6), (-1, 7)),
    (Report, REPORT, "position", (None, 0), (-1,)),
]


def is_read(kind: Any, facts: dict[str, Any]) -> bool:
    """Return True if it is read from its written form, and an effect then says what stands there."""
    told = {"effect": kind, **facts} if isinstance(kind, str) else {"act": kind.__struct_config__.tag, **facts}
    try:
        read = msgspec.convert(told, e.Effect if isinstance(kind, str) else kind)
    except msgspec.ValidationError:
        return False
    written = msgspec.json.decode(msgspec.json.encode(read))
    return not isinstance(kind, str) or {name: written[name] for name in told} == told


def test_what_is_written_down_has_bounds() -> None:
    wrong = []
    for kind, facts, field, allowed, refused in WRITTEN:
        for value, is_allowed in [*((one, True) for one in allowed), *((one, False) for one in refused)]:
            if is_read(kind, {**facts, field: value}) is not is_allowed:
                wrong.append(f"{kind}, {field} {value!r:.50} is {'not ' if is_allowed else ''}read")
    assert wrong == []
