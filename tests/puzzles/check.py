"""Check mined problems by other means than those that certified them: ``python -m tests.puzzles.check FILE``.

Every way to lay out the cards that the seat has not seen is tried, and kept if the engine's rules allow each card that
was played: nothing here reads the knowledge tables, the counting or the adjudicator of Caps. Points, breaches and
settlements are read from the cards as they were played, those of four-player 304 and of the Jass by the oracles.
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
from replay.puzzles.file import read_line
from replay.puzzles.puzzle import Puzzle
from tests.analysis.endings import card_acts, is_over, play
from tests.oracle import jass, oracle
from tests.rules.conversion import to_tuple

MOST_LAID_OUT: Final = 20_000
"""The most ways to lay out the unseen cards that are tried."""
MOST_PLAYED: Final = 400
"""The most deals whose every line is played, if each seat has up to `FEW_CARDS`."""
FEW_CARDS: Final = 3
TIMES: Final = 10
"""How many times as many deals are drawn as the certificate drew."""
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
    card = puzzle.position.rules.tables.bit[puzzle.question.options["card"]]
    seats = {seat for s in laid_out(puzzle) for seat, hand in zip(s.rules.seats, s.hands, strict=True) if hand & card}
    answer = " ".join(seat for seat in puzzle.position.rules.seats if seat in seats)
    return Result(puzzle.answers == (answer,), "every deal laid out", answer)


def check_trumps(puzzle: Puzzle, _: Solver) -> Result:
    rules, me = puzzle.position.rules, puzzle.position.viewer
    trump = puzzle.position.record.state.trump
    seen: set[str] = set()
    own: set[str] = set()
    face_down = False
    has_played_indicator = any(isinstance(act, CardPlayed) and act.indicator for act in puzzle.acts)
    for act in puzzle.acts:
        if isinstance(act, CardsDealt):
            own |= set(act.hands[me])
        elif isinstance(act, CardPlayed):
            face_down |= act.card == "??"
            seen.add(act.card)
        elif isinstance(act, FaceDownInspected | CardsRevealed):
            seen |= set(act.cards.values())
        elif isinstance(act, IndicatorRevealed) and has_played_indicator:
            seen.add(act.card)
    if any(isinstance(act, RedealDemanded) for act in puzzle.acts):
        raise CannotCheck("the cards were dealt again")
    if face_down and not _all_shown(puzzle):
        raise CannotCheck("a card lies face down")
    pack = {card for card, bit in rules.tables.bit.items() if bit & trump}
    if len(rules.tables.bit) != rules.hand_size * rules.seat_count:
        raise CannotCheck("cards stay in the pack")
    return Result(puzzle.answers == (str(len(pack - own - seen)),), "counted", str(len(pack - own - seen)))


def _all_shown(puzzle: Puzzle) -> bool:
    hidden = sum(isinstance(act, CardPlayed) and act.card == "??" for act in puzzle.acts)
    shown = sum(len(act.cards) for act in puzzle.acts if isinstance(act, CardsRevealed))
    indicators = sum(isinstance(act, IndicatorRevealed) for act in puzzle.acts)
    return hidden <= shown + indicators


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
    if any(isinstance(act, RedealDemanded) for act in puzzle.acts):
        raise CannotCheck("the cards were dealt again")
    plies = _wrong_cards(puzzle)
    if puzzle.answers == ("none",):
        return Result(not plies, "read card by card", str(plies))
    ply = int(puzzle.answers[0].split()[0])
    if ply in plies:
        # The oracle reads play alone, so it may see others that rest on the first.
        return Result(min(plies) == ply, "read card by card", str(plies))
    raise CannotCheck("a breach of another kind")


def _wrong_cards(puzzle: Puzzle) -> list[int]:
    """Return the plies of the cards that broke a rule of the play, read from the cards that each seat played."""
    position = puzzle.position
    rules, width = position.rules, position.rules.seat_count
    if position.record.state.asleep:
        raise CannotCheck("a seat takes no part")
    plays = [(ply, act) for ply, act in enumerate(position.acts) if isinstance(act, CardPlayed)]
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
    hands: dict[str, list[tuple[str, ...]]] = defaultdict(list)
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
    if ruleset.key not in ("304", "304-bank"):
        raise CannotCheck("the oracle does not know this ruleset")
    if any("caps" in reason for reason in settled.reasons):
        raise CannotCheck("Caps decides")
    if any(isinstance(act, PartnerAsked) for act in position.acts):
        raise CannotCheck("a partner was asked")
    tuples = [action for act in position.acts if (action := _oracle_action(act)) is not None]
    dealings = [{seat: (list(batches[0]), list(batches[1])) for seat, batches in hands.items()}]
    return _compare(puzzle, oracle.settlement(tuples, dealings, dealer, oracle.DEFAULTS), "the oracle of 304")


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
    position = puzzle.position
    me = position.rules.place[position.viewer]
    fits = list(laid_out(puzzle))
    if not fits:
        raise CannotCheck("no deal was laid out")
    own = position.rules.tables.cards(fits[0].hands[me])
    if len(own) * len(fits) > 4 * MOST_PLAYED or len(own) > 4:
        raise CannotCheck("too many ways to play on")
    if position.rules.ruleset.caps.order != "strict":  # type: ignore[attr-defined]
        raise CannotCheck("another reading of the order")
    owed = find_owed_call(position.record, len(position.acts), position.viewer)
    orders = list(permutations(own)) if puzzle.answers == ("no",) else [owed.order]
    wins = any(all(not _loses(s.copy(), me, list(order)) for s in fits) for order in orders)
    return Result(wins == (puzzle.answers == ("yes",)), "every order played against every deal", str(wins))


def _loses(s: State, me: int, left: list[str]) -> bool:
    """Return whether the seat's side can lose a trick if the seat plays its cards in this order."""
    if is_over(s):
        return False
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
                values[act.card].append(_best(after, {}))
        else:
            of = solver.prices(fit, goal_of(fit)).of
            for bit, value in of.items():
                values[s.rules.tables.card[bit]].append(value)
    sign = 1 if s.makers() >> s.turn & 1 else -1
    means = {card: sign * fmean(of_card) for card, of_card in values.items()}
    return _same_cards(puzzle, means, "every line played" if by_hand else "every deal laid out and solved")


def _best(s: State, known: dict[Any, int]) -> int:
    """Return the makers' points with the best play of both sides, by playing every line with the engine."""
    makers = s.makers()
    if is_over(s):
        ours = {team for seat, team in enumerate(s.rules.team) if makers >> seat & 1}
        points = sum(s.points[team] for team in ours)
        if isinstance(s, Three04State):
            return points + s.rules.ruleset.last_trick_bonus * (makers >> s.last_winner & 1)  # type: ignore[attr-defined]
        won = sum(s.tricks[team] for team in ours)
        return points - (0 if won else s.rules.ruleset.bonus.match)  # type: ignore[attr-defined]
    results = []
    for act in card_acts(s):
        after = s.copy()
        play(after, act)
        results.append(_best(after, known))
    return max(results) if makers >> s.turn & 1 else min(results)


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
    given = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    done: Counter[str] = Counter()
    wrong = 0
    solver = Solver(limit=10**9)
    for path in given.files:
        for line in path.read_text("utf-8").splitlines():
            puzzle = read_line(line)
            if given.theme not in (None, puzzle.theme) or done[puzzle.theme] >= given.most:
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
