"""The filters of a search for deals as chips: those that are set, and those that would narrow it, with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from flask import url_for
from flask_babel import gettext, lazy_gettext, ngettext

from api.callers import SEAT, caller
from api.deals import lists as deal_lists
from api.deals.search import ABOUT_HANDS
from api.lists import catalogue
from domain.engine.cards import with_letters
from web.rules.own_rulesets import game_called
from web.wording import names, words
from web.wording.spoken import reasons_of_results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

SUGGESTED: Final[tuple[Mapping[str, str], ...]] = (
    {"result": "made"},
    {"result": "failed"},
    {"bid_from": "200"},
    {"hand": "maker", "held": "J* 9*"},
    {"only_trump": "true"},
    {"caps": "true"},
    {"reason": "caps-late"},
    {"irregularities": "true"},
)
"""The filters that the page suggests, as parameters."""
HANDS: Final = {"any": lazy_gettext("Anybody"), "maker": lazy_gettext("The bidder")}
HOLDINGS: Final = ("J*", "9*", "J* 9*", "J* 9* A*", "*4", "*5", "*6", "JS JH JD JC")
"""The holdings that the form offers, as parameters: the jack of trumps, …, four trumps, …, all jacks."""
LEADS: Final = ("J*", "9*", "A*", "T*", *(f"{rank}{suit}" for suit in "SHDC" for rank in "J9ATKQ876"))
"""The opening leads that the form offers."""
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Chip(NamedTuple):
    """A filter: its words, the address of the search without it (or with it), and the number of deals it would find."""

    text: str
    href: str
    deals: int | None = None


class Chips(NamedTuple):
    """The chips of a search, and the number of its deals."""

    chosen: list[Chip]
    suggested: list[Chip]
    total: int
    is_cut: bool
    """Whether only the newest deals were counted."""


def chips(kept: Mapping[str, str], query: dict[str, Any]) -> Chips:
    """Return the chips of a search. ``kept``: its parameters as in the address; ``query``: the same, checked."""
    chosen = [Chip(_chosen_text(kept, name, query), _address(kept, without=name)) for name in kept if name != "hand"]
    fields = deal_lists.DealQuery()
    suggested = [
        params
        for params in SUGGESTED
        if not (params.items() <= kept.items() or ("result" in params and "result" in kept))
        and not (caller().role == SEAT and ABOUT_HANDS & params.keys())
    ]
    narrower = [deal_lists.conditions(fields.load(dict(params))) for params in suggested]
    counts = catalogue().counts("deal", narrower, **deal_lists.conditions(query))
    return Chips(
        chosen,
        [
            Chip(_text(params, _named(params)), _address({**kept, **params}), count)
            for params, count in zip(suggested, counts.narrower, strict=True)
            if 0 < count < counts.total
        ],
        counts.total,
        counts.is_cut,
    )


def cards_offered(offered: Iterable[str], chosen: str) -> dict[str, str]:
    """Return holdings or leads in words, by parameter: those that the form offers, and one that an address has."""
    return {value: cards_text(value) for value in dict.fromkeys((*offered, chosen) if chosen else offered)}


def _chosen_text(kept: Mapping[str, str], name: str, query: dict[str, Any]) -> str:
    """Return a chosen filter in words; of the game, the name that a club gave its own ruleset."""
    return game_called(kept[name], query.get("club")) if name == "ruleset" else _text(kept, name)


def _named(params: Mapping[str, str]) -> str:
    return next(name for name in params if name != "hand")


def _address(params: Mapping[str, str], without: str = "") -> str:
    rest = {name: value for name, value in params.items() if name != without}
    if not {"held", "shape"} & rest.keys():
        rest.pop("hand", None)
    return address(rest)


def address(params: Mapping[str, str]) -> str:
    """Return the address of a search, which can be kept and sent."""
    return f"{url_for('library.deals')}?{urlencode(params)}" if params else url_for("library.deals")


def _text(params: Mapping[str, str], name: str) -> str:
    """Return a filter in words."""
    value = params[name]
    hand = params.get("hand", "any")
    who = str(HANDS.get(hand) or words.seat(hand))
    match name:
        case "held":
            return str(gettext("%(who)s held %(cards)s", who=who, cards=cards_text(value)))
        case "shape":
            return str(gettext("%(who)s: cards of each suit %(shape)s", who=who, shape=value.replace("-", " · ")))
        case "lead":
            return str(gettext("Opening lead: %(card)s", card=cards_text(value)))
        case "bid":
            return str(gettext("Bid: %(bid)s", bid=words.bid(value)))
        case "bid_from":
            return str(gettext("Bid %(bid)s or more", bid=value))
        case "bid_to":
            return str(gettext("Bid %(bid)s or less", bid=value))
        case "reason":
            return reasons_of_results().get(value, value).rstrip(".")
        case "only_trump":
            if value == "true":
                return str(gettext("The indicator was the only trump"))
            return str(gettext("The indicator was not the only trump"))
        case "result" | "status":
            return words.result(value)
        case "caps":
            return str(gettext("with Caps") if value == "true" else gettext("without Caps"))
        case "irregularities":
            return str(gettext("with irregularities") if value == "true" else gettext("without irregularities"))
        case "since":
            return f"{gettext('From')} {value}"
        case "until":
            return f"{gettext('To')} {value}"
        case "player":
            return names.player(value)
    return _title(value)


def _title(value: str) -> str:
    """Return the title of a club, a table or a match by its id; the text itself if there is none."""
    try:
        row = catalogue().find(UUID(value))
    except ValueError:
        row = None
    if row is None:
        return value
    return names.match_title(row.data) if row.kind == "match" else row.title


def cards_text(held: str) -> str:
    """Return cards of a query in words: "J♥ 9♥, J 9 of trumps, 4 trumps"."""
    cards = [card.replace("T", "10") for card in with_letters(held).upper().replace(",", " ").split()]
    plain = " ".join(card[:-1] + SIGNS[card[-1]] for card in cards if card[-1] in SIGNS)
    ranks = " ".join(card[:-1] for card in cards if card.endswith("*"))
    parts = [plain, str(gettext("%(ranks)s of trumps", ranks=ranks)) if ranks else ""]
    counts = [int(card[1:]) for card in cards if card.startswith("*")]
    parts += [str(ngettext("%(num)s trump", "%(num)s trumps", count)) for count in counts]
    return ", ".join(filter(None, parts))
