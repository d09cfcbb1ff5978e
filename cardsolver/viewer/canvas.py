"""Pictures as files (the extra `plot`): the one door to matplotlib, and one look for all of them.

Everything must be readable in black and white and by people who see colours differently: lines
differ by dashes, bars by hatches. The same input makes the same file.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMATS = (".svg", ".png", ".pdf")
# Okabe and Ito's colours, from dark to light, so that they differ as greys, too.
COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 3)))
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "+++")
_STYLE: Any = {
    "svg.hashsalt": "cardsolver",  # fixed ids, and below no date: files can be compared
    "svg.fonttype": "none",
    "text.parse_math": False,  # names and seeds are no formulas
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "axes.titlesize": "medium",
    "axes.titleweight": "bold",
    "hatch.linewidth": 0.5,
}


def check_picture(path: Path) -> None:
    """Raise now, before any long work, if a picture cannot be drawn into this file."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"--plot {quote(path)}; expected a name ending in {', '.join(FORMATS)}")
    if path.parent.is_file() or not path.parent.exists() or path.is_dir():
        raise InputError(f"{path}: cannot be written (no such folder, or a folder itself)")
    try:
        import matplotlib as mpl  # noqa: F401, PLC0415 - an extra, and slow to load
    except ImportError:
        raise InputError(
            "--plot needs matplotlib; install it with:"
            f" {sys.executable} -m pip install 'matplotlib>=3.8'"
        ) from None


@contextmanager
def canvas(path: Path, title: str, size: tuple[float, float]) -> Iterator[Any]:
    """A figure of so many inches to draw on; it is written when the block ends."""
    check_picture(path)
    import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to load

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        figure.suptitle(title, fontsize="large")
        yield figure
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        try:
            figure.savefig(path, metadata=metadata, dpi=150)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None


def line_style(number: int) -> dict[str, Any]:
    """The look of a line among others; a colour that comes again has other dashes."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": DASHES[(number + number // len(COLOURS)) % len(DASHES)],
        "linewidth": 1.6,
    }


def bar_style(number: int, of: int) -> dict[str, Any]:
    """The look of a bar among others: from dark to light, and hatched."""
    grey = 0.35 + 0.6 * number / max(1, of - 1)
    hatch = HATCHES[number % len(HATCHES)]
    return {"color": str(round(grey, 3)), "hatch": hatch, "edgecolor": "black", "linewidth": 0.5}


def log_scales(axes: Any) -> None:
    """Both axes by powers of ten, with plain numbers: no text is a formula here."""
    from matplotlib.ticker import LogFormatter  # noqa: PLC0415 - slow to load

    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter(LogFormatter(labelOnlyBase=False))


def legend_beside(axes: Any) -> None:
    """A legend that hides nothing: to the right of the axes."""
    axes.legend(
        fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, handlelength=3
    )
