"""What each viewer sees: the merge patches, linear replay, and what stays hidden."""

from __future__ import annotations

import os
import random
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

import pytest

from domain import hiding
from domain.facts import (
    Act,
    BidMade,
    CapsCalled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    CardsRevealed,
    EntryAmended,
    FaceDownInspected,
    Fact,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    PackCut,
    PackShuffled,
    TrumpOpened,
)
from domain.hiding import viewers
from domain.record import Record
from replay.frames import apply_patch, encoded, replay
from replay.views import Viewpoint, view_at
from tests.replaying.deals import enter, fold, open_record, random_acts, random_record

EVERYBODY = viewers(("S", "E", "N", "W"))
UNOFFICIAL = ("S", "E", "N", "W", "public")


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_frames_carried_forward_are_the_views(viewer: str) -> None:
    for seed in range(20):
        record = random_record(random.Random(seed))
        told = replay(record, viewer)
        view = told["start"]
        assert view == view_at(record, viewer, -1)
        for frame in told["frames"]:
            view = apply_patch(view, frame["patch"])
            expected = view_at(record, viewer, frame["ply"])
            assert view | {k: v for k, v in expected.items() if k == "settlement"} == expected


@pytest.mark.parametrize("viewer", ["S", "E", "N", "W"])
def test_a_seat_is_told_its_own_legal_acts_as_the_full_record_has_them(viewer: str) -> None:
    for seed in range(20):
        record = random_record(random.Random(seed))
        mine, all_eyes = Viewpoint.of(record, viewer), Viewpoint.of(record, "arbiter")
        for act in record.acts:
            mine.step(act)
            all_eyes.step(act)
            if mine.view().get("turn") == viewer:
                own = set(mine.view()["legal"])
                true = {said for said in all_eyes.view()["legal"] if said.split()[0].strip(":") == viewer}
                if mine.view().get("owed") == "inspection":
                    # the maker has yet to look: for all it knows, either announcement may be the true one
                    assert len(own) >= len(true)
                else:
                    assert own == true


def test_a_seat_holds_its_own_cards_and_sees_the_backs_of_the_others() -> None:
    record = random_record(random.Random(5))
    for ply in range(len(record.entries)):
        whole = view_at(record, "arbiter", ply)["hands"]
        for viewer in ("S", "E", "N", "W"):
            hands = view_at(record, viewer, ply)["hands"]
            assert hands[viewer] == whole[viewer]
            assert {seat: len(cards) for seat, cards in hands.items()} == {
                seat: len(cards) for seat, cards in whole.items()
            }


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_view_that_was_given_out_does_not_change_with_the_next_act(viewer: str) -> None:
    for seed in range(20):
        record = random_record(random.Random(seed))
        point = Viewpoint.of(record, viewer)
        given = [point.view()]
        as_given = [deepcopy(given[0])]
        for act in record.acts:
            point.step(act)
            given.append(point.view())
            as_given.append(deepcopy(given[-1]))
        assert given == as_given


def test_only_the_last_completed_trick_may_be_consulted() -> None:
    record = random_record(random.Random(7))
    for ply in range(len(record.entries)):
        view = view_at(record, "public", ply)
        if view["tricks"] and "outcome" not in view:
            last = view["tricks"][str(len(view["tricks"]))]
            shown = {said.split()[1].strip("[]") for said in last["cards"] if "(" not in said}
            assert set(view["consultable"]) == shown


# --- the law of hidden information ----------------------------------------------------------------


def swapped(value: Any, swap: dict[str, str]) -> Any:
    """Two cards exchanged wherever they are named, at any depth."""
    if isinstance(value, str):
        return swap.get(value, value)
    if isinstance(value, tuple):
        return tuple(swapped(item, swap) for item in value)
    if isinstance(value, dict):
        return {key: swapped(item, swap) for key, item in value.items()}
    if isinstance(value, Fact):
        return type(value)(**{f.name: swapped(getattr(value, f.name), swap) for f in fields(value)})
    return value


def story(rng: random.Random) -> tuple[str, list[Fact]]:
    """The facts of a deal in the order of storing: acts, some face-down cards first unknown and disclosed
    later, some corrections. Up to the last act; what settles the deal tells points to everybody."""
    dealer, acts = random_acts(rng)
    record = open_record(dealer)
    facts: list[Fact] = []

    def store(fact: Fact) -> None:
        facts.append(fact)
        fold(record, fact)

    for act in acts:
        if isinstance(act, CardPlayed) and act.down and rng.random() < 0.3:
            ply = len(record.entries)
            store(replace(act, card="??"))
            if rng.random() < 0.7:
                store(CardsDisclosed(plies={ply: act.card}))
            continue
        if isinstance(act, CardPlayed | BidMade) and rng.random() < 0.1:
            slip = (
                replace(act, card=rng.choice(record.rules.tables.cards(record.rules.tables.all)))
                if isinstance(act, CardPlayed)
                else act
            )
            ply = len(record.entries)
            store(slip)
            store(EntryAmended(ply, slip, act, f"meant {act}"))
            continue
        for proposal in record.act(act, as_it_happened=True):
            if isinstance(proposal.fact, Act):
                store(proposal.fact)
    return dealer, facts


def seen_in(fact: Fact, viewer: str) -> set[str]:
    """The cards of a fact that a player in this seat, or a bystander, would see at a real table.

    Said anew from the documents, on purpose: 000 “Deal”, “Choosing the Trump Suit”, “Play”, “Closed Trump
    games”, “Caps”.
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
        case CardsRevealed(_, cards):
            return set(cards.values())
        case IndicatorRevealed(_, card) | TrumpOpened(_, card):
            return {card}
        case CapsCalled(_, order):
            return set(order)
        case EntryAmended(_, was, now):
            return seen_in(was, viewer) | seen_in(now, viewer)
    return set()


def told_from(dealer: str, facts: list[Fact]) -> Record:
    """The record of these facts."""
    record = open_record(dealer)
    for fact in facts:
        fold(record, fact)
    return record


DEALS = 3000 if os.environ.get("NOUGHT_FULL") else 150


def test_a_viewer_cannot_tell_two_deals_apart_that_differ_in_unseen_cards() -> None:
    """Architecture, “Hide first, fold after”: byte-identical replays, for every viewer, up to every ply tried."""
    compared = exchanged = 0
    for seed in range(DEALS):
        rng = random.Random(seed)
        dealer, facts = story(rng)
        for viewer in UNOFFICIAL:
            for cut in rng.sample(range(3, len(facts) + 1), 2):
                record = told_from(dealer, facts[:cut])
                seen = set().union(*(seen_in(fact, viewer) for fact in (*facts[:cut], *record.acts)))
                unseen = [card for card in record.rules.tables.bit if card not in seen]
                if len(unseen) < 2:
                    continue
                a, b = rng.sample(unseen, 2)
                other = told_from(dealer, [swapped(fact, {a: b, b: a}) for fact in facts[:cut]])
                assert encoded(other, viewer) == encoded(record, viewer), (seed, viewer, cut, a, b)
                compared += 1
                exchanged += other.acts != record.acts
    assert exchanged > DEALS, "too few exchanges changed anything"
    assert compared >= exchanged


@pytest.mark.parametrize("kind", [CardsDealt, IndicatorPlaced, CardPlayed, FaceDownInspected])
def test_the_law_can_fail(kind: type[Fact], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with one kind of card shown to everybody: it must notice."""
    monkeypatch.delitem(hiding._HIDE, kind)
    with pytest.raises(AssertionError):
        test_a_viewer_cannot_tell_two_deals_apart_that_differ_in_unseen_cards()


def test_the_order_of_the_pack_and_the_depth_of_the_cut_are_shown_to_nobody() -> None:
    """Architecture: no seed, no pack order may leak."""
    record = open_record("S")
    order = tuple(record.rules.tables.bit)
    enter(record, PackShuffled("S", order), PackCut("W", 7))
    for viewer in UNOFFICIAL:
        told = [frame["act"] for frame in replay(record, viewer)["frames"]]
        assert told == ["S shuffle", "W cut"]


def test_what_a_scribe_gives_as_reason_is_not_told_to_the_seats() -> None:
    """Free words may name a card that a seat has not seen."""
    dealer, facts = story(random.Random(3))
    record = told_from(dealer, facts)
    ply = next(n for n, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    fold(
        record, EntryAmended(ply, record.acts[ply], replace(record.acts[ply], card="7S"), "the jack of hearts, really")
    )
    for viewer in UNOFFICIAL:
        assert b"jack of hearts" not in encoded(record, viewer)
    assert b"jack of hearts" in encoded(record, "arbiter")
