"""The best Weis, and the Weis that are scored (003 "Weis and Stöck", "Play")."""

from __future__ import annotations

import pytest

from tests.jass.table import Table
from tests.jass.weis_hands import (
    EQUALS,
    FIFTY,
    FOUR_OR_FIVE,
    FOUR_WEIS,
    LAST,
    THREE_TWENTIES,
    TWO_FIFTIES,
    TWO_FOURS,
    Deal,
)
from tests.table import lines


def compared(hands: Deal, denomination: str, **declared: int) -> Table:
    """After the first trick in which this was declared, once the first who is asked has spoken."""
    table = Table(hands).playing(f"S 40 {denomination}").first_trick(**declared)
    if table.state.owed:
        (sentence,) = table.may(table.turn())
        table.does(f"{table.turn()} {sentence}")
    return table


@pytest.mark.parametrize(
    ("hands", "denomination", "declared", "talk"),
    [
        pytest.param(
            FIFTY, "obenabe", {"S": 50}, "S scores 50, N scores 20", id="the only one; partner's undeclared Weis too"
        ),
        pytest.param(FIFTY, "obenabe", {"E": 20, "N": 20}, "E weis top A, N weis conceded, E scores 20", id="a tie"),
        pytest.param(
            TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "S weis top 9, E weis top A, E scores 50", id="the higher card"
        ),
        pytest.param(
            TWO_FIFTIES,
            "H",
            {"S": 50, "E": 50},
            "S weis top 9, E weis top A, E scores 50",
            id="the higher card in the order without trumps",
        ),
        pytest.param(
            TWO_FIFTIES,
            "undenufe",
            {"S": 50, "E": 50},
            "S weis top 6, E weis conceded, S scores 50",
            id="in Undenufe the six is highest",
        ),
        pytest.param(
            FOUR_OR_FIVE,
            "obenabe",
            {"S": 100, "E": 100},
            "S weis 4 cards, E weis 5 cards, E scores 100",
            id="more cards before a higher one",
        ),
        pytest.param(
            TWO_FOURS,
            "obenabe",
            {"S": 100, "E": 100},
            "S weis 4 cards, E weis 4 cards, S weis top A, E weis conceded, S scores 100",
            id="as many cards, then the higher",
        ),
        pytest.param(
            TWO_FOURS,
            "undenufe",
            {"S": 100, "E": 100},
            "S weis 4 cards, E weis 4 cards, S weis top A, E weis top K, E scores 100",
            id="in Undenufe Kings beat Aces",
        ),
        pytest.param(
            EQUALS,
            "H",
            {"S": 20, "E": 20},
            "S weis top 8, E weis top 8, S weis not in trumps, E weis in trumps, E scores 20",
            id="the trump sequence",
        ),
        pytest.param(
            EQUALS,
            "S",
            {"S": 20, "E": 20},
            "S weis top 8, E weis top 8, S weis in trumps, S scores 20",
            id="nothing can be as good as the trump sequence",
        ),
        pytest.param(
            EQUALS,
            "D",
            {"S": 20, "E": 20},
            "S weis top 8, E weis top 8, S weis not in trumps, E weis not in trumps, S scores 20",
            id="what was declared first",
        ),
        pytest.param(
            EQUALS,
            "obenabe",
            {"S": 20, "E": 20},
            "S weis top 8, E weis top 8, S scores 20",
            id="without trumps nobody asks for them",
        ),
        pytest.param(
            FOUR_WEIS,
            "obenabe",
            {"S": 50, "E": 50, "N": 50},
            "S weis top 9, E weis top K, N weis top A, S scores 50, N scores 50",
            id="three speak in turn",
        ),
        pytest.param(
            FOUR_WEIS,
            "undenufe",
            {"S": 50, "E": 50, "N": 50},
            "S weis top 6, E weis conceded, S scores 50, N scores 50",
            id="only until it is clear",
        ),
        pytest.param(
            FOUR_WEIS,
            "obenabe",
            {"E": 50, "N": 50},
            "E weis top K, N weis top A, N scores 50, S scores 50",
            id="partner's undeclared one, as good as it is",
        ),
        pytest.param(
            THREE_TWENTIES,
            "obenabe",
            {"S": 20, "N": 20, "W": 20},
            "S weis top 8, N weis top A, W weis conceded, S scores 20, N scores 20",
            id="partner is better before an opponent concedes",
        ),
    ],
)
def test_the_talk_after_the_first_trick(hands: Deal, denomination: str, declared: dict[str, int], talk: str) -> None:
    table = compared(hands, denomination, **declared)
    expected = lines([talk])
    assert table.last(len(expected)) == expected
    assert not table.state.owed
    assert table.turn() == table.rules.seats[table.state.last_winner]


def test_where_an_undeclared_weis_does_not_score() -> None:
    """C9."""
    table = Table(FIFTY, rules={"weis.undeclared_partner_scores": False}).playing("S 40 obenabe").first_trick(S=50)
    assert table.does("S scores 50").last(1) == ["S scores 50"]
    assert table.refusal("N scores 20").code == "weis-not-scored"


def test_the_last_may_declare_until_the_talk_begins() -> None:
    """003 "Play": after the next card has been played it is too late."""
    table = Table(LAST).playing("S 40 obenabe").first_trick(S=20)
    assert table.may("S") == {"scores 20"}
    assert table.may("W") == {"weis 50"}
    late = Table(LAST).playing("S 40 obenabe").first_trick(S=20).does("S scores 20")
    assert late.refusal("W weis 50").code == "weis-too-late"
    table.does("W weis 50")
    assert table.last(2) == ["W weis 50", "W scores 50"]


def test_what_the_last_holds_does_not_show_in_the_pace_of_the_record() -> None:
    """Whether a silent West has something to declare or not, nothing follows by itself."""
    with_weis = Table(LAST).playing("S 40 obenabe").first_trick(S=20)
    swapped = dict(LAST, W=LAST["W"].replace("8D", "TD"), E=LAST["E"].replace("TD", "8D"))
    without = Table(swapped).playing("S 40 obenabe").first_trick(S=20)
    assert with_weis.last(1)[0] == without.last(1)[0]
    assert with_weis.turn() == without.turn() == "S"


@pytest.mark.parametrize(
    ("hands", "denomination", "declared", "line", "code"),
    [
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "E weis top A", "weis-not-asked", id="in turn"),
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50}, "S weis top 9", "weis-not-asked", id="nobody asked"),
        pytest.param(
            TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "S weis 4 cards", "weis-other-question", id="all have four"
        ),
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "S weis top A", "weis-answer-false", id="not so"),
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "S weis conceded", "weis-must-answer", id="too early"),
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "S scores 50", "weis-open", id="not settled"),
        pytest.param(TWO_FIFTIES, "obenabe", {"S": 50, "E": 50}, "E JH", "weis-unsettled", id="not settled: no lead"),
        pytest.param(FIFTY, "obenabe", {"S": 50}, "E scores 20", "weis-not-scored", id="the other side"),
        pytest.param(FIFTY, "obenabe", {"S": 50}, "S scores 50 20", "weis-score-differs", id="more than held"),
        pytest.param(FIFTY, "obenabe", {}, "S scores 50", "weis-not-scored", id="nothing declared"),
        pytest.param(FIFTY, "obenabe", {"S": 50}, "E AS", "weis-unsettled", id="not scored: no lead"),
    ],
)
def test_what_is_refused(hands: Deal, denomination: str, declared: dict[str, int], line: str, code: str) -> None:
    table = Table(hands).playing(f"S 40 {denomination}").first_trick(**declared)
    assert table.refusal(line).code == code


def test_scoring_is_refused_when_it_is_done_or_over() -> None:
    table = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50")
    assert table.refusal("S scores 50").code == "weis-twice"
    table.does(f"E {min(table.cards('E'))}")
    assert table.refusal("S scores 50").code == "weis-too-late"


def test_play_that_went_on_leaves_the_weis_as_they_are() -> None:
    """A lead before the talk was over is flagged; what nobody scored is not scored."""
    table = Table(TWO_FIFTIES).playing("S 40 obenabe").first_trick(S=50, E=50)
    leader = table.rules.seats[table.state.last_winner]
    card = table.hands[leader][0]
    assert table.happens(f"{leader} {card}").code == "weis-unsettled"
    table.finish()
    assert "weis" not in table.settled().reasons
    assert sum(table.settled().points.values()) == 157


def test_an_answer_after_the_talk_was_over_to_the_last_question_is_no_answer() -> None:
    """003 "Weis and Stöck": what is equal to the end goes to whoever declared first, and nobody is asked any more."""
    table = compared(EQUALS, "D", S=20, E=20)
    before = table.state.copy()
    assert table.happens("E weis in trumps").code == "weis-not-asked"
    assert all(getattr(table.state, name) == getattr(before, name) for name in before.FIELDS)
