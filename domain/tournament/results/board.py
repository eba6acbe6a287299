"""All results of one board with their scores, each explained so that it can be worked out again on paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from domain.engine.words.values import Listing, Term, sentence
from domain.tournament.results.lines import at_two_tables, on_boards, times_to_play
from domain.tournament.standings import boards
from domain.tournament.standings.scores import format_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.standings.boards import Outcomes, Result, Scale
    from domain.tournament.state import Draw, Entry, Line
    from domain.tournament.terms import Terms


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The result of one table on a board, and the scores of both sides."""

    result: Result
    scores: tuple[Fraction, Fraction]
    why: tuple[Term, Term]
    """The calculation of each side's score, in one sentence."""


def board_rows(
    terms: Terms, entries: Sequence[Entry], draws: Iterable[Draw], lines: Iterable[Line], board: int, *, points: bool
) -> list[BoardRow]:
    """Return the results of a board by round and table. Teams of four have a row as soon as both tables have a result.

    ``points``: True if the game is played for points, False for tokens.
    """
    scale = boards.POINTS if points else boards.TOKENS
    by_board = boards.by_board(on_boards(draws, lines))
    results = by_board.get(board, [])
    if terms.two_tables:
        return [_team_row(one, other, scale) for one, other in at_two_tables(results)]
    counts, times = terms.board_counts, times_to_play(terms, entries)
    session = boards.session_shares(by_board.values(), times) if terms.averages == boards.SESSION else {}
    worth = boards.worth(results, counts, times, scale, session)
    top = boards.top_of(results, times)
    field = _Field(counts, scale, top, [result for result in results if not result.ruled])
    return [
        BoardRow(
            result,
            both,
            (field.why(result, 0, both[0], session), field.why(result, 1, both[1], session)),
        )
        for result, both in zip(results, worth, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Field:
    """The results with which a result is compared."""

    counts: str
    scale: Scale
    top: int
    made: list[Result]

    def why(self, result: Result, side: int, score: Fraction, session: dict[str, Fraction]) -> Term:
        """Return the calculation of a side's score."""
        if result.ruled:
            return self._of_average(result.ruled[side], session.get(result.sides[side]), score)
        if self.counts == "imps":
            return self._of_datum(result.outcomes(side), side, score)
        others = [other for other in self.made if other is not result]
        each = [self._against(result.outcomes(side), other.outcomes(side)) for other in others]
        added = sum(each, Fraction(0))
        parts = Listing(
            tuple(
                sentence("{score} (round {round}, table {table})", score=_signed(n), round=o.round, table=o.table)
                for n, o in zip(each, others, strict=True)
            ),
            " + ",
        )
        if not others:
            return sentence("The only result: {score}.", score=_exact(score))
        if self.counts != "matchpoints":
            return sentence(
                "Against each other result: {sum} = {total}; {total} ÷ {count} = {score}.",
                sum=parts, total=_exact(added), count=len(others), score=_exact(score),
            )  # fmt: skip
        if 2 * len(others) == self.top:
            return sentence("Against each other result: {sum} = {score}.", sum=parts, score=_exact(score))
        return sentence(
            "Against each other result: {sum} = {total}. Neuberg: {tables} ÷ {count} × ({total} + 1) − 1 = {score}.",
            sum=parts, total=_exact(added), tables=self.top // 2 + 1, count=len(self.made), score=_exact(score),
        )  # fmt: skip

    def _against(self, own: Outcomes, other: Outcomes) -> Fraction:
        """Return the comparison of a result with one other, weighted if either has several possible results."""
        added = Fraction(0)
        for percent, won in own:
            for weight, theirs in other:
                match self.counts:
                    case "matchpoints":
                        score = Fraction(boards.points_against(won, theirs))
                    case "cross-tokens":
                        score = Fraction(won - theirs)
                    case _:
                        score = boards.imps(Fraction(won - theirs), self.scale)
                added += Fraction(percent * weight, 100 * 100) * score
        return added

    def _of_datum(self, own: Outcomes, side: int, score: Fraction) -> Term:
        datum = boards.datum([result.outcomes(side) for result in self.made])
        parts: list[Value] = []
        for percent, won in own:
            step: Value = sentence(
                "{won} − ({datum}) = {difference}, {imps} imps",
                won=won, datum=_exact(datum), difference=_exact(won - datum),
                imps=_exact(boards.imps(won - datum, self.scale)),
            )  # fmt: skip
            parts.append(step if len(own) == 1 else Listing((f"{percent} %", step), ": "))
        return sentence(
            "Datum {datum}; {steps}: {score}.",
            datum=_exact(datum),
            steps=Listing(tuple(parts), "; "),
            score=_exact(score),
        )

    def _of_average(self, mark: str, session: Fraction | None, score: Fraction) -> Term:
        share = boards.average(mark, session)
        percent = _exact(100 * share)
        if self.counts == "matchpoints":
            if share != boards.AVERAGES[mark]:
                return sentence(
                    "Average by the pair's results in the session, {percent} %, of the top {top}: {score}.",
                    percent=percent, top=self.top, score=_exact(score),
                )  # fmt: skip
            return sentence(
                "Average of {percent} % of the top {top}: {score}.", percent=percent, top=self.top, score=_exact(score)
            )
        made = boards.worth(self.made, self.counts, 0, self.scale)
        swing = max((abs(n) for both in made for n in both), default=Fraction(0))
        return sentence(
            "Average of {percent} % between −{swing} and {swing}, the greatest swing on the board: {score}.",
            percent=percent, swing=_exact(swing), score=_exact(score),
        )  # fmt: skip


def _team_row(one: Result, other: Result, scale: Scale) -> BoardRow:
    both = boards.of_teams(one, other, scale)
    if one.ruled or other.ruled:
        why = tuple(sentence("Average in place of the comparison: {score} imps.", score=_exact(each)) for each in both)
    else:
        why = tuple(
            sentence(
                "{won} at table {table} and {other} at table {second}: {score} imps.",
                won=_outcomes(one.outcomes(side)), table=one.table, other=_outcomes(other.outcomes(1 - side)),
                second=other.table, score=_exact(both[side]),
            )
            for side in (0, 1)
        )  # fmt: skip
    confirmed = one.confirmed and other.confirmed
    return BoardRow(replace(one, confirmed=confirmed), both, (why[0], why[1]))


def _outcomes(own: Outcomes) -> Value:
    if len(own) == 1:
        return _exact(own[0][1])
    return Listing(tuple(f"{percent} % {_exact(won)}" for percent, won in own))


def _signed(value: Fraction) -> str:
    return f"({_exact(value)})" if value < 0 else _exact(value)


def _exact(value: Fraction | int) -> str:
    """Return a number with a proper minus sign; two decimals if it is no usual fraction."""
    return format_number(Fraction(value)).replace("-", "−")
