"""Classes as the caller may use them: teachers open and lead them, pupils join and answer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api import commands
from api.callers import ADMIN, CLASS, DIRECTOR, PUPIL, Place, caller
from api.classes.lessons import check_question, lesson_of
from api.classes.opening import open_on
from api.classes.payloads import own_payload, shown_payload
from api.classes.state import given, read_class
from api.learning import lessons as lesson_access
from api.people.attempt_limits import address
from api.permissions import elsewhere
from api.problems import Problem, seconds
from api.services import ledger, services
from domain.classroom.aggregate import OPEN, Classroom
from domain.engine.words.texts import unfit
from domain.engine.words.values import sentence
from domain.kernel.commands import name
from domain.kernel.errors import Declined, NotFound
from replay.lessons.questions import is_empty
from replay.words import ENGLISH
from store.tables.classes import CODE_LENGTH, LETTERS, ClassClosed, ClassFull, NicknameTaken, SecretUsed
from store.tables.people.attempts import Closed, Limit
from store.tables.queries import new_secret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.classes.state import ClassState
    from domain.classroom.aggregate import Place as StepPlace
    from domain.kernel.commands import Saved, SentTo
    from replay.words import Language
    from store.tables.classes import ClassRow, PupilRow

MOST_OPEN: Final = 20
"""The most classes that a teacher, or a club, may have open at once."""
LONGEST_NICKNAME: Final = 40
WRONG_CODES: Final = 300
"""The wrong codes of one address before a pause: a whole class may share an address and mistype the code."""
PREFIX: Final = "nought_"
OVER: Final = sentence("The class is over.")


# --- the teacher ----------------------------------------------------------------------------------


def open_class(params: Mapping[str, Any]) -> Saved:
    """Open a class on a published lesson, or on one that comes with Nought.

    Raises `NotFound` if pupils may not read the lesson, `Problem` (403 or 409) if the caller may not open a class.
    """
    owner, club = lesson_access.new_owner(params)
    with services().classes.opening(owner or str(club)):
        _check_count(owner, club)
        saved = open_on(
            ledger(),
            services().classes,
            params["lesson"],
            params["pace"],
            language=params.get("language", ""),
            owner=owner,
            club=club,
            sent=commands.metadata(params),
        )
    _touch(saved.id)
    return saved


def _check_count(owner: str, club: UUID | None) -> None:
    """Raise `Problem` (409) if the account has too many open classes; without an account, if the club has.

    With neither, the classes of administrators' tokens are counted, which belong to no account and no club.
    """
    whose: dict[str, Any] = {"where": {"status": OPEN, "owner": owner}}
    if not owner:
        whose |= {"club": club, "no_club": club is None}
    if len(services().catalogue.newest(Classroom.KIND, MOST_OPEN, **whose)) >= MOST_OPEN:
        most = sentence("Up to {most} classes may be open at once. End one of them first.", most=MOST_OPEN)
        raise Problem("too-many-classes", most)


def for_teacher(class_id: UUID) -> Classroom:
    """Return a class for its teacher. Raises `Problem` (403), whether the class exists or not."""
    sender = caller()
    try:
        classroom = ledger().classes.get(class_id)
    except NotFound:
        if sender.role == ADMIN:
            raise
        raise elsewhere(sender) from None
    if not is_teacher(classroom):
        raise elsewhere(sender)
    return classroom


def is_teacher(classroom: Classroom) -> bool:
    """Return whether the caller may lead the class: its owner, a director of its club, an administrator."""
    sender, opened = caller(), classroom.opened
    if sender.role == ADMIN:
        return True
    if sender.account is not None and str(sender.account) == opened.owner:
        return True
    return sender.role == DIRECTOR and opened.club is not None and sender.covers(Place(opened.club))


def state_of(class_id: UUID) -> ClassState:
    """Return a class with its pupils and answers, for its teacher."""
    for_teacher(class_id)
    return read_class(class_id, ledger(), services().classes)


def move(class_id: UUID, place: StepPlace, sent: SentTo) -> Saved:
    """Go to a step; the answers to questions that it answers are shown with it. Raises `Declined` if there is none."""
    lesson = lesson_of(ledger(), for_teacher(class_id))
    lesson.step(place)
    _touch(class_id)
    return ledger().classes.move(class_id, place, lesson.solved_by(place), **sent)


def show_answers(class_id: UUID, place: StepPlace, sent: SentTo) -> Saved:
    """Show the right answers of a step. Raises `Declined` if it asks no question."""
    check_question(lesson_of(ledger(), for_teacher(class_id)), place)
    _touch(class_id)
    return ledger().classes.show_answers(class_id, place, **sent)


def mark(class_id: UUID, pupil: int, place: StepPlace, *, right: bool) -> None:
    """Mark a free text. Raises `Declined` if it is none, `Problem` (404) if the pupil has not answered."""
    classroom = for_teacher(class_id)
    if place not in lesson_of(ledger(), classroom).free_texts:
        raise Declined(
            "lesson-answer", "step {step} of chapter {chapter} asks for no free text", step=place[1], chapter=place[0]
        )
    _check_open(classroom)
    if not services().classes.mark(class_id, pupil, place, right=right):
        raise Problem(
            "not-found",
            sentence(
                "pupil {pupil} has not answered step {step} of chapter {chapter}",
                pupil=pupil,
                step=place[1],
                chapter=place[0],
            ),
        )
    _touch(class_id)


def remove(class_id: UUID, pupil: int, sent: SentTo) -> Saved:
    """Remove a pupil. Raises `Problem` (404) if the class has none with this number."""
    _check_pupil(class_id, pupil)
    return ledger().classes.remove(class_id, pupil, **sent)


def let_back(class_id: UUID, pupil: int, sent: SentTo) -> Saved:
    """Let a removed pupil back in. Raises `Problem` (404) if the class has none with this number."""
    _check_pupil(class_id, pupil)
    return ledger().classes.let_back(class_id, pupil, **sent)


def _check_pupil(class_id: UUID, pupil: int) -> None:
    _check_open(for_teacher(class_id))
    if services().classes.pupil_of(class_id, pupil) is None:
        raise Problem("not-found", sentence("There is no pupil {pupil} in this class.", pupil=pupil))
    _touch(class_id)


def forget(class_id: UUID, sent: SentTo) -> Saved:
    """Delete nicknames and answers that were kept."""
    for_teacher(class_id)
    saved = ledger().classes.forget(class_id, **sent)
    services().classes.finish(class_id, keep=False)
    return saved


# --- pupils ---------------------------------------------------------------------------------------


def canonical(code: str) -> str:
    """Return a code as it is stored, however it was typed."""
    return "".join(code.split()).replace("-", "").upper()


def is_code(text: str) -> bool:
    """Return whether a text could be a code."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


def _touch(class_id: UUID) -> None:
    services().classes.touch(class_id, address())


def find_class(code: str) -> ClassRow:
    """Return the class of a code. Raises `Problem`: 404 if there is none, 429 after too many wrong codes.

    Wrong codes from an address hold up nobody in a class whose teacher or pupils are there: a school has one address.
    """
    if not is_code(code):
        raise no_class()
    row = services().classes.find(code)
    if row is not None and services().classes.is_at(row.id, address()):
        return row
    limits = [
        Limit(f"class {code[:20]} {address()}", 1000, timedelta(seconds=10), timedelta(hours=1), spare=True),
        Limit(f"classes {address()}", WRONG_CODES, timedelta(minutes=1), timedelta(minutes=30), spare=True),
    ]
    attempts = services().attempts
    try:
        attempts.count(limits)
    except Closed as closed:
        wait = closed.seconds
        detail = sentence("Too many wrong codes came from this address. Try again in {wait}.", wait=seconds(wait))
        raise Problem("too-many-attempts", detail, headers={"Retry-After": str(wait)}, retry_after=wait) from None
    if row is None:
        raise no_class()
    attempts.reset(limits)
    return row


def no_class() -> Problem:
    """Return the problem of a code that no class has."""
    return Problem("not-found", sentence("There is no class with this code."))


def join(code: str, nickname: str, secret: str = "") -> tuple[PupilRow, str]:
    """Add a pupil to a class. Return it with its secret.

    Raises `Declined` for an invalid nickname, and `Problem` if the class takes no pupil, or none of this name.
    """
    row = find_class(code)
    chosen = name(nickname, sentence("a nickname"))
    if len(chosen) > LONGEST_NICKNAME:
        raise Declined("name", "a nickname has up to {most} characters", most=LONGEST_NICKNAME)
    secret = secret or new_secret(PREFIX)
    removed = len(ledger().classes.get(row.id).removed)
    try:
        return services().classes.join(row.id, chosen, secret, removed=removed, address=address()), secret
    except ClassClosed:
        raise Problem("class-ended", OVER) from None
    except ClassFull:
        raise Problem("class-full", sentence("The class is full.")) from None
    except NicknameTaken:
        taken = sentence("Somebody in the class has this nickname. Choose another one.")
        raise Problem("class-nickname", taken) from None
    except SecretUsed:
        raise Problem("class-secret", sentence("This secret is used in another class.")) from None


class PupilVisit:
    """A pupil in its class, as this request sees both.

    Raises `Problem` (403) for a caller who is no pupil of the class, and for one whom the teacher removed.
    """

    def __init__(self) -> None:
        scope = caller().scope
        if CLASS not in scope:
            raise elsewhere(caller())
        self.code = scope[CLASS]
        self.pupil = int(scope[PUPIL])
        self.classroom = ledger().classes.get(UUID(scope["class_id"]))
        if self.pupil in self.classroom.removed:
            raise Problem("class-removed", sentence("The teacher has removed you from the class."))
        self.lesson = lesson_of(ledger(), self.classroom)

    def row(self) -> PupilRow:
        """Return the pupil. Raises `Problem` (409) if it was deleted meanwhile."""
        known = services().classes.pupil_of(self.classroom.id, self.pupil)
        if known is None:
            raise Problem("class-ended", OVER)
        return known

    def place(self, row: PupilRow) -> StepPlace:
        """Return the step at which the pupil is: the teacher's in a led class, else the one that it read last."""
        if self.classroom.is_led:
            return self.classroom.at
        return (row.chapter, row.step) if row.step else self.lesson.places[0]

    def step(self, place: StepPlace, language: Language) -> dict[str, Any]:
        """Return a step with the pupil's own answer, and note that the pupil is there.

        Raises `Declined` if the class has not reached the step.
        """
        self._check_reached(self.classroom.may_read(place))
        payload = dict(self.lesson.step(place, language.locale))
        services().classes.move(self.classroom.id, self.pupil, *place)
        if place in self.lesson.questions:
            row = services().classes.find_answer(self.classroom.id, self.pupil, place)
            payload |= own_payload(self.classroom, self.lesson, place, given(row) if row else None, language)
            if place in self.classroom.shown:
                state = read_class(self.classroom.id, ledger(), services().classes)
                payload |= shown_payload(state, place, language)
        return payload

    def answer(self, place: StepPlace, text: str, language: Language) -> dict[str, Any]:
        """Keep an answer, if it is the pupil's first one to this question, and return the one that counts.

        Raises `Declined` if the text is no answer, or if the class cannot have reached the step.
        """
        self._check_reached(self.classroom.may_answer(place))
        check_question(self.lesson, place)
        if is_empty(text):
            raise Declined("lesson-answer", "the answer is empty")
        if code := unfit(text):
            raise Declined(
                "lesson-answer", "a text may not hold the character {code}: {text}", code=code, text=ascii(text[:60])
            )
        marked = self.lesson.mark(place, text, ENGLISH)
        late = place in self.classroom.shown
        try:
            row = services().classes.add_answer(
                self.classroom.id, self.pupil, place, marked["answer"], right=marked["right"], late=late
            )
        except ClassClosed:
            raise Problem("class-ended", OVER) from None
        return own_payload(self.classroom, self.lesson, place, given(row), language)

    def _check_reached(self, reached: bool) -> None:
        _check_open(self.classroom)
        if not reached:
            raise Declined("class-ahead", "the class has not reached this step yet")


def _check_open(classroom: Classroom) -> None:
    if classroom.ended:
        raise Problem("class-ended", OVER)


def is_over(row: ClassRow) -> bool:
    """Return whether a class takes no more pupils."""
    return row.state != OPEN
