"""Rulings change the deal, the match, the table and the standings, and all of it comes back."""

from __future__ import annotations

import contextlib
import random
from typing import Any
from uuid import UUID

import pytest

from domain.dispute.commands import plies_of
from domain.dispute.facts import Remedy
from domain.engine.facts import DealAnnulled, RulingLifted, ViolationRuled
from domain.engine.refusals import Refused
from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.state import Line
from domain.tournament.terms import parse
from replay.disputes import consequences
from replay.tournaments.payloads import rank_entries
from replay.words import ENGLISH
from replay.words.disputes import DisputeWords
from store.tables.attachments import Attachments
from store.tables.catalogue import Catalogue
from store.tables.standings import Lines
from tests.cases import cases, one_in
from tests.disputes.hearings import (
    ANOTHER,
    ARBITER,
    LATER,
    MORROW,
    PLAYER,
    REVOKE,
    STRICT,
    Hall,
    disputed,
    hall,
    ruling,
)
from tests.record.play import SCRIBE, played
from tests.record.tournament_setup import DIRECTOR, sheet


def stored(ledger: Ledger, where: Hall) -> list[Line]:
    """The lines of the standings as they are stored; they are what the events tell."""
    stored_lines = [read(line) for line in Lines(ledger.repository.recorder).of(where.tournament)]  # type: ignore[arg-type]
    stored_lines.sort(key=lambda line: (line.round, line.entry, line.board))
    assert stored_lines == ledger.tournaments.lines(ledger.tournaments.get(where.tournament))
    return stored_lines


def scores(ledger: Ledger, where: Hall) -> dict[str, int]:
    """Everybody's score."""
    rows = rank_entries(ledger.tournaments.get(where.tournament), stored(ledger, where))
    return {row.entry: int(row.score) for row in rows}


def standing(ledger: Ledger, where: Hall) -> Any:
    """All that a ruling may change, without the words about it and the versions."""
    files = [ledger.deals.get(each) for each in where.deals]
    deals = [file.record for file in files]
    match, table = ledger.matches.get(where.match), ledger.encounters.get(where.table)
    return (
        [(each.settlement, each.abandoned, each.violation, each.caps_ruling) for each in deals],
        [file.listing().data for file in files],
        {number: line.counted for number, line in match.lines.items()},
        match.balance,
        {board: (result.score, result.sheet) for board, result in table.results.items()},
        scores(ledger, where),
    )


def test_where_a_breach_costs_the_game_and_two_tokens_it_does_so_all_the_way_to_the_standings(ledger: Ledger) -> None:
    """004 "Rule Violations"; A19."""
    where = hall(ledger)
    before = standing(ledger, where)
    dispute = disputed(ledger, where.deals[0])
    assert standing(ledger, where) == before, "a claim changes nothing, and stops nothing"
    ledger.disputes.sign_ruling(dispute, ruling(REVOKE, code="revoke"), **ARBITER)
    record = ledger.deals.get(where.deals[0]).record
    assert record.settlement is not None
    assert record.settlement.outcome == "awarded"
    due = record.settlement.tokens["NS"]
    assert due in (3, 4, 5, 6), "the pay of the bid and two more"
    old = before[0][0][0].tokens["NS"]
    assert ledger.matches.get(where.match).balance["NS"] - before[3]["NS"] == due - old
    (score,) = [result.score for result in ledger.encounters.get(where.table).results.values()]
    second = max(0, before[0][1][0].tokens["NS"])
    assert score.won[0] == due + second
    assert scores(ledger, where) != before[5]
    assert ledger.disputes.get(dispute).status == "ruled"


def test_a_ruling_that_is_withdrawn_takes_all_its_effects_back(ledger: Ledger) -> None:
    where = hall(ledger)
    before = standing(ledger, where)
    dispute = disputed(ledger, where.deals[0])
    remedies = (
        REVOKE,
        Remedy("result", sheet=sheet(0, 9)),
        Remedy("penalty", entrant="3", amount=-2, note="They looked into the wrong hand."),
        Remedy("warning", seat="E"),
    )
    ledger.disputes.sign_ruling(dispute, ruling(*remedies), **ARBITER)
    assert ledger.encounters.get(where.table).results[0].score.won == (0, 9)
    assert ledger.encounters.get(where.table).status == "confirmed", "a ruled result needs nobody's word"
    assert scores(ledger, where)["3"] == -2
    ledger.disputes.withdraw_ruling(dispute, "It was the other deal.", **ARBITER)
    assert standing(ledger, where) == before
    assert ledger.disputes.get(dispute).status == "open"
    assert isinstance(ledger.repository.history(where.deals[0])[-2].fact, RulingLifted)


def test_an_appeal_is_decided_by_another_official_and_changes_the_standings_back(ledger: Ledger) -> None:
    where = hall(ledger)
    before = standing(ledger, where)
    dispute = disputed(ledger, where.deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(REVOKE), appeal_minutes=30, **ARBITER)
    ledger.disputes.lodge_appeal(dispute, "EW", "East had no heart left.", **{**PLAYER, "at": LATER})
    ruled = standing(ledger, where)
    with pytest.raises(Declined, match="Mrs Fernando signed the ruling: another official decides"):
        ledger.disputes.decide_appeal(dispute, "No.", ruling(Remedy("nothing")), **{**ARBITER, "by": "mrs fernando"})
    assert standing(ledger, where) == ruled, "while it is appealed, the ruling stands"
    ledger.disputes.decide_appeal(dispute, "The video shows it.", ruling(Remedy("nothing")), **ANOTHER)
    assert standing(ledger, where) == before
    assert ledger.disputes.get(dispute).status == "final"
    for late in (ledger.disputes.withdraw_ruling, ledger.disputes.close):
        with pytest.raises(Declined, match="the dispute is final"):
            late(dispute, *(["why"] if late == ledger.disputes.withdraw_ruling else []), **ANOTHER)


def test_officials_with_accounts_are_told_apart_by_them(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("nothing")), account="one", **ARBITER)
    ledger.disputes.lodge_appeal(dispute, "NS", "It did.", **PLAYER)
    with pytest.raises(Declined, match="another official"):
        ledger.disputes.decide_appeal(dispute, "No.", account="one", **ANOTHER)
    ledger.disputes.decide_appeal(dispute, "Nothing is there.", account="two", **ARBITER)
    assert ledger.disputes.get(dispute).status == "final"


def test_an_overturned_ruling_gives_way_to_another_in_one_step(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(REVOKE, Remedy("result", sheet=sheet(9, 0))), **ARBITER)
    ledger.disputes.lodge_appeal(dispute, "EW", "It was North.", **PLAYER)
    other = Remedy("violation", seat="N", code="revoke")
    ledger.disputes.decide_appeal(dispute, "It was.", ruling(other), **ANOTHER)
    record = ledger.deals.get(where.deals[0]).record
    file = ledger.disputes.get(dispute)
    assert file.overturned is not None
    assert file.overturned.by == "Mrs Fernando", "what was ruled first is not forgotten"
    assert [(each.seat, each.code) for each in record.rulings if isinstance(each, ViolationRuled)] == [("N", "revoke")]
    assert record.settlement is not None
    assert record.settlement.tokens["EW"] > 0
    assert ledger.encounters.get(where.table).results[0].source == "match"
    stored(ledger, where)


def test_a_deal_that_is_annulled_is_dealt_again_and_one_that_is_restored_is_not(ledger: Ledger) -> None:
    where = hall(ledger)
    before = standing(ledger, where)
    dispute = disputed(ledger, where.deals[1])
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("replay")), **ARBITER)
    record = ledger.deals.get(where.deals[1]).record
    assert record.abandoned
    assert isinstance(record.rulings[-1], DealAnnulled)
    assert ledger.encounters.get(where.table).status == "playing"
    assert ledger.matches.get(where.match).ended is None
    ledger.disputes.withdraw_ruling(dispute, "The cards were right.", **ARBITER)
    assert standing(ledger, where) == before
    assert ledger.matches.get(where.match).ended is not None

    ledger.disputes.sign_ruling(dispute, ruling(Remedy("replay")), **ARBITER)
    again = ledger.deals.open(match=where.match, **SCRIBE).id
    assert ledger.deals.get(again).record.opened.number == 2
    ledger.deals.act(again, played("E", seed=5), **SCRIBE)
    with pytest.raises(Declined, match="deal 2 of the match is"):
        ledger.disputes.withdraw_ruling(dispute, "They were right after all.", **ARBITER)


def test_what_is_played_goes_on_beneath_a_ruled_result(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("result", sheet=sheet(5, 0))), **ARBITER)
    last = len(ledger.deals.get(where.deals[1]).record.entries) - 1
    ledger.deals.retract(where.deals[1], last, "a slip", **SCRIBE)
    assert ledger.encounters.get(where.table).results[0].score.won == (5, 0)
    with pytest.raises(Declined, match="was ruled in a dispute"):
        ledger.encounters.correct_result(where.table, sheet(4, 0), "No.", **DIRECTOR)
    ledger.disputes.withdraw_ruling(dispute, "No.", **ARBITER)
    assert 0 not in ledger.encounters.get(where.table).results
    stored(ledger, where)


def test_of_two_disputes_each_takes_back_its_own_ruling(ledger: Ledger) -> None:
    where = hall(ledger)
    first, second = (disputed(ledger, where.deals[0]) for _ in range(2))
    ledger.disputes.sign_ruling(first, ruling(Remedy("result", sheet=sheet(5, 0)), REVOKE), **ARBITER)
    north = Remedy("violation", seat="N", code="lead-face-down")
    ledger.disputes.sign_ruling(second, ruling(Remedy("result", sheet=sheet(0, 6)), north), **ARBITER)
    ledger.disputes.withdraw_ruling(first, "No.", **ARBITER)
    assert ledger.encounters.get(where.table).results[0].score.won == (0, 6)
    assert ledger.deals.get(where.deals[0]).record.violation == ViolationRuled(
        "N", "lead-face-down", "a ruling in a dispute"
    )
    ledger.disputes.withdraw_ruling(second, "No.", **ARBITER)
    assert ledger.deals.get(where.deals[0]).record.violation is None
    assert ledger.encounters.get(where.table).results[0].source == "match"


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_whatever_is_ruled_and_withdrawn_in_whatever_order_nothing_is_left_of_it(ledger: Ledger, seed: int) -> None:
    """A law: when the last ruling is withdrawn, deal, match, table and standings are as they were."""
    rng = random.Random(seed)
    where = hall(ledger)
    before = standing(ledger, where)
    disputes = [disputed(ledger, rng.choice(where.deals)) for _ in range(4)]
    for _ in range(14):
        dispute = rng.choice(disputes)
        if ledger.disputes.get(dispute).standing is not None:
            ledger.disputes.withdraw_ruling(dispute, "No.", **ARBITER)
        else:
            remedies = rng.sample(
                [
                    Remedy("violation", seat=rng.choice("NESW"), code=rng.choice(["revoke", "bid-out-of-turn"])),
                    Remedy("result", sheet=sheet(rng.randrange(9), rng.randrange(9))),
                    Remedy("penalty", entrant=str(rng.randint(1, 4)), amount=rng.choice([-3, 2]), unit="tokens"),
                    Remedy("warning"),
                    Remedy("replay"),
                    Remedy("assign", gains={"NS": rng.randint(-3, 3), "EW": rng.randint(-3, 3)}),
                ],
                rng.randint(1, 4),
            )
            with contextlib.suppress(Refused):
                ledger.disputes.sign_ruling(dispute, ruling(*remedies), **ARBITER)
        stored(ledger, where)
    for dispute in rng.sample(disputes, 4):
        if ledger.disputes.get(dispute).standing is not None:
            ledger.disputes.withdraw_ruling(dispute, "No.", **ARBITER)
    assert standing(ledger, where) == before


def test_a_preview_tells_what_signing_does_and_records_nothing(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    versions = [ledger.repository.recorder.max_notification_id()]
    decision = ruling(REVOKE, Remedy("penalty", entrant="4", amount=1))
    before, after = ledger.disputes.preview_ruling(dispute, decision, **ARBITER)
    assert [ledger.repository.recorder.max_notification_id()] == versions
    assert before.deal.record.settlement == ledger.deals.get(where.deals[0]).record.settlement
    ledger.disputes.sign_ruling(dispute, decision, **ARBITER)
    assert after.deal.record.settlement == ledger.deals.get(where.deals[0]).record.settlement
    assert after.match is not None
    assert after.match.balance == ledger.matches.get(where.match).balance
    assert after.encounter is not None
    assert after.encounter.results[0].score == ledger.encounters.get(where.table).results[0].score
    assert after.tournament is not None
    assert after.tournament.adjustments == ledger.tournaments.get(where.tournament).adjustments


def test_where_the_ruleset_asks_for_no_more_than_an_undo_nothing_is_paid(ledger: Ledger) -> None:
    """A19: 000, 001 and 002 say nothing."""
    where = hall(ledger, "304")
    before = scores(ledger, where)
    dispute = disputed(ledger, where.deals[0])
    assert unchanged(ledger, dispute, REVOKE) == [
        "This ruleset has no penalty for a broken rule. To change the result, assign one."
    ]
    ledger.disputes.sign_ruling(dispute, ruling(REVOKE), **ARBITER)
    assert scores(ledger, where) == before


def unchanged(ledger: Ledger, dispute: UUID, *remedies: Remedy) -> list[str]:
    """Why a ruling would change no result, as the preview tells it."""
    decision = ruling(*remedies)
    before, after = ledger.disputes.preview_ruling(dispute, decision, **ARBITER)
    reasons: list[str] = consequences(decision, before, after, [])["unchanged"]
    return reasons


def test_nobody_plays_on_in_a_deal_that_is_over(ledger: Ledger) -> None:
    where = hall(ledger, "304")
    dispute = disputed(ledger, where.deals[0])
    with pytest.raises(Declined, match="the table cannot play on"):
        ledger.disputes.sign_ruling(dispute, ruling(Remedy("undo", seat="E")), **ARBITER)
    with pytest.raises(Declined, match="the table cannot play on"):
        ledger.disputes.preview_ruling(dispute, ruling(Remedy("undo", seat="E")), **ARBITER)
    assert ledger.disputes.get(dispute).version == 1


def test_a_preview_says_why_nothing_changes(ledger: Ledger) -> None:
    where = hall(ledger, "304")
    dispute = disputed(ledger, where.deals[0])
    settled = ledger.deals.get(where.deals[0]).record.settlement
    assert settled is not None
    assert unchanged(ledger, dispute, Remedy("nothing")) == ["You chose to change nothing."]
    assert unchanged(ledger, dispute, Remedy("warning")) == ["A warning changes no result."]
    assert unchanged(ledger, dispute, Remedy("replay")) == []
    assert unchanged(ledger, dispute, Remedy("assign", gains={"NS": 1, "EW": -2})) == []
    assigned = Remedy("assign", gains={"NS": 1, "EW": -2})
    ledger.disputes.sign_ruling(dispute, ruling(assigned), **ARBITER)
    again = disputed(ledger, where.deals[0])
    assert unchanged(ledger, again, assigned) == ["The deal counts so already."]


@pytest.mark.parametrize(
    "gains", one_in(4, [{"NS": 3, "EW": -1}, {"NS": -1, "EW": -1}, {"NS": 2, "EW": 0}, {"NS": 0, "EW": 0}])
)
def test_a_result_is_assigned_to_each_side_apart_and_comes_back(ledger: Ledger, gains: dict[str, int]) -> None:
    """A revoke found after the last card: no document says what follows, so the arbiter says it (A19)."""
    where = hall(ledger, "304")
    before = standing(ledger, where)
    others = [ledger.deals.get(each).record.settlement for each in where.deals[1:]]
    dispute = disputed(ledger, where.deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("assign", gains=gains)), **ARBITER)
    record = ledger.deals.get(where.deals[0]).record
    assert record.settlement is not None
    assert (record.settlement.outcome, record.settlement.tokens) == ("awarded", gains)
    assert record.settlement.reasons == ("assigned",)
    counted = ledger.matches.get(where.match).lines[1].counted
    assert counted is not None
    assert counted.paid == gains
    assert [ledger.deals.get(each).record.settlement for each in where.deals[1:]] == others
    assert ledger.disputes.get(dispute).standing == ledger.disputes.get(dispute).signed.fact  # type: ignore[union-attr]
    ledger.disputes.withdraw_ruling(dispute, "It was no revoke.", **ARBITER)
    assert standing(ledger, where) == before


def test_a_jass_is_assigned_in_points(ledger: Ledger) -> None:
    deal = ledger.deals.open("sidi-barrani", "S", **SCRIBE).id
    dispute = ledger.disputes.open(deal, "EW", claim="North saw a hand.", **PLAYER).id
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("assign", gains={"NS": 157, "EW": 40})), **ARBITER)
    settled = ledger.deals.get(deal).record.settlement
    assert settled is not None
    assert (settled.score, settled.tokens) == ({"NS": 157, "EW": 40}, {"NS": 0, "EW": 0})
    assert settled.due == {"NS": 157, "EW": 40}


def test_an_assigned_result_counts_before_other_rulings_and_is_lifted_alone(ledger: Ledger) -> None:
    where = hall(ledger)
    deal = where.deals[0]
    ledger.disputes.sign_ruling(disputed(ledger, deal), ruling(REVOKE), **ARBITER)
    awarded = ledger.deals.get(deal).record.settlement
    assigned = disputed(ledger, deal)
    ledger.disputes.sign_ruling(assigned, ruling(Remedy("assign", gains={"NS": 0, "EW": 0})), **ARBITER)
    record = ledger.deals.get(deal).record
    assert record.settlement is not None
    assert record.settlement.reasons == ("assigned",)
    ledger.deals.lift_ruling(deal, RulingLifted("assigned", why="A mistake."), **ARBITER)
    assert ledger.deals.get(deal).record.settlement == awarded


NO_REMEDIES = (
    (Remedy("beheading"), "is no remedy; there are nothing, undo"),
    (Remedy("violation", code="revoke"), "say which seat"),
    (Remedy("violation", seat="E"), "by its code"),
    (Remedy("violation", seat="E", code="whatever"), "'whatever' is no code"),
    (Remedy("penalty", entrant="9", amount=1), "there is no entry 9"),
    (Remedy("penalty", entrant="1"), "adds something or takes something"),
    (Remedy("result", sheet=sheet(1, 0), board=4), "there is no board 4"),
)


def test_a_remedy_that_is_none_is_declined_in_words(ledger: Ledger) -> None:
    dispute = disputed(ledger, hall(ledger).deals[0])
    with cases() as case:
        for remedy, reason in NO_REMEDIES:
            with case(reason):
                with pytest.raises(Declined, match=reason):
                    ledger.disputes.sign_ruling(dispute, ruling(remedy), **ARBITER)
                assert ledger.disputes.get(dispute).version == 1


def test_a_verdict_on_caps_is_held_against_the_deal(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    with pytest.raises(Refused, match="no call was made"):
        ledger.disputes.sign_ruling(dispute, ruling(Remedy("caps", seat="E", verdict="late")), **ARBITER)
    before = standing(ledger, where)
    maker = ledger.deals.get(where.deals[0]).record.state.maker
    seat = ledger.deals.get(where.deals[0]).record.rules.seats[maker]
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("caps", seat=seat, verdict="missing")), **ARBITER)
    assert ledger.deals.get(where.deals[0]).record.settlement != before[0][0][0]
    ledger.disputes.withdraw_ruling(dispute, "It was not owed.", **ARBITER)
    assert standing(ledger, where) == before


def test_outside_a_tournament_no_standings_are_ruled_on(ledger: Ledger) -> None:
    deal = ledger.deals.open(STRICT, "S", **SCRIBE).id
    ledger.deals.act(deal, played("S", seed=4), **SCRIBE)
    dispute = disputed(ledger, deal)
    with pytest.raises(Declined, match="was not played in a tournament"):
        ledger.disputes.sign_ruling(dispute, ruling(Remedy("penalty", entrant="1", amount=1)), **ARBITER)
    ledger.disputes.sign_ruling(dispute, ruling(REVOKE), **ARBITER)
    assert ledger.deals.get(deal).status == "awarded"


def test_a_deal_that_is_still_played_goes_on_under_a_dispute(ledger: Ledger) -> None:
    deal = ledger.deals.open("304", "S", **SCRIBE).id
    acts = played("S", seed=4)
    ledger.deals.act(deal, acts[:10], **SCRIBE)
    dispute = ledger.disputes.open(deal, "EW", 9, **PLAYER).id
    ledger.deals.act(deal, acts[10:], **SCRIBE)
    assert ledger.deals.get(deal).record.over
    assert ledger.disputes.get(dispute).claim == ""
    ledger.disputes.word_claim(dispute, "South bid out of turn.", "bid-out-of-turn", **PLAYER)
    assert ledger.disputes.get(dispute).code == "bid-out-of-turn"


# --- what is heard ----------------------------------------------------------------------------------


def test_facts_are_agreed_when_every_side_ticked_them(ledger: Ledger) -> None:
    dispute = disputed(ledger, hall(ledger).deals[0])
    one = ledger.disputes.state_fact(dispute, "NS", "East played the seven of spades.", **PLAYER).version
    two = ledger.disputes.state_fact(dispute, "", "There were eleven cards on the table.", **ARBITER).version
    assert ledger.disputes.get(dispute).agreed == []
    ledger.disputes.tick_fact(dispute, one, "EW", agrees=True, **PLAYER)
    ledger.disputes.tick_fact(dispute, two, "NS", agrees=False, **PLAYER)
    ledger.disputes.tick_fact(dispute, two, "EW", agrees=True, **PLAYER)
    assert [each.number for each in ledger.disputes.get(dispute).agreed] == [one]
    ledger.disputes.tick_fact(dispute, two, "NS", agrees=True, **PLAYER)
    assert [each.number for each in ledger.disputes.get(dispute).agreed] == [one, two]
    with pytest.raises(Declined, match="EW has said so already"):
        ledger.disputes.tick_fact(dispute, one, "EW", agrees=True, **PLAYER)
    with pytest.raises(Declined, match="there is no fact 99"):
        ledger.disputes.tick_fact(dispute, 99, "EW", agrees=True, **PLAYER)
    with pytest.raises(Declined, match="there is no side XY; they are NS, EW"):
        ledger.disputes.tick_fact(dispute, one, "XY", agrees=True, **PLAYER)


def test_a_file_is_kept_beside_its_hash(ledger: Ledger) -> None:
    dispute = disputed(ledger, hall(ledger).deals[0])
    ledger.disputes.attach(dispute, "NS", "sheet.txt", "text/plain", b"NS 7, EW 4", **PLAYER)
    (piece,) = ledger.disputes.get(dispute).evidence.values()
    files = Attachments(ledger.repository.recorder)  # type: ignore[arg-type]
    assert files.find(dispute, piece.given.sha256) == b"NS 7, EW 4"
    assert files.find(dispute, "00" * 32) is None
    with pytest.raises(Declined, match="handed in already"):
        ledger.disputes.attach(dispute, "EW", "same.txt", "text/plain", b"NS 7, EW 4", **PLAYER)
    for media_type, body, reason in (
        ("image/svg+xml", b"<svg/>", "is not taken"),
        ("image/png", b"<html>", "is not what it says"),
        ("image/webp", b"RIFF\x24\x00\x00\x00WAVEfmt ", "is not what it says"),
        ("text/plain", b"\xff", "UTF-8"),
        ("text/plain", b"", "empty"),
        ("application/pdf", b"%PDF-" + bytes(3 * 1024 * 1024), "the most is"),
    ):
        with pytest.raises(Declined, match=reason):
            ledger.disputes.attach(dispute, "EW", "file", media_type, body, **PLAYER)


def test_an_appeal_comes_in_time_or_not_at_all(ledger: Ledger) -> None:
    deal = hall(ledger).deals[0]
    dispute = disputed(ledger, deal)
    with pytest.raises(Declined, match="no ruling to appeal against"):
        ledger.disputes.lodge_appeal(dispute, "NS", "Why not?", **PLAYER)
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("nothing")), appeal_minutes=20, **ARBITER)
    with pytest.raises(Declined, match="possible until 2026-02-14T20:35"):
        ledger.disputes.lodge_appeal(dispute, "NS", "It did.", **{**PLAYER, "at": LATER})
    with pytest.raises(Declined, match="a side may appeal until"):
        ledger.disputes.close(dispute, **ARBITER)
    ledger.disputes.close(dispute, **{**ARBITER, "at": MORROW})
    assert ledger.disputes.get(dispute).status == "final"
    other = disputed(ledger, deal)
    ledger.disputes.sign_ruling(other, ruling(Remedy("nothing")), appeal_minutes=0, **ARBITER)
    with pytest.raises(Declined, match="no appeal is possible"):
        ledger.disputes.lodge_appeal(other, "NS", "It did.", **PLAYER)


def test_only_who_claimed_withdraws_the_claim(ledger: Ledger) -> None:
    dispute = disputed(ledger, hall(ledger).deals[0])
    with pytest.raises(Declined, match="the claim is NS's"):
        ledger.disputes.withdraw(dispute, "EW", **PLAYER)
    ledger.disputes.withdraw(dispute, "NS", "We looked at the trick.", **PLAYER)
    for command in (
        lambda: ledger.disputes.state_fact(dispute, "NS", "But.", **PLAYER),
        lambda: ledger.disputes.sign_ruling(dispute, ruling(Remedy("nothing")), **ARBITER),
    ):
        with pytest.raises(Declined, match="the dispute is withdrawn"):
            command()


def test_acts_stay_the_ones_that_were_meant_whatever_is_corrected_before_them(ledger: Ledger) -> None:
    deal = hall(ledger).deals[0]
    dispute = ledger.disputes.open(deal, "NS", 5, 7, **PLAYER).id
    entries = ledger.disputes.get(dispute).opened.entries
    assert plies_of(ledger.deals.get(deal).record, entries) == (5, 7)
    ledger.deals.retract(deal, 0, "nobody cut", **SCRIBE)
    assert plies_of(ledger.deals.get(deal).record, entries) == (4, 6)
    with pytest.raises(Refused, match="there is no entry 999"):
        ledger.disputes.open(deal, "NS", 999, **PLAYER)


def test_the_same_command_again_rules_once(ledger: Ledger) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    first = ledger.disputes.sign_ruling(dispute, ruling(REVOKE), key="sign", **ARBITER)
    again = ledger.disputes.sign_ruling(dispute, ruling(REVOKE), key="sign", **ARBITER)
    assert again.replayed
    assert again.version == first.version
    assert len(ledger.deals.get(where.deals[0]).record.rulings) == 1


def test_two_officials_cannot_both_rule(ledger: Ledger) -> None:
    dispute = disputed(ledger, hall(ledger).deals[0])
    ledger.disputes.sign_ruling(dispute, ruling(Remedy("nothing")), **ARBITER, expected_version=1)
    with pytest.raises(Declined, match="the dispute is ruled"):
        ledger.disputes.sign_ruling(dispute, ruling(REVOKE), **ANOTHER)


def test_the_casebook_has_final_rulings_of_deals_that_are_over_and_no_names(
    ledger: Ledger, catalogue: Catalogue
) -> None:
    where = hall(ledger)
    dispute = disputed(ledger, where.deals[0])
    decision = ruling(
        REVOKE, code="revoke", clause="004 “Rule Violations”", casebook="A defender revoked; it cost the game."
    )
    ledger.disputes.sign_ruling(dispute, decision, appeal_minutes=0, **ARBITER)
    assert catalogue.cases({"code": "revoke"}) == []
    ledger.disputes.close(dispute, **ARBITER)
    (case,) = catalogue.cases({"code": "revoke"}, "rule viol", "COST")
    assert case == {
        "text": "A defender revoked; it cost the game.",
        "code": "revoke",
        "clause": "004 “Rule Violations”",
        "ruleset": "",
        "remedies": ["violation"],
        "appeal": None,
        "month": "2026-02",
    }
    assert catalogue.cases({"code": "caps-order"}) == catalogue.cases({}, words="no such word") == []
    assert catalogue.find_disputed("deal", [str(where.deals[0])], ["final"]) == {str(where.deals[0])}
    assert catalogue.find_disputed("encounter", [str(where.table)], ["open"]) == set()


def test_a_penalty_is_told_in_the_unit_of_the_standings() -> None:
    """The stored number counts half points where wins count."""
    penalty = Remedy("penalty", entrant="3", amount=-1)
    wins, tokens = (parse({"format": "swiss", "rounds": 3, "scoring": {"counts": each}}) for each in ("wins", "tokens"))
    assert DisputeWords(ENGLISH, wins).remedy(penalty) == "entry 3 loses ½ point"
    assert DisputeWords(ENGLISH, tokens).remedy(penalty) == "entry 3 loses 1 token"
