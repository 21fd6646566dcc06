import type { Outgoing, OutgoingMessage, OutgoingResponse } from '../contracts/platform.ts';

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
