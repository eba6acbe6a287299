"""Deals with Weis. In each, no hand has any other than those named."""

from __future__ import annotations

from typing import Final

Deal = dict[str, str]

FIFTY: Final[Deal] = {
    "S": "6S 7S 8S 9S  KS 8H TH TD KD",
    "E": "QH KH AH  TS QS AS 8C JC KC",
    "N": "7D 8D 9D  9H JH QD AD 6C QC",
    "W": "JS 6H 7H 6D JD 7C 9C TC AC",
}
"""South a sequence of four; East and North one of three."""

TWO_FIFTIES: Final[Deal] = {
    "S": "6S 7S 8S 9S  QS AS AD JC QC",
    "E": "JH QH KH AH  KS 9H TD JD 7C",
    "N": "TS 7H 8H TH 8D 9D QD KD 8C",
    "W": "JS 6H 6D 7D 6C 9C TC KC AC",
}
"""South and East a sequence of four."""

FOUR_WEIS: Final[Deal] = {
    "S": "6S 7S 8S 9S  AS 9H 7D TD KC",
    "E": "TH JH QH KH  TS 6H 6D 9D 6C",
    "N": "JD QD KD AD  JS 8H 7C JC QC",
    "W": "8C 9C TC  QS KS 7H AH 8D AC",
}
"""South, East and North a sequence of four, West one of three."""

FOUR_OR_FIVE: Final[Deal] = {
    "S": "AS AH AD AC  8S TS 6H KD JC",
    "E": "6D 7D 8D 9D TD  9S QH KH 7C",
    "N": "6S QS KS 7H TH JH JD QD 8C",
    "W": "7S JS 8H 9H 6C 9C TC QC KC",
}
"""South four Aces, East a sequence of five."""

TWO_FOURS: Final[Deal] = {
    "S": "AS AH AD AC  8S TS TD 9C TC",
    "E": "KS KH KD KC  9S 7H 6D 7D QD",
    "N": "6S QS 6H 8H JH QH 8D 9D 6C",
    "W": "7S JS 9H TH JD 7C 8C JC QC",
}
"""South four Aces, East four Kings."""

EQUALS: Final[Deal] = {
    "S": "6S 7S 8S  TS JH 6D 7D 9C QC",
    "E": "6H 7H 8H  QH AH 9D TD 7C KC",
    "N": "JS KS 9H 8D KD AD 6C 8C TC",
    "W": "9S QS AS TH KH JD QD JC AC",
}
"""South a sequence from six to eight in spades, East in hearts."""

THREE_TWENTIES: Final[Deal] = {
    "S": "6S 7S 8S  TS JH 6D 7D TD QC",
    "E": "JS KS 9H QH AH 9D 8C TC AC",
    "N": "QD KD AD  TH 6C 7C 9C JC KC",
    "W": "6H 7H 8H  9S QS AS KH 8D JD",
}
"""South, North and West a sequence of three; North's is the highest."""

LAST: Final[Deal] = {
    "S": "QS KS AS  7S 8H QH KH TC KC",
    "E": "TS 6H 9H JH TD JD KD 7C AC",
    "N": "6S 8S 7H AH AD 6C 9C JC QC",
    "W": "6D 7D 8D 9D  9S JS TH QD 8C",
}
"""South a sequence of three, West one of four."""

NOTHING: Final[Deal] = {
    "S": "9S JS 7H 9D JD KD 6C JC KC",
    "E": "7S QS AS 6H TH 6D 7D QD QC",
    "N": "6S TS KS 8H 9H JH KH 8C TC",
    "W": "8S QH AH 8D TD AD 7C 9C AC",
}
"""Nobody has any."""

STOECK: Final[Deal] = {
    "S": "QH KH AH  7S AS 9H TH 9C QC",
    "E": "TS QS 6H 8H 9D TD 7C 8C KC",
    "N": "6D 7D 8D  8S JH KD AD 6C TC",
    "W": "6S 9S JS KS 7H JD QD JC AC",
}
"""South has King and Ober of hearts, in a sequence of three; North a sequence of three."""
