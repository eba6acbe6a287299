"""The likely result without a breach, for arbiters: beside the remedy, and only where cards had been played."""

from __future__ import annotations

import pytest

from analysis.breach import result_without
from analysis.deal import card_states
from analysis.position import Goal, Unsolvable
from analysis.solver import Solver, Unfinished
from api.analyses.likely_results import audit_with_results
from domain.engine.facts import CardPlayed
from tests.analysis.test_worked_hands import record


def test_a_revoke_is_compared_with_the_best_play_from_the_card_that_was_due() -> None:
    """Hand 17: South could follow suit with one card only, so the result is that of the deal after this card."""
    deal = record(17)
    likely = result_without(deal, 39, Solver())
    state = next(s for ply, s, _ in card_states(deal) if ply == 39)
    best = Solver().best(state)
    assert (likely.ply, likely.goal) == (39, Goal.POINTS)
    assert likely.settled.points == {"EW": best, "NS": 304 - best} == {"EW": 182, "NS": 122}
    assert (likely.settled.tokens, likely.settled.made) == ({"NS": -1, "EW": 1}, True)


def test_it_stands_beside_the_remedy_which_stays_as_it_is() -> None:
    (finding,) = audit_with_results(record(17))["breaches"]["findings"]
    assert finding["follows"]["tokens"] == {"NS": -3, "EW": 3}
    assert finding["without"]["tokens"] == {"NS": -1, "EW": 1}
    assert finding["without"]["words"].endswith("does not replace the consequence by the rules.")


def test_a_breach_after_a_card_goes_back_to_that_card() -> None:
    deal = record(10)
    assert result_without(deal, len(deal.acts), Solver()).ply == card_states(deal)[-1][0]


def test_before_the_first_card_there_is_no_result() -> None:
    with pytest.raises(Unsolvable, match="before the first card"):
        result_without(record(17), 3, Solver())


def test_a_search_that_takes_too_long_gives_no_number() -> None:
    deal = record(17)
    first = next(ply for ply, act in enumerate(deal.acts) if isinstance(act, CardPlayed))
    with pytest.raises(Unfinished):
        result_without(deal, first, Solver(limit=10))


def test_with_a_bid_to_win_all_tricks_only_the_tricks_decide() -> None:
    deal = record(9)
    ply = card_states(deal)[-3][0]
    likely = result_without(deal, ply, Solver())
    assert likely.goal is Goal.ALL_TRICKS
    assert deal.settlement is not None
    assert likely.settled.tokens == deal.settlement.tokens


def test_hands_that_no_play_leads_to_have_no_result() -> None:
    """As after a breach that nobody saw: one hand is smaller than the others."""
    deal = record(10)
    _, s, _ = card_states(deal)[0]
    state = s.copy()
    state.hands[state.turn] &= state.hands[state.turn] - 1
    with pytest.raises(Unsolvable, match="the cards do not fit together"):
        Solver().prices(state)
