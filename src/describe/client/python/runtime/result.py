from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NoReturn, TypedDict, TypeVar, cast

_Status = TypeVar("_Status", bound=int, covariant=True)
_Data = TypeVar("_Data", covariant=True)
_Code = TypeVar("_Code", bound="str | None", covariant=True)


class Headers(Mapping[str, str]):
    """Headers of a response: their names are found in any case."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._entries: dict[str, str] = {}
        for name, value in entries:
            key = name.lower()
            self._entries[key] = f"{self._entries[key]}, {value}" if key in self._entries else value

    def __getitem__(self, name: str) -> str:
        return self._entries[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Headers({list(self._entries.items())!r})"


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many requests the rate limit that is closest to rejecting still admits."""

    remaining: int
    name: str | None = None
    """The limit's name in the document; None where the service sends the older `X-RateLimit-…` headers."""
    reset_seconds: int | None = None
    """Seconds until the limit admits more."""


class FieldError(TypedDict, total=False):
    """A field of a request that the service rejected."""

    pointer: str
    """A JSON Pointer into the body."""
    parameter: str
    message: str


class ApiError(Exception, Generic[_Code]):
    """A rejection by the service, with the code that the document gives it."""

    code: _Code
    """None where the document gives the rejection no code, or the body does not show it."""
    status: int
    message: str
    fields: Sequence[FieldError]
    """The fields that the service rejected; empty where the error is not about fields."""
    body: Any
    """The body as the service sent it."""
    explanation: str | None
    """The document line that caused the rejection, if the service sends it."""

    def __init__(self, operation: str, code: _Code, message: str, status: int, headers: Headers, body: Any) -> None:
        super().__init__(f"{operation}: {message}")
        self.code = code
        self.status = status
        self.message = message
        entries: Any = body.get("errors") if isinstance(body, dict) else None
        listed: list[Any] = entries if isinstance(entries, list) else []
        self.fields = [cast("FieldError", each) for each in listed if isinstance(each, dict)]
        self.body = body
        self.explanation = headers.get("nonet-explain")


class UnexpectedResponseError(Exception):
    """A response that the document does not describe: from a proxy, or from a service with a newer document."""

    def __init__(self, operation: str, status: int, body: Any) -> None:
        super().__init__(f"{operation}: unexpected response with status {status}")
        self.status = status
        self.body = body


@dataclass(frozen=True, slots=True)
class Success(Generic[_Status, _Data]):
    """A request that the service carried out."""

    status: _Status
    data: _Data
    headers: Headers
    etag: str | None = None
    """The version of the record, for `if_match`."""
    rate_limit: RateLimit | None = None
    """None where the service states no rate limit for the operation, or does not send its headers."""
    ok: Literal[True] = True

    def or_raise(self) -> _Data:
        """Returns `data`."""
        return self.data


@dataclass(frozen=True, slots=True)
class Failure(Generic[_Code]):
    """A request that the service rejected."""

    status: int
    error: ApiError[_Code]
    headers: Headers
    rate_limit: RateLimit | None = None
    ok: Literal[False] = False

    def or_raise(self) -> NoReturn:
        """Raises `error`."""
        raise self.error
