"""`--preview` prints what a tournament command would change, and changes nothing (docs/tournaments.md, "Undo")."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import click
import pytest

from api.cli.tournament import COMMANDS
from store.settings import Settings
from tests.cases import cases
from tests.cli.conftest import Nought, complaint, rows

numbers = count(1)


@pytest.fixture
def cup(nought: Nought, book: Settings) -> str:
    """Four pairs, the first round drawn."""
    name = f"The previewed cup {next(numbers)}"
    nought("tournament", "open", name, "--format", "swiss", "--rounds", 4, "--set", "encounter.race=7")
    for n in range(1, 5):
        nought("tournament", "enter", name, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    assert nought("tournament", "draw", name).code == 0
    return name


def test_every_command_that_writes_has_a_preview() -> None:
    (group,) = COMMANDS
    assert isinstance(group, click.Group)
    options = {name: {each.name for each in command.params} for name, command in group.commands.items()}
    writes = {name for name, own in options.items() if "by" in own}
    assert len(writes) > 25
    assert not [name for name in writes if "preview" not in options[name]]


def test_a_preview_prints_what_would_change_and_records_nothing(nought: Nought, cup: str, book: Settings) -> None:
    previews: list[tuple[tuple[object, ...], str]] = [
        (("enter", cup, "Late"), "Late entered as number 5. This entry plays from round 2 on."),
        (("withdraw", cup, 1, "--why", "ill"), "Pair 1 withdrew, from round 2 on. Ill."),
        (("seeds", cup, 2, 1), "The seeds were set: Pair 2 and Pair 1."),
        (("categories", cup, 1, "Juniors"), "Pair 1 is in the prize categories: Juniors."),
        (("lots", cup), "Lots are drawn for tie-break."),
        (("lots", cup, "--promise"), "Lots for tie-break were drawn and sealed."),
        (("adjust", cup, "--why", "late", "--", 1, -1), "Pair 1 loses 1 point by a ruling. Late."),
        (("apart", cup, 1, 2), "Draws keep apart, if possible: Pair 1 and Pair 2."),
        (("terms", cup, "--set", "last_entry=2"), "Last round that an entry may begin with: – → 2"),
        (("rename", cup, "Another"), "The tournament is now called Another."),
        (("cancel", cup, "--why", "storm"), "The tournament was cancelled. Storm."),
        (("draw", cup, "--withdraw", "early"), "The draw of round 1 was withdrawn. Early."),
        (("result", cup, 1, 1, "7-3"), "Table 1: The result was entered: 7 to 3."),
        (("forfeit", cup, 1, 1, "ew", "--why", "absent"), "Table 1: East and West forfeit. Absent."),
        (("clock", cup, "start", "--minutes", 50), "Time left: – → 50:00"),
        (("handicap", cup, 1, 0.5, "--why", "new"), "Pair 1 begins with ½ point. New."),
        (("change", cup, 1, "--name", "The Herons"), "Entry 1 is now The Herons (1a, 1b)."),
        (("seats", cup, 1, 1, "--seat", "S=Anna", "--why", "ill"), "No place and no score would change."),
        (("match", cup, 1, 1), "Table 1: A match is recorded for the table."),
    ]
    before, log = rows(book), nought("tournament", "log", cup).out
    with cases() as case:
        for command, line in previews:
            with case(command[0]):
                answer = nought("tournament", command[0], "--preview", *command[1:])
                assert answer.code == 0, answer.err
                printed = [each.strip() for each in answer.out.splitlines()]
                assert printed[0] == "Would be recorded:"
                assert line in printed
                assert re.fullmatch(r"To undo: \S.+", printed[-1])
                assert rows(book) == before
    assert nought("tournament", "log", cup).out == log


def test_the_preview_of_an_opening_prints_what_would_be_there_and_opens_nothing(
    nought: Nought, book: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "list.txt"
    file.write_text("Anula + Farook\nPerera\nSilva\nThe Herons\n", "utf-8")
    before = rows(book)
    with cases() as case:
        for command, lines in {
            ("open", "Unopened", "--format", "swiss", "--rounds", 4): ["rounds=4", "scoring.counts=wins"],
            ("four", "Anna", "Bea", "Cleo", "Dora"): ["Anna entered as number 1.", "encounter.race=10"],
            ("sections", "Unopened", file, "--sections", 2, "--format", "swiss", "--set", "rounds=3"): [
                "Anula + Farook entered as number 1 (Anula, Farook).",
                "rounds=3",
            ],
        }.items():
            with case(command[0]):
                answer = nought("tournament", *command, "--preview")
                assert answer.code == 0, answer.err
                printed = [each.strip() for each in answer.out.splitlines()]
                assert {"Would be recorded:", "Terms:", *lines} <= set(printed)
                assert printed[-1] == "To undo: Cancel the tournament."
                assert rows(book) == before
    assert "rounds" in complaint(nought("tournament", "open", "Unopened", "--format", "swiss", "--preview"))


@pytest.mark.full
def test_a_withdrawn_draw_shows_the_tables_and_the_clock_that_it_loses(nought: Nought, cup: str) -> None:
    nought("tournament", "clock", cup, "start", "--minutes", 50)
    output = nought("tournament", "draw", cup, "--withdraw", "early", "--preview").out
    assert len(re.findall(r"^  Table [12]: Pair \d – Pair \d → –$", output, re.MULTILINE)) == 2
    assert "Clock: running → –" in output


def test_the_places_that_change_are_printed(nought: Nought, cup: str) -> None:
    output = nought("tournament", "result", cup, 1, 1, "7-3", "--preview").out
    assert re.search(r"^Pair \d: place 1, 0 points → place 1, 1 point, provisional$", output, re.MULTILINE)
    assert "No place and no score would change." in nought("tournament", "rename", cup, "X", "--preview").out


@pytest.mark.full
def test_a_result_a_forfeit_and_a_ruling_are_taken_back(nought: Nought, cup: str) -> None:
    nought("tournament", "result", cup, 1, 1, "7-3")
    assert "is withdrawn" in nought("tournament", "result", cup, 1, 1, "--withdraw", "the wrong table").out
    nought("tournament", "forfeit", cup, 1, 1, "ew", "--why", "absent")
    assert "is withdrawn" in nought("tournament", "forfeit", cup, 1, 1, "--withdraw", "--why", "they came").out
    ruled = nought("tournament", "adjust", cup, "--why", "late", "--", 1, -0.5).out
    (number,) = re.findall(r"\(ruling (\d+)\)", ruled)
    assert nought("tournament", "adjust", cup, "--withdraw", number, "--why", "appealed").out.endswith("withdrawn\n")
    assert nought("tournament", "standings", cup).out.count("│ 0 points") == 4
    with cases() as case:
        for command in (
            ("result", cup, 1, 1),
            ("forfeit", cup, 1, 1, "--why", "x"),
            ("adjust", cup, "--why", "x"),
            ("seats", cup, 1, 1, "--seat", "Anna"),
            ("qualifiers", cup, "--from", "Quali"),
        ):
            with case(command[0]):
                complaint(nought("tournament", *command))


@pytest.mark.full
def test_qualifiers_are_entered_with_half_of_their_score(nought: Nought, cup: str) -> None:
    for table in (1, 2):
        nought("tournament", "result", cup, 1, table, "7-3")
    nought("tournament", "close", cup, 1)
    nought("tournament", "end", cup)
    final = f"{cup}, final"
    nought("tournament", "open", final, "--format", "swiss", "--rounds", 1, "--set", "encounter.race=7")
    command = ("tournament", "qualifiers", final, "--from", f"{cup}=2", "--carry", "half")
    assert "begins with ½ point, carried over from" in nought(*command, "--preview").out
    assert len(re.findall(r"^Pair \d: .*, place 1$", nought(*command).out, re.MULTILINE)) == 2
    assert nought("tournament", "standings", final).out.count("½ point") >= 2


def test_what_would_be_refused_is_refused_in_a_preview(nought: Nought, cup: str) -> None:
    assert "round 1 is drawn" not in complaint(nought("tournament", "close", cup, 1, "--preview"))
    complaint(nought("tournament", "withdraw", cup, 99, "--preview"))
