"""The rulebook that a ruleset's data make: it tells every parameter, and where each sentence stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin

import pytest

from domain.engine.parameters import override, parse, plain, types_of
from domain.engine.rulebook import as_text, rulebook
from domain.engine.rulebook.words import OURS
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.games.three04.rulebook.sources import CONJECTURE
from domain.games.three04.ruleset import Three04Ruleset
from tests.rulebook.golden.write import HERE

GAMES = list(RULESETS.values())
UNTOLD = {"key", "version", "name", "stages", "pack", "seating"}
"""Not a parameter of its own: what the game is called and consists of."""
FAMILY = override(
    STANDARD,
    key="base",
    name="Where every parameter matters",
    changes={
        "bids.step_from_200": 5,
        "violation.remedy": "award_game_plus",
        "double.allowed": True,
        "court.half": "alone",
        "court.full": True,
        "marriages.allowed": True,
    },
)
JASS = override(SIDI_BARRANI, key="base", name="Where every parameter matters", changes={"double.mode": "redouble"})
NO_ODDS = {"bids.five_step_starts", "pay.pcc.least", "pay.half_court.least", "pay.full_court.least"}
"""Either way the first number that steps of five add is 205; who bids to win every trick bids no number."""

GIVEN: dict[str, dict[str, Any]] = {"match.decimal_target": {"match.end": "points"}}
"""Parameters that another parameter needs to matter."""

LISTS: dict[str, list[Any]] = {
    "pay.bands": [
        [{"least": 160, "win": 1, "lose": 2}],
        [{"least": 160, "win": 2, "lose": 2}, {"least": 200, "win": 2, "lose": 3}, {"least": 250, "win": 3, "lose": 4}],
        [{"least": 160, "win": 1, "lose": 2}, {"least": 220, "win": 2, "lose": 3}, {"least": 250, "win": 3, "lose": 4}],
    ],
    "trump.ranks": ["678TQKAJ9", "6789TJQKA"],
    "trump.points": [(0, 0, 0, 10, 3, 4, 11, 20, 14)],
    "trump.others": [(0, 0, 8, 0, 10, 2, 3, 4, 11)],
    "denominations": [("S", "H", "D", "C"), ("S", "H", "D", "C", "obenabe"), ("S", "H", "obenabe"), ("undenufe",)],
    "bids.ladder": [(50, 60, 157, 257), (40, 45, 257), (40, 157)],
    "weis.table.sequences": [(20, 50), (20, 50, 100, 150), (20, 50, 200), (0, 50, 100)],
    "weis.table.fours": [(0, 0, 0, 150, 100, 200, 100, 100, 100), (0,) * 9],
}
"""Other values of the parameters that are lists."""


def alternatives(base: Ruleset) -> Iterator[tuple[str, Any]]:
    """Every parameter with every other value that its type allows."""
    for path, kind, value in parameters(base):
        if path not in NO_ODDS:
            yield from ((path, other) for other in LISTS.get(path) or others(kind, value))


def parameters(group: Any, prefix: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every parameter by its path, with its type and its value."""
    hints = types_of(type(group))
    for field in fields(group):
        path, value = f"{prefix}{field.name}", getattr(group, field.name)
        if path in UNTOLD:
            continue
        if is_dataclass(value):
            yield from parameters(value, f"{path}.")
        else:
            yield path, hints[field.name], value


def others(kind: Any, value: Any) -> Iterator[Any]:
    if get_origin(kind) is Literal:
        yield from (other for other in get_args(kind) if other != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif value is None:
        yield 2


def house(base: Ruleset, changes: dict[str, Any]) -> Ruleset:
    """The game with other values, whether or not anybody could play it."""
    data = plain(base)
    for path, value in changes.items():
        *groups, last = path.split(".")
        group = data
        for name in groups:
            group = group[name]
        group[last] = value
    return parse(data)


CHANGES = [(base, *each) for base in (FAMILY, JASS) for each in alternatives(base)]


@pytest.mark.parametrize(("base", "path", "value"), CHANGES, ids=[f"{path}-{value}" for _, path, value in CHANGES])
def test_a_rule_that_is_changed_is_told_differently(base: Ruleset, path: str, value: Any) -> None:
    with_params = GIVEN.get(path, {})
    assert rulebook(house(base, {**with_params, path: value})) != rulebook(house(base, with_params))


@pytest.mark.parametrize("base", [FAMILY, JASS], ids=lambda each: each.name)
def test_every_list_of_parameters_has_other_values_here(base: Ruleset) -> None:
    lists = {path for path, _, value in parameters(base) if isinstance(value, tuple)}
    assert lists <= set(LISTS) | {"trump.ranks"}


# --- what is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_the_rulebook_reads_as_in_the_file(key: str) -> None:
    """To accept a change: ``python -m tests.rulebook.golden.write``."""
    assert as_text(RULESETS[key]) == (HERE / f"{key}.txt").read_text(encoding="utf-8")


def test_no_file_is_without_its_game() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(RULESETS)


HEADINGS = {
    "000": {
        "Players and Cards", "Deal", "Bidding with Four Cards", "Choosing the Trump Suit", "Bidding with Eight Cards",
        "Play", "Open Trump games", "Closed Trump games", "Special Rule for Bids of 250 or more", "Exhausted Trumps",
        "Spoilt Trumps", "Caps", "Partner Close Caps", "Scoring", "Variants", "Maharashtrian version",
        "Tamil Nadu version",
    },
    "002": {
        "How to Play 304", "Initial deal and bidding in 304", "Closed Trump Game", "Caps", "Final Scoring",
        "External Caps", "Alternate Scoring Variant",
    },
    "003": {"Players and Cards", "Weis and Stöck", "Deal", "Bidding", "Play", "Scoring", "Variations"},
    "004": {"Four card bid", "Eight Card Bid", "Cutting", "Rule Violations", "Caps"},
}  # fmt: skip
"""The headings that the documents have."""


@pytest.mark.parametrize("ruleset", [*GAMES, FAMILY, JASS], ids=lambda each: each.key)
def test_every_sentence_is_one_and_says_under_which_heading_it_stands(ruleset: Ruleset) -> None:
    for chapter in rulebook(ruleset):
        assert chapter.rules
        for rule in chapter.rules:
            assert re.fullmatch(r"[A-Z][^.]*(\d\.\d[^.]*)*\.", rule.text), rule.text
            assert rule.source == OURS or rule.source == CONJECTURE or _stands(rule.source), rule.source


def _stands(source: str) -> bool:
    document, _, heading = source.partition(" ")
    return heading.strip("“”") in HEADINGS[document]


@pytest.mark.parametrize("ruleset", [*GAMES, FAMILY, JASS], ids=lambda each: each.key)
def test_nothing_is_told_twice(ruleset: Ruleset) -> None:
    for chapter in rulebook(ruleset):
        texts = [rule.text for rule in chapter.rules]
        assert len(set(texts)) == len(texts)


def test_two_games_of_the_catalogue_have_two_rulebooks() -> None:
    books = [rulebook(ruleset) for ruleset in GAMES]
    assert len(set(books)) == len(books)


@pytest.mark.parametrize(
    ("key", "strange"),
    [
        ("304", r"Court|marriage|Double|Weis|Ober"),
        ("304-six-24", r"eight|second auction|Partner Close Caps|redeal|reject"),
        ("304-tamil-nadu", r"Caps(?<!Close Caps)"),
        ("304-maharashtra", r"Caps|partner to bid|second auction|team"),
        ("304-doso-viso", r"Caps|marriage|last trick, the bid"),
        ("sidi-barrani", r"indicator|Caps|token|jack 20|304|redouble"),
    ],
)
def test_nothing_is_told_that_the_game_does_not_have(key: str, strange: str) -> None:
    text = as_text(RULESETS[key]).partition("The deal\n")[2]
    lines = [line for line in text.splitlines() if re.search(strange, line.rpartition("[")[0])]
    assert not lines


@pytest.mark.parametrize(
    ("changes", "strange"),
    [
        ({"weis.enabled": False, "stoeck.enabled": False}, "Weis|Stöck"),
        ({"denominations": ("obenabe", "undenufe")}, "(?<!no )trump|Puur|Stöck"),
        ({"denominations": ("S", "H", "D", "C")}, "Obenabe|Undenufe"),
        ({"double.mode": "none"}, "[Dd]oubled|to double"),
    ],
)
def test_a_jass_without_something_says_nothing_of_it(changes: dict[str, Any], strange: str) -> None:
    """003 "Variations"."""
    text = as_text(house(SIDI_BARRANI, changes))
    assert not [line for line in text.splitlines() if re.search(strange, line.rpartition("[")[0])]


def test_players_of_a_jass_read_swiss_names() -> None:
    text = as_text(SIDI_BARRANI)
    for name in ("Under (Puur) 20", "Nine (Nell) 14", "Ober 3", "Banner 10"):
        assert name in text


def test_a_value_that_no_document_gives_is_the_houses_own() -> None:
    """000 "Scoring" gives two tokens for Wrong Caps, no document three."""
    text = as_text(house(STANDARD, {"caps.wrong": 3}))
    assert "costs three tokens, and the bid wins nothing. [ours" in text


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.key)
def test_every_rank_is_told_with_its_points(ruleset: Ruleset) -> None:
    text = as_text(ruleset)
    assert f"The pack has {ruleset.pack.size} cards" in text
    for points in ruleset.pack.points:
        if points and isinstance(ruleset, Three04Ruleset):
            assert f" {ruleset.format_points(points)}" in text
