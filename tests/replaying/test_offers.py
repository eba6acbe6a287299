"""A law: whatever a viewer is offered, the rules accept, asked with what that viewer knows.

Acts that can be sent as they are, and templates once they are filled in, for every game and every viewer: the seats
with what they know, the public, an arbiter who knows all cards, and a scribe who saw those that were played face up.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.hiding import ARBITER, PUBLIC, SCRIBE, hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.engine.templates import CardOfEach, HandOfEach, Number, OneCard, OneSet, SomeCards, SomeNumbers, Template
from domain.games.catalogue import RULESETS
from domain.games.sidi.acts import WeisShown
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced
from domain.games.three04.ruleset import Three04Ruleset
from replay.notation.actions import parse_action
from replay.notation.templates import plain_template
from replay.notation.words import write_hands
from tests.cases import one_in
from tests.family.random_deals import irregular
from tests.family.random_deals import play as play_304
from tests.jass.random_jass import play as play_jass

DEALS = 60 if os.environ.get("NOUGHT_FULL") else 1
BLIND = "a scribe who sees no hands"


def random_deal(game: Any, seed: str) -> tuple[str, list[Act]]:
    """The dealer and the acts of a random deal."""
    rules = rules_of(game)
    steps = play_304(rules, random.Random(seed)) if isinstance(game, Three04Ruleset) else play_jass(rules, seed)
    dealer, acts = "", []
    for s, act in steps:
        dealer = rules.seats[s.dealer]
        acts += [act] if act is not None else []
    return dealer, acts


def as_seen(act: Act, viewer: str) -> Act:
    """The act as the viewer has it."""
    if viewer != BLIND:
        return hide_act(act, viewer)
    match act:
        case CardsDealt(_, hands):
            return replace(act, hands={seat: ("??",) * len(cards) for seat, cards in hands.items()})
        case IndicatorPlaced() | CardPlayed(_, _, True):
            return replace(act, card="??")
        case FaceDownInspected(_, _, cards):
            return replace(act, cards=dict.fromkeys(cards, "??"))
        case WeisShown(_, cards):
            return replace(act, cards=("??",) * len(cards))
    return act


def positions(game: Any, viewer: str) -> Iterator[tuple[State, str]]:
    """The deal as it stands for a viewer before each act of some random deals, and where that is.

    In every other deal some acts are against the rules, and recorded as they happened.
    """
    rules = rules_of(game)
    for seed in range(DEALS):
        dealer, acts = random_deal(game, f"{game.key} offered {seed}")
        if seed % 2:
            acts = irregular(acts, random.Random(f"{game.key} irregular {seed}"), rules, most=3)
        s = rules.start(dealer)
        for ply, act in enumerate(acts):
            yield s, f"seed {seed}, ply {ply}, {viewer}"
            rules.apply(s, as_seen(act, viewer))


def fillings(template: Template, rng: random.Random, rules: Rules) -> Iterator[Any]:
    """Some of the values that a template allows: all of them, if they are few."""
    match template.values:
        case Number(least, most):
            yield from sorted({least, most, rng.randint(least, most)})
        case OneCard(sure, may):
            yield from (*sure, *may)
        case SomeCards(count, sure, may):
            for _ in range(3):
                cards = [*sure, *rng.sample(may, count - len(sure))]
                rng.shuffle(cards)
                yield cards
        case SomeNumbers(first, more, most):
            for count in range(0 if first else 1, most - len(first) + 1):
                yield (*first, *rng.choices(more, k=count))
        case OneSet(sets):
            yield from rng.sample(sets, min(5, len(sets)))
        case CardOfEach(seats):
            yield dict.fromkeys(seats, "??")
            for _ in range(3):
                cards = {seat: rng.choice(some) for seat, some in seats.items() if some}
                if len({*cards.values()}) == len(seats):
                    yield cards
        case HandOfEach(seats, size, cards):
            pack = rng.sample(cards, len(cards))
            yield {seat: tuple(pack.pop() for _ in range(size)) for seat in seats}


VIEWERS = ("a seat", PUBLIC, SCRIBE, ARBITER, BLIND)


def in_words(value: Any, dealer: str) -> dict[str, str]:
    """A value as it stands in the gap of a sentence."""
    match value:
        case dict() if all(isinstance(card, str) for card in value.values()):
            return dict(value)
        case dict():
            return {"": write_hands(value, dealer)}
        case list() | tuple():
            return {"": " ".join(map(str, value))}
    return {"": str(value)}


@pytest.mark.parametrize("viewer", ["a seat", ARBITER, BLIND])
@pytest.mark.parametrize("key", ["304-maharashtra", "304-six-36", "sidi-barrani"])
def test_a_sentence_with_its_gap_filled_is_the_act(key: str, viewer: str) -> None:
    game = RULESETS[key]
    rules = rules_of(game)
    rng = random.Random(game.key)
    tried = 0
    for s, where in positions(game, rules.seats[0] if viewer == "a seat" else viewer):
        for template in (each for seat in rules.seats for each in rules.templates(s, seat)):
            plain = plain_template(template)
            assert len(plain) == 2
            for value in fillings(template, rng, rules):
                gaps = in_words(value, template.act.seat)
                sentence = re.sub(
                    r"\{(\w+)\}",
                    lambda gap, gaps=gaps: gaps.get(gap[1], gaps.get("", "")),
                    plain["say"],
                )
                assert parse_action(sentence, rules) == template.fill(value), f"{where}: {plain}"
                tried += 1
    assert tried


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("game", one_in(2, RULESETS.values()), ids=lambda game: game.key)
def test_what_is_offered_is_accepted_by_whoever_knows_as_much(game: Any, viewer: str) -> None:
    rules = rules_of(game)
    rng = random.Random(game.key)
    filled = 0
    for each in rules.seats if viewer == "a seat" else [viewer]:
        for s, where in positions(game, each):
            for seat in rules.seats:
                for act in rules.legal(s, seat):
                    verdict = rules.judge(s, act)
                    assert not isinstance(verdict, Refusal), f"{where}: {act} is offered and refused: {verdict}"
                for template in rules.templates(s, seat):
                    values = [*fillings(template, rng, rules)]
                    assert values, f"{where}: {template} cannot be filled"
                    for value in values:
                        act = template.fill(value)
                        verdict = rules.judge(s, act)
                        assert not isinstance(verdict, Refusal), f"{where}: {template} makes {act}: {verdict}"
                        filled += 1
    assert filled
