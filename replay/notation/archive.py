"""A complete deal as one line of JSON, for programs. docs/formats.md describes the layout.

The same document always gives the same line: it is canonical JSON (RFC 8785).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final, NoReturn

import msgspec

from domain.engine.facts import DealOpened
from domain.engine.words.values import Term
from replay.notation.document import DealDocument, Item
from replay.notation.errors import ArchiveError, NotationError
from replay.notation.header import VERSION, Head, head_of, read_head
from replay.notation.lines import read_line, write_line
from replay.notation.rows import Table


class Stamps(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Times, persons and command keys, item by item. Null repeats the previous value; nulls at the end are left out."""

    at: list[str | None] = []
    by: list[str | None] = []
    key: list[str | None] = []


class ArchivedDeal(Head):
    """A line of the archive."""

    lines: list[str | Table]
    stamps: Stamps | None = None


OLD_ENCODING: Final = (
    "core: this is the encoding of older versions, which is not read any more; "
    "write the deal again with “nought export” from the record book that holds it"
)

_encode: Final = msgspec.json.Encoder(order="sorted").encode
"""Write canonical JSON: the keys are ASCII and all numbers are whole, so sorting is all that RFC 8785 asks for."""


def write_archived(document: DealDocument) -> bytes:
    """Return the line of a document, without its line end."""
    return _encode(to_archived(document))


def to_archived(document: DealDocument) -> ArchivedDeal:
    """Return the line of a document as a value."""
    head = head_of(document)
    read_head(msgspec.convert(head, Head))
    items = document.items
    stamps = Stamps(
        *(_changes([getattr(item, name) for item in items], getattr(document, name)) for name in ("at", "by", "key"))
    )
    lines = [write_line(replace(item, at="", by="", key="")) for item in items]
    return ArchivedDeal(lines, _some(stamps), **head)


def _some(stamps: Stamps) -> Stamps | None:
    return stamps if stamps.at or stamps.by or stamps.key else None


def _changes(words: Sequence[str], before: str) -> list[str | None]:
    """Return each word that differs from the one before it, else None; without the last ones if they are None."""
    changes: list[str | None] = []
    for word in words:
        changes.append(None if word == before else word)
        before = word
    while changes and changes[-1] is None:
        changes.pop()
    return changes


def _expand(changes: Sequence[str | None], before: str, count: int, name: str) -> list[str]:
    """Return the words from the result of `_changes`. Raises `ArchiveError` if it has more than ``count`` entries."""
    if len(changes) > count:
        raise ArchiveError(f"stamps.{name}: {len(changes)} entries for {count} items")
    words = []
    for word, _ in zip_longest(changes, range(count)):
        before = before if word is None else word
        words.append(before)
    return words


# --- reading --------------------------------------------------------------------------------------


def read_archived(line: bytes) -> DealDocument:
    """Return the deal of a line. Raises `ArchiveError` with the reason if the line holds no deal."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as e:
        raise ArchiveError(f"not UTF-8: byte {e.start + 1} is {line[e.start]:#04x}") from None
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_whole)
    except json.JSONDecodeError as e:
        raise ArchiveError(f"no JSON: {e.msg} at character {e.pos + 1}") from None
    except RecursionError:
        raise ArchiveError("no JSON of this archive: nested too deeply") from None
    except NotationError:
        raise
    except ValueError as e:
        raise ArchiveError(f"no JSON: {e}") from None
    if not isinstance(data, dict):
        raise ArchiveError("a line is one JSON object")
    version = data.get("nought")
    if version != VERSION or isinstance(version, bool):
        shown = f"{version!r}" if "nought" in data else "missing"
        raise ArchiveError(f"nought: the version is {shown}; this reads version {VERSION}")
    if "core" in data:
        raise ArchiveError(OLD_ENCODING)
    try:
        return document_of_line(msgspec.convert(data, ArchivedDeal))
    except msgspec.ValidationError as e:
        raise ArchiveError(str(e)) from None
    except ArchiveError:
        raise
    except NotationError as e:
        raise ArchiveError(e.sentence) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ArchiveError(f"the key {twice!r} stands twice in one object")
    return members


def _no_number(word: str) -> NoReturn:
    raise ArchiveError(f"no JSON: {word} is no number")


def _whole(word: str) -> NoReturn:
    raise ArchiveError(f"{word}: every number of an archive is whole")


def document_of_line(line: ArchivedDeal) -> DealDocument:
    """Return the document of a line. Raises `ArchiveError` with the reason if the line holds no deal."""
    document, rules = read_head(line)
    items = []
    for n, entry in enumerate(line.lines):
        try:
            item = read_line(entry, rules)
        except NotationError as e:
            raise ArchiveError(Term("{text}: {reason}", {"text": f"lines[{n}]", "reason": e.sentence})) from None
        if isinstance(item.fact, DealOpened):
            raise ArchiveError(f"lines[{n}]: the head opens the deal")
        items.append(item)
    if line.stamps or document.at or document.by or document.key:
        items = _stamp(items, line.stamps or Stamps(), document)
    return replace(document, items=tuple(items))


def _stamp(items: list[Item], stamps: Stamps, document: DealDocument) -> list[Item]:
    ats = _expand(stamps.at, document.at, len(items), "at")
    bys = _expand(stamps.by, document.by, len(items), "by")
    keys = _expand(stamps.key, document.key, len(items), "key")
    return [
        Item(item.fact, at, by, key, item.broke, item.comment)
        for item, at, by, key in zip(items, ats, bys, keys, strict=True)
    ]
