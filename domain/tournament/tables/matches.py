"""The players of a table and the match that is recorded for it, whose deals make the result.

The functions return facts and change nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.encounters import SeatsChanged
from domain.tournament.facts.matches import DealAgreed, DealScored, DealUnscored, MatchAdopted, MatchSeated
from domain.tournament.facts.results import ResultConfirmed, ResultCorrected, ResultEntered, ResultWithdrawn
from domain.tournament.results.lines import deciding_deals
from domain.tournament.results.result import MATCH
from domain.tournament.results.sheet import Sheet, due, total
from domain.tournament.tables.checks import check_open

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.tournament.results.sheet import Count
    from domain.tournament.tables.encounter import Encounter


def change_seats(table: Encounter, seats: Mapping[Seat, str], why: str) -> list[Fact]:
    """Change the players at the table."""
    check_open(table)
    if dict(seats) == table.seats:
        raise Declined("same-seats", "they sit so already")
    return [SeatsChanged(dict(seats), why)]


def seat_match(table: Encounter, match: UUID) -> list[Fact]:
    """Assign a new match to the encounter. Raises `Declined` if there is a match or a result already."""
    _check_unplayed(table)
    return [MatchSeated(str(match))]


def adopt_match(table: Encounter, match: UUID, place: str | None, why: str) -> list[Fact]:
    """Take over a match that is being recorded already. ``place``: the table of the club, or None."""
    _check_unplayed(table)
    if not why:
        raise Declined("why", "to take a match in, say why")
    return [MatchAdopted(str(match), place, why)]


def _check_unplayed(table: Encounter) -> None:
    """Raise `Declined` if there is a match or a result already."""
    check_open(table)
    if table.match:
        raise Declined(
            "match-seated",
            "the match {match} is recorded for {where} already",
            match=table.match,
            where=table.describe(),
        )
    if table.forfeits or table.results:
        raise Declined("result-there", "{where} has a result already", where=table.describe())


def score_deal(
    table: Encounter, game: Ruleset, deal: str, number: int, counts: tuple[Count, Count] | None, *, over: bool
) -> list[Fact]:
    """Score a deal of the match that was settled or settled anew, or (None) remove a deal that was reopened.

    ``over``: True if the players stopped. Results that were typed in or ruled stay as they are.
    """
    facts: list[Fact] = []
    scored = dict(table.scored)
    if counts is None:
        if number not in scored:
            return []
        del scored[number]
        facts.append(DealUnscored(deal, number))
    elif number not in scored or scored[number].counts != counts:
        scored[number] = DealScored(deal, number, counts, (due(game, counts[0]), due(game, counts[1])))
        facts.append(scored[number])
    why = f"deal {number} was settled otherwise"
    if table.setting.boards:
        if number > len(table.setting.boards):
            return facts
        there = (number,) if number in scored else None
        return facts + _set_result(table, game, scored, there, table.board_of(number), why)
    counted = deciding_deals(table.terms, {each: fact.won for each, fact in scored.items()})
    if counted is None and over and scored:
        counted = tuple(sorted(scored))
    return facts + _set_result(table, game, scored, counted, 0, why)


def stop(table: Encounter, game: Ruleset) -> list[Fact]:
    """Make the result from the deals played so far, because the players of the match stopped."""
    if table.setting.boards or not table.scored:
        return []
    deals = tuple(sorted(table.scored))
    facts = _set_result(table, game, table.scored, deals, 0, "the players stopped")
    if facts and table.agreed.issuperset(deals):
        facts += [ResultConfirmed(0), ResultConfirmed(1)]
    return facts


def confirm_deal(table: Encounter, deal: str, number: int) -> list[Fact]:
    """Record that both sides have confirmed a deal; with the last deal that counts, the result is confirmed."""
    if number not in table.scored or number in table.agreed:
        return []
    facts: list[Fact] = [DealAgreed(deal, number)]
    counted: tuple[int, ...] | None
    if table.setting.boards:
        board, counted = table.board_of(number), (number,)
    else:
        won = {each: fact.won for each, fact in table.scored.items()}
        board, counted = 0, deciding_deals(table.terms, won) or tuple(won)
    result = table.played.get(board)
    if result is None or result.source != MATCH or not (table.agreed | {number}).issuperset(counted):
        return facts
    return facts + [ResultConfirmed(side, board) for side in (0, 1) if side not in result.agreed]


def _set_result(
    table: Encounter,
    game: Ruleset,
    scored: Mapping[int, DealScored],
    deals: tuple[int, ...] | None,
    board: int,
    why: str,
) -> list[Fact]:
    """Return the facts that make these deals the result; none if the result does not come from the match.

    ``deals``: the numbers of the deals; None withdraws the result.
    """
    result = table.played.get(board)
    if result is not None and result.source != MATCH:
        return []
    if deals is None:
        return [] if result is None else [ResultWithdrawn(why, board)]
    sheet = Sheet(deals=tuple(scored[number].counts for number in deals))
    if result is None:
        return [ResultEntered(total(game, sheet), MATCH, board, sheet)]
    return [] if sheet == result.sheet else [ResultCorrected(total(game, sheet), MATCH, why, board, sheet)]
