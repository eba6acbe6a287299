"""Explanations of an entry's place in the standings: in one sentence, and step by step."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Capital, Cardinal, Listing, Names, Ordinal, Plural, Term, sentence
from domain.tournament.standings.ranking import RELATIVE, Step
from domain.tournament.standings.scores import (
    UNITS,
    adjustment_words,
    amount,
    format_number,
    format_score,
    format_value,
)
from domain.tournament.standings.tie_break_names import NAMES, TIE_BREAKS
from domain.tournament.standings.tie_breaks import BREAKS, CUTS, opponent_scores, without
from domain.tournament.standings.victory_points import VICTORY_POINTS
from domain.tournament.state import ABSENT, BYE, FORFEIT, LATE, PLAYED, REQUESTED, WALKOVER, StartingScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.words.values import Value
    from domain.tournament.standings.ranking import Ranking
    from domain.tournament.standings.scores import Result
    from domain.tournament.standings.tie_breaks import Field, Group, OpponentScore
    from domain.tournament.state import Adjustment, EntryId

BOARDS: Final = Plural("{amount} board", "{amount} boards")
SEVERAL: Final = 3
"""The largest number of other entries that are named one by one."""


def steps_for(field: Field, ranking: Ranking, adjustments: Iterable[Adjustment], entry: EntryId) -> list[Term]:
    """Return the steps from an entry's results to its place, one sentence each."""
    tally = field.tallies[entry]
    ruled = [each for each in adjustments if each.entry == entry]
    steps = [_starting_score(field, each) for each in ruled if isinstance(each, StartingScore)]
    steps += [_result(field, result) for result in tally.results]
    steps += [_dropped_round(field, entry, round_) for round_ in tally.dropped]
    steps += [_ruling(field, each) for each in ruled if not isinstance(each, StartingScore)]
    steps.append(sentence("Total: {score}.", score=amount(field.terms, tally.score)))
    if field.terms.rules.ranked_by_score:
        others = [other for other in _level(ranking, entry) if other != entry]
        if others:
            steps.append(sentence("Entries with the same score: {entries}.", entries=_names(field, others)))
        for step in ranking.steps_of[entry]:
            words = list(_step_words(field, step, entry))
            if step.values[entry] is not None or words[0] not in steps:
                steps += words
    if tally.provisional:
        steps.append(sentence("Provisional: not all results of this entry are confirmed."))
    steps.append(field.terms.rules.why(field, ranking, entry))
    return steps


def unused_for(field: Field, ranking: Ranking, entry: EntryId) -> list[Term]:
    """Return the values of the tie-breaks that an entry's place did not need, one sentence each."""
    used = {step.name for step in ranking.steps_of[entry]} | RELATIVE
    names = [name for name in field.terms.tie_breaks if name not in used] if field.terms.rules.ranked_by_score else ()
    steps = [Step(name, (entry,), {entry: BREAKS[name](field, entry, (entry,))}) for name in names]
    return [_value_words(field, step, entry) for step in steps]


def by_score_words(field: Field, ranking: Ranking, entry: EntryId) -> Term:
    """Return one sentence that explains an entry's place among the entries of the same score."""
    place, sharing = ranking.place[entry], ranking.sharing[entry]
    level = _level(ranking, entry)
    score = amount(field.terms, field.score(entry))
    if len(level) == 1:
        return sentence("{place}, the only entry with {score}.", place=Capital(Ordinal(place)), score=score)
    steps: list[Value] = [_against(field, step, entry) for step in ranking.steps_of[entry] if step.separates]
    values: dict[str, Value] = {
        "place": Capital(Ordinal(place - ranking.place[level[0]] + 1)),
        "count": Cardinal(len(level)),
        "score": score,
    }
    others = [each for each in sharing if each != entry]
    if not others:
        return sentence("{place} of {count} with {score}: {reasons}.", **values, reasons=Listing(tuple(steps), "; "))
    steps.append(sentence("no other tie-break separates them") if steps else sentence("no tie-break separates them"))
    return sentence(
        "{place} of {count} with {score}, shared with {others}: {reasons}.",
        **values,
        others=_names(field, others) if len(others) <= SEVERAL else more(len(others)),
        reasons=Listing(tuple(steps), "; "),
    )


def more(count: int) -> Term:
    """Return a number of other entries in words: ``three more``."""
    return sentence("{count} more", count=Cardinal(count))


def _names(field: Field, entries: Iterable[EntryId]) -> Names:
    return Names(tuple(field.entries[entry].name for entry in entries))


def _against(field: Field, step: Step, entry: EntryId) -> Term:
    """Return a tie-break's values: ``Buchholz 21 against 22½ and 22``; of many ``Buchholz 21, between 21½ and 20``."""
    own = step.values[entry]
    own_words = Listing((NAMES[step.name], _value(field, step, own)), " ")
    others = [other for other in step.level if other != entry]
    if len(others) <= SEVERAL:
        values = Names(tuple(_value(field, step, step.values[each]) for each in others))
        return sentence("{value} against {others}", value=own_words, others=values)
    at = step.level.index(entry)
    above = _value(
        field, step, next((step.values[other] for other in step.level[:at][::-1] if step.values[other] != own), None)
    )
    below = _value(
        field, step, next((step.values[other] for other in step.level[at:] if step.values[other] != own), None)
    )
    first, last = (step.values[step.level[n]] == own for n in (0, -1))
    if first:
        return sentence("{value}, ahead of {other}", value=own_words, other=below)
    if last:
        return sentence("{value}, behind {other}", value=own_words, other=above)
    return sentence("{value}, between {above} and {below}", value=own_words, above=above, below=below)


def _step_words(field: Field, step: Step, entry: EntryId) -> Iterator[Term]:
    """Yield sentences about a tie-break: its meaning and its value for the entry, then its values for the others."""
    name = Capital(NAMES[step.name])
    if step.name in ("head-to-head", "lot") and step.values[entry] is None:
        missing = (
            sentence("they have not all met each other equally often")
            if step.name == "head-to-head"
            else sentence("no lot was drawn among all of them")
        )
        yield sentence("{tie_break} does not apply: {reason}.", tie_break=name, reason=missing)
        return
    yield _value_words(field, step, entry)
    rest = Listing(
        tuple(
            Listing((field.entries[each].name, _value(field, step, step.values[each])), " ")
            for each in step.level
            if each != entry
        )
    )
    yield (
        sentence("The others: {values}.", values=rest)
        if step.separates
        else sentence("The others have the same: {values}.", values=rest)
    )


def _value_words(field: Field, step: Step, entry: EntryId) -> Term:
    """Return a sentence about a tie-break: its meaning, and the calculation of its value for an entry."""
    return sentence(
        "{tie_break}, {meaning}: {sum}.",
        tie_break=Capital(NAMES[step.name]),
        meaning=TIE_BREAKS[step.name],
        sum=_sum(field, step, entry),
    )


def _sum(field: Field, step: Step, entry: EntryId) -> Value:
    """Return the calculation of a tie-break's value: for a sum, each number with the opponent whose score it is."""
    parts: list[Value] = []
    left_out: list[Value] = []
    match step.name:
        case name if name in CUTS:
            kept, out = without(opponent_scores(field, entry), *CUTS[name])
            parts = [_opponent_score(field, each) for each in kept]
            left_out = [_opponent_score(field, each) for each in out]
        case "progressive" | "progressive-cut-1":
            first = 2 if step.name == "progressive-cut-1" else 1
            progress = field.tallies[entry].progress
            parts = [
                sentence("{score} (after round {round})", score=format_score(field.terms, score), round=round_)
                for round_, score in enumerate(progress[first - 1 :], first)
            ]
        case "quotient":
            won, lost = field.tallies[entry].swings
            parts = [Listing((format_number(won), format_number(max(lost, Fraction(1)))), " ÷ ")]
        case "sonneborn-berger":
            for each in opponent_scores(field, entry):
                if each.share == 1:
                    parts.append(_opponent_score(field, each))
                elif each.share:
                    parts.append(Listing(("½", _opponent_score(field, each)), " × "))
    value = _value(field, step, step.values[entry])
    whole: Value = Listing((Listing(tuple(parts), " + "), value), " = ") if parts else value
    if left_out:
        whole = sentence("{sum}; left out: {score}", sum=whole, score=Listing(tuple(left_out)))
    if rounds := _rounds_of_nobody(field, entry) if step.name in CUTS or step.name == "sonneborn-berger" else ():
        whole = sentence("{sum}; nobody to count in round {rounds}", sum=whole, rounds=Listing(rounds))
    return whole


def _rounds_of_nobody(field: Field, entry: EntryId) -> tuple[str, ...]:
    """Return the rounds of an entry in which no score of an opponent counts, nor its own."""
    counted = {each.round for each in opponent_scores(field, entry)} | set(field.tallies[entry].dropped)
    return tuple(str(each.round) for each in field.tallies[entry].results if each.round not in counted)


def _opponent_score(field: Field, opponent: OpponentScore) -> Value:
    """Return the score of an opponent, its name and the round: ``3 (Perera, round 2)``.

    For an unplayed round, the words in brackets say that the score is the entry's own. If rounds that the opponent did
    not play count as draws, the words name these rounds.
    """
    score = format_score(field.terms, opponent.score)
    if opponent.opponent is None:
        return sentence("{score} (own score: no opponent in round {round})", score=score, round=opponent.round)
    of: dict[str, Value] = {"score": score, "name": field.entries[opponent.opponent].name, "round": opponent.round}
    if opponent.as_draws:
        return sentence(
            "{score} ({name}, round {round}: {own}, and a draw for each round since leaving: {rounds})",
            **of,
            own=format_score(field.terms, field.score(opponent.opponent)),
            rounds=Listing(tuple(map(str, opponent.as_draws))),
        )
    return sentence("{score} ({name}, round {round})", **of)


def _result(field: Field, result: Result) -> Term:
    """Return a sentence about one encounter and its share of the score."""
    return sentence(
        "Round {round}: {event} ({worth}).",
        round=result.round,
        event=_result_words(field, result),
        worth=amount(field.terms, result.value),
    )


def _result_words(field: Field, result: Result) -> Value:
    """Return the words for an entry's result in a round, such as ``beat Perera 3 to 1``."""
    opponents = _names(field, (each for each in result.against if each in field.entries))
    if result.kind == PLAYED and field.terms.scoring.counts == VICTORY_POINTS:
        return _match_words(opponents, result)
    score: dict[str, Value] = {
        "opponents": opponents,
        "won": format_number(result.won),
        "lost": format_number(result.lost),
    }
    match result.kind, result.outcome:
        case (kind, 1) if kind == PLAYED:
            return sentence("beat {opponents} {won} to {lost}", **score)
        case (kind, -1) if kind == PLAYED:
            return sentence("lost to {opponents} {won} to {lost}", **score)
        case (kind, _) if kind == PLAYED:
            return sentence("drew with {opponents} {won} to {lost}", **score)
        case (kind, _) if kind == BYE:
            return sentence("had a bye")
        case (kind, _) if kind == WALKOVER and opponents.items:
            return sentence("won without playing against {opponents}", opponents=opponents)
        case (kind, _) if kind == WALKOVER:
            return sentence("won without playing")
        case (kind, _) if kind == FORFEIT:
            return sentence("forfeited")
        case (kind, _) if kind == ABSENT:
            return sentence("was absent")
        case (kind, _) if kind == REQUESTED:
            return sentence("had asked for a bye")
        case (kind, _) if kind == LATE:
            return sentence("had not entered yet")
    return result.kind


def _match_words(opponents: Names, result: Result) -> Term:
    """Return the words for an encounter whose imps become victory points: ``beat Perera by 12 imps on 8 boards``."""
    imps = abs(result.won)
    values: dict[str, Value] = {
        "opponents": opponents,
        "imps": UNITS["imps"].of(ceil(imps), amount=format_number(imps)),
        "boards": BOARDS.of(result.boards, amount=str(result.boards)),
    }
    match result.outcome:
        case 1:
            return sentence("beat {opponents} by {imps} on {boards}", **values)
        case -1:
            return sentence("lost to {opponents} by {imps} on {boards}", **values)
    return sentence("drew with {opponents} on {boards}", **values)


def _dropped_round(field: Field, entry: EntryId, round_: int) -> Term:
    worth = sum((each.value for each in field.tallies[entry].results if each.round == round_), Fraction(0))
    return sentence(
        "Round {round} is dropped as one of the worst: {worth}.",
        round=round_,
        worth=amount(field.terms, worth),
    )


def _starting_score(field: Field, start: StartingScore) -> Term:
    words = adjustment_words(field.terms, start.amount, start.unit)
    if start.stage:
        return sentence(
            "Begins with {amount}, carried over from {stage} (place {place}).",
            amount=words, stage=start.stage, place=start.place,
        )  # fmt: skip
    return sentence("Begins with {amount}: {reason}.", amount=words, reason=start.why)


def _ruling(field: Field, adjustment: Adjustment) -> Term:
    sign = "+" if adjustment.amount > 0 else ""
    words = adjustment_words(field.terms, adjustment.amount, adjustment.unit, sign)
    if adjustment.why:
        return sentence("By a ruling: {amount} ({reason}).", amount=words, reason=adjustment.why)
    return sentence("By a ruling: {amount}.", amount=words)


def _level(ranking: Ranking, entry: EntryId) -> Group:
    """Return all entries of the same score, in the order of their places."""
    steps = ranking.steps_of[entry]
    if steps:
        return tuple(sorted(steps[0].level, key=lambda other: ranking.place[other]))
    return ranking.sharing[entry]


def _value(field: Field, step: Step, value: Fraction | None) -> Value:
    return sentence("none") if value is None else format_value(field.terms, step.name, value)


def times(count: int) -> Term:
    """Return ``once``, ``twice``, ``three times`` …"""
    match count:
        case 1:
            return sentence("once")
        case 2:
            return sentence("twice")
    return sentence("{count} times", count=Cardinal(count))
