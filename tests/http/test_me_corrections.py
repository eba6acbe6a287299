"""Players ask their club for a correction: seen, answered and logged, of what they played alone, and within limits."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.removal.requests import requests_id
from tests.http.people import People, Person
from tests.http.test_me import a_cup, registered
from tests.http.tournament_requests import done, draw, report

TEXT = "We made 8, not 7."


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def own(people: People, club: str) -> Person:
    """The account of Anula."""
    return people.player(registered(people, club, "Anula"))


@pytest.fixture
def table(people: People, club: str) -> str:
    """A table with a result, at which Anula sits."""
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    (drawn,) = draw(people.admin, cup)["encounters"]
    report(people.admin, drawn["id"], 7, 4)
    return str(drawn["id"])


def test_a_request_is_listed_with_what_it_is_about_and_its_answer_reaches_the_player(
    people: People, club: str, own: Person, table: str
) -> None:
    deal = people.deal(club=club, players={"S": "Anula"})
    assert own.post(f"/me/encounters/{table}/corrections", {"text": TEXT}).status_code == 201
    assert own.post(f"/me/deals/{deal}/corrections", {"text": "The bid was 170."}).status_code == 201
    director = people.issue("director", club=club)
    lines = director.get(f"/clubs/{club}/people/requests").json["items"]
    assert [(line["kind"], line["about"], line["text"]) for line in lines] == [
        ("correct", table, TEXT),
        ("correct", deal, "The bid was 170."),
    ]
    (player,) = own.get("/me").json["players"]
    assert {line["person"] for line in lines} == {player["player"]}
    answer = {"how": "The sheet says 7: it stays."}
    done(director, f"/clubs/{club}/people/requests/{lines[0]['number']}/answer", answer)
    own_lines = own.get("/me/corrections").json["items"]
    assert [(line["about"], line.get("how")) for line in own_lines] == [(deal, None), (table, answer["how"])]


def test_nobody_asks_about_what_others_played_or_reads_what_others_asked(
    people: People, club: str, own: Person, table: str
) -> None:
    stranger = people.player(registered(people, club, "Somebody"))
    deal = people.deal(club=club, players={"S": "Anula"})
    for path in (f"/me/encounters/{table}/corrections", f"/me/deals/{deal}/corrections"):
        assert stranger.post(path, {"text": TEXT}).status_code == 404
        assert people.admin.post(path, {"text": TEXT}).status_code == 404
        assert people.anybody.post(path, {"text": TEXT}).status_code == 401
        assert own.post(path, {"text": " "}).status_code == 422
    assert own.post(f"/me/encounters/{table}/corrections", {"text": TEXT}).status_code == 201
    assert stranger.get("/me/corrections").json == {"items": []}
    assert own.get(f"/clubs/{club}/people/requests").status_code == 403


def test_a_player_has_only_so_many_requests_that_wait(people: People, club: str, own: Person, table: str) -> None:
    path = f"/me/encounters/{table}/corrections"
    assert [own.post(path, {"text": f"{TEXT} {n}"}).status_code for n in range(6)] == [201] * 5 + [422]
    director = people.issue("director", club=club)
    number = director.get(f"/clubs/{club}/people/requests").json["items"][0]["number"]
    done(director, f"/clubs/{club}/people/requests/{number}/answer", {"how": "Done."})
    assert own.post(path, {"text": "And this."}).status_code == 201


def test_what_a_player_wrote_can_be_removed_like_any_other_text(
    people: People, club: str, own: Person, table: str
) -> None:
    assert own.post(f"/me/encounters/{table}/corrections", {"text": f"Kavitha cheated. {TEXT}"}).status_code == 201
    stored = people.house.services.ledger.requests
    stream = requests_id(UUID(club))
    version = max(stored.get(UUID(club)).entered)
    body = {"stream": str(stream), "version": version, "why": "It insults."}
    director = people.issue("director", club=club)
    done(director, f"/clubs/{club}/people/texts/remove", body)
    (line,) = own.get("/me/corrections").json["items"]
    assert "Kavitha" not in line["text"]
