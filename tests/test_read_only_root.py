"""A house begins, plays and ends where only its two folders can be written, as in the container and under the unit."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.test_starting import serving

MOUNTS = "awk '$2 !~ \"^/(proc|sys)\" {print $2}' /proc/self/mounts"


@pytest.fixture
def alone(tmp_path: Path) -> list[str]:
    """Return what begins a command for which nothing can be written but ``data`` and ``secrets``."""
    folders = [tmp_path / "data", tmp_path / "secrets"]
    for one in folders:
        one.mkdir(mode=0o700)
    kept = " ".join(shlex.quote(str(one)) for one in folders)
    script = (
        f'for one in $({MOUNTS}); do mount -o remount,bind,ro "$one" 2>/dev/null || true; done; '
        f'for one in {kept}; do mount --bind "$one" "$one" && mount -o remount,bind,rw "$one" || exit 9; done; '
        f'if touch {shlex.quote(str(tmp_path))}/stray 2>/dev/null; then exit 9; fi; exec "$@"'
    )
    prefix = ["unshare", "-rm", "sh", "-c", script, "sh"]
    try:
        possible = subprocess.run([*prefix, "touch", str(folders[0] / "probe")], capture_output=True).returncode == 0
    except OSError:
        possible = False
    if not possible:
        pytest.skip("this machine gives nobody a mount namespace")
    (folders[0] / "probe").unlink()
    return prefix


@pytest.mark.slow
def test_a_house_needs_nothing_writable_but_its_two_folders(alone: list[str], tmp_path: Path) -> None:
    store, key, witness = tmp_path / "data/casa.db", tmp_path / "secrets/casa.key", tmp_path / "secrets/casa.witness"
    where = ("--store", str(store), "--key", str(key), "--witness", str(witness))
    init = [*alone, sys.executable, "-m", "tapete", "init", *where, "--name", "Casino", "--director", "dora"]
    made = subprocess.run(init, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    with serving(*where, prefix=alone) as (process, address, _):
        assert httpx.get(f"{address}/readyz", timeout=60).status_code == 200
        assert httpx.get(address, timeout=60).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert witness.stat().st_size > 0
    assert {one.name for one in tmp_path.iterdir()} == {"data", "secrets"}
