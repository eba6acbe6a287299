"""Read imported deals, and compare them with recorded ones.

The lines are stored unchanged. An act that certainly breaks a rule is stored as it happened, with the code of the
refusal. A line that makes no sense (a card the game does not have, a correction of an act that does not exist, a
settlement that does not follow from the cards) raises `BadLine` with its number.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.engine.cards import UNKNOWN
from domain.engine.facts import (
    Act,
    CapsRuled,
    CardsDisclosed,
    CardSealed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealOpened,
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
    SealOpened,
    ViolationRuled,
)
from domain.engine.parameters import is_same_game
from domain.engine.refusals import Refusal, Refused
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import Term, sentence
from domain.engine.words.worded import value_of
from domain.kernel.commands import RECORDER, check_text
from domain.kernel.commands import name as name_of
from domain.kernel.errors import Declined
from domain.kernel.moments import check_time, is_day, moment_or_day
from domain.record.aggregate import Deal, check_opening, check_words
from domain.record.imported_deal import Entered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.events import Recorded
    from domain.record.imported_deal import ImportedDeal
    from domain.record.record import Record

MOST_LINES: Final = 5000
"""The most lines of one deal; a deal without corrections has fewer than 150."""
PLAYER: Final = sentence("a player")
EVENT: Final = sentence("the event")
SOURCE: Final = sentence("the source")
TABLE: Final = sentence("the table")
MATCH: Final = sentence("the match")
CLUB: Final = sentence("the club")


class BadLine(Declined):
    """Raised when a line of an imported deal cannot be stored."""

    def __init__(self, line: int, message: Term | str, code: str = "import-line") -> None:
        if line:
            super().__init__(code, sentence("line {line}: {message}", line=line, message=message))
        else:
            super().__init__(code, sentence("{message}", message=message))
        self.line = line
        """The number of the line, counted from 1; 0 is the opening."""
        self.message = message
        """The message without the line."""

    def renumbered(self, line: int) -> BadLine:
        """Return the same error about the line of another number."""
        return BadLine(line, self.message, self.code)


class UnmarkedBreach(BadLine):
    """Raised when acts of an imported deal break rules and are not marked so. ``line``: the first of them."""

    def __init__(self, line: int, broke: Refusal, count: int) -> None:
        if count == 1:
            message = sentence("{breach}; the file does not mark this breach with “!”", breach=broke.whole)
        else:
            message = sentence(
                "{breach}; the file marks none of its {count} breaches with “!”", breach=broke.whole, count=count
            )
        super().__init__(line, message, "import-breach")


def read_through(imported: ImportedDeal, latest: str = "") -> Deal:
    """Return the aggregate of an imported deal, with all its events pending. Raises `BadLine`.

    ``latest``: the latest time that the deal may have; any if empty.
    """
    deal = Deal(imported.id)
    deal.take(imported.opened, check_head(imported, latest), imported.by)
    keep = _LineCompleter(deal) if imported.complete else _LineKeeper(deal)
    line = Entered(imported.opened, imported.at, imported.by)
    unmarked: list[tuple[int, Refusal]] = []
    for n, line in enumerate(imported.lines, 1):
        try:
            keep.line(line.fact, _time(line.at, latest), line.by)
        except (Refused, Declined) as error:
            if unmarked:
                break  # what follows a breach may make no sense because of it
            raise BadLine(n, value_of(error)) from error
        if imported.strict and not line.broke and keep.broke is not None:
            unmarked.append((n, keep.broke))
    if unmarked:
        raise UnmarkedBreach(*unmarked[0], len(unmarked))
    settled = deal.record.due_settlement
    if settled not in (None, deal.record.settlement) and not deal.record.abandoned:
        deal.take(settled, moment_or_day(line.at), line.by)
    return deal


def check_head(imported: ImportedDeal, latest: str = "") -> str:
    """Check the opening, the names, the texts and the number of lines. Return the time of the opening as it is stored.

    Raises `BadLine`. ``latest``: as in `read_through`.
    """
    try:
        _check_texts(imported)
        _check_names(imported)
        check_opening(imported.opened)
        return _time(imported.at, latest)
    except (RulesetError, Refused, Declined) as error:
        raise BadLine(0, value_of(error)) from error


def _check_texts(deal: ImportedDeal) -> None:
    """Raise `Declined` for a character that no text may hold. Each ruleset is checked once (benchmark row 18)."""
    opened = deal.opened
    try:
        _check_ruleset(msgspec.json.encode(opened.ruleset))
    except UnicodeEncodeError:
        check_text(opened.ruleset)
    check_text((deal.at, deal.by, replace(opened, ruleset={}), deal.lines))


@lru_cache(maxsize=128)
def _check_ruleset(ruleset: bytes) -> None:
    """Raise `Declined` if a ruleset in JSON holds a character that no text may hold."""
    check_text(msgspec.json.decode(ruleset))


def _check_names(deal: ImportedDeal) -> None:
    """Raise `Declined` for a name that commands would decline, and for more than `MOST_LINES` lines."""
    if len(deal.lines) > MOST_LINES:
        raise Declined(
            "import-lines",
            "the deal has {number} lines; the most is {most}",
            number=len(deal.lines),
            most=MOST_LINES,
        )
    opened = deal.opened
    names = [(RECORDER, by) for by in {deal.by, *(line.by for line in deal.lines)}]
    names += [(PLAYER, player) for player in opened.players.values()]
    names += [(EVENT, opened.event), (SOURCE, opened.source)]
    names += [(TABLE, opened.table or ""), (MATCH, opened.match or ""), (CLUB, opened.club or "")]
    for what, name in names:
        if name:
            name_of(name, what)


def _time(at: str, latest: str) -> str:
    """Return a time in its stored form. Raises `Declined` if it is invalid, too early, or after ``latest``."""
    time = moment_or_day(at)
    if latest:
        check_time(time, latest)
    return time


class _LineKeeper:
    """Adds every line to the deal unchanged. `line` raises `Refused` or `Declined` for a line that makes no sense."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.broke: Refusal | None = None
        """Why the act of the last line is against the rules; None if it is not."""

    def line(self, fact: Fact, at: str, by: str) -> None:
        record = self.deal.record
        check_words(record.rules, fact)
        self.broke = None
        match fact:
            case Act():
                verdict = record.rules.judge(record.state, fact)
                self.broke = verdict if isinstance(verdict, Refusal) else None
            case EntryAmended(ply, was) | EntryRetracted(ply, was):
                _check_same(record, ply, was)
                check_words(record.rules, was)
            case EntryInserted(ply):
                if not 0 <= ply <= len(record.entries):
                    raise Declined("ply", "there is no entry {ply} to insert before", ply=ply)
            case CardsDisclosed():
                record.disclose(fact)
            case IrregularityNoted():
                record.note(fact)
            case CapsRuled():
                record.rule_caps(fact)
            case ViolationRuled():
                record.rule_violation(fact)
            case ResultAssigned():
                record.assign(fact)
            case DealAnnulled(why):
                record.annul(why)
            case RulingLifted():
                record.lift(fact)
            case DealSettled():
                _check_consequence(fact, record.due_settlement)
            case DealConfirmed(seat):
                record.confirm(seat)
            case DealAbandoned():
                record.abandon(fact.why)
            case DealWithdrawn():
                self.deal.check_not_withdrawn()
            case DealRestored():
                self.deal.check_withdrawn()
            case DealReopened() | CardSealed() | SealOpened():
                pass
            case _:
                raise Declined("fact", "{fact} is no line of a deal", fact=fact.TOPIC or type(fact).__name__)
        if isinstance(fact, EntryAmended | EntryInserted):
            check_words(record.rules, fact.now)
        self.deal.take(fact, at, by, broke=self.broke.code if self.broke else "")


class _LineCompleter(_LineKeeper):
    """Also adds compelled acts and the settlement where they are missing, as a command at the table does."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.compelled: list[Act] = []
        """The compelled acts that were added after the last line; the next lines may repeat them."""

    def line(self, fact: Fact, at: str, by: str) -> None:
        record = self.deal.record
        self.broke = None
        if isinstance(fact, DealSettled):
            _check_consequence(fact, record.due_settlement)
            if record.settlement != fact:
                self.deal.take(fact, at, by)
            return
        if not isinstance(fact, Act):
            super().line(fact, at, by)
            return
        if self.compelled and type(fact) is type(self.compelled[0]) and fact.seat == self.compelled[0].seat:
            known = self.compelled.pop(0)
            if not _agrees(fact, known):
                raise Declined(
                    "import-compelled", "{act}, but the cards compel {other}", act=_words(fact), other=_words(known)
                )
            return
        check_words(record.rules, fact)
        proposals = record.act(fact, as_it_happened=True)
        self.broke = proposals[0].broke
        self.compelled = [each.fact for each in proposals[1:] if isinstance(each.fact, Act)]
        self.deal.take_all(proposals, at, by)


def _check_same(record: Record, ply: int, was: Act) -> None:
    if not 0 <= ply < len(record.entries):
        raise Declined("ply", "there is no entry {ply}", ply=ply)
    if record.entries[ply].entered != was:
        raise Declined(
            "ply",
            "entry {ply} is {act}, not {other}",
            ply=ply,
            act=_words(record.entries[ply].entered),
            other=_words(was),
        )


def _check_consequence(imported: DealSettled, follows: DealSettled | None) -> None:
    """Raise `Declined` if the imported settlement is not the one that follows from the cards."""
    if imported == follows:
        return
    if follows is None:
        raise Declined("import-settlement", "the deal is finished, but the cards do not end it")
    name = next(f.name for f in fields(imported) if getattr(imported, f.name) != getattr(follows, f.name))
    raise Declined(
        "import-settlement",
        "{name} {value}; from the cards follows {other}",
        name=name,
        value=repr(getattr(imported, name)),
        other=repr(getattr(follows, name)),
    )


def _agrees(imported: Any, known: Any) -> bool:
    """Return whether an imported value equals the known one or leaves it unknown."""
    if imported == known or imported in (UNKNOWN, (), {}):
        return True
    if isinstance(imported, Act):
        return all(_agrees(getattr(imported, f.name), getattr(known, f.name)) for f in fields(imported))
    if isinstance(imported, dict):
        return all(seat in known and card in (UNKNOWN, known[seat]) for seat, card in imported.items())
    return False


def _words(fact: Fact) -> str:
    """Return a fact on one line."""
    values = [str(value) for f in fields(fact) if (value := getattr(fact, f.name)) not in ("", (), {}, None)]
    return f"{type(fact).__name__} {' '.join(values)}".rstrip()


def difference(stored: Sequence[Recorded], imported: Sequence[Recorded]) -> Term | None:
    """Return a sentence on the first difference between two deals with the same id; None if they are the same."""
    for n, (ours, theirs) in enumerate(zip(stored, imported, strict=False)):
        where = sentence("line {number}", number=n) if n else sentence("the opening")
        if not _is_same(ours.fact, theirs.fact):
            return _first(where, ours.fact, theirs.fact)
        if not _is_same_time(ours.at, theirs.at):
            return sentence("{where} was recorded at {was}, here at {now}", where=where, was=ours.at, now=theirs.at)
        if ours.by != theirs.by:
            return sentence("{where} was recorded by {was}, here by {now}", where=where, was=ours.by, now=theirs.by)
    number = min(len(stored), len(imported))
    if len(stored) > number:
        return sentence("line {number}, {fact}, is only recorded", number=number, fact=_words(stored[number].fact))
    if len(imported) > number:
        return sentence(
            "line {number}, {fact}, is only in the import", number=number, fact=_words(imported[number].fact)
        )
    return None


def _is_same_time(ours: str, theirs: str) -> bool:
    """Return whether two times are the same; older versions stored a day as its first moment in UTC."""
    return ours == theirs or (is_day(theirs) and ours == f"{theirs}T00:00:00.000Z")


def _is_same(ours: Fact, theirs: Fact) -> bool:
    """Return whether two facts are the same; a ruleset may be stored with older or newer parameters."""
    if isinstance(ours, DealOpened) and isinstance(theirs, DealOpened) and is_same_game(ours.ruleset, theirs.ruleset):
        theirs = replace(theirs, ruleset=ours.ruleset)
    return ours == theirs


def _first(where: Term, ours: Fact, theirs: Fact) -> Term:
    """Return a sentence on the difference of two facts; of two openings the first one, of two rulesets the keys."""
    if isinstance(ours, DealOpened) and isinstance(theirs, DealOpened):
        for f in fields(ours):
            if (was := getattr(ours, f.name)) != (now := getattr(theirs, f.name)):
                if f.name == "ruleset":
                    return sentence(
                        "{where} is recorded as played by the ruleset {was}, here with other rules ({now})",
                        where=where,
                        was=str(was.get("key")),
                        now=str(now.get("key")),
                    )
                return sentence(
                    "{where} is recorded as {name} {was}, here {now}",
                    where=where,
                    name=f.name,
                    was=repr(was),
                    now=repr(now),
                )
    return sentence("{where} is recorded as {was}, here it is {now}", where=where, was=_words(ours), now=_words(theirs))
