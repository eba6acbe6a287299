"""Acts against the rules that are recorded as they happened: what they change, and what they do not change.

Also what can be said of a deal whose cards were seen in part. South deals unless told otherwise, so East leads.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.rules import settle
from domain.engine.seats import FOUR
from domain.engine.templates import SomeCards
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import CapsCalled, PartnerCardNamed
from domain.games.three04.ruleset import MatchTerms
from domain.match.scoring import next_dealer, score
from tests.family.test_maharashtra import named
from tests.family.test_tamil_nadu import after_five
from tests.rules.table import Table, cards
from tests.rules.test_settlement import HANDS
from tests.rules.test_unknown_cards import COUNTING, NOTHING_SEEN, VOIDS, code

UNSEEN = dict.fromkeys("SENW", NOTHING_SEEN)
NORTHS = "N caps JC 9C AC TC KC QC JD JH"


def passed(table: Table) -> Table:
    """All pass with eight cards: the trump maker chooses."""
    for _ in "SENW":
        table.does(f"{table.turn()} pass")
    return table


# --- the auctions and the choice -------------------------------------------------------------------


def test_who_asked_back_and_bids_has_spoken_for_both() -> None:
    """000 "Bidding with Four Cards": below 200 one bids in one's first turn only."""
    table = Table(rules={"ask_partner.back": True}).dealt().does("E ask, W ask, E 160, N pass")
    assert table.refusal("W 190").code == "bid-second-turn"


def test_a_redeal_beyond_the_limit_does_not_open_the_way_to_more() -> None:
    """000 "Deal"; a house may limit redeals."""
    table = Table({"E": "7S 8S 7H 8H"}, rules={"redeal.max": 1}).dealt().does("E redeal").dealt()
    assert table.happens("E redeal").code == "redeal-limit"
    assert table.dealt().refusal("E redeal").code == "redeal-limit"


def test_closing_is_possible_while_the_first_leader_may_hold_a_plain_card() -> None:
    """000 "Closed Trump games" 1; the indicator was seen, the hand was not."""
    assert passed(Table(unseen=True).eight_cards("E 160", "JS")).possible("E closes")


def test_a_lead_before_the_maker_has_chosen_lies_on_the_table() -> None:
    """000 "Closed Trump games": the game is closed then."""
    table = passed(Table(VOIDS).eight_cards("W 160", "JD"))
    s = table.state.copy()
    table.rules.apply(s, table.hear("E JS"))
    assert (len(s.trick), table.rules.to_act(s), s.closed) == (1, "N", True)


def test_an_indicator_that_is_laid_open_tells_all_that_its_holder_is_the_partner() -> None:
    """000 "Maharashtrian version": the maker has named its own card."""
    table = named("JS")
    assert "seat" not in table.view("public")["partner"]
    assert table.does("E open JS").view("public")["partner"] == {"card": "JS", "seat": "E"}


def test_what_is_no_card_names_no_partner() -> None:
    table = named("AH")
    s = table.record.rules.start("N")
    stage = table.rules.stage_names.index("partner card")
    s.stage, s.maker = stage, 1
    table.rules.apply(s, PartnerCardNamed("E", "6S"))
    assert (s.stage, getattr(s, "partner_card")) == (stage, 0)  # noqa: B009


# --- Caps, Double, spoilt trumps -------------------------------------------------------------------


def test_a_second_call_of_caps_changes_neither_caller_nor_time() -> None:
    """000 "Caps"."""
    table = Table(HANDS).playing("N 160", "JC", opened=True).does(NORTHS, "E 8C")
    assert table.happens("S caps 7C KD TD AH AS TS TH QH").code == "caps-twice"
    assert (table.state.caps_caller, table.state.caps_trick) == (2, 0)


def test_after_a_concession_the_deal_is_over_and_the_last_trick_is_the_callers() -> None:
    """000 "Caps"; A28: what the last trick is worth, where a house counts it."""
    table = Table(HANDS, rules={"last_trick_bonus": 10}).playing("N 160", "JC", opened=True)
    table.does(NORTHS, "E concedes")
    assert table.settled().made is True
    assert table.refusal("E 8C").code == "deal-over"
    assert table.rules.seats[table.state.last_winner] == "N"


def test_the_order_of_a_call_names_what_is_known_and_what_may_be_of_the_rest() -> None:
    """000 "Caps": all remaining cards."""
    table = Table({**VOIDS, "W": "JD 9D AD TD  KD ?? ?? ??"}).playing("W 160", "JD")
    (template,) = [each for each in table.rules.templates(table.state, "W") if isinstance(each.act, CapsCalled)]
    assert isinstance(template.values, SomeCards)
    assert template.values.count == 8
    assert {*template.values.sure} == cards("JD 9D AD TD KD")
    assert {*template.values.may} == cards("QD 8H 8D")


def test_the_order_of_a_call_with_the_indicator_alone_names_a_card_that_it_can_be() -> None:
    """000 "Caps"; nobody saw the indicator, and North's last card was seen."""
    table = Table(UNSEEN | {"N": "7H 7C 7S KH  KC KS 7D 8D"}).playing("W 160", "??")
    table.does("E JH, N 7H, W 8H, S QH", "E JC, N 7C, W 8C, S QC", "E JS, N 7S, W 8S, S QS", "E 9H, N KH, W TH, S AH")
    table.does("E 9C, N KC, W TC, S AC", "E 9S, N KS, W TS, S AS", "E 9D, N 7D, W KD, S QD")
    (template,) = [each for each in table.rules.templates(table.state, "W") if isinstance(each.act, CapsCalled)]
    assert isinstance(template.values, SomeCards)
    assert {*template.values.may} == cards("JD AD TD")
    table.does("W caps ??, W shows ??")
    assert table.held("W") == 1


def test_only_the_maker_shows_the_indicator_after_its_call() -> None:
    """000 "Caps"."""
    table = Table(HANDS).playing("N 160", "JC").does(NORTHS)
    assert {seat: code(table, f"{seat} shows JC") for seat in "SEW"} == dict.fromkeys("SEW", "not-the-maker")
    assert table.verdict("N shows JC") is None


def test_when_the_maker_has_shown_the_indicator_the_turn_is_where_it_was() -> None:
    """000 "Caps"; West has played before its turn, so South is next."""
    table = Table(HANDS, rules={"caps.call_opens_trump": True}).playing("N 160", "JC").does("E KH")
    assert table.happens("W 7H").code == "play-out-of-turn"
    assert table.turn() == "S"
    table.does(NORTHS)
    assert table.lines()[-1] == "N shows JC"
    assert table.turn() == "S"


def test_a_second_announcement_of_double_does_not_take_the_first_ones_place() -> None:
    """000 "Tamil Nadu version"."""
    table = after_five().does("E announces double")
    table.happens("S announces double")
    assert table.view("public")["double"] == {"seat": "E"}


@pytest.mark.parametrize("maker", ["S", "E", "N", "W"])
def test_where_the_maker_alone_counts_its_own_trumps_leave_trumps_spoilt(maker: str) -> None:
    """000 "Spoilt Trumps"; 004 "Playing Trumps": Partner Close Caps."""
    other = "SENW"["SENW".index(maker) - 2]
    all_trumps = {maker: "JS 9S AS TS KS QS 8S 7S"}
    shared = {maker: "JS 9S AS TS KS QS 8S 7H", other: "7S 8H TH QH 7D 8D TD QD"}
    for hands, expected in ((all_trumps, ""), (shared, "spoilt-false")):
        table = Table(hands, rules={"pcc.spoilt": "maker_alone"})
        table.playing_pcc(maker, "JS", opened=True)
        assert code(table, f"{maker} spoilt") == expected


# --- tricks ----------------------------------------------------------------------------------------


def test_a_card_of_the_led_suit_that_lies_face_down_does_not_win() -> None:
    """000 "Closed Trump games": a card that stays face down never wins, also where it should have lain open."""
    table = Table(VOIDS).playing("W 160", "JD").does("E 7H")
    assert table.happens("N JH down").code == "must-play-up"
    table.does("W 8H, S 7C down, W inspects none")
    assert table.turn() == "W"


def test_the_maker_speaks_next_whoever_won_the_trick() -> None:
    """000 "Special Rule for Bids of 250 or more"; and where points are to be counted."""
    table = Table(unseen=True).playing("W 250", "??").does("E JS, N QS, W 8S, S 7S")
    assert (table.turn(), table.may("W")) == ("W", {"shows ??"})
    table = passed(Table(unseen=True, rules=COUNTING).eight_cards("W 280", "??")).does("W opens JD")
    table.does("E 7H, N QH, W 8H, S ??", "N 7D, W 9D, S ??, E ??")
    for card in ("AD", "TD", "KD", "QD", "JD"):
        table.does(f"W {card}, S ??, E ??, N ??")
    table.does("W 7S, S ??, E 8S, N ??")
    assert table.turn() == "W"
    assert table.may_count("W") is not None


def test_another_card_is_no_indicator_however_high_it_is() -> None:
    """000 "Closed Trump games" 2."""
    table = Table(VOIDS).playing("W 160", "TD").does("E JS, N JH down")
    assert table.refusal("W JD cuts").code == "indicator-differs"


def test_an_indicator_that_is_led_while_other_cards_are_left_is_misused() -> None:
    """000 "Closed Trump games" 2; no card of the hand was seen."""
    table = Table(unseen=True).playing("E 160", "??")
    assert table.refusal("E ?? last").code == "indicator-misused"
    assert table.happens("E ?? cuts").code == "indicator-misused"
    table.does("N JS, W 9S, S AS")
    assert code(table, "E inspects none") == "announcement-false", "an indicator is a trump"


def test_whether_the_indicator_may_cut_a_lead_that_nobody_saw_is_open() -> None:
    """000 "Closed Trump games" 2: only a hand without the led suit cuts."""
    table = Table(UNSEEN | {"W": VOIDS["W"]}).playing("W 160", "JD").does("E ??, N ??")
    assert table.possible("W JD cuts")


def test_opponents_throw_trumps_face_down_as_they_like() -> None:
    """000 "Closed Trump games" 2: that is how they cut."""
    for seat, line in (("N", "E KS"), ("W", "E KS, N ?? down")):
        table = Table(UNSEEN | {seat: "9D AD ?? ??  ?? ?? ?? ??"}).playing("E 160", "JD").does(line)
        assert table.possible(f"{seat} 9D down")


def test_after_the_first_trick_the_maker_of_a_closed_game_may_lead_trumps() -> None:
    """000 "Closed Trump games" 1."""
    table = Table(UNSEEN | {"W": "JD 9D TD AD  KS TH ?? ??"}).playing("W 160", "JD").does("E QS, N 8S, W KS, S 7S")
    assert table.possible("W 9D")


def test_face_down_cards_that_are_known_leave_no_doubt() -> None:
    """000 "Closed Trump games" 4."""
    table = Table(VOIDS).playing("W 160", "JD").does("E JS, N JH down, W 8H down, S 7S")
    assert table.verdict("W inspects none N=JH") is None
    assert table.possible("W inspects none N=??")


def test_where_the_maker_may_cut_from_the_hand_its_own_card_may_be_turned_up_or_not() -> None:
    """A10: the table cannot know whether the maker's own card is the trump."""
    table = Table(unseen=True, rules={"closed.maker_cut_with_hand_trump": True}).playing("W 160", "??")
    table.does("E JS, N ?? down, W ?? down, S 7S, W inspects trumps")
    assert table.possible("W reveals N=7D")
    assert table.possible("W reveals N=7H W=8D")
    assert code(table, "W reveals W=8D") == "reveal-differs"


# --- how many cards a hand has -----------------------------------------------------------------------


def test_a_card_of_another_hand_leaves_that_hand_as_large_as_it_was() -> None:
    table = Table(VOIDS).playing("W 160", "JD").does("E JS")
    assert table.happens("N 9S").code == "not-in-hand"
    assert [table.held(seat) for seat in "SENW"] == [8, 7, 7, 7]


def public(table: Table) -> Any:
    """Return the deal as everybody at the table saw it."""
    s = table.rules.start(table.dealer)
    for act in table.record.acts:
        table.rules.apply(s, hide_act(act, PUBLIC))
    return s


def test_an_indicator_that_nobody_saw_comes_back_to_the_hand_as_the_card_that_is_shown() -> None:
    """000 "Open Trump games": the table knows one card of the hand then."""
    s = public(passed(Table(VOIDS).eight_cards("W 160", "JD")).does("W opens JD"))
    assert (s.size(3), s.unknown[3], s.left_unnamed[3]) == (8, 7, 0)


def test_the_indicator_that_is_the_only_card_left_comes_back_alone() -> None:
    """000 "Caps"."""
    table = Table(UNSEEN).playing("W 160", "??")
    table.does("E JH, N 7H, W 8H, S QH", "E JC, N 7C, W 8C, S QC", "E JS, N 7S, W 8S, S QS", "E 9H, N KH, W TH, S AH")
    table.does("E 9C, N KC, W TC, S AC", "E 9S, N KS, W TS, S AS", "E 9D, N 7D, W KD, S QD", "W caps ??")
    s = table.state.copy()
    table.rules.apply(s, table.hear("W shows JD"))
    assert (s.size(3), s.left_unnamed[3]) == (1, 0)


def test_a_card_thrown_unseen_and_then_turned_up_has_left_the_hand_once() -> None:
    """000 "Closed Trump games" 4; the maker's own throw stays unknown."""
    table = Table(VOIDS).playing("W 160", "JD").does("E JS, N 7D down, W 8H down, S 7S, W inspects trumps")
    s = public(table)
    assert [s.size(seat) for seat in range(4)] == [table.state.size(seat) for seat in range(4)] == [7, 7, 7, 7]
    assert (s.left_unnamed[2], s.unknown[2]) == (0, 7)
    assert (s.left_unnamed[3], s.unknown[3]) == (1, 7)


def test_cards_that_are_elsewhere_or_gone_are_not_in_the_hand_that_says_so() -> None:
    """000 "Maharashtrian version": a marriage of cards that the seat cannot hold, as it happened."""
    table = Table(UNSEEN | {"E": "KS QS ?? ??  ?? ?? ?? ??", "N": VOIDS["N"]}).playing("W 160", "JD", opened=True)
    table.does("E KS, N JC, W TS, S 7S")
    s, mask = table.state.copy(), table.rules.tables.mask
    s.show(1, mask(("KS", "QS")))
    s.show(1, mask(("KH", "QD")))
    assert set(table.rules.tables.cards(s.hands[1])) == {"QS", "QD"}
    assert s.size(1) == table.state.size(1)


# --- settlement and match ----------------------------------------------------------------------------


def test_a_count_of_nothing_gives_the_other_side_all_points() -> None:
    s: Any = Table(HANDS).playing("N 160", "JC").state.copy()
    s.outcome, s.counted, s.points, s.tricks = "played", 0, [0, 290], [1, 7]
    settled = settle(s)
    assert settled is not None
    assert (settled.points, settled.made) == ({"NS": 0, "EW": 304}, False)


def test_where_each_seat_is_a_team_a_count_leaves_each_its_own_points() -> None:
    """000 "Maharashtrian version"."""
    s: Any = named("AH").state.copy()
    s.outcome, s.counted, s.ally, s.last_winner, s.points, s.tricks = (
        "played",
        170,
        2,
        0,
        [60, 100, 70, 74],
        [2, 2, 2, 2],
    )
    settled = settle(s)
    assert settled is not None
    assert settled.points == {"S": 60, "E": 100, "N": 70, "W": 74}
    assert settled.made is True


@pytest.mark.parametrize("end", ["all_tokens", "bank", "free", "points"])
def test_terms_without_an_end_pay_as_before_and_end_nothing(end: Any) -> None:
    """An encounter of a tournament decides when it is over."""
    terms = MatchTerms(end=end)
    endless = terms.endless()
    assert endless.by_points is terms.by_points
    for balance in ({"NS": 0, "EW": 22}, {"NS": -3, "EW": 25}, {"NS": 900, "EW": 100}):
        assert not endless.is_over(balance)


@pytest.mark.parametrize(
    ("due", "paid"),
    [
        pytest.param({"NS": -1, "EW": 1}, {"NS": -1, "EW": 1}, id="one token"),
        pytest.param({"NS": 3, "EW": -3}, {"NS": 3, "EW": -3}, id="three"),
        pytest.param({"NS": -20, "EW": 20}, {"NS": -11, "EW": 11}, id="more than there are"),
        pytest.param({"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, id="nothing"),
    ],
)
def test_what_one_team_pays_the_other_gets(due: dict[str, int], paid: dict[str, int]) -> None:
    """000 "Scoring"; B17."""
    (payment,) = score(FOUR, MatchTerms(), [due]).payments
    assert payment.paid == paid


def test_after_spoilt_trumps_the_same_dealer_deals() -> None:
    """000 "Deal", "Spoilt Trumps"."""
    after = {outcome: next_dealer(FOUR, "S", outcome) for outcome in ("played", "passed_out", "spoilt", "awarded")}
    assert after == {"played": "E", "passed_out": "E", "spoilt": "S", "awarded": "E"}


@pytest.mark.parametrize("key", RULESETS)
def test_the_rules_that_a_player_can_break_are_no_slips_of_recording(key: str) -> None:
    """A seat that the game lacks, a card twice or in nobody's hand: with real cards that does not happen."""
    game = RULESETS[key]
    codes = game.game.breakable(game)
    assert codes.keys().isdisjoint(
        {"unknown-seat", "unknown-card", "deal-duplicate", "already-played", "jass-not-held"}
    )
    assert game.game.slips <= game.game.codes.keys()
    assert {"revoke", "jass-revoke"} & codes.keys()
    assert {"deal-count", "look-at-pack"} <= codes.keys()
