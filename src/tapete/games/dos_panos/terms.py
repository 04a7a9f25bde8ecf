"""Words of the two-cloth game: its hands and phases, the modes of its bank, the spots where a stake lies."""

from __future__ import annotations

from enum import StrEnum


class Hand(StrEnum):
    """The three hands."""

    PRIMERO = "primero"
    """The first cloth, at the banker's right."""
    SEGUNDO = "segundo"
    """The second cloth, at the banker's left."""
    BANCA = "banca"


CLOTHS = (Hand.PRIMERO, Hand.SEGUNDO)
"""The hands that play against the bank, in the order in which they are dealt to and speak."""

HANDS = tuple(Hand)
"""All three, in the order of the deal."""


def other_cloth(cloth: Hand) -> Hand:
    return Hand.SEGUNDO if cloth is Hand.PRIMERO else Hand.PRIMERO


class BankMode(StrEnum):
    """How far the banker answers."""

    LIMITED = "limited"
    """With what lies on the table."""
    OPEN = "open"
    """For every stake («banca libre», «abierta»): the banker's deposit is proven beforehand."""


def award_terms(rulebook: str, mode: BankMode) -> str:
    """Return under what a bank is awarded, by the id of its rulebook and its mode: for days it is no other table's."""
    return f"{rulebook}/{mode}"


class Spot(StrEnum):
    """Where a stake lies."""

    CLOTH = "cloth"
    LINE = "line"
    """On the line between the player and the betting area: half plays."""
    ACROSS = "across"
    """On a line that parts the cloths («a caballo»): half on each."""
    OTHER_CLOTH = "other-cloth"
    """In a cloth's area for stakes on the other one."""
    BANKER_LEFT = "banker-left"
    BANKER_RIGHT = "banker-right"
    CROUPIER_LEFT = "croupier-left"
    CROUPIER_RIGHT = "croupier-right"


class Cover(StrEnum):
    STAKES = "stakes"
    BANCO = "banco"


class BankEnd(StrEnum):
    LEFT = "left"
    """Its banker gave it up, after a coup or broken."""
    TERM = "term"
    """The shoes or days of its award are over."""
    CLOSED = "closed"
    """The table was closed."""


class Phase(StrEnum):
    """Where the table stands, in the order of the game."""

    CLOSED = "closed"
    OPENING = "opening"
    """Nobody has the bank: it is announced, bought, auctioned or drawn."""
    REOFFER = "reoffer"
    """A bank that was given up is offered at its first amount."""
    AUCTION = "auction"
    LOTS = "lots"
    """A lot decides: between equal bids, for the bank, or between the cloths of two bancos."""
    DEPOSIT = "deposit"
    """Whoever was awarded the bank deposits its amount."""
    SHOE = "shoe"
    """No shoe lies ready: the packs are laid out and counted."""
    SHUFFLE = "shuffle"
    CUT = "cut"
    STOP_CARD = "stop-card"
    CUSTODY = "custody"
    """The banker hands the croupier what they put into play."""
    BETWEEN = "between"
    """The bank lies with the croupier and no coup is open."""
    BANCO = "banco"
    """Before the first coup of a shoe: somebody may call banco."""
    BETS = "bets"
    DEAL = "deal"
    CARRY = "carry"
    """The cards lie dealt; the croupier carries those of the cloths to their players."""
    FIRST_WORD = "first-word"
    """The first cloth looks and speaks."""
    SECOND_WORD = "second-word"
    ANSWER = "answer"
    """Both cloths have spoken: the banker lays down, or gives the cards that were asked for."""
    BANKER = "banker"
    """The banker draws or stands."""
    SHOW = "show"
    SETTLE = "settle"
    REPEAT = "repeat"
    """A void banco: whoever called it plays it once more, or lets it be."""
    BROKEN = "broken"
    """The bank is lost: its banker deposits again, or gives it up."""


PREPARING = (Phase.SHOE, Phase.SHUFFLE, Phase.CUT, Phase.STOP_CARD)
"""The phases in which a shoe is prepared."""

COUP = (
    Phase.DEAL,
    Phase.CARRY,
    Phase.FIRST_WORD,
    Phase.SECOND_WORD,
    Phase.ANSWER,
    Phase.BANKER,
    Phase.SHOW,
    Phase.SETTLE,
)
"""The phases in which stakes are down and cards move."""

BETTING = (Phase.BANCO, Phase.LOTS, Phase.BETS)
"""The phases in which calls and stakes are taken, or a lot decides: between two calls, or about the bank."""

WORD_OF = {Hand.PRIMERO: Phase.FIRST_WORD, Hand.SEGUNDO: Phase.SECOND_WORD}
"""The phase in which each cloth speaks."""


class Accident(StrEnum):
    """What can happen at the table that no act of it records by itself."""

    EARLY_DRAW = "early-draw"
    """Cards were drawn before the betting was over."""
    EXPOSED_IN_SHOE = "exposed-in-shoe"
    """A card came out of the shoe face up."""
    STUCK = "stuck"
    """Two or more cards came out stuck together."""
    FLOOR = "floor"
    EXPOSED = "exposed"
    """A card was turned over while it was dealt."""
    MISPLACED = "misplaced"
    """A card was laid before the wrong hand, or nobody can tell whose a card is."""
    BASKET = "basket"
    """A card fell into the basket while it was dealt."""
    THROWN = "thrown"
    """A hand was thrown into the basket."""
    WRONG_HOLDER = "wrong-holder"
    """Another player than the one entitled took the cards of a cloth, or was handed them."""
    TWO_WORDS = "two-words"
    """A cloth said «carta» and then «no», or the reverse."""
    MISSPOKEN = "wrong-announcement"
    """A hand player says that they have spoken wrongly."""
    MISANNOUNCED = "misannounced-score"
    """The banker announced a score that is not theirs."""
    TOO_SLOW = "too-slow"
    ADVICE = "advice"
    OTHER = "other"
    """Anything that no clause foresees."""


MISDEAL = "misdeal"
"""Kind of the incident of a card dealt out of order, and code of its fault."""
