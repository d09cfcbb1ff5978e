"""What the site needs beyond docs/: pages that live elsewhere, and links that leave the folder.

A link in a document is written for GitHub, as a path in the repository. On the site it must lead to
the page made from that file, or, for a file that is not a page, to the repository. MkDocs calls
the two functions below (`hooks` in mkdocs.yml).
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://github.com/cardsolver/cardsolver"
# Files outside docs/, and the pages of the site that they become.
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "puzzles/README.md": "puzzles.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
CODE = re.compile(r"`[^`\n]+`")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that live elsewhere."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page from paths in the repository into links of the site."""
    del config, files
    here = page.file.src_uri
    folder = posixpath.dirname(SOURCES.get(here, f"docs/{here}"))
    # GitHub wants a bar inside code in a table escaped; Python-Markdown would print the escape.
    markdown = CODE.sub(lambda code: code[0].replace(r"\|", "|"), markdown)
    return LINK.sub(lambda link: _on_site(link[1], folder, posixpath.dirname(here)), markdown)


def _on_site(target: str, folder: str, here: str) -> str:
    path = posixpath.normpath(posixpath.join(folder, target))
    if path in PAGES:
        return posixpath.relpath(PAGES[path], here or ".")
    if path.startswith("docs/"):
        return posixpath.relpath(path.removeprefix("docs/"), here or ".")
    if not (ROOT / path).exists():
        return target  # the strict build says so
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path}"
