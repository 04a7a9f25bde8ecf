"""What makes a password too weak: each measure at its boundary, and every word that is tried first."""

from __future__ import annotations

import pytest

from tapete.people.passwords import weakness

TRIED_FIRST = (
    *("contraseña", "contrasena", "password", "passwort", "motdepasse", "qwertyuiop", "1234567890", "0123456789"),
    *("casino", "croupier", "director", "tapete", "bienvenido", "administrador", "administrator", "letmein"),
)


@pytest.mark.parametrize("word", TRIED_FIRST)
def test_a_word_that_is_tried_first_is_refused_with_whatever_follows_it(word: str) -> None:
    tails = ("2026!", "?.,-_*+#€", "$%&/()= 12", "!" * 10) if not word.isdigit() else ("",)
    for tail in tails:
        for tried in (word + tail, word.upper() + tail, word.capitalize() + tail):
            shorter = len(tried) < 10
            assert weakness(tried, "ana") == ("password-short" if shorter else "password-common"), tried


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("Marea-741", "password-short"),
        ("Marea-7412", None),
        ("aB3-" * 50, "password-common"),  # four signs alone
        ("aB3-x" * 40, None),
        ("aB3-x" * 40 + "y", "password-long"),
        ("abcdeabcde", "password-plain"),
        ("abcdeabcdE", None),
        ("abcdeabcdeabcde", "password-plain"),
        ("abcdeabcdeabcdea", None),
        ("7418529630", "password-plain"),
        ("741852963-", None),
        ("dos ANAS y 3", "password-has-name"),
        ("dos AMAS y 3", None),
        ("un casino 26", None),  # the word is not what it begins with
        ("aabbccddee", "password-plain"),
        ("AABBccddAA", "password-common"),
        ("aaaabbbb1111", "password-common"),
    ],
)
def test_each_measure_of_a_password_at_its_boundary(password: str, code: str | None) -> None:
    assert weakness(password, "Ana") == code
