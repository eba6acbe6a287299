"""Work out, once a deal is over, the hands that nobody wrote down.

A card that a seat plays late was in its hand from the start. So a record without a single dealt card still tells most
hands, and all of them if the play went on to the last trick. Nobody saw these cards when they were dealt: whoever shows
them marks them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.record.hindsight import Hindsight, show_known_cards

if TYPE_CHECKING:
    from domain.engine.state import State
    from domain.record.record import Record


class WorkedOut:
    """The hands of a deal as far as its acts show them. While the deal goes on, and if it was abandoned: none."""

    def __init__(self, record: Record) -> None:
        self.spans = {}
        if record.settlement is not None and not record.abandoned and record.state.vague:
            spans = Hindsight(record.rules, record.opened.dealer, record.acts).spans
            self.spans = {span.dealings[-1]: span for span in spans if span.dealings}

    def add(self, s: State, ply: int) -> tuple[int, ...]:
        """Add the hands to the state after a ply, if its act dealt the last cards. Return the cards added to each hand.

        The cards are masks by place; an empty tuple if it did not.
        """
        span = self.spans.get(ply)
        if span is None or not s.vague:
            return ()
        before = list(s.hands)
        show_known_cards(s, span, len(span.dealings))
        return tuple(now & ~then for now, then in zip(s.hands, before, strict=True))


def final_state(record: Record) -> State:
    """Return the state after the last act, with the hands that follow from what was played. It is not to be changed."""
    worked_out = WorkedOut(record)
    if not worked_out.spans:
        return record.state
    s = record.rules.start(record.opened.dealer)
    for ply, act in enumerate(record.acts):
        record.rules.apply(s, act)
        worked_out.add(s, ply)
    return s
