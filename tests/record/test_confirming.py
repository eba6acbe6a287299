"""A result is provisional until a player of every team has agreed with it, and again after a correction."""

from __future__ import annotations

import random

import pytest

from domain.engine.facts import (
    CapsRuled,
    CardsDisclosed,
    DealConfirmed,
    DealOpened,
    DealReopened,
    EntryAmended,
    IrregularityNoted,
    PackCut,
    ViolationRuled,
)
from domain.engine.hiding import hide, viewers
from domain.engine.parameters import plain
from domain.engine.refusals import Refused
from domain.games.catalogue import STANDARD
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.replaying.deals import random_acts


@pytest.fixture
def played() -> Record:
    """A deal that was played out."""
    dealer, acts = random_acts(random.Random(5))
    record = Record(DealOpened(plain(STANDARD), dealer), Stamp(1))
    for act in acts:
        for proposal in record.act(act, as_it_happened=True):
            record.fold(proposal.fact, Stamp())
    assert record.settlement is not None
    return record


def agreed(record: Record, *seats: str) -> Record:
    for seat in seats:
        for proposal in record.confirm(seat):
            record.fold(proposal.fact, Stamp())
    return record


def test_one_player_of_each_team_makes_a_result_stand(played: Record) -> None:
    assert played.provisional
    assert agreed(played, "E").provisional
    assert agreed(played, "W").provisional
    assert not agreed(played, "N").provisional
    assert set(played.confirmed) == {"E", "W", "N"}


def test_there_must_be_a_result_and_nobody_agrees_twice(played: Record) -> None:
    agreed(played, "E")
    with pytest.raises(Refused, match="East has already confirmed this result"):
        played.confirm("E")
    with pytest.raises(Refused, match="there is no seat Q"):
        played.confirm("Q")
    begun = Record(DealOpened(plain(STANDARD), "S"), Stamp(1))
    with pytest.raises(Refused, match="there is no result to confirm"):
        begun.confirm("E")


def test_a_deal_that_was_given_up_has_no_result() -> None:
    record = Record(DealOpened(plain(STANDARD), "S"), Stamp(1))
    for proposal in record.abandon("rain"):
        record.fold(proposal.fact, Stamp())
    assert not record.provisional
    with pytest.raises(Refused, match="no result"):
        record.confirm("E")


def test_whatever_everybody_notices_makes_it_provisional_again(played: Record) -> None:
    last = len(played.entries) - 1
    for again in (
        lambda: played.rule_caps(CapsRuled("missing", "E", "")),
        lambda: played.rule_violation(ViolationRuled("S", "revoke", "")),
        lambda: played.retract(last, "a slip"),
    ):
        draft = agreed(played.draft(), "E", "S")
        assert not draft.provisional
        for proposal in again():
            draft.fold(proposal.fact, Stamp())
        assert draft.confirmed == {}


def test_what_is_hidden_does_not_show_in_who_agreed(played: Record) -> None:
    """A disclosure, a note and the depth of a cut are for officials: nobody learns of them by a badge."""
    agreed(played, "E", "S")
    played.fold(CardsDisclosed(), Stamp())
    played.fold(IrregularityNoted(3, "spoke"), Stamp())
    cut = next(ply for ply, entry in enumerate(played.entries) if isinstance(entry.act, PackCut))
    was = played.entries[cut].entered
    assert isinstance(was, PackCut)
    played.fold(EntryAmended(cut, was, PackCut(was.seat, (was.depth or 3) + 1), ""), Stamp())
    assert set(played.confirmed) == {"E", "S"}
    played.fold(DealReopened("a correction"), Stamp())
    assert played.confirmed == {}


def test_everybody_sees_who_agreed() -> None:
    assert all(hide(DealConfirmed("E"), viewer) == DealConfirmed("E") for viewer in viewers(("S", "E", "N", "W")))


def test_a_draft_of_a_correction_leaves_the_record_alone(played: Record) -> None:
    agreed(played, "E")
    agreed(played.draft(), "S")
    assert set(played.confirmed) == {"E"}
