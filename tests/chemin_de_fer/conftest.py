"""The table of the scenes, for these tests too: the fixture ``make`` and its helpers as ``chemin_de_fer_table``.

Every other file here that holds no tests is ``chemin_de_fer_<name>``.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent


def _load(name: str, path: Path) -> ModuleType:
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


make = _load("chemin_de_fer_table", HERE.parent / "frame" / "conftest.py").make
for _file in sorted(HERE.glob("*.py")):
    if _file.stem != "conftest" and not _file.stem.startswith("test_"):
        _load(f"chemin_de_fer_{_file.stem}", _file)
