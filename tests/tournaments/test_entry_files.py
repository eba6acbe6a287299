"""Entries of a tournament as a file, out and in (docs/tournaments.md, "Entries as a file")."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.engine.words.texts import unfit_in_a_line
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.option_checks import cleaned
from domain.spreadsheet_cells import FORMULA, plain_cell, safe_cell
from domain.tournament.entries.file import of_list, read, write
from domain.tournament.entries.file_rows import EntryFileError, FileEntry, FilePlayer
from domain.tournament.state import Entry, EntryDetails
from tests.http.people import People, opened
from tests.http.test_score_files import spreadsheet
from tests.http.tournament_requests import SWISS, done, draw, tournament

# --- the file itself --------------------------------------------------------------------------------

LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]).filter(lambda each: not unfit_in_a_line(each))
TEXTS = st.text(LETTERS | st.sampled_from("=+-@',;\"& "), max_size=30)
NAMES = TEXTS.map(lambda text: text.strip() if any(map(str.isalnum, text)) else f"x{text.rstrip()}")
"""With a letter or a digit: a line without any is decoration, and left out."""
IDS = st.uuids().map(str)
NUMBERS = st.one_of(st.none(), st.integers(1, 9999))


@st.composite
def entries(draw_: st.DrawFn) -> list[Entry]:
    """Entries as a tournament can have them: the first seeds are seeded, some are late or have withdrawn."""
    count = draw_(st.integers(1, 6))
    seeded = draw_(st.permutations(range(1, count + 1)))[: draw_(st.integers(0, count))]
    seeds = {number: seed for seed, number in enumerate(seeded, 1)}
    rows = []
    for number in range(1, count + 1):
        players = draw_(st.lists(st.one_of(NAMES, IDS), max_size=4, unique=True))
        categories = draw_(st.lists(NAMES, max_size=5, unique=True))
        rows.append(
            Entry(
                str(number), draw_(NAMES), tuple(players), seeds.get(number), since=draw_(st.integers(1, 9)),
                out=draw_(st.one_of(st.none(), st.integers(1, 9))), categories=tuple(categories),
                details=EntryDetails(draw_(NUMBERS), draw_(st.one_of(st.just(""), NAMES))),
            )
        )  # fmt: skip
    return rows


@pytest.mark.parametrize(
    ("line", "name", "players"),
    [
        ("Anula + Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("12. Anula, Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula & Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula – Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula\tFarook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula / Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula and Farook", "Anula + Farook", ["Anula", "Farook"]),
        ("Anula und Sandra Andersen", "Anula + Sandra Andersen", ["Anula", "Sandra Andersen"]),
        ("The Herons: Anula & Farook", "The Herons", ["Anula", "Farook"]),
        ("Marie-Louise", "Marie-Louise", []),
    ],
)
def test_a_line_of_a_list_is_a_pair_whatever_stands_between_its_players(
    line: str, name: str, players: list[str]
) -> None:
    (entry,) = (each.entry for each in of_list(f"\n{line}\n", 2).lines)
    assert entry is not None
    assert (entry.name, [each.name for each in entry.players]) == (name, players)


def test_a_line_of_a_list_of_single_players_is_a_name() -> None:
    lines = of_list("1) Müller, Hans\nPerera, Nimal", 1).lines
    assert [each.entry.name for each in lines if each.entry] == ["Müller, Hans", "Perera, Nimal"]
    with pytest.raises(EntryFileError, match="empty"):
        of_list(" \n", 1)


@given(entries(), st.sampled_from(",;\t"), st.booleans(), st.data())
def test_entries_that_are_written_and_read_are_the_same(
    written: list[Entry], delimiter: str, mark: bool, data: st.DataObject
) -> None:
    """With registered players by name and id, formulas in names, and a file that a spreadsheet saved in its own way."""
    ids = [player for each in written for player in each.players]
    registered = {each: data.draw(NAMES) for each in ids if as_id(each) and data.draw(st.booleans())}
    text = write(written, registered)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    saved = io.StringIO()
    csv.writer(saved, delimiter=delimiter).writerows(rows)
    file = read("\ufeff" * mark + saved.getvalue())
    assert file.left_out == ()
    again = [line.entry for line in file.lines]
    assert [line.fault for line in file.lines] == [None] * len(written)
    assert again == [
        FileEntry(
            each.name,
            tuple(FilePlayer(registered[p], p) if p in registered else FilePlayer(p) for p in each.players),
            each.details, each.seed, each.categories, each.since if each.since > 1 else None,
            withdrawn=each.out is not None,
        )
        for each in written
    ]  # fmt: skip
    assert [str(line.left_out or "") for line in file.lines] == [
        f"withdrawn before round {each.out}" if each.out else "" for each in written
    ]
    assert not any(cell.startswith(tuple(FORMULA)) for row in rows for cell in row)


@given(TEXTS | st.text())
def test_a_cell_is_no_formula_and_its_text_is_found_again(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text
    assert not safe_cell(text).startswith(tuple(FORMULA))


LIST = """Name;Player 1;Player 2;Elo;Verein;Kategorie;From round;Age
The Herons;Anula;Farook;1850;Lagoon;Juniors;;12
;Kala;Nimal;;;;2;
"""


def test_a_list_of_a_club_is_read() -> None:
    """Titles in German, semicolons, an entry without a name, and a column that nobody knows."""
    file = read(LIST)
    assert [line.entry for line in file.lines] == [
        FileEntry(
            "The Herons",
            (FilePlayer("Anula"), FilePlayer("Farook")),
            EntryDetails(1850, "Lagoon"),
            categories=("Juniors",),
        ),
        FileEntry("Kala + Nimal", (FilePlayer("Kala"), FilePlayer("Nimal")), since=2),
    ]
    assert [str(each) for each in file.left_out] == ["columns: Age"]


@pytest.mark.parametrize("separator", list(",;\t"))
def test_headings_and_totals_of_a_secretary_are_left_out(separator: str) -> None:
    rows = [["Summer cup 2026 - entries"], [], ["No", "Player 1", "Player 2", "Paid", "Withdrawn"]]
    rows += [["1", "Béa", "Farook", "yes"], [], ["2", "Kala", "Nimal", "", "ill"], ["Total", "", "", "1"]]
    file = read("\r\n".join(separator.join(row) for row in rows))
    assert [(line.number, line.entry and line.entry.name, str(line.left_out or "")) for line in file.lines] == [
        (4, "Béa + Farook", ""),
        (6, "Kala + Nimal", "withdrawn"),
        (7, None, "it has nothing in the columns that are read"),
    ]
    assert [str(each) for each in file.left_out] == ["what stands above the titles of the columns", "columns: No, Paid"]


@pytest.mark.parametrize("titles", ["Name;Partner", "Nr;Name;Partner", "Player;Partner", "Name\tPlayer 2"])
def test_a_partner_in_a_column_of_its_own_is_no_less_a_player_than_the_name_before(titles: str) -> None:
    """In a file as in a list that was copied from a spreadsheet, where the titles are no entry."""
    separator = "\t" if "\t" in titles else ";"
    row = separator.join(["1", "Zedd", "Yann"][-titles.count(separator) - 1 :])
    for file in (read(f"{titles}\n{row}\n"), of_list(f"{titles}\n{row}\n", 2)):
        (entry,) = (line.entry for line in file.lines if line.entry)
        assert (entry.name, entry.players) == ("Zedd + Yann", (FilePlayer("Zedd"), FilePlayer("Yann")))


def test_without_columns_for_players_a_name_is_read_as_on_the_desk() -> None:
    file = read("pair,rating\nAnula + Farook,1700\nThe Herons: Kala; x,\n")
    assert [(line.entry.name, line.entry.players) for line in file.lines if line.entry] == [
        ("Anula + Farook", (FilePlayer("Anula"), FilePlayer("Farook"))),
        ("The Herons", (FilePlayer("Kala"), FilePlayer("x"))),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"), ("rating\n1\n", "needs name or player1"), ("name,Name\na,b\n", "stands twice"),
        ("name\n", "no entry"), ("name\n" + "x\n" * 2001, "the most is 2000"), ("x" * 200_001, "the most is 200000"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_is_refused_as_a_whole(text: str, why: str) -> None:
    with pytest.raises(EntryFileError, match=why):
        read(text)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (",1,,", "no name"), ("A,x,,", "rating is no whole number"), ("A,,1.5,", "seed is no whole number"),
        ("A,12345,,", "rating is no whole number from 0 to 9999"), ("A,,,no-id", "no id of a player"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_says_why(line: str, why: str) -> None:
    (first,) = read(f"name,rating,seed,id1,x\n{line},y\n").lines
    assert why in str(first.fault)


# --- over the API -----------------------------------------------------------------------------------


def check(people: People, cup: str, text: str, **more: Any) -> dict[str, Any]:
    return done(people.admin, f"/tournaments/{cup}/entry-files/check", {"text": text, **more})


def csv_of(people: People, cup: str) -> str:
    answer = people.anybody.get(f"/tournaments/{cup}/entries.csv")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return answer.text


def cup_of(people: People, club: str | None = None, **more: Any) -> str:
    return tournament(people.admin, 0, {**SWISS, **more}, club=club)


def test_exported_entries_make_the_same_entries_in_another_tournament(people: People) -> None:
    club = people.club()
    anna = opened(people.admin.post("/players", {"name": "=Anna", "club": club}))
    first, second = (cup_of(people, club) for _ in range(2))
    path = f"/tournaments/{first}"
    for body in (
        {"name": "=SUM(A1)", "players": [anna, "'-Béa, x"]}, {"name": "ஆனந்த்", "since": 2}, {"name": "Gone"},
        {"name": "Named + Alike", "players": []},
    ):  # fmt: skip
        done(people.admin, f"{path}/entries", body)
    done(people.admin, f"{path}/entries/3/withdraw")
    done(people.admin, f"{path}/seeds", {"order": ["2", "1"]})
    done(people.admin, f"{path}/entries/1/details", {"rating": 1850, "club": "Lagoon, south"})
    done(people.admin, f"{path}/entries/1/categories", {"categories": ["Juniors", "A; B"]})
    text = csv_of(people, first)
    checked = check(people, second, text)
    assert "declined" not in checked
    assert (checked["new"], [each["state"] for each in checked["lines"]]) == (3, ["new", "new", "left-out", "new"])
    assert [(each["written"], each["state"]) for each in checked["lines"][0]["players"]] == [
        ("=Anna", "matched"), ("'-Béa, x", "kept"),
    ]  # fmt: skip
    assert people.anybody.get(f"/tournaments/{second}").json["entries"] == [], "a preview records nothing"
    done(people.admin, f"/tournaments/{second}/entry-files", {"text": text})

    def kept(cup: str) -> list[dict[str, Any]]:
        rows = people.anybody.get(f"/tournaments/{cup}").json["entries"]
        return [{name: row.get(name) for name in row if name != "id"} for row in rows if row.get("out") is None]

    assert kept(second) == kept(first)
    lines = [line.partition(",")[2] for line in text.splitlines() if "Gone" not in line]
    assert [line.partition(",")[2] for line in csv_of(people, second).splitlines()] == lines
    again = people.admin.post(f"/tournaments/{second}/entry-files", {"text": text})
    assert (again.status_code, again.json["code"]) == (422, "entry-file")
    assert "every entry of the file is in the tournament already" in again.json["detail"]


def test_players_in_one_text_are_read_as_in_a_list(people: People) -> None:
    """As the forms of the desk send them."""
    path = f"/tournaments/{cup_of(people)}"
    done(people.admin, f"{path}/entries", {"name": "A", "players_text": "Ravi s/o Kumaran / Perera, Nimal"})
    done(people.admin, f"{path}/entries", {"name": "B", "players_text": ""})
    body = {"name": "C", "players_text": "Kala, Siti"}
    assert people.admin.call("PATCH", f"{path}/entries/2", json=body).status_code == 200
    rows = people.anybody.get(path).json["entries"]
    assert [each["players"] for each in rows] == [["Ravi s/o Kumaran", "Perera, Nimal"], ["Kala", "Siti"]]
    twice = people.admin.post(f"{path}/entries", {"name": "D", "players_text": "x", "players": ["x"]})
    assert twice.status_code == 422


def test_the_name_of_a_new_entry_tells_its_players_if_the_form_names_none(people: People) -> None:
    """As a line of a list does, and the command line; a name sent without a text of players is taken as it is."""
    path = f"/tournaments/{cup_of(people)}"
    for name in ("Ravi s/o Kumaran & Anula", "The Herons: Perera, Nimal & Kala", "Sharks"):
        done(people.admin, f"{path}/entries", {"name": name, "players_text": ""})
    done(people.admin, f"{path}/entries", {"name": "Siti & Devi"})
    rows = people.anybody.get(path).json["entries"]
    assert [(each["name"], each["players"]) for each in rows] == [
        ("Ravi s/o Kumaran + Anula", ["Ravi s/o Kumaran", "Anula"]),
        ("The Herons", ["Perera, Nimal", "Kala"]),
        ("Sharks", []),
        ("Siti & Devi", []),
    ]


def test_players_are_matched_by_name_or_registered(people: People) -> None:
    club = people.club()
    anna = opened(people.admin.post("/players", {"name": "Änna", "club": club}))
    stranger = opened(people.admin.post("/players", {"name": "Elsewhere", "club": people.club()}))
    cup = cup_of(people, club)
    text = "player1,id1,player2\nanna,,Béa\nKala,,bea\n"
    assert "plays for entry 1 already" in check(people, cup, text)["declined"]
    text = "player1,id1,player2\nanna,,Béa\nKala,,Nimal\n"
    states = [
        each["state"] for line in check(people, cup, text, players="register")["lines"] for each in line["players"]
    ]
    assert states == ["matched", "new", "new", "new"]
    assert len(people.anybody.get(f"/players?club={club}").json["items"]) == 1
    done(people.admin, f"/tournaments/{cup}/entry-files", {"text": text, "players": "register"})
    players = {row["name"]: row["id"] for row in people.anybody.get(f"/players?club={club}").json["items"]}
    assert players.keys() == {"Änna", "Béa", "Kala", "Nimal"}
    items = people.anybody.get(f"/tournaments/{cup}").json["entries"]
    assert [(each["name"], each["players"]) for each in items] == [
        ("anna + Béa", [anna, players["Béa"]]), ("Kala + Nimal", [players["Kala"], players["Nimal"]]),
    ]  # fmt: skip
    for identity in (stranger, cup, str(UUID(int=1))):
        declined = check(people, cup, f"player1,id1\nX,{identity}\n")["declined"]
        assert declined == f"line 2: the club has no player {identity}"
    people.admin.post("/players", {"name": "Anna", "club": club})
    assert "2 registered players are called Anna" in check(people, cup, "player1\nAnna\n")["declined"]


def test_one_refused_line_declines_the_whole_file(people: People) -> None:
    cup = cup_of(people)
    done(people.admin, f"/tournaments/{cup}/entries", {"name": "Pair 1", "players": ["A", "B"]})
    text = "name,player1,player2,player3,seed,category,category2\n"
    text += "\n".join([
        "Pair 1,A,B,,,,", "Pair 1,C,D,,,,", "Pair 2,A,,,,,", "Pair 3,E,F,G,,,", "Pair 4,H,,,1,,", "Pair 5,I,,,1,,",
        "Pair 6,,,,,J,j", "Pair 7,K,k,,,,", f"{'x' * 201},,,,,,",
    ])  # fmt: skip
    checked = check(people, cup, text)
    assert [(each["state"], each.get("why", "")) for each in checked["lines"]] == [
        ("same", ""), ("refused", "entry 1 is called Pair 1 already"), ("refused", "A plays for entry 1 already"),
        ("refused", "an entry has up to 2 players, not 3"),
        ("new", "the file names 1 of 2 players"), ("refused", "the seed 1 stands there twice"),
        ("refused", "a category stands there twice"), ("refused", "a player stands twice in the entry"),
        ("refused", "a name has 201 characters; the most is 200"),
    ]  # fmt: skip
    assert checked["declined"] == "line 3: entry 1 is called Pair 1 already (and 6 more)"
    refused = people.admin.post(f"/tournaments/{cup}/entry-files", {"text": text})
    assert (refused.status_code, refused.json["code"], refused.json["detail"]) == (
        422, "entry-file", checked["declined"],
    )  # fmt: skip
    assert len(people.anybody.get(f"/tournaments/{cup}").json["entries"]) == 1


def test_a_file_adds_to_a_tournament_that_has_begun(people: People) -> None:
    """Late entries play from the next round on; seeds of the file come after those of the tournament."""
    cup = tournament(people.admin, 4)
    done(people.admin, f"/tournaments/{cup}/seeds", {"order": ["2"]})
    draw(people.admin, cup)
    assert "round 1 is drawn already" in check(people, cup, "name,from_round\nLate,1\n")["declined"]
    done(people.admin, f"/tournaments/{cup}/entry-files", {"text": "name,seed\nLate,7\nLater,3\n"})
    items = people.anybody.get(f"/tournaments/{cup}").json["entries"]
    assert [(each["name"], each["since"], each.get("seed")) for each in items if each["id"] in "256"] == [
        ("Pair 2", 1, 1), ("Late", 2, 3), ("Later", 2, 2),
    ]  # fmt: skip
    log = [row["sentence"] for row in people.anybody.get(f"/tournaments/{cup}/log?round=0").json["items"]]
    assert log[-1] == "The seeds were set: Pair 2, Later, and Late."


def test_a_round_robin_without_an_empty_place_declines_late_entries(people: People) -> None:
    cup = tournament(people.admin, 4, {"format": "round-robin", "encounter": {"race": 7}})
    draw(people.admin, cup)
    assert "no place of the table is empty" in check(people, cup, "name\nLate\n")["declined"]


def test_a_spreadsheet_is_read_like_its_csv(people: People) -> None:
    rows = [["name", "rating"], ["Anna", 1850], ["Béa", None]]
    body = {"xlsx": b64encode(spreadsheet(rows)).decode()}
    cup = cup_of(people, side=1, format="round-robin", rounds=None)
    done(people.admin, f"/tournaments/{cup}/entry-files", body)
    items = people.anybody.get(f"/tournaments/{cup}").json["entries"]
    assert [(each["name"], each.get("rating")) for each in items] == [("Anna", 1850), ("Béa", None)]
    for wrong, why in (({"xlsx": "%%"}, "Base64"), ({"xlsx": b64encode(b"\x81\0").decode()}, "nor text")):
        refused = people.admin.post(f"/tournaments/{cup}/entry-files/check", wrong)
        assert (refused.status_code, refused.json["code"]) == (422, "entry-file")
        assert why in refused.json["detail"]
    for shape in ({}, {"text": "name\nA\n", **body}, {"text": "name\nA\n", "players": "sell"}):
        assert people.admin.post(f"/tournaments/{cup}/entry-files/check", shape).json["code"] == "shape", shape


def test_a_repeated_import_records_once_and_an_ended_tournament_takes_none(people: People) -> None:
    cup = cup_of(people)
    headers = {"Idempotency-Key": f"list-{cup}"}
    first, again = (
        people.admin.post(f"/tournaments/{cup}/entry-files", {"text": "name\nA\nB\n"}, headers=headers).json
        for _ in range(2)
    )
    assert (again["version"], again["replayed"]) == (first["version"], True)
    done(people.admin, f"/tournaments/{cup}/cancel", {"why": "The hall is closed."})
    assert people.admin.post(f"/tournaments/{cup}/entry-files", {"text": "name\nC\n"}).status_code == 409


# --- the rating and the club of an entry ---------------------------------------------------------------


def test_the_rating_and_the_club_of_an_entry_are_set_and_taken_away(people: People) -> None:
    cup = tournament(people.admin, 2)
    path = f"/tournaments/{cup}/entries"
    for body in ({"rating": 1850, "club": " Lagoon "}, {"rating": 1700}, {"club": "Harbour"}, {}):
        done(people.admin, f"{path}/1/details", body)
    entry = people.anybody.get(f"/tournaments/{cup}").json["entries"][0]
    assert ("rating" in entry, "club" in entry) == (False, False)
    log = [row["sentence"] for row in people.anybody.get(f"/tournaments/{cup}/log?kind=entries").json["items"]]
    assert log[-4:] == [
        "Pair 1: rating 1850, from Lagoon.", "Pair 1: rating 1700.", "Pair 1: from Harbour.",
        "Pair 1 has no rating and no club.",
    ]  # fmt: skip
    same = people.admin.post(f"{path}/1/details", {})
    assert (same.status_code, same.json["code"]) == (422, "same-details")
    for body in ({"rating": 0}, {"rating": 10_000}, {"rating": "x"}, {"club": "x" * 61}):
        assert people.admin.post(f"{path}/1/details", body).status_code == 422, body
    assert people.admin.post(f"{path}/9/details", {"rating": 1}).status_code == 422


def test_a_rating_has_four_digits_at_most() -> None:
    assert cleaned(EntryDetails(9999), "entry-details") == EntryDetails(9999)
    for rating in (0, -1, 10_000):
        with pytest.raises(Declined):
            cleaned(EntryDetails(rating), "entry-details")
