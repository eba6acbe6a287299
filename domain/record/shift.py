"""Insert a missed card, and give the cards after it to the seats that played them.

A recorder who misses a card gives the next card to the seat of the missed one, and so on. Once the missed card is
inserted, each later card belongs to the seat to act.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.consequences import apply_both, apply_consequences, consequence, table_state
from domain.engine.facts import Act, CardPlayed, EntryAmended, EntryInserted, EntryRetracted
from domain.engine.onward import find_implied_acts, find_implied_passes
from domain.engine.refusals import Refusal
from domain.record.entries import Stamp

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.facts import Fact
    from domain.engine.rules import Rules
    from domain.engine.state import State
    from domain.record.folding import FoldedDeal


def insert_and_shift(record: FoldedDeal, ply: int, now: Act, why: str) -> list[Fact]:
    """Return the insertion of an act before ``ply`` and the corrections that give each later card to the seat to act.

    The acts between the cards that no scribe need write, such as a look at the face-down cards, move to their new
    places. A card that was recorded out of turn, or as the indicator, stays with its seat.
    """
    marks = _mark_entries(record, ply)
    draft = record.draft()
    facts: list[Fact] = []

    def correct(fact: Fact) -> None:
        draft.fold(fact, Stamp())
        facts.append(fact)

    correct(EntryInserted(ply, now, why))
    s, table = _states(draft, ply + 1)
    place = ply + 1
    while place < len(draft.entries):
        fact = _correction(draft, place, marks, s, table, why)
        if fact is not None:
            correct(fact)
        if not isinstance(fact, EntryRetracted):
            apply_both(draft.rules, s, table, draft.entries[place].act)
            place += 1
    return facts


@dataclass(slots=True)
class _Marks:
    """The versions of entries: those that no scribe need write, and the cards that stay with their seats."""

    unwritten: set[int] = field(default_factory=set)
    kept: set[int] = field(default_factory=set)


def _states(record: FoldedDeal, ply: int) -> tuple[State, State]:
    """Return the state of the record before a ply, and the public state."""
    s = record.rules.start(record.dealer)
    for entry in record.entries[:ply]:
        record.rules.apply(s, entry.act)
    return s, table_state(record.rules, record.dealer, record.acts[:ply])


def _mark_entries(record: FoldedDeal, ply: int) -> _Marks:
    """Mark the entries from a ply on, as they stand before the shift."""
    rules, marks = record.rules, _Marks()
    s, table = _states(record, ply)
    for entry in record.entries[ply:]:
        act = entry.act
        if isinstance(act, CardPlayed):
            if act.indicator or act.seat != next_to_play(rules, s, table):
                marks.kept.add(entry.stamp.version)
        elif act == consequence(rules, s, table) or _is_implied(record, act, s, table):
            marks.unwritten.add(entry.stamp.version)
        apply_both(rules, s, table, act)
    return marks


def _correction(draft: FoldedDeal, place: int, marks: _Marks, s: State, table: State, why: str) -> Fact | None:
    """Return the correction at a place where the states ``s`` and ``table`` stand; None if the entry is right."""
    entry, rules = draft.entries[place], draft.rules
    if (owed := consequence(rules, s, table)) is not None:
        return None if entry.act == owed else EntryInserted(place, owed, why)
    if entry.stamp.version in marks.unwritten:
        is_in_place = _is_implied(draft, entry.act, s, table)
        return None if is_in_place else EntryRetracted(place, entry.entered, why)
    if not isinstance(entry.act, CardPlayed):
        return None
    seat = next_to_play(rules, s, table)
    if entry.stamp.version in marks.kept or seat is None:
        seat = entry.act.seat
    for implied in find_implied_acts(rules, s, table, replace(entry.act, seat=seat, down=False))[:1]:
        return EntryInserted(place, implied, why)
    if seat == entry.act.seat:
        return None
    is_down = _lies_down(rules, s, replace(entry.act, seat=seat))
    # Cards that were disclosed stay named.
    return EntryAmended(place, entry.entered, replace(entry.disclosed, seat=seat, down=is_down), why)  # type: ignore[call-arg]


def _is_implied(record: FoldedDeal, act: Act, s: State, table: State) -> bool:
    """Return whether the next card implies the act, so that no scribe need write it."""
    return any(act == record.game.fill(s, implied) for implied in find_implied_passes(record.rules, s, table)[:1])


def _lies_down(rules: Rules, s: State, act: CardPlayed) -> bool:
    """Return whether a card lies face down at its new place: as recorded, unless only the other way can be right."""
    other = replace(act, down=not act.down)
    is_wrong = act.card != UNKNOWN and isinstance(rules.judge(s, act), Refusal)
    return other.down if is_wrong and not isinstance(rules.judge(s, other), Refusal) else act.down


def next_to_play(rules: Rules, s: State, table: State) -> Seat | None:
    """Return the seat that plays the next card, after the acts that this card implies; None if no card can come."""
    s, table = s.copy(), table.copy()
    for act in find_implied_passes(rules, s, table):
        apply_both(rules, s, table, act)
        apply_consequences(rules, s, table)
    seat = rules.to_act(table)
    if seat is None or not any(isinstance(act, CardPlayed) for act in rules.legal(table, seat)):
        return None
    return seat
