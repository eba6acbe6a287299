# Written by `python -m scripts.client` from the OpenAPI document. Do not edit it.
"""The shapes of the bodies that the API takes and answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field


class Sent(Struct, kw_only=True, omit_defaults=True, dict=True):
    """The base of shapes that occur in requests. Fields that are not set are left out."""


class Received(Struct, kw_only=True, dict=True):
    """The base of shapes that only occur in answers. Fields that the server adds later are ignored."""


class ActLine(Received, kw_only=True):
    """An act, and the time it was recorded."""

    ply: int

    act: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    at: str | None = None

    by: str | None = None

    corrected: int | None = None
    """how many times"""

    broke: Refusal | None = None


class ActTemplate(Received, kw_only=True):
    """An act with something left to fill in: a sentence with a gap, and the values for the gap."""

    say: str
    """with a gap in braces: `S caps {order}`"""

    number: ActTemplateNumber | None = None

    card: ActTemplateCard | None = None
    """one of these"""

    cards: ActTemplateCards | None = None
    """the number of different cards, in any order: all of `sure`, the rest from `may`"""

    sets: list[list[str]] | None = None
    """one of these sets of cards"""

    numbers: ActTemplateNumbers | None = None
    """at least one and at most `most` numbers: those of `first`, then any of `more`"""

    seats: dict[str, list[str]] | None = None
    """one card for each of these seats, all different"""

    hands: ActTemplateHands | None = None


class ActTemplateNumber(Received, kw_only=True):
    """The shape ActTemplateNumber."""

    least: int

    most: int


class ActTemplateCard(Received, kw_only=True):
    """one of these"""

    sure: list[str]

    may: list[str]


class ActTemplateCards(Received, kw_only=True):
    """the number of different cards, in any order: all of `sure`, the rest from `may`"""

    count: int

    sure: list[str]

    may: list[str]


class ActTemplateNumbers(Received, kw_only=True):
    """at least one and at most `most` numbers: those of `first`, then any of `more`"""

    first: list[int]

    more: list[int]

    most: int


class ActTemplateHands(Received, kw_only=True):
    """The shape ActTemplateHands."""

    seats: list[str]

    size: int

    cards: list[str]


class AddAvoidance(Sent, kw_only=True):
    """Entries that draws should keep apart, such as a family or a club."""

    entries: list[str]

    absolute: bool | None = None
    """true: no draw may bring two of them together; false: a draw avoids it if that is possible"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class AddEvening(Sent, kw_only=True):
    """The addition of a tournament, a match or a slate to a series, as its last evening."""

    tournament: str | None = None

    match: str | None = None
    """a match outside a tournament"""

    slate: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class AddMinutes(Sent, kw_only=True):
    """Minutes that are added to the round; below 0, they are taken away."""

    minutes: int


class AddWebhook(Sent, kw_only=True):
    """A request for messages of a tournament."""

    url: str
    """where messages are sent to: an address of the public internet, with https"""


class AddedWebhook(Received, kw_only=True):
    """A new webhook. The secret that verifies its signatures is shown only now."""

    id: str

    url: str

    created_at: datetime

    ended_at: datetime | None = None

    reason: str
    """why it ended; empty if it is active"""

    failures: int
    """failed attempts since the last message that was delivered"""

    last_answer: str
    """the status of the last answer, or why there was none; empty before the first"""

    next_attempt_at: datetime | None = None

    secret: str


class Adjust(Sent, kw_only=True):
    """A ruling about an entry's score."""

    entry: str

    amount: float
    """in points if wins count (-0.5 takes half a point), otherwise in the unit of the score; two decimals only
    for victory points
    """

    unit: Literal["score", "tokens"] | None = None
    """`score` changes what the standings count, `tokens` changes the difference of tokens"""

    round: int | None = None

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class AdoptMatch(Sent, kw_only=True):
    """An existing match that becomes the table's."""

    match: str

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Amend(Sent, kw_only=True):
    """A correction of the scribe: another act happened at a ply."""

    ply: int

    act: Act

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class AnalysisProgress(Received, kw_only=True):
    """The progress of an analysis that is not finished. Ask again after a second."""

    state: str
    """whether a worker has begun with the deal"""

    cards: int
    """the number of cards to price; 0 before a worker has begun"""

    cards_done: int
    """the number of cards that have their price"""

    workers: int
    """the number of workers that run now; with 0 nothing is analysed"""


class AnnouncedPlace(Received, kw_only=True):
    """A row of the announced result of a series."""

    place: int

    players: list[str]
    """ids or names"""

    name: str

    total: str


class AnswerClass(Sent, kw_only=True):
    """A pupil's answer. The first one counts."""

    answer: str


class AnswerStep(Sent, kw_only=True):
    """An answer; empty to give up and see the right ones."""

    answer: str | None = None


class ArtificialScore(Received, kw_only=True):
    """The artificial scores of a board."""

    board: int

    scores: list[str]
    """the score of the side that sits North and South, then that of the other"""

    why: str | None = None


class AssignScore(Sent, kw_only=True):
    """An assigned score of a board: possible results with percentages."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int

    north_south: list[Outcome]

    east_west: list[Outcome] | None = None
    """for the other side; by default the same"""


class AssignedOutcome(Received, kw_only=True):
    """One of the possible results of an assigned score."""

    percent: int

    won: int
    """what North and South won, less what they lost"""


class AssignedScore(Received, kw_only=True):
    """The assigned score of a board."""

    board: int

    north_south: list[AssignedOutcome]
    """the possible results for the side that sits North and South"""

    east_west: list[AssignedOutcome]
    """those for the other side"""

    why: str


class AssumedResult(Sent, kw_only=True):
    """The result that a draw assumes of a table that still plays."""

    round: int

    table: int

    won: list[int] | None = None
    """what each side has, North and South first, in the unit that counts; if wins count, only who has more
    matters; by default a draw
    """


class AssumedResultAnswer(Received, kw_only=True):
    """A result that the draw of a round assumed, since the table still played."""

    round: int

    table: int

    sides: list[str]

    won: list[int]
    """what each side was assumed to have; if wins count, only who has more matters"""

    state: str
    """`playing`, `as-assumed` or `differs`"""

    now: dict[str, Any] | None
    """the real result: `won` or `forfeits`; null if there is none yet"""

    sentence: str

    told: str
    """the same as `sentence`; it goes in the next release"""


class Assumption(Received, kw_only=True):
    """The order that survived the shuffle, if the cards were gathered in this way."""

    key: str

    assumption: str

    pairs: int

    kept: int

    longest: int

    chance: float
    """the probability that a perfect shuffle keeps at least as many"""

    text: str

    rising: int | None = None
    """the number of rising sequences; present only if the order of the pack is known"""

    rising_chance: float | None = None
    """the probability that a perfect shuffle leaves no more of them"""


class Audit(Received, kw_only=True):
    """The audit of a deal."""

    ruleset: str
    """the ruleset with which the deal was played"""

    dealer: str

    players: dict[str, str]
    """names by seat"""

    acts: int

    breaches: AuditBreaches

    caps: CapsReport


class AuditBreaches(Received, kw_only=True):
    """The shape AuditBreaches."""

    clean: bool
    """whether nothing was found"""

    unknown: int
    """the number of cards that nobody has named"""

    summary: str

    findings: list[Finding]

    notices: list[AuditBreachesNoticesItem]

    first: int | None = None
    """the ply of the first breach that is certain"""


class AuditBreachesNoticesItem(Received, kw_only=True):
    """The shape AuditBreachesNoticesItem."""

    ply: int

    code: str

    words: str

    clause: ClauseInFull | None = None

    noted: str | None = None


class Author(Sent, kw_only=True):
    """An account that may edit the lesson, by its login."""

    login: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class AvoidanceAnswer(Received, kw_only=True):
    """Entries that draws keep apart."""

    number: int

    entries: list[str]

    absolute: bool
    """whether no draw may bring them together; otherwise draws avoid it if possible"""

    why: str


class Because(Sent, kw_only=True):
    """A reason, which is required."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class BoardAnswer(Received, kw_only=True):
    """A board of a duplicate, with the results that the caller may know."""

    tournament: str

    board: int

    boards: list[int]
    """all boards of the drawn rounds"""

    withheld: bool
    """whether results are left out until everybody has played the board"""

    results: list[ComparedResult]
    """by round and table"""


class BoardFaultChecked(Received, kw_only=True):
    """The changes that a command would make. Nothing is recorded."""

    declined: str | None = None
    """why it cannot be recorded; absent if it can"""

    notes: list[str]
    """what else it does, and why"""

    changes: list[ScoreChange]


class Breach(Received, kw_only=True):
    """An act, and the rule that it broke."""

    code: str
    """the code, as listed by /api/v1/problems"""

    message: str

    clause: str
    """document and heading"""

    ply: int

    act: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""


class ByHand(Sent, kw_only=True):
    """A director's own draw. ``byes``: the reason, by entry."""

    pairings: list[Pairing]

    byes: dict[str, str] | None = None


class CapsReport(Received, kw_only=True):
    """The report on Caps: who could be certain of every trick, when, and the verdict on the call (`docs/caps.md`)."""

    words: list[str]
    """the report in sentences"""

    exempt: str | None = None
    """why Caps does not apply to this deal"""

    verdict: str | None = None

    seat: str | None = None
    """the seat that called Caps, or had to call"""

    ply: int | None = None

    why: str | None = None
    """why it is undecided"""

    obligations: list[CapsReportObligationsItem] | None = None

    points: list[CapsReportPointsItem] | None = None

    departures: list[CapsReportDeparturesItem] | None = None

    example: CapsReportExample | None = None
    """a deal that the player could not tell from the real one, and in which the stated order fails"""

    bonus: bool | None = None
    """whether the call pays extra"""

    rests_on: list[str] | None = None

    broke: Refusal | None = None
    """why the call was not allowed"""

    settlement: Settlement | None = None


class CapsReportObligationsItem(Received, kw_only=True):
    """The shape CapsReportObligationsItem."""

    team: str

    seat: str

    ply: int

    moment: str

    order: list[str]

    until: int | None = None
    """the ply before which the call had to come"""


class CapsReportPointsItem(Received, kw_only=True):
    """whether a player could be certain of every trick, before a ply"""

    ply: int

    seat: str

    certainty: str

    order: list[str] | None = None

    why: str | None = None

    settles: list[str] | None = None


class CapsReportDeparturesItem(Received, kw_only=True):
    """a card played against the order stated"""

    ply: int

    seat: str

    stated: str

    played: str

    code: str


class CapsReportExample(Received, kw_only=True):
    """a deal that the player could not tell from the real one, and in which the stated order fails"""

    seat: str

    ply: int

    order: list[str]

    fails: str

    line: list[str]

    hand_file: str
    """the other deal, to be replayed"""


class CardNames(Received, kw_only=True):
    """The names of a game's suits and ranks, by their letter in the notation, in the order of the pack."""

    suits: dict[str, Name]

    ranks: dict[str, Name]


class CardPlayTable(Received, kw_only=True):
    """The card play in deals whose hands the caller may see, from stored analyses (docs/analysis.md)."""

    deals: int
    """the deals with a contract, at most the newest 2,000"""

    analysed: int
    """those that have an analysis"""

    rows: list[CardPlayTableRowsItem]


class CardPlayTableRowsItem(Received, kw_only=True):
    """a player, an entry or a ruleset"""

    name: str

    deals: int
    """the analysed deals"""

    choices: int
    """the cards that were played when the legal cards had different prices"""

    best: int
    """those of them that cost nothing with all hands open"""

    share: float | None = None
    """`best` of `choices`; absent without a choice"""

    interval: list[float] | None = None
    """the 95 % interval of the share"""

    loss: float | None = None
    """the mean of the card points that a hand lost"""

    loss_error: float | None = None
    """half the 95 % interval of the mean"""

    leads: int
    """the opening leads with a choice"""

    best_leads: int
    """those that cost nothing"""

    bids: int
    """the contracts"""

    made: int
    """the contracts that were made"""

    makeable: int
    """the contracts that both sides' best play makes, with all hands open"""


class CardsByVerdict(Received, kw_only=True):
    """The cards that may be played: those certainly legal, and those that unknown cards may forbid."""

    legal: list[str]

    possible: list[str]
    """while cards are unknown"""


class CaseAnswer(Received, kw_only=True):
    """A case of the casebook, without names."""

    text: str

    code: str

    clause: str

    ruleset: str
    """empty for a club's own ruleset, whose name could identify the club"""

    remedies: list[str]

    appeal: str | None = None
    """`upheld` or `overturned`"""

    month: str


class Casebook(Received, kw_only=True):
    """A list of cases, newest first."""

    items: list[CaseAnswer]


class CategoryAnswer(Received, kw_only=True):
    """A prize category, with the places within it."""

    name: str

    places: list[CategoryAnswerPlacesItem]


class CategoryAnswerPlacesItem(Received, kw_only=True):
    """The shape CategoryAnswerPlacesItem."""

    place: int

    entry: str

    name: str


class ChangeEntry(Sent, kw_only=True):
    """A change of an entry's name or players."""

    name: str

    players: list[str] | None = None

    players_text: str | None = None
    """the players in one text, instead of `players`"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangePupil(Sent, kw_only=True):
    """The removal or the return of the pupil in the path."""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangeSeats(Sent, kw_only=True):
    """A change of the players at a table."""

    seats: dict[str, str]

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangeSeriesTerms(Sent, kw_only=True):
    """Other terms, for all evenings of the series."""

    terms: dict[str, Any] | None = None
    """`counts`, `ranks`, `points`, `best`, `attendance`, `tie_breaks`; each has a default"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangeSlateTerms(Sent, kw_only=True):
    """Other terms, for all lines of the slate."""

    terms: dict[str, Any] | None = None
    """of a Schieber: `target` or `deals`, `contracts`, `match_bonus`, `weis`, `order`, `halfway`, `first`; of a
    Coiffeur: `sides`, `contracts`, `match_bonus`, `first`; each has a default
    """

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangeTerms(Sent, kw_only=True):
    """New terms of a tournament."""

    terms: dict[str, Any]
    """the format and its options: `rounds`, `encounter`, `scoring`, `tie_breaks`, `unplayed` …"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ChangedGroup(Received, kw_only=True):
    """The changes of one kind."""

    kind: str
    """`tables`, `places`, `next-draw`, `clock`, `lots` or `terms`"""

    title: str

    rows: list[ChangedRow]

    notes: list[str]
    """sentences"""


class ChangedPlace(Received, kw_only=True):
    """An entry whose row of the standings changes."""

    entry: str

    name: str

    before: PlaceAnswer | None = None
    """absent if the entry is not in the standings before"""

    after: PlaceAnswer | None = None
    """absent if the entry is not in the standings afterwards"""


class ChangedResult(Received, kw_only=True):
    """A result of an earlier round that was changed after a round was drawn."""

    round: int

    table: int

    board: int
    """0 for a whole encounter"""

    sides: list[str]

    was: dict[str, Any] | None
    """`won`, `forfeits`, `artificial` or `assigned`; with `assumed`, what the draw assumed; null if there was no
    result
    """

    now: dict[str, Any] | None

    sentence: str

    told: str
    """the same as `sentence`; it goes in the next release"""


class ChangedRow(Received, kw_only=True):
    """One thing before and afterwards."""

    what: str
    """such as a table, a term or a part of the clock, in words"""

    before: str
    """– if there is nothing"""

    after: str
    """– if there is nothing"""


class ChangedRuling(Received, kw_only=True):
    """A ruling about a score that was made or taken back after a round was drawn."""

    number: int

    taken_back: bool

    sentence: str

    told: str
    """the same as `sentence`; it goes in the next release"""


class CheckArrowSwitch(Sent, kw_only=True):
    """An arrow switch to preview."""

    boards: list[int]

    withdraw: bool | None = None
    """preview taking it back"""


class CheckEntryFile(Sent, kw_only=True):
    """A file of entries to preview."""

    text: str | None = None
    """the file: CSV, or a report file (TRF)"""

    xlsx: str | None = None
    """the file as XLSX, in Base64"""

    players: Literal["keep", "register"] | None = None
    """what becomes of players who are not registered: they keep their names, or are registered"""

    rounds: bool | None = None
    """of a report file, record the rounds too: draws, results, withdrawals, rulings on scores"""


class CheckQualifiers(Sent, kw_only=True):
    """Earlier stages, the first places that qualify from each, and how much of their scores they carry over."""

    stages: list[Stage]

    carry: Literal["none", "half", "all"] | None = None
    """the part of the score; rounded down to half points if wins count, else to whole ones"""


class CheckResultFile(Sent, kw_only=True):
    """A file of results to preview."""

    csv: str | None = None
    """CSV; a row of titles names the columns `table`, `board` (in a duplicate), `ns` and `ew`"""

    xlsx: str | None = None
    """the file in Base64: a spreadsheet (XLSX), or CSV in the encoding of any program"""


class CheckRound(Sent, kw_only=True):
    """A director's own draw to preview."""

    round: int
    """the next round, or the last one, to be drawn again"""

    by_hand: ByHand


class CheckScoreFile(Sent, kw_only=True):
    """A score sheet to preview."""

    csv: str | None = None
    """the sheet as CSV"""

    xlsx: str | None = None
    """the sheet as XLSX, in Base64"""

    worksheet: str | None = None
    """of the spreadsheet; by default the first"""

    numbers: Literal["scores", "places"] | None = None
    """what the numbers are, if there is a column for each evening"""

    players: Literal["keep", "register", "pseudonyms", "all-pseudonyms"] | None = None
    """what becomes of players who are not registered: they keep their names, are registered, or get pseudonyms;
    `all-pseudonyms` also for registered players
    """


class CheckSections(Sent, kw_only=True):
    """A list of entries to divide into parallel sections."""

    sections: int

    divide: Literal["snake", "in-turn", "blocks"] | None = None
    """`snake`: A B B A …; `in-turn`: A B A B …; `blocks`: the first part to A, the next to B"""

    entries: list[SectionsEntry]


class CheckSeries(Sent, kw_only=True):
    """A change of a series to preview: other terms, or an evening removed."""

    terms: dict[str, Any] | UnsetType | None = UNSET
    """`counts`, `ranks`, `points`, `best`, `attendance`, `tie_breaks`; each has a default"""

    without: str | None = None
    """the id of an evening"""


class CheckWrongBoard(Sent, kw_only=True):
    """A wrong board to preview."""

    board: int
    """the board that was played"""

    instead: int | None = None
    """the board that was to be played; needed unless `withdraw`"""

    scores: list[Literal["average-plus", "average", "average-minus", "not-played", "late-play"]] | None = None
    """the scores of North and South and of the other side for the board that was not played; `late-play` if it
    is to be played later. By default averages
    """

    withdraw: bool | None = None
    """preview taking it back"""


class CheckpointLine(Received, kw_only=True):
    """A signed checkpoint."""

    size: int

    made_at: datetime
    """the server's time; it is not covered by the signature"""

    note: str
    """the signed note (C2SP tlog-checkpoint)"""


class CheckpointPage(Received, kw_only=True):
    """A part of the list of checkpoints, largest first."""

    items: list[CheckpointLine]


class Choice(Received, kw_only=True):
    """An act that may happen next."""

    kind: str
    """an act that can be sent as it is, or a template of which one field is left to fill in"""

    act: dict[str, Any]
    """the act as POST …/actions takes it; a template lacks the field"""

    sentence: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    told: str
    """the same as `sentence`; it goes in the next release"""

    group: str

    verdict: str | None = None
    """of an act"""

    pick: ChoicePick | None = None
    """the field that takes a card"""

    fill: ChoiceFill | None = None
    """the field that takes a card for each of some seats"""

    order: ChoiceOrder | None = None
    """the field that takes several cards"""

    numbers: ChoiceNumbers | None = None
    """the field that takes at least one and at most `most` numbers: those of `first`, then any of `more`"""

    number: ChoiceNumber | None = None
    """the field that takes a number"""


class ChoicePick(Received, kw_only=True):
    """the field that takes a card"""

    field: str

    cards: CardsByVerdict


class ChoiceFill(Received, kw_only=True):
    """the field that takes a card for each of some seats"""

    field: str

    seats: dict[str, CardsByVerdict]


class ChoiceOrder(Received, kw_only=True):
    """the field that takes several cards"""

    field: str

    count: int | None = None

    cards: CardsByVerdict

    sets: list[list[str]] | None = None
    """one of these sets of cards"""


class ChoiceNumbers(Received, kw_only=True):
    """the field that takes at least one and at most `most` numbers: those of `first`, then any of `more`"""

    field: str

    first: list[int]

    more: list[int]

    most: int


class ChoiceNumber(Received, kw_only=True):
    """the field that takes a number"""

    field: str

    least: int

    most: int


class ClassAnswer(Received, kw_only=True):
    """The answer that counts, with its mark as soon as the pupil may see it."""

    own: OwnAnswer

    right_answers: list[str] | None = None


class ClassLine(Received, kw_only=True):
    """A class in a list."""

    id: str

    title: str

    status: str

    club: str | None = None

    opened_at: str


class ClassLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[ClassLine]

    next: str | None
    """null on the last page"""


class ClassPupil(Received, kw_only=True):
    """The state of a class, for one of its pupils."""

    status: str

    pace: str

    shown: list[ClassPupilShownItem]

    at: ClassPupilAt | None = None

    title: str

    nickname: str

    place: ClassPupilPlace
    """where the pupil is"""


class ClassPupilShownItem(Received, kw_only=True):
    """The shape ClassPupilShownItem."""

    chapter: int

    step: int


class ClassPupilAt(Received, kw_only=True):
    """The shape ClassPupilAt."""

    chapter: int

    step: int


class ClassPupilPlace(Received, kw_only=True):
    """where the pupil is"""

    chapter: int

    step: int


class ClassScreen(Received, kw_only=True):
    """A class as the projector shows it: no names, and no tally before the teacher shows the answers."""

    code: str

    title: str

    status: str

    pace: str

    at: ClassScreenAt

    asks: bool
    """whether the step asks a question"""

    pupils: int

    answered: int
    """the number of answers to the question of the step"""

    is_shown: bool

    right_answers: list[str] | None = None

    tally: StepTally | None = None


class ClassScreenAt(Received, kw_only=True):
    """The shape ClassScreenAt."""

    chapter: int

    step: int


class ClassStep(Received, kw_only=True):
    """A step of the lesson as pupils see it, with the pupil's own answer."""

    chapter: int

    step: int

    kind: str

    title: str

    viewer: str

    depth: int
    """the number of branches around the step"""

    view: dict[str, Any]
    """the deal as its viewer sees it (docs/views.md), without legal acts"""

    faces: dict[str, Any]

    more: bool
    """whether another step follows in the chapter"""

    text: str | None = None
    """Markdown"""

    html: str | None = None

    acts: list[str] | None = None

    question: ClassStepQuestion | None = None

    own: OwnAnswer | None = None

    right_answers: list[str] | None = None

    tally: StepTally | None = None


class ClassStepQuestion(Received, kw_only=True):
    """The shape ClassStepQuestion."""

    kind: str

    about: str

    example: str

    options: dict[str, str]

    choices: list[str]
    """for a breach: the clauses that can be broken in this game"""


class ClassTeacher(Received, kw_only=True):
    """A class as its teacher sees it. `answers` are those to the question of the step `at`."""

    id: str

    code: str

    title: str

    lesson: str
    """the id of the lesson, or the name of one that comes with Nought"""

    status: str

    pace: str

    at: ClassTeacherAt

    asks: str
    """the kind of question of the step; empty if it asks none"""

    shown: list[ClassTeacherShownItem]
    """the steps whose right answers were shown"""

    kept: bool
    """whether nicknames and answers are kept after the end"""

    pupils: list[ClassTeacherPupilsItem]

    removed: list[ClassTeacherRemovedItem]
    """the pupils whom the teacher removed"""

    answers: list[ClassTeacherAnswersItem]

    tallies: list[StepTally]


class ClassTeacherAt(Received, kw_only=True):
    """The shape ClassTeacherAt."""

    chapter: int

    step: int


class ClassTeacherShownItem(Received, kw_only=True):
    """The shape ClassTeacherShownItem."""

    chapter: int

    step: int


class ClassTeacherPupilsItem(Received, kw_only=True):
    """The shape ClassTeacherPupilsItem."""

    pupil: int

    nickname: str

    at: ClassTeacherPupilsItemAt

    answered: int

    right: int


class ClassTeacherPupilsItemAt(Received, kw_only=True):
    """The shape ClassTeacherPupilsItemAt."""

    chapter: int

    step: int


class ClassTeacherRemovedItem(Received, kw_only=True):
    """The shape ClassTeacherRemovedItem."""

    pupil: int

    nickname: str


class ClassTeacherAnswersItem(Received, kw_only=True):
    """The shape ClassTeacherAnswersItem."""

    pupil: int

    answer: str

    right: bool | None
    """null if not marked"""

    late: bool


class Clause(Received, kw_only=True):
    """The document and heading of a rule."""

    document: str

    heading: str


class ClauseInFull(Received, kw_only=True):
    """A rule with its document and heading."""

    document: str

    heading: str

    words: str


class ClockAnswer(Received, kw_only=True):
    """The clock of a tournament, and the time of the server."""

    now: str
    """the time of the server, by which `left` is counted down"""

    clock: ClockState | None = None
    """absent if no clock was started"""


class ClockState(Received, kw_only=True):
    """The clock of a round, as its last event left it."""

    round: int | None = None
    """absent if the draw of the round is not shown to the caller yet"""

    state: str

    minutes: int
    """the length of the round, with added minutes"""

    break_minutes: int

    warnings: list[int]
    """the minutes before the end at which a warning is shown"""

    left: int
    """milliseconds left of the round at the time `at`; they pass while the state is running. Below 0 in the break"""

    at: str
    """the time of the last event on the clock"""


class CloseDispute(Sent, kw_only=True):
    """An empty body: the ruling becomes final without an appeal."""


class ClubPuzzleLine(Received, kw_only=True):
    """A problem of a recorded deal in a list."""

    id: str

    theme: str

    level: int
    """1 easy, 2 medium, 3 hard: an estimate"""

    game: str
    """the first ruleset of its game"""

    ruleset: str

    viewer: str
    """the seat that it is seen from; `arbiter`: all hands are open"""

    deal: str


class ClubPuzzleList(Received, kw_only=True):
    """Problems of a club's deals, those of the newest deals first."""

    items: list[ClubPuzzleLine]

    counts: dict[str, int]
    """how many there are of each theme, in all games"""

    next: int | None
    """null on the last page"""


class ClubRulesetAnswer(Received, kw_only=True):
    """A club's own ruleset, with every version it has had."""

    version: int

    name: str

    base: str

    base_version: int

    changes: dict[str, Any]

    at: str | None = None

    note: str | None = None

    key: str

    withdrawn_at: str | None = None
    """when it was withdrawn; no deal is opened with it since"""

    why: str | None = None
    """why it was withdrawn"""

    ruleset: dict[str, Any]
    """the newest version with all its parameters"""

    versions: list[ClubRulesetVersion]


class ClubRulesetLine(Received, kw_only=True):
    """The newest version of a club's own ruleset."""

    version: int

    name: str

    base: str

    base_version: int

    changes: dict[str, Any]

    at: str | None = None

    note: str | None = None

    key: str

    withdrawn_at: str | None = None
    """when it was withdrawn; no deal is opened with it since"""

    why: str | None = None
    """why it was withdrawn"""


class ClubRulesetList(Received, kw_only=True):
    """A club's own rulesets."""

    items: list[ClubRulesetLine]


class ClubRulesetVersion(Received, kw_only=True):
    """One version of a club's own ruleset."""

    version: int

    name: str

    base: str

    base_version: int

    changes: dict[str, Any]

    at: str | None = None

    note: str | None = None


class CommitPacks(Sent, kw_only=True):
    """Boards whose packs are dealt and sealed."""

    boards: list[int]

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ComparedResult(Received, kw_only=True):
    """The result of a table on a board, and the score of each side; North and South first."""

    round: int

    table: int

    sides: list[str]
    """the entry that sat North and South, and the other"""

    confirmed: bool

    won: int | None = None
    """what North and South won, less what they lost; absent if a director gave the score"""

    artificial: list[str] | None = None
    """the artificial score of each side"""

    assigned: list[list[AssignedOutcome]] | None = None
    """the possible results assigned to each side"""

    scores: list[float]
    """in the unit that the terms count"""

    why: list[str]
    """the calculation of each side's score"""


class Confirm(Sent, kw_only=True):
    """The confirmation of a result, by the player's own token or session, or by its PIN on another device."""

    seat: str

    pin: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ConfirmResult(Sent, kw_only=True):
    """A confirmation of the current result by a side. A seat's own token or session confirms for its side; at
    another device a seat sends its PIN. An official without a seat accepts the result for both sides.
    """

    seat: str | None = None

    pin: str | None = None

    board: int | None = None
    """one board of a duplicate; by default all with a result"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Consequences(Received, kw_only=True):
    """The preview of a correction."""

    broken: list[Breach]
    """acts that would break a rule after the correction and do not now"""

    mended: list[ConsequencesMendedItem]
    """acts that break a rule now and would not after the correction"""

    twice: list[str]
    """cards that would then be in two places"""

    follows: list[ConsequencesFollowsItem]
    """further corrections that follow"""

    settlement: ConsequencesSettlement
    """the settlement of the deal"""

    turn: str | None = None


class ConsequencesMendedItem(Received, kw_only=True):
    """The shape ConsequencesMendedItem."""

    ply: int

    act: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""


class ConsequencesFollowsItem(Received, kw_only=True):
    """The shape ConsequencesFollowsItem."""

    ply: int

    was: str | None = None
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    now: str | None = None
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""


class ConsequencesSettlement(Received, kw_only=True):
    """the settlement of the deal"""

    before: Settlement | None = None

    after: Settlement | None = None


class ConsistencyAnswer(Received, kw_only=True):
    """The proof that a checkpoint extends an earlier one."""

    origin: str

    old: HeadLine

    new: HeadLine

    path: list[str]
    """hashes in base64, as RFC 9162 orders them"""


class ContestAnswer(Received, kw_only=True):
    """A side that says that a result is wrong."""

    side: int
    """0 sits North and South, 1 East and West"""

    why: str


class ContestResult(Sent, kw_only=True):
    """A side says that the current result is wrong. The seat and its PIN are as in a confirmation."""

    seat: str | None = None

    pin: str | None = None

    board: int | None = None

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Contract(Received, kw_only=True):
    """The highest bid; at the end of the auction, the contract."""

    seat: str

    bid: int | str
    """card points, or `pcc`, `half` or `full`"""

    denomination: str | None = None
    """in a Jass: a suit, `obenabe` or `undenufe`"""

    factor: int | None = None
    """in a Jass: the factor of the contract; more than 1 if it was doubled"""

    may_double: list[str] | None = None
    """the seats that may double now, in turn or not"""

    may_redouble: list[str] | None = None
    """the seats that may redouble now"""


class CorrectLine(Sent, kw_only=True):
    """The whole line of a deal as it should be."""

    announcer: str | None = None
    """by default the team whose turn it is"""

    contract: str | None = None
    """what was announced, by its name in the terms"""

    team: str | None = None
    """the team whose points are given; by default the announcer"""

    points: int | None = None

    match: bool | None = None
    """whether the team made all tricks; then `points` can be left out"""

    weis: dict[str, int] | None = None
    """points by team; only one team scores"""

    stoeck: str | None = None
    """the team with Stöck"""

    out: str | None = None
    """the team that declared that it has reached the target"""

    others: int | None = None
    """the other team's points in a deal that was broken off after `out`"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class CorrectResult(Sent, kw_only=True):
    """A correction of a result, or a result by ruling, which need not be possible in play."""

    sheet: Sheet

    board: int | None = None
    """the board of a duplicate; 0 if there are none"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    ruled: bool | None = None

    why: str


class Correction(Received, kw_only=True):
    """A correction, note or ruling made after the act was recorded."""

    kind: str

    ply: int | None = None
    """the act's number when it was corrected"""

    stands: int | None = None
    """the act's current number, or that of the gap it left"""

    was: str | None = None
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    now: str | None = None
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    code: str | None = None

    seat: str | None = None

    verdict: str | None = None

    gains: dict[str, int] | None = None
    """of an assigned result: what each team gains"""

    ruling: int | None = None

    why: str | None = None

    by: str | None = None
    """who withdrew the deal"""

    at: str | None = None


class Count(Sent, kw_only=True):
    """The score of one side, of one deal or of all deals together."""

    tokens: int | UnsetType | None = UNSET

    points: int | UnsetType | None = UNSET

    weis: int | UnsetType | None = UNSET

    contract: int | UnsetType | None = UNSET

    total: int | UnsetType | None = UNSET

    deals: int | UnsetType | None = UNSET


class DealAnalysis(Received, kw_only=True):
    """The price of every card of a deal, with all hands open (docs/analysis.md)."""

    kernel: str
    """the SHA-256 of the kernel that computed it"""

    finished: bool
    """whether every card has its price"""

    goal: str
    """what both sides play for"""

    needed: int
    """the makers' result from which the contract is made"""

    makers: list[str]
    """the side of the trump maker or declarer"""

    pays: str
    """the unit of pay"""

    plies: list[DealAnalysisPliesItem]

    unsolved: list[DealAnalysisUnsolvedItem]


class DealAnalysisPliesItem(Received, kw_only=True):
    """a card that was played"""

    ply: int

    seat: str

    card: str

    for_makers: bool
    """whether the seat is on the makers' side, which wants a high result"""

    best: int | None = None
    """the makers' result after the seat's best card; absent if not finished"""

    cost: int | None = None
    """what the card cost the seat's side; absent if not known"""

    prices: dict[str, int]
    """the makers' result after each legal card"""

    pay: dict[str, int]
    """what each player of the makers' side gets by the deal's settlement: tokens, or the score less the
    opponents', after each legal card
    """

    pay_cost: int | None = None
    """what the card cost the seat's side in this unit; absent if not known"""

    all_tricks: dict[str, str]
    """the cards after which a side wins all tricks"""

    better: str | None = None
    """the best card with all hands open, if another one was better"""

    why: str | None = None
    """why: with it the contract is made or beaten, or all tricks, a trick or points are won"""

    finished: bool

    from_seat: DealAnalysisPliesItemFromSeat | None = None
    """whether the seat could know a better card"""


class DealAnalysisPliesItemFromSeat(Received, kw_only=True):
    """whether the seat could know a better card"""

    avoidable: bool | None = None
    """whether another card was clearly better, by more than chance; absent if unknown"""

    better: str | None = None
    """the best card by what the seat knew, if the played card was avoidable"""

    behind: float
    """the mean points by which the best card is better for the seat's side"""

    error: float
    """the standard error of `behind`"""

    pay_behind: float
    """the mean tokens, or score, by which it is better"""

    deals: int
    """the number of deals in these means"""

    fitting: str
    """the exact number of deals that fit what the seat knew"""

    reason: str | None = None
    """why it is not known"""


class DealAnalysisUnsolvedItem(Received, kw_only=True):
    """a card without a price"""

    ply: int

    reason: str


class DealAnswer(Received, kw_only=True):
    """A deal, as far as the caller may see it."""

    id: str

    version: int
    """the number of facts about the deal that the caller may see"""

    viewer: str
    """the viewer as which the caller sees the deal"""

    viewers: list[str]
    """the viewers whose views the caller may see"""

    opened_at: str

    day: str | None = None
    """the day of a deal whose time nobody gave; `opened_at` is then its noon in UTC"""

    ruleset: str

    ruleset_version: int

    dealer: str

    seats: list[str]

    teams: dict[str, list[str]]

    names: CardNames

    players: dict[str, str]

    number: int

    match: str | None = None

    table: str | None = None

    club: str | None = None

    event: str | None = None

    source: str | None = None

    note: str | None = None

    plies: int

    status: str

    over: bool

    settlement: Settlement | None = None

    provisional: bool | None = None
    """whether a team has yet to confirm the result; absent if there is no result"""

    confirmed_by: list[str] | None = None
    """the seats that confirmed the current result"""


class DealLine(Received, kw_only=True):
    """A deal in a list. It has nothing that is hidden from anybody."""

    id: str

    title: str

    opened_at: datetime

    day: str | None = None
    """the day of a deal whose time nobody gave; `opened_at` is then its noon in UTC"""

    club: str | None = None

    table: str | None = None

    match: str | None = None

    number: int

    ruleset: str

    own_game: DealLineOwnGame | None = None
    """of a club's own ruleset"""

    dealer: str

    players: dict[str, str] | None = None

    status: str

    result: str | None = None
    """the status, or `made` or `failed`"""

    contract: dict[str, Any] | None = None
    """of a settled deal: seat and bid, and the suit if all hands are shown"""

    tokens: dict[str, int] | None = None

    provisional: bool | None = None
    """whether a team has yet to confirm the result; absent if there is no result"""

    confirmed_by: list[str] | None = None

    points: dict[str, int] | None = None

    event: str | None = None

    has_caps: bool | None = None

    has_irregularities: bool | None = None
    """present once all hands are shown"""


class DealLineOwnGame(Received, kw_only=True):
    """of a club's own ruleset"""

    name: str

    seats: list[str]

    teams: list[str]

    suits: dict[str, str]
    """the names of the suits"""

    decimals: bool | None = None
    """whether card points are written as tenths"""


class DealLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[DealLine]

    next: str | None
    """null on the last page"""


class DealPuzzles(Received, kw_only=True):
    """The problems of a deal, each as its seat sees it."""

    items: list[PuzzleAnswer]


class Dealing(Received, kw_only=True):
    """The dealing of a batch."""

    ply: int

    verdict: str

    counted: bool

    text: str

    depth: int | None = None
    """the depth of the cut in cards; 0 if the pack was not cut"""

    wrong: DealingWrong | None = None
    """the first card that was dealt to the wrong seat"""


class DealingWrong(Received, kw_only=True):
    """the first card that was dealt to the wrong seat"""

    ply: int

    card: str

    position: int

    due: str

    dealt: str | None = None


class DecideAppeal(Sent, kw_only=True):
    """A decision on an appeal: the ruling is upheld, or `ruling` replaces it."""

    reason: str

    ruling: Instead | None = None
    """if absent, the first ruling is upheld"""


class DeckAnswer(Received, kw_only=True):
    """The deck of the caller's account: its problems, those due first."""

    is_open: bool

    reviews: int
    """the answers recorded so far"""

    due: int
    """the problems that are due now"""

    items: list[DeckAnswerItemsItem]


class DeckAnswerItemsItem(Received, kw_only=True):
    """The shape DeckAnswerItemsItem."""

    puzzle: str

    due: str
    """when it is to be answered next"""

    is_due: bool

    deal: str | None = None
    """the recorded deal that it is of"""

    is_there: bool
    """false if the problem cannot be solved now"""

    why: str | None = None
    """why it cannot: you may not see the hands of its deal; the deal was corrected, or its problems were mined
    anew, without this one; they are being mined; it no longer comes with Nought
    """

    theme: str | None = None

    ruleset: str | None = None

    level: int | None = None


class DeckNothing(Sent, kw_only=True):
    """An empty body."""


class DeckPuzzle(Sent, kw_only=True):
    """A problem to be added to the deck, or removed from it."""

    puzzle: str


class DeckReview(Sent, kw_only=True):
    """An answer. A wrong one is rated `again`; a right one as the sender says, `good` by default."""

    puzzle: str

    answer: str

    rating: Literal["again", "hard", "good", "easy"] | None = None


class DeckReviewed(Received, kw_only=True):
    """The mark of an answer, its rating, and when the problem is due again."""

    answer: str | None = None

    right: bool | None = None
    """null if the teacher marks it"""

    by_author: bool
    """whether the author decided which answers are right"""

    reasons: list[DeckReviewedReasonsItem] | None = None

    answers: list[str] | None = None

    rating: str

    due: str


class DeckReviewedReasonsItem(Received, kw_only=True):
    """The shape DeckReviewedReasonsItem."""

    text: str

    code: str | None = None

    clause: str | None = None


class DelayBroadcast(Sent, kw_only=True):
    """The delay after which outsiders see what happens at a table."""

    seconds: int
    """0: at once"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Desk(Received, kw_only=True):
    """The recorder's state of a deal: where it stands, and what a scribe may record next."""

    id: str

    version: int

    ruleset: DeskRuleset

    seats: list[str]

    teams: dict[str, list[str]]

    players: dict[str, str]

    names: dict[str, str]
    """names by seat"""

    faces: CardNames

    dealer: str

    number: int

    pack: DeskPack

    plies: int

    ply: int
    """the ply of the choices"""

    view: View

    after: dict[str, str]
    """the next seat after each seat"""

    width: int
    """the number of cards of a full trick"""

    laid: int
    """the number of cards in the current trick"""

    gone: list[str]
    """cards known to have been played"""

    needed: int | None = None
    """the card points that the bidder's side needs, once a number is the contract"""

    makers: list[str] | None = None
    """the seats that are known to be on the bidder's side"""

    unnamed: dict[str, int]
    """the number of unnamed cards in each team's tricks"""

    twice: list[str]
    """cards that the record has in two places"""

    over: bool

    tables: TrickTables

    bids: list[dict[str, Any]]
    """every bid of this auction without a seat, the lowest first, legal now or not"""

    choices: list[Choice]

    always: list[dict[str, Any]]
    """acts of this game that need no more than a seat"""

    words: list[str]
    """an example sentence for each kind of act of this game"""

    turn: str | None = None

    pad: Pad | None = None

    rest: list[dict[str, Any]] | None = None
    """the passes that would end the auction"""

    undo: DeskUndo | None = None
    """the latest entry"""

    match: DeskMatch | None
    """the match and its next dealer"""

    table: str | None = None

    club: str | None = None

    event: str | None = None

    confirmed: list[str] | None = None
    """the seats that confirmed the result"""

    settlement: Settlement | None = None


class DeskRuleset(Received, kw_only=True):
    """The shape DeskRuleset."""

    key: str

    name: str

    points_scale: str
    """by how much card points are multiplied when they are written"""


class DeskPack(Received, kw_only=True):
    """The shape DeskPack."""

    suits: str

    ranks: str
    """the ranks, strongest first"""

    total: int
    """the card points of all cards"""


class DeskUndo(Received, kw_only=True):
    """the latest entry"""

    ply: int
    """its first ply"""

    act: dict[str, Any]
    """its first act"""

    acts: list[str]
    """the entry and everything recorded with it"""


class DeskMatch(Received, kw_only=True):
    """the match and its next dealer"""

    id: str

    balance: dict[str, int]

    over: bool

    winner: str | None

    next_dealer: str | None

    next_number: int


class Differences(Received, kw_only=True):
    """The differences of two games."""

    one: str
    """a game's key"""

    other: str

    same_family: bool
    """games of different families have no parameters in common"""

    parameters: dict[str, list[Any]]
    """the value in each game, by parameter"""

    sentences: list[DifferencesSentencesItem]


class DifferencesSentencesItem(Received, kw_only=True):
    """The shape DifferencesSentencesItem."""

    chapter: str

    one: list[Rule]

    other: list[Rule]


class Disclose(Sent, kw_only=True):
    """Cards that the record did not have: hands batch by batch, and the cards of single acts."""

    hands: dict[str, list[list[str]]] | None = None

    plies: dict[str, str] | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class DisputeAnswer(Received, kw_only=True):
    """A dispute, as far as the caller may know it. The parties, officials and everybody who may see all hands of
    the deal get the claim, the statements and the ruling (`whole`). Others get no more than a list has.
    """

    id: str

    deal: str

    status: str

    opened_at: str

    club: str | None = None

    table: str | None = None

    match: str | None = None

    tournament: str | None = None

    encounter: str | None = None

    round: int | None = None

    number: int | None = None
    """the number of the tournament's table"""

    version: int | None = None

    whole: bool

    side: str | None = None

    sides: list[str] | None = None

    seat: str | None = None

    on_behalf: bool | None = None
    """whether an official or a scribe entered it for the side"""

    by: str | None = None

    claim: str | None = None

    code: str | None = None

    clause: str | None = None

    plies: list[int] | None = None
    """the first and the last act of the claim, by their current numbers"""

    facts: list[dict[str, Any]] | None = None

    evidence: list[dict[str, Any]] | None = None

    ruling: dict[str, Any] | None = None
    """the ruling in force"""

    overturned: dict[str, Any] | None = None
    """the ruling that was replaced on appeal"""

    appeal: dict[str, Any] | None = None

    closed_at: str | None = None

    timeline: list[dict[str, Any]] | None = None
    """the log of the dispute in sentences, oldest first"""


class DisputeLine(Received, kw_only=True):
    """A dispute in a list: where it is and its status, without its content."""

    id: str

    deal: str

    status: str

    opened_at: str

    club: str | None = None

    table: str | None = None

    match: str | None = None

    tournament: str | None = None

    encounter: str | None = None

    round: int | None = None

    number: int | None = None
    """the number of the tournament's table"""


class DisputeLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[DisputeLine]

    next: str | None
    """null on the last page"""


class DrawChanges(Received, kw_only=True):
    """The changes since a draw to what it was based on. The draw and its reasons stay as they were."""

    results: list[ChangedResult]

    rulings: list[ChangedRuling]


class DrawLots(Sent, kw_only=True):
    """A request to draw lots: all entries in a random order."""

    purpose: Literal["tie-break", "draws"]
    """`tie-break`: for the tie-break `lot`; `draws`: where nothing else decides in a draw"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class DrawRound(Sent, kw_only=True):
    """The draw of the next round, by the format or by the director."""

    round: int | None = None
    """the number of the round; the command is refused if another round is next"""

    by_hand: ByHand | None = None

    challenges: list[list[str]] | None = None
    """on a ladder: the challenger and the challenged"""

    assumed: list[AssumedResult] | None = None
    """in a Swiss: the results that the draw assumes of tables that still play"""

    assume_rest: bool | None = None
    """assume a draw at every other table without a result"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EditChapter(Sent, kw_only=True):
    """A chapter: its title, its deal, its place."""

    title: str

    source: Source | None = None
    """if left out, the deal stays"""

    base: int | None = None
    """the revision of the part that the author saw; 0 for a new one"""

    after: int | UnsetType | None = UNSET
    """the number of the one before it; 0: the first; if left out, at the end or unmoved"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EditHead(Sent, kw_only=True):
    """Title, language and summary of a lesson."""

    title: str

    language: str

    summary: str | None = None

    base: int | None = None
    """the revision of the part that the author saw; 0 for a new one"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EditStep(Sent, kw_only=True):
    """A step: its content, its place."""

    chapter: int

    parent: int | None = None
    """the branch that the step is in; 0 for none"""

    kind: Literal["text", "go", "look", "branch", "question", "reveal"]

    text: str | None = None

    ply: int | UnsetType | None = UNSET

    seat: str | None = None

    acts: list[str] | None = None

    question: Question | UnsetType | None = UNSET

    base: int | None = None
    """the revision of the part that the author saw; 0 for a new one"""

    after: int | UnsetType | None = UNSET
    """the number of the one before it; 0: the first; if left out, at the end or unmoved"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EncounterAnswer(Received, kw_only=True):
    """A table of a round."""

    id: str

    version: int

    tournament: str

    round: int

    table: int

    stage: str

    place: str | None = None
    """the id of the club's table"""

    sides: list[list[str]]

    names: dict[str, str]

    seats: dict[str, str]

    dealer: str
    """the first dealer"""

    boards: list[int]

    status: str
    """`open`, `playing`, `provisional`, `confirmed`, `forfeit` or `dropped` (by a redraw)"""

    closed: bool

    forfeits: list[int]

    match: str | None = None
    """the id of its match"""

    so_far: list[int] | None = None
    """the result of its settled deals"""

    results: list[ResultAnswer]

    withheld: list[int]
    """boards whose result is withheld until everybody has played them"""

    artificial: list[ArtificialScore]

    assigned: list[AssignedScore]

    switched: list[SwitchedBoard]

    wrong_boards: list[WrongBoard]


class End(Sent, kw_only=True):
    """The announcement of the final result."""

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EndClass(Sent, kw_only=True):
    """The end of a class. Nicknames and answers are deleted, unless the teacher keeps them."""

    keep: bool | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EndSeries(Sent, kw_only=True):
    """The announcement of the final result."""

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EnterQualifiers(Sent, kw_only=True):
    """Entries of earlier stages that qualify."""

    stages: list[Stage]

    carry: Literal["none", "half", "all"] | None = None
    """the part of the score; rounded down to half points if wins count, else to whole ones"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EnterResult(Sent, kw_only=True):
    """A score sheet. A board of a duplicate is one deal: `{"board": 5, "sheet": {"deals": [[{"tokens": 1},
    {"tokens": 0}]]}}`.
    """

    sheet: Sheet

    board: int | None = None
    """the board of a duplicate; 0 if there are none"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class EnterResultFile(Sent, kw_only=True):
    """A file of results to enter."""

    csv: str | None = None
    """CSV; a row of titles names the columns `table`, `board` (in a duplicate), `ns` and `ew`"""

    xlsx: str | None = None
    """the file in Base64: a spreadsheet (XLSX), or CSV in the encoding of any program"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Entries(Received, kw_only=True):
    """The acts that a scribe entered."""

    entries: list[EntriesEntriesItem]

    retracted: list[EntriesRetractedItem]
    """the retracted acts"""


class EntriesEntriesItem(Received, kw_only=True):
    """The shape EntriesEntriesItem."""

    ply: int

    act: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    was: list[str]
    """before each correction"""

    compelled: bool

    at: str | None = None

    by: str | None = None

    broke: Refusal | None = None


class EntriesRetractedItem(Received, kw_only=True):
    """The shape EntriesRetractedItem."""

    ply: int

    was: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    why: str

    at: str


class EntryAnswer(Received, kw_only=True):
    """An entry."""

    id: str

    name: str

    players: list[str]

    seed: int | None = None

    since: int
    """the first round in which it takes part"""

    out: int | None = None
    """the first round in which it no longer takes part"""

    requested: list[int]
    """the rounds for which it asked for a bye"""

    withdrawn: str | None = None
    """why it is out"""

    categories: list[str] | None = None
    """the prize categories in which it is also ranked"""

    rating: int | None = None
    """a rating from elsewhere, such as a national one"""

    club: str | None = None
    """the club or place that it comes from"""


class EntryFileChecked(Received, kw_only=True):
    """The preview of a file of entries. Nothing is recorded."""

    declined: str | None = None
    """why the file cannot be recorded; absent if it can"""

    new: int
    """the number of entries that would be recorded"""

    lines: list[EntryFileLine]

    left_out: list[str]
    """what the file has besides that is not recorded"""

    rounds: int
    """the number of rounds with results in the file that are not recorded"""

    rounds_taken: int
    """the number of rounds that are recorded with their results"""

    differing: int
    """the number of entries with other points or another place than in the file; their lines say which"""

    notes: list[str]
    """results of these rounds that are recorded as rulings, and why"""


class EntryFileLine(Received, kw_only=True):
    """A line of the file."""

    line: int
    """its number in the file, from 1"""

    text: str | None = None
    """what the line says, if it is no entry"""

    name: str
    """the name of the entry; empty if the line has none"""

    entry: str | None = None
    """the number of the entry, if it is recorded or there already"""

    players: list[EntryFilePlayer]

    seed: int | None = None
    """the place on the seeding list of the file"""

    categories: list[str]

    since: int | None = None
    """the first round that it plays; absent for the next round"""

    byes: list[int]
    """rounds that it does not play, by the file"""

    state: str
    """`same`: the entry is there already; `left-out`: nothing of it is recorded; `taken`: it is recorded with
    the entries that it names
    """

    why: str | None = None
    """why it is refused, or what of it is not recorded"""

    rating: int | None = None

    club: str | None = None


class EntryFilePlayer(Received, kw_only=True):
    """A player of a line."""

    written: str
    """as in the file"""

    name: str
    """as recorded"""

    state: str
    """`new`: is registered with the import"""


class EventLine(Received, kw_only=True):
    """A stored fact, as far as the caller may see it."""

    version: int
    """the number of facts about the deal that the caller may see"""

    at: str

    topic: str

    act: str | None = None
    """the act as a sentence; absent if the fact is no act. ?? is a card that the viewer did not see"""

    fact: dict[str, Any]

    by: str | None = None

    key: str | None = None

    broke: str | None = None

    device_at: str | None = None
    """the time of the sender's device if its clock was wrong; for officials"""


class Explained(Received, kw_only=True):
    """The explanation of a row of the standings, step by step."""

    place: int

    entry: str

    name: str

    score: float

    said: str

    played: int

    won: int

    drawn: int

    lost: int

    breaks: dict[str, float | None]

    why: str
    """the reasons for its rank"""

    provisional: bool
    """whether a result of the entry is not confirmed yet"""

    withdrawn: bool

    direction: str | None = None
    """`NS` or `EW`, if the two are ranked apart; the places of each begin with 1"""

    steps: list[str]

    unused: list[str]
    """the values of the tie-breaks that the place did not need"""


class Explore(Sent, kw_only=True):
    """A line of cards from a ply of a deal."""

    ply: int
    """the last act of the record before the line"""

    line: list[str] | None = None
    """the cards, in order"""


class Explored(Received, kw_only=True):
    """A position after one of a deal's plies and a line of cards (docs/analysis.md)."""

    ply: int
    """the ply after which the line begins"""

    line: list[str]
    """the cards of the line"""

    acts: list[str]
    """the acts since the ply: the cards, and the acts that had to come between them"""

    view: View
    """the view of a viewer who sees all hands"""

    legal: list[str]
    """the cards that may be played next; none after the end of the deal"""

    question: ExploredQuestion | None = None
    """the position as the kernel takes it; absent after the end of the deal"""

    settlement: Settlement | None = None
    """what the deal would pay; present after its end"""


class ExploredQuestion(Received, kw_only=True):
    """the position as the kernel takes it; absent after the end of the deal"""

    kernel: str
    """the SHA-256 of the kernel that belongs to it"""

    goal: str
    """what both sides play for"""

    needed: int
    """the makers' result from which the contract is made"""

    makers: list[str]
    """the side of the trump maker or declarer"""

    for_makers: bool
    """whether the seat to play is on the makers' side, which wants a high result"""

    taken: int
    """the points that the makers have already; the kernel's prices are without them"""

    cards: dict[str, str]
    """the cards by the kernel's numbers"""

    deal: str
    """the kernel's tables of the deal, in base64"""

    position: str
    """the kernel's position, in base64"""


class FeedLine(Received, kw_only=True):
    """A stored fact in full."""

    version: int
    """the number of facts about the deal that the caller may see"""

    at: str

    topic: str

    act: str | None = None
    """the act as a sentence; absent if the fact is no act. ?? is a card that the viewer did not see"""

    fact: dict[str, Any]

    by: str | None = None

    key: str | None = None

    broke: str | None = None

    device_at: str | None = None
    """the time of the sender's device if its clock was wrong; for officials"""

    position: int

    stream: str


class FileChapter(Sent, kw_only=True):
    """A chapter in a lesson file."""

    title: str

    source: FileSource

    steps: list[FileStep] | None = None

    translations: dict[str, dict[str, str]] | None = None


class FilePrices(Sent, kw_only=True):
    """The stored result of an analysis: by how many points each card is worse than the best."""

    kernel: str
    """the digest of the kernel that computed it"""

    position: str
    """the digest of the position"""

    seed: str

    deals: int

    fitting: str
    """the number of deals that fit"""

    behind: dict[str, float]


class FileQuestion(Sent, kw_only=True):
    """A question in a lesson file. `prices`: the stored result of an analysis, which the record book computes."""

    kind: Literal["card", "bid", "game", "caps", "holder", "trumps", "points", "breach", "settle", "weis", "text"]

    options: dict[str, str] | None = None
    """`card` for holder, `weis` for weis, `margin` for card"""

    accept: list[str] | None = None

    prices: FilePrices | None = None


class FileSource(Sent, kw_only=True):
    """The deal of a chapter: `hand` is a line of the archive, `start` the ply at which the chapter begins."""

    kind: Literal["deal", "hand", "worked", "composed", "drawn"]

    hand: dict[str, Any]
    """a deal as in schemas/archive.schema.json"""

    start: int | None = None

    name: str | None = None
    """the name of a worked hand"""

    terms: dict[str, Any] | None = None
    """the author's terms of composed or drawn hands"""


class FileStep(Sent, kw_only=True):
    """A step in a lesson file. Only a branch has steps of its own."""

    kind: Literal["text", "go", "look", "branch", "question", "reveal"]

    text: str | None = None

    ply: int | None = None
    """of a `go` or a `branch`"""

    seat: str | None = None
    """of a `look`: a seat, or `public`"""

    acts: list[str] | None = None

    question: FileQuestion | None = None

    translations: dict[str, dict[str, str]] | None = None

    steps: list[FileStep] | None = None


class Finding(Received, kw_only=True):
    """One breach of a rule."""

    ply: int
    """the number of the act; -1 for a note in a deal without any act left"""

    code: str

    sure: str

    what: str
    """what happened, in words"""

    words: str
    """the finding in sentences"""

    seen: FindingSeen

    taints: list[FindingTaintsItem]
    """the plies that follow from the breach, and why"""

    follows: FindingFollows

    without: FindingWithout | None = None
    """the likely result without the breach: all hands open, and both sides at their best; no remedy"""

    noted: bool
    """whether somebody at the table noted it"""

    act: str | None = None
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    seat: str | None = None

    who: str | None = None
    """the player and the seat"""

    clause: ClauseInFull | None = None

    legal: list[str] | None = None
    """the legal acts at that point, as far as the cards are known"""

    instead: str | None = None
    """the same in words"""

    or_else: list[str] | None = None
    """the codes that the breach would have with other unseen cards"""

    settle: list[FindingSettleItem] | None = None
    """the cards to disclose to decide it: the card of an act, or the batch dealt to a seat"""

    because: int | None = None
    """the ply of an earlier breach without which this would be no breach"""


class FindingSeen(Received, kw_only=True):
    """The shape FindingSeen."""

    by: list[str]
    """the seats of the other side that could see it, or `public` for everybody"""

    shown: bool
    """whether it could be seen only when the hands were shown after the deal"""

    words: str

    ply: int | None = None
    """the ply after which it could first be seen"""


class FindingTaintsItem(Received, kw_only=True):
    """The shape FindingTaintsItem."""

    first: int

    last: int

    why: str

    words: str


class FindingFollows(Received, kw_only=True):
    """The shape FindingFollows."""

    kind: str

    void: bool

    ruled: bool

    words: str

    ply: int | None = None

    plus: int | None = None

    tokens: dict[str, int] | None = None


class FindingWithout(Received, kw_only=True):
    """the likely result without the breach: all hands open, and both sides at their best; no remedy"""

    ply: int | None = None
    """the ply from which both sides play their best"""

    made: bool | None = None
    """whether the contract is made"""

    points: dict[str, int] | None = None
    """the points of each team"""

    tokens: dict[str, int] | None = None
    """the tokens that each team wins or loses"""

    score: dict[str, int] | None = None
    """the score of each team, in games played for points"""

    reason: str | None = None
    """why there is no result"""

    words: str


class FindingSettleItem(Received, kw_only=True):
    """The shape FindingSettleItem."""

    ply: int

    seat: str

    hand: bool

    words: str


class Forfeit(Sent, kw_only=True):
    """Sides that forfeit: 0 sits North and South, 1 East and West."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    sides: list[int]


class ForgetPupils(Sent, kw_only=True):
    """The deletion of nicknames and answers that were kept."""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Frame(Received, kw_only=True):
    """An act, and its changes to the view."""

    ply: int

    act: str
    """an act as a sentence, such as “E 160”; ?? is a card the viewer did not see"""

    at: str | None = None

    by: str | None = None

    corrected: int | None = None
    """how many times"""

    broke: Refusal | None = None

    patch: dict[str, Any]
    """a merge patch (RFC 7396) to the view before"""


class GiveArtificialScore(Sent, kw_only=True):
    """Artificial scores for boards without a result."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    boards: list[int] | None = None
    """by default all without a result, or all with an artificial score"""

    scores: list[Literal["average-plus", "average", "average-minus", "not-played", "late-play"]]
    """the scores of the North and South side and of the other side; `not-played` only for both"""


class GiveEvidence(Sent, kw_only=True):
    """Evidence: acts to look at, or a text."""

    side: str | None = None

    text: str | None = None

    until: int | None = None

    ply: int | None = None


class HandCondition(Sent, kw_only=True):
    """A condition on the cards of a seat or a side: on their points or, with a suit, on its length."""

    of: str

    suit: str | None = None

    at_least: int | None = None

    at_most: int | None = None


class HeadLine(Received, kw_only=True):
    """The head of the log's tree."""

    size: int

    root: str
    """32 bytes in base64"""


class Health(Received, kw_only=True):
    """The state of the server."""

    status: str

    version: str | None = None


class House(Sent, kw_only=True):
    """Changes to a game: new values by parameter, such as ``redeal.threshold``."""

    key: str

    name: str

    changes: dict[str, Any]
    """parameters by name, each with its value, as `GET /api/v1/rulesets/{key}` shows them"""


class ImportAnswer(Received, kw_only=True):
    """The result of importing an archive."""

    import_id: str | None = None
    """the import, if it saved a deal"""

    saved: int

    known: int

    refused: int

    lines: list[Imported]


class ImportDealRefused(Received, kw_only=True):
    """A deal of an import that could not be withdrawn or restored."""

    id: str

    code: str

    detail: str


class ImportEntryFile(Sent, kw_only=True):
    """A file of entries to record."""

    text: str | None = None
    """the file: CSV, or a report file (TRF)"""

    xlsx: str | None = None
    """the file as XLSX, in Base64"""

    players: Literal["keep", "register"] | None = None
    """what becomes of players who are not registered: they keep their names, or are registered"""

    rounds: bool | None = None
    """of a report file, record the rounds too: draws, results, withdrawals, rulings on scores"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ImportLine(Received, kw_only=True):
    """An import in a list."""

    id: str

    at: datetime

    files: str
    """the names of the files; empty for an import by the API"""

    by: str

    deals: int

    status: str
    """`saved` or `withdrawn`"""

    withdrawn_by: str | None = None

    why: str | None = None
    """why it was withdrawn"""


class ImportLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[ImportLine]

    next: str | None
    """null on the last page"""


class ImportStepAnswer(Received, kw_only=True):
    """A step of the withdrawal of an import, or of the end of that withdrawal."""

    changed: list[str]
    """the deals that this request withdrew or restored"""

    refused: list[ImportDealRefused]

    deals: int
    """the number of deals of the import"""

    next: int | None = None
    """`after` for the next request; absent after the last deal"""


class Imported(Received, kw_only=True):
    """The result of importing one deal of an archive."""

    line: int

    id: str | None = None

    version: int | None = None

    outcome: str
    """`saved`, `known` or `refused`"""

    code: str | None = None

    detail: str | None = None

    added: list[str] | None = None
    """acts that nobody recorded; what follows is possible only with them"""

    unmarked: int | None = None
    """the number of acts against the rules that are not marked with `!`"""


class InclusionAnswer(Received, kw_only=True):
    """The proof that events of a deal are under a checkpoint."""

    deal: str

    origin: str

    size: int

    root: str
    """32 bytes in base64"""

    leaves: list[LeafLine]


class Instead(Sent, kw_only=True):
    """The ruling that takes the place of an overturned one. The reason is that of the decision."""

    remedies: list[Remedy]

    code: str | None = None
    """the refusal's code, as /api/v1/problems lists them"""

    clause: str | None = None
    """the document and heading of the rule"""

    casebook: str | None = None
    """the case without names, for the casebook; if absent, the case is not published"""


class Irregularity(Sent, kw_only=True):
    """A note on a breach that the cards do not show."""

    ply: int

    code: str

    seat: str | UnsetType | None = UNSET

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class IssueToken(Sent, kw_only=True):
    """A request for a token."""

    role: Literal["admin", "director", "arbiter", "recorder", "seat", "viewer"]

    subject: str
    """the holder; recorded with everything that the holder records"""

    scope: Scope | None = None

    expires_in: int | None = None
    """the lifetime in seconds; by default 30 days, at most 366 days or that of the issuing token"""


class IssuedToken(Received, kw_only=True):
    """A new token. Its secret is shown only now."""

    id: str

    role: str

    subject: str

    scope: dict[str, str]

    issued_at: datetime

    expires_at: datetime

    revoked_at: datetime | None = None

    secret: str


class JoinClass(Sent, kw_only=True):
    """A pupil joins with a nickname."""

    nickname: str

    secret: str | None = None
    """chosen at random by the phone, so that joining sent again is the same pupil"""


class JoinedClass(Received, kw_only=True):
    """A new pupil. The secret is its token: Authorization: Bearer …"""

    pupil: int
    """the number of the pupil in the class"""

    nickname: str

    secret: str


class KeyLine(Received, kw_only=True):
    """A public key of the log."""

    vkey: str
    """in the format of C2SP signed-note"""

    since: datetime

    change: str | None = None
    """the signed note by which the previous key hands over, signed by both keys"""

    why: str | None = None


class KeysAnswer(Received, kw_only=True):
    """The keys of the log, newest first."""

    origin: str

    keys: list[KeyLine]


class Knowledge(Received, kw_only=True):
    """The knowledge of a seat about every card. The count of possible deals ignores what the bidding suggests."""

    seat: str

    ply: int
    """the last act taken into account; -1 for none"""

    text: str
    """the number of possible deals, in a sentence"""

    cards: dict[str, KnownCard]
    """every card of the pack"""

    trump: KnowledgeTrump

    deals: str | None = None
    """the exact number of possible deals; absent if they cannot be counted"""

    gaps: list[str] | None = None
    """what the seat saw but the record does not have"""

    notes: list[KnowledgeNotesItem] | None = None
    """what the seat learned but the count does not use"""

    breach: KnowledgeBreach | None = None
    """the first act that the seat could see to be against the rules"""


class KnowledgeTrump(Received, kw_only=True):
    """The shape KnowledgeTrump."""

    suit: str | None = None
    """the trump, if the seat knew it"""

    possible: dict[str, float] | None = None
    """otherwise the suits that can be trump, each with its share of the possible deals"""

    excluded: dict[str, Reason] | None = None
    """the suits that cannot be trump"""


class KnowledgeNotesItem(Received, kw_only=True):
    """The shape KnowledgeNotesItem."""

    code: str

    ply: int

    text: str


class KnowledgeBreach(Received, kw_only=True):
    """the first act that the seat could see to be against the rules"""

    ply: int

    code: str

    text: str

    clause: str


class KnownCard(Received, kw_only=True):
    """The knowledge of a seat about a card."""

    status: str

    text: str

    seat: str | None = None
    """the seat that holds the card or played it"""

    where: str | None = None

    ply: int | None = None
    """the ply at which it was played"""

    trick: int | None = None

    down: bool | None = None

    shown: KnownCardShown | None = None

    with_: dict[str, float] | None = field(name="with", default=None)
    """the seats that may hold the card (`pack`: not dealt), each with its share of the possible deals"""

    not_with: dict[str, Reason] | None = None
    """the seats that cannot hold the card"""


class KnownCardShown(Received, kw_only=True):
    """The shape KnownCardShown."""

    how: str

    ply: int


class LeafLine(Received, kw_only=True):
    """The place of an event in the log, with its proof."""

    version: int

    place: int
    """from 0"""

    leaf: str
    """32 bytes in base64"""

    path: list[str]
    """hashes in base64, as RFC 9162 orders them"""


class LessonContents(Received, kw_only=True):
    """A lesson as pupils see it: its head and its chapters."""

    title: str

    summary: str

    language: str

    shown_in: str
    """the language of the title in this answer"""

    translations: list[str]

    chapters: list[LessonContentsChaptersItem]


class LessonContentsChaptersItem(Received, kw_only=True):
    """The shape LessonContentsChaptersItem."""

    chapter: int

    title: str


class LessonDraft(Received, kw_only=True):
    """A lesson as its authors see it: every part with its revision, and what is wrong with it."""

    id: str

    version: int

    visibility: str

    published: int
    """the version that pupils read; 0 if they may not"""

    owner: str

    club: str | None = None

    authors: list[str]

    head: dict[str, Any]

    chapters: list[dict[str, Any]]

    faults: list[str]


class LessonFile(Sent, kw_only=True):
    """A lesson as one file: its content, and nothing of its history, its authors and its ids
    (docs/teaching-api.md).
    """

    nought_lesson: Literal[1]

    title: str

    language: str

    summary: str | None = None

    translations: dict[str, dict[str, str]] | None = None

    chapters: list[FileChapter] | None = None


class LessonHistory(Received, kw_only=True):
    """The edits of a lesson, oldest first."""

    items: list[LessonHistoryItemsItem]


class LessonHistoryItemsItem(Received, kw_only=True):
    """The shape LessonHistoryItemsItem."""

    version: int

    by: str

    at: str

    part: str


class LessonLine(Received, kw_only=True):
    """A lesson in a list."""

    id: str

    title: str

    language: str

    visibility: str

    club: str | None = None

    opened_at: str


class LessonLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[LessonLine]

    next: str | None
    """null on the last page"""


class LessonMark(Received, kw_only=True):
    """The mark of an answer with its reasons; for an empty answer all right answers."""

    answer: str | None = None

    right: bool | None = None
    """null if the teacher marks it"""

    by_author: bool
    """whether the author decided which answers are right"""

    reasons: list[LessonMarkReasonsItem] | None = None

    answers: list[str] | None = None


class LessonMarkReasonsItem(Received, kw_only=True):
    """The shape LessonMarkReasonsItem."""

    text: str

    code: str | None = None

    clause: str | None = None


class LessonStep(Received, kw_only=True):
    """A step as pupils see it: the view of its seat, and nothing of later steps."""

    chapter: int

    step: int

    kind: str

    title: str

    viewer: str

    depth: int
    """the number of branches around the step"""

    view: dict[str, Any]
    """the deal as its viewer sees it (docs/views.md), without legal acts"""

    faces: dict[str, Any]

    more: bool
    """whether another step follows in the chapter"""

    text: str | None = None
    """Markdown"""

    html: str | None = None

    acts: list[str] | None = None

    question: LessonStepQuestion | None = None


class LessonStepQuestion(Received, kw_only=True):
    """The shape LessonStepQuestion."""

    kind: str

    about: str

    example: str

    options: dict[str, str]

    choices: list[str]
    """for a breach: the clauses that can be broken in this game"""


class LiftRuling(Sent, kw_only=True):
    """The withdrawal of a ruling, which is identified by its content."""

    ruling: Literal["caps", "violation", "assigned", "annulled"]
    """the kind of ruling: on Caps, on a breach, on the result, or that the deal does not count"""

    seat: str | None = None
    """the seat that was ruled against; absent for an annulled deal"""

    code: str | None = None
    """the verdict on Caps, or the code of the breach"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class LineFields(Sent, kw_only=True):
    """The line of one deal. Points are card points, not multiplied."""

    announcer: str | None = None
    """by default the team whose turn it is"""

    contract: str | None = None
    """what was announced, by its name in the terms"""

    team: str | None = None
    """the team whose points are given; by default the announcer"""

    points: int | None = None

    match: bool | None = None
    """whether the team made all tricks; then `points` can be left out"""

    weis: dict[str, int] | None = None
    """points by team; only one team scores"""

    stoeck: str | None = None
    """the team with Stöck"""

    out: str | None = None
    """the team that declared that it has reached the target"""

    others: int | None = None
    """the other team's points in a deal that was broken off after `out`"""


class LodgeAppeal(Sent, kw_only=True):
    """An appeal of a side against the ruling."""

    side: str | None = None

    grounds: str


class Log(Received, kw_only=True):
    """A part of the log, oldest first."""

    items: list[LogLine]


class LogLine(Received, kw_only=True):
    """An entry of the log, in a sentence."""

    version: int

    at: str

    by: str

    topic: str

    sentence: str

    told: str
    """the same as `sentence`; it goes in the next release"""

    round: int | None = None
    """the table, if it happened at one"""

    table: int | None = None


class MakeEntry(Sent, kw_only=True):
    """A new entry: a pair, a team, or a player if partners are drawn."""

    name: str

    players: list[str] | None = None

    players_text: str | None = None
    """the players in one text, instead of `players`"""

    since: int | UnsetType | None = UNSET
    """its first round; by default the next one"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class MarkAnswer(Sent, kw_only=True):
    """The teacher's mark of a free text."""

    pupil: int

    chapter: int

    step: int

    right: bool


class MatchAnswer(Received, kw_only=True):
    """A match, deal by deal."""

    id: str

    version: int

    opened_at: str

    ruleset: str

    ruleset_version: int

    club: str | None = None

    table: str | None = None

    event: str | None = None

    note: str | None = None

    teams: dict[str, str]

    players: dict[str, str]

    tokens: int

    balance: dict[str, int]

    status: str

    winner: str | None = None

    next_number: int

    next_dealer: str | None = None

    deals: list[MatchDeal]


class MatchDeal(Received, kw_only=True):
    """A deal of a match."""

    deal: str

    number: int

    dealer: str

    outcome: str | None = None

    tokens: dict[str, int] | None = None

    paid: dict[str, int] | None = None

    balance: dict[str, int] | None = None


class MatchLine(Received, kw_only=True):
    """A match in a list."""

    id: str

    title: str

    opened_at: datetime

    club: str | None = None

    table: str | None = None

    ruleset: str

    status: str

    winner: str | None = None

    balance: dict[str, int]

    deals: int

    teams: dict[str, str] | None = None

    players: dict[str, str] | None = None

    event: str | None = None


class MatchLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[MatchLine]

    next: str | None
    """null on the last page"""


class Name(Received, kw_only=True):
    """The name of a suit or a rank, for people."""

    name: str

    local: str | None = None
    """the word used at the table, if it is another one"""

    sign: str | None = None
    """a symbol, if there is one"""


class NameRuleset(Sent, kw_only=True):
    """A ruleset of a club, or its next version."""

    key: str

    name: str

    changes: dict[str, Any]
    """parameters by name, each with its value, as `GET /api/v1/rulesets/{key}` shows them"""

    base: str
    """the key of a game of the catalogue"""

    note: str | None = None
    """the reason, or who agreed on it"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class NameTables(Sent, kw_only=True):
    """The club's tables, by their numbers in the draw."""

    tables: dict[str, str]

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class NameTeams(Sent, kw_only=True):
    """Other names and players of the teams."""

    teams: dict[str, str]

    players: dict[str, list[str]] | None = None
    """ids or names by team"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class NoteAnswer(Received, kw_only=True):
    """A note on a deal."""

    number: int
    """the number of the note, for retracting it"""

    ply: int | None = None
    """the current number of the act that the note is about, -1 for the deal; null if the act was retracted"""

    text: str

    by: str

    at: str


class NoteList(Received, kw_only=True):
    """The notes on a deal, oldest first."""

    items: list[NoteAnswer]


class OpenClass(Sent, kw_only=True):
    """A new class on a published lesson, by its id, or on one that comes with Nought, by its name."""

    lesson: str

    language: str | None = None
    """the language of the title of the class"""

    pace: Literal["led", "free"] | None = None
    """`led`: pupils go no further than the teacher; `free`: each at its own pace"""

    club: str | None = None
    """the club that owns the class; if left out, the account does"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenClub(Sent, kw_only=True):
    """A new club."""

    id: str | None = None
    """chosen by the client; by default by the server"""

    name: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenDeal(Sent, kw_only=True):
    """A new deal. Outside a match it needs a ruleset and a dealer."""

    id: str | None = None

    ruleset: str | None = None
    """the key of a ruleset of the club, or of a game of the catalogue"""

    house: House | None = None

    dealer: str | None = None

    club: str | UnsetType | None = UNSET

    table: str | UnsetType | None = UNSET

    players: dict[str, str] | None = None

    event: str | None = None

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    match: str | UnsetType | None = UNSET

    dealer_reason: str | None = None

    number: int | None = None

    source: str | None = None


class OpenDispute(Sent, kw_only=True):
    """A claim by a side that a rule was broken. Everything but the side may be added later."""

    id: str | None = None

    side: str | None = None

    seat: str | None = None

    until: int | None = None
    """the last act of the claim"""

    ply: int | None = None
    """the act of the claim; by default the deal as a whole"""

    claim: str | None = None

    code: str | None = None
    """the refusal's code, as /api/v1/problems lists them"""

    clause: str | None = None


class OpenFour(Sent, kw_only=True):
    """A rotating four: four players, three sets."""

    id: str | None = None

    players: list[str]
    """ids or names"""

    name: str | None = None
    """by default the names of the four"""

    race: int | None = None
    """the tokens that win a set"""

    ruleset: str | None = None

    club: str | UnsetType | None = UNSET

    note: str | None = None


class OpenInClub(Sent, kw_only=True):
    """A new player or table, with or without a club."""

    id: str | None = None

    name: str

    club: str | UnsetType | None = UNSET

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenLesson(Sent, kw_only=True):
    """A new lesson: a lesson file, which may be only a title and a language."""

    id: str | None = None

    club: str | None = None
    """the club that owns the lesson; if left out, the account does"""

    lesson: LessonFile

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenMatch(Sent, kw_only=True):
    """A new match between two teams."""

    id: str | None = None

    ruleset: str | None = None
    """the key of a ruleset of the club, or of a game of the catalogue"""

    house: House | None = None

    dealer: str | None = None

    club: str | UnsetType | None = UNSET

    table: str | UnsetType | None = UNSET

    players: dict[str, str] | None = None

    event: str | None = None

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    teams: dict[str, str] | None = None


class OpenPractice(Sent, kw_only=True):
    """A practice deal: a fresh deal of a `ruleset`, a `worked` hand from a ply on, or a deal like that of a
    lesson.
    """

    seat: str

    strength: Literal["beginner", "club", "expert"] | None = None
    """docs/teaching.md says how the strengths were measured"""

    ply: int | None = None
    """the last act to keep; -1: from the beginning"""

    ruleset: str | None = None
    """the key of a ruleset of the catalogue, or of the `club`"""

    club: str | None = None
    """the club whose ruleset it is, if it is a club's own"""

    dealer: str | None = None
    """by default a random seat"""

    hands: dict[str, str] | None = None
    """cards that a seat shall hold"""

    conditions: list[HandCondition] | None = None

    seed: str | None = None
    """the same seed deals the same hands; by default a random one"""

    worked: str | None = None
    """the name of a worked hand"""

    lesson: str | None = None
    """a lesson, by its id, or by its name if it comes with Nought: play on from a step of it, in the seat of the
    step. The cards that the seat has not seen are dealt anew
    """

    chapter: int | None = None

    step: int | None = None


class OpenSections(Sent, kw_only=True):
    """Parallel sections: several tournaments with the same terms, from one list of entries."""

    sections: int

    divide: Literal["snake", "in-turn", "blocks"] | None = None
    """`snake`: A B B A …; `in-turn`: A B A B …; `blocks`: the first part to A, the next to B"""

    entries: list[SectionsEntry]

    name: str

    terms: dict[str, Any]
    """the format and its options: `rounds`, `encounter`, `scoring`, `tie_breaks`, `unplayed` …"""

    ruleset: str

    club: str | UnsetType | None = UNSET

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenSeries(Sent, kw_only=True):
    """The name, the club and the terms of a new series."""

    id: str | None = None

    name: str

    club: str | None = None
    """by default the director's own"""

    terms: dict[str, Any] | None = None
    """`counts`, `ranks`, `points`, `best`, `attendance`, `tie_breaks`; each has a default"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenSlate(Sent, kw_only=True):
    """A new slate."""

    id: str | None = None

    game: str
    """`schieber` or `coiffeur`"""

    terms: dict[str, Any] | None = None
    """of a Schieber: `target` or `deals`, `contracts`, `match_bonus`, `weis`, `order`, `halfway`, `first`; of a
    Coiffeur: `sides`, `contracts`, `match_bonus`, `first`; each has a default
    """

    teams: dict[str, str] | None = None

    players: dict[str, list[str]] | None = None
    """ids or names by team"""

    club: str | UnsetType | None = UNSET

    table: str | UnsetType | None = UNSET

    event: str | None = None

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenTournament(Sent, kw_only=True):
    """A new tournament."""

    id: str | None = None

    name: str

    terms: dict[str, Any]
    """the format and its options: `rounds`, `encounter`, `scoring`, `tie_breaks`, `unplayed` …"""

    ruleset: str
    """a game of the catalogue, or a ruleset of the club"""

    club: str | UnsetType | None = UNSET

    note: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class OpenedClass(Received, kw_only=True):
    """A new class, with the code with which pupils join."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    code: str


class OpenedPractice(Received, kw_only=True):
    """A new practice deal, and the secret of the person in its seat. The secret is shown only now."""

    id: str

    seat: str

    secret: str
    """the token of the seat: Authorization: Bearer …"""


class Outcome(Sent, kw_only=True):
    """One of the possible results of an assigned score."""

    percent: int

    won: int
    """what North and South won, less what they lost"""


class OwnAnswer(Received, kw_only=True):
    """The answer of a pupil that counts: the first one; with its mark as soon as the pupil may see it."""

    answer: str

    right: bool | None = None
    """null if the teacher marks it"""

    by_author: bool | None = None
    """whether the author decided which answers are right"""

    reasons: list[OwnAnswerReasonsItem] | None = None


class OwnAnswerReasonsItem(Received, kw_only=True):
    """The shape OwnAnswerReasonsItem."""

    text: str

    code: str | None = None

    clause: str | None = None


class Pace(Sent, kw_only=True):
    """The pace of a class."""

    pace: Literal["led", "free"]
    """`led`: pupils go no further than the teacher; `free`: each at its own pace"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class PacksAnswer(Received, kw_only=True):
    """Packs that were committed to, with their cards once they are opened."""

    number: int

    boards: list[int]

    commitment: dict[str, Any]

    opening: dict[str, Any] | None = None


class Pad(Received, kw_only=True):
    """The cards that a seat may play."""

    seat: str

    ways: list[PadWaysItem]
    """the ways of playing a card"""

    cards: dict[str, list[Any]]
    """for each card the index of the best way, then the verdict on each way"""

    refusals: dict[str, Refusal]
    """for each card that would break a rule, the reason"""

    refused_ways: dict[str, Refusal]
    """for each way in which an unseen card would break a rule, the reason"""

    implied: list[dict[str, Any]]
    """the acts that are recorded with the card"""


class PadWaysItem(Received, kw_only=True):
    """The shape PadWaysItem."""

    name: str

    act: dict[str, Any]


class PaginationMetadata(Received, kw_only=True):
    """Pagination metadata schema Used to serialize pagination metadata. Its main purpose is to document the
    pagination metadata.
    """

    total: int | None = None
    """Total number of items."""

    total_pages: int | None = None
    """Total number of pages."""

    first_page: int | None = None
    """First available page number."""

    last_page: int | None = None
    """Last available page number."""

    page: int | None = None
    """Current page number."""

    previous_page: int | None = None
    """Previous page number."""

    next_page: int | None = None
    """Next page number."""


class Pairing(Sent, kw_only=True):
    """A pairing of two sides, North and South first."""

    table: int

    sides: list[list[str]]

    why: str | None = None

    boards: list[int] | None = None

    stage: str | None = None


class PinLine(Received, kw_only=True):
    """A seat that has a PIN."""

    seat: str

    set_at: datetime


class PinList(Received, kw_only=True):
    """The seats that have a PIN."""

    items: list[PinLine]


class Place(Sent, kw_only=True):
    """A step of the lesson."""

    chapter: int

    step: int

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class PlaceAnswer(Received, kw_only=True):
    """A place in the standings."""

    place: int

    score: str
    """with its unit"""

    provisional: bool


class PlyAnalysis(Received, kw_only=True):
    """The price of each legal card at one ply, with all hands open and from the seat that played
    (docs/analysis.md).
    """

    kernel: str
    """the SHA-256 of the kernel that computed it"""

    ply: int

    seat: str

    card: str
    """the card that was played"""

    for_makers: bool
    """whether the seat is on the makers' side, which wants a high result"""

    goal: str
    """what both sides play for"""

    needed: int
    """the makers' result from which the contract is made"""

    better: str | None = None
    """the best card with all hands open, if another one was better"""

    why: str | None = None
    """why: with it the contract is made or beaten, or all tricks, a trick or points are won"""

    from_seat: PlyAnalysisFromSeat
    """whether the seat could know a better card"""

    fitting: str
    """the exact number of deals that fit what the seat knew"""

    settled: bool
    """whether the order of the best card and the others is settled at 95 %"""

    unfinished: int
    """the number of deals that took too long and count in no mean"""

    undecided: str | None = None
    """why there is no worst case; absent if there is one"""

    cards: list[PlyAnalysisCardsItem]


class PlyAnalysisFromSeat(Received, kw_only=True):
    """whether the seat could know a better card"""

    avoidable: bool | None = None
    """whether another card was clearly better, by more than chance; absent if unknown"""

    better: str | None = None
    """the best card by what the seat knew, if the played card was avoidable"""

    behind: float
    """the mean points by which the best card is better for the seat's side"""

    error: float
    """the standard error of `behind`"""

    pay_behind: float
    """the mean tokens, or score, by which it is better"""

    deals: int
    """the number of deals in these means"""

    fitting: str
    """the exact number of deals that fit what the seat knew"""

    reason: str | None = None
    """why it is not known"""


class PlyAnalysisCardsItem(Received, kw_only=True):
    """The shape PlyAnalysisCardsItem."""

    card: str

    open: int | None = None
    """the makers' result: card points, or 1 and 0 if they bid to win all tricks, with all hands open; absent if
    not finished
    """

    open_pay: int | None = None
    """what each player of the makers' side gets by the deal's settlement: tokens, or the score less the
    opponents', with all hands open; absent if not finished
    """

    all_tricks: str | None = None
    """the side that wins all tricks after it"""

    deals: int
    """the number of deals in the mean"""

    mean: float
    """the mean of the makers' result over deals that fit what the seat knew"""

    error: float
    """the standard error of the mean; 0 if all deals that fit were solved"""

    made: float
    """the share of these deals in which the contract is made"""

    pay: float
    """the mean over these deals of what each player of the makers' side gets by the deal's settlement: tokens,
    or the score less the opponents'
    """

    behind: float
    """the mean points by which the best card is better for the seat's side; 0 for the best"""

    behind_error: float
    """the standard error of `behind`"""

    guaranteed: int | None = None
    """the result in the worst of all deals that fit; absent if undecided"""


class PracticeAct(Sent, kw_only=True):
    """An act of the person in the seat."""

    act: Act


class PracticeDeal(Received, kw_only=True):
    """A practice deal as the person in its seat sees it; all hands once it is over."""

    id: str

    seat: str
    """the seat of the person"""

    strength: str

    ruleset: PracticeDealRuleset

    source: str | None = None
    """the id of the recorded deal that it goes on from"""

    plies: int
    """the number of acts"""

    over: bool

    acts: list[str]
    """the acts as the seat saw them"""

    view: View

    plays: list[dict[str, Any]]
    """the cards that the seat may play, each as POST …/acts takes it"""

    choices: list[Choice]
    """the other acts that the seat may do"""

    bids: list[dict[str, Any]]
    """every bid of this auction without a seat, the lowest first, legal now or not"""

    bot: str | None = None
    """after POST …/bots: what a bot did, as the seat saw it; absent if it waits for you, or the deal is over"""

    hands: dict[str, list[str]] | None = None
    """the hands that were dealt, once the deal is over"""


class PracticeDealRuleset(Received, kw_only=True):
    """The shape PracticeDealRuleset."""

    key: str

    name: str


class PracticeFrom(Sent, kw_only=True):
    """A practice deal that goes on from a recorded deal."""

    seat: str

    strength: Literal["beginner", "club", "expert"] | None = None
    """docs/teaching.md says how the strengths were measured"""

    ply: int | None = None
    """the last act to keep; -1: from the beginning"""


class PracticeHint(Received, kw_only=True):
    """The act that the strongest bot would choose for the person, by what the seat knows."""

    act: str | None = None
    """absent if it would wait"""

    reason: str
    """a call of Caps that wins wherever the unseen cards lie; compared over drawn deals that fit what the seat
    knows; rules of thumb; another seat has to act
    """

    for_makers: bool | None = None
    """whether the seat is on the makers' side, which wants a high mean"""

    fitting: str | None = None
    """the exact number of deals that fit what the seat knows"""

    cards: list[PracticeHintCardsItem]
    """the prices of the legal cards; none with rules of thumb"""


class PracticeHintCardsItem(Received, kw_only=True):
    """The shape PracticeHintCardsItem."""

    card: str

    deals: int
    """the number of deals in the mean"""

    mean: float
    """the mean of the makers' result"""

    made: float
    """the share of these deals in which the contract is made"""

    pay: float
    """the mean of what the makers get by the deal's settlement"""


class Preview(Sent, kw_only=True):
    """A correction to preview: ``act`` replaces the act at ``ply`` or is inserted before it, or that act is
    removed.
    """

    correction: Literal["amend", "insert", "retract"]

    ply: int

    act: Act | None = None


class PreviewAnswer(Received, kw_only=True):
    """The preview of a ruling: everything that it would change, before and after. Nothing is recorded."""

    unchanged: list[str]
    """for each remedy that changes no result: why, in the language of the reader"""

    deal: dict[str, Any]

    match: dict[str, Any] | None = None

    table: dict[str, Any] | None = None

    standings: list[dict[str, Any]] | None = None
    """the entries whose rank or score would change"""


class PreviewCommand(Sent, kw_only=True):
    """A command that is to be previewed."""

    method: Literal["POST", "PATCH"] | None = None

    path: str
    """of the command"""

    body: dict[str, Any] | None = None
    """of the command"""


class PreviewSlate(Sent, kw_only=True):
    """One change to preview: a line that is written, corrected or removed, or other terms."""

    number: int | None = None
    """the line that is corrected, or removed if there is no `line`"""

    line: LineFields | None = None

    before: int | None = None

    terms: dict[str, Any] | None = None


class Problem(Received, kw_only=True):
    """An error. ``code`` never changes; the texts are for people, in the reader's language, and may change."""

    type: str
    """the URL of a page about this code"""

    title: str

    status: int

    code: str

    detail: str | None = None

    instance: str | None = None

    next: str | None = None
    """what to try"""

    errors: dict[str, Any] | None = None
    """messages by the parts of the input that have the wrong shape"""

    version: int | None = None
    """the current version of the record"""

    ply: int | None = None
    """the ply of the refused act"""

    index: int | None = None
    """the index of the act in the batch, from 0"""

    seat: str | None = None

    clause: Clause | None = None

    allowed: str | None = None
    """what is allowed, in words"""

    retry_after: int | None = None
    """the seconds to wait, as in the header Retry-After"""

    legal: list[str] | None = None
    """legal acts, as far as the caller may know"""


class ProblemLine(Received, kw_only=True):
    """An error code and its meaning."""

    code: str

    status: int

    title: str

    next: str | None = None

    document: str | None = None

    heading: str | None = None


class ProblemList(Received, kw_only=True):
    """All codes."""

    items: list[ProblemLine]


class PublishLesson(Sent, kw_only=True):
    """The readers of a published lesson: those who know its address, or everybody who looks at the list."""

    visibility: Literal["link", "public"]

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class PuzzleAnswer(Received, kw_only=True):
    """A problem as its seat sees it, without the answer."""

    id: str

    theme: str

    level: int
    """1 easy, 2 medium, 3 hard: an estimate"""

    game: str
    """the first ruleset of its game"""

    ruleset: str

    viewer: str
    """the seat that it is seen from; `arbiter`: all hands are open"""

    deal: str | None = None
    """the recorded deal that it is of: only for the problem of the day"""

    view: dict[str, Any]
    """the deal as its viewer sees it (docs/views.md), without legal acts"""

    faces: dict[str, Any]

    question: PuzzleAnswerQuestion


class PuzzleAnswerQuestion(Received, kw_only=True):
    """The shape PuzzleAnswerQuestion."""

    kind: str

    about: str

    example: str

    options: dict[str, str]

    choices: list[str]
    """for a breach: the clauses that can be broken in this game"""


class PuzzleLine(Received, kw_only=True):
    """A problem in a list."""

    id: str

    theme: str

    level: int
    """1 easy, 2 medium, 3 hard: an estimate"""

    game: str
    """the first ruleset of its game"""

    ruleset: str

    viewer: str
    """the seat that it is seen from; `arbiter`: all hands are open"""


class PuzzleList(Received, kw_only=True):
    """A list of problems."""

    items: list[PuzzleLine]


class QualifiersAnswer(Received, kw_only=True):
    """The entries that qualify, in the order of their seeds."""

    qualifiers: list[QualifiersAnswerQualifiersItem]


class QualifiersAnswerQualifiersItem(Received, kw_only=True):
    """The shape QualifiersAnswerQualifiersItem."""

    name: str

    players: list[str]

    stage: str
    """the name of the earlier stage"""

    place: int
    """the place there"""

    amount: float
    """the score carried over"""


class Question(Sent, kw_only=True):
    """A question. `accept`: the answers that the author accepts in place of the computed ones."""

    kind: Literal["card", "bid", "game", "caps", "holder", "trumps", "points", "breach", "settle", "weis", "text"]

    options: dict[str, str] | None = None
    """`card` for holder, `weis` for weis, `margin` for card"""

    accept: list[str] | None = None


class Reason(Received, kw_only=True):
    """The reason why something is impossible, and the act that shows it."""

    code: str

    text: str

    seat: str | None = None

    ply: int | None = None


class RecordActs(Sent, kw_only=True):
    """One act or several; either all are recorded or none."""

    act: Act | None = None

    acts: list[Act] | None = None

    as_it_happened: bool | None = None
    """record the act even if it broke a rule; an arbiter rules later"""

    onward: bool | None = None
    """record with it what a scribe need not write: the dealing of cards that nobody names, an indicator that
    nobody saw, and what a card that is led says without a word (passes, a closed game)
    """

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RecordScoreFile(Sent, kw_only=True):
    """A score sheet to record."""

    csv: str | None = None
    """the sheet as CSV"""

    xlsx: str | None = None
    """the sheet as XLSX, in Base64"""

    worksheet: str | None = None
    """of the spreadsheet; by default the first"""

    numbers: Literal["scores", "places"] | None = None
    """what the numbers are, if there is a column for each evening"""

    players: Literal["keep", "register", "pseudonyms", "all-pseudonyms"] | None = None
    """what becomes of players who are not registered: they keep their names, are registered, or get pseudonyms;
    `all-pseudonyms` also for registered players
    """

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RecordWrongBoard(Sent, kw_only=True):
    """A board that was played instead of another."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int
    """the board that was played"""

    instead: int
    """the board that was to be played"""

    scores: list[Literal["average-plus", "average", "average-minus", "not-played", "late-play"]] | None = None
    """the scores of North and South and of the other side for the board that was not played; `late-play` if it
    is to be played later. By default averages
    """


class RedrawRound(Sent, kw_only=True):
    """A new draw of the last round, before anything is recorded at its tables."""

    by_hand: ByHand | None = None

    challenges: list[list[str]] | None = None
    """on a ladder: the challenger and the challenged"""

    assumed: list[AssumedResult] | None = None
    """in a Swiss: the results that the draw assumes of tables that still play"""

    assume_rest: bool | None = None
    """assume a draw at every other table without a result"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    why: str

    lots: bool | None = None
    """draw new lots, too"""


class Refusal(Received, kw_only=True):
    """The rule that an act broke."""

    code: str
    """the code, as listed by /api/v1/problems"""

    message: str

    clause: str
    """document and heading"""


class Remedy(Sent, kw_only=True):
    """A consequence of a ruling. Everybody can read `note`."""

    kind: Literal["nothing", "undo", "replay", "violation", "caps", "assign", "result", "penalty", "warning"]

    seat: str | None = None

    code: str | None = None
    """for a `violation`: the rule that was broken"""

    verdict: Literal["right", "early", "late", "missing"] | None = None
    """on `caps`"""

    ply: int | None = None
    """for an `undo`: the first act that is taken back"""

    gains: dict[str, int] | None = None
    """for an `assign`: what each team gains, in tokens, or in points if the game is played for points; the teams
    are ruled on apart
    """

    sheet: Sheet | None = None
    """for a `result`: the result of the encounter"""

    board: int | None = None

    entry: str | None = None
    """for a `penalty`: the entry that gains or loses it"""

    amount: float | None = None
    """in points if wins count (-0.5 takes half a point), otherwise in the unit of the score; two decimals only
    for victory points
    """

    unit: Literal["score", "tokens"] | None = None

    note: str | None = None


class RemoveEvening(Sent, kw_only=True):
    """The removal of an evening from a series."""

    tournament: str | None = None

    evening: str | None = None
    """the id of any evening"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RemoveLine(Sent, kw_only=True):
    """A line that should not be on the slate."""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RemovePart(Sent, kw_only=True):
    """The removal of a chapter or a step, at the revision that the author saw."""

    base: int | None = None
    """the revision of the part that the author saw; 0 for a new one"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Rename(Sent, kw_only=True):
    """A new name."""

    name: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RenameTournament(Sent, kw_only=True):
    """Another name of a tournament."""

    name: str

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ReopenSlate(Sent, kw_only=True):
    """The undoing of a stop."""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Replay(Received, kw_only=True):
    """A whole deal for one viewer."""

    settlement: Settlement | None = None

    abandoned: bool | None = None

    confirmed_by: list[str] | None = None
    """the seats that confirmed the current result"""

    confirmed: bool | None = None
    """whether every team confirmed it"""

    viewer: str

    ruleset: str

    dealer: str

    players: dict[str, str]

    teams: dict[str, list[str]]
    """the seats of each team"""

    names: CardNames

    corrections: list[Correction]

    start: View

    frames: list[Frame]


class ReplayWebhook(Sent, kw_only=True):
    """A request to send the messages of a webhook once more."""

    since: datetime | UnsetType | None = UNSET
    """messages of what was stored since then; by default all of the tournament"""


class RequestBye(Sent, kw_only=True):
    """A round that an entry asks not to play."""

    round: int

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class ResultAnswer(Received, kw_only=True):
    """The result of an encounter, or of one board of it."""

    board: int

    won: list[int]
    """what North and South won, then what East and West won"""

    deals: list[int]

    points: list[int]

    source: str
    """`sheet`, `match` or `ruling`"""

    at: str

    confirmed: bool

    agreed: list[int]
    """the sides that confirmed"""

    contested: list[ContestAnswer] | None = None
    """the sides that say that the result is wrong; absent if none does"""

    why: str | None = None
    """the reason for the correction"""

    sheet: dict[str, Any]


class ResultFileChecked(Received, kw_only=True):
    """The preview of a file of results. Nothing is recorded."""

    declined: str | None = None
    """why nothing of the file can be entered; absent if something can"""

    new: int
    """the number of results that would be entered"""

    lines: list[ResultFileLine]


class ResultFileEntered(Received, kw_only=True):
    """The results of a file that were entered."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    refused: list[ResultFileLine]
    """the lines that cannot be read, and were not entered"""


class ResultFileLine(Received, kw_only=True):
    """A line of the file."""

    line: int
    """its number in the file, from 1"""

    table: int
    """0 if the line cannot be read"""

    board: int
    """0 without boards"""

    won: list[int]
    """the columns `ns` and `ew`"""

    state: str
    """`same`: this result is there already; `left-out`: it has no result"""

    why: str | None = None
    """why it is refused or left out"""


class Retract(Sent, kw_only=True):
    """A correction of the scribe: the act at a ply did not happen."""

    ply: int

    onward: bool | None = None
    """retract all later acts as well"""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RoundAnswer(Received, kw_only=True):
    """The latest draw of a round, and the status of its tables."""

    tournament: str

    round: int

    at: str

    closed: bool

    by_hand: bool

    broke: list[str]
    """the faults of a draw by hand, and the boards that an entry knows already, in sentences"""

    why: str | None = None
    """the reason for drawing it again"""

    byes: list[dict[str, Any]]

    absent: list[str]

    requested: list[str]
    """the entries that had asked for a bye"""

    encounters: list[TableOfRound]

    changed: DrawChanges

    assumed: list[AssumedResultAnswer]
    """the results that the draw assumed"""


class RoundChecked(Received, kw_only=True):
    """The preview of a director's own draw."""

    declined: str | None = None
    """why it cannot be recorded; absent if it can"""

    broke: list[str]
    """the conditions that it breaks, in sentences"""


class Rule(Received, kw_only=True):
    """One sentence of a rulebook."""

    text: str

    source: str
    """document and heading"""


class RuleCaps(Sent, kw_only=True):
    """An arbiter's verdict on a call of Caps, or on a missing one."""

    verdict: Literal["right", "early", "late", "missing"]

    seat: str

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class RuleViolation(Sent, kw_only=True):
    """An arbiter's ruling that a rule was broken."""

    seat: str

    code: str

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Rulebook(Received, kw_only=True):
    """The rules of a game in plain words."""

    key: str

    version: int

    name: str

    chapters: list[RulebookChaptersItem]


class RulebookChaptersItem(Received, kw_only=True):
    """The shape RulebookChaptersItem."""

    title: str

    rules: list[Rule]


class Ruleset(Received, kw_only=True):
    """A game with all its parameters."""

    key: str

    version: int

    name: str


class RulesetCalled(Received, kw_only=True):
    """The key, version and name of a ruleset."""

    key: str

    version: int

    name: str


class RulesetLine(Received, kw_only=True):
    """A game of the catalogue."""

    key: str

    version: int

    name: str

    seats: list[str]


class RulesetList(Received, kw_only=True):
    """All games of the catalogue."""

    items: list[RulesetLine]


class Ruling(Sent, kw_only=True):
    """The findings of a ruling and its consequences."""

    remedies: list[Remedy]

    code: str | None = None
    """the refusal's code, as /api/v1/problems lists them"""

    clause: str | None = None
    """the document and heading of the rule"""

    casebook: str | None = None
    """the case without names, for the casebook; if absent, the case is not published"""

    reason: str


class SavedAnswer(Received, kw_only=True):
    """The result of a command: the facts that it recorded."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]


class SavedDealAnswer(Received, kw_only=True):
    """The result of a command on a deal: the facts that it recorded, and the state of the deal."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[EventLine]

    plies: int
    """the number of acts of the deal"""

    over: bool


class SavedDispute(Received, kw_only=True):
    """The result of a command on a dispute: the facts that it recorded, and the dispute."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    status: str


class SavedPart(Received, kw_only=True):
    """The result of an edit: the number of the chapter or step, and its new revision."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    number: int

    revision: int


class SavedRulesetAnswer(Received, kw_only=True):
    """The result of a command: the facts that it recorded, and the ruleset that it named."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    ruleset: RulesetCalled


class SavedTable(Received, kw_only=True):
    """The result of a command on a table: the facts that it recorded, and the table."""

    id: str

    version: int

    replayed: bool
    """whether an earlier request with this Idempotency-Key carried out the command"""

    recorded: list[Any]

    encounter: EncounterAnswer


class Scope(Sent, kw_only=True):
    """The scope of a token: a club, a table, a deal, or a seat of a deal or of all deals at a table."""

    club: str | None = None

    table: str | None = None

    deal: str | None = None

    seat: str | None = None


class ScoreChange(Received, kw_only=True):
    """An entry whose score or place would change. Scores are in words."""

    entry: str
    """its number"""

    name: str

    score: str
    """its score now"""

    new_score: str

    place: int
    """its place now"""

    new_place: int


class ScoreFileChecked(Received, kw_only=True):
    """The preview of a score sheet. Nothing is recorded."""

    declined: str | None = None
    """why the file cannot be recorded; absent if it can"""

    evenings: list[ScoreFileEvening]

    lines: list[ScoreFileLine]

    left_out: list[str]
    """the titles of columns that are left out"""


class ScoreFileEvening(Received, kw_only=True):
    """An evening of the file."""

    name: str

    day: str
    """ISO date, empty if the file has none"""

    results: int
    """the number of results"""

    state: str

    why: str | None = None
    """why it is refused"""


class ScoreFileLine(Received, kw_only=True):
    """A row of the file."""

    line: int
    """its number in the file, from 1"""

    players: list[ScoreFilePlayer]

    results: int
    """the number of results in the row"""

    state: str
    """`same`: all of it is in the series already; `left-out`: it has no result"""

    why: str | None = None
    """why it is refused"""


class ScoreFilePlayer(Received, kw_only=True):
    """A player of a row."""

    written: str
    """as in the file"""

    name: str
    """as recorded"""

    state: str

    similar: list[str]
    """names of other players who may be the same person"""


class ScoredLine(Received, kw_only=True):
    """A line with its score."""

    number: int
    """the permanent number of the line"""

    announcer: str

    contract: str | None = None

    factor: int

    team: str
    """the team whose points were typed"""

    points: int

    match: bool | None = None

    weis: dict[str, int] | None = None

    stoeck: str | None = None

    out: str | None = None

    others: int | None = None

    scored: dict[str, int]
    """what the line adds, by team"""

    totals: dict[str, int]
    """the totals after the line"""

    is_counted: bool
    """false for a line after the end of the game"""


class SealIndicator(Sent, kw_only=True):
    """The card that is placed as the trump indicator and kept secret."""

    card: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class SealLine(Received, kw_only=True):
    """A sealed card, with the card if the caller may know it."""

    seat: str

    digest: str
    """the commitment to the card (docs/trust.md)"""

    ply: int | None = None
    """the ply of the act; absent if the act was retracted"""

    open: bool

    card: str | None = None

    salt: str | None = None


class SealsAnswer(Received, kw_only=True):
    """The seals of a deal."""

    deal: str

    seals: list[SealLine]


class SeatMatch(Sent, kw_only=True):
    """A new match at a table; its deals give the result."""

    id: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class SectionAnswer(Received, kw_only=True):
    """One of several parallel sections."""

    id: str

    name: str

    status: str

    entries: int

    rounds: int
    """drawn"""


class SectionsAnswer(Received, kw_only=True):
    """All parallel sections of a tournament; empty if it is not one of several."""

    items: list[SectionAnswer]


class SectionsChecked(Received, kw_only=True):
    """The sections that a list of entries would be divided into. Nothing is recorded."""

    sections: list[SectionsCheckedSectionsItem]


class SectionsCheckedSectionsItem(Received, kw_only=True):
    """The shape SectionsCheckedSectionsItem."""

    name: str

    entries: list[str]
    """their names"""


class SectionsEntry(Sent, kw_only=True):
    """An entry of a list that is divided into sections."""

    name: str

    players: list[str] | None = None


class SeriesAnswer(Received, kw_only=True):
    """A series with its standings."""

    id: str

    version: int

    name: str

    club: str

    terms: dict[str, Any]

    evenings: list[SeriesEvening]

    standings: list[SeriesRow]

    gone: list[str]
    """in a preview: the names of those who would no longer be ranked"""

    result: SeriesResult | None = None
    """if the final result was announced"""


class SeriesCell(Received, kw_only=True):
    """The value of one evening for a player or a pair."""

    tournament: str
    """the id of the evening"""

    place: int

    score: str

    value: str

    is_counted: bool


class SeriesEvening(Received, kw_only=True):
    """An evening of a series."""

    id: str

    kind: str

    tournament: str
    """its id if it is a tournament, otherwise empty"""

    name: str

    day: str
    """the date of an evening from a score sheet, if it has one; otherwise empty"""

    is_over: bool
    """whether it counts: its final result was announced"""


class SeriesLine(Received, kw_only=True):
    """A series in a list."""

    id: str

    name: str

    opened_at: datetime

    club: str | None = None

    evenings: int


class SeriesLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[SeriesLine]

    next: str | None
    """null on the last page"""


class SeriesLog(Received, kw_only=True):
    """The log of a series, oldest first."""

    items: list[SeriesLogLine]


class SeriesLogLine(Received, kw_only=True):
    """An entry of the log of a series, in a sentence."""

    version: int

    at: str

    by: str

    topic: str

    sentence: str


class SeriesResult(Received, kw_only=True):
    """The announced result of a series."""

    at: str
    """the time of the announcement"""

    note: str

    places: list[AnnouncedPlace]

    has_changed: bool
    """whether the standings differ now, because an evening was changed later"""


class SeriesRow(Received, kw_only=True):
    """A row of the standings of a series."""

    place: int

    players: list[str]
    """ids or names"""

    name: str

    total: str

    attendance: int
    """the points for attendance in the total"""

    evenings: int
    """the number of evenings that the player came to"""

    best: str
    """the value of the best evening"""

    cells: list[SeriesCell]

    steps: str
    """the sum that gives the total"""

    place_now: int | None = None
    """in a preview: the place before the change, if there was one"""


class SetCategories(Sent, kw_only=True):
    """The prize categories of an entry, which replace those before."""

    categories: list[str]
    """as you name them"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class SetDetails(Sent, kw_only=True):
    """The details of an entry, which replace those before; one that is left out is taken away."""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    rating: int | UnsetType | None = UNSET
    """a rating from elsewhere, such as a national one"""

    club: str | None = None
    """the club or place that it comes from"""


class SetPin(Sent, kw_only=True):
    """A new PIN of a seat; ``old`` is required if it has one."""

    seat: str

    old: str | None = None

    pin: str


class SetSeeds(Sent, kw_only=True):
    """The seeding list, first seed first."""

    order: list[str]

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class SetStartingScore(Sent, kw_only=True):
    """The score with which an entry begins, as a handicap; 0 takes it away."""

    amount: float
    """in points if wins count (-0.5 takes half a point), otherwise in the unit of the score; two decimals only
    for victory points
    """

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class SetZone(Sent, kw_only=True):
    """The time zone of a club's venue."""

    zone: str
    """by its IANA name; empty for none"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Settlement(Received, kw_only=True):
    """The settlement of a deal."""

    outcome: str

    tokens: dict[str, int]

    points: dict[str, int]

    tricks: dict[str, int]

    made: bool | None = None

    score: dict[str, int] | None = None
    """the points of each team, in games that are played for points"""

    reasons: list[str]


class Sheet(Sent, kw_only=True):
    """A score sheet: all deals together, deal by deal, or both. The first side sits North and South."""

    whole: list[Count] | None = None
    """all deals together"""

    deals: list[list[Count]] | None = None
    """deal by deal"""

    played: int | UnsetType | None = UNSET
    """the number of deals, if the terms do not fix it"""

    ruled: list[int] | None = None


class Shuffle(Received, kw_only=True):
    """The order of the previous deal that is left in a deal, and the dealing of its batches. No proof of cheating."""

    dealings: list[Dealing]

    warning: str

    rules: str
    """how thoroughly the pack is shuffled in this game"""

    survived: ShuffleSurvived | None = None

    why_not: str | None = None
    """why the shuffle cannot be assessed"""


class ShuffleSurvived(Received, kw_only=True):
    """The shape ShuffleSurvived."""

    evidence: str

    chance: float
    """the smallest of the probabilities, times the number of probabilities computed"""

    text: str

    assumed: list[Assumption]


class SignRuling(Sent, kw_only=True):
    """A ruling, and the time within which a side may appeal."""

    remedies: list[Remedy]

    code: str | None = None
    """the refusal's code, as /api/v1/problems lists them"""

    clause: str | None = None
    """the document and heading of the rule"""

    casebook: str | None = None
    """the case without names, for the casebook; if absent, the case is not published"""

    reason: str

    appeal_minutes: int | None = None
    """0: no appeal is possible"""


class SlateAnswer(Received, kw_only=True):
    """A slate with its score, its lines and everything that was written on it."""

    status: str

    winners: list[str]
    """codes of teams; several if they are level"""

    totals: dict[str, int]
    """points by team"""

    turn: str | None = None
    """the team that may announce next"""

    left: dict[str, list[str]]
    """in a Coiffeur: the contracts that each team has yet to play"""

    halfway: str | None = None
    """the team that reached half of the target first, where that is noted"""

    is_disputed: bool
    """both teams reached the target in one deal, and no line says who declared it first"""

    lines: list[ScoredLine]

    id: str

    version: int

    opened_at: str

    game: str

    terms: dict[str, Any]

    contracts: list[SlateContract]

    full: int
    """the card points of a deal"""

    teams: dict[str, str]
    """names by team"""

    players: dict[str, list[str]]
    """ids or names by team"""

    club: str | None = None

    table: str | None = None

    event: str | None = None

    note: str | None = None

    history: list[SlateEvent]
    """the facts as they were stored, oldest first"""


class SlateContract(Received, kw_only=True):
    """A contract that can be announced."""

    name: str

    factor: int


class SlateEvent(Received, kw_only=True):
    """One stored fact of a slate."""

    version: int

    at: str

    topic: str

    fact: dict[str, Any]

    by: str | None = None
    """for officials of the club"""


class SlateLine(Received, kw_only=True):
    """A slate in a list."""

    id: str

    title: str

    opened_at: datetime

    club: str | None = None

    table: str | None = None

    game: str

    status: str

    winners: list[str]
    """codes of teams; several if they are level"""

    totals: dict[str, int]
    """points by team"""

    lines: int
    """the number of lines"""

    teams: dict[str, str]
    """names by team, of those that have one"""

    players: dict[str, list[str]]
    """ids or names by team"""

    event: str | None = None


class SlateLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[SlateLine]

    next: str | None
    """null on the last page"""


class SlateScore(Received, kw_only=True):
    """The score of a slate."""

    status: str

    winners: list[str]
    """codes of teams; several if they are level"""

    totals: dict[str, int]
    """points by team"""

    turn: str | None = None
    """the team that may announce next"""

    left: dict[str, list[str]]
    """in a Coiffeur: the contracts that each team has yet to play"""

    halfway: str | None = None
    """the team that reached half of the target first, where that is noted"""

    is_disputed: bool
    """both teams reached the target in one deal, and no line says who declared it first"""

    lines: list[ScoredLine]


class Source(Sent, kw_only=True):
    """The deal of a chapter: exactly one of `deal`, `hand`, `worked` and `terms`."""

    deal: str | None = None
    """a recorded deal, if the author may see all its hands"""

    version: int | None = None
    """the version of the deal; by default the current one"""

    first: int | None = None
    """the first act of the chapter"""

    last: int | None = None
    """the last act of the chapter; by default the last of the deal"""

    hand: str | None = None
    """the text of a hand file, in TOML"""

    worked: str | None = None
    """the name of a worked hand"""

    terms: dict[str, Any] | None = None
    """composed hands; with a seed, hands drawn under conditions (docs/teaching-api.md)"""


class Stage(Sent, kw_only=True):
    """An earlier stage, and the number of its first places that qualify."""

    tournament: str

    places: int


class Stamped(Sent, kw_only=True):
    """A command without other fields than its time."""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class Standing(Received, kw_only=True):
    """The current deal of a table, for a viewer."""

    deal: str | None
    """the id of the deal; null if none was played yet"""

    delay: float | None = None
    """the age of this state in seconds; absent if it is current"""

    opened_at: str | None = None

    ruleset: str | None = None

    dealer: str | None = None

    players: dict[str, str] | None = None

    number: int | None = None

    match: str | None = None

    event: str | None = None

    viewer: str | None = None

    version: int | None = None

    status: str | None = None

    view: View | None = None


class StandingAnswer(Received, kw_only=True):
    """A row of the standings."""

    place: int

    entry: str

    name: str

    score: float

    said: str

    played: int

    won: int

    drawn: int

    lost: int

    breaks: dict[str, float | None]

    why: str
    """the reasons for its rank"""

    provisional: bool
    """whether a result of the entry is not confirmed yet"""

    withdrawn: bool

    direction: str | None = None
    """`NS` or `EW`, if the two are ranked apart; the places of each begin with 1"""


class StandingsAnswer(Received, kw_only=True):
    """The standings of a tournament."""

    tournament: str

    name: str

    round: int
    """the round after which they stand"""

    provisional: bool

    items: list[StandingAnswer]

    categories: list[CategoryAnswer] | None = None
    """the places within each prize category"""


class StartClock(Sent, kw_only=True):
    """The clock of the last round. It starts when the server receives this."""

    round: int

    minutes: int

    break_minutes: int | None = None
    """the break after the round"""

    warnings: list[int] | None = None
    """the minutes before the end at which a warning is shown"""


class StartingScoreAnswer(Received, kw_only=True):
    """The score with which an entry begins."""

    entry: str

    amount: float
    """in the unit of the standings"""

    why: str
    """the reason of a handicap"""

    stage: str | None = None
    """the earlier stage from which it is carried over"""

    place: int | None = None
    """the place there"""


class StateFact(Sent, kw_only=True):
    """A fact, as a side or an official sees it."""

    side: str | None = None

    text: str


class StepTally(Received, kw_only=True):
    """The counts of each answer to the question of a step."""

    chapter: int

    step: int

    answers: dict[str, int]
    """the number of each answer; empty for free texts"""

    right: int

    wrong: int

    unmarked: int

    late: int
    """how many of them came after the right answers were shown"""


class StopSlate(Sent, kw_only=True):
    """The end of a game before its end, or of a slate that was opened by mistake."""

    void: bool | None = None
    """the slate was opened by mistake"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class StreamEvent(Received, kw_only=True):
    """A server-sent event."""

    event: str

    data: str
    """JSON: a Standing, a View, a Frame, a class, or the status of a deal or class that is over"""

    id: str | None = None
    """the viewer's version; at a table the deal, a colon and the version"""


class SwitchArrows(Sent, kw_only=True):
    """Boards on which a table sat the other way round."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    boards: list[int]


class SwitchedBoard(Received, kw_only=True):
    """A board on which the table sat the other way round: its results belong to the other side."""

    board: int

    why: str


class TableOfRound(Received, kw_only=True):
    """A table of a round, in short."""

    id: str

    table: int

    sides: list[list[str]]

    why: str
    """the reasons of the draw"""

    boards: list[int]

    stage: str

    status: str

    forfeits: list[int]

    results: list[dict[str, Any]]

    withheld: list[int]
    """boards whose result is withheld until everybody has played them"""

    artificial: list[ArtificialScore]


class Thing(Received, kw_only=True):
    """A club, a player or a table."""

    id: str

    kind: str

    name: str

    club: str | None = None

    opened_at: datetime

    delay: float | None = None
    """of a table: the delay in seconds after which outsiders see what happens there"""

    zone: str | None = None
    """of a club: the IANA name of its venue's time zone, if it is set"""


class ThingPage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[Thing]

    next: str | None
    """null on the last page"""


class TickFact(Sent, kw_only=True):
    """The answer of a side to a fact: it agrees, or contests it."""

    side: str | None = None

    agrees: bool


class Timeline(Received, kw_only=True):
    """The acts of a deal, in order."""

    settlement: Settlement | None = None

    abandoned: bool | None = None

    confirmed_by: list[str] | None = None
    """the seats that confirmed the current result"""

    confirmed: bool | None = None
    """whether every team confirmed it"""

    viewer: str

    ruleset: str

    dealer: str

    players: dict[str, str]

    teams: dict[str, list[str]]
    """the seats of each team"""

    names: CardNames

    corrections: list[Correction]

    acts: list[ActLine]


class TokenAnswer(Received, kw_only=True):
    """A token, without its secret."""

    id: str

    role: str

    subject: str

    scope: dict[str, str]

    issued_at: datetime

    expires_at: datetime

    revoked_at: datetime | None = None


class TokenAnswerPage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[TokenAnswer]

    next: str | None
    """null on the last page"""


class TournamentAnswer(Received, kw_only=True):
    """A tournament, without its tables."""

    id: str

    version: int

    opened_at: str

    name: str

    club: str | None = None

    note: str | None = None

    ruleset: str

    ruleset_version: int

    status: str
    """`entries`, `playing` or `over`"""

    terms: dict[str, Any]

    entries: list[EntryAnswer]

    tables: dict[str, str]

    rounds: list[dict[str, Any]]

    next_round: int

    last_round: int | None = None
    """the greatest number of rounds, if it is known"""

    adjustments: list[dict[str, Any]]

    starting_scores: list[StartingScoreAnswer]

    avoidances: list[AvoidanceAnswer]
    """entries that draws keep apart"""

    lots: list[dict[str, Any]]

    promised: list[dict[str, Any]]
    """the commitments to lots that are not opened yet"""

    packs: list[dict[str, Any]]

    ended_at: str | None = None

    places: list[dict[str, Any]] | None = None
    """the final result, as announced"""

    closing_note: str | None = None

    categories: list[CategoryAnswer] | None = None
    """the places within each prize category, once the result is announced"""


class TournamentLine(Received, kw_only=True):
    """A tournament in a list."""

    id: str

    name: str

    opened_at: datetime

    club: str | None = None

    status: str

    format: str

    ruleset: str

    entries: int

    rounds: int


class TournamentLinePage(Received, kw_only=True):
    """A part of a list, newest first."""

    items: list[TournamentLine]

    next: str | None
    """null on the last page"""


class TournamentPreview(Received, kw_only=True):
    """The facts that a command would record, the changes, and how it is undone."""

    recorded: list[str]
    """the facts that it would record, in sentences"""

    changes: list[ChangedGroup]
    """the tables, the next draw, the clock, lots and terms that it would change"""

    standings: list[ChangedPlace]
    """the rows of the standings that it would change; empty if lots decide them"""

    by_lot: bool
    """whether lots that are not drawn yet decide the draw or places"""

    undo: str
    """how the command is undone, in a sentence"""


class TranslatePart(Sent, kw_only=True):
    """A translation of a part of a lesson; without texts it is removed."""

    part: str

    language: str

    texts: dict[str, str] | None = None

    base: int | None = None
    """the revision of the part that the author saw; 0 for a new one"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class TrickTables(Received, kw_only=True):
    """The orders of the cards, by which a recorder knows without a connection who takes a trick."""

    orders: dict[str, Any]
    """for each trump the ranks of each suit, strongest first"""

    trump: str
    """the trump now, a key of orders; empty while the table does not know it"""

    closed: bool
    """whether the trump is closed, so that a card of another suit than the one led lies face down"""

    opens: list[str]
    """the types of acts whose card opens the trump"""

    looks: str
    """the type of the act that says whether a trump lies face down in a full trick, or empty"""

    shows: str
    """the type of the act that then turns up the cards of the others, or empty"""

    shows_own: bool
    """whether that act turns up a card of the seat that looks too"""

    shown_after: int | None
    """the number of tricks after which a closed trump is shown at the latest"""


class UndoEdit(Sent, kw_only=True):
    """An edit to be undone."""

    edit: int
    """the version of the edit"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class View(Received, kw_only=True):
    """A viewer's knowledge at one moment."""

    settlement: Settlement | None = None

    abandoned: bool | None = None

    confirmed_by: list[str] | None = None
    """the seats that confirmed the current result"""

    confirmed: bool | None = None
    """whether every team confirmed it"""

    viewer: str

    ply: int
    """the number of the last act; -1 before the first"""

    stage: str
    """the stage, as the ruleset names it, or `over`"""

    dealer: str

    turn: str | None = None
    """the seat to act"""

    owed: str | None = None
    """what the seat to act must say or show next"""

    hands: dict[str, list[str]]
    """the cards of each seat; ?? is a card that the viewer does not know"""

    auction: dict[str, str]
    """calls by ply"""

    trick: ViewTrick
    """the current trick"""

    tricks: dict[str, ViewTricksValue]
    """completed tricks by number, from 1"""

    taken: dict[str, int]
    """tricks by team"""

    points: dict[str, int]
    """card points by team, as far as the viewer can count them"""

    seen: dict[str, str]
    """every card the viewer has seen, and how the viewer first learned it"""

    exposed: dict[str, list[str]] | None = None
    """cards shown without being played that are still in the hand, by seat"""

    consultable: list[str]
    """cards a player may look at again"""

    legal: list[str]
    """the legal acts of the viewer, as they can be sent; for an official those of every seat"""

    templates: list[ActTemplate] | None = None
    """the legal acts of the viewer in which something is left to fill in"""

    redeals: int | None = None

    outcome: str | None = None

    contract: Contract | None = None

    maker: str | None = None
    """the seat that won the auction: the trump maker, in a Jass the declarer"""

    trump: ViewTrump | None = None
    """the trump as the viewer knows it"""

    asleep: list[str] | None = None
    """seats that take no part in the play"""

    partner: ViewPartner | None = None
    """the card whose holder is the trump maker's partner"""

    marriages: list[ViewMarriagesItem] | None = None

    caps: ViewCaps | None = None
    """the seat that called Caps, and the order it stated"""

    double: ViewDouble | None = None
    """the seat that announced Double"""

    score: dict[str, int] | None = None
    """what each team has scored; the contract counts when the deal is over"""

    weis: Weis | None = None

    stoeck: ViewStoeck | None = None
    """King and Ober of trumps, scored"""


class ViewTrick(Received, kw_only=True):
    """the current trick"""

    cards: list[str]


class ViewTricksValue(Received, kw_only=True):
    """The shape ViewTricksValue."""

    cards: list[str]

    won: str


class ViewTrump(Received, kw_only=True):
    """the trump as the viewer knows it"""

    open: bool

    suit: str | None = None
    """if the viewer knows it"""

    indicator: str | None = None
    """while it lies on the table"""


class ViewPartner(Received, kw_only=True):
    """the card whose holder is the trump maker's partner"""

    card: str

    seat: str | None = None
    """if the viewer knows who holds it"""


class ViewMarriagesItem(Received, kw_only=True):
    """King and Queen, shown"""

    seat: str

    suit: str

    points: int


class ViewCaps(Received, kw_only=True):
    """the seat that called Caps, and the order it stated"""

    seat: str

    order: list[str]


class ViewDouble(Received, kw_only=True):
    """the seat that announced Double"""

    seat: str


class ViewStoeck(Received, kw_only=True):
    """King and Ober of trumps, scored"""

    seat: str

    points: int


class Views(Received, kw_only=True):
    """The knowledge of each seat at one moment."""

    ply: int
    """the number of the last act; -1 before the first"""

    act: str | None = None
    """the act of that ply, as the public saw it"""

    views: dict[str, View]
    """by seat"""


class WebhookAnswer(Received, kw_only=True):
    """A webhook, without its secret."""

    id: str

    url: str

    created_at: datetime

    ended_at: datetime | None = None

    reason: str
    """why it ended; empty if it is active"""

    failures: int
    """failed attempts since the last message that was delivered"""

    last_answer: str
    """the status of the last answer, or why there was none; empty before the first"""

    next_attempt_at: datetime | None = None


class WebhookList(Received, kw_only=True):
    """The webhooks of a tournament."""

    items: list[WebhookAnswer]


class Weis(Received, kw_only=True):
    """The Weis declared and shown."""

    declared: list[WeisDeclaredItem] | None = None
    """in the order in which the seats declared them"""

    question: str | None = None
    """what the seat to act must say about its Weis"""

    talk: list[WeisTalkItem] | None = None
    """the answers, in order"""

    team: str | None = None
    """the team with the best Weis, which scores all its Weis"""

    scored: list[WeisScoredItem] | None = None
    """the score of each seat of that team"""

    demanded: WeisDemanded | None = None
    """the Weis that must be shown now"""

    shown: list[WeisShownItem] | None = None


class WeisDeclaredItem(Received, kw_only=True):
    """The shape WeisDeclaredItem."""

    seat: str

    value: int


class WeisTalkItem(Received, kw_only=True):
    """The shape WeisTalkItem."""

    seat: str

    cards: int | None = None

    top: str | None = None

    trump: bool | None = None

    conceded: bool | None = None


class WeisScoredItem(Received, kw_only=True):
    """The shape WeisScoredItem."""

    seat: str

    values: list[int]


class WeisDemanded(Received, kw_only=True):
    """the Weis that must be shown now"""

    by: str

    of: str

    value: int


class WeisShownItem(Received, kw_only=True):
    """The shape WeisShownItem."""

    seat: str

    cards: list[str]

    value: int | None = None


class WhatIf(Received, kw_only=True):
    """A deal judged by another ruleset. `settled` is its settlement as played, `settles` by the other ruleset."""

    ruleset: str
    """the ruleset with which the deal was played"""

    judged_by: str

    same: bool
    """whether the other ruleset makes no difference"""

    parameters: dict[str, list[Any]]
    """parameters in which the two rulesets differ: the value of each"""

    newly_broken: list[Breach]

    no_longer_broken: list[Breach]

    settled: Settlement | None = None

    settles: Settlement | None = None


class WhoAmI(Received, kw_only=True):
    """The caller: role and scope."""

    role: str

    subject: str | None = None

    scope: dict[str, str]

    expires_at: datetime | None = None


class Why(Sent, kw_only=True):
    """A command that takes only a reason and a time."""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class WithdrawArtificialScore(Sent, kw_only=True):
    """The withdrawal of artificial scores."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    boards: list[int] | None = None
    """by default all without a result, or all with an artificial score"""


class WithdrawAssignedScore(Sent, kw_only=True):
    """The withdrawal of an assigned score."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int


class WithdrawConfirmation(Sent, kw_only=True):
    """The withdrawal of the confirmations of a result."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int | None = None


class WithdrawDispute(Sent, kw_only=True):
    """The withdrawal of a claim by its side."""

    side: str | None = None

    why: str | None = None


class WithdrawImport(Sent, kw_only=True):
    """A step of the withdrawal of an import, or of the end of that withdrawal."""

    why: str | None = None

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    after: int | None = None
    """the number of deals of the import before this step: `next` of the last answer"""


class WithdrawResult(Sent, kw_only=True):
    """The withdrawal of a result."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int | None = None


class WithdrawRuling(Sent, kw_only=True):
    """The withdrawal of a ruling, with the reason."""

    why: str


class WithdrawWrongBoard(Sent, kw_only=True):
    """The withdrawal of a wrong board."""

    why: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""

    board: int
    """the board that was played"""


class WordClaim(Sent, kw_only=True):
    """The claim in full."""

    claim: str

    code: str | None = None
    """the refusal's code, as /api/v1/problems lists them"""

    clause: str | None = None


class WriteLine(Sent, kw_only=True):
    """The line of a deal."""

    announcer: str | None = None
    """by default the team whose turn it is"""

    contract: str | None = None
    """what was announced, by its name in the terms"""

    team: str | None = None
    """the team whose points are given; by default the announcer"""

    points: int | None = None

    match: bool | None = None
    """whether the team made all tricks; then `points` can be left out"""

    weis: dict[str, int] | None = None
    """points by team; only one team scores"""

    stoeck: str | None = None
    """the team with Stöck"""

    out: str | None = None
    """the team that declared that it has reached the target"""

    others: int | None = None
    """the other team's points in a deal that was broken off after `out`"""

    before: int | None = None
    """the number of the line in front of which a forgotten deal belongs; 0: at the end"""

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class WriteNote(Sent, kw_only=True):
    """A note on an act, or on the deal as a whole."""

    ply: int
    """the number of the act; -1 for the deal as a whole"""

    text: str

    at: datetime | None = None
    """ISO 8601 with an offset; by default the server's time"""


class WrongBoard(Received, kw_only=True):
    """A board that was played instead of another one."""

    board: int

    instead: int
    """the board that was to be played; it has an artificial score"""

    stands: bool
    """whether its result counts: nobody at the table had played the board before"""

    scores: list[str]
    """the artificial scores for the board that was not played"""

    why: str


Act: TypeAlias = str | dict[str, Any]
ArchivedDeal: TypeAlias = dict[str, Any]
Bundle: TypeAlias = dict[str, Any]
