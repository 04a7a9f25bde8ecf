"""What goes over the wire: compressed where that is asked for, and filled up, so that a length tells nothing hidden.

What the public is sent is compressed message by message, and is then the same for everybody who gets it; a person's
stream is one compression, which knows what was sent before. What a person is sent is filled up to a multiple of
:data:`FILL` after the compression: a name, a card or a word longer or shorter does not show.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import lru_cache
from typing import Final

FILL: Final = 512
HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
EMPTY_BLOCKS: Final = (b"\x00\x00\x00\xff\xff", b"\x02\x00\x00\x00\xff\xff")
"""Blocks of a stream that hold nothing, of five bytes and of six: every length from 20 on is made of them."""


def may_pack(header: str) -> bool:
    """Return True if a request's ``Accept-Encoding`` takes gzip."""
    named = (one.strip().lower().replace(" ", "") for one in header.split(","))
    return any(one == "gzip" or (one.startswith("gzip;q=") and one[7:].strip("0.") != "") for one in named)


@lru_cache(maxsize=256)
def packed_part(data: bytes, fill: int = 0) -> bytes:
    """Return a part of a gzip stream, which needs nothing that came before it."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return _filled(packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH), fill)


def _filled(part: bytes, fill: int) -> bytes:
    if not fill:
        return part
    lacking = -len(part) % fill
    five, six = EMPTY_BLOCKS
    while not (many := [n for n in range(5) if (rest := lacking - len(six) * n) >= 0 and rest % len(five) == 0]):
        lacking += fill
    return part + six * many[0] + five * ((lacking - len(six) * many[0]) // len(five))


def _end(crc: int, size: int) -> bytes:
    return b"\x03\x00" + crc.to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")


def packed(data: bytes, fill: int = 0) -> bytes:
    """Return a whole body as gzip."""
    return HEAD + packed_part(data, fill) + _end(zlib.crc32(data), len(data))


def body_of(text: str, accepted: str, fill: int = 0) -> tuple[bytes, dict[str, str]]:
    """Return the body of an answer to a request that says what it accepts, and the headers that it then has."""
    data = text.encode()
    if may_pack(accepted):
        return packed(data, fill), {"content-encoding": "gzip", "vary": "accept-encoding"}
    return data + b"\n" * (-len(data) % fill if fill else 0), {"vary": "accept-encoding"}


async def gzip_stream(frames: AsyncGenerator[bytes], fill: int = 0) -> AsyncIterator[bytes]:
    """Yield a stream as gzip, frame by frame."""
    crc, size, head = 0, 0, HEAD
    packer = zlib.compressobj(6, zlib.DEFLATED, -14, 6) if fill else None  # some 100 kB for each
    async with aclosing(frames):
        async for frame in frames:
            crc, size = zlib.crc32(frame, crc), size + len(frame)
            if packer is None:
                yield head + packed_part(frame)
            else:
                yield head + _filled(packer.compress(frame) + packer.flush(zlib.Z_SYNC_FLUSH), fill)
            head = b""
        yield head + _end(crc, size)
