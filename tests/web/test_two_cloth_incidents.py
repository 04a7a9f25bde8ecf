"""Errors at a real table on two cloths, as everybody's page shows them: what can be reported and with which facts,
what is proposed, what holds afterwards.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import BarPerson, BarredAction, Party, Until, VoidCoup
from tapete.games.baccarat.procedure import Settle
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import CoupEnded
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import CLOCK, Accepted, Act, PersonId
from tapete.record.codec import to_tree
from tapete.table.acts import TimeUp
from tapete.web.games.dos_panos.log_wording import log_wording
from tapete.web.games.dos_panos.notices import RecentEvents
from tapete.web.games.dos_panos.preview import preview
from tapete.words import LANGS, label, topics
from tapete.words.sentences import event as event_sentence
from tests.support.dos_panos.observed import BOTH, Observed, betting, dealt, first_cards, spoken
from tests.support.dos_panos.walks import GAME
from tests.support.web.still import StillTable, still_part

SHOE = f"{first_cards('2s As', '2h Ah', '2c 3c')} 7h 2d 9s"
"""The first cloth has 3, the second 3, the bank 5."""

VIEWERS = (None, "croupier", "inspector", "director", "rosa", "ana", "carla", "nobody")


def early() -> Observed:
    return betting(SHOE).report(Accident.EARLY_DRAW, Party.BANKER, count=1)


def lost_card() -> Observed:
    return dealt(SHOE).report(Accident.BASKET, position=0)


def wrong_word() -> Observed:
    return spoken(SHOE, "no", "carta").do("rosa", DrawCard()).shown()


def natural_kept_back() -> Observed:
    return spoken(f"{first_cards('2s As', '2h Ah', '4c 4h')} 7h 2d 9s", "carta", "carta").do("rosa", Stand()).shown()


def unwanted_card() -> Observed:
    made = dealt(SHOE).said("1", "no").said("2", "carta").looked()
    return made.do("rosa", a.GiveCard(Hand.PRIMERO))


def card_of_other_cloth() -> Observed:
    made = dealt(SHOE).said("1", "carta").said("2", "carta").looked()
    return made.do("rosa", a.GiveCard(Hand.SEGUNDO))


def card_withheld() -> Observed:
    return dealt(SHOE).said("1", "carta").said("2", "carta").looked().do("rosa", DrawCard())


def misdeal() -> Observed:
    return betting(SHOE).closed().do("rosa", a.DealCard(Hand.BANCA))


def thrown(by: Party) -> Observed:
    return dealt(SHOE).report(Accident.THROWN, by, hand=Hand.PRIMERO)


def belied_testimony() -> Observed:
    made = dealt(SHOE, real=True).do("ana", a.Lift(Hand.PRIMERO))
    made.report(Accident.THROWN, Party.CROUPIER, hand=Hand.PRIMERO).do("ana", a.Testify(Hand.PRIMERO, 4))
    return made.ruled("inspector").said("1", "carta").said("2", "carta").looked().given().do("rosa", DrawCard()).shown()


def taken_by_another() -> Observed:
    made = dealt(SHOE).said("1", "no")
    return made.report(Accident.WRONG_HOLDER, Party.PLAYER, hand=Hand.PRIMERO, person=PersonId("bea"))


def two_words() -> Observed:
    return dealt(SHOE).said("1", "no").report(Accident.TWO_WORDS, Party.PLAYER, hand=Hand.PRIMERO)


def advised() -> Observed:
    made = dealt(SHOE)
    return made.report(Accident.ADVICE, Party.PLAYER, hand=Hand.PRIMERO, person=PersonId("bea"))


def misannounced() -> Observed:
    return spoken(SHOE, "carta", "carta").report(Accident.MISANNOUNCED, Party.BANKER)


def fallen() -> Observed:
    return dealt(SHOE).report(Accident.FLOOR, position=1)


def unforeseen() -> Observed:
    return betting(SHOE).report(Accident.OTHER, note="algo raro")


SCENES = {
    one.__name__: one
    for one in (
        *(early, lost_card, wrong_word, natural_kept_back, unwanted_card, card_of_other_cloth, card_withheld, misdeal),
        *(belied_testimony, taken_by_another, two_words, advised, misannounced, fallen, unforeseen),
    )
} | {f"thrown_by_{by}": (lambda by=by: thrown(by)) for by in (Party.PLAYER, Party.CROUPIER)}  # type: ignore[misc]


@cache
def scene(name: str) -> Observed:
    return SCENES[name]()


def words(page: str) -> str:
    """Return the text of a page."""
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", page, flags=re.S)))


def incident_of(page: str) -> str:
    return page.partition('class="incident"')[2].partition("</article>")[0]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SCENES)
def test_an_incident_is_said_in_words_on_every_page(name: str, lang: str) -> None:
    made = scene(name)
    kind = made.incident.kind
    for viewer in VIEWERS:
        page = still_part(GAME, made.state, viewer, lang)
        assert label("irregularity", kind, lang) in words(page), viewer
        told = words(incident_of(page) if viewer in ("croupier", "inspector") else page)
        assert "…" not in told, (viewer, told)
        codes = {one.code for one in made.incident.faults} | {kind}
        assert not [one for one in codes if "-" in one and re.search(rf"(?<![\w-]){one}(?![\w-])", told)], viewer
        assert ('class="incident"' in page) is (viewer in ("croupier", "inspector", "director")), viewer


@pytest.mark.parametrize("name", SCENES)
def test_what_is_proposed_stands_there_with_its_clauses(name: str) -> None:
    made = scene(name)
    article = incident_of(still_part(GAME, made.state, "inspector"))
    effects = made.incident.proposed_effects
    assert ('<ul class="remedy">' in article) is bool(effects)
    cited = [*made.incident.clauses, *(one for fault in made.incident.faults for one in fault.clauses)]
    assert all(f"<summary>{one}</summary>" in article for one in cited)


def reports(page: str) -> Iterator[tuple[str, str]]:
    """Yield each accident that can be reported with its form."""
    for form in re.findall(r'<form[^>]*id="do-report-[^"]*".*?</form>', page, re.S):
        accident = re.search(r'name="accident" value="([^"]+)"', form)
        assert accident
        yield accident[1], form


def steps() -> Iterator[Observed]:
    """Yield real tables at every step at which something can be reported."""
    yield betting(SHOE)
    made = betting(SHOE).closed()
    yield made.fork()
    for hand in Hand:
        yield made.do("rosa", a.DealCard(hand)).fork()
    yield dealt(SHOE)
    yield dealt(SHOE).said("1", "carta")
    yield dealt(SHOE).said("1", "carta").said("2", "no")
    yield spoken(SHOE, "carta", "carta")


def test_every_accident_has_a_form_with_the_facts_that_its_clause_needs() -> None:
    met: set[str] = set()
    for made in steps():
        for official in ("croupier", "inspector"):
            page = still_part(GAME, made.state, official)
            forms = dict(reports(page))
            possible = {str(one.accident): one for one in GAME.reportable(made.state, PersonId(official))}
            assert forms.keys() == possible.keys()
            for accident, form in forms.items():
                asked = set(re.findall(r'name="(position|hand|person|count|fault_of)"', form))
                assert set(possible[accident].facts) <= asked, accident
                needed = set(re.findall(r'name="(\w+)"[^>]*required', form))
                assert (
                    set(possible[accident].facts) & asked - set(re.findall(r'type="hidden" name="(\w+)"', form))
                    <= needed
                ), accident
            met |= forms.keys()
        assert not dict(reports(still_part(GAME, made.state, "ana"))), "a player reports nothing"
    assert met == {str(one) for one in Accident}
    assert met <= topics()["irregularity"].keys()


@pytest.mark.parametrize("name", SCENES)
def test_whose_error_it_was_is_said_where_it_decides_what_binds_the_banker(name: str) -> None:
    made = scene(name)
    parties = {str(one.fault_of) for one in made.incident.proposed_effects if hasattr(one, "fault_of")}
    article = words(incident_of(still_part(GAME, made.state, "croupier")))
    for party in parties:
        assert f"restablecida por error {label('erring', party, 'es')}" in article


def test_between_them_the_scenes_bind_the_banker_after_an_error_of_his_own_and_of_others() -> None:
    effects = [one for name in SCENES for one in scene(name).incident.proposed_effects]
    assert {one.fault_of for one in effects if hasattr(one, "fault_of")} >= {Party.PLAYER, Party.BANKER}


def test_the_table_waits_for_nobody_while_the_coup_stands_still() -> None:
    made = dealt(SHOE)
    assert GAME.view(made.state, None).waits_for == "ana"
    made.report(Accident.OTHER, note="algo raro")
    assert GAME.view(made.state, None).waits_for is None
    page = still_part(GAME, made.state, "ana")
    assert 'class="won stop"' in page
    assert "next-step" not in page
    assert "Le toca" not in words(page)


# --- afterwards -------------------------------------------------------------------------------------------------------


def test_a_cloth_that_was_called_off_says_so_to_everybody() -> None:
    made = lost_card().ruled("inspector")
    assert [one.is_void for one in GAME.view(made.state, None).coup.cloths] == [True, False]
    for viewer in VIEWERS:
        page = still_part(GAME, made.state, viewer)
        first, second = (
            page.partition(f'id="cloth-{key}"')[2].partition("</section>")[0] for key in Hand if key != "banca"
        )
        assert "Anulado" in first
        assert "Anulado" not in second


def test_the_banker_sees_the_cell_of_the_cloth_that_plays_on() -> None:
    made = dealt(SHOE).report(Accident.BASKET, position=0).ruled("inspector")
    made.said("2", "carta").looked().given().do("rosa", a.AskTable())
    assert made.phase is Phase.BANKER
    page = still_part(GAME, made.state, "rosa")
    sides = re.findall(r'<dl class="banker-side">.*?</dl>', page, re.S)
    assert ['class="cell"' in one for one in sides] == [False, True]


def test_everybody_reads_that_a_ruling_binds_the_banker() -> None:
    made = wrong_word().ruled("croupier")
    assert made.phase is Phase.BANKER
    for viewer in VIEWERS:
        assert "el banquero se atiene a sus reglas" in words(still_part(GAME, made.state, viewer)), viewer
    assert "el banquero se atiene a sus reglas" not in words(
        still_part(GAME, spoken(SHOE, "carta", "no").state, "rosa")
    )


def test_whoever_a_ruling_bars_reads_it_on_his_own_page_alone() -> None:
    made = dealt(SHOE).report(Accident.TOO_SLOW, Party.PLAYER).ruled("inspector")
    (bar,) = GAME.view(made.state, PersonId("ana")).me.bars  # type: ignore[union-attr]
    assert bar == BarPerson(PersonId("ana"), BarredAction.CARDS, Until.SHOE)
    told = "no puede llevar las cartas de una mano hasta que acabe el sabot"
    assert told in words(still_part(GAME, made.state, "ana"))
    assert told not in words(still_part(GAME, made.state, "carla"))


def test_a_player_who_was_warned_is_marked_until_he_has_spoken() -> None:
    made = dealt(SHOE)
    made.do(CLOCK, TimeUp())
    first, second = GAME.view(made.state, None).coup.cloths
    assert (first.is_warned, second.is_warned) == (True, False)
    page = still_part(GAME, made.state, "croupier")
    assert "se le ha avisado del tiempo" in page.partition('id="cloth-primero"')[2].partition("</section>")[0]
    made.said("1", "carta")
    assert "se le ha avisado del tiempo" not in still_part(GAME, made.state, "croupier")


def test_a_card_that_lies_before_no_hand_is_seen() -> None:
    made = fallen()
    page = still_part(GAME, made.state, None)
    assert page.partition('class="loose"')[2].partition("</div>")[0].count("<svg") == 1
    assert 'class="loose"' not in still_part(GAME, dealt(SHOE).state, None)


# --- testimony --------------------------------------------------------------------------------------------------------


def forms_of_testimony(page: str) -> list[str]:
    return [one for one in re.findall(r"<form.*?</form>", page, re.S) if 'name="act" value="testify"' in one]


def test_whoever_saw_a_hand_that_the_croupier_threw_in_says_what_it_counted() -> None:
    made = dealt(SHOE, real=True).do("ana", a.Lift(Hand.PRIMERO))
    made.report(Accident.THROWN, Party.CROUPIER, hand=Hand.PRIMERO)
    (own,) = forms_of_testimony(still_part(GAME, made.state, "ana"))
    assert "Decir cuánto sumaba (primer paño)" in words(own)
    assert forms_of_testimony(still_part(GAME, made.state, "carla")) == []
    keyed = forms_of_testimony(still_part(GAME, made.state, "croupier"))
    assert ["Declaración de ana (primer paño)" in words(one) for one in keyed].count(True) == 1
    made.do("ana", a.Testify(Hand.PRIMERO, 3))
    assert "cuentan 3" in words(incident_of(still_part(GAME, made.state, "inspector")))


# --- another remedy ---------------------------------------------------------------------------------------------------


def test_only_the_director_takes_what_the_rulebook_leaves_to_him() -> None:
    made = early()
    for viewer, may in (("croupier", False), ("inspector", False), ("director", True)):
        page = still_part(GAME, made.state, viewer)
        assert ('id="alternative-1-1"' in page) is may, viewer
        assert "solo: " in words(incident_of(page))


@pytest.mark.parametrize("hand", ["", "primero"])
def test_a_coup_can_be_called_off_on_one_cloth_or_on_both(hand: str) -> None:
    made = unforeseen_in_coup()
    page = still_part(GAME, made.state, "inspector")
    assert re.search(r'<select name="hand.1".*?<option value="primero">', page, re.S)
    answer = GAME.decide(
        made.state, Act(PersonId("inspector"), a.GiveRuling(1, (VoidCoup(hand),), "nadie lo sabe"), made.state.step)
    )
    assert isinstance(answer, Accepted)
    made.ruled("inspector", (VoidCoup(hand),))
    if hand:
        assert [one.is_void for one in GAME.view(made.state, None).coup.cloths] == [True, False]
    assert (made.phase in (Phase.BETWEEN, Phase.BETS, Phase.BANCO)) is (not hand)


def unforeseen_in_coup() -> Observed:
    return dealt(SHOE).report(Accident.OTHER, note="algo raro")


def test_the_preview_reads_as_the_incident_will() -> None:
    made = dealt(SHOE)
    act = Act(PersonId("croupier"), a.Report(Accident.BASKET, position=0), made.state.step)
    found = GAME.preview(made.state, act)
    view = StillTable(GAME, made.state).view(PersonId("croupier"))
    for lang in LANGS:
        text = preview(found, view, {"act": "report", "lang": lang}, "/mesa/m/como/croupier", lang)  # type: ignore[arg-type]
        assert 'id="confirm-report"' in text
        assert 'name="lang"' not in text
    assert "Se anula lo apostado en el primer paño" in preview(found, view, {}, "/", "es")  # type: ignore[arg-type]


# --- nothing of a hidden card -----------------------------------------------------------------------------------------

HOLDERS = {Hand.PRIMERO: "ana", Hand.SEGUNDO: "carla", Hand.BANCA: "rosa"}
WORLDS = {
    Hand.PRIMERO: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 7c 3d 6h"),
    Hand.SEGUNDO: ("9s 9h Kd 8c 7d 6h", "9s 9h Kd 8c 8d 6h"),
    Hand.BANCA: ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 8c 3d 5h"),
}
"""Two shoes for each hand that differ in one card of it."""


@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize("spoken_first", [False, True])
def test_what_can_be_reported_and_what_it_comes_to_tells_nothing_of_a_hidden_hand(
    hand: Hand, spoken_first: bool
) -> None:
    worlds = [dealt(shoe).looked() for shoe in WORLDS[hand]]
    if spoken_first:
        worlds = [made.said("1", "no") for made in worlds]
    who, step = PersonId("croupier"), worlds[0].state.step
    one, other = (
        [GAME.preview(made.state, Act(who, example(made, n), step)) for n in range(count(made))] for made in worlds
    )
    assert len(one) > 5
    assert one == other
    for n in range(count(worlds[0])):
        told = [made.fork().do("croupier", example(made, n)) for made in worlds]
        for viewer in VIEWERS:
            if viewer != HOLDERS[hand]:
                here, there = (still_part(GAME, made.state, viewer) for made in told)
                assert here == there, (viewer, example(worlds[0], n))


def count(made: Observed) -> int:
    return len(GAME.reportable(made.state, PersonId("croupier")))


def example(made: Observed, number: int) -> a.Report:
    """Return one of the reports that can be made, with the party, hand and person that go together in it."""
    one = GAME.reportable(made.state, PersonId("croupier"))[number]
    report, together = one.offers[0][0], one.combinations[0]
    assert isinstance(report, a.Report)
    return replace(report, person=together.people[-1]) if "person" in one.facts else report


@pytest.mark.parametrize("lang", LANGS)
def test_a_coup_of_one_cloth_is_told_on_every_page_and_in_the_log(lang: str) -> None:
    made = lost_card().ruled("inspector")
    made.said("2", "carta").looked().given().do("rosa", DrawCard()).shown().do("croupier", Settle())
    history = RecentEvents()
    for turn in made.turns:
        for event in turn.events:
            history.read(to_tree(event), ())
    called_off = label("cloth-result", "void", lang)
    for viewer in VIEWERS:
        page = still_part(GAME, made.state, viewer, lang, history=history)
        first, second = re.findall(r'<span class="past-cloth.*?</span>', page, re.S)
        assert "—" in first
        assert called_off in words(first)
        assert called_off not in words(second)
    (ended,) = [event for turn in made.turns for event in turn.events if isinstance(event, CoupEnded)]
    told = event_sentence(*log_wording("coup-ended", to_tree(ended)), lang)
    assert "…" not in told
    assert f"—, {called_off}" in told


def cards_of_ruling(page: str) -> list[str]:
    cards = unescape(page).partition('<select name="position.1"')[2].partition("</select>")[0]
    return re.findall(r'<option value="\d+">([^<]+)</option>', cards)


@BOTH
def test_an_official_chooses_the_card_of_a_ruling_by_its_place_and_reads_faces_that_lie_open(real: bool) -> None:
    made = dealt(SHOE, real=real).said("1", "carta").said("2", "carta").looked()
    made.do("rosa", a.GiveCard(Hand.PRIMERO)).report(Accident.OTHER, None)
    assert cards_of_ruling(still_part(GAME, made.state, "inspector")) == [
        "n.º 1 · primer paño",
        "n.º 2 · segundo paño",
        "n.º 3 · banca",
        "n.º 4 · primer paño",
        "n.º 5 · segundo paño",
        "n.º 6 · banca",
        "n.º 7 · tercera carta del primer paño · 7 de corazones",
    ]


@BOTH
def test_a_remedy_tells_the_face_of_a_card_that_lies_open_and_of_no_other(real: bool) -> None:
    made = dealt(SHOE, real=real).said("1", "carta").said("2", "carta").looked()
    made.do("rosa", a.GiveCard(Hand.PRIMERO))
    open_card = made.fork().report(Accident.FLOOR, None, position=6)
    hidden_card = made.report(Accident.FLOOR, None, position=0)
    for viewer in ("inspector", "croupier", "ana", None):
        told, silent = (unescape(still_part(GAME, one.state, viewer)) for one in (open_card, hidden_card))
        assert ("La carta n.º 7 (7 de corazones) conserva" in told) is (viewer in ("inspector", "croupier")), viewer
        assert "n.º 1 (" not in silent, viewer


@pytest.mark.parametrize("real", [False, True])
def test_whoever_rules_on_a_swept_hand_is_told_whose_word_to_hear_first(real: bool) -> None:
    made = dealt(SHOE, real=real).do("ana", a.Lift(Hand.PRIMERO))
    made.report(Accident.THROWN, Party.CROUPIER, hand=Hand.PRIMERO)
    asked = "Antes de resolver, que diga cuánto sumaba la mano del primer paño quien la vio: ana."
    for viewer in ("inspector", "director", "croupier"):
        assert (asked in unescape(still_part(GAME, made.state, viewer))) is real, viewer
    for viewer in ("ana", "carla", "rosa", None):
        assert "Antes de resolver" not in unescape(still_part(GAME, made.state, viewer)), viewer
    made.do("ana", a.Testify(Hand.PRIMERO, 3))
    assert "Antes de resolver" not in unescape(still_part(GAME, made.state, "inspector"))


def test_nobody_is_asked_about_a_swept_hand_that_nobody_saw() -> None:
    made = dealt(SHOE, real=True).report(Accident.THROWN, Party.CROUPIER, hand=Hand.PRIMERO)
    assert "Antes de resolver" not in unescape(still_part(GAME, made.state, "inspector"))


def test_an_incident_of_a_card_says_where_it_went_and_that_it_was_another_s_turn() -> None:
    first = betting(SHOE).closed().do("rosa", a.DealCard(Hand.BANCA))
    assert "La carta n.º 1 fue a la mano de la banca, y no le tocaba." in unescape(
        still_part(GAME, first.state, "inspector")
    )
    early = dealt(SHOE).said("1", "carta").said("2", "carta").looked().do("rosa", DrawCard())
    told = "La banca tomó la carta n.º 7 antes de dar la que se había pedido."
    assert told in unescape(still_part(GAME, early.state, "inspector"))
