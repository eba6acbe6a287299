"""Import and export of deals: sentences, the hand file, the archive. Pure: no store, no web.

>>> from replay.notation import parse_action, write_action
>>> parse_action("e 160")
BidMade(seat='E', bid=160)
>>> write_action(parse_action("West (7c)"))
'W (7C)'
"""

from replay.notation.actions import parse_action, write_action
from replay.notation.archive import read_archived, write_archived
from replay.notation.archive_stream import BadLine, read_archive, write_archive
from replay.notation.document import MARKED, DealDocument, Item, document_of, events_of, record_of
from replay.notation.document_check import Finding, Report, check
from replay.notation.errors import ArchiveError, HandFileError, NotationError
from replay.notation.hand_file import read_hand, write_hand

__all__ = [
    "MARKED",
    "ArchiveError",
    "BadLine",
    "DealDocument",
    "Finding",
    "HandFileError",
    "Item",
    "NotationError",
    "Report",
    "check",
    "document_of",
    "events_of",
    "parse_action",
    "read_archive",
    "read_archived",
    "read_hand",
    "record_of",
    "write_action",
    "write_archive",
    "write_archived",
    "write_hand",
]
