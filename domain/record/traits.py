"""The traits of a deal: short texts by which it is searched, made only when everybody may see all hands.

==============  ==========================================================================
``E:JH``        East was dealt the jack of hearts
``E:J*``        East was dealt the jack of trumps
``E:*4``        East was dealt four trumps
``E:4-2-1-1``   the numbers of cards of each suit in East's hand, from the longest
``maker:JH``    the declarer or trump maker was dealt the jack of hearts; the same for the others
``lead:JH``     the jack of hearts was the opening lead
``lead:J*``     the jack of trumps was the opening lead
``caps-late``   a reason of the settlement
``only-trump``  the trump indicator was the maker's only trump; any other text of the game
==============  ==========================================================================

Cards that follow from what was played count as known. A hand that is not wholly known has the traits of its known cards
only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import CardPlayed
from domain.engine.state import NOBODY
from domain.record.worked_out import final_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.cards import Card, Seat
    from domain.record.record import Record

ANY_TRUMP = "*"
"""The letter of the trump suit in a trait, whichever suit it is."""
MAKER = "maker"
"""In place of a seat: whoever played the contract or made trumps."""


def traits(record: Record) -> tuple[str, ...]:
    """Return the traits of a settled deal, each once."""
    s, rules = final_state(record), record.rules
    hands = list(zip(rules.seats, s.dealt, strict=True))
    if s.maker != NOBODY:
        hands.append((MAKER, s.dealt[s.maker]))
    known = [trait for seat, dealt in hands for trait in _hand(record, seat, dealt)]
    if s.maker != NOBODY:
        known += record.game.traits(s)
    lead = next((act.card for act in record.acts if isinstance(act, CardPlayed)), None)
    if lead in rules.tables.bit:
        known += (f"lead:{name}" for name in _names(record, lead))
    if record.settlement is not None:
        known += record.settlement.reasons
    return tuple(dict.fromkeys(known))


def _hand(record: Record, seat: Seat, dealt: int) -> Iterator[str]:
    """Yield the traits of one hand. ``dealt``: its known cards as a mask."""
    rules, trump = record.rules, record.state.trump
    for card, bit in rules.tables.bit.items():
        if bit & dealt:
            yield from (f"{seat}:{name}" for name in _names(record, card))
    if dealt.bit_count() < rules.hand_size:
        return
    counts = sorted(((dealt & suit).bit_count() for suit in rules.tables.suits), reverse=True)
    yield f"{seat}:{'-'.join(map(str, counts))}"
    if trump:
        yield f"{seat}:{ANY_TRUMP}{(dealt & trump).bit_count()}"


def _names(record: Record, card: Card) -> Iterator[str]:
    """Yield a card, and the same rank of trumps if it is a trump."""
    yield card
    if record.rules.tables.bit[card] & record.state.trump:
        yield card[0] + ANY_TRUMP
