"""The limits of a report file, in sentences: content that it lacks, or that another program could misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import Listing, Names, Term, sentence
from domain.tournament.files.report.competition import virtual_points_of_rounds
from domain.tournament.files.report.report import LONGEST_NAME
from domain.tournament.state import PLAYED
from domain.tournament.terms import COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from domain.tournament.files.report.competition import Competition
    from domain.tournament.state import EntryId


def notes(competition: Competition, rated: Mapping[EntryId, int | None]) -> Iterator[Term]:
    """Yield the notes on a report. ``rated``: the rating of each entry in the file, or None."""
    tournament = competition.tournament
    terms, called = tournament.terms, {entry.id: entry.name for entry in competition.entries}
    if competition.rounds:
        yield sentence(
            "w sits North and South, b East and West. How much a side won stands in"
            " comments, which other programs skip."
        )
    if terms.side > 1:
        yield sentence("The file has the names of the entries, not of their players.")
    if any(rating is not None for rating in rated.values()):
        yield sentence("The ratings are those of this tournament and its club.")
    if _is_renumbered(competition):
        yield sentence("The start numbers are places on the list of the draw, not the numbers of the entries.")
    if long := [name for name in called.values() if len(name) > LONGEST_NAME]:
        yield sentence("Names have up to 33 characters; cut: {names}.", names=_names(long))
    yield from _of_scores(competition, called)
    yield from _of_results(competition)
    yield from _of_draws(competition, called)


def _of_scores(competition: Competition, called: Mapping[EntryId, str]) -> Iterator[Term]:
    """Yield the notes on the column of points."""
    tournament = competition.tournament
    scoring = tournament.terms.scoring
    if scoring.counts != "wins":
        yield sentence(
            "The standings do not count wins ({counts}). In the points of the file a win is 1 and a draw ½; the ranks"
            " are those of the standings.",
            counts=COUNTS[scoring.counts],
        )
        return
    changed = {each.entry for each in tournament.score_changes(competition.rounds) if each.unit == "score"}
    if ruled := [called[entry] for entry in called if entry in changed]:
        yield sentence("The points include rulings or starting scores: {names}.", names=_names(ruled))
    if scoring.drop_worst:
        yield sentence(
            "The points leave out the worst rounds of each entry ({number}).", number=str(scoring.drop_worst)
        )


def _of_results(competition: Competition) -> Iterator[Term]:
    """Yield the notes on results that are missing or not confirmed."""
    lines = competition.lines
    tables = [(draw.round, each) for draw in competition.tournament.draws for each in draw.pairings]
    missing = sorted({number for number, each in tables if any((number, one) not in lines for one in each.entries)})
    if missing:
        yield sentence("Tables without a result yet in round {rounds}.", rounds=_numbers(missing))
    if open_ := sorted({number for (number, _), line in lines.items() if not line.confirmed}):
        yield sentence("Results are not confirmed yet in round {rounds}.", rounds=_numbers(open_))
    if any(line.kind == PLAYED and line.substitutes for line in lines.values()):
        yield sentence("The file does not say who sat in for an absent player.")


def _of_draws(competition: Competition, called: Mapping[EntryId, str]) -> Iterator[Term]:
    """Yield the notes on entries and draws."""
    tournament = competition.tournament
    if virtual_points_of_rounds(competition) is None:
        yield sentence("The virtual points of the accelerated rounds have two decimals, so the file leaves them out.")
    if gone := [each.name for each in tournament.entries.values() if each.id not in called]:
        yield sentence("Left out, as they withdrew before their first round: {names}.", names=_names(gone))
    for each in tournament.avoidances.values():
        names = [called[entry] for entry in each.entries if entry in called]
        if not each.absolute and len(names) > 1:
            yield sentence(
                "Kept apart only if possible, which other programs cannot read: {names}.", names=_names(names)
            )


def _is_renumbered(competition: Competition) -> bool:
    return any(entry != str(start) for entry, start in competition.starts.items())


def _names(names: Iterable[str]) -> Names:
    return Names(tuple(names))


def _numbers(numbers: Iterable[int]) -> Listing:
    return Listing(tuple(map(str, numbers)))
