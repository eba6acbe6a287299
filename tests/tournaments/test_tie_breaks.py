"""Each tie-break on small tournaments that are worked by hand in the comments."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from domain.tournament.standings.places import explain, field_of, standings, unused
from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.standings.tie_breaks import BREAKS
from domain.tournament.state import Adjustment, Entry, Line, Standing
from domain.tournament.terms import Scoring, Terms
from tests.tournaments.evenings import entered, lines_of

HALF = Fraction(1, 2)

EVENING = lines_of(
    [
        "1-2 7:3, 3-4 7:5, 5 bye",
        "1-3 7:6, 2-5 7:2, 4 bye",
        "4-1 7:4, 3-5 7:2, 2 bye",
    ]
)
"""Five pairs, three rounds. Points, a bye being a win:

1: won, won, lost  = 2        4: lost, bye, won  = 2
2: lost, won, bye  = 2        5: bye, lost, lost = 1
3: won, lost, won  = 2
"""


def swiss(*tie_breaks: str, **scoring: object) -> Terms:
    return Terms("swiss", rounds=3, tie_breaks=tie_breaks, scoring=Scoring(**scoring))  # type: ignore[arg-type]


def values(name: str, lines: list[Line], entries: list[Entry], **scoring: object) -> list[Fraction | None]:
    """The value of one tie-break for each entry by itself, in the order of the list."""
    field = field_of(swiss(**scoring), entries, lines)
    return [BREAKS[name](field, entry.id, (entry.id,)) for entry in entries]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # 1 met 2, 3, 4 with 2 each. 2 met 1 (2), 5 (1), and in the bye itself (2). 3 met 4 (2), 1 (2), 5 (1).
        # 4 met 3 (2), itself (2), 1 (2). 5 met itself (1), 2 (2), 3 (2).
        pytest.param("buchholz", [6, 5, 5, 6, 5], id="Buchholz: a bye is an encounter with oneself"),
        # Without one of the lowest: 2+2, 2+2, 2+2, 2+2, 2+2.
        pytest.param("buchholz-cut-1", [4, 4, 4, 4, 4], id="Buchholz without the lowest"),
        # 1 beat 2 and 3: 2+2. 2 beat 5 (1) and drew with itself (half of 2). 3 beat 4 (2) and 5 (1).
        # 4 drew with itself (half of 2) and beat 1 (2). 5 drew with itself (half of 1).
        pytest.param("sonneborn-berger", [4, 2, 3, 3, HALF], id="Sonneborn-Berger: a bye is a draw against oneself"),
        # 1: +4 +1 -3. 2: -4 +5. 3: +2 -1 +5. 4: -2 +3. 5: -5 -5.
        pytest.param("difference", [2, 1, 6, 1, -10], id="difference: byes have none"),
        pytest.param("wins", [2, 2, 2, 2, 1], id="wins: byes that are worth one among them"),
        # Wins count, so the best round is one of tokens: see the differences above.
        pytest.param("best-round", [4, 5, 5, 3, -5], id="best round: in tokens where wins count"),
        # 1+1+0 without the nought; 1+0+0 without one nought.
        pytest.param("drop-worst", [2, 2, 2, 2, 1], id="the score without the worst round"),
    ],
)
def test_each_tie_break_as_worked_by_hand(name: str, expected: list[Fraction | int]) -> None:
    assert values(name, EVENING, entered(5)) == expected


def test_tie_breaks_are_taken_in_the_order_of_the_terms() -> None:
    # All of 1, 2, 3, 4 have 2 points. 2 and 3 have not met, so head to head says nothing. Buchholz puts 1 and 4 (6)
    # before 2 and 3 (5). Sonneborn-Berger puts 1 (4) before 4 (3), and 3 (3) before 2 (2).
    rows = standings(swiss("head-to-head", "buchholz", "sonneborn-berger"), entered(5), EVENING)
    assert [(row.place, row.entry) for row in rows] == [(1, "1"), (2, "4"), (3, "3"), (4, "2"), (5, "5")]
    assert [str(row.why) for row in rows] == [
        "First of four with 2 points: Buchholz 6 against 6, 5 and 5; Sonneborn-Berger 4 against 3.",
        "Second of four with 2 points: Buchholz 6 against 6, 5 and 5; Sonneborn-Berger 3 against 4.",
        "Third of four with 2 points: Buchholz 5 against 6, 6 and 5; Sonneborn-Berger 3 against 2.",
        "Fourth of four with 2 points: Buchholz 5 against 6, 6 and 5; Sonneborn-Berger 2 against 3.",
        "Fifth, the only entry with 1 point.",
    ]
    # The other way round Sonneborn-Berger is asked first: 1 (4), then 3 and 4 (3), then 2 (2); Buchholz puts 4 (6)
    # before 3 (5).
    rows = standings(swiss("sonneborn-berger", "buchholz"), entered(5), EVENING)
    assert [row.entry for row in rows] == ["1", "4", "3", "2", "5"]
    assert str(rows[1].why) == (
        "Second of four with 2 points: Sonneborn-Berger 3 against 4, 3 and 2; Buchholz 6 against 5."
    )


def test_every_step_is_told_for_an_entry_that_asks() -> None:
    terms = swiss("head-to-head", "buchholz", "sonneborn-berger")
    assert list(map(str, explain(terms, entered(5), EVENING, entry="4"))) == [
        "Round 1: lost to Chitra 5 to 7 (0 points).",
        "Round 2: had a bye (1 point).",
        "Round 3: beat Amal 7 to 4 (1 point).",
        "Total: 2 points.",
        "Entries with the same score: Amal, Chitra and Bimal.",
        "Head to head does not apply: they have not all met each other equally often.",
        "Buchholz, the scores of all opponents, added up: 2 (Chitra, round 1) + 2 (own score: no opponent in round 2)"
        " + 2 (Amal, round 3) = 6.",
        "The others: Amal 6, Bimal 5, Chitra 5.",
        "Sonneborn-Berger, the scores of the opponents beaten, plus half the scores of those drawn with:"
        " ½ × 2 (own score: no opponent in round 2) + 2 (Amal, round 3) = 3.",
        "The others: Amal 4.",
        "Second of four with 2 points: Buchholz 6 against 6, 5 and 5; Sonneborn-Berger 3 against 4.",
    ]


def test_an_entry_that_asks_sees_how_its_other_tie_breaks_come_about() -> None:
    """Each number of the standings can be redone on paper, also if no tie had to be broken."""
    terms = swiss("head-to-head", "buchholz-cut-1", "progressive", "lot")
    assert list(map(str, unused(terms, entered(5), EVENING, entry="5"))) == [
        "Buchholz without the lowest, the scores of all opponents except the lowest, added up:"
        " 2 (Bimal, round 2) + 2 (Chitra, round 3) = 4; left out: 1 (own score: no opponent in round 1).",
        "Progressive score, the score after each round, added up:"
        " 1 (after round 1) + 1 (after round 2) + 1 (after round 3) = 3.",
    ]
    assert not unused(swiss("buchholz", "lot"), entered(5), EVENING, entry="1")


def test_a_round_in_which_nobody_counts_is_named() -> None:
    """2 does not come in the first round, which adds nothing by our rules: the sum says why it is shorter."""
    lines = lines_of(["1-2 walkover, 3-4 7:1", "1-3 7:2, 2-4 7:3"])
    assert str(unused(swiss("wins", "buchholz"), entered(4), lines, entry="1")[-1]).endswith("(Chitra, round 2) = 3.")
    (first, *_) = [
        each for each in map(str, explain(swiss("buchholz"), entered(4), lines, entry="2")) if "round 2" in each
    ]
    assert first.endswith("0 (Dilani, round 2) = 0; nobody to count in round 1.")


def test_a_reason_is_given_once() -> None:
    """Lots are asked for again among fewer entries; that there were none is said once."""
    steps = list(map(str, explain(swiss("buchholz", "lot"), entered(5), EVENING, entry="1")))
    assert steps.count("Lot does not apply: no lot was drawn among all of them.") == 1
    terms = swiss("head-to-head", "buchholz", "sonneborn-berger", "wins", "lot")
    steps = list(map(str, explain(terms, entered(4), lines_of(["1-2 7:3"]), entry="3")))
    assert [each.partition(",")[0].partition(":")[0] for each in steps[2:-1]] == [
        "Head to head does not apply", "Buchholz", "The others", "Sonneborn-Berger", "The others have the same", "Wins",
        "The others have the same", "Lot does not apply",
    ]  # fmt: skip


def test_a_draw_is_half_of_the_opponent_in_sonneborn_berger() -> None:
    # 1 drew with 2 and beat 3; 2 drew with 1 and beat 4; 3 beat 4 in the third round, 1 drew with 4, 2 lost to 3.
    lines = lines_of(["1-2 4:4, 3-4 7:1", "1-3 7:2, 2-4 7:3", "1-4 4:4, 2-3 5:7"])
    # Points: 1: ½+1+½ = 2. 2: ½+1+0 = 1½. 3: 1+0+1 = 2. 4: 0+0+½ = ½.
    # 1: half of 1½, 2, half of ½ = 3. 2: half of 2, ½, = 1½. 3: ½ + 1½ = 2. 4: half of 2 = 1.
    assert values("sonneborn-berger", lines, entered(4)) == [3, Fraction(3, 2), 2, 1]


def test_what_is_forfeited_counts_for_nothing_and_a_walkover_as_a_draw_against_oneself() -> None:
    # 2 does not come in the first round. 1: 1 (walkover) + 1 = 2; 2: 0 + 1 = 1; 3: 1 + 0 = 1; 4: 0 + 0 = 0.
    lines = lines_of(["1-2 walkover, 3-4 7:1", "1-3 7:2, 2-4 7:3"])
    # 1: itself (2) and 3 (1). 2: 4 (0), and nothing for what it forfeited. 3: 4 (0) and 1 (2). 4: 3 (1) and 2 (1).
    assert values("buchholz", lines, entered(4)) == [3, 0, 2, 2]
    # 1: half of its own 2, and 3 (1). 2: 4 (0). 3: 4 (0). 4: nothing.
    assert values("sonneborn-berger", lines, entered(4)) == [2, 0, 0, 0]
    # The walkover is a win, but not a round at the table: 1 has only its 7 to 2 there.
    assert values("wins", lines, entered(4)) == [2, 1, 1, 0]
    assert values("best-round", lines, entered(4)) == [5, 4, 6, -4]


class TestHeadToHead:
    TERMS = swiss("head-to-head", "seed")

    def rows(self, lines: list[Line], adjustments: list[Adjustment] | None = None, count: int = 4) -> list[Standing]:
        seeds = {f"n{n}": count - n for n in range(1, count + 1)}
        return list(standings(self.TERMS, entered(count, **seeds), lines, adjustments or []))

    def test_of_two_who_are_level_the_winner_of_their_encounter_is_ahead(self) -> None:
        # 3 and 4 have one point each; 4 won their encounter, though 3 is listed before it.
        rows = self.rows(lines_of(["1-2 7:0, 4-3 7:5", "1-4 7:0, 3-2 7:0"]))
        assert [row.entry for row in rows] == ["1", "4", "3", "2"]
        assert str(rows[1].why) == "First of two with 1 point: head to head 1 against 0."
        assert rows[1].breaks["head-to-head"] == 1
        assert rows[0].breaks["head-to-head"] is None

    def test_it_says_nothing_unless_all_of_the_group_met(self) -> None:
        # 1, 2 and 3 have one point each; 1 beat 2, but neither met 3: the seeds decide, and 3 is seeded best of them.
        rows = self.rows(lines_of(["1-2 7:0, 3-4 7:0", "4-1 7:0, 2-5 7:0"]), count=5)
        level = [row.entry for row in rows if row.score == 1]
        assert level == ["4", "3", "2", "1"]

    def test_a_circle_of_three_separates_nobody(self) -> None:
        # 1 beat 2, 2 beat 3, 3 beat 1: one win each among them, and a bye each.
        rows = self.rows(lines_of(["1-2 7:6, 3 bye", "2-3 7:6, 1 bye", "3-1 7:6, 2 bye"]), count=3)
        assert [row.breaks["head-to-head"] for row in rows] == [1, 1, 1]
        assert [str(row.why) for row in rows] == [
            "First of three with 2 points: seed 0 against 1 and 2.",
            "Second of three with 2 points: seed 1 against 0 and 2.",
            "Third of three with 2 points: seed 2 against 0 and 1.",
        ]

    def test_it_is_asked_anew_of_those_whom_it_left_level(self) -> None:
        # 1 beat 2 and 3 and lost to 4; 2 beat 3 and 4; 3 beat 4. A ruling gives 3 and 4 a point each, so that all
        # have two. Head to head: 1 and 2 have 2, 3 and 4 have 1. Between 1 and 2, 1 won; between 3 and 4, 3 won.
        lines = lines_of(["1-2 7:1, 3-4 7:1", "1-3 7:1, 2-4 7:1", "4-1 7:1, 2-3 7:1"])
        rows = self.rows(lines, [Adjustment("3", 2), Adjustment("4", 2)])
        assert [row.entry for row in rows] == ["1", "2", "3", "4"]
        assert str(rows[3].why) == (
            "Fourth of four with 2 points: head to head 1 against 2, 2 and 1; head to head 0 against 1."
        )

    def test_who_met_more_often_is_not_compared(self) -> None:
        # 1 and 2 met twice, each with 3 once: nothing is said, and 3 is seeded best.
        lines = lines_of(["1-2 7:0, 3 bye", "2-1 7:0, 3 bye", "3-1 0:7, 2 bye", "3-2 0:7, 1 bye"])
        rows = self.rows(lines, count=3)
        # 1: 1, 0, 1, bye = 3. 2: 0, 1, bye, 1 = 3. 3: bye, bye, 0, 0 = 2. So 1 and 2 are level, and one all.
        assert [(row.entry, row.score) for row in rows] == [("2", 3), ("1", 3), ("3", 2)]
        assert rows[0].breaks["head-to-head"] == 1
        level = self.rows(lines, [Adjustment("3", 2)], count=3)
        assert [row.breaks["head-to-head"] for row in level] == [None, None, None]
        assert [row.entry for row in level] == ["3", "2", "1"]

    def test_a_walkover_is_an_encounter_that_was_won(self) -> None:
        # 1 was there, 2 was not; both then have one point.
        rows = self.rows(lines_of(["1-2 walkover, 3-4 7:0", "3-1 7:0, 2-4 7:0"]))
        assert [row.entry for row in rows if row.score == 1] == ["1", "2"]

    def test_where_partners_are_drawn_opponents_have_met_and_partners_have_not(self) -> None:
        # 1 and 2 beat 3 and 4; then 1 and 4 beat 2 and 3. 2 and 4 have a win each, and met once as opponents: 2 won in
        # the first round as an opponent of 4, 4 won in the second: one each, so the seeds decide.
        terms = Terms("drawn-partners", side=1, rounds=2, tie_breaks=("head-to-head", "seed"))
        lines = []
        for number, (ours, theirs) in enumerate([(("1", "2"), ("3", "4")), (("1", "4"), ("2", "3"))], 1):
            for side, others, won, lost in ((ours, theirs, 7, 0), (theirs, ours, 0, 7)):
                for each in side:
                    mate = tuple(other for other in side if other != each)
                    lines.append(Line(number, each, table=1, against=others, partners=mate, won=won, lost=lost))
        rows = standings(terms, entered(4, n2=2, n4=1), lines)
        assert [(row.entry, row.score) for row in rows] == [("1", 2), ("4", 1), ("2", 1), ("3", 0)]
        assert rows[1].breaks["head-to-head"] == rows[2].breaks["head-to-head"] == 1


def test_where_partners_are_drawn_both_opponents_count_and_a_bye_counts_twice() -> None:
    terms = Terms("drawn-partners", side=1, rounds=1, tie_breaks=("buchholz",))
    lines = [
        Line(1, "1", table=1, against=("3", "4"), partners=("2",), won=900, lost=356),
        Line(1, "2", table=1, against=("3", "4"), partners=("1",), won=900, lost=356),
        Line(1, "3", table=1, against=("1", "2"), partners=("4",), won=356, lost=900),
        Line(1, "4", table=1, against=("1", "2"), partners=("3",), won=356, lost=900),
        Line(1, "5", "bye"),
    ]
    # 1 and 2 met two with nothing; 5 met itself twice, with one point; 3 and 4 met two with one point each.
    rows = standings(terms, entered(5), lines)
    assert [(row.entry, row.breaks["buchholz"]) for row in rows] == [("5", 2), ("1", 0), ("2", 0), ("3", 2), ("4", 2)]
    assert str(rows[1].why) == (
        "Second of three with 1 point, shared with Bimal: Buchholz 0 against 2 and 0; "
        "no other tie-break separates them."
    )


def test_seeds_stand_before_those_who_have_none() -> None:
    rows = standings(swiss("seed"), entered(4, n3=2, n4=1), [])
    assert [(row.place, row.entry, row.breaks["seed"]) for row in rows] == [
        (1, "4", 1),
        (2, "3", 2),
        (3, "1", None),
        (3, "2", None),
    ]


def test_a_lot_decides_only_among_those_who_were_all_in_it() -> None:
    drawn = standings(swiss("lot"), entered(3), [], lots=("3", "1", "2"))
    assert [(row.entry, row.breaks["lot"]) for row in drawn] == [("3", 1), ("1", 2), ("2", 3)]
    assert str(drawn[0].why) == "First of three with 0 points: lot 1 against 2 and 3."
    assert {row.place for row in standings(swiss("lot"), entered(3), [], lots=("3", "1"))} == {1}


def test_who_is_still_level_at_the_end_is_asked_again_head_to_head() -> None:
    # 1, 2, 3 and 4 have one point each. 1 beat 2, but neither met 3: head to head says nothing. Differences: 1 has
    # +1 -5, 2 has -1 +1 and four tokens less by a ruling, 3 has +7, 4 has -7 +5. Of 1 and 2 with -4, 1 won.
    lines = lines_of(["1-2 7:6, 3-4 7:0", "4-1 7:2, 2-5 7:6"])
    rulings = [Adjustment("2", -4, "tokens")]
    level = standings(swiss("head-to-head", "difference"), entered(5), lines, rulings)[:4]
    assert [(row.entry, row.breaks["difference"]) for row in level] == [("3", 7), ("4", -2), ("1", -4), ("2", -4)]
    assert str(level[2].why) == (
        "Third of four with 1 point: difference -4 against 7, -2 and -4; head to head 1 against 0."
    )


def test_among_many_who_are_level_the_nearest_values_are_told() -> None:
    # Six without a game; only the differences that rulings gave tell them apart: 5, 4, 3, 2, 1, 0.
    rulings = [Adjustment(str(n), 6 - n, "tokens") for n in range(1, 7)]
    rows = standings(swiss("difference"), entered(6), [], rulings)
    assert str(rows[0].why) == "First of six with 0 points: difference 5, ahead of 4."
    assert str(rows[2].why) == "Third of six with 0 points: difference 3, between 4 and 2."
    assert str(rows[5].why) == "Sixth of six with 0 points: difference 0, behind 1."


LEFT = lines_of(["1-2 7:3, 3-4 7:5, 5 bye", "1-3 7:6, 2-5 7:2, 4 bye", "4-1 7:4, 3-2 walkover"])
"""The evening again, but 5 went home after the second round, and 2 forfeited the third."""


def steps(unplayed: str, entries: list[Entry], lines: list[Line]) -> set[str]:
    """All sentences about all entries, each tie-break by itself."""
    return {
        str(step)
        for name in TIE_BREAKS
        for entry in entries
        for step in explain(replace(swiss(name), unplayed=unplayed), entries, lines, lots=list("12345"), entry=entry.id)
    }


def test_the_examples_in_the_documentation_are_what_the_explanation_says() -> None:
    text = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text()
    ours, _, fide = text.partition("## FIDE's rules of 2024")
    gone = [replace(entry, out=3, idle=(3,)) if entry.id == "5" else entry for entry in entered(5)]
    for part, sentences, count in (
        (ours, steps("own-score", entered(5), EVENING), 5),
        (fide, steps("fide-2024", gone, LEFT), 3),
    ):
        shown = re.findall(r"^(?:Buchholz|Median|Progressive|Sonneborn-Berger).* = .*\.$", part, re.MULTILINE)
        assert len(shown) == count
        assert set(shown) <= sentences


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # After each round: 1: 1 2 2. 2: 0 1 2. 3: 1 1 2. 4: 0 1 2. 5: 1 1 1.
        ("progressive", [5, 3, 4, 3, 3]),
        ("progressive-cut-1", [4, 3, 3, 3, 2]),
        # The opponents: 1: 2 2 2. 2: 2 1 2. 3: 2 2 1. 4: 2 2 2. 5: 1 2 2.
        ("buchholz-cut-2", [2, 2, 2, 2, 2]),
        ("median-buchholz", [2, 2, 2, 2, 2]),
        ("median-buchholz-2", [0, 0, 0, 0, 0]),
    ],
)
def test_cuts_and_progressive_scores_as_worked_by_hand(name: str, expected: list[int]) -> None:
    assert values(name, EVENING, entered(5)) == expected


def test_a_ruling_counts_in_the_progressive_score_from_its_round_on() -> None:
    field = field_of(swiss("progressive"), entered(5), EVENING, [Adjustment("1", -1, round=2), Adjustment("2", 2)])
    assert field.tallies["1"].progress == (1, Fraction(3, 2), Fraction(3, 2))
    assert field.tallies["2"].progress == (1, 2, 3)
    assert BREAKS["progressive"](field, "1", ("1",)) == 4
