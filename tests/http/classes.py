"""Classes to test with: a published lesson, its class, and pupils."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from domain.lesson.commands import NewLesson
from replay.lessons.file import to_plain
from tests.http.people import People, Person, opened
from tests.lessons.lessons import ask, go, lesson, look, say

_numbers = count(1)
TRUMPS, WORDS, HOLDER = (1, 4), (1, 5), (1, 6)
"""The questions of `quiz`: how many trumps the others have, one in the pupil's own words, and who can hold a card."""


def quiz() -> NewLesson:
    """A lesson with a text, and three questions of which the teacher marks one."""
    return lesson(
        say("Look."), look("E"), go(20), ask("trumps"), ask("text"), ask("holder", card="9S"), say("The end.")
    )


def done(answer: Any, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.json
    body: dict[str, Any] = answer.json
    return body


def published(people: People, content: NewLesson | None = None) -> str:
    identity = opened(people.admin.post("/lessons", {"lesson": to_plain(content or quiz())}))
    done(people.admin.post(f"/lessons/{identity}/publish", {"visibility": "link"}))
    return identity


@dataclass(frozen=True)
class Class:
    """An open class, and its teacher."""

    people: People
    teacher: Person
    id: str
    code: str

    @property
    def path(self) -> str:
        return f"/classes/{self.id}"

    def state(self) -> dict[str, Any]:
        return done(self.teacher.get(self.path))

    def go(self, place: tuple[int, int]) -> None:
        done(self.teacher.post(f"{self.path}/position", {"chapter": place[0], "step": place[1]}))

    def show(self, place: tuple[int, int]) -> None:
        done(self.teacher.post(f"{self.path}/reveal", {"chapter": place[0], "step": place[1]}))

    def end(self, **how: Any) -> dict[str, Any]:
        return done(self.teacher.post(f"{self.path}/end", how))

    def pupil(self, nickname: str = "") -> Pupil:
        nickname = nickname or f"Pupil {next(_numbers)}"
        body = done(self.people.anybody.post(f"/class/{self.code}/pupils", {"nickname": nickname}), 201)
        return Pupil(Person(self.people.app, body["secret"]), self.code, body["pupil"], nickname)


@dataclass(frozen=True)
class Pupil:
    """A pupil with its secret."""

    person: Person
    code: str
    number: int
    nickname: str

    def read(self, place: tuple[int, int]) -> Any:
        return self.person.get(f"/class/{self.code}/read/{place[0]}/{place[1]}")

    def answer(self, place: tuple[int, int], text: str) -> Any:
        return self.person.post(f"/class/{self.code}/read/{place[0]}/{place[1]}/answers", {"answer": text})

    def standing(self) -> dict[str, Any]:
        return done(self.person.get(f"/class/{self.code}"))


def a_class(people: People, lesson: str = "", pace: str = "free", teacher: Person | None = None) -> Class:
    who = teacher or people.admin
    body = done(who.post("/classes", {"lesson": lesson or published(people), "pace": pace}), 201)
    return Class(people, who, body["id"], body["code"])
