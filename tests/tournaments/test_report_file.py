"""A tournament as FIDE's Tournament Report File (docs/tournaments.md, "Report files"), by an independent reader."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from domain.kernel.errors import Declined
from domain.tournament.facts.adjustments import AdjustmentMade, StartingScoreSet
from domain.tournament.facts.entries import EntryMade
from domain.tournament.facts.wishes import AvoidanceAdded
from domain.tournament.files.report.columns import write
from domain.tournament.files.report.particulars import Particulars, check_particulars
from domain.tournament.formats import FORMATS
from domain.tournament.terms import Encounter, Scoring, Terms
from tests.cases import cases
from tests.http.people import People, opened
from tests.http.tournament_requests import SWISS, done, draw, report, tournament
from tests.tournaments.golden.report_file import FILE, Built, text
from tests.tournaments.test_qualifying import Club
from tests.tournaments.trf_reader import Trf, read, score

ROUND_ROBIN = Terms("round-robin", encounter=Encounter(deals=4))
FOUR = ("Amal", "Bimal", "Chitra", "Dilani")


def built(terms: Terms, *names: str) -> Built:
    cup = Built(terms)
    cup.enter(*names)
    return cup


def reread(cup: Built, **particulars: str) -> Trf:
    return read(write(cup.report(**particulars)))


def results(trf: Trf) -> str:
    """The results of all players, round by round, with a slash between players."""
    return "/".join("".join(result for *_, result in each.rounds) for each in trf.players.values())


def test_the_golden_file_is_as_it_was_and_as_the_documents_want_it() -> None:
    assert text() == FILE.read_bytes().decode()
    trf = read(text())
    assert {result for each in trf.players.values() for *_, result in each.rounds} == set("1=0+-HUZ ")
    ruled = {2}
    for each in trf.players.values():
        assert (each.points == score(trf, each)) == (each.start not in ruled), each


def test_a_result_becomes_its_code() -> None:
    """Wins, draws, losses, forfeits of one side and of both, and a table without a result; w is North and South."""
    cup = built(Terms("swiss", rounds=3, encounter=Encounter(deals=4)), *FOUR)
    cup.draw("2026-02-14", "1-2 3:1", "4-3 2:2")
    cup.draw("2026-02-14", "3-1 +-", "2-4 --")
    cup.draw("2026-02-14", "1-4 0:4", "3-2")
    trf = reread(cup)
    assert results(trf) == "1-0/0- /=+ /=-1"
    assert [each.rounds for each in trf.players.values()][3] == [(3, "w", "="), (2, "b", "-"), (1, "b", "1")]
    assert [each.points for each in trf.players.values()] == [1, 0, Fraction(3, 2), Fraction(3, 2)]
    assert [each.rank for each in trf.players.values()] == [3, 4, 1, 2]
    assert "Tables without a result yet in round 3." in trf.comments


@pytest.mark.parametrize(("share", "code"), [("none", "Z"), ("half", "H"), ("full", "F")])
def test_a_round_without_a_draw_becomes_the_bye_that_it_is_worth(share: str, code: str) -> None:
    """Byes on request, and rounds before a late entry; not drawn, and after a withdrawal, always Z; a bye is U."""
    terms = Terms("swiss", rounds=3, scoring=Scoring(requested_bye=share, late=share), requested_byes=1)
    cup = built(terms, "Amal", "Bimal", "Chitra", "Dilani", "Esha")
    cup.draw("2026-02-14", "1-2 7:3", byes="3", requested="4", absent="5")
    cup.take(EntryMade("6", "Late", (), 2))
    trf = reread(cup)
    assert results(trf) == f"1/0/U/{code}/Z/{code}"
    worth = {"none": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}[share]
    assert [each.points for each in trf.players.values()] == [1, 0, 1, worth, 0, worth]
    assert [each.rank for each in trf.players.values()][-1] is None, "a late entry is not in the standings yet"
    assert trf.players[6].points == score(trf, trf.players[6])


def test_another_scoring_is_in_the_codes_of_both_pairing_programs() -> None:
    """3 points for a win, 1 for a draw, 1½ for a bye, 2 for a walkover."""
    terms = Terms("swiss", rounds=2, scoring=Scoring(win=6, draw=2, bye=3, forfeit=4))
    cup = built(terms, "Amal", "Bimal", "Chitra", "Dilani", "Esha")
    cup.draw("2026-02-14", "1-2 7:3", "3-4 5:5", byes="5")
    cup.draw("2026-02-14", "1-5 +-", "2-3 0:7", byes="4")
    trf = reread(cup)
    assert trf.scoring == {
        "WW": 3, "BW": 3, "WD": 1, "BD": 1, "HPB": 1, "FPB": 3, "PAB": Fraction(3, 2), "FW": 2,
    }  # fmt: skip
    assert trf.other_scoring == {"BBW": 3, "BBD": 1, "BBU": Fraction(3, 2)}
    assert [each.points for each in trf.players.values()] == [5, 0, 4, Fraction(5, 2), Fraction(3, 2)]
    assert all(each.points == score(trf, each) for each in trf.players.values())


def test_a_bye_of_one_point_is_said_to_a_program_that_takes_it_for_a_win() -> None:
    """3 points for a win, 1 for a bye: usual for JaVaFo, not for bbpPairings (README, "BBU")."""
    cup = built(Terms("swiss", rounds=2, scoring=Scoring(win=6, bye=2)), *FOUR[:3])
    cup.draw("2026-02-14", "1-2 7:3", byes="3")
    trf = reread(cup)
    assert ("PAB" in trf.scoring, trf.other_scoring["BBU"]) == (False, 1)


def test_points_of_another_count_are_wins_and_draws_and_a_comment_says_so() -> None:
    cup = built(Terms("swiss", rounds=2, scoring=Scoring(counts="tokens"), encounter=Encounter(deals=4)), *FOUR)
    cup.draw("2026-02-14", "1-2 9:1", "3-4 2:2")
    trf = reread(cup)
    assert [(each.points, each.rank) for each in trf.players.values()] == [
        (1, 1), (0, 4), (Fraction(1, 2), 2), (Fraction(1, 2), 2),
    ]  # fmt: skip
    assert any("The standings do not count wins (Tokens won minus lost)" in each for each in trf.comments)


def test_rulings_starting_scores_and_dropped_rounds_are_in_the_points_and_said() -> None:
    cup = built(Terms("swiss", rounds=3, scoring=Scoring(drop_worst=1)), *FOUR)
    cup.take(StartingScoreSet("4", 3, "beginner"))
    cup.draw("2026-02-14", "1-2 7:3", "3-4 7:5")
    cup.draw("2026-02-14", "1-3 3:7", "2-4 3:7")
    cup.take(AdjustmentMade("1", -1, "score", 1, "late"))
    cup.take(AdjustmentMade("2", -5, "tokens", 1, "late"))
    trf = reread(cup)
    assert [each.points for each in trf.players.values()] == [Fraction(1, 2), 0, 1, Fraction(5, 2)]
    assert "The points include rulings or starting scores: Amal and Dilani." in trf.comments
    assert "The points leave out the worst rounds of each entry (1)." in trf.comments


def test_points_that_do_not_fit_into_their_column_are_refused() -> None:
    cup = built(Terms("swiss", rounds=3), *FOUR)
    cup.take(StartingScoreSet("2", -20, "a joke"))
    with pytest.raises(Declined, match=r"Bimal has -10\.0 points; a report file has room for four characters"):
        write(cup.report())


def test_virtual_points_with_two_decimals_are_left_out_and_said() -> None:
    for win, virtual in ((2, [1, 1, Fraction(1, 2)]), (3, None)):
        cup = built(Terms("swiss", rounds=5, acceleration="baku", scoring=Scoring(win=win)), *FOUR)
        trf = reread(cup)
        assert trf.acceleration == ({1: virtual, 2: virtual} if virtual else {})
        assert any("virtual points" in each for each in trf.comments) == (virtual is None)


def test_entries_that_must_not_meet_are_forbidden_and_a_wish_is_only_said() -> None:
    cup = built(Terms("swiss", rounds=3), *FOUR)
    cup.take(AvoidanceAdded(("4", "1", "2"), absolute=True))
    cup.take(AvoidanceAdded(("1", "3")))
    trf = reread(cup)
    assert trf.forbidden == [{1, 2, 4}]
    assert "Kept apart only if possible, which other programs cannot read: Amal and Chitra." in trf.comments


def test_a_round_robin_has_its_type_its_rounds_and_its_byes() -> None:
    for legs, kind, rounds in ((1, "Pairs: Round-Robin", 3), (2, "Pairs: Double Round-Robin", 6)):
        cup = built(replace(ROUND_ROBIN, legs=legs), *FOUR[:3])
        cup.draw("2026-02-14", "1-2 3:1", byes="3")
        trf = reread(cup)
        assert (trf.data["092"], trf.rounds, results(trf)) == ([kind], rounds, "1/0/U")
        assert trf.data["122"] == ["4 deals"]


@pytest.mark.parametrize(("bye", "code"), [(None, "F"), (2, "F"), (1, "H"), (0, "Z"), (3, "U")])
def test_of_several_byes_in_a_round_none_is_the_one_of_the_pairing_unless_nothing_else_fits(
    bye: int | None, code: str
) -> None:
    """After a withdrawal a round robin can have two byes in a round; U stands at most once in a round (TRF16)."""
    cup = built(replace(ROUND_ROBIN, scoring=Scoring(bye=bye)), *FOUR)
    cup.draw("2026-02-14", "1-2 3:1", byes="3 4")
    trf = reread(cup)
    assert results(trf) == f"1/0/{code}/{code}"
    assert all(each.points == score(trf, each) for each in trf.players.values())


def test_particulars_stand_in_their_lines_and_nothing_else_may() -> None:
    cup = built(replace(ROUND_ROBIN, side=1), *FOUR)
    trf = read(write(cup.report(city="Jaffna", federation="SRI", arbiter="Malini")))
    assert {code: trf.data.get(code) for code in ("022", "032", "102", "112", "092", "042", "052")} == {
        "022": ["Jaffna"], "032": ["SRI"], "102": ["Malini"], "112": None, "092": ["Individual: Round-Robin"],
        "042": None, "052": None,
    }  # fmt: skip
    assert trf.data["062"] == ["4"]
    checked = check_particulars(Particulars(" Jaffna ", "sri", "", (" A ", " ")))
    assert checked == Particulars("Jaffna", "SRI", "", ("A",))
    with cases() as case:
        for wrong in (
            Particulars("x" * 61), Particulars("two\nlines"), Particulars(federation="LANKA"),
            Particulars(federation="1AB"), Particulars(arbiter="a\rb"), Particulars(deputies=("ok", "x" * 61)),
        ):  # fmt: skip
            with case(str(wrong)), pytest.raises(Declined):
                check_particulars(wrong)


def test_only_a_swiss_and_a_round_robin_with_entries_have_a_report_file() -> None:
    assert {key for key, rules in FORMATS.items() if rules.report_type} == {"swiss", "round-robin"}
    for cup, why in (
        (built(Terms("knockout"), *FOUR), "not for a Knockout"), (built(Terms("swiss", rounds=3)), "no entries yet"),
    ):  # fmt: skip
        with pytest.raises(Declined, match=why):
            cup.report()


# --- over the API ---------------------------------------------------------------------------------------


def test_the_report_of_a_tournament_is_the_same_file_for_everybody(people: People) -> None:
    cup = tournament(people.admin, 5, {**SWISS, "rounds": 2})
    path = f"/tournaments/{cup}/report.trf?city=Jaffna&federation=sri&arbiter=Malini&deputies=Anna;%20Kala"
    answer = people.anybody.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="report.trf"'
    trf = read(answer.text)
    assert (trf.data["032"], trf.data["112"], results(trf)) == (["SRI"], ["Anna", "Kala"], "////")
    for table in draw(people.admin, cup)["encounters"]:
        report(people.admin, table["id"], 7, 3)
    assert sorted(results(read(people.anybody.get(path).text))) == sorted("1/1/0/0/U")
    for wrong in ("federation=Lanka", "city=" + "x" * 61, "deputies=" + ";".join("abcdefghijk"), "colour=w"):
        assert people.anybody.get(f"/tournaments/{cup}/report.trf?{wrong}").status_code == 422, wrong
    assert people.anybody.get(f"/tournaments/{cup}/report.trf?federation=12").json["code"] == "report-file"


def test_ratings_are_those_of_the_director_or_of_the_club_before_the_first_round(people: People) -> None:
    """The rating list changes with the results of this tournament; the file keeps what was known before."""
    club = Club(people)
    evening = club.tournament("Evening", FOUR)
    club.play(evening)
    club.end(evening)
    names = (*FOUR, "Newcomer", "Known elsewhere")
    cup = club.tournament("Cup", names, rounds=2)
    done(people.admin, f"/tournaments/{cup}/entries/6/details", {"rating": 2100})

    def ratings() -> dict[str, int | None]:
        trf = read(people.anybody.get(f"/tournaments/{cup}/report.trf").text)
        return {each.name: each.rating for each in trf.players.values()}

    before = ratings()
    assert (before["Newcomer"], before["Known elsewhere"]) == (None, 2100)
    tables = people.admin.get(f"/tournaments/{evening}/rounds/1").json["encounters"]
    won = {FOUR[int(each["sides"][0][0]) - 1] for each in tables}
    for name in FOUR:
        assert before[name] is not None
        assert (before[name] > 1000) == (name in won)  # type: ignore[operator]
    for table in draw(people.admin, cup)["encounters"]:
        report(people.admin, table["id"], 1, 0)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    assert ratings() == before
    other = opened(people.admin.post("/tournaments", {"name": "X", "terms": SWISS, "ruleset": "304"}))
    refused = people.anybody.get(f"/tournaments/{other}/report.trf").json
    assert refused["detail"] == "the tournament has no entries yet"
