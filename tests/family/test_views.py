"""Views of the games for six and eight, of Courts, Double, named partners and marriages (docs/views.md)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.hiding import viewers
from domain.games.catalogue import RULESETS
from replay.views import view_at
from tests.family.table import Table
from tests.golden.deals import record_of


def everywhere(table: Table, part: str) -> Any:
    """A part of the view that must be the same for everybody; None where there is none."""
    parts = [table.view(viewer).get(part) for viewer in (*table.rules.seats, "public", "arbiter")]
    assert all(each == parts[0] for each in parts)
    return parts[0]


@pytest.mark.parametrize(("key", "sleepers"), [("304-six-36", ["3", "5"]), ("304", ["N"])])
def test_the_partners_of_who_plays_alone_sleep(key: str, sleepers: list[str]) -> None:
    """000 "Partner Close Caps": they lay down their cards; nobody waits for theirs."""
    seats = RULESETS[key].seating.seats
    table = Table(key, dealer=seats[-1]).won_by(f"{seats[0]} 160")
    table.does(f"{seats[0]} indicator {table.hands[seats[0]][0]}, deal, {seats[0]} pcc")
    table.does(f"{seats[0]} indicator {table.hands[seats[0]][0]}, {seats[0]} open {table.hands[seats[0]][0]}")
    assert everywhere(table, "asleep") == sleepers
    assert everywhere(table, "contract") == {"seat": seats[0], "bid": "pcc"}
    while not table.view("public")["tricks"]:
        table.does(f"{table.turn()} {min(act for act in table.may(table.turn()) if len(act) == 2)}")
    trick = table.view("public")["tricks"]["1"]
    assert {sentence.split()[0] for sentence in trick["cards"]} == {*seats} - {*sleepers}
    for sleeper in sleepers:
        assert len(table.view("public")["hands"][sleeper]) == table.game.hand_size
        assert table.view(sleeper)["hands"][sleeper] != ["??"] * table.game.hand_size
        assert table.view(sleeper)["legal"] in ([], [f"{sleeper} spoilt"])


def test_half_court_is_the_bid_and_four_tricks_are_the_deal() -> None:
    """000 "Maharashtrian version": no more cards are dealt."""
    record = record_of("304-doso-viso")
    last = len(record.entries) - 1
    for viewer in viewers(record.rules.seats):
        view = view_at(record, viewer, last)
        assert view["contract"] == {"seat": "E", "bid": "half"}
        assert sorted(view["tricks"]) == ["1", "2", "3", "4"]
        assert all(cards == [] for cards in view["hands"].values())
        assert view["partner"] == {"card": "9H", "seat": "N"}


def test_a_passed_round_of_half_court_stays_among_the_calls() -> None:
    """000 "Maharashtrian version": the auction with eight cards follows it."""
    table = Table("304-doso-viso", dealer="N").dealt().all_pass().does("deal, W 160")
    assert [*everywhere(table, "auction").values()] == ["W pass", "S pass", "E pass", "N pass", "W 160"]
    assert everywhere(table, "contract") == {"seat": "W", "bid": 160}


def test_two_auctions_of_a_deal_begin_with_different_calls() -> None:
    """000 "Bidding with Four Cards", "Bidding with Eight Cards"; "Maharashtrian version"."""
    table = Table("304", dealer="S").won_by("E 160").does("E indicator " + Table("304", dealer="S").hands["E"][0])
    assert everywhere(table, "auctions") is None, "there is only one so far"
    table.does("deal, E pass, N pass")
    calls = sorted(map(int, everywhere(table, "auction")))
    assert everywhere(table, "auctions") == [calls[0], calls[-2]]
    courts = Table("304-doso-viso", dealer="N").dealt().all_pass().does("deal, W 160")
    calls = sorted(map(int, everywhere(courts, "auction")))
    assert everywhere(courts, "auctions") == [calls[0], calls[4]]


def test_cards_shown_between_two_calls_do_not_part_an_auction() -> None:
    """004 "Communication": a card shown is no part of the bidding, nor is a call at a wrong time."""
    table = Table("304", dealer="S").dealt().does("E pass")
    for seat in "NW":
        table.happens(f"{seat} exposes {table.hands[seat][0]}")
    table.happens(f"S exposes {table.hands['S'][0]}")
    table.does("N 160, W pass, S pass, E pass")
    table.happens("W pass")
    assert everywhere(table, "auctions") is None
    table.does(f"N indicator {table.hands['N'][1]}, deal, N pass")
    calls = sorted(map(int, everywhere(table, "auction")))
    assert everywhere(table, "auctions") == [calls[0], calls[-1]]


def test_full_court_is_a_bid_with_a_partner_and_nobody_sleeps() -> None:
    table = Table("304-maharashtra", dealer="N").dealt().all_pass().does("deal, W full")
    assert everywhere(table, "contract") == {"seat": "W", "bid": "full"}
    assert everywhere(table, "maker") == "W"
    assert everywhere(table, "asleep") is None


def test_double_is_told_to_everybody() -> None:
    """000 "Tamil Nadu version"."""
    record = record_of("304-tamil-nadu")
    ply = next(n for n, act in enumerate(record.acts) if type(act).__name__ == "DoubleAnnounced")
    for viewer in viewers(record.rules.seats):
        assert "double" not in view_at(record, viewer, ply - 1)
        assert view_at(record, viewer, ply)["double"] == {"seat": "E"}


def test_only_the_holder_of_the_card_knows_that_it_is_the_partner() -> None:
    """000 "Maharashtrian version"."""
    record = record_of("304-maharashtra")
    ply = next(n for n, act in enumerate(record.acts) if type(act).__name__ == "PartnerCardNamed")
    knows = {viewer for viewer in viewers(record.rules.seats) if "seat" in view_at(record, viewer, ply)["partner"]}
    assert knows == {"N", "scribe", "arbiter"}
    shown = view_at(record, "S", len(record.entries) - 1)
    assert shown["partner"] == {"card": "AH", "seat": "N"}


def test_a_marriage_is_shown_with_its_worth_and_both_cards_are_seen() -> None:
    """A28: 40 in trumps, 20 in another suit."""
    record = record_of("304-maharashtra")
    for viewer in ("S", "N", "public"):
        view = view_at(record, viewer, len(record.entries) - 1)
        assert view["marriages"] == [
            {"seat": "E", "suit": "S", "points": 40},
            {"seat": "W", "suit": "H", "points": 20},
        ]
        assert {view["seen"][card] for card in ("KH", "QH", "KS", "QS")} == {"shown"}
    assert view_at(record, "W", len(record.entries) - 1)["seen"]["KH"] == "own"


@pytest.mark.parametrize("key", ["304-six-24", "304-six-36", "304-eight", "504", "904"])
def test_everybody_at_a_larger_table_has_its_hand_and_its_team(key: str) -> None:
    """000 "Variants": two teams that sit alternately."""
    table = Table(key).dealt()
    seats = RULESETS[key].seating.seats
    for viewer in (*seats, "public"):
        view = table.view(viewer)
        assert tuple(view["hands"]) == seats
        assert {seat for seat, cards in view["hands"].items() if "??" not in cards} == {*seats} & {viewer}
        assert view["points"] == view["taken"] == {"odd": 0, "even": 0}
