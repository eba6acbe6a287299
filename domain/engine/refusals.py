"""Refusals: who, what, and what would be allowed. Codes are permanent; each cites the rule it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.engine.values import SeatName, seat_letters

if TYPE_CHECKING:
    from domain.engine.values import Value


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a rule stands: the rule document and the heading in it."""

    document: str
    heading: str

    def __str__(self) -> str:
        return f"{self.document} “{self.heading}”"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is against the rules, as far as what is known of the cards can show.

    Both sentences are msgids: English, with the names of values in braces. `message` and `allowed` are the English
    words; `replay.words.refusals` says them in any language. A value never tells a card that the viewer cannot know.
    """

    code: str
    seat: str | None
    msgid: str
    """The sentence that says what was done against the rules."""
    allowed_msgid: str = ""
    """The sentence that says what would be allowed; empty if nothing would."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """The values named in both sentences, except ``who``, which is always the seat."""
    cited: Clause | None = None
    """The rule that was broken, where a parameter of the ruleset decides it (`domain.engine.clauses`)."""

    @property
    def clause(self) -> Clause:
        """The rule that was broken."""
        return self.cited or CLAUSES[self.code]

    @property
    def named(self) -> dict[str, Value]:
        """The values by the names that the sentences have for them."""
        return {"who": SeatName(self.seat), **self.values} if self.seat is not None else {**self.values}

    @property
    def message(self) -> str:
        """The breach in an English sentence."""
        return self.msgid.format_map(self.named)

    @property
    def allowed(self) -> str:
        """The acts that would be allowed, in English; empty if none would."""
        return self.allowed_msgid.format_map(self.named)

    def __str__(self) -> str:
        return f"{self.message}; {self.allowed}" if self.allowed_msgid else self.message


class Possible:
    """The verdict on an act that may or may not be within the rules: too few cards are known. Falsy."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "POSSIBLE"


POSSIBLE: Final = Possible()

Verdict = Refusal | Possible | None
"""None: certainly legal. POSSIBLE: legal for all that is known. A `Refusal`: certainly not."""


class Refused(Exception):
    """An act that was not recorded, with the `Refusal` that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


_RECORD = Clause("architecture", "One deal, end to end")
_DEAL = Clause("000", "Deal")

CLAUSES: Final[dict[str, Clause]] = {
    "wrong-stage": _RECORD,
    "deal-over": _RECORD,
    "no-result": _RECORD,
    "confirmed": _RECORD,
    "no-ruling": _RECORD,
    "unknown-seat": Clause("000", "Players and Cards"),
    "unknown-card": Clause("000", "Players and Cards"),
    "no-such-ply": _RECORD,
    "no-change": _RECORD,
    "not-your-seat": _RECORD,
    "disclosure": _RECORD,
    # shuffling, cutting, dealing
    "not-the-dealer": _DEAL,
    "not-the-pack": Clause("000", "Players and Cards"),
    "cut-not-yours": _DEAL,
    "cut-depth": _DEAL,
    "deal-count": _DEAL,
    "deal-duplicate": _DEAL,
    "deal-against-pack": _DEAL,
}
"""The rule behind each refusal code. Codes never change once stored; those of a game are added by `add_codes`."""

ONLY_NOTED: Final[dict[str, Clause]] = {
    "look-at-pack": Clause("001", "Note on Shuffling"),
}
"""The breaches that only people can tell: looking, talking, hurrying. No stage refuses with these codes."""

CLAUSES.update(ONLY_NOTED)


def add_codes(codes: Mapping[str, Clause], noted: Mapping[str, Clause]) -> None:
    """Add the codes of a game: those of its refusals, and those of breaches that only people can tell."""
    CLAUSES.update(codes)
    CLAUSES.update(noted)
    ONLY_NOTED.update(noted)


def refuse(code: str, seat: str | None, msgid: str, allowed: str = "", /, **values: Value) -> Refusal:
    """Return a refusal. Both sentences must be written out in the call, where `web.catalogues` finds them.

    Raises KeyError if no clause stands behind the code.
    """
    if code not in CLAUSES:
        raise KeyError(code)
    return Refusal(code, seat, msgid, allowed, values)


def no_seat(seat: str, seats: Iterable[str]) -> Refusal:
    """Return the refusal of a seat that the game does not have. ``seats``: those that it has."""
    return refuse(
        "unknown-seat",
        seat,
        "there is no seat {seat}",
        "the seats are {seats}",
        seat=seat,
        seats=seat_letters(seats),
    )


def no_ply(ply: int, first: int, last: int) -> Refusal:
    """Return the refusal of a ply that the deal does not have. ``first``, ``last``: the range of those it has."""
    return refuse(
        "no-such-ply",
        None,
        "there is no ply {ply}",
        "plies {first} to {last}",
        ply=ply,
        first=first,
        last=last,
    )
