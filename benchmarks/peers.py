"""The peers: other libraries of card and board games, which replay whole games of their own.

**R** replays stored games and has the library check each action before it is applied. Each peer is called in the
fastest way of its documented interface; nothing is converted while the clock runs.

The games are random and seeded: every player chooses evenly among the legal actions. They are recorded once, before
the first timed call.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pyspiel
from jass.game.const import TRUMP_FULL_OFFSET
from jass.game.game_sim import GameSim
from jass.game.rule_schieber import RuleSchieber

from benchmarks.harness import Case, Row, times_only

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 304
DEALS = 200
CHESS_GAMES = 40  # a random game of chess is long: about 340 moves


class RecordRefusedError(Exception):
    """Raised when the peer rejects a stored action: the record or the peer is broken."""


# --- jass-kit: Schieber, 36 cards, four seats ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SchieberRecord:
    hands: Any  # four rows of 36, 1 for a card that the seat holds, as `init_from_cards` takes them
    dealer: int
    actions: tuple[int, ...]


@cache
def schieber_records() -> tuple[SchieberRecord, ...]:
    chance = random.Random(SEED)
    rule = RuleSchieber()
    records = []
    for _ in range(DEALS):
        pack = list(range(36))
        chance.shuffle(pack)
        hands = np.zeros((4, 36), dtype=np.int32)
        for seat in range(4):
            hands[seat, pack[9 * seat : 9 * seat + 9]] = 1
        dealer = chance.randrange(4)
        sim = GameSim(rule)
        sim.init_from_cards(hands, dealer)
        actions = []
        while not sim.is_done():
            action = chance.choice(np.flatnonzero(rule.get_valid_actions_from_state(sim.state)).tolist())
            actions.append(action)
            sim.action(action)
        records.append(SchieberRecord(hands, dealer, tuple(actions)))
    return tuple(records)


def jass_replay() -> int:
    """Replay Schieber (R) with `get_valid_cards_from_state` and `action_play_card`, for a trump call their wider forms.

    Returns the number of events: one or two trump calls and 36 cards a deal. Setting up the hands is timed and not
    counted; it is under 2 % of the time.
    """
    rule = RuleSchieber()
    valid_cards, valid_actions = rule.get_valid_cards_from_state, rule.get_valid_actions_from_state
    events = 0
    for record in schieber_records():
        sim = GameSim(rule)
        sim.init_from_cards(record.hands, record.dealer)
        state = sim.state
        for action in record.actions:
            if action < TRUMP_FULL_OFFSET:
                if not valid_cards(state)[action]:
                    raise RecordRefusedError(action)
                sim.action_play_card(action)
            else:
                if not valid_actions(state)[action]:
                    raise RecordRefusedError(action)
                sim.action(action)
        events += len(record.actions)
    return events


# --- python-chess -------------------------------------------------------------------------------------------


@cache
def chess_records() -> tuple[tuple[chess.Move, ...], ...]:
    chance = random.Random(SEED)
    records = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        moves = []
        while not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            moves.append(move)
            board.push(move)
        records.append(tuple(moves))
    return tuple(records)


def chess_replay() -> int:
    """Replay chess (R) with `Board.is_legal`, then `Board.push`. Return the number of moves, stored as `Move`."""
    events = 0
    for record in chess_records():
        board = chess.Board()
        is_legal, push = board.is_legal, board.push
        for move in record:
            if not is_legal(move):
                raise RecordRefusedError(move)
            push(move)
        events += len(record)
    return events


# --- OpenSpiel: a C++ core behind Python bindings -----------------------------------------------------------

BRIDGE = "bridge(use_double_dummy_result=false)"  # otherwise a solver scores and no cards are played
HEARTS = "hearts"


@cache
def spiel_records(name: str) -> tuple[tuple[int, ...], ...]:
    chance = random.Random(SEED)
    game = pyspiel.load_game(name)
    records = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        records.append(tuple(state.history()))
    return tuple(records)


def spiel_replay(name: str) -> int:
    """Replay a game (R) with `apply_action_with_legality_check`, which checks in C++ and raises on an illegal action.

    Returns the number of events of the games' histories. Bridge: 52 cards dealt, the calls (about 11), 52 cards played.
    Hearts: the direction of the pass, 52 cards dealt, up to 12 passed, 52 played.
    """
    game = pyspiel.load_game(name)
    events = 0
    for record in spiel_records(name):
        apply = game.new_initial_state().apply_action_with_legality_check
        for action in record:
            apply(action)
        events += len(record)
    return events


def spiel_replay_by_list(name: str) -> int:
    """Replay a game as OpenSpiel's examples do: `action in state.legal_actions()`, then `apply_action`.

    Twice as slow as `spiel_replay`, because each list of legal actions is converted to Python. It is timed only.
    """
    game = pyspiel.load_game(name)
    events = 0
    for record in spiel_records(name):
        state = game.new_initial_state()
        legal_actions, apply = state.legal_actions, state.apply_action
        for action in record:
            if action not in legal_actions():
                raise RecordRefusedError(action)
            apply(action)
        events += len(record)
    return events


def _of(work: Callable[..., int], *given: str) -> Callable[[], int]:
    return lambda: work(*given)


JASS_R = Case("jass-kit R", jass_replay)
CHESS_R = Case("python-chess R", chess_replay)
BRIDGE_R = Case("OpenSpiel bridge R", _of(spiel_replay, BRIDGE))
HEARTS_R = Case("OpenSpiel hearts R", _of(spiel_replay, HEARTS))

BRIDGE_R_BY_LIST = Case("OpenSpiel bridge R, by list", _of(spiel_replay_by_list, BRIDGE))
HEARTS_R_BY_LIST = Case("OpenSpiel hearts R, by list", _of(spiel_replay_by_list, HEARTS))

ROWS = [
    Row(
        0,
        "the peers alone",
        "",
        None,
        times_only(JASS_R, CHESS_R, BRIDGE_R, BRIDGE_R_BY_LIST, HEARTS_R, HEARTS_R_BY_LIST),
    ),
]
