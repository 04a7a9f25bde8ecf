"""The contract of a page on the stage: its controls are the offers, no hidden face, sizes, types of the browser."""

import json
import re
import runpy
import zlib
from collections import Counter
from contextlib import AsyncExitStack
from functools import cache
from itertools import pairwise
from statistics import median, quantiles
from typing import Any, NamedTuple

import anyio
import msgspec
import pytest
from msgspec.structs import replace

from tapete.catalogue import entries
from tapete.kernel import FixedValue, Offer, PersonId
from tapete.record.codec import to_tree
from tapete.table.acts import BuyIn, Sit
from tapete.web.games import has_screen, screen_of
from tapete.web.packing import FILL, HEAD, PLAIN, PRIVATE, filled, packed_part
from tapete.web.page_context import PageContext
from tapete.web.stage import contract, page
from tapete.web.stage.roads import Shown, roads
from tapete.web.static_files import packed_file, static_files
from tests.support import ROOT
from tests.support.chemin_de_fer import table as chemin_de_fer
from tests.support.dos_panos import table as two_cloths
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.table import BANK
from tests.support.every_game import Evening, Setting, settings
from tests.support.web.following import following
from tests.support.web.house import House
from tests.support.web.pages import actions
from tests.support.web.still import StillTable, still_stage

GAMES = [key for key in entries() if has_screen(key) and screen_of(key).stage is not None]
TYPES = runpy.run_path(str(ROOT / "script" / "stage-types"))
OWN_CONTROLS = {"place-bet", "withdraw-bet", "relieve", "sit", "stand-behind", "buy-in", "give-ruling"}
"""Acts with controls of their own: spots, buttons of posts, the ways to rule; an official takes no place, no chips."""
TOLD_FIRST = {"record-claim", "adopt-rulebook", "register-machine", "register-balls", "register-series"}
"""Acts that are offered only once their fields are told, as corrections are."""


class Seen(NamedTuple):
    game: Any
    state: Any
    who: PersonId | None
    drawing: page.Drawing


@cache
def looks(setting: Setting) -> list[Seen]:
    """Return what everybody at a table sees after some acts of an evening by lot, viewer by viewer."""
    one, screen = Evening(setting, watched=False).run(60), screen_of(setting.key)

    def look(who: PersonId | None, state: Any) -> Seen:
        table: Any = StillTable(one.game, state)
        made = screen.stage(PageContext(table, who, "es", more_time=screen.more_time))  # type: ignore[misc]
        is_private = one.game.view(state, who).is_private
        return Seen(one.game, state, who, page.Drawing(made, is_private=is_private))

    return [look(who, turn.state) for who in (None, *one.people) for turn in one.turns[::3]]


TABLES = [one for key in GAMES for one in [*settings(key, 0)][:: 3 if key == "dos-panos" else 1]]
"""Each third of the two-cloth game: its pages hang little on the rulebook."""


def regions(seen: Seen) -> dict[str, Any]:
    return {name: msgspec.json.decode(one) for name, one in seen.drawing.regions.items()}


def told(offer: Offer) -> tuple[str, frozenset[tuple[str, str]]]:
    fixed = {name: one.value for name, one in offer.fields.items() if isinstance(one, FixedValue)}
    return offer.act, frozenset(
        (name, str(msgspec.json.encode(value).decode()).strip('"')) for name, value in fixed.items()
    )


def told_by(control: dict[str, Any]) -> set[tuple[str, str]]:
    """Return what a control says of itself, or lets choose in its form."""
    options = ((one["name"], value) for one in control.get("fields", ()) for value, _ in one.get("options", ()))
    return {*control["fixed_fields"].items(), *options}


@pytest.mark.slow
@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_controls_are_offers_and_no_hidden_face_is_shown(setting: Setting) -> None:
    """Every offer is one control, every control an offer; a spot that is shut says why."""
    wrong = Counter[str]()
    for seen in looks(setting):
        offers = [] if seen.who is None else [told(one) for one in seen.game.legal(seen.state, seen.who)]
        found, screen = regions(seen), seen.drawing.stage.screen
        buttons, spots = [one for one in actions(found) if "fixed_fields" in one], found["ask"].get("spots", ())
        for act, fixed in offers:
            same = [one for one in buttons if one["tag"] == act]
            many = sum(fixed <= {*one["fixed_fields"].items()} for one in same) or sum(
                fixed <= told_by(one) for one in same
            )
            if many != 1 and act not in OWN_CONTROLS:
                wrong[f"{screen}: {act} is {many} controls"] += 1
        known, desk = {act for act, _ in offers} | TOLD_FIRST, found["desk"] or {}
        noted = (*desk.get("corrections", ()), *(desk.get("noting") or {}).get("acts", ()))
        for one in buttons:
            if one["tag"] not in known and one not in noted and not one.get("why_not"):
                wrong[f"{screen}: the control {one['tag']} is no offer"] += 1
        said = found["ask"].get("said") or ""
        if said.startswith("La mesa le espera") and not found["ask"].get("main"):
            wrong[f"{screen}: the table waits for {seen.who}, who has no button"] += 1
        for word in re.findall("«(carta|no)»", said) if said.startswith("Le toca") else ():
            if not any(("word", word) in told_by(one) for one in buttons):
                wrong[f"{screen}: «{word}» is asked for and cannot be said"] += 1
        bet = found["ask"].get("bet")
        may = {one["id"] for one in spots if one.get("lay")}
        may |= {dict(fixed)[bet["field"]] for act, fixed in offers if bet and act == bet["tag"]}
        if spots and ({one["id"] for one in spots if not one.get("why_not")} != may):
            wrong[f"{screen}: a spot is open that may not be, or is shut and does not say why"] += 1
        lying = getattr(seen.game, "cards_on_table", lambda _: ())(seen.state)
        seeable = Counter(str(one.face) for one in lying if one.face_up or seen.who in one.seen_by)
        hands = [one for one in found["felt"].get("hands", ()) if not one.get("is_past")]
        shown = Counter(card["face"] for hand in hands for card in hand.get("cards", ()) if card.get("face"))
        if lying and not shown <= seeable:
            wrong[f"{screen}: {shown - seeable} of {seen.who}"] += 1
    assert not wrong, wrong


@pytest.mark.parametrize("key", GAMES)
def test_messages_are_small(key: str) -> None:
    sizes, sent = [], page.Sent()
    every = [seen for one in TABLES if one.key == key for seen in looks(one)]
    for before, seen in pairwise(every):
        data = sent.message(seen.drawing).encode()
        sizes += [len(filled(packed_part(data), FILL))] if before.who == seen.who else []
    private = [page.Sent().message(one.drawing).encode() for one in every if one.drawing.is_private]
    assert max(map(len, private), default=0) <= FILL * PRIVATE * PLAIN / 2
    assert max((len(packed_part(one)) for one in private), default=0) <= FILL * PRIVATE / 2
    assert bool(private) == (key in ("chemin-de-fer", "dos-panos"))
    assert median(sizes) <= 2_000
    assert quantiles(sizes, n=20)[-1] <= 8_000


def test_the_first_view_is_small() -> None:
    """All that a table page may fetch, compressed as it is sent."""
    own = [name for name in static_files() if name.startswith("stage/") or name.endswith("preact-htm.module.js")]
    assert sum(len(packed_file(name)) for name in own) + 12_000 <= 100_000


@pytest.mark.slow
def test_the_parts_have_names_for_a_generator_and_the_types_of_the_browser_are_theirs() -> None:
    """After a change of the model: ``script/stage-types``, ``script/page-examples``."""
    names = [one["title"] for one in contract.schemas().values()]
    assert len({*names}) == len(names) > 25
    assert all(one.isidentifier() and one.startswith(contract.PREFIX) for one in names)
    for made in (TYPES, runpy.run_path(str(ROOT / "script" / "page-examples"))):
        assert made["PAGE"].read_text("utf-8").splitlines() == list(made["lines"]())


@pytest.mark.slow
def test_the_modules_of_the_browser_keep_to_the_types() -> None:
    if lacks := TYPES["lacking"]():
        pytest.skip(lacks)
    assert TYPES["check"]() == ""


async def test_ten_tabs_of_a_person_share_one_drawing_and_get_the_same_bytes(house: House, /, monkeypatch: Any) -> None:
    monkeypatch.setattr(page, "_now", lambda: 0)
    taken, drawn = {"accept-encoding": "gzip"}, house.app.state.drawings._made
    pages = [("como/ana", {"cookie": house.cookie("ana"), **taken})] * 10 + [("publico", taken)] * 3
    async with AsyncExitStack() as stack:
        opened = [following(house.app, f"/mesa/mesa/{where}/flujo?lang=es", **headers) for where, headers in pages]
        tabs = [await stack.enter_async_context(one) for one in opened]
        for number in (1, 2):
            had = [len(tab.sent) * (number - 1) for tab in tabs]
            await (house.act("bea", Sit(2)) if number == 2 else anyio.sleep(0))
            for tab, size in zip(tabs, had, strict=True):
                while len(tab.sent) <= size:
                    await tab.more()
            assert len(drawn) == 2, "one for Ana, one for the public"
        told = [bytes(tab.sent) for tab in tabs]
    assert (len({*told[:10]}), len({*told[10:]})) == (1, 1)
    assert (len(told[0]) - len(HEAD)) % FILL == 0, "a length tells nothing"
    assert zlib.decompressobj(31).decompress(told[0]).count(b"\n\n") == 2


async def test_a_program_reads_the_page_that_a_browser_draws(house: House, /) -> None:
    token, address = await house.token("ana"), "/api/v1/tables/mesa/page"
    first = await house.client.get(f"{address}?lang=fr", headers=token)
    assert first.json()["regions"].keys() == {*contract.Regions.__struct_fields__}
    assert msgspec.convert(first.json(), contract.Message).screen == "player"
    had = {"if-none-match": first.headers["etag"]}
    for lang, headers, status in (("fr", token | had, 304), ("es", token | had, 200), ("fr", had, 200)):
        assert (await house.client.get(f"{address}?lang={lang}", headers=headers)).status_code == status
    async with following(house.app, f"{address}/stream?lang=fr", **token) as stream:
        for names in (contract.Regions.__struct_fields__, ("felt", "ask")):
            told = msgspec.json.decode((await stream.next()).partition("data: ")[2].partition("\n")[0])
            assert told["regions"].keys() == {*names}
            await house.act("bea", Sit(2) if len(names) > 2 else BuyIn(500))


def test_nothing_of_a_former_shoe_lies_on_the_felt() -> None:
    """What the eye takes for this shoe's: cards, totals, a result, what was said of it, the coup before."""
    cloths = two_cloths.opened(WON).announced(BANK, shoes=2).deposited(BANK).shoe().delivered()
    cloths.play.state = replace(cloths.state, shoe=replace(cloths.state.shoe, stop=cloths.state.shoe.position + 2))
    bank = chemin_de_fer.opened(coups=("tie",) * 11 + ("banca",), decks=1).bank()
    for one in ("tie",) * 11 + ("banca",):
        bank.coup(one, ana=100_00)
    for made in (coup(cloths).shoe(), bank.shoe()):
        history = screen_of(made.play.game.key).history()  # type: ignore[misc]
        for event in (event for turn in made.turns for event in turn.events):
            history.read(to_tree(event), ())
        felt = json.loads(msgspec.json.encode(still_stage(made.play.game, made.state, None, history=history).felt))
        told = {name: felt.get(name) for name in ("result", "past", "loose", "word")}
        hands = [
            felt.get("bank", {}).get("hand"),
            *felt.get("hands", ()),
            *(one["hand"] for one in felt.get("cloths", ())),
        ]
        lying = [one for one in filter(None, hands) if one.keys() & {"cards", "total", "is_winner"}]
        results = [one["result"] for one in felt.get("cloths", ()) if one.get("result")]
        said = [one for one in felt["said"] if "gana" in one or "paño 7" in one]
        assert (told, lying, results, said) == (dict.fromkeys(told), [], [], []), made.play.game.key


COUPS = {"B": Shown("banca", "both"), "P": Shown("punto"), "T": Shown("empate")}
BIG = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (4, 0)]


def test_the_five_roads_of_a_known_shoe() -> None:
    """Columns of two, three, three, one and one; worked out by hand."""
    shoe = "BBPPPBTBBPB"
    made = roads([COUPS[one] for one in shoe], (), 12)
    assert [(one.column, one.row, one.kind[0].upper()) for one in made.bead if one.kind != "empate"] == [
        (at // 6, at % 6, one) for at, one in enumerate(shoe) if one != "T"
    ]
    assert [(one.column, one.row) for one in made.big] == BIG
    assert [at for at, one in enumerate(made.big) if one.ties] == [5]
    assert {one.pairs for one in made.big if one.kind == "banca"} == {"both"}
    derived = {name: "".join(one.kind[0] for one in getattr(made, name)) for name in ("big_eye", "small", "cockroach")}
    assert derived == {"big_eye": "rbbrrrb", "small": "rbbb", "cockroach": "b"}


def test_a_long_road_turns_at_the_bottom_and_keeps_its_last_columns_in_sight() -> None:
    """Eight of the bank turn right in the last row; two of the punto beside them bend where the way down is taken."""
    shoe = "T" + "B" * 8 + "P" * 6 + "B"
    made = roads([COUPS[one] for one in shoe], (), 12)
    down = [(0, row) for row in range(6)]
    bent = [(1, 5), (2, 5), *((1, row) for row in range(5)), (2, 4), (2, 0)]
    assert [(one.column, one.row) for one in made.big] == [*down, *bent]
    assert [one.ties for one in made.big] == [1] + [0] * 14
    long = roads([COUPS[one] for one in "BPPBBBP" * 20], (), 6)
    kept = {
        name: {one.column for one in getattr(long, name)} for name in ("bead", "big", "big_eye", "small", "cockroach")
    }
    assert kept == {name: {*range(6 if name == "bead" else 12)} for name in kept}
