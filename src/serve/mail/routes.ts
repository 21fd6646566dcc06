import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { OutgoingEmail, Platform } from '../../contracts/platform.ts';
import type { CompiledEvents, DecodedEvent } from '../../contracts/shown-events.ts';
import { waitsOf } from '../../parts/events/serve/attempts.ts';
import type { Subscriber } from '../../parts/events/serve/webhook.ts';
import type { EmailPlan } from '../../plan/plan.ts';
import { isEmailAddress, type Mailbox } from '../../text/mailbox.ts';
import type { EmailTexts } from './render.ts';
import { type EmailValues, formatInline } from './values.ts';

/** A row of the table Emails, as its emails are sent. */
export interface EmailRoute {
  readonly name: string;
  /** The wait after an attempt, in milliseconds; undefined after the last one. */
  wait(tries: number): number | undefined;
  /** One delivery for each address of an event. */
  subscribers(decoded: DecodedEvent): Promise<readonly Subscriber[]>;
  /** Returns the email of a delivery, or why it cannot be sent. Throws if a value cannot be read. */
  email(
    delivery: StoredDelivery,
    decoded: DecodedEvent,
    now: number,
  ): Promise<OutgoingEmail | { readonly problem: string }>;
}

/** The dependencies of the emails of a row. */
export interface EmailRouteDependencies {
  readonly compiled: { readonly events: Pick<CompiledEvents, 'emails'> };
  readonly platform: Pick<Platform, 'log' | 'sha256'>;
  readonly from: Mailbox;
  /** Returns the function that writes the texts of an email; it reads the Markdown of the document at its first call. */
  readonly rendererOf: (email: EmailPlan) => Promise<(values: EmailValues) => EmailTexts | undefined>;
}

/** The first and the longest wait where the document states no attempts, in milliseconds. */
const firstWait = 5_000;
const longestWait = 3_600_000;
/** The maximum number of addresses of an email for one event; more are a mistake of the data. */
const mostAddresses = 1_000;
/** The maximum number of characters of an address. A longer one is cut for the operator, with a sign that no address has. */
const longestAddress = 254;

/** Creates the emails of a row. */
export function createEmailRoute(deps: EmailRouteDependencies, email: EmailPlan): EmailRoute {
  const { compiled, platform, from } = deps;
  const name = `email ${email.name}`;
  const waits = email.attempts === undefined ? undefined : waitsOf(email.attempts);
  const write = compiled.events.emails.get(email.name)!;
  const read = (decoded: DecodedEvent): EmailValues => JSON.parse(write(decoded)) as EmailValues;
  return {
    name,
    wait: (tries) => (waits === undefined ? Math.min(firstWait * 2 ** Math.min(tries, 16), longestWait) : waits[tries]),
    async subscribers(decoded) {
      const { sequence, id, kind } = decoded.event;
      if (kind !== email.event) return [];
      let addresses: readonly string[];
      try {
        addresses = listAddresses(read(decoded));
      } catch (error) {
        platform.log.error(
          { event: id, email: email.name, error: String(error) },
          'failed to read the addresses of an email',
        );
        return [];
      }
      if (addresses.length > mostAddresses) {
        const facts = { event: id, email: email.name, addresses: addresses.length };
        platform.log.error(facts, `an email has more than ${mostAddresses} addresses: the others get none`);
      }
      return addresses.slice(0, mostAddresses).map((address) => ({
        delivery: { route: name, subscriber: name, subscription: address, number: sequence, event: id, type: kind },
        address,
      }));
    },
    async email({ subscription = '', event }, decoded, now) {
      const values = read(decoded);
      if (!listAddresses(values).includes(subscription)) return { problem: 'the email no longer goes to this address' };
      if (!isEmailAddress(subscription)) return { problem: 'the address is not one to which email is sent' };
      const texts = (await deps.rendererOf(email))(values);
      if (texts === undefined) return { problem: 'the email is too long' };
      const id = `${event}.${hash(platform, `${email.name} ${subscription}`)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`;
      return { id, email: email.name, from, to: subscription, ...texts, at: now };
    },
  };
}

/** The addresses of an email, each once, in one line: wrong ones too, for the operator. */
function listAddresses({ to }: EmailValues): readonly string[] {
  const all = (Array.isArray(to) ? to : [to]).map((address) => {
    const text = formatInline(address).trim();
    return text.length > longestAddress ? `${text.slice(0, longestAddress - 1).toWellFormed()}…` : text;
  });
  return [...new Set(all)].filter((address) => address !== '');
}

/** The same for each attempt to send an email to an address. */
function hash({ sha256 }: Pick<Platform, 'sha256'>, text: string): string {
  return Array.from(sha256(text).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
