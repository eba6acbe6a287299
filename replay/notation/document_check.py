"""Check a document: give its items to a new record, and report the refusals.

The commands of the record judge as for a live deal; this module has no rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final, Literal

import msgspec

from domain.engine.facts import Act, DealReopened, DealSettled, EntryAmended, EntryRetracted, Fact
from domain.engine.parameters import parse
from domain.engine.refusals import CLAUSES, POSSIBLE, Clause, Refusal, Refused
from domain.engine.rules import Rules, rules_of, settle
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.actions import write_action
from replay.notation.consequences import decide, is_foldable
from replay.notation.document import MARKED, DealDocument, Item
from replay.notation.errors import NotationError

Kind = Literal["head", "refused", "irregular", "marked", "came-to-light", "correction", "settlement", "unrecorded"]
ERRORS: Final[frozenset[Kind]] = frozenset({"head", "refused", "correction", "settlement"})


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about one item.

    ``head``: no record book takes the id, a time, the number or a name of the deal. ``refused``: the record would
    refuse the item. ``irregular``: the item broke a rule and is marked so. ``marked``: it is marked so, but broke no
    rule, or another one. ``came-to-light``: later cards show that the item broke a rule. ``correction``: the item
    corrects an act that the record does not have. ``settlement``: the settlement does not follow from the cards.
    ``unrecorded``: nobody wrote the item down, but what follows is possible only with it.
    """

    kind: Kind
    message: str
    code: str = ""
    clause: Clause | None = None
    seat: str | None = None
    allowed: str = ""
    ply: int | None = None
    item: int = 0
    """The index of the item in the document, from 0."""
    line: int = 0
    """The line of the text that the item was read from; 0 if it was not read from a text."""
    text: str = ""
    """The act as a sentence."""

    @property
    def is_error(self) -> bool:
        """Return whether a document with this finding is refused."""
        return self.kind in ERRORS

    def __str__(self) -> str:
        where = "head" if self.kind == "head" else f"line {self.line}" if self.line else f"item {self.item + 1}"
        what = f" “{self.text}”" if self.text else ""
        allowed = f"; {self.allowed}" if self.allowed else ""
        rule = f" [{self.code}, {self.clause}]" if self.clause else ""
        return f"{where}{what}: {self.message}{allowed}{rule}"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check, its findings in the order of the document."""

    findings: tuple[Finding, ...]
    acts: int
    """The number of acts of the effective record."""
    possible: int
    """The number of acts that are possibly legal, but not certainly, because cards are unknown."""
    settled: DealSettled | None
    """The settlement by cards and rulings; None if the deal is not over."""
    abandoned: bool = False

    @property
    def ok(self) -> bool:
        """Return whether the record accepts the document."""
        return not any(finding.is_error for finding in self.findings)

    @property
    def clean(self) -> bool:
        """Return whether there are no findings at all."""
        return not self.findings


def check(document: DealDocument) -> Report:
    """Check a document by the commands of a record. Return the report."""
    rules = _rules_of(msgspec.json.encode(document.opened.ruleset))
    if report := _faultless(document, rules):
        return report
    return check_record(Record(document.opened, Stamp(1, document.at, document.by), rules), document)


@lru_cache(maxsize=256)
def _rules_of(resolved: bytes) -> Rules:
    """Return the rules of a resolved ruleset, given as JSON."""
    return rules_of(parse(msgspec.json.decode(resolved)))


def _faultless(document: DealDocument, rules: Rules) -> Report | None:
    """Return the report on a deal without findings; None if the whole check is needed.

    All acts must be legal, all cards known, and the settlement right. Most deals of an archive pass here, in a third of
    the time of the whole check.
    """
    if not document.items:
        return None
    *items, end = document.items
    s = rules.start(document.opened.dealer)
    for item in items:
        if item.broke or item.is_added or not isinstance(item.fact, Act) or rules.take(s, item.fact) is not None:
            return None
    settled = settle(s)
    if s.vague or settled is None or end.fact != settled:
        return None
    return Report((), len(items), 0, settled)


def check_record(record: Record, document: DealDocument) -> Report:
    """Give the items of a document to a new record. Return the report."""
    findings: list[Finding] = []
    reported: set[int] = set()
    for n, item in enumerate(document.items):
        for finding in _check_item(record, item, n):
            findings.append(finding)
            reported.add(n)
        if is_foldable(record, item.fact):
            record.fold(item.fact, Stamp(n + 2, item.at, item.by))
    verdicts = record.verdicts()
    for ply, (entry, verdict) in enumerate(zip(record.entries, verdicts, strict=True)):
        n = entry.stamp.version - 2
        if isinstance(verdict, Refusal) and n not in reported:
            findings.append(_refusal("came-to-light", verdict, document.items[n], n, ply))
    findings += _check_end(record, document)
    findings.sort(key=lambda finding: finding.item)
    possible = sum(verdict is POSSIBLE for verdict in verdicts)
    settled = record.due_settlement
    return Report(tuple(findings), len(record.entries), possible, settled, record.abandoned)


def _check_item(record: Record, item: Item, n: int) -> Iterable[Finding]:
    """Yield the findings on one item."""
    fact = item.fact
    ply = len(record.entries) if isinstance(fact, Act) else getattr(fact, "ply", None)
    if isinstance(fact, DealSettled | DealReopened):
        yield from _check_settlement(record, item, n)
        return
    if item.is_added:
        message = "nobody recorded this; what follows is possible only with it"
        yield Finding("unrecorded", message, ply=ply, item=n, line=item.line, text=_text(fact))
    if isinstance(fact, EntryAmended | EntryRetracted) and is_foldable(record, fact):
        stands = record.entries[fact.ply].entered
        if stands != fact.was:
            message = f"at ply {fact.ply} stands {_text(stands)}, not {_text(fact.was)}"
            yield Finding("correction", message, ply=ply, item=n, line=item.line)
            return
    refusal = _find_refusal(record, fact)
    if refusal is not None:
        kind: Kind = "irregular" if item.broke and is_foldable(record, fact) else "refused"
        yield _refusal(kind, refusal, item, n, ply)
        if kind == "irregular" and item.broke not in (MARKED, refusal.code):
            yield _marked_finding(f"marked as {item.broke}, but what it broke is {refusal.code}", item, n, ply)
    elif item.broke:
        broke = "" if item.broke == MARKED else f" as {item.broke}"
        yield _marked_finding(f"marked{broke}, but it broke no rule that can be seen here", item, n, ply)


def _find_refusal(record: Record, fact: Fact) -> Refusal | None:
    """Return why the record would refuse a fact. Returns None if it would not."""
    if isinstance(fact, Act):
        return record.refusal(fact)
    try:
        decide(record, fact)
    except Refused as e:
        return e.refusal
    return None


def _marked_finding(message: str, item: Item, n: int, ply: int | None) -> Finding:
    clause = CLAUSES.get(item.broke)
    seat = getattr(item.fact, "seat", None)
    text = _text(item.fact)
    return Finding("marked", message, item.broke, clause, seat, ply=ply, item=n, line=item.line, text=text)


def _refusal(kind: Kind, refusal: Refusal, item: Item, n: int, ply: int | None) -> Finding:
    return Finding(
        kind,
        refusal.message,
        refusal.code,
        refusal.clause,
        refusal.seat,
        refusal.allowed,
        ply,
        n,
        item.line,
        _text(item.fact),
    )


def _check_settlement(record: Record, item: Item, n: int) -> Iterable[Finding]:
    """Yield a finding if a settlement or a reopening does not follow from the cards."""
    computed = record.due_settlement
    fact = item.fact
    message = ""
    if isinstance(fact, DealReopened):
        if computed is not None:
            message = "the deal is reopened, but it is over by these actions"
    elif computed is None:
        message = "the deal is settled, but it is not over by these actions"
    elif isinstance(fact, DealSettled) and fact != computed:
        message = "; ".join(
            f"{field.name} is {_value(getattr(fact, field.name))}, but by the cards "
            f"{_value(getattr(computed, field.name))}"
            for field in fields(DealSettled)
            if getattr(fact, field.name) != getattr(computed, field.name)
        )
    if message:
        yield Finding("settlement", message, item=n, line=item.line)


def _check_end(record: Record, document: DealDocument) -> Iterable[Finding]:
    computed = record.due_settlement
    if computed is not None and record.settlement is None and not record.abandoned:
        message = f"the deal is over and has no settlement; by the cards it is {_value(computed.tokens)}"
        yield Finding("settlement", message, item=len(document.items))


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _text(fact: Fact) -> str:
    if not isinstance(fact, Act):
        return ""
    try:
        return write_action(fact)
    except NotationError:
        return type(fact).__name__
