"""Threat T17: whatever is sent in the place of anything is a clear refusal that names its field; nothing changes."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from tapete.catalogue import entries
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.house.acts import Admit, LimitTime
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import unfit_value
from tapete.live import ManualClock
from tapete.money import LIMIT
from tapete.record.codec import members
from tapete.rulebooks import house_library
from tapete.web.api.identity import require_key
from tapete.web.forms import read_card
from tapete.web.parsers import cents, read_act, read_form, strict_json
from tapete.web.problems import ProblemError
from tapete.words import LANGS, money, refusal, topics
from tests.support.rows import rows
from tests.support.web.house import opened

BASE = "/api/v1/tables/cf"
KINDS = {str(kind.__struct_config__.tag): kind for kind in members(CHEMIN_DE_FER.act_types)}
SOUND: dict[str, Any] = {
    "hand": "punto", "amount": 1_000, "person": "ana-cf", "leader": "bea-cf", "second": "luz-cf", "seat": 3,
    "position": 0, "coup": 1, "word": "carta", "reason": "visto", "face": "5h", "serial": 1, "accident": "other",
    "what": {"act": "stake", "amount": 1_000},
}  # fmt: skip
WRONG: tuple[Any, ...] = (
    None,
    True,
    *(-1, 1.5, 2**53, "", "ñ\u202e", "a" * 2_001, "\x00"),
    *([], {}, {"act": "sit", "seat": 1}),
)
"""What stands in the place of a field; nothing of it is right anywhere but ``None`` where a field may be left out."""


def bodies(at: dict[str, Any]) -> list[Any]:
    """Return bodies of acts with one field that is wrong, missing or one too many."""
    found: list[Any] = []
    for tag, kind in KINDS.items():
        names = [one.name for one in msgspec.structs.fields(kind)]
        sound = {"act": tag} | {name: SOUND[name] for name in names if name in SOUND}
        found += [{"what": sound, "at": at}]
        found += [{"what": sound | {name: wrong}, "at": at} for name in (*names, "act", "by") for wrong in WRONG]
        found += [{"what": {name: sound[name] for name in sound if name != out}, "at": at} for out in sound]
    sit = {"act": "say", "word": "carta"}
    found += [{"what": sit, "at": at | {name: wrong}} for name in at for wrong in WRONG]
    found += [{"what": wrong, "at": at} for wrong in WRONG] + [{"what": sit, "at": wrong} for wrong in WRONG]
    return found


@pytest.mark.slow
@opened(clock=ManualClock())
async def test_no_field_of_any_act_is_answered_with_an_error_of_the_hall(house: Any, /) -> None:
    """The stranger who sends all this has no part in the coup: what can be read is refused by the rules."""
    await house.dealt()
    table, stranger, codes = house.tables["cf"], await house.token("nadie-cf", "cf"), set()
    for number, body in enumerate(bodies(msgspec.to_builtins(house.tables["cf"].step))):
        before = (table.head, table.state)
        headers = stranger | {"idempotency-key": f"k{number}", "content-type": "application/json"}
        raw = json.dumps(body).encode()
        answer = await house.client.post(f"{BASE}/acts", content=raw, headers=headers)
        if answer.status_code == 200:  # to come, to buy chips and to go is anybody's
            assert KINDS[body["what"]["act"]].is_timeless
            continue
        problem = answer.json()
        assert answer.status_code in (400, 403, 409), (body, problem)
        assert problem["detail"] not in ("", problem["code"]), problem
        assert (table.head, table.state) == before, body
        codes.add(problem["code"])
    assert {"malformed", "not-your-post", "not-holding-cards", "window-closed", "system-act"} <= codes


NO_JSON = "the body is not JSON in UTF-8 with whole numbers"
NO_FLOAT = "numbers are whole: amounts in cents"
TWICE = "a key stands twice"
LARGE = "a number is too large"
LONG = "a text is too long"
SIGNS = "a text holds signs that are not text"


def refusal_of(read: Any, *given: Any, **named: Any) -> tuple[int, str, str] | None:
    """Return status, code and words of the problem with what was sent; ``None`` where it is taken."""
    try:
        read(*given, **named)
    except ProblemError as error:
        return error.problem.status, error.problem.code, error.problem.detail
    return None


REFUSED = {
    b"1.0": NO_FLOAT, b"1e3": NO_FLOAT, b"NaN": NO_FLOAT, b"Infinity": NO_FLOAT, b"-Infinity": NO_FLOAT,
    b'{"a": [0.5]}': NO_FLOAT,
    b'{"a": 1, "a": 1}': TWICE, b'[{"b": {"a": 1, "c": 2, "a": 3}}]': TWICE,
    b"9007199254740992": LARGE, b"-9007199254740992": LARGE, b'{"a": [9007199254740992]}': LARGE,
    json.dumps({"a": ["b" * 2001]}).encode(): LONG, json.dumps([{"k" * 2001: 1}]).encode(): LONG,
    b'"\\u0000"': SIGNS, b'"\\u001f"': SIGNS, b'"\\ud800"': SIGNS, b'"\\udfff"': SIGNS, b'"\\u202a"': SIGNS,
    b'"\\u2069"': SIGNS, b'{"a\\u202e": 1}': SIGNS, b'{"a": {"\\u0000": 1}}': SIGNS, b'["a", "b\\u0001"]': SIGNS,
    b"": NO_JSON, b"{": NO_JSON, b"\xff": NO_JSON, b"'a'": NO_JSON, b'{"a": 1} 2': NO_JSON,
    b"\xef\xbb\xbf1": NO_JSON, b'"\n"': NO_JSON, b"[" * 100_000: NO_JSON, b"1" * 5_000: NO_JSON,
}  # fmt: skip
"""Bodies, and what is said of them."""


@rows("raw, why", REFUSED.items())
def test_a_body_out_of_bounds_is_refused_with_its_reason(raw: bytes, why: str) -> None:
    assert refusal_of(strict_json, raw) == (400, "malformed", why)


def test_the_id_of_a_request_is_printable_and_has_one_to_eighty_signs() -> None:
    for key in ("a", "!", "~", "k-1", "x" * 80):
        require_key(key)
    for key in ("", " ", "a b", "x" * 81, "ñ", "a\n", "\x7f", "a\t"):
        assert refusal_of(require_key, key) == (400, "malformed", "Idempotency-Key"), key


def read_or_none(read: Any, *given: Any) -> Any:
    """Return what is read of something typed; ``None`` where it is refused."""
    return None if refusal_of(read, *given) else read(*given)


N, T = "\u00a0", "\u202f"
"""Hard blanks, wide and narrow."""
EVERYWHERE = {
    "20€": 2_000, "20 €": 2_000, f"20{N}€": 2_000, f"20{T}€": 2_000, "€20": 2_000, "€ 20": 2_000, " 20 ": 2_000,
    "20,5": 2_050, "20.50": 2_050, "20,50 €": 2_050, "€20.50": 2_050, "0,05": 5,
    "1 000": 100_000, f"1{N}000": 100_000, f"1{T}000{T}€": 100_000, "12 345 678": 1_234_567_800,
    "1 euro": 100, "20euros": 2_000, f"20,50{N}euros": 2_050, "1 000 Euros": 100_000, "20eur": 2_000, "EUR 20": 2_000,
    "euros": None, "euro 20": None, "20 € euros": None, "20 euros 50": None, "20 eurosx": None, "EUR 20 €": None,
    "20€50": None, "2€0": None, "€20€": None, "20 € 50": None, "€": None, "20€€": None, "20 €,50": None, "2 0€": None,
    "10 00": None, "1 2 3": None, "1 0000": None, "1 00": None, "1000 000": None, "0 100": None, "1  000": None,
    "12 ,50": None, "12, 50": None, "1 000 00": None, "1.000 000": None, "1,000 000": None, "1\t000": None, "١٢": None,
}  # fmt: skip
"""What is typed, and how many cents it is in every language; ``None`` is refused."""
BY_LANGUAGE = {
    "1.000": {"es": 100_000, "fr": 100_000}, "1,000": {"en": 100_000}, "1.000,50": {"es": 100_050, "fr": 100_050},
    "1,000.50 €": {"en": 100_050}, f"1{T}000,50{T}€": {"es": 100_050, "fr": 100_050}, "1 000.50": {"en": 100_050},
    "€1,000": {"en": 100_000}, "€1.000": {"es": 100_000, "fr": 100_000},
}  # fmt: skip
NO_AMOUNT = ("", "1.0000", "0.125", "1.00.000", "-5", "5.", "1000.000", "1..000", "x", "1,5,5")
PRINTED = (1, 50, 1_000, 7_700, 99_999, 100_000, 125_050, 123_456_789)


def test_an_amount_is_read_as_people_of_each_language_write_it_and_as_pages_print_it() -> None:
    wrong = []
    for lang in LANGS:
        rows = EVERYWHERE | {text: amounts.get(lang) for text, amounts in BY_LANGUAGE.items()}
        rows |= {money(one, lang): one for one in PRINTED} | {money(one, lang, sign=False): one for one in PRINTED}
        told = ((text, amount, read_or_none(cents, text, lang)) for text, amount in rows.items())
        wrong += [(lang, text, f"expected {amount}", found) for text, amount, found in told if found != amount]
    wrong += [("es", text, "refused", None) for text in NO_AMOUNT if read_or_none(cents, text) is not None]
    assert wrong == []


CARDS = {
    "7p": "7s", "7 picas": "7s", "10H": "Th", "10♥": "Th", "rey de picas": "Ks", "at": "Ac",
    **dict.fromkeys(("", "7", "picas", "1s", "11s", "7x", "7ss")),
}  # fmt: skip
"""What a croupier keys, and the card that is meant; ``None`` is asked again."""


def test_a_card_is_read_as_croupiers_write_or_say_it() -> None:
    told = {text: read_or_none(read_card, text) for text in CARDS}
    assert [(text, told[text]) for text, card in CARDS.items() if told[text] != card] == []


TURNING = [chr(one) for one in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
PLAIN = ["«ñandú» — 20 €…", "שלום", "\u200d", "\u202f", "\u2029", "\u2065", "\u206a"]


def test_no_text_that_people_send_holds_a_sign_that_turns_the_direction_of_writing() -> None:
    """A note would read as another one."""
    readers = {
        "form": lambda text: read_form([("note", text)]),
        "body": lambda text: strict_json(json.dumps({"note": text}, ensure_ascii=False).encode()),
        "act": lambda text: read_act(BINGO, {"act": "write-entry", "text": text}),
    }
    for where, read in readers.items():
        taken = [ascii(one) for one in TURNING if read_or_none(read, f"se pagó {one}001 euros") is not None]
        assert taken == [], where
        refused = [ascii(one) for one in PLAIN if read_or_none(read, one) is None]
        assert refused == [], where


GAMES = {"house": ESTABLISHMENT, **{one.key: one.engine(house_library()) for one in entries().values()}}


def told(game: str, lang: str, **what: Any) -> str:
    try:
        msgspec.convert(what, GAMES[game].act_types)
    except msgspec.ValidationError as error:
        return refusal("malformed", {"text": unfit_value(error, GAMES[game].act_types, what)}, lang)
    raise AssertionError(what)


@rows(
    "game, what, parts",
    [
        ("house", {"act": "set-difference-limit", "amount": -1}, ("0\xa0€", "−0,01\xa0€")),
        ("house", {"act": "confirm-difference", "serial": 1, "missing_chips": 2 * LIMIT}, ("de −100", "200")),
        ("house", {"act": "sign-slip", "serial": 1, "debt": -500}, ("0\xa0€ o más", "−5\xa0€")),
        ("bingo", {"act": "buy-in", "amount": 0}, ("0,01\xa0€", "0\xa0€")),
        ("punto-y-banca", {"act": "correct-payment", "paid": 2 * LIMIT, "coup": 1}, ("€",)),
        ("chemin-de-fer", {"act": "take-bank", "amount": 100, "chips": -200}, ("0\xa0€ o más", "−2\xa0€")),
    ],
)
def test_the_bounds_of_an_amount_are_told_in_euros(game: str, what: dict[str, Any], parts: tuple[str, ...]) -> None:
    said = told(game, "es", **what).replace("-", "−")
    assert [part for part in parts if part not in said] == [], said
    assert all("€" in told(game, lang, **what) for lang in LANGS)


@rows(
    "what, parts",
    [
        ({"act": "accept-institution", "institution": "x" * 81}, ("1 a 80", "81")),
        ({"act": "bar", "person": "ana", "reason": ""}, ("de 1 a", "de 0")),
        ({"act": "set-dinner-hour", "begin": "25:00", "end": "22:00"}, ("«21:30»", "«25:00»")),
        ({"act": "open-day", "day": "2026-1-1"}, ("«2026-11-30»", "«2026-1-1»")),
    ],
)
def test_a_text_that_does_not_fit_is_told_how_long_or_in_which_form_it_is(
    what: dict[str, Any], parts: tuple[str, ...]
) -> None:
    said = told("house", "es", **what)
    assert [part for part in parts if part not in said] == [], said


def fields() -> Iterator[tuple[str, str, str]]:
    for game, engine in GAMES.items():
        for kind in get_args(engine.act_types):
            if not kind.is_of_system:
                for one in msgspec.structs.fields(kind):
                    yield game, str(kind.__struct_config__.tag), one.encode_name


def test_every_field_of_every_act_has_a_name_of_its_own() -> None:
    names = {one for topic in ("field", "house-field", "bingo-field") for one in topics()[topic]}
    assert {(tag, field) for _, tag, field in fields() if not {field, f"{tag}.{field}"} & names} == set()
    for lang, name in (("es", "cartones"), ("en", "cards"), ("fr", "cartons")):
        assert name in told("bingo", lang, act="want-cards", series="B-1", count=-1)
    for lang, name in (("es", "Vale"), ("en", "Slip"), ("fr", "Bon")):
        assert name in told("house", lang, act="write-slip", kind=-1)


def test_what_was_given_is_told_as_it_was_sent() -> None:
    for given in (None, ["cash", "account"], {"a": 1}, True):
        for lang in LANGS:
            said = told("house", lang, act="sell-chips", person="ana", amount=given)
            assert msgspec.json.encode(given).decode() in said, said
    for lang in LANGS:
        assert "cash, card" in told("house", lang, act="sell-chips", person="ana", amount=1, means="oro")


@pytest.mark.parametrize(
    ("method", "path", "headers", "field"),
    [
        ("GET", "events/stream", {"last-event-id": "abc"}, "Last-Event-ID"),
        ("GET", "results?format=xml", {}, "choisissez json ou csv"),
        ("GET", "events/stream?after=-1", {}, "12.3"),
        *(
            ("GET", f"results?limit={given}", {}, "un nombre entier de 1 à 5")
            for given in ("abc", "1e1", "5.0", "9" * 30)
        ),
        ("GET", "results?after=1e1", {}, "un nombre entier de 0 à"),
        ("POST", "files?identification=1e3", {"idempotency-key": "k"}, "un nombre entier, et"),
        ("POST", "acts", {}, "Idempotency-Key"),
        *(("POST", "acts", {"idempotency-key": key}, "Idempotency-Key") for key in ("", "a b", "é".encode(), "x" * 81)),
    ],
)
async def test_a_value_of_the_address_or_of_a_header_is_named_in_the_language_asked(
    house: Any, /, method: str, path: str, headers: Any, field: str
) -> None:
    asked = {"accept-language": "fr", **await house.token("ana"), **headers}
    answer = await house.client.request(method, f"/api/v1/tables/mesa/{path}", headers=asked)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "malformed"), problem
    assert field in problem["detail"]
    assert "Validation" not in problem["detail"]
    assert "parameter" not in problem["detail"]


@pytest.mark.parametrize("typed", ["1e3", "90.0", "+90", ".5", "9٠"])
def test_a_field_of_a_page_takes_a_whole_number_in_digits_alone(typed: str) -> None:
    """One reading for pages, amounts and the API: «1e3» is no number of minutes."""
    with pytest.raises(ProblemError) as refused:
        read_act(ESTABLISHMENT, {"act": "limit-time", "minutes": typed}, lax=True)
    assert typed in refused.value.told("es").detail
    assert read_act(ESTABLISHMENT, {"act": "limit-time", "minutes": " 90 "}, lax=True) == LimitTime(90)
    assert read_act(ESTABLISHMENT, {"act": "admit", "person": "1e3"}, lax=True) == Admit("1e3"), "a name is no number"  # type: ignore[arg-type]
