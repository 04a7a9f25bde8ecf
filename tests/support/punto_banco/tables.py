"""Tables that are brought to a window: the tests list the cards of their coups and nothing else.

The first card of a shoe is turned and burns as many as it is worth; :func:`shoe_of` puts an ace and one burned card in
front, so that the listed cards are the coup's own, in the order in which they leave the shoe: Player, Bank, Player,
Bank, then the third cards.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tapete import punto_banco as pb
from tapete.accounts import HOUSE, STAKES, balance, person
from tapete.games.punto_banco.events import CoupSettled, Line, Said
from tapete.games.punto_banco.state import State
from tapete.kernel import Refused, Step
from tapete.play import Play
from tapete.rulebooks import house_library, make
from tests.support.sentences import require_sound

Table = Play[State]
Stakes = Mapping[str, Mapping[pb.Bet, int]]
BURNED = "Ac Kc"
"""The turned ace and the one card that it burns."""
BURNED_CARDS = 2
CHIPS = 1_000_000
"""What everybody brings to the table, in cents."""
EURO = 100
ANA_AND_BEA = {1: "ana", 2: "bea"}
PUNTO, BANCA, TIE = pb.Bet.PUNTO, pb.Bet.BANCA, pb.Bet.TIE
TEN_EACH: Stakes = {"ana": {BANCA: 1000}, "bea": {PUNTO: 1000}}
"""Ana has the shoe and 10 € on Bank, Bea 10 € on Player: she turns the Player hand."""
NATURAL = "Kh Qh 8d 4s"
"""A coup that ends at once: Player 8, Bank 4."""
BANK_WINS = "Ks Kd 6h 7h"
"""A coup without third cards: Player 6, Bank 7."""
PLAYER_WINS = "Ks Kd 7h 6h"
"""A coup without third cards: Player 7, Bank 6."""
SIXES = "Ks Kd 6h 6s"
"""A coup without third cards that ends in a tie at six."""


def shoe_of(*coups: str) -> str:
    return " ".join((BURNED, *coups))


def opened(*coups: str, **options: Any) -> Table:
    keyed = options.get("shoe") is pb.ChanceKind.KEYED
    return pb.open_table(cards="" if keyed else shoe_of(*coups), **options)


def game_with(**values: Any) -> pb.PuntoBanco:
    book = house_library().by_id("punto-y-banca", "asturias-2011")
    content = json.loads(json.dumps(book.content))
    for name, value in values.items():
        section, key = name.split("__")
        content[section][key]["value"] = value
    return pb.PuntoBanco(house_library().with_books(make(content)))


def seated(table: Table, people: Mapping[int, str], chips: int = CHIPS) -> Table:
    for seat, who in people.items():
        table = table.do(pb.Sit(seat), by=who)
        if chips:
            table = table.do(pb.BuyIn(chips), by=who)
    return table


def ready(
    *coups: str, people: Mapping[int, str] = ANA_AND_BEA, chips: int = CHIPS, cut: int = 100, **options: Any
) -> Table:
    return burned(seated(opened(*coups, **options), people, chips), cut)


def burned(table: Table, cut: int = 100) -> Table:
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(cut), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    return table


def betting(table: Table) -> Table:
    if (seat := table.state.turn.offered_place) is not None:
        table = table.do(pb.TakeShoe(), by=table.state.seats.occupants[seat])
    return table.do(pb.OpenBets(), by="croupier")


def staked(table: Table, stakes: Stakes) -> Table:
    for who, bets in stakes.items():
        for bet, amount in bets.items():
            table = table.do(pb.PlaceBet(bet, amount), by=who)
    return table


def dealt(table: Table, stakes: Stakes = TEN_EACH) -> Table:
    table = staked(betting(table), stakes).do(pb.CloseBets(), by="croupier")
    return table.do(pb.Deal(), by=dealer(table))


def turned(table: Table) -> Table:
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by=who(table.state.hand_holder))
    return table.do(pb.ShowHand(pb.Hand.BANCA), by=dealer(table))


def drawn(table: Table) -> Table:
    for window, hand in ((pb.Phase.PLAYER_DRAWS, pb.Hand.PUNTO), (pb.Phase.BANK_DRAWS, pb.Hand.BANCA)):
        if table.view().phase is window:
            table = table.do(pb.DrawCard(hand), by=dealer(table))
    return table


def ended(table: Table, stakes: Stakes = TEN_EACH) -> Table:
    return drawn(turned(dealt(table, stakes)))


def settled(table: Table, stakes: Stakes = TEN_EACH) -> Table:
    return ended(table, stakes).do(pb.Settle(), by="croupier")


def hands(cards: str, **options: Any) -> Table:
    return turned(dealt(ready(cards, **options)))


def who(one: str | None) -> str:
    assert one is not None
    return one


def dealer(table: Table) -> str:
    return who(table.state.dealer())


def refused(table: Table, what: Any, by: str, code: str, clause: str = "", at: Step | None = None) -> Refused:
    before = table.state
    made = table.attempt(what, by, at)
    assert isinstance(made.outcome, Refused), f"{code} is due, and it was accepted: {made.outcome}"
    assert made.outcome.code == code, f"{code} is due, not {made.outcome.code}: {made.outcome.facts}"
    assert not clause or clause in made.outcome.clauses, made.outcome.clauses
    assert made.state is before
    assert made.state == table.state
    assert made.events == ()
    return made.outcome


def rests(table: Table) -> tuple[str, ...]:
    assert table.last is not None
    return table.last.rests_on


def events(table: Table, *kinds: type) -> tuple[Any, ...]:
    assert table.last is not None
    return tuple(one for one in table.last.events if not kinds or isinstance(one, kinds))


def spoken(table: Table) -> list[str]:
    return in_words(table, table.view().announcements)


def just_said(table: Table) -> list[str]:
    return in_words(table, events(table, Said))


def in_words(table: Table, said: Iterable[Any]) -> list[str]:
    return [table.state.book.formulas[one.formula].value.format(**one.values) for one in said]


def lines(table: Table) -> dict[tuple[str, pb.Bet], Line]:
    (found,) = events(table, CoupSettled)
    return {(line.person, line.bet): line for line in found.lines}


def chips(table: Table, who: str) -> int:
    return balance(table.state.ledger, person(who))  # type: ignore[arg-type]


def won(table: Table, who: str, brought: int = CHIPS) -> int:
    return chips(table, who) - brought + sum(one for (at, _), one in table.state.bets.items() if at == who)


def house(table: Table) -> int:
    return balance(table.state.ledger, HOUSE)


def on_table(table: Table) -> int:
    return balance(table.state.ledger, STAKES)


def sound(table: Table) -> None:
    require_sound(table.game, table.state)
