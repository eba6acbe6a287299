"""The tie-breaks of `TIE_BREAKS`, one function each: the value for one entry among those that it is level with.

A function takes the `Field`, the entry, and the whole group that is level. It returns an exact number, or None if the
tie-break does not apply. More is better, except for a seed and a lot, where 1 is best (`LESS_IS_BETTER`).

Buchholz and Sonneborn-Berger count each opponent's score in the standings, rulings included. A bye or a walkover counts
there as a draw against an opponent with the entry's own score. This is the simplest method in use; FIDE's dummy
opponent has the entry's own score, too. A round that the entry forfeited or missed adds nothing.
`docs/tournaments.md` works through an example.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.state import BYE, PLAYED, WALKOVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from domain.tournament.scores import Tally
    from domain.tournament.state import Entry, EntryId
    from domain.tournament.terms import Terms

Group: TypeAlias = "tuple[EntryId, ...]"


@dataclass(frozen=True, slots=True)
class Field:
    """All entries with their tallies, as the standings rank them."""

    terms: Terms
    entries: Mapping[EntryId, Entry]
    tallies: Mapping[EntryId, Tally]
    lots: Group = ()
    """The entries in the order of the lot; empty if no lot was drawn."""

    def score(self, entry: EntryId) -> Fraction:
        """Return an entry's score."""
        return self.tallies[entry].score

    @property
    def opponents(self) -> int:
        """Return the number of entries on each side of an encounter."""
        return self.terms.rules.entries_per_side


def head_to_head(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the entry's score against the others of the group; None unless all of them met, equally often.

    Forfeited encounters count as they were scored. Where partners are drawn, partners have not met each other, and an
    encounter counts once for each opponent who is in the group. If some of the group are still level afterwards, head
    to head is applied to them again before the next tie-break (`ranking`).
    """
    others = set(group) - {entry}
    if not others <= {each for result in field.tallies[entry].results for each in result.against}:
        return None
    met: Counter[tuple[EntryId, EntryId]] = Counter()
    scored = Fraction(0)
    for one in group:
        for result in field.tallies[one].results:
            for other in result.against:
                met[one, other] += 1
                if one == entry and other in others:
                    scored += result.value
    if len({met[pair] for pair in permutations(group, 2)}) != 1:
        return None
    return scored


def buchholz(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the opponents' scores, counted once per encounter; two opponents at a table both count."""
    return sum((each.score for each in opponent_scores(field, entry)), Fraction(0))


def buchholz_cut_1(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the opponents' scores without the lowest."""
    scores = sorted(each.score for each in opponent_scores(field, entry))
    return sum(scores[1:], Fraction(0))


def sonneborn_berger(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the scores of opponents the entry beat, and half of the scores of those it drew with."""
    return sum((each.score * each.share for each in opponent_scores(field, entry)), Fraction(0))


def difference(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return tokens (or points) won less lost, at the table and by rulings, dropped rounds included."""
    return field.tallies[entry].difference


def wins(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the number of encounters won, including walkovers and byes that are worth a win."""
    return Fraction(field.tallies[entry].count(1))


def best_round(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the best result of one round at the table: the gain in score, or tokens won less lost where wins count.

    Returns None, which ranks last, for an entry that has not played.
    """
    return field.tallies[entry].best


def drop_worst(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the score without the worst round that counts. A missed round is worth 0; a forfeit always counts."""
    return field.tallies[entry].without_worst


def seed(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the place on the seeding list, from 1; None, which ranks last, for an entry without a seed."""
    place = field.entries[entry].seed
    return None if place is None else Fraction(place)


def lot(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the place in the lot, from 1; None unless the whole group was in the lot."""
    if not set(group) <= set(field.lots):
        return None
    return Fraction(field.lots.index(entry) + 1)


@dataclass(frozen=True, slots=True)
class OpponentScore:
    """An opponent as Buchholz and Sonneborn-Berger count it."""

    score: Fraction
    share: Fraction
    """The share of the encounter that the entry won: 1, 1/2 or 0."""
    round: int
    opponent: EntryId | None
    """None for a bye or a walkover, which counts as a draw against the entry's own score."""


def opponent_scores(field: Field, entry: EntryId) -> Iterator[OpponentScore]:
    """Yield each opponent of an entry, round by round.

    A bye or a walkover yields as many opponents with the entry's own score as sit on a side.
    """
    for result in field.tallies[entry].results:
        if result.kind == PLAYED and result.outcome is not None:
            for other in result.against:
                yield OpponentScore(field.score(other), Fraction(result.outcome + 1, 2), result.round, other)
        elif result.kind in (BYE, WALKOVER):
            for _ in range(field.opponents):
                yield OpponentScore(field.score(entry), Fraction(1, 2), result.round, None)


BREAKS: Final[dict[str, Callable[[Field, EntryId, Group], Fraction | None]]] = {
    "head-to-head": head_to_head,
    "buchholz": buchholz,
    "buchholz-cut-1": buchholz_cut_1,
    "sonneborn-berger": sonneborn_berger,
    "difference": difference,
    "wins": wins,
    "best-round": best_round,
    "drop-worst": drop_worst,
    "seed": seed,
    "lot": lot,
}
"""The function of each tie-break in `TIE_BREAKS`, by name."""

LESS_IS_BETTER: Final = frozenset({"seed", "lot"})
