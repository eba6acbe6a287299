"""Random legal deals with one thing in them changed into a breach.

Each breach is refused with its code, at its ply. Recorded as it happened it is flagged there, and the deal
can be played on to its end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from domain.engine.facts import Act, CardPlayed, DealOpened, Passed
from domain.engine.parameters import plain
from domain.engine.refusals import Refusal, Refused
from domain.engine.rules import Rules, rules_of
from domain.engine.state import NOBODY, State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import (
    PCC,
    BidMade,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    PartnerAsked,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
)
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.cases import FULL
from tests.rules.random_deals import another, deal, held
from tests.rules.table import SEATS

RULES = rules_of(STANDARD)
CASES = 20 if FULL else 3
"""The number of tries of each breach."""
SEEDS = 4000
"""The number of deals that are searched for a place to break this rule."""

Breach = Callable[[Rules, State, Act, random.Random], Act | None]

BREACHES: dict[str, tuple[Breach, tuple[str, ...]]] = {}
"""Each breach by its name, with the codes it may be refused with."""


def breach(*codes: str) -> Callable[[Breach], Breach]:
    """A breach that is refused with one of these codes."""

    def known(function: Breach) -> Breach:
        BREACHES[function.__name__.replace("_", " ")] = (function, codes)
        return function

    return known


def hand(s: State, seat: str) -> list[str]:
    """The known cards of a seat, the indicator on the table left out."""
    return s.rules.tables.cards(s.hands[s.rules.place[seat]])


def trump_of(s: State) -> str:
    return next((suit for suit, mask in s.rules.tables.suit.items() if mask == s.trump), "")


def led(s: State) -> str:
    """The suit that was led to the trick on the table; empty before a lead."""
    return s.rules.tables.card[s.trick[0]][1] if s.trick else ""


def four_cards(s: State) -> bool:
    """Whether the auction on four cards is going on."""
    return s.turn != NOBODY and s.maker == NOBODY


# --- auctions --------------------------------------------------------------------------------------


@breach("bid-too-low")
def a_bid_too_low(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, BidMade | Passed) or not four_cards(s):
        return None
    return BidMade(act.seat, s.high or rng.choice((100, 150)))


@breach("bid-not-offered")
def a_bid_between_the_steps(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if isinstance(act, BidMade) and act.bid != PCC:
        return BidMade(act.seat, int(act.bid) + rng.choice((1, 5, 9)))
    return None


@breach("bid-over-partner")
def over_partner_below_200(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, Passed) or not four_cards(s) or not s.high or s.high >= 190:
        return None
    seat = rules.place[act.seat]
    return BidMade(act.seat, 190) if s.round_bidder == (seat + 2) % 4 and not s.had_turn >> seat & 1 else None


@breach("bid-second-turn")
def a_second_turn_below_200(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, BidMade | Passed) or not four_cards(s) or s.high >= 190:
        return None
    return BidMade(act.seat, 190) if s.had_turn >> rules.place[act.seat] & 1 else None


@breach("bid-out-of-turn")
def speaking_out_of_turn(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, BidMade | Passed | PartnerAsked):
        return None
    seat = rng.choice([other for other in SEATS if other != act.seat])
    return rng.choice((Passed(seat), BidMade(seat, 300)))


@breach("ask-not-allowed", "ask-eight")
def asking_when_it_is_not_allowed(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, Passed) or (four_cards(s) and s.round_bidder != (rules.place[act.seat] + 2) % 4):
        return None
    return PartnerAsked(act.seat)


@breach("bid-eight-too-low")
def an_eight_card_bid_below_250(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    seat = rules.place[act.seat]
    if not isinstance(act, Passed) or four_cards(s) or s.slam or s.round_bidder == (seat + 2) % 4:
        return None
    return BidMade(act.seat, 240)


@breach("bid-partner-high")
def an_eight_card_bid_over_partner(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, Passed) or four_cards(s) or s.round_bidder != (rules.place[act.seat] + 2) % 4:
        return None
    return BidMade(act.seat, rng.choice((300, PCC)))


@breach("redeal-not-yours")
def a_redeal_by_the_wrong_seat(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, BidMade | Passed) or not four_cards(s):
        return None
    return RedealDemanded(rules.seats[(s.dealer + rng.choice((0, 2, 3))) % 4])


@breach("redeal-too-late")
def a_redeal_after_speaking(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    right = rules.seats[(s.dealer + 1) % 4]
    return RedealDemanded(right) if isinstance(act, Passed) and four_cards(s) and s.had_turn else None


@breach("redeal-too-strong")
def a_redeal_with_too_strong_a_hand(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    right = (s.dealer + 1) % 4
    if not isinstance(act, BidMade | Passed) or not four_cards(s) or s.had_turn or s.asker != NOBODY:
        return None
    return RedealDemanded(rules.seats[right]) if rules.tables.worth(s.hands[right]) >= 15 else None


@breach("indicator-not-held")
def an_indicator_from_another_hand(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, IndicatorPlaced):
        return None
    return IndicatorPlaced(act.seat, rng.choice([card for seat in SEATS if seat != act.seat for card in hand(s, seat)]))


@breach("not-the-maker")
def an_indicator_laid_by_another_seat(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, IndicatorPlaced):
        return None
    seat = rng.choice([other for other in SEATS if other != act.seat])
    return IndicatorPlaced(seat, hand(s, seat)[0])


# --- play ------------------------------------------------------------------------------------------


@breach("play-out-of-turn", "sleeping-partner")
def playing_out_of_turn(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    seats = [seat for seat in SEATS if seat != act.seat and hand(s, seat)]
    if not isinstance(act, CardPlayed) or not seats:
        return None
    seat = rng.choice(seats)
    return CardPlayed(seat, rng.choice(hand(s, seat)))


@breach("revoke")
def a_revoke(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or not s.trick or act.indicator:
        return None
    mine = hand(s, act.seat)
    others = [card for card in mine if card[1] != led(s)]
    return CardPlayed(act.seat, rng.choice(others), down=s.closed) if others and len(others) < len(mine) else None


@breach("already-played")
def a_card_that_has_been_played(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    gone = rules.tables.cards(s.gone)
    return another(act, card=rng.choice(gone)) if isinstance(act, CardPlayed) and gone and not act.indicator else None


@breach("not-in-hand")
def a_card_of_another_hand(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or act.indicator:
        return None
    others = [card for seat in SEATS if seat != act.seat for card in hand(s, seat)]
    return another(act, card=rng.choice(others)) if others else None


@breach("indicator-misused")
def the_indicator_though_able_to_follow(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or not s.trick or not s.indicator_down or rules.place[act.seat] != s.maker:
        return None
    if not s.hands[s.maker] & s.lead_suit:
        return None
    return CardPlayed(act.seat, rules.tables.card[s.indicator], rng.random() < 0.5, True)


@breach("indicator-misused")
def the_indicator_led(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.trick or not s.indicator_down or rules.place[act.seat] != s.maker:
        return None
    return CardPlayed(act.seat, rules.tables.card[s.indicator], False, True) if s.hands[s.maker] else None


@breach("indicator-gone")
def an_indicator_that_is_not_there(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or (rules.place[act.seat] == s.maker and s.indicator_down):
        return None
    return CardPlayed(act.seat, act.card, True, True)


@breach("maker-hand-trump", "maker-must-cut")
def a_trump_thrown_face_down_by_the_maker(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or not act.down or rules.place[act.seat] != s.maker or led(s) == trump_of(s):
        return None
    trumps = [card for card in hand(s, act.seat) if card[1] == trump_of(s)]
    return CardPlayed(act.seat, rng.choice(trumps), down=True) if trumps else None


@breach("maker-first-lead")
def a_trump_led_to_the_first_trick(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.gone or not s.closed or rules.place[act.seat] != s.maker:
        return None
    trumps = [card for card in hand(s, act.seat) if card[1] == trump_of(s)]
    return CardPlayed(act.seat, rng.choice(trumps)) if trumps else None


@breach("must-play-down")
def face_up_though_not_following(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    return another(act, down=False) if isinstance(act, CardPlayed) and act.down and not act.indicator else None


@breach("must-play-up")
def face_down_though_following_or_open(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or not s.trick or act.down or act.indicator:
        return None
    return another(act, down=True)


@breach("lead-face-down")
def a_lead_face_down(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.trick or act.indicator:
        return None
    return another(act, down=True)


@breach("must-lead-trumps")
def the_duty_of_exhausted_trumps_ignored(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.trick or not s.duty or rules.place[act.seat] != s.maker:
        return None
    mine = hand(s, act.seat)
    others = [card for card in mine if card[1] != trump_of(s)]
    return CardPlayed(act.seat, rng.choice(others)) if others and len(others) < len(mine) else None


@breach("must-inspect")
def play_before_the_inspection(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    seats = [seat for seat in SEATS if hand(s, seat)]
    if not isinstance(act, FaceDownInspected) or not seats:
        return None
    seat = rng.choice(seats)
    return CardPlayed(seat, hand(s, seat)[0])


@breach("announcement-false")
def a_false_announcement(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    return another(act, trumps=not act.trumps) if isinstance(act, FaceDownInspected) else None


@breach("must-reveal")
def a_missing_reveal(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    seats = [seat for seat in SEATS if hand(s, seat)]
    if not isinstance(act, CardsRevealed | IndicatorRevealed) or not seats:
        return None
    seat = rng.choice(seats)
    return CardPlayed(seat, hand(s, seat)[0])


@breach("reveal-differs", "indicator-differs")
def a_wrong_card_revealed(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    match act:
        case IndicatorRevealed(seat, card):
            return IndicatorRevealed(seat, "JS" if card != "JS" else "JH")
        case CardsRevealed(seat, cards):
            who = rng.choice(sorted(cards))
            return CardsRevealed(seat, {**cards, who: "JS" if cards[who] != "JS" else "JH"})
    return None


# --- calls, and the end ----------------------------------------------------------------------------


@breach("spoilt-too-late")
def spoilt_trumps_after_the_last_card(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    return SpoiltTrumpsDeclared(rng.choice(SEATS)) if s.outcome == "played" and s.caps_caller == NOBODY else None


@breach("spoilt-false")
def a_false_call_of_spoilt_trumps(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed | TrumpClosed):
        return None
    call = SpoiltTrumpsDeclared(rng.choice(SEATS), upheld=False)
    return call if isinstance(rules.judge(s, another(call, upheld=True)), Refusal) and s.trick else None


@breach("caps-twice")
def caps_called_twice(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.caps_caller == NOBODY:
        return None
    seat = rng.choice(SEATS[s.caps_caller % 2 :: 2])
    return CapsCalled(seat, held(rules, s, seat))


@breach("caps-order")
def caps_with_the_wrong_cards(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.slam or s.caps_caller != NOBODY or not s.gone:
        return None
    seat = act.seat
    order = list(held(rules, s, seat))
    if s.tricks[1 - rules.place[seat] % 2] or not order:
        return None
    if rng.random() < 0.5:
        return CapsCalled(seat, tuple(order[1:]))
    return CapsCalled(seat, (rules.tables.cards(s.gone)[0], *order[1:]))


@breach("caps-trick-lost")
def caps_after_a_lost_trick(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if not isinstance(act, CardPlayed) or s.slam or s.caps_caller != NOBODY:
        return None
    if not s.tricks[1 - rules.place[act.seat] % 2]:
        return None
    return CapsCalled(act.seat, held(rules, s, act.seat))


@breach("deal-over")
def anything_after_the_end(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    seat = rng.choice(SEATS)
    acts = (CardPlayed(seat, "JS"), Passed(seat), BidMade(seat, 300), FaceDownInspected(seat), RedealDemanded(seat))
    return rng.choice(acts) if s.outcome else None


@breach("wrong-stage")
def an_act_out_of_its_stage(rules: Rules, s: State, act: Act, rng: random.Random) -> Act | None:
    if isinstance(act, CardPlayed):
        return BidMade(act.seat, 300)
    if isinstance(act, BidMade | Passed):
        return rng.choice((CardPlayed(act.seat, "JS"), FaceDownInspected(act.seat), TrumpClosed(act.seat)))
    return None


# --- trying them -----------------------------------------------------------------------------------


@cache
def random_deal(seed: int) -> tuple[str, tuple[Act, ...]]:
    dealer, acts = deal(RULES, 9_000_000 + seed)
    return dealer, tuple(acts)


def places(name: str) -> Iterator[tuple[str, list[Act], Act]]:
    """Deals with a place for this breach: the dealer, what happened before, and the breach."""
    function, codes = BREACHES[name]
    cases = 0
    for seed in range(SEEDS):
        dealer, acts = random_deal(seed)
        rng = random.Random(seed)
        s = RULES.start(dealer)
        here: list[tuple[int, Act]] = []
        for ply, act in enumerate(acts):
            broken = function(RULES, s, act, rng)
            if broken is not None and broken != act:
                here.append((ply, broken))
            RULES.apply(s, act)
        ended = {"deal-over", "spoilt-too-late"} & set(codes)
        if ended and (broken := function(RULES, s, Passed("S"), rng)) is not None:
            here.append((len(acts), broken))
        if here:
            ply, broken = rng.choice(here)
            yield dealer, list(acts[:ply]), broken
            cases += 1
            if cases == CASES:
                return


def opened(dealer: str, acts: list[Act]) -> Record:
    """A record in which this happened."""
    record = Record(DealOpened(plain(STANDARD), dealer), Stamp())
    for act in acts:
        store(record, act)
    return record


def store(record: Record, *facts: object) -> None:
    for fact in facts:
        record.fold(fact, Stamp(len(record.entries) + len(record.notes) + 1))  # type: ignore[arg-type]


def play_on(record: Record, rng: random.Random) -> None:
    """To the end of the deal, legally from here on."""
    for _ in range(120):
        seat = record.rules.to_act(record.state)
        if seat is None:
            return
        acts = [act for act in record.rules.legal(record.state, seat) if not isinstance(act, CapsCalled)]
        acts = [act for act in acts if not isinstance(act, SpoiltTrumpsDeclared | RedealDemanded)]
        assert acts, f"{seat} has nothing left that it may do"
        act = rng.choice(acts)
        store(record, *(proposal.fact for proposal in record.act(act, as_it_happened=True)))
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_refused_where_it_happens(name: str) -> None:
    _, codes = BREACHES[name]
    tried = 0
    for dealer, before, broken in places(name):
        record = opened(dealer, before)
        with pytest.raises(Refused) as caught:
            record.act(broken)
        assert caught.value.refusal.code in codes, f"{broken}: {caught.value.refusal}"
        assert caught.value.refusal.seat == broken.seat
        assert len(record.entries) == len(before)
        tried += 1
    assert tried == CASES


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_recorded_as_it_happened_is_flagged_and_play_goes_on_to_the_end(name: str) -> None:
    _, codes = BREACHES[name]
    tried = [*places(name)]
    assert len(tried) == CASES
    for number, (dealer, before, broken) in enumerate(tried):
        record = opened(dealer, before)
        assert record.find_refusals() == {}
        proposals = record.act(broken, as_it_happened=True)
        assert proposals[0].broke is not None
        assert proposals[0].broke.code in codes
        store(record, *(proposal.fact for proposal in proposals))
        assert record.find_refusals()[len(before)].code in codes
        play_on(record, random.Random(number))
        assert record.find_refusals()[len(before)].code in codes, "it stays flagged"
        assert record.state.outcome
        assert record.settlement is not None
        assert sum(record.settlement.tokens.values()) == 0
        assert sum(record.settlement.points.values()) <= 304
