"""Catalogues are read in compiled form, and never in one that is older than what the translators wrote."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cases import FULL, cases
from web import compiled
from web.languages import LANGUAGES, catalogue

WORDS = 'msgid "table"\nmsgstr "{}"\n'


def text_of(language: str) -> str:
    return catalogue.__wrapped__(language).gettext("table")


def test_the_catalogue_that_is_read_is_never_older_than_its_source(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "TRANSLATIONS", tmp_path)
    source = compiled.source_of("gsw")
    ready = source.with_suffix(".mo")
    source.parent.mkdir(parents=True)

    def write(word: str, time: int) -> None:
        source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n' + WORDS.format(word))
        os.utime(source, (time, time))

    with cases() as case:
        with case("no catalogue"):
            assert text_of("gsw") == "table"
        with case("not compiled"):
            write("Tisch", 100)
            assert text_of("gsw") == "Tisch"
            assert not ready.exists()
        with case("compiled"):
            compiled.compile_all()
            os.utime(ready, (200, 200))
            write("Taafle", 150)
            assert text_of("gsw") == "Tisch"
            compiled.compile_all()
            assert ready.stat().st_mtime == 200
        with case("older"):
            write("Taafle", 300)
            assert text_of("gsw") == "Taafle"
            compiled.compile_all()
            source.unlink()
            assert text_of("gsw") == "Taafle"


def test_a_language_has_the_same_texts_in_both_forms() -> None:
    others = [language for language in LANGUAGES if language != "en"]
    assert others
    compiled.compile_all()
    with cases() as case:
        for language in others if FULL else others[:1]:
            with case(language):
                source = compiled.source_of(language)
                assert source.with_suffix(".mo").read_bytes() == compiled._compile(source)
