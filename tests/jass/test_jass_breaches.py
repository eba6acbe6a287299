"""Acts against the rules that are recorded as they happened: what they change, and what they do not change (003)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.facts import CardPlayed
from domain.engine.state import NOBODY, NOTHING
from domain.games.sidi.acts import WeisDeclared, WeisScored, WeisShown
from tests.jass.table import Table
from tests.jass.test_stoeck import MUST_CLAIM
from tests.jass.weis_hands import EQUALS, FIFTY, FOUR_OR_FIVE, LAST, STOECK, TWO_FIFTIES, Deal

NINE_UNSEEN = " ".join(["??"] * 9)
REDOUBLE = {"double.mode": "redouble"}


def compared(hands: Deal, denomination: str = "obenabe", rules: dict[str, Any] | None = None, **declared: int) -> Table:
    """After a first trick in which this was declared."""
    return Table(hands, rules=rules).playing(f"S 40 {denomination}").first_trick(**declared)


def one(table: Table, line: str) -> Table:
    """Do this and nothing that follows from it."""
    table.do(table.hear(line))
    return table


# --- the auction -----------------------------------------------------------------------------------


def test_a_pass_of_a_seat_that_nobody_asked_leaves_the_question_with_the_seat_that_was() -> None:
    """003 "Bidding": after 257 each opponent is asked once, the right-hand one first."""
    table = Table().dealt().does("S 257 H")
    assert table.happens("N pass").code == "contract-out-of-turn"
    assert table.turn() == "E"
    table.does("E pass")
    assert table.turn() == "W"


def test_nobody_bids_out_of_turn() -> None:
    """003 "Bidding"."""
    table = Table().dealt().does("S 40 H, E pass")
    for seat in "SEW":
        assert table.refusal(f"{seat} 50 H").code == "contract-out-of-turn"


def test_a_redouble_of_a_bid_that_nobody_doubled_changes_nothing() -> None:
    """003 "Variations": a team that has been doubled may redouble."""
    table = Table(rules=REDOUBLE).dealt().does("S 40 H")
    assert table.happens("S redouble").code == "redouble-nothing"
    assert (table.state.factor, table.turn(), table.state.maker) == (1, "E", NOBODY)


def test_when_all_have_passed_nobody_acts_any_more() -> None:
    """003 "Bidding": the cards are thrown in."""
    table = Table().dealt().does("S pass, E pass, N pass, W pass")
    assert table.settled().outcome == "passed_out"
    assert table.rules.to_act(table.state) is None
    assert table.refusal("S 40 H").code == "deal-over"
    assert table.rules.owed_act(table.state) is table.rules.compels(table.state) is None


# --- comparing and scoring Weis ----------------------------------------------------------------------


def test_an_opponent_as_good_as_the_best_may_not_concede() -> None:
    """003 "Play": as good or better, or it concedes."""
    table = one(compared(EQUALS, S=20, E=20), "S weis top 8")
    assert table.may("E") - {"demands S 20"} == {"weis top 8"}


def test_where_a_value_can_be_of_two_numbers_of_cards_the_number_is_asked_first() -> None:
    """003 "Weis and Stöck"; C8: where others play, 100 are five cards in a row or four of a rank."""
    sequences = {"sequences": [20, 50, 100, 150], "fours": [0, 0, 0, 150, 100, 200, 100, 100, 100]}
    table = compared(FOUR_OR_FIVE, rules={"weis.table": sequences}, S=100, E=100)
    assert table.may("S") == {"weis 4 cards"}


def test_a_worse_answer_than_the_best_so_far_puts_its_seat_out() -> None:
    """003 "Play": the player who has nothing as good concedes."""
    table = one(compared(TWO_FIFTIES, "H", S=50, E=50), "S weis top 9")
    assert table.happens("E weis top 8").code == "weis-must-concede"
    assert table.may("S") == {"scores 50"}


def test_once_the_talk_has_begun_the_last_who_played_declares_nothing_more() -> None:
    """003 "Play"; also where the first who is asked has nothing after all, and concedes."""
    table = Table(LAST).playing("S 40 obenabe")
    assert table.happens("S weis 50").code == "weis-not-held"
    table.does("S 7S, E TS")
    assert table.happens("E weis 50").code == "weis-not-held"
    table.does("N 8S, W 9S")
    assert "weis 50" in table.may("W")
    table.does("S weis conceded")
    assert table.refusal("W weis 50").code == "weis-too-late"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("S scores 20", "weis-score-differs", id="less than it holds"),
        pytest.param("S scores 20 20", "weis-score-differs", id="two that are worth less"),
        pytest.param("S scores 50 20", "weis-score-differs", id="one too many"),
    ],
)
def test_what_is_scored_is_exactly_what_the_hand_holds(line: str, code: str) -> None:
    """003 "Play"."""
    assert compared(FIFTY, S=50).refusal(line).code == code


def test_a_second_score_and_one_after_the_next_lead_count_for_nothing() -> None:
    """003 "Play": before the second trick, and once."""
    table = one(compared(FIFTY, S=50), "S scores 50")
    assert table.happens("S scores 20").code == "weis-twice"
    assert table.state.weis[0] == (50,)
    one(table, f"E {min(table.cards('E'))}")
    assert table.happens("N scores 20").code == "weis-too-late"
    assert table.state.weis[2] is None


def test_a_score_of_the_other_side_leaves_the_best_weis_where_it_is() -> None:
    table = compared(FIFTY, S=50)
    assert table.happens("E scores 20").code == "weis-not-scored"
    assert (table.state.side, table.turn()) == (0, "S")


def test_a_score_that_nobody_objected_to_before_the_talk_decides_for_its_side() -> None:
    table = compared(TWO_FIFTIES, S=50, E=50)
    assert table.happens("E scores 50").code == "weis-open"
    assert (table.state.side, table.state.owed) == (1, NOTHING)


# --- showing Weis, Stöck ------------------------------------------------------------------------------

BOTH = {"S": "6S 7S 8S 9S QH KH AH TD KD"}
"""South a sequence of four, and one of three."""


def test_only_the_weis_that_was_demanded_is_shown() -> None:
    """003 "Play"."""
    table = Table(BOTH).playing("S 40 obenabe").first_trick(S=50).does("S scores 50 20, E demands S 50")
    assert table.last(1) == ["S shows weis 9S 8S 7S 6S"]


def unseen_demand() -> Table:
    """Nobody saw the hands; South demanded to see East's 50, of a sequence up to the King."""
    table = Table(unseen=True).playing("S 40 obenabe").does("S 6S, E KH, E weis 50, N 7D, W JS, E scores 50")
    return table.does("S demands E 50")


def test_the_sets_of_cards_that_a_demanded_weis_can_be_are_those_of_its_value() -> None:
    (template,) = unseen_demand().rules.templates(unseen_demand().state, "E")
    shown = {frozenset(cards) for cards in getattr(template.values, "sets")}  # noqa: B009
    assert frozenset({"9H", "TH", "JH", "QH"}) in shown
    assert {len(cards) for cards in shown} == {4}
    assert not any({"6S", "7D"} & cards for cards in shown), "South and North have played these"


def test_nobody_else_meets_a_demand() -> None:
    table = unseen_demand()
    for seat in "SNW":
        assert table.refusal(f"{seat} shows weis 6C 7C 8C 9C").code == "weis-nothing-to-show"
    for seat in "SN":
        other = unseen_demand()
        assert other.happens(f"{seat} shows weis 6C 7C 8C 9C").code == "weis-nothing-to-show"
        assert (other.turn(), other.state.demand) == ("E", (1, 50))


def test_a_card_known_to_be_elsewhere_does_not_hide_the_others_that_are_shown() -> None:
    table = Table({"E": "6C AS KS QS 6D 7D 8D 9D TD", "S": NINE_UNSEEN, "N": NINE_UNSEEN, "W": NINE_UNSEEN})
    s: Any = table.playing("S 40 obenabe").state.copy()
    table.rules.apply(s, WeisShown("S", ("6C", "7C", "8C")))
    assert set(table.rules.tables.cards(s.hands[0])) == {"7C", "8C"}


def test_the_holder_is_asked_for_stoeck_whoever_won_the_last_trick() -> None:
    """003 "Weis and Stöck"; C10."""
    hands = {
        "S": "QH KH 6S 7S 9S TS 6D 7D 9D",
        "E": "JH 9H AH TH AS KS QS AD KD",
        "N": "6H 7H 8H 6C 7C 9C TC QC KC",
        "W": "8S JS 8D TD JD QD 8C JC AC",
    }
    table = Table(hands, rules=MUST_CLAIM).playing("E 40 H")
    while not table.state.owed:
        seat = table.turn()
        cards = table.cards(seat)
        table.does(f"{seat} {min(cards - {'JH', 'KH'} or cards)}")
    assert table.rules.seats[table.state.last_winner] == "E"
    assert table.turn() == "S"
    assert table.may("S") == {"stöck", "pass"}
    assert table.may("E") == table.may("N") == table.may("W") == set()


def test_stoeck_shown_in_the_play_is_held_by_nobody_where_there_are_no_trumps() -> None:
    """003 "Weis and Stöck"."""
    for contract in ("S 40 obenabe", "S 40 undenufe"):
        refusal = Table(STOECK, rules=MUST_CLAIM).playing(contract).refusal("S stöck")
        assert refusal.message.endswith("in a contract without trumps")


# --- where cards are unknown -------------------------------------------------------------------------


def partly_seen(south: str, contract: str = "S 40 obenabe", **others: str) -> Table:
    """A deal of which South's hand was partly seen, and these others."""
    return Table(dict.fromkeys("SENW", NINE_UNSEEN) | {"S": south} | others).playing(contract)


def test_a_hand_of_which_the_weis_was_seen_declares_no_less() -> None:
    """003 "Play": the value of the highest item."""
    table = partly_seen("6S 7S 8S 9S ?? ?? ?? ?? ??")
    assert table.refusal("S weis 20").code == "weis-not-highest"
    assert table.possible("S weis 100")


def test_a_card_that_somebody_has_played_is_in_no_weis_of_another_hand() -> None:
    table = partly_seen(NINE_UNSEEN).does("S 6S, E JS")
    assert table.refusal("N weis 200").code == "weis-not-held"
    table.does("N 7S")
    assert table.possible("N weis 100")


def test_what_is_scored_of_an_unseen_hand_is_headed_by_what_it_declared() -> None:
    table = partly_seen(NINE_UNSEEN).does("S 6S, S weis 50, E TS, N 7D, W JS")
    assert table.refusal("S scores 100").code == "weis-score-differs"
    assert table.refusal("S scores 100 50").code == "weis-score-differs"
    assert table.possible("S scores 50 20")


def test_a_seat_claims_stoeck_of_which_one_card_may_have_gone_unseen() -> None:
    """C10: when all have seen both cards; the scribe has missed one."""
    table = partly_seen(NINE_UNSEEN, "S 40 H").does("S QH, E 6H, N 7H, W 8H")
    assert table.refusal("S stöck").code == "stoeck-too-early"
    while table.turn() != "S":
        table.does(f"{table.turn()} ??")
    table.does("S ??")
    assert table.possible("S stöck")


def test_a_card_that_nobody_saw_is_possible_though_the_hand_must_follow() -> None:
    """003 "Play": it may be the one that follows."""
    table = partly_seen(NINE_UNSEEN, E="AS KS 6H 7H 8H ?? ?? ?? ??").does("S 6S")
    assert table.possible("E ??")
    assert table.refusal("E 6H").code == "jass-revoke"


def test_on_a_lead_that_nobody_saw_any_card_of_a_known_hand_is_possible() -> None:
    table = partly_seen(NINE_UNSEEN, "S 40 C", E="AS KS 6H 7H 8H 6C 7C 8D 9D").does("S ??")
    for card in ("AS", "6H", "7C", "8D"):
        assert table.possible(f"E {card}")


@pytest.mark.parametrize("lead", ["6H", "6D", "6C"])
def test_any_plain_lead_may_be_trumped_by_a_hand_that_could_follow(lead: str) -> None:
    """003 "Play": one follows suit or trumps."""
    table = partly_seen(NINE_UNSEEN, "S 40 S", E="7S AH AD AC KH KD KC ?? ??").does(f"S {lead}")
    assert not isinstance(table.verdict("E 7S"), type(table.verdict("E 6S"))), "7S is held, and trumps"
    assert table.possible("E 7S") or table.verdict("E 7S") is None


def test_whether_a_trump_is_high_enough_over_a_card_that_nobody_saw_is_open() -> None:
    """003 "Play": once somebody has trumped, no lower trump may be played; the unseen card may be one."""
    hand = "7S AH AD AC KH KD KC QD QC"
    assert partly_seen(NINE_UNSEEN, "S 40 S", N=hand).does("S 6H, E ??").possible("N 7S")
    assert partly_seen(NINE_UNSEEN, "S 40 S", N=hand).does("S 6H, E 7H").verdict("N 7S") is None


def test_a_trump_below_one_that_was_played_is_refused_where_the_hand_is_partly_seen() -> None:
    """003 "Play"."""
    table = partly_seen(NINE_UNSEEN, "S 40 S", N="7S AD AC KD KC ?? ?? ?? ??").does("S 6H, E 8S")
    assert table.refusal("N 7S").code == "jass-undertrump"
    only = partly_seen(NINE_UNSEEN, "S 40 S", N="7S 6S ?? ?? ?? ?? ?? ?? ??").does("S 6H, E 8S")
    assert only.possible("N 7S"), "it may hold nothing but trumps"


def test_the_declarers_side_counts_whoever_declares() -> None:
    """003 "Scoring": cards that nobody saw leave the points open."""
    table = Table(unseen=True).playing("E 100 obenabe").does("E AS, N ??, W ??, S ??, E 6S, N KS, W ??, S ??")
    while not table.state.owed:
        table.does(f"{table.turn()} ??")
    assert table.refusal("S counts 40").code == "jass-count"
    assert table.refusal("N counts 40").code == "jass-count"
    table.does("W counts 40")
    assert table.settled().points["EW"] == 40
    assert table.state.owed == NOTHING


def test_a_card_face_down_and_one_out_of_turn_are_judged_alike_one_by_one_and_in_a_record() -> None:
    """A Jass is played face up, in turn (003 "Play")."""
    table = Table(FIFTY).playing("S 40 obenabe")
    rules = table.rules
    for act in (
        CardPlayed("S", "6S", down=True),
        CardPlayed("S", "6S", indicator=True),
        *(CardPlayed(seat, card) for seat in "ENW" for card in table.hands[seat]),
    ):
        state = table.state.copy()
        assert rules.take(state, act) == rules.judge(table.state, act) is not None, act
    owed = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50)
    for seat in "SENW":
        for card in owed.hands[seat]:
            verdict = rules.judge(owed.state, CardPlayed(seat, card))
            assert rules.take(owed.state.copy(), CardPlayed(seat, card)) == verdict is not None
    assert owed.rules.judge(owed.state, WeisScored("S", (50,))) is None
    assert owed.rules.judge(owed.state, WeisDeclared("S", 50)) is not None
