"""Samples as bytes, to be sent and stored: a tenth of their size in memory.

Most actions are not legal, so a policy is a bit for each action and the shares of the legal ones.
"""

from __future__ import annotations

import zlib

import numpy as np
import torch
from numpy.typing import NDArray

from gajah._core import ACTIONS
from gajah.train.replay import COLUMNS, Samples

_POLICY = "policy"
#: The policy's number for an action that is not legal: core/selfplay/targets.h.
_ILLEGAL = -1
_MASK_BYTES = (ACTIONS + 7) // 8
#: The quickest of zlib's levels: 2 us a sample, and a quarter of the bytes.
_LEVEL = 1


def pack(samples: Samples) -> bytes:
    """Samples as ``unpack`` reads them."""
    policy = samples[_POLICY].numpy()
    legal = policy != _ILLEGAL
    others = [samples[name].contiguous().numpy() for name in COLUMNS if name != _POLICY]
    parts = [*others, np.packbits(legal, axis=1), policy[legal]]
    return zlib.compress(b"".join(part.tobytes() for part in parts), _LEVEL)


def unpack(content: bytes, rows: int) -> Samples:
    """The samples, as many as were packed."""
    content = zlib.decompress(content)
    samples: Samples = {}
    begin = 0
    for name, (width, dtype) in COLUMNS.items():
        if name == _POLICY:
            continue
        column = torch.zeros(rows, *width, dtype=dtype)
        end = begin + column.numel() * column.element_size()
        column.view(-1).numpy()[:] = np.frombuffer(content[begin:end], column.numpy().dtype)
        samples[name] = column
        begin = end
    end = begin + rows * _MASK_BYTES
    policy = _policy(content[begin:end], content[end:], rows)
    return samples | {_POLICY: torch.from_numpy(policy)}


def _policy(mask: bytes, shares: bytes, rows: int) -> NDArray[np.int16]:
    bits = np.frombuffer(mask, np.uint8).reshape(rows, _MASK_BYTES)
    legal = np.unpackbits(bits, axis=1, count=ACTIONS).view(bool)
    policy = np.full((rows, ACTIONS), _ILLEGAL, np.int16)
    policy[legal] = np.frombuffer(shares, np.int16)
    return policy
