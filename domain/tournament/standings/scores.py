"""The score of an entry: from its encounters, byes and forfeits, dropped rounds and rulings.

A `Tally` depends only on one entry's lines, the rulings on its score, and the number of rounds. All numbers are exact.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Plural, Term
from domain.engine.words.worded import WordedError
from domain.tournament.rulings.artificial import LATE_PLAY
from domain.tournament.standings.boards import SCALE
from domain.tournament.standings.tie_break_names import COUNTED
from domain.tournament.standings.victory_points import VICTORY_POINTS, victory_points
from domain.tournament.state import BYE, FORFEIT, LATE, PLAYED, REQUESTED, WALKOVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    VICTORY_POINTS: Plural("{amount} victory point", "{amount} victory points"),
}
"""The words for a score, by the ``counts`` of the terms."""

GLYPHS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


class AmountError(WordedError, ValueError):
    """Raised for an amount that is no multiple of the smallest unit; the message gives the reason."""


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
    """1 for a win, 0 for a draw, -1 for a loss; None for a round without an opponent that is worth none of these."""
    boards: int = 0
    """The number of boards that count, if boards are compared."""
    swings: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """The amounts won and lost, added up separately; on boards, the gains and the losses of each board."""


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
    swings: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """The amounts won and lost at the table, dropped rounds included; see `Result.swings`."""

    @property
    def played(self) -> int:
        """Return the number of encounters at a table."""
        return sum(result.kind == PLAYED for result in self.results)

    def count(self, outcome: int) -> int:
        """Return the number of wins (1), draws (0) or losses (-1), including walkovers, forfeits and byes."""
        return sum(result.outcome == outcome for result in self.results)

    def count_met(self, outcome: int) -> int:
        """Return the number of wins (1), draws (0) or losses (-1) against an opponent, forfeits included."""
        return sum(result.outcome == outcome for result in self.results if result.kind in (PLAYED, WALKOVER, FORFEIT))


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
        swings=(
            sum((result.swings[0] for result in played), Fraction(0)),
            sum((result.swings[1] for result in played), Fraction(0)),
        ),
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
    parts = SCALE if terms.rules.has_boards else 1
    groups = [
        (key, tuple(group))
        for key, group in groupby(lines, lambda line: (line.round, line.table, line.against, line.kind))
    ]
    mean = _mean(terms, [group for (*_, kind), group in groups if kind == PLAYED])
    for (round_, table, against, kind), group in groups:
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
            share = {REQUESTED: terms.scoring.requested_bye, LATE: terms.scoring.late}.get(kind, "none")
            value = _score_share(terms, share, mean)
            outcome = -1 if kind == FORFEIT else None if share == "none" else _as_outcome(terms, value)
        boards = len(group) if parts > 1 and kind == PLAYED else 0
        gains = sum(max(line.won, 0) + max(-line.lost, 0) for line in group)
        losses = sum(max(line.lost, 0) + max(-line.won, 0) for line in group)
        swings = (Fraction(gains, parts), Fraction(losses, parts))
        yield Result(round_, kind, table, against, won, lost, value, outcome, boards, swings)


def _mean(terms: Terms, played: list[tuple[Line, ...]]) -> Fraction:
    """Return the mean score of a line, but at least 0, or 0 if wins count.

    If victory points count, return the mean of the encounters, to the nearest hundredth. ``played``: the lines of each
    encounter.
    """
    if not played or terms.scoring.counts == "wins":
        return Fraction(0)
    total = sum((_sum_counting(terms, group) for group in played), Fraction(0))
    if terms.scoring.counts == VICTORY_POINTS:
        return Fraction(_hundredths(total / len(played)), 100)
    return max(Fraction(0), total / sum(map(len, played)))


def _sum_counting(terms: Terms, lines: Sequence[Line]) -> Fraction:
    """Return the sum over the lines of an encounter: tokens, deals, points, scores of boards or victory points."""
    if terms.scoring.counts == VICTORY_POINTS:
        return victory_points(Fraction(sum(line.won for line in lines), SCALE), len(lines))
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
    """Return the score of a bye or a walkover. ``mean``: as `_mean` returns it."""
    scoring = terms.scoring
    given = scoring.bye if line.kind == BYE else scoring.forfeit
    if given is None and scoring.counts == "wins":
        given = scoring.win
    if given is not None:
        return _scale(terms, given)
    return mean if line.board else _mean_of_round(terms, mean)


def _mean_of_round(terms: Terms, mean: Fraction) -> Fraction:
    """Return the mean score of a round. ``mean``: as `_mean` returns it; on boards it is that of one board."""
    by_board = terms.rules.has_boards and terms.scoring.counts != VICTORY_POINTS
    return mean * (terms.boards if by_board else 1)


def _score_share(terms: Terms, share: str, mean: Fraction) -> Fraction:
    """Return the score of a round for which an entry was not drawn.

    ``share``: one of `terms.SHARES`; ``mean``: as `_mean` returns it.
    """
    if share == "none":
        return Fraction(0)
    if terms.scoring.counts == "wins":
        return _scale(terms, terms.scoring.win if share == "full" else terms.scoring.draw)
    own = _mean_of_round(terms, mean) / (1 if share == "full" else 2)
    return Fraction(_hundredths(own), 100) if terms.scoring.counts == VICTORY_POINTS else own


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
        return adjustment_amount(terms, ruling.amount, ruling.unit)
    return Fraction(ruling.amount if terms.scoring.counts == "tokens" else 0)


def _best(terms: Terms, played: list[Result]) -> Fraction | None:
    rounds: dict[int, Fraction] = defaultdict(Fraction)
    for result in played:
        rounds[result.round] += result.won - result.lost if terms.scoring.counts == "wins" else result.value
    return max(rounds.values(), default=None)


def adjustment_number(terms: Terms, amount_: Fraction, unit: str) -> int:
    """Return the number that an `Adjustment` has for an amount: half points if wins count, else the amount itself.

    Raises `AmountError` if the result is not a whole number.
    """
    parts = parts_of(terms, unit)
    number = amount_ * parts
    if number.denominator != 1:
        steps = {1: Term("whole numbers"), 2: Term("half points")}.get(parts, Term("hundredths"))
        raise AmountError(
            "{unit} counts in {steps} here, not in {amount}",
            unit=Term("tokens") if unit == "tokens" else Term("score"),
            steps=steps,
            amount=format_number(amount_),
        )
    return int(number)


def adjustment_amount(terms: Terms, number: int, unit: str) -> Fraction:
    """Return the amount for the number of an `Adjustment`, in the unit of displayed scores."""
    return Fraction(number, parts_of(terms, unit))


def adjustment_words(terms: Terms, number: int, unit: str, sign: str = "") -> Plural:
    """Return the amount of an `Adjustment` with its unit: ``-½ point``, ``-3 tokens``."""
    counts = "tokens" if unit == "tokens" else terms.scoring.counts
    return _amount_in_unit(counts, adjustment_amount(terms, number, unit), sign)


def parts_of(terms: Terms, unit: str) -> int:
    """Return the number of parts of one unit in an `Adjustment`: 2 for wins, 100 for victory points, else 1."""
    return {"wins": 2, VICTORY_POINTS: 100}.get(terms.scoring.counts, 1) if unit == "score" else 1


def format_number(value: Fraction) -> str:
    """Return a number as text: ``22½``; with two decimals if the fraction is not in `GLYPHS`."""
    size = abs(value)
    whole, rest = divmod(size, 1)
    sign = "-" if value < 0 else ""
    if rest and rest not in GLYPHS:
        return f"{sign}{float(size):.2f}"
    return sign + (str(whole) if whole or not rest else "") + GLYPHS.get(rest, "")


def format_score(terms: Terms, value: Fraction) -> str:
    """Return a score as text: victory points with two decimals, anything else as `format_number`."""
    return _format_in_unit(terms.scoring.counts, value)


def format_value(terms: Terms, name: str, value: Fraction) -> str:
    """Return the value of a tie-break as text: that of scores as a score, anything else as a number.

    Where victory points count, a fraction has two decimals.
    """
    return format_number(value) if name in COUNTED and value.denominator == 1 else format_score(terms, value)


def _format_in_unit(counts: str, value: Fraction) -> str:
    if counts != VICTORY_POINTS:
        return format_number(value)
    whole, rest = divmod(_hundredths(abs(value)), 100)
    return f"{'-' if value < 0 else ''}{whole}.{rest:02}"


def _hundredths(value: Fraction) -> int:
    """Return a number in hundredths, rounded to the nearest one."""
    return floor(100 * value + Fraction(1, 2))


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
    return UNITS[counts].of(ceil(abs(value)), amount=f"{sign}{_format_in_unit(counts, value)}")
