"""The title and the line of a message, in the language of its account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from api.messages import kinds
from replay.words import messages as words
from store.tables.people.messages import ACCEPTED, DECLINED, TAKEN

if TYPE_CHECKING:
    from api.messages.contents import Content
    from replay.words import Language


_OUTCOMES: Final = {ACCEPTED: words.accepted, DECLINED: words.declined, TAKEN: words.account_taken}


def text_of(language: Language, content: Content) -> tuple[str, str]:
    """Return the title and the line of a message."""
    round_, table = content.round, content.place or words.numbered_table(language, content.table)
    match content.kind:
        case kinds.ROUND:
            line = words.round_drawn(language, round_, table, content.seat, content.partners, content.opponents)
        case kinds.CONFIRM:
            line = words.result_to_confirm(language, round_, table)
        case kinds.RULING:
            line = words.ruling(language, round_, table)
        case kinds.CORRECTION:
            line = words.correction(language, round_, table)
        case kinds.CLUB:
            line = _OUTCOMES[content.outcome](language)
        case _:
            line = words.class_begins(language)
    return content.title or "Nought", line
