"""Random endings of every ruleset, as states of the engine, and what they are worth by trying every card."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from analysis.position import Goal
from domain.engine.facts import CardPlayed
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.games.catalogue import RULESETS
from domain.games.sidi.state import SidiState
from domain.games.three04.acts import FULL, HALF, PCC
from domain.games.three04.slams import slam
from domain.games.three04.stages.declare import first_leader
from domain.games.three04.stages.play import PlayStage
from domain.games.three04.state import Three04State

HOUSES: dict[str, tuple[dict[str, Any], ...]] = {
    "play": (
        {},
        {"exhausted.trigger": "holding_all"},
        {"closed.maker_cut_with_hand_trump": True, "exhausted.applies_closed": False},
        {"pcc.closed_lead_restriction": False, "reveal.maker_discard": "shown"},
    ),
    "tricks": (
        {},
        {"undertrump.reference": "lowest"},
        {"undertrump.all_trumps": "only_if_forced", "undenufe.values": "six_eleven"},
    ),
}
"""The ways of a club that change the play, by the name of the playing stage."""


@cache
def house(key: str, number: int) -> Rules:
    """The rules of a ruleset, or of a club's way to play it."""
    ruleset = RULESETS[key]
    ways = HOUSES[ruleset.game.playing]
    changes = ways[number % len(ways)]
    return rules_of(override(ruleset, "house", "a house's way", changes) if changes else ruleset)


def ending(key: str, seed: int, cards: int | None = None) -> State:
    """A state in the play in which every seat has so many cards; now and then in the middle of a trick."""
    rng = random.Random(f"{key} {seed}")
    rules = house(key, rng.choice((0, 0, rng.randrange(4))))
    count = rules.seat_count
    most = min(rules.hand_size, len(rules.tables.bit) // count)
    # To try every card of five takes minutes now and then, of three a fraction of a second.
    sizes = {4: 16 * (3,) + 3 * (4,) + (5,), 6: 19 * (3,) + (4,), 8: (3,)}[count]
    size = min(most, cards or rng.choice(sizes))
    s = rules.start(rng.choice(rules.seats))
    s.stage = rules.stages.index(rules.playing)
    pack = list(rules.tables.card)
    rng.shuffle(pack)
    if rng.random() < 0.3:
        # Few suits, so that seats run out of the suit led less often.
        pack.sort(key=lambda bit: rules.tables.suit_of[bit] in rules.tables.suits[:2])
        pack.reverse()
        first = pack[: size * count]
        rng.shuffle(first)
        pack[: size * count] = first
    for seat in range(count):
        s.hands[seat] = sum(pack[size * seat : size * (seat + 1)])
    s.dealt = s.hands[:]
    s.named = sum(s.hands)
    s.maker = rng.randrange(count)
    # A deal of 304 may also have been dealt with so few cards.
    before = rng.choice((0, rules.hand_size - size)) if rules.ruleset.game.with_caps else rules.hand_size - size
    s.rounds = size + before
    s.gone = rules.tables.all & ~s.named
    s.turn = rng.randrange(count)
    if before:
        takers = rng.choice((range(rules.team_count), [rng.randrange(rules.team_count)]))
        for _ in range(before):
            s.tricks[rng.choice(list(takers))] += 1
        for team, tricks in enumerate(s.tricks):
            s.points[team] = rng.randrange(60) if tricks else 0
        s.last_winner = s.turn
    if isinstance(s, Three04State):
        into_304(s, rng, before)
    elif isinstance(s, SidiState):
        s.denomination = rng.choice((*rules.ruleset.pack.suits, "obenabe", "undenufe"))  # type: ignore[attr-defined]
        s.bid = rng.choice((40, 100, 157, 257))
    for _ in range(rng.randrange(s.width) if rng.random() < 0.5 else 0):
        play(s, rng.choice(plays(s)))
    return s


def into_304(s: Three04State, rng: random.Random, before: int) -> None:
    """Make the state one of 304: the indicator, the bid, the sides."""
    rules = s.rules
    game = rules.ruleset
    s.bid = rng.choice((160, 200, 250, 300))
    courts = [PCC] if game.two_auctions else []
    courts += [HALF] if game.court.half != "off" else []
    courts += [FULL] if game.court.full else []
    if courts and rng.random() < 0.2:
        s.slam = rng.choice(courts)
        if slam(game, s.slam).alone:
            s.play_alone(s.maker)
            for seat in range(rules.seat_count):
                if s.asleep >> seat & 1 and s.turn == seat:
                    s.turn = s.maker
    if game.partner_named:
        s.partner_card = rng.choice(list(rules.tables.card))
        holders = [seat for seat, hand in enumerate(s.hands) if hand & s.partner_card]
        s.ally = holders[0] if holders else s.maker
    own = rules.tables.cards(s.hands[s.maker])
    s.indicator = rules.tables.bit[rng.choice(own)]
    s.trump = rules.tables.suit_of[s.indicator]
    s.closed = rng.random() < 0.6 and not (before and (s.slam or s.bid >= game.closed.reveal_from))
    if s.closed:
        s.hands[s.maker] ^= s.indicator
        s.indicator_down = True
    if not before:
        s.turn = first_leader(s)
    elif not any(hand & s.trump for seat, hand in enumerate(s.hands) if seat != s.maker):
        s.duty = rng.random() < 0.7
    if before and s.last_winner != s.turn:
        s.last_winner = s.turn


def plays(s: State) -> list[CardPlayed]:
    """The cards that the engine lets the seat play."""
    return [act for act in s.rules.legal(s, s.rules.seats[s.turn]) if isinstance(act, CardPlayed)]


def play(s: State, act: CardPlayed) -> None:
    """Play a card, and everything that must follow before the next one."""
    rules = s.rules
    rules.apply(s, act)
    while s.owed and sum(s.tricks) < s.rounds:
        due = rules.owed_act(s) or rules.legal(s, rules.seats[s.turn])[0]
        rules.apply(s, due)


def is_over(s: State) -> bool:
    return sum(s.tricks) == s.rounds


def result(s: State, goal: Goal) -> int:
    """The makers' result of a deal that was played to its end."""
    ours = {team for seat, team in enumerate(s.rules.team) if s.makers() >> seat & 1}
    won = sum(s.tricks[team] for team in ours)
    if goal is Goal.ALL_TRICKS:
        return int(won == s.rounds)
    if goal is Goal.NO_TRICK:
        return -int(not won)
    points = sum(s.points[team] for team in ours)
    if isinstance(s, Three04State):
        return points + s.rules.ruleset.last_trick_bonus * (s.makers() >> s.last_winner & 1)
    bonus: int = s.rules.ruleset.bonus.match  # type: ignore[attr-defined]
    return points - (0 if won else bonus)


def card_acts(s: State) -> list[CardPlayed]:
    """The same as `plays`, without the calls that the engine's list of legal acts looks for as well."""
    stage = s.rules.playing
    if isinstance(stage, PlayStage):
        return stage.known_plays(s, s.turn)  # type: ignore[arg-type]
    return [stage.plays[s.turn][card] for card in stage.playable(s, s.turn)]  # type: ignore[attr-defined, no-any-return]


GOALS: Final = {goal: number for number, goal in enumerate(Goal)}


class Node:
    """A state of the engine, and the states after each card that the engine allows, played when they are asked for."""

    __slots__ = ("acts", "bounds", "makers_play", "state", "steps")

    def __init__(self, s: State, bounds: list[int], *, makers_play: bool = False) -> None:
        self.state = s
        self.makers_play = makers_play
        self.bounds = bounds
        """For each goal the least and the most that the makers get from here on."""
        self.acts: list[CardPlayed] | None = None
        """The cards that were not tried yet; None if none was."""
        self.steps: list[tuple[int, Node]] = []
        """The result of the makers with each card that was tried, and the node after it."""


class Brute:
    """Every way in which a deal can end, by playing the cards that the engine allows.

    Each position is played once for all questions. Two positions at the beginning of a trick are the same if nothing
    but the points and tricks so far differs. A card without a choice belongs to the step before it.
    """

    def __init__(self, s: State) -> None:
        end = s.copy()
        while not is_over(end):
            play(end, plays(end)[0])
        self.total = sum(end.points)
        """All points of the deal; they are the same however it is played."""
        game = s.rules.ruleset
        self.last_trick, self.all_tricks = (
            (game.last_trick_bonus, 0) if isinstance(s, Three04State) else (0, game.bonus.match)  # type: ignore[attr-defined]
        )
        self.makers = s.makers()
        self.teams = sorted({team for seat, team in enumerate(s.rules.team) if self.makers >> seat & 1})
        self.nodes: dict[tuple[object, ...], Node] = {}
        self.root = self._node(s.copy())
        self.taken = self._have(s)

    def is_best(self, goal: Goal, value: int) -> bool:
        """Whether the makers get exactly this much with the best play of both sides."""
        return self.reaches(goal, value) and not self.reaches(goal, value + 1)

    def reaches(self, goal: Goal, target: int) -> bool:
        """Whether the makers get so much against any play."""
        points = goal is Goal.POINTS
        return self._reaches(self.root, 2 * GOALS[goal], target - self.taken if points else target, points=points)

    def _have(self, s: State) -> int:
        have = 0
        for team in self.teams:
            have += s.points[team]
        return have

    def _node(self, s: State) -> Node:
        """The node of a state. At the beginning of a trick, another state may have it already."""
        have = self._have(s)
        if is_over(s):
            points, all_tricks, no_trick = (result(s, goal) for goal in Goal)
            return Node(s, [points - have, points - have, all_tricks, all_tricks, no_trick, no_trick])
        won = sum(s.tricks[team] for team in self.teams)
        lost = sum(s.tricks) - won
        rest = self.total - sum(s.points) + self.last_trick
        lose, win = (0 if won else -self.all_tricks), (0 if lost else self.all_tricks)
        bounds = [lose, rest + win, 0, 0 if lost else 1, 0 if won else -1, 0]
        makers_play = bool(self.makers >> s.turn & 1)
        if s.trick:
            return Node(s, bounds, makers_play=makers_play)
        key = (*s.hands, s.turn, getattr(s, "closed", False), getattr(s, "duty", False), not won, not lost)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(s, bounds, makers_play=makers_play)
        return node

    def _play(self, node: Node) -> tuple[int, Node]:
        """Play the next card that was not tried, and all cards after it that are no choice."""
        assert node.acts
        act = node.acts.pop()
        # The node needs its state no more once all cards are tried.
        s = node.state.copy() if node.acts else node.state
        before = self._have(s)
        play(s, act)
        acts: list[CardPlayed] | None = None
        while not is_over(s) and len(acts := card_acts(s)) == 1:
            play(s, acts[0])
            acts = None
        after = self._node(s)
        if after.acts is None:
            after.acts = acts
        step = self._have(s) - before, after
        node.steps.append(step)
        return step

    def _reaches(self, node: Node, goal: int, target: int, *, points: bool) -> bool:
        bounds = node.bounds
        if bounds[goal] >= target or bounds[goal + 1] < target:
            return bounds[goal] >= target
        if node.acts is None:
            node.acts = card_acts(node.state)
        mine, steps, tried = node.makers_play, node.steps, 0
        while tried < len(steps) or node.acts:
            gain, after = steps[tried] if tried < len(steps) else self._play(node)
            if self._reaches(after, goal, target - gain if points else target, points=points) is mine:
                # The card that decides one question often decides the next one.
                steps.insert(0, steps.pop(tried))
                break
            tried += 1
        else:
            mine = not mine
        if mine:
            bounds[goal] = target
        else:
            bounds[goal + 1] = target - 1
        return mine


def following(s: State) -> Iterator[State]:
    """The states after each card that the engine allows."""
    for act in plays(s):
        after = s.copy()
        play(after, act)
        yield after


def is_best(s: State, goal: Goal, value: int) -> bool:
    """Whether the makers get exactly this much with the best play of both sides."""
    return Brute(s).is_best(goal, value)
