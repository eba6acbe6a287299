"""Check mined problems by other means than those that certified them: ``python -m tests.puzzles.check FILE``.

Nothing here reads the product's knowledge tables, counting or settlement. Who can hold a card in 304 is
answered by matching unseen cards with the places where they can lie (`tests.puzzles.reading`). Otherwise every way to
lay them out is tried, and kept if the engine's rules allow each card that was played. Points, breaches and settlements
are read from the cards as they were played: settlements by the oracles of 304 and of the Jass, those of the other
rulesets by the pay table of the documents. The adjudicator of Caps is read only for the order of a call that it
holds for certain; that order is then played against the other seats.
Cards are priced by playing every line with the engine where the hands are small, else by the kernel over all deals that
were laid out here, else by the analysis with ten times the deals and another seed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from analysis.certain_prices import DRAWN
from analysis.position import goal_of
from analysis.seat import SeatAnalyst
from analysis.solver import Solver
from domain.audit.caps.points import find_owed_call
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.refusals import Refusal
from domain.engine.state import State
from domain.games.three04.acts import (
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    PartnerAsked,
    RedealDemanded,
    TrumpOpened,
)
from domain.games.three04.ruleset import Three04Ruleset
from domain.games.three04.state import Three04State
from replay.lessons.questions.base import write_numbers
from replay.puzzles.file import read_line, write_line
from replay.puzzles.puzzle import Puzzle
from tests.analysis.endings import card_acts, is_over, play
from tests.oracle import jass, oracle
from tests.puzzles.draw import draw
from tests.puzzles.reading import UNKNOWN, Dealt, Reading, TooComplex, all_deals, holders, random_deal, settlement
from tests.rules.conversion import to_tuple

MOST_LAID_OUT: Final = 20_000
"""The most ways to lay out the unseen cards that are tried."""
MOST_PLAYED: Final = 120
"""The most deals whose every line is played, if each seat has up to `FEW_CARDS`."""
FEW_CARDS: Final = 4
TIMES: Final = 10
"""The check draws this many times as many deals as the certificate."""
SEED: Final = "the check"


class Result(NamedTuple):
    """The result of a check. ``right``: None if this problem cannot be checked by other means."""

    right: bool | None
    how: str
    why: str = ""


class CannotCheck(Exception):
    """Raised if a problem is too large, or of a kind that this check does not read, with the reason."""


# --- laying out the cards -----------------------------------------------------------------------------


def laid_out(puzzle: Puzzle) -> Iterator[State]:
    """Yield the state before the question for every way to lay out the unseen cards that the rules allow."""
    position = puzzle.position
    rules, acts, me = position.rules, list(position.acts), position.viewer
    if any(isinstance(act, RedealDemanded) for act in acts):
        raise CannotCheck("the cards were dealt again")
    if any(isinstance(act, CardPlayed) and act.card == "??" for act in acts):
        raise CannotCheck("a card lies face down")
    if position.record.state.asleep:
        raise CannotCheck("a seat takes no part")
    indicators = {act.card for act in acts if isinstance(act, IndicatorRevealed | TrumpOpened) and act.card != "??"}
    placed = next((act for act in acts if isinstance(act, IndicatorPlaced)), None)
    if placed and placed.seat != me and not indicators:
        raise CannotCheck("the trump is closed")
    known: dict[str, set[str]] = {seat: set() for seat in rules.seats}
    for act in acts:
        if isinstance(act, CardPlayed):
            known[act.seat].add(act.card)
        elif isinstance(act, CardsDealt):
            known[me] |= set(act.hands[me])
        elif isinstance(act, FaceDownInspected | CardsRevealed):
            for seat, card in act.cards.items():
                known[seat].add(card)
    if placed and placed.seat != me:
        known[placed.seat] |= indicators
    unseen = sorted(set(rules.tables.bit) - set().union(*known.values()))
    others = [seat for seat in rules.seats if seat != me]
    sizes = [rules.hand_size - len(known[seat]) for seat in others]
    if sum(sizes) != len(unseen):
        raise CannotCheck("cards stay in the pack")
    ways, left = 1, len(unseen)
    for size in sizes:
        ways, left = ways * comb(left, size), left - size
    if ways > MOST_LAID_OUT:
        raise CannotCheck("too many ways")
    for hands in _shared(unseen, sizes):
        whole = {seat: [*known[seat], *cards] for seat, cards in zip(others, hands, strict=True)}
        if (s := _replayed(puzzle, acts, whole, indicators)) is not None:
            yield s


def _shared(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for own in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in own]
        for others in _shared(rest, sizes[1:]):
            yield [own, *others]


def _replayed(puzzle: Puzzle, acts: list[Act], whole: dict[str, list[str]], indicators: set[str]) -> State | None:
    """Return the state with these hands; None if a card that was played would break a rule."""
    rules = puzzle.position.rules
    s = rules.start(puzzle.position.opened.dealer)
    # The indicator was in the first batch.
    queue = {seat: sorted(cards, key=lambda card: card not in indicators) for seat, cards in whole.items()}
    for act in acts:
        if isinstance(act, CardsDealt):
            size = len(next(iter(act.hands.values())))
            dealt = {seat: tuple(queue[seat][:size]) if seat in queue else own for seat, own in act.hands.items()}
            queue = {seat: cards[size:] for seat, cards in queue.items()}
            act = replace(act, hands=dealt)
        elif isinstance(act, IndicatorPlaced) and act.card == "??":
            act = replace(act, card=next(iter(indicators)))
        elif isinstance(act, CardPlayed) and isinstance(rules.judge(s, act), Refusal):
            return None
        rules.apply(s, act)
    return s


# --- one function a theme -----------------------------------------------------------------------------


def check(puzzle: Puzzle, solver: Solver) -> Result:
    """Check the answers of a puzzle."""
    try:
        return CHECKS[puzzle.question.kind](puzzle, solver)
    except CannotCheck as reason:
        return Result(None, "not checked", str(reason))


def check_holder(puzzle: Puzzle, _: Solver) -> Result:
    if isinstance(puzzle.position.rules.ruleset, Three04Ruleset) and not puzzle.position.record.state.asleep:
        try:
            seats_with = holders(puzzle, puzzle.question.options["card"])
        except TooComplex as reason:
            raise CannotCheck(str(reason)) from None
        answer = " ".join(seat for seat in puzzle.position.rules.seats if seat in seats_with)
        return Result(puzzle.answers == (answer,), "every unseen card matched with a place", answer)
    card = puzzle.position.rules.tables.bit[puzzle.question.options["card"]]
    seats = {seat for s in laid_out(puzzle) for seat, hand in zip(s.rules.seats, s.hands, strict=True) if hand & card}
    answer = " ".join(seat for seat in puzzle.position.rules.seats if seat in seats)
    return Result(puzzle.answers == (answer,), "every deal laid out", answer)


def check_trumps(puzzle: Puzzle, _: Solver) -> Result:
    rules, reading = puzzle.position.rules, Reading(puzzle)
    if any(play.card == UNKNOWN and not play.is_inspected for play in reading.plays):
        raise CannotCheck("a card lies face down, and nobody looked at it")
    trump = puzzle.position.record.state.trump
    pack = {card for card, bit in rules.tables.bit.items() if bit & trump}
    if len(rules.tables.bit) != rules.hand_size * rules.seat_count:
        raise CannotCheck("cards stay in the pack")
    out = pack - reading.dealt[puzzle.viewer] - {play.card for play in reading.plays}
    return Result(puzzle.answers == (str(len(out)),), "counted", str(len(out)))


def tricks_of(puzzle: Puzzle) -> list[tuple[str, list[CardPlayed]]]:
    """Return each trick with its winner: the seat that led to the next one."""
    if puzzle.position.record.state.asleep:
        raise CannotCheck("a seat takes no part")
    plays = [act for act in puzzle.acts if isinstance(act, CardPlayed)]
    width = puzzle.position.rules.seat_count
    tricks = [plays[n : n + width] for n in range(0, len(plays), width)]
    if any(len({play.seat for play in trick}) < len(trick) for trick in tricks):
        raise CannotCheck("somebody played out of turn")
    leaders = [trick[0].seat for trick in tricks[1:]]
    complete = [trick for trick in tricks if len(trick) == width]
    if len(leaders) < len(complete):
        leaders.append(puzzle.position.viewer)
    return list(zip(leaders, complete, strict=False))


def check_points(puzzle: Puzzle, _: Solver) -> Result:
    rules = puzzle.position.rules
    if isinstance(rules.ruleset, Three04Ruleset) and not puzzle.position.record.state.asleep:
        reading = Reading(puzzle)
        if not reading.is_complete:
            raise CannotCheck("a card lies face down")
        of_team: Counter[str] = Counter()
        for seat, points in reading.points({card: _worth(puzzle, card) for card in rules.tables.bit}).items():
            of_team[rules.ruleset.seating.team(seat)] += points
        answer = write_numbers(of_team, rules.ruleset.seating.teams)
        return Result(puzzle.answers == (answer,), "counted", answer)
    won: Counter[str] = Counter()
    for winner, trick in tricks_of(puzzle):
        if any(play.card == "??" for play in trick):
            raise CannotCheck("a card lies face down")
        worth = sum(_worth(puzzle, play.card) for play in trick)
        won[rules.ruleset.seating.team(winner)] += worth
    answer = write_numbers(won, rules.ruleset.seating.teams)
    return Result(puzzle.answers == (answer,), "counted", answer)


POINTS_OF: Final = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2}


def _worth(puzzle: Puzzle, card: str) -> int:
    """Return the points of a card, for packs of 304 and the Jass from the rule documents."""
    ruleset = puzzle.position.rules.ruleset
    if not isinstance(ruleset, Three04Ruleset):
        return jass.card_points(card, puzzle.position.record.state.denomination)  # type: ignore[attr-defined]
    if ruleset.key in ("304", "304-bank", "304-jaffna", "304-cats", "304-tamil-nadu"):
        return POINTS_OF.get(card[0], 0)
    return puzzle.position.rules.points[puzzle.position.rules.tables.bit[card]]


def check_breach(puzzle: Puzzle, _: Solver) -> Result:
    """Find the first card that did not follow suit though its seat had, or later showed, a card of the suit."""
    plies = _wrong_cards(puzzle)
    if puzzle.answers == ("none",):
        return Result(not plies, "read card by card", str(plies))
    ply = int(puzzle.answers[0].split()[0])
    if not plies or ply < min(plies):
        raise CannotCheck("a breach of another kind")
    # The oracle reads play alone, so it may see others that rest on the first.
    return Result(min(plies) == ply, "read card by card", str(plies))


def _wrong_cards(puzzle: Puzzle) -> list[int]:
    """Return the plies of the cards that broke a rule of the play, read from the cards that each seat played."""
    position = puzzle.position
    rules, width = position.rules, position.rules.seat_count
    if position.record.state.asleep:
        raise CannotCheck("a seat takes no part")
    cards = {play.ply: play.card for play in Reading(puzzle).plays}
    plays = [
        (ply, replace(act, card=cards[ply])) for ply, act in enumerate(position.acts) if isinstance(act, CardPlayed)
    ]
    opened = next(
        (ply for ply, act in enumerate(position.acts) if isinstance(act, TrumpOpened | IndicatorRevealed)),
        None if isinstance(rules.ruleset, Three04Ruleset) else -1,
    )
    indicator = next((act.card for act in position.acts if isinstance(act, IndicatorRevealed | TrumpOpened)), "")
    wrong = []
    for n, (ply, act) in enumerate(plays):
        led = plays[n - n % width][1]
        closed = opened is None or opened > ply
        later = [other.card for _, other in plays[n:] if other.seat == act.seat]
        if act is led:
            maker_leads = closed and n == 0 and indicator and act.seat == rules.seats[position.record.state.maker]
            if maker_leads and act.card[1] == indicator[1] and not act.indicator:
                wrong.append(ply)
            continue
        if act.card == "??" or led.card == "??":
            continue
        follows = act.card[1] == led.card[1]
        if not isinstance(rules.ruleset, Three04Ruleset):
            trick = [(other.seat, other.card) for _, other in plays[n - n % width : n]]
            hand = [*later]
            if act.card not in jass.legal_cards(hand, trick, position.record.state.denomination):  # type: ignore[attr-defined]
                wrong.append(ply)
        elif not follows and (
            any(card[1] == led.card[1] for card in later if not _is_indicator(card, indicator, closed))
            or (closed and not act.down)
        ):
            wrong.append(ply)
    return wrong


def _is_indicator(card: str, indicator: str, closed: bool) -> bool:
    """Return whether a card lay on the table as the indicator, so that its owner could not follow with it."""
    return closed and card == indicator


def check_settlement(puzzle: Puzzle, _: Solver) -> Result:
    position = puzzle.position
    ruleset, dealer = position.rules.ruleset, position.opened.dealer
    settled = position.settled
    assert settled is not None
    if any("caps" in reason for reason in settled.reasons) and not any(
        isinstance(act, CapsCalled) for act in position.acts
    ):
        return Result(False, "the acts of the deal", "it pays for Caps, which nobody called")
    hands: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    if isinstance(ruleset, Three04Ruleset) and (
        ruleset.key not in ("304", "304-bank") or any(isinstance(act, RedealDemanded) for act in position.acts)
    ):
        return _paid_by_the_table(puzzle)
    for act in position.acts:
        if isinstance(act, RedealDemanded | CapsCalled):
            raise CannotCheck(f"a deal with {type(act).__name__}")
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                hands[seat].append(cards)
    if any(_wrong_cards(puzzle)):
        raise CannotCheck("a deal with a breach")
    if not isinstance(ruleset, Three04Ruleset):
        history = [action for act in position.acts if (action := _jass_action(act)) is not None]
        whole = {seat: [card for batch in batches for card in batch] for seat, batches in hands.items()}
        return _compare(puzzle, jass.settlement(history, whole, dealer), "the oracle of the Jass")
    if any("caps" in reason for reason in settled.reasons):
        raise CannotCheck("Caps decides")
    if any(isinstance(act, PartnerAsked) for act in position.acts):
        raise CannotCheck("a partner was asked")
    tuples = [action for act in position.acts if (action := _oracle_action(act)) is not None]
    dealings = [{seat: (list(batches[0]), list(batches[1])) for seat, batches in hands.items()}]
    return _compare(puzzle, oracle.settlement(tuples, dealings, dealer, oracle.DEFAULTS), "the oracle of 304")


def _paid_by_the_table(puzzle: Puzzle) -> Result:
    """Compare the tokens with those of the table of the rule documents, the points counted trick by trick."""
    settled, rules = puzzle.position.settled, puzzle.position.rules
    assert settled is not None
    if any("caps" in reason for reason in settled.reasons):
        raise CannotCheck("Caps decides")
    if set(settled.reasons) - {"bid-made", "bid-failed"}:
        raise CannotCheck("something beside the bid is paid")
    try:
        tokens = settlement(puzzle, {card: _worth(puzzle, card) for card in rules.tables.bit})
    except TooComplex as reason:
        raise CannotCheck(str(reason)) from None
    return _compare(puzzle, tokens, "the points counted and the table of the documents")


def _oracle_action(act: Act) -> tuple[Any, ...] | None:
    try:
        return to_tuple(act)
    except ValueError:
        return None  # an act that follows by itself, which the oracle does not list


def _compare(puzzle: Puzzle, tokens: dict[str, int], how: str) -> Result:
    answer = write_numbers(tokens, puzzle.position.rules.ruleset.seating.teams)
    return Result(puzzle.answers == (answer,), how, answer)


def _jass_action(act: Act) -> tuple[Any, ...] | None:
    match type(act).__name__:
        case "ContractBid":
            return ("bid", act.seat, act.points, act.denomination)  # type: ignore[attr-defined]
        case "Passed":
            return ("pass", act.seat)
        case "Doubled":
            return ("double", act.seat)
        case "Redoubled":
            return ("redouble", act.seat)
        case "CardPlayed":
            return ("play", act.seat, act.card)  # type: ignore[attr-defined]
        case "WeisDeclared":
            return ("weis", act.seat, act.value)  # type: ignore[attr-defined]
        case "StoeckClaimed":
            return ("stoeck", act.seat)
    return None


def check_caps(puzzle: Puzzle, _: Solver) -> Result:
    """Try every order of the seat's cards in every deal that was laid out, against every legal play of the others."""
    _lines[0] = 0
    position = puzzle.position
    me = position.rules.place[position.viewer]
    try:
        fits = list(laid_out(puzzle))
    except CannotCheck:
        return _caps_in_random_deals(puzzle)
    if not fits:
        raise CannotCheck("no deal was laid out")
    own = position.rules.tables.cards(fits[0].hands[me])
    if len(own) * len(fits) > 4 * MOST_PLAYED or len(own) > 4:
        return _caps_in_random_deals(puzzle)
    if position.rules.ruleset.caps.order != "strict":  # type: ignore[attr-defined]
        raise CannotCheck("another reading of the order")
    owed = find_owed_call(position.record, len(position.acts), position.viewer)
    orders = list(permutations(own)) if puzzle.answers == ("no",) else [owed.order]
    wins = any(all(not _loses(s.copy(), me, list(order)) for s in fits) for order in orders)
    return Result(wins == (puzzle.answers == ("yes",)), "every order played against every deal", str(wins))


DEALS: Final = 100
"""The random deals in which a call of Caps must lose at least once, or must never lose."""


def _caps_in_random_deals(puzzle: Puzzle) -> Result:
    """Play every order of the seat's cards in random deals that fit.

    “No” is proved if each order loses in one of them; “yes” is not proved by any number of them.
    """
    position = puzzle.position
    me = position.rules.place[position.viewer]
    if position.record.state.asleep:
        raise CannotCheck("a seat takes no part")
    if position.rules.ruleset.caps.order != "strict":  # type: ignore[attr-defined]
        raise CannotCheck("another reading of the order")
    if any(isinstance(act, RedealDemanded) for act in position.acts):
        raise CannotCheck("the cards were dealt again")
    reading = Reading(puzzle)
    played = {play.card for play in reading.plays if play.seat == position.viewer}
    own = sorted(reading.dealt[position.viewer] - played)
    if len(own) > 5:
        raise CannotCheck("too many ways to play on")
    owed = find_owed_call(position.record, len(position.acts), position.viewer)
    orders = list(permutations(own)) if puzzle.answers == ("no",) else [owed.order]
    rng, tried = Random(SEED), 0
    for _ in range(DEALS):
        if (s := _random_state(puzzle, rng)) is None:
            continue
        tried += 1
        orders = [order for order in orders if not _loses(s.copy(), me, list(order))]
        if not orders:
            return Result(puzzle.answers == ("no",), "every order loses in a deal that fits", "no")
    if tried < DEALS // 4:
        raise CannotCheck("too few random deals fit")
    if puzzle.answers == ("no",):
        raise CannotCheck("an order that lost in no random deal")
    return Result(True, f"the order never loses in up to {DEALS} random deals")


def _random_state(puzzle: Puzzle, rng: Random) -> State | None:
    """Return the state before the question in a random deal that fits; None if the deal breaks a rule."""
    try:
        dealt = random_deal(puzzle, rng)
    except TooComplex as reason:
        raise CannotCheck(str(reason)) from None
    return None if dealt is None else _state_of(puzzle, dealt)


def _all_states(puzzle: Puzzle) -> list[State]:
    """Return the states before the question in all deals that fit, closed trumps and face-down cards included."""
    if puzzle.position.record.state.asleep or any(isinstance(act, RedealDemanded) for act in puzzle.acts):
        raise CannotCheck("a seat takes no part, or the cards were dealt again")
    try:
        states = [_state_of(puzzle, dealt) for dealt in all_deals(puzzle, MOST_LAID_OUT)]
    except TooComplex as reason:
        raise CannotCheck(str(reason)) from None
    return [s for s in states if s is not None]


def _state_of(puzzle: Puzzle, dealt: Dealt) -> State | None:
    """Return the state before the question in a deal; None if the deal breaks a rule."""
    hands, down, indicator = dealt
    of_ply = {play.ply: play.card for play in Reading(puzzle).plays} | down
    acts: list[Act] = []
    trick: dict[str, str] = {}
    width = puzzle.position.rules.seat_count
    for ply, act in enumerate(puzzle.acts):
        if isinstance(act, CardPlayed):
            act = replace(act, card=of_ply[ply])
            trick = {} if len(trick) == width else trick
            trick[act.seat] = act.card
        elif isinstance(act, FaceDownInspected | CardsRevealed):
            act = replace(act, cards={seat: trick[seat] for seat in act.cards})
        elif isinstance(act, IndicatorRevealed | TrumpOpened | IndicatorPlaced) and act.card == UNKNOWN:
            act = replace(act, card=indicator)
        acts.append(act)
    return _replayed(puzzle, acts, hands, {indicator})


MOST_LINES: Final = 150_000
"""The most positions that are tried for one problem of Caps."""
_lines = [0]


def count_line() -> None:
    """Count a position that is tried. Raises `CannotCheck` if there are too many."""
    _lines[0] += 1
    if _lines[0] > MOST_LINES:
        raise CannotCheck("too many ways to play on")


def _loses(s: State, me: int, left: list[str]) -> bool:
    """Return whether the seat's side can lose a trick if the seat plays its cards in this order."""
    if is_over(s):
        return False
    count_line()
    acts = card_acts(s)
    if s.turn == me:
        acts = [act for act in acts if act.card == left[0]]
        if not acts:
            return True
        left = left[1:]
    for act in acts:
        after = s.copy()
        before = after.tricks[:]
        play(after, act)
        lost = any(now > then for team, (now, then) in enumerate(zip(after.tricks, before, strict=True))
                   if team != s.rules.team[me])  # fmt: skip
        if lost or _loses(after, me, left):
            return True
    return False


def check_card(puzzle: Puzzle, solver: Solver) -> Result:
    prices = puzzle.question.prices
    if int(prices["fitting"]) > prices["deals"]:
        return _drawn_again(puzzle, solver, TIMES * DRAWN, "ten times the deals")
    try:
        fits = list(laid_out(puzzle))
    except CannotCheck:
        try:
            fits = _all_states(puzzle)
        except CannotCheck:
            return _drawn_again(puzzle, Solver(limit=solver.limit), int(prices["fitting"]), "every deal solved again")
    if len(fits) != int(prices["fitting"]):
        return Result(False, "every deal laid out", f"{len(fits)} deals fit, not {prices['fitting']}")
    s = fits[0]
    in_hand = max(hand.bit_count() for hand in s.hands)
    by_hand = in_hand <= FEW_CARDS and len(fits) <= MOST_PLAYED
    values: dict[str, list[int]] = defaultdict(list)
    for fit in fits:
        if by_hand:
            for act in card_acts(fit):
                after = fit.copy()
                play(after, act)
                values[act.card].append(_best(after))
        else:
            of = solver.prices(fit, goal_of(fit)).of
            for bit, value in of.items():
                values[s.rules.tables.card[bit]].append(value)
    sign = 1 if s.makers() >> s.turn & 1 else -1
    means = {card: sign * fmean(of_card) for card, of_card in values.items()}
    return _same_cards(puzzle, means, "every line played" if by_hand else "every deal laid out and solved")


def _best(s: State, low: int = -(10**9), high: int = 10**9) -> int:
    """Return the makers' points with the best play of both sides, by playing with the engine (alpha-beta)."""
    makers = s.makers()
    if is_over(s):
        ours = {team for seat, team in enumerate(s.rules.team) if makers >> seat & 1}
        points = sum(s.points[team] for team in ours)
        if isinstance(s, Three04State):
            return points + s.rules.ruleset.last_trick_bonus * (makers >> s.last_winner & 1)  # type: ignore[attr-defined]
        won = sum(s.tricks[team] for team in ours)
        return points - (0 if won else s.rules.ruleset.bonus.match)  # type: ignore[attr-defined]
    is_maker = bool(makers >> s.turn & 1)
    best = -(10**9) if is_maker else 10**9
    for act in card_acts(s):
        after = s.copy()
        play(after, act)
        value = _best(after, low, high)
        best = max(best, value) if is_maker else min(best, value)
        low, high = (max(low, best), high) if is_maker else (low, min(high, best))
        if low >= high:
            break
    return best


def _drawn_again(puzzle: Puzzle, solver: Solver, most: int, how: str) -> Result:
    position = puzzle.position
    analyst = SeatAnalyst(position.record, len(position.acts), position.viewer, solver)
    prices = analyst.expected(Random(SEED), most=most, until_settled=False)
    return _same_cards(puzzle, {card: -price.behind for card, price in prices.expected.items()}, how)


def _same_cards(puzzle: Puzzle, means: dict[str, float], how: str) -> Result:
    """Compare the right cards with those within the margin of the best mean."""
    best, margin = max(means.values()), float(puzzle.question.options["margin"])
    right = {card for card, mean in means.items() if best - mean <= margin}
    behind = {card: round(best - mean, 2) for card, mean in means.items()}
    return Result(right == {answer.strip("([])") for answer in puzzle.answers}, how, str(behind))


CHECKS: Final = {
    "holder": check_holder,
    "trumps": check_trumps,
    "points": check_points,
    "breach": check_breach,
    "settle": check_settlement,
    "caps": check_caps,
    "card": check_card,
}


def main() -> int:
    """Check the problems of files, print how many were checked how, and every wrong one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--theme")
    parser.add_argument("--most", type=int, default=10**9, help="the most problems of each theme that are checked")
    parser.add_argument("--draw", type=int, help="check so many that are drawn, over all themes and rulesets")
    parser.add_argument("--seed", default=SEED, help="of the draw")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    done: Counter[str] = Counter()
    wrong = 0
    solver = Solver(limit=10**9)
    puzzles = [read_line(line) for path in options.files for line in path.read_text("utf-8").splitlines()]
    for puzzle in draw(puzzles, options.draw, options.seed) if options.draw else puzzles:
        line = write_line(puzzle)
        if options.theme not in (None, puzzle.theme) or done[puzzle.theme] >= options.most:
            continue
        result = check(puzzle, solver)
        how = f"{result.how}: {result.why}" if result.right is None else result.how
        counts[puzzle.theme, how] += 1
        done[puzzle.theme] += result.right is not None
        if result.right is False:
            wrong += 1
            print("WRONG", puzzle.theme, puzzle.answers, result, line, flush=True)
        sys.stderr.write(f"\r{sum(done.values())} checked ")
    for (theme, how), number in sorted(counts.items()):
        print(f"{theme:12} {number:5} {how}")
    print(f"{sum(done.values())} checked, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
