"""The parameters of Sidi Barrani (003, and its "Variations"). The defaults are those of document 003.

If 003 is silent or contradicts itself, a parameter chooses the reading (C1 to C14 in the table of contradictions and
gaps).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from domain.engine.cards import SUITS
from domain.engine.match import NEVER, Payment, Terms, Tokens, add_points, has_reached
from domain.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from domain.engine.facts import DealSettled

OBENABE: Final = "obenabe"
UNDENUFE: Final = "undenufe"
DENOMINATIONS: Final = (*SUITS, OBENABE, UNDENUFE)
"""The denominations that can be bid: a trump suit, or one of the two contracts without trumps (003 "Bidding")."""


@dataclass(frozen=True, slots=True)
class TrumpOrder:
    """The ranks of the trump suit from weakest to strongest, and their points (003 "Players and Cards").

    The strongest card, the Under, is called the Puur.
    """

    ranks: str = "678TQKA9J"
    points: tuple[int, ...] = (0, 0, 0, 10, 3, 4, 11, 14, 20)
    others: tuple[int, ...] = (0, 0, 0, 0, 10, 2, 3, 4, 11)
    """The points of the ranks of the other suits if there is a trump suit, in the order of the pack."""


@dataclass(frozen=True, slots=True)
class Undenufe:
    """The values of the cards in Undenufe (003 "Players and Cards"; C7)."""

    values: Literal["as_obenabe", "six_eleven"] = "as_obenabe"
    """``six_eleven``: the six is worth eleven instead of the ace, and the ace is worth nothing."""


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers that may be bid (003 "Bidding", "Variations"; C11, C12)."""

    ladder: tuple[int, ...] = (40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257)


@dataclass(frozen=True, slots=True)
class Double:
    """The doubling of an opponent's bid (003 "Bidding", "Variations"; C1 to C3).

    No bid can follow the highest one, so each opponent decides once whether to double it.
    """

    mode: Literal["none", "double", "redouble"] = "double"
    until: Literal["next_call", "own_turn", "auction_end"] = "next_call"
    """The end of the time to double a bid: the next bid or pass, that of the seat itself, or the end of the auction."""
    factor: int = 2
    redouble_factor: int = 4


@dataclass(frozen=True, slots=True)
class Undertrump:
    """The trumps that are too low once a plain lead was trumped (003 "Play"; C5, C6)."""

    reference: Literal["highest", "lowest"] = "highest"
    """The trump of the trick that a later trump has to beat."""
    all_trumps: Literal["free", "only_if_forced"] = "free"
    """Whether a hand that holds only trumps may always undertrump, or only if it has no higher trump."""


@dataclass(frozen=True, slots=True)
class WeisTable:
    """The values of combinations (003 "Weis and Stöck"; C8)."""

    sequences: tuple[int, ...] = (20, 50, 100)
    """The values of a sequence of three cards, of four, and so on; longer ones are worth as much as the last."""
    fours: tuple[int, ...] = (0, 0, 0, 0, 100, 200, 100, 100, 100)
    """The values of four cards of each rank, in the order of the pack; 0: no combination."""


@dataclass(frozen=True, slots=True)
class Weis:
    """The declaration of combinations (003 "Weis and Stöck", "Play", "Variations"; C8, C9)."""

    enabled: bool = True
    table: WeisTable = WeisTable()
    undeclared_partner_scores: bool = True
    """Whether a seat that declared nothing scores its Weis when its partner's is the best."""


@dataclass(frozen=True, slots=True)
class Stoeck:
    """King and Ober of trumps in one hand (003 "Weis and Stöck", "Variations"; C10)."""

    enabled: bool = True
    points: int = 20
    claim: Literal["automatic", "must_claim"] = "automatic"


@dataclass(frozen=True, slots=True)
class Bonus:
    """Card points for the last trick and for all tricks (003 "Players and Cards")."""

    last_trick: int = 5
    match: int = 100
    """The points for a Match: winning every trick."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The showing of the hands when the deal is over."""

    after_hand: bool = True


@dataclass(frozen=True, slots=True)
class MatchTarget(Terms):
    """The end of a match (003 "Scoring", "Variations"; C4, C12, C14).

    The last deal is always played out, and a tie is broken by further deals.
    """

    target: int = 2000
    double_below: int = 1000
    """A team that loses with fewer points loses a double game."""

    @property
    def stake(self) -> int:
        return 0

    @property
    def by_points(self) -> bool:
        return True

    @property
    def goal(self) -> int:
        return self.target if self.target < NEVER else 0

    def endless(self) -> MatchTarget:
        return replace(self, target=NEVER)

    def due(self, settled: DealSettled) -> Tokens:
        return settled.due

    def pay(self, balance: Tokens, due: Tokens) -> Payment:
        return add_points(balance, due)

    def is_over(self, balance: Tokens) -> bool:
        return has_reached(balance, self.target)

    def kind_of_end(self, balance: Tokens) -> str:
        """Return ``target``, or ``double`` for a double game (003 "Scoring")."""
        return "double" if min(balance.values()) < self.double_below else "target"


RETIRED: Final = {
    "double.window_257": "both_opponents_asked",
    "match.tie": "deal_until_broken",
    "match.end": "deal_end",
    "violation": "undo",
}
"""The retired parameters of stored rulesets, each with its only value, which is now a fixed rule."""


@dataclass(frozen=True, slots=True)
class SidiRuleset(Ruleset):
    """A ruleset of Sidi Barrani. ``pack`` has the order and the points of Obenabe.

    No document names a penalty for a breach, so breaches are always undone (C13).
    """

    trump: TrumpOrder = TrumpOrder()
    undenufe: Undenufe = Undenufe()
    denominations: tuple[str, ...] = DENOMINATIONS
    bids: Bids = Bids()
    double: Double = Double()
    undertrump: Undertrump = Undertrump()
    weis: Weis = Weis()
    stoeck: Stoeck = Stoeck()
    bonus: Bonus = Bonus()
    reveal: Reveal = Reveal()
    match: MatchTarget = MatchTarget()
    shuffle: Literal["minimal", "thorough"] = "thorough"
    may_review_tricks: int = 1
    """The number of completed tricks that a player may look back at."""

    @property
    def shows_hands(self) -> bool:
        return self.reveal.after_hand

    @property
    def trump_order(self) -> str:
        return self.trump.ranks

    def worth(self, denomination: str) -> int:
        """Return the points of all cards of the pack in a denomination, without the last trick."""
        if denomination not in self.pack.suits:
            return self.pack.total
        return sum(self.trump.points) + sum(self.trump.others) * (len(self.pack.suits) - 1)

    @property
    def most(self) -> int:
        """Return the most card points that a deal can have: the pack, the last trick and the Match."""
        return self.worth(self.denominations[0]) + self.bonus.last_trick + self.bonus.match

    @property
    def points_in_play(self) -> int:
        """Return the card points of a deal with the last trick, without a Match (003 "Players and Cards": 157)."""
        return self.pack.total + self.bonus.last_trick
