"""The aggregate of one practice deal, and what the table does by itself: it cuts, deals, and looks at face-down cards.

A practice deal is no `Deal`: it has no line in the catalogue, so no list, figure, rating or export of the record book
holds it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from domain.audit.caps.points import exemption
from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CapsRuled, CardsDealt, DealOpened, DealSettled, PackCut, PackShuffled
from domain.engine.state import NOBODY
from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.kernel.errors import Declined
from domain.match.scoring import next_dealer, score
from domain.practice.facts import EarlierDeal, PracticeOpened
from domain.record.entries import Stamp
from domain.record.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.engine.match import Tokens
    from domain.engine.rules import Rules
    from domain.kernel.events import Recorded
    from domain.match.scoring import Score
    from domain.record.record import Proposal

ChangeStamp: TypeAlias = tuple[str, str, str]
"""The time, the sender and the key of a command, as `Aggregate.take` has them."""


class Practice(Aggregate):
    """One practice deal: its record, the seat of the person, and the hands that were set."""

    __slots__ = ("opened", "record")

    NAME = sentence("practice")
    OPENING = PracticeOpened
    opened: PracticeOpened
    record: Record

    def fold(self, event: Recorded) -> None:
        fact, stamp = event.fact, Stamp(event.originator_version, event.at, event.by)
        if isinstance(fact, PracticeOpened):
            self.opened = fact
            self.record = Record(DealOpened(fact.ruleset, fact.dealer), stamp)
        else:
            self.record.fold(fact, stamp)

    @property
    def awaits_verdict(self) -> bool:
        """Return whether the cards are played, and the deal is settled only once Caps is judged.

        Practice has no arbiter: the verdict of the audit stands for the ruling (000 "Caps").
        """
        record = self.record
        return record.state.outcome == "played" and not record.over and not exemption(record)

    @property
    def score(self) -> Score | None:
        """Return the score of the match, with this deal once it is over; None if the deal stands alone."""
        if not self.opened.match:
            return None
        ruleset = self.record.rules.ruleset
        due = [each.tokens for each in self.opened.before]
        return score(ruleset.seating, ruleset.match, due if self.due is None else [*due, self.due])

    @property
    def due(self) -> Tokens | None:
        """Return the tokens or points that each team wins or loses by this deal; None before its end."""
        settlement = self.record.settlement
        return None if settlement is None else dict(self.record.rules.ruleset.match.due(settlement))

    def open_next(self, hands: Mapping[Seat, tuple[Card, ...]]) -> PracticeOpened:
        """Return the opening of the next deal of the match, or of the first deal of a new one after its end.

        Raises `Declined` if the deal is not over, or stands alone.
        """
        opened, settlement, match_score = self.opened, self.record.settlement, self.score
        if match_score is None:
            raise Declined("practice-no-match", "this practice deal is not part of a match")
        if settlement is None or self.due is None:
            raise Declined("practice-open", "the next deal begins once this one is over")
        before = (*opened.before, EarlierDeal(str(self.id), dict(self.due))) if match_score.last is None else ()
        dealer = next_dealer(self.record.rules.ruleset.seating, opened.dealer, settlement.outcome)
        return replace(opened, dealer=dealer, hands=dict(hands), before=before)

    def open_again(self) -> PracticeOpened:
        """Return the opening of the same deal once more. It counts in no match."""
        opened = self.opened
        repeats = str(self.id) if opened.match else opened.repeats
        return replace(opened, match=False, before=(), repeats=repeats)

    def act(self, act: Act, shuffled: Sequence[Card], stamp: ChangeStamp) -> None:
        """Do an act of a player, and what the table then does by itself. Raises `Refused` by what the seat can know."""
        self._take(self.record.act(act, seat=act.seat), stamp)
        self.go_on(shuffled, stamp)

    def go_on(self, shuffled: Sequence[Card], stamp: ChangeStamp) -> None:
        """Do what the table does by itself until a player has to act."""
        while (act := self.act_of_table(shuffled)) is not None:
            self._take(self.record.act(act), stamp)

    def settle(self, verdict: CapsRuled | None, stamp: ChangeStamp) -> None:
        """Settle a deal that awaits the verdict on Caps. ``verdict``: the ruling; None if there is nothing to rule."""
        if self.awaits_verdict:
            for proposal in self.record.rule_caps(verdict) if verdict else self.record.settle():
                self.take(proposal.fact, *stamp)

    def _take(self, proposals: Sequence[Proposal], stamp: ChangeStamp) -> None:
        """Add facts, but no settlement while the deal awaits the verdict on Caps."""
        for proposal in proposals:
            if not (isinstance(proposal.fact, DealSettled) and self.awaits_verdict):
                self.take(proposal.fact, *stamp)

    def act_of_table(self, shuffled: Sequence[Card]) -> Act | None:
        """Return what the table does next by itself; None if a player has to act, or the deal is over.

        ``shuffled``: a shuffled pack, which is dealt if the hands are not set, or after a redeal.
        """
        rules, s = self.record.rules, self.record.state
        if s.outcome or s.turn == NOBODY:
            return None
        legal = rules.legal(s, rules.seats[s.turn])
        for act in legal:
            match act:
                case PackShuffled():
                    continue
                case PackCut():
                    return PackCut(act.seat)
                case CardsDealt():
                    return self._deal(rules, act.seat, shuffled)
        if legal and all(isinstance(act, rules.ruleset.game.announced) for act in legal):
            # The maker looks at the face-down cards, and says what is there.
            return legal[0]
        return None

    def _deal(self, rules: Rules, dealer: Seat, shuffled: Sequence[Card]) -> CardsDealt:
        """Return the next batch of cards: from the set hands, or after a redeal and without them, from the pack."""
        s, batches = self.record.state, rules.ruleset.batches
        done = s.dealt[0].bit_count()
        size = next(size for n, size in enumerate(batches) if sum(batches[:n]) == done)
        if self._deals_set_hands():
            hands = {seat: cards[done : done + size] for seat, cards in self.opened.hands.items()}
        else:
            left = [card for card in shuffled if not rules.tables.bit[card] & s.named]
            hands = {seat: tuple(left[n * size : (n + 1) * size]) for n, seat in enumerate(rules.seats)}
        return CardsDealt(dealer, hands)

    def _deals_set_hands(self) -> bool:
        """Return whether the next batch is one of the set hands: nothing else was dealt, or the batch before was."""
        hands, s, rules = self.opened.hands, self.record.state, self.record.rules
        if not hands:
            return False
        if not any(s.dealt):
            return not any(isinstance(act, CardsDealt) for act in self.record.acts)
        return all(
            not dealt & ~rules.tables.mask(hands[seat]) for seat, dealt in zip(rules.seats, s.dealt, strict=True)
        )


def hands_of(record: Record) -> dict[Seat, tuple[Card, ...]]:
    """Return the cards that each seat was dealt, in order; after a redeal, those of the last dealing."""
    hands: dict[Seat, tuple[Card, ...]] = {}
    rules = record.rules
    s = rules.start(record.opened.dealer)
    for act in record.acts:
        if isinstance(act, CardsDealt):
            before = hands if any(s.dealt) else {}
            hands = {seat: (*before.get(seat, ()), *cards) for seat, cards in act.hands.items()}
        rules.apply(s, act)
    return hands
