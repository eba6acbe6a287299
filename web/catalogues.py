"""Which words the pages and `replay.words` use, and the catalogues of their translations. For translators and tests.

``python -m web.catalogues`` writes every catalogue anew: words that are new stand there untranslated, those
that nobody uses any more are gone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import replay.words
from domain.games.catalogue import RULESETS
from domain.tournament.formats import FORMATS
from web.languages import LANGUAGES

HERE: Final = Path(__file__).parent
SENTENCES: Final = Path(replay.words.__path__[0])
METHODS: Final = [("**.py", "python"), ("templates/**.html", "jinja2")]
WIDTH: Final = 120


def used() -> Catalog:
    """Return all words in the sentences of `replay.words`, in the code and in the templates of the pages."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for game in RULESETS.values():
        catalogue.add(game.name, locations=[("domain/games/catalogue", 0)])
    for rules in FORMATS.values():
        for text in (rules.name, rules.about):
            catalogue.add(text, locations=[("domain/tournament/formats", 0)])
    for folder, name in ((SENTENCES, "replay/words"), (HERE, "web")):
        messages = extract_from_dir(folder, METHODS, keywords={**_KEYWORDS})
        for path, _, words, comments, context in sorted(messages, key=lambda message: message[:2]):
            catalogue.add(words, locations=[(f"{name}/{path}", 0)], auto_comments=comments, context=context)
    return catalogue


_KEYWORDS: Final = {"_": None, "gettext": None, "gettext_noop": None, "lazy_gettext": None, "ngettext": (1, 2)}


def path_of(language: str) -> Path:
    """Where a language's catalogue lies."""
    return HERE / "translations" / language / "LC_MESSAGES" / "messages.po"


def translated(language: str) -> Catalog:
    """A language's catalogue as it was written."""
    with path_of(language).open("rb") as told:
        return read_po(told, locale=language)


def main() -> None:
    """Bring every catalogue up to date."""
    words = used()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = translated(language)
        catalogue.update(words, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with path_of(language).open("wb") as out:
            write_po(out, catalogue, width=WIDTH, sort_by_file=True, ignore_obsolete=True)


if __name__ == "__main__":
    main()
