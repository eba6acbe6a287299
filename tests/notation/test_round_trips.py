"""Both formats give every deal back without loss."""

from __future__ import annotations

import io
import json
import random
import tomllib
from dataclasses import replace

import jsonschema_rs
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.engine.facts import DealSettled
from domain.record.record import Record
from replay.notation import (
    DealDocument,
    check,
    document_of,
    events_of,
    read_archive,
    read_archived,
    read_hand,
    record_of,
    write_archive,
    write_archived,
    write_hand,
)
from tests.cases import FULL
from tests.notation.dealing import RULESETS, document, play

SEEDS = st.integers(0, 2**32)
DEALS = settings(max_examples=1_000 if FULL else 15)


def same(one: Record, other: Record) -> bool:
    """Whether two records are the same in everything they tell."""
    fields = ("opened", "stamp", "entries", "retracted", "notes", "settlement", "caps_ruling", "violation", "abandoned")
    return all(getattr(one, name) == getattr(other, name) for name in fields)


@DEALS
@given(SEEDS)
def test_a_hand_file_gives_back_the_same_document_and_record(seed: int) -> None:
    original = document(random.Random(seed))
    read = read_hand(write_hand(original))
    assert read == original
    assert same(record_of(read), record_of(original))
    assert write_hand(read) == write_hand(original)


@DEALS
@given(SEEDS)
def test_a_line_of_the_archive_gives_back_the_same_document_and_record(seed: int) -> None:
    original = document(random.Random(seed))
    line = write_archived(original)
    assert b"\n" not in line
    read = read_archived(line)
    assert read == original
    assert same(record_of(read), record_of(original))
    assert write_archived(read) == line


@settings(max_examples=500 if FULL else 10)
@given(SEEDS)
def test_lines_with_the_time_and_the_author_of_the_opening_keep_them(seed: int) -> None:
    """As a deal has that was recorded from paper afterwards (docs/formats.md, "The archive")."""
    random_one = document(random.Random(seed))
    first = replace(random_one, at=random_one.at or "2026-02-14T20:00:00.000Z", by=random_one.by or "Scribe")
    alike = [replace(item, at=first.at, by=first.by, key=first.key) for item in first.items]
    original = replace(first, items=tuple(alike))
    assert read_archived(write_archived(original)) == original
    assert read_hand(write_hand(original)) == original


def test_the_teams_keep_the_order_of_the_game() -> None:
    """Canonical JSON sorts them by name; pages and replays show them in the order of the ruleset."""
    table = play(random.Random(1), calls=False)
    original = DealDocument(table.record.opened, tuple(table.items))
    written, read = (document.items[-1].fact for document in (original, read_archived(write_archived(original))))
    assert isinstance(written, DealSettled)
    assert isinstance(read, DealSettled)
    assert [*read.tokens.items()] == [*written.tokens.items()]
    assert [*read.points] == [*read.tricks] == [*written.tokens] == ["NS", "EW"]


@settings(max_examples=100 if FULL else 30)
@given(SEEDS)
def test_a_line_is_canonical_json(seed: int) -> None:
    line = write_archived(document(random.Random(seed)))
    assert rfc8785.dumps(json.loads(line)) == line


def test_every_deal_that_keeps_the_rules_is_clean() -> None:
    for seed in range(120 if FULL else 40):
        rng = random.Random(seed)
        table = play(rng, rng.choice(RULESETS), calls=False)
        assert check(DealDocument(table.record.opened, tuple(table.items))).clean


def test_deals_of_which_little_is_known_are_possible_and_never_refused() -> None:
    for seed in range(60 if FULL else 25):
        table = play(random.Random(seed), known=False)
        report = check(DealDocument(table.record.opened, tuple(table.items)))
        assert report.ok
        assert report.clean
        assert report.acts == len(table.record.entries)


def test_stored_events_and_a_document_are_the_same_thing() -> None:
    for seed in range(40 if FULL else 15):
        original = document(random.Random(seed))
        silent = replace(original, items=tuple(replace(item, comment="") for item in original.items))
        assert document_of(events_of(original), original.id) == silent


def test_an_archive_keeps_every_deal_in_its_order_compressed_or_not() -> None:
    originals = [document(random.Random(seed)) for seed in range(40)]
    sizes = []
    for compress in (False, True):
        stream = io.BytesIO()
        assert write_archive(iter(originals), stream, compress=compress) == 40
        stream.seek(0)
        assert list(read_archive(stream)) == originals
        assert not stream.closed
        again = io.BytesIO()
        write_archive(originals, again, compress=compress)
        assert again.getvalue() == stream.getvalue()
        sizes.append(len(stream.getvalue()))
    assert sizes[1] < sizes[0] / 2


def test_real_output_fits_the_schemas(
    hand_schema: jsonschema_rs.Draft202012Validator, archive_schema: jsonschema_rs.Draft202012Validator
) -> None:
    for seed in range(150 if FULL else 15):
        original = document(random.Random(seed))
        file = tomllib.loads(write_hand(original))
        if "date" in file:
            file["date"] = str(file["date"])
        hand_schema.validate(file)
        archive_schema.validate(json.loads(write_archived(original)))
