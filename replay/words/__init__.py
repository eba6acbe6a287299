"""The sentences of the API, the command line, pages and papers: one function for each, in any language.

A sentence is written in English, as its msgid. Catalogues translate it (`web/translations`); the API and the command
line use `ENGLISH`, pages and papers the reader's language (`web.languages.reader`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from gettext import NullTranslations
from typing import TYPE_CHECKING, Final, Literal

from babel.lists import format_list
from babel.numbers import format_compact_decimal, format_decimal, format_percent

from domain.engine.seats import COMPASS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Seat

NAMED: Final = 15
"""The most digits of the numbers that have names in every language."""
SPARE: Final = 4
"""The digits of precision beyond those of the number: babel rounds to one digit after the decimal point."""
LISTS: Final = {"gsw": "de_CH"}
"""The locale whose lists are written instead: the CLDR has no “or” in Swiss German."""
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Language:
    """A catalogue of translations, and the locale that numbers and lists are written in."""

    locale: str = "en"
    catalogue: NullTranslations = field(default_factory=NullTranslations)

    @property
    def is_english(self) -> bool:
        """Return whether the language is English, the language of the msgids."""
        return self.locale == "en"

    def gettext(self, message: str, **values: object) -> str:
        """Return a sentence in this language, with its values."""
        text = self.catalogue.gettext(message)
        return text % values if values else text

    def ngettext(self, one: str, many: str, num: int, **values: object) -> str:
        """Return a sentence in this language that depends on a number, which is its value ``num``."""
        return self.catalogue.ngettext(one, many, num) % {"num": num, **values}

    def seat(self, name: Seat) -> str:
        """Return a seat's name: ``East``; ``seat 3`` in the larger games."""
        return self.gettext(COMPASS[name]) if name in COMPASS else self.gettext("seat %(number)s", number=name)

    def either(self, names: Iterable[str]) -> str:
        """Return names with “or” before the last."""
        return self._list(names, "or")

    def together(self, names: Iterable[str]) -> str:
        """Return names with “and” before the last; with semicolons if a name holds “and” or a comma itself."""
        names = list(names)
        if len(names) > 1 and any("," in name or self._list("ab", "standard")[1:-1] in name for name in names):
            return "; ".join(names)
        return self._list(names, "standard")

    def _list(self, names: Iterable[str], style: Literal["or", "standard"]) -> str:
        return format_list(list(names), style=style, locale=LISTS.get(self.locale, self.locale))

    def percent(self, share: float) -> str:
        """Return a share from 0 to 1 as a percentage."""
        return format_percent(share, locale=self.locale)

    def number(self, value: int) -> str:
        """Return a number with all its digits. The default context of `decimal` would keep only 28 of them."""
        with localcontext(prec=len(str(value)) + SPARE):
            return format_decimal(value, locale=self.locale)

    def in_words(self, value: int) -> str:
        """Return a large number in words: 1.2 million; as a power of ten if it has more than `NAMED` digits."""
        digits = len(str(value))
        with localcontext(prec=digits + SPARE):
            if digits <= NAMED:
                return format_compact_decimal(value, format_type="long", fraction_digits=1, locale=self.locale)
            rounded = Decimal(value).scaleb(1 - digits).quantize(Decimal("0.1"))
        return f"{format_decimal(rounded, locale=self.locale)} × 10{str(digits - 1).translate(RAISED)}"


def gettext_noop(message: str) -> str:
    """Mark a word for the catalogues and return it as it is, to be translated where it is used."""
    return message


ENGLISH: Final = Language()
