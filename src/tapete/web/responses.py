"""Answers to people: pages, and what became of an act, told beside its button."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie, State
from litestar.response import Redirect

from tapete.clauses import Fault
from tapete.kernel import Refused, Ruled
from tapete.record.codec import tag_of
from tapete.web import render, seat_links
from tapete.web.edge.addresses import LOOPBACK, host_name
from tapete.web.packing import body_of
from tapete.web.ports import Answer
from tapete.web.problems import Problem
from tapete.web.stage import build
from tapete.words import LANGS, Lang, Naming, colon, label, language, person_name, refusal, topics

LANG_COOKIE: Final = "tapete-lang"
WEIGHT: Final = re.compile(r"[01](\.[0-9]{0,3})?")
FATE: Final = "tapete-fate"
"""Header of the hall's own answers that says what is known of a request: ``known``, ``pending`` or ``unknown``."""
KNOWN: Final = MappingProxyType({FATE: "known"})
Request_ = Request[Any, Any, State]
NO_EVENTS: Final[Mapping[str, str]] = MappingProxyType({})


def lang_of(request: Request_) -> Lang:
    """Return the language of a request: asked for, remembered, the browser's, or Spanish."""
    chosen = request.query_params.get("lang") or request.cookies.get(LANG_COOKIE)
    return language(chosen or preferred_lang(request.headers.get("accept-language", "")))


def preferred_lang(header: str) -> str:
    """Return the language that a browser would rather read, of those that we speak; nothing where it names none."""
    found: dict[str, float] = {}
    for part in header[:200].split(","):
        tag, *more = (one.strip().lower() for one in part.split(";"))
        weight = next((one[2:] for one in more if one.startswith("q=")), "1")
        if (lang := tag.partition("-")[0]) in LANGS and WEIGHT.fullmatch(weight) and float(weight) > 0:
            found[lang] = max(float(weight), found.get(lang, 0))
    return max(found, key=lambda one: found[one], default="")


def root_for_others(request: Request_, state: State) -> str:
    """Return the address by which another device opens the hall; who asks on the hall's own machine may use another."""
    base = str(request.base_url)
    links: tuple[str, ...] = state.addresses.links(request.scope["server"]) if _is_local(base) else ()
    return next((one for one in links if not _is_local(one)), base).rstrip("/")


def _is_local(address: str) -> bool:
    return host_name(address.split("/")[2]) in LOOPBACK


def html_response(request: Request_, text: str, status: int = 200) -> Response[str]:
    """Answer with a page; a language that was asked for is remembered."""
    return Response(text, status_code=status, media_type=MediaType.HTML, cookies=_lang_cookies(request))


def table_page(request: Request_, text: str, fill: int = 0) -> Response[bytes]:
    """Answer with the page of a table, compressed where that is asked for and filled up."""
    body, headers = body_of(text, request.headers.get("accept-encoding", ""), fill)
    return Response(body, media_type=MediaType.HTML, cookies=_lang_cookies(request), headers=headers)


def redirect(request: Request_, path: str, cookies: Iterable[Cookie] = ()) -> Redirect:
    """Lead a browser to another address; a language that was asked for is remembered on the way."""
    return Redirect(path, status_code=303, cookies=[*cookies, *_lang_cookies(request)])


def cookie(name: str, value: str, path: str = "/", seconds: int | None = None, *, is_strict: bool = False) -> Cookie:
    """Return what a browser keeps and no script reads: for some ``seconds``, for ``None`` until it is closed."""
    site: Literal["strict", "lax"] = "strict" if is_strict else "lax"
    return Cookie(key=name, value=value, path=path, max_age=seconds, samesite=site, httponly=True)


def _lang_cookies(request: Request_) -> list[Cookie]:
    asked = request.query_params.get("lang")
    return [cookie(LANG_COOKIE, language(asked))] if asked else []


def message_page(
    request: Request_, heading: str, text: str, links: tuple[tuple[str, str], ...], status: int
) -> Response[str]:
    lang = lang_of(request)
    return html_response(request, render.page("message.html", lang, heading=heading, text=text, links=links), status)


class Told(NamedTuple):
    """What became of an act, as it is told beside its button, with the rules that it rests on.

    ``version`` is the table's version that shows the act: the page takes the news away when the table has gone on.
    """

    kind: Literal["accepted", "ruled", "refused"]
    code: str
    heading: str = ""
    sentence: str = ""
    version: int | None = None
    clauses: tuple[str, ...] = ()

    def as_data(self, lang: str, status: int = 0, *, is_known: bool = True) -> Response[bytes]:
        told = self._asdict() | {"clauses": build.clauses(self.clauses, lang)}
        usual, headers = 409 if self.kind == "refused" else 200, dict(KNOWN) if is_known else None
        body = msgspec.json.encode(told)
        return Response(body, media_type=MediaType.JSON, status_code=status or usual, headers=headers)


def refusal_told(refusal_or_fault: Refused | Fault, lang: str, naming: Naming = person_name) -> Told:
    clauses = tuple(dict.fromkeys(refusal_or_fault.clauses))
    sentence = refusal(refusal_or_fault.code, refusal_or_fault.facts, lang, naming)
    return Told("refused", refusal_or_fault.code, label("answer", "refused", lang) + ".", sentence, clauses=clauses)


def outcome_told(
    answer: Answer,
    table: str,
    name: str,
    lang: str,
    asking_events: Mapping[str, str] = NO_EVENTS,
    words: Callable[[tuple[Any, ...], str, Naming], str] | None = None,
) -> Told:
    """Return what became of the act ``name``: done and by which rules, only asked for where one of ``asking_events``
    says so, or refused. ``words`` returns from the events what the act came to.
    """
    outcome, naming = answer.outcome, seat_links.table_naming(table)
    if isinstance(outcome, Refused):
        told = refusal_told(outcome, lang, naming)
        # one is no refusal: kept for the second official
        return told if outcome.code != "awaits-second" else Told("accepted", outcome.code, f"{name}.", told.sentence)
    kind: Final = "ruled" if isinstance(outcome, Ruled) else "accepted"
    names = (tag_of(type(one)).partition("@")[0] for one in outcome.events)
    asked = next((asking_events[one] for one in names if one in asking_events), kind)
    heading = f"{label('answer', 'repeated' if answer.is_repeated else asked, lang)}{colon(lang)} {name}."
    came_of_it = "" if words is None else words(tuple(outcome.events), lang, naming)
    return Told(kind, kind, heading, came_of_it, answer.version, tuple(outcome.rests_on))


def problem_answer(request: Request_, problem: Problem) -> Response[Any]:
    """Show a problem: as data beside its button, or as a page."""
    lang, status, sentence = lang_of(request), problem.status, problem.detail
    known = {one[lang] for one in topics()["malformed"].values()}
    if problem.code == "malformed" and "why" not in problem.facts and sentence not in known:
        sentence = label("malformed", "form", lang)
    if request.headers.get("accept", "").startswith("application/json"):  # a page that the browser draws
        # of whoever is not known any more, as after a restart, nothing is known: the act may have been done before
        is_known = request.method != "GET" and status != 401 and status < 500
        told = Told("refused", problem.code, label("ui", "error", lang), sentence)
        return told.as_data(lang, status, is_known=is_known)
    heading, links = label("ui", "not-found" if status == 404 else "error", lang), (("/", label("ui", "hall", lang)),)
    return message_page(request, heading, "" if status == 404 else sentence, links, status)
