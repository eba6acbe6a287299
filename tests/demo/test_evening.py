"""Tests of the generated evening: rules, labels, equal results for equal seeds, and plausible play."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from uuid import UUID

import pytest

from demo.evening import BELL, PLAYERS, Evening, Sitting
from domain.engine.facts import (
    CardsDealt,
    CardsDisclosed,
    DealSettled,
    EntryAmended,
    EntryRetracted,
    Fact,
    IrregularityNoted,
)
from domain.games.catalogue import SIDI_BARRANI
from domain.games.three04.acts import PCC, BidMade, CapsCalled, PartnerAsked, RedealDemanded, TrumpClosed, TrumpOpened
from domain.match.scoring import next_dealer, start
from domain.record.import_lines import read_through
from domain.record.imported_deal import ImportedDeal
from replay.notation import check, document_of, write_archived

SLIPS = (EntryAmended, EntryRetracted, IrregularityNoted, CardsDisclosed)


def archive(evening: Evening) -> list[bytes]:
    """Return the deals of an evening, each as a line of an archive."""
    return [line(deal) for sitting in evening.sittings() for deal in sitting.deals]


def line(deal: ImportedDeal) -> bytes:
    return write_archived(document_of(read_through(deal).pending, str(deal.id)))


def facts(deal: ImportedDeal) -> list[Fact]:
    return [entered.fact for entered in deal.lines]


def settled(deal: ImportedDeal) -> DealSettled:
    return next(fact for fact in reversed(facts(deal)) if isinstance(fact, DealSettled))


@pytest.fixture(scope="module")
def sittings() -> list[Sitting]:
    """Return the matches of the default evening."""
    return list(Evening().sittings())


@pytest.fixture(scope="module")
def deals(sittings: list[Sitting]) -> list[ImportedDeal]:
    return [deal for sitting in sittings for deal in sitting.deals]


# --- rules and labels ---------------------------------------------------------------------------


def test_every_deal_says_that_it_is_generated_and_from_which_seed(deals: list[ImportedDeal]) -> None:
    assert {deal.opened.source for deal in deals} == {"generated, seed 304"}
    assert Evening(seed=28).source == "generated, seed 28"


def test_every_deal_follows_the_rules_but_for_one_labelled_revoke(deals: list[ImportedDeal]) -> None:
    """Also `check` finds no error: settlements follow from the cards, and corrections fit the entries."""
    revokes = []
    for deal in deals:
        file = read_through(deal)
        assert check(document_of(file.pending, str(deal.id))).ok
        assert file.record.settlement == settled(deal)
        if broken := file.record.find_refusals():
            (note,) = (fact for fact in facts(deal) if isinstance(fact, IrregularityNoted))
            assert {ply: refusal.code for ply, refusal in broken.items()} == {note.ply: note.code}
            revokes.append(note.code)
    assert revokes == ["revoke"]


def test_each_slip_happens_once_and_stays_visible(deals: list[ImportedDeal]) -> None:
    slips = Counter(type(fact).__name__ for deal in deals for fact in facts(deal) if isinstance(fact, SLIPS))
    assert slips == {"EntryAmended": 3, "EntryRetracted": 1, "IrregularityNoted": 1, "CardsDisclosed": 1}
    assert all(fact.why for deal in deals for fact in facts(deal) if isinstance(fact, EntryAmended | EntryRetracted))


def test_every_deal_is_dealt_anew(deals: list[ImportedDeal]) -> None:
    hands = [str(fact.hands) for deal in deals for fact in facts(deal) if isinstance(fact, CardsDealt)]
    known = [each for each in hands if "??" not in each]
    assert len(known) == len(set(known)) == len(hands) - 2


# --- the same for the same seed -----------------------------------------------------------------


def test_the_same_seed_gives_the_same_evening_byte_for_byte() -> None:
    assert archive(Evening(deals=20)) == archive(Evening(deals=20))
    assert not set(archive(Evening(deals=20))) & set(archive(Evening(seed=28, deals=20)))


@pytest.mark.full
def test_a_shorter_evening_is_the_beginning_of_a_longer_one() -> None:
    longer = archive(Evening(deals=60))
    for deals in (1, 11, 12, 40):
        assert archive(Evening(deals=deals)) == longer[:deals], deals


def test_ids_say_nothing_about_the_cards(sittings: list[Sitting], deals: list[ImportedDeal]) -> None:
    """Ids follow only from the seed and the number. They are unique, and deal ids sort in the order of play."""
    evening = Evening()
    assert [deal.id for deal in deals] == [evening.deal_id(number) for number in range(1, len(deals) + 1)]
    everything = [evening.club, *evening.players, *evening.tables, *sittings, *deals]
    ids: list[UUID] = [each.id for each in everything]
    assert len(set(ids)) == len(ids)
    assert {each.version for each in ids} == {7}
    assert [deal.id for deal in deals] == sorted(deal.id for deal in deals)


# --- an evening at a club -----------------------------------------------------------------------


def test_times_go_forward(sittings: list[Sitting]) -> None:
    """Times increase within a deal, over the deals of a match, and over the matches of a table."""
    by_table: dict[str, list[str]] = {}
    for sitting in sittings:
        times = by_table.setdefault(sitting.table.name, [])
        times.append(sitting.at)
        for deal in sitting.deals:
            times += [deal.at, *(entered.at for entered in deal.lines)]
        times += [sitting.stopped] if sitting.stopped else []
    for times in by_table.values():
        assert times == sorted(times)
        assert times[0].startswith("2026-02-14T12:4")
    assert len(by_table) == 2


def test_nobody_sits_at_two_tables(sittings: list[Sitting]) -> None:
    overlapping = 0
    for one, other in pairwise(sittings):
        if one.table != other.table and other.at < one.deals[-1].lines[-1].at:
            overlapping += 1
            assert not set(one.players.values()) & set(other.players.values())
        assert set(one.players.values()) <= set(PLAYERS)
    assert overlapping


def test_the_deal_goes_round_and_tokens_are_paid_as_the_match_says(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        dealer, balance = sitting.dealer, start(sitting.ruleset.seating, sitting.ruleset.match)
        for number, deal in enumerate(sitting.deals, 1):
            assert (deal.opened.dealer, deal.opened.number) == (dealer, number)
            assert not sitting.ruleset.match.is_over(balance)
            balance = sitting.ruleset.match.pay(balance, settled(deal).due).balance
            dealer = next_dealer(sitting.ruleset.seating, dealer, settled(deal).outcome)
        assert sitting.balance == balance
        assert (sitting.stopped is not None) == (
            len(sitting.deals) == BELL and not sitting.ruleset.match.is_over(balance)
        )


def test_a_jass_is_among_the_matches_and_played_to_its_target(sittings: list[Sitting]) -> None:
    """A match goes to 2000 points, over several deals (003 "Scoring")."""
    (jass,) = (sitting for sitting in sittings if sitting.ruleset == SIDI_BARRANI)
    assert len(jass.deals) >= 4
    assert max(jass.balance.values()) >= 2000
    kinds = {type(fact).__name__ for deal in jass.deals for fact in facts(deal)}
    assert {"ContractBid", "WeisDeclared", "WeisScored"} <= kinds


# --- plausible play -----------------------------------------------------------------------------


class Count:
    """The number of deals in which each fact or outcome occurred, and the number of deals with each bid."""

    def __init__(self, deals: Iterator[ImportedDeal]) -> None:
        self.of: Counter[str] = Counter()
        self.bids: Counter[int | str] = Counter()
        for deal in deals:
            happened = facts(deal)
            self.of.update({type(fact).__name__ for fact in happened})
            end = settled(deal)
            self.of[end.outcome] += 1
            self.of["made"] += bool(end.made)
            self.bids[next((fact.bid for fact in reversed(happened) if isinstance(fact, BidMade)), 0)] += 1

    def share(self, what: type[Fact] | str) -> float:
        """Return the share of deals in which a fact or an outcome occurred."""
        return self.of[what if isinstance(what, str) else what.__name__] / sum(self.bids.values())


DEALS = 1000 if os.environ.get("NOUGHT_FULL") else 600


@pytest.fixture(scope="module")
def many() -> Count:
    sittings = Evening(seed=28, deals=DEALS).sittings()
    return Count(deal for sitting in sittings if sitting.ruleset != SIDI_BARRANI for deal in sitting.deals)


@pytest.mark.full
def test_most_bids_are_made_and_many_fail(many: Count) -> None:
    assert 0.45 < many.of["made"] / many.of["played"] < 0.85


@pytest.mark.full
def test_few_deals_are_passed_out(many: Count) -> None:
    assert 0.01 < many.share("passed_out") < 0.15


@pytest.mark.full
def test_most_games_are_closed_and_some_are_open(many: Count) -> None:
    assert many.share(TrumpClosed) > 0.6
    assert many.share(TrumpOpened) > 0.02


@pytest.mark.full
def test_most_bids_are_low_and_a_few_are_very_high(many: Count) -> None:
    numbers = Counter({bid: count for bid, count in many.bids.items() if isinstance(bid, int) and bid})
    assert set(numbers) <= {*range(160, 310, 10)}
    assert numbers[160] > numbers[170] > numbers[180]
    assert 0 < sum(count for bid, count in numbers.items() if bid >= 200) < DEALS / 10
    assert 0 < numbers[250] < DEALS * 0.03
    assert 0 < many.bids[PCC] < DEALS * 0.015


@pytest.mark.full
@pytest.mark.parametrize("rare", [CapsCalled, RedealDemanded, PartnerAsked])
def test_what_is_rare_happens_now_and_then(many: Count, rare: type[Fact]) -> None:
    assert 0 < many.share(rare) < 0.2
