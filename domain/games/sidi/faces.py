"""The names of the cards of a Jass.

003 "Players and Cards": a Jass is played with the Swiss-German pack of bells, shields, acorns and roses. In a French
pack the jack stands for the Under, the queen for the Ober and the ten for the Banner. No document says which French
suit stands for which Swiss one; each suit has the letter of the French suit that replaces it in Switzerland (ours).
"""

from __future__ import annotations

from typing import Final

from domain.engine.faces import FRENCH, Faces, Name

SWISS: Final = Faces(
    suits={
        "S": Name("shields", "Schilten"),
        "H": Name("roses", "Rosen"),
        "D": Name("bells", "Schellen"),
        "C": Name("acorns", "Eicheln"),
    },
    ranks={
        **FRENCH.ranks,
        "T": Name("Banner", sign="B"),
        "J": Name("Under", sign="U"),
        "Q": Name("Ober", sign="O"),
        "K": Name("king", "König", sign="K"),
        "A": Name("ace", "Ass", sign="A"),
    },
)
