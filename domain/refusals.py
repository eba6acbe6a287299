"""Refusals: who, what, and what would be allowed. Codes are permanent; each cites the rule it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from domain.facts import Act


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
    """The rule that was broken, where a parameter of the ruleset decides it (`domain.clauses`)."""

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
_BID4 = Clause("000", "Bidding with Four Cards")
_BID8 = Clause("000", "Bidding with Eight Cards")
_TRUMP = Clause("000", "Choosing the Trump Suit")
_PLAY = Clause("000", "Play")
_OPEN = Clause("000", "Open Trump games")
_CLOSED = Clause("000", "Closed Trump games")
_EXHAUSTED = Clause("000", "Exhausted Trumps")
_SPOILT = Clause("000", "Spoilt Trumps")
_CAPS = Clause("000", "Caps")
_JASS_BID = Clause("003", "Bidding")
_JASS_PLAY = Clause("003", "Play")
_WEIS = Clause("003", "Weis and Stöck")
_MAHARASHTRA = Clause("000", "Maharashtrian version")
_TAMIL = Clause("000", "Tamil Nadu version")

CLAUSES: Final[dict[str, Clause]] = {
    # the order of things
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
    "caps-verdict": _CAPS,
    # shuffling, cutting, dealing
    "not-the-dealer": _DEAL,
    "not-the-pack": Clause("000", "Players and Cards"),
    "cut-not-yours": _DEAL,
    "cut-depth": _DEAL,
    "deal-count": _DEAL,
    "deal-duplicate": _DEAL,
    "deal-against-pack": _DEAL,
    # auctions
    "bid-out-of-turn": _BID4,
    "bid-not-offered": _BID4,
    "bid-too-low": _BID4,
    "bid-second-turn": _BID4,
    "must-bid": Clause("000", "Variants"),
    "bid-over-partner": _BID4,
    "bid-once-only": Clause("004", "Four card bid"),
    "bid-eight-too-low": _BID8,
    "bid-partner-high": _BID8,
    "bid-top": _BID8,
    "ask-not-allowed": _BID4,
    "ask-eight": _BID8,
    "ask-whom": _BID4,
    "redeal-not-yours": _BID4,
    "redeal-too-late": _BID4,
    "redeal-too-strong": _BID4,
    "redeal-limit": _BID4,
    # the indicator
    "not-the-maker": _TRUMP,
    "indicator-not-held": _TRUMP,
    "open-first-lead": _OPEN,
    "indicator-differs": _CLOSED,
    # play
    "play-out-of-turn": _PLAY,
    "sleeping-partner": Clause("000", "Partner Close Caps"),
    "not-in-hand": _PLAY,
    "already-played": _PLAY,
    "revoke": _PLAY,
    "must-play-up": _PLAY,
    "lead-face-down": _PLAY,
    "must-play-down": _CLOSED,
    "maker-first-lead": _CLOSED,
    "indicator-misused": _CLOSED,
    "indicator-gone": _CLOSED,
    "maker-must-cut": _CLOSED,
    "maker-hand-trump": _CLOSED,
    "must-lead-trumps": _EXHAUSTED,
    "must-inspect": _CLOSED,
    "nothing-to-inspect": _CLOSED,
    "announcement-false": _CLOSED,
    "must-reveal": _CLOSED,
    "nothing-to-reveal": _CLOSED,
    "reveal-differs": _CLOSED,
    "count-impossible": Clause("000", "Scoring"),
    # calls
    "spoilt-not-yours": _SPOILT,
    "spoilt-too-early": _SPOILT,
    "spoilt-too-late": _SPOILT,
    "spoilt-false": _SPOILT,
    "caps-not-yours": _CAPS,
    "caps-twice": _CAPS,
    "caps-trick-lost": _CAPS,
    "caps-nothing-left": _CAPS,
    "caps-order": _CAPS,
    "caps-departed": _CAPS,
    "caps-pcc": Clause("000", "Partner Close Caps"),
    # the auction of a Jass
    "contract-out-of-turn": _JASS_BID,
    "contract-closed": _JASS_BID,
    "contract-denomination": _JASS_BID,
    "contract-not-offered": _JASS_BID,
    "contract-too-low": _JASS_BID,
    "double-nothing": _JASS_BID,
    "double-twice": _JASS_BID,
    "double-own-side": _JASS_BID,
    "double-too-late": _JASS_BID,
    "redouble-nothing": Clause("003", "Variations"),
    "redouble-not-yours": Clause("003", "Variations"),
    # the play of a Jass
    "jass-out-of-turn": _JASS_PLAY,
    "jass-face-down": _JASS_PLAY,
    "jass-not-held": _JASS_PLAY,
    "jass-already-played": _JASS_PLAY,
    "jass-revoke": _JASS_PLAY,
    "jass-undertrump": _JASS_PLAY,
    "jass-all-played": _JASS_PLAY,
    "jass-count": Clause("003", "Scoring"),
    # Weis and Stöck
    "weis-not-with-card": _JASS_PLAY,
    "weis-too-late": _JASS_PLAY,
    "weis-twice": _JASS_PLAY,
    "weis-no-value": _WEIS,
    "weis-too-low": _JASS_PLAY,
    "weis-not-highest": _WEIS,
    "weis-not-held": _WEIS,
    "weis-not-asked": _JASS_PLAY,
    "weis-other-question": _JASS_PLAY,
    "weis-must-concede": _JASS_PLAY,
    "weis-must-answer": _JASS_PLAY,
    "weis-answer-false": _JASS_PLAY,
    "weis-open": _JASS_PLAY,
    "weis-not-scored": _JASS_PLAY,
    "weis-score-differs": _WEIS,
    "weis-unsettled": _JASS_PLAY,
    "weis-nothing-to-show": _JASS_PLAY,
    "weis-show-differs": _JASS_PLAY,
    "weis-own": _JASS_PLAY,
    "stoeck-not-held": _WEIS,
    "stoeck-too-early": _WEIS,
    "stoeck-twice": _WEIS,
    "marriage-not-now": _MAHARASHTRA,
    "marriage-not-held": _MAHARASHTRA,
    "marriage-twice": _MAHARASHTRA,
    "double-not-yours": _TAMIL,
    "double-not-now": _TAMIL,
    # what no card shows, and somebody at the table may note
    "look-at-pack": Clause("001", "Note on Shuffling"),
    "look-before-indicator": _TRUMP,
    "look-older-trick": _PLAY,
    "look-face-down": _CLOSED,
    "look-sleeping-hand": Clause("000", "Partner Close Caps"),
    "trump-told": Clause("004", "The Trump"),
    "table-talk": Clause("004", "Communication"),
    "double-discussed": _JASS_BID,
    "double-prevented": _JASS_BID,
    "weis-volunteered": _JASS_PLAY,
}
"""The rule behind each refusal code. Codes never change once stored."""

ONLY_NOTED: Final = frozenset(list(CLAUSES)[list(CLAUSES).index("look-at-pack") :])
"""The breaches that only people can tell: looking, talking, hurrying. No stage refuses with these codes."""


def refuse(code: str, seat: str | None, message: str, allowed: str = "") -> Refusal:
    """A refusal with a known code."""
    if code not in CLAUSES:
        raise KeyError(code)
    return Refusal(code, seat, message, allowed)


def refuse_seat(name: str, act: Act, barred: Reason) -> Refusal:
    """The refusal of an act that the seat of that name is barred from."""
    code, what, allowed = barred
    return refuse(code, act.seat, f"{name} {what}", allowed)
