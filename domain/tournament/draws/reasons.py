"""The reasons that draws give: for a meeting, for sitting out, and for faults of a director's own draw.

They are stored as English sentences. `replay.words.draws` parses these and translates them, so a sentence that was ever
stored is never removed here.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The sentences, with the names of their values in braces. Some are parts of other sentences."""

    # parts
    SEATED = "{reason}; {seats}"
    TWO = "{one} and {other}"
    ONCE = "once"
    TIMES = "{count} times"

    # who sits North
    LIST_GIVES = "the list gives North to {name}."
    NORTH_LAST = "{other} sat North last, so {name} does now."
    EAST_LAST = "{name} sat East last, so sits North now."
    NORTH_MORE_OFTEN = "{other} sat North more often than East, so {name} does now."
    EAST_MORE_OFTEN = "{name} sat East more often than North, so sits North now."

    # Swiss
    FIRST_ROUND = "In the first round the upper half of the list meets the lower"
    SAME_SCORE = "Both have {score} and have not met"
    OTHER_SCORE = (
        "{one} has {score} and {other} {other_score}; they have not met, and in no draw that could be made are the"
        " differences smaller"
    )
    ODD_FIRST = "The number is odd. {name} has {score} and has always had an opponent so far."
    ODD_AGAIN = "The number is odd. {name} has had no opponent {often} before; nobody who could sit out has less often."

    # knockout
    BRACKET = "The bracket has number {place} of the list meet number {other_place}"
    BOTH_WON = "{one} won at table {table} and {other} won at table {other_table}"
    FIRST_WON = "{one} won at table {table} and {other} had no opponent"
    SECOND_WON = "{one} had no opponent and {other} won at table {other_table}"
    NEITHER_PLAYED = "{one} had no opponent and {other} had no opponent"
    OPPONENT_GONE = "{other} has withdrawn; {name} goes through without playing."
    NOBODY_IN_BRACKET = "The bracket has nobody for number {place} of the list to meet in the first round."
    NOBODY_CAME = "Nobody has come through to meet {name}, who goes on without playing."
    BOTH_LOST = "Both lost in the semi-finals"
    THIRD_ALONE = "{name} is third without playing: the other has withdrawn."
    CONSOLATION = "Both lost the first encounter they played and are in the consolation"
    CONSOLATION_ODD = "{name} is the first in turn to sit out in the consolation, which does not come out even."

    # round robin
    BERGER = "Round {round} of the table for {count}: number {place}, in North, meets number {other_place}."
    ODD_IN_TABLE = "The number is odd, and in this round {name} has no opponent in the table."
    WITHDRAWN_IN_TABLE = "{name} would meet {other}, who has withdrawn."
    LATER_IN_TABLE = "{name} would meet {other}, who comes in later."

    # ladder
    CHALLENGE = "{name}, in place {place}, challenges {other}, in place {other_place}"

    # drawn partners
    NEW_OPPONENTS = "{partners}, and opponents whom they have not met."
    SAME_OPPONENTS = "{partners}. Opponents before: {couples}."
    NEW_PARTNERS = "All have a partner whom they have not had"
    SAME_PARTNERS = "{again}, which nothing could avoid"
    PARTNERS_BEFORE = "{one} and {other} were partners before"
    ALL_PARTNERS_BEFORE = "{one} and {other} were partners before and {third} and {fourth} were partners before"
    FOURS_FIRST = "The number does not divide by four, and {name} has not sat out yet."
    FOURS_AGAIN = "The number does not divide by four; {name} has sat out {often}, and nobody less often."

    # duplicate
    MOVEMENT = "round {round} of {movement} of {count} rounds"
    MOVEMENT_LATE = "round {round} of {movement} of {count} rounds; {name} came late"
    MOVEMENT_PLACE = "round {round} of {movement} of {count} rounds; {name} came late and sits in the place of {other}"
    TEAMS = "teams of four"
    MITCHELL = "a Mitchell"
    HOWELL = "a Howell"
    OPPONENTS_GONE = "the opponents have withdrawn"
    HALF_TABLE = "a half table: the place opposite is vacant"
    ODD_PAIRS = "an odd number of pairs: there is no opponent"
    ODD_TEAMS = "an odd number of teams: there is no opponent"
    NO_PLACE = "came late, and there is no place to sit down at"
    MAKES_ROOM = "makes room for {name}, who came late"

    # notes on a draw that a director made or changed
    BY_HAND = "The director drew it so."
    SWAPPED = "The director swapped {one} and {other}."

    # faults of a draw that a director made
    NO_ENTRY = "There is no entry {names}."
    NEXT_ROUND = "The next round is {next}, not {round}."
    ENCOUNTERS_AT_TABLE = "There are {count} encounters at table {table}."
    TWO_A_SIDE = "Table {table} needs two players on each side."
    ONE_A_SIDE = "Table {table} needs one entry on each side."
    DRAWN_TIMES = "{name} is drawn {count} times."
    COMES_LATER = "{name} comes in for round {round}."
    WITHDRAWN = "{name} has withdrawn."
    MISSING = "{name} is missing."
    OUT = "{name} is out of the {format}."
    MET_BEFORE = "{one} and {other} have met before, in round {round}."
    MET_OFTEN = "{one} and {other} have met before, in rounds {rounds}."
    PARTNERS_AGAIN = "{one} and {other} have been partners before."
    BOARD_BEFORE = "{name} has played board {board} before."
    BOARDS_BEFORE = "{name} has played boards {boards} before."
    NOBODY_OUT = "{count} sit out, where none would have to."
    TOO_MANY_OUT = "{count} sit out, where {needed} would have to."
    OUT_AGAIN = "{name} has had no opponent more often already than others who play."
