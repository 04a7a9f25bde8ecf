"""Errors as ``application/problem+json`` (RFC 9457), with the code, the clauses and the facts of a refusal."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Send

from tapete.kernel import Refused
from tapete.live import LiveError
from tapete.words import fill, refusal, sentence_fact, text

PROBLEM_JSON = "application/problem+json"
AGAIN_LATER: Final = frozenset({429, 503})
"""Statuses of what may be asked for again later."""
EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
_log = logging.getLogger("tapete.web")


class Problem(msgspec.Struct, frozen=True):
    """What went wrong. ``code`` is stable, ``detail`` is a sentence, ``clauses`` are the rules that say so."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    clauses: tuple[str, ...] = ()
    facts: dict[str, Any] = {}


class ProblemError(Exception):
    """Carries a problem to the handler that answers with it.

    Its sentence is that of its code, or of the ``case`` of a code that stands for several; ``said`` is one that is
    already in the language of whoever asked. ``detail`` is what a library says, or the field that is malformed.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str = "",
        refused: Refused | None = None,
        *,
        case: str = "",
        said: str = "",
        **facts: Any,
    ) -> None:
        super().__init__(code)
        self.case = case
        self.said = said
        self.problem: Problem = Problem(
            type=f"urn:tapete:problem:{code}",
            title=HTTPStatus(status).phrase,
            status=status,
            code=code,
            detail=said or detail or HTTPStatus(status).phrase,
            clauses=() if refused is None else tuple(refused.clauses),
            facts=facts if refused is None else dict(refused.facts),
        )

    def told(self, lang: str) -> Problem:
        if self.said:
            return self.problem
        return msgspec.structs.replace(self.problem, detail=_sentence(self.problem, self.case, lang))

    def shown(self, lang: str) -> tuple[str, int]:
        """Return its sentence and its status, for the page that asked."""
        return self.told(lang).detail, self.problem.status


def _sentence(problem: Problem, case: str, lang: str) -> str:
    code = problem.code
    if code == "malformed":  # what is malformed is said by the field, or by its bounds
        why = problem.facts.get("why")
        return refusal(code, {"text": why}, lang) if why else text(code, problem.detail, lang) or problem.detail
    template = text("problem", f"{code}.{case}", lang) or text("problem", code, lang)
    if template is not None:
        return fill(template, problem.facts, lang)
    return refusal(code, {}, lang) if text("refusal", code, lang) else problem.detail


STATUS = {
    "command-malformed": 400,
    "cards-file-wrong": 400,
    "chance-is-nobody": 403,
    "system-act": 403,
    "table-busy": 503,
    "no-randomness": 503,
    "vault-unread": 503,
    "disk-short": 503,
}
"""Refusals that are not about the rules of the game; every other one is a conflict with them: 409."""


def refused_problem(refused: Refused, lang: str) -> ProblemError:
    said = refusal(refused.code, refused.facts, lang)
    return ProblemError(STATUS.get(refused.code, 409), refused.code, refused=refused, said=said)


CODES = {400: "malformed", 401: "no-session", 403: "not-allowed", 404: "not-found", 405: "method", 413: "too-large"}


WRITTEN: Final = {"form": "format", "last_id": "Last-Event-ID", "key": "Idempotency-Key"}
"""Values whose names in the address, or as a header, are not those of the arguments that take them."""


def problem_of(error: Exception, asked: Mapping[str, str] = EMPTY) -> ProblemError:
    """Return any exception as a problem; what nobody foresaw is told by no word. ``asked``: by address and headers."""
    match error:
        case ProblemError():
            return error
        case HTTPException():
            return _from_http(error, asked)
        case LiveError():
            return ProblemError(503, "not-answered")
        case _:
            return ProblemError(500, "internal")


def _from_http(error: HTTPException, asked: Mapping[str, str]) -> ProblemError:
    """Return the framework's own error as a problem; its ``extra`` may quote what was sent and stays out, but for the
    name of a value of the address or of a header, among those ``asked`` for, that does not fit or is missing.
    """
    code = CODES.get(error.status_code, "error")
    detail = str(error.detail) if error.status_code in (400, 404, 405, 413) else HTTPStatus(error.status_code).phrase
    extra = error.extra if error.status_code == 400 and isinstance(error.extra, list) else []
    if missing := re.match(r"Missing required \w+ parameter '([\w-]+)'", detail):
        return ProblemError(400, code, missing[1], why=sentence_fact("error", "unfit-missing", {"field": missing[1]}))
    keyed = [(str(one.get("key")), one) for one in extra if isinstance(one, dict)]
    named = {WRITTEN.get(key, key): one for key, one in keyed}
    field = next((key for key in named if key.lower() in asked), None)
    if field is None or text(code, field, "es"):  # what is said of this field alone
        return ProblemError(error.status_code, code, field or detail[:300])
    message = str(named[field].get("message"))
    bound = re.search(r"([<>])= (-?[0-9]+)", message)
    case = "unfit-place" if "regex" in message else "unfit"
    case = case if bound is None else {">": "unfit-least-number", "<": "unfit-most"}[bound[1]]
    end = None if bound is None else int(bound[2])
    facts = {"field": field, "given": asked[field.lower()][:60], "least": end, "most": end}
    return ProblemError(error.status_code, code, detail[:300], why=sentence_fact("error", case, facts))


async def require_readable(request: Request[Any, Any, Any]) -> None:
    """Refuse in an address a whole number that is not written in digits, as «1e1», and a word of no list."""
    fields = request.scope["route_handler"].parsed_fn_signature.parameters
    known = {WRITTEN.get(name, name): one for name, one in fields.items()}
    for name, given in request.query_params.multi_items():
        if name not in known:
            continue
        words = [word for one in known[name].inner_types if one.origin is Literal for word in one.args]
        if words and given not in words:
            facts = {"field": name, "given": given[:60], "choices": words}
            raise ProblemError(400, CODES[400], name, why=sentence_fact("error", "unfit-choice", facts))
        if known[name].annotation is int and not re.fullmatch("-?[0-9]{1,19}", given):
            bounds: Any = known[name].kwarg_definition
            facts = {"field": name, "given": given[:60], "least": bounds.ge, "most": bounds.le}
            case = "unfit-whole" if bounds.ge is None else "unfit-least-number" if bounds.le is None else "unfit-number"
            raise ProblemError(400, CODES[400], name, why=sentence_fact("error", case, facts))


def told_problem(request: Request[Any, Any, Any], error: Exception, lang: str) -> tuple[Problem, dict[str, str]]:
    """Return what is said of an exception, and the headers of the answer. What nobody foresaw is logged by its kind."""
    found, headers = problem_of(error, {**request.headers, **request.query_params}).told(lang), dict[str, str]()
    if found.code == "internal":
        route = request.scope.get("path_template") or ""  # an address itself may hold the word of a way back
        _log.error("unforeseen", exc_info=error, extra={"facts": {"kind": type(error).__name__, "route": route}})
    if isinstance(error, HTTPException):
        headers = {key: value for key, value in (error.headers or {}).items() if key.lower() == "allow"}
    if found.status in AGAIN_LATER or "seconds" in found.facts:
        headers["Retry-After"] = str(found.facts.get("seconds", 1))
    return found, headers


async def send_problem(send: Send, error: ProblemError, lang: str = "es") -> None:
    """Answer with a problem where no route is reached."""
    problem = error.told(lang)
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", str(len(body)).encode())]
    if problem.status in AGAIN_LATER:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def problem_specs(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI entries of the problems that a route may answer with."""
    return {
        status: ResponseSpec(
            Problem, description=HTTPStatus(status).phrase, media_type=PROBLEM_JSON, generate_examples=False
        )
        for status in statuses
    }
