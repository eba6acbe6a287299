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
"""A breach, wherever the cards lie that nobody has seen."""
POSSIBLE: Final = "possible"
"""A breach if the unseen cards lie one way, none if they lie another."""
UNDECIDABLE: Final = "undecidable"
"""Somebody noted it, and no card can tell."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Cards whose disclosure would help: of a play, of an indicator, or of the ``batch`` dealt to a seat at a ply."""

    ply: int
    seat: Seat
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """The first seats that could see a breach, and when."""

    ply: int | None
    """After this ply; None: nobody at the table ever could."""
    by: tuple[Viewer, ...]
    """The seats of the other side that could, or ``public`` for everybody."""
    shown: bool = False
    """Only when the hands were shown after the deal."""


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
    """``undo``: it is put right, and the deal goes on from ``ply``. ``award``: the other side is given the game."""
    ply: int
    plus: int = 0
    """Tokens on top of the game, if it is awarded."""
    tokens: dict[str, int] | None = None
    """The tokens that each team wins or loses, if the game is awarded."""
    void: bool = False
    """It is a call that does not count."""
    ruled: bool = False
    """An arbiter has ruled on it already."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of a rule. Plies are those of the effective record."""

    ply: int
    """The act; -1 for what was noted in a deal that has no act any more."""
    seat: Seat | None
    """The seat that broke the rule."""
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
    """The codes that it would have if the unseen cards lie otherwise."""
    settle: tuple[Missing, ...] = ()
    """The cards that would make it certain, one way or the other."""
    because: int | None = None
    """The ply of an earlier breach without which this would have been none."""
    noted: bool = False
    """Somebody at the table noted it."""
    note: str = ""
    """The text of the note, where nothing but the note shows the breach."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An observation that is no breach of a rule.

    ``spoilt-unnoticed``: trumps were spoilt and nobody said so. ``unfounded``: a breach was noted at this ply that the
    cards rule out.
    """

    ply: int
    code: Literal["spoilt-unnoticed", "unfounded"]
    clause: Clause | None
    seat: Seat | None = None
    noted: str = ""
    """The code that was noted."""


@dataclass(frozen=True, slots=True)
class Report:
    """Every breach of a deal, in the order in which they happened."""

    findings: tuple[Finding, ...]
    notices: tuple[Notice, ...]
    acts: int
    unknown: int
    """How many cards of the acts nobody has named."""

    @property
    def first(self) -> Finding | None:
        """Return the first breach that is certain."""
        return next((each for each in self.findings if each.sure == CERTAIN), None)

    @property
    def clean(self) -> bool:
        """Return whether the audit has no finding."""
        return not self.findings
