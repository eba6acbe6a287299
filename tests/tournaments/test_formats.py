"""A format answers for itself: nothing outside `domain.tournament.formats` asks which format it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.tournament.formats import FORMATS
from domain.tournament.terms import COUNTS, Scoring, Terms, TermsError, check
from tests.tournaments.golden.write import EVENINGS

ROOT = Path(__file__).parents[2]
OWN = ROOT / "domain/tournament/formats"
TERMS = {
    "rounds",
    "legs",
    "third_place",
    "consolation",
    "final_race",
    "movement",
    "boards",
    "reach",
    "encounter",
    "requested_byes",
    "acceleration",
}
KEYS = "|".join(FORMATS)
COMPARED = re.compile(
    rf"""\.format \s* (?: == | != | \b in \b | \b not \s in \b )   # terms.format == "swiss"
    | ["'] (?: {KEYS} ) ["'] \s* (?: == | != )                      # "swiss" == terms.format
    | \.get\( [^()]* \.format \b | \[ [^\[\]\s]* \.format \]         # {{…}}.get(terms.format), names[terms.format]
    | data-for="[^"]* \b (?: {KEYS} ) \b                            # a part of a form that one format shows
    """,
    re.VERBOSE,
)


def asks(node: ast.AST) -> bool:
    """Whether a piece of code depends on the key of a format."""

    def is_format(part: ast.AST) -> bool:
        return isinstance(part, ast.Attribute) and part.attr == "format"

    match node:
        case ast.Compare(left, _, rest):
            return any(map(is_format, (left, *rest)))
        case ast.Match(subject):
            return is_format(subject)
        case ast.Subscript(value, key):
            return is_format(key) and not (isinstance(value, ast.Name) and value.id == "FORMATS")
        case ast.Call(ast.Attribute(attr="get"), [key, *_]):
            return is_format(key)
    return False


def comparisons(source: str) -> Iterator[int]:
    """Yield the lines of Python that depend on the key of a format."""
    if ".format" in source:
        yield from (getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source)) if asks(node))


def test_no_code_asks_which_format_a_tournament_has() -> None:
    files = [
        path for top in ("domain", "replay", "schemas", "api", "web", "store") for path in (ROOT / top).rglob("*.py")
    ]
    comparisons_by_path = {
        path: list(comparisons(path.read_text("utf-8"))) for path in files if OWN not in path.parents
    }
    assert len(comparisons_by_path) > 300
    assert {path: lines for path, lines in comparisons_by_path.items() if lines} == {}


def test_no_template_asks_which_format_a_tournament_has() -> None:
    comparisons_by_path = {
        path: COMPARED.findall(path.read_text("utf-8")) for path in (ROOT / "web/templates").rglob("*.html")
    }
    assert len(comparisons_by_path) > 50
    assert {path: parts for path, parts in comparisons_by_path.items() if parts} == {}


@pytest.mark.parametrize(
    "code",
    [
        'if terms.format == "swiss": pass',
        'if "swiss" != terms.format: pass',
        'if self.terms.format in ("knockout", "ladder"): pass',
        "if terms.format not in FREE: pass",
        'match terms.format:\n    case "swiss": pass',
        '{"swiss": 1}.get(terms.format)',
        "NAMES[terms.format]",
    ],
)
def test_a_comparison_is_noticed(code: str) -> None:
    assert list(comparisons(code)) == [1]


@pytest.mark.parametrize(
    "template",
    [
        '{% if file.terms.format == "ladder" %}',
        '{% if terms.format not in ("knockout", "ladder") %}',
        "{% if 'duplicate' == terms.format %}",
        '{{ {"knockout": _("Bracket")}.get(file.terms.format, _("Rounds")) }}',
        '<div data-for="swiss drawn-partners">',
    ],
)
def test_a_comparison_in_a_template_is_noticed(template: str) -> None:
    assert COMPARED.search(template)


def test_every_format_has_a_golden_evening() -> None:
    assert {terms.format for terms in EVENINGS.values()} == FORMATS.keys()


@pytest.mark.parametrize("key", FORMATS)
def test_a_format_is_complete(key: str) -> None:
    rules = FORMATS[key]
    assert (rules.key, Terms(key).rules) == (key, rules)
    assert rules.name
    assert rules.about.endswith(".")
    assert rules.own_terms <= TERMS
    assert rules.usual_size in rules.entry_sizes
    assert rules.picture in ("rounds", "bracket", "cross-table")


SWITCHES = (
    "rests_on_results", "draws_everybody", "keeps_list", "starts_from_list", "takes_challenges", "needs_winner",
    "byes_in_turn", "ranked_by_score",
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "sizes", "true"),
    [
        ("knockout", (1, 2, 3, 4), {"rests_on_results", "keeps_list", "needs_winner"}),
        ("round-robin", (1, 2, 3, 4), {"draws_everybody", "ranked_by_score"}),
        ("swiss", (1, 2, 3, 4), {"rests_on_results", "draws_everybody", "byes_in_turn", "ranked_by_score"}),
        ("drawn-partners", (1,), {"draws_everybody", "byes_in_turn", "ranked_by_score"}),
        ("rotating-four", (1,), {"draws_everybody", "byes_in_turn", "ranked_by_score"}),
        ("duplicate", (2, 4), {"draws_everybody", "ranked_by_score"}),
        ("team-swiss", (4,), {"rests_on_results", "draws_everybody", "byes_in_turn", "ranked_by_score"}),
        ("ladder", (1, 2, 3, 4), {"rests_on_results", "keeps_list", "starts_from_list", "takes_challenges"}),
    ],
)
def test_what_is_so_in_each_format(key: str, sizes: tuple[int, ...], true: set[str]) -> None:
    """docs/tournaments.md: what a draw rests on, who has to be in it, and what a page offers."""
    rules = FORMATS[key]
    assert rules.entry_sizes == sizes
    assert {name for name in SWITCHES if getattr(rules, name)} == true


@pytest.mark.parametrize(("sizes", "usual"), [((1, 2), 2), ((2, 4), 2), ((1,), 1), ((3, 4), 3)])
def test_an_entry_is_a_pair_where_it_can_be(sizes: tuple[int, ...], usual: int) -> None:
    class Other(type(FORMATS["swiss"])):  # type: ignore[misc]
        entry_sizes = sizes

    assert Other().usual_size == usual


def test_a_round_of_a_duplicate_has_1_to_64_boards() -> None:
    def problems(boards: int) -> list[str]:
        terms = Terms("duplicate", boards=boards, scoring=Scoring(counts="matchpoints"))
        return [text for text in map(str, terms.rules.problems(terms)) if text.startswith("boards:")]

    problem = ["boards: a round of a duplicate has 1 to 64 boards"]
    assert {boards: problems(boards) for boards in (0, 1, 64, 65)} == {0: problem, 1: [], 64: [], 65: problem}


@pytest.mark.parametrize("key", FORMATS)
def test_a_form_offers_what_the_format_can_count_and_nothing_else(key: str) -> None:
    rules = FORMATS[key]
    possible = set()
    for counts in COUNTS:
        try:
            check(Terms(key, rounds=3, side=rules.usual_size, boards=4, scoring=Scoring(counts=counts), tie_breaks=()))
        except TermsError as error:
            if not str(error).startswith("scoring.counts"):
                possible.add(counts)
        else:
            possible.add(counts)
    assert possible == set(rules.counts)


def test_a_format_that_nobody_knows_is_refused_in_words() -> None:
    with pytest.raises(TermsError, match="format: there is no 'chess'; there are knockout, round-robin, swiss"):
        check(Terms("chess"))
