"""The play of the cards of one deal as tables, without the name of a game.

A program that searches the play, such as the kernel in `analysis`, needs no more than this and the cards in the hands.
Cards are bits and sets of cards are masks, as in `domain.engine.packs`; seats are places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The rules and the aim of the play in one deal, and what of its state the hands and the trick do not show."""

    order: tuple[tuple[int, ...], ...]
    """The cards of each suit, from weakest to strongest."""
    points: Mapping[int, int]
    """The card points of each card."""
    trump: int
    """The trump suit; 0 for none."""
    makers: int
    """The seats on the side of the trump maker or declarer, as a mask of places."""
    needed: int
    """The points that the makers need, the bonus of the last trick counted to those that they get."""
    last_trick: int
    """Points for the last trick."""
    needs_all: bool = False
    """Whether the makers need all tricks instead of points."""
    all_tricks: int = 0
    """Points for all tricks of the deal, for either side."""

    may_trump: bool = False
    """Whether a hand that can follow a plain suit may play a trump."""
    puur: int = 0
    """The trump that nobody has to play when trumps are led; 0 for none."""
    beat_lowest: bool = False
    """Whether a later trump has to beat the lowest trump of the trick, not the highest (if ``may_trump``)."""
    beat_if_able: bool = False
    """Whether a hand of trumps only must beat that trump too, if it can (if ``may_trump``)."""

    closed: bool = False
    indicator: int = 0
    """The trump indicator; 0 for none. It lies on the table while trumps are closed."""
    maker_trumps_from_hand: bool = False
    """Whether the maker may trump with a card of the hand while the indicator lies on the table."""
    barred: bool = False
    """Whether the maker may not lead a trump to the first trick while trumps are closed."""
    shown_after: int | None = None
    """The number of tricks after which the indicator is shown at the latest; None: no trick shows it by itself."""
    exhausted: Literal["never", "unanswered_lead", "holding_all"] = "never"
    """When the maker must go on leading trumps."""
    exhausted_closed: bool = True
    """Whether that binds the maker while trumps are closed too."""
    duty: bool = False
    """Whether the maker has led a trump that nobody answered."""


@dataclass(frozen=True, slots=True)
class TrickTables:
    """The orders of the cards, as text. The highest trump that lies face up takes the trick, else the highest card led.

    ``trump`` names one of the ``orders``. It is a suit, or another key if no suit is trump.
    """

    orders: Mapping[str, Mapping[str, str]]
    """For each trump the ranks of each suit, strongest first."""
    trump: str
    """The trump now; empty while it is not known to the table, and if there is none."""
    closed: bool = False
    """Whether the trump is closed: it takes nothing, and a card of another suit than the one led lies face down."""
    opens: tuple[str, ...] = ()
    """The kinds of acts whose card opens the trump of its suit."""
    looks: str = ""
    """The kind of act that says whether a trump lies face down in a full trick; empty in a game without face-down
    cards."""
    shows: str = ""
    """The kind of act that then turns up the cards of the others."""
    shows_own: bool = False
    """Whether that act turns up a card of the seat that looks too."""
    shown_after: int | None = None
    """The number of tricks after which a closed trump is shown at the latest; None: no trick shows it by itself."""
