"""Slates in sentences: games, contracts, terms and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.values import capital
from domain.slate.line import FULL
from replay.words import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from replay.words import Language

GAMES: Final = {"schieber": gettext_noop("Schieber"), "coiffeur": gettext_noop("Coiffeur")}
CONTRACTS: Final = {
    "acorns": gettext_noop("acorns"),
    "roses": gettext_noop("roses"),
    "shields": gettext_noop("shields"),
    "bells": gettext_noop("bells"),
    "spades": gettext_noop("spades"),
    "clubs": gettext_noop("clubs"),
    "diamonds": gettext_noop("diamonds"),
    "hearts": gettext_noop("hearts"),
    "obenabe": gettext_noop("Obenabe"),
    "undenufe": gettext_noop("Undenufe"),
    "slalom": gettext_noop("Slalom"),
    "gusti": gettext_noop("Guschti"),
    "misere": gettext_noop("Misère"),
    "joker-1": gettext_noop("Joker 1"),
    "joker-2": gettext_noop("Joker 2"),
    "joker-3": gettext_noop("Joker 3"),
}
"""The names of the contracts that `domain.slate.terms.KNOWN` lists."""
PRESETS: Final = {
    "schieber": {
        "1000": gettext_noop("Schieber to 1000 points"),
        "1500": gettext_noop("Schieber to 1500 points"),
        "2500": gettext_noop("Schieber to 2500 points, with factors"),
        "12-deals": gettext_noop("Schieber, 12 deals without Weis"),
    },
    "coiffeur": {
        "ten": gettext_noop("Coiffeur with ten contracts"),
        "eight": gettext_noop("Coiffeur with eight contracts"),
        "three-players": gettext_noop("Coiffeur for three players"),
    },
}
"""The names of the presets of each game."""
ORDERS: Final = {
    "stoeck-weis-tricks": gettext_noop("Stöck, Weis, tricks"),
    "stoeck-tricks-weis": gettext_noop("Stöck, tricks, Weis"),
    "deal-end": gettext_noop("the deal is played to its end"),
}
"""The orders in which points count in the last deal."""


def game_name(language: Language, key: str) -> str:
    """Return the name of a game."""
    return language.gettext(GAMES[key]) if key in GAMES else key


def contract_name(language: Language, name: str) -> str:
    """Return the name of a contract; a name that a club chose stays as it is."""
    return capital(language.gettext(CONTRACTS[name])) if name in CONTRACTS else name


def contract_by_name(language: Language, text: str) -> str:
    """Return the contract whose name a reader typed; any other text as it is."""
    typed = text.strip().casefold()
    names = {contract_name(language, name).casefold(): name for name in CONTRACTS}
    return names.get(typed, typed if typed in CONTRACTS else text.strip())


def preset_name(language: Language, game: str, key: str) -> str:
    """Return the name of a preset of a game."""
    return language.gettext(PRESETS[game][key])


def order_name(language: Language, key: str) -> str:
    """Return the name of an order."""
    return language.gettext(ORDERS[key])


def result(language: Language, status: str, winners: Sequence[str], teams: Mapping[str, str], turn: str) -> str:
    """Return how a slate stands: who may announce, or who has won. ``teams``: names by code."""
    _ = language.gettext
    names = [teams[team] for team in winners]
    if status == "void":
        return _("This slate was opened by mistake. It counts nowhere.")
    if status == "open":
        return _("%(team)s may announce.", team=teams.get(turn, turn))
    if len(names) == 1:
        return _("Winner: %(team)s.", team=names[0])
    if names:
        return _("%(teams)s are level.", teams=language.together(names))
    return _("The game was stopped before its first deal.")


def terms_summary(language: Language, terms: Mapping[str, object]) -> list[str]:
    """Return the terms of a game in short sentences."""
    _ = language.gettext
    sentences = []
    if terms.get("target"):
        sentences.append(_("to %(points)s points", points=terms["target"]))
    if terms.get("deals"):
        sentences.append(language.ngettext("%(num)s deal", "%(num)s deals", int(str(terms["deals"]))))
    if "weis" in terms:
        sentences.append(_("with Weis and Stöck") if terms["weis"] else _("without Weis and Stöck"))
    sentences.append(_("a match is %(points)s points", points=FULL + int(str(terms["match_bonus"]))))
    if terms.get("target"):
        sentences.append(_("order: %(order)s", order=order_name(language, str(terms["order"]))))
    if terms.get("halfway"):
        sentences.append(_("with Bergpreis"))
    return sentences
