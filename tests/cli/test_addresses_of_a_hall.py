"""Addresses of a hall: where it listens, under which names it answers, the links of a demo, a store's own."""

from __future__ import annotations

import errno
import socket
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from tapete import dos_panos as dp, punto_banco as pb
from tapete.catalogue import entry
from tapete.cli import hall_server, output, stores
from tapete.words import label


def said(capsys: pytest.CaptureFixture[str], work: Any) -> str:
    """Return the sentence with which a call ends the program."""
    output.set_lang(["--lang", "en"])
    with pytest.raises(typer.Exit) as ended:
        work()
    assert ended.value.exit_code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000/"),
        ("::1", 8000, "http://[::1]:8000/"),
        ("sala.example", 1, "http://sala.example:1/"),
    ],
)
def test_the_address_of_the_pages(host: str, port: int, address: str) -> None:
    assert hall_server.root(host, port) == address


def test_a_free_port_is_listened_on_at_once() -> None:
    held = hall_server.listen("127.0.0.1", 0)
    with held:
        host, port = held.getsockname()
        assert (host, held.family, port > 0) == ("127.0.0.1", socket.AF_INET, True)
        with socket.create_connection((host, port), timeout=5):
            pass


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.EADDRINUSE, "tapete: port 7 is in use; take another with --port (0: a free one)\n"),
        (errno.EADDRNOTAVAIL, "tapete: --host 127.0.0.1: this machine has no such address\n"),
        (errno.EACCES, "tapete: port 7 cannot be listened on: permission is denied\n"),
        (errno.ENOSPC, "tapete: port 7 cannot be listened on: no room is left on the disk\n"),
        ("gai", "tapete: --host 127.0.0.1: this machine has no such address\n"),
        ("unicode", "tapete: --host 127.0.0.1: this machine has no such address\n"),
    ],
)
def test_why_a_port_cannot_be_listened_on_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Any, sentence: str
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        if error == "gai":
            raise socket.gaierror(1, "no")
        if error == "unicode":
            raise UnicodeError
        raise OSError(error, "no")

    monkeypatch.setattr(socket, "create_server", fails)
    assert said(capsys, lambda: hall_server.listen("127.0.0.1", 7)) == sentence


def test_each_kind_of_public_address_is_read_as_its_own_and_the_first_that_is_none_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = hall_server.addresses(("Sala.example",), ("https://sala.example",), ("10.0.0.0/8", "127.0.0.1"))
    assert (found.hosts, found.origins) == (("sala.example",), ("https://sala.example",))
    assert len(found.proxies) == 2
    for given, option, text in (
        ((("a", "x y", "z w"), (), ()), "--allowed-host", "x y"),
        (((), ("https://a", "b", "c"), ()), "--origin", "b"),
        (((), (), ("10.0.0.1", "x", "y")), "--trusted-proxy", "x"),
    ):
        assert said(capsys, lambda given=given: hall_server.addresses(*given)).startswith(f"tapete: {option} {text}: ")


def table(key: str, view: Any) -> Any:
    return SimpleNamespace(view=lambda viewer: view, game=SimpleNamespace(key=key))


def seats(*people: str | None) -> tuple[Any, ...]:
    return tuple(SimpleNamespace(seat=at, person=who) for at, who in enumerate(people, start=1))


@pytest.mark.parametrize(
    ("places", "place"),
    [
        (seats(None, None), "jugador-1"),
        (seats("ana", None, None), "jugador-2"),
        (seats("ana", "bea"), "jugador-1"),
        (seats(None, "bea"), "jugador-1"),
        ((), "de-pie"),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_demo_shows_a_link_for_the_screen_a_free_place_and_each_post(
    places: tuple[Any, ...], place: str, lang: str
) -> None:
    output.set_lang(["--lang", lang])
    hall: Any = SimpleNamespace(tables={"uno": table("dos-panos", SimpleNamespace(seats=places))})
    lines = hall_server.links(hall, 8123).splitlines()
    query = "" if lang == "es" else "?lang=en"
    assert lines[0].endswith(f": http://127.0.0.1:8123/{query}")
    assert (lines[1], lines[-2]) == ("", "")
    assert lines[2].endswith(" uno")
    links = [line.rpartition("http://127.0.0.1:8123/mesa/uno/")[2] for line in lines[3:-2]]
    posts = [post.link for post in entry("dos-panos").posts.values()]
    assert links == [f"{one}{query}" for one in ("publico", place, *posts)]
    assert all(line[:2] == "  " and line[20:27] == "http://" for line in lines[3:5])


def test_a_table_is_called_by_the_variant_of_its_game_where_it_has_one() -> None:
    output.set_lang(["--lang", "en"])
    mini = pb.open_table(variant="mini").do(pb.Sit(1), by="ana")
    tables = {"m": table("punto-y-banca", mini.view()), "d": table("dos-panos", dp.open_table().view())}
    lines = hall_server.links(SimpleNamespace(tables=tables), 1).splitlines()  # type: ignore[arg-type]
    heads = [line for line in lines[2:-2] if not line.startswith(" ")]
    assert heads == [f"{label('game', one, 'en')} · table {name}" for one, name in (("mini", "m"), ("dos-panos", "d"))]
    assert [line.rpartition("/")[2] for line in lines if "/mesa/m/jugador" in line] == ["jugador-2?lang=en"]


@pytest.mark.parametrize(
    ("store", "shown"),
    [
        ("sala.db", "sala.db"),
        ("sqlite:///a@b.db", "sqlite:///a@b.db"),
        ("postgresql://db/sala", "postgresql://db/sala"),
        ("postgresql://luz@db/sala", "postgresql://luz@db/sala"),
        ("postgresql://luz:secreto@db/sala", "postgresql://luz@db/sala"),
        ("postgresql://luz:a@b:c@db/sala", "postgresql://luz@db/sala"),
        ("luz:secreto@db", "luz:secreto@db"),
    ],
)
def test_a_store_is_shown_without_its_password(store: str, shown: str) -> None:
    assert stores.public_address(store) == shown


def test_what_a_demo_opens_has_machines_that_play_it_and_pages() -> None:
    assert hall_server.demo_games() == ("punto-y-banca", "chemin-de-fer", "dos-panos", "bingo")


@pytest.mark.parametrize("lacking", ["tapete.bots.rosters.has_bots", "tapete.web.games.has_screen"])
def test_a_demo_opens_no_game_without_machines_or_without_pages(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lacking, lambda game: game != "bingo")
    assert hall_server.demo_games() == ("punto-y-banca", "chemin-de-fer", "dos-panos")


@pytest.mark.parametrize(
    ("host", "options", "told"),
    [
        ("127.0.0.1", ((), (), ()), "to let telephones on the same network in: --host 0.0.0.0"),
        ("::1", ((), (), ()), "same network in: --host 0.0.0.0"),
        ("192.0.2.7", ((), (), ()), "open http://192.0.2.7:81/"),
        ("192.0.2.7", (("sala.lan",), (), ()), "open http://sala.lan:81/"),
        ("127.0.0.1", ((), ("https://sala.example",), ()), "open https://sala.example/"),
        ("0.0.0.0", ((), (), ()), ":81/|port 81"),
    ],
)
def test_a_hall_tells_what_telephones_open(
    capsys: pytest.CaptureFixture[str], host: str, options: Any, told: str
) -> None:
    output.set_lang(["--lang", "en"])
    hall_server.tell_phones(host, 81, hall_server.addresses(*options))
    said = capsys.readouterr().err
    assert any(one in said for one in told.split("|")), said
    assert "127.0.0.1" not in said
    assert "//0.0.0.0" not in said
