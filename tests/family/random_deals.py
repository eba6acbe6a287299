"""Whole legal deals of any game of the family, played at random by the engine's own lists of what is allowed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace

from domain.engine.facts import Act, CardsDealt, DealOpened, PackCut, Passed
from domain.engine.parameters import override, plain
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, rules_of
from domain.engine.ruleset import Ruleset
from domain.engine.state import State
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.rules.offers import open_to

DEALS = 1000 if os.environ.get("NOUGHT_FULL") else 20
"""The number of random deals for each law and game; ``NOUGHT_FULL=1`` is the full run."""

ROUND_TRIPS = DEALS if os.environ.get("NOUGHT_FULL") else 3
"""The number of them that are written and read again, in both formats."""

SEVEN_RULES = override(
    RULESETS["304-six-36"],
    key="304-seven",
    name="A made-up variant",
    changes={
        "court.half": "with_partner",
        "double.allowed": True,
        "double.after_trick": 3,
        "auction4.first_must_bid": True,
        "bids.step_from_200": 5,
        "reveal.maker_discard": "shown",
        "caps.external": "fixed_8",
    },
)
"""Seven rules changed, by data alone."""

GAMES = [
    *(game for game in RULESETS.values() if isinstance(game, Three04Ruleset)),
    override(RULESETS["304"], "304-half", "304 with Half Court", {"court.half": "alone"}),
    override(RULESETS["304-six-24"], "six-half", "Half Court for six", {"court.half": "alone", "auction8.held": True}),
    override(
        RULESETS["304-cats"],
        "304-cats-marriages",
        "CatsAtCards with marriages",
        {"marriages.allowed": True, "last_trick_bonus": 10, "court.full": True},
    ),
    SEVEN_RULES,
]
"""Every game of the catalogue, and some houses' ways that turn on what none of them has."""

CALLS = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)


def chosen(rng: random.Random, acts: list[Act], temper: float) -> Act:
    """One of the acts of the seat in turn: auctions come to an end, and the rarest bids happen now and then."""
    bids = [act for act in acts if isinstance(act, BidMade)]
    if any(isinstance(act, Passed) for act in acts) and rng.random() > temper:
        return rng.choice([act for act in acts if isinstance(act, Passed | RedealDemanded)])
    if bids and rng.random() < 0.8:
        words = [bid for bid in bids if isinstance(bid.bid, str)]
        return rng.choice(words) if words and rng.random() < 0.07 else rng.choice(bids[:3])
    if len(acts) > 1 and isinstance(acts[0], TrumpOpened) and rng.random() < 0.6:
        return acts[1]
    return rng.choice(acts)


def play(rules: Rules, rng: random.Random) -> Iterator[tuple[State, Act]]:
    """A whole deal: each act with the state before it, which the caller must not keep.

    Acts that the rules compel are among them.
    """
    s = rules.start(rng.choice(rules.seats))
    pack: list[str] = []
    temper, eager = rng.choice((0.1, 0.25, 0.5)), rng.choice((0.0, 0.0, 0.02))
    while (seat := rules.to_act(s)) is not None:
        acts = [act for act in rules.legal(s, seat) if not isinstance(act, CALLS)]
        act = chosen(rng, acts, temper)
        if rng.random() < eager:
            act = call(rng, rules, s) or act
        if isinstance(act, PackCut):
            pack = shuffled(rng, rules)
        if isinstance(act, CardsDealt):
            act = CardsDealt(act.seat, {who: tuple(pack.pop() for _ in batch) for who, batch in act.hands.items()})
        yield s, act
        rules.apply(s, act)
        while (owed := rules.owed_act(s)) is not None:
            yield s, owed
            rules.apply(s, owed)


def shuffled(rng: random.Random, rules: Rules) -> list[str]:
    """The pack in some order; now and then by suits, so that long suits happen."""
    pack = list(rules.tables.bit)
    if rng.random() < 0.7:
        rng.shuffle(pack)
    for _ in range(8):
        a, b = rng.randrange(len(pack)), rng.randrange(len(pack))
        pack[a], pack[b] = pack[b], pack[a]
    return pack


def call(rng: random.Random, rules: Rules, s: State) -> Act | None:
    """A call that somebody may make now, in turn or not."""
    calls = [act for seat in rules.seats for act in open_to(rules, s, seat) if isinstance(act, CALLS)]
    rng.shuffle(calls)
    for act in calls:
        if isinstance(act, CapsCalled):
            place = rules.place[act.seat]
            indicator = s.indicator if s.indicator_down and place == s.maker else 0
            act = CapsCalled(act.seat, tuple(rules.tables.cards(s.hands[place] | indicator)))
        if not isinstance(rules.judge(s, act), Refusal):
            return act
    return None


def deal(game: Three04Ruleset, rng: random.Random) -> tuple[str, list[Act]]:
    """The dealer and all acts of a random deal."""
    rules = rules_of(game)
    acts: list[Act] = []
    dealer = ""
    for s, act in play(rules, rng):
        dealer = rules.seats[s.dealer]
        acts.append(act)
    return dealer, acts


def record_of(game: Ruleset, dealer: str, acts: list[Act]) -> Record:
    """The record of these acts, told one by one: what was compelled is told by the record itself."""
    record = Record(DealOpened(plain(game), dealer), Stamp(1))
    version = 1
    ply = 0
    while ply < len(acts):
        for proposal in record.act(acts[ply]):
            version += 1
            record.fold(proposal.fact, Stamp(version))
            ply += isinstance(proposal.fact, Act)
    return record


def irregular(acts: list[Act], rng: random.Random, rules: Rules, most: int) -> list[Act]:
    """The same acts, up to ``most`` of them missing, done twice, or done by another seat."""
    acts = [*acts]
    for _ in range(rng.randint(1, most)):
        n = rng.randrange(len(acts))
        match rng.randrange(3):
            case 0:
                acts[n] = replace(acts[n], seat=rng.choice(rules.seats))
            case 1:
                acts.insert(n, rng.choice(acts))
            case 2:
                del acts[n]
    return acts
