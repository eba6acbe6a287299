"""Signed notes, keys and checkpoints, as C2SP writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.proof import checkpoints, notes, signatures
from domain.proof.checkpoints import Checkpoint, follow_key_changes, write_key_change
from domain.proof.notes import Note, NoteError, PrivateKey, PublicKey, Signature

# The example of C2SP signed-note (github.com/C2SP/C2SP, signed-note.md, "Verifier keys").
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# The example of C2SP tlog-checkpoint, whose key is not told there.
CHECKPOINT = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/"
    "Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)
LOG, OTHER, THIRD = (PrivateKey("cards.example/log", bytes([n]) * 32) for n in (1, 2, 3))
HEAD = Checkpoint("cards.example/log", 17, bytes(range(32)))


def test_the_example_of_the_format_is_verified_by_its_key() -> None:
    key = PublicKey.parse(VKEY)
    assert (key.name, key.id.hex(), key.text) == ("example.com/foo", "530d903a", VKEY)
    note = notes.parse(NOTE)
    assert note.verify([key]) == (key,)
    assert note.whole == NOTE


def test_signatures_are_those_of_rfc_8032() -> None:
    """RFC 8032, 7.1, test 2."""
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    public = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert signatures.public_of(seed).hex() == public
    assert signatures.sign(seed, b"\x72").hex() == signature
    assert signatures.is_valid(bytes.fromhex(public), b"\x72", bytes.fromhex(signature))
    assert not signatures.is_valid(bytes.fromhex(public), b"\x73", bytes.fromhex(signature))
    assert not signatures.is_valid(bytes.fromhex(public), b"\x72", b"")


def test_the_example_of_a_checkpoint_is_understood() -> None:
    checkpoint = checkpoints.parse(notes.parse(CHECKPOINT))
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.text == CHECKPOINT.split("\n\n")[0] + "\n"


@given(st.text(min_size=1).filter(lambda text: not any(letter < " " for letter in text)), st.integers(1, 3))
def test_a_note_that_is_signed_is_read_and_verified(text: str, count: int) -> None:
    keys = (LOG, OTHER, THIRD)[:count]
    note = Note(f"{text}\n")
    for key in keys:
        note = note.add_signature(key)
    again = notes.parse(note.whole)
    assert again == note
    assert set(again.verify([key.public for key in keys])) == {key.public for key in keys}


def test_only_known_keys_count_and_a_false_signature_by_one_spoils_the_note() -> None:
    note = checkpoints.sign(HEAD, OTHER)
    with pytest.raises(NoteError, match=r"signed by cards.example/log \(.{8}\), and by none of the keys"):
        note.verify([LOG.public])
    with pytest.raises(NoteError, match="by none of the keys"):
        note.verify([])
    both = note.add_signature(LOG)
    assert both.verify([LOG.public]) == (LOG.public,)
    spoilt = Note(both.text.replace("17", "18"), both.signatures)
    with pytest.raises(NoteError, match="does not fit the text"):
        spoilt.verify([LOG.public])
    borrowed = Note(both.text, (Signature(LOG.name, LOG.public.id, both.signatures[0].value), both.signatures[1]))
    with pytest.raises(NoteError, match="does not fit the text"):
        borrowed.verify([LOG.public])


def test_keys_are_written_and_read_again() -> None:
    assert PublicKey.parse(LOG.public.text) == LOG.public
    assert PrivateKey.parse(LOG.text + "\n") == LOG
    assert LOG.seed.hex() not in repr(LOG)
    assert LOG.text not in repr(LOG)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "name, id and key"),
        ("example.com/foo+530d903a", "name, id and key"),
        (VKEY.replace("530d903a", "530d903b"), "damaged"),
        (VKEY.replace("foo", "bar"), "damaged"),
        (VKEY.replace("+Ae", "+Be"), "only Ed25519"),
        (VKEY[:-4], "only Ed25519"),
        (VKEY + "=", "base64"),
        ("exa mple" + VKEY, "no key's name"),
        (VKEY.replace("example.com/foo", ""), "no key's name"),
    ],
)
def test_what_is_no_key_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(NoteError, match=why):
        PublicKey.parse(text)


def test_a_damaged_private_key_is_refused_and_never_quoted() -> None:
    for text in ("", LOG.text[:-8], LOG.text.replace("log+", "lag+"), LOG.text.replace("PRIVATE+KEY+", "")):
        with pytest.raises(NoteError) as refused:
            PrivateKey.parse(text)
        assert text == "" or text[-20:] not in str(refused.value)


@pytest.mark.parametrize(
    ("whole", "why"),
    [
        ("", "no blank line"),
        ("text\n", "no blank line"),
        (NOTE.replace("\n\n", "\n"), "no blank line"),
        (NOTE[:-1], "no blank line"),
        (NOTE.replace("This", "\tThis"), "control character"),
        ("text\n\n", "nobody signed it"),
        (NOTE.replace("— ", "- "), "no line of a signature"),
        (NOTE.replace("/foo Uw2Q", "/foo  Uw2Q"), "no line of a signature"),
        (NOTE.replace("/foo Uw", "/f+o Uw"), "no key's name"),
        (NOTE.replace("aQM=", "aQN="), "as it is written"),
        (NOTE.replace("aQM=", "aQM"), "base64"),
        ("text\n\n— a AAAA\n", "too short"),
        ("x" * 70_000 + NOTE, "is not read"),
    ],
)
def test_what_is_no_note_is_refused_in_words(whole: str, why: str) -> None:
    with pytest.raises(NoteError, match=why):
        notes.parse(whole)


@pytest.mark.parametrize(
    "text",
    [
        "origin\n17\n", "origin\n017\nAAAA\n", "origin\n-1\nAAAA\n", "origin\n1e3\nAAAA\n", "origin\n17\nAAAA\n",
        "\n17\nAAAA\n", "origin\n99999999999999999999\nAAAA\n", f"origin\n17\n{'A' * 44}\n",
    ],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        checkpoints.parse(Note(text))


def test_a_checkpoint_is_opened_by_a_key_of_its_own_log_only() -> None:
    whole = checkpoints.sign(HEAD, LOG).whole
    assert checkpoints.verify_note(whole, [OTHER.public, LOG.public]) == HEAD
    with pytest.raises(NoteError, match=r"a checkpoint of the log cards\.example/log, not of elsewhere"):
        checkpoints.verify_note(whole, [LOG.public], "elsewhere")
    stranger = PrivateKey("elsewhere", LOG.seed)
    with pytest.raises(NoteError, match="by none of the keys"):
        checkpoints.verify_note(checkpoints.sign(HEAD, stranger).whole, [stranger.public])


def test_trust_goes_from_key_to_key_by_notes_that_both_signed() -> None:
    first, second = write_key_change(LOG, OTHER), write_key_change(OTHER, THIRD)
    chain = [first.whole, second.whole]
    assert follow_key_changes([LOG.public], chain) == [LOG.public, OTHER.public, THIRD.public]
    assert follow_key_changes([OTHER.public], chain) == [OTHER.public, THIRD.public]
    assert follow_key_changes([THIRD.public], chain) == [THIRD.public]
    assert follow_key_changes([LOG.public], [second.whole]) == [LOG.public]
    alone = Note(first.text).add_signature(OTHER).whole
    assert follow_key_changes([LOG.public], [alone, "rubbish", Note("a\nb\nc\n").add_signature(LOG).whole]) == [
        LOG.public
    ]
    renamed = Note(first.text.replace("key-change", "birthday")).add_signature(LOG).add_signature(OTHER)
    assert follow_key_changes([LOG.public], [renamed.whole]) == [LOG.public]
