"""Checked by mypy with the generated client of the invoices: what is wrong has `type: ignore` after it, and nothing else has."""

from typing import Literal, assert_never

from client import Failure, Invoice, InvoiceOpen, InvoicesClient, InvoicesEvent, verify_webhook

client = InvoicesClient("http://127.0.0.1:4000", credentials={"key": "sk_1"})
InvoicesClient("", credentials={"password": ""})  # type: ignore[arg-type]


def states() -> None:
    sent = client.send_invoice("inv_1").or_raise()
    number: int = sent["number"]
    is_open: InvoiceOpen = sent
    status: Literal["paid"] = client.wait_until_invoice("inv_1", ["paid"]).or_raise()["status"]
    client.wait_until_invoice("inv_1", ["paid", "void"])
    client.wait_until_invoice("inv_1", ["lost"])  # type: ignore[list-item]
    invoice: Invoice = client.read_invoice("inv_1").or_raise()
    invoice["number"]  # type: ignore[typeddict-item]
    if invoice["status"] == "open":
        number = invoice["number"]
    if invoice["status"] == "draft":
        invoice["number"]  # type: ignore[typeddict-item]
    print(number, is_open, status)


def bodies() -> None:
    line = {"text": "a", "quantity": 1, "price": 2}
    client.create_invoice({"customer": "cus_1", "lines": [{"text": "a", "quantity": 1, "price": 2}], "due_on": "2030-01-01"})
    client.create_invoice({"customer": "cus_1", "lines": []})  # type: ignore[typeddict-item]
    client.create_invoice({"customer": "cus_1", "lines": [line], "due_on": ""})  # type: ignore[list-item]
    client.update_invoice("inv_1", {"number": 7})  # type: ignore[arg-type]
    client.update_invoice("inv_1", {"memo": None}, if_match='"1"')
    client.send_invoice("inv_1", if_match='"1"')  # type: ignore[call-arg]
    client.create_customer({"name": "a", "email": "a@example.com"}, idempotency_key="k")  # type: ignore[call-arg]
    for invoice in client.list_invoice(status=["open"], sort="-total"):
        print(invoice["id"].strip())
    client.list_invoice(state="open")  # type: ignore[call-arg]


def codes() -> str:
    result = client.pay_invoice("inv_1", {"amount": 1})
    result.data  # type: ignore[union-attr]
    if not isinstance(result, Failure):
        return result.data["status"]
    if result.error.code == "email_taken":  # type: ignore[comparison-overlap]
        return ""
    match result.error.code:
        case "overpaid" | "wrong_state":
            return ", ".join(field.get("message", "") for field in result.error.fields)
        case other:
            assert_never(other)  # type: ignore[arg-type]


def handle(event: InvoicesEvent) -> None:
    if event.type == "invoice.paid":
        print(event.data["lines"][0]["price"])
    if event.type == "invoice.voided":
        event.data["lines"]  # type: ignore[typeddict-item]
    if event.type == "invoice.lost":  # type: ignore[comparison-overlap]
        pass


def events() -> None:
    for event in client.stream_events(last_event_id="7"):
        handle(event)
    handle(verify_webhook(b"", {}, ["whsec_a", "whsec_b"]))
