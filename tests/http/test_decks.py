"""Decks over HTTP: each account has its own, and bad input changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from replay.puzzles.file import built_in
from tests.http.applications import provider_of
from tests.http.people import People, Person
from tests.signing.visitors import official

PUZZLE = next(puzzle for puzzle in built_in().values() if puzzle.theme == "trumps")


def owner(app: Flask, login: str) -> Person:
    """A program with a token of an account."""
    house = provider_of(app)
    account = official(house, login, "admin")
    _, secret = house.services.tokens.issue("admin", login, timedelta(days=1), {}, label="a test", account=account.id)
    return Person(app, secret)


def test_a_deck_belongs_to_its_account_alone(app: Flask) -> None:
    one, other = owner(app, "deck-one"), owner(app, "deck-other")
    assert one.post("/deck", {}).status_code == 200
    assert one.post("/deck/puzzles", {"puzzle": str(PUZZLE.id)}).json["due"] == 1
    assert other.get("/deck").json == {"is_open": False, "reviews": 0, "due": 0, "items": []}
    assert other.post("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": "1"}).status_code == 422


def test_a_wrong_answer_is_rated_again_and_a_right_one_as_its_sender_says(app: Flask) -> None:
    one = owner(app, "deck-rater")
    one.post("/deck", {})
    one.post("/deck/puzzles", {"puzzle": str(PUZZLE.id)})
    wrong = one.post("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": "99", "rating": "easy"}).json
    assert (wrong["right"], wrong["rating"]) == (False, "again")
    right = one.post("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": PUZZLE.answers[0], "rating": "easy"}).json
    assert (right["right"], right["rating"]) == (True, "easy")
    shown = one.get("/deck").json
    assert (shown["reviews"], shown["due"], shown["items"][0]["due"]) == (2, 0, right["due"])
    given_up = one.post("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": ""}).json
    assert (given_up["answers"], given_up["rating"]) == (list(PUZZLE.answers), "again")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/deck/puzzles", {"puzzle": "x"}, 422),
        ("/deck/puzzles", {"puzzle": "00000000-0000-0000-0000-000000000000"}, 404),
        ("/deck/puzzles", {}, 422),
        ("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": "many"}, 422),
        ("/deck/reviews", {"puzzle": str(PUZZLE.id), "answer": "1", "rating": "best"}, 422),
        ("/deck/puzzles/remove", {"puzzle": "00000000-0000-0000-0000-000000000000"}, 422),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(app: Flask, path: str, body: dict[str, str], status: int) -> None:
    one = owner(app, f"deck-{abs(hash((path, str(body))))}")
    one.post("/deck", {})
    one.post("/deck/puzzles", {"puzzle": str(PUZZLE.id)})
    before = one.get("/deck").json
    assert one.post(path, body).status_code == status
    assert one.get("/deck").json == before


def test_a_token_without_an_account_has_no_deck(people: People) -> None:
    for who in (people.admin, people.issue("viewer"), people.anybody):
        assert who.get("/deck").status_code in (401, 403)
        assert who.post("/deck", {}).status_code in (401, 403)
