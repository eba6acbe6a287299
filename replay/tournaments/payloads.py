"""A tournament as JSON: the whole, its rounds, its tables, and its standings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS
from domain.tournament.draws.movements import direction_of
from domain.tournament.entries.categories import category_places
from domain.tournament.facts.rounds import RoundRedrawn
from domain.tournament.results.lines import compare_boards
from domain.tournament.results.sheet import Count, by_points
from domain.tournament.rulings import artificial
from domain.tournament.standings.places import explain, field_of, standings, unused
from domain.tournament.standings.scores import adjustment_amount, amount, format_score
from domain.tournament.state import FORFEIT, PLAYED, WALKOVER, DrawError
from domain.tournament.tables.encounter import encounter_id
from domain.tournament.terms import plain
from replay.words import ENGLISH
from replay.words.draws import translate_reason
from replay.words.values import translate as in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from domain.tournament.aggregate import Tournament
    from domain.tournament.results.result import Result
    from domain.tournament.results.sheet import Sheet
    from domain.tournament.rulings.artificial import Scores
    from domain.tournament.standings.scores import Result as RoundResult
    from domain.tournament.state import EntryId, Line, Pairing, Standing
    from domain.tournament.tables.encounter import Encounter
    from replay.words import Language

TIE_BREAK: Final = "tie-break"
"""The purpose of the lots that break ties."""


def whole(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament without its tables."""
    opened = tournament.opened
    body = {
        "id": str(tournament.id),
        "version": tournament.version,
        "opened_at": tournament.opened_at,
        "name": opened.name,
        "club": opened.club,
        "note": opened.note,
        "ruleset": opened.ruleset["key"],
        "ruleset_version": opened.ruleset["version"],
        "status": tournament.status,
        "terms": plain(tournament.terms),
        "entries": [entry(tournament, each) for each in tournament.entries],
        "tables": {str(number): table for number, table in sorted(tournament.tables.items())},
        "rounds": [
            {"round": number, "at": each.at, "tables": len(each.drawn.pairings), "closed": each.closed}
            for number, each in sorted(tournament.rounds.items())
        ],
        "next_round": tournament.next_round,
        "last_round": _last(tournament),
        "adjustments": [adjustment(tournament, number) for number in sorted(tournament.adjustments)],
        "starting_scores": [
            {
                "entry": each.entry,
                "amount": as_number(adjustment_amount(tournament.terms, each.amount, each.unit)),
                "why": each.why,
                "stage": each.stage or None,
                "place": each.place or None,
            }
            for each in tournament.starting_scores.values()
        ],
        "avoidances": [
            {"number": number, "entries": each.entries, "absolute": each.absolute, "why": each.why}
            for number, each in sorted(tournament.avoidances.items())
        ],
        "lots": [
            {"purpose": each.purpose, "order": each.order, "lots": each.lots} for each in tournament.lots.values()
        ],
        "promised": [{"purpose": each.purpose, "commitment": each.commitment} for each in tournament.promised.values()],
        "packs": [
            {"number": number, "boards": each.boards, "opened": number in tournament.packs_opened}
            for number, each in sorted(tournament.packs.items())
        ],
    }
    if tournament.ended:
        body["ended_at"] = tournament.ended_at
        body["places"] = tournament.ended.places
        body["closing_note"] = tournament.ended.note
        if within := categories(tournament, ((row["entry"], row["place"]) for row in tournament.ended.places)):
            body["categories"] = within
    return body


def adjustment(tournament: Tournament, number: int) -> dict[str, Any]:
    """Return a ruling about a score as JSON, with its amount in the unit in which scores are shown."""
    row = tournament.adjustments[number]
    value = adjustment_amount(tournament.terms, row.amount, row.unit)
    return {"number": number, **asdict(row), "amount": as_number(value)}


def entry(tournament: Tournament, identity: EntryId) -> dict[str, Any]:
    """Return an entry as JSON; ``withdrawn`` is the reason for its withdrawal, or None."""
    values = asdict(tournament.entries[identity])
    del values["direction"]
    known = {"categories": values.pop("categories"), **values.pop("details")}
    values |= {name: value for name, value in known.items() if value}
    return {**values, "withdrawn": tournament.withdrawn.get(identity)}


def round_(
    tournament: Tournament,
    number: int,
    lines: Iterable[Line],
    waiting: Mapping[UUID, Encounter],
    progress: Iterable[Line] = (),
    language: Language = ENGLISH,
) -> dict[str, Any]:
    """Return the latest draw of a round, and the status of its tables.

    ``waiting``: the encounters of the tables that `without_result` returns, by id. ``progress``: the lines of withheld
    results; each shows only that there is a result.
    """
    there = tournament.round(number)
    drawn = there.drawn
    by_table: defaultdict[int, list[Line]] = defaultdict(list)
    hidden: defaultdict[int, list[Line]] = defaultdict(list)
    for tables, round_lines in ((by_table, lines), (hidden, progress)):
        for line in round_lines:
            if line.round == number and line.table:
                tables[line.table].append(line)
    return {
        "tournament": str(tournament.id),
        "round": number,
        "at": there.at,
        "closed": there.closed,
        "by_hand": drawn.by_hand,
        "broke": [translate_reason(language, each) for each in drawn.broke],
        "why": translate_reason(language, drawn.why) if isinstance(drawn, RoundRedrawn) else None,
        "byes": [{"entry": each, "why": translate_reason(language, why)} for each, why in drawn.byes.items()],
        "absent": drawn.absent,
        "requested": drawn.requested,
        "encounters": [
            _table(tournament, number, each, by_table[each.table], waiting, hidden[each.table])
            | {"why": translate_reason(language, each.why)}
            for each in drawn.pairings
        ],
    }


def without_result(tournament: Tournament, rounds: Iterable[int], lines: Iterable[Line]) -> list[UUID]:
    """Return the ids of the tables without a line yet, in the open ones of some rounds.

    Only the encounter of such a table shows whether a match is recorded there.
    """
    with_lines = {(line.round, line.table) for line in lines}
    return [
        encounter_id(tournament.id, number, pairing.table)
        for number in rounds
        if not tournament.round(number).closed
        for pairing in tournament.round(number).drawn.pairings
        if (number, pairing.table) not in with_lines
    ]


def _table(
    tournament: Tournament,
    number: int,
    pairing: Pairing,
    lines: Sequence[Line],
    waiting: Mapping[UUID, Encounter],
    progress: Sequence[Line],
) -> dict[str, Any]:
    """Return the status of a table, from its lines, or from its own record if there are none."""
    identity = encounter_id(tournament.id, number, pairing.table)
    ours = sorted((line for line in lines if line.entry == pairing.sides[0][0]), key=lambda line: line.board)
    theirs = [line for line in lines if line.entry == pairing.sides[1][0]]
    ruled = [side for side, own in enumerate((ours, theirs)) if any(line.kind == FORFEIT for line in own)]
    status = waiting[identity].status if identity in waiting else "open"
    if any(line.kind in (FORFEIT, WALKOVER) for line in lines):
        status = "forfeit"
    elif ours or progress:
        reported = {line.board for line in (*ours, *progress)}
        all_in = reported >= set(pairing.boards or (0,))
        confirmed = all(line.confirmed for line in (*lines, *progress))
        status = ("confirmed" if confirmed else "provisional") if all_in else "playing"
    return {
        "id": str(identity),
        "table": pairing.table,
        "sides": pairing.sides,
        "boards": pairing.boards,
        "stage": pairing.stage,
        "status": status,
        "forfeits": ruled,
        "results": [_line_result(line) for line in ours if line.kind == PLAYED],
        "withheld": sorted({line.board for line in progress}),
        "artificial": [
            {"board": board, "scores": scores} for board, scores in sorted(artificial_scores(ours, theirs).items())
        ],
    }


def _line_result(line: Line) -> dict[str, Any]:
    """Return the result of a board, North and South first. ``line``: of the side that was to sit there."""
    if line.switched:
        return {"board": line.board, "won": (line.lost, line.won), "switched": True}
    return {"board": line.board, "won": (line.won, line.lost)}


def artificial_scores(ours: Iterable[Line], theirs: Iterable[Line]) -> dict[int, Scores]:
    """Return the artificial scores of both sides of a table by board, from the lines of an entry of each side."""
    other = {line.board: line.kind for line in theirs if line.kind in artificial.KINDS}
    return {line.board: (line.kind, other[line.board]) for line in ours if line.board in other}


def table(encounter: Encounter) -> dict[str, Any]:
    """Return a table of a round, with its results and their confirmations."""
    setting = encounter.setting
    return {
        "id": str(encounter.id),
        "version": encounter.version,
        "tournament": setting.tournament,
        "round": setting.round,
        "table": setting.table,
        "stage": setting.stage,
        "place": setting.place,
        "sides": setting.sides,
        "names": setting.names,
        "seats": encounter.seats,
        "dealer": setting.dealer,
        "boards": encounter.boards if setting.boards else (),
        "status": encounter.status,
        "closed": encounter.closed,
        "withheld": sorted(encounter.withheld),
        "forfeits": encounter.forfeits,
        "match": encounter.match or None,
        "so_far": encounter.so_far if encounter.match else None,
        "results": [_result(board, each) for board, each in sorted(encounter.results.items())],
        "artificial": [
            {"board": board, "scores": each.scores, "why": each.why} for board, each in sorted(encounter.given.items())
        ],
        "assigned": [
            {
                "board": board,
                "north_south": [{"percent": percent, "won": won} for percent, won in each.north_south],
                "east_west": [{"percent": percent, "won": won} for percent, won in each.east_west],
                "why": each.why,
            }
            for board, each in sorted(encounter.decided.items())
        ],
        "switched": [{"board": board, "why": why} for board, why in sorted(encounter.switched.items())],
        "wrong_boards": [asdict(fact) for _, fact in sorted(encounter.wrong.items())],
    }


def _result(board: int, result: Result) -> dict[str, Any]:
    return {
        "board": board,
        "won": result.score.won,
        "deals": result.score.deals,
        "points": result.score.points,
        "source": result.source,
        "at": result.at,
        "confirmed": result.confirmed,
        "agreed": sorted(result.agreed),
        **({"contested": _contested(result)} if result.contested else {}),
        "why": result.why or None,
        "sheet": sheet(result.sheet),
    }


def _contested(result: Result) -> list[dict[str, Any]]:
    return [{"side": side, "why": why} for side, why in sorted(result.contested.items())]


def sheet(score_sheet: Sheet) -> dict[str, Any]:
    """Return a score sheet as JSON, without its empty fields."""
    plain_ = {
        "whole": [_count(each) for each in score_sheet.whole],
        "deals": [[_count(each) for each in deal] for deal in score_sheet.deals],
        "played": score_sheet.played,
        "ruled": score_sheet.ruled if any(score_sheet.ruled) else None,
    }
    return {name: each for name, each in plain_.items() if each not in (None, [], [{}, {}])}


def _count(count: Count) -> dict[str, int]:
    return {each.name: number for each in fields(Count) if (number := getattr(count, each.name)) is not None}


# --- standings ------------------------------------------------------------------------------------


def rank_entries(tournament: Tournament, lines: Iterable[Line], until: int | None = None) -> tuple[Standing, ...]:
    """Return the standings, up to a round."""
    return standings(*_field(tournament, lines, until))


def results_by_round(tournament: Tournament, lines: Iterable[Line]) -> dict[EntryId, dict[int, RoundResult]]:
    """Return each entry's result of each round, as far as lines tell it."""
    tallies = field_of(*_field(tournament, lines, None)).tallies
    return {entry: {result.round: result for result in tally.results} for entry, tally in tallies.items()}


def matchpoint_shares(
    tournament: Tournament, lines: Iterable[Line], until: int | None = None
) -> dict[EntryId, Fraction]:
    """Return the part that each entry has of the matchpoints of its boards, without dropped rounds and rulings.

    Empty if matchpoints are not counted. An entry that has not played is not among them.
    """
    if tournament.terms.scoring.counts != "matchpoints":
        return {}
    shares = {}
    for entry, tally in field_of(*_field(tournament, lines, until)).tallies.items():
        played = [each for each in tally.results if each.kind == PLAYED and each.round not in tally.dropped]
        won = sum((each.won for each in played), Fraction(0))
        if top := won + sum((each.lost for each in played), Fraction(0)):
            shares[entry] = won / top
    return shares


def level_entries(tournament: Tournament, lines: Iterable[Line]) -> list[tuple[int, list[EntryId]]]:
    """Return the places that several entries share if no lots are drawn, each with its entries."""
    terms, entries, scored, ruled, _ = _field(tournament, lines, None)
    shared: defaultdict[tuple[str, int], list[EntryId]] = defaultdict(list)
    for row in standings(terms, entries, scored, ruled):
        shared[row.direction, row.place].append(row.entry)
    return [(place, level) for (_, place), level in shared.items() if len(level) > 1]


def explain_rank(
    tournament: Tournament,
    lines: Iterable[Line],
    identity: EntryId,
    until: int | None = None,
    language: Language = ENGLISH,
) -> list[str]:
    """Return the explanation of an entry's rank, step by step."""
    tournament.entry(identity)
    return [in_words(language, step) for step in explain(*_field(tournament, lines, until), entry=identity)]


def unused_tie_breaks(
    tournament: Tournament,
    lines: Iterable[Line],
    identity: EntryId,
    until: int | None = None,
    language: Language = ENGLISH,
) -> list[str]:
    """Return the values of the tie-breaks that an entry's place did not need, with their calculation."""
    return [in_words(language, each) for each in unused(*_field(tournament, lines, until), entry=identity)]


def _field(tournament: Tournament, lines: Iterable[Line], until: int | None) -> tuple[Any, ...]:
    """Return the entries and lines from which standings are made, up to a round."""
    if until is not None:
        tournament.round(until)
    last = until or len(tournament.rounds)
    kept = [line for line in lines if line.round <= last]
    draws = [draw for draw in tournament.draws if draw.round <= last]
    terms, drawn = tournament.terms, {draw.round: set(draw.entries) for draw in draws}
    entries = tuple(
        replace(
            each,
            idle=tuple(round_ for round_, there in drawn.items() if each.id not in there),
            direction="" if terms.winners == 1 else direction_of(each.id, draws),
        )
        for each in tournament.entries.values()
        if each.since <= max(last, 1)
    )
    scored = compare_boards(terms, entries, draws, kept, points=by_points(tournament.ruleset)) if draws else kept
    ruled = tournament.score_changes(last)
    lots = tournament.lots.get(DRAWS if terms.rules.starts_from_list else TIE_BREAK)
    return terms, entries, scored, ruled, lots.order if lots else ()


def rows(tournament: Tournament, placings: Iterable[Standing], language: Language = ENGLISH) -> list[dict[str, Any]]:
    """Return the rows of standings as JSON, with exact numbers as decimals and as text."""
    return [
        {
            "place": each.place,
            "entry": each.entry,
            "name": tournament.entries[each.entry].name,
            "score": as_number(each.score),
            "said": in_words(language, amount(tournament.terms, each.score)),
            "played": each.played,
            "won": each.won,
            "drawn": each.drawn,
            "lost": each.lost,
            "breaks": {name: None if value is None else as_number(value) for name, value in each.breaks.items()},
            "why": in_words(language, each.why),
            "provisional": each.provisional,
            "withdrawn": each.entry in tournament.withdrawn,
            **({"direction": each.direction} if each.direction else {}),
        }
        for each in placings
    ]


def categories(tournament: Tournament, placed: Iterable[tuple[EntryId, int]]) -> list[dict[str, Any]]:
    """Return the places within each prize category as JSON. ``placed``: entries and places, first place first."""
    return [
        {
            "name": called,
            "places": [
                {"place": place, "entry": each, "name": tournament.entries[each].name} for place, each in within
            ],
        }
        for called, within in category_places(tournament.entries, placed).items()
    ]


def places(tournament: Tournament, placings: Iterable[Standing]) -> list[dict[str, Any]]:
    """Return the places of the final result, as announced."""
    return [
        {"place": each.place, "entry": each.entry, "score": format_score(tournament.terms, each.score)}
        for each in placings
    ]


def as_number(value: Fraction) -> int | float:
    """Return an exact number for JSON, rounded to four decimals."""
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _last(tournament: Tournament) -> int | None:
    try:
        return tournament.terms.rules.last_round(tournament.terms, tuple(tournament.entries.values()))
    except (DrawError, Declined):
        return None
