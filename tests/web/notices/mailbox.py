"""What a server's letters and notices come to: a mail server, and a browser's push service."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gajah.web.notices.web_push import encode
from tests.web.accounts.visitor import Visitor
from tests.web.harness import PATIENCE_S, Json, Page, Server

_DRIP_S = 0.05


class MailServer:
    """A real one on a free port; letters wait to be read."""

    def __init__(self) -> None:
        self._letters: Queue[EmailMessage] = Queue()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        """aiosmtpd: a letter has come."""
        content = envelope.content
        assert isinstance(content, bytes)
        self._letters.put(message_from_bytes(content, policy=policy.default))
        return "250 OK"

    def read(self) -> EmailMessage:
        """The next letter."""
        return self._letters.get(timeout=PATIENCE_S)

    @property
    def is_empty(self) -> bool:
        """Whether all have been read."""
        return self._letters.empty()

    @contextmanager
    def running(self) -> Iterator[MailServer]:
        """Take letters for a while."""
        self._controller.start()
        try:
            yield self
        finally:
            self._controller.stop()


def token_in(letter: EmailMessage, name: str) -> str:
    """The secret of a link in a letter."""
    found = re.search(rf"#{name}=(\S+)", letter.get_content())
    assert found is not None, letter.get_content()
    return found[1]


def club(data: Path, mail_port: int) -> Server:
    """A server that sends letters and notices."""
    data.mkdir()
    (data / "config.toml").write_text(
        "[limits]\nnew_account_burst = 1000\n"
        f'[mail]\nhost = "127.0.0.1"\nport = {mail_port}\nsecurity = "none"\n'
        'sender = "gajah <gajah@example.org>"\nurl = "https://arimaa.example.org"\n'
        "[push]\nlocal = true\n"
    )
    return Server(data, "--accounts")


def begin(gold: Visitor, silver: Visitor, control: str = "3d/0/0") -> tuple[str, Page, Page]:
    """A game in which both are there."""
    made = gold.post("/games", 201, control=control)
    game, tokens = made["game"]["id"], made["tokens"]
    return game, gold.page(game, tokens["g"]), silver.page(game, tokens["s"])


@dataclass
class PushService:
    """Where a browser is told; what has come is opened with the browser's own keys."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"sixteen bytes -x"
    status: int = 201
    url: str = ""
    heard: Queue[tuple[dict[str, str], Json]] = field(default_factory=Queue)

    @property
    def subscription(self) -> dict[str, Any]:
        """As a browser tells it to a server."""
        return {
            "endpoint": f"{self.url}/push/ann",
            "p256dh": encode(_point(self.key)),
            "auth": encode(self.auth),
        }

    def read(self) -> tuple[dict[str, str], Json]:
        """The headers and the words of the next notice."""
        return self.heard.get(timeout=PATIENCE_S)

    def open(self, sealed: bytes) -> bytes:
        """What was sealed for this browser, by the receiver's half of RFC 8291."""
        salt, size, point = sealed[:16], sealed[20], sealed[21 : 21 + sealed[20]]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        secret = self.key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + _point(self.key) + point
        root = _derive(secret, self.auth, info, 32)
        content_key = _derive(root, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(root, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(content_key).decrypt(nonce, sealed[21 + size :], None)
        return padded.rstrip(b"\0").removesuffix(b"\2")

    @contextmanager
    def running(self) -> Iterator[PushService]:
        """Listen on a free port for a while."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heads = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(service.status)
                self.end_headers()
                service.heard.put((heads, json.loads(service.open(body))))

            def log_message(self, *_: Any) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            self.url = f"http://127.0.0.1:{server.server_port}"
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                yield self
            finally:
                server.shutdown()
                thread.join()


@contextmanager
def endless_answers() -> Iterator[str]:
    """The address of a push service whose answers never end: one more digit, all the time."""
    is_over = threading.Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                self.request.sendall(b"HTTP/1.1 ")
                while not is_over.wait(_DRIP_S):
                    self.request.sendall(b"2")

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            is_over.set()
            server.shutdown()
            thread.join()


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
