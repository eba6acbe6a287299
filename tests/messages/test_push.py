"""Pushed messages are encrypted and signed as the RFCs say, and never go into a private network."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from api.messages import push
from api.messages.push import BadDevice, check_device, decode, encode, encrypt
from api.webhooks.requests import UnusableUrl
from store.tables.people.message_choices import PushDevice
from tests.cases import cases
from tests.messages.push_server import Browser, PushServer

KEY, AUTH = encode(Browser("/").p256dh), encode(b"0" * 16)


def test_the_encryption_is_that_of_the_example_of_rfc_8291() -> None:
    """Appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    theirs = decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        theirs,
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        own=own,
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_endpoints_of_private_networks_and_broken_keys_are_refused() -> None:
    refused = (
        "http://push.example/1", "https://127.0.0.1/1", "https://10.1.2.3/", "https://[::1]/",
        "https://169.254.169.254/latest", "https://[::ffff:192.168.0.1]/", "https://push.example:0/",
        "https://name:word@push.example/", "ftp://push.example/", "push.example", "https://", "x" * 3000,
    )  # fmt: skip
    with cases() as case:
        for endpoint in refused:
            with case(endpoint[:40]), pytest.raises(UnusableUrl):
                check_device(endpoint, KEY, AUTH)
        for key, auth in ((KEY[:-4], AUTH), (KEY, AUTH[:-2]), ("", ""), ("%" * 87, AUTH), (encode(b"\x04" * 65), AUTH)):
            with case(key[:20]), pytest.raises(BadDevice):
                check_device("https://push.example/1", key, auth)


def test_a_name_that_leads_into_a_private_network_is_refused_when_a_message_is_sent(
    monkeypatch: pytest.MonkeyPatch, push_server: PushServer
) -> None:
    """Also if it led elsewhere when the device was added."""
    monkeypatch.delenv("NOUGHT_PUSH_LOCAL")
    monkeypatch.setenv("NOUGHT_WEBHOOKS_LOCAL", "1")  # is for webhooks alone
    answers = iter(["93.184.216.34", "127.0.0.1"])
    monkeypatch.setattr(
        "api.webhooks.requests.socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (next(answers), 443))]
    )
    monkeypatch.setattr("api.webhooks.requests.socket.create_connection", _refuse)
    key = ec.generate_private_key(ec.SECP256R1())
    with pytest.raises(OSError, match="public"):
        push.send(_device("https://push.example/1"), b"{}", key, contact="", topic="", lives=1)
    with pytest.raises(UnusableUrl):
        push.send(_device("https://push.example/1"), b"{}", key, contact="", topic="", lives=1)
    assert push_server.requests == 0


def _refuse(address: tuple[str, int], *_: object) -> None:
    raise OSError(f"{address[0]} is public")


def _device(endpoint: str) -> PushDevice:
    now = datetime.now(UTC)
    return PushDevice(uuid4(), uuid4(), endpoint, Browser("/").p256dh, b"0" * 16, "", now, None, 0)
