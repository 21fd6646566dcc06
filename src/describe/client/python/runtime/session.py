from __future__ import annotations

import copy
import dataclasses
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from .request import _Call, _Connection, _Operation, _call
from .response import _Result
from .result import Success


@dataclass(frozen=True, slots=True)
class SessionTokens:
    """The tokens of a person who is logged in. Store them as you store a password."""

    credential: str = field(repr=False)
    """The credential of requests."""
    refresh_token: str | None = field(default=None, repr=False)
    """Gets the next credential."""
    expires_at: float | None = None
    """When the credential ends, in seconds since 1970; None where it is not known."""


class SessionStore(Protocol):
    """Stores the tokens of one person, so that a session goes on after a restart."""

    def load(self) -> SessionTokens | None:
        """Returns the tokens that were saved last; None without a session."""
        ...

    def save(self, tokens: SessionTokens | None) -> None:
        """Stores new tokens; None after a log out, or when the session has ended."""
        ...


# Seconds before its end at which a credential is refreshed, or a tenth of its lifetime if that is less.
_EARLY = 30.0


def _keep_session(
    connection: _Connection,
    store: SessionStore | Literal[True],
    scheme: str,
    lifetime: float | None,
    refresh: _Operation | None,
    constants: Mapping[str, Any],
    path: tuple[str, ...],
) -> _Connection:
    keeper = _SessionKeeper(connection, store, scheme, lifetime, refresh, constants, path)
    return dataclasses.replace(connection, session=keeper)


class _SessionKeeper:
    """Keeps the session of one person. Threads share one refresh."""

    def __init__(
        self,
        connection: _Connection,
        store: SessionStore | Literal[True],
        scheme: str,
        lifetime: float | None,
        refresh: _Operation | None,
        constants: Mapping[str, Any],
        path: tuple[str, ...],
    ) -> None:
        self.scheme = scheme
        self._connection = connection
        self._store = None if store is True else store
        self._lifetime = lifetime
        self._refresh = refresh
        self._constants = constants
        self._path = path
        self._tokens: SessionTokens | None = None
        self._is_loaded = False
        self._lock = threading.RLock()

    def credential(self) -> str | None:
        with self._lock:
            if not self._is_loaded:
                self._load()
            present = self._tokens
            if present is not None and self._is_ending(present):
                try:
                    self._renew_from(present.credential)
                except Exception:
                    # The credential may still be valid.
                    pass
            return None if self._tokens is None else self._tokens.credential

    def renew(self, used: str) -> bool:
        """Replaces a credential that the service rejected. Returns whether there is another one."""
        with self._lock:
            if self._tokens is not None and self._tokens.credential != used:
                return True
            try:
                is_renewed = self._renew_from(used)
            except Exception:
                return False
            tokens = self._tokens
            if not is_renewed and tokens is not None and tokens.credential == used and tokens.refresh_token is None:
                # Nothing can renew it: the session is over.
                self._save(None)
            return is_renewed

    def note(self, operation: _Operation, result: _Result) -> None:
        """Takes note of the result of an operation that begins or ends a session."""
        if operation.session is None or not isinstance(result, Success):
            return
        with self._lock:
            self._is_loaded = True
            if operation.session[0] == "end":
                self._save(None)
                return
            tokens = self._read(operation, result.data)
            if tokens is not None:
                self._save(tokens)

    def _load(self) -> None:
        if self._store is not None:
            self._tokens = self._store.load()
        self._is_loaded = True

    def _save(self, tokens: SessionTokens | None) -> None:
        self._tokens = tokens
        if self._store is not None:
            self._store.save(tokens)

    def _read(self, operation: _Operation, data: Any) -> SessionTokens | None:
        if operation.session is None:
            return None
        _, at, refresh_at = operation.session
        credential = _look_up(data, at)
        if not isinstance(credential, str):
            return None
        token = None if refresh_at is None else _look_up(data, refresh_at)
        expires_at = None if self._lifetime is None else time.time() + self._lifetime
        return SessionTokens(credential, token if isinstance(token, str) else None, expires_at)

    def _is_ending(self, tokens: SessionTokens) -> bool:
        if tokens.refresh_token is None or tokens.expires_at is None:
            return False
        lifetime = _EARLY if self._lifetime is None else self._lifetime
        return time.time() >= tokens.expires_at - min(_EARLY, lifetime / 10)

    def _renew_from(self, used: str) -> bool:
        # Another client with the same store may have refreshed the session, or ended it.
        self._load()
        tokens = self._tokens
        if tokens is None or tokens.credential != used:
            return tokens is not None
        if tokens.refresh_token is None or self._refresh is None:
            return False
        body = copy.deepcopy(dict(self._constants))
        at = body
        for name in self._path[:-1]:
            at = at.setdefault(name, {})
        at[self._path[-1]] = tokens.refresh_token
        result = _call(self._connection, self._refresh, _Call(body=body, timeout=8.0))
        following = self._read(self._refresh, result.data) if isinstance(result, Success) else None
        if following is not None:
            self._save(following)
        elif result.status == 401:
            self._save(None)
        return following is not None


def _look_up(data: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        data = data.get(name) if isinstance(data, Mapping) else None
    return data
