"""The register of requests of people, in parts: those that wait for an answer first, then the others, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.clock import now

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger
    from domain.removal.requests import PersonRequest


def requests_of(
    ledger: Ledger, club: UUID, limit: int | None = None, cursor: str = ""
) -> tuple[list[dict[str, Any]], str | None]:
    """Return some requests of a club as `schemas.people.RequestLine`, and the cursor of the next part.

    ``limit``: the most of them, None for all. Raises `ValueError` for a cursor that no part gave.
    """
    today = now()[:10]
    after = _read_cursor(cursor) if cursor else None
    entered = sorted(ledger.requests.get(club).entered.values(), key=_place)
    rest = [each for each in entered if after is None or _place(each) > after]
    part = rest if limit is None else rest[:limit]
    return [_line(each, today) for each in part], _cursor(part[-1]) if len(part) < len(rest) else None


def corrections_of(ledger: Ledger, club: UUID, player: UUID) -> list[dict[str, Any]]:
    """Return the corrections that a player has asked for in a club, newest first, as `requests_of` does."""
    today = now()[:10]
    entered = ledger.requests.get(club).entered.values()
    own = [each for each in entered if each.about and each.person == str(player)]
    return [_line(each, today) for each in sorted(own, key=lambda each: -each.number)]


def count_waiting(ledger: Ledger, club: UUID) -> int:
    """Return how many requests of a club wait for an answer."""
    return sum(not each.answered for each in ledger.requests.get(club).entered.values())


def _place(each: PersonRequest) -> tuple[bool, int, int]:
    """Return the place of a request in the list: by its last day while it waits, then by the day of its answer."""
    day = int((each.answered or each.due).replace("-", ""))
    return (True, -day, -each.number) if each.answered else (False, day, each.number)


def _cursor(each: PersonRequest) -> str:
    is_answered, day, number = _place(each)
    return f"{int(is_answered)}.{abs(day)}.{abs(number)}"


def _read_cursor(cursor: str) -> tuple[bool, int, int]:
    parts = cursor.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise ValueError(cursor)
    is_answered, day, number = map(int, parts)
    return (True, -day, -number) if is_answered else (False, day, number)


def _line(each: PersonRequest, today: str) -> dict[str, Any]:
    return {
        "number": each.number,
        "kind": each.kind,
        "person": each.person,
        "received": each.received,
        "due": each.due,
        "by": each.by,
        **({"about": each.about, "text": each.text} if each.about else {}),
        **({"answered": each.answered, "how": each.how} if each.answered else {"days_left": each.days_left(today)}),
    }
