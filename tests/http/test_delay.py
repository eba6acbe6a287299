"""The broadcast delay holds on every path: an outsider gets what everybody got so long ago, and nothing else."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from itertools import product
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier, Literal
from werkzeug.test import TestResponse

from replay.puzzles.file import built_in
from store.settings import Settings
from tests.http.applications import closing_app, provider_of
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, report, sheet, tournament
from tests.signing.compiled import create_site

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""

HOUR = 3600
SEATS = ("S", "E", "N", "W")
VIEWERS = (*SEATS, "public", "scribe", "arbiter")

# What a path may name beside the things of the scene: every value is tried.
NAMED = {
    "viewer": VIEWERS,
    "key": ("304",),
    "code": ("shape",),
    "level": ("names-for-members",),
    "ply": ("3", "14"),
    "build": ("000000000000",),
    "path": ("css/nought.css",),
    "other": ("304-jaffna",),
    "own": ("fives",),
    "entry": ("1", "2"),
    "number": ("1", "2"),
    "table": ("1", "2"),
    "board": ("1", "2"),
    "secret": ("A" * 10, "A" * 43),
    "sha256": ("0" * 64,),
    "name": ("packs-1.json", "lots-2-commitment.json"),
    "lesson_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "class_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "slate_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "series_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "class_code": ("AEIOUA",),
    "lesson": ("02-following-suit",),
    "chapter": ("1",),
    "step": ("4",),
    "puzzle_id": (str(next(iter(built_in()))),),
    "practice_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "thing_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
    "import_id": ("019c5c22-f9d0-791b-99d5-000000000000",),
}
BY_CARDS = (
    "?held=J*&hand=E", "?held=J*", "?held=*1&hand=maker", "?shape=4-2-1-1", "?lead=JH", "?only_trump=true",
    "?only_trump=false", "?reason=caps-late", "?bid_from=170", "?bid_to=200&result=failed",
)  # fmt: skip
QUERIES = {
    "deals.list_deals": ("?limit=3", "?status=open", "?status=played", "?table={table_id}", "?match={match_id}",
                         "?club={club_id}", "?ruleset=304", *BY_CARDS),
    "library.deals": BY_CARDS,
    "archives.list_deals_as_csv": ("?status=played", *BY_CARDS),
    "archives.export_deals": ("?status=played", *BY_CARDS),
    "matches.list_matches": ("?status=open", "?status=over", "?table={table_id}", "?club={club_id}"),
    "tournaments.list_tournaments": ("?status=playing", "?status=over", "?club={club_id}", "?format=swiss"),
    "tournaments.get_tournament": tuple(f"?version={version}" for version in (1, 6, 7, 8, 12)),
    "tournaments.get_log": ("?round=1", "?round=2"),
    "standings.get_standings": ("?round=1", "?round=2"),
    "standings.get_standing": ("?round=1",),
    "tables.list_tables": ("?club={club_id}",),
    "puzzle_pages.themes": ("?club={club_id}", "?club={club_id}&theme=points"),
    "club_puzzles.list_club_puzzles": ("?theme=points",),
    "disputes.list_disputes": ("?status=open", "?status=ruled", "?table={table_id}", "?tournament={tournament_id}",
                               "?deal={deal_id}", "?club={club_id}", "?match={match_id}"),
    "disputes.get_casebook": ("?words=trick", "?code=revoke"),
    "timelines.get_timeline": tuple(f"?viewer={viewer}" for viewer in VIEWERS),
    "events.list_events": ("?after=2", *(f"?viewer={viewer}" for viewer in VIEWERS)),
    "views.get_view": ("?ply=3", "?ply=14", "?ply=15"),
    "views.get_views": ("?ply=3", "?ply=14", "?ply=15"),
    "knowledge.get_knowledge": tuple(f"?seat={seat}{at}" for seat in SEATS for at in ("", "&until=3", "&until=14")),
    "knowledge_page.show": tuple(f"?seat={seat}{at}" for seat in SEATS for at in ("", "&at=3", "&at=14")),
    "streams.follow_table": tuple(f"?viewer={viewer}" for viewer in VIEWERS),
    "tournaments_page.tournaments": ("?club={club_id}",),
    "tournaments_page.standings": ("?round=1", "?round=2"),
    "tournaments_page.log": ("?round=1", "?round=2"),
    "log.get_consistency": ("?from=1",),
    "log.list_checkpoints": ("?limit=1",),
    "log.get_inclusion": ("?version=3",),
    "oembed.offer": ("?url=http://localhost/deals/{deal_id}", "?url=http://localhost/tournaments/{tournament_id}"),
    "papers.sheets": ("?table=1",),
    "papers.standings": ("?after=1", "?after=2"),
    "screens.slides": ("?round=2&next=20:30", "?round=3&next=20:30", "?show=seating"),
    "seating.seating": ("?entry=1", "?entry=2"),
    "streams.get_now": tuple(f"?viewer={viewer}" for viewer in VIEWERS),
}  # fmt: skip
STAMPED = (
    ("events", "stored_at"), ("catalogue", "listed_at"), ("catalogue_before", "until"),
    ("tournament_lines", "written_at"), ("tournament_lines_before", "until"), ("log_checkpoints", "made_at"),
    ("stale_days", "at"),
)  # fmt: skip
"""Columns that say when the server stored what is in a row."""
FULL = bool(os.environ.get("NOUGHT_FULL"))
STREAMS = ("streams.follow_deal", "streams.follow_table")


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


Ago = Callable[[int], None]


@pytest.fixture
def stored(settings: Settings) -> Iterator[Ago]:
    """Has the server store, from now on, as if it were so many seconds ago."""
    assert settings.owner_dsn is not None

    def ago(seconds: int) -> None:
        with psycopg.connect(settings.owner_dsn) as owner:  # type: ignore[arg-type]
            for table, column in STAMPED:
                owner.execute(
                    SQL("ALTER TABLE {} ALTER {} SET DEFAULT now() - make_interval(secs => {})").format(
                        Identifier(settings.schema, table), Identifier(column), Literal(seconds)
                    )
                )

    yield ago
    ago(0)


def paths(app: Flask, things: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every path that only looks, API and pages alike, with everything that it may name; and its endpoint."""
    known = {**{name: (identity,) for name, identity in things.items()}, **NAMED}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        names = sorted(rule.arguments)
        assert set(names) <= known.keys(), f"{rule.rule}: say in NAMED what its path may hold"
        for values in product(*(known[name] for name in names)):
            path = rule.rule
            for name, value in zip(names, values, strict=True):
                path = "/".join(
                    value if f":{name}>" in part or part == f"<{name}>" else part for part in path.split("/")
                )
            yield path, rule.endpoint
            for query in QUERIES.get(rule.endpoint, ()):
                yield path + query.format(**things), rule.endpoint


def read(who: Person, path: str, endpoint: str) -> tuple[TestResponse, bytes]:
    """The answer and its body, the time of a clock aside; of a stream the first two messages."""
    headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    with who.app.test_client().get(path, headers=headers) as answer:
        if endpoint in STREAMS and answer.status_code == 200:
            chunks = iter(answer.response)
            body = b"".join(next(chunks) for _ in range(2))
        else:
            body = answer.get_data()
    assert answer.status_code < 500, (endpoint, body[:200])
    return answer, re.sub(rb'"now":"[^"]+"', b"", body) if endpoint == "clocks.get_clock" else body


def response_parts(who: Person, path: str, endpoint: str) -> tuple[int, bytes, str]:
    """Status, body and ETag of an answer, without the delay itself."""
    answer, body = read(who, path, endpoint)
    if endpoint.startswith("tables.") and answer.status_code == 200:
        plain = json.loads(body)
        for row in plain.get("items", [plain]):
            row.pop("delay", None)
        return 200, json.dumps(plain).encode(), ""
    etag = answer.headers.get("ETag", "") if endpoint != "streams.get_now" else ""
    return answer.status_code, re.sub(rb',?"delay":[0-9.]+', b"", body), etag


Part = Callable[[Iterable[tuple[str, str]]], Iterable[tuple[str, str]]]


def everything(who: Person, app: Flask, things: dict[str, str], part: Part) -> dict[str, tuple[int, bytes, str]]:
    """The answers to one caller on these paths."""
    return {path: response_parts(who, path, endpoint) for path, endpoint in part(paths(app, things))}


def of_deal(deal: str) -> Part:
    """The paths that name this deal."""
    return lambda pairs: spread([(path, endpoint) for path, endpoint in pairs if deal in path], 10)


def share(number: int) -> Part:
    """The paths that one of five outsiders requests: all in the full run, else some that are quick, each others."""
    return list if FULL else lambda pairs: quick([*pairs][number % 5 :: 50])


def quick(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The paths, in the everyday run without those of PDFs and the document of the API.

    PDFs are made of the pages, which are among the paths; the document says nothing of what is recorded.
    """
    return [each for each in pairs if FULL or not each[1].endswith(("_pdf", "openapi_json"))]


def spread(pairs: Iterable[tuple[str, str]], number: int) -> list[tuple[str, str]]:
    """The paths, in the everyday run the first of each route of the API, and one in so many of all.

    Pages are made of what the API answers.
    """
    kept, routes = quick(pairs), set[str]()
    chosen = []
    for n, (path, endpoint) in enumerate(kept):
        is_first = path.startswith("/api") and endpoint not in routes
        routes.add(endpoint)
        if FULL or is_first or n % number == 0:
            chosen.append((path, endpoint))
    return chosen


def third(number: int) -> slice:
    """The paths that are requested at one of three moments: all in the full run, else every third, in turn."""
    return slice(None) if FULL else slice(number, None, 3)


def outsiders(people: People) -> dict[str, Person]:
    """Everybody who is not at the table, though they may be somebody elsewhere."""
    club = people.club()
    table = people.table(club)
    return {
        "anybody": people.anybody,
        "a viewer": people.issue("viewer"),
        "a director elsewhere": people.issue("director", club=club),
        "an arbiter elsewhere": people.issue("arbiter", club=club),
        "a recorder elsewhere": people.issue("recorder", table=table),
        "a seat elsewhere": people.issue("seat", deal=people.deal(table=table), seat="E"),
    }


def sign(app: Flask) -> None:
    """A checkpoint of the log over all that is recorded by now."""
    keeper = provider_of(app).services.log_keeper()
    keeper.grow()
    assert keeper.checkpoint()


def delayed(people: People, table: str, seconds: int) -> None:
    answer = people.admin.post(f"/tables/{table}/delay", {"seconds": seconds})
    assert answer.status_code == 200, answer.json


@pytest.mark.parametrize("seed", range(6 if FULL else 1))
def test_an_outsider_gets_on_every_path_what_everybody_got_then(
    app: Flask, people: People, stored: Ago, seed: int
) -> None:
    rng = random.Random(seed)
    crowd = outsiders(people)
    stored(2 * HOUR)
    club = people.club()
    table = people.table(club)
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table}))
    dealer, acts = whole_deal(40 + seed)
    before = people.deal(dealer=dealer, table=table, at="2026-02-14T20:00:00Z")
    play(people.admin, before, acts)
    deal = opened(people.admin.post("/deals", {"match": match, "dealer": dealer, "dealer_reason": "drawn"}))
    cut = rng.randint(3, len(acts) - 1)
    play(people.admin, deal, acts[:cut])
    player = opened(people.admin.post("/players", {"name": "Nimal", "club": club}))
    cup = tournament(people.admin, 4, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    tables = [each["id"] for each in draw(people.admin, cup)["encounters"]]
    report(people.admin, tables[1], 7, 4)
    dispute = opened(people.admin.post(f"/deals/{before}/disputes", {"side": "NS", "ply": 9, "claim": "They looked."}))
    things = {"club_id": club, "table_id": table, "match_id": match, "player_id": player}
    things |= {"tournament_id": cup, "encounter_id": tables[0], "dispute_id": dispute}
    sign(app)
    requests = [(name, deal, share(n)) for n, name in enumerate(crowd) if name != "anybody"]
    requests += [("anybody", deal, lambda pairs: spread(pairs, 10)), ("anybody", before, of_deal(before))]
    then = [(*one, everything(crowd[one[0]], app, {**things, "deal_id": one[1]}, one[2])) for one in requests]
    delayed(people, table, HOUR)
    stored(0)

    def as_then(names: Collection[str] = ("anybody",), some: slice = slice(None)) -> None:
        for name, each, part, snapshot in then:
            if name not in names:
                continue
            for path, endpoint in [*part(paths(app, {**things, "deal_id": each}))][some]:
                assert response_parts(crowd[name], path, endpoint) == snapshot[path], (name, path)

    play(people.admin, deal, acts[cut:])
    done(people.admin, f"/encounters/{tables[0]}/match")
    as_then(some=third(0))
    report(people.admin, tables[0], 2, 7)
    sign(app)
    as_then(some=third(1))
    assert people.admin.post(f"/deals/{before}/undo", {"why": "a slip"}).status_code == 200
    done(people.admin, f"/encounters/{tables[1]}/corrections", {"sheet": sheet(7, 0), "why": "a slip"})
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    draw(people.admin, cup)
    done(people.admin, f"/tournaments/{cup}/entries/2/withdraw", {"why": "the last bus"})
    words = "The fourth trick tells it."
    ruling = {"remedies": [{"kind": "nothing"}], "reason": words, "casebook": words, "appeal_minutes": 0}
    done(people.admin, f"/disputes/{dispute}/ruling", ruling)
    done(people.admin, f"/disputes/{dispute}/close")
    done(people.admin, f"/deals/{deal}/disputes", {"side": "EW", "claim": words})
    later = people.deal(dealer=dealer, table=table)
    play(people.admin, later, acts)
    other = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table}))
    as_then(crowd)
    never = str(uuid4())
    newer = paths(app, {**things, "deal_id": later, "match_id": other})
    naming = [(path, endpoint) for path, endpoint in newer if later in path or other in path]
    for path, endpoint in spread(naming, 10):
        nothing = response_parts(people.anybody, path.replace(later, never).replace(other, never), endpoint)
        status, body, _ = response_parts(people.anybody, path, endpoint)
        body = body.replace(later.encode(), never.encode()).replace(other.encode(), never.encode())
        assert (status, body) == nothing[:2], path

    insiders = [
        people.issue("director", club=club), people.issue("arbiter", club=club), people.issue("recorder", table=table),
        people.admin,
    ]  # fmt: skip
    for who in (*insiders, people.issue("seat", deal=deal, seat="E")):
        assert who.get(f"/deals/{deal}").json["status"] != "open"
        assert who.get(f"/deals/{deal}/views/public").json.get("settlement")
        rows = {row["id"]: row["status"] for row in who.get(f"/deals?table={table}").json["items"]}
        assert rows[deal] != "open"
        assert (later in rows) == (who in insiders)
    for who in insiders:
        assert who.get(f"/tables/{table}/now").json["deal"] == later

    delayed(people, table, 1)
    time.sleep(1.1)
    assert people.anybody.get(f"/deals/{deal}/replays/arbiter").status_code == 200
    assert people.anybody.get(f"/deals/{later}").json["over"]
    delayed(people, table, HOUR)
    as_then(some=third(2))


def test_the_clock_of_a_round_is_not_late_and_shows_nothing_else(people: People, stored: Ago) -> None:
    """A clock is no secret. That a further round is drawn is one: the number of its round is left out until then."""
    stored(2 * HOUR)
    club = people.club()
    table = people.table(club)
    cup = tournament(people.admin, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    delayed(people, table, HOUR)
    stored(0)
    before = people.anybody.get(f"/tournaments/{cup}").data
    draw(people.admin, cup)
    done(people.admin, f"/tournaments/{cup}/clock", {"round": 1, "minutes": 50})
    outside, inside = (who.get(f"/tournaments/{cup}/clock").json["clock"] for who in (people.anybody, people.admin))
    assert inside.pop("round") == 1
    assert outside == inside
    assert people.anybody.get(f"/tournaments/{cup}").data == before
    assert people.anybody.get(f"/tournaments/{cup}/log").json["items"][-1]["topic"].endswith("TablesNamed")
    unseen = tournament(people.admin, club=club)
    done(people.admin, f"/tournaments/{unseen}/tables", {"tables": {"1": table}})
    assert people.anybody.get(f"/tournaments/{unseen}/clock").status_code == 404


def test_a_match_is_as_late_as_the_tables_its_deals_are_played_at(people: People, stored: Ago) -> None:
    stored(2 * HOUR)
    table = people.table()
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}))
    deal = opened(people.admin.post("/deals", {"match": match, "table": table}))
    delayed(people, table, HOUR)
    stored(0)
    paths = (f"/matches/{match}", "/matches?limit=1")
    before = [people.anybody.get(path).data for path in paths]
    dealt = people.admin.post(f"/deals/{deal}/abandon", {"why": "the lights went out"})
    assert dealt.status_code == 200
    assert [people.anybody.get(path).data for path in paths] == before
    assert people.admin.get(paths[0]).data != before[0]


def test_a_series_is_as_late_as_the_tables_of_its_evenings(people: People, stored: Ago) -> None:
    """An announced result shows the results of all evenings, so it may not be seen before they are."""
    stored(2 * HOUR)
    club = people.club()
    table = people.table(club)
    seats = dict(zip("SENW", ("Anna", "Bea", "Cleo", "Dora"), strict=True))
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table, "players": seats}))
    league = opened(people.admin.post("/series", {"name": "League", "club": club}))
    done(people.admin, f"/series/{league}/evenings", {"match": match})
    delayed(people, table, HOUR)
    stored(0)
    paths = (f"/series/{league}", f"/series/{league}/log", f"/series/{league}/ledger.csv")
    before = [people.anybody.get(path).data for path in paths]
    done(people.admin, f"/matches/{match}/end")
    done(people.admin, f"/series/{league}/end")
    assert [people.anybody.get(path).data for path in paths] == before
    assert people.issue("director", club=club).get(paths[0]).json["result"]["places"]
    site = people.anybody.app.test_client()
    pages = [site.get(path) for path in (f"/clubs/{club}/series", f"/series/{league}")]
    assert [page.status_code for page in pages] == [200, 200]
    assert not any(b"Anna" in page.data for page in pages)


def test_pages_are_full_though_the_newest_deals_are_not_shown_yet(people: People, stored: Ago) -> None:
    stored(2 * HOUR)
    table = people.table()
    old = [people.deal(table=table, at=f"2026-02-14T20:0{n}:00Z") for n in range(5)]
    delayed(people, table, HOUR)
    stored(0)
    for n in range(5):
        people.deal(table=table, at=f"2026-02-14T21:0{n}:00Z")
    first = people.anybody.get(f"/deals?table={table}&limit=3").json
    second = people.anybody.get(f"/deals?table={table}&limit=3&cursor={first['next']}").json
    assert [row["id"] for page in (first, second) for row in page["items"]] == old[::-1]
    assert second["next"] is None


def test_who_may_set_a_delay(people: People) -> None:
    club = people.club()
    table, elsewhere = people.table(club), people.table(people.club())
    for who in (people.issue("director", club=club), people.issue("arbiter", club=club)):
        assert who.post(f"/tables/{elsewhere}/delay", {"seconds": 9}).status_code == 403
        seconds = len(who.secret) + len(who.id) + int(UUID(who.id)) % 1000
        assert who.post(f"/tables/{table}/delay", {"seconds": seconds}).status_code == 200
        assert people.anybody.get(f"/tables/{table}").json["delay"] == seconds
        again = who.post(f"/tables/{table}/delay", {"seconds": seconds})
        assert (again.status_code, again.json["code"]) == (422, "same-delay")
    recorder = people.issue("recorder", table=table)
    assert recorder.post(f"/tables/{table}/delay", {"seconds": 0}).status_code == 403
    for seconds in (-1, 86_401, "5", 1.5, None):
        assert people.admin.post(f"/tables/{table}/delay", {"seconds": seconds}).json["code"] == "shape"
    delayed(people, table, 0)
    assert "delay" not in people.anybody.get(f"/tables/{table}").json


def test_what_is_stored_when_is_the_servers_to_say(people: People, stored: Ago) -> None:
    """The `at` of a command is its sender's word: it lets nobody look earlier, or later."""
    table = people.table()
    delayed(people, table, HOUR)
    stored(2 * HOUR)
    old_deal = people.deal(table=table, at=datetime.now(UTC).isoformat(timespec="milliseconds"))
    stored(0)
    hidden = people.deal(table=table, at="2001-01-01T00:00:00Z")
    assert people.anybody.get(f"/deals/{old_deal}").status_code == 200
    assert people.anybody.get(f"/deals/{hidden}").status_code == 404
