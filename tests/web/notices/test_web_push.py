"""Notices sealed and signed as browsers and push services want them."""

from __future__ import annotations

import asyncio
import json
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from gajah.web.notices import posting
from gajah.web.notices.posting import ForbiddenAddress, post, split_endpoint
from gajah.web.notices.web_push import authorization, decode, encode, new_key, public_key, seal
from tests.web.notices.mailbox import endless_answers

# RFC 8291, appendix A.
_TEXT = b"When I grow up, I want to be a watermelon"
_P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
_SALT = "DGv6ra1nlYgDCS1FRnbzlw"
_SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_a_message_is_sealed_as_the_standard_shows() -> None:
    sealed = seal(_TEXT, _P256DH, _AUTH, key=_KEY, salt=decode(_SALT))
    assert encode(sealed) == _SEALED


def test_two_messages_are_never_sealed_alike() -> None:
    assert seal(_TEXT, _P256DH, _AUTH) != seal(_TEXT, _P256DH, _AUTH)


def test_the_signature_is_that_of_the_key_which_browsers_know() -> None:
    private = new_key()
    header = authorization(private, "https://push.example.org", "mailto:owner@example.org")
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    assert key == public_key(private)
    signed, _, signature = token.rpartition(".")
    raw = decode(signature)
    numbers = [int.from_bytes(part, "big") for part in (raw[:32], raw[32:])]
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    known.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(signed.partition(".")[2]))
    assert claims["aud"] == "https://push.example.org"
    assert claims["sub"] == "mailto:owner@example.org"


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/1",
        "https://user@push.example.org/1",
        "https://push.example.org:22/1",
        "https://",
        "https://[::1/1",
        "ftp://push.example.org/1",
        "https://push.example.org/1 2",
        "https://push.example.org/\x01",
        "https://push.example.org/\u00e9",
    ],
)
def test_only_plain_https_addresses_are_taken(url: str) -> None:
    with pytest.raises(ForbiddenAddress):
        split_endpoint(url, local=False)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "192.168.1.1",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_nothing_is_sent_to_machines_that_are_not_public(address: str) -> None:
    # As a name service of an attacker would answer.
    found = [(0, 0, 0, "", (address, 443))]
    with (
        patch("socket.getaddrinfo", return_value=found),
        pytest.raises(ForbiddenAddress, match="no public host"),
    ):
        asyncio.run(post("https://push.example.org/1", b"", {}, local=False))


def test_an_answer_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "_TIMEOUT_S", 0.5)
    with endless_answers() as url, pytest.raises(TimeoutError):
        asyncio.run(post(url, b"", {}, local=True))


@pytest.mark.parametrize("answer", [b"", b"\r\n", b"220 mail\r\n", b"HTTP/1.1 " + b"2" * 100_000])
def test_what_is_no_answer_of_a_push_service_is_a_failure(answer: bytes) -> None:
    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(answer)
        writer.close()

    async def whole() -> None:
        async with await asyncio.start_server(respond, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises((ValueError, OSError)):
                await post(f"http://127.0.0.1:{port}/1", b"", {}, local=True)

    asyncio.run(whole())
