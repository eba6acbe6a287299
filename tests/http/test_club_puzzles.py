"""The problems of a club's recorded deals: who sees them, which version they are of, the day's problem, and decks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from api.analyses.puzzle_mining import mine_recorded
from api.analyses.worker import AnalysisWorker
from api.learning import puzzles
from api.services import Provider
from replay.puzzles.file import built_in
from replay.puzzles.themes import THEMES
from store.settings import Settings
from tests.analysis.workers import mine_all
from tests.http.applications import provider_of
from tests.http.people import People, Person, play, whole_deal
from tests.http.tournament_requests import done, held_back_deal
from tests.signing.visitors import official

NAMES = {"S": "Suren-Q", "E": "Esther-Q", "N": "Nimal-Q", "W": "Wasantha-Q"}
FULL = bool(os.environ.get("NOUGHT_FULL"))
SEEDS = (0, 1, 2, 3) if FULL else (0,)


@pytest.fixture
def club(people: People) -> str:
    return people.club()


def recorded(people: People, seed: int, **more: Any) -> str:
    """A settled deal with problems."""
    dealer, acts = whole_deal(seed)
    deal = people.deal(dealer=dealer, **more)
    play(people.admin, deal, acts)
    return deal


def listed(who: Person, club: str, query: str = "") -> list[dict[str, Any]]:
    """The problems of a club that somebody sees."""
    answer = who.get(f"/clubs/{club}/puzzles{query}")
    assert answer.status_code == 200, answer.json
    items: list[dict[str, Any]] = answer.json["items"]
    return items


def member(app: Flask, login: str, club: str, role: str = "recorder") -> Person:
    """A program with a token of an account of a club."""
    house = provider_of(app)
    account = official(house, login, role, UUID(club))
    scope = {"club": club}
    _, secret = house.services.tokens.issue(role, login, timedelta(days=1), scope, label="a test", account=account.id)
    return Person(app, secret)


@contextmanager
def owner(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """A connection that may change what is stored."""
    with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as connection:
        yield connection


def test_a_club_has_the_problems_of_its_deals_with_all_themes_and_without_names(
    app: Flask, people: People, settings: Settings, club: str
) -> None:
    """Which positions are looked at depends on the id of the deal; the miner itself says what must be there."""
    deals = [recorded(people, seed, club=club, players=NAMES) for seed in SEEDS]
    recorded(people, SEEDS[0], club=people.club())
    assert listed(people.anybody, club) == []
    quick = {deal: people.anybody.get(f"/deals/{deal}/puzzles").json["items"] for deal in deals}
    mine_all(settings)
    items = listed(people.anybody, club)
    assert {item["deal"] for item in items} <= set(deals)
    stored = provider_of(app).services.ledger.deals
    mined = [(deal, mine_recorded(stored.get(UUID(deal)).record, UUID(deal), THEMES)) for deal in deals]
    assert {(item["deal"], item["id"]) for item in items} == {(deal, str(each.id)) for deal, of in mined for each in of}
    themes = {item["theme"] for item in items}
    assert len(themes) > (3 if FULL else 1)
    counts = people.anybody.get(f"/clubs/{club}/puzzles").json["counts"]
    for theme in themes:
        of_theme = listed(people.anybody, club, f"?theme={theme}")
        assert [item["theme"] for item in of_theme] == [theme] * counts[theme]
    assert sum(counts.values()) == len(items)
    for deal in deals:
        shown = people.anybody.get(f"/deals/{deal}/puzzles")
        assert "-Q" not in shown.get_data(as_text=True)
        ids = {item["id"] for item in shown.json["items"]}
        assert ids == {item["id"] for item in items if item["deal"] == deal}
        assert {item["id"] for item in quick[deal]} <= ids
    for item in items:
        path = f"/deals/{item['deal']}/puzzles/{item['id']}/answers"
        answer = people.anybody.post(path, {"answer": ""}).json["answers"][0]
        assert people.anybody.post(path, {"answer": answer}).json["right"]


@pytest.mark.full
def test_the_stored_problems_are_the_same_when_they_are_mined_again(
    people: People, settings: Settings, house: Provider, club: str
) -> None:
    deals = [UUID(recorded(people, seed, club=club)) for seed in (0, 1)]
    mine_all(settings)
    with owner(settings) as connection:
        table = "SELECT * FROM puzzles WHERE deal_id = ANY(%s) ORDER BY deal_id, theme"
        before = connection.execute(table, [deals]).fetchall()
        assert before
        connection.execute("DELETE FROM puzzles")
        connection.commit()
        house.services.analyses.mine_again(deals)
        mine_all(settings)
        assert connection.execute(table, [deals]).fetchall() == before


@pytest.mark.full
def test_a_worker_that_was_replaced_stores_no_problem(people: People, settings: Settings, club: str) -> None:
    """Its work was taken by another one after it had lost its session."""
    recorded(people, 0, club=club)
    mine_all(settings)
    deal = UUID(recorded(people, 1, club=club))
    with closing(AnalysisWorker(settings)) as worker:
        worker.follow_log()
        while worker.price_next():
            pass
        task = worker.session.take_unmined(1, deal)
        assert task is not None
        with closing(AnalysisWorker(settings)) as other:
            assert other.session.take_unmined(1, deal) is None
        number, worker.session.number = worker.session.number, 1
        assert not worker.session.store_puzzles(task, 1, [])
        worker.session.number = number
        assert worker.session.store_puzzles(task, 1, [])
        assert not worker.session.store_puzzles(task, 1, [])


@pytest.mark.full
def test_a_corrected_deal_has_other_problems_and_a_reopened_one_has_none(
    people: People, settings: Settings, club: str
) -> None:
    deal = recorded(people, 0, club=club)
    mine_all(settings)
    assert listed(people.anybody, club)
    done(people.admin, f"/deals/{deal}/undo", {})
    assert listed(people.anybody, club) == []
    assert listed(people.admin, club) == []
    mine_all(settings)
    assert listed(people.anybody, club) == []


def test_a_late_reader_sees_the_problems_as_late_as_the_deal(people: People, settings: Settings, club: str) -> None:
    table = people.table(club)
    deal = recorded(people, 0, club=club, table=table)
    mine_all(settings)
    items = listed(people.anybody, club)
    assert items
    done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
    assert listed(people.anybody, club) == []
    assert people.anybody.get(f"/clubs/{club}/puzzles").json["counts"] == {}
    assert listed(people.admin, club) == items
    with owner(settings) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
        for earlier in (
            "UPDATE events SET stored_at = stored_at - interval '2 hours' WHERE originator_id = %s",
            "UPDATE catalogue SET listed_at = listed_at - interval '2 hours' WHERE id = %s",
            "UPDATE catalogue_before SET until = until - interval '2 hours' WHERE id = %s",
        ):
            connection.execute(earlier, [deal])
        connection.execute("ALTER TABLE events ENABLE TRIGGER USER")
    assert listed(people.anybody, club) == items
    done(people.admin, f"/deals/{deal}/undo", {})
    assert listed(people.admin, club) == []
    assert listed(people.anybody, club) == items, "the correction is late as well"


def test_a_tournament_holds_back_problems_until_the_round_is_closed(people: People, settings: Settings) -> None:
    club = people.club()
    cup, _, deal, _ = held_back_deal(people, club=club)
    mine_all(settings)
    assert listed(people.anybody, club) == []
    assert people.anybody.get(f"/deals/{deal}/puzzles").status_code == 403
    of_official = listed(people.admin, club)
    assert {item["deal"] for item in of_official} == {deal}
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    assert listed(people.anybody, club) == of_official


def test_a_seat_of_a_table_and_readers_of_an_open_deal_see_no_problem(
    people: People, settings: Settings, club: str
) -> None:
    deal = recorded(people, 0, club=club)
    mine_all(settings)
    seat = people.issue("seat", deal=deal, seat="S")
    assert listed(seat, club) == []
    assert listed(people.anybody, club)
    dealer, acts = whole_deal(1)
    other = people.deal(dealer=dealer, club=club)
    play(people.admin, other, acts[:-1])
    mine_all(settings)
    assert other not in {item["deal"] for item in listed(people.admin, club)}


def test_a_list_of_something_that_is_no_club_and_a_bad_query_are_refused(people: People, club: str) -> None:
    assert people.anybody.get(f"/clubs/{UUID(int=7)}/puzzles").status_code == 404
    assert people.anybody.get(f"/clubs/{people.table(club)}/puzzles").status_code == 404
    for query in ("skip=-1", "skip=x", "theme=none", "skip=99999999999"):
        assert people.anybody.get(f"/clubs/{club}/puzzles?{query}").status_code == 422, query
    assert listed(people.anybody, club, "?skip=100000") == []


@pytest.mark.full
def test_the_problem_of_the_day_of_a_member_is_of_the_club_and_no_deal_of_the_day_changes_it(
    app: Flask, people: People, settings: Settings, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not FULL:
        monkeypatch.setattr("api.learning.puzzles.ENOUGH", 1)
    one, two = member(app, "day-one", club), member(app, "day-two", club, "director")
    deals = [recorded(people, seed, club=club) for seed in range(6 if FULL else 1)]
    mine_all(settings)
    assert len(listed(one, club)) >= puzzles.ENOUGH
    assert "deal" not in one.get("/puzzles/today").json, "these deals are of this day"
    with owner(settings) as connection:
        yesterday(connection, deals)
    today = one.get("/puzzles/today").json
    assert today["deal"] in deals
    assert today["id"] in {item["id"] for item in listed(people.anybody, club)}
    assert two.get("/puzzles/today").json == today
    for seed in (10, 11) if FULL else ():
        recorded(people, seed, club=club)
    mine_all(settings)
    assert one.get("/puzzles/today").json == today
    for outsider in (people.anybody, people.issue("recorder", club=people.club()), people.admin):
        assert UUID(outsider.get("/puzzles/today").json["id"]) in built_in()
    done(people.admin, f"/deals/{today['deal']}/undo", {})
    assert one.get("/puzzles/today").json.get("deal") != today["deal"]


def yesterday(connection: psycopg.Connection[Any], deals: list[str]) -> None:
    """Make some deals those of the day before."""
    connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
    for change in (
        "UPDATE events SET stored_at = stored_at - interval '1 day' WHERE originator_id = ANY(%s)",
        "UPDATE analyses SET mined_at = mined_at - interval '1 day' WHERE deal_id = ANY(%s)",
        "UPDATE catalogue SET created_at = created_at - interval '1 day' WHERE id = ANY(%s)",
    ):
        connection.execute(change, [list(map(UUID, deals))])
    connection.execute("ALTER TABLE events ENABLE TRIGGER USER")


@pytest.mark.full
def test_a_deck_keeps_a_problem_of_a_deal_and_says_when_it_cannot_be_solved(
    app: Flask, people: People, settings: Settings, club: str
) -> None:
    one = member(app, "deck-of-deals", club)
    outsider = member(app, "deck-of-another-club", people.club())
    table = people.table(club)
    deal = recorded(people, 0, club=club, table=table)
    mine_all(settings)
    item = listed(one, club)[0]
    path = f"/deck/deals/{deal}/puzzles/{item['id']}"
    for who in (one, outsider):
        assert who.post(path, {}).status_code == 422, "no deck is open"
        done(who, "/deck", {})
        added = done(who, path, {})["items"]
        assert [(each["puzzle"], each["deal"], each["is_there"]) for each in added] == [(item["id"], deal, True)]
        assert who.post("/deck/puzzles", {"puzzle": item["id"]}).status_code in (404, 422)
    assert people.admin.post(path, {}).status_code == 403, "this token has no account"
    answer = one.post(f"/deals/{deal}/puzzles/{item['id']}/answers", {"answer": ""}).json["answers"][0]
    review = {"puzzle": item["id"], "answer": answer, "rating": "easy"}
    assert done(one, "/deck/reviews", review)["right"]
    done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
    hidden = outsider.get("/deck").json
    assert [(each["is_there"], each["why"]) for each in hidden["items"]] == [(False, "hidden")]
    assert hidden["due"] == 0
    assert "theme" not in json.dumps(hidden), "nothing of the problem is left in the list"
    assert outsider.post("/deck/reviews", review).status_code in (403, 404)
    assert one.get("/deck").json["items"][0]["is_there"]
    done(people.admin, f"/tables/{table}/delay", {"seconds": 0})
    last = one.get(f"/deals/{deal}").json["version"]
    done(people.admin, f"/deals/{deal}/undo", {})
    assert one.get("/deck").json["items"][0]["why"] == "hidden"
    _, acts = whole_deal(0)
    play(people.admin, deal, acts[-1:])
    assert one.get(f"/deals/{deal}").json["version"] > last
    assert one.get("/deck").json["items"][0]["why"] == "waiting"
    mine_all(settings)
    now = one.get("/deck").json
    assert now["reviews"] == 1, "what was recorded stays"
    assert now["items"][0]["is_there"] or now["items"][0]["why"] == "changed"
    done(one, "/deck/puzzles/remove", {"puzzle": item["id"]})
    assert one.get("/deck").json["items"] == []


@pytest.mark.full
def test_a_problem_that_its_corrected_deal_has_no_more_is_gone_from_solving_but_not_from_the_deck(
    app: Flask, people: People, settings: Settings, club: str
) -> None:
    one = member(app, "deck-changed", club)
    deal = recorded(people, 0, club=club)
    mine_all(settings)
    item = next(each for each in listed(one, club) if each["theme"] != "breach")
    done(one, "/deck", {})
    done(one, f"/deck/deals/{deal}/puzzles/{item['id']}", {})
    with owner(settings) as connection:
        connection.execute("DELETE FROM puzzles WHERE deal_id = %s AND puzzle_id = %s", [deal, item["id"]])
    changed = one.get("/deck").json
    assert [each["why"] for each in changed["items"]] == ["changed"]
    review = one.post("/deck/reviews", {"puzzle": item["id"], "answer": "1"})
    assert review.status_code == 404
    assert one.get("/deck").json == changed
