"""Lesson files as careless or hostile hands write them: real lessons with names of many families, spoilt in one place.

`Careless.faulty` says whether a file must be refused; an independent reader (`read`) says what it holds.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Any, Final

import replay.learn
from tests.careless.names import LINE_ENDS, NAMES, draw_people, encode, encodings_of

Plain = dict[str, Any]

WHOLE: Final = [
    json.loads(path.read_text("utf-8"))
    for path in sorted(files(replay.learn).iterdir(), key=lambda path: path.name)
    if path.name.endswith(".lesson.json")
]
"""The lessons that come with Nought."""


DEALERS: Final = {"S": "South", "E": "East", "N": "North", "W": "West"}


@dataclass(frozen=True, slots=True)
class Careless:
    """A file, what was done to it, and whether it must be refused; None if it may be read or refused."""

    data: bytes
    done: str
    faulty: bool | None


def draw(random: Random) -> Careless:
    """Return a careless lesson file."""
    plain = _shape(random)
    done, faulty, text = "", False, None
    if random.random() < 0.75:
        spoil, faulty = random.choice(SPOILERS)
        done = spoil.__name__.strip("_")
        text = spoil(plain, random)
    if text is None:
        text = _written(plain, random)
    text = random.choice(("", "", "\n", " \n\t\n")) + text + random.choice(("", "\n", "\n\n\n", " \t\n"))
    text = text.replace("\n", random.choice(LINE_ENDS))
    encoding = random.choice([*encodings_of(text), "utf-8", "utf-8"])
    if encoding == "cp1252" and not text.isascii():
        faulty = faulty or None
    return Careless(encode(text, encoding), f"{done or 'nothing'}, {encoding}", faulty)


def _shape(random: Random) -> Plain:
    """Return a lesson of some chapters and steps of a real one, with names of people in its texts."""
    plain = deepcopy(random.choice(WHOLE))
    plain["chapters"] = plain["chapters"][: random.randint(1, 2)]
    people = iter(draw_people(random, 12))
    plain["title"] = f"{plain['title']} ({next(people)})"
    plain["summary"] = f"{next(people)}: {plain.get('summary', '')}"
    for chapter in plain["chapters"]:
        chapter["title"] = f"{next(people)} – {chapter['title']}"
        steps = chapter["steps"]
        del steps[random.randint(1, len(steps)) :]
        worded = [step for step in steps if step.get("text")]
        for step in random.sample(worded, min(3, len(worded))):
            step["text"] += random.choice(("\n\n", " ")) + next(people)
        if random.random() < 0.3:
            chapter["source"]["hand"]["players"] = dict(zip("SENW", draw_people(random, 4), strict=True))
    return plain


def _written(plain: Plain, random: Random) -> str:
    """Return JSON as one of many programs writes it."""
    if random.random() < 0.3:
        plain = dict(random.sample(list(plain.items()), len(plain)))
    return json.dumps(
        plain,
        ensure_ascii=random.random() < 0.3,
        indent=random.choice((None, 0, 1, 2, "\t")),
        separators=random.choice(((",", ":"), (", ", ": "))),
    )


# --- what is done to a lesson: the text of the file, or None to have the lesson written as it is now ----------

Spoiler = Callable[[Plain, Random], str | None]


def _chapter(plain: Plain, random: Random) -> Plain:
    chapter: Plain = random.choice(plain["chapters"])
    return chapter


def _step(plain: Plain, random: Random, kind: str = "") -> Plain:
    """Return a step, made of a kind if it is not."""
    step: Plain = random.choice(_chapter(plain, random)["steps"])
    if kind and step["kind"] != kind:
        step.clear()
        step["kind"] = kind
    return step


def _parts(plain: Plain, random: Random) -> Plain:
    """Return any object of the file that has names of its own format."""
    chapter = _chapter(plain, random)
    return random.choice((plain, chapter, chapter["source"], random.choice(chapter["steps"])))


def lacks_a_field(plain: Plain, random: Random) -> None:
    chapter = _chapter(plain, random)
    where, names = random.choice(
        (
            (plain, ("nought_lesson", "title", "language")),
            (chapter, ("title", "source")),
            (chapter["source"], ("kind", "hand")),
            (chapter["source"]["hand"], ("nought", "ruleset", "dealer", "lines")),
            (random.choice(chapter["steps"]), ("kind",)),
        )
    )
    del where[random.choice(names)]


def has_a_field_twice(plain: Plain, random: Random) -> str:
    """The second has another value: whichever a reader takes, the other one is lost."""
    part = _parts(plain, random)
    name = random.choice([name for name, value in part.items() if isinstance(value, str | int)])
    other = random.choice(NAMES) if isinstance(part[name], str) else part[name] + 1
    part["\0"] = other
    return _written(plain, random).replace(json.dumps("\0"), json.dumps(name))


def has_a_misspelt_field(plain: Plain, random: Random) -> None:
    part = _parts(plain, random)
    name = random.choice([name for name in part if name not in ("translations", "steps")])
    part[random.choice((name.upper(), name + "s", name[1:], f" {name}"))] = part.pop(name)


def has_a_value_of_another_type(plain: Plain, random: Random) -> None:
    part = _parts(plain, random)
    name = random.choice([name for name in part if name != "nought_lesson"])
    wrong: list[Any] = [7.5, True, ["x"], {"x": 1}, "7" if not isinstance(part[name], str) else 7]
    part[name] = random.choice([value for value in wrong if type(value) is not type(part[name])])


def goes_to_a_wrong_ply(plain: Plain, random: Random) -> None:
    _step(plain, random, "go")["ply"] = random.choice((-2, -99, 400, 10**9, "16", 16.5))


def goes_to_another_ply(plain: Plain, random: Random) -> None:
    """Another ply may be right or not: questions may lose their answer."""
    _step(plain, random, "go")["ply"] = random.randint(-1, 40)


def looks_from_a_wrong_seat(plain: Plain, random: Random) -> None:
    _step(plain, random, "look")["seat"] = random.choice(("X", "south", "s", " E", "NS", "arbiter", "", "9", "தெ"))


def has_a_step_of_no_kind(plain: Plain, random: Random) -> None:
    _step(plain, random)["kind"] = random.choice(("", "txt", "Text", "question ", "tell"))


def has_a_field_of_another_kind_of_step(plain: Plain, random: Random) -> None:
    step = _step(plain, random, "text")
    step.setdefault("text", "x")
    name, value = random.choice((("ply", 3), ("seat", "E"), ("acts", ["E pass"]), ("question", {"kind": "text"})))
    step[name] = value


def asks_no_known_question(plain: Plain, random: Random) -> None:
    _step(plain, random, "question")["question"] = {"kind": random.choice(("", "crad", "Card", "who"))}


def asks_with_a_wrong_option(plain: Plain, random: Random) -> None:
    _step(plain, random, "question")["question"] = {"kind": "card", "options": {"crad": "9S"}}


def asks_nothing_in_own_words(plain: Plain, random: Random) -> None:
    step = _step(plain, random, "question")
    step.clear()
    step |= {"kind": "question", "question": {"kind": "text"}, "text": random.choice(("", "  ", "\n"))}


def has_an_empty_step(plain: Plain, random: Random) -> None:
    """A step without what its kind needs."""
    kind = random.choice(("text", "go", "look", "branch", "question"))
    step = _step(plain, random, kind)
    step.clear()
    step["kind"] = kind


def has_a_wrong_dealer(plain: Plain, random: Random) -> None:
    _chapter(plain, random)["source"]["hand"]["dealer"] = random.choice(("X", "", "Sooth", "NS", 4))


def has_a_dealer_in_words(plain: Plain, random: Random) -> None:
    hand = _chapter(plain, random)["source"]["hand"]
    if hand["dealer"] in DEALERS:
        hand["dealer"] = random.choice((DEALERS[hand["dealer"]], hand["dealer"].lower()))


def has_a_wrong_ruleset(plain: Plain, random: Random) -> None:
    _chapter(plain, random)["source"]["hand"]["ruleset"] = random.choice(("403", "", "304 v9", {"base": "403"}))


def has_a_wrong_line(plain: Plain, random: Random) -> None:
    """A card that there is not, a seat that there is not, no act at all."""
    lines = _chapter(plain, random)["source"]["hand"]["lines"]
    at = random.randrange(len(lines))
    lines[at] = random.choice(("E 1S", "X 9H", "E JX", "hello", "", "E", "E 10♠♠", 5))


def lacks_a_line(plain: Plain, random: Random) -> None:
    lines = _chapter(plain, random)["source"]["hand"]["lines"]
    del lines[random.randrange(len(lines))]


def has_a_line_twice(plain: Plain, random: Random) -> None:
    lines = _chapter(plain, random)["source"]["hand"]["lines"]
    at = random.randrange(len(lines))
    lines.insert(at, lines[at])


def has_a_wrong_source(plain: Plain, random: Random) -> None:
    _chapter(plain, random)["source"]["kind"] = random.choice(("", "wroked", "Hand", "file"))


def begins_after_the_deal(plain: Plain, random: Random) -> None:
    _chapter(plain, random)["source"]["start"] = random.choice((400, -5, 10**6))


def has_no_title(plain: Plain, random: Random) -> None:
    random.choice((plain, _chapter(plain, random)))["title"] = random.choice(("", "   ", "\n"))


def has_an_endless_title(plain: Plain, random: Random) -> None:
    random.choice((plain, _chapter(plain, random)))["title"] = random.choice(NAMES) * 400


def has_what_cannot_be_shown(plain: Plain, random: Random) -> None:
    random.choice((plain, _step(plain, random, "text")))["title" if random.random() < 0.5 else "text"] = "a\0b"


def is_in_no_language(plain: Plain, random: Random) -> None:
    plain["language"] = random.choice(("", "e", "english (UK)", "தமிழ்", "en en"))


def is_translated_into_no_language(plain: Plain, random: Random) -> None:
    part = random.choice((plain, _chapter(plain, random)))
    part["translations"] = {random.choice(("Tamil!", "x", plain["language"])): {"title": random.choice(NAMES)}}


def has_a_translation_of_nothing(plain: Plain, random: Random) -> None:
    part = random.choice((plain, _chapter(plain, random)))
    part["translations"] = {"gsw": {"titel": random.choice(NAMES)}}


def is_cut_off(plain: Plain, random: Random) -> str:
    text = json.dumps(plain, ensure_ascii=False)
    return text[: random.randint(1, len(text) - 2)]


def is_of_another_version(plain: Plain, random: Random) -> None:
    plain["nought_lesson"] = random.choice((0, 2, 1.5, "1"))


def has_half_a_letter(plain: Plain, random: Random) -> str:
    plain["title"] = "\1"
    return json.dumps(plain, ensure_ascii=True).replace("\\u0001", random.choice(("\\ud800", "\\udc12", "\\ud83d x")))


def has_no_number(plain: Plain, random: Random) -> str:
    _step(plain, random, "go")["ply"] = "\1"
    return json.dumps(plain).replace('"\\u0001"', random.choice(("NaN", "Infinity", "-", "1e999", "0x10")))


def is_something_else(plain: Plain, random: Random) -> str:
    return random.choice(
        ("", "[]", "null", '"x"', "7", "PK\3\4", "title,language\nx,en", "<lesson/>", "{}", "[" * 5000)
    )


def has_many_spaces(plain: Plain, random: Random) -> None:
    plain["title"] = f"  {plain['title']}\t"
    step = _step(plain, random)
    step["text"] = f"\n {step.get('text', 'x')} \r\n"


def has_empty_parts(plain: Plain, random: Random) -> None:
    plain["translations"] = plain.get("translations", {})
    chapter = _chapter(plain, random)
    chapter["steps"] = []
    plain["summary"] = ""


SPOILERS: Final[tuple[tuple[Spoiler, bool | None], ...]] = (
    *((spoil, True) for spoil in (
        lacks_a_field, has_a_field_twice, has_a_misspelt_field, has_a_value_of_another_type, goes_to_a_wrong_ply,
        looks_from_a_wrong_seat, has_a_step_of_no_kind, has_a_field_of_another_kind_of_step, asks_no_known_question,
        asks_with_a_wrong_option, asks_nothing_in_own_words, has_an_empty_step, has_a_wrong_dealer,
        has_a_wrong_ruleset, has_a_wrong_line, has_a_wrong_source, begins_after_the_deal, has_no_title,
        has_an_endless_title, has_what_cannot_be_shown, is_in_no_language, is_translated_into_no_language,
        has_a_translation_of_nothing, is_cut_off, is_of_another_version, has_half_a_letter, has_no_number,
        is_something_else,
    )),
    *((spoil, None) for spoil in (goes_to_another_ply, lacks_a_line, has_a_line_twice)),
    *((spoil, False) for spoil in (has_many_spaces, has_empty_parts, has_a_dealer_in_words)),
)  # fmt: skip
"""The changes of a lesson, and whether the file must then be refused; None if it depends on the deal."""


# --- an independent reader ------------------------------------------------------------------------------------


def read(data: bytes) -> Plain | None:
    """Return what a file holds, by the standard library alone; None if it has a name twice, or is no JSON."""
    marks = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    try:
        text = data.decode("utf-16" if data[:2] in marks else "utf-8").removeprefix("\ufeff")
        plain = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _once(pairs: list[tuple[str, Any]]) -> Plain:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a name twice")
    return dict(pairs)


def essence(value: Any, name: str = "") -> Any:
    """Return a file's values without what means nothing: spaces around texts, and values that are left out as well."""
    if isinstance(value, dict):
        rows = {key: essence(each, key) for key, each in value.items()}
        return {
            key: each for key, each in rows.items() if each not in ("", None, [], {}) and (key, each) != ("start", -1)
        }
    if isinstance(value, list):
        return [essence(each, name) for each in value]
    if name == "dealer" and isinstance(value, str):
        return value.strip()[:1].upper()
    return value.strip() if isinstance(value, str) else value
