"""Puzzles that the caller may solve: those that come with Nought, and those of recorded deals.

A puzzle of a recorded deal is for those who may see all hands of the deal and their analysis (`api.analyses.access`).
Lists of many deals are stricter: they have only deals whose hands everybody may see by now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from analysis.versions import version_of
from api.analyses import access as analysis_access
from api.analyses.puzzle_mining import mine_recorded
from api.callers import SEAT, Place, caller
from api.clock import now
from api.deals.broadcast import delay_of, late
from api.lists import catalogue
from api.permissions import home_club
from api.services import services
from domain.engine.words.values import sentence
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from replay.puzzles import payloads
from replay.puzzles.file import built_in, read_line
from replay.puzzles.themes import THEMES
from store.tables.puzzles import SeenDeal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from replay.puzzles.puzzle import Puzzle
    from store.tables.catalogue import Row
    from store.tables.puzzles import PuzzleLine

PUZZLE: Final = sentence("puzzle")
"""The word for what is not found."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A puzzle, and the recorded deal that it is of; None if it comes with Nought."""

    puzzle: Puzzle
    deal: UUID | None = None

    def line(self) -> dict[str, Any]:
        """Return it in a list."""
        return payloads.line(self.puzzle) | self._of_deal()

    def payload(self) -> dict[str, Any]:
        """Return it as its solver sees it."""
        return payloads.payload(self.puzzle) | self._of_deal()

    def _of_deal(self) -> dict[str, str]:
        return {} if self.deal is None else {"deal": str(self.deal)}


def find(puzzle_id: UUID) -> Puzzle:
    """Return a puzzle that comes with Nought. Raises `NotFound` if there is none."""
    puzzle = built_in().get(puzzle_id)
    if puzzle is None:
        raise NotFound(PUZZLE.msgid, puzzle_id)
    return puzzle


def select(theme: str = "", game: str = "") -> list[Puzzle]:
    """Return the puzzles of a theme and a game that come with Nought, each empty for all."""
    return [puzzle for puzzle in built_in().values() if theme in ("", puzzle.theme) and game in ("", puzzle.game)]


def as_puzzle_id(text: str) -> UUID:
    """Return the id of a text. Raises `NotFound` if it is none."""
    identity = as_id(text)
    if identity is None:
        raise NotFound(PUZZLE.msgid, UUID(int=0))
    return identity


# --- one recorded deal ----------------------------------------------------------------------------

QUICK: Final = tuple(theme for theme in THEMES if theme not in ("card", "draw-trumps"))
"""The themes whose puzzles are mined in some milliseconds, while the reader waits."""
MOST_KEPT: Final = 200
"""The most deals of which this process keeps the puzzles that it mined."""

_kept: dict[tuple[UUID, int], list[Puzzle]] = {}


def of_deal(deal_id: UUID) -> list[Puzzle]:
    """Return the puzzles of a recorded deal as it stands, none if it is not settled, or does not count.

    Until a worker has mined those of all themes, they are those of the `QUICK` themes. Raises `NotFound`, or `Problem`
    (403) if the caller may not see all hands of the deal, or not their analysis. A correction of the deal makes its
    puzzles anew.
    """
    visible = analysis_access.get(deal_id)
    record, version = visible.record, version_of(visible.events)
    if record.settlement is None or record.abandoned:
        return []
    stored = services().puzzles.of_version(deal_id, version)
    if stored is not None:
        return [read_line(line) for line in stored]
    puzzles = _kept.get((deal_id, version))
    if puzzles is None:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        puzzles = _kept[deal_id, version] = mine_recorded(record, deal_id, QUICK)
    return puzzles


def find_in_deal(deal_id: UUID, puzzle_id: UUID) -> Puzzle:
    """Return a puzzle of a recorded deal. Raises as `of_deal`, and `NotFound` if the deal has no such puzzle."""
    for puzzle in of_deal(deal_id):
        if puzzle.id == puzzle_id:
            return puzzle
    raise NotFound(PUZZLE.msgid, puzzle_id)


# --- the deals of a club --------------------------------------------------------------------------

MOST_DEALS: Final = 2000
"""The most deals of a club whose puzzles are listed, the newest."""
MOST_DEALS_OF_DAY: Final = 500
"""The most deals of a club that the problem of the day is chosen from, the newest of those before the day."""
ENOUGH: Final = 10
"""The fewest puzzles that the problem of the day is chosen from."""
PAGE: Final = 100
"""The puzzles of a page of a list."""


def may_see(rows: Iterable[Row]) -> list[SeenDeal]:
    """Return those of some deals whose puzzles the caller may see, in the order of the rows."""
    sender = caller()
    if sender.role == SEAT:  # sees no other hands, not even after the deal
        return []
    held_back, delays = analysis_access.find_matches_held_back(), late()
    return [
        SeenDeal(row.id, delay_of(sender, delays, Place(str(row.club) if row.club else None, row.data.get("table"))))
        for row in rows
        if row.kind == "deal" and row.data.get("shown") and row.data.get("match") not in held_back
    ]


def deals_of_club(club_id: UUID) -> list[SeenDeal]:
    """Return the newest deals of a club whose puzzles the caller may see."""
    return may_see(catalogue().newest("deal", MOST_DEALS, club=club_id))


def counts(deals: list[SeenDeal]) -> dict[tuple[str, str], int]:
    """Return how many puzzles some deals have, by theme and game."""
    return services().puzzles.counts(deals)


def page(deals: list[SeenDeal], theme: str, game: str, skip: int) -> tuple[list[PuzzleLine], int | None]:
    """Return a page of the puzzles of some deals, and how many to skip for the next page; None if it is the last."""
    lines = services().puzzles.page(deals, theme=theme, game=game, limit=PAGE + 1, skip=skip)
    return lines[:PAGE], skip + PAGE if len(lines) > PAGE else None


def line(puzzle: PuzzleLine) -> dict[str, Any]:
    """Return a stored puzzle in a list, as `replay.puzzles.payloads.line` does, with its deal."""
    return {
        "id": str(puzzle.puzzle),
        "theme": puzzle.theme,
        "level": puzzle.level,
        "game": puzzle.game,
        "ruleset": puzzle.ruleset,
        "viewer": puzzle.viewer,
        "deal": str(puzzle.deal),
    }


def own_club() -> UUID | None:
    """Return the club of a caller who is signed in for one; None for others, and for the seats of a table."""
    sender = caller()
    club = home_club(sender) if sender.token and sender.role != SEAT else None
    return UUID(club) if club else None


# --- the problem of the day -----------------------------------------------------------------------


def today() -> Offer:
    """Return the puzzle of this day in UTC.

    A member of a club gets one of its deals, if there are enough from the days before, so that no deal of this day
    changes the choice. Everybody else gets one that comes with Nought.
    """
    begin = _begin_of_day()
    club = own_club()
    if club is not None:
        deals = may_see(catalogue().newest("deal", MOST_DEALS_OF_DAY, club=club, until=begin))
        chosen = services().puzzles.of_day(deals, begin)
        if chosen is not None and chosen.among >= ENOUGH:
            return Offer(read_line(chosen.content), chosen.deal)
    return Offer(of_everybody())


def of_everybody() -> Puzzle:
    """Return the puzzle of this day in UTC for everybody: one that comes with Nought."""
    return payloads.of_day(_begin_of_day().date())


def _begin_of_day() -> datetime:
    return datetime.combine(datetime.fromisoformat(now()).date(), datetime.min.time(), UTC)
