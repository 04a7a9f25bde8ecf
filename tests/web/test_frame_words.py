"""The words of the frame around every table: who is waited for, who deals, who is there, how far the rim bends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.bingo.game import BINGO
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.web.action_buttons import Action
from tapete.web.games.bingo.screen import facts
from tapete.web.screens import frame
from tapete.web.screens.action_names import of_option, with_full_name, with_warning
from tests.support.bingo.hall import Hall

ANA, EVA = PersonId("ana"), PersonId("eva")


def view(**changes: Any) -> Any:
    values: dict[str, Any] = {
        "name": "mesa",
        "staff": {"croupier": "cruz", "table-chief": "jefa"},
        "seats": (
            SimpleNamespace(seat=1, person=None),
            SimpleNamespace(seat=4, person=ANA),
            SimpleNamespace(seat=2, person=EVA),
        ),
        "standing": (SimpleNamespace(person=PersonId("leo")),),
        "waits_for": ANA,
        "me": None,
    }
    return SimpleNamespace(**values | changes)


@pytest.mark.parametrize(
    ("who", "viewer", "told"),
    [
        (None, None, ""),
        (None, "ana", ""),
        ("ana", "ana", ""),
        ("ana", None, "Se espera a ana (Puesto 4)"),
        ("ana", "eva", "Se espera a ana (Puesto 4)"),
        ("eva", "ana", "Se espera a eva (Puesto 2)"),
        ("leo", "ana", "Se espera a leo"),
        ("cruz", "ana", ""),
        ("cruz", None, ""),
        ("jefa", "ana", "Se espera al jefe de mesa"),
        ("jefa", "jefa", ""),
        ("bot-cruz", None, "Se espera a la máquina"),
    ],
)
def test_a_page_names_whoever_moves_the_game_on(who: str | None, viewer: str | None, told: str) -> None:
    person = None if viewer is None else PersonId(viewer)
    assert frame.waits_for(view(waits_for=who), person, "es") == told


def test_a_machine_that_sits_is_named_with_its_seat() -> None:
    sitting = (SimpleNamespace(seat=3, person="bot-mesa-3"),)
    assert frame.waits_for(view(waits_for="bot-mesa-3", seats=sitting), None, "en") == "Waiting for mesa-3 (Place 3)"


AWAITED = {
    Role.TABLE_CHIEF: ("al jefe de mesa", "the table chief", "le chef de table"),
    Role.INSPECTOR: ("al inspector", "the inspector", "l'inspecteur"),
    Role.DIRECTOR: ("al director de juegos", "the games director", "le directeur des jeux"),
    Role.CHANGER: ("al cambista", "the money changer", "le changeur"),
    Role.ASSISTANT: ("al auxiliar", "the assistant", "l'auxiliaire"),
    Role.CASHIER: ("al cajero", "the cashier", "le caissier"),
    Role.CALLER: ("al vendedor-locutor", "the caller", "le vendeur-annonceur"),
    Role.SELLER_1: ("al vendedor 1", "seller 1", "le vendeur 1"),
    Role.SELLER_2: ("al vendedor 2", "seller 2", "le vendeur 2"),
    Role.SELLER_3: ("al vendedor 3", "seller 3", "le vendeur 3"),
    Role.SELLER_4: ("al vendedor 4", "seller 4", "le vendeur 4"),
    Role.HALL_MANAGER: ("al jefe de sala", "the hall manager", "le chef de salle"),
    Role.ADMISSION: ("al control de admisión", "admission", "le contrôle d’admission"),
}


def test_every_post_that_can_be_waited_for_has_its_words() -> None:
    assert AWAITED.keys() == {*Role} - {Role.CROUPIER}


@pytest.mark.parametrize("who", ["eloy", "bot-eloy"])
@pytest.mark.parametrize("role", AWAITED)
def test_whoever_is_at_a_post_is_named_by_his_post(role: Role, who: str) -> None:
    shown = view(staff={"croupier": "cruz", "table-chief": "jefa", str(role): who}, waits_for=who)
    found = tuple(frame.waits_for(shown, None, lang) for lang in ("es", "en", "fr"))
    begin = ("Se espera", "Waiting for", "On attend")
    assert found == tuple(f"{said} {post}" for said, post in zip(begin, AWAITED[role], strict=True))


def test_somebody_at_a_post_who_sits_at_the_table_is_named_with_his_seat() -> None:
    shown = view(staff={"croupier": "cruz", "inspector": "eva"}, waits_for=EVA)
    assert frame.waits_for(shown, None, "fr") == "On attend eva (Place 2)"


@pytest.mark.parametrize(
    ("me", "acts", "called", "told"),
    [
        (None, ("Pasar",), False, ""),
        ("eva", ("Pasar",), True, ""),
        ("ana", ("Pasar",), False, "La mesa le espera a usted: Pasar."),
        ("ana", ("Pasar", "Plantarse", "Pasar"), False, "La mesa le espera a usted: Pasar / Plantarse."),
        (
            "ana",
            ("Pasar",),
            True,
            "La mesa le espera a usted: Pasar. Le han llamado: el crupier puede actuar por usted.",
        ),
    ],
)
def test_a_player_is_told_that_the_table_waits_for_him_alone(
    me: str | None, acts: tuple[str, ...], called: bool, told: str
) -> None:
    mine = None if me is None else SimpleNamespace(person=me)
    assert frame.waits_for_you(view(me=mine), acts, called, "es") == told


@pytest.mark.parametrize(
    ("staff", "lang", "told"),
    [
        ({"croupier": "cruz"}, "es", "cruz"),
        ({"croupier": "bot-mesa-croupier"}, "es", "máquina"),
        ({"croupier": "bot-mesa-croupier"}, "en", "machine"),
        ({"table-chief": "jefa"}, "es", "—"),
    ],
)
def test_the_croupier_is_named_and_a_machine_is_called_one(staff: dict[str, str], lang: str, told: str) -> None:
    assert frame.croupier(view(staff=staff), lang) == told


def test_everybody_at_a_table_is_listed_by_seat_and_then_on_his_feet() -> None:
    assert frame.people(view()) == (ANA, EVA, "leo")


@pytest.mark.parametrize(
    ("places", "bends"),
    [(1, [10]), (2, [10, 10]), (3, [10, 0, 10]), (5, [10, 2, 0, 2, 10]), (9, [10, 6, 2, 1, 0, 1, 2, 6, 10])],
)
def test_the_rim_bends_most_at_its_ends(places: int, bends: list[int]) -> None:
    assert [frame.rise(n, places) for n in range(places)] == bends


@pytest.mark.parametrize(
    ("screen", "chips", "kept"),
    [
        ("player", 0, {"sit"}),
        ("player", 1, {"sit", "buy-in"}),
        ("croupier", 0, {"sit", "buy-in"}),
        ("chief", 0, {"sit", "buy-in"}),
    ],
)
def test_whoever_plays_without_chips_has_the_way_to_buy_them_before_him(
    screen: str, chips: int, kept: set[str]
) -> None:
    sight: Any = SimpleNamespace(screen=screen, view=SimpleNamespace(me=SimpleNamespace(chips=chips)))
    assert frame.drawer_acts(frozenset({"sit", "buy-in"}), sight) == kept


def test_the_public_screen_has_no_viewer_and_a_page_draws_its_own_game_alone() -> None:
    me = object()
    assert frame.of_viewer(me) is me
    with pytest.raises(ValueError, match=r"^the public screen has no viewer$"):
        frame.of_viewer(None)
    sight = frame.PageContext(SimpleNamespace(view=lambda person: "a view"), None, "es")  # type: ignore[arg-type]
    assert sight.view_as(str) == "a view"
    with pytest.raises(TypeError, match=r"^a page of builtins is drawn from builtins$"):
        sight.view_as(int)


def test_nobody_has_no_offers_and_whoever_lost_his_post_none_either() -> None:
    table: Any = SimpleNamespace(legal=lambda person: [person, "offer"], view=lambda person: view())
    one = frame.PageContext(table, ANA, "es")
    assert one.offers == (ANA, "offer")
    assert one._replace(is_post_lost=True).offers == ()
    assert one._replace(person=None).offers == ()
    assert (one.roles, one.screen != "public", one._replace(person=None).screen) == ((), True, "public")


def test_the_posts_of_a_viewer_are_those_of_his_view() -> None:
    me = SimpleNamespace(roles=[Role.CROUPIER, Role.TABLE_CHIEF])
    table: Any = SimpleNamespace(view=lambda person: view(me=me))
    assert frame.PageContext(table, ANA, "es").roles == (Role.CROUPIER, Role.TABLE_CHIEF)


def test_the_formulas_of_a_rulebook_are_those_that_it_has_words_for() -> None:
    book = SimpleNamespace(content={"formulas": {"a": {"value": "Hagan juego"}, "b": {"value": ""}, "c": {"value": 7}}})
    asked: list[Any] = []

    class Library:
        def by_id(self, game: str, name: str) -> Any:
            asked.append((game, name))
            return book

    game: Any = DosPanos()
    game.library = Library()
    assert frame.formulas(game, "casa") == {"a": "Hagan juego", "c": "7"}
    assert asked == [(game.key, "casa")]
    book.content = {}
    assert frame.formulas(game, "casa") == {}
    assert frame.formulas(DosPanos(), "unknown") == {}
    assert frame.formulas(BINGO, "unknown") == {}


@pytest.mark.parametrize(
    ("tag", "me", "name", "question"),
    [
        ("sit", None, "before", ""),
        ("sit", (None, 0), "before", ""),
        ("sit", (3, 0), "Cambiar de puesto", ""),
        ("stand-behind", (3, 0), "before", ""),
        ("leave", None, "before", ""),
        ("leave", (3, 12_50), "before", "seated"),
        ("leave", (None, 12_50), "before", "standing"),
    ],
)
def test_a_button_says_what_it_does_to_whoever_sits_and_what_it_costs(
    tag: str, me: tuple[int | None, int] | None, name: str, question: str
) -> None:
    seen = view(me=None if me is None else SimpleNamespace(seat=me[0], chips=me[1]))
    button = Action(tag, "before", "k", False, {"option": "true"}, (), (), "c" * 32)
    assert with_full_name(button, seen, "es").name == name
    asked = with_warning(button, seen, "es")
    if not question:
        assert asked is button
    else:
        assert ("12,50" in asked.question, bool(asked.consent)) == (True, True)
        other = view(me=SimpleNamespace(seat=None if question == "seated" else 3, chips=12_50))
        assert asked.question != with_warning(button, other, "es").question


def test_an_option_of_the_table_is_named_with_what_it_would_be() -> None:
    def of(value: str) -> Action:
        fixed = {"open-shoe": value, "other": "true"}
        return of_option(Action("set-option", "before", "k", False, fixed, (), (), "c" * 32), "es")

    yes, no = of("true"), of("false")
    assert (yes.variant, no.variant) == ("open-shoe", "open-shoe")
    assert yes.name.replace("sí", "no") == no.name
    assert yes.name != no.name


def test_the_list_of_the_house_tells_of_a_hall_its_game_and_its_prizes() -> None:
    told = [facts(one, "es") for one in (BINGO.view(Hall().state, None), BINGO.view(Hall().started().state, None))]
    assert told[0] == ()
    assert [one.partition(" ")[0] for one in told[1]] == ["Partida", "línea", "bingo"]
