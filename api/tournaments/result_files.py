"""Files of results as they are sent: text, or in Base64 a spreadsheet or text in any encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.spreadsheets import SpreadsheetError, csv_of_bytes, decode_base64
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Mapping


def text_of(params: Mapping[str, Any]) -> str:
    """Return the file that was sent as CSV. Raises `Declined`."""
    if "csv" in params:
        return str(params["csv"])
    try:
        return csv_of_bytes(decode_base64(params["xlsx"]))
    except SpreadsheetError as error:
        raise Declined("result-file", error.sentence) from None


def text_of_bytes(data: bytes) -> str:
    """Return a file as CSV. Raises `Declined`."""
    try:
        return csv_of_bytes(data)
    except SpreadsheetError as error:
        raise Declined("result-file", error.sentence) from None
