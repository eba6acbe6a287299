"""The reasons of draws and of standings are said in the reader's language, wholly, with their amounts and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from domain.engine.words.values import Capital, Cardinal, Names, Ordinal, Term
from domain.tournament.draws.reasons import FORMER, ODD_SEATS, Reason
from domain.tournament.results.lines import compare_boards
from domain.tournament.standings.places import explain, standings
from replay.words import ENGLISH
from replay.words.draws import read_back, translate_reason
from replay.words.values import translate
from tests.cases import cases
from tests.tournaments.evenings import NAMES
from tests.tournaments.golden.write import EVENINGS, HERE, Evening
from web.languages import LANGUAGES, language_of

OTHERS = [code for code in LANGUAGES if code != "en"]
PAIRING = re.compile(r"^  \d+: [^:]+: (.+)$|^  \d+ sits out: (.+)$|^  otherwise: (.+)$", re.MULTILINE)
LATIN = re.compile(r"[A-Za-z]{2,}")
ENGLISH_WORDS = re.compile(r"\b(the|and|has|had|have|with|won|lost|round|table|place|met|before|of|to|sits|against)\b")


def english_in(code: str, text: str) -> bool:
    """Return whether a sentence has an English word besides the names of entries."""
    words = LATIN if code != "gsw" else ENGLISH_WORDS
    return bool(words.search(re.sub("|".join(NAMES), "", text)))


@cache
def drawn() -> list[str]:
    """Return the reasons of all draws in the golden evenings, and what wrong draws break."""
    golden = [(HERE / f"{name}.txt").read_text(encoding="utf-8") for name in EVENINGS]
    return ["".join(match.groups("")) for text in golden for match in PAIRING.finditer(text)]


def ranked() -> Iterator[Term]:
    """Yield the reasons of all places in the golden evenings, and the steps to two of them."""
    for name in EVENINGS:
        evening = Evening(name)
        list(evening.sections())
        lines = compare_boards(evening.terms, evening.entries, evening.draws, evening.lines, points=False)
        yield from (row.why for row in standings(evening.terms, evening.entries, lines, lots=evening.lots))
        for entry in ("1", "4"):
            yield from explain(evening.terms, evening.entries, lines, lots=evening.lots, entry=entry)


def test_a_stored_reason_is_read_back_as_it_was_stored() -> None:
    assert len(drawn()) > 200
    for text in drawn():
        assert str(read_back(text)) == text


def test_most_reasons_are_met_in_the_golden_evenings() -> None:
    met = {reason for text in drawn() for reason in reasons_in(read_back(text))}
    assert len(met) > (len(Reason) - len(ODD_SEATS)) // 2, "the golden evenings are of tables of four"


def reasons_in(value: object) -> Iterator[str]:
    """Yield the sentences in a value."""
    if isinstance(value, Term):
        yield value.msgid
        for part in (value.values or {}).values():
            yield from reasons_in(part)


@pytest.mark.parametrize("code", OTHERS)
def test_every_reason_of_a_draw_is_said_in_the_language(code: str) -> None:
    for text in drawn():
        assert translate_reason(language_of(code), text) != text
        assert not english_in(code, translate_reason(language_of(code), text)), translate_reason(
            language_of(code), text
        )


def test_in_english_a_reason_is_as_it_is_stored() -> None:
    assert [translate_reason(ENGLISH, text) for text in drawn()] == drawn()


@pytest.mark.parametrize("text", ["They came together by car", "once more; since they had not met", ""])
def test_what_a_director_wrote_stays_as_it_is(text: str) -> None:
    assert translate_reason(language_of("ta"), text) == text


def test_every_reason_of_a_place_is_said_in_every_language() -> None:
    places = list(ranked())
    assert len(places) > 150
    for code in OTHERS:
        for sentence in places:
            text = translate(language_of(code), sentence)
            assert text != str(sentence)
            assert not english_in(code, text), text


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "Both have 3½ points and have not met; Pair 1 sat East last time, so sits North now."),
        ("gsw", "Beidi händ 3½ Pünkt und händ nonig gägenand gspilt; "
                "Pair 1 isch z letscht im Oste gsässe und isch drum jetz im Norde."),
    ],
)  # fmt: skip
def test_amounts_and_seats_stand_in_the_language_of_the_sentence(code: str, expected: str) -> None:
    text = "Both have 3½ points and have not met; Pair 1 sat East last time, so sits North now."
    assert translate_reason(language_of(code) if code != "en" else ENGLISH, text) == expected


def test_numbers_and_lists_are_words_in_english_and_digits_elsewhere() -> None:
    value = Term("{place} of {count} with {score}: {reasons}.", {
        "place": Capital(Ordinal(3)), "count": Cardinal(4), "score": "6", "reasons": Names(("A", "B", "C")),
    })  # fmt: skip
    assert translate(ENGLISH, value) == "Third of four with 6: A, B and C."
    assert translate(language_of("gsw"), value) == "3. vo 4 mit 6: A, B und C."


def test_a_former_wording_is_read_as_the_reason_of_today() -> None:
    """Events of existing books have it: it is translated like the wording of today, with its values."""
    wordings = {reason: former for former, reason in FORMER.items()}
    parts = {
        "seats": Reason.NORTH_LAST.format(other="Amal", name="Bimal"),
        "often": Reason.TIMES.format(count=2),
        "partners": wordings[Reason.SAME_PARTNERS].format(again=wordings[Reason.ALL_PARTNERS_BEFORE]),
        "again": Reason.PARTNERS_BEFORE,
        "reason": Reason.SAME_SCORE.format(score="3 points"),
        "movement": wordings[Reason.MITCHELL],
        "score": "3½ points",
        "other_score": "2 points",
        "couples": "Amal and Bimal; Chitra and Dilani",
    }
    numbers = ("round", "count", "place", "other_place", "needed")
    names = {"name": "Amal", "other": "Bimal", "one": "Amal", "third": "Chitra", "fourth": "Dilani", "names": "9"}
    values = {**dict.fromkeys(numbers, "7"), **names, "two": "Bimal"}
    values |= {name: text.format_map({**values, "other": "Bimal"}) for name, text in parts.items()}
    with cases() as case:
        for former, reason in FORMER.items():
            with case(former):
                read = read_back(former.replace("{one} and {other}", "{one} and {two}").format_map(values))
                assert read is not None
                assert read.msgid == reason
                for code in OTHERS:
                    assert not english_in(code, translate(language_of(code), read)), code
