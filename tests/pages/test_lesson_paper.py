"""Worksheets of lessons: questions in front, answers overleaf, a class in one PDF (docs/teaching.md, "On paper")."""

from __future__ import annotations

import io
from urllib.request import urlopen

import pytest
from flask import Flask

from api.services import Provider
from replay.lessons.built_in import lesson_named, names
from tests.cases import cases
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible, fits, signed_in
from tests.pages.reading import read
from tests.pages.test_papers import cut_off, printed
from tests.signing.visitors import official
from web.printing.lesson_paper import sheet_of

PAPER = "/learn/02-following-suit/paper"


@pytest.fixture(scope="module")
def teacher(house: Provider) -> str:
    return official(house, "printer", "admin").login


@pytest.mark.full
def test_a_worksheet_fits_windows_and_paper(open_page: Open) -> None:
    page = open_page(PAPER)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
    accessible(page, everyday=False)
    assert cut_off(printed(page)) == []
    assert not page.get_by_role("button", name="Show").is_visible()


def test_the_questions_are_in_front_and_the_answers_overleaf(app: Flask) -> None:
    page = read(app, PAPER)
    front, back = (" ".join(page.texts(part)) for part in (".worksheet", ".worksheet-answers"))
    assert "4. Spot the breach and its rule." in front
    assert "39 S 8♦" in front, "the acts have their plies"
    assert "000 “Play”" not in front
    assert "Entry 39: 000 “Play”" in back
    assert "You could play either of your clubs." in back, "a text right after a question belongs to its solution"
    assert "You could play either of your clubs." not in front
    assert read(app, f"{PAPER}?answers=none").all(".worksheet-answers") == []


def test_a_chapter_is_printed_alone_with_a_code_to_the_lesson(app: Flask) -> None:
    page = read(app, f"{PAPER}?chapter=1")
    assert page.texts(".worksheet h2") == ["Play what is led"]
    assert len(page.all('[role=img][aria-label="QR code of the lesson"], img[alt="QR code of the lesson"]')) == 1
    for query in ("chapter=9", "chapter=-1"):
        assert read(app, f"{PAPER}?{query}").status == 404, query


def test_only_authors_print_all_hands(app: Flask, people: People) -> None:
    paper = read(app, f"{PAPER}?chapter=1")
    assert paper.all(".deal")[0].texts(".hands b") == ["West"]
    assert not paper.all("[name=hands]")
    assert read(app, f"{PAPER}?hands=all").status == 403
    whole = read(app, f"{PAPER}?chapter=1&hands=all", people.admin)
    assert whole.all(".deal")[0].texts(".hands b") == ["South", "East", "North", "West"]


@pytest.mark.full
def test_an_author_chooses_all_hands(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/robots.txt"), teacher)
    page.goto(f"{PAPER}?chapter=1")
    page.get_by_label("Hands").select_option(label="all")
    page.get_by_role("button", name="Show").click()
    assert page.locator(".deal").first.locator(".hands b").all_inner_texts() == ["South", "East", "North", "West"]


@pytest.mark.full
def test_each_copy_of_a_class_set_begins_on_the_front_of_a_sheet(site: str) -> None:
    from pypdf import PdfReader

    def pages(query: str) -> list[str]:
        with urlopen(f"{site}{PAPER}.pdf?chapter=1{query}") as answer:  # noqa: S310 - the test's own server
            assert answer.headers["Content-Type"] == "application/pdf"
            return [page.extract_text() for page in PdfReader(io.BytesIO(answer.read())).pages]

    one = pages("")
    assert "Name" in one[0]
    several = pages("&copies=3")
    begins = [number for number, text in enumerate(several) if "Name" in text]
    assert len(begins) == 3
    assert all(number % 2 == 0 for number in begins), "an even page before it"
    assert len(pages("&copies=x")) == len(one)


@pytest.mark.full
def test_every_lesson_that_comes_with_nought_can_be_printed(app: Flask) -> None:
    with cases() as case, app.test_request_context():
        for name in names():
            lesson = lesson_named(name)
            assert lesson is not None
            with case(name):
                questions = answered = 0
                for number in range(1, len(lesson.chapters) + 1):
                    sheet = sheet_of(lesson, number)
                    questions += sum(1 for item in (*sheet.front, *sheet.back) if item.number)
                    answered += sum(1 for item in (*sheet.front, *sheet.back) if item.answers and item.answers.right)
                    assert not any(item.number for item in sheet.back), "a question in front"
                assert questions == answered > 0
