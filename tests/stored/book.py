"""A record book that was stored before, and what it answers to each viewer.

The answers are asked of the HTTP API, whose routes are permanent, so that nothing here depends on how the code is laid
out inside. Left out are

* sentences that the code makes up for readers (why somebody is second, what an audit found): they may be worded better;
* the stamp of the code that made a replay or a bundle (`maker`, and the ETag that follows from it);
* fields that later versions added (`ADDED`).

Sentences that are stored, such as why a round was drawn so, are data and are compared.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from api.app import create_app
from api.services import EXTENSION, Provider
from store.migrations import migrate
from store.postgres.embedded import OWNER, Embedded
from store.postgres.programs import Programs
from store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

HERE: Final = Path(__file__).parent
BOOK: Final = HERE / "book.sql.gz"
ARCHIVE: Final = HERE / "deals.ndjson.gz"
HANDS: Final = HERE / "hands"
ANSWERS: Final = HERE / "answers.txt"
"""The SHA-256 of every answer, by its path.

Ten are newer than the others: in six replays for the arbiter hands that nobody wrote down are worked out now, and in
four replays of one deal the cards of a marriage, which everybody saw, stay in the hand that showed them.
"""
FULL: Final = HERE / "full"
"""Some answers in full, for people to read."""
READABLE: Final = r"f0740c70b079/(replays/E|audit|hand-file)$|/standings$|^/disputes/"
"""Paths of the answers that are kept in full: a deal of the generated evening, all standings, all disputes."""

SENTENCES: Final = frozenset({"said", "sentence", "steps", "summary", "text", "told", "words"})
"""Names of what is made up for readers. In standings and audits `why` is, too."""
ADDED: Final = frozenset({"auctions"})
"""Fields that later versions added: ``auctions`` says in a view at which plies the auctions begin."""


# --- the database -----------------------------------------------------------------------------------


def dump(server: Embedded, target: Path) -> None:
    """Write the record book of a server as SQL, gzipped."""
    options = ("--schema=nought", "--no-owner", "--inserts", "--rows-per-insert=100")
    done = subprocess.run(
        [Programs(server.folder).bin / "pg_dump", *options, server.superuser_dsn], capture_output=True, check=True
    )
    target.write_bytes(gzip.compress(done.stdout, 9, mtime=0))


def restored(server: Embedded, name: str, keys: Path) -> Settings:
    """Make a database of this name out of the stored book. It is not migrated yet."""
    with psycopg.connect(server.superuser_dsn, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} OWNER {}").format(Identifier(name), Identifier(OWNER)))
    owner = make_conninfo(server.owner_dsn, dbname=name)
    subprocess.run(
        [Programs(server.folder).bin / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "--single-transaction", owner],
        input=gzip.decompress(BOOK.read_bytes()), stdout=subprocess.DEVNULL, check=True,
        env={"PATH": os.defpath, "LC_ALL": "C"},
    )  # fmt: skip
    return Settings(dsn=make_conninfo(server.dsn, dbname=name), owner_dsn=owner, schema="nought", keys=str(keys))


# --- the answers ------------------------------------------------------------------------------------


@contextmanager
def opened(settings: Settings) -> Iterator[tuple[Provider, Reader]]:
    """Bring the database up to date and open it."""
    migrate(settings)
    app = create_app(settings)
    house: Provider = app.extensions[EXTENSION]
    _, secret = house.services.tokens.issue("admin", "Reader", timedelta(hours=1))
    try:
        yield house, Reader(app, secret)
    finally:
        house.close()


class Reader:
    """Reads the API: as an administrator, or as anybody."""

    def __init__(self, app: Flask, secret: str) -> None:
        self.client = app.test_client()
        self.secret = secret

    def get(self, path: str, *, anybody: bool = False) -> Any:
        """Return the JSON of a page, or its text."""
        headers = {} if anybody else {"Authorization": f"Bearer {self.secret}"}
        answer = self.client.get(f"/api/v1{path}", headers=headers)
        assert answer.status_code == 200, (path, answer.text)
        return without(answer.json, ADDED) if answer.is_json else answer.text

    def ids(self, kind: str) -> list[str]:
        """Return the ids of all things of a kind, the newest first."""
        all_ids, after = [], ""
        while after is not None:
            page = self.get(f"/{kind}?limit=100{after and f'&cursor={after}'}")
            all_ids += [row["id"] for row in page["items"]]
            after = page["next"]
        return all_ids


def answers(reader: Reader, *, every: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield each path, and its answer as JSON with sorted keys, without made-up sentences.

    Of ``every`` so many deals one is asked for everything, the others only for the arbiter's replay.
    """
    for path, answer in _answers(reader, every):
        text = answer if isinstance(answer, str) else json.dumps(answer, sort_keys=True, ensure_ascii=False)
        yield path, text.encode()


def _answers(reader: Reader, every: int) -> Iterator[tuple[str, Any]]:
    for number, deal in enumerate(reader.ids("deals")):
        if number % every:
            yield _same(reader, f"/deals/{deal}/replays/arbiter")
        else:
            yield from _of_deal(reader, deal)
    for kind in ("clubs", "players", "tables", "matches"):
        for identity in reader.ids(kind):
            yield _same(reader, f"/{kind}/{identity}")
    for club in reader.ids("clubs"):
        yield _same(reader, f"/clubs/{club}/rulesets")
    for tournament in reader.ids("tournaments"):
        yield from _of_tournament(reader, f"/tournaments/{tournament}")
    for dispute in reader.ids("disputes"):
        yield f"/disputes/{dispute}", without(reader.get(f"/disputes/{dispute}"), SENTENCES - {"text"})
    yield _same(reader, "/log/checkpoint")


def _of_deal(reader: Reader, deal: str) -> Iterator[tuple[str, Any]]:
    about = reader.get(f"/deals/{deal}")
    yield f"/deals/{deal}", about
    for viewer in about["viewers"]:
        yield _same(reader, f"/deals/{deal}/replays/{viewer}")
    yield f"/deals/{deal}/replays/public as anybody", reader.get(f"/deals/{deal}/replays/public", anybody=True)
    for rest in ("views", "timeline", "events", "notes", "seals", "hand-file"):
        yield _same(reader, f"/deals/{deal}/{rest}")
    # The likely result without a breach is computed by the kernel, not read from the book.
    yield f"/deals/{deal}/audit", without(reader.get(f"/deals/{deal}/audit"), SENTENCES | {"why", "without"})


def _of_tournament(reader: Reader, path: str) -> Iterator[tuple[str, Any]]:
    about = reader.get(path)
    yield path, about
    yield f"{path}/log", without(reader.get(f"{path}/log"), SENTENCES)
    yield f"{path}/standings", without(reader.get(f"{path}/standings"), SENTENCES | {"why"})
    for number in range(1, len(about["rounds"]) + 1):
        drawn = reader.get(f"{path}/rounds/{number}")
        yield f"{path}/rounds/{number}", without(drawn, SENTENCES)
        for table in drawn["encounters"]:
            yield _same(reader, f"/encounters/{table['id']}")
    for packs in about["packs"]:
        yield _same(reader, f"{path}/packs/{packs['number']}")


def _same(reader: Reader, path: str) -> tuple[str, Any]:
    return path, reader.get(path)


def without(value: Any, names: frozenset[str]) -> Any:
    """Return JSON without the fields of these names."""
    if isinstance(value, dict):
        return {name: without(part, names) for name, part in value.items() if name not in names}
    return [without(part, names) for part in value] if isinstance(value, list) else value


def kept_digests() -> dict[str, str]:
    """Return the SHA-256 of every stored answer, by its path."""
    lines = ANSWERS.read_text().splitlines()
    return {path: digest for digest, _, path in (line.partition(" ") for line in lines)}


def kept_in_full(path: str) -> Path | None:
    """Return the file that holds the whole answer, for people to read; None if only its digest is kept."""
    name = path[1:].replace("/", "_")
    if not re.search(READABLE, path):
        return None
    return FULL / (f"{name}.toml" if path.endswith("hand-file") else f"{name}.json")


def readable(body: bytes) -> str:
    """Return an answer with its JSON on many lines."""
    try:
        return json.dumps(json.loads(body), indent=1, ensure_ascii=False) + "\n"
    except ValueError:
        return body.decode()


def write_answers(server: Embedded) -> None:
    """Write the answers of the stored book."""
    shutil.rmtree(FULL, ignore_errors=True)
    FULL.mkdir()
    with opened(restored(server, "answers", server.folder / "keys")) as (_, reader):
        lines = []
        for path, body in answers(reader):
            lines.append(f"{sha256(body).hexdigest()} {path}\n")
            if file := kept_in_full(path):
                file.write_text(readable(body))
    ANSWERS.write_text("".join(lines))
