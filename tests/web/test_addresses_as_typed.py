"""How the public addresses of a hall are read as somebody types them, each part that may be wrong by itself; and which
of them the hall then answers under.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete.web.edge.addresses import Addresses, TrustedProxies, host_name, read_host, read_origin, read_proxy


def read(what: Callable[[str], str], text: str) -> str | None:
    try:
        return what(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (" Sala.LAN ", "sala.lan"),
        ("sala.lan.", "sala.lan."),
        ("a", "a"),
        ("a_b-c.d", "a_b-c.d"),
        ("-a", None),
        ("a-", None),
        ("a..b", None),
        (".a", None),
        ("a.-b", None),
        ("señal.lan", None),
        ("a b", None),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("::FFFF", "::ffff"),
        ("[::1]:80", None),
        ("a:80", None),
        ("", None),
    ],
)
def test_a_host_is_a_name_or_an_address_without_a_port(text: str, found: str | None) -> None:
    assert read(read_host, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (" HTTPS://Sala.example ", "https://sala.example"),
        ("https://sala.example/", "https://sala.example"),
        ("http://sala.example:80", "http://sala.example"),
        ("https://sala.example:80", "https://sala.example:80"),
        ("http://sala.example:443/", "http://sala.example:443"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1"),
        ("https://sala.example//", None),
        ("https://sala.example/a", None),
        ("https://sala.example?a", None),
        ("https://sala.example/?a", None),
        ("https://sala.example#a", None),
        ("https://@sala.example", None),
        ("https://sala.example:0", None),
        ("https://sala.example:65535", "https://sala.example:65535"),
        ("https://sala.example:65536", None),
        ("https://", None),
        ("https://-a", None),
        ("//sala.example", None),
        ("ws://sala.example", None),
        ("", None),
    ],
)
def test_an_origin_is_a_scheme_a_host_and_a_port_and_nothing_else(text: str, found: str | None) -> None:
    assert read(read_origin, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("10.0.0.7/24", "10.0.0.0/24"),
        (" 10.0.0.7/32 ", "10.0.0.7/32"),
        ("2001:db8::7/64", "2001:db8::/64"),
        ("::1", "::1"),
        ("10.0.0.7/33", None),
        ("10.0.0.300", None),
        ("10.0.0.7/", None),
        ("", None),
    ],
)
def test_a_proxy_is_an_address_or_a_network(text: str, found: str | None) -> None:
    assert read(read_proxy, text) == found


def test_a_hall_answers_under_its_loopback_its_hosts_and_the_hosts_of_its_origins() -> None:
    own = frozenset({"localhost", "127.0.0.1", "::1"})
    assert Addresses().names == own
    assert Addresses().secure_authorities == frozenset()
    origins = ("https://sala.example", "https://otra.example:8443", "http://casa.lan:81", "http://https.lan")
    named = Addresses(("sala.lan", "2001:db8::1"), origins, ("10.0.0.0/24",))
    assert named.names == own | {"sala.lan", "2001:db8::1", "sala.example", "otra.example", "casa.lan", "https.lan"}
    assert named.secure_authorities == {"sala.example", "otra.example:8443"}
    assert ["10.0.0.0" in named.trusted, "10.0.1.0" in named.trusted] == [True, False]
    assert [host_name(one) for one in ("a:80", "A", "[::1]:80", "", "[")] == ["a", "a", "::1", "", ""]


@pytest.mark.parametrize("host", ["", "sala.lan", None, 7])
def test_what_is_no_address_is_no_proxys(host: object) -> None:
    assert host not in TrustedProxies(("10.0.0.0/24", "::/0"))
