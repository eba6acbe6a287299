"""Archives to be judged in bulk: random deals as lines, and what both judges say of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

import msgspec
import numpy as np

from domain.catalogue import STANDARD
from domain.facts import Act, DealOpened
from domain.rules import Rules, rules_of
from domain.ruleset import plain
from domain.settlement import settle
from domain.state import State
from replay.notation import ArchiveError, DealDocument, Item, Report, check, read_archived, write_archived
from replay.notation.bulk import passing
from replay.notation.windows import PADDING
from tests.rules.random_deals import deal

FULL = bool(os.environ.get("NOUGHT_FULL"))
RULES = rules_of(STANDARD)


def written(rules: Rules, dealer: str, acts: Iterable[Act], s: State) -> bytes:
    """The line of a deal that came to this state; settled, if it is over."""
    settled = settle(s)
    facts = [*acts, settled] if settled is not None else [*acts]
    return write_archived(DealDocument(DealOpened(plain(rules.game), dealer), tuple(map(Item, facts))))


def line(rules: Rules, seed: int) -> bytes:
    """A random legal deal."""
    dealer, acts = deal(rules, seed)
    s = rules.start(dealer)
    for act in acts:
        rules.apply(s, act)
    return written(rules, dealer, acts, s)


@cache
def lines(count: int) -> tuple[bytes, ...]:
    """So many random legal deals by the usual rules, as plain as a core is."""
    found: list[bytes] = []
    seed = 0
    while len(found) < count:
        told = line(RULES, seed)
        seed += 1
        if b'"core":{' in told:
            found.append(told)
    return tuple(found)


def passed(told: Iterable[bytes]) -> tuple[list[bool], list[int]]:
    """Whether each of these lines passes at once, and how many acts were counted in it."""
    told = list(told)
    text = np.frombuffer(b"\n".join(told) + bytes(PADDING), np.uint8)
    ends = np.cumsum([len(each) + 1 for each in told]) - 1
    good, acts = passing(text, np.concatenate([[0], ends[:-1] + 1]), ends)
    return good.tolist(), acts.tolist()


def engine(told: bytes) -> Report | None:
    """What the engine says; None when the line holds no deal."""
    try:
        return check(read_archived(told))
    except ArchiveError:
        return None


def assert_no_fault_passes(told: Iterable[bytes]) -> int:
    """Whatever passes at once is clean for the engine, act for act. Returns how many passed."""
    told = list(told)
    good, acts = passed(told)
    for each, passes, count in zip(told, good, acts, strict=True):
        if passes:
            report = engine(each)
            assert report is not None, each
            assert (report.clean, report.acts, report.possible) == (True, count, 0), (each, report.findings)
    return sum(good)


def decoded(told: bytes) -> dict[str, object]:
    """A line as JSON values."""
    value: dict[str, object] = msgspec.json.decode(told)
    return value


def encoded(value: object) -> bytes:
    """JSON values as a line."""
    return msgspec.json.encode(value, order="sorted")
