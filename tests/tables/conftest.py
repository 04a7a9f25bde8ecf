"""Makes ``recorded_faults`` known to the tests here; the scripts beside it import it from their own folder."""

import importlib.util
import sys
from pathlib import Path

if "recorded_faults" not in sys.modules:
    spec = importlib.util.spec_from_file_location("recorded_faults", Path(__file__).with_name("recorded_faults.py"))
    assert spec is not None
    assert spec.loader is not None
    sys.modules["recorded_faults"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["recorded_faults"])
