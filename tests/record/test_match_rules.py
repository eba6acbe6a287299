"""Payments and ends of matches (000 "Deal", "Scoring", "Variants"; 002; rows A25 and B17)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.engine.match import leader
from domain.engine.seats import FOUR
from domain.games.three04.ruleset import MatchTerms
from domain.match.scoring import next_dealer, score, start

TEAM = MatchTerms()
BANK = MatchTerms(pay_to="bank", end="bank")
FREE = MatchTerms(end="free")


def won(tokens: int) -> dict[str, int]:
    """A deal that North and South won (or, below nought, lost)."""
    return {"NS": tokens, "EW": -tokens}


def test_each_team_begins_with_eleven() -> None:
    """000 "Scoring"."""
    assert start(FOUR, TEAM) == {"NS": 11, "EW": 11}


@pytest.mark.parametrize(
    ("terms", "before", "due", "after"),
    [
        pytest.param(TEAM, (11, 11), won(1), (12, 10), id="000 Scoring: tokens from the other team"),
        pytest.param(TEAM, (11, 11), won(-2), (9, 13), id="000 Scoring: tokens to the other team"),
        pytest.param(TEAM, (11, 11), won(-1), (10, 12), id="000 Scoring: one token to the second team"),
        pytest.param(TEAM, (3, 19), won(-5), (0, 22), id="B17: pays what it has"),
        pytest.param(TEAM, (2, 20), won(-2), (0, 22), id="000 Scoring: exactly all it has"),
        pytest.param(BANK, (11, 11), won(1), (11, 10), id="000 Variants: the loser pays the bank"),
        pytest.param(BANK, (2, 4), won(-5), (0, 4), id="000 Variants with B17: pays the bank what it has"),
        pytest.param(TEAM, (11, 11), won(0), (11, 11), id="000: all passed, or spoilt trumps: no score"),
        pytest.param(TEAM, (11, 11), {}, (11, 11), id="nothing due"),
        pytest.param(FREE, (1, 21), won(-3), (-2, 24), id="A25 free (002): game points may fall below nought"),
    ],
)
def test_what_a_deal_moves(
    terms: MatchTerms, before: tuple[int, int], due: dict[str, int], after: tuple[int, int]
) -> None:
    payment = terms.pay(dict(zip(FOUR.teams, before, strict=True)), due)
    assert tuple(payment.balance.values()) == after
    assert {team: payment.balance[team] - held for team, held in zip(FOUR.teams, before, strict=True)} == payment.paid


@pytest.mark.parametrize(
    ("terms", "balance", "ended"),
    [
        pytest.param(TEAM, (22, 0), True, id="000 Scoring: who has collected all the tokens wins"),
        pytest.param(TEAM, (21, 1), False, id="000 Scoring: not before"),
        pytest.param(BANK, (4, 0), True, id="000 Variants: who has lost all its tokens loses"),
        pytest.param(FREE, (30, -8), False, id="A25 free: never by itself"),
    ],
)
def test_when_a_match_is_over(terms: MatchTerms, balance: tuple[int, int], ended: bool) -> None:
    assert terms.is_over(dict(zip(FOUR.teams, balance, strict=True))) is ended


@pytest.mark.parametrize(
    ("balance", "ahead"),
    [pytest.param((12, 10), "NS", id="more"), pytest.param((9, 13), "EW", id="fewer"), ((11, 11), None)],
)
def test_who_is_ahead(balance: tuple[int, int], ahead: str | None) -> None:
    assert leader(dict(zip(FOUR.teams, balance, strict=True))) == ahead


@pytest.mark.parametrize(
    ("outcome", "dealer"),
    [
        pytest.param("played", "E", id="000 Deal: the turn to deal passes to the right"),
        pytest.param("passed_out", "E", id="000 Bidding with Four Cards: all passed, the next dealer deals"),
        pytest.param("awarded", "E", id="004 Rule Violations: the game is awarded, the turn passes"),
        pytest.param("spoilt", "S", id="000 Spoilt Trumps: dealt again by the same dealer"),
    ],
)
def test_who_deals_after_south(outcome: str, dealer: str) -> None:
    assert next_dealer(FOUR, "S", outcome) == dealer


def test_the_deal_goes_round_counter_clockwise() -> None:
    dealers = ["S"]
    for _ in range(4):
        dealers.append(next_dealer(FOUR, dealers[-1], "played"))
    assert dealers == ["S", "E", "N", "W", "S"]


def test_deals_after_the_end_move_nothing() -> None:
    played = score(FOUR, TEAM, [won(-5), won(-5), won(-5), won(2)])
    assert played.last == 2
    assert [payment.paid["NS"] for payment in played.payments] == [-5, -5, -1, 0]
    assert played.balance == {"NS": 0, "EW": 22}


def test_a_payment_that_was_short_may_no_longer_be() -> None:
    """Had the second deal gone the other way, the third would have been paid in full."""
    short = score(FOUR, TEAM, [won(-5), won(-4), won(-5)])
    assert short.payments[2].paid == {"NS": -2, "EW": 2}
    assert short.last == 2
    corrected = score(FOUR, TEAM, [won(-5), won(2), won(-5)])
    assert corrected.payments[2].paid == {"NS": -5, "EW": 5}
    assert corrected.last is None


deals = st.lists(st.integers(-5, 6).map(won), max_size=40)


@given(deals)
def test_tokens_between_teams_are_conserved(due: list[dict[str, int]]) -> None:
    for terms in (TEAM, FREE):
        for payment in score(FOUR, terms, due).payments:
            assert sum(payment.balance.values()) == 22


@given(deals)
def test_nobody_pays_more_than_it_has_unless_the_match_is_free(due: list[dict[str, int]]) -> None:
    for terms in (TEAM, BANK):
        played = score(FOUR, terms, due)
        assert all(min(payment.balance.values()) >= 0 for payment in played.payments)
        assert (played.last is not None) == (min(played.balance.values()) == 0)


@given(deals)
def test_the_bank_never_pays(due: list[dict[str, int]]) -> None:
    assert all(max(payment.paid.values()) <= 0 for payment in score(FOUR, BANK, due).payments)
