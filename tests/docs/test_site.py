"""The documents as a site: its menu has each of them, whatever they link to is there, and nothing comes from afar."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts.site import ROOT, build, links, navigation, reachable
from tests.cases import cases
from tests.docs.test_readme import DOCUMENTS


def test_the_menu_has_every_document_once() -> None:
    menu = [pages for chapter in navigation() for pages in chapter.values()]
    named = [page for pages in menu for page in ([pages] if isinstance(pages, str) else pages)]
    assert len(named) == len(set(named))
    assert {str(each.relative_to(ROOT)) for each in DOCUMENTS} <= set(named)


def test_whatever_a_document_links_to_is_a_part_of_the_site() -> None:
    files = reachable()
    assert set(DOCUMENTS) <= files
    with cases() as case:
        for document in files:
            if document.suffix == ".md":
                with case(document.name):
                    assert [link for link in links(document) if link.is_file() and link not in files] == []


@pytest.mark.full
@pytest.mark.skipif(find_spec("material") is None, reason="`make site` installs what builds it")
def test_the_site_is_built_without_a_broken_link_and_its_readers_fetch_nothing_from_other_servers(
    tmp_path: Path,
) -> None:
    build(tmp_path / "site")
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 35
    with cases() as case:
        for page in pages:
            with case(page.name):
                text = page.read_text(encoding="utf-8")
                fetched = re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"?(https?:)?//", text)
                assert fetched == []
                # A diagram would have mermaid loaded from another server.
                assert 'class="mermaid"' not in text
                assert "fonts.g" not in text
