"""What happened in a tournament, in sentences: one for each fact of its streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.ledger import tournament_facts as told
from domain.tournament.artificial import NOT_PLAYED
from domain.tournament.scores import adjustment_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.facts import Fact
    from domain.tournament.score_sheet import Total
    from domain.tournament.state import EntryId, Pairing
    from domain.tournament.terms import Terms

SIDES = ("North and South", "East and West")


def sentence(fact: Fact, names: Mapping[EntryId, str], terms: Terms) -> str:
    """The fact as one would say it. ``names``: what entries are called."""
    match fact:
        case told.TournamentOpened(name):
            return f"{name} was opened."
        case told.TermsChanged(why=why):
            return f"The terms were changed.{_because(why)}"
        case told.TablesNamed(tables):
            return f"The tables were named: {len(tables)} of them."
        case told.EntryMade(entry, name, players, since):
            late = f" It plays from round {since} on." if since > 1 else ""
            return f"{name} entered as number {entry}{_in_brackets(players, name)}.{late}"
        case told.EntryChanged(entry, name, players, why):
            return f"Entry {entry} is now {name}{_in_brackets(players, name)}.{_because(why)}"
        case told.SeedsSet(order, why):
            return f"The seeds were set: {_several(names[each] for each in order)}.{_because(why)}"
        case told.EntryWithdrawn(entry, out, why):
            return f"{names[entry]} withdrew, from round {out} on.{_because(why)}"
        case told.EntryReturned(entry, why):
            return f"{names[entry]} is back.{_because(why)}"
        case told.LotsPromised(purpose=purpose):
            return f"Lots for {purpose} were drawn and sealed."
        case told.LotsDrawn(purpose, order):
            return f"Lots were drawn for {purpose}: {_several(names[each] for each in order)}."
        case told.RoundDrawn(number, pairings) | told.RoundRedrawn(number, pairings):
            again = isinstance(fact, told.RoundRedrawn)
            how = "drawn anew" if again else "drawn"
            hand = " by the director" if fact.by_hand else ""
            why = _because(fact.why) if isinstance(fact, told.RoundRedrawn) else ""
            broke = "".join(f" {each}" for each in fact.broke)
            met = "; ".join(_meet(pairing, names) for pairing in pairings)
            byes = "".join(f" {names[entry]} sits out." for entry in fact.byes)
            return f"Round {number} was {how}{hand}: {met}.{byes}{why}{broke}"
        case told.RoundClosed(number):
            return f"Round {number} was closed."
        case told.RoundReopened(number, why):
            return f"Round {number} was opened again.{_because(why)}"
        case told.AdjustmentMade(entry, amount, unit, number, why):
            about = f" in round {number}" if number else ""
            sign = "gets" if amount > 0 else "loses"
            return (
                f"{names[entry]} {sign} {adjustment_words(terms, abs(amount), unit)}{about} by a ruling.{_because(why)}"
            )
        case told.AdjustmentWithdrawn(number, why):
            return f"Ruling {number} was taken back.{_because(why)}"
        case told.PacksCommitted(number, boards):
            return f"Packs {number} were dealt and sealed, for {len(boards)} boards."
        case told.PacksOpened(number):
            return f"Packs {number} were opened, for everybody to check."
        case told.TournamentEnded(places):
            first = _several(names[row["entry"]] for row in places if row.get("place") == 1)
            return f"The final result was announced. First: {first}."
        case told.TournamentReopened(why):
            return f"The tournament was opened again.{_because(why)}"
    return at_table(fact, names)


def at_table(fact: Fact, names: Mapping[EntryId, str]) -> str:
    """The same for what happened at one table."""
    match fact:
        case told.EncounterSet(sides=(ours, theirs)):
            return f"{_together(ours, names)} sit down against {_together(theirs, names)}."
        case told.EncounterDropped(why):
            return f"The table is not played: the round was drawn anew.{_because(why)}"
        case told.SeatsChanged(seats, why):
            return f"They sit so: {', '.join(f'{seat} {player}' for seat, player in seats.items())}.{_because(why)}"
        case told.MatchSeated():
            return "A match is recorded for the table."
        case told.MatchAdopted(why=why):
            return f"A match that was being recorded already is the table's.{_because(why)}"
        case told.DealScored(number=number, won=won):
            return f"Deal {number} was settled: {won[0]} to {won[1]}."
        case told.DealUnscored(number=number):
            return f"The settlement of deal {number} was taken back."
        case told.DealAgreed(number=number):
            return f"Both sides confirmed deal {number}."
        case told.ResultEntered(score, source, board):
            how = "came from the recorded deals" if source == "match" else "was typed in"
            return f"The result{_on(board)} {how}: {_score(score)}."
        case told.ResultConfirmed(side, board):
            who = "An official" if side is None else SIDES[side]
            return f"{who} confirmed the result{_on(board)}."
        case told.ResultCorrected(score, source, why, board):
            how = "ruled" if source == "ruling" else "corrected"
            return f"The result{_on(board)} was {how}: {_score(score)}.{_because(why)}"
        case told.ResultWithdrawn(why, board):
            return f"The result{_on(board)} was taken back.{_because(why)}"
        case told.ResultRuled(score=score, board=board):
            return f"The ruling in a dispute gave the result{_on(board)}: {_score(score)}."
        case told.ResultRulingLifted(board=board):
            return f"The ruling on the result{_on(board)} was taken back."
        case told.ForfeitRuled(sides, why):
            return f"{_several(SIDES[side] for side in sides)} forfeit.{_because(why)}"
        case told.ForfeitLifted(why):
            return f"The forfeit was taken back.{_because(why)}"
        case told.ArtificialScoreGiven(boards, scores, why):
            where = f"Board{'s' if len(boards) > 1 else ''} {_several(boards)}"
            if scores[0] == NOT_PLAYED:
                return f"{where}: not played.{_because(why)}"
            both = ", ".join(f"{SIDES[side]} {score.replace('-', ' ')}" for side, score in enumerate(scores))
            return f"{where}: artificial score, {both}.{_because(why)}"
        case told.ArtificialScoreWithdrawn(boards, why):
            which = f"board{'s' if len(boards) > 1 else ''} {_several(boards)}"
            return f"The artificial score of {which} was taken back.{_because(why)}"
        case told.EncounterClosed():
            return "The round was closed: the result stands."
        case told.EncounterReopened():
            return "The round was opened again."
    raise TypeError(f"nobody said how to tell {fact.TOPIC}")


def _meet(pairing: Pairing, names: Mapping[EntryId, str]) -> str:
    ours, theirs = pairing.sides
    return f"{_together(ours, names)} against {_together(theirs, names)}"


def _together(side: Iterable[EntryId], names: Mapping[EntryId, str]) -> str:
    return " with ".join(names.get(entry, entry) for entry in side)


def _score(score: Total) -> str:
    return f"{score.won[0]} to {score.won[1]}"


def _on(board: int) -> str:
    return f" of board {board}" if board else ""


def _because(why: str) -> str:
    """A reason as a sentence of its own."""
    return f" {why[0].upper()}{why[1:]}{'' if why[-1] in '.!?' else '.'}" if why else ""


def _in_brackets(players: Iterable[str], name: str) -> str:
    told_ = [player for player in players if player != name]
    return f" ({', '.join(told_)})" if told_ else ""


def _several(what: Iterable[Any]) -> str:
    """``A, B and C``."""
    each = list(map(str, what))
    return " and ".join(filter(None, (", ".join(each[:-1]), *each[-1:])))
