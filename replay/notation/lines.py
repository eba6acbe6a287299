"""Lines of a deal: a sentence for an act, or a small table for any fact (docs/formats.md).

Both formats share these lines. A sentence may begin with ``!code`` (recorded as it happened, against that rule) and end
with ``; comment``. A table has one key that names its kind.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.engine.facts import (
    Act,
    CapsRuled,
    CardsDisclosed,
    CardSealed,
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
    SealOpened,
    ViolationRuled,
)
from domain.engine.rules import Rules
from domain.games import TOPICS
from replay.notation.actions import parse_action, write_action
from replay.notation.document import MARKED, Item
from replay.notation.errors import NotationError
from replay.notation.rows import (
    ROWS,
    AbandonedRow,
    ActRow,
    AmendRow,
    AnnulledRow,
    AssignedRow,
    CapsRow,
    ConfirmedRow,
    Disclosure,
    DisclosureRow,
    FactRow,
    InsertRow,
    IrregularityRow,
    LiftedRow,
    Line,
    ReopenedRow,
    RestoredRow,
    RetractRow,
    Row,
    SealedRow,
    SettledRow,
    Table,
    UnsealedRow,
    ViolationRow,
    WithdrawnRow,
)
from replay.notation.words import LONGEST_PLY, read_card, read_cards, read_seat, write_card, write_cards

_MARK: Final = re.compile(r"!(?P<code>[a-z0-9_-]{3,})?\s*(?P<rest>.*)", re.DOTALL)


# --- reading --------------------------------------------------------------------------------------


def read_line(line: Line, rules: Rules | None = None) -> Item:
    """Return the item of a line. Raises `NotationError`, which quotes the line, if it cannot be read."""
    if isinstance(line, str):
        return _read_sentence(line, rules)
    row = _row(line)
    try:
        fact, broke = _fact(row, rules)
    except msgspec.ValidationError as e:
        raise NotationError(f"{_short(line)}: {e}") from None
    return Item(fact, row.at, row.by, row.key, row.broke or broke, row.comment)


@lru_cache(maxsize=4096)  # Most sentences stand in many deals: benchmark row 17.
def _read_sentence(line: str, rules: Rules | None) -> Item:
    """Return the item of a line that is a sentence, with or without a comment.

    Raises `NotationError` if it cannot be read.
    """
    sentence, semicolon, comment = line.partition(";")
    if semicolon and not sentence.strip():
        raise NotationError(f"{line!r} is only a comment: a comment stands after an act")
    act, broke = read_marked(sentence, rules)
    return Item(act, broke=broke, comment=comment.strip())


def read_marked(sentence: str, rules: Rules | None = None) -> tuple[Act, str]:
    """Return the act of a sentence, and the code of the rule that it is marked to have broken; empty if it is not."""
    m = _MARK.fullmatch(sentence.strip())
    if m is None:
        return parse_action(sentence, rules), ""
    return parse_action(m["rest"], rules), m["code"] or MARKED


def _row(line: Table) -> Row:
    if not isinstance(line, dict):
        raise NotationError(f"{line!r} is no line: write a sentence or a table")
    kinds = [name for name in ROWS if name in line]
    if len(kinds) != 1:
        problem = " and ".join(kinds) if kinds else "none of them"
        raise NotationError(f"{_short(line)}: one of {', '.join(ROWS)} names what a line is; here it is {problem}")
    try:
        return msgspec.convert(line, ROWS[kinds[0]])
    except msgspec.ValidationError as e:
        raise NotationError(f"{_short(line)}: {e}") from None


def _short(line: Table) -> str:
    text = repr(line)
    return text if len(text) <= 120 else text[:117] + "…"


def _fact(row: Row, rules: Rules | None) -> tuple[Fact, str]:
    match row:
        case ActRow(act=text):
            return read_marked(text, rules)
        case FactRow():
            return _raw(row.fact, row.data), ""
        case AmendRow():
            return EntryAmended(row.amend, _act(row.was, rules), _act(row.now, rules), row.why), ""
        case InsertRow():
            return EntryInserted(row.insert, _act(row.now, rules), row.why), ""
        case RetractRow():
            return EntryRetracted(row.retract, _act(row.was, rules), row.why), ""
        case DisclosureRow():
            return _read_disclosure(row.disclose, rules), ""
        case IrregularityRow():
            seat = None if row.seat is None else read_seat(row.seat, rules)
            return IrregularityNoted(row.ply, row.irregularity, seat, row.note), ""
        case CapsRow():
            return CapsRuled(row.caps, read_seat(row.seat, rules), row.why), ""
        case ViolationRow():
            return ViolationRuled(read_seat(row.seat, rules), row.violation, row.why), ""
        case AssignedRow():
            return ResultAssigned(_by_team(row.assigned, rules), row.why), ""
        case AnnulledRow():
            return DealAnnulled(row.annulled), ""
        case LiftedRow():
            seat = None if row.seat is None else read_seat(row.seat, rules)
            return RulingLifted(row.lifted, seat, row.code, row.why), ""
        case SettledRow():
            tokens, points, tricks, score = (
                _by_team(numbers, rules) for numbers in (row.tokens, row.points, row.tricks, row.score)
            )
            return DealSettled(row.settled, tokens, points, tricks, row.made, tuple(row.reasons), score), ""
        case ConfirmedRow():
            return DealConfirmed(read_seat(row.confirmed, rules)), ""
        case SealedRow():
            return CardSealed(read_seat(row.seat, rules), row.sealed, row.entry), ""
        case UnsealedRow():
            seat, card = read_seat(row.seat, rules), read_card(row.card, rules)
            return SealOpened(seat, row.unsealed, card, row.salt), ""
        case ReopenedRow():
            return DealReopened(row.reopened), ""
        case AbandonedRow():
            return DealAbandoned(row.abandoned), ""
        case WithdrawnRow():
            return DealWithdrawn(row.withdrawn, row.imported), ""
        case RestoredRow():
            return DealRestored(row.restored), ""
    raise AssertionError(row)


def _by_team(numbers: dict[str, int], rules: Rules | None) -> dict[str, int]:
    """Return the numbers with the teams in the order of the game: canonical JSON sorts them by name."""
    teams = rules.ruleset.seating.teams if rules else ()
    return {team: numbers[team] for team in teams if team in numbers} | numbers


def _act(line: Line, rules: Rules | None) -> Act:
    """Return an act inside a correction, from a sentence or a table. Raises `NotationError` for any other table."""
    if isinstance(line, str):
        return parse_action(line, rules)
    row = _row(line)
    if not isinstance(row, FactRow):
        raise NotationError(f"{_short(line)}: an act is needed here")
    return _raw(row.fact, row.data)


def _raw(topic: str, data: Table) -> Act:
    kind = TOPICS.get(topic)
    if kind is None or not issubclass(kind, Act):
        raise NotationError(f"{topic!r} is no act that this version knows")
    return msgspec.convert(data, kind)


def _read_disclosure(disclosure: Disclosure, rules: Rules | None) -> CardsDisclosed:
    plies = {}
    for ply, card in disclosure.plies.items():
        if not ply.isdecimal() or len(ply) > LONGEST_PLY:
            raise NotationError(f"{ply!r} is no ply: the acts of a deal are numbered from 0")
        plies[int(ply)] = read_card(card, rules)
    hands = {
        read_seat(seat, rules): tuple(read_cards(batch, rules) for batch in batches)
        for seat, batches in disclosure.hands.items()
    }
    return CardsDisclosed(hands, plies)


# --- writing --------------------------------------------------------------------------------------


def write_line(item: Item) -> Line:
    """Return the line of an item: a sentence if it holds everything, else a table."""
    about = {name: getattr(item, name) for name in ("at", "by", "key", "comment")}
    fact = item.fact
    try:
        row = _written(fact, item.broke, about)
    except NotationError:
        if not isinstance(fact, Act):
            raise
        raw = msgspec.to_builtins(fact, str_keys=True)
        row = FactRow(fact=fact.TOPIC, data=_without_none(raw), broke=item.broke, **about)
    if isinstance(row, ActRow) and not (item.at or item.by or item.key) and _fits(item.comment):
        return f"{row.act} ; {item.comment}" if item.comment else row.act
    table: Table = msgspec.to_builtins(row)
    return table


def _fits(comment: str) -> bool:
    """Return whether a comment can stand at the end of a sentence."""
    return comment == comment.strip() and "\n" not in comment and "\r" not in comment


def _written(fact: Fact, broke: str, about: dict[str, str]) -> Row:
    if isinstance(fact, Act):
        sentence = write_action(fact)
        if broke and broke != MARKED and not re.fullmatch(r"[a-z0-9_-]{3,}", broke):
            return ActRow(act=sentence, broke=broke, **about)
        return ActRow(act=f"!{broke.replace(MARKED, '')} {sentence}" if broke else sentence, **about)
    rest: dict[str, Any] = {**about, "broke": broke}
    match fact:
        case EntryAmended():
            return AmendRow(amend=fact.ply, was=_write_act(fact.was), now=_write_act(fact.now), why=fact.why, **rest)
        case EntryInserted():
            return InsertRow(insert=fact.ply, now=_write_act(fact.now), why=fact.why, **rest)
        case EntryRetracted():
            return RetractRow(retract=fact.ply, was=_write_act(fact.was), why=fact.why, **rest)
        case CardsDisclosed():
            plies = {str(ply): write_card(fact.plies[ply]) for ply in sorted(fact.plies)}
            hands = {seat: list(map(write_cards, fact.hands[seat])) for seat in sorted(fact.hands)}
            return DisclosureRow(disclose=Disclosure(plies, hands), **rest)
        case IrregularityNoted():
            return IrregularityRow(irregularity=fact.code, ply=fact.ply, seat=fact.seat, note=fact.note, **rest)
        case CapsRuled():
            return CapsRow(caps=fact.verdict, seat=fact.seat, why=fact.why, **rest)
        case ViolationRuled():
            return ViolationRow(violation=fact.code, seat=fact.seat, why=fact.why, **rest)
        case ResultAssigned():
            return AssignedRow(assigned=fact.gains, why=fact.why, **rest)
        case DealAnnulled():
            return AnnulledRow(annulled=fact.why, **rest)
        case RulingLifted():
            return LiftedRow(lifted=fact.ruling, seat=fact.seat, code=fact.code, why=fact.why, **rest)
        case DealSettled():
            return SettledRow(
                settled=fact.outcome,
                tokens=fact.tokens,
                points=fact.points,
                tricks=fact.tricks,
                made=fact.made,
                reasons=list(fact.reasons),
                score=fact.score,
                **rest,
            )
        case DealConfirmed():
            return ConfirmedRow(confirmed=fact.seat, **rest)
        case CardSealed():
            return SealedRow(sealed=fact.digest, seat=fact.seat, entry=fact.entry, **rest)
        case SealOpened():
            card = write_card(fact.card)
            return UnsealedRow(unsealed=fact.digest, seat=fact.seat, card=card, salt=fact.salt, **rest)
        case DealReopened():
            return ReopenedRow(reopened=fact.why, **rest)
        case DealAbandoned():
            return AbandonedRow(abandoned=fact.why, **rest)
        case DealWithdrawn():
            return WithdrawnRow(withdrawn=fact.why, imported=fact.of_import, **rest)
        case DealRestored():
            return RestoredRow(restored=fact.why, **rest)
    raise NotationError(f"a deal has no line for {type(fact).__name__}")


def _write_act(act: Act) -> Line:
    try:
        return write_action(act)
    except NotationError:
        return {"fact": act.TOPIC, "data": _without_none(msgspec.to_builtins(act, str_keys=True))}


def _without_none(data: Table) -> Table:
    return {name: value for name, value in data.items() if value is not None}
