"""Test folders are no packages: the tables of bots are loaded under a name of their own."""

import importlib.util
import sys
from pathlib import Path

_spec = importlib.util.spec_from_file_location("bots_tables", Path(__file__).with_name("tables.py"))
assert _spec is not None
assert _spec.loader is not None
sys.modules["bots_tables"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["bots_tables"])
