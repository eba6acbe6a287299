"""A house may change what it likes: either it is told what does not fit, or the game can be played."""

from __future__ import annotations

import json
import os
import random
from typing import Any

from hypothesis import HealthCheck, given, settings

from domain.engine.facts import DealOpened
from domain.engine.parameters import find_differences, override, parse, plain
from domain.engine.rulebook import as_text
from domain.engine.rulebook.differences import differences
from domain.engine.rules import rules_of, settle
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.games.sidi.ruleset import SidiRuleset
from domain.games.three04.ruleset import Three04Ruleset
from replay.notation import DealDocument, Item, check, read_archived, read_hand, write_archived, write_hand
from tests.cases import FULL
from tests.family import random_deals
from tests.family.test_laws import check_cards, check_end
from tests.houses.random_houses import overrides
from tests.jass import random_jass

EXAMPLES = 3_000 if os.environ.get("NOUGHT_FULL") else 60
DEALS = 20 if FULL else 5


def play_304(game: Three04Ruleset, seed: str) -> None:
    rules = rules_of(game)
    dealt = 0
    s: Any = None
    for s, act in random_deals.play(rules, random.Random(seed)):
        assert rules.judge(s, act) is None, f"{seed}: {act}: {rules.judge(s, act)}"
        dealt = dealt if any(s.dealt) else 0
        check_cards(rules, s, dealt, 0)
        dealt += sum(map(len, act.hands.values())) if hasattr(act, "hands") else 0
    check_end(rules, s, 0)


def play_jass(game: SidiRuleset, seed: str) -> None:
    rules = rules_of(game)
    for s, act in random_jass.play(rules, seed):
        assert act is None or rules.judge(s, act) is None, f"{seed}: {act}"
        if act is not None:
            continue
        settled = settle(s)
        assert settled is not None
        if s.outcome == "passed_out":
            assert set(settled.score.values()) == {0}
            return
        total = sum(settled.points.values())
        whole = game.worth(s.denomination) + game.bonus.last_trick
        assert total == whole + game.bonus.match * ("match" in settled.reasons)
        weis = sum(sum(values or ()) for values in s.weis)
        stoeck = game.stoeck.points * (s.stoeck >= 0)
        assert sum(settled.score.values()) == total + s.bid * s.factor + weis + stoeck


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(overrides())
def test_a_random_override_is_refused_or_plays_to_the_end(overridden: tuple[Ruleset, dict[str, Any]]) -> None:
    base, changes = overridden
    try:
        game = override(base, "house", "A house", changes)
    except RulesetError:
        return
    for n in range(DEALS):
        seed = f"{n} {json.dumps(changes)}"
        if isinstance(game, SidiRuleset):
            play_jass(game, seed)
        else:
            play_304(game, seed)
    write_and_read(game, json.dumps(changes))
    assert as_text(game).startswith("A house\n")
    assert differences(base, game).parameters.keys() == find_differences(base, game).keys()


def write_and_read(game: Ruleset, seed: str) -> None:
    """A deal told to the record act by act, and written in both formats."""
    if isinstance(game, SidiRuleset):
        dealer, acts = random_jass.deal(rules_of(game), seed)
    else:
        dealer, acts = random_deals.deal(game, random.Random(seed))
    record = random_deals.record_of(game, dealer, acts)
    assert record.acts == acts
    assert record.settlement is not None
    facts = (*(entry.act for entry in record.entries), record.settlement)
    document = DealDocument(record.opened, tuple(map(Item, facts)))
    assert read_hand(write_hand(document)) == document
    assert read_archived(write_archived(document)) == document
    assert check(document).clean


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(overrides())
def test_a_deal_by_random_rules_goes_through_both_formats(overridden: tuple[Ruleset, dict[str, Any]]) -> None:
    """docs/formats.md: key, version and every rule of a house's own ruleset are read as they were written."""
    base, changes = overridden
    try:
        game = override(base, "lagoon-fives", "Fives at the lagoon", changes, version=2)
    except RulesetError:
        return
    assert parse(plain(game)) == game
    assert (
        override(base, "lagoon-fives", game.name, {p: new for p, (_, new) in find_differences(base, game).items()}, 2)
        == game
    )
    document = DealDocument(DealOpened(plain(game), game.seating.seats[0]), ())
    assert read_hand(write_hand(document)) == document
    assert read_archived(write_archived(document)) == document
