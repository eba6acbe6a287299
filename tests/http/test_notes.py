"""Notes on acts over HTTP: who writes, who reads, and to what they hold on."""

from __future__ import annotations

import pytest

from tests.http.people import People, Person, play, whole_deal


@pytest.fixture
def over(people: People) -> str:
    """A deal whose hands everybody may see."""
    return people.played()


def write(who: Person, deal: str, ply: int, text: str, **headers: str) -> int:
    answer = who.post(f"/deals/{deal}/notes", {"ply": ply, "text": text}, headers=headers)
    assert answer.status_code == 201, answer.json
    number: int = answer.json["version"]
    return number


def notes(who: Person, deal: str, rest: str = "") -> list[tuple[int | None, str]]:
    answer = who.get(f"/deals/{deal}/notes{rest}")
    assert answer.status_code == 200, answer.json
    return [(row.get("ply"), row["text"]) for row in answer.json["items"]]


def test_notes_are_read_by_whoever_may_see_all_hands(people: People, over: str) -> None:
    dealer, acts = whole_deal(1)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:20])
    recorder = people.issue("recorder", deal=deal)
    write(people.issue("arbiter"), deal, 12, "North holds the jack")
    write(recorder, deal, 3, "said loudly")
    assert len(notes(people.admin, deal)) == 2
    for who in (recorder, people.anybody, people.issue("seat", deal=deal, seat="E"), people.issue("viewer")):
        answer = who.get(f"/deals/{deal}/notes")
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
        assert b"jack" not in answer.data
    play(people.admin, deal, acts[20:])
    assert notes(people.anybody, deal) == [(12, "North holds the jack"), (3, "said loudly")]


def test_a_note_moves_no_version_and_no_etag_of_the_deal(people: People, over: str) -> None:
    paths = [f"/deals/{over}{rest}" for rest in ("", "/replays/arbiter", "/events", "/timeline", "/archive")]
    before = [people.admin.get(path).headers["ETag"] for path in paths]
    empty = people.admin.get(f"/deals/{over}/notes").headers["ETag"]
    write(people.admin, over, 4, "Look")
    assert [people.admin.get(path).headers["ETag"] for path in paths] == before
    assert people.admin.get(f"/deals/{over}/notes").headers["ETag"] != empty


def test_a_note_holds_on_to_its_act_whatever_is_corrected_before_it(people: People) -> None:
    dealer, acts = whole_deal(1)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:12])
    write(people.admin, deal, 6, "on six")
    write(people.admin, deal, -1, "on the deal")
    assert people.admin.post(f"/deals/{deal}/insertions", {"ply": 0, "act": f"{dealer} shuffle"}).status_code == 200
    assert notes(people.admin, deal) == [(7, "on six"), (-1, "on the deal")]
    assert people.admin.post(f"/deals/{deal}/retractions", {"ply": 7}).status_code == 200
    assert notes(people.admin, deal) == [(None, "on six"), (-1, "on the deal")]
    assert notes(people.admin, deal, "?until=99") == [(-1, "on the deal")]


def test_notes_up_to_a_ply_tell_nothing_of_later_ones(people: People, over: str) -> None:
    write(people.admin, over, 4, "early")
    alone = people.anybody.get(f"/deals/{over}/notes?until=9")
    number = write(people.admin, over, 10, "late")
    again = people.anybody.get(f"/deals/{over}/notes?until=9")
    assert (again.data, again.headers["ETag"]) == (alone.data, alone.headers["ETag"])
    assert notes(people.anybody, over, "?until=10") == [(4, "early"), (10, "late")]
    assert people.admin.call("DELETE", f"/deals/{over}/notes/{number}").status_code == 204
    assert notes(people.anybody, over) == [(4, "early")]
    gone = people.admin.call("DELETE", f"/deals/{over}/notes/{number}")
    assert (gone.status_code, gone.json["code"]) == (404, "not-found")


def test_a_note_under_a_key_is_written_once(people: People, over: str) -> None:
    for _ in range(2):
        write(people.admin, over, 4, "Look", **{"Idempotency-Key": "note-1"})
    assert len(notes(people.anybody, over)) == 1
    other = people.admin.post(f"/deals/{over}/notes", {"ply": 5, "text": "Look"}, headers={"Idempotency-Key": "note-1"})
    assert (other.status_code, other.json["code"]) == (422, "key-reused")
    number = next(iter(people.anybody.get(f"/deals/{over}/notes").json["items"]))["number"]
    for _ in range(2):
        answer = people.admin.call("DELETE", f"/deals/{over}/notes/{number}", headers={"Idempotency-Key": "note-2"})
        assert answer.status_code == 204


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ply": 4}, "shape"),
        ({"text": "Look"}, "shape"),
        ({"ply": 4, "text": "x" * 2001}, "shape"),
        ({"ply": 4, "text": "a\x00b"}, "shape"),
        ({"ply": 4, "text": "   "}, "note"),
        ({"ply": 900, "text": "Look"}, "no-such-ply"),
    ],
)
def test_a_note_that_is_none_is_refused(people: People, over: str, body: dict[str, object], code: str) -> None:
    answer = people.admin.post(f"/deals/{over}/notes", body)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert notes(people.anybody, over) == []
