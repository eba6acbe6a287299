"""Ids that callers choose live apart from ids that the record book derives, so nobody can take one needed later."""

from __future__ import annotations

import json
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from domain.club.moves import moves_id
from domain.deck.aggregate import deck_id
from domain.kernel.aggregate import Aggregate
from domain.record.notebook import notebook_id
from domain.record.seal import seal_id
from domain.removal.aggregate import removals_id
from domain.removal.requests import requests_id
from domain.tournament.rounds.seals import sealed_id, sealed_lots_id
from domain.tournament.tables.encounter import Encounter, encounter_id
from tests.http.people import People, opened
from tests.http.shapes import plain_document
from tests.http.tournament_requests import SWISS, draw, tournament

GAME = {"ruleset": "304", "dealer": "S"}
DUPLICATE = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}


def bodies(people: People) -> dict[str, dict[str, Any]]:
    """Every route that begins something under an id of the caller's choice, with a body that it takes."""
    club, deal = people.club(), people.deal()
    cup = tournament(people.admin, 4)
    (first, *_) = draw(people.admin, cup)["encounters"]
    return {
        "/deals": GAME,
        "/matches": GAME,
        "/clubs": {"name": "A club"},
        "/players": {"name": "A player", "club": club},
        "/tables": {"name": "A table", "club": club},
        "/tournaments": {"name": "A cup", "terms": SWISS, "ruleset": "304", "club": club},
        "/tournaments/four": {"players": ["A", "B", "C", "D"], "club": club},
        "/lessons": {"lesson": {"nought_lesson": 1, "title": "A lesson", "language": "en"}, "club": club},
        "/series": {"name": "A league", "club": club},
        "/slates": {"game": "coiffeur", "club": club},
        f"/deals/{deal}/disputes": {"side": "EW"},
        f"/encounters/{first['id']}/match": {},
    }


def test_no_route_takes_an_id_of_the_kind_that_is_derived(people: People) -> None:
    for path, body in bodies(people).items():
        refused = people.admin.post(path, {**body, "id": str(uuid5(NAMESPACE_URL, path))})
        assert (refused.status_code, refused.json["code"]) == (422, "id-reserved"), (path, refused.json)
        assert people.admin.post(path, {**body, "id": str(uuid4())}).status_code == 201, path


def test_every_route_with_an_id_in_its_body_is_tried(people: People) -> None:
    """A new route that takes an id must be among them."""
    document = plain_document()
    schemas = document["components"]["schemas"]
    takes = set()
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if "id" in schemas.get(name, {}).get("properties", {}):
            takes.add(path.removeprefix("/api/v1"))
    shapes = {"/".join("{}" if "-" in part else part for part in path.split("/")) for path in bodies(people)}
    assert {"/".join("{}" if "{" in part else part for part in path.split("/")) for path in takes} == shapes


def test_an_import_takes_no_such_id_either_and_loses_no_other_deal(people: People) -> None:
    line = json.loads(people.admin.get(f"/deals/{people.deal()}/archive").data)
    foreign_line, good = (json.dumps({**line, "id": str(each)}) for each in (uuid5(NAMESPACE_URL, "a deal"), uuid4()))
    answer = people.admin.call(
        "POST", "/archive", data=f"{foreign_line}\n{good}\n", content_type="application/x-ndjson"
    ).json
    assert (answer["saved"], answer["refused"]) == (1, 1), answer
    assert "version 5" in json.dumps(answer["lines"][0])


def test_what_a_stranger_tries_does_not_keep_a_club_from_drawing_sealing_and_noting(people: People) -> None:
    director = people.issue("director", club=people.club())
    stranger = people.issue("recorder", club=people.club())
    swiss, duplicate = tournament(director, 4), tournament(director, 4, DUPLICATE)
    deal = people.deal()
    identities = [
        encounter_id(UUID(swiss), 1, 1),
        encounter_id(UUID(duplicate), 1, 1),
        sealed_id(UUID(duplicate), 1),
        sealed_lots_id(UUID(duplicate), 1),
        notebook_id(UUID(deal)),
        seal_id(UUID(deal), "0" * 64),
    ]
    theirs = opened(stranger.post("/deals", GAME))
    for identity in identities:
        for path, body in (("/deals", GAME), ("/matches", GAME), (f"/deals/{theirs}/disputes", {"side": "EW"})):
            assert stranger.post(path, {**body, "id": str(identity)}).json["code"] == "id-reserved"
    draw(director, swiss)
    assert director.post(f"/tournaments/{duplicate}/packs", {"boards": [1, 2]}).status_code == 201
    assert people.admin.post(f"/deals/{deal}/notes", {"ply": -1, "text": "a note"}).status_code == 201


def test_every_derived_id_is_of_the_version_that_is_kept_for_them() -> None:
    deal = uuid4()
    derived = [
        encounter_id(deal, 1, 1), notebook_id(deal), sealed_id(deal, 1), sealed_lots_id(deal, 1), seal_id(deal, "0"),
        deck_id(deal), removals_id(deal), requests_id(deal), moves_id(deal),
    ]  # fmt: skip
    assert {each.version for each in derived} == {5}
    assert kinds(Aggregate) == {
        "seal", "packs", "lots", "note", "encounter", "deck", "removals", "requests", "moves",
    }  # fmt: skip
    assert Encounter.DERIVED


def kinds(file: type[Aggregate]) -> set[str]:
    """The kinds of files whose ids are derived."""
    own = {file.KIND} if file.DERIVED else set()
    return own.union(*map(kinds, file.__subclasses__()))
