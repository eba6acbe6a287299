"""Laws of the report: a breach is always found where it was made, and unseen cards only make it less sure."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import islice

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN, POSSIBLE
from domain.engine.cards import UNKNOWN, Card
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut
from domain.engine.rules import rules_of
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced, IndicatorTakenBack
from domain.record.record import Record
from replay.audits.audit import audit
from tests.audit.catalogue import NAMES, deal
from tests.audit.deals import play_on, random_deal, recorded, unseen
from tests.rules.test_mutations import BREACHES, opened, places, store

FULL = bool(os.environ.get("NOUGHT_FULL"))
CASES = 20 if FULL else 2
"""The number of tries of each breach."""
MUDDLED = 100 if FULL else 5
"""The number of muddled deals."""
HIDINGS = 12 if FULL else 1
"""The number of times that cards of each broken deal are hidden at random."""


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_put_into_a_legal_deal_is_found_where_it_was_put(name: str) -> None:
    _, codes = BREACHES[name]
    tried = [*islice(places(name), CASES)]
    assert len(tried) == CASES
    for number, (dealer, before, broken) in enumerate(tried):
        record = opened(dealer, before)
        store(record, *(proposal.fact for proposal in record.act(broken, as_it_happened=True)))
        play_on(record, random.Random(number))
        finding = next((each for each in breaches(record).findings if each.ply == len(before)), None)
        assert finding is not None, broken
        assert finding.sure == CERTAIN
        assert finding.code in codes


def blank(rng: random.Random, card: Card) -> Card:
    return UNKNOWN if rng.random() < 0.5 else card


def half_seen(record: Record, rng: random.Random) -> Record:
    """The deal as somebody wrote it down who saw only some of the hidden cards."""

    def less(act: Act) -> Act:
        match act:
            case CardsDealt(_, hands):
                return replace(act, hands={seat: tuple(blank(rng, c) for c in cards) for seat, cards in hands.items()})
            case CardPlayed(_, card, True) | IndicatorPlaced(_, card) | IndicatorTakenBack(_, card):
                return replace(act, card=blank(rng, card))
            case FaceDownInspected(_, _, cards):
                return replace(act, cards={seat: blank(rng, card) for seat, card in cards.items()})
        return act

    return recorded(record.rules, record.opened.dealer, map(less, record.acts))


SHOWN_FALSELY = frozenset({"indicator-differs", "reveal-differs", "not-in-hand", "jass-not-held", "indicator-not-held"})
"""A card was given out for another one. Whoever has not seen the right one can only believe what was shown."""

HIDEABLE = [name for name in NAMES if deal(name)[1].code not in SHOWN_FALSELY]
TRIED = HIDEABLE if FULL else HIDEABLE[::4]


@pytest.mark.parametrize("name", TRIED)
def test_hiding_cards_makes_a_breach_less_sure_and_never_another_one(name: str) -> None:
    whole, mistake = deal(name)
    rng = random.Random(name)
    for record in (unseen(whole), *(half_seen(whole, rng) for _ in range(HIDINGS))):
        report = breaches(record)
        for finding in report.findings:
            if finding.sure == CERTAIN:
                assert finding.ply == mistake.ply
                assert mistake.code in (finding.code, *finding.or_else)
        there = [finding for finding in report.findings if finding.ply == mistake.ply]
        assert there, "the breach is not even possible any more"
        assert mistake.code in (there[0].code, *there[0].or_else)


@pytest.mark.parametrize("name", TRIED)
def test_the_cards_that_would_settle_it_do(name: str) -> None:
    """A breach that is only possible with the cards hidden is certain again once those named are disclosed."""
    whole, mistake = deal(name)
    hidden = unseen(whole)
    finding = next(each for each in breaches(hidden).findings if each.ply == mistake.ply)
    if finding.sure != POSSIBLE:
        assert not finding.settle
        return
    acts = list(hidden.acts)
    for item in finding.settle:
        full = whole.acts[item.ply]
        known = acts[item.ply]
        if isinstance(known, CardsDealt) and isinstance(full, CardsDealt):
            acts[item.ply] = replace(known, hands={**known.hands, item.seat: full.hands[item.seat]})
        else:
            acts[item.ply] = full
    again = breaches(recorded(whole.rules, whole.opened.dealer, acts)).first
    assert again is not None
    assert again.ply == mistake.ply


def muddled(record: Record, rng: random.Random) -> Record:
    """The deal with acts exchanged, left out, done twice, or done with another card or by another player."""
    rules, acts = record.rules, list(record.acts)
    for _ in range(rng.randint(1, 8)):
        one, other = rng.randrange(len(acts)), rng.randrange(len(acts))
        match rng.randrange(4):
            case 0:
                acts[one], acts[other] = acts[other], acts[one]
            case 1 if len(acts) > 1:
                del acts[one]
            case 2:
                acts.insert(one, acts[other])
            case _ if isinstance(acts[one], CardPlayed):
                seat, card = rng.choice(rules.seats), rng.choice(list(rules.tables.bit))
                acts[one] = CardPlayed(seat, card, rng.random() < 0.3, rng.random() < 0.1)
    return recorded(rules, record.opened.dealer, acts)


def test_whatever_was_written_down_has_an_answer() -> None:
    findings = 0
    for seed in range(MUDDLED):
        record = muddled(random_deal(seed), random.Random(seed))
        for each in (record, unseen(record)):
            report = audit(each)
            findings += bool(report["breaches"]["findings"])
            assert all(finding["words"] for finding in report["breaches"]["findings"])
    assert findings > MUDDLED


def test_a_deal_that_has_hardly_begun_is_clean() -> None:
    rules = rules_of(STANDARD)
    assert breaches(recorded(rules, "S", [])).clean
    assert breaches(recorded(rules, "S", [PackCut("W")])).clean


def test_the_report_is_the_same_when_it_is_asked_for_again() -> None:
    for seed in range(8):
        record = unseen(random_deal(seed))
        assert breaches(record) == breaches(record)
