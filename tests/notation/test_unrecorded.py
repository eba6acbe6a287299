"""Acts that nobody wrote down are read where what follows leaves one possibility (docs/formats.md)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardsDealt, DealSettled, PackCut, Passed, ResultAssigned
from domain.games.three04.acts import CardsRevealed, FaceDownInspected, IndicatorPlaced, IndicatorTakenBack
from replay.notation import DealDocument, Item, check, parse_action, read_archived, read_hand, record_of, write_action
from replay.notation.consequences import add_unrecorded
from tests.cases import FULL, cases
from tests.notation.conftest import HANDS

SILENT = (PackCut, CardsRevealed, FaceDownInspected, IndicatorTakenBack, DealSettled)
DEALT = """nought = 1
ruleset = "304"
dealer = "S"
deal.E = "TS TH 8C AD"
deal.N = "7S AC TD 7D"
deal.W = "JS KS 8S KH"
deal.S = "AS JC JD 8D"
actions = [{actions}]
"""


def without(document: DealDocument, n: int) -> DealDocument:
    return replace(document, items=(*document.items[:n], *document.items[n + 1 :]))


def test_any_such_act_of_the_worked_hands_may_be_missing() -> None:
    """The cut comes back as not recorded; every other act as it was, because the cards decide it."""
    restored = 0
    with cases() as case:
        for path in HANDS[:: 1 if FULL else 3]:
            document = read_hand(path.read_text(encoding="utf-8"))
            known = all(UNKNOWN not in act.list_cards() for act in document.acts if isinstance(act, CardsDealt))
            corrected = any(not isinstance(item.fact, Act | DealSettled) for item in document.items)
            for n, item in enumerate(document.items):
                if not isinstance(item.fact, SILENT) or not known or corrected or not check(document).ok:
                    continue
                with case(path.name, n):
                    whole = add_unrecorded(without(document, n))
                    assert check(whole).ok
                    fact = item.fact
                    expected = PackCut(fact.seat, 0, unrecorded=True) if isinstance(fact, PackCut) else fact
                    assert whole.items[n].fact == expected
                    assert len(whole.items) == len(document.items)
                    restored += 1
    assert restored > (100 if FULL else 30)


def test_a_hand_file_without_its_cut_says_that_nobody_recorded_it() -> None:
    document = read_hand(DEALT.format(actions='"deal", "E pass", "N pass", "W pass", "S pass"'))
    assert document.acts[0] == PackCut("W", 0, unrecorded=True)
    report = check(document)
    assert report.ok
    assert [(finding.kind, finding.text) for finding in report.findings] == [("unrecorded", "W cut not recorded")]


def test_a_dealing_without_cards_is_one_of_unknown_cards_also_where_the_cut_is_missing() -> None:
    head = {"nought": 1, "ruleset": "304", "dealer": "S"}
    bids = ["E pass", "N pass", "W pass", "S pass"]
    with cases() as case:
        for lines, added in ((["S deal", *bids], ["W cut not recorded"]), (["W cut", "S deal", *bids], [])):
            with case(lines[0]):
                whole = add_unrecorded(read_archived(json.dumps({**head, "lines": lines}).encode()))
                dealt = [act for act in whole.acts if isinstance(act, CardsDealt)]
                assert dealt == [CardsDealt("S", dict.fromkeys("ENWS", (UNKNOWN,) * 4))]
                report = check(whole)
                assert report.ok
                assert report.settled is not None
                assert [finding.text for finding in report.findings] == added
        with case("hand file"):
            acts = read_hand('nought = 1\nruleset = "304"\ndealer = "S"\nactions = ["deal", "E 160"]').acts
            assert [write_action(act) for act in acts][::2] == ["W cut not recorded", "E 160"]


def test_a_trump_indicator_that_nobody_wrote_down_is_an_unknown_card() -> None:
    bids = '"W no cut", "deal", "E 160", "N pass", "W pass", "S pass", "deal", "E pass"'
    document = read_hand(DEALT.format(actions=bids))
    assert IndicatorPlaced("E", UNKNOWN) in document.acts


@pytest.mark.parametrize("actions", ['"W no cut", "deal", "N pass"', '"W no cut", "deal", "E 160", "W pass"'])
def test_a_decision_is_never_added(actions: str) -> None:
    """A bid or a pass that is missing cannot be known: the line after it is refused."""
    document = read_hand(DEALT.format(actions=actions))
    assert len(document.acts) == actions.count(",") + 1
    assert not check(document).ok
    assert add_unrecorded(document) is document


def test_nothing_is_added_before_a_line_that_is_marked() -> None:
    document = read_hand(DEALT.format(actions='"! deal"'))
    assert [type(act) for act in document.acts] == [CardsDealt]


def test_a_cut_that_nobody_recorded_is_written_and_read() -> None:
    cut = PackCut("W", 0, unrecorded=True)
    assert write_action(cut) == "W cut not recorded"
    assert parse_action("w cut not recorded") == cut
    assert parse_action("W cut") == PackCut("W", 0)
    assert isinstance(parse_action("E pass"), Passed)


def test_an_assigned_result_is_checked_as_the_settlement_of_its_deal() -> None:
    """An export of a deal whose result an arbiter assigned is read again."""
    document = read_hand(next(path for path in HANDS if path.name.startswith("05-")).read_text(encoding="utf-8"))
    record = record_of(document)
    for proposal in record.assign(ResultAssigned({"NS": 1, "EW": -1}, "so ruled")):
        document = replace(document, items=(*document.items, Item(proposal.fact)))
    assert isinstance(document.items[-1].fact, DealSettled)
    assert check(document).ok
