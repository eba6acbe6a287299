"""Documents for programs: they show the package `nought`, and no other one. `test_wheel` runs their examples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.cases import cases

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "docs" / "python.md"
INNER: Final = "analysis|api|bots|demo|domain|replay|schemas|store|web"
FOR_DEVELOPERS: Final = {"architecture.md", "extending.md", "internals.md", "simulation.md"}
"""The documents for people who change Nought."""


def test_no_document_for_programs_imports_an_inner_package() -> None:
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    taught = re.compile(rf"\b(?:from|import) (?:{INNER})\b(?:\.\w+)* ?(?:import|as|$)|`(?:{INNER})(?:\.\w+)+\(")
    with cases() as case:
        for document in documents:
            if document.name not in FOR_DEVELOPERS:
                with case(document.name):
                    assert taught.findall(document.read_text(encoding="utf-8")) == []


def test_the_document_shows_every_public_name() -> None:
    import nought

    text = DOCUMENT.read_text(encoding="utf-8")
    types = {"BadLine", "Book", "DealAnalysis", "NextCard", "PricedPly", "Report", "Act"}
    assert {name for name in nought.__all__ if not re.search(rf"\b{name}\b", text)} <= types
