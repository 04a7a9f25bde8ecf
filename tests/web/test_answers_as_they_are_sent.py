"""Answers to people, whole: pages and redirects with the language that they leave behind, the piece beside a button
with its status and its headers, and problems as programs and forms read them.
"""

from __future__ import annotations

import html
import json
import logging
import re
from types import SimpleNamespace
from typing import Any

import anyio
import msgspec
import pytest
from litestar import Litestar, Request
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.response import Redirect
from litestar.testing import RequestFactory

from tapete.clauses import register
from tapete.kernel import Accepted, Event, Refused, Ruled
from tapete.table.acts import BoughtIn
from tapete.web import responses
from tapete.web.problems import (
    STATUS,
    Problem,
    ProblemError,
    from_http,
    problem_response,
    problem_specs,
    refused_problem,
    send_problem,
)
from tapete.words import refusal, topics

HERE = "/mesa/mesa/como/ana"
KNOWN = {"tapete-fate": "known"}


def asked(lang: str = "", *, scripted: bool = True, cookie: str = "", header: str = "") -> Request[Any, Any, Any]:
    headers = {"accept-language": header} | ({"hx-request": "true"} if scripted else {})
    query = {"lang": lang} if lang else {}
    headers |= {"cookie": f"tapete-lang={cookie}"} if cookie else {}
    return RequestFactory(Litestar(logging_config=None)).get("/", query_params=query, headers=headers)


def cookies_of(answer: Any) -> list[tuple[Any, ...]]:
    return [(one.key, one.value, one.path, one.samesite, one.httponly) for one in answer.cookies]


REMEMBERED = {one: [("tapete-lang", one, "/", "lax", True)] for one in ("es", "en", "fr")}


@pytest.mark.parametrize(
    ("lang", "cookie", "header", "read"),
    [
        ("", "", "", "es"),
        ("", "", "de", "es"),
        ("", "", "en", "en"),
        ("", "fr", "en", "fr"),
        ("en", "fr", "", "en"),
        ("de", "fr", "en", "es"),
        ("", "de", "en", "es"),
    ],
)
def test_a_language_asked_for_goes_before_the_remembered_one_and_that_before_the_browsers(
    lang: str, cookie: str, header: str, read: str
) -> None:
    assert responses.lang_of(asked(lang, cookie=cookie, header=header)) == read


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("en", "en"),
        ("EN-GB", "en"),
        ("fr, en", "fr"),
        ("en;q=0.5, fr;q=0.5", "en"),
        ("en;q=0.5, fr;q=0.6", "fr"),
        ("fr;q=0.6, en;q=0.5, fr;q=0.1", "fr"),
        ("en;q=0.4, fr;q=0.3, fr;q=0.5", "fr"),
        ("en;q=0.000, fr;q=0.001", "fr"),
        ("en;q=1.0001, fr;q=0.1", "fr"),
        ("en;q=1.000, fr", "en"),
        ("en;q=.9, fr;q=0.1", "fr"),
        ("en;q=2, fr;q=0.1", "fr"),
        ("en;level=1;q=0.2, fr;q=0.3", "fr"),
        ("en;level=1, fr;q=0.9", "en"),
        (" EN ; Q=0.2 , fr ; q=0.3 ", "fr"),
        ("english", ""),
        ("de" + "," * 196 + "en", "en"),
        ("de" + "," * 197 + "en", ""),
    ],
)
def test_the_browser_weighs_what_it_would_rather_read(header: str, lang: str) -> None:
    assert responses.preferred_lang(header) == lang


@pytest.mark.parametrize(("lang", "kept"), [("", []), ("fr", REMEMBERED["fr"]), ("de", REMEMBERED["es"])])
def test_a_page_and_a_way_on_remember_the_language_that_was_asked_for(lang: str, kept: list[Any]) -> None:
    for status in (200, 404):
        page = responses.html_response(asked(lang), "text", status)
        assert (page.content, page.status_code, page.media_type, cookies_of(page)) == (
            *("text", status, "text/html"),
            kept,
        )
    assert responses.html_response(asked(), "text").status_code == 200
    way = responses.redirect(asked(lang), "/x")
    assert (way.url, way.status_code, cookies_of(way)) == ("/x", 303, kept)
    own = Cookie(key="a", value="b", path="/p", samesite="strict", httponly=False)
    assert cookies_of(responses.redirect(asked(lang), "/x", [own])) == [("a", "b", "/p", "strict", False), *kept]


def test_a_page_that_says_one_thing_says_it_with_its_links_and_its_status() -> None:
    links = (("/a", "Uno"), ("/b", "Dos"))
    page = responses.message_page(asked("en"), "Heading", "Text", links, 410)
    assert (page.status_code, page.media_type, cookies_of(page)) == (410, "text/html", REMEMBERED["en"])
    assert '<html lang="en"' in page.content
    told = page.content.partition("<h1>")[2].partition("</section>")[0]
    assert told == (
        'Heading</h1>\n<p>Text</p>\n<p class="links"><a class="button" href="/a">Uno</a>'
        '<a class="button" href="/b">Dos</a></p>'
    )
    for status, heading in ((404, "not-found"), (403, "error"), (500, "error")):
        page = responses.problem_page(asked("fr"), status)
        assert page.status_code == status
        told = html.unescape(page.content.partition("<h1>")[2].partition("</section>")[0])
        hall = topics()["ui"]["hall"]["fr"]
        link = f'<p class="links"><a class="button" href="/">{hall}</a></p>'
        assert told == f"{topics()['ui'][heading]['fr']}</h1>\n<p></p>\n{link}"


def piece(answer: Any) -> dict[str, Any]:
    """Return a piece for beside a button as a table: what stands in it, and how it is sent."""
    text = html.unescape(answer.content)
    head = re.match(r'<div class="said-back (\S+)" data-code="([^"]*)"(?: data-version="(\d+)")?><p>(.*?)</p>', text)
    assert head is not None, text
    words = re.sub(r"<[^>]*>", "", re.sub(r" <button.*?</button>", "", head[4]))
    return {
        "kind": head[1],
        "code": head[2],
        "version": None if head[3] is None else int(head[3]),
        "words": words,
        "clauses": tuple(re.findall(r"<summary>([A-Z.0-9-]+)</summary>", text)),
        "status": answer.status_code,
        "type": answer.media_type,
        "headers": answer.headers,
    }


def told(kind: str, code: str, words: str, version: int | None = None, **other: Any) -> dict[str, Any]:
    status = 409 if kind == "refused" else 200
    made = {"kind": kind, "code": code, "version": version, "words": words, "clauses": (), "status": status}
    return {**made, "type": "text/html", "headers": KNOWN, **other}


def outcome(of: Any, *, repeated: bool = False) -> Any:
    return SimpleNamespace(outcome=of, version=7, is_repeated=repeated)


EVENTS: tuple[Event, ...] = (BoughtIn("ana", 1_000),)  # type: ignore[arg-type]


def clauses() -> tuple[str, str]:
    first, second = list(register())[:2]
    return first, second


def words(events: tuple[Any, ...], lang: str, naming: Any) -> str:
    return f"{len(events)} in {lang} at {naming is not None}"


def test_what_became_of_an_act_is_told_beside_its_button() -> None:
    one, two = clauses()
    request = asked("fr")

    def of(answer: Any, **other: Any) -> dict[str, Any]:
        return piece(responses.outcome_response(request, answer, HERE, "Acheter", **other))

    said = topics()["answer"]
    done, ruled, again = (said[name]["fr"] for name in ("accepted", "ruled", "repeated"))
    accepted = Accepted(EVENTS, (one, two))
    assert of(outcome(accepted)) == told("accepted", "accepted", f"{done}\u00a0: Acheter.", 7, clauses=(one, two))
    assert of(outcome(Accepted(EVENTS))) == told("accepted", "accepted", f"{done}\u00a0: Acheter.", 7)
    assert of(outcome(accepted), words=words)["words"] == f"{done}\u00a0: Acheter. 1 in fr at True"
    assert of(outcome(Ruled(EVENTS, (one,)))) == told("ruled", "ruled", f"{ruled}\u00a0: Acheter.", 7, clauses=(one,))
    assert of(outcome(accepted, repeated=True))["words"] == f"{again}\u00a0: Acheter."
    asking = {"bought-in": "repeated"}
    assert of(outcome(accepted), asking_events=asking)["words"] == f"{again}\u00a0: Acheter."
    assert of(outcome(accepted), asking_events={"sat": "repeated"})["words"] == f"{done}\u00a0: Acheter."
    refused = Refused("no-such-place", {}, (two, one, two))
    sentence = refusal("no-such-place", {}, "fr")
    assert of(outcome(refused)) == told(
        "refused", "no-such-place", f"{said['refused']['fr']}. {sentence}", clauses=(two, one)
    )
    waits = Refused("awaits-second", {"second": "luz"}, (one,))
    sentence = refusal("awaits-second", {"second": "luz"}, "fr")
    assert of(outcome(waits)) == told("accepted", "awaits-second", f"Acheter. {sentence}")


@pytest.mark.parametrize("kind", ["accepted", "ruled", "refused"])
def test_a_page_without_scripts_is_led_back_but_where_it_is_refused(kind: str) -> None:
    answer = responses.act_response(asked(scripted=False), kind, "code", "Heading.", "Why.", (), HERE, 3)
    if kind == "refused":
        assert piece(answer) == told(kind, "code", "Heading. Why.", 3)
    else:
        assert isinstance(answer, Redirect)
        assert (answer.url, answer.status_code) == (HERE, 303)
    assert piece(responses.act_response(asked(), kind, "code", "Heading.", "", (), HERE)) == told(
        kind, "code", "Heading."
    )


@pytest.mark.parametrize("lang", ["es", "en", "fr"])
def test_a_problem_of_a_form_is_told_in_words_for_people(lang: str) -> None:
    request, error = asked(lang), topics()["ui"]["error"][lang]
    malformed = topics()["malformed"]
    for detail, sentence in (
        *((one, malformed[one][lang]) for one in malformed),
        ("Expected `int`", malformed["form"][lang]),
    ):
        given = problem_response(request, ProblemError(400, "malformed", detail), lang)
        assert piece(responses.problem_fragment(request, given)) == told(
            "refused", "malformed", f"{error} {sentence}", status=400
        ), detail
    for status, headers in ((400, KNOWN), (404, KNOWN), (499, KNOWN), (500, {}), (503, {})):
        given = problem_response(request, ProblemError(404, "no-such-table"), lang)
        given.status_code = status
        sentence = topics()["problem"]["no-such-table"][lang]
        found = piece(responses.problem_fragment(request, given))
        assert found == told("refused", "no-such-table", f"{error} {sentence}", status=status, headers=headers)


def test_a_problem_holds_its_code_its_sentence_and_what_the_rules_say() -> None:
    assert ProblemError(404, "no-such-table").problem == Problem(
        "urn:tapete:problem:no-such-table", "Not Found", 404, "no-such-table", "Not Found"
    )
    assert ProblemError(429, "login-wait", seconds=3).problem == Problem(
        "urn:tapete:problem:login-wait", "Too Many Requests", 429, "login-wait", "Too Many Requests", (), {"seconds": 3}
    )
    assert ProblemError(400, "malformed", "field").problem.detail == "field"
    assert ProblemError(400, "malformed", "field", said="Said.").problem.detail == "Said."
    refused = Refused("few-chips", {"chips": 5}, ("A", "B"))
    error = ProblemError(409, "few-chips", refused=refused, other=1)
    assert (error.problem.clauses, error.problem.facts, str(error)) == (("A", "B"), {"chips": 5}, "few-chips")


def test_the_sentence_of_a_problem_is_that_of_its_case_its_code_or_its_refusal() -> None:
    known = topics()["problem"]
    for error, sentence in (
        (ProblemError(401, "no-session"), known["no-session"]["fr"]),
        (ProblemError(401, "no-session", case="token-unknown"), known["no-session.token-unknown"]["fr"]),
        (ProblemError(401, "no-session", case="nothing-of-it"), known["no-session"]["fr"]),
        (ProblemError(401, "no-session", case="token-unknown", said="Dit."), "Dit."),
        (ProblemError(429, "login-wait", seconds=2), "Attendez 2 secondes."),
        (ProblemError(400, "malformed", "field"), "field"),
        (ProblemError(400, "malformed"), "Bad Request"),
        (ProblemError(409, "window-closed"), refusal("window-closed", {}, "fr")),
        (ProblemError(418, "unheard-of", "detail"), "detail"),
        (ProblemError(418, "unheard-of"), "I'm a Teapot"),
    ):
        assert error.told("fr") == msgspec.structs.replace(error.problem, detail=sentence)


def test_a_refusal_is_a_conflict_but_where_it_is_not_about_the_rules_of_the_game() -> None:
    assert STATUS == {
        "command-malformed": 400,
        "cards-file-wrong": 400,
        "chance-is-nobody": 403,
        "system-act": 403,
        "table-busy": 503,
        "no-randomness": 503,
        "vault-unread": 503,
        "disk-short": 503,
    }
    for code, status in {**STATUS, "window-closed": 409}.items():
        error = refused_problem(Refused(code, {"chips": 5}, ("A",)), "en")
        assert (error.problem.status, error.problem.code, error.said) == (
            status,
            code,
            refusal(code, {"chips": 5}, "en"),
        )
        assert (error.problem.detail, error.problem.clauses, error.problem.facts) == (error.said, ("A",), {"chips": 5})


@pytest.mark.parametrize(
    ("status", "code", "detail"),
    [
        (400, "malformed", "x" * 300),
        (401, "no-session", "Unauthorized"),
        (403, "not-allowed", "Forbidden"),
        (404, "not-found", "x" * 300),
        (405, "method", "x" * 300),
        (409, "error", "Conflict"),
        (413, "too-large", "x" * 300),
        (500, "error", "Internal Server Error"),
    ],
)
def test_an_error_of_the_framework_is_told_under_a_code_of_ours(status: int, code: str, detail: str) -> None:
    error = HTTPException("x" * 301, status_code=status, extra={"sent": "secret"})
    made = from_http(error).problem
    assert (made.status, made.code, made.detail, made.facts) == (status, code, detail, {})


def sent(error: Exception) -> tuple[int | None, Any, dict[str, Any], dict[str, str]]:
    answer = problem_response(asked(), error, "en")
    return answer.status_code, answer.media_type, json.loads(answer.content), dict(answer.headers)


def test_every_exception_is_answered_as_a_problem_and_a_busy_hall_asks_to_come_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("tapete.web"), "handlers", [caplog.handler])
    kind = "application/problem+json"
    for error, status, code, headers in (
        (ProblemError(404, "no-such-table"), 404, "no-such-table", {}),
        (ProblemError(503, "not-answered", case="house"), 503, "not-answered", {"Retry-After": "1"}),
        (NotFoundException(headers={"x-inner": "1"}), 404, "not-found", {}),
        (
            MethodNotAllowedException(headers={"Allow": "GET, POST", "x-inner": "1"}),
            405,
            "method",
            {"allow": "GET, POST"},
        ),
        (HTTPException(status_code=503), 503, "error", {"Retry-After": "1"}),
    ):
        found = sent(error)
        assert (found[0], found[1], found[2]["status"], found[2]["code"]) == (status, kind, status, code)
        assert {name.lower(): one for name, one in found[3].items()} == {n.lower(): one for n, one in headers.items()}
    assert not caplog.records
    status_, _, problem, headers = sent(ZeroDivisionError("a secret"))
    assert (status_, problem["code"], headers) == (500, "internal", {})
    assert problem["detail"] == topics()["problem"]["internal"]["en"]
    record = caplog.records[0]
    assert (record.name, record.levelname, record.getMessage()) == ("tapete.web", "ERROR", "unforeseen")
    assert record.__dict__["facts"] == {"kind": "ZeroDivisionError", "route": ""}
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


@pytest.mark.parametrize(("status", "again"), [(400, []), (503, [(b"retry-after", b"1")])])
def test_a_problem_before_any_route_is_a_whole_answer_in_english(status: int, again: list[Any]) -> None:
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    error = ProblemError(status, "too-many-requests")
    anyio.run(send_problem, send, error)
    body = msgspec.json.encode(error.told("en"))
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode()), *again]
    assert told == [
        {"type": "http.response.start", "status": status, "headers": headers},
        {"type": "http.response.body", "body": body, "more_body": False},
    ]


def test_the_description_of_a_problem_names_its_status() -> None:
    specs = problem_specs(404, 429)
    assert [
        (status, one.data_container, one.description, one.media_type, one.generate_examples)
        for status, one in specs.items()
    ] == [
        (404, Problem, "Not Found", "application/problem+json", False),
        (429, Problem, "Too Many Requests", "application/problem+json", False),
    ]
