"""Row 20: lists and pages in a large book, and searches by cards, against the same in a book of 10,000 deals.

The books have generated deals, written as the ledger writes them: rows of the catalogue alone, without their events.
Each is served as `nought serve` serves it, without the network: the application answers in this process. A request has
a time for each book in each round; the figure of a round is the greatest ratio of the 95th percentiles.

Writing a row of an answer takes as long as finding it, and the small book has hardly any hits of some searches. So both
books are asked for as many rows as the small book has, at most a page. The page of a search also shows the number of
deals on its chips, counted among its newest 200 hits (1,000 of a player), of which the small book has fewer.
``NOUGHT_BENCH_DEALS`` sets the size of the large book (default: a million).
"""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode
from uuid import UUID, uuid4

import psycopg
from psycopg.sql import SQL, Identifier
from psycopg.types.json import Jsonb

from api.services import EXTENSION
from benchmarks.deals import random_deal
from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.engine.rules import rules_of
from domain.games.catalogue import STANDARD
from domain.record.imported_deal import Entered, ImportedDeal
from domain.record.prepared_deal import prepare
from store import migrations
from store.postgres import embedded
from store.settings import Settings
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from domain.kernel.ports import Listing

DEALS: Final = int(os.environ.get("NOUGHT_BENCH_DEALS", "1000000"))
RULES: Final = rules_of(STANDARD)
SMALL: Final = 10_000
SHAPES: Final = 2000
"""The different deals that the rows are copies of, with players, times and ids of their own."""
CLUBS: Final = 4
PLAYERS: Final = 400
REGULAR: Final = 7
"""A player of every fourth deal in the small book, and of `CAREER` deals in the large one."""
CAREER: Final = 10_000
"""The deals of a long life at the table. Statistics count 2,000, which the clubs and the regular have in both books."""
OTHERS: Final = [n for n in range(PLAYERS) if n != REGULAR]
ON_A_PAGE: Final = 50
"""The rows of a page of the API."""
REQUESTS: Final = 20
"""The requests for each path in each round."""
BEGAN: Final = datetime(2020, 1, 1, tzinfo=UTC)
CLUB_IDS: Final = [UUID(int=1000 + n) for n in range(CLUBS)]
PLAYER_IDS: Final = [UUID(int=5000 + n) for n in range(PLAYERS)]

COPY: Final = "COPY catalogue (id, kind, club_id, parent_id, created_at, title, data, traits) FROM STDIN"

QUERIES: Final[dict[str, dict[str, object]]] = {
    "a player's deals": {"player": "Player 7"},
    "East held J 9 of trumps": {"held": "J* 9*", "hand": "E"},
    "the bidder held J 9 A 10 of trumps": {"held": "J* 9* A* T*", "hand": "maker"},
    "anybody held J 9 A of hearts": {"held": "JH 9H AH"},
    "200 or more and failed": {"bid_from": 200, "result": "failed"},
    "the only trump, of a player": {"only_trump": "true", "player": "Player 7"},
    "Caps called late": {"reason": "caps-late"},
    "a lead and a shape": {"lead": "JH", "shape": "5-2-1-0", "hand": "E"},
}
"""The searches by name."""
PAGES: Final = {
    "home": "/",
    "library": "/api/v1/deals",
    "library page": "/deals",
    "search page": "/deals?held=J*+9*&hand=maker",
    "player page": f"/players/{PLAYER_IDS[REGULAR]}",
    "club page": f"/clubs/{CLUB_IDS[REGULAR % CLUBS]}",
    "own page": "/me",
    "own figures": "/me/figures",
}
"""The lists and pages by name; those below /me are of the regular."""


@dataclass(frozen=True)
class Book:
    """A record book and its application."""

    app: Flask
    deals: int
    secret: str
    """Of the regular's account, for its pages below /me."""

    def times(self, path: str) -> list[float]:
        """Return the sorted seconds of the requests for a path."""
        client = self.app.test_client()
        headers = {"Authorization": f"Bearer {self.secret}"} if path.startswith("/me") else {}
        seconds = []
        for _ in range(REQUESTS):
            began = time.perf_counter()
            answer = client.get(path, headers=headers)
            answer.get_data()
            seconds.append(time.perf_counter() - began)
            if answer.status_code != 200:
                raise RuntimeError(f"{path}: {answer.status_code}")
        return sorted(seconds)


def searches(small: Book) -> dict[str, str]:
    """Return the searches by name, over the API and as pages, each for as many rows as the small book has."""
    paths: dict[str, str] = {}
    for name, query in QUERIES.items():
        answer = small.app.test_client().get("/api/v1/deals", query_string={**query, "limit": ON_A_PAGE})
        text = urlencode({**query, "limit": max(1, len(answer.get_json()["items"]))})
        paths |= {name: f"/api/v1/deals?{text}", f"page of {name}": f"/deals?{text}"}
    return paths


def shapes() -> list[Listing]:
    """Return the rows of different whole deals of 304."""
    rows = []
    for seed in range(SHAPES):
        dealer, acts = random_deal(RULES, random.Random(seed))
        at = "2026-02-14T20:15:09.318Z"
        opened = DealOpened(plain(STANDARD), dealer, players=dict.fromkeys("SENW", ""), event="Evening")
        facts = tuple(Entered(act, at, "bench") for act in acts)
        rows.append(prepare(ImportedDeal(UUID(int=seed + 1), opened, at, "bench", facts, complete=True)).listing)
    return rows


def fill(settings: Settings, rows: list[Listing], deals: int) -> None:
    """Write players and deals into a book, and bring the planner's statistics up to date."""
    chance = random.Random(20)
    with psycopg.connect(settings.owner_dsn or settings.dsn, autocommit=True) as connection:
        connection.execute(SQL("SET search_path TO {}").format(Identifier(settings.schema)))
        with connection.cursor() as cursor, cursor.copy(COPY) as copy:
            copy.set_types(["uuid", "text", "uuid", "uuid", "timestamptz", "text", "jsonb", "text[]"])
            for n, player in enumerate(PLAYER_IDS):
                club = CLUB_IDS[n % CLUBS]
                named = Jsonb({"names": [f"Player {n}"]})
                copy.write_row((player, "player", club, None, BEGAN, f"Player {n}", named, []))
            for n in range(deals):
                row = chance.choice(rows)
                four = chance.sample(OTHERS, 4)
                if n % max(4, deals // CAREER) == 0:
                    four[0] = REGULAR
                home = (REGULAR if REGULAR in four else n) % CLUBS
                names = [f"Player {each}" for each in four]
                players = dict(zip("SENW", names, strict=True))
                data = {**row.data, "players": players, "people": sorted(names), "number": n}
                copy.write_row(
                    (
                        uuid4(), "deal", CLUB_IDS[home], None, BEGAN + timedelta(minutes=n), f"Deal {n}",
                        Jsonb(data), list(row.traits),
                    )
                )  # fmt: skip
        connection.execute("VACUUM ANALYZE catalogue")


def open_clubs(app: Flask) -> str:
    """Open the clubs of a book, and return the secret of a token of the regular's account."""
    here = app.extensions[EXTENSION].services
    for n, club in enumerate(CLUB_IDS):
        at = f"{BEGAN:%Y-%m-%dT%H:%M:%S}.000Z"
        here.ledger.clubs.open_club(f"Club {n}", club_id=club, sees="open", by="bench", at=at)
    account = here.accounts.add("regular", f"Player {REGULAR}", "player", {}, "bench")
    here.account_players.link(account.id, CLUB_IDS[REGULAR % CLUBS], PLAYER_IDS[REGULAR])
    secret: str = here.tokens.issue("player", account.name, timedelta(days=1), account=account.id)[1]
    return secret


@cache
def measure(rounds: int) -> tuple[Finding, Finding]:
    """Measure the lists and pages, and the searches: for each round the greatest ratio of all paths."""
    rows = shapes()
    with embedded.temporary() as server:
        books = []
        for deals in (SMALL, DEALS):
            settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, schema=f"bench{deals}")
            migrations.migrate(settings)
            fill(settings, rows, deals)
            app = create_app(settings)
            books.append(Book(app, deals, open_clubs(app)))
        lists = _compare(books[0], books[1], PAGES, rounds)
        searched = _compare(books[0], books[1], searches(books[0]), rounds)
        for book in books:
            book.app.extensions[EXTENSION].close()
    return lists, searched


def _compare(small: Book, large: Book, paths: Mapping[str, str], rounds: int) -> Finding:
    figures: list[float] = []
    seconds: dict[str, list[float]] = {}
    worst: dict[str, float] = {}
    for number in range(max(rounds, LEAST_ROUNDS) + 1):
        ratios = {}
        for name, path in paths.items():
            times = {}
            for book in (small, large):
                times[book] = book.times(path)[int(REQUESTS * 0.95) - 1]
                if number:
                    seconds.setdefault(f"{name}, {book.deals:,} deals", []).append(times[book])
            ratios[name] = times[large] / times[small]
        if number:  # the first round only warms up
            figures.append(max(ratios.values()))
            worst = {name: max(worst.get(name, 0), ratio) for name, ratio in ratios.items()}
    note = ", ".join(f"{name} {ratio:.1f}" for name, ratio in sorted(worst.items(), key=lambda each: -each[1])[:4])
    timings = tuple(Timing(name, "request", tuple(each)) for name, each in seconds.items())
    return Finding(tuple(figures), timings, note)


ROWS = [
    Row(20, f"lists and pages at {DEALS:,} deals, p95", f"the same at {SMALL:,}", at_most(2), lambda n: measure(n)[0]),
    Row(20, f"searches at {DEALS:,} deals, p95", f"the same at {SMALL:,}", at_most(2), lambda n: measure(n)[1]),
]
