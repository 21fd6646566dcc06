import type { IssuerOptions } from './issuer-options.ts';
import type { NatsOptions } from './nats-options.ts';
import type { TargetOptions } from './target-options.ts';

/** The settings of `nonet serve`, as its flags and `NONET_…` variables give them. */
export interface ServeOptions extends IssuerOptions, TargetOptions, NatsOptions {
  readonly port: number;
  readonly host: string;
  readonly socket?: string;
  readonly socketMode: number;
  readonly store?: string;
  readonly base?: string;
  readonly durability: 'full' | 'process';
  readonly migrate?: true;
  /** Seconds. */
  readonly wait: number;
  readonly watch?: true;
  readonly explain?: boolean;
  readonly bodyCeiling: number;
  readonly pageCeiling: number;
  readonly timeCeiling: number;
  /** Days. */
  readonly keepEvents: number;
  readonly trustedProxies?: readonly string[];
  readonly logLevel: string;
}
