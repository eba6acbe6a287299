"""The verdict on a call of Caps, on its absence, and on how it was kept (000 "Caps"; 002 "Caps"; 004 "Caps").

South deals everywhere; the deal is the worked example of 000 "Caps", told by South.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from domain.audit.caps.points import Play, Point, deadline, find_owed_call
from domain.audit.caps.report import CapsReport, adjudicate, departures
from domain.engine.facts import DealOpened
from domain.engine.hiding import hide_act
from domain.engine.knowledge.information import Gap, knowledge
from domain.engine.parameters import is_same_game, parse, plain
from domain.games.catalogue import DOSO_VISO, SIDI_BARRANI, STANDARD
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.audits.caps import caps_report
from replay.notation import read_hand
from replay.notation.document import record_of
from replay.words.caps import moment
from tests.cases import FULL, full
from tests.rules.table import Table, hear
from web.languages import language_of

WORKED = Path(__file__).parents[2] / "replay" / "hands"

HANDS = {
    "S": "JC 9C 8C JH  KC 9H 8H 7H",
    "E": "KS 8S KD KH  QC 7C 7S 8D",
    "N": "AC QS TD 9D  AH AS 9S 7D",
    "W": "JS JD QH TS  TC TH AD QD",
}

CUT = "E 7S, N QS, W JS, S 8C cuts, S inspects trumps"
DRAWN = f"{CUT}, S JC, E 7C, N AC, W TC, S 9C, E QC, N TD, W QH"
"""South has cut the first spade and drawn all trumps; a diamond and a heart fell."""
ORDER = "KC 9H 8H 7H"
REST = "S KC, E 8S, N 7D, W QD, S 9H, E 8D, N AS, W TS, S 8H, E KD, N 9S, W JD, S 7H, E KS, N 9D, W AD"


APART = {**HANDS, "E": "KS 8S KD KH  QC 7C 7S TH", "W": "JS JD QH TS  TC 8D AD QD"}
"""The same, but that East has two hearts and West one."""


def example(*sentences: str, hands: dict[str, str] = HANDS, **rules: Any) -> Table:
    """The worked example up to some card, under rules of a house."""
    return Table(hands, rules=rules).playing("S 200", "8C").does(*sentences)


def report(*sentences: str, **rules: Any) -> CapsReport:
    return adjudicate(example(*sentences, **rules).record)


def certain(table: Table) -> set[str]:
    """The seats that can be certain at the last ply."""
    points = adjudicate(table.record).points
    ply = len(table.record.entries)
    return {point.seat for point in points if point.ply == ply and point.certainty == "certain"}


# --- the worked example -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentences", "who"),
    [
        pytest.param(DRAWN, set(), id="not before the jack of hearts is led"),
        pytest.param(f"{DRAWN}, S JH", set(), id="not while nobody has followed"),
        pytest.param(f"{DRAWN}, S JH, E KH", set(), id="not when one player has followed"),
        pytest.param(f"{DRAWN}, S JH, E KH, N AH", {"S"}, id="when two different players have followed"),
        pytest.param(f"{DRAWN}, S JH, E KH, N AH, W TH", {"S"}, id="and still when the third has"),
    ],
)
def test_the_worked_example_of_000(sentences: str, who: set[str]) -> None:
    assert certain(example(sentences)) == who


def test_the_order_of_the_worked_example_wins_and_is_owed_until_the_next_lead() -> None:
    adjudication = report(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, {REST}")
    (owed,) = adjudication.obligations
    assert (adjudication.verdict, adjudication.seat, owed.seat, owed.team) == ("right", "S", "S", "NS")
    assert adjudication.ply == owed.ply
    assert adjudication.bonus
    assert adjudication.settlement is not None
    assert adjudication.settlement.tokens == {"NS": 3, "EW": -3}


@pytest.mark.parametrize(
    ("grace", "sentences", "verdict"),
    [
        pytest.param("none", "S JH, E KH, N AH, S caps KC 9H 8H 7H, W TH", "right", id="004: the very card"),
        pytest.param("none", "S JH, E KH, N AH, W TH, S caps KC 9H 8H 7H", "late", id="004: a card later"),
        pytest.param(
            "end_of_trick", "S JH, E KH, N AH, W TH, S caps KC 9H 8H 7H", "right", id="000: until the end of the trick"
        ),
        pytest.param(
            "end_of_trick", "S JH, E KH, N AH, W TH, S KC, S caps 9H 8H 7H", "late", id="000: not in the next trick"
        ),
        pytest.param(
            "until_next_own_lead", "S JH, E KH, N AH, W TH, S caps KC 9H 8H 7H", "right", id="000: before the next card"
        ),
        pytest.param(
            "until_next_own_lead", "S JH, E KH, N AH, W TH, S KC, S caps 9H 8H 7H", "late", id="000: after leading it"
        ),
    ],
)
def test_how_long_a_call_may_wait(grace: str, sentences: str, verdict: str) -> None:
    adjudication = report(f"{DRAWN}, {sentences}", **{"caps.grace": grace})
    assert adjudication.verdict == verdict


def test_never_to_call_is_wrong_caps() -> None:
    adjudication = report(f"{DRAWN}, S JH, E KH, N AH, W TH, {REST}")
    assert (adjudication.verdict, adjudication.seat, adjudication.trick_lost) == ("missing", "S", False)
    assert adjudication.settlement is not None
    assert adjudication.settlement.tokens == {"NS": -2, "EW": 2}
    assert adjudication.settlement.reasons == ("bid-made", "caps-missing")


def test_a_trick_lost_does_not_conceal_that_a_call_was_owed() -> None:
    """000 "Caps": deliberately losing a trick counts as Wrong Caps."""
    table = example(f"{DRAWN}, S JH, E KH, N AH, W 8D, S 7H, E TH, N AS, W QD", hands=APART)
    adjudication = adjudicate(table.record)
    assert (adjudication.verdict, adjudication.seat, adjudication.trick_lost) == ("missing", "S", True)


def test_a_call_is_not_yet_missing_while_there_is_grace() -> None:
    adjudication = report(f"{DRAWN}, S JH, E KH, N AH")
    assert adjudication.verdict == "nothing"
    assert [owed.until for owed in adjudication.obligations] == [None]


# --- early ----------------------------------------------------------------------------------------------


def test_an_early_call_has_a_counter_example_that_anybody_can_replay() -> None:
    table = example(f"{DRAWN}, S JH, E KH, S caps {ORDER}")
    adjudication = adjudicate(table.record)
    assert adjudication.verdict == "early"
    other = adjudication.example
    assert other is not None
    assert other.fails == "trick"
    before = other.ply
    assert [hide_act(act, "S") for act in other.record.acts[:before]] == [
        hide_act(act, "S") for act in table.record.acts[:before]
    ]
    assert other.record.find_refusals() == {}
    assert other.record.state.tricks[1] == 1
    payload = caps_report(table.record)["example"]
    again = record_of(read_hand(payload["hand_file"]))
    assert again.acts == other.record.acts
    assert again.opened.players == {}


def test_an_order_that_fails_is_wrong_even_if_another_would_have_won() -> None:
    adjudication = report(f"{DRAWN}, S JH, E KH, N AH, S caps 7H 8H 9H KC")
    assert (adjudication.verdict, adjudication.wrong_order) == ("early", True)
    assert adjudication.example is not None


def test_wrong_caps_as_the_cards_lie() -> None:
    """A15: in 002 the hands show whether the call was right."""
    sentences = f"{DRAWN}, S JH, E KH, S caps {ORDER}"
    assert report(sentences).verdict == "early"
    assert report(sentences, **{"caps.basis": "actual_hands"}).verdict == "right"
    wrong = example(f"{DRAWN}, S JH, E KH, S caps 7H 8H 9H KC", hands=APART, **{"caps.basis": "actual_hands"})
    assert adjudicate(wrong.record).verdict == "early"


PARTNER_LEADS = {
    "S": "JC 9C AC TC  KC JH 7S 8S",
    "E": "8C QS 8D QD  KD TD KH TH",
    "N": "QC JS 9S AS  7D 8H 7H QH",
    "W": "7C KS TS AD  9D JD 9H AH",
}


@pytest.mark.parametrize(("order", "who"), [("strict", set()), ("first_legal", {"S"})])
def test_in_an_order_of_priorities_a_card_waits_until_it_may_be_played(order: str, who: set[str]) -> None:
    """North leads, and South has the last trump and the best heart: it depends on the lead which comes first."""
    table = Table(PARTNER_LEADS, rules={"caps.order": order}).playing("N 200", "QC", opened=True)
    table.does("E QS, N 9S, W TS, S 8S, N QC, W 7C, S JC, E 8C, S 9C, E 8D, N 7H, W 9D, S AC, E QD, N QH, W JD")
    table.does("S TC, E KD, N JS, W 9H, S 7S, E KH, N AS, W KS")
    assert certain(table) == who


# --- a trump maker who calls in a closed game ------------------------------------------------------------

FIRST_TO_LEAD = {"E": "TH JH 9H KH  JS 9S QH 8H"}
"""East leads to the first trick of a closed game. With hearts open it could lead the jack and win everything."""


def first_lead(*sentences: str, **rules: Any) -> Table:
    return Table(FIRST_TO_LEAD, rules=rules).playing("E 160", "TH").does(*sentences)


def test_nobody_owes_a_call_whose_first_card_may_not_be_led() -> None:
    """000 "Closed Trump games" 1: no trump is led to the first trick of a closed game."""
    table = first_lead("E JS")
    adjudication = adjudicate(table.record)
    assert certain(first_lead()) == set()
    assert not [owed for owed in adjudication.obligations if owed.ply < len(table.record.entries)]
    assert adjudication.verdict != "missing"


def test_where_a_call_opens_the_trump_the_same_hand_owes_one() -> None:
    """000 "Caps": all remaining cards are exposed, the indicator among them."""
    opens = {"caps.call_opens_trump": True}
    point = next(point for point in adjudicate(first_lead(**opens).record).points if point.seat == "E")
    assert (point.certainty, point.order[0]) == ("certain", "JH")
    assert adjudicate(first_lead("E JS", **opens).record).verdict == "missing"


@pytest.mark.parametrize("opens", [False, True])
def test_the_report_says_that_a_verdict_rests_on_whether_a_call_opens_the_trump(opens: bool) -> None:
    rules = {"caps.call_opens_trump": opens}
    adjudication = adjudicate(first_lead("E JS", **rules).record)
    assert adjudication.rests_on == ("caps.call_opens_trump",)
    assert adjudication.verdict == ("missing" if opens else "nothing")
    payload = caps_report(first_lead("E JS", **rules).record)
    assert payload["rests_on"] == ["caps.call_opens_trump"]
    assert any("caps.call_opens_trump" in words for words in payload["words"])


def test_a_verdict_that_is_the_same_either_way_rests_on_nothing() -> None:
    assert report(f"{DRAWN}, S JH, E KH, N AH, W TH, {REST}").rests_on == ()


def test_a_ruleset_stored_before_there_was_the_choice_is_read_as_it_was_played() -> None:
    """Deals were recorded with the indicator turned up after the call, so that stays the rule for them."""
    stored = plain(STANDARD)
    del stored["caps"]["call_opens_trump"]
    assert parse(stored).caps.call_opens_trump
    assert not parse({**stored, "caps": {}}).caps.call_opens_trump
    assert is_same_game(stored, plain(STANDARD))
    assert is_same_game(plain(STANDARD), stored)
    record = Record(DealOpened(stored, "S"), Stamp())
    assert record.rules.ruleset.caps.call_opens_trump


# --- who owes what ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "owes"),
    [
        pytest.param({}, True, id="A14: either team"),
        pytest.param({"caps.teams": "maker_only"}, False, id="A14: 002, only the high bidders"),
        pytest.param({"caps.external": "off"}, False, id="A17: no External Caps"),
        pytest.param({"caps.external": "fixed_8"}, True, id="A17: External Caps at another price"),
    ],
)
def test_who_owes_external_caps(rules: dict[str, Any], owes: bool) -> None:
    """West made the trump with its lowest; North has all the others, and a spade is led."""
    hands = {"N": "JC 9C AC TC KC QC 8C JH", "W": "7C 7D 8D QD KD TD AD 9D", "E": "7S 8S QS KS TS AS 9S JS"}
    table = Table(hands, rules=rules).playing("W 160", "7C", opened=True).does("E 7S")
    adjudication = adjudicate(table.record)
    assert [owed.seat for owed in adjudication.obligations if owed.team == "NS"] == (["N"] if owes else [])


@pytest.mark.parametrize("rules", [{}, {"caps.external": "off"}, {"caps.teams": "maker_only"}])
@pytest.mark.parametrize("maker", ["N", "E"])
def test_a_hand_of_all_trumps_is_certain_before_the_first_lead(rules: dict[str, Any], maker: str) -> None:
    """Of the trump maker: it owes a call whoever else may owe one."""
    table = Table({maker: "7C JC 9C AC TC KC QC 8C"}, rules=rules).playing(f"{maker} 160", "7C", opened=True)
    (owed,) = adjudicate(table.record).obligations
    assert (owed.seat, owed.ply) == (maker, len(table.record.entries))


def test_where_nobody_calls_nobody_owes_a_call() -> None:
    table = Table({"N": "7C JC 9C AC TC KC QC 8C"}, rules={"caps.teams": "nobody"}).playing("N 160", "7C", opened=True)
    assert (
        find_owed_call(table.record, len(table.record.entries), "N").why
        == adjudicate(table.record).exempt
        == "nobody-calls"
    )


@pytest.mark.parametrize("more", [(), ("W 7D", "S JH")], ids=["in the trick", "after the trick"])
def test_a_seat_whose_own_card_the_scribe_missed_is_undecided(more: tuple[str, ...]) -> None:
    """It would seem to hold one card more than it does."""
    hands = {"N": "7C JC 9C AC TC KC QC 8C", "S": "JH 8S 9S TS JS QS KS AS", "E": "7H 8H 9H 7S QD KD TD AD"}
    table = Table(hands).playing("N 160", "7C", opened=True).does("E 7H")
    at = len(table.record.entries)
    for line in ("N ??", *more):
        table.record.fold(hear(line), Stamp(99))
    owed = find_owed_call(table.record, len(table.record.entries), "N")
    assert (owed.state, owed.why) == ("undecided", "unseen-by-the-record")
    assert owed.settles == (Gap("played", "N", at),)


@pytest.mark.parametrize(
    ("grace", "by"), [("none", 11), ("end_of_trick", 14), ("until_next_own_lead", 22), ("until_next_own_lead", None)]
)
def test_a_call_must_come_before_the_next_card_the_next_lead_or_the_next_own_lead(grace: str, by: int | None) -> None:
    """B12. South is certain before ply 11, follows to East's leads, and leads at ply 22."""
    table = Table(HANDS, rules={"caps.grace": grace})
    led = [(10, "E", True), (11, "S", False), (14, "E", True), (15, "S", False), (22, "S", True), (26, "S", True)]
    plays = [Play(ply, table.rules.place[seat], lead) for ply, seat, lead in led if by or ply < 22]
    assert deadline(table.record, plays, Point(11, "S", "certain")) == by


def test_in_partner_close_caps_nobody_owes_a_call() -> None:
    """000 "Partner Close Caps"."""
    table = Table({"N": "7C JC 9C AC TC KC QC 8C"}).playing_pcc("N", "7C", opened=True).does("N JC")
    assert adjudicate(table.record).exempt == "slam"
    assert caps_report(table.record)["exempt"] == "Nobody calls Caps in Partner Close Caps."


@pytest.mark.parametrize("game", [DOSO_VISO, SIDI_BARRANI], ids=lambda game: game.key)
def test_games_without_caps(game: Any) -> None:
    record = Record(DealOpened(plain(game), "S"), Stamp())
    assert adjudicate(record).exempt
    assert caps_report(record)["exempt"].endswith(".")


def test_a_call_after_a_lost_trick_was_not_allowed() -> None:
    table = example(f"{CUT}, S 7H, E KH, N AH, W QH, N 7D, W JD, S 8H, E 8D")
    refusal = table.happens("S caps JC 9C KC JH 9H")
    adjudication = adjudicate(table.record)
    assert (adjudication.verdict, adjudication.broke) == ("barred", refusal)


# --- unknown cards ------------------------------------------------------------------------------------------


def test_a_card_that_the_scribe_missed_may_leave_it_undecided() -> None:
    """Everybody saw which heart East played; the record does not have it."""
    table = Table({**HANDS, "E": " ".join(["??"] * 8)}).playing("S 200", "8C").does(CUT.replace("E 7S", "E ??"))
    points = adjudicate(table.record).points
    (point,) = [point for point in points if point.ply == len(table.record.entries) and point.seat == "S"]
    assert (point.certainty, point.why) == ("undecided", "unseen-by-the-record")
    assert {(gap.kind, gap.seat) for gap in point.settles if isinstance(gap, Gap)} == {("played", "E")}


def test_a_deal_whose_hands_nobody_saw_is_judged_by_what_was_played() -> None:
    """A scribe at a real table sees no hands; in the end all cards have been played."""
    record = example(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, {REST}").record
    table = Table(unseen=True).playing("S 200", "??")
    for act in record.acts[len(table.record.entries) :]:
        if type(act).__name__ not in ("CardsRevealed", "IndicatorRevealed"):
            table.store(table.record.act(act))
    assert adjudicate(table.record).verdict == "right"


def test_a_breach_that_a_player_could_see_leaves_it_undecided() -> None:
    """West discards on the hearts and plays one later: from then on it shows."""
    table = example(DRAWN, "S JH, E KH, N AH")
    table.happens("W QD")
    table.does("S KC, E 8S, N 7D, W TH")
    last = len(table.record.entries)
    points = {point.ply: point for point in adjudicate(table.record).points if point.seat == "S"}
    assert points[last - 1].certainty == "certain"
    assert points[last].why == "breach"
    (settles,) = points[last].settles
    assert str(settles) == "West played TH, which contradicts card 16"


def test_where_the_search_is_bounded_it_says_so() -> None:
    adjudication = adjudicate(example(f"{DRAWN}, S JH, E KH, N AH").record, limit=3)
    why = {point.why for point in adjudication.points if point.certainty == "undecided"}
    assert why == {"bound"}


# --- keeping to the order --------------------------------------------------------------------------------


def test_a_card_that_departs_from_the_order_stated_is_told() -> None:
    table = example(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, S 9H, E 8D, N AS, W TS")
    (left,) = departures(table.record)
    assert (left.seat, left.stated, left.played) == ("S", "KC", "9H")
    assert left.refusal.code == "caps-departed"
    assert str(left.refusal.clause).startswith("000")
    assert adjudicate(table.record).departures == (left,)
    assert any("the stated order" in words for words in caps_report(table.record)["words"])


def test_to_keep_to_the_order_is_no_departure() -> None:
    assert departures(example(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, {REST}").record) == []


# --- words ---------------------------------------------------------------------------------------------------


def test_the_words_of_the_worked_example() -> None:
    record = example(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, {REST}").record
    ply = len(example(f"{DRAWN}, S JH, E KH, N AH").record.entries)
    assert str(moment(record, ply)) == "trick 4, before West's card"
    assert caps_report(record)["words"] == [
        "From then on (trick 4, before West's card), South could be certain of every remaining trick. Playing "
        "K♣ 9♥ 8♥ 7♥ in this order wins them all, however the others play and wherever the unseen cards lie.",
        "The call had to come before then (trick 5, before South's lead).",
        "South's call (trick 4, before West's card) was right and in time.",
        "With this verdict the deal pays NS +3, EW -3 tokens under this ruleset, "
        "including the extra payment for the call.",
    ]


SCENES = {
    "right": f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, {REST}",
    "late, and against the order": f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}, W TH, S 9H, E 8D, N AS, W TS",
    "missing": f"{DRAWN}, S JH, E KH, N AH, W TH, {REST}",
    "nobody": CUT,
    "early": f"{DRAWN}, S caps JH {ORDER}",
}
ENGLISH_WORD = re.compile(r"\b[a-z]{3,}\b")


@pytest.mark.parametrize("code", [full("gsw"), "ta", full("si")])
@pytest.mark.parametrize("scene", SCENES)
def test_the_report_is_said_in_every_language(scene: str, code: str) -> None:
    record = example(SCENES[scene]).record
    english, report = caps_report(record), caps_report(record, language_of(code))
    assert len(report["words"]) == len(english["words"]) > 0
    for text, other in zip(report["words"], english["words"], strict=True):
        assert text != other
        assert code == "gsw" or not ENGLISH_WORD.search(text), text
    for owed, same in zip(report["obligations"], english["obligations"], strict=True):
        assert owed["moment"] != same["moment"]


def test_what_a_player_knows_follows_from_what_it_saw() -> None:
    table = example(f"{DRAWN}, S JH, E KH, N AH")
    knows = knowledge(table.record, "S", len(table.record.entries))
    (world,) = knows.worlds
    spaces = {table.rules.seats[space.seat]: space.suits for space in world.spaces if space.where == "hand"}
    hearts, clubs = table.rules.tables.suit["H"], table.rules.tables.suit["C"]
    assert spaces["W"] & hearts
    assert not spaces["N"] & clubs
    assert knows.trump == clubs


# --- one seat at one ply --------------------------------------------------------------------------------------


def test_whether_a_seat_owes_a_call_is_answered_at_every_ply_as_the_report_says() -> None:
    record = example(f"{DRAWN}, S JH, E KH, N AH, W TH, {REST}").record
    adjudication = adjudicate(record)
    words = {"certain": "owed", "not-certain": "not-owed", "undecided": "undecided"}
    for point in adjudication.points[:: 1 if FULL else 3]:
        owed = find_owed_call(record, point.ply, point.seat)
        assert (owed.state, owed.order) == (words[point.certainty], point.order)
    (obligation,) = adjudication.obligations
    owed = find_owed_call(record, obligation.ply, "S")
    assert (owed.state, owed.since, owed.until) == ("owed", obligation.ply, obligation.until)
    later = find_owed_call(record, obligation.ply + 2, "S")
    assert (later.state, later.since, later.until) == ("owed", obligation.ply, obligation.until)
    before = find_owed_call(record, obligation.ply - 1, "S")
    assert (before.state, before.why, before.since) == ("not-owed", "not-certain", None)


def test_what_is_owed_now_has_no_deadline_yet() -> None:
    record = example(f"{DRAWN}, S JH, E KH, N AH").record
    owed = find_owed_call(record, len(record.entries), "S")
    assert (owed.state, " ".join(owed.order), owed.until) == ("owed", ORDER, None)


@pytest.mark.parametrize(
    ("sentences", "seat", "why"),
    [
        pytest.param(f"{DRAWN}, S JH, E KH, N AH, S caps {ORDER}", "S", "caps-twice", id="it has called"),
        pytest.param(f"{CUT}, S 7H, E KH, N AH, W QH", "E", "caps-trick-lost", id="its side has lost a trick"),
        pytest.param(DRAWN, "N", "not-certain", id="it cannot be certain"),
    ],
)
def test_who_owes_no_call_is_told_why(sentences: str, seat: str, why: str) -> None:
    record = example(sentences).record
    owed = find_owed_call(record, len(record.entries), seat)
    assert (owed.state, owed.why) == ("not-owed", why)


def test_an_answer_that_rests_on_whether_a_call_opens_the_trump_says_so() -> None:
    record = first_lead().record
    owed = find_owed_call(record, len(record.entries), "E")
    assert (owed.state, owed.rests_on) == ("not-owed", ("caps.call_opens_trump",))


def test_before_the_play_and_in_games_without_caps_nobody_owes_a_call() -> None:
    assert find_owed_call(Table(HANDS).dealt().record, 2, "S").why == "not-played"
    assert find_owed_call(Record(DealOpened(plain(SIDI_BARRANI), "S"), Stamp()), 0, "S").why == "other-game"
    with pytest.raises(LookupError):
        find_owed_call(Table(HANDS).dealt().record, 0, "5")
