"""Calling Caps as an act: who may, when, with which order, what is shown, and conceding the rest.

000 "Caps"; 002; 004 "Caps". Whether a call came in time is another question. South deals everywhere.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.refusals import Refusal
from tests.rules.table import Table, cards

HANDS = {
    "N": "JC 9C AC TC  KC QC JD JH",
    "E": "8C 7D 8D QD  JS 9S 9H KH",
    "S": "7C KD TD AH  AS TS TH QH",
    "W": "9D AD KS QS  8S 7S 7H 8H",
}
"""North has clubs from the top and two jacks; North-South can win everything."""

OPENS = {"caps.call_opens_trump": True}
FIRST_TRICK = "E KH, N JH, W 7H, S AH"
EIGHT_OF_NORTH = "JC 9C AC TC KC QC JD JH"


def caps(script: str = FIRST_TRICK, *, opened: bool = True, **rules: Any) -> Table:
    """North's deal in clubs; North's jack of hearts takes the first trick."""
    table = Table(HANDS, rules=rules.get("rules")).playing("N 160", "JC", opened=opened)
    return table.does(script)


@pytest.mark.parametrize(
    ("script", "callers"),
    [
        pytest.param("", "SENW", id="000 Caps: before the first lead, as a hand may be certain from the start"),
        pytest.param("E KH", "SENW", id="000 Caps: in the middle of a trick, and out of turn"),
        pytest.param("E KH, N JH, W 7H, S AH", "SN", id="000 Caps: only who has won every trick"),
        pytest.param("E KH, N JH, W 7H, S AH, N JC, W 9D, S 7C, E 8C", "SN", id="000 Caps: the partner may as well"),
    ],
)
def test_who_may_call(script: str, callers: str) -> None:
    table = caps(script)
    assert {seat for seat in "SENW" if "caps" in table.may_call(seat)} == set(callers)


def test_not_before_open_or_closed_was_chosen() -> None:
    table = Table(HANDS).eight_cards("N 160", "JC").does("N pass, W pass, S pass, E pass")
    assert "caps" not in table.may_call("N")
    assert table.refusal(f"N caps {EIGHT_OF_NORTH}").code == "wrong-stage"


@pytest.mark.parametrize(
    ("table", "line", "code", "words"),
    [
        pytest.param(
            caps(),
            "N caps JC 9C AC TC KC QC",
            "caps-order",
            "cards named: 6, cards left: 7; the order must name JD JC 9C AC TC KC QC",
            id="000 Caps: all remaining cards",
        ),
        pytest.param(
            caps(), "N caps", "caps-order", "cards named: 0, cards left: 7", id="000 Caps: the order is stated"
        ),
        pytest.param(
            caps(),
            "N caps JC 9C AC TC KC QC JH",
            "caps-order",
            "cards that are not in its hand",
            id="000 Caps: not a played one",
        ),
        pytest.param(
            caps(),
            "N caps JC 9C AC TC KC QC 8C",
            "caps-order",
            "cards that are not in its hand",
            id="000 Caps: not another's",
        ),
        pytest.param(
            caps(),
            "N caps JC JC AC TC KC QC JD",
            "caps-order",
            "cards that are not in its hand",
            id="000 Caps: each card once",
        ),
        pytest.param(
            caps("E KH, N JH, W 7H, S AH, N QC, W 9D, S 7C, E 8C, N JD, W AD, S KD, E QD"),
            "W caps KS QS 8S 7S 8H",
            "caps-trick-lost",
            "its side had lost a trick",
            id="000 Caps: all eight tricks",
        ),
        pytest.param(
            caps(f"{FIRST_TRICK}, N caps JC 9C AC TC KC QC JD"),
            "S caps 7C KD TD AS TS TH QH",
            "caps-twice",
            "North had already",
            id="000 Caps: one call",
        ),
        pytest.param(
            caps(f"{FIRST_TRICK}, N caps JC 9C AC TC KC QC JD"),
            "N caps 9C JC AC TC KC QC JD",
            "caps-twice",
            "North had already",
            id="000 Caps: no second order",
        ),
        pytest.param(
            caps(rules={"caps.teams": "maker_only"}, script="E KH"),
            "E caps 8C 7D 8D QD JS 9S 9H",
            "caps-not-yours",
            "only the trump maker's side",
            id="A14: 002, only the high bidders",
        ),
        pytest.param(
            caps(rules={"caps.external": "off"}, script="E KH"),
            "W caps 9D AD KS QS 8S 7S 7H 8H",
            "caps-not-yours",
            "only the trump maker's side",
            id="A17: no external Caps",
        ),
    ],
)
def test_calls_that_are_refused(table: Table, line: str, code: str, words: str) -> None:
    refusal = table.refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)
    assert refusal.clause.heading == "Caps"


def test_in_partner_close_caps_nobody_calls() -> None:
    """000 "Partner Close Caps"."""
    table = Table(HANDS).playing_pcc("N", "JC", opened=True)
    for seat in "SENW":
        assert "caps" not in table.may_call(seat)
    refusal = table.refusal(f"N caps {EIGHT_OF_NORTH}")
    assert (refusal.code, refusal.clause.heading) == ("caps-pcc", "Partner Close Caps")


def test_the_caller_exposes_its_cards_and_play_goes_on() -> None:
    """000 "Caps": nothing else changes; what is played is still judged by the rules alone."""
    table = caps().does("N caps JC 9C AC TC KC QC JD")
    assert table.turn() == "N"
    assert table.may("N") == cards("JC 9C AC TC KC QC JD")
    table.does("N JC, W 9D, S 7C, E 8C")
    table.finish()
    assert table.settled().reasons == ("bid-made", "caps-right")


def test_a_call_in_the_middle_of_a_trick_names_the_cards_not_yet_played() -> None:
    table = caps("E KH, N JH, W 7H").does("N caps JC 9C AC TC KC QC JD")
    assert table.turn() == "S"
    assert caps("E KH").verdict("N caps JH JC 9C AC TC KC QC JD") is None


@pytest.mark.parametrize(
    ("script", "turn"),
    [
        pytest.param("", "E", id="before the first lead"),
        pytest.param("E KH", "N", id="in the middle of a trick"),
        pytest.param("E KH, N JH, W 7H", "S", id="having played to it"),
        pytest.param("E KH, N JH, W 7H, S AH", "N", id="between two tricks"),
    ],
)
def test_where_a_call_opens_the_trump_the_maker_shows_the_indicator_with_its_cards(script: str, turn: str) -> None:
    """000 "Caps": all remaining cards are exposed, so the trump is open from then on."""
    table = caps(script, opened=False, rules=OPENS)
    held = [card for card in EIGHT_OF_NORTH.split() if f"N {card}" not in script]
    table.does(f"N caps {' '.join(held)}")
    assert table.lines()[-1] == "N shows JC"
    assert not table.state.closed
    assert (table.turn(), table.held("N")) == (turn, len(held))
    assert table.refusal("N shows JC").code == "nothing-to-reveal"


@pytest.mark.parametrize(
    ("rules", "last", "held"), [({}, "N inspects none W=7D", 6), ({"caps.call_opens_trump": True}, "N shows JC", 7)]
)
def test_a_call_while_face_down_cards_wait_leaves_the_inspection_due(
    rules: dict[str, Any], last: str, held: int
) -> None:
    """000 "Caps", "Closed Trump games"."""
    hands = {**HANDS, "W": "9D AD KS QS  8S 7S 7D 8D", "E": "8C 7H 8H QD  JS 9S 9H KH"}
    table = Table(hands, rules=rules).playing("N 160", "JC").does("E KH, N JH, W 7D down, S AH")
    table.does("N caps JC 9C AC TC KC QC JD")
    assert table.may("N") == {"inspects none W=7D"}
    table.does("N inspects none W=7D")
    assert table.lines()[-1] == last
    assert (table.turn(), table.held("N")) == ("N", held)


def test_a_call_leaves_a_closed_game_closed() -> None:
    """000 "Closed Trump games": until the play opens it, what binds the maker binds it after a call too."""
    table = caps("E KH, N JH, W 7H, S AH", opened=False).does("N caps 9C AC TC KC QC JD JC")
    assert table.state.closed
    assert table.may("N") == cards("9C AC TC KC QC JD")
    assert table.refusal("N JC").code == "indicator-misused"
    table.does("N 9C, W 9D down, S 7C, E 8C, N inspects none W=9D")
    assert table.state.closed


def test_a_maker_who_leads_first_may_lead_no_trump_after_a_call_either() -> None:
    """000 "Closed Trump games" 1."""
    hands = {"E": "TH JH 9H KH  JS 9S QH 8H"}
    closed = Table(hands).playing("E 160", "TH").does("E caps JH 9H KH QH 8H JS 9S TH")
    assert closed.refusal("E JH").code == "maker-first-lead"
    opened = Table(hands, rules=OPENS).playing("E 160", "TH").does("E caps JH 9H KH QH TH 8H JS 9S")
    assert opened.verdict("E JH") is None


def test_a_maker_who_turns_up_the_indicator_with_a_call_opens_the_trump() -> None:
    """000 "Caps": the caller exposes all remaining cards; nothing makes it do so with the indicator."""
    table = caps("E KH, N JH, W 7H, S AH", opened=False).does("N caps JC 9C AC TC KC QC JD")
    assert table.verdict("N shows JC") is None
    table.does("N shows JC")
    assert not table.state.closed
    assert (table.turn(), table.held("N")) == ("N", 7)
    assert table.refusal("N shows JC").code == "nothing-to-reveal"


def test_another_caller_does_not_open_the_makers_indicator() -> None:
    table = caps("E KH, N JH, W 7H, S AH", opened=False).does("S caps 7C KD TD AS TS TH QH")
    assert table.state.closed
    assert table.turn() == "N"


# --- conceding the rest ----------------------------------------------------------------------------


def test_after_a_call_its_opponents_may_concede_the_rest() -> None:
    table = caps()
    assert all("concedes" not in table.may_call(seat) for seat in "SENW")
    assert table.refusal("E concedes").code == "caps-not-yours"
    table.does("N caps JC 9C AC TC KC QC JD")
    assert {seat for seat in "SENW" if "concedes" in table.may_call(seat)} == {"E", "W"}
    assert table.refusal("S concedes").code == "caps-not-yours"
    table.does("W concedes")
    settled = table.settled()
    assert settled.outcome == "played"
    assert settled.tricks == {"NS": 8, "EW": 0}
    assert settled.points == {"NS": 304, "EW": 0}
    assert (table.tokens(), settled.reasons) == ((2, -2), ("bid-made", "caps-right"))


def test_nobody_concedes_once_the_caller_has_lost_a_trick() -> None:
    table = caps().does("N caps QC JD JC 9C AC TC KC", "N QC, W 9D, S 7C, E 8C, N JD, W AD, S KD, E QD")
    hands = {**HANDS, "N": "JC 9C AC TC  KC QC JD 9H", "E": "8C 7D 8D QD  JS 9S JH KH"}
    lost = Table(hands).playing("N 160", "JC", opened=True).does("N caps JC 9C AC TC KC QC JD 9H")
    lost.does("E JH, N 9H, W 7H, S AH")
    assert "concedes" in table.may_call("E")
    assert "concedes" not in lost.may_call("E")
    assert lost.refusal("E concedes").code == "caps-trick-lost"


@pytest.mark.parametrize(
    ("tricks", "bonus"),
    [
        pytest.param(5, True, id="000 Caps: before the sixth trick is over"),
        pytest.param(6, True, id="000 Caps: not later than the lead to the seventh trick"),
        pytest.param(7, False, id="000 Caps: after the seventh trick has begun"),
    ],
)
def test_how_late_a_call_still_pays(tricks: int, bonus: bool) -> None:
    table = caps()
    for card in ("JC", "9C", "AC", "TC", "KC", "QC")[: tricks - 1]:
        table.does(f"N {card}")
        while table.turn() != "N":
            table.store(table.record.act(table.moves(table.turn())[0]))
    assert sum(table.state.tricks) == tricks
    table.does(f"N caps {' '.join(['JC', '9C', 'AC', 'TC', 'KC', 'QC', 'JD'][tricks - 1 :])}").finish()
    assert table.settled().reasons == ("bid-made", "caps-right", *(() if bonus else ("caps-no-bonus",)))
    assert table.tokens() == ((2, -2) if bonus else (1, -1))


def test_a_call_just_after_the_lead_to_the_seventh_trick_pays_nothing_extra() -> None:
    table = caps()
    for card in ("JC", "9C", "AC", "TC", "KC"):
        table.does(f"N {card}")
        while table.turn() != "N":
            table.store(table.record.act(table.moves(table.turn())[0]))
    table.does("N QC, N caps JD")
    table.finish()
    assert table.settled().reasons[-1] == "caps-no-bonus"


def test_a_house_may_set_another_limit() -> None:
    """B13."""
    table = caps(rules={"caps.bonus_before_trick": 2}).does("N JC, N caps 9C AC TC KC QC JD").finish()
    assert table.settled().reasons[-1] == "caps-no-bonus"


def test_a_call_on_unseen_cards_is_possible_but_the_number_must_be_right() -> None:
    table = Table(unseen=True).playing("N 160", "??").does("E KH, N JH, W 7H, S AH")
    assert table.possible("N caps JC 9C AC TC KC QC JD")
    assert table.possible("N caps ?? ?? ?? ?? ?? ?? ??")
    assert isinstance(table.verdict("N caps JC 9C AC TC KC QC"), Refusal)
    assert isinstance(table.verdict("N caps JC 9C AC TC KC QC KH"), Refusal)
    assert isinstance(table.verdict("N caps JC JC AC TC KC QC JD"), Refusal)
