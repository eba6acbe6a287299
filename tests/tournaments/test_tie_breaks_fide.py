"""The exercise of FIDE's Technical Commission on tie-breaks comes out to the last digit.

The cross-table and the values are those of *Exercises in Tie-Breaking* (FIDE-TEC, 18 March 2024,
tec.fide.com/2024/03/18/tie-break-exercise), the Swiss of 16 players on page 5, as two public test suites hold them:
marceljuenemann/tiebreak (cross-table, Buchholz, cut 1, Sonneborn-Berger) and Sharly Chess (all values here). A third
source, OttoMilvang/TieBreakServer, was read for what the articles mean. Since March 2026 the handbook caps the score of
the dummy opponent; these are the rules before that.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.standings.places import explain, field_of, standings
from domain.tournament.standings.tie_breaks import BREAKS, opponent_scores
from domain.tournament.state import ABSENT, BYE, FORFEIT, PLAYED, REQUESTED, WALKOVER, Entry, Line
from domain.tournament.terms import Scoring, Terms, TermsError, check, parse, plain

CROSS_TABLE = """
+9  =13 =2  +15 =4
+10 +7  =1  +16 =3
=11 +6  +8  =4  =2
+12 =-- +13 =3  =1
-13 -15 +11 =7  +10
-14 -3  bye +10 +8
+15 -2  -16 =5  -11
=16 +14 -3  +13 -6
-1  -10 =-- f11 bye
-2  +9  -15 -6  -5
=3  -16 -5  w9  +7
-4  bye w14 --  --
+5  =1  -4  -8  -14
+6  -8  f12 --  +13
-7  +5  +10 -1  -16
=8  +11 +7  -2  +15
"""
"""A row for each player: + won, = drew, - lost, w and f a forfeit won and lost, -- no game, =-- a half-point bye."""

PUBLISHED = {
    "score": [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5],
    "buchholz": [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    "buchholz-cut-1": [11, None, 13, 11.5, 7.5, None, 12.5, 12, 7.5, None, 12, 9.5, 12, 9, 11, 11],
    "sonneborn-berger": [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
    "progressive": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    "progressive-cut-1": [10, 12, 10.5, 10.5, 5, 6, 5, 8, 2.5, 4, 5, 7, 6, 5, 7, 10],
    "wins": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
}
"""The published value of each player, in the order of the list; None where the exercises have none."""

FIDE = Terms(
    "swiss",
    rounds=5,
    requested_byes=1,
    unplayed="fide-2024",
    tie_breaks=tuple(name for name in PUBLISHED if name != "score"),
)


def exercise() -> tuple[list[Entry], list[Line]]:
    """The players and the lines of the exercise."""
    entries, lines = [], []
    for number, row in enumerate(CROSS_TABLE.split("\n")[1:-1], 1):
        idle = []
        for round_, cell in enumerate(row.split(), 1):
            kind, against = {"w": WALKOVER, "f": FORFEIT}.get(cell[0], PLAYED), (cell[1:],)
            won, lost = {"+": (7, 0), "=": (5, 5), "-": (0, 7)}.get(cell[0], (0, 0))
            if cell.endswith("--"):
                idle.append(round_)
                lines += [Line(round_, str(number), REQUESTED)] if cell[0] == "=" else []
            elif cell == "bye":
                lines.append(Line(round_, str(number), BYE))
            else:
                lines.append(Line(round_, str(number), kind, 1, against, won=won, lost=lost))
        entries.append(Entry(str(number), f"Player {number}", idle=tuple(idle)))
    return entries, lines


def test_the_cross_table_is_the_same_from_both_sides() -> None:
    _, lines = exercise()
    cells = {
        (line.round, line.entry, *line.against): (line.kind, line.won, line.lost) for line in lines if line.against
    }
    other = {WALKOVER: FORFEIT, FORFEIT: WALKOVER, PLAYED: PLAYED}
    for (round_, one, two), (kind, won, lost) in cells.items():
        assert cells[round_, two, one] == (other[kind], lost, won)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_exercise_comes_out_to_the_last_digit(name: str) -> None:
    field = field_of(FIDE, *exercise())
    for entry, published in zip(field.entries, PUBLISHED[name], strict=True):
        value = field.score(entry) if name == "score" else BREAKS[name](field, entry, (entry,))
        assert published is None or value == Fraction(published), (entry, value)


def test_who_left_for_good_drew_ever_since_for_opponents() -> None:
    """12 has 2 points and was not drawn in rounds 4 and 5: its opponent 4 counts 3 (adjusted score of the exercise)."""
    entries, lines = exercise()
    terms = Terms("swiss", rounds=5, unplayed="fide-2024", tie_breaks=("buchholz",))
    steps = [str(step) for step in explain(terms, entries, lines, entry="4")]
    assert any("3 (Player 12, round 1: 2, and a draw for each round since leaving: 4, 5)" in step for step in steps), (
        steps
    )


def test_a_bye_on_request_at_the_end_counts_as_a_draw_for_opponents_whatever_it_was_worth() -> None:
    """Articles 15 and 16: nobody who asked out of the last round is worth more, or less, than a draw to opponents.

    2 lost to 1, and asked for byes in rounds 2 and 3. In round 4 another plays: then the byes count as scored.
    """
    entries = [Entry("1", "Amal"), Entry("2", "Bimal", idle=(2, 3))]
    lines = [
        Line(1, "1", PLAYED, 1, ("2",), won=7, lost=1),
        Line(1, "2", PLAYED, 1, ("1",), won=1, lost=7),
        *(Line(n, "1", BYE) for n in (2, 3)),
        *(Line(n, "2", REQUESTED) for n in (2, 3)),
    ]
    for share, scored in (("none", 0), ("half", 1), ("full", 2)):
        terms = Terms(
            "swiss", requested_byes=2, unplayed="fide-2024", tie_breaks=("buchholz",),
            scoring=Scoring(bye=0, requested_bye=share),
        )  # fmt: skip
        for more, expected in ((), 1), ((Line(4, "2", BYE), Line(4, "1", ABSENT)), scored):
            field = field_of(terms, entries, [*lines, *more])
            assert field.score("2") == scored
            (against, *_) = opponent_scores(field, "1")
            assert against.score == expected, (share, more)


def test_cuts_take_a_round_not_played_by_choice_first() -> None:
    """14 forfeited round 3 and was away in round 4: of 3, 2.5, 2, 2 and 1.5 a 2 is cut, not the 1.5 of player 13."""
    field = field_of(FIDE, *exercise())
    values = {
        name: BREAKS[name](field, "14", ("14",)) for name in ("buchholz", *(cut for cut in BREAKS if "buch" in cut))
    }
    assert values == {
        "buchholz": 11,
        "buchholz-cut-1": 9,
        "buchholz-cut-2": 7,
        "median-buchholz": 6,  # without a 2, then without the 3
        "median-buchholz-2": Fraction(3, 2),  # without both 2, then without the 3 and the 2.5
    }


def test_where_pairings_are_fixed_a_forfeit_counts_like_a_played_encounter() -> None:
    """Article 15.2: in a round robin 2 forfeits to 1, and both count the other's score; a bye adds nothing."""
    lines = [
        Line(1, "1", WALKOVER, 1, ("2",)),
        Line(1, "2", FORFEIT, 1, ("1",)),
        Line(1, "3", BYE),
        Line(2, "2", PLAYED, 1, ("3",), won=7, lost=1),
        Line(2, "3", PLAYED, 1, ("2",), won=1, lost=7),
        Line(2, "1", BYE),
    ]
    entries = [Entry(str(n), f"Pair {n}") for n in (1, 2, 3)]
    terms = Terms(
        "round-robin", unplayed="fide-2024", scoring=Scoring(bye=0), tie_breaks=("buchholz", "sonneborn-berger")
    )
    rows = {row.entry: (row.score, *row.breaks.values()) for row in standings(terms, entries, lines)}
    assert rows == {"1": (1, 1, 1), "2": (1, 1, 0), "3": (0, 1, 0)}


def test_stored_terms_are_as_before_unless_the_rules_of_fide_are_chosen() -> None:
    assert "unplayed" not in plain(Terms("swiss", rounds=3))
    assert plain(FIDE)["unplayed"] == "fide-2024"
    assert parse(plain(FIDE)) == FIDE
    assert parse(plain(Terms("swiss", rounds=3))).unplayed == "own-score"


@pytest.mark.parametrize(
    "scoring", [Scoring(counts="tokens"), Scoring(drop_worst=1)], ids=["no wins count", "a round is dropped"]
)
def test_the_rules_of_fide_are_for_wins_and_rounds_that_all_count(scoring: Scoring) -> None:
    with pytest.raises(TermsError, match="every round must count"):
        check(Terms("swiss", rounds=5, unplayed="fide-2024", scoring=scoring))


def test_unknown_rules_for_unplayed_rounds_are_refused() -> None:
    with pytest.raises(TermsError, match="unplayed: there is no 'fide-2009'; there are own-score, fide-2024"):
        check(Terms("swiss", rounds=5, unplayed="fide-2009"))
