"""Careless and hostile files of clubs are read right, or refused with the line: no person, place or point is changed.

An independent reader (tests/careless/reader.py) says what is right. Every day a sample; 1,000 of each kind under
NOUGHT_FULL. ``python -m tests.careless.test_club_files`` prints how many were read and refused.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from random import Random
from uuid import UUID

import pytest

from api.spreadsheets import SpreadsheetError, csv_of_bytes
from domain.club.file_people import KEEP, People
from domain.club.name_matching import Players
from domain.engine.words.worded import WordedError
from domain.series.score_file import SCORES, cells_of
from domain.series.score_file import read as read_season
from domain.series.score_plan import plan
from domain.series.terms import SeriesTerms
from domain.tournament.entries import file as entry_file
from domain.tournament.files import results as result_file
from tests.careless.club_files import (
    EVENINGS,
    FAULTS,
    REGISTERED,
    ClubFile,
    draw_entries,
    draw_list,
    draw_results,
    draw_season,
)
from tests.careless.names import NAMES
from tests.careless.reader import Undecided, Unreadable, number_of, people_of, rows_of, text_of

COUNT = 1000 if os.environ.get("NOUGHT_FULL") else 60
IDS = {name: str(UUID(int=n)) for n, name in enumerate(REGISTERED, 1)}
PLAYERS = Players((identity, [name]) for name, identity in IDS.items())
WITH_PLACE = re.compile(
    r"\b(?:line|row|column)s? \d|^the (?:file|list|spreadsheet|first line)|^(?:no|a|two|the) columns? |twice|no date"
)
"""A refusal of a line, or of a file as a whole."""
VOCABULARY = (*REGISTERED, *NAMES)
Read = Callable[[ClubFile], object]


class Refused(Exception):
    """The product refuses a file; the message says why."""


# --- what the product reads --------------------------------------------------------------------------


def text_by_product(file: ClubFile) -> str:
    try:
        return csv_of_bytes(file.data)
    except SpreadsheetError as error:
        raise Refused(str(error)) from None


def entries_by_product(file: ClubFile) -> object:
    text = text_by_product(file)
    try:
        whole = entry_file.read(text, 2, PLAYERS.has) if file.titles else entry_file.of_list(text, 2, PLAYERS.has)
    except WordedError as error:
        raise Refused(str(error)) from None
    people = People(PLAYERS, {each: name for name, each in IDS.items()}, [], KEEP, lambda: UUID(int=0))
    named = []
    for line in whole.lines:
        if line.fault:
            raise Refused(f"line {line.number}: {line.fault}")
        if line.entry is None:
            continue
        players = [each.name for each in line.entry.players] or [line.entry.name]
        if len(players) > 2:
            raise Refused(f"line {line.number}: too many")
        try:
            named.append(tuple(people.find(each).name for each in players))
        except WordedError as error:
            raise Refused(f"line {line.number}: {error}") from None
    if len(set(named)) < len(named):
        raise Refused("line 0: a name stands twice")  # the tournament refuses it
    return named


def season_by_product(file: ClubFile) -> object:
    ids = (UUID(int=n) for n in count(1000))
    try:
        season = read_season(cells_of(text_by_product(file)), SCORES, PLAYERS.has)
    except WordedError as error:
        raise Refused(str(error)) from None
    titles = {identity: name for name, identity in IDS.items()}
    planned = plan(
        season, People(PLAYERS, titles, [], KEEP, lambda: next(ids)), [], SeriesTerms(), "2026-01-01", lambda: next(ids)
    )
    if planned.declined:
        raise Refused(str(planned.declined))
    return {
        each.evening.day: sorted(
            (row.place, row.score, tuple(titles.get(player, player) for player in row.players))
            for row in each.evening.rows
        )
        for each in planned.evenings
    }


def results_by_product(file: ClubFile) -> object:
    try:
        lines = result_file.read(text_by_product(file))
    except WordedError as error:
        raise Refused(str(error)) from None
    if fault := next((line for line in lines if line.fault), None):
        raise Refused(f"line {fault.number}: {fault.fault}")
    return [(line.table, *line.won) for line in lines if not line.left_out]


# --- what is right -----------------------------------------------------------------------------------


def body_of(file: ClubFile) -> list[list[str]]:
    """The rows below the titles, as long as these."""
    rows = [[cell.strip() for cell in row] for row in rows_of(file.data, file.dialect)]
    titles = [" ".join(each.split()) for each in file.titles]
    at = next((n for n, row in enumerate(rows) if [" ".join(c.split()) for c in row if c] == titles), None)
    if at is None:
        raise (Undecided if file.is_damaged else Unreadable)("no titles")
    rows = [row for row in rows[at + 1 :] if any(row)]
    if any(any(row[len(titles) :]) for row in rows):
        raise Unreadable("a cell too many")
    return [row + [""] * (len(titles) - len(row)) for row in rows]


def named_in(file: ClubFile, row: list[str]) -> tuple[str, ...]:
    return tuple(name for n in file.people for name in people_in(file, row[n]))


def people_in(file: ClubFile, cell: str) -> tuple[str, ...]:
    return people_of(cell, file.joint, VOCABULARY, is_damaged=file.is_damaged)


def right_entries(file: ClubFile) -> object:
    if not file.titles:
        lines = [line.strip() for line in text_of(file.data, file.dialect).split("\n") if line.strip()]
        return [people_in(file, re.sub(r"^#?\d+[.)] ", "", line)) for line in lines]
    return [people for row in body_of(file) if (people := named_in(file, row))]


def right_season(file: ClubFile) -> object:
    evenings: dict[str, list[tuple[Fraction, tuple[str, ...]]]] = {}
    for row in body_of(file):
        people = named_in(file, row)
        for n in file.numbers:
            absent = row[n].casefold() in ("abs", "entsch.") or people == ("Total",)
            absent |= file.titles[n] in ("Total", "Summe")
            if not absent and (score := number_of(row[n])) is not None:
                if not people:
                    raise Unreadable("a score of nobody")
                evenings.setdefault(EVENINGS[file.titles[n]], []).append((score, people))
    return {
        day: sorted((1 + sum(other > score for other, _ in rows), score, people) for score, people in rows)
        for day, rows in evenings.items()
    }


def right_results(file: ClubFile) -> object:
    results = []
    for row in body_of(file):
        if row[0] != "Total" and any(row[n] for n in file.numbers[1:]):
            numbers = [number_of(row[n].removesuffix(".")) for n in file.numbers]
            if any(each is None or each < 0 or each.denominator != 1 for each in numbers):
                raise Unreadable("no whole numbers")
            results.append(tuple(int(each) for each in numbers if each is not None))
    return results


# --- the comparison ----------------------------------------------------------------------------------

KINDS: dict[str, tuple[Callable[[Random, str], ClubFile], Read, Read]] = {
    "entries": (draw_entries, entries_by_product, right_entries),
    "lists": (draw_list, entries_by_product, right_entries),
    "seasons": (draw_season, season_by_product, right_season),
    "results": (draw_results, results_by_product, right_results),
}


def outcome(kind: str, number: int) -> tuple[str, str]:
    """Whether a file is read right, refused or wrong, and what is wrong. Half of the files are hostile."""
    random = Random(f"{kind} {number}")
    draw, by_product, right = KINDS[kind]
    file = draw(random, random.choice(FAULTS) if number % 2 else "")
    try:
        expected = right(file)
    except (Unreadable, KeyError) as error:
        expected = error
    except Undecided:
        return "undecided", ""
    try:
        read = by_product(file)
    except Refused as error:
        if not file.fault and expected:
            return "wrong", f"a careless file is refused: {error}"
        return ("refused", "") if WITH_PLACE.search(str(error)) else ("wrong", f"no place is named: {error}")
    if read == expected:
        return "read", ""
    return "wrong", f"{file.fault or 'careless'}: {read!r}\n  right: {expected!r}\n  {file.data[:600]!r}"


@pytest.mark.parametrize("kind", KINDS)
def test_files_are_read_right_or_refused_with_the_line(kind: str) -> None:
    outcomes = [outcome(kind, number) for number in range(COUNT)]
    wrong = [why for state, why in outcomes if state == "wrong"]
    assert not wrong, f"{len(wrong)} of {COUNT}\n" + "\n".join(wrong[:3])
    states = Counter(state for state, _ in outcomes)
    assert states["read"] > COUNT / 2, "half of the files are only careless"
    assert states["refused"], "some of the others are refused"
    assert states["undecided"] <= COUNT / 15


if __name__ == "__main__":
    for each in KINDS:
        print(each, dict(Counter(outcome(each, number)[0] for number in range(1000))))  # noqa: T201
