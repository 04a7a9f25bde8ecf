"""Every code of the core has a sentence in three languages, of facts that it gives; the page of refusals is current."""

import ast
import re
import runpy
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any

import tapete
from tapete.catalogue import house_games
from tapete.words import LANGS, act, event, fill, label, placeholders, refusal, topics
from tests.support.rows import rows

ROOT = Path(tapete.__file__).parent
PLAYABLE = sorted({type(game).__module__.split(".")[2] for game in house_games().values()})
ROOMS = ("table", "house", "live", "accounts", *(f"games/{room}" for room in ("baccarat", "banked", *PLAYABLE)))
CORE = ["kernel/*.py", "play.py", *(f"{room}/**/*.py" for room in ROOMS)]
SPECS = {"told", "", "given", "money", "number", "nth", "person", "card"}


@cache
def trees() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The source, each file with all its nodes, the whole first."""
    paths = [path for pattern in CORE for path in sorted(ROOT.glob(pattern))]
    return tuple((str(one.relative_to(ROOT)), tuple(ast.walk(ast.parse(one.read_text("utf-8"))))) for one in paths)


def named_codes() -> dict[str, set[str]]:
    """The texts that a name of a module stands for, wherever it is used: a code may have a name of its own."""
    found: dict[str, set[str]] = {}
    for _, nodes in trees():
        for node in nodes[0].body:
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            pairs = [(one, getattr(node, "value", None)) for one in targets]
            for one, given in pairs:
                if isinstance(one, ast.Tuple) and isinstance(given, ast.Tuple):
                    pairs += zip(one.elts, given.elts, strict=True)
                elif isinstance(one, ast.Name) and isinstance(given, ast.Constant) and isinstance(given.value, str):
                    found.setdefault(one.id, set()).add(given.value)
    return found


def codes_of(node: ast.AST, named: dict[str, set[str]]) -> Iterator[str]:
    """The codes that an expression can come to: written out, by a name, or as one of two."""
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.Name(id=name):
            yield from sorted(named.get(name, ()))
        case ast.IfExp(body=body, orelse=other):
            yield from codes_of(body, named)
            yield from codes_of(other, named)


def fault_calls() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Each refusal written in the source: where, code, and the names of its facts where they are spelled out."""
    named = named_codes()
    for where, nodes in trees():
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name not in ("fault", "Fault", "Refused", "_refuse", "against"):
                continue
            rest = node.args[1:] if name == "against" else node.args
            if not rest:
                continue
            facts: frozenset[str] | None = frozenset(one.arg for one in node.keywords if one.arg)
            if len(rest) > 1:
                given = rest[1]
                facts = None
                if isinstance(given, ast.Dict) and all(isinstance(key, ast.Constant) for key in given.keys):
                    facts = frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))
            for code in codes_of(rest[0], named):
                yield where, code, facts


def tags() -> Iterator[tuple[str, str, str]]:
    """Each act, event and effect of the source: where, its tag, and whether it is an act, an event or an effect."""
    for where, nodes in trees():
        for node in nodes:
            if not isinstance(node, ast.ClassDef):
                continue
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            tag = next((one.value for one in node.keywords if one.arg == "tag"), None)
            if not isinstance(tag, ast.Constant) or not isinstance(tag.value, str):
                continue
            if bases & {"ActBody", "HouseAct"}:
                yield where, tag.value, "act"
            elif "Event" in bases:
                yield where, tag.value.partition("@")[0], "event"
            elif "_Effect" in bases:
                yield where, tag.value, "effect"


@cache
def calls() -> list[tuple[str, str]]:
    return sorted({(code, where) for where, code, _ in fault_calls()})


@cache
def named_kinds() -> list[tuple[str, str]]:
    return sorted({(kind, tag) for _, tag, kind in tags()})


def test_the_scan_finds_the_core() -> None:
    named = ("natural-to-lay-down", "games/chemin_de_fer/cards.py")  # a code that has a name of its own
    assert {("below-minimum", "games/punto_banco/bets.py"), named} <= set(calls())
    assert {("act", "place-bet"), ("event", "coup-settled"), ("effect", "void-coup")} <= set(named_kinds())


def test_every_refusal_has_its_sentences() -> None:
    told = {*topics()["refusal"], *topics()["irregularity"]}  # what becomes an incident is told as one
    assert sorted({f"{code} ({where})" for code, where in calls() if code not in told}) == []


def test_every_act_event_and_effect_has_its_words() -> None:
    missing = [f"{kind} {tag}" for kind, tag in named_kinds() if tag not in topics()[kind]]
    assert missing == []


CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")


def said_on_pages() -> Iterator[tuple[str, str]]:
    """Each code that a page says, and where: given to ``say``, ``label`` or ``sentence``, or called a code."""
    for path in sorted((ROOT / "web").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            given: list[ast.expr] = []
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                given = node.args[:2] if called in ("say", "label", "sentence") else []
            elif isinstance(node, ast.Assign) and any(getattr(one, "id", "") == "code" for one in node.targets):
                given = [node.value]
            for one in given:
                for each in ast.walk(one):
                    if isinstance(each, ast.Constant) and CODE.fullmatch(str(each.value)):
                        yield str(each.value), str(path.relative_to(ROOT))


def test_every_code_that_a_page_says_has_its_words() -> None:
    """A code without words is shown as it is, «so-many-left» in the place of a sentence."""
    said, known = set(said_on_pages()), {code for topic in topics().values() for code in topic}
    assert ("asked-now", "web/games/bingo/player_page.py") in said
    assert sorted(f"{code} ({where})" for code, where in said if code not in known | topics().keys()) == []


def test_sentences_use_only_facts_that_are_given() -> None:
    wrong = []
    for where, code, facts in fault_calls():
        known = topics()["refusal"]
        if facts is None or f"{code}.bare" in known:
            continue
        entry = known.get(code, {})
        wanted = {name for lang in entry for name, _ in placeholders(entry[lang])}
        if not wanted <= facts:
            wrong.append(f"{where}: {code} gives {sorted(facts)}, the sentence wants {sorted(wanted)}")
    assert wrong == []


@rows("topic", sorted(topics()))
def test_every_entry_speaks_all_three_languages(topic: Any) -> None:
    for code, entry in topics()[topic].items():
        assert set(entry) == set(LANGS), f"{topic}.{code}"
        assert all(text.strip() for text in entry.values()), f"{topic}.{code}"
        names = {lang: sorted(placeholders(entry[lang])) for lang in LANGS}
        assert names["es"] == names["en"] == names["fr"], f"{topic}.{code}"
        for _, spec in names["es"]:
            assert spec in SPECS or spec in topics(), f"{topic}.{code}: {spec}"


def test_an_unknown_code_is_still_told_and_a_missing_fact_leaves_a_gap() -> None:
    assert fill("El mínimo es {minimum:money}.", {}, "es") == "El mínimo es …."
    assert refusal("never-heard-of", {}, "es") == "No se puede (never-heard-of)"
    assert act("never-heard-of", {}, "en") == "never-heard-of"
    assert event("never-heard-of@3", {}, "fr") == "never-heard-of"
    assert label("window", "never-heard-of", "es") == "never-heard-of"


def test_a_bare_sentence_stands_in_where_facts_are_not_given() -> None:
    bare = [code for code in topics()["refusal"] if code.endswith(".bare")]
    assert bare
    for code in bare:
        assert code.removesuffix(".bare") in topics()["refusal"]
        assert all(not placeholders(text) for text in topics()["refusal"][code].values())
    assert refusal("wrong-window", {}, "es") == "Ahora no toca eso."
    assert refusal("wrong-window", {"window": "bets"}, "es").endswith("«apuestas abiertas».")


REPOSITORY = Path(__file__).parents[2]
REFUSALS = runpy.run_path(str(REPOSITORY / "script" / "refusals"))


def test_the_page_is_current():
    kept = (REPOSITORY / "docs" / "generated" / "refusals.md").read_text("utf-8").splitlines()
    changed = [one for one in unified_diff(kept, REFUSALS["page"]().splitlines(), lineterm="", n=0) if one[0] in "+-"]
    assert changed == [], "write the page again (script/refusals):\n" + "\n".join(changed)


def test_every_code_of_a_played_game_stands_on_the_page():
    page = (REPOSITORY / "docs" / "generated" / "refusals.md").read_text("utf-8")
    played = {code for code, games in REFUSALS["made"]().items() if games - {"bingo"} or code in topics()["refusal"]}
    unsaid = set(topics()["irregularity"]) - set(topics()["refusal"])  # codes of incidents, never of a refusal
    assert {code for code in played - unsaid if f"| `{code}` |" not in page} == set()


def test_one_fact_has_one_code():
    """A sentence that two codes share would say one fact twice."""
    by_sentence = {}
    for code, entry in topics()["refusal"].items():
        by_sentence.setdefault(entry["es"], []).append(code)
    assert {sentence: codes for sentence, codes in by_sentence.items() if len(codes) > 1} == {}
