"""A question that pupils answer in their own words, left empty: a class refuses it, a lesson takes it as no answer."""

from __future__ import annotations

import re

import pytest

from tests.cases import cases
from tests.http.classes import WORDS, a_class, done
from tests.http.people import People

EMPTY = ("", "  ", "\r\n", "\u2003", "\u200b\u200d")
UNFIT = ("a\0b", "\x01", "\u202e", "x" * 1001)


@pytest.mark.full
def test_an_empty_answer_in_own_words_is_refused_in_a_class_and_none_in_a_lesson(people: People) -> None:
    room = a_class(people)
    pupil, browser, lesson = room.pupil(), people.app.test_client(), room.state()["lesson"]
    browser.post(f"/class/{room.code}", data={"nickname": "Bea"})
    step, learn = f"/class/{room.code}/1/5", f"/learn/{lesson}/1/5"
    (token,) = set(re.findall(r'name="csrf" content="([^"]+)"', browser.get(step).text))
    with cases() as case:
        for text in (*EMPTY, None):
            with case(repr(text)):
                answer = {} if text is None else {"answer": text}
                page = browser.post(step, data={"csrf": token, **answer})
                assert (page.status_code, "the answer is empty" in page.text) == (422, True)
                shown = browser.get(learn, query_string=answer)
                assert (shown.status_code, "Your teacher marks this answer." in shown.text) == (200, False)
                if text is not None:
                    refused = pupil.answer(WORDS, text)
                    assert (refused.status_code, refused.json["detail"]) == (422, "the answer is empty")
                    marked = done(people.anybody.post(f"/lessons/{lesson}/read/1/5/answers", answer))
                    assert marked == {"answers": [], "by_author": False}
        for text in UNFIT:
            with case(repr(text[:9])):
                assert pupil.answer(WORDS, text).status_code == 422
                assert browser.post(step, data={"csrf": token, "answer": text}).status_code == 422
                assert browser.get(learn, query_string={"answer": text}).status_code == 200
    assert done(pupil.answer(WORDS, "Because East has it."))["own"]["answer"] == "Because East has it."
