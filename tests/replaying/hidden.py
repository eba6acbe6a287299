"""Two deals that a viewer cannot tell apart: whole stories of any game, and what may be otherwise in them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from domain.engine.cards import UNKNOWN
from domain.engine.facts import (
    Act,
    CardExposed,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealOpened,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
)
from domain.engine.parameters import plain
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.sidi.acts import ContractBid, WeisDeclared, WeisShown
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerCardNamed,
    RedealDemanded,
    TrumpOpened,
)
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.family.random_deals import deal as family_deal
from tests.jass.random_jass import deal as jass_deal

SPOKEN = (CardPlayed, BidMade, ContractBid, WeisDeclared)
"""Acts at which a scribe slips."""


def random_deal(rng: random.Random, game: Ruleset) -> tuple[str, list[Act]]:
    """The dealer and all acts of a legal deal, the compelled ones among them."""
    if isinstance(game, Three04Ruleset):
        return family_deal(game, rng)
    return jass_deal(rules_of(game), rng.randrange(10**9))


def told_from(game: Ruleset, dealer: str, facts: Iterable[Fact]) -> Record:
    """The record of these facts."""
    record = Record(DealOpened(plain(game), dealer), Stamp(1, "2026-01-10T19:00:00.000Z", "scribe"))
    for version, fact in enumerate(facts, 2):
        record.fold(fact, Stamp(version, f"2026-01-10T19:00:{version % 60:02}.000Z", "scribe"))
    return record


# --- a deal with everything that a scribe may add to it -------------------------------------------


def story(rng: random.Random, game: Ruleset) -> tuple[str, list[Fact]]:
    """A dealer, and facts in the order of storing.

    In one deal of three players drop cards (004 "Communication" forbids to show them). The pack may be known. Hands
    and face-down cards may at first be unknown, and disclosed later or never. There are slips, amended, retracted
    or inserted where they were missing, and notes. It ends with the last act: what settles the deal tells points to
    everybody.
    """
    dealer, acts = random_deal(rng, game)
    if rng.random() < 0.35:
        acts = list(with_exposures(rng, acts))
    facts: list[Fact] = []
    pack = list(rules_of(game).tables.bit)
    if rng.random() < 0.2:
        facts.append(PackShuffled(dealer, tuple(rng.sample(pack, len(pack)))))
    blind = {seat for seat in game.seating.seats if rng.random() < 0.2} if rng.random() < 0.3 else set()
    discloses = rng.random() < 0.7
    hands: dict[str, tuple[tuple[str, ...], ...]] = {}
    ply = len(facts)
    for act in acts:
        if isinstance(act, CardsDealt):
            hands |= {seat: (*hands.get(seat, ()), act.hands[seat]) for seat in blind}
            unknown = {seat: ("??",) * len(act.hands[seat]) for seat in blind}
            facts.append(replace(act, hands={**act.hands, **unknown}))
        elif isinstance(act, RedealDemanded):
            hands = {}
            facts.append(act)
        else:
            if blind and discloses and isinstance(act, CardPlayed) and rng.random() < 0.1:
                facts.append(CardsDisclosed(hands=hands))
                discloses = False
            facts += entered(rng, act, ply, pack)
        ply += 1
    return dealer, facts


def with_exposures(rng: random.Random, acts: list[Act]) -> Iterator[Act]:
    """The acts of a deal in which now and then somebody shows a card that is still in the hand."""
    hands: dict[str, list[str]] = {}
    for act in acts:
        if isinstance(act, RedealDemanded):
            hands = {}
        for seat, cards in act.cards_by_seat().items() if isinstance(act, CardsDealt) else ():
            hands[seat] = [*hands.get(seat, ()), *cards]
        if isinstance(act, CardPlayed | IndicatorPlaced) and act.card in hands[act.seat]:
            hands[act.seat].remove(act.card)
        yield act
        seat = rng.choice(sorted(hands)) if hands else ""
        if hands.get(seat) and rng.random() < 0.08:
            yield CardExposed(seat, rng.choice(hands[seat]))


def entered(rng: random.Random, act: Act, ply: int, pack: list[str]) -> Iterator[Fact]:
    """The facts by which an act came into the record."""
    chance = rng.random()
    if isinstance(act, CardPlayed) and act.down and chance < 0.3:
        yield replace(act, card="??")
        if chance < 0.2:
            yield CardsDisclosed(plies={ply: act.card})
    elif isinstance(act, SPOKEN) and chance < 0.1:
        slip = replace(act, card=rng.choice(pack)) if isinstance(act, CardPlayed) else act
        yield slip
        yield EntryAmended(ply, slip, act, f"meant {act}")
    elif isinstance(act, SPOKEN) and chance < 0.13:
        slip = CardPlayed(act.seat, rng.choice(pack), down=rng.random() < 0.5)
        yield slip
        yield EntryRetracted(ply, slip, f"{slip} never happened")
        yield EntryInserted(ply, act, f"missed {act}")
    else:
        yield act
        if chance > 0.97:
            yield IrregularityNoted(ply, "spoke", act.seat, f"{rng.choice(pack)} was named aloud")


# --- what a viewer saw of it -------------------------------------------------------------------------


def seen_in(fact: Fact, viewer: str) -> set[str]:
    """The cards of a fact that a player in this seat, or a bystander, would see at a real table.

    Said anew from the documents, on purpose: 000 "Deal", "Choosing the Trump Suit", "Play", "Closed Trump
    games", "Caps", "Maharashtrian version"; 003 "Deal", "Play".
    """
    match fact:
        case CardsDealt(_, hands):
            return set(hands.get(viewer, ()))
        case CardPlayed(seat, card, down):
            return {card} if seat == viewer or not down else set()
        case IndicatorPlaced(seat, card) | IndicatorTakenBack(seat, card):
            return {card} if seat == viewer else set()
        case FaceDownInspected(seat, _, cards):
            return set(cards.values()) if seat == viewer else set()
        case CardExposed(_, card):
            return {card}
        case CardsRevealed(_, cards):
            return set(cards.values())
        case IndicatorRevealed(_, card) | TrumpOpened(_, card):
            return {card}
        case CapsCalled(_, cards) | WeisShown(_, cards):
            return set(cards)
        case MarriageDeclared(_, suit):
            return {f"K{suit}", f"Q{suit}"}
        case EntryAmended(_, was, now):
            return seen_in(was, viewer) | seen_in(now, viewer)
        case EntryInserted(_, act) | EntryRetracted(_, act):
            return seen_in(act, viewer)
    return set()


def unseen(record: Record, facts: Iterable[Fact], viewer: str) -> list[str]:
    """The cards that the viewer has not seen, by what was stored and by what is known by now."""
    known = set().union(*(seen_in(fact, viewer) for fact in (*facts, *record.acts)))
    return [card for card in record.rules.tables.bit if card not in known]


# --- the same story with what nobody but officials can notice changed --------------------------------


def altered(value: Any, swap: dict[str, str]) -> Any:
    """Two cards exchanged wherever they lie, at any depth; another depth of the cut, and other words of the scribe.

    A card that was only spoken of stays that card.
    """
    match value:
        case PartnerCardNamed():
            return value
        case PackCut(seat, int(depth)) if depth:
            return PackCut(seat, depth % 9 + 1)
        case IrregularityNoted():
            return replace(value, code="other", note="")
        case str():
            return swap.get(value, value)
        case tuple():
            return tuple(altered(item, swap) for item in value)
        case dict():
            return {key: altered(item, swap) for key, item in value.items()}
        case Fact():
            values = {field.name: altered(getattr(value, field.name), swap) for field in fields(value)}
            return type(value)(**values | ({"why": "so it was"} if "why" in values else {}))
    return value


def marred(rng: random.Random, game: Ruleset, acts: list[Act]) -> list[Act]:
    """The same acts, but for some that were left out, entered twice, in the wrong order or with another card."""
    acts = acts[:]
    cards = [*rules_of(game).tables.bit, UNKNOWN]
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(acts))
        match rng.randrange(4):
            case 0 if len(acts) > 1:
                acts.pop(at)
            case 1:
                acts.insert(rng.randrange(len(acts)), acts[at])
            case 2:
                other = rng.randrange(len(acts))
                acts[at], acts[other] = acts[other], acts[at]
            case _:
                card, instead = rng.sample(cards, 2)
                acts[at] = altered(acts[at], {card: instead})  # type: ignore[assignment]
    return acts
