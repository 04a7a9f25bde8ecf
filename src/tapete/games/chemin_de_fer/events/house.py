"""What is so around the coups: the shoe being prepared, the options, a coup called off. Kinds are ``name@version``."""

from __future__ import annotations

import msgspec

from tapete.games.baccarat import pack
from tapete.kernel import Event, PersonId


class PackShuffled(Event, frozen=True, tag="pack-shuffled@1"):
    """The person shuffled the pack."""

    person: PersonId


class CutOffered(Event, frozen=True, tag="cut-offered@1"):
    """The cut is offered to the person; ``refuser`` let it go by just before."""

    person: PersonId
    refuser: PersonId | None = msgspec.field(default=None, name="past")


class PackCut(pack.PackCut, frozen=True, tag="pack-cut@1"):
    """The person cut the pack: the first ``depth`` cards went below the others."""

    person: PersonId


class ShoeEnded(pack.ShoeEnded, frozen=True, tag="shoe-ended@1"):
    """The shoe ``shoe`` is used up; ``cards_out`` cards had left it."""

    cards_out: int = msgspec.field(name="out")


class OptionsSet(Event, frozen=True, tag="options-set@1"):
    """The games director's options from now on."""

    banco_freedom: bool
    no_bank_max: bool


class CoupCalledOff(Event, frozen=True, tag="coup-called-off@1"):
    """Nobody staked anything that plays: the coup is not dealt, and the bank stands as it was."""

    coup: int
