"""`nought problems mine --club`: the problems of a club's deals, mined and stored at the command line."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.cli.parts.books import book as opened_book
from replay.puzzles.file import read_line
from tests.cli.conftest import Nought, complaint
from tests.http.people import AT, whole_deal

NAMES = {"S": "Suren-Q", "E": "Esther-Q", "N": "Nimal-Q", "W": "Wasantha-Q"}


@pytest.mark.full
@pytest.mark.usefixtures("book")
def test_the_problems_of_a_club_are_printed_stored_and_the_same_when_mined_again(nought: Nought) -> None:
    with opened_book(None) as services:
        club = services.ledger.clubs.open_club("Queen's Park", by="a test", at=AT).id
        for seed in (0, 1):
            dealer, acts = whole_deal(seed)
            deal = services.ledger.deals.open("304", dealer, club=club, players=NAMES, by="a test", at=AT).id
            services.ledger.deals.act(deal, acts, by="a test", at=AT)
    first = nought("problems", "mine", "--club", "Queen's Park")
    assert first.code == 0
    puzzles = [read_line(line) for line in first.out.splitlines()]
    assert len(puzzles) > 4
    assert "-Q" not in first.out
    with opened_book(None) as services:
        deals = [row.id for row in services.catalogue.rows("deal", club=club)]
        assert not services.analyses.find_unmined(deals, 1)
    assert nought("problems", "mine", "--club", str(club)).out == first.out
    assert nought("problems", "mine", "--club", str(club), "--again").out == first.out
    only = nought("problems", "mine", "--club", str(club), "--theme", "points").out.splitlines()
    assert [read_line(line).theme for line in only] == ["points"] * len(only)
    assert only


@pytest.mark.usefixtures("book")
def test_what_is_no_club_is_refused(nought: Nought) -> None:
    assert complaint(nought("problems", "mine", "--club", "no such club"))
    assert complaint(nought("problems", "mine", "--club", str(uuid4())))
    assert nought("problems", "mine").code == 2
    assert nought("problems", "mine", "file.ndjson", "--club", "A club").code == 2
    assert nought("problems", "mine", "file.ndjson", "--again").code == 2
