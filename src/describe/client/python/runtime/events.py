from __future__ import annotations

import codecs
import dataclasses
import re
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any

from .event import Event, _open
from .request import _Call, _Connection, _Operation, _build_url, _send
from .response import _parse_json, _read_result
from .result import Failure, Headers, UnexpectedResponseError
from .transport import HttpResponse


def _read_events(
    connection: _Connection, operation: _Operation, data: tuple[str, ...], call: _Call, last_event_id: str | None
) -> Generator[Any, None, None]:
    """
    Reads the events of a stream (Server-Sent Events). Connects again where a connection ends or is silent, and goes on after the
    last event that it has read. Raises `ApiError` when the service rejects the stream, and `UnexpectedResponseError` for an event
    that is not JSON.
    """
    last, retry = last_event_id, 3.0
    # The service sends something every 15 seconds at least.
    call = dataclasses.replace(call, timeout=60.0 if call.timeout is None else call.timeout)
    url = _build_url(connection, operation, call)
    while True:
        given = dict(call.headers or {})
        if last is not None:
            given["Last-Event-ID"] = last
        response: HttpResponse | None = None
        try:
            response = _send(
                connection, operation, url, dataclasses.replace(call, headers=given), lambda received: received
            )
            assert response is not None
            if response.status not in operation.ok:
                service = connection.service
                result = _read_result(
                    operation.name, operation.ok, operation.ok, operation.codes, service.code, service.message, response
                )
                if isinstance(result, Failure):
                    raise result.error
                return
            if not Headers(response.headers).get("content-type", "").startswith("text/event-stream"):
                raise UnexpectedResponseError(operation.name, response.status, None)
            for fields in _read_fields(response.body):
                if re.fullmatch("[0-9]{1,9}", fields.get("retry", "")):
                    retry = int(fields["retry"]) / 1000
                last = fields.get("id", last)
                if "data" in fields:
                    try:
                        payload = _open(_parse_json(fields["data"]), data)
                    except ValueError as error:
                        raise UnexpectedResponseError(operation.name, response.status, fields["data"]) from error
                    yield Event(last or "", fields.get("event", "message"), payload)
        except OSError:
            # The connection failed or ended: the stream goes on.
            pass
        finally:
            if response is not None:
                response.close()
        time.sleep(retry)


def _read_fields(pieces: Iterable[bytes]) -> Iterator[Mapping[str, str]]:
    """Splits a stream into messages: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream"""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    fields: dict[str, str] = {}
    for piece in pieces:
        rest += decoder.decode(piece)
        *lines, rest = re.split(r"\r\n|\n|\r(?!\Z)", rest)
        for line in lines:
            if line == "":
                yield fields
                fields = {}
                continue
            name, _, text = line.partition(":")
            text = text.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{text}" if name == "data" and name in fields else text
