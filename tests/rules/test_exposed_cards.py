"""A card that is shown without being played (004 "Communication", 003 "Play"): an act, recorded as it happened."""

from __future__ import annotations

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN
from domain.engine.facts import CardExposed
from domain.engine.hiding import ARBITER, PUBLIC, SCRIBE
from domain.engine.knowledge.information import knowledge
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS
from replay.audits.knowledge import knowledge as known
from replay.notation import parse_action
from replay.views import view_at
from tests.family.table import Table
from tests.jass.table import Table as JassTable

HANDS = {"E": "JH 9H AH TH KH QH JS 9S", "N": "AS TS KS 8H 7H JC 9C AC", "W": "JD 9D AD TD KD QD 8D 7D"}


def laid(indicator: str = "TH", key: str = "304") -> Table:
    """East bid 160 in hearts, and the indicator lies."""
    return Table(key, HANDS, dealer="S").won_by("E 160").does(f"E indicator {indicator}")


def led(game: str) -> Table:
    """East plays hearts, open or closed, and has led a spade."""
    return laid().does("deal, E pass, N pass, W pass, S pass", f"E {game}", "E JS")


def opened() -> Table:
    return led("open TH")


def closed() -> Table:
    return led("closed")


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_no_stage_of_any_game_allows_it(key: str) -> None:
    rules = rules_of(RULESETS[key])
    for stage, judges in enumerate(rules.judges):
        assert (CardExposed in judges) == (stage < len(rules.judges) - 1), rules.stage_names[stage]


def test_it_is_refused_unless_it_is_recorded_as_it_happened() -> None:
    table = opened()
    refusal = table.refusal("W exposes JD")
    assert (refusal.code, refusal.seat, str(refusal.clause)) == ("card-exposed", "W", "004 “Communication”")
    assert str(refusal) == "West showed jack of diamonds without playing it; a card is shown only by playing it"
    table.happens("W exposes JD")
    assert table.record.acts[-1] == CardExposed("W", "JD") == parse_action("W exposes JD")
    assert table.turn() == "N", "the play goes on"


def test_in_a_jass_it_breaks_the_rule_that_nobody_displays_cards_unasked() -> None:
    table = JassTable().playing("S 40 obenabe")
    card = table.rules.tables.cards(table.state.hands[1])[0]
    assert str(table.happens(f"E exposes {card}").clause) == "003 “Play”"


def test_everybody_sees_it_from_then_on_and_it_stays_in_the_hand() -> None:
    table = opened()
    for viewer in ("N", "S", PUBLIC):
        assert view_at(table.record, viewer, len(table.record.entries) - 1)["hands"]["W"] == ["??"] * 8
    table.happens("W exposes JD")
    ply = len(table.record.entries) - 1
    for viewer in ("N", "S", PUBLIC):
        view = view_at(table.record, viewer, ply)
        assert view["hands"]["W"] == ["JD", *["??"] * 7], viewer
        assert (view["seen"]["JD"], view["exposed"]) == ("shown", {"W": ["JD"]})
    for viewer in ("W", SCRIBE, ARBITER):
        view = view_at(table.record, viewer, ply)
        assert (len(view["hands"]["W"]), view["exposed"]) == (8, {"W": ["JD"]})
        assert "JD" in view["hands"]["W"]
    table.does("N AS, W JD")
    assert "exposed" not in view_at(table.record, PUBLIC, len(table.record.entries) - 1), "it has been played"


def test_every_seat_knows_where_it_is_and_how() -> None:
    table = opened()
    table.happens("W exposes JD")
    ply = len(table.record.entries)
    bit = table.rules.tables.bit["JD"]
    for seat in "NSE":
        assert knowledge(table.record, seat, ply).known[table.rules.place["W"]] == bit
        card = known(table.record, seat, ply - 1)["cards"]["JD"]
        assert card["shown"] == {"how": "exposed", "ply": ply - 1}
        assert "shown without being played (after card 1)" in card["text"]


def test_who_has_not_seen_which_card_left_the_hand_knows_no_more_that_it_is_there() -> None:
    """000 "Closed Trump games": the card face down may be the one that was shown."""
    table = closed()
    table.happens("W exposes JD")
    table.does("N KS, W (7D)")
    ply = len(table.record.entries)
    view = view_at(table.record, "N", ply - 1)
    assert "exposed" not in view
    assert view["hands"]["W"] == ["??"] * 7
    knows = knowledge(table.record, "N", ply)
    assert knows.known[table.rules.place["W"]] == 0
    assert ("known-card-may-have-gone", ply - 1) in knows.more
    assert view_at(table.record, "W", ply - 1)["exposed"] == {"W": ["JD"]}


def test_what_was_laid_face_down_as_the_indicator_may_be_the_card_that_was_shown() -> None:
    """000 "Choosing the Trump Suit": nobody else sees the indicator."""
    table = Table("304", HANDS, dealer="S").won_by("E 160")
    table.happens("E exposes JH")
    table.does("E indicator JH")
    for seat in "NSW":
        knows = knowledge(table.record, seat, len(table.record.entries))
        assert knows.known[table.rules.place["E"]] == 0
        assert knows.breach is None


def test_a_card_shown_after_the_seat_did_not_follow_suit_shows_the_revoke() -> None:
    table = opened()
    table.does("N AS, W JD")
    table.happens("S 7C")
    table.happens("S exposes 7S")
    knows = knowledge(table.record, "N", len(table.record.entries))
    assert knows.breach is not None
    ply, refusal = knows.breach
    assert (ply, refusal.code, refusal.seat) == (len(table.record.entries) - 1, "revoke", "S")
    finding = next(each for each in breaches(table.record).findings if each.code == "revoke")
    assert finding.seen.ply == ply, "the others can tell from the card that was shown"


def test_the_audit_reports_it_at_once_and_what_rests_on_it() -> None:
    table = opened()
    table.happens("W exposes JD")
    ply = len(table.record.entries) - 1
    table.does("N AS")
    (finding,) = breaches(table.record).findings
    assert (finding.ply, finding.code, finding.seat, finding.sure) == (ply, "card-exposed", "W", CERTAIN)
    assert (finding.seen.ply, finding.seen.by) == (ply, (PUBLIC,))
    assert [(taint.first, taint.last, taint.why) for taint in finding.taints] == [(ply + 1, ply + 1, "knowledge")]
    assert finding.remedy.kind == "undo"


def test_jaffna_gives_the_game_to_the_other_side() -> None:
    """004 "Rule Violations": any breach, also an inadvertent one."""
    table = laid(key="304-jaffna")
    table.happens("W exposes JD")
    (finding,) = breaches(table.record).findings
    assert finding.remedy.kind == "award"


def test_a_card_that_the_hand_cannot_hold_is_a_slip_of_the_recorder() -> None:
    table = opened()
    assert table.refusal("W exposes JH").code == "exposed-not-held"
    assert Table("304", HANDS, dealer="S").refusal("W exposes JD").code == "exposed-not-held", (
        "before the cards are dealt"
    )


def test_a_card_that_nobody_named_is_exposed_all_the_same() -> None:
    table = opened()
    table.happens("W exposes ??")
    knows = knowledge(table.record, "N", len(table.record.entries))
    assert [(gap.kind, gap.seat) for gap in knows.gaps] == [("shown", "W")]


def test_after_the_deal_it_is_no_act_any_more() -> None:
    table = opened().finish()
    assert table.refusal("W exposes JD").code == "deal-over"
