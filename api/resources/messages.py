"""Messages that you get: kinds, devices, quiet hours, the calendar. Nothing in a request names an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api.blueprint import Blueprint
from api.messages import access
from api.permissions import ACCOUNTS, allow
from api.services import services
from schemas.messages import AddDevice, CalendarAnswer, ChooseMessages, MessageDevice, MessagesAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.people.message_choices import PushDevice

blp = Blueprint("messages", __name__, url_prefix="/api/v1/me/messages", description="Messages that you get")


@blp.get("")
@allow(ACCOUNTS, writes=False)
@blp.response(200, MessagesAnswer)
@blp.problems(403, 404)
def get_messages() -> dict[str, Any]:
    """Get the kinds of messages that you want, your devices, and the key for new ones."""
    return access.own_messages()


@blp.post("")
@allow(ACCOUNTS)
@blp.arguments(ChooseMessages)
@blp.response(200, MessagesAnswer)
@blp.problems(403, 404, 413, 415, 422)
def choose_messages(params: dict[str, Any]) -> dict[str, Any]:
    """Choose the kinds of messages that you want, and how. Harmless when called again."""
    access.choose(params)
    return access.own_messages()


@blp.post("/devices")
@allow(ACCOUNTS)
@blp.arguments(AddDevice)
@blp.response(201, MessageDevice)
@blp.problems(403, 404, 413, 415, 422)
def add_device(params: dict[str, Any]) -> PushDevice:
    """Add your browser to the devices to which messages are pushed. It ends with the session or the token."""
    return access.add_device(**params)


@blp.delete("/devices/<uuid:device_id>")
@allow(ACCOUNTS)
@blp.response(204)
@blp.problems(403, 404)
def end_device(device_id: UUID) -> Response:
    """End one of your devices."""
    access.end_device(device_id)
    return Response(status=204)


@blp.post("/calendar")
@allow(ACCOUNTS)
@blp.response(201, CalendarAnswer)
@blp.problems(403, 404)
def renew_calendar() -> tuple[dict[str, Any], dict[str, str]]:
    """Get a new secret address of your calendar. It is shown only once; the earlier address ends."""
    return {"path": access.renew_calendar()}, {"Cache-Control": "no-store"}


@blp.delete("/calendar")
@allow(ACCOUNTS)
@blp.response(204)
@blp.problems(403, 404)
def end_calendar() -> Response:
    """End the address of your calendar. Harmless if there is none."""
    services().message_choices.end_calendar(access.own_account())
    return Response(status=204)
