"""A problem is told in the language of whoever asked, on pages and by the API, whatever raised it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tapete.web
from tapete.web.problems import CODES, ProblemError
from tapete.words import LANGS, placeholders, topics

SOURCE = Path(tapete.web.__file__).parent
OF_THE_GUARD = {"host", "origin"}
"""Codes that the guard hands on by a name."""


OF_THE_THROTTLES = {"too-many-keys", "too-many-acts", "too-many-newcomers"}
"""Codes that a count of tries is given."""


def raised() -> Iterator[tuple[str, str, str, set[str]]]:
    """Return where a problem is made, its code, its case, and what else is given by name."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id == ProblemError.__name__ and isinstance(node.args[1], ast.Constant):
                named = {str(one.arg): one.value for one in node.keywords}
                case = named.get("case")
                told = str(case.value) if isinstance(case, ast.Constant) else ""
                yield f"{file.relative_to(SOURCE)}:{node.lineno}", str(node.args[1].value), told, set(named)


def test_every_problem_has_its_sentence_of_facts_that_are_given() -> None:
    found = list(raised())
    assert len(found) > 50
    for where, code, case, named in found:
        if "said" in named or code == "malformed":
            continue
        entry = topics()["problem"].get(f"{code}.{case}" if case else code) or (
            None if case else topics()["refusal"].get(code)
        )
        assert entry is not None, f"{where}: {code} {case} has no sentence"
        assert {name for name, _ in placeholders(entry["es"])} <= named, where


def test_no_sentence_is_kept_for_a_problem_that_nobody_has() -> None:
    made = (
        {f"{code}.{case}" if case else code for _, code, case, _ in raised()}
        | OF_THE_GUARD
        | OF_THE_THROTTLES
        | set(CODES.values())
    )
    assert topics()["problem"].keys() - made == {"error"}


@pytest.mark.parametrize("lang", LANGS)
def test_the_api_tells_a_problem_in_the_language_asked_for(run: Any, lang: str) -> None:
    async def scene(house: Any) -> None:
        for address, code in (("/api/v1/tables/none", "no-such-table"), ("/api/v1/clauses/PB.ZZ.99", "no-such-clause")):
            answer = await house.client.get(address, headers={"accept-language": lang})
            assert answer.json()["code"] == code
            assert answer.json()["detail"] == topics()["problem"][code][lang]

    run(scene)


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_tells_a_problem_in_its_own_language(run: Any, lang: str) -> None:
    async def scene(house: Any) -> None:
        form = {"hx-request": "true", "accept-language": lang}
        answer = await house.client.post("/mesa/none/como/nobody/hacer", data={"act": "sit"}, headers=form)
        assert answer.status_code == 404
        assert topics()["problem"]["no-such-table"][lang] in answer.text.replace("&#39;", "'")

    run(scene)


@pytest.mark.parametrize(
    ("method", "htmx", "is_page"),
    [("GET", False, True), ("GET", True, False), ("POST", False, False), ("POST", True, False)],
)
def test_a_problem_is_a_page_for_who_opens_an_address_and_a_piece_beside_the_button_for_a_form(
    run: Any, method: str, htmx: bool, is_page: bool
) -> None:
    async def scene(house: Any) -> None:
        headers = {"hx-request": "true"} if htmx else {}
        for address in ("/mesa/none/como/nobody/hacer", "/mesa/none/publico"):
            answer = await house.client.request(method, address, data={} if method == "POST" else None, headers=headers)
            assert answer.status_code in (404, 405)
            assert ("<html" in answer.text) is is_page, (address, answer.text[:80])

    run(scene)
