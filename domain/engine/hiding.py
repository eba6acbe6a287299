"""Hide the parts of a fact that a viewer may not see.

Hide first, fold after: a view cannot leak what its fold never received.

Viewers are the seats, ``public`` (anybody at the table without cards), ``scribe`` (the record as it was
entered) and ``arbiter`` (everything). A kind of fact that nobody decided about stops the program at import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from domain.engine.cards import UNKNOWN, Seat
from domain.engine.facts import (
    ACTS,
    NOTES,
    Act,
    CapsRuled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    CardSealed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealOpened,
    DealReopened,
    DealSettled,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
    Passed,
    PointsCounted,
    RulingLifted,
    SealOpened,
    ViolationRuled,
)

Viewer: TypeAlias = str
Hider: TypeAlias = Callable[[Any, Viewer], Any]
"""Makes of a fact what a viewer sees of it; None for nothing at all."""

PUBLIC: Final[Viewer] = "public"
SCRIBE: Final[Viewer] = "scribe"
ARBITER: Final[Viewer] = "arbiter"
OFFICIALS: Final = frozenset({SCRIBE, ARBITER})


def viewers(seats: tuple[Seat, ...]) -> tuple[Viewer, ...]:
    """Everybody who may look at a deal."""
    return (*seats, PUBLIC, SCRIBE, ARBITER)


def hide(fact: Fact, viewer: Viewer) -> Fact | None:
    """The fact as the viewer saw it; None when the viewer did not notice that anything happened."""
    hider = _HIDE.get(type(fact))
    if hider is None or viewer in OFFICIALS:
        return fact
    seen: Fact | None = hider(fact, viewer)
    return seen


def hide_act(act: Act, viewer: Viewer) -> Act:
    """An act as the viewer saw it. Every act at the table is noticed by everybody."""
    hider = _HIDE.get(type(act))
    if hider is None or viewer in OFFICIALS:
        return act
    seen: Act = hider(act, viewer)
    return seen


def _nobody(fact: Fact, viewer: Viewer) -> None:
    return None


def _shuffled(fact: PackShuffled, viewer: Viewer) -> Fact:
    return PackShuffled(fact.seat) if fact.order else fact


def _cut(fact: PackCut, viewer: Viewer) -> Fact:
    return PackCut(fact.seat, 0) if fact.depth else fact


def _dealt(fact: CardsDealt, viewer: Viewer) -> Fact:
    hands = {seat: cards if seat == viewer else (UNKNOWN,) * len(cards) for seat, cards in fact.hands.items()}
    return CardsDealt(fact.seat, hands)


def own_card(fact: Any, viewer: Viewer) -> Fact:
    """A card that only the hand it came from knows."""
    hidden: Fact = fact if fact.seat == viewer else type(fact)(fact.seat)
    return hidden


def _played(fact: CardPlayed, viewer: Viewer) -> Fact:
    if not fact.down or fact.seat == viewer:
        return fact
    return CardPlayed(fact.seat, UNKNOWN, True, fact.indicator)


def _sealed(fact: CardSealed, viewer: Viewer) -> Fact:
    return replace(fact, entry=0)


def _amended(fact: EntryAmended, viewer: Viewer) -> Fact | None:
    was, now = hide_act(fact.was, viewer), hide_act(fact.now, viewer)
    return None if was == now else replace(fact, was=was, now=now, why="")


def _inserted(fact: EntryInserted, viewer: Viewer) -> Fact:
    return replace(fact, now=hide_act(fact.now, viewer), why="")


def _retracted(fact: EntryRetracted, viewer: Viewer) -> Fact:
    return replace(fact, was=hide_act(fact.was, viewer), why="")


_HIDE: Final[dict[type[Fact], Hider]] = {
    # only officials: the order of the pack, how deep it was cut, what was disclosed or noted later, stored versions
    PackShuffled: _shuffled,
    PackCut: _cut,
    CardsDisclosed: _nobody,
    IrregularityNoted: _nobody,
    CardSealed: _sealed,
    # the seat itself
    CardsDealt: _dealt,
    CardPlayed: _played,
    # corrections: as much as of what they correct, without the scribe's reason, which may name any card
    EntryAmended: _amended,
    EntryInserted: _inserted,
    EntryRetracted: _retracted,
}

_PUBLIC: Final[set[type[Fact]]] = {
    DealOpened, Passed, PointsCounted, CapsRuled, ViolationRuled, DealAnnulled, RulingLifted, DealSettled,
    DealConfirmed, DealReopened, DealAbandoned, SealOpened,
}  # fmt: skip
"""The facts that everybody sees whole."""


def decide(kinds: Iterable[type[Fact]], hidden: Mapping[type[Fact], Hider], public: Iterable[type[Fact]]) -> None:
    """Decide who sees what of these kinds of facts. Raises TypeError for a kind about which nothing is said."""
    _HIDE.update(hidden)
    _PUBLIC.update(public)
    if undecided := set(kinds) - _PUBLIC - set(_HIDE):
        raise TypeError(f"nobody said who may see {sorted(kind.__name__ for kind in undecided)}")


decide((*ACTS, *NOTES), {}, ())
