"""The score of an entry: from its encounters, byes and forfeits, dropped rounds and rulings.

A `Tally` depends only on one entry's lines, the rulings on its score, and the number of rounds. All numbers are exact.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Final

from domain.engine.values import Plural
from domain.tournament.artificial import LATE_PLAY
from domain.tournament.boards import SCALE
from domain.tournament.state import ABSENT, BYE, FORFEIT, PLAYED, WALKOVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.tournament.state import Adjustment, EntryId, Line
    from domain.tournament.terms import Terms

UNITS: Final = {
    "wins": Plural("{amount} point", "{amount} points"),
    "tokens": Plural("{amount} token", "{amount} tokens"),
    "deals": Plural("{amount} deal", "{amount} deals"),
    "points": Plural("{amount} point", "{amount} points"),
    "matchpoints": Plural("{amount} matchpoint", "{amount} matchpoints"),
    "cross-tokens": Plural("{amount} cross-token", "{amount} cross-tokens"),
    "cross-imps": Plural("{amount} cross-imp", "{amount} cross-imps"),
    "imps": Plural("{amount} imp", "{amount} imps"),
}
"""The words for a score, by the ``counts`` of the terms."""

GLYPHS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one entry in one encounter, or in a round without one.

    An encounter is all play of a round at one table against the same opponents: in a duplicate, all boards there.
    """

    round: int
    kind: str
    table: int
    against: tuple[EntryId, ...]
    won: Fraction
    lost: Fraction
    value: Fraction
    """The contribution to the entry's score, if the round counts."""
    outcome: int | None
    """1 for a win, 0 for a draw, -1 for a loss; None for an absence, or a bye that is neither win nor draw."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One entry's results, and their sums."""

    entry: EntryId
    results: tuple[Result, ...]
    """The results in the order of the rounds."""
    dropped: tuple[int, ...]
    """The rounds that do not count."""
    score: Fraction
    without_worst: Fraction
    """The score if one more of the worst rounds did not count."""
    difference: Fraction
    """Tokens (or points) won less lost, at the table and by rulings."""
    progress: tuple[Fraction, ...]
    """The score after each round; a dropped round adds nothing. A ruling counts from its round on."""
    best: Fraction | None
    """The best result of one round at the table: the gain in score, or tokens won less lost where wins count.

    None for an entry that has not played.
    """
    provisional: bool

    @property
    def played(self) -> int:
        """Return the number of encounters at a table."""
        return sum(result.kind == PLAYED for result in self.results)

    def count(self, outcome: int) -> int:
        """Return the number of wins (1), draws (0) or losses (-1), including walkovers, forfeits and byes."""
        return sum(result.outcome == outcome for result in self.results)


def tally(
    terms: Terms, entry: EntryId, lines: Iterable[Line], adjustments: Iterable[Adjustment] = (), rounds: int = 0
) -> Tally:
    """Return an entry's tally from its own lines and rulings. ``rounds``: the number of rounds with lines so far."""
    own = sorted(lines, key=lambda line: (line.round, line.table, line.against, line.kind, line.board))
    ruled = tuple(adjustments)
    results = tuple(_results(terms, [line for line in own if line.kind != LATE_PLAY]))
    worth = _by_round(results, max([rounds, *(result.round for result in results)]))
    kept = {result.round for result in results if result.kind == FORFEIT}
    droppable = sorted((each for each in worth if each not in kept), key=lambda each: (worth[each], each))
    drop = min(terms.scoring.drop_worst, max(len(worth) - 1, 0))
    one_more = min(terms.scoring.drop_worst + 1, max(len(worth) - 1, 0))
    tokens = sum(each.amount for each in ruled if each.unit == "tokens")
    total = sum(worth.values(), sum((_added(terms, each) for each in ruled), Fraction(0)))
    played = [result for result in results if result.kind == PLAYED]
    out = droppable[:drop]
    return Tally(
        entry=entry,
        results=results,
        dropped=tuple(sorted(out)),
        score=total - sum(worth[each] for each in out),
        without_worst=total - sum(worth[each] for each in droppable[:one_more]),
        difference=sum((result.won - result.lost for result in played), Fraction(tokens)),
        progress=tuple(_progress(terms, worth, out, ruled)),
        best=_best(terms, played),
        provisional=not all(line.confirmed for line in own),
    )


def tallies(
    terms: Terms, entries: Iterable[EntryId], lines: Iterable[Line], adjustments: Iterable[Adjustment] = ()
) -> dict[EntryId, Tally]:
    """Return the tally of every entry."""
    by_entry: dict[EntryId, list[Line]] = defaultdict(list)
    rounds = 0
    for line in lines:
        by_entry[line.entry].append(line)
        rounds = max(rounds, line.round)
    ruled: dict[EntryId, list[Adjustment]] = defaultdict(list)
    for each in adjustments:
        ruled[each.entry].append(each)
    return {entry: tally(terms, entry, by_entry[entry], ruled[entry], rounds) for entry in entries}


def _results(terms: Terms, lines: list[Line]) -> Iterator[Result]:
    """Yield the result of each encounter; the lines must be sorted by round, table, opponents and kind."""
    played = [line for line in lines if line.kind == PLAYED]
    parts = SCALE if terms.rules.has_boards else 1
    mean = Fraction(0)
    if played and terms.scoring.counts != "wins":
        mean = max(mean, _sum_counting(terms, played) / len(played))
    for (round_, table, against, kind), each in groupby(
        lines, lambda line: (line.round, line.table, line.against, line.kind)
    ):
        group = tuple(each)
        won = Fraction(sum(line.won for line in group), parts)
        lost = Fraction(sum(line.lost for line in group), parts)
        outcome: int | None = None
        if kind == PLAYED:
            outcome = (won > lost) - (won < lost)
            value = _worth(terms, group, outcome)
        elif kind in (BYE, WALKOVER):
            value = sum((_score_unplayed(terms, line, mean) for line in group), Fraction(0))
            outcome = 1 if kind == WALKOVER else _as_outcome(terms, value)
        else:
            value = Fraction(0)
            outcome = None if kind == ABSENT else -1
        yield Result(round_, kind, table, against, won, lost, value, outcome)


def _sum_counting(terms: Terms, lines: Iterable[Line]) -> Fraction:
    """Return the sum over lines of the unit that counts: tokens, deals, points or the scores of boards."""
    match terms.scoring.counts:
        case "tokens":
            return Fraction(sum(line.won - line.lost for line in lines))
        case "deals":
            return Fraction(sum(line.deals_won for line in lines))
        case "points":
            return Fraction(sum(line.points for line in lines))
        case _:
            return Fraction(sum(line.won for line in lines), SCALE)


def _worth(terms: Terms, lines: tuple[Line, ...], outcome: int) -> Fraction:
    """Return the score of an encounter at the table. ``outcome``: as in `Result`."""
    if terms.scoring.counts == "wins":
        worth = {1: terms.scoring.win, 0: terms.scoring.draw, -1: terms.scoring.loss}
        return _scale(terms, worth[outcome])
    return _sum_counting(terms, lines)


def _score_unplayed(terms: Terms, line: Line, mean: Fraction) -> Fraction:
    """Return the score of a bye or a walkover. ``mean``: the mean score of the entry's played lines, at least 0."""
    scoring = terms.scoring
    given = scoring.bye if line.kind == BYE else scoring.forfeit
    if given is None and scoring.counts == "wins":
        given = scoring.win
    if given is not None:
        return _scale(terms, given)
    # A round of a duplicate has a line for each board; one line without a board stands for all of them.
    boards = terms.boards if terms.rules.has_boards and not line.board else 1
    return mean * boards


def _as_outcome(terms: Terms, value: Fraction) -> int | None:
    """Return 1 or 0 if a bye is worth a win or a draw; None if it is not, or wins do not count."""
    if terms.scoring.counts != "wins":
        return None
    if value >= _scale(terms, terms.scoring.win):
        return 1
    return 0 if value >= _scale(terms, terms.scoring.draw) else None


def _scale(terms: Terms, number: int) -> Fraction:
    """Return the score for a number of `Scoring`, which is in halves of a point where wins count."""
    return Fraction(number, 2 if terms.scoring.counts == "wins" else 1)


def _by_round(results: tuple[Result, ...], rounds: int) -> dict[int, Fraction]:
    """Return the score of each round; 0 for a round that the entry missed."""
    worth = dict.fromkeys(range(1, rounds + 1), Fraction(0))
    for result in results:
        worth[result.round] += result.value
    return worth


def _progress(
    terms: Terms, worth: dict[int, Fraction], out: list[int], ruled: tuple[Adjustment, ...]
) -> Iterator[Fraction]:
    """Yield the score after each round. ``out``: the rounds that are dropped; ``ruled``: the rulings on the score."""
    score = Fraction(0)
    for round_ in sorted(worth):
        score += worth[round_] if round_ not in out else 0
        added = sum((_added(terms, each) for each in ruled if each.round <= round_), Fraction(0))
        yield score + added


def _added(terms: Terms, ruling: Adjustment) -> Fraction:
    """Return what a ruling adds to the score."""
    if ruling.unit == "score":
        return _scale(terms, ruling.amount)
    return Fraction(ruling.amount if terms.scoring.counts == "tokens" else 0)


def _best(terms: Terms, played: list[Result]) -> Fraction | None:
    rounds: dict[int, Fraction] = defaultdict(Fraction)
    for result in played:
        rounds[result.round] += result.won - result.lost if terms.scoring.counts == "wins" else result.value
    return max(rounds.values(), default=None)


def adjustment_number(terms: Terms, amount_: Fraction, unit: str) -> int:
    """Return the number that an `Adjustment` has for an amount: half points if wins count, else the amount itself.

    Raises ValueError if the result is not a whole number.
    """
    parts = _parts(terms, unit)
    number = amount_ * parts
    if number.denominator != 1:
        steps = "half points" if parts > 1 else "whole numbers"
        raise ValueError(f"{unit} counts in {steps} here, not in {format_number(amount_)}")
    return int(number)


def adjustment_amount(terms: Terms, number: int, unit: str) -> Fraction:
    """Return the amount for the number of an `Adjustment`, in the unit of displayed scores."""
    return Fraction(number, _parts(terms, unit))


def adjustment_words(terms: Terms, number: int, unit: str, sign: str = "") -> Plural:
    """Return the amount of an `Adjustment` with its unit: ``-½ point``, ``-3 tokens``."""
    counts = "tokens" if unit == "tokens" else terms.scoring.counts
    return _amount_in_unit(counts, adjustment_amount(terms, number, unit), sign)


def _parts(terms: Terms, unit: str) -> int:
    """Return the number of parts of one unit in an `Adjustment`: 2 for a score of wins, else 1."""
    return 2 if unit == "score" and terms.scoring.counts == "wins" else 1


def format_number(value: Fraction) -> str:
    """Return a number as text: ``22½``; with two decimals if the fraction is not in `GLYPHS`."""
    size = abs(value)
    whole, rest = divmod(size, 1)
    sign = "-" if value < 0 else ""
    if rest and rest not in GLYPHS:
        return f"{sign}{float(size):.2f}"
    return sign + (str(whole) if whole or not rest else "") + GLYPHS.get(rest, "")


def parse_number(text: str) -> Fraction:
    """Return the number that `format_number` wrote, as exactly as the text has it."""
    sign, size = (-1, text[1:]) if text.startswith("-") else (1, text)
    glyph = next((part for part, sign_of_part in GLYPHS.items() if size.endswith(sign_of_part)), None)
    if glyph is None:
        return sign * Fraction(size)
    return sign * (Fraction(size[:-1] or 0) + glyph)


def amount(terms: Terms, value: Fraction) -> Plural:
    """Return a score with its unit: ``6 points``, ``-1 token``."""
    return _amount_in_unit(terms.scoring.counts, value)


def _amount_in_unit(counts: str, value: Fraction, sign: str = "") -> Plural:
    """Return an amount with its unit; a fraction below 1 takes the singular. ``sign``: text before the number."""
    return UNITS[counts].of(ceil(abs(value)), amount=f"{sign}{format_number(value)}")
