"""The facts of disputes: claims, agreed facts, rulings, appeals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from domain.engine.cards import Seat
from domain.engine.facts import Fact
from domain.engine.personal import PersonalText
from domain.engine.words.values import sentence
from domain.options import spare, text
from domain.tournament.results.sheet import NO_SHEET, Sheet
from domain.tournament.state import EntryId

Entries: TypeAlias = tuple[int, int]
"""The first and the last act of a range, each by the version of the event that entered it, so that the range stays with
its acts after corrections; (0, 0) for the deal as a whole."""

WHOLE: Final[Entries] = (0, 0)

NOTHING: Final = "nothing"
UNDO: Final = "undo"
REPLAY: Final = "replay"
VIOLATION: Final = "violation"
CAPS: Final = "caps"
ASSIGN: Final = "assign"
RESULT: Final = "result"
PENALTY: Final = "penalty"
WARNING: Final = "warning"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One effect of a ruling. ``note`` is public: it is shown beside the effect. The values of ``kind`` are:

    ``nothing``    nothing changes
    ``undo``       the table takes back the acts from ``entry`` on; the scribe retracts them, not the ruling
    ``replay``     the deal does not count, and is dealt again
    ``violation``  ``seat`` broke the rule of ``code``; the ruleset decides the consequence (A19)
    ``caps``       ``verdict`` on the Caps of ``seat``, called or owed
    ``assign``     the deal counts as if each team gained what ``gains`` says, each side apart
    ``result``     the result of the encounter, or of its ``board``, is ``sheet``
    ``penalty``    ``amount`` of ``unit`` (as in `Adjustment`) for the ``entrant`` of the tournament
    ``warning``    a warning for ``seat``, or for everybody if it is None
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
    note: PersonalText = ""
    gains: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling of an arbiter. ``code``: the refusal code of the rule, if it has one; ``clause``: the rule's clause.

    ``casebook``: a description of the case without names, to be published; empty if it is not published. An option that
    is added later is declared with ``is_spare=True``, so that stored rulings stay as they are.
    """

    remedies: tuple[Remedy, ...]
    reason: PersonalText
    code: str = ""
    clause: str = text(
        "", sentence("Document and heading, if the rule is not in the list"), most=200,
        about="the document and heading of the rule", example="000 “Play”",
    )  # fmt: skip
    casebook: PersonalText = text(
        "", sentence("Text for the casebook, without names. Leave it empty to publish nothing."), most=4000,
        about="the case without names, for the casebook; if absent, the case is not published",
    )  # fmt: skip


# --- facts ------------------------------------------------------------------------------------------


class DisputeFact(Fact):
    """A fact of a dispute."""

    __slots__ = ()
    SUBJECT = "Dispute"


@dataclass(frozen=True, slots=True)
class DisputeOpened(DisputeFact):
    """A side claimed a breach of the rules; the play goes on.

    ``side``: the team that claims; ``sides``: all teams of the deal; ``seat``: the claiming player's seat, if known.
    ``on_behalf``: an official or a scribe entered the claim. The fields from ``match`` on are the match, table, club
    and tournament of the deal.
    """

    deal: str
    game: str
    """The key of the deal's ruleset."""
    side: str
    sides: tuple[str, ...]
    seat: Seat | None = None
    on_behalf: bool = False
    claim: PersonalText = ""
    code: str = ""
    clause: str = ""
    entries: Entries = WHOLE
    match: str | None = None
    encounter: str | None = None
    tournament: str | None = None
    round: int = 0
    number: int = 0
    """The number of the table in the round."""
    club: str | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimWorded(DisputeFact):
    """The claiming side worded its claim, for the first time or anew."""

    claim: PersonalText
    code: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class FactStated(DisputeFact):
    """A side, or an official (``side`` empty), stated a fact. Its number is the version of this event."""

    side: str
    text: PersonalText


@dataclass(frozen=True, slots=True)
class FactTicked(DisputeFact):
    """A side agreed with a stated fact, or contested it. The last tick of each side counts."""

    number: int
    side: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class EvidenceGiven(DisputeFact):
    """A side, or an official (``side`` empty), gave evidence: acts, a text, or a file.

    The fact holds only the SHA-256 of a file, its name, its media type and its ``size`` in bytes.
    """

    side: str
    text: PersonalText = ""
    entries: Entries = WHOLE
    name: PersonalText = ""
    media_type: str = ""
    size: int = 0
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RulingSigned(DisputeFact):
    """An official signed a ruling.

    ``account`` (empty if there is none) and ``persons``: see `domain.dispute.state.Official`; they show whether the
    same person decides an appeal. ``adjustments``: the numbers of the penalties in the tournament. ``appeal_until``:
    the last time for an appeal; empty if no appeal is possible.
    """

    SPARE = ("ruling.remedies.gains", *spare(Ruling, "ruling."))
    ruling: Ruling
    account: str = ""
    appeal_until: str = ""
    adjustments: tuple[int, ...] = ()
    persons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingWithdrawn(DisputeFact):
    """The ruling was withdrawn with all its effects; the dispute is open again."""

    why: PersonalText


@dataclass(frozen=True, slots=True)
class AppealLodged(DisputeFact):
    """A side appealed. The ruling stands until another official has decided."""

    side: str
    grounds: PersonalText


@dataclass(frozen=True, slots=True)
class AppealDecided(DisputeFact):
    """Another official decided the appeal. If the ruling was not ``upheld``, a new `RulingSigned` follows."""

    upheld: bool
    reason: PersonalText
    account: str = ""


@dataclass(frozen=True, slots=True)
class DisputeWithdrawn(DisputeFact):
    """The claiming side withdrew its claim."""

    side: str
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DisputeClosed(DisputeFact):
    """The ruling became final without an appeal."""
