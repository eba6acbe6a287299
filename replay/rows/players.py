"""The rows of players: one for each seat of each deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.engine.cards import Seat
from replay.rows.column import Column, RowKind, Type
from replay.rows.recorded_deal import RecordedDeal

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of a deal, and who sat there."""

    deal: RecordedDeal
    seat: Seat

    @property
    def team(self) -> str:
        """Return the team of the seat."""
        return self.deal.team(self.seat)

    def gain(self, name: str) -> int | None:
        """Return a number of the settlement for the team, by its field. Returns None without one."""
        numbers: Mapping[str, int] = getattr(self.deal.record.settlement, name, {})
        return numbers.get(self.team)


def seats_of(deal: RecordedDeal) -> Iterator[Seated]:
    """Yield the seats of a deal."""
    for seat in deal.record.rules.seats:
        yield Seated(deal, seat)


PLAYERS: Final[RowKind[Seated]] = RowKind(
    "players",
    "one row for each seat of each deal",
    (
        Column("deal", Type.TEXT, "the id of the deal", lambda s: s.deal.id),
        Column("seat", Type.TEXT, "the seat", lambda s: s.seat),
        Column("player", Type.TEXT, "the name of the player, as the reader of the export may see it",
               lambda s: s.deal.record.opened.players.get(s.seat) or None),
        Column("team", Type.TEXT, "the team: `NS`, `EW`, `odd`, `even`, or the seat where each plays alone",
               lambda s: s.team),
        Column("is_dealer", Type.FLAG, "whether the seat dealt", lambda s: s.seat == s.deal.record.opened.dealer),
        Column("is_maker", Type.FLAG, "whether the seat made trumps or played the contract",
               lambda s: s.seat == s.deal.maker),
        Column("is_makers_side", Type.FLAG, "whether the seat is on the maker's side; null if that is not known",
               lambda s: s.deal.is_makers_side(s.seat)),
        Column("dealt", Type.TEXTS, "the cards that the seat is known to have been dealt",
               lambda s: s.deal.dealt(s.seat)),
        Column("points", Type.NUMBER, "the card points of the team", lambda s: s.gain("points")),
        Column("tricks", Type.NUMBER, "the tricks of the team", lambda s: s.gain("tricks")),
        Column("tokens", Type.NUMBER, "the tokens that the team won (+) or lost (-)", lambda s: s.gain("tokens")),
        Column("score", Type.NUMBER, "the points that the team gains in a match for points, such as a Jass",
               lambda s: s.gain("score")),
    ),
    seats_of,
)  # fmt: skip
