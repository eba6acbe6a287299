"""The catalogues of translations in compiled form, which is read many times as fast: `python -m web.compiled`.

A wheel has only the compiled ones (``.mo``). A checkout has those that translators write (``.po``); its installation,
`make demo` and `make serve` compile them. This module needs nothing but Babel, since builds use it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import IO, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

TRANSLATIONS: Final = Path(__file__).parent / "translations"


def compiled(language: str) -> IO[bytes] | None:
    """Return the compiled catalogue of a language; one that is older than its source is compiled anew, in memory.

    Returns None if the language has no catalogue.
    """
    source = source_of(language)
    ready = source.with_suffix(".mo")
    if ready.is_file() and not _is_older(ready, source):
        return ready.open("rb")
    return BytesIO(_compile(source)) if source.is_file() else None


def compile_all() -> None:
    """Compile every catalogue whose compiled form is missing or older."""
    for source in TRANSLATIONS.glob("*/LC_MESSAGES/*.po"):
        ready = source.with_suffix(".mo")
        if not ready.is_file() or _is_older(ready, source):
            ready.write_bytes(_compile(source))


def source_of(language: str) -> Path:
    """Return the path of a language's catalogue as translators write it."""
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def _is_older(ready: Path, source: Path) -> bool:
    return source.is_file() and source.stat().st_mtime_ns > ready.stat().st_mtime_ns


def _compile(source: Path) -> bytes:
    out = BytesIO()
    with source.open("rb") as file:
        write_mo(out, read_po(file, locale=source.parts[-3]))
    return out.getvalue()


if __name__ == "__main__":
    compile_all()
