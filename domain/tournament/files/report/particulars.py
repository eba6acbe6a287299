"""The particulars of a report file that Nought does not record: the place of a tournament, and its arbiters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.engine.words.texts import unfit_in_a_line
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from domain.engine.words.values import Term

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

    def checked(text: str, what: Term) -> str:
        text = text.strip()
        if len(text) > LONGEST or unfit_in_a_line(text):
            raise Declined("report-file", "{what} is one line of up to {most} characters", what=what, most=LONGEST)
        return text

    federation = checked(particulars.federation, sentence("the federation")).upper()
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        raise Declined(
            "report-file",
            "a federation is three letters, such as SUI, not {federation}",
            federation=repr(federation[:20]),
        )
    return Particulars(
        checked(particulars.city, sentence("the city")),
        federation,
        checked(particulars.arbiter, sentence("the arbiter")),
        tuple(text for each in particulars.deputies if (text := checked(each, sentence("a deputy arbiter")))),
    )
