"""One worked deal for every ruleset, with what its rules are known for.

A script is lines of the notation (docs/formats.md); ``deal`` deals the next batch, and after the last line
everybody plays the first card that is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.games.catalogue import SIDI_BARRANI
from tests.family.table import Table as FamilyTable
from tests.jass.table import Table as JassTable

if TYPE_CHECKING:
    from domain.record.record import Record


@dataclass(frozen=True)
class Worked:
    """A deal: what there is to see in it, who deals, the hands (what is left out is dealt anyhow), what happens."""

    about: str
    dealer: str
    hands: dict[str, str] = field(default_factory=dict)
    script: str = ""
    whole: bool = True
    """The rest is played out."""


DEALS: Final[dict[str, Worked]] = {
    "304": Worked(
        "A closed game. South's throw stays hidden for good; East's is shown, as West cuts the second trick.",
        "S",
        {
            "E": "JS 9S AS TS  KS QS 8S 7H",
            "N": "JH 9H AH TH  KH QH JC 7D",
            "W": "JD 9D AD TD  KD QD 8H 8D",
            "S": "7S 9C AC TC  KC QC 8C 7C",
        },
        """
        W cut 11, deal
        E 160, N 170, W 180, S pass, E pass, N pass
        W indicator JD, deal
        W pass, S pass, E pass, N pass, W closed
        E 7H, N QH, W 8H, S (9C), W: none S=9C
        N JC, W ([JD]), S 7C, E (8S), W: trumps E=8S
        W 9D, S 8C, E QS, N 7D
        W AD, S TC, E KS, N TH
        """,
    ),
    "304-bank": Worked(
        "East rejects a weak first batch; with the second one nobody bids.",
        "S",
        {"E": "7S 8S 7H 8H"},
        "W no cut, deal, E redeal, W cut 5, S deal E:JS KS QH 7D N:8S 7H AC KD W:QS TH QD 8C S:8D 8H 9D QC,"
        "E pass, N pass, W pass, S pass",
    ),
    "304-jaffna": Worked(
        "With four cards nobody speaks twice; with eight the same number is enough. Trumps turn out to be spoilt.",
        "S",
        {"E": "JS 9S AS TS  KS JC 9C AC", "W": "QS JD 9D AD  8S 7S TD KD"},
        "W no cut, deal, E 160, N 170, W 250, S pass, W indicator QS, deal,"
        "W pass, S pass, E 250, N pass, E indicator JS, E closed, N spoilt",
    ),
    "304-cats": Worked(
        "Partner Close Caps: East plays alone, West sleeps. In the second auction dealer's right speaks first.",
        "N",
        {"E": "JS 9S AS TS  KS QS 8S 7S", "W": "JD 9D AD TD  KD QD 8D 7D"},
        "E no cut, deal, W 160, S pass, E 200, N pass, W pass, S pass, E indicator 9S, deal,"
        "W pass, S pass, E pcc, E indicator JS, E open JS, E JS",
    ),
    "304-decimal": Worked(
        "An open game with a partner who is asked; points are tenths.",
        "W",
        {"S": "9H AH TH KH  QH 8H 7H JS", "N": "JH JD JC 9S  9D 9C AS AC"},
        "N no cut, deal, S ask, N 160, E pass, W pass, S pass, N indicator JH, deal,"
        "S pass, E pass, N pass, W pass, N open JH",
    ),
    "304-six-24": Worked(
        "Six players. The first to speak must bid and asks seat 5, which opens the game.",
        "6",
        {"1": "JH 9D AD  AH", "5": "JS 9S AS  TS", "3": "KS QS JC  9C"},
        "5 no cut, deal, 1 ask 5, 5 200, 2 pass, 3 pass, 4 pass, 6 pass, 1 pass, 5 indicator 9S, deal, 5 open 9S",
    ),
    "304-six-36": Worked(
        "Six players with 36 cards. Seat 1 bids Partner Close Caps; seats 3 and 5 sleep.",
        "6",
        {"1": "JH 9H AH TH  KH QH", "3": "8H 7H 6H JS  9S AS"},
        "5 no cut, deal, 1 200, 2 pass, 3 pass, 4 pass, 5 pass, 6 pass, 1 indicator 9H, deal,"
        "1 pcc, 1 indicator JH, 1 open JH",
    ),
    "304-eight": Worked(
        "Eight players with four cards each; a closed game.",
        "8",
        {"1": "9C JD 7H  QC", "2": "JS 9S AS  TS", "3": "8S JC AC  KC", "4": "KS QS JH  9H"},
        "7 no cut, deal, 1 200, 2 220, 3 pass, 4 pass, 5 pass, 6 pass, 7 pass, 8 pass, 1 pass,"
        "2 indicator AS, deal, 2 closed",
    ),
    "304-tamil-nadu": Worked(
        "East wins five tricks and announces Double.",
        "S",
        {"E": "JS 9S AS QS  TS KS JH 9H", "S": "JD 9D AD TD  KD QD 8D 7D", "W": "JC 9C AC TC  KC QC 8C 7C"},
        "W no cut, deal, E 160, N pass, W pass, S pass, E indicator QS, deal,"
        "E pass, N pass, W pass, S pass, E open QS,"
        "E JS, N 7S, W 7C, S 7D, E 9S, N 8S, W 8C, S 8D, E AS, N 7H, W QC, S QD, E TS, N 8H, W KC, S KD,"
        "E QS, N QH, W TC, S TD, E announces double",
    ),
    "504": Worked(
        "Six players with threes, worth 50 each.",
        "6",
        {"1": "3S JS 9S AS  TS KS", "4": "3H JH 9H AH  3D JD"},
        "5 no cut, deal, 1 260, 2 pass, 3 pass, 4 270, 5 pass, 6 pass, 1 340, 2 pass, 3 pass, 4 pass, 5 pass, 6 pass,"
        "1 indicator AS, deal, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 6 pass, 1 open AS",
    ),
    "904": Worked(
        "Eight players with threes and twos: 904 points.",
        "8",
        {"1": "2S 3S JS 9S  AS", "5": "2H 3H JH 9H  2D"},
        "7 no cut, deal, 1 460, 2 pass, 3 pass, 4 pass, 5 pass, 6 pass, 7 pass, 8 pass, 1 indicator 9S, deal,"
        "1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 6 pass, 7 pass, 8 pass, 1 open 9S",
    ),
    "304-maharashtra": Worked(
        "East names the ace of hearts: its holder, North, is the partner, and knows it alone. Marriages are shown.",
        "N",
        {
            "E": "JS 9S AS TS  KS QS JH 9H",
            "N": "7S 8S AH TH  JD 9D AD TD",
            "W": "KH QH 8H 7H  JC 9C AC TC",
            "S": "KD QD 8D 7D  KC QC 8C 7C",
        },
        "E no cut, deal, W pass, S pass, E pass, N pass, deal, W pass, S pass, E 200, N pass, W pass, S pass,"
        "E indicator JS, E names partner AH, E open JS, W marriage H, W KH, S KD, E 9H, N AH,"
        "E marriage S, E TS",
    ),
    "304-doso-viso": Worked(
        "Half Court: four tricks with the first four cards, and a partner.",
        "N",
        {"E": "JS 9S AS JH", "N": "9H QS 8D 7D", "W": "KH QH 8H 7H", "S": "KD QD 8C 7C"},
        "E no cut, deal, W pass, S pass, E half, E indicator AS, E names partner 9H, E open AS",
    ),
    "sidi-barrani": Worked(
        "South and East both have 50, and tell about it until South's is the better one; North has Stöck.",
        "W",
        {
            "S": "8S 9S TS JS  6H AD 7D JC QC",
            "E": "TH 9H 8H 7H  AS 6D JD TC KC",
            "N": "QS KS AH KH  8D 9D QD 6C 8C",
            "W": "6S 7S QH JH  TD KD 7C 9C AC",
        },
        """
        N no cut, deal, deal, deal
        S 60 S, E 70 H, N 100 S, W double
        N KS, W 6S, S 8S, S weis 50, E AS, E weis 50
        E demands S 50
        """,
    ),
}  # fmt: skip


def record_of(key: str) -> Record:
    """The record of a ruleset's worked deal."""
    worked = DEALS[key]
    if key == SIDI_BARRANI.key:
        jass = JassTable(worked.hands, dealer=worked.dealer)
        jass.does(worked.script)
        return (jass.finish() if worked.whole else jass).record
    table = FamilyTable(key, worked.hands, dealer=worked.dealer).does(worked.script)
    return (table.finish() if worked.whole else table).record
