"""A dispute in a browser: two taps at a table, a ruling that changes the standings, an appeal that undoes it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from api.services import Provider
from domain.games.catalogue import RULESETS
from tests.disputes.hearings import STRICT
from tests.http.people import People, Person, opened, play, whole_deal
from tests.pages.conftest import DESK, PHONE, Open, accessible, fits, signed_in
from tests.pages.reading import read
from tests.pages.test_everywhere import bytes_of
from tests.pages.test_replay import take_in
from tests.record.tournament_setup import DIRECTOR, by_hand
from tests.signing.visitors import official
from web.disputes import STAGES, codes

TERMS = {"format": "swiss", "rounds": 3, "encounter": {"deals": 1}, "scoring": {"counts": "tokens"}}


@dataclass(frozen=True)
class Cup:
    """A round of a tournament, and a deal that is being played at its first table."""

    id: str
    club: str
    table: str
    encounter: str
    deal: str
    rest: list[object]
    north: Person
    east: Person
    recorder: Person


@pytest.fixture(scope="module")
def arbiters(house: Provider, people: People) -> tuple[str, str, str]:
    """A club, and two arbiters of it."""
    club = people.club()
    return (club, *(official(house, login, "arbiter", UUID(club)).login for login in ("fernando", "silva")))


@pytest.fixture
def cup(house: Provider, people: People, arbiters: tuple[str, str, str]) -> Cup:
    club, ledger = arbiters[0], house.services.ledger
    table = people.table(club)
    cup = ledger.tournaments.open("The Wella Cup", TERMS, STRICT, club=UUID(club), **DIRECTOR).id
    ledger.tournaments.name_tables(cup, {1: UUID(table)}, **DIRECTOR)
    for name in ("Anula & Kavitha", "Farook & Mahesh", "Nimal & Ruwan", "Selvi & Priya"):
        ledger.entries.make_entry(cup, name, name.split(" & "), **DIRECTOR)
    ledger.rounds.draw_round(cup, by_hand=by_hand(1, ("1", "2"), ("3", "4")), **DIRECTOR)
    tables = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"]
    people.admin.post(f"/encounters/{tables[1]['id']}/result", {"sheet": {"whole": [{"tokens": 2}, {"tokens": 0}]}})
    match = opened(people.admin.post(f"/encounters/{tables[0]['id']}/match"))
    dealer, acts = whole_deal(1)
    deal = opened(people.admin.post("/deals", {"match": match, "dealer": dealer, "dealer_reason": "drawn"}))
    play(people.admin, deal, acts[:20])
    return Cup(
        str(cup), club, table, tables[0]["id"], deal, list(acts[20:]),
        people.issue("seat", deal=deal, seat="N"), people.issue("seat", deal=deal, seat="E"),
        people.issue("recorder", table=table),
    )  # fmt: skip


def by(who: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {who.secret}"}


def shot(page: Page, name: str) -> None:
    """A picture, for whoever wants to look: `NOUGHT_SHOTS` names the folder."""
    if folder := os.environ.get("NOUGHT_SHOTS"):
        for look in ("light", "dark"):
            page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
            for size in (DESK, PHONE):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                page.screenshot(path=Path(folder) / f"{name}-{look}-{size['width']}.png", full_page=True)
        page.emulate_media(color_scheme="light")


def standings(people: People, cup: Cup) -> list[tuple[int, str, str]]:
    rows = people.admin.get(f"/tournaments/{cup.id}/standings").json["items"]
    return [(row["place"], row["name"], row["said"]) for row in rows]


def expect_announcement(page: Page, sentence: str) -> None:
    expect(page.locator(".announcement")).to_contain_text(sentence)


@pytest.mark.full
def test_from_two_taps_at_a_table_to_a_printed_ruling_and_an_appeal_that_undoes_it(
    open_page: Open, people: People, cup: Cup, arbiters: tuple[str, str, str]
) -> None:
    # two taps at the table
    scribe = open_page(f"/record/{cup.deal}", viewport=PHONE, extra_http_headers=by(cup.recorder))
    scribe.locator("#dispute").click()
    shot(scribe, "claim")
    accessible(scribe, everyday=False)
    fits(scribe)
    scribe.get_by_role("button", name="Anula + Kavitha").click()
    scribe.wait_for_url("**/disputes/*-*")
    path = scribe.url.rpartition("/disputes/")[2]
    scribe.goto(f"/record/{cup.deal}")
    expect(scribe.locator("#says")).not_to_have_text("Loading …")
    play(people.admin, cup.deal, cup.rest)
    before = standings(people, cup)

    # the sides say what happened
    north = open_page(f"/disputes/{path}", viewport=PHONE, extra_http_headers=by(cup.north))
    expect(north.get_by_text("The claim is not stated yet.")).to_be_visible()
    north.get_by_label("What went wrong?").fill("East did not follow to the second trick.")
    north.get_by_label("Broken rule, if you know it").select_option("revoke")
    north.get_by_role("button", name="Save claim").click()
    expect_announcement(north, "The claim is saved.")
    north.get_by_label("State a new fact").fill("East played a club to a spade.")
    north.get_by_role("button", name="State fact").click()
    expect_announcement(north, "The fact is stated.")
    accessible(north, everyday=False)
    fits(north)
    east = open_page(f"/disputes/{path}", viewport=PHONE, extra_http_headers=by(cup.east))
    east.get_by_role("button", name="Agree for Farook + Mahesh").click()
    expect(east.get_by_text("✓ agreed")).to_be_visible()
    east.get_by_text("Add evidence").first.click()
    east.get_by_label("A picture, a PDF").set_input_files(
        {"name": "note.txt", "mimeType": "text/plain", "buffer": b"East had no spade left."}
    )
    east.get_by_role("button", name="Add file").click()
    expect_announcement(east, "The file is added.")
    expect(east.get_by_role("link", name="note.txt")).to_be_visible()

    # the desk says so, and the arbiter sees the effect before signing
    desk = signed_in(open_page("/health"), arbiters[1])
    desk.goto(f"/tournaments/{cup.id}/desk/tables")
    expect(desk.locator("#table-1")).to_contain_text("disputed")
    shot(desk, "desk")
    desk.get_by_role("navigation", name="Director's desk").get_by_role("link", name="Disputes and rulings").click()
    desk.get_by_role("main").get_by_role("link", name=re.compile("Round 1")).click()
    desk.get_by_label("Remedy", exact=True).select_option("violation")
    first = desk.locator("[data-remedy]").first
    actor = people.admin.get(f"/deals/{cup.deal}/entries").json["entries"][19]["act"][0]
    expect(first.locator('[name$=".seat"]')).to_have_value(actor)
    expect(first.get_by_label("Broken rule")).to_have_value("revoke")
    first.locator('[name$=".seat"]').select_option("E")
    ruling = desk.locator("#ruling")
    ruling.get_by_label("Reason").fill("The second trick shows it.")
    ruling.get_by_label("Text for the casebook").fill("A defender did not follow; it cost the game.")
    desk.get_by_role("button", name="Preview effects").click()
    expect(desk.locator(".effect")).to_contain_text("awarded by a ruling")
    expect(desk.locator(".effect")).to_contain_text("Farook & Mahesh")
    assert standings(people, cup) == before, "looking changes nothing"
    ruling.get_by_label("Reason").fill("The second trick shows it all.")
    expect(desk.get_by_role("button", name="Sign ruling")).to_be_hidden()
    desk.get_by_role("button", name="Preview effects").click()
    shot(desk, "ruling")
    accessible(desk, everyday=False)
    desk.get_by_role("button", name="Sign ruling").click()
    expect_announcement(desk, "The ruling is signed")
    ruled = standings(people, cup)
    assert ruled != before
    desk.get_by_role("link", name="Print the ruling").click()
    expect(desk.locator(".paper")).to_contain_text("The second trick shows it all.")
    accessible(desk, everyday=False)
    shot(desk, "paper")
    pdf = desk.get_by_role("link", name="PDF").get_attribute("href") or ""
    assert "zone=" in pdf
    paper = desk.request.get(pdf)
    assert paper.status in (200, 501)
    assert paper.status == 501 or paper.body().startswith(b"%PDF-")

    # an appeal, which is another's to decide
    east.reload()
    east.get_by_text("Appeal the ruling").click()
    east.locator("#grounds").fill("East had no spade left.")
    east.get_by_role("button", name="Appeal ruling", exact=True).click()
    expect_announcement(east, "The appeal is recorded.")
    desk.goto(f"/disputes/{path}")
    expect(desk.get_by_text("You signed the ruling: another official must decide the appeal")).to_be_visible()
    other = signed_in(open_page("/health"), arbiters[2])
    other.goto(f"/disputes/{path}")
    other.get_by_text("Overturn and replace the ruling").click()
    instead = other.locator("#overturning")
    instead.get_by_label("Remedy", exact=True).select_option("nothing")
    instead.get_by_label("Reason").fill("The sheet shows that East had none.")
    instead.get_by_label("Text for the casebook").fill("A revoke was claimed that was none.")
    instead.get_by_role("button", name="Preview effects").click()
    expect(instead.locator(".effect")).to_contain_text("Anula & Kavitha")
    instead.get_by_role("button", name="Overturn ruling").click()
    expect_announcement(other, "The ruling is overturned.")
    assert standings(people, cup) == before
    accessible(other, everyday=False)
    shot(other, "final")
    other.goto("/casebook?words=that was none")
    expect(other.locator(".cases")).to_contain_text("A revoke was claimed that was none.")
    assert "Anula" not in other.locator("main").inner_text()
    accessible(other, everyday=False)
    shot(other, "casebook")


@pytest.mark.full
def test_a_revoke_found_after_the_last_card_is_ruled_on_by_assigning_a_result(
    open_page: Open, house: Provider, people: People
) -> None:
    """304 without a penalty for breaches (A19): only what can work is offered, and it says why else nothing changes."""
    club = people.club()
    arbiter = official(house, "jayasinghe", "arbiter", UUID(club))
    dealer, acts = whole_deal(1)
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, "club": club}))
    deal = opened(people.admin.post("/deals", {"match": match}))
    play(people.admin, deal, list(acts))
    claim = {"ply": 25, "side": "NS", "claim": "East did not follow.", "code": "revoke"}
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", claim))
    page = signed_in(open_page("/health", viewport=PHONE), arbiter.login)
    page.goto(f"/disputes/{dispute}")
    page.wait_for_load_state("networkidle")
    assert bytes_of(page) < 150_000
    rules = page.locator("select[name$=code]").evaluate_all(
        "all => all.map((each) => [each.options.length, each.value])"
    )
    assert len(rules) == 5
    assert {many for many, _ in rules} == {rules[0][0]}, "the rules, which the page brings once, are in every list"
    assert (rules[0][0] > 20, {chosen for _, chosen in rules}) == (True, {"revoke"})
    kinds = page.locator("#r-0-kind option").evaluate_all("list => list.map((each) => each.value)")
    assert kinds == ["", "nothing", "replay", "caps", "assign", "warning"], "no undo, and no penalty that 304 lacks"
    page.get_by_label("Remedy", exact=True).select_option("warning")
    page.locator("#r-reason").fill("East holds a heart.")
    page.get_by_role("button", name="Preview effects").click()
    expect(page.locator("#ruling .effect")).to_contain_text("A warning changes no result.")
    page.get_by_label("Remedy", exact=True).select_option("assign")
    page.get_by_label("South + North gain, in tokens (negative: lose)").first.fill("1")
    page.get_by_label("East + West gain, in tokens (negative: lose)").first.fill("-2")
    page.get_by_role("button", name="Preview effects").click()
    expect(page.locator("#ruling .effect")).to_contain_text("awarded by a ruling")
    shot(page, "assign")
    accessible(page)
    fits(page)
    page.get_by_role("button", name="Sign ruling").click()
    expect_announcement(page, "The ruling is signed")
    settled = people.admin.get(f"/deals/{deal}").json["settlement"]
    assert (settled["tokens"], settled["reasons"]) == ({"NS": 1, "EW": -2}, ["assigned"])
    page.goto(f"/deals/{deal}")
    page.keyboard.press("End")
    expect(page.get_by_text("An arbiter assigned the result.").first).to_be_visible()


@pytest.mark.full
def test_whoever_may_not_read_a_dispute_sees_that_there_is_one(open_page: Open, people: People, cup: Cup) -> None:
    claim = {"ply": 9, "claim": "East holds the jack of hearts.", "code": "revoke"}
    dispute = opened(cup.north.post(f"/deals/{cup.deal}/disputes", claim))
    page = open_page(f"/disputes/{dispute}")
    expect(
        page.get_by_text("Until all hands are shown, only the players at the table and officials can read the claim")
    ).to_be_visible()
    assert "jack of hearts" not in page.content()
    accessible(page, everyday=False)
    page.goto(f"/deals/{cup.deal}")
    expect(page.locator(".badges")).to_contain_text("disputed")
    expect(page.get_by_role("link", name=re.compile("^Dispute of"))).to_be_visible()
    expect(page.get_by_role("link", name="Dispute this step")).to_have_count(0)
    page.goto("/deals")
    expect(page.locator(f'li:has(a[href="/deals/{cup.deal}"])')).to_contain_text("disputed")


@pytest.mark.full
def test_a_replay_is_disputed_at_the_ply_that_is_shown(open_page: Open, cup: Cup) -> None:
    page = open_page(f"/deals/{cup.deal}?seat=E#7", extra_http_headers=by(cup.east))
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("link", name="Dispute this step").click()
    expect(page.get_by_text("Step 8")).to_have_count(0)  # a place in the deal, not the number of an entry
    expect(page.get_by_text("Before the first card")).to_be_visible()
    page.get_by_role("button", name="For our side: Farook + Mahesh").click()
    page.wait_for_url("**/disputes/*-*")
    sentence = page.locator(".deal-view .at")
    claimed = sentence.inner_text()
    page.get_by_role("button", name="Next step").click()
    expect(sentence).not_to_have_text(claimed)
    page.get_by_role("button", name="Go to the disputed step").click()
    expect(sentence).to_have_text(claimed)


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_the_rules_that_can_be_broken_are_grouped_by_stage(people: People, key: str) -> None:
    ruleset = RULESETS[key]
    with people.app.test_request_context(headers={"Accept-Language": "en"}):
        groups = codes(ruleset)
        assert list(groups) == [str(stage) for stage in STAGES.values() if str(stage) in groups], "in their order"
        assert {"Shuffle, cut and deal", "Auction", "Play"} <= groups.keys()
        sources = {source for rules in groups.values() for _, _, source in rules}
        assert all(re.match(r"\d{3} “", source) for source in sources)
        listed = [code for rules in groups.values() for code, _, _ in rules]
    assert sorted(listed) == sorted(
        code for code, clause in ruleset.game.breakable(ruleset).items() if clause.document != "architecture"
    )


def test_a_breach_and_a_wrong_caps_lead_to_a_dispute_with_rule_side_and_place_filled_in(people: People) -> None:
    """Hand 17 has a revoke, hand 04 a call of Caps that came too early: 000 "Play", 000 "Caps"."""
    links = {}
    for hand in (17, 4):
        audit = read(people.app, f"/deals/{take_in(people, hand)}/audit", people.admin)
        links[hand] = [
            each.attribute("href") or "" for each in audit.all("main a.button") if each.text() == "Open a dispute"
        ]
    revoke = read(people.app, links[17][0], people.admin)
    assert revoke.one("#code option[selected]").attribute("value") == "revoke"
    assert revoke.all(".sides button.main")
    assert re.search(r"Card \d+, trick \d+", revoke.one("main").text())
    assert "Step" not in revoke.one("main").text()
    caps = read(people.app, links[4][-1], people.admin)
    assert re.fullmatch(r"Caps of \w+: called too early", caps.one("#claim").text())
    assert len(caps.all(".sides button.main")) == 1
    assert "verdict=early" in links[4][-1]
    assert caps.one("#code option[selected]").attribute("value") == "caps-wrong"


def test_an_official_who_records_an_appeal_says_whose_it_is(people: People, cup: Cup) -> None:
    play(people.admin, cup.deal, cup.rest)
    dispute = opened(cup.north.post(f"/deals/{cup.deal}/disputes", {"ply": 25, "claim": "A revoke.", "code": "revoke"}))
    ruling = {"remedies": [{"kind": "nothing"}], "reason": "There was none.", "appeal_minutes": 30}
    assert people.admin.post(f"/disputes/{dispute}/ruling", ruling).status_code < 300
    page = read(people.app, f"/disputes/{dispute}", people.admin)
    side = page.one("#appeal-side")
    assert side.attribute("required") is not None
    assert [each.attribute("value") for each in page.all("#appeal-side option")] == ["", "NS", "EW"]
    assert not page.all("#appeal-side option[selected]")


@pytest.mark.full
def test_rules_are_searched_by_their_words(open_page: Open, people: People, cup: Cup) -> None:
    page = open_page(f"/deals/{cup.deal}/disputes/new", viewport=PHONE, extra_http_headers=by(cup.recorder))
    rules = page.get_by_label("Broken rule, if you know it")
    search = page.get_by_role("searchbox", name="Search the rules")
    every = rules.locator("option").count()
    search.fill("follow suit")
    expect(rules.locator("option")).not_to_have_count(every)
    search.fill("suit led must follow")
    expect(rules).to_have_value("revoke")  # one rule is left: it is chosen
    expect(page.locator(".rule-field .found")).to_have_text("Rules found: 1")
    search.fill("zebra")
    expect(page.locator(".rule-field .found")).to_have_text("No rule has these words.")
    search.fill("")
    expect(rules.locator("option")).to_have_count(every)
    accessible(page)
    fits(page)


def test_a_paper_has_its_times_in_the_zone_that_is_asked_for(people: People, cup: Cup) -> None:
    """The reader's, as the browser tells it; UTC where it is unknown."""
    dispute = opened(cup.north.post(f"/deals/{cup.deal}/disputes", {"ply": 9}))
    for query, zone in (("?zone=Asia/Colombo", "GMT+05:30"), ("?zone=Nowhere/At-all", "UTC"), ("", "UTC")):
        page = people.app.test_client().get(f"/disputes/{dispute}/paper{query}", headers=by(cup.north)).text
        assert f" {zone}</time>" in page, query


@pytest.mark.full
def test_a_dispute_has_its_times_in_the_zone_of_the_venue_wherever_it_is_read(
    open_page: Open, people: People, cup: Cup
) -> None:
    """On the page and on paper; readers in another zone are told which it is."""
    dispute = opened(cup.north.post(f"/deals/{cup.deal}/disputes", {"ply": 9}))
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    club = f"/clubs/{cup.club}"
    setting = open_page(club, timezone_id="Europe/Zurich", extra_http_headers=official)
    setting.get_by_text("Time zone of the venue: not set").click()
    accessible(setting, everyday=False)
    choice = setting.get_by_label("Time zone of the venue")
    expect(choice.locator("> option")).to_have_text(["not set", "Europe/Zurich"])
    choice.select_option("Asia/Kathmandu")
    setting.get_by_role("button", name="Set time zone").click()
    expect(setting.locator("#zone summary")).to_have_text("Time zone of the venue: Asia/Kathmandu")
    shown = {}
    for reader in ("Asia/Kathmandu", "Europe/Zurich"):
        page = open_page(f"/disputes/{dispute}", timezone_id=reader, extra_http_headers=official)
        time = page.locator("main time[datetime]").first
        expect(time).not_to_contain_text("UTC")
        shown[reader] = time.inner_text()
    assert shown["Europe/Zurich"] == f"{shown['Asia/Kathmandu']} GMT+5:45"
    paper = people.app.test_client().get(f"/disputes/{dispute}/paper?zone=Europe/Zurich", headers=by(cup.north)).text
    assert " GMT+05:45</time>" in paper
    assert " UTC</time>" not in paper
    assert people.admin.post(f"{club}/zone", {"zone": ""}).status_code == 200


@pytest.mark.full
def test_rules_are_those_of_the_deals_ruleset_in_the_readers_words(open_page: Open, people: People, cup: Cup) -> None:
    """A closed 304 has no marriages, and a Jass no trump maker; a code is shown by its sentence."""
    jass = people.deal(ruleset="sidi-barrani")
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{cup.deal}/disputes/new", extra_http_headers=official)
    of_304 = page.locator("#code option").evaluate_all("all => all.map((each) => each.value)")
    expect(page.locator("#code option[value=revoke]")).to_have_text(
        "A player who holds a card of the suit led must follow suit."
    )
    page.goto(f"/deals/{jass}/disputes/new")
    of_jass = page.locator("#code option").evaluate_all("all => all.map((each) => each.value)")
    assert {"revoke", "caps-order"} <= {*of_304}
    assert not {"marriage-twice", "jass-revoke", "wrong-stage"} & {*of_304}
    assert "jass-revoke" in of_jass
    assert not {"revoke", "caps-order"} & {*of_jass}
    assert len(of_jass) < len(of_304) < 90
