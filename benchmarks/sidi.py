"""Sidi Barrani against its peers: rows 1, 2, 3 and 5 for the Jass. jass-kit plays Schieber, the nearest game there is.

R, RV and what counts as an event are those of `benchmarks.engine`, `benchmarks.views` and `benchmarks.archive`. A
deal is about 50 acts: the cut, three batches dealt, calls, cards, and what is said of Weis and Stöck. Everybody
declares what it may, so there is more talk than at most tables. Every deal of the archive is certainly good, so that
the engine is never asked but for its auction and its Weis, in the round that does not count.
"""

from __future__ import annotations

import io
import random
from functools import cache

from benchmarks.archive import line
from benchmarks.engine import GAMES, Dealt, replay
from benchmarks.harness import Case, Row, at_least, race
from benchmarks.peers import BRIDGE_R, BRIDGE_RV, CHESS_R, HEARTS_R, JASS_R, JASS_RV
from benchmarks.views import replay_with_json, replay_with_views
from domain.catalogue import SIDI_BARRANI
from domain.facts import Act, CardsDealt, ContractBid, PackCut, Passed, WeisDeclared
from domain.rules import Rules, rules_of
from domain.state import State
from replay.notation.bulk import judge_archive

FILED = 7000
"""Deals in the archive."""
RAISES = 12
"""A bid is one of the lowest so many."""

RULES = rules_of(SIDI_BARRANI)


def random_deal(rules: Rules, rng: random.Random) -> Dealt:
    """A whole deal by random legal acts that nobody passes out: dealer and acts."""
    while True:
        s = rules.start(rng.choice(rules.seats))
        dealer = rules.seats[s.dealer]
        pack = list(rules.tables.bit)
        rng.shuffle(pack)
        acts: list[Act] = []
        while not s.outcome:
            act = _choose(rules, s, rng, pack)
            rules.apply(s, act)
            acts += [act, *rules.settle_owed(s)]
        if s.outcome == "played":
            return dealer, acts


def _choose(rules: Rules, s: State, rng: random.Random, pack: list[str]) -> Act:
    if sum(s.tricks) < 2:
        declarations = [act for seat in rules.seats for act in rules.legal(s, seat) if isinstance(act, WeisDeclared)]
        if declarations:
            return declarations[-1]
    seat = rules.to_act(s)
    if seat is None:
        raise AssertionError("nobody to act")
    options = rules.legal(s, seat)
    match options[0]:
        case CardsDealt(_, hands):
            return CardsDealt(seat, {name: tuple(pack.pop() for _ in cards) for name, cards in hands.items()})
        case PackCut():
            return PackCut(seat, rng.randint(1, 35))
        case ContractBid():
            return Passed(seat) if rng.random() < 0.7 else rng.choice(options[:RAISES])
    return rng.choice(options)


_rng = random.Random(157)
DEALS = [random_deal(RULES, _rng) for _ in range(GAMES)]
EVENTS = sum(len(acts) for _, acts in DEALS)
BY_CARD = EVENTS + 33 * GAMES
"""The same, each of the 36 cards dealt an event in the place of three batches."""


def replay_all() -> int:
    replay(RULES, DEALS)
    return EVENTS


def replay_all_by_card() -> int:
    """R, counted as OpenSpiel counts: each card dealt is an event."""
    replay(RULES, DEALS)
    return BY_CARD


def replay_all_with_views() -> int:
    replay_with_views(RULES, DEALS)
    return EVENTS


def replay_all_with_json() -> int:
    replay_with_json(RULES, DEALS)
    return EVENTS


@cache
def archive() -> tuple[bytes, int]:
    """An archive of random legal deals, and how many acts are in it."""
    rng = random.Random(157)
    dealt = [random_deal(RULES, rng) for _ in range(FILED)]
    return b"".join(line(RULES, dealer, acts) for dealer, acts in dealt), sum(len(acts) for _, acts in dealt)


def verify_file() -> int:
    """Read, parse, bulk verify."""
    text, acts = archive()
    found = 0
    for block in judge_archive(io.BufferedReader(io.BytesIO(text))):
        assert not block.told
        found += int(block.acts.sum())
    assert found == acts
    return acts


def verify_file_by_card() -> int:
    """The same, counted as the peer counts."""
    return verify_file() + 33 * FILED


R = Case("Nought R, Sidi Barrani", replay_all)
R_BY_CARD = Case("Nought R, Sidi Barrani, each card dealt an event", replay_all_by_card)
RV = Case("Nought RV, Sidi Barrani, views kept", replay_all_with_views)
RV_AS_JSON = Case("Nought RV, Sidi Barrani, each view made as JSON", replay_all_with_json)
FILE = Case("Nought, file, Sidi Barrani", verify_file)
FILE_BY_CARD = Case("Nought, file, Sidi Barrani, each card dealt an event", verify_file_by_card)

ROWS = [
    Row(1, "Sidi Barrani: validate + apply one act", "jass-kit R", at_least(5), race(R, JASS_R)),
    Row(1, "Sidi Barrani: validate + apply one act", "python-chess R", at_least(5), race(R, CHESS_R)),
    Row(2, "Sidi Barrani; a batch dealt is one event", "OpenSpiel bridge R", at_least(0.2), race(R, BRIDGE_R)),
    Row(2, "Sidi Barrani; a batch dealt is one event", "OpenSpiel hearts R", at_least(0.2), race(R, HEARTS_R)),
    Row(2, "Sidi Barrani; each card dealt is an event", "OpenSpiel bridge R", at_least(0.2), race(R_BY_CARD, BRIDGE_R)),
    Row(2, "Sidi Barrani; each card dealt is an event", "OpenSpiel hearts R", at_least(0.2), race(R_BY_CARD, HEARTS_R)),
    Row(3, "Sidi Barrani: R and every seat's view, kept", "OpenSpiel bridge RV", at_least(3), race(RV, BRIDGE_RV)),
    Row(3, "Sidi Barrani: R and every seat's view, kept", "jass-kit RV", at_least(8), race(RV, JASS_RV)),
    Row(3, "Sidi Barrani: R and every seat's view, as JSON", "OpenSpiel bridge RV", None, race(RV_AS_JSON, BRIDGE_RV)),
    Row(3, "Sidi Barrani: R and every seat's view, as JSON", "jass-kit RV", None, race(RV_AS_JSON, JASS_RV)),
    Row(
        5,
        "Sidi Barrani: archive, parse + verify; a batch dealt is one event",
        "OpenSpiel bridge R",
        at_least(10),
        race(FILE, BRIDGE_R),
    ),
    Row(5, "the same; each card dealt is an event", "OpenSpiel bridge R", at_least(10), race(FILE_BY_CARD, BRIDGE_R)),
]
