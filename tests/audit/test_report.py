"""The report as plain values and in words, in the terminal and over HTTP."""

from __future__ import annotations

import json

import msgspec
import pytest

from domain.engine.refusals import CLAUSES, ONLY_NOTED
from replay.audits.audit import audit
from replay.audits.breaches import breaches_payload
from replay.notation.actions import write_action
from replay.words import ENGLISH
from replay.words.breaches import WHY
from replay.words.places import Moments, place_of
from replay.words.refusals import REASONS
from tests.audit.catalogue import FILES, NAMES, deal
from tests.audit.deals import unseen
from tests.audit.test_breaches import first_trick
from tests.audit.test_unknown_cards import BLIND, VOIDS
from tests.cases import one_in
from tests.cli.conftest import Nought, hand, nought
from tests.http.conftest import app, house, people
from tests.http.people import People, play, whole_deal
from tests.rules.table import Table

__all__ = ["app", "house", "nought", "people"]


@pytest.mark.parametrize("name", one_in(4, NAMES[::4]))
def test_the_report_can_be_sent_and_says_everything_in_words(name: str) -> None:
    record, mistake = deal(name)
    report = audit(record)
    assert json.loads(msgspec.json.encode(report)) == msgspec.to_builtins(report)
    (finding,) = report["breaches"]["findings"]
    assert report["breaches"]["first"] == mistake.ply
    assert finding["words"].startswith(f"{place_of(ENGLISH, record, mistake.ply)}: {finding['what']} [")
    assert finding["clause"]["words"] == "{} “{}”".format(*mistake.clause)
    assert {taint["why"] for taint in finding["taints"]} <= set(WHY)


def test_a_finding_reads_like_what_an_arbiter_would_say() -> None:
    table = Table(VOIDS, rules={"violation.remedy": "award_game_plus"})
    table.record.opened.players.update({"E": "Esther", "S": "Suren", "W": "Wasantha"})
    table.playing("W 160", "JD").does("E JS, N QH down, W 8H down")
    table.happens("S 8C down")
    table.does("W inspects none")
    (finding,) = breaches_payload(table.record)["findings"]
    assert finding["who"] == "Suren (South)"
    assert finding["words"] == (
        "Card 4, trick 1: South played eight of clubs, but holds a card of the suit led [000 “Play”]. "
        "By the rules: S 7S. Nobody at the table could see it. "
        "The other side is awarded the game and extra tokens (2). The deal pays: NS -3, EW +3."
    )


def test_a_moment_is_named_as_players_count_it() -> None:
    """Each bid and each batch of its seat, each card of the deal; a call during the play by the card before it."""
    table = Table(VOIDS).playing("W 160", "JD").does("E JS, N QH down, W 8H down, S 7S, W inspects none")
    moments = Moments.of(ENGLISH, table.record)
    names = {line: moments.name(ply) for ply, line in enumerate(map(write_action, table.record.acts))}
    assert moments.name(0) == "before the first card"
    dealt = [name for name in map(moments.name, range(len(table.record.acts))) if "dealing" in name]
    assert dealt == ["South: dealing the cards", "South: dealing the cards (no. 2)"]
    assert names["W 160"] == "West: a bid"
    assert [names["E JS"], names["S 7S"]] == ["card 1, trick 1", "card 4, trick 1"]
    assert moments.name(len(table.record.acts) - 1) == "after card 4"
    assert moments.heading(-1) == "Before the deal"


def test_what_is_only_possible_names_the_cards_that_would_settle_it() -> None:
    table = Table({**VOIDS, "N": BLIND["N"], "S": BLIND["S"]}).playing("W 160", "JD")
    table.does("E JS, N ?? down, W 8H down, S 7S, W inspects none")
    report = breaches_payload(table.record)
    finding = report["findings"][-1]
    assert report["summary"] == "No breach is certain. 1 step may break a rule: this depends on unseen cards."
    assert finding["what"] == (
        "“W: none N=??” may break a rule: "
        "The trump maker must say truly whether there is a trump among the face-down cards"
    )
    assert [each["words"] for each in finding["settle"]] == ["the card of North (card 2, trick 1)"]
    assert finding["words"].endswith("To decide this, disclose the card of North (card 2, trick 1).")


def test_a_world_that_was_only_tried_lends_no_card_to_the_words() -> None:
    """A possible breach is told without the cards of the example in which it is one."""
    possible = 0
    for name in NAMES[::6]:
        record = unseen(deal(name)[0])
        for finding in breaches_payload(record)["findings"]:
            if finding["sure"] == "possible":
                possible += 1
                assert finding["what"].startswith(f"“{finding['act']}” may break a rule: ")
                assert "instead" not in finding or "legal" in finding
    assert possible


def test_a_clean_deal_says_so() -> None:
    table = first_trick().does("S 7S")
    report = audit(table.record)
    assert report["breaches"] == {
        "clean": True,
        "unknown": 0,
        "summary": "No breach of the rules.",
        "findings": [],
        "notices": [],
    }


def test_every_noted_breach_has_its_clause_and_its_sentence() -> None:
    assert set(CLAUSES) >= ONLY_NOTED.keys()
    assert set(REASONS) >= ONLY_NOTED.keys()


# --- the command ----------------------------------------------------------------------------------------


def test_the_exit_code_says_whether_a_breach_is_certain(nought: Nought) -> None:
    assert nought("audit", hand(1)).code == 0
    assert nought("audit", hand(17)).code == 1
    for path in FILES[::20]:
        answer = nought("audit", path, "--json")
        assert (answer.code, answer.err) == (1, "")
        assert json.loads(answer.out)["breaches"]["findings"][0]["sure"] == "certain"


def test_what_is_no_deal_is_refused_in_a_line(nought: Nought) -> None:
    answer = nought("audit", "nowhere.toml")
    assert (answer.code, answer.out) == (2, "")
    assert "neither a file nor the id of a deal" in answer.err


# --- over HTTP ------------------------------------------------------------------------------------------


def test_the_audit_tells_of_all_cards_and_so_only_when_all_may_see_them(people: People) -> None:
    dealer, acts = whole_deal(21)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[: len(acts) // 2])
    path = f"/deals/{deal}/audit"
    seat = people.issue("seat", deal=deal, seat="E")
    recorder = people.issue("recorder", deal=deal)
    for who in (people.anybody, people.issue("viewer"), seat, recorder):
        answer = who.get(path)
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
    audited = people.admin.get(path)
    assert (audited.status_code, audited.json["breaches"]["clean"]) == (200, True)
    assert people.admin.get(path, headers={"If-None-Match": audited.headers["ETag"]}).status_code == 304
    play(people.admin, deal, acts[len(acts) // 2 :])
    for who in (people.anybody, people.issue("viewer"), recorder):
        assert who.get(path).status_code == 200
    assert seat.get(path).status_code == 403


def test_a_breach_recorded_as_it_happened_is_in_the_audit(people: People) -> None:
    deal = people.deal(dealer="S")
    unseen_batch = " ".join(f"{seat}:?? ?? ?? ??" for seat in "ENWS")
    for act in ("W no cut", f"S deal {unseen_batch}"):
        assert people.admin.post(f"/deals/{deal}/actions", {"act": act}).status_code == 200
    sent = {"act": "E 150", "as_it_happened": True}
    assert people.admin.post(f"/deals/{deal}/actions", sent).status_code == 200
    (finding,) = people.admin.get(f"/deals/{deal}/audit").json["breaches"]["findings"]
    assert (finding["ply"], finding["code"], finding["seat"], finding["seen"]["by"]) == (
        2,
        "bid-too-low",
        "E",
        ["public"],
    )
    assert finding["instead"] == "E 160 to E 300, E pass, E ask, or E redeal"
