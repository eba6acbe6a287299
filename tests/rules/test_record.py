"""The record of a deal: corrections, undoing, disclosures, and what was recorded as it happened.

The rules are those of the other tests; here it is the record that must stay true when something was
written down wrongly, or was seen only later.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.facts import (
    Act,
    CapsRuled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    IrregularityNoted,
    Passed,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.refusals import POSSIBLE, Refused
from domain.engine.state import State
from domain.games.three04.acts import BidMade
from domain.record.entries import Stamp
from domain.record.record import Proposal
from tests.rules.table import SEATS, Table, hear

MIXED = {
    "E": "JS 9S 7H 8D  AS JH 7D KC",
    "N": "JC 9C 7C 8C  TS 9H KD QH",
    "W": "JD 9D TD AD  KS TH AH 8H",
    "S": "QS 8S 7S KH  AC TC QC QD",
}
NORTH_WINS_ALL = {
    "N": "JC 9C AC TC  KC QC JD JH",
    "E": "8C 7D 8D QD  JS 9S 9H KH",
    "S": "7C KD TD AH  AS TS TH QH",
    "W": "9D AD KS QS  8S 7S 7H 8H",
}
VOIDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}
CUT = "E JS, N 7D down, W 8H down, S 7S, W inspects trumps"


def ply(table: Table, line: str) -> int:
    """The last ply at which this stands in the effective record."""
    lines = table.lines()
    return len(lines) - 1 - lines[::-1].index(line)


def amend(table: Table, line: str, now: str) -> list[type]:
    """The scribe's slip is put right; what was stored."""
    at = ply(table, line)
    return [type(fact) for fact in table.store(table.record.amend(at, hear(now), "a slip"))]


def retract(table: Table, line: str) -> list[type]:
    """The entry is taken back; what was stored."""
    return [type(fact) for fact in table.store(table.record.retract(ply(table, line), "a slip"))]


def insert(table: Table, before: str, now: str) -> list[type]:
    """Insert an act that the scribe had missed; return the types of the stored facts."""
    at = ply(table, before)
    return [type(fact) for fact in table.store(table.record.insert(at, hear(now), "a slip"))]


def refused(call: Any, *args: Any) -> str:
    """The code with which a command of the record was refused."""
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.refusal.code


def same(one: State, other: State) -> list[str]:
    """In which respects two states differ."""
    fields = [name for name in State.__slots__ if name != "rules"]
    return [name for name in fields if getattr(one, name) != getattr(other, name)]


# --- amending --------------------------------------------------------------------------------------


def test_an_amended_entry_reads_as_if_it_had_always_been_so_and_the_history_is_kept() -> None:
    table = Table(MIXED).dealt().does("E 160, N 170")
    assert amend(table, "E 160", "E pass") == [EntryAmended]
    assert table.lines()[-2:] == ["E pass", "N 170"]
    assert table.record.find_refusals() == {}
    entry = table.record.entries[2]
    assert [(change.was, change.now, change.why) for change in entry.corrections] == [
        (BidMade("E", 160), Passed("E"), "a slip")
    ]
    assert table.turn() == "W"


def test_a_correction_can_put_a_breach_right_or_bring_one_to_light() -> None:
    table = Table(MIXED).playing("W 160", "JD", opened=True).does("E 9S, N TS, W KS, S QS")
    amend(table, "N TS", "N JC")
    assert {at: refusal.code for at, refusal in table.record.find_refusals().items()} == {ply(table, "N JC"): "revoke"}
    amend(table, "N JC", "N TS")
    assert table.record.find_refusals() == {}


def test_a_correction_that_changes_the_winner_moves_the_turn() -> None:
    table = Table(MIXED).playing("W 160", "JD", opened=True).does("E KC, N JC, W AD, S QC")
    assert table.turn() == "W"
    amend(table, "W AD", "W AH")
    assert table.turn() == "N"


def test_a_missed_entry_is_put_in_where_it_belongs() -> None:
    table = Table(MIXED).dealt().does("E 160")
    table.happens("W pass")
    assert insert(table, "W pass", "N pass") == [EntryInserted]
    assert table.lines()[-3:] == ["E 160", "N pass", "W pass"]
    assert table.record.find_refusals() == {}
    assert table.record.entries[3].corrections[0].was is None


def test_a_retracted_entry_never_happened_but_stays_in_the_history() -> None:
    table = Table(MIXED).dealt().does("E 160, N 170")
    assert retract(table, "N 170") == [EntryRetracted]
    assert table.lines()[-1] == "E 160"
    assert table.turn() == "N"
    assert [change.was for change in table.record.retracted] == [BidMade("N", 170)]


@pytest.mark.parametrize("at", [-1, 4, 99])
def test_corrections_name_a_ply_that_is_there(at: int) -> None:
    record = Table(MIXED).dealt().does("E 160").record
    assert len(record.entries) == 3
    assert refused(record.amend, at, Passed("E"), "") == "no-such-ply"
    assert refused(record.retract, at, "") == "no-such-ply"
    assert refused(record.insert, at, Passed("E"), "") == "no-such-ply"
    assert refused(record.note, IrregularityNoted(at, "talk")) == "no-such-ply"


@pytest.mark.parametrize("command", ["amend", "insert"])
@pytest.mark.parametrize(
    ("now", "code"),
    [
        pytest.param(Passed("X"), "unknown-seat", id="000 Players: no such seat"),
        pytest.param(CardPlayed("E", "6S"), "unknown-card", id="000 Players: no such card"),
    ],
)
def test_a_correction_needs_a_seat_and_cards_that_exist(command: str, now: Act, code: str) -> None:
    table = Table(MIXED).playing("W 160", "JD", opened=True).does("E 9S")
    at = ply(table, "E 9S")
    assert refused(getattr(table.record, command), at, now, "") == code


# --- undoing, and what the rules compel ------------------------------------------------------------


def test_taking_back_an_inspection_takes_back_what_it_compelled() -> None:
    table = Table(VOIDS).playing("W 160", "JD").does(CUT)
    assert table.lines()[-3:] == ["W inspects trumps N=7D", "W reveals N=7D", "W shows JD"]
    assert retract(table, "W inspects trumps N=7D") == [EntryRetracted] * 3
    assert table.lines()[-1] == "S 7S"
    assert table.turn() == "W"
    assert table.may("W") == {"inspects trumps N=7D"}


@pytest.mark.parametrize("line", ["W shows JD", "W reveals N=7D"])
def test_taking_back_a_compelled_act_takes_back_what_compelled_it(line: str) -> None:
    table = Table(VOIDS).playing("W 160", "JD").does(CUT)
    assert retract(table, line) == [EntryRetracted] * 3
    assert table.lines()[-1] == "S 7S"


def test_taking_back_the_bid_of_eight_cards_leaves_the_first_indicator_where_it_was() -> None:
    table = Table(MIXED).eight_cards("E 160", "JS").does("E pass, N 250, W pass, S pass")
    assert table.lines()[-1] == "E takes JS"
    assert retract(table, "E takes JS") == [EntryRetracted] * 2
    assert table.lines()[-1] == "W pass"
    assert table.turn() == "S"
    assert table.held("E") == 7


def test_a_correction_adds_what_it_makes_the_rules_compel() -> None:
    """At 250 the indicator is shown after the first trick (000 "Special Rule for Bids of 250 or more")."""
    table = Table(MIXED).playing("W 240", "JD").does("E 9S, N TS, W KS, S QS, E KC")
    assert "W shows JD" not in table.lines()
    stored = amend(table, "W 240", "W 250")
    assert stored == [EntryAmended, EntryInserted]
    assert table.lines()[-3:] == ["S QS", "W shows JD", "E KC"]
    assert table.record.find_refusals() == {}


def test_an_act_that_never_happened_is_taken_out_and_the_later_ones_stay() -> None:
    table = Table(MIXED).dealt().does("E 160, N 170, W pass")
    before = table.lines()
    at = ply(table, "N 170")
    assert retract(table, "N 170") == [EntryRetracted]
    assert table.lines() == before[:at] + before[at + 1 :]


def test_undoing_again_and_again_comes_back_to_the_start() -> None:
    table = Table(VOIDS).playing("W 160", "JD").does(CUT).finish()
    while table.record.entries:
        at = len(table.record.entries) - 1
        table.store(table.record.retract(at, "undo"))
    assert table.record.settlement is None
    assert same(table.state, table.rules.start("S")) == []
    table.playing("W 160", "JD").does(CUT).finish()
    assert table.settled().outcome == "played"


# --- what was shown, and was written down wrongly --------------------------------------------------


def scribe_without_indicator() -> Table:
    """The scribe saw neither hands nor the indicator, which comes to light after a cut."""
    table = Table(unseen=True).playing("W 160", "??")
    return table.does("E JS, N ?? down, W ?? down, S 7S, W inspects trumps, W reveals N=7D, W shows JD")


def test_when_a_reveal_is_corrected_what_it_had_told_about_earlier_entries_is_corrected_too() -> None:
    table = scribe_without_indicator()
    assert "W lays JD" in table.lines()
    amend(table, "W shows JD", "W shows 9D")
    assert "W lays 9D" in table.lines()
    assert table.record.find_refusals() == {}


def test_when_a_reveal_is_taken_back_the_card_is_unknown_again() -> None:
    table = scribe_without_indicator()
    retract(table, "W inspects trumps N=7D")
    assert table.lines()[-4:] == ["E JS", "N ?? down", "W ?? down", "S 7S"]
    assert "W lays ??" in table.lines()
    table.does("W inspects trumps, W reveals N=7D, W shows 9D")
    assert "W lays 9D" in table.lines()


def test_when_turned_up_cards_are_corrected_the_play_is_corrected_too() -> None:
    table = scribe_without_indicator()
    amend(table, "W reveals N=7D", "W reveals N=8D")
    assert "N 8D down" in table.lines()
    assert "N 7D down" not in table.lines()
    assert table.record.find_refusals() == {}


def test_the_state_after_each_entry_is_the_state_of_the_whole_record_read_again() -> None:
    """A card that is disclosed late must count as if it had been known."""
    long = {
        "N": "JS 9S AS TS  KS QS JH JD",
        "E": "7S 7H 8H QH  KH TH AH 9H",
        "S": "8S 7D 8D QD  KD 7C 8C QC",
        "W": "9D AD TD KC  TC AC 9C JC",
    }
    table = Table(long).won_by("N 160").does("N lays ??, S deal, N pass, W pass, S pass, E pass, N closes")
    table.does("E 7H, N JH, W ?? down, S ?? down, N inspects none, N 9S, W ?? down, S 8S, E 7S, N inspects none")
    table.does("N AS, W ?? down, S ?? down, E ?? down, N inspects none")
    assert same(table.state, table.record.draft().state) == []
    table.does("N caps JS TS KS QS JD, N shows JS")
    assert "N lays JS" in table.lines()
    assert same(table.state, table.record.draft().state) == []
    assert table.refusal("N JD").code == "must-lead-trumps", "the lead of AS was one of trumps, and nobody followed"


# --- disclosures -----------------------------------------------------------------------------------


def batches(hands: dict[str, str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Whole hands as they are disclosed."""
    cards = {seat: hands[seat].split() for seat in hands}
    return {seat: (tuple(held[:4]), tuple(held[4:])) for seat, held in cards.items()}


def disclose(table: Table, fact: CardsDisclosed) -> list[Proposal]:
    proposals = table.record.disclose(fact)
    table.store(proposals)
    return proposals


def test_disclosed_hands_judge_the_whole_deal_again() -> None:
    table = Table(unseen=True).playing("W 160", "??", opened=False).does("E JS, N ?? down, W ?? down, S 7S")
    assert set(table.record.verdicts()[table.lines().index("E JS") :]) == {POSSIBLE}
    at = ply(table, "N ?? down")
    disclose(table, CardsDisclosed(batches(VOIDS), {at: "7D", at + 1: "8H", table.lines().index("W lays ??"): "JD"}))
    assert set(table.record.verdicts()) == {None}
    assert table.may("W") == {"inspects trumps N=7D"}
    assert table.lines()[at] == "N 7D down"
    assert table.record.entries[at].entered == CardPlayed("N", "??", down=True)


def test_a_disclosure_can_bring_a_revoke_to_light() -> None:
    table = Table(unseen=True).playing("W 160", "??").does("E JS, N ?? down, W ?? down, S 7S")
    at = ply(table, "N ?? down")
    assert table.record.find_refusals() == {}
    with_spade = {**VOIDS, "N": VOIDS["N"].replace("JC", "8S"), "E": VOIDS["E"].replace("8S", "JC")}
    disclose(table, CardsDisclosed(batches(with_spade), {at: "7D"}))
    assert {n: refusal.code for n, refusal in table.record.find_refusals().items()} == {at: "revoke"}


def test_a_disclosure_can_settle_what_had_to_be_counted() -> None:
    house = {"closed.reveal_from": 305}
    table = Table(unseen=True, rules=house).playing("W 280", "??")
    table.does("E 7H, N QH, W 8H, S ?? down, W inspects none, N 7D, W 9D, S ?? down, E ?? down, W inspects none")
    for card in ("AD", "TD", "KD", "QD", "8D"):
        table.does(f"W {card}, S ?? down, E ?? down, N ?? down, W inspects none")
    table.does("W JD last, S 7C, E JS, N JC")
    assert table.record.settlement is None
    at = ply(table, "W 8H") + 1
    unknown = [n for n, line in enumerate(table.lines()) if line.endswith("?? down")]
    south = ["9C", "7S", "AC", "TC", "KC", "QC", "8C"]
    east = ["9S", "AS", "TS", "KS", "QS", "8S"]
    north = ["JH", "9H", "AH", "TH", "KH"]
    cards_by_ply = {n: {"S": south, "E": east, "N": north}[table.lines()[n][0]].pop(0) for n in unknown}
    assert cards_by_ply[at] == "9C"
    facts = [type(proposal.fact) for proposal in disclose(table, CardsDisclosed({}, cards_by_ply))]
    assert facts == [CardsDisclosed, DealSettled]
    assert table.settled().points == {"NS": 22, "EW": 282}


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        pytest.param(CardsDisclosed({"X": (("JS",) * 4,)}), "disclosure", id="no such hand"),
        pytest.param(CardsDisclosed({"E": (("JS", "9S", "AS"),)}), "disclosure", id="not as many cards as were dealt"),
        pytest.param(CardsDisclosed({"S": (("7S", "9C", "AC", "TC"),) * 3}), "disclosure", id="too many batches"),
        pytest.param(CardsDisclosed({"N": (("JH", "9H", "AH", "KC"),)}), "disclosure", id="against what is known"),
        pytest.param(CardsDisclosed({"E": (("6S", "9S", "AS", "TS"),)}), "unknown-card", id="no card of the pack"),
        pytest.param(CardsDisclosed({"E": (("JS", "JS", "AS", "TS"),)}), "disclosure", id="a card twice"),
        pytest.param(CardsDisclosed({"E": (("JH", "9S", "AS", "TS"),)}), "disclosure", id="a card of another hand"),
        pytest.param(CardsDisclosed({}, {16: "6D"}), "unknown-card", id="a play, no card of the pack"),
        pytest.param(CardsDisclosed({}, {15: "9S"}), "disclosure", id="a play that was seen to be another"),
        pytest.param(CardsDisclosed({}, {2: "9S"}), "disclosure", id="an act without a card"),
        pytest.param(CardsDisclosed({}, {99: "9S"}), "no-such-ply", id="no such ply"),
    ],
)
def test_a_disclosure_must_fit_what_is_known(fact: CardsDisclosed, code: str) -> None:
    unseen = " ".join(["??"] * 8)
    table = Table({"N": VOIDS["N"], "S": unseen, "W": unseen, "E": unseen}).playing("W 160", "??")
    table.does("E JS, N ?? down")
    assert table.lines()[15:17] == ["E JS", "N ?? down"]
    assert refused(table.record.disclose, fact) == code


def test_an_indicator_that_another_hand_was_dealt_cannot_be_disclosed() -> None:
    unseen = " ".join(["??"] * 8)
    table = Table({"N": VOIDS["N"], "S": unseen, "W": unseen, "E": unseen}).playing("W 160", "??")
    at = ply(table, "W lays ??")
    with pytest.raises(Refused, match="already recorded elsewhere: JH"):
        table.record.disclose(CardsDisclosed({}, {at: "JH"}))
    disclose(table, CardsDisclosed({}, {at: "9D"}))
    assert table.lines()[at] == "W lays 9D"


def test_a_refused_disclosure_names_the_batch() -> None:
    """Batches are counted from 1."""
    record = Table(unseen=True).dealt().record
    with pytest.raises(Refused, match="batch 1 of E has 4 cards"):
        record.disclose(CardsDisclosed({"E": (("JS",),)}))
    for card in ("2S", "XS"):
        with pytest.raises(Refused, match=f"batch 1 of E: {card} is not in this pack"):
            record.disclose(CardsDisclosed({"E": (("JS", "9S", "AS", card),)}))


@pytest.mark.parametrize("card", ["7H", "JH"])
def test_a_card_in_two_places_is_misplaced_and_an_unseen_one_never(card: str) -> None:
    def misplaced(hands: dict[str, str], *plays: str) -> set[str]:
        record = Table(unseen=True).record
        facts: list[Act] = [CardsDealt("S", {seat: tuple(cards.split()) for seat, cards in hands.items()})]
        for fact in (*facts, *map(hear, plays)):
            record.fold(fact, Stamp())
        return record.find_misplaced_cards()

    assert misplaced({"E": "?? ?? 8S", "N": "?? ??"}, "E ??", "N ??") == set()
    assert misplaced({"E": card, "N": f"8S {card}"}) == {card}
    assert misplaced({"N": card, "E": f"8S {card}"}) == {card}
    assert misplaced({"E": f"{card} {card}"}) == {card}
    assert misplaced({"E": "?? ??"}, f"E {card}", f"E {card}") == {card}
    assert misplaced({"E": card, "N": "??"}, f"N {card}") == {card}
    assert misplaced({"E": card, "N": "??"}, f"E {card}", "N ??") == set()
    assert misplaced({"E": card, "N": "??"}, f"N lays {card}") == {card}
    assert misplaced({"E": card, "N": "??"}, f"E lays {card}", f"E {card}") == set()
    assert misplaced({"E": "??", "N": "??"}, f"N lays {card}", f"E {card}") == {card}


def test_a_disclosure_after_a_redeal_tells_the_cards_of_the_second_deal() -> None:
    table = Table(unseen=True).dealt().does("E redeal").dealt()
    disclose(table, CardsDisclosed({seat: batches(VOIDS)[seat][:1] for seat in SEATS}))
    dealt = [entry.act for entry in table.record.entries if type(entry.act).__name__ == "CardsDealt"]
    assert [act.hands["E"][0] for act in dealt] == ["??", "JS"]  # type: ignore[attr-defined]


# --- as it happened --------------------------------------------------------------------------------


def test_what_happened_against_the_rules_is_flagged_at_its_ply_and_play_goes_on() -> None:
    table = Table(MIXED).playing("W 160", "JD", opened=True).does("E 9S")
    broke = table.happens("N JC")
    assert (broke.code, broke.seat) == ("revoke", "N")
    at = ply(table, "N JC")
    table.does("W KS, S QS")
    assert {n: refusal.code for n, refusal in table.record.find_refusals().items()} == {at: "revoke"}
    table.finish()
    assert table.settled().outcome == "played"


def test_what_is_no_act_at_all_is_not_recorded_even_as_it_happened() -> None:
    table = Table(MIXED).playing("W 160", "JD", opened=True)
    plays = [CardPlayed(seat, card) for seat in ("E", "N") for card in ("6S", "XX", "")]
    for act, code in (*((play, "unknown-card") for play in plays), (Passed("X"), "unknown-seat")):
        with pytest.raises(Refused) as caught:
            table.record.act(act, as_it_happened=True)
        assert caught.value.refusal.code == code, act


def test_a_legal_act_recorded_as_it_happened_is_not_flagged() -> None:
    table = Table(MIXED).dealt()
    (proposal,) = table.record.act(BidMade("E", 160), as_it_happened=True)
    assert proposal.broke is None


# --- settling again --------------------------------------------------------------------------------


def finished() -> Table:
    """A deal that North made with all tricks."""
    table = Table(NORTH_WINS_ALL).playing("N 160", "JC", opened=True).does("E KH, N JH, W 7H, S AH")
    return table.finish()


def test_taking_back_the_last_card_reopens_the_deal_and_playing_it_settles_it_again() -> None:
    table = finished()
    last = table.lines()[-1]
    assert retract(table, last) == [EntryRetracted, DealReopened]
    assert table.record.settlement is None
    assert not table.record.over
    table.does(last)
    assert table.tokens() == (1, -1)


def test_a_correction_of_the_bid_settles_the_deal_again() -> None:
    table = finished()
    assert amend(table, "N 160", "N 200") == [EntryAmended, DealSettled]
    assert table.tokens() == (2, -2)
    assert amend(table, "N 200", "N 190") == [EntryAmended, DealSettled]
    assert table.tokens() == (1, -1)
    assert amend(table, "N 190", "N 180") == [EntryAmended], "the same settlement is not stored twice"


@pytest.mark.parametrize("verdict", ["right", "early", "late"])
def test_without_a_call_only_a_missing_call_can_be_ruled(verdict: str) -> None:
    table = finished()
    assert refused(table.record.rule_caps, CapsRuled(verdict, "N")) == "caps-verdict"
    table.store(table.record.rule_caps(CapsRuled("missing", "N")))
    assert table.tokens() == (-2, 2)


def test_verdicts_on_a_call_name_the_caller_and_a_verdict_that_there_is() -> None:
    table = Table(NORTH_WINS_ALL).playing("N 160", "JC", opened=True)
    table.does("E KH, N JH, W 7H, S AH, N caps JC 9C AC TC KC QC JD").finish()
    assert refused(table.record.rule_caps, CapsRuled("missing", "N")) == "caps-verdict"
    assert refused(table.record.rule_caps, CapsRuled("late", "S")) == "caps-verdict"
    assert refused(table.record.rule_caps, CapsRuled("rather late", "N")) == "caps-verdict"
    assert refused(table.record.rule_caps, CapsRuled("late", "X")) == "unknown-seat"
    assert refused(table.record.rule_violation, ViolationRuled("X", "revoke")) == "unknown-seat"


def test_a_ruling_that_is_lifted_leaves_the_others_and_what_they_made_of_the_settlement() -> None:
    table = finished()
    table.store(table.record.rule_caps(CapsRuled("missing", "N")))
    table.store(table.record.rule_violation(ViolationRuled("E", "revoke")))
    lifted = RulingLifted("violation", "E", "revoke")
    assert [type(fact) for fact in table.store(table.record.lift(lifted))] == [RulingLifted]
    assert (table.record.rulings, table.tokens()) == ([CapsRuled("missing", "N")], (-2, 2))


def test_a_violation_that_was_ruled_counts_after_a_correction_too() -> None:
    """004 "Rule Violations": the game and two more are awarded."""
    table = Table(NORTH_WINS_ALL, rules={"violation.remedy": "award_game_plus"}).playing("N 160", "JC").does("E KH")
    assert [type(fact) for fact in table.store(table.record.rule_violation(ViolationRuled("E", "revoke")))] == [
        ViolationRuled,
        DealSettled,
    ]
    before = table.tokens()
    assert amend(table, "E KH", "E 9H") == [EntryAmended]
    assert table.tokens() == before


def test_a_ruling_that_does_not_fit_says_whether_there_was_a_call() -> None:
    with pytest.raises(Refused, match="the verdict 'late' does not fit: no call was made"):
        finished().record.rule_caps(CapsRuled("late", "N"))
    table = Table(NORTH_WINS_ALL).playing("N 160", "JC", opened=True)
    table.does("E KH, N JH, W 7H, S AH, N caps JC 9C AC TC KC QC JD")
    with pytest.raises(Refused, match="the verdict 'missing' does not fit: a call was made"):
        table.record.rule_caps(CapsRuled("missing", "N"))


def test_an_abandoned_deal_takes_no_more_acts() -> None:
    table = Table(NORTH_WINS_ALL).dealt()
    table.store(table.record.abandon("supper"))
    assert table.record.over
    assert refused(table.record.act, BidMade("E", 160)) == "deal-over"
    assert refused(table.record.abandon, "again") == "deal-over"
    assert refused(finished().record.abandon, "too late") == "deal-over"
