"""A person is forgotten from the command line, as a secretary's request is answered (docs/privacy.md)."""

from __future__ import annotations

import json
from uuid import UUID

from domain.ledger import Ledger
from tests.cli.conftest import Nought
from tests.http.people import AT

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
