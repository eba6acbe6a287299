"""Judging an archive against the peer: rows 4 and 5. Row 4 begins with the arrays, row 5 with the bytes of the file.

What counts as an event is what counts in `benchmarks.engine`: one act. A deal has about 47 of them, and a batch of
16 cards is one; the peer has one event for each card dealt. The rows that say so count as the peer does.

The deals are random legal ones, as there. Every one of them is certainly good, so that the engine is never asked;
an evening's archive, with names and times and deals that need the engine, is timed beside them and only informs.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import cache

import numpy as np

from benchmarks.engine import RULES, random_deal
from benchmarks.harness import Case, Row, at_least, race
from benchmarks.peers import BRIDGE_R
from domain.bulk.deals import Deals
from domain.bulk.terms import Terms, terms_of
from domain.bulk.verdicts import judge
from domain.facts import Act, DealOpened
from domain.rules import Rules
from domain.ruleset import plain
from domain.settlement import settle
from replay.generated.evening import Evening
from replay.notation import DealDocument, Item, write_archived
from replay.notation.bulk import judge_archive
from replay.notation.columns import card_table, deals_of
from replay.notation.windows import PADDING, find_cores, find_openings

DEALS = 7000
EVENING = 300


def line(rules: Rules, dealer: str, acts: list[Act]) -> bytes:
    """A deal as it stands in an archive, with nothing about it but the deal."""
    s = rules.start(dealer)
    for act in acts:
        rules.apply(s, act)
    settled = settle(s)
    assert settled is not None
    items = tuple(Item(fact) for fact in (*acts, settled))
    return write_archived(DealDocument(DealOpened(plain(rules.game), dealer), items)) + b"\n"


@cache
def archive() -> tuple[bytes, int]:
    """An archive of random legal deals, and how many acts are in it."""
    rng = random.Random(304)
    dealt = [random_deal(RULES, rng) for _ in range(DEALS)]
    return b"".join(line(RULES, dealer, acts) for dealer, acts in dealt), sum(len(acts) for _, acts in dealt)


@cache
def evening() -> tuple[bytes, int]:
    """An evening's archive, with names and times; one deal in seven needs the engine."""
    documents = [
        DealDocument(deal.opened, tuple(Item(line.fact, line.at, line.by) for line in deal.lines), str(deal.id))
        for sitting in Evening(deals=EVENING).sittings()
        for deal in sitting.deals
    ]
    return b"".join(write_archived(each) + b"\n" for each in documents), sum(len(each.acts) for each in documents)


@cache
def parsed() -> tuple[Deals, Terms]:
    """The same archive as arrays."""
    text, _ = archive()
    padded = np.frombuffer(text + bytes(PADDING), np.uint8)
    ends = np.flatnonzero(padded == ord("\n"))
    starts = np.concatenate([[0], ends[:-1] + 1])
    cores = find_cores(padded, find_openings(padded, starts, ends)[0])
    dealers = [RULES.place[each.partition(b'"dealer":"')[2][:1].decode()] for each in text.splitlines()]
    deals, readable = deals_of(cores, np.arange(ends.size), np.array(dealers, np.uint8), card_table(RULES))
    terms = terms_of(RULES)
    assert terms is not None
    assert readable.all()
    return deals, terms


def verify_arrays() -> int:
    """Bulk verify, nothing else."""
    deals, terms = parsed()
    verdicts = judge(deals, terms)
    assert verdicts.good.all()
    return int(verdicts.acts.sum())


def verify_file() -> int:
    """Read, parse, bulk verify."""
    text, acts = archive()
    found = 0
    for block in judge_archive(io.BufferedReader(io.BytesIO(text))):
        assert not block.told
        found += int(block.acts.sum())
    assert found == acts
    return acts


def by_card(verify: Callable[[], int]) -> Callable[[], int]:
    """The same, counted as the peer counts: 32 cards dealt, instead of two batches."""
    return lambda: verify() + 30 * DEALS


def verify_evening() -> int:
    """The same, with the engine where it is needed."""
    text, acts = evening()
    for _ in judge_archive(io.BufferedReader(io.BytesIO(text))):
        pass
    return acts


ARRAYS = Case("Nought, arrays", verify_arrays)
FILE = Case("Nought, file", verify_file)
AN_EVENING = Case("Nought, an evening's file", verify_evening)

ARRAYS_BY_CARD = Case("Nought, arrays, each card dealt an event", by_card(verify_arrays))
FILE_BY_CARD = Case("Nought, file, each card dealt an event", by_card(verify_file))

BATCHES = "a batch dealt is one event"
CARDS = "each card dealt is an event"
PEER = "OpenSpiel bridge R"
ROWS = [
    Row(4, f"bulk verify of an archive already parsed; {BATCHES}", PEER, at_least(8), race(ARRAYS, BRIDGE_R)),
    Row(4, f"the same; {CARDS}", PEER, at_least(8), race(ARRAYS_BY_CARD, BRIDGE_R)),
    Row(5, f"archive, parse + verify; {BATCHES}", PEER, at_least(10), race(FILE, BRIDGE_R, AN_EVENING)),
    Row(5, f"the same; {CARDS}", PEER, at_least(10), race(FILE_BY_CARD, BRIDGE_R)),
]
