"""The aggregate of one table of a tournament's round: its seats, its result, and the confirmations.

Each table has its own stream, so that all tables of a round can report at the same time. The stream holds everything
that a result needs, so the cost of a result does not depend on the size of the tournament. The methods that decide
return facts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from domain.engine.values import Listing, sentence
from domain.ledger.errors import Declined
from domain.tournament import artificial, assigned
from domain.tournament.facts.encounters import (
    EncounterClosed,
    EncounterDropped,
    EncounterReopened,
    EncounterSet,
    SeatsChanged,
)
from domain.tournament.facts.matches import DealAgreed, DealScored, DealUnscored, MatchAdopted, MatchSeated
from domain.tournament.facts.results import (
    ConfirmationWithdrawn,
    ResultConfirmed,
    ResultContested,
    ResultCorrected,
    ResultEntered,
    ResultWithdrawn,
)
from domain.tournament.facts.rulings import (
    ArrowSwitched,
    ArrowSwitchWithdrawn,
    ArtificialScoreGiven,
    ArtificialScoreWithdrawn,
    AssignedScoreGiven,
    AssignedScoreWithdrawn,
    ForfeitLifted,
    ForfeitRuled,
    ResultRuled,
    ResultRulingLifted,
    WrongBoardRecorded,
    WrongBoardWithdrawn,
)
from domain.tournament.ranked_aggregate import RankedAggregate
from domain.tournament.results import deciding_deals, forfeit_lines, played_lines
from domain.tournament.score_sheet import BLANK, Count, Sheet, Total, by_points, due, total
from domain.tournament.sheets import SheetError, check, check_deal
from domain.tournament.substitutes import substitutes
from domain.tournament.terms import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from domain.engine.cards import Seat
    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.engine.values import Term
    from domain.ledger.events import Recorded
    from domain.tournament.artificial import Scores
    from domain.tournament.boards import Outcomes
    from domain.tournament.score_sheet import Both
    from domain.tournament.state import Line, Sides
    from domain.tournament.terms import Terms

_ENCOUNTERS: Final = UUID("0e1f7a52-6c0b-5a41-9c6e-3f0b7f3f6d11")
SHEET: Final = "sheet"
MATCH: Final = "match"
RULING: Final = "ruling"
LATE: Final = (artificial.LATE_PLAY, artificial.LATE_PLAY)


def encounter_id(tournament: UUID, round_: int, table: int) -> UUID:
    """Return the id of the stream of one table of a round."""
    return uuid5(_ENCOUNTERS, f"{tournament} {round_} {table}")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an encounter or of one of its boards, and the confirmations."""

    score: Total
    source: str
    at: str
    by: str
    sheet: Sheet
    agreed: frozenset[int] = frozenset()
    """The indexes of the sides that confirmed the result."""
    official: bool = False
    """True if an official accepted the result."""
    why: str = ""
    """The reason of a correction; empty if there was none."""
    contested: Mapping[int, str] = field(default_factory=dict)
    """The reasons of the sides that say that the result is wrong, by side."""

    @property
    def confirmed(self) -> bool:
        """Return whether the result is final: accepted by an official, or confirmed by both sides."""
        return self.official or len(self.agreed) == 2


class Encounter(RankedAggregate):
    """One table of a round. A decision that is not possible now raises `Declined` with the reason."""

    __slots__ = (
        "agreed",
        "artificial",
        "assigned",
        "before_closing",
        "closed",
        "dropped",
        "forfeits",
        "match",
        "played",
        "ruled",
        "scored",
        "seats",
        "setting",
        "switched",
        "withheld",
        "wrong",
    )

    KIND = "encounter"
    OPENING = EncounterSet
    DERIVED = True
    setting: EncounterSet
    seats: dict[Seat, str]
    played: dict[int, Result]
    """The results that were typed in, corrected or computed from deals, by board; 0 for a table without boards."""
    ruled: dict[int, dict[str, Result]]
    """The results by rulings in disputes, by board and then by id of the dispute, in the order of the rulings."""
    artificial: dict[int, ArtificialScoreGiven]
    """The latest artificial scores of a director, by board."""
    assigned: dict[int, AssignedScoreGiven]
    """The latest assigned score of a director, by board."""
    switched: dict[int, str]
    """The boards on which the table sat the other way round, each with the reason: `arrow_switch`."""
    wrong: dict[int, WrongBoardRecorded]
    """The boards that were played instead of others: `wrong_board`."""
    forfeits: tuple[int, ...]
    """The sides that forfeited."""
    match: str
    """The id of the match that is recorded for the encounter; empty if there is none."""
    scored: dict[int, DealScored]
    """The settled deals of the match, by number."""
    agreed: set[int]
    """The numbers of the settled deals that both sides have confirmed."""
    before_closing: dict[int, Result]
    """The results as they were when the round was closed, by board."""
    withheld: dict[int, bool]
    """The boards whose result is hidden from the viewer, each with whether the result is final; see `withhold`."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.seats = {}
        self.played = {}
        self.ruled = {}
        self.artificial = {}
        self.assigned = {}
        self.switched = {}
        self.wrong = {}
        self.forfeits = ()
        self.match = ""
        self.scored = {}
        self.agreed = set()
        self.withheld = {}
        self.before_closing = {}
        self.closed = self.dropped = False

    def fold(self, event: Recorded) -> None:
        fact, results = event.fact, self.played
        match fact:
            case EncounterSet():
                self.setting, self.seats = fact, dict(fact.seats)
                self.played, self.ruled, self.scored, self.agreed, self.forfeits, self.match = {}, {}, {}, set(), (), ""
                self.artificial, self.assigned, self.switched, self.wrong = {}, {}, {}, {}
                self.closed = self.dropped = False
            case EncounterDropped():
                self.dropped = True
            case SeatsChanged(seats):
                self.seats = dict(seats)
            case MatchSeated(match):
                self.match, self.scored = match, {}
            case MatchAdopted(match, place):
                self.match, self.scored = match, {}
                self.setting = replace(self.setting, place=place)
            case DealScored(number=number):
                self.scored[number] = fact
                self.agreed.discard(number)
            case DealUnscored(number=number):
                self.scored.pop(number, None)
                self.agreed.discard(number)
            case DealAgreed(number=number):
                self.agreed.add(number)
            case ResultEntered(score, source, board, sheet):
                results[board] = Result(score, source, event.at, event.by, sheet)
            case ResultCorrected(score, source, why, board, sheet):
                results[board] = Result(score, source, event.at, event.by, sheet, why=why)
            case ResultConfirmed(None, board) if board in results:
                results[board] = replace(results[board], official=True, contested={})
            case ResultConfirmed(int(side), board) if board in results:
                left = {each: why for each, why in results[board].contested.items() if each != side}
                results[board] = replace(results[board], agreed=results[board].agreed | {side}, contested=left)
            case ConfirmationWithdrawn(board=board) if board in results:
                results[board] = replace(results[board], agreed=frozenset(), official=False)
            case ResultContested(side, why, board) if board in results:
                contested = {**results[board].contested, side: why}
                results[board] = replace(results[board], agreed=results[board].agreed - {side}, contested=contested)
            case ResultWithdrawn(board=board):
                results.pop(board, None)
            case ResultRuled(dispute, score, board, sheet):
                ruled = Result(score, RULING, event.at, event.by, sheet, official=True)
                self.ruled.setdefault(board, {})[dispute] = ruled
            case ResultRulingLifted(dispute, board):
                self.ruled.get(board, {}).pop(dispute, None)
            case ArtificialScoreGiven(boards):
                self.artificial.update(dict.fromkeys(boards, fact))
            case ArtificialScoreWithdrawn(boards):
                for board in boards:
                    self.artificial.pop(board, None)
            case AssignedScoreGiven(board):
                self.assigned[board] = fact
            case AssignedScoreWithdrawn(board):
                self.assigned.pop(board, None)
            case ArrowSwitched(boards, why):
                self.switched.update(dict.fromkeys(boards, why))
            case ArrowSwitchWithdrawn(boards):
                for board in boards:
                    self.switched.pop(board, None)
            case WrongBoardRecorded(board, instead, stands, scores, why):
                self.wrong[board] = fact
                self.artificial[instead] = ArtificialScoreGiven((instead,), scores, why)
                if stands and instead in results:
                    results[board] = results.pop(instead)
            case WrongBoardWithdrawn(board):
                self._unfold_wrong(board)
            case ForfeitRuled(sides):
                self.forfeits = sides
            case ForfeitLifted():
                self.forfeits = ()
            case EncounterClosed():
                self.closed, self.before_closing = True, dict(results)
                for board, result in results.items():
                    results[board] = _closed(result)
            case EncounterReopened(restores):
                self.closed = False
                for board, result in self.before_closing.items() if restores else ():
                    if results.get(board) == _closed(result):
                        results[board] = result

    def _unfold_wrong(self, board: int) -> None:
        """Move the result of a wrong board back to the right one, and remove the artificial score that it got."""
        wrong = self.wrong.pop(board, None)
        if wrong is None:
            return
        if self.artificial.get(wrong.instead) == ArtificialScoreGiven((wrong.instead,), wrong.scores, wrong.why):
            del self.artificial[wrong.instead]
        if wrong.stands and board in self.played:
            self.played[wrong.instead] = self.played.pop(board)

    def withhold(self, boards: Iterable[int]) -> None:
        """Hide the results of some boards, and keep only that they have one. Such a copy must not be saved.

        Boards that are to be played late have nothing to hide.
        """
        results, given = self.results, self.given
        boards = set(boards) - set(self.late)
        for board in boards:
            if board in results or board in given or board in self.decided:
                self.withheld[board] = board not in results or results[board].confirmed
        for board in boards:
            self.played.pop(board, None)
            self.ruled.pop(board, None)
            self.artificial.pop(board, None)
            self.assigned.pop(board, None)
            self.switched.pop(board, None)
            for number in [n for n in self.scored if self._board_of(n) == board]:
                self.scored.pop(number, None)
                self.agreed.discard(number)
        self.wrong = {board: fact for board, fact in self.wrong.items() if not {board, fact.instead} & boards}

    # --- queries ----------------------------------------------------------------------------------

    @property
    def results(self) -> dict[int, Result]:
        """Return the results that count, by board; 0 for a table without boards.

        The latest ruling in a dispute replaces the played result. A board with an artificial or an assigned score has
        no result, unless a dispute gave it one, or it was played late.
        """
        if not self.ruled and not self.artificial and not self.assigned:
            return self.played
        instead = self.given.keys() | self.assigned.keys()
        played = {board: result for board, result in self.played.items() if board not in instead}
        return played | {board: list(ruled.values())[-1] for board, ruled in self.ruled.items() if ruled}

    @property
    def given(self) -> dict[int, ArtificialScoreGiven]:
        """Return the artificial scores that count, by board.

        Boards with a ruling in a dispute are left out, and late plays that have a result.
        """
        return {
            board: given
            for board, given in self.artificial.items()
            if not self.ruled.get(board) and not (given.scores == LATE and board in self.played)
        }

    @property
    def decided(self) -> dict[int, AssignedScoreGiven]:
        """Return the assigned scores that count, by board; boards with a ruling in a dispute are left out."""
        return {board: fact for board, fact in self.assigned.items() if not self.ruled.get(board)}

    @property
    def late(self) -> tuple[int, ...]:
        """Return the boards that are to be played late."""
        return tuple(board for board, given in self.given.items() if given.scores == LATE)

    @property
    def contested(self) -> tuple[int, ...]:
        """Return the boards whose result a side says is wrong; 0 stands for the whole encounter."""
        if self.dropped or self.forfeits:
            return ()
        return tuple(board for board, result in sorted(self.results.items()) if result.contested)

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the boards without a result; 0 stands for the whole encounter. Empty if it is dropped or forfeited."""
        if self.dropped or self.forfeits:
            return ()
        reported = self.results.keys() | self.given.keys() | self.decided.keys() | self.withheld.keys()
        return tuple(board for board in self.boards if board not in reported)

    @property
    def tournament(self) -> UUID:
        return UUID(self.setting.tournament)

    @property
    def terms(self) -> Terms:
        """Return the terms of the encounter; in a final, with the longer race if the tournament has one."""
        terms = parse(self.setting.terms)
        final = terms.encounter.final_race if self.setting.stage == "final" else None
        return terms if final is None else replace(terms, encounter=replace(terms.encounter, race=final, deals=None))

    @property
    def boards(self) -> tuple[int, ...]:
        """Return the boards, each with its own result, or 0 for the whole encounter if there are none.

        A board that was played instead of another one is among them if its result stands.
        """
        return (*(self.setting.boards or (0,)), *(board for board, fact in self.wrong.items() if fact.stands))

    @property
    def reported(self) -> bool:
        """Return whether no result is missing."""
        return not self.missing

    @property
    def status(self) -> str:
        """Return ``open``, ``playing``, ``provisional``, ``confirmed``, ``forfeit`` or ``dropped``.

        It is ``playing`` if results are missing and a match is recorded for it or some of its boards have a result.
        """
        if self.dropped:
            return "dropped"
        if self.forfeits:
            return "forfeit"
        if not self.reported:
            begun = self.results or self.given or self.decided or self.withheld or self.match
            return "playing" if begun else "open"
        final = all(result.confirmed for result in self.results.values()) and all(self.withheld.values())
        return "confirmed" if final and not self.late else "provisional"

    @property
    def so_far(self) -> Both:
        """Return the tokens or points that the sides won in the settled deals so far."""
        won = [each.won for each in self.scored.values()]
        return sum(ours for ours, _ in won), sum(theirs for _, theirs in won)

    def sides_on(self, board: int) -> Sides:
        """Return the side that sat North and South on a board, then the other."""
        return self.setting.sides[::-1] if board in self.switched else self.setting.sides

    def lines(self) -> Iterator[Line]:
        setting = self.setting
        if self.dropped:
            return
        if self.forfeits:
            yield from forfeit_lines(setting.round, setting.table, setting.sides, self.forfeits)
            return
        instead = {}
        if self.seats != setting.seats:
            instead = substitutes(setting, self.seats, two_tables=parse(setting.terms).two_tables)
        for board, result in self.results.items():
            for line in self._marked(
                board,
                played_lines(
                    setting.round, setting.table, self.sides_on(board), result.score, board, confirmed=result.confirmed
                ),
            ):
                yield replace(line, substitutes=instead[line.entry]) if line.entry in instead else line
        given = {board: fact.scores for board, fact in self.given.items()}
        yield from artificial.lines(setting.round, setting.table, setting.sides, given)
        for board, fact in self.decided.items():
            both = {board: (fact.north_south, fact.east_west)}
            lines = assigned.lines(setting.round, setting.table, self.sides_on(board), both)
            yield from self._marked(board, lines)

    def _marked(self, board: int, lines: Iterable[Line]) -> Iterable[Line]:
        """Return the lines of a board, marked if the table sat the other way round."""
        return (replace(line, switched=True) for line in lines) if board in self.switched else lines

    # --- decisions --------------------------------------------------------------------------------

    def enter(self, game: Ruleset, sheet: Sheet, board: int = 0, side: int | None = None) -> list[Fact]:
        """Enter a score sheet, of a late play also after the round was closed.

        ``side``: the side that enters it and thereby confirms it; None if a scribe or an official does. Raises
        `Declined` if there is a result already or the sheet cannot be right.
        """
        if board in self.late:
            self.check_played()
        else:
            self._check_open()
        self.check_board(board)
        self._check_natural(board)
        if board in self.results:
            raise Declined(
                "result-there", "{where} has a result already; correct it, and say why", where=self.describe(board)
            )
        self.check_plausible(game, sheet, board)
        return [ResultEntered(total(game, sheet), SHEET, board, sheet), *_confirmed_by(side, board)]

    def correct(
        self, game: Ruleset, sheet: Sheet, why: str, board: int = 0, *, ruled: bool = False, side: int | None = None
    ) -> list[Fact]:
        """Correct the result, also after the round was closed. Both sides have to confirm the new result.

        ``ruled``: the correction is a ruling, so the sheet is not checked. ``side``: as in `enter`; a side corrects
        only what was typed in and is not confirmed yet.
        """
        self.check_played()
        result = self._unruled_result(board)
        if not why:
            raise Declined("why", "a correction says why")
        if side is not None:
            self._check_open()
            if result.source != SHEET or result.confirmed:
                raise Declined("result-confirmed", "the result is final for the players: ask the director")
        if not ruled:
            self.check_plausible(game, sheet, board)
        if (score := total(game, sheet)) == result.score and sheet == result.sheet:
            raise Declined("same-result", "the result of {where} is that already", where=self.describe(board))
        source = RULING if ruled or result.source in (MATCH, RULING) else SHEET
        return [ResultCorrected(score, source, why, board, sheet), *_confirmed_by(side, board)]

    def withdraw_confirmation(self, why: str, board: int = 0) -> list[Fact]:
        """Take back all confirmations of a result, of sides and officials; it is provisional again."""
        self._check_open()
        result = self._unruled_result(board)
        if not why:
            raise Declined("why", "to take back a confirmation, say why")
        if not result.agreed and not result.official:
            raise Declined("not-confirmed", "nobody has confirmed the result of {where}", where=self.describe(board))
        return [ConfirmationWithdrawn(why, board)]

    def contest(self, side: int, why: str, board: int = 0) -> list[Fact]:
        """Say for a side that the result is wrong. The side's own confirmation ends.

        Raises `Declined` once an official has accepted the result or the round is closed.
        """
        self._check_open()
        result = self._unruled_result(board)
        if not why:
            raise Declined("why", "say what is wrong")
        if result.official:
            raise Declined("result-confirmed", "an official has accepted the result: ask the director")
        if result.contested.get(side) == why:
            raise Declined("result-contested", "the result is contested for this reason already")
        return [ResultContested(side, why, board)]

    def confirm(self, side: int | None, board: int | None = None) -> list[Fact]:
        """Confirm the result for a side, or (None) for both by an official; of one board, or (None) of all boards."""
        self.check_played()
        boards = [board] if board is not None else [each for each in self.boards if each in self.results]
        if not boards:
            raise _no_result(self.describe())
        facts: list[Fact] = []
        for each in boards:
            self._check_natural(each)
            result = self._result(each)
            if self.ruled.get(each):
                continue
            if not result.official if side is None else side not in result.agreed:
                facts.append(ResultConfirmed(side, each))
        if not facts:
            raise Declined("result-confirmed", "the result is confirmed already")
        return facts

    def withdraw(self, why: str, board: int = 0) -> list[Fact]:
        """Withdraw the result. Raises `Declined` if it comes from recorded deals or a dispute."""
        self._check_open()
        result = self._unruled_result(board)
        if not why:
            raise Declined("why", "to take back a result, say why")
        if result.source == MATCH:
            raise Declined("result-of-match", "the result comes from recorded deals: correct them, or rule")
        return [ResultWithdrawn(why, board)]

    def rule(self, game: Ruleset, dispute: UUID, sheet: Sheet, board: int = 0) -> list[Fact]:
        """Set the result by the ruling in a dispute; the sheet is not checked."""
        self.check_played()
        self.check_board(board)
        return [ResultRuled(str(dispute), total(game, sheet), board, sheet)]

    def unrule(self, dispute: UUID) -> list[Fact]:
        """Take back the ruling in a dispute. Return no facts if the table was drawn anew since the ruling."""
        return [ResultRulingLifted(str(dispute), board) for board, ruled in self.ruled.items() if str(dispute) in ruled]

    def forfeit(self, sides: Iterable[int], why: str) -> list[Fact]:
        """Rule that sides forfeit: 0 for North and South, 1 for East and West."""
        self.check_played()
        guilty = tuple(sorted(set(sides)))
        if not guilty or not set(guilty) <= {0, 1}:
            raise Declined("side", "a side is 0 (North and South) or 1 (East and West)")
        if not why:
            raise Declined("why", "a ruling says why")
        if guilty == self.forfeits:
            raise Declined("same-ruling", "it is ruled so already")
        return [ForfeitRuled(guilty, why)]

    def lift(self, why: str) -> list[Fact]:
        """Take back the forfeit."""
        self.check_played()
        if not self.forfeits:
            raise Declined("no-ruling", "nobody forfeits {where}", where=self.describe())
        if not why:
            raise Declined("why", "to take back a ruling, say why")
        return [ForfeitLifted(why)]

    def give(self, boards: Iterable[int], scores: Scores, why: str) -> list[Fact]:
        """Give boards an artificial score for each side; without ``boards``, all boards without a result."""
        self.check_played()
        if not self.setting.boards:
            raise Declined("board", "{where} has no boards: enter its result, or rule a forfeit", where=self.describe())
        self.check_not_forfeited()
        chosen = tuple(sorted(set(boards))) or self.missing
        if not chosen:
            raise Declined(
                "result-there", "every board at {where} has a result; say which boards", where=self.describe()
            )
        for board in chosen:
            self.check_board(board)
            self.check_undisputed(board)
            self._check_unassigned(board)
        try:
            artificial.check(scores)
        except artificial.ArtificialScoreError as error:
            raise Declined("artificial-score", error.sentence) from None
        if not why:
            raise Declined("why", "an artificial score needs a reason")
        if all(board in self.artificial and self.artificial[board].scores == scores for board in chosen):
            raise Declined("same-ruling", "these boards have these artificial scores already")
        return [ArtificialScoreGiven(chosen, scores, why)]

    def take_back(self, boards: Iterable[int], why: str) -> list[Fact]:
        """Take back the artificial scores of some boards; without ``boards``, of all."""
        self.check_played()
        chosen = tuple(sorted(set(boards) or self.artificial))
        for board in chosen:
            self.check_board(board)
        if not chosen or (without := [board for board in chosen if board not in self.artificial]):
            where = self.describe(without[0] if chosen else 0)
            raise Declined("no-ruling", "{where} has no artificial score", where=where)
        if not why:
            raise Declined("why", "to take back an artificial score, say why")
        return [ArtificialScoreWithdrawn(chosen, why)]

    def assign(self, board: int, north_south: Outcomes, east_west: Outcomes, why: str) -> list[Fact]:
        """Assign a score to a board: each side gets possible results, each with a percentage."""
        self.check_played()
        if not self.setting.boards:
            raise Declined("board", "{where} has no boards: correct its result by a ruling", where=self.describe())
        self.check_not_forfeited()
        self.check_board(board)
        self.check_undisputed(board)
        if board in self.artificial:
            raise has_artificial_score(self.describe(board))
        try:
            assigned.check(north_south)
            assigned.check(east_west)
        except assigned.AssignedScoreError as error:
            raise Declined("assigned-score", error.sentence) from None
        if not why:
            raise Declined("why", "an assigned score needs a reason")
        there = self.assigned.get(board)
        if there and (there.north_south, there.east_west) == (north_south, east_west):
            raise Declined("same-ruling", "{where} has this assigned score already", where=self.describe(board))
        return [AssignedScoreGiven(board, north_south, east_west, why)]

    def unassign(self, board: int, why: str) -> list[Fact]:
        """Take back the assigned score of a board."""
        self.check_played()
        self.check_board(board)
        if board not in self.assigned:
            raise Declined("no-ruling", "{where} has no assigned score", where=self.describe(board))
        if not why:
            raise Declined("why", "to take back an assigned score, say why")
        return [AssignedScoreWithdrawn(board, why)]

    def _check_unassigned(self, board: int) -> None:
        """Raise `Declined` if the board has an assigned score."""
        if board in self.assigned:
            raise Declined(
                "assigned-score", "{where} has an assigned score; take it back first", where=self.describe(board)
            )

    def _check_natural(self, board: int) -> None:
        """Raise `Declined` if the board has an artificial or assigned score that takes the place of a result."""
        self._check_unassigned(board)
        if board in self.given and board not in self.late:
            raise has_artificial_score(self.describe(board))

    def sit(self, seats: Mapping[Seat, str], why: str) -> list[Fact]:
        """Change the players at the table."""
        self._check_open()
        if dict(seats) == self.seats:
            raise Declined("same-seats", "they sit so already")
        return [SeatsChanged(dict(seats), why)]

    def seat(self, match: UUID) -> list[Fact]:
        """Assign a new match to the encounter. Raises `Declined` if there is a match or a result already."""
        self._check_unplayed()
        return [MatchSeated(str(match))]

    def adopt(self, match: UUID, place: str | None, why: str) -> list[Fact]:
        """Take over a match that is being recorded already. ``place``: the table of the club, or None."""
        self._check_unplayed()
        if not why:
            raise Declined("why", "to take a match in, say why")
        return [MatchAdopted(str(match), place, why)]

    def _check_unplayed(self) -> None:
        """Raise `Declined` if there is a match or a result already."""
        self._check_open()
        if self.match:
            raise Declined(
                "match-seated",
                "the match {match} is recorded for {where} already",
                match=self.match,
                where=self.describe(),
            )
        if self.forfeits or self.results:
            raise Declined("result-there", "{where} has a result already", where=self.describe())

    def close(self) -> list[Fact]:
        """Close the encounter with its round; no facts if it is dropped or closed."""
        return [] if self.dropped or self.closed else [EncounterClosed()]

    def reopen(self) -> list[Fact]:
        """Reopen the encounter with its round; no facts if it is not closed."""
        return [EncounterReopened(restores=True)] if self.closed else []

    def check_free(self) -> None:
        """Raise `Declined` if anything is recorded at the table, which then cannot be drawn anew."""
        recorded = self.results or self.given or self.decided or self.scored or self.switched or self.wrong
        if recorded or self.forfeits or self.match:
            raise Declined(
                "round-played",
                "{where} has been played at: withdraw what was recorded there first",
                where=self.describe(),
            )

    def follow(
        self, game: Ruleset, deal: str, number: int, counts: tuple[Count, Count] | None, *, over: bool
    ) -> list[Fact]:
        """Score a deal of the match that was settled or settled anew, or (None) remove a deal that was reopened.

        ``over``: True if the players stopped. Results that were typed in or ruled stay as they are.
        """
        facts: list[Fact] = []
        scored = dict(self.scored)
        if counts is None:
            if number not in scored:
                return []
            del scored[number]
            facts.append(DealUnscored(deal, number))
        elif number not in scored or scored[number].counts != counts:
            scored[number] = DealScored(deal, number, counts, (due(game, counts[0]), due(game, counts[1])))
            facts.append(scored[number])
        why = f"deal {number} was settled otherwise"
        if self.setting.boards:
            if number > len(self.setting.boards):
                return facts
            there = (number,) if number in scored else None
            return facts + self._set_result(game, scored, there, self._board_of(number), why)
        counted = deciding_deals(self.terms, {each: fact.won for each, fact in scored.items()})
        if counted is None and over and scored:
            counted = tuple(sorted(scored))
        return facts + self._set_result(game, scored, counted, 0, why)

    def stop(self, game: Ruleset) -> list[Fact]:
        """Make the result from the deals played so far, because the players of the match stopped."""
        if self.setting.boards or not self.scored:
            return []
        deals = tuple(sorted(self.scored))
        facts = self._set_result(game, self.scored, deals, 0, "the players stopped")
        if facts and self.agreed.issuperset(deals):
            facts += [ResultConfirmed(0), ResultConfirmed(1)]
        return facts

    def agree(self, deal: str, number: int) -> list[Fact]:
        """Record that both sides have confirmed a deal; with the last deal that counts, the result is confirmed."""
        if number not in self.scored or number in self.agreed:
            return []
        facts: list[Fact] = [DealAgreed(deal, number)]
        counted: tuple[int, ...] | None
        if self.setting.boards:
            board, counted = self._board_of(number), (number,)
        else:
            won = {each: fact.won for each, fact in self.scored.items()}
            board, counted = 0, deciding_deals(self.terms, won) or tuple(won)
        result = self.played.get(board)
        if result is None or result.source != MATCH or not (self.agreed | {number}).issuperset(counted):
            return facts
        return facts + [ResultConfirmed(side, board) for side in (0, 1) if side not in result.agreed]

    def _board_of(self, number: int) -> int:
        """Return the board that a deal of the match was played on; 0 if there are fewer boards."""
        if number > len(self.setting.boards):
            return 0
        board = self.setting.boards[number - 1]
        return next((each.board for each in self.wrong.values() if each.stands and each.instead == board), board)

    def _set_result(
        self, game: Ruleset, scored: Mapping[int, DealScored], deals: tuple[int, ...] | None, board: int, why: str
    ) -> list[Fact]:
        """Return the facts that make these deals the result; none if the result does not come from the match.

        ``deals``: the numbers of the deals; None withdraws the result.
        """
        result = self.played.get(board)
        if result is not None and result.source != MATCH:
            return []
        if deals is None:
            return [] if result is None else [ResultWithdrawn(why, board)]
        sheet = Sheet(deals=tuple(scored[number].counts for number in deals))
        if result is None:
            return [ResultEntered(total(game, sheet), MATCH, board, sheet)]
        return [] if sheet == result.sheet else [ResultCorrected(total(game, sheet), MATCH, why, board, sheet)]

    def check_plausible(self, game: Ruleset, sheet: Sheet, board: int) -> None:
        """Raise `Declined` for a sheet that cannot be right."""
        try:
            if not board:
                check(self.terms, game, sheet, self.setting.stage)
                return
            if len(sheet.deals) != 1 or sheet.whole != (BLANK, BLANK):
                raise SheetError(
                    "A board is one deal: send it in `deals`, as a list of one deal with what each side has, such as"
                    " {example}; no `whole`, and no other deal.",
                    example=json.dumps(_one_deal(game)),
                )
            if not all(count.blank for count in sheet.deals[0]):
                check_deal(game, sheet.deals[0], sentence("Board {number}", number=board))
        except SheetError as error:
            raise Declined("sheet", error.sentence) from None

    # --- preconditions ------------------------------------------------------------------------------

    def check_played(self) -> None:
        if self.dropped:
            raise Declined("encounter-dropped", "{where} is not played: the round was redrawn", where=self.describe())

    def _check_open(self) -> None:
        self.check_played()
        if self.closed:
            raise Declined(
                "round-closed",
                "round {number} is closed: only a correction changes it now",
                number=self.setting.round,
            )

    def check_not_forfeited(self) -> None:
        if self.forfeits:
            raise Declined("result-there", "{where} is forfeited; take the forfeit back first", where=self.describe())

    def check_board(self, board: int) -> None:
        if board in self.boards:
            return
        where, boards = self.describe(), self.setting.boards
        if not boards:
            raise Declined(
                "board", "at {where} there is no board {board}; there are no boards", where=where, board=board
            )
        raise Declined(
            "board",
            "at {where} there is no board {board}; there are boards {boards}",
            where=where,
            board=board,
            boards=Listing(boards),
        )

    def _result(self, board: int) -> Result:
        self.check_board(board)
        if board not in self.results:
            raise _no_result(self.describe(board))
        return self.results[board]

    def _unruled_result(self, board: int) -> Result:
        """Return the played result. Raises `Declined` if a dispute decided it, or for an artificial score."""
        self.check_undisputed(board)
        self._check_natural(board)
        return self._result(board)

    def check_undisputed(self, board: int) -> None:
        if self.ruled.get(board):
            raise Declined(
                "result-ruled",
                "the result of {where} was ruled in a dispute: rule there",
                where=self.describe(board),
            )

    @property
    def called(self) -> Term:
        """Return the table and the round in words."""
        return self.describe()

    def describe(self, board: int = 0) -> Term:
        table, number = self.setting.table, self.setting.round
        if not board:
            return sentence("table {table} of round {round}", table=table, round=number)
        return sentence("board {board} at table {table} of round {round}", board=board, table=table, round=number)


def has_artificial_score(where: Term) -> Declined:
    """Return the error for a board whose artificial score is in the way."""
    return Declined("artificial-score", "{where} has an artificial score; take it back first", where=where)


def _no_result(where: Term) -> Declined:
    return Declined("not-reported", "{where} has no result yet", where=where)


def _closed(result: Result) -> Result:
    """Return a result as it counts once its round is closed."""
    return replace(result, official=True, contested={})


def _confirmed_by(side: int | None, board: int) -> list[Fact]:
    """Return the confirmation by the side that enters a result; nothing if no side does."""
    return [] if side is None else [ResultConfirmed(side, board)]


def _one_deal(game: Ruleset) -> dict[str, Any]:
    """Return an example sheet of a board, as JSON: the first side has one token, or 20 points."""
    unit, number = ("points", 20) if by_points(game) else ("tokens", 1)
    return {"deals": [[{unit: number}, {unit: 0}]]}
