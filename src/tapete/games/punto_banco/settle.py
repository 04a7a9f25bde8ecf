"""Settlement: what each bet came to, in whole cents, and the postings that follow."""

from __future__ import annotations

from tapete import accounts
from tapete.accounts import HOUSE, STAKES, Posting, move
from tapete.cards import Card, rank, suit
from tapete.clauses import Fault, first_fault, rule, with_clauses
from tapete.games.baccarat.effects import Layout, at
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Settle
from tapete.games.punto_banco.events import CoupSettled, Line
from tapete.games.punto_banco.rules import Rules
from tapete.games.punto_banco.shoe import end_of_shoe
from tapete.games.punto_banco.state import Bets, State, third
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Hand, Phase
from tapete.games.punto_banco.turn import after_coup
from tapete.kernel import Decision, PersonId
from tapete.money import Cents, Fraction, Rounding, deducted, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order


@rule("PB.B.25", neutral=0)
def even_money(stake: Cents, rules: Rules) -> Cents:
    """The winning bets are paid once the winner is announced."""
    return portion(stake, rules.bets.even_money.use(), Rounding.DOWN)


@rule("PB.B.26", neutral=0)
def deduct(won: Cents, rules: Rules) -> Cents:
    """The house's deduction is taken in the same settlement, after the announcement of the winner."""
    return deducted(won, rules.bets.commission.use(), rules.bets.rounding.use(), rules.bets.commission_unit.use())


@rule("PB.A1.07", neutral="lost")
def hand_bet_after_tie() -> str:
    """After a tie the stakes on the two hands neither win nor lose, and nothing is deducted."""
    return "void"


def line(person: PersonId, bet: Bet, stake: Cents, won_by: Winner, layout: Layout, rules: Rules) -> Line:
    if bet not in MAIN_BETS:
        return side_line(person, bet, stake, layout, rules)
    if won_by is Winner.TIE:
        if bet is Bet.TIE:
            return Line(person, bet, stake, "won", portion(stake, rules.bets.tie_pays.use(), Rounding.DOWN))
        return Line(person, bet, stake, hand_bet_after_tie())
    if str(bet) != str(won_by):
        return Line(person, bet, stake, "lost")
    won = even_money(stake, rules)
    return Line(person, bet, stake, "won", won, deduct(won, rules) if bet is Bet.BANCA else 0)


def lines(bets: Bets, won_by: Winner, layout: Layout, rules: Rules) -> tuple[Line, ...]:
    found = (line(person, bet, stake, won_by, layout, rules) for (person, bet), stake in in_order(bets))
    return tuple(sorted(found, key=lambda one: one.outcome != "lost"))


def require_result(state: State) -> Fault | None:
    """Return a Fault unless the winner has been announced: only then bets are paid."""
    wrong = require_phase(state, Phase.SETTLE)
    return wrong and with_clauses(wrong, "PB.B.25")


def settle(state: State, who: PersonId, what: Settle) -> Decision:
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_result(state))
    if wrong or state.winner is None:
        return wrong or require_phase(state) or ()
    settled = CoupSettled(state.coup, lines(state.bets, state.winner, state.layout, state.book))
    legs(settled.lines)  # the answer rests on who collects and pays as well
    return (settled, *end_of_shoe(state), *after_coup(state, state.winner))


def _two(layout: Layout, hand: Hand) -> tuple[Card, ...]:
    return tuple(card.face for card in at(layout, hand) if card.face is not None)


def _is_pair(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


def side_rate(bet: Bet, layout: Layout, rules: Rules) -> Fraction | None:
    """Return what a side bet pays on these cards, ``None`` when it loses."""
    player, bank = _two(layout, Hand.PUNTO), _two(layout, Hand.BANCA)
    six = len(at(layout, third(Hand.PUNTO))) + len(at(layout, third(Hand.BANCA)))
    perfect = any(_is_pair(two) and suit(two[0]) == suit(two[1]) for two in (player, bank))
    wins = {
        Bet.PLAYER_PAIR: _is_pair(player),
        Bet.BANK_PAIR: _is_pair(bank),
        Bet.EITHER_PAIR: _is_pair(player) or _is_pair(bank),
        Bet.PERFECT_PAIR: perfect,
        Bet.BIG: six > 0,
        Bet.SMALL: six == 0,
    }[bet]
    return side_pays(bet, rules) if wins else None


def side_pays(bet: Bet, rules: Rules) -> Fraction:
    side = rules.side_bets
    pays = {
        Bet.PLAYER_PAIR: side.player_pair,
        Bet.BANK_PAIR: side.bank_pair,
        Bet.EITHER_PAIR: side.either_pair,
        Bet.PERFECT_PAIR: side.perfect_pair,
        Bet.BIG: side.big,
        Bet.SMALL: side.small,
    }
    return pays[bet].use()


def dearest_result(state: State) -> Cents:
    """Return the most that the stakes may cost the house, in cents: the dearest result, every side bet won."""
    rules, layout = state.book, state.layout
    mains = [(who, bet, stake) for (who, bet), stake in state.bets.items() if bet in MAIN_BETS]
    sides = [(bet, stake) for (_, bet), stake in state.bets.items() if bet not in MAIN_BETS]
    won = max(sum([net(line(*one, result, layout, rules)) for one in mains]) for result in Winner)
    return max(0, won + sum([portion(stake, side_pays(bet, rules), Rounding.DOWN) for bet, stake in sides]))


def side_line(person: PersonId, bet: Bet, stake: Cents, layout: Layout, rules: Rules) -> Line:
    pays = side_rate(bet, layout, rules)
    if pays is None:
        return Line(person, bet, stake, "lost")
    return Line(person, bet, stake, "won", portion(stake, pays, Rounding.DOWN))


@rule("PB.D.01", neutral=accounts.BANK)
def bank_account() -> str:
    """The establishment is the bank: no player ever finances another's winnings."""
    return HOUSE


@rule("PB.D.02", neutral=())
def collection(one: Line) -> tuple[Posting, ...]:
    """The establishment collects every losing bet."""
    return move(one.stake, STAKES, HOUSE)


def payment(one: Line) -> tuple[Posting, ...]:
    mine = accounts.person(one.person)
    match one.outcome:
        case "lost":
            return collection(one)
        case "won":
            return (
                *move(one.stake, STAKES, mine),
                *move(one.winnings, bank_account(), mine),
                *move(one.deduction, mine, HOUSE),
            )
        case _:
            return ()


def legs(settled: tuple[Line, ...]) -> tuple[Posting, ...]:
    return tuple(leg for one in settled for leg in payment(one))


def net(one: Line) -> Cents:
    """Return what a bet brought its owner, in cents, without his own stake."""
    return -one.stake if one.outcome == "lost" else one.winnings - one.deduction
