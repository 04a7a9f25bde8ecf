"""Sentences from codes, in Spanish first, then English and French: refusals, events, acts, what the croupier says.

This module knows codes and facts, plain data; it knows no rule and no game's types. Its texts are data:
``data/<topic>.toml`` holds one entry a code, its languages side by side. A code without a sentence is an error of the
tests, never of a screen: :func:`refusal` and :func:`label` always answer something.
"""

from __future__ import annotations

import errno
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from tapete.cards import Card, rank, suit
from tapete.folders import DataFolders
from tapete.money import Cents

Lang = Literal["es", "en", "fr"]

LANGS: Final[tuple[Lang, ...]] = ("es", "en", "fr")
"""Spanish is first: it is the language of the regulations and the one that every text has."""

Entry = Mapping[str, str]


def language(wanted: str | None) -> Lang:
    """Return one of our languages: that of a code such as ``fr-CA``, Spanish for any other."""
    own = (wanted or "").partition("-")[0].lower()
    return next((one for one in LANGS if one == own), "es")


FOLDERS: Final = DataFolders(files("tapete.words") / "data")


class Topics(Mapping[str, Mapping[str, Entry]]):
    """The entries of each topic; a topic is read when it is first asked for."""

    def __init__(self, folders: Iterable[Traversable]) -> None:
        self._sources: dict[str, list[str]] = {}
        self._read: dict[str, Mapping[str, Entry]] = {}
        for folder in folders:
            found = sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=lambda one: one.name)
            parts = [re.split(r"^\[([\w-]+)\]$", file.read_text("utf-8"), flags=re.MULTILINE) for file in found]
            pairs = [pair for part in parts for pair in zip(part[1::2], part[2::2], strict=True)]
            if len(dict(pairs)) < len(pairs):
                raise ValueError(f"{folder}: a topic stands there twice")
            for topic, source in pairs:
                self._sources.setdefault(topic, []).append(source)

    def __getitem__(self, topic: str) -> Mapping[str, Entry]:
        if topic not in self._read:
            found: dict[str, Entry] = {}
            for entries in map(tomllib.loads, self._sources[topic]):
                if twice := found.keys() & entries.keys():
                    raise ValueError(f"{topic}: {', '.join(sorted(twice))} stands in two folders")
                found.update(entries)
            self._read[topic] = MappingProxyType(found)
        return self._read[topic]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)


@FOLDERS.read_once
def topics() -> Topics:
    return Topics(FOLDERS)


@lru_cache(maxsize=16_384)
def text(topic: str, code: str, lang: str) -> str | None:
    entry = topics().get(topic, {}).get(code)
    return None if entry is None else entry.get(lang) or entry["es"]


def label(topic: str, code: object, lang: str) -> str:
    """Return the name of a term; the code itself when it has none."""
    return text(topic, str(code), lang) or str(code)


ANNOUNCED = re.compile(r"\d{1,3}(\.\d{3})*(,\d\d)?")
"""A sum as the croupier announces it."""

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
ONE_EURO = re.compile(r"(?<![\d.,])1 euros\b")


def number(value: int, lang: str) -> str:
    return f"{value:,}".replace("-", MINUS).replace(",", {"es": ".", "en": ",", "fr": NARROW_SPACE}[lang])


def is_singular(count: int, lang: str) -> bool:
    """Return True if a language takes the singular for so many: for one, and in French for none too."""
    return count == 1 or (lang == "fr" and count == 0)


def count_with_noun(value: int | str, words: str, lang: str) -> str:
    """Write how many of what: ``1 mesa``, ``2 mesas``.

    ``words`` holds the singular and the plural, ``mesa|mesas``; after ``=`` the word alone is written, as for a verb
    that goes with a count (``=Falta|Faltan``).
    """
    text = str(value)
    count = int(text) if text.isdecimal() else None
    one, many = words.removeprefix("=").split("|")
    word = one if count is not None and is_singular(count, lang) else many
    return word if words.startswith("=") else f"{text if count is None else number(count, lang)} {word}"


def money(amount: Cents, lang: str, *, sign: bool = True) -> str:
    """Write cents as euros: ``1.250,50 €``, ``€1,250.50``, ``1 250,50 €``. Whole euros go without cents."""
    whole, cents = divmod(abs(amount), 100)
    text = number(whole, lang)
    if cents:
        text += f"{'.' if lang == 'en' else ','}{cents:02d}"
    minus = MINUS if amount < 0 else ""
    if not sign:
        return f"{minus}{text}"
    return f"{minus}€{text}" if lang == "en" else f"{minus}{text}{NO_BREAK}€"


def colon(lang: str) -> str:
    """Return a colon as the language sets it after a word."""
    return f"{NO_BREAK}:" if lang == "fr" else ":"


def with_one_euro(sentence: str) -> str:
    """Return a sentence that says «1 euro», where the words of a formula have «euros» behind a sum."""
    return ONE_EURO.sub("1 euro", sentence)


def sum_in_words(text: str, lang: str) -> str:
    """Write a sum that was announced in Spanish usage (``1.250,50``) as the language does; anything else stays."""
    if lang == "es" or not ANNOUNCED.fullmatch(text):
        return text
    whole, _, cents = text.partition(",")
    return money(int(whole.replace(".", "")) * 100 + int(cents or 0), lang, sign=False)


def card_name(face: Card | None, lang: str) -> str:
    """Name a card: «7 de picas»; one that lies face down is «carta tapada» and nothing else."""
    if face is None:
        return label("card", "down", lang)
    pattern = label("card", "of", lang)
    return pattern.format(rank=label("rank", rank(face), lang), suit=label("suit", suit(face), lang))


def join(items: Iterable[str], lang: str, word: str = "and") -> str:
    """Join names as a person lists them: «uno, dos y tres»."""
    all_items = list(items)
    if len(all_items) < 2:
        return "".join(all_items)
    return f"{', '.join(all_items[:-1])} {label('list', word, lang)} {all_items[-1]}"


def person_name(person: str, lang: str) -> str:
    """Name a person by their pseudonym; the house, its clock and its shoe have names of their own."""
    if person.startswith("system:"):
        return label("system", person.removeprefix("system:"), lang)
    return person


# Templates and facts become sentences. A template names its facts and how they are written: ``{amount:money}``,
# ``{count:table|tables}``.

MISSING = "…"
GIVEN: Final = 20
"""Signs that are shown of what somebody typed where it has more than twice as many."""

_parse = Formatter().parse

Naming = Callable[[str, str], str]
"""How somebody is named in a language, made of their pseudonym."""


def placeholders(template: str) -> tuple[tuple[str, str], ...]:
    """Return the facts of a template, each with the way in which it is written, but for the words that go with a count:
    they are each language's own.
    """
    found = ((name, spec or "") for _, name, spec, _ in _parse(template) if name is not None)
    return tuple((name, "" if "|" in spec else spec) for name, spec in found if not spec.startswith("="))


def fill(template: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Put facts into a template. A fact that is not there leaves «…»: a screen never fails over a sentence."""
    parts = []
    for literal, name, spec, _ in _parse(template):
        parts.append(literal)
        if name is not None:
            parts.append(_write(facts.get(name), spec or "", lang, naming))
    return "".join(parts)


def sentence(topic: str, code: str, lang: str, naming: Naming = person_name, /, **facts: Any) -> str:
    """Return the words of a code with its facts; the code itself where it has none."""
    return fill(label(topic, code, lang), facts, lang, naming)


def _write(value: Any, spec: str, lang: str, naming: Naming) -> str:
    if value is None:
        return MISSING
    if spec == "told":
        return _write_told(value, lang)
    if "|" in spec:
        return count_with_noun(value, spec, lang)
    if isinstance(value, (list, tuple, set, frozenset)):
        return (
            join((_write(one, spec, lang, naming) for one in value), lang, "and" if spec == "card" else "or") or MISSING
        )
    match spec:
        case "":
            return str(value)
        case "money":
            return money(value, lang) if isinstance(value, int) else _as_given(value)
        case "number":
            return number(value, lang) if isinstance(value, int) else str(value)
        case "nth":  # kept counted from 0, said as people count cards
            return number(value + 1, lang) if isinstance(value, int) else str(value)
        case "given":
            return _as_given(value)
        case "person":
            return naming(str(value), lang)
        case "card":
            return card_name(value, lang)
        case "field":  # of an act, or where its name alone says enough
            names = (str(value), str(value).rpartition(".")[2])
            told = (text(topic, one, lang) for one in names for topic in ("field", "house-field", "bingo-field"))
            return next(filter(None, told), names[1])
        case _:
            return label(spec, value, lang)


def _as_given(value: Any) -> str:
    """Return of what somebody typed as much as tells them which it is."""
    typed = str(value)
    return typed if len(typed) <= 2 * GIVEN else typed[:GIVEN] + MISSING


def _write_told(value: Any, lang: str) -> str:
    """Write sentences within a sentence: each without the full stop, since another one follows."""
    if isinstance(value, (list, tuple)):
        return "; ".join(_write_told(one, lang) for one in value)
    if not isinstance(value, Mapping):
        return str(value)
    topic, code, facts = value["topic"], value["code"], value["facts"]
    say = {"refusal": refusal, "finding": finding}.get(topic)
    told = error_sentence(code, facts, lang, topic) if say is None else say(code, facts, lang)
    return told.rstrip(".")


def error_sentence(code: str, facts: Mapping[str, Any], lang: str, topic: str = "error") -> str:
    template = text(topic, code, lang)
    facts = {**facts, "field": f"{facts['act']}.{facts['field']}"} if facts.get("act") else facts
    return code if template is None else fill(template, facts, lang) + _detail(facts, lang)


def _detail(facts: Mapping[str, Any], lang: str) -> str:
    """Return what a library or the engine itself says, which is English: it is told in no other language."""
    return f" ({facts['detail']})" if lang == "en" and "detail" in facts else ""


def refusal(code: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Return the sentence that says why an act was refused. An unknown code is shown as it is, rather than nothing.

    The sentence speaks to whoever would do the act: where the croupier notes it for somebody, it is told as what that
    person is to hear.
    """
    person = facts.get("noted_for")
    if person is not None:
        told = refusal(code, {name: one for name, one in facts.items() if name != "noted_for"}, lang, naming)
        return label("answer", "noted-for", lang).format(person=naming(str(person), lang), told=told)
    template = text("refusal", code, lang)
    if template is not None and any(name not in facts for name, _ in placeholders(template)):
        template = text("refusal", f"{code}.bare", lang) or template
    return label("answer", "refused", lang) + f" ({code})" if template is None else fill(template, facts, lang, naming)


def finding(code: str, facts: Mapping[str, Any], lang: str) -> str:
    """Return the sentence on a finding of an audit. The fact ``case`` tells one of several sentences of a code."""
    template = text("finding", f"{code}.{facts.get('case', '')}", lang) or text("finding", code, lang)
    return code if template is None else fill(template, facts, lang) + _detail(facts, lang)


def explained_difference(change: str, found: Mapping[str, Any], lang: str) -> str:
    """Return the sentence on a difference that a change of the engine explains; ``found`` is the difference."""
    return f"{label('change', change, lang).rstrip('.')} ({_write_told(found, lang)})."


@FOLDERS.read_once
def _variants() -> Mapping[str, list[str]]:
    """Return the sentences of events of which there are several, by the kind of the event."""
    found: dict[str, list[str]] = {}
    for code in topics()["event"]:
        found.setdefault(code.partition(".")[0], []).append(code)
    return found


def _fits(code: str, facts: Mapping[str, Any]) -> bool:
    for asked in code.split(".")[1:]:
        name, _, value = asked.partition("=")
        found = facts.get(name)
        if str(found).lower() != value if value else not found:
            return False
    return True


def event(kind: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Return one line on what an event made so; ``kind`` with or without its version. Of several sentences that one is
    said which asks most of the facts: ``card-moved.face`` asks for a face, ``counter-set.is_on=false`` for a value.
    """
    name = kind.partition("@")[0]
    fitting = (one for one in _variants().get(name, ()) if _fits(one, facts))
    name = max(fitting, key=lambda one: one.count("."), default=name)
    template = text("event", name, lang)
    if template is not None and any(facts.get(fact) is None for fact, _ in placeholders(template)):
        template = text("event", f"{name}.bare", lang) or template
    if name.startswith("said") and isinstance(said := facts.get("text"), str):
        facts = {**facts, "text": with_one_euro(said)}
    return name if template is None else fill(template, facts, lang, naming)


def act(tag: str, facts: Mapping[str, Any], lang: str) -> str:
    """Name an act as on its button. ``show-hand.punto`` is looked up before ``show-hand``."""
    for name in _special(tag, facts):
        template = text("act", name, lang)
        if template is not None:
            return fill(template, facts, lang)
    return tag


def _special(tag: str, facts: Mapping[str, Any]) -> Iterable[str]:
    for fact in ("hand", "bet", "role", "kind", "word", "option", "game"):
        if isinstance(facts.get(fact), str):
            yield f"{tag}.{facts[fact]}"
    yield tag


def announcement(
    formula: str, values: Mapping[str, str], lang: str, spanish: Mapping[str, str], naming: Naming = person_name
) -> str:
    """Return a formula: in Spanish with the words of the rulebook in force, elsewhere with their translation."""
    template = spanish.get(formula) if lang == "es" else text("formula", formula, lang)
    if template is None:
        template = text("formula", formula, lang) or spanish.get(formula) or formula
    written: Mapping[str, Naming] = {"amount": sum_in_words, "person": naming}
    shown = {name: written[name](one, lang) if name in written else one for name, one in values.items()}
    sentence = with_one_euro(fill(template, shown, lang))
    return sentence[:1].upper() + sentence[1:]


def codes(topic: str) -> frozenset[str]:
    return frozenset(topics().get(topic, {}))


def source(place: str, lang: str) -> str:
    """Write a place in a document, as the register has it, with its few words in a language."""
    for phrase in sorted(codes("source-word"), key=len, reverse=True):
        place = re.sub(rf"\b{re.escape(phrase)}\b", label("source-word", phrase, lang), place)
    return place


def long_day(day: str, lang: str) -> str:
    """Write a day (``2026-11-28``) as people do: ``28 de noviembre de 2026``. A text that is no day stays as it is."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        return day
    year, month, number = day.split("-")
    told = "1er" if (lang, number) == ("fr", "01") else number.lstrip("0")
    facts = {"day": told, "month": label("date", f"month-{month}", lang), "year": year}
    return fill(label("date", "long", lang), facts, lang)


NOTHING = "—"
CAUSES = "void.causes."
"""How the options begin that say what a cause does to a game."""


def option_name(option: str, lang: str) -> str:
    """Return what an option is about; its own name where it has no other. A cause is called as where it happens."""
    if option.startswith(CAUSES):
        return label("cause", option.removeprefix(CAUSES), lang)
    return label("option", option, lang)


def option_value(value: Any, lang: str) -> str:
    match value:
        case bool():
            return label("option-value", str(value).lower(), lang)
        case int():
            return number(value, lang)
        case str():
            return label("option-value", value, lang) if value else NOTHING
        case {"num": int(num), "den": int(den)}:
            return _part(num, den, lang)
        case list() | tuple():
            return ", ".join(option_value(one, lang) for one in value) or label("option-value", "none", lang)
        case dict():
            return ", ".join(f"{key}: {option_value(one, lang)}" for key, one in value.items()) or NOTHING
        case _:
            return str(value)


def _part(num: int, den: int, lang: str) -> str:
    """Write a part: as a percentage where it is one to the hundredth, else as a fraction."""
    if den < 100 or (num * 10_000) % den:
        return f"{num}/{den}"
    whole, hundredths = divmod(num * 10_000 // den, 100)
    mark = "." if lang == "en" else ","
    rest = f"{mark}{hundredths:02d}".rstrip("0").rstrip(mark)
    return f"{whole}{rest}\N{NO-BREAK SPACE}%"


class CodedError(Exception):
    """An error with a code of its topic and its facts; ``str`` of it is the English sentence."""

    topic: ClassVar[str] = "error"

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: str) -> str:
        return error_sentence(self.code, self.facts, lang, self.topic)

    @property
    def told(self) -> dict[str, Any]:
        """Return the error as a fact of another sentence (``{why:told}``)."""
        return sentence_fact(self.topic, self.code, self.facts)


def sentence_fact(topic: str, code: str, facts: Any) -> dict[str, Any]:
    return {"topic": topic, "code": code, "facts": dict(facts)}


def reason(error: BaseException) -> Any:
    """Return an error as a fact of a sentence: a coded one as it is, another one by a name that is no language, or by
    the sentence of that name.
    """
    return error.told if isinstance(error, CodedError) else sentence_fact("error", technical_name(error), {})


def failure_facts(error: BaseException) -> dict[str, Any]:
    """Return an unforeseen error as facts of a sentence: its kind, why, and what it says itself if it has no code."""
    facts = {"kind": type(error).__name__, "why": reason(error)}
    return facts if isinstance(error, CodedError) else facts | {"detail": str(error)}


def place_of(detail: str) -> str:
    """Return the place within a tree that a complaint about its shape names: ``$.act.amount``."""
    return next(iter(re.findall(r"`(\$[^`]*)`", detail)), "$")


def toml_place(detail: str, text: str) -> str:
    """Return line and column of a complaint about a TOML text, as numbers: ``3:4``; where it names none it means the
    end of the text.
    """
    found = re.search(r"line (\d+), column (\d+)", detail)
    lines = text.split("\n")
    return f"{found[1]}:{found[2]}" if found else f"{len(lines)}:{len(lines[-1]) + 1}"


NO_CONNECTION: Final = "08000"
"""Name of an error of a database that gives none itself: nobody has answered."""


SQLITE_TEXTS: Final = {"disk I/O error": "SQLITE_IOERR", "database or disk is full": "SQLITE_FULL"}
"""What SQLite says of a copy that failed, of which not every library tells the name."""


def technical_name(error: BaseException) -> str:
    """Name an error of the system or of a library as technicians do: ``ENOENT``, ``SQLITE_NOTADB``, or its kind.

    What such an error says is English, or whatever the system speaks; the name is the same for everybody.
    """
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, str(error.errno))
    inner = getattr(error, "orig", None) or error
    sqlite = getattr(inner, "sqlite_errorname", None) or SQLITE_TEXTS.get(str(inner))
    if sqlite == "SQLITE_READONLY_DBMOVED":  # somebody moved the file, or took it away
        return errno.errorcode[errno.ENOENT]
    if sqlite:  # the first two words: SQLITE_IOERR_SHORT_READ is one of many that go wrong with a disk
        return "_".join(str(sqlite).split("_")[:2])
    name = getattr(inner, "sqlstate", None) or type(inner).__name__
    return NO_CONNECTION if name == "OperationalError" else str(name)
