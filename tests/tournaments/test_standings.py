"""The parts of an entry's score, and its place, in every format. Numbers are worked by hand in the comments."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from domain.tournament.standings.places import explain, standings
from domain.tournament.standings.scores import amount, format_number
from domain.tournament.state import Adjustment, Entry, Line, Standing
from domain.tournament.terms import Scoring, Terms
from tests.tournaments.evenings import entered, lines_of, met


def scored(
    lines: list[Line], count: int, adjustments: tuple[Adjustment, ...] = (), **scoring: object
) -> list[Fraction]:
    """Everybody's score, in the order of the list."""
    terms = Terms("swiss", rounds=5, scoring=Scoring(**scoring), tie_breaks=())  # type: ignore[arg-type]
    scores = {row.entry: row.score for row in standings(terms, entered(count), lines, adjustments)}
    return [scores[str(n + 1)] for n in range(count)]


def test_a_win_is_a_point_and_a_draw_is_half_of_one() -> None:
    lines = lines_of(["1-2 7:3, 3-4 5:5", "1-3 2:2, 2-4 1:7"])
    # 1: 1 + ½. 2: 0 + 0. 3: ½ + ½. 4: ½ + 1.
    assert scored(lines, 4) == [Fraction(3, 2), 0, 1, Fraction(3, 2)]
    # Three points for a win and one for a draw are six halves and two.
    assert scored(lines, 4, win=6, draw=2) == [4, 0, 2, 4]


def test_what_counts_may_be_tokens_deals_or_points() -> None:
    lines = [
        Line(1, "1", against=("2",), won=7, lost=4, deals_won=5, deals_lost=3, points=1300, points_lost=1132),
        Line(1, "2", against=("1",), won=4, lost=7, deals_won=3, deals_lost=5, points=1132, points_lost=1300),
    ]
    assert scored(lines, 2, counts="tokens") == [3, -3]
    assert scored(lines, 2, counts="deals") == [5, 3]
    assert scored(lines, 2, counts="points") == [1300, 1132]


def test_a_bye_is_a_win_or_what_the_terms_say() -> None:
    lines = lines_of(["1-2 7:3, 3 bye"])
    assert scored(lines, 3) == [1, 0, 1]
    assert scored(lines, 3, bye=1) == [1, 0, Fraction(1, 2)]
    terms = Terms("swiss", rounds=1, scoring=Scoring(bye=1))
    row = next(row for row in standings(terms, entered(3), lines) if row.entry == "3")
    assert (row.score, row.played, row.won, row.drawn, row.lost) == (Fraction(1, 2), 0, 0, 0, 0)


def test_where_tokens_count_a_bye_is_the_mean_of_the_other_rounds_but_never_less_than_nothing() -> None:
    lines = lines_of(["1-2 7:3, 3 bye", "1-3 7:5, 2 bye", "2-3 7:0, 1 bye"])
    # 1: 4 + 2, and their mean 3. 2: -4 + 7, and 1½. 3: -2 - 7, and not -4½ but nothing.
    assert scored(lines, 3, counts="tokens") == [9, Fraction(9, 2), -9]
    assert scored(lines, 3, counts="tokens", bye=5) == [11, 8, -4]


def test_who_has_only_had_a_bye_has_nothing_yet_where_tokens_count() -> None:
    assert scored(lines_of(["1-2 7:3, 3 bye"]), 3, counts="tokens") == [4, -4, 0]


def test_who_was_there_wins_and_who_was_not_gets_nothing() -> None:
    lines = lines_of(["1-2 walkover", "1-2 7:4"])
    assert scored(lines, 2) == [2, 0]
    # 3 tokens from the second round, and as many for the first.
    assert scored(lines, 2, counts="tokens") == [6, -3]
    assert scored(lines, 2, counts="tokens", forfeit=7) == [10, -3]
    rows = standings(Terms("swiss", rounds=2), entered(2), lines)
    assert [(row.played, row.won, row.lost) for row in rows] == [(1, 2, 0), (1, 0, 2)]


def test_the_worst_rounds_do_not_count() -> None:
    # Four Passen: 1 has 900, 600, 700, 650; 2 has 600, 900, 800 and missed the last, which is its worst.
    passen = [("1", (900, 600, 700, 650)), ("2", (600, 900, 800))]
    lines = [Line(n, who, won=got, points=got) for who, each in passen for n, got in enumerate(each, 1)]
    assert scored(lines, 2, counts="points") == [2850, 2300]
    assert scored(lines, 2, counts="points", drop_worst=1) == [2250, 2300]
    assert scored(lines, 2, counts="points", drop_worst=2) == [1600, 1700]
    # At least one round counts, however early it is.
    assert scored(lines[:1], 2, counts="points", drop_worst=2) == [900, 0]


def test_a_forfeited_round_counts_among_the_worst() -> None:
    lines = lines_of(["1-2 7:0", "3-1 walkover", "1-2 7:5"])
    # 1 won its first and third rounds; one of three does not count, and the forfeited one must.
    assert scored(lines, 3, drop_worst=1)[0] == 1


def test_a_ruling_moves_the_score_or_the_tokens() -> None:
    lines = lines_of(["1-2 7:3"])
    lost_challenge = (Adjustment("1", -3, "tokens", 1, "a lost challenge"),)
    assert scored(lines, 2, lost_challenge, counts="tokens") == [1, -4]
    # Where wins count three tokens less are not a point less, but they are in the difference.
    terms = Terms("swiss", rounds=1, tie_breaks=("difference",))
    row = standings(terms, entered(2), lines, lost_challenge)[0]
    assert (row.score, row.breaks["difference"]) == (1, 1)
    assert scored(lines, 2, (Adjustment("1", -1),)) == [Fraction(1, 2), 0]
    assert "By a ruling: -3 tokens (a lost challenge)." in map(
        str, explain(terms, entered(2), lines, lost_challenge, entry="1")
    )


def test_a_place_rests_on_what_is_confirmed_or_says_that_it_does_not() -> None:
    lines = [*met(1, "1", "2", 7, 3), *met(1, "3", "4", 7, 3, confirmed=False)]
    rows = {row.entry: row for row in standings(Terms("swiss", rounds=1), entered(4), lines)}
    assert [rows[each].provisional for each in "1234"] == [False, False, True, True]


def test_a_duplicate_counts_each_board_and_an_encounter_is_a_round() -> None:
    # Lines of boards are in hundredths. 1 has 2 + 0 + 1½ matchpoints, 2 the rest of a top of 2 on each board.
    terms = Terms("duplicate", rounds=1, boards=3, scoring=Scoring("matchpoints"), tie_breaks=("difference",))
    lines = []
    for board, got in enumerate((200, 0, 150), 1):
        lines.append(Line(1, "1", table=1, against=("2",), won=got, lost=200 - got, board=board))
        lines.append(Line(1, "2", table=1, against=("1",), won=200 - got, lost=got, board=board))
    rows = standings(terms, entered(2), lines)
    assert [(row.score, row.played, row.won, row.lost) for row in rows] == [
        (Fraction(7, 2), 1, 1, 0),
        (Fraction(5, 2), 1, 0, 1),
    ]
    assert rows[0].breaks["difference"] == 1
    # Who sits out a round of three boards gets three times its mean of a board: 3½ and 3½.
    more = standings(terms, entered(2), [*lines, Line(2, "1", "bye")])
    assert more[0].score == 7


class TestKnockout:
    TERMS = Terms("knockout", third_place=False)
    ROUNDS = ("1-8 7:2, 4-5 7:6, 3-6 5:7, 2-7 7:1", "1-4 7:3, 2-6 7:5", "1-2 4:7")

    def places(self, lines: list[Line], terms: Terms = TERMS, count: int = 8) -> dict[str, int]:
        return {row.entry: row.place for row in self.rows(lines, terms, count)}

    def rows(self, lines: list[Line], terms: Terms = TERMS, count: int = 8) -> tuple[Standing, ...]:
        return standings(terms, entered(count), lines)

    def test_places_are_given_by_the_stage_that_was_reached(self) -> None:
        rows = self.rows(lines_of(self.ROUNDS))
        assert [(row.place, row.entry, str(row.why)) for row in rows[:4]] == [
            (1, "2", "First: not beaten."),
            (2, "1", "Second: lost the final to Bimal."),
            (3, "4", "Shares third place with one more: lost a semi-final to Amal."),
            (3, "6", "Shares third place with one more: lost a semi-final to Bimal."),
        ]
        assert [(row.place, row.entry) for row in rows[4:]] == [(5, "3"), (5, "5"), (5, "7"), (5, "8")]

    def test_those_who_are_still_in_share_the_first_place(self) -> None:
        rows = self.rows(lines_of(self.ROUNDS[:2]))
        assert [(row.place, row.entry) for row in rows[:2]] == [(1, "1"), (1, "2")]
        assert str(rows[0].why) == "Shares first place with one more: not beaten yet."

    def test_the_third_place_is_played_for(self) -> None:
        lines = lines_of([*self.ROUNDS[:2], "1-2 4:7, 4-6 3:7"])
        terms = Terms("knockout", third_place=True)
        assert self.places(lines, terms) == {"2": 1, "1": 2, "6": 3, "4": 4, "3": 5, "5": 5, "7": 5, "8": 5}
        assert str(self.rows(lines, terms)[2].why) == "Third: lost a semi-final to Bimal, then won once."

    def test_the_consolation_orders_those_who_lost_at_once(self) -> None:
        # 8, 5, 3 and 7 lost in the first round; then 5 beat 8 and 3 beat 7; then 3 beat 5.
        lines = lines_of([self.ROUNDS[0], f"{self.ROUNDS[1]}, 8-5 1:7, 3-7 7:1", f"{self.ROUNDS[2]}, 5-3 1:7"])
        places = self.places(lines, Terms("knockout", consolation=True))
        assert places == {"2": 1, "1": 2, "4": 3, "6": 3, "3": 5, "5": 6, "7": 7, "8": 7}

    def test_who_withdraws_is_out_before_the_next_stage(self) -> None:
        # 4 had won its first encounter and left; 1 had no opponent in the semi-final.
        entries = [Entry(each.id, each.name, out=2 if each.id == "4" else None) for each in entered(8)]
        lines = [line for line in lines_of(self.ROUNDS) if (line.round, line.entry) not in ((2, "1"), (2, "4"))]
        rows = standings(self.TERMS, entries, [*lines, Line(2, "1", "bye")])
        assert [(row.place, row.entry) for row in rows[:4]] == [(1, "2"), (2, "1"), (3, "4"), (3, "6")]
        assert str(rows[2].why) == "Shares third place with one more: withdrew before a semi-final."

    def test_who_does_not_come_has_lost(self) -> None:
        rows = self.rows(lines_of(["1-4 walkover, 2-3 7:1", "1-2 7:3"]), count=4)
        assert [row.entry for row in rows] == ["1", "2", "3", "4"]
        assert str(rows[3].why) == "Shares third place with one more: forfeited a semi-final."

    def test_five_entries_have_three_rounds(self) -> None:
        lines = lines_of(["4-5 7:1, 1 bye, 2 bye, 3 bye", "1-4 7:1, 2-3 7:1", "1-2 7:1"])
        rows = self.rows(lines, count=5)
        assert [(row.place, row.entry) for row in rows] == [(1, "1"), (2, "2"), (3, "3"), (3, "4"), (5, "5")]
        assert str(rows[4].why) == "Fifth: lost a quarter-final to Dilani."

    def test_five_entries_have_three_rounds_also_when_one_of_them_has_left(self) -> None:
        entries = [Entry(each.id, each.name, out=2 if each.id == "5" else None) for each in entered(5)]
        rows = standings(self.TERMS, entries, lines_of(["4-5 7:1, 1 bye, 2 bye, 3 bye", "1-4 7:1, 2-3 7:1", "1-2 7:1"]))
        assert str(rows[4].why) == "Fifth: lost a quarter-final to Dilani."


class TestLadder:
    TERMS = Terms("ladder", reach=2)

    def test_who_wins_against_one_above_takes_its_place(self) -> None:
        # 1 2 3 4 5; then 3 beat 1 (3 1 2 4 5) and 5 lost to 4; then 2 beat 1 (3 2 1 4 5).
        rows = standings(self.TERMS, entered(5), lines_of(["3-1 7:2, 5-4 3:7", "2-1 7:6"]))
        assert [(row.place, row.entry) for row in rows] == [(1, "3"), (2, "2"), (3, "1"), (4, "4"), (5, "5")]
        assert str(rows[1].why) == "Second on the ladder."
        assert (rows[0].played, rows[0].won) == (1, 1)

    def test_one_that_does_not_come_loses_its_place(self) -> None:
        rows = standings(self.TERMS, entered(3), lines_of(["3-1 walkover"]))
        assert [row.entry for row in rows] == ["3", "1", "2"]

    def test_who_has_left_stands_below(self) -> None:
        entries = [replace(entry, out=2 if entry.id == "1" else None) for entry in entered(3)]
        rows = standings(self.TERMS, entries, lines_of(["3-2 7:1"]))
        assert [row.entry for row in rows] == ["3", "2", "1"]
        assert str(rows[2].why) == "Third on the ladder, but has left it."

    def test_seeds_begin_at_the_top(self) -> None:
        assert [row.entry for row in standings(self.TERMS, entered(3, n3=1, n2=2), [])] == ["3", "2", "1"]


def test_entries_are_in_the_order_of_the_list_where_they_share_a_place() -> None:
    rows = standings(Terms("swiss", rounds=1, tie_breaks=()), entered(12), [])
    assert [row.entry for row in rows] == [str(n) for n in range(1, 13)]
    assert str(rows[0].why) == "First of twelve with 0 points, shared with eleven more: no tie-break separates them."


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(6), "6"),
        (Fraction(1, 2), "½"),
        (Fraction(45, 2), "22½"),
        (Fraction(-5, 2), "-2½"),
        (Fraction(52, 3), "17⅓"),
        (Fraction(22, 7), "3.14"),
        (Fraction(0), "0"),
    ],
)
def test_numbers_are_written_as_people_write_them(value: Fraction, expected: str) -> None:
    assert format_number(value) == expected


def test_an_amount_says_of_what() -> None:
    assert str(amount(Terms("swiss"), Fraction(1))) == "1 point"
    assert str(amount(Terms("swiss"), Fraction(3, 2))) == "1½ points"
    assert str(amount(Terms("swiss", scoring=Scoring("tokens")), Fraction(-1))) == "-1 token"
    assert str(amount(Terms("duplicate", scoring=Scoring("matchpoints")), Fraction(0))) == "0 matchpoints"
