"""The reasons that draws give: for a meeting, for sitting out, and for faults of a director's own draw.

They are stored as English sentences. `replay.words.draws` parses these and translates them, so a sentence that was ever
stored is never removed here: a reason that is reworded keeps its earlier wordings in `FORMER`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """The sentences, with the names of their values in braces. Some are parts of other sentences."""

    # parts
    SEATED = "{reason}; {seats}"
    TWO = "{one} and {other}"
    ONCE = "once"
    TIMES = "{count} times"

    # who sits North
    LIST_GIVES = "{name} sits North according to the list."
    NORTH_LAST = "{other} sat North last time, so {name} sits North now."
    EAST_LAST = "{name} sat East last time, so sits North now."
    NORTH_MORE_OFTEN = "{other} sat North more often than East, so {name} sits North now."
    EAST_MORE_OFTEN = "{name} sat East more often than North, so sits North now."

    # who sits in the odd seats of a table of six or eight
    LIST_GIVES_ODD = "{name} sits in the odd seats according to the list."
    ODD_LAST = "{other} sat in the odd seats last time, so {name} sits there now."
    EVEN_LAST = "{name} sat in the even seats last time, so sits in the odd seats now."
    ODD_MORE_OFTEN = "{other} sat in the odd seats more often than in the even ones, so {name} sits there now."
    EVEN_MORE_OFTEN = "{name} sat in the even seats more often than in the odd ones, so sits in the odd seats now."

    # Swiss
    FIRST_ROUND = "In the first round the upper half of the list meets the lower half"
    SAME_SCORE = "Both have {score} and have not met"
    OTHER_SCORE = (
        "{one} has {score} and {other} has {other_score}; they have not met, and no "
        "possible draw has smaller differences"
    )
    ODD_FIRST = "The number of entries is odd. {name} has {score} and has had no bye so far."
    ODD_AGAIN = (
        "The number of entries is odd. {name} has been without an opponent {often} "
        "before, no more often than any other entry that could sit out."
    )
    OTHER_SCORE_APART = (
        "{one} has {score} and {other} has {other_score}; they have not met, and no possible draw has smaller "
        "differences and keeps apart those who should not meet"
    )
    VIRTUAL = "With virtual points: {reason}"
    DOWN_AGAIN = "{reason}. {name} floats down for the second time running: small differences matter more"
    UP_AGAIN = "{reason}. {name} floats up for the second time running: small differences matter more"
    ASSUMED = "The result of {names} is assumed. {reason}"

    # Swiss and drawn partners
    NOT_KEPT_APART = "{reason}. {one} and {other} should not meet, but no possible draw avoids it"

    # team Swiss
    TWO_TABLES = "{reason}; each team sits North at one of the two tables."

    # knockout
    BRACKET = "In the bracket, number {place} of the list meets number {other_place}"
    BOTH_WON = "{one} won at table {table} and {other} won at table {other_table}"
    FIRST_WON = "{one} won at table {table} and {other} had no opponent"
    SECOND_WON = "{one} had no opponent and {other} won at table {other_table}"
    NEITHER_PLAYED = "Neither {one} nor {other} had an opponent"
    OPPONENT_GONE = "{other} has withdrawn; {name} goes through without playing."
    NOBODY_IN_BRACKET = "In the first round, the bracket has no opponent for number {place} of the list."
    NOBODY_CAME = "{name} has no opponent from the round before and goes through without playing."
    BOTH_LOST = "Both lost in the semi-finals"
    THIRD_ALONE = "{name} is third without playing: the opponent has withdrawn."
    CONSOLATION = "Both lost the first encounter they played and are in the consolation"
    CONSOLATION_ODD = "The number of entries in the consolation does not fill the bracket. {name} is next to sit out."

    # round robin
    BERGER = (
        "Round {round} of the pairing table for {count} places: number {place}, sitting "
        "North, meets number {other_place}."
    )
    BERGER_ODD = (
        "Round {round} of the pairing table for {count} places: number {place}, sitting "
        "in the odd seats, meets number {other_place}."
    )
    ODD_IN_TABLE = "The number of entries is odd. In this round {name} has no opponent in the pairing table."
    WITHDRAWN_IN_TABLE = "{name} would meet {other}, who has withdrawn."
    LATER_IN_TABLE = "{name} would meet {other}, who joins later."

    # ladder
    CHALLENGE = "{name}, in place {place}, challenges {other}, in place {other_place}"

    # drawn partners
    NEW_OPPONENTS = "{partners}. The opponents have not met before."
    SAME_OPPONENTS = "{partners}. Opponents who have met before: {couples}."
    NEW_PARTNERS = "All have new partners"
    SAME_PARTNERS = "{again}; no possible draw avoids this"
    ALL_PARTNERS_BEFORE = "{one} and {other} were partners before, and so were {third} and {fourth}"
    PARTNERS_BEFORE = "{one} and {other} were partners before"
    FOURS_FIRST = "The number of players is not divisible by four. {name} has not sat out yet."
    FOURS_AGAIN = (
        "The number of players is not divisible by four. {name} has sat out {often}, no "
        "more often than any other player."
    )
    FOURS_APART = (
        "The number of players is not divisible by four. {name} sits out, so that players who must not meet sit "
        "at different tables."
    )

    # rotating four
    ROTATION = "Set {number} of {count}: everybody is once the partner of everybody else."

    # duplicate
    MOVEMENT = "round {round} of {count} in {movement}"
    MOVEMENT_LATE = "round {round} of {count} in {movement}; {name} came late"
    MOVEMENT_PLACE = "round {round} of {count} in {movement}; {name} came late and sits in the place of {other}"
    TEAMS = "a movement for teams of four"
    MITCHELL = "a Mitchell movement"
    HOWELL = "a Howell movement"
    OPPONENTS_GONE = "the opponents have withdrawn"
    HALF_TABLE = "a half table: the place opposite is vacant"
    ODD_PAIRS = "an odd number of pairs: there is no opponent"
    ODD_TEAMS = "an odd number of teams: there is no opponent"
    NO_PLACE = "came late, and no place is free"
    MAKES_ROOM = "gives its place to {name}, who came late"

    # notes on a draw that a director made or changed
    BY_HAND = "The director made this draw."
    SWAPPED = "The director swapped {one} and {other}."

    # faults of a draw that a director made
    NO_ENTRY = "No such entry: {names}."
    NEXT_ROUND = "The next round is {next}, not {round}."
    ENCOUNTERS_AT_TABLE = "There are {count} encounters at table {table}."
    TWO_A_SIDE = "Table {table} needs two players on each side."
    ONE_A_SIDE = "Table {table} needs one entry on each side."
    DRAWN_TIMES = "{name} is drawn {count} times."
    COMES_LATER = "{name} joins in round {round}."
    WITHDRAWN = "{name} has withdrawn."
    ASKED_OUT = "{name} asked for a bye in this round."
    MISSING = "{name} is missing from the draw."
    OUT = "{name} is out of the {format}."
    MET_BEFORE = "{one} and {other} have met before, in round {round}."
    MET_OFTEN = "{one} and {other} have met before, in rounds {rounds}."
    PARTNERS_AGAIN = "{one} and {other} have been partners before."
    BOARD_BEFORE = "{name} has played board {board} before."
    BOARDS_BEFORE = "{name} has played boards {boards} before."
    KNOWS_BOARD = (
        "Table {table}, board {board}: {name} has played this board instead of another one (Law 15B). Give it an "
        "artificial score there."
    )
    MUST_NOT_MEET = "{one} and {other} must not meet."
    SHOULD_NOT_MEET = "{one} and {other} should not meet."
    NOBODY_OUT = "Entries that sit out: {count}. Entries that must sit out: 0."
    TOO_MANY_OUT = "Entries that sit out: {count}. Entries that must sit out: {needed}."
    OUT_AGAIN = "{name} has been without an opponent more often than others who play in this round."


ODD_SEATS: Final[dict[Reason, Reason]] = {
    Reason.LIST_GIVES: Reason.LIST_GIVES_ODD,
    Reason.NORTH_LAST: Reason.ODD_LAST,
    Reason.EAST_LAST: Reason.EVEN_LAST,
    Reason.NORTH_MORE_OFTEN: Reason.ODD_MORE_OFTEN,
    Reason.EAST_MORE_OFTEN: Reason.EVEN_MORE_OFTEN,
    Reason.BERGER: Reason.BERGER_ODD,
}
"""The reasons that name seats of the compass, and the same for tables of six and eight, whose seats have numbers."""

FORMER: Final[dict[str, Reason]] = {
    "the list gives North to {name}.": Reason.LIST_GIVES,
    "{other} sat North last, so {name} does now.": Reason.NORTH_LAST,
    "{name} sat East last, so sits North now.": Reason.EAST_LAST,
    "{other} sat North more often than East, so {name} does now.": Reason.NORTH_MORE_OFTEN,
    "In the first round the upper half of the list meets the lower": Reason.FIRST_ROUND,
    (
        "{one} has {score} and {other} {other_score}; they have not met, and in no draw that could be made are the"
        " differences smaller"
    ): Reason.OTHER_SCORE,
    "The number is odd. {name} has {score} and has always had an opponent so far.": Reason.ODD_FIRST,
    (
        "The number is odd. {name} has had no opponent {often} before; nobody who could sit out has less often."
    ): Reason.ODD_AGAIN,
    (
        "{reason}. {name} floats down for the second time running, which no possible draw with such small "
        "differences avoids"
    ): Reason.DOWN_AGAIN,
    (
        "{reason}. {name} floats up for the second time running, which no possible draw with such small "
        "differences avoids"
    ): Reason.UP_AGAIN,
    "The bracket has number {place} of the list meet number {other_place}": Reason.BRACKET,
    "{one} had no opponent and {other} had no opponent": Reason.NEITHER_PLAYED,
    "The bracket has nobody for number {place} of the list to meet in the first round.": Reason.NOBODY_IN_BRACKET,
    "Nobody has come through to meet {name}, who goes on without playing.": Reason.NOBODY_CAME,
    "{name} is third without playing: the other has withdrawn.": Reason.THIRD_ALONE,
    "{name} is the first in turn to sit out in the consolation, which does not come out even.": Reason.CONSOLATION_ODD,
    "Round {round} of the table for {count}: number {place}, in North, meets number {other_place}.": Reason.BERGER,
    "The number is odd, and in this round {name} has no opponent in the table.": Reason.ODD_IN_TABLE,
    "{name} would meet {other}, who comes in later.": Reason.LATER_IN_TABLE,
    "{partners}, and opponents whom they have not met.": Reason.NEW_OPPONENTS,
    "{partners}. Opponents before: {couples}.": Reason.SAME_OPPONENTS,
    "All have a partner whom they have not had": Reason.NEW_PARTNERS,
    "{again}, which nothing could avoid": Reason.SAME_PARTNERS,
    "{one} and {other} were partners before and {third} and {fourth} were partners before": Reason.ALL_PARTNERS_BEFORE,
    "The number does not divide by four, and {name} has not sat out yet.": Reason.FOURS_FIRST,
    "The number does not divide by four; {name} has sat out {often}, and nobody less often.": Reason.FOURS_AGAIN,
    "round {round} of {movement} of {count} rounds": Reason.MOVEMENT,
    "round {round} of {movement} of {count} rounds; {name} came late": Reason.MOVEMENT_LATE,
    (
        "round {round} of {movement} of {count} rounds; {name} came late and sits in the place of {other}"
    ): Reason.MOVEMENT_PLACE,
    "teams of four": Reason.TEAMS,
    "a Mitchell": Reason.MITCHELL,
    "a Howell": Reason.HOWELL,
    "came late, and there is no place to sit down at": Reason.NO_PLACE,
    "makes room for {name}, who came late": Reason.MAKES_ROOM,
    "The director drew it so.": Reason.BY_HAND,
    "There is no entry {names}.": Reason.NO_ENTRY,
    "{name} comes in for round {round}.": Reason.COMES_LATER,
    "{name} is missing.": Reason.MISSING,
    "{count} sit out, where none would have to.": Reason.NOBODY_OUT,
    "{count} sit out, where {needed} would have to.": Reason.TOO_MANY_OUT,
    "{name} has had no opponent more often already than others who play.": Reason.OUT_AGAIN,
    "The number of entries is odd. {name} has {score} and has always had an opponent so far.": Reason.ODD_FIRST,
}
"""The earlier wordings of reasons that were reworded. Events of existing books have them."""
