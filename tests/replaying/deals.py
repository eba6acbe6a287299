"""Whole deals by random legal acts, and the record of them."""

from __future__ import annotations

import random

from domain.engine.facts import Act, CardsDealt, DealOpened, PackCut, PackShuffled, Passed
from domain.engine.parameters import plain
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import CapsCalled, CapsConceded, RedealDemanded, SpoiltTrumpsDeclared
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.rules.offers import open_to

CALLS = (SpoiltTrumpsDeclared, CapsConceded, RedealDemanded, PackShuffled)


def open_record(dealer: str, ruleset: Three04Ruleset = STANDARD) -> Record:
    """A deal that has begun."""
    return Record(DealOpened(plain(ruleset), dealer), Stamp(1, "2026-01-10T19:00:00.000Z", "scribe"))


def enter(record: Record, *acts: Act, as_it_happened: bool = False) -> None:
    """Record acts one after another, with what the rules compel after each."""
    for act in acts:
        for proposal in record.act(act, as_it_happened=as_it_happened):
            fold(record, proposal.fact)


def fold(record: Record, fact: object) -> None:
    """Store one fact with the next version."""
    version = record.stamp.version + len(record.entries) + len(record.notes) + 1
    record.fold(fact, Stamp(version, f"2026-01-10T19:00:{version % 60:02}.000Z", "scribe"))  # type: ignore[arg-type]


def choose(rules: Rules, s: State, rng: random.Random, pack: list[str]) -> Act:
    """One legal act of the seat in turn; passes often, calls Caps rarely."""
    seat = rules.to_act(s)
    assert seat is not None
    options = [act for act in open_to(rules, s, seat) if not isinstance(act, CALLS)]
    if isinstance(options[0], CardsDealt):
        return CardsDealt(seat, {name: tuple(pack.pop() for _ in cards) for name, cards in options[0].hands.items()})
    if isinstance(options[0], PackCut):
        return PackCut(seat, rng.choice([None, 0, rng.randint(1, 31)]))
    caps = [act for act in options if isinstance(act, CapsCalled)]
    plain_options = [act for act in options if not isinstance(act, CapsCalled)]
    if caps and rng.random() < 0.01:
        held = s.hands[s.turn] | (s.indicator if s.indicator_down and s.turn == s.maker else 0)
        order = rules.tables.cards(held)
        rng.shuffle(order)
        return CapsCalled(seat, tuple(order))
    passes = [act for act in plain_options if isinstance(act, Passed)]
    return passes[0] if passes and rng.random() < 0.6 else rng.choice(plain_options)


def random_acts(rng: random.Random, ruleset: Three04Ruleset = STANDARD) -> tuple[str, list[Act]]:
    """A deal that was played to the end: dealer, and the acts that people chose (compelled ones left out)."""
    rules = rules_of(ruleset)
    while True:
        dealer = rng.choice(rules.seats)
        s = rules.start(dealer)
        pack = list(rules.tables.bit)
        rng.shuffle(pack)
        acts = []
        while not s.outcome:
            act = choose(rules, s, rng, pack)
            rules.apply(s, act)
            list(rules.apply_owed_acts(s))
            acts.append(act)
        if s.outcome == "played":
            return dealer, acts


def random_record(rng: random.Random, ruleset: Three04Ruleset = STANDARD) -> Record:
    """The record of a deal that was played to the end."""
    dealer, acts = random_acts(rng, ruleset)
    record = open_record(dealer, ruleset)
    enter(record, *acts)
    return record
