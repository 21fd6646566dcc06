from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from .result import ApiError, Failure, Headers, RateLimit, Success, UnexpectedResponseError
from .transport import HttpResponse

_Result: TypeAlias = Success[Any, Any] | Failure[Any]


def _read_result(
    operation: str,
    ok: tuple[int, ...],
    codes: Mapping[int, tuple[str | None, ...]],
    code_path: tuple[str | int, ...] | None,
    message_path: tuple[str | int, ...] | None,
    response: HttpResponse,
) -> _Result:
    """Reads a response as the operation's result."""
    headers = Headers(response.headers)
    body = _read_body(response, headers)
    rate_limit = _read_rate_limit(headers)
    status = response.status
    if status in ok:
        return Success(status, body, headers, headers.get("etag"), rate_limit)
    known = codes.get(status)
    if known is None:
        raise UnexpectedResponseError(operation, status, body)
    shown = _find(body, code_path)
    if shown is None:
        shown = _find(body, ("error",))
    code = shown if shown in known else known[0] if len(known) == 1 else None
    if code is None and None not in known and shown is not None:
        raise UnexpectedResponseError(operation, status, body)
    message = _find(body, message_path) or _find(body, ("error_description",))
    text = message if isinstance(message, str) else code or f"status {status}"
    return Failure(status, ApiError(operation, code, text, status, headers, body), headers, rate_limit)


def _read_body(response: HttpResponse, headers: Headers) -> Any:
    try:
        text = b"".join(response.body).decode("utf-8", "replace")
    finally:
        response.close()
    if text == "":
        return None
    if re.search(r"[/+]json\b", headers.get("content-type", "")) is None:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


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
    found = re.match(r'"([^"]*)";r=([0-9]+)(?:;t=([0-9]+))?', headers.get("ratelimit", ""))
    if found is not None:
        name, remaining, reset = found.groups()
        return RateLimit(int(remaining), name, None if reset is None else int(reset))
    left = headers.get("x-ratelimit-remaining")
    return RateLimit(int(left)) if left is not None and re.fullmatch("[0-9]+", left) else None
