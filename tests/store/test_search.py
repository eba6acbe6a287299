"""A search in a long list is read part by part, and finds what a look at every row finds."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest

from store.events.recorder import Recorder
from store.postgres.embedded import Embedded
from store.tables import search
from store.tables.catalogue import Catalogue, Late, Rows
from store.tables.search import Hits, Window, window_before
from tests.cases import cases

Connect = Callable[[str], psycopg.Connection]

CLUBS = [UUID(int=1), UUID(int=2)]
DAILY = UUID(int=3)
BEGAN = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Line:
    id: UUID
    at: str
    club: UUID
    traits: tuple[str, ...]
    data: dict[str, Any] = field(default_factory=dict)
    title: str = "A deal"
    kind: str = "deal"
    parent: UUID | None = None

    @property
    def people(self) -> set[str]:
        return set(self.data["people"])


def deals(number: int) -> list[Line]:
    """Deals of two clubs: a busy beginning, years with hardly any, and an evening with many at the same moment.

    A third club has a deal a day, so windows begin exactly with a deal; its newest ten have no traits.
    """
    chance = random.Random(17)
    times = [BEGAN + timedelta(minutes=7 * n) for n in range(number // 3)]
    times += [BEGAN + timedelta(days=18 * n + 30) for n in range(number // 3)]
    times += [times[-1]] * (number - len(times))
    lines = []
    for time in times:
        hands = [f"{seat}:{card}" for seat in "EW" for card in ("JH", "9H", "AH") if chance.random() < 0.3]
        rare = ["caps-late"] if chance.random() < 0.02 else []
        data = {"people": chance.sample(["Anna", "Beat", "Chitra"], 2), "bid": chance.choice([160, 170])}
        data |= {"status": "played", "ruleset": "304" if len(lines) % 40 else "504", "has_caps": bool(rare)}
        data["contract"] = {"bid": data["bid"], "suit": "SHDC"[len(lines) % 4]}
        lines.append(
            Line(UUID(int=chance.getrandbits(128)), time.isoformat(), chance.choice(CLUBS), (*hands, *rare), data)
        )
    for n in range(150):
        day = (BEGAN + timedelta(days=n)).isoformat()
        traits = ("N:JH",) if n < 140 else ()
        lines.append(Line(UUID(int=chance.getrandbits(128)), day, DAILY, traits, {"people": [], "bid": 160}))
    return lines


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return deals(300)


@pytest.fixture
def catalogue(recorder: Recorder, stream: Any, lines: list[Line], monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    catalogue = Catalogue(recorder)
    if not catalogue.newest("deal", 1):
        recorder.insert_events(stream(1), also=Rows().statements(lines))
    monkeypatch.setattr(search, "NEWEST", 7)
    return catalogue


Fits = Callable[[Line], bool]
HANDS = [["E:JH", "E:9H"], ["W:JH", "W:9H"]]
SEARCHES: dict[str, tuple[dict[str, Any], Fits]] = {
    "a common trait": ({"traits": [["E:JH"]]}, lambda line: "E:JH" in line.traits),
    "a rare one": ({"traits": [["caps-late"]]}, lambda line: "caps-late" in line.traits),
    "one that no deal has": ({"traits": [["S:JH"]]}, lambda line: False),
    "no hand at all": ({"traits": []}, lambda line: False),
    "any of two hands": ({"traits": HANDS}, lambda line: any(set(hand) <= set(line.traits) for hand in HANDS)),
    "a player": ({"people": ["Anna"]}, lambda line: "Anna" in line.people),
    "a player by one of two names": ({"people": ["Beat", "B."]}, lambda line: "Beat" in line.people),
    "nobody": ({"people": ["Nobody"]}, lambda line: False),
    "a player and a rare trait": (
        {"people": ["Chitra"], "traits": [["caps-late"]]},
        lambda line: "Chitra" in line.people and "caps-late" in line.traits,
    ),
    "in a club": (
        {"club": CLUBS[1], "traits": [["E:AH", "W:JH"]]},
        lambda line: line.club == CLUBS[1] and {"E:AH", "W:JH"} <= set(line.traits),
    ),
    "a deal a day": ({"club": DAILY, "traits": [["N:JH"]]}, lambda line: "N:JH" in line.traits),
    "before a day": (
        {"until": BEGAN + timedelta(days=400), "traits": [["W:AH"]]},
        lambda line: datetime.fromisoformat(line.at) < BEGAN + timedelta(days=400) and "W:AH" in line.traits,
    ),
    "a rare ruleset": ({"where": {"ruleset": "504"}}, lambda line: line.data.get("ruleset") == "504"),
    "a status that no deal has": ({"where": {"status": "open"}}, lambda line: False),
    "with a call of Caps": ({"where": {"has_caps": True}}, lambda line: line.data.get("has_caps") is True),
    "a contract": (
        {"where": {"status": "played", "contract": {"bid": 170, "suit": "H"}}},
        lambda line: line.data.get("contract") == {"bid": 170, "suit": "H"},
    ),
    "a number is no name": ({"where": {"contract": {"bid": "170"}}}, lambda line: False),
    "a ruleset in a club, since a day": (
        {"club": CLUBS[0], "since": BEGAN + timedelta(days=90), "where": {"ruleset": "504"}},
        lambda line: (
            line.club == CLUBS[0]
            and datetime.fromisoformat(line.at) >= BEGAN + timedelta(days=90)
            and line.data.get("ruleset") == "504"
        ),
    ),
    "a player, a trait and a ruleset": (
        {"people": ["Anna"], "traits": [["E:JH"]], "where": {"ruleset": "304"}},
        lambda line: "Anna" in line.people and "E:JH" in line.traits and line.data.get("ruleset") == "304",
    ),
    "with something else in the deal": (
        {"where": {"bid": 170}, "traits": [["E:9H"]]},
        lambda line: line.data["bid"] == 170 and "E:9H" in line.traits,
    ),
}


def test_a_search_finds_what_a_look_at_every_row_finds_page_by_page(catalogue: Catalogue, lines: list[Line]) -> None:
    in_order = sorted(lines, key=lambda line: line.id)
    in_order = sorted(in_order, key=lambda line: datetime.fromisoformat(line.at), reverse=True)
    with cases() as case:
        for name, (conditions, fits) in SEARCHES.items():
            hits = [line.id for line in in_order if fits(line)]
            for limit in (4, 200):
                with case(name, limit):
                    ids: list[UUID] = []
                    after = None
                    while True:
                        page = catalogue.page("deal", after=after, limit=limit, **conditions)
                        ids += [row.id for row in page.rows]
                        assert page.next is None or len(page.rows) == limit
                        if (after := page.next) is None:
                            break
                    assert ids == hits
            with case(name, "counts"):
                counts = catalogue.counts("deal", [{"where": {"bid": 170}}], **conditions)
                assert (counts.total, counts.is_cut) == (len(hits), False)
                assert counts.narrower == (sum(line.id in hits and line.data["bid"] == 170 for line in lines),)


def test_a_reader_with_delays_finds_the_same_without_the_index(catalogue: Catalogue) -> None:
    late = catalogue.seen(Late({"another table": 60.0}))
    with cases() as case:
        for name, (conditions, _) in SEARCHES.items():
            with case(name):
                assert late.newest("deal", 300, **conditions) == catalogue.newest("deal", 300, **conditions)


def test_a_count_ends_with_the_newest_hits(
    catalogue: Catalogue, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.tables.catalogue.COUNTED_BY_CARDS", 20)
    counts = catalogue.counts("deal", [{"where": {"bid": 170}}], traits=[["E:JH"]])
    newest = catalogue.newest("deal", 20, traits=[["E:JH"]])
    assert (counts.total, counts.is_cut) == (20, True)
    assert counts.narrower == (sum(row.data["bid"] == 170 for row in newest),)


def test_windows_follow_one_another_and_end_with_the_oldest_row() -> None:
    newest, oldest = BEGAN + timedelta(days=3000), BEGAN
    with cases() as case:
        for number in (0, 3, 49):
            with case(number):
                end: datetime | None = newest - timedelta(hours=3)
                windows: list[Window] = []
                while end is not None:
                    windows.append(window_before(end, newest, oldest, Hits(50, number)))
                    end = windows[-1].begin
                assert [window.end for window in windows[1:]] == [window.begin for window in windows[:-1]]
                assert windows[-1].days() is None
                assert all(len(window.days() or ()) <= search.MOST_DAYS + 1 for window in windows)


def test_the_fewer_hits_there_are_the_longer_is_the_next_window() -> None:
    newest = BEGAN + timedelta(days=3000)
    begins = [window_before(newest - timedelta(days=2), newest, BEGAN, Hits(50, hits)).begin for hits in (49, 20, 0)]
    lengths = [newest - timedelta(days=2) - begin for begin in begins if begin is not None]
    assert lengths == [timedelta(days=2), timedelta(days=4.5), timedelta(days=2 * search.GROWTH)]


def test_the_days_of_a_window_are_those_of_the_index() -> None:
    """The index has the days in UTC, whatever the time zone of the database."""
    zone = timedelta(hours=5, minutes=30)
    window = Window(BEGAN - timedelta(days=1) + zone - timedelta(hours=6), BEGAN + timedelta(hours=1))
    assert window.days() == [(BEGAN - timedelta(days=days)).date() for days in (2, 1, 0)]


@pytest.mark.parametrize(
    ("index", "other", "conditions", "parts"),
    [
        (
            "catalogue_search",
            "catalogue_by_filters",
            {"club": CLUBS[0], "people": ["Anna"], "traits": HANDS},
            ("traits @> string_to_array", "'people'", "ARRAY[club_id] @>", "::date] &&"),
        ),
        (
            "catalogue_by_filters",
            "catalogue_search",
            {"club": CLUBS[0], "where": {"status": "open", "contract": {"suit": "H"}}},
            ('{"status open","suit H"}', "ARRAY[club_id] @>", "::date] &&"),
        ),
    ],
    ids=["catalogue_search", "catalogue_by_filters"],
)
def test_each_condition_of_a_window_is_one_of_the_index(
    catalogue: Catalogue,
    connect: Connect,
    server: Embedded,
    index: str,
    other: str,
    conditions: dict[str, Any],
    parts: tuple[str, ...],
) -> None:
    """If an expression is not written as in the migration, each search reads every row."""
    ends = (BEGAN + timedelta(days=90), UUID(int=0), BEGAN + timedelta(days=91), BEGAN)
    _, (query, values) = list(search.search("deal", "id, sorted_at", conditions, Hits(50, 40), lambda *_: [ends]))[:2]
    connection = connect(server.owner_dsn)
    with connection.transaction(force_rollback=True):
        connection.execute("SET LOCAL enable_seqscan = off")
        others = f"catalogue_by_kind, catalogue_by_club, catalogue_at_table, catalogue_by_bid, {other}"
        connection.execute(f"DROP INDEX {others}".encode())
        plan = [line for (line,) in connection.execute(b"EXPLAIN " + query.as_bytes(connection), values)]
    (scan,) = (place for place, line in enumerate(plan) if f"Index Scan on {index}" in line)
    condition = next(line for line in plan[scan:] if "Index Cond" in line)
    for part in parts:
        assert part in condition, (part, plan)
