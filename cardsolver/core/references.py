"""Things named by text, `package.module:attribute`, and loaded when they are first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(reference: str) -> Any:
    """The module or the attribute of a module that a reference names."""
    module, _, path = reference.partition(":")
    found: Any = import_module(module)
    for name in path.split(".") if path else ():
        found = getattr(found, name)
    return found
