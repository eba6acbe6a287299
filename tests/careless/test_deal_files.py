"""Careless hand files and archives are read right or refused with their place; nothing changes silently.

What is read is compared with `tests.careless.plain_reader`, which shares no code with the product: people, places, the
day, the cards played, and the points and tokens that the file states. ``NOUGHT_FULL`` reads 1,000 files of each kind.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from pathlib import Path
from random import Random
from uuid import uuid4

from api.cli.parts.files import parse_content, pieces
from api.deals.import_document import ImportOptions, read_deal
from domain.engine.facts import CardPlayed, DealSettled
from domain.kernel.errors import Declined
from domain.record.prepared_deal import PreparedDeal
from replay.notation import BadLine, check, read_hand, write_archived
from tests.careless.deal_files import HANDS, archive, hand_file
from tests.careless.plain_reader import Stated, decode, read_hand_text, read_line

FILES = 1000 if os.environ.get("NOUGHT_FULL") else 40
NOW = "2026-01-01T00:00:00.000Z"
OPTIONS = ImportOptions("Kamala", NOW, NOW, zone="Asia/Colombo")
PLACE = re.compile(
    r"\b(line|item|action) \d+|lines\[\d+\]|at line \d+|at end of document|character \d+|byte \d+"
    r"|^(this is no hand file|a hand file of version|the settlement|deal:|head of the deal)"
)
"""A refusal names a line, or the part of the deal that is wrong."""


def imported(content: str | bytes | BadLine) -> PreparedDeal | str:
    """Return a deal as it would be saved, or why it is refused."""
    document = parse_content(content)
    if isinstance(document, BadLine):
        return document.reason
    try:
        return read_deal(document, uuid4(), OPTIONS).prepared
    except Declined as error:
        return str(error)


def differences(deal: PreparedDeal, stated: Stated) -> list[str]:
    """Return in what a saved deal differs from what its file says."""
    opened, facts = deal.opened, [event.fact for event in deal.events()]
    settled = [fact for fact in facts if isinstance(fact, DealSettled)]
    places = {key: str(value) for key in stated.places if (value := getattr(opened, key)) is not None}
    plays = tuple(fact.card for fact in facts if isinstance(fact, CardPlayed) and fact.card != "??")
    wrong = []
    if opened.players != stated.players:
        wrong.append(f"people {opened.players}, not {stated.players}")
    if places != stated.places:
        wrong.append(f"places {places}, not {stated.places}")
    if plays != stated.plays:
        wrong.append(f"cards {plays}, not {stated.plays}")
    if stated.date and not deal.began[0].startswith(stated.date[:10]) and "T" not in stated.date:
        wrong.append(f"the day {deal.began[0]}, not {stated.date}")
    for name in ("tokens", "points"):
        numbers = getattr(stated, name)
        if numbers is not None and (not settled or getattr(settled[-1], name) != numbers):
            wrong.append(f"{name} {settled and getattr(settled[-1], name)}, not {numbers}")
    return wrong


def worked() -> list[dict[str, object]]:
    """The worked hands without findings, as lines of an archive."""
    documents = [read_hand(path.read_text(encoding="utf-8")) for path in HANDS]
    return [json.loads(write_archived(document)) for document in documents if check(document).clean]


def test_careless_hand_files(tmp_path: Path) -> None:
    random, counts, faults = Random(38), Counter[str](), []
    path = tmp_path / "deal.nought.toml"
    for n in range(FILES):
        file = hand_file(random)
        path.write_bytes(file.data)
        (piece,) = pieces(str(path))
        deal = imported(piece.content)
        if isinstance(deal, str):
            counts["refused"] += 1
            if file.is_read:
                faults.append((n, file.changes, f"refused: {deal}"))
            elif not PLACE.search(deal):
                faults.append((n, file.changes, f"names no place: {deal}"))
            continue
        counts["read"] += 1
        data = gzip.decompress(file.data) if file.data.startswith(b"\x1f\x8b") else file.data
        if wrong := differences(deal, read_hand_text(decode(data))):
            faults.append((n, file.changes, "; ".join(wrong)))
    assert not faults, "\n".join(map(str, faults[:20]))
    assert min(counts["read"], counts["refused"]) > FILES / 10, counts


def test_careless_archives(tmp_path: Path) -> None:
    random, counts, faults, rows = Random(304), Counter[str](), [], worked()
    path = tmp_path / "deals.jsonl"
    for n in range(FILES):
        data, lines = archive(random, rows)
        path.write_bytes(data)
        parts = list(pieces(str(path)))
        assert len(parts) == len(lines), n
        for piece, (text, changes, is_read) in zip(parts, lines, strict=True):
            deal = imported(piece.content)
            assert piece.where.line > 0
            if isinstance(deal, str):
                counts["refused"] += 1
                if is_read:
                    faults.append((n, changes, f"refused: {deal}"))
                continue
            counts["read"] += 1
            if wrong := differences(deal, read_line(json.loads(text))):
                faults.append((n, changes, "; ".join(wrong)))
    assert not faults, "\n".join(map(str, faults[:20]))
    assert min(counts["read"], counts["refused"]) > FILES / 10, counts
