"""The catalogues are complete: every word of the pages in every language, with the same places for values."""

from __future__ import annotations

import re
import unicodedata

import pytest

from domain.kernel.aggregate import Aggregate
from tests.catalogues import translated, used
from web.languages import LANGUAGES, catalogue

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_pages_is_translated(language: str) -> None:
    known = translated(language)
    assert len(known) > 1000
    for message in used():
        if not message.id:
            continue
        translation = known.get(message.id)
        assert translation is not None, message.id
        assert all(translation.string) if message.pluralizable else translation.string, message.id
        assert not translation.fuzzy, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_places_for_values(language: str) -> None:
    messages = translated(language)
    assert len(messages) > 1000
    for message in messages:
        if not message.id:
            continue
        one, *_ = message.id if message.pluralizable else (message.id,)
        for text in message.string if message.pluralizable else (message.string,):
            assert set(PLACE.findall(text)) <= set(PLACE.findall(one)) | {"%(num)s"}, message.id
            if not message.pluralizable:
                assert set(PLACE.findall(text)) | left_out(one) == set(PLACE.findall(one)), message.id


def left_out(message: str) -> set[str]:
    """Return the values that only English names: the name of a stage is a ruleset's own English word."""
    return {"{stage}"} & set(PLACE.findall(message))


@pytest.mark.parametrize(("language", "script"), [("ta", "TAMIL"), ("si", "SINHALA")])
def test_a_translation_is_written_in_the_script_of_its_language(language: str, script: str) -> None:
    """A name or a sign may stay as it is; nothing is taken from the catalogue of another language."""
    messages = translated(language)
    assert len(messages) > 1000
    for message in messages:
        for text in message.string if message.pluralizable else (message.string,):
            letters = PLACE.sub("", text)
            if message.id and text != message.id and any(map(str.isalpha, letters)):
                assert any(unicodedata.name(each, "").startswith(script) for each in letters), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_translated_that_nobody_says(language: str) -> None:
    words = {message.id for message in used()}
    assert [message.id for message in translated(language) if message.id not in words] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_speaks_the_language(language: str) -> None:
    assert catalogue(language).gettext("Deals") != "Deals"


def test_every_kind_of_thing_has_a_word_that_is_translated() -> None:
    """A kind is the English word of a sentence that the catalogues of the languages have."""
    assert kinds(Aggregate) | {"puzzle"} <= {message.id for message in used() if isinstance(message.id, str)}


def kinds(of: type[Aggregate]) -> set[str]:
    """Return the kinds of the aggregates of the domain below a class."""
    own = {of.KIND} if hasattr(of, "KIND") and of.__module__.startswith("domain.") else set()
    return own.union(*map(kinds, of.__subclasses__()))


ACT = re.compile(r"(?<![{(\w])acts?(?![})\w])", re.IGNORECASE)
"""The program's word for a bid, a card or a call, unless it is the name of a value."""
OF_PAGES = ("templates/", "replay/words/", "web/")
"""Where the sentences begin that stand on pages."""


def test_no_page_says_act_where_a_player_says_card_bid_or_step() -> None:
    """A player knows no acts: "Go to the disputed act", "Missed act". A seat may be to act."""
    sentences = [
        text
        for message in used()
        if any(path.startswith(OF_PAGES) for path, _ in message.locations)
        for text in (message.id if message.pluralizable else (message.id,))
    ]
    assert len(sentences) > 1000
    assert [text for text in sentences if ACT.search(re.sub(r"\bto act\b|\bact only\b", "", text))] == []
