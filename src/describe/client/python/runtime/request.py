from __future__ import annotations

import email.utils
import json
import random
import re
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from .response import _Result, _read_result
from .result import Headers
from .transport import HttpRequest, HttpResponse, Transport

Credential: TypeAlias = str | Callable[[], str | None]
"""A credential, or a function that returns the present one: for tokens that expire."""


_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class File:
    """A file that is sent."""

    content: bytes
    name: str = ""
    type: str = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class _Operation:
    name: str
    method: str
    path: str
    accept: str
    ok: tuple[int, ...]
    empty: tuple[int, ...]
    codes: Mapping[int, tuple[str | None, ...]]
    type: str | None = None
    headers: tuple[str, ...] = ()
    idempotency: str | None = None
    content: bool = False
    # Whether it begins, refreshes or ends a session, and where its response has the credential and the refresh token.
    session: tuple[str, tuple[str, ...], tuple[str, ...] | None] | None = None


@dataclass(frozen=True, slots=True)
class _Scheme:
    name: str
    place: str
    key: str
    word: str | None = None


@dataclass(frozen=True, slots=True)
class _Service:
    schemes: tuple[_Scheme, ...]
    version: tuple[str, str, str] | None = None
    code: tuple[str | int, ...] | None = None
    message: tuple[str | int, ...] | None = None


class _Session(Protocol):
    scheme: str

    def credential(self) -> str | None: ...

    def renew(self, used: str) -> bool: ...

    def note(self, operation: _Operation, result: _Result) -> None: ...


@dataclass(frozen=True, slots=True)
class _Connection:
    service: _Service
    base_url: str
    credentials: Mapping[str, Credential | None]
    transport: Transport
    headers: Mapping[str, str]
    retries: int
    timeout: float
    session: _Session | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    path: tuple[object, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] | None = None
    retries: int | None = None
    timeout: float | None = None
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None


def _connect(
    service: _Service,
    base_url: str,
    credentials: Any,
    transport: Transport,
    headers: Mapping[str, str] | None,
    retries: int,
    timeout: float,
) -> _Connection:
    if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
        raise ValueError(f"base_url must begin with http:// or https://: {base_url!r}")
    known = {scheme.name for scheme in service.schemes}
    for name in credentials or {}:
        if name not in known:
            raise ValueError(f"the service has no authentication scheme {name!r}; it has: {', '.join(sorted(known))}")
    return _Connection(
        service, base_url.rstrip("/"), credentials or {}, transport, dict(headers or {}), retries, timeout
    )


def _call(connection: _Connection, operation: _Operation, call: _Call) -> _Result:
    """Sends a request, again where that is safe, and reads the response."""
    url = _build_url(connection, operation, call)
    result = _receive(connection, operation, url, call)
    if connection.session is not None:
        connection.session.note(operation, result)
    return result


def _receive(connection: _Connection, operation: _Operation, url: str, call: _Call) -> _Result:
    service = connection.service
    return _send(
        connection,
        operation,
        url,
        call,
        lambda response: _read_result(
            operation.name,
            operation.ok,
            operation.empty,
            operation.codes,
            service.code,
            service.message,
            response,
            operation.content,
        ),
    )


def _send(
    connection: _Connection,
    operation: _Operation,
    url: str,
    call: _Call,
    read: Callable[[HttpResponse], _Read],
) -> _Read:
    """Sends a request and returns what `read` makes of the response to the last attempt."""
    headers, body = _write_headers(connection, operation, call)
    # Within 30 seconds a repeated refresh gets the same refresh token.
    is_refresh = operation.session is not None and operation.session[0] == "refresh"
    again = operation.idempotency is not None or operation.method in ("GET", "HEAD") or is_refresh
    retries = connection.retries if call.retries is None else call.retries
    timeout = connection.timeout if call.timeout is None else call.timeout
    attempt = 0
    is_renewed = False
    while True:
        sent, target, used = _add_credential(connection, operation, headers, url)
        wait = 0.25 * 2**attempt * (1 + random.random()) if attempt < retries else None
        attempt += 1
        try:
            response = connection.transport(HttpRequest(operation.method, target, sent, body, timeout))
            if response.status == 401 and used is not None and connection.session is not None and not is_renewed:
                # The service did not begin a request whose credential has ended.
                is_renewed = True
                if connection.session.renew(used):
                    response.close()
                    attempt -= 1
                    continue
            delay = None if wait is None else _find_retry_delay(response, again, wait)
            if delay is None:
                return read(response)
            response.close()
        except OSError:
            if wait is None or not again:
                raise
            delay = wait
        time.sleep(delay)


def _write_headers(
    connection: _Connection, operation: _Operation, call: _Call
) -> tuple[Mapping[str, str], bytes | None]:
    service = connection.service
    headers: dict[str, str] = {name.lower(): value for name, value in connection.headers.items()}
    headers.update({name.lower(): value for name, value in (call.headers or {}).items()})
    headers["accept"] = operation.accept
    if service.version is not None and service.version[0] == "header":
        headers[service.version[1].lower()] = service.version[2]
    for name in operation.headers:
        value = call.parameters.get(name)
        if value is not None:
            headers[name.lower()] = _to_text(value)
    if call.if_match is not None:
        headers["if-match"] = call.if_match
    if call.if_none_match is not None:
        headers["if-none-match"] = call.if_none_match
    if operation.idempotency is not None:
        headers.setdefault(operation.idempotency.lower(), call.idempotency_key or str(uuid.uuid4()))
    if operation.type is None or call.body is None:
        return headers, None
    if isinstance(call.body, File):
        headers["content-type"] = _read_type(call.body)
        if call.body.name:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{urllib.parse.quote(call.body.name, safe='')}"
        return headers, call.body.content
    if operation.type == "multipart/form-data":
        boundary = uuid.uuid4().hex
        headers["content-type"] = f"{operation.type}; boundary={boundary}"
        return headers, _write_form(call.body, boundary.encode())
    headers["content-type"] = operation.type
    if operation.type != "application/x-www-form-urlencoded":
        return headers, json.dumps(call.body, ensure_ascii=False, allow_nan=False).encode()
    pairs: list[tuple[str, str]] = []
    _write_fields(call.body, "", pairs)
    return headers, urllib.parse.urlencode(pairs).encode()


def _write_fields(value: Any, name: str, pairs: list[tuple[str, str]]) -> None:
    """Writes a list as a repeated field, and the members of an object as `object[member]`.

    Raises ValueError for a value that no form can carry.
    """
    if value is None:
        raise ValueError(f"{name} is None, which a form cannot carry")
    if isinstance(value, (list, tuple)):
        if len(value) == 0:
            raise ValueError(f"{name} is an empty list, which a form cannot carry")
        pairs.extend((name, _to_text(item)) for item in value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _write_fields(inner, key if name == "" else f"{name}[{key}]", pairs)
    else:
        pairs.append((name, _to_text(value)))


def _write_form(body: Any, boundary: bytes) -> bytes:
    """Writes each file as a part of a form, and everything else as one part of JSON."""
    files: list[tuple[str, File]] = []
    fields = _take_files(body, files, "")
    parts: list[bytes] = []
    if fields:
        text = json.dumps(fields, ensure_ascii=False, allow_nan=False)
        # No member of a Request has this name.
        head = 'Content-Disposition: form-data; name="(json)"\r\nContent-Type: application/json'
        parts.append(f"{head}\r\n\r\n{text}".encode())
    for name, file in files:
        names = f'name="{_escape(name)}"; filename="{_escape(file.name) or "blob"}"'
        head = f"Content-Disposition: form-data; {names}\r\nContent-Type: {_read_type(file)}"
        parts.append(f"{head}\r\n\r\n".encode() + file.content)
    return b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + boundary + b"--\r\n"


def _escape(name: str) -> str:
    """Writes a name in the head of a part: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data"""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _read_type(file: File) -> str:
    """Returns the media type of a file (RFC 9110, section 8.3.1). Raises ValueError for another text, which could end the header."""
    if not re.fullmatch("[!#-'*+.0-9A-Z^-z|~-]+/[!#-'*+.0-9A-Z^-z|~-]+(?:[ \t]*;[\t -~]*)?", file.type):
        raise ValueError(f"the type of a File must be a media type: {file.type!r}")
    return file.type


def _take_files(body: Mapping[str, Any], files: list[tuple[str, File]], around: str) -> dict[str, Any]:
    rest: dict[str, Any] = {}
    for key, value in body.items():
        name = f"{around}[{key}]" if around else key
        if isinstance(value, File):
            files.append((name, value))
        elif isinstance(value, Mapping):
            rest[key] = _take_files(value, files, name)
        else:
            rest[key] = value
    return rest


def _find_retry_delay(response: HttpResponse, again: bool, wait: float) -> float | None:
    """Returns the seconds after which a response asks for another attempt; None where it is the result."""
    stated = _read_retry_after(response.headers)
    # A longer wait is the caller's decision.
    if stated is not None and stated > 60:
        return None
    if response.status == 429 or (again and response.status == 503):
        return max(stated or 0, wait)
    return max(stated, wait) if again and response.status == 409 and stated is not None else None


def _read_retry_after(headers: Iterable[tuple[str, str]]) -> float | None:
    text = Headers(headers).get("retry-after")
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,300}", text):
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _build_url(connection: _Connection, operation: _Operation, call: _Call) -> str:
    values = iter(call.path)

    def fill(place: re.Match[str]) -> str:
        text = _to_text(next(values))
        if text in ("", ".", ".."):
            raise ValueError(f"{operation.name}: {place[0]} is {json.dumps(text)}, which changes the path")
        return urllib.parse.quote(text, safe="")

    path = re.sub(r"\{[^}]*\}", fill, operation.path)
    query: dict[str, str] = {}
    version = connection.service.version
    if version is not None and version[0] == "query":
        query[version[1]] = version[2]
    for name, value in call.parameters.items():
        if value is not None and name not in operation.headers:
            query[name] = _to_text(value)
    return f"{connection.base_url}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")


def _to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_to_text(item) for item in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def _add_credential(
    connection: _Connection, operation: _Operation, headers: Mapping[str, str], url: str
) -> tuple[Mapping[str, str], str, str | None]:
    """Adds the first credential that has a value; the last value is that credential if it is the one of the session."""
    session = connection.session
    # The credential of a session is not sent to begin another one, nor to refresh it.
    is_kept = operation.session is None or operation.session[0] == "end"
    for scheme in connection.service.schemes:
        credential = connection.credentials.get(scheme.name)
        value: str | None = credential() if callable(credential) else credential
        kept: str | None = None
        if value is None and is_kept and session is not None and session.scheme == scheme.name:
            value = kept = session.credential()
        if value is None:
            continue
        if scheme.place == "query":
            pair = urllib.parse.urlencode({scheme.key: value})
            return headers, f"{url}{'&' if '?' in url else '?'}{pair}", kept
        if scheme.place == "cookie":
            return {**headers, "cookie": f"{scheme.key}={value}"}, url, kept
        text = value if scheme.word is None else f"{scheme.word} {value}"
        return {**headers, scheme.key.lower(): text}, url, kept
    return headers, url, None
