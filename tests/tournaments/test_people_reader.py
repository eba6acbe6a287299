"""One reader of people for lists, files and forms: whom a text names, and that no name is torn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.club.name_matching import Players
from domain.club.people_reader import read_people
from domain.series.score_file import SCORES, ScoreFileError, cells_of
from domain.series.score_file import read as read_season
from domain.slate.teams import read_teams
from domain.tournament.entries.file import of_list, read
from domain.tournament.entries.lines import entry_of
from domain.tournament.state import Entry
from tests.careless.names import NAMES

LIST = """1. Ravi s/o Kumaran & Anula Perera
2. Devi d/o Selvam, Kamala
3. Ravi A/L Kumar + Farook
4. A. B. C. Fernando / W. M. D. Perera
5. Nimal Perera, Jr. & Suren
6. Anne-Marie – Jean-Luc
7. Abdul Rahman bin Ismail & Siti
8. The Sharks: Nimali and Kamal
9. Perera, Nimal & Silva, Sunil
10. M.H.A/P Letchumi & Thilini
"""
"""A list as a secretary keeps it (list-names-with-slash.txt of the cases)."""
PEOPLE = [
    ["Ravi s/o Kumaran", "Anula Perera"], ["Devi d/o Selvam", "Kamala"], ["Ravi A/L Kumar", "Farook"],
    ["A. B. C. Fernando", "W. M. D. Perera"], ["Nimal Perera, Jr.", "Suren"], ["Anne-Marie", "Jean-Luc"],
    ["Abdul Rahman bin Ismail", "Siti"], ["Nimali", "Kamal"], ["Perera, Nimal", "Silva, Sunil"],
    ["M.H.A/P Letchumi", "Thilini"],
]  # fmt: skip
SEASON = """Name;17.1.2025;24.1.2025;25.10.2025
Ravi s/o Kumaran;12;7;3
Devi d/o Selvam;9;-;3
Anula A/P Nadarajah;5;6;1
K. A. D. Silva;8;8;8
"""
"""A score sheet of four persons (season-names-with-slash.csv of the cases)."""


def registered(*names: str) -> Players:
    return Players((str(n), [name]) for n, name in enumerate(names))


def test_a_list_has_the_people_that_its_lines_name() -> None:
    lines = of_list(LIST, 2).lines
    assert [[each.name for each in line.entry.players] for line in lines if line.entry] == PEOPLE
    assert [line.number for line in lines] == list(range(1, 11))
    assert lines[7].entry is not None
    assert lines[7].entry.name == "The Sharks"


def test_a_score_sheet_has_a_person_in_each_row() -> None:
    season = read_season(cells_of(SEASON), SCORES)
    assert [line.players for line in season.lines] == [
        ("Ravi s/o Kumaran",), ("Devi d/o Selvam",), ("Anula A/P Nadarajah",), ("K. A. D. Silva",),
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sign", ["&", "+", "/", " / ", ";", " – ", " - ", " and ", " und ", " மற்றும் ", " සහ "])
def test_two_names_with_a_sign_between_them_are_two_people(name: str, sign: str) -> None:
    """And one of them alone is one person, unless a list of pairs has a comma where a name could have one."""
    for pair in ([name, "Thilini"], ["Thilini", name]):
        assert read_people(sign.join(pair)) == pair
    assert read_people(name, commas=False) == [name]
    assert len(read_people(name)) == 1 or "," in name


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anula, Farook, Kala and Nimal", ["Anula", "Farook", "Kala", "Nimal"]),
        ("Anula, Farook, Kala, Nimal", ["Anula", "Farook", "Kala", "Nimal"]),
        ("Perera, Nimal & Silva, Sunil & Dias, Kala & Zoysa, Ann",
         ["Perera, Nimal", "Silva, Sunil", "Dias, Kala", "Zoysa, Ann"]),
        ("Perera, Nimal & Silva, Sunil", ["Perera, Nimal", "Silva, Sunil"]),
    ],
)  # fmt: skip
def test_a_team_is_enumerated_with_commas_or_has_them_within_names(text: str, people: list[str]) -> None:
    assert read_people(text, 4) == people


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ravi / Kumaran", ["Ravi / Kumaran"]),
        ("Ravi / Kumaran & Anula", ["Ravi / Kumaran", "Anula"]),
        ("Anula, Perera, Nimal", ["Anula", "Perera, Nimal"]),
        ("Sun and Moon, Anula", ["Sun and Moon", "Anula"]),
        ("Anula, Farook & Kala", ["Anula, Farook", "Kala"]),
    ],
)
def test_a_registered_name_is_found_before_a_text_is_divided(text: str, people: list[str]) -> None:
    """``Perera, Nimal`` is the registered Nimal Perera."""
    assert read_people(text, has=registered("Ravi / Kumaran", "Nimal Perera", "Sun and Moon").has) == people
    for name in ("Ravi / Kumaran", "Sun and Moon"):
        rows = f"Name;One;Two\n{name};3;4\n"
        assert read_season(cells_of(rows), SCORES, registered(name).has).lines[0].players == (name,)
        (line,) = read(f"name;club\n{name};\n", 2, registered(name).has).lines
        assert line.entry is not None
        assert (line.entry.name, line.entry.players) == (name, ())
        assert read_teams({"A": name}, registered(name).has) == ({"A": name}, {})


@pytest.mark.parametrize("titles", ["Player;One", "Spieler;One", "Name;Partner;One", "Team;Player 1;Player 2;One"])
def test_a_column_of_its_own_is_never_divided(titles: str) -> None:
    columns = titles.split(";")
    row = [f"{title} A + B, C/D" for title in columns[:-1]]
    (line,) = read_season(cells_of(f"{titles}\n{';'.join(row)};5\n"), SCORES).lines
    assert line.players == tuple(row[1:] if columns[0] == "Team" else row), "the name of a team is no person"


def test_a_comma_within_a_name_that_parts_it_into_two_cells_is_refused() -> None:
    """Without quotation marks the last of these cells would be lost, or counted for another evening."""
    text = "player1,player2\nPerera, Nimal, Silva, Sunil\n"
    assert "more cells" in str(read(text).lines[0].fault)
    with pytest.raises(ScoreFileError, match="column 3 has no title, but row 2 has something there"):
        read_season(cells_of(text), SCORES)


def test_what_nobody_can_read_is_no_person() -> None:
    for text in ("Anula/\u200b", "Anula + \ud7fc", "Anula & –", "\u200b; Anula"):
        assert read_people(text) == ["Anula"]


@given(st.text(st.sampled_from("ab s/olp&+,;.- JrАනි\t\n:12"), max_size=60), st.integers(1, 4))
def test_no_letter_of_a_text_is_lost(text: str, side: int) -> None:
    """Only separators go; what remains is what the text has, in its order."""
    kept = "".join(read_people(text, side))
    letters = iter(text)
    assert all(letter in letters for letter in kept.replace(" ", ""))
    name, _ = entry_of(text, side)
    assert Entry("1", name)
