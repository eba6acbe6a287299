"""A missing act is put in before anybody else is charged (`domain.audit.causes`)."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN, Finding
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackShuffled
from domain.games.sidi.acts import ContractBid, WeisDeclared, WeisScored
from domain.games.three04.acts import BidMade, FaceDownInspected, IndicatorRevealed, RedealDemanded
from domain.record.record import Record
from tests.audit.deals import GAMES, random_deal, recorded
from tests.cases import FULL, one_in

DEALS = 300 if FULL else len(GAMES)

NEVER_OWED = (CardPlayed, CardsDealt, PackShuffled, BidMade, ContractBid)
"""Acts that are no omission: a bid that was left out may never have been made."""


def certain(record: Record) -> list[Finding]:
    return [finding for finding in breaches(record).findings if finding.sure == CERTAIN]


def left_out(record: Record, ply: int) -> Record:
    """The same deal, but that nobody did what was done at a ply."""
    acts = record.acts
    return recorded(record.rules, record.opened.dealer, acts[:ply] + acts[ply + 1 :])


def one_of_each(record: Record, rng: random.Random) -> dict[type[Act], int]:
    """For each kind of act the ply of one of them."""
    plies: dict[type[Act], list[int]] = defaultdict(list)
    for ply, act in enumerate(record.acts):
        if not isinstance(act, NEVER_OWED):
            plies[type(act)].append(ply)
    return {kind: rng.choice(several) for kind, several in plies.items()}


@pytest.mark.parametrize("part", one_in(2, range(4)))
def test_of_what_follows_one_omission_only_the_first_is_charged(part: int) -> None:
    """A cut, a pass, an indicator, a partner's card, an inspection, a reveal, a Weis … is left out of a right deal."""
    kinds: set[str] = set()
    consequences = 0
    for seed in range(part, DEALS, 4):
        record = random_deal(seed)
        for kind, ply in one_of_each(record, random.Random(seed)).items():
            findings = certain(left_out(record, ply))
            charged = [each for each in findings if each.because is None]
            assert len(charged) <= 1, (seed, record.rules.ruleset.key, ply, charged)
            assert all(each.because == charged[0].ply for each in findings if each.because is not None)
            if len(findings) > 1:
                kinds.add(kind.__name__)
                consequences += len(findings) - 1
    assert consequences
    assert kinds >= {"PackCut", "Passed", "IndicatorPlaced"}


@pytest.mark.parametrize(
    ("seed", "ply", "kind", "code"),
    [
        (1156, 2, RedealDemanded, "wrong-stage"),
        (1919, 2, RedealDemanded, "wrong-stage"),
        (1002, 17, WeisDeclared, "weis-not-asked"),
        (1816, 11, WeisDeclared, "weis-not-asked"),
        (3216, 12, WeisScored, "weis-nothing-to-show"),
        (3639, 15, WeisScored, "weis-nothing-to-show"),
    ],
)
def test_what_a_missing_redeal_or_weis_brings_is_charged_once(seed: int, ply: int, kind: type[Act], code: str) -> None:
    """000 "Bidding with Four Cards": a redeal; 003 "Play": the player who declared first says first what it holds,
    and only Weis that is scored may be seen."""
    record = random_deal(seed)
    assert type(record.acts[ply]) is kind
    findings = certain(left_out(record, ply))
    assert len(findings) >= 2
    assert findings[0].code == code
    assert [each.because for each in findings] == [None] + [findings[0].ply] * (len(findings) - 1)


def test_who_plays_as_if_the_indicator_had_been_shown_is_not_charged() -> None:
    """000 "Special Rule for Bids of 250 or more": it is shown after the first trick; then all cards lie face up."""
    tried = 0
    for seed in range((4 if FULL else 1) * len(GAMES)):
        record = random_deal(seed)
        for ply, act in enumerate(record.acts):
            if not isinstance(act, IndicatorRevealed) or record.state.bid < 250:
                continue
            findings = certain(left_out(record, ply))
            if len(findings) < 4:
                continue
            assert (findings[0].code, findings[0].seat, findings[0].because) == ("must-reveal", act.seat, None)
            assert {each.because for each in findings[1:]} == {findings[0].ply}
            tried += 1
    assert tried >= 3


def test_a_trick_that_nobody_inspected_is_the_makers_breach_alone() -> None:
    """000 "Closed Trump games": what was turned up without it was turned up because of it."""
    tried = 0
    for seed in range(3 * len(GAMES)):
        record = random_deal(seed)
        trumps = [ply for ply, act in enumerate(record.acts) if isinstance(act, FaceDownInspected) and act.trumps]
        for ply in trumps:
            findings = certain(left_out(record, ply))
            assert [each.seat for each in findings if each.because is None] == [record.acts[ply].seat]
            tried += 1
    assert tried


def test_a_breach_that_stands_by_itself_is_charged_beside_an_omission() -> None:
    """A reveal is left out, and later somebody plays a card that has been played."""
    for seed in range(4 * len(GAMES)):
        record = random_deal(seed)
        shown = [ply for ply, act in enumerate(record.acts) if isinstance(act, IndicatorRevealed)]
        cards = [ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed)]
        if not shown or not cards or cards[-1] < shown[0] or record.state.bid < 250:
            continue
        acts = [*record.acts]
        first, last = acts[cards[0]], acts[cards[-1]]
        assert isinstance(first, CardPlayed)
        assert isinstance(last, CardPlayed)
        acts[cards[-1]] = CardPlayed(last.seat, first.card)
        del acts[shown[0]]
        findings = certain(recorded(record.rules, record.opened.dealer, acts))
        assert (cards[-1] - 1, None) in [(each.ply, each.because) for each in findings]
        return
    raise AssertionError("no deal was tried")
