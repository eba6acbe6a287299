"""304 for six and for eight players (000 "Variants"; 002 "Six and Eight Player 304")."""

from __future__ import annotations

import json

import pytest

from domain.engine.parameters import override
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import BidMade, PartnerAsked
from domain.kernel.mapper import to_plain
from domain.record.record import Record
from replay.notation import DealDocument, Item, read_archived, write_archived
from tests.family.table import Table
from tests.table import ladder

SIX, EIGHT = "304-six-24", "304-eight"


def test_six_players_share_out_24_cards_without_eights_and_sevens() -> None:
    """000 "Variants": three cards, a round of bidding, a fourth card."""
    game = RULESETS[SIX]
    assert (game.pack.size, game.pack.total, game.batches) == (24, 304, (3, 1))
    assert set(game.pack.ranks) == set("J9ATKQ")


@pytest.mark.parametrize(("key", "size", "batches"), [(EIGHT, 32, (3, 1)), ("304-six-36", 36, (4, 2))])
def test_the_other_packs(key: str, size: int, batches: tuple[int, ...]) -> None:
    """000 "Variants": eight players use all 32 cards; 36 cards include the 6, worth nothing, below the 7."""
    game = RULESETS[key]
    assert (game.pack.size, game.pack.total, game.batches) == (size, 304, batches)
    assert size == 32 or game.pack.ranks.startswith("67")


@pytest.mark.parametrize("key", [SIX, EIGHT, "304-six-36"])
def test_teams_sit_alternately(key: str) -> None:
    """000 "Variants": each player between two opponents."""
    seating = RULESETS[key].seating
    for seat in seating.seats:
        assert seating.team(seating.next(seat)) == seating.team(seating.before(seat)) != seating.team(seat)


# --- the first auction ----------------------------------------------------------------------------


def test_the_first_player_is_obliged_to_bid_at_least_200() -> None:
    """000 "Variants"; A20. Whom it asks to bid instead must bid as well (ours)."""
    table = Table(SIX, dealer="6").dealt()
    assert table.turn() == "1"
    assert table.may("1") == {*ladder(200, 300), "ask 3", "ask 5"}
    refused = table.refusal("1 pass")
    assert (refused.code, refused.allowed) == ("must-bid", "allowed: a bid of 200 or more")
    table.does("1 ask 5")
    assert table.may("5") == ladder(200, 300)
    table.does("5 200")
    assert table.turn() == "2"
    assert table.may("2") == {*ladder(210, 300), "pass", "ask 4", "ask 6"}


def test_elsewhere_the_first_player_may_pass() -> None:
    """002: the lowest allowable bid is 200, and otherwise as in the standard game; A20."""
    table = Table(SIX, dealer="6", rules={"auction4.first_must_bid": False}).dealt()
    assert "pass" in table.may("1")
    table.all_pass()
    assert table.settled().outcome == "passed_out"


def test_nobody_demands_a_redeal_with_three_cards() -> None:
    """B19."""
    table = Table(SIX, {"1": "QS KS QH"}, dealer="6", rules={"auction4.first_must_bid": False}).dealt()
    assert "redeal" not in table.may("1")


def test_with_36_cards_one_bids_as_in_the_four_player_game() -> None:
    """000 "Variants": 160 is enough, a weak hand may be rejected, a pass is allowed."""
    table = Table("304-six-36", {"1": "6S 7S 8S QS"}, dealer="6").dealt()
    assert table.may("1") == {*ladder(160, 300), "pass", "ask 3", "ask 5", "redeal"}


def test_a_bid_over_any_team_mate_must_be_200() -> None:
    """000 "Bidding with Four Cards": if the previous highest bidder was your partner."""
    table = Table("304-six-36", dealer="6").dealt().does("1 160, 2 170, 3 180, 4 pass")
    assert "190" not in table.may("5")
    assert table.may("5") >= ladder(200, 300)
    refused = table.refusal("5 190")
    assert (refused.code, refused.allowed) == ("bid-over-partner", "the minimum here is 200")
    assert "ask 1" not in table.may("5"), "a partner holds the highest bid (B2)"
    table.does("5 pass")
    assert "190" in table.may("6")


def test_five_passes_end_the_auction_of_six() -> None:
    """000 "Bidding with Four Cards": until all others pass in succession."""
    table = Table(SIX, dealer="6").dealt().does("1 200, 2 pass, 3 pass, 4 210, 5 pass, 6 pass, 1 pass, 2 pass")
    assert table.turn() == "3"
    table.does("3 pass")
    assert (table.state.maker, table.state.bid) == (3, 210)


@pytest.mark.parametrize("line", ["1 ask", "1 ask 2", "1 ask 1"])
def test_whoever_asks_says_which_partner(line: str) -> None:
    table = Table("304-six-36", dealer="6").dealt()
    refused = table.refusal(line)
    assert (refused.code, refused.allowed) == ("ask-whom", "allowed: to ask 3 or 5")


def test_asking_is_a_turn_for_both_and_the_next_speaks_after_the_asker() -> None:
    """000 "Bidding with Four Cards": this counts as a turn for both."""
    table = Table("304-six-36", dealer="6").dealt().does("1 ask 5, 5 160")
    assert table.turn() == "2"
    table.does("2 170, 3 pass, 4 pass")
    assert table.may("5") == {*ladder(200, 300), "pass", "ask 1", "ask 3"}
    table.does("5 pass, 6 pass")
    assert "180" not in table.may("1")


def test_a_partner_is_asked_without_a_name_where_there_is_only_one() -> None:
    """The stored form of the four-player games stays as it was."""
    table = Table("304", dealer="S").dealt().does("E ask")
    assert table.record.acts[-1] == PartnerAsked("E")
    assert to_plain(PartnerAsked("E")) == {"seat": "E"}
    assert to_plain(PartnerAsked("1", "5")) == {"seat": "1", "partner": "5"}


def test_an_archive_tells_which_partner_was_asked() -> None:
    table = Table(SIX, dealer="6").dealt().does("1 ask 3, 3 200").all_pass()
    document = _document(table.record)
    line = write_archived(document)
    assert "1 ask 3" in json.loads(line)["lines"]
    assert read_archived(line) == document


def _document(record: Record) -> DealDocument:
    return DealDocument(record.opened, tuple(Item(act) for act in record.acts))


# --- the second auction ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", [SIX, EIGHT])
def test_after_the_last_card_play_begins(key: str) -> None:
    """000 tells of no second round; A21."""
    table = Table(key).won_by("1 200")
    table.does(f"1 indicator {table.hands['1'][0]}", "deal")
    assert table.rules.stage_name(table.state) == "declare"


def test_a_second_auction_follows_where_the_house_has_one() -> None:
    """002: an additional round of bidding after the fourth card; A21."""
    table = Table(SIX, rules={"auction8.held": True}).won_by("1 200")
    table.does(f"1 indicator {table.hands['1'][0]}", "deal")
    assert table.may("1") == {*ladder(250, 300), "pass", "pcc"}


def test_with_six_cards_the_auction_is_the_one_with_eight() -> None:
    """000 "Variants": once round the table from the trump maker, from 250; over a team mate nobody bids."""
    table = Table("304-six-36", dealer="6").won_by("2 160")
    table.does(f"2 indicator {table.hands['2'][0]}", "deal", "2 250, 3 260")
    assert table.may("5") == set()
    assert table.may("4") == {*ladder(270, 300), "pass", "pcc"}
    table.does("4 pass")
    assert table.may("5") == {"pass"}
    assert table.refusal("5 270").code == "bid-partner-high"


def test_partner_close_caps_puts_all_team_mates_to_sleep() -> None:
    """000 "Partner Close Caps": the partners' cards lie face down; play skips them."""
    table = Table("304-six-36", dealer="6").won_by("2 160")
    table.does(f"2 indicator {table.hands['2'][0]}", "deal", "2 pcc")
    assert table.record.acts[-2] == BidMade("2", "pcc")
    table.does(f"2 indicator {table.hands['2'][0]}", "2 closed")
    assert table.view("public")["asleep"] == ["4", "6"]
    order = []
    while not table.state.tricks[1] and not table.state.tricks[0]:
        if not table.state.owed:
            order.append(table.turn())
        table.does(_first(table))
    assert order[:4] == ["2", "3", "5", "1"]
    assert table.may("4") == table.may("6") == set()
    table.finish()
    assert sum(table.settled().tricks.values()) == 6
    assert abs(table.settled().tokens["even"]) in (4, 5)


def _first(table: Table) -> str:
    return f"{table.turn()} {min(table.may(table.turn()))}".replace(" :", ":")


# --- play and scoring -----------------------------------------------------------------------------


def test_each_trick_has_six_cards_and_there_are_four() -> None:
    table = Table(SIX).won_by("1 200")
    table.does(f"1 indicator {table.hands['1'][0]}", "deal", f"1 open {table.hands['1'][0]}").finish()
    settled = table.settled()
    assert sum(settled.tricks.values()) == 4
    assert sum(settled.points.values()) == 304
    assert sorted(settled.tokens.values()) in ([-3, 3], [-2, 2])


def test_caps_pays_extra_before_the_last_trick_but_one() -> None:
    """B13: the seventh of eight tricks is the last but one."""
    assert [RULESETS[key].caps_bonus_before_trick for key in ("304", SIX, EIGHT, "304-six-36")] == [7, 3, 3, 5]


# --- what does not fit together -------------------------------------------------------------------


def test_asking_back_needs_an_only_partner() -> None:
    with pytest.raises(RulesetError, match="exactly one partner"):
        override(RULESETS[SIX], "house", "House", {"ask_partner.back": True})


def test_24_cards_give_eight_players_no_four_each() -> None:
    """A23: 002 says so all the same."""
    with pytest.raises(RulesetError, match="do not share out"):
        override(RULESETS[EIGHT], "house", "House", {"pack": {"ranks": "QKTA9J", "points": [2, 3, 10, 11, 20, 30]}})
