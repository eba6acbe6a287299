"""Add the forced acts that people leave out: reveals, the indicator taken back, the settlement.

`complete` adds them as the record would have stored them. Written items stay unchanged. `add_unrecorded` adds only acts
that nobody wrote down though they must have happened, such as the cut, and the settlement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.engine.facts import (
    Act,
    CapsRuled,
    CardsDealt,
    CardsDisclosed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealReopened,
    DealRestored,
    DealSettled,
    DealWithdrawn,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    ResultAssigned,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.onward import find_unrecorded_acts
from domain.engine.refusals import Refused
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.document import DealDocument, Item

PLIES: Final = EntryAmended | EntryInserted | EntryRetracted


def complete(document: DealDocument, *, settle: bool = True) -> tuple[Item, ...]:
    """Return the items with the facts that follow from them. ``settle``: whether to add the settlement at the end."""
    record = Record(document.opened, Stamp())
    items: list[Item] = []
    due: list[Fact] = []

    def put(item: Item) -> None:
        if is_foldable(record, item.fact):
            record.fold(item.fact, Stamp(len(items) + 2))
        items.append(item)

    cause = Item(document.opened)
    for n, item in enumerate(document.items):
        if due and not _is_between(document.items[n:], due[0]):
            if _answers(item.fact, due[0]):
                filled = _fill_cards(record, item)
                expected = due.pop(0)
                put(filled)
                if filled.fact != expected:
                    due = []
                continue
            if not item.broke:
                for fact in due:
                    put(_follows(fact, cause))
            due = []
        if isinstance(item.fact, IrregularityNoted):
            put(item)
            continue
        for silent in _unrecorded(record, item):
            put(silent)
        before, fact, due = _consequences(record, item)
        for earlier in before:
            put(_follows(earlier, item))
        cause = replace(item, fact=fact)
        put(cause)
    for fact in due:
        if settle or not isinstance(fact, DealSettled):
            put(_follows(fact, cause))
    return tuple(items)


def add_unrecorded(document: DealDocument) -> DealDocument:
    """Return the document with the acts that nobody recorded, and the settlement if it is over and has none.

    A dealing without cards gets those that pack and cut give, or unknown ones.
    """
    record = Record(document.opened, Stamp())
    items: list[Item] = []

    def put(item: Item) -> None:
        if is_foldable(record, item.fact):
            record.fold(item.fact, Stamp(len(items) + 2))
        items.append(item)

    for item in document.items:
        for earlier in _unrecorded(record, item):
            put(earlier)
        fact = _dealt(record, item.fact)
        put(item if fact is item.fact else replace(item, fact=fact))
    settled = record.due_settlement
    if settled not in (None, record.settlement) and not record.abandoned:
        put(_follows(settled, items[-1]))
    return document if tuple(items) == document.items else replace(document, items=tuple(items))


def _unrecorded(record: Record, item: Item) -> list[Item]:
    """Return the acts before an item that nobody recorded; none before an item that is marked with ``!``."""
    fact = _dealt(record, item.fact)
    if not isinstance(fact, Act) or item.broke or record.over or record.refusal(fact) is None:
        return []
    if not is_foldable(record, fact):
        return []
    missing = find_unrecorded_acts(record.rules, record.state, record.table(), fact)
    return [replace(_follows(act, item), is_added=True) for act in missing]


def _is_between(items: Sequence[Item], due: Fact) -> bool:
    """Return whether the items begin with a note and the due fact comes after it."""
    fact = next((item.fact for item in items if not isinstance(item.fact, IrregularityNoted)), None)
    return fact is not items[0].fact and fact is not None and _answers(fact, due)


def is_foldable(record: Record, fact: Fact) -> bool:
    """Return whether the record can fold the fact: its plies and seats exist."""
    seats = record.rules.place
    if isinstance(fact, Act):
        return fact.seat in seats
    acts = [getattr(fact, name) for name in ("was", "now") if hasattr(fact, name)]
    if any(act.seat not in seats for act in acts) or getattr(fact, "seat", None) not in (None, *seats):
        return False
    last = len(record.entries)
    match fact:
        case EntryInserted():
            return 0 <= fact.ply <= last
        case EntryAmended() | EntryRetracted():
            return 0 <= fact.ply < last
        case CardsDisclosed():
            return all(0 <= ply < last for ply in fact.plies)
    return True


def decide(record: Record, fact: Fact, *, as_it_happened: bool = False) -> list[Fact]:
    """Return the facts that the record would store for a fact. Raises `Refused` if the record refuses it."""
    match fact:
        case Act():
            proposals = record.act(fact, as_it_happened=as_it_happened)
        case EntryAmended():
            proposals = record.amend(fact.ply, fact.now, fact.why)
        case EntryInserted():
            proposals = record.insert(fact.ply, fact.now, fact.why)
        case EntryRetracted():
            proposals = record.retract(fact.ply, fact.why)
        case CardsDisclosed():
            proposals = record.disclose(fact)
        case IrregularityNoted():
            proposals = record.note(fact)
        case CapsRuled():
            proposals = record.rule_caps(fact)
        case ViolationRuled():
            proposals = record.rule_violation(fact)
        case ResultAssigned():
            proposals = record.assign(fact)
        case DealAnnulled():
            proposals = record.annul(fact.why)
        case RulingLifted():
            proposals = record.lift(fact)
        case DealConfirmed():
            proposals = record.confirm(fact.seat)
        case DealAbandoned():
            proposals = record.abandon(fact.why)
        case DealWithdrawn():
            proposals = record.withdraw(fact.why, fact.of_import)
        case DealRestored():
            proposals = record.restore(fact.why)
        case _:
            return [fact]
    return [proposal.fact for proposal in proposals]


def _consequences(record: Record, item: Item) -> tuple[list[Fact], Fact, list[Fact]]:
    """Return the facts to store before an item, the item's fact in full, and the facts to store after it."""
    fact = _dealt(record, item.fact)
    if not is_foldable(record, fact):
        return [], fact, []
    try:
        facts = decide(record, fact, as_it_happened=True)
    except Refused:
        return [], fact, []
    if isinstance(fact, Act):
        return [], facts[0], facts[1:]
    if fact not in facts:
        return [], fact, []
    at = facts.index(fact)
    return facts[:at], fact, facts[at + 1 :]


def _dealt(record: Record, fact: Fact) -> Fact:
    """Return a dealing without cards with the cards that pack and cut give, or unknown ones; other facts unchanged."""
    if isinstance(fact, CardsDealt) and not fact.hands and fact.seat in record.rules.place:
        for act in record.rules.legal(record.state, fact.seat):
            if isinstance(act, CardsDealt):
                return act
    return fact


def _fill_cards(record: Record, item: Item) -> Item:
    """Return an item with the cards of its act that the record knows; unchanged if the record refuses the act."""
    if not isinstance(item.fact, Act) or not is_foldable(record, item.fact):
        return item
    try:
        return replace(item, fact=decide(record, item.fact, as_it_happened=True)[0])
    except Refused:
        return item


def _answers(fact: Fact, due: Fact) -> bool:
    """Return whether a fact is of the kind that is due, for the same seat or ply."""
    if isinstance(fact, DealSettled | DealReopened):
        return isinstance(due, DealSettled | DealReopened)
    if type(fact) is not type(due):
        return False
    if isinstance(fact, PLIES) and isinstance(due, PLIES):
        return fact.ply == due.ply
    return getattr(fact, "seat", None) == getattr(due, "seat", None)


def _follows(fact: Fact, cause: Item) -> Item:
    """Return an item with the time, person and key of the item that it follows from."""
    return Item(fact, cause.at, cause.by, cause.key)
