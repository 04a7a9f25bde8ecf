"""An evening of any game, or a day of the house, by lot: what every game owes is asked after each act."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete import kernel
from tapete.catalogue import entry, recorded_engines
from tapete.chance import CardOut, ChanceKind, DealsCards, DrawsTokens, SealShoe, SealUrn, answer_draw
from tapete.front.table import ShuffledShoe
from tapete.house import acts as h
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import SlipKind
from tapete.play import ActResult, KeyedShoe, transition
from tapete.record.codec import read_act, read_event, to_tree
from tapete.record.notation import play, read_notation
from tapete.record.notation.play import ListedOrders, as_listed
from tapete.record.notation.text import with_rulebooks
from tapete.table.staff import Role
from tests.support import ROOT, wander
from tests.support.offered import promised_values
from tests.support.two_worlds import Other, apart, has_hidden_card, page

SEED = os.environ.get("TAPETE_SEED", "0")
"""The evenings; what is asked of them holds for any."""
STRANGER = kernel.PersonId("nobody-known")
PLAYERS = tuple(map(kernel.PersonId, ("ana", "bea", "ceu", "dino", "eva", "fito", "gala")))
PURSES = (3_000_00, 3_000_00, 47_50)
"""What people bring: some can hold a bank, some hardly a stake."""
TRIED = 12
"""So many people try something that they may not be offered, after each act."""
KEYS = tuple(recorded_engines())
BEYOND_TELLING = (kernel.Text, kernel.Effects, kernel.CardFace)
"""Fields of which an offer does not say what they may hold."""
UNTOLD = {
    "count-pack": "what is counted is found, not chosen: only the whole pack goes on",
    "check-cards": "what is counted is found, not chosen: a card too many is noted too",
    "give-ruling": "whoever judges must say why; the offer of the two cloths does not say so",
    "prove-deposit": "which place and which institution go together is not told",
    "collect-unsold": "what is counted is found, not chosen: too many is noted too",
    "lodge-proof": "how much each of those people may still lose is not told",
    "write-slip": "a slip with neither chips nor cash is empty, whichever of the two is written first",
}
"""Acts whose offers do not tell all that is asked of them."""
UNOFFERED = {
    "stand-behind": "whoever is on his feet, or leaves a seat, goes where he likes: nobody asks him to",
    "join-list": "an official may enter anybody who asks him",
    "join-banco": "a partner may speak before whoever is to lead",
    "pledge-share": "what is pledged to one may be pledged to another",
    "report-cause": "a listed cause makes the game void at the table chief's word: that is what he is offered",
    "prove-deposit": "anybody may prove a deposit before he asks for a bank",
    "relieve": "whoever relieves an official comes from elsewhere",
}
"""Acts that are taken though nobody offers them."""
LOOSE = {
    "stake-on-line": "of an odd cent the greater half plays: a cent less than twice the minimum is enough",
    "pledge-share": "several pledges may make a bank together, none of which is one alone",
}
"""Acts of which a little less is taken than is offered."""


class Setting(NamedTuple):
    key: str
    fields: tuple[tuple[str, Any], ...] = ()
    table: str = ""

    def __str__(self) -> str:
        told = self.table or " ".join(str(value) for name, value in self.fields if name not in LIMITS)
        return f"{self.key} {told}".strip()


LIMITS = {"minimum": 10_00, "maximum": 500_00, "bank_minimum": 100_00, "bank_maximum": 2_000_00, "places": 6}


def tables(key: str) -> list[str]:
    paths = [*(ROOT / "tests" / "tables" / key).glob("*.toml"), *(ROOT / "tests" / "record" / "tables").glob("*.toml")]
    return [str(one.relative_to(ROOT / "tests")) for one in sorted(paths) if f'"{key}"' in one.read_text("utf-8")[:400]]


def settings(key: str, recorded: int) -> Iterator[Setting]:
    """Yield tables of a game under every rulebook, variant, bank mode and conduct, and so many recorded ones."""
    if key == ESTABLISHMENT.key:
        yield from (Setting(key, (("has_admission", one),)) for one in (True, False))
        return
    named = {one.name: one for one in msgspec.structs.fields(entry(key).form().act)}
    rows: list[dict[str, Any]] = [{"rulebook": book.id} for book in entry(key).engine(None).library.of(key)]
    for name, field in sorted(named.items()):
        kind = field.type
        if isinstance(kind, type) and issubclass(kind, Enum):
            rows = [{**row, name: one} for row in rows for one in kind if one is not ChanceKind.SEALED]
    rows = [row for row in rows if ChanceKind.KEYED not in row.values() or row["rulebook"] == rows[0]["rulebook"]]
    yield from (one for row in rows if engine_and_turns(one := Setting(key, tuple(row.items()))) is not None)
    chance, every = Random(f"{SEED} {key}"), tables(key)
    yield from (Setting(key, table=one) for one in chance.sample(every, min(recorded, len(every))))


SECRET = 1_000_000
"""From here the acts of another world are counted that differs by what somebody said in secret."""
ALIKE = 8
"""After so many acts another world in which no card differs is given up."""


@cache
def engine_and_turns(setting: Setting) -> Any:
    """Return game, cards, who answers for them, turns and people; ``None`` where no table is opened so."""
    key, chance = setting.key, Random(f"{SEED} {setting}")
    if setting.table:
        notation = read_notation(ROOT / "tests" / setting.table)
        game, source = with_rulebooks(entry(key).engine(None), notation), ListedOrders(notation)
        run = play(game, notation)
        turns = [one for one in ((run.opening,) if run.opening else ()) + run.turns if one.acts]
        staff = notation.opening_fields.get("staff", {})
        people = dict.fromkeys(map(kernel.PersonId, (*notation.people.values(), *staff.values())))
        cuts = range(max(1, len(turns) // 3), max(2, len(turns)))
        in_hand = [cut for cut in cuts if isinstance(game, DealsCards) and has_hidden_card(game, turns[cut - 1].state)]
        cut = chance.choice(in_hand or cuts)
        for one in turns[:cut]:
            for drawn in one.acts:
                if isinstance(drawn.body, SealUrn) and isinstance(game, DrawsTokens):
                    source.fill(drawn.body.urn, game.urn_tokens(one.state))
        return game, source, as_listed, tuple(turns[:cut]), tuple(people)
    if key == ESTABLISHMENT.key:
        dora, caja, puerta, jefa, ines = people = tuple(
            map(kernel.PersonId, ("dora", "caja", "puerta", "jefa", "ines"))
        )
        opening = [
            (kernel.HOUSE, h.OpenHouse("Casino", dora, **dict(setting.fields))),
            (dora, h.OpenDay("2026-11-22")),
            (dora, h.GoOnDuty(Role.CASHIER, caja)),
            (dora, h.GoOnDuty(Role.ADMISSION, puerta)),
            (kernel.HOUSE, h.NoteTableOpen("mesa-1", "punto-y-banca")),
            (kernel.HOUSE, h.NoteTablePost("mesa-1", Role.TABLE_CHIEF, jefa)),
            (kernel.HOUSE, h.NoteTablePost("mesa-1", Role.INSPECTOR, ines)),
            (caja, h.WriteSlip(SlipKind.SUPPLY, 5_000_000, cash=2_000_000)),
            (dora, h.SignSlip(1)),
            (caja, h.WriteSlip(SlipKind.OPENING, 1_000_000, "mesa-1")),
            (jefa, h.SignSlip(2)),
            *((puerta, h.Admit(who)) for who in PLAYERS[:3]),
            *((caja, h.SellChips(who, 50_000)) for who in PLAYERS[:2]),
        ]
        made = begun(ESTABLISHMENT, opening, None)
        return ESTABLISHMENT, None, None, made, (*people, *PLAYERS[:4])
    game, form, fields = entry(key).engine(None), entry(key).form(), dict(setting.fields)
    is_keyed = ChanceKind.KEYED in fields.values()
    source: Any = KeyedShoe() if is_keyed else ShuffledShoe(chance.randrange(10**6))
    asked = {one.name for one in msgspec.structs.fields(form.act)}
    if "minimum" in asked:
        fields |= {name: LIMITS[name] for name in LIMITS if name in asked}
    if fields.get("mode") == "open":
        fields |= {"bank_maximum": 0, "maximum": 0}
    staff = {role: kernel.PersonId(str(role)) for role in (*entry(key).posts, *entry(key).further_posts)}
    staff = {role: who for role, who in staff.items() if not str(role).startswith("seller")}
    what = form.make(msgspec.to_builtins({**fields, "name": "mesa-1", "staff": staff}))
    if not (turns := begun(game, [(kernel.HOUSE, what)], source)):
        return None
    return game, source, answer_draw, turns, (*staff.values(), *PLAYERS)


def begun(game: Any, acts: Iterable[tuple[kernel.PersonId, Any]], source: Any) -> tuple[ActResult[Any], ...]:
    turns: list[ActResult[Any]] = []
    for who, what in acts:
        state = turns[-1].state if turns else game.blank()
        turns.append(transition(game, state, kernel.Act(who, what, game.step(state)), source))
        if not turns[-1].acts:
            return ()
    return tuple(turns)


@cache
def one_of_each(key: str) -> tuple[Any, ...]:
    folder = ROOT / "tests" / "record" / "golden" / key / "acts"
    game = recorded_engines()[key]
    return tuple(read_act(game, json.loads(one.read_bytes())).body for one in sorted(folder.glob("*.json")))


def tag(what: Any) -> str:
    return str(type(what).__struct_config__.tag)


def written(value: Any) -> str:
    return json.dumps(wander.plain(value), ensure_ascii=False)


class Evening:
    """A table or a house on which people do by lot what they are offered; ``wrong`` is what was found."""

    def __init__(self, setting: Setting, seed: str = SEED, *, watched: bool = True) -> None:
        self.setting, self.chance = setting, Random(f"{seed} {setting}")
        self.game, self.source, self.answer, turns, self.people = engine_and_turns(setting)
        self.state, self.turns = turns[-1].state, list(turns)
        self.kinds, self.done = wander.kinds_of(self.game), Counter[str]()
        self.watched = watched
        """Unwatched, it is only played: for those who want events."""
        self.open: Any = None
        """The state of somebody who reads the public part of the record alone."""
        self.wrong: list[str] = []
        self.asked: Counter[str] = Counter()
        self.other: Any = None
        """The state of the other world, while there is one."""
        self.others: Any = None
        self.knowers: set[str | None] = set()
        self.since = 0
        self.offers: dict[kernel.PersonId, tuple[Any, ...]] = {}
        self.offered: list[tuple[Any, kernel.PersonId, str]] = []
        """The state, who, and which act was offered to him."""
        self.answered: list[tuple[Any, kernel.Act[Any], Any]] = []

    def say(self, promise: str, *what: Any) -> None:
        at = f"{self.setting}, after act {len(self.turns)}, {self.game.step(self.state)}"
        self.wrong.append(f"{at}: {promise}: " + "; ".join(map(str, what)))

    def decide(self, state: Any, who: kernel.PersonId, what: Any, at: Any = None) -> Any:
        act = kernel.Act(who, what, at or self.game.step(state))
        outcome = self.game.decide(state, act)
        self.keep(state, act, outcome)
        return outcome

    def keep(self, state: Any, act: kernel.Act[Any], outcome: Any) -> None:
        self.answered.append((state, act, outcome))
        if isinstance(outcome, kernel.Refused):
            if outcome.clauses and outcome.rests_on != outcome.clauses:
                self.say("a refusal names the clauses that refuse", f"{act.body} of {act.by}", outcome)
        elif not outcome.events:
            self.say("what is taken does something", f"{act.body} of {act.by} led to nothing")

    def run(self, acts: int) -> Evening:
        if not self.setting.table and self.setting.key != ESTABLISHMENT.key:
            self.take_places()
        self.open = kernel.fold(self.game.evolve, self.game.blank(), [one for turn in self.turns for one in bare(turn)])
        self.look()
        for number in range(acts):
            made = self.go_on(number)
            if made is None or len(self.wrong) > 8:
                break
            if number % 10 == 4 and self.watched:
                self.bounds()
        if self.watched:
            self.record()
        return self

    def take_places(self) -> None:
        for seat, who in enumerate(PLAYERS, 1):
            wanted = {"sit": {"seat": seat}, "stand-behind": {"seat": 1}, "buy-in": {"amount": PURSES[seat % 3]}}
            for act, given in wanted.items():
                if act in self.kinds and not (act == "stand-behind" and who in self.state.seats.people()):
                    what = msgspec.convert({"act": act, **given}, self.kinds[act])
                    made = transition(
                        self.game, self.state, kernel.Act(who, what, self.game.step(self.state)), self.source
                    )
                    self.turns += [made] if made.acts else []
                    self.state = made.state

    def go_on(self, number: int) -> bool | None:
        if self.setting.key == ESTABLISHMENT.key and self.chance.random() < 0.4:
            who, what = kernel.HOUSE, of_a_table(self.chance, self.people)
        else:
            found = wander.chosen(self.offers, self.chance, self.done)
            if found is None:
                return None
            who, offer = found
            made = wander.bodies(self.kinds, offer, self.chance, self.proposal, every=False)
            if not made:
                return False
            what = made[0]
        if tag(what) in ("close-table", "close-hall", "close-day") and number < 40:
            return False
        if self.watched and self.other is None and self.game.key != "bingo" and self.chance.random() < 0.3:
            self.fork()
        return self.do(who, what)

    def proposal(self) -> Any:
        return wander.proposal([self.game.view(self.state, who) for who in self.people], self.chance)

    def do(self, who: kernel.PersonId, what: Any) -> bool:
        game, before = self.game, self.state
        act = kernel.Act(who, what, game.step(before))
        made = transition(game, before, act, self.source, self.answer)
        self.keep(before, act, made.outcome)
        if self.other is not None:
            self.in_the_other_world(act, made)
        if isinstance(made.outcome, kernel.Refused):
            return False
        self.turns.append(made)
        self.state = made.state
        if what.private() and self.other is None:
            self.fork_by_secret(before, act)
        if self.watched:
            self.open = kernel.fold(self.game.evolve, self.open, bare(made))
            if self.game.view(self.open, None) != self.game.view(self.state, None):
                self.say("the public part of the record shows the public screen", tag(what), tag(made.events[-1]))
            self.money(before, made)
            self.cards(made)
            self.repeated(act)
        self.look()
        return True

    def money(self, before: Any, made: ActResult[Any]) -> None:
        """Whatever moves comes from somewhere: each event, and the books of the table, sum to nought."""
        moved: Counter[str] = Counter()
        for event in made.events:
            legs = self.game.postings(event)
            if total := sum(leg.amount for leg in legs):
                self.say("money sums to nought", f"{tag(event)} makes {total} cents: {legs}")
            for leg in legs:
                moved[leg.account] += leg.amount
        old, new = before.ledger, self.state.ledger
        shown = {name: new.get(name, 0) - old.get(name, 0) for name in sorted({*old, *new, *moved})}
        if other := {name: (moved[name], by) for name, by in shown.items() if moved[name] != by}:
            self.say("the books move by what is posted", f"posted, moved: {other}")
        if self.game.key != ESTABLISHMENT.key and (total := sum(new.values())):
            self.say("money sums to nought", f"the table holds {total} cents more than it was given")
        low = {name: held for name, held in new.items() if held < 0 and name.startswith(("person:", "bank", "tips"))}
        if low and self.game.key != ESTABLISHMENT.key:
            self.say("nobody has less than nothing", low)
        if breaches := self.game.problems(self.state):
            self.say("the table is sound", breaches)

    def cards(self, made: ActResult[Any]) -> None:
        """Each card lies where it lies once: places in the shoe follow one another, and the faces are those drawn."""
        if not isinstance(self.game, DealsCards):
            return
        drawn: dict[int, Any] = {}
        for one in (act for turn in self.turns for act in turn.acts):
            match one.body:
                case SealShoe():
                    drawn = {}
                case CardOut(position=at, face=face):
                    if at in drawn and (drawn[at] or at not in drawn):
                        self.say("a card leaves the shoe once", f"card {at} leaves it twice")
                    drawn[at] = face
        lying = self.game.cards_on_table(self.state)
        places = Counter(card.position for card in lying)
        if twice := [at for at, many in places.items() if many > 1]:
            self.say("a card lies in one place", f"cards {twice} lie twice: {[(c.position, c.place) for c in lying]}")
        if foreign := [at for at in places if at not in drawn]:
            self.say("a card that lies there has left the shoe", foreign)
        for card in lying:
            if drawn.get(card.position) and card.face and drawn[card.position] != card.face and not self.is_keyed():
                self.say("a card keeps its face", f"card {card.position} was {drawn[card.position]}, is {card.face}")

    def is_keyed(self) -> bool:
        return bool(getattr(self.state, "is_keyed", False) or getattr(self.state.settings, "shoe", "") == "keyed")

    def fork(self) -> None:
        if self.source is None or self.source.kind is ChanceKind.KEYED or not isinstance(self.game, DealsCards):
            return
        out = 0
        for one in (act for turn in self.turns for act in turn.acts):
            out = 0 if isinstance(one.body, SealShoe) else out
            out = max(out, one.body.position + 1) if isinstance(one.body, CardOut) else out
        series = self.game.step(self.state).series
        if not series:  # no shoe is sealed yet: nothing could differ
            return
        self.other, self.others = self.state, Other(self.source, series, out, self.chance)
        self.knowers, self.since = set(), 0

    def fork_by_secret(self, before: Any, act: kernel.Act[Any]) -> None:
        """Begin another world, in which somebody did the same with another value of what he alone may know."""
        numbers = [name for name in act.body.private() if isinstance(getattr(act.body, name), int)]
        for name in numbers:
            what = replace(act.body, **{name: getattr(act.body, name) + self.chance.choice((1, -1))})
            outcome = self.game.decide(before, kernel.Act(act.by, what, act.at))
            if isinstance(outcome, kernel.Accepted):
                self.other, self.others = kernel.fold(self.game.evolve, before, outcome.events), self.source
                staff = {who for role, who in holders(before) if role in ("director", "inspector", "cashier")}
                self.knowers = {act.by, getattr(what, "person", None) or act.by, *staff}
                self.since = SECRET

    def in_the_other_world(self, act: kernel.Act[Any], made: ActResult[Any]) -> None:
        """Do there what was done here: who has not seen what differs is answered the same."""
        there = transition(self.game, self.other, act, self.others, self.answer)
        self.since += 1
        refused = [isinstance(one.outcome, kernel.Refused) for one in (made, there)]
        apart = self.since > SECRET + 3 or any(refused) != all(refused)
        up = any(card.face_up or twin.face_up for card, twin in self.differing(made.state, there.state))
        is_told = up or shown(made) != shown(there)
        apart = apart or is_told
        if act.by not in self.knowers and not is_told and self.since < SECRET:
            self.asked["an answer in two worlds"] += 1
            one, other = public(made), public(there)
            if one != other:
                self.say("an answer tells nothing that nobody may see", f"{tag(act.body)} of {act.by}", one, other)
                apart = True
        self.other = None if apart else there.state if not any(refused) else self.other

    def differing(self, one: Any, other: Any) -> list[tuple[Any, Any]]:
        if not isinstance(self.game, DealsCards):
            return []
        pairs = zip(self.game.cards_on_table(one), self.game.cards_on_table(other), strict=False)
        return [(card, twin) for card, twin in pairs if card.face != twin.face]

    def compare(self) -> None:
        """Who has not seen what differs sees the same: his view, his offers, his clauses, now and then his page."""
        differing = self.differing(self.state, self.other)
        if not differing and self.since < SECRET:
            self.other = None if self.since > ALIKE else self.other
            return
        for card, twin in differing:
            self.knowers |= {*card.seen_by, *twin.seen_by}
        viewers = [who for who in (None, STRANGER, *self.people) if who not in self.knowers]
        for who in self.chance.sample(viewers, min(4, len(viewers))):
            self.asked["a look at two worlds"] += 1
            is_page = self.game.key != ESTABLISHMENT.key and self.chance.random() < 0.15
            looks = [self.told(state, who, is_page=is_page) for state in (self.state, self.other)]
            for what in looks[0]:
                if looks[0][what] != looks[1][what]:
                    found = apart(*(written(one[what]) for one in looks))
                    self.say("two worlds look alike", f"{who or 'the public'} can tell by {what}", *found)
                    self.other = None
                    return

    def told(self, state: Any, who: kernel.PersonId | None, *, is_page: bool) -> dict[str, Any]:
        game, found = self.game, {}
        for name, look in (("the view", game.view), ("the offers", game.legal), ("the clauses", game.explain)):
            found[name] = look(state, who)
        return found | ({"the page": page(game, state, who)} if is_page else {})

    def look(self) -> None:
        game, state = self.game, self.state
        if self.other is not None:
            self.compare()
        self.offers = {who: game.legal(state, who) for who in (*self.people, STRANGER)}
        tried: list[Any] = []
        knows = game if isinstance(game, kernel.KnowsNextStep) else None
        main_offers = dict(knows.main_offers(state, list(self.offers))) if knows and self.watched else {}
        for who, found in self.offers.items() if self.watched else ():
            if knows:
                assert main_offers.get(who, ()) == tuple(one for one in found if one.main), (who, "what goes on")
            for offer in found:
                self.offered.append((state, who, offer.act))
                for what in wander.bodies(self.kinds, offer, self.chance, self.proposal, every=False):
                    tried.append(what)
                    is_range = getattr(what, "first", 0) <= getattr(what, "last", 0)
                    if not (is_told(offer) and allows((offer,), what) and is_range):
                        continue
                    self.asked["an offer"] += 1
                    if isinstance(outcome := self.decide(state, who, what), kernel.Refused):
                        self.say("what is offered is taken", f"{who} is offered {offer}", f"{what}: {outcome}")
        more = one_of_each(game.key)
        pool = (*tried, *self.chance.sample(more, min(4, len(more))))
        for who in self.chance.choices((*self.people, STRANGER, kernel.HOUSE), k=TRIED if self.watched else 0):
            self.not_offered(who, self.chance.choice(pool))

    def not_offered(self, who: kernel.PersonId, what: Any) -> None:
        """What somebody does without being offered it is refused, or is an irregularity that the table takes up."""
        self.asked["an act that was not offered"] += 1
        if (
            not isinstance(self.decide(self.state, who, what), kernel.Accepted)
            or who in kernel.SYSTEM
            or tag(what) in UNOFFERED
        ):
            return
        if not allows(self.offers[who], what):
            self.say("what is not offered is refused", f"{who} is not offered {what}", "it is accepted")

    def repeated(self, act: kernel.Act[Any]) -> None:
        if act.by in kernel.SYSTEM or act.body.is_timeless:
            return
        if self.game.step(self.state) != act.at:
            self.asked["a repeat"] += 1
            outcome = self.decide(self.state, act.by, act.body, act.at)
            if not isinstance(outcome, kernel.Refused) or outcome.code not in ("window-closed", "table-closed"):
                self.say("a repeat is refused", f"{act.body} of {act.by} for {act.at}", outcome)

    def bounds(self) -> None:
        """Every declared bound: one below it is refused, it is accepted, one above it is refused."""
        for who, found in self.offers.items():
            for offer in found:
                if not is_told(offer):
                    continue
                asked = self.kinds[offer.act].__struct_fields__
                if strange := [
                    key for key, of in offer.fields.items() if not isinstance(of, kernel.Note) and key not in asked
                ]:
                    self.say("an offer tells what the act takes", f"{who} is offered {offer.act}", strange)
                own = {name: one for name, one in offer.fields.items() if name in asked}
                firsts = {name: next(iter(promised_values(one)), None) for name, one in own.items()}
                for name, field in own.items():
                    if not isinstance(field, kernel.Amount | kernel.Count):
                        continue
                    for end, by in ((field.minimum, -1), (field.maximum, 1)):
                        for value in (end, end + by) if end is not None else ():
                            given = {**firsts, name: value}
                            if (
                                isinstance(own.get("last"), kernel.Count) and "first" in own
                            ):  # a range ends after it begins
                                given |= {"last": max(value, firsts["last"])} if name == "first" else {}
                                given |= {"first": min(value, firsts["first"])} if name == "last" else {}
                            self.bound(who, offer, given, taken=value == end and kernel.is_allowed(field, value))

    def bound(self, who: kernel.PersonId, offer: Any, values: dict[str, Any], *, taken: bool) -> None:
        self.asked["a bound"] += 1
        try:
            what = msgspec.convert(msgspec.to_builtins({"act": offer.act, **values}), self.kinds[offer.act])
        except msgspec.ValidationError:
            if taken:
                self.say("what is offered is taken", f"{who} is offered {offer}", f"{values} is no act")
            return
        outcome = self.decide(self.state, who, what)
        beyond = offer.act not in LOOSE and not allows(self.offers[who], what)
        if isinstance(outcome, kernel.Refused) == taken and (taken or beyond):
            promise = "what is offered is taken" if taken else "what lies beyond a bound is refused"
            self.say(promise, f"{who} is offered {offer}", f"{what}: {outcome}")

    def record(self) -> None:
        state = self.game.blank()
        for number, turn in enumerate(self.turns):
            events: list[Any] = []
            for one in turn.acts:
                act = read_act(self.game, json.loads(json.dumps(to_tree(one))))
                outcome = self.game.decide(kernel.fold(self.game.evolve, state, events), act)
                events += () if isinstance(outcome, kernel.Refused) else outcome.events
            again = [read_event(self.game, json.loads(json.dumps(to_tree(one)))) for one in turn.events]
            if events != again:
                where = f"act {number}, {turn.acts[0].body}"
                self.say("a replay is what was played", where, f"then {again}", f"now {events}")
                return
            state = kernel.fold(self.game.evolve, state, again)
        if state != self.state:
            self.say("a replay is what was played", "the state is another")


def began() -> str:
    """Return how an evening of each game begins, act by act."""
    evenings = (Evening(next(settings(key, 0))).run(8) for key in KEYS)
    return written([(turn.acts, turn.events) for one in evenings for turn in one.turns])


def is_told(offer: Any) -> bool:
    return offer.act not in UNTOLD and not any(isinstance(one, BEYOND_TELLING) for one in offer.fields.values())


def allows(offers: Iterable[Any], what: Any) -> bool:
    tree = {name: getattr(what, name) for name in what.__struct_fields__}
    own = [{name: of for name, of in one.fields.items() if name in tree} for one in offers if one.act == tag(what)]
    return any(
        all(isinstance(of, kernel.Note) or kernel.is_allowed(of, tree[name]) for name, of in one.items()) for one in own
    )


def holders(state: Any) -> list[tuple[str, kernel.PersonId]]:
    if hasattr(state, "duties"):
        return [(str(one.role), one.person) for one in state.duties]
    return [(str(role), who) for role, who in sorted(state.staff.items())]


def shown(made: ActResult[Any]) -> list[Any]:
    cards = [one for one in made.events if hasattr(one, "position") and hasattr(one, "face")]
    return [(one.position, one.face) for one in cards if "face" not in one.private()]


def bare(made: ActResult[Any]) -> list[Any]:
    """Return events as whoever has no key reads them."""
    return [replace(one, **dict.fromkeys(one.private())) if one.private() else one for one in made.events]


def public(made: ActResult[Any]) -> str:
    if isinstance(made.outcome, kernel.Refused):
        return written(made.outcome)
    return written([[wander.plain(one) for one in bare(made)], made.rests_on])


def of_a_table(chance: Random, people: tuple[kernel.PersonId, ...]) -> Any:
    who, table, amount = map(chance.choice, (people[5:], ("mesa-1", "mesa-2"), (100, 5_000, 20_000)))
    of_both = (h.BringChips, h.TakeChips, h.CallProof, h.CoverStakes)
    made: tuple[Any, ...] = (
        *(kind(who, table, amount) for kind in of_both),
        *(kind(who, table) for kind in (h.UseProof, h.ReturnProof, h.ClaimBank, h.DropBank)),
        *(kind(table, amount) for kind in (h.BringCash, h.PayCash)),
        h.NoteSeat(who, chance.choice((table, ""))),
        h.NoteTableOpen("mesa-2", "chemin-de-fer"),
        h.NoteTableClosed("mesa-2"),
        h.KeepAward(table, "salon", who, amount, chance.choice((1, 2)), True),
        h.NoteTablePost(table, Role.CROUPIER, chance.choice((who, None))),
    )
    return chance.choice(made)
