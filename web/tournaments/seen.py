"""A tournament as its pages show it, limited to the facts that the reader may know by now."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask_babel import gettext

from api.callers import Place, caller
from api.lists import catalogue
from api.permissions import BENCH, OFFICE
from api.tournaments import access as tournament_access
from domain.engine.words.values import sentence
from domain.tournament.draws import DrawError
from domain.tournament.draws.history import missing_results
from domain.tournament.draws.reasons import Reason
from domain.tournament.entries.categories import category_places
from domain.tournament.results.sheet import by_points
from domain.tournament.rulings import artificial
from domain.tournament.standings.scores import adjustment_words
from domain.tournament.state import ASSIGNED, FORFEIT, PLAYED, WALKOVER
from replay.tournaments import payloads as tournament_payloads
from replay.tournaments.log import OWN
from web.languages import reader, text_of
from web.tournaments.table_names import called_table, table_names
from web.tournaments.words import score
from web.venues import show_times_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from domain.engine.words.values import Term
    from domain.tournament.aggregate import Round, Tournament
    from domain.tournament.results.sheet import Both
    from domain.tournament.standings.scores import Result
    from domain.tournament.state import EntryId, Line, Pairing, Standing
    from domain.tournament.tables.encounter import Encounter


@dataclass(frozen=True, slots=True)
class Met:
    """A table of a round: its pairing, and its result as far as the reader may know."""

    round: int
    pairing: Pairing
    state: str
    """``open``, ``playing``, ``provisional``, ``late`` if only boards to be played late are missing, ``confirmed`` or
    ``forfeit``."""
    won: Both | None
    """Each side's total over all boards; None if nothing is known or nothing was played."""
    forfeits: tuple[int, ...] = ()
    """The sides that forfeited."""
    boards: int = 0
    """The number of boards with a result, or with an artificial or assigned score."""
    deals: int = 0
    """The number of settled deals while there is no result."""
    so_far: Both = (0, 0)
    """Each side's total over these deals."""

    @property
    def winner(self) -> int | None:
        """Return the side that won, 0 or 1; None if neither did, if it is not known, or if boards are played."""
        if self.forfeits:
            return 1 - self.forfeits[0] if len(self.forfeits) == 1 else None
        if self.won is None or self.won[0] == self.won[1] or self.pairing.boards:
            return None
        return int(self.won[1] > self.won[0])

    @property
    def begun(self) -> bool:
        """Return whether any part of the result is known."""
        return self.won is not None or self.boards > 0 or self.done

    @property
    def done(self) -> bool:
        """Return whether the table has reported everything."""
        return self.state in ("provisional", "late", "confirmed", "forfeit")


class Seen:
    """A tournament as its pages show it. ``lines``: the lines of its standings that the reader may know."""

    def __init__(self, tournament: Tournament, lines: list[Line], access: tournament_access.VisibleTournament) -> None:
        self.access = access
        self.tournament = tournament
        self.id = tournament.id
        self.terms = tournament.terms
        self.name = tournament.opened.name
        self.lines = lines
        self.points = by_points(tournament.ruleset)
        self._shares: dict[int, dict[EntryId, Fraction]] = {}
        show_times_of(tournament.club)

    # --- who and where ----------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Return the tournament's place, for permissions."""
        return Place(str(self.tournament.club) if self.tournament.club else None)

    @cached_property
    def directs(self) -> bool:
        """Return whether the caller directs the tournament."""
        who = caller()
        return who.role in OFFICE and who.covers(self.place) and not who.reads_only

    @cached_property
    def rules(self) -> bool:
        """Return whether the caller may rule in the tournament: its directors and arbiters may."""
        who = caller()
        return who.role in BENCH and who.covers(self.place) and not who.reads_only

    @cached_property
    def club(self) -> str:
        """Return the name of the club; empty if there is none."""
        row = catalogue().find(self.tournament.club) if self.tournament.club else None
        return row.title if row else ""

    def called(self, entry: EntryId) -> str:
        """Return an entry's name."""
        return self.tournament.entries[entry].name

    def amount(self, number: int) -> str:
        """Return the amount of a starting score with its unit."""
        return text_of(adjustment_words(self.terms, number, "score"))

    def side(self, side: tuple[EntryId, ...]) -> str:
        """Return the names of one side of a table."""
        return " + ".join(self.called(entry) for entry in side)

    def categories(self, placed: Iterable[Any]) -> dict[str, list[tuple[int, EntryId]]]:
        """Return the places within each prize category. ``placed``: rows with an entry and a place."""
        return category_places(self.tournament.entries, ((each.entry, each.place) for each in placed))

    @cached_property
    def people(self) -> dict[str, str]:
        """Return the names of the registered players, by id."""
        names: dict[str, str] = {}
        for entry in self.tournament.entries.values():
            for player in entry.players:
                try:
                    row = catalogue().find(UUID(player))
                except ValueError:
                    continue
                if row is not None and row.kind == "player":
                    names[player] = row.title
        return names

    def players(self, entry: EntryId) -> list[str]:
        """Return the players of an entry whose names are not in the entry's name."""
        own = self.tournament.entries[entry]
        names = [self.people.get(player, player) for player in own.players]
        return [name for name in names if name not in own.name]

    @cached_property
    def tables(self) -> dict[int, str]:
        """Return the club's names of its tables, by table number of the draw."""
        return table_names(self.tournament)

    def called_table(self, number: int) -> str:
        """Return the name of a table, as `web.tournaments.table_names.called_table`."""
        return called_table(self.tables, number)

    # --- rounds -------------------------------------------------------------------------------------

    @cached_property
    def last(self) -> int:
        """Return the number of the last drawn round; 0 if there is none."""
        return len(self.tournament.rounds)

    @cached_property
    def rounds_at_most(self) -> int | None:
        """Return the most rounds that can be drawn; None if the terms do not fix it."""
        try:
            return self.terms.rules.last_round(self.terms, tuple(self.tournament.entries.values()))
        except DrawError:
            return None

    @property
    def shortfall(self) -> Term | None:
        """Return a sentence if the entries play fewer rounds than the terms say. Returns None if they do not."""
        return self.terms.rules.shortfall(self.terms, tuple(self.tournament.entries.values()))

    @property
    def all_drawn(self) -> bool:
        """Return whether the terms leave no further round to draw."""
        return self.rounds_at_most is not None and self.last >= self.rounds_at_most

    @property
    def current(self) -> Round | None:
        """Return the round that was drawn last; None if none is drawn."""
        return self.tournament.rounds.get(self.last)

    @cached_property
    def _withheld(self) -> dict[tuple[int, int], list[Line]]:
        """Return the results that are withheld, by round and table."""
        lines = defaultdict(list)
        for line in self.access.progress():
            lines[line.round, line.table].append(line)
        return lines

    @cached_property
    def _at_tables(self) -> dict[tuple[int, int], list[Line]]:
        lines = defaultdict(list)
        for line in self.lines:
            if line.table:
                lines[line.round, line.table].append(line)
        return lines

    def met(self, number: int) -> list[Met]:
        """Return the tables of a round, sorted by number."""
        pairings = self.tournament.rounds[number].draw.pairings
        return [self.met_at(number, pairing) for pairing in sorted(pairings, key=lambda each: each.table)]

    @cached_property
    def _played_at(self) -> dict[tuple[int, int], Encounter]:
        """Return the tables where a match is recorded and no result is public yet, by round and table."""
        lines = [*self.lines, *(line for lines in self._withheld.values() for line in lines)]
        encounters = self.access.encounters(
            tournament_payloads.without_result(self.tournament, self.tournament.rounds, lines)
        ).values()
        return {
            (each.setting.round, each.setting.table): each for each in encounters if each.match and not each.dropped
        }

    def met_at(self, number: int, pairing: Pairing) -> Met:
        """Return one table of a round."""
        lines = self._at_tables.get((number, pairing.table), [])
        sides = [[line for line in lines if line.entry == side[0]] for side in pairing.sides]
        if any(line.kind in (FORFEIT, WALKOVER) for line in lines):
            guilty = tuple(n for n, own in enumerate(sides) if any(line.kind == FORFEIT for line in own))
            return Met(number, pairing, "forfeit", None, guilty)
        ours = [line for line in sides[0] if line.kind == PLAYED]
        given = [line for line in sides[0] if line.kind in (*artificial.KINDS, ASSIGNED)]
        withheld = [line for line in self._withheld.get((number, pairing.table), []) if line.entry in pairing.sides[0]]
        if not ours and not given and not withheld:
            there = self._played_at.get((number, pairing.table))
            if there is None:
                return Met(number, pairing, "open", None)
            return Met(number, pairing, "playing", None, deals=len(there.scored), so_far=there.so_far)
        won = (sum(line.won for line in ours), sum(line.lost for line in ours)) if ours else None
        late = [line for line in given if line.kind == artificial.LATE_PLAY]
        known = [line for line in (*lines, *withheld) if line.kind != artificial.LATE_PLAY]
        state = "provisional" if not all(line.confirmed for line in known) else "late" if late else "confirmed"
        boards = len(ours) + len(given) + len(withheld) - len(late)
        if not {line.board for line in (*ours, *given, *withheld)} >= set(pairing.boards):
            state = "playing"
        return Met(number, pairing, state, won, boards=min(boards, len(pairing.boards)))

    def draw_changes(self, number: int) -> dict[str, list[Any]]:
        """Return the changes since a round was drawn."""
        return self.access.draw_changes(number, reader())

    def assumed_results(self, number: int) -> list[dict[str, Any]]:
        """Return the results that the draw of a round assumed."""
        return self.access.assumed_results(number, reader())

    def missing(self) -> list[Met]:
        """Return the tables without a result that the draw of the next round would have to assume."""
        tables = missing_results(tuple(self.tournament.entries.values()), self.tournament.draws, self.lines)
        return [self.met_at(number, pairing) for number, pairing in tables]

    def assumed_before(self, met: Met) -> list[int]:
        """Return what the last draw assumed of a table; a draw if it assumed nothing."""
        assumed = self.current.drawn.assumed if self.current else ()
        return next(
            (list(each.won) for each in assumed if (each.round, each.table) == (met.round, met.pairing.table)), [0, 0]
        )

    def open_rounds(self) -> list[tuple[int, list[Met]]]:
        """Return the rounds before the last one that are not closed, each with its unfinished tables."""
        return [
            (number, [met for met in self.met(number) if not met.done])
            for number in range(1, self.last)
            if not self.tournament.rounds[number].closed
        ]

    def unsettled(self) -> list[Met]:
        """Return the tables of closed rounds with a board to be played late, or a late result that nobody accepted."""
        closed = [number for number, each in self.tournament.rounds.items() if each.closed]
        return [met for number in closed for met in self.met(number) if met.state in ("late", "provisional")]

    def closed_rounds_before(self, number: int) -> list[int]:
        """Return the closed rounds before a round, the latest first."""
        return [each for each in range(number - 1, 0, -1) if self.tournament.rounds[each].closed]

    def next_places(self, met: Met, *, finished: bool = False) -> list[tuple[EntryId, Pairing | None]]:
        """Return where the entries of an unfinished table are drawn in the last round; empty if that is its own.

        An entry without a table there is listed with None. ``finished``: True to return them for a finished table too.
        """
        if (met.done and not finished) or self.tournament.ended or met.round == self.last:
            return []
        return self.last_places(met.pairing.entries)

    def last_places(self, entries: Iterable[EntryId]) -> list[tuple[EntryId, Pairing | None]]:
        """Return where entries play in the last round, with None for those that sit out; others are left out."""
        if self.current is None:
            return []
        tables = {entry: pairing for pairing in self.current.draw.pairings for entry in pairing.entries}
        return [(entry, tables.get(entry)) for entry in entries if entry in tables or entry in self.current.draw.byes]

    @property
    def has_rated_entries(self) -> bool:
        """Return whether the director set a rating for some entry."""
        return any(each.details.rating is not None for each in self.tournament.entries.values())

    def log(self, number: int = OWN) -> list[dict[str, Any]]:
        """Return the log in sentences, oldest first; ``number``: of the tables of that round."""
        return self.access.log(number, reader())

    def playing(self, number: int) -> list[EntryId]:
        """Return the entries that play or have a bye in a drawn round, or that will be drawn in the next."""
        if number in self.tournament.rounds:
            drawn = self.tournament.rounds[number].drawn
            there = {*(each for pairing in drawn.pairings for each in pairing.entries), *drawn.byes}
            return [entry for entry in self.tournament.entries if entry in there]
        return [entry for entry, each in self.tournament.entries.items() if each.is_drawn(number)]

    def requests(self) -> list[tuple[EntryId, int]]:
        """Return the byes asked for that can still be taken back: of rounds that can be drawn, or drawn anew."""
        first = self.last if self.current and not self.current.closed else self.last + 1
        entries = self.tournament.entries.values()
        return [(each.id, number) for each in entries for number in each.requested if number >= first]

    def names(self, entries: Iterable[EntryId]) -> str:
        """Return the names of some entries."""
        return ", ".join(map(self.called, entries))

    @property
    def most_tables(self) -> int:
        """Return the most tables that a round can need."""
        seats = 4 if self.terms.side == 1 else 2
        return -(-len(self.tournament.entries) // seats)

    # --- standings ----------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return the standings now."""
        return tournament_payloads.rank_entries(self.tournament, self.lines)

    @cached_property
    def directions(self) -> dict[EntryId, str]:
        """Return the direction in which each entry is ranked, ``NS`` or ``EW``; empty if all are in one list."""
        return {row.entry: row.direction for row in self.standings if row.direction}

    @cached_property
    def _by_round(self) -> dict[EntryId, dict[int, Result]]:
        return tournament_payloads.results_by_round(self.tournament, self.lines)

    def board_scores(self, met: Met) -> tuple[str, str] | None:
        """Return what both sides of a table score in its round, from all boards; None before all results are known."""
        if not met.pairing.boards or not met.done or met.forfeits:
            return None
        known = {line.board for line in self._at_tables.get((met.round, met.pairing.table), [])}
        if not known >= set(met.pairing.boards):
            return None
        ours, theirs = (self._by_round.get(side[0], {}).get(met.round) for side in met.pairing.sides)
        if ours is None or theirs is None:
            return None
        return score(ours.value, self.terms), score(theirs.value, self.terms)

    def percent(self, entry: EntryId, number: int = 0) -> str:
        """Return the percentage of an entry's matchpoints now, or after a round; empty if there is none."""
        if number not in self._shares:
            self._shares[number] = tournament_payloads.matchpoint_shares(self.tournament, self.lines, number or None)
        share = self._shares[number].get(entry)
        return "" if share is None else f"{float(100 * share):.2f} %"

    @property
    def hides_results(self) -> bool:
        """Return whether there are results of boards that the reader may not know before everybody has played them."""
        return bool(self._withheld)

    def standings_after(self, number: int) -> tuple[Standing, ...]:
        """Return the standings after a round."""
        return tournament_payloads.rank_entries(self.tournament, self.lines, number)

    def standings_round(self, number: int = 0) -> int:
        """Return the last round that counts in the standings now, or after a round; 0 if none does yet."""
        number = min(number or self.last, self.last)
        return number - 1 if number and number == self.last and not self._has_begun(number) else number

    def standings_title(self, number: int = 0) -> str:
        """Return the heading of the standings now, or after a round: how far the results go that count in them."""
        number = self.standings_round(number)
        if not number:
            return str(gettext("Standings"))
        if all(met.done for met in self.met(number)):
            return str(gettext("Standings after round %(number)s", number=number))
        return str(gettext("Standings during round %(number)s", number=number))

    def _has_begun(self, number: int) -> bool:
        """Return whether anything of a round counts already, a bye included."""
        return bool(self.tournament.rounds[number].draw.byes) or any(met.begun for met in self.met(number))

    def explained(self, entry: EntryId) -> list[str]:
        """Return the steps by which an entry got its place."""
        return tournament_payloads.explain_rank(self.tournament, self.lines, entry, language=reader())

    def unused(self, entry: EntryId) -> list[str]:
        """Return the values of the tie-breaks that the entry's place did not need."""
        return tournament_payloads.unused_tie_breaks(self.tournament, self.lines, entry, language=reader())

    def by_round(self, entry: EntryId) -> dict[int, tuple[Met | None, int, str]]:
        """Return the rows of `way` by round."""
        return {number: rest for number, *rest in self.way(entry)}  # type: ignore[misc]

    def way(self, entry: EntryId) -> list[tuple[int, Met | None, int, str]]:
        """Return an entry's rounds as rows of round, table, side, and the reason why it had no table."""
        return self._ways.get(entry, [])

    @cached_property
    def _ways(self) -> dict[EntryId, list[tuple[int, Met | None, int, str]]]:
        """Return the way of every entry."""
        ways: dict[EntryId, list[tuple[int, Met | None, int, str]]] = defaultdict(list)
        for number, each in sorted(self.tournament.rounds.items()):
            for pairing in each.draw.pairings:
                met = self.met_at(number, pairing)
                for side, entries in enumerate(pairing.sides):
                    for entry in entries:
                        ways[entry].append((number, met, side, ""))
            drawn = each.drawn
            for entry in dict.fromkeys((*drawn.byes, *drawn.requested, *drawn.absent)):
                own_wish = str(sentence(Reason.ASKED_OUT, name=self.called(entry))) if entry in drawn.requested else ""
                ways[entry].append((number, None, 0, drawn.byes.get(entry, own_wish)))
        return ways


def see(tournament_id: UUID) -> Seen:
    """Return a tournament as far as the caller may know it by now. Raises `NotFound` if there is none."""
    access = tournament_access.get(tournament_id)
    return Seen(access.tournament, access.lines(), access)
