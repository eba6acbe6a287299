"""Bots play legally in every game, and decide only by what their own seat has seen."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bots.bot import Bot
from bots.strengths import STRENGTHS, Strength
from bots.styles import STYLES
from demo.games import DEAL_TYPES, AnyDeal
from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, Passed
from domain.engine.parameters import plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import BidMade, IndicatorPlaced
from tests.cases import FULL, full, most_different
from tests.replaying.hidden import altered, told_from, unseen

DEALS = 300 if FULL else 3
GAMES = [RULESETS["304"], RULESETS["304-bank"], RULESETS["sidi-barrani"]]
QUICK = {name: replace(each, deals=min(each.deals, 3), budget=20_000) for name, each in STRENGTHS.items()}
"""The strengths with fewer deals: what they may know does not depend on it."""

KINDS = (CardPlayed, (BidMade, ContractBid, Passed, IndicatorPlaced))
"""The acts in whose place the decisions are compared: cards, and bids or indicators."""

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def deal_of(game: Ruleset, seed: int) -> AnyDeal:
    """Return a deal of players by rules of thumb."""
    rng = random.Random(f"{game.key} {seed}")
    styles = dict.fromkeys(game.seating.seats, STYLES["steady"])
    return DEAL_TYPES[game.game](game, rng.choice(game.seating.seats), styles, rng)


def bot_after(game: Ruleset, dealer: str, acts: list[Act], seat: str, strength: Strength) -> Bot:
    """Return a bot that has seen these acts."""
    bot = Bot(DealOpened(plain(game), dealer), seat, strength, random.Random(304))
    for act in acts:
        bot.see(act)
    return bot


@games
@pytest.mark.parametrize("strength", QUICK.values(), ids=QUICK)
def test_bots_play_whole_deals_without_breaking_a_rule(game: Ruleset, strength: Strength) -> None:
    for seed in range(DEALS // 3):
        deal = deal_of(game, seed)
        opened = DealOpened(plain(game), game.seating.seats[deal.state.dealer])
        deal.players = {seat: Bot(opened, seat, strength, random.Random(seed)) for seat in game.seating.seats}
        assert len(list(deal.acts())) > 1, "`acts` fails at an act that is not legal"
        assert deal.state.outcome


@pytest.mark.parametrize("game", most_different(RULESETS.values()), ids=RULESETS)
def test_the_strongest_bots_bid_and_play_every_game_by_its_rules(game: Ruleset) -> None:
    played = 0
    for seed in range(max(2, DEALS // 2)):
        deal = deal_of(game, seed)
        opened = DealOpened(plain(game), game.seating.seats[deal.state.dealer])
        deal.players = {
            seat: Bot(opened, seat, QUICK["expert"], random.Random(f"{seed} {seat}")) for seat in game.seating.seats
        }
        assert len(list(deal.acts())) > 1, "`acts` fails at an act that is not legal"
        played += deal.state.outcome == "played"
    assert played, "in no deal was a bid made"


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize("key", ["304", full("904"), full("sidi-barrani")])
def test_a_decision_takes_a_limited_number_of_positions(key: str, strength: Strength) -> None:
    """Teaching, "Practice": a bot answers in under a second. The kernel visits some millions of positions a second."""
    game, visits = RULESETS[key], []

    class Counted(Bot):
        def choose(self) -> Act:
            before = self._solver.visited
            act = super().choose()
            visits.append(self._solver.visited - before)
            return act

    deal = deal_of(game, 2)
    opened = DealOpened(plain(game), game.seating.seats[deal.state.dealer])
    deal.players = {seat: Counted(opened, seat, strength, random.Random(seat)) for seat in game.seating.seats}
    assert len(list(deal.acts())) > 1
    # The last drawn deal may begin just before the budget is spent; who wins all tricks are two more questions.
    assert max(visits) <= strength.budget + 3 * strength.limit <= 1_000_000
    assert bool(strength.deals) == any(visits)


@games
@pytest.mark.parametrize("strength", QUICK.values(), ids=QUICK)
def test_a_bot_decides_alike_in_deals_that_look_alike_to_its_seat(game: Ruleset, strength: Strength) -> None:
    """Two deals that differ only in two cards that the seat has not seen. The seat is to play a card, or to bid."""
    compared = 0
    for seed in range(DEALS):
        rng = random.Random(f"{game.key} alike {seed}")
        deal = deal_of(game, seed)
        dealer = game.seating.seats[deal.state.dealer]
        acts = list(deal.acts())
        turns = [ply for ply, act in enumerate(acts) if isinstance(act, KINDS[seed % 2]) and ply]
        if not turns:
            continue
        ply = rng.choice(turns)
        seat, before = acts[ply].seat, acts[:ply]
        hidden = unseen(told_from(game, dealer, before), before, seat)
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        others = [altered(act, {a: b, b: a}) for act in before]
        one = bot_after(game, dealer, before, seat, strength)
        other = bot_after(game, dealer, others, seat, strength)
        assert (one.call(), one.choose()) == (other.call(), other.choose()), (seed, ply, a, b)
        compared += others != before
    assert compared, "no two deals differed"


def test_a_bot_keeps_of_an_act_only_what_its_seat_saw() -> None:
    game = RULESETS["304"]
    deal = deal_of(game, 1)
    dealer = game.seating.seats[deal.state.dealer]
    acts = list(deal.acts())
    bot = bot_after(game, dealer, acts, "E", STRENGTHS["expert"])
    dealings = [act for act in bot.acts if isinstance(act, CardsDealt)]
    assert dealings
    assert all(UNKNOWN not in act.hands["E"] for act in dealings)
    assert all({*act.hands[seat]} == {UNKNOWN} for act in dealings for seat in "SNW")
