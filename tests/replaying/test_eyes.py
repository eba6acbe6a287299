"""All seats of a deal followed together see what each would see by itself."""

from __future__ import annotations

import os
import random

import pytest

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.parameters import override
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import SIDI_BARRANI
from replay.eyes import Eyes
from replay.views import Viewpoint
from tests.family.random_deals import GAMES as FAMILY
from tests.jass.random_jass import HOUSES
from tests.replaying.hidden import altered, random_deal, story, told_from

DEALS = 300 if os.environ.get("NOUGHT_FULL") else 12
"""How many random deals of each game."""

GAMES: list[Ruleset] = [
    *FAMILY,
    SIDI_BARRANI,
    *(override(SIDI_BARRANI, f"sidi-barrani-house-{n}", "House", rules) for n, rules in enumerate(HOUSES) if rules),
]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def marred(rng: random.Random, game: Ruleset, acts: list[Act]) -> list[Act]:
    """The same acts, but for some that were left out, entered twice, in the wrong order or with another card."""
    acts = acts[:]
    cards = [*rules_of(game).tables.bit, UNKNOWN]
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(acts))
        match rng.randrange(4):
            case 0 if len(acts) > 1:
                acts.pop(at)
            case 1:
                acts.insert(rng.randrange(len(acts)), acts[at])
            case 2:
                other = rng.randrange(len(acts))
                acts[at], acts[other] = acts[other], acts[at]
            case _:
                card, instead = rng.sample(cards, 2)
                acts[at] = altered(acts[at], {card: instead})  # type: ignore[assignment]
    return acts


def compare(game: Ruleset, dealer: str, acts: list[Act], every: int = 1) -> Eyes:
    """Show the acts to all seats together and to each alone; their views must be equal after each act, or each few."""
    rules = rules_of(game)
    eyes = Eyes(rules, dealer)
    alone = {seat: Viewpoint(rules, dealer, seat) for seat in rules.seats}
    for ply, act in enumerate(acts):
        eyes.step(act)
        for seat, own in alone.items():
            own.follow(act)
            if ply % every == 0 or ply == len(acts) - 1:
                assert eyes.seat(seat).view() == own.view(), (ply, act, seat)
    return eyes


@every_game
def test_what_each_seat_sees_of_a_legal_deal_is_what_it_sees_by_itself(game: Ruleset) -> None:
    """Architecture, “Hide first, fold after”: the fold of the acts as the seat saw them, however it is kept."""
    for seed in range(DEALS):
        compare(game, *random_deal(random.Random(f"{game.key} {seed}"), game))


@every_game
def test_it_is_so_where_the_record_is_wrong_or_knows_little(game: Ruleset) -> None:
    for seed in range(2 * DEALS):
        rng = random.Random(f"{game.key} marred {seed}")
        dealer, facts = story(rng, game)
        acts = list(told_from(game, dealer, facts).acts)
        if acts:
            compare(game, dealer, marred(rng, game, acts), every=3)
