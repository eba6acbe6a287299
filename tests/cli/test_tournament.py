"""`nought tournament`: an evening at the command line, from the first entry to the prizes."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.cli.parts.books import book as open_book
from store.settings import Settings
from tests.cases import cases
from tests.cli.conftest import Nought, complaint

numbers = count(1)


@pytest.fixture(autouse=True)
def cup(nought: Nought, book: Settings, request: pytest.FixtureRequest) -> str:
    """A tournament of four pairs, called after its test."""
    name = f"{request.node.originalname} {next(numbers)}"
    opened = nought("tournament", "open", name, "--format", "swiss", "--rounds", 3, "--set", "encounter.race=7")
    assert opened.code == 0, opened.err
    assert opened.out.startswith(f"{name} is open: ")
    for n in range(1, 5):
        entered = nought("tournament", "enter", name, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
        assert entered.out == f"Pair {n} is entry {n}\n"
    return str(name)


def plain(nought: Nought, *arguments: object) -> Any:
    answer = nought("tournament", *arguments, "--json")
    assert answer.code == 0, answer.err
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


def test_an_evening(nought: Nought, cup: str) -> None:
    for number in (1, 2, 3):
        drawn = nought("tournament", "draw", cup, "--round", number)
        assert "Pair 1" in drawn.out
        tables = plain(nought, "round", cup, number)["encounters"]
        for table in tables:
            answer = nought("tournament", "result", cup, number, table["table"], f"7-{number}")
            assert answer.out == f"table {table['table']} of round {number}: 7 to {number}, provisional\n"
        assert nought("tournament", "confirm", cup, number, 1, "--side", "ns").out.endswith("provisional\n")
        assert nought("tournament", "confirm", cup, number, 1).out.endswith("confirmed\n")
        assert "* depends on a result" in nought("tournament", "standings", cup).out
        assert nought("tournament", "close", cup, number).out == f"round {number} is closed\n"
    corrected = nought("tournament", "correct", cup, 3, 1, "7-6", "--why", "A token was counted twice")
    assert corrected.out == "table 1 of round 3 is corrected; it must be confirmed again\n"
    shown = plain(nought, "standings", cup)
    assert sum(row["score"] for row in shown) == 6
    assert nought("tournament", "explain", cup, shown[0]["entry"]).out
    ended = nought("tournament", "end", cup).out.splitlines()
    assert len(ended) == 4
    assert ended[0] == f"1. {shown[0]['name']} ({shown[0]['score']})"
    assert plain(nought, "show", cup)["status"] == "over"
    assert any(row["name"] == cup and row["status"] == "over" for row in plain(nought, "list"))
    log = nought("tournament", "log", cup).out
    assert "Pair 1 entered as number 1 (1a, 1b)." in log
    assert "The final result was announced." in log
    complaint(nought("tournament", "enter", cup, "Too late"))
    assert nought("tournament", "reopen", cup, "--why", "A protest").code == 0


@pytest.mark.full
def test_the_standings_mark_who_has_withdrawn(nought: Nought, cup: str) -> None:
    nought("tournament", "draw", cup)
    for table in (1, 2):
        nought("tournament", "result", cup, 1, table, "7-3")
    nought("tournament", "withdraw", cup, 3, "--why", "ill")
    shown = nought("tournament", "standings", cup).out
    assert [line for line in shown.splitlines() if "withdrawn" in line] == [
        line for line in shown.splitlines() if "Pair 3*" in line
    ]
    assert "Pair 3* (withdrawn)" in shown


@pytest.mark.full
def test_one_of_a_thing_is_in_the_singular(nought: Nought, cup: str) -> None:
    assert nought("tournament", "seeds", cup, 4).out == "1 entry is seeded\n"
    nought("tournament", "draw", cup, "--pair", "1-2", "--bye", 3, "--bye", 4)
    assert "round 1: 1 table, open" in nought("tournament", "show", cup).out


@pytest.mark.full
def test_a_director_draws_by_hand_rules_and_changes_the_terms(nought: Nought, cup: str) -> None:
    assert nought("tournament", "seeds", cup, 4, 1).out == "2 entries are seeded\n"
    assert nought("tournament", "withdraw", cup, 3, "--why", "ill").out == "entry 3 is out\n"
    assert nought("tournament", "return", cup, 3).out == "entry 3 is back\n"
    drawn = nought("tournament", "draw", cup, "--pair", "1-2", "--bye", 3, "--bye", 4)
    assert "Pair 3 sits out." in drawn.out
    anew = nought("tournament", "draw", cup, "--redraw", "Two tables are free", "--pair", "1-4", "--pair", "2-3")
    assert anew.code == 0, anew.err
    assert nought("tournament", "forfeit", cup, 1, 2, "ew", "--why", "They did not come").code == 0
    assert "│ East and West forfeit │" in nought("tournament", "round", cup, 1).out
    match = nought("tournament", "match", cup, 1, 1)
    assert match.out.startswith("match ")
    assert nought("tournament", "adjust", cup, "--unit", "tokens", "--why", "A lost challenge", "--", 1, -3).code == 0
    assert nought("tournament", "terms", cup, "--set", "rounds=2", "--why", "It is late").out
    payload = plain(nought, "show", cup)
    assert payload["terms"]["rounds"] == 2
    assert payload["adjustments"][0]["amount"] == -3
    assert plain(nought, "show", cup, "--version", 1)["entries"] == []


def test_a_draw_says_what_it_rested_on_and_is_different_now(nought: Nought, cup: str) -> None:
    nought("tournament", "draw", cup, "--pair", "1-2", "--pair", "3-4")
    for table in (1, 2):
        nought("tournament", "result", cup, 1, table, "7-4")
    nought("tournament", "close", cup, 1)
    nought("tournament", "draw", cup)
    assert "changed later" not in nought("tournament", "round", cup, 2).out
    nought("tournament", "correct", cup, 1, 1, "4-7", "--why", "upside down")
    output = " ".join(nought("tournament", "round", cup, 2).out.split())
    assert "Round 1, table 1, Pair 1 against Pair 2: 7 to 4 at the time of this draw, now 4 to 7." in output


@pytest.mark.full
def test_a_penalty_of_one_point_takes_one_point(nought: Nought, cup: str) -> None:
    for amount, words in (("-1", "-1 point"), ("-0.5", "-½ point"), ("1.5", "+1½ points")):
        done = nought("tournament", "adjust", cup, "--why", "late", "--", 1, amount)
        assert done.out.startswith(f"entry 1: {words} (ruling "), done.err
    assert next(row["score"] for row in plain(nought, "standings", cup) if row["entry"] == "1") == 0
    assert "Pair 1 loses ½ point by a ruling. Late." in nought("tournament", "log", cup).out
    for wrong, why in (("half", "write at most two decimals"), ("0.3", "half points"), ("1/2", "two decimals")):
        assert why in complaint(nought("tournament", "adjust", cup, "--why", "late", "--", 1, wrong))


def test_the_log_has_what_happened_at_the_tables(nought: Nought, cup: str) -> None:
    nought("tournament", "draw", cup)
    nought("tournament", "result", cup, 1, 1, "7-4")
    nought("tournament", "correct", cup, 1, 1, "4-7", "--why", "upside down")
    nought("tournament", "forfeit", cup, 1, 2, "ew", "--why", "not there")
    log = nought("tournament", "log", cup).out
    for line in (
        "round 1, table 1: The result was entered: 7 to 4.",
        "round 1, table 1: The result was corrected: 4 to 7. Upside down.",
        "round 1, table 2: East and West forfeit. Not there.",
    ):
        assert line in log
    assert {row["round"] for row in plain(nought, "log", cup)} == {None, 1}


@pytest.mark.full
def test_a_board_gets_an_assigned_score_and_loses_it_again(nought: Nought) -> None:
    name = f"Boards {next(numbers)}"
    nought("tournament", "open", name, "--format", "duplicate", "--rounds", 3, "--set", "boards=1",
           "--set", "scoring.counts=matchpoints")  # fmt: skip
    for pair in ("Anula + Farook", "Herons: Nimal, Kamala", "Pair 3", "Pair 4"):
        nought("tournament", "enter", name, pair)
    entries = nought("tournament", "export-entries", name).out
    assert all(each in entries for each in ("Anula + Farook", "Herons", "Nimal", "Kamala")), entries
    assert "Herons:" not in entries
    nought("tournament", "draw", name)
    at = ("tournament", "assign", name, 1, 1, "--board", 1)
    assert nought(*at, "--north-south", "60:3", "--north-south", "40:-1", "--why", "seen").code == 0
    assert "together 100" in complaint(nought(*at, "--north-south", "60:3", "--why", "seen"))
    assert "PERCENT:RESULT" in complaint(nought(*at, "--north-south", "x", "--why", "seen"))
    assert "--withdraw alone" in complaint(nought(*at, "--why", "seen"))
    assert nought(*at, "--withdraw", "--why", "appealed").code == 0
    assert "has no assigned score" in complaint(nought(*at, "--withdraw", "--why", "again"))


@pytest.mark.full
def test_a_board_without_a_result_gets_an_artificial_score(nought: Nought) -> None:
    name = f"Boards {next(numbers)}"
    opened = ("--format", "duplicate", "--rounds", 2, "--set", "boards=2", "--set", "scoring.counts=matchpoints")
    assert nought("tournament", "open", name, *opened).code == 0
    for n in range(1, 5):
        nought("tournament", "enter", name, f"Pair {n}")
    nought("tournament", "draw", name)
    assert "boards" in complaint(nought("tournament", "close", name, 1))
    answer = nought(
        "tournament", "artificial", name, 1, 1, "average-plus", "average-minus", "--board", 1, "--why", "late"
    )
    assert answer.out == "table 1 of round 1: playing\n", answer.err
    for table in (1, 2):
        answer = nought("tournament", "artificial", name, 1, table, "not-played", "--why", "closing")
        assert answer.out == f"table {table} of round 1: confirmed\n", answer.err
    back = nought("tournament", "artificial", name, 1, 1, "--withdraw", "--board", 1, "--why", "found")
    assert back.out == "table 1 of round 1: playing\n", back.err
    assert "one score for both" in complaint(nought("tournament", "artificial", name, 1, 1, "--why", "x"))
    nought("tournament", "artificial", name, 1, 1, "average", "--why", "lost")
    assert nought("tournament", "close", name, 1).code == 0


@pytest.mark.full
def test_a_match_that_players_had_begun_is_taken_in(nought: Nought, cup: str) -> None:
    nought("tournament", "draw", cup, "--pair", "1-2", "--pair", "3-4")
    with open_book(None) as services:
        signed = {"by": "Nimal", "at": "2026-02-14T20:15:09.318Z"}
        one, other = (
            services.ledger.matches.open("304", "S", players={"S": south}, **signed).id for south in ("1b", "Ruwan")
        )
    for options, why in (((other, "--why", "early"), "Ruwan sits South in the match"), ((one,), "say why")):
        refused = nought("tournament", "match", cup, 1, 1, "--adopt", *options)
        assert why in complaint(refused)
    answer = nought("tournament", "match", cup, 1, 1, "--adopt", one, "--why", "They were early")
    assert answer.out == f"table 1 of round 1 uses match {one}: playing\n", answer.err
    complaint(nought("tournament", "match", cup, 1, 2, "--adopt", one, "--why", "They were early"))


@pytest.mark.full
def test_on_a_ladder_the_director_says_who_challenges_whom(nought: Nought) -> None:
    name = f"Ladder {next(numbers)}"
    assert nought("tournament", "open", name, "--format", "ladder", "--set", "encounter.race=7").code == 0
    for n in range(1, 5):
        nought("tournament", "enter", name, f"Pair {n}")
    drawn = nought("tournament", "draw", name, "--challenge", "3-1", "--challenge", "4-2")
    assert drawn.code == 0, drawn.err
    assert [row["sides"] for row in plain(nought, "round", name, 1)["encounters"]] == [[["1"], ["3"]], [["2"], ["4"]]]


def test_lots_are_promised_and_opened_for_anybody_to_check(nought: Nought, cup: str, tmp_path: Path) -> None:
    for name, more in (("commitment", ["--promise"]), ("opening", [])):
        (tmp_path / f"{name}.json").write_text(nought("tournament", "lots", cup, *more).out)
    checked = nought("lots", "verify", tmp_path / "commitment.json", tmp_path / "opening.json")
    assert checked.code == 0, checked.err
    other = nought("tournament", "lots", cup).out
    (tmp_path / "opening.json").write_text(other)
    assert nought("lots", "verify", tmp_path / "commitment.json", tmp_path / "opening.json").code == 1


IMPOSSIBLE: tuple[tuple[list[object], str], ...] = (
    (["result", "{}", 1, 1, "7-4"], "round 1 is not drawn yet"),
    (["result", "{}", 1, "one", "7-4"], "'one' is not a valid integer"),
    (["draw", "{}", "--pair", "12"], "write ENTRY-ENTRY"),
    (["draw", "{}", "--challenge", "12"], "--challenge '12': write ENTRY-ENTRY"),
    (["draw", "{}", "--pair", "1-9"], "there is no entry 9"),
    (["draw", "{}", "--round", 2], "the next round to be drawn is 1, not 2"),
    (["close", "{}", 1], "round 1 is not drawn yet"),
    (["show", "Nobody's"], "there is no tournament called"),
    (["terms", "{}", "--set", "rounds"], "write TERM=VALUE"),
    (["terms", "{}", "--set", "rounds=many"], "is not of the kind"),
    (["terms", "{}", "--set", "rounds.x=1"], "rounds is no group of terms"),
    (["explain", "{}", 9], "there is no entry 9"),
    (["end", "{}"], "nothing was drawn yet"),
    (["withdraw", "{}", "x"], "there is no entry x"),
)


def test_what_cannot_be_is_said_in_one_line(nought: Nought, book: Settings, cup: str) -> None:
    def events() -> int:
        with psycopg.connect(book.owner_dsn or "", options=f"-c search_path={book.schema}") as owner:
            (count,) = owner.execute("SELECT count(*) FROM events").fetchone() or (0,)
            return int(count)

    before = events()
    with cases() as case:
        for arguments, why in IMPOSSIBLE:
            with case(*arguments):
                message = complaint(nought("tournament", *(str(each).replace("{}", cup) for each in arguments)))
                assert why in message
                assert events() == before


def test_a_table_that_the_round_does_not_have_is_named(nought: Nought, cup: str) -> None:
    nought("tournament", "draw", cup)
    for command in (["result", cup, 1, 9, "7-4"], ["confirm", cup, 1, 9]):
        assert "round 1 has no table 9" in complaint(nought("tournament", *map(str, command)))


@pytest.mark.full
def test_lists_and_standings_are_made_anew(nought: Nought, cup: str, book: Settings) -> None:
    nought("tournament", "draw", cup)
    nought("tournament", "result", cup, 1, 1, "7-4")
    before = plain(nought, "standings", cup)
    with psycopg.connect(book.owner_dsn or "", options=f"-c search_path={book.schema}") as owner:
        owner.execute("DELETE FROM tournament_lines")
    assert plain(nought, "standings", cup) != before
    output = nought("projections", "rebuild").out
    assert "lines written, and the standings of" in output
    assert plain(nought, "standings", cup) == before
