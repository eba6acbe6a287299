"""What a seat knew of the cards, in the reader's language (`replay.audit_knowledge` tells it as values)."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any, Final

from babel.lists import format_list
from babel.numbers import format_compact_decimal
from flask_babel import format_decimal, format_percent, get_locale
from flask_babel import gettext as _

from web.reasons import reason
from web.words import seat as seat_word
from web.words import suit as suit_word

if TYPE_CHECKING:
    from domain.cards import Card

Told = dict[str, Any]

MANY = 1_000_000
"""From here on a number of deals is told in words, beside the number itself."""
NAMED: Final = 15
"""Digits of a number that words are still shorter for than a power of ten."""
SPARE: Final = 4
"""Digits of precision beside those of the number: babel rounds to a digit after the decimal point."""
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Knowing:
    """The sentences about one seat at one moment. ``names``: how cards are called (`web.spoken.card_names`)."""

    def __init__(self, told: Told, names: Told) -> None:
        self.told = told
        self.names = names
        self.who = seat_word(told["seat"])

    # --- the count --------------------------------------------------------------------------------

    def count(self) -> str:
        """How many deals fit, in a sentence."""
        if "deals" not in self.told:
            return str(
                _("The record does not tell all that %(seat)s saw, so the deals cannot be counted.", seat=self.who)
            )
        deals = int(self.told["deals"])
        if not deals:
            return str(
                _("No deal fits all that %(seat)s saw: a rule was broken, or the record is wrong.", seat=self.who)
            )
        if deals == 1:
            return str(_("One deal fits: %(seat)s could place every card.", seat=self.who))
        if deals < MANY:
            return str(_("%(deals)s deals fit all that %(seat)s knew.", deals=format_decimal(deals), seat=self.who))
        return str(
            _(
                "About %(words)s deals fit all that %(seat)s knew; exactly %(deals)s.",
                words=in_words(deals),
                seat=self.who,
                deals=in_full(deals),
            )
        )

    def beside(self) -> list[str]:
        """What makes the count uncertain, or is not in it."""
        found = [self._note(note) for note in self.told.get("notes", ())]
        found += [str(_("The record does not tell %(what)s.", what=gap)) for gap in self.told.get("gaps", ())]
        return found

    def breach(self) -> str:
        """What was broken before the eyes of the seat; empty if nothing was."""
        breach = self.told.get("breach")
        if not breach:
            return ""
        return str(
            _(
                "At ply %(ply)s a rule was broken before the eyes of %(seat)s: %(what)s (%(clause)s). What follows "
                "from the rules is uncertain from there.",
                ply=breach["ply"],
                seat=self.who,
                what=reason(breach["code"]).removesuffix(".") or breach["text"],
                clause=breach["clause"],
            )
        )

    def _note(self, note: Told) -> str:
        """Something that was told and is not in the count."""
        ply = note["ply"]
        match note["code"]:
            case "not-spoilt":
                return str(
                    _(
                        "At ply %(ply)s spoilt trumps were declared in error: an opponent of the trump maker has a "
                        "trump. The count makes no use of it.",
                        ply=ply,
                    )
                )
            case "known-card-may-have-gone":
                return str(
                    _(
                        "At ply %(ply)s a card was played face down that may be one known to be in that hand. The "
                        "count takes it for unknown.",
                        ply=ply,
                    )
                )
            case "maker-need-not-lead-trumps":
                return str(
                    _(
                        "At ply %(ply)s the trump maker led another suit, so it did not hold all the trumps left. The "
                        "count makes no use of it.",
                        ply=ply,
                    )
                )
        return str(
            _(
                "At ply %(ply)s something was said of a Weis. The count makes use only of cards that were shown.",
                ply=ply,
            )
        )

    # --- the trump --------------------------------------------------------------------------------

    def trumps(self) -> list[str]:
        """What was known of the trump suit."""
        trump = self.told["trump"]
        if "suit" in trump:
            return [str(_("%(seat)s knew the trumps: %(suit)s.", seat=self.who, suit=self.suit(trump["suit"])))]
        found = []
        if possible := trump.get("possible"):
            suits = [f"{self.suit(suit)} {format_percent(share)}" for suit, share in possible.items()]
            found.append(str(_("The trumps could be %(suits)s.", suits=either(suits))))
        for suit, why in trump.get("excluded", {}).items():
            found.append(self._not_trump(self.suit(suit), why))
        return found

    def _not_trump(self, suit: str, why: Told) -> str:
        who, ply = seat_word(why["seat"]), why["ply"]
        match why["code"]:
            case "maker-led-first":
                told = _(
                    "Not %(suit)s: %(seat)s led it to the first trick (ply %(ply)s).", suit=suit, seat=who, ply=ply
                )
            case "cut-not-trump":
                told = _("Not %(suit)s: %(seat)s cut a lead of it (ply %(ply)s).", suit=suit, seat=who, ply=ply)
            case "no-trumps-found":
                told = _(
                    "Not %(suit)s: it lay face down where %(seat)s found no trump (ply %(ply)s).",
                    suit=suit,
                    seat=who,
                    ply=ply,
                )
            case "trumps-found":
                told = _(
                    "Not %(suit)s: %(seat)s found a trump face down, where none of it can have lain (ply %(ply)s).",
                    suit=suit,
                    seat=who,
                    ply=ply,
                )
            case _other:
                told = _("Not %(suit)s: no card of it is left for the indicator.", suit=suit)
        return str(told)

    def suit(self, letter: str) -> str:
        """A suit or denomination in words."""
        return str(self.names["suits"].get(letter) or suit_word(letter))

    # --- cards ------------------------------------------------------------------------------------

    def mark(self, card: Card) -> str:
        """What the table's cell says to whoever cannot see it."""
        known = self.told["cards"][card]
        who = self.seat(known["seat"]) if "seat" in known else ""
        match known["status"]:
            case "held":
                told = _("held")
            case "seen":
                told = _("seen, played by %(seat)s", seat=who)
            case "shown":
                told = _("shown, of %(seat)s", seat=who)
            case "inferred":
                told = _("inferred, with %(seat)s", seat=who or _("nobody: not dealt"))
            case _other:
                told = _("unknown")
        return str(told)

    def groups(self, status: str) -> list[tuple[list[Card], str]]:
        """The cards of which so much is known; those of which the same is to be said together."""
        together: dict[str, list[Card]] = {}
        for card, known in self.told["cards"].items():
            if known["status"] == status:
                together.setdefault(self.sentence(card, known), []).append(card)
        return [(cards, text) for text, cards in together.items()]

    def sentence(self, card: Card, known: Told) -> str:
        """How a card is known, or who may have it and why nobody else."""
        who = self.seat(known["seat"]) if "seat" in known else ""
        match known["status"]:
            case "shown" if "trick" in known:
                told = _(
                    "%(seat)s played it face down to trick %(trick)s; %(how)s.",
                    seat=who,
                    trick=known["trick"],
                    how=self._shown(known["shown"]),
                )
            case "shown":
                told = _("In the hand of %(seat)s; %(how)s.", seat=who, how=self._shown(known["shown"]))
            case "inferred":
                told = f"{self._must(known, who)}{self._reasons(card, known)}"
            case _other if "with" in known:
                names = [
                    f"{self.seat(name) or _('nobody yet')} {format_percent(share)}"
                    for name, share in known["with"].items()
                ]
                told = f"{_('With %(seats)s.', seats=either(names))}{self._reasons(card, known)}"
            case _other:
                told = _("Nothing can be said of it.")
        return str(told)

    def seat(self, name: str) -> str:
        """A seat as one says it; nothing for the pack."""
        return "" if name == "pack" else seat_word(name)

    def _must(self, known: Told, who: str) -> str:
        match known.get("where", ""):
            case "pack":
                told = _("It was not dealt.")
            case "hand" | "asleep":
                told = _("It must be in the hand of %(seat)s.", seat=who)
            case "indicator":
                told = _("It must be the indicator of %(seat)s.", seat=who)
            case "trick" | "heap" if "trick" in known:
                told = _(
                    "It must be what %(seat)s played face down to trick %(trick)s.", seat=who, trick=known["trick"]
                )
            case _other:
                told = _("%(seat)s must have it, in hand or face down.", seat=who)
        return str(told)

    def _shown(self, shown: Told) -> str:
        ply = shown["ply"]
        match shown["how"]:
            case "inspected":
                told = _("%(seat)s looked at it at ply %(ply)s", seat=self.who, ply=ply)
            case "turned-up":
                told = _("turned up at ply %(ply)s", ply=ply)
            case "indicator":
                told = _("shown as the trump indicator at ply %(ply)s", ply=ply)
            case "marriage":
                told = _("shown with a marriage at ply %(ply)s", ply=ply)
            case "caps":
                told = _("shown with the call of Caps at ply %(ply)s", ply=ply)
            case "weis":
                told = _("shown as Weis at ply %(ply)s", ply=ply)
            case _other:
                told = _("shown at ply %(ply)s", ply=ply)
        return str(told)

    def _reasons(self, card: Card, known: Told) -> str:
        """Why others cannot have it, as sentences."""
        told = [self._why_not(card, seat_word(name), why) for name, why in known.get("not_with", {}).items()]
        return "".join(f" {each}" for each in told)

    def _why_not(self, card: Card, who: str, why: Told) -> str:
        suit, ply = self.suit(card[1]), why.get("ply")
        match why["code"]:
            case "no-room":
                told = _("%(seat)s has no room for it.", seat=who)
            case "did-not-follow":
                told = _("%(seat)s did not follow to %(suit)s at ply %(ply)s.", seat=who, suit=suit, ply=ply)
            case "face-down":
                told = _("%(seat)s played face down to %(suit)s at ply %(ply)s.", seat=who, suit=suit, ply=ply)
            case "undertrumped":
                told = _(
                    "%(seat)s undertrumped at ply %(ply)s, which no hand with this card may do.", seat=who, ply=ply
                )
            case _other:
                told = _("%(seat)s had to lead trumps at ply %(ply)s and led another suit.", seat=who, ply=ply)
        return str(told)


def in_words(number: int) -> str:
    """Return a large number as people say it, such as 1.2 million; beyond the names of numbers as a power of ten."""
    digits = len(str(number))
    with localcontext(prec=digits + SPARE):
        if digits <= NAMED:
            return format_compact_decimal(number, format_type="long", fraction_digits=1, locale=get_locale())
        rounded = Decimal(number).scaleb(1 - digits).quantize(Decimal("0.1"))
    return f"{format_decimal(rounded)} × 10{str(digits - 1).translate(RAISED)}"


def in_full(number: int) -> str:
    """Return a number with all its digits. Decimal arithmetic keeps only 28 of them unless it is told otherwise."""
    with localcontext(prec=len(str(number)) + SPARE):
        return str(format_decimal(number))


def either(names: list[str]) -> str:
    """Names with “or” before the last, as the reader's language has it."""
    return format_list(names, style="or", locale=get_locale())
