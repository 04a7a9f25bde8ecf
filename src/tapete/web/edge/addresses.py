"""Public addresses of a hall: host names, origins of its pages, reverse proxies whose word about a request counts."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import msgspec

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Names under which a hall always answers; a page of another name cannot read it by rebinding."""

Served = tuple[str, int | None] | None  # address and port at which a request has come in

EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Where a hall listens that listens at every address of its machine; browsers open none of them."""

PER_ADDRESS: Final = 256
"""Connections of people without a place that may come from one address, where nobody says otherwise."""

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
AUTHORITY: Final = re.compile(r"([^\s\[\]:/?#@,;\\<>\"]*|\[[0-9a-fA-F:.]+\])(?::([0-9]{0,5}))?", re.ASCII)
HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*\.?", re.ASCII)


class Addresses(msgspec.Struct, frozen=True):
    """``hosts``: names besides the loopback's. ``origins``: such as ``https://sala.example``; their hosts count too.

    ``proxies``: addresses or networks of reverse proxies; what anybody else says about who asks is not heard.
    ``callers``: origins of pages that are not ours and may call the API, with a token and never with a cookie.
    """

    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Return every host name under which the hall answers."""
        return frozenset((*LOOPBACK, *self.hosts, *(host_name(one.partition("//")[2]) for one in self.origins)))

    def links(self, served: Served) -> tuple[str, ...]:
        """Return addresses of the hall's pages, the public ones first; ``served`` is where a request has come in."""
        here, port = served or ("", None)
        names = dict.fromkeys((*self.hosts, here if is_own(here, served) else LOOPBACK[0]))
        found = (root(one, port or DEFAULT_PORTS["http"]) for one in names if one not in EVERYWHERE)
        return (*(f"{one}/" for one in self.origins), *found)

    @property
    def secure_authorities(self) -> frozenset[str]:
        """Return the authorities (host, and port where it is not the usual one) that are reached by TLS."""
        return frozenset(one.partition("//")[2] for one in self.origins if one.startswith("https:"))

    @property
    def trusted(self) -> TrustedProxies:
        """Return the proxies as what a connection's address may be found in."""
        return TrustedProxies(self.proxies)


class TrustedProxies:
    """The reverse proxies that were named; an address is in it if it belongs to one of them."""

    def __init__(self, proxies: tuple[str, ...]) -> None:
        self._networks = tuple(ipaddress.ip_network(one) for one in proxies)

    def __contains__(self, host: object) -> bool:
        try:
            found = ipaddress.ip_address(str(host))
        except ValueError:
            return False
        return any(found in one for one in self._networks)


def root(host: str, port: int) -> str:
    """Return the address of a hall's pages at a name."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def of_machine(host: str) -> tuple[str, ...]:
    """Return the address of this machine on its network, for a hall that listens everywhere. Nothing is sent."""
    family, documented = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    if host in EVERYWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((documented, 9))  # the machine says from where it would send; connecting datagrams sends none
            return (asked.getsockname()[0],)
    return ()


def is_own(name: str, served: Served) -> bool:
    """Return True for the very address at which a request has come in: being no name, nobody can make it lead here."""
    with suppress(ValueError):
        return served is not None and ipaddress.ip_address(name) == ipaddress.ip_address(served[0])
    return False


def host_name(authority: str) -> str:
    """Return the name in ``name:port``, in small letters; nothing where it is anything else."""
    found = AUTHORITY.fullmatch(authority)
    return found[1].strip("[]").lower() if found and int(found[2] or 0) < 1 << 16 else ""


def origin_of(scheme: str, authority: str) -> str:
    """Return the origin of a page as a browser writes it: without the usual port of its scheme."""
    return f"{scheme}://{authority.lower().removesuffix(f':{DEFAULT_PORTS.get(scheme, 0)}')}"


def read_host(text: str) -> str:
    """Return a host name or an address as it is compared. Raises ``ValueError`` for anything else, a port too."""
    name = text.strip().strip("[]").lower()
    if HOST_NAME.fullmatch(name):
        return name
    return str(ipaddress.ip_address(name))


def read_origin(text: str) -> str:
    """Return an origin as a browser writes it. Raises ``ValueError`` for anything but scheme, host and port."""
    parts = urlsplit(text.strip().lower())
    if parts.scheme not in DEFAULT_PORTS or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(text)
    if "@" in parts.netloc or parts.port == 0:
        raise ValueError(text)
    read_host(parts.hostname or "")
    return origin_of(parts.scheme, parts.netloc)


def read_proxy(text: str) -> str:
    """Return an address or a network. Raises ``ValueError`` for anything else."""
    return str(ipaddress.ip_network(text.strip(), strict=False)) if "/" in text else str(ipaddress.ip_address(text))
