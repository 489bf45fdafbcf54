"""Notices for a browser that is not open: sealed for it (RFC 8291) and signed by us (RFC 8292).

The push service of the browser's maker passes them on, and can read nothing of them.
"""

from __future__ import annotations

import base64
import json
import os
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

CAN_PUSH = find_spec("cryptography") is not None
"""Whether what `gajah[push]` brings is installed."""

_RECORD_BYTES = 4096
_POINT_BYTES = 65
_SIGNED_FOR_S = 12 * 3600


def encode(data: bytes) -> str:
    """Bytes as push services and browsers write them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes that are written so."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def new_key() -> str:
    """A new private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """The public key that browsers are given for a private one."""
    return encode(_point(_read_key(private)))


def seal(
    text: bytes, p256dh: str, auth: str, *, key: str | None = None, salt: bytes | None = None
) -> bytes:
    """A message that only the browser with these keys can read; ValueError where they are none.

    ``key`` and ``salt`` are new for every message.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs = decode(p256dh)
    own = _read_key(new_key() if key is None else key)
    point, salt = _point(own), os.urandom(16) if salt is None else salt
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    secret = own.exchange(ec.ECDH(), known)
    root = _derive(secret, decode(auth), b"WebPush: info\0" + theirs + point, 32)
    content_key = _derive(root, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(root, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_BYTES.to_bytes(4, "big") + bytes([_POINT_BYTES]) + point
    return head + AESGCM(content_key).encrypt(nonce, text + b"\2", None)


def authorization(private: str, origin: str, contact: str) -> str:
    """The header that tells a push service who sends."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": origin, "exp": int(time.time()) + _SIGNED_FOR_S, "sub": contact}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    signed = ".".join(encode(json.dumps(part).encode()) for part in parts)
    key = _read_key(private)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={encode(_point(key))}"


def _read_key(private: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(private), "big"), ec.SECP256R1())


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
