"""Journeys of learners: a practice deal to its end, a lesson with every kind of question, a class of three."""

from __future__ import annotations

from replay.lessons.questions import KINDS
from tests.engines.conftest import Open, journey
from tests.engines.device import DESK, Device
from tests.http.classes import TRUMPS, WORDS, a_class, published
from tests.http.people import People

TURN = ".practice.over, .practice [data-hint]:not([disabled])"
ANSWERS = {
    "card": ("02-following-suit/1/4", "8C"),
    "bid": ("03-the-deal-and-the-first-bid/1/5", "160"),
    "game": ("05-the-trump-indicator/2/3", "closed"),
    "caps": ("11-caps/1/5", "no"),
    "holder": ("02-following-suit/2/3", "W"),
    "trumps": ("05-the-trump-indicator/1/5", "5"),
    "points": ("01-the-cards-and-their-points/1/6", "0 41"),
    "breach": ("02-following-suit/2/5", "39 000 “Play”"),
    "settle": ("03-the-deal-and-the-first-bid/3/5", "0 0"),
    "weis": ("sidi-04-weis-and-stoeck/1/4", "3 2 1"),
}
"""A step with a question of each kind, and its answer."""


@journey()
def test_a_practice_deal_is_played_to_its_end(device: Open) -> None:
    player = device("/practice")
    player.press("#begin button.main")
    player.until("return location.pathname.length > 20")
    acts = 0
    while True:
        player.shows(TURN)
        if player.run("return document.querySelector('.practice.over') !== null"):
            break
        player.until(ACT)
        acts += 1
    assert acts
    player.counts(".result .dealt dd", 4)
    player.fits()


ACT = """const practice = document.querySelector(".practice");
const answer = document.querySelector("dialog[open] .answers button");
const choice = answer ?? practice.querySelector(".choices button") ?? practice.querySelector(".calls .Passed")
  ?? practice.querySelector(".calls .plain button:not([data-hint])")
  ?? practice.querySelector(".calls button:not([data-hint])");
choice?.click();
return Boolean(choice);"""
"""Do what is offered first: a card, else a pass, else another call."""


@journey()
def test_a_question_of_every_kind_is_answered(device: Open, people: People) -> None:
    pupil = device("/learn")
    pupil.fits()
    for kind, (step, answer) in ANSWERS.items():
        pupil.open(f"/learn/{step}")
        give(pupil, kind, answer)
        pupil.sees("Allowed." if kind == "bid" else "Right.", ".verdict-of-answer")
        pupil.fits()
    pupil.open(f"/learn/{published(people)}/1/{WORDS[1]}")
    give(pupil, "text", "Because he had the ace.")
    pupil.sees("no fixed answer", ".verdict-of-answer")
    assert {*ANSWERS, "text"} == set(KINDS)


def give(pupil: Device, kind: str, answer: str) -> None:
    """Give an answer as the question asks for it."""
    parts = answer.split()
    if kind in ("card", "bid", "game", "caps"):
        pupil.press(f'#question button[value="{answer}"]')
        return
    if kind == "holder":
        for seat in parts:
            pupil.press(f'#question input[value="{seat}"]')
    elif kind in ("points", "settle"):
        for team, number in zip(("NS", "EW"), parts, strict=True):
            pupil.fill(f"#of-{team}", number)
    elif kind == "breach":
        ply, _, clause = answer.partition(" ")
        pupil.press(f'#question .breaches label:has(input[value="{ply}"])')
        pupil.choose("#clause", clause)
    else:
        pupil.fill("#answer", answer)
    pupil.press("#question button.main")


@journey()
def test_a_class_of_three_is_led(device: Open, people: People) -> None:
    room = a_class(people, pace="led")
    teacher = device(f"/classes/{room.id}", size=DESK, is_official=True)
    pupils = [device(f"/class/{room.code}") for _ in range(3)]
    for pupil, name in zip(pupils, ("Anu", "Beat", "Chitra"), strict=True):
        pupil.fill("input[name=nickname]", name)
        pupil.press("main button", "Join class")
        pupil.shows("#pupil")
        teacher.sees(name)
    teacher.press("button", "Next step")
    for pupil in pupils:
        pupil.shows(f"#pupil[data-step='{TRUMPS[1]}']")
    for pupil, number in zip(pupils, "335", strict=True):
        pupil.fill("#answer", number)
        pupil.press("form[data-answer] button.main")
        pupil.sees("Sent.", ".own")
        pupil.fits()
    teacher.sees("3 have answered", "#answers")
    teacher.press("button", "Show answers")
    for pupil in pupils:
        pupil.sees("Right answers")
