"""Classes over HTTP: pupils join with a code, the teacher leads, answers count once (docs/teaching.md)."""

from __future__ import annotations

import csv
import io
import logging
import random
import re
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from api.classes import access as class_access
from api.classes.access import MOST_OPEN, WRONG_CODES
from api.classes.keeper import end_overdue
from api.services import Provider
from replay.lessons.file import to_plain
from store.settings import Settings
from store.tables import classes as store_classes
from tests.cases import cases
from tests.http.classes import HOLDER, TRUMPS, WORDS, a_class, done, published, quiz
from tests.http.people import People, Person, opened
from tests.lessons.lessons import ask, go, lesson, look, reveal


def test_a_class_is_opened_joined_led_answered_shown_and_ended(people: People) -> None:
    led = a_class(people, pace="led")
    anu, bala = led.pupil("Anu"), led.pupil("Bala")
    assert anu.standing()["place"] == {"chapter": 1, "step": 1}
    led.go(TRUMPS)
    assert anu.standing()["at"] == {"chapter": 1, "step": 4}
    shown_step = done(anu.read(TRUMPS))
    assert shown_step["question"]["kind"] == "trumps"
    assert "own" not in shown_step
    same = f"/lessons/{led.state()['lesson']}/read/1/4/answers"
    (right,) = done(people.anybody.post(same, {"answer": ""}))["answers"]
    assert done(anu.answer(TRUMPS, right)) == {"own": {"answer": right}}, "a led class waits for the teacher"
    done(bala.answer(TRUMPS, str(int(right) + 1)))
    state = led.state()
    assert [(each["pupil"], each["right"]) for each in state["answers"]] == [(1, True), (2, False)]
    assert [each["nickname"] for each in state["pupils"]] == ["Anu", "Bala"]
    led.show(TRUMPS)
    pupil_state = done(anu.read(TRUMPS))
    assert pupil_state["own"]["right"] is True
    assert pupil_state["right_answers"] == [right]
    assert pupil_state["tally"]["answers"] == {right: 1, str(int(right) + 1): 1}
    tallies = led.state()["tallies"]
    led.end()
    after = led.state()
    assert (after["status"], after["pupils"], after["answers"]) == ("ended", [], [])
    assert after["tallies"] == tallies
    assert anu.read(TRUMPS).status_code == 401, "the secret went with the pupil"


def test_at_the_pupils_own_pace_a_mark_comes_at_once(people: People) -> None:
    free = a_class(people)
    pupil = free.pupil()
    mark = done(pupil.answer(TRUMPS, "99"))
    assert mark["own"]["right"] is False
    assert len(mark["right_answers"]) == 1
    assert done(pupil.read(TRUMPS))["own"]["right"] is False
    assert pupil.standing()["place"] == {"chapter": 1, "step": 4}, "where it read last"


def test_nobody_overtakes_the_teacher_of_a_led_class(people: People) -> None:
    led = a_class(people, pace="led")
    pupil = led.pupil()
    led.go((1, 3))
    with cases() as case:
        for step in (4, 5, 7, 8, 99):
            with case(step):
                for answer in (pupil.read((1, step)), pupil.answer((1, step), "3"), pupil.read((2, step))):
                    assert (answer.status_code, answer.json["code"]) == (409, "class-ahead")
    assert [pupil.read((1, step)).status_code for step in (1, 2, 3)] == [200, 200, 200]
    assert pupil.read((0, 99)).status_code == 404
    led.go(TRUMPS)
    led.go((1, 1))
    assert pupil.read(TRUMPS).json["code"] == "class-ahead"
    done(pupil.answer(TRUMPS, "3"))  # a phone without a network sends its answer later


def test_the_first_answer_counts_in_whatever_order_and_however_often_answers_arrive(people: People) -> None:
    """Tallies are what anybody can count from the answers that were accepted first."""
    rng = random.Random("classes")
    free = a_class(people)
    pupils = [free.pupil() for _ in range(6)]
    first: dict[tuple[int, tuple[int, int]], str] = {}
    sent = [(pupil, place) for pupil in pupils for place in (TRUMPS, WORDS, HOLDER) for _ in range(3)]
    rng.shuffle(sent)
    for pupil, place in sent:
        text = rng.choice(["1", "2", "3"] if place == TRUMPS else ["N", "W", "N W"] if place == HOLDER else ["a", "b"])
        answer = done(pupil.answer(place, text))["own"]["answer"]
        assert answer == first.setdefault((pupil.number, place), answer)
    assert len(first) == len(pupils) * 3
    counted: dict[Any, Counter[str]] = defaultdict(Counter)
    for (_, place), answer in first.items():
        counted[place][answer] += 1
    tallies = {(each["chapter"], each["step"]): each for each in free.state()["tallies"]}
    assert tallies.keys() == counted.keys()
    for place, counts in counted.items():
        tallied = tallies[place]
        assert tallied["answers"] == ({} if place == WORDS else counts)
        assert tallied["right"] + tallied["wrong"] + tallied["unmarked"] == counts.total()
    assert tallies[WORDS]["unmarked"] == len(pupils)


def test_an_answer_after_the_answers_were_shown_counts_as_late(people: People) -> None:
    free = a_class(people)
    early, late = free.pupil(), free.pupil()
    done(early.answer(TRUMPS, "3"))
    free.show(TRUMPS)
    done(late.answer(TRUMPS, "3"))
    (tallied,) = free.state()["tallies"]
    assert (tallied["answers"], tallied["late"]) == ({"3": 2}, 1)
    done(early.answer(TRUMPS, "3"))
    assert free.state()["tallies"] == [tallied]


def test_the_teacher_marks_free_texts(people: People) -> None:
    free = a_class(people)
    pupil = free.pupil()
    done(pupil.answer(WORDS, "Because East has it."))
    assert done(pupil.read(WORDS))["own"]["right"] is None
    body = {"pupil": pupil.number, "chapter": 1, "step": 5, "right": True}
    assert done(free.teacher.post(f"{free.path}/marks", body))["tallies"][0]["right"] == 1
    assert done(pupil.read(WORDS))["own"]["right"] is True
    assert free.teacher.post(f"{free.path}/marks", body | {"step": 4}).json["code"] == "lesson-answer"
    assert free.teacher.post(f"{free.path}/marks", body | {"pupil": 99}).status_code == 404


def test_a_removed_pupil_is_told_so_and_its_answers_do_not_count_until_it_is_let_back_in(
    people: People, settings: Settings
) -> None:
    free = a_class(people)
    anu, bala = free.pupil("Anu"), free.pupil("Balasomething")
    for pupil, answer in ((anu, "1"), (bala, "2")):
        done(pupil.answer(TRUMPS, answer))
    free.go(TRUMPS)
    free.show(TRUMPS)
    done(anu.read(TRUMPS))
    before, table = free.state(), free.teacher.get(f"{free.path}/results.csv").text
    remove, let_back = (f"{free.path}/pupils/{bala.number}/{what}" for what in ("remove", "return"))
    done(free.teacher.post(remove, {}))
    state = free.state()
    assert [each["nickname"] for each in state["pupils"]] == ["Anu"]
    assert state["removed"] == [{"pupil": bala.number, "nickname": "Balasomething"}]
    assert [each["pupil"] for each in state["answers"]] == [anu.number]
    assert state["tallies"][0]["answers"] == {"1": 1}
    assert done(free.teacher.get(f"{free.path}/screen"))["pupils"] == 1
    assert done(anu.read(TRUMPS))["tally"]["answers"] == {"1": 1}
    assert "Balasomething" not in free.teacher.get(f"{free.path}/results.csv").text
    for refused in (bala.person.get(f"/class/{free.code}"), bala.read(TRUMPS), bala.answer(HOLDER, "N")):
        assert (refused.status_code, refused.json["code"]) == (403, "class-removed")
    assert done(free.teacher.post(remove, {}))["recorded"] == [], "removed already"
    done(free.teacher.post(let_back, {}))
    assert done(free.teacher.post(let_back, {}))["recorded"] == []
    assert free.state() == before
    assert free.teacher.get(f"{free.path}/results.csv").text == table
    done(bala.read(TRUMPS))
    assert free.teacher.post(f"{free.path}/pupils/99/remove", {}).status_code == 404
    done(free.teacher.post(remove, {}))
    free.end(keep=True)
    assert [each["nickname"] for each in free.state()["pupils"]] == ["Anu"]
    assert "Balasomething" not in stored_texts(settings), "nothing of a removed pupil is kept"
    assert free.teacher.post(let_back, {}).json["code"] == "class-ended"


def test_a_removed_pupil_takes_no_place(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_classes.Classes.join, "__defaults__", (1,))
    free = a_class(people)
    pupil = free.pupil()
    join = f"/class/{free.code}/pupils"
    assert people.anybody.post(join, {"nickname": "E"}).json["code"] == "class-full"
    done(free.teacher.post(f"{free.path}/pupils/{pupil.number}/remove", {}))
    assert people.anybody.post(join, {"nickname": "E"}).status_code == 201


def test_in_a_led_class_a_step_with_all_hands_shows_the_answers_before_it(people: People) -> None:
    """Otherwise a pupil could look at the hands, and answer the question then."""
    content = lesson(look("E"), go(20), ask("trumps"), reveal(), ask("text"))
    for pace, shown, late in (("led", [{"chapter": 1, "step": 3}], True), ("free", [], False)):
        room = a_class(people, published(people, content), pace=pace)
        early, slow = room.pupil(), room.pupil()
        room.go((1, 3))
        done(early.answer((1, 3), "3"))
        assert room.state()["shown"] == []
        room.go((1, 5))
        assert room.state()["shown"] == shown
        done(slow.answer((1, 3), "3"))
        room.go((1, 3))
        assert [each["late"] for each in room.state()["answers"]] == [False, late]


def test_results_are_a_table_and_no_cell_is_a_formula(people: People) -> None:
    free = a_class(people)
    pupil, idle = free.pupil("=1+1"), free.pupil()
    done(pupil.answer(WORDS, "@sum(1)"))
    done(pupil.answer(TRUMPS, "3"))
    table = list(csv.DictReader(io.StringIO(free.teacher.get(f"{free.path}/results.csv").text)))
    cells = [(row["nickname"], row["step"], row["question"], row["answer"]) for row in table]
    assert cells == [("'=1+1", "4", "trumps", "3"), ("'=1+1", "5", "text", "'@sum(1)"), (idle.nickname, "", "", "")]


def stored_texts(settings: Settings) -> str:
    """Every row of every table as text, with its bytes as the characters that they may be."""
    with psycopg.connect(settings.owner_dsn or settings.dsn) as connection:
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = %s", [settings.schema]
            )
        ]
        assert {"events", "class_pupils", "class_answers", "tokens", "commands"} <= set(tables)
        whole = [SQL("SELECT t::text FROM {} AS t").format(Identifier(settings.schema, name)) for name in tables]
        text = "\n".join(row for statement in whole for (row,) in connection.execute(statement))
    in_bytes = re.findall(r"\\x((?:[0-9a-f]{2})+)", text)
    return text + "\n".join(bytes.fromhex(part).decode("latin-1") for part in in_bytes)


def test_nothing_personal_stays_after_the_end_unless_the_teacher_keeps_it(
    people: People, house: Provider, settings: Settings
) -> None:
    nickname, words = "Zanzibarina", "myfreewordsandname"
    for keep in (False, True):
        free = a_class(people)
        pupil = free.pupil(nickname)
        done(pupil.answer(TRUMPS, "3"))
        done(pupil.answer(WORDS, words))
        texts = stored_texts(settings)
        assert nickname in texts
        assert words in texts
        assert "nought.Class.ClassOpened" in texts, "the events are looked at too"
        free.end(keep=keep)
        if keep:
            assert nickname in stored_texts(settings)
            assert nickname in free.teacher.get(f"{free.path}/results.csv").text
            done(free.teacher.post(f"{free.path}/forget", {}))
        left = stored_texts(settings)
        assert nickname not in left
        assert words not in left
        assert nickname not in free.teacher.get(f"{free.path}/results.csv").text
        assert [each["right"] + each["wrong"] + each["unmarked"] for each in free.state()["tallies"]] == [1, 1]


def test_an_end_sent_again_is_one_end_and_a_second_one_is_refused(people: People) -> None:
    free = a_class(people)
    free.pupil()
    headers = {"Idempotency-Key": "the end"}
    first = done(free.teacher.post(f"{free.path}/end", {}, headers=headers))
    again = done(free.teacher.post(f"{free.path}/end", {}, headers=headers))
    assert (first["version"], first["replayed"], again["version"], again["replayed"]) == (2, False, 2, True)
    assert free.teacher.post(f"{free.path}/end", {}).json["code"] == "class-ended"
    for path, body in (("position", {"chapter": 1, "step": 1}), ("pace", {"pace": "led"})):
        assert free.teacher.post(f"{free.path}/{path}", body).json["code"] == "class-ended"
    assert people.anybody.post(f"/class/{free.code}/pupils", {"nickname": "Late"}).json["code"] == "class-ended"


def test_a_command_sent_twice_changes_nothing_the_second_time(people: People) -> None:
    led = a_class(people, pace="led")
    for path, body in (
        ("position", {"chapter": 1, "step": 4}), ("reveal", {"chapter": 1, "step": 4}), ("pace", {"pace": "free"}),
    ):  # fmt: skip
        version = done(led.teacher.post(f"{led.path}/{path}", body))["version"]
        again = done(led.teacher.post(f"{led.path}/{path}", body))
        assert (again["version"], again["recorded"]) == (version, [])


def test_classes_without_activity_end_by_themselves(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = house.services
    idle, busy = a_class(people), a_class(people)
    idle.pupil("Idle")
    assert end_overdue(services.ledger, services.classes) == 0
    monkeypatch.setattr(store_classes, "IDLE", timedelta(seconds=0))
    assert end_overdue(services.ledger, services.classes) >= 2
    for each in (idle, busy):
        assert (each.state()["status"], each.state()["pupils"]) == ("ended", [])
    assert end_overdue(services.ledger, services.classes) == 0


def test_an_interrupted_end_is_carried_out_again(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = house.services
    monkeypatch.setattr(store_classes, "STUCK", timedelta(seconds=0))
    before, between = a_class(people), a_class(people)
    for each in (before, between):
        pupil = each.pupil()
        services.classes.close(UUID(each.id), keep=False)
        assert pupil.answer(TRUMPS, "3").json["code"] == "class-ended", "no answer is taken after the tallies"
    services.ledger.classes.end(UUID(between.id), False, 1, (), by="x", at="2026-11-23T12:00:00.000Z")
    assert end_overdue(services.ledger, services.classes) == 2
    for each in (before, between):
        assert each.state()["status"] == "ended"
        assert services.classes.changes([UUID(each.id)]).pupils == []


def test_joining_is_refused_in_clear_words(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    free = a_class(people)
    free.pupil("Anu")
    join = f"/class/{free.code}/pupils"
    secret = "s" * 43
    once = done(people.anybody.post(join, {"nickname": "Bala", "secret": secret}), 201)
    assert done(people.anybody.post(join, {"nickname": "Bala", "secret": secret}), 201) == once, "sent again"
    other = a_class(people)
    with cases() as case:
        for path, body, status, code in (
            (join, {"nickname": "ANU"}, 409, "class-nickname"),
            (join, {"nickname": "  "}, 422, "shape"),
            (join, {"nickname": "a" * 41}, 422, "shape"),
            (join, {"nickname": "C", "secret": "short"}, 422, "shape"),
            (f"/class/{other.code}/pupils", {"nickname": "C", "secret": secret}, 409, "class-secret"),
            ("/class/346793/pupils", {"nickname": "C"}, 404, "not-found"),
        ):
            with case(path, body):
                answer = people.anybody.post(path, body)
                assert (answer.status_code, answer.json["code"]) == (status, code)
    typed = f"{free.code[:3].lower()}-{free.code[3:]}"
    assert people.anybody.post(f"/class/{typed}/pupils", {"nickname": "D"}).status_code == 201
    monkeypatch.setattr(store_classes.Classes.join, "__defaults__", (3,))
    assert people.anybody.post(join, {"nickname": "E"}).json["code"] == "class-full"


@pytest.mark.full
def test_a_whole_class_joins_at_once_from_one_address(people: People) -> None:
    free = a_class(people)
    with ThreadPoolExecutor(12) as pool:
        pupils = list(pool.map(lambda _: free.pupil(), range(60)))
    assert sorted(each.number for each in pupils) == list(range(1, 61))


def test_codes_cannot_be_guessed_without_end(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    assert WRONG_CODES >= 100, "a whole class may share an address"
    monkeypatch.setattr(class_access, "WRONG_CODES", 2)
    free = a_class(people)
    address = {"environ_base": {"REMOTE_ADDR": "203.0.113.7"}}
    for _ in range(3):
        assert people.anybody.post("/class/346793/pupils", {"nickname": "C"}, **address).status_code == 404
    refused = people.anybody.post(f"/class/{free.code}/pupils", {"nickname": "C"}, **address)
    assert (refused.status_code, refused.json["code"]) == (429, "too-many-attempts"), "a right code is no oracle"
    assert "Retry-After" in refused.headers
    assert free.pupil().number == 1, "another address is not held up"


def test_a_right_code_takes_back_no_wrong_one(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who knows the code of one class cannot guess those of others without end."""
    monkeypatch.setattr(class_access, "WRONG_CODES", 4)
    free = a_class(people)
    address = {"environ_base": {"REMOTE_ADDR": "203.0.113.8"}}
    statuses = []
    for guess in ("346793", "346794", "346796", "346797", "346799"):
        known = people.anybody.post(f"/class/{free.code}/pupils", {"nickname": guess}, **address)
        wrong = people.anybody.post(f"/class/{guess}/pupils", {"nickname": "C"}, **address)
        statuses += [known.status_code, wrong.status_code]
    assert statuses == [201, 404, 201, 404, 201, 404, 201, 404, 201, 404]
    other = a_class(people)
    refused = people.anybody.post(f"/class/{other.code}/pupils", {"nickname": "D"}, **address)
    assert refused.json["code"] == "too-many-attempts"


def test_wrong_codes_of_one_pupil_shut_out_nobody_whose_class_is_at_the_address(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A school has one address: there the teacher opened one class, and a pupil has joined the other."""
    monkeypatch.setattr(class_access, "WRONG_CODES", 2)
    school = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}
    opened_there = done(people.admin.post("/classes", {"lesson": "02-following-suit"}, **school), 201)["code"]
    elsewhere = a_class(people)
    done(people.anybody.post(f"/class/{elsewhere.code}/pupils", {"nickname": "First"}, **school), 201)
    for guess in ("346793", "346794", "346796", "346797"):
        last = people.anybody.post(f"/class/{guess}/pupils", {"nickname": "C"}, **school)
    assert last.status_code == 429
    for code in (opened_there, elsewhere.code):
        done(people.anybody.post(f"/class/{code}/pupils", {"nickname": "Second"}, **school), 201)
    unknown = people.anybody.post(f"/class/{a_class(people).code}/pupils", {"nickname": "C"}, **school)
    assert unknown.status_code == 429


@pytest.mark.parametrize("code", ["%00", "a%00b", "%ED%A0%80", "AAAAAA", "%E2%80%AEabc", "x" * 12])
def test_a_text_that_is_no_code_is_no_class(people: People, code: str) -> None:
    assert people.anybody.post(f"/class/{code}/pupils", {"nickname": "C"}).status_code == 404


def test_no_log_line_has_the_code_of_a_class(people: People, caplog: pytest.LogCaptureFixture) -> None:
    """With the code, anybody can join; nobody who reads the log should."""
    free = a_class(people)
    with caplog.at_level(logging.INFO, "nought.access"):
        pupil = free.pupil()
        assert pupil.person.get(f"/class/{free.code}").status_code == 200
    assert "/api/v1/class/" in caplog.text
    assert free.code not in caplog.text


@pytest.mark.full
def test_classes_that_are_opened_at_the_same_time_are_counted(people: People) -> None:
    """Thirty at once of a club's director. An administrator's own classes are not counted with them."""
    director = people.issue("director", club=people.club())
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: director.post("/classes", {"lesson": "02-following-suit"}), range(30)))
    assert sorted(answer.status_code for answer in answers) == [201] * MOST_OPEN + [409] * 10
    assert people.admin.post("/classes", {"lesson": "02-following-suit"}).status_code == 201


def test_a_secret_is_good_for_its_class_alone(people: People) -> None:
    one, two = a_class(people), a_class(people)
    pupil = one.pupil()
    elsewhere = Person(people.app, pupil.person.secret)
    with cases() as case:
        for path in (f"/class/{two.code}", f"/class/{two.code}/read/1/1", one.path, "/classes", "/deals", "/tokens/me"):
            with case(path):
                assert elsewhere.get(path).status_code == 401
    assert people.admin.get(f"/class/{one.code}").status_code == 403
    assert people.anybody.get(f"/class/{one.code}").status_code == 401


def test_only_published_lessons_are_taught_and_so_many_classes_at_once(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = opened(people.admin.post("/lessons", {"lesson": to_plain(quiz())}))
    director = people.issue("director", club=people.club())
    for name in (draft, "no-lesson", "019c5c22-f9d0-791b-99d5-000000000000"):
        assert people.admin.post("/classes", {"lesson": name}).status_code in (404, 422), name
    class_payload = done(director.post("/classes", {"lesson": "02-following-suit", "language": "gsw"}), 201)
    assert done(director.get(f"/classes/{class_payload['id']}"))["title"] != "Following suit"
    monkeypatch.setattr("api.classes.access.MOST_OPEN", 2)
    done(director.post("/classes", {"lesson": "02-following-suit"}), 201)
    assert director.post("/classes", {"lesson": "02-following-suit"}).json["code"] == "too-many-classes"
    assert len(done(director.get("/classes"))["items"]) == 2
    done(director.post(f"/classes/{class_payload['id']}/end", {}))
    done(director.post("/classes", {"lesson": "02-following-suit"}), 201)


def test_a_list_has_only_the_classes_that_the_caller_may_lead(people: People) -> None:
    club, other = people.club(), people.club()
    mine = done(people.admin.post("/classes", {"lesson": "02-following-suit", "club": club}), 201)["id"]
    for role, scope, expected in (
        ("director", {"club": club}, [mine]),
        ("director", {"club": other}, []),
        ("recorder", {"table": people.table(club)}, []),
        ("arbiter", {}, []),
    ):
        who = people.issue(role, **scope)
        listed = [each["id"] for each in done(who.get("/classes"))["items"]]
        assert listed == expected, (role, scope)
        assert [who.get(f"/classes/{each}").status_code for each in listed] == [200] * len(listed)


def test_a_class_reads_the_version_at_which_it_began(people: People) -> None:
    identity = published(people)
    free = a_class(people, identity)
    pupil = free.pupil()
    draft = done(people.admin.get(f"/lessons/{identity}/draft"))
    step = draft["chapters"][0]["steps"][0]
    body = {"chapter": 1, "kind": "text", "text": "Changed.", "base": step["revision"]}
    done(people.admin.call("PATCH", f"/lessons/{identity}/steps/{step['step']}", json=body))
    done(people.admin.post(f"/lessons/{identity}/publish", {"visibility": "public"}))
    assert done(pupil.read((1, 1)))["text"] == "Look."
