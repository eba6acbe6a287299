"""Some of the persons of a book are forgotten while scribes write and the server is killed again and again.

Afterwards nothing names them: no page, route, paper, file, bundle or line of the server's log, as no role, and no dump
of the database. Everything else is as it was, and a backup from before forgets them again.

The full run has a book of 20,000 deals. Without ``NOUGHT_FULL`` it has 60 deals, and takes two minutes on two busy
cores; ``NOUGHT_PEOPLE="2000 200 60 10"`` names other numbers of deals, of different deals, of players and of those who
are forgotten; these took eight minutes. ``-s`` prints how long each part took.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote
from uuid import UUID

import psutil
import pypdf
import pytest
from flask import Flask

from api.cli.parts.books import embedded_settings
from api.services import Services
from benchmarks.book.filling import Plan, fill
from store.events.factory import build
from store.postgres import embedded
from store.postgres.programs import Programs
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cases import FULL
from tests.cli.conftest import spoken
from tests.http.applications import closing_app, provider_of
from tests.http.people import Person, opened
from tests.http.test_delay import paths, sign
from tests.http.test_who_sees import names_in, read
from tests.http.tournament_requests import SWISS, done, draw, report
from tests.kills import Client, Scribe, at_work, check_log, checkpoint_of, wait_for_writes
from tests.serving.test_kills import Site
from tests.signing.compiled import create_site
from tests.waiting import until

pytestmark = pytest.mark.full

SIZE = os.environ.get("NOUGHT_PEOPLE") or ("20000 1000 300 30" if FULL else "60 12 12 3")
DEALS, DISTINCT, PLAYERS, GONE = map(int, SIZE.split())
READY = os.environ.get("NOUGHT_FILLED", "")
"""A folder that was filled before with as many deals and players, so that only the test itself is measured."""
PATIENCE = 1800.0
SEED = 304
NAMING = {
    "archives.list_deals_as_csv", "archives.export_deals", "bundles.get_bundle", "entry_files.get_report_file",
    "entry_files.get_entries_csv", "library.player", "papers.standings_pdf", "ratings.ratings", "replays.get_replay",
    "standings.get_standings", "series.get_series_ledger", "slates.get_slate",
}  # fmt: skip
"""Endpoints that name somebody before: of every form that an answer may have."""


@dataclass
class Book:
    """A filled book, its club, and the players who will be forgotten."""

    settings: Settings
    folder: Path
    club: str
    gone: dict[str, str]
    """Name by id."""

    @property
    def names(self) -> list[str]:
        return list(self.gone.values())


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    above = Path(tempfile.mkdtemp(prefix="nought-"))
    above.chmod(0o711)
    folder = Path(READY) if READY else above / "data"
    try:
        with embedded.start(folder) as server:
            settings = embedded_settings(server)
            if not READY:
                monkeypatch.setattr("benchmarks.book.federation.PLAYERS_OF_A_CLUB", PLAYERS)
                for _ in fill(settings, Plan(DEALS, DISTINCT)):
                    pass
            with closing(Services.build(settings)) as services:
                (club,) = services.catalogue.page("club").rows
                players = sorted(services.catalogue.rows("player", club=club.id), key=lambda row: row.title)
                assert len(players) == PLAYERS
                gone = random.Random(SEED).sample(players, GONE)
                services.forgetter().read_on()
            yield Book(settings, folder, str(club.id), {str(row.id): row.title for row in gone})
    finally:
        shutil.rmtree(above, ignore_errors=True)


@contextmanager
def site_of(book: Book, log: Path) -> Iterator[Site]:
    recorder = build(book.settings)
    _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(days=1))
    recorder.close()
    with log.open("a") as lines, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", lines)
        site = Site(book.settings, book.folder, secret)
        try:
            site.start()
            yield site
        finally:
            site.stop()


def spellings(name: str) -> list[str]:
    """A name as it is, escaped, percent-encoded, and in the hexadecimal digits of a dump."""
    return [name, json.dumps(name)[1:-1], quote(name), name.replace(" ", "+"), name.encode().hex()]


def rows_of_dump(settings: Settings, names: list[str]) -> list[str]:
    """The lines of a dump of the database, as an operator makes it, that have one of some names."""
    forms = [form.encode() for name in names for form in set(spellings(name))]
    program = Programs(Path(settings.data)).bin / "pg_dump"
    with subprocess.Popen(
        [program, "--schema", settings.schema, settings.owner_dsn or ""], stdout=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        with_names, table = [], b""
        for line in run.stdout:
            table = line if line.startswith(b"COPY ") else table
            if any(form in line for form in forms):
                with_names.append(f"{table[:60]!r}: {line[:200]!r}")
    assert run.returncode == 0
    return with_names


def plain(body: bytes) -> bytes:
    """A body; of a paper its text, of a file of files all of them."""
    if body.startswith(b"%PDF"):
        return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(body)).pages).encode()
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as files:
            return b"\n".join(name.encode() + files.read(name) for name in files.namelist())
    return body


def roles(app: Flask, settings: Settings, things: dict[str, str]) -> dict[str, Person]:
    """An administrator, who sees most, the officials of the club, those at one of its tables, a viewer, and nobody."""
    in_club, at_table = {"club": things["club_id"]}, {"table": things["table_id"]}
    scopes = {
        "admin": {}, "director": in_club, "arbiter": in_club, "recorder": at_table, "seat": {**at_table, "seat": "S"},
        "viewer": {},
    }  # fmt: skip
    with closing(build(settings)) as recorder:
        issued = {
            role: Tokens(recorder).issue(role, "Keeper", timedelta(days=1), scope) for role, scope in scopes.items()
        }
    return {role: Person(app, secret) for role, (_, secret) in issued.items()} | {"nobody": Person(app)}


def administrator(app: Flask, settings: Settings) -> Person:
    with closing(build(settings)) as recorder:
        return Person(app, Tokens(recorder).issue("admin", "Keeper", timedelta(days=1))[1])


def record_more(admin: Person, book: Book, others: list[str]) -> dict[str, str]:
    """Record a tournament, an evening, a claim in which some of the persons stand. Return the ids of the things."""
    club, pairs = book.club, list(zip(book.names, others, strict=False))[:4]
    cup = opened(admin.post("/tournaments", {"name": "The cup", "terms": SWISS, "ruleset": "304", "club": club}))
    for pair in [*pairs, *zip(others[4:], others[8:], strict=False)][:4]:
        done(admin, f"/tournaments/{cup}/entries", {"name": " & ".join(pair), "players": pair})
    tables = [each["id"] for each in draw(admin, cup)["encounters"]]
    for table, theirs in zip(tables, (4, 2), strict=True):
        report(admin, table, 7, theirs)
    done(admin, f"/tournaments/{cup}/rounds/1/close")
    done(admin, f"/tournaments/{cup}/end")
    (first, second), *_ = pairs
    sides = {"A": [first, others[5]], "B": [second, others[6]]}
    slate = opened(admin.post("/slates", {"game": "schieber", "club": club, "players": sides}))
    done(admin, f"/slates/{slate}/lines", {"points": 97})
    series = opened(admin.post("/series", {"name": "League", "club": club}))
    for what in ({"tournament": cup}, {"slate": slate}):
        done(admin, f"/series/{series}/evenings", what)
    services = provider_of(admin.app).services
    deal = services.catalogue.newest("deal", 1, club=UUID(club), people=[first])[0]
    dispute = opened(admin.post(f"/deals/{deal.id}/disputes", {"side": "NS", "claim": "It was too slow."}))
    return {
        "club_id": club, "player_id": next(iter(book.gone)), "deal_id": str(deal.id),
        "match_id": str(deal.data["match"]), "table_id": str(deal.data["table"]), "tournament_id": cup,
        "encounter_id": tables[0], "dispute_id": dispute, "slates": slate, "series": series,
    }  # fmt: skip


NOTHING = "019c5c22-f9d0-791b-99d5-000000000000"
"""`paths` puts these where a slate or a series is named."""


def sample(app: Flask, things: dict[str, str]) -> list[tuple[str, str]]:
    """Some paths of each endpoint that only looks, with ids that exist: the shortest and another one, of papers one."""
    every: defaultdict[str, set[str]] = defaultdict(set)
    for path, endpoint in paths(app, things):
        for kind in ("slates", "series"):
            path = path.replace(f"/{kind}/{NOTHING}", f"/{kind}/{things[kind]}")
        every[endpoint].add(path)
    chance, chosen = random.Random(SEED), []
    for endpoint, own in sorted(every.items()):
        first, *others = sorted(own, key=lambda path: (len(path), path))
        more = [chance.choice(others)] if others and not endpoint.endswith("_pdf") else []
        chosen += [(path, endpoint) for path in (first, *more)]
    return chosen


def walk(app: Flask, who: dict[str, Person], things: dict[str, str], names: list[str]) -> tuple[set[str], list[str]]:
    """Read the sample. Return the endpoints that answered with something, and the answers that had one of some names.

    Each path is read as the first role, and as one of the others in turn; in the full run as each.
    """
    (first, reader), *others = who.items()
    answered, with_names = set(), []
    for number, (path, endpoint) in enumerate(sample(app, things)):
        some = others if FULL or not others else [others[number % len(others)]]
        for role, person in [(first, reader), *some]:
            status, body, headers = read(person, path)
            if status == 200:
                answered.add(endpoint)
            if stand := names_in(plain(body) + str(headers).encode(), names):
                with_names.append(f"{endpoint}: {path} as {role} names {stand}")
    return answered, with_names


@dataclass
class Facts:
    """Return all that must be the same afterwards but for names."""

    answers: dict[str, list[str]]
    """The lines of answers by path, sorted: equal places are listed by name."""
    count: dict[str, int]


PARTNERS: Final = re.compile('class="rows partners"|<small class="quiet">with ')
"""Lines of a page with the most frequent partners. Those with equally many stand by name, which changes."""


def facts_of(app: Flask, admin: Person, things: dict[str, str], players: list[str], deals: list[str]) -> Facts:
    club, cup, series = things["club_id"], things["tournament_id"], things["series"]
    answers, shown = {}, ("?viewer=arbiter", "/replays/arbiter", "/audit")
    for path in (
        *(f"/api/v1/deals/{deal}{what}" for deal in deals for what in shown),
        *(f"/players/{player}" for player in players),
        *(f"/api/v1/tournaments/{cup}{what}" for what in ("", "/standings", "/log.csv", "/entries.csv")),
        f"/clubs/{club}/ratings", f"/tournaments/{cup}/standings", f"/api/v1/series/{series}/ledger.csv",
        f"/api/v1/slates/{things['slates']}",
    ):  # fmt: skip
        status, body, _ = read(admin, path)
        assert status == 200, (path, body)
        answers[path] = [line for line in body.decode().splitlines() if not PARTNERS.search(line)]
    kinds = {kind: sum(1 for _ in provider_of(app).services.catalogue.rows(kind, club=UUID(club)))
             for kind in ("player", "match", "deal", "tournament", "slate", "series")}  # fmt: skip
    return Facts(answers, kinds)


def renamed(answers: dict[str, list[str]], called: dict[str, str]) -> dict[str, list[str]]:
    """The answers with what stands in the place of names, their lines sorted."""

    def rename(line: str) -> str:
        for name, former in called.items():
            line = line.replace(name, former)
        return line

    return {path: sorted(map(rename, lines)) for path, lines in answers.items()}


def only_in(lines: list[str], other: list[str]) -> list[str]:
    """Return the lines that the other answer does not have."""
    return sorted((Counter(lines) - Counter(other)).elements())


@dataclass
class Forgotten:
    """How the persons were forgotten: what stands in the place of each name, and how long it took."""

    called: dict[str, str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    """Of the requests that met no kill."""
    kills: int = 0
    """Those before the answer."""


def forget_under_kills(book: Book, site: Site, scribes: list[Scribe], checkpoints: Path, deal: str) -> Forgotten:
    """Forget each player; at any moment of most of the requests kill all that carries them out."""
    chance, forgotten = random.Random(SEED), Forgotten()
    called, client = forgotten.called, Client([site.port], site.secret, patience=PATIENCE)
    with at_work(scribes) as futures, ThreadPoolExecutor(1) as pool:
        wait_for_writes(scribes, futures, 2)
        for number, (player, name) in enumerate(book.gone.items()):
            checkpoint_of(client, checkpoints)
            # So that the process for requests that take long has started, and a kill meets the forgetting itself.
            assert client.get(f"/deals/{deal}/audit").status_code == 200
            began = time.monotonic()
            sent = pool.submit(client.post, f"/clubs/{book.club}/people/forget", {"player": player})
            if number % 3:
                time.sleep(chance.random() * 1.5)
                forgotten.kills += not sent.done()
                for each in site.server.children(recursive=True):
                    with suppress(psutil.Error):
                        each.kill()
                if number % 3 == 2:
                    site.kill("the server")
            reply = sent.result(PATIENCE)
            if not number % 3:
                forgotten.seconds.append(time.monotonic() - began)
            assert reply.status_code == 200, reply.body
            called[name] = reply.json["called"]
            in_club = f"club={book.club}&limit=200"
            for path in (
                f"/players/{player}", f"/players?{in_club}", f"/deals?{in_club}", f"/matches?{in_club}",
                f"/deals?{in_club}&player={quote(name)}",
            ):  # fmt: skip
                answer = client.get(path)
                assert answer.status_code == 200, answer.body
                assert not names_in(answer.body, called), f"{path} after {number + 1} were forgotten"
            wait_for_writes(scribes, futures, 1)
    return forgotten


def test_who_is_forgotten_under_load_is_named_nowhere_and_all_else_is_as_before(book: Book, tmp_path: Path) -> None:
    checkpoints, log, began = tmp_path / "checkpoints", tmp_path / "server.log", time.monotonic()
    checkpoints.mkdir()
    bundles = {when: tmp_path / f"{when}.bundle.json" for when in ("before", "after")}

    def say(what: str) -> None:
        print(f"{time.monotonic() - began:7.1f} s  {what}", file=sys.__stderr__, flush=True)

    with closing_app(create_site(book.settings)) as app:
        admin = administrator(app, book.settings)
        catalogue = provider_of(app).services.catalogue
        others = [row.title for row in catalogue.rows("player", club=UUID(book.club)) if row.title not in book.names]
        things = record_more(admin, book, others)
        deals = [str(row.id) for row in catalogue.newest("deal", 5, club=UUID(book.club), people=book.names)]
        players = list(book.gone)[:3]
        sign(app)
        before = facts_of(app, admin, things, players, deals)
        assert [
            path for path, lines in before.answers.items() if not names_in("".join(lines).encode(), book.names)
        ] == []
        answered_before, with_names = walk(app, {"admin": admin}, things, book.names)
        named = {line.split(":")[0] for line in with_names}
        assert sorted(NAMING - named) == [], "the names stand where they are looked for"
        bundles["before"].write_bytes(admin.get(f"/deals/{deals[0]}/bundle").data)
    assert rows_of_dump(book.settings, book.names[:1]), "the dump is looked through"
    backup = tmp_path / "before.dump"
    dumped = spoken("backup", backup, "--data", book.folder, seconds=PATIENCE)
    assert dumped.code == 0, dumped.err
    say(f"read, dumped and backed up; {len(answered_before)} endpoints answered, {len(named)} with a name")
    with site_of(book, log) as site:
        scribes = [Scribe(Client([site.port], site.secret, patience=PATIENCE), number) for number in range(2)]
        forgotten = forget_under_kills(book, site, scribes, checkpoints, deals[0])
        called, seconds = forgotten.called, forgotten.seconds
        met = f"{forgotten.kills} kills met the request, else it took {min(seconds):.2f} to {max(seconds):.2f} s"
        say(f"{GONE} forgotten; {met}")
        with closing(Services.build(book.settings)) as services:
            until(lambda: services.texts_of_people.lists.count() == 0, PATIENCE)
            assert services.texts_of_people.lists.progress(UUID(book.club)) == []
            say("all lists made anew twice")
            check_log(services.recorder, book.settings, checkpoints, PATIENCE)
        say("the log holds against every checkpoint")
        assert [stale for scribe in scribes for stale in scribe.stale] == []
    assert not names_in(log.read_bytes(), book.names)
    assert rows_of_dump(book.settings, book.names) == []
    say("the dump names nobody")
    with closing_app(create_site(book.settings)) as app:
        who = roles(app, book.settings, things)
        after = facts_of(app, who["admin"], things, players, deals)
        now, then = renamed(after.answers, {}), renamed(before.answers, called)
        differ = {path: (only_in(lines, then[path]), only_in(then[path], lines)) for path, lines in now.items()
                  if lines != then[path]}  # fmt: skip
        assert not differ, json.dumps(differ, indent=1)
        assert after.count == before.count
        say("deals, statistics, standings and ratings are as before")
        answered, with_names = walk(app, who, things, book.names)
        assert with_names == []
        assert answered >= answered_before
        bundles["after"].write_bytes(who["admin"].get(f"/deals/{deals[0]}/bundle").data)
        say(f"{len(answered)} endpoints name nobody")
    assert not names_in(bundles["after"].read_bytes(), book.names)
    # A bundle of before still has its texts; in the one of now the removed ones cannot be checked.
    for when, code in (("before", 0), ("after", 3)):
        verified = spoken("verify", "bundle", bundles[when])
        assert verified.code == code, verified.out + verified.err
    check_restored(book, backup, called)
    say("the backup forgot them again")


def check_restored(book: Book, backup: Path, called: dict[str, str]) -> None:
    """A backup from before forgets everybody again before it answers anybody, as `docs/backups.md` says.

    It has the names until the keys are copied, beside which the removals are listed.
    """
    above = Path(tempfile.mkdtemp(prefix="nought-"))
    above.chmod(0o711)
    again = above / "data"
    try:
        restored = spoken("restore", backup, "--data", again, seconds=PATIENCE)
        assert restored.code == 0, restored.err
        removals = (Path(book.settings.keys) / "removals.jsonl").read_bytes()
        assert not names_in(removals, book.names)
        assert {json.loads(line)["player"] for line in removals.splitlines()} == book.gone.keys()
        with embedded.start(again) as server:
            settings = embedded_settings(server)
            assert rows_of_dump(settings, book.names), "the backup is of before"
            shutil.copytree(book.settings.keys, again / "keys", dirs_exist_ok=True)
            with closing(Services.build(settings)) as services:
                rows = services.catalogue.find_all(map(UUID, book.gone))
                assert {book.gone[str(row.id)]: row.title for row in rows} == called
                services.forgetter().list_on()
            assert rows_of_dump(settings, book.names) == []
    finally:
        shutil.rmtree(above, ignore_errors=True)
