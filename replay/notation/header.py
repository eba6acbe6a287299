"""The head of a deal, which both formats share: game, players, time and event."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from domain.engine.facts import DealOpened
from domain.engine.parameters import parse
from domain.engine.rules import Rules, rules_of
from replay.notation.document import DealDocument
from replay.notation.errors import NotationError
from replay.notation.rulesets import name_ruleset, read_ruleset
from replay.notation.words import read_seat

VERSION = 1
"""The version of both formats. Files of other versions are refused."""


class Head(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fields before the actions, in both formats."""

    nought: int
    ruleset: str | dict[str, Any]
    dealer: str
    id: str = ""
    players: dict[str, str] = {}
    event: str = ""
    date: str = ""
    table: str | None = None
    number: int = 1
    match: str | None = None
    club: str | None = None
    source: str = ""
    scribe: str = ""
    key: str = ""
    note: str = ""


def head_of(document: DealDocument) -> dict[str, Any]:
    """Return the fields of the `Head` of a document, without empty ones."""
    opened = document.opened
    head = Head(
        nought=VERSION,
        ruleset=name_ruleset(opened.ruleset),
        dealer=opened.dealer,
        id=document.id,
        players=opened.players,
        event=opened.event,
        date=document.at,
        table=opened.table,
        number=opened.number,
        match=opened.match,
        club=opened.club,
        source=opened.source,
        scribe=document.by,
        key=document.key,
        note=opened.note,
    )
    fields: dict[str, Any] = msgspec.to_builtins(head)
    return fields


@lru_cache(maxsize=256)
def _resolve(named: bytes) -> tuple[dict[str, Any], Rules]:
    """Return the ruleset of a name, given as JSON: the resolved ruleset, and its rules."""
    resolved = read_ruleset(msgspec.json.decode(named))
    return resolved, rules_of(parse(resolved))


def read_head(head: Head) -> tuple[DealDocument, Rules]:
    """Return the document of a head, without items, and its rules.

    Raises `NotationError` for an unknown ruleset or seat.
    """
    resolved, rules = _resolve(msgspec.json.encode(head.ruleset, order="sorted"))
    try:
        dealer = read_seat(head.dealer, rules)
        players = {read_seat(seat, rules): name for seat, name in head.players.items()}
    except NotationError as e:
        raise NotationError(f"head of the deal: {e}") from None
    opened = DealOpened(
        ruleset=resolved,
        dealer=dealer,
        players=players,
        number=head.number,
        match=head.match,
        table=head.table,
        club=head.club,
        event=head.event,
        source=head.source,
        note=head.note,
    )
    return DealDocument(opened, (), head.id, head.date, head.scribe, head.key), rules
