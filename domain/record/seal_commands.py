"""The commands that seal and open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardSealed
from domain.games.three04.acts import IndicatorPlaced
from domain.kernel.commands import Saved, SentTo, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft
from domain.proof import seals
from domain.record.aggregate import check_words
from domain.record.facts import SealKept
from domain.record.record_seals import find_closed_seals, is_shown
from domain.record.seal import Seal, seal_id

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Card, Seat
    from domain.kernel.repository import Repository
    from domain.record.aggregate import Deal
    from domain.record.commands import Deals


class Seals:
    """Commands on sealed cards: a trump maker's indicator that is unknown in the deal's record until it is opened."""

    def __init__(self, repository: Repository, deals: Deals) -> None:
        self._repository = repository
        self._deals = deals

    def seal_indicator(self, deal_id: UUID, seat: Seat, card: Card, salt: bytes, **sent: Unpack[SentTo]) -> Saved:
        """Place and seal a seat's indicator: the record holds an unknown card and its digest.

        ``salt``: 32 random bytes. Raises `Refused` where the seat's own act would be refused, by what the seat can
        know; `Declined` for an unknown card or another length of the salt.
        """
        command = request(f"deal {deal_id}", sent, "seal", seat, card)

        def draft(deal: Deal) -> Draft:
            if card == UNKNOWN or len(salt) != seals.SALT_BYTES:
                raise Declined("seal", "a card that is sealed is a card with a name")
            act = IndicatorPlaced(seat, card)
            check_words(deal.record.rules, act)
            deal.record.act(act, seat=seat)
            entry = deal.version + 1
            deal.take_all(deal.record.act(IndicatorPlaced(seat), seat=seat), *command.stamp)
            digest = seals.digest(str(deal_id), seat, card, salt.hex())
            deal.take(CardSealed(seat, digest, entry), *command.stamp)
            kept = Seal(seal_id(deal_id, digest))
            kept.take(SealKept(str(deal_id), seat, digest, card, salt.hex()), *command.stamp)
            return deal, kept

        return self._deals.execute(command, deal_id, draft)

    def open(self, deal_id: UUID, seat: Seat | None = None, **sent: Unpack[SentTo]) -> Saved:
        """Open the sealed cards of a deal, or of one seat, after the indicator was shown or the deal is over.

        Raises `Declined` if no sealed card may be opened yet.
        """

        def decide(deal: Deal) -> None:
            record = deal.record
            unopened = [each for each in find_closed_seals(record) if seat in (None, each.seat)]
            due = [each for each in unopened if record.over or is_shown(record, each)]
            if not unopened:
                raise Declined("seal-closed", "there is no closed seal: nothing can be opened")
            if not due:
                raise Declined("seal-closed", "the indicator was not shown yet: nothing can be opened")
            for each in due:
                self._deals.open_seal(deal, each, command)

        command = request(f"deal {deal_id}", sent, "open seals", seat)
        return self._deals.change(command, deal_id, decide)

    def get(self, deal_id: UUID, seal: CardSealed) -> SealKept:
        """Return the sealed card and its salt. Only the seat that sealed it may see them; the caller checks that."""
        return self._repository.get(Seal, seal_id(deal_id, seal.digest)).kept
