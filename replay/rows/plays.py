"""The rows of plays: one for each card played to a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import CardPlayed
from domain.engine.state import NOBODY
from replay.rows.column import Column, RowKind, Type
from replay.rows.recorded_deal import RecordedDeal
from replay.rows.times import moment_of


@dataclass(slots=True)
class Play:
    """A card played to a trick."""

    deal: RecordedDeal
    ply: int
    act: CardPlayed
    trick: int
    position: int
    winner: Seat | None = None

    @property
    def card(self) -> Card | None:
        """Return the card. Returns None if it is not known."""
        return None if self.act.card == UNKNOWN else self.act.card

    @property
    def is_trump(self) -> bool | None:
        """Return whether the card is a trump. Returns None if the card or the trump is not known."""
        state = self.deal.final
        if self.card is None or not state.trump_name():
            return None
        return bool(self.deal.record.rules.tables.bit[self.card] & state.trump)


def plays_of(deal: RecordedDeal) -> list[Play]:
    """Return the cards played in a deal. A card at a time without tricks, such as in an auction, is none."""
    record, rules = deal.record, deal.record.rules
    s = rules.start(record.opened.dealer)
    plays: list[Play] = []
    on_table: list[Play] = []
    trick = 1
    for ply, act in enumerate(record.acts):
        if isinstance(act, CardPlayed) and act.seat in rules.place and CardPlayed in rules.applies[s.stage]:
            on_table.append(Play(deal, ply, act, trick, len(on_table) + 1))
            plays.append(on_table[-1])
        before = s.trick
        rules.apply(s, act)
        if s.trick is not before and s.last_winner != NOBODY:
            for play in on_table:
                play.winner = rules.seats[s.last_winner]
            trick += bool(on_table)
            on_table = []
    return plays


PLAYS: Final[RowKind[Play]] = RowKind(
    "plays",
    "one row for each card played",
    (
        Column("deal", Type.TEXT, "the id of the deal", lambda p: p.deal.id),
        Column("ply", Type.NUMBER, "the number of the act in the deal, from 0", lambda p: p.ply),
        Column("trick", Type.NUMBER, "the number of the trick, from 1", lambda p: p.trick),
        Column("position", Type.NUMBER, "the place in the trick, from 1: the lead", lambda p: p.position),
        Column("seat", Type.TEXT, "the seat that played", lambda p: p.act.seat),
        Column("card", Type.TEXT, "the card, such as `JH`; null if it is not known", lambda p: p.card),
        Column("is_face_down", Type.FLAG, "whether it was played face down", lambda p: p.act.down),
        Column("is_indicator", Type.FLAG, "whether it was the trump indicator from the table",
               lambda p: p.act.indicator),
        Column("is_trump", Type.FLAG, "whether it is a trump; null if that is not known", lambda p: p.is_trump),
        Column("won", Type.FLAG, "whether it took the trick; null if the trick was not completed",
               lambda p: None if p.winner is None else p.winner == p.act.seat),
        Column("at", Type.TIME, "when it was recorded", lambda p: moment_of(p.deal.record.entries[p.ply].stamp.at)),
        Column("broke", Type.TEXT, "the code of the rule that it broke; null if none", lambda p: p.deal.broke(p.ply)),
    ),
    plays_of,
)  # fmt: skip
