"""Tests of the generated players of both games: they decide only by what their own seat has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bots import three04_cardplay as cardplay
from bots.styles import STYLES
from demo.sidi_table import SidiDeal
from demo.table import Deal
from demo.three04_table import Three04Deal
from domain.engine.facts import Act, CardPlayed, CardsDealt, Passed
from domain.engine.hiding import hide_act
from domain.games.catalogue import SIDI_BARRANI, STANDARD
from domain.games.sidi.acts import ContractBid, Doubled, WeisDeclared, WeisDemanded
from domain.games.three04.acts import BidMade, IndicatorPlaced, TrumpClosed, TrumpOpened

STYLE_OF = dict(zip("SENW", STYLES.values(), strict=True))
Decision = tuple[str, list[Act], str]
"""The dealer, the acts before the decision, and the seat that decides."""


def three04_choice(deal: Deal[Any], seat: str) -> tuple[object, ...]:
    """Return the act of a seat, and its calls of Caps and of spoilt trumps, or None."""
    player = deal.players[seat]
    options = deal.rules.legal(player.state, seat)
    return deal.decide(seat), cardplay.caps(player), cardplay.spoilt(player, options)


def jass_choice(deal: Deal[Any], seat: str) -> tuple[object, ...]:
    """Return the act of a seat out of turn, and its act in turn; None for each that it does not make."""
    mine = deal.rules.to_act(deal.state) == seat
    return deal.players[seat].call(), deal.decide(seat) if mine else None


@dataclass(frozen=True)
class Game:
    """A game with generated players."""

    new: Callable[[str, int], Deal[Any]]
    """Makes a deal of a dealer and a seed, not yet played."""
    chosen: tuple[type[Act], ...]
    """The acts that a player chooses."""
    choice: Callable[[Deal[Any], str], tuple[object, ...]]

    def at_table(self, dealer: str, acts: list[Act]) -> Deal[Any]:
        """Return a deal after these acts, which include the compelled ones."""
        deal = self.new(dealer, 0)
        for act in acts:
            deal.record_act(act)
        return deal

    def decisions(self, seed: int) -> Iterator[Decision]:
        """Yield each decision of a deal."""
        dealer = "SENW"[seed % 4]
        before: list[Act] = []
        for act in self.new(dealer, seed).acts():
            if isinstance(act, self.chosen):
                yield dealer, list(before), act.seat
            before.append(act)

    def choose(self, deal: Deal[Any], seat: str, luck: int) -> tuple[object, ...]:
        """Return the decisions of a seat. ``luck``: the seed of its random numbers."""
        deal.rng.seed(luck)
        return self.choice(deal, seat)


THREE04 = Game(
    lambda dealer, seed: Three04Deal(STANDARD, dealer, STYLE_OF, random.Random(seed)),
    (BidMade, Passed, IndicatorPlaced, TrumpOpened, TrumpClosed, CardPlayed),
    three04_choice,
)
JASS = Game(
    lambda dealer, seed: SidiDeal(SIDI_BARRANI, dealer, STYLE_OF, random.Random(seed)),
    (ContractBid, Doubled, Passed, CardPlayed, WeisDeclared, WeisDemanded),
    jass_choice,
)
every_game = pytest.mark.parametrize("game", [THREE04, JASS], ids=["304", "Sidi Barrani"])


def swapped(acts: list[Act], one: str, other: str) -> list[Act]:
    """Return the same acts with two cards swapped in the dealt hands."""
    names = {one: other, other: one}
    return [
        replace(act, hands={seat: tuple(names.get(card, card) for card in cards) for seat, cards in act.hands.items()})
        if isinstance(act, CardsDealt)
        else act
        for act in acts
    ]


def unseen_in_hands(deal: Deal[Any], seat: str) -> dict[str, list[str]]:
    """Return the cards that the seat has not seen in the other hands, by seat."""
    tables = deal.rules.tables
    seen = deal.players[seat].held | sum(set(deal.players[seat].shown))
    others = [each for each in deal.rules.seats if each != seat]
    return {each: tables.cards(deal.state.hands[deal.rules.place[each]] & ~seen) for each in others}


@every_game
@pytest.mark.parametrize("seed", range(24))
def test_a_decision_does_not_depend_on_cards_the_player_has_not_seen(game: Game, seed: int) -> None:
    """The player decides the same after two unseen cards in other hands are swapped."""
    chance = random.Random(seed)
    deciding = list(game.decisions(seed))
    for dealer, acts, seat in chance.sample(deciding, min(8, len(deciding))):
        deal = game.at_table(dealer, acts)
        held = [cards for cards in unseen_in_hands(deal, seat).values() if cards]
        if len(held) < 2:
            continue
        one, other = (chance.choice(cards) for cards in chance.sample(held, 2))
        changed = game.at_table(dealer, swapped(acts, one, other))
        assert changed.state.hands != deal.state.hands
        assert game.choose(changed, seat, seed) == game.choose(deal, seat, seed)


@every_game
@pytest.mark.parametrize("seed", range(24))
def test_a_player_that_learns_only_what_its_seat_saw_decides_the_same(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    dealer, acts, seat = chance.choice(list(game.decisions(seed)))
    deal = game.at_table(dealer, acts)
    player = deal.players[seat]
    blind = type(player)(deal.rules, dealer, seat, player.style, deal.rng)
    for act in acts:
        blind.see(hide_act(act, seat))
    chosen = game.choose(deal, seat, seed)
    deal.players[seat] = blind
    assert game.choose(deal, seat, seed) == chosen
    assert (blind.void, blind.shown, blind.held, blind.unseen) == (
        player.void,
        player.shown,
        player.held,
        player.unseen,
    )
