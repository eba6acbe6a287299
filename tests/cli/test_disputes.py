"""`nought disputes`: from the claim to the appeal, at the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from api.cli.disputes import REMEDIES
from api.cli.parts.books import book as open_book
from domain.ledger import Ledger
from store.settings import Settings
from store.tables.catalogue import Rows
from tests.cases import cases
from tests.cli.conftest import Nought, complaint
from tests.disputes.hearings import Hall, hall


@pytest.fixture
def where(book: Settings) -> Hall:
    with Ledger(book.environment(), Rows()) as ledger:
        return hall(ledger)


def claimed(nought: Nought, where: Hall) -> UUID:
    answer = nought(
        "disputes", "open", where.deals[0], "NS", "--ply", 20, "--claim", "East revoked", "--code", "revoke"
    )
    assert answer.code == 0, answer.err
    return UUID(answer.out.split()[1])


def test_a_dispute_from_the_claim_to_the_appeal(nought: Nought, where: Hall, tmp_path: Path) -> None:
    dispute = claimed(nought, where)
    assert nought("disputes", "fact", dispute, "East played a spade", "--side", "NS").out == "fact 2 is stated\n"
    assert nought("disputes", "tick", dispute, 2, "EW", "agrees").out == "fact 2 is agreed by all\n"
    (tmp_path / "sheet.txt").write_text("NS 7")
    answer = nought("disputes", "evidence", dispute, "--file", tmp_path / "sheet.txt")
    assert answer.out == "evidence 4 is given\n", answer.err
    assert nought("disputes", "evidence", dispute, "--ply", 20, "--until", 22).out == "evidence 5 is given\n"
    ruling = ("--remedy", "violation:E:revoke", "--remedy", "penalty:2:-1", "--reason", "The trick shows it")
    before = nought("tournament", "standings", where.tournament).out
    shown = nought("disputes", "rule", dispute, *ruling, "--preview")
    assert "→ awarded NS +" in shown.out, shown.err
    assert "Pair 1: place" in shown.out
    assert nought("tournament", "standings", where.tournament).out == before
    ruled = nought("disputes", "rule", dispute, *ruling, "--by", "Mrs Fernando", "--casebook", "A revoke, proven.")
    assert ruled.out.startswith("ruled; a side may appeal until "), ruled.err
    assert nought("tournament", "standings", where.tournament).out != before
    (row,) = json.loads(nought("disputes", "list", "--tournament", where.tournament, "--json").out)
    assert (row["id"], row["status"]) == (str(dispute), "ruled")
    assert nought("disputes", "appeal", dispute, "EW", "--grounds", "No heart left").out == "EW appeals\n"
    instead = ("--remedy", "nothing", "--reason", "It was so", "--casebook", "No revoke after all.")
    assert "another official" in complaint(nought("disputes", "decide", dispute, *instead, "--by", "Mrs Fernando"))
    decided = nought("disputes", "decide", dispute, *instead, "--by", "Mr Silva")
    assert decided.out == "the ruling is overturned; this is final\n", decided.err
    assert nought("tournament", "standings", where.tournament).out == before
    output = nought("disputes", "show", dispute).out
    assert "entry 2 loses 1 " in output
    assert output.startswith(f"final: NS about deal {where.deals[0]}, plies 20 to 20\n")
    assert "The ruling was overturned. It was so" in output
    assert json.loads(nought("disputes", "show", dispute, "--json").out)["appeal"]["decided"]["upheld"] is False
    assert "No revoke after all. (nothing)" in nought("disputes", "casebook", "--words", "after all").out
    assert "final" in nought("disputes", "list", "--deal", where.deals[0]).out


@pytest.mark.full
def test_the_log_of_the_tournament_has_disputes_rulings_in_deals_and_webhooks(nought: Nought, where: Hall) -> None:
    """docs/tournaments.md, "The log": as the page shows it to a director."""
    dispute = claimed(nought, where)
    ruling = ("--remedy", "violation:E:revoke", "--reason", "The trick shows it", "--appeal-minutes", 0)
    assert nought("disputes", "rule", dispute, *ruling).code == 0
    with open_book(None) as services:
        services.webhooks.add(UUID(str(where.tournament)), "https://club.example/hook", "key")

    def rows(*options: object) -> list[dict[str, object]]:
        answer = nought("tournament", "log", where.tournament, *options, "--json")
        assert answer.code == 0, answer.err
        log_rows: list[dict[str, object]] = json.loads(answer.out)
        return log_rows

    disputes = rows("--kind", "disputes")
    assert "East revoked" in str(disputes[0]["sentence"])
    assert (disputes[0]["round"], disputes[0]["table"]) == (1, 1)
    assert [row["sentence"] for row in rows("--kind", "deals")] == ["Deal 1: a ruling was recorded."]
    (webhook,) = rows("--kind", "webhooks")
    assert webhook["sentence"] == "The webhook https://club.example/hook was added."
    assert len(rows()) == len(nought("tournament", "log", where.tournament).out.splitlines())
    assert rows("--round", 1, "--kind", "disputes") == disputes
    assert rows("--round", 0, "--kind", "disputes") == []
    line = nought("tournament", "log", where.tournament, "--kind", "webhooks").out
    assert line.endswith("was added.\n"), "a webhook is added by nobody"


def test_a_ruling_is_withdrawn_and_a_claim_too(nought: Nought, where: Hall) -> None:
    dispute = claimed(nought, where)
    answer = nought("disputes", "rule", dispute, "--remedy", "result:0-9", "--reason", "So", "--appeal-minutes", 0)
    assert answer.out == "ruled\n", answer.err
    assert nought("disputes", "withdraw-ruling", dispute, "--why", "No").code == 0
    assert nought("disputes", "rule", dispute, "--remedy", "warning", "--reason", "So", "--appeal-minutes", 0).code == 0
    assert nought("disputes", "close", dispute).out == "the ruling is final\n"
    other = claimed(nought, where)
    assert nought("disputes", "withdraw", other, "NS").out == "the claim is withdrawn\n"


NO_REMEDIES = (
    ("hanging", "'hanging' is no remedy; write one of nothing"),
    ("undo:first", "is no remedy"),
    ("undo:900", "there is no entry 900"),
    ("violation:E", "is no remedy"),
    ("violation:E:nonsense", "is no code of a rule"),
    ("caps:E:sometimes", "is not a verdict"),
    ("result:much", "is no score"),
    ("penalty:9:-2", "there is no entry 9"),
    ("penalty:1:-2:apples", "a ruling is about score or tokens"),
)


def test_what_is_no_remedy_is_said_in_one_line(nought: Nought, where: Hall) -> None:
    dispute = claimed(nought, where)
    with cases() as case:
        for remedy, why in NO_REMEDIES:
            with case(remedy):
                message = complaint(nought("disputes", "rule", dispute, "--remedy", remedy, "--reason", "So"))
                assert why in message


def test_what_is_not_there_is_said_in_one_line(nought: Nought, where: Hall) -> None:
    assert "there is no dispute" in complaint(nought("disputes", "show", uuid4()))
    assert "there is no side 'XY'" in complaint(nought("disputes", "open", where.deals[0], "XY"))
    assert "either --uphold" in complaint(nought("disputes", "decide", uuid4(), "--reason", "So", "--by", "X"))


@pytest.mark.full
def test_the_help_shows_every_form_of_a_remedy_and_each_is_read(nought: Nought, where: Hall) -> None:
    text = nought("disputes", "rule", "--help").out
    assert [form for form in REMEDIES if f"\n  {form} " not in text] == []
    dispute = claimed(nought, where)
    for form in REMEDIES:
        remedy = re.sub("PLY", "20", form).replace("SEAT", "E").replace("CODE", "revoke").replace("ENTRY", "2")
        remedy = remedy.replace("VERDICT", "right")
        ruled = nought("disputes", "rule", dispute, "--remedy", remedy, "--reason", "Seen", "--preview")
        assert "is no remedy" not in ruled.err, remedy
