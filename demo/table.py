"""One deal at one table, act by act. Everybody decides from its own seat; the cards come from the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from demo import bidding, cardplay
from demo.mind import Mind
from domain.engine.facts import Act, CardsDealt, PackCut, Passed, PointsCounted
from domain.engine.refusals import Refusal
from domain.engine.rules import rules_of
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    IndicatorPlaced,
    IndicatorTakenBack,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from demo.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.engine.state import State

CALLS = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
CONCEDES = 0.35
"""How often an opponent of whoever called Caps grants the rest, each time a trick is over."""


Mishap: TypeAlias = "Callable[[Deal, Act], Act]"


class Deal:
    """A deal being played. `acts` gives everything that happens, what the rules compel included."""

    mind: ClassVar[type[Mind]] = Mind

    def __init__(self, ruleset: Ruleset, dealer: Seat, styles: Mapping[Seat, Style], rng: Random) -> None:
        self.rules = rules_of(ruleset)
        self.rng = rng
        self.state: State = self.rules.start(dealer)
        self.minds = {seat: self.mind(self.rules, dealer, seat, styles[seat], rng) for seat in self.rules.seats}
        self.pack: list[str] = []

    def acts(self, mishap: Mishap | None = None) -> Iterator[Act]:
        """Every act until the deal is over. ``mishap`` may put another act, also an illegal one, in its place.

        Raises ``AssertionError`` if a player broke a rule without one.
        """
        while not self.state.outcome:
            act = self.next_act()
            verdict = self.rules.judge(self.state, act)
            if isinstance(verdict, Refusal):
                raise AssertionError(f"a generated player broke a rule: {verdict}")
            if mishap is not None:
                act = mishap(self, act)
            self.happened(act)
            yield act
            for owed in self.rules.settle_owed(self.state):
                self._everybody_sees(owed)
                yield owed

    def happened(self, act: Act) -> None:
        """The act took place, and everybody saw what there was to see of it."""
        self.rules.apply(self.state, act)
        self._everybody_sees(act)

    def _everybody_sees(self, act: Act) -> None:
        for mind in self.minds.values():
            mind.see(act)

    # --- whose move -------------------------------------------------------------------------------

    def next_act(self) -> Act:
        """What happens next."""
        if (call := self._call()) is not None:
            return call
        seat = self.rules.to_act(self.state)
        if seat is None:
            raise AssertionError("nobody may act, but the deal is not over")
        return self.decide(seat)

    def decide(self, seat: Seat) -> Act:
        """What a seat does in its turn. What people choose, they choose from what they have seen."""
        mind = self.minds[seat]
        options = [act for act in self.rules.legal(mind.state, seat) if not isinstance(act, CALLS)]
        for act in options:
            match act:
                case PackCut():
                    return self._cut(seat)
                case CardsDealt():
                    return self._deal(seat, len(act.hands[seat]))
                case BidMade() | Passed() if mind.state.maker >= 0:
                    return bidding.second_auction(mind, options)
                case BidMade() | Passed():
                    return bidding.first_auction(mind, options)
                case IndicatorPlaced():
                    return bidding.indicator(mind, options)
                case TrumpOpened():
                    return bidding.declare(mind, options)
                case IndicatorTakenBack() | PointsCounted():
                    return act
        if self.state.owed:
            return self._owed(seat)
        return cardplay.choose(mind, options)

    def _cut(self, seat: Seat) -> Act:
        self.pack = list(self.rules.tables.bit)
        self.rng.shuffle(self.pack)
        depth = self.rng.choice((None, 0, 0, self.rng.randint(4, len(self.pack) - 4)))
        return PackCut(seat, depth)

    def _deal(self, seat: Seat, size: int) -> Act:
        hands = {name: tuple(self.pack.pop() for _ in range(size)) for name in self.rules.seats}
        return CardsDealt(seat, hands)

    def _owed(self, seat: Seat) -> Act:
        """The maker looks at what lies face down: it finds what is there, and says so."""
        return next(act for act in self.rules.legal(self.state, seat) if not isinstance(act, CALLS))

    def _call(self) -> Act | None:
        """Caps, a concession, spoilt trumps: calls that need no turn."""
        s = self.state
        if self.rules.stage_name(s) != "play" or s.owed:
            return None
        for seat, mind in self.minds.items():
            options = self.rules.legal(mind.state, seat)
            if (spoilt := cardplay.spoilt(mind, options)) is not None:
                return spoilt
            if (caps := cardplay.caps(mind)) is not None:
                mind.plan = list(caps.order)
                return caps
            concession = next((act for act in options if isinstance(act, CapsConceded)), None)
            if concession and not s.trick and mind.chance(CONCEDES):
                return concession
        return None
