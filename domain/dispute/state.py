"""The parts of a dispute: its status, facts, evidence, signed ruling and appeal, and the officials who decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from domain.dispute.facts import AppealDecided, AppealLodged, EvidenceGiven, Ruling, RulingSigned

OPEN: Final = "open"
RULED: Final = "ruled"
APPEALED: Final = "appealed"
FINAL: Final = "final"
WITHDRAWN: Final = "withdrawn"
STATUS: Final = (OPEN, RULED, APPEALED, FINAL, WITHDRAWN)
STATUS_WORDS: Final = {
    OPEN: sentence("open"),
    RULED: sentence("ruled"),
    APPEALED: sentence("appealed"),
    FINAL: sentence("final"),
    WITHDRAWN: sentence("withdrawn"),
}
PENDING: Final = (OPEN, RULED, APPEALED)
"""A deal with a dispute of such a status is disputed."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A stated fact. ``ticks``: for each side that answered, whether it agrees."""

    number: int
    side: str
    text: str
    by: str
    at: str
    ticks: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence, with the name of the recorder and the time."""

    number: int
    given: EvidenceGiven
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Official:
    """An official: the name, the account if there is one, and the persons it may be (`api.people.persons`)."""

    name: str
    account: str = ""
    persons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SignedRuling:
    """A ruling, with the name of the official who signed it and the time."""

    fact: RulingSigned
    by: str
    at: str

    def is_by(self, official: Official) -> bool:
        """Return whether the official may be the signer of the ruling.

        Two accounts count as two persons even if their names are equal, unless they share a person in ``persons``. If
        either has no account, equal names (without case) count as one person.
        """
        first = {*self.fact.persons, self.fact.account} - {""}
        second = {*official.persons, official.account} - {""}
        if _stands_behind(first, second):
            return True
        both_have_accounts = self.fact.account and official.account
        return not both_have_accounts and self.by.casefold() == official.name.casefold()

    @property
    def ruling(self) -> Ruling:
        """Return the ruling."""
        return self.fact.ruling


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal and its decision; ``decided`` is None until then."""

    lodged: AppealLodged
    at: str
    by: str
    decided: AppealDecided | None = None
    decided_at: str = ""
    decided_by: str = ""


def issuer_entry(person: str) -> str:
    """Return the entry of `Official.persons` for the administrator ``person`` who issued the official's token.

    The holder of such a token may be the administrator, so it does not decide on the administrator's own ruling. The
    holders of two such tokens count as two persons, and an administrator may decide on a ruling of a holder.
    """
    return f"issued by {person}"


def _stands_behind(persons: set[str], others: set[str]) -> bool:
    """Return whether one of the persons is among the others, or issued a token of theirs (`issuer_entry`)."""
    return any(person in others or issuer_entry(person) in others for person in persons if " " not in person)
