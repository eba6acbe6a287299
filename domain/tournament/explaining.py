"""Explain an entry's place in the standings: in one sentence, and step by step."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.tournament.draws.history import spoken
from domain.tournament.scores import adjustment_words, amount, written
from domain.tournament.state import ABSENT, BYE, FORFEIT, PLAYED, WALKOVER
from domain.tournament.tie_breaks import NAMES, TIE_BREAKS, faced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.tournament.ranking import Ranking, Step
    from domain.tournament.scores import Result
    from domain.tournament.state import Adjustment, EntryId
    from domain.tournament.tie_breaks import Faced, Field, Group

ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
NUMBERS: Final = (
    *("nought", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
SEVERAL: Final = 3
"""So many others are told one by one."""


def steps_for(field: Field, ranking: Ranking, adjustments: Iterable[Adjustment], entry: EntryId) -> list[str]:
    """Return every step from an entry's results to its place, a sentence each."""
    tally = field.tallies[entry]
    steps = [_result(field, entry, result) for result in tally.results]
    steps += [_dropped(field, entry, round_) for round_ in tally.dropped]
    steps += [_ruling(field, other) for other in adjustments if other.entry == entry]
    steps.append(f"Together {amount(field.terms, tally.score)}.")
    if field.terms.rules.ranked_by_score:
        others = [field.entries[other].name for other in _level(ranking, entry) if other != entry]
        if others:
            steps.append(f"As many have {spoken(others)}.")
        for step in ranking.steps_of[entry]:
            steps += _step_words(field, step, entry)
    if tally.provisional:
        steps.append("Provisional: not every result of its own is confirmed.")
    steps.append(field.terms.rules.why(field, ranking, entry))
    return steps


def by_score_words(field: Field, ranking: Ranking, entry: EntryId) -> str:
    """Return one sentence: why an entry stands where it does among those of the same score."""
    place, sharing = ranking.place[entry], ranking.sharing[entry]
    level = _level(ranking, entry)
    score = amount(field.terms, field.score(entry))
    if len(level) == 1:
        return f"{capital(ordinal(place))}, alone with {score}."
    begins = f"{ordinal(place - ranking.place[level[0]] + 1)} of {cardinal(len(level))} with {score}"
    steps = [_against(step, entry) for step in ranking.steps_of[entry] if step.separates]
    others = [field.entries[each].name for each in sharing if each != entry]
    if others:
        begins += f", shared with {spoken(others) if len(others) <= SEVERAL else f'{cardinal(len(others))} more'}"
        steps.append("nothing else separates them" if steps else "nothing separates them")
    return f"{capital(begins)}: {'; '.join(steps)}."


def _against(step: Step, entry: EntryId) -> str:
    """Return a tie-break's values: ``Buchholz 21 against 22½ and 22``; of many ``Buchholz 21, between 21½ and 20``."""
    own = step.values[entry]
    own_words = f"{NAMES[step.name]} {_value(own)}"
    others = [other for other in step.level if other != entry]
    if len(others) <= SEVERAL:
        return f"{own_words} against {spoken([_value(step.values[each]) for each in others])}"
    at = step.level.index(entry)
    above = next((step.values[other] for other in reversed(step.level[:at]) if step.values[other] != own), None)
    below = next((step.values[other] for other in step.level[at:] if step.values[other] != own), None)
    first, last = (step.values[step.level[n]] == own for n in (0, -1))
    if first:
        return f"{own_words}, before {_value(below)}"
    if last:
        return f"{own_words}, after {_value(above)}"
    return f"{own_words}, between {_value(above)} and {_value(below)}"


def _step_words(field: Field, step: Step, entry: EntryId) -> Iterator[str]:
    """Yield what a tie-break is, its value for an entry, and its values for the others."""
    name = NAMES[step.name]
    if step.name in ("head-to-head", "lot") and step.values[entry] is None:
        missing = (
            "not all have met, equally often" if step.name == "head-to-head" else "no lot was drawn among them all"
        )
        yield f"{capital(name)} says nothing: {missing}."
        return
    yield f"{capital(name)}, {TIE_BREAKS[step.name]}: {_sum(field, step, entry)}."
    rest = [f"{field.entries[each].name} {_value(step.values[each])}" for each in step.level if each != entry]
    yield f"The others: {', '.join(rest)}." if step.separates else f"So have the others: {', '.join(rest)}."


def _sum(field: Field, step: Step, entry: EntryId) -> str:
    """Return how a value comes about; of a sum, each number with the opponent whose score it is."""
    opponents, left_out = list(faced(field, entry)), ""
    match step.name:
        case "buchholz":
            parts = [_faced(field, each) for each in opponents]
        case "buchholz-cut-1":
            ordered = sorted(opponents, key=lambda each: -each.score)
            parts = [_faced(field, each) for each in ordered[:-1]]
            left_out = f"; left out: {_faced(field, ordered[-1])}" if ordered else ""
        case "sonneborn-berger":
            shares = {Fraction(1): "", Fraction(1, 2): "½ × "}
            parts = [shares[each.share] + _faced(field, each) for each in opponents if each.share]
        case _:
            parts = []
    value = _value(step.values[entry])
    return f"{' + '.join(parts)} = {value}{left_out}" if parts else f"{value}{left_out}"


def _faced(field: Field, faced_: Faced) -> str:
    """Return the score of an opponent and its name: ``3 (Perera)``; of a round without one, that the score is its
    own.
    """
    if faced_.opponent is None:
        return f"{written(faced_.score)} (own score: no opponent in round {faced_.round})"
    return f"{written(faced_.score)} ({field.entries[faced_.opponent].name})"


def _result(field: Field, entry: EntryId, result: Result) -> str:
    """Return one encounter and its worth."""
    against = spoken([field.entries[each].name for each in result.against if each in field.entries])
    worth = amount(field.terms, result.value)
    match result.kind:
        case kind if kind == PLAYED:
            verb = {1: "beat", 0: "drew with", -1: "lost to"}[result.outcome or 0]
            event = f"{verb} {against} {written(result.won)} to {written(result.lost)}"
        case kind if kind == BYE:
            event = "had a bye"
        case kind if kind == WALKOVER:
            event = f"won without playing against {against}" if against else "won without playing"
        case kind if kind == FORFEIT:
            event = "forfeited"
        case kind if kind == ABSENT:
            event = "was not there"
        case kind:
            event = kind
    return f"Round {result.round}: {event}: {worth}."


def _dropped(field: Field, entry: EntryId, round_: int) -> str:
    results = [each for each in field.tallies[entry].results if each.round == round_]
    worth = amount(field.terms, sum((each.value for each in results), Fraction(0)))
    return f"Round {round_} does not count, being one of the worst: {worth} less."


def _ruling(field: Field, adjustment: Adjustment) -> str:
    because = f" ({adjustment.why})" if adjustment.why else ""
    sign = "+" if adjustment.amount > 0 else ""
    return f"By ruling {sign}{adjustment_words(field.terms, adjustment.amount, adjustment.unit)}{because}."


def _level(ranking: Ranking, entry: EntryId) -> Group:
    """Return all entries of the same score, in the order of their places."""
    steps = ranking.steps_of[entry]
    if steps:
        return tuple(sorted(steps[0].level, key=lambda other: ranking.place[other]))
    return ranking.sharing[entry]


def _value(value: Fraction | None) -> str:
    return "none" if value is None else written(value)


def capital(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[0].upper() + text[1:]


def times(count: int) -> str:
    """Return ``once``, ``twice``, ``three times`` …"""
    return {1: "once", 2: "twice"}.get(count, f"{cardinal(count)} times")


def ordinal(number_: int) -> str:
    """Return the ordinal in words: ``third``, ``13th``, ``21st``."""
    if number_ <= len(ORDINALS):
        return ORDINALS[number_ - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number_ % 10, "th") if number_ % 100 not in (11, 12, 13) else "th"
    return f"{number_}{ending}"


def cardinal(count: int) -> str:
    """Return the number in words: ``three``, ``13``."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
