"""Signs that turn the direction of writing stand in no text that people send: a note would read as another."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo.acts import WriteEntry
from tapete.games.bingo.game import BINGO
from tapete.web.parsers import read_act, read_form, strict_json
from tapete.web.problems import ProblemError

TURNING = [chr(one) for one in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
PLAIN = ["«ñandú» — 20 €…", "שלום", "\u200d", "\u202f", "\u2029", "\u2065", "\u206a"]


@pytest.mark.parametrize("sign", TURNING, ids=ascii)
def test_no_form_and_no_body_holds_one(sign: str) -> None:
    text = f"se pagó {sign}001 euros"
    for read in (
        lambda: read_form([("note", text)]),
        lambda: strict_json(f'{{"note": "{text}"}}'.encode()),
        lambda: read_act(BINGO, {"act": "write-entry", "text": text}),
    ):
        with pytest.raises(ProblemError) as refused:
            read()
        assert refused.value.problem.status == 400


@pytest.mark.parametrize("text", PLAIN, ids=ascii)
def test_what_turns_nothing_is_taken(text: str) -> None:
    assert read_form([("note", text)]) == {"note": text}
    assert read_act(BINGO, {"act": "write-entry", "text": text}) == WriteEntry(text)


def test_a_posted_note_with_one_is_refused(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        page = await house.enter("jefe", "sala")
        data = {"act": "write-entry", "text": "queja \u202e", "command": "c-1", "at": str(house.tables["sala"].step)}
        answer = await house.client.post(f"{page}/hacer", data=data, headers={"origin": "http://testserver.local"})
        assert answer.status_code == 400

    run(scene)
