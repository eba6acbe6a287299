"""Nought for programs: deals of 304 and Sidi Barrani, their files, views, audits, analyses, and record books.

    import nought

    table = nought.Table.open("304", dealer="S", hands={"E": "JS 9S AS TS KS QS 8S 7H"})
    table.do("W no cut, S deal, E 160")
    table.view("N")  # as North knows it

docs/python.md shows everything, in examples that the tests run. The names in ``__all__`` and in `nought.acts` are
promised there; the packages below (`domain`, `replay`, `api` …) are not.

Cards are texts, rank first (``"JH"``, ``"TS"``); ``"??"`` is a card that is not known. Seats are texts: ``"S"``,
``"E"``, ``"N"``, ``"W"``, in larger games ``"1"`` to ``"8"``. Whatever is refused raises `NoughtError`, with a code and
a sentence.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from analysis.deal import DealAnalysis, PricedPly
    from analysis.next_card import NextCard
    from domain.engine.facts import Act
    from domain.engine.refusals import POSSIBLE, Refusal, Refused
    from domain.engine.ruleset import Ruleset
    from domain.engine.words.worded import WordedError as NoughtError
    from nought import acts
    from nought.analysis import analyse, price_cards
    from nought.book import Book, open_book
    from nought.files import read_archive, read_hand, worked_hands, write_archive, write_hand
    from nought.games import ruleset, rulesets
    from replay.notation import BadLine, DealDocument, Report, check, parse_action, write_action
    from replay.table import Table

    __version__: str

__all__ = [
    "POSSIBLE",
    "Act",
    "BadLine",
    "Book",
    "DealAnalysis",
    "DealDocument",
    "NextCard",
    "NoughtError",
    "PricedPly",
    "Refusal",
    "Refused",
    "Report",
    "Ruleset",
    "Table",
    "acts",
    "analyse",
    "check",
    "open_book",
    "parse_action",
    "price_cards",
    "read_archive",
    "read_hand",
    "ruleset",
    "rulesets",
    "worked_hands",
    "write_action",
    "write_archive",
    "write_hand",
]

if not TYPE_CHECKING:
    # The modules are imported when a name is first used: `import nought` is quick, and nobody waits for Postgres or
    # WebAssembly who only reads a file.
    _MODULES: Final = {
        "POSSIBLE": "domain.engine.refusals",
        "Act": "domain.engine.facts",
        "BadLine": "replay.notation",
        "Book": "nought.book",
        "DealAnalysis": "analysis.deal",
        "DealDocument": "replay.notation",
        "NextCard": "analysis.next_card",
        "PricedPly": "analysis.deal",
        "Refusal": "domain.engine.refusals",
        "Refused": "domain.engine.refusals",
        "Report": "replay.notation",
        "Ruleset": "domain.engine.ruleset",
        "Table": "replay.table",
        "analyse": "nought.analysis",
        "check": "replay.notation",
        "open_book": "nought.book",
        "parse_action": "replay.notation",
        "price_cards": "nought.analysis",
        "read_archive": "nought.files",
        "read_hand": "nought.files",
        "ruleset": "nought.games",
        "rulesets": "nought.games",
        "worked_hands": "nought.files",
        "write_action": "replay.notation",
        "write_archive": "nought.files",
        "write_hand": "nought.files",
    }

    def __getattr__(name):
        """Return a public name, imported when it is first used."""
        if name == "acts":
            value = import_module("nought.acts")
        elif name == "NoughtError":
            value = import_module("domain.engine.words.worded").WordedError
        elif name == "__version__":
            value = import_module("importlib.metadata").version("nought")
        elif name in _MODULES:
            value = getattr(import_module(_MODULES[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        """Return the public names, also those that are not imported yet."""
        return sorted({*globals(), *__all__})
