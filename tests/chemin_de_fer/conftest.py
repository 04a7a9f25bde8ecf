"""The table of the scenes, for these tests too: the fixture ``make`` and its helpers as ``chemin_de_fer_table``."""

import importlib.util
import sys
from pathlib import Path

_spec = importlib.util.spec_from_file_location(
    "chemin_de_fer_table", Path(__file__).parent.parent / "frame" / "conftest.py"
)
assert _spec is not None
assert _spec.loader is not None
_module = sys.modules.setdefault(_spec.name, importlib.util.module_from_spec(_spec))
if not hasattr(_module, "make"):
    _spec.loader.exec_module(_module)

make = _module.make
