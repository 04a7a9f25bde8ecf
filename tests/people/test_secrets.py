"""Passwords, second factors and waits after failures: what counts, from when on, and for how long (threat T16)."""

import hashlib
from collections.abc import Mapping
from urllib.parse import parse_qs, unquote, urlsplit

import pyotp

from tapete.people import credentials
from tests.support.rows import rows

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
NUMBER = 60_000_000
NOW = NUMBER * credentials.STEP_S
CODE = pyotp.TOTP(SECRET).at(NOW)


@rows(
    "given, now, last, number",
    [
        (CODE, NOW, 0, NUMBER),
        (CODE, NOW + credentials.STEP_S - 0.1, 0, NUMBER),
        (CODE, NOW + 2 * credentials.STEP_S - 0.1, 0, NUMBER),
        (CODE, NOW + 2 * credentials.STEP_S, 0, None),
        (CODE, NOW - credentials.STEP_S, 0, NUMBER),
        (CODE, NOW - credentials.STEP_S - 0.1, 0, None),
        (CODE, NOW, NUMBER - 1, NUMBER),
        (CODE, NOW, NUMBER, None),
        (CODE, NOW, NUMBER + 1, None),
        (CODE, NOW, NUMBER + 1_000_000, NUMBER),
        (f" {CODE[:3]} {CODE[3:]}\n", NOW, 0, NUMBER),
        (CODE[:5], NOW, 0, None),
        ("", NOW, 0, None),
        ("".join(chr(ord("٠") + int(sign)) for sign in CODE), NOW, 0, None),
        (f"-{CODE[1:]}", NOW, 0, None),
    ],
)
def test_a_code_counts_one_step_before_and_after_its_own_and_once(
    given: str, now: float, last: int, number: int | None
) -> None:
    assert credentials.accepted_code(SECRET, given, now, last) == number


def test_a_code_of_another_secret_counts_for_nobody_and_without_a_secret_there_is_none() -> None:
    other = SECRET.replace("J", "K")
    assert credentials.accepted_code(other, CODE, NOW, 0) is None
    assert credentials.accepted_code("", CODE, NOW, 0) is None


def test_an_authenticator_reads_whose_secret_it_is_and_of_which_house() -> None:
    read = urlsplit(credentials.enrolment_uri(SECRET, "dora", "Casa de prueba"))
    assert (read.scheme, read.netloc, unquote(read.path)) == ("otpauth", "totp", "/Casa de prueba:dora")
    assert parse_qs(read.query) == {"secret": [SECRET], "issuer": ["Casa de prueba"]}


@rows("typed", ["abcde-fghjk", "ABCDE FGHJK", " abcdefghjk ", "a.b.c.d.e/fghjk"])
def test_a_word_is_the_same_however_it_is_typed_and_another_as_an_invitation(typed: str) -> None:
    assert credentials.word_digest(typed) == hashlib.sha256(b"tapete-recovery:abcdefghjk").hexdigest()
    assert credentials.invitation_digest(typed) == hashlib.sha256(b"tapete-invitation:abcdefghjk").hexdigest()
    assert credentials.word_digest(typed + "2") != credentials.word_digest(typed)


TRIED_FIRST = (
    *("contraseña", "contrasena", "password", "passwort", "motdepasse", "qwertyuiop", "1234567890", "0123456789"),
    *("casino", "croupier", "director", "tapete", "bienvenido", "administrador", "administrator", "letmein"),
)


@rows("word", TRIED_FIRST)
def test_a_word_that_is_tried_first_is_refused_with_whatever_follows_it(word: str) -> None:
    tails = ("2026!", "?.,-_*+#€", "$%&/()= 12", "!" * 10) if not word.isdigit() else ("",)
    for tail in tails:
        for tried in (word + tail, word.upper() + tail, word.capitalize() + tail):
            shorter = len(tried) < 10
            assert credentials.weakness(tried, "ana") == ("password-short" if shorter else "password-common"), tried


@rows(
    "password, code",
    [
        ("Marea-741", "password-short"),
        ("Marea-7412", None),
        ("aB3-" * 50, "password-common"),  # four signs alone
        ("aB3-x" * 40, None),
        ("aB3-x" * 40 + "y", "password-long"),
        ("abcdeabcde", "password-plain"),
        ("abcdeabcdE", None),
        ("741852963-", None),
        ("dos ANAS y 3", "password-has-name"),
        ("dos AMAS y 3", None),
        ("un casino 26", None),  # the word is not what it begins with
        ("aabbccddee", "password-plain"),
        ("aaaabbbb1111", "password-common"),
    ],
)
def test_each_measure_of_a_password_at_its_boundary(password: str, code: str | None) -> None:
    assert credentials.weakness(password, "Ana") == code


@rows(
    "failures, seconds",
    [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4), (5, 8), (6, credentials.PAUSE_S), (7, credentials.PAUSE_S)],
)
def test_each_failure_beyond_the_free_ones_doubles_the_wait_until_there_is_a_pause(
    failures: int, seconds: float
) -> None:
    found = credentials.Attempts(failures, 1000.0)
    assert (credentials.FREE, credentials.MOST_FAILURES, credentials.PAUSE_S) == (3, 6, 900.0)
    waits = [credentials.wait(found, 1000.0 + after) for after in (0, 0.5, seconds, seconds + 1)]
    assert credentials.wait(found, 0.0) == 0, "a clock that was set back shuts nobody out until it has caught up"
    assert waits == [seconds, max(0, seconds - 0.5), 0, 0]
    assert credentials.is_pause(found) is (failures >= 6)


@rows(
    "after, failures",
    [(0, 6), (credentials.FORGOTTEN_S - 1, 6), (credentials.FORGOTTEN_S, 1), (credentials.FORGOTTEN_S + 1, 1)],
)
def test_failures_are_counted_on_for_a_day(after: float, failures: int) -> None:
    assert credentials.after_failure(credentials.Attempts(5, 1000.0), 1000.0 + after) == credentials.Attempts(
        failures, 1000.0 + after
    )


def test_whoever_failed_longest_ago_is_forgotten_first() -> None:
    counts = credentials.Throttle(lambda: 0.0, lambda: 0.0, most=2)
    for name in ("ana", "bea", "ana", "ana", "eva"):
        counts.fail(name, "")
    assert [counts.fail(name, "").failures for name in ("ana", "eva", "bea")] == [4, 2, 1]


class _Kept:
    """What a database keeps of the attempts."""

    kept: Mapping[credentials.Whose, credentials.Attempts] = {}

    def load(self) -> dict[credentials.Whose, credentials.Attempts]:
        return dict(self.kept)

    def keep(self, attempts: Mapping[credentials.Whose, credentials.Attempts]) -> None:
        self.kept = attempts


@rows("jump", [86_400.0, -86_400.0])
def test_a_pause_lasts_as_long_as_it_says_when_the_clock_jumps_and_over_a_restart(jump: float) -> None:
    """Threat T26: whoever sets the clock, or has it set, guesses on at once; or a director waits for a day."""
    wall, steady, store = [1000.0], [5.0], _Kept()
    counts = credentials.Throttle(lambda: wall[0], lambda: steady[0], store)
    for _ in range(credentials.MOST_FAILURES):
        counts.fail("ana", "")
    wall[0] += jump
    assert counts.wait("ana", "") == credentials.PAUSE_S
    assert counts.fail("ana", "").failures == credentials.MOST_FAILURES + 1, "they are counted on"
    wall[0], steady[0] = wall[0] + 600, steady[0] + 600
    assert counts.wait("ana", "") == credentials.PAUSE_S - 600
    counts = credentials.Throttle(lambda: wall[0], lambda: 0.0, store)
    assert counts.wait("ana", "") == credentials.PAUSE_S - 600, "after a restart a steady clock begins anew"
