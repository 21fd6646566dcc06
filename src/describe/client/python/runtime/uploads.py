from __future__ import annotations

import base64
import random
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .request import File, _build_url, _call, _Call, _Connection, _Operation, _send, _take_files, _write_fields
from .response import _Result, _read_result
from .result import Headers
from .transport import HttpResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumableUpload:
    """How a file is sent in pieces. A call continues after broken connections."""

    chunk_size: int = 8_388_608
    """The bytes of a piece."""
    address: str | None = None
    """The address of an upload that an earlier call has begun: this one continues it."""
    on_begin: Callable[[str], object] | None = None
    """Is called with the address of the upload, for a later call."""
    on_progress: Callable[[int, int], object] | None = None
    """Is called with the number of bytes that the service has, and of all."""


def _call_resumable(
    connection: _Connection, operation: _Operation, call: _Call, resumable: bool | ResumableUpload
) -> _Result:
    """Sends a request whose file is sent in pieces if `resumable` says so (tus 1.0)."""
    files: list[tuple[str, File]] = []
    rest: Any = {}
    if isinstance(call.body, File):
        files.append(("", call.body))
    elif isinstance(call.body, Mapping):
        rest = _take_files(call.body, files, "")
    if resumable is False or not files:
        return _call(connection, operation, call)
    fields: list[tuple[str, str]] = []
    _write_fields(rest, "", fields)
    how = ResumableUpload() if resumable is True else resumable
    return _upload(connection, operation, call, files[0][1], fields, how)


def _upload(
    connection: _Connection,
    operation: _Operation,
    call: _Call,
    file: File,
    fields: list[tuple[str, str]],
    how: ResumableUpload,
) -> _Result:
    total = len(file.content)
    retries = max(connection.retries if call.retries is None else call.retries, 0) + 3
    service = connection.service

    def request(
        method: str, url: str, headers: Mapping[str, str], piece: bytes | None = None
    ) -> tuple[HttpResponse, Headers, Callable[[], _Result]]:
        body = None if piece is None else File(piece, type="application/offset+octet-stream")
        asked = replace(operation, method=method, type="*/*", idempotency=None)
        more = {**(call.headers or {}), "Tus-Resumable": "1.0.0", **headers}
        sent = replace(call, body=body, headers=more)
        response = _send(connection, asked, url, sent, lambda found: found)

        def read() -> _Result:
            return _read_result(
                operation.name,
                operation.ok,
                operation.empty,
                operation.codes,
                service.code,
                service.message,
                response,
                operation.content,
            )

        return response, Headers(response.headers), read

    target = _build_url(connection, operation, call)
    place = target
    offset = 0
    known = how.address is not None
    if how.address is None:
        names = [*fields, *([("filename", file.name)] if file.name else []), ("filetype", file.type)]
        metadata = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in names)
        response, headers, read = request("POST", target, {"Upload-Length": str(total), "Upload-Metadata": metadata})
        location = headers.get("location")
        if response.status != 201 or total == 0 or location is None:
            return read()
        # An upload is at the address of its operation: no other host gets the credential.
        place = _replace_query(target, location)
        response.close()
        if how.on_begin is not None:
            how.on_begin(place)
    else:
        place = _replace_query(target, how.address)
    failures = 0
    while True:
        try:
            if known or failures > 0:
                response, headers, read = request("HEAD", place, {})
                if response.status != 200:
                    if response.status < 500 and response.status != 429:
                        return read()
                    response.close()
                    raise OSError(f"{operation.name}: the service is not available ({response.status})")
                offset = int(headers.get("upload-offset") or 0)
                response.close()
                known = False
            piece = file.content[offset : offset + how.chunk_size]
            response, headers, read = request("PATCH", place, {"Upload-Offset": str(offset)}, piece)
            stated = headers.get("upload-offset")
            following = None if stated is None else int(stated)
            succeeded = 200 <= response.status < 300
            if succeeded and (offset + len(piece) >= total or (following or 0) >= total):
                if how.on_progress is not None:
                    how.on_progress(total, total)
                return read()
            if succeeded:
                response.close()
                if following is None or following <= offset:
                    raise OSError(f"{operation.name}: the service takes no bytes of the upload")
                failures = 0
                offset = following
                if how.on_progress is not None:
                    how.on_progress(offset, total)
                continue
            # Another request holds the upload, has moved it, or the service is not available for now.
            passes = following is not None or response.status == 423 or response.status >= 500
            if not passes or failures >= retries:
                return read()
            response.close()
        except OSError:
            if failures >= retries:
                raise
        failures += 1
        time.sleep(0.25 * 2**failures * (1 + random.random()))


def _replace_query(url: str, other: str) -> str:
    query = urllib.parse.urlsplit(other).query
    return urllib.parse.urlunsplit(urllib.parse.urlsplit(url)._replace(query=query))
