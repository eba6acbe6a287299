"""Which tables a draw, a new draw or a withdrawn draw would change, and how wishes would change the next draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from domain.kernel.errors import Declined
from domain.tournament.facts.entries import EntryMade, EntryReturned, EntryWithdrawn, SeedsSet
from domain.tournament.facts.lifecycle import TermsChanged
from domain.tournament.facts.wishes import AvoidanceAdded, AvoidanceWithdrawn, ByeRequested, ByeRequestWithdrawn
from replay.effects.groups import group
from replay.words.effects import NOTHING
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from domain.engine.facts import Fact
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Draw
    from domain.tournament.tables.encounter import Encounter
    from replay.effects.groups import Row
    from replay.words import Language
    from replay.words.effects import EffectWords

    Propose = Callable[[Tournament, int], Draw]
    """Returns a round as its format would draw it now; raises `Declined` if it cannot."""

WISHES: Final = (
    AvoidanceAdded, AvoidanceWithdrawn, ByeRequested, ByeRequestWithdrawn,
    EntryMade, EntryWithdrawn, EntryReturned, SeedsSet, TermsChanged,
)  # fmt: skip
"""The facts after which the next round may be drawn otherwise, also if no result changes."""


def drawn_rounds(
    before: Tournament, after: Tournament, seated: Iterable[Encounter], words: EffectWords, *, by_lot: bool
) -> list[dict[str, Any]]:
    """Return a group for each round whose draw changes: the tables that appear, change or vanish, and the byes.

    ``seated``: the stored tables that the command changes, before it. ``by_lot``: True if lots that are not drawn yet
    decide the draw; then only the numbers of tables and byes are shown.
    """
    lost = sorted(each.setting.table for each in seated if not each.dropped and each.seats != each.setting.seats)
    groups = []
    for number in sorted(before.rounds.keys() | after.rounds.keys()):
        was, now = (each.rounds[number].draw if number in each.rounds else None for each in (before, after))
        if was == now:
            continue
        notes = [words.new_lots()] if by_lot else []
        short = after.terms.rules.shortfall(after.terms, tuple(after.entries.values()))
        if short and not before.rounds:
            notes.append(translate(words.language, short))
        if lost:
            notes.append(words.lost_seats(lost))
        groups += group("tables", words.round_title(number), _rows(was, now, words, by_lot=by_lot), notes)
    return groups


def next_draw(
    before: Tournament, after: Tournament, pending: Sequence[Fact], propose: Propose, words: EffectWords
) -> list[dict[str, Any]]:
    """Return the group of what wishes, entries, seeds or terms change in the next draw; empty for other commands."""
    wishes = [fact for fact in pending if isinstance(fact, WISHES)]
    if not wishes or before.terms.rules.takes_challenges or before.next_round != after.next_round:
        return []
    wish = wishes[-1]
    number = wish.round if isinstance(wish, ByeRequested | ByeRequestWithdrawn) else before.next_round
    again = number < before.next_round
    title = words.next_title(number, again=again)
    if number > before.next_round:
        return group("next-draw", title, (), [words.later(number)])
    was, now = (_proposed(each, number, propose, words.language) for each in (before, after))
    if again:
        was = before.rounds[number].draw
    if isinstance(was, str) and isinstance(now, str):
        return group("next-draw", title, (), [words.not_yet(number, now)])
    if isinstance(was, str) or isinstance(now, str):
        before_, after_ = (each if isinstance(each, str) else words.possible for each in (was, now))
        return group("next-draw", title, [(words.draw, before_, after_)])
    by_lot = not again and after.draws_lots_first and not after.is_seeded
    changed = group("next-draw", title, _rows(was, now, words, by_lot=by_lot), [words.new_lots()] if by_lot else [])
    return changed or group("next-draw", title, (), [words.unchanged])


def _proposed(tournament: Tournament, number: int, propose: Propose, language: Language) -> Draw | str:
    """Return a proposed draw with the byes on request, or why there is none, in a language."""
    try:
        draw = propose(tournament, number)
    except Declined as reason:
        return translate(language, reason.sentence)
    there = (each for each in tournament.entries.values() if each.plays(number))
    return replace(draw, requested=tuple(each.id for each in there if number in each.requested))


def _rows(was: Draw | None, now: Draw | None, words: EffectWords, *, by_lot: bool) -> list[Row]:
    """Return the rows of a draw before and afterwards; None if the round is not drawn."""
    before, after = (_described(each, words, by_lot=by_lot) for each in (was, now))
    tables = sorted({each.table for draw in (was, now) if draw for each in draw.pairings})
    names = [*map(words.table, () if by_lot else tables), words.tables, words.sitting_out, words.as_requested]
    return [(name, before.get(name, NOTHING), after.get(name, NOTHING)) for name in names]


def _described(draw: Draw | None, words: EffectWords, *, by_lot: bool) -> dict[str, str]:
    """Return the values of a draw by the names of their rows; only numbers if lots decide it."""
    if draw is None:
        return {}
    if by_lot:
        return {words.tables: str(len(draw.pairings)), words.sitting_out: str(len(draw.byes))}
    return {
        **{words.table(each.table): words.meeting(each) for each in draw.pairings},
        words.sitting_out: words.listed(draw.byes),
        words.as_requested: words.listed(draw.requested),
    }
