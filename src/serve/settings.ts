import type { ServerLimits } from '../contracts/operation-context.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { HttpResponse } from '../contracts/request-context.ts';
import { defaultBodySize } from '../plan/bodies/max-record-size.ts';
import type { MailSettings } from './mail/settings.ts';
import type { NatsSettings } from './nats/link.ts';
import type { PasskeySettings } from './signing-in/passkey-settings.ts';
import type { SignInsSettings } from './signing-in/settings.ts';
import type { IssuersSettings } from './verifying/issuer-settings.ts';

/** The settings of the operator, which are not in the document. */
export interface Settings {
  /** The address under which clients reach the service, where it is known: `https://api.example.com/v1`. */
  readonly baseUrl?: string;
  /** Returns the scheme and host with which `self` begins if no base URL is known; undefined: `self` is the path alone. */
  readonly origin?: () => string | undefined;
  /** `local`, the default: refusals show their line to clients on this machine. */
  readonly explain?: 'always' | 'local' | 'never';
  readonly serverLimits?: Partial<ServerLimits>;
  /** How long events are stored, in milliseconds; 7 days by default. */
  readonly eventRetention?: number;
  /** The trusted issuers of `jwt` schemes, by the scheme's name. */
  readonly issuers?: IssuersSettings;
  /** The issuers by which people sign in, by their names in the document. */
  readonly signIn?: SignInsSettings;
  /** The apps in which people use passkeys. */
  readonly passkeys?: PasskeySettings;
  /** The addresses of deliveries to `setting <name>`, by that name. */
  readonly webhookUrls?: ReadonlyMap<string, string>;
  /** The NATS server of deliveries by `nats`. */
  readonly nats?: NatsSettings;
  /** The mail server and the sender of emails. */
  readonly mail?: MailSettings;
  /** Subscriptions may name addresses of this machine and its network: for development. */
  readonly allowPrivateWebhooks?: boolean;
  /**
   * The number of attempts per second to one host that subscriptions name, from each instance; default 100, and up to 1,000 for a host that
   * responds fast.
   */
  readonly webhookRate?: number;
  /** Networks of proxies whose word on the caller's address is taken: `10.0.0.0/8`, `2001:db8::1`. */
  readonly trustedProxies?: readonly string[];
  /**
   * `true`: `Host` may name any host. Default: `false`; for `/mcp`, and without authentication, requests of this machine must name it, an
   * address or the host of `baseUrl`, so that no page acts by a name that leads here (DNS rebinding).
   */
  readonly anyHost?: boolean;
  /** `false`: the service serves no description of itself (`/openapi.json`, `/docs`). Default: `true`. */
  readonly docs?: boolean;
  /** `true`: the service has an endpoint for agents, `/mcp` (Model Context Protocol). Default: `false`. */
  readonly mcp?: boolean;
  /** `true`: the service has a page with its records, `/workbench`, which is a client like any other. Default: `false`. */
  readonly workbench?: boolean;
  /** Routes that the document does not state, by path: GET, without a credential. */
  readonly routes?: ReadonlyMap<string, () => MaybePromise<HttpResponse>>;
}

/** The server limits if the operator sets no others: 1 MiB a body, 1,000 records a page, 30 seconds a request. */
export const defaultServerLimits: ServerLimits = {
  maxBodySize: defaultBodySize,
  maxPageSize: 1000,
  maxRequestTime: 30_000,
};
