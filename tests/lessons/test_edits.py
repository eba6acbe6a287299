"""Lessons are edited by several authors: no edit is lost, each can be undone, and history stays (shared design,
“Teaching”, Lessons).
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.lesson.aggregate import Lesson
from domain.lesson.commands import content_of
from domain.lesson.facts import DRAFT, PUBLIC, Step
from replay.lessons.sources import of_worked_hand
from store.tables.catalogue import Catalogue
from tests.cases import cases
from tests.lessons.lessons import AUTHOR, OTHER, ask, branch, go, lesson, look, say

WHOLE = lesson(
    say("Look at the trick."), look("E"), branch("S JC", ply=13, steps=(say("What now?"), go(14))), say("End")
)


@pytest.fixture
def written(ledger: Ledger) -> UUID:
    return ledger.lessons.open(WHOLE, owner="kala", **AUTHOR).id


def text(ledger: Ledger, lesson_id: UUID, step: int) -> str:
    return ledger.lessons.get(lesson_id).step(step).text


def reword(ledger: Ledger, lesson_id: UUID, step: int, words: str, base: int, who: dict[str, str]) -> None:
    content = replace(ledger.lessons.get(lesson_id).step(step), text=words)
    ledger.lessons.edit_step(lesson_id, step, content, base, **who)  # type: ignore[arg-type]


def test_a_whole_lesson_is_stored_and_read_as_it_was(ledger: Ledger, written: UUID) -> None:
    assert content_of(ledger.lessons.get(written)) == WHOLE


def test_an_edit_of_an_older_revision_is_refused_with_who_what_and_what_is_allowed(
    ledger: Ledger, written: UUID
) -> None:
    base = ledger.lessons.get(written).revision("step 1")
    reword(ledger, written, 1, "Kala's words", base, AUTHOR)
    with pytest.raises(Declined) as declined:
        reword(ledger, written, 1, "Suren's words", base, OTHER)
    now = ledger.lessons.get(written).revision("step 1")
    assert declined.value.code == "edit-conflict"
    assert f"Kala changed step 1 at {AUTHOR['at']} (revision {now})" in str(declined.value)
    assert f"send your edit with base {now}" in str(declined.value)
    reword(ledger, written, 1, "Suren's words", now, OTHER)
    assert text(ledger, written, 1) == "Suren's words"


def test_authors_who_edit_different_steps_do_not_wait_for_each_other(ledger: Ledger, written: UUID) -> None:
    lesson = ledger.lessons.get(written)
    first, last = lesson.revision("step 1"), lesson.revision("step 6")
    reword(ledger, written, 1, "one", first, AUTHOR)
    reword(ledger, written, 6, "six", last, OTHER)
    assert (text(ledger, written, 1), text(ledger, written, 6)) == ("one", "six")


def test_an_undone_edit_leaves_the_words_from_before_and_can_be_undone_itself(ledger: Ledger, written: UUID) -> None:
    base = ledger.lessons.get(written).revision("step 1")
    reword(ledger, written, 1, "second", base, AUTHOR)
    edit = ledger.lessons.get(written).revision("step 1")
    undo = ledger.lessons.undo(written, edit, **OTHER).version
    assert text(ledger, written, 1) == "Look at the trick."
    ledger.lessons.undo(written, undo, **AUTHOR)
    assert text(ledger, written, 1) == "second"
    assert [edit.by for edit in ledger.lessons.get(written).parts["step 1"]] == ["Kala", "Kala", "Suren", "Kala"]


def test_an_edit_is_not_undone_over_a_later_one(ledger: Ledger, written: UUID) -> None:
    base = ledger.lessons.get(written).revision("step 1")
    reword(ledger, written, 1, "second", base, AUTHOR)
    with pytest.raises(Declined, match="Kala changed step 1 since"):
        ledger.lessons.undo(written, base, **OTHER)


def test_a_removed_branch_takes_its_steps_along_and_brings_them_back(ledger: Ledger, written: UUID) -> None:
    lesson = ledger.lessons.get(written)
    removed = ledger.lessons.remove_step(written, 3, lesson.revision("step 3"), **AUTHOR)
    assert len(content_of(ledger.lessons.get(written)).chapters[0].steps) == 3
    ledger.lessons.undo(written, removed.version, **AUTHOR)
    assert content_of(ledger.lessons.get(written)) == WHOLE


def test_a_removed_chapter_takes_its_steps_along_and_brings_them_back(ledger: Ledger, written: UUID) -> None:
    revision = ledger.lessons.get(written).revision("chapter 1")
    removed = ledger.lessons.remove_chapter(written, 1, revision, **AUTHOR)
    assert content_of(ledger.lessons.get(written)).chapters == ()
    ledger.lessons.undo(written, removed.version, **AUTHOR)
    assert content_of(ledger.lessons.get(written)) == WHOLE


def test_steps_are_added_and_moved_to_any_place(ledger: Ledger, written: UUID) -> None:
    def order() -> list[int]:
        return [node.number for node in ledger.lessons.get(written).outline(1)]

    assert order() == [1, 2, 3, 6]
    for after, expected in ((0, [7, 1, 2, 3, 6]), (1, [7, 1, 8, 2, 3, 6]), (None, [7, 1, 8, 2, 3, 6, 9])):
        ledger.lessons.edit_step(written, 0, Step("text", 1, "", text="new"), 0, after=after, **AUTHOR)
        assert order() == expected
    lesson = ledger.lessons.get(written)
    ledger.lessons.edit_step(written, 9, lesson.step(9), lesson.revision("step 9"), after=7, **AUTHOR)
    assert order() == [7, 9, 1, 8, 2, 3, 6]


def test_a_step_can_be_put_between_two_others_a_hundred_times(ledger: Ledger, written: UUID) -> None:
    """A place is a fraction, so there is always one between two others."""
    lesson = ledger.lessons.get(written)
    for _ in range(100):
        content = Step("text", 1, lesson.step_place(1, 0, 1), text="new")
        lesson.take(lesson.edit_step(0, content, 0), AUTHOR["at"], "Kala")
    numbers = [node.number for node in lesson.outline(1)]
    assert numbers == [1, *range(106, 6, -1), 2, 3, 6]


def test_a_branch_never_lies_within_itself_or_within_another_chapter(ledger: Ledger, written: UUID) -> None:
    ledger.lessons.edit_chapter(written, 0, "Another", of_worked_hand("11-redeal"), 0, **AUTHOR)
    lesson = ledger.lessons.get(written)
    with cases() as case:
        for step, chapter, parent, message in (
            (3, 1, 3, "none is within itself"),
            (6, 2, 3, "no branch of chapter 2"),
            (6, 1, 1, "no branch of chapter 1"),
        ):
            moved = replace(lesson.step(step), chapter=chapter, parent=parent)
            with case(chapter, parent), pytest.raises(Declined, match=message):
                lesson.edit_step(step, moved, lesson.revision(f"step {step}"))


def test_incomplete_steps_are_refused(ledger: Ledger, written: UUID) -> None:
    lesson = ledger.lessons.get(written)
    with cases() as case:
        for kind, missing in (
            ("text", "a text"), ("go", "an entry"), ("look", "a seat"), ("branch", "acts"), ("question", "a question"),
        ):  # fmt: skip
            with case(kind), pytest.raises(Declined, match=f"needs {missing}"):
                lesson.edit_step(0, Step(kind, 1, "1"), 0)


def test_pupils_read_the_published_version_until_the_next_publication(
    ledger: Ledger, catalogue: Catalogue, written: UUID
) -> None:
    lesson = ledger.lessons.get(written)
    assert (lesson.visibility, lesson.published) == (DRAFT, 0)
    ledger.lessons.publish(written, PUBLIC, **AUTHOR)
    ledger.lessons.edit_head(written, "A secret title", "en", "", lesson.revision("head"), **AUTHOR)
    after = ledger.lessons.get(written)
    assert ledger.lessons.get(written, after.published).head.title == "A revoke"
    row = catalogue.find(written)
    assert row is not None
    assert (row.title, row.data["visibility"]) == ("A revoke", PUBLIC)
    ledger.lessons.withdraw(written, **AUTHOR)
    assert ledger.lessons.get(written).published == 0


def test_parts_are_translated_and_the_translation_has_a_revision_of_its_own(ledger: Ledger, written: UUID) -> None:
    ledger.lessons.translate(written, "head", "gsw", {"title": "Nöd farbe bekennt"}, 0, **AUTHOR)
    ledger.lessons.translate(written, "step 1", "gsw", {"text": "Lueg de Stich aa."}, 0, **AUTHOR)
    lesson = ledger.lessons.get(written)
    assert lesson.languages() == ["gsw"]
    assert lesson.translation("step 1", "gsw") == {"text": "Lueg de Stich aa."}
    with pytest.raises(Declined, match="base 9"):
        lesson.translate("head", "gsw", {"title": "Andersch"}, 0)
    with pytest.raises(Declined, match="chapter 1 has title, and no text"):
        lesson.translate("chapter 1", "gsw", {"text": "x"}, 0)


def test_the_owner_stays_an_author(ledger: Ledger, written: UUID) -> None:
    ledger.lessons.add_author(written, "suren", **AUTHOR)
    assert ledger.lessons.get(written).authors == ["kala", "suren"]
    with pytest.raises(Declined, match="owner"):
        ledger.lessons.remove_author(written, "kala", **AUTHOR)
    ledger.lessons.remove_author(written, "suren", **AUTHOR)


def test_a_command_that_is_sent_twice_is_carried_out_once(ledger: Ledger) -> None:
    first = ledger.lessons.open(lesson(ask("text")), owner="kala", key="one", **AUTHOR)
    again = ledger.lessons.open(lesson(ask("text")), owner="kala", key="one", **AUTHOR)
    assert (again.id, again.replayed) == (first.id, True)


def test_two_authors_at_once_lose_no_edit(ledger: Ledger, another: Ledger, written: UUID) -> None:
    """Each of two processes has read the lesson; the second to save is refused by the revision, not overwritten."""
    base = ledger.lessons.get(written).revision("step 6")
    reword(ledger, written, 6, "mine", base, AUTHOR)
    with pytest.raises(Declined, match="Kala changed step 6"):
        reword(another, written, 6, "theirs", base, OTHER)
    assert text(another, written, 6) == "mine"


def test_a_lesson_is_no_deal_and_no_match(ledger: Ledger, catalogue: Catalogue, written: UUID) -> None:
    """Issue 19, 7: lessons never show in club lists, figures, ratings, exports of the record."""
    club = ledger.clubs.open_club("Lagoon", **AUTHOR).id
    before = {kind: len(list(catalogue.rows(kind))) for kind in ("deal", "match", "player", "table", "tournament")}
    ledger.lessons.open(WHOLE, owner="kala", club=club, **AUTHOR)
    assert {kind: len(list(catalogue.rows(kind))) for kind in before} == before
    assert isinstance(ledger.lessons.get(written), Lesson)
