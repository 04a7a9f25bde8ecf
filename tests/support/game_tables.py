"""A game's module read again, with other acts, events or phases in force than the ones it was written for."""

import importlib.util
from types import ModuleType


def read_again(name: str) -> ModuleType:
    """Run a module's source anew, beside the one that everybody uses."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
