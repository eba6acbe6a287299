"""Build the documents as a site: ``python -m scripts.site FOLDER`` (`make site`). Needs requirements-site.lock.

The pages have the order of docs/README.md. Files that documents link to are beside them, at the same places as in the
checkout. A link that leads nowhere ends it with an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[1]
INDEX: Final = ROOT / "docs" / "README.md"
LOOK: Final = (ROOT / "scripts" / "site.css", ROOT / "web" / "static" / "img" / "icon-192.png")
TARGET: Final = re.compile(r"\]\(([^)\s#]+)[^)]*\)|src=\"([^\"]+)\"")


def links(document: Path) -> list[Path]:
    """Return the files of the checkout that a document links to."""
    addresses = [link or picture for link, picture in TARGET.findall(document.read_text(encoding="utf-8"))]
    return [(document.parent / each).resolve() for each in addresses if not re.match(r"[a-z]+:", each)]


def reachable() -> set[Path]:
    """Return the README, every file that it leads to, from document to document, and what the look needs."""
    todo, files = [ROOT / "README.md", *LOOK], set[Path]()
    while todo:
        file = todo.pop()
        if file in files or not file.is_file():
            continue
        files.add(file)
        if file.suffix == ".md":
            todo += links(file)
    return files


def navigation() -> list[Any]:
    """Return the menu: the chapters of docs/README.md with the documents that it lists."""
    chapters: list[Any] = [{"Nought": "README.md"}, {"Documents": "docs/README.md"}]
    for chapter in INDEX.read_text(encoding="utf-8").split("\n## ")[1:]:
        listed = re.findall(r"^\| \[[^\]]+\]\(([^)]+)\)", chapter, re.MULTILINE)
        pages = [str((INDEX.parent / each).resolve().relative_to(ROOT)) for each in listed]
        chapters.append({chapter.partition("\n")[0]: pages})
    return [*chapters, {"Changes": "CHANGELOG.md"}]


def build(folder: Path) -> None:
    """Write the site into a folder. Raises CalledProcessError if a link leads nowhere."""
    with tempfile.TemporaryDirectory() as above:
        source = Path(above) / "source"
        for file in reachable():
            copy = source / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
        config = Path(above) / "mkdocs.yml"
        settings = {"INHERIT": str(ROOT / "scripts" / "site.yml"), "docs_dir": str(source), "nav": navigation()}
        config.write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-f", str(config)]
        # Else it advertises its successor.
        quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run([*command, "-d", str(folder.resolve())], check=True, env=quiet)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
