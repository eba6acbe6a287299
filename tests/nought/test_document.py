"""docs/python.md: its examples are true, and no document tells programs to import anything but `nought`."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Final

import pytest

from store.settings import Settings
from tests.cases import cases
from tests.store.conftest import server, settings

__all__ = ["server", "settings"]

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "docs" / "python.md"
INNER: Final = "analysis|api|bots|demo|domain|replay|schemas|store|web"
FOR_DEVELOPERS: Final = {"architecture.md", "extending.md", "internals.md", "simulation.md"}
"""The documents for people who change Nought."""


def test_the_examples_of_the_document_are_true(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NOUGHT_DATA", raising=False)
    monkeypatch.setenv("NOUGHT_DSN", settings.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", settings.schema)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 60
    assert not failed


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
