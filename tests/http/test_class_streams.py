"""Classes followed on a real server: the teacher, the projector and the pupils, each with what it may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.live.class_source import ClassSource
from api.live.places import MOST_EACH, Kind
from domain.ledger import Ledger
from replay.lessons.questions import CannotTell
from tests.http.classes import TRUMPS, WORDS, Class, a_class, done
from tests.http.people import People
from tests.http.test_streams import HEARTBEAT, Stream, app, listening, site
from tests.waiting import until

__all__ = ["app", "site"]


def newest(stream: Stream) -> Any:
    """The class as the stream says it last; the first message is waited for."""
    data = stream.next().data
    while stream.events.qsize():
        data = stream.next().data
    return data


def test_an_answer_comes_to_the_teacher_and_to_nobody_else(people: People, site: str) -> None:
    led = a_class(people, pace="led")
    pupil, other = led.pupil("Nickname"), led.pupil()
    led.go(TRUMPS)
    with (
        listening(site, led.teacher, f"{led.path}/stream") as teacher,
        listening(site, led.teacher, f"{led.path}/screen/stream") as screen,
        listening(site, other.person, f"/class/{led.code}/stream") as phone,
    ):
        assert teacher.next().data == led.state()
        assert screen.next().data == done(led.teacher.get(f"{led.path}/screen"))
        assert phone.next().data == {
            "status": "open", "pace": "led", "shown": [], "at": {"chapter": 1, "step": 4},
        }  # fmt: skip
        done(pupil.answer(TRUMPS, "3"))
        payload = teacher.next().data
        assert [(each["pupil"], each["answer"]) for each in payload["answers"]] == [(pupil.number, "3")]
        assert payload == led.state()
        assert screen.next().data["answered"] == 1
        assert phone.quiet(3 * HEARTBEAT), "not even the time of an answer shows"
        led.show(TRUMPS)
        assert phone.next().data["shown"] == [{"chapter": 1, "step": 4}]
        assert newest(screen)["tally"]["answers"] == {"3": 1}
        led.end()
        for stream in (teacher, screen, phone):
            until(lambda stream=stream: not stream.events.empty() and list(stream.events.queue)[-1] is None)
            names = [event.name for event in list(stream.events.queue) if event is not None]
            assert names[-2:] == ["class", "end"]
        raw = b"".join([*screen.raw, *phone.raw])
        assert b"Nickname" not in raw
        assert b"Nickname" in b"".join(teacher.raw)


@pytest.mark.full
def test_a_removed_pupil_is_told_at_once_and_nobody_else_is(people: People, site: str) -> None:
    free = a_class(people)
    removed, other = free.pupil(), free.pupil()
    path = f"/class/{free.code}/stream"
    with (
        listening(site, removed.person, path) as phone,
        listening(site, other.person, path) as another,
        listening(site, free.teacher, f"{free.path}/stream") as teacher,
    ):
        for stream in (phone, another, teacher):
            stream.next()
        done(free.teacher.post(f"{free.path}/pupils/{removed.number}/remove", {}))
        assert phone.next().name == "removed"
        assert phone.ends()
        assert [each["pupil"] for each in teacher.next().data["pupils"]] == [other.number]
        assert another.quiet(3 * HEARTBEAT)
    with listening(site, removed.person, path) as again:
        assert again.status == 403


def test_a_screen_has_no_tally_before_the_answers_are_shown(people: People) -> None:
    led = a_class(people, pace="led")
    pupil = led.pupil("Nickname")
    led.go(WORDS)
    done(pupil.answer(WORDS, "my own words"))
    path = f"{led.path}/screen"
    before = done(led.teacher.get(path))
    assert before["answered"] == 1
    assert before.keys().isdisjoint({"tally", "right_answers"})
    led.show(WORDS)
    after = done(led.teacher.get(path))
    assert (after["right_answers"], after["tally"]["answers"], after["tally"]["unmarked"]) == ([], {}, 1)
    assert "my own words" not in json.dumps([before, after, done(led.pupil().read(WORDS))])


def test_a_pupil_cannot_tell_how_others_answered_before_that_is_shown(people: People) -> None:
    """Two classes that differ only in the other pupils and their answers give a pupil the same bytes."""
    responses = []
    for answers, pace in ((("1", "2"), "led"), (("5", "5"), "led"), (("1", "2"), "free"), (("5", "5"), "free")):
        room = a_class(people, pace=pace)
        pupil = room.pupil("Anu")
        for n, answer in enumerate(answers):
            other = room.pupil(f"Other {n} {answer}")
            room.go(TRUMPS)
            done(other.answer(TRUMPS, answer))
        paths = [f"/class/{room.code}{rest}" for rest in ("", "/read/1/1", "/read/1/4", "/read/1/7")]
        responses.append([frozen(room, pupil.person.get(path)) for path in paths])
        responses[-1].append(frozen(room, pupil.answer(TRUMPS, "3")))
    assert responses[0] == responses[1]
    assert responses[2] == responses[3]
    assert responses[0] != responses[2]


def frozen(room: Class, answer: Any) -> tuple[int, bytes, list[tuple[str, str]]]:
    """The status, the body and the headers, without the code that is in the address."""
    code = room.code
    headers = sorted((name, value.replace(code, "CODE")) for name, value in answer.headers)
    return answer.status_code, answer.data.replace(code.encode(), b"CODE"), headers


def test_a_whole_class_listens_from_one_address_and_no_pupil_has_many_streams(people: People, site: str) -> None:
    free = a_class(people)
    pupil = free.pupil()
    path = f"/class/{free.code}/stream"
    most = MOST_EACH[Kind.PUPIL]
    opened = [listening(site, pupil.person, path) for _ in range(most + 1)]
    streams = [each.__enter__() for each in opened]
    assert [each.status for each in streams] == [200] * most + [429]
    with listening(site, free.pupil().person, path) as another:
        assert another.status == 200
    for each in opened:
        each.__exit__(None, None, None)


@pytest.mark.full
def test_no_answer_is_lost_to_the_teacher_while_another_class_cannot_be_read(
    people: People, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = a_class(people), a_class(people)
    pupil = two.pupil()
    two.go(TRUMPS)
    failed: list[int] = []
    read = ClassSource.read_events

    def fail_thrice(source: ClassSource, ledger: Ledger) -> None:
        if str(source.id) == one.id and len(failed) < 3:
            failed.append(1)
            raise OSError
        read(source, ledger)

    monkeypatch.setattr(ClassSource, "read_events", fail_thrice)
    with (
        listening(site, one.teacher, f"{one.path}/stream") as first,
        listening(site, two.teacher, f"{two.path}/stream") as second,
    ):
        first.next()
        second.next()
        one.go(TRUMPS)
        until(lambda: failed)
        done(pupil.answer(TRUMPS, "3"))
        assert [each["answer"] for each in second.next().data["answers"]] == ["3"]
        assert first.next().data["at"] == {"chapter": 1, "step": 4}
        assert len(failed) == 3


@pytest.mark.full
def test_a_question_that_lost_its_answer_ends_no_stream(
    people: People, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A published lesson has none, but a later version of Nought may have no answer to an old question."""
    old, other = a_class(people), a_class(people)
    old.go(TRUMPS)
    other.go(TRUMPS)
    pupil = other.pupil()

    def cannot_tell(*_: object) -> None:
        raise CannotTell("it is not known")

    with (
        listening(site, old.teacher, f"{old.path}/screen/stream") as screen,
        listening(site, other.teacher, f"{other.path}/stream") as teacher,
    ):
        screen.next()
        teacher.next()
        monkeypatch.setattr("replay.lessons.questions.knowledge.TrumpsOut.right", cannot_tell)
        old.show(TRUMPS)
        assert newest(screen)["right_answers"] == []
        monkeypatch.undo()
        done(pupil.answer(TRUMPS, "3"))
        assert [each["answer"] for each in newest(teacher)["answers"]] == ["3"]
