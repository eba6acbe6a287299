"""Folding never refuses and never raises, whatever sequence of acts it is given.

A record may hold anything that people at a table did, in any order. Each sequence here is a deal that goes
on legally, with nonsense strewn in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.parameters import plain
from domain.engine.refusals import Refused
from domain.engine.rules import rules_of, settle
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import (
    PCC,
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    PartnerAsked,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.rules.random_deals import deal
from tests.rules.table import PACK, SEATS

EXAMPLES = max(50, int(os.environ.get("NOUGHT_DEALS", "200")) // 4)
MANY = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

seats = st.sampled_from(SEATS)
cards = st.sampled_from((*PACK, "??", "??", "??", "??", "??", "??", "??", "??"))
some_cards = st.lists(cards, max_size=8).map(tuple)
by_seat = st.dictionaries(seats, cards, max_size=4)
four = st.lists(cards, min_size=4, max_size=4).map(tuple)

nonsense: st.SearchStrategy[Act] = st.one_of(
    st.builds(PackShuffled, seats, st.one_of(st.just(()), st.just(PACK), some_cards)),
    st.builds(PackCut, seats, st.one_of(st.none(), st.integers(0, 40))),
    st.builds(CardsDealt, seats, st.dictionaries(seats, four, max_size=4)),
    st.builds(RedealDemanded, seats),
    st.builds(BidMade, seats, st.one_of(st.integers(15, 31).map(lambda n: 10 * n), st.just(PCC))),
    st.builds(Passed, seats),
    st.builds(PartnerAsked, seats),
    st.builds(IndicatorPlaced, seats, cards),
    st.builds(IndicatorTakenBack, seats, cards),
    st.builds(TrumpOpened, seats, cards),
    st.builds(TrumpClosed, seats),
    st.builds(CardPlayed, seats, cards, st.booleans(), st.sampled_from((False, False, False, True))),
    st.builds(CardPlayed, seats, cards, st.booleans()),
    st.builds(FaceDownInspected, seats, st.booleans(), by_seat),
    st.builds(CardsRevealed, seats, by_seat),
    st.builds(IndicatorRevealed, seats, cards),
    st.builds(CapsCalled, seats, some_cards),
    st.builds(CapsConceded, seats),
    st.builds(SpoiltTrumpsDeclared, seats, st.just(False)),
    st.builds(PointsCounted, seats, st.integers(0, 304)),
)

step = st.one_of(*[st.integers(0, 30)] * 9, nonsense)
"""A number is one of the legal acts; most steps are, or no sequence would get far."""
steps = st.lists(step, min_size=1, max_size=60)
starts = st.tuples(st.integers(0, 400), st.integers(0, 70), st.booleans())
"""A random legal deal by its number, how many of its acts come first, and whether hidden cards were seen."""


def legal_act(record: Record, number: int) -> Act | None:
    """One of the acts of the seat in turn."""
    s, rules = record.state, record.rules
    seat = rules.to_act(s)
    acts = rules.legal(s, seat) if seat is not None else []
    acts = [act for act in acts if not isinstance(act, RedealDemanded | SpoiltTrumpsDeclared | CapsCalled)]
    if not acts:
        return None
    act = acts[number % len(acts)]
    return Passed(act.seat) if isinstance(act, BidMade) and number % 3 else act


@cache
def beginning(number: int) -> tuple[str, tuple[Act, ...]]:
    """A random legal deal: its dealer and its acts."""
    dealer, acts = deal(rules_of(STANDARD), 11_000_000 + number)
    return dealer, tuple(acts)


def records_of(script: list[Any], start: tuple[int, int, bool], *, fold: bool) -> Iterator[Record]:
    """A record after each act of the sequence, folded as stored facts are, or by the record's command."""
    number, length, is_seen = start
    dealer, before = beginning(number)
    record = Record(DealOpened(plain(STANDARD), dealer), Stamp())
    version = 0
    for act in before[:length]:
        version += 1
        record.fold(act if is_seen else hide_act(act, PUBLIC), Stamp(version))
    yield record
    for each in script:
        act = legal_act(record, each) if isinstance(each, int) else each
        if act is None:
            continue
        facts: list[Any] = [act]
        if not fold:
            try:
                facts = [proposal.fact for proposal in record.act(act, as_it_happened=True)]
            except Refused as refused:
                if refused.refusal.code != "unknown-card":
                    raise
                continue
        for fact in facts:
            version += 1
            record.fold(fact, Stamp(version))
        yield record


@MANY
@given(steps, starts)
def test_no_sequence_of_acts_makes_folding_raise(script: list[Any], start: tuple[int, int, bool]) -> None:
    record = None
    for record in records_of(script, start, fold=True):
        for seat in SEATS:
            for act in record.rules.legal(record.state, seat):
                record.rules.judge(record.state, act)
        settle(record.state)
    if record is not None:
        assert len(record.verdicts()) == len(record.entries)
        record.draft()


@MANY
@given(steps, starts)
def test_no_sequence_of_acts_recorded_as_it_happened_raises(script: list[Any], start: tuple[int, int, bool]) -> None:
    record = None
    for record in records_of(script, start, fold=False):
        assert record.state.outcome or record.rules.to_act(record.state) is not None
    if record is not None:
        record.find_refusals()


@MANY
@given(steps, starts)
def test_no_hand_ever_has_fewer_than_no_cards(script: list[Any], start: tuple[int, int, bool]) -> None:
    for record in records_of(script, start, fold=True):
        s = record.state
        for seat in range(4):
            assert s.size(seat) >= 0
            assert s.unknown[seat] >= 0
            assert s.left_unnamed[seat] >= 0
        assert all(points >= 0 for points in s.points)
        assert sum(s.tricks) <= record.rules.hand_size


@MANY
@given(steps, starts)
def test_the_teams_never_have_more_points_than_the_pack(script: list[Any], start: tuple[int, int, bool]) -> None:
    for record in records_of(script, start, fold=True):
        assert sum(record.state.points) <= 304


@MANY
@given(steps, starts, st.data())
def test_a_correction_anywhere_never_raises_anything_but_a_refusal(
    script: list[Any], start: tuple[int, int, bool], data: st.DataObject
) -> None:
    *_, record = records_of(script, start, fold=False)
    if not record.entries:
        return
    at = data.draw(st.integers(0, len(record.entries) - 1))
    command = data.draw(st.sampled_from(("amend", "insert", "retract")))
    try:
        if command == "retract":
            proposals = record.retract(at, "a slip")
        else:
            proposals = getattr(record, command)(at, data.draw(nonsense), "a slip")
    except Refused:
        return
    for number, proposal in enumerate(proposals):
        record.fold(proposal.fact, Stamp(1000 + number))
    assert len(record.verdicts()) == len(record.entries)


@pytest.mark.parametrize("seat", SEATS)
def test_an_act_outside_its_stage_changes_nothing(seat: str) -> None:
    record = Record(DealOpened(plain(STANDARD), "S"), Stamp())
    before = {name: getattr(record.state, name) for name in type(record.state).__slots__}
    for act in (Passed(seat), BidMade(seat, 160), CardPlayed(seat, "JS"), CapsCalled(seat), PointsCounted(seat, 5)):
        record.fold(act, Stamp())
    assert {name: getattr(record.state, name) for name in before} == before
