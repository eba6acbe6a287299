"""The material of careless files of clubs: names as families write them, encodings, separators and line ends.

Every name is one person. The generators of all kinds of files draw from here, each with a `random.Random` of its own.
"""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from random import Random
from typing import Final

TAMIL: Final = (
    "Ravi s/o Kumaran", "Devi d/o Selvam", "Ravi A/L Kumar", "Anula A/P Nadarajah", "M.H.A/P Letchumi",
    "S. Thilagavathy", "K. P. Sivanesan", "Sivakumaran", "Meenakshi Sundaram", "ஆனந்த் குமார்", "கமலா தேவி",
    "Nadarajah, Kumaran", "Thevar w/o Muthu", "Vel S/O. Murugan",
)  # fmt: skip
SINHALA: Final = (
    "K. A. D. Silva", "W. M. D. Perera", "A. B. C. Fernando", "Perera, Nimal", "Silva, Sunil", "Nimal Perera, Jr.",
    "Don Siripala de Silva", "H.M.R.K. Bandara", "සුනිල් පෙරේරා", "ශ්‍රීමතී ද සිල්වා", "Jayawardena-Fonseka, Ruwan",
    "Anula Perera", "D. S. Wijesinghe (snr)", "Sunil Silva Sr.",
)  # fmt: skip
SWISS: Final = (
    "Anne-Marie Dubois", "Jean-Luc", "Ueli Müller-Steiner", "Zoë Bächli", "Hänni, Vreni", "Reto von Känel", "Ruedi",
    "Françoise D’Arcy", "Mu\u0308ller Beat", "von der Mühll, Hans-Jakob", "Urs Meier II", "Lüthi Käthi",
)  # fmt: skip
BURGHER: Final = (
    "Cornelis van der Poorten", "Ronald de Kretser", "O'Neil Toussaint", "van Langenberg, Carl", "Deloraine Brohier",
    "E. F. C. Ludowyk", "R. L. Spittel", "Lorenz, C. A.", "Vandersmagt, Basil, Jr.", "Andrew Young Van Twest",
)  # fmt: skip
MALAY: Final = ("Abdul Rahman bin Ismail", "Siti binti Ahmad", "M. Z. M. Farook", "T. B. Jayah", "Zahira Abdul-Cader")
FAMILIES: Final = {"Tamil": TAMIL, "Sinhala": SINHALA, "Swiss": SWISS, "Burgher": BURGHER, "Malay": MALAY}
NAMES: Final = tuple(name for names in FAMILIES.values() for name in names)

SEPARATORS: Final = (",", ";", "\t")
"""Between the cells of a table."""
LINE_ENDS: Final = ("\n", "\r\n", "\r")
BLANKS: Final = ("", " ", "\t", "\u00a0")
"""Lines on which nothing is seen."""
ENCODINGS: Final = ("utf-8", "utf-8 with a mark", "utf-16-le", "utf-16-be", "cp1252")


def encode(text: str, encoding: str) -> bytes:
    """Return a file in one of `ENCODINGS`, with a byte order mark if it has one.

    Raises `UnicodeEncodeError` if the encoding lacks a letter.
    """
    marks = {"utf-8 with a mark": BOM_UTF8, "utf-16-le": BOM_UTF16_LE, "utf-16-be": BOM_UTF16_BE}
    return marks.get(encoding, b"") + text.encode(encoding.partition(" ")[0])


def encodings_of(text: str) -> tuple[str, ...]:
    """Return the encodings that have all letters of a text."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return ENCODINGS[:-1]
    return ENCODINGS


def draw_people(random: Random, count: int) -> list[str]:
    """Return names of different people of all families. The most is the number of `NAMES`."""
    return random.sample(NAMES, count)
