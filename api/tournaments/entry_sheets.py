"""The sheet of an entry of a tournament: round by round and deal by deal, as far as the caller may see it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from api.analyses.access import find_matches_held_back
from api.callers import Place, caller
from api.deals.broadcast import delay_of, late
from api.lists import catalogue
from api.services import services
from domain.kernel.ids import as_id
from domain.tournament.standings.boards import SCALE
from domain.tournament.state import PLAYED
from domain.tournament.tables.encounter import encounter_id
from replay.tournaments.boards import boards_against_field
from replay.tournaments.payloads import as_number, rank_entries
from store.tables.analyses import HandKey

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from api.tournaments.access import VisibleTournament
    from domain.engine.cards import Seat
    from domain.tournament.state import EntryId, Line, Pairing, Standing
    from store.tables.catalogue import Row

MOST_DEALS: Final = 2000
"""The most deals of a tournament that sheets hold, the newest."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a round that was drawn."""

    round: int
    pairing: Pairing

    def side_of(self, entry: EntryId) -> int | None:
        """Return the side of an entry, 0 or 1; None if it does not sit there."""
        return next((side for side, own in enumerate(self.pairing.sides) if entry in own), None)

    def board_of(self, number: int) -> int:
        """Return the board on which a deal of the match was drawn to be played; 0 without boards."""
        boards = self.pairing.boards
        return boards[number - 1] if 0 < number <= len(boards) else 0


class EntrySheets:
    """The sheets of the entries of a tournament. What several sheets need is read once."""

    def __init__(self, visible: VisibleTournament) -> None:
        self.tournament = visible.tournament
        self.lines = visible.lines()
        self.standings = {row.entry: row for row in rank_entries(self.tournament, self.lines)}
        self._tables = {
            str(encounter_id(self.tournament.id, draw.round, pairing.table)): _Table(draw.round, pairing)
            for draw in self.tournament.draws
            for pairing in draw.pairings
        }

    def sheet(self, entry: EntryId, players: Collection[str] = ()) -> dict[str, Any]:
        """Return the sheet of an entry as JSON values.

        ``players``: the names of the player whose cards count in what a deal cost; empty for all seats of the entry.
        """
        return self.sheets([entry], players)[0]

    def sheets(self, entries: Sequence[EntryId], players: Collection[str] = ()) -> list[dict[str, Any]]:
        """Return the sheets of some entries as JSON values, as `sheet` does."""
        deals = self._deals()
        lost = self._lost(entries, deals, players)
        return [self._sheet(entry, deals, lost.get(entry, {})) for entry in entries]

    def _sheet(self, entry: EntryId, deals: Iterable[tuple[Row, _Table]], lost: Mapping[str, int]) -> dict[str, Any]:
        standing = self.standings.get(entry)
        announced = (
            {row["entry"]: row["place"] for row in self.tournament.ended.places} if self.tournament.ended else {}
        )
        return {
            "entry": entry,
            "name": self.tournament.entries[entry].name,
            "place": announced.get(entry, standing.place if standing else None),
            "among": self._among(standing),
            "score": as_number(standing.score) if standing else None,
            "rounds": [row for number in sorted(self.tournament.rounds) if (row := self._round(entry, number))],
            "deals": [
                self._deal(row, table, side, lost) for row, table in deals if (side := table.side_of(entry)) is not None
            ],
        }

    def _among(self, standing: Standing | None) -> int:
        rows = self.standings.values()
        return sum(row.direction == standing.direction for row in rows) if standing else len(rows)

    def _round(self, entry: EntryId, number: int) -> dict[str, Any] | None:
        """Return the result of an entry in a round; None if it has none yet."""
        own = sorted((line for line in self.lines if (line.round, line.entry) == (number, entry)), key=_by_board)
        if not own:
            return None
        played = [line for line in own if line.kind == PLAYED]
        scores = self._scores(entry) if any(line.board for line in played) else {}
        first = own[0]
        return {
            "round": number,
            "table": first.table,
            "encounter": str(encounter_id(self.tournament.id, number, first.table)) if first.table else None,
            "kind": first.kind,
            "opponents": [self.tournament.entries[each].name for each in first.against],
            "partners": [self.tournament.entries[each].name for each in first.partners],
            "won": sum(line.won for line in played),
            "lost": sum(line.lost for line in played),
            "is_confirmed": all(line.confirmed for line in own),
            "boards": [
                {"board": line.board, "won": line.won, "lost": line.lost, "score": scores.get(line.board)}
                for line in played
                if line.board
            ],
        }

    def _scores(self, entry: EntryId) -> dict[int, int | float]:
        """Return how far each board of an entry is above the field, in the unit that the terms count."""
        scores = boards_against_field(self.tournament, self.lines, entry)
        return {board: as_number(_in_units(score)) for board, score in scores}

    def _deals(self) -> list[tuple[Row, _Table]]:
        """Return the finished deals of the tournament in order, each with its table."""
        encounters = services().catalogue.encounters_of_matches(list(self._tables))
        parents = [identity for match in encounters if (identity := as_id(match))]
        rows = catalogue().newest("deal", MOST_DEALS, parents=parents) if parents else []
        return [
            (row, self._tables[encounters[row.data["match"]]])
            for row in sorted(rows, key=lambda row: (row.created_at, row.id))
            if row.data.get("shown") and row.data.get("tokens") is not None
        ]

    def _seats(self, row: Row, table: _Table, entry: EntryId, players: Collection[str]) -> list[Seat]:
        """Return the seats of an entry in a deal, or of one of its players."""
        side = table.side_of(entry)
        if side is None:
            return []
        team = self.tournament.ruleset.seating.teams[side]
        seats = [seat for seat, own in row.data.get("sides", {}).items() if own == team]
        return [seat for seat in seats if not players or row.data["players"].get(seat) in players]

    def _lost(
        self, entries: Iterable[EntryId], deals: Iterable[tuple[Row, _Table]], players: Collection[str]
    ) -> dict[EntryId, dict[str, int]]:
        """Return the points that the cards of each entry cost in each analysed deal, by the id of the deal."""
        held_back, sender, delays = find_matches_held_back(), caller(), late()
        keys: list[HandKey] = []
        parts: list[tuple[EntryId, str]] = []
        for row, table in deals:
            if row.data.get("match") in held_back:
                continue
            place = Place(str(row.club) if row.club else None, row.data.get("table"), str(row.id))
            seconds = delay_of(sender, delays, place)
            for entry in entries:
                if seats := self._seats(row, table, entry, players):
                    keys += [HandKey(row.id, seat, len(parts), None, seconds) for seat in seats]
                    parts.append((entry, str(row.id)))
        lost: dict[EntryId, dict[str, int]] = {}
        for part, numbers in services().analyses.sums(keys).items():
            entry, deal = parts[part]
            if numbers[3]:
                lost.setdefault(entry, {})[deal] = numbers[4]
        return lost

    def _deal(self, row: Row, table: _Table, side: int, lost: Mapping[str, int]) -> dict[str, Any]:
        data = row.data
        team = self.tournament.ruleset.seating.teams[side]
        contract = data.get("contract")
        return {
            "deal": str(row.id),
            "round": table.round,
            "table": table.pairing.table,
            "number": data.get("number", 0),
            "board": table.board_of(data.get("number", 0)),
            "bid": contract["bid"] if contract else None,
            "is_own_bid": contract is not None and data.get("sides", {}).get(contract["seat"]) == team,
            "result": data.get("result") or data["status"],
            "tokens": data["tokens"].get(team, 0),
            "lost": lost.get(str(row.id)),
        }


def _by_board(line: Line) -> int:
    return line.board


def _in_units(score: int) -> Fraction:
    """Return a score of a board in the unit that the terms count."""
    return Fraction(score, SCALE)
