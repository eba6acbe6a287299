"""Small endings, written out: the hands, what happened, and how many lines there are from here."""

from __future__ import annotations

from typing import NamedTuple


class Ending(NamedTuple):
    """A position, and the number of positions after one act, two acts … and of lines to the end."""

    dealer: str
    hands: dict[str, str]
    script: str
    counts: list[int]


ENDINGS = {
    "open, three tricks left": Ending(
        dealer="S",
        hands={
            "S": "TS JH AH JS  TC 8S JC 7S",
            "E": "9C 7H QC KH  8C 7C AD AS",
            "N": "8D JD AC QD  KD KS 7D 9D",
            "W": "QS TH QH 9H  8H 9S TD KC",
        },
        script="""
            W cut, S deal, E 180, N ask, S 190, W 220, S pass, E pass, N 240, W 260, S 270, E 300, N pass,
            W pass, S pass, E lays 9C, S deal, E pass, N pass, W pass, S pass, E closes, E AD, N 8D, W TD,
            S JC down, E inspects trumps, S 8S, E AS, N KS, W QS, E KH, N AC, W 9H, S AH, N QD, W TH, S JS,
            E 8C, E 7H, N JD, W 8H, S JH
        """,
        counts=[3, 9, 27, 27, 54, 108, 144, 168, 168, 168, 168, 168, 168],
    ),
    "open, in the middle of a trick": Ending(
        dealer="W",
        hands={
            "S": "AS 8D 7D AD  KD 9D QD TD",
            "E": "JH KC 9H TC  QH 7C QS QC",
            "N": "AC JC KS 7H  8C KH 8S JS",
            "W": "9C 7S TH 9S  AH 8H JD TS",
        },
        script="""
            N cut, W deal, S 170, E 190, N pass, W 210, S pass, E pass, N pass, W lays TH, W deal, W pass,
            S pass, E pass, N pass, W closes, S AD, E 9H down, N KH down, W JD, W inspects trumps, E 7C,
            N JC, W 9C, S QD, N 8C, W TH, S 8D, E QC, W 8H, S 9D, E QH, N 7H, E TC, N AC, W AH, S KD, W 7S,
            S AS
        """,
        counts=[1, 3, 6, 12, 24, 48, 48, 48, 48, 48, 48],
    ),
    "closed, three tricks left": Ending(
        dealer="S",
        hands={
            "S": "JC JH KD KH  TH AD QD TD",
            "E": "9H 7H 8C 7C  AH TC 9D JD",
            "N": "7S 8S TS JS  AS 9S KS QS",
            "W": "QH KC 7D 8H  9C AC 8D QC",
        },
        script="""
            W cut, S deal, E 170, N 180, W 210, S 240, E pass, N pass, W pass, S lays JH, S deal, S pass,
            E pass, N pass, W pass, S closes, E AH, N JS down, W QH, S TH, S inspects none, E 7C,
            N AS down, W AC, S JC, S inspects none, S QD, E JD, N 9S down, W 8D, S inspects none, E 9H,
            N 8S down, W 8H, S KH, S inspects none, E 9D, N QS down, W 7D, S TD, S inspects none
        """,
        counts=[3, 9, 27, 72, 72, 144, 288, 480, 912, 912, 912, 912, 912, 624, 336, 912],
    ),
    "open, trumps are exhausted": Ending(
        dealer="N",
        hands={
            "S": "8S TC JS 7S  QS AS AD 7D",
            "E": "AC 7H KH 9H  8H JH 8D TD",
            "N": "9D QH AH QC  9S QD TH TS",
            "W": "KC JC 8C KD  7C 9C KS JD",
        },
        script="""
            E cut, N deal, W pass, S 250, E 260, N 290, W 300, S pass, E pass, N pass, W lays 8C, N deal,
            W pass, S pass, E pass, N pass, W closes, W KD, S 7D, E 8D, N QD, W 8C, S TC, E AC, N QC, E JH,
            N AH, W KS, S AS, E KH, N QH, W 9C, S 7S, W JC, S 8S, E 7H, N 9S
        """,
        counts=[2, 6, 18, 54, 54, 108, 216, 432, 432, 432, 432, 432, 432],
    ),
    "Partner Close Caps, in the middle of a trick": Ending(
        dealer="S",
        hands={
            "S": "JS 9S 7D QC  KS 9D 8C TH",
            "E": "AH KH TD AS  QD JC 9H 8S",
            "N": "7S 8D KD 7C  AC TS 7H TC",
            "W": "QS 9C 8H QH  JD KC AD JH",
        },
        script="""
            W cut, S deal, E 160, N 250, W 270, S 290, E 300, N pass, W pass, S pass, E lays KH, S deal,
            E pass, N pass, W pcc, W lays QS, W closes, W 9C, S QC, N 7C, W QS, S JS, N 7S, S 7D, N KD,
            W JD, W QH, S TH, N 7H, S 8C
        """,
        counts=[2, 2, 6, 14, 32, 64, 86, 152, 152, 152, 152, 152],
    ),
    "Partner Close Caps, three tricks left": Ending(
        dealer="S",
        hands={
            "S": "JS 9S 7D QC  KS 9D 8C TH",
            "E": "AH KH TD AS  QD JC 9H 8S",
            "N": "7S 8D KD 7C  AC TS 7H TC",
            "W": "QS 9C 8H QH  JD KC AD JH",
        },
        script="""
            W cut, S deal, E 160, N 250, W 270, S 290, E 300, N pass, W pass, S pass, E lays KH, S deal,
            E pass, N pass, W pcc, W lays QS, W closes, W 9C, S QC, N 7C, W QS, S JS, N 7S, S 7D, N KD,
            W JD, W QH, S TH, N 7H, S 8C, N AC, W KC
        """,
        counts=[3, 7, 16, 32, 43, 76, 76, 76, 76, 76],
    ),
    "closed, four tricks left, the maker is void": Ending(
        dealer="N",
        hands={
            "S": "KS 7C AC 7H  8C JS 9D KC",
            "E": "TS QC 8H QH  JH 7S JC KH",
            "N": "9C AS AH AD  9S TC TH 8S",
            "W": "9H KD TD 7D  QS QD 8D JD",
        },
        script="""
            E cut, N deal, W ask, E 160, S 190, E pass, N pass, W pass, S lays 7C, N deal, S pass, E pass,
            N pass, W pass, S closes, W 8D, S 9D, E 8H down, N AD, S inspects none, S 8C, E QC, N TC,
            W KD down, S inspects none, N 9C, W 7D down, S AC, E JC, S inspects none, E JH, N TH, W 9H,
            S 7H, E KH, N AH, W QS down
        """,
        counts=[3, 3, 9, 25, 39, 99, 162, 246, 444, 780, 864, 864, 864, 864, 240, 240, 864],
    ),
    "closed, a trump is led and only the indicator is left": Ending(
        dealer="N",
        hands={
            "S": "QH 9C 8D JC  KH AC KD AS",
            "E": "7H 7D QC AD  AH 7C JS 9D",
            "N": "JH 9S 8S JD  TS KS 8C KC",
            "W": "TH QS 7S TD  QD 8H TC 9H",
        },
        script="""
            E cut, N deal, W 170, S ask, N pass, E 210, N pass, W pass, S pass, E lays QC, N deal, E pass,
            N pass, W pass, S pass, E closes, W QD, S KD, E 9D, N JD, N TS, W 7S, S AS, E JS, E 7D,
            N JH down, W TD, S 8D, E inspects none, W TH, S QH, E AH, N 9S down, E inspects none, E 7C,
            N KC, W TC, S JC, S 9C
        """,
        counts=[2, 2, 6, 6, 12, 15, 30, 48, 48, 48, 48, 48, 48, 32, 48],
    ),
    "closed, two tricks left": Ending(
        dealer="S",
        hands={
            "S": "7C JS 7S JH  7H JD 7D JC",
            "E": "8H 8C 9S 8S  9H 9D 8D 9C",
            "N": "QC AS QS AH  QH AD QD AC",
            "W": "KC TS KS TH  KH TD KD TC",
        },
        script="""
            W cut, S deal, E 160, N pass, W pass, S pass, E lays 8H, S deal, E pass, N pass, W pass,
            S pass, E closes, E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H,
            E 8C down, N QH, W TH, E inspects none, W KD, S JD, E 9D, N AD, S 7D, E 8D, N QD, W TD
        """,
        counts=[2, 4, 4, 8, 8, 8, 8, 8, 4, 8],
    ),
    "closed, a face-down card awaits inspection": Ending(
        dealer="S",
        hands={
            "S": "7C JS 7S JH  7H JD 7D JC",
            "E": "8H 8C 9S 8S  9H 9D 8D 9C",
            "N": "QC AS QS AH  QH AD QD AC",
            "W": "KC TS KS TH  KH TD KD TC",
        },
        script="""
            W cut, S deal, E 160, N pass, W pass, S pass, E lays 8H, S deal, E pass, N pass, W pass,
            S pass, E closes, E 9S, N QS, W KS, S JS, S 7S, E 8S, N AS, W TS, N AH, W KH, S JH, E 9H, S 7H,
            E 8C down, N QH, W TH
        """,
        counts=[1, 4, 8, 12, 24, 64, 100, 164, 284, 456, 608, 680, 784, 832, 832, 832, 832, 704, 208, 832],
    ),
    "closed, trumps are exhausted": Ending(
        dealer="S",
        hands={
            "S": "8S 7D 8D QD  KD 7C 8C QC",
            "E": "7S 7H 8H QH  KH TH AH 9H",
            "N": "JS 9S AS TS  KS QS JH JD",
            "W": "9D AD TD KC  TC AC 9C JC",
        },
        script="""
            W cut, S deal, E pass, N 160, W pass, S pass, E pass, N lays JS, S deal, N pass, W pass,
            S pass, E pass, N closes, E 7H, N JH, W 9D down, S 7D down, N inspects none, N 9S, W AD down,
            S 8S, E 7S, N inspects none, N AS, W TD down, S 8D down, E 8H down, N inspects none, N TS,
            W KC down, S QD down, E QH down, N inspects none, N KS, W TC down, S KD down, E KH down,
            N inspects none
        """,
        counts=[1, 3, 9, 27, 27, 27, 54, 108, 216, 216, 216, 216, 216, 216, 216],
    ),
}
