"""Rulebooks, differences of two games, and what another ruleset makes of a deal."""

from __future__ import annotations

from uuid import uuid4

import pytest

from domain.engine.facts import Act
from domain.engine.rulebook import as_text, rulebook
from domain.games.catalogue import RULESETS
from replay.notation import write_action
from tests.http.people import People, play, whole_deal
from tests.jass.table import Table


@pytest.mark.parametrize("key", RULESETS)
def test_the_rulebook_of_every_game_is_told(people: People, key: str) -> None:
    payload = people.anybody.get(f"/rulesets/{key}/rulebook").json
    assert (payload["key"], payload["name"]) == (key, RULESETS[key].name)
    assert [chapter["title"] for chapter in payload["chapters"]] == [each.title for each in rulebook(RULESETS[key])]
    assert all(rule["text"] and rule["source"] for chapter in payload["chapters"] for rule in chapter["rules"])


def test_a_rulebook_is_text_for_who_asks_for_text(people: People) -> None:
    path = "/rulesets/sidi-barrani/rulebook"
    text = people.anybody.get(path, headers={"Accept": "text/plain"})
    assert text.content_type == "text/plain; charset=utf-8"
    assert text.get_data(as_text=True) == as_text(RULESETS["sidi-barrani"])
    json = people.anybody.get(path, headers={"Accept": "application/json, text/plain;q=0.5"})
    assert json.is_json
    for answer in (text, json):
        assert {"Accept", "Authorization"} <= set(answer.vary.to_header().split(", "))
    assert text.headers["ETag"] != json.headers["ETag"]
    known = {"If-None-Match": text.headers["ETag"], "Accept": "text/plain"}
    assert people.anybody.get(path, headers=known).status_code == 304


def test_two_games_of_a_family_differ_in_parameters_and_sentences(people: People) -> None:
    payload = people.anybody.get("/rulesets/304/differences/304-jaffna").json
    assert payload["same_family"] is True
    assert payload["parameters"]["auction4.later_turn_minimum"] == [200, None]
    bidding = [change for change in payload["sentences"] if change["chapter"] == "Bidding"]
    assert "one turn only" in bidding[0]["other"][0]["text"]
    same = people.anybody.get("/rulesets/304/differences/304").json
    assert (same["parameters"], same["sentences"]) == ({}, [])


def test_games_of_two_families_differ_in_sentences_only(people: People) -> None:
    payload = people.anybody.get("/rulesets/304/differences/sidi-barrani").json
    assert (payload["same_family"], payload["parameters"]) == (False, {})
    assert any("Banner" in rule["text"] for change in payload["sentences"] for rule in change["other"])


@pytest.mark.parametrize("path", ["/rulesets/whist/rulebook", "/rulesets/304/differences/whist"])
def test_a_game_that_is_not_known_is_not_there(people: People, path: str) -> None:
    answer = people.anybody.get(path)
    assert (answer.status_code, answer.json["code"]) == (404, "not-found")
    assert "304-bank" in answer.json["detail"]


# --- what if ------------------------------------------------------------------------------------


def played(people: People, seed: int, *, over: bool = True) -> tuple[str, list[Act]]:
    dealer, acts = whole_deal(seed)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts if over else acts[: len(acts) // 2])
    return deal, acts


def test_what_another_ruleset_makes_of_a_deal(people: People) -> None:
    """004 "Four card bid" against 000 "Bidding with Four Cards"."""
    for seed in range(40, 60):
        deal, _ = played(people, seed)
        payload = people.anybody.get(f"/deals/{deal}/what-if?ruleset=304-jaffna").json
        assert (payload["ruleset"], payload["judged_by"]) == ("304", "304-jaffna")
        assert payload["settled"] == people.anybody.get(f"/deals/{deal}").json["settlement"]
        assert payload["same"] is (not payload["newly_broken"] and payload["settled"] == payload["settles"])
        timeline = people.admin.get(f"/deals/{deal}/timeline").json["acts"]
        for line in payload["newly_broken"]:
            assert line["act"] == timeline[line["ply"]]["act"]
            assert line["code"] in ("bid-once-only", "bid-over-partner", "ask-not-allowed")
        if payload["newly_broken"]:
            return
    raise AssertionError("no deal in which somebody had two turns")


def test_it_tells_of_all_cards_and_so_only_when_all_may_see_them(people: People) -> None:
    deal, acts = played(people, 21, over=False)
    path = f"/deals/{deal}/what-if?ruleset=304-jaffna"
    seat = people.issue("seat", deal=deal, seat="E")
    recorder = people.issue("recorder", deal=deal)
    for who in (people.anybody, people.issue("viewer"), seat, recorder):
        answer = who.get(path)
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
    judged = people.admin.get(path)
    assert judged.status_code == 200
    assert "settled" not in judged.json
    play(people.admin, deal, acts[len(acts) // 2 :])
    for who in (people.anybody, people.issue("viewer"), recorder):
        assert who.get(path).status_code == 200
    assert seat.get(path).status_code == 403


def test_looking_at_another_ruleset_records_nothing(people: People) -> None:
    deal, _ = played(people, 22)
    before = people.admin.get(f"/deals/{deal}").json
    answer = people.admin.get(f"/deals/{deal}/what-if?ruleset=304-cats")
    again = people.admin.get(
        f"/deals/{deal}/what-if?ruleset=304-cats", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (answer.status_code, again.status_code) == (200, 304)
    assert people.admin.get(f"/deals/{deal}").json == before


def test_a_deal_is_judged_only_by_a_game_of_its_kind(people: People) -> None:
    deal, _ = played(people, 22)
    refused = {
        "304-six-24": ("other-game", "other seats"),
        "304-doso-viso": ("other-game", "other seats or partners"),
        "sidi-barrani": ("other-game", "another kind of game"),
        "whist": ("unknown-ruleset", "known: 304"),
        "WHIST": ("shape", ""),
    }
    for key, (code, words) in refused.items():
        answer = people.admin.get(f"/deals/{deal}/what-if?ruleset={key}")
        assert (answer.status_code, answer.json["code"]) == (422, code)
        assert words in answer.json["detail"]
    assert people.admin.get(f"/deals/{deal}/what-if").json["code"] == "shape"
    assert people.admin.get(f"/deals/{uuid4()}/what-if?ruleset=304").status_code == 404


def test_a_jass_is_scored_by_another_house_too(people: People) -> None:
    """003 "Scoring": only the key decides which rules; nothing of a Jass is judged by 304."""
    record = Table().playing("S 40 obenabe").finish().record
    deal = people.deal(ruleset="sidi-barrani", dealer="W")
    sent = [write_action(act) for act in record.acts]
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": sent})
    assert answer.status_code == 200, answer.json
    payload = people.anybody.get(f"/deals/{deal}/what-if?ruleset=sidi-barrani").json
    assert payload["same"] is True
    assert sum(payload["settles"]["score"].values()) > 157
