"""The log of a tournament: everything in one list, for each reader what the reader may know, filtered, and as CSV."""

from __future__ import annotations

import csv
import io

from domain.dispute import facts as disputes
from domain.engine.facts import facts_in
from domain.tournament import facts
from domain.tournament.facts.lots import LotsSealed
from domain.tournament.facts.packs import PacksSealed
from domain.tournament.log_kinds import LOG_KINDS
from replay.tournaments.log import BY_TOPIC, KINDS
from tests.http.people import People, opened, play
from tests.http.tournament_requests import done, draw, held_back_deal, report, tournament

SEALED = {LotsSealed, PacksSealed}


def test_every_fact_of_a_tournament_has_a_kind() -> None:
    assert tuple(KINDS) == LOG_KINDS
    assert {fact.TOPIC for fact in (*facts.KINDS, *facts_in(disputes))} <= BY_TOPIC.keys()
    assert sum(map(len, KINDS.values())) == len(BY_TOPIC), "no fact is of two kinds"


def test_the_log_is_filtered_by_round_table_kind_and_person(people: People) -> None:
    cup = tournament(people.admin)
    tables = [each["id"] for each in draw(people.admin, cup)["encounters"]]
    for table in tables:
        report(people.admin, table, 7, 3)
    done(people.admin, f"/tournaments/{cup}/clock", {"round": 1, "minutes": 50})
    path = f"/tournaments/{cup}/log"

    def topics(query: str) -> set[str]:
        return {row["topic"].rpartition(".")[2] for row in people.anybody.get(path + query).json["items"]}

    assert topics("?kind=clock") == {"ClockStarted"}
    assert topics("?kind=results") == {"ResultEntered"}
    assert topics("?round=1&table=2&kind=results") == {"ResultEntered"}
    assert len(people.anybody.get(f"{path}?table=2").json["items"]) == 2
    assert topics("?person=keeper") == topics("")
    assert topics("?person=nobody") == set()
    assert people.anybody.get(f"{path}?kind=gossip").status_code == 422
    assert people.anybody.get(f"{path}?round=9").status_code == 422
    lines = list(csv.DictReader(io.StringIO(people.anybody.get(f"{path}.csv?kind=results").text)))
    assert [(line["round"], line["table"], line["kind"], line["by"]) for line in lines] == [
        ("1", "1", "results", "Keeper"), ("1", "2", "results", "Keeper"),
    ]  # fmt: skip
    assert lines[0]["sentence"] == "The result was entered: 7 to 3."


def test_registered_players_are_named_in_the_log_and_in_previews(people: People) -> None:
    club = people.club()
    anna, bea = (opened(people.admin.post("/players", {"name": each, "club": club})) for each in ("Änna", "Béa"))
    cup = tournament(people.admin, 1, club=club)
    entry = {"name": "Herons", "players": [anna, "Kala"]}
    path = f"/api/v1/tournaments/{cup}/entries"
    shown = done(people.admin, f"/tournaments/{cup}/preview", {"method": "POST", "path": path, "body": entry})
    assert shown["recorded"] == ["Herons entered as number 2 (Änna, Kala)."]
    done(people.admin, f"/tournaments/{cup}/entries", entry)
    (table,) = draw(people.admin, cup)["encounters"]
    seats = people.admin.get(f"/encounters/{table['id']}").json["seats"]
    changed = {seat: bea if who == anna else who for seat, who in seats.items()}
    done(people.admin, f"/encounters/{table['id']}/seats", {"seats": changed, "why": "ill"})
    for log in (f"/tournaments/{cup}/log", f"/encounters/{table['id']}/log"):
        sentences = [row["sentence"] for row in people.anybody.get(log).json["items"]]
        assert any("Béa" in each for each in sentences), sentences
        assert not any(bea in each or anna in each for each in sentences)


def test_the_log_has_disputes_and_corrections_of_deals_and_webhooks_for_directors(people: People) -> None:
    club = people.club()
    director = people.issue("director", club=club)
    cup, _, deal, acts = held_back_deal(people, club=club)
    webhook = opened(director.post(f"/tournaments/{cup}/webhooks", {"url": "https://club.example/hook"}))
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East looked."}))
    path = f"/tournaments/{cup}/log"
    assert [row["sentence"] for row in director.get(f"{path}?kind=webhooks").json["items"]] == [
        "The webhook https://club.example/hook was added."
    ]
    assert director.call("DELETE", f"/tournaments/{cup}/webhooks/{webhook}").status_code == 204
    assert len(director.get(f"{path}?kind=webhooks").json["items"]) == 2
    for outsider in (people.anybody, people.issue("director", club=people.club())):
        assert outsider.get(f"{path}?kind=webhooks").json["items"] == []
        assert "club.example" not in outsider.get(f"{path}.csv").text
    rows = director.get(f"{path}?kind=disputes").json["items"]
    assert [(row["round"], row["table"]) for row in rows] == [(1, 1)]
    assert "East looked." in rows[0]["sentence"]
    assert dispute
    assert director.get(f"{path}?kind=deals").json["items"] == []
    assert people.admin.post(f"/deals/{deal}/undo", {"why": "a slip"}).status_code == 200
    play(people.admin, deal, acts[-1:])
    sentences = [row["sentence"] for row in director.get(f"{path}?kind=deals").json["items"]]
    assert sentences == ["Deal 1: the record was corrected.", "Deal 1: it was reopened."]
