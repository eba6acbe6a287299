"""Refusals: who, what, and what would be allowed. Codes are permanent; each cites the rule it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.facts import Act


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a rule stands: the rule document and the heading in it."""

    document: str
    heading: str

    def __str__(self) -> str:
        return f"{self.document} “{self.heading}”"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is against the rules, as far as what is known of the cards can show."""

    code: str
    seat: str | None
    message: str
    allowed: str = ""
    """What would be allowed, in words; empty when nothing would."""
    cited: Clause | None = None
    """The rule that was broken, where a parameter of the ruleset decides it (`domain.engine.clauses`)."""

    @property
    def clause(self) -> Clause:
        """The rule that was broken."""
        return self.cited or CLAUSES[self.code]

    def __str__(self) -> str:
        return f"{self.message}; {self.allowed}" if self.allowed else self.message


class Possible:
    """The verdict on an act that may or may not be within the rules: too few cards are known. Falsy."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "POSSIBLE"


POSSIBLE: Final = Possible()

Reason = tuple[str, str, str]
"""Why something may not be done now, before anybody asked for it: the code of the refusal that it would meet,
what would be said after the name of the seat, and what would be allowed."""

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


def refuse(code: str, seat: str | None, message: str, allowed: str = "") -> Refusal:
    """A refusal with a known code."""
    if code not in CLAUSES:
        raise KeyError(code)
    return Refusal(code, seat, message, allowed)


def refuse_seat(name: str, act: Act, barred: Reason) -> Refusal:
    """The refusal of an act that the seat of that name is barred from."""
    code, what, allowed = barred
    return refuse(code, act.seat, f"{name} {what}", allowed)
