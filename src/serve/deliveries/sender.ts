import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebhookDependencies } from '../../parts/events/serve/webhook.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { NatsSettings } from '../nats/link.ts';
import type { AttemptDependencies, MakeAttempt } from './attempt.ts';
import type { DeliveryRoute } from './fan-out.ts';

/** The dependencies of senders. */
export interface SenderOpening extends WebhookDependencies, Omit<AttemptDependencies, 'throttle'> {
  readonly platform: Platform;
  readonly store: Store;
  /** Maximum attempts per second to one host; undefined: as many as it keeps up with. */
  readonly rate?: number | undefined;
  readonly nats?: NatsSettings | undefined;
  readonly mail?: MailSettings | undefined;
}

/** The deliveries of one kind, while the service is open. */
export interface Sender {
  readonly routes: readonly DeliveryRoute[];
  /** Functions that attempt a delivery, by the name of its route. */
  readonly attempts: ReadonlyMap<string, MakeAttempt>;
  /** Finds the function for a delivery if the row of its route is elsewhere in the document now, or gone. */
  find?(delivery: StoredDelivery): MakeAttempt | undefined;
  /** Whether many messages of a route can be in flight, because they share a connection. */
  readonly highConcurrency?: true;
  /** Releases deliveries that wait. Messages in flight may still be acknowledged. */
  rest?(): void;
  close?(): Promise<void>;
}

/** Opens a sender. Throws if the platform or the settings lack something that it needs. */
export type OpenSender = (opening: SenderOpening) => Sender;
