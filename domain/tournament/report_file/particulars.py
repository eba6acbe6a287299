"""The particulars of a report file that Nought does not record: the place of a tournament, and its arbiters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from domain.ledger.errors import Declined
from domain.texts import unfit_in_a_line

LONGEST: Final = 60
"""The most characters of a particular."""
MOST_DEPUTIES: Final = 10


@dataclass(frozen=True, slots=True)
class Particulars:
    """The particulars of a report file that Nought does not record."""

    city: str = ""
    federation: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()


def check_particulars(particulars: Particulars) -> Particulars:
    """Return particulars without surrounding spaces. Raises `Declined` for a text that does not fit into a line."""

    def checked(text: str, what: str) -> str:
        text = text.strip()
        if len(text) > LONGEST or unfit_in_a_line(text):
            raise Declined("report-file", f"{what} is one line of up to {LONGEST} characters")
        return text

    federation = checked(particulars.federation, "the federation").upper()
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        raise Declined("report-file", f"a federation is three letters, such as SUI, not {federation[:20]!r}")
    return Particulars(
        checked(particulars.city, "the city"),
        federation,
        checked(particulars.arbiter, "the arbiter"),
        tuple(text for each in particulars.deputies if (text := checked(each, "a deputy arbiter"))),
    )
