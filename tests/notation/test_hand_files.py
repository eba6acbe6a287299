"""Hand files as people write them, and the worked ones that come with the house."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest

from domain.engine.facts import (
    CardPlayed,
    CardsDealt,
    DealConfirmed,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryRetracted,
    PackShuffled,
)
from domain.games.three04.acts import FaceDownInspected, IndicatorRevealed
from replay.notation import (
    HandFileError,
    check,
    read_archived,
    read_hand,
    record_of,
    write_archived,
    write_hand,
)
from tests.notation.conftest import HANDS

SHORT = """
nought = 1
ruleset = "304"
dealer = "S"

[deal]
E = "KS 8S KD KH QC 7C 7S 8D"
N = "AC QS TD 9D AH AS 9S 7D"
W = "JS JD QH TS TC TH AD QD"
S = ["JC 9C 8C JH", "KC 9H 8H 7H"]
"""

FIRST_TRICK = """
actions = [
  "W cut", "deal",
  "E 160", "N pass", "W pass", "S 200", "E pass", "N pass", "W pass", "S indicator 8C",
  "deal", "S pass", "E pass", "N pass", "W pass", "S closed",
  "E 7S", "N QS", "W JS", "S ([8C])", "S: trumps",
]
"""


TIMES = {
    "2026-10-25T20:01:00": "2026-10-25T20:01:00",
    "2026-10-25 20:01:00.5": "2026-10-25T20:01:00.500000",
    "2026-10-25T20:01:00+05:30": "2026-10-25T20:01:00+05:30",
    "2026-10-25T14:31:00Z": "2026-10-25T14:31:00+00:00",
    "2026-10-25": "2026-10-25",
    "20:01:00": "20:01:00",
}
"""Dates and times of TOML, each with the text that means the same."""


def short(actions: str, deal: str = SHORT) -> str:
    """A hand file with these actions; they must stand before any table."""
    head, table, rest = deal.partition("[deal]")
    return head + actions + table + rest


# --- the worked hand files ------------------------------------------------------------------------


def test_every_worked_hand_is_as_the_house_writes_it(hand: str) -> None:
    document = read_hand(hand)
    assert write_hand(document) == hand
    assert read_archived(write_archived(document)) == document


def test_every_worked_hand_is_within_the_rules_or_says_where_not(hand: str) -> None:
    document = read_hand(hand)
    report = check(document)
    assert report.ok
    assert report.possible == 0
    assert [finding.code for finding in report.findings] == [item.broke for item in document.items if item.broke]
    assert report.settled == record_of(document).settlement


def test_every_worked_hand_says_what_it_shows_and_where_that_stands(
    hand: str, hand_schema: jsonschema_rs.Draft202012Validator, archive_schema: jsonschema_rs.Draft202012Validator
) -> None:
    document = read_hand(hand)
    assert re.search(r"document 00[0-4], “|No rule document", document.opened.note)
    assert set(document.opened.players) == set(record_of(document).rules.seats)
    assert any(item.comment for item in document.items)
    hand_schema.validate(tomllib.loads(hand))
    archive_schema.validate(json.loads(write_archived(document)))


def test_the_worked_hands_have_names_of_their_own() -> None:
    documents = [read_hand(path.read_text(encoding="utf-8")) for path in HANDS]
    assert len(HANDS) >= 38
    assert len({document.id for document in documents}) == len(HANDS)
    assert [document.opened.number for document in documents] == list(range(1, len(HANDS) + 1))


def test_of_the_worked_hands_only_the_revoke_breaks_a_rule() -> None:
    unclean = {path.name: check(read_hand(path.read_text(encoding="utf-8"))).findings for path in HANDS}
    breaking = {name: findings for name, findings in unclean.items() if findings}
    assert list(breaking) == ["17-a-revoke.nought.toml"]
    (finding,) = breaking["17-a-revoke.nought.toml"]
    assert (finding.kind, finding.code, str(finding.clause), finding.ply) == ("irregular", "revoke", "000 “Play”", 39)


def test_what_the_rules_compel_may_be_taken_out_of_a_worked_hand(hand: str) -> None:
    """The same deal without its reveals and without its settlement."""
    document = read_hand(hand)
    if any(isinstance(item.fact, CardPlayed) and item.fact.card == "??" for item in document.items):
        return  # unknown cards compel nothing: whoever saw the reveal must write it down
    compelled = re.compile(r'  "[NESW1-8] (shows(?! weis)|takes back|stöck)|  \{ settled = ')
    head = hand.partition("\n[settlement]")[0]
    read = read_hand("\n".join(line for line in head.splitlines() if not compelled.match(line)))
    assert [item.fact for item in read.items] == [item.fact for item in document.items]


# --- reading --------------------------------------------------------------------------------------


def test_consequences_and_cards_are_filled_in() -> None:
    document = read_hand(short(FIRST_TRICK))
    assert document.items[1].fact == CardsDealt(
        "S",
        {
            "S": ("JC", "9C", "8C", "JH"),
            "E": ("KS", "8S", "KD", "KH"),
            "N": ("AC", "QS", "TD", "9D"),
            "W": ("JS", "JD", "QH", "TS"),
        },
    )
    assert document.items[-1].fact == IndicatorRevealed("S", "8C")
    assert document.items[-1].line == 0
    assert document.items[-2].line == 11
    assert isinstance(document.items[-2].fact, FaceDownInspected)


def test_with_the_pack_and_the_cut_the_hands_need_not_be_written() -> None:
    pack = [rank + suit for suit in "SHDC" for rank in "78QKTA9J"]
    deal = f'nought = 1\nruleset = "304"\ndealer = "S"\n[deal]\npack = "{" ".join(pack)}"\n'
    document = read_hand(short('actions = ["shuffle", "W cut 3", "deal"]\n', deal))
    shuffled, _, dealt = (item.fact for item in document.items)
    assert shuffled == PackShuffled("S", tuple(pack))
    assert isinstance(dealt, CardsDealt)
    assert dealt.hands["E"] == tuple(pack[3:7])
    assert check(document).clean


def test_hands_that_nobody_wrote_down_are_unknown() -> None:
    text = short('actions = ["W cut", "deal"]\n', SHORT.split("[deal]")[0] + '[deal]\nE = "KS 8S KD KH"\n')
    dealt = read_hand(text).items[1].fact
    assert isinstance(dealt, CardsDealt)
    assert dealt.hands == {"S": ("??",) * 4, "E": ("KS", "8S", "KD", "KH"), "N": ("??",) * 4, "W": ("??",) * 4}


def test_a_correction_brings_its_consequences() -> None:
    path = next(path for path in HANDS if path.name.startswith("12-"))
    text = path.read_text(encoding="utf-8").partition("\n[settlement]")[0].rstrip().removesuffix("]")
    text += '{ amend = 5, was = "S pass", now = "S 160", why = "South did bid" }]'
    facts = [item.fact for item in read_hand(text).items]
    assert isinstance(facts[-3], DealSettled)
    assert isinstance(facts[-2], EntryAmended)
    assert isinstance(facts[-1], DealReopened)


def test_players_confirm_a_result_in_a_hand_file() -> None:
    path = next(path for path in HANDS if path.name.startswith("12-"))
    text = path.read_text(encoding="utf-8").partition("\n[settlement]")[0].rstrip().removesuffix("]")
    document = read_hand(text + '{ confirmed = "E" }, { confirmed = "S", by = "Ruwan" }]')
    assert [item.fact for item in document.items[-2:]] == [DealConfirmed("E"), DealConfirmed("S")]
    assert isinstance(document.items[-3].fact, DealSettled)
    assert check(document).clean
    assert read_hand(write_hand(document)).items == document.items
    early = check(read_hand(text.replace('"S deal', '{ confirmed = "E" }, "S deal', 1) + "]"))
    assert [finding.code for finding in early.findings] == ["no-result"]


def test_a_retraction_takes_what_followed_along() -> None:
    text = short(
        FIRST_TRICK.replace('"S: trumps",', '"S: trumps", { retract = 20, was = "S: trumps", why = "too soon" },')
    )
    facts = [item.fact for item in read_hand(text).items]
    assert [fact.ply for fact in facts if isinstance(fact, EntryRetracted)] == [21, 20]


def test_only_a_part_of_the_settlement_may_be_written() -> None:
    path = next(path for path in HANDS if path.name.startswith("01-"))
    head = path.read_text(encoding="utf-8").partition("[settlement]")[0]
    right = read_hand(head + "[settlement]\ntokens = { NS = -2, EW = 2 }\n")
    assert check(right).clean
    wrong = read_hand(head + "[settlement]\ntokens = { NS = -1, EW = 1 }\n")
    (finding,) = check(wrong).findings
    assert finding.kind == "settlement"
    assert finding.message == "tokens is NS -1, EW 1, but by the cards NS -2, EW 2"


def test_a_settlement_of_a_deal_that_is_not_over_must_be_whole() -> None:
    with pytest.raises(HandFileError, match="not over by these actions"):
        read_hand(short(FIRST_TRICK) + "[settlement]\ntokens = { NS = 2, EW = -2 }\n")


def test_comments_survive_and_toml_comments_do_not() -> None:
    text = short('actions = [\n  "W cut ; a third of the pack", # lost\n  "deal;kept",\n]\n', SHORT.split("[deal]")[0])
    document = read_hand(text)
    assert [item.comment for item in document.items] == ["a third of the pack", "kept"]
    assert '"W cut ; a third of the pack",' in write_hand(document)
    assert "lost" not in write_hand(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nought = ", "this is no TOML"),
        ("x = 1", "begins with “nought = 1”"),
        ('nought = 2\nruleset = "304"', "it says 2"),
        ('nought = 1\nruleset = "304"', "missing required field `dealer`"),
        ('nought = 1\nruleset = "305"\ndealer = "S"', "there is no ruleset '305'"),
        ('nought = 1\nruleset = "304"\ndealer = "S"\nweather = "fine"', "unknown field `weather`"),
        ('nought = 1\nruleset = "304"\ndealer = "Q"', "head of the deal: 'Q' is no seat"),
        (short('actions = ["W cut"]\n'), "the table gives 2 batches, but 0 of the actions"),
        (short(FIRST_TRICK).replace("KS 8S", "KS 6S", 1), "6S is not in the pack"),
        (short('actions = ["; only words"]\n'), "line 6: '; only words' is only a comment"),
        (SHORT + 'pack = "JH"\n', "the table gives"),
    ],
)
def test_what_is_not_understood_is_told(text: str, message: str) -> None:
    with pytest.raises(HandFileError) as refused:
        read_hand(text)
    assert message in str(refused.value)


def test_every_bad_line_is_told_with_the_line_it_stands_on() -> None:
    text = short('actions = [\n  "W cut",\n  # a remark with a ] in it\n  "E flies", "E 16O",\n  { amend = 1 },\n]\n')
    with pytest.raises(HandFileError) as refused:
        read_hand(text)
    assert [problem.partition(":")[0] for problem in str(refused.value).splitlines()] == ["line 9", "line 9", "line 10"]


# --- checking -------------------------------------------------------------------------------------


def test_a_check_names_line_ply_seat_code_and_what_is_allowed() -> None:
    report = check(read_hand(short(FIRST_TRICK.replace('"N pass", "W pass", "S 200"', '"N 160", "W pass", "S 200"'))))
    assert not report.ok
    finding = report.findings[0]
    assert (finding.code, finding.seat, finding.ply, finding.line) == ("bid-too-low", "N", 3, 9)
    assert finding.text == "N 160"
    assert finding.allowed == "the minimum here is 170"
    assert str(finding.clause) == "000 “Bidding with Four Cards”"
    assert str(finding).startswith("line 9 “N 160”: North bid 160; the minimum here is 170 [bid-too-low")


def test_what_is_marked_as_it_happened_is_judged_and_not_refused() -> None:
    text = FIRST_TRICK.replace('"N pass", "W pass", "S 200"', '"! N 160", "W pass", "S 200"')
    report = check(read_hand(short(text)))
    assert report.findings[0].kind == "irregular"
    wrong = check(read_hand(short(text.replace("! N 160", "!revoke N 160"))))
    assert [finding.kind for finding in wrong.findings[:2]] == ["irregular", "marked"]
    assert wrong.findings[1].message == "marked as revoke, but what it broke is bid-too-low"
    needless = check(read_hand(short(FIRST_TRICK.replace('"E 160"', '"! E 160"'))))
    assert needless.ok
    assert [finding.kind for finding in needless.findings] == ["marked"]


def test_an_amendment_must_tell_what_stands_there() -> None:
    text = FIRST_TRICK.replace('"N pass",', '"N pass", { amend = 2, was = "E 180", now = "E 170" },', 1)
    (finding,) = [each for each in check(read_hand(short(text))).findings if each.kind == "correction"]
    assert finding.message == "at ply 2 stands E 160, not E 180"


def test_cards_told_later_bring_a_breach_to_light() -> None:
    actions = FIRST_TRICK.replace('"N QS"', '"N (??)"').replace('"S: trumps",', "")
    deal = SHORT.split("[deal]")[0] + '[deal]\nS = "JC 9C 8C JH KC 9H 8H 7H"\n'
    assert check(read_hand(short(actions, deal))).clean
    hands = '{ disclose = { hands = { N = ["AC QS TD 9D", "AH AS 9S 7D"] }, plies = { 17 = "7D" } } },'
    report = check(read_hand(short(actions.rstrip().removesuffix("]") + hands + "]\n", deal)))
    (finding,) = report.findings
    assert (finding.kind, finding.code, finding.ply, finding.text) == ("came-to-light", "revoke", 17, "N (??)")
    assert report.ok


def test_nothing_here_names_a_place_on_a_machine() -> None:
    for path in HANDS:
        assert str(Path.home()) not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("time", "text"), TIMES.items())
def test_a_time_may_be_a_time_of_toml_or_a_text(time: str, text: str) -> None:
    """docs/formats.md: every table may have a time, with an offset or the venue's."""
    lines = """date = {time}
actions = [
  "W cut", {{act = "deal", at = {time}}}, "E pass", "N pass", "W pass",
  {{retract = 4, was = "W pass", at = {time}}},
]
[settlement]
outcome = "abandoned"
tokens = {{}}
points = {{}}
tricks = {{}}
at = {time}
"""
    head = SHORT.partition("[deal]")[0]
    read, written = (read_hand(head + lines.format(time=each)) for each in (time, f'"{text}"'))
    assert read == written
    assert (read.at, read.items[1].at, read.items[-1].at) == (text, text, text)
