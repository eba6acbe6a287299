"""Whole deals by random legal acts, for the rows that need deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from domain.engine.facts import Act, CardsDealt, PackCut, Passed
from domain.engine.rules import rules_of
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import CapsCalled, CapsConceded, RedealDemanded, SpoiltTrumpsDeclared

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from domain.engine.cards import Seat
    from domain.engine.rules import Rules
    from domain.engine.state import State

    Choose: TypeAlias = "Callable[[Rules, State, random.Random], Act]"

Dealt: TypeAlias = tuple[str, list[Act]]
"""A stored deal: the dealer and all acts."""
RULES = rules_of(STANDARD)
CLAIMS = (SpoiltTrumpsDeclared, CapsCalled, CapsConceded, RedealDemanded)
PASSES = 0.7
"""The chance that a seat passes instead of bidding."""


def choose_ordinary(rules: Rules, s: State, rng: random.Random) -> Act:
    """Return a legal act of the seat to act, a pass more often than a bid, and no claim or call."""
    acts = [act for act in rules.legal(s, _seat(rules, s)) if not isinstance(act, CLAIMS)]
    passes = [act for act in acts if isinstance(act, Passed)]
    return passes[0] if passes and rng.random() < PASSES else rng.choice(acts)


def random_deal(rules: Rules, rng: random.Random, choose: Choose = choose_ordinary) -> Dealt:
    """Return a whole deal of random legal acts that is not passed out: dealer and acts.

    ``choose`` returns an act of the auction or of the play; the pack is cut and dealt before.
    """
    while True:
        s = rules.start(rng.choice(rules.seats))
        dealer = rules.seats[s.dealer]
        pack = list(rules.tables.bit)
        rng.shuffle(pack)
        acts: list[Act] = []
        while not s.outcome:
            act = _deal(rules, s, rng, pack) or choose(rules, s, rng)
            rules.apply(s, act)
            acts += [act, *rules.apply_owed_acts(s)]
        if s.outcome == "played":
            return dealer, acts


def _seat(rules: Rules, s: State) -> str:
    seat = rules.to_act(s)
    if seat is None:
        raise AssertionError("nobody to act")
    return seat


def _deal(rules: Rules, s: State, rng: random.Random, pack: list[str]) -> Act | None:
    """Return the cut or the next batch of cards; None if all cards are dealt."""
    seat = _seat(rules, s)
    match next((act for act in rules.legal(s, seat) if isinstance(act, PackCut | CardsDealt)), None):
        case PackCut():
            return PackCut(seat, rng.randint(1, len(rules.tables.bit) - 1))
        case CardsDealt(_, hands):
            return CardsDealt(seat, {name: tuple(pack.pop() for _ in cards) for name, cards in hands.items()})
    return None


def chosen_acts(dealer: Seat, acts: Sequence[Act]) -> list[Act]:
    """Return the acts that somebody chose: without those that the server records by itself."""
    state = RULES.start(dealer)
    chosen = []
    following = iter(acts)
    for act in following:
        RULES.apply(state, act)
        chosen.append(act)
        for _ in RULES.apply_owed_acts(state):
            next(following)
    return chosen
