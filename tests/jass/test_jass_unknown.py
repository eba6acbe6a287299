"""Records of Sidi Barrani in which cards are missing: certainly legal, possible, certainly illegal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt, CardsDisclosed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.knowledge.counting import count
from domain.engine.knowledge.information import Gap, knowledge
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, settle
from domain.engine.templates import Number
from domain.games.sidi.acts import StoeckClaimed, WeisConceded, WeisDeclared, WeisDetailed, WeisScored, WeisShown
from tests.cases import full
from tests.jass.random_jass import DEALS, deal, house
from tests.jass.table import PACK, SEATS, Table
from tests.jass.weis_hands import FIFTY, TWO_FIFTIES

NOTHING_SEEN = " ".join(["??"] * 9)


def code(table: Table, line: str) -> str:
    """The code with which a line is certainly illegal; empty if it is not."""
    verdict = table.verdict(line)
    return verdict.code if isinstance(verdict, Refusal) else ""


def some(hands: dict[str, str], *seen: str) -> Table:
    """A deal of which only these hands were seen."""
    return Table({seat: hands[seat] if seat in seen else NOTHING_SEEN for seat in SEATS})


# --- no hands seen ---------------------------------------------------------------------------------


def test_a_whole_deal_can_be_recorded_without_hands() -> None:
    table = Table(unseen=True).playing("S 40 obenabe")
    assert table.possible("S 6S")
    assert table.possible("S weis 50")
    table.does("S 6S, S weis 50, E QH, E weis 50, N 7D, W JS")
    assert table.turn() == "S"
    assert table.possible("S weis top 9")
    assert code(table, "S weis 5 cards") == "weis-other-question"
    assert code(table, "W QS") == "weis-unsettled"
    table.does("S weis top 9, E weis top A")
    assert table.may("E") >= {"scores 50"}
    table.does("E scores 50 20")
    assert table.possible("E scores 20") is False
    table.does("N demands E 50, E shows weis AH KH QH JH")
    assert table.state.dealt[1].bit_count() == 3, "the Ober has been played, three more are known to be held"
    assert table.turn() == "W"
    assert code(table, "W AH") == "jass-not-held"
    assert table.record.find_refusals() == {}
    table.finish()
    assert "weis" in table.settled().reasons


def test_what_may_not_be_whatever_the_hands() -> None:
    table = Table(unseen=True).playing("S 40 H").does("S 8H")
    assert code(table, "E 8H") == "jass-already-played"
    assert code(table, "N 9H") == "jass-out-of-turn"
    assert table.possible("E ??")
    assert table.possible("E AS"), "it may have no trump"
    assert code(table, "S weis 30") == "weis-no-value"
    assert code(table, "E scores 50") == "weis-open"
    assert code(table, "E stöck") == "stoeck-too-early"


def test_cards_that_nobody_named_are_counted_by_the_declarers_side() -> None:
    table = Table(unseen=True).playing("S 100 obenabe").does("S AS, E ??, N ??, W ??, S 6S, E KS, N ??, W ??")
    while not table.state.owed:
        table.does(f"{table.turn()} ??")
    assert table.turn() == "S"
    assert table.may("S") == set()
    (template,) = table.rules.templates(table.state, "S")
    assert template.values == Number(11, 44), "the ace at least, at most the ace and three others"
    assert code(table, "S counts 10") == "jass-count"
    assert code(table, "S counts 45") == "jass-count", "at most the ace and three others"
    assert code(table, "E counts 40") == "jass-count"
    assert code(table, "S TH") == "jass-all-played"
    table.does("N counts 44")
    assert table.settled().points == {"NS": 44, "EW": 113}
    assert table.score() == (44, 213)
    assert table.refusal("S counts 44").code == "deal-over"


def test_whoever_takes_every_trick_needs_no_counting() -> None:
    table = Table(unseen=True).playing("S 257 obenabe").does("S AS")
    while not table.state.outcome:
        table.does(f"{table.turn()} ??")
    assert table.settled().points == {"NS": 257, "EW": 0}


def test_what_the_cards_leave_no_doubt_about_needs_no_counting() -> None:
    """One card unseen: it is the one that never appeared."""
    table = Table(FIFTY)
    table.playing("S 40 obenabe").finish()
    known = table.settled()
    acts = list(table.record.acts)
    last = max(n for n, act in enumerate(acts) if isinstance(act, CardPlayed))
    s = table.rules.start("W")
    for n, act in enumerate(acts):
        table.rules.apply(s, CardPlayed(act.seat, "??") if n == last else act)
    assert settle(s) == known


def test_a_card_that_nobody_named_leaves_no_deals_to_count() -> None:
    """It left the hand, and it is in no place that is counted: the seat's knowledge names the gap."""
    record = Table(FIFTY).playing("S 40 obenabe").does("S ??").record
    before, after = (knowledge(record, "E", len(record.acts) - n) for n in (1, 0))
    assert count(before.worlds).deals > 0
    assert after.worlds == ()
    assert after.gaps == (Gap("played", "S", len(record.acts) - 1),)


# --- some hands seen -------------------------------------------------------------------------------


def test_of_a_hand_that_was_seen_everything_is_certain() -> None:
    table = some(TWO_FIFTIES, "S").playing("S 40 obenabe")
    assert table.verdict("S weis 50") is None
    assert code(table, "S weis 100") == "weis-not-held"
    table.does("S 6S, S weis 50")
    assert table.possible("E weis 100")
    assert code(table, "E weis 20") == "weis-too-low"
    assert code(table, "E 7S") == "jass-not-held", "it is South's"
    table.does("E KS, E weis 50, N TS, W JS")
    assert table.may("S") == {"weis top 9"}
    table.does("S weis top 9")
    assert table.possible("E weis top A")
    assert code(table, "E weis top 8") == "weis-must-concede"
    assert code(table, "E weis top J") == "", "East may have a sequence up to the Under"
    assert code(table, "E weis conceded") == "weis-must-answer", "no sequence of four is lower"
    table.does("E weis top 9")
    assert table.last(1) == ["S scores 50"], "what was declared first"


def test_a_weis_whose_cards_are_elsewhere_cannot_be() -> None:
    table = some({"S": "AS AH AD AC KS KH KD KC JS", "E": "", "N": "", "W": ""}, "S").playing("E 40 undenufe")
    assert code(table, "E weis 200") == "weis-not-held", "South has an Under"
    assert table.possible("E weis 100"), "four Banners, or a sequence up to the Ober"


def test_when_hands_are_disclosed_nothing_is_scored_by_itself() -> None:
    """003 "Play": the team is entitled to score all items; what nobody claimed is not put in afterwards."""
    table = Table(unseen=True).playing("S 40 obenabe").does("S 6S, S weis 50, E TS, N QD, W JS, S scores 50, W AC")
    assert "N scores 20" not in table.lines()
    hands = {seat: tuple(tuple(cards.split()[n : n + 3]) for n in (0, 3, 6)) for seat, cards in FIFTY.items()}
    table.store(table.record.disclose(CardsDisclosed(hands=hands)))
    assert "N scores 20" not in table.lines()
    assert table.record.find_refusals() == {}


# --- the law ---------------------------------------------------------------------------------------


def partly(rng: random.Random, act: Act, share: float) -> Act:
    """The act as a scribe writes it down who sees each hidden card with this probability."""
    if not isinstance(act, CardsDealt):
        return act
    hands = {seat: tuple(card if rng.random() < share else "??" for card in cards) for seat, cards in act.hands.items()}
    return CardsDealt(act.seat, hands)


def candidates(rules: Rules, s: Any, act: Act) -> list[Act]:
    """Other things the seat might have done instead, legal or not."""
    seat = act.seat
    match act:
        case CardPlayed():
            held = rules.tables.cards(s.hands[rules.place[seat]])
            return [CardPlayed(seat, card) for card in (*held, *PACK[::7])] + [
                WeisDeclared(seat, value) for value in (20, 50, 100, 150, 180, 200)
            ]
        case WeisDeclared():
            return [WeisDeclared(seat, value) for value in (20, 50, 100, 150, 180, 200)]
        case WeisDetailed() | WeisConceded():
            acts: list[Act] = [WeisDetailed(seat, cards=cards) for cards in range(3, 10)]
            acts += [WeisDetailed(seat, top=top) for top in "6789TJQKA"]
            return [*acts, WeisDetailed(seat, trump=True), WeisDetailed(seat, trump=False), WeisConceded(seat)]
        case WeisScored(values=values):
            return [WeisScored(seat, numbers) for numbers in (values[:1], (*values, 20), (20,), (100, 50), ())]
        case WeisShown(cards=cards):
            return [WeisShown(seat, cards[:-1]), WeisShown(seat, PACK[:3]), WeisShown(seat, cards[::-1])]
        case StoeckClaimed():
            return [StoeckClaimed(other) for other in SEATS]
    return []


@pytest.mark.parametrize("share", [full(0.0), 0.3, full(0.6), 0.9, full(1.0)])
def test_however_little_the_scribe_saw_no_verdict_is_wrong(share: float) -> None:
    """A legal act is never refused; a verdict that seems certain stays the same when all cards are known."""
    certain = 0
    for seed in range(max(30, DEALS // 10)):
        rules = house(seed)
        rng = random.Random(seed)
        dealer, acts = deal(rules, 3_000_000 + seed)
        truth: Any = rules.start(dealer)
        s: Any = rules.start(dealer)
        for ply, act in enumerate(acts):
            where = f"share {share}, seed {seed}, ply {ply}"
            noted = partly(rng, act, share)
            verdict = rules.judge(s, noted)
            assert not isinstance(verdict, Refusal), f"{where}, {noted}: {verdict}"
            for other in candidates(rules, truth, act):
                known, partial_verdict = rules.judge(truth, other), rules.judge(s, other)
                if isinstance(partial_verdict, Refusal):
                    certain += 1
                    assert isinstance(known, Refusal), f"{where}: {other} is legal, not {partial_verdict}"
                elif partial_verdict is None:
                    certain += 1
                    assert known is None, f"{where}: {other} is not legal: {known}"
            rules.apply(truth, act)
            rules.apply(s, noted)
            for seat in range(4):
                assert s.unknown[seat] >= 0, where
                assert s.size(seat) == truth.size(seat), where
                assert not s.known_cards(seat) & ~truth.known_cards(seat), where
            assert (s.turn, s.owed, s.tricks, s.points) == (truth.turn, truth.owed, truth.tricks, truth.points), where
        assert settle(s) == settle(truth)
    assert certain > 100


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_cards_that_the_scribe_missed_cost_no_certainty_that_is_wrong(share: float) -> None:
    """Face-up cards that nobody wrote down; who wins such a trick is what the rest of the trick tells."""
    for seed in range(max(30, DEALS // 20)):
        rules = house(seed)
        rng = random.Random(seed)
        dealer, acts = deal(rules, 4_000_000 + seed)
        s: Any = rules.start(dealer)
        for act in acts:
            noted = hide_act(act, PUBLIC)
            if isinstance(act, CardPlayed) and rng.random() < share:
                noted = CardPlayed(act.seat, "??")
            rules.judge(s, noted)
            rules.apply(s, noted)
            for seat in SEATS:
                rules.legal(s, seat)
        settled = settle(s)
        assert settled is None or sum(settled.points.values()) in (0, 157, 257)
