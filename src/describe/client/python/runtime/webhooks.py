from __future__ import annotations

import base64
import hashlib
import hmac
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from .response import _parse_json


class WebhookVerificationError(Exception):
    """A webhook that is not genuine: its signature is wrong or missing, or it is too old."""


class WebhookHeaders(Protocol):
    """The headers of a webhook, as any framework has them: with `items()`."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def _verify(
    body: str | bytes, headers: WebhookHeaders, secrets: str | Sequence[str], tolerance: float
) -> tuple[str, Any]:
    """Verifies a webhook by Standard Webhooks 1.0.0; returns its id and its parsed body."""
    received = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    id_, moment, signatures = (received.get(name) for name in names)
    if id_ is None or moment is None or signatures is None:
        raise WebhookVerificationError(
            "The headers webhook-id, webhook-timestamp and webhook-signature are required."
        )
    if not re.fullmatch("[0-9]{1,15}", moment) or abs(time.time() - int(moment)) > tolerance:
        raise WebhookVerificationError(
            f"The time of the webhook differs from now by more than {tolerance:g} seconds."
        )
    sent = body.encode("utf-8", "replace") if isinstance(body, str) else bytes(body)
    signed = f"{id_}.{moment}.".encode("utf-8", "replace") + sent
    given = [_read_base64(each[3:]) for each in signatures.split(" ") if each.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        wanted = hmac.new(_read_secret(secret), signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(wanted, signature) for signature in given if signature is not None):
            try:
                return id_, _parse_json(sent.decode())
            except ValueError as error:
                raise WebhookVerificationError("The body of the webhook is not JSON.") from error
    raise WebhookVerificationError("No signature of the webhook was made with one of the secrets.")


def _read_secret(secret: str) -> bytes:
    """The bytes after `whsec_`, decoded from base64; of another text its own in UTF-8."""
    decoded = _read_base64(secret.removeprefix("whsec_"))
    return secret.encode() if decoded is None else decoded


def _read_base64(text: str) -> bytes | None:
    if not re.fullmatch("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text) or text == "":
        return None
    return base64.b64decode(text)
