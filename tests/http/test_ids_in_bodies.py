"""Ids in a request body: in the caller's scope, unless the command only reads what they name."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from replay.lessons.file import to_plain
from store.settings import Settings
from tests.cases import cases
from tests.http.classes import published
from tests.http.people import People, opened, play, whole_deal
from tests.lessons.lessons import go, lesson, look
from web.app import create_app

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


def test_an_id_of_another_club_is_refused_however_it_is_written(people: People) -> None:
    """Commands strip their texts, and read an id in each form that Python reads."""
    director = people.issue("director", club=people.club())
    player = opened(people.admin.post("/players", {"name": "Ana", "club": people.club()}))
    with cases() as case:
        for written in (player, f" {player} ", player.upper(), f"urn:uuid:{player}", f"{{{player}}}", UUID(player).hex):
            with case(written):
                answer = director.post("/deals", {"ruleset": "304", "dealer": "S", "players": {"E": written}})
                assert answer.status_code == 403


@pytest.mark.parametrize("level", ["open", "names-for-members", "members-only"])
def test_an_id_of_another_club_is_refused_whatever_that_club_shows_to_others(people: People, level: str) -> None:
    other, director = people.club(level), people.issue("director", club=people.club())
    player = opened(people.admin.post("/players", {"name": "Ana", "club": other}))
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "club": other}))
    named = {"E": player}
    with cases() as case:
        for path, body in (
            ("/deals", {"ruleset": "304", "dealer": "S", "players": named}),
            ("/matches", {"ruleset": "304", "dealer": "S", "players": named}),
            ("/matches", {"ruleset": "304", "dealer": "S", "teams": {"NS": player, "EW": "Others"}}),
            ("/slates", {"game": "schieber", "teams": {"A": player, "B": "Others"}}),
            ("/deals", {"match": match}),
        ):
            with case(path, sorted(body)):
                assert director.post(path, body).status_code == 403


def test_a_form_of_a_page_names_nothing_of_another_club(people: People, settings: Settings) -> None:
    own, other = people.club(), people.club()
    page = create_app(settings).test_client()
    headers = {"Authorization": f"Bearer {people.issue('director', club=own).secret}"}
    player = opened(people.admin.post("/players", {"name": "Ana", "club": other}))
    mine = opened(people.admin.post("/players", {"name": "Ana", "club": own}))
    slate = opened(people.admin.post("/slates", {"game": "schieber", "club": own, "teams": {"A": "P", "B": "Q"}}))
    with cases() as case:
        for path, form in (
            (f"/clubs/{own}/people/requests", {"kind": "know", "person": player}),
            (f"/clubs/{own}/people/requests", {"kind": "know", "person": people.deal(club=other)}),
            (f"/clubs/{own}/people/forget", {"player": player, "sure": "1"}),
            (f"/clubs/{own}/players", {"names": player}),
            (f"/slates/{slate}/teams", {"team-A": player, "team-B": "Q"}),
            ("/tables", {"name": "New", "club": other}),
        ):
            with case(path, sorted(form)):
                assert page.post(path, data=form, headers=headers).status_code == 403
    request = {"kind": "know", "person": mine}
    assert page.post(f"/clubs/{own}/people/requests", data=request, headers=headers).status_code == 303
