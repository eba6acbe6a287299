"""Sentences about a wrong board: what the law says, and what follows at other tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.tournament.rulings.board_fault_commands import WrongBoardChecked
    from replay.words import Language


def notes(language: Language, checked: WrongBoardChecked, board: int, instead: int) -> list[str]:
    """Return the sentences that explain a wrong board before it is recorded."""
    _ = language.gettext
    names = checked.table.setting.names
    if checked.before:
        first = _(
            "%(names)s had played board %(board)s before: the result does not count (Law 15B).",
            names=language.together(names[entry] for entry in checked.before),
            board=board,
        )
    else:
        first = _(
            "Nobody at the table had played board %(board)s before: the result stands for it (Law 15B).", board=board
        )
    return [
        first,
        _("Board %(board)s, which was not played, gets the artificial scores.", board=instead),
        *(
            _(
                "Round %(round)s, table %(table)s is still to play board %(board)s, with %(name)s, who now knows it: "
                "give the board an artificial score there.",
                round=other.setting.round,
                table=other.setting.table,
                board=board,
                name=names[entry],
            )
            for other, entry in checked.to_come
        ),
    ]
