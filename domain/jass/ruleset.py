"""The parameters of Sidi Barrani (003, and its "Variations"). The defaults are what document 003 tells.

Where it is silent or contradicts itself, a parameter says which reading holds (C1 to C14 in the table of
contradictions and gaps).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from domain.cards import SUITS
from domain.game import Game, RulesetError

OBENABE: Final = "obenabe"
UNDENUFE: Final = "undenufe"
DENOMINATIONS: Final = (*SUITS, OBENABE, UNDENUFE)
"""What one may bid to play: a trump suit, or one of the two contracts without trumps (003 "Bidding")."""


@dataclass(frozen=True, slots=True)
class TrumpOrder:
    """The ranks of the trump suit from weakest to strongest, and their points (003 "Players and Cards").

    The strongest, the Under, is the Puur.
    """

    ranks: str = "678TQKA9J"
    points: tuple[int, ...] = (0, 0, 0, 10, 3, 4, 11, 14, 20)
    others: tuple[int, ...] = (0, 0, 0, 0, 10, 2, 3, 4, 11)
    """The points of the other suits beside trumps, in the order of the pack."""


@dataclass(frozen=True, slots=True)
class Undenufe:
    """What the cards are worth in Undenufe (003 "Players and Cards"; C7)."""

    values: Literal["as_obenabe", "six_eleven"] = "as_obenabe"
    """``six_eleven``: the six takes the place of the ace, worth eleven, and the ace is worth nothing."""


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers one may bid (003 "Bidding", "Variations"; C11, C12)."""

    ladder: tuple[int, ...] = (40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257)


@dataclass(frozen=True, slots=True)
class Double:
    """Doubling the bid of an opponent (003 "Bidding", "Variations"; C1 to C3)."""

    mode: Literal["none", "double", "redouble"] = "double"
    until: Literal["next_call", "own_turn", "auction_end"] = "next_call"
    """How long after a bid: until anybody has called, until one has called oneself, or as long as one calls."""
    window_257: Literal["both_opponents_asked"] = "both_opponents_asked"
    """After the highest bid no other can follow, so each opponent is asked once whether to double."""
    factor: int = 2
    redouble_factor: int = 4


@dataclass(frozen=True, slots=True)
class Undertrump:
    """Which trumps are too low once a plain lead was trumped (003 "Play"; C5, C6)."""

    reference: Literal["highest", "lowest"] = "highest"
    """The trump of the trick that one has to beat."""
    all_trumps: Literal["free", "only_if_forced"] = "free"
    """Whether a hand of nothing but trumps may always undertrump, or only if it has no higher one."""


@dataclass(frozen=True, slots=True)
class WeisTable:
    """What combinations are worth (003 "Weis and Stöck"; C8)."""

    sequences: tuple[int, ...] = (20, 50, 100)
    """A sequence of three cards, of four, and so on; a longer one is worth as much as the last."""
    fours: tuple[int, ...] = (0, 0, 0, 0, 100, 200, 100, 100, 100)
    """Four of each rank, in the order of the pack; 0: no combination."""


@dataclass(frozen=True, slots=True)
class Weis:
    """Declaring combinations (003 "Weis and Stöck", "Play", "Variations"; C8, C9)."""

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
    """Card points for more than cards (003 "Players and Cards")."""

    last_trick: int = 5
    match: int = 100
    """For winning every trick."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Whether the hands are shown when the deal is over."""

    after_hand: bool = True


@dataclass(frozen=True, slots=True)
class MatchTarget:
    """When a match is over (003 "Scoring", "Variations"; C4, C12, C14)."""

    target: int = 2000
    double_below: int = 1000
    """A team that lost with less has lost a double game."""
    tie: Literal["deal_until_broken"] = "deal_until_broken"
    end: Literal["deal_end"] = "deal_end"
    """The last deal is played out; nobody claims the target in the middle of it."""


@dataclass(frozen=True, slots=True)
class JassRuleset(Game):
    """A game of the Sidi Barrani family. ``pack`` has the order and the points of Obenabe."""

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
    violation: Literal["undo"] = "undo"
    """No text says what a breach costs: it is put right (C13)."""
    shuffle: Literal["minimal", "thorough"] = "thorough"
    may_review_tricks: int = 1
    """How many completed tricks a player may look back at."""

    @property
    def points_in_play(self) -> int:
        """003 "Players and Cards": with the last trick 157, whatever the contract; a Match adds its own."""
        return self.pack.total + self.bonus.last_trick

    def check_terms(self) -> None:
        strange = {stage.rstrip("0123456789 ") for stage in self.stages} - {"cut", "deal", "contract", "tricks"}
        if strange or self.stages[-1] != "tricks":
            raise RulesetError(f"{self.key}: the stages are cut, deal, contract and, at the end, tricks")
        ranks = self.pack.ranks
        if sorted(self.trump.ranks) != sorted(ranks):
            raise RulesetError(f"{self.key}: trump.ranks must order the ranks {ranks}")
        if not len(ranks) == len(self.trump.points) == len(self.trump.others):
            raise RulesetError(f"{self.key}: trump.points and trump.others must have a value for each rank")
        if not self.denominations or not set(self.denominations) <= {*self.pack.suits, OBENABE, UNDENUFE}:
            raise RulesetError(f"{self.key}: denominations are some of {', '.join(DENOMINATIONS)}")
        ladder = self.bids.ladder
        if not ladder or list(ladder) != sorted(set(ladder)) or ladder[0] < 1:
            raise RulesetError(f"{self.key}: bids.ladder must rise; it is {list(ladder)}")
        if len(self.weis.table.fours) != len(ranks) or not self.weis.table.sequences:
            raise RulesetError(f"{self.key}: weis.table needs a value for three cards and one for four of each rank")
        if not 1 < self.double.factor < self.double.redouble_factor:
            raise RulesetError(f"{self.key}: double.factor must be more than 1, and redouble_factor more than that")
        if self.match.target < 1:
            raise RulesetError(f"{self.key}: match.target must be at least 1")


def terms_of(game: Game) -> JassRuleset:
    """The game as a Jass, for the stages that only a Jass has."""
    if not isinstance(game, JassRuleset):
        raise RulesetError(f"{game.key} is no Jass")
    return game
