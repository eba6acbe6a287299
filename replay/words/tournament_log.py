"""The log of a tournament in sentences, one for each fact of its streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.engine import facts as deals
from domain.engine.facts import Fact
from domain.options import options
from domain.tournament.facts import (
    adjustments,
    clock,
    encounters,
    entries,
    lifecycle,
    lots,
    matches,
    packs,
    results,
    rounds,
    rulings,
    wishes,
)
from domain.tournament.rulings.artificial import LATE_PLAY, NOT_PLAYED
from domain.tournament.standings.scores import adjustment_words
from replay.words import gettext_noop
from replay.words.draws import translate_reason
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.tournament.results.sheet import Total
    from domain.tournament.standings.boards import Outcomes
    from domain.tournament.state import EntryId
    from domain.tournament.terms import Terms
    from replay.words import Language

DEAL_FACTS: tuple[type[Fact], ...] = (
    deals.CardsDisclosed, deals.IrregularityNoted, deals.EntryAmended, deals.EntryInserted, deals.EntryRetracted,
    deals.CapsRuled, deals.ViolationRuled, deals.ResultAssigned, deals.DealAnnulled, deals.RulingLifted,
    deals.SealOpened, deals.DealReopened, deals.DealAbandoned,
)  # fmt: skip
"""The facts of recorded deals that the log of their tournament lists."""
SIDES = (gettext_noop("North and South"), gettext_noop("East and West"))
ARTIFICIAL = {
    "average-plus": gettext_noop("average plus"),
    "average": gettext_noop("average"),
    "average-minus": gettext_noop("average minus"),
    NOT_PLAYED: gettext_noop("not played"),
    LATE_PLAY: gettext_noop("to be played late"),
}


@dataclass(frozen=True, slots=True)
class TournamentLogWords:
    """The sentences of one tournament's log. ``names``: of the entries, and of registered players by their ids."""

    language: Language
    names: Mapping[EntryId, str]
    terms: Terms

    def sentence(self, fact: Fact) -> str:
        """Return the sentence of a fact, with the reason that was given for it.

        Raises TypeError if the fact is not one of a tournament or of its tables.
        """
        parts = (self.of_entries, self.of_rounds, self.of_clock, self.at_table, self.of_results)
        text = next(filter(None, (part(fact) for part in parts)), "")
        if not text:
            raise TypeError(f"the log has no sentence for {fact.TOPIC}")
        broken = fact.broke if isinstance(fact, rounds.RoundDrawn | rounds.RoundRedrawn) else ()
        reasons = [translate_reason(self.language, sentence) for sentence in broken]
        return " ".join([text, *because(translate_reason(self.language, getattr(fact, "why", ""))), *reasons])

    def of_entries(self, fact: Fact) -> str:
        """Return the sentence of a fact about the tournament or its entries; empty for other facts."""
        _, names, listed = self.language.gettext, self.names, self.join_names
        match fact:
            case lifecycle.TournamentOpened(name):
                return _("%(name)s was opened.", name=name)
            case lifecycle.TournamentRenamed(name):
                return _("The tournament is now called %(name)s.", name=name)
            case lifecycle.TournamentCancelled():
                return _("The tournament was cancelled.")
            case lifecycle.TermsChanged():
                return _("The terms were changed.")
            case lifecycle.TablesNamed(tables):
                return self.language.ngettext(
                    "%(num)s table was assigned.", "%(num)s tables were assigned.", len(tables)
                )
            case entries.EntryMade(entry, name, players, since):
                text = self._describe_entry(entry, name, self._others(players, name))
                return (
                    " ".join([text, _("This entry plays from round %(round)s on.", round=since)]) if since > 1 else text
                )
            case entries.EntryChanged(entry, name, players):
                others = self._others(players, name)
                return _(
                    "Entry %(number)s is now %(name)s.", number=entry, name=f"{name} ({others})" if others else name
                )
            case entries.SeedsSet(order):
                return _("The seeds were set: %(order)s.", order=listed(names[entry] for entry in order))
            case adjustments.StartingScoreSet(entry, amount, _, stage, place):
                values = {"name": names[entry], "amount": self.amount(amount, "score")}
                if not amount:
                    return _("%(name)s no longer begins with a score.", name=names[entry])
                if stage:
                    return _(
                        "%(name)s begins with %(amount)s, carried over from %(stage)s (place %(place)s).",
                        **values, stage=stage, place=place,
                    )  # fmt: skip
                return _("%(name)s begins with %(amount)s.", **values)
            case entries.CategoriesSet(entry, categories):
                if not categories:
                    return _("%(name)s is in no prize category.", name=names[entry])
                return _(
                    "%(name)s is in the prize categories: %(categories)s.",
                    name=names[entry],
                    categories=listed(categories),
                )
            case entries.EntryDetailsSet(entry):
                return self._describe_details(names[entry], fact)
            case wishes.ByeRequested(entry, number):
                return _("%(name)s asked for a bye in round %(round)s.", name=names[entry], round=number)
            case wishes.ByeRequestWithdrawn(entry, number):
                return _("%(name)s no longer asks for a bye in round %(round)s.", name=names[entry], round=number)
            case wishes.AvoidanceAdded(together, absolute):
                apart = listed(names[entry] for entry in together)
                if absolute:
                    return _("Draws must keep apart: %(names)s.", names=apart)
                return _("Draws keep apart, if possible: %(names)s.", names=apart)
            case wishes.AvoidanceWithdrawn(number):
                return _("Avoidance %(number)s was withdrawn.", number=number)
            case entries.EntryWithdrawn(entry, out):
                return _("%(name)s withdrew, from round %(round)s on.", name=names[entry], round=out)
            case entries.EntryReturned(entry):
                return _("%(name)s returned.", name=names[entry])
            case adjustments.AdjustmentMade(entry, amount, unit, number):
                values = {"name": names[entry], "amount": self.amount(abs(amount), unit)}
                if number and amount > 0:
                    return _("%(name)s gets %(amount)s in round %(round)s by a ruling.", **values, round=number)
                if number:
                    return _("%(name)s loses %(amount)s in round %(round)s by a ruling.", **values, round=number)
                if amount > 0:
                    return _("%(name)s gets %(amount)s by a ruling.", **values)
                return _("%(name)s loses %(amount)s by a ruling.", **values)
            case adjustments.AdjustmentWithdrawn(number):
                return _("Ruling %(number)s was withdrawn.", number=number)
            case lifecycle.TournamentEnded(places):
                first = listed(names[row["entry"]] for row in places if row.get("place") == 1)
                return _("The final result was announced. First: %(names)s.", names=first)
            case lifecycle.TournamentReopened():
                return _("The tournament was opened again.")
        return ""

    def of_rounds(self, fact: Fact) -> str:
        """Return the sentence of a fact about a round, lots or packs; empty for other facts."""
        _ = self.language.gettext
        match fact:
            case lots.LotsPromised(purpose=purpose):
                return _("Lots for %(purpose)s were drawn and sealed.", purpose=purpose)
            case lots.LotsDrawn(purpose, order):
                drawn = self.join_names(self.names[entry] for entry in order)
                return _("Lots were drawn for %(purpose)s: %(order)s.", purpose=purpose, order=drawn)
            case rounds.RoundDrawn() | rounds.RoundRedrawn():
                return self._describe_draw(fact)
            case rounds.DrawWithdrawn(number):
                return _("The draw of round %(number)s was withdrawn.", number=number)
            case rounds.RoundClosed(number):
                return _("Round %(number)s was closed.", number=number)
            case rounds.RoundReopened(number):
                return _("Round %(number)s was opened again.", number=number)
            case packs.PacksCommitted(number, boards):
                return self.language.ngettext(
                    "Packs %(number)s were dealt and sealed, for %(num)s board.",
                    "Packs %(number)s were dealt and sealed, for %(num)s boards.",
                    len(boards),
                    number=number,
                )
            case packs.PacksDiscarded(number):
                return _("Packs %(number)s were discarded.", number=number)
            case packs.PacksOpened(number):
                return _("Packs %(number)s were opened, for everybody to check.", number=number)
        return ""

    def of_clock(self, fact: Fact) -> str:
        """Return the sentence of a fact about the clock of a round; empty for other facts."""
        _, ngettext = self.language.gettext, self.language.ngettext
        match fact:
            case clock.ClockStarted(number, minutes, break_minutes):
                text = ngettext(
                    "The clock of round %(number)s was started: %(num)s minute.",
                    "The clock of round %(number)s was started: %(num)s minutes.",
                    minutes,
                    number=number,
                )
                if not break_minutes:
                    return text
                pause = ngettext(
                    "A break of %(num)s minute follows.", "A break of %(num)s minutes follows.", break_minutes
                )
                return f"{text} {pause}"
            case clock.ClockPaused(number):
                return _("The clock of round %(number)s was paused.", number=number)
            case clock.ClockResumed(number):
                return _("The clock of round %(number)s runs again.", number=number)
            case clock.ClockStopped(number):
                return _("The clock of round %(number)s was stopped.", number=number)
            case clock.ClockChanged(number, minutes) if minutes > 0:
                return ngettext(
                    "%(num)s minute was added to round %(number)s.",
                    "%(num)s minutes were added to round %(number)s.",
                    minutes,
                    number=number,
                )
            case clock.ClockChanged(number, minutes):
                return ngettext(
                    "%(num)s minute was taken from round %(number)s.",
                    "%(num)s minutes were taken from round %(number)s.",
                    -minutes,
                    number=number,
                )
        return ""

    def at_table(self, fact: Fact) -> str:
        """Return the sentence of a fact about a table, except its results; empty for other facts."""
        _ = self.language.gettext
        match fact:
            case encounters.EncounterSet(sides=(ours, theirs)):
                return _("Seated: %(ours)s against %(theirs)s.", ours=self.side(ours), theirs=self.side(theirs))
            case encounters.EncounterDropped():
                return _("The table is not played: the round was redrawn.")
            case encounters.SeatsChanged(seats):
                there = ", ".join(f"{seat} {self.names.get(who, who)}" for seat, who in seats.items())
                return _("Seats: %(seats)s.", seats=there)
            case matches.MatchSeated():
                return _("A match is recorded for the table.")
            case matches.MatchAdopted():
                return _("A match already being recorded was assigned to the table.")
            case matches.DealScored(number=number, won=(ours, theirs)):
                return _(
                    "Deal %(number)s was finished: %(ours)s to %(theirs)s.", number=number, ours=ours, theirs=theirs
                )
            case matches.DealUnscored(number=number):
                return _("The settlement of deal %(number)s was withdrawn.", number=number)
            case matches.DealAgreed(number=number):
                return _("Both sides confirmed deal %(number)s.", number=number)
            case encounters.EncounterClosed():
                return _("The round was closed: the result is final.")
            case encounters.EncounterReopened():
                return _("The round was opened again.")
        return ""

    def of_deal(self, fact: Fact, number: int) -> str:
        """Return the sentence of one of `DEAL_FACTS`, without any card. ``number``: of the deal in its match."""
        _ = self.language.gettext
        match fact:
            case deals.CardsDisclosed():
                text = _("cards were disclosed.")
            case deals.IrregularityNoted():
                text = _("an irregularity was recorded.")
            case deals.CapsRuled() | deals.ViolationRuled() | deals.ResultAssigned() | deals.DealAnnulled():
                text = _("a ruling was recorded.")
            case deals.RulingLifted():
                text = _("a ruling was withdrawn.")
            case deals.SealOpened():
                text = _("a sealed card was opened.")
            case deals.DealReopened():
                text = _("it was reopened.")
            case deals.DealAbandoned():
                text = _("it was abandoned.")
            case _other:
                text = _("the record was corrected.")
        return f"{_('Deal %(number)s', number=number)}: {text}"

    def webhook(self, url: str, *, ended: bool, reason: str = "") -> str:
        """Return the sentence of a webhook that was added or has ended."""
        _ = self.language.gettext
        text = _("The webhook %(url)s ended.", url=url) if ended else _("The webhook %(url)s was added.", url=url)
        return " ".join([text, *because(reason)])

    def of_results(self, fact: Fact) -> str:
        """Return the sentence of a fact about the results of a table; empty for other facts."""
        _ = self.language.gettext
        match fact:
            case results.ResultEntered(score, "match", board):
                text = _("The result came from the recorded deals: %(score)s.", score=self.score(score))
            case results.ResultEntered(score, board=board):
                text = _("The result was entered: %(score)s.", score=self.score(score))
            case results.ResultConfirmed(None, board):
                text = _("An official confirmed the result.")
            case results.ResultConfirmed(side, board):
                text = _("%(side)s confirmed the result.", side=self.seats(side or 0))
            case results.ConfirmationWithdrawn(board=board):
                text = _("The confirmation of the result was withdrawn.")
            case results.ResultContested(side, board=board):
                text = _("%(side)s say that the result is wrong.", side=self.seats(side))
            case results.ResultCorrected(score, "ruling", board=board):
                text = _("The result was set by a ruling: %(score)s.", score=self.score(score))
            case results.ResultCorrected(score, board=board):
                text = _("The result was corrected: %(score)s.", score=self.score(score))
            case results.ResultWithdrawn(board=board):
                text = _("The result was withdrawn.")
            case rulings.ResultRuled(score=score, board=board):
                text = _("The result was set by a ruling in a dispute: %(score)s.", score=self.score(score))
            case rulings.ResultRulingLifted(board=board):
                text = _("The ruling on the result was withdrawn.")
            case rulings.ForfeitRuled((_one, _other)):
                return _("Both sides forfeit.")
            case rulings.ForfeitRuled(sides):
                return _("%(side)s forfeit.", side=self.join_names(map(self.seats, sides)))
            case rulings.ForfeitLifted():
                return _("The forfeit was withdrawn.")
            case rulings.ArtificialScoreGiven(boards, scores):
                return f"{self.boards(boards)}: {self._artificial(scores)}"
            case rulings.ArtificialScoreWithdrawn(boards):
                return f"{self.boards(boards)}: {_('The artificial score is withdrawn.')}"
            case rulings.ArrowSwitched(boards):
                return f"{self.boards(boards)}: {_('The table sat the other way round (arrow switch).')}"
            case rulings.ArrowSwitchWithdrawn(boards):
                return f"{self.boards(boards)}: {_('The arrow switch is withdrawn.')}"
            case rulings.WrongBoardRecorded(board, instead, stands, scores):
                return " ".join(
                    [_played_instead(self.language, board, instead, stands=stands),
                     f"{self.boards([instead])}: {self._artificial(scores)}"]
                )  # fmt: skip
            case rulings.WrongBoardWithdrawn(board):
                text = _("It is withdrawn that the table played this board instead of another.")
            case rulings.AssignedScoreGiven(board, ours, theirs):
                text = self._assigned(ours, theirs)
            case rulings.AssignedScoreWithdrawn(board):
                text = _("The assigned score is withdrawn.")
            case _other:
                return ""
        return f"{self.boards([board])}: {text}" if board else text

    # --- parts of sentences ------------------------------------------------------------------------

    def join_names(self, names: Iterable[str]) -> str:
        """Return names with “and” before the last."""
        return self.language.together(names)

    def side(self, entries: Iterable[EntryId]) -> str:
        """Return the names of the entries that play together."""
        return " + ".join(self.names.get(entry, entry) for entry in entries)

    def seats(self, side: int) -> str:
        """Return the seats of a side (0 or 1) in words."""
        return self.language.gettext(SIDES[side])

    def boards(self, boards: Iterable[int]) -> str:
        """Return a phrase for some boards by number."""
        numbers = list(map(str, boards))
        return self.language.ngettext(
            "Board %(numbers)s", "Boards %(numbers)s", len(numbers), numbers=self.join_names(numbers)
        )

    def amount(self, number: int, unit: str) -> str:
        """Return the amount of an `Adjustment` with its unit."""
        return translate(self.language, adjustment_words(self.terms, number, unit))

    def score(self, score: Total) -> str:
        """Return the numbers that both sides won, as a phrase."""
        return self.language.gettext("%(ours)s to %(theirs)s", ours=score.won[0], theirs=score.won[1])

    def _describe_entry(self, entry: EntryId, name: str, players: str) -> str:
        _ = self.language.gettext
        if not players:
            return _("%(name)s entered as number %(number)s.", name=name, number=entry)
        return _("%(name)s entered as number %(number)s (%(players)s).", name=name, number=entry, players=players)

    def _others(self, players: Iterable[str], name: str) -> str:
        """Return the players of an entry, without a player whose name is the entry's."""
        called = (self.names.get(player, player) for player in players)
        return ", ".join(each for each in called if each != name)

    def _describe_details(self, name: str, fact: entries.EntryDetailsSet) -> str:
        _, club = self.language.gettext, fact.club
        if fact.rating and club:
            known = _("%(name)s: rating %(rating)s, from %(club)s.", name=name, rating=fact.rating, club=club)
        elif fact.rating:
            known = _("%(name)s: rating %(rating)s.", name=name, rating=fact.rating)
        elif club:
            known = _("%(name)s: from %(club)s.", name=name, club=club)
        else:
            known = _("%(name)s has no rating and no club.", name=name)
        others = (
            f"{translate(self.language, each.label)}: {getattr(fact, option)}."
            for option, each in options(type(fact)).items()
            if option not in ("rating", "club") and getattr(fact, option)
        )
        return " ".join((known, *others))

    def _describe_draw(self, fact: rounds.RoundDrawn | rounds.RoundRedrawn) -> str:
        _, number = self.language.gettext, fact.round
        meet = (
            _("%(ours)s against %(theirs)s", ours=self.side(pairing.sides[0]), theirs=self.side(pairing.sides[1]))
            for pairing in fact.pairings
        )
        tables = "; ".join(meet)
        match isinstance(fact, rounds.RoundRedrawn), fact.by_hand:
            case False, False:
                text = _("Round %(number)s was drawn: %(tables)s.", number=number, tables=tables)
            case False, True:
                text = _("The director drew round %(number)s: %(tables)s.", number=number, tables=tables)
            case True, False:
                text = _("Round %(number)s was redrawn: %(tables)s.", number=number, tables=tables)
            case _other:
                text = _("The director redrew round %(number)s: %(tables)s.", number=number, tables=tables)
        out = [_("%(name)s sits out.", name=self.names[entry]) for entry in fact.byes]
        requested = [_("%(name)s sits out, as requested.", name=self.names[entry]) for entry in fact.requested]
        return " ".join([text, *out, *requested, *self.assumptions(fact)])

    def assumptions(self, fact: rounds.RoundDrawn | rounds.RoundRedrawn) -> list[str]:
        """Return a list with a sentence about the results that a draw assumed; empty if there are none."""
        if not fact.assumed:
            return []
        tables = (
            self.language.gettext("round %(round)s, table %(table)s", round=each.round, table=each.table)
            for each in fact.assumed
        )
        return [self.language.gettext("Results were assumed: %(tables)s.", tables=self.join_names(tables))]

    def _assigned(self, ours: Outcomes, theirs: Outcomes) -> str:
        _ = self.language.gettext
        if ours == theirs:
            return _("assigned score, %(outcomes)s.", outcomes=outcomes(ours))
        both = ", ".join(f"{self.seats(side)} {outcomes(own)}" for side, own in enumerate((ours, theirs)))
        return _("assigned score, %(outcomes)s.", outcomes=both)

    def _artificial(self, scores: tuple[str, str]) -> str:
        _ = self.language.gettext
        if scores[0] in (NOT_PLAYED, LATE_PLAY):
            return f"{_(ARTIFICIAL[scores[0]])}."
        both = ", ".join(f"{self.seats(side)} {_(ARTIFICIAL[score])}" for side, score in enumerate(scores))
        return _("artificial score, %(scores)s.", scores=both)


def _played_instead(language: Language, board: int, instead: int, *, stands: bool) -> str:
    """Return the sentence of a wrong board, and whether its result counts."""
    played = language.gettext("Board %(board)s was played instead of board %(instead)s.", board=board, instead=instead)
    counts = (
        language.gettext("The result stands for it.")
        if stands
        else language.gettext("The result does not count, since somebody had played the board before.")
    )
    return f"{played} {counts}"


def outcomes(own: Outcomes) -> str:
    """Return possible results with their percentages: ``60 % 3, 40 % −1``; a single one without."""
    shown = (f"{percent} % {won}" if len(own) > 1 else str(won) for percent, won in own)
    return ", ".join(shown).replace("-", "−")


def because(why: str) -> list[str]:
    """Return a list with a reason as a sentence; empty if there is no reason."""
    return [f"{why[0].upper()}{why[1:]}{'' if why[-1] in '.!?' else '.'}"] if why else []
