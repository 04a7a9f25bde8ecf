"""Makes ``recorded_faults`` and ``recorded_coup`` known to the tests here; the scripts beside them import them from
their own folder.
"""

import importlib.util
import sys
from pathlib import Path

for name in ("recorded_faults", "recorded_coup"):
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
