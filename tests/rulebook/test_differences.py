"""In what two games differ: parameters, and sentences chapter by chapter."""

from __future__ import annotations

from itertools import combinations, permutations

from domain.engine.parameters import override
from domain.engine.rulebook import rulebook
from domain.engine.rulebook.differences import differences
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import CATS, JAFFNA, RULESETS, SIDI_BARRANI, STANDARD, TAMIL_NADU
from tests.cases import cases

PAIRS = list(permutations(RULESETS.values(), 2))


def changes(one: Ruleset, other: Ruleset) -> list[tuple[str, list[str], list[str]]]:
    """The changes in words."""
    sentences = differences(one, other).sentences
    return [(each.chapter, [r.text for r in each.one], [r.text for r in each.other]) for each in sentences]


def words(game: Ruleset) -> dict[str, list[str]]:
    """The rulebook without its sources."""
    return {chapter.title: [rule.text for rule in chapter.rules] for chapter in rulebook(game)}


def test_jaffna_differs_in_its_auctions_its_caps_and_what_a_breach_costs() -> None:
    """004 "Four card bid", "Eight Card Bid", "Caps", "Rule Violations"."""
    changed = changes(STANDARD, JAFFNA)
    assert [chapter for chapter, _, _ in changed] == ["Bidding", "Bidding", "The second auction", "Caps", "Scoring"]
    assert changed[2] == (
        "The second auction",
        ["It must exceed the bid of the first auction."],
        ["It may equal the bid of the first auction, but not be lower."],
    )
    assert differences(STANDARD, JAFFNA).parameters["caps.grace"] == ("until_next_own_lead", "none")


def test_a_chapter_that_only_one_game_has_stands_where_it_stands_there() -> None:
    """000 "Tamil Nadu version": Double instead of Caps."""
    changed = changes(STANDARD, TAMIL_NADU)
    assert [(chapter, bool(one), bool(other)) for chapter, one, other in changed] == [
        ("Partner Close Caps", True, False),
        ("Caps", True, False),
        ("Double", False, True),
    ]


def test_a_game_does_not_differ_from_itself() -> None:
    with cases() as case:
        for game in RULESETS.values():
            with case(game.key):
                compared = differences(game, game)
                assert (compared.same_family, compared.parameters, compared.sentences) == (True, {}, ())


def test_one_rulebook_and_the_changes_give_the_other() -> None:
    """No sentence is lost, none is told that both games have in the same place."""
    with cases() as case:
        for one, other in PAIRS:
            with case(one.key, "to", other.key):
                left, right = words(one), words(other)
                for chapter, ours, theirs in changes(one, other):
                    assert not set(ours) & set(theirs)
                    for text in ours:
                        left[chapter].remove(text)
                    for text in theirs:
                        right[chapter].remove(text)
                assert {title: rules for title, rules in left.items() if rules} == {
                    title: rules for title, rules in right.items() if rules
                }


def test_the_other_way_round_it_is_the_same() -> None:
    with cases() as case:
        for one, other in combinations(RULESETS.values(), 2):
            with case(one.key, "and", other.key):
                there, back = differences(one, other), differences(other, one)
                assert there.same_family == back.same_family
                assert {name: pair[::-1] for name, pair in there.parameters.items()} == back.parameters
                assert bool(there.sentences) == bool(back.sentences)


def test_games_of_two_families_are_compared_in_words_only() -> None:
    compared = differences(CATS, SIDI_BARRANI)
    assert not compared.same_family
    assert compared.parameters == {}
    assert {change.chapter for change in compared.sentences} >= {"Players and cards", "Bidding", "Play", "Weis", "Caps"}


def test_where_a_sentence_stands_is_no_difference() -> None:
    """000 "Variants" for the game of six, "Players and Cards" for that of four."""
    renamed = override(STANDARD, "renamed", "Another name", {})
    assert differences(STANDARD, renamed).sentences == ()
    assert differences(STANDARD, renamed).parameters == {}
