"""The tie-breaks of `TIE_BREAKS`, one function each: the value for one entry among those that it is level with.

A function is given the `Field`, the entry, and the whole group that is level. It returns a number, exact; or None where
it has nothing to say. More is better, but for a seed and a lot, where 1 is best (`LESS_IS_BETTER`).

What an opponent is worth to Buchholz and Sonneborn-Berger is its score as it stands in the standings, rulings and all.
A round without a game but not by one's own fault, a bye or a walkover, counts there as a draw against oneself: an
opponent with one's own score. It is the simplest way in use; FIDE's dummy opponent has one's own score too. A
round that was forfeited or missed counts for nothing. `docs/tournaments.md` works it out for an example.
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
    """Everybody who is entered, with what they came to."""

    terms: Terms
    entries: Mapping[EntryId, Entry]
    tallies: Mapping[EntryId, Tally]
    lots: Group = ()
    """The entries in the order of a lot that was drawn."""

    def score(self, entry: EntryId) -> Fraction:
        """Return an entry's score."""
        return self.tallies[entry].score

    @property
    def opponents(self) -> int:
        """Return how many entries a side of an encounter has."""
        return self.terms.rules.entries_per_side


def head_to_head(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the entry's score against the others of the group; None unless all of them met, equally often.

    Encounters that were forfeited count as they were scored. Where partners are drawn, only opponents have met, and an
    encounter counts for each opponent of the group who sat there. This is asked once more of those among the
    group whom it leaves level, before the next tie-break is.
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
    """Return the sum of the opponents' scores, each as often as met, and both where there are two."""
    return sum((each.score for each in faced(field, entry)), Fraction(0))


def buchholz_cut_1(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return Buchholz without the lowest of the scores."""
    scores = sorted(each.score for each in faced(field, entry))
    return sum(scores[1:], Fraction(0))


def sonneborn_berger(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the scores of the opponents beaten, and half of the scores of those drawn with."""
    return sum((each.score * each.share for each in faced(field, entry)), Fraction(0))


def difference(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return tokens (or points) won less lost, at the table and by rulings, dropped rounds included."""
    return field.tallies[entry].difference


def wins(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the encounters won, including walkovers and byes that are worth a win."""
    return Fraction(field.tallies[entry].count(1))


def best_round(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the most that one round at the table brought, in the score, or in tokens won less lost for wins.

    None, behind all others, for who has not played.
    """
    return field.tallies[entry].best


def drop_worst(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the score without the worst round that counts. A missed round is worth 0; a forfeited one stays."""
    return field.tallies[entry].without_worst


def seed(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the place on the seeding list; None, behind all others, for an entry without one."""
    place = field.entries[entry].seed
    return None if place is None else Fraction(place)


def lot(field: Field, entry: EntryId, group: Group) -> Fraction | None:
    """Return the place in the lot that was drawn; None unless all of the group were in it."""
    if not set(group) <= set(field.lots):
        return None
    return Fraction(field.lots.index(entry) + 1)


@dataclass(frozen=True, slots=True)
class Faced:
    """An opponent as Buchholz and Sonneborn-Berger count it."""

    score: Fraction
    share: Fraction
    """The share of it that the entry won: 1, a half, or nothing."""
    round: int
    opponent: EntryId | None
    """None for a bye or a walkover, which counts as a draw against one's own score."""


def faced(field: Field, entry: EntryId) -> Iterator[Faced]:
    """Yield each opponent of an entry, round by round; for a bye and a walkover one with the entry's own score."""
    for result in field.tallies[entry].results:
        if result.kind == PLAYED and result.outcome is not None:
            for other in result.against:
                yield Faced(field.score(other), Fraction(result.outcome + 1, 2), result.round, other)
        elif result.kind in (BYE, WALKOVER):
            for _ in range(field.opponents):
                yield Faced(field.score(entry), Fraction(1, 2), result.round, None)


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
"""By the names of `TIE_BREAKS`."""

LESS_IS_BETTER: Final = frozenset({"seed", "lot"})
