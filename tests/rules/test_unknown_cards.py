"""Records in which cards are missing: certainly legal, possible, certainly illegal, and counting at the end.

A scribe who sees no hands writes ``??``. South deals everywhere, so East leads first.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.facts import CardPlayed
from domain.engine.hiding import hide_act
from domain.engine.refusals import Refusal
from tests.rules.table import Table, cards

MIXED = {
    "E": "JS 9S 7H 8D  AS JH 7D KC",
    "N": "JC 9C 7C 8C  TS 9H KD QH",
    "W": "JD 9D TD AD  KS TH AH 8H",
    "S": "QS 8S 7S KH  AC TC QC QD",
}

VOIDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}
"""Only East and South have spades. When West's diamonds are trumps, North has one: the seven."""

NOTHING_SEEN = " ".join(["??"] * 8)


def code(table: Table, line: str) -> str:
    """The code with which a line is certainly illegal; empty if it is not."""
    verdict = table.verdict(line)
    return verdict.code if isinstance(verdict, Refusal) else ""


# --- no hands seen ---------------------------------------------------------------------------------


def test_a_whole_deal_can_be_recorded_without_hands_or_indicator() -> None:
    table = Table(unseen=True).won_by("W 160")
    assert table.may("W") == {"lays ??"}
    table.does("W lays ??", "S deal, W pass, S pass, E pass, N pass, W closes")
    for line in ("E JS", "E ??"):
        assert table.possible(line)
    table.does("E JS, N ?? down, W ?? down, S 7S")
    assert table.possible("W inspects none")
    assert table.possible("W inspects trumps")
    table.does("W inspects trumps, W reveals N=7D, W shows JD")
    assert table.turn() == "N"
    assert table.record.acts[2].seat == "E"
    assert "W lays JD" in table.lines(), "what was shown later is filled in where it was missing"
    assert "N 7D down" in table.lines()
    assert "W ?? down" in table.lines()
    assert table.record.find_refusals() == {}


def test_a_played_card_cannot_be_the_indicator_that_nobody_has_seen() -> None:
    """000 "Play": a card is played once. The recorder's page dims it for the trump maker too."""
    table = Table(unseen=True).playing("W 160", "??").does("E JS, N 9S")
    for card, is_gone in (("JS", True), ("9S", True), ("JD", False), ("??", False)):
        verdict = table.record.rules.judge(table.state, CardPlayed("W", card, down=True, indicator=True))
        assert (isinstance(verdict, Refusal) and verdict.code == "already-played") == is_gone, card


def test_whose_hands_are_unseen_may_do_almost_anything() -> None:
    table = Table(unseen=True).playing("W 160", "??").does("E JS")
    assert table.possible("N 9S")
    assert table.possible("N JH down")
    assert table.possible("N ?? down")
    assert code(table, "N JS") == "already-played"
    assert code(table, "N 9H") == "must-play-down"
    assert code(table, "N 9S down") == "must-play-up"
    assert code(table, "W 9S") == "play-out-of-turn"
    assert code(table, "N 6S") == "unknown-card"


# --- some hands seen -------------------------------------------------------------------------------


def some(*seats: str, indicator: str = "JD", hands: dict[str, str] = MIXED, **rules: Any) -> Table:
    """West's deal in diamonds; only these hands were seen."""
    known = {seat: (hands[seat] if seat in seats else NOTHING_SEEN) for seat in "SENW"}
    return Table(known, rules=rules.get("rules")).playing("W 160", indicator)


def test_a_card_known_to_be_elsewhere_cannot_be_played() -> None:
    table = some("N", "W")
    assert code(table, "E JC") == "not-in-hand"
    assert code(table, "E JD") == "not-in-hand"
    assert table.possible("E JS")


def test_a_card_known_to_be_elsewhere_cannot_be_played_even_after_its_hand_played_one_unseen() -> None:
    """000 "Players and Cards": it was dealt to North, so it is or was North's."""
    table = some("N", hands=VOIDS, indicator="??").does("E JS, N ?? down")
    assert code(table, "W 9H down") == "not-in-hand"
    table.does("W ?? down, S 7S, W inspects none")
    assert code(table, "E JC") == "not-in-hand"


def test_a_revoke_is_certain_only_if_a_card_of_the_led_suit_must_still_be_there() -> None:
    hands = {**MIXED, "N": "JC 9C 7C 8C  TS 8S 9H QH", "S": "QS KD 7S KH  AC TC QC QD"}
    table = some("N", hands=hands, indicator="??").does("E KD, N ?? down, W AD, S QD, W inspects none")
    table.does("W KS, S QS, E JS")
    assert code(table, "N 9H down") == "revoke", "two spades, one card gone: a spade is left"


def test_a_face_down_card_from_a_seen_hand_leaves_open_which_one_it_was() -> None:
    table = some("N", hands=VOIDS, indicator="??").does("E JS, N ?? down, W ?? down, S 7S, W inspects none")
    assert table.held("N") == 7
    table.does("E 9S")
    assert table.possible("N JH down"), "it may be the one that is gone"
    assert code(table, "N 7S down") in ("already-played", "not-in-hand")
    assert {"JH down", "7D down", "?? down"} <= table.may("N")


def test_a_ghost_gets_its_name_when_the_card_is_shown() -> None:
    table = some("N", hands=VOIDS).does("E JS, N ?? down, W 8H down, S 7S, W inspects trumps, W reveals N=7D")
    assert table.lines()[-1] == "W shows JD"
    assert table.may("N") == cards("JH 9H AH TH KH QH JC")
    assert table.verdict("N JC") is None


def test_an_indicator_that_cut_unseen_is_gone_from_the_seen_hand_once_it_was_shown() -> None:
    """000 "Closed Trump games"."""
    table = some("W", hands=VOIDS, indicator="??").does("E JS, N JH down, W ?? cuts, S 7S, W inspects trumps")
    assert table.lines()[-1] == "W reveals N=JH"
    table.does("W shows JD")
    assert table.held("W") == 7
    assert table.may("W") == cards("9D AD TD KD QD 8H 8D")


def test_an_unseen_throw_stays_possible_after_the_indicator_cut() -> None:
    """The indicator was named when it was laid: cutting with it tells nothing of the card thrown before."""
    hands = {**VOIDS, "W": "JD ?? AD TD  KD 8H 7H 8C", "E": NOTHING_SEEN, "N": NOTHING_SEEN, "S": NOTHING_SEEN}
    table = Table(hands).playing("W 160", "JD").does("E JS, N QS, W ?? down, S 7S, W inspects none")
    table.does("E 9S, N TS, W JD cuts, S 8S, W inspects trumps")
    assert table.lines()[-1] == "W shows JD"
    assert table.held("W") == 6
    assert table.possible("W 8H"), "it may have been thrown"
    assert table.possible("W 9D"), "it may be the card that nobody saw"


def test_a_named_card_out_of_an_unseen_batch_takes_one_unseen_card_away() -> None:
    hands = dict.fromkeys("SENW", NOTHING_SEEN) | {"E": "JS 9S ?? ??  AS ?? ?? KC"}
    table = Table(hands).playing("W 160", "??").does("E 7H, N QH, W 8H, S KH")
    assert table.held("E") == 7
    assert table.state.unknown[1] == 3
    assert "JS" not in table.lines()


def test_the_led_card_nobody_saw_leaves_it_open_how_to_play() -> None:
    table = Table(unseen=True).playing("W 160", "??").does("E ??")
    assert table.possible("N JS"), "it may follow suit"
    assert table.possible("N JS down"), "or it may not"
    led_unseen = some("N", indicator="??").does("E ??")
    assert led_unseen.possible("N JC")
    assert led_unseen.possible("N JC down")


def test_a_following_card_nobody_saw_is_possible_though_the_hand_must_follow() -> None:
    table = some("N", indicator="??").does("E 9S")
    assert table.possible("N ??")
    assert code(table, "N ?? down") == "revoke"


# --- the maker -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("W shows JD", "", id="a card that may be it"),
        pytest.param("W shows JC", "indicator-differs", id="a card of North's"),
        pytest.param("W shows JS", "indicator-differs", id="a card that East has played"),
        pytest.param("W shows 6D", "unknown-card", id="no card of the pack"),
    ],
)
def test_the_indicator_that_is_shown_can_only_be_a_card_that_the_maker_may_have(line: str, expected: str) -> None:
    """000 "Players and Cards": each card is there once."""
    table = some("N", hands=VOIDS, indicator="??").does("E JS, N 7D down, W ?? down, S 7S, W inspects trumps")
    verdict = table.verdict(line)
    if expected:
        assert isinstance(verdict, Refusal)
        assert verdict.code in (expected, "not-in-hand", "already-played", "indicator-not-held")
    else:
        assert table.possible(line)


def test_an_open_game_can_only_show_a_card_that_the_maker_may_have() -> None:
    hands = {**dict.fromkeys("SEW", NOTHING_SEEN), "N": MIXED["N"]}
    table = Table(hands).eight_cards("W 160", "??").does("W pass, S pass, E pass, N pass")
    assert isinstance(table.verdict("W opens JC"), Refusal)
    assert isinstance(table.verdict("W opens 6D"), Refusal)
    assert not isinstance(table.verdict("W opens JD"), Refusal)


def test_closing_is_only_possible_while_the_makers_hand_at_dealers_right_is_unseen() -> None:
    """B5: it might hold only trumps."""
    table = Table(unseen=True).eight_cards("E 160", "??").does("E pass, N pass, W pass, S pass")
    assert table.possible("E closes")


def test_with_all_its_cards_played_only_the_indicator_is_left() -> None:
    """000 "Closed Trump games" 2: in the eighth trick."""
    even = {
        "S": "7C JS 7S JH  7H JD 7D JC",
        "E": "8H 8C 9S 8S  9H 9D 8D 9C",
        "N": "QC AS QS AH  QH AD QD AC",
        "W": "KC TS KS TH  KH TD KD TC",
    }
    seven = (
        "E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H, E ?? down, N QH, W TH,"
        "E inspects none, W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD, W KC, S JC, E 9C, N AC, S 7C"
    )
    table = Table(even).playing("E 160", "8H").does(seven)
    assert table.held("E") == 0
    assert table.may("E") == {"8H cuts"}
    for line in ("E ?? down", "E 8C down", "E ??"):
        assert isinstance(table.verdict(line), Refusal), line


# --- Caps and spoilt trumps ------------------------------------------------------------------------


def test_a_call_of_caps_whose_order_nobody_wrote_down_takes_no_card_from_the_makers_hand() -> None:
    table = some("E", "N", "W", "S", rules={"caps.call_opens_trump": True}).does("E 8D, N KD, W AD, S QD")
    table.does("W caps ?? ?? ?? ?? ?? ?? ??")
    assert table.lines()[-1] == "W shows JD"
    assert table.may("W") == cards("JD 9D TD KS TH AH 8H")


def test_an_order_of_caps_cannot_name_a_card_known_to_be_elsewhere() -> None:
    table = some("N").does("E 8D, N KD, W AD, S QD")
    assert code(table, "W caps JD 9D TD KS TH AH 8H") == ""
    assert code(table, "W caps JD 9D TD KS TH AH JC") == "caps-order"


def test_an_order_of_caps_may_name_the_indicator_that_nobody_saw() -> None:
    """000 "Caps": all that is left to play; of West that is the indicator alone."""
    hands = dict.fromkeys("SEW", NOTHING_SEEN) | {"N": "7H 7C 7S KH  KC KS 7D 8D"}
    table = Table(hands).playing("W 160", "??")
    table.does("E JH, N 7H, W 8H, S QH", "E JC, N 7C, W 8C, S QC", "E JS, N 7S, W 8S, S QS", "E 9H, N KH, W TH, S AH")
    table.does("E 9C, N KC, W TC, S AC", "E 9S, N KS, W TS, S AS", "E 9D, N 7D, W KD, S QD")
    assert (table.held("W"), table.may("W")) == (0, set())
    assert table.possible("W caps ??")
    for line in ("W caps 8D", "W caps KD", "W caps JD TD", "W caps"):
        assert code(table, line) == "caps-order", line
    assert table.refusal("W caps 8D").allowed == "the order must name the cards of the hand"
    table.does("W caps JD, W shows JD")
    assert table.state.closed is False


def test_what_the_trump_maker_lays_open_is_known_to_a_seat_that_had_not_seen_the_indicator() -> None:
    """000 "Caps": the caller shows all its cards."""
    table = some("N", "W").does("W caps JD 9D TD AD KS TH AH 8H")
    rules = table.rules
    state = rules.start("S")
    for act in table.record.acts:
        rules.apply(state, hide_act(act, "N"))
    assert rules.tables.cards(state.hands[rules.place["W"]]) == rules.tables.cards(
        rules.tables.mask(MIXED["W"].split())
    )
    assert isinstance(rules.judge(state, CardPlayed("E", "KS")), Refusal)


# --- counting --------------------------------------------------------------------------------------

COUNTING = {"closed.reveal_from": 305}


def hidden_on_both_sides(bid: int) -> Table:
    """West's trumps take all but the first trick, in which South threw a nine; the scribe saw no hands.

    The opponents' trick shows 2 points and hides one card; so the maker's side has from 272 to 302 points.
    """
    table = Table(unseen=True, rules=COUNTING).playing(f"W {bid}", "??")
    table.does("E 7H, N QH, W 8H, S ?? down, W inspects none, N 7D, W 9D, S ?? down, E ?? down, W inspects none")
    for card in ("AD", "TD", "KD", "QD", "8D"):
        table.does(f"W {card}, S ?? down, E ?? down, N ?? down, W inspects none")
    return table.does("W JD last, S 7C, E JS, N JC")


def test_when_unseen_cards_leave_the_bid_open_the_makers_side_counts() -> None:
    table = hidden_on_both_sides(280)
    assert table.record.settlement is None
    assert table.turn() == "W"
    assert table.may("W") == set()
    assert table.may_count("W") == (272, 302)
    assert table.refusal("E 9S").code == "deal-over"
    assert table.refusal("N counts 280").code == "not-the-maker"
    for points in (99, 305):
        assert table.refusal(f"W counts {points}").code == "count-impossible"
    table.does("E counts 282")
    assert table.settled().points == {"NS": 22, "EW": 282}
    assert (table.settled().made, table.tokens()) == (True, (-3, 3))


def test_while_points_are_counted_it_is_too_late_for_spoilt_trumps() -> None:
    """000 "Spoilt Trumps": the last trick is complete."""
    table = hidden_on_both_sides(280)
    assert code(table, "N spoilt") == "spoilt-too-late"
    assert table.may_call("N") == set()


def test_nothing_is_counted_when_the_points_seen_make_the_bid() -> None:
    table = Table({**VOIDS, "S": NOTHING_SEEN}, rules=COUNTING).playing("E 160", "JS", opened=True).finish()
    assert table.record.settlement is not None


def test_nothing_is_counted_when_one_hidden_card_of_the_opponents_cannot_break_the_bid() -> None:
    """Everything that is not in the opponents' only trick is the maker's."""
    table = hidden_on_both_sides(160)
    assert table.settled().made is True


def test_nothing_is_counted_when_only_one_card_was_never_named() -> None:
    """The card that is missing from the other 31 is known, and so is the trick it lies in."""
    even = {
        "S": "7C JS 7S JH  7H JD 7D JC",
        "E": "8H 8C 9S 8S  9H 9D 8D 9C",
        "N": "QC AS QS AH  QH AD QD AC",
        "W": "KC TS KS TH  KH TD KD TC",
    }
    house = {"auction4.minimum": 50, "pay.bands": [{"least": 50, "win": 1, "lose": 2}]}
    for bid, made in ((50, True), (60, False)):
        table = (
            Table(even, rules=house)
            .playing(f"E {bid}", "8H")
            .does(
                "E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H, E ?? down, N QH, W TH",
                "E inspects none, W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD, W KC, S JC, E 8C, N AC, S 7C",
                "E 8H cuts, N QC, W TC, E inspects trumps",
            )
        )
        assert table.settled().made is made
        assert table.settled().points == {"NS": 248, "EW": 56}


def test_where_the_maker_may_cut_from_the_hand_its_unseen_throw_may_be_a_trump() -> None:
    """A10: then the maker's own face-down card leaves the announcement open."""
    table = Table(unseen=True, rules={"closed.maker_cut_with_hand_trump": True}).playing("W 160", "??")
    table.does("E JS, N 9S, W ?? down, S 7S")
    assert table.possible("W inspects none")
    assert table.possible("W inspects trumps")


def test_a_maker_who_exposed_the_hand_may_have_cut_with_an_indicator_that_nobody_saw() -> None:
    """000 "Caps": the exposed hand tells what the indicator is not; it lies among the cards of the trick."""
    table = Table(unseen=True).playing("W 160", "??").does("E JS, N ?? down, W ?? cuts")
    table.does("W caps 9D AD TD KD QD 8D 8H, S 7S, W inspects trumps, W reveals N=7D")
    assert code(table, "W shows 9D") == "indicator-differs"
    table.does("W shows JD")
    assert "W JD cuts" in table.lines()
