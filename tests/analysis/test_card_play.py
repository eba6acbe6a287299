"""Statistics of card play: what is counted of a deal, and how sure the numbers are."""

from __future__ import annotations

import pytest

from analysis.deal import DealAnalysis, PricedPly, analyse
from analysis.hands import AnalysedHand, analysed_hands, is_makeable
from analysis.position import Goal
from analysis.solver import Solver
from replay.card_play import CardPlay
from replay.notation import read_hand
from replay.notation.document import record_of
from tests.cli.conftest import hand


def ply(
    number: int,
    seat: str,
    played: str,
    prices: dict[str, int],
    *,
    makers: bool = False,
    goal: Goal = Goal.POINTS,
) -> PricedPly:
    return PricedPly(number, seat, played, makers, goal, 160, prices, {}, {}, finished=True)


def analysis(*plies: PricedPly, goal: Goal = Goal.POINTS, unsolved: dict[int, str] | None = None) -> DealAnalysis:
    return DealAnalysis(goal, 160, ("E", "W"), plies, "tokens", unsolved or {})


class TestOneDeal:
    LEAD = ply(10, "E", "JH", {"JH": 150, "9H": 170}, makers=True)
    NORTH = ply(11, "N", "AS", {"AS": 170, "KS": 170})
    WEST = ply(12, "W", "AC", {"AC": 170})
    SOUTH = ply(13, "S", "QD", {"QD": 165, "KD": 170})

    def test_only_cards_with_a_choice_count(self) -> None:
        """Cards with the same price, or a single legal card, are no choice."""
        assert analysed_hands(analysis(self.LEAD, self.NORTH, self.WEST, self.SOUTH)) == [
            AnalysedHand("E", choices=1, best=0, lost=20, lead_best=False),
            AnalysedHand("N", choices=0, best=0, lost=0, lead_best=None),
            AnalysedHand("W", choices=0, best=0, lost=0, lead_best=None),
            AnalysedHand("S", choices=1, best=1, lost=0, lead_best=None),
        ]

    def test_a_bid_is_makeable_if_the_best_lead_reaches_it(self) -> None:
        assert is_makeable(analysis(self.LEAD)) is True
        assert is_makeable(analysis(ply(10, "E", "JH", {"JH": 150, "9H": 159}, makers=True))) is False

    def test_a_lead_without_a_price_is_no_lead_and_nobody_knows_what_is_makeable(self) -> None:
        cut = analysis(self.SOUTH, unsolved={10: "the deal took too long"})
        assert [hand.lead_best for hand in analysed_hands(cut)] == [None]
        assert is_makeable(cut) is None

    def test_a_deal_about_all_tricks_loses_no_points(self) -> None:
        lead = ply(10, "E", "JH", {"JH": 0, "9H": 1}, makers=True)
        (east,) = analysed_hands(analysis(lead, goal=Goal.ALL_TRICKS))
        assert (east.choices, east.best, east.lost) == (1, 0, None)

    def test_a_worked_hand_has_its_six_costly_cards(self) -> None:
        whole = analyse(record_of(read_hand(hand(10).read_text(encoding="utf-8"))), Solver())
        hands = analysed_hands(whole)
        assert sum(each.choices - each.best for each in hands) == 6
        assert sum(each.lost or 0 for each in hands) == sum(each.cost or 0 for each in whole.plies)


class TestTheNumbers:
    def test_few_cards_have_a_wide_range(self) -> None:
        """Wilson's interval, by the example of a textbook: 8 of 10 is 49 % to 94 %."""
        low, high = CardPlay(choices=10, best=8).interval or (0, 0)
        assert (round(low, 2), round(high, 2)) == (0.49, 0.94)
        narrow = CardPlay(choices=1000, best=800).interval or (0, 0)
        assert narrow[1] - narrow[0] < 0.06

    @pytest.mark.parametrize("best", [0, 10])
    def test_the_range_stays_between_0_and_1(self, best: int) -> None:
        low, high = CardPlay(choices=10, best=best).interval or (-1, -1)
        assert 0 <= low < high <= 1

    def test_the_loss_of_a_deal_has_its_error(self) -> None:
        """Losses of 0, 10 and 20 points: their standard deviation is 10."""
        play = CardPlay(counted=3, lost=30, squares=500)
        assert play.loss == 10
        assert play.loss_error == pytest.approx(1.96 * 10 / 3**0.5, rel=0.001)

    def test_nothing_is_made_of_no_deals(self) -> None:
        empty = CardPlay()
        assert (empty.share, empty.interval, empty.loss, empty.loss_error) == (None, None, None, None)
