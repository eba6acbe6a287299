"""Tests of a generated player of Sidi Barrani: it decides by what its seat has seen, and as document 003 advises."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bots.sidi_player import SidiPlayer
from bots.styles import STYLES
from demo.sidi_table import SidiDeal
from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.hiding import hide_act
from domain.engine.rules import settle
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import ContractBid, Doubled, WeisDeclared, WeisDemanded
from domain.games.sidi.orders import orders
from domain.games.sidi.ruleset import OBENABE, UNDENUFE
from domain.games.sidi.state import SidiState
from tests.demo.test_players import STYLE_OF, swapped, unseen_in_hands

CHOSEN = (ContractBid, Doubled, Passed, CardPlayed, WeisDeclared, WeisDemanded)


def jass(dealer: str, seed: int) -> SidiDeal:
    """Return a new deal, not yet played."""
    return SidiDeal(SIDI_BARRANI, dealer, STYLE_OF, random.Random(seed))


def at_table(dealer: str, acts: list[Act]) -> SidiDeal:
    """Return a deal after these acts, which include the compelled ones."""
    deal = jass(dealer, 0)
    for act in acts:
        deal.record_act(act)
    return deal


def decisions(seed: int) -> Iterator[tuple[str, list[Act], str]]:
    """Yield each decision of a deal: the dealer, the acts before it, and the seat that decides."""
    dealer = "SENW"[seed % 4]
    before: list[Act] = []
    for act in jass(dealer, seed).acts():
        if isinstance(act, CHOSEN):
            yield dealer, list(before), act.seat
        before.append(act)


def choice(deal: SidiDeal, seat: str, luck: int) -> tuple[Act | None, Act | None]:
    """Return the act of a seat out of turn, and its act in turn; None for each that it does not make."""
    deal.rng.seed(luck)
    mine = deal.rules.to_act(deal.state) == seat
    return deal.players[seat].call(), deal.decide(seat) if mine else None


@pytest.mark.parametrize("seed", range(24))
def test_a_decision_does_not_depend_on_cards_the_player_has_not_seen(seed: int) -> None:
    """The player decides the same after two unseen cards in other hands are swapped."""
    chance = random.Random(seed)
    deciding = list(decisions(seed))
    for dealer, acts, seat in chance.sample(deciding, 8):
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


def test_a_suit_that_is_noted_as_missing_is_missing() -> None:
    """Trumping does not show that the suit is missing, and nobody has to play the Puur (003 "Play")."""
    for seed in range(40):
        deal = jass("SENW"[seed % 4], seed)
        for _ in deal.acts():
            for player in deal.players.values():
                assert isinstance(player, SidiPlayer)
                for seat, missing in enumerate(player.void):
                    assert (
                        not deal.state.hands[seat] & missing & ~(player.order.puur if player.state.denomination else 0)
                    )


@pytest.fixture(scope="module")
def many() -> Counter[str]:
    """Return the number of deals, of 300, with each act, outcome, denomination and result."""
    of: Counter[str] = Counter()
    for seed in range(300):
        deal = SidiDeal(
            SIDI_BARRANI, "SENW"[seed % 4], dict(zip("SENW", STYLES.values(), strict=True)), random.Random(seed)
        )
        kinds = {type(act).__name__ for act in deal.acts()}
        settled = settle(deal.state)
        assert settled is not None
        assert isinstance(deal.state, SidiState)
        of.update([*kinds, settled.outcome, deal.state.denomination, "made" if settled.made else "failed"])
    return of


def test_most_contracts_are_made_and_many_fail(many: Counter[str]) -> None:
    assert 0.55 < many["made"] / many["played"] < 0.85


def test_every_denomination_is_played(many: Counter[str]) -> None:
    assert min(many[each] for each in (*"SHDC", OBENABE, UNDENUFE)) > 15


def test_weis_are_declared_and_asked_for_and_some_contracts_are_doubled(many: Counter[str]) -> None:
    assert many["WeisDeclared"] > 100
    assert many["WeisDemanded"] > 10
    assert many["Doubled"] > 0


def test_an_opening_at_an_even_ten_promises_the_under() -> None:
    """See 003 "Tactics and Conventions"."""
    openings = 0
    for seed in range(80):
        deal = jass("SENW"[seed % 4], seed)
        for act in deal.acts():
            if isinstance(act, ContractBid):
                if act.denomination in "SHDC" and act.points < 100:
                    held = deal.state.hands[deal.rules.place[act.seat]]
                    under = bool(held & orders(SIDI_BARRANI)[act.denomination].puur)
                    assert (act.points % 20 == 0) == under
                    openings += 1
                break
    assert openings > 20
