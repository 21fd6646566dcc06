from __future__ import annotations

import http.client
import math
import ssl
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .result import Headers


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request as a transport sends it."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float
    """How many seconds the transport waits for a connection and for each piece of data; infinite: as long as it takes."""


def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response as a transport returns it."""

    status: int
    headers: Iterable[tuple[str, str]]
    body: Iterable[bytes]
    """The body in pieces, as they come. It raises an `OSError` if the connection fails."""
    close: Callable[[], None] = _do_nothing
    """Ends the connection."""


Transport: TypeAlias = Callable[[HttpRequest], HttpResponse]
"""Sends a request and returns the response, whatever its status. Follows no redirect. Raises an `OSError` if the connection fails."""


class UrllibTransport:
    """The default transport: `urllib` of the standard library, with the proxies of the environment."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        # Without the handlers for other schemes, redirects and errors: each response is the client's to read.
        self._opener = urllib.request.OpenerDirector()
        self._opener.add_handler(urllib.request.ProxyHandler())
        self._opener.add_handler(urllib.request.HTTPHandler())
        self._opener.add_handler(urllib.request.HTTPSHandler(context=context))
        self._opener.add_handler(urllib.request.UnknownHandler())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
        timeout = None if math.isinf(request.timeout) else request.timeout
        try:
            response: Any = self._opener.open(sent, timeout=timeout)
        except http.client.HTTPException as error:
            raise ConnectionError(f"no response: {error!r}") from error
        return HttpResponse(response.status, response.headers.items(), _read_pieces(response), response.close)


def _read_pieces(response: Any) -> Iterator[bytes]:
    try:
        while piece := response.read1(65536):
            yield piece
        if response.length:
            raise ConnectionError("the connection ended within the response")
    except http.client.HTTPException as error:
        raise ConnectionError(f"the connection ended within the response: {error!r}") from error
    finally:
        response.close()
