"""The facts of disputes: claims, agreed facts, rulings, appeals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from domain.engine.cards import Seat
from domain.engine.facts import Fact
from domain.tournament.facts import NO_SHEET
from domain.tournament.score_sheet import Sheet
from domain.tournament.state import EntryId

Entries: TypeAlias = tuple[int, int]
"""The first and the last act that something is about, each by the version of the deal's event that entered it, so
that it stays with them whatever is corrected; (0, 0) for the deal as a whole."""

WHOLE: Final[Entries] = (0, 0)

NOTHING: Final = "nothing"
UNDO: Final = "undo"
REPLAY: Final = "replay"
VIOLATION: Final = "violation"
CAPS: Final = "caps"
RESULT: Final = "result"
PENALTY: Final = "penalty"
WARNING: Final = "warning"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing that follows from a ruling. ``note`` is for everybody to read: it stands beside its effect.

    ``nothing``    it stays as it was
    ``undo``       the table takes back what happened from an act (``entry``) on; it does so itself
    ``replay``     the deal does not count, and is dealt again
    ``violation``  ``seat`` broke the rule of ``code``: what follows is the ruleset's (A19)
    ``caps``       ``verdict`` on the Caps of ``seat``, called or owed
    ``result``     the encounter comes to ``sheet``, or ``board`` of it does
    ``penalty``    ``amount`` of ``unit`` (as in `Adjustment`) for the ``entrant`` of the tournament
    ``warning``    ``seat`` is warned, or everybody
    """

    kind: str
    seat: Seat | None = None
    code: str = ""
    verdict: str = ""
    entry: int = 0
    sheet: Sheet = NO_SHEET
    board: int = 0
    entrant: EntryId = ""
    amount: int = 0
    unit: str = "score"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The finding of an arbiter. ``code``: the refusal code of the rule, if it has one; ``clause``: where it stands.

    ``casebook``: the case told without a name, for others to learn from; empty: it is not published.
    """

    remedies: tuple[Remedy, ...]
    reason: str
    code: str = ""
    clause: str = ""
    casebook: str = ""


# --- what happens -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DisputeOpened(Fact):
    """A side claims a breach of the rules; the table plays on.

    ``side``: the team that claims, ``sides`` all teams of the deal; ``seat``: who of it, if somebody said so.
    ``on_behalf``: an official or a scribe wrote it down. What else stands here is where the deal was played.
    """

    TOPIC: ClassVar[str] = "nought.Dispute.DisputeOpened"
    deal: str
    game: str
    """The key of its ruleset."""
    side: str
    sides: tuple[str, ...]
    seat: Seat | None = None
    on_behalf: bool = False
    claim: str = ""
    code: str = ""
    clause: str = ""
    entries: Entries = WHOLE
    match: str | None = None
    encounter: str | None = None
    tournament: str | None = None
    round: int = 0
    number: int = 0
    """Of the tournament's table."""
    club: str | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimWorded(Fact):
    """The side that claims said it in full, or otherwise."""

    TOPIC: ClassVar[str] = "nought.Dispute.ClaimWorded"
    claim: str
    code: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class FactStated(Fact):
    """A side, or an official (``side`` empty), stated a fact. Its number is the version of this event."""

    TOPIC: ClassVar[str] = "nought.Dispute.FactStated"
    side: str
    text: str


@dataclass(frozen=True, slots=True)
class FactTicked(Fact):
    """A side agrees with a fact, or contests it. The last word of each side counts."""

    TOPIC: ClassVar[str] = "nought.Dispute.FactTicked"
    number: int
    side: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class EvidenceGiven(Fact):
    """A side, or an official (``side`` empty), points at acts, writes a note, or hands in a file.

    Of a file only its SHA-256 stands here, with its name, its media type and its bytes' number.
    """

    TOPIC: ClassVar[str] = "nought.Dispute.EvidenceGiven"
    side: str
    text: str = ""
    entries: Entries = WHOLE
    name: str = ""
    media_type: str = ""
    size: int = 0
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RulingSigned(Fact):
    """An official ruled. ``account``: theirs, if they have one; ``persons``: everybody who may stand behind the
    signature, by their ids, so that another official can be told from the same one by another name.

    ``adjustments``: the numbers that the penalties have in the tournament. ``appeal_until``: until when a side may
    appeal; empty where it may not.
    """

    TOPIC: ClassVar[str] = "nought.Dispute.RulingSigned"
    ruling: Ruling
    account: str = ""
    appeal_until: str = ""
    adjustments: tuple[int, ...] = ()
    persons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingWithdrawn(Fact):
    """The ruling was taken back with all its effects: the dispute is open again."""

    TOPIC: ClassVar[str] = "nought.Dispute.RulingWithdrawn"
    why: str


@dataclass(frozen=True, slots=True)
class AppealLodged(Fact):
    """A side does not accept the ruling, which stands until another official has decided."""

    TOPIC: ClassVar[str] = "nought.Dispute.AppealLodged"
    side: str
    grounds: str


@dataclass(frozen=True, slots=True)
class AppealDecided(Fact):
    """Another official decided: the ruling was ``upheld``, or overturned, and then a ruling of its own follows."""

    TOPIC: ClassVar[str] = "nought.Dispute.AppealDecided"
    upheld: bool
    reason: str
    account: str = ""


@dataclass(frozen=True, slots=True)
class DisputeWithdrawn(Fact):
    """The side that claimed does so no more."""

    TOPIC: ClassVar[str] = "nought.Dispute.DisputeWithdrawn"
    side: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class DisputeClosed(Fact):
    """The ruling is final."""

    TOPIC: ClassVar[str] = "nought.Dispute.DisputeClosed"


KINDS: Final[tuple[type[Fact], ...]] = (
    DisputeOpened, ClaimWorded, FactStated, FactTicked, EvidenceGiven, RulingSigned, RulingWithdrawn, AppealLodged,
    AppealDecided, DisputeWithdrawn, DisputeClosed,
)  # fmt: skip
