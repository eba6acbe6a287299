"""Score sheets of clubs: what is read, who is matched, what is refused, and that nothing of a sheet is lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.club.file_people import ALL_PSEUDONYMS, KEEP, PSEUDONYMS, REGISTER, People
from domain.club.name_matching import Players, key
from domain.csv_rows import write_rows
from domain.series.score_file import PLACES, SCORES, ScoreFileError, cells_of, read
from domain.series.score_plan import Plan, plan
from domain.series.standings import SHEET, Evening, Result, standings
from domain.series.terms import SeriesTerms

ANNA, OTHER_ANNA, BEA = (str(UUID(int=n)) for n in (1, 2, 3))
REGISTERED = Players([(ANNA, ["Anna Müller"]), (BEA, ["Béa", "Bea Perera"])])
TITLES = {ANNA: "Anna Müller", BEA: "Bea Perera", OTHER_ANNA: "Anna Muller"}
TODAY = "2026-02-14"


def ids() -> Iterator[UUID]:
    return (UUID(int=n) for n in count(100))


def planned(
    text: str,
    numbers: str = SCORES,
    unknown: str = KEEP,
    present: tuple[Evening, ...] = (),
    registered: Players = REGISTERED,
    terms: SeriesTerms | None = None,
) -> Plan:
    new = ids()
    there = [player for each in present for row in each.rows for player in row.players]
    people = People(registered, TITLES, there, unknown, lambda: next(new))
    season = read(cells_of(text), numbers)
    return plan(season, people, present, terms or SeriesTerms(), TODAY, lambda: next(new))


def results(plan_: Plan) -> dict[str, list[tuple[int, Fraction, tuple[str, ...]]]]:
    return {
        each.evening.name: [(row.place, row.score, row.players) for row in each.evening.rows] for each in plan_.evenings
    }


def test_a_column_for_each_evening() -> None:
    """docs/club-year.md, "An old season", the first example."""
    season = planned(
        "Rank;Name;17.1.2025;24.1.2025;Final 31.1.2025;Total\n"
        "1;anna muller;12;7½;3;22½\n2;Béa + Farook;9;-;3;12\n\n3;Nimal;7,25;;-1;6,25\n;Total;28;7;5;40\n"
    )
    assert season.declined is None
    assert results(season) == {
        "2025-01-17": [(1, 12, (ANNA,)), (2, 9, (BEA, "Farook")), (3, Fraction(29, 4), ("Nimal",))],
        "2025-01-24": [(1, Fraction(15, 2), (ANNA,))],
        "Final 31.1.2025": [(1, 3, (ANNA,)), (1, 3, (BEA, "Farook")), (3, -1, ("Nimal",))],
    }
    assert [each.evening.day for each in season.evenings] == ["2025-01-17", "2025-01-24", "2025-01-31"]
    assert season.left_out == ("Rank", "Total")
    assert [(each.line.number, each.state) for each in season.lines] == [
        (2, "new"), (3, "new"), (5, "new"), (6, "left-out"),
    ]  # fmt: skip
    assert [(person.written, person.name, person.state) for person in season.lines[1].people] == [
        ("Béa", "Bea Perera", "matched"), ("Farook", "Farook", "kept"),
    ]  # fmt: skip


def test_a_row_for_each_result() -> None:
    """docs/club-year.md, "An old season", the second example."""
    season = planned(
        "Date,Evening,Player 1,Player 2,Place,Score\n2025-01-24,Second,Anna Müller,Farook,1,40\n"
        "17/1/25,First,Nimal,Kala,2,31\n17/1/25,First,Farook,Anna Müller,1,33\n"
    )
    assert season.declined is None
    assert list(results(season)) == ["First", "Second"]
    assert results(season)["First"] == [(1, 33, ("Farook", ANNA)), (2, 31, ("Nimal", "Kala"))]
    assert [each.evening.day for each in season.evenings] == ["2025-01-17", "2025-01-24"]


def test_places_count_without_scores_only_where_places_count() -> None:
    text = "Name,One,Two\nAnna,1,2.\nDora,2=,1\nCleo,2=,\n"
    season = planned(text, PLACES)
    assert results(season)["One"] == [(1, 0, ("Anna",)), (2, 0, ("Cleo",)), (2, 0, ("Dora",))]
    assert "only places" in str(planned(text, PLACES, terms=SeriesTerms(counts="score")).declined)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Name,One\nAnna,many\n", "row 2: One: 'many' is no score"),
        ("Name,One\n,4\n", "row 2: no player is named"),
        ("Name,One\nAnna,4\nANNA,5\n", "row 3: ANNA has a result of One in row 2 already"),
        ("Name,One\nAnna + anna,4\n", "row 2: a player stands twice in the row"),
        ("Name,One\nAnna,9999999\n", "row 2: One: 9999999 is too large for a score"),
        ("Name,2027-01-17\nAnna,4\n", "2027-01-17: it is in the future"),
        (f"Name,One\n{UUID(int=9)},4\n", f"row 2: the club has no player {UUID(int=9)}"),
        ("Date,Name,Score\n31.2.2025,Anna,4\n", "row 2: 31.2.2025 is no date"),
        ("Date,Name,Score\nsoon,Anna,4\n", "row 2: 'soon' is no date; write 2025-01-31 or 31.1.2025"),
        ("Date,Name,Score,Place\n2025-01-17,Anna,,\n", "row 2: there is neither a score nor a place"),
        ("Date,Name,Score,Place\n2025-01-17,A,4,1\n2025-01-17,B,3,\n", "some rows have a place and others have none"),
        ("Name,One\nAnna,x\nBea,y\nCleo,z\n", "row 2: One: 'x' is no score (and 2 more)"),
        ("Name,One\nAnna,\n", "the file has no result"),
    ],
)
def test_a_row_that_means_nothing_declines_the_file(text: str, why: str) -> None:
    assert why in str(planned(text).declined)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a row of titles"), ("Name,One\n", "a row of titles"), ("One,Two\n1,2\n", "no column has the title"),
        ("Name,Total\nAnna,3\n", "no column is an evening"), ("Name,One,One\nAnna,3,4\n", "two columns are called One"),
        ("Name,One,\nAnna,3,4\n", "column 3 has no title, but row 2"), ("Name,31.2.2025\nAnna,3\n", "is no date"),
        ("Name,One\nAnna,3\n" * 1100, "up to 2000 rows"), ("Name,One\n" + "A" * 201 + ",3\n", "more than 200"),
        ("x" * 60_001, "the most is 60000"), ("Date,Date,Name,Score\n1,2,3,4\n", "two columns are a date"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_season_is_refused(text: str, why: str) -> None:
    with pytest.raises(ScoreFileError, match=why):
        planned(text)


def test_empty_rows_are_not_counted() -> None:
    season = planned("Name,One\n" + ",\n" * 2500 + "Anna Müller,3\n")
    assert results(season)["One"] == [(1, 3, (ANNA,))]


def test_two_players_of_one_name_are_told_apart_by_their_ids() -> None:
    both = Players([(ANNA, ["Anna Müller"]), (OTHER_ANNA, ["Anna Muller"])])
    refused = planned("Name,One\nanna muller,4\n", registered=both)
    assert "2 registered players are called anna muller" in str(refused.declined)
    season = planned(f"Name,One\n{OTHER_ANNA},4\n{ANNA},3\n", registered=both)
    assert results(season)["One"] == [(1, 4, (OTHER_ANNA,)), (2, 3, (ANNA,))]


def test_unknown_players_are_kept_registered_or_get_pseudonyms() -> None:
    text = "Name,One,Two\nAnna Müller,5,\nFarook,4,6\nfarook & Kala,,2\n"
    text = text.replace("farook & Kala,,2", "Kala,,2")
    present = (Evening("x", "Before", (Result(1, Fraction(1), ("Player 1",)),), SHEET),)
    assert results(planned(text, present=present))["Two"] == [(1, 6, ("Farook",)), (2, 2, ("Kala",))]
    season = planned(text, unknown=REGISTER, present=present)
    farook, kala = (row[2][0] for row in results(season)["Two"])
    assert season.registered == ((farook, "Farook"), (kala, "Kala"))
    assert results(season)["One"] == [(1, 5, (ANNA,)), (2, 4, (farook,))]
    hidden = planned(text, unknown=PSEUDONYMS, present=present)
    assert results(hidden)["Two"] == [(1, 6, ("Player 2",)), (2, 2, ("Player 3",))]
    assert results(hidden)["One"][0][2] == (ANNA,)
    everybody = planned(text, unknown=ALL_PSEUDONYMS, present=present)
    assert results(everybody)["One"] == [(1, 5, ("Player 2",)), (2, 4, ("Player 3",))]


def test_a_longer_file_records_only_what_is_new() -> None:
    first = planned("Name,One\nFarook,5\n")
    present = tuple(first.new)
    again = planned("Name,One,Two\nFAROOK,5,3\n", present=present)
    assert [(each.evening.name, each.state) for each in again.evenings] == [("One", "same"), ("Two", "new")]
    assert results(again)["Two"] == [(1, 3, ("Farook",))]
    assert planned("Name,One\nFarook,5\n", present=present).lines[0].state == "same"
    assert "another result of it" in str(planned("Name,One\nFarook,6\n", present=present).declined)


NAMES = ("Anula", "Bimal", "Chitra", "Dilani", "Esha")
TABLE = st.lists(st.lists(st.one_of(st.none(), st.integers(-20, 300)), min_size=5, max_size=5), min_size=1, max_size=6)


@given(TABLE, st.sampled_from(",;\t"), st.integers(1, 3))
def test_the_standings_of_an_imported_season_are_those_of_its_numbers(
    table: list[list[int | None]], separator: str, best: int
) -> None:
    """Recomputed from the numbers alone: the total is the sum of a player's best evenings."""
    titles = [f"Evening {n}" for n in range(1, len(table) + 1)]
    columns = list(zip(*table, strict=True))
    rows = [
        [name, *("" if score is None else str(score) for score in own)]
        for name, own in zip(NAMES, columns, strict=True)
    ]
    text = "\n".join(separator.join(row) for row in [["Name", *titles], *rows]) + "\n"
    season = planned(text)
    expected = {
        (name,): sum(sorted([score for score in own if score is not None], reverse=True)[:best])
        for name, own in zip(NAMES, columns, strict=True)
        if any(score is not None for score in own)
    }
    assert {row.ranked: row.total for row in standings(SeriesTerms(counts="score", best=best), season.new)} == expected


@given(st.lists(st.lists(st.text('ab,"; \n½', max_size=4), max_size=4), max_size=5))
def test_cells_written_as_csv_are_read_as_they_were(rows: list[list[str]]) -> None:
    """All but spaces, empty cells at the end, and semicolons in the titles, which would look like separators."""
    rows = [["Name", "One, two", "Three"], *rows]
    plain = [(n, [" ".join(cell.split()) for cell in row]) for n, row in enumerate(rows, 1)]
    read_back = {number: [cell.strip() for cell in row] for number, row in cells_of(write_rows(plain))}
    for number, row in plain:
        kept = row
        while kept and not kept[-1]:
            kept = kept[:-1]
        assert read_back.get(number, []) == kept


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Béa  Müller", "bea muller", True), ("ANULA", "anula", True), ("Straße", "strasse", True),
        ("கி", "க", False), ("කි", "ක", False), ("Bea", "Beat", False),
    ],
)  # fmt: skip
def test_accents_case_and_spaces_do_not_count_but_vowel_signs_do(one: str, other: str, same: bool) -> None:
    assert (key(one) == key(other)) is same


def test_headings_notes_and_columns_of_a_club_are_left_out() -> None:
    """A sheet as a secretary keeps it: a title, an empty row, totals under another column, a note at the end."""
    season = planned(
        "Jassclub Seetal\nStand: 20.12.2025, R. Bächler, Aktuar\n;;;\n"
        "Nr.;Name;12.1.2025;9. Feb 25;14-Mar-25;Total (beste 2);Bemerkungen\n"
        "1;Müller, Anna;12;abw.;3;15;Kassierin\n2;Béa;9;7,5;entsch.;16,5;\n"
        "3;Nie da;;;;;\nTotal;;21;7,5;3;;\n* abwesend;;;;;;\n"
    )
    assert season.declined is None
    assert results(season) == {
        "2025-01-12": [(1, 12, (ANNA,)), (2, 9, (BEA,))],
        "2025-02-09": [(1, Fraction(15, 2), (BEA,))],
        "2025-03-14": [(1, 3, (ANNA,))],
    }
    assert season.left_out == ("Nr.", "Total (beste 2)", "Bemerkungen")
    assert [(each.line.number, each.state) for each in season.lines] == [
        (1, "left-out"), (2, "left-out"), (5, "new"), (6, "new"), (7, "left-out"), (8, "left-out"), (9, "left-out"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["2=", "=2", "2.", "2nd", "2ND", "2"])
def test_a_place_may_be_written_as_clubs_write_it(text: str) -> None:
    assert results(planned(f"Name,One\nA,{text}\n", PLACES))["One"] == [(2, 0, ("A",))]


@pytest.mark.parametrize(
    ("written", "similar"),
    [
        ("A. Muller", ("Anna Müller",)), ("Mueller Anna", ("Anna Müller",)), ("Ana Müller", ("Anna Müller",)),
        ("Anna Mülelr", ("Anna Müller",)), ("Anna", ("Anna Müller",)), ("B. Meier", ()), ("Perera B.", ("Bea Perera",)),
        ("Anton Müller", ()), ("Be", ()), ("அ. முல்லர்", ()),
    ],
)  # fmt: skip
def test_names_that_may_mean_somebody_else_are_shown_and_not_joined(written: str, similar: tuple[str, ...]) -> None:
    (person,) = planned(f"Name,One\n{written},3\n").lines[0].people
    assert (person.state, person.similar) == ("kept", similar)


def test_two_spellings_in_one_file_are_similar() -> None:
    season = planned("Name,One,Two\nRuwan de Silva,3,\nR. de Silva,,4\n")
    assert [each.people[0].similar for each in season.lines] == [("R. de Silva",), ("Ruwan de Silva",)]
