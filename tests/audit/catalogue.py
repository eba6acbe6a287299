"""The broken deals: each a hand file, and what its comments say of the mistake in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from domain.audit.breaches import breaches
from domain.audit.findings import Report
from domain.record.record import Record
from replay.notation import read_hand, record_of

FILES = sorted((Path(__file__).parent / "broken").glob("*.nought.toml"))
NAMES = [path.name.removesuffix(".nought.toml") for path in FILES]

CLAUSE = re.compile(r"(?P<document>\d{3}|ruleset) “(?P<heading>[^”]+)”(, by (?P<by>the table|\w+))?")
SEEN = re.compile(r"seen (at once )?by (?P<who>.+)")


@dataclass(frozen=True)
class Mistake:
    """The mistake that a file describes. ``seen``: the ply, by whom, whether only after the deal."""

    ply: int
    code: str
    seat: str | None
    clause: tuple[str, str]
    seen: tuple[int | None, tuple[str, ...], bool]


@cache
def deal(name: str) -> tuple[Record, Mistake]:
    """A broken deal by its name, and its mistake."""
    document = read_hand(FILES[NAMES.index(name)].read_text(encoding="utf-8"))
    (ply, item), *more = [(n, item) for n, item in enumerate(document.items) if item.broke]
    assert not more
    clause = CLAUSE.match(item.comment)
    assert clause is not None
    acts = document.acts
    seat: str | None = clause["by"] or acts[ply].seat
    seen: tuple[int | None, tuple[str, ...], bool] = (None, (), False)
    for n, line in enumerate(document.items):
        if "seen when the hands are shown" in line.comment:
            seen = n, ("public",), True
        elif sight := SEEN.search(line.comment):
            who = ("public",) if sight["who"] == "everybody" else tuple(sight["who"].split(" and "))
            seen = n, who, False
    mistake = Mistake(
        ply=ply,
        code=item.broke,
        seat=None if seat == "the table" else seat,
        clause=(clause["document"], clause["heading"]),
        seen=seen,
    )
    return record_of(document), mistake


@cache
def report(name: str) -> Report:
    """The report of the audit about a file."""
    return breaches(deal(name)[0])
