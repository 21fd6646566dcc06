import { endHandlerStreams, registerMountable } from '../library/mounting.ts';
import { type OpenOptions, type OpenService, openOn } from '../library/open.ts';
import { createTestTime } from '../operator/clock/advance.ts';
import { createTestClock } from '../operator/clock/clock.ts';
import { trackInFlight } from '../operator/clock/in-flight.ts';
import { loadDocument, plan } from '../operator/documents.ts';
import type { StoredEvent } from '../operator/events.ts';
import { createSignInIssuers, type SignedInPerson, type SignInReturn } from '../operator/examples/sign-in-issuer.ts';
import { silent } from '../operator/silent.ts';
import { findSchemeKind, selectSchemes } from '../parts/registry.ts';
import { loadEmails } from '../serve/mail.ts';
import { createNodePlatform } from '../serve/platform-node.ts';
import { openFileStore } from '../stores/files.ts';
import { openStore } from '../stores/index.ts';
import { isTotpUri, readKeptTotp } from '../text/codes/kept-totp.ts';
import { computeCode, getTimeStep } from '../text/codes/one-time-code.ts';
import { scanDuration } from '../text/numbers/duration.ts';
import { describeValue } from '../text/shown.ts';
import { createAuthenticator, type TestAuthenticator } from './authenticator.ts';
import {
  createTestEmail,
  createTestMessage,
  createTestWebhook,
  type EmailResponse,
  type MessageResponse,
  type TestEmail,
  type TestMessage,
  type TestWebhook,
  type WebhookResponse,
} from './captured.ts';
import { createTestClient, type TestClient } from './client.ts';
import { issuerKeys } from './issuer-keys.ts';

/** How a service is opened for a test. */
export interface TestOptions
  extends Pick<OpenOptions, 'document' | 'handlers' | 'settings' | 'secretKey' | 'previousSecretKey' | 'log'> {
  /** The time of the clock: a date, `2030-01-01T00:00:00Z`, or milliseconds since 1970. Default: 1 January 2030. */
  readonly now?: Date | string | number;
  /** The address of a store; in memory if left out. */
  readonly store?: string;
}

/** The identity of a client. */
export interface ClientOptions {
  /** All scopes of the document if left out. */
  readonly scopes?: readonly string[];
  /** Attributes of the caller, such as its tenant. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** `caller.id`; generated if left out: `client-1`. */
  readonly subject?: string;
  /** A scheme of kind `api key` or `access token`; the first such scheme if left out. */
  readonly scheme?: string;
}

/** A service under test. Its clock is stopped until `advance`. */
export interface TestService extends Omit<OpenService, 'close'> {
  /** The present moment of the service, in milliseconds since 1970. */
  readonly now: number;
  /** Everything that the service recorded as events, oldest first. */
  readonly events: readonly StoredEvent[];
  /** Every request that the service sent to a webhook, repeated attempts too, oldest first. Nothing leaves the process. */
  readonly webhooks: readonly TestWebhook[];
  /** Every message that the service published to NATS, repeated attempts too, oldest first. There is no server. */
  readonly messages: readonly TestMessage[];
  /** Every email that the service sent, repeated attempts too, oldest first. There is no mail server. */
  readonly emails: readonly TestEmail[];
  /** A client without a credential. */
  readonly anonymous: TestClient;
  /** Creates a client with a credential of its own. Rejects for scopes and attributes that the document does not state. */
  client(of?: ClientOptions): Promise<TestClient>;
  /** Decides what webhooks answer from now on; 200 until then. A problem (`{ problem: 'timeout' }`) is a failed connection. */
  answerWebhooks(by: (webhook: TestWebhook) => WebhookResponse): void;
  /** Decides what NATS answers from now on; `stored` until then. Messages that met a problem are sent again. */
  answerMessages(by: (message: TestMessage) => MessageResponse): void;
  /** Decides what the mail server answers from now on; `sent` until then. Emails that met a problem are sent again, unless it is `permanent`. */
  answerEmails(by: (email: TestEmail) => EmailResponse): void;
  /**
   * Returns the code that an authenticator app shows at the time of the clock, for the `otpauth` URI of a second factor. Throws an error for
   * another text.
   */
  codeOf(uri: string): string;
  /** Returns an authenticator, such as the phone of a person: it has no passkeys yet. */
  authenticator(): TestAuthenticator;
  /**
   * Signs a person in at the `address` of `start sign in`, and returns what the issuer sends back with them: `code`, `state` and `iss`. The
   * person has claims such as `sub` and `email`, or refuses: `{ error: 'access_denied' }`. There is no issuer.
   */
  signIn(address: string, person: SignedInPerson | { readonly error: string }): SignInReturn;
  /**
   * Moves the clock by milliseconds or a duration, `'10 minutes'`. Each timed transition and delivery that falls due on the way
   * happens at its own moment, and has happened when this resolves.
   */
  advance(by: number | string): Promise<void>;
  /** Runs everything that is due now. A client's request does so automatically. */
  settle(): Promise<void>;
  /** Ends the service and its store. */
  close(): Promise<void>;
}

/** Events that are read at once. */
const most = 1_000;

/** Opens a document as a service for tests, in memory. Rejects as `open` does. */
export async function openTest(options: TestOptions): Promise<TestService> {
  const { now = '2030-01-01T00:00:00Z', store: address = 'sqlite::memory:', settings = {}, log = silent } = options;
  const start = new Date(now).getTime();
  if (Number.isNaN(start)) throw new Error(`now: ${now} is not a date such as 2030-01-01T00:00:00Z`);
  const underWay = trackInFlight();
  const webhooks: TestWebhook[] = [];
  let answering: (webhook: TestWebhook) => WebhookResponse = () => 200;
  const messages: TestMessage[] = [];
  let storing: (message: TestMessage) => MessageResponse = () => 'stored';
  const emails: TestEmail[] = [];
  let sending: (email: TestEmail) => EmailResponse = () => 'sent';
  const clock = createTestClock(
    {
      ...createNodePlatform(log),
      async send(outgoing) {
        const webhook = createTestWebhook(outgoing, clock.platform.now());
        webhooks.push(webhook);
        const answer = answering(webhook);
        return typeof answer === 'number' ? { status: answer } : answer;
      },
      async publish(outgoing) {
        const message = createTestMessage(outgoing, clock.platform.now());
        messages.push(message);
        const answer = storing(message);
        return answer === 'stored' ? { kept: true } : { kept: false, ...answer };
      },
      async sendEmail(outgoing) {
        const email = createTestEmail(outgoing);
        emails.push(email);
        const answer = sending(email);
        if (answer === 'sent') return { sent: true };
        return { sent: false, problem: answer.problem, ...(answer.permanent === true ? { lasting: true } : {}) };
      },
    },
    start,
  );
  const made = plan(await loadDocument(options.document));
  const issuers = createSignInIssuers(made, clock.platform.now, issuerKeys);
  await loadEmails(made);
  const kept = await openStore(address, made, { platform: clock.platform, durability: 'process' });
  const store = underWay.counting(kept);
  const files = await openFileStore(made, address, { platform: clock.platform, durability: 'process' });
  const { service, inside } = await openOn(clock.platform, {
    ...options,
    store,
    ...(files && { files }),
    settings: {
      webhookRate: 1_000_000,
      nats: { servers: ['nats://captured'] },
      ...settings,
      signIn: { ...issuers.settings, ...settings.signIn },
      mail: { ...(made.mail?.from === undefined ? { from: 'service@example.com' } : {}), ...settings.mail },
    },
  }).catch(async (error: unknown) => {
    await kept.close();
    throw error;
  });
  const time = createTestTime({ inside, store: kept, clock, rest: underWay.rest });
  const events: StoredEvent[] = [];
  const harvest = async (): Promise<void> => {
    for (let found = most; found === most; ) {
      const next = await service.listEvents({ after: events.at(-1)?.number ?? 0, limit: most });
      events.push(...next);
      found = next.length;
    }
  };
  const settle = async (): Promise<void> => {
    await time.settle();
    await harvest();
  };
  const run = async (of: { readonly text: string; readonly name: string }): Promise<TestClient> =>
    createTestClient(service, settle, {
      text: of.text,
      scheme: made.authentication.schemes.find(({ name }) => name === of.name)!,
    });
  let count = 0;
  const tested: TestService = {
    ...service,
    get now() {
      return clock.platform.now();
    },
    events,
    webhooks,
    messages,
    emails,
    anonymous: createTestClient(service, settle),
    async client({ scopes = made.authentication.scopes, attributes = {}, subject, scheme } = {}) {
      const usable = selectSchemes(made.authentication, ({ makes }) => makes === 'key' || makes === 'token');
      const known = usable.find(({ name }) => name === (scheme ?? name));
      if (known === undefined)
        throw new Error('the document has no scheme of that name of kind api key or access token');
      const asked = { subject: subject ?? `client-${++count}`, scopes, attributes, scheme: known.name };
      const text = await (findSchemeKind(known.kind)?.makes === 'key'
        ? service.createKey(asked)
        : service.issueToken(asked));
      return run({ text, name: known.name });
    },
    answerWebhooks(by) {
      answering = by;
    },
    answerMessages(by) {
      storing = by;
    },
    answerEmails(by) {
      sending = by;
    },
    codeOf(uri) {
      const kept = isTotpUri(uri) ? readKeptTotp(uri) : undefined;
      if (kept === undefined) throw new Error(`codeOf: ${describeValue(uri)} is not an otpauth URI with a secret`);
      return computeCode(kept.secret, getTimeStep(clock.platform.now()));
    },
    authenticator: createAuthenticator,
    signIn: issuers.answer,
    advance: async (by) => time.advance(toMilliseconds(by), settle),
    settle,
    async close() {
      endHandlerStreams(tested);
      await service.close();
      await kept.close();
    },
  };
  return registerMountable(tested, inside, log);
}

function toMilliseconds(by: number | string): number {
  const read = typeof by === 'number' ? { milliseconds: by } : scanDuration(by);
  if ('milliseconds' in read && read.milliseconds >= 0) return read.milliseconds;
  throw new Error(`advance takes milliseconds or a time such as "10 minutes"; it was given "${by}"`);
}
