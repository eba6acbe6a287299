"""The texts of messages to players: a title and a line, in the language of the account.

``table``: the club's name of a table, else the words of `numbered_table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.cards import Seat
    from replay.words import Language


def numbered_table(language: Language, number: int) -> str:
    """Return the words for a table of a round that has no name in the club."""
    return language.gettext("table %(number)d", number=number)


def round_drawn(
    language: Language, round_: int, table: str, seat: Seat, partners: Sequence[str], opponents: Sequence[str]
) -> str:
    """Return the line about a table of a round. ``partners`` and ``opponents``: empty if they are not shown."""
    where = language.gettext(
        "Round %(round)d: %(table)s, %(seat)s.", round=round_, table=table, seat=language.seat(seat)
    )
    people = []
    if partners:
        people.append(language.gettext("With %(names)s.", names=language.together(partners)))
    if opponents:
        people.append(language.gettext("Against %(names)s.", names=language.together(opponents)))
    return " ".join((where, *people))


def result_to_confirm(language: Language, round_: int, table: str) -> str:
    """Return the line about a result that waits for the confirmation of a side."""
    return language.gettext(
        "Round %(round)d, %(table)s: a result waits for your confirmation.", round=round_, table=table
    )


def ruling(language: Language, round_: int, table: str) -> str:
    """Return the line about a ruling. ``round_``: 0 if it is about no table of a round."""
    if not round_:
        return language.gettext("A ruling concerns you.")
    return language.gettext("Round %(round)d, %(table)s: a ruling concerns you.", round=round_, table=table)


def correction(language: Language, round_: int, table: str) -> str:
    """Return the line about a deal that was corrected. ``round_``: 0 if it belongs to no table of a round."""
    if not round_:
        return language.gettext("The record of a deal that you played was corrected.")
    return language.gettext(
        "Round %(round)d, %(table)s: the record of a deal that you played was corrected.",
        round=round_,
        table=table,
    )


def class_begins(language: Language) -> str:
    """Return the line about a class of the club that begins."""
    return language.gettext("A class of your club begins. Ask the teacher for its code.")


def accepted(language: Language) -> str:
    """Return the line about a request to join a club that was accepted."""
    return language.gettext("The club has accepted your request.")


def declined(language: Language) -> str:
    """Return the line about a request to join a club that was declined."""
    return language.gettext("The club has declined your request. If you play there, speak to its officials.")


def account_taken(language: Language) -> str:
    """Return the line about an account that was taken from a player of a club."""
    return language.gettext("Your account is no player of the club any more. If that is wrong, speak to its officials.")


def unsubscribe(language: Language, address: str) -> str:
    """Return the last line of a mail, with the address that ends such mails."""
    return language.gettext("To get no more mails like this: %(address)s", address=address)
