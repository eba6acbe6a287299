"""Mail addresses: what is one, and what is not."""

from __future__ import annotations

from email.errors import HeaderParseError
from email.headerregistry import Address
from email.policy import SMTP
from typing import Final

LONGEST: Final = 254
"""The most characters of an address (RFC 5321, 4.5.3.1.3, without the angle brackets)."""


def is_address(text: str) -> bool:
    """Return whether a text is one mail address, without a name."""
    if len(text) > LONGEST or not text.isprintable():
        return False
    try:
        return Address(addr_spec=text).addr_spec == text and bool(Address(addr_spec=text).domain)
    except (ValueError, IndexError, HeaderParseError):
        return False


def is_sender(text: str) -> bool:
    """Return whether a text is one mail address, with or without a name: ``Nought <nought@club.example>``."""
    try:
        header = SMTP.header_factory("From", text)
    except (ValueError, IndexError):
        return False
    addresses = header.addresses
    return len(addresses) == 1 and not header.defects and is_address(addresses[0].addr_spec)
