"""Write docs/winnability.md from the records in docs/studies: `scripts/winnability.py`.

The records are made by `cardsolver study docs/studies/NAME.toml -o NAME.jsonl` and kept here as
`NAME.jsonl.xz` (`--pack FILE`).
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path

from cardsolver.core.report import cells
from cardsolver.studies.plot import draw_study
from cardsolver.studies.record import read_study
from cardsolver.studies.report import study_report
from scripts.page import write_section

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "docs" / "studies"
PAGE = ROOT / "docs" / "winnability.md"
PICTURES = ROOT / "docs" / "assets"


def pack(path: Path) -> None:
    """Keep a record in compact form."""
    packed = STUDIES / f"{path.name}.xz"
    packed.write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{packed}: {packed.stat().st_size:,} bytes")


def write(name: str) -> None:
    """The section and the picture of one study."""
    tally = read_study(str(STUDIES / f"{name}.jsonl.xz"))
    report = study_report(tally)
    picture = PICTURES / f"winnability-{name}.svg"
    draw_study(report, [tally], picture)
    summary = report.summary
    lines = [f"{report.headline[:1].upper()}{report.headline[1:]}.", ""]
    for table in report.tables:
        if not table.rows:
            continue
        lines += [f"**{table.title}**", ""]
        lines.append("| " + " | ".join(column.head for column in table.columns) + " |")
        lines.append("| " + " | ".join(["---:"] * len(table.columns)) + " |")
        lines += ["| " + " | ".join(cells(table, row)) + " |" for row in table.rows]
        lines.append("")
    hours = summary["seconds_sum"] / 3600
    cost = f"{summary['nodes_sum']:,} nodes, {hours:.2f} hours of one core"
    lines += [
        f"{cost} (the last attempt at each deal).",
        "",
        f"![{report.headline}](assets/{picture.name})",
    ]
    write_section(name, "\n".join(lines), page=PAGE)
    print(report.headline)


def main() -> None:
    """Pack a record, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pack", type=Path, metavar="FILE", help="keep this record in docs/studies"
    )
    arguments = parser.parse_args()
    if arguments.pack is not None:
        pack(arguments.pack)
        return
    for path in sorted(STUDIES.glob("*.jsonl.xz")):
        write(path.name.removesuffix(".jsonl.xz"))


if __name__ == "__main__":
    main()
