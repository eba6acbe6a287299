"""The format of docs/extending.md is registered and played: through the services on Postgres, by pages and commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from domain.tournament.formats import FORMATS, Format
from domain.tournament.terms import Terms, TermsError, check, parse
from tests.extending.examples import example, names_of
from tests.http.people import People
from tests.http.tournament_requests import done, draw, report, tournament
from tests.signing.visitors import Visitor, official
from tests.tournaments.golden import write

TERMS = {"format": "danish", "rounds": 3, "encounter": {"race": 7}}


@pytest.fixture(autouse=True)
def danish(monkeypatch: pytest.MonkeyPatch) -> Format:
    """The format, registered as a contributor would."""
    rules: Format = names_of("Danish")["Danish"]()
    monkeypatch.setitem(FORMATS, rules.key, rules)
    return rules


def test_it_is_played_to_its_end(people: People, house: Provider) -> None:
    who = people.admin
    cup = tournament(who, 5, TERMS)
    done(who, f"/tournaments/{cup}/seeds", {"order": ["1", "2", "3", "4", "5"]})
    met = []
    for number in (1, 2, 3):
        order = [row["entry"] for row in who.get(f"/tournaments/{cup}/standings").json["items"]]
        drawn = draw(who, cup)
        sides = [{side[0] for side in table["sides"]} for table in drawn["encounters"]]
        met += sides
        assert len(drawn["byes"]) == 1
        rest = [entry for entry in order if entry != drawn["byes"][0]["entry"]]
        assert sides == [set(rest[:2]), set(rest[2:])], "neighbours in the standings meet"
        for table in drawn["encounters"]:
            north, east = (side[0] for side in table["sides"])
            report(who, table["id"], *((7, 2) if north < east else (2, 7)))
        done(who, f"/tournaments/{cup}/rounds/{number}/close")
    assert len(met) > len({frozenset(two) for two in met}), "some meet again"
    over = who.post(f"/tournaments/{cup}/rounds", {})
    assert (over.status_code, over.json["code"]) == (422, "draw")
    done(who, f"/tournaments/{cup}/end")
    assert who.get(f"/tournaments/{cup}").json["places"][0]["entry"] == "1"
    assert house.services.ledger.tournaments.get(UUID(cup)).terms == parse(TERMS)


def test_its_terms_are_checked() -> None:
    with pytest.raises(TermsError, match="rounds: say how many rounds of danish are played"):
        check(Terms("danish"))


@pytest.mark.full
def test_pages_and_papers_show_it(app: Flask, people: People, house: Provider) -> None:
    who = people.admin
    cup = tournament(who, 4, TERMS)
    drawn = draw(who, cup)
    report(who, drawn["encounters"][0]["id"], 7, 3)
    pages = Visitor(app)
    assert pages.sign_in(official(house, "director", "admin").login).status_code == 303
    form = pages.get("/tournaments/new").text
    assert '<option value="danish">Danish</option>' in form
    assert '<div data-for="swiss team-swiss drawn-partners duplicate danish">' in form
    for path in (
        "", "/standings", "/rounds/1", "/picture", "/entries/1", "/papers/standings",
        "/desk/round", "/desk/by-hand", "/desk/terms", "/desk/fair", "/desk/tables",
    ):  # fmt: skip
        answer = pages.get(f"/tournaments/{cup}{path}")
        assert answer.status_code == 200, path
        assert "Danish" in answer.text, path
    assert "Danish" in pages.get("/tournaments").text
    assert "3 rounds" in pages.get(f"/tournaments/{cup}").text


@pytest.mark.full
def test_the_command_line_offers_it() -> None:
    code = f"{example('Danish')}\nfrom domain.tournament.formats import FORMATS\nFORMATS['danish'] = Danish()\n"
    code += "from api.cli.main import main\nimport sys\nsys.argv = ['nought', 'tournament', 'open', '--help']\nmain()\n"
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    process = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, env=environment, check=True)
    assert "duplicate|danish" in process.stdout.replace("\n", "").replace(" ", "")


def test_its_golden_evening_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(write.EVENINGS, "danish", Terms("danish", rounds=4, encounter=write.RACE))
    text = write.text("danish")
    assert "are neighbours in the standings" in text
    assert "Round 5: NothingLeft: All 4 rounds are drawn." in text
    assert "is the lowest of those who sat out least" in text
