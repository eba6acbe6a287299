"""Tests of a generated player of 304: it decides only by what its own seat has seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bots import three04_cardplay as cardplay
from bots.styles import STYLES
from demo.table import Deal
from demo.three04_table import Three04Deal
from domain.engine.facts import Act, CardPlayed, CardsDealt, Passed
from domain.engine.hiding import hide_act
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import BidMade, IndicatorPlaced, TrumpClosed, TrumpOpened

CHOSEN = (BidMade, Passed, IndicatorPlaced, TrumpOpened, TrumpClosed, CardPlayed)
STYLE_OF = dict(zip("SENW", STYLES.values(), strict=True))


def at_table(dealer: str, acts: list[Act]) -> Three04Deal:
    """Return a deal after these acts."""
    deal = Three04Deal(STANDARD, dealer, STYLE_OF, random.Random(0))
    queue = iter(acts)
    for act in queue:
        deal.record_act(act)
        for owed in deal.rules.apply_owed_acts(deal.state):
            for player in deal.players.values():
                player.see(owed)
            assert next(queue) == owed
    return deal


def decisions(seed: int) -> Iterator[tuple[str, list[Act], str]]:
    """Yield each decision of a deal: the dealer, the acts before it, and the seat that decides."""
    dealer = "SENW"[seed % 4]
    before: list[Act] = []
    for act in Three04Deal(STANDARD, dealer, STYLE_OF, random.Random(seed)).acts():
        if isinstance(act, CHOSEN):
            yield dealer, list(before), act.seat
        before.append(act)


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


def choice(deal: Three04Deal, seat: str, luck: int) -> tuple[Act, object, object]:
    """Return the act of the seat, and its calls of Caps and of spoilt trumps, or None."""
    deal.rng.seed(luck)
    player = deal.players[seat]
    options = deal.rules.legal(player.state, seat)
    return deal.decide(seat), cardplay.caps(player), cardplay.spoilt(player, options)


@pytest.mark.parametrize("seed", range(24))
def test_a_decision_does_not_depend_on_cards_the_player_has_not_seen(seed: int) -> None:
    """The player decides the same after two unseen cards in other hands are swapped."""
    chance = random.Random(seed)
    deciding = list(decisions(seed))
    for dealer, acts, seat in chance.sample(deciding, min(8, len(deciding))):
        deal = at_table(dealer, acts)
        held = [cards for cards in unseen_in_hands(deal, seat).values() if cards]
        if len(held) < 2:
            continue
        one, other = (chance.choice(cards) for cards in chance.sample(held, 2))
        changed = at_table(dealer, swapped(acts, one, other))
        assert changed.state.hands != deal.state.hands
        assert choice(changed, seat, seed) == choice(deal, seat, seed)


@pytest.mark.parametrize("seed", range(24))
def test_a_mind_that_is_told_only_what_the_seat_saw_is_the_same(seed: int) -> None:
    chance = random.Random(seed)
    dealer, acts, seat = chance.choice(list(decisions(seed)))
    deal = at_table(dealer, acts)
    player = deal.players[seat]
    blind = type(player)(deal.rules, dealer, seat, player.style, deal.rng)
    for act in acts:
        blind.see(hide_act(act, seat))
    chosen = choice(deal, seat, seed)
    deal.players[seat] = blind
    assert choice(deal, seat, seed) == chosen
    assert (blind.void, blind.shown, blind.held, blind.unseen) == (
        player.void,
        player.shown,
        player.held,
        player.unseen,
    )
