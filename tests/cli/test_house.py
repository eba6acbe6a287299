"""`nought house`: a club's own rulesets at the command line."""

from __future__ import annotations

import pytest

from domain.ledger import Ledger
from store.settings import Settings
from tests.cli.conftest import Nought, complaint, rows
from tests.record.play import SCRIBE

NAME = ("house", "name", "Lagoon Club", "lagoon-fives", "Fives", "--base", "304")


@pytest.fixture
def club(ledger: Ledger, request: pytest.FixtureRequest) -> str:
    """A club of the test's own, by its id."""
    return str(ledger.clubs.open_club(request.node.name[:100], **SCRIBE).id)


def test_a_club_names_shows_compares_and_withdraws(nought: Nought, ledger: Ledger) -> None:
    ledger.clubs.open_club("Lagoon Club", **SCRIBE)
    first = nought(*NAME, "--set", "bids.step_from_200=5", "--set", "redeal.threshold=none", "--note", "In March")
    assert (first.code, first.out, first.err) == (0, "lagoon-fives version 1\n", "")
    second = nought(*NAME, "--set", "points_scale=0.1", "--set", 'pay.pcc={"win": 5}')
    assert second.out == "lagoon-fives version 2\n"
    listed = nought("house", "list", "Lagoon Club").out
    assert "lagoon-fives" in listed
    assert "pay.pcc.win, points_scale" in listed
    shown = nought("house", "show", "Lagoon Club", "lagoon-fives", "--version", "1").out
    assert shown.startswith("lagoon-fives, version 1 of 2\nIn March\n")
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "│ redeal.threshold │ 15 │ none │" in lines
    assert "Fives lagoon-fives v1" in lines
    assert "above 200 in steps of 5." in " ".join(lines)
    compared = nought("house", "diff", "Lagoon Club", "lagoon-fives", "304-decimal").out
    assert "caps.basis" in compared
    assert "points_scale" not in compared
    assert "points_scale" in nought("house", "diff", "Lagoon Club", "lagoon-fives").out
    withdrawn = nought("house", "withdraw", "Lagoon Club", "lagoon-fives", "--why", "nobody liked it")
    assert withdrawn.out == "lagoon-fives is withdrawn\n"
    assert "withdrawn" in nought("house", "list", "Lagoon Club").out
    assert "withdrawn 20" in nought("house", "show", "Lagoon Club", "lagoon-fives").out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--set", "redeal.threshold"], "write PARAMETER=VALUE"),
        (["--set", "redeal.max=1", "--set", "redeal.max=2"], "names redeal.max twice"),
        (["--set", "redeal.threshold=low"], "a whole number or nothing is needed"),
        (["--set", "redeal.threshold=99999999999999999999999"], "is needed"),
        (["--set", "caps.grace=long"], "allowed: none, until_next_own_lead, end_of_trick"),
        (["--set", "no.such=1"], "there is no rule parameter 'no.such'; the groups are"),
        (["--set", "redeal.threshold=15"], "as in 304 already"),
        (["--set", "auction4.minimum=165"], "which nobody can bid"),
        (["--set", "redeal.max=1", "--by", " "], "the recorder's name must not be empty"),
        ([], "Missing option '--set'"),
    ],
)
def test_what_makes_no_ruleset_is_told_in_a_line(
    nought: Nought, book: Settings, club: str, arguments: list[str], why: str
) -> None:
    before = rows(book)
    assert why in complaint(nought("house", "name", club, "lagoon-fives", "Fives", "--base", "304", *arguments))
    assert rows(book) == before


def test_clubs_and_rulesets_that_are_not_there(nought: Nought, ledger: Ledger, club: str) -> None:
    assert "no club called 'Nowhere'" in complaint(nought("house", "list", "Nowhere"))
    for _ in range(2):
        ledger.clubs.open_club("Twins", **SCRIBE)
    assert "2 clubs are called 'Twins'; give the id of one" in complaint(nought("house", "list", "Twins"))
    assert "it has named none" in complaint(nought("house", "show", club, "lagoon-fives"))
    assert "known: 304, " in complaint(
        nought("house", "name", club, "fives", "Fives", "--base", "305", "--set", "redeal.max=1")
    )
    nought("house", "name", club, "fives", "Fives", "--base", "304", "--set", "redeal.max=1")
    assert "different kinds of games" in nought("house", "diff", club, "fives", "sidi-barrani").out
    assert "versions 1 to 1, and no 2" in complaint(nought("house", "show", club, "fives", "--version", "2"))
