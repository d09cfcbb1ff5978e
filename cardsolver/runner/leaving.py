"""How a worker is told to end: an exception that neither tasks nor bots may keep."""

from __future__ import annotations


class Leave(BaseException):
    """Raised wherever the worker is when its parent wants it to end."""
