"""Checks before an encounter of a tournament adopts a match that is being recorded already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.words.values import Listing, SeatName, Term
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.match.aggregate import Match
    from domain.record.aggregate import Deal
    from domain.tournament.aggregate import Tournament
    from domain.tournament.tables.encounter import Encounter

NameOf: TypeAlias = Callable[[str], str]
"""A function that returns the name of a player, given by id or by name."""


def check_match(table: Encounter, tournament: Tournament, match: Match, deals: Sequence[Deal], name_of: NameOf) -> None:
    """Raise `Declined` for a match of another encounter, game or club, with other players, or with too many deals."""
    if match.opened.encounter:
        raise Declined("match-taken", "the match is played for another table of a tournament already")
    if not _is_one_game(match.ruleset, tournament.ruleset):
        raise Declined(
            "match-ruleset",
            "the match is played by {own}, the tournament by {other}, as each was agreed",
            own=Term(match.ruleset.name),
            other=Term(tournament.ruleset.name),
        )
    if match.opened.club != table.setting.club:
        raise Declined("match-club", "the match belongs to another club than the tournament")
    boards, last = len(table.setting.boards), match.next_number - 1
    if 0 < boards < last:
        raise Declined(
            "match-deals",
            "the match has {deals} deals, and {boards} boards are played at {where}",
            deals=last,
            boards=boards,
            where=table.called,
        )
    sides = [
        {name_of(table.seats[seat]) for seat in tournament.ruleset.seating.of_team(team) if table.seats.get(seat)}
        for team in tournament.ruleset.seating.teams
    ]
    _check_seats(table, tournament.ruleset, sides, match.opened.players, name_of)
    for deal in deals:
        _on_their_side(table, tournament.ruleset, sides, deal.record.opened.players, name_of)


def place_of_both(table: Encounter, tournament: Tournament, match: Match, deals: Iterable[Deal]) -> str | None:
    """Return the club's table of the encounter, or, if it has none, that of the match; None if neither has one.

    Raises `Declined` if the match or one of its deals was played at another table of the club.
    """
    places = {match.opened.table, *(deal.record.opened.table for deal in deals)} - {None}
    own = table.setting.place or min(filter(None, places), default=None)
    if places - {own}:
        raise Declined(
            "match-table",
            "deals of the match were played at another table of the club than {where}",
            where=table.called,
        )
    other = [number for number, place in tournament.tables.items() if place == own and number != table.setting.table]
    if other and own != table.setting.place:
        raise Declined(
            "match-table",
            "the match is played at table {table} of the draw, not at {where}",
            table=other[0],
            where=table.called,
        )
    return own


def _is_one_game(one: Ruleset, other: Ruleset) -> bool:
    """Return whether two rulesets differ at most in when a match ends, which the encounter decides."""
    return type(one) is type(other) and one.for_match(other.match) == other


def _check_seats(
    table: Encounter, game: Ruleset, sides: Sequence[set[str]], players: Mapping[Seat, str], name_of: NameOf
) -> None:
    """Raise `Declined` for a player who is not of the encounter, if it names all players of the side.

    Partners may have changed seats.
    """
    _on_their_side(table, game, sides, players, name_of)
    for seat, name in players.items():
        team, player = game.seating.team(seat), name_of(name)
        side = sides[game.seating.teams.index(team)]
        if player and player not in side and len(side) == len(game.seating.of_team(team)):
            raise Declined(
                "match-seats",
                "{player} sits {seat} in the match; at {where} that side is {others}",
                player=player,
                seat=SeatName(seat),
                where=table.called,
                others=Listing(tuple(sorted(side)), " and "),
            )


def _on_their_side(
    table: Encounter, game: Ruleset, sides: Sequence[set[str]], players: Mapping[Seat, str], name_of: NameOf
) -> None:
    """Raise `Declined` for a player who sits on the other side in the encounter; substitutes are allowed."""
    for seat, name in players.items():
        own, player = game.seating.teams.index(game.seating.team(seat)), name_of(name)
        if player in sides[1 - own] - sides[own]:
            raise Declined(
                "match-seats",
                "{player} sits {seat} in the match, and on the other side at {where}",
                player=player,
                seat=SeatName(seat),
                where=table.called,
            )
