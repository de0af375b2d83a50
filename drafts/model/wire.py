"""HTTP under one clock and one size limit, for a client that retries.

The usual timeouts are for each read, so a server that sends a byte now and then holds a caller for ever, in the headers as well
as in the body. Here every connect, read and write gets no more than what is left of the try, and the body has a largest size.
A connection is used for one request: a handshake costs little beside a model's answer, and nothing is shared by threads or forks.
"""

import socket
import ssl
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from urllib.request import getproxies, proxy_bypass

import httpcore2
import httpx2

from drafts.model.trouble import ModelUnavailable

FIRST_WAIT = 0.5
"""Seconds the openai client waits before its second try, unless the server names a time; with less left there is none."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on a monotonic clock."""

    at: float
    clock: Callable[[], float] = time.monotonic

    def left(self) -> float:
        """Seconds until then, negative afterwards."""
        return self.at - self.clock()

    def sooner(self, seconds: float) -> "Deadline":
        """This moment or ``seconds`` from now, whichever comes first."""
        return Deadline(min(self.at, self.clock() + seconds), self.clock)


class _Stream(httpcore2.NetworkStream):
    """A connection whose every operation gets what is left until the deadline."""

    def __init__(self, inner: httpcore2.NetworkStream, deadline: Deadline):
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(self._deadline, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(self._deadline, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, ssl_context, server_hostname=None, timeout=None) -> httpcore2.NetworkStream:
        left = _left(self._deadline, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str):
        return self._inner.get_extra_info(info)


class _Network(httpcore2.NetworkBackend):
    """Connects within the deadline, however many addresses a host has. Looking a name up is the system's, with its own limit."""

    def __init__(self, deadline: Deadline):
        self._inner, self._deadline = httpcore2.SyncBackend(), deadline

    def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options: Iterable | None = None):
        failure: Exception = httpcore2.ConnectError(f"no address for {host}")
        try:
            addresses = dict.fromkeys(found[4][0] for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error
        for address in addresses:
            try:
                left = _left(self._deadline, httpcore2.ConnectTimeout)
                return _Stream(self._inner.connect_tcp(address, port, left, local_address, socket_options), self._deadline)
            except httpcore2.ConnectError as error:
                failure = error
        raise failure


def _left(deadline: Deadline, too_late: type[Exception]) -> float:
    left = deadline.left()
    if left <= 0:
        raise too_late("the clock ran out")
    return left


class Wire(httpx2.BaseTransport):
    """One call's transport: each try within ``timeout``, all of them before ``deadline``, no body over ``largest`` bytes.

    Raises httpx errors where another try makes sense, and :class:`ModelUnavailable` where it does not. A server that asks to
    be left alone for longer than is left is not asked again.
    """

    def __init__(self, deadline: Deadline, timeout: float, largest: int):
        self._deadline, self._timeout, self._largest = deadline, timeout, largest

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if self._deadline.left() <= 0:
            raise ModelUnavailable("timeout")
        this_try = self._deadline.sooner(self._timeout)
        try:
            with _pool(request.url, this_try) as pool, pool.stream(**_parts(request)) as reply:
                headers = httpx2.Headers(reply.headers)
                body = self._body(reply, headers)
                if _wait_asked_for(headers) >= self._deadline.left():
                    headers["x-should-retry"] = "false"  # which the client obeys
                return httpx2.Response(reply.status, headers=headers, content=body, request=request)
        except httpcore2.TimeoutException:
            raise self._again("timeout", httpx2.ReadTimeout("the clock ran out", request=request)) from None
        except httpcore2.ConnectError:
            raise self._again("unreachable", httpx2.ConnectError("no connection", request=request)) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError):
            raise self._again("dropped", httpx2.RemoteProtocolError("the connection broke off", request=request)) from None

    def _again(self, code: str, error: httpx2.RequestError) -> Exception:
        """What the client should see: an error it may try again after, or the end."""
        return error if self._deadline.left() > FIRST_WAIT else ModelUnavailable(code)

    def _body(self, reply: httpcore2.Response, headers: httpx2.Headers) -> bytes:
        if headers.get("content-encoding", "identity").lower() != "identity":  # a few kilobytes may unfold to gigabytes
            raise ModelUnavailable("encoded")
        parts, size = [], 0
        for part in reply.iter_stream():
            size += len(part)
            if size > self._largest:
                raise ModelUnavailable("too_large")
            parts.append(part)
        return b"".join(parts)


def _parts(request: httpx2.Request) -> dict:
    return {"method": request.method, "url": _core_url(request.url), "headers": request.headers.raw, "content": request.read()}


def _pool(url: httpx2.URL, deadline: Deadline) -> httpcore2.ConnectionPool:
    """Straight, or through the proxy that the environment names for this host, as other programs do."""
    options = {
        "network_backend": _Network(deadline),
        "ssl_context": trusted() if url.scheme == "https" else None,
        "max_keepalive_connections": 0,
    }
    named = None if proxy_bypass(url.host) else getproxies().get(url.scheme)
    if not named:
        return httpcore2.ConnectionPool(**options)
    proxy = httpx2.Proxy(named)
    return httpcore2.HTTPProxy(_core_url(proxy.url), proxy_auth=proxy.raw_auth, **options)


@cache
def trusted() -> ssl.SSLContext:
    """The system's authorities, or those that ``SSL_CERT_FILE`` names; read once, because that takes a tenth of a second."""
    return httpx2.create_ssl_context()


def _core_url(url: httpx2.URL) -> httpcore2.URL:
    return httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


def _wait_asked_for(headers: httpx2.Headers) -> float:
    """Seconds the client will wait before another try: what the server asks for, as the client reads it, else its own."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
    try:
        return parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time()
    except (KeyError, ValueError, TypeError):
        return FIRST_WAIT
