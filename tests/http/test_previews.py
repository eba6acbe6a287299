"""Previews show the standings, the tables of a draw, the next draw, the clock, lots and terms.

What they show then comes about (docs/tournaments.md, "Undo").
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import cases
from tests.http.people import People, Person
from tests.http.test_undo import Command, preview, send
from tests.http.tournament_requests import SWISS, done, draw, enter, report, tournament

WHY = {"why": "A slip."}
BYES = {**SWISS, "requested_byes": 1}
Rows = dict[str, tuple[str, str]]


@pytest.fixture(scope="module")
def who(people: People) -> Person:
    return people.admin


def shown(who: Person, cup: str, command: Command) -> dict[str, Any]:
    """A preview that is not refused."""
    answer = preview(who, {"cup": f"/tournaments/{cup}"}, command)
    assert answer.status_code == 200, answer.json
    effect: dict[str, Any] = answer.json
    return effect


def group(effect: dict[str, Any], kind: str) -> dict[str, Any]:
    """The only group of a kind."""
    (only,) = [each for each in effect["changes"] if each["kind"] == kind]
    only_group: dict[str, Any] = only
    return only_group


def rows(effect: dict[str, Any], kind: str) -> Rows:
    return {row["what"]: (row["before"], row["after"]) for row in group(effect, kind)["rows"]}


def meetings(who: Person, cup: str, number: int) -> dict[str, str]:
    """The opponents at each table of a round, and the entries that sit out."""
    names = {each["id"]: each["name"] for each in who.get(f"/tournaments/{cup}").json["entries"]}
    round_ = who.get(f"/tournaments/{cup}/rounds/{number}").json
    there = {
        f"Table {each['table']}": " – ".join(names[side[0]] for side in each["sides"]) for each in round_["encounters"]
    }
    byes = [names[each["entry"]] for each in round_["byes"]]
    return there | ({"Sit out": " and ".join(byes)} if byes else {})


def played(who: Person, cup: str, *, close: bool = True) -> list[dict[str, Any]]:
    """The tables of the next round, after each North has won."""
    tables: list[dict[str, Any]] = draw(who, cup)["encounters"]
    for table in tables:
        report(who, table["id"], 7, 3)
    if close:
        done(who, f"/tournaments/{cup}/rounds/{len(who.get(f'/tournaments/{cup}').json['rounds'])}/close")
    return tables


def test_a_draw_by_the_format_shows_the_tables_that_it_then_makes(who: Person) -> None:
    cup = tournament(who, 5)
    played(who, cup)
    effect = shown(who, cup, ("POST", "{cup}/rounds", {}))
    assert effect["recorded"] == ["Round 2 is drawn."]
    assert not effect["by_lot"]
    assert group(effect, "tables")["title"] == "Round 2"
    foreseen = rows(effect, "tables")
    assert {before for before, _ in foreseen.values()} == {"–"}
    assert len(who.get(f"/tournaments/{cup}").json["rounds"]) == 1, "a preview draws nothing"
    draw(who, cup)
    assert {what: after for what, (_, after) in foreseen.items()} == meetings(who, cup, 2)
    (sits_out,) = {meetings(who, cup, 2)["Sit out"]}
    assert sits_out in {row["name"] for row in effect["standings"]}, "the bye scores"


def test_a_draw_by_lots_that_are_not_drawn_shows_only_numbers(who: Person) -> None:
    cup = tournament(who, 5)
    effect = shown(who, cup, ("POST", "{cup}/rounds", {}))
    assert effect["by_lot"]
    assert effect["standings"] == []
    assert rows(effect, "tables") == {"Tables": ("–", "2"), "Sit out": ("–", "1")}
    assert group(effect, "tables")["notes"] == ["New lots decide the draw when it is made."]
    assert "Pair" not in str(effect)


def test_a_draw_of_seeded_entries_shows_its_tables_although_lots_are_drawn(who: Person) -> None:
    cup = tournament(who, 4)
    done(who, f"/tournaments/{cup}/lots/promises", {"purpose": "draws"})
    done(who, f"/tournaments/{cup}/seeds", {"order": ["2", "1", "4", "3"]})
    effect = shown(who, cup, ("POST", "{cup}/rounds", {}))
    assert effect["recorded"] == [
        "Lots are drawn too. They do not change the draw: every entry has a seed.", "Round 1 is drawn.",
    ]  # fmt: skip
    foreseen = rows(effect, "tables")
    draw(who, cup)
    assert {what: after for what, (_, after) in foreseen.items()} == meetings(who, cup, 1)


def test_a_withdrawn_draw_shows_the_tables_the_clock_and_the_seats_that_it_loses(who: Person) -> None:
    cup = tournament(who, 5)
    table = draw(who, cup)["encounters"][1]
    path = f"/tournaments/{cup}"
    done(who, f"{path}/clock", {"round": 1, "minutes": 50, "warnings": [5]})
    done(who, f"/encounters/{table['id']}/seats", {"seats": {"S": "A guest"}, **WHY})
    there = meetings(who, cup, 1)
    effect = shown(who, cup, ("POST", "{cup}/rounds/1/withdrawal", WHY))
    assert rows(effect, "tables") == {what: (meet, "–") for what, meet in there.items()}
    assert group(effect, "tables")["notes"] == [f"The seats that were changed at table {table['table']} are lost."]
    clock = rows(effect, "clock")
    assert clock["Clock"] == ("running", "–")
    done(who, f"{path}/rounds/1/withdrawal", WHY)
    assert who.get(f"{path}/clock").json.get("clock") is None


def test_a_first_draw_by_hand_shows_its_tables_though_lots_are_drawn(who: Person) -> None:
    cup = tournament(who, 4)
    pairings = [{"table": 1, "sides": [["4"], ["1"]], "why": ""}, {"table": 2, "sides": [["2"], ["3"]], "why": ""}]
    effect = shown(who, cup, ("POST", "{cup}/rounds", {"by_hand": {"pairings": pairings, "byes": {}}}))
    assert effect["recorded"] == ["Lots are drawn too. They do not change a draw by hand.", "Round 1 is drawn."]
    assert rows(effect, "tables") == {"Table 1": ("–", "Pair 4 – Pair 1"), "Table 2": ("–", "Pair 2 – Pair 3")}


def test_a_redraw_shows_the_tables_that_change(who: Person) -> None:
    cup = tournament(who, 4)
    draw(who, cup)
    enter(who, cup, "Late")
    before = meetings(who, cup, 1)
    effect = shown(who, cup, ("POST", "{cup}/rounds/1/redraw", {"lots": True, **WHY}))
    assert effect["by_lot"]
    entries = who.get(f"/tournaments/{cup}").json["entries"]
    (a, b), (c, d) = (each["sides"] for each in who.get(f"/tournaments/{cup}/rounds/1").json["encounters"])
    pairings = [{"table": 1, "sides": [a, c], "why": ""}, {"table": 2, "sides": [b, d], "why": ""}]
    by_hand = {"by_hand": {"pairings": pairings, "byes": {}}, **WHY}
    effect = shown(who, cup, ("POST", "{cup}/rounds/1/redraw", by_hand))
    done(who, f"/tournaments/{cup}/rounds/1/redraw", by_hand)
    after = meetings(who, cup, 1)
    assert len(entries) == 5
    assert rows(effect, "tables") == {
        what: (before[what], after[what]) for what in before if before[what] != after[what]
    }


@pytest.mark.parametrize(
    "wish",
    [
        ("POST", "{cup}/avoidances", {"entries": ["1", "2", "3"], "absolute": True}),
        ("POST", "{cup}/entries/1/requested-byes", {"round": 2}),
        ("POST", "{cup}/entries/1/withdraw", WHY),
        ("POST", "{cup}/entries", {"name": "Late"}),
    ],
    ids=["kept apart", "a bye", "withdrawn", "late"],
)
def test_a_wish_shows_how_the_next_draw_changes(who: Person, wish: Command) -> None:
    cup = tournament(who, 6, BYES)
    done(who, f"/tournaments/{cup}/seeds", {"order": ["1", "2", "3", "4", "5", "6"]})
    played(who, cup)
    before = {what: after for what, (_, after) in rows(shown(who, cup, ("POST", "{cup}/rounds", {})), "tables").items()}
    effect = shown(who, cup, wish)
    changed = rows(effect, "next-draw")
    assert group(effect, "next-draw")["title"] == "The next draw: round 2"
    assert changed
    assert send(who, {"cup": f"/tournaments/{cup}"}, wish).status_code in (200, 201)
    draw(who, cup)
    after = meetings(who, cup, 2)
    requested = changed.pop("Sit out, as requested", None)
    assert changed == {
        what: (before.get(what, "–"), after.get(what, "–"))
        for what in {**before, **after}
        if before.get(what) != after.get(what)
    }
    assert requested == (("–", "Pair 1") if "requested" in wish[1] else None)


def test_a_wish_that_no_draw_can_fulfil_says_so_before(who: Person) -> None:
    cup = tournament(who, 2)
    done(who, f"/tournaments/{cup}/seeds", {"order": ["1", "2"]})
    effect = shown(who, cup, ("POST", "{cup}/avoidances", {"entries": ["1", "2"], "absolute": True}))
    before, after = rows(effect, "next-draw")["Draw"]
    assert before == "possible"
    assert "Pair 1 and Pair 2" in after


def test_a_wish_says_why_the_next_round_cannot_be_drawn_or_that_it_is_later(who: Person) -> None:
    cup = tournament(who, 4, BYES)
    draw(who, cup)
    effect = shown(who, cup, ("POST", "{cup}/avoidances", {"entries": ["1", "2"]}))
    (note,) = group(effect, "next-draw")["notes"]
    assert note.startswith("Round 2 cannot be drawn now: Round 1 has no result of ")
    effect = shown(who, cup, ("POST", "{cup}/entries/1/requested-byes", {"round": 4}))
    assert group(effect, "next-draw")["notes"] == ["Round 4 is not drawn yet: this applies when it is."]
    effect = shown(who, cup, ("POST", "{cup}/entries/1/requested-byes", {"round": 1}))
    assert group(effect, "next-draw")["title"] == "Round 1, if it is redrawn"
    assert rows(effect, "next-draw")["Sit out, as requested"] == ("–", "Pair 1")


def test_the_clock_is_shown_before_and_afterwards(who: Person) -> None:
    cup = tournament(who)
    draw(who, cup)
    path = f"/tournaments/{cup}/clock"
    start = {"round": 1, "minutes": 50, "break_minutes": 10, "warnings": [5, 10]}
    running, paused, stopped = "running", "paused", "stopped: it is not shown"
    steps: list[tuple[str, dict[str, Any], Rows]] = [
        ("", start, {
            "Round": ("–", "1"), "Clock": ("–", running), "Time left": ("–", "50:00"),
            "Minutes of the round": ("–", "50"), "Minutes of the break after it": ("–", "10"),
            "Warnings, in minutes before the end": ("–", "10, 5"),
        }),
        ("/pause", {}, {"Clock": (running, paused)}),
        ("/minutes", {"minutes": 5}, {"Minutes of the round": ("50", "55")}),
        ("/resume", {}, {"Clock": (paused, running)}),
        ("/stop", {}, {"Clock": (running, stopped)}),
        ("/resume", {}, {"Clock": (stopped, running)}),
    ]  # fmt: skip
    with cases() as case:
        for step, body, changed in steps:
            with case(step):
                before = who.get(path).json.get("clock")
                effect = shown(who, cup, ("POST", f"{{cup}}/clock{step}", body))
                seen = rows(effect, "clock")
                left = seen.pop("Time left", None)
                assert seen == {name: row for name, row in changed.items() if name != "Time left"}
                assert who.get(path).json.get("clock") == before
                done(who, f"{path}{step}", body)
                if step == "/minutes":
                    assert left is not None
                    assert [int(each.split(":")[0]) for each in left] in ([49, 54], [50, 55])


def test_lots_show_the_places_that_they_decide_and_never_their_order(who: Person) -> None:
    cup = tournament(who, 4, {**SWISS, "tie_breaks": ["lot"]})
    path = f"/tournaments/{cup}"
    played(who, cup, close=False)
    for command in (("POST", "{cup}/lots", {"purpose": "tie-break"}),) * 3:
        effect = shown(who, cup, command)
        assert effect["recorded"] == ["Lots are drawn for tie-break."]
        assert effect["by_lot"]
        assert effect["standings"] == []
        decided = rows(effect, "lots")
        assert decided.keys() == {"Place 1", "Place 3"}
        assert {after for _, after in decided.values()} == {"in the order of the lots"}
    assert who.get(path).json["lots"][0]["purpose"] == "draws", "a preview draws none"
    done(who, f"{path}/lots/promises", {"purpose": "tie-break"})
    effect = shown(who, cup, ("POST", "{cup}/lots/promises", {"purpose": "tie-break"}))
    assert group(effect, "lots")["notes"] == [
        "The lots stay sealed until they are opened. Only their digest is published.",
        "They replace the sealed lots, which can then no longer be opened.",
    ]
    opened = shown(who, cup, ("POST", "{cup}/lots", {"purpose": "tie-break"}))
    assert opened["standings"] == [], "sealed lots are not shown before they are opened"
    done(who, f"{path}/lots", {"purpose": "tie-break"})
    assert len({row["place"] for row in who.get(f"{path}/standings").json["items"]}) == 4


def test_terms_show_which_ones_change_in_the_words_of_the_form(who: Person) -> None:
    cup = tournament(who, 4, {**SWISS, "requested_byes": 1})
    terms = who.get(f"/tournaments/{cup}").json["terms"]
    changed = {**terms, "last_entry": 2, "scoring": {**terms["scoring"], "late": "half", "bye": 1}}
    effect = shown(who, cup, ("POST", "{cup}/terms", {"terms": changed}))
    assert rows(effect, "terms") == {
        "Last round that an entry may begin with": ("–", "2"),
        "A round before a late entry is worth": ("nothing", "half: a draw, or half the mean of the other rounds"),
        "A bye is worth": ("–", "½"),
    }


def test_packs_are_shown_without_a_card(who: Person) -> None:
    cup = tournament(who, 4, {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}})
    effect = shown(who, cup, ("POST", "{cup}/packs", {"boards": [1, 2]}))
    assert effect["recorded"] == ["Packs 1 were dealt and sealed, for 2 boards."]
    done(who, f"/tournaments/{cup}/packs", {"boards": [1, 2]})
    effect = shown(who, cup, ("POST", "{cup}/packs/1/open", {}))
    assert effect["recorded"] == ["Packs 1 were opened, for everybody to check."]
    assert effect["undo"].startswith("Nothing undoes it")
    assert "opening" not in str(who.get(f"/tournaments/{cup}/packs/1").json.get("opening") or "")


def test_assigned_tables_are_named_and_count_in_the_round_that_is_drawn(people: People, who: Person) -> None:
    club = people.club()
    cup = tournament(who, club=club)
    table = draw(who, cup)["encounters"][0]
    garden = people.table(club)
    named = who.get(f"/tables/{garden}").json["name"]
    command = ("POST", "{cup}/tables", {"tables": {"1": garden}})
    assert rows(shown(who, cup, command), "places") == {"Table 1": ("–", named)}
    same = who.post(f"/tournaments/{cup}/rounds/1/redraw", WHY)
    assert (same.status_code, same.json["code"]) == (422, "same-draw")
    done(who, f"/tournaments/{cup}/tables", {"tables": {"1": garden}})
    assert who.get(f"/encounters/{table['id']}").json["place"] == garden
    same = who.post(f"/tournaments/{cup}/rounds/1/redraw", WHY)
    assert (same.status_code, same.json["code"]) == (422, "same-draw")
    forfeit = ("POST", f"/encounters/{table['id']}/forfeit", {"sides": [0], **WHY})
    assert shown(who, cup, forfeit)["recorded"][0].startswith(f"{named}: ")
