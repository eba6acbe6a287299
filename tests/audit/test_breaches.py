"""Beyond the catalogue: what was noted, what follows, what is only a consequence, and what is no breach."""

from __future__ import annotations

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN, UNDECIDABLE, Finding
from domain.engine.facts import CardPlayed, EntryAmended, EntryRetracted, IrregularityNoted, ViolationRuled
from domain.engine.parameters import plain
from domain.engine.refusals import CLAUSES, ONLY_NOTED
from domain.games.catalogue import JAFFNA
from replay.audits.breaches import breaches_payload
from tests.audit.test_unknown_cards import VOIDS
from tests.rules.table import Table

AWARD = {"violation.remedy": "award_game_plus"}


def only(table: Table) -> Finding:
    (finding,) = breaches(table.record).findings
    return finding


def first_trick(**more: object) -> Table:
    """West plays diamonds closed; the first trick, with South's revoke if ``revoke``."""
    table = Table(VOIDS, **more).playing("W 160", "JD")  # type: ignore[arg-type]
    return table.does("E JS, N QH down, W 8H down")


def test_who_leads_with_nothing_but_trumps_must_open() -> None:
    """000 "Closed Trump games" 1; B5."""
    table = Table({"E": "JS 9S AS TS KS QS 8S 7S"}).eight_cards("E 160", "TS")
    table.does("E pass, N pass, W pass, S pass")
    table.happens("E closes")
    finding = only(table)
    assert (finding.code, finding.seat, finding.sure) == ("open-first-lead", "E", CERTAIN)
    assert [type(act).__name__ for act in finding.legal] == ["TrumpOpened"]


# --- what somebody noted ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(ONLY_NOTED))
def test_what_only_people_can_tell_is_reported_as_they_noted_it(code: str) -> None:
    """Looking, talking, hurrying: no card shows it, and no card can settle it."""
    table = first_trick().does("S 7S")
    ply = len(table.record.entries) - 1
    table.record.fold(IrregularityNoted(ply, code, "N", "seen by all"), table.record.stamp)
    table.does("W inspects none", "E 9S")
    finding = only(table)
    assert (finding.ply, finding.code, finding.seat, finding.sure) == (ply, code, "N", UNDECIDABLE)
    assert (finding.clause, finding.note, finding.settle) == (CLAUSES[code], "seen by all", ())
    assert [(taint.first, taint.why) for taint in finding.taints] == [(ply, "knowledge")]


def test_a_note_of_what_the_cards_show_is_not_told_twice() -> None:
    table = first_trick()
    table.happens("S 8C down")
    ply = len(table.record.entries) - 1
    table.does("W inspects none, E 9S")
    table.record.fold(IrregularityNoted(len(table.record.entries) - 1, "revoke", "S"), table.record.stamp)
    finding = only(table)
    assert (finding.ply, finding.code, finding.noted) == (ply, "revoke", True)


def test_a_note_that_the_cards_rule_out_is_no_breach() -> None:
    table = first_trick().does("S 7S")
    table.record.fold(IrregularityNoted(len(table.record.entries) - 1, "revoke", "S"), table.record.stamp)
    report = breaches(table.record)
    assert report.clean
    assert [(notice.code, notice.noted) for notice in report.notices] == [("unfounded", "revoke")]


def test_a_note_stays_when_every_act_was_taken_back() -> None:
    """No act is left that it could be about: it is kept as it was noted, before the first act."""
    table = first_trick().does("S 7S")
    table.record.fold(IrregularityNoted(3, "revoke", "S", "seen by all"), table.record.stamp)
    table.record.fold(IrregularityNoted(2, "table-talk", None), table.record.stamp)
    for ply in reversed(range(len(table.record.entries))):
        table.record.fold(EntryRetracted(ply, table.record.entries[ply].entered, "a slip"), table.record.stamp)
    report = breaches(table.record)
    assert [(each.ply, each.code, each.sure) for each in report.findings] == [
        (-1, "revoke", UNDECIDABLE), (-1, "table-talk", UNDECIDABLE),
    ]  # fmt: skip
    assert [each.taints for each in report.findings] == [(), ()]
    payload = breaches_payload(table.record)
    assert [each["words"] for each in payload["findings"]] == [
        "Before the deal: Noted: A player who holds a card of the suit led must follow suit (seen by all) "
        "[000 “Play”]. Somebody at the table noted it. "
        "The breach is put right, and the deal goes on from there.",
        "Before the deal: Noted: During a deal, players communicate only by their bids and cards "
        "[004 “Communication”]. Somebody at the table noted it. "
        "The breach is put right, and the deal goes on from there.",
    ]
    assert all("act" not in each for each in payload["findings"])


def test_a_note_of_something_without_a_name_is_kept() -> None:
    table = first_trick().does("S 7S")
    table.record.fold(IrregularityNoted(0, "cards-on-the-floor", None, "two of them"), table.record.stamp)
    finding = only(table)
    assert (finding.code, finding.clause, finding.seat, finding.sure) == ("cards-on-the-floor", None, None, UNDECIDABLE)


# --- what follows -------------------------------------------------------------------------------------


def test_it_is_put_right_where_the_game_has_no_penalty() -> None:
    """A19."""
    table = first_trick()
    table.happens("S 8C down")
    finding = only(table)
    assert (finding.remedy.kind, finding.remedy.ply, finding.remedy.tokens) == ("undo", finding.ply, None)


def test_the_game_is_awarded_with_two_tokens_more_where_it_is_played_so() -> None:
    """004 "Rule Violations"."""
    table = first_trick(rules=AWARD)
    table.happens("S 8C down")
    finding = only(table)
    assert (finding.remedy.kind, finding.remedy.plus) == ("award", 2)
    assert finding.remedy.tokens == {"NS": -3, "EW": 3}
    assert not finding.remedy.ruled
    table.store(table.record.rule_violation(ViolationRuled("S", "revoke")))
    assert only(table).remedy.ruled
    assert table.settled().tokens == finding.remedy.tokens
    assert plain(JAFFNA)["violation"]["remedy"] == "award_game_plus"


def test_before_there_is_a_trump_maker_there_is_no_game_to_award() -> None:
    table = Table(VOIDS, rules=AWARD).dealt()
    table.happens("E 150")
    assert only(table).remedy.kind == "undo"


# --- consequences -------------------------------------------------------------------------------------


def test_what_is_a_breach_only_because_of_an_earlier_one_says_so() -> None:
    """North bids before East; East then speaks as if nothing had happened."""
    table = Table(VOIDS).dealt()
    table.happens("N 160")
    ply = len(table.record.entries) - 1
    table.happens("E 170")
    one, other = breaches(table.record).findings
    assert (one.because, other.because) == (None, ply)
    assert one.code == other.code == "bid-out-of-turn"


def test_two_breaches_that_have_nothing_to_do_with_each_other() -> None:
    table = Table(VOIDS).dealt()
    table.happens("E 150")
    table.does("N pass, W pass, S pass, E lays JS, S deal")
    table.does("E pass, N pass, W pass, S pass, E closes, E 7H, N KH")
    table.happens("W 8D down")
    assert [finding.because for finding in breaches(table.record).findings] == [None, None]


# --- no breach ------------------------------------------------------------------------------------------


def test_a_slip_of_the_scribe_is_no_breach_once_it_is_corrected() -> None:
    table = first_trick()
    table.happens("S 8C down")
    ply = len(table.record.entries) - 1
    was = table.record.entries[ply].entered
    table.record.fold(EntryAmended(ply, was, CardPlayed("S", "7S")), table.record.stamp)
    assert breaches(table.record).clean


def test_dealing_against_pack_and_cut_is_for_another_part_of_the_audit() -> None:
    table = Table(VOIDS)
    pack = [card for seat in "ENWS" for card in table.hands[seat]]
    table.does(f"S shuffle {' '.join(pack)}", "W cut 1")
    assert table.happens("S deal").code == "deal-against-pack"
    assert breaches(table.record).clean


def test_spoilt_trumps_that_nobody_declared_are_worth_knowing_but_no_breach() -> None:
    """000 "Spoilt Trumps": any player is *allowed* to declare."""
    hands = {"E": "JS 9S AS TS KS QS JH 9H", "W": "8S 7S AH TH KH QH 8H 7H"}
    table = Table(hands).playing("E 160", "JS").finish()
    report = breaches(table.record)
    assert report.clean
    assert [notice.code for notice in report.notices] == ["spoilt-unnoticed"]
