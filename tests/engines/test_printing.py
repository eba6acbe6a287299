"""The journey to paper: what a browser's own *Print* makes of the papers, in each engine."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from api.services import Provider
from tests.cases import cases
from tests.engines.conftest import Open, journey
from tests.http.people import People
from tests.pages.deals import take_in
from tests.pages.hall import Hall, a_hall


@pytest.fixture(scope="module")
def hall(people: People, house: Provider) -> Hall:
    hall = a_hall(people, house, pairs=8, played=1, tables=4)
    hall.draw()
    return hall


@pytest.mark.full
@journey("chromium")
def test_papers_have_as_many_sheets_as_they_need(device: Open, people: People, hall: Hall) -> None:
    """Two signs a sheet; one score sheet each; the answers of a worksheet begin on a sheet of their own."""
    sheets = {
        f"{hall.path}/papers/draw/2": 1,
        f"{hall.path}/papers/standings": 1,
        f"{hall.path}/papers/sheets/2": 4,
        f"{hall.path}/papers/signs": 2,
        f"{hall.path}/papers/slips?round=2": 1,
        f"/deals/{take_in(people, 5)}?seat=all": 1,
    }
    desk = device("/", is_official=True)
    with cases() as case:
        for path, number in sheets.items():
            with case(path):
                desk.open(path)
                desk.until("return document.fonts.status === 'loaded'")
                assert len(PdfReader(io.BytesIO(desk.pdf())).pages) == number
        with case("worksheet"):
            desk.open("/learn/02-following-suit/paper")
            pages = [page.extract_text() for page in PdfReader(io.BytesIO(desk.pdf())).pages]
            assert len(pages) <= (4 if desk.engine == "webkit" else 3)  # WebKit prints with wider margins
            if desk.engine != "firefox":  # its PDFs do not say which letters they show
                assert ["Answers" in text for text in pages] == [False] * (len(pages) - 1) + [True]
