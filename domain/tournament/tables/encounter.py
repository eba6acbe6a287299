"""The aggregate of one table of a tournament's round: its seats, its result, and the confirmations.

Each table has its own stream, so that all tables of a round can report at the same time. The stream holds everything
that a result needs, so the cost of a result does not depend on the size of the tournament. The decisions are functions
in modules of their own: `result_entry`, `confirmations`, `rulings`, `matches`, `arrow_switch`, `wrong_board`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
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
from domain.tournament.results.lines import forfeit_lines, played_lines
from domain.tournament.results.result import RULING, Result
from domain.tournament.rulings import artificial, assigned
from domain.tournament.standings.ranked_aggregate import RankedAggregate
from domain.tournament.tables.substitutes import substitutes
from domain.tournament.terms import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.cards import Seat
    from domain.engine.words.values import Term
    from domain.kernel.events import Recorded
    from domain.tournament.results.sheet import Both
    from domain.tournament.state import Line, Sides
    from domain.tournament.terms import Terms

_ENCOUNTERS: Final = UUID("0e1f7a52-6c0b-5a41-9c6e-3f0b7f3f6d11")
LATE: Final = (artificial.LATE_PLAY, artificial.LATE_PLAY)


def encounter_id(tournament: UUID, round_: int, table: int) -> UUID:
    """Return the id of the stream of one table of a round."""
    return uuid5(_ENCOUNTERS, f"{tournament} {round_} {table}")


class Encounter(RankedAggregate):
    """One table of a round."""

    __slots__ = (
        "agreed",
        "artificial",
        "assigned",
        "before_closing",
        "closed",
        "dropped",
        "forfeit_why",
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

    NAME = sentence("encounter")
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
    forfeit_why: str
    """Why they forfeited; empty if nobody did."""
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
        self.forfeits, self.forfeit_why = (), ""
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
                self.artificial, self.assigned, self.switched, self.wrong, self.forfeit_why = {}, {}, {}, {}, ""
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
            case ResultConfirmed(side, board) if board in results:
                results[board] = results[board].confirm(side)
            case ConfirmationWithdrawn(board=board) if board in results:
                results[board] = results[board].withdraw_confirmations()
            case ResultContested(side, why, board) if board in results:
                results[board] = results[board].contest(side, why)
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
            case ForfeitRuled(sides, why):
                self.forfeits, self.forfeit_why = sides, why
            case ForfeitLifted():
                self.forfeits, self.forfeit_why = (), ""
            case EncounterClosed():
                self.closed, self.before_closing = True, dict(results)
                for board, result in results.items():
                    results[board] = result.close()
            case EncounterReopened(restores):
                self.closed = False
                for board, result in self.before_closing.items() if restores else ():
                    if results.get(board) == result.close():
                        results[board] = result

    def _unfold_wrong(self, board: int) -> None:
        """Move the result of a wrong board back to the right one, and remove the artificial score that it got."""
        wrong = self.wrong.pop(board, None)
        if wrong is None:
            return
        if self.has_score_for(wrong):
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
            for number in [n for n in self.scored if self.board_of(n) == board]:
                self.scored.pop(number, None)
                self.agreed.discard(number)
        self.wrong = {board: fact for board, fact in self.wrong.items() if not {board, fact.instead} & boards}

    # --- queries ----------------------------------------------------------------------------------

    def has_score_for(self, wrong: WrongBoardRecorded) -> bool:
        """Return whether the artificial score of a board that was not played is the one given with a wrong board."""
        return self.artificial.get(wrong.instead) == ArtificialScoreGiven((wrong.instead,), wrong.scores, wrong.why)

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
            if not self.ruled.get(board) and not (self.is_late_play(board) and board in self.played)
        }

    @property
    def decided(self) -> dict[int, AssignedScoreGiven]:
        """Return the assigned scores that count, by board; boards with a ruling in a dispute are left out."""
        return {board: fact for board, fact in self.assigned.items() if not self.ruled.get(board)}

    @property
    def late(self) -> tuple[int, ...]:
        """Return the boards that are to be played late."""
        return tuple(board for board, given in self.given.items() if given.scores == LATE)

    def is_late_play(self, board: int) -> bool:
        """Return whether a board is or was to be played late."""
        return board in self.artificial and self.artificial[board].scores == LATE

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

    def board_of(self, number: int) -> int:
        """Return the board that a deal of the match was played on; 0 if there are fewer boards."""
        if number > len(self.setting.boards):
            return 0
        board = self.setting.boards[number - 1]
        return next((each.board for each in self.wrong.values() if each.stands and each.instead == board), board)

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

    @property
    def called(self) -> Term:
        """Return the table and the round in words."""
        return self.describe()

    def describe(self, board: int = 0) -> Term:
        table, number = self.setting.table, self.setting.round
        if not board:
            return sentence("table {table} of round {round}", table=table, round=number)
        return sentence("board {board} at table {table} of round {round}", board=board, table=table, round=number)
