"""Exhausted trumps, spoilt trumps, and Partner Close Caps.

000 "Exhausted Trumps", "Spoilt Trumps", "Partner Close Caps"; 002; 004 "Special Rules for Playing Trumps".
South deals everywhere, so East is dealer's right.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.facts import CardPlayed
from domain.engine.refusals import Clause, Refusal
from replay.table import Table as Dealt
from tests.rules.table import Table, cards

LONG = {
    "N": "JS 9S AS TS  KS QS JH JD",
    "E": "7S 7H 8H QH  KH TH AH 9H",
    "S": "8S 7D 8D QD  KD 7C 8C QC",
    "W": "9D AD TD KC  TC AC 9C JC",
}
"""North has six spades and the jacks of hearts and diamonds; East and South have a spade each."""


def long(script: str, *, opened: bool = False, **rules: Any) -> Table:
    """North's deal in spades: East leads a heart, North's jack takes it."""
    table = Table(LONG, rules=rules.get("rules")).playing("N 160", "JS", opened=opened)
    return table.does("E 7H, N JH", "W 9D" if opened else "W 9D down", "S 7D" if opened else "S 7D down").does(script)


OPEN_TO_NORTH = "N 9S, W AD, S 8S, E 7S"
CLOSED_TO_NORTH = "N inspects none, N 9S, W AD down, S 8S, E 7S, N inspects none"


@pytest.mark.parametrize(
    ("table", "allowed"),
    [
        pytest.param(
            long(OPEN_TO_NORTH, opened=True),
            cards("JS AS TS KS QS JD"),
            id="000 Exhausted: the last lead was answered",
        ),
        pytest.param(
            long(f"{OPEN_TO_NORTH}, N AS, W TD, S 8D, E 8H", opened=True),
            cards("JS TS KS QS"),
            id="000 Exhausted: nobody could follow, only trumps may be led",
        ),
        pytest.param(
            long(
                f"{OPEN_TO_NORTH}, N AS, W TD, S 8D, E 8H, N JS, W KC, S QD, E QH, N TS, W TC, S KD, E KH,"
                "N KS, W AC, S 7C, E TH",
                opened=True,
            ),
            {"QS"},
            id="000 Exhausted: to the last one",
        ),
        pytest.param(
            long(
                f"{OPEN_TO_NORTH}, N AS, W TD, S 8D, E 8H, N JS, W KC, S QD, E QH, N TS, W TC, S KD, E KH,"
                "N KS, W AC, S 7C, E TH, N QS, W 9C, S 8C, E AH",
                opened=True,
            ),
            {"JD"},
            id="000 Exhausted: then another card",
        ),
        pytest.param(
            long(CLOSED_TO_NORTH),
            cards("AS TS KS QS JD"),
            id="000 Exhausted: answered, closed",
        ),
        pytest.param(
            long(f"{CLOSED_TO_NORTH}, N AS, W TD down, S 8D down, E 8H down, N inspects none"),
            cards("TS KS QS"),
            id="000 Exhausted: closed, the trumps of the hand",
        ),
        pytest.param(
            long(
                f"{CLOSED_TO_NORTH}, N AS, W TD down, S 8D down, E 8H down, N inspects none, N TS, W KC down,"
                "S QD down, E QH down, N inspects none, N KS, W TC down, S KD down, E KH down, N inspects none,"
                "N QS, W AC down, S 7C down, E TH down, N inspects none"
            ),
            {"JD"},
            id="000 Exhausted: closed, the indicator is never led before the last trick",
        ),
        pytest.param(
            long(
                f"{CLOSED_TO_NORTH}, N AS, W TD down, S 8D down, E 8H down, N inspects none",
                rules={"exhausted.applies_closed": False},
            ),
            cards("TS KS QS JD"),
            id="A11: 001, 004 silent: no duty while closed",
        ),
        pytest.param(
            long(OPEN_TO_NORTH, opened=True, rules={"exhausted.trigger": "holding_all"}),
            cards("JS AS TS KS QS"),
            id="B8: holding all the trumps that are left is enough",
        ),
        pytest.param(
            long("", opened=True, rules={"exhausted.trigger": "holding_all"}),
            cards("JS 9S AS TS KS QS JD"),
            id="B8: two trumps are still out",
        ),
        pytest.param(
            long(CLOSED_TO_NORTH, rules={"exhausted.trigger": "holding_all"}),
            cards("AS TS KS QS"),
            id="B8: closed",
        ),
    ],
)
def test_what_the_maker_may_lead(table: Table, allowed: set[str]) -> None:
    assert table.turn() == "N"
    assert table.may("N") == allowed


@pytest.mark.parametrize("opened", [True, False], ids=["open", "closed"])
def test_leading_another_card_while_trumps_are_exhausted_is_refused(opened: bool) -> None:
    """000 "Exhausted Trumps"."""
    script = f"{OPEN_TO_NORTH}, N AS, W TD, S 8D, E 8H"
    if not opened:
        script = f"{CLOSED_TO_NORTH}, N AS, W TD down, S 8D down, E 8H down, N inspects none"
    refusal = long(script, opened=opened).refusal("N JD")
    assert (refusal.code, refusal.seat) == ("must-lead-trumps", "N")
    assert "trumps are exhausted" in refusal.message
    assert refusal.allowed == "allowed: " + ("JS, TS, KS, QS" if opened else "TS, KS, QS")


# --- spoilt trumps ---------------------------------------------------------------------------------

SPOILT = {
    "N": "JS 9S AS TS  JH 9H 7D 8D",
    "S": "KS QS 8S 7S  AH TH QD KD",
    "E": "KH QH 8H 7H  JC 9C AC TC",
    "W": "JD 9D AD TD  KC QC 8C 7C",
}
"""All spades are North's and South's."""


def spoilt(hands: dict[str, str] | None = None, rules: dict[str, Any] | None = None) -> Table:
    """North's deal in spades, open."""
    return Table(hands or SPOILT, rules=rules).playing("N 160", "JS", opened=True)


@pytest.mark.parametrize("seat", ["S", "E", "N", "W"])
def test_any_player_may_declare_spoilt_trumps_at_any_time_and_the_deal_does_not_count(seat: str) -> None:
    """000 "Spoilt Trumps"; A12: the maker's side too."""
    table = spoilt().does("E KH")
    assert "spoilt" in table.may_call(seat)
    table.does(f"{seat} spoilt")
    assert table.settled().outcome == "spoilt"
    assert table.tokens() == (0, 0)
    assert table.refusal("N JH").code == "deal-over"
    assert table.may_call("E") == set()


def test_spoilt_trumps_may_be_declared_before_the_maker_has_chosen_open_or_closed() -> None:
    table = Table(SPOILT).eight_cards("N 160", "JS").does("N pass, W pass, S pass, E pass")
    table.does("E spoilt")
    assert table.settled().outcome == "spoilt"


def test_not_during_the_auction() -> None:
    assert Table(SPOILT).dealt().refusal("E spoilt").code == "wrong-stage"


def played_to(cards_left: int, rules: dict[str, Any] | None = None) -> Table:
    """The spoilt deal, until so many cards are left to play."""
    table = spoilt(rules=rules)
    while sum(table.held(seat) for seat in "SENW") > cards_left:
        table.store(table.record.act(table.moves(table.turn())[0]))
    return table


@pytest.mark.parametrize(
    ("until", "left", "in_time"),
    [
        pytest.param("last_card", 5, True, id="000 Spoilt: during the last tricks"),
        pytest.param("last_card", 1, True, id="000 Spoilt: before the last card"),
        pytest.param("last_card", 0, False, id="000 Spoilt: not after it"),
        pytest.param("before_last_trick", 4, True, id="A13: 002, before the eighth trick"),
        pytest.param("before_last_trick", 3, False, id="A13: 002, not during it"),
    ],
)
def test_how_late_spoilt_trumps_may_be_declared(until: str, left: int, in_time: bool) -> None:
    table = played_to(left, {"spoilt.until": until})
    assert ("spoilt" in table.may_call("E")) is in_time
    verdict = table.verdict("E spoilt")
    assert (verdict is None) is in_time
    if isinstance(verdict, Refusal):
        assert verdict.code == "spoilt-too-late"
        assert verdict.clause.heading == ("Spoilt Trumps" if until == "last_card" else "Closed Trump Game")


def test_it_is_too_late_while_the_last_trick_waits_for_its_inspection() -> None:
    """000 "Spoilt Trumps": all cards are played."""
    hands = {
        "S": "7C JS 7S JH  7H JD 7D JC",
        "E": "8H 8C 9S 8S  9H 9D 8D 9C",
        "N": "QC AS QS AH  QH AD QD AC",
        "W": "KC TS KS TH  KH TD KD TC",
    }
    table = (
        Table(hands)
        .playing("E 160", "8H")
        .does(
            "E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H, E 8C down, N QH, W TH",
            "E inspects none, W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD, W KC, S JC, E 9C, N AC, S 7C, E 8H cuts",
        )
    )
    assert table.refusal("W spoilt").code == "spoilt-false"
    table.does("N QC, W TC")
    assert table.refusal("W spoilt").code == "spoilt-too-late"
    assert table.may_call("W") == set()


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [
        pytest.param("opponents", "E", "", id="A12: 002, the opponents"),
        pytest.param("opponents", "W", "", id="A12: 002, both of them"),
        pytest.param("opponents", "N", "spoilt-not-yours", id="A12: 002, not the maker"),
        pytest.param("opponents", "S", "spoilt-not-yours", id="A12: 002, nor its partner"),
    ],
)
def test_a_house_may_leave_spoilt_trumps_to_the_opponents(who: str, seat: str, code: str) -> None:
    table = spoilt(rules={"spoilt.who": who}).does("E KH")
    verdict = table.verdict(f"{seat} spoilt")
    assert (verdict.code if isinstance(verdict, Refusal) else "") == code
    assert ("spoilt" in table.may_call(seat)) is not code


def test_a_false_declaration_is_refused_and_a_table_may_note_that_it_was_not_upheld() -> None:
    """000 "Spoilt Trumps"; 004 "Rule Violations": play goes on."""
    table = spoilt({**SPOILT, "E": "KS QH 8H 7H  JC 9C AC TC", "S": "KH QS 8S 7S  AH TH QD KD"}).does("E QH")
    refusal = table.refusal("W spoilt")
    assert (refusal.code, refusal.seat) == ("spoilt-false", "W")
    assert "the opponents were dealt trumps" in refusal.message
    broke = table.happens("W spoilt no")
    assert broke.code == "spoilt-false"
    assert table.turn() == "N"
    table.finish()
    assert table.settled().outcome == "played"
    assert [refusal.code for refusal in table.record.find_refusals().values()] == ["spoilt-false"]


def test_trumps_that_the_opponents_have_played_still_count_as_held() -> None:
    """000 "Spoilt Trumps": what matters is what was dealt."""
    table = spoilt({**SPOILT, "E": "8S QH 8H 7H  JC 9C AC TC", "S": "KH QS KS 7S  AH TH QD KD"})
    table.does("E 8S, N 9S, W 7C, S 7S")
    assert table.refusal("E spoilt").code == "spoilt-false"


def test_a_true_declaration_is_upheld() -> None:
    table = spoilt()
    assert table.verdict("E spoilt") is None
    assert table.refusal("E spoilt no").code == "spoilt-false"


def test_with_unseen_hands_a_declaration_is_possible() -> None:
    table = Table(unseen=True).playing("N 160", "??")
    assert table.possible("E spoilt")


# --- Partner Close Caps ----------------------------------------------------------------------------

ALONE = {
    "N": "JC 9C AC TC  KC JD JH 7H",
    "E": "QC 7D 8D QD  JS 9S 9H KH",
    "S": "8C 7C KD TD  AS TS AH TH",
    "W": "9D AD KS QS  8S 7S QH 8H",
}
"""North can win all eight alone, with clubs."""


def pcc(script: str = "", *, hands: dict[str, str] = ALONE, opened: bool = True, **rules: Any) -> Table:
    """North plays alone, with clubs."""
    table = Table(hands, rules=rules.get("rules")).playing_pcc("N", "JC", opened=opened)
    return table.does(script)


def test_the_bidder_leads_and_the_sleeping_partner_is_left_out() -> None:
    """000 "Partner Close Caps"."""
    table = pcc()
    assert table.turn() == "N"
    assert table.may("S") == set()
    table.does("N JC")
    assert table.turn() == "W"
    table.does("W 9D")
    assert table.turn() == "E"
    refusal = table.refusal("S 7C")
    assert (refusal.code, refusal.seat) == ("sleeping-partner", "S")
    assert "takes no part" in refusal.message
    table.does("E QC")
    assert (table.turn(), table.state.tricks) == ("N", [1, 0])


def test_all_eight_tricks_win_the_bid_and_one_lost_trick_loses_it() -> None:
    """000 "Partner Close Caps", "Scoring"."""
    won = pcc(
        "N JC, W 9D, E QC, N 9C, W AD, E 7D, N AC, W KS, E 8D, N TC, W QS, E QD, N KC, W 8S, E JS, N JD, W 7S,"
        "E 9S, N JH, W 8H, E KH, N 7H, W QH"
    )
    won.does("E 9H")
    assert (won.tokens(), won.settled().made) == ((-5, 5), False)
    assert won.settled().tricks == {"NS": 7, "EW": 1}
    better = {**ALONE, "N": "JC 9C AC TC  KC JD JH 9H", "E": "QC 7D 8D QD  JS 9S 7H KH"}
    table = pcc(hands=better).finish()
    assert (table.tokens(), table.settled().made) == ((4, -4), True)
    assert sum(table.settled().points.values()) == 304 - 0 - 0 - 3 - 10 - 11 - 10 - 11 - 10


def test_the_exhausted_trumps_rule_does_not_apply() -> None:
    """000 "Partner Close Caps"."""
    table = pcc("N JC, W 9D, E QC, N 9C, W AD, E 7D")
    assert table.may("N") == cards("AC TC KC JD JH 7H")


@pytest.mark.parametrize(
    ("restricted", "allowed"),
    [
        pytest.param(True, cards("JD JH 7H"), id="B9: no trump to the first trick"),
        pytest.param(False, cards("9C AC TC KC JD JH 7H"), id="B9: not in this house"),
    ],
)
def test_a_closed_partner_close_caps(restricted: bool, allowed: set[str]) -> None:
    table = pcc(opened=False, rules={"pcc.closed_lead_restriction": restricted})
    assert table.may("N") == allowed
    table.does("N JD, W 9D, E 7D")
    assert table.lines()[-1] == "N shows JC"
    assert table.may("N") == cards("JC 9C AC TC KC JH 7H")


def test_with_only_trumps_the_game_must_be_open_unless_the_house_allows_the_lead() -> None:
    """B5, B9."""
    hands = {"N": "JC 9C AC TC  KC QC 8C 7C"}
    table = Table(hands).eight_cards("N 160", "JC").does("N pcc, N lays JC")
    assert table.may("N") == {"opens JC"}
    house = Table(hands, rules={"pcc.closed_lead_restriction": False}).eight_cards("N 160", "JC")
    assert house.does("N pcc, N lays JC").may("N") == {"opens JC", "closes"}


def test_closed_face_down_cards_of_the_first_trick_are_inspected() -> None:
    """000 "Partner Close Caps": the rules of 250 and more apply."""
    table = pcc(
        "N JD, W 9D", opened=False, hands={**ALONE, "E": "QC 7S 8S JS  9S 9H KH QH", "W": "9D AD 7D 8D QD KS QS 8H"}
    )
    assert table.may("E") == cards("QC 7S 8S JS 9S 9H KH QH", "down")
    cut = pcc(
        "N JD, W 9D, E QC down",
        opened=False,
        hands={**ALONE, "E": "QC 7S 8S JS  9S 9H KH QH", "W": "9D AD 7D 8D QD KS QS 8H"},
    )
    assert cut.may("N") == {"inspects trumps E=QC"}
    cut.does("N inspects trumps")
    assert cut.lines()[-2:] == ["N reveals E=QC", "N shows JC"]
    assert cut.turn() == "E"


def test_a_partner_close_caps_whoever_bid_it_leads_whoever_dealt() -> None:
    for seat, indicator in (("E", "7D"), ("W", "AD"), ("S", "7C")):
        table = Table(ALONE).playing_pcc(seat, indicator, opened=True)
        assert table.turn() == seat


def test_trumps_of_the_sleeping_partner_are_the_makers_sides() -> None:
    """B10: all clubs are North's and the sleeping South's."""
    hands = {**ALONE, "S": "8C 7C QC TD  AS TS AH TH", "E": "KD 7D 8D QD  JS 9S 9H KH"}
    assert pcc(hands=hands).verdict("E spoilt") is None
    house = pcc(hands=hands, rules={"pcc.spoilt": "maker_alone"})
    assert house.refusal("E spoilt").code == "spoilt-false"


# --- exhausted trumps in the Courts (A27) -----------------------------------------------------------------

COURT = {"E": "JH 9H JS 8S", "S": "7D 8D QD KD", "N": "7C 8C QC KC", "W": "AD TD AC TC"}
"""Four cards each. East has both hearts that were dealt."""


@pytest.mark.parametrize("half", ["alone", "with_partner"])
@pytest.mark.parametrize(
    ("applies", "allowed"),
    [
        pytest.param(False, {"9H", "JS", "8S"}, id="as in Partner Close Caps (ours)"),
        pytest.param(True, {"9H"}, id="as in every other game (000 Exhausted Trumps)"),
    ],
)
def test_exhausted_trumps_bind_in_half_court_only_by_its_parameter(half: str, applies: bool, allowed: set[str]) -> None:
    changes = {"court.half": half, "exhausted.applies_in_courts": applies}
    table = Dealt.open("304", "S", hands=COURT, changes=changes)
    table.do("W no cut, S deal, E half, E indicator JH, E open, E JH")
    table.do("N 7C, W TC, S 7D" if half == "with_partner" else "N 7C, S 7D")
    legal = {act.card for act in table.legal("E") if isinstance(act, CardPlayed)}
    assert legal == allowed
    refusal = table.refusal("E JS")
    assert (refusal and refusal.code) == ("must-lead-trumps" if applies else None)
    assert not refusal or refusal.clause == Clause("ruleset", "exhausted.applies_in_courts")
