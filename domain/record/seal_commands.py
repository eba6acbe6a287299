"""The part of the ledger that keeps cards sealed until they may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardSealed
from domain.games.three04.acts import IndicatorPlaced
from domain.ledger.commands import Saved, SentTo, request
from domain.ledger.errors import Declined, KeyReused
from domain.ledger.keeper import Draft, Keeper
from domain.proof import seals
from domain.record.aggregate import check_words
from domain.record.seal import SealFile, seal_id
from domain.record.seal_facts import SealKept
from domain.record.sealing import closed, shown

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Card, Seat
    from domain.record.aggregate import DealFile


class Seals(Keeper):
    """A trump maker's indicator that the deal's record does not know until it is opened."""

    def seal_indicator(self, deal_id: UUID, seat: Seat, card: Card, salt: bytes, **sent: Unpack[SentTo]) -> Saved:
        """The seat laid its indicator and tells the card to nobody: the record has it unknown, with a digest.

        ``salt``: 32 bytes of chance. It is refused as the seat's own act would be, by what that seat can know.
        """
        command = request(f"deal {deal_id}", sent, "seal", seat, card)

        def draft() -> Draft | Saved:
            file = self.deal(deal_id)
            if command.key in file.keys:
                if answer := self._answered(command):
                    return answer
                raise KeyReused(command.key)
            command.expects(deal_id, file.version)
            if card == UNKNOWN or len(salt) != seals.SALT_BYTES:
                raise Declined("seal", "a card that is sealed is a card with a name")
            told = IndicatorPlaced(seat, card)
            check_words(file.record.rules, told)
            file.record.act(told, seat=seat)
            entry = file.version + 1
            file.take_all(file.record.act(IndicatorPlaced(seat), seat=seat), *command.stamp)
            digest = seals.digest(str(deal_id), seat, card, salt.hex())
            file.take(CardSealed(seat, digest, entry), *command.stamp)
            kept = SealFile(seal_id(deal_id, digest))
            kept.take(SealKept(str(deal_id), seat, digest, card, salt.hex()), *command.stamp)
            return Draft((file, kept), (file,) if file.unlisted else ())

        return self._until_done(command, deal_id, draft)

    def open_seals(self, deal_id: UUID, seat: Seat | None = None, **sent: Unpack[SentTo]) -> Saved:
        """The sealed cards of a deal, or of a seat in it, are shown: once the indicator was, or the deal is over."""

        def decide(file: DealFile) -> None:
            record = file.record
            found = [each for each in closed(record) if seat in (None, each.seat)]
            due = [each for each in found if record.over or shown(record, each)]
            if not due:
                told = "the indicator was not shown yet" if found else "there is no closed seal"
                raise Declined("seal-closed", f"{told}: nothing can be opened")
            for each in due:
                self._open_seal(file, each, command)

        command = request(f"deal {deal_id}", sent, "open seals", seat)
        return self._on_deal(command, deal_id, decide)

    def kept_seal(self, deal_id: UUID, seal: CardSealed) -> SealKept:
        """What was sealed: only for the seat that did it."""
        return self._read(SealFile, seal_id(deal_id, seal.digest)).kept
