import type { IssuerOptions } from './issuer-options.ts';
import type { MailOptions } from './mail-options.ts';
import type { NatsOptions } from './nats-options.ts';
import type { PasskeyOptions } from './passkey-options.ts';
import type { SignInOptions } from './sign-in-options.ts';
import type { WebhookOptions } from './webhook-options.ts';

/** The settings of `nonet serve`, as its flags and `NONET_…` variables give them. */
export interface ServeOptions
  extends IssuerOptions,
    SignInOptions,
    PasskeyOptions,
    WebhookOptions,
    NatsOptions,
    MailOptions {
  readonly port: number;
  readonly host: string;
  readonly socket?: string;
  readonly socketMode: number;
  readonly store?: string;
  readonly files?: string;
  readonly readFrom?: string;
  /** Milliseconds. */
  readonly readWait: number;
  readonly baseUrl?: string;
  readonly durability: 'full' | 'process';
  readonly migrate?: true;
  /** Seconds. */
  readonly wait: number;
  readonly watch?: true;
  readonly withoutHandlers?: true;
  readonly explain?: boolean;
  readonly docs: boolean;
  readonly mcp?: true;
  readonly workbench?: true;
  readonly maxBodySize: number;
  readonly maxPageSize: number;
  readonly maxRequestTime: number;
  /** Days. */
  readonly eventRetention: number;
  readonly trustedProxies?: readonly string[];
  readonly adminPort?: number;
  readonly adminHost: string;
  readonly tracing?: true;
  readonly logLevel: string;
}
