"""Promise: whoever runs a bingo hall registers a series from its file, on a page or over the API; of a file with wrong
lines nothing is registered and every line is told in the language asked; nobody else, and no larger file, is let in.
"""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.web.file_routes import FILE_LIMIT
from tests.bingo.test_series_of_files import FILE, registering
from tests.support.web.house import ORIGIN

BAD = FILE + b"777: 1 2 3\n501: one\n"
WRONG = {
    "es": ("línea 5 del archivo", "línea 6 del archivo", "«one» no es un número"),
    "en": ("line 5 of the file", "line 6 of the file", "“one” is neither a number"),
    "fr": ("ligne 5 du fichier", "ligne 6 du fichier", "« one » n'est ni un numéro"),
}
FORM = {"letter": "f", "identification": "7", "value-euros": "2,00", "kind": "single"}


def sent_in_english(data: bytes) -> dict[str, Any]:
    return {**sent(data), "data": FORM | {"value-euros": "2.00"}}


def sent(data: bytes) -> dict[str, Any]:
    return {"headers": ORIGIN, "data": FORM, "files": {"file": ("cards.csv", data, "text/csv")}}


@pytest.mark.parametrize("lang", WRONG)
def test_a_page_registers_a_file_or_names_every_wrong_line(run: Any, lang: str) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        own = await house.enter("jefe-de-sala", "sala")
        assert f"{own}/archivo" in (await house.client.get(own)).text
        assert (await house.client.get(f"{own}/archivo")).status_code == 200
        form = sent(BAD) if lang != "en" else sent_in_english(BAD)
        refused = await house.client.post(f"{own}/archivo?lang={lang}", **form)
        assert refused.status_code == 409
        assert all(one in unescape(refused.text) for one in WRONG[lang])
        torn = {"headers": ORIGIN | {"content-type": "multipart/form-data; boundary=x"}, "content": b"--x\r\nbad"}
        odd = {"headers": ORIGIN, "data": {"table": "a", "sent": "b", "file": "c"}}
        for one in (torn, odd, {"headers": ORIGIN}):
            assert (await house.client.post(f"{own}/archivo", **one)).status_code in (400, 409)
        assert not house.tables["sala"].state.hall.series
        assert (await house.client.post(f"{own}/archivo?lang=es", **sent(FILE))).status_code == 200
        assert house.tables["sala"].state.hall.series["F-7"].digest == registering().digest

    run(scene)


def test_over_the_api_only_who_is_on_duty_and_no_larger_file(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        path = "/api/v1/tables/sala/files?letter=F&identification=7&value=200"
        ana, manager = (
            house.app.state.sessions.open("sala", who, staff=who != "ana") for who in ("ana", "hall-manager-sala")
        )

        async def post(token: str, data: bytes, key: str = "k") -> Any:
            headers = {"authorization": f"Bearer {token}", "idempotency-key": key, "accept-language": "en"}
            return await house.client.post(path, content=data, headers=headers)

        assert (await post(ana, FILE)).status_code == 403
        bad = await post(manager, BAD)
        assert (bad.status_code, bad.json()["code"]) == (400, "cards-file-wrong")
        assert [one["facts"]["number"] for one in bad.json()["facts"]["lines"]] == [5, 5, 6, 6]
        assert (await post(manager, b" " * (FILE_LIMIT + 1))).status_code == 413
        for is_again in (False, True):
            done = await post(manager, FILE, "k2")
            assert (done.status_code, done.json()["repeated"]) == (200, is_again)
        assert (await post(manager, FILE, "k3")).json()["code"] == "already-registered"

    run(scene)


LINELESS = b"7: 1 2 11 12 21 22 31 32 41 42 51 52 61 71 81\n" + FILE
"""A card of which the file says fifteen numbers and no lines, and others."""


def test_whoever_registers_a_file_is_told_of_which_cards_it_does_not_tell_the_lines(run: Any, tmp_path: Path) -> None:
    """On the page, over the API and on the command line: such cards are played as printed here, or not at all."""

    async def scene(house: Any) -> None:
        await house.open_bingo()
        own = await house.enter("jefe-de-sala", "sala")
        page = await house.client.post(f"{own}/archivo?lang=en", **sent_in_english(LINELESS))
        assert "use those printed here alone: 7<" in page.text
        assert "printed here alone: " not in (await house.client.get(f"{own}/archivo?lang=en")).text
        token = house.app.state.sessions.open("sala", "hall-manager-sala", staff=True)
        headers = ORIGIN | {"authorization": f"Bearer {token}", "idempotency-key": "k"}
        path = "/api/v1/tables/sala/files?letter=G&identification=8&value=200"
        assert (
            await house.client.post(path, content=LINELESS.split(b"\n")[0].replace(b" 71", b" 72"), headers=headers)
        ).json()["arranged"] == [7]

    run(scene)
    file = tmp_path / "cards.csv"
    for data, is_told in ((LINELESS, True), (FILE, False)):
        file.write_bytes(data)
        words = ["open", "bingo", "--store", str(tmp_path / f"{is_told}.db"), "--series", str(file), "--lang", "en"]
        done = CliRunner().invoke(app, words)
        assert (done.exit_code, "use those printed here alone: 7" in done.stderr) == (0, is_told), done.stderr
