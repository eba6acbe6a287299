"""The README is one page, every link of a document leads to a file, and the list of documents leaves out none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.cases import cases

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
DOCUMENTS: Final = [
    README,
    *map(ROOT.joinpath, ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
TARGET: Final = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")


def targets(document: Path) -> list[str]:
    """Return the links and pictures of a document that lead to files."""
    addresses = [link or picture for link, picture in TARGET.findall(document.read_text(encoding="utf-8"))]
    return [address for address in addresses if not re.match(r"https?:|mailto:", address)]


def anchors(document: Path) -> set[str]:
    """Return the names by which links lead to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_is_one_page() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 90


def test_every_link_of_a_document_leads_to_a_file_and_a_heading() -> None:
    assert len(targets(README)) >= 15
    with cases() as case:
        for document in DOCUMENTS:
            for target in targets(document):
                with case(document.name, target):
                    path, _, anchor = target.partition("#")
                    file = document.parent / path if path else document
                    assert file.exists()
                    assert not anchor or anchor in anchors(file)


def test_the_list_of_documents_leaves_out_none() -> None:
    listed = set(targets(ROOT / "docs" / "README.md"))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"} <= listed
