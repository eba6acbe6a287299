"""The last evening of the caller as a story: the place, boards against the field, a card, a bid, Caps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.analyses.access import find_matches_held_back
from api.callers import Place, caller
from api.deals.broadcast import delay_of, late
from api.lists import catalogue
from api.people.player_names import named
from api.services import ledger, services
from api.tournaments import access as tournament_access
from api.tournaments.entry_sheets import EntrySheets
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from replay.own_deals import OwnDeal, bid_too_high, caps_of, costliest_card, unconfirmed
from replay.tally import PAUSE, Line, joined, tally_of_player
from replay.tournaments.boards import boards_against_field
from replay.tournaments.payloads import as_number, rank_entries
from store.tables.puzzles import SeenDeal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from api.me.players import OwnPlayer
    from api.tournaments.access import VisibleTournament
    from domain.tournament.state import EntryId
    from replay.tally import Evening
    from store.tables.catalogue import Row

MOST: Final = 100
"""The most deals of an evening, the newest."""
MOST_WAITING: Final = 8
"""The most deals of an evening that wait for a confirmation, the newest."""
MOST_TOURNAMENTS: Final = 5
"""The most tournaments of a club that are looked through for the last one, the newest that are over."""


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An evening of one of the caller's players: its deals, a tournament, or both."""

    own: OwnPlayer
    begins: datetime
    numbers: Evening | None = None
    deals: tuple[Row, ...] = ()
    played: OwnResult | None = None


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A tournament in which the player was entered."""

    visible: VisibleTournament
    entry: EntryId
    at: datetime


def last_evening(players: Iterable[OwnPlayer]) -> OwnEvening | None:
    """Return the evening of the players that began last; None if none is known.

    A running tournament counts only with deals of the evening: without them it is not over yet.
    """
    evenings = [evening for own in players for evening in _evenings(own)]
    return max(evenings, key=lambda each: (each.begins, str(each.own.id)), default=None)


def evening_of_tournament(players: Iterable[OwnPlayer], tournament_id: UUID) -> OwnEvening | None:
    """Return what the players have of a tournament; None if they are not entered. Raises `NotFound`."""
    visible = tournament_access.get(tournament_id)
    for own in players:
        if visible.tournament.club != own.club.id or not (entries := own.entries_in(visible.tournament)):
            continue
        played = _result(visible, entries[0])
        rows = _deals_of(own, visible)
        return OwnEvening(own, played.at, _numbers(own, rows), tuple(rows), played)
    return None


def _evenings(own: OwnPlayer) -> Iterable[OwnEvening]:
    """Return the last evening with recorded deals, and the last tournament that is over."""
    rows = catalogue().newest("deal", MOST, club=own.club.id, people=sorted(own.texts))
    numbers = _numbers(own, rows)
    played = _last_result(own)
    if numbers is None:
        return [OwnEvening(own, played.at, played=played)] if played else []
    deals = tuple(row for row in rows if numbers.begins <= row.created_at <= numbers.ends)
    at_table = _result_of_deals(own, deals)
    with_deals = OwnEvening(own, numbers.begins, numbers, deals, at_table)
    if played is None or (at_table and at_table.visible.tournament.id == played.visible.tournament.id):
        return [with_deals]
    return [with_deals, OwnEvening(own, played.at, played=played)]


def _numbers(own: OwnPlayer, rows: Sequence[Row]) -> Evening | None:
    """Return the numbers of the last evening of some deals."""
    evenings = joined(tally_of_player([Line(row.created_at, row.data) for row in rows], own.texts).evenings)
    return evenings[-1] if evenings else None


def _last_result(own: OwnPlayer) -> OwnResult | None:
    """Return the tournament of the player that is over and was played last."""
    rows = catalogue().page("tournament", club=own.club.id, where={"status": "over"}, limit=MOST_TOURNAMENTS).rows
    results = []
    for row in rows:
        try:
            visible = tournament_access.get(row.id)
        except NotFound:  # It is shown with a delay.
            continue
        entries = own.entries_in(visible.tournament)
        if entries and visible.tournament.rounds and visible.tournament.ended:
            results.append(_result(visible, entries[0]))
    return max(results, key=lambda each: each.at, default=None)


def _result(visible: VisibleTournament, entry: EntryId) -> OwnResult:
    """Return the result of an entry; its time is that of the first round of the last day of play."""
    tournament = visible.tournament
    drawn = sorted((datetime.fromisoformat(each.at) for each in tournament.rounds.values()), reverse=True)
    begins = drawn[0] if drawn else datetime.fromisoformat(tournament.opened_at)
    for earlier in drawn:
        if begins - earlier >= PAUSE:
            break
        begins = earlier
    return OwnResult(visible, entry, begins)


def _result_of_deals(own: OwnPlayer, deals: Iterable[Row]) -> OwnResult | None:
    """Return the tournament in which the deals of an evening were played; None if they were played outside of one."""
    matches = list(dict.fromkeys(match for deal in deals if (match := as_id(deal.data.get("match")))))
    for row in catalogue().find_all(matches[:1]):
        encounter = as_id(row.data.get("encounter"))
        if encounter is None:
            continue
        visible = tournament_access.get(ledger().encounters.get(encounter).tournament)
        if entries := own.entries_in(visible.tournament):
            return _result(visible, entries[0])
    return None


def _deals_of(own: OwnPlayer, visible: VisibleTournament) -> list[Row]:
    """Return the newest deals of the player in a tournament."""
    matches = services().catalogue.matches_of(visible.tournament.encounters())
    parents = [identity for match in matches if (identity := as_id(match))]
    if not parents:
        return []
    return catalogue().newest("deal", MOST, parents=parents, people=sorted(own.texts))


# --- as JSON values -------------------------------------------------------------------------------


def own_deals(evening: OwnEvening) -> list[OwnDeal]:
    """Return the deals of an evening in order, with the analyses that the caller may see."""
    rows = sorted(evening.deals, key=lambda row: (row.created_at, row.id))
    held_back, sender, delays = find_matches_held_back(), caller(), late()
    seen = [
        SeenDeal(row.id, delay_of(sender, delays, Place(str(row.club), row.data.get("table"), str(row.id))))
        for row in rows
        if row.data.get("shown") and row.data.get("match") not in held_back
    ]
    answers = services().analyses.answers(seen)
    deals = []
    for row in rows:
        line, stored = Line(row.created_at, row.data), answers.get(row.id)
        seat = line.seats_of(evening.own.texts)[0]
        analysed = (stored.answer, stored.caps) if stored else (None, None)
        deals.append(OwnDeal(row.id, line, seat, *analysed))
    return deals


def payload(evening: OwnEvening) -> dict[str, Any]:
    """Return an evening as JSON values."""
    deals = own_deals(evening)
    return {
        "club": str(evening.own.club.id),
        "club_name": evening.own.club.title,
        "begins": evening.begins.isoformat(),
        "tournament": _tournament(evening.played) if evening.played else None,
        "deals": _deals(evening.numbers, deals) if evening.numbers else None,
        "card": costliest_card(deals),
        "bid": bid_too_high(deals),
        "caps": caps_of(deals),
        # In a tournament the result of the table is confirmed.
        "waiting": [] if evening.played else unconfirmed(deals, MOST_WAITING),
    }


def sheet(evening: OwnEvening) -> dict[str, Any] | None:
    """Return the sheet of the player's entry in the tournament of an evening, as JSON values; None without one."""
    if evening.played is None:
        return None
    return EntrySheets(evening.played.visible).sheet(evening.played.entry, evening.own.texts)


def _deals(numbers: Evening, deals: Sequence[OwnDeal]) -> dict[str, Any]:
    return {
        "event": numbers.event,
        "day": numbers.day,
        "number": numbers.deals,
        "won": numbers.won,
        "lost": numbers.lost,
        "tokens": numbers.tokens,
        "bids": numbers.bids,
        "made": numbers.made,
        "partners": named(numbers.partners, catalogue()),
        "analysed": sum(deal.answer is not None for deal in deals),
    }


def _tournament(played: OwnResult) -> dict[str, Any]:
    visible, entry = played.visible, played.entry
    tournament, lines = visible.tournament, visible.lines()
    standings = rank_entries(tournament, lines)
    row = next((each for each in standings if each.entry == entry), None)
    boards = boards_against_field(tournament, lines, entry)
    announced = {each["entry"]: each["place"] for each in tournament.ended.places} if tournament.ended else {}
    return {
        "tournament": str(tournament.id),
        "name": tournament.opened.name,
        "entry": entry,
        "place": announced.get(entry, row.place if row else None),
        "among": sum(each.direction == row.direction for each in standings) if row else len(standings),
        "score": as_number(row.score) if row else None,
        "is_over": tournament.ended is not None,
        "boards": {
            "above": sum(score > 0 for _, score in boards),
            "level": sum(score == 0 for _, score in boards),
            "below": sum(score < 0 for _, score in boards),
        },
    }
