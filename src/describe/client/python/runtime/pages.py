from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator
from typing import Any, Generic, TypeVar, cast

from .request import _Call, _Connection, _Operation, _build_url, _call, _receive
from .response import _find
from .result import Failure, Headers, UnexpectedResponseError, _Code

_Page = TypeVar("_Page", covariant=True)
_Item = TypeVar("_Item", covariant=True)


class Pages(Generic[_Page, _Item, _Code]):
    """A list: iterate over it for all of its records. The next page is requested when it is needed."""

    def __init__(self, connection: _Connection, operation: _Operation, items: tuple[str, ...], call: _Call) -> None:
        self._connection = connection
        self._operation = operation
        self._items = items
        self._call = call

    def first(self) -> _Page | Failure[_Code]:
        """Reads the first page."""
        return cast("_Page | Failure[_Code]", _call(self._connection, self._operation, self._call))

    def pages(self) -> Iterator[_Page]:
        """
        Reads the list page by page. Raises `ApiError` when the service rejects one, and `UnexpectedResponseError` when its next page
        is one that was read before.
        """
        url: str | None = _build_url(self._connection, self._operation, self._call)
        # Brent's algorithm finds each cycle with one address kept, which it replaces after 1, 2, 4, … pages.
        kept, left, steps = url, 1, 1
        while url is not None:
            page = _receive(self._connection, self._operation, url, self._call)
            if isinstance(page, Failure):
                raise page.error
            yield cast("_Page", page)
            try:
                url = _find_next_url(url, page.headers)
            except ValueError as error:
                raise UnexpectedResponseError(self._operation.name, page.status, page.data) from error
            if url == kept:
                raise UnexpectedResponseError(self._operation.name, page.status, page.data)
            left -= 1
            if left == 0 and url is not None:
                steps *= 2
                kept, left = url, steps

    def __iter__(self) -> Iterator[_Item]:
        """Reads all records. Raises what `pages` raises."""
        for page in self.pages():
            result = cast("Any", page)
            found: Any = _find(result.data, self._items)
            if not isinstance(found, list):
                raise UnexpectedResponseError(self._operation.name, result.status, result.data)
            yield from found


def _find_next_url(url: str, headers: Headers) -> str | None:
    """Returns the address of the next page (RFC 8288); all but its query stays the one of the client. Raises ValueError for no address."""
    link = re.search(r'<([^<>]*)>\s*;[^,<]*\brel="?next"?', headers.get("link", ""))
    if link is None:
        return None
    query = urllib.parse.quote(urllib.parse.urlsplit(urllib.parse.urljoin(url, link[1])).query, "!$%&'()*+,/:;=?@[]")
    return urllib.parse.urlunsplit(urllib.parse.urlsplit(url)._replace(query=query))
