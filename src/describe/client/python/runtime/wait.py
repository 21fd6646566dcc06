from __future__ import annotations

import time
from collections.abc import Callable

from .response import _Result
from .result import Failure


def _read_until(
    read: Callable[[], _Result],
    is_reached: Callable[[_Result], bool],
    interval: float,
    wait_timeout: float | None,
) -> _Result:
    """Reads a record until `is_reached`, or until the service rejects a read. Raises `TimeoutError`."""
    end = None if wait_timeout is None else time.monotonic() + wait_timeout
    while True:
        result = read()
        if isinstance(result, Failure) or is_reached(result):
            return result
        if end is not None and time.monotonic() + interval > end:
            raise TimeoutError(f"the record was in none of the states within {wait_timeout} seconds")
        time.sleep(interval)
