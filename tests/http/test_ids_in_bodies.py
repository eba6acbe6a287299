"""Ids in a request body: in the caller's scope, unless the command only reads what they name."""

from __future__ import annotations

from uuid import uuid4

from replay.lessons.file import to_plain
from tests.cases import cases
from tests.http.classes import published
from tests.http.people import People, opened, play, whole_deal
from tests.lessons.lessons import go, lesson, look

EMPTY = {"nought_lesson": 1, "title": "A lesson", "language": "en"}


def test_officials_of_every_club_teach_and_practise_with_a_published_lesson_of_anybody(people: People) -> None:
    """As on the pages: whoever has its id may read it."""
    club = people.club()
    identity = published(people, lesson(look("E"), go(20)))
    by_deal = people.issue("seat", deal=people.deal(), seat="E")
    with cases() as case:
        for who in (people.admin, people.issue("director", club=club), people.issue("recorder", club=club), by_deal):
            with case("practice", who.id):
                body = {"lesson": identity, "chapter": 1, "step": 2, "seat": "E"}
                assert who.post("/practices", body).status_code == 201
        with case("class"):
            body = {"lesson": identity, "club": club}
            assert people.issue("director", club=club).post("/classes", body).status_code == 201


def test_nobody_teaches_with_a_lesson_that_is_not_published(people: People) -> None:
    club = people.club()
    draft = opened(people.admin.post("/lessons", {"lesson": EMPTY, "club": club}))
    with cases() as case:
        for identity in (draft, str(uuid4())):
            with case(identity):
                answer = people.issue("director", club=club).post("/classes", {"lesson": identity, "club": club})
                assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_an_author_explains_a_deal_of_another_club_once_everybody_may_see_its_hands(people: People) -> None:
    author, elsewhere = people.issue("director", club=people.club()), people.club()
    dealer, acts = whole_deal(3)
    deal = people.deal(dealer=dealer, club=elsewhere)
    play(people.admin, deal, acts[:-1])
    identity = opened(author.post("/lessons", {"lesson": EMPTY}))
    body = {"title": "From elsewhere", "source": {"deal": deal}}
    path = f"/lessons/{identity}/chapters"
    assert author.post(path, body).status_code == 403
    assert author.post(path, {**body, "source": {"deal": str(uuid4())}}).status_code == 404
    play(people.admin, deal, acts[-1:])
    answer = author.post(path, body)
    assert answer.status_code == 201, answer.json


def test_ids_of_what_a_command_changes_lie_in_the_scope_of_the_caller(people: People) -> None:
    own, other = people.club(), people.club()
    director = people.issue("director", club=own)
    table, player = people.table(other), opened(people.admin.post("/players", {"name": "Ana", "club": other}))
    deal, cup = people.deal(club=other), {"format": "round-robin"}
    chosen = {"name": "Cup", "terms": cup, "ruleset": "304"}
    with cases() as case:
        for path, body in (
            ("/deals", {"ruleset": "304", "dealer": "S", "table": table}),
            ("/deals", {"ruleset": "304", "dealer": "S", "players": {"E": player}}),
            ("/tokens", {"role": "recorder", "subject": "A", "scope": {"deal": deal}}),
            ("/tournaments", {**chosen, "club": other}),
            ("/lessons", {"lesson": to_plain(lesson()), "club": other}),
            ("/classes", {"lesson": "02-following-suit", "club": other}),
            ("/slates", {"game": "schieber", "table": table}),
            ("/series", {"name": "League", "club": other}),
        ):
            with case(path, sorted(body)):
                assert director.post(path, body).status_code == 403
