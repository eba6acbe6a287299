"""Refusals of acts: the seat, the breach, and the allowed acts. Codes are permanent, and each cites a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import SeatName, Term, seat_letters, sentence
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from domain.engine.words.values import Value


@dataclass(frozen=True, slots=True)
class Clause:
    """The source of a rule: the rule document and the heading in it."""

    document: str
    heading: str

    @property
    def is_rule(self) -> bool:
        """Return whether it is in a rule document; another one is a document of Nought, or a parameter."""
        return self.document.isdecimal()

    def __str__(self) -> str:
        return f"{self.document} “{self.heading}”"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an act is against the rules, as far as the known cards show it.

    Both sentences are msgids: English, with the names of values in braces. `message` and `allowed` are the English
    sentences; `replay.words.refusals` writes them in any language. A value never names a card that the viewer cannot
    know.
    """

    code: str
    seat: str | None
    msgid: str
    """The sentence on the breach."""
    allowed_msgid: str = ""
    """The sentence on the allowed acts; empty if there are none."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """The values named in both sentences, except ``who``, which is always the seat."""
    cited: Clause | None = None
    """The clause, if the ruleset or the deal decides it (`domain.engine.clauses`); None: the clause of the code."""

    @property
    def clause(self) -> Clause:
        """Return the clause of the rule that was broken."""
        return self.cited or CLAUSES[self.code]

    @property
    def named(self) -> dict[str, Value]:
        """Return the values by their names in the sentences, with the seat as ``who``."""
        return {"who": SeatName(self.seat), **self.values} if self.seat is not None else {**self.values}

    @property
    def message(self) -> str:
        """Return the sentence on the breach in English."""
        return self.msgid.format_map(self.named)

    @property
    def allowed(self) -> str:
        """Return the sentence on the allowed acts in English; empty if there are none."""
        return self.allowed_msgid.format_map(self.named)

    @property
    def whole(self) -> Term:
        """Return the whole refusal as one sentence."""
        message = Term(self.msgid, self.named)
        if not self.allowed_msgid:
            return message
        return sentence("{message}; {allowed}", message=message, allowed=Term(self.allowed_msgid, self.named))

    def __str__(self) -> str:
        return f"{self.message}; {self.allowed}" if self.allowed_msgid else self.message


class Possible:
    """The verdict on an act of which too few cards are known to tell whether it is legal. Falsy."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "POSSIBLE"


POSSIBLE: Final = Possible()

Verdict = Refusal | Possible | None
"""The verdict on an act. None: certainly legal; POSSIBLE: legal as far as the cards are known; `Refusal`: illegal."""


class Refused(WordedError):
    """Raised when an act is not recorded because it is against the rules; has the `Refusal`, and its code."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.whole)
        self.refusal = refusal
        self.code = refusal.code


_RECORD = Clause("architecture", "One deal, end to end")
_DEAL = Clause("000", "Deal")

CLAUSES: Final[dict[str, Clause]] = {
    "wrong-stage": _RECORD,
    "deal-over": _RECORD,
    "no-result": _RECORD,
    "confirmed": _RECORD,
    "no-ruling": _RECORD,
    "assigned-teams": _RECORD,
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
    # a card shown without being played
    "card-exposed": Clause("004", "Communication"),
    "exposed-not-held": Clause("000", "Players and Cards"),
}
"""The clause of each refusal code. Codes never change once stored; `add_codes` adds those of each game."""

ONLY_NOTED: Final[dict[str, Clause]] = {
    "look-at-pack": Clause("001", "Note on Shuffling"),
}
"""The breaches that only people can notice, such as looking at cards or talking. No stage refuses with these codes."""

CLAUSES.update(ONLY_NOTED)

COMMON: Final = frozenset(CLAUSES)
"""The codes that all games have."""

SLIPS: Final = frozenset(
    {"unknown-seat", "unknown-card", "not-the-pack", "deal-duplicate", "deal-against-pack", "exposed-not-held"}
)
"""The common codes that only a faulty record has: no player can break these rules with real cards."""


def add_codes(codes: Mapping[str, Clause], noted: Mapping[str, Clause]) -> None:
    """Add the codes of a game: those of its refusals, and those of breaches that only people can notice."""
    CLAUSES.update(codes)
    CLAUSES.update(noted)
    ONLY_NOTED.update(noted)


def refuse(code: str, seat: str | None, msgid: str, allowed: str = "", /, **values: Value) -> Refusal:
    """Return a refusal. Both sentences must be literals in the call, where `web.catalogues` finds them.

    Raises KeyError if the code has no clause.
    """
    if code not in CLAUSES:
        raise KeyError(code)
    return Refusal(code, seat, msgid, allowed, values)


def no_seat(seat: str, seats: Iterable[str]) -> Refusal:
    """Return the refusal of a seat that the game does not have. ``seats``: the seats of the game."""
    return refuse(
        "unknown-seat",
        seat,
        "there is no seat {seat}",
        "the seats are {seats}",
        seat=seat,
        seats=seat_letters(seats),
    )


def no_ply(ply: int, first: int, last: int) -> Refusal:
    """Return the refusal of a ply that the deal does not have. ``first``, ``last``: the range of its plies."""
    if last < first:
        return refuse("no-such-ply", None, "there is no entry {ply}", "nothing is recorded yet", ply=ply)
    return refuse(
        "no-such-ply",
        None,
        "there is no entry {ply}",
        "the steps are {first} to {last}",
        ply=ply,
        first=first,
        last=last,
    )
