"""Shuffling, cutting, dealing, and rejecting a weak first batch."""

from __future__ import annotations

import pytest

from domain.engine.facts import CardsDealt
from domain.engine.refusals import Refusal
from tests.rules.table import PACK, SEATS, Table
from tests.table import ladder

NEW_PACK = " ".join(PACK)

WEAK = {"E": "7S 8S 7H 8H"}
FOURTEEN = {"E": "AS KS 7H 8H"}
FIFTEEN = {"E": "AS QS QH 7H"}


def batch(*hands: str) -> CardsDealt:
    """A batch dealt by South to S, E, N, W."""
    return CardsDealt("S", {seat: tuple(hand.split()) for seat, hand in zip(SEATS, hands, strict=True)})


# --- the shuffle -----------------------------------------------------------------------------------


def test_the_dealer_may_shuffle_and_only_dealers_left_is_offered_the_cut() -> None:
    table = Table()
    assert table.may("S") == {"shuffle"}
    assert table.may("W") == {"cut", "cut some"}
    assert table.may("E") == table.may("N") == set()


def test_a_shuffle_may_be_recorded_without_the_order_of_the_pack_or_not_at_all() -> None:
    assert Table().does("S shuffle", "W cut").lines() == ["S shuffle", "W cut"]
    assert Table().does("W cut").lines() == ["W cut"]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        pytest.param("E shuffle", "not-the-dealer", "only South may shuffle", id="000 Deal: the dealer shuffles"),
        pytest.param(
            f"S shuffle {NEW_PACK.removesuffix(' 7C')}", "not-the-pack", "each of the 32", id="000 Players: one missing"
        ),
        pytest.param(
            f"S shuffle {NEW_PACK.replace('7C', '8C')}", "not-the-pack", "each of the 32", id="000 Players: one twice"
        ),
        pytest.param(f"S shuffle {NEW_PACK} 7C", "not-the-pack", "33 cards", id="000 Players: one too many"),
        pytest.param(
            f"S shuffle {NEW_PACK.replace('7C', '6C')}", "not-the-pack", "each of the 32", id="000 Players: no sixes"
        ),
        pytest.param(
            f"S shuffle {NEW_PACK.replace('7C', '??')}", "not-the-pack", "each of the 32", id="000 Players: one unnamed"
        ),
    ],
)
def test_an_order_of_the_pack_names_each_card_once(line: str, code: str, words: str) -> None:
    refusal = Table().refusal(line)
    assert refusal.code == code
    assert refusal.seat == line[0]
    assert words in str(refusal)


def test_after_the_cut_it_is_too_late_to_shuffle() -> None:
    assert Table().does("W cut").refusal("S shuffle").code == "wrong-stage"


# --- the cut ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("W cut", id="000 Deal: not obliged to cut"),
        pytest.param("W cut some", id="001 Note on Shuffling: nobody counts"),
        pytest.param("W cut 1", id="000 Deal: one card"),
        pytest.param("W cut 31", id="000 Deal: all but one"),
    ],
)
def test_dealers_left_may_cut_anywhere_or_decline(line: str) -> None:
    table = Table().does(line)
    assert table.may("S") == {"deal"}
    assert table.may("W") == set()


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        pytest.param("E cut 5", "cut-not-yours", "only West may cut the pack", id="000 Deal: dealer's left, not right"),
        pytest.param("S cut 5", "cut-not-yours", "only West may cut the pack", id="000 Deal: not the dealer"),
        pytest.param(
            "W cut 32", "cut-depth", "32 cards cannot be lifted; allowed: 1 to 31 cards", id="000 Deal: the whole pack"
        ),
        pytest.param("W cut -1", "cut-depth", "allowed: 1 to 31 cards, or no cut", id="000 Deal: less than nothing"),
        pytest.param("S deal", "wrong-stage", "a cut of the pack", id="000 Deal: the cut is offered first"),
        pytest.param("E 160", "wrong-stage", "a cut of the pack", id="000 Deal: nobody bids before the deal"),
    ],
)
def test_cuts_that_cannot_be(line: str, code: str, words: str) -> None:
    refusal = Table().refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)


@pytest.mark.parametrize(("dealer", "left", "right"), ["SWE", "ESN", "NEW", "WNS"])
def test_left_cuts_the_dealer_deals_and_right_speaks_first(dealer: str, left: str, right: str) -> None:
    """000 "Deal": everything goes counter-clockwise, so dealer's right comes first and its left last."""
    table = Table(dealer=dealer)
    assert table.turn() == left
    table.does(f"{left} cut")
    assert table.turn() == dealer
    table.does(f"{dealer} deal")
    assert table.turn() == right


# --- the deal --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "code", "words"),
    [
        pytest.param(CardsDealt("E", {}), "not-the-dealer", "only South may deal", id="000 Deal: the dealer deals"),
        pytest.param(CardsDealt("S", {"S": ("JS",) * 4}), "deal-count", "every seat", id="000 Deal: to each player"),
        pytest.param(
            batch("JS 9S AS", "JH 9H AH TH", "JD 9D AD TD", "JC 9C AC TC"),
            "deal-count",
            "cards dealt to South: 3; expected: 4",
            id="000 Deal: four at a time",
        ),
        pytest.param(
            batch("JS 9S AS TS", "JH 9H AH JS", "JD 9D AD TD", "JC 9C AC TC"),
            "deal-duplicate",
            "JS was dealt twice",
            id="000 Players: each card once",
        ),
        pytest.param(
            batch("6S 9S AS TS", "JH 9H AH TH", "JD 9D AD TD", "JC 9C AC TC"),
            "unknown-card",
            "6S is not in this pack",
            id="000 Players: 32 cards",
        ),
    ],
)
def test_dealings_that_cannot_be(dealt: CardsDealt, code: str, words: str) -> None:
    table = Table().does("W cut")
    verdict = table.rules.judge(table.state, dealt)
    assert isinstance(verdict, Refusal)
    assert (verdict.code, verdict.seat) == (code, dealt.seat)
    assert words in str(verdict)


def test_a_card_of_the_first_batch_cannot_come_again_in_the_second() -> None:
    table = Table({"E": "JS 9S AS TS"}).won_by("E 160").does("E lays JS")
    again = table.rules.judge(table.state, CardsDealt("S", {seat: table.hands[seat][:4] for seat in SEATS}))
    assert isinstance(again, Refusal)
    assert again.code == "deal-duplicate"


def pack_order(cut: int) -> list[str]:
    """A new pack, cut: the order in which the cards are dealt."""
    return [*PACK[cut:], *PACK[:cut]]


@pytest.mark.parametrize("cut", [0, 1, 12, 31])
def test_batches_of_four_go_round_from_dealers_right_and_are_checked_against_pack_and_cut(cut: int) -> None:
    """000 "Deal": lifted cards go under; four to East, North, West, and last to the dealer."""
    order = pack_order(cut)
    hands = {seat: tuple(order[4 * n : 4 * n + 4]) for n, seat in enumerate("ENWS")}
    table = Table().does(f"S shuffle {NEW_PACK}", f"W cut {cut}" if cut else "W cut")
    listed = table.rules.legal(table.state, "S")
    assert listed == [CardsDealt("S", hands)]
    assert table.rules.judge(table.state, CardsDealt("S", hands)) is None
    swapped = CardsDealt("S", {**hands, "E": hands["N"], "N": hands["E"]})
    verdict = table.rules.judge(table.state, swapped)
    assert isinstance(verdict, Refusal)
    assert verdict.code == "deal-against-pack"
    assert f"East was dealt {' '.join(hands['N'])}; the pack and the cut give {' '.join(hands['E'])}" in str(verdict)


def test_a_cut_that_nobody_counted_leaves_the_deal_open() -> None:
    table = Table().does(f"S shuffle {NEW_PACK}", "W cut some")
    assert table.rules.legal(table.state, "S") == [CardsDealt("S", dict.fromkeys(SEATS, ("??",) * 4))]
    assert table.verdict("S deal") is None


@pytest.mark.parametrize("first", ["seen", "unseen"])
def test_the_second_batch_follows_the_first_in_the_pack_whether_or_not_the_first_was_seen(first: str) -> None:
    table = Table().does(f"S shuffle {NEW_PACK}", "W cut")
    one = {seat: tuple(PACK[4 * n : 4 * n + 4]) for n, seat in enumerate("ENWS")}
    two = {seat: tuple(PACK[16 + 4 * n : 20 + 4 * n]) for n, seat in enumerate("ENWS")}
    dealt = one if first == "seen" else dict.fromkeys(SEATS, ("??",) * 4)
    table.store(table.record.act(CardsDealt("S", dealt)))
    table.does("E 160, N pass, W pass, S pass", "E lays JS" if first == "seen" else "E lays ??")
    assert table.rules.judge(table.state, CardsDealt("S", two)) is None
    assert isinstance(table.rules.judge(table.state, CardsDealt("S", {**two, "E": two["N"], "N": two["E"]})), Refusal)


# --- the redeal ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "allowed"),
    [
        pytest.param(WEAK, True, id="000 Bidding with Four Cards: no points at all"),
        pytest.param(FOURTEEN, True, id="000 Bidding with Four Cards: 14 is less than 15"),
        pytest.param(FIFTEEN, False, id="000 Bidding with Four Cards: 15 is not less than 15"),
    ],
)
def test_dealers_right_may_reject_less_than_fifteen_points(hands: dict[str, str], allowed: bool) -> None:
    table = Table(hands).dealt()
    assert table.may("E") == ladder(160) | {"pass", "ask"} | ({"redeal"} if allowed else set())
    assert (table.verdict("E redeal") is None) is allowed


def test_fifteen_points_are_too_strong_and_the_table_is_told_so() -> None:
    refusal = Table(FIFTEEN).dealt().refusal("E redeal")
    assert refusal.code == "redeal-too-strong"
    assert str(refusal) == "East demanded a redeal with 15 points; allowed only with fewer than 15 points"


@pytest.mark.parametrize(
    ("script", "line", "code"),
    [
        pytest.param("", "N redeal", "redeal-not-yours", id="000: not dealer's partner"),
        pytest.param("", "W redeal", "redeal-not-yours", id="000: not dealer's left"),
        pytest.param("", "S redeal", "redeal-not-yours", id="000: not the dealer"),
        pytest.param("E pass", "E redeal", "redeal-too-late", id="000: not after passing"),
        pytest.param("E 160", "E redeal", "redeal-too-late", id="000: not after bidding"),
        pytest.param("E ask", "E redeal", "redeal-too-late", id="B3: not after asking partner"),
        pytest.param("E ask, W pass", "E redeal", "redeal-too-late", id="000: not after partner spoke for it"),
        pytest.param("E ask", "W redeal", "redeal-not-yours", id="000: not the partner who was asked"),
    ],
)
def test_redeals_that_are_refused(script: str, line: str, code: str) -> None:
    table = Table({"E": "7S 8S 7H 8H", "N": "7D 8D QD QH", "W": "7C 8C QC QS"})
    refusal = table.dealt().does(script).refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert refusal.clause.heading == "Bidding with Four Cards"
    assert "redeal" not in table.may(line[0])


def test_after_a_redeal_the_same_dealer_shuffles_offers_the_cut_and_deals_again() -> None:
    table = Table(WEAK).dealt().does("E redeal")
    assert table.may("S") == {"shuffle"}
    assert table.may("W") == {"cut", "cut some"}
    assert [table.held(seat) for seat in SEATS] == [0, 0, 0, 0]
    table.does("S shuffle", "W cut 9", "S deal", "E 160")
    assert table.turn() == "N"


def test_redeals_are_without_limit_unless_the_house_sets_one() -> None:
    """B3."""
    table = Table(WEAK)
    for _ in range(3):
        table.dealt().does("E redeal")
    strict = Table(WEAK, rules={"redeal.max": 1}).dealt().does("E redeal").dealt()
    assert "redeal" not in strict.may("E")
    refusal = strict.refusal("E redeal")
    assert refusal.code == "redeal-limit"
    assert "the limit is 1" in str(refusal)


def test_a_house_may_keep_the_right_open_after_asking_or_have_no_redeal_at_all() -> None:
    """B3."""
    table = Table(WEAK, rules={"redeal.after_ask": True}).dealt().does("E ask")
    assert table.may("E") == {"redeal"}
    assert table.verdict("E redeal") is None
    table.does("W pass")
    assert table.refusal("E redeal").code == "redeal-too-late"
    none = Table(WEAK, rules={"redeal.threshold": None}).dealt()
    assert "redeal" not in none.may("E")
    assert none.refusal("E redeal").code == "redeal-not-yours"


def test_a_redeal_with_unseen_cards_is_possible_until_too_much_is_known() -> None:
    assert Table(unseen=True).dealt().possible("E redeal")
    partly = Table({"E": "QS ?? ?? ??"}).dealt()
    assert partly.possible("E redeal")
    jack = Table({"E": "JS ?? ?? ??"}).dealt()
    assert jack.refusal("E redeal").code == "redeal-too-strong"
