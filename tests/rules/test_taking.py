"""To take an act is to judge it and then to apply it; nobody does what is another seat's to do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackShuffled
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.games.three04.acts import CapsCalled, CapsConceded, SpoiltTrumpsDeclared, TrumpClosed
from tests.rules.random_deals import HOUSES, deal, house
from tests.rules.table import PACK, SEATS

ANYBODY = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared, PackShuffled)
"""Calls that are open to several seats at once."""


def garbled(rng: random.Random, act: Act) -> Act:
    """Some other act: by another seat, of another card, the other way up, or with a batch that cannot be."""
    other = rng.choice(SEATS)
    match act:
        case CardPlayed(seat, card, down, indicator):
            played = CardPlayed(rng.choice(SEATS), rng.choice([*PACK, "??"]), down=rng.random() < 0.3)
            turned = CardPlayed(seat, card, down=not down, indicator=indicator)
            cut = CardPlayed(seat, card, down=down, indicator=not indicator)
            return rng.choice([played, replace(act, seat=other), turned, cut])
        case CardsDealt(seat, hands):
            first = next(iter(hands.values()))
            wrong = rng.choice([first, (*first, "6S"), first[:-1], ("??", *first[1:]), ("XX", *first[1:])])
            return rng.choice([replace(act, seat=other), CardsDealt(seat, {**hands, other: wrong})])
    return replace(act, seat=other)


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_taking_an_act_is_judging_it_and_then_applying_it(number: int) -> None:
    """Also where somebody leads before the trump maker has chosen, plays any card at all, or deals what cannot be."""
    rules = house(number)
    refused = 0
    for seed in range(40):
        rng = random.Random(seed)
        dealer, acts = deal(rules, 5_000_000 + number * 1_000 + seed)
        viewer = rng.choice([*SEATS, PUBLIC, None, None, None])
        at_once, apart = rules.start(dealer), rules.start(dealer)
        for act in acts:
            noted = act if viewer is None else hide_act(act, viewer)
            if isinstance(noted, TrumpClosed) and rng.random() < 0.5:
                continue
            if rng.random() < 0.08:
                noted = garbled(rng, noted)
            verdict = rules.judge(apart, noted)
            rules.apply(apart, noted)
            assert rules.take(at_once, noted) == verdict, f"seed {seed}: {noted}"
            refused += isinstance(verdict, Refusal)
            assert all(getattr(at_once, name) == getattr(apart, name) for name in apart.FIELDS), f"seed {seed}: {noted}"
    assert refused > 40


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_nobody_does_what_is_another_seats_to_do(number: int) -> None:
    """Every act of a legal deal, done by another seat: refused, unless it is on the list of that seat too."""
    rules = house(number)
    kinds: set[type] = set()
    for seed in range(12):
        dealer, acts = deal(rules, 6_000_000 + number * 1_000 + seed)
        s = rules.start(dealer)
        for act in acts:
            for seat in set(SEATS) - {act.seat}:
                other = replace(act, seat=seat)
                if isinstance(other, ANYBODY) or other in rules.legal(s, seat):
                    continue
                assert isinstance(rules.judge(s, other), Refusal), f"seed {seed}: {other}"
                kinds.add(type(act))
            rules.apply(s, act)
    assert len(kinds) >= 7


def test_only_the_dealer_shuffles() -> None:
    """000 "Deal"."""
    rules = house(0)
    for dealer in SEATS:
        for seat in SEATS:
            verdict = rules.judge(rules.start(dealer), PackShuffled(seat))
            assert isinstance(verdict, Refusal) is (seat != dealer)
