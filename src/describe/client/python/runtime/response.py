from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

from .result import ApiError, Failure, Headers, RateLimit, Success, UnexpectedResponseError
from .transport import HttpResponse

_Result: TypeAlias = Success[Any, Any] | Failure[Any]


_NO_BODY: Any = object()


def _read_result(
    operation: str,
    ok: tuple[int, ...],
    empty: tuple[int, ...],
    codes: Mapping[int, tuple[str | None, ...]],
    code_path: tuple[str | int, ...] | None,
    message_path: tuple[str | int, ...] | None,
    response: HttpResponse,
    content: bool = False,
) -> _Result:
    """Reads a response as the operation's result."""
    headers = Headers(response.headers)
    body = _read_content(response) if content and response.status in ok else _read_body(operation, response, headers)
    is_empty, body = body is _NO_BODY, None if body is _NO_BODY else body
    rate_limit = _read_rate_limit(headers)
    status = response.status
    if status in ok:
        if is_empty and status not in empty:
            raise UnexpectedResponseError(operation, status, body)
        return Success(status, body, headers, headers.get("etag"), rate_limit)
    known = codes.get(status)
    if known is None:
        raise UnexpectedResponseError(operation, status, body)
    shown = _find(body, code_path)
    if shown is None:
        shown = _find(body, ("error",))
    is_shown = isinstance(shown, str) and shown in known
    code = shown if is_shown else known[0] if code_path is None and len(known) == 1 else None
    if code is None and None not in known:
        raise UnexpectedResponseError(operation, status, body)
    message = _find(body, message_path) or _find(body, ("error_description",))
    text = message if isinstance(message, str) else code or f"status {status}"
    return Failure(status, ApiError(operation, code, text, status, headers, body), headers, rate_limit)


def _read_content(response: HttpResponse) -> bytes:
    try:
        return b"".join(response.body)
    finally:
        response.close()


def _read_body(operation: str, response: HttpResponse, headers: Headers) -> Any:
    """Reads JSON, or `_NO_BODY`. Anything else is not of the service, such as the page of a proxy."""
    try:
        text = b"".join(response.body).decode("utf-8", "replace")
    finally:
        response.close()
    if text == "":
        return _NO_BODY
    try:
        if re.search(r"[/+]json\b", headers.get("content-type", "")) is not None:
            return _parse_json(text)
    except ValueError:
        # The body is not the JSON that its header says.
        pass
    raise UnexpectedResponseError(operation, response.status, text)


def _parse_json(text: str) -> Any:
    """Parses JSON (RFC 8259). Raises ValueError for any other text, for numbers that Python cannot hold, and for too many levels."""
    try:
        return json.loads(text, parse_float=_parse_float, parse_constant=_reject)
    except RecursionError as error:
        raise ValueError("the JSON has too many levels") from error


def _parse_float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _reject(text)


def _reject(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a finite number")


def _find(body: Any, path: tuple[str | int, ...] | None) -> Any:
    if path is None:
        return None
    found = body
    for name in path:
        if isinstance(found, dict):
            found = found.get(name)
        elif isinstance(found, list) and isinstance(name, int) and name < len(found):
            found = found[name]
        else:
            return None
    return found


def _read_rate_limit(headers: Headers) -> RateLimit | None:
    found = re.match(r'"([^"]*)";r=([0-9]{1,15})(?:;t=([0-9]{1,15}))?(?![0-9])', headers.get("ratelimit", ""))
    if found is not None:
        name, remaining, reset = found.groups()
        return RateLimit(int(remaining), name, None if reset is None else int(reset))
    left = headers.get("x-ratelimit-remaining")
    return RateLimit(int(left)) if left is not None and re.fullmatch("[0-9]{1,15}", left) else None
