"""The package `nought`, the door for programs: its names are listed here literally, since programs rely on them."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import nought
from domain.engine.facts import Act
from domain.engine.words.worded import WordedError
from tests.cases import cases
from tests.nought import program

ROOT: Final = Path(__file__).parents[2]
NAMES: Final = """
    Act BadLine Book DealAnalysis DealDocument NextCard NoughtError POSSIBLE PricedPly Refusal Refused Report Ruleset
    Table acts analyse check open_book parse_action price_cards read_archive read_hand ruleset rulesets worked_hands
    write_action write_archive write_hand
"""
ACTS: Final = """
    Act BidMade CapsCalled CapsConceded CardExposed CardPlayed CardsDealt CardsRevealed ContractBid DoubleAnnounced
    Doubled FaceDownInspected IndicatorPlaced IndicatorRevealed IndicatorTakenBack MarriageDeclared PackCut PackShuffled
    PartnerAsked PartnerCardNamed Passed PointsCounted RedealDemanded Redoubled SpoiltTrumpsDeclared StoeckClaimed
    TrumpClosed TrumpOpened WeisConceded WeisDeclared WeisDemanded WeisDetailed WeisScored WeisShown
"""
TABLE: Final = """
    acts amend audit copy do do_owed document hands insert judge legal of open owes_caps parse parse_one position record
    refusal replay retract rows rules ruleset sentences settlement stage state store templates to_act view with_cards
"""
BOOK: Final = "add close deal deals import_id"


def test_the_names_are_those_that_programs_rely_on() -> None:
    assert sorted(nought.__all__) == sorted(NAMES.split())
    assert sorted(nought.acts.__all__) == sorted(ACTS.split())
    table = nought.Table.open("304")
    assert [name for name in dir(table) if not name.startswith("_")] == sorted(TABLE.split())
    assert [name for name in dir(nought.Book) if not name.startswith("_")] == sorted(BOOK.split())


def test_a_checker_of_types_finds_each_name_where_a_program_does() -> None:
    """The names are listed twice in the package: for programs, and for checkers of types."""
    (block,) = (
        node
        for node in ast.parse(Path(nought.__file__).read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    )
    checked = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(checked) == sorted(NAMES.split())
    with cases() as case:
        for name, path in checked.items():
            with case(name):
                module, _, attribute = path.rpartition(".")
                assert getattr(nought, name) is getattr(import_module(module), attribute)


def test_each_name_leads_to_something_that_says_what_it_is() -> None:
    with cases() as case:
        for name in NAMES.split():
            with case(name):
                value = getattr(nought, name)
                assert name == "POSSIBLE" or len(value.__doc__) > 20
                assert name in dir(nought)
        for name in ACTS.split():
            with case(name):
                assert issubclass(getattr(nought.acts, name), Act)


def test_an_unknown_name_is_an_error_of_the_usual_kind() -> None:
    with pytest.raises(AttributeError, match="module 'nought' has no attribute 'Tabel'"):
        _ = nought.Tabel  # type: ignore[attr-defined]


def test_every_act_of_the_games_is_there() -> None:
    for module in ("domain.engine.facts", "domain.games.three04.acts", "domain.games.sidi.acts"):
        import_module(module)
    classes = {each for each in Act.__subclasses__() if each.__module__.startswith("domain.")}
    assert {each.__name__ for each in classes} | {"Act"} == set(ACTS.split())


def test_the_import_loads_nothing_else() -> None:
    script = "import sys, nought; print(*{name.partition('.')[0] for name in sys.modules} - {*sys.stdlib_module_names})"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - {"__main__"} == {"nought"}


def test_the_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "nought", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"nought, version {nought.__version__}\n"


# --- one kind of error ----------------------------------------------------------------------------


def test_whatever_is_refused_is_one_kind_of_error_with_a_code_and_a_sentence() -> None:
    table = nought.Table.open("304", "S").do("W no cut, S deal")
    [shuffle] = nought.Table.open("304", "S").templates("S")
    refusals = {
        "bid-too-low": lambda: table.do("E 150"),
        "notation": lambda: table.do("E sings"),
        "no-such-ply": lambda: table.view("E", ply=9),
        "viewer": lambda: table.view("Q"),
        "hands": lambda: nought.Table.open("304", hands={"E": "JS JS"}),
        "position": lambda: nought.Table.position("304", {}, maker="E", bid=150),
        "unknown-ruleset": lambda: nought.ruleset("305"),
        "ruleset": lambda: nought.ruleset("304", {"caps.tems": 1}),
        "template": lambda: shuffle.fill(["JH"]),
        "no-analysis": lambda: nought.price_cards(table),
        "unavailable": lambda: nought.open_book("/nowhere/at all"),
    }
    document = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    with cases() as case:
        for code, refused in refusals.items():
            with case(code):
                with pytest.raises(nought.NoughtError) as caught:
                    refused()
                assert caught.value.code == code
                assert len(str(caught.value)) > 10
                assert f"`{code}`" in document
                assert "\n" not in str(caught.value)


def test_every_error_with_a_sentence_has_a_code() -> None:
    assert nought.NoughtError is WordedError
    assert issubclass(nought.Refused, nought.NoughtError)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: nought.Table.open("304", hands={"E": "Jack"}), "hands"),
        (lambda: nought.Table.open("304", players={"Q": "Quentin"}), "hands"),
        (lambda: nought.Table.open("304", hands={}, rest="all"), "hands"),
        (lambda: nought.Table.open("304").legal("Q"), "unknown-seat"),
        (lambda: nought.Table.open("304").templates("Q"), "unknown-seat"),
        (lambda: nought.Table.open("304").owes_caps("Q"), "unknown-seat"),
        (lambda: nought.Table.open("304").owes_caps("S", ply=1), "no-such-ply"),
        (lambda: nought.Table.open("304").owes_caps("S", ply=-1), "no-such-ply"),
        (lambda: nought.Table.open("304").retract(0), "no-such-ply"),
        (lambda: nought.Table.open("304").judge("W cut, S deal"), "notation"),
        (lambda: nought.Table.open("304").judge(""), "notation"),
        (lambda: nought.Table.open("304").amend(3, "W cut"), "no-such-ply"),
        (lambda: nought.read_hand(io.StringIO("nought = 2")), "notation"),
        (lambda: nought.read_hand(io.BytesIO(b"PK\x03\x04 a spreadsheet")), "notation"),
        (lambda: nought.read_hand(io.BytesIO(b"note = '\xff'")), "notation"),
    ],
)
def test_wrong_input_is_refused_with_a_reason(wrong: object, code: str) -> None:
    assert callable(wrong)
    with pytest.raises(nought.NoughtError) as caught:
        wrong()
    assert caught.value.code == code


# --- hidden is the default ------------------------------------------------------------------------


def test_a_view_without_a_viewer_is_what_everybody_may_see() -> None:
    table = nought.Table.open("304", "S", hands={"E": "JH 9H AH TH"}, rest="pack").do("W no cut, S deal")
    assert table.view() == table.view("public")
    assert table.replay() == table.replay("public")
    assert {card for hand in table.view()["hands"].values() for card in hand} == {"??"}
    assert "JH" not in repr(table)


# --- a program ------------------------------------------------------------------------------------


def test_a_program_plays_writes_reads_and_analyses() -> None:
    table = program.play()
    [deal] = program.read_back(table)
    assert deal == table.document
    assert (deal.opened.number, deal.opened.players) == (7, {"E": "Esther"})
    assert program.report_of(deal) == (True, [])
    assert program.refused(nought.Table.open("304", "S"))[0] == "wrong-stage"
    assert program.seen(table)["viewer"] == "N"
    assert program.best_card() is not None
    assert len(program.cards_of(table)) == 32
