"""A club's own rulesets over HTTP: named, read, compared, withdrawn, and played by."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.http.people import People, opened

FIVES: dict[str, Any] = {
    "key": "lagoon-fives",
    "name": "Fives at the lagoon",
    "base": "304",
    "changes": {"bids.step_from_200": 5, "redeal": {"threshold": None}},
    "note": "agreed in March",
}


@pytest.fixture
def club(people: People) -> str:
    return people.club()


def test_a_director_names_a_ruleset_and_anybody_reads_it(people: People, club: str) -> None:
    director = people.issue("director", club=club)
    saved = director.post(f"/clubs/{club}/rulesets", FIVES)
    assert saved.status_code == 201, saved.json
    assert saved.json["ruleset"] == {"key": "lagoon-fives", "version": 1, "name": "Fives at the lagoon"}
    assert saved.json["recorded"] == ["nought.Club.RulesetNamed"]
    assert saved.headers["Location"] == f"/api/v1/clubs/{club}/rulesets/lagoon-fives"
    listed = people.anybody.get(f"/clubs/{club}/rulesets")
    assert listed.headers["ETag"] == saved.headers["ETag"] == '"2"'
    changes = {"bids.step_from_200": 5, "redeal.threshold": None}
    (line,) = listed.json["items"]
    assert (line["key"], line["base"], line["base_version"], line["changes"]) == ("lagoon-fives", "304", 1, changes)
    ruleset = people.anybody.get(saved.headers["Location"]).json
    assert ruleset["ruleset"]["bids"]["step_from_200"] == 5
    assert [(each["version"], each["note"]) for each in ruleset["versions"]] == [(1, "agreed in March")]
    again = people.anybody.get(saved.headers["Location"], headers={"If-None-Match": '"2"'})
    assert again.status_code == 304


def test_a_new_version_follows_the_one_that_was_seen(people: People, club: str) -> None:
    path = f"/clubs/{club}/rulesets"
    people.admin.post(path, FIVES)
    late = people.admin.post(path, {**FIVES, "changes": {"bids.step_from_200": 5}}, headers={"If-Match": '"1"'})
    assert (late.status_code, late.json["code"], late.headers["ETag"]) == (412, "version", '"2"')
    saved = people.admin.post(path, {**FIVES, "changes": {"bids.step_from_200": 5}}, headers={"If-Match": '"2"'})
    assert saved.json["ruleset"]["version"] == 2
    ruleset = people.anybody.get(f"{path}/lagoon-fives").json
    assert [each["changes"] for each in ruleset["versions"]] == [
        {"bids.step_from_200": 5, "redeal.threshold": None},
        {"bids.step_from_200": 5},
    ]


def test_the_same_key_sends_the_command_once(people: People, club: str) -> None:
    path, key = f"/clubs/{club}/rulesets", {"Idempotency-Key": "one"}
    first = people.admin.post(path, FIVES, headers=key)
    again = people.admin.post(path, FIVES, headers=key)
    assert (again.status_code, again.json["replayed"], again.json["ruleset"]) == (201, True, first.json["ruleset"])
    other = people.admin.post(path, {**FIVES, "name": "Other"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")
    repeated = people.admin.post(path, FIVES)
    assert (repeated.status_code, repeated.json["code"]) == (409, "same-ruleset")


def test_deals_and_matches_of_the_club_take_its_key(people: People, club: str) -> None:
    people.admin.post(f"/clubs/{club}/rulesets", FIVES)
    table = people.table(club)
    recorder = people.issue("recorder", table=table)
    deal = people.deal(recorder, ruleset="lagoon-fives")
    assert people.anybody.get(f"/deals/{deal}").json["ruleset"] == "lagoon-fives"
    listed = next(each for each in people.anybody.get("/deals").json["items"] if each["id"] == deal)
    assert listed["own_game"]["name"] == FIVES["name"], "lists call the game by its name"
    match = opened(recorder.post("/matches", {"ruleset": "lagoon-fives", "dealer": "S"}))
    assert people.anybody.get(f"/matches/{match}").json["ruleset"] == "lagoon-fives"
    inside = opened(recorder.post("/deals", {"match": match, "ruleset": "lagoon-fives"}))
    archived = json.loads(people.admin.get(f"/deals/{inside}/archive").text)
    assert (archived["ruleset"]["key"], archived["ruleset"]["version"]) == ("lagoon-fives", 1)
    assert people.anybody.get(f"/deals/{inside}").json["ruleset_version"] == 1
    assert people.anybody.get(f"/matches/{match}").json["ruleset_version"] == 1
    elsewhere = people.admin.post("/deals", {"ruleset": "lagoon-fives", "dealer": "S"})
    assert (elsewhere.status_code, elsewhere.json["code"]) == (422, "unknown-ruleset")
    unknown = people.admin.post("/deals", {"ruleset": "lagoon", "dealer": "S", "club": club})
    assert "the club's own: lagoon-fives; known: 304, " in unknown.json["detail"]
    assert "/api/v1/clubs/{id}/rulesets" in unknown.json["next"]


def test_a_deal_of_the_club_is_judged_by_the_clubs_ruleset(people: People, club: str) -> None:
    people.admin.post(f"/clubs/{club}/rulesets", FIVES)
    deal = people.deal(club=club)
    judged = people.admin.get(f"/deals/{deal}/what-if?ruleset=lagoon-fives").json
    assert (judged["judged_by"], judged["parameters"]["bids.step_from_200"]) == ("lagoon-fives", [10, 5])
    elsewhere = people.admin.get(f"/deals/{people.deal()}/what-if?ruleset=lagoon-fives")
    assert (elsewhere.status_code, elsewhere.json["code"]) == (422, "unknown-ruleset")


def test_a_withdrawn_ruleset_opens_nothing_and_can_still_be_read(people: People, club: str) -> None:
    path = f"/clubs/{club}/rulesets"
    people.admin.post(path, FIVES)
    withdrawn = people.admin.post(f"{path}/lagoon-fives/withdraw", {"why": "nobody liked it"})
    assert withdrawn.status_code == 200
    assert withdrawn.json["recorded"] == ["nought.Club.RulesetWithdrawn"]
    (line,) = people.anybody.get(path).json["items"]
    assert line["why"] == "nobody liked it"
    assert line["withdrawn_at"]
    refused = people.admin.post("/deals", {"ruleset": "lagoon-fives", "dealer": "S", "club": club})
    assert (refused.status_code, refused.json["code"]) == (409, "ruleset-withdrawn")
    assert people.admin.post(f"{path}/lagoon-fives/withdraw").json["code"] == "ruleset-withdrawn"
    answer = people.anybody.get(f"{path}/lagoon-fives/differences/lagoon-fives")
    assert (answer.status_code, answer.json["parameters"]) == (200, {})
    assert people.admin.post(path, FIVES).json["ruleset"]["version"] == 2
    assert "withdrawn_at" not in people.anybody.get(f"{path}/lagoon-fives").json


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"base": "305"}, "unknown-ruleset", "known: 304, "),
        ({"key": "304"}, "ruleset", "is the key of a known ruleset"),
        ({"key": "No Key"}, "shape", ""),
        ({"changes": {}}, "shape", ""),
        ({"changes": {"redeal.threshold": [[[[[[[1]]]]]]]}}, "shape", ""),
        ({"changes": {"redeal.threshold": 15}}, "ruleset", "redeal.threshold: as in 304 already"),
        ({"changes": {"redeal.threshold": 200}}, "ruleset", "no 4 cards are worth more than 120"),
        ({"changes": {"redeal.least": 20}}, "ruleset", "there are redeal.after_ask, redeal.max, redeal.threshold"),
        ({"changes": {"redeal.threshold": 1.5}}, "ruleset", "a whole number or nothing is needed"),
        ({"changes": {"auction4.minimum": 310}}, "ruleset", "bids from 310 to 300 in a pack of 304 points"),
    ],
)
def test_what_makes_no_ruleset_is_refused_in_words(
    people: People, club: str, changes: dict[str, Any], code: str, words: str
) -> None:
    refused = people.admin.post(f"/clubs/{club}/rulesets", {**FIVES, **changes})
    assert (refused.status_code, refused.json["code"]) == (422, code)
    assert words in refused.json["detail"]
    assert refused.json["next"]
    assert people.anybody.get(f"/clubs/{club}/rulesets").json == {"items": []}


def test_its_rulebook_says_what_the_house_changed(people: People, club: str) -> None:
    path = f"/clubs/{club}/rulesets"
    people.admin.post(path, FIVES)
    people.admin.post(path, {**FIVES, "changes": {"redeal.threshold": 20}})
    texts = []
    for query in ("?version=1", ""):
        book = people.anybody.get(f"{path}/lagoon-fives/rulebook{query}").json
        texts.append(" ".join(rule["text"] for chapter in book["chapters"] for rule in chapter["rules"]))
    assert "may reject a first batch" not in texts[0]
    assert "may reject a first batch worth less than 20 points" in texts[1]
    missing = people.anybody.get(f"{path}/lagoon-fives/rulebook?version=3")
    assert (missing.status_code, missing.json["detail"]) == (404, "lagoon-fives has versions 1 to 2")


def test_it_is_compared_with_its_base_another_game_or_an_earlier_version(people: People, club: str) -> None:
    path = f"/clubs/{club}/rulesets"
    people.admin.post(path, FIVES)
    people.admin.post(path, {**FIVES, "changes": {"bids.step_from_200": 5}})
    base = people.anybody.get(f"{path}/lagoon-fives/differences/304").json
    assert (base["one"], base["other"], base["parameters"]) == ("lagoon-fives", "304", {"bids.step_from_200": [5, 10]})
    assert "above 200 in steps of 5." in base["sentences"][0]["one"][0]["text"]
    earlier = people.anybody.get(f"{path}/lagoon-fives/differences/lagoon-fives?version=1").json
    assert earlier["parameters"] == {"redeal.threshold": [None, 15]}
    jaffna = people.anybody.get(f"{path}/lagoon-fives/differences/304-jaffna").json["parameters"]
    assert {"auction4.later_turn_minimum", "bids.step_from_200"} <= jaffna.keys()
    jass = people.anybody.get(f"{path}/lagoon-fives/differences/sidi-barrani").json
    assert (jass["same_family"], jass["parameters"]) == (False, {})
    nothing = people.anybody.get(f"{path}/lagoon-fives/differences/whist")
    assert (nothing.status_code, nothing.json["code"]) == (404, "not-found")


def test_the_rulebook_of_a_jass_can_be_had_as_text(people: People, club: str) -> None:
    ruleset = {**FIVES, "base": "sidi-barrani", "changes": {"match.target": 1500}}
    assert people.admin.post(f"/clubs/{club}/rulesets", ruleset).status_code == 201
    text = people.anybody.get(f"/clubs/{club}/rulesets/lagoon-fives/rulebook", headers={"Accept": "text/plain"}).text
    assert text.startswith("Fives at the lagoon\n==")
    assert "1500" in text


def test_what_is_not_there_is_not_found(people: People, club: str) -> None:
    assert people.anybody.get(f"/clubs/{people.table()}/rulesets").status_code == 404
    missing = people.anybody.get(f"/clubs/{club}/rulesets/nothing")
    assert (missing.status_code, missing.json["detail"]) == (
        404, "the club has no ruleset nothing of its own; it has named none",
    )  # fmt: skip
    assert people.admin.post(f"/clubs/{club}/rulesets/nothing/withdraw").status_code == 404
