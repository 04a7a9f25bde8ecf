"""On every answer of the recorded tables of the card games each cited clause has decided, or its case was there.

A clause has decided where the answer is another one without it. Where the answer is the same, the matter that the
clause is about must be there all the same: :data:`THERE` says when it is, and :data:`OF_ITS_ACTS` which clauses carry
every act of their kind, and why.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from tapete import punto_banco as pb
from tapete.accounts import CAGNOTTE, balance
from tapete.clauses import knocked_out
from tapete.games.baccarat.effects import BarredAction, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open, two_card_total
from tapete.games.chemin_de_fer.acts import Stake
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.remedies import FIFTH
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call, Cover, Hand, Phase
from tapete.games.dos_panos import terms as two_cloths
from tapete.games.dos_panos.game import DosPanos
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import CLOCK, HOUSE, Act, PersonId, Refused, fold
from tapete.record.notation import play, read_notation
from tapete.table.acts import Relieve, TimeUp
from tapete.table.staff import Role
from tests.support.chemin_de_fer.table import opened
from tests.support.dos_panos.table import opened as two_cloth_table
from tests.support.punto_banco import tables as punto
from tests.support.recorded.faults import FOLDER, read
from tests.support.rows import rows

TWO_CLOTH_GAME = DosPanos()
BANCOS = frozenset({Call.BANCO, Call.SEGUIDO, Call.PARTIAL})
Case = Callable[[Any, Any, Act[Any]], bool]
"""What a clause is about, by the table before an act and after it."""


def counts(hand: Hand, totals: Collection[int]) -> Case:
    def is_so(before: State, after: State, act: Act[Any]) -> bool:
        return any(two_card_total(one.coup.cards, hand, one.book.points) in totals for one in (before, after))

    return is_so


def a_natural_is_meant(before: State, after: State, act: Act[Any]) -> bool:
    is_one = any(counts(hand, (8, 9))(before, after, act) for hand in Hand)
    return is_one or bool(before.coup.naturals or after.coup.naturals)


def people(before: State, act: Act[Any]) -> tuple[set[str], set[str]]:
    return set(before.seats.occupants.values()), {one.person for one in before.seats.standing}


def several_asked_for_it(before: State, after: State, act: Act[Any]) -> bool:
    staked = {one.person for one in before.calls.claims}
    staked |= set() if before.coup.award is None else {one.person for one in before.coup.award.stakes}
    staked |= {one.person for coup in before.history[-1:] for one in coup.award.stakes}
    bids = set() if before.auction is None else {one.person for one in before.auction.window.claims}
    pledged = set(before.offer.pledges)
    return max(len(staked), len(bids), len(pledged), len(before.seats.standing)) > 1


def seated_and_standing(before: State, after: State, act: Act[Any]) -> bool:
    sitting, on_feet = people(before, act)
    return bool(sitting and on_feet) and several_asked_for_it(before, after, act)


def somebody_owes_a_salute(before: State, after: State, act: Act[Any]) -> bool:
    return bool(before.carried_over.salute_debtors | after.carried_over.salute_debtors)


def plain(act: Act[Any]) -> Any:
    return getattr(act.body, "what", act.body)


def author(act: Act[Any]) -> Any:
    return getattr(act.body, "person", act.by) if hasattr(act.body, "what") else act.by


def never(before: State, after: State, act: Act[Any]) -> bool:
    return False


def reaches_the_bank(before: State, after: State, act: Act[Any]) -> bool:
    amount, most = getattr(plain(act), "amount", 0), before.coup.in_play
    return amount in (most, 2 * most) or getattr(plain(act), "playing", None) == most


def bank_exceeds_the_maximum(before: State, after: State, act: Act[Any]) -> bool:
    most = 100 * after.settings.minimum
    held = [one.bank.total + one.bank.debt for one in (before, after) if one.bank is not None]
    return max(*held, before.offer.amount, after.offer.amount, 0, 0) > most


def several_call(before: State, after: State, act: Act[Any]) -> bool:
    callers = [{one.person for one in state.calls.claims if one.kind in BANCOS} for state in (before, after)]
    return max(len(one) for one in callers) > 1


def one_alone_staked(before: State, after: State, act: Act[Any]) -> bool:
    return before.coup.award is not None and len(before.coup.award.stakes) == 1


def highest_bids_are_equal(before: State, after: State, act: Act[Any]) -> bool:
    bids = [] if before.auction is None else [one.amount for one in before.auction.window.claims]
    return bids.count(max(bids, default=0)) > 1


def somebody_is_bound(before: State, after: State, act: Act[Any]) -> bool:
    bars = [bar for one in (before, after) for bar in (*one.bars.bars, *one.coup.cards.marks.bars)]
    faults = before.coup.found_faults | after.coup.found_faults
    return any(bar.action is BarredAction.PASS for bar in bars) or "early-draw" in faults


def fifth_card_is_out(before: State, after: State, act: Act[Any]) -> bool:
    return FIFTH in before.coup.found_faults | after.coup.found_faults


def natural_is_lost(hand: Hand) -> Case:
    return lambda before, after, act: any(one.coup.cards.marks.of(hand).is_natural_lost for one in (before, after))


def natural_of_the_bank_is_barred(before: State, after: State, act: Act[Any]) -> bool:
    gave = "natural-offered-cards" in before.coup.found_faults | after.coup.found_faults
    lost = natural_is_lost(Hand.BANCA)(before, after, act)
    return gave or lost or fifth_card_is_out(before, after, act)


def somebody_staked_on_player(before: Any, after: Any, act: Act[Any]) -> bool:
    return any(who != before.turn.holder for who, _ in before.on(Bet.PUNTO))


def nobody_else_staked_on_player(before: Any, after: Any, act: Act[Any]) -> bool:
    mine = None if before.turn.holder is None else before.dealer()
    return all(who == mine for who, _ in before.on(Bet.PUNTO))


def player_counts(totals: Collection[int]) -> Case:
    def is_so(before: Any, after: Any, act: Act[Any]) -> bool:
        return any(one.two_card_total(Hand.PUNTO) in totals for one in (before, after))

    return is_so


def has_faces(before: Any, after: Any, act: Act[Any]) -> bool:
    return any(card.face is not None for one in (before, after) for card in one.coup.cards.layout)


def a_cloth_or_the_bank_has_a_natural(before: Any, after: Any, act: Act[Any]) -> bool:
    points = after.book.points
    totals = [two_card_total(one.coup.cards, hand, points) for one in (before, after) for hand in two_cloths.Hand]
    return any(total in (8, 9) for total in totals) or bool(after.coup.naturals)


def banco_is_on_both_cloths(before: Any, after: Any, act: Act[Any]) -> bool:
    return before.coup.banco is not None


def both_cloths_lie_open(before: Any, after: Any, act: Act[Any]) -> bool:
    marks = after.coup.cards.marks
    return all(marks.of(cloth).void or is_open(after.coup.cards, cloth) for cloth in two_cloths.CLOTHS)


def somebody_is_behind_an_empty_place(before: Any, after: Any, act: Act[Any]) -> bool:
    seats = before.seats
    behind = {*seats.second_row, *(one.behind for one in seats.standing)}
    return any(seats.occupants.get(place) in (None, *seats.away) for place in behind)


TWO_CLOTHS: dict[str, Case] = {
    "DP.A.01": lambda before, after, act: any(one.coup.cards.layout for one in (before, after)),
    "DP.A.02": has_faces,
    "DP.A.03": has_faces,
    "DP.A.07": a_cloth_or_the_bank_has_a_natural,
    "DP.A.42": banco_is_on_both_cloths,
    "DP.A.43": banco_is_on_both_cloths,
    "DP.A.44": banco_is_on_both_cloths,
    "DP.B.04": lambda before, after, act: bool(after.book.pack.shown_to_players.value),
    "DP.B.16": lambda before, after, act: any(one.spot is two_cloths.Spot.ACROSS for one in before.coup.laid),
    "DP.B.17": lambda before, after, act: before.phase is two_cloths.Phase.DEAL,
    "DP.B.24": both_cloths_lie_open,
    "DP.B.32": lambda before, after, act: bool(after.book.award.after_shoe.value),
    "DP.D.07": somebody_is_behind_an_empty_place,
    "DP.E1.07": lambda before, after, act: bool(before.shoe.is_stop_seen),
    "DP.E1.18": lambda before, after, act: before.phase is two_cloths.Phase.REOFFER,
    "DP.E2.12": lambda before, after, act: bool(before.is_open_bank),
    "DP.E2.16": lambda before, after, act: balance(after.ledger, CAGNOTTE) > balance(before.ledger, CAGNOTTE),
}
"""When the matter of a clause of the two-cloth game is there."""
CARRIED: dict[str, tuple[frozenset[str], str]] = {
    **dict.fromkeys(
        ("DP.A.16", "DP.A.17", "DP.E2.14", "DP.F.04", "DP.F.18"),
        (frozenset({"open-table"}), "what a table is opened with is settled when it opens"),
    ),
    "DP.A.22": (frozenset({"ask-table"}), "who asks for the table has asked for what binds him"),
    "DP.A.39": (frozenset({"call-banco"}), "anybody at the table may call"),
    "DP.A.40": (frozenset({"open-bets"}), "whether calls come before the betting is what it says"),
    "DP.A.43": (frozenset({"repeat-banco"}), "a void banco is played again by it"),
    "DP.B.05": (frozenset({"insert-stop-card"}), "where the stop card goes is what it says"),
    "DP.B.09": (frozenset({"deliver-bank"}), "the chips are handed over because of it"),
    "DP.B.31": (frozenset({"deliver-bank"}), "the chips are handed over because of it, before every coup"),
    "DP.B.19": (
        frozenset({"carry-cards", "lift", "say", "lay-down", "ask-advice", "place-cards", "show-hand"}),
        "whoever has the cards of a cloth has them by it",
    ),
    "DP.B.21": (frozenset({"say", "lay-down", "ask-advice"}), "he speaks in his turn"),
    "DP.B.28": (frozenset({"settle", "correct-card"}), "whether the house has a part is what it says"),
    "DP.D.08": (frozenset({"close-bets"}), "whose the cards are goes round by it"),
    "DP.D.09": (frozenset({"settle"}), "whose the cards are next is what it says"),
    "DP.D.12": (frozenset({"join-list", "leave-list"}), "the list is kept by it"),
    "DP.E1.01": (frozenset({"announce-bank"}), "a bank is announced by it"),
    "DP.E1.02": (frozenset({"announce-bank"}), "its amount is announced by it"),
    "DP.E1.04": (frozenset({"close-auction"}), "the highest bid has the bank by it"),
    "DP.E1.05": (frozenset({"bid"}), "everybody may bid by it"),
    **dict.fromkeys(
        ("DP.E1.09", "DP.E1.10", "DP.E1.15", "DP.E1.20"),
        (frozenset({"deposit-bank"}), "what is deposited, in what, and what then follows is what they say"),
    ),
    **dict.fromkeys(("DP.E1.11", "DP.E1.18"), (frozenset({"leave-bank"}), "who leaves his bank leaves it by them")),
    "DP.E2.04": (frozenset({"announce-bank", "bid", "buy-bank", "draw-lots"}), "a bank is formed within its bounds"),
    "DP.C5.01": (frozenset({"time-up"}), "the clock warns by it"),
    "HP.DP.chair": (frozenset({"settle", "leave-bank", "close-table"}), "the banker goes from his chair by it"),
    "HP.DP.corrections": (frozenset({"correct-card", "correct-payment"}), "two officials correct by it"),
    "HP.DP.in-play": (frozenset({"away", "leave"}), "who goes leaves in play what he has there, or has nothing"),
    "HP.DP.no-stakes": (frozenset({"call-off"}), "a coup is called off by it"),
    "HP.DP.relief": (frozenset({"relieve"}), "a post is handed over by it"),
}
"""Clauses of the two-cloth game that carry every act of a kind, and why."""
THERE: dict[str, Case] = {
    "CF.A.08": a_natural_is_meant,
    "CF.A.12": counts(Hand.PUNTO, (0, 1, 2, 3, 4)),
    "CF.A.13": counts(Hand.PUNTO, (5,)),
    "CF.A.14": counts(Hand.PUNTO, (6, 7)),
    "CF.A.18": counts(Hand.BANCA, (1, 2, 3, 4, 5, 6, 7)),
    "CF.A.19": counts(Hand.BANCA, (0,)),
    "CF.D.04": seated_and_standing,
    "CF.D.05": lambda before, after, act: len(people(before, act)[0]) > 1 and several_asked_for_it(before, after, act),
    "CF.D.06": lambda before, after, act: len(people(before, act)[1]) > 1,
    "CF.D.08": somebody_owes_a_salute,
    "CF.D.09": somebody_owes_a_salute,
    "CF.D.13": lambda before, after, act: bool(before.seats.waiting_list),
    "CF.D.14": lambda before, after, act: bool(before.carried_over.movers),
    "CF.D.17": lambda before, after, act: before.seats.is_standing(author(act)),
    "CF.D.20": lambda before, after, act: before.seats.occupants.get(plain(act).seat) in before.seats.away,
    "CF.B.14": lambda before, after, act: any(
        sum(one.amount for one in state.calls.claims) > state.coup.in_play for state in (before, after)
    ),
    "CF.B.15": several_call,
    "CF.B.23": lambda before, after, act: before.coup.award is not None and before.coup.award.kind is Cover.PARTIAL,
    "CF.B.24": one_alone_staked,
    "CF.B.27": never,
    "CF.B.28": never,
    "CF.B.29": lambda before, after, act: before.phase is not Phase.BETS,
    "CF.B.32": lambda before, after, act: bool(at(before.coup.cards.layout, Hand.PUNTO)),
    "CF.B.37": one_alone_staked,
    "CF.C4.12": lambda before, after, act: any(at(before.coup.cards.layout, third(hand)) for hand in Hand),
    "CF.C4.13": lambda before, after, act: before.coup.award is not None and before.coup.award.kind.is_whole,
    "CF.C4.20": lambda before, after, act: getattr(plain(act), "playing", 0) > 0,
    "CF.E1.05": lambda before, after, act: before.bank is not None and len(before.bank.parts) > 1,
    "CF.E1.12": lambda before, after, act: any(
        one.offer.former_banker in one.seats.people() for one in (before, after)
    ),
    "CF.E1.14": lambda before, after, act: before.offer.is_passed and before.offer.former_banker == author(act),
    "CF.E1.16": highest_bids_are_equal,
    "CF.E1.24": lambda before, after, act: bool(before.offer.barred_bidders),
    "CF.E1.30": lambda before, after, act: before.offer.refused_by is not None,
    "CF.E1.31": lambda before, after, act: before.bank is not None and before.bank.tied_coups > 0,
    "CF.E2.05": reaches_the_bank,
    "CF.E2.06": bank_exceeds_the_maximum,
    "CF.E2.08": lambda before, after, act: before.settings.no_bank_max or after.settings.no_bank_max,
    "CF.E3.05": bank_exceeds_the_maximum,
    "CF.E3.06": lambda before, after, act: any(
        one.bank is not None and one.bank.is_garage_waived for one in (before, after)
    ),
    "CF.B.10": lambda before, after, act: before.shoe.is_stop_seen or after.shoe.is_stop_seen,
    "CF.B.47": never,  # a coup with a prepared shoe does not rest on the preparing of it
    "CF.B.49": lambda before, after, act: bool(before.shoe.check or after.shoe.check),
    "CF.C1.03": somebody_is_bound,
    "CF.C3.01": fifth_card_is_out,
    "CF.C3.14": natural_of_the_bank_is_barred,
    "CF.C4.10": natural_is_lost(Hand.PUNTO),
    "CF.D.18": lambda before, after, act: any(
        one.carried_over.followers or one.coup.cards.marks.settle_last for one in (before, after)
    ),
    "PB.A2.01": player_counts(range(6)),
    "PB.A2.02": player_counts((6, 7)),
    "PB.B.05": lambda before, after, act: bool(after.shoe.is_stop_seen),
    "PB.B.14": somebody_staked_on_player,
    "PB.C.08": somebody_staked_on_player,
    "PB.C.09": nobody_else_staked_on_player,
    "PB.D.07": lambda before, after, act: bool(before.settings.multiples_only),
}
"""When the matter of a clause is there."""
ALSO: dict[str, Case] = {"HP.CF.in-play": lambda before, after, act: before.seats.is_at_table(author(act))}
"""The same for a clause that carries some acts of its own besides."""
OF_ITS_ACTS: dict[str, tuple[frozenset[str], str]] = {
    "HP.CF.in-play": (frozenset({"away"}), "who goes away leaves in play what he has there, and goes when he likes"),
    "CF.B.10": (frozenset({"insert-stop-card"}), "it is what the clause is about"),
    "CF.B.49": (frozenset({"ask-card-check", "check-cards"}), "they are what the clause is about"),
    **CARRIED,
}
"""Clauses that carry every act of a kind, and why."""
SAMPLED = {**THERE, **ALSO, **dict.fromkeys(CARRIED, never), **TWO_CLOTHS}
ELSEWHERE = {
    *("CF.B.28", "CF.B.47", "CF.D.08", "CF.D.09", "CF.D.20", "DP.D.07", "DP.A.16", "DP.A.17", "DP.E2.14", "DP.F.04"),
    *("DP.F.18", "PB.A2.01", "PB.B.14", "PB.C.08", "PB.C.09"),
}
"""Their case is in no recorded table; the tests of the clauses themselves have it."""
HERE = FOLDER.parent / "dos-panos"


class Answer(NamedTuple):
    game: Any
    where: str
    act: Act[Any]
    outcome: Any
    before: Any
    after: Any


def built() -> Iterator[Answer]:
    laid = opened().bank(300_00).bets().do("ana", Stake(40_00)).state
    yield from once("stakes joined", CHEMIN_DE_FER, laid, "luis", Stake(50_00, joined_to="ana"))
    cloths = two_cloth_table().ready().state
    yield from once("a post handed over", TWO_CLOTH_GAME, cloths, HOUSE, Relieve(Role.CROUPIER, PersonId("relief")))
    looking = two_cloth_table().ready().bets().staked(ana=100_00, carla=100_00).closed().dealt().carried().state
    yield from once("a slow look", TWO_CLOTH_GAME, looking, CLOCK, TimeUp())
    asked = punto.betting(punto.ready(multiples_only=True))
    for amount in (25_00, 30_00):
        yield from once("multiples asked", asked.game, asked.state, "bea", pb.PlaceBet(Bet.PUNTO, amount))
    for name, table in {
        "below the stop card": punto.ready(punto.BANK_WINS, game=punto.game_with(pack__cards_below_cut_card=310)),
        "a Player six": punto.ready(punto.SIXES),
    }.items():
        closed = punto.staked(punto.betting(table), punto.TEN_EACH).do(pb.CloseBets(), by="croupier")
        for act in (pb.Deal(), pb.ShowHand(pb.Hand.PUNTO), pb.ShowHand(pb.Hand.BANCA)):
            is_player_hand = act == pb.ShowHand(pb.Hand.PUNTO)
            by = punto.who(closed.state.hand_holder) if is_player_hand else punto.dealer(closed)
            before, closed = closed, closed.do(act, by=by)
            assert closed.last is not None
            yield from one_after_another(name, closed.game, before.state, closed.last.acts)


def once(where: str, game: Any, state: Any, by: str, body: Any) -> Iterator[Answer]:
    return one_after_another(where, game, state, [Act(PersonId(by), body, game.step(state))])


def one_after_another(where: str, game: Any, state: Any, acts: Iterable[Act[Any]]) -> Iterator[Answer]:
    for act in acts:
        outcome = game.decide(state, act)
        after = state if isinstance(outcome, Refused) else fold(game.evolve, state, outcome.events)
        yield Answer(game, where, act, outcome, state, after)
        state = after


@cache
def answers() -> tuple[Answer, ...]:
    return tuple(answers_of_tables())


def answers_of_tables() -> Iterator[Answer]:
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem.startswith("pair-") or path.stem.endswith("-unknown"):
            continue
        state = CHEMIN_DE_FER.blank()
        for number, turn in enumerate(play(CHEMIN_DE_FER, read(path.stem)).turns, start=1):
            yield from one_after_another(f"{path.stem} {number}", CHEMIN_DE_FER, state, turn.acts)
            state = turn.state
    for path in sorted(HERE.glob("*.toml")):
        state = TWO_CLOTH_GAME.blank()
        for number, turn in enumerate(play(TWO_CLOTH_GAME, read_notation(path)).turns, start=1):
            yield from one_after_another(f"{path.stem} {number}", TWO_CLOTH_GAME, state, turn.acts)
            state = turn.state
    yield from built()


def told(outcome: Any) -> Any:
    if isinstance(outcome, Refused):
        return outcome.code, str(outcome.facts)
    bare = {"duty": (), "clauses": ()}
    return [
        msgspec.structs.replace(one, **{name: bare[name] for name in bare if name in one.__struct_fields__})
        for one in outcome.events
    ]


def has_decided(clause: str, one: Answer) -> bool:
    with knocked_out(clause):
        return bool(told(one.game.decide(one.before, one.act)) != told(one.outcome))


@cache
def sampled() -> dict[str, list[tuple[str, str, bool]]]:
    found: dict[str, list[tuple[str, str, bool]]] = {clause: [] for clause in SAMPLED}
    for one in answers():
        for clause in SAMPLED.keys() & set(one.outcome.rests_on):
            tag = str(plain(one.act).__struct_config__.tag)
            kinds = OF_ITS_ACTS.get(clause, (frozenset[str](), ""))[0]
            there = tag in kinds or SAMPLED[clause](one.before, one.after, one.act)
            refuses = isinstance(one.outcome, Refused) and clause in one.outcome.clauses
            found[clause].append((one.where, tag, there or refuses or has_decided(clause, one)))
    return found


@rows("clause", [*SAMPLED])
def test_an_answer_names_a_clause_only_where_its_case_is_there(clause: str) -> None:
    assert [one for one in sampled()[clause] if not one[2]] == []


def test_whatever_else_an_answer_of_the_two_cloth_game_names_has_decided() -> None:
    odd = {}
    for one in answers():
        if one.game.key != TWO_CLOTH_GAME.key:
            continue
        refuses = one.outcome.clauses if isinstance(one.outcome, Refused) else ()
        is_ruling = plain(one.act).__struct_config__.tag == "give-ruling"
        open_incidents = one.before.docket.open if is_ruling else ()
        given = {clause for incident in open_incidents for clause in incident.clauses}
        given |= {clause for incident in open_incidents for found in incident.faults for clause in found.clauses}
        for clause in set(one.outcome.rests_on) - SAMPLED.keys() - set(refuses) - given:
            if not has_decided(clause, one):
                odd.setdefault((clause, str(plain(one.act).__struct_config__.tag)), one.where)
    assert odd == {}


@rows("clause", sorted(SAMPLED.keys() - ELSEWHERE))
def test_where_its_case_is_there_some_answer_names_it(clause: str) -> None:
    assert sampled()[clause]
