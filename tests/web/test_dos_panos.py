"""The pages of the two-cloth game without a browser: everybody, in every phase, under every rulebook."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import PersonId
from tapete.web.games import screen_of
from tapete.web.games.dos_panos.inform_clauses import PLACES
from tapete.web.games.dos_panos.screen import NOT_FOR_STAFF
from tapete.words import LANGS
from tests.dos_panos.test_sight import OWNER, WORLDS, played
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.table import opened
from tests.support.dos_panos.walks import BOOKS, GAME, VIEWERS, states
from tests.support.web.still import still_part

HIDDEN = {"relieve"}


def forms(page: str) -> Iterator[dict[str, str]]:
    """Yield what each form of a page sends unasked."""
    for form in re.findall(r"<form.*?</form>", page, re.S):
        yield dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.parametrize("book", BOOKS)
def test_everybody_reads_a_page_in_every_phase_with_a_form_for_all_that_he_may_do(book: str) -> None:
    step = 1 if book == "asturias-2011" else 3  # the pages of the others differ in what their options offer
    for state in tuple(states(book))[::step]:
        for viewer in VIEWERS:
            page = still_part(GAME, state, viewer)
            assert f'data-step="{GAME.step(state)}"' in page
            if viewer is None:
                continue
            staff = PersonId(viewer) in state.staff.values()
            hidden = HIDDEN | (NOT_FOR_STAFF if staff else frozenset())
            offered = {one.act for one in GAME.legal(state, PersonId(viewer))} - hidden
            assert offered <= {one.get("act") for one in forms(page)}, (state.phase, viewer)


def test_between_them_the_scenes_stand_in_every_phase() -> None:
    assert {state.phase for book in BOOKS for state in states(book)} == set(Phase)


@pytest.mark.parametrize("lang", LANGS)
def test_no_word_of_a_page_is_missing(lang: str) -> None:
    step = 1 if lang == LANGS[0] else 3  # the words of a page are asked for in one place for every language
    for state in tuple(states("asturias-2011"))[::step]:
        for viewer in VIEWERS:
            page = still_part(GAME, state, viewer, lang)
            text = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
            assert "…" not in text, (state.phase, viewer)
            assert not re.search(r"\b(cloths|bank|deposit)-[a-z]+-?[a-z]*\b", text), (state.phase, viewer)


@pytest.mark.parametrize("hand", list(Hand))
def test_two_worlds_that_differ_in_a_hidden_hand_have_the_same_pages_but_for_its_player(hand: Hand) -> None:
    one, other = (played(shoe) for shoe in WORLDS[hand])
    for here, there in zip(one, other, strict=True):
        for viewer in VIEWERS:
            if viewer != OWNER[hand]:
                assert still_part(GAME, here.state, viewer) == still_part(GAME, there.state, viewer), viewer
    mine = [still_part(GAME, world[-1].state, OWNER[hand]) for world in (one, other)]
    assert mine[0] != mine[1]


def test_every_fact_that_only_informs_stands_on_a_page_of_a_rulebook_that_states_it() -> None:
    found = {
        clause
        for book in BOOKS
        for clause in re.findall(r'data-clause="([^"]+)"', still_part(GAME, next(states(book)), None))
    }
    assert set(map(str, PLACES.values())) == found


def test_the_game_has_its_pages() -> None:
    assert screen_of("dos-panos").may_stand


def test_a_session_that_has_had_its_shoes_promises_nobody_the_bank() -> None:
    """The last shoe of an open bank is over: what the page would promise is refused, and it says so."""
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1)
    promised = "puede subastarla"
    assert promised in still_part(GAME, made.state, None)
    made.ready()
    left = coup(made.fork()).do("rosa", a.LeaveBank())
    offered = still_part(GAME, left.state, None)
    assert (promised in offered, "Quien la quiera la pide" in offered) == (False, True)
    assert left.refused("inspector", a.OpenAuction()).code == "session-over"
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=3))
    over = still_part(GAME, coup(made).state, None)
    assert (made.phase, promised in over) == (Phase.OPENING, False)
    assert "La sesión de banca abierta ya ha tenido sus sabots." in over
