"""Events after the game: takings, payment, a void game and its refunds."""

from __future__ import annotations

import msgspec

from tapete.games.bingo.terms import Fate, Means, Prize, Range
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class Share(msgspec.Struct, frozen=True):
    """What a winning cartón is owed of a prize, in cents."""

    prize: Prize
    card: str
    amount: Cents


class TakingsDivided(Event, frozen=True, tag="takings-divided@1"):
    """The game is over: the takings become what is owed, held or carried over, and the rest the house's.

    ``house`` may be negative where the prizes are fixed amounts.
    """

    game: str
    shares: tuple[Share, ...]
    held: dict[Prize, Cents] = msgspec.field(default_factory=dict)
    carried: dict[Prize, Cents] = msgspec.field(default_factory=dict)
    house: Cents = 0
    tax: Cents = 0


class PrizePaid(Event, frozen=True, tag="prize-paid@1"):
    """A prize was paid. One that is paid ``early`` is advanced by the house."""

    game: str
    prize: Prize
    card: str
    amount: Cents
    means: Means
    by: PersonId
    person: PersonId | None = None
    early: bool = False


class PrizeLeft(Event, frozen=True, tag="prize-left@1"):
    """A prize stays owed though its game is closed."""

    game: str
    prize: Prize
    card: str
    reason: str


class UnawardedDecided(Event, frozen=True, tag="unawarded-decided@1"):
    """What becomes of a prize that nobody won: it goes to the house, or into a later game."""

    game: str
    prize: Prize
    amount: Cents
    fate: str
    reason: str
    by: PersonId


class UncollectedDecided(Event, frozen=True, tag="uncollected-decided@1"):
    """What becomes of a prize that nobody has collected: it goes to the house, or into a later game."""

    game: str
    prize: Prize
    card: str
    amount: Cents
    fate: Fate
    reason: str
    by: PersonId


class RefundsEnded(Event, frozen=True, tag="refunds-ended@1"):
    """What is left of the refunds of a void game is the house's."""

    game: str
    amount: Cents
    reason: str
    by: PersonId


class GameEnded(Event, frozen=True, tag="game-ended@1", omit_defaults=True):
    """The game is closed. Of a sale that ended with nothing sold ``carried`` is what earlier games had brought in: it
    waits for the next one, and lay in the takings of ``part``.
    """

    game: int
    carried: dict[Prize, Cents] = msgspec.field(default_factory=dict)
    part: str = ""


class CaseOpened(Event, frozen=True, tag="case-opened@1"):
    """Something was reported that may make the game void; the table chief decides, unless it ``must_void``."""

    serial: int
    cause: str
    ball: int
    by: PersonId
    note: str = ""
    must_void: bool = False


class CaseClosed(Event, frozen=True, tag="case-closed@1"):
    """What was reported does not touch the game in substance, or ``is_untrue``: it did not happen.

    ``serial`` is the report that was ruled on; 0 is every one that waited.
    """

    reason: str
    by: PersonId
    is_untrue: bool = False
    serial: int = 0


class Recovery(msgspec.Struct, frozen=True):
    """An amount that leaves an account when a game becomes void."""

    account: str
    amount: Cents


class GameVoided(Event, frozen=True, tag="game-voided@1"):
    """A game is void, or its sale was called off: the price is given back.

    ``price`` is what a cartón brings back; ``sources`` are the accounts that gave or got money of the game, from which
    the refunds come, and ``carried``, which goes back to where it was brought from; ``recovered`` are prizes that were
    paid and are given back to the house.
    ``ends_card``: the cartones are good for nothing more.
    """

    game: str
    cause: str
    reason: str
    by: PersonId
    price: Cents
    cards: tuple[Range, ...]
    sources: tuple[Recovery, ...]
    recovered: tuple[Recovery, ...] = ()
    carried: dict[Prize, Cents] = msgspec.field(default_factory=dict)
    ends_card: bool = True


class CardsReturned(Event, frozen=True, tag="cards-returned@1"):
    """Cartones of a void game are back on the table."""

    game: str
    cards: Range


class RefundPaid(Event, frozen=True, tag="refund-paid@1"):
    """The price of cartones was given back, into cash or an account."""

    game: str
    cards: Range
    amount: Cents
    person: PersonId | None = None
