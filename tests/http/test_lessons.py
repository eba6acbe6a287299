"""Lessons over HTTP: authors write, pupils read and answer, and the seat is locked (docs/teaching.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from api.openapi import LESSON_FILE, lesson_schema
from replay.lessons.file import to_plain
from tests.cases import cases
from tests.http.people import People, Person, opened, play, whole_deal
from tests.lessons.lessons import ask, go, lesson, look, reveal, say

EMPTY = {"nought_lesson": 1, "title": "A lesson", "language": "en"}
WORKED = {"worked": "17-a-revoke"}


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


@pytest.fixture(scope="module")
def author(people: People, club: str) -> Person:
    return people.issue("director", club=club)


def begun(author: Person, **file: Any) -> str:
    return opened(author.post("/lessons", {"lesson": EMPTY | file}))


def saved(answer: Any, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.json
    body: dict[str, Any] = answer.json
    return body


def with_chapter(author: Person) -> str:
    identity = begun(author)
    saved(author.post(f"/lessons/{identity}/chapters", {"title": "The revoke", "source": WORKED}), 201)
    return identity


def step(author: Person, identity: str, **content: Any) -> int:
    number: int = saved(author.post(f"/lessons/{identity}/steps", {"chapter": 1, **content}), 201)["number"]
    return number


def test_a_lesson_is_written_published_read_and_answered(author: Person, people: People) -> None:
    identity = with_chapter(author)
    step(author, identity, kind="text", text="Look at **East**.")
    step(author, identity, kind="look", seat="E")
    step(author, identity, kind="go", ply=20)
    step(author, identity, kind="question", question={"kind": "trumps"}, text="How many?")
    pupil = people.anybody
    assert pupil.get(f"/lessons/{identity}").status_code == 404
    assert author.get(f"/lessons/{identity}?draft=true").json["chapters"] == [{"chapter": 1, "title": "The revoke"}]
    saved(author.post(f"/lessons/{identity}/publish", {"visibility": "public"}))
    assert pupil.get(f"/lessons/{identity}").json["title"] == "A lesson"
    shown = pupil.get(f"/lessons/{identity}/read/1/4").json
    assert (shown["viewer"], shown["question"]["kind"], shown["more"]) == ("E", "trumps", False)
    path = f"/lessons/{identity}/read/1/4/answers"
    assert pupil.post(path, {"answer": "2"}).json == {
        "answer": "2", "right": True, "by_author": False,
        "reasons": [{"text": "Trumps in the game: 8. You hold: 3. Played: 3. Trumps still out: 8D TD."}],
    }  # fmt: skip
    assert pupil.post(path, {"answer": "3"}).json["right"] is False
    assert pupil.post(path, {"answer": ""}).json["answers"] == ["2"]
    assert pupil.post(path, {"answer": "many"}).json["code"] == "lesson-answer"
    assert pupil.get(f"/lessons/{identity}/read/1/5").status_code == 404
    assert identity in [row["id"] for row in pupil.get("/lessons").json["items"]]


def test_a_lesson_by_link_is_in_no_list(author: Person, people: People) -> None:
    identity = with_chapter(author)
    saved(author.post(f"/lessons/{identity}/publish", {"visibility": "link"}))
    assert people.anybody.get(f"/lessons/{identity}").status_code == 200
    assert identity not in [row["id"] for row in people.anybody.get("/lessons").json["items"]]
    saved(author.post(f"/lessons/{identity}/withdraw", {}))
    assert people.anybody.get(f"/lessons/{identity}").status_code == 404


def test_an_edit_of_an_older_revision_is_refused_and_loses_nothing(author: Person) -> None:
    identity = with_chapter(author)
    number = step(author, identity, kind="text", text="one")
    [chapter] = author.get(f"/lessons/{identity}/draft").json["chapters"]
    base = chapter["steps"][0]["revision"]
    body = {"chapter": 1, "kind": "text", "base": base}
    saved(author.call("PATCH", f"/lessons/{identity}/steps/{number}", json=body | {"text": "two"}))
    answer = author.call("PATCH", f"/lessons/{identity}/steps/{number}", json=body | {"text": "three"})
    assert (answer.status_code, answer.json["code"]) == (409, "edit-conflict")
    assert "A director changed step 1" in answer.json["detail"]


def test_a_question_without_a_right_answer_is_refused_where_it_stands(author: Person) -> None:
    identity = with_chapter(author)
    step(author, identity, kind="look", seat="N")
    step(author, identity, kind="go", ply=20)
    body = {"chapter": 1, "kind": "question", "question": {"kind": "trumps"}}
    answer = author.post(f"/lessons/{identity}/steps", body)
    assert (answer.status_code, answer.json["code"]) == (422, "lesson-question")
    assert "N does not know here which suit is trump" in answer.json["detail"]


def test_a_question_in_own_words_needs_its_question(author: Person) -> None:
    """Pupils would see nothing but "Answer in your own words"."""
    identity = opened(author.post("/lessons", {"lesson": to_plain(lesson(say("Look."), look("E"), go(20)))}))
    step = {"kind": "question", "question": {"kind": "text"}, "chapter": 1}
    for text in ("", " \n"):
        refused = author.post(f"/lessons/{identity}/steps", step | {"text": text})
        assert refused.status_code == 422
        assert refused.json["code"] == "lesson-question"
        assert "write the question" in refused.json["detail"]
    assert author.post(f"/lessons/{identity}/steps", step | {"text": "Why?"}).status_code == 201
    file = to_plain(lesson(look("E"), go(20), ask("text")))
    del file["chapters"][0]["steps"][2]["text"]
    other = opened(author.post("/lessons", {"lesson": file}))
    refused = author.post(f"/lessons/{other}/publish", {"visibility": "link"})
    assert refused.status_code == 422
    assert "chapter 1, step 3: write the question" in refused.json["detail"]


def test_a_lesson_with_faults_is_not_published(author: Person) -> None:
    file = to_plain(lesson(look("N"), go(20), ask("trumps")))
    identity = opened(author.post("/lessons", {"lesson": file}))
    assert len(author.get(f"/lessons/{identity}/draft").json["faults"]) == 1
    answer = author.post(f"/lessons/{identity}/publish", {"visibility": "public"})
    assert answer.json["code"] == "lesson-faults"
    assert "chapter 1, step 3" in answer.json["detail"]


def test_a_file_comes_back_as_it_was_sent(author: Person) -> None:
    file = to_plain(lesson(say("Hello"), look("E"), go(20), ask("holder", card="9S"), summary="Short"))
    identity = opened(author.post("/lessons", {"lesson": file}))
    assert author.get(f"/lessons/{identity}/file").json == file
    validator = jsonschema_rs.Draft202012Validator(json.loads(LESSON_FILE.read_text(encoding="utf-8")))
    validator.validate(file)
    assert not validator.is_valid(file | {"title": 7})


def test_the_schema_of_the_file_is_the_one_that_the_api_reads() -> None:
    assert Path(LESSON_FILE).read_text(encoding="utf-8") == lesson_schema(), "run `python -m api.openapi`"


def test_edits_are_listed_and_undone(author: Person) -> None:
    identity = with_chapter(author)
    number = step(author, identity, kind="text", text="one")
    edits = author.get(f"/lessons/{identity}/history").json["items"]
    assert [edit["part"] for edit in edits] == ["head", "chapter 1", f"step {number}"]
    saved(author.post(f"/lessons/{identity}/undo", {"edit": edits[-1]["version"]}))
    assert author.get(f"/lessons/{identity}/draft").json["chapters"][0]["steps"] == []


def test_a_chapter_of_a_recorded_deal_needs_the_right_to_see_all_hands(people: People, club: str) -> None:
    """Architecture, “Hidden is the default”: an author copies only what the author may see."""
    table = people.table(club)
    dealer, acts = whole_deal(31)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts[: len(acts) // 2])
    stranger = people.issue("director", club=people.club())
    theirs = begun(stranger)
    body = {"title": "A deal", "source": {"deal": deal, "last": 8}}
    assert stranger.post(f"/lessons/{theirs}/chapters", body).status_code == 403
    own = people.issue("director", club=club)
    identity = begun(own)
    saved(own.post(f"/lessons/{identity}/chapters", body), 201)
    [chapter] = own.get(f"/lessons/{identity}/draft").json["chapters"]
    assert chapter["source"]["deal"] == deal
    assert chapter["source"]["version"] > 8
    assert "players" not in chapter["source"]["hand"]


def test_cards_within_a_margin_are_priced_when_the_question_is_saved(author: Person, people: People) -> None:
    identity = with_chapter(author)
    step(author, identity, kind="look", seat="W")
    step(author, identity, kind="go", ply=37)
    step(author, identity, kind="question", question={"kind": "card", "options": {"margin": "1000"}})
    saved(author.post(f"/lessons/{identity}/publish", {"visibility": "link"}))
    path = f"/lessons/{identity}/read/1/3"
    assert people.anybody.get(path).json["question"]["options"] == {}
    answers = people.anybody.post(f"{path}/answers", {"answer": ""}).json["answers"]
    assert people.anybody.post(f"{path}/answers", {"answer": answers[0]}).json["right"] is True


def test_pupils_get_the_same_bytes_and_headers_whatever_they_may_not_know(author: Person, people: People) -> None:
    """Issue 19, 2: lessons that differ only in cards that the pupil may not know; East has seen neither 9S nor JS."""
    steps = (say("Look"), look("E"), go(14), ask("card"), go(20), ask("holder", card="9S"), ask("trumps"))
    file = to_plain(lesson(*steps))
    text = json.dumps(file)
    swapped = text.replace("9S", "++").replace("JS", "9S").replace("++", "JS")
    other = json.loads(swapped)
    other["chapters"][0]["steps"] = file["chapters"][0]["steps"]
    assert other != file
    ids = [opened(author.post("/lessons", {"lesson": each})) for each in (file, other)]
    for identity in ids:
        saved(author.post(f"/lessons/{identity}/publish", {"visibility": "link"}))
    paths = [
        ("GET", ""),
        *(("GET", f"/read/1/{n}") for n in range(1, 9)),
        ("POST", "/read/1/4/answers"),
        ("POST", "/read/1/6/answers"),
    ]
    with cases() as case:
        for method, path in paths:
            for answer in ("", "S N W", "9S", "nobody") if method == "POST" else ("",):
                with case(method, path, answer):
                    body = {"answer": answer} if method == "POST" else None
                    one, two = (
                        people.anybody.call(method, f"/lessons/{identity}{path}", json=body) for identity in ids
                    )
                    assert one.data.replace(ids[0].encode(), b"") == two.data.replace(ids[1].encode(), b"")
                    assert one.status_code == two.status_code
                    assert dict(one.headers) == dict(two.headers)


def test_lessons_show_in_no_list_figure_or_export_of_the_record(author: Person, people: People, club: str) -> None:
    """Issue 19, 7, by counting."""
    lists = (
        "/deals", f"/deals?club={club}", "/matches", "/players", "/tables", "/tournaments", "/disputes", "/casebook",
        "/archive", f"/clubs/{club}", "/deals.csv",
    )  # fmt: skip
    before = [people.admin.get(path).data for path in lists]
    identity = opened(author.post("/lessons", {"lesson": to_plain(lesson(look("E"), reveal())), "club": club}))
    saved(author.post(f"/lessons/{identity}/publish", {"visibility": "public"}))
    assert [people.admin.get(path).data for path in lists] == before
    assert people.admin.get(f"/deals/{identity}").status_code == 404


def test_a_token_of_neither_an_account_nor_a_club_owns_no_lesson(people: People) -> None:
    recorder = people.issue("recorder", table=people.table(people.club()))
    assert recorder.post("/lessons", {"lesson": EMPTY}).status_code == 403


def test_an_outsider_edits_nothing_and_learns_not_whether_the_lesson_exists(people: People, author: Person) -> None:
    stranger = people.issue("director", club=people.club())
    identity = begun(author)
    missing = "019c5dca-fa06-769a-9f91-ffa78b4e2e69"
    with cases() as case:
        for path in ("draft", "file", "history"):
            with case(path):
                one, two = (stranger.get(f"/lessons/{each}/{path}") for each in (identity, missing))
                assert one.status_code == two.status_code == 403
                assert one.json["detail"] == two.json["detail"]


def test_branches_that_are_too_deep_are_refused(author: Person) -> None:
    file = to_plain(lesson(say("x")))
    steps: list[dict[str, Any]] = []
    for _ in range(120):
        steps = [{"kind": "branch", "acts": ["S JC"], "steps": steps}]
    file["chapters"][0]["steps"] = steps
    assert author.post("/lessons", {"lesson": file}).status_code == 422
