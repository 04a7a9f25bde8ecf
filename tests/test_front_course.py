"""The course of a coup, part by part: whose act is next, what is done unasked, and why a betting stays open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map

from tapete import chemin_de_fer as cf, punto_banco as pb
from tapete.front import course
from tapete.front.course import AwaitedPerson, Customs, DecisionAwaitedError, awaited_people, why_open
from tapete.front.table import Table
from tapete.kernel import Accepted, Amount, Choice, FixedValue, Offer, PersonId, Refused, Text
from tapete.play import UsageError
from tapete.table.seats import Seats

NOTHING_PLAYS = " No stake plays: say what is staked."
IN_PLAY = Refused("bets-open", {})
TAKEN, FREE = Refused("seat-taken", {"seat": 1}), Refused("seat-taken", {"seat": 2})


def betting(*outcomes: Any) -> Any:
    """Return a table in its betting at which each person is answered so when he says the closing words."""
    answers = {f"p{at}": one for at, one in enumerate(outcomes)}
    return SimpleNamespace(
        game=SimpleNamespace(
            act_types=pb.PUNTO_BANCO.act_types, key="toy", step=lambda _: SimpleNamespace(phase="bets")
        ),
        state=None,
        customs=SimpleNamespace(betting="bets"),
        people=lambda: tuple(answers),
        attempt=lambda what, by: SimpleNamespace(outcome=answers[by] if what == pb.CloseBets() else None),
    )


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ((), NOTHING_PLAYS),
        ((Accepted(()),), NOTHING_PLAYS),
        ((Refused("nothing-staked", {}), Refused("not-your-post", {"needs": ["croupier"]})), NOTHING_PLAYS),
        ((IN_PLAY,), " Betting is still open."),
        ((Refused("nothing-staked", {}), IN_PLAY), " Betting is still open."),
        ((IN_PLAY, TAKEN), " Betting is still open."),
        ((TAKEN, IN_PLAY), " Place 1 is taken."),
        ((TAKEN, IN_PLAY, Accepted(())), " Place 1 is taken."),
        ((TAKEN, FREE), " Place 2 is taken."),
    ],
)
def test_a_betting_is_open_for_the_first_reason_that_somebody_is_told_when_he_closes_it(
    outcomes: tuple[Any, ...], said: str
) -> None:
    assert why_open(betting(*outcomes)) == said


def test_a_game_without_closing_words_only_lacks_stakes() -> None:
    table = betting(TAKEN)
    table.game.act_types = (pb.Sit, pb.Deal)
    assert why_open(table) == NOTHING_PLAYS


@pytest.mark.parametrize(
    ("phase", "awaited", "said"),
    [
        ("bets", (), "nobody has an act that carries it on. Betting is still open."),
        ("deal", (), "nobody has an act that carries it on."),
        ("bets", ("ana",), "ana (deal). Betting is still open."),
        ("deal", ("ana", "bea"), "ana (deal), bea (deal)."),
    ],
)
def test_a_decision_that_is_awaited_says_where_the_table_stands_whom_it_awaits_and_why(
    phase: str, awaited: tuple[str, ...], said: str
) -> None:
    table = betting(IN_PLAY)
    table.game.step = lambda _: SimpleNamespace(phase=phase)
    people = tuple(AwaitedPerson(table, one, (Offer("deal"),)) for one in awaited)
    error = DecisionAwaitedError(table, people)
    assert str(error) == f"the table stands at «{phase}» and awaits a decision: {said}"
    assert error.table is table
    assert error.awaited is people


# --- who is at a table ------------------------------------------------------------------------------------------------


def test_the_staff_comes_first_by_its_posts_then_the_players_by_their_places() -> None:
    seats: Any = Seats((1, 2, 3), Map({3: PersonId("ana"), 1: PersonId("bea")}))
    staff: Any = {pb.Role.TABLE_CHIEF: "aa", pb.Role.CROUPIER: "zz"}
    assert course.at_table(staff, seats) == ("zz", "aa", "bea", "ana")


def test_whoever_is_staff_and_player_is_named_once() -> None:
    table = pb.open_table()
    own: Customs[Any] = Customs(
        people=lambda _: ("croupier", "ana", "croupier", "bea", "ana"),
        phases=pb.Phase,
        betting="bets",
        coup=frozenset(),
        routine=(),
        players=frozenset(),
        asked=frozenset(),
    )
    other: Table[Any] = Table(table.game, table.state, table.source, own)
    assert other.people() == ("croupier", "ana", "bea")
    assert (other.language, other.before, other.last) == ("en", None, None)


def test_of_the_offers_only_those_that_carry_the_table_on_are_awaited() -> None:
    table = pb.open_table().do(pb.Sit(1), by="ana")
    assert [offer.act for offer in table.legal("ana")]
    (one,) = awaited_people(table)
    assert (one.person, [offer.act for offer in one.offers]) == ("croupier", ["count-pack"])
    assert one.table is table
    assert all(offer.main for offer in one.offers)
    assert table.awaited_people() == (one,)


# --- what is done unasked ---------------------------------------------------------------------------------------------

FIRST, SECOND, THIRD = Offer("open-bets"), Offer("deal"), Offer("settle")


def customs(**values: Any) -> Any:
    """Return a table with these customs."""
    return SimpleNamespace(
        customs=SimpleNamespace(
            **{"routine": ("open-bets", "deal"), "players": frozenset(), "asked": frozenset(), "usual": {}} | values
        ),
        game=pb.PUNTO_BANCO,
    )


def waiting(**offers: tuple[Offer, ...]) -> tuple[AwaitedPerson, ...]:
    """Return people with what each is offered, in this order."""
    return tuple(AwaitedPerson(None, person, several) for person, several in offers.items())


@pytest.mark.parametrize(
    ("players", "people", "found"),
    [
        ((), {"staff": (THIRD,)}, []),
        ((), {"staff": (SECOND, FIRST)}, ["staff open-bets", "staff deal"]),
        ((), {"staff": (SECOND,), "ana": (FIRST,)}, ["ana open-bets", "staff deal"]),
        ((), {"staff": (SECOND,), "ana": (SECOND,), "bea": (SECOND,)}, ["staff deal", "ana deal", "bea deal"]),
        (("deal",), {"staff": (SECOND,), "ana": (SECOND,), "bea": (SECOND,)}, ["bea deal", "ana deal", "staff deal"]),
        (
            ("deal",),
            {"staff": (FIRST, SECOND), "ana": (FIRST, SECOND, THIRD)},
            ["staff open-bets", "ana open-bets", "ana deal", "staff deal"],
        ),
    ],
)
def test_routine_goes_by_its_own_order_then_by_place_and_players_before_the_staff(
    players: tuple[str, ...], people: dict[str, tuple[Offer, ...]], found: list[str]
) -> None:
    made = course._routine(customs(players=frozenset(players)), waiting(**people))
    assert [f"{person} {offer.act}" for person, offer in made] == found


def test_an_act_that_is_the_only_one_of_somebody_is_done_unless_it_is_always_asked_for() -> None:
    people = waiting(croupier=(FIRST, SECOND), ana=(THIRD,), bea=(), carla=(SECOND,), dora=(THIRD,))
    assert course._only(customs(), people) == [("ana", THIRD), ("carla", SECOND), ("dora", THIRD)]
    assert course._only(customs(asked=frozenset({"settle"})), people) == [("carla", SECOND)]


@pytest.mark.parametrize(
    ("offer", "usual", "made"),
    [
        (Offer("deal"), {}, pb.Deal()),
        (Offer("sit", {"seat": FixedValue(3)}), {}, pb.Sit(3)),
        (Offer("sit", {"seat": Choice((3, 4))}), {}, None),
        (Offer("buy-in", {"amount": Amount(5, 9)}), {}, None),
        (Offer("buy-in", {"amount": Amount(5, 9)}), {"buy-in.amount": "most"}, pb.BuyIn(9)),
        (Offer("buy-in", {"amount": Amount(5, 9)}), {"buy-in.amount": "middle"}, pb.BuyIn(7)),
        (Offer("buy-in", {"amount": Amount(5, 9)}), {"cut-pack.amount": "most"}, None),
        (Offer("buy-in", {"amount": Amount(5, 9)}), {"buy-in": "most"}, None),
        (Offer("deal", {"more": Text()}), {}, pb.Deal()),
    ],
)
def test_the_act_of_an_offer_is_the_one_that_it_leaves_or_the_usual_one(offer: Offer, usual: Any, made: Any) -> None:
    assert course._act(customs(usual=usual), offer) == made


def test_an_answer_goes_before_routine_and_is_asked_of_the_staff_first() -> None:
    heard = []

    def answer(one: AwaitedPerson) -> Any:
        heard.append(one.person)

    table = pb.open_table().do(pb.Sit(1), by="ana")
    after = course._next(table, course._Oracle(answer))
    assert heard == ["croupier"]
    assert after.last is not None
    act = after.last.acts[0]
    assert (act.by, type(act.body)) == ("croupier", pb.CountPack)
    with pytest.raises(pb.RefusedError):
        course._next(table, course._Oracle({"croupier": lambda one: pb.Settle()}))


# --- what is asked for wrongly ----------------------------------------------------------------------------------------


def told(work: Any) -> str:
    """Return the words in which a call is told to be a wrong use; nothing where it is none."""
    try:
        work()
    except UsageError as error:
        return str(error)
    return ""


PHASES = ", ".join(map(str, cf.Phase))


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda table: table.play_coup([pb.Deal()]), "stakes are given by person, such as {'ana': ...}"),
        (lambda table: table.play_coup(answers=[pb.Deal()]), "answers are given by person, such as {'ana': ...}"),
        (lambda table: table.play_coup(answers=pb.Deal), "answers are given by person, such as {'ana': ...}"),
        (
            lambda table: table.play_coup(answers={"ana": [pb.Deal(), "x"]}),
            "'x' is no answer: an answer is an act, such as Leave(), or a function",
        ),
        (lambda table: table.play_coup(until="wrod"), f"'wrod' is no phase of chemin-de-fer: {PHASES}"),
        (lambda table: table.advance("wrod"), f"'wrod' is no phase of chemin-de-fer: {PHASES}"),
        (lambda table: table.play_coup(until="shoe"), ""),
        (lambda table: table.advance("shoe"), ""),
    ],
)
def test_a_coup_that_is_asked_for_wrongly_is_told_in_these_words(work: Any, words: str) -> None:
    assert told(lambda: work(cf.open_table())) == words


def coups(table: Any, count: int) -> Any:
    """Return a table after some coups in which ana stakes and nobody else does."""
    for _ in range(count):
        table = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)})
    return table


def test_of_the_coup_in_play_the_stakes_are_made_when_the_betting_opens_and_in_their_order() -> None:
    table = pb.open_table(seed=1).do(pb.Sit(1), by="ana").do(pb.BuyIn(100_00), by="ana").do(pb.Sit(2), by="bea")
    table = table.do(pb.BuyIn(100_00), by="bea")
    stakes: Any = {
        "bea": pb.PlaceBet(pb.Bet.BANCA, 10_00),
        "ana": (pb.PlaceBet(pb.Bet.PUNTO, 10_00), pb.PlaceBet(pb.Bet.TIE, 10_00)),
    }
    played = table.play_coup(stakes)
    acts = [one.acts[0] for one in played.turns()]
    assert [(one.by, one.body.bet) for one in acts if isinstance(one.body, pb.PlaceBet)] == [
        ("bea", pb.Bet.BANCA),
        ("ana", pb.Bet.PUNTO),
        ("ana", pb.Bet.TIE),
    ]
    opened = next(at for at, one in enumerate(acts) if isinstance(one.body, pb.OpenBets))
    assert isinstance(acts[opened + 1].body, pb.PlaceBet)
    assert played.view().phase == "between"
    assert coups(played, 1).view().step.cycle == played.view().step.cycle + 1


@pytest.mark.parametrize("until", [pb.Phase.BETS, pb.Phase.BETWEEN, pb.Phase.SETTLE, pb.Phase.CUT])
def test_a_coup_stops_before_anything_is_done_in_the_phase_that_is_named(until: pb.Phase) -> None:
    table = pb.open_table(seed=1).do(pb.Sit(1), by="ana").do(pb.BuyIn(100_00), by="ana")
    stakes = {"ana": pb.PlaceBet(pb.Bet.PUNTO, 10_00)}
    stopped = table.play_coup(stakes, until=until)
    assert stopped.view().phase is until
    assert stopped.play_coup(stakes, until=until) is stopped
    before = stopped.before
    assert before is not None
    assert before.view().phase is not until


def test_a_table_is_carried_on_through_the_coup_in_play_and_the_next_one_and_no_further() -> None:
    table = coups(pb.open_table(seed=1).do(pb.Sit(1), by="ana").do(pb.BuyIn(100_00), by="ana"), 1)
    table = table.play_coup({"ana": pb.PlaceBet(pb.Bet.PUNTO, 1000)}, until="settle")
    assert table.view().step.cycle == 2
    met = []

    def nothing(one: AwaitedPerson) -> None:
        met.append(one.table.view().step.cycle)

    assert table.advance("player-shows", nothing).view().step.cycle == 3
    met.clear()
    assert told(lambda: table.advance("count", nothing)) == "a whole coup went by without the phase «count»"
    assert sorted(set(met)) == [2, 3]
