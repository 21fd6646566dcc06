import type { ServerLimits } from '../contracts/operation-context.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { HttpResponse } from '../contracts/request-context.ts';
import { usualBodyBytes } from '../plan/bodies/ceiling.ts';
import type { NatsSettings } from './nats/link.ts';
import type { IssuersSettings } from './verifying/issuer-settings.ts';

/** What the operator sets; the document does not speak of it. */
export interface Settings {
  /** The address under which clients reach the service, where it is known: `https://api.example.com/v1`. */
  readonly base?: string;
  /** `local`, the default: refusals show their line to clients on this machine. */
  readonly explain?: 'always' | 'local' | 'never';
  readonly ceilings?: Partial<ServerLimits>;
  /** How long events are stored, in milliseconds; 7 days by default. */
  readonly keepEvents?: number;
  /** Whom the schemes of kind `jwt` trust, by the scheme's name. */
  readonly issuers?: IssuersSettings;
  /** The addresses of deliveries to `setting <name>`, by that name. */
  readonly targets?: ReadonlyMap<string, string>;
  /** The NATS server of deliveries by `nats`. */
  readonly nats?: NatsSettings;
  /** Subscriptions may name addresses of this machine and its network: for development. */
  readonly allowPrivateTargets?: boolean;
  /** So many attempts a second go to one host that subscriptions name, from each instance; 100 when left out. */
  readonly targetRate?: number;
  /** Networks of proxies whose word on the caller's address is taken: `10.0.0.0/8`, `2001:db8::1`. */
  readonly trustedProxies?: readonly string[];
  /** Routes beside the document's, by path: read with GET, without a credential. */
  readonly routes?: ReadonlyMap<string, () => MaybePromise<HttpResponse>>;
}

/** The host's ceilings where the operator sets no others: 1 MiB a body, 1,000 records a page, 30 seconds a request. */
export const usualCeilings: ServerLimits = { bodyBytes: usualBodyBytes, pageSize: 1000, milliseconds: 30_000 };
