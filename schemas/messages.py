"""Shapes of the messages that a player gets."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import instant

KINDS: Final = ("round", "confirm", "ruling", "correction", "class", "club")
"""The kinds of messages; permanent. `api.messages.kinds` says what each is."""
LANGUAGES: Final = ("en", "ta", "si", "gsw")
_CLOCK: Final = validate.Regexp(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]\Z", error="A time is hours and minutes, as in 22:00.")


class ChooseMessages(Command):
    """The kinds of messages that you want, and how."""

    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        required=True,
        validate=validate.Length(max=len(KINDS)),
        metadata={
            "description": "`round`: your table of the next round; `confirm`: a result to confirm; `ruling`: a ruling"
            " that concerns you; `correction`: a deal of yours was corrected; `class`: a class of your club begins;"
            " `club`: a club lets you in or does not, or takes your account from the player"
        },
    )
    by_mail = fields.Boolean(
        load_default=False,
        metadata={"description": "by mail to the address with which you sign in, as long as you have no device"},
    )
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
    quiet_from = fields.String(
        load_default=None,
        allow_none=True,
        validate=_CLOCK,
        metadata={"description": "nothing is sent from then on, in the time of the venue", "example": "22:00"},
    )
    quiet_until = fields.String(load_default=None, allow_none=True, validate=_CLOCK, metadata={"example": "07:00"})


class AddDevice(Command):
    """A browser's subscription, as its `PushSubscription` has it."""

    endpoint = fields.String(
        required=True,
        validate=validate.Length(1, 1000),
        metadata={"description": "the address at the browser's push service: https, of the public internet"},
    )
    p256dh = fields.String(required=True, validate=validate.Length(1, 100))
    auth = fields.String(required=True, validate=validate.Length(1, 40))


class MessageDevice(Answer):
    """A browser to which messages are pushed, without its address."""

    id = fields.UUID(required=True)
    label = f.text()
    added_at = instant(required=True)
    delivered_at = instant(allow_none=True)
    failures = f.integer("failed attempts since the last message that was delivered")


class MessagesAnswer(Answer):
    """The kinds of messages that you get, and where."""

    kinds = f.many(fields.String())
    by_mail = f.flag()
    can_mail = f.flag("whether the server sends mail, and you sign in with a mail address")
    language = f.text()
    quiet_from = f.optional(f.text("missing without quiet hours"))
    quiet_until = f.optional(f.text())
    has_calendar = f.flag()
    public_key = f.text("the key for `applicationServerKey`; empty if the server can push nothing")
    devices = f.many(MessageDevice)


class CalendarAnswer(Answer):
    """The secret address of your calendar, which is shown only now."""

    path = f.text("the path of the address, with its secret")
