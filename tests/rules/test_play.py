"""Leading, following, cutting; the indicator's two uses; what the maker inspects and shows.

000 "Play", "Open Trump games", "Closed Trump games", "Special Rule for Bids of 250 or more".
South deals everywhere, so East leads first; then North, West and South play.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table, cards
from tests.table import lines

MIXED = {
    "E": "JS 9S 7H 8D  AS JH 7D KC",
    "N": "JC 9C 7C 8C  TS 9H KD QH",
    "W": "JD 9D TD AD  KS TH AH 8H",
    "S": "QS 8S 7S KH  AC TC QC QD",
}
"""West has no clubs."""

VOIDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "JD 9D AD TD  KD QD 8H 8D",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}
"""Only East and South have spades. When West's diamonds are trumps, North has one: the seven."""

EVEN = {
    "S": "7C JS 7S JH  7H JD 7D JC",
    "E": "8C 8H 9S 8S  9H 9D 8D 9C",
    "N": "QC AS QS AH  QH AD QD AC",
    "W": "KC TS KS TH  KH TD KD TC",
}
"""Two cards of every suit in every hand."""

ONLY_TRUMPS = {"W": "JD 9D TD AD  KD QD 8D 7D"}


def closed(
    script: str = "", hands: dict[str, str] = MIXED, bid: str = "W 160", indicator: str = "JD", **rules: Any
) -> Table:
    """A closed game in which this has been played."""
    return Table(hands, rules=rules.get("rules")).playing(bid, indicator).does(script)


def opened(script: str = "", hands: dict[str, str] = MIXED, bid: str = "W 160", indicator: str = "JD") -> Table:
    """An open game in which this has been played."""
    return Table(hands).playing(bid, indicator, opened=True).does(script)


# --- what may be played ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "seat", "allowed"),
    [
        pytest.param(opened(), "E", cards(MIXED["E"]), id="000 Play: any card may be led"),
        pytest.param(opened("E 9S"), "N", {"TS"}, id="000 Play: follow suit"),
        pytest.param(opened("E KC, N 9C"), "W", cards(MIXED["W"]), id="000 Play: void, any card, face up"),
        pytest.param(opened("E 8D, N KD, W JD"), "S", {"QD"}, id="000 Play: follow a trump lead"),
        pytest.param(closed(), "E", cards(MIXED["E"]), id="000 Closed: any card may be led"),
        pytest.param(closed("E 9S"), "N", {"TS"}, id="000 Closed: follow suit face up"),
        pytest.param(
            closed("E KC, N 9C"),
            "W",
            {"JD cuts"} | cards("KS TH AH 8H", "down"),
            id="000 Closed 2: void maker cuts with the indicator or throws a plain card",
        ),
        pytest.param(
            closed("E JS", VOIDS),
            "N",
            cards("JH 9H AH TH KH QH JC 7D", "down"),
            id="000 Closed: void, any card, face down",
        ),
        pytest.param(
            closed("E 8D, N KD"), "W", cards("9D TD AD"), id="000 Closed: the maker follows a trump lead from the hand"
        ),
        pytest.param(
            closed("E 8D, N KD", bid="S 160", indicator="KH"),
            "W",
            cards("JD 9D TD AD"),
            id="000 Closed: trumps are hearts",
        ),
        pytest.param(
            closed("E 8D, N KD, W JD", {**MIXED, "S": "QD 8S 7S KH  AC TC QC QS"}, "S 160", "QD"),
            "S",
            cards("8S 7S KH AC TC QC QS", "down"),
            id="000 Closed 2: a trump is led and the indicator is the only one: not able to follow",
        ),
        pytest.param(
            closed("E KC, N 9C", ONLY_TRUMPS | {"E": "KC", "N": "9C"}), "W", {"JD cuts"}, id="B6: only trumps"
        ),
        pytest.param(
            closed("E KC, N 9C", rules={"closed.maker_cut_with_hand_trump": True}),
            "W",
            {"JD cuts"} | cards("9D TD AD KS TH AH 8H", "down"),
            id="A10: any card at all",
        ),
        pytest.param(
            closed("", MIXED, "E 160", "7H"), "E", cards("JS 9S 8D AS 7D KC"), id="000 Closed 1: no trump lead"
        ),
        pytest.param(closed("", MIXED, "N 160", "JC"), "E", cards(MIXED["E"]), id="000 Closed 1: only for the maker"),
    ],
)
def test_what_may_be_played(table: Table, seat: str, allowed: set[str]) -> None:
    assert table.may(seat) == allowed
    for other in set("SENW") - {seat}:
        assert table.may(other) == set()


@pytest.mark.parametrize(
    ("table", "line", "code", "words"),
    [
        pytest.param(
            opened(), "N JC", "play-out-of-turn", "it is East's turn to play", id="000 Play: dealer's right leads"
        ),
        pytest.param(
            opened("E 9S"), "W KS", "play-out-of-turn", "it is North's turn to play", id="000 Play: counter-clockwise"
        ),
        pytest.param(opened("E 9S"), "N JC", "revoke", "allowed: TS", id="000 Play: follow suit"),
        pytest.param(opened("E KC, N 9C"), "W AC", "not-in-hand", "not in its hand", id="000 Play: one's own cards"),
        pytest.param(
            opened("E 9S, N TS, W KS, S QS"), "E 9S", "already-played", "has already been played", id="000 Play: once"
        ),
        pytest.param(opened(), "E 6S", "unknown-card", "6S is not in this pack", id="000 Players and Cards"),
        pytest.param(opened(), "E 9S down", "lead-face-down", "face down", id="000 Play: a lead is face up"),
        pytest.param(opened("E KC, N 9C"), "W KS down", "must-play-up", "trumps are open", id="000 Open: all face up"),
        pytest.param(
            opened("E KC, N 9C"), "W JD cuts", "indicator-gone", "none on the table", id="000 Open: it is in hand"
        ),
        pytest.param(closed("E 9S"), "N JC down", "revoke", "allowed: TS", id="000 Closed: follow suit"),
        pytest.param(
            closed("E 9S"),
            "N TS down",
            "must-play-up",
            "although it follows suit",
            id="000 Closed: following is face up",
        ),
        pytest.param(
            closed("E JS", VOIDS), "N JH", "must-play-down", "trumps were closed", id="000 Closed: void, face down"
        ),
        pytest.param(
            closed("E KC, N 9C"), "W KS", "must-play-down", "allowed: KS face down", id="000 Closed: so must the maker"
        ),
        pytest.param(
            closed("E KC, N 9C"),
            "W 9D down",
            "maker-hand-trump",
            "while the indicator was on the table",
            id="A10: 004 Cutting, only with the indicator",
        ),
        pytest.param(
            closed("E KC, N 9C", ONLY_TRUMPS | {"E": "KC", "N": "9C"}),
            "W 9D down",
            "maker-must-cut",
            "allowed: to trump with the indicator",
            id="B6: only trumps in the hand",
        ),
        pytest.param(
            closed("E KC, N 9C"),
            "W JD down",
            "indicator-misused",
            "it is the indicator",
            id="000 Closed 2: from the table",
        ),
        pytest.param(
            closed("E KC, N 9C"), "W JD last", "indicator-misused", "allowed: ", id="000 Closed 2: a cut is face down"
        ),
        pytest.param(closed("E KC, N 9C"), "W 9D cuts", "indicator-differs", "the indicator is JD", id="000 Closed 2"),
        pytest.param(
            closed("E KC"), "N 9C cuts", "indicator-gone", "has none on the table", id="000 Closed 2: maker's"
        ),
        pytest.param(
            closed("E 9S, N TS"), "W JD cuts", "indicator-misused", "allowed: KS", id="000 Closed 2: able to follow"
        ),
        pytest.param(
            closed("E 8D, N KD, W JD", {**MIXED, "S": "QD 8S 7S KH  AC TC QC QS"}, "S 160", "QD"),
            "S QD cuts",
            "indicator-misused",
            "8S face down",
            id="000 Closed 2: never on a trump lead",
        ),
        pytest.param(
            closed("E 8D, N KD, W JD", {**MIXED, "S": "QD 8S 7S KH  AC TC QC QS"}, "S 160", "QD"),
            "S QD last",
            "indicator-misused",
            "8S face down",
            id="000 Closed 2: nor face up",
        ),
        pytest.param(
            closed("E 9S, N TS, W KS, S QS, E KC, N 9C, W 8H down, S QC, W inspects none, N KD"),
            "W JD last",
            "indicator-misused",
            "allowed: ",
            id="000 Closed 2: nor to follow suit",
        ),
        pytest.param(
            closed("", MIXED, "E 160", "7H"),
            "E JH",
            "maker-first-lead",
            "allowed: a card that is not a trump, or an open game",
            id="000 Closed 1: no trump lead to the first trick",
        ),
        pytest.param(
            closed("", MIXED, "E 160", "7H"),
            "E 7H last",
            "indicator-misused",
            "allowed: ",
            id="000 Closed 2: never led",
        ),
        pytest.param(closed(), "E 160", "wrong-stage", "playing a card", id="000 Play: the auction is over"),
    ],
)
def test_what_is_refused_in_play(table: Table, line: str, code: str, words: str) -> None:
    refusal = table.refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)
    assert line[2:] not in table.may(line[0])


# --- who takes the trick ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "trick", "winner", "points"),
    [
        pytest.param(opened(), "E 9S, N TS, W KS, S QS", "E", 35, id="000 Players: the nine is over ace, ten, king"),
        pytest.param(opened(), "E AS, N TS, W KS, S QS", "E", 26, id="000 Players: the ace is over the ten"),
        pytest.param(opened(), "E 7H, N QH, W TH, S KH", "W", 15, id="000 Players: the ten is over the king"),
        pytest.param(opened(), "E JH, N 9H, W AH, S KH", "E", 64, id="000 Players: the jack is highest"),
        pytest.param(opened(), "E KC, N JC, W AD, S TC", "W", 54, id="000 Play: the only trump takes it"),
        pytest.param(opened(), "E KC, N JC, W KS, S TC", "N", 46, id="000 Play: no trump, highest of the suit led"),
        pytest.param(opened(), "E 8D, N KD, W AD, S QD", "W", 16, id="000 Play: highest trump of a trump trick"),
        pytest.param(opened("", VOIDS), "E JS, N 7D, W 8D, S 7S", "W", 30, id="000 Play: the higher of two trumps"),
        pytest.param(opened("", VOIDS), "E 7H, N QH, W 8H, S 9C", "N", 22, id="000 Play: another suit never takes it"),
    ],
)
def test_who_takes_the_trick_and_leads_next(table: Table, trick: str, winner: str, points: int) -> None:
    table.does(trick)
    assert table.turn() == winner
    team = table.rules.place[winner] & 1
    assert table.state.points[team] == points
    assert table.state.tricks[team] == 1


def test_deal_with_eight_tricks_in_which_all_follow() -> None:
    table = opened("", EVEN, "S 160", "7C")
    table.does("E 9S, N QS, W KS, S JS", "S 7S, E 8S, N AS, W TS", "N AH, W KH, S JH, E 9H", "S 7H, E 8H, N QH, W TH")
    table.does("W KD, S JD, E 9D, N AD", "S 7D, E 8D, N QD, W TD", "W KC, S JC, E 9C, N AC", "S 7C, E 8C, N QC, W TC")
    settled = table.settled()
    assert settled.tricks == {"NS": 5, "EW": 3}
    assert sum(settled.points.values()) == 304
    assert table.refusal("W TC").code == "deal-over"


# --- the eighth trick ------------------------------------------------------------------------------

SEVEN_TRICKS = (
    "E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H, E 8H, N QH, W TH,"
    "W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD, W KC, S JC, E 9C, N AC"
)


def test_in_the_eighth_trick_the_maker_leads_the_indicator_face_up() -> None:
    """000 "Closed Trump games" 2; B7. It is then open, and the others play face up."""
    table = closed(SEVEN_TRICKS, EVEN, "S 160", "7C")
    assert table.turn() == "S"
    assert table.may("S") == {"7C last"}
    for line in ("S 7C", "S 7C cuts", "S 7C down"):
        assert table.refusal(line).code in ("indicator-misused", "lead-face-down")
    table.does("S 7C last")
    assert table.may("E") == {"8C"}
    table.does("E 8C, N QC, W TC")
    assert table.settled().tricks == {"NS": 5, "EW": 3}


def test_in_the_eighth_trick_the_indicator_follows_a_trump_lead_face_up() -> None:
    """000 "Closed Trump games" 2; B7."""
    table = closed(SEVEN_TRICKS, EVEN, "E 160", "8C").does("S 7C")
    assert table.may("E") == {"8C last"}
    refusal = table.refusal("E 8C cuts")
    assert (refusal.code, refusal.allowed) == ("indicator-misused", "allowed: the indicator")
    table.does("E 8C last, N QC, W TC")
    assert table.settled().tricks == {"NS": 5, "EW": 3}


def test_an_indicator_that_nobody_saw_follows_suit_face_up_and_cuts_face_down() -> None:
    """000 "Closed Trump games" 2; B7. Which of both it does, its suit says, which a scribe learns only now."""
    table = Table(EVEN).playing("E 160", "??").does(SEVEN_TRICKS, "S 7C")
    assert table.may("E") == {"?? last", "?? cuts"}
    assert table.refusal("E 8C cuts").code == "indicator-misused"
    assert table.possible("E 8C last")
    table.does("E 8C last, N QC, W TC")
    assert table.record.find_refusals() == {}
    before = "E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H"
    table = Table(EVEN).playing("E 160", "??").does(before, "S 7H")
    assert table.may("E") == {"8H", "??", "?? down"}
    for wrong in ("E 8H cuts", "E 8H last"):
        assert table.refusal(wrong).code == "indicator-misused", "a heart follows suit, but others are left"


def test_in_the_eighth_trick_the_indicator_cuts_a_plain_lead_face_down() -> None:
    """000 "Closed Trump games" 2; B7. Before that it could not be played on a trump lead."""
    table = closed("E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H", EVEN, "E 160", "8H")
    assert table.may("E") == cards("9D 8D 9C 8C", "down")
    table.does("E 8C down, N QH, W TH, E inspects none, W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD")
    table.does("W KC, S JC, E 9C, N AC, S 7C")
    assert table.may("E") == {"8H cuts"}
    assert table.refusal("E 8H last").code == "indicator-misused"
    table.does("E 8H cuts, N QC, W TC")
    assert table.may("E") == {"inspects trumps"}
    table.does("E inspects trumps")
    assert table.lines()[-1] == "E shows 8H"
    assert table.settled().tricks == {"NS": 5, "EW": 3}


# --- inspecting and showing ------------------------------------------------------------------------

PLAIN_ONLY = "E JS, N JH down, W 8H down, S 7S"
NORTH_CUTS = "E JS, N 7D down, W 8H down, S 7S"
WEST_CUTS = "E JS, N JH down, W JD cuts, S 7S"
BOTH_CUT = "E JS, N 7D down, W JD cuts, S 7S"


@pytest.mark.parametrize(
    ("trick", "inspection", "shown", "winner", "hand"),
    [
        pytest.param(
            PLAIN_ONLY, "none N=JH", [], "E", 6, id="000 Closed: no trump, all stay down, best of the suit led"
        ),
        pytest.param(
            NORTH_CUTS,
            "trumps N=7D",
            ["W reveals N=7D", "W shows JD"],
            "N",
            7,
            id="000 Closed: a trump; the indicator goes to the hand, the maker's own card stays down",
        ),
        pytest.param(
            WEST_CUTS, "trumps N=JH", ["W reveals N=JH", "W shows JD"], "W", 7, id="000 Closed: the indicator cut"
        ),
        pytest.param(BOTH_CUT, "trumps N=7D", ["W reveals N=7D", "W shows JD"], "W", 7, id="000 Closed: highest trump"),
    ],
)
def test_the_maker_inspects_and_shows(trick: str, inspection: str, shown: list[str], winner: str, hand: int) -> None:
    table = closed(trick, VOIDS)
    assert table.turn() == "W"
    assert table.may("W") == {f"inspects {inspection}"}
    table.does(f"W inspects {inspection.split()[0]}")
    happened = [*lines([trick]), f"W inspects {inspection}", *shown]
    assert table.lines()[-len(happened) :] == happened
    assert table.turn() == winner
    assert table.held("W") == hand
    assert table.state.closed is not bool(shown)


def test_after_the_indicator_was_shown_everything_is_face_up() -> None:
    """000 "Closed Trump games": the trump is open from then on."""
    table = closed(f"{NORTH_CUTS}, W inspects trumps", VOIDS)
    assert table.may("N") == cards("JH 9H AH TH KH QH JC")
    table.does("N JC")
    assert table.may("W") == cards("JD 9D AD TD KD QD 8D")
    assert table.refusal("W 9D down").code == "must-play-up"


def test_the_makers_lone_throw_is_inspected_too_and_shown_to_nobody() -> None:
    """000 "Closed Trump games": any face-down cards."""
    table = closed("E KC, N 9C, W 8H down, S QC")
    assert table.may("W") == {"inspects none"}
    table.does("W inspects none")
    assert table.lines()[-1] == "W inspects none"
    assert table.turn() == "N"


def test_a_house_may_show_the_makers_throw_as_well() -> None:
    """A9: 002."""
    table = closed(f"{NORTH_CUTS}, W inspects trumps", VOIDS, rules={"reveal.maker_discard": "shown"})
    assert table.lines()[-2:] == ["W reveals N=7D W=8H", "W shows JD"]
    assert table.turn() == "N"


def test_where_the_maker_may_cut_from_the_hand_its_trump_is_shown_with_the_indicator() -> None:
    """A10."""
    table = closed("E JS, N 7D down, W 9D down, S 7S", VOIDS, rules={"closed.maker_cut_with_hand_trump": True})
    table.does("W inspects trumps")
    assert table.turn() == "W"
    assert table.lines()[-1] == "W inspects trumps N=7D", "nobody else knows whether the maker's own card is a trump"
    table.does("W reveals N=7D W=9D")
    assert table.lines()[-1] == "W shows JD"
    assert table.turn() == "W"
    assert table.held("W") == 7


@pytest.mark.parametrize(
    ("trick", "line", "code", "words"),
    [
        pytest.param(PLAIN_ONLY, "W inspects trumps", "announcement-false", "there is none", id="000 Closed: no trump"),
        pytest.param(
            NORTH_CUTS, "W inspects none", "announcement-false", "there is one", id="000 Closed: North's trump"
        ),
        pytest.param(
            WEST_CUTS, "W inspects none", "announcement-false", "there is one", id="000 Closed: the indicator"
        ),
        pytest.param(
            PLAIN_ONLY, "N inspects none", "not-the-maker", "only West may do this", id="000 Closed: the maker inspects"
        ),
        pytest.param(
            PLAIN_ONLY, "W inspects none N=7D", "reveal-differs", "it is JH", id="000 Closed: what lies there"
        ),
        pytest.param(
            PLAIN_ONLY,
            "W inspects none S=7S",
            "reveal-differs",
            "cards were named for S; cards must be named for N",
            id="000 Closed: face-down cards",
        ),
        pytest.param(PLAIN_ONLY, "E 9S", "must-inspect", "West must first look", id="000 Closed: before the next lead"),
        pytest.param(PLAIN_ONLY, "W shows JD", "nothing-to-reveal", "not due now", id="000 Closed: no trump"),
        pytest.param(PLAIN_ONLY, "W reveals N=JH", "nothing-to-reveal", "not due now", id="000 Closed: not yet"),
        pytest.param("E JS, N 7D down", "W inspects trumps", "nothing-to-inspect", "not due now", id="000: not yet"),
        pytest.param("E JS", "W shows JD", "nothing-to-reveal", "not due now", id="000 Closed: hidden till then"),
    ],
)
def test_inspections_and_reveals_that_are_refused(trick: str, line: str, code: str, words: str) -> None:
    refusal = closed(trick, VOIDS).refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)


def test_a_trick_of_open_cards_needs_no_inspection() -> None:
    table = closed("E 9S, N TS, W KS, S QS")
    assert table.turn() == "E"
    assert table.refusal("W inspects none").code == "nothing-to-inspect"


def test_whoever_takes_a_trick_of_hidden_cards_takes_their_points_too() -> None:
    table = closed(f"{PLAIN_ONLY}, W inspects none", VOIDS)
    assert table.state.points == [0, 60]


# --- bids of 250 or more ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "shown"),
    [
        pytest.param("W 240", False, id="000 Special Rule: not below 250"),
        pytest.param("W 250", True, id="000 Special Rule: from 250"),
        pytest.param("W 300", True, id="000 Special Rule: and above"),
    ],
)
def test_from_250_on_the_indicator_is_shown_after_the_first_trick(bid: str, shown: bool) -> None:
    table = closed("E 9S, N TS, W KS", bid=bid)
    assert table.state.closed
    table.does("S QS")
    assert (table.lines()[-1] == "W shows JD") is shown
    assert table.state.closed is not shown
    assert table.held("W") == (7 if shown else 6)
    assert table.turn() == "E"
    table.does("E KC, N 9C")
    plain = cards("TH AH 8H", "" if shown else "down")
    assert table.may("W") == plain | ({"JD", "9D", "TD", "AD"} if shown else {"JD cuts"})


def test_at_250_a_cut_in_the_first_trick_shows_the_indicator_once() -> None:
    table = closed(f"{NORTH_CUTS}, W inspects trumps", VOIDS, bid="W 250")
    assert table.lines()[-3:] == ["W inspects trumps N=7D", "W reveals N=7D", "W shows JD"]
    assert table.turn() == "N"


def test_at_250_face_down_cards_without_a_trump_stay_hidden_but_the_indicator_is_shown() -> None:
    table = closed(f"{PLAIN_ONLY}, W inspects none", VOIDS, bid="W 250")
    assert table.lines()[-2:] == ["W inspects none N=JH", "W shows JD"]
    assert table.turn() == "E"


def test_an_eight_card_bid_of_250_has_the_same_reveal() -> None:
    table = Table(MIXED).eight_cards("W 160", "JD").does("W pass, S 250, E pass, N pass, S lays QD, S closes")
    table.does("E 9S, N TS, W KS, S QS")
    assert table.lines()[-1] == "S shows QD"
