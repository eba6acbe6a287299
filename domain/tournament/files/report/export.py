"""The report file of a tournament in which each entry meets one other entry in a round: a Swiss or a round robin."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Term
from domain.kernel.errors import Declined
from domain.tournament.draws.acceleration import upper_half
from domain.tournament.draws.history import DrawInput
from domain.tournament.files.report import comments
from domain.tournament.files.report.columns import USUAL
from domain.tournament.files.report.competition import (
    competition_of,
    is_before_entry,
    last_round,
    lots_of,
    virtual_points_of_rounds,
)
from domain.tournament.files.report.notes import notes
from domain.tournament.files.report.report import (
    FORFEIT_RESULTS,
    LONGEST_NAME,
    NORTH,
    PAIRING_BYE,
    PLAYED_RESULTS,
    SHARE_BYES,
    SOUTH,
    UNKNOWN,
    ZERO_BYE,
    Absence,
    Cell,
    Report,
    Row,
)
from domain.tournament.standings.scores import tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from domain.tournament.aggregate import Tournament
    from domain.tournament.files.report.competition import Competition
    from domain.tournament.files.report.particulars import Particulars
    from domain.tournament.state import Entry, EntryId, Line, Standing
    from domain.tournament.terms import Scoring

KINDS: Final[Mapping[int, str]] = {1: "Individual", 2: "Pairs", 3: "Teams of 3", 4: "Teams of 4"}


def report_of(
    tournament: Tournament,
    lines: Iterable[Line],
    ranked: Iterable[Standing],
    ratings: Mapping[EntryId, int],
    particulars: Particulars,
) -> Report:
    """Return the report of a tournament.

    ``ranked``: its standings; an entry that plays from a later round on is not in them and has no rank. Before the
    first round the start numbers are the ranks. ``ratings``:
    the ratings of entries by the club's rating list; a rating that the director set takes the place of it. Raises
    `Declined` if the format has no report file, or there is no entry.
    """
    terms = tournament.terms
    if not terms.rules.report_type:
        raise Declined(
            "report-file",
            "a report file is for a Swiss or a round robin, not for a {format}",
            format=Term(terms.rules.name),
        )
    competition = competition_of(tournament, lines)
    if not competition.entries:
        raise Declined("report-file", "the tournament has no entries yet")
    places = {each.entry: each.place for each in ranked} if competition.rounds else competition.starts
    rated = {entry.id: entry.details.rating or ratings.get(entry.id) for entry in competition.entries}
    rows = tuple(_row(competition, entry, places.get(entry.id, 0), rated[entry.id]) for entry in competition.entries)
    upcoming = tuple(_absences(competition))
    next_round = tournament.next_round
    absent = sorted(start for each in upcoming if each.round == next_round for start in each.starts)
    return Report(
        data=tuple(_data(competition, rated, particulars)),
        rows=rows,
        dates=tuple(each.at[:10] for _, each in sorted(tournament.rounds.items())),
        rounds=last_round(tournament),
        absent=tuple(absent),
        absences=upcoming,
        scoring=_scoring(tournament),
        acceleration=_acceleration(competition),
        forbidden=_forbidden(competition),
        details=tuple(comments.write(competition)),
        notes=tuple(notes(competition, rated)),
    )


def _data(
    competition: Competition, rated: Mapping[EntryId, int | None], particulars: Particulars
) -> Iterator[tuple[str, str]]:
    """Yield the data of the tournament section; what is not known is left out."""
    tournament = competition.tournament
    terms, rounds = tournament.terms, [each for _, each in sorted(tournament.rounds.items())]
    double = "Double " if terms.legs > 1 else ""
    yield "012", tournament.opened.name
    yield from _known("022", particulars.city)
    yield from _known("032", particulars.federation)
    if rounds:
        yield "042", rounds[0].at[:10].replace("-", "/")
    if tournament.ended:
        yield "052", max(tournament.ended_at, rounds[-1].at if rounds else "")[:10].replace("-", "/")
    yield "062", str(len(competition.entries))
    yield "072", str(sum(rating is not None for rating in rated.values()))
    yield "082", "0"
    yield "092", f"{KINDS[terms.side]}: {double}{terms.rules.report_type}"
    yield from _known("102", particulars.arbiter)
    for deputy in particulars.deputies:
        yield from _known("112", deputy)
    if terms.encounter.race:
        yield "122", f"Race to {terms.encounter.race}"
    elif terms.encounter.deals:
        yield "122", f"{terms.encounter.deals} deals"


def _known(code: str, text: str) -> Iterator[tuple[str, str]]:
    if text:
        yield code, text


def _row(competition: Competition, entry: Entry, rank: int, rating: int | None) -> Row:
    cells = tuple(_cell(competition, entry, number) for number in range(1, competition.rounds + 1))
    wins = competition.tournament.terms.scoring.counts == "wins"
    return Row(
        start=competition.starts[entry.id],
        name=entry.name[:LONGEST_NAME].strip(),
        rating=rating,
        points=_score(competition, entry) if wins else sum((_usual_points(cell) for cell in cells), Fraction(0)),
        rank=rank,
        rounds=cells,
    )


def _score(competition: Competition, entry: Entry) -> Fraction:
    """Return the score of an entry in the standings."""
    tournament = competition.tournament
    lines = (line for (_, own), line in competition.lines.items() if own == entry.id)
    changes = (each for each in tournament.score_changes(competition.rounds) if each.entry == entry.id)
    return tally(tournament.terms, entry.id, lines, changes, competition.rounds).score


def _usual_points(cell: Cell) -> Fraction:
    """Return the points of a result as usual at chess, for tournaments in which something else counts."""
    return Fraction({"1": 2, "+": 2, "F": 2, "U": 2, "=": 1, "H": 1}.get(cell.result, 0), 2)


def _cell(competition: Competition, entry: Entry, number: int) -> Cell:
    """Return the cell of an entry in a drawn round."""
    tournament = competition.tournament
    drawn, scoring = tournament.rounds[number].drawn, tournament.terms.scoring
    for pairing in drawn.pairings:
        if entry.id in pairing.entries:
            side = int(entry.id in pairing.sides[1])
            opponent = competition.starts[pairing.sides[1 - side][0]]
            return Cell(opponent, (NORTH, SOUTH)[side], _result(competition.lines.get((number, entry.id))))
    if entry.id in drawn.byes:
        return Cell(result=PAIRING_BYE if len(drawn.byes) == 1 else _one_of_several_byes(scoring))
    if entry.id in drawn.requested:
        return Cell(result=SHARE_BYES[scoring.requested_bye])
    return Cell(result=SHARE_BYES[scoring.late] if is_before_entry(entry, number) else ZERO_BYE)


def _one_of_several_byes(scoring: Scoring) -> str:
    """Return the result of a bye in a round with several, as a round robin has them after a withdrawal.

    The format has at most one pairing-allocated bye in a round. So a bye is written by what it is worth, unless that is
    neither a win nor a draw nor nothing.
    """
    if scoring.counts != "wins" or scoring.bye in (None, scoring.win):
        return SHARE_BYES["full"]
    return {scoring.draw: SHARE_BYES["half"], 0: ZERO_BYE}.get(scoring.bye or 0, PAIRING_BYE)


def _result(line: Line | None) -> str:
    """Return the result of an encounter at a table."""
    if line is None:
        return UNKNOWN
    return FORFEIT_RESULTS.get(line.kind) or PLAYED_RESULTS[line.outcome]


def _absences(competition: Competition) -> Iterator[Absence]:
    """Yield those who do not play the next round, and those who asked for byes in later ones."""
    tournament = competition.tournament
    scoring, last = tournament.terms.scoring, last_round(tournament)
    if tournament.ended:
        return
    away: dict[tuple[int, str], list[int]] = {}
    for entry in competition.entries:
        next_round = tournament.next_round
        numbers = {
            next_round,
            *(each for each in entry.requested if each > next_round),
            *range(next_round, entry.since),
        }
        for number in numbers:
            if (last is not None and number > last) or entry.is_drawn(number):
                continue
            if is_before_entry(entry, number):
                result = SHARE_BYES[scoring.late]
            else:
                result = SHARE_BYES[scoring.requested_bye] if entry.plays(number) else ZERO_BYE
            away.setdefault((number, result), []).append(competition.starts[entry.id])
    for (number, result), starts in sorted(away.items()):
        yield Absence(result, number, tuple(sorted(starts)))


def _scoring(tournament: Tournament) -> dict[str, Fraction]:
    """Return the points of each kind of result that are not the usual ones; nothing unless wins count."""
    scoring = tournament.terms.scoring
    if scoring.counts != "wins":
        return {}
    win, draw, loss = (Fraction(number, 2) for number in (scoring.win, scoring.draw, scoring.loss))
    bye, forfeit = (win if number is None else Fraction(number, 2) for number in (scoring.bye, scoring.forfeit))
    points = {
        "WW": win, "BW": win, "WD": draw, "BD": draw, "WL": loss, "BL": loss, "ZPB": Fraction(0), "HPB": draw,
        "FPB": win, "PAB": bye, "FW": forfeit, "FL": Fraction(0),
    }  # fmt: skip
    return {code: value for code, value in points.items() if value != USUAL[code]}


def _acceleration(competition: Competition) -> dict[int, tuple[Fraction, ...]]:
    """Return the virtual points of the upper half in all accelerated rounds, by start number."""
    tournament = competition.tournament
    if not (points := virtual_points_of_rounds(competition)):
        return {}
    entries, lots = tuple(tournament.entries.values()), lots_of(tournament)
    half = upper_half(DrawInput(tournament.terms, entries, tournament.draws, lots=lots))
    return {competition.starts[entry]: tuple(points) for entry in half if entry in competition.starts}


def _forbidden(competition: Competition) -> tuple[tuple[int, ...], ...]:
    """Return the start numbers of entries that must not meet."""
    groups = (
        tuple(sorted(competition.starts[entry] for entry in each.entries if entry in competition.starts))
        for each in competition.tournament.avoidances.values()
        if each.absolute
    )
    return tuple(sorted(group for group in groups if len(group) > 1))
