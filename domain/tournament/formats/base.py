"""The interface of a tournament format: its terms, its draws, its standings, and what pages offer for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from domain.tournament.explaining import by_score_words
from domain.tournament.ranking import by_score
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.values import Term
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.movements import Plan
    from domain.tournament.ranking import Ranking
    from domain.tournament.state import Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms
    from domain.tournament.tie_breaks import Field


class Format(ABC):
    """One way to run a tournament. Subclasses override what is different; the defaults fit a format ranked by score."""

    key: str
    """The name in stored terms. It never changes once a tournament was opened with it."""
    name: str
    """The name for people. Pages translate it (`web.catalogues`)."""
    about: str
    """One sentence about the format."""

    own_terms: frozenset[str] = frozenset({"encounter"})
    """The terms that only some formats have: ``rounds``, ``legs``, ``third_place``, ``consolation``, ``final_race``,
    ``movement``, ``boards``, ``reach`` and ``encounter``. Forms show the fields of these."""
    entry_sizes: tuple[int, ...] = (1, 2, 3, 4)
    """How many players an entry can have."""
    entries_per_side: int = 1
    """How many entries sit together against as many others: 2 where partners are drawn."""

    rests_on_results: bool = False
    """Whether the draw of a round follows from the results before it."""
    draws_everybody: bool = True
    """Whether an entry that is not in the draw of a round is absent."""
    keeps_list: bool = False
    """Whether the order of the list stays as it is once a round is drawn."""
    starts_from_list: bool = False
    """Whether the list is the standing before the first round. Lots then complete the list and break no ties."""
    takes_challenges: bool = False
    """Whether entries challenge each other."""
    needs_winner: bool = False
    """Whether no encounter may end level."""
    byes_in_turn: bool = False
    """Whether as few as possible sit out, and those who did so least often."""
    ranked_by_score: bool = True
    """Whether scores and tie-breaks decide the standings."""
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

    def problems(self, terms: Terms) -> Iterator[str]:
        """Yield what does not fit this format in terms whose values are of the right kind."""
        yield from ()

    # --- draws --------------------------------------------------------------------------------------

    @abstractmethod
    def draw(self, before: DrawInput) -> Draw:
        """Return the draw of the next round.

        Raises `DrawError` if there is none, and `NothingLeft` if the tournament is over.
        """

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int | None:
        """Return how many rounds there are at most. Returns None if that is open."""
        return terms.rounds

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()) -> str | None:
        """Return why some of the entries came too late to be drawn. Returns None if all can be."""
        return None

    def expected(self, before: DrawInput) -> set[EntryId] | None:
        """Return who has to be in the next round. Returns None if that is not known."""
        return {entry.id for entry in before.playing()}

    def most_meetings(self, terms: Terms) -> int | None:
        """Return how often two entries may meet. Returns None if there is no limit."""
        return None

    def plan(self, terms: Terms, entries: Sequence[Entry]) -> Plan:
        """Return the movement of entries and boards. Raises `DrawError` if there is none."""
        raise DrawError(f"{self.name} has no movement of boards.")

    # --- standings ----------------------------------------------------------------------------------

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order of the standings."""
        return by_score(field)

    def why(self, field: Field, ranking: Ranking, entry: EntryId) -> Term:
        """Return one sentence: why the entry stands where it does."""
        return by_score_words(field, ranking, entry)
