"""A lesson on paper: worksheets with questions on the front and answers on the back, for a whole class in one PDF."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext

from api.callers import caller
from api.learning import lessons as lesson_access
from api.permissions import OFFICIALS
from api.problems import forbidden
from api.services import ledger
from api.site import base_url
from domain.engine.words.values import sentence
from replay.lessons import payloads
from replay.lessons.built_in import lesson_named
from web.languages import reader
from web.page import same_query
from web.pages.learn import find_lesson
from web.printing import pdf, qr
from web.printing.lesson_paper import sheet_of
from web.printing.pdf import PAGE

blp = Blueprint("lesson_paper", __name__)

MOST_COPIES: Final = 40
BY_CHAPTER: Final = sentence("Print one chapter after the other.")


@pdf.paper(blp, "/learn/<string(maxlength=64):lesson>/paper", "{lesson}", MOST_COPIES, BY_CHAPTER)
def paper(lesson: str, layout: str = PAGE) -> str:
    """Show a lesson as a worksheet.

    ``?chapter=``: only this chapter; ``?copies=``: the number of copies in the PDF; ``?answers=none``: without the
    answers; ``?hands=all``: the diagrams show all hands, for authors; ``?draft=``: the newest version, for authors.
    """
    content = find_lesson(lesson, draft="draft" in request.args)
    all_hands = request.args.get("hands") == "all"
    if all_hands and not may_see_all_hands(lesson):
        raise forbidden(sentence("Only the authors of a lesson print all four hands."))
    only = request.args.get("chapter", 0, type=int)
    chapters = [only] if only else range(1, len(content.chapters) + 1)
    sheets, first = [], 1
    for number in chapters:
        sheet = sheet_of(content, number, all_hands=all_hands, first=first)
        first += sum(1 for item in (*sheet.front, *sheet.back) if item.number)
        sheets.append(sheet)
    address = f"{base_url()}{url_for('learn.show_lesson', lesson=lesson)}"
    return render_template(
        "learn/paper.html",
        layout=layout,
        name=lesson,
        lesson=payloads.contents(content, reader().locale),
        sheets=sheets,
        copies=request.args.get("copies", ""),
        most_copies=MOST_COPIES,
        only=only,
        answers=request.args.get("answers") != "none",
        all_hands=all_hands,
        may_see_all=may_see_all_hands(lesson),
        draft="draft" in request.args,
        address=address,
        code=qr.svg(address, gettext("QR code of the lesson")),
        pdf=url_for(".paper_pdf", **same_query()) if layout == PAGE else None,
    )


def may_see_all_hands(lesson: str) -> bool:
    """Return whether the caller may print all hands: an author; any official, for a lesson that comes with Nought."""
    if caller().role not in OFFICIALS:
        return False
    return bool(lesson_named(lesson)) or lesson_access.is_author(ledger().lessons.get(UUID(lesson)))
