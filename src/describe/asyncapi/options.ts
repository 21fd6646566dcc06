import type { EventExample } from '../examples/exchange.ts';

/** The versions of AsyncAPI that can be generated. */
export type AsyncapiVersion = '3.0.0' | '3.1.0';

/** The options of an AsyncAPI description. */
export interface AsyncapiOptions {
  /** Default: `3.0.0`. */
  readonly asyncapi?: AsyncapiVersion;
  /** Events that a service emitted: they become the examples of its messages. */
  readonly events?: readonly EventExample[];
}
