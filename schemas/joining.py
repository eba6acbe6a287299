"""Shapes of joining clubs: invitations, requests, and the caller's own account."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command, page_of
from schemas.fields import instant, name


class Invite(Command):
    """An invitation of a registered player."""

    days = fields.Integer(
        strict=True,
        load_default=30,
        validate=validate.Range(1, 90),
        metadata={"description": "the days for which it is valid"},
    )


class InvitationAnswer(Answer):
    """An invitation. Its secret is shown only now."""

    player = f.text()
    secret = f.text()
    url = f.text("the page of the invitation, for a link or a QR code")
    days = f.integer()


class MemberLine(Answer):
    """A registered player of the club, and the account or the invitation of the player."""

    player = f.text()
    name = f.text()
    linked_at = instant(metadata={"description": "since when the player has an account; absent without one"})
    invited_until = instant(metadata={"description": "until when the invitation is valid; absent without one"})


class JoinRequestLine(Answer):
    """Somebody who asks to join."""

    id = f.text()
    name = f.text("the name that the sender typed or chose")
    player = f.optional(f.text("the registered player whom the sender chose"))
    sent_at = instant(required=True)


class AcceptRequest(Command):
    """The registered player whom the sender becomes; a new one of the sender's name by default."""

    player = fields.UUID()


class JoinedAnswer(Answer):
    """A club, and the registered player of the club whom an account is."""

    club = f.text()
    player = f.text()


class ClubCardAnswer(Answer):
    """The card of a club, by which people ask to join."""

    code = f.text()
    url = f.text("the page of the card, for a link or a QR code")


class UseInvitation(Command):
    """An invitation that the caller's account uses."""

    secret = fields.String(required=True, validate=validate.Length(equal=22))


class AskToJoin(Command):
    """A request to join by the code of a club's card."""

    code = fields.String(required=True, validate=validate.Length(equal=10))
    name = name(required=True, metadata={"description": "the name by which the club knows the sender"})


class OwnAccount(Answer):
    """The caller's account."""

    login = f.optional(f.text("what is typed to sign in; absent if the account signs in without it"))
    name = f.text()
    role = f.text()
    players = f.by_key(f.text(), "the registered players whom the account is, by the ids of their clubs")
    waiting = f.many(fields.String(), "the clubs that have a request of the account")
    passkeys = f.integer("how many passkeys sign in with it")
    has_password = f.flag()


MemberPage = page_of(MemberLine)
JoinRequestPage = page_of(JoinRequestLine)
