"""The knock-out script in an environment that can run Tapete but not its tests."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "script" / "knockout"


def test_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pytest.py").write_text("raise ModuleNotFoundError('no pytest', name='pytest')")
    paths = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    found = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert found.returncode == 1
    assert found.stderr.strip() == "knockout: pytest is not installed here; run script/setup-env test first"
