"""How fast core in WebAssembly is, beside the library's kernel with the same instructions.

    make wasm && python -m bench.wasm [--rounds 30] [--threads 1 2 4]

Evaluations a second of one thread, in Node.js and in Chromium, and of the library with its SSE2
kernel (``winograd``). Candidates take turns, a hundred evaluations each, and the best round of
each counts, in processor time of all threads (Linux). Besides that the seconds from nothing to
the first evaluation, files in the cache.

With ``--threads`` instead: nodes a second of an analysis by so many threads in a worker of
Chromium, and nodes for each second of processor time of all threads, which other work on the
machine changes less.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from gajah._core import Network, Position, pack_features
from gajah.engine.networks import network_file
from gajah.web.wire.shapes import Place
from tests.browser.conftest import launch
from tests.wasm.asking import chromium, in_threads
from tests.wasm.places import asked

ROOT = Path(__file__).parent.parent

OPENING = "g [rrrddrrrrhcmechr                                RHCEMCHRRRRDDRRR]"
WASM = ROOT / "src" / "gajah" / "web" / "static" / "wasm" / "gajah.wasm"
NETWORK = ROOT / "src" / "gajah" / "engine" / "gajah.net"
EVALUATIONS = 100
STARTS = 7
LIBRARY = "library, SSE2"
SEARCH_S = 5.0
SLICE_S = 0.1

Call = Callable[[str], float]


def descendants(process: int) -> set[int]:
    """The process and all that it has started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue  # it has ended
    found = {process}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def cpu_s(processes: set[int]) -> float:
    """The processor time that their threads have used."""
    tasks = (task for pid in processes for task in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def process_s(processes: set[int]) -> float:
    """The same to a hundredth of a second, with that of threads that have ended."""
    stats = (Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in processes)
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def is_renderer(process: int) -> bool:
    """Whether it runs pages of Chromium."""
    return b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()


def rate_of(evaluate: Callable[[], object], processes: set[int]) -> float:
    """Evaluations for each second of processor time, in one round."""
    before = cpu_s(processes)
    evaluate()
    return EVALUATIONS / (cpu_s(processes) - before)


@contextmanager
def in_node() -> Iterator[tuple[Call, set[int]]]:
    """Calls of wasm-page.js in Node.js, and its process."""
    script = str(ROOT / "bench" / "wasm-node.js")
    with subprocess.Popen(
        ["node", script, str(WASM), str(NETWORK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as node:
        questions, answers = node.stdin, node.stdout
        assert questions is not None
        assert answers is not None

        def call(name: str) -> float:
            print(name, file=questions, flush=True)
            return float(json.loads(answers.readline()))

        yield call, {node.pid}


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def in_chromium() -> Iterator[tuple[Call, set[int]]]:
    """The same in a page."""
    files = functools.partial(_Files, directory=str(ROOT))
    server = ThreadingHTTPServer(("127.0.0.1", 0), files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/bench/wasm.html")
        pages = {pid for pid in descendants(os.getpid()) if is_renderer(pid)}
        yield lambda name: float(page.evaluate("name => window.calls[name]()", name)), pages
        browser.close()
    server.shutdown()
    server.server_close()


def in_library() -> Callable[[], None]:
    """A round of the library."""
    network = Network.parse(network_file(None), "winograd")
    features = pack_features([Position.parse(OPENING)])

    def evaluate() -> None:
        for _ in range(EVALUATIONS):
            network.answer(features)

    return evaluate


def measure_threads(counts: list[int], rounds: int) -> None:
    """Prints a table of threads."""
    best = dict.fromkeys(counts, (0.0, 0.0))
    with chromium() as page:
        pages = {pid for pid in descendants(os.getpid()) if is_renderer(pid)}
        for _ in range(rounds):
            for threads, found in best.items():
                how = {"seconds": SEARCH_S, "slice": SLICE_S, "threads": threads}
                question = asked("speed", Place(position=OPENING), **how)
                before = process_s(pages)
                ((nodes, seconds),) = in_threads(page, threads)([question])
                rates = nodes / seconds, nodes / (process_s(pages) - before)
                best[threads] = max(found[0], rates[0]), max(found[1], rates[1])
    print("| threads | nodes/s | nodes for a second of processor time |")
    print("| ---: | ---: | ---: |")
    for threads, (rate, rate_cpu) in best.items():
        print(f"| {threads} | {rate:,.0f} | {rate_cpu:,.0f} |")


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--threads", type=int, nargs="+")
    options = parser.parse_args()
    if options.threads:
        measure_threads(options.threads, options.rounds)
    else:
        measure_one(options.rounds)


def measure_one(rounds: int) -> None:
    """Prints a table of one thread."""
    with ExitStack() as stack:
        places = {
            "Node.js": stack.enter_context(in_node()),
            "Chromium": stack.enter_context(in_chromium()),
        }
        starts = {n: [call("start") for _ in range(STARTS)] for n, (call, _) in places.items()}
        library = in_library()
        best = dict.fromkeys([*places, LIBRARY], 0.0)
        for _ in range(rounds):
            for name, (call, processes) in places.items():
                evaluate = functools.partial(call, "evaluate")
                best[name] = max(best[name], rate_of(evaluate, processes))
            best[LIBRARY] = max(best[LIBRARY], rate_of(library, {os.getpid()}))
        memory = {name: call("memory") for name, (call, _) in places.items()}
    print(
        "| one thread | evaluations/s | of the library's | ready, s (best, median) | memory, MB |"
    )
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, rate in best.items():
        share = f"{rate / best[LIBRARY]:.0%}"
        ready = f"{min(starts[name]):.2f}, {median(starts[name]):.2f}" if name in starts else ""
        used = f"{memory[name]:.0f}" if name in memory else ""
        print(f"| {name} | {rate:,.0f} | {share} | {ready} | {used} |")


if __name__ == "__main__":
    main()
