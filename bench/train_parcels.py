"""How large samples are on their way to a learner, and what sending and taking them over costs.

    python bench/train_parcels.py checkpoints/8x96-minute-105.pt

The network plays some games against itself, with few simulations: those change what a policy says,
not how many bytes it takes. In processor time, one thread. The numbers, as JSON:

bytes_a_sample    packed, as it is sent and stored
pack_us           for a sample, on the machine that plays
take_over_us      for a sample, on the learner's: log, unpacking, buffer
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import torch

from gajah.train.export import load
from gajah.train.games import GROUPS, Games
from gajah.train.mailbox import Mailbox
from gajah.train.packing import pack
from gajah.train.progress import SelfPlayed
from gajah.train.replay import Replay, Samples
from gajah.train.sample_log import Parcel, SampleLog
from gajah.train.settings import NetworkShape, Ramp, Run, Search

_CPU = torch.device("cpu")
#: Of a parcel.
_ROWS = 2_000
_BUFFER = 200_000
_REPEATS = 5


def play(net: Path, games: int) -> tuple[Samples, NetworkShape]:
    """The samples of ``games`` games, or of a few more."""
    layers, shape = load(net)
    search = Search(
        simulations=Ramp(((0.0, 12),)),
        setup_simulations=Ramp(((0.0, 8),)),
        full_share=0.25,
        quick_simulations=4,
    )
    run = Run(shape, games=32, threads=1, search=search)
    playing = Games(run, layers, device=_CPU, starts=[], progress=0.0, seed=1, kernels=True)
    playing.start()
    while playing.played().games < games:
        for group in range(GROUPS):
            playing.turn(group)
    return playing.take(), shape


def main() -> None:
    """Play, pack, take over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path, help="a checkpoint or net.npz")
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    torch.set_num_threads(1)
    samples, shape = play(options.net, options.games)
    count = len(samples["features"])
    cuts = range(0, count, _ROWS)
    parts = [{name: column[cut : cut + _ROWS] for name, column in samples.items()} for cut in cuts]
    start = time.process_time()
    packed = [pack(part) for part in parts]
    packing_s = time.process_time() - start
    with tempfile.TemporaryDirectory() as folder:
        log, replay = SampleLog(Path(folder), _BUFFER), Replay(_BUFFER, _CPU)
        mailbox = Mailbox(log, shape)
        spent = []
        for repeat in range(_REPEATS):
            start = time.process_time()
            for number, (part, content) in enumerate(zip(parts, packed, strict=True), 1):
                parcel = Parcel(str(repeat), number, len(part["td"]), SelfPlayed(), content)
                mailbox.deliver([parcel])
                mailbox.drain(replay)
            spent.append(time.process_time() - start)
        log.close()
    report = {
        "samples": count,
        "bytes_a_sample": round(sum(map(len, packed)) / count, 1),
        "pack_us": round(1e6 * packing_s / count, 2),
        "take_over_us": round(1e6 * min(spent) / count, 2),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
