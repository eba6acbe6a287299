"""The tie-breaks of `TIE_BREAKS`, one function each: the value for one entry among those that it is level with.

A function takes the `Field`, the entry, and the whole group that is level. It returns an exact number, or None if the
tie-break does not apply. More is better, except for a seed and a lot, where 1 is best (`LESS_IS_BETTER`).

Buchholz and Sonneborn-Berger count each opponent's score in the standings, rulings included (`opponent_scores`). The
terms choose the rules for unplayed rounds; `docs/tournaments.md` compares them and works through examples.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.state import AWAY, BYE, FORFEIT, PLAYED, WALKOVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from domain.tournament.standings.scores import Tally
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
    rounds: int = 0
    """Number of rounds so far."""

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


def buchholz_without(low: int, high: int) -> Callable[[Field, EntryId, Group], Fraction]:
    """Return the tie-break that leaves out ``low`` of the lowest and ``high`` of the highest scores."""

    def cut(field: Field, entry: EntryId, group: Group) -> Fraction:
        """Return the sum of the opponents' scores, counted once per encounter; two at a table both count."""
        kept, _ = without(opponent_scores(field, entry), low, high)
        return sum((each.score for each in kept), Fraction(0))

    return cut


def sonneborn_berger(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the scores of opponents the entry beat, and half of the scores of those it drew with."""
    return sum((each.score * each.share for each in opponent_scores(field, entry)), Fraction(0))


def progressive(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the scores after each round."""
    return sum(field.tallies[entry].progress, Fraction(0))


def progressive_cut_1(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return the sum of the scores after each round except the first."""
    return sum(field.tallies[entry].progress[1:], Fraction(0))


def difference(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return tokens (or points) won less lost, at the table and by rulings, dropped rounds included."""
    return field.tallies[entry].difference


def quotient(field: Field, entry: EntryId, group: Group) -> Fraction:
    """Return what the entry won at the table, divided by what it lost there, on boards swing by swing.

    An entry that lost less than 1 counts as if it had lost 1.
    """
    won, lost = field.tallies[entry].swings
    return won / max(lost, Fraction(1))


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
    """None for an unplayed round, which counts as one against the entry's own score."""
    voluntary: bool = False
    """True if the entry chose not to play the round. Cuts remove such rounds first."""
    as_draws: tuple[int, ...] = ()
    """The rounds without play that count as draws in the opponent's ``score``."""


def opponent_scores(field: Field, entry: EntryId) -> list[OpponentScore]:
    """Return each opponent of an entry, in the order of the rounds.

    An unplayed round that counts yields as many opponents with the entry's own score as sit on a side.
    """
    rules = _fide if field.terms.unplayed == "fide-2024" else _own_score
    return sorted(rules(field, entry), key=lambda each: each.round)


def without(opponents: Iterable[OpponentScore], low: int, high: int) -> tuple[list[OpponentScore], list[OpponentScore]]:
    """Return the opponents that remain after cuts, and those cut: first the lowest, then the highest scores.

    As long as voluntarily unplayed rounds remain, the lowest is the lowest of these.
    """
    kept, out = list(opponents), []
    for _ in range(min(low, len(kept))):
        among = [each for each in kept if each.voluntary] or kept
        out.append(min(reversed(among), key=lambda each: each.score))
        kept.remove(out[-1])
    for _ in range(min(high, len(kept))):
        out.append(max(kept, key=lambda each: each.score))
        kept.remove(out[-1])
    return kept, out


def _own_score(field: Field, entry: EntryId) -> Iterator[OpponentScore]:
    """Yield opponents by the rules of this program: a bye or a walkover is a draw against an equal score.

    A round that the entry forfeited, missed or asked not to play adds nothing.
    """
    for result in field.tallies[entry].results:
        if result.kind == PLAYED and result.outcome is not None:
            for other in result.against:
                yield OpponentScore(field.score(other), Fraction(result.outcome + 1, 2), result.round, other)
        elif result.kind in (BYE, WALKOVER):
            for _ in range(field.opponents):
                yield OpponentScore(field.score(entry), Fraction(1, 2), result.round, None)


def _fide(field: Field, entry: EntryId) -> Iterator[OpponentScore]:
    """Yield opponents by the tie-break regulations of FIDE of 1 August 2024, articles 15 and 16.

    Each unplayed round counts against the entry's own score, with the result that it was scored as. Where all pairings
    are fixed beforehand, a forfeit counts like a played encounter, and other unplayed rounds add nothing.
    """
    fixed, own = field.terms.rules.fixed_pairings, field.score(entry)
    for result in field.tallies[entry].results:
        share = _share(result.outcome)
        if result.kind == PLAYED or (fixed and result.kind in (WALKOVER, FORFEIT)):
            for other in result.against:
                drawn = _rounds_as_draws(field, other)
                scored = (_rounds_away(field, other)[round_][0] for round_ in drawn)
                score = field.score(other) + sum(Fraction(field.terms.scoring.draw, 2) - each for each in scored)
                yield OpponentScore(score, share, result.round, other, as_draws=drawn)
        elif not fixed and result.kind not in AWAY:
            for _ in range(field.opponents):
                yield OpponentScore(own, share, result.round, None, voluntary=result.kind == FORFEIT)
    if not fixed:
        for round_, (_, share) in _rounds_away(field, entry).items():
            for _ in range(field.opponents):
                yield OpponentScore(own, share, round_, None, voluntary=True)


def _share(outcome: int | None) -> Fraction:
    """Return the share of an encounter that an outcome is worth: 1, 1/2 or 0."""
    return Fraction((-1 if outcome is None else outcome) + 1, 2)


def _rounds_away(field: Field, entry: EntryId) -> dict[int, tuple[Fraction, Fraction]]:
    """Return the rounds for which an entry was not drawn, each with its score and its share of an encounter.

    They are those before it came, after it withdrew, in which it was absent, and for which it had asked for a bye.
    """
    away = dict.fromkeys(field.entries[entry].idle, (Fraction(0), Fraction(0)))
    for result in field.tallies[entry].results:
        if result.kind in AWAY:
            away[result.round] = (result.value, _share(result.outcome))
    return away


def _rounds_as_draws(field: Field, entry: EntryId) -> tuple[int, ...]:
    """Return the rounds that count as draws in an entry's score for its opponents.

    They are those at the end for which the entry was not drawn. A forfeit there is no draw, but does not end the row.
    """
    if field.terms.rules.fixed_pairings:
        return ()
    away, rounds = _rounds_away(field, entry), []
    forfeited = {result.round for result in field.tallies[entry].results if result.kind == FORFEIT}
    for round_ in range(field.rounds, 0, -1):
        if round_ in away:
            rounds.append(round_)
        elif round_ not in forfeited:
            break
    return tuple(sorted(rounds))


CUTS: Final = {
    "buchholz": (0, 0),
    "buchholz-cut-1": (1, 0),
    "buchholz-cut-2": (2, 0),
    "median-buchholz": (1, 1),
    "median-buchholz-2": (2, 2),
}
"""The number of lowest and of highest scores that each form of Buchholz leaves out."""

BREAKS: Final[dict[str, Callable[[Field, EntryId, Group], Fraction | None]]] = {
    "head-to-head": head_to_head,
    **{name: buchholz_without(*cuts) for name, cuts in CUTS.items()},
    "sonneborn-berger": sonneborn_berger,
    "progressive": progressive,
    "progressive-cut-1": progressive_cut_1,
    "difference": difference,
    "quotient": quotient,
    "wins": wins,
    "best-round": best_round,
    "drop-worst": drop_worst,
    "seed": seed,
    "lot": lot,
}
"""The function of each tie-break in `TIE_BREAKS`, by name."""

LESS_IS_BETTER: Final = frozenset({"seed", "lot"})
