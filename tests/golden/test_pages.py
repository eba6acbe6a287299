"""The worked deals on the terminal's pages, against files that people can read.

To accept a change: ``python -m tests.golden.pages``.
"""

from __future__ import annotations

import pytest

from tests.golden.deals import DEALS
from tests.golden.pages import HERE, file_of, shown


@pytest.mark.parametrize("key", DEALS)
def test_the_pages_are_as_in_the_file(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert shown(key) == file_of(key).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", DEALS)
def test_the_pages_fit_a_terminal_of_a_hundred_columns(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert max(map(len, shown(key).splitlines())) <= 100


def test_every_page_has_its_deal() -> None:
    assert {path.stem for path in HERE.iterdir()} == DEALS.keys()
