from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .response import _find

_Type = TypeVar("_Type", bound="str | None", covariant=True)
_Payload = TypeVar("_Payload", covariant=True)


@dataclass(frozen=True, slots=True)
class Event(Generic[_Type, _Payload]):
    """An event. The type of `data` follows from `type`."""

    id: str
    type: _Type
    data: _Payload


def _open(text: Any, path: tuple[str, ...]) -> Any:
    """Returns the payload of an envelope; an event without one has an empty payload."""
    found = _find(text, path)
    return {} if found is None else found
