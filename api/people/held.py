"""Find what is kept about a person, for requests and pages: it is found at once, or the request is told to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.people.subjects import accounts_of, is_found_at_once
from api.problems import Problem
from api.services import services
from domain.engine.words.values import sentence
from domain.removal.facts import PersonForgotten, TextRemoved
from store.events.texts import former

if TYPE_CHECKING:
    from uuid import UUID

    from api.people.subjects import Subject
    from domain.kernel.ports import HeldTexts

MOST_TEXTS: Final = 200
"""The most texts that are quoted."""
WAIT: Final = 10
"""The seconds after which a request may ask again while a book of before is being read."""


def kept_of(subject: Subject) -> HeldTexts:
    """Return what is kept about a person. Raises `Problem` (503) while the server reads a book of an older version."""
    if not is_found_at_once(services()):
        raise Problem(
            "busy",
            sentence("The server is still reading in which deals names stand, once after it was upgraded."),
            headers={"Retry-After": str(WAIT)},
        )
    return services().ledger.forgetting.find(subject.club, subject.names, subject.player)


def held_by(subject: Subject) -> dict[str, Any]:
    """Return what is kept about a person: `schemas.people.HeldAnswer`."""
    kept = kept_of(subject)
    quoted = [{"id": str(each.stream), "text": each.text} for each in kept.texts[:MOST_TEXTS]]
    return {
        "names": list(subject.names),
        "player": str(subject.player) if subject.player else None,
        "kept": len(kept.digests),
        "in": dict(sorted(kept.kinds.items())),
        "texts": quoted,
        "accounts": len(accounts_of(services(), subject)),
        "more_texts": len(kept.texts) - len(quoted),
    }


def removals_of(club: UUID | None) -> list[dict[str, Any]]:
    """Return the removals of a club, newest first: `schemas.people.RemovalLine`."""
    unfinished = {each.former: each for each in services().texts_of_people.lists.progress(club) if each.left}
    lines = []
    for version, event in enumerate(services().ledger.forgetting.get(club).done, 1):
        line: dict[str, Any] = {"version": version, "at": event.at, "by": event.by}
        match event.fact:
            case PersonForgotten(number, _, _, texts, streams):
                line |= {"kind": "person", "called": former(number), "texts": texts, "streams": streams}
                if progress := unfinished.get(former(number)):
                    line |= {"lists": progress.left, "of_lists": progress.lists}
            case TextRemoved(stream, removed, why):
                line |= {"kind": "text", "id": stream, "event": removed, "why": why}
        lines.append(line)
    return lines[::-1]
