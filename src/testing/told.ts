import type { Outgoing, OutgoingAnswer } from '../steps/host.ts';

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

/** What a webhook answers: a status, a status with `retryAfter`, or what stood in the way. */
export type WebhookAnswer = number | OutgoingAnswer;

/** A request as a test reads it. */
export function webhookOf({ url, headers, body }: Outgoing, at: number): TestWebhook {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { url, headers: lower, text: body, body: JSON.parse(body), at };
}
