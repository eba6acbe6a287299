"""The lessons that come with Nought: faultless, in order, with the right answers of the rules, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from domain.lesson.facts import QUESTION
from replay.lessons.built_in import lesson_named, names
from replay.lessons.check import faults
from replay.lessons.file import read_lesson, write_lesson
from replay.lessons.payloads import mark, step_payload
from replay.lessons.positions import ChapterReader
from tests.cases import FULL, cases, one_in
from web.languages import COOKIE, LANGUAGES, language_of

if TYPE_CHECKING:
    from flask import Flask

    from domain.lesson.commands import NewLesson, NewStep

TRANSLATIONS = tuple(code for code in LANGUAGES if code != "en")

ANSWERS = """
00-never-held-a-card
  1.4 holder: S
  1.5 holder: E N W
  2.3 card: 8S, AS, QS
  2.6 card: 7D, 8H, 8S, 9D, JH, KD, QS
  3.3 trumps: 6
  3.6 points: NS 74 EW 0
  3.8 points: NS 117 EW 0
01-the-cards-and-their-points
  1.6 points: NS 0 EW 41
  2.3 points: NS 0 EW 61
  2.4 trumps: 0
  2.6 points: NS 51 EW 61
  2.7 holder: S N W
02-following-suit
  1.4 card: 8C, AC
  1.7 card: TD
  2.3 holder: W
  2.5 breach: 39 000 “Play”
03-the-deal-and-the-first-bid
  1.5 bid: 160, ask, pass
  1.8 bid: 170, ask, pass
  2.3 bid: 160, ask, pass, redeal
  2.5 bid: 160, ask, pass
  3.3 bid: 160, ask, pass
  3.5 settle: NS 0 EW 0
04-bidding-on
  1.4 bid: 200, pass
  1.7 bid: 200, ask, pass
  2.3 bid: 160, ask, pass
  2.6 bid: 160, pass
  2.8 bid: 200, ask, pass
  3.2 bid: 160, ask, pass
05-the-trump-indicator
  1.5 trumps: 5
  1.7 holder: S E W
  2.3 game: closed, open
  2.5 card: 7S, AH, KS
  2.7 card: 7S, 9D, AH, JD, KD, KS, QD, TD
06-the-second-four-cards
  1.4 bid: 250, pass, pcc
  1.7 bid: 260, pass, pcc
  1.10 bid: pass
  2.3 card: 7C, AD, JC, JS, KS, QD, QS, TC
  2.6 trumps: 8
  3.3 bid: 250, pass, pcc
  3.7 card: 8H, TH
07-closed-trumps
  1.4 card: JS, KS
  1.7 card: (7C), (8C), (8H), (QC)
  1.10 points: NS 116 EW 117
  2.3 card: (9D), (AC), ([KS])
  2.6 points: NS 99 EW 77
  2.7 trumps: 1
08-points-and-tokens
  1.4 card: 7H, 8S, 9H, 9S, JC, KC, TH, TS
  1.7 card: 7S, KD, KS, QD, TD
  1.9 points: NS 51 EW 77
  2.4 settle: NS -1 EW 1
  3.3 settle: NS -2 EW 2
09-when-trumps-run-out
  1.3 trumps: 0
  1.5 card: AC, TC
  1.7 card: KD
  2.3 trumps: 7
  2.5 holder: S N
  2.7 settle: NS 0 EW 0
10-what-the-others-hold
  1.3 holder: E N
  1.5 holder: E
  1.6 trumps: 3
  1.8 holder: E N W
  2.3 holder: E W
  2.4 holder: E N W
  2.7 holder: S N W
  2.8 trumps: 5
11-caps
  1.4 trumps: 0
  1.5 caps: no
  1.7 caps: no
  1.9 caps: yes
  1.11 settle: NS 3 EW -3
  2.4 settle: NS -2 EW 2
12-a-whole-deal
  1.4 bid: 160, ask, pass
  1.6 bid: 250, pass, pcc
  1.8 game: closed, open
  2.3 card: JH, KH
  2.5 card: 9C, 9D, 9S, JS, KH, KS
  2.7 trumps: 1
  2.8 points: NS 0 EW 112
  2.9 caps: no
  3.3 card: ([8S])
  3.5 holder: E N
  3.7 points: NS 132 EW 172
  3.8 settle: NS -1 EW 1
sidi-01-cards-and-trumps
  1.6 card: JC, QH, TH
  1.8 points: NS 0 EW 10
  2.3 card: 7C, 9C, AC, QC, TC, TD
  2.6 card: 6D, 8D, 9D, JD, QD
  2.8 points: NS 13 EW 10
  3.3 card: JC, KD, QS
  3.6 trumps: 1
  3.8 card: 9C, AC
  3.10 points: NS 47 EW 74
sidi-02-the-auction
  1.3 bid: 40 S, 40 H, 40 D, 40 C, 40 obenabe, 40 undenufe, pass
  1.6 bid: 60 S, 60 H, 60 D, 60 C, 60 obenabe, 60 undenufe, double, pass
  1.10 bid: 110 S, 110 H, 110 D, 110 C, 110 obenabe, 110 undenufe, pass
  2.3 bid: 140 S, 140 H, 140 D, 140 C, 140 obenabe, 140 undenufe, double, pass
  2.6 card: 6C, 6H, 6S, 7S, 8H, 9S, AH, TD, TS
sidi-03-obenabe-and-undenufe
  1.4 card: 7S, 9S
  1.8 points: NS 66 EW 0
  2.3 card: KS, QS
  2.5 points: NS 21 EW 0
  2.8 card: 7S, 9D, AH, AS, JS, KD, QC, TH
  2.11 points: NS 35 EW 0
sidi-04-weis-and-stoeck
  1.4 weis: 3 2 1
  1.5 weis: 1 3 2
  2.3 card: 6C, 6D, 7D, 8D, 9D, KC, KS, QD, TD
  2.9 points: NS 0 EW 41
  3.3 settle: NS 23 EW 374
sidi-05-scoring-and-match
  1.3 bid: 130 S, 130 H, 130 D, 130 C, 130 obenabe, 130 undenufe, double, pass
  1.9 settle: NS 163 EW 284
  2.3 settle: NS 115 EW 302
  3.3 points: NS 257 EW 0
  3.4 settle: NS 514 EW 0
sidi-06-a-whole-deal
  1.3 bid: 40 S, 40 H, 40 D, 40 C, 40 obenabe, 40 undenufe, pass
  1.5 bid: 140 S, 140 H, 140 D, 140 C, 140 obenabe, 140 undenufe, pass
  1.7 card: 7H, 9H, 9S, AC, AD, AS, JS, KH, TH
  2.3 points: NS 23 EW 0
  2.4 trumps: 3
  2.7 holder: E N W
  2.9 holder: E N
  3.3 card: 9H, 9S, AS, KH, TH
  3.5 holder: E N W
  3.7 points: NS 257 EW 0
  3.8 settle: NS 514 EW 0
"""
"""Chapter, step and kind of every question, with its right answers. Of bids: the least one, and the other calls."""


def built_in(name: str) -> NewLesson:
    lesson = lesson_named(name)
    assert lesson is not None
    return lesson


def sampled() -> list[str]:
    """Return the names of every third lesson, in the full run of all."""
    return [*names()][:: 1 if FULL else 3]


def placed_steps(lesson: NewLesson) -> Iterator[tuple[int, int, NewStep]]:
    for n, chapter in enumerate(lesson.chapters, 1):
        for placed in ChapterReader(chapter).steps():
            yield n, placed.number, placed.new


def short(answers: list[str]) -> str:
    """Right answers in a line; of bids only the least, and the other calls."""
    bids = {int(answer.split()[0]) for answer in answers if answer.split()[0].isdecimal()}
    least = [answer for answer in answers if answer.split()[0].isdecimal() and int(answer.split()[0]) == min(bids)]
    return ", ".join([*least, *sorted(answer for answer in answers if not answer.split()[0].isdecimal())])


def test_the_lessons_of_each_game_are_numbered_in_order() -> None:
    for game, first, last in (("", 0, 12), ("sidi-", 1, 6)):
        numbers = [match[1] for name in names() if (match := re.match(rf"{game}(\d\d)-", name))]
        assert numbers == [f"{n:02}" for n in range(first, last + 1)]
    assert len(names()) == 19


UNEXPLAINED = {
    "en": ("contract", "indicator", "bid", "auction", "deal ", "declare", "trump maker", "ply"),
    "ta": ("காட்டி", "ஏலம்", "கேள்வி"),
    "si": ("දර්ශක", "ලංසු"),
    "gsw": ("Zeiger", "büüte", "Büüte", "Rundi"),
}
"""Words that neither of the first two lessons explains, by language."""


def test_the_first_two_lessons_show_and_name_nothing_of_the_bids() -> None:
    """Somebody who knows no card game hears of tricks and trumps first (design: "Learn is a path")."""
    with cases() as case:
        for name in names()[:2]:
            lesson = built_in(name)
            for chapter, number, new in placed_steps(lesson):
                view = step_payload(lesson, chapter, number)["view"]
                texts = {"en": new.step.text} | {code: own["text"] for code, own in new.translations.items()}
                with case(name, chapter, number):
                    assert view.keys().isdisjoint({"contract", "auction", "maker", "dealer", "stage"})
                    assert "indicator" not in view.get("trump", {})
                    for language, text in texts.items():
                        assert not [word for word in UNEXPLAINED[language] if word in text], language


def test_the_lessons_have_no_fault_and_every_right_answer_is_of_the_rules() -> None:
    """Issue 19, 3: every step's accepted answers are exactly the engine's."""
    table, chosen = [], sampled()
    with cases() as case:
        for name in chosen:
            lesson = built_in(name)
            table.append(name)
            with case(name):
                assert list(faults(lesson)) == []
                assert read_lesson(write_lesson(lesson)) == lesson
            for chapter, number, new in placed_steps(lesson):
                question = new.step.question
                if question is None:
                    continue
                with case(name, chapter, number):
                    assert question.accept == ()
                    answers = mark(lesson, chapter, number, "")["answers"]
                    assert all(mark(lesson, chapter, number, answer)["right"] for answer in answers)
                    table.append(f"  {chapter}.{number} {question.kind}: {short(answers)}")
    of_lessons = re.split(r"\n(?=\S)", ANSWERS.strip())
    assert "\n".join(table) == "\n".join(each for each in of_lessons if each.partition("\n")[0] in chosen)


def test_a_lesson_is_done_rather_than_read() -> None:
    """Each lesson has one to three chapters of 4 to 13 steps, and at least four questions."""
    with cases() as case:
        for name in names():
            lesson = built_in(name)
            with case(name):
                assert 1 <= len(lesson.chapters) <= 3
                assert sum(new.step.kind == QUESTION for *_, new in placed_steps(lesson)) >= 4
                assert all(ChapterReader(chapter).count <= 13 for chapter in lesson.chapters)


def test_every_title_and_text_is_in_every_language() -> None:
    with cases() as case:
        for name in names():
            lesson = built_in(name)
            parts = [("head", {"title": lesson.title, "summary": lesson.summary}, lesson.translations)]
            parts += [(chapter.title, {"title": chapter.title}, chapter.translations) for chapter in lesson.chapters]
            parts += [
                (f"{chapter}.{number}", {"text": new.step.text}, new.translations)
                for chapter, number, new in placed_steps(lesson)
                if new.step.text
            ]
            for part, texts, translations in parts:
                with case(name, part):
                    assert sorted(translations) == sorted(TRANSLATIONS)
                    for language, own in translations.items():
                        assert own.keys() == texts.keys(), language
                        assert all(own[key].strip() and own[key] != text for key, text in texts.items()), language


@pytest.mark.parametrize("language", one_in(len(TRANSLATIONS), TRANSLATIONS))
def test_the_reasons_of_a_mark_are_in_the_readers_language(language: str) -> None:
    read = 0
    with cases() as case:
        for name in sampled():
            lesson = built_in(name)
            for chapter, number, new in placed_steps(lesson):
                if new.step.question is None:
                    continue
                answer = mark(lesson, chapter, number, "")["answers"][0]
                english = mark(lesson, chapter, number, answer)["reasons"]
                own = mark(lesson, chapter, number, answer, language_of(language))["reasons"]
                for reason, translated in zip(english, own, strict=True):
                    with case(name, chapter, number):
                        assert reason["text"] != translated["text"]
                    read += 1
    assert read > 20


@pytest.mark.parametrize("language", one_in(len(LANGUAGES), LANGUAGES))
def test_the_page_lists_and_shows_the_lessons_in_the_readers_language(site: Flask, language: str) -> None:
    client = site.test_client()
    client.set_cookie(COOKIE, language)
    listed = client.get("/learn").text
    places = []
    with cases() as case:
        for name in names():
            lesson = built_in(name)
            title = lesson.translations.get(language, {}).get("title", lesson.title)
            link = f'<a href="/learn/{name}" lang="{language}">{title}</a>'
            with case(name):
                assert link in listed
                places.append(listed.index(link))
                first = client.get(f"/learn/{name}", follow_redirects=True)
                assert first.status_code == 200
                chapter = lesson.chapters[0]
                shown = chapter.translations.get(language, {}).get("title", chapter.title)
                assert f'<h1 lang="{language}">{shown}</h1>' in first.text
    assert places == sorted(places)


def test_the_example_of_a_bid_is_one_of_its_game() -> None:
    with cases() as case:
        for name, chapter, number, example in (
            ("03-the-deal-and-the-first-bid", 1, 5, "160"), ("sidi-02-the-auction", 1, 3, "60 S"),
        ):  # fmt: skip
            with case(name):
                assert step_payload(built_in(name), chapter, number)["question"]["example"] == example
                assert mark(built_in(name), chapter, number, example)["right"] is True


def test_no_table_shows_the_points_or_the_score_that_a_question_asks_for() -> None:
    """Neither at the question nor at a step before it, to which the pupil can go back."""
    questions = 0
    with cases() as case:
        for name in names():
            lesson = built_in(name)
            for chapter, number, new in placed_steps(lesson):
                if new.step.question is None or new.step.question.kind not in ("points", "settle"):
                    continue
                questions += 1
                (answer,) = mark(lesson, chapter, number, "")["answers"]
                words = answer.split()
                if set(words[1::2]) == {"0"}:
                    continue  # So many points has each side before it took a trick, too.
                for step in range(1, number + 1):
                    with case(name, chapter, number, step):
                        view = step_payload(lesson, chapter, step)["view"]
                        assert dict(zip(words[::2], map(int, words[1::2]), strict=True)) not in [
                            value for key, value in view.items() if key != "taken"
                        ]
    assert questions > 20
