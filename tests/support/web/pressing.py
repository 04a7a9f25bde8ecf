"""Somebody who fills in the forms of a page and sends them as a browser does, and writes down what he is answered."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple

import httpx

from tapete.web.sessions import COOKIE
from tapete.words import LANGS
from tests.support.web.house import House
from tests.support.web.ways_in import HERE, Asker

TIME: Final = re.compile(r'data-(now|ends|paused)="\d+"')
HIDDEN: Final = re.compile(r'<input type="hidden"[^>]*>(?:\s*<input type="hidden"[^>]*>)+')
"""Hidden fields beside each other: nobody sees their order."""
HEADERS: Final = ("content-type", "tapete-fate", "etag", "cache-control", "content-disposition", "retry-after")
LONG: Final = 1_500
"""Signs of an answer in JSON from which on a digest of it is enough."""


class Form(NamedTuple):
    """A form of a page: where it goes, how, and what it sends if nobody fills anything in."""

    action: str
    method: str
    fields: dict[str, str]


def _in_order(found: re.Match[str]) -> str:
    return "".join(sorted(re.findall(r"<input[^>]*>", found[0])))


class _Forms(HTMLParser):
    """Collects the forms of a page by their ids; of one without an id by its address."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, Form] = {}
        self._form = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or note what one of its fields sends."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = given.get("id") or given.get("action", "")
            self.found[self._form] = Form(given.get("action", ""), given.get("method", "get"), {})
        elif not self._form:
            return
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and self._select:
            self.found[self._form].fields.setdefault(self._select, given.get("value", ""))
        elif tag == "input" and "name" in given and (given.get("type") != "radio" or "checked" in given):
            self.found[self._form].fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """End a form or a list."""
        if tag == "form":
            self._form = ""
        if tag == "select":
            self._select = ""


def forms_of(page: str) -> dict[str, Form]:
    """Return the forms of a page."""
    reader = _Forms()
    reader.feed(page)
    return reader.found


class Presser(Asker):
    """Asks and presses, each person in a browser of his own."""

    def __init__(self, here: House) -> None:
        super().__init__(here)
        self.browsers: dict[tuple[str, str], httpx.AsyncClient] = {}
        self._shown: dict[str, dict[str, Form]] = {}
        """The forms of the answer that each has before him: some acts are confirmed there."""

    def at(self, table: str, person: str, *, staff: bool = False) -> httpx.AsyncClient:
        """Return the browser of a person at a table, who came in before."""
        if (table, person) not in self.browsers:
            token = self.house.app.state.sessions.open(table, person, staff=staff)
            self.browsers[table, person] = self.browser(cookies={COOKIE: token})
        return self.browsers[table, person]

    async def forms(self, table: str, person: str) -> dict[str, Form]:
        """Return the forms of somebody's page."""
        return forms_of((await self.at(table, person).get(f"/mesa/{table}/como/{person}")).text)

    async def press(
        self, table: str, person: str, form: str, typed: dict[str, str], *, lang: str = "es", scripted: bool = True
    ) -> None:
        """Fill in a form of somebody's page and send it, or send fields that no form has to an address below the page;
        write down the answer.
        """
        here = f"/mesa/{table}/como/{person}"
        known = {} if form.startswith("/") else await self.forms(table, person)
        found = (
            Form(here + form, "post", {}) if form.startswith("/") else (known | self._shown.get(person, {})).get(form)
        )
        said = " ".join(f"{name}={value}" for name, value in typed.items())
        self.lines.append(f"{person}: {form} {said} {lang}{'' if scripted else ' without scripts'}")
        if found is None:
            self.lines.append(f"  is not among {' '.join(known)}")
            return
        browser, fields = self.at(table, person), found.fields | typed
        headers = {"accept-language": lang} | ({"hx-request": "true"} if scripted else {})
        if found.method == "get":
            answer = await browser.get(found.action, params=fields, headers=headers)
        else:
            answer = await browser.post(found.action, data=fields, headers=headers)
        self._answer(answer)
        self._shown[person] = forms_of(answer.text)

    async def play(self, table: str, text: str) -> None:
        """Do what each line says: who, which form of his page (or ``/`` and a word of the address, or ``looks``), what
        he fills in, in which language, ``plain`` without scripts.
        """
        for line in filter(None, map(str.strip, text.splitlines())):
            person, form, *rest = shlex.split(line)
            typed = dict(one.split("=", 1) for one in rest if "=" in one)
            lang = next((one for one in rest if one in LANGS), "es")
            if form == "looks":
                await self.look(table, person, lang)
            else:
                await self.press(table, person, form, typed, lang=lang, scripted="plain" not in rest)

    async def look(self, table: str, person: str, lang: str = "es") -> None:
        """Write down what stands on somebody's page; ``publico`` is the public screen."""
        self.lines.append(f"{person} looks at {table} {lang}")
        if person == "publico":
            async with self.browser() as anybody:
                self._answer(await anybody.get(f"/mesa/{table}/publico", headers={"accept-language": lang}))
            return
        here = f"/mesa/{table}/como/{person}"
        self._answer(await self.at(table, person).get(here, headers={"accept-language": lang}))

    async def program(self, method: str, path: str, token: str = "", body: Any = None, **headers: str) -> Any:
        """Ask as a program does; return what was answered."""
        self.lines.append(f"{method} {path} {'' if body is None else json.dumps(body, ensure_ascii=False)}".rstrip())
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            given["authorization"] = f"Bearer {token}"
        async with self.browser() as client:
            answer = await client.request(method, f"/api/v1{path}", json=body, headers=given)
        self._answer(answer)
        return answer.json() if answer.content else None

    def _answer(self, answer: httpx.Response) -> None:
        where = answer.headers.get("location", "")
        told = (f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers)
        self.lines.append("  " + " · ".join((f"{answer.status_code} {where}".rstrip(), *told)))
        kind = answer.headers.get("content-type", "")
        if where or not answer.content:
            pass
        elif "json" in kind:
            self._tree(answer.json())
        elif kind.startswith("text/html"):
            self._page(HIDDEN.sub(_in_order, TIME.sub(r'data-\1=""', answer.text)))
        self._told_of_sessions()

    def _tree(self, tree: Any) -> None:
        text = json.dumps(tree, ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        self.lines.append(f"  {text}" if len(text) < LONG else f"  {len(text)} signs: {digest}")

    async def aclose(self) -> None:
        """Close every browser."""
        for one in self.browsers.values():
            await one.aclose()


__all__ = ["HERE", "Form", "Presser", "forms_of"]
