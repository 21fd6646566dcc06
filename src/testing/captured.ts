import type { Outgoing, OutgoingEmail, OutgoingMessage, OutgoingResponse } from '../contracts/platform.ts';

/** A request that the service sent to a webhook. */
export interface TestWebhook {
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it was sent: what its signature covers. */
  readonly text: string;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: envelopes have many shapes
  readonly body: any;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The response of a webhook: a status, a status with `retryAfter`, or the failure. */
export type WebhookResponse = number | OutgoingResponse;

/** A message that the service published to NATS. */
export interface TestMessage {
  readonly subject: string;
  /** The id by which a stream drops duplicates. */
  readonly id: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: envelopes have many shapes
  readonly body: any;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The response of NATS: `stored`, or the failure. */
export type MessageResponse = 'stored' | { readonly problem: string };

/** An email that the service sent. */
export interface TestEmail {
  /** The name of its row in Emails. */
  readonly email: string;
  /** The sender: `Acme <no-reply@acme.example>`. */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Markdown with the values filled in. */
  readonly text: string;
  /** A whole HTML document. */
  readonly html: string;
  /** The Message-ID without angle brackets: the same for each attempt. */
  readonly id: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The response of the mail server: `sent`, or the failure, which is `permanent` or not. */
export type EmailResponse = 'sent' | { readonly problem: string; readonly permanent?: boolean };

/** An email as a test reads it. */
export function createTestEmail({ from: { name, address }, ...email }: OutgoingEmail): TestEmail {
  return { ...email, from: name === undefined ? address : `${name} <${address}>` };
}

/** A message as a test reads it. */
export function createTestMessage({ subject, id, headers, body }: OutgoingMessage, at: number): TestMessage {
  return { subject, id, headers: lowerCase(headers), text: body, body: JSON.parse(body), at };
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A request as a test reads it. */
export function createTestWebhook({ url, headers, body }: Outgoing, at: number): TestWebhook {
  return { url, headers: lowerCase(headers), text: body, body: JSON.parse(body), at };
}
