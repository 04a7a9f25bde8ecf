"""Words of the game: hands, windows, calls, words, stages of an offer."""

from __future__ import annotations

from enum import StrEnum


class Hand(StrEnum):
    """The two hands."""

    PUNTO = "punto"
    BANCA = "banca"


HANDS = tuple(Hand)
"""Both hands, the punto's first."""


class Phase(StrEnum):
    """The windows of the table, in the order of the game."""

    CLOSED = "closed"
    SHOE = "shoe"
    """No shoe lies ready: the croupier shuffles."""
    SHUFFLED = "shuffled"
    """The croupier has shuffled and offers the cards."""
    OFFERED = "cards-offered"
    """Any player may shuffle; the croupier shuffles last."""
    CUT = "cut"
    STOP_CARD = "stop-card"
    BANK = "bank"
    """The bank is offered (:class:`Stage` says to whom)."""
    AUCTION = "auction"
    VACANT = "vacant"
    """Nobody holds the bank and nobody is asked: everybody has let it go."""
    BETWEEN = "between"
    """A bank is formed and no coup is open."""
    BETS = "bets"
    DEAL = "deal"
    CARRY = "carry"
    """The cards lie dealt; the croupier brings the punto theirs."""
    LIFT = "lift"
    """The punto's cards lie before them, not lifted."""
    WORD = "word"
    """The punto has seen their cards and speaks."""
    ANSWER = "answer"
    """The punto has spoken: the banker lays down, or gives the card that was asked for."""
    BANKER = "banker"
    """The banker draws or stands."""
    SHOW = "show"
    SETTLE = "settle"


PREPARING = (Phase.SHOE, Phase.SHUFFLED, Phase.OFFERED, Phase.CUT, Phase.STOP_CARD)
"""The windows in which a shoe is prepared."""

COUP = (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE)
"""The windows in which stakes are down and cards move."""


class Stage(StrEnum):
    """To whom the bank is offered, in the order in which it goes round."""

    SEATED = "seated"
    STANDING = "standing"
    JOINT = "joint"
    """To those who would take it with associates, when nobody takes it alone."""
    RECOVERY = "recovery"
    """Back to the player who let it go."""
    FORCED = "forced"
    """To the neighbour at the right of whoever let it go, who must take it for the minimum or leave their place."""
    CONTINUE = "continue"
    """To the banker themselves, who may go on in the next shoe."""


class BankEnd(StrEnum):
    """How a bank left the table."""

    LOST = "lost"
    PASSED = "passed"
    """Given up by the banker («mano pasada»)."""
    REFUSED = "refused"
    """Whoever acquired it refused to deal from it."""


class Call(StrEnum):
    """What a player may call; a joint banco is ``banco-con:`` and the name of the one who leads it."""

    STAKE = "postura"
    BANCO = "banco"
    SEGUIDO = "banco-seguido"
    JOINT = "banco-con"
    LINE = "raya"
    """A stake on the line, which plays half."""
    PARTIAL = "banco-con-la-mesa"
    """Half the bank; the others are invited to complete it."""
    LAST = "ultimo-completo"
    """«Con la mesa y último completo»: the promise to supply whatever is missing from the other half at the close."""


class Cover(StrEnum):
    """How the bank of a coup is covered."""

    SEGUIDO = "banco-seguido"
    BANCO = "banco"
    JOINT = "banco-con"
    PARTIAL = "banco-con-la-mesa"
    STAKES = "posturas"

    @property
    def is_whole(self) -> bool:
        return self in (Cover.SEGUIDO, Cover.BANCO)


class Accident(StrEnum):
    """What staff report: what happened to a card, or what somebody did, that no act of the table records by itself."""

    EARLY_DRAW = "early-draw"
    """Cards left the shoe before the betting had closed."""
    EXPOSED_IN_SHOE = "exposed-in-shoe"
    """A card came out of the shoe face up."""
    STUCK = "stuck"
    FLOOR = "floor"
    EXPOSED = "exposed"
    """Somebody turned a card over while it was dealt; by nobody's hand, it came to be seen: by the person who is named,
    or by everybody.
    """
    BASKET = "basket"
    MISPLACED = "misplaced"
    """The croupier pushed a card to a wrong place."""
    CARTA_CALLED = "carta-called"
    """The croupier called «carta» although the punto had said «no»."""
    TWO_THIRDS = "two-third-cards"
    CARD_OFFERED = "card-offered"
    """The banker offered a card."""
    TOO_SLOW = "too-slow"
    ADVICE = "advice"
    MISSPOKEN = "wrong-announcement"
    """The punto announced their game wrongly."""
    OTHER = "other"


THIRD_CARD = "third-card"
"""Name of the banker's choice after a wrong word of the punto."""
