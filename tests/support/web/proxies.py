"""Proxies that end TLS before a hall: the documented configurations of real programs, and a plain one of ours."""

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from socket import create_connection, create_server

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support import ROOT, program

NAME = "sala.example"
GUIDE = ROOT / "docs" / "how-to" / "put-a-hall-behind-a-public-name.md"


def documented(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None, language
    return found[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    """Write a certificate of the public name that signs itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    shown, kept = folder / "sala.pem", folder / "sala.key"
    shown.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    kept.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return shown, kept


PORTS = count(20_000 + os.getpid() % 6_000 * 2)
"""Below those that a system gives to whoever asks for any: nobody takes one of them before it is listened at."""


def free_port() -> int:
    for port in PORTS:
        with suppress(OSError), create_server(("127.0.0.1", port)):
            return port
    raise AssertionError


def replaced(text: str, changes: dict[str, str]) -> str:
    """Return a configuration for a test: each thing to change must stand in it."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def command(kind: str, folder: Path, port: int, hall: int) -> list[str]:
    """Return what runs a proxy of a kind; skips where its program is not installed."""
    shown, kept = certificate(folder)
    if kind == "plain":
        return program("web.proxies", port, hall, shown, kept)
    path = shutil.which(kind) or shutil.which(kind, path="/usr/sbin:/usr/local/sbin")
    if path is None:
        pytest.skip(f"{kind} is not installed; the plain proxy of the tests stands in for it")
    if kind == "caddy":
        site = {f"{NAME} {{": f"https://{NAME}:{port} {{\n\ttls {shown} {kept}", "127.0.0.1:8000": f"127.0.0.1:{hall}"}
        file = folder / "Caddyfile"
        file.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + replaced(documented("caddy"), site))
        return [path, "run", "--config", str(file), "--adapter", "caddyfile"]
    site = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/ssl/sala.pem": str(shown),
        "/etc/ssl/sala.key": str(kept),
        "127.0.0.1:8000": f"127.0.0.1:{hall}",
    }
    rooms = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    around = f"daemon off;\npid {folder}/pid;\nerror_log stderr error;\nevents {{}}\nhttp {{\naccess_log off;\n"
    around += "".join(f"{one}_temp_path {folder}/{one};\n" for one in rooms)
    file = folder / "nginx.conf"
    file.write_text(around + replaced(documented("nginx"), site) + "}\n")
    return [path, "-p", str(folder), "-c", str(file), "-e", "stderr"]


@contextmanager
def proxy(kind: str, folder: Path, port: int, hall: int) -> Iterator[None]:
    line = command(kind, folder, port, hall)
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    log = folder / "proxy.log"
    with log.open("wb") as told, subprocess.Popen(line, stdout=told, stderr=told, cwd=ROOT, env=environment) as process:
        try:
            while True:
                assert process.poll() is None, log.read_text()
                with suppress(OSError), create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(60)


async def _plain(port: int, hall: int, shown: str, kept: str) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(shown, kept)

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while text := await reader.read(65_536):
                writer.write(text)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[:-2]
        except (asyncio.IncompleteReadError, OSError):
            writer.close()
            return
        own = [one for one in lines if not one.lower().startswith((b"x-forwarded-", b"connection:"))]
        caller = str(writer.get_extra_info("peername")[0]).encode()
        own += [b"X-Forwarded-For: " + caller, b"X-Forwarded-Proto: https", b"Connection: close"]
        from_hall, to_hall = await asyncio.open_connection("127.0.0.1", hall)
        to_hall.write(b"\r\n".join([*own, b"", b""]))
        await asyncio.gather(pipe(reader, to_hall), pipe(from_hall, writer))

    async with await asyncio.start_server(serve, "127.0.0.1", port, ssl=context) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_plain(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]))
