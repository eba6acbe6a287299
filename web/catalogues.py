"""The words of the pages and of `replay.words`, and the catalogues of their translations. For translators and tests.

``python -m web.catalogues`` updates and compiles every catalogue: it adds new words untranslated and removes
unused ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import analysis
import api
import domain
import replay.words
from api.problems import DECLINED, KINDS, REFUSED
from domain.games import ACTS
from domain.games.catalogue import RULESETS
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats import FORMATS
from web.compiled import compile_all, source_of
from web.languages import LANGUAGES

HERE: Final = Path(__file__).parent
ANALYSIS: Final = Path(analysis.__path__[0])
API: Final = Path(api.__path__[0])
RULES: Final = Path(domain.__path__[0])
SENTENCES: Final = Path(replay.words.__path__[0])
METHODS: Final = [("**.py", "python"), ("templates/**.html", "jinja2")]
WIDTH: Final = 120


def used() -> Catalog:
    """Return all words in the sentences of `replay.words`, in the code and in the templates of the pages."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for game in RULESETS.values():
        catalogue.add(game.name, locations=[("domain/games/catalogue", 0)])
    for kind in ACTS:
        catalogue.add(kind.WORDS, locations=[("domain/games", 0)])
    for rules in FORMATS.values():
        for text in (rules.key, rules.name, rules.about):
            catalogue.add(text, locations=[("domain/tournament/formats", 0)])
    for problem in KINDS.values():
        for text in filter(None, (problem.title, problem.next)):
            catalogue.add(text, locations=[("api/problems", 0)])
    for text in (REFUSED, DECLINED):
        catalogue.add(text, locations=[("api/problems", 0)])
    for reason in Reason:
        catalogue.add(reason.value, locations=[("domain/tournament/draws/reasons", 0)])
    for folder, name, keywords in (
        (RULES, "domain", REFUSALS | ERRORS),
        (RULES, "domain", ALLOWED),
        (SENTENCES, "replay/words", KEYWORDS),
        (SENTENCES.parent, "replay", REFUSALS | ERRORS),
        (ANALYSIS, "analysis", ERRORS),
        (API, "api", REFUSALS | ERRORS),
        (HERE, "web", KEYWORDS | REFUSALS | ERRORS),
    ):
        messages = extract_from_dir(folder, METHODS, keywords={**keywords})
        for path, _, words, comments, context in sorted(messages, key=lambda message: message[:2]):
            catalogue.add(words, locations=[(f"{name}/{path}", 0)], auto_comments=comments, context=context)
    return catalogue


KEYWORDS: Final = {"_": None, "gettext": None, "gettext_noop": None, "lazy_gettext": None, "ngettext": (1, 2)}
REFUSALS: Final = {
    "refuse": (3,),
    "refuse_card": (3,),
    "refuse_play": (4,),
    "refuse_choice": (5,),
    "refuse_bid": (5,),
    "out_of_turn": (3,),
    "_note_contradiction": (3,),
    "Floor": (3,),
    "Term": (1,),
    "Plural": (1, 2),
    "sentence": (1,),
}
"""The functions that take a sentence (`domain.engine.refusals`, `domain.engine.words`), with its argument's number."""
ERRORS: Final = {
    "AmountError": (1,),
    "ArtificialScoreError": (1,),
    "AssignedScoreError": (1,),
    "AssumptionError": (1,),
    "BadAccount": (1,),
    "CannotTell": (1,),
    "CellError": (1,),
    "ColumnError": (1,),
    "Declined": (2,),
    "DrawError": (1,),
    "EntryFileError": (1,),
    "FairError": (1,),
    "HandsError": (1,),
    "NotAnAnswer": (1,),
    "NothingLeft": (1,),
    "OtherGame": (1,),
    "PackError": (1,),
    "PersonError": (1,),
    "PositionError": (1,),
    "ResultFileError": (1,),
    "ScoreFileError": (1,),
    "SheetError": (1,),
    "SpreadsheetError": (1,),
    "TermsError": (1,),
    "Unsolvable": (1,),
    "UnusableUrl": (1,),
}
"""Errors with a sentence (`domain.words.worded`), and the number of the argument that is its msgid."""
PROBLEMS: Final = {"Problem": (2,), "forbidden": (1,)}
"""Functions that take a whole sentence, ``sentence("…")``, with its argument's number. A literal stays English."""
ALLOWED: Final = {"refuse": (4,), "refuse_card": (4,)}
"""The functions that take a sentence about allowed acts, with its argument's number."""


def translated(language: str) -> Catalog:
    """Return a language's stored catalogue."""
    with source_of(language).open("rb") as file:
        return read_po(file, locale=language)


def main() -> None:
    """Bring every catalogue up to date."""
    words = used()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = translated(language)
        # The date stays, so that nothing changes where no word did.
        catalogue.update(words, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        with source_of(language).open("wb") as out:
            write_po(out, catalogue, width=WIDTH, sort_by_file=True, ignore_obsolete=True)
    compile_all()


if __name__ == "__main__":
    main()
