"""Knockout: an entry that loses is out, or plays on in the consolation."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from domain.engine.words.values import Capital, Names, Ordinal, Term, sentence
from domain.tournament.draws import knockout
from domain.tournament.formats.base import Format
from domain.tournament.standings.explanation import more, times
from domain.tournament.standings.ranking import NEVER, Path, Ranking, number
from domain.tournament.state import BYE, FORFEIT, PLAYED, DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.standings.tie_breaks import Field
    from domain.tournament.state import Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms


class Knockout(Format):
    """A knockout, with a match for the third place and a consolation if the terms have them (`draws.knockout`)."""

    key = "knockout"
    name = "Knockout"
    about = "The loser of an encounter is out, or plays on in the consolation."
    own_terms = frozenset({"encounter", "final_race", "third_place", "consolation"})
    rests_on_results = True
    draws_everybody = False
    keeps_list = True
    needs_winner = True
    ranked_by_score = False
    picture = "bracket"

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence if an encounter could end level."""
        if terms.encounter.level == "draw" and terms.encounter.race is None:
            yield sentence("encounter.level: a knockout needs a winner; “deal” plays one more until there is one")

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of the bracket, with the third place and the consolation if there are any."""
        return knockout.draw(before)

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int:
        """Return the largest number of rounds of the bracket and the consolation."""
        return knockout.last_round(terms, entries)

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()) -> Term | None:
        """Return a sentence about an entry that came after the first round. Returns None if there is none."""
        return knockout.why_closed(entries)

    def expected_entries(self, before: DrawInput) -> set[EntryId] | None:
        """Return the entries of the next round, byes included. Returns None if that round cannot be drawn."""
        try:
            return set(self.draw(before).entries)
        except DrawError:
            return None

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order by the stage that each entry reached.

        An entry that lost later ranks higher. Among those that lost in the same round, those that won an encounter
        afterwards, for the third place or in the consolation, rank higher; among these, those that then lost later or
        not at all. All others share a place: tie-breaks do not count.
        """
        paths = _paths(field)

        def stage(entry: EntryId) -> tuple[int, int]:
            path = paths[entry]
            return -path.out, -path.again if path.since else 0

        ordered = sorted(field.entries, key=lambda entry: (stage(entry), number(entry)))
        return Ranking(tuple(tuple(group) for _, group in groupby(ordered, stage)), paths=paths)

    def why(self, field: Field, ranking: Ranking, entry: EntryId) -> Term:
        """Return a sentence with the entry's place, its first loss and the number of its later wins."""
        place, others = Ordinal(ranking.place[entry]), len(ranking.sharing[entry]) - 1
        end = _end(field, ranking.paths[entry], others)
        if others:
            return sentence("Shares {place} place with {others}: {end}.", place=place, others=more(others), end=end)
        return sentence("{place}: {end}.", place=Capital(place), end=end)


def _end(field: Field, path: Path, others: int) -> Term:
    """Return the words for an entry's loss or withdrawal. ``others``: the number of entries that share its place."""
    if path.out == NEVER:
        return sentence("not beaten yet") if others else sentence("not beaten")
    stage = _stage(field, path.out)
    if path.loss is None:
        end = sentence("withdrew before {stage}", stage=stage)
    elif path.loss.kind == FORFEIT:
        end = sentence("forfeited {stage}", stage=stage)
    else:
        opponents = Names(tuple(field.entries[other].name for other in path.loss.against))
        end = sentence("lost {stage} to {opponents}", stage=stage, opponents=opponents)
    return sentence("{end}, then won {times}", end=end, times=times(path.since)) if path.since else end


def _paths(field: Field) -> dict[EntryId, Path]:
    """Return the path of each entry: its losses, withdrawal and later wins."""
    paths = {}
    rounds = _bracket_rounds(field)
    for entry, entered in field.entries.items():
        results = field.tallies[entry].results
        losses = [result for result in results if result.kind in (PLAYED, FORFEIT) and result.outcome == -1]
        withdrew = entered.out if entered.out is not None and entered.out <= rounds else NEVER
        loss = losses[0] if losses and losses[0].round <= withdrew else None
        out = loss.round if loss else withdrew
        won = [result for result in results if result.kind != BYE and result.outcome == 1 and result.round > out]
        paths[entry] = Path(loss, out, len(won), losses[1].round if len(losses) > 1 else withdrew)
    return paths


def _bracket_rounds(field: Field) -> int:
    """Return the number of rounds of the bracket: three for 5 to 8 entries."""
    return (sum(entry.plays(1) for entry in field.entries.values()) - 1).bit_length()


def _stage(field: Field, round_: int) -> Term:
    """Return the words for the stage of a round of the bracket."""
    match 1 << max(0, _bracket_rounds(field) - round_ + 1):
        case 2:
            return sentence("the final")
        case 4:
            return sentence("a semi-final")
        case 8:
            return sentence("a quarter-final")
        case left:
            return sentence("the round of {number}", number=left)
