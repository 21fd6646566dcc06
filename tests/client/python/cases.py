"""What a generated client does against the running service: each function is a case, run by its name."""

import base64
import hmac
import io
import json
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import client as generated
import older
from client import ApiError, Failure, HttpRequest, HttpResponse, InvoicesClient, UrllibTransport

send = UrllibTransport()


def connect(shop: str, **options: Any) -> InvoicesClient:
    return InvoicesClient(
        os.environ["URL"] + "/", credentials={"key": lambda: os.environ["KEY_" + shop.upper()]}, **options
    )


def create_invoice(shop: str, price: int = 100) -> str:
    client = connect(shop)
    customer = client.create_customer({"name": "Ada", "email": f"{uuid.uuid4()}@example.com"}).or_raise()
    lines = [{"text": "ä", "quantity": 1, "price": price}]
    created = client.create_invoice({"customer": customer["id"], "lines": lines, "due_on": os.environ["DUE"]})
    return created.or_raise()["id"]


def raises(kind: type[BaseException], run: Callable[[], Any]) -> Any:
    try:
        run()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def results() -> None:
    client, id_ = connect("s1"), create_invoice("s1")
    read = client.read_invoice(id_)
    assert read.ok and read.status == 200 and read.data["status"] == "draft", read
    assert read.data["lines"][0]["text"] == "ä"
    assert read.etag is not None and read.etag.startswith('"')
    assert read.headers["ETAG"] == read.etag
    assert read.rate_limit is not None and read.rate_limit.name == "calls" and read.rate_limit.remaining > 0
    paid = client.pay_invoice(id_, {"amount": 1})
    assert isinstance(paid, Failure) and not paid.ok and paid.error.code == "wrong_state", paid
    error = raises(ApiError, paid.or_raise)
    assert (error.code, error.status, error.fields) == ("wrong_state", 409, []), error
    assert str(error).startswith("pay Invoice: ") and "invoices.md:" in (error.explanation or ""), error.explanation
    wrong = client.create_invoice({"customer": 7})
    assert wrong.error.code == "invalid"
    assert any(each.get("pointer") == "/customer" for each in wrong.error.fields), wrong.error.fields
    assert client.delete_invoice(id_).or_raise() is None


def tenants() -> None:
    id_ = create_invoice("s1")
    assert connect("s2").read_invoice(id_).error.code == "not_found"
    nobody = InvoicesClient(os.environ["URL"])
    assert nobody.read_invoice(id_).error.code == "unauthenticated"
    assert "'password'" in str(raises(ValueError, lambda: InvoicesClient("http://a", credentials={"password": ""})))
    assert "base_url" in str(raises(ValueError, lambda: InvoicesClient("file:///etc")))


def pages() -> None:
    for number in range(5):
        create_invoice("s2", 100 + number)
    client = connect("s2")
    first = client.list_invoice(limit=2).first()
    assert len(first.or_raise()["data"]) == 2
    listed = client.list_invoice(limit=2, status=["draft", "open"], sort="-total")
    totals = [each["total"] for each in listed]
    assert len(totals) == 5 and totals == sorted(totals, reverse=True), totals
    assert len(list(client.list_invoice(limit=2).pages())) == 3
    error = raises(ApiError, lambda: list(client.list_invoice(customer="nobody")))
    assert error.code == "invalid"


def dots() -> None:
    for id_ in ("", ".", ".."):
        assert "which changes the path" in str(raises(ValueError, lambda id_=id_: connect("s1").read_invoice(id_)))
    assert connect("s1").read_invoice("../").error.code == "not_found"


def links() -> None:
    queries: list[str] = []
    link = "<" * 2_000_000 + "<a>;" * 500_000 + ', <http://service.test/x?cursor=2>; rel="next"'

    def answer(request: HttpRequest) -> HttpResponse:
        queries.append(request.url.partition("?")[2])
        headers = [("Content-Type", "application/json")]
        if len(queries) == 1:
            headers.append(("Link", link))
        return HttpResponse(200, headers, [b'{"data":[]}'])

    assert list(connect("s1", transport=answer).list_invoice()) == []
    assert queries == ["", "cursor=2"], queries


def retries() -> None:
    id_ = create_invoice("s1", 500)
    connect("s1").send_invoice(id_).or_raise()
    keys: list[str] = []

    def lose(request: HttpRequest) -> HttpResponse:
        keys.append(request.headers["idempotency-key"])
        response = send(request)
        if len(keys) == 1:
            response.close()
            raise ConnectionResetError("lost")
        return response

    paid = connect("s1", transport=lose).pay_invoice(id_, {"amount": 200}).or_raise()
    assert paid["paid"] == 200 and len(keys) == 2 and keys[0] == keys[1], keys
    paid = connect("s1").pay_invoice(id_, {"amount": 200}, idempotency_key=keys[0]).or_raise()
    assert paid["paid"] == 200, paid
    tried: list[str] = []

    def fail(request: HttpRequest) -> HttpResponse:
        tried.append(request.url)
        raise ConnectionRefusedError("refused")

    # A request without a key that may have changed something is not repeated.
    raises(ConnectionRefusedError, lambda: connect("s1", transport=fail).send_invoice(id_))
    assert len(tried) == 1
    raises(ConnectionRefusedError, lambda: connect("s1", transport=fail).read_invoice(id_, retries=1))
    assert len(tried) == 3


def lost_bodies() -> None:
    id_ = create_invoice("s1")
    tries: list[int] = []

    def cut(request: HttpRequest) -> HttpResponse:
        response = send(request)
        tries.append(response.status)

        def pieces() -> Iterator[bytes]:
            yield b"".join(response.body)[:9]
            raise ConnectionResetError("lost")

        return HttpResponse(200, response.headers, pieces()) if len(tries) == 1 else response

    # Once the connection closes before the announced end, once the transport says so.
    assert connect("s1", transport=cut).read_invoice(id_).or_raise()["id"] == id_ and len(tries) == 2
    raises(OSError, lambda: InvoicesClient(os.environ["CUT_URL"], retries=0).read_invoice(id_))


def retry_after() -> None:
    id_ = create_invoice("s1")
    waits = ["0", "3600"]
    moments: list[float] = []

    def limit(request: HttpRequest) -> HttpResponse:
        moments.append(time.monotonic())
        if not waits:
            return send(request)
        headers = [("Retry-After", waits.pop(0)), ("Content-Type", "application/problem+json")]
        return HttpResponse(429, headers, [b'{"code":"slow_down",', b'"title":"Too many requests"}'])

    client = connect("s1", transport=limit)
    limited = client.read_invoice(id_)
    assert limited.error.code == "slow_down" and str(limited.error) == "read Invoice: Too many requests"
    assert len(moments) == 2
    assert client.read_invoice(id_).ok


def preconditions() -> None:
    client, id_ = connect("s1"), create_invoice("s1")
    etag = client.read_invoice(id_).etag
    client.update_invoice(id_, {"memo": "a"}, if_match=etag).or_raise()
    stale = client.update_invoice(id_, {"memo": "b"}, if_match=etag)
    assert stale.error.code == "changed_meanwhile"
    raises(TypeError, lambda: client.send_invoice(id_, if_match=etag))


def waits() -> None:
    client, id_ = connect("s1"), create_invoice("s1")
    other = threading.Timer(0.05, lambda: connect("s1").send_invoice(id_).or_raise())
    other.start()
    waited = client.wait_until_invoice(id_, ["open"], interval=0.01).or_raise()
    other.join()
    assert waited["status"] == "open" and waited["number"] > 0
    assert connect("s2").wait_until_invoice(id_, ["open"]).error.code == "not_found"
    raises(TimeoutError, lambda: client.wait_until_invoice(id_, ["paid"], interval=0.01, wait_timeout=0.02))


def streams() -> None:
    resumed: list[str | None] = []

    def cut(request: HttpRequest) -> HttpResponse:
        response = send(request)
        resumed.append(request.headers.get("last-event-id"))

        def pieces() -> Iterator[bytes]:
            for piece in response.body:
                # The client is told to come again at once, and the first connection ends after an event.
                text = piece.replace(b"retry: 3000", b"retry: 5")
                for each in io.BytesIO(text):
                    yield each[:3]
                    yield each[3:]
                if len(resumed) == 1 and b"\ndata: " in text:
                    raise ConnectionResetError("lost")

        return HttpResponse(response.status, response.headers, pieces(), response.close)

    create_invoice("s1")
    id_ = create_invoice("s1")
    connect("s1").send_invoice(id_).or_raise()
    events = connect("s1", transport=cut).stream_events(last_event_id="0")
    seen: list[str] = []
    for event in events:
        seen.append(event.id)
        if event.data["id"] == id_ and event.type == "invoice.sent":
            break
    events.close()
    assert len(set(seen)) == len(seen) and len(resumed) == 2 and resumed[0] == "0", (seen, resumed)
    assert resumed[1] in seen and resumed[1] != seen[-1], (seen, resumed)
    error = raises(ApiError, lambda: next(connect("s1").stream_events(last_event_id="x")))
    assert error.code == "invalid"


def webhooks() -> None:
    hook = json.loads(os.environ["HOOK"])
    body, headers, secret = hook["body"], hook["headers"], hook["secret"]
    event = generated.verify_webhook(body, headers, ["whsec_b2xkZXI=", secret])
    assert event.type == "invoice.created" and event.data["id"] == hook["id"] and event.id
    assert generated.verify_webhook(body.encode(), headers, secret) == event
    too_old = generated.WebhookVerificationError
    raises(too_old, lambda: generated.verify_webhook(body, headers, secret, tolerance=-1))
    rejected: list[tuple[str, Any, Any]] = [
        (body, headers, "whsec_b2xkZXI="),
        (body.replace("created", "paid"), headers, secret),
        (body, {}, secret),
        (body, {**headers, "webhook-timestamp": "1700000000"}, secret),
        (body, {**headers, "webhook-timestamp": "9" * 5000}, secret),
        (body, {**headers, "webhook-signature": "v1,é"}, secret),
        (body, headers, []),
    ]
    for given in rejected:
        raises(generated.WebhookVerificationError, lambda given=given: generated.verify_webhook(*given))


def versions() -> None:
    id_ = create_invoice("s1")
    client = older.InvoicesClient(os.environ["URL"], credentials={"key": os.environ["KEY_S1"]})
    invoice = client.read_invoice(id_).or_raise()
    assert "items" in invoice and "lines" not in invoice, invoice
    assert client.withdraw_invoice(id_).or_raise()["status"] == "cancelled"


def unexpected() -> None:
    def respond(status: int, body: bytes, kind: str) -> Any:
        def proxy(_: HttpRequest) -> HttpResponse:
            return HttpResponse(status, [("Content-Type", kind)], [body])

        client = connect("s1", transport=proxy)
        return raises(generated.UnexpectedResponseError, lambda: client.read_invoice("inv_1"))

    html, json_type = "text/html", "application/json"
    error = respond(502, b"<h1>Bad gateway</h1>", html)
    assert error.status == 502 and error.body == "<h1>Bad gateway</h1>"
    for status, body, kind in [
        (200, b"<h1>Log in</h1>", html),
        (200, b'{"id":', json_type),
        (200, b"", json_type),
        (404, b"<h1>Not found</h1>", html),
        (404, b"[]", json_type),
        (404, b'{"code":{"x":1}}', json_type),
        (404, b"", html),
    ]:
        assert respond(status, body, kind).status == status
    for page in [b"null", b"[1]", b'{"data":"abc"}', b'{"data":{}}']:
        answer = HttpResponse(200, [("Content-Type", json_type)], [page])
        client = connect("s1", transport=lambda _, answer=answer: answer)
        assert raises(generated.UnexpectedResponseError, lambda: list(client.list_invoice(limit=2))).status == 200


def hostile() -> None:
    def answer(body: bytes, *headers: tuple[str, str], status: int = 200) -> InvoicesClient:
        kind = ("Content-Type", "application/json")
        return connect("s1", transport=lambda _: HttpResponse(status, [kind, *headers], [body]))

    deep, long = b"[" * 100_000 + b"]" * 100_000, b"9" * 5_000
    texts = [deep, b'{"a":' * 100_000, b"NaN", b'{"id":Infinity}', b"[-Infinity]", b"1e999", b'{"a":-1E+400}', long]
    for text in texts:
        for status in (200, 404):
            error = raises(generated.UnexpectedResponseError, lambda: answer(text, status=status).read_invoice("a"))
            assert (error.status, error.body) == (status, text.decode())
    assert answer(b'{"id":' + b"9" * 40 + b',"x":1e308}').read_invoice("a").data["id"] == int("9" * 40)
    # A header that is no number is a header that the service did not send.
    for name, value in [("RateLimit", f'"a";r={long.decode()}'), ("X-RateLimit-Remaining", long.decode())]:
        assert answer(b"{}", (name, value)).read_invoice("a").rate_limit is None
    for moment in ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "Mon, 01 Jan 0001 00:00:00 -0000", "x", "²"]:
        waiting = answer(b'{"code":"slow_down"}', ("Retry-After", moment), status=429)
        assert waiting.read_invoice("a", retries=1).error.code == "slow_down"
    for link in ["<http://[>; rel=next", "<//[::1>; rel=next"]:
        raises(generated.UnexpectedResponseError, lambda: list(answer(b'{"data":[]}', ("Link", link)).list_invoice()))
    stream = ("Content-Type", "text/event-stream")
    for data in [b"x", b"NaN", b"1e999", deep]:
        events = connect(
            "s1", transport=lambda _: HttpResponse(200, [stream], [b"event: a\nid: 7\ndata: " + data + b"\n\n"])
        )
        error = raises(generated.UnexpectedResponseError, lambda: next(events.stream_events()))
        assert (error.status, error.body) == (200, data.decode())
    page = connect("s1", transport=lambda _: HttpResponse(200, [("Content-Type", "text/html")], [b"<p>Log in</p>"]))
    raises(generated.UnexpectedResponseError, lambda: next(page.stream_events()))
    for body in ["{", "NaN", "[" * 100_000, "\ud800"]:
        moment = str(int(time.time()))
        given = body.encode("utf-8", "replace")
        digest = hmac.digest(b"secret-\xe4", f"1.{moment}.".encode() + given, "sha256")
        headers = {"webhook-id": "1", "webhook-timestamp": moment}
        headers["webhook-signature"] = "v1," + base64.b64encode(digest).decode()
        secret = "whsec_" + base64.b64encode(b"secret-\xe4").decode()
        raises(generated.WebhookVerificationError, lambda: generated.verify_webhook(body, headers, secret))
    headers = {"webhook-id": "\udcff", "webhook-timestamp": moment, "webhook-signature": "v1,AAAA"}
    raises(generated.WebhookVerificationError, lambda: generated.verify_webhook("{}", headers, "a"))


def cycles() -> None:
    for lead, cycle in [(0, 1), (0, 2), (3, 1), (5, 7)]:
        asked: list[str] = []

        def answer(request: HttpRequest) -> HttpResponse:
            asked.append(request.url)
            assert len(asked) < 100, "it reads without end"
            at = len(asked) if len(asked) < lead + cycle else lead + (len(asked) - lead) % cycle
            headers = [("Content-Type", "application/json"), ("Link", f"<?cursor=c{at}&q=ä b>; rel=next")]
            return HttpResponse(200, headers, [b'{"data":[]}'])

        listed = connect("s1", transport=answer).list_invoice()
        error = raises(generated.UnexpectedResponseError, lambda: list(listed))
        assert error.status == 200 and error.body == {"data": []} and len(asked) <= 3 * (lead + cycle) + 2, asked
        assert all(url.isascii() and " " not in url for url in asked), asked


globals()[sys.argv[1]]()
print("passed")
