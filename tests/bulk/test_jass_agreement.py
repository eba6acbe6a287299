"""What passes in bulk of Sidi Barrani is what the engine finds clean; deals that were played do pass."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from domain.bulk.jass.terms import FIXED, READ, WITHOUT_EFFECT, terms_of
from domain.bulk.terms import parameters
from domain.catalogue import RULESETS, STANDARD
from domain.jass.ruleset import JassRuleset
from domain.rules import rules_of
from replay.generated.evening import Evening
from replay.notation import DealDocument, Item, write_archived
from replay.notation.bulk import judge_archive
from tests.bulk import archives
from tests.bulk.archives import FULL, assert_no_fault_passes, decoded, passed
from tests.bulk.jass_archives import RULES, house, line_of, lines
from tests.jass.random_jass import LONG, deal

DEALS = 5000 if FULL else 300
OF_A_HOUSE = 300 if FULL else 40


def talk(core: dict[str, Any]) -> set[str]:
    """The kinds of things that were said."""
    return {word[3] for word in core.get("talk", "").split()}


def denomination(core: dict[str, Any]) -> str:
    """Of the contract."""
    return [call[4] for call in calls(core) if call[1].isdigit()][-1]


def calls(core: dict[str, Any]) -> list[str]:
    return [core["auction"][n : n + 5] for n in range(0, len(core["auction"]), 5)]


def test_every_random_deal_that_was_played_passes_and_the_engine_agrees_act_for_act() -> None:
    assert assert_no_fault_passes(lines(RULES, DEALS)) == DEALS


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        *(
            pytest.param(lambda core, each=each: denomination(core) == each, 5, id=f"003 Bidding: {each}")
            for each in "SHDCou"
        ),
        pytest.param(lambda core: core["result"][0] == "m", 20, id="003 Scoring: made"),
        pytest.param(lambda core: core["result"][0] == "f", 20, id="003 Scoring: failed"),
        pytest.param(lambda core: "match" in core["result"], 2, id="003 Players and Cards: Match"),
        pytest.param(lambda core: "dbl-" in core["auction"], 5, id="003 Bidding: doubled"),
        pytest.param(lambda core: "257" in core["auction"], 5, id="003 Bidding: 257"),
        pytest.param(lambda core: len(core["auction"]) > 60, 2, id="003 Bidding: many circuits"),
        pytest.param(lambda core: not talk(core), 10, id="003 Weis and Stöck: nothing said"),
        pytest.param(lambda core: "c" in talk(core), 2, id="003 Play: how many cards"),
        pytest.param(lambda core: "h" in talk(core), 10, id="003 Play: the highest card"),
        pytest.param(lambda core: "t" in talk(core), 2, id="003 Play: in trumps or not"),
        pytest.param(lambda core: "x" in talk(core), 5, id="003 Play: conceded"),
        pytest.param(lambda core: "," in core.get("talk", ""), 5, id="003 Weis and Stöck: two combinations"),
        pytest.param(lambda core: "v" in talk(core), 10, id="003 Play: demanded and shown"),
        pytest.param(lambda core: "k" in talk(core), 10, id="003 Weis and Stöck: Stöck"),
    ],
)
def test_every_kind_of_deal_is_among_them(kind: Callable[[dict[str, Any]], bool], least: int) -> None:
    assert sum(kind(decoded(told)["core"]) for told in lines(RULES, DEALS)) >= least  # type: ignore[arg-type]


def test_an_evening_passes_but_for_what_is_unusual() -> None:
    documents = [
        DealDocument(deal.opened, tuple(Item(each.fact, each.at, each.by) for each in deal.lines), str(deal.id))
        for sitting in Evening(deals=900 if FULL else 60).sittings()
        for deal in sitting.deals
    ]
    jass = [each for each in documents if "denominations" in each.opened.ruleset]
    told = [write_archived(document) for document in jass]
    plain = [each for each in told if b'"core":{' in each]
    assert len(plain) > 2
    assert assert_no_fault_passes(told) >= 0.9 * len(plain)


def test_an_archive_of_both_families_is_told_line_by_line() -> None:
    plain = [told for told in archives.lines(40) if passed([told])[0][0]]
    mixed = [told for pair in zip(lines(RULES, len(plain)), plain, strict=True) for told in pair]
    wrong = mixed[6].replace(b'"result":"', b'"result":"x')
    [block] = judge_archive(io.BufferedReader(io.BytesIO(b"\n".join([*mixed[:6], wrong, *mixed[7:], b""]))))
    assert list(block.told) == [6]
    assert_no_fault_passes(mixed)


def test_a_deal_that_was_passed_out_is_left_to_the_engine() -> None:
    out = [told for seed in range(20) if b'"plays"' not in (told := line_of(RULES, *deal(RULES, seed)))]
    assert out
    assert assert_no_fault_passes(out) == 0


# --- rulesets -------------------------------------------------------------------------------------------------

HEEDED: list[dict[str, Any]] = [
    {"double.mode": "redouble", "double.until": "auction_end", "double.factor": 3, "double.redouble_factor": 5},
    {"double.mode": "none", "weis.table": LONG},
    {"double.until": "own_turn", "weis.undeclared_partner_scores": False},
    {"weis.enabled": False},
    {"stoeck.enabled": False, "weis.table.fours": [100, 100, 100, 150, 100, 200, 100, 100, 100]},
    {"stoeck.points": 30, "bonus.last_trick": 10, "bonus.match": 50, "bids.ladder": [40, 100, 150, 162]},
    {"denominations": ["S", "H", "D", "C"], "bids.ladder": [157]},
    {"denominations": ["undenufe", "C"], "undenufe.values": "six_eleven"},
    {"bids.ladder": [*range(40, 157, 5), 157, 257]},
    {"trump.ranks": "6789TQKAJ"},
    {"match.target": 1500, "may_review_tricks": 0},
]
LEFT_TO_THE_ENGINE: list[dict[str, Any]] = [
    {"undertrump.reference": "lowest"},
    {"undertrump.all_trumps": "only_if_forced"},
    {"stoeck.claim": "must_claim"},
    {"stages": ["cut", "deal 9", "contract", "tricks"]},
]


@pytest.mark.parametrize("changes", HEEDED, ids=lambda changes: ", ".join(changes))
def test_a_house_with_other_numbers_is_judged_as_the_engine_judges_it(changes: dict[str, Any]) -> None:
    assert assert_no_fault_passes(lines(house(changes), OF_A_HOUSE)) == OF_A_HOUSE


@pytest.mark.parametrize("changes", HEEDED, ids=lambda changes: ", ".join(changes))
def test_deals_of_one_house_are_judged_by_the_rules_of_another(changes: dict[str, Any]) -> None:
    """What is allowed in one and not in the other must not pass: the deals are real, their ruleset is not."""
    its, usual = lines(house(changes), OF_A_HOUSE), lines(RULES, OF_A_HOUSE)
    own, known = (told[0].partition(b'"ruleset":')[2] for told in (its, usual))
    told = [each.replace(own, known) for each in its] + [each.replace(known, own) for each in usual]
    assert_no_fault_passes(told)


@pytest.mark.parametrize("changes", LEFT_TO_THE_ENGINE, ids=lambda changes: ", ".join(changes))
def test_a_rule_that_is_not_known_in_bulk_is_left_to_the_engine(changes: dict[str, Any]) -> None:
    rules = house(changes)
    assert terms_of(rules) is None
    assert assert_no_fault_passes(lines(rules, 5)) == 0


def test_scores_beyond_the_columns_are_left_to_the_engine() -> None:
    assert terms_of(house({"stoeck.points": 9000})) is None


def test_every_parameter_is_known_to_be_read_or_fixed_or_without_effect() -> None:
    known = [*READ, *FIXED, *WITHOUT_EFFECT]
    assert len(known) == len(set(known))
    for ruleset in RULESETS.values():
        if isinstance(ruleset, JassRuleset):
            assert set(parameters(ruleset)) == set(known)


def test_a_parameter_that_is_newer_than_these_lists_leaves_its_ruleset_to_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("domain.bulk.jass.terms.READ", READ - {"bonus.match"})
    assert terms_of(RULES) is None


def test_a_game_of_another_family_is_left_to_the_others() -> None:
    assert terms_of(rules_of(STANDARD)) is None
