"""The score of a deal, and of a match (003 "Scoring", "Variations")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.match import Terms, leader
from domain.engine.rules import rules_of, settle
from domain.engine.seats import FOUR
from domain.engine.state import NOBODY
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.ruleset import MatchTarget
from domain.match.scoring import next_dealer, score, start


def ended(
    points: tuple[int, int],
    *,
    bid: int,
    declarer: int = 0,
    factor: int = 1,
    weis: tuple[int, ...] = (),
    stoeck: int = NOBODY,
    tricks: tuple[int, int] = (5, 4),
) -> Any:
    """The settlement of a deal that ended so; South's side has the Weis."""
    s: Any = rules_of(SIDI_BARRANI).start("W")
    s.outcome = "played"
    s.points, s.tricks = [*points], [*tricks]
    s.maker, s.bid, s.factor, s.stoeck = declarer, bid, factor, stoeck
    if weis:
        s.side, s.weis = 0, [weis, None, None, None]
    return settle(s)


@pytest.mark.parametrize(
    ("deal", "made", "scored", "reasons"),
    [
        pytest.param(
            {"points": (113, 44), "bid": 120, "factor": 2, "weis": (50,)},
            False,
            (163, 284),
            ("contract-failed", "doubled", "weis"),
            id="003 Scoring: the example",
        ),
        pytest.param(
            {"points": (120, 37), "bid": 120}, True, (240, 37), ("contract-made",), id="003 Scoring: exactly enough"
        ),
        pytest.param(
            {"points": (119, 38), "bid": 120}, False, (119, 158), ("contract-failed",), id="003 Scoring: one short"
        ),
        pytest.param(
            {"points": (119, 38), "bid": 120, "weis": (100,)},
            False,
            (219, 158),
            ("contract-failed", "weis"),
            id="003 Weis and Stöck: Weis do not count towards the contract",
        ),
        pytest.param(
            {"points": (60, 97), "bid": 90, "declarer": 1, "factor": 2},
            True,
            (60, 277),
            ("contract-made", "doubled"),
            id="003 Scoring: doubled and made",
        ),
        pytest.param(
            {"points": (60, 97), "bid": 100, "declarer": 3, "factor": 4},
            False,
            (460, 97),
            ("contract-failed", "redoubled"),
            id="C3: redoubled counts four times",
        ),
        pytest.param(
            {"points": (257, 0), "bid": 257, "tricks": (9, 0)},
            True,
            (514, 0),
            ("contract-made", "match"),
            id="003 Scoring: Match",
        ),
        pytest.param(
            {"points": (157, 0), "bid": 157, "tricks": (8, 1)},
            True,
            (314, 0),
            ("contract-made",),
            id="003 Bidding: all points, but a trick lost",
        ),
        pytest.param(
            {"points": (157, 0), "bid": 257, "tricks": (8, 1)},
            False,
            (157, 257),
            ("contract-failed",),
            id="003 Bidding: 257 needs every trick",
        ),
        pytest.param(
            {"points": (80, 77), "bid": 80, "weis": (50, 20), "stoeck": 1},
            True,
            (230, 97),
            ("contract-made", "weis", "stoeck"),
            id="003 Scoring: Weis and Stöck, of either team",
        ),
    ],
)
def test_what_a_deal_scores(
    deal: dict[str, Any], made: bool, scored: tuple[int, int], reasons: tuple[str, ...]
) -> None:
    settled = ended(**deal)
    assert settled.made is made
    assert (settled.score["NS"], settled.score["EW"]) == scored
    assert settled.reasons == reasons
    assert settled.tokens == {"NS": 0, "EW": 0}
    assert settled.due == settled.score


# --- matches ---------------------------------------------------------------------------------------

TARGET = MatchTarget()


def balance(north: int, east: int) -> dict[str, int]:
    return {"NS": north, "EW": east}


@pytest.mark.parametrize(
    ("terms", "scores", "is_over", "winner", "how"),
    [
        pytest.param(TARGET, (1999, 1500), False, "NS", "target", id="003 Scoring: 2000 are needed"),
        pytest.param(TARGET, (2000, 1999), True, "NS", "target", id="003 Scoring: 2000 or more"),
        pytest.param(TARGET, (2005, 2100), True, "EW", "target", id="003 Scoring: both reached it, the higher wins"),
        pytest.param(TARGET, (2100, 2100), False, None, "target", id="003 Scoring, C4: equal, so another deal"),
        pytest.param(TARGET, (2000, 999), True, "NS", "double", id="003 Scoring: a double game"),
        pytest.param(TARGET, (2000, 1000), True, "NS", "target", id="003 Scoring: no double game"),
        pytest.param(
            MatchTarget(target=1500, double_below=750), (1500, 749), True, "NS", "double", id="003 Variations: 1500"
        ),
        pytest.param(MatchTarget(target=2500), (2400, 0), False, "NS", "double", id="003 Variations: 2500"),
    ],
)
def test_when_a_match_is_over(
    terms: Terms, scores: tuple[int, int], is_over: bool, winner: str | None, how: str
) -> None:
    assert terms.is_over(balance(*scores)) is is_over
    assert leader(balance(*scores)) == winner
    assert terms.kind_of_end(balance(*scores)) == how


def test_scores_add_up_until_the_tie_is_broken() -> None:
    """003 "Scoring"; C4: the deals 112 + 90 against 45 + 157 may tie, and then more are played."""
    assert start(FOUR, TARGET) == balance(0, 0)
    due = [balance(1898, 1898), balance(202, 202), balance(57, 100), balance(500, 0)]
    played = score(FOUR, TARGET, due)
    assert [payment.balance for payment in played.payments[:3]] == [
        balance(1898, 1898),
        balance(2100, 2100),
        balance(2157, 2200),
    ]
    assert played.last == 2
    assert played.balance == balance(2157, 2200), "what comes after the end moves nothing"


@pytest.mark.parametrize("outcome", ["played", "passed_out"])
def test_the_deal_passes_to_the_right(outcome: str) -> None:
    """003 "Deal", "Bidding" 4."""
    assert next_dealer(FOUR, "W", outcome) == "S"
