"""Errors as RFC 9457 problems, each with a sentence for people and a permanent code for programs.

400: unreadable. 401, 403: not allowed. 404: not found. 409: another sender was first. 412: not the latest version.
413, 415: too large, or of another media type. 422: read and refused, for its shape (``shape``) or by a rule of the game
(the refusal's own code).
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Response, request

from api.languages import reader
from domain.engine.refusals import CLAUSES
from domain.engine.words.values import Plural, Term, seat_letters, sentence
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Seat

MEDIA_TYPE: Final = "application/problem+json"
REFUSED: Final = "The rules of the game do not allow this"
DECLINED: Final = "The record book declines this"
NO_TYPE: Final = Term("of no type")
"""The media type of a body that was sent without one."""
SECONDS: Final = Plural("{amount} second", "{amount} seconds")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: status, title, and what to do next."""

    status: int
    title: str
    next: str = ""
    """A sentence on what a person could do next."""
    hint: str = ""
    """A sentence on what a program could do next; empty if it is the same. In English."""


KINDS: Final[dict[str, Kind]] = {
    "bad-request": Kind(400, "The request cannot be read"),
    "json": Kind(400, "The body is not JSON", hint="Send one JSON object in UTF-8."),
    "if-match": Kind(
        400, "If-Match is not understood", hint='Send the ETag of the deal as you saw it, as in If-Match: "17".'
    ),
    "token-needed": Kind(401, "You are not signed in", hint="Send Authorization: Bearer with a token that allows it."),
    "token-unknown": Kind(
        401, "Your access has ended", hint="The token may have expired or been revoked; ask for another."
    ),
    "csrf": Kind(403, "This did not come from a page of yours", "Load the page again, then send it once more."),
    "wrong-pin": Kind(403, "The PIN is wrong", "After several wrong PINs you must wait before you try again."),
    "not-allowed": Kind(403, "You are not allowed to do this"),
    "oembed-format": Kind(501, "Only JSON is offered here", hint="Ask with format=json, or leave it out."),
    "not-found": Kind(404, "There is no such thing"),
    "no-checkpoint": Kind(
        404, "There is no such checkpoint", "One is signed within a minute after something is recorded."
    ),
    "not-in-the-log": Kind(
        404, "This is not under a checkpoint yet", "Ask again in a minute: by then the next one is signed."
    ),
    "submission": Kind(400, "This is no checkpoint for a witness"),
    "log-signature": Kind(403, "No key that this witness knows signed the checkpoint"),
    "unknown-log": Kind(404, "This witness does not know the log"),
    "log-continues": Kind(422, "The proof does not show that the log continues what was witnessed"),
    "witness-clock": Kind(503, "The clock of this witness was set back"),
    "no-witness-key": Kind(503, "This witness has no key", hint="NOUGHT_KEYS names the folder of keys."),
    "method": Kind(405, "This method is not offered here", hint="See the header Allow."),
    "too-slow": Kind(408, "The request took too long to arrive", "Send it once more."),
    "conflict": Kind(409, "Somebody else was faster", "Look at the record again, then decide anew."),
    "edit-conflict": Kind(
        409,
        "Somebody else changed this part of the lesson",
        "Look at the part again, then decide anew.",
        hint="GET /api/v1/lessons/{id}/draft shows it as it is now.",
    ),
    "lesson-undo": Kind(409, "This edit cannot be undone", hint="GET /api/v1/lessons/{id}/history lists the edits."),
    "lesson-faults": Kind(422, "The lesson has faults", hint="GET /api/v1/lessons/{id}/draft lists them."),
    "token-issued": Kind(
        409,
        "The token was issued already",
        "Revoke that token, then issue another one.",
        hint="DELETE /api/v1/tokens/{id} revokes it. Then choose a fresh Idempotency-Key.",
    ),
    "invitation-over": Kind(404, "This invitation has ended", "Ask the club for a new one."),
    "player-has-account": Kind(409, "The player has an account already", "Take the account from the player first."),
    "wrong-password": Kind(403, "The password is wrong", "Type the password of your account."),
    "request-waits": Kind(409, "The club has this request of yours already", "It answers within 30 days."),
    "most-passkeys": Kind(409, "Your account has enough passkeys", "Remove one first."),
    "plays-already": Kind(409, "Your account plays in this club already"),
    "too-many-clubs": Kind(409, "The account plays in ten clubs already", "Leave one of them first."),
    "login-taken": Kind(409, "The login is taken", "Sign in with it, or choose another one."),
    "passkey": Kind(403, "The passkey was not accepted", "Try it again, or sign in by mail or by password."),
    "issuer": Kind(403, "Signing in at the other site failed", "Try it again, or sign in in another way."),
    "no-issuer": Kind(404, "Nobody signs in at another site here"),
    "no-passkeys": Kind(
        409, "Passkeys do not work at this address", "They need https and the name of a host. Ask the operator."
    ),
    "class-ahead": Kind(409, "The class has not reached this step", hint="GET /api/v1/class/{code} tells where it is."),
    "class-removed": Kind(403, "The teacher has removed you from the class", "The teacher can let you back in."),
    "class-ended": Kind(409, "The class is over"),
    "class-open": Kind(409, "The class is not over", "End it first.", hint="POST …/end ends it."),
    "class-full": Kind(409, "The class has the most pupils"),
    "class-nickname": Kind(409, "Somebody in the class has this nickname", "Choose another nickname."),
    "class-secret": Kind(409, "This secret is used in another class", hint="Choose another secret, or leave it out."),
    "too-many-classes": Kind(409, "Too many classes are open", "End one of them first."),
    "webhook-url": Kind(422, "Messages cannot be sent to this URL", "Choose an https address of the public internet."),
    "webhook-ended": Kind(409, "The webhook has ended", "Add a new one."),
    "too-many-webhooks": Kind(409, "Too many webhooks are active", "End one of them first."),
    "push-endpoint": Kind(422, "Messages cannot be pushed to this address", "Use another browser."),
    "push-keys": Kind(422, "These are no keys of a subscription", "Allow messages in the browser again."),
    "quiet-hours": Kind(422, "Quiet hours have a beginning and an end", "Give both, or neither."),
    "already-there": Kind(409, "The id is taken", hint="Choose another id, or leave it out."),
    "import-differs": Kind(409, "The deal is recorded with other content"),
    "deal-withdrawn": Kind(409, "The deal was withdrawn"),
    "deal-not-withdrawn": Kind(409, "The deal is not withdrawn"),
    "deal-begun": Kind(409, "The deal has begun", "Ask a director or an arbiter to withdraw it."),
    "pin-set": Kind(
        409,
        "The seat has a PIN",
        "Enter the old PIN with the new one, or ask an official to clear it.",
        hint="Send the old one with the new one, or let an official clear it.",
    ),
    "club-moved": Kind(409, "The club has moved to another server", "Go to its new address.", hint="See `moved_to`."),
    "club-comes": Kind(409, "The club is just moving here", "Record it at the old address until it has moved."),
    "match-over": Kind(409, "The match is over"),
    "match-deal-open": Kind(409, "A deal of the match is not finished yet", "Finish or abandon it first."),
    "series-over": Kind(
        409,
        "The series is over",
        "Open it again first, with a reason.",
        hint="POST …/reopen opens it again, with a reason.",
    ),
    "tournament-over": Kind(
        409,
        "The tournament is over",
        "Open it again first, with a reason.",
        hint="POST …/reopen opens it again, with a reason.",
    ),
    "round-closed": Kind(409, "The round is closed", "Correct the result, or let the director open the round again."),
    "round-drawn": Kind(409, "The round is drawn already", hint="GET /api/v1/tournaments/{id} tells which is next."),
    "clock-runs": Kind(409, "The clock of the round is there already", "Stop it, or add minutes."),
    "no-clock": Kind(409, "There is no clock in this state", hint="GET /api/v1/tournaments/{id}/clock shows it."),
    "round-played": Kind(409, "Something is recorded at a table of the round"),
    "results-missing": Kind(409, "Some tables did not report yet"),
    "result-file": Kind(
        422,
        "This file of results cannot be entered",
        "Nothing was recorded.",
        hint="POST …/results/check tells of every line; nothing was recorded.",
    ),
    "entry-file": Kind(
        422, "This file of entries cannot be recorded", hint="POST …/entry-files/check tells of every line."
    ),
    "new-people": Kind(
        422,
        "Some people are new to the club",
        "Look through the names. If all may be in the club, say so and send it again.",
        hint="Look through the names. If all may be in the club, send it again with `new_people`.",
    ),
    "report-file": Kind(422, "This tournament cannot be written as a report file", hint="The detail says why."),
    "result-there": Kind(
        409,
        "There is a result already",
        "Correct it, with a reason.",
        hint="POST …/corrections changes it, with a reason.",
    ),
    "not-reported": Kind(409, "There is no result yet"),
    "result-confirmed": Kind(409, "The result is confirmed already"),
    "result-contested": Kind(
        409,
        "A side says that the result is wrong",
        "Correct it, or accept it as it is.",
        hint="POST …/corrections changes it, …/confirmations accepts it.",
    ),
    "match-seated": Kind(409, "A match is recorded for the table already"),
    "match-taken": Kind(409, "The match is a tournament's already"),
    "assigned-score": Kind(
        422, "This assigned score does not fit", hint="POST …/assigned-scores/withdrawal takes one back, with a reason."
    ),
    "arrow-switch": Kind(422, "This table cannot sit the other way round", hint="The detail says why."),
    "wrong-board": Kind(422, "This cannot be recorded as a wrong board", hint="The detail says why."),
    "artificial-score": Kind(
        422,
        "This artificial score does not fit",
        hint="POST …/artificial-scores/withdrawal takes one back, with a reason.",
    ),
    "result-ruled": Kind(409, "The result was ruled in a dispute", "Rule in the dispute, or withdraw that ruling."),
    "too-many-disputes": Kind(
        409, "A side has enough disputes about this deal", "Say more in one that is open, or ask an official."
    ),
    "dispute-ruled": Kind(409, "The dispute was ruled on", hint="GET /api/v1/disputes/{id} tells how it stands."),
    "not-ruled": Kind(409, "There is no ruling that this could be done to"),
    "not-appealed": Kind(409, "There is no appeal to decide on"),
    "appeal-late": Kind(409, "No appeal is possible any more"),
    "appeal-runs": Kind(409, "A side may still appeal"),
    "file-changed": Kind(409, "The file was changed in the database", "Ask the operator of the server."),
    "appeal-other": Kind(403, "Another official decides on an appeal"),
    "draw": Kind(422, "No such round can be drawn"),
    "preview": Kind(422, "This cannot be previewed", hint="docs/tournaments.md lists what can be, under Undo."),
    "terms": Kind(422, "These terms make no tournament"),
    "slate-over": Kind(
        409, "The game is over", "Correct a line instead.", hint="POST …/lines/{number}/corrections corrects a line."
    ),
    "slate-same": Kind(409, "The slate is so already", "Change something, or leave it as it is."),
    "slate-not-stopped": Kind(409, "The slate was not stopped"),
    "slate-line": Kind(422, "This line cannot be right", hint="The detail says what does not fit."),
    "slate-terms": Kind(422, "These terms are not legal", hint="docs/scores.md lists the terms and their defaults."),
    "slate-teams": Kind(422, "These teams do not fit the game"),
    "sheet": Kind(422, "This score sheet cannot be right", hint="The detail says what does not fit."),
    "same-ruleset": Kind(409, "The ruleset is so already", "Change something, or leave it as it is."),
    "ruleset-withdrawn": Kind(
        409,
        "The club has withdrawn this ruleset",
        hint="GET /api/v1/clubs/{id}/rulesets lists the others; or name it again.",
    ),
    "nothing-to-undo": Kind(409, "There is nothing to undo"),
    "version": Kind(
        412,
        "The record has moved on",
        "Load the page again, then decide anew.",
        hint="Look at the record again, then send the new ETag.",
    ),
    "too-large": Kind(413, "The body is too large", "Send less at once."),
    "paper-too-large": Kind(413, "This paper is too large for a PDF", "Print its page with your browser."),
    "media-type": Kind(415, "This media type is not taken", hint="Send Content-Type: application/json."),
    "shape": Kind(
        422,
        "The input does not have the right shape",
        "Look through what was typed, then send it again.",
        hint="See `errors`, and /docs for the shapes.",
    ),
    "notation": Kind(
        422,
        "An act is not understood",
        "Write a sentence such as “E 160” or “W JH”.",
        hint="Write a sentence such as “E 160” or “W JH”; see /docs.",
    ),
    "cursor": Kind(422, "The cursor leads nowhere", hint="Take `next` from the page before, unchanged."),
    "ply": Kind(422, "There is no such entry"),
    "line": Kind(422, "The line cannot be played", "Play one of the legal cards instead."),
    "no-analysis": Kind(422, "There is no analysis", "Unknown cards, or a broken rule, leave nothing to compute."),
    "id-reserved": Kind(
        422, "The id is kept for the record book", hint="Send a UUID of version 4 or 7, or leave it out."
    ),
    "key-reused": Kind(
        422,
        "The key belongs to another command",
        "Load the page again, then send it once more.",
        hint="Choose a fresh Idempotency-Key.",
    ),
    "unknown-ruleset": Kind(
        422,
        "There is no such ruleset",
        hint="GET /api/v1/rulesets lists those that are known, GET /api/v1/clubs/{id}/rulesets a club's own.",
    ),
    "ruleset": Kind(
        422,
        "The ruleset does not fit together",
        hint="GET /api/v1/rulesets/{key} shows every parameter of a known one.",
    ),
    "other-game": Kind(422, "The deal is of another game", "Choose a ruleset with the same seats, cards and stages."),
    "scope": Kind(422, "The role, and what it is for, do not fit together"),
    "too-many": Kind(422, "Too many at once"),
    "password": Kind(422, "This password is not taken"),
    "pin": Kind(422, "This PIN is not taken"),
    "pin-needed": Kind(422, "This needs the PIN of the seat", "Enter the PIN.", hint="Send `pin`."),
    "no-pin": Kind(
        422, "The seat has no PIN yet", "Set one first.", hint="Set one first: POST /api/v1/deals/{id}/pins."
    ),
    "account": Kind(422, "The account does not fit"),
    "time": Kind(
        422,
        "This is no time",
        "Write a date and a time.",
        hint="Write ISO 8601 with an offset, as in 2026-02-14T20:15:09.318Z.",
    ),
    "too-many-attempts": Kind(
        429, "Too many wrong attempts", "Wait a little, then try again.", hint="Wait as long as Retry-After says."
    ),
    "too-many-requests": Kind(
        429, "Too many requests at once", "Wait a little, then try again.", hint="Wait as long as Retry-After says."
    ),
    "too-many-streams": Kind(
        429,
        "Too many streams are open for you or your network",
        "Close other pages of this site, or load the page again now and then.",
        hint="Ask now and then with If-None-Match instead.",
    ),
    "internal": Kind(
        500,
        "Something went wrong here",
        "It was logged. Try again in a moment.",
        hint="It was logged. Sending it again with the same key is safe.",
    ),
    "no-pdf": Kind(
        501,
        "This server makes no PDF",
        "Open the page itself and print it.",
        hint="Open the page itself and print it. For PDFs the server needs Pango and the extra `pdf` of Nought.",
    ),
    "outcome-unknown": Kind(
        503,
        "It is not known whether this was recorded",
        "Look whether it is there before you send it again.",
        hint="Send it again under the same key.",
    ),
    "streams-full": Kind(
        503,
        "No further stream can be opened",
        "Load the page again now and then.",
        hint="Ask now and then with If-None-Match instead.",
    ),
    "busy": Kind(
        503, "The server has too much to do", "Wait a little, then try again.", hint="Wait as long as Retry-After says."
    ),
    "no-room": Kind(
        503,
        "The disk of the record book is full",
        "Nothing can be recorded until the operator of the server makes room.",
        hint="Send it again later under the same key. Nothing is recorded until the operator makes room.",
    ),
    "unavailable": Kind(503, "The database does not answer", "Try again in a moment."),
}
"""The kinds of problems by their permanent codes. A refusal by a rule of the game has its own code."""


def kind_of(code: str) -> Kind:
    """Return the kind of a code; 422 for a code that is not in `KINDS`."""
    if code in KINDS:
        return KINDS[code]
    return Kind(422, REFUSED if code in CLAUSES else DECLINED)


class Problem(Exception):
    """An error that is answered as a problem. Raise it anywhere in a request."""

    def __init__(
        self,
        code: str,
        detail: str | Term = "",
        *,
        status: int | None = None,
        headers: dict[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(str(detail) or code)
        self.code = code
        self.sentence = detail
        self.status = status or kind_of(code).status
        self.headers = headers or {}
        self.members = members

    @property
    def title(self) -> str:
        """Return what kind of problem it is, in the reader's language."""
        kind = kind_of(self.code)
        return reader().gettext(kind.title) if kind.status == self.status else HTTPStatus(self.status).phrase

    @property
    def detail(self) -> str:
        """Return what is wrong, in the reader's language."""
        return translate(reader(), self.sentence)

    @property
    def allowed(self) -> str:
        """Return what would be allowed, in the reader's language; empty if it is not known."""
        return translate(reader(), self.members.get("allowed") or "")

    @property
    def next(self) -> str:
        """Return what a person could do next, in the reader's language; empty if there is nothing to say."""
        advice = kind_of(self.code).next
        return reader().gettext(advice) if advice else ""

    def body(self, path: str | None = None) -> dict[str, Any]:
        """Return the problem as JSON values; ``path``: of the request, needed outside Flask."""
        title = self.title
        plain: dict[str, Any] = {
            "type": f"/api/v1/problems/{self.code}",
            "title": title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail or title,
            "instance": (request.path if path is None else path)[:300],
        }
        advice = kind_of(self.code).hint or self.next
        if advice:
            plain["next"] = advice
        members = {name: value for name, value in self.members.items() if value not in (None, "", [])}
        return plain | {name: _translated(value) for name, value in members.items()}

    def response(self) -> Response:
        """Return the response."""
        answer = Response(msgspec.json.encode(self.body()), self.status, content_type=MEDIA_TYPE)
        answer.headers.extend(self.headers)
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Content-Language"] = reader().locale
        return answer


def not_signed_in() -> Problem:
    """Return the problem (401) of a request without a token or a session."""
    detail = sentence("Sign in first, or scan your card again.")
    return Problem("token-needed", detail, headers={"WWW-Authenticate": "Bearer"})


def seconds(number: int) -> Plural:
    """Return a number of seconds, as a value of a sentence."""
    return SECONDS.of(number, amount=number)


def no_seat(seat: str, seats: Iterable[Seat]) -> Problem:
    """Return the problem (422) of a seat that the game does not have."""
    detail = sentence("there is no seat {seat}; the seats are {seats}", seat=seat, seats=seat_letters(seats))
    return Problem("scope", detail)


def no_ply(ply: int, first: int, last: int) -> Problem:
    """Return the problem (422) of a ply that the deal does not have."""
    allowed = sentence("the steps are {first} to {last}", first=first, last=last)
    return Problem("ply", sentence("there is no entry {ply}", ply=ply), allowed=allowed)


def _translated(member: Any) -> Any:
    return translate(reader(), member) if isinstance(member, Term) else member


def forbidden(detail: str | Term) -> Problem:
    """Return the problem (403) of a caller who is not allowed. ``detail`` must not show whether the thing exists."""
    return Problem("not-allowed", detail)
