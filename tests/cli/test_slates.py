"""`nought slates`: a Schieber and a Coiffeur kept at the command line, corrected, and written out."""

from __future__ import annotations

import csv
import io
import json

from store.settings import Settings
from tests.cases import cases
from tests.cli.conftest import Nought, complaint, rows


def opened(nought: Nought, *arguments: str) -> str:
    answer = nought("slates", "open", *arguments)
    assert (answer.code, answer.err) == (0, "")
    return answer.out.strip()


def test_a_schieber_is_kept_corrected_and_written_out(nought: Nought, book: Settings) -> None:
    identity = opened(
        nought, "schieber", "--preset", "1500", "--terms", '{"target": 300}', "--team", "A=Anna", "--team", "B=Beat"
    )
    assert nought("slates", "write", "Anna – Beat", "97").out == "Anna 97 : Beat 60\nBeat may announce.\n"
    nought("slates", "write", identity, "130", "--weis", "B=50", "--contract", "roses")
    nought("slates", "correct", identity, "2", "103", "--weis", "B=50", "--contract", "roses", "--why", "misread")
    assert nought("slates", "write", identity, "match", "--stoeck", "B").out == "Anna 408 : Beat 233\nWinner: Anna.\n"
    shown = json.loads(nought("slates", "show", identity, "--json").out)
    assert (shown["totals"], shown["winners"], len(shown["history"])) == ({"A": 408, "B": 233}, ["A"], 5)
    _, *lines = csv.reader(io.StringIO(nought("slates", "show", identity, "--csv").out))
    assert [line[10:] for line in lines] == [
        ["97", "60", "97", "60"],
        ["54", "153", "151", "213"],
        ["257", "20", "408", "233"],
    ]
    table = nought("slates", "show", identity).out
    assert "54 (151)" in table
    assert "Winner: Anna." in table
    assert "408 : 233" in nought("slates", "list").out
    assert nought("slates", "remove", identity, "3").out.endswith("Anna may announce.\n")
    assert nought("slates", "terms", identity, '{"target": 200}').out.endswith("Winner: Beat.\n")
    assert nought("slates", "stop", identity, "--void").code == 0
    assert nought("slates", "reopen", identity).out.endswith("Winner: Beat.\n")
    assert nought("slates", "rename", identity, "B=Bea").code == 0
    assert "Winner: Bea." in nought("slates", "show", "Anna – Bea").out


def test_a_coiffeur_asks_for_the_contract(nought: Nought, book: Settings) -> None:
    identity = opened(nought, "coiffeur", "--preset", "eight")
    assert "say what was announced" in complaint(nought("slates", "write", identity, "97"))
    assert nought("slates", "write", identity, "97", "--contract", "bells").out.startswith("A 388 : B 0\n")


REFUSED = [
    (["show", "nothing"], "there is no slate called 'nothing'"),
    (["open", "whist"], "'schieber', 'coiffeur'"),
    (["open", "schieber", "--preset", "3000"], "no preset '3000'"),
    (["open", "schieber", "--terms", "[]"], "terms are a JSON object"),
    (["open", "schieber", "--terms", '{"target": -1}'], "target is a whole number"),
    (["open", "schieber", "--team", "Anna"], "--team is a team and a value"),
    (["open", "schieber", "--team", "C=Carla"], "there is no team 'C'"),
    (["write", "{slate}", "many"], "POINTS is a number or `match`, not 'many'"),
    (["write", "{slate}", "158"], "points is a whole number from 0 to 157"),
    (["write", "{slate}", "97", "--weis", "B"], "--weis is a team and a value"),
    (["write", "{slate}", "97", "--weis", "B=x"], "such as B=50"),
    (["correct", "{slate}", "1", "97"], "the slate has no line 1; its lines: none yet"),
    (["remove", "{slate}", "1"], "the slate has no line 1"),
    (["terms", "{slate}", "{"], "terms are a JSON object"),
    (["reopen", "{slate}"], "was not stopped"),
]


def test_what_cannot_be_done_is_refused_and_changes_nothing(nought: Nought, book: Settings) -> None:
    identity = opened(nought, "schieber")
    before = rows(book)
    with cases() as case:
        for arguments, why in REFUSED:
            with case(arguments):
                assert why in complaint(nought("slates", *(each.replace("{slate}", identity) for each in arguments)))
    assert rows(book) == before
