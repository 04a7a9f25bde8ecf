"""Limits of the edge: what the machine grants, and the share of it that the public may have."""

from __future__ import annotations

import resource
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

import msgspec

FOR_THE_RECORD: Final = 128
"""Descriptors that no connection ever takes: the store, its journal, the witness, the files of the program."""

WANTED: Final = 8_192
"""Descriptors that a hall asks of the machine, where it may have them."""

MOST_CONNECTIONS: Final = 4_000


class EdgeLimits(msgspec.Struct, frozen=True):
    """Connections, streams and seconds. ``reserve`` of the connections are for people at a table and for staff alone.

    What is left is the public's; ``per_address`` of that may belong to one address.
    """

    connections: int = MOST_CONNECTIONS
    reserve: int = MOST_CONNECTIONS // 4
    per_address: int = 256
    first_byte_s: float = 10.0
    header_s: float = 10.0
    body_s: float = 20.0
    idle_s: float = 30.0
    reading_s: float = 30.0
    """Seconds for which somebody may leave an answer unread once the buffers are full."""

    @property
    def public(self) -> int:
        """Return how many connections people without a place may have together."""
        return self.connections - self.reserve

    @property
    def streams(self) -> int:
        """Return how many streams there may be; the rest of the connections is for requests."""
        return self.connections * 3 // 4

    @property
    def public_streams(self) -> int:
        """Return how many of the streams may be of people without a place."""
        return self.public // 2

    @property
    def streams_per_address(self) -> int:
        """Return how many of those may be of one address."""
        return self.per_address // 2


def limits_for(descriptors: int) -> EdgeLimits:
    """Return the limits where a process may open so many descriptors: in a burst there may be a third more."""
    connections = max(16, min(MOST_CONNECTIONS, ceiling(descriptors) * 3 // 4))
    reserved = connections // 4
    return EdgeLimits(connections, reserved, per_address=min(256, (connections - reserved) // 2))


def ceiling(descriptors: int) -> int:
    """Return the number from which on a descriptor is not for a connection."""
    return max(descriptors // 2, descriptors - FOR_THE_RECORD)


def descriptors() -> int:
    """Return how many descriptors this process may open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def raise_descriptors() -> None:
    """Ask for as many descriptors as a hall wants, where the machine grants more than it gave."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def address_key(host: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of 64 bits that one IPv6 connection has."""
    try:
        found: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return str(found)
