"""Tables on which anybody does anything: acts at random, lawful or not, and what must hold after each of them.

One source of choices (a :class:`random.Random`, or one that hypothesis steers and shrinks) decides everything, so that
the state machine, the long walk and the tests of secrecy share one generator.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec

from tapete import punto_banco as pb
from tapete.accounts import STAKES, balance, person
from tapete.cards import DECK, Card, packs
from tapete.chance import CardOut, ChanceKind, SealShoe
from tapete.clauses.practice import practices
from tapete.clauses.register import register
from tapete.games.baccarat import effects as fx
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.game import PUNTO_BANCO, PuntoBanco
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import SIDE_BETS
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, Offer, PersonId, Refused, Step, fold, plain
from tapete.money import LIMIT
from tapete.play import ActResult, transition
from tapete.record.codec import read_act, read_event, to_tree
from tapete.rulebooks import Library, house_library, make

KINDS: dict[str, Any] = {one.__struct_config__.tag: one for one in get_args(PUNTO_BANCO.act_types)}

PLAYERS = tuple(PersonId(name) for name in ("ana", "bea", "carlos", "dora", "eva"))
STAFF = {
    pb.Role.CROUPIER: PersonId("croupier"),
    pb.Role.TABLE_CHIEF: PersonId("chief"),
    pb.Role.DIRECTOR: PersonId("director"),
    pb.Role.INSPECTOR: PersonId("inspector"),
}
STRANGER = PersonId("stranger")
EVERYBODY = (*PLAYERS, *STAFF.values(), STRANGER, PersonId("relief"), CHANCE, CLOCK, HOUSE)
VIEWERS: tuple[PersonId | None, ...] = (None, *EVERYBODY[:-3])


def _book(name: str, below: int, **turn_options: Any) -> Any:
    """A rulebook for small shoes: one pack, ``below`` cards behind the cut card."""
    base = house_library().by_id("punto-y-banca", "asturias-2011").content
    pack = {
        **base["pack"],
        "decks_allowed": {"value": [1, 6, 8], "practice": "small shoes for tests"},
        "cards_below_cut_card": {"value": below, "practice": "short shoes for tests"},
    }
    turns = {
        **base["turn"],
        **{key: {"value": value, "practice": "a house of the tests"} for key, value in turn_options.items()},
    }
    return make({**base, "id": name, "pack": pack, "turn": turns})


SHORT = _book("short", 36)
LONG = _book("long", 7, restart_at_first=False, holder_bet_on="bank-only")
LIBRARY = house_library().with_books(SHORT, LONG)
GAME = PuntoBanco(LIBRARY)
KNOWN = frozenset(register()) | frozenset(practices())


class Shuffled:
    """A shoe in an order fixed by a number: sealed with commitments, seeded, or real cards that somebody keys."""

    def __init__(self, kind: ChanceKind, seed: int, decks: int) -> None:
        self.kind, self.seed, self.decks = kind, seed, decks
        self.orders: dict[int, list[Card]] = {}

    def order(self, shoe: int) -> list[Card]:
        if shoe not in self.orders:
            cards = list(packs(self.decks))
            random.Random(f"{self.seed} {shoe}").shuffle(cards)
            self.orders[shoe] = cards
        return self.orders[shoe]

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return tuple(f"{at:064x}" for at in range(size)) if self.kind is ChanceKind.SEALED else ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return None if self.kind is ChanceKind.KEYED else self.order(shoe)[committed]


# --- the window graph -------------------------------------------------------------------------------------------------

W = pb.Phase
GRAPH: dict[pb.Phase, set[pb.Phase]] = {
    W.CLOSED: {W.COUNT},
    W.COUNT: {W.SHUFFLE},
    W.SHUFFLE: {W.CUT},
    W.CUT: {W.CUT_CARD},
    W.CUT_CARD: {W.BURN},
    W.BURN: {W.BETWEEN},
    W.BETWEEN: {W.BETS, W.END_OF_SHOE},
    W.BETS: {W.DEAL},
    W.DEAL: {W.PLAYER_SHOWS},
    W.PLAYER_SHOWS: {W.BANK_SHOWS},
    W.BANK_SHOWS: {W.PLAYER_DRAWS, W.BANK_DRAWS, W.SETTLE},
    W.PLAYER_DRAWS: {W.BANK_DRAWS, W.SETTLE},
    W.BANK_DRAWS: {W.SETTLE},
    W.SETTLE: {W.BETWEEN, W.END_OF_SHOE},
    W.END_OF_SHOE: {W.COUNT},
}
"""How the table moves in play. Between coups it may also close."""
CARDS_OUT = {W.PLAYER_SHOWS, W.BANK_SHOWS, W.PLAYER_DRAWS, W.BANK_DRAWS, W.SETTLE}


def may_move(before: pb.Phase, after: pb.Phase, events: tuple[Any, ...]) -> bool:
    """Return True if the table may go from one window to the other by these events."""
    if after in GRAPH[before] or (after is W.CLOSED and before not in CARDS_OUT | {W.BETS, W.DEAL}):
        return True
    if any(isinstance(one, e.CoupVoided) for one in events):
        return after in (W.BETWEEN, W.END_OF_SHOE)
    ruled = any(isinstance(one, e.IncidentRuled) for one in events)
    corrected = any(isinstance(one, e.CardCorrected) for one in events)
    replaced = any(isinstance(one, e.CardDealt) and one.place in ("punto", "banca") for one in events)
    if before in CARDS_OUT and after in CARDS_OUT and (ruled or corrected or replaced):
        return True
    return ruled and before in CARDS_OUT | {W.DEAL} and after in {W.BETS, W.DEAL}


# --- acts at random ---------------------------------------------------------------------------------------------------


def amount(rng: random.Random, state: State) -> int:
    low, high = state.settings.minimum, state.settings.maximum
    return rng.choice([low, low, 2 * low, 5 * low, high // 10, high, 1, max(1, low - 1), high + 1, low + 50, 10**13])


def position(rng: random.Random, state: State) -> int:
    there = [card.position for card in state.layout]
    return rng.choice([*there, *there, state.shoe.position, 0, 999])


def effect(rng: random.Random, state: State) -> Any:
    """Any effect of the closed list, mostly one that this game knows."""
    hand, who = rng.choice(["punto", "banca", "punto", "otra"]), rng.choice(EVERYBODY)
    staked = sorted(one for one, _ in state.bets) or [who]
    return rng.choice(
        [
            lambda: fx.NoteOnly("noted"),
            fx.VoidCoup,
            lambda: fx.VoidCoup(hand),
            lambda: fx.ReturnStake(rng.choice(staked), rng.choice([None, amount(rng, state)])),
            lambda: fx.Discard(position(rng, state)),
            lambda: fx.AssignCard(
                position(rng, state), rng.choice(["punto", "banca", "punto-3", "banca-3", "basket", "floor", "sky"])
            ),
            lambda: fx.DeemTotal(hand, rng.randrange(10), rng.random() < 0.2),
            lambda: fx.LoseCoup(hand),
            lambda: fx.GiveCards(hand, rng.choice([*PLAYERS, who]), rng.choice(list(fx.EffectCoup))),
            lambda: fx.GoBack(str(rng.choice(list(W)))),
            lambda: rng.choice(
                [
                    fx.OfferWithdrawal(),
                    fx.SettleLast(who),
                    fx.SetAside(position(rng, state)),
                    fx.Expose(hand),
                    fx.DeemNatural(hand, 9),
                    fx.LoseNatural(hand),
                    fx.BindToScheme(hand),
                    fx.BindToTable(hand),
                    fx.Unbind(hand),
                    fx.Oblige(hand, fx.Cell.DRAW),
                    fx.BarPerson(who, fx.BarredAction.CARDS),
                    fx.OfferChoice(who, "which", ("a", "b")),
                ]
            ),
        ]
    )()


def ruling(rng: random.Random, state: State) -> Any:
    serials = [one.serial for one in state.docket.open] or [1]
    chosen = rng.choice([None, (), *(tuple(effect(rng, state) for _ in range(n)) for n in (1, 1, 2, 3))])
    return pb.GiveRuling(
        rng.choice([*serials, 77] if rng.random() < 0.2 else serials), chosen, rng.choice(["seen", ""])
    )


def _correct_payment(rng: random.Random, state: State) -> Any:
    coup = rng.choice([one.number for one in state.history] or [1])
    paid = rng.choice([None, 0, 1000, -1000])
    return pb.CorrectPayment(coup, rng.choice(PLAYERS), rng.choice([*STAFF.values(), STRANGER]), "seen", paid)


def _correct_card(rng: random.Random, state: State) -> Any:
    there = [one.position for coup in state.history for one in coup.layout] + [one.position for one in state.layout]
    coup = rng.choice([*(one.number for one in state.history), max(1, state.coup)])
    second = rng.choice([*STAFF.values(), STRANGER])
    return pb.CorrectCard(coup, rng.choice(there or [0]), rng.choice(DECK), second, "seen")


BUILD: dict[str, Callable[[random.Random, State], Any]] = {
    "open-table": lambda rng, s: pb.OpenTable("other", "asturias-2011", 500, 10000, staff=STAFF),
    "close-table": lambda rng, s: pb.CloseTable(),
    "adopt-rulebook": lambda rng, s: pb.AdoptRulebook(rng.choice([SHORT.sha256, LONG.sha256, LONG.sha256, "0" * 64])),
    "set-options": lambda rng, s: pb.SetOptions(*(rng.choice([None, True, False]) for _ in range(2))),
    "relieve": lambda rng, s: pb.Relieve(rng.choice(list(pb.Role)), rng.choice(EVERYBODY)),
    "sit": lambda rng, s: pb.Sit(rng.choice([*s.seats.labels, *s.seats.labels, 0, 99])),
    "stand-behind": lambda rng, s: pb.StandBehind(rng.choice([*s.seats.labels, 99])),
    "leave": lambda rng, s: pb.Leave(),
    "buy-in": lambda rng, s: pb.BuyIn(amount(rng, s)),
    "cash-out": lambda rng, s: pb.CashOut(amount(rng, s)),
    "away": lambda rng, s: pb.Away(rng.choice([*s.seats.people(), rng.choice(EVERYBODY)])),
    "back": lambda rng, s: pb.Back(rng.choice([*sorted(s.seats.away), rng.choice(EVERYBODY)])),
    "lead-out": lambda rng, s: pb.LeadOut(
        rng.choice([*sorted(s.seats.away), *sorted(s.seats.away), rng.choice(EVERYBODY)])
    ),
    "count-pack": lambda rng, s: pb.CountPack(rng.choice([None, s.settings.decks * 52, 51])),
    "shuffle-pack": lambda rng, s: pb.ShufflePack(),
    "cut-pack": lambda rng, s: pb.CutPack(rng.choice([1, 20, 51, 52, 1000])),
    "insert-cut-card": lambda rng, s: pb.InsertCutCard(rng.choice([None, 7, 36, 0])),
    "burn-cards": lambda rng, s: pb.BurnCards(),
    "take-shoe": lambda rng, s: pb.TakeShoe(),
    "call-person": lambda rng, s: pb.CallPerson(),
    "pass-shoe": lambda rng, s: pb.PassShoe(),
    "open-bets": lambda rng, s: pb.OpenBets(),
    "place-bet": lambda rng, s: pb.PlaceBet(rng.choice(list(pb.Bet)), amount(rng, s)),
    "withdraw-bet": lambda rng, s: pb.WithdrawBet(rng.choice(list(pb.Bet)), rng.choice([None, amount(rng, s)])),
    "close-bets": lambda rng, s: pb.CloseBets(),
    "deal": lambda rng, s: pb.Deal(),
    "award-hand": lambda rng, s: pb.AwardHand(rng.choice([*s.disputants, *PLAYERS]), rng.random() < 0.3),
    "show-hand": lambda rng, s: pb.ShowHand(rng.choice(list(pb.Hand))),
    "draw-card": lambda rng, s: pb.DrawCard(rng.choice(list(pb.Hand))),
    "stand-hand": lambda rng, s: pb.StandHand(rng.choice(list(pb.Hand))),
    "settle": lambda rng, s: pb.Settle(),
    "stop-card-out": lambda rng, s: pb.StopCardOut(),
    "report-incident": lambda rng, s: pb.ReportIncident(
        rng.choice(["misdeal", "exposed-in-shoe", "fallen-card", "other"]), "", rng.choice([None, position(rng, s)])
    ),
    "give-ruling": ruling,
    "record-claim": lambda rng, s: pb.RecordClaim(rng.choice(PLAYERS), rng.choice([1, max(1, s.coup), 99]), "claims"),
    "correct-card": _correct_card,
    "correct-payment": _correct_payment,
    "seal-shoe": lambda rng, s: SealShoe(rng.choice([s.shoe.number, 9]), rng.choice([(), ("0" * 64,) * s.shoe.size])),
    "card-out": lambda rng, s: CardOut(
        s.due_cards[0].position if s.due_cards and rng.random() < 0.8 else position(rng, s), rng.choice([None, *DECK])
    ),
}


CROUPIER_ACTS = frozenset(
    {
        *("count-pack", "shuffle-pack", "cut-pack", "insert-cut-card", "burn-cards"),
        *("open-bets", "close-bets", "call-person", "settle", "stop-card-out"),
    }
)


def suited(rng: random.Random, state: State, kind: str) -> PersonId:
    """Somebody who might do such a thing."""
    match kind:
        case "away" | "back" | "lead-out":
            return CLOCK
        case "award-hand" | "give-ruling" | "correct-card" | "correct-payment":
            return state.staff[pb.Role.TABLE_CHIEF]
        case "set-options" | "adopt-rulebook":
            return state.staff[pb.Role.DIRECTOR]
        case "show-hand" | "deal" | "draw-card":
            return rng.choice([state.hand_holder, state.dealer()]) or state.staff[pb.Role.CROUPIER]
        case _ if kind in CROUPIER_ACTS:
            return state.staff[pb.Role.CROUPIER]
        case _:
            return rng.choice([*state.seats.people(), *PLAYERS])


def any_act(rng: random.Random, state: State) -> Act[Any]:
    """Anything by anybody, mostly meant for the open window, half of the time by somebody whose it might be."""
    kind = rng.choice(list(BUILD))
    here = state.step
    elsewhere = [None, msgspec.structs.replace(here, serial=here.serial - 1), Step(9, 9, "bets", 1)]
    at = here if rng.random() < 0.85 else rng.choice(elsewhere)
    by = suited(rng, state, kind) if rng.random() < 0.5 else rng.choice(EVERYBODY)
    return Act(by, BUILD[kind](rng, state), at)


def face_left(rng: random.Random, state: State) -> Card:
    """A card that the shoe can still hold."""
    out = Counter(known_faces(state))
    left = [card for card in DECK if out[card] < state.settings.decks]
    return rng.choice(left)


def offered_acts(rng: random.Random, state: State, viewer: PersonId, offer: Offer) -> Iterator[Act[Any]]:
    """Yield acts that an offer describes, at the edges of what it allows."""
    options: dict[str, list[Any]] = {}
    for name, value in plain(offer.fields).items():
        match value:
            case {"min": low, "max": high, **rest}:
                step = rest.get("step", 1)
                options[name] = [low, low + (min(high, LIMIT) - low) // step * step]
            case {"min": low}:
                options[name] = [low, low + 12345]
            case {"max": high}:
                options[name] = [high]
            case [*several]:
                options[name] = [rng.choice(several), several[0]]
            case "text":
                options[name] = ["seen"]
            case "card":
                options[name] = [face_left(rng, state)]
            case "effects":
                options[name] = [[{"effect": "note-only"}]]
            case _:
                options[name] = [value]
    kind = KINDS[offer.act]
    names = set(kind.__struct_fields__)
    for choice in range(max((len(several) for several in options.values()), default=1)):
        tree = {name: several[min(choice, len(several) - 1)] for name, several in options.items() if name in names}
        yield Act(viewer, msgspec.convert(msgspec.to_builtins(tree), kind), state.step)


def known_faces(state: State) -> list[Card]:
    """Every face known of the shoe in use."""
    old = [card for coup in state.history if coup.shoe == state.shoe.number for card in coup.layout]
    turned = [] if any(card.position == 0 for card in state.layout) else [state.shoe.turned_card]
    return [face for face in (*turned, *(card.face for card in (*old, *state.layout))) if face is not None]


# --- a table under observation ----------------------------------------------------------------------------------------


class Walk:
    """A table, what happened at it, and the checks after each act."""

    def __init__(self, rng: random.Random, *, looks: float = 1.0, **options: Any) -> None:
        self.rng, self.looks = rng, looks
        kind = options.setdefault("shoe", rng.choice(list(ChanceKind)))
        decks = options.setdefault("decks", rng.choice([1, 1, 6]))
        options.setdefault("variant", rng.choice(list(pb.Variant)))
        options.setdefault("rulebook", rng.choice(["short", "short", "long"]))
        options.setdefault("standing_allowed", rng.random() < 0.7)
        options.setdefault("multiples_only", rng.random() < 0.2)
        options.setdefault("players_deal", rng.random() < 0.8)
        options.setdefault("side_bets", rng.choice([(), SIDE_BETS]))
        self.source = Shuffled(kind, rng.randrange(10**6), decks)
        self.state = self.twin = GAME.blank()
        self.events: list[Any] = []
        self.counts: Counter[str] = Counter()
        self.settled: set[tuple[int, int]] = set()
        self.burned: dict[int, set[int]] = {}
        self.do(Act(HOUSE, pb.OpenTable("t", minimum=1000, maximum=50000, staff=STAFF, **options)))

    # moving

    def do(self, act: Act[Any]) -> ActResult[State]:
        """Do an act through its wire form, and check what came of it."""
        act = read_act(GAME, to_tree(act))
        before = self.state
        made = transition(GAME, before, act, self.source)
        self.counts["acts"] += 1
        if isinstance(made.outcome, Refused):
            self.counts["refused"] += 1
            self.counts[f"refused {made.outcome.code}"] += 1
            assert made.state is before
            assert made.outcome.code
            again = GAME.decide(before, act)
            assert again == made.outcome, "a refusal is stable"
            assert msgspec.json.encode(made.outcome)
            return made
        self.counts[f"did {act.body.__struct_config__.tag}"] += 1
        self.state = made.state
        self.events += made.events
        self.check(before, made, act)
        return made

    def main_acts(self) -> list[Act[Any]]:
        """What the table waits for, by somebody who may do it."""
        everybody = self.rng.sample(EVERYBODY[:-3], len(EVERYBODY) - 3)
        if self.rng.random() < 0.5:  # mostly one of these has the next move: nobody else need be asked
            state = self.state
            movers = {state.dealer(), state.hand_holder, state.croupier()}
            everybody.sort(key=lambda one: one not in movers)
        for viewer in everybody:
            offers = [offer for offer in GAME.legal(self.state, viewer) if offer.main]
            if offers:
                return [act for offer in offers for act in offered_acts(self.rng, self.state, viewer, offer)]
        return []

    def go_on(self) -> None:
        """Do what the table waits for. After a ruling's note that settles nothing, the coup is void."""
        if self.state.docket.open:
            serial = self.state.docket.open[0].serial
            chief = self.state.staff[pb.Role.TABLE_CHIEF]
            effects = (fx.NoteOnly(),) if self.state.is_between_coups else (fx.VoidCoup(),)
            made = self.do(Act(chief, pb.GiveRuling(serial, effects, "goes on"), self.state.step))
            assert not isinstance(made.outcome, Refused), made.outcome
            return
        if self.state.phase is W.CLOSED:
            return
        acts = self.main_acts()
        assert acts, f"nobody can go on in {self.state.phase}"
        made = self.do(self.rng.choice(acts))
        assert not isinstance(made.outcome, Refused), made.outcome

    def lawful(self) -> None:
        """Do something that is offered to somebody."""
        viewer = self.rng.choice(EVERYBODY[:-3])
        offers = [one for one in GAME.legal(self.state, viewer) if one.act != "close-table" or self.rng.random() < 0.02]
        if offers:
            acts = list(offered_acts(self.rng, self.state, viewer, self.rng.choice(offers)))
            made = self.do(self.rng.choice(acts))
            assert not isinstance(made.outcome, Refused), made.outcome

    def stakes(self) -> None:
        """Two people stake the same on the same bet, if they may."""
        bet, wager = self.rng.choice([pb.Bet.PUNTO, pb.Bet.PUNTO, *pb.Bet]), self.state.settings.minimum
        for who in self.rng.sample(PLAYERS, 2):
            free = [seat for seat in self.state.seats.labels if seat not in self.state.seats.occupants]
            for what in (pb.Sit(self.rng.choice(free or [1])), pb.BuyIn(wager), pb.PlaceBet(bet, wager)):
                self.do(Act(who, what, self.state.step))

    def departure(self) -> None:
        """Somebody who stands goes away for long, and the hall leads him out, if it may."""
        who = self.rng.choice([*(one.person for one in self.state.seats.standing), *PLAYERS])
        for by, what in ((who, pb.StandBehind(1)), (CLOCK, pb.Away(who)), (CLOCK, pb.LeadOut(who))):
            self.do(Act(by, what, self.state.step))
        self.do(Act(HOUSE, pb.Relieve(pb.Role.INSPECTOR, self.rng.choice(EVERYBODY)), self.state.step))

    def trouble(self) -> None:
        """An incident, a ruling or a correction by the right people."""
        state, rng = self.state, self.rng
        if state.seats.standing and rng.random() < 0.2:
            self.absence(rng.choice(state.seats.standing).person)
            return
        if state.docket.open:
            by, what = state.staff[pb.Role.TABLE_CHIEF], ruling(rng, state)
        elif state.phase in (W.COUNT, W.END_OF_SHOE):
            by, what = state.staff[pb.Role.DIRECTOR], BUILD["adopt-rulebook"](rng, state)
        else:
            by = state.staff[rng.choice([pb.Role.CROUPIER, pb.Role.TABLE_CHIEF, pb.Role.INSPECTOR])]
            kinds = ["report-incident", "correct-card", "correct-card", "correct-payment", "record-claim"]
            what = BUILD[rng.choice(kinds)](rng, state)
        self.do(Act(by, what, state.step))

    def absence(self, person: PersonId) -> None:
        """Somebody goes away; he comes back, or is led out."""
        self.do(Act(CLOCK, pb.Away(person)))
        self.do(Act(CLOCK, self.rng.choice([pb.Back, pb.LeadOut])(person)))

    def anything(self) -> None:
        """Do anything at all, by anybody; the table rarely closes for good."""
        act = any_act(self.rng, self.state)
        if isinstance(act.body, pb.CloseTable) and self.rng.random() < 0.95:
            act = msgspec.structs.replace(act, by=STRANGER)
        self.do(act)

    # checking

    def check(self, before: State, made: ActResult[State], act: Act[Any]) -> None:
        state = self.state
        assert made.events, "an act that stands leaves a trace"
        assert GAME.problems(state) == ()
        assert sum(state.ledger.values()) == 0
        assert all(held >= 0 for name, held in state.ledger.items() if name.startswith("person:"))
        assert balance(state.ledger, STAKES) == sum(state.bets.values())
        assert all(amount > 0 for amount in state.bets.values())
        self.check_steps(before, made)
        self.check_cards(made)
        self.check_settlement(before, made)
        self.check_coup()
        self.check_replay(made)
        if self.rng.random() < self.looks:
            self.check_views()

    def check_steps(self, before: State, made: ActResult[State]) -> None:
        now = before
        for event in made.events:
            after = GAME.evolve(now, event)
            assert after.serial in (now.serial, now.serial + 1)
            if after.phase is not now.phase:
                assert after.serial == now.serial + 1
            assert (after.shoe.number, after.coup) >= (now.shoe.number, now.coup)
            now = after
        seen = [before.phase]
        seen += [event.phase for event in made.events if isinstance(event, e.PhaseOpened)]
        for one, other in itertools.pairwise(seen):
            assert one is other or may_move(one, other, made.events), f"{one} -> {other}"

    def check_cards(self, made: ActResult[State]) -> None:
        state = self.state
        shoe = state.shoe.number
        for event in made.events:
            if isinstance(event, e.CardsBurned):
                self.burned[shoe] = {0, *range(event.position, event.position + event.count)}
            if isinstance(event, e.CardDiscarded):
                self.burned[shoe] = {*self.burned.get(shoe, {0}), event.position}
        coups = [card.position for coup in state.history if coup.shoe == shoe for card in coup.layout]
        out = [*coups, *(card.position for card in state.layout)]
        out += sorted(self.burned.get(shoe, ()))
        assert sorted(out) == list(range(state.shoe.position)), "each card that left the shoe lies in one place"
        assert max(Counter(known_faces(state)).values(), default=0) <= state.settings.decks
        assert state.shoe.position <= state.shoe.size

    def check_settlement(self, before: State, made: ActResult[State]) -> None:
        now = before
        for event in made.events:
            if isinstance(event, e.CoupSettled | e.CoupVoided):
                key = (now.shoe.number, event.coup)
                assert key not in self.settled, "a coup is settled once"
                self.settled.add(key)
                assert sorted((line.person, line.bet, line.stake) for line in event.lines) == sorted(
                    (who, bet, stake) for (who, bet), stake in now.bets.items()
                ), "every bet has one line"
            now = GAME.evolve(now, event)

    def check_coup(self) -> None:
        """What belongs together within a coup."""
        state = self.state
        for hand in ("punto", "banca"):
            assert len([card for card in state.layout if card.place == hand]) <= 2
            assert len([card for card in state.layout if card.place == f"{hand}-3"]) <= 1
        if state.phase in (W.BETS, *CARDS_OUT - {W.SETTLE}):
            assert state.winner is None
            assert not state.natural
        if state.phase is W.SETTLE:
            assert state.winner is not None
        if state.phase in CARDS_OUT:
            holders = {*state.seats.people(), state.croupier()}
            assert state.hand_holder in holders or state.disputants, "somebody has the Player hand"
            assert state.dealer() in holders, "somebody has the shoe"

    def check_replay(self, made: ActResult[State]) -> None:
        """The events of the entry, read back from their wire form, lead to the same state."""
        plain = msgspec.json.encode(list(made.events))
        assert msgspec.json.decode(plain, type=list[GAME.event_types]) == list(made.events)
        read = [read_event(GAME, to_tree(event)) for event in made.events]
        self.twin = fold(GAME.evolve, self.twin, read)
        assert self.twin == self.state

    def check_whole_replay(self) -> None:
        read = msgspec.json.decode(msgspec.json.encode(self.events), type=list[GAME.event_types])
        assert fold(GAME.evolve, GAME.blank(), read) == self.state

    def check_views(self) -> None:
        state = self.state
        somebody = state.phase is W.CLOSED or (
            GAME.draw_awaited(state) is not None and not GAME.draw_awaited(state).by_person
        )
        asking = VIEWERS[self.counts["acts"] % len(VIEWERS)]
        assert {str(one) for one in GAME.explain(state, asking)} <= KNOWN
        for viewer in VIEWERS:
            assert msgspec.json.encode(GAME.view(state, viewer))
            offers = GAME.legal(state, viewer)
            assert msgspec.json.encode(offers)
            if viewer is None:
                assert offers == ()
                continue
            for offer in offers:
                somebody = somebody or offer.main
                for act in offered_acts(self.rng, state, viewer, offer):
                    answer = GAME.decide(state, act)
                    assert not isinstance(answer, Refused), f"offered, then refused: {act} {answer}"
                    self.counts["offers"] += 1
        assert somebody, f"nobody can go on in {state.phase}"


__all__ = ["GAME", "LIBRARY", "LONG", "SHORT", "Library", "Walk", "any_act", "person"]
