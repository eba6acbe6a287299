"""The hand file ``.nought.toml`` (docs/formats.md): one deal for people, in TOML, one action a line.

Reading adds the forced acts that people leave out. A written text reads back as the same document.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from dataclasses import replace
from typing import Any, Final

import msgspec

from domain.engine.facts import CardsDealt, DealSettled, PackShuffled
from replay.notation.consequences import complete
from replay.notation.deal_table import DealTable, make_deal_table, spread
from replay.notation.document import DealDocument, Item
from replay.notation.errors import HandFileError, NotationError
from replay.notation.foreign import foreign_text
from replay.notation.header import VERSION, Head, head_of, read_head
from replay.notation.layout import headings
from replay.notation.lines import read_line, write_line
from replay.notation.rows import Line, Table
from replay.notation.rulesets import name_ruleset, read_ruleset
from replay.notation.toml_text import day, dotted_key, key, lines_of, prose, string, value

ACTS: Final = ("act", "was", "now")
"""The keys of a table whose values are sentences."""
_SEATLESS: Final = re.compile(r"^(?P<mark>\s*(!([a-z0-9_-]{3,})?\s+)?)(?=(deals?|shuffles?)(\s|;|$))", re.IGNORECASE)
"""The place of the seat in a sentence that shuffles or deals, and names no seat."""


class Settlement(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The written part of the settlement; fields left out are computed from the cards."""

    outcome: str | None = None
    tokens: dict[str, int] | None = None
    points: dict[str, int] | None = None
    tricks: dict[str, int] | None = None
    made: bool | None = None
    reasons: list[str] | None = None
    score: dict[str, int] | None = None
    at: str | None = None
    by: str | None = None
    key: str | None = None
    comment: str = ""


class HandFile(Head):
    """A hand file, as parsed from TOML."""

    deal: DealTable | None = None
    actions: list[str | Table] = msgspec.field(default_factory=list)
    settlement: Settlement | None = None
    exact: bool = False
    """Whether the file leaves nothing out, so that reading adds nothing."""


# --- reading --------------------------------------------------------------------------------------


def read_hand(text: str) -> DealDocument:
    """Return the deal of a hand file. Raises `HandFileError` with everything that cannot be read."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise HandFileError(foreign_text(text[:1000].encode()) or f"this is no TOML: {e}") from None
    except ValueError:
        raise HandFileError("a number has too many digits") from None
    version = data.get("nought")
    if version != VERSION:
        problem = "it does not say which" if version is None else f"it says {version!r}"
        raise HandFileError(f"a hand file of version {VERSION} begins with “nought = {VERSION}”; {problem}")
    _write_times(data)
    try:
        file = msgspec.convert(data, HandFile)
        document, rules = read_head(file)
        items = _read_lines(file, lines_of("actions", text))
        items = spread(items, file.deal, rules)
    except msgspec.ValidationError as e:
        raise HandFileError(f"this is no hand file: {e}") from None
    except HandFileError:
        raise
    except NotationError as e:
        raise HandFileError(str(e)) from None
    document = replace(document, items=tuple(items))
    if not file.exact:
        document = replace(document, items=complete(document, settle=file.settlement is None))
    if file.settlement is not None:
        document = replace(
            document, items=(*document.items, _complete_settlement(document, file.settlement, file.exact))
        )
    return document


def _write_times(data: dict[str, Any]) -> None:
    """Replace dates and times of TOML by texts in ISO 8601, wherever a hand file has a time."""
    actions = data.get("actions")
    lines = actions if isinstance(actions, list) else []
    for name, table in (("date", data), ("at", data.get("settlement")), *(("at", line) for line in lines)):
        if isinstance(table, dict) and isinstance(time := table.get(name), datetime.date | datetime.time):
            table[name] = time.isoformat()


def _read_lines(file: HandFile, places: list[int]) -> list[Item]:
    """Return the items of the actions. Raises `HandFileError`, which names every line that cannot be read."""
    _, rules = read_head(file)
    numbered = len(places) == len(file.actions)
    items = []
    problems = []
    for n, line in enumerate(file.actions):
        try:
            item = read_line(_add_dealer(line, file.dealer), rules)
        except NotationError as e:
            problems.append(f"line {places[n]}: {e}" if numbered else f"action {n + 1}: {e}")
        else:
            items.append(replace(item, line=places[n] if numbered else n + 1))
    if problems:
        raise HandFileError("\n".join(problems))
    return items


def _add_dealer(line: Line, dealer: str) -> Line:
    """Return a line; the dealer is added as its seat if the line shuffles or deals and names no seat."""
    if isinstance(line, dict):
        return {
            name: _SEATLESS.sub(rf"\g<mark>{dealer} ", value) if name in ACTS and isinstance(value, str) else value
            for name, value in line.items()
        }
    return _SEATLESS.sub(rf"\g<mark>{dealer} ", line)


def _complete_settlement(document: DealDocument, settlement: Settlement, exact: bool) -> Item:
    """Return the settlement as written, with the fields it leaves out computed from the cards, unless ``exact``.

    Raises `HandFileError` if a field is left out that cannot be computed.
    """
    computed: DealSettled | None = None
    if not exact:
        *_, last = (None, *complete(document))
        if last is not None and isinstance(last.fact, DealSettled):
            computed = last.fact
    before = document.items[-1] if document.items else Item(document.opened)
    outcome, tokens, points, tricks, made = (
        settlement.outcome,
        settlement.tokens,
        settlement.points,
        settlement.tricks,
        settlement.made,
    )
    reasons = None if settlement.reasons is None else tuple(settlement.reasons)
    score = settlement.score
    if computed is not None:
        outcome = computed.outcome if outcome is None else outcome
        tokens = computed.tokens if tokens is None else tokens
        points = computed.points if points is None else points
        tricks = computed.tricks if tricks is None else tricks
        made = computed.made if made is None else made
        reasons = computed.reasons if reasons is None else reasons
        score = computed.score if score is None else score
    if outcome is None or tokens is None or points is None or tricks is None:
        raise HandFileError(
            "the settlement cannot be completed, because the deal is not over by these actions: "
            "write outcome, tokens, points and tricks, or leave it out"
        )
    return Item(
        DealSettled(outcome, tokens, points, tricks, made, reasons or (), score or {}),
        before.at if settlement.at is None else settlement.at,
        before.by if settlement.by is None else settlement.by,
        before.key if settlement.key is None else settlement.key,
        comment=settlement.comment,
    )


# --- writing --------------------------------------------------------------------------------------


def write_hand(document: DealDocument) -> str:
    """Return the hand file of a deal. `read_hand` gives the same document back, its ruleset as it is written today.

    Raises `HandFileError` if a hand file cannot hold the deal.
    """
    ruleset = read_ruleset(name_ruleset(document.opened.ruleset))
    document = replace(document, opened=replace(document.opened, ruleset=ruleset))
    for exact in (False, True):
        text = _write(document, exact=exact)
        try:
            if read_hand(text) == document:
                return text
        except HandFileError:
            if exact:
                raise
    raise HandFileError("this deal holds something that a hand file cannot say")


def _write(document: DealDocument, *, exact: bool) -> str:
    parts = [*_head_lines(document, exact=exact), ""]
    table = make_deal_table(document)
    if table.items:
        parts += [f"{dotted_key('deal', seat)} = {value(hands)}" for seat, hands in table.hands.items()]
        parts += [f"deal.pack = {value(table.pack)}"] if table.pack else []
        parts.append("")
    last = document.items[-1] if document.items else None
    settled = last is not None and isinstance(last.fact, DealSettled) and not last.broke
    items = document.items[:-1] if settled else document.items
    parts.append("actions = [")
    above = ""
    for n, (heading, item) in enumerate(zip(headings(document), items, strict=False)):
        if heading != above:
            parts += [""] * (n > 0) + [f"  # {heading}"]
            above = heading
        parts.append(f"  {value(_line(item, n in table.items))},")
    parts.append("]")
    if settled and last is not None:
        parts += ["", "[settlement]", *_settlement_lines(last, items[-1] if items else Item(document.opened))]
    return "\n".join(parts) + "\n"


def _line(item: Item, tabled: bool) -> Line:
    """Return the line of an item, without its cards if they stand in the deal table (`make_deal_table`)."""
    fact = item.fact
    if isinstance(fact, CardsDealt | PackShuffled) and tabled:
        return write_line(replace(item, fact=type(fact)(fact.seat)))
    if isinstance(fact, CardsDealt) and not fact.hands:
        # A dealing without hands: a line without cards would mean the cards of the deal table.
        about = {name: value for name in ("at", "by", "key", "broke", "comment") if (value := getattr(item, name))}
        return {"fact": fact.TOPIC, "data": {"seat": fact.seat, "hands": {}}, **about}
    return write_line(item)


def _head_lines(document: DealDocument, *, exact: bool) -> list[str]:
    head = head_of(document)
    lines = ["# One deal. How such a file is written: docs/formats.md", f"nought = {head.pop('nought')}"]
    if exact:
        lines.append("exact = true  # nothing was left out: add nothing")
    ruleset = head.pop("ruleset")
    if isinstance(ruleset, dict):
        changes = ruleset.pop("changes", {})
        lines += [f"{dotted_key('ruleset', name)} = {value(item)}" for name, item in ruleset.items()]
        lines += [f"ruleset.changes.{key(path)} = {value(item)}" for path, item in changes.items()]
    else:
        lines.append(f"ruleset = {string(ruleset)}")
    note = head.pop("note", "")
    players = head.pop("players", {})
    dealer = head.pop("dealer")
    for name, item in head.items():
        lines.append(f"{name} = {day(item) if name == 'date' else value(item)}")
    lines += [f"{dotted_key('players', seat)} = {string(name)}" for seat, name in players.items()]
    lines.append(f"dealer = {string(dealer)}")
    return [*lines, "", f"note = {prose(note)}"] if note else lines


def _settlement_lines(item: Item, before: Item) -> list[str]:
    fact = item.fact
    assert isinstance(fact, DealSettled)  # noqa: S101
    lines = [
        f"outcome = {string(fact.outcome)}",
        f"tokens = {value(fact.tokens)}",
        f"points = {value(fact.points)}",
        f"tricks = {value(fact.tricks)}",
    ]
    if fact.made is not None:
        lines.append(f"made = {value(fact.made)}")
    if fact.reasons:
        lines.append(f"reasons = {value(list(fact.reasons))}")
    if fact.score:
        lines.append(f"score = {value(fact.score)}")
    for name in ("at", "by", "key"):
        if getattr(item, name) != getattr(before, name):
            lines.append(f"{name} = {string(getattr(item, name))}")
    if item.comment:
        lines.append(f"comment = {string(item.comment)}")
    return lines
