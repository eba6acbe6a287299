"""The entries of a report file, of which names, ratings and start numbers are taken (docs/tournaments.md)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.tournaments.entry_files import text_of_bytes
from domain.club.file_people import KEEP, People
from domain.club.name_matching import Players
from domain.engine.words.texts import unfit_in_a_line
from domain.kernel.errors import Declined
from domain.tournament.entries.file_rows import EntryFileError, FileEntry, FilePlayer
from domain.tournament.entries.plan import Plan, plan
from domain.tournament.facts.entries import EntryDetailsSet, EntryMade, SeedsSet
from domain.tournament.facts.wishes import AvoidanceAdded, ByeRequested
from domain.tournament.files.report.columns import write
from domain.tournament.files.report.entries import is_report, read
from domain.tournament.files.report.report import LONGEST_NAME
from domain.tournament.terms import Encounter, Scoring, Terms
from tests.http.people import People as Callers
from tests.http.people import opened
from tests.http.tournament_requests import SWISS, done, draw, report, tournament
from tests.tournaments.golden.report_file import Built, text

ELSEWHERE = """\
012 Open of the lake\r
022 Geneva\r
042 2024/05/01\r
062 4\r
XXR 7\r
001    1 m  g Perera,Nimal                      2310 SRI     9912345 1990/01/02  1.0    1     3 w 1\r
001    2 w    Söhne, Änna                          0 SUI                         0.5    2     4 b =\r
001    4      Farook                                                             0.5    3     2 w =\r
001    3      Kala\r
013 Lakeside                            1    2\r
XXZ 3\r
XXP 1 4\r
ABC whatever\r
"""


def planned(file: str, cup: Built, *registered: str) -> Plan:
    """The plan for a file in a tournament, with registered players of these names."""
    ids = {str(UUID(int=n)): name for n, name in enumerate(registered, 1)}
    people = People(Players((each, [name]) for each, name in ids.items()), ids, (), KEEP, lambda: UUID(int=99))
    stamp = ("2026-02-14T18:00:00.000Z", "Keeper", "")
    return plan(cup.tournament, read(file, cup.tournament.terms.side), people, stamp)


def of(terms: Terms) -> Built:
    return Built(terms)


SINGLES = Terms("swiss", side=1, rounds=5)
PAIRS = Terms("swiss", rounds=5)


def test_names_ratings_and_start_numbers_are_taken_and_every_line_is_reported() -> None:
    """A file of another program: two titles, a national number, one round, an absence, and codes that nobody reads."""
    cup = of(SINGLES)
    made = planned(ELSEWHERE, cup, "Nimal Perera", "FAROOK")
    assert made.declined is None
    assert [(each.name, each.details.rating, each.seed) for each in cup.tournament.entries.values()] == [
        ("Perera,Nimal", 2310, 1), ("Söhne, Änna", None, 2), ("Farook", None, 4), ("Kala", None, 3),
    ]  # fmt: skip
    assert [[person.name for person in each.people] for each in made.new] == [["Nimal Perera"], [], ["FAROOK"], []]
    assert made.rounds == 1
    assert [(each.line.number, each.state, str(each.why)) for each in made.lines] == [
        (1, "left-out", "the tournament keeps its name"),
        (2, "left-out", "not about entries"),
        (3, "left-out", "not about entries"),
        (4, "left-out", "not about entries"),
        (5, "left-out", "the terms of the tournament decide"),
        (6, "new", "not recorded: sex, title, federation, FIDE number, birth date, 1 round"),
        (7, "new", "not recorded: sex, federation, 1 round"),
        (8, "new", "not recorded: 1 round"),
        (9, "new", ""),
        (10, "left-out", "the entries of the tournament are not made of others"),
        (11, "left-out", "about rounds to come of a tournament that has begun"),
        (12, "taken", ""),
        (13, "left-out", "not about entries"),
    ]
    assert [each.entries for each in cup.tournament.avoidances.values()] == [("1", "3")]


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_end_of_a_line_is_read(end: str) -> None:
    """The document wants a carriage return; programs write what they like."""
    file = read("\ufeff" + ELSEWHERE.replace("\r\n", end) + end, 1)
    assert [line.entry.name for line in file.lines if line.entry] == ["Perera,Nimal", "Söhne, Änna", "Farook", "Kala"]


def test_the_players_of_a_pair_are_read_from_its_name() -> None:
    cut = "Chandrasekaran + Wickramasinghe-P"
    names = ("Anula + Farook", "Kala + Nimal + Perera", "The Herons: x, y", cut)
    file = read("".join(f"001 {n:4}      {name}\n" for n, name in enumerate(names, 1)), 2)
    assert [line.entry for line in file.lines] == [
        FileEntry("Anula + Farook", (FilePlayer("Anula"), FilePlayer("Farook")), seed=1),
        FileEntry("Kala + Nimal + Perera", seed=2, may_be_player=True),
        FileEntry("The Herons: x, y", seed=3, may_be_player=True),
        FileEntry(cut, seed=4, may_be_player=True),
    ]


@pytest.mark.parametrize(("text", "people"), [
    ("Ravi s/o Kumaran & Anula Perera", ["Ravi s/o Kumaran", "Anula Perera"]),
    ("Perera, Nimal / Silva, Sunil", ["Perera, Nimal", "Silva, Sunil"]),
    ("Nimal Perera, Jr. + Kala", ["Nimal Perera, Jr.", "Kala"]),
    ("Devi d/o Selvam und Siti", ["Devi d/o Selvam", "Siti"]),
    ("Ravi A/L Kumar, Jr.", []),
    ("Perera, Nimal", []),
    ("Sun & Moon", []),
])  # fmt: skip
def test_a_report_file_names_the_people_that_a_list_would(text: str, people: list[str]) -> None:
    """One reader of people for every list, file and form. ``Sun & Moon`` is a registered player."""
    registered = Players([("1", ["Sun & Moon"])])
    (line,) = read(f"001    1      {text}\n", 2, registered.has).lines
    assert line.entry is not None
    assert (line.entry.name, [each.name for each in line.entry.players]) == (text, people)
    (alone,) = read(f"001    1      {text}\n", 1).lines
    assert alone.entry is not None
    assert alone.entry.players == (), "an entry of one player is never divided"


def test_numbers_in_the_names_of_a_pair_are_no_shifted_columns() -> None:
    for sign in (" + ", " & ", " / "):
        (line,) = read(f"001    1      Player 1{sign}Player 2\n", 2).lines
        assert line.entry is not None
        assert [each.name for each in line.entry.players] == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("001    x      Name", "the start number (positions 5 to 8) is no whole number"),
        ("001    0      Name", "begins with 1"), ("001    2", "the name (positions 15 to 47) is empty"),
        (f"001    2      {'Name':34}2x10", "the rating (positions 49 to 52) is no whole number"),
        ("001    1      Again", "the seed 1 stands there twice"), ("001    2      First", "line 1 is called First"),
        ("XXP 1 9", "the file has no competitor 9"), ("XXP", "there is no start number"),
        ("XXZ 1 b", "no whole number"), ("240 Q   1    1", "240 has a bye"), ("240 H   0    1", "240 has a bye"),
        ("240 H   1   77", "no competitor 77"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_declines_the_file(line: str, why: str) -> None:
    made = planned(f"001    1      First\n{line}\n", of(PAIRS))
    assert made.lines[1].state == "refused"
    assert why in str(made.lines[1].why)
    assert str(made.declined).startswith("line 2: ")


def test_a_file_is_a_report_if_its_first_line_has_a_code() -> None:
    for file in ("012 X", "001    1 ", "XXR 5\n", "\ufeff### by hand\n", "\r\n132"):
        assert is_report(file), file
    for file in ("", "name\n001 X", "0012,x", "12 x", "XX", "001x"):
        assert not is_report(file), file
    for file, why in (("012 X\n", "no line 001"), ("0" * 200_001, "the most is 200000"), ("001\n" * 2001, "is 2000")):
        with pytest.raises(EntryFileError, match=why):
            read(file, 2)


def test_an_older_program_writes_in_windows_1252() -> None:
    assert text_of_bytes("001    1      Söhne – Änna\r\n".encode("cp1252")).rstrip().endswith("Söhne – Änna")
    assert text_of_bytes("name\nSöhne\n".encode("cp1252")) == "name\nSöhne\n"
    for data in (b"\x00\x01\x02", b"001    1      \x81\r\n"):
        with pytest.raises(Declined, match="nor text"):
            text_of_bytes(data)


# --- rounds that are not played ---------------------------------------------------------------------------

ABSENT = "001    1      One\n001    2      Two\n001    3      Three\n"


def test_rounds_before_an_entry_comes_and_byes_on_request_are_taken_by_the_terms() -> None:
    terms = Terms("swiss", rounds=5, requested_byes=1, scoring=Scoring(late="none", requested_bye="half"))
    cup = of(terms)
    absences = ("XXZ 1 2", "240 Z   1    1", "240 Z   2    1", "240 H   1    2", "240 H   4    3", "240 F   5    3")
    made = planned(ABSENT + "\n".join(absences), cup)
    assert [(each.since, each.requested) for each in cup.tournament.entries.values()] == [(3, ()), (1, (1,)), (1, (4,))]
    assert [each.state for each in made.lines] == ["new"] * 3 + ["taken"] * 6
    assert str(made.lines[2].why) == "bye in round 5 not recorded: the terms give half for one, the file full"
    cup = of(terms)
    assert str(planned(f"{ABSENT}240 H   2    3\n240 H   4    3\n", cup).lines[2].why) == (
        "bye in round 4 not recorded: by the terms, an entry may ask for up to 1; entry 3 has: 2"
    )


def test_a_format_without_byes_on_request_and_avoidances_says_that_it_does_not_take_them() -> None:
    cup = of(Terms("round-robin", encounter=Encounter(deals=4)))
    made = planned(f"{ABSENT}240 H   2    3\nXXP 1 2\n", cup)
    assert made.declined is None
    assert "no entry may ask for a bye" in str(made.lines[2].why)
    assert (made.lines[4].state, str(made.lines[4].why)[:20]) == ("left-out", "Round robin does not")


def test_a_report_is_imported_before_the_first_round() -> None:
    cup = of(PAIRS)
    cup.enter("A", "B")
    cup.draw("2026-02-14", "1-2 7:3")
    assert str(planned(ABSENT, cup).declined) == "a report file is imported before the first round is drawn"


# --- out and in again -----------------------------------------------------------------------------------------

LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]).filter(lambda each: not unfit_in_a_line(each))
NAMES = st.text(LETTERS, max_size=40).map(lambda name: f"n{name.replace('+', '')}"[:LONGEST_NAME].strip())


@st.composite
def beginnings(draw_: st.DrawFn) -> Built:
    """A tournament before its first round, with all that a report file can hold of it."""
    late, requested = draw_(st.sampled_from([("none", "half"), ("half", "none"), ("none", "full"), ("full", "half")]))
    terms = Terms(
        "swiss", side=draw_(st.integers(1, 2)), rounds=5, requested_byes=2, encounter=Encounter(race=7),
        scoring=Scoring(late=late, requested_bye=requested, bye=draw_(st.sampled_from([None, 0, 1]))),
        acceleration=draw_(st.sampled_from(["none", "baku"])),
    )  # fmt: skip
    cup = Built(terms)
    for n, name in enumerate(draw_(st.lists(NAMES, min_size=2, max_size=7, unique=True)), 1):
        cup.take(EntryMade(str(n), name, (), draw_(st.sampled_from([1, 1, 1, 2, 3]))))
        if rating := draw_(st.one_of(st.none(), st.integers(1, 9999))):
            cup.take(EntryDetailsSet(str(n), rating))
    entries = list(cup.tournament.entries.values())
    cup.take(SeedsSet(tuple(draw_(st.permutations([each.id for each in entries]))[: draw_(st.integers(0, 7))])))
    for each in entries:
        for number in draw_(st.sets(st.integers(each.since, 5), max_size=2)):
            cup.take(ByeRequested(each.id, number))
    if draw_(st.booleans()):
        cup.take(AvoidanceAdded(tuple(draw_(st.permutations([each.id for each in entries]))[:2]), absolute=True))
    return cup


def without_comments(file: str) -> list[str]:
    return [line for line in file.splitlines() if not line.startswith("###")]


@given(beginnings())
def test_a_file_that_goes_out_in_and_out_again_is_the_same(first: Built) -> None:
    """All but the comments: they list how the entries were numbered."""
    file = write(first.report())
    second = Built(first.tournament.terms)
    made = planned(file, second)
    assert made.declined is None
    assert not [each.why for each in made.lines if each.line.entry and each.why]
    assert without_comments(write(second.report())) == without_comments(file)


def test_of_a_tournament_that_has_begun_the_entries_are_the_same() -> None:
    """The golden file with three rounds: start number, name and rating of each line 001, and who must not meet."""
    cup = of(PAIRS)
    made = planned(text(), cup)
    assert (made.declined, made.rounds) == (None, 3)

    def kept(file: str) -> list[str]:
        return [line[:79].rstrip() for line in file.split("\r\n") if line.startswith(("001", "XXP"))]

    assert kept(write(cup.report())) == kept(text())
    assert not cup.tournament.rounds


# --- over the API ---------------------------------------------------------------------------------------------


def test_a_report_of_one_tournament_opens_the_next_one(people: Callers) -> None:
    club = people.club()
    anna = opened(people.admin.post("/players", {"name": "Änna", "club": club}))
    first = tournament(people.admin, 0, SWISS, club=club)
    for name, rating in (("Anna + Béa", 1700), ("Kala + Nimal", 1850), ("The Herons", None), ("Perera", None)):
        done(people.admin, f"/tournaments/{first}/entries", {"name": name})
        if rating:
            number = len(people.anybody.get(f"/tournaments/{first}").json["entries"])
            done(people.admin, f"/tournaments/{first}/entries/{number}/details", {"rating": rating})
    done(people.admin, f"/tournaments/{first}/seeds", {"order": ["2", "1"]})
    for table in draw(people.admin, first)["encounters"]:
        report(people.admin, table["id"], 7, 3)
    file = people.anybody.get(f"/tournaments/{first}/report.trf").text
    second = tournament(people.admin, 0, SWISS, club=club)
    checked: dict[str, Any] = done(people.admin, f"/tournaments/{second}/entry-files/check", {"text": file})
    assert (checked.get("declined"), checked["new"], checked["rounds"]) == (None, 4, 1)
    (herons,) = [each for each in checked["lines"] if each["name"] == "The Herons"]
    assert (herons["state"], herons["why"]) == ("new", "not recorded: 1 round")
    assert {each["text"][:3] for each in checked["lines"] if "text" in each} >= {"012", "XXR", "###", "132"}
    assert people.anybody.get(f"/tournaments/{second}").json["entries"] == []
    done(people.admin, f"/tournaments/{second}/entry-files", {"text": file})
    shown = people.anybody.get(f"/tournaments/{second}").json
    assert shown["rounds"] == []
    entries = {each["name"]: each for each in shown["entries"]}
    assert {name: (each.get("rating"), each["players"]) for name, each in entries.items()} == {
        "Kala + Nimal": (1850, ["Kala", "Nimal"]), "Anna + Béa": (1700, [anna, "Béa"]), "The Herons": (None, []),
        "Perera": (None, []),
    }  # fmt: skip
    assert [each["seed"] for each in shown["entries"]] == [1, 2, 3, 4]
    draw(people.admin, second)
    refused = people.admin.post(f"/tournaments/{second}/entry-files", {"text": file})
    assert (refused.status_code, refused.json["code"]) == (422, "entry-file")
    assert "before the first round" in refused.json["detail"]
