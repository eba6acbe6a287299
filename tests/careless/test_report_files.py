"""Careless report files are read as they are, or refused: no person, place or point changes without a word."""

from __future__ import annotations

import os
import re
from collections import Counter
from fractions import Fraction
from random import Random
from unicodedata import normalize

from api.tournaments.entry_files import text_of_bytes
from domain.kernel.errors import Declined
from domain.tournament.entries.plan import Plan
from domain.tournament.files.report.report import Row
from domain.tournament.standings.scores import amount
from domain.tournament.terms import Scoring, Terms
from tests.careless.report_files import SOUND, WRONG, CarelessReport, make
from tests.careless.report_reader import WORTH, Person, read
from tests.tournaments.golden.report_file import Built
from tests.tournaments.test_report_file_rounds import imported

FILES = 1000 if os.environ.get("NOUGHT_FULL") else 40


def test_careless_report_files_are_read_as_they_are_or_refused() -> None:
    outcomes: Counter[tuple[str, str]] = Counter()
    for seed in range(FILES):
        check(seed, outcomes)
    assert outcomes[SOUND, "read"] > FILES // 4
    assert outcomes[WRONG, "refused"] > FILES // 10


def check(seed: int, outcomes: Counter[tuple[str, str]]) -> None:
    """Import the file of a seed, and compare what comes of it with the file."""
    file = make(Random(seed))
    where = (seed, file.how, file.data)
    cup = Built(terms(file))
    plan: Plan | None = None
    try:
        plan = imported(text_of_bytes(file.data), cup)
        declined = str(plan.declined or "")
    except Declined as error:
        declined = str(error.sentence)
    outcomes[file.kind, "refused" if declined else "read"] += 1
    if declined or plan is None:
        assert file.kind != SOUND, (declined, where)
        named = {int(each) for each in re.findall(r"line ([0-9]+)", declined)}
        assert named, (declined, where)
        assert file.kind != WRONG or named & file.wrong_lines, (declined, file.wrong_lines, where)
    else:
        assert file.kind != WRONG, where
        same(plan, cup, read(file.data, file.encoding, by_bytes=file.by_bytes), where)


def terms(file: CarelessReport) -> Terms:
    """Return the terms of a tournament that can hold the rounds of a file."""
    scoring = Scoring(requested_bye=file.requested_bye)
    return Terms("swiss", side=1, rounds=9, requested_byes=9, scoring=scoring, tie_breaks=("buchholz",))


def same(plan: Plan, cup: Built, people: list[Person], where: object) -> None:
    """Check that a tournament has the people of a file with their rounds and points, or says what it has not."""
    entries = {entry: cup.tournament.entries[entry] for entry in cup.tournament.seeded}
    assert [normalize("NFC", each.name) for each in entries.values()] == [each.name for each in people], where
    assert [each.details.rating for each in entries.values()] == [each.rating for each in people], where
    start_of = {entry: own.start for entry, own in zip(entries, people, strict=True)}
    notes = {each.number: str(each.why) for each in plan.lines}
    rows = dict(zip((each.start for each in people), cup.report().rows, strict=False))
    lines = {(each.round, each.entry): each for each in cup.lines}
    drawn = len(cup.tournament.rounds)
    assert drawn == max((n for each in people for n, cell in enumerate(each.rounds, 1) if cell[0]), default=0), where
    scores = [points_of(each, drawn) for each in people]
    for own, (entry, row) in zip(people, entries.items(), strict=True):
        for number, (opponent, colour, result) in enumerate(own.rounds, 1):
            line = lines.get((number, entry))
            sat_out = entry in cup.tournament.rounds[number].drawn.byes if number <= drawn else False
            if opponent:
                assert line is not None, where
                assert start_of[line.against[0]] == opponent, where
                kinds = {"+": "walkover", "-": "forfeit"}
                assert line.kind == kinds.get(result, "played"), where
                played = cup.tournament.rounds[number].drawn.pairings[line.table - 1]
                assert colour in ("-", "w" if played.sides[0][0] == entry else "b"), where
                if line.kind == "played":
                    assert (line.won > line.lost) - (line.won < line.lost) == WORTH[result] - 1, where
            elif number <= drawn:
                assert line is None or line.kind not in ("played", "walkover", "forfeit"), where
                assert sat_out == (result == "U") or result in "HF", where
            elif result in "HFZ":
                is_away = number in row.requested or row.since > number
                assert is_away or f"bye in round {number} not recorded" in notes[entry], (notes[entry], where)
        check_points(cup, rows[own.start], own, notes.get(entry, ""), scores, where)


def check_points(cup: Built, row: Row, own: Person, note: str, scores: list[Fraction], where: object) -> None:
    """Check that an entry has the points of its results, and a note if the file says other points or a place for them.

    ``row``: the entry in a report of the tournament; ``scores``: the points of everybody, by their results.
    """
    drawn = len(cup.tournament.rounds)
    if not drawn or not row.rank:  # an entry that has not begun yet is not in the standings
        return
    scored = points_of(own, drawn)
    assert row.points == scored, (own, row, where)
    words = amount(cup.tournament.terms, scored)
    if own.points not in (None, scored):
        assert f"in the file place {own.rank} with" in note, (note, own, where)
    if "here place" in note:
        assert re.search(f"here place [0-9]+ with {words}(;|$)", note), (note, own, where)
    elif own.rank:
        places = range(sum(each > scored for each in scores) + 1, sum(each >= scored for each in scores) + 1)
        assert own.rank in places, (own, where)


def points_of(own: Person, drawn: int) -> Fraction:
    """Return the points of a person's results in the drawn rounds."""
    return Fraction(sum(WORTH[result] for _, _, result in own.rounds[:drawn]), 2)
