"""The findings of an audit: breaches, and how certain each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from domain.engine.cards import Seat
from domain.engine.facts import Act
from domain.engine.hiding import Viewer
from domain.engine.refusals import Clause, Refusal

Sure: TypeAlias = Literal["certain", "possible", "undecidable"]
CERTAIN: Final = "certain"
"""A breach wherever the unknown cards lie."""
POSSIBLE: Final = "possible"
"""A breach with some layouts of the unknown cards, but not with all."""
UNDECIDABLE: Final = "undecidable"
"""An irregularity that was noted at the table and that no card can confirm."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Unknown cards to disclose: that of a play or an indicator, or those of the ``batch`` dealt to a seat at a ply."""

    ply: int
    seat: Seat
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """The first seats that could see a breach, and when."""

    ply: int | None
    """The ply after which the breach could be seen; None if nobody at the table ever could."""
    by: tuple[Viewer, ...]
    """The seats of the other side that could see it, or ``public`` for everybody."""
    shown: bool = False
    """Whether the breach could be seen only when the hands were shown after the deal."""


Spreads: TypeAlias = Literal["deal", "calls", "contract", "trump", "trick", "lead", "reveal", "weis", "knowledge"]


@dataclass(frozen=True, slots=True)
class Taint:
    """Acts that rest on a breach, from one ply to another, and why they do (`domain.audit.taints`)."""

    first: int
    last: int
    why: Spreads


@dataclass(frozen=True, slots=True)
class Remedy:
    """The remedy of the ruleset for a breach."""

    kind: Literal["undo", "award"]
    """``undo``: the breach is put right, and the deal goes on from ``ply``. ``award``: the other side gets the game."""
    ply: int
    plus: int = 0
    """Tokens on top of the game, if it is awarded."""
    tokens: dict[str, int] | None = None
    """The tokens that each team wins or loses, if the game is awarded."""
    void: bool = False
    """Whether the breach is a call that does not count."""
    ruled: bool = False
    """Whether an arbiter has ruled on the breach already."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of a rule. Plies are those of the effective record."""

    ply: int
    """The ply of the act; -1 for a note in a deal that has no acts left."""
    seat: Seat | None
    """The seat that broke the rule; None if no seat did, or a note names none."""
    code: str
    clause: Clause | None
    broke: Refusal | None
    """The refusal that the act deserved; None unless the breach is certain."""
    legal: tuple[Act, ...]
    """The acts that were open to the seat instead, as far as its cards are known."""
    sure: Sure
    seen: Sight
    remedy: Remedy
    taints: tuple[Taint, ...] = ()
    or_else: tuple[str, ...] = ()
    """The other codes that the breach has with other layouts of the unknown cards."""
    settle: tuple[Missing, ...] = ()
    """The cards whose disclosure would decide whether a rule was broken."""
    because: int | None = None
    """The ply of the earlier breach that caused this one; None if there is none."""
    noted: bool = False
    """Whether somebody at the table noted the breach."""
    note: str = ""
    """The text of the note, if only a note shows the breach."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An observation that is no breach of a rule.

    ``spoilt-unnoticed``: trumps were spoilt and nobody declared it. ``unfounded``: a breach was noted at this ply that
    the cards rule out.
    """

    ply: int
    code: Literal["spoilt-unnoticed", "unfounded"]
    clause: Clause | None
    seat: Seat | None = None
    noted: str = ""
    """The code of an ``unfounded`` note."""


@dataclass(frozen=True, slots=True)
class Report:
    """The breaches of a deal in the order of their plies, and the notices."""

    findings: tuple[Finding, ...]
    notices: tuple[Notice, ...]
    acts: int
    unknown: int
    """The number of unknown cards in the acts."""

    @property
    def first(self) -> Finding | None:
        """Return the first certain breach; None if there is none."""
        return next((each for each in self.findings if each.sure == CERTAIN), None)

    @property
    def clean(self) -> bool:
        """Return whether the audit has no finding."""
        return not self.findings
