"""An HTTP server on loopback that answers as an OpenAI-compatible endpoint does, or misbehaves as one does on a bad day.

    with MisbehavingServer(says('{"line": "Hello."}'), hangs) as server: ... server.url, server.requests

Behaviours are used in turn, the last one for every call after. A behaviour that waits is let go when the server stops.
"""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Exchange"], None]


class Exchange(BaseHTTPRequestHandler):
    """One request and the means to answer it badly."""

    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        behaviour = self.server.record(self.path, json.loads(body), {name.lower(): value for name, value in self.headers.items()})
        try:
            behaviour(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client has had enough, as it should

    def asked(self) -> dict[str, Any]:
        """The request's JSON."""
        return self.server.requests[-1]

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None):
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json", "Content-Length": str(len(body))} | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def wait(self, seconds: float | None = None) -> bool:
        """Until the server stops, at most ``seconds``; True when it stops."""
        return self.server.over.wait(seconds)

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, behaviours: tuple[Behaviour, ...]):
        super().__init__(("127.0.0.1", 0), Exchange)
        self.behaviours = behaviours
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    def record(self, path: str, request: dict[str, Any], headers: dict[str, str]) -> Behaviour:
        with self.lock:
            self.requests.append(request)
            self.headers.append(headers)
            self.paths.append(path)
            return self.behaviours[min(len(self.requests), len(self.behaviours)) - 1]

    def handle_error(self, request, client_address):
        pass


class MisbehavingServer:
    """Runs from ``with`` to its end. ``requests`` are the JSON bodies received so far, ``headers`` and ``paths`` theirs."""

    def __init__(self, *behaviours: Behaviour, tls: ssl.SSLContext | None = None):
        self._server = _Server(behaviours)
        self._scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> "MisbehavingServer":
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        host = "127.0.0.1" if self._scheme == "http" else "localhost"
        return f"{self._scheme}://{host}:{self._server.server_port}/v1"

    @property
    def requests(self) -> list[dict[str, Any]]:
        return self._server.requests

    @property
    def headers(self) -> list[dict[str, str]]:
        return self._server.headers

    @property
    def paths(self) -> list[str]:
        return self._server.paths


@contextmanager
def deaf_port() -> Iterator[int]:
    """A port on loopback where connections are taken and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def closed_port() -> int:
    """A port on loopback where nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


# --- good behaviour -----------------------------------------------------------------------------------------------


def completion(content: str | None, finish: str = "stop", refusal: str | None = None, usage: bool = True) -> dict[str, Any]:
    """A chat completion in the form that llama.cpp's server gives it (a test compares the two)."""
    message = {"role": "assistant", "content": content} | ({"refusal": refusal} if refusal else {})
    counted = {"completion_tokens": 12, "prompt_tokens": 34, "total_tokens": 46, "prompt_tokens_details": {"cached_tokens": 0}}
    return {
        "choices": [{"finish_reason": finish, "index": 0, "message": message}],
        "created": 1796000000,
        "model": "fake",
        "system_fingerprint": "b0-fake",
        "object": "chat.completion",
        "id": "chatcmpl-fake",
    } | ({"usage": counted} if usage else {})


def says(content: str | None, **options) -> Behaviour:
    """Answers with this content."""
    return lambda exchange: exchange.answer(200, json.dumps(completion(content, **options)).encode())


def replies(write: Callable[[dict[str, Any]], str]) -> Behaviour:
    """Answers with what ``write`` makes of the request."""
    return lambda exchange: says(write(exchange.asked()))(exchange)


# --- bad behaviour ------------------------------------------------------------------------------------------------


def sends(body: bytes, **headers: str) -> Behaviour:
    """Answers 200 with this body, whatever it is."""
    return lambda exchange: exchange.answer(200, body, headers)


def fails(status: int, **headers: str) -> Behaviour:
    """Answers with an error status; the message quotes the request, as some servers do."""

    def behave(exchange: Exchange):
        quoted = exchange.asked()["messages"][-1]["content"]
        body = json.dumps({"error": {"message": f"failed on: {quoted}", "type": "error"}}).encode()
        exchange.answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})

    return behave


def hangs(exchange: Exchange):
    """Takes the request and never says a word."""
    exchange.wait()


def hangs_in_the_body(exchange: Exchange):
    """Sends its headers and half an answer."""
    body = json.dumps(completion("{}")).encode()
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.send_header("Content-Length", str(len(body)))
    exchange.end_headers()
    exchange.wfile.write(body[: len(body) // 2])
    exchange.wait()


def drops(exchange: Exchange):
    """Hangs up without an answer."""
    exchange.close_connection = True
    exchange.connection.shutdown(socket.SHUT_RDWR)


def drops_in_the_body(exchange: Exchange):
    """Hangs up in the middle of its answer."""
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.send_header("Content-Length", "5000")
    exchange.end_headers()
    exchange.wfile.write(b'{"choices": [')
    drops(exchange)


def drips(exchange: Exchange):
    """A byte now and then: each read is quick, the whole would take minutes."""
    body = json.dumps(completion("{}")).encode() + b" " * 10_000
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.send_header("Content-Length", str(len(body)))
    exchange.end_headers()
    _drip(exchange, body)


def drips_headers(exchange: Exchange):
    """The same, without ever coming to the body."""
    _drip(exchange, b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 10_000)


def _drip(exchange: Exchange, words: bytes):
    exchange.close_connection = True
    for n in range(len(words)):
        exchange.wfile.write(words[n : n + 1])
        if exchange.wait(0.02):
            return


def floods(exchange: Exchange):
    """Ten megabytes of answer."""
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.send_header("Transfer-Encoding", "chunked")
    exchange.end_headers()
    exchange.close_connection = True
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    for _ in range(160):
        exchange.wfile.write(chunk)
    exchange.wfile.write(b"0\r\n\r\n")
