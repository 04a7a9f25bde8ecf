"""Loads the helpers of these tests (every file that holds none) as ``evenings_<name>``."""

import importlib.util
import sys
from pathlib import Path

for _file in sorted(Path(__file__).parent.glob("*.py")):
    if _file.stem not in ("conftest", "victim") and not _file.stem.startswith("test_"):
        _spec = importlib.util.spec_from_file_location(f"evenings_{_file.stem}", _file)
        assert _spec is not None
        assert _spec.loader is not None
        sys.modules[_spec.name] = _module = importlib.util.module_from_spec(_spec)
        _spec.loader.exec_module(_module)
