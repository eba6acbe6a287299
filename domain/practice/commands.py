"""The commands on practice deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, Unpack
from uuid import UUID

from domain.engine.facts import Act, CardsDealt
from domain.engine.parameters import plain
from domain.engine.refusals import Refused, refuse
from domain.kernel.commands import Saved, Sent, SentTo, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft, new_id
from domain.match.seats import no_such_seat
from domain.practice.aggregate import Practice, hands_of
from domain.practice.facts import PracticeOpened
from domain.record.aggregate import check_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from domain.engine.cards import Card, Seat
    from domain.engine.facts import CapsRuled
    from domain.engine.ruleset import Ruleset
    from domain.kernel.repository import Repository
    from domain.record.record import Record


MOST_ACTS: Final = 500
"""The most acts of a practice deal: a wrong call could be repeated without end."""


class Practices:
    """Commands on practice deals. ``shuffled``: a shuffled pack for the cards that the command may have to deal."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, practice_id: UUID, version: int | None = None) -> Practice:
        """Return a practice deal as it stands, or as it stood at a version."""
        return self._repository.get(Practice, practice_id, version)

    def open(
        self,
        ruleset: Ruleset,
        seat: Seat,
        strength: str,
        shuffled: Sequence[Card],
        *,
        dealer: Seat = "",
        hands: Mapping[Seat, tuple[Card, ...]] | None = None,
        match: bool = False,
        **sent: Unpack[Sent],
    ) -> Saved:
        """Begin a fresh deal. ``hands`` are the cards that each seat will be dealt; without them, the pack is dealt.

        ``match``: whether it is the first deal of a match. Raises `Declined` if the game has no such seat.
        """
        dealer = dealer or ruleset.seating.seats[-1]
        for each in (seat, dealer):
            _check_seat(ruleset.seating.seats, each)
        opened = PracticeOpened(plain(ruleset), dealer, seat, strength, dict(hands or {}), match=match)
        return self._begin(opened, (), shuffled, sent)

    def go_on_from(
        self,
        record: Record,
        ply: int,
        seat: Seat,
        strength: str,
        shuffled: Sequence[Card],
        *,
        source: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Begin in the middle of a deal, after a ply of its record; -1 for its beginning, with the same hands.

        ``source``: the id of that deal. Raises `Declined` if the record does not name all cards, or has no such seat.
        """
        opened = record.opened
        _check_seat(record.rules.seats, seat)
        hands = hands_of(record)
        known = record.rules.tables.bit
        if not hands or any(card not in known for cards in hands.values() for card in cards):
            raise Declined("practice-cards", "a deal is practised only if its record names all cards")
        acts = record.acts[: ply + 1]
        if any(card not in known for act in acts for card in act.list_cards()):
            raise Declined("practice-cards", "a deal is practised only if its record names all cards")
        begun = any(isinstance(act, CardsDealt) for act in acts)
        given = acts if begun else []
        hands = _whole(hands, record.rules.hand_size, shuffled)
        new = PracticeOpened(opened.ruleset, opened.dealer, seat, strength, hands, source, len(given))
        return self._begin(new, given, shuffled, sent)

    def again(self, practice_id: UUID, shuffled: Sequence[Card], **sent: Unpack[Sent]) -> Saved:
        """Begin the same deal once more, where the practice deal began."""
        practice = self.get(practice_id)
        given = practice.record.acts[: practice.opened.given]
        return self._begin(practice.open_again(), given, shuffled, sent)

    def take_over(self, practice_id: UUID, shuffled: Sequence[Card], **sent: Unpack[Sent]) -> Saved:
        """Begin the deal that somebody else has played, with the same cards in the same seat.

        Raises `Declined` if it is not over, or goes on from a recorded deal, whose cards may be hidden from others.
        """
        practice = self.get(practice_id)
        if not practice.record.over:
            raise Declined("practice-open", "others can play this deal once it is over")
        if practice.opened.source:
            raise Declined("practice-source", "this practice deal goes on from a recorded deal and cannot be shared")
        given = practice.record.acts[: practice.opened.given]
        opened = replace(practice.opened, match=False, before=(), repeats="")
        return self._begin(opened, given, shuffled, sent)

    def next(
        self, practice_id: UUID, hands: Mapping[Seat, tuple[Card, ...]], shuffled: Sequence[Card], **sent: Unpack[Sent]
    ) -> Saved:
        """Begin the next deal of the match, or the first deal of a new one after its end.

        Raises `Declined` if the deal before is not over, or stands alone.
        """
        return self._begin(self.get(practice_id).open_next(hands), (), shuffled, sent)

    def act(self, practice_id: UUID, act: Act, shuffled: Sequence[Card], **sent: Unpack[SentTo]) -> Saved:
        """Do an act of the person. Raises `Refused` where the rules forbid it, by what the person's seat can know."""

        def choose(practice: Practice) -> Act:
            if act.seat != practice.opened.seat:
                raise Refused(refuse("not-your-seat", act.seat, "only the player in the seat may act for {who}"))
            check_words(practice.record.rules, act)
            if any(card not in practice.record.rules.tables.bit for card in act.list_cards()):
                raise Declined("practice-cards", "in a practice deal every card of an act is named")
            if len(practice.record.acts) >= MOST_ACTS:
                raise Declined(
                    "practice-long", "a practice deal has up to {most} acts; begin another one", most=MOST_ACTS
                )
            return act

        return self._do(practice_id, ("act", act), choose, shuffled, sent)

    def bot_act(
        self, practice_id: UUID, choose: Callable[[Practice], Act], shuffled: Sequence[Card], **sent: Unpack[SentTo]
    ) -> Saved:
        """Do an act of a bot, which ``choose`` returns."""
        return self._do(practice_id, ("bot",), choose, shuffled, sent)

    def settle(self, practice_id: UUID, verdict: CapsRuled | None, **sent: Unpack[SentTo]) -> Saved:
        """Settle a deal that awaits the verdict on Caps. ``verdict``: the ruling; None if there is nothing to rule."""
        command = request(f"practice {practice_id}", sent, "settle", verdict)

        def decide() -> Draft:
            practice = self._repository.get_expected(command, Practice, practice_id)
            practice.settle(verdict, command.stamp)
            return (practice,)

        return self._repository.execute(command, practice_id, decide)

    def _begin(self, opened: PracticeOpened, acts: Sequence[Act], shuffled: Sequence[Card], sent: Sent) -> Saved:
        command = request("", sent, "practise", opened, list(acts))

        def begin() -> Draft:
            practice = Practice(new_id(command.at))
            practice.take(opened, *command.stamp)
            for act in acts:
                practice.take(act, *command.stamp)
            practice.go_on(shuffled, command.stamp)
            return (practice,)

        return self._repository.execute(command, None, begin)

    def _do(
        self,
        practice_id: UUID,
        content: tuple[object, ...],
        choose: Callable[[Practice], Act],
        shuffled: Sequence[Card],
        sent: SentTo,
    ) -> Saved:
        command = request(f"practice {practice_id}", sent, *content)

        def decide() -> Draft:
            practice = self._repository.get_expected(command, Practice, practice_id)
            practice.act(choose(practice), shuffled, command.stamp)
            return (practice,)

        return self._repository.execute(command, practice_id, decide)


def _check_seat(seats: Sequence[Seat], seat: Seat) -> None:
    if seat not in seats:
        raise no_such_seat("practice-seat", seat, seats)


def _whole(hands: Mapping[Seat, tuple[Card, ...]], size: int, shuffled: Sequence[Card]) -> dict[Seat, tuple[Card, ...]]:
    """Return the hands filled up to ``size`` cards: a deal that ended early has dealt only a part of the pack."""
    dealt = {card for cards in hands.values() for card in cards}
    rest = iter([card for card in shuffled if card not in dealt])
    return {seat: (*cards, *islice(rest, size - len(cards))) for seat, cards in hands.items()}
