"""Hide the parts of a fact that a viewer may not see.

Facts are hidden before they are folded: a view cannot leak a card that its fold never received.

Viewers are the seats, ``public`` (anybody at the table without cards), ``scribe`` (the record as entered) and
``arbiter`` (everything). If nothing is decided about a kind of fact, `decide` raises TypeError at import.
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
    CardExposed,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    CardSealed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealOpened,
    DealReopened,
    DealRestored,
    DealSettled,
    DealWithdrawn,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
    Passed,
    PointsCounted,
    ResultAssigned,
    RulingLifted,
    SealOpened,
    ViolationRuled,
)

Viewer: TypeAlias = str
Hider: TypeAlias = Callable[[Any, Viewer], Any]
"""A function that returns a fact as a viewer sees it; None if the viewer does not notice the fact."""

PUBLIC: Final[Viewer] = "public"
SCRIBE: Final[Viewer] = "scribe"
ARBITER: Final[Viewer] = "arbiter"
OFFICIALS: Final = frozenset({SCRIBE, ARBITER})


def viewers(seats: tuple[Seat, ...]) -> tuple[Viewer, ...]:
    """Return all viewers of a deal with these seats."""
    return (*seats, PUBLIC, SCRIBE, ARBITER)


def hide(fact: Fact, viewer: Viewer) -> Fact | None:
    """Return the fact as the viewer saw it; None if the viewer did not notice the fact."""
    hider = _HIDE.get(type(fact))
    if hider is None or viewer in OFFICIALS:
        return fact
    seen: Fact | None = hider(fact, viewer)
    return seen


def hide_act(act: Act, viewer: Viewer) -> Act:
    """Return the act as the viewer saw it. Every viewer notices every act at the table."""
    hider = _HIDE.get(type(act))
    if hider is None or viewer in OFFICIALS:
        return act
    seen: Act = hider(act, viewer)
    return seen


def _hide_wholly(fact: Fact, viewer: Viewer) -> None:
    return None


def _hide_pack(fact: PackShuffled, viewer: Viewer) -> Fact:
    return PackShuffled(fact.seat) if fact.order else fact


def _hide_depth(fact: PackCut, viewer: Viewer) -> Fact:
    return replace(fact, depth=0) if fact.depth else fact


def _hide_hands(fact: CardsDealt, viewer: Viewer) -> Fact:
    hands = {seat: cards if seat == viewer else (UNKNOWN,) * len(cards) for seat, cards in fact.hands.items()}
    return CardsDealt(fact.seat, hands)


def hide_card(fact: Any, viewer: Viewer) -> Fact:
    """Return the fact; for every viewer but the acting seat, with its fields at their defaults (card ``??``)."""
    hidden: Fact = fact if fact.seat == viewer else type(fact)(fact.seat)
    return hidden


def _hide_face_down(fact: CardPlayed, viewer: Viewer) -> Fact:
    if not fact.down or fact.seat == viewer:
        return fact
    return CardPlayed(fact.seat, UNKNOWN, True, fact.indicator)


def _hide_entry(fact: CardSealed, viewer: Viewer) -> Fact:
    return replace(fact, entry=0)


def _hide_amendment(fact: EntryAmended, viewer: Viewer) -> Fact | None:
    was, now = hide_act(fact.was, viewer), hide_act(fact.now, viewer)
    return None if was == now else replace(fact, was=was, now=now, why="")


def _hide_insertion(fact: EntryInserted, viewer: Viewer) -> Fact:
    return replace(fact, now=hide_act(fact.now, viewer), why="")


def _hide_retraction(fact: EntryRetracted, viewer: Viewer) -> Fact:
    return replace(fact, was=hide_act(fact.was, viewer), why="")


_HIDE: Final[dict[type[Fact], Hider]] = {
    # Only officials see the order of the pack, the depth of the cut, disclosures, notes and versions of events.
    PackShuffled: _hide_pack,
    PackCut: _hide_depth,
    CardsDisclosed: _hide_wholly,
    IrregularityNoted: _hide_wholly,
    CardSealed: _hide_entry,
    # Besides officials, only the seat that holds the cards sees them.
    CardsDealt: _hide_hands,
    CardPlayed: _hide_face_down,
    # Corrections show as much as the acts that they correct. The scribe's reason may name any card and is hidden.
    EntryAmended: _hide_amendment,
    EntryInserted: _hide_insertion,
    EntryRetracted: _hide_retraction,
}

_PUBLIC: Final[set[type[Fact]]] = {
    DealOpened, Passed, CardExposed, PointsCounted, CapsRuled, ViolationRuled, ResultAssigned, DealAnnulled,
    RulingLifted, DealSettled, DealConfirmed, DealReopened, DealAbandoned, DealWithdrawn, DealRestored, SealOpened,
}  # fmt: skip
"""The kinds of facts that every viewer sees whole."""


def decide(kinds: Iterable[type[Fact]], hidden: Mapping[type[Fact], Hider], public: Iterable[type[Fact]]) -> None:
    """Add hiding functions and public kinds. Raises TypeError if one of ``kinds`` then has neither."""
    _HIDE.update(hidden)
    _PUBLIC.update(public)
    if undecided := set(kinds) - _PUBLIC - set(_HIDE):
        raise TypeError(f"nobody said who may see {sorted(kind.__name__ for kind in undecided)}")


decide((*ACTS, *NOTES), {}, ())
