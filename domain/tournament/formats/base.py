"""The interface of a tournament format: its terms, its draws, its standings, and what pages offer for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from domain.engine.words.values import Term
from domain.tournament.standings.explanation import by_score_words
from domain.tournament.standings.ranking import by_score
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.draws.movements import Plan
    from domain.tournament.standings.ranking import Ranking
    from domain.tournament.standings.tie_breaks import Field
    from domain.tournament.state import Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms


class Format(ABC):
    """The base class of formats. The defaults fit a format ranked by score; subclasses override the differences."""

    key: str
    """The name in stored terms. It never changes once a tournament uses it."""
    name: str
    """The name on pages, which translate it (`web.catalogues`)."""
    about: str
    """One sentence about the format."""

    own_terms: frozenset[str] = frozenset({"encounter"})
    """The terms that only some formats have: ``rounds``, ``legs``, ``third_place``, ``consolation``, ``final_race``,
    ``movement``, ``boards``, ``reach``, ``requested_byes`` (also for scores of late entries), ``acceleration`` and
    ``encounter``. Forms show the fields of these."""
    entry_sizes: tuple[int, ...] = (1, 2, 3, 4)
    """The possible numbers of players of an entry."""
    entries_per_side: int = 1
    """Number of entries on each side of an encounter: 2 where partners are drawn."""

    rests_on_results: bool = False
    """True if the draw of a round depends on earlier results."""
    draws_everybody: bool = True
    """True if an entry that is not in the draw of a round is absent."""
    keeps_list: bool = False
    """True if the order of the list is fixed once a round is drawn."""
    starts_from_list: bool = False
    """True if the list is the standing before the first round. Lots then complete the list and break no ties."""
    takes_challenges: bool = False
    """True if entries challenge each other."""
    needs_winner: bool = False
    """True if no encounter may end level."""
    fixed_pairings: bool = False
    """True if all pairings are known before the first round, whatever the results."""
    byes_in_turn: bool = False
    """True if as few entries as possible sit out, and first those that sat out least often."""
    assumes_results: bool = False
    """True if a round can be drawn while tables of an earlier one still play, with assumed results."""
    keeps_apart: bool = False
    """True if draws keep apart the entries that should not meet (`Avoidance`)."""
    counts: tuple[str, ...] = ("wins", "tokens", "deals", "points")
    """The possible values of ``scoring.counts``."""
    report_type: str = ""
    """The type of tournament in a report file (TRF); empty if such a file cannot hold the format."""
    ranked_by_score: bool = True
    """True if scores and tie-breaks decide the standings."""
    picture: str = "rounds"
    """The picture of the tournament on a page: a ``bracket``, a ``cross-table``, or the ``rounds`` of each entry."""

    @property
    def usual_size(self) -> int:
        """Return the default number of players of an entry: 2 if that is possible."""
        return 2 if 2 in self.entry_sizes else self.entry_sizes[0]

    @property
    def has_boards(self) -> bool:
        """Return whether the same boards are played at several tables and compared (docs/tournaments.md)."""
        return "boards" in self.own_terms

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence for each value in the terms that does not fit this format. The types are right already."""
        yield from ()

    # --- draws --------------------------------------------------------------------------------------

    @abstractmethod
    def draw(self, before: DrawInput) -> Draw:
        """Return the draw of the next round.

        Raises `DrawError` if there is none, and `NothingLeft` if the tournament is over.
        """

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int | None:
        """Return the largest number of rounds. Returns None if there is no limit."""
        return terms.rounds

    def shortfall(self, terms: Terms, entries: Sequence[Entry]) -> Term | None:
        """Return a sentence if these entries play fewer rounds than the terms say. Returns None if they do not."""
        return None

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()) -> Term | None:
        """Return a sentence about an entry that came too late to be drawn. Returns None if there is none."""
        return None

    def expected_entries(self, before: DrawInput) -> set[EntryId] | None:
        """Return the entries that must be in the next round. Returns None if that is not known or nobody must be."""
        return {entry.id for entry in before.playing_entries()}

    def most_meetings(self, terms: Terms) -> int | None:
        """Return the number of times that two entries may meet. Returns None if there is no limit."""
        return None

    def plan(self, terms: Terms, entries: Sequence[Entry]) -> Plan:
        """Return the movement of entries and boards. Raises `DrawError` if there is none."""
        raise DrawError("{format} has no movement of boards.", format=Term(self.name))

    def round_sets(self, terms: Terms, entries: Sequence[Entry]) -> list[set[int]]:
        """Return the sets of boards of each round. Raises `DrawError` if they are not known beforehand."""
        return [{seated.board_set for seated in tables} for tables in self.plan(terms, entries).rounds]

    # --- standings ----------------------------------------------------------------------------------

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order of the standings."""
        return by_score(field)

    def why(self, field: Field, ranking: Ranking, entry: EntryId) -> Term:
        """Return one sentence that explains the entry's place."""
        return by_score_words(field, ranking, entry)
