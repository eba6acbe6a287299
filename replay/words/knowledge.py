"""Sentences about the knowledge of a seat (`replay.audits.knowledge`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.cards import Card, Seat
    from domain.engine.faces import Faces
    from domain.engine.knowledge.information import Gap
    from replay.words import Language
    from replay.words.places import Moments

MANY: Final = 1_000_000
"""The least number of deals that is also written in words."""


@dataclass(frozen=True, slots=True)
class KnowledgeWords:
    """The sentences about the knowledge of one seat. ``faces``: the names of the cards of the game."""

    seat: Seat
    faces: Faces
    moments: Moments

    @property
    def language(self) -> Language:
        """Return the language of the sentences."""
        return self.moments.language

    @property
    def who(self) -> str:
        """Return the name of the seat."""
        return self.language.seat(self.seat)

    # --- the count --------------------------------------------------------------------------------

    def count(self, deals: int | None) -> str:
        """Return the sentence for how many deals fit. ``deals``: None if they cannot be counted."""
        _, language = self.language.gettext, self.language
        if deals is None:
            return _(
                "The record lacks some of the cards that %(seat)s saw, so the deals cannot be counted.", seat=self.who
            )
        if not deals:
            return _("No deal fits all that %(seat)s saw: a rule was broken, or the record is wrong.", seat=self.who)
        if deals == 1:
            return _("Only one deal fits: %(seat)s could know where every card was.", seat=self.who)
        if deals < MANY:
            return _("%(deals)s deals fit all that %(seat)s knew.", deals=language.number(deals), seat=self.who)
        return _(
            "About %(words)s deals fit all that %(seat)s knew; exactly %(deals)s.",
            words=language.in_words(deals),
            seat=self.who,
            deals=language.number(deals),
        )

    def gap(self, gap: Gap) -> str:
        """Return a phrase for the cards of a gap in the record."""
        return gap_words(self.moments, gap)

    def describe_gap(self, gap: str) -> str:
        """Return the sentence that the record lacks some cards. ``gap``: a phrase for these cards."""
        return self.language.gettext("The record lacks %(what)s.", what=gap)

    def breach(self, ply: int, what: str, clause: str) -> str:
        """Return the sentence about a breach that the seat could see. ``what``: the refusal in words."""
        return self.language.gettext(
            "%(when)s: %(seat)s could see that a rule was broken. %(what)s (%(clause)s). "
            "From there on, conclusions from the rules are uncertain.",
            when=self.moments.heading(ply),
            seat=self.who,
            what=what.removesuffix("."),
            clause=clause,
        )

    def note(self, code: str, ply: int) -> str:
        """Return the sentence about something that was shown or announced and is not in the count."""
        _, when = self.language.gettext, self.moments.heading(ply)
        match code:
            case "not-spoilt":
                return _(
                    "%(when)s: spoilt trumps were declared in error: an opponent of the trump "
                    "maker has a trump. The count ignores this.",
                    when=when,
                )
            case "known-card-may-have-gone":
                return _(
                    "%(when)s: a card was played face down. It may be a card known to be in the "
                    "player’s hand, so the count treats that card as unknown.",
                    when=when,
                )
            case "maker-called-caps":
                return _(
                    "%(when)s: the trump maker called Caps and showed its cards, with the indicator still face "
                    "down. The count ignores these cards until the indicator is shown.",
                    when=when,
                )
            case "maker-need-not-lead-trumps":
                return _(
                    "%(when)s: the trump maker led another suit, so it did not hold all the "
                    "trumps left. The count ignores this.",
                    when=when,
                )
        return _(
            "%(when)s: a player announced something about a Weis. The count uses only cards that were shown.",
            when=when,
        )

    # --- the trump --------------------------------------------------------------------------------

    def suit(self, letter: str) -> str:
        """Return the word for a suit or denomination."""
        return self.language.gettext(self.faces.contract(letter))

    def trump(self, letter: str) -> str:
        """Return the sentence about the trump suit that the seat knew."""
        return self.language.gettext("%(seat)s knew the trump suit: %(suit)s.", seat=self.who, suit=self.suit(letter))

    def possible_trumps(self, shares: Mapping[str, float]) -> str:
        """Return the sentence about the suits that can be trump, each with its share of the deals."""
        suits = [f"{self.suit(suit)} {self.language.percent(share)}" for suit, share in shares.items()]
        return self.language.gettext("The trump suit could be %(suits)s.", suits=self.language.either(suits))

    def not_trump(self, letter: str, code: str, seat: Seat, ply: int) -> str:
        """Return the sentence about the act of a seat that shows that a suit cannot be trump."""
        _, suit, who = self.language.gettext, self.suit(letter), self.language.seat(seat)
        when = self.moments.name(ply)
        match code:
            case "maker-led-first":
                return _(
                    "Not %(suit)s: %(seat)s led this suit to the first trick (%(when)s).",
                    suit=suit,
                    seat=who,
                    when=when,
                )
            case "cut-not-trump":
                return _(
                    "Not %(suit)s: %(seat)s trumped a lead of this suit (%(when)s).", suit=suit, seat=who, when=when
                )
            case "no-trumps-found":
                return _(
                    "Not %(suit)s: a card of this suit lay face down where %(seat)s found no trump (%(when)s).",
                    suit=suit,
                    seat=who,
                    when=when,
                )
            case "trumps-found":
                return _(
                    "Not %(suit)s: %(seat)s found a trump face down, but no card of this suit can "
                    "have been there (%(when)s).",
                    suit=suit,
                    seat=who,
                    when=when,
                )
        return _("Not %(suit)s: no card of this suit can be the indicator.", suit=suit)

    # --- cards ------------------------------------------------------------------------------------

    def mark(self, known: Mapping[str, Any]) -> str:
        """Return the knowledge about a card in a few words, for the cell of a table."""
        _, who = self.language.gettext, self._holder(known)
        match known["status"]:
            case "held":
                return _("held")
            case "seen":
                return _("seen: played by %(seat)s", seat=who)
            case "shown":
                return _("shown: card of %(seat)s", seat=who)
            case "inferred":
                return _("inferred: %(seat)s", seat=who or _("not dealt"))
        return _("unknown")

    def card(self, card: Card, known: Mapping[str, Any], played: Mapping[str, float]) -> str:
        """Return the sentences about a card: how it is known, or which seats may have it and why the others cannot.

        ``played``: the seats that may have played it face down, each with its share of the deals.
        """
        _, who = self.language.gettext, self._holder(known)
        match known["status"]:
            case "held" if "trick" in known:
                return _("%(seat)s’s own card, face down in trick %(trick)s.", seat=who, trick=known["trick"])
            case "held" if known["where"] == "indicator":
                return _("%(seat)s’s own indicator.", seat=who)
            case "held":
                return _("In %(seat)s’s own hand.", seat=who)
            case "seen":
                return _("%(seat)s played it to trick %(trick)s.", seat=who, trick=known["trick"])
            case "shown" if "trick" in known:
                return _(
                    "%(seat)s played it face down to trick %(trick)s; %(how)s.",
                    seat=who,
                    trick=known["trick"],
                    how=self._describe_shown(known["shown"]),
                )
            case "shown":
                return _("In the hand of %(seat)s; %(how)s.", seat=who, how=self._describe_shown(known["shown"]))
            case "inferred":
                text = self._must(known, who)
            case _other if "with" in known:
                held = {name: round(share - played.get(name, 0), 6) for name, share in known["with"].items()}
                texts = [_("Possible holders: %(seats)s.", seats=self._shares(held))] if any(held.values()) else []
                if played:
                    texts.append(_("Perhaps played face down already: %(seats)s.", seats=self._shares(played)))
                text = " ".join(texts)
            case _other:
                return _("Nothing is known.")
        return " ".join([text, *(why["text"] for why in known.get("not_with", {}).values())])

    def why_not(self, card: Card, seat: Seat, code: str, ply: int | None) -> str:
        """Return the sentence for why a seat cannot have a card."""
        _, who, suit = self.language.gettext, self.language.seat(seat), self.suit(card[1])
        when = "" if ply is None else self.moments.name(ply)
        match code:
            case "no-room":
                return _("All cards of %(seat)s are known.", seat=who)
            case "did-not-follow":
                return _("%(seat)s did not follow a lead of %(suit)s (%(when)s).", seat=who, suit=suit, when=when)
            case "face-down":
                return _("%(seat)s played face down on a lead of %(suit)s (%(when)s).", seat=who, suit=suit, when=when)
            case "undertrumped":
                return _(
                    "%(seat)s undertrumped (%(when)s), which a hand with this card may not do.", seat=who, when=when
                )
        return _("%(seat)s had to lead trumps and led another suit (%(when)s).", seat=who, when=when)

    def _shares(self, shares: Mapping[str, float]) -> str:
        most_first = sorted((name for name in shares if shares[name] > 0), key=lambda name: -shares[name])
        nobody = self.language.gettext("nobody yet")
        names = [nobody if name == "pack" else self.language.seat(name) for name in most_first]
        percent = [self.language.percent(shares[name]) for name in most_first]
        return self.language.either(map(" ".join, zip(names, percent, strict=True)))

    def _holder(self, known: Mapping[str, Any]) -> str:
        return self.language.seat(known["seat"]) if "seat" in known else ""

    def _must(self, known: Mapping[str, Any], who: str) -> str:
        _ = self.language.gettext
        match known.get("where", ""):
            case "pack":
                return _("It was not dealt.")
            case "hand" | "asleep":
                return _("It must be in the hand of %(seat)s.", seat=who)
            case "indicator":
                return _("It must be the indicator of %(seat)s.", seat=who)
            case "trick" | "heap" if "trick" in known:
                return _(
                    "It must be the card that %(seat)s played face down to trick %(trick)s.",
                    seat=who,
                    trick=known["trick"],
                )
        return _("%(seat)s must have it, in the hand or face down.", seat=who)

    def _describe_shown(self, shown: Mapping[str, Any]) -> str:
        _, when = self.language.gettext, self.moments.name(shown["ply"])
        match shown["how"]:
            case "inspected":
                return _("%(seat)s looked at it (%(when)s)", seat=self.who, when=when)
            case "turned-up":
                return _("turned up (%(when)s)", when=when)
            case "indicator":
                return _("shown as the trump indicator (%(when)s)", when=when)
            case "marriage":
                return _("shown with a marriage (%(when)s)", when=when)
            case "caps":
                return _("shown with the call of Caps (%(when)s)", when=when)
            case "exposed":
                return _("shown without being played (%(when)s)", when=when)
            case "weis":
                return _("shown as Weis (%(when)s)", when=when)
        return _("shown (%(when)s)", when=when)


def gap_words(moments: Moments, gap: Gap) -> str:
    """Return a phrase for cards that a seat saw and the record lacks."""
    _, who = moments.language.gettext, moments.language.seat(gap.seat)
    match gap.kind:
        case "indicator-laid":
            return _("the card that %(seat)s placed as the indicator", seat=who)
        case "indicator-shown":
            return _("the trump indicator that was shown")
        case "first-batch":
            return _("cards dealt to %(seat)s in the first batch", seat=who)
        case "dealt":
            return _("cards dealt to %(seat)s: %(number)s", seat=who, number=gap.number)
        case "shown":
            return _("the cards that %(seat)s showed (%(when)s)", seat=who, when=moments.name(gap.number))
    return _("the card that %(seat)s played (%(when)s)", seat=who, when=moments.name(gap.number))
