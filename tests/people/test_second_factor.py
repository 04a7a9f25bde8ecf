"""Codes of an authenticator and words on paper: which count, when, and however they are typed."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import parse_qs, unquote, urlsplit

import pyotp
import pytest

from tapete.people.second_factor import (
    ALPHABET,
    STEP_S,
    WINDOW,
    WORDS,
    accepted_code,
    enrolment_uri,
    invitation_digest,
    new_invitation,
    new_secret,
    new_words,
    word_digest,
)

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
NUMBER = 60_000_000
NOW = NUMBER * STEP_S
CODE = pyotp.TOTP(SECRET).at(NOW)


@pytest.mark.parametrize(
    ("given", "now", "last", "number"),
    [
        (CODE, NOW, 0, NUMBER),
        (CODE, NOW + STEP_S - 0.1, 0, NUMBER),
        (CODE, NOW + 2 * STEP_S - 0.1, 0, NUMBER),
        (CODE, NOW + 2 * STEP_S, 0, None),
        (CODE, NOW - STEP_S, 0, NUMBER),
        (CODE, NOW - STEP_S - 0.1, 0, None),
        (CODE, NOW, NUMBER - 1, NUMBER),
        (CODE, NOW, NUMBER, None),
        (CODE, NOW, NUMBER + 1, None),
        (f" {CODE[:3]} {CODE[3:]}\n", NOW, 0, NUMBER),
        (CODE[:5], NOW, 0, None),
        (f"{CODE}0", NOW, 0, None),
        ("", NOW, 0, None),
        ("".join(chr(ord("٠") + int(sign)) for sign in CODE), NOW, 0, None),
        ("abcdef", NOW, 0, None),
        (f"-{CODE[1:]}", NOW, 0, None),
    ],
)
def test_a_code_counts_one_step_before_and_after_its_own_and_once(
    given: str, now: float, last: int, number: int | None
) -> None:
    assert accepted_code(SECRET, given, now, last) == number


def test_a_code_of_another_secret_counts_for_nobody_and_without_a_secret_there_is_none() -> None:
    other = SECRET.replace("J", "K")
    assert accepted_code(other, CODE, NOW, 0) is None
    assert accepted_code("", CODE, NOW, 0) is None


def test_steps_and_words_are_as_authenticators_and_paper_have_them() -> None:
    assert (STEP_S, WINDOW, WORDS, len(new_secret())) == (30, 1, 8, 32)
    assert not set("01loi") & set(ALPHABET)
    assert len(set(ALPHABET)) == len(ALPHABET) == 31


def test_an_authenticator_reads_whose_secret_it_is_and_of_which_house() -> None:
    read = urlsplit(enrolment_uri(SECRET, "dora", "Casa de prueba"))
    assert (read.scheme, read.netloc, unquote(read.path)) == ("otpauth", "totp", "/Casa de prueba:dora")
    assert parse_qs(read.query) == {"secret": [SECRET], "issuer": ["Casa de prueba"]}


def test_words_have_two_groups_of_five_signs_and_an_invitation_four() -> None:
    group = f"[{ALPHABET}]{{5}}"
    words = new_words()
    assert len(set(words)) == WORDS
    assert all(re.fullmatch(f"{group}-{group}", one) for one in words)
    assert len(new_words(3)) == 3
    assert re.fullmatch("-".join([group] * 4), new_invitation())
    assert new_invitation() != new_invitation()


@pytest.mark.parametrize("typed", ["abcde-fghjk", "ABCDE FGHJK", " abcdefghjk ", "a.b.c.d.e/fghjk"])
def test_a_word_is_the_same_however_it_is_typed_and_another_as_an_invitation(typed: str) -> None:
    assert word_digest(typed) == hashlib.sha256(b"tapete-recovery:abcdefghjk").hexdigest()
    assert invitation_digest(typed) == hashlib.sha256(b"tapete-invitation:abcdefghjk").hexdigest()
    assert word_digest(typed + "2") != word_digest(typed)


def test_signs_that_no_text_may_hold_are_a_word_like_any_other() -> None:
    assert word_digest("\ud800a") == hashlib.sha256(b"tapete-recovery:a").hexdigest()
