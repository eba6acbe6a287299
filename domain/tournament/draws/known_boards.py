"""Boards of a draw that an entry knows already, since it played them instead of others (Law 15B, `wrong_board`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.tournament.draws.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.tournament.state import Draw, Entry, EntryId


def known_boards(
    draw: Draw, played: Mapping[EntryId, Collection[int]], entries: Mapping[EntryId, Entry]
) -> list[str]:  # fmt: skip
    """Return a sentence for each board of a table that an entry there has played instead of another board.

    ``played``: those boards by entry (`wrong_board.boards_played`).
    """
    return [
        str(sentence(Reason.KNOWS_BOARD, table=pairing.table, board=board, name=entries[entry].name))
        for pairing in draw.pairings
        for entry in pairing.entries
        for board in sorted(set(played.get(entry, ())) & set(pairing.boards))
    ]
