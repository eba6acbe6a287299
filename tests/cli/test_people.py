"""A person is forgotten from the command line, as a secretary's request is answered (docs/privacy.md)."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.ledger import Ledger
from replay.notation.hand_file import read_hand
from store.postgres import embedded
from tests.cli.conftest import Nought, served
from tests.http.people import AT, whole_deal

SENT = {"by": "Scribe", "at": AT}


def a_club_with_a_deal(ledger: Ledger) -> tuple[UUID, UUID, UUID]:
    club = ledger.clubs.open_club("Lagoon Club", **SENT).id
    player = ledger.clubs.register_player("Ravi Kumaran", club=club, **SENT).id
    players = {"S": "Ravi Kumaran", "N": "Anula"}
    deal = ledger.deals.open("304", "S", players=players, club=club, note="Ravi Kumaran came late", **SENT).id
    return club, player, deal


def test_what_is_kept_about_a_person_is_shown_forgotten_and_listed_without_the_name(
    nought: Nought, ledger: Ledger
) -> None:
    club, player, deal = a_club_with_a_deal(ledger)
    held = json.loads(nought("people", "held", "--player", player, "--json").out)
    assert held["in"] == {"Deal": 1, "Player": 1}
    assert held["texts"] == [{"id": str(deal), "text": "Ravi Kumaran came late"}]
    forgotten = nought("people", "forget", "--player", player, "--yes", "--by", "Director")
    assert forgotten.code == 0
    assert forgotten.out.splitlines()[-1].startswith("forgotten: Former player ")
    former = forgotten.out.splitlines()[-1].removeprefix("forgotten: ").split(" stands")[0]
    shown = nought("show", deal).out
    assert former in shown
    assert "Ravi" not in shown
    assert "Anula" in shown
    (line,) = nought("people", "removals", "--club", club).out.splitlines()
    assert "Director" in line
    assert former in line
    assert "Ravi" not in line


def test_what_cannot_be_removed_is_refused_in_a_line(nought: Nought, ledger: Ledger) -> None:
    club, _, deal = a_club_with_a_deal(ledger)
    for arguments in (
        ("forget", "--club", club, "Nobody Ever", "--yes"),
        ("held", "--club", club),
        ("forget", "--club", club, "Ravi Kumaran", "--yes"),  # a registered player, whose own row would stay
        ("remove-text", deal, 99, "--why", "no such event", "--club", club),
    ):
        refused = nought("people", *arguments)
        assert refused.code == 2
        assert len(refused.err.splitlines()) == 1


def test_a_note_is_removed_with_its_reason(nought: Nought, ledger: Ledger) -> None:
    club, _, deal = a_club_with_a_deal(ledger)
    removed = nought("people", "remove-text", deal, 1, "--club", club, "--why", "It hurts somebody")
    assert (removed.code, removed.out) == (0, "the text is removed\n")
    assert "came late" not in nought("show", deal).out
    (listed,) = map(json.loads, nought("people", "removals", "--club", club, "--json").out.splitlines())
    assert (listed["id"], listed["version"], listed["why"]) == (str(deal), 1, "It hurts somebody")


def test_a_club_and_a_person_choose_what_others_see(nought: Nought, ledger: Ledger) -> None:
    club, player, deal = a_club_with_a_deal(ledger)
    assert nought("people", "who-sees", club).out == "Lagoon Club: names-for-members\n"
    chosen = nought("people", "who-sees", club, "open", "--age", "16")
    assert (chosen.code, chosen.out) == (0, "Lagoon Club: open, minors are under 16\n")
    assert nought("people", "shown-as", player, "pseudonym", "Falcon").out == "shown to others as Falcon\n"
    assert nought("people", "minor", player).out == "the player is a minor\n"
    assert nought("people", "consent", player, "2026-11-29", "Sita Kumaran").out == "the consent is recorded\n"
    assert nought("people", "consent", player, "2026-12-24", "--withdraw").out == "the consent is withdrawn\n"
    assert nought("people", "minor", player, "--no-longer").out == "the player is no minor\n"
    kept = ledger.clubs.get_player(player)
    assert (kept.form, kept.pseudonym, kept.is_minor, kept.consent) == ("pseudonym", "Falcon", False, None)
    assert "Ravi Kumaran" in nought("show", deal).out, "the command line sees everything"
    for refused in (("shown-as", player, "pseudonym"), ("consent", player, "2026-11-29", "Sita"), ("minor", club)):
        answer = nought("people", *refused)
        assert (answer.code, len(answer.err.splitlines())) == (2, 1), refused


@pytest.mark.full
def test_an_older_copy_of_the_book_that_is_restored_forgets_again_before_it_answers(
    nought: Nought, folder: Path, tmp_path: Path
) -> None:
    """The list of removals is beside the keys, which are copied to the restored book; it holds no name."""
    with served(folder) as (_, house):
        club, player, deal = a_club_with_a_deal(house.services.ledger)
        other = house.services.ledger.deals.open("304", "S", club=club, note="Kala was rude", **SENT).id
    older, again = tmp_path / "older.dump", folder.with_name("again")
    assert nought("backup", older, "--data", folder).code == 0
    assert nought("people", "forget", "--player", player, "--yes", "--data", folder).code == 0
    removed = nought("people", "remove-text", other, 1, "--club", club, "--why", "It hurts", "--data", folder)
    assert removed.code == 0
    former = nought("people", "removals", "--club", club, "--data", folder).out.splitlines()[0].split("  ")[2]

    assert nought("restore", older, "--data", again).code == 0
    assert "Ravi Kumaran" in nought("show", deal, "--data", again).out, "without the keys it knows of no removal"
    shutil.copytree(folder / "keys", again / "keys", dirs_exist_ok=True)
    with (again / "keys" / "removals.jsonl").open("ab") as file:
        file.write(b'{"digests": ["00')  # a process died while it wrote
    assert not re.search("Ravi|Kala", (again / "keys" / "removals.jsonl").read_text())
    shown = nought("show", deal, "--data", again).out
    assert "Ravi" not in shown
    assert former.split(":")[0] in shown
    assert "Kala" not in nought("show", other, "--data", again).out
    with embedded.start(again) as server, psycopg.connect(server.superuser_dsn) as connection:
        left = connection.execute("SELECT text FROM nought.texts WHERE text ~ 'Ravi|Kala'").fetchall()
        assert left == []
        lists = connection.execute("SELECT id FROM nought.catalogue WHERE data::text || title ~ 'Ravi|Kala'").fetchall()
        assert lists == []
    assert nought("log", "checkpoint", "--data", again).code == 0
    assert nought("verify", "log", "--data", again).code == 0
    once = nought("people", "removals", "--club", club, "--data", again).out
    assert len(once.splitlines()) == 2
    nought("show", deal, "--data", again)
    assert nought("people", "removals", "--club", club, "--data", again).out == once
    newcomer = nought("people", "forget", "--club", club, "Anula", "--yes", "--data", again)
    assert newcomer.code == 0
    assert former.split(":")[0] not in newcomer.out, "the number of a person is used once"


def test_a_person_gets_a_file_of_their_own_without_anybody_else(nought: Nought, ledger: Ledger, tmp_path: Path) -> None:
    """Deals that are over, as hand files; where the names stand; what others wrote."""
    club, player, _ = a_club_with_a_deal(ledger)
    dealer, acts = whole_deal(7)
    players = {"S": "Ravi Kumaran", "N": "Anula Perera", "E": "Kala"}
    over = ledger.deals.open("304", dealer, players=players, club=club, **SENT).id
    ledger.deals.act(over, acts, **SENT)
    ledger.deals.open("304", "S", players={"S": "Anula Perera"}, club=club, **SENT)
    target = tmp_path / "ravi.zip"
    assert nought("people", "file", "--player", player, "-o", target).err.startswith("1 deal in ")
    with zipfile.ZipFile(target) as file:
        texts = {name: file.read(name).decode() for name in file.namelist()}
    (deal,) = [name for name in texts if name.startswith("deals/")]
    read = read_hand(texts[deal])
    assert dict(read.opened.players) == {"S": "Ravi Kumaran"}
    assert read.acts == acts
    assert json.loads(texts["kept.json"])["in"] == {"Deal": 2, "Player": 1}
    assert "came late" in texts["kept.json"]
    assert not [name for name, text in texts.items() if re.search("Anula|Kala|Scribe", text)]
    refused = nought("people", "file", "--club", club, "Nobody Ever", "-o", tmp_path / "nobody.zip")
    assert refused.code == 2
    assert not (tmp_path / "nobody.zip").exists()


@pytest.mark.full
def test_imports_list_the_names_that_are_new_to_a_club_that_has_forgotten_somebody(
    nought: Nought, ledger: Ledger, tmp_path: Path
) -> None:
    club, player, deal = a_club_with_a_deal(ledger)
    archive = tmp_path / "deals.ndjson"
    archive.write_text(nought("export", deal).out)
    sheet = tmp_path / "season.csv"
    sheet.write_text("Name,2025-01-17\nRavi Kumaran,12\nAnula,7\n")
    entries = tmp_path / "entries.csv"
    entries.write_text("player1,player2\nRavi Kumaran,Anula\n")
    series = nought("series", "open", "Old", "--club", club).out.strip()
    terms = {"format": "swiss", "rounds": 3}
    cup = ledger.tournaments.open("Cup", terms, "304", club=club, **SENT).id
    assert nought("people", "forget", "--player", player, "--yes").code == 0
    archive.write_text(archive.read_text().replace(str(deal), str(uuid4())))
    imports: list[tuple[str, ...]] = [
        ("import", str(archive)),
        ("series", "import", series, str(sheet)),
        ("tournament", "import-entries", str(cup), str(entries)),
    ]
    for arguments in imports:
        refused = nought(*arguments)
        assert refused.code in (1, 2), arguments
        assert "new to a club that has forgotten somebody: Ravi Kumaran\n" in refused.err
        assert "--new-people" in refused.err
        taken = nought(*arguments, "--new-people")
        assert taken.code == 0, taken.err
        assert "new to a club" not in taken.err
        assert nought("people", "forget", "--club", club, "Ravi Kumaran", "--yes").code == 0


def test_the_register_of_requests_is_kept_at_the_command_line(nought: Nought, ledger: Ledger) -> None:
    club, player, _ = a_club_with_a_deal(ledger)
    at = ("--club", club)
    first = nought("people", "requests", "add", "know", "Anula", *at, "--received", "2026-02-01")
    assert first.out == "request 1 is entered; answer it by 2026-03-03\n"
    assert nought("people", "requests", "add", "forget", player, *at).out.startswith("request 2 is entered; ")
    waiting = nought("people", "requests", "list", *at).out.splitlines()
    assert [line.split()[0] for line in waiting] == ["1", "2"]
    assert "overdue since 2026-03-03" in waiting[0]
    assert "30 days left" in waiting[1]
    how = ("people", "requests", "answer", 1, "the file was sent", *at, "--answered", "2026-02-03")
    assert nought(*how).out == "request 1 is answered\n"
    listed = [json.loads(line) for line in nought("people", "requests", "list", *at, "--json").out.splitlines()]
    assert [(line["number"], line.get("answered"), line.get("how")) for line in listed] == [
        (2, None, None), (1, "2026-02-03", "the file was sent"),
    ]  # fmt: skip
    for wrong in (
        how,
        ("people", "requests", "answer", 9, "sent", *at),
        ("people", "requests", "add", "know", " ", *at),
        ("people", "requests", "add", "know", "Anula", *at, "--received", "soon"),
        ("people", "requests", "add", "sue", "Anula", *at),
        ("people", "requests", "list", "--club", uuid4()),
    ):
        refused = nought(*wrong)
        assert refused.code == 2, wrong
    assert nought("people", "forget", "--club", club, "Anula", "--yes").code == 0
    assert "Anula" not in nought("people", "requests", "list", *at).out


def test_a_club_says_at_the_command_line_how_long_it_keeps_what_it_may_remove(nought: Nought, ledger: Ledger) -> None:
    club, _, _ = a_club_with_a_deal(ledger)
    none = "kept too long: 0 files, the pupils of 0 classes\n"
    assert nought("people", "retention", club).out == f"kept: files for ever, classes for ever\n{none}"
    checked = nought("people", "retention", club, "--files", 180, "--check").out
    assert checked == f"kept: files 180 days, classes for ever\n{none}"
    assert nought("people", "retention", club, "--files", 180).out == checked
    assert nought("people", "retention", club, "--classes", 30).out == f"kept: files 180 days, classes 30 days\n{none}"
    assert nought("people", "retention", club, "--classes", 30).code == 2, "it is so already"
    assert nought("people", "retention", club, "--remove").out == "removed: 0 files, the pupils of 0 classes\n"
