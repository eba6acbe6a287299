"""Caps in all games that have it, for four, six and eight players (000 "Variants")."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from domain.audit.caps.closed_forms import sure_order
from domain.audit.caps.examples import example_of
from domain.audit.caps.question import question_of
from domain.audit.caps.report import adjudicate
from domain.audit.caps.search import Search
from domain.engine.facts import Act, CardPlayed
from domain.engine.hiding import hide_act
from domain.engine.knowledge.information import knowledge, watch
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import CapsCalled
from domain.games.three04.information import Three04Watcher
from domain.games.three04.ruleset import Three04Ruleset
from replay.audits.caps import caps_report
from tests.audit.endgames import endgames, played, record_of
from tests.audit.test_information import true_to
from tests.cases import FULL, full

GAMES = [game for game in RULESETS.values() if isinstance(game, Three04Ruleset) and game.caps.teams != "nobody"]
DEALS = 2
SOME = [game if game.key in ("304", "304-six-36", "304-eight") else full(game) for game in GAMES]
"""Every day four, six and eight players, where others cost as much again."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_order_that_may_fail_fails_in_a_deal_that_looks_the_same(game: Three04Ruleset) -> None:
    rules = rules_of(game)
    rng = random.Random(game.key)
    shown = 0
    for seed in range(1, 200):
        if shown > DEALS * rules.seat_count:
            break
        dealer, acts = played(rules, seed)
        record = record_of(rules, dealer, acts)
        plies = [ply for ply, act in enumerate(acts) if isinstance(act, CardPlayed)]
        if not plies or record.state.slam:
            continue
        for seat in rules.seats:
            ply = rng.choice(plies)
            watcher = Three04Watcher(record, seat)
            s = rules.start(dealer)
            for act in acts[:ply]:
                watcher.see(act)
                rules.apply(s, act)
            knows = watcher.knowledge()
            true_to(s, knows)
            if not knows.hand:
                continue
            question = question_of(rules, knows, watcher.state)
            search = Search(question)
            order = [rules.tables.bit[card] for card in rules.tables.cards(knows.hand)]
            rng.shuffle(order)
            if search.holds(tuple(order)):
                continue
            assert search.refuted is not None
            example = example_of(record, ply, knows, question, search.refuted, tuple(order))
            assert example is not None
            assert [hide_act(act, seat) for act in example.record.acts[:ply]] == [
                hide_act(act, seat) for act in acts[:ply]
            ]
            assert knowledge(example.record, seat, ply) == knows
            assert set(example.record.find_refusals()) <= {example.ply}
            shown += 1
    assert shown > DEALS * rules.seat_count


@pytest.mark.parametrize("game", SOME, ids=lambda game: game.key)
def test_an_order_that_is_certain_wins_when_it_is_called(game: Three04Ruleset) -> None:
    """A certain player calls and plays the order, and everybody else plays at random."""
    rules = rules_of(game)
    called = 0
    for seed in range(1, 40):
        if called > DEALS:
            break
        dealer, acts = played(rules, seed)
        report = adjudicate(record_of(rules, dealer, acts))
        if not report.obligations:
            continue
        owed = report.obligations[0]
        rng = random.Random(seed)
        record = record_of(rules, dealer, [*acts[: owed.ply], CapsCalled(owed.seat, owed.order)])
        for owed_act in rules.apply_owed_acts(record.state.copy()):
            record = record_of(rules, dealer, [*record.acts, owed_act])
        s, left = record.state, list(owed.order)
        while not s.outcome:
            seat = rules.to_act(s)
            assert seat is not None
            options = [act for act in rules.legal(s, seat) if not isinstance(act, CapsCalled)]
            plays = [act for act in options if isinstance(act, CardPlayed)]
            act = rng.choice(plays) if plays else options[0]
            if plays and seat == owed.seat:
                card = left.pop(0)
                act = next(play for play in plays if play.card == card)
            rules.apply(s, act)
            for _ in rules.apply_owed_acts(s):
                pass
        assert s.tricks[rules.team[rules.place[owed.seat]]] == s.rounds
        called += 1
    assert called


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_counting_finds_the_search_finds_too(game: Three04Ruleset) -> None:
    rules = rules_of(game)
    orders = 0
    for seed in range(1, 60):
        if orders > 4 * DEALS:
            break
        dealer, acts = played(rules, seed)
        record = record_of(rules, dealer, acts)
        if record.state.slam:
            continue
        for seat in rules.seats:
            for watcher, act in watch(record, seat):
                if not isinstance(act, CardPlayed) or sum(watcher.state.tricks) < rules.hand_size - 3:
                    continue
                knows = watcher.knowledge()
                if not knows.hand:
                    continue
                question = question_of(rules, knows, watcher.state)
                order = sure_order(question)
                if order is not None:
                    assert Search(question).holds(order)
                    orders += 1
    assert orders


def test_where_forced_plays_do_not_count_fewer_players_are_certain() -> None:
    """B15: a partner is then taken to play any card. Every day the deals begin just before one where it matters."""
    rules = rules_of(GAMES[0])
    differ = same = 0
    for seed in range(1 if FULL else 78, 400):
        if differ:
            break
        for end in endgames(rules, seed):
            for seat in rules.seats if end.left < 4 else ():
                watcher = Three04Watcher(end.record, seat)
                for act in end.record.acts[: end.ply]:
                    watcher.see(act)
                question = question_of(rules, watcher.knowledge(), watcher.state)
                free = replace(question, terms=replace(question.terms, forced_count=False))
                counted, not_counted = (Search(variant).answer().verdict == "certain" for variant in (question, free))
                assert counted or not not_counted
                differ += counted != not_counted
                same += counted == not_counted
    assert differ
    assert same


def mutated(acts: list[Act], cards: list[str], seats: tuple[str, ...], rng: random.Random) -> list[Act]:
    """The acts with a few of the cards left out, played twice, by a slip of the pen, unseen, or face about."""
    acts = list(acts)
    for _ in range(rng.randint(1, 3)):
        plies = [ply for ply, act in enumerate(acts) if isinstance(act, CardPlayed)]
        if not plies:
            break
        ply = rng.choice(plies)
        act = acts[ply]
        assert isinstance(act, CardPlayed)
        match rng.randrange(6):
            case 0:
                del acts[ply]
            case 1:
                acts.insert(ply, acts[rng.choice(plies)])
            case 2:
                acts[ply] = replace(act, card=rng.choice(cards))
            case 3:
                acts[ply] = replace(act, card="??")
            case 4:
                acts[ply] = replace(act, down=not act.down)
            case 5:
                acts.insert(ply, CapsCalled(rng.choice(seats), tuple(rng.sample(cards, rng.randint(0, 8)))))
    return acts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_whatever_was_recorded_has_a_report(game: Three04Ruleset) -> None:
    rules = rules_of(game)
    for seed in range(1, 41 if FULL else 4):
        dealer, acts = played(rules, seed)
        acts = mutated(acts, list(rules.tables.bit), rules.seats, random.Random(seed))
        report = caps_report(record_of(rules, dealer, acts), limit=20_000)
        assert json.loads(json.dumps(report)) == report
        assert report["words"]
        assert all(words.endswith((".", "”).")) for words in report["words"])
