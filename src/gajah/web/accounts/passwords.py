"""Passwords as they are stored: hashed by scrypt, with parameters and salt beside the hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Self

_SALT_BYTES, _KEY_BYTES = 16, 32
_KIND = "scrypt"


@dataclass(frozen=True)
class _Cost:
    """What a hash costs: ``n`` rounds over blocks of ``r`` (128 n r bytes), ``p`` times."""

    n: int
    r: int
    p: int

    def key(self, password: str, salt: bytes) -> bytes:
        # Half of what is allowed is for OpenSSL's own bookkeeping.
        most = 256 * self.n * self.r
        # The same letters may come in several encodings from different keyboards.
        text = unicodedata.normalize("NFKC", password).encode()
        return hashlib.scrypt(
            text, salt=salt, n=self.n, r=self.r, p=self.p, maxmem=most, dklen=_KEY_BYTES
        )


# 32 MB and some tenths of a second: one of the choices that OWASP's cheat sheet recommends.
_USUAL = _Cost(n=2**15, r=8, p=3)


@dataclass(frozen=True)
class _Stored:
    cost: _Cost
    salt: bytes
    key: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, n, r, p, salt, key = text.split("$")
        if kind != _KIND:
            raise ValueError(f"no hash of {_KIND}")
        cost = _Cost(int(n), int(r), int(p))
        return cls(cost, base64.b64decode(salt), base64.b64decode(key))

    def __str__(self) -> str:
        salt, key = (base64.b64encode(each).decode() for each in (self.salt, self.key))
        return f"{_KIND}${self.cost.n}${self.cost.r}${self.cost.p}${salt}${key}"


def hash_password(password: str) -> str:
    """What is stored in place of a password. It takes some tenths of a second."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return str(_Stored(_USUAL, salt, _USUAL.key(password, salt)))


def is_password(password: str, stored: str) -> bool:
    """Whether that password was stored. The time taken tells nothing about a near guess."""
    known = _Stored.parse(stored)
    return hmac.compare_digest(known.cost.key(password, known.salt), known.key)


def is_outdated(stored: str) -> bool:
    """Whether a password was stored at another cost than today's."""
    return _Stored.parse(stored).cost != _USUAL


def no_password() -> str:
    """The hash of no password: to refuse one takes as long as to check another."""
    salt, key = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_KEY_BYTES)
    return str(_Stored(_USUAL, salt, key))
