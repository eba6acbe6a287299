"""Tests of a generated player of Sidi Barrani: it knows missing suits, and bids as document 003 advises."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bots.sidi_player import SidiPlayer
from demo.sidi_table import SidiDeal
from domain.engine.rules import settle
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import ContractBid
from domain.games.sidi.orders import orders
from domain.games.sidi.ruleset import OBENABE, UNDENUFE
from domain.games.sidi.state import SidiState
from tests.cases import FULL
from tests.demo.test_players import STYLE_OF


def jass(dealer: str, seed: int) -> SidiDeal:
    """Return a new deal, not yet played."""
    return SidiDeal(SIDI_BARRANI, dealer, STYLE_OF, random.Random(seed))


def test_a_suit_that_is_noted_as_missing_is_missing() -> None:
    """Trumping does not show that the suit is missing, and nobody has to play the Puur (003 "Play")."""
    for seed in range(40 if FULL else 15):
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
    """Return the number of deals, of 300, with each act, outcome, denomination and result; every day of 75."""
    of: Counter[str] = Counter()
    for seed in range(300 if FULL else 75):
        deal = jass("SENW"[seed % 4], seed)
        kinds = {type(act).__name__ for act in deal.acts()}
        settled = settle(deal.state)
        assert settled is not None
        assert isinstance(deal.state, SidiState)
        of.update([*kinds, settled.outcome, deal.state.denomination, "made" if settled.made else "failed"])
    return of


@pytest.mark.full
def test_most_contracts_are_made_and_many_fail(many: Counter[str]) -> None:
    assert 0.55 < many["made"] / many["played"] < 0.85


@pytest.mark.full
def test_every_denomination_is_played(many: Counter[str]) -> None:
    assert min(many[each] for each in (*"SHDC", OBENABE, UNDENUFE)) > 15


def test_weis_are_declared_and_asked_for_and_some_contracts_are_doubled(many: Counter[str]) -> None:
    assert many["WeisDeclared"] > (100 if FULL else 25)
    assert many["WeisDemanded"] > (10 if FULL else 2)
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
