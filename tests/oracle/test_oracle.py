"""The slow oracle against hand-made cases from the rule documents.

"000", "002", "004" are the rule documents by number; A1.., B1.. are the rows of the tables of contradictions.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.cases import FULL
from tests.oracle.oracle import (
    DEFAULTS,
    PACK,
    SEATS,
    TEAMS,
    bid_pay,
    cards_left,
    first_illegal,
    fits,
    left_of,
    legal,
    partner_of,
    points_of,
    right_of,
    settlement,
    spoilt_is_true,
    standing,
    suit_of,
    winner_of,
)
from tests.oracle.random_play import play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.oracle import Action


def hands_of(**seats: str) -> dict[str, tuple[list[str], list[str]]]:
    """Hands from strings; a seat left out, or short of eight cards, is filled up from what is left."""
    hands = {seat: seats.get(seat, "").split() for seat in SEATS}
    named = [card for cards in hands.values() for card in cards]
    assert len(named) == len(set(named))
    spare = [card for card in PACK if card not in named]
    for seat in SEATS:
        while len(hands[seat]) < 8:
            hands[seat].append(spare.pop())
    return {seat: (cards[:4], cards[4:]) for seat, cards in hands.items()}


class Table:
    """A deal in progress; every ply must be open to its seat."""

    def __init__(self, hands: Any, dealer: str, **changes: Any) -> None:
        self.hands, self.dealer = hands, dealer
        self.params = {**DEFAULTS, **{name.replace("__", "."): value for name, value in changes.items()}}
        self.history: list[Action] = []

    def options(self, seat: str | None = None) -> Any:
        everything = legal(self.history, self.hands, self.dealer, self.params)
        return everything if seat is None else everything.get(seat, set())

    def do(self, *plies: Action) -> Table:
        for ply in plies:
            left = cards_left(self.history, self.hands, self.dealer, self.params)
            assert fits(ply, self.options(), left), (ply, self.options())
            self.history.append(ply)
        return self

    def now(self) -> dict[str, Any]:
        return standing(self.history, self.hands, self.dealer, self.params)

    def settle(self, verdict: str | None = None, offender: str | None = None) -> dict[str, int]:
        return settlement(self.history, self.hands, self.dealer, self.params, verdict, offender)

    def opened(self) -> Table:
        """Cut declined, four cards dealt."""
        return self.do(("cut", left_of(self.dealer), None), ("deal",))

    def contract(self, maker: str, points: int, indicator: str) -> Table:
        """Only one seat bids; the deal is complete and nobody bids with eight cards."""
        self.opened()
        while self.now()["stage"] == "auction4":
            turn = self.now()["turn"]
            self.do(("bid", maker, points) if turn == maker and not self.now_bid() else ("pass", turn))
        self.do(("indicator", maker, indicator), ("deal",))
        while self.now()["stage"] == "auction8":
            self.do(("pass", self.now()["turn"]))
        return self

    def now_bid(self) -> bool:
        return any(ply[0] == "bid" for ply in self.history)

    def pcc(self, maker: str, indicator: str) -> Table:
        """The seat at dealer's right makes 160, then `maker` bids Partner Close Caps."""
        first = right_of(self.dealer)
        self.opened().do(("bid", first, 160), *[("pass", seat) for seat in around(right_of(first), 3)])
        self.do(("indicator", first, self.hands[first][0][0]), ("deal",))
        while self.now()["turn"] != maker:
            self.do(("pass", self.now()["turn"]))
        return self.do(("bid", maker, "pcc"), ("indicator", maker, indicator))

    def cards(self, seat: str, how: str | None = None) -> set[str]:
        """The cards that a seat may play (in one way, or in any)."""
        plays = [option for option in self.options(seat) if option[0] == "play"]
        return {play[2] for play in plays if how is None or play[3] == how}

    def play(self, seat: str, card: str, how: str = "up") -> Table:
        return self.do(("play", seat, card, how))

    def run(self, until: Callable[[dict[str, Any]], bool], prefer: str = "") -> Table:
        """Plays on, the cards of `prefer` first and otherwise the lowest names, until the condition holds."""
        wished = prefer.split()
        while not until(self.now()) and self.now()["stage"] != "over":
            turn = self.now()["turn"]
            mine = [o for o in self.options(turn) if o[0] in ("play", "inspect")]
            mine.sort(key=lambda o: (wished.index(o[2]) if o[2] in wished else 99, o[2]))
            self.do(mine[0])
        return self

    def finish(self, prefer: str = "") -> Table:
        return self.run(lambda now: False, prefer)


def around(first: str, count: int) -> list[str]:
    seats = [first]
    while len(seats) < count:
        seats.append(right_of(seats[-1]))
    return seats


def numbers(options: set[Action]) -> list[int]:
    return sorted(option[2] for option in options if option[0] == "bid" and option[2] != "pcc")


def kinds(options: set[Action]) -> set[str]:
    return {option[0] for option in options}


# Everybody has two cards of each suit, so everybody always follows; N holds every jack and nine and wins all.
BALANCED = {
    "E": "7C 8C 7S 8S 7D 8D 7H 8H",
    "N": "JS JH JD JC 9S 9H 9D 9C",
    "W": "QS KS QH KH QD KD QC KC",
    "S": "AS TS AH TH AD TD AC TC",
}
# The same, but W holds the nine of spades and N the ace: W can keep the nine for N's ace, or waste it.
TRAP = {
    "E": "7C 8C 7S 8S 7D 8D 7H 8H",
    "N": "JS JH JD JC AS 9H 9D 9C",
    "W": "9S KS QH KH QD KD QC KC",
    "S": "QS TS AH TH AD TD AC TC",
}
KEEP_THE_NINE = "JS KS AS 9S"
WASTE_THE_NINE = "JS 9S AS"


# -------------------------------------------------------------------------------------- the table and the cut


def test_the_pack_is_worth_304() -> None:
    assert points_of(PACK) == 304
    assert len(PACK) == len(set(PACK)) == 32


def test_play_runs_to_the_right() -> None:
    assert around("S", 4) == ["S", "E", "N", "W"]
    assert left_of("S") == "W"
    assert partner_of("E") == "W"


def test_the_jack_and_nine_beat_the_ace_in_every_suit() -> None:
    assert winner_of([("E", "AS"), ("N", "9S"), ("W", "TS"), ("S", "KS")], "H") == "N"
    assert winner_of([("E", "JS"), ("N", "9S"), ("W", "7H"), ("S", "8H")], "H") == "S"
    assert winner_of([("E", "7S"), ("N", "JC"), ("W", "JD"), ("S", "8C")], "H") == "E"


def test_the_left_neighbour_may_cut_and_the_dealer_deals() -> None:
    table = Table(hands_of(**BALANCED), "S")
    assert table.options() == {"W": {("cut", "W", None), ("cut", "W", "any")}}
    assert not fits(("cut", "W", 32), table.options())
    table.do(("cut", "W", 11))
    assert table.options() == {"S": {("deal",)}}


# -------------------------------------------------------------------------------------- the four-card auction


def test_first_bidding_example_of_000() -> None:
    table = Table(hands_of(**BALANCED), "S").opened()
    assert numbers(table.options("E"))[:2] == [160, 170]
    table.do(("bid", "E", 160), ("bid", "N", 170), ("pass", "W"))
    assert numbers(table.options("S"))[0] == 200  # his partner is high
    table.do(("pass", "S"))
    assert numbers(table.options("E"))[0] == 200  # his second turn
    table.do(("bid", "E", 200), ("pass", "N"), ("pass", "W"), ("pass", "S"))
    assert table.now()["maker"] == "E"
    assert table.now()["bid"] == 200
    assert table.options() == {"E": {("indicator", "E", card) for card in ["7C", "8C", "7S", "8S"]}}


def test_second_bidding_example_of_000() -> None:
    table = Table(hands_of(**BALANCED), "E").opened()
    table.do(("pass", "N"), ("ask", "W"))
    assert numbers(table.options("E"))[0] == 160
    assert ("ask", "E") not in table.options("E")  # B2
    table.do(("bid", "E", 160), ("bid", "S", 170))
    assert numbers(table.options("E"))[0] == 200  # his own turn still comes, and he has spoken
    table.do(("pass", "E"), ("pass", "N"), ("ask", "W"))
    assert numbers(table.options("E"))[0] == 200
    table.do(("bid", "E", 200), ("pass", "S"))
    assert set(table.options()) == {"N"}  # E, high, is passed over (B1)
    table.do(("pass", "N"), ("pass", "W"))
    assert table.now()["stage"] == "indicator4"
    assert (table.now()["maker"], table.now()["bid"]) == ("E", 200)


def test_the_high_bidder_may_raise_himself_in_the_house_rule() -> None:
    table = Table(hands_of(**BALANCED), "E", auction4__high_bidder_turn="may_raise").opened()
    table.do(("pass", "N"), ("ask", "W"), ("bid", "E", 160), ("pass", "S"))
    assert numbers(table.options("E"))[0] == 200
    assert ("pass", "E") in table.options("E")


def test_a_turn_spent_on_asking_is_a_turn_for_both() -> None:
    table = Table(hands_of(**BALANCED), "S").opened()
    table.do(("ask", "E"), ("pass", "W"), ("bid", "N", 160))
    assert numbers(table.options("W"))[0] == 200
    table.do(("pass", "W"), ("pass", "S"))
    assert numbers(table.options("E"))[0] == 200


def test_an_asked_pass_is_one_pass_of_four() -> None:
    table = Table(hands_of(**BALANCED), "S").opened()
    table.do(("ask", "E"), ("pass", "W"), ("pass", "N"), ("pass", "W"))
    assert table.now()["outcome"] is None
    table.do(("pass", "S"))
    assert table.now()["outcome"] == "passed_out"
    assert table.now()["settlement"] == {"NS": 0, "EW": 0}
    assert table.options() == {}


def test_asking_a_partner_who_is_high() -> None:
    table = Table(hands_of(**BALANCED), "S").opened().do(("bid", "E", 160), ("pass", "N"))
    assert kinds(table.options("W")) == {"bid", "pass"}
    table = Table(hands_of(**BALANCED), "S", ask_partner__when_partner_high=True).opened()
    table.do(("bid", "E", 160), ("pass", "N"))
    assert "ask" in kinds(table.options("W"))
    table.do(("ask", "W"))
    assert numbers(table.options("E"))[0] == 200


def test_asking_back() -> None:
    table = Table(hands_of(**BALANCED), "S", ask_partner__back=True).opened().do(("ask", "E"), ("ask", "W"))
    assert set(table.options()) == {"E"}
    assert kinds(table.options("E")) == {"bid", "pass"}
    assert numbers(table.options("E"))[0] == 160
    table.do(("bid", "E", 160), ("bid", "N", 170))
    assert numbers(table.options("W"))[0] == 200


def test_bids_go_by_tens_up_to_300_and_by_fives_from_200_in_the_variant() -> None:
    table = Table(hands_of(**BALANCED), "S").opened()
    assert numbers(table.options("E")) == list(range(160, 301, 10))
    table = Table(hands_of(**BALANCED), "S", bid_step_from_200=5).opened()
    assert numbers(table.options("E")) == [160, 170, 180, 190, *range(200, 301, 5)]


def test_the_rules_of_jaffna_one_turn_and_never_over_partner() -> None:
    """004, A4 and A5."""
    house = {"auction4__later_turn_minimum": None, "auction4__over_partner_minimum": None}
    table = Table(hands_of(**BALANCED), "S", **house).opened()
    table.do(("bid", "E", 160), ("bid", "N", 170))
    assert numbers(table.options("W"))[0] == 180  # an opponent has gone over his partner
    table.do(("pass", "W"))
    assert numbers(table.options("S")) == []
    assert "ask" not in kinds(table.options("S"))
    table.do(("pass", "S"))
    assert (table.now()["stage"], table.now()["maker"], table.now()["bid"]) == ("indicator4", "N", 170)
    table = Table(hands_of(**BALANCED), "S", **house).opened()
    table.do(("ask", "E"), ("bid", "W", 160), ("pass", "N"), ("pass", "S"))
    assert (table.now()["stage"], table.now()["maker"]) == ("indicator4", "W")


# ---------------------------------------------------------------------------------------------------- redeals


def test_only_dealers_right_may_refuse_cards_below_15_and_only_at_once() -> None:
    hands = hands_of(E="7C 8C 7S KS", N="7D 8D 7H 8H")
    table = Table([hands, hands], "S").opened()
    assert ("redeal", "E") in table.options("E")
    asking = Table([hands, hands], "S").opened().do(("ask", "E"))
    assert set(asking.options()) == {"W"}
    passed = Table([hands, hands], "S").opened().do(("pass", "E"))
    assert "redeal" not in kinds(passed.options("N"))
    table.do(("redeal", "E"))
    assert table.options() == {"W": {("cut", "W", None), ("cut", "W", "any")}}
    assert table.now()["redeals"] == 1
    table.opened()
    assert ("redeal", "E") in table.options("E")


@pytest.mark.parametrize(("cards", "allowed"), [("TC QC QS 7S", True), ("AC KC 7S 8S", True), ("AC QC QS 7S", False)])
def test_the_threshold_is_strict(cards: str, allowed: bool) -> None:
    table = Table(hands_of(E=cards), "S").opened()
    assert (("redeal", "E") in table.options("E")) is allowed


def test_redeal_parameters() -> None:
    hands = hands_of(E="7C 8C 7S KS")
    assert "redeal" not in kinds(Table(hands, "S", redeal__threshold=None).opened().options("E"))
    table = Table([hands, hands], "S", redeal__max=1).opened().do(("redeal", "E")).opened()
    assert "redeal" not in kinds(table.options("E"))
    table = Table(hands, "S", redeal__after_ask=True).opened().do(("ask", "E"))
    assert table.options("E") == {("redeal", "E")}
    assert "redeal" not in kinds(table.do(("pass", "W")).options("E"))


# ------------------------------------------------------------------------------------- the eight-card auction


def after_four_cards(bid: int = 160, **changes: Any) -> Table:
    table = Table(hands_of(**BALANCED), "S", **changes).opened()
    table.do(("bid", "E", bid), ("pass", "N"), ("pass", "W"), ("pass", "S"))
    return table.do(("indicator", "E", "7C"), ("deal",))


def test_the_maker_speaks_first_with_eight_cards() -> None:
    table = after_four_cards()
    assert set(table.options()) == {"E"}
    assert numbers(table.options("E")) == [250, 260, 270, 280, 290, 300]
    assert kinds(table.options("E")) == {"bid", "pass"}
    assert ("bid", "E", "pcc") in table.options("E")
    table.do(("pass", "E"))
    table.do(("bid", "N", 250))
    assert numbers(table.options("W"))[0] == 260
    table.do(("pass", "W"))
    assert table.options("S") == {("pass", "S")}  # his partner is high in this round
    table.do(("pass", "S"))
    assert table.now()["maker"] == "N"
    assert table.options() == {"N": {("indicator", "N", card) for card in BALANCED["N"].split()}}
    table.do(("indicator", "N", "9C"), ("closed", "N"))
    assert set(cards_left(table.history, table.hands, "S", DEFAULTS)["E"]) == set(BALANCED["E"].split())
    assert "7C" in table.cards("E")  # the old indicator is back in E's hand


def test_partner_of_the_four_card_winner_may_bid_with_eight_cards() -> None:
    """A6: only a bid of this round binds the partner."""
    assert numbers(after_four_cards().do(("pass", "E"), ("pass", "N")).options("W"))[0] == 250


def test_eight_card_minimum() -> None:
    assert numbers(after_four_cards(250).options("E"))[0] == 260
    assert numbers(after_four_cards(270, auction8__over_four_card="equal_ok").options("E"))[0] == 270
    assert numbers(after_four_cards(auction8__minimum_inclusive=False).options("E"))[0] == 260
    assert after_four_cards(300).options("E") == {("pass", "E"), ("bid", "E", "pcc")}


def test_eight_card_round_from_dealers_right() -> None:
    """A1 (002)."""
    table = Table(hands_of(**BALANCED), "S", auction8__first_speaker="dealer_right")
    table.contract("W", 160, "QS")
    passers = [ply[1] for ply in table.history if ply[0] == "pass"][-4:]
    assert passers == ["E", "N", "W", "S"]


def test_partner_close_caps_ends_the_round_or_not() -> None:
    assert after_four_cards().do(("bid", "E", "pcc")).now()["stage"] == "indicator8"
    table = after_four_cards(auction8__stop_after_pcc=False).do(("bid", "E", "pcc"))
    for seat in ["N", "W", "S"]:
        assert table.options() == {seat: {("pass", seat)}}
        table.do(("pass", seat))
    assert table.now()["stage"] == "indicator8"


def test_all_pass_keeps_the_four_card_bid() -> None:
    table = after_four_cards()
    for seat in ["E", "N", "W", "S"]:
        table.do(("pass", seat))
    assert (table.now()["stage"], table.now()["maker"], table.now()["bid"]) == ("declare", "E", 160)
    assert {("open", "E"), ("closed", "E")} <= table.options("E")


# ------------------------------------------------------------------------------------------ closed trump play


def test_maker_at_dealers_right_leads_no_trump_to_trick_one_when_closed() -> None:
    hands = hands_of(E="JH 9H AH TH KS QS KD QD")
    closed = Table(hands, "S").contract("E", 160, "TH").do(("closed", "E"))
    assert closed.cards("E", "up") == {"KS", "QS", "KD", "QD"}
    opened = Table(hands, "S").contract("E", 160, "TH").do(("open", "E"))
    assert opened.cards("E", "up") == {"JH", "9H", "AH", "TH", "KS", "QS", "KD", "QD"}


def test_a_maker_with_only_trumps_at_dealers_right_must_open() -> None:
    """B5."""
    table = Table(hands_of(E="JH 9H AH TH KH QH 8H 7H"), "S").contract("E", 160, "TH")
    assert {o for o in table.options("E") if o[0] in ("open", "closed")} == {("open", "E")}
    table = Table(hands_of(N="JH 9H AH TH KH QH 8H 7H"), "S").contract("N", 160, "TH")
    assert {("open", "N"), ("closed", "N")} <= table.options("N")


def test_a_void_maker_cuts_with_the_indicator_or_throws_a_plain_card() -> None:
    """000, closed trump rule 2; 004 §2.5.1 (A10)."""
    hands = hands_of(N="JH 9H AH TH KD QD KC QC", E="JS 9S AS TS KS QS 8S 7S")
    table = Table(hands, "S").contract("N", 160, "TH").do(("closed", "N")).play("E", "JS")
    assert table.cards("N", "ind_down") == {"TH"}
    assert table.cards("N", "down") == {"KD", "QD", "KC", "QC"}
    assert table.cards("N", "up") == set()
    loose = Table(hands, "S", closed__maker_cut_with_hand_trump=True).contract("N", 160, "TH")
    loose.do(("closed", "N")).play("E", "JS")
    assert loose.cards("N", "down") == {"JH", "9H", "AH", "KD", "QD", "KC", "QC"}


def test_a_void_maker_with_only_trumps_must_cut() -> None:
    """B6."""
    hands = hands_of(N="JH 9H AH TH KH QH 8H 7H", E="JS 9S AS TS KS QS 8S 7S")
    table = Table(hands, "S").contract("N", 160, "TH").do(("closed", "N")).play("E", "JS")
    assert {o for o in table.options("N") if o[0] == "play"} == {("play", "N", "TH", "ind_down")}


def test_trump_led_when_the_indicator_is_the_makers_only_trump() -> None:
    hands = hands_of(N="TH JD 9D AD KD QD KC QC", E="JH JS AS TS KS QS 8S 7S")
    table = Table(hands, "S").contract("N", 160, "TH").do(("closed", "N")).play("E", "JH")
    assert table.cards("N", "down") == {"JD", "9D", "AD", "KD", "QD", "KC", "QC"}
    assert table.cards("N") == table.cards("N", "down")


def test_the_void_player_plays_face_down_whatever_the_trump() -> None:
    spread = {"N": "JH 9H AH TH KD QD KC QC", "E": "JS 9S AS TS KS QS 8S 7S"}
    for trump in ["TH", "AH"]:
        table = Table(hands_of(**spread), "S").contract("N", 160, trump).do(("closed", "N"))
        table.play("E", "JS").play("N", trump, "ind_down")
        everything = set(cards_left(table.history, table.hands, "S", DEFAULTS)["W"])
        assert table.cards("W", "down") == table.cards("W") == everything


def test_inspection_of_a_successful_cut() -> None:
    """The cut cards are shown, the maker's own discard is not, the indicator goes to his hand."""
    spread = {
        "E": "JS 9S AS TS KS QS 8S 7S",
        "N": "JH 9H AH TH KD QD KC QC",
        "W": "KH QH JC 9C AC TC 8C 7C",
        "S": "8H 7H JD 9D AD TD 8D 7D",
    }
    table = Table(hands_of(**spread), "S").contract("N", 160, "TH").do(("closed", "N")).play("E", "JS")
    table.play("N", "KC", "down").play("W", "KH", "down").play("S", "8D", "down")
    assert table.now()["stage"] == "inspect"
    assert table.now()["tricks"] == []
    assert {o for o in table.options("N") if o[0] == "inspect"} == {("inspect", "N", "trumps")}
    assert all(o[0] in ("inspect", "spoilt", "caps") for seat in SEATS for o in table.options(seat))
    table.do(("inspect", "N", "trumps"))
    now = table.now()
    assert now["trump_open"] is True
    assert now["hidden"] == [("N", "KC")]
    assert now["tricks"] == [("W", [("E", "JS"), ("N", "KC"), ("W", "KH"), ("S", "8D")])]
    assert now["points"] == {"NS": 0, "EW": 36}
    table.play("W", "QH").play("S", "7H")
    assert table.cards("E", "up") == {"9S", "AS", "TS", "KS", "QS", "8S", "7S"}  # open: face up from now on
    table.play("E", "9S")
    assert table.cards("N", "up") == {"JH", "9H", "AH", "TH"}
    shown = Table(hands_of(**spread), "S", reveal__maker_discard="shown").contract("N", 160, "TH")
    shown.do(("closed", "N")).play("E", "JS").play("N", "KC", "down").play("W", "KH", "down")
    shown.play("S", "8D", "down").do(("inspect", "N", "trumps"))
    assert shown.now()["hidden"] == []


def test_inspection_without_trumps_keeps_the_cards_down_and_the_game_closed() -> None:
    hands = hands_of(E="JS 9S AS TS KS QS 8S 7S", N="JH 9H AH TH KD QD KC QC", W="KH QH JC 9C AC TC 8C 7C")
    table = Table(hands, "S").contract("N", 160, "TH").do(("closed", "N")).play("E", "JS")
    table.play("N", "KC", "down").play("W", "7C", "down").play("S", "8D", "down")
    table.do(("inspect", "N", "none"))
    now = table.now()
    assert now["tricks"][0][0] == "E"
    assert now["trump_open"] is False
    assert [seat for seat, _ in now["hidden"]] == ["N", "W", "S"]
    table.play("E", "7S")
    assert table.cards("N", "ind_down") == {"TH"}


def test_at_250_the_indicator_is_taken_to_hand_after_trick_one() -> None:
    hands = hands_of(E="JS 9S AS TS KS QS 8S 7S", N="JH 9H AH TH KD QD KC QC")
    table = Table(hands, "S").contract("N", 250, "TH").do(("closed", "N")).play("E", "JS")
    table.play("N", "KC", "down")
    table.run(lambda now: now["stage"] == "inspect", "JC JD 9C 9D 7C 7D")
    assert table.now()["trump_open"] is False
    table.do(("inspect", "N", "none"))
    assert table.now()["trump_open"] is True
    table.play("E", "7S")
    assert table.cards("N", "up") == {"JH", "9H", "AH", "TH", "KD", "QD", "QC"}


def long_hearts(**changes: Any) -> Table:
    """E, at dealer's right, plays six hearts and two spades closed; N alone has the two other hearts."""
    hands = hands_of(
        E="JH 9H AH TH KH QH JS 9S",
        N="8H 7H AS TS JC 9C AC TC",
        W="KS QS KC QC 8C 7C JD 9D",
        S="8S 7S AD TD KD QD 8D 7D",
    )
    return Table(hands, "S", **changes).contract("E", 160, "TH").do(("closed", "E"))


def test_exhausted_trumps_and_the_indicator_in_the_last_trick() -> None:
    table = long_hearts().play("E", "JS")
    eh = "JH 9H AH"
    table.run(lambda now: len(now["tricks"]) == 1)
    assert table.cards("E") == {"JH", "9H", "AH", "KH", "QH", "9S"}  # never the indicator
    table.run(lambda now: len(now["tricks"]) == 3, eh)
    assert table.cards("E") == {"AH", "KH", "QH", "9S"}  # N answered twice
    table.run(lambda now: len(now["tricks"]) == 4, eh)
    assert table.cards("E") == {"KH", "QH"}  # nobody answered the third
    table.run(lambda now: len(now["tricks"]) == 6, eh)
    assert table.cards("E") == {"9S"}
    table.run(lambda now: len(now["tricks"]) == 7, eh)
    assert {o for o in table.options("E") if o[0] == "play"} == {("play", "E", "TH", "ind_up")}
    table.play("E", "TH", "ind_up")
    assert table.now()["trump_open"] is True
    assert all(o[3] == "up" for o in table.options("N") if o[0] == "play")
    table.finish()
    assert table.now()["outcome"] == "played"
    assert [winner for winner, _ in table.now()["tricks"]] == ["E"] * 8
    assert table.now()["points"] == {"NS": 0, "EW": 304}


def test_exhausted_trumps_may_bind_only_open_games() -> None:
    """A11."""
    table = long_hearts(exhausted__applies_closed=False)
    table.run(lambda now: len(now["tricks"]) == 4, "JS JH 9H AH")
    assert table.cards("E") == {"KH", "QH", "9S"}


def test_exhausted_trumps_by_holding_all() -> None:
    """B8: as soon as the maker has seen every trump that isn't his."""
    table = long_hearts(exhausted__trigger="holding_all")
    table.run(lambda now: len(now["tricks"]) == 2, "JS JH 9H")
    assert "9S" in table.cards("E")
    table.run(lambda now: len(now["tricks"]) == 3, "JS JH 9H")
    assert table.cards("E") == {"AH", "KH", "QH"}


def test_exhausted_trumps_in_an_open_game_bind_the_old_indicator_too() -> None:
    hands = hands_of(E="JH 9H AH TH KH QH JS 9S", N="8H", W="7H")
    table = Table(hands, "S").contract("E", 160, "TH").do(("open", "E"))
    table.run(lambda now: len(now["tricks"]) == 1, "JH 8H 7H")
    assert "JS" in table.cards("E")
    table.run(lambda now: len(now["tricks"]) == 2, "9H")
    assert table.cards("E") == {"AH", "TH", "KH", "QH"}


def test_the_indicator_follows_face_up_in_trick_eight() -> None:
    """B7. E has every jack and nine, so everybody follows to the end and the game stays closed."""
    spread = {"E": BALANCED["N"], "N": BALANCED["S"], "W": BALANCED["W"], "S": BALANCED["E"]}
    table = Table(hands_of(**spread), "S").contract("N", 160, "TH").do(("closed", "N"))
    for count, lead in enumerate(["JS", "9S", "JD", "9D", "JC", "9C", "JH"], start=1):
        table.play("E", lead)
        if lead == "JH":
            assert table.cards("N") == {"AH"}
        table.run(lambda now, count=count: len(now["tricks"]) == count)
    table.play("E", "9H")
    assert table.now()["trump_open"] is False
    assert {o for o in table.options("N") if o[0] == "play"} == {("play", "N", "TH", "ind_up")}
    table.play("N", "TH", "ind_up").finish()
    assert table.now()["tricks"][7][0] == "E"
    assert not any(ply[0] == "inspect" for ply in table.history)


def test_the_indicator_cuts_face_down_in_trick_eight() -> None:
    """B7; on the way a trump is led when the indicator is N's only trump, and N must throw a plain card."""
    hands = hands_of(
        E="JS 9S JD 9D JC 9C JH 9H",
        N="TH AS TS KS AD TD AC AH",
        W="QS 8S KD QD TC KC KH QH",
        S="7S 8D 7D QC 8C 7C 8H 7H",
    )
    table = Table(hands, "S").contract("N", 160, "TH").do(("closed", "N"))
    for count, lead in enumerate(["JS", "9S", "JD", "9D", "JC", "JH"], start=1):
        table.play("E", lead)
        table.run(lambda now, count=count: len(now["tricks"]) == count, "QC 8C 7C")
    table.play("E", "9H")
    assert len(table.cards("N", "down")) == len(table.cards("N")) == 1
    table.run(lambda now: len(now["tricks"]) == 7)
    assert table.now()["trump_open"] is False
    table.play("E", "9C")
    assert {o for o in table.options("N") if o[0] == "play"} == {("play", "N", "TH", "ind_down")}
    table.play("N", "TH", "ind_down")
    table.run(lambda now: now["stage"] == "inspect")
    assert table.options() == {"N": {("inspect", "N", "trumps")}}  # too late for spoilt trumps and Caps
    table.finish()
    assert table.now()["tricks"][7][0] == "N"
    assert table.now()["trump_open"] is True


# ---------------------------------------------------------------------------------------------- spoilt trumps


def all_trumps_with_makers() -> Table:
    hands = hands_of(N="JH 9H AH TH 7S 8S 7D 8D", S="KH QH 8H 7H KS QS KD QD")
    return Table(hands, "S").contract("N", 160, "TH")


def test_spoilt_trumps() -> None:
    table = all_trumps_with_makers()
    assert all(("spoilt", seat) in table.options(seat) for seat in SEATS)
    assert spoilt_is_true(table.history, table.hands, "S", DEFAULTS)
    table.do(("closed", "N")).run(lambda now: len(now["tricks"]) == 1).do(("spoilt", "W"))
    assert table.now()["outcome"] == "spoilt"
    assert table.now()["settlement"] == {"NS": 0, "EW": 0}
    assert table.options() == {}


def test_a_false_spoilt_declaration_changes_nothing() -> None:
    table = Table(hands_of(**BALANCED), "S").contract("N", 160, "JS").do(("open", "N"))
    assert not spoilt_is_true(table.history, table.hands, "S", DEFAULTS)
    before = table.options()
    table.do(("spoilt", "E"))
    assert table.options() == before
    assert table.now()["false_spoilt"] == ["E"]


def test_spoilt_trumps_until_the_last_card() -> None:
    table = all_trumps_with_makers().do(("closed", "N"))
    table.run(lambda now: len(now["tricks"]) == 7 and len(now["current"]) == 3)
    assert ("spoilt", "W") in table.options("W")
    table.run(lambda now: len(now["tricks"]) == 8 or now["stage"] == "inspect")
    assert not any("spoilt" in kinds(table.options(seat)) for seat in SEATS)


def test_spoilt_trumps_by_opponents_before_trick_eight() -> None:
    """A12 and A13 (002)."""
    hands = hands_of(N="JH 9H AH TH 7S 8S 7D 8D", S="KH QH 8H 7H KS QS KD QD")
    house = {"spoilt__who": "opponents", "spoilt__until": "before_last_trick"}
    table = Table(hands, "S", **house).contract("N", 160, "TH").do(("closed", "N"))
    assert [seat for seat in SEATS if "spoilt" in kinds(table.options(seat))] == ["E", "W"]
    table.run(lambda now: len(now["tricks"]) == 7)
    assert "spoilt" in kinds(table.options("E"))
    table.run(lambda now: len(now["current"]) == 1)
    assert "spoilt" not in kinds(table.options("E"))


# ----------------------------------------------------------------------------------------- partner close caps


def test_partner_close_caps() -> None:
    table = Table(hands_of(**BALANCED), "S").pcc("N", "9C")
    assert {("open", "N"), ("closed", "N")} <= table.options("N")
    table.do(("closed", "N"))
    assert table.cards("N") == {"JS", "JH", "JD", "9S", "9H", "9D"}  # B9: no trump to trick 1
    assert not any("caps" in kinds(table.options(seat)) for seat in SEATS)
    table.play("N", "JS")
    assert table.now()["turn"] == "W"
    table.play("W", "QS")
    assert table.now()["turn"] == "E"  # the partner sleeps
    table.play("E", "7S")
    assert table.now()["tricks"] == [("N", [("N", "JS"), ("W", "QS"), ("E", "7S")])]
    assert table.now()["trump_open"] is True
    assert table.cards("N") == {"JH", "JD", "JC", "9S", "9H", "9D", "9C"}
    table.run(lambda now: len(now["tricks"]) == 3, "JC 9C")
    assert table.cards("N") == {"JH", "JD", "9S", "9H", "9D"}
    table.finish("JH JD 9S 9H 9D")
    assert len(table.now()["tricks"]) == 8
    assert table.now()["settlement"] == {"NS": 4, "EW": -4}


def test_partner_close_caps_ignores_exhausted_trumps_and_points() -> None:
    hands = hands_of(N="JC 9C AC TC KC QC JS 7D", E="7C 8C 7S 8S KS QD KD TD", W="9S AS TS QS JD 9D AD 8D")
    table = Table(hands, "S").pcc("N", "9C").do(("open", "N"))
    table.run(lambda now: len(now["tricks"]) == 4, "JC 9C AC TC")
    assert {"KC", "QC", "JS", "7D"} == table.cards("N")
    table.run(lambda now: len(now["tricks"]) == 7, "KC QC JS")
    table.play("N", "7D").finish()
    assert table.now()["tricks"][7][0] in ("E", "W")
    assert table.now()["settlement"] == {"NS": -5, "EW": 5}


def test_partner_close_caps_lead_without_the_restriction() -> None:
    table = Table(hands_of(**BALANCED), "S", pcc__closed_lead_restriction=False).pcc("N", "9C")
    assert "JC" in table.do(("closed", "N")).cards("N")


# ------------------------------------------------------------------------------------------------ the Courts

FOUR = {"E": "JH 9H JS 8S", "S": "7D 8D QD KD", "N": "7C 8C QC KC", "W": "AD TD AC TC"}
"""Four cards each. East has both hearts that were dealt."""


@pytest.mark.parametrize("half", ["alone", "with_partner"])
@pytest.mark.parametrize(("binds", "allowed"), [(False, {"9H", "JS", "8S"}), (True, {"9H"})])
def test_half_court(half: str, binds: bool, allowed: set[str]) -> None:
    """000 "Variants": no further cards are dealt; all four tricks, alone, or with a partner in Maharashtra."""
    table = Table(hands_of(**FOUR), "S", court__half=half, exhausted__applies_in_courts=binds).opened()
    table.do(("bid", "E", "half"), ("indicator", "E", "JH"))
    assert table.options("E") >= {("open", "E"), ("closed", "E")}
    table.do(("open", "E"))
    assert not any("caps" in kinds(table.options(seat)) for seat in SEATS)
    table.play("E", "JH").play("N", "7C")
    if half == "with_partner":
        table.play("W", "TC")
    table.play("S", "7D")
    assert table.cards("E") == allowed
    table.finish("9H JS 8S")
    assert len(table.now()["tricks"]) == 4
    won = {winner for winner, _ in table.now()["tricks"]} <= ({"E"} if half == "alone" else {"E", "W"})
    assert table.now()["settlement"] == ({"NS": -4, "EW": 4} if won else {"NS": 5, "EW": -5})


def test_full_court_is_eight_tricks_with_a_partner_and_no_more_bids() -> None:
    """000 "Maharashtrian version"."""
    table = Table(hands_of(**BALANCED), "S", court__full=True).opened()
    table.do(("bid", "E", 160), ("bid", "N", "full"), ("indicator", "N", table.hands["N"][0][0]), ("deal",))
    assert table.now()["stage"] == "declare"
    table.do(("open", "N"))
    assert table.now()["turn"] == "E", "dealer's right leads, and nobody sleeps"
    table.finish()
    assert len(table.now()["tricks"]) == 8
    assert [len(trick) for _, trick in table.now()["tricks"]] == [4] * 8


# ------------------------------------------------------------------------------------------- caps and payment


@pytest.mark.parametrize(
    ("bid", "win", "lose"),
    [(160, 1, 2), (190, 1, 2), (200, 2, 3), (240, 2, 3), (250, 3, 4), (300, 3, 4), ("pcc", 4, 5)],
)
def test_pay_table(bid: int | str, win: int, lose: int) -> None:
    assert (bid_pay(bid, True), bid_pay(bid, False)) == (win, lose)


@pytest.mark.parametrize(("bid", "pay"), [(160, 1), (200, 2), (250, 3)])
def test_a_made_and_a_failed_bid(bid: int, pay: int) -> None:
    table = Table(hands_of(**BALANCED), "E").contract("N", bid, "JS").do(("open", "N")).finish("JS JH JD JC")
    assert table.now()["points"] == {"NS": 304, "EW": 0}
    assert table.now()["settlement"] == {"NS": pay, "EW": -pay}
    failed = Table(hands_of(**BALANCED), "S").contract("E", bid, "7C").do(("open", "E")).finish("JS JH JD JC")
    assert failed.now()["settlement"] == {"NS": pay + 1, "EW": -pay - 1}


def caps_called(spread: dict[str, str], maker: str, after: int, prefer: str, **changes: Any) -> Table:
    """N calls Caps when `after` cards have been played; then the deal is played to its end."""
    indicator = spread[maker].split()[0]
    dealer = "E" if maker == "N" else "S"
    table = Table(hands_of(**spread), dealer, **changes).contract(maker, 160, indicator)
    table.do(("open", maker))
    table.run(lambda now: sum(len(t) for _, t in now["tricks"]) + len(now["current"]) == after, prefer)
    assert ("caps", "N") in table.options("N")
    order = tuple(cards_left(table.history, table.hands, dealer, table.params)["N"])
    table.do(("caps", "N", order))
    assert not any("caps" in kinds(table.options(seat)) for seat in SEATS)
    return table.finish(prefer)


ALL = "JS JH JD JC 9S 9H 9D 9C"


def test_caps_by_the_makers_team() -> None:
    assert caps_called(BALANCED, "N", 8, ALL).settle() == {"NS": 2, "EW": -2}
    assert caps_called(BALANCED, "N", 24, ALL).settle() == {"NS": 2, "EW": -2}
    assert caps_called(BALANCED, "N", 25 + 3, ALL).settle() == {"NS": 1, "EW": -1}  # trick 7 is over
    assert caps_called(BALANCED, "N", 8, ALL).settle("correct") == {"NS": 2, "EW": -2}
    assert caps_called(BALANCED, "N", 8, ALL).settle("wrong") == {"NS": -2, "EW": 2}
    assert caps_called(TRAP, "N", 0, KEEP_THE_NINE).settle() == {"NS": -5, "EW": 5}
    assert caps_called(TRAP, "N", 0, KEEP_THE_NINE).settle("wrong") == {"NS": -5, "EW": 5}
    assert caps_called(TRAP, "N", 0, WASTE_THE_NINE).settle() == {"NS": 2, "EW": -2}


def test_caps_not_called() -> None:
    table = Table(hands_of(**BALANCED), "E").contract("N", 160, "JS").do(("open", "N")).finish(ALL)
    assert table.settle() == {"NS": 1, "EW": -1}
    assert table.settle("wrong") == {"NS": -2, "EW": 2}
    assert table.settle("wrong", offender="NS") == {"NS": -2, "EW": 2}


def test_external_caps() -> None:
    assert caps_called(BALANCED, "E", 4, ALL).settle() == {"NS": 3, "EW": -3}
    assert caps_called(BALANCED, "E", 28, ALL).settle() == {"NS": 2, "EW": -2}
    assert caps_called(BALANCED, "E", 4, ALL, caps__external="fixed_8").settle() == {"NS": 8, "EW": -8}
    assert caps_called(BALANCED, "E", 4, ALL).settle("wrong") == {"NS": -2, "EW": 2}
    lost = caps_called(TRAP, "E", 4, KEEP_THE_NINE)
    assert lost.settle() == {"NS": -5, "EW": 5}


def test_wrong_caps_added_to_a_lost_bid() -> None:
    """A16 (002): N loses a spade after his call, and with it a bid of 300."""
    for combine, loss in [("replace", 5), ("add", 9)]:
        table = Table(hands_of(**TRAP), "E", caps__wrong_combine=combine).contract("N", 300, "JS")
        table.do(("open", "N"), ("caps", "N", tuple(TRAP["N"].split()))).finish(KEEP_THE_NINE)
        assert table.now()["points"]["NS"] < 300
        assert table.settle() == {"NS": -loss, "EW": loss}


def test_who_may_call_caps() -> None:
    table = Table(hands_of(**BALANCED), "S").contract("E", 160, "7C").do(("open", "E"))
    assert all("caps" in kinds(table.options(seat)) for seat in SEATS)
    table.run(lambda now: len(now["tricks"]) == 1, ALL)
    assert [seat for seat in SEATS if "caps" in kinds(table.options(seat))] == ["S", "N"]
    for house in [{"caps__teams": "maker_only"}, {"caps__external": "off"}]:
        strict = Table(hands_of(**BALANCED), "S", **house).contract("E", 160, "7C").do(("open", "E"))
        assert [seat for seat in SEATS if "caps" in kinds(strict.options(seat))] == ["E", "W"]
    table.run(lambda now: len(now["tricks"]) == 7 and len(now["current"]) == 3, ALL)
    last = table.now()["turn"]
    expected = [last] if last in "NS" else []
    assert [seat for seat in SEATS if "caps" in kinds(table.options(seat))] == expected


# ----------------------------------------------------------------------------------------------- random deals


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"auction4.later_turn_minimum": None, "auction4.over_partner_minimum": None, "bid_step_from_200": 5},
        {"auction4.high_bidder_turn": "may_raise", "ask_partner.back": True, "redeal.after_ask": True},
        {"auction8.first_speaker": "dealer_right", "auction8.stop_after_pcc": False},
        {"closed.maker_cut_with_hand_trump": True, "exhausted.trigger": "holding_all"},
        {"spoilt.who": "opponents", "spoilt.until": "before_last_trick", "caps.external": "off"},
    ],
    ids=lambda changes: ",".join(changes) or "defaults",
)
def test_random_deals_hold_together(changes: dict[str, Any]) -> None:
    params = {**DEFAULTS, **changes}
    for seed in range(40 if FULL else 10):
        history, hands, dealer = play_out(random.Random(seed), params)
        assert first_illegal(history, hands, dealer, params) is None
        end = standing(history, hands, dealer, params)
        assert sum(end["settlement"].values()) == 0
        if end["outcome"] == "played":
            played = [ply[2] for ply in history if ply[0] == "play"]
            assert len(played) == len(set(played)) == (24 if end["bid"] == "pcc" else 32)
            assert sum(end["points"].values()) == points_of(played)
            for winner, trick in end["tricks"]:
                assert winner in dict(trick)


def test_random_deals_reach_every_corner() -> None:
    corners: set[Any] = set()
    for seed in range(400 if FULL else 200):
        history, hands, dealer = play_out(random.Random(seed))
        end = standing(history, hands, dealer, DEFAULTS)
        corners |= {ply[0] for ply in history} | {ply[3] for ply in history if ply[0] == "play"}
        corners |= {end["outcome"], "pcc" if end["bid"] == "pcc" else None}
        if end["maker"] and end["outcome"] == "played":
            corners.add("made" if end["settlement"][TEAMS[end["maker"]]] > 0 else "failed")
    assert {"cut", "deal", "redeal", "bid", "pass", "ask", "indicator", "open", "closed", "play"} <= corners
    assert {"inspect", "spoilt", "caps", "up", "down", "ind_down", "ind_up", "pcc"} <= corners
    assert {"passed_out", "played", "made", "failed"} <= corners


def test_what_others_may_do_never_depends_on_a_closed_trump() -> None:
    """Swap the indicator for another card of the maker: the other seats' options stay the same."""
    checked = 0
    for seed in range(60 if FULL else 30):
        history, hands, dealer = play_out(random.Random(seed))
        if not any(ply[0] == "closed" for ply in history):
            continue
        start = max(number for number, ply in enumerate(history) if ply[0] == "closed") + 1
        _, maker, card = [ply for ply in history if ply[0] == "indicator"][-1]
        played = [ply[2] for ply in history[start:] if ply[0] == "play"]
        for number in range(start, len(history)):
            now = standing(history[:number], hands, dealer, DEFAULTS)
            if now["trump_open"] or now["turn"] == maker or now["stage"] != "play" or len(now["tricks"]) > 0:
                break
            for other in cards_left(history[:number], hands, dealer, DEFAULTS)[maker]:
                if suit_of(other) == suit_of(card) or other in played[: number - start]:
                    continue
                swapped = [("indicator", maker, other) if ply[0] == "indicator" else ply for ply in history]
                one = legal(history[:number], hands, dealer, DEFAULTS)[now["turn"]]
                two = legal(swapped[:number], hands, dealer, DEFAULTS)[now["turn"]]
                assert one == two
                checked += 1
    assert checked > 50


def test_unknown_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="does not know"):
        legal([], {}, "S", {"auction4.high_bidder": "skipped"})
    with pytest.raises(ValueError, match="only one value"):
        legal([], {}, "S", {"auction8.ask_partner": True})
