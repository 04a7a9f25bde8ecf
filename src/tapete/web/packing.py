"""What goes over the wire: compressed where that is asked for, and filled up, so that a length tells nothing hidden.

What the public is sent is compressed message by message, and is then the same for everybody who gets it; a person's
stream is one compression, which knows what was sent before. What a person is sent is filled up to a multiple of a
:data:`FILL`: a name or a sum longer or shorter seldom shows.

Of a hand that its viewer alone has seen, nothing shows. A text that rests on one is :class:`Private`:

- Who has seen which cards is no secret at a table, so everybody may know which texts are private.
- Each has one length, whatever stands in it: :data:`PRIVATE` times the fill, and not compressed :data:`PLAIN` times
  that. The longest needs less than half of it; a test over evenings of every table holds to that.
- No other length rests on it: it is compressed by itself, and what comes after it is told whole and compressed anew.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import lru_cache
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

FILL: Final = 512
PAGE_FILL: Final = 2_048
ANSWER_FILL: Final = 256
PRIVATE: Final = 12
PLAIN: Final = 4
HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
EMPTY_BLOCKS: Final = (b"\x00\x00\x00\xff\xff", b"\x02\x00\x00\x00\xff\xff")
"""Blocks of a stream that hold nothing, of five bytes and of six: every length from 20 on is made of them."""


class Private(str):
    """A text that rests on what its viewer alone has seen."""

    __slots__ = ()


def may_pack(header: str) -> bool:
    """Return True if a request's ``Accept-Encoding`` takes gzip."""
    named = (one.strip().lower().replace(" ", "") for one in header.split(","))
    return any(one == "gzip" or (one.startswith("gzip;q=") and one[7:].strip("0.") != "") for one in named)


@lru_cache(maxsize=256)
def packed_part(data: bytes) -> bytes:
    """Return a part of a gzip stream, which needs nothing that came before it."""
    return _packed_alone(data)


def _packed_alone(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def filled(part: bytes, fill: int) -> bytes:
    """Return a part of a gzip stream whose length is a multiple of ``fill``."""
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
    return HEAD + filled(_packed_alone(data), fill) + _end(zlib.crc32(data), len(data))


def body_of(text: str, accepted: str, fill: int = 0) -> tuple[bytes, dict[str, str]]:
    """Return the body of an answer to a request that says what it accepts, and the headers that it then has."""
    data, headers = text.encode(), {"vary": "accept-encoding"}
    size = fill * PRIVATE if isinstance(text, Private) else fill
    if may_pack(accepted):
        return packed(data, size), headers | {"content-encoding": "gzip"}
    size = size * PLAIN if isinstance(text, Private) else size
    return data + b"\n" * (-len(data) % size if size else 0), headers


class EvenAnswers:
    """Pure ASGI middleware: whatever a person asks of a table or does there is answered as if it were private. What
    an act rests on, and why it is refused, may tell a total.
    """

    OF_PERSON: Final = re.compile(r"/mesa/[^/]+/como/[^/]+/[^/]+|/api/v1/tables/[^/]+(/(legal|explain|acts))?")

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers.from_scope(scope) if scope["type"] == ScopeType.HTTP else Headers()
        if not {"cookie", "authorization"} & {*headers} or not self.OF_PERSON.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        begun: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                told = MutableScopeHeaders.from_message(message)
                is_text = re.search("json|text/html", told.get("content-type", "")) and "content-encoding" not in told
                if is_text and told.get("content-length", "0") != "0":
                    begun = message
                    return
            elif message["type"] == "http.response.body" and begun is not None:
                text = Private(message["body"].decode())
                body, more = body_of(text, headers.get("accept-encoding", ""), ANSWER_FILL)
                told = MutableScopeHeaders.from_message(begun)
                for name, value in (more | {"content-length": str(len(body))}).items():
                    told[name] = value
                await send(begun)
                begun = None
                message["body"] = body
            await send(message)

        await self.app(scope, receive, sending)


Frames = AsyncGenerator[tuple[bytes, bool]]
"""What a stream says, message by message, and whether it is private."""


async def plain_stream(frames: Frames, fill: int = 0) -> AsyncIterator[bytes]:
    """Yield a stream as it is, each message but a ping filled up by a comment."""
    async with aclosing(frames):
        async for data, is_private in frames:
            size = fill * PRIVATE * PLAIN if is_private else fill
            if size and not data.startswith(b"event: ping"):
                yield data[:-1] + b":" + b" " * (-(len(data) + 2) % size) + b"\n\n"
            else:
                yield data


async def gzip_stream(frames: Frames, fill: int = 0) -> AsyncIterator[bytes]:
    """Yield a stream as gzip, message by message."""
    crc, size, head = 0, 0, HEAD
    packer = None
    async with aclosing(frames):
        async for data, is_private in frames:
            crc, size = zlib.crc32(data, crc), size + len(data)
            if not fill:
                part = packed_part(data)
            elif is_private:
                part, packer = filled(_packed_alone(data), fill * PRIVATE), None
            else:
                packer = packer or zlib.compressobj(6, zlib.DEFLATED, -14, 6)  # some 100 kB for each
                part = filled(packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH), fill)
            yield head + part
            head = b""
        yield head + _end(crc, size)
