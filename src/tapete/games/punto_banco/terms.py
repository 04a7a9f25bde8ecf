"""Words of the game: bets, hands, variants, windows."""

from __future__ import annotations

from enum import StrEnum


class Hand(StrEnum):
    """The two hands: «mano del jugador» (punto) and «mano de la banca»."""

    PUNTO = "punto"
    BANCA = "banca"


class Bet(StrEnum):
    """What a player may stake on. The first three are the game; the others are side bets a house may offer."""

    PUNTO = "punto"
    BANCA = "banca"
    TIE = "empate"
    PLAYER_PAIR = "pareja-punto"
    BANK_PAIR = "pareja-banca"
    EITHER_PAIR = "pareja-cualquiera"
    PERFECT_PAIR = "pareja-perfecta"
    BIG = "grande"
    SMALL = "pequena"


MAIN_BETS = (Bet.PUNTO, Bet.BANCA, Bet.TIE)
SIDE_BETS = tuple(bet for bet in Bet if bet not in MAIN_BETS)


class Variant(StrEnum):
    """The large game or its mini form."""

    PUNTO_BANCO = "punto-y-banca"
    MINI = "mini"


class Phase(StrEnum):
    """The windows of the table, in the order of the game."""

    CLOSED = "closed"
    COUNT = "count"
    SHUFFLE = "shuffle"
    CUT = "cut"
    CUT_CARD = "cut-card"
    BURN = "burn"
    BETWEEN = "between"
    """A shoe is ready and no coup is open: the croupier may open the betting."""
    BETS = "bets"
    DEAL = "deal"
    PLAYER_SHOWS = "player-shows"
    BANK_SHOWS = "bank-shows"
    PLAYER_DRAWS = "player-draws"
    BANK_DRAWS = "bank-draws"
    SETTLE = "settle"
    END_OF_SHOE = "end-of-shoe"
