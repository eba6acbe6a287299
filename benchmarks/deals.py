"""Whole deals by random legal acts, for the rows that need deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from domain.engine.facts import Act, CardsDealt, PackCut, Passed

if TYPE_CHECKING:
    import random

    from domain.engine.rules import Rules
    from domain.engine.state import State

Dealt: TypeAlias = tuple[str, list[Act]]
"""A stored deal: the dealer and all acts."""


def random_deal(rules: Rules, rng: random.Random) -> Dealt:
    """Return a whole deal by random legal acts that is not passed out: dealer and acts."""
    while True:
        s = rules.start(rng.choice(rules.seats))
        dealer = rules.seats[s.dealer]
        pack = list(rules.tables.bit)
        rng.shuffle(pack)
        acts: list[Act] = []
        while not s.outcome:
            act = _choose(rules, s, rng, pack)
            rules.apply(s, act)
            acts += [act, *rules.apply_owed_acts(s)]
        if s.outcome == "played":
            return dealer, acts


def _choose(rules: Rules, s: State, rng: random.Random, pack: list[str]) -> Act:
    seat = rules.to_act(s)
    if seat is None:
        raise AssertionError("nobody to act")
    options = [act for act in rules.legal(s, seat) if type(act) in _ORDINARY]
    if isinstance(options[0], CardsDealt):
        hands = {name: tuple(pack.pop() for _ in cards) for name, cards in options[0].hands.items()}
        return CardsDealt(seat, hands)
    if isinstance(options[0], PackCut):
        return PackCut(seat, rng.randint(1, 31))
    passes = [act for act in options if isinstance(act, Passed)]
    return passes[0] if passes and rng.random() < 0.7 else rng.choice(options)


_ORDINARY = {
    kind
    for kind in Act.__subclasses__()
    if kind.__name__ not in ("SpoiltTrumpsDeclared", "CapsCalled", "CapsConceded", "RedealDemanded", "PackShuffled")
}
