"""The inspection of face-down cards by the trump maker, the announcement, and the cards that must be shown.

000 "Closed Trump games", "Special Rule for Bids of 250 or more". In 002 the maker's own discard is shown too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.words.values import CardCode, SeatName, Term, seat_letters
from domain.games.three04.acts import CardsRevealed, FaceDownInspected, IndicatorRevealed
from domain.games.three04.stages.tricks import judge_indicator, take_trick
from domain.games.three04.state import INSPECTION, REVEAL_CARDS, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class Inspection:
    """The duties of the maker at the end of a trick."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules

    # --- cards of the trick ---------------------------------------------------------------------

    def face_down_cards(self, s: Three04State, *, but: int) -> dict[int, int]:
        """Return the face-down cards of the trick by seat, without those of the seat ``but``."""
        return {
            seat: s.trick[position]
            for position, seat in enumerate(s.trick_seats)
            if s.down >> position & 1 and seat != but
        }

    def cards_to_reveal(self, s: Three04State) -> dict[int, int]:
        """Return the cards, by seat, that the maker must turn up after a trump was found, without the indicator.

        The maker's own card from the hand is among them only if it is a trump, if no other card lies face down, or if
        the ruleset shows discards.
        """
        others = self.face_down_cards(s, but=s.maker)
        if s.indicator_at >= 0:
            return others
        everybody = self.face_down_cards(s, but=-1)
        if self.rules.ruleset.reveal.maker_discard == "shown":
            return everybody
        own = everybody.get(s.maker, 0)
        return everybody if own & s.trump or not others else others

    def public_cards_to_reveal(self, table: Three04State) -> dict[int, int] | None:
        """Return `cards_to_reveal` for the public state, which lacks the maker's own card; None if it is open.

        A card that the maker threw from the hand is no trump, unless ``closed.maker_cut_with_hand_trump`` allows it.
        """
        others = self.face_down_cards(table, but=table.maker)
        terms = self.rules.ruleset
        own = table.indicator_at < 0 and len(others) < table.down.bit_count()
        if own and others and terms.reveal.maker_discard != "shown" and terms.closed.maker_cut_with_hand_trump:
            return None
        return self.cards_to_reveal(table)

    def may_turn_up(self, s: Three04State) -> list[dict[int, int]]:
        """Return the possible results of `cards_to_reveal`, as far as this state knows the cards: one or two."""
        certain = self.public_cards_to_reveal(s)
        everybody = self.face_down_cards(s, but=-1)
        if certain is None and not everybody[s.maker]:
            return [self.face_down_cards(s, but=s.maker), everybody]
        return [self.cards_to_reveal(s)]

    def words(self, cards: dict[int, int]) -> dict[str, str]:
        """Return cards by seat as text: names of seats and cards, ``??`` for an unknown card."""
        name = self.rules.tables.card
        return {self.rules.seats[seat]: name.get(bit, UNKNOWN) for seat, bit in cards.items()}

    def truth(self, s: Three04State) -> bool | None:
        """Return whether there is a trump among the face-down cards; None if too few cards are known."""
        if s.indicator_at >= 0 and s.down >> s.indicator_at & 1:
            return True
        cards = self.face_down_cards(s, but=-1)
        if any(bit & s.trump for bit in cards.values()):
            return True
        if not self.rules.ruleset.closed.maker_cut_with_hand_trump:
            # A card that the maker throws from the hand is never a trump.
            cards.pop(s.maker, None)
        doubtful = cards and not (s.trump and all(cards.values()))
        return None if doubtful else False

    # --- legal acts, and acts without a choice --------------------------------------------------

    def legal(self, s: Three04State) -> list[Act]:
        maker = self.rules.seats[s.maker]
        if s.owed == INSPECTION:
            truth = self.truth(s)
            cards = self.words(self.face_down_cards(s, but=s.maker))
            answers = (True, False) if truth is None else (truth,)
            return [FaceDownInspected(maker, trumps, cards) for trumps in answers]
        if s.owed == REVEAL_CARDS:
            return [CardsRevealed(maker, self.words(cards)) for cards in self.may_turn_up(s)]
        return [IndicatorRevealed(maker, self.rules.tables.card.get(s.indicator, UNKNOWN))]

    def owed_act(self, s: Three04State) -> Act | None:
        """Return the reveal that must come now, if all its cards are known; else None."""
        maker = self.rules.seats[s.maker]
        if s.owed == REVEAL_CARDS:
            cards = self.cards_to_reveal(s)
            return CardsRevealed(maker, self.words(cards)) if all(cards.values()) else None
        if s.owed == REVEAL_INDICATOR and s.indicator:
            return IndicatorRevealed(maker, self.rules.tables.card[s.indicator])
        return None

    def compels(self, table: Three04State) -> Act | None:
        """Return the reveal that the public knows must come, from the maker's announcement; None if there is none."""
        maker = self.rules.seats[table.maker]
        if table.owed == REVEAL_CARDS and (cards := self.public_cards_to_reveal(table)) is not None:
            return CardsRevealed(maker, {self.rules.seats[seat]: UNKNOWN for seat in cards})
        return IndicatorRevealed(maker) if table.owed == REVEAL_INDICATOR else None

    # --- verdicts -------------------------------------------------------------------------------

    def judge_maker(self, s: Three04State, seat: int, act: Act) -> Refusal | None:
        """Return the refusal of an act that only the trump maker may do; None if the seat is the maker."""
        if seat == s.maker:
            return None
        maker = self.rules.names[s.maker]
        return refuse(
            "not-the-maker", act.seat, "{who} is not the trump maker", "only {maker} may do this", maker=maker
        )

    def judge_cards(self, s: Three04State, act: Act, named: dict[str, str], held: dict[int, int]) -> Verdict:
        """Judge whether the cards that the act names are the face-down cards. ``held``: these cards by seat."""
        expected = self.words(held)
        if set(named) != set(expected):
            return refuse(
                "reveal-differs",
                act.seat,
                "cards were named for {named}",
                "cards must be named for {expected}",
                named=seat_letters(named) if named else Term("nobody"),
                expected=seat_letters(expected) if expected else Term("nobody"),
            )
        faces, unsure = self.rules.faces, False
        for seat, card in named.items():
            if expected[seat] == UNKNOWN or card == UNKNOWN:
                unsure = True
            elif card not in self.rules.tables.bit:
                return refuse("unknown-card", act.seat, "{card} is not in this pack", card=card)
            elif card != expected[seat]:
                return refuse(
                    "reveal-differs",
                    act.seat,
                    "{owner}'s card is not {card}",
                    "it is {expected}",
                    owner=SeatName(seat),
                    card=CardCode(card, faces),
                    expected=CardCode(expected[seat], faces),
                )
        return POSSIBLE if unsure else None

    def judge(self, s: Three04State, seat: int, act: FaceDownInspected) -> Verdict:
        if refusal := self.judge_maker(s, seat, act):
            return refusal
        if s.owed != INSPECTION:
            return refuse("nothing-to-inspect", act.seat, "{who} looked at face-down cards, but this is not due now")
        cards = act.cards or self.words(self.face_down_cards(s, but=s.maker))
        verdict = self.judge_cards(s, act, cards, self.face_down_cards(s, but=s.maker))
        if verdict:
            return verdict
        truth = self.truth(s)
        if truth is None:
            return POSSIBLE
        if truth != act.trumps:
            if truth:
                return refuse(
                    "announcement-false", act.seat, "{who} announced that no trump is face down", "there is one"
                )
            return refuse("announcement-false", act.seat, "{who} announced that a trump is face down", "there is none")
        return verdict

    def judge_reveal(self, s: Three04State, seat: int, act: CardsRevealed) -> Verdict:
        if refusal := self.judge_maker(s, seat, act):
            return refusal
        if s.owed != REVEAL_CARDS:
            return refuse("nothing-to-reveal", act.seat, "{who} turned up cards, but this is not due now")
        options = self.may_turn_up(s)
        named = set(act.cards)
        held = next((cards for cards in options if set(self.words(cards)) == named), options[0])
        verdict = self.judge_cards(s, act, act.cards, held)
        return POSSIBLE if verdict is None and len(options) > 1 else verdict

    def judge_indicator(self, s: Three04State, seat: int, act: IndicatorRevealed) -> Verdict:
        if self.may_show(s, seat):
            return judge_indicator(s, act, act.card)
        if refusal := self.judge_maker(s, seat, act):
            return refusal
        if s.owed != REVEAL_INDICATOR:
            return refuse("nothing-to-reveal", act.seat, "{who} turned up the indicator, but this is not due now")
        return judge_indicator(s, act, act.card)

    def may_show(self, s: Three04State, seat: int) -> bool:
        """Return whether the seat may turn up the indicator although no rule demands it: as the caller of Caps.

        000 "Caps": the caller shows all its cards.
        """
        return seat == s.maker == s.caps_caller and s.indicator_down and not s.owed

    # --- what they change -----------------------------------------------------------------------

    def learn(self, s: Three04State, cards: dict[str, str], *, shown: bool) -> None:
        """Name face-down cards that the viewer of this state learned; ``shown``: they were turned up for all."""
        rules = self.rules
        for name, card in cards.items():
            seat = rules.place.get(name, -1)
            bit = rules.tables.bit.get(card, 0)
            if seat not in s.trick_seats:
                continue
            position = s.trick_seats.index(seat)
            if bit and not s.trick[position] and not bit & s.gone:
                s.trick[position] = bit
                s.gone |= bit
                s.name_unseen_card(seat, bit)
            if shown:
                s.down &= ~(1 << position)

    def apply(self, s: Three04State, seat: int, act: FaceDownInspected) -> None:
        if s.owed != INSPECTION or seat != s.maker:
            return
        self.learn(s, act.cards, shown=False)
        if not act.trumps:
            take_trick(s)
        elif self.cards_to_reveal(s):
            s.owed = REVEAL_CARDS
        else:
            self.after_cards(s)

    def apply_reveal(self, s: Three04State, seat: int, act: CardsRevealed) -> None:
        if s.owed != REVEAL_CARDS or seat != s.maker:
            return
        self.learn(s, act.cards, shown=True)
        self.after_cards(s)

    def after_cards(self, s: Three04State) -> None:
        """Make the maker show the indicator next; if it has been shown already, give the trick to its winner."""
        if s.closed:
            s.owed = REVEAL_INDICATOR
        else:
            take_trick(s)
