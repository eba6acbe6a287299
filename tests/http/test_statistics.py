"""The numbers of clubs and players are the same whether their days are computed or their deals are added up."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.statistics import access
from domain.kernel.ports import Listing
from replay import statistics
from replay.tally import Line, Tally, tally_of_club, tally_of_player
from store.settings import Settings
from store.tables.catalogue import Rows
from store.tables.queries import rows
from store.tables.statistics import CLUB, StaleDay, Statistics
from tests.analysis.workers import analyse_all
from tests.cases import FULL
from tests.http.applications import closing_app
from tests.http.computed import compute
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done
from tests.signing.compiled import create_site

NAMES = ("Sita Kandiah", "Elil Nadarajah", "Nila Kugan", "Waruna Silva")
SEEDS = [seed for seed in range(40) if len(whole_deal(seed)[1]) > 40][:4]
MASKED = re.compile(r'nonce="[^"]*"|name="csrf[^>]*')


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


class Club:
    """A club with four players, one of whom deals name by the id, and its readers."""

    def __init__(self, people: People, settings: Settings) -> None:
        self.people, self.settings = people, settings
        self.id = people.club()
        self.table = people.table(self.id)
        self.players = [opened(people.admin.post("/players", {"name": name, "club": self.id})) for name in NAMES]
        self.readers = {
            "admin": people.admin,
            "anybody": people.anybody,
            "player": people.player(self.players[0]),
            "official": people.issue("director", club=self.id),
        }
        self.paths = [f"/api/v1/clubs/{self.id}/card-play", f"/clubs/{self.id}"]
        self.paths += [
            path for each in self.players for path in (f"/api/v1/players/{each}/card-play", f"/players/{each}")
        ]

    @property
    def table_of_numbers(self) -> Statistics:
        return self.people.house.services.statistics

    def deal(self, seed: int, at: str, *, whole: bool = True, **more: Any) -> str:
        """Record a deal of the four, or its beginning."""
        dealer, acts = whole_deal(seed)
        names = [*self.players[:1], *NAMES[1:]]
        random.Random(seed).shuffle(names)
        players = dict(zip("SENW", names, strict=True))
        deal = self.people.deal(dealer=dealer, club=self.id, players=players, at=at, **more)
        play(self.people.admin, deal, acts if whole else acts[: len(acts) // 2])
        return deal

    def seen(self) -> dict[tuple[str, str], str]:
        """The pages and answers of the API that readers get, every day without those of officials."""
        answers = {}
        for name, reader in self.readers.items():
            if name in ("admin", "official") and not FULL:
                continue
            own = ["/api/v1/me/figures"] if name == "player" else []
            for path in (*self.paths, *own):
                answer = get(reader, path)
                assert answer.status_code == 200, (path, answer.text)
                answers[name, path] = MASKED.sub("", answer.text)
        return answers

    def check(self) -> dict[tuple[str, str], str]:
        """Compare what readers get with some days computed, with all, and with none."""
        some = self.seen()
        compute(self.table_of_numbers)
        assert self.table_of_numbers.count() == 0
        every = self.seen()
        with psycopg.connect(self.settings.owner_dsn or "", options=f"-c search_path={self.settings.schema}") as owner:
            owner.execute("CREATE TEMPORARY TABLE kept AS SELECT * FROM statistics")
            self.table_of_numbers.note_all()
            owner.execute("DELETE FROM statistics")
            owner.commit()
            none = self.seen()
            assert [key for key in none if none[key] != every[key]] == []
            assert [key for key in none if none[key] != some[key]] == []
            owner.execute("INSERT INTO statistics SELECT * FROM kept")
            owner.execute("DELETE FROM stale_days")
        return every


def get(who: Person, path: str) -> TestResponse:
    sent = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    return who.app.test_client().get(path, headers=sent)


@pytest.fixture
def club(people: People, settings: Settings) -> Club:
    return Club(people, settings)


def test_every_reader_gets_the_same_after_every_change_with_days_computed_or_not(
    club: Club, people: People, settings: Settings
) -> None:
    admin = people.admin
    first = club.deal(SEEDS[0], "2025-11-30T22:10:00Z")
    club.deal(SEEDS[1], "2025-12-01T01:10:00Z")
    club.deal(SEEDS[2], "2026-01-20T19:00:00Z")
    begun = club.deal(SEEDS[3], "2026-01-20T19:30:00Z", whole=False, table=club.table)
    opened_at = club.check()
    analyse_all(settings)
    analysed = club.check()
    assert opened_at != analysed, "the card play is there"

    changes: list[Callable[[], object]] = [
        lambda: play(admin, begun, whole_deal(SEEDS[3])[1][len(whole_deal(SEEDS[3])[1]) // 2 :]),
        lambda: club.deal(SEEDS[0], "2025-12-24T20:00:00Z"),
        lambda: done(admin, f"/deals/{first}/rulings/violation", {"seat": "E", "code": "revoke", "why": "seen"}),
        lambda: done(admin, f"/deals/{first}/withdrawal", {"why": "a slip"}),
        lambda: analyse_all(settings),
        lambda: admin.call("PATCH", f"/players/{club.players[1]}", {"name": "Elil N."}),
    ]
    before = analysed
    for number, change in enumerate(changes):
        change()
        after = club.check()
        assert after != before, number
        before = after


def test_a_season_of_drawn_deals_adds_up_to_the_fold_of_all(club: Club, people: People) -> None:
    """Deals of a season, imported in any order, some of them later withdrawn; on most days several evenings."""
    chance, here = random.Random(43), people.house.services
    names = [*NAMES, "Kala Mahadeva", ""]
    begin = datetime(2025, 1, 1, 18, tzinfo=UTC)
    every: dict[UUID, Listing] = {}
    for _ in range(400):
        four = chance.sample(names, 4)
        made, open_ = chance.random() < 0.6, chance.random() < 0.1
        tokens = chance.choice([1, 2, 4]) * (1 if made else -1)
        data = {
            "players": dict(zip("SENW", four, strict=True)),
            "people": sorted(filter(None, four)),
            "sides": {"S": "NS", "N": "NS", "E": "EW", "W": "EW"},
            "ruleset": chance.choice(["304", "sidi-barrani"]),
            "status": "open" if open_ else "played",
            "result": "open" if open_ else "made" if made else "failed",
            "contract": None if open_ else {"seat": chance.choice("SENW"), "bid": chance.choice([160, 200, "pcc"])},
            "tokens": None if open_ else {"NS": tokens, "EW": -tokens},
            "points": None if open_ else {"NS": (ns := chance.randrange(305)), "EW": 304 - ns},
            "event": chance.choice(["", "Cup"]),
        }
        at = begin + timedelta(days=chance.randrange(60), minutes=chance.randrange(600))
        identity = uuid4()
        every[identity] = Listing(identity, "deal", UUID(club.id), None, "Deal", at.isoformat(), data)
    for listing in every.values():
        write(people, listing)
        if chance.random() < 0.01:
            compute(here.statistics)
    for identity in chance.sample(sorted(every), 40):
        gone = every.pop(identity)
        write(people, Listing(gone.id, "withdrawn", gone.club, None, gone.title, gone.at, gone.data))
    compute(here.statistics)
    lines = [Line(datetime.fromisoformat(each.at), each.data) for each in every.values()]
    whole, added = statistics.of_club(tally_of_club(lines)), statistics.of_club(stored(club, CLUB))
    assert sorted(added.rulesets) == sorted(whole.rulesets)
    assert added.deals == 360
    assert (added.bids, added.points, added.months, added.days) == (whole.bids, whole.points, whole.months, whole.days)
    assert added.last is not None
    assert added.last == whole.last
    for name in filter(None, names):
        player = tally_of_player(lines, [name])
        assert statistics.of_player(stored(club, name)) == statistics.of_player(player)
        assert statistics.months_of_player(stored(club, name)) == statistics.months_of_player(player)


def write(people: People, listing: Listing) -> None:
    """Write a row of the catalogue in a transaction of its own."""
    with people.house.services.recorder.datastore.transaction(commit=True) as cursor:
        for statement, values in Rows().statements([listing]):
            cursor.execute(statement, values)


def stored(club: Club, name: str) -> Tally:
    """Return the tally of all days of the table."""
    read = club.table_of_numbers.read(UUID(club.id), [name], 0.0, None, [])
    assert read.apart == []
    total = Tally()
    for each in reversed(read.numbers):
        total.add(Tally.of_json(each["tally"]))
    return total


class DiedError(BaseException):
    """Stands for the death of a process."""


@pytest.mark.full
def test_a_process_that_dies_while_it_computes_leaves_the_day_stale_and_right(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    compute(club.table_of_numbers)
    club.deal(SEEDS[1], "2025-11-30T21:10:00Z")
    before = club.seen()
    for what in ("api.statistics.keeper.StatisticsKeeper._numbers", "store.tables.statistics.Statistics._write"):

        def die(*_: object, **__: object) -> None:
            raise DiedError

        with monkeypatch.context() as patched:
            patched.setattr(what, die)
            with pytest.raises(DiedError):
                compute(club.table_of_numbers)
        assert club.table_of_numbers.count() == 1
        assert club.seen() == before
    assert club.check() == before


def test_what_is_written_while_a_day_is_computed_is_not_lost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new deal is read or not: its note is younger than those that are removed."""
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    write_numbers = Statistics.write
    late = iter([SEEDS[1]])

    def write_between(self: Statistics, stale: StaleDay, numbers: dict[str, object]) -> None:
        for seed in late:
            club.deal(seed, "2025-11-30T21:10:00Z")
        write_numbers(self, stale, numbers)

    monkeypatch.setattr(Statistics, "write", write_between)
    keeper = club.people.house.services.statistics_keeper()
    assert keeper.compute(quiet=0.0) == 1
    assert club.table_of_numbers.read(UUID(club.id), [CLUB], 0.0, None, []).apart != []
    club.check()


def test_a_day_that_another_process_has_written_is_not_written_again(club: Club) -> None:
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    (day,) = club.table_of_numbers.stale(10, 0.0, 0.0)
    compute(club.table_of_numbers)
    club.table_of_numbers.write(day, {})
    assert stored(club, CLUB).deals == 1


def test_a_day_of_which_something_is_being_written_waits(club: Club) -> None:
    compute(club.table_of_numbers)
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    keeper = club.people.house.services.statistics_keeper()
    assert keeper.compute(quiet=60.0) == 0
    assert keeper.compute(quiet=0.0) == 1


def test_numbers_with_the_analyses_of_another_kernel_are_not_read_and_made_anew(club: Club) -> None:
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    compute(club.table_of_numbers)
    newer = Statistics(club.table_of_numbers.recorder, "a newer kernel")
    (day,) = newer.read(UUID(club.id), [CLUB], 0.0, None, []).apart
    assert f"{day}" == "2025-11-30"
    compute(newer)
    compute(newer)
    assert newer.read(UUID(club.id), [CLUB], 0.0, None, []).apart == []
    compute(club.table_of_numbers)
    compute(club.table_of_numbers)
    club.check()


def test_more_deals_than_a_request_adds_up_are_said_not_to_be_all(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MOST", 2)
    for number, seed in enumerate(SEEDS[:3]):
        club.deal(seed, f"2025-11-{number + 1:02}T20:10:00Z")
    pages = [f"/clubs/{club.id}", f"/players/{club.players[0]}"]
    for path in pages:
        assert "Older deals are still being counted." in get(club.people.anybody, path).text
    assert get(club.readers["player"], "/api/v1/me/figures").json["items"][0]["is_cut"] is True  # type: ignore[index]
    compute(club.table_of_numbers)
    for path in pages:
        assert "Older deals" not in get(club.people.anybody, path).text
    (figures,) = get(club.readers["player"], "/api/v1/me/figures").json["items"]  # type: ignore[index]
    assert (figures["is_cut"], figures["deals"]) == (False, 3)


def test_numbers_do_not_name_somebody_who_was_forgotten(
    club: Club, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go in the transaction of the removal, before lists are made anew."""
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z")
    club.deal(SEEDS[1], "2025-12-02T20:10:00Z")
    compute(club.table_of_numbers)
    assert count_named(club, NAMES[2]) >= 4
    monkeypatch.setattr("api.people.forgetting.AT_ONCE", -1.0)
    monkeypatch.setattr("api.people.forgetting.BATCH", 1)
    done(people.admin, f"/clubs/{club.id}/people/forget", {"player": club.players[2]})
    forgetter = people.house.services.forgetter()
    assert count_named(club, NAMES[2]) == 0
    is_listed = False
    while not is_listed:
        assert all(NAMES[2] not in text for text in club.seen().values())
        compute(club.table_of_numbers)
        assert count_named(club, NAMES[2]) == 0
        is_listed = forgetter.list_on(0)
    monkeypatch.setattr("api.people.forgetting.LATER", 0.0)
    while forgetter.list_later():
        pass
    seen = club.check()
    assert all(NAMES[2] not in text for text in seen.values())
    assert any("Former player" in text for text in seen.values())


def count_named(club: Club, name: str) -> int:
    """Count the rows of numbers of a club in which a name stands."""
    text: LiteralString = "SELECT count(*) FROM statistics WHERE club_id = %s AND strpos(name || numbers::text, %s) > 0"
    ((number,),) = rows(club.table_of_numbers.recorder, text, [UUID(club.id), name])
    return int(number)


def test_a_late_reader_gets_what_it_sees_of_a_day_that_is_computed(club: Club, people: People) -> None:
    club.deal(SEEDS[0], "2025-11-30T20:10:00Z", table=club.table)
    compute(club.table_of_numbers)
    numbers = stored(club, CLUB).deals
    done(people.admin, f"/tables/{club.table}/delay", {"seconds": 3600})
    club.readers["late"] = people.issue("recorder", table=people.table(people.club()))
    assert numbers == 1
    seen = club.check()
    page = f"/clubs/{club.id}"
    assert "1 deal" in get(people.admin, page).text
    assert "0 deals" in seen["late", page]
    assert "0 deals" in seen["anybody", page]
